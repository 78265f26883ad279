"""The command line: one file for each command; this one turns errors into a line and a status."""

from __future__ import annotations

import gc
import os
import sys

__all__ = ["main"]

EXIT_FEWER, EXIT_USAGE = 1, 2


def main(arguments: list[str] | None = None) -> None:
    """Run ``dealwright``; exits with 0, 1 (fewer deals than asked) or 2 (bad input)."""
    # numpy's linear algebra is never used; its threads would cost 0.1 s of start-up
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # importing makes few cycles; to look for them after every 700 objects takes a tenth of start-up
    gc.set_threshold(100_000, 10, 10)
    try:
        from dealwright.cli.messages import guard_output, open_missing, spell_out

        open_missing()
        spell_out()
        guard_output()
        status = status_of(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # while modules are loaded
        status = fail("interrupted", EXIT_FEWER)
    sys.exit(status)


def status_of(arguments: list[str]) -> int:
    """Run a command line; return the exit status."""
    from dealwright.cli.user_settings import own_settings

    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # a number of subsets may have any number of digits
    try:
        with own_settings():
            return _run(arguments)
    finally:
        sys.set_int_max_str_digits(digits)


def _run(arguments: list[str]) -> int:
    from dealwright.cli.commands import Exit
    from dealwright.cli.messages import discard_output
    from dealwright.cli.output import PipeClosed
    from dealwright.cli.solvers import solver_when_asked
    from dealwright.cli.user_settings import use_settings
    from dealwright.errors import DealwrightError, SearchStopped, Stopped

    try:
        arguments = use_settings(arguments)
        status = 0
        with solver_when_asked():
            try:
                _call(arguments)
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
    return status


def _call(words: list[str]) -> None:
    """Run the command that words name, or print its help.

    :raises DealwrightError: if it does not take them, with the command whose help says more
    """
    from dealwright.cli.app import PROGRAM
    from dealwright.cli.commands import Command, Group
    from dealwright.cli.words import HelpWanted, UsageError, is_option

    command: Command | Group = PROGRAM
    path, rest = list[str](), [*words]
    try:
        while isinstance(command, Group) and rest and not is_option(rest[0]):
            command = command.command(rest[0])
            path.append(rest.pop(0))
        if isinstance(command, Command) or rest:
            command.run(rest)
            return
    except HelpWanted:
        pass
    except UsageError as error:
        raise UsageError(f"{error} Try '{' '.join(['dealwright', *path])} --help'.") from None
    except SystemExit as ended:  # of Rich, where the pipe that it writes to is closed
        if isinstance(ended.__context__, BrokenPipeError):
            raise ended.__context__ from None
        raise
    from dealwright.cli.help import print_help

    print_help(path, command)


def fail(message: str, status: int) -> int:
    """Print a message to standard error and return the status."""
    from dealwright.cli.messages import discard_output, say
    from dealwright.errors import DealwrightError

    try:
        sys.stdout.flush()  # what is printed first stands first
    except (OSError, DealwrightError, ValueError):
        discard_output()  # else Python tries again when it ends, and says so
    say(message)
    return status
