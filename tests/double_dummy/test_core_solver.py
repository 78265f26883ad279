"""The solver of the core: answers do not depend on threads and memory; it stops, others go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, Thread
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from dealwright import Deal, Seat, Strain, deal, default_workspace
from dealwright.base.errors import ArgumentError, Stopped
from dealwright.base.kernels.double_dummy import DoubleDummySearch
from dealwright.base.kernels.stopping import StopFlag
from dealwright.cards import Card, mask_of
from dealwright.double_dummy.asks import ALL_STRAINS, Ask, Cards, Leads, Position, Tables, Tricks
from dealwright.double_dummy.core_solver import MEMORY, CoreSolver, core_solver
from tests.processes import PATIENCE, wait_until, wait_until_busy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

EASY = "N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432"
EASY_TABLE = [[13, 12, 12, 13, 13], [0, 1, 1, 0, 0], [13, 12, 12, 13, 13], [0, 1, 1, 0, 0]]
# Everybody has two suits and shares each with another: 5 s of one core; with LITTLE memory minutes,
# so that what stops it stops it in the middle.
FREAK = "N:KJT84...AKJ87643 ..AQT86542.QT952 .AQJ98752.KJ973. AQ976532.KT643.."
FREAK_TABLE = [[9, 6, 9, 6, 8], [4, 7, 4, 7, 5], [9, 6, 9, 6, 8], [4, 7, 4, 7, 6]]
LITTLE = 1 << 16  # bytes, of a thread


def masks_of(text: str) -> NDArray[np.uint64]:
    return np.array([Deal(text).masks], dtype=np.uint64)


def turned(n: int) -> tuple[NDArray[np.uint64], NDArray[np.int8]]:
    """Return the easy deal turned by 0, 1, 2, 3, 0, ... seats, and the tables."""
    masks = np.concatenate([np.roll(masks_of(EASY), turn, axis=1) for turn in range(4)])
    table = np.array(EASY_TABLE, np.int8)
    tables = np.stack([np.roll(table, turn, axis=0) for turn in range(4)])
    rows = np.arange(n) % 4
    return masks[rows], tables[rows]


def is_same(found: NDArray[Any], expected: NDArray[Any]) -> bool:
    return (found.shape, found.dtype, found.tolist()) == (
        expected.shape, expected.dtype, expected.tolist(),
    )  # fmt: skip


class TestThreads:
    @pytest.mark.parametrize("threads", [1, 2, 5])
    @pytest.mark.parametrize("n", [0, 1, 2, 4, 5, 9, 300])
    def test_rows_stand_where_they_were_asked(self, threads: int, n: int) -> None:
        """Mutants: tasks that overlap, leave out the last rows, or are joined as they end."""
        masks, tables = turned(n)
        solver = CoreSolver(threads)
        tricks = tables[:, Seat.EAST, Strain.HEARTS]
        assert is_same(solver.solve(Tricks(masks, Seat.EAST, Strain.HEARTS)), tricks)
        reached = solver.solve(Tricks(masks, Seat.EAST, Strain.HEARTS, 12))
        assert is_same(reached, tricks >= 12)
        leads = solver.solve(Leads(masks, Seat.EAST, Strain.HEARTS))
        assert is_same(leads.max(axis=1, initial=-1), 13 - tricks)
        beating = solver.solve(Leads(masks, Seat.EAST, Strain.HEARTS, 2))
        assert is_same(beating, leads >= 2)

    @pytest.mark.parametrize("threads", [1, 2, 5])
    @pytest.mark.parametrize("n", [0, 1, 2, 4, 5])
    @pytest.mark.parametrize(
        "strains", [ALL_STRAINS, (Strain.NOTRUMP, Strain.HEARTS), (Strain.CLUBS,) * 3, ()]
    )
    def test_tables_of_few_deals_and_some_strains(
        self, threads: int, n: int, strains: tuple[Strain, ...]
    ) -> None:
        """With fewer deals than threads a task has a strain.

        Mutant: the strains are taken for rows where there are as many deals as strains.
        """
        masks, tables = turned(n)
        expected = np.full_like(tables, -1)
        for strain in strains:
            expected[:, :, strain] = tables[:, :, strain]
        assert is_same(CoreSolver(threads).solve(Tables(masks, strains)), expected)

    def test_without_threads(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """As in a browser. Mutant: a thread is started all the same."""

        def start(thread: Thread) -> None:
            raise RuntimeError("can't start new thread")

        masks, tables = turned(9)
        positions = [Position(Deal(EASY).masks, strain, Seat.WEST) for strain in ALL_STRAINS]
        monkeypatch.setattr("dealwright.base.threads.can_start_threads", lambda: False)
        monkeypatch.setattr("threading.Thread.start", start)
        solver = CoreSolver(5)
        assert np.array_equal(solver.solve(Tables(masks)), tables)
        assert np.array_equal(solver.solve(Tables(masks[:2])), tables[:2])
        assert [cards[0].tricks for cards in solver.solve(Cards(positions))] == [0, 1, 1, 0, 0]

    def test_callers_share_a_solver(self) -> None:
        """Mutants: two callers use one search; every search that was made is kept."""
        masks, tables = turned(60)
        solver, together = CoreSolver(2), Barrier(8)

        def ask(caller: int) -> bool:
            together.wait(PATIENCE)
            rows = slice(caller, None)
            return np.array_equal(solver.solve(Tables(masks[rows])), tables[rows])

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(ask, range(8)))
        assert 1 <= len(solver._idle) <= 2

    def test_the_solver_of_the_process(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Mutants: a new solver for each call; the workspace's number of threads is not used."""
        assert core_solver(3) is core_solver(3)
        assert (core_solver(3).threads, core_solver(3).memory) == (3, 3 * MEMORY)
        monkeypatch.setattr(default_workspace(), "threads", 4)
        assert core_solver() is core_solver(4)
        monkeypatch.setattr(default_workspace(), "threads", None)
        monkeypatch.setenv("DEALWRIGHT_THREADS", "6")
        assert core_solver() is core_solver(6)


