"""Two threads against one on the same counting, by the clock."""

from __future__ import annotations

import os
import time

from benchmarks.checks import NORTH_STRONG_NOTRUMP, check_share, require
from benchmarks.filtering import counted, tests_of
from benchmarks.measuring import Budget, Contest, Timing, progress
from dealwright.base.kernels import PredealtPack

__all__ = ["ONE", "TWO", "run"]

ONE, TWO = "1 thread", "2 threads"
_ROUNDS = 3


def run(budget: Budget) -> Contest:
    """Count with one thread and with two in turn; the counts must be the same."""
    deals = budget.threads_deals
    cores, load = len(os.sched_getaffinity(0)), os.getloadavg()[0]
    contest = Contest(
        "threads", f"counting {deals:,} deals, by the clock", [Timing(TWO)], [Timing(ONE)], {}, "s"
    )
    tests, pack = tests_of(NORTH_STRONG_NOTRUMP), PredealtPack()
    ratios: list[float] = []
    obtained: list[float] = []
    work: list[float] = []
    for at in range(1, _ROUNDS + 1):
        progress(f"threads: round {at} of {_ROUNDS}")
        wall: dict[int, float] = {}
        cpu: dict[int, float] = {}
        found: dict[int, tuple[int, int]] = {}
        for threads in (2, 1):
            clock, used = time.perf_counter(), time.process_time()
            found[threads] = counted(tests, pack, f"threads {at}", deals, threads)
            wall[threads] = time.perf_counter() - clock
            cpu[threads] = time.process_time() - used
        require(found[1] == found[2], f"1 and 2 threads counted {found[1]} and {found[2]}")
        check_share(TWO, found[2][1], deals)
        contest.ours[0].values.append(wall[2])
        contest.peers[0].values.append(wall[1])
        ratios.append(wall[1] / wall[2])
        obtained.append(cpu[2] / wall[2])
        work.append(cpu[2] / cpu[1])
    contest.ratios[TWO, ONE] = ratios
    contest.notes.append(
        f"{cores} cores allowed, load average {load:.2f} before; two threads obtained "
        f"{sorted(obtained)[_ROUNDS // 2]:.2f} cores and used "
        f"{sorted(work)[_ROUNDS // 2]:.2f} times the CPU of one"
    )
    return contest
