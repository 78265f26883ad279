"""Options that the questions to a solver share, and running them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from dealwright.cli.options import noted
from dealwright.errors import ArgumentError
from dealwright.requests.base import Limits
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from pathlib import Path

    from dealwright.condition import Condition
    from dealwright.requests.solved import OfSolved

__all__ = ["Deals", "Table", "Time", "Where", "Within", "both", "limits_of", "solved"]

Where = Annotated[
    str | None,
    Option("--where", metavar="COND", help="A condition that the deals satisfy."),
]
Deals = Annotated[
    str | None,
    Option(
        "--deals", metavar="N",
        help="Deals to solve (default: 1,000, or as many as --within or --time need).",
    ),
]  # fmt: skip
Within = Annotated[
    str | None,
    Option(
        metavar="WIDTH",
        help="Continue until the interval is plus or minus this: 1%, 0.1 imps, 0.05 tricks.",
    ),
]
Time = Annotated[str | None, Option(metavar="SECONDS", help="Stop after so many seconds.")]
Table = Annotated[
    bool,
    Option(
        "--table",
        help="Move results by the known mean difference between double dummy and the table.",
    ),
]


def both(first: Condition | None, other: str | None) -> Condition | None:
    """Return a condition and that of --where together."""
    from dealwright.cli.options import read_text

    if other is None:
        return first
    where = read_text(other)
    return where if first is None else first & where


def limits_of(deals: str | None, within: str | None, time: str | None) -> dict[str, Any]:
    """Return when a sample ends, from --deals, --within and --time.

    :raises ArgumentError: if one cannot be read
    """
    from dealwright.requests.numbers import whole_number

    number = None if deals is None else whole_number(deals, "the number of deals")
    seconds = None
    if time is not None:
        try:
            seconds = float(time)
        except ValueError:
            raise ArgumentError(f"--time takes seconds such as 30, not '{time}'") from None
    return {"deals": number, "within": within, "seconds": seconds}


def solved(request: OfSolved, no_cache: bool, cache: Path | None, *, as_json: bool) -> None:
    """Answer a request about solved deals with the solver of --threads, --no-cache and --cache.

    Notes on its conditions are printed to standard error.

    :raises SearchStopped: after printing, if it was stopped
    """
    from dealwright.cli.answering import answered
    from dealwright.cli.solvers import chosen_solver

    for condition in request.conditions:
        noted(condition)
    with chosen_solver(request.threads, no_cache, cache) as solver:
        answered(request.job(Limits(solver=solver)), "solving", as_json=as_json)