def hard_asks() -> Iterable[Ask]:
    """Yield questions of each kind; the deal of many voids fills a small memory many times."""
    masks = deal(7, seed="core solver").masks
    freak = masks_of(FREAK)
    rows = np.concatenate([freak, masks])
    yield Tables(masks[:6])
    yield Tables(masks[:2])
    yield Tricks(masks, Seat.NORTH, Strain.CLUBS)
    yield Tricks(rows, Seat.NORTH, Strain.HEARTS, 9)
    yield Leads(masks, Seat.SOUTH, Strain.SPADES)
    yield Leads(masks, Seat.WEST, Strain.NOTRUMP, 6)
    positions = list[Position]()
    for row in masks.tolist():
        north, east, south, west = row
        positions.append(Position((north, east, south, west), Strain.DIAMONDS, Seat.EAST))
        card = Card(east.bit_length() - 1)
        positions.append(
            Position((north, east & ~card.mask, south, west), Strain.DIAMONDS, Seat.EAST, (card,))
        )
    yield Cards(positions)


@pytest.mark.long
def test_answers_depend_on_neither_threads_nor_memory() -> None:
    """Mutants: facts that are dropped, or are of another deal, change an answer."""
    expected = [CoreSolver(1).solve(ask) for ask in hard_asks()]
    for threads in (1, 2, 5):
        for memory in (1 << 20, 8 << 20, None):
            solver = CoreSolver(threads, memory)
            for ask, answer in zip(hard_asks(), expected, strict=True):
                assert is_same(solver.solve(ask), answer), (ask, threads, memory)


