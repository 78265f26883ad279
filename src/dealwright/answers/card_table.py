"""The card table: the number of deals in which each seat holds each of the 52 cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from dealwright.answers.estimates import Estimate, normal_quantile, proportion, wilson
from dealwright.answers.html import Cell, Shade, html_table
from dealwright.answers.tabular import Tabular
from dealwright.base.errors import ArgumentError
from dealwright.cards import Card, Seat, Suit

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import DIGITS, OR_NULL, Key, Through

__all__ = ["CardTable"]

_CARDS_SHOWN = sorted(
    range(52), key=lambda card: (-(card // 13), -(card % 13))
)  # spades, ace first


class _OfSeats(NamedTuple):
    """The numbers of deals in which each seat holds a card."""

    north: Annotated[int, DIGITS]
    east: Annotated[int, DIGITS]
    south: Annotated[int, DIGITS]
    west: Annotated[int, DIGITS]


def _named_counts(counts: tuple[tuple[int, ...], ...]) -> dict[str, _OfSeats]:
    return {str(Card(card)): _OfSeats(*counts[card]) for card in _CARDS_SHOWN}


def _counts_of_names(named: dict[str, _OfSeats]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(named[str(Card(card))]) for card in range(52))


@dataclass(frozen=True)
class CardTable(Tabular):
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

    total: Annotated[int, DIGITS, Key("count")]
    counts: Annotated[
        tuple[tuple[int, ...], ...],
        Key("cards"),
        Through(dict[str, _OfSeats], _named_counts, _counts_of_names),
    ]
    exact: bool = True
    condition: str = ""
    method: str = "exact"
    seed: Annotated[str, OR_NULL] = ""

    json_keys = ("total", "exact", "method", "seed", "condition", "half_width", "counts")

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
            raise ArgumentError("there are no deals, so there are no chances to show")
        if self.exact:
            return Fraction(hits, self.total)
        return proportion(hits, self.total, method=self.method, seed=self.seed)

    def table_columns(self) -> dict[str, list[Any]]:
        """Return the columns of the cards, spades and aces first, and of the deals of each seat."""
        cards = [Card(index) for index in reversed(range(52))]
        counts = {
            seat.name.lower(): [self.counts[card.index][seat] for card in cards] for seat in Seat
        }
        return {"card": [str(card) for card in cards], **counts}

    def lines(self, *, symbols: bool = True) -> Iterator[str]:
        """Yield the table as text: a line for each card, or for cards with the same chances."""
        yield self._about()
        if not self.total:
            return
        yield " " * 15 + "".join(f"{seat:>10}" for seat in _OfSeats._fields)
        for suit, cards in groupby(_CARDS_SHOWN, key=lambda card: card // 13):
            mark = Suit(suit).symbol if symbols else Suit(suit).letter
            for alike in self._alike(list(cards)):
                ranks = "".join(Card(card).rank.letter for card in alike)
                shares = (f"{n / self.total:10.3%}" for n in self.counts[alike[0]])
                yield f"{mark} {ranks:<13}" + "".join(shares)

    def _repr_html_(self) -> str:
        rows: list[Sequence[Cell]] = []
        for suit, group in groupby(_CARDS_SHOWN if self.total else [], key=lambda card: card // 13):
            cards = list(group)
            for seat in Seat:
                shares = [self.counts[card][seat] / self.total for card in cards]
                cells = [
                    Shade(f"{100 * share:.0f}", share, f"{Card(card)} {seat.name.lower()}")
                    for card, share in zip(cards, shares, strict=True)
                ]
                rows.append([f"{Suit(suit).symbol} {seat.name.lower()}", *cells])
        heads = ["%", *(Card(card).rank.letter for card in _CARDS_SHOWN[:13])]
        return html_table(self.condition or "every deal", heads, rows, notes=[self._about()])

    def _about(self) -> str:
        deals = f"{self.total:,} deal{'' if self.total == 1 else 's'}"
        if self.exact:
            return f"{deals}, exact"
        half = 100 * self.half_width
        between = f"; 95 % interval of a chance of 50%: {50 - half:.2f} to {50 + half:.2f}"
        return f"{deals}, sampled{between if self.total else ''}"

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval of a chance of 1/2; 0 if exact."""
        if self.exact:
            return 0
        if not self.total:
            return 0.5
        low, high = wilson(0.5, self.total, normal_quantile(0.95))
        return (high - low) / 2

    def _alike(self, cards: list[int]) -> Iterator[list[int]]:
        """Yield the cards of a suit in runs with equal counts."""
        for _, run in groupby(cards, key=lambda card: self.counts[card]):
            yield list(run)
