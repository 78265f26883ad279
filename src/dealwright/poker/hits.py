"""How a range hits a board: made hands, draws, and the hands after each next card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.answers.tabular import Tabular
from dealwright.base.errors import PokerError
from dealwright.poker.cards import card_list, card_mask, card_text
from dealwright.poker.categories import Category, category
from dealwright.poker.equities import checked_players
from dealwright.poker.games import GAMES, game_named
from dealwright.poker.strength import evaluate

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import EXACT, Text
    from dealwright.poker.ranges import Range

__all__ = ["DRAWS", "MADE", "RangeHits", "range_hits"]

MADE = (
    "straight flush", "quads", "full house", "flush", "straight", "set", "trips", "two pair",
    "overpair", "top pair", "second pair", "lower pair", "pair below the board", "pair on board",
    "ace high", "no pair",
)  # fmt: skip
"""What hands make, best first. Trips are a set with a pair in the hand; a pair is over, among or
below the ranks of the board, or on the board itself."""

DRAWS = ("flush draw", "open-ended straight draw", "gutshot", "flush and straight draw", "no draw")
"""Draws of hands that have no such hand yet: to a flush with nine cards, to a straight with two
ranks (open-ended, or two gutshots) or with one. A hand with both draws counts in each."""


@dataclass(frozen=True)
class RangeHits(Tabular):
    """The made hands and draws of a range on a board, counted by the weights of the hands.

    ``made`` has the weight of each kind of ``MADE`` and ``draws`` of each of ``DRAWS`` (empty on
    the river), ``next_cards`` that of each category with one more card; ``total`` is the weight of
    all hands that the board and the dead cards leave, ``hands`` their number.
    """

    game: str
    board: str
    dead: str
    range: str
    hands: int
    total: Annotated[int, EXACT]
    made: dict[str, Annotated[int, EXACT]]
    draws: dict[str, Annotated[int, EXACT]]
    next_cards: dict[str, dict[Annotated[Category, Text("words", "parse")], Annotated[int, EXACT]]]

    def lines(self, *, colour: bool = False) -> Iterator[str]:
        """Yield the hits as text: the grid of the range, then made hands and draws in percent."""
        from dealwright.poker.reports import hits_lines

        return hits_lines(self, colour=colour)

    def share(self, kind: str) -> Fraction:
        """Return the share of the range that makes a kind of hand, or has a draw.

        >>> range_hits("QQ, AKs", "Qh Jh 2c").share("set")
        Fraction(3, 7)

        :raises PokerError: if there is no such kind
        """
        weights = {**self.made, **self.draws}
        if kind not in weights:
            raise PokerError(
                f"'{kind}' is neither made nor drawn here; choose {', '.join(weights)}"
            )
        return Fraction(weights[kind], self.total)


def range_hits(
    given: str | Range, board: Any, dead: Any = "", *, game: str = "holdem"
) -> RangeHits:
    """Return how a range of hold'em or short deck hits a flop, turn or river.

    >>> hits = range_hits("QQ+, AKs, T9s", "Qh Jh 2c")
    >>> {kind: n for kind, n in hits.made.items() if n}
    {'set': 3, 'overpair': 12, 'ace high': 4, 'no pair': 4}
    >>> {kind: n for kind, n in hits.draws.items() if n}
    {'flush draw': 2, 'open-ended straight draw': 4, 'gutshot': 4,
     'flush and straight draw': 2, 'no draw': 15}
    >>> hits.next_cards["8h"].get(Category.STRAIGHT)
    3

    :raises PokerError: if the board has not three to five cards, or the range, cards and game do
        not fit together
    :raises CardError: if something is not a card
    """
    played = game_named(game)
    if played.rules is None or not (played.has_ranges and played.has_categories):
        choice = ", ".join(
            game_.name for game_ in GAMES.values() if game_.has_ranges and game_.has_categories
        )
        raise PokerError(f"range_hits is for {choice}, not for {played.name}")
    order = np.array([played.rules.order.index(kind) for kind in range(9)])  # the best first
    shared, dead_mask = card_mask(board), card_mask(dead)
    on_board = card_list(shared)
    if not 3 <= len(on_board) <= 5:
        raise PokerError(f"give a board of three to five cards, not {len(on_board)}")
    player = checked_players(played, (given, "random"), shared, dead_mask)[0]
    weights: NDArray[Any] = np.array(player.hands.weights.tolist(), dtype=object)
    bits = player.hands.masks[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
    cards = np.nonzero(bits)[1].reshape(-1, 2).astype(np.uint8)

    def weight(of: NDArray[np.bool_]) -> int:
        return int(weights[of].sum())

    def kinds_of(hands: NDArray[np.uint8], board: list[int]) -> NDArray[np.uint8]:
        return category(evaluate(_rows(hands, board), played.name), played.name)

    kinds = kinds_of(cards, on_board)
    made_index = _made(kinds, cards, np.array(on_board, dtype=np.uint8))
    draws: dict[str, int] = {}
    next_cards: dict[str, dict[Category, int]] = {}
    if len(on_board) < 5:
        flush, ranks = _drawn(cards, on_board, played.rules.straights)
        flush &= order[kinds] > order[Category.FLUSH]
        ranks[order[kinds] <= order[Category.STRAIGHT]] = 0
        draw_tests = [flush, ranks >= 2, ranks == 1, flush & (ranks > 0), ~flush & (ranks == 0)]
        draws = {kind: weight(has) for kind, has in zip(DRAWS, draw_tests, strict=True)}
        for card in range(51, -1, -1):
            if (shared | dead_mask) >> card & 1 or not played.equity_kernels.pack >> card & 1:
                continue
            free = (cards != card).all(axis=1)
            later = kinds_of(cards[free], [*on_board, card])
            next_cards[card_text([card])] = {
                Category(kind): int(weights[free][later == kind].sum())
                for kind in sorted({*later.tolist()}, key=lambda kind: int(order[kind]))
            }
    return RangeHits(
        played.name, card_text(card_list(board)), card_text(card_list(dead)), player.text,
        len(cards), int(weights.sum()),
        {kind: weight(made_index == index) for index, kind in enumerate(MADE)}, draws, next_cards,
    )  # fmt: skip


def _rows(cards: NDArray[np.uint8], board: list[int]) -> NDArray[np.uint8]:
    """Return rows of hands with the board."""
    shared = np.tile(np.array(board, dtype=np.uint8), (len(cards), 1))
    return np.hstack([cards, shared])


def _made(
    kinds: NDArray[np.uint8], cards: NDArray[np.uint8], board: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """Return the index in ``MADE`` of each hand, given its category."""
    ranks = (cards % 13).astype(np.int64)
    high, low = ranks.max(axis=1), ranks.min(axis=1)
    pocket = high == low
    on_board = sorted({*(board % 13).tolist()}, reverse=True)
    paired = np.where(np.isin(high, on_board), high, np.where(np.isin(low, on_board), low, -1))
    top, second = on_board[0], on_board[1] if len(on_board) > 1 else -2
    indices = np.empty(len(cards), dtype=np.int64)
    indices[:] = MADE.index("no pair")
    ace = (kinds == Category.HIGH_CARD) & (high == 12)
    indices[ace] = MADE.index("ace high")
    pair = kinds == Category.PAIR
    for chosen, kind in (
        (pair, "pair on board"),
        (pair & (paired >= 0), "lower pair"),
        (pair & (paired == second), "second pair"),
        (pair & (paired == top), "top pair"),
        (pair & pocket, "pair below the board"),
        (pair & pocket & (high > top), "overpair"),
        (kinds == Category.TWO_PAIR, "two pair"),
        (kinds == Category.TRIPS, "trips"),
        ((kinds == Category.TRIPS) & pocket, "set"),
        (kinds == Category.STRAIGHT, "straight"),
        (kinds == Category.FLUSH, "flush"),
        (kinds == Category.FULL_HOUSE, "full house"),
        (kinds == Category.QUADS, "quads"),
        (kinds == Category.STRAIGHT_FLUSH, "straight flush"),
    ):
        indices[chosen] = MADE.index(kind)
    return indices


def _drawn(
    cards: NDArray[np.uint8], board: list[int], runs: tuple[int, ...]
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return which hands draw to a flush, and how many ranks would make each a straight.

    Only draws that use a card of the hand count, not those of the board alone.
    ``runs`` are the ranks of the game's straights, the best first.
    """
    suits = np.array([sum(card // 13 == suit for card in board) for suit in range(4)])
    in_hand = np.stack([(cards // 13 == suit).sum(axis=1) for suit in range(4)], axis=1)
    flush: NDArray[np.bool_] = (((in_hand + suits) == 4) & (in_hand > 0)).any(axis=1)
    on_board = sum({1 << card % 13 for card in board})
    holdings = np.bitwise_or.reduce(np.int64(1) << (cards % 13).astype(np.int64), axis=1)
    straights = _straights(runs)
    ranks = np.zeros(len(cards), dtype=np.int64)
    for rank in range(13):
        with_hand = straights[holdings | on_board | 1 << rank]
        ranks += with_hand > straights[on_board | 1 << rank]
    return flush, ranks


def _straights(runs: tuple[int, ...]) -> NDArray[np.int8]:
    """Return the height of the best straight in each set of 13 ranks, or -1: int8[8192]."""
    sets = np.arange(1 << 13, dtype=np.int64)
    heights: NDArray[np.int8] = np.full(1 << 13, -1, dtype=np.int8)
    for height, five in enumerate(reversed(runs)):
        heights[sets & five == five] = height
    return heights
