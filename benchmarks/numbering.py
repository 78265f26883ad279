"""Combinations by number: batches and single calls beside combin and more_itertools."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.checks import require
from benchmarks.measuring import QUICK, Budget, Contest, Runner, timed
from benchmarks.uniform import kernel_name, native_bodies, on_body
from dealwright import Combinations, Stream, deal
from dealwright.base import kernels
from dealwright.base.kernels.subsets import subset_kernels
from dealwright.numbering.deals import deal_numbers, deals_from_numbers
from dealwright.numbering.multisets import CombinationsWithReplacement, Multisets
from dealwright.numbering.permutations import MultisetPermutations, Permutations
from dealwright.numbering.sampling import integers_below
from dealwright.numbering.tables import CombinationTable

__all__ = [
    "CASES",
    "DEALS",
    "ONE",
    "OURS",
    "PERMUTED",
    "THEIRS",
    "WALK",
    "WALKERS",
    "WALKS",
    "WALKS_OURS",
    "name_of",
    "run_deals",
    "run_one",
    "runs",
]

CASES = ((52, 13), (52, 7), (52, 5), (13, 5))
ONE = "Combinations(52, 13)"
WALK, WALKED = "walk", (52, 4)
WALKS = "walks"
WALKS_OURS = ("Multisets", "MultisetPermutations", "CombinationsWithReplacement", "Permutations")
WALKERS = (
    "more_itertools, distinct_combinations",
    "more_itertools, distinct_permutations",
    "itertools, combinations_with_replacement",
    "itertools, permutations",
)  # the peer of each
PERMUTED = "permutations"
OURS = ("permutation rank", "permutation unrank", "repeating rank", "repeating unrank")
THEIRS = tuple(f"more_itertools, {name}" for name in OURS)
DEALS = "deal numbers"
_BATCH = 1 << 14
_FEW = 200
Work = Callable[[], Any]


def name_of(what: str, n: int, k: int) -> str:
    """Return the name of a contest."""
    return f"{what} {n},{k}"


def _repeated(
    name: str, cost: float, batch: int, work: Work, check: Callable[[Any], bool]
) -> Runner:
    """Do the same batch again and again; the last answer is checked."""

    def run(wanted: int, at: int) -> float:
        times = max(1, wanted // batch)

        def again() -> Any:
            answer = work()
            for _ in range(times - 1):
                answer = work()
            return answer

        taken, answer = timed(again)
        require(check(answer), f"{name}: a wrong number or combination")
        return taken / (times * batch)

    return Runner(name, cost, run)


def _peer(module: str, make: Callable[[Any], Runner]) -> Runner | str:
    try:
        return make(importlib.import_module(module))
    except ImportError:
        return f"{module} is not installed (pip install {module.replace('_', '-')})"


def _same(expected: NDArray[Any]) -> Callable[[Any], bool]:
    return lambda found: bool(np.array_equal(np.asarray(found), expected))


def run_rank(n: int, k: int, budget: Budget) -> Contest:
    """Rank a batch of random combinations."""
    ranks = integers_below(comb(n, k), _BATCH, Stream("benchmark"))
    family = Combinations(n, k)
    masks, rows = family.unrank_masks(ranks), family.unrank(ranks)
    native = kernels.native_module()
    tables, out = subset_kernels(n, k).native, np.empty(_BATCH, dtype=np.uint64)

    def kernel() -> NDArray[np.uint64]:
        native.rank_masks(tables, False, masks, out)
        return out

    few = [tuple(row) for row in rows[:_FEW].tolist()]
    return Contest.held(
        name_of("rank", n, k),
        f"rank of ({n},{k}), batches",
        [
            *(
                on_body(_repeated(kernel_name(b), 4, _BATCH, kernel, _same(ranks)), b)
                for b in native_bodies()
            ),
            _repeated("rank_masks()", 6, _BATCH, partial(family.rank_masks, masks), _same(ranks)),
            _repeated("rank(rows)", 8, _BATCH, partial(family.rank, rows), _same(ranks)),
        ],
        [
            _peer("combin", lambda c: _repeated(
                "combin", 90, _BATCH,
                lambda: c.comb_to_rank(rows.astype(np.uint16), order="colex", n=n), _same(ranks),
            )),
            _peer("more_itertools", lambda m: _repeated(
                "more_itertools", 4000, _FEW,
                lambda: [m.combination_index(item, range(n)) for item in few],
                _same(Combinations(n, k, "lex").rank(rows[:_FEW])),
            )),
        ],
        budget,
    )  # fmt: skip


def run_unrank(n: int, k: int, budget: Budget) -> Contest:
    """Find the combinations of a batch of random ranks."""
    ranks = integers_below(comb(n, k), _BATCH, Stream("benchmark"))
    family = Combinations(n, k)
    masks, rows = family.unrank_masks(ranks), family.unrank(ranks)
    native = kernels.native_module()
    tables, out = subset_kernels(n, k).native, np.empty(_BATCH, dtype=np.uint64)

    def kernel() -> NDArray[np.uint64]:
        native.unrank_masks(tables, False, ranks, out)
        return out

    few = ranks[:_FEW].tolist()
    return Contest.held(
        name_of("unrank", n, k),
        f"unrank of ({n},{k}), batches",
        [
            *(
                on_body(_repeated(kernel_name(b), 15, _BATCH, kernel, _same(masks)), b)
                for b in native_bodies()
            ),
            _repeated(
                "unrank_masks()", 9, _BATCH, partial(family.unrank_masks, ranks), _same(masks)
            ),
            _repeated("unrank() to rows", 15, _BATCH, partial(family.unrank, ranks), _same(rows)),
        ],
        [
            _peer("combin", lambda c: _repeated(
                "combin", 200, _BATCH,
                lambda: c.rank_to_comb(ranks, order="colex", n=n, k=k), _same(rows),
            )),
            _peer("more_itertools", lambda m: _repeated(
                "more_itertools", 4000, _FEW,
                lambda: [m.nth_combination(range(n), k, rank) for rank in few],
                _same(Combinations(n, k, "lex").unrank(ranks[:_FEW])),
            )),
        ],
        budget,
    )  # fmt: skip


def run_one(budget: Budget) -> Contest:
    """Rank and unrank one hand a call, from Python."""
    family = Combinations(52, 13)
    numbers = integers_below(family.size, _FEW, Stream("one")).tolist()
    items = [family.unrank(number) for number in numbers]
    lex = np.array([Combinations(52, 13, "lex").rank(item) for item in items])
    return Contest.held(
        "one",
        f"{ONE}: one call",
        [
            _repeated("rank()", 500, _FEW, lambda: [family.rank(i) for i in items],
                      _same(np.array(numbers))),
            _repeated("unrank()", 500, _FEW, lambda: [family.unrank(i) for i in numbers],
                      _same(np.array(items))),
        ],
        [
            _peer("more_itertools", lambda m: _repeated(
                "more_itertools", 4000, _FEW,
                lambda: [m.combination_index(item, range(52)) for item in items], _same(lex),
            )),
        ],
        budget,
    )  # fmt: skip


def run_walk(budget: Budget) -> Contest:
    """Go through the combinations of 52 taken 4 at a time, one by one."""
    n, k = WALKED
    size = comb(n, k)
    return Contest.held(
        WALK,
        f"combinations of {n} taken {k} at a time, one by one",
        [
            _walked(order, 50, size, partial(Combinations, n, k, order))
            for order in ("colex", "lex")
        ],
        [_walked("itertools", 40, size, partial(combinations, range(n), k))],
        budget,
    )


def _walked(name: str, cost: float, size: int, members: Callable[[], Iterable[Any]]) -> Runner:
    """Count members one by one."""

    def count() -> int:
        found = 0
        for _ in members():
            found += 1
        return found

    return _repeated(name, cost, size, count, lambda found: bool(found == size))


def run_walks(budget: Budget) -> Contest:
    """Go through choices with repetition and arrangements, one by one."""
    ranks = Multisets([4] * 13, 5)
    arranged = MultisetPermutations([3, 3, 3])
    repeated = CombinationsWithReplacement(13, 5)
    orders = Permutations(7)
    families: tuple[Any, ...] = (ranks, arranged, repeated, orders)
    for family in families[:2]:  # their numbers count up
        require(
            list(map(family.rank, family)) == list(range(family.size)), f"{family!r}: a wrong walk"
        )

    def peers() -> list[Runner | str]:
        found: list[Runner | str] = [
            _walked(WALKERS[2], 30, repeated.size,
                    lambda: combinations_with_replacement(range(13), 5)),
            _walked(WALKERS[3], 40, orders.size, lambda: permutations(range(7))),
        ]  # fmt: skip
        try:
            m = importlib.import_module("more_itertools")
        except ImportError:
            return ["more_itertools is not installed (pip install more-itertools)", *found]
        deck = [rank for rank in range(13) for _ in range(4)]
        thrice = [kind for kind in range(3) for _ in range(3)]
        return [
            _walked(WALKERS[0], 700, ranks.size, lambda: m.distinct_combinations(deck, 5)),
            _walked(WALKERS[1], 500, arranged.size, lambda: m.distinct_permutations(thrice)),
            *found,
        ]

    return Contest.held(
        WALKS,
        "multisets and permutations, one by one",
        [
            _walked(name, 50, family.size, partial(iter, family))
            for name, family in zip(WALKS_OURS, families, strict=True)
        ],
        peers(),
        budget,
    )


def run_permutations(budget: Budget) -> Contest:
    """Rank and unrank one permutation, and one combination with replacement, a call."""
    packs, pairs = Permutations(10), CombinationsWithReplacement(13, 5)
    numbers = integers_below(pairs.size, _FEW, Stream("one by one")).tolist()
    orders, tuples = [[family.unrank(i) for i in numbers] for family in (packs, pairs)]
    ten, ranks = range(10), range(13)
    right, ordered, chosen = (_same(np.array(each)) for each in (numbers, orders, tuples))

    def made(name: str, cost: float, work: Work, check: Callable[[Any], bool]) -> Runner:
        return _repeated(name, cost, _FEW, work, check)

    def peers() -> list[Runner | str]:
        try:
            m = importlib.import_module("more_itertools")
        except ImportError:
            return ["more_itertools is not installed (pip install more-itertools)"]
        index, nth = m.permutation_index, m.nth_permutation
        of_pair, nth_pair = m.combination_with_replacement_index, m.nth_combination_with_replacement
        return [
            made(THEIRS[0], 1500, lambda: [index(item, ten) for item in orders], right),
            made(THEIRS[1], 1500, lambda: [nth(ten, 10, i) for i in numbers], ordered),
            made(THEIRS[2], 1500, lambda: [of_pair(item, ranks) for item in tuples], right),
            made(THEIRS[3], 1500, lambda: [nth_pair(ranks, 5, i) for i in numbers], chosen),
        ]

    return Contest.held(
        PERMUTED,
        "permutations of 10, five of 13 with replacement: one call",
        [
            made(OURS[0], 200, lambda: [packs.rank(item) for item in orders], right),
            made(OURS[1], 300, lambda: [packs.unrank(i) for i in numbers], ordered),
            made(OURS[2], 500, lambda: [pairs.rank(item) for item in tuples], right),
            made(OURS[3], 500, lambda: [pairs.unrank(i) for i in numbers], chosen),
        ],
        peers(),
        budget,
    )


def run_deals(budget: Budget) -> Contest:
    """Turn deals into 96-bit numbers and back, in batches."""
    masks = deal(_BATCH, seed="benchmark", threads=1).masks
    low, high = deal_numbers(masks)
    native = kernels.native_module()
    out = np.empty((_BATCH, 4), dtype=np.uint64)
    out_low, out_high = np.empty_like(low), np.empty_like(high)

    def rank() -> NDArray[np.uint64]:
        native.rank_deals(masks, out_low, out_high)
        return out_low

    def unrank() -> NDArray[np.uint64]:
        native.unrank_deals(low, high, out)
        return out

    return Contest.held(
        DEALS,
        "deal numbers, batches",
        [
            _repeated("rank kernel", 10, _BATCH, rank, _same(low)),
            _repeated("unrank kernel", 16, _BATCH, unrank, _same(masks)),
            _repeated("deal_numbers()", 13, _BATCH, lambda: deal_numbers(masks)[0], _same(low)),
            _repeated("deals_from_numbers()", 20, _BATCH,
                      lambda: deals_from_numbers(low, high), _same(masks)),
        ],
        [],
        budget,
    )  # fmt: skip


def run_table(budget: Budget) -> Contest:
    """Fill the table of all seven-card hands, save it, and scan it from its file.

    A quick run takes six-card hands. The peer is the same scan of an array in memory.
    """
    k = 6 if budget is QUICK else 7
    entries = comb(52, k)
    spades = np.uint64(0x1FFF << 39)

    def spade_count(masks: NDArray[np.uint64]) -> NDArray[np.uint8]:
        return np.bitwise_count(masks & spades)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.table"
        with CombinationTable(52, k, np.uint16, path=path) as table:
            seconds, _ = timed(lambda: table.fill(spade_count, masks=True))
        size = path.stat().st_size
        table = CombinationTable.open(path)
        plain = np.array(table)
        total = sum(m * comb(13, m) * comb(39, k - m) for m in range(k + 1))

        def right(found: Any) -> bool:
            return int(found) == total

        contest = Contest.held(
            "table",
            f"scan of the table of {entries:,} {k}-card hands",
            [
                _repeated("table file, mapped", 0.4, entries,
                          lambda: np.asarray(table).sum(dtype=np.uint64), right),
            ],
            [_repeated("array in memory", 0.4, entries, lambda: plain.sum(dtype=np.uint64), right)],
            budget,
        )  # fmt: skip
        table.close()
    contest.notes += [
        f"filled and checksummed in {1e9 * seconds / entries:.1f} ns an entry ({seconds:.1f} s)",
        f"the file has {size:,} bytes: {2 * entries:,} of entries and a header",
    ]
    return contest


def runs() -> dict[str, Callable[[Budget], Contest]]:
    """Return the contests by name."""
    found: dict[str, Callable[[Budget], Contest]] = {}
    for n, k in CASES:
        found[name_of("rank", n, k)] = partial(run_rank, n, k)
        found[name_of("unrank", n, k)] = partial(run_unrank, n, k)
    found |= {"one": run_one, WALK: run_walk, WALKS: run_walks, PERMUTED: run_permutations}
    return {**found, DEALS: run_deals, "table": run_table}
