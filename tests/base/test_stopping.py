"""Long work stops when another thread asks; counts have a price in operations and in memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from threading import Thread
from time import (
    clock_gettime,
    process_time,
    pthread_getcpuclockid,
    sleep,
    thread_time,
)

import numpy as np
import pytest

from dealwright.base import kernels
from dealwright.base.errors import BudgetExceeded, Stopped
from dealwright.base.kernels.equity import EquityKernels, WeightedHands, player_hands
from dealwright.base.kernels.exact import ExactCount
from dealwright.base.kernels.stopping import StopFlag, budget_of
from dealwright.conditions.parse import parse_tree
from dealwright.planning.budget import Effort
from dealwright.planning.filter import conjuncts
from dealwright.planning.models.base import CountingProblem, Model
from dealwright.planning.models.choice import chosen_model
from dealwright.poker.games import game_named
from tests.twins.test_bodies import NATIVE

NONE = (0, 0, 0, 0)
WIDE = (
    "spades(north) >= 5 && hearts(east) >= 5 && diamonds(south) >= 5 && hcp(north) >= 8 "
    "&& hcp(east) >= 8 && hcp(south) >= 6"
)
HONOURS = " && ".join(f"hcp({seat}) in 1..36" for seat in ("north", "east", "south", "west"))
WITHIN = 0.1  # seconds from set() to the exception


@cache
def model_of(text: str, *values: str) -> Model:
    clauses = tuple(conjuncts(parse_tree(text)))
    return chosen_model(
        CountingProblem(clauses, NONE, tuple(parse_tree(value) for value in values)), Effort()
    )


@cache
def long_model() -> Model:
    """Return a model whose labelled count takes a second or so (after its halves)."""
    return model_of(WIDE, "spades(north)", "hcp(north)", "hcp(east)")


def time_to_stop(work: Callable[[StopFlag], object], share: float, whole: float) -> float:
    """Return for how long work goes on after its flag is set, in CPU seconds of its thread.

    The flag is set when the thread has done about this share of the work, whose ``whole`` takes so
    many CPU seconds. Where it is set too late, because others have the processors, the work is
    begun again. The shortest of three times.
    """
    found = []
    for _ in range(200):
        stop, ended = StopFlag(), [False, 0.0]  # whether the flag stopped it, and its CPU time

        def run(stop: StopFlag = stop, ended: list[float] = ended) -> None:
            with suppress(Stopped):
                work(stop)
                ended[0] = True
            ended[1] = thread_time()

        thread = Thread(target=run)
        thread.start()
        asked = 0.0
        assert thread.ident is not None
        with suppress(OSError):  # the thread has ended
            clock = pthread_getcpuclockid(thread.ident)
            while (asked := clock_gettime(clock)) < share * whole:
                sleep(0.001)
        stop.set()
        thread.join()
        if ended[0]:
            whole = ended[1]  # a processor is not always as quick
        else:
            found.append(ended[1] - asked)
        if len(found) == 3:
            return min(found)
    raise AssertionError("the work was always done before its flag was set")


@cache
def whole_time(work: Callable[[StopFlag], object]) -> float:
    """Return the CPU seconds of work that nobody stops."""
    start = thread_time()
    work(StopFlag())
    return thread_time() - start


def labelled(stop: StopFlag) -> ExactCount:
    model = long_model()
    assert model.values is not None
    return model.count(stop)


@pytest.mark.long
@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.6, 0.85])
def test_a_long_count_stops_wherever_it_is(share: float) -> None:
    assert time_to_stop(labelled, share, whole_time(labelled)) < WITHIN


@cache
def time_to_prepare() -> float:
    """Return the CPU seconds of preparing to draw."""
    engine = model_of(WIDE).count()
    return whole_time(lambda stop: engine.prepare(stop=stop))


@pytest.mark.long
@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.85])
def test_preparing_stops_and_can_be_done_again(share: float) -> None:
    model = model_of(WIDE)
    engine = model.count()
    before = engine.bytes

    def prepare(stop: StopFlag) -> None:
        nonlocal engine
        if engine.bytes != before:  # it was prepared before the flag was set
            engine = model.count()
        engine.prepare(stop=stop)

    assert time_to_stop(prepare, share, time_to_prepare()) < WITHIN
    assert engine.bytes == before
    numbers = np.array([0, 10**9], dtype=np.uint64)
    high = np.zeros(2, dtype=np.uint64)
    low, upper, known = engine.rank(engine.unrank(numbers, high))
    assert known.all()
    assert np.array_equal(low, numbers)
    assert np.array_equal(upper, high)


@pytest.mark.long
def test_entries_and_ranks_stop() -> None:
    engine = ExactCount(long_model().arrays)
    assert time_to_stop(lambda stop: engine.entries(stop=stop), 0.5, 0.2) < WITHIN
    other = model_of(HONOURS).count()
    deals = np.asarray(
        kernels.deal_uniform(kernels.PredealtPack(), np.arange(8, dtype=np.uint32), 0, 10**6)
    )
    other.prepare()
    assert time_to_stop(lambda stop: other.rank(deals, stop=stop), 0.5, 0.1) < WITHIN


def test_a_flag_set_before_stops_at_once() -> None:
    stop = StopFlag()
    assert not stop.is_set
    stop.set()
    assert stop.is_set
    engine = model_of(HONOURS).count()
    for work in (
        lambda: model_of(HONOURS).count(stop),
        lambda: model_of("hcp(north) > 11 && balanced(north)").count(stop),
        lambda: engine.entries(stop=stop),
        lambda: engine.prepare(stop=stop),
    ):
        with pytest.raises(Stopped, match="stopped before it was done"):
            work()
    assert engine.total == 52864058299481750293686604800
    engine.prepare()


# ---- equity: single calls that take seconds


def game(kind: str, own: int, name: str) -> EquityKernels:
    return EquityKernels(kind, own, 5, game_named(name).kernels)


def all_pairs() -> WeightedHands:
    masks = [1 << high | 1 << low for high in range(52) for low in range(high)]
    return WeightedHands(np.array(masks, np.uint64), np.ones(len(masks), np.uint64))


@pytest.mark.long
def test_equity_stops() -> None:
    holdem, omaha = game("together", 2, "holdem"), game("omaha", 4, "omaha")
    everything = all_pairs()
    unknown = np.zeros((1, 2), dtype=np.uint64)  # two hands of which nothing is known
    held = player_hands(WeightedHands(np.zeros(1, np.uint64), np.ones(1, np.uint64)))
    keys = [np.full(8, i, dtype=np.uint32) for i in range(4)]
    known = np.tile(np.array([[3, 12, 48]], dtype=np.uint64), (100_000, 1))
    for work in (
        lambda stop: holdem.compare([everything] * 2, 0, 0, [-1] * 4, 0, 1, stop=stop),
        lambda stop: holdem.enumerate(unknown, stop=stop),
        lambda stop: holdem.enumerate(known, stop=stop),
        lambda stop: omaha.enumerate(np.array([[15, 240]], np.uint64), stop=stop),
        lambda stop: holdem.simulate([held, held], 0, 0, keys, 0, 10**9, stop=stop),
    ):
        assert time_to_stop(work, 0.5, 0.1) < WITHIN


# ---- operations


@pytest.fixture
def on_body() -> Iterator[Callable[[str], object]]:
    before = kernels.body()
    yield kernels.use_body
    kernels.use_body(before)


COUNTED = [
    "hcp(north) in 15..17 && balanced(north)",
    "hcp(north) in 10..12 && hcp(east) in 8..12",
    WIDE,
]


def operations_of(text: str) -> tuple[int, int]:
    """Return the operations of counting, and of counting and preparing."""
    engine = model_of(text).count()
    counted = engine.operations
    engine.prepare()
    return counted, engine.operations


@pytest.mark.long
@pytest.mark.parametrize("text", COUNTED)
def test_operations_are_the_same_on_every_body(text: str, on_body: Callable[[str], object]) -> None:
    found = []
    for name in [*NATIVE, NATIVE[0]]:
        on_body(name)
        found.append(operations_of(text))
    assert len(set(found)) == 1
    counted, prepared = found[0]
    assert 0 < counted < prepared


def test_operations_follow_the_time() -> None:
    """0.1 to 20 ns each, for a count of a tenth of a second or more."""
    start = process_time()
    engine = model_of(WIDE).count()
    taken = process_time() - start
    assert 0.1e-9 < taken / engine.operations < 20e-9


@pytest.mark.parametrize("text", [*COUNTED[:2], HONOURS])
def test_a_bound_on_operations_is_exact(text: str) -> None:
    model = model_of(text)
    engine = model.count()
    needed = engine.operations
    assert model.count(most_operations=needed).total == engine.total
    with pytest.raises(BudgetExceeded, match="budget of operations"):
        model.count(most_operations=needed - 1)
    engine.prepare()
    more = engine.operations - needed
    other = model.count()
    with pytest.raises(BudgetExceeded):
        other.prepare(most_operations=more - 1)
    other.prepare(most_operations=more)
    key = np.arange(8, dtype=np.uint32)
    assert np.array_equal(other.draw(key, 0, 50), engine.draw(key, 0, 50))


@pytest.mark.long
def test_a_bound_cuts_off_early() -> None:
    """A tenth of a second's operations of a count that takes seconds."""
    model = long_model()
    assert model.values is not None
    start = process_time()
    with pytest.raises(BudgetExceeded):
        model.count(most_operations=10_000_000)
    assert process_time() - start < 0.5