class TestMemory:
    @pytest.mark.parametrize("memory", [-1, 1 << 70])
    def test_a_number_of_bytes(self, memory: int) -> None:
        with pytest.raises(ArgumentError, match=f"must be 0 to {1 << 48:,} bytes, not {memory:,}"):
            CoreSolver(1, memory)

    @pytest.mark.long
    def test_facts_take_no_more_than_the_memory(self) -> None:
        """Mutants: a full table grows; nothing is kept. A table of 1 MB, the least."""
        memory, most = 1 << 20, 0
        search, stop = DoubleDummySearch(memory), StopFlag()
        with ThreadPoolExecutor(1) as pool:
            freak = pool.submit(
                search.contracts, masks_of(FREAK), Seat.NORTH, Strain.NOTRUMP, stop=stop
            )
            while search.tricks_searched < 3_000_000 and not freak.done():
                most = max(most, search.bytes)
            stop.set()
            with pytest.raises(Stopped):
                freak.result(PATIENCE)
        assert memory // 4 < most <= memory

    def test_a_search_forgets_and_says_so(self) -> None:
        search = DoubleDummySearch(1 << 20)
        (masks, tables), searched = turned(4), 0
        for turn in range(4):
            found = search.contracts(masks[turn : turn + 1], Seat.NORTH, Strain.HEARTS)
            assert found.tolist() == [tables[turn, Seat.NORTH, Strain.HEARTS]]
            assert search.bytes > 0
            assert search.tricks_searched > searched
            searched = search.tricks_searched
            search.forget()
            assert search.bytes == 0

    def test_each_thread_has_its_share(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Mutant: each thread has the whole."""
        given = set[int]()

        def search(memory: int) -> DoubleDummySearch:
            given.add(memory)
            return DoubleDummySearch(memory)

        monkeypatch.setattr("dealwright.double_dummy.core_solver.DoubleDummySearch", search)
        for solver, share in (CoreSolver(4, 1 << 20), 1 << 18), (CoreSolver(4), MEMORY):
            given.clear()
            solver.solve(Tables(turned(40)[0]))
            assert given == {share}


@pytest.mark.parametrize(
    ("hands", "leader", "trick", "groups"),
    [
        ("SK SJ/S2 S3/H2 H3/D2 D3", Seat.NORTH, "", "SK SJ: 2"),  # the queen is gone
        ("SK SJ/SQ S3/H2 H3/D2 D3", Seat.NORTH, "", "SK: 1, SJ: 1"),
        ("SK SJ/S2 S3/H2 H3/D2", Seat.WEST, "SQ", "SK: 2, SJ: 0"),
        ("S2 HA/SK S4/D2 D3/C2 C3", Seat.NORTH, "", "HA: 1, S2: 0"),  # most tricks first
        ("SA S2/SK SQ/D2 D3/C2 C3", Seat.NORTH, "", "SA: 1, S2: 1"),
    ],
)
def test_cards_between_which_none_is_in_play_stand_together(
    hands: str, leader: Seat, trick: str, groups: str
) -> None:
    """Mutants: cards that are gone stand between; a card on the table does not; the order."""
    north, east, south, west = map(mask_of, hands.split("/"))
    position = Position(
        (north, east, south, west), Strain.NOTRUMP, leader, tuple(map(Card, trick.split()))
    )
    found = CoreSolver(1).solve(Cards([position]))[0]
    assert groups == ", ".join(
        f"{' '.join(map(str, group.cards))}: {group.tricks}" for group in found
    )


def wait_until_working() -> None:
    """Wait until this process is in the middle of a deal."""
    before = time.process_time()
    wait_until(lambda: time.process_time() - before >= 0.3)


_FREAK = (masks_of(FREAK), Seat.NORTH, Strain.NOTRUMP)
FREAK_ASKS: dict[str, Ask] = {
    "tables": Tables(_FREAK[0]),
    "tricks": Tricks(*_FREAK),
    "goal": Tricks(*_FREAK, 8),
    "leads": Leads(*_FREAK),
    "beating": Leads(*_FREAK, 5),
    "cards": Cards([Position(Deal(FREAK).masks, Strain.NOTRUMP, Seat.EAST)]),
}


class TestStopped:
    @pytest.mark.parametrize("threads", [1, 2])
    def test_before_it_began(self, threads: int) -> None:
        stop = StopFlag()
        stop.set()
        solver = CoreSolver(threads, LITTLE)
        for ask in (*FREAK_ASKS.values(), Tables(masks_of(FREAK)[:0])):
            with pytest.raises(Stopped):
                solver.solve(ask, stop=stop)

    @pytest.mark.long
    @pytest.mark.parametrize(
        ("kind", "threads"), [("tables", 2), *((kind, 1) for kind in FREAK_ASKS)]
    )
    def test_in_the_middle_of_a_freak_deal(self, kind: str, threads: int) -> None:
        """Mutants: the flag does not reach the search; a stopped search is not given back whole."""
        solver, stop = CoreSolver(threads, threads * LITTLE), StopFlag()
        with ThreadPoolExecutor(1) as pool:
            freak = pool.submit(solver.solve, FREAK_ASKS[kind], stop=stop)
            wait_until_working()
            stop.set()
            with pytest.raises(Stopped):
                freak.result(PATIENCE)
        masks, tables = turned(9)
        assert np.array_equal(solver.solve(Tables(masks)), tables)

    @pytest.mark.long
    def test_what_a_stopped_search_has_proved_is_right(self) -> None:
        """The same question to the same search. Mutant: a fact is stored of what was not finished.

        Each of five parts is stopped by a flag that another thread sets.
        """
        search = DoubleDummySearch(8 << 20)
        freak = masks_of(FREAK)

        def has_searched(tricks: int) -> bool:
            return search.tricks_searched >= tricks

        for _ in range(5):
            stop, until = StopFlag(), search.tricks_searched + 100_000
            with ThreadPoolExecutor(1) as pool:
                part = pool.submit(search.contracts, freak, Seat.NORTH, Strain.NOTRUMP, stop=stop)
                wait_until(partial(has_searched, until))
                stop.set()
                with pytest.raises(Stopped):
                    part.result(PATIENCE)
        made = search.contracts(freak, Seat.NORTH, Strain.NOTRUMP)
        assert made.tolist() == [FREAK_TABLE[Seat.NORTH][Strain.NOTRUMP]]

    @pytest.mark.long
    def test_others_go_on(self) -> None:
        """Two threads ask at the same time; stopping one does not disturb the other."""
        masks = deal(6, seed="others").masks
        expected = CoreSolver(1).solve(Tricks(masks, Seat.NORTH, Strain.HEARTS))
        solver, stop = CoreSolver(2, 2 * LITTLE), StopFlag()
        with ThreadPoolExecutor(2) as pool:
            freak = pool.submit(solver.solve, Tables(masks_of(FREAK), [Strain.NOTRUMP]), stop=stop)
            wait_until_working()
            other = pool.submit(solver.solve, Tricks(masks, Seat.NORTH, Strain.HEARTS))
            stop.set()
            assert np.array_equal(other.result(PATIENCE), expected)
            with pytest.raises(Stopped):
                freak.result(PATIENCE)

    @pytest.mark.long
    def test_by_control_c(self) -> None:
        """In the main thread of a program, which can solve again."""
        code = (
            "from dealwright import solve\n"
            "from dealwright.double_dummy.core_solver import CoreSolver\n"
            f"solver = CoreSolver(2, {2 * LITTLE})\n"
            "try:\n"
            f"    solve({FREAK!r}, solver=solver)\n"
            "except KeyboardInterrupt:\n"
            f"    print(solve({EASY!r}, solver=solver).tolist())\n"
            "    raise\n"
        )
        work = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        wait_until_busy(work)
        os.kill(work.pid, signal.SIGINT)
        out, err = work.communicate(timeout=PATIENCE)
        assert out == f"{[EASY_TABLE]}\n"
        assert err.rstrip().endswith("KeyboardInterrupt")


@pytest.mark.long
def test_a_copy_of_the_process_solves() -> None:
    """Mutant: a copy waits for threads or for a lock that only the first process has."""
    code = (
        "import os, dealwright\n"
        f"first = dealwright.solve({EASY!r}).tolist()\n"
        "child = os.fork()\n"
        "if not child:\n"
        f"    os._exit(0 if dealwright.solve({EASY!r}).tolist() == first else 1)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
        f"assert dealwright.solve({EASY!r}).tolist() == first\n"
    )
    environment = {**os.environ, "DEALWRIGHT_THREADS": "2"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE,
        env=environment,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
