"""The command line: one file for each command; this one turns errors into a line and a status."""

from __future__ import annotations

import gc
import os
import re
import sys
from typing import Any

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
    import typer

    from dealwright.cli.app import application
    from dealwright.cli.messages import discard_output
    from dealwright.cli.output import PipeClosed
    from dealwright.cli.solvers import solver_when_asked
    from dealwright.cli.user_settings import use_settings
    from dealwright.errors import DealwrightError, SearchStopped, Stopped
    from dealwright.messages import translated

    usage_error: type[Exception] = typer.BadParameter.__bases__[0]
    try:
        arguments = use_settings(arguments)
        command = _in_language(application(arguments))
        with solver_when_asked():
            status = _called(command, arguments)
        sys.stdout.flush()
    except SearchStopped as stop:
        return fail(str(stop), EXIT_FEWER)
    except (KeyboardInterrupt, Stopped):
        return fail(translated("interrupted"), EXIT_FEWER)
    except (PipeClosed, BrokenPipeError):
        discard_output()
        return 0
    except DealwrightError as error:
        return fail(str(error), EXIT_USAGE)
    except usage_error as error:
        message = _usage_message(error)
        if message:
            return fail(message, EXIT_USAGE)
        context: Any = vars(error)["ctx"]
        print(context.get_help())  # no arguments
        return 0
    except typer.Abort:
        return fail(translated("interrupted"), EXIT_FEWER)
    except MemoryError:
        return fail(translated("there is not enough memory for this"), EXIT_USAGE)
    except OSError as error:
        return fail(f"{error.strerror}: {error.filename or ''}".rstrip(": "), EXIT_USAGE)
    return status if isinstance(status, int) else 0


def _called(command: Any, arguments: list[str]) -> Any:
    """Run a command; a pipe that Rich finds closed is one for us too."""
    try:
        return command(arguments, prog_name="dealwright", standalone_mode=False)
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):
            raise ended.__context__ from None
        raise


def _in_language(app: Any) -> Any:
    """Return an application, or its command with help in the language that is chosen."""
    from dealwright.messages import language

    if language() == "en":
        return app
    import typer

    from dealwright.cli.help_texts import translate_help

    command = typer.main.get_command(app)
    translate_help(command)
    return command


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


def _usage_message(error: Exception) -> str:
    message: str = getattr(error, "format_message", lambda: str(error))()
    if not message.strip():
        return ""
    negative = re.search(r"No such option:? '?(-\d\S*?)'?\.?$", message)
    if negative:
        return f"a number here cannot be negative ({negative[1]})"
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "dealwright")
    return f"{' '.join(message.split())} Try '{path} --help'."
