"""``dealwright system call``: the next call of a hand, its rule, and what it shows."""

from __future__ import annotations

from dealwright.cli.answering import print_answer
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.cli.system_options import with_system_paths
from dealwright.requests.systems import CallRequest

__all__ = ["COMMAND"]

HELP = """Make the next call of a hand, as the web app's robots do, and say why.

The auction has every call from the dealer on: P, X, XX, 4H, 1NT. The first word that is printed is the
call; then come its rule, or "guess" with the reason where the file has none, what the call shows with
its share, exact unless it says "about", and other calls whose rules the hand fits. The call depends on
the hand and the auction alone. Both sides play the system, unless --opponents names another.

Examples:

  dealwright system call standard "" AQ4.KJ8.K932.A54

  dealwright system call standard "1NT P 2D P 2H P 3H P" AQ4.KJ8.K932.A54

  dealwright system call natural "1S P P X P" J2.9875.K654.AJT --dealer west --vulnerable ns
"""  # noqa: E501


def call(request: CallRequest, as_json: Json = False) -> None:
    """Make the next call of a hand."""
    print_answer(with_system_paths(request).job().result(), as_json=as_json)


COMMAND = Command(call, HELP, order=6)
