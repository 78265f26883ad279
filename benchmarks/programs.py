"""Ten small programs beside those that do the same with endplay, as whole processes.

The pairs are in ``beside_endplay``; ``tests/peers/test_beside_endplay.py`` holds that none of ours
is longer or slower, and that both give the same answer.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measuring import Budget, Contest, Timing, child, progress
from benchmarks.peers import missing
from dealwright import deal

__all__ = ["FOLDER", "OURS", "PEER", "arguments_of", "cpu_times", "names", "run"]

FOLDER = Path(__file__).parent / "beside_endplay"
OURS, PEER = "ten programs", "the same with endplay"


def names() -> list[str]:
    """Return the names of the programs."""
    return sorted(path.stem.removesuffix("_endplay") for path in FOLDER.glob("*_endplay.py"))


def arguments_of(name: str, folder: Path, side: str) -> list[str]:
    """Return the arguments of a program: boards it reads, and a file that it writes."""
    boards = folder / "boards.pbn"
    if not boards.exists():
        deal(4, seed=1).write(boards)
    return {"file": [str(boards)], "convert": [str(boards), str(folder / f"{side}.lin")]}.get(
        name, []
    )


def run(budget: Budget) -> Contest:
    """Run every program of each; a value is a program's least CPU time, in milliseconds."""
    contest = Contest("programs", "ten small programs", [], [], {}, unit="ms")
    if find_spec("endplay") is None:
        contest.notes.append(missing("endplay"))
        return contest
    ours, peer = Timing(OURS), Timing(PEER)
    contest.ours, contest.peers = [ours], [peer]
    with TemporaryDirectory() as place:
        for name in names():
            progress(f"programs: {name}")
            rounds = range(max(1, budget.commands // 4))
            mine, theirs = zip(*(cpu_times(name, Path(place)) for _ in rounds), strict=True)
            ours.values.append(1e3 * min(mine))
            peer.values.append(1e3 * min(theirs))
            ratio = peer.values[-1] / ours.values[-1]
            contest.ratios.setdefault((OURS, PEER), []).append(ratio)
            contest.notes.append(
                f"{name:10} {ours.values[-1]:7,.0f} ms, endplay {peer.values[-1]:7,.0f} ms "
                f"({ratio:.1f})"
            )
    return contest


def cpu_times(name: str, folder: Path) -> tuple[float, float]:
    """Run our program and endplay's, one after the other; return their seconds of CPU time."""

    def used(side: str) -> float:
        program = str(FOLDER / f"{name}_{side}.py")
        return child([sys.executable, program, *arguments_of(name, folder, side)]).cpu

    return used("dealwright"), used("endplay")
