"""The adapter of DDS: its processes, what it refuses, and the options --solver and --memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from ctypes.util import find_library
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

from dealwright import CardError, Deal, Seat, SolverError, Strain, deal
from dealwright.base.current_cluster import joining
from dealwright.base.errors import Stopped
from dealwright.base.kernels import native_module
from dealwright.base.kernels.double_dummy import DoubleDummySearch
from dealwright.base.kernels.stopping import StopFlag
from dealwright.double_dummy import columns, dds_process
from dealwright.double_dummy.asks import Ask, Cards, Leads, Position, Tables, Tricks
from dealwright.double_dummy.core_solver import MEMORY, CoreSolver, core_solver
from dealwright.double_dummy.dds import Dds
from dealwright.double_dummy.dds_process import packed_call
from tests.conftest import Result
from tests.oracles.dds import dds, dds_library, endplay_library
from tests.processes import PATIENCE, cpu_seconds, wait_until

if TYPE_CHECKING:
    from numpy.typing import NDArray

EASY = "N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432"
# Everybody has two suits and shares each with another: 7 s of one core in notrump alone.
FREAK = "N:KJT84...AKJ87643 ..AQT86542.QT952 .AQJ98752.KJ973. AQ976532.KT643.."
KNOWN = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


def masks_of(*texts: str) -> NDArray[np.uint64]:
    return np.array([Deal(text).masks for text in texts], dtype=np.uint64)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that the adapter has started."""
    processes = list[subprocess.Popen[bytes]]()

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            processes.append(self)

    monkeypatch.setattr("dealwright.double_dummy.dds.subprocess.Popen", Noted)
    return processes


