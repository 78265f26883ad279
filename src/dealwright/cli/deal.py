"""``dealwright deal``: deals that satisfy a condition, printed or written."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from dealwright.cli.commands import Command
from dealwright.cli.dealt_files import deal_into, folder_of
from dealwright.cli.options import (
    ClusterAddress,
    ConditionArgument,
    ConditionFile,
    Include,
    Output,
    Partial,
    WriteAs,
    listed_formats,
    printed_format,
    read_condition,
)
from dealwright.cli.practice_options import (
    Apportion,
    Levels,
    Overlap,
    Practice,
    Types,
    Weights,
)
from dealwright.cli.solved import SOLVED_AT_ONCE, Solve, solver_of
from dealwright.errors import ArgumentError, AttemptLimitReached, BatchAborted, SearchStopped
from dealwright.requests.deals import Limit, Memory, Predeal, Seed, Threads
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import whole_number

if TYPE_CHECKING:
    from typing import TextIO

    from dealwright.ask.dealing import Dealing
    from dealwright.bridge.boards import Vulnerability
    from dealwright.cards import Seat
    from dealwright.condition import Condition
    from dealwright.deals import Deals
    from dealwright.formats import Settings, Writer

__all__ = ["COMMAND"]

MOST_ON_A_TERMINAL = 100_000
_WRITE_AT_ONCE = 4096

HELP = """Deal N deals that satisfy a condition.

Every deal that satisfies it is equally likely. The seed is printed; --seed repeats the deals.

Examples:

  dealwright deal 5

  dealwright deal 5 "hcp(north) in 15..17 && balanced(north) && spades(south) >= 5"

  dealwright deal 32 "shape(south, 6xxx - any 0xxx) && hcp(south) in 5..10" --output weak2.pbn

  dealwright deal 10 --predeal "south AQ542.KJ87.32.AK" "hcp(west) >= 11 && clubs(west) >= 3"

  dealwright deal 1e6 "losers(north) <= 4" --format none

  dealwright deal 3 --seed friday --file stayman.txt --format line

  dealwright deal 36 --type "weak 2: hcp(north) in 5..7" --type "good 1: hcp(north) in 8..10"

  dealwright deal 90 --level "hcp(north)" --apportion "hcp(north) in 15..17 && balanced(north)"

  dealwright deal 8 "makes(3NT, south)" --solve --output games.pbn

  dealwright deal 1e9 "balanced(north)" --output /shared/balanced --cluster tcp://192.168.1.10:8786

  dealwright deal 10 --weight "hearts(west): 5=3 6=9" "hcp(west) >= 12"
