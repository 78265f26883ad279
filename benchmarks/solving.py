"""Double dummy beside endplay: tables, contracts and leads, whole processes on one processor.

Both ask the same DDS. What differs is how often they ask, and for what: ours may ask only whether a
contract makes, and picks its deals by strata. The figure of leads is the CPU time for the same
standard error: the time of a deal, times the gain that the answer states.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from statistics import median

from benchmarks.checks import require
from benchmarks.measuring import Budget, Child, Contest, Timing, child, progress
from benchmarks.peers import missing
from benchmarks.startup import command

__all__ = [
    "BEATS",
    "BORDER",
    "ENDPLAY_BORDER",
    "ENDPLAY_LEADS",
    "ENDPLAY_MAKES",
    "ENDPLAY_TABLES",
    "MAKES",
    "TABLES",
    "TRICKS",
    "run",
]

TABLES, ENDPLAY_TABLES = "dealwright solve", "endplay calc_all_tables"
MAKES, ENDPLAY_MAKES = "contracts --make-only", "endplay solve_all_boards, 3NT and 4S"
BORDER, ENDPLAY_BORDER = "contracts --make-only, 50 %", "endplay solve_all_boards, 50 %"
TRICKS, BEATS, ENDPLAY_LEADS = "lead, tricks", "lead --beat-only", "endplay solve_all_boards, leads"

_BORDERLINE = (
    "hcp(north) in 12..13 && balanced(north) && hcp(south) in 12..13 && balanced(south) && "
    "spades(north) == 4 && spades(south) == 4"
)
_LEADER = "west QJT95.K4.832.A74"
_AUCTION = "hcp(south) in 15..17 && balanced(south) && hcp(north) in 8..12"

# What users of endplay write: deals from PBN, all boards in one call, an answer a line.
_TABLES = """import sys
from endplay.dds import calc_all_tables
from endplay.types import Deal
deals = [Deal(line) for line in sys.stdin]
for at in range(0, len(deals), 40):
    for table in calc_all_tables(deals[at:at + 40]):
        print(" ".join(map(str, (x for row in table.to_list() for x in row))))
"""
_BOARDS = """import sys
from endplay.dds import solve_all_boards
from endplay.types import Deal, Denom, Player
deals = [Deal(line) for line in sys.stdin]
for strain in sys.argv[1:]:
    most = []
    for deal in deals:
        deal.trump, deal.first = getattr(Denom, strain), Player.west
    for at in range(0, len(deals), 200):
        for board in solve_all_boards(deals[at:at + 200]):
            most.append(13 - max(tricks for card, tricks in board))
    print(strain, *most)