class TestNoLibrary:
    def test_a_file_that_is_missing(self) -> None:
        with pytest.raises(SolverError, match=r"^there is no file 'no/libdds.so'; give the file"):
            Dds("no/libdds.so")

    def test_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(SolverError, match="there is no file"):
            Dds(tmp_path)

    def test_none_is_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("dealwright.double_dummy.dds.find_library", lambda name: None)
        with pytest.raises(SolverError, match=r"^no libdds is installed; .* apt-get install"):
            Dds()

    def test_a_file_that_cannot_be_loaded(self, tmp_path: Path) -> None:
        path = tmp_path / "libdds.so"
        path.write_text("no library")
        with pytest.raises(SolverError, match=r"cannot be loaded: .*libdds\.so") as refused:
            Dds(path).solve(Tables(masks_of(EASY)))
        assert "\n" not in str(refused.value)

    def test_another_library(self) -> None:
        """Mutant: only what cannot be loaded at all is an error in one line."""
        solver = Dds(str(native_module().__file__))
        with pytest.raises(SolverError, match=r"cannot be loaded: .*SetResources") as refused:
            solver.solve(Tables(masks_of(EASY)))
        assert "\n" not in str(refused.value)

    def test_a_name_means_the_folder_at_that_time(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Mutant: the process, which changes to another folder, looks for the file there."""
        monkeypatch.chdir(tmp_path)
        Path("libdds.so").write_text("no library")
        solver = Dds("libdds.so")
        monkeypatch.chdir("/")
        with pytest.raises(SolverError, match="cannot be loaded") as refused:
            solver.solve(Tables(masks_of(EASY)))
        assert "No such file" not in str(refused.value)


def test_each_answer_comes_back_in_its_place() -> None:
    """Three arrays are written, between numbers of both signs and an array that is read."""

    class Library:
        def Fill(self, one: Any, less: Any, text: Any, two: Any, more: Any, three: Any) -> int:  # noqa: N802
            assert (less.value, more.value) == (-5, 2**31 - 1)
            assert bytes(text._obj.raw) == b"abc"
            for at, each in enumerate((one, two, three)):
                each._obj.raw = bytes([at + 1]) * len(each._obj.raw)
            return -7

    room = dds_process.ResultBuffer
    call = packed_call("Fill", room(2), -5, b"abc", room(1), 2**31 - 1, room(4))
    text = dds_process._called(Library(), call)
    assert text == b"\xf9\xff\xff\xff" + b"\1\1" + b"\2" + b"\3\3\3\3"


def quick_asks() -> list[Ask]:
    masks = masks_of(EASY, EASY)
    masks[1] = np.roll(masks[0], 1)
    position = Position(Deal(EASY).masks, Strain.NOTRUMP, Seat.WEST)
    return [
        Tables(masks, [Strain.NOTRUMP, Strain.HEARTS]), Tables(masks, []), Tables(masks[:0]),
        Tricks(masks, Seat.NORTH, Strain.SPADES), Tricks(masks, Seat.NORTH, Strain.SPADES, 6),
        Tricks(masks, Seat.NORTH, Strain.SPADES, 0), Leads(masks, Seat.EAST, Strain.HEARTS),
        Leads(masks, Seat.NORTH, Strain.SPADES, 8), Leads(masks[:0], Seat.EAST, Strain.HEARTS),
        Tricks(masks, Seat.NORTH, Strain.SPADES, 14), Leads(masks, Seat.NORTH, Strain.SPADES, 14),
        Cards([position]), Cards([]),
    ]  # fmt: skip


@pytest.mark.parametrize("index", range(len(quick_asks())))
def test_answers_are_those_of_the_core(index: int) -> None:
    """Of each kind, in shape and type too; ``peers`` compares many more."""
    ask = quick_asks()[index]
    found, expected = dds().solve(ask), core_solver().solve(ask)
    assert (found.shape, found.dtype) == (expected.shape, expected.dtype)
    assert found.tolist() == expected.tolist()


@pytest.mark.long
@pytest.mark.parametrize("n", [199, 200, 201])
def test_batches(n: int) -> None:
    """Seven deals in turn, 200 in a call. Mutants: batches that overlap, or the last left out."""
    few, rows = deal(7, seed="batches").masks, np.arange(n) % 7
    made = core_solver().solve(Tricks(few, Seat.WEST, Strain.SPADES))
    found = dds().solve(Tricks(few[rows], Seat.WEST, Strain.SPADES, 7))
    assert found.tolist() == (made >= 7)[rows].tolist()


def test_what_is_no_deal_never_reaches_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DDS may not end on it."""
    monkeypatch.chdir(tmp_path)
    masks = masks_of(EASY)
    masks[0, 1] = masks[0, 0]
    with pytest.raises(CardError, match="four masks of 13 different cards"):
        dds().solve(Tricks(masks, Seat.NORTH, Strain.SPADES, 7))
    assert list(tmp_path.iterdir()) == []


class Unchecked:
    """In place of ``Deals``: masks that are not checked."""

    def __init__(self, masks: NDArray[np.uint64]) -> None:
        self.masks = masks


def test_what_the_library_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has the deal and the library's code, and no file is written."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    wrong = masks_of(EASY)
    wrong[0, 1] = wrong[0, 0]  # every card twice, which no ask has
    monkeypatch.setattr("dealwright.double_dummy.asks.Deals", Unchecked)
    with pytest.raises(SolverError, match=r"failed on N:AKQJ\.[^ ]+ .+ \(DDS error -\d+\)$"):
        dds().solve(Tricks(wrong, Seat.NORTH, Strain.SPADES, 7))
    assert list(tmp_path.iterdir()) == []


def calls_nothing(monkeypatch: pytest.MonkeyPatch, first: int = 0) -> None:
    """Let the calls from a number on be of a function that the library does not have."""
    made = list[str]()

    def call(function: str, *arguments: Any) -> bytes:
        made.append(function)
        return packed_call(function if len(made) <= first else "NoSuchFunction", *arguments)

    monkeypatch.setattr("dealwright.double_dummy.dds.packed_call", call)


class TestEnded:
    """A process that calls a function that the library does not have ends."""

    def test_the_deal_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls_nothing(monkeypatch)
        solver = dds()
        with pytest.raises(SolverError, match=f"ended on {EASY}$"):
            solver.solve(Tricks(masks_of(EASY), Seat.NORTH, Strain.SPADES, 10))
        with pytest.raises(SolverError, match=f"ended on one of 4 deals, the first {EASY}$"):
            solver.solve(Tricks(masks_of(*[EASY] * 4), Seat.NORTH, Strain.SPADES, 10))

    def test_answers_before_it_do_not_hide_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Mutant: the first deal is named, or the answers so far are returned."""
        calls_nothing(monkeypatch, first=1)
        with pytest.raises(SolverError, match=f"ended on {KNOWN}$"):
            dds().solve(Tables(masks_of(EASY, KNOWN), [Strain.SPADES]))


class TestStopped:
    def test_before_it_began(self, started: list[subprocess.Popen[bytes]]) -> None:
        stop = StopFlag()
        stop.set()
        for ask in (
            Tables(masks_of(FREAK)), Tricks(masks_of(FREAK), Seat.NORTH, Strain.NOTRUMP),
            Leads(masks_of(FREAK), Seat.NORTH, Strain.NOTRUMP, 6),
            Cards([Position(Deal(FREAK).masks, Strain.NOTRUMP, Seat.EAST)]),
        ):  # fmt: skip
            with pytest.raises(Stopped):
                dds().solve(ask, stop=stop)
        assert started == []

    @pytest.mark.long
    def test_in_the_middle_of_a_freak_deal(self, started: list[subprocess.Popen[bytes]]) -> None:
        """Its process is killed. A terminal's Ctrl-C does not reach it: it has its own session.

        Mutants: the flag is looked at once, or after the answer; the process solves on.
        """
        solver, stop = dds(), StopFlag()
        with ThreadPoolExecutor(1) as pool:
            freak = pool.submit(solver.solve, Tables(masks_of(FREAK)), stop=stop)
            wait_until(lambda: started and cpu_seconds(started[0].pid) >= 0.3)
            assert os.getsid(started[0].pid) == started[0].pid
            stop.set()
            with pytest.raises(Stopped):
                freak.result(PATIENCE)
        assert [process.returncode for process in started] == [-signal.SIGKILL]
        table = solver.solve(Tables(masks_of(EASY), [Strain.SPADES]))
        assert table[0, :, Strain.SPADES].tolist() == [13, 0, 13, 0]

    @pytest.mark.long
    def test_by_control_c(self) -> None:
        """In the main thread of a program, whose process ends too."""
        if dds_library() is None:
            pytest.skip("needs DDS (pip install endplay, or apt-get install libdds0)")
        code = (
            "import dealwright\n"
            "from dealwright.double_dummy.dds import Dds\n"
            f"dealwright.solve({FREAK!r}, solver=Dds({endplay_library()!r}))\n"
        )
        work = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
        solving = list[int]()

        def is_solving() -> bool:
            tasks = Path(f"/proc/{work.pid}/task").glob("*/children")
            solving[:] = [int(child) for path in tasks for child in path.read_text().split()]
            return any(cpu_seconds(process) >= 0.3 for process in solving)

        wait_until(is_solving)
        os.kill(work.pid, signal.SIGINT)
        _, err = work.communicate(timeout=PATIENCE)
        assert err.rstrip().endswith("KeyboardInterrupt")
        wait_until(lambda: not Path(f"/proc/{solving[0]}").exists())


def test_no_process_and_no_descriptor_is_left(
    monkeypatch: pytest.MonkeyPatch, started: list[subprocess.Popen[bytes]]
) -> None:
    """After answers, and after an error; a process answers one question."""
    solver, before = dds(), len(os.listdir("/proc/self/fd"))
    for _ in range(2):
        solver.solve(Tables(masks_of(EASY), [Strain.SPADES]))
    calls_nothing(monkeypatch)
    with pytest.raises(SolverError):
        solver.solve(Tables(masks_of(EASY)))
    assert len(os.listdir("/proc/self/fd")) <= before
    assert [process.returncode for process in started] == [0, 0, 1]


STRATEGIES = """
where hcp(north) >= 15
strategy game
  3NT-N
strategy part
  1NT-N
"""
DEALS = ["--deals", "2", "--seed", "1"]
SOLVING = {
    "contracts": ["hcp(north) >= 15", "--try", "3NT", *DEALS],
    "lead": ["south AQ542.KJ87.32.AK", "3NT-E", *DEALS],
    "makes": ["north AQ4.AJ92.Q5.K964", "south K95.QT4.KJ762.83", "3NT-S", *DEALS],
    "solve": [EASY],
    "strategies": ["strategies.txt", *DEALS],
    "system": ["compare", "natural", "two-over-one", "--solve", *DEALS],
    "tabulate": ["1", "--of", "tricks(south, notrump)", "--by", "hcp(south)", *DEALS],
}

each_command = pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=[pytest.mark.long] if command == "system" else [])
        for command in SOLVING
    ],
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a file of strategies."""
    (tmp_path / "strategies.txt").write_text(STRATEGIES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The solvers that are asked, a name for each ask."""
    names = list[str]()

    def note(solver: type[Dds | CoreSolver]) -> None:
        solve = solver.solve

        def noted(self: Any, ask: Ask, *, stop: StopFlag | None = None) -> NDArray[Any]:
            names.append(solver.__name__)
            return solve(self, ask, stop=stop)

        monkeypatch.setattr(solver, "solve", noted)

    note(Dds)
    note(CoreSolver)
    return names


def named_library() -> str:
    """Return what --solver names, or skip the test."""
    if dds_library() is None:
        pytest.skip("needs DDS (pip install endplay, or apt-get install libdds0)")
    return endplay_library() or "dds"


def check_refused(found: Result, message: str) -> None:
    assert (found.status, found.out) == (2, "")
    assert message in found.err
    assert found.err.count("\n") == 1


class TestOptions:
    @each_command
    def test_every_command_takes_another_solver(
        self, cli: Callable[..., Result], asked: list[str], command: str, folder: Path
    ) -> None:
        """It prints the same. Mutant: the option is read, and the own solver solves."""
        library, printed = named_library(), list[Result]()
        for words, solver in (
            (["--solver", library], "Dds"), ([], "CoreSolver"), (["--solver", "OWN"], "CoreSolver"),
        ):  # fmt: skip
            asked.clear()
            columns.forget()
            printed.append(cli(command, *SOLVING[command], *words))
            assert {*asked} == {solver}
        assert (printed[0].status, printed[0].err) == (0, "")
        assert printed[0].out
        assert len({*printed}) == 1

    @pytest.mark.skipif(find_library("dds") is None, reason="needs libdds0 (apt-get install)")
    @pytest.mark.parametrize("name", ["dds", "DDS"])
    def test_the_installed_library(
        self, cli: Callable[..., Result], asked: list[str], name: str
    ) -> None:
        assert cli("solve", EASY, "--solver", name) == cli("solve", EASY)
        assert {*asked} == {"Dds", "CoreSolver"}

    def test_a_solver_that_is_missing(self, cli: Callable[..., Result]) -> None:
        check_refused(cli("solve", EASY, "--solver", "nothing.so"), "no file 'nothing.so'")

    def test_none_is_installed(
        self, cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("dealwright.double_dummy.dds.find_library", lambda name: None)
        check_refused(cli("solve", EASY, "--solver", "dds"), "no libdds is installed")

    @each_command
    def test_every_command_takes_a_memory(
        self, cli: Callable[..., Result], command: str, folder: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        """Each thread has a part. Mutant: the option is read, and the default is taken."""
        given = set[int]()

        def search(size: int) -> DoubleDummySearch:
            given.add(size)
            return DoubleDummySearch(size)

        monkeypatch.setattr("dealwright.double_dummy.core_solver.DoubleDummySearch", search)
        monkeypatch.setattr("dealwright.double_dummy.core_solver._MADE", {})
        printed = list[Result]()
        for words, share in ([], MEMORY), (["--memory", "64M"], 16 << 20):
            given.clear()
            columns.forget()
            printed.append(cli(command, *SOLVING[command], "--threads", "4", *words))
            assert given == {share}
        assert printed[0].status == 0
        assert len({*printed}) == 1

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["--memory", "1M", "--solver", "dds"], "not with --solver"),
            (["--solver", "dds", "--memory", "1M"], "not with --solver"),
            (["--memory", "much"], "write an amount of memory as 512M or 2GiB, not 'much'"),
        ],
    )
    def test_what_they_refuse(
        self, cli: Callable[..., Result], words: list[str], message: str,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        monkeypatch.setattr("dealwright.double_dummy.dds.find_library", lambda name: "libdds.so")
        for command in ("solve", "system"):
            check_refused(cli(command, *SOLVING[command], *words), message)

    def test_own_memory_of_the_own_solver(self, cli: Callable[..., Result]) -> None:
        assert cli("solve", EASY, "--solver", "own", "--memory", "1M") == cli("solve", EASY)

    @pytest.mark.parametrize("words", [["--solver", "dds"], ["--memory", "1M"]])
    def test_workers_of_a_cluster_have_solvers_of_their_own(
        self, cli: Callable[..., Result], words: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Mutant: the deals are solved here, and the workers idle."""

        def joined(address: str, **options: Any) -> AbstractContextManager[Any]:
            return joining(cast(Any, address))

        monkeypatch.setattr("dealwright.base.cluster.Cluster", joined)
        monkeypatch.setattr("dealwright.double_dummy.dds.find_library", lambda name: "libdds.so")
        for command in ("solve", "system"):
            found = cli(command, *SOLVING[command], "--cluster", "local:1", *words)
            check_refused(found, "not with --cluster")

    def test_another_solver_has_the_cache_that_is_named(
        self, cli: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A cache does not say whose results it has. Mutant: the default cache is used."""
        monkeypatch.setenv("DEALWRIGHT_CACHE", str(tmp_path / "default"))
        library, own = named_library(), tmp_path / "own"
        assert cli("solve", EASY).err == ""
        assert "20 of 20 results from the cache" in cli("solve", EASY).err
        assert cli("solve", EASY, "--solver", library).err == ""
        for expected in ("", "dealwright: 20 of 20 results from the cache\n"):
            assert cli("solve", EASY, "--solver", library, "--cache", str(own)).err == expected
