"""Counts that took a second: CPU time and memory of one fresh count after the import.

``python -m benchmarks.costly_counts NAME`` counts one and prints its seconds, bytes and deals.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import process_time
from typing import NamedTuple

from benchmarks.checks import require
from benchmarks.measuring import Budget, Contest, Timing, child, progress
from dealwright import parse

__all__ = ["COUNTS", "CostlyCount", "run"]

_SUITS = ("spades", "hearts", "diamonds", "clubs")


class CostlyCount(NamedTuple):
    """A condition, its number of deals, and what counting it should take at most."""

    text: str
    deals: int
    milliseconds: float = 400


def _hands(test: str, seats: str) -> str:
    return " && ".join(test.replace("?", seat) for seat in seats)


_OVERCALLS = " || ".join(
    f"hcp(north) in 12..20 && hcp(east) in 8..15 && {suit}(east) >= 5 && hcp(south) <= 9"
    for suit in _SUITS
)
COUNTS = {
    "double fits": CostlyCount(
        "fits(ns) >= 2 && fits(ew) >= 2 && hcp(north) + hcp(south) in 20..22",
        1285956878501844724721280000,
    ),
    "order of spades and points": CostlyCount(
        "spades(north) > spades(east) && spades(east) > spades(south) && "
        "hcp(north) > hcp(east) && hcp(east) > hcp(south)",
        654837192606783111045910020,
    ),
    "order of suits and points": CostlyCount(
        "spades(north) >= hearts(north) && hearts(north) >= diamonds(north) && "
        "diamonds(north) >= clubs(north) && hcp(north) > hcp(east) && hcp(east) > hcp(south)",
        728265286385627296277287626,
    ),
    "one of five overcalls": CostlyCount(
        f"{_OVERCALLS} || hcp(east) in 15..18 && balanced(east)", 7746133881281732216819716800
    ),
    "zar, one hand": CostlyCount(_hands("zar(?) >= 20", "n"), 42534660954311474049674697600),
    "zar, two hands": CostlyCount(_hands("zar(?) >= 20", "ne"), 32745828410788438151112211200),
    "zar, three hands": CostlyCount(_hands("zar(?) >= 20", "nes"), 24235890734798257564105604352),
    "zar, four hands": CostlyCount(_hands("zar(?) >= 20", "nesw"), 16962498526219504709210500608),
    "losers and points, three hands": CostlyCount(
        _hands("losers(?) <= 7 && hcp(?) >= 9", "nes"), 1529614997170090534438227072, 10_000
    ),
}


def _figure(which: str) -> int:
    """Return a figure of /proc/self/status in bytes."""
    status = Path("/proc/self/status").read_text("utf-8")
    return 1024 * int(status.partition(f"{which}:")[2].split()[0])


def _count(name: str) -> None:
    """Count in this process and print what it cost; the peak of memory begins with the count."""
    Path("/proc/self/clear_refs").write_text("5", "utf-8")
    before, start = _figure("VmRSS"), process_time()
    deals = parse(COUNTS[name].text).count()
    seconds = process_time() - start
    print(json.dumps([seconds, _figure("VmHWM") - before, str(deals)]))


def run(budget: Budget) -> Contest:
    """Count each condition in processes of their own."""
    timings, most = [], 0.0
    for name, case in COUNTS.items():
        progress(f"costly count: {name}")
        timing = Timing(name)
        for _ in range(budget.rounds):
            done = child([sys.executable, "-m", "benchmarks.costly_counts", name])
            seconds, grown, deals = json.loads(done.out)
            require(deals == str(case.deals), f"{name}: {deals} deals")
            most = max(most, grown / 2**20)
            timing.values.append(1e3 * seconds)
        timings.append(timing)
    notes = [f"the most memory that a count took: {most:.0f} MiB"]
    return Contest("costly", "counts that took a second, fresh", timings, [], {}, "ms", notes)


if __name__ == "__main__":
    _count(sys.argv[1])