"""


def run(budget: Budget) -> Contest:
    """Run each question by each, in turn; values are milliseconds of CPU a deal."""
    contest = Contest("solving", "double dummy, a deal", [], [], {}, unit="ms")
    program = command()
    if program is None or find_spec("endplay") is None:
        contest.notes.append(missing("dealwright" if program is None else "endplay"))
        return contest
    contest.ours = [Timing(name) for name in (TABLES, MAKES, BORDER, TRICKS, BEATS)]
    contest.peers = [
        Timing(name) for name in (ENDPLAY_TABLES, ENDPLAY_MAKES, ENDPLAY_BORDER, ENDPLAY_LEADS)
    ]
    rounds, scale = (2, 1) if budget.rounds <= 5 else (5, 3)
    gains = dict[str, list[float]]()
    for at in range(1, rounds + 1):
        progress(f"solving: round {at} of {rounds}")
        _tables(contest, program, 20 * scale, at)
        for name, peer, where in (
            (MAKES, ENDPLAY_MAKES, "1"),
            (BORDER, ENDPLAY_BORDER, _BORDERLINE),
        ):
            _contracts(contest, program, (name, peer), where, 200 * scale, at, gains)
        _leads(contest, program, 60 * scale, at, gains)
    for name, found in gains.items():
        contest.notes.append(f"{name}: a deal is worth {1 / median(found):.2f} plain ones")
    return contest


def _alone(arguments: Sequence[str], stdin: str = "") -> Child:
    """Run a command on one processor, so that no peer pays for threads."""
    taskset = shutil.which("taskset")
    processor = str(min(os.sched_getaffinity(0))) if taskset else ""
    return child([*((taskset, "-c", processor) if taskset else ()), *arguments], stdin)


def _dealt(program: str, where: str, n: int, seed: int, *predeal: str) -> str:
    more = [word for hand in predeal for word in ("--predeal", hand)]
    given = [program, "deal", str(n), where, "--seed", str(seed), "--format", "line", *more]
    return child(given).out


def _add(contest: Contest, name: str, peer: str, ours: float, theirs: float) -> None:
    for timing, value in ((contest.timing(name), ours), (contest.timing(peer), theirs)):
        assert timing is not None
        timing.values.append(value)
    contest.ratios.setdefault((name, peer), []).append(theirs / ours)


def _tables(contest: Contest, program: str, n: int, seed: int) -> None:
    lines = _dealt(program, "1", n, seed)
    solve = [program, "solve", "-", "--from", "line", "--json", "--no-cache", "--threads", "1"]
    ours, theirs = _alone(solve, lines), _alone([sys.executable, "-c", _TABLES], lines)
    boards = json.loads(ours.out)["boards"]
    require(len(boards) == n == len(theirs.out.splitlines()), "a board is missing")
    for board, line in zip(boards, theirs.out.splitlines(), strict=True):
        mine = sorted(t for row in board["tricks"].values() for t in row.values())
        require(mine == sorted(map(int, line.split())), f"tables differ: {board['deal']}")
    _add(contest, TABLES, ENDPLAY_TABLES, 1e3 * ours.cpu / n, 1e3 * theirs.cpu / n)


def _contracts(
    contest: Contest, program: str, names: tuple[str, str], where: str, n: int, seed: int,
    gains: dict[str, list[float]],
) -> None:  # fmt: skip
    ours = _alone([
        program, "contracts", where, "--try", "3NT 4S", "--make-only", "--deals", str(n),
        "--seed", str(seed), "--json", "--no-cache", "--threads", "1",
    ])  # fmt: skip
    found = json.loads(ours.out)
    peers = n // 4
    lines = _dealt(program, where, peers, seed)
    theirs = _alone([sys.executable, "-c", _BOARDS, "nt", "spades"], lines)
    for line, contract, goal in zip(
        theirs.out.splitlines(), found["contracts"], (9, 10), strict=True
    ):
        tricks = [int(word) for word in line.split()[1:]]
        share = sum(each >= goal for each in tricks) / peers
        low, high = contract["makes"]["interval"]
        wide = 0.15 + 2 / peers**0.5
        require(low - wide <= share <= high + wide, f"{contract['contract']}: {share} of endplay")
    gains.setdefault(names[0], []).append(found["gain"])
    _add(contest, *names, 1e3 * ours.cpu / n, 1e3 * theirs.cpu / peers)


def _leads(
    contest: Contest, program: str, n: int, seed: int, gains: dict[str, list[float]]
) -> None:
    lines = _dealt(program, _AUCTION, n, seed, _LEADER)
    theirs = _alone([sys.executable, "-c", _BOARDS, "nt"], lines)
    given = [
        program, "lead", _LEADER, "3NT", "--where", _AUCTION, "--sort", "tricks", "--deals", str(n),
        "--seed", str(seed), "--json", "--no-cache", "--threads", "1",
    ]  # fmt: skip
    for name, more in ((TRICKS, []), (BEATS, ["--beat-only"])):
        ours = _alone([*given, *more])
        found = json.loads(ours.out)
        gain = found["gain"] or 1.0
        gains.setdefault(name, []).append(gain)
        # the same standard error: our deals are worth 1 / gain of plain ones
        _add(contest, name, ENDPLAY_LEADS, gain * 1e3 * ours.cpu / n, 1e3 * theirs.cpu / n)
