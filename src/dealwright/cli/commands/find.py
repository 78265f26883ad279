"""``dealwright find``: the boards of files that satisfy a condition."""

from __future__ import annotations

import os
from functools import reduce
from itertools import islice
from operator import and_
from typing import TYPE_CHECKING, Annotated

from dealwright.base.errors import ArgumentError
from dealwright.cli.answering import values_of_text
from dealwright.cli.board_files import ReadAs, reading_with_report, say_problems, write_boards
from dealwright.cli.command import Command, Exit
from dealwright.cli.options import (
    ConditionFile,
    Encoding,
    Output,
    WriteAs,
    condition_text,
    listed_formats,
    printed_format,
    say_notes,
)
from dealwright.requests.deals import East, Limit, North, South, West
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dealwright.ask.condition import Condition

__all__ = ["COMMAND"]

HELP = """Print the boards of files that satisfy a condition; '-' is standard input.

Boards are printed as diagrams, or in another --format, with everything that the file says about
them. The formats to read are those of convert. Boards without all four hands are skipped. The
last line on standard error says how many of the boards satisfy the condition. With a hand in words,
such as --north, the condition may be left out, and with what was played: --contract, --declarer,
--result and --score, which follow from the calls and the cards where the file does not state them.

Examples:

  dealwright find "north: 20+" match.lin

  dealwright find "balanced(south) && hcp(south) in 15..17" *.pbn -o notrumps.pbn

  dealwright find --south "15-17 balanced" --north "8+" match.lin

  dealwright find "shape(north, any 7xxx)" club.pbn --number 3

  dealwright find match.lin --contract "3NT 4S 4H" --result down

  dealwright find "hcp(north) + hcp(south) < 24" match.lin --declarer ns --score ">=400"

  dealer script.dl | dealwright find "aces(north) == 4" - --from dealer --format line
"""


def find(
    condition: Annotated[
        str, Argument(help="The condition of the boards (1: all boards); '-' is standard input.")
    ],
    files: Annotated[
        list[str] | None, Argument(metavar="FILES...", help="The files to read, or '-'.")
    ] = None,
    north: North = None,
    east: East = None,
    south: South = None,
    west: West = None,
    contract: Annotated[
        str | None,
        Option(
            metavar="CONTRACTS",
            help="What was played: 3NT (or doubled), 4S-N, 4HX, pass; or several.",
        ),
    ] = None,
    declarer: Annotated[
        str | None, Option(metavar="SEAT", help="Who declared: a seat, ns or ew.")
    ] = None,
    result: Annotated[
        str | None,
        Option(
            metavar="TRICKS", help="Declarer's tricks: 9, 10+, 9..11; or made, down, -1, = or +2."
        ),
    ] = None,
    score: Annotated[
        str | None,
        Option(metavar="POINTS", help="North-South's score: 420, >=600, -100..-50."),
    ] = None,
    read_as: ReadAs = None,
    encoding: Encoding = None,
    format: WriteAs = None,
    output: Output = None,
    number: Annotated[
        str | None,
        Option("--number", "-n", metavar="N", help="Stop after finding this many boards."),
    ] = None,
    limit: Limit = None,
    file: ConditionFile = None,
) -> None:
    """Find and write boards."""
    from dealwright.ask.boards import BoardTest
    from dealwright.cli.output import display_settings
    from dealwright.conditions.phrases import phrases_of_seats
    from dealwright.formats import BoardsAsText, Settings
    from dealwright.formats.board_choice import wanted

    phrases = phrases_of_seats(north, east, south, west)
    played = wanted(contract, declarer, result, score)
    where, sources = _split_arguments(
        condition, files or [], file, phrases, alone=played is not None
    )
    kind = printed_format(format, output)
    most = None if number is None else whole_number(number, "the number of boards")
    test = BoardTest(where.tree, played)
    writer = BoardsAsText(kind, Settings(dealt=False, **display_settings(output)))
    with reading_with_report(test, "searching", sources, read_as, encoding, limit) as boards:
        write_boards(islice(test.matching(boards), most), writer, output)
        say_problems(writer.problems, str(output or "standard output"))
    if writer.incomplete:
        raise Exit(1)


def _split_arguments(
    condition: str, files: Sequence[str], file: Path | None, phrases: Sequence[str], *, alone: bool
) -> tuple[Condition, list[str]]:
    """Return the condition and the file names; with --file, all arguments are file names.

    They may also be where hands are given in words, or what was played (``alone``): the first is
    one if it is the only argument, or there is a file of its name.
    """
    if file is not None or ((phrases or alone) and (not files or os.path.isfile(condition))):
        return _parse_condition(None, file, phrases), [condition, *files]
    if not files:
        raise ArgumentError(
            'give a condition and at least one file, such as "hcp(north) >= 20" match.pbn'
        )
    if condition == "-" and "-" in files:
        raise ArgumentError("standard input is the condition; name a file of boards")
    return _parse_condition(condition, None, phrases), [*files]


def _parse_condition(condition: str | None, file: Path | None, phrases: Sequence[str]) -> Condition:
    from dealwright.ask.condition import parse

    text = values_of_text(condition_text(condition, file), {}, {})["condition"]
    conditions = [parse(each) for each in (*([] if text is None else [text]), *phrases)]
    say_notes(conditions)
    return reduce(and_, conditions) if conditions else parse("1")


COMMAND = Command(find, HELP, "Files", ending=listed_formats)
