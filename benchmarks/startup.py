"""What starting costs: the import and some commands."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.checks import NORTH_STRONG_NOTRUMP, check_strong_notrump, require, suits
from benchmarks.exact import SEED_004
from benchmarks.measuring import Budget, Contest, Timing, child, progress
from dealwright.deals import Deals

__all__ = ["COMMANDS", "DEAL_WALL", "HELP_WALL", "IMPORT", "RARE_WALL", "name_of", "run", "starts"]

IMPORT = "import dealwright, CPU over bare python"
HELP_WALL = "dealwright --help, wall"
HELP_CPU = "dealwright --help, CPU"
DEAL_WALL = "dealwright deal 5, wall"
DEAL_CPU = "dealwright deal 5, CPU"
RARE_WALL = "dealwright deal 10 of 1 in 2,030, wall"
RARE_CPU = "dealwright deal 10 of 1 in 2,030, CPU"
SCRIPT = str(Path(__file__).parents[1] / "examples" / "stayman.dl")
# What a command prints, and the most CPU time it should take, in starts of bare Python.
COMMANDS: dict[tuple[str, ...], tuple[str, float]] = {
    ("--version",): ("dealwright", 2),
    ("--help",): ("Usage", 3),
    ("deal", "5"): ("5 deals", 6),
    ("count", "hcp(north)==15"): ("2,373,071,103,959,306,278,232,073,600 (exact)", 12),
    ("run", SCRIPT, "-p", "20"): ("20 deals produced", 10),
    ("poker", "hand", "AsKsQsJsTs9s2d"): ("royal flush", 6),
}
CONDITION = f"{NORTH_STRONG_NOTRUMP} && spades(south) >= 5"


def command() -> str | None:
    """Return where the dealwright command is: beside this Python, else on the path."""
    beside = Path(sys.executable).with_name("dealwright")
    return str(beside) if beside.exists() else shutil.which("dealwright")


def check_deals(program: str) -> None:
    """Check the deals of the command that is timed, read back from one line each."""
    done = child([program, "deal", "5", CONDITION, "--seed", "1", "--format", "line"])
    deals = Deals.parse(done.out.splitlines())
    require(len(deals) == 5, f"deal 5 printed {len(deals)} deals")
    check_strong_notrump("deal 5", deals.masks[:, 0])
    spades = [int(holding).bit_count() for holding in suits(deals.masks[:, 2])[0]]
    require(min(spades) >= 5, f"deal 5: South holds {spades} spades")


def run(budget: Budget) -> Contest:
    """Run bare Python, the import and the commands in turn; the first turn is not counted."""
    program = command()
    names = [IMPORT] if program is None else [
        IMPORT, HELP_WALL, HELP_CPU, DEAL_WALL, DEAL_CPU, RARE_WALL, RARE_CPU
    ]  # fmt: skip
    timings = {name: Timing(name) for name in names}
    bare: list[float] = []
    if program is not None:
        check_deals(program)
    for at in range(budget.commands + 1):
        if at:
            progress(f"startup: run {at} of {budget.commands}")
        # the first Python after another program pays for cold caches; it is not counted
        _, alone = (child([sys.executable, "-c", "pass"]).cpu for _ in range(2))
        module = child([sys.executable, "-c", "import dealwright; print(dealwright.__version__)"])
        require(module.out.strip() != "", "the import printed no version")
        taken = {IMPORT: module.cpu}
        if program is not None:
            shown = child([program, "--help"])
            require("Usage" in shown.out, "--help printed no usage")
            dealt = child([program, "deal", "5", CONDITION])
            require("5 deals of" in dealt.err, f"deal 5 reported {dealt.err!r}")
            taken |= {HELP_WALL: shown.wall, HELP_CPU: shown.cpu}
            taken |= {DEAL_WALL: dealt.wall, DEAL_CPU: dealt.cpu}
            rare = child([program, "deal", "10", SEED_004])
            require("10 deals, " in rare.err, f"deal 10 reported {rare.err!r}")
            taken |= {RARE_WALL: rare.wall, RARE_CPU: rare.cpu}
        if at:
            bare.append(1e3 * alone)
            for name, seconds in taken.items():
                timings[name].values.append(1e3 * seconds)
    imports = timings[IMPORT]
    imports.values = [value - median(bare) for value in imports.values]
    contest = Contest("startup", "start-up", list(timings.values()), [], {}, unit="ms")
    load = os.getloadavg()[0]
    contest.notes.append(f"load average {load:.2f} while these were started")
    if program is None:
        contest.notes.append("dealwright: the command is not on the path (pip install .)")
    return contest


def starts(budget: Budget) -> Contest:
    """Run bare Python and each command in turn; CPU time in starts of bare Python."""
    contest = Contest("starts", "starts", [], [], {}, unit="starts of Python")
    program = command()
    if program is None:
        contest.notes.append("dealwright: the command is not on the path (pip install .)")
        return contest
    bare, timings = list[float](), {words: Timing(name_of(words)) for words in COMMANDS}
    for turn in range(budget.commands + 1):  # the first turn is not counted
        progress(f"starts: run {turn} of {budget.commands}")
        alone = child([sys.executable, "-c", "pass"]).cpu
        for words, timing in timings.items():
            done = child([program, *words])
            require(COMMANDS[words][0] in done.out + done.err, f"{timing.name} printed {done.out}")
            if turn:
                timing.values.append(done.cpu)
        if turn:
            bare.append(alone)
    contest.ours = [*timings.values()]
    for timing in contest.ours:
        timing.values = [seconds / median(bare) for seconds in timing.values]
    return contest


def name_of(words: Sequence[str]) -> str:
    """Return the name of a command of ``COMMANDS``, without the folders of files."""
    return " ".join(["dealwright", *(Path(word).name for word in words)])
