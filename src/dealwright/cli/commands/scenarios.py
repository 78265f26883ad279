"""``dealwright scenarios``: the library of named scenarios, listed, shown and dealt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.command import Command
from dealwright.cli.commands.deal import deal_boards
from dealwright.cli.options import Json, Output, WriteAs, listed_formats
from dealwright.requests.dealing import DealBoardsRequest
from dealwright.requests.deals import CountRequest, Seed
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import whole_number

if TYPE_CHECKING:
    from dealwright.practice.scenarios import Scenario

__all__ = ["COMMAND"]

HELP = """List the scenarios of the library, show one with its frequency, or deal it.

Without a name, the command lists the scenarios in groups; with a word, those that have it in their
name, group, title or description. With a name, it shows the scenario: its description, condition
and how often it comes up, which is exact unless marked "about". North is the described hand.

Examples:

  dealwright scenarios

  dealwright scenarios splinter

  dealwright scenarios stayman-fit

  dealwright scenarios negative-double 16 --seed friday --output doubles.pbn

  dealwright scenarios strong-notrump 8 --dealer north --quiet-opponents

  dealwright scenarios stayman-fit --json
"""


def scenarios(
    name: Annotated[
        str | None, Argument(metavar="[NAME|WORD]", help="A scenario, or a word to look for.")
    ] = None,
    deal: Annotated[
        str | None,
        Option("--deal", metavar="N", bare="last", help="Deal N boards of the scenario."),
    ] = None,
    seed: Seed = None,
    dealer: Annotated[
        str | None,
        Option("--dealer", metavar="SEAT", help="The dealer, or random (default: by number)."),
    ] = None,
    quiet: Annotated[
        bool,
        Option("--quiet-opponents", help="The opponents pass throughout, by the rules of systems."),
    ] = False,
    format: WriteAs = None,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """List, show or deal scenarios."""
    from dealwright.cli.output import print_report
    from dealwright.practice.scenarios import scenario
    from dealwright.practice.scenarios import scenarios as library
    from dealwright.requests.documents import write_json

    if deal is None and (format or output or dealer or quiet):
        raise ArgumentError(
            "--format, --output, --dealer and --quiet-opponents are for boards: name the scenario "
            "and their number"
        )
    if deal is not None:
        if name is None or as_json:
            raise ArgumentError("--deal takes the name of one scenario, and no --json")
        n, where = whole_number(deal, "the number of deals"), scenario(name).condition
        request = DealBoardsRequest(
            n=n, condition=where, seed=seed, dealer=dealer, quiet_opponents=quiet
        )
        deal_boards(request, format=format, output=output)
        return
    matches = [member for member in library() if name is None or member.has(name)]
    if name is None or (matches and name not in [member.name for member in matches]):
        if as_json:
            print(write_json(matches, indent=2))
        else:
            print_report(_listed(matches))
        return
    _show(scenario(name), seed, as_json=as_json)


def _listed(library: Iterable[Scenario]) -> Iterator[str]:
    """Yield the names and titles of scenarios, group by group."""
    rows = [*library]
    width = max(len(row.name) for row in rows)
    for group, members in groupby(rows, lambda row: row.group):
        yield group
        for member in members:
            yield f"  {member.name:{width}}  {member.title}"


def _show(chosen_scenario: Scenario, seed: str | None, *, as_json: bool) -> None:
    """Print a scenario and its frequency."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report
    from dealwright.requests.documents import write_json

    job = CountRequest(condition=chosen_scenario.condition, seed=seed).job()
    with show_progress(job, "counting"):
        share = job.result()
    if as_json:
        print(write_json([chosen_scenario, share], indent=2))
    else:
        print_report([*chosen_scenario.lines(), "", *share.lines(uncounted=False)])
    if job.state == "stopped":
        raise SearchStopped("interrupted: the estimate is from the deals examined so far")


COMMAND = Command(scenarios, HELP, "Practise", order=2, ending=listed_formats)
