"""The core's double-dummy solver beside DDS with one thread: the same deals, CPU time of each.

Ours runs in this process, DDS in a child process for each measurement, whose start is taken off.
DDS is the library of endplay, else an installed one. Four questions: whole tables; the tricks of
every lead against 3NT, the leader's hand known; whether 3NT or 4S makes where declarer's side is
known, over 300 layouts; and the same where no hand is known. Tables are compared with the program
bridge-solver too, if it is installed.
"""

from __future__ import annotations

import resource
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.checks import require
from benchmarks.measuring import Budget, Contest, Timing, child, progress
from benchmarks.peers import dds_library, endplay_library, missing
from dealwright import Deal, Seat, Strain, deal
from dealwright.double_dummy.asks import Ask, Leads, Tables, Tricks
from dealwright.double_dummy.core_solver import CoreSolver
from dealwright.double_dummy.dds import Dds

__all__ = ["PEER", "QUESTIONS", "run"]

PEER, PROGRAM = "DDS", "bridge-solver"  # github.com/macroxue/bridge-solver, its program solver
_NOTRUMP = "hcp(north) + hcp(south) in 24..27 && hcp(north) in 9..13"
_STRAINS = ("N ", "S ", "H ", "D ", "C ")  # the lines that bridge-solver prints
_GAME = "hcp(north) + hcp(south) in 23..26 && spades(north) + spades(south) == 8"


class _Question(NamedTuple):
    name: str
    asks: Callable[[int, int], Iterator[Ask]]  # of a size, from a seed


def _masks(n: int, where: str, seed: str, predeal: str = "") -> NDArray[np.uint64]:
    return deal(n, where, predeal=predeal or None, seed=seed).masks


def _tables(size: int, at: int) -> Iterator[Ask]:
    yield Tables(_masks(10 * size, "1", f"tables {at}"))


def _leads(size: int, at: int) -> Iterator[Ask]:
    hand = deal(1, _NOTRUMP, seed=f"leader {at}")[0].west
    masks = _masks(40 * size, _NOTRUMP, f"leads {at}", f"west {hand}")
    yield Leads(masks, Seat.SOUTH, Strain.NOTRUMP)


def _known(size: int, at: int) -> Iterator[Ask]:
    for strain, goal, where in ((Strain.NOTRUMP, 9, _NOTRUMP), (Strain.SPADES, 10, _GAME)):
        for number in range(size):
            first = deal(1, where, seed=f"known {at} {number}")[0]
            hands = f"north {first.north}; south {first.south}"
            masks = _masks(300, "1", f"layouts {at} {number}", hands)
            yield Tricks(masks, Seat.SOUTH, strain, goal)


def _open(size: int, at: int) -> Iterator[Ask]:
    for strain, goal, where in ((Strain.NOTRUMP, 9, _NOTRUMP), (Strain.SPADES, 10, _GAME)):
        masks = _masks(100 * size, where, f"open {at}")
        yield Tricks(masks, Seat.SOUTH, strain, goal)


QUESTIONS = {
    "a table": _tables,
    "the tricks of each lead": _leads,
    "does it make, two hands known, 300 layouts": _known,
    "does it make, no hand known": _open,
}


def run(budget: Budget) -> Contest:
    """Ask both each question, in turn; values are milliseconds of CPU a deal."""
    names = list(QUESTIONS)
    contest = Contest("double dummy", "the solver of the core, a deal", [], [], {}, unit="ms")
    if dds_library() is None:
        contest.notes.append(missing("endplay"))
        return contest
    contest.ours = [Timing(name) for name in names]
    contest.peers = [Timing(f"{PEER}, {name}") for name in names]
    if shutil.which(PROGRAM):
        contest.peers.append(Timing(PROGRAM))
    rounds, size = (2, 1) if budget.rounds <= 5 else (5, 3)
    theirs = Dds(endplay_library())
    for at in range(1, rounds + 1):
        progress(f"double dummy: round {at} of {rounds}")
        for name, make in QUESTIONS.items():
            asks = list(make(size, at))
            ours, solver = time.process_time(), CoreSolver(1)
            answers = [solver.solve(ask) for ask in asks]
            ours = time.process_time() - ours
            spent = 0.0
            for ask, answer in zip(asks, answers, strict=True):
                seconds, expected = _by_dds(theirs, ask)
                spent += seconds
                require(np.array_equal(answer, expected), f"{name}: not what DDS finds")
            deals = sum(map(len, asks))
            _add(contest, name, ours, deals)
            peers = {f"{PEER}, {name}": spent}
            if make is _tables and shutil.which(PROGRAM):
                peers[PROGRAM] = sum(map(_by_program, asks, answers))
            for peer, seconds in peers.items():
                _add(contest, peer, seconds, deals)
                contest.ratios.setdefault((name, peer), []).append(seconds / ours)
    return contest


def _by_dds(solver: Dds, ask: Ask) -> tuple[float, NDArray[Any]]:
    """Return the CPU seconds of DDS without its start, and its answer."""

    def children() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = children()
    solver.solve(ask[:0])  # starts a process that loads the library, and solves nothing
    start = children()
    answer = solver.solve(ask)
    return children() - start - (start - before), answer


def _by_program(ask: Ask, tables: NDArray[Any]) -> float:
    """Return the CPU seconds of bridge-solver, a process a deal, and check its answers."""
    assert isinstance(ask, Tables)
    spent, seats = 0.0, (Seat.SOUTH, Seat.NORTH, Seat.WEST, Seat.EAST)
    with TemporaryDirectory() as folder:
        for masks, table in zip(ask.masks, tables, strict=True):
            text = Deal(masks.tolist()).text().removeprefix("N:").replace("T", "10")
            north, east, south, west = (
                " ".join(suit or "-" for suit in hand.split(".")) for hand in text.split()
            )
            path = Path(folder) / "deal"
            path.write_text(f"{north}\n{west}\n{east}\n{south}\n")
            done = child([PROGRAM, "-if", str(path), "-m0"])
            spent += done.cpu
            found = [line.split()[:5] for line in done.out.splitlines() if line[:2] in _STRAINS]
            expected = [
                [letter.strip(), *(str(table[seat, strain]) for seat in seats)]
                for letter, strain in zip(_STRAINS, reversed(Strain), strict=True)
            ]
            require(found == expected, f"{PROGRAM} finds {found}")
    return spent


def _add(contest: Contest, name: str, seconds: float, deals: int) -> None:
    timing = contest.timing(name)
    assert timing is not None
    timing.values.append(1e3 * seconds / deals)
