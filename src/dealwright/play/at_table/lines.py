"""Lines of play: ordered events whose branches depend on layouts alone, read as conditions.

A line is steps and an end, separated by semicolons: ``cash SA SK; if SQ drops then make else
finesse KH``. A branch may depend only on what earlier steps have shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate, islice

from dealwright.ask.condition import Condition, parse
from dealwright.base.errors import CardError, ConditionError
from dealwright.cards import Card, Seat, Strain, Suit, cards_from_mask
from dealwright.conditions.text_reader import plain_text
from dealwright.deals.workspace import Workspace
from dealwright.play.at_table.events import CARD, VisibleCards, has

__all__ = ["read_line"]

_SUIT = r"(?P<suit>spades|hearts|diamonds|clubs|spade|heart|diamond|club)"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ALWAYS, _NEVER = "(0 == 0)", "(0 == 1)"
_CASH = re.compile(
    rf"cash\s+(?P<n>\d+|{'|'.join(_NUMBERS[1:])})\s+{_SUIT}|cash\s+(?P<cards>.+)", re.I
)
_FINESSE = re.compile(rf"finesse\s+(?P<card>{CARD})", re.I)
_LOSE = re.compile(rf"lose\s+(?:at\s+most\s+)?(?P<n>\d+|{'|'.join(_NUMBERS)})(?:\s+tricks?)?", re.I)
_IF = re.compile(r"if\b", re.I)
_WORDS = re.compile(r"\b(if|then|else)\b", re.I)
_SHOWN = re.compile(
    rf"\b(?:(?P<card>{CARD})\s+(?:drops|falls)"
    rf"|finesse\s+(?P<finesse>{CARD})\s+(?P<result>wins|loses)"
    r"|(?P<seat>north|east|south|west)\s+shows\s+out\s+of\s+(?P<out>spades|hearts|diamonds|clubs)"
    r"|both\s+follow\s+to\s+(?P<follow>spades|hearts|diamonds|clubs))\b",
    re.I,
)
_JOINED = re.compile(r"(?:\s|\(|\)|\band\b|\bor\b|\bnot\b|&&|\|\||!)*", re.I)
_HOW_STEP = (
    "Write cash SA SK, cash two clubs, finesse KH, lose at most 1, or if ... then ... else ..."
)
_HOW_SHOWN = (
    "Ask for SQ drops, both follow to clubs, west shows out of clubs, finesse KH wins, with and, "
    "or, not"
)


def read_line(text: str, seen: VisibleCards, workspace: Workspace | None = None) -> Condition:
    """Return the condition of the layouts in which a line of play succeeds.

    Defenders follow with their lowest cards, so a card drops when its holder has no lower card
    left.

    >>> from dealwright.deals import predeal_masks
    >>> seen = VisibleCards(predeal_masks("south AKT9.432.432.432 north 8765.AQ5.AKQ.AQ5"))
    >>> str(read_line("cash SA; if SQ drops then make else finesse KH", seen))[:64]
    'hascard(west, QS) && spades(west) <= 1 || hascard(east, QS) && s'

    :raises ConditionError: if it cannot be read, or a branch depends on what has not been shown
    """
    text = plain_text(text)
    try:
        return parse(_read(text, _State(seen, _suits_in(text))), workspace)
    except ConditionError as error:
        raise ConditionError(
            f"line '{text}': {error.message}", hint=error.hint or _HOW_STEP
        ) from None


@dataclass(frozen=True)
class _State:
    """The steps so far: rounds cashed of each suit, and finesses with the seats that win them.

    ``used`` are the cards cashed, ``lead`` is the hand that won the last trick (None: either may
    lead), ``suits`` are those that the line names. ``lost`` has for each finesse the test that its
    trick is lost, ``most`` is how many may be lost (None: any number).
    """

    seen: VisibleCards
    suits: frozenset[Suit] = frozenset()
    rounds: Mapping[Suit, int] = field(default_factory=dict)
    finesses: tuple[tuple[Card, Seat], ...] = ()
    used: int = 0
    lead: Seat | None = None
    lost: tuple[str, ...] = ()
    most: int | None = None

    @property
    def gone(self) -> int:
        """The mask of the cards that were played before the line begins."""
        return sum(self.seen.play.played)

    @property
    def ours(self) -> int:
        """The mask of the cards that are left in the hands that are seen."""
        return sum(self.seen.hands) & ~self.gone & ~self.used

    def cashed(self, card: Card) -> _State:
        """Return the state after cashing a card, which no card that is out beats.

        :raises ConditionError: if the card is not there, a higher one is out, or no entry leads
            to its hand
        """
        suit = card.suit.name.lower()
        if not self.ours & card.mask:
            raise ConditionError(f"{card} cannot be cashed: your side does not hold it now")
        if card.mask & self.seen.small:
            raise ConditionError(f"a small card of {suit} cannot be cashed: it might not win")
        if higher := self.higher(card):
            raise ConditionError(f"{card} is not a winner: {higher[0]} is still out")
        holder = next(seat for seat in Seat if self.seen.hands[seat] & card.mask)
        state = self
        if self.lead not in (None, holder) and not self.follows(self.lead, card.suit):
            state = self.crossed(holder, card.suit)
        rounds = {**state.rounds, card.suit: state.rounds.get(card.suit, 0) + 1}
        return replace(state, rounds=rounds, used=state.used | card.mask, lead=holder)

    def finessed(self, card: Card) -> _State:
        """Return the state after a finesse against a card, led toward the tenace.

        :raises ConditionError: if there is no tenace, or no entry to lead toward it
        """
        before, after = self.seen.sides_of_tenace("finesse", card)
        tenace = before.left
        state = self
        if self.lead not in (None, tenace.partner):
            state = self.crossed(tenace.partner, card.suit)
        suit = 8191 << 13 * card.suit
        loses = has(after, card) if state.ours & suit & -(card.mask << 1) else "1"
        # a card next below the one that is out may be led, and win where it was led
        led = state.seen.hands[tenace.partner] & ~state.seen.small & state.ours
        between = suit & card.mask - 1
        out = sum(each.mask for each in self.out(card.suit))
        runs = led & between & ~((1 << (out & between).bit_length()) - 1)
        return replace(
            state, finesses=(*state.finesses, (card, before)), lost=(*state.lost, loses),
            lead=None if runs else tenace,
        )  # fmt: skip

    def follows(self, seat: Seat | None, suit: Suit) -> bool:
        """Return whether a hand that is seen has a card of a suit left."""
        assert seat is not None
        cards = self.seen.hands[seat] & ~self.gone & 8191 << 13 * suit
        return cards.bit_count() > self.rounds.get(suit, 0)

    def crossed(self, to: Seat, but: Suit) -> _State:
        """Return the state after an entry to a hand was cashed, in a suit of no other use if any.

        :raises ConditionError: if there is none
        """
        for suit in sorted(Suit, key=lambda each: (each in self.suits, -each)):
            if suit is but or not self.follows(self.lead, suit):
                continue
            for card in cards_from_mask(self.ours & 8191 << 13 * suit)[:1]:
                if self.seen.hands[to] & card.mask & ~self.seen.small and not self.higher(card):
                    return self.cashed(card)
        if self.seen.play.trump is not Strain.NOTRUMP:
            return replace(self, lead=None)  # a ruff may be the entry
        raise ConditionError(
            f"there is no entry to {to.name.lower()}",
            hint="Take the finesses first, or cash fewer winners",
        )

    def within(self, text: str) -> str:
        """Return a condition, and that no more tricks are lost than may be."""
        if self.most is None or len(self.lost) <= self.most or text == _NEVER:
            return text
        few = f"{' + '.join(self.lost)} <= {self.most}"
        return f"({few})" if text == _ALWAYS else f"({text} && {few})"

    def winners(self, suit: Suit, number: int) -> list[Card]:
        """Return the next highest cards of a suit in the hands that are seen."""
        cards_ = cards_from_mask(self.ours & 8191 << 13 * suit)[:number]
        if len(cards_) < number:
            raise ConditionError(f"there are not {number} {suit.name.lower()} to cash")
        return cards_

    def out(self, suit: Suit) -> list[Card]:
        """Return the cards of a suit in unseen hands, the highest first."""
        return cards_from_mask(8191 << 13 * suit & ~sum(self.seen.hands) & ~self.gone)

    def higher(self, card: Card) -> list[Card]:
        """Return the cards in unseen hands that beat a card of their suit, the highest first."""
        return [each for each in self.out(card.suit) if each > card]

    def drops(self, card: Card) -> str:
        """Return the condition that a card has fallen in the rounds cashed."""
        rounds = self.rounds.get(card.suit, 0)
        if not rounds:
            return _NEVER
        higher = self.higher(card)
        return " || ".join(
            f"{has(seat, card)} && {self.left(seat, card.suit)}"
            + "".join(f" - {has(seat, higher_card)}" for higher_card in higher)
            + f" <= {rounds}"
            for seat in self.seen.unseen
        )

    def left(self, seat: Seat, suit: Suit) -> str:
        """Return the text of the number of a suit's cards in an unseen hand before the line."""
        played = (self.seen.play.played[seat] >> 13 * suit & 8191).bit_count()
        length = f"{suit.name.lower()}({seat.name.lower()})"
        return f"{length} - {played}" if played else length


