"""The items of a range's text, read one by one as hands of two cards with a weight."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple, NoReturn

from dealwright.base.errors import PokerError, locate
from dealwright.cards import RANK_LETTERS, Card
from dealwright.poker.range_classes import NUMBER_OF, PAIRS, HandClass, lowest_rank, pack_hands
from dealwright.poker.starting_hands import ORDERED, ordered_classes

__all__ = ["Item", "fail", "read_items"]

_FLAGS = re.IGNORECASE | re.ASCII  # no foreign letters that fold to k or s
# an item may have spaces around - @ : and +, and after !
_CHUNK = re.compile(r"[^\s,;()\[\]]+(?:(?:(?<=[-@:!])\s+|\s+(?=[-+@:]))[^\s,;()\[\]]+)*")
_SPACE = re.compile(r"[\s,;]*")
_GROUP = re.compile(r"\[\s*(/?)\s*([0-9.]+)\s*%?\s*\]|([0-9.]+)(\s*%)?\s*\(")
_RANK = re.compile(r"10|[2-9TJQKA]", _FLAGS)
_ANY = re.compile("[X*]", _FLAGS)
_WITH_ANY = re.compile(r"[X*](?:10|[2-9TJQKAX*])|(?:10|[2-9TJQKA])[X*]", _FLAGS)
_SUIT = re.compile(r"[CDHS♣♦♥♠]", _FLAGS)
_CARD = re.compile(r"(?:10|[2-9TJQKA])[CDHS♣♦♥♠]|[CDHS♣♦♥♠](?:10|[2-9TJQKA])", _FLAGS)
_KIND = re.compile(r"[SO]", _FLAGS)
_ALL = re.compile("random", _FLAGS)
_SHARE_TEXT = re.compile(r"[0-9.]+%")
_TABLE = re.compile(r"([0-9]{1,2})h", _FLAGS)  # number of hands, including the player's
_DECIMAL = re.compile(r"([0-9]*)(?:\.([0-9]+))?")
_PLACES, _MOST_WEIGHT = 6, 1_000_000
_HINT = (
    "write AA, AK, AKs, AKo, Ax, AsKs, QQ+, A5s-A2s, 15%, 5%-15% or random, !AA to remove, AA@0.5 "
    "to weigh"
)
_CLOSE = "write 50%(AA, KK) or [50]AA, KK[/50]"
_RUN = (
    "the ends of a run are pairs (22-55), share the higher card (A5s-A2s) or lie as far apart "
    "(T9s-76s); both are suited, both offsuit, or neither"
)


@dataclass(frozen=True)
class Item:
    """Hands, as indices into ``PAIRS``, with a weight; None if ``!`` removes them."""

    hands: tuple[int, ...]
    weight: Fraction | None
    at: int


def read_items(text: str, game: str) -> list[Item]:
    """Return the items of a range's text in the order given.

    >>> [(len(item.hands), item.weight) for item in read_items("AA@25% !AsAh", "holdem")]
    [(6, Fraction(1, 4)), (1, None)]
    >>> [(len(item.hands), item.weight) for item in read_items("50%(AA, AKs) [25]QQ[/25]", "high")]
    [(6, Fraction(1, 2)), (4, Fraction(1, 2)), (6, Fraction(1, 4))]

    :raises PokerError: if an item cannot be read, or a group is not closed
    """
    items: list[Item] = []
    group: _Group | None = None
    position = 0
    while (position := _SPACE.match(text, position).end()) < len(text):  # type: ignore[union-attr]
        bracket = _GROUP.match(text, position)
        if bracket and not bracket[1]:
            if group:
                fail(text, position, "a group of one weight cannot hold another group", _CLOSE)
            group = _group(text, bracket, game)
        elif group and (bracket or text[position] == ")"):
            if (bracket[2] if bracket else ")") != group.end:
                fail(text, position, f"'{text[group.at]}' is closed by another bracket", _CLOSE)
            group = None
        elif chunk := _CHUNK.match(text, position):
            weight = group.weight if group else None
            items.append(_Reader(text, position, chunk.end(), game).item(weight))
            position = chunk.end()
            continue
        else:
            fail(text, position, f"'{text[position]}' does not belong here", _CLOSE)
        position = bracket.end() if bracket else position + 1
    if group:
        fail(text, group.at, f"'{text[group.at]}' begins a group that is not closed", _CLOSE)
    return items


class _Group(NamedTuple):
    """A group of one weight: its start, and the bracket or number that ends it."""

    weight: Fraction
    end: str
    at: int


def _group(text: str, bracket: re.Match[str], game: str) -> _Group:
    number = 2 if bracket[2] else 3
    reader = _Reader(text, bracket.start(number), bracket.end(number), game)
    weight = reader.weight()
    if reader.at < reader.end:
        reader.fail(f"'{text[reader.at]}' does not belong here", _CLOSE)
    if number == 2:
        return _Group(weight / 100, bracket[2], bracket.start())
    return _Group(weight / 100 if bracket[4] else weight, ")", bracket.start())


def fail(text: str, at: int, message: str, hint: str) -> NoReturn:
    """Raise an error in a range's text, with a caret below the position and a hint."""
    line, column, content = locate(text, at)
    where = f" (line {line})" if "\n" in text else ""
    raise PokerError(f"{message}{where}\n  {content}\n  {' ' * column}^\n{hint}")


