"""``dealwright system show``: what an auction shows of each hand and of the pair."""

from __future__ import annotations

from dealwright.cli.answering import answer_job
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.cli.system_options import with_system_paths
from dealwright.requests.systems import ShowRequest

__all__ = ["COMMAND"]

HELP = """Show what is known after an auction: each hand of the side, and both together, exactly.

North makes the first call of the side. The command prints what the calls show as a condition, which
every command that deals or counts takes. With --hand you see what the holder of that hand knows.

Shares that cannot be counted are estimated from a sample, and marked; --in-parts counts them.

Examples:

  dealwright system show natural "1NT 2C 2H 3NT"

  dealwright system show natural "1S 2C" --hand "south A2.K54.Q3.AKJ872"
"""


def show(request: ShowRequest, as_json: Json = False) -> None:
    """Show the hands of an auction."""
    answer_job(with_system_paths(request).job(), "counting", as_json=as_json)


COMMAND = Command(show, HELP, order=2)
