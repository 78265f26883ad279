"""``dealwright system show``: what an auction shows of each hand and of the pair."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.commands import Command
from dealwright.cli.options import Json, resources_of
from dealwright.cli.questions import answered
from dealwright.cli.system.options import InParts, Opponents, Parameters, SystemFile, read_named
from dealwright.requests.deals import Memory, Seed
from dealwright.requests.fields import Argument, Option

__all__ = ["COMMAND"]

HELP = """Show what is known after an auction: each hand of the side, and both together, exactly.

North makes the first call of the side. The command prints what the calls show as a condition, which
every command that deals or counts takes. With --hand you see what the holder of that hand knows.

Shares that cannot be counted are estimated from a sample, and marked; --in-parts counts them.

Examples:

  dealwright system show natural "1NT 2C 2H 3NT"

  dealwright system show natural "1S 2C" --hand "south A2.K54.Q3.AKJ872"
"""


def show(
    file: SystemFile,
    auction: Annotated[str, Argument(help="The calls, '1NT 2C 2H' or '1S (2H) X'.")],
    hand: Annotated[
        str | None,
        Option(
            "--hand",
            metavar="CARDS",
            joined="; ",
            cards="cards",
            help="Cards that are seen, as for --predeal.",
        ),
    ] = None,
    in_parts: InParts = False,
    parameters: Parameters = None,
    opponents: Opponents = None,
    memory: Memory = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Show; the arguments are those of the command line."""
    from dealwright.condition import question_of
    from dealwright.systems.showing import showing

    system = read_named(file, parameters, opponents)
    fixed = question_of(None, hand).fixed
    job = showing(
        system, auction, fixed=fixed, in_parts=in_parts,
        resources=resources_of(memory, seconds=120.0), seed=seed,
    )  # fmt: skip
    answered(job, "counting", as_json=as_json)


COMMAND = Command(show, HELP, order=2)
