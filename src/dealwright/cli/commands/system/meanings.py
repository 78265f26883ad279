"""``dealwright system meanings``: what the calls of an auction show, and what may come next."""

from __future__ import annotations

from dealwright.cli.answering import print_answer
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.cli.system_options import with_system_paths
from dealwright.requests.systems import MeaningsRequest

__all__ = ["COMMAND"]

HELP = """Say what each call of an auction shows, and each call that may come next.

The auction has every call from the dealer on: P, X, XX, 4H, 1NT. A line has the points and lengths that
a call shows, its share of the hands that made the caller's calls before, exact unless it says "about",
and in brackets the words of its rules, after "guess" where the file has none. Both sides play the
system, unless --opponents names another.

Examples:

  dealwright system meanings standard ""

  dealwright system meanings standard "1NT P 2C P"

  dealwright system meanings natural "1H 1S" --opponents standard --dealer west
"""  # noqa: E501


def meanings(request: MeaningsRequest, as_json: Json = False) -> None:
    """Say what calls show."""
    print_answer(with_system_paths(request).job().result(), as_json=as_json)


COMMAND = Command(meanings, HELP, order=7)
