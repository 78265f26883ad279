"""Deals examined for a condition by dealing and testing, beside the peers."""

from __future__ import annotations

from benchmarks import peers, python_peers
from benchmarks.checks import (
    NORTH_STRONG_NOTRUMP,
    PROBABILITY,
    SOUTH_STRONG_NOTRUMP,
    check_share,
    check_strong_notrump,
)
from benchmarks.measuring import Budget, Contest, Runner, timed
from dealwright import deal, parse
from dealwright.base.kernels import PredealtPack
from dealwright.numbering.stream import Stream
from dealwright.planning.filter import Filter, filter_of
from dealwright.planning.question import Question
from dealwright.planning.sampling.searching import Uniform, hit_counts
from dealwright.planning.sampling.trial import FixedTrial

__all__ = ["COUNTING", "DEALING", "counted", "run_north", "run_south", "tests_of"]

COUNTING = "count"
DEALING = "deal()"
_NORTH, _SOUTH = 0, 2


def tests_of(condition: str) -> Filter:
    """Return the tests of a condition, as the planner makes them."""
    return filter_of(Question(parse(condition).tree), FixedTrial())


def counted(
    tests: Filter, pack: PredealtPack, seed: str, deals: int, threads: int
) -> tuple[int, int]:
    """Return how many deals were examined and accepted."""
    *_, last = hit_counts(
        Uniform(tests, pack, Stream(seed)), tests.costly, limit=deals, threads=threads
    )
    return last.tried, last.accepted


def counting(condition: str) -> Runner:
    """Count, as ``probability`` and ``count`` do; the deals themselves are not kept."""
    tests, pack = tests_of(condition), PredealtPack()
    pack.built()

    def run(deals: int, at: int) -> float:
        taken, (tried, hits) = timed(lambda: counted(tests, pack, f"count {at}", deals, 1))
        check_share(COUNTING, hits, tried)
        return taken / tried

    return Runner(COUNTING, 15, run)


def dealing(condition: str, seat: int) -> Runner:
    """Make the call that users write, text in and deals out; timed by deals examined."""

    def run(deals: int, at: int) -> float:
        wanted = max(1000, int(deals * PROBABILITY))
        taken, dealt = timed(lambda: deal(wanted, condition, seed=f"deal {at}", threads=1))
        source = dealt.source
        tried = source.tried if source else 0
        check_share(DEALING, len(dealt), tried)
        check_strong_notrump(DEALING, dealt.masks[:, seat])
        return taken / tried

    return Runner(DEALING, 20, run)


def run_north(budget: Budget) -> Contest:
    """Hold the contest for the condition on North, whose hand is dealt first."""
    return Contest.held(
        "filter",
        "deals examined: 15-17 HCP and 4333, 4432 or 5332, North",
        [counting(NORTH_STRONG_NOTRUMP), dealing(NORTH_STRONG_NOTRUMP, _NORTH)],
        [
            peers.dealer_filter(NORTH_STRONG_NOTRUMP),
            peers.deal_filter(),
            python_peers.numpy_filter(),
        ],
        budget,
    )


def run_south(budget: Budget) -> Contest:
    """Hold the contest for the same condition on South, after North and East are dealt."""
    return Contest.held(
        "south",
        "deals examined: the same, South",
        [counting(SOUTH_STRONG_NOTRUMP), dealing(SOUTH_STRONG_NOTRUMP, _SOUTH)],
        [peers.dealer_filter(SOUTH_STRONG_NOTRUMP)],
        budget,
    )