# ---- memory

_MEASURE = """
import ctypes, gc, sys
from tests.base.test_stopping import model_of
resident = lambda: int(open("/proc/self/statm").read().split()[1]) * 4096
trim = getattr(ctypes.CDLL(None), "malloc_trim", lambda pad: None)
text, *values = sys.argv[1:]
model = model_of(text, *values)
gc.collect(); trim(0)
before = resident()
engine = model.count()
trim(0)
counted = resident() - before, engine.bytes
if not values:
    engine.prepare()
trim(0)
print(*counted, resident() - before, engine.bytes)
"""


@pytest.mark.long
@pytest.mark.parametrize("problem", [(WIDE,), (HONOURS,), (WIDE, "hcp(north)")])
def test_bytes_are_the_memory_in_use(problem: tuple[str, ...]) -> None:
    """Within 5 % and 4 MB of how much the process grows, once counted and once prepared."""
    run = subprocess.run(
        [sys.executable, "-c", _MEASURE, *problem], capture_output=True, text=True, check=True
    )
    grown, counted, grown_again, prepared = map(int, run.stdout.split())
    assert prepared > 35e6
    assert abs(counted - grown) < 0.05 * grown + 4e6
    assert abs(prepared - grown_again) < 0.05 * grown_again + 4e6


def test_less_than_nothing_is_no_budget() -> None:
    assert [budget_of(most) for most in (-5, 0, 7, 1 << 70)] == [0, 0, 7, budget_of(None)]