"""


def deal(
    n: Annotated[str, Argument(metavar="N", help="How many deals.")],
    condition: ConditionArgument = None,
    seed: Seed = None,
    format: WriteAs = None,
    output: Output = None,
    partial: Partial = False,
    predeal: Predeal = None,
    dealer: Annotated[
        str | None, Option(metavar="SEAT", help="The dealer, or random (default: by number).")
    ] = None,
    vulnerable: Annotated[
        str | None,
        Option(
            metavar="SIDES", help="none, ns, ew, all or random (default: by board number)."
        ),
    ] = None,
    board: Annotated[int, Option(metavar="N", help="Number of the first board.")] = 1,
    method: Annotated[
        str,
        Option(
            "--method", "-m", metavar="NAME",
            help="auto, exact, filter, mixed, or pavlicek1999 (biased; kept as history).",
        ),
    ] = "auto",
    file: ConditionFile = None,
    include: Include = None,
    limit: Limit = None,
    threads: Threads = None,
    memory: Memory = None,
    numbers: Annotated[
        bool, Option("--numbers", help="Show each deal's number under the condition.")
    ] = False,
    weight: Weights = None,
    type: Types = None,
    level: Levels = None,
    overlap: Overlap = None,
    apportion: Apportion = False,
    solve: Solve = False,
    cluster: ClusterAddress = None,
) -> None:  # fmt: skip
    """Deal; the arguments are those of the command line."""
    from dealwright.dealt import dealing
    from dealwright.formats import format_named, writer

    if any(map(str.isalpha, n)) and not set(n).isdisjoint(" (<>=&|!"):
        raise ArgumentError(f'say how many deals first: dealwright deal 8 "{n}"')
    number = whole_number(n, "the number of deals")
    refused = {
        "--numbers": numbers, "--solve": solve, "--limit": limit, "--weight": weight,
        "--type": type, "--level": level, "--apportion": apportion,
        f"--method {method}": method not in ("auto", "exact"),
    }  # fmt: skip
    if (folder := folder_of(output, cluster, refused)) is not None:
        from dealwright.ask.dealt_files import FileSettings

        seat, sides = _dealer_and_sides(dealer, vulnerable, board)
        if seat == "random" or sides == "random":
            raise ArgumentError("a folder of files takes one dealer, or those by board number")
        given = FileSettings(format or "parquet", board, seat, sides, predeal or "")
        files = dealing(
            number, read_condition(condition, file), seed=seed, predeal=predeal,
            method=method, threads=threads, memory=memory,
        )  # fmt: skip
        deal_into(folder, files, given)
        return
    kind = printed_format(format, output)
    form = format_named(kind, writing=True)
    _check_amount(number, kind, output)
    where, cards = read_condition(condition, file), predeal
    most = limit
    practice = Practice(weight, type, level, overlap, apportion, method, most, memory)
    job: Dealing
    if practice.requested:
        if numbers:
            raise ArgumentError("--numbers cannot be shown where deals are not equally likely")
        job = practice.dealing(number, where, seed=seed, predeal=cards, threads=threads)
    else:
        job = dealing(
            number, where, seed=seed, predeal=cards, method=method, threads=threads, limit=most,
            memory=practice.memory,
        )  # fmt: skip
    job.prepare()
    settings = _settings(job, board, dealer, vulnerable, predeal, output)
    if numbers:
        settings = replace(settings, numbers=_numbering(where, predeal))
    settings = replace(settings, solved=solver_of(kind, solve=solve))
    made = writer(kind, settings)
    keep = None if partial or output is None or not output.is_file() else output
    _write(job, made, output, form.encoding, solve=solve, exact=kind != "diagram", keep=keep)


def _numbering(where: Condition | None, predeal: str | None) -> Callable[[Deals], list[int]]:
    """Return the numbering of the deals; fail before anything is written if there is none."""
    from dealwright.ask.numbering import ConditionDeals
    from dealwright.condition import question_of

    return ConditionDeals(question_of(where, predeal)).rank_many


def _check_amount(number: int, kind: str, output: Path | None) -> None:
    to_terminal = output is None and kind != "none" and sys.stdout.isatty()
    if to_terminal and number > MOST_ON_A_TERMINAL:
        raise ArgumentError(
            f"{number:,} deals are too many for a terminal; write them with --output FILE, or use "
            "--format none"
        )


def _settings(
    job: Dealing,
    board: int,
    dealer: str | None,
    vulnerable: str | None,
    predeal: str | None,
    output: Path | None,
) -> Settings:
    from dealwright.cli.output import look
    from dealwright.formats import Settings

    seat, sides = _dealer_and_sides(dealer, vulnerable, board)
    return Settings(
        first=board,
        dealer=seat,
        vulnerability=sides,
        seed=job.seed,
        condition=job.condition_text,
        method=job.method,
        predeal=predeal or "",
        **look(output),
        weighting=job.weighting(),
        notes=job.notes if job.has_notes else None,
    )


def _dealer_and_sides(
    dealer: str | None, vulnerable: str | None, board: int
) -> tuple[Seat | Literal["random"] | None, Vulnerability | Literal["random"] | None]:
    """Read --dealer and --vulnerable, and check --board."""
    from dealwright.formats.settings import dealer_named, vulnerability_named

    if board < 1:
        raise ArgumentError(f"board numbers begin at 1, not {board}")
    return dealer_named(dealer), vulnerability_named(vulnerable)


def _write(
    job: Dealing,
    form: Writer,
    output: Path | None,
    encoding: str,
    *,
    solve: bool,
    exact: bool,
    keep: Path | None,
) -> None:
    """Deal and write batch by batch; the deals found are written whatever ends the search.

    Only a file to ``keep`` stays as it was if Ctrl-C ends the search.
    """
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import opened

    stop: SearchStopped | None = None
    written, size = 0, SOLVED_AT_ONCE if solve else _WRITE_AT_ONCE
    with show_progress(job, "dealing") as bar, opened(output, encoding, exact=exact) as file:
        file.write(form.begin())
        try:
            for batch in job:
                for at in range(0, len(batch), size):
                    part = batch[at : at + size]
                    file.write(form.deals(part, written))
                    written += len(part)
                    if solve:
                        job.report(written, job.n, "boards", f"{job.tried:,} tried")
                        if job.stopping:
                            break
        except (AttemptLimitReached, BatchAborted) as reached:
            stop = reached
        if keep is not None and job.stopping and written < job.n:
            raise SearchStopped(
                f"interrupted: {keep} is as it was; with --partial it would have the {written:,} "
                "deals so far"
            )
        _finish(file, form, written, job.tried)
    _report(job, written, bar.elapsed)
    if solve and job.stopping and written < job.n:
        stop = SearchStopped(f"interrupted: {written:,} of {job.n:,} boards are solved")
    elif job.state == "stopped" and written < job.n:
        stop = SearchStopped(job.shortfall("interrupted"))
    if stop is not None:
        raise stop


def _finish(file: TextIO, form: Writer, written: int, tried: int) -> None:
    file.write(form.end(written, tried))
    file.flush()


def _report(job: Dealing, written: int, seconds: float) -> None:
    from shlex import quote

    from dealwright.kernels import body

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


COMMAND = Command(deal, HELP, "Deal", ending=listed_formats)
