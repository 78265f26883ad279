"""``dealwright run``: scripts written for `dealer`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.command import Command
from dealwright.cli.messages import say_each
from dealwright.cli.options import (
    Encoding,
    ScriptInclude,
    chosen_format,
    output_path,
)
from dealwright.cli.script_files import folders_of, print_check, text_of
from dealwright.cli.solved_boards import Solve, board_solver
from dealwright.requests.fields import Option
from dealwright.requests.scripts import RunRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dealwright.deals import Deals
    from dealwright.formats import Board, Settings
    from dealwright.scripts import Run as Running

__all__ = ["COMMAND"]

HELP = """Run a script written for dealer (BBO's deal source): its deals, averages and frequencies.

Averages and frequencies are computed over all deals of the condition if that is quick, and are
marked exact; the others come from a sample, and its size is printed. --budget limits the work for
them: 0.2 seconds if the script also prints deals, else 3. --exact counts everything that can be
counted, and --within samples until all are known to that precision. The options -0 -2 -3 -e -m of
dealer are accepted and have no effect. With --check nothing is run: the report names what is
suspicious, and how much rarer each clause makes the deals, by line. With --json the statistics,
the deals and what the script prints are one document. A line #include "system.dl" is replaced by
that file, from the script's folder or one that --include names; with --include FILE the script
can use the definitions of a file.

Examples:

  dealwright run stayman.dl

  dealwright run weak2.dl --produce 32 --seed 5 --output weak2.lin

  dealwright run fit.dl --param 0=15 --param 1=17

  dealwright run stayman.dl --include ../systems --include two_over_one.dl

  dealwright run stayman.dl --exact

  dealwright run stayman.dl --json

  dealwright run --check stayman.dl

  dealwright run points.dl --plot points.svg

  dealwright run ladder.dl --level --produce 32

  echo 'condition hcp(north) >= 20 action average "aces" aces(north)' | dealwright run
"""


def run(
    request: RunRequest,
    include: ScriptInclude = None,
    check: Annotated[bool, Option("--check", help="Check the script without running it.")] = False,
    as_json: Annotated[
        bool,
        Option("--json", help="Print the answer, or the report of --check, as JSON."),
    ] = False,
    plot: Annotated[
        Path | None,
        Option(metavar="FILE", help="Draw the frequencies: a .svg, .png or .pdf file."),
    ] = None,
    output: Annotated[
        Path | None,
        Option(
            "--output",
            "-o",
            metavar="FILE",
            parser=output_path,
            help="Write the deals to a file, in place of the script's own actions.",
        ),
    ] = None,
    format: Annotated[
        str | None,
        Option("--format", "-F", metavar="NAME", help="Its format (default: from its name)."),
    ] = None,
    solve: Solve = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="Print nothing for printpbn.")] = False,
    verbose: Annotated[
        bool, Option("--no-summary", "-v", help="Do not print the summary at the end.")
    ] = False,
    uppercase: Annotated[bool, Option("-u", hidden=True)] = False,
    progress: Annotated[bool, Option("-m", hidden=True)] = False,
    unswapped: Annotated[bool, Option("-0", hidden=True)] = False,
    swapped: Annotated[bool, Option("-2", hidden=True)] = False,
    thrice: Annotated[bool, Option("-3", hidden=True)] = False,
    exhaust: Annotated[bool, Option("-e", hidden=True)] = False,
    encoding: Encoding = None,
) -> None:
    """Run or check a script."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import open_output, shows_symbols
    from dealwright.scripts.running import INTERRUPTED

    script = request.script
    script_run = replace(request, script=text_of(script, encoding)).running(
        include=folders_of(script, include),
        sink=_file_writer(output, format),
        solved=_board_solver(output, format, solve=solve),
    )
    if check:
        print_check(script_run, as_json=as_json)
        return
    if solve and not script_run.writes_boards:
        raise ArgumentError("--solve goes with --output, or with a script that has printpbn")
    if as_json:
        _print_answer(script_run)
        return
    say_each([f"note: {note}" for note in [*script_run.script.notes, *_type_notes(script_run)]])
    script_run.quiet, script_run.symbols = quiet, shows_symbols(sys.stdout)
    with show_progress(script_run, "dealing") as bar, open_output(None) as file:
        for piece in script_run:
            file.write(piece)
    if plot is not None:
        from dealwright.base.files import replacing
        from dealwright.scripts.plots import save_plot

        try:
            with replacing(plot) as part:
                save_plot(script_run.statistics, part)
        except OSError as error:
            raise ArgumentError(f"cannot write {plot}: {error.strerror}") from None
    if not verbose:
        _summarise(script_run, bar.elapsed)
    if script_run.ended == INTERRUPTED:
        raise SearchStopped("interrupted; the output above is from the deals so far")


def _print_answer(script_run: Running) -> None:
    """Print the answer of a script as JSON."""
    from dealwright.cli.jobs import show_progress
    from dealwright.requests.documents import write_json
    from dealwright.scripts.answers import Answering

    job = Answering(script_run)
    with show_progress(job, "dealing"):
        answer = job.result()
    print(write_json(answer, indent=2))
    if job.state == "stopped":
        raise SearchStopped("interrupted; the answer above is from the deals so far")


class _FileWriter:
    """Writes deals to a file in one of the formats of ``dealwright deal``; prints nothing."""

    def __init__(self, path: Path, kind: str, settings: Settings) -> None:
        from dealwright.cli.output import open_output
        from dealwright.formats import format_named, writer

        self._writer = writer(kind, settings)
        self._files = ExitStack()
        encoding = format_named(kind).encoding
        self._file = self._files.enter_context(open_output(path, encoding))

    def begin(self) -> str:
        """Write the head of the file."""
        self._file.write(self._writer.begin())
        return ""

    def deals(self, deals: Deals, number: int) -> str:
        """Write deals."""
        self._file.write(self._writer.deals(deals, number))
        return ""

    def end(self, produced: int, tried: int) -> str:
        """Write the end of the file and close it."""
        self._file.write(self._writer.end(produced, tried))
        self._files.close()
        return ""


def _file_writer(path: Path | None, name: str | None) -> Callable[[Settings], _FileWriter] | None:
    """Return a function that makes the writer of the file; None without a file."""
    if path is None:
        return None
    kind = chosen_format(name, str(path), "--format", writing=True)
    return lambda settings: _FileWriter(path, kind, settings)


def _board_solver(
    path: Path | None, name: str | None, *, solve: bool
) -> Callable[[Sequence[Board]], Iterable[Board]] | None:
    """Return the function that adds results to boards of the file, or to printed boards."""
    kind = "pbn" if path is None else chosen_format(name, str(path), "--format", writing=True)
    return board_solver(kind, solve=solve)


def _type_notes(script_run: Running) -> list[str]:
    """Return a note about the hand types of a script, if there are any."""
    types = script_run.script.hand_types
    if script_run.levelling is None:
        text = (
            f"{len(types)} hand types in their natural shares; --level deals them in equal shares"
        )
        return [text.replace("equal shares", "the shares named")] if types else []
    untyped = script_run.levelling.untyped()
    return (
        [f"{float(100 * untyped):.3g} % of the deals have no type and are left out"]
        if untyped
        else []
    )


def _summarise(script_run: Running, seconds: float) -> None:
    from shlex import quote

    if not script_run.method:
        print(f"no deal was needed, {seconds:.2f} s", file=sys.stderr)
        return
    parts = [f"{script_run.produced:,} deals produced"]
    if script_run.tried > script_run.produced:
        parts.append(f"{script_run.tried:,} examined")
    if script_run.ended:
        parts.append(f"ended because {script_run.ended}")
    parts += [
        f"{seconds:.2f} s",
        script_run.method,
        f"repeat with --seed {quote(str(script_run.seed))}",
    ]
    print(", ".join(parts), file=sys.stderr)


COMMAND = Command(run, HELP, "Simulate")
