"""A count keeps to its budget of work and of memory, whatever the condition.

Random conditions of the whole language (``random_conditions``) are counted in fresh processes with
a budget of 0.2 s, on one thread, with nothing kept from before. Each may use 1.2 times the budget
of CPU time and 50 ms, and 1.2 times the bound of memory.

A budget is a number of operations with prices of a fast, quiet machine. Beside every count a
million deals are dealt, which take 0.0173 s of CPU time there (uniform dealing on one thread), and
the count's bound is multiplied by what they take here in proportion, or by what steps of numpy
take where these are slower, as beside other work (a count that needs 0.6 of its bound took 1.08).

False failures: prices are measured averages, so a machine whose numpy is much slower than its
dealing could fail. A count that is over its bound is made up to five times more, and the least cost
is taken, because counting costs the same work every time, and throttling and zeroing new memory do
not (0.01 to 0.24 s of system time were seen for one count of 0.23 s). Power: when an estimate
cost its own budget, at a flat price of a deal, 9 of the first 60 conditions failed; when pairs of
points and rows with many columns were free, 22 of the first 1,000 did, by up to three times (both
beside 0.0275 s, a stricter bound by 1.45).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import process_time

import pytest

from dealwright import parse
from dealwright.deals.workspace import default_workspace
from tests.statistical.budget_runs import MEMORY, SECONDS, slowness
from tests.trials import soak, trials

ALL = 10_000
FEW = 200  # of which the fast suite makes a tenth: four seconds
BATCH = 500
MOST_SECONDS = 1.2 * SECONDS + 0.05
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(),
    reason="the peak of a process's memory begins again in Linux alone",
)


def costs(numbers: Iterable[int]) -> dict[int, tuple[float, int, str]]:
    """Return the share of its time's bound, the memory and the method of each condition."""
    command = [sys.executable, "-m", "tests.statistical.budget_runs", *map(str, numbers)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {
        number: (seconds / (MOST_SECONDS * speed), grown, method)
        for number, seconds, speed, grown, method in rows
    }


def tried_again(found: dict[int, tuple[float, int, str]]) -> None:
    """Count what was over its time up to five times more, and keep the least cost."""
    for _ in range(5):
        over = [number for number, (share, _, _) in found.items() if share > 1]
        for number, row in costs(over).items() if over else ():
            found[number] = min(found[number], row)


def report(found: dict[int, tuple[float, int, str]]) -> str:
    shares = sorted(share for share, _, _ in found.values())
    middle, high = shares[len(shares) // 2], shares[int(len(shares) * 0.99)]
    memory = max(grown for _, grown, _ in found.values()) / 2**20
    return (
        f"{len(shares):,} counts: CPU of the bound {middle:.2f} in the middle, {high:.2f} at 99 %, "
        f"{shares[-1]:.2f} at most; memory {memory:.0f} MiB at most"
    )


def numbers_of(n: int, batch: int = BATCH) -> list[Sequence[int]]:
    return [range(at, min(n, at + batch)) for at in range(0, n, batch)]


@pytest.mark.long
@pytest.mark.parametrize("n", [trials(FEW), pytest.param(soak(ALL), marks=pytest.mark.slow)])
def test_counts_keep_to_their_budget(n: int) -> None:
    found: dict[int, tuple[float, int, str]] = {}
    for numbers in numbers_of(n):
        found |= costs(numbers)
    tried_again(found)
    print(report(found))
    over = {number: row for number, row in found.items() if row[0] > 1 or row[1] > 1.2 * MEMORY}
    assert not over, report(found)
    # The conditions are hard enough to say something. The share depends on the machine: of 20
    # counts the dearest took 0.27 of its bound here, where it had taken more than 0.3.
    assert max(share for share, _, _ in found.values()) > 0.1
    assert {"exact", "filter", "mixed"} <= {method for _, _, method in found.values()}


@pytest.mark.slow
def test_a_crowded_count_keeps_to_its_budget() -> None:
    """It took 1.7 times as long: each of four hands with its own look-up of points and losers."""
    where = parse(" && ".join(f"losers({x}) <= 7 && hcp({x}) >= 9" for x in "nesw"))
    default_workspace().clear()
    before, start = slowness(), process_time()
    where.counting(budget=2.0, seed=1, threads=1).result()
    spent = process_time() - start
    assert spent < 1.2 * 2.0 * max(1.0, before, slowness())
