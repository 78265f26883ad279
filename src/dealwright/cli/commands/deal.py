"""``dealwright deal``: deals that satisfy a condition, printed or written."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.base.errors import ArgumentError, AttemptLimitReached, BatchAborted, SearchStopped
from dealwright.cli.answering import print_notes, with_condition
from dealwright.cli.command import Command
from dealwright.cli.dealt_files import deal_into, folder_of
from dealwright.cli.options import (
    ConditionFile,
    Include,
    Output,
    Partial,
    WriteAs,
    listed_formats,
    printed_format,
    say_notes,
)
from dealwright.cli.pasted_script import pasted_script
from dealwright.cli.solved_boards import SOLVE_BATCH, Solve, board_solver
from dealwright.requests.dealing import DealBoardsRequest
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from typing import TextIO

    from dealwright.ask.dealing import Dealing
    from dealwright.deals import Deals
    from dealwright.formats import Settings, Writer

__all__ = ["COMMAND", "deal_boards"]

MOST_ON_A_TERMINAL = 100_000
_WRITE_BATCH = 4096

HELP = """Deal N deals that satisfy a condition.

Every deal that satisfies it is equally likely. The seed is printed; --seed repeats the deals.

Examples:

  dealwright deal 5 "north: 15-17 balanced; south: 5+ spades"

  dealwright deal 5

  dealwright deal 5 "hcp(north) in 15..17 && balanced(north) && spades(south) >= 5"

  dealwright deal 32 "shape(south, 6xxx - any 0xxx) && hcp(south) in 5..10" --output weak2.pbn

  dealwright deal 10 --predeal "south AQ542.KJ87.32.AK" "hcp(west) >= 11 && clubs(west) >= 3"

  dealwright deal 1e6 "losers(north) <= 4" --format none

  dealwright deal 3 --seed friday --file stayman.txt --format line

  dealwright deal 36 --type "weak 2: hcp(north) in 5..7" --type "good 1: hcp(north) in 8..10"

  dealwright deal 8 --predeal "south AKT9.xxx.xxx.AKx, north xxxx.AQx.AKx.xxx" \
    --line-wins "cash SA; finesse SQ" --line-loses "cash SA SK; drop QS"

  dealwright deal 24 --exchange "ew, suits" "north: 6 spades, 6-10"

  dealwright deal 90 --level "hcp(north)" --apportion "hcp(north) in 15..17 && balanced(north)"

  dealwright deal 8 "makes(3NT, south)" --solve --output games.pbn

  dealwright deal 1e9 "balanced(north)" --output /shared/balanced --cluster tcp://192.168.1.10:8786

  dealwright deal 10 --weight "hearts(west): 5=3 6=9" "hcp(west) >= 12"
