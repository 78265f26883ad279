"""CPU time of work in this thread and of child processes, and contests run round by round."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from tempfile import TemporaryFile
from typing import NamedTuple, TypeVar

__all__ = ["Budget", "Child", "Contest", "Runner", "Timing", "child", "peak", "progress", "timed"]

Answer = TypeVar("Answer")


class Budget(NamedTuple):
    """How long to measure: rounds, CPU seconds of one measurement, runs of a command."""

    rounds: int
    seconds: float
    commands: int
    threads_deals: int


QUICK = Budget(rounds=5, seconds=0.04, commands=5, threads_deals=40_000_000)
FULL = Budget(rounds=11, seconds=0.2, commands=9, threads_deals=200_000_000)


class Child(NamedTuple):
    """What a finished command used, in seconds, and printed."""

    cpu: float
    wall: float
    out: str
    err: str


@dataclass(frozen=True)
class Runner:
    """One contestant.

    ``run(deals, round)`` does about so many deals, checks the answer, and returns the CPU seconds a
    deal; ``cost`` is a rough number of nanoseconds a deal, used only to choose ``deals``.
    """

    name: str
    cost: float
    run: Callable[[int, int], float]

    def measure(self, seconds: float, at: int) -> float:
        """Return nanoseconds a deal in one measurement of about so many CPU seconds."""
        return 1e9 * self.run(max(1000, round(seconds * 1e9 / self.cost)), at)


@dataclass
class Timing:
    """The measurements of one contestant, in the unit of its job."""

    name: str
    values: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The least."""
        return min(self.values)

    @property
    def median(self) -> float:
        """The middle one."""
        return median(self.values)


@dataclass
class Contest:
    """A job, what each contestant took, and the ratios peer/ours taken round by round."""

    name: str
    title: str
    ours: list[Timing]
    peers: list[Timing]
    ratios: dict[tuple[str, str], list[float]]
    unit: str = "ns a deal"
    notes: list[str] = field(default_factory=list)

    def ratio(self, ours: str, peer: str) -> float | None:
        """Return the median ratio peer/ours, None where the peer was not measured."""
        found = self.ratios.get((ours, peer))
        return median(found) if found else None

    def timing(self, name: str) -> Timing | None:
        """Return the timing of that name, None where it was not measured."""
        return next((t for t in (*self.ours, *self.peers) if t.name == name), None)

    @classmethod
    def held(
        cls,
        name: str,
        title: str,
        ours: Sequence[Runner],
        peers: Sequence[Runner | str],
        budget: Budget,
    ) -> Contest:
        """Run ours, peer, ours, peer ... in every round.

        A peer given as text is one that is missing; the text says so, and becomes a note. Before
        the first round each contestant runs once unmeasured.
        """
        present = [peer for peer in peers if isinstance(peer, Runner)]
        result = cls(
            name, title, [Timing(r.name) for r in ours], [Timing(r.name) for r in present], {}
        )
        result.notes += [peer for peer in peers if isinstance(peer, str)]
        for note in result.notes:
            progress(note)
        for runner in (*ours, *present):
            runner.measure(budget.seconds / 4, 0)
        for at in range(1, budget.rounds + 1):
            progress(f"{name}: round {at} of {budget.rounds}")
            if not present:
                for runner, timing in zip(ours, result.ours, strict=True):
                    timing.values.append(runner.measure(budget.seconds, at))
            for which, peer in enumerate(present):
                latest = [r.measure(budget.seconds / len(ours), at * 100 + which) for r in ours]
                taken = peer.measure(budget.seconds, at * 100 + which)
                result.peers[which].values.append(taken)
                for own, value in zip(result.ours, latest, strict=True):
                    own.values.append(value)
                    result.ratios.setdefault((own.name, peer.name), []).append(taken / value)
        return result


def timed(work: Callable[[], Answer]) -> tuple[float, Answer]:
    """Return the CPU seconds of this thread that the work took, and its answer."""
    start = time.thread_time_ns()
    answer = work()
    return (time.thread_time_ns() - start) / 1e9, answer


def child(command: Sequence[str], stdin: str = "") -> Child:
    """Run a command to its end; it keeps compiled modules, as pip does for what it installs.

    :raises RuntimeError: if it fails, with what it printed
    """
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with TemporaryFile("w+") as given, TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        given.write(stdin)
        given.seek(0)
        start = time.perf_counter()
        started = subprocess.Popen(command, stdin=given, stdout=out, stderr=err, env=environment)
        _, status, used = os.wait4(started.pid, 0)
        wall = time.perf_counter() - start
        started.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        found = Child(used.ru_utime + used.ru_stime, wall, out.read(), err.read())
    if started.returncode:
        raise RuntimeError(
            f"{command[0]} ended with {started.returncode}: {found.err or found.out}"
        )
    return found


# A process begins with the peak of the one that started it, so a small one starts the command.
_PEAK = """import os, sys
null = os.open(os.devnull, os.O_RDWR)
files = [(os.POSIX_SPAWN_DUP2, null, at) for at in (0, 1, 2)]
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=files)
print(os.wait4(pid, 0)[2].ru_maxrss)"""


def peak(command: Sequence[str]) -> float:
    """Return the most memory that a command has in use, in megabytes; its output is dropped."""
    return int(child([sys.executable, "-S", "-c", _PEAK, *command]).out) / 1024


def progress(line: str) -> None:
    """Report on standard error."""
    print(line, file=sys.stderr, flush=True)
