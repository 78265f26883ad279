"""``dealwright strategies``: rules that choose contracts or leads, compared on common deals."""

from __future__ import annotations

from dealwright.cli.answering import answer_job, print_notes
from dealwright.cli.command import Command
from dealwright.cli.options import (
    CacheFile,
    Include,
    Json,
    NoCache,
    SolverName,
    TricksPicture,
)
from dealwright.cli.solvers import chosen_solver
from dealwright.requests.base import Limits
from dealwright.requests.solved import StrategiesRequest

__all__ = ["COMMAND"]

HELP = """Compare strategies: rules that choose a contract, or a lead, from the hands.

A file of strategies is plain text. First come the deals (where, for, predeal) and definitions, then
each strategy: its name, and lines with a contract and the condition under which it is chosen. The
first line that applies chooses the contract; if none applies, the deal is passed out. With a line
"against 3NT-S" the strategies choose leads: a card, or top, fourth or low of a suit or of the
longest.

Deals on which all strategies choose the same are never solved. Their share is counted, exactly if
the rules can be. On the others you see how often each contract is chosen and makes, its tricks,
and each strategy against each other.

  where hcp(north) in 15..17 && balanced(north) && balanced(south) && hcp(south) in 7..10

  strategy blast

    3NT-N

  strategy invite

    3NT-N if hcp(south) >= 9 or hcp(south) == 8 && hcp(north) >= 16

    2NT-N if hcp(south) == 8

    1NT-N

Examples:

  dealwright strategies notrump.txt

  dealwright strategies leads.txt --within "0.1 imps" --json
"""


def strategies(
    request: StrategiesRequest,
    output: TricksPicture = None,
    as_json: Json = False,
    include: Include = None,
    no_cache: NoCache = False,
    cache: CacheFile = None,
    solver_name: SolverName = None,
) -> None:
    """Compare strategies."""
    from dealwright.cli.input import input_text

    with chosen_solver(request.threads, no_cache, cache, request.memory) as solver:
        job = print_notes(request).comparing(input_text(request.file), Limits(solver=solver))
        answer_job(job, "solving", as_json=as_json, picture=output)


COMMAND = Command(strategies, HELP, "Simulate", order=6)
