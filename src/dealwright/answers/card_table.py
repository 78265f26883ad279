"""The table of cards: in how many deals each seat holds each of the 52 cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from statistics import NormalDist
from typing import Any

from dealwright.answers.estimates import Estimate, proportion, wilson
from dealwright.answers.html import Cell, Shade, html_table
from dealwright.cards import Card, Seat, Suit
from dealwright.defaults import with_defaults
from dealwright.errors import ArgumentError

__all__ = ["CardTable"]

_SHOWN = sorted(range(52), key=lambda card: (-(card // 13), -(card % 13)))  # spades, ace first
_SEATS = [seat.name.lower() for seat in Seat]


@dataclass(frozen=True)
class CardTable:
    """In how many deals of a condition each seat holds each card.

    ``counts[card][seat]`` is a number of deals: cards are numbered from the deuce of clubs to the
    ace of spades (13 * suit + rank), seats from north to west. ``total`` is the number of deals:
    all of the condition where ``exact``, else a sample that ``method`` dealt with ``seed``.

    >>> from dealwright import parse
    >>> table = parse("hcp(north) == 37").cards()
    >>> table.total, table.count("SA", "north"), table.chance("SJ", "north")
    (337912392291465600, 337912392291465600, Fraction(1, 4))

    :raises ArgumentError: if the counts are not 52 rows of 4, each with the total as its sum
    """

    total: int
    counts: tuple[tuple[int, ...], ...]
    exact: bool = True
    condition: str = ""
    method: str = "exact"
    seed: str = ""

    def __post_init__(self) -> None:
        if len(self.counts) != 52 or any(len(row) != 4 for row in self.counts):
            raise ArgumentError("a table of cards has 52 rows of 4 counts")
        if any(sum(row) != self.total or min(row) < 0 for row in self.counts):
            raise ArgumentError("each card is with one of the seats in every deal")

    def count(self, card: Card | int | str, seat: Seat | int | str) -> int:
        """Return the number of deals in which a seat holds a card.

        :raises CardError: if there is no such card or seat
        """
        return self.counts[Card(card).index][Seat.of(seat)]

    def chance(self, card: Card | int | str, seat: Seat | int | str) -> Fraction | Estimate:
        """Return the probability that a seat holds a card: a Fraction where exact.

        :raises ArgumentError: if there is no deal
        :raises CardError: if there is no such card or seat
        """
        hits = self.count(card, seat)
        if not self.total:
            raise ArgumentError("there is no deal, so no card is anywhere")
        if self.exact:
            return Fraction(hits, self.total)
        return proportion(hits, self.total, method=self.method, seed=self.seed)

    def to_dict(self) -> dict[str, Any]:
        """Return the table as JSON values; numbers of deals are decimal strings.

        A sample has ``half_width`` too: that of the 95 % interval of a chance of a half.
        """
        return {
            "count": str(self.total),
            "exact": self.exact,
            "method": self.method,
            "seed": self.seed or None,
            "condition": self.condition,
            "half_width": 0 if self.exact else self._half_width(),
            "cards": {
                str(Card(card)): dict(zip(_SEATS, map(str, self.counts[card]), strict=True))
                for card in _SHOWN
            },
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> CardTable:
        """Return the table of JSON values; the inverse of ``to_dict``."""
        values = with_defaults(cls, values)
        cards = values["cards"]
        counts = tuple(
            tuple(int(cards[str(Card(card))][seat]) for seat in _SEATS) for card in range(52)
        )
        return cls(
            int(values["count"]), counts, values["exact"], values["condition"], values["method"],
            values["seed"] or "",
        )  # fmt: skip

    def lines(self, *, symbols: bool = True) -> Iterator[str]:
        """Yield the table as text: a line for each card, or for cards with the same chances."""
        yield self._about()
        if not self.total:
            return
        yield " " * 15 + "".join(f"{seat:>10}" for seat in _SEATS)
        for suit, cards in groupby(_SHOWN, key=lambda card: card // 13):
            mark = Suit(suit).symbol if symbols else Suit(suit).letter
            for alike in self._alike(list(cards)):
                ranks = "".join(Card(card).rank.letter for card in alike)
                shares = (f"{n / self.total:10.3%}" for n in self.counts[alike[0]])
                yield f"{mark} {ranks:<13}" + "".join(shares)

    def _repr_html_(self) -> str:
        rows: list[Sequence[Cell]] = []
        for suit, group in groupby(_SHOWN if self.total else [], key=lambda card: card // 13):
            cards = list(group)
            for seat in Seat:
                shares = [self.counts[card][seat] / self.total for card in cards]
                found = [
                    Shade(f"{100 * share:.0f}", share, f"{Card(card)} {seat.name.lower()}")
                    for card, share in zip(cards, shares, strict=True)
                ]
                rows.append([f"{Suit(suit).symbol} {seat.name.lower()}", *found])
        heads = ["%", *(Card(card).rank.letter for card in _SHOWN[:13])]
        return html_table(self.condition or "every deal", heads, rows, notes=[self._about()])

    def _about(self) -> str:
        if self.exact:
            return f"{self.total:,} deals, exact"
        half = 100 * self._half_width()
        between = f"; 95 % interval of a chance of 50%: {50 - half:.2f} to {50 + half:.2f}"
        return f"{self.total:,} deals, sampled{between if self.total else ''}"

    def _half_width(self) -> float:
        """Return half the interval of a chance of a half; other chances have others."""
        if not self.total:
            return 0.5
        low, high = wilson(0.5, self.total, NormalDist().inv_cdf(0.975))
        return (high - low) / 2

    def _alike(self, cards: list[int]) -> Iterator[list[int]]:
        """Yield the cards of a suit in runs that no count tells apart."""
        for _, run in groupby(cards, key=lambda card: self.counts[card]):
            yield list(run)
