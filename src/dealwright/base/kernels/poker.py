"""The interface to the poker kernels: checks hands, allocates values, reports invalid rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base import kernels
from dealwright.base.errors import PokerError
from dealwright.base.kernels.stopping import StopFlag

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    UInt16Array = NDArray[np.uint16]
    UInt64Array = NDArray[np.uint64]

__all__ = ["PokerKernels", "Rules", "count_up_to", "omaha_fives", "ordered_hands", "poker_kernels"]

_LEAST, _MOST = 5, 7
_STRAIGHTS, _SUITED = (4, 8), (5, 8)
_GROUPS: dict[int, dict[int, tuple[int, ...]]] = {  # ranks of a category, by the number of cards
    1: {0: (1,)},
    2: {0: (2,), 1: (1,)},
    3: {0: (3,), 1: (1, 1), 3: (1,)},
    4: {0: (4,), 1: (1, 2), 2: (2,), 3: (1, 1), 7: (1,)},
    5: {0: (5,), 1: (1, 3), 2: (2, 1), 3: (1, 2), 5: (5,), 6: (1, 1), 7: (1, 1)},
}
_HANDS_AT_ONCE = 1 << 20  # in one call of a kernel: 5 to 10 ms
_NUMBERS_AT_ONCE = 1 << 22
_OMAHA_AT_ONCE = 1 << 16
_VALUES_AT_ONCE = 1 << 26  # values compared with bounds in one call
_MOST_MISSING = 5  # cards to add in one call: 2.6 million hands at most


@dataclass(frozen=True)
class Rules:
    """The rules for comparing hands of five cards in one game.

    Categories are numbers: high card 0, pair, two pair, trips, straight, flush, full house, quads,
    straight flush 8. Within a category, the most frequent ranks are compared first; the higher is
    better (in a ``low`` game the lower).
    """

    ranks: int  # of the pack, 13 bits
    order: tuple[int, ...]  # categories, the best first
    straights: tuple[int, ...]  # their ranks, 13 bits each, the best first
    low: bool = False
    ace_low: bool = False  # the ace compares below the deuce
    flushes: bool = True  # suits matter
    limit: int = 0  # larger values are replaced by this one; 0: no limit
    most: int = _MOST  # maximal cards of a hand; above five only if a flush cannot hurt

    @property
    def pack(self) -> NDArray[np.uint8]:
        """The cards of the game, ascending."""
        return np.array([c for c in range(52) if self.ranks >> c % 13 & 1], dtype=np.uint8)


@lru_cache(maxsize=16)
def poker_kernels(rules: Rules, card_type: type) -> PokerKernels:
    """Return the kernels for a game; their tables are cached."""
    return PokerKernels(rules, card_type)


@lru_cache(maxsize=32)
def ordered_hands(rules: Rules, cards: int = 5) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the meaning of values 1, 2 ...: category, and ranks in the order of comparison.

    Hands of one to four cards have no straights and no flushes.
    """
    return tuple(
        (category, ranks) for category in rules.order for ranks in _ranks(rules, category, cards)
    )


def _ranks(rules: Rules, category: int, cards: int) -> list[tuple[int, ...]]:
    """Return the ranks of each hand of a category, each rank once, the best hand first."""
    if cards < _LEAST and category not in _GROUPS[cards]:
        return []
    if category in _SUITED and not rules.flushes:
        return []
    if category in _STRAIGHTS:
        return [_straight(straight) for straight in rules.straights]
    groups = _GROUPS[cards][category]
    hands = [hand for hand in _grouped(rules, groups) if not _is_straight(rules, hand)]
    return sorted(
        hands, key=lambda hand: [_height(rules, rank) for rank in hand], reverse=not rules.low
    )


