"""``dealwright system bid``: the auction of a deal or of boards by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dealwright.base.errors import ArgumentError
from dealwright.cli.answering import print_answer
from dealwright.cli.command import Command, Exit
from dealwright.cli.options import Encoding, Json, Output, WriteAs, printed_format
from dealwright.cli.system_options import with_system_paths
from dealwright.requests.base import Limits
from dealwright.requests.systems import BidRequest

if TYPE_CHECKING:
    from dealwright.formats import Board
    from dealwright.systems import System

__all__ = ["COMMAND"]

HELP = """Bid a deal, or a file of boards, by the rules of a system; show each call's rule.

North and South play the system, or East and West with --side ew; the others pass, or play
--opponents. Where the file has no rule for a hand, one is written as for robots, and marked as a
guess. Boards are written with their auctions and notes.

Examples:

  dealwright system bid natural "N:AQ4.KJ8.QT32.AJ4 JT9.Q76.975.T952 K532.A542.K8.K87 -"

  dealwright system bid natural club.pbn --output bid.pbn

  dealwright system bid natural club.pbn --output bid.lin --side ew
"""


def bid(
    request: BidRequest,
    format: WriteAs = None,
    output: Output = None,
    encoding: Encoding = None,
    as_json: Json = False,
) -> None:
    """Bid a deal or boards."""
    request = with_system_paths(request)
    if Path(request.deal).is_file() or request.deal == "-":
        if as_json:
            raise ArgumentError("--json is for one deal; boards are written with --output")
        side = request.side_number
        _bid_boards(request.read(Limits()), request.deal, side, format, output, encoding)
        return
    if format is not None or output is not None:
        raise ArgumentError("--format and --output are for files of boards")
    print_answer(request.job().result(), as_json=as_json)


def _bid_boards(
    system: System,
    source: str,
    side: int,
    format: str | None,
    output: Path | None,
    encoding: str | None,
) -> None:
    """Write the boards of a file with their auctions."""
    from dealwright.cli.board_files import reading_files, say_problems, write_boards
    from dealwright.cli.output import display_settings
    from dealwright.formats import BoardsAsText, Settings
    from dealwright.systems.bidding import board_with_auction

    kind = printed_format(format or (None if output else "pbn"), output)
    writer = BoardsAsText(kind, Settings(dealt=False, **display_settings(output)))
    boards = reading_files([source], None, encoding, None)

    def with_auction(board: Board) -> Board:
        return board if board.deal is None else board_with_auction(system, board, side=side)

    write_boards(map(with_auction, boards), writer, output)
    board_files = boards.result()
    board_files.report()
    say_problems(writer.problems, str(output or "standard output"))
    if writer.incomplete or board_files.incomplete:
        raise Exit(1)


COMMAND = Command(bid, HELP, order=5)
