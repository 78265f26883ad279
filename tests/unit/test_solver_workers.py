"""Worker processes of the solver: killed, stopped, refused; what they leave behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

from dealwright import Deal, Seat, SolverError, Strain, deal
from dealwright.double_dummy import worker
from dealwright.double_dummy.asks import Leads, Tables, Tricks
from dealwright.double_dummy.dds import Dds, library_path
from dealwright.double_dummy.workers import Room, Workers, request
from dealwright.errors import Stopped
from dealwright.kernels.stopping import StopFlag
from tests.processes import PATIENCE, cpu_seconds, wait_until
from tests.trials import soak

try:
    LIBRARY = library_path()
except SolverError:
    pytest.skip("no double-dummy solver (pip install endplay)", allow_module_level=True)

EASY = "N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432"
# Everybody has two suits and shares each with another: 7 s of one core in notrump alone.
FREAK = "N:KJT84...AKJ87643 ..AQT86542.QT952 .AQJ98752.KJ973. AQ976532.KT643.."


def masks_of(text: str) -> np.ndarray:
    return np.array([Deal(text).masks], dtype=np.uint64)


def is_running(process: int) -> bool:
    """Return whether a process runs; one that has ended and is not waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_only_as_many_processes_as_requests() -> None:
    solver = Dds(LIBRARY, 3)
    assert solver.workers.processes == []
    assert solver.solve(Tables(masks_of(EASY), [Strain.SPADES]))[0, :, Strain.SPADES].tolist() == [
        13, 0, 13, 0,
    ]  # fmt: skip
    (first,) = solver.workers.processes
    os.kill(first, signal.SIGSTOP)  # so that it cannot solve all strains before others start
    with ThreadPoolExecutor(1) as pool:
        solving = pool.submit(solver.solve, Tables(masks_of(EASY)))
        try:
            wait_until(lambda: len(solver.workers.processes) > 1)
        finally:
            os.kill(first, signal.SIGCONT)
        solving.result()
    assert 2 <= len(solver.workers.processes) <= 3  # a third may have nothing left to solve
    solver.workers.close()
    assert solver.workers.processes == []


@pytest.mark.long
def test_the_answer_does_not_depend_on_the_number_of_workers() -> None:
    masks = deal(3, seed="workers").masks
    found = []
    for threads in (1, 2, 5):
        solver = Dds(LIBRARY, threads)
        found.append(
            (solver.solve(Tables(masks)), solver.solve(Leads(masks, Seat.SOUTH, Strain.SPADES)))
        )
        solver.workers.close()
    for tables, leads in found[1:]:
        assert np.array_equal(tables, found[0][0])
        assert np.array_equal(leads, found[0][1])


class TestKilled:
    @pytest.mark.long
    def test_in_the_middle_of_a_batch(self) -> None:
        """Every worker is killed several times over; idle ones are replaced too."""
        masks = deal(8, seed="killed").masks
        solver = Dds(LIBRARY, 2)
        expected = solver.solve(Tables(masks))
        killed, ended = set[int](), False

        def kill() -> None:
            while not ended and len(killed) < 4:
                time.sleep(0.1)
                for process in solver.workers.processes:
                    if process not in killed:
                        os.kill(process, signal.SIGKILL)
                        killed.add(process)

        killer = Thread(target=kill)
        killer.start()
        found = solver.solve(Tables(masks))
        ended = True
        killer.join()
        assert np.array_equal(found, expected)
        assert len(killed) >= 3
        for process in solver.workers.processes:
            os.kill(process, signal.SIGKILL)
        assert np.array_equal(solver.solve(Tables(masks[:1])), expected[:1])
        solver.workers.close()

    def test_a_worker_that_always_ends(self) -> None:
        """A library without a function ends each worker that calls it."""
        workers = Workers(LIBRARY, 2)
        asked = [request(lambda: "N:this deal", "NoSuchFunction", 1)] * 3
        with pytest.raises(SolverError, match="ended 3 times on N:this deal"):
            workers.solve(asked)
        assert workers.processes == []
        right = request(lambda: "", "ErrorMessage", -1, Room(80))
        assert workers.solve([right])[0][1].partition(b"\0")[0]
        workers.close()

    def test_the_deal_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            "dealwright.double_dummy.dds.request",
            lambda about, name, *rest: request(about, "NoSuchFunction"),
        )
        solver = Dds(LIBRARY, 1)
        with pytest.raises(SolverError, match=f"ended 3 times on {EASY}$"):
            solver.solve(Tricks(masks_of(EASY), Seat.NORTH, Strain.SPADES, 10))
        with pytest.raises(SolverError, match=f"one of 4 deals, the first {EASY}$"):
            solver.solve(Tricks(np.repeat(masks_of(EASY), 16, 0), Seat.NORTH, Strain.SPADES, 10))
        solver.workers.close()


