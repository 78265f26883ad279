"""The command line: runs a command, and turns errors into a message and an exit status."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

from dealwright.cli.late_numpy import install

if TYPE_CHECKING:
    from dealwright.cli.command import Command, Group
    from dealwright.cli.command_words import UsageError

__all__ = ["main"]

EXIT_FEWER, EXIT_USAGE = 1, 2


def main(arguments: list[str] | None = None) -> None:
    """Run ``dealwright`` and exit: 0, 1 (fewer deals than requested) or 2 (bad input)."""
    # numpy's linear algebra is never used; its threads would cost 0.1 s of start-up
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # imports make few cycles; collecting after every 700 objects takes a tenth of the start-up
    gc.set_threshold(100_000, 10, 10)
    # at exit Python collects cycles among all objects, which takes 9 ms with numpy
    atexit.register(gc.freeze)
    install()
    try:
        from dealwright.cli.messages import guard_output, open_missing_streams, replace_unencodable

        open_missing_streams()
        replace_unencodable()
        guard_output()
        status = status_of(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # while modules are loaded
        status = fail("interrupted", EXIT_FEWER)
    sys.exit(status)


def status_of(arguments: list[str]) -> int:
    """Run a command line; return the exit status."""
    from dealwright.cli.user_settings import fresh_settings

    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # numbers of subsets may have any number of digits
    try:
        with fresh_settings():
            return _run(arguments)
    finally:
        sys.set_int_max_str_digits(digits)


def _run(arguments: list[str]) -> int:
    from dealwright.base.errors import DealwrightError, SearchStopped, Stopped
    from dealwright.base.problem_reports import unexpected
    from dealwright.cli.command import Exit
    from dealwright.cli.command_words import without_option
    from dealwright.cli.messages import discard_output
    from dealwright.cli.output import PipeClosed
    from dealwright.cli.solvers import lazy_solver
    from dealwright.cli.user_settings import load_settings

    typed = " ".join(arguments)
    try:
        arguments, code = without_option(arguments, "--language")
        arguments, cluster = without_option(arguments, "--cluster")
        load_settings(code)
        status = 0
        with lazy_solver(), _reports_of(arguments), _own_systems(arguments):
            try:
                _call(arguments, cluster)
            except Exit as end:
                status = end.status
        sys.stdout.flush()
    except SearchStopped as stop:
        return fail(str(stop), EXIT_FEWER)
    except (KeyboardInterrupt, Stopped):
        return fail("interrupted", EXIT_FEWER)
    except (PipeClosed, BrokenPipeError):
        discard_output()
        return 0
    except DealwrightError as error:
        return fail(str(error), EXIT_USAGE)
    except MemoryError:
        return fail("there is not enough memory for this", EXIT_USAGE)
    except OSError as error:
        return fail(f"{error.strerror}: {error.filename or ''}".rstrip(": "), EXIT_USAGE)
    except Exception as error:  # the guard at the door
        with _reports_of(arguments):
            return fail(unexpected(error, typed), EXIT_USAGE)
    return status


def _own_systems(arguments: list[str]) -> AbstractContextManager[object]:
    """Let phrases name files of systems, but for the server, whose phrases are those of others."""
    from dealwright.conditions.system_files import files_in_phrases

    return nullcontext() if arguments[:1] == ["serve"] else files_in_phrases()


@contextmanager
def _reports_of(arguments: list[str]) -> Generator[None]:
    """Keep what a report of a problem needs, if the settings allow it; at last, say where it is.

    The server keeps nothing of what strangers ask.
    """
    from dealwright.base.folders import user_folder
    from dealwright.base.problem_reports import ReportFolder, report_folder
    from dealwright.cli.user_settings import setting_value

    if arguments[:1] == ["serve"]:
        yield
        return
    wanted = setting_value("reports") == "on"
    folder = ReportFolder(user_folder("cache") / "reports" if wanted else None)
    with report_folder.defaulting(folder):
        try:
            yield
        finally:
            for path in folder.kept:
                print(f"The details for a bug report are in {path}", file=sys.stderr)
            if "count" in folder.problems and not folder.kept:
                print(
                    "A count contradicted itself and was not used: please report it",
                    file=sys.stderr,
                )


def _call(words: list[str], cluster: str | None) -> None:
    """Run the command of a command line, on a cluster if there is an address, or print its help.

    :raises UsageError: if the words are wrong; it names the command that prints help
    """
    from dealwright.cli.app import PROGRAM
    from dealwright.cli.cluster import on_cluster
    from dealwright.cli.command import Group
    from dealwright.cli.command_words import HelpRequested, UsageError

    command: Command | Group = PROGRAM
    path, remaining = list[str](), [*words]
    if remaining[:1] == ["help"]:  # dealwright help count
        remaining = [*remaining[1:], "--help"]
    try:
        while isinstance(command, Group):
            remaining = command.newer_words(remaining)
            chosen = command.chosen(remaining)
            if chosen is None:
                break
            command = chosen
            path.append(remaining.pop(0))
        if command.own is not None:
            command.own.run(remaining, partial(on_cluster, cluster, path[0]))
            return
        if remaining:
            command.run(remaining)
            return
    except HelpRequested:
        pass
    except UsageError as error:
        raise UsageError(_with_help(error, path, command)) from None
    except SystemExit as exit_error:  # raised by Rich if its pipe is closed
        if isinstance(exit_error.__context__, BrokenPipeError):
            raise exit_error.__context__ from None
        raise
    from dealwright.cli.help import print_help

    print_help(path, command)


def _with_help(error: UsageError, path: list[str], command: Command | Group) -> str:
    """Return the message of wrong words, with the command that prints help, and what may help."""
    from dealwright.cli.command import Group
    from dealwright.cli.command_words import ArgumentsError, UnknownOption

    called = " ".join(["dealwright", *path])
    own = command.own
    if isinstance(error, UnknownOption) and isinstance(command, Group) and own is not None:
        error = error.of_others([f"{called} {name}" for name in command.takers(error.option)])
    text = f"{error} Try '{called} --help'"
    example = own.example if own is not None and isinstance(error, ArgumentsError) else ""
    return f"{text}, or for example: {example}" if example else f"{text}."


def fail(message: str, status: int) -> int:
    """Print a message to standard error and return the status."""
    from dealwright.base.errors import DealwrightError
    from dealwright.cli.messages import discard_output, say

    try:
        sys.stdout.flush()  # earlier output comes before the message
    except (OSError, DealwrightError, ValueError):
        discard_output()  # else Python flushes again at exit, and prints another error
    say(message)
    return status