@cache
def _best_first(game: str, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the hands of each class, the best class against random hands first."""
    return tuple(HandClass.named(name).hands for name in ordered_classes(game, players))


class _Reader:
    """One item of a text, read from left to right."""

    def __init__(self, text: str, start: int, end: int, game: str) -> None:
        self.text, self.start, self.at, self.end = text, start, start, end
        self.game = game

    def take(self, pattern: re.Pattern[str]) -> str:
        """Return the text that a pattern matches here and move past it; "" if it does not match."""
        match = pattern.match(self.text, self.at, self.end)
        if match is None:
            return ""
        self.at = match.end()
        return match[0]

    def space(self) -> None:
        """Move past spaces, which stand only next to an operator."""
        while self.at < self.end and self.text[self.at].isspace():
            self.at += 1

    def literal(self, letter: str) -> bool:
        """Return whether an operator comes next, and move past it."""
        self.space()
        matches = self.text.startswith(letter, self.at, self.end)
        self.at += matches
        if matches:
            self.space()
        return matches

    def fail(self, message: str, hint: str = _HINT, at: int | None = None) -> NoReturn:
        fail(self.text, self.at if at is None else at, message, hint)

    def item(self, group: Fraction | None = None) -> Item:
        """Read an item, with the weight of its group if it has none of its own."""
        removal = self.literal("!")
        if removal and self.at == self.end:
            self.fail("'!' has nothing to remove", "write !AA, without a space", self.start)
        if self.text[self.at] in "-+@:":
            hint = "write 22-55, QQ+ or AA@0.5"
            self.fail(f"there is nothing before '{self.text[self.at]}'", hint)
        hands = self.hands()
        weight = Fraction(1) if group is None else group
        at = self.at
        if self.literal("@") or self.literal(":"):
            if removal:
                self.fail("a removal has no weight", "write !AA, or AA@0.5", at)
            if group is not None:
                self.fail("the group has a weight already", "write AA@0.5 outside the group", at)
            weight = self.weight()
            if self.literal("%"):
                weight /= 100
        self.space()
        if self.at < self.end:
            self.fail(f"'{self.text[self.at]}' does not belong here")
        return Item(hands, None if removal else weight, self.start)

    def hands(self) -> tuple[int, ...]:
        if self.take(_ALL):
            return pack_hands(self.game)
        if _SHARE_TEXT.match(self.text, self.at, self.end):
            return self.best()
        start = self.at
        if (with_any := self.any_rank()) is not None:
            return with_any
        first = self.shape()
        self.space()
        if isinstance(first, int):
            if self.at < self.end and self.text[self.at] in "+-":
                self.fail("a single hand has no run", "write AKs+, A5s-A2s, or each hand")
            return (first,)
        classes = [first]
        if self.literal("+"):
            classes = first.up()
        elif self.literal("-"):
            classes = self.run(first, start)
        return tuple(hand for class_ in classes for hand in class_.hands)

    def run(self, first: HandClass, start: int) -> list[HandClass]:
        dash, at = self.text.rindex("-", start, self.at), self.at
        if at == self.end:
            self.fail("there is nothing after '-'", "write 22-55", dash)
        last = self.shape()
        if isinstance(last, int):
            self.fail("a single hand has no run", "write AKs+, A5s-A2s, or each hand", at)
        classes = first.run_to(last)
        if not classes:
            ends = self.text[start:dash].rstrip(), self.text[at : self.at]
            self.fail(f"{ends[0]} and {ends[1]} are not the ends of a run", _RUN, at)
        return classes

    def any_rank(self) -> tuple[int, ...] | None:
        """Read ``Ax``, ``A*s``, ``Axo`` or ``xxs``: a rank, or none, with any other card."""
        start = self.at
        if not _WITH_ANY.match(self.text, start, self.end):
            return None
        ranks = [None if self.take(_ANY) else self.rank() for _ in range(2)]
        kind = self.take(_KIND).lower()
        if self.at < self.end and self.text[self.at] in "+-":
            self.fail(f"{self.text[start : self.at]} has no run", "write A5s-A2s or QQ+")
        required = {rank for rank in ranks if rank is not None}
        hands_ = []
        for hand in pack_hands(self.game):
            (suit, rank), (other_suit, other_rank) = (divmod(card, 13) for card in PAIRS[hand])
            suited = {
                "": True,
                "s": suit == other_suit,
                "o": suit != other_suit and rank != other_rank,
            }
            if required <= {rank, other_rank} and suited[kind]:
                hands_.append(hand)
        return tuple(hands_)

    def shape(self) -> HandClass | int:
        """Read a class, or one hand (its index in ``PAIRS``)."""
        if _CARD.match(self.text, self.at, self.end):
            return self.two_cards()
        first, second = self.rank(), self.rank()
        kind = self.take(_KIND).lower()
        if kind and first == second:
            self.fail("a pair is neither suited nor offsuit", "write AA", self.at - 1)
        return HandClass(max(first, second), min(first, second), kind)

    def two_cards(self) -> int:
        """Read one hand of two cards, rank or suit first; return its index in ``PAIRS``."""
        first, middle = self.card(), self.at
        second = self.card()
        if first == second:
            self.fail(f"{self.text[middle : self.at]} occurs twice in one hand", at=middle)
        return NUMBER_OF[max(first, second), min(first, second)]

    def card(self) -> int:
        """Read a card; return its number."""
        suit = self.take(_SUIT)
        rank = self.rank()
        suit = suit or self.take(_SUIT)
        if not suit:
            self.fail("the second card has no suit", "write AsKs, or AKs for all four")
        return Card.of(suit, RANK_LETTERS[rank]).index

    def rank(self) -> int:
        start = self.at
        letter = self.take(_RANK).upper().replace("10", "T")
        if not letter and start == self.end:
            self.fail("a hand has two cards, not one", at=start - 1)
        if not letter:
            self.fail(f"'{self.text[start]}' is not a rank")
        rank, lowest = RANK_LETTERS.index(letter), lowest_rank(self.game)
        if rank < lowest:
            hint = f"its ranks are A down to {RANK_LETTERS[lowest]}"
            self.fail(f"{letter} is not in the pack of {self.game}", hint, start)
        return rank

    def number(self, what: str, example: str) -> Fraction:
        start = self.at
        match = _DECIMAL.match(self.text, start, self.end)
        if match is None or not match[0]:
            actual = f"'{self.text[start]}'" if start < self.end else "nothing"
            self.fail(f"{what} is a number, not {actual}", example, min(start, self.end - 1))
        whole, places = match[1].lstrip("0"), match[2] or ""
        if len(places) > _PLACES:
            over = match.start(2) + _PLACES
            self.fail(f"{what} has at most {_PLACES} decimals", example, over)
        self.at = match.end()
        if len(whole) > 10:  # too large for every use; int() need not read thousands of digits
            return Fraction(10**10)
        return Fraction(int((whole or "0") + places), 10 ** len(places))

    def best(self) -> tuple[int, ...]:
        """Read a share, or the hands between two of them."""
        start = self.at
        tables = {int(n) for n in _TABLE.findall(self.text, start, self.end)} or {2}
        players = tables.pop()
        if tables or players not in (ORDERED if self.game == "holdem" else (2,)):
            hint = "write 15% or 15%2h, in hold'em 15%4h too"
            self.fail("there is one order of hands, against 1 or 3 random hands", hint, start)
        first = self.share(players)
        position = self.at
        if not self.literal("-"):
            if not first:
                class_size, total = (
                    len(_best_first(self.game, players)[0]),
                    len(pack_hands(self.game)),
                )
                message = f"the best class has {class_size} of {total:,} hands, more than "
                message += self.text[start : self.at]
                self.fail(message, "write a larger share, or the hands", start)
            return first
        if self.at == self.end:
            self.fail("there is nothing after '-'", "write 5%-15%", position)
        smaller, larger = sorted((first, self.share(players)), key=len)
        if len(smaller) == len(larger):
            self.fail("no class lies between the two shares", "write 5%-15%", start)
        return larger[len(smaller) :]

    def share(self, players: int) -> tuple[int, ...]:
        """Read a percentage: add whole classes, best first, while the next one fits."""
        start = self.at
        share = self.number("a share", "write 15% or 7.5%")
        if not self.text.startswith("%", self.at, self.end):
            what = f"'{self.text[self.at]}'" if self.at < self.end else "a number without %"
            self.fail(
                f"{what} does not belong here", "write 15% or 7.5%", min(self.at, self.end - 1)
            )
        self.at += 1
        self.take(_TABLE)
        if not 0 < share <= 100:
            self.fail("a share is more than 0% and at most 100%", "write 15% or random", start)
        total = len(pack_hands(self.game))
        hands_: list[int] = []
        for hands in _best_first(self.game, players):
            if (len(hands_) + len(hands)) * 100 > share * total:
                break
            hands_ += hands
        return tuple(hands_)

    def weight(self) -> Fraction:
        start = self.at
        weight = self.number("a weight", "write AA@0.5, AA@25% or AA@2")
        most = _MOST_WEIGHT * (100 if self.text.startswith("%", self.at, self.end) else 1)
        if weight > most:
            self.fail(
                f"a weight must be at most {_MOST_WEIGHT:,}", "write AA@0.5, AA@25% or AA@2", start
            )
        return weight
