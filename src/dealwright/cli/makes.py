"""``dealwright makes``: how often a contract makes when two hands are known."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.commands import Command
from dealwright.cli.options import CacheFile, ClusterAddress, Include, Json, NoCache
from dealwright.cli.questions import Deals, Time, Within, answered, limits_of
from dealwright.cli.solvers import chosen_solver
from dealwright.requests.deals import Seed, Threads
from dealwright.requests.fields import Argument, Option

__all__ = ["COMMAND"]

HELP = """Print how often a contract makes when declarer's and dummy's hands are known.

The other two hands can be dealt in 10,400,600 ways. Layouts that differ only in small cards are one
class. Random layouts of each class are solved, and the class is weighted by its exact number of
layouts. The answer is therefore unbiased, and much more precise than one from as many random deals.
It becomes more precise while it runs, until --within, --time or --deals, or until every class has
been solved. With --where only the layouts that satisfy a condition count; a second --where is
answered at once from the layouts already solved, then refined.

All play is double dummy: everybody sees all cards, so declarer guesses every queen right.

Examples:

  dealwright makes "north AQ4.AJ92.Q5.K964" "south K95.QT4.KJ762.83" 3NT-S --within 1%

  dealwright makes "north QJ62.AQ5.K73.864" "south AKT83.74.A94.K52" 4S-S --time 30

  dealwright makes "north JT94.AT5.AK7.K84" "south AKQ85.KJ3.Q64.72" 6S-S --where "hcp(west) >= 6" --where "hearts(east) >= 5"
"""  # noqa: E501


def makes(
    first: Annotated[
        str,
        Argument(metavar="HAND", cards="cards", help='A known hand: "north AQ542.KJ87.32.AK".'),
    ],
    other: Annotated[str, Argument(metavar="HAND", cards="cards", help="Its partner's hand.")],
    contract: Annotated[
        str, Argument(metavar="CONTRACT", help="As 4S-S: the contract and its declarer.")
    ],
    where: Annotated[
        list[str] | None,
        Option("--where", metavar="COND", help="A condition on the layouts; may be repeated."),
    ] = None,
    coarse: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="The classes: nines, sevens, top or fine (default: chosen by a pilot).",
        ),
    ] = None,
    deals: Deals = None,
    within: Within = None,
    time: Time = None,
    as_json: Json = False,
    seed: Seed = None,
    include: Include = None,
    threads: Threads = None,
    no_cache: NoCache = False,
    cache: CacheFile = None,
    cluster: ClusterAddress = None,
) -> None:
    """Estimate; the arguments are those of the command line."""
    from dealwright.analysis.census import making
    from dealwright.cli.options import read_text

    with chosen_solver(threads, no_cache, cache) as solver:
        job = making(
            first, other, contract, [read_text(each) for each in where or ()], coarse=coarse,
            seed=seed, solver=solver, **limits_of(deals, within, time),
        )  # fmt: skip
        answered(job, "solving", as_json=as_json)


COMMAND = Command(makes, HELP, "Simulate", order=5)