def _grouped(rules: Rules, groups: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the choices of the most frequent ranks, followed by the less frequent ranks."""
    pack_ranks = [rank for rank in range(13) if rules.ranks >> rank & 1]
    pack_ranks.sort(key=lambda rank: _height(rules, rank), reverse=True)
    for parts in product(*(combinations(pack_ranks, size) for size in groups)):
        hand = tuple(rank for part in parts for rank in part)
        if len(set(hand)) == len(hand):
            yield hand


def _height(rules: Rules, rank: int) -> int:
    return (rank + 1) % 13 if rules.ace_low else rank


def _is_straight(rules: Rules, hand: tuple[int, ...]) -> bool:
    return len(hand) == 5 and sum(1 << rank for rank in hand) in rules.straights


def _straight(ranks: int) -> tuple[int, ...]:
    """Return the ranks of a straight from the top; the ace of a wheel comes last."""
    hand = [rank for rank in range(12, -1, -1) if ranks >> rank & 1]
    return tuple(hand if hand[0] - hand[1] == 1 else [*hand[1:], hand[0]])


def omaha_fives(hole: int, board: int) -> list[tuple[int, ...]]:
    """Return the columns of each choice of two hole cards and three board cards.

    >>> omaha_fives(2, 4)
    [(0, 1, 2, 3, 4), (0, 1, 2, 3, 5), (0, 1, 2, 4, 5), (0, 1, 3, 4, 5)]
    """
    shared = range(hole, hole + board)
    return [
        (*own, *three) for own in combinations(range(hole), 2) for three in combinations(shared, 3)
    ]


class PokerKernels:
    """Values hands in batches, 1 the best: rows uint8[n, 5..7], masks uint64[n] or numbers.

    A single hand may have objects of ``card_type``, whose numbers are in their slot ``index``.
    """

    def __init__(self, rules: Rules, card_type: type) -> None:
        self.rules, self.card_type = rules, card_type
        self._pack_mask = sum(rules.ranks << 13 * suit for suit in range(4))

    @cached_property
    def pack(self) -> NDArray[np.uint8]:
        """The cards of the game, ascending."""
        return self.rules.pack

    @cached_property
    def native(self) -> Any:
        """The compiled tables."""
        rules = self.rules
        return kernels.native_module().Poker(
            rules.ranks,
            list(rules.order),
            list(rules.straights),
            rules.low,
            rules.ace_low,
            rules.flushes,
            rules.limit,
        )

    @cached_property
    def worst(self) -> int:
        """The largest value, that of the worst hand."""
        return int(self.native.worst())

    def value_rows(self, rows: ArrayLike) -> UInt16Array:
        """Return the values of rows of cards, uint16[n].

        :raises PokerError: if a row is not 5 to 7 different cards of the game, with its number
        """
        table = np.asarray(rows)
        if table.ndim != 2:
            raise PokerError(f"hands must be rows of cards, not {table.shape}")
        self._check_size(table.shape[1])
        table = self._narrow(table)
        out = np.empty(len(table), dtype=np.uint16)
        value = kernels.native_module().poker_value_rows
        for part in kernels.stretches(len(out), _HANDS_AT_ONCE):
            bad = value(self.native, table[part], out[part])
            if bad >= 0:
                self._refuse(part.start + bad, table[part.start + bad].tolist())
        return out

    def value_masks(self, masks: UInt64Array) -> UInt16Array:
        """Return the values of masks of equal size, uint16[n].

        :raises PokerError: if a mask is not 5 to 7 cards of the game, with its index
        """
        masks = np.ascontiguousarray(masks)
        if masks.ndim != 1:
            raise PokerError(f"masks must be a one-dimensional array, not {masks.shape}")
        if not len(masks):
            return np.empty(0, dtype=np.uint16)
        k = int(masks[0]).bit_count()
        self._check_size(k)
        out = np.empty(len(masks), dtype=np.uint16)
        value = kernels.native_module().poker_value_masks
        for part in kernels.stretches(len(out), _HANDS_AT_ONCE):
            bad = value(self.native, k, masks[part], out[part])
            if bad >= 0:
                index = part.start + bad
                raise PokerError(
                    f"mask {index} ({int(masks[index]):#x}) is not {k} cards of this game, as "
                    "the first "
                    "one is"
                )
        return out

    def value_omaha(self, hole: ArrayLike, board: ArrayLike) -> UInt16Array:
        """Return the best value of two hole cards with three board cards, uint16[n].

        ``hole`` is [n, 2..6], ``board`` [n, 3..5].

        :raises PokerError: if a row's cards are not different cards of the game, with its number
        """
        own, shared = np.asarray(hole), np.asarray(board)
        if own.ndim != 2 or shared.ndim != 2 or len(own) != len(shared):
            raise PokerError(
                f"hole cards and boards must be rows, not {own.shape} and {shared.shape}"
            )
        if not 2 <= own.shape[1] <= 6 or not 3 <= shared.shape[1] <= 5:
            raise PokerError(
                f"2 to 6 hole cards go with 3 to 5 of the board, not {own.shape[1]} with "
                f"{shared.shape[1]}"
            )
        rows = np.hstack([self._narrow(own), self._narrow(shared)])
        out = np.empty(len(rows), dtype=np.uint16)
        value = kernels.native_module().poker_value_omaha
        for part in kernels.stretches(len(out), _OMAHA_AT_ONCE):
            bad = value(self.native, own.shape[1], rows[part], out[part])
            if bad >= 0:
                self._refuse(part.start + bad, rows[part.start + bad].tolist())
        return out

    def value_numbers(self, k: int, first: int, n: int) -> UInt16Array:
        """Return the values of hands ``first`` .. ``first + n - 1`` of k cards in colex order.

        A hand's number is the colex number of its cards' positions in the pack of the game.

        :raises PokerError: if there are no such hands
        """
        self._check_numbers(k, first, n)
        out = np.empty(n, dtype=np.uint16)
        value = kernels.native_module().poker_value_numbers
        for part in kernels.stretches(n, _NUMBERS_AT_ONCE):
            value(self.native, self.pack, k, first + part.start, out[part])
        return out

    def count_values(self, k: int, first: int = 0, n: int | None = None) -> UInt64Array:
        """Return how many of those hands (by default all) have each value, uint64[worst + 1].

        :raises PokerError: if there are no such hands
        """
        n = comb(len(self.pack), k) - first if n is None else n
        self._check_numbers(k, first, n)
        counts = np.zeros(self.worst + 1, dtype=np.uint64)
        count = kernels.native_module().poker_count_values
        for part in kernels.stretches(n, _NUMBERS_AT_ONCE):
            size = part.stop - part.start
            count(self.native, self.pack, k, first + part.start, size, counts)
        return counts

    def count_completions(
        self,
        known: Sequence[int],
        k: int,
        cards: Sequence[int] | None = None,
        *,
        stop: StopFlag | None = None,
    ) -> UInt64Array:
        """Return how many hands of k cards that contain the known ones have each value.

        The other cards come from ``cards``, by default the rest of the pack. The result is
        uint64[worst + 1].

        :raises PokerError: if the known cards are too many, not of the game, or repeated
        :raises Stopped: if the flag was set before it was done
        """
        self._check_size(k)
        known_cards = self.checked_rows(np.array([known], dtype=np.int64))[0]
        if len(known_cards) > k:
            raise PokerError(f"{len(known_cards)} cards are known, too many for hands of {k}")
        if cards is None:
            cards = [card for card in self.pack.tolist() if card not in known]
        self.checked_rows(np.array([[*known, *cards]], dtype=np.int64))
        rest = np.array(cards, dtype=np.uint8)
        counts = np.zeros(self.worst + 1, dtype=np.uint64)
        self._count_completions(rest, known_cards, k, counts, StopFlag() if stop is None else stop)
        return counts

    def _count_completions(
        self,
        rest: NDArray[np.uint8],
        known_cards: NDArray[np.uint8],
        k: int,
        counts: UInt64Array,
        stop: StopFlag,
    ) -> None:
        stop.check()
        if k - len(known_cards) <= _MOST_MISSING:
            kernels.native_module().poker_count_completions(
                self.native, rest, known_cards, k, counts
            )
            return
        for index, card in enumerate(rest):  # the highest added card
            self._count_completions(rest[:index], np.append(known_cards, card), k, counts, stop)

    @cached_property
    def value_one(self) -> Callable[[Any], int | None]:
        """A function that returns the value of a hand, or None if it cannot be read as one.

        A hand is a mask, text with ranks before suits, or a tuple or list of card numbers and
        objects of ``card_type``. It is for games whose hands have up to seven cards.
        """
        return partial(kernels.native_module().poker_value_one, self.native, self.card_type)

    @cached_property
    def value_omaha_one(self) -> Callable[[int, Any, Any], int | None]:
        """A function that returns the value of one hand of so many hole cards with a board.

        Both are read as in ``value_one``; None if it is not a hand or cannot be read.
        """
        return partial(kernels.native_module().poker_value_omaha_one, self.native, self.card_type)

    def best_five(self, hole: int, cards: Any, board: Any) -> list[int] | None:
        """Return the best five cards of a hand, read as in ``value_one``; of Omaha if ``hole`` > 0.

        The most frequent ranks come first, then the highest. Of equally good choices, the first in
        the order of the cards is returned. None if it is not a hand or cannot be read.
        """
        best = kernels.native_module().poker_best_five
        five_cards: list[int] | None = best(self.native, hole, cards, board, self.card_type)
        return five_cards

    def checked_rows(self, cards: NDArray[Any]) -> NDArray[np.uint8]:
        """Return rows of cards [n, k] as uint8; check that they are different cards of the game.

        :raises PokerError: with the number of the first row that is not
        """
        rows = self._narrow(cards)
        bits = np.uint64(1) << np.minimum(rows, 63).astype(np.uint64)
        masks = np.bitwise_or.reduce(bits, axis=1, initial=np.uint64(0))
        outside = np.uint64((1 << 64) - 1 - self._pack_mask)
        doubled = (np.diff(np.sort(rows, axis=1), axis=1) == 0).any(axis=1)
        wrong = np.flatnonzero(doubled | ((masks & outside) != 0))
        if len(wrong):
            self._refuse(int(wrong[0]), rows[wrong[0]].tolist())
        return rows

    def _check_size(self, k: int) -> None:
        if not _LEAST <= k <= self.rules.most:
            sizes = "5" if self.rules.most == _LEAST else f"{_LEAST} to {self.rules.most}"
            raise PokerError(f"hands of this game have {sizes} cards, not {k}")

    def _check_numbers(self, k: int, first: int, n: int) -> None:
        self._check_size(k)
        size = comb(len(self.pack), k)
        if first < 0 or n < 0 or first + n > size:
            raise PokerError(f"hands {first:,} to {first + n - 1:,} are not among the {size:,}")

    def _narrow(self, table: NDArray[Any]) -> NDArray[np.uint8]:
        if table.dtype.kind not in "iu" and table.size:
            raise PokerError(f"cards must be integers 0 to 51, not {table.dtype}")
        if table.dtype != np.uint8 and table.size and (table.min() < 0 or table.max() > 51):
            row = int(np.flatnonzero(((table < 0) | (table > 51)).any(axis=1))[0])
            self._refuse(row, table[row].tolist())
        return np.ascontiguousarray(table, dtype=np.uint8)

    def _refuse(self, row: int, cards: list[int]) -> None:
        for index, card in enumerate(cards):
            if not 0 <= card <= 51:
                reason = "cards are 0 to 51"
            elif card in cards[:index]:
                reason = f"card {card} occurs twice"
            elif not self._pack_mask >> card & 1:
                reason = f"card {card} is not in the pack of this game"
            else:
                continue
            raise PokerError(f"row {row} ({' '.join(map(str, cards))}) is not a hand: {reason}")


def count_up_to(values: UInt16Array, bounds: Sequence[int]) -> list[int]:
    """Return how many of the values, uint16[n], are at most each of the bounds."""
    counts = np.zeros(len(bounds), dtype=np.uint64)
    limits = np.array(bounds, dtype=np.uint16)
    count, column = kernels.native_module().poker_count_up_to, np.ascontiguousarray(values)
    for part in kernels.stretches(len(column), max(1, _VALUES_AT_ONCE // max(1, len(bounds)))):
        count(column[part], limits, counts)
    totals: list[int] = counts.tolist()
    return totals
