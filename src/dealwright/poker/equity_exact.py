"""Exact equity: combinations of hands, equivalent ones among them, and their cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.current_cluster import joined_cluster
from dealwright.base.kernels.equity import WeightedHands
from dealwright.base.threads import in_order, interruptibly
from dealwright.poker.games import Game
from dealwright.poker.players import Player

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.jobs import Job
    from dealwright.base.kernels.stopping import StopFlag

    UInt64Array = NDArray[np.uint64]
    AnyJob = Job[Any, Any]

__all__ = ["ExactPlan", "Sweep", "cheapest_plan"]

_SUIT = (1 << 13) - 1
_MOST_ROWS = 400_000
_MOST_OF_ROW = 10_000_000  # showdowns
_MOST_SHOWDOWNS = 1e15  # of all rows: weeks of work even if suits make most of them equivalent
_MOST_COUNTERS = 1 << 21  # counters of the rows counted at a time
_PARTS = 64
_OF_TASK = 5e8  # nanoseconds of one core, for a task of a cluster
# Nanoseconds of one thread, measured; only their ratios matter, to choose between the ways.
_NS_OF_SHOWDOWN = {"together": 4.0, "omaha": 2.0, "badugi": 30.0}  # omaha: of five cards
_NS_OF_BOARDS = 70_000.0  # all boards to some hands of two
_NS_OF_COUNTER = 2.0
_NS_OF_SWEPT_HAND = 12.0
_NS_OF_SWEPT_BOARD = 500.0
_QUICK = 1e6  # a sweep below this is faster than preparing rows
_LARGEST = 1 << 62


class ExactPlan:
    """One way to count every showdown: ``cost`` in nanoseconds of one thread, and ``run``."""

    def __init__(self, cost: float, run: Callable[[int, AnyJob], dict[int, int]]) -> None:
        self.cost, self.run = cost, run


def cheapest_plan(
    game: Game, players: Sequence[Player], board: int, dead: int, stop: StopFlag
) -> ExactPlan | None:
    """Return the cheapest way to count exactly; None if there are too many ways to deal.

    Its ``run(threads, job)`` returns the number of showdowns, times the hands' weights, of each set
    of winners. It raises ``Stopped`` if the job is stopped before all are counted.

    :raises Stopped: if the flag was set before the ways were compared
    """
    hands = [player.hands for player in players]
    plans: list[ExactPlan | None] = []
    if (
        len(players) == 2
        and _two_and_five(game)
        and all(_size(hand_set) == 2 for hand_set in hands)
    ):
        sweep = Sweep.of(game, hands, board, dead)
        if sweep is not None:
            plans.append(ExactPlan(sweep.cost, sweep.winners))
            if sweep.cost <= _QUICK:
                return plans[0]
    plans.append(_rows_plan(game, hands, board, dead, stop))
    possible = [plan for plan in plans if plan is not None]
    return min(possible, key=lambda plan: plan.cost, default=None)


def _two_and_five(game: Game) -> bool:
    """Return whether a game is a kind of hold'em: two cards, a board of five, one pot."""
    return game.has_ranges and game.board == 5 and game.low_rules is None


def _size(hands: WeightedHands) -> int:
    """Return the number of known cards in each hand."""
    return int(hands.masks[0]).bit_count()


# ---- row by row: every combination of hands


