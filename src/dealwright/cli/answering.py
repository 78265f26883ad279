"""Answering a request on the command line: its condition, its progress, and what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from dealwright.cli.options import condition_text, say_notes
from dealwright.errors import SearchStopped
from dealwright.jobs import Job
from dealwright.requests.base import Limits
from dealwright.requests.deals import DealsRequest

if TYPE_CHECKING:
    from dealwright.requests.solved import SolvedRequest

__all__ = ["answered", "lines_of", "noted", "print_answer", "solved", "with_condition"]

Asked = TypeVar("Asked", bound=DealsRequest)


def with_condition(request: Asked, file: Path | None = None) -> Asked:
    """Return a request with the text of its condition, which may be in a file or on standard input.

    :raises ArgumentError: if it is given twice, or cannot be read
    """
    return replace(request, condition=condition_text(request.condition, file))


def noted(request: Asked) -> Asked:
    """Print the notes on the conditions of a request to standard error; return the request.

    :raises ConditionError: if one makes no sense
    """
    say_notes(request.conditions)
    return request


def lines_of(found: Any) -> Iterable[str]:
    """Return the lines of an answer, as it has them itself."""
    lines: Iterable[str] = found.lines()
    return lines


def answered(
    job: Job[Any, Any],
    doing: str,
    lines: Callable[[Any], Iterable[str]] = lines_of,
    *,
    as_json: bool,
    interrupted: str = "the answer is of the deals solved so far",
) -> Any:
    """Show the progress of a job, print its answer, and return it.

    :raises SearchStopped: after Ctrl-C, when the answer so far is printed; ``interrupted`` says
        what it is
    """
    from dealwright.cli.jobs import show_progress

    with show_progress(job, doing):
        found = job.result()
    print_answer(found, lines, as_json=as_json)
    if job.state == "stopped":
        raise SearchStopped(f"interrupted: {interrupted}")
    return found


def print_answer(found: Any, lines: Callable[[Any], Iterable[str]], *, as_json: bool) -> None:
    """Print an answer as JSON, or its lines."""
    from dealwright.cli.output import print_report
    from dealwright.documents import write_json

    if as_json:
        print(write_json(found, indent=2))
    else:
        print_report(lines(found))


def solved(request: SolvedRequest, no_cache: bool, cache: Path | None, *, as_json: bool) -> None:
    """Answer a request about solved deals with the solver of --threads, --no-cache and --cache.

    Notes on its conditions are printed to standard error.

    :raises SearchStopped: after printing, if it was stopped
    """
    from dealwright.cli.solvers import chosen_solver

    noted(request)
    with chosen_solver(request.threads, no_cache, cache) as solver:
        answered(request.job(Limits(solver=solver)), "solving", as_json=as_json)
