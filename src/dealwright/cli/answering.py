"""Answering a request on the command line: its condition, its progress and its output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.base.jobs import Job
from dealwright.cli.options import condition_text, say_notes
from dealwright.cli.pasted_script import pasted_script, say_unused
from dealwright.requests.base import Limits
from dealwright.requests.deals import DealsRequest
from dealwright.requests.fields import fields_of

if TYPE_CHECKING:
    from dealwright.requests.solved import SolvedRequest

__all__ = [
    "answer_job",
    "answer_with_solver",
    "lines_with_symbols",
    "print_answer",
    "print_notes",
    "values_of_text",
    "with_condition",
]

RequestType = TypeVar("RequestType", bound=DealsRequest)


def with_condition(request: RequestType, file: Path | None = None) -> RequestType:
    """Return a request with the text of its condition, which may come from a file or a pipe.

    Of a whole script the request takes what it can use, and a note names the rest.

    :raises ArgumentError: if the condition is given twice, or cannot be read
    :raises ConditionError: if it is a script that cannot be read, or used as a condition
    """
    argument = any(
        field.name == "condition" and field.argument for field in fields_of(type(request))
    )
    text = condition_text(request.condition, file, has_file=argument)
    defaults = {field.name: field.default for field in fields(request)}
    given = {name: getattr(request, name) for name in defaults}
    return replace(request, **values_of_text(text, given, defaults))


def values_of_text(
    text: str | None, given: Mapping[str, Any], defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what a command takes of a text: its condition and, of a script, other values.

    ``given`` are the values of the command by name; those that are its ``defaults`` may come from
    the script. A note names the rest of the script.

    :raises ArgumentError: if the script fixes cards and the command has no ``predeal``
    :raises ConditionError: if it is a script that cannot be read, or used as a condition
    """
    script = None if text is None else pasted_script(text)
    if script is None:
        return {"condition": text}
    taken: dict[str, Any] = {"condition": script.condition or "1"}
    unused = list(script.others)
    if script.predeal:
        script.refuse_predeal(given)
        taken["predeal"] = "; ".join(filter(None, (given["predeal"], script.predeal)))
    if "n" in given and "printall" in unused:  # to print deals is what is asked for
        unused.remove("printall")
    for word, value in script.values.items():
        name = {"produce": "n", "startboard": "board"}.get(word, word)
        converted = int(value) if word in ("produce", "startboard") else value
        if name in given and given[name] in (defaults[name], converted):
            taken[name] = converted
        else:
            unused.append(word)
    say_unused(unused)
    return taken


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
        from dealwright.requests.documents import write_json

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
    with chosen_solver(request.threads, no_cache, cache, request.memory) as solver:
        answer_job(request.job(Limits(solver=solver)), "solving", as_json=as_json, picture=picture)