def _rows_plan(
    game: Game, hands: Sequence[WeightedHands], board: int, dead: int, stop: StopFlag
) -> ExactPlan | None:
    sizes = [_size(hand_set) for hand_set in hands]
    each_row = _completions(game, sizes, board, dead)
    for index, hand_set in enumerate(hands):  # until a row takes at most a second
        missing = game.hole - sizes[index]
        if not missing or each_row <= _MOST_OF_ROW:
            continue
        completed = _completed(hand_set, missing, game.equity_kernels.pack & ~(board | dead), stop)
        if completed is None:  # the kernel deals the missing cards, row by row
            continue
        hands = [*hands[:index], completed, *hands[index + 1 :]]
        sizes[index] = game.hole
        each_row = _completions(game, sizes, board, dead)
    most = prod(len(hand_set.masks) for hand_set in hands)
    if most > _MOST_ROWS or most * each_row > _MOST_SHOWDOWNS:
        return None
    rows, weights = _together(hands, stop)
    if not len(rows):
        return ExactPlan(0, lambda threads, job: {})
    rows, weights = _distinct(rows, weights, _suit_orders(board, dead))
    players = len(hands)
    cost = _NS_OF_SHOWDOWN[game.kind] * players * each_row * (1 if game.has_one_value else 2)
    if game.kind == "omaha":
        cost *= 10 * comb(game.hole, 2)
    if _two_and_five(game) and not board and sizes == [2] * len(sizes):
        cost = _NS_OF_BOARDS * players
    cost += _NS_OF_COUNTER * game.equity_kernels.sets(players)
    run = partial(_run_rows, game, rows, weights, board, dead, cost)
    return ExactPlan(cost * len(rows), run)


def _completed(
    hands: WeightedHands, missing: int, free: int, stop: StopFlag
) -> WeightedHands | None:
    """Return hands with every choice of their missing cards; None if there are too many."""
    cards = [card for card in range(52) if free >> card & 1]
    if len(hands.masks) * comb(len(cards), missing) > _MOST_ROWS:
        return None
    weights: dict[int, int] = {}
    for mask, weight in zip(hands.masks.tolist(), hands.weights.tolist(), strict=True):
        stop.check()
        free_cards = [1 << card for card in cards if not mask >> card & 1]
        for added in combinations(free_cards, missing):
            hand = mask | sum(added)
            weights[hand] = weights.get(hand, 0) + weight
    return WeightedHands(
        np.array(list(weights), np.uint64), np.array(list(weights.values()), np.uint64)
    )


def _together(hands: Sequence[WeightedHands], stop: StopFlag) -> tuple[UInt64Array, list[int]]:
    """Return every row of hands that share no card, uint64[m, players], and its weight."""
    rows = np.zeros((1, 0), dtype=np.uint64)
    used = np.zeros(1, dtype=np.uint64)
    weights: NDArray[Any] = np.ones(1, dtype=object)
    for masks, own_weights in hands:
        stop.check()
        free = (used[:, None] & masks[None, :]) == 0
        row, hand = np.nonzero(free)
        rows = np.column_stack([rows[row], masks[hand]])
        used = used[row] | masks[hand]
        weights = weights[row] * np.array(own_weights.tolist(), dtype=object)[hand]
    return rows, weights.tolist()


def _suit_orders(board: int, dead: int) -> list[tuple[int, ...]]:
    """Return the exchanges of suits that do not change the board and the dead cards."""
    known = np.array([board, dead], dtype=np.uint64)
    return [
        order
        for order in permutations(range(4))
        if (_exchanged(known, order) == known).all() and order != (0, 1, 2, 3)
    ]


def _exchanged(masks: UInt64Array, order: Sequence[int]) -> UInt64Array:
    """Return masks with suit s moved to suit ``order[s]``."""
    out = np.zeros_like(masks)
    for suit, target in enumerate(order):
        holding = masks >> np.uint64(13 * suit) & np.uint64(_SUIT)
        out |= holding << np.uint64(13 * target)
    return out


def _distinct(
    rows: UInt64Array, weights: list[int], orders: list[tuple[int, ...]]
) -> tuple[UInt64Array, list[int]]:
    """Return one row of each set that differs only by suits, with the sum of their weights."""
    smallest = rows.copy()
    for order in orders:
        other = _exchanged(rows, order)
        is_smaller = np.zeros(len(rows), dtype=np.bool_)
        equal_so_far = np.ones(len(rows), dtype=np.bool_)
        for column in range(rows.shape[1]):
            is_smaller |= equal_so_far & (other[:, column] < smallest[:, column])
            equal_so_far &= other[:, column] == smallest[:, column]
        smallest[is_smaller] = other[is_smaller]
    added: dict[tuple[int, ...], int] = {}
    for row, weight in zip(map(tuple, smallest.tolist()), weights, strict=True):
        added[row] = added.get(row, 0) + weight
    return np.array(list(added), dtype=np.uint64), list(added.values())


