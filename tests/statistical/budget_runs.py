"""A child process that counts random conditions and prints what each count cost.

``python -m tests.statistical.budget_runs NUMBER...`` prints a line of JSON for each number: the
number, the CPU seconds of the count, the speed of the machine beside it, the bytes by which the
peak of memory grew, and the method of the answer.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import numpy as np

from dealwright import deal, parse
from dealwright.deals.workspace import default_workspace
from tests.statistical.random_conditions import condition_text

SECONDS = 0.2
MEMORY = 1 << 27
DEALS = 1_000_000
# CPU seconds of dealing a million deals on one thread of the machine of the constants (Zen 4): the
# README's 0.019, times 0.91, because dealing takes that share of its time since (14.7 to 13.4 ns
# beside each other) and the constants are of that core.
USUAL = 0.0173
USUAL_STEPS = 0.63 * USUAL  # the median of 20 beside each other on a quiet machine, 2026-11-24
_NUMBERS = np.arange(1 << 18, dtype=np.int64)


def slowness() -> float:
    """Return how many times as long as on the machine of the constants work takes here, now.

    The slower of dealing, which stays near the core, and of steps of numpy over 2 MB, which share
    the memory with whatever else runs.
    """
    start = process_time()
    deal(DEALS, seed=1, threads=1)
    dealt = process_time()
    for _ in range(12):
        _NUMBERS[(_NUMBERS * _NUMBERS) % 7 > 3].sum()
    return max((dealt - start) / USUAL, (process_time() - dealt) / USUAL_STEPS)


def memory(which: str) -> int:
    """Return a figure of /proc/self/status in bytes."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.partition(f"{which}:")[2].split()[0])


def cost_of(text: str) -> tuple[float, int, str]:
    """Return the CPU seconds, the growth of the memory's peak in bytes, and the method."""
    condition = parse(text)
    default_workspace().plans.clear()
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins again
    before, start = memory("VmRSS"), process_time()
    share = condition.counting(budget=SECONDS, threads=1, seed=1, memory=MEMORY).result()
    seconds = process_time() - start
    return seconds, memory("VmHWM") - before, share.estimate.method


def costs(numbers: list[int]) -> Iterator[tuple[int, float, float, int, str]]:
    """Yield the costs of conditions by number, each between two looks at the machine's speed."""
    cost_of("hcp(north) + cccc(south) > 1500 && balanced(east)")  # loads what counting needs
    slowness()
    before = slowness()
    for number in numbers:
        seconds, grown, method = cost_of(condition_text(number))
        after = slowness()
        yield number, seconds, (before + after) / 2, grown, method
        before = after


if __name__ == "__main__":
    for row in costs([int(number) for number in sys.argv[1:]]):
        print(json.dumps(row), flush=True)
