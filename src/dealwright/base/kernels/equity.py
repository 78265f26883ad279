"""The interface to the equity kernels: winners over all or random ways to deal missing cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.base import kernels
from dealwright.base.errors import KernelError, PokerError
from dealwright.base.kernels.stopping import StopFlag, flag_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels import Key
    from dealwright.base.kernels.poker import PokerKernels

    UInt32Array = NDArray[np.uint32]
    UInt64Array = NDArray[np.uint64]

__all__ = [
    "MOST_PLAYERS",
    "ROUNDS_AT_ONCE",
    "EquityKernels",
    "PlayerHands",
    "WeightedHands",
    "player_hands",
]

MOST_PLAYERS = 10
ROUNDS_AT_ONCE = 256
_KINDS = ("together", "omaha", "badugi")


class WeightedHands(NamedTuple):
    """Hands of one size as masks, uint64[n], with weights, uint64[n]."""

    masks: UInt64Array
    weights: UInt64Array


class PlayerHands(NamedTuple):
    """Tables to pick a hand by Walker's alias method (1977), in integers.

    Column i of n gives hand i if a number below ``level`` is below ``keep[i]``, else hand
    ``alias[i]``. A level of 0 means that all weights are equal, and the columns are empty.
    """

    masks: UInt64Array
    level: int
    keep: UInt64Array
    alias: UInt32Array


def player_hands(hands: WeightedHands) -> PlayerHands:
    """Return the tables that pick each hand with exactly the probability of its weight.

    >>> hands = WeightedHands(np.array([3, 5], np.uint64), np.array([1, 3], np.uint64))
    >>> tables = player_hands(hands)
    >>> tables.level, tables.keep.tolist(), tables.alias.tolist()
    (4, [2, 4], [1, 1])
    """
    if (hands.weights == hands.weights[0]).all():
        return PlayerHands(hands.masks, 0, np.empty(0, np.uint64), np.empty(0, np.uint32))
    weights = hands.weights.tolist()
    n, total = len(weights), sum(weights)
    keep, alias = [total] * n, list(range(n))
    heights = [weight * n for weight in weights]
    small = [i for i in range(n) if heights[i] < total]
    large = [i for i in range(n) if heights[i] >= total]
    while small and large:
        low, high = small.pop(), large[-1]
        keep[low], alias[low] = heights[low], high
        heights[high] -= total - heights[low]
        if heights[high] < total:
            small.append(large.pop())
    return PlayerHands(hands.masks, total, np.array(keep, np.uint64), np.array(alias, np.uint32))


class EquityKernels:
    """Counts of showdowns by set of winners, for up to ten players.

    ``kind`` is ``together`` (the best five of a player's cards and the board, seven or five in
    all), ``omaha`` or ``badugi``; ``own`` and ``board`` are the numbers of cards of a player and of
    the board. ``high`` and ``low`` value hands; badugi hands are valued by the table ``badugi``,
    uint16[8192] by ranks, the ace lowest. Bit i of a set of winners is player i; in a game with a
    low, the winners of the low are in the bits above those of the high. Known cards must be
    different cards of the pack.
    """

    def __init__(
        self,
        kind: str,
        own: int,
        board: int,
        high: PokerKernels | None,
        low: PokerKernels | None = None,
        badugi: NDArray[np.uint16] | None = None,
    ) -> None:
        self.kind, self.own, self.board = kind, own, board
        self.high, self.low, self.badugi = high, low, badugi
        cards = high.pack.tolist() if high is not None else range(52)
        self.pack = sum(1 << card for card in cards)

    @cached_property
    def native(self) -> Any:
        """The compiled tables."""
        high = self.high.native if self.high is not None else None
        low = self.low.native if self.low is not None else None
        values = [] if self.badugi is None else self.badugi.tolist()
        kind = _KINDS.index(self.kind)
        return kernels.native_module().Equity(
            kind, self.own, self.board, high, low, values, self.pack
        )

    def sets(self, players: int) -> int:
        """Return the number of sets of winners: the length of a row of counts."""
        if not 1 <= players <= MOST_PLAYERS:
            raise PokerError(f"1 to {MOST_PLAYERS} players can compare hands, not {players}")
        return 1 << (2 * players if self.low is not None else players)

    def enumerate(
        self,
        hands: UInt64Array,
        board: int = 0,
        dead: int = 0,
        *,
        stop: StopFlag | None = None,
    ) -> UInt64Array:
        """Return how often each set wins, for each row of known hands, uint64[rows, sets].

        ``hands`` is uint64[rows, players], masks of each player's known cards. Every way to
        complete the hands and the board is counted once.

        :raises Stopped: if the flag was set before the last row was counted
        """
        counts = np.zeros((len(hands), self.sets(hands.shape[1])), dtype=np.uint64)
        if self._boards_only(hands, board):
            self.native.enumerate_boards(np.ascontiguousarray(hands), dead, counts, flag_of(stop))
        else:
            rows = np.ascontiguousarray(hands)
            self.native.enumerate(rows, board, dead, counts, flag_of(stop))
        return counts

    def _boards_only(self, hands: UInt64Array, board: int) -> bool:
        """Return whether all hands of two are complete and the whole board is missing."""
        two_and_five = (self.kind, self.own, self.board, board) == ("together", 2, 5, 0)
        known = all(mask.bit_count() == 2 for mask in hands.ravel().tolist())
        return two_and_five and self.low is None and known

    def compare(
        self,
        ranges: Sequence[WeightedHands],
        board: int,
        dead: int,
        alike: Sequence[int],
        part: int,
        parts: int,
        *,
        stop: StopFlag | None = None,
    ) -> UInt64Array:
        """Return the weight in the second range that each hand of the first beats, ties and meets.

        The result is uint64[3, n]: sums of weights of the second range's two-card hands, over every
        ``parts``-th board from ``part`` on. ``alike[s]`` is an earlier suit that is equivalent to
        suit s, or -1. One board then represents all boards that differ by an exchange of equivalent
        suits, so results are right only when summed over hands that differ by such an exchange.

        :raises Stopped: if the flag was set before the last board was counted
        """
        ours, theirs = ranges
        results = np.zeros((3, len(ours.masks)), dtype=np.uint64)
        build = kernels.native_module().EquityRange
        first = build(self.native, ours.masks, ours.weights)
        second = first if ours is theirs else build(self.native, theirs.masks, theirs.weights)
        self.native.compare_ranges(
            first, second, board, dead, list(alike), part, parts, results, flag_of(stop)
        )
        return results

    def simulate(
        self,
        players: Sequence[PlayerHands],
        board: int,
        dead: int,
        keys: Sequence[Key],
        first: int,
        rounds: int,
        *,
        stop: StopFlag | None = None,
    ) -> UInt64Array:
        """Return how often each set wins in rounds ``first`` .. ``first + rounds - 1``.

        ``keys`` are the keys for each player's missing cards, for the board, and for the picks.

        :raises KernelError: if ``first`` does not begin a block of 256
        :raises PokerError: if picked hands nearly always share a card
        :raises Stopped: if the flag was set before the last round
        """
        if first % ROUNDS_AT_ONCE:
            raise KernelError(f"rounds must begin at multiples of {ROUNDS_AT_ONCE}, not at {first}")
        counts = np.zeros(self.sets(len(players)), dtype=np.uint64)
        compatible = self.native.simulate(
            list(players), board, dead, list(keys), first, rounds, counts, flag_of(stop)
        )
        if not compatible:
            raise PokerError(
                "these ranges nearly always need the same cards; give hands, or wider ranges"
            )
        return counts