def _suits_in(text: str) -> frozenset[Suit]:
    """Return the suits that a line names."""
    cards = re.findall(rf"\b{CARD}\b", text, re.I)
    names = (suit for suit in Suit if re.search(rf"\b{suit.name}\b", text, re.I))
    return frozenset(names) | {Card(word).suit for word in cards}


def _read(text: str, state: _State) -> str:
    """Return the text of the condition that the rest of a line succeeds."""
    text = _unbracketed(text.strip())
    if _IF.match(text):
        question, then, otherwise = _branches(text)
        shown = _shown(question, state)
        return _chosen(shown, _read(then, state), _read(otherwise, state))
    step, semicolon, rest = text.partition(";")
    step = step.strip()
    if not semicolon or not rest.strip():
        return _end(step, state)
    if match := _CASH.fullmatch(step):
        for card in _cards(match, state):
            state = state.cashed(card)
        return _read(rest, state)
    if match := _FINESSE.fullmatch(step):
        return _read(rest, state.finessed(state.seen.unseen_card(match["card"])))
    if match := _LOSE.fullmatch(step):
        return _read(rest, replace(state, most=_number(match["n"])))
    raise ConditionError(f"'{step}' is not a step of a line", hint=_HOW_STEP)


def _unbracketed(text: str) -> str:
    """Return a line without brackets around the whole of it."""
    while text.startswith("(") and text.endswith(")"):
        depths = accumulate((letter == "(") - (letter == ")") for letter in text)
        if 0 in islice(depths, len(text) - 1):
            break
        text = text[1:-1].strip()
    return text


