"""``dealwright contracts``: contracts compared on the deals of a condition."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from dealwright.cli.commands import Command
from dealwright.cli.messages import say
from dealwright.cli.options import (
    CacheFile,
    ClusterAddress,
    ConditionArgument,
    ConditionFile,
    Include,
    Json,
    NoCache,
    read_condition,
    resources_of,
)
from dealwright.cli.questions import Deals, Table, Time, Where, Within, answered, both, limits_of
from dealwright.cli.solvers import chosen_solver
from dealwright.requests.deals import Memory, Predeal, Seed, Threads
from dealwright.requests.fields import Option

__all__ = ["COMMAND"]

HELP = """Compare contracts on the deals of a condition, by double dummy.

Every contract is played on the same deals. You see how often it makes, its tricks and its mean score,
and each pair of contracts in IMPs and matchpoints, not vulnerable and vulnerable, with 95 %
intervals. A contract is written 4S, 3NT, 6HX or 4S-N (declared by north); without a declarer south
plays it, or west with --for ew. "pass" passes the deal out.

Deals are divided into strata (groups) by the side's points, controls and trumps, and means are
corrected by numbers that are known exactly; the last line says how many deals without these methods
would be as precise. Ctrl-C ends with the figures so far.

Examples:

  dealwright contracts "hcp(north) in 15..17 && balanced(north)" --predeal "south KJ5.A932.84.QJ62" --try "3NT 2NT pass"

  dealwright contracts "hcp(north) + hcp(south) >= 30 && spades(north) + spades(south) >= 8" --try "4S 6S 6NT" --within 1%

  dealwright contracts "longest_fit(ns) >= 8" --for ns --try "3NT 4S" --make-only

  dealwright contracts "balanced(north) && hcp(north) in 15..17 && balanced(south)" --try "3NT 2NT" --by "hcp(south)"
"""  # noqa: E501


def contracts(
    condition: ConditionArgument = None,
    side: Annotated[
        str, Option("--for", metavar="SIDE", help="Whose contracts they are: ns or ew.")
    ] = "ns",
    tried: Annotated[
        str, Option("--try", metavar="CONTRACTS", help='The contracts, as "3NT 4S-N 6S".')
    ] = "3NT 4S 4H",
    make_only: Annotated[
        bool,
        Option(
            "--make-only", help="Only how often each makes, which is much faster to solve."
        ),
    ] = False,
    by: Annotated[
        str | None,
        Option("--by", metavar="QUANTITY", help="Also for each value of this quantity."),
    ] = None,
    table: Table = False,
    deals: Deals = None,
    within: Within = None,
    time: Time = None,
    where: Where = None,
    predeal: Predeal = None,
    as_json: Json = False,
    seed: Seed = None,
    file: ConditionFile = None,
    include: Include = None,
    memory: Memory = None,
    threads: Threads = None,
    library: Annotated[
        Path | None,
        Option(metavar="FILE", help="Take the solved deals of a library (.zrd)."),
    ] = None,
    no_cache: NoCache = False,
    cache: CacheFile = None,
    cluster: ClusterAddress = None,
) -> None:  # fmt: skip
    """Compare; the arguments are those of the command line."""
    from dealwright.analysis.contract_comparison import comparing_contracts
    from dealwright.double_dummy.library import SolvedLibrary

    known = None if library is None else SolvedLibrary(library)
    if known is not None:
        say(f"{library}: {len(known):,} solved deals, {known.bytes:,} bytes")
    with chosen_solver(threads, no_cache, cache) as solver:
        job = comparing_contracts(
            both(read_condition(condition, file), where), tried, side=side.lower(),
            predeal=predeal, by=by, make_only=make_only, table=table, seed=seed,
            resources=resources_of(memory, threads), solver=solver, library=known,
            **limits_of(deals, within, time),
        )  # fmt: skip
        answered(job, "solving", as_json=as_json)


COMMAND = Command(contracts, HELP, "Simulate", order=3)
