"""``dealwright makes``: how often a contract makes when two hands are known."""

from __future__ import annotations

from dealwright.cli.answering import answer_with_solver
from dealwright.cli.command import Command
from dealwright.cli.options import (
    CacheFile,
    Include,
    Json,
    NoCache,
    SolverName,
)
from dealwright.requests.solved import MakesRequest

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
    request: MakesRequest,
    as_json: Json = False,
    include: Include = None,
    no_cache: NoCache = False,
    cache: CacheFile = None,
    solver_name: SolverName = None,
) -> None:
    """Print how often the contract makes."""
    answer_with_solver(request, no_cache, cache, as_json=as_json)


COMMAND = Command(makes, HELP, "Simulate", order=5)
