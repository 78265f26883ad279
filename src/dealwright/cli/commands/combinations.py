"""``dealwright combinations``: ranks of subsets, and subsets of ranks."""

from __future__ import annotations

import re
import sys
from typing import Annotated

from dealwright.base.errors import ArgumentError
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.requests.fields import Option
from dealwright.requests.numbers import whole_number
from dealwright.requests.tables import CombinationRequest

__all__ = ["COMMAND"]

MOST_LISTED = 10_000_000
MOST_BITS = 5_000_000

HELP = """Count the k-subsets of {0..n-1}, list some, find the rank of one or the one with a rank.

Examples:

  dealwright combinations 52 13

  dealwright combinations 13 5 --rank "12 11 10 9 8"

  dealwright combinations 13 5 --unrank 1286

  dealwright combinations 13 5 --list 0..9 --order lex
"""


def combinations(
    request: CombinationRequest,
    listed: Annotated[
        str | None,
        Option("--list", metavar="FROM..TO", help="List the subsets with ranks FROM..TO."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Print ranks or subsets."""
    from dealwright.requests.documents import write_json

    n, k = request.n, request.k
    if min(k, n - k) * n.bit_length() > MOST_BITS:
        raise ArgumentError(f"the subsets of {k:,} out of {n:,} have too many digits to print")
    family = request.family
    if sum(option is not None for option in (request.combination, request.number, listed)) > 1:
        raise ArgumentError("choose one of --rank, --unrank and --list")
    if as_json and listed is not None:
        raise ArgumentError("--list does not print JSON; leave --json out")
    if request.combination is not None or request.number is not None:
        answer = request.job().result()
        text = (
            _subset_text(answer.combination) if request.combination is None else str(answer.number)
        )
        print(write_json(answer) if as_json else text)
    elif as_json:
        print(write_json(family.size))
    elif listed is not None:
        first, last = _parse_range(listed, family.size)
        for number, subset in enumerate(family.iterate(first), first):
            if number > last:
                break
            sys.stdout.write(f"{number} {_subset_text(subset)}\n")
    else:
        print(f"{family.size:,} subsets of {family.k} out of {family.n}")


def _subset_text(subset: tuple[int, ...]) -> str:
    """Return a subset as text, highest element first."""
    return " ".join(str(element) for element in reversed(subset))


def _parse_range(text: str, size: int) -> tuple[int, int]:
    match = re.fullmatch(r"\s*([\d_,]*)\s*\.\.\s*([\d_,]*)\s*", text)
    if not match:
        raise ArgumentError(f"--list takes FROM..TO, as in 0..99, not '{text}'")
    first = whole_number(match[1], "FROM") if match[1] else 0
    last = whole_number(match[2], "TO") if match[2] else size - 1
    if not first <= last < size:
        raise ArgumentError(f"ranks are 0 to {size - 1:,}, and FROM must not exceed TO")
    if last - first >= MOST_LISTED:
        raise ArgumentError(f"{last - first + 1:,} subsets are too many to list at once")
    return first, last


COMMAND = Command(combinations, HELP, "Numbers and tables", order=2)
