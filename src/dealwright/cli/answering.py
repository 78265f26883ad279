"""Answering a request on the command line: its condition, its progress and its output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from dealwright.cli.options import condition_text, say_notes
from dealwright.cli.pasted import pasted_script, say_unused
from dealwright.errors import ArgumentError, SearchStopped
from dealwright.jobs import Job
from dealwright.requests.base import Limits
from dealwright.requests.deals import DealsRequest

if TYPE_CHECKING:
    from dealwright.requests.solved import SolvedRequest

__all__ = [
    "answer_job",
    "answer_with_solver",
    "lines_with_symbols",
    "print_answer",
    "print_notes",
    "with_condition",
]

RequestType = TypeVar("RequestType", bound=DealsRequest)


def with_condition(request: RequestType, file: Path | None = None) -> RequestType:
    """Return a request with the text of its condition, which may come from a file or a pipe.

    Of a whole script the request takes what it can use, and a note names the rest.

    :raises ArgumentError: if the condition is given twice, or cannot be read
    :raises ConditionError: if it is a script that cannot be read, or used as a condition
    """
    text = condition_text(request.condition, file)
    script = None if text is None else pasted_script(text)
    if script is None:
        return replace(request, condition=text)
    changes: dict[str, Any] = {"condition": script.condition or "1"}
    unused = list(script.others)
    known = {field.name: field.default for field in fields(request)}
    if script.predeal:
        script.refuse_predeal(known)
        changes["predeal"] = "; ".join(filter(None, (request.predeal, script.predeal)))
    if "n" in known and "printall" in unused:  # to print deals is what is asked for
        unused.remove("printall")
    for word, value in script.values.items():
        name = {"produce": "n", "startboard": "board"}.get(word, word)
        converted = int(value) if word in ("produce", "startboard") else value
        if name in known and getattr(request, name) in (known[name], converted):
            changes[name] = converted
        else:
            unused.append(word)
    say_unused(unused)
    return replace(request, **changes)


def print_notes(request: RequestType) -> RequestType:
    """Print the notes on the conditions of a request to standard error; return the request.

    :raises ConditionError: if a condition makes no sense
    """
    say_notes(request.conditions)
    return request


def lines_of(answer: Any) -> Iterable[str]:
    """Return the lines of an answer, by its own ``lines`` method."""
    lines: Iterable[str] = answer.lines()
    return lines


def lines_with_symbols(answer: Any) -> Iterable[str]:
    """Return the lines of an answer, with symbols if standard output can show them."""
    from dealwright.cli.output import shows_symbols

    lines: Iterable[str] = answer.lines(symbols=shows_symbols(sys.stdout))
    return lines


def answer_job(
    job: Job[Any, Any],
    doing: str,
    lines: Callable[[Any], Iterable[str]] = lines_of,
    *,
    as_json: bool,
    interrupted: str = "the answer is from the deals solved so far",
    picture: Path | None = None,
) -> Any:
    """Show the progress of a job, print its answer, and return it.

    ``picture`` is a file for the picture of the answer, which its ``svg`` returns.

    :raises ArgumentError: if that file is no SVG
    :raises SearchStopped: after Ctrl-C, once the answer so far is printed; ``interrupted`` is its
        message
    """
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import open_output

    if picture is not None and picture.suffix.lower() != ".svg":
        raise ArgumentError(f"--output takes a .svg file, not {picture}")
    with show_progress(job, doing):
        answer = job.result()
    print_answer(answer, lines, as_json=as_json)
    if picture is not None:
        with open_output(picture) as stream:
            stream.write(answer.svg())
    if job.state == "stopped":
        raise SearchStopped(f"interrupted: {interrupted}")
    return answer


def print_answer(
    answer: Any, lines: Callable[[Any], Iterable[str]] = lines_of, *, as_json: bool
) -> None:
    """Print an answer as JSON, or its lines."""
    from dealwright.cli.output import print_report

    if as_json:
        from dealwright.documents import write_json

        print(write_json(answer, indent=2))
    else:
        print_report(lines(answer))


def answer_with_solver(
    request: SolvedRequest,
    no_cache: bool,
    cache: Path | None,
    *,
    as_json: bool,
    picture: Path | None = None,
) -> None:
    """Answer a request about solved deals with the solver of --threads, --no-cache and --cache.

    Notes on its conditions are printed to standard error. A condition may be a whole script.

    :raises SearchStopped: after Ctrl-C, once the answer so far is printed
    """
    from dealwright.cli.solvers import chosen_solver

    request = print_notes(with_condition(request))
    with chosen_solver(request.threads, no_cache, cache) as solver:
        answer_job(request.job(Limits(solver=solver)), "solving", as_json=as_json, picture=picture)
