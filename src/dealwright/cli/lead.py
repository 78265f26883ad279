"""``dealwright lead``: the opening leads of a hand against a contract."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.commands import Command
from dealwright.cli.options import CacheFile, ClusterAddress, Include, Json, NoCache, resources_of
from dealwright.cli.questions import Deals, Table, Time, Where, Within, answered, both, limits_of
from dealwright.cli.solvers import chosen_solver
from dealwright.requests.deals import Memory, Predeal, Seed, Threads
from dealwright.requests.fields import Argument, Option

__all__ = ["COMMAND"]

HELP = """Compare the opening leads of a hand against a contract, by double dummy.

The hand is written as in --predeal, with its seat; the contract as 3NT or 4SX-N (its declarer is
otherwise the player on the leader's right). Every lead is tried on the same deals. You see the
chance to beat the contract, the defenders' tricks, and IMPs and matchpoints against a field that
leads each of the thirteen cards equally often. Touching cards are one lead. A line names the
leads that these deals cannot tell apart from the best one.

Examples:

  dealwright lead "west QJT95.K4.832.A74" 3NT --where "hcp(south) in 15..17 && balanced(south)"

  dealwright lead "west QJT95.K4.832.A74" 4H-S --where "hearts(south) >= 5" --within "0.05 tricks"

  dealwright lead "north 7.KJ854.Q92.J763" 6S-W --beat-only --deals 3000
"""


def lead(
    hand: Annotated[
        str,
        Argument(
            metavar="HAND",
            cards="cards",
            help='The leader\'s hand: "west AQ542.KJ87.32.AK".',
        ),
    ],
    contract: Annotated[str, Argument(metavar="CONTRACT", help="As 3NT or 4SX-N.")],
    where: Where = None,
    beat_only: Annotated[
        bool,
        Option("--beat-only", help="Only the chance to beat it, which is faster to solve."),
    ] = False,
    sort: Annotated[str, Option(metavar="BY", help="imps, beats, tricks or matchpoints.")] = "imps",
    vulnerable: Annotated[
        str, Option(metavar="SIDES", help="Who is vulnerable: none, ns, ew or all.")
    ] = "none",
    table: Table = False,
    deals: Deals = None,
    within: Within = None,
    time: Time = None,
    predeal: Predeal = None,
    as_json: Json = False,
    seed: Seed = None,
    include: Include = None,
    memory: Memory = None,
    threads: Threads = None,
    no_cache: NoCache = False,
    cache: CacheFile = None,
    cluster: ClusterAddress = None,
) -> None:
    """Compare leads; the arguments are those of the command line."""
    from dealwright.analysis.lead_comparison import comparing_leads

    with chosen_solver(threads, no_cache, cache) as solver:
        job = comparing_leads(
            hand, contract, both(None, where), predeal=predeal, beat_only=beat_only,
            sorted_by=sort, vulnerable=vulnerable, table=table, seed=seed,
            resources=resources_of(memory, threads), solver=solver,
            **limits_of(deals, within, time),
        )  # fmt: skip
        answered(job, "solving", as_json=as_json)


COMMAND = Command(lead, HELP, "Simulate", order=4)
