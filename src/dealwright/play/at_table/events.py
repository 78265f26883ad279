"""Events at the table: words for breaks, finesses and drops, read as conditions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from dealwright.ask.condition import Condition, parse
from dealwright.base.errors import CardError, ConditionError
from dealwright.cards import Card, Seat, Suit
from dealwright.conditions.text_reader import plain_text
from dealwright.deals.workspace import Workspace
from dealwright.play.at_table.play import Play

__all__ = ["CARD", "VisibleCards", "has"]

CARD = r"(?:(?:10|[2-9TJQKA])[CDHS]|[CDHS](?:10|[2-9TJQKA]))"
_CARDS = rf"{CARD}(?:\s+{CARD}){{0,51}}"  # without a bound, a long run costs its square
_BREAK = r"\d+\s*-\s*\d+"
_SUITS, _SEATS = "spades|hearts|diamonds|clubs", "north|east|south|west"
_PHRASE = re.compile(
    rf"\b(?:(?P<suit>{_SUITS})\s+(?P<breaks>{_BREAK}(?:\s+or\s+{_BREAK})*)"
    r"|(?P<word>onside|offside|drop)\s+(?P<card>\w+)"
    rf"|(?P<seat>{_SEATS})\s+(?P<cards>{_CARDS}))\b",
    re.IGNORECASE,
)
# The same as people say it, and as ``_PHRASE`` has it.
_SAID = [
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (rf"\b({_CARDS})\s+(?:is\s+)?(?:with|in|at)\s+({_SEATS})\b", r"\2 \1"),
        (rf"\b({_SEATS})\s+(?:has|holds)\s+({_CARDS})\b", r"\1 \2"),
        (rf"\b({CARD})\s+(?:is\s+)?(onside|offside)\b", r"\2 \1"),
        (rf"\b({CARD})\s+(?:drops|falls)\b", r"drop \1"),
        (rf"\b({_SUITS})\s+(?:break|split|are)\s+(?={_BREAK})", r"\1 "),
        (rf"\bfinesse\s+(?=(?:(?:for|against)\s+)?({CARD})\b)(?:for\s+|against\s+)?", "onside "),
    )
]
_HALF_SPLIT = re.compile(r"\s+or\s+(\d+)\b(?!\s*-)", re.IGNORECASE)
_HOW = "Write hearts 3-3, onside KC, offside KC, west KC, drop QS or a condition, with and, or, not"


@dataclass(frozen=True)
class VisibleCards:
    """The visible hands, as masks of 13 cards (0 for unseen hands), and the play.

    ``small`` are cards among them that stand for any card so low: none may win a trick.
    """

    hands: tuple[int, int, int, int]
    play: Play = field(default_factory=Play)
    small: int = 0

    @property
    def unseen(self) -> tuple[Seat, ...]:
        """The seats of the hands that are not seen: west before east, north before south."""
        return tuple(
            seat for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH) if not self.hands[seat]
        )

    def condition(self, event: str, workspace: Workspace | None = None) -> Condition:
        """Return the condition of an event.

        >>> from dealwright.deals import predeal_masks
        >>> seen = VisibleCards(predeal_masks("south AK32.432.432.432 north 7654.AK5.AKQ.AQ5"))
        >>> str(seen.condition("hearts 4-3 or onside KC"))
        'hearts(west) in {3, 4} || hascard(west, KC)'
        >>> str(seen.condition("KC with East")), str(seen.condition("KC onside"))
        ('hascard(east, KC)', 'hascard(west, KC)')
        >>> str(seen.condition("drop QS"))
        'hascard(west, QS) && spades(west) <= 2 || hascard(east, QS) && spades(east) <= 2'

        :raises ConditionError: if it cannot be read, or does not fit the cards that are seen
        """
        hint, event = "", plain_text(event)
        try:
            said = event
            for pattern, words in _SAID:
                said = pattern.sub(words, said)
            self._check_splits(said)
            text = _PHRASE.sub(self._text, said)
            hint = _HOW
            return parse(text, workspace)
        except ConditionError as error:
            message = f"event '{event}': {error.message}"
            unexpected = error.message.startswith("unexpected")  # the hint is about conditions
            own = error.hint and not (hint and unexpected)
            raise ConditionError(message, hint=error.hint if own else hint) from None

    def _check_splits(self, event: str) -> None:
        """Raise an error for half a split: ``spades 2-2 or 4``."""
        for phrase in _PHRASE.finditer(event):
            number = _HALF_SPLIT.match(event, phrase.end()) if phrase["suit"] else None
            if number is not None:
                mask = 8191 << 13 * Suit.of(phrase["suit"])
                out = 13 - sum((hand & mask).bit_count() for hand in self.hands)
                rest = max(out - int(number[1]), 0)
                split = phrase[0].strip()
                hint = f"Write: {split} or {number[1]}-{rest}"
                raise ConditionError(f"'{number[1]}' is not a split", hint=hint)

    def _text(self, phrase: re.Match[str]) -> str:
        """Return the text of a condition for words of an event."""
        if phrase["suit"]:
            return f"({self._break(phrase['suit'].lower(), phrase['breaks'])})"
        if phrase["seat"]:
            seat = Seat.of(phrase["seat"])
            return (
                "(" + " && ".join(has(seat, Card(word)) for word in phrase["cards"].split()) + ")"
            )
        card = self.unseen_card(phrase["card"])
        word = phrase["word"].lower()
        if word == "drop":
            return f"({self._drop(card, self._partners(word, card))})"
        before, after = self.sides_of_tenace(word, card)
        return f"({has(before if word == 'onside' else after, card)})"

    def unseen_card(self, text: str) -> Card:
        """Return a card that was dealt to an unseen hand.

        :raises ConditionError: if there is no such card, or it is seen
        """
        try:
            card = Card(text)
        except CardError as error:
            raise ConditionError(str(error), hint=_HOW) from None
        holder = next((seat for seat in Seat if self.hands[seat] & card.mask), None)
        if holder is not None:
            raise ConditionError(f"{card} is seen: it is in the {holder.name.lower()} hand")
        return card

    def _partners(self, word: str, card: Card) -> tuple[Seat, Seat]:
        """Return the seats of the two hands that are seen, if they are partners."""
        seen = [seat for seat in Seat if self.hands[seat]]
        if len(seen) != 2 or seen[0].partner is not seen[1]:
            raise ConditionError(
                f"'{word} {card}' needs a hand and its dummy, both seen",
                hint=f"Name the seat: {self.unseen[0].name.lower()} {card}",
            )
        return seen[0], seen[1]

    def _break(self, suit: str, breaks: str) -> str:
        """Return the condition of some breaks of a suit between the two unseen hands."""
        if len(self.unseen) != 2:
            raise ConditionError(f"'{suit} {breaks}' needs just two unseen hands: give the dummy")
        out = 13 - sum((mask >> 13 * Suit.of(suit) & 8191).bit_count() for mask in self.hands)
        lengths = set[int]()
        for pair in re.split(r"\s+or\s+", breaks, flags=re.IGNORECASE):
            first, second = map(int, pair.split("-"))
            if first + second != out:
                raise ConditionError(
                    f"{suit} cannot break {pair}: the two hands were dealt {out} of them"
                )
            lengths |= {first, second}
        length = f"{suit}({self.unseen[0].name.lower()})"
        if len(lengths) == 1:
            return f"{length} == {lengths.pop()}"
        return f"{length} in {{{', '.join(map(str, sorted(lengths)))}}}"

    def sides_of_tenace(self, word: str, card: Card) -> tuple[Seat, Seat]:
        """Return the seats before and after the hand with our highest card below a card.

        :raises ConditionError: if no hand and its dummy are seen, or they have no such card
        """
        our_seats = self._partners(word, card)
        lower = {
            seat: (self.hands[seat] & ~self.small) >> 13 * card.suit & (1 << card.rank) - 1
            for seat in our_seats
        }
        if not any(lower.values()):
            raise ConditionError(
                f"no card that is seen is lower than {card}, so there is no finesse against it",
                hint=f"Name the seat: {self.unseen[0].name.lower()} {card}",
            )
        tenace = max(our_seats, key=lambda seat: lower[seat])
        return tenace.right, tenace.left

    def _drop(self, card: Card, our_seats: tuple[Seat, Seat]) -> str:
        """Return the condition that a card falls under our top cards.

        These are the cards from the ace down to the first missing one, at most as many as the
        longer hand has. Rounds of the suit that were led without one of them count too.
        """
        holdings = [self.hands[seat] >> 13 * card.suit & 8191 for seat in our_seats]
        together, tops = (holdings[0] | holdings[1]) & ~(self.small >> 13 * card.suit), 0
        while together >> (12 - tops) & 1:
            tops += 1
        lowest = 13 - tops
        rounds_lost = sum(
            trick[0][1].suit is card.suit
            and not any(
                seat in our_seats and _is_top(card_played, card.suit, lowest)
                for seat, card_played in trick
            )
            for trick in self.play.tricks
        )
        rounds = min(tops + rounds_lost, max(holding.bit_count() for holding in holdings))
        suit = card.suit.name.lower()
        return " || ".join(
            f"{has(seat, card)} && {suit}({seat.name.lower()}) <= {rounds}" for seat in self.unseen
        )


def _is_top(card: Card, suit: Suit, lowest: int) -> bool:
    return card.suit is suit and card.rank >= lowest


def has(seat: Seat, card: Card) -> str:
    """Return the text of the condition that a card was dealt to a seat."""
    return f"hascard({seat.name.lower()}, {card})"