"""


def deal_boards(
    request: DealBoardsRequest,
    format: WriteAs = None,
    output: Output = None,
    partial: Partial = False,
    file: ConditionFile = None,
    include: Include = None,
    numbers: Annotated[
        bool, Option("--numbers", help="Show each deal's number under the condition.")
    ] = False,
    solve: Solve = False,
) -> None:
    """Deal and write boards."""
    from dealwright.formats import format_named, writer

    method = request.method
    options = {
        "--numbers": numbers, "--solve": solve, "--limit": request.limit,
        "--weight": request.weights, "--type": request.types, "--level": request.levels,
        "--apportion": request.apportion, "--exchange": request.exchange,
        f"--method {method}": method not in ("auto", "exact"),
    }  # fmt: skip
    if (folder := folder_of(output, options)) is not None:
        from dealwright.ask.dealt_files import FileSettings

        dealer, vulnerability = request.dealer_and_sides()
        if dealer == "random" or vulnerability == "random":
            raise ArgumentError(
                "a folder cannot have random dealers or vulnerability: name them, or let them "
                "follow the board number"
            )
        file_settings = FileSettings(
            format or "parquet", request.board, dealer, vulnerability, request.fixed_cards
        )
        deal_into(folder, print_notes(with_condition(request, file)).dealing(), file_settings)
        return
    kind = printed_format(format, output)
    form = format_named(kind, writing=True)
    _check_amount(request.n, kind, output)
    request = print_notes(with_condition(request, file))
    if numbers and request.exchange:
        raise ArgumentError("--numbers cannot be combined with --exchange, which changes the deals")
    if request.weighs and numbers:
        raise ArgumentError("--numbers cannot be shown where deals are not equally likely")
    if request.types:
        say_notes(condition for _, condition, _ in request.hand_types)
    job: Dealing = request.dealing()
    job.prepare()
    settings = _settings(job, request, output)
    if numbers:
        settings = replace(settings, numbers=_numbering(request))
    settings = replace(settings, solved=board_solver(kind, solve=solve))
    board_writer = writer(kind, settings)
    keep = None if partial or output is None or not output.is_file() else output
    exact = kind != "diagram"
    _write(job, board_writer, output, form.encoding, solve=solve, exact=exact, keep=keep)


def _numbering(request: DealBoardsRequest) -> Callable[[Deals], list[int]]:
    """Return the ranking function of the deals; raises an error if they cannot be numbered."""
    from dealwright.ask.numbering import ConditionDeals

    return ConditionDeals(request.question).rank_many


def _check_amount(number: int, kind: str, output: Path | None) -> None:
    to_terminal = output is None and kind != "none" and sys.stdout.isatty()
    if to_terminal and number > MOST_ON_A_TERMINAL:
        raise ArgumentError(
            f"{number:,} deals are too many for a terminal; write them with --output FILE, or use "
            "--format none"
        )


def _settings(job: Dealing, request: DealBoardsRequest, output: Path | None) -> Settings:
    from dealwright.cli.output import display_settings
    from dealwright.formats import Settings

    dealer, vulnerability = request.dealer_and_sides()
    return Settings(
        first=request.board,
        dealer=dealer,
        vulnerability=vulnerability,
        seed=job.seed,
        condition=job.condition_text,
        method=job.method,
        predeal=request.fixed_cards,
        exchange=", ".join(job.exchange),
        **display_settings(output),
        weighting=job.weighting(),
        notes=job.notes if job.has_notes else None,
    )


def _write(
    job: Dealing,
    writer: Writer,
    output: Path | None,
    encoding: str,
    *,
    solve: bool,
    exact: bool,
    keep: Path | None,
) -> None:
    """Deal and write in batches; the deals so far are written even if the search ends early.

    But Ctrl-C leaves the file ``keep`` as it was.
    """
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import open_output

    stop: SearchStopped | None = None
    written, batch_size = 0, SOLVE_BATCH if solve else _WRITE_BATCH
    with show_progress(job, "dealing") as bar, open_output(output, encoding, exact=exact) as file:
        file.write(writer.begin())
        try:
            for batch in job:
                for start in range(0, len(batch), batch_size):
                    part = batch[start : start + batch_size]
                    file.write(writer.deals(part, written))
                    written += len(part)
                    if solve:
                        job.report(written, job.n, "boards", f"{job.tried:,} tried")
                        if job.stopping:
                            break
        except (AttemptLimitReached, BatchAborted) as error:
            stop = error
        if keep is not None and job.stopping and written < job.n:
            raise SearchStopped(
                f"interrupted: {keep} is unchanged; with --partial it would have the {written:,} "
                "deals so far"
            )
        _finish(file, writer, written, job.tried)
    _report(job, written, bar.elapsed)
    if solve and job.stopping and written < job.n:
        stop = SearchStopped(f"interrupted: {written:,} of {job.n:,} boards are solved")
    elif job.state == "stopped" and written < job.n:
        stop = SearchStopped(job.shortfall("interrupted"))
    if stop is not None:
        raise stop


def _finish(file: TextIO, writer: Writer, written: int, tried: int) -> None:
    file.write(writer.end(written, tried))
    file.flush()


def _report(job: Dealing, written: int, seconds: float) -> None:
    from shlex import quote

    from dealwright.base.kernels import body

    rate = job.tried / seconds if seconds else 0.0
    line = f"{written:,} deal{'' if written == 1 else 's'}"
    if job.method in ("filter", "mixed") or job.tried > written:
        line += f" of {job.tried:,} tried"
        if written and job.method != "mixture":
            line += f" (1 in {job.tried / written:,.4g})"
    line += f", {seconds:.2f} s"
    if seconds > 0.1:
        line += f", {rate / 1e6:,.1f} million a second"
    line += f", {job.method}, {body()} kernels; repeat with --seed {quote(job.source.seed)}"
    print(line, *job.summary(), sep="\n", file=sys.stderr)


def _number_of_script(texts: dict[str, list[str]]) -> None:
    """Take the number of deals from a script that stands in its place, without a condition."""
    if "n" in texts and "condition" not in texts and texts["n"][0].strip():
        script = pasted_script(texts["n"][0])
        if script is not None and "produce" in script.values:
            texts["condition"], texts["n"] = texts["n"], [script.values["produce"]]


COMMAND = Command(deal_boards, HELP, "Deal", ending=listed_formats, amend=_number_of_script)