def _completions(game: Game, known: Sequence[int], board: int, dead: int) -> int:
    """Return the number of ways to deal the missing cards, given the number of known cards."""
    free = (game.equity_kernels.pack & ~(board | dead)).bit_count() - sum(known)
    ways = 1
    for missing in [*(game.hole - have for have in known), game.board - board.bit_count()]:
        ways *= comb(max(free, 0), missing)
        free -= missing
    return ways


def _run_rows(
    game: Game,
    rows: UInt64Array,
    weights: list[int],
    board: int,
    dead: int,
    cost: float,
    threads: int,
    job: AnyJob,
) -> dict[int, int]:
    """Count row by row; ``cost`` is the nanoseconds of one row."""
    most = max(1, _MOST_COUNTERS // game.equity_kernels.sets(rows.shape[1]))
    size = max(1, min(64, len(rows) // (4 * threads), most))
    cluster = joined_cluster()
    if cluster is not None:
        size = max(1, min(most, round(_OF_TASK / cost)))
    parts = (rows[start : start + size] for start in range(0, len(rows), size))
    if cluster is None:
        count_rows = partial(game.equity_kernels.enumerate, stop=job.flag)
        seconds = 1e-9 * cost * size
        tasks = (
            partial(interruptibly, partial(count_rows, part, board, dead), job.flag, seconds)
            for part in parts
        )
        results = in_order(tasks, threads, job.flag)
    else:
        arguments = ((game, part, board, dead) for part in parts)
        results = cluster.in_order(_counted_rows, arguments, job.flag)
    totals: dict[int, int] = {}
    rows_done = 0
    job.report(0, len(rows), "combinations of hands")
    for counts in results:
        for row in counts:
            for winners in np.flatnonzero(row).tolist():
                count = int(row[winners]) * weights[rows_done]
                totals[winners] = totals.get(winners, 0) + count
            rows_done += 1
        job.report(rows_done, len(rows), "combinations of hands")
    return totals


def _counted_rows(game: Game, rows: UInt64Array, board: int, dead: int) -> UInt64Array:
    """Return the counts of each row; a worker of a cluster calls this."""
    return game.equity_kernels.enumerate(rows, board, dead)


# ---- sweeps: two ranges on every board


@dataclass(frozen=True)
class Sweep:
    """Two ranges of hands of two cards, to be compared on every board.

    ``alike[s]`` is an earlier suit that all known cards treat as suit s, or -1; boards that such
    suits exchange are counted once. ``cost`` is in nanoseconds of one thread.
    """

    game: Game
    hands: tuple[WeightedHands, WeightedHands]
    board: int
    dead: int
    alike: list[int]
    cost: float

    @classmethod
    def of(cls, game: Game, hands: Sequence[WeightedHands], board: int, dead: int) -> Sweep | None:
        """Return the sweep of two ranges; None if their weights are too large."""
        own_hands, opposing_hands = hands
        if float(opposing_hands.weights.sum(dtype=np.float64)) * comb(52, 5) > _LARGEST:
            return None
        if all(map(np.array_equal, own_hands, opposing_hands)):
            opposing_hands = own_hands
        free = (game.equity_kernels.pack & ~(board | dead)).bit_count()
        boards: float = comb(free, game.board - board.bit_count())
        size = len(own_hands.masks) + (
            0 if own_hands is opposing_hands else len(opposing_hands.masks)
        )
        nanoseconds = _NS_OF_SWEPT_BOARD + size * _NS_OF_SWEPT_HAND
        alike = [-1] * 4
        if boards * nanoseconds > _QUICK:
            alike = _like_before(hands, board, dead)
            boards /= _exchanges(alike)
        return cls(game, (own_hands, opposing_hands), board, dead, alike, boards * nanoseconds)

    def winners(self, threads: int, job: AnyJob) -> dict[int, int]:
        """Return the showdowns, times the hands' weights, of each set of winners."""
        weights = self.hands[0].weights
        sums = self._sums(threads, job)
        if float(weights.sum(dtype=np.float64)) * float(sums.max(initial=0)) < _LARGEST:
            wins, ties, met = (sums @ weights).tolist()
        else:
            sums, weights = sums.astype(object), weights.astype(object)
            wins, ties, met = (sums @ weights).tolist()
        counts = {1: wins, 2: met - wins - ties, 3: ties}
        return {winners: count for winners, count in counts.items() if count}

    def of_each_hand(self, threads: int, job: AnyJob) -> list[list[int]]:
        """Return how often each hand of the first range wins, ties and meets others, three lists.

        Hands that differ by an exchange of equivalent suits have equal results; boards that are
        counted once give only the sum over such hands.
        """
        sums = self._sums(threads, job)
        masks = self.hands[0].masks
        smallest = masks.copy()
        for order in permutations(range(4)):
            if all(_root(self.alike, a) == _root(self.alike, b) for a, b in enumerate(order)):
                smallest = np.minimum(smallest, _exchanged(masks, order))
        _, group, sizes = np.unique(smallest, return_inverse=True, return_counts=True)
        group_sums = np.zeros((3, len(sizes)), dtype=np.uint64)
        for row, hand_sums in zip(group_sums, sums, strict=True):
            np.add.at(row, group, hand_sums)
        by_hand: list[list[int]] = (group_sums // sizes.astype(np.uint64))[:, group].tolist()
        return by_hand

    def _sums(self, threads: int, job: AnyJob) -> UInt64Array:
        """Return the kernel's sums over all boards, uint64[3, n]."""
        parts, cluster = 1 if self.cost <= _QUICK else _PARTS, joined_cluster()
        arguments = (self.game, self.hands, self.board, self.dead, self.alike)
        results_: Iterable[UInt64Array]
        if parts == 1:
            results_ = [_swept_part(*arguments, 0, 1, job.flag)]
        elif cluster is None:
            seconds = 1e-9 * self.cost / parts
            tasks = (
                partial(
                    interruptibly, partial(_swept_part, *arguments, part, parts, job.flag),
                    job.flag, seconds,
                )
                for part in range(parts)
            )  # fmt: skip
            results_ = in_order(tasks, threads, job.flag)
        else:
            results_ = cluster.in_order(
                _swept_part, ((*arguments, part, parts) for part in range(parts)), job.flag
            )
        sums = np.zeros((3, len(self.hands[0].masks)), dtype=np.uint64)
        job.report(0, parts, "parts of the boards")
        for parts_done, results in enumerate(results_, 1):
            sums += results
            job.report(parts_done, parts, "parts of the boards")
        return sums


def _swept_part(
    game: Game, hands: tuple[WeightedHands, WeightedHands], board: int, dead: int,
    alike: list[int], part: int, parts: int, stop: StopFlag | None = None,
) -> UInt64Array:  # fmt: skip
    """Return the sums of a part of the boards; a worker of a cluster calls this too."""
    return game.equity_kernels.compare(hands, board, dead, alike, part, parts, stop=stop)


def _like_before(hands: Sequence[WeightedHands], board: int, dead: int) -> list[int]:
    """Return, for each suit, the nearest earlier suit that all known cards treat alike, or -1."""
    known = WeightedHands(np.array([board, dead], np.uint64), np.array([1, 2], np.uint64))
    alike = [-1] * 4
    for suit in range(1, 4):
        for before in range(suit - 1, -1, -1):
            order = list(range(4))
            order[suit], order[before] = before, suit
            if all(_unchanged(hand_set, order) for hand_set in [*hands, known]):
                alike[suit] = before
                break
    return alike


def _unchanged(hands: WeightedHands, order: Sequence[int]) -> bool:
    weights = hands.weights.tolist()
    exchanged_masks = _exchanged(hands.masks, order).tolist()
    original = sorted(zip(hands.masks.tolist(), weights, strict=True))
    return original == sorted(zip(exchanged_masks, weights, strict=True))


def _exchanges(alike: Sequence[int]) -> int:
    """Return the number of exchanges of equivalent suits."""
    roots = [_root(alike, suit) for suit in range(4)]
    return prod(factorial(roots.count(root)) for root in {*roots})


def _root(alike: Sequence[int], suit: int) -> int:
    """Return the first suit that is equivalent to a suit."""
    while alike[suit] >= 0:
        suit = alike[suit]
    return suit
