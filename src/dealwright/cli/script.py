"""``dealwright run``: scripts written for `dealer`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealwright.cli.options import Memory, Threads, memory_bytes, whole_number
from dealwright.errors import ArgumentError

if TYPE_CHECKING:
    from dealwright.scripts import Run

__all__ = ["add_to"]

HELP = """Run a script written for dealer (BBO's deal source): its deals, averages and frequencies.

Averages and frequencies are computed over all deals of the condition where that can be, and say
exact; otherwise they come from the deals produced. The options -0 -2 -3 -e -m of dealer are taken
and change nothing: every deal is drawn anew, and progress shows by itself. With --check nothing is
run: it names what is suspicious, and what each clause of the condition costs, by line.

Examples:

  dealwright run stayman.dl

  dealwright run weak2.dl --produce 32 --seed 5 > weak2.txt

  dealwright run fit.dl --param 0=15 --param 1=17

  dealwright run --check stayman.dl

  dealwright run points.dl --plot points.svg

  echo 'condition hcp(north) >= 20 action average "aces" aces(north)' | dealwright run
"""


def run(
    script: Annotated[
        str, typer.Argument(metavar="[SCRIPT]", help="The script's file; '-' or none reads it.")
    ] = "-",
    produce: Annotated[
        str | None, typer.Option("--produce", "-p", metavar="N", help="Deals to produce.")
    ] = None,
    generate: Annotated[
        str | None, typer.Option("--generate", "-g", metavar="N", help="Deals to examine at most.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", "-s", metavar="TEXT", help="Repeat this seed's deals.")
    ] = None,
    param: Annotated[
        list[str] | None,
        typer.Option("--param", metavar="N=TEXT", help="What stands for $N; may be repeated."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Do not run it; say what is suspicious in it.")
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the frequencies: a .svg, .png or .pdf file."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Leave printpbn out.")] = False,
    verbose: Annotated[
        bool, typer.Option("--no-summary", "-v", help="Leave the summary at the end out.")
    ] = False,
    uppercase: Annotated[bool, typer.Option("-u", hidden=True)] = False,
    progress: Annotated[bool, typer.Option("-m", hidden=True)] = False,
    unswapped: Annotated[bool, typer.Option("-0", hidden=True)] = False,
    swapped: Annotated[bool, typer.Option("-2", hidden=True)] = False,
    thrice: Annotated[bool, typer.Option("-3", hidden=True)] = False,
    exhaust: Annotated[bool, typer.Option("-e", hidden=True)] = False,
    threads: Threads = None,
    memory: Memory = None,
) -> None:
    """Run a script; the arguments are those of the command line."""
    from dealwright.cli.output import opened, shows_symbols
    from dealwright.cli.progress import Progress

    made, notes = _made(_text(script), _params(param or []))
    made.produce = None if produce is None else whole_number(produce, "the number of deals")
    made.generate = None if generate is None else whole_number(generate, "the limit")
    made.seed = made.seed if seed is None else seed
    made.threads, made.memory = threads, memory_bytes(memory)
    if check:
        _print_check(made, notes)
        return
    for note in [*notes, *made.script.notes]:
        print(f"dealwright: note: {note}", file=sys.stderr)
    made.quiet, made.symbols = quiet, shows_symbols(sys.stdout)
    with Progress("dealing", 1000) as bar:
        made.progress = lambda done, total: bar.update(1000 * done // max(total, 1))
        with opened(None) as file:
            for piece in made:
                file.write(piece)
    if plot is not None:
        from dealwright.scripts.plots import save_plot

        save_plot(made.statistics, plot)
    if not verbose:
        _summarise(made, bar.elapsed)


def _text(script: str) -> str:
    """Return the text of a script, in UTF-8 or as older editors wrote it (Latin-1)."""
    try:
        data = sys.stdin.buffer.read() if script == "-" else Path(script).read_bytes()
    except OSError as error:
        raise ArgumentError(f"cannot read {script}: {error.strerror}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _params(given: list[str]) -> dict[int, str]:
    """Return what stands for script variables, from texts such as 0=15."""
    found = {}
    for text in given:
        number, equals, value = text.partition("=")
        if not equals or len(number) != 1 or number not in "0123456789":
            raise ArgumentError(f"'{text}' sets no script variable; write --param 0=value")
        found[int(number)] = value
    return found


def _made(text: str, params: dict[int, str]) -> tuple[Run, list[str]]:
    """Return the run of a script, and what the reading of its expressions warned of."""
    import warnings

    from dealwright.conditions.parse import ConditionWarning
    from dealwright.scripts import run_script

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConditionWarning)
        made = run_script(text, params)
    return made, [str(warning.message) for warning in caught]


def _print_check(made: Run, notes: list[str]) -> None:
    from dealwright.cli.output import opened
    from dealwright.scripts import check_script

    lines = [*notes, *check_script(made).lines()]
    with opened(None) as file:
        file.write("".join(f"{line}\n" for line in lines))


def _summarise(made: Run, seconds: float) -> None:
    from shlex import quote

    if not made.method:
        print(f"no deal was needed, {seconds:.2f} s", file=sys.stderr)
        return
    parts = [f"{made.produced:,} deals produced"]
    if made.tried > made.produced:
        parts.append(f"{made.tried:,} examined")
    if made.stopped:
        parts.append(f"ended because {made.stopped}")
    parts += [f"{seconds:.2f} s", made.method, f"repeat with --seed {quote(str(made.seed))}"]
    print(", ".join(parts), file=sys.stderr)


def add_to(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("run", help=HELP)(run)
