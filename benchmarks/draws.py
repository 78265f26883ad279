"""Draws of seven cards, and poker's categories among them, beside Python loops and numpy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.checks import require
from benchmarks.draw_checks import (
    Masks,
    by_category,
    check_categories,
    check_masks,
    check_positions,
)
from benchmarks.draw_peers import (
    FLOYD,
    LOOP,
    SHUFFLE,
    TUNED,
    NumpyFloyd,
    NumpyShuffle,
    numpy_draws,
    numpy_simulation,
    phevaluator_categories,
    python_categories,
    python_draws,
)
from benchmarks.measuring import Budget, Contest, Runner, timed
from benchmarks.poker import SEVEN_CARD_HANDS, VALUES
from benchmarks.uniform import kernel_name, native_bodies, on_body
from dealwright import CombinationTable, Stream, Tally, draws, poker, simulate
from dealwright.base.kernels.draws import draw_kernels

__all__ = [
    "BUILD",
    "CLASSIFY",
    "COUNTS",
    "DRAW",
    "FLOYD",
    "LOOP",
    "POSITIONS",
    "SAMPLE",
    "SCAN",
    "SHUFFLE",
    "SIMULATE",
    "TABLE",
    "TUNED",
    "runs",
]

DRAW, CLASSIFY = "draw 7", "draw and classify"
BUILD, SCAN, SAMPLE = "table build", "table scan", "table sample"
POSITIONS, SIMULATE = "draws() to positions", "simulate()"
TABLE, COUNTS = "build_table()", "category_counts()"
_BATCH = 1 << 14  # 128 kB of masks
_AT_ONCE = 1 << 20
_ALL = comb(52, 7)


# --- ours ---------------------------------------------------------------------------------------


def kernel(body: str) -> Runner:
    """Draw masks with the kernel alone, into an array that is there already."""
    native, stream = draw_kernels(52, 7).native, Stream("benchmark", domain="draws")
    pack, out = (1 << 52) - 1, np.zeros(_BATCH, dtype=np.uint64)

    def run(rounds: int, at: int) -> float:
        key, first, batches = stream.key, at << 36, max(1, rounds // _BATCH)

        def work() -> None:
            for batch in range(batches):
                native.sets(key, pack, first + batch * _BATCH, out)

        taken, _ = timed(work)
        check_masks(body, out)
        return taken / (batches * _BATCH)

    return on_body(Runner(kernel_name(body), 5, run), body)


def public(name: str, form: str, check: Callable[[str, NDArray[Any]], None]) -> Runner:
    """Make the call that users write, each time into new memory."""

    def run(rounds: int, at: int) -> float:
        calls, taken = max(1, rounds // _AT_ONCE), 0.0
        for call in range(calls):
            work = partial(draws, _AT_ONCE, 7, f"{at} {call}", form=form, threads=1)
            seconds, drawn = timed(work)
            taken += seconds
        check(name, drawn[:: _AT_ONCE // 10_000])
        return taken / (calls * _AT_ONCE)

    return Runner(name, 8 if form == "positions" else 5, run)


def simulation() -> Runner:
    """Simulate as the README does, on one thread."""

    def run(rounds: int, at: int) -> float:
        def category(masks: Masks) -> NDArray[np.uint8]:
            return poker.category(poker.evaluate(masks))

        taken, found = timed(lambda: simulate(rounds, category, seed=at, threads=1))
        assert isinstance(found.result, Tally)
        counts = found.result.counts
        check_categories(SIMULATE, [counts.get(kind, 0) for kind in range(9)], rounds)
        return taken / rounds

    return Runner(SIMULATE, 12, run)


def run_draws(budget: Budget) -> Contest:
    """Draw seven of 52 cards, as masks, and in the order drawn."""
    return Contest.held(
        DRAW,
        "seven of 52 cards drawn to a mask",
        [
            *(kernel(body) for body in native_bodies()),
            public("draws()", "masks", check_masks),
            public(POSITIONS, "positions", check_positions),
        ],
        [
            python_draws(LOOP),
            python_draws(TUNED),
            numpy_draws(SHUFFLE, NumpyShuffle, 45),
            numpy_draws(FLOYD, NumpyFloyd, 25),
        ],
        budget,
    )


def run_simulation(budget: Budget) -> Contest:
    """Draw seven cards, classify them and count: the task of the document."""
    return Contest.held(
        CLASSIFY,
        "seven cards drawn, classified and counted",
        [simulation()],
        [
            python_categories(),
            phevaluator_categories(),
            numpy_simulation(SHUFFLE, NumpyShuffle, 65),
            numpy_simulation(FLOYD, NumpyFloyd, 45),
        ],
        budget,
    )


# --- the table of all hands ---------------------------------------------------------------------


def _whole(name: str, cost: float, work: Callable[[], Any], check: Callable[[Any], None]) -> Runner:
    """Do something with all hands, at least once."""

    def run(hands: int, at: int) -> float:
        times, taken = max(1, hands // _ALL), 0.0
        for _ in range(times):
            seconds, answer = timed(work)
            taken += seconds
        check(answer)
        return taken / (times * _ALL)

    return Runner(name, cost, run)


def _check_counts(who: str, found: list[int]) -> None:
    require(found == SEVEN_CARD_HANDS, f"{who}: not the published numbers of hands")


def run_build(budget: Budget) -> Contest:
    """Build the table of all 133,784,560 hands of seven in memory, on one thread."""

    def check(table: CombinationTable) -> None:
        _check_counts(TABLE, list(poker.category_counts(table).values()))

    build = _whole(TABLE, 2, partial(poker.build_table, threads=1), check)
    return Contest.held(BUILD, "table of all hands of seven, built", [build], [], budget)


def _numpy_counts(values: NDArray[np.uint16]) -> list[int]:
    """Count categories by comparisons, in blocks that stay in the second cache."""
    last = np.cumsum(VALUES).tolist()
    upto = [0] * len(last)
    for start in range(0, len(values), 1 << 17):
        block = values[start : start + (1 << 17)]
        for at, value in enumerate(last):
            upto[at] += int(np.count_nonzero(block <= value))
    found: list[int] = np.diff([0, *upto]).tolist()
    return found


def run_scan(budget: Budget) -> Contest:
    """Count the hands of each category in the table."""
    table = poker.build_table()
    values, theirs = np.asarray(table), "numpy comparisons"
    return Contest.held(
        SCAN,
        "table of all hands of seven, categories counted",
        [
            _whole(
                COUNTS,
                0.4,
                lambda: list(poker.category_counts(table).values()),
                partial(_check_counts, COUNTS),
            )
        ],
        [_whole(theirs, 1, lambda: _numpy_counts(values), partial(_check_counts, theirs))],
        budget,
    )


def _sampling(name: str, cost: float, work: Callable[[int], NDArray[np.uint16]]) -> Runner:
    """Take the values of random hands, so many that their categories can be checked."""

    def run(hands: int, at: int) -> float:
        calls, taken = max(1, hands // _AT_ONCE), 0.0
        for call in range(calls):
            seconds, values = timed(partial(work, at << 20 | call))
            taken += seconds
        check_categories(name, by_category(np.bincount(values, minlength=7463)), len(values))
        return taken / (calls * _AT_ONCE)

    return Runner(name, cost, run)


def run_sample(budget: Budget) -> Contest:
    """Take the values of random hands from the table by their numbers."""
    table = poker.build_table()
    values = np.asarray(table)

    def numpy_sample(seed: int) -> NDArray[np.uint16]:
        rng = np.random.default_rng(seed)  # noqa: TID251  the peer is code that uses it
        return values.take(rng.integers(0, len(values), _AT_ONCE), mode="clip")

    return Contest.held(
        SAMPLE,
        "table of all hands of seven, values of random hands",
        [
            _sampling(
                "sample_values()",
                15,
                lambda seed: poker.sample_values(table, _AT_ONCE, Stream(f"sample {seed}")),
            )
        ],
        [_sampling("numpy integers and take", 15, numpy_sample)],
        budget,
    )


def runs() -> dict[str, Callable[[Budget], Contest]]:
    """Return the contests by name."""
    return {
        DRAW: run_draws,
        CLASSIFY: run_simulation,
        BUILD: run_build,
        SCAN: run_scan,
        SAMPLE: run_sample,
    }
