"""``dealwright system practice``: boards over some auctions, with the auctions as answers."""

from __future__ import annotations

import sys
from typing import Annotated

from dealwright.base.errors import ArgumentError
from dealwright.cli.command import Command
from dealwright.cli.options import Output, WriteAs, printed_format
from dealwright.cli.system_options import Opponents, SystemFile, read_system_file
from dealwright.requests.deals import Seed
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import whole_number
from dealwright.requests.systems import Parameters

__all__ = ["COMMAND"]

HELP = """Deal a practice set over the auctions of a system, in shares, each board with its auction.

Write an auction's share after an equals sign (1 unless given). Hands are turned so that the
member of North and South who calls first makes the first call. PBN and LIN have the auction by
the rules with notes; --hide leaves it out.

Examples:

  dealwright system practice natural "1NT 2C=2" "1S 2NT" --number 24 --output set.pbn

  dealwright system practice two-over-one "1S 2C" --number 8 --seed friday --hide
"""


def practice(
    file: SystemFile,
    auctions: Annotated[
        list[str], Argument(metavar="AUCTION[=SHARE]...", help="The auctions, '1NT 2C=2'.")
    ],
    number: Annotated[str, Option("--number", "-n", metavar="N", help="How many boards.")] = "16",
    board: Annotated[int, Option(metavar="N", help="Number of the first board.")] = 1,
    hide: Annotated[bool, Option("--hide", help="Write the boards without auctions.")] = False,
    seed: Seed = None,
    format: WriteAs = None,
    output: Output = None,
    parameters: Parameters = (),
    opponents: Opponents = None,
) -> None:
    """Deal a practice set and write it."""
    from dataclasses import replace

    from dealwright.cli.board_files import write_boards
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import display_settings
    from dealwright.formats import BoardsAsText, Settings
    from dealwright.numbering.stream import Stream
    from dealwright.systems.practising import practising_system

    if board < 1:
        raise ArgumentError(f"board numbers begin at 1, not {board}")
    system = read_system_file(file, parameters, opponents)
    shares = [_with_share(text) for text in auctions]
    stream = Stream.of(seed)
    job = practising_system(
        system, shares, whole_number(number, "the number of boards"), first=board, seed=stream
    )
    with show_progress(job, "dealing"):
        practice_set = job.result()
    boards = list(practice_set.boards)
    if hide:
        boards = [replace(with_auction, auction=()) for with_auction in boards]
    writer = BoardsAsText(
        printed_format(format or (None if output else "pbn"), output),
        Settings(**display_settings(output)),
    )
    write_boards(boards, writer, output)
    plural = "" if len(boards) == 1 else "s"
    print(f"{len(boards)} board{plural}; repeat with --seed {stream.seed}", file=sys.stderr)


def _with_share(text: str) -> tuple[str, str]:
    auction, _, share = text.partition("=")
    return auction.strip(), share.strip() or "1"


COMMAND = Command(practice, HELP, order=4)