def _cards(match: re.Match[str], state: _State) -> list[Card]:
    if match["cards"]:
        try:
            return [Card(word) for word in match["cards"].replace(",", " ").split()]
        except CardError as error:
            raise ConditionError(str(error), hint=_HOW_STEP) from None
    return state.winners(Suit.of(match["suit"].rstrip("sS")[0]), _number(match["n"]))


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS.index(word.lower())


def _end(text: str, state: _State) -> str:
    """Return the condition of the end of a line."""
    if match := _FINESSE.fullmatch(text):
        state = state.finessed(state.seen.unseen_card(match["card"]))
    return state.within(_needed(text, state))


def _needed(text: str, state: _State) -> str:
    if text.lower() in ("make", "down"):
        return _ALWAYS if text.lower() == "make" else _NEVER
    if _FINESSE.fullmatch(text):
        card, before = state.finesses[-1]
        drops = state.drops(card)
        return has(before, card) if drops == _NEVER else f"({has(before, card)} || {drops})"
    if not text or _CASH.fullmatch(text):
        raise ConditionError("a line ends with what it needs: make, finesse KH, hearts 3-3, ...")
    return f"({state.seen.condition(text)})"


def _chosen(shown: str, then: str, other: str) -> str:
    """Return the text of a condition that is ``then`` if something was shown, else ``other``."""
    yes, no = f"({shown})", f"!({shown})"
    if then == other:
        return then
    if then == _ALWAYS:
        return yes if other == _NEVER else f"({yes} || {other})"
    if other == _ALWAYS:
        return no if then == _NEVER else f"({no} || {then})"
    possible = [f"{a} && {b}" for a, b in ((yes, then), (no, other)) if b != _NEVER]
    return f"({' || '.join(possible)})"


def _branches(text: str) -> tuple[str, str, str]:
    """Return the test, and the lines after ``then`` and ``else``, of the outer ``if``."""
    depth, then, other = 0, None, None
    for word_match in _WORDS.finditer(text):
        word = word_match[0].lower()
        depth += word == "if"
        if word == "then" and depth == 1 and then is None:
            then = word_match
        if word == "else":
            if depth == 1 and then is not None:
                other = word_match
                break
            depth -= 1
    if then is None or other is None:
        raise ConditionError("an 'if' needs 'then' and 'else'", hint=_HOW_STEP)
    test = text[2 : then.start()]
    return test, text[then.end() : other.start()].strip(" ;,"), text[other.end() :].strip(" ,")


def _shown(test: str, state: _State) -> str:
    """Return the condition for a test of what the steps so far have shown."""

    def condition_of(match: re.Match[str]) -> str:
        if match["card"]:
            return f"({state.drops(state.seen.unseen_card(match['card']))})"
        if match["finesse"]:
            card = Card(match["finesse"])
            before = next((seat for finessed, seat in state.finesses if finessed == card), None)
            if before is None:
                raise ConditionError(f"the line tests a finesse against {card} before it takes one")
            return f"({'' if match['result'].lower() == 'wins' else '!'}{has(before, card)})"
        suit = Suit.of((match["out"] or match["follow"])[0])
        rounds = state.rounds.get(suit, 0)
        if match["out"]:
            seat = Seat.of(match["seat"])
            if seat not in state.seen.unseen:
                raise ConditionError(f"the {seat.name.lower()} hand is seen")
            return f"({state.left(seat, suit)} < {rounds})"
        no_void = " && ".join(f"{state.left(seat, suit)} >= {rounds}" for seat in state.seen.unseen)
        return f"({no_void})"

    unread = _SHOWN.sub("", test)
    if not _JOINED.fullmatch(unread) or unread.strip() == test.strip():
        raise ConditionError(
            f"'{test.strip()}' is not something that the play has shown by then", hint=_HOW_SHOWN
        )
    return _SHOWN.sub(condition_of, test)
