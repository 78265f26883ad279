"""``dealwright cards``: where each of the 52 cards is under a condition."""

from __future__ import annotations

import sys

from dealwright.cli.commands import Command
from dealwright.cli.options import (
    ClusterAddress,
    ConditionArgument,
    ConditionFile,
    Include,
    Json,
    Memory,
    Predeal,
    Seed,
    Work,
    predeal_text,
    read_condition,
    resources_of,
    seconds,
)
from dealwright.errors import SearchStopped

__all__ = ["COMMAND"]

HELP = """Print how likely each seat is to hold each of the 52 cards under a condition.

The chances are exact if the condition can be counted in --budget seconds of work: one pass over
the counted tables finds all of them. Otherwise they come from a sample of deals, and are printed
with a 95 % interval. Cards with the same chances share a line.

Examples:

  dealwright cards "hcp(north) in 15..17 && balanced(north)"

  dealwright cards "hcp(west) >= 12 && spades(west) >= 5" --predeal "south KQ2.AJ5.K632.Q43"

  dealwright cards "hcp(north) + hcp(south) >= 33" --json
"""


def cards(
    condition: ConditionArgument = None,
    as_json: Json = False,
    predeal: Predeal = None,
    file: ConditionFile = None,
    include: Include = None,
    seed: Seed = None,
    budget: Work = None,
    memory: Memory = None,
    cluster: ClusterAddress = None,
) -> None:
    """Tabulate; the arguments are those of the command line."""
    from dealwright.ask.card_tables import CardTabling
    from dealwright.ask.counting import budget_of
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report, shows_symbols
    from dealwright.condition import question_of
    from dealwright.documents import write_json

    question = question_of(read_condition(condition, file), predeal_text(predeal))
    given = budget_of(None if budget is None else seconds(budget))
    job = CardTabling(question, resources_of(memory, seconds=given), seed=seed)
    with show_progress(job, "counting"):
        found = job.result()
    if as_json:
        print(write_json(found, indent=2))
    else:
        print_report(found.lines(symbols=shows_symbols(sys.stdout)))
    if job.state == "stopped":
        raise SearchStopped("interrupted: the chances are of the deals examined so far")


COMMAND = Command(cards, HELP, "Count and explain", order=2)
