"""Exact counting and drawing: cold counts, steady draws, and accepted deals beside dealer."""

from __future__ import annotations

import resource
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from benchmarks import peers
from benchmarks.checks import require
from benchmarks.measuring import Budget, Contest, Runner, Timing, progress, timed
from dealwright import deal, parse
from dealwright.ask.planning import plan_question
from dealwright.ask.resources import Resources
from dealwright.base.kernels.exact import ExactCount
from dealwright.deals.workspace import default_workspace
from dealwright.numbering.stream import Stream
from dealwright.planning.question import Question

__all__ = [
    "CASES",
    "RARE",
    "SEED_004",
    "Case",
    "run_counts",
    "run_dealer",
    "run_draws",
    "run_irregular",
    "run_rare",
]

SEED_004 = (
    "hcp(west) >= 11 && hcp(west) <= 15 && spades(west) >= 5 && spades(west) <= 6 && "
    "hearts(west) == 4 && hcp(east) == 10 && diamonds(east) >= 4"
)
RARE = "hcp(north) >= 25 && hcp(south) <= 2 && spades(south) >= 6"
IRREGULAR = (
    "shape(north, (7*s*s + 5*h*h*h + 3*d + 11*c*c) % 13 > 6) && "
    "shape(east, (5*s*s*s + 11*h*h + 7*d + 3*c*c) % 11 > 5) && "
    "shape(south, (3*s*s + 7*h + 11*d*d + 5*c*c*c) % 13 > 6) && "
    "shape(west, (11*s + 3*h*h + 5*d*d*d + 7*c*c) % 17 > 8) && "
    "hcp(north) in 5..15 && hcp(east) in 5..15 && hcp(south) in 5..15 && hcp(west) in 5..15"
)


class Case(NamedTuple):
    """A condition, its exact number of deals, and what counting and drawing should reach."""

    name: str
    text: str
    count: int
    milliseconds: float
    millions: float


def _all(test: str) -> str:
    return " && ".join(test.replace("?", seat) for seat in ("north", "east", "south", "west"))


_RANGES = " && ".join(f"{suit}(?) in 2..5" for suit in ("spades", "hearts", "diamonds", "clubs"))
CASES = (
    Case(
        "one hand", "hcp(north) in 15..17 && balanced(north)",
        2610137721058114653884217600, 5, 10,
    ),
    Case("two hands", SEED_004, 26422481479854922055193600, 30, 4),
    Case(
        "notrump opposite spades",
        "hcp(north) in 15..17 && balanced(north) && spades(south) >= 5 && hcp(south) >= 8",
        242391918655352164067737200, 30, 4,
    ),
    Case(
        "two hands, points only", "hcp(north) in 10..12 && hcp(east) in 8..12",
        6636021133750137618032544000, 20, 3,
    ),
    Case(
        "four hands, points only", _all("hcp(?) in 8..12"),
        4182448899154774924208332800, 20, 3,
    ),
    Case(
        "four hands of 1 to 36", _all("hcp(?) in 1..36"),
        52864058299481750293686604800, 150, 2,
    ),
    Case(
        "three hands, five-card suits",
        "spades(north) >= 5 && hearts(east) >= 5 && diamonds(south) >= 5 && hcp(north) in 8..15 "
        "&& hcp(east) in 8..15 && hcp(south) in 6..12",
        158124329437939057252825723, 200, 2,
    ),
    Case(
        "four balanced hands", _all("balanced(?) && hcp(?) in 8..12"),
        343308493219742206344695808, 300, 2,
    ),
    Case(
        "four hands of 2 to 5 cards a suit", _all(f"{_RANGES} && hcp(?) in 5..15"),
        4147699659520675849355326464, 300, 2,
    ),
)  # fmt: skip


def counted(text: str) -> ExactCount:
    """Count a condition as ``count()`` does, nothing remembered; return the engine."""
    default_workspace().clear()
    plan = plan_question(Question(parse(text).tree), "number", Resources())
    require(plan.complete, f"{text} is not counted exactly")
    assert plan.part is not None
    assert plan.part.counted.engine is not None
    return plan.part.counted.engine


def run_counts(budget: Budget) -> Contest:
    """Measure counting from the text on, plans forgotten before each run."""
    timings = []
    for case in CASES:
        progress(f"count: {case.name}")
        timing = Timing(case.name)
        for _ in range(budget.rounds):
            taken, engine = timed(lambda text=case.text: counted(text))  # type: ignore[misc]
            require(engine.total == case.count, f"{case.name}: {engine.total} deals")
            timing.values.append(1e3 * taken)
        timings.append(timing)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    notes = [f"peak memory of the whole benchmark so far: {memory:.0f} MiB"]
    return Contest("counts", "exact counts, cold", timings, [], {}, "ms", notes)


def drawing(case: Case) -> Runner:
    """Draw deals of a condition that has been counted; every one is checked."""
    engine = counted(case.text)
    condition = parse(case.text)

    def run(deals: int, at: int) -> float:
        from dealwright.deals import Deals

        out = np.empty((deals, 4), dtype=np.uint64)
        taken, _ = timed(lambda: engine.draw(Stream(f"draw {at}").key, 0, deals, out))
        right = condition.matches(Deals(out[:20_000]))
        require(bool(right.all()), f"{case.name}: a deal does not satisfy the condition")
        return taken / deals

    return Runner(case.name, 1000 / case.millions, run)


def run_draws(budget: Budget) -> Contest:
    """Measure drawing in the steady state."""
    return Contest.held(
        "draws", "exact draws, steady", [drawing(case) for case in CASES], [], budget
    )


def _dealer(text: str, share: Fraction) -> Runner | str:
    """Let dealer examine deals; its cost is given for each deal that it accepts on average.

    The share is exact, so the cost is known even where an accepted deal takes dealer minutes.
    """
    if not peers.find("dealer"):
        return peers.missing("dealer")
    script = f'condition {text}\naction average "one" 1\n'

    def run(deals: int, at: int) -> float:
        examined = max(200_000, deals)
        taken, output = peers.net(peers.dealer, script, examined, at)
        made = peers.number_in(output, r"Generated (\d+) hands", "dealer")
        require(made == examined, f"dealer generated {made:.0f} of {examined} deals")
        return taken / float(share)

    return Runner("dealer", 450, run)


def _beside_dealer(name: str, title: str, case: Case) -> Callable[[Budget], Contest]:
    def run(budget: Budget) -> Contest:
        everything = 53644737765488792839237440000
        share = Fraction(counted(case.text).total, everything)
        return Contest.held(
            name, f"{title}, 1 deal in {float(1 / share):,.0f}",
            [drawing(case)], [_dealer(case.text, share)], budget,
        )  # fmt: skip

    return run


run_dealer = _beside_dealer("seed 004", "accepted deals: the article's example", CASES[1])
run_rare = _beside_dealer("rare", "accepted deals: a rare condition", Case("rare", RARE, 0, 30, 4))


def run_irregular(budget: Budget) -> Contest:
    """Deal the worst case, four irregular shape sets with points, as ``deal`` plans it."""

    def run(deals: int, at: int) -> float:
        taken, dealt = timed(lambda: deal(deals, IRREGULAR, seed=f"irregular {at}", threads=1))
        require(len(dealt) == deals, f"{len(dealt)} of {deals} deals")
        return taken / deals

    return Contest.held(
        "irregular", "deals of four irregular shape sets, planning included",
        [Runner("deal()", 3000, run)], [], budget,
    )  # fmt: skip
