"""``dealwright contracts``: contracts compared on the deals of a condition."""

from __future__ import annotations

from dealwright.base.errors import ArgumentError
from dealwright.cli.answering import answer_with_solver, with_condition
from dealwright.cli.command import Command
from dealwright.cli.messages import say
from dealwright.cli.options import (
    CacheFile,
    ConditionFile,
    Include,
    Json,
    NoCache,
    SolverName,
    TricksPicture,
)
from dealwright.requests.solved import ContractsRequest

__all__ = ["COMMAND"]

HELP = """Compare contracts on the deals of a condition, by double dummy.

Every contract is played on the same deals. You see how often it makes, its tricks and its mean score,
how often it takes each number of tricks and what that scores, and each pair of contracts in IMPs and matchpoints, not vulnerable and vulnerable, with 95 %
intervals. A contract is written 4S, 3NT, 6HX or 4S-N (declared by north); without a declarer south
plays it, or west with --for ew. "pass" passes the deal out.

Means are corrected by the side's points, controls, short suits and trumps, whose means are known
exactly; the last line says how many plain deals would be equally precise. Ctrl-C ends with the
figures so far.

Examples:

  dealwright contracts "north: 15-17 balanced" --predeal "south KJ5.A932.84.QJ62" --try "3NT 2NT pass"

  dealwright contracts "hcp(north) + hcp(south) >= 30 && spades(north) + spades(south) >= 8" --try "4S 6S 6NT" --within 1%

  dealwright contracts "longest_fit(ns) >= 8" --for ns --try "3NT 4S" --make-only

  dealwright contracts "north: 5+ spades, 12+; south: 3+ spades, 8+" --try "2S 4S" --par --deals 200 --output tricks.svg

  dealwright contracts "balanced(north) && hcp(north) in 15..17 && balanced(south)" --try "3NT 2NT" --by "hcp(south)"
"""  # noqa: E501


def contracts(
    request: ContractsRequest,
    output: TricksPicture = None,
    as_json: Json = False,
    file: ConditionFile = None,
    include: Include = None,
    no_cache: NoCache = False,
    cache: CacheFile = None,
    solver_name: SolverName = None,
) -> None:
    """Compare contracts."""
    if output is not None and request.make_only:
        raise ArgumentError("--output draws the tricks, which --make-only leaves out; drop one")
    if request.library is not None:
        from dealwright.double_dummy.library import SolvedLibrary

        library = SolvedLibrary(request.library)
        say(f"{request.library}: {len(library):,} solved deals, {library.bytes:,} bytes")
    answer_with_solver(
        with_condition(request, file), no_cache, cache, as_json=as_json, picture=output
    )


COMMAND = Command(contracts, HELP, "Simulate", order=3)