def test_what_the_library_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own message and code are part of ours, and it writes no file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    solver = Dds(LIBRARY, 1)
    wrong = masks_of(EASY)
    wrong[0, 1] = wrong[0, 0]  # every card twice, which the methods never ask
    monkeypatch.setattr("dealwright.double_dummy.asks.Deals", lambda masks: masks_held(masks))
    with pytest.raises(SolverError, match=r"failed on N:.+: .+ \(DDS error -\d+\)"):
        solver.solve(Tricks(wrong, Seat.NORTH, Strain.SPADES, 7))
    solver.workers.close()
    assert list(tmp_path.iterdir()) == []


class masks_held:  # noqa: N801
    def __init__(self, masks: np.ndarray) -> None:
        self.masks = masks


def wait_until_working(solver: Dds) -> None:
    """Wait until a worker is in the middle of a deal."""
    wait_until(lambda: any(cpu_seconds(each) >= 0.3 for each in solver.workers.processes))


class TestStopped:
    @pytest.mark.long
    def test_in_the_middle_of_a_freak_deal(self) -> None:
        solver, stop = Dds(LIBRARY, 2), StopFlag()
        with ThreadPoolExecutor(1) as pool:
            freak = pool.submit(solver.solve, Tables(masks_of(FREAK)), stop=stop)
            wait_until_working(solver)
            stop.set()
            with pytest.raises(Stopped):
                freak.result(PATIENCE)  # without the flag it takes minutes of the worker
        assert solver.solve(Tables(masks_of(EASY), [Strain.SPADES]))[0, 0, Strain.SPADES] == 13
        solver.workers.close()

    @pytest.mark.long
    def test_others_go_on(self) -> None:
        """Two threads ask at the same time; stopping one does not disturb the other."""
        masks = deal(6, seed="others").masks
        solver, stop = Dds(LIBRARY, 2), StopFlag()
        expected = solver.solve(Tables(masks))
        with ThreadPoolExecutor(2) as pool:
            freak = pool.submit(solver.solve, Tables(masks_of(FREAK), [Strain.NOTRUMP]), stop=stop)
            other = pool.submit(solver.solve, Tables(masks))
            wait_until_working(solver)
            stop.set()
            assert np.array_equal(other.result(), expected)
            with pytest.raises(Stopped):
                freak.result()
        solver.workers.close()

    def test_before_it_began(self) -> None:
        stop = StopFlag()
        stop.set()
        solver = Dds(LIBRARY, 1)
        with pytest.raises(Stopped):
            solver.solve(Tables(masks_of(FREAK)), stop=stop)
        solver.workers.close()

    @pytest.mark.long
    def test_by_control_c(self) -> None:
        code = f"import dealwright\nprint('ready', flush=True)\ndealwright.solve({FREAK!r})"
        work = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert work.stdout
        work.stdout.readline()
        wait_until(lambda: children(work.pid))
        ours = children(work.pid)
        wait_until(lambda: any(cpu_seconds(each) >= 0.3 for each in ours))
        os.kill(work.pid, signal.SIGINT)
        _, err = work.communicate(timeout=PATIENCE)
        assert err.rstrip().endswith("KeyboardInterrupt")
        assert not any(map(is_running, ours))


def children(process: int) -> list[int]:
    found = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        found += map(int, path.read_text().split())
    return found


@pytest.mark.long
def test_workers_end_when_the_program_is_killed() -> None:
    """Even in the middle of a deal that takes minutes."""
    code = f"import dealwright\ndealwright.solve({FREAK!r})"
    work = subprocess.Popen([sys.executable, "-c", code])
    wait_until(lambda: children(work.pid))
    ours = children(work.pid)
    wait_until(lambda: any(cpu_seconds(each) >= 0.3 for each in ours))
    work.kill()
    work.wait()
    wait_until(lambda: not any(map(is_running, ours)))


