"""Thirty scripts as teachers write them, twenty deals of each, whole processes beside dealer.

Loading numpy stands beside them: every script needs it, and it says how fast the machine is.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from statistics import median

from benchmarks.measuring import Budget, Child, Contest, Timing, child, peak, progress
from benchmarks.peers import find, missing
from benchmarks.scripts import check, finished
from benchmarks.startup import command

__all__ = ["LOADING", "MEMORY", "PEER", "WHOLE", "run"]

LOADING = "python -c 'import numpy'"
WHOLE, PEER, MEMORY = "dealwright run -p 20", "dealer -p 20", "its memory, MB"
SCRIPTS = Path(__file__).parents[1] / "tests" / "peers" / "scripts"
_MANY = "generate 600000 produce 20000"  # of dealer, for averages that ours can be held to


def run(budget: Budget) -> Contest:
    """Run every script by each; a value is a script's median, in milliseconds of CPU time."""
    contest = Contest("teaching", "scripts of teachers, 20 deals", [], [], {}, unit="ms")
    program, ours = find("dealer"), command()
    if program is None or ours is None:
        contest.notes.append(missing("dealer" if program is None else "dealwright"))
        return contest
    whole, memory, peer, loading = Timing(WHOLE), Timing(MEMORY), Timing(PEER), Timing(LOADING)
    contest.ours, contest.peers = [whole, memory], [peer, loading]
    for path in sorted(SCRIPTS.glob("*.dl")):
        progress(f"teaching: {path.stem}")
        pairs = [_pair(path, ours, program, at) for at in range(1, budget.commands // 2 + 1)]
        mine, theirs, loads = zip(*pairs, strict=True)
        whole.values.append(1e3 * median(each.cpu for each in mine))
        memory.values.append(peak([ours, "run", *options(path, 1)]))
        peer.values.append(1e3 * median(each.cpu for each in theirs))
        loading.values.append(1e3 * median(each.cpu for each in loads))
        for beside in (peer, loading):
            ratio = beside.values[-1] / whole.values[-1]
            contest.ratios.setdefault((WHOLE, beside.name), []).append(ratio)
        contest.notes.append(
            f"{path.stem:20} {PEER} {peer.values[-1]:7,.1f} ms, {WHOLE} {whole.values[-1]:6,.1f} "
            f"ms, {whole.values[-1] / loading.values[-1]:4.2f} times loading numpy, "
            f"{memory.values[-1]:4,.0f} MB"
        )
        text = path.read_text("utf-8")
        many = child([program, "-s", "1"], re.sub(r"(?m)^produce +\d+", _MANY, text))
        check(path.stem, finished(text, seed=1), many.out)
    return contest


def _pair(path: Path, ours: str, program: str, seed: int) -> tuple[Child, Child, Child]:
    given = options(path, seed)
    loading = child([sys.executable, "-c", "import numpy"])
    return child([ours, "run", *given]), child([program, *given]), loading


def options(path: Path, seed: int) -> list[str]:
    """Return what both programs are given."""
    return ["-p", "20", "-s", str(seed), str(path)]
