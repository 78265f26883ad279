"""``dealwright compare``: methods of dealing side by side."""

from __future__ import annotations

from dealwright.cli.answering import print_notes, with_condition
from dealwright.cli.command import Command
from dealwright.cli.options import ConditionFile, Include, Json
from dealwright.requests.distributions import CompareRequest

__all__ = ["COMMAND"]

HELP = """Compare methods of dealing: distributions side by side, with total variation distances.

The exact method is computed; the others are sampled. pavlicek1999 is the biased method of a
well-known article of 1999: it shows how constructing deals by weights changes their distribution.

Examples:

  dealwright compare "west: 5-6 spades, 4 hearts" --methods exact,pavlicek1999

  dealwright compare "hcp(north) in 15..17" --methods exact,filter --of "hcp(south)" -n 1e6
"""


def compare(
    request: CompareRequest,
    as_json: Json = False,
    file: ConditionFile = None,
    include: Include = None,
) -> None:
    """Compare methods of dealing."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report
    from dealwright.requests.documents import write_json

    job = print_notes(with_condition(request, file)).job()
    with show_progress(job, "comparing"):
        comparisons = job.result()
    if as_json:
        print(write_json(comparisons, indent=2))
        return
    for index, comparison in enumerate(comparisons):
        print_report(["", *comparison.lines()] if index else comparison.lines())


COMMAND = Command(compare, HELP, "Simulate", order=1)
