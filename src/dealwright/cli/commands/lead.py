"""``dealwright lead``: the opening leads of a hand against a contract."""

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
from dealwright.cli.system_options import with_auction_paths
from dealwright.requests.solved import LeadRequest

__all__ = ["COMMAND"]

HELP = """Compare the opening leads of a hand against a contract, by double dummy.

The hand is written as in --predeal, with its seat; the contract as 3NT or 4SX-N (its declarer is
otherwise the player on the leader's right). Every lead is tried on the same deals. You see the
chance of beating the contract, the defenders' tricks, and IMPs and matchpoints against other tables
that lead a random card, or the cards of --field. Touching cards count as one lead. A line names the
leads that these deals cannot tell apart from the best one.

What the other hands show is given in words, as a condition, or as the calls of a bidding system
(--system, --auction): those of the declaring side, turned so that it declares.

Examples:

  dealwright lead "west QJT95.K4.832.A74" 3NT --south "15-17 balanced"

  dealwright lead "west QJT95.K4.832.A74" 4H-S --where "hearts(south) >= 5" --within "0.05 tricks"

  dealwright lead "west QJT95.K4.832.A74" 3NT --field SQ --where "hcp(south) in 15..17"

  dealwright lead "west QJT95.K4.832.A74" 3NT --system natural --auction "1NT 2C 2D 3NT"

  dealwright lead "north 7.KJ854.Q92.J763" 6S-W --beat-only --deals 3000
"""


def lead(
    request: LeadRequest,
    as_json: Json = False,
    include: Include = None,
    no_cache: NoCache = False,
    cache: CacheFile = None,
    solver_name: SolverName = None,
) -> None:
    """Compare leads."""
    answer_with_solver(with_auction_paths(request), no_cache, cache, as_json=as_json)


COMMAND = Command(lead, HELP, "Simulate", order=4)
