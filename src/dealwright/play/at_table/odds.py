"""The odds at the table: unseen cards, breaks, hands, events and lines of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from dealwright.answers import Estimate, Histogram
from dealwright.answers.card_table import CardTable
from dealwright.answers.tabular import Tabular
from dealwright.cards import Card, Seat, Suit, cards_from_mask
from dealwright.deals.hand import hand_mask

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import INLINE, SHORT, Key

__all__ = ["ALL", "Chance", "EventOdds", "LayoutOdds", "OddsAtTable", "UnseenHands"]

ALL = "all together"
_SUITS = tuple(reversed(Suit))
_MOST_SHOWN = 200  # characters of a condition in a report
_LAYOUTS = 12  # most layouts in a report that tell lines apart

Chance = Fraction | Estimate


@dataclass(frozen=True)
class UnseenHands:
    """The unseen hands: the chances of each card, and each hand's lengths and points.

    ``hands`` has, for each unseen seat, the distributions of its suit lengths as dealt, by the
    names of the suits, and of its points, ``hcp``.
    """

    cards: Annotated[CardTable, INLINE]
    hands: Mapping[str, Mapping[str, Histogram]]

    def breaks(self, suit: Suit | str) -> dict[tuple[int, int], Chance]:
        """Return the chance of each division of a suit between two unseen hands.

        West's length is before East's, and North's before South's. Empty unless exactly two hands
        are unseen.

        >>> from dealwright import table_view
        >>> unseen = table_view("south AK32.432.432.432", "north 7654.AK5.AKQ.765").odds().unseen
        >>> {ways: round(float(chance), 4) for ways, chance in unseen.breaks("spades").items()}
        ... # doctest: +NORMALIZE_WHITESPACE
        {(0, 5): 0.0196, (1, 4): 0.1413, (2, 3): 0.3391,
         (3, 2): 0.3391, (4, 1): 0.1413, (5, 0): 0.0196}
        """
        if len(self.hands) != 2:
            return {}
        name = Suit.of(suit).name.lower()
        first, second = (hand[name] for hand in self.hands.values())
        out = min(first.column()) + max(second.column())
        return {(cards, out - cards): first.probability(cards) for cards in first.column()}


@dataclass(frozen=True)
class EventOdds:
    """The chance of an event, a Fraction where exact; ``condition`` is the event as it was read.

    ``without_auction`` is its chance given only the cards and the play, None without an auction.
    """

    event: str
    condition: str
    probability: Annotated[Chance, SHORT]
    without_auction: Annotated[Chance | None, SHORT] = None


@dataclass(frozen=True)
class LayoutOdds:
    """The chance of a layout that tells lines of play apart: ``wins`` says which of them succeed.

    The layout has the suits that the lines depend on: the cards of the first unseen hand, then of
    the second, with x for each card that no line names.
    """

    layout: str
    wins: tuple[bool, ...]
    probability: Annotated[Chance, SHORT]


@dataclass(frozen=True)
class OddsAtTable(Tabular):
    """The odds at the table.

    ``seen`` are the visible hands as dealt, by seat; ``play`` the cards played; ``voids`` the suits
    of which each unseen hand has shown out; ``auction`` the condition of the auction; ``model`` the
    sentences that explain the weights of layouts, none if all are equal. ``unseen`` has the odds of
    the other hands, ``without_auction`` the same given only the cards and the play (None if there
    is no auction). With several events, the last one is all together. ``lines_of_play`` are the
    chances of lines; ``apart`` the layouts in which some of them succeed and others fail, likeliest
    first (empty if that cannot be counted).

    >>> from dealwright import table_view
    >>> odds = table_view("south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765").odds(["drop QS"])
    >>> f"{float(odds.events[0].probability):.4f}", odds.without_auction
    ('0.5313', None)
    """

    table_rows = "events"

    seen: Mapping[str, str]
    play: tuple[str, ...]
    voids: Mapping[str, tuple[str, ...]]
    auction: str
    unseen: Annotated[UnseenHands, INLINE]
    events: tuple[EventOdds, ...] = ()
    without_auction: UnseenHands | None = None
    model: tuple[str, ...] = ()
    lines_of_play: Annotated[tuple[EventOdds, ...], Key("lines")] = ()
    apart: tuple[LayoutOdds, ...] = ()

    json_keys = (
        "unseen", "auction", "model", "seen", "play", "voids", "events", "lines_of_play",
        "apart", "without_auction",
    )  # fmt: skip

    def table_columns(self) -> dict[str, list[Any]]:
        """Return a row for each event; without events, the deals of each card and seat."""
        return super().table_columns() if self.events else self.unseen.cards.table_columns()

    def lines(self, *, symbols: bool = True) -> Iterator[str]:
        """Yield the odds as text, in percent; after a bar, the odds without the auction."""
        yield from self._known_lines()
        yield ""
        yield from self._card_lines(symbols)
        if len(self.unseen.hands) == 2:
            yield ""
            yield from self._break_lines(symbols)
        yield ""
        yield from self._hand_lines()
        for entries in (self.events, self.lines_of_play):
            if entries:
                yield ""
            for event in entries:
                bar = self._bar(event.without_auction)
                yield f"{_percent(event.probability)}{bar}  {event.event}"
                if entries is self.events and event.event not in (event.condition, ALL):
                    yield " " * len(_percent(event.probability)) + f"  {event.condition}"
        yield from self._apart_lines()

    def _known_lines(self) -> Iterator[str]:
        """Yield what is known, and how many deals agree with it."""
        for seat, hand in self.seen.items():
            yield f"{seat} {hand}"
        if self.play:
            yield f"played {' '.join(self.play)}"
        for seat, suits in self.voids.items():
            yield f"{seat} has shown out of {' and '.join(suits)}"
        if self.auction:
            said = " ".join(self.auction.split())
            yield f"given {said[:_MOST_SHOWN]}{' ...' if len(said) > _MOST_SHOWN else ''}"
        for sentence in self.model:
            yield f"weighed: {sentence}"
        about = next(self.unseen.cards.lines())
        yield "exact under these weights" if self.model and self.unseen.cards.exact else about

    def _bar(self, chance: Chance | None) -> str:
        return "" if chance is None else f" |{_percent(chance)}"

    def _card_lines(self, symbols: bool) -> Iterator[str]:
        """Yield a line for each unseen card, or for cards of a suit with the same chances."""
        seats = [Seat.of(seat) for seat in self.unseen.hands]
        hands = [
            row_chances.cards
            for row_chances in (self.unseen, self.without_auction)
            if row_chances is not None
        ]
        visible = {Card(card) for card in self.play}
        visible.update(
            card for hand in self.seen.values() for card in cards_from_mask(hand_mask(hand))
        )

        def chances(card: Card) -> list[list[Chance]]:
            return [[table.chance(card, seat) for seat in seats] for table in hands]

        heads = "".join(f"{seat.name.lower():>9}" for seat in seats)
        yield " " * 15 + heads + (f" |{heads}  without the auction" if len(hands) == 2 else "")
        for suit in _SUITS:
            unseen_cards = [
                card for card in cards_from_mask(8191 << 13 * suit) if card not in visible
            ]
            for row_chances, cards in groupby(unseen_cards, key=chances):
                ranks = "".join(card.rank.letter for card in cards)
                shares = ("".join(map(_percent, row)) for row in row_chances)
                yield f"{suit.symbol if symbols else suit.letter} {ranks:<13}" + " |".join(shares)

    def _break_lines(self, symbols: bool) -> Iterator[str]:
        """Yield a line for each suit: the chance of each division."""
        first, second = self.unseen.hands
        yield f"breaks, {first} first and {second} second"
        for suit in _SUITS:
            mark = suit.symbol if symbols else suit.letter
            for hands, word in ((self.unseen, ""), (self.without_auction, "without the auction ")):
                if hands is not None:
                    yield f"{' ' if word else mark} {word}" + "  ".join(
                        f"{first_length}-{second_length} {float(chance):.2%}"
                        for (first_length, second_length), chance in sorted(
                            hands.breaks(suit).items(), reverse=True
                        )
                    )

    def _apart_lines(self) -> Iterator[str]:
        """Yield the likeliest layouts that tell lines apart, and which lines succeed in them."""
        if not self.apart:
            return
        yield ""
        yield f"layouts that tell the lines apart, {' and '.join(self.unseen.hands)}:"
        for layout in self.apart[:_LAYOUTS]:
            lines = [str(number) for number, won in enumerate(layout.wins, 1) if won]
            chance = _percent(layout.probability)
            yield f"{chance}  {layout.layout}  line {', '.join(lines)} succeeds"
        if more := self.apart[_LAYOUTS:]:
            rest = sum(float(layout.probability) for layout in more)
            yield f"{rest:9.3%}  {len(more)} other layouts"

    def _hand_lines(self) -> Iterator[str]:
        """Yield a line for each unseen hand, or two: its lengths and points, and their means."""
        for seat, numbers in self.unseen.hands.items():
            for histograms, word in (
                (numbers, seat),
                (self.without_auction and self.without_auction.hands[seat], "without the auction"),
            ):
                if histograms:
                    yield f"{word}: " + ", ".join(
                        f"{name} {_ends(histogram)} (mean {float(histogram.mean()):.2f})"
                        for name, histogram in histograms.items()
                    )


def _ends(histogram: Histogram) -> str:
    values = list(histogram.column())
    return f"{values[0]}-{values[-1]}" if len(values) > 1 else str(values[0])


def _percent(chance: Chance) -> str:
    return f"{float(chance):9.3%}"
