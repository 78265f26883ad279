"""The examples of Debian's dealer, run by it and by ``dealwright run``, one after the other."""

from __future__ import annotations

import gzip
import re
import subprocess
from math import sqrt
from pathlib import Path
from statistics import median

from benchmarks.checks import require
from benchmarks.measuring import Budget, Child, Contest, Timing, child, progress, timed
from benchmarks.peers import find, missing
from benchmarks.startup import command
from dealwright.scripts import Run, run_script
from dealwright.scripts.reading import Average

__all__ = ["INSIDE", "PEER", "WHOLE", "check", "finished", "run"]

INSIDE, WHOLE, PEER = "in a running process", "a process of its own", "dealer"
EXAMPLES = Path("/usr/share/doc/dealer/examples")
_QUICKLY = 4.0  # seconds; an example that takes dealer longer is left out of a quick run
_ERRORS = 6


def run(budget: Budget) -> Contest:
    """Run every example by each; a value is an example's median, in milliseconds of CPU time."""
    contest = Contest("scripts", "the examples of dealer", [], [], {}, unit="ms")
    paths = sorted(EXAMPLES.glob("Descr.*"))
    program = find("dealer")
    if program is None or not paths:
        contest.notes.append(missing("dealer") if program is None else "no examples are installed")
        return contest
    inside, whole, peer = Timing(INSIDE), Timing(WHOLE), Timing(PEER)
    contest.ours, contest.peers = [inside, whole], [peer]
    ours = command()
    rounds = 1 if budget.commands < 9 else 3
    for path in paths:
        progress(f"scripts: {path.name}")
        found = _measured(path, program, ours, rounds, quick=budget.commands < 9)
        if found is None:
            contest.notes.append(f"{path.name}: left out of a quick run")
            continue
        for timing, value in zip((inside, whole, peer), found, strict=True):
            timing.values.append(value)
        for own in (inside, whole):
            ratio = peer.values[-1] / own.values[-1]
            contest.ratios.setdefault((own.name, PEER), []).append(ratio)
        contest.notes.append(
            f"{path.name:26} {PEER} {found[2]:10,.1f} ms, {INSIDE} {found[0]:7,.1f} ms, "
            f"{WHOLE} {found[1]:7,.1f} ms"
        )
    if len(peer.values) < len(paths):
        contest.ratios.clear()  # the ratio in the middle of some would be another figure
    return contest


def _measured(
    path: Path, program: str, ours: str | None, rounds: int, *, quick: bool
) -> tuple[float, float, float] | None:
    """Return milliseconds inside a process, of a process, and of dealer; None if it takes long."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("latin-1")
    taken: list[tuple[float, float, float]] = []
    for at in range(1, rounds + 1):
        try:
            theirs = _dealer(program, text, at, _QUICKLY if quick else None)
        except subprocess.TimeoutExpired:
            return None
        seconds, done = timed(lambda: finished(text, seed=at))  # noqa: B023  called at once
        check(path.name, done, theirs.out)
        alone = seconds if ours is None else child([ours, "run", "-s", str(at), str(path)]).cpu
        taken.append((1e3 * seconds, 1e3 * alone, 1e3 * theirs.cpu))
    first, second, third = zip(*taken, strict=True)
    return median(first), median(second), median(third)


def _dealer(program: str, text: str, seed: int, most: float | None) -> Child:
    if most is not None:  # a run that is not measured, to see whether it ends in time
        subprocess.run(
            [program, "-s", "1"], input=text, capture_output=True, text=True, timeout=most,
            check=False,
        )  # fmt: skip
    return child([program, "-s", str(seed)], text)


def finished(text: str, seed: int) -> Run:
    """Return the run of a script that was carried out, its text thrown away."""
    made = run_script(text, seed=seed)
    for _ in made:
        pass
    return made


def check(name: str, ours: Run, printed: str) -> None:
    """Compare exact averages with those that dealer sampled, within six standard errors."""
    produced = re.search(r"Produced (\d+) hands", printed)
    require(produced is not None, f"{name}: dealer printed no summary")
    n = int(produced[1]) if produced else 0
    averages = [found for found in ours.statistics if isinstance(found.action, Average)]
    theirs = re.findall(r"^(?:.*: )?(-?\d+(?:\.\d+)?(?:e[-+]\d+)?)$", printed, re.MULTILINE)
    if n < 1000 or len(theirs) != len(averages):
        return  # few deals say nothing
    for found, text in zip(averages, theirs, strict=True):
        seen = found.histogram
        reach = _ERRORS * sqrt((seen.deviation() ** 2 + 1e-9) / n) + 1e-5 * abs(float(text))
        near = abs(float(seen.mean()) - float(text)) <= reach + _ERRORS * seen.standard_error()
        require(near, f"{name}: {found.action.label} {float(seen.mean())} beside {text}")
