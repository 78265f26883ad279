"""The peers: where DDS is, and dealer and Deal as contestants, their output checked."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from ctypes.util import find_library
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from benchmarks.checks import PROBABILITY, check_mean_points, check_share, require
from benchmarks.measuring import Child, Runner, child

__all__ = [
    "dds_library",
    "deal_filter",
    "deal_uniform",
    "dealer_filter",
    "dealer_uniform",
    "endplay_library",
]

_TINY = 10
_CHECKED = 50_000
Command = Callable[[str, int, int], Child]


@cache
def find(program: str) -> str | None:
    """Return where a program is, also looking where Debian keeps games; None if nowhere."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
    return shutil.which(program, path=path)


def endplay_library() -> str | None:
    """Return the file of endplay's DDS, or None, without importing endplay (half a second)."""
    spec = find_spec("endplay")
    folders = [] if spec is None else spec.submodule_search_locations or []
    for folder in folders:
        for path in sorted(Path(folder).glob("_dds/*dds*")):
            if path.suffix in (".so", ".dylib", ".dll"):
                return str(path)
    return None


def dds_library() -> str | None:
    """Return the file of endplay's DDS, else the name of the installed one, or None."""
    return endplay_library() or find_library("dds")


def missing(program: str) -> str:
    """Return the line that stands for a peer that cannot be run."""
    return f"{program}: not installed (apt-get install dealer deal)"


def dealer(script: str, deals: int, seed: int) -> Child:
    """Run dealer over so many deals; it never stops early."""
    number = str(deals)
    return child([find("dealer") or "dealer", "-g", number, "-p", number, "-s", str(seed)], script)


def deal(script: str, deals: int, seed: int) -> Child:
    """Run a Tcl script that calls ``go`` with the number of deals, in Deal."""
    command = [find("deal") or "deal", "-x", "/dev/stdin", str(deals), str(seed)]
    return child(command, script)


@cache
def start_up(command: Command, script: str) -> float:
    """Return the CPU seconds of a run of hardly any deals: the median of nine."""
    return median(command(script, _TINY, at).cpu for at in range(1, 10))


def net(command: Command, script: str, deals: int, seed: int) -> tuple[float, str]:
    """Return the CPU seconds a deal without the start-up, and the output."""
    done = command(script, deals, seed)
    return (done.cpu - start_up(command, script)) / deals, done.out


def number_in(output: str, pattern: str, who: str) -> float:
    """Return the number that a pattern's group finds in an output."""
    found = re.search(pattern, output)
    require(found is not None, f"{who} printed no {pattern!r}: {output[:200]!r}")
    return float(found[1]) if found else 0.0


def dealer_uniform() -> Runner | str:
    """Deals without a condition; the cheapest action (the average of 1) lets dealer shuffle only.

    Each measurement is followed by an unmeasured run that averages North's points.
    """
    if not find("dealer"):
        return missing("dealer")

    def run(deals: int, at: int) -> float:
        taken, output = net(dealer, 'action average "one" 1\n', deals, at)
        produced = number_in(output, r"Produced (\d+) hands", "dealer")
        require(produced == deals, f"dealer produced {produced:.0f} of {deals} deals")
        checked = dealer('action average "mean" hcp(north)\n', _CHECKED, at).out
        check_mean_points("dealer", number_in(checked, r"mean: (\S+)", "dealer"), _CHECKED)
        return taken

    return Runner("dealer", 400, run)


def dealer_filter(condition: str) -> Runner | str:
    """Deals examined for a condition in dealer's language."""
    if not find("dealer"):
        return missing("dealer")
    script = f'condition {condition}\naction average "one" 1\n'

    def run(deals: int, at: int) -> float:
        taken, output = net(dealer, script, deals, at)
        generated = number_in(output, r"Generated (\d+) hands", "dealer")
        require(generated == deals, f"dealer generated {generated:.0f} of {deals} deals")
        check_share("dealer", int(number_in(output, r"Produced (\d+)", "dealer")), deals)
        return taken

    return Runner("dealer", 550, run)


# Deal gives a hand its cards when it is first looked at; finish_deal gives all four theirs. A loop
# of our own inside a procedure is compiled by Tcl and faster than Deal's loop of accept and reject.
_DEAL_ALL = """
proc go {n} { for {set i 0} {$i < $n} {incr i} { deal_deck; finish_deal } }
"""
_DEAL_POINTS = """
proc go {n} {
    set total 0
    for {set i 0} {$i < $n} {incr i} { deal_deck; finish_deal; incr total [hcp north] }
    set cards [join [join [join [full_deal]]] ""]
    puts "points $total cards [string length $cards]"
}
"""
_DEAL_FILTER = """
shapeclass even { expr {$s*$s + $h*$h + $d*$d + $c*$c <= 47} }
proc go {n} {
    set hits 0
    for {set i 0} {$i < $n} {incr i} {
        deal_deck
        set points [hcp north]
        if {$points >= 15 && $points <= 17 && [even north]} { incr hits }
    }
    puts "hits $hits"
}
"""
_CALL = "seed_deal [lindex $argv 1]\ngo [lindex $argv 0]\n"


def deal_uniform() -> Runner | str:
    """Deals of all 52 cards; an unmeasured run sums North's points."""
    if not find("deal"):
        return missing("deal")

    def run(deals: int, at: int) -> float:
        taken, _ = net(deal, _DEAL_ALL + _CALL, deals, at)
        checked = deal(_DEAL_POINTS + _CALL, _CHECKED, at).out
        points = number_in(checked, r"points (\d+)", "deal")
        check_mean_points("deal", points / _CHECKED, _CHECKED)
        cards = number_in(checked, r"cards (\d+)", "deal")
        require(cards == 52, f"deal dealt {cards:.0f} cards")
        return taken

    return Runner("deal", 900, run)


def deal_filter() -> Runner | str:
    """Deals examined for the condition on North; Deal deals only North's cards for it."""
    if not find("deal"):
        return missing("deal")

    def run(deals: int, at: int) -> float:
        taken, output = net(deal, _DEAL_FILTER + _CALL, deals, at)
        check_share("deal", int(number_in(output, r"hits (\d+)", "deal")), deals, PROBABILITY)
        return taken

    return Runner("deal", 750, run)