def test_no_descriptor_and_no_child_is_left() -> None:
    before = len(os.listdir("/proc/self/fd")), children(os.getpid())
    for _ in range(3):
        solver = Dds(LIBRARY, 2)
        solver.solve(Tables(masks_of(EASY)))
        solver.workers.close()
    solver = Dds(LIBRARY, 2)
    solver.solve(Tables(masks_of(EASY)))
    del solver
    wait_until(lambda: (len(os.listdir("/proc/self/fd")), children(os.getpid())) == before)


@pytest.mark.long
def test_a_copy_of_the_process_has_workers_of_its_own() -> None:
    code = (
        "import os, dealwright\n"
        "from dealwright.double_dummy.dds import dds\n"
        f"first = dealwright.solve({EASY!r}).tolist()\n"
        "ours = set(dds().workers.processes)\n"
        "child = os.fork()\n"
        "if not child:\n"
        f"    same = dealwright.solve({EASY!r}).tolist() == first\n"
        "    os._exit(0 if same and not ours & set(dds().workers.processes) else 1)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
        f"assert dealwright.solve({EASY!r}).tolist() == first\n"
        "assert set(dds().workers.processes) == ours\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr) == (0, "")


def end_cleanly(times: int, before: str = "") -> None:
    """Check that processes that solve a deal end with status 0 and without a word."""
    code = (
        f"import sys, dealwright\n{before}\n"
        f"assert dealwright.solve({EASY!r}).sum() == 130\n"
        "assert sys.modules.get('endplay') is None"
    )
    for _ in range(times):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.long
def test_processes_end_cleanly() -> None:
    end_cleanly(3)


@pytest.mark.slow
def test_a_hundred_processes_end_cleanly() -> None:
    end_cleanly(soak(100))


def test_each_answer_comes_back_in_its_place() -> None:
    """Three arrays are written, between numbers of both signs and an array that is read."""

    class Library:
        def Fill(self, one: Any, less: Any, text: Any, two: Any, more: Any, three: Any) -> int:  # noqa: N802
            assert (less.value, more.value) == (-5, 2**31 - 1)
            assert bytes(text._obj.raw) == b"abc"
            for at, each in enumerate((one, two, three)):
                each._obj.raw = bytes([at + 1]) * len(each._obj.raw)
            return -7

    head = worker._HEAD.pack
    given = (
        head(b"w", 2) + head(b"i", 2**32 - 5) + head(b"r", 3) + b"abc" + head(b"w", 1)
        + head(b"i", 2**31 - 1) + head(b"w", 4)
    )  # fmt: skip
    text = worker.call_library(Library(), b"Fill\0" + given)
    assert text == b"\xf9\xff\xff\xff" + b"\1\1" + b"\2" + b"\3\3\3\3"


def test_without_threads_the_library_is_called_here() -> None:
    """In a program of its own, because some builds of DDS crash when their process ends."""
    program = f"""
import os
from dealwright import Deal, SolverError
from dealwright.double_dummy import workers
from dealwright.double_dummy.asks import Tables
from dealwright.double_dummy.dds import Dds
from dealwright.errors import Stopped
from dealwright.kernels.stopping import StopFlag
import numpy as np

workers.can_start_threads = lambda: False
workers.subprocess.Popen = None
masks = np.array([Deal({EASY!r}).masks], dtype=np.uint64)
print(Dds({LIBRARY!r}, 3).solve(Tables(masks)).tolist())
flag = StopFlag()
flag.set()
for library in ({LIBRARY!r}, "missing.so"):
    try:
        Dds(library, 1).solve(Tables(masks), stop=flag if library != "missing.so" else None)
    except (Stopped, SolverError) as error:
        print(type(error).__name__)
os._exit(0)
"""
    command = [sys.executable, "-u", "-c", program]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    expected = Dds(LIBRARY, 1).solve(Tables(masks_of(EASY))).tolist()
    assert printed.splitlines() == [str(expected), "Stopped", "SolverError"]
