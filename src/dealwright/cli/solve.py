"""``dealwright solve``: the tricks of every declarer under perfect play, and par."""

from __future__ import annotations

import re
import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated

from dealwright.cli.board_files import ReadAs, reading_files, refuse_reading_options
from dealwright.cli.commands import Command, Exit
from dealwright.cli.messages import say
from dealwright.cli.options import CacheFile, ClusterAddress, Encoding, Json, NoCache
from dealwright.cli.solvers import chosen_solver
from dealwright.cli.user_settings import letters
from dealwright.cli.words import IN_QUOTES
from dealwright.errors import ArgumentError, SearchStopped
from dealwright.requests.double_dummy import Solve
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dealwright.bridge.boards import Vulnerability
    from dealwright.cards import Seat
    from dealwright.cli.board_files import BoardFiles
    from dealwright.deals import Deal
    from dealwright.double_dummy.tables import SolvedBoard
    from dealwright.formats import Board

__all__ = ["COMMAND"]

HELP = """Print the double-dummy tricks of every declarer in every strain, and par.

Arguments are deals (N:AKQ2.T98.543.A72 and three more hands, one of which may be '-') or files of
boards; '-' is standard input. The formats to read are those of convert. Boards without all four hands
are skipped. Dealer and vulnerability come from the files, or else follow the board number.

The solver is an extra: pip install 'dealwright[dd]'. A board takes about a fifth of a second of one
core, a board with several voids much longer. Results are kept in a cache (dealwright cache --help),
so that no board is solved twice. Ctrl-C ends with the boards solved so far.

Examples:

  dealwright solve "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -"

  dealwright solve match.pbn --line

  dealwright solve club.lin --json

  dealwright solve "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -" --contract 5D-S

  dealwright solve "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -" --contract 5D-S --played "C3 CA C2 C7 D2 D8"

  dealwright deal 10 "hcp(north) >= 20" --format line | dealwright solve - --from line
"""  # noqa: E501
_DEAL = re.compile(r"\s*[NESW]:", re.IGNORECASE)


def solve(
    request: Solve,
    read_as: ReadAs = None,
    encoding: Encoding = None,
    line: Annotated[
        bool,
        Option(
            "--line",
            help="One line per board: number, deal, tricks as 20 hexadecimal digits, par.",
        ),
    ] = False,
    diagram: Annotated[
        bool, Option("--diagram", help="Show a diagram of each deal.")
    ] = False,
    as_json: Json = False,
    no_cache: NoCache = False,
    cache: CacheFile = None,
    cluster: ClusterAddress = None,
) -> None:  # fmt: skip
    """Solve boards."""
    from dealwright.analysis.play import play_of
    from dealwright.bridge.boards import Vulnerability
    from dealwright.cards import Seat, parse_cards
    from dealwright.cli.jobs import show_progress
    from dealwright.documents import write_json
    from dealwright.double_dummy.tables import SolvedBoard, SolvedBoards, solving

    dealer, vulnerable, contract = request.dealer, request.vulnerable, request.contract
    if line + diagram + as_json > 1:
        raise ArgumentError("--line, --diagram and --json are three ways to print; choose one")
    if request.played is not None and contract is None:
        raise ArgumentError("--played needs the contract that is played: --contract 4S-N")
    seat = None if dealer is None else Seat.of(dealer)
    cards = parse_cards(request.played or "")
    vulnerability = None if vulnerable is None else Vulnerability.parse(vulnerable)
    with chosen_solver(
        request.threads, no_cache, cache
    ) as solver:  # raises an error before a file is read
        boards, board_files = _boards(request.deals, read_as, encoding)
        headings = [
            _heading_of(board, place, seat, vulnerability) for place, board in enumerate(boards, 1)
        ]
        job = solving([deal for _, _, _, deal in headings], solver=solver)
        solved = list[SolvedBoard]()
        play_in = contract and partial(play_of, contract=contract, played=cards, solver=solver)
        with show_progress(job, "solving"):
            for tables in job:
                for table in tables.tolist():
                    heading = headings[len(solved)]
                    play = play_in(heading[3]) if play_in else None
                    solved.append(SolvedBoard(*heading, tuple(map(tuple, table)), play))
                    if not as_json:
                        _print(solved[-1], line=line, diagram=diagram)
        if as_json:
            print(write_json(SolvedBoards(tuple(solved)), indent=2))
    if board_files is not None:
        board_files.report()
    if len(solved) < len(headings):
        raise SearchStopped(f"interrupted: {len(solved):,} of {len(headings):,} boards are solved")
    if board_files is not None and board_files.incomplete:
        raise Exit(1)


def _boards(
    sources: Sequence[str], read_as: str | None, encoding: str | None
) -> tuple[list[Board], BoardFiles | None]:
    """Return the boards of deals and of files, and the report on the files, if there are any.

    :raises ArgumentError: if no board has all four hands
    """
    from dealwright.cli.jobs import show_progress
    from dealwright.deals import Deal
    from dealwright.formats import Board

    for place, source in enumerate(sources):
        if _DEAL.match(source) and 0 < (missing := 4 - len(source.split())) < len(sources) - place:
            whole = " ".join(sources[place : place + missing + 1])
            raise ArgumentError(f'{IN_QUOTES.lower()}: solve "{whole}"')
    names = [source for source in sources if not _DEAL.match(source)]
    deals = [letters().english(source) for source in sources if _DEAL.match(source)]
    boards = [Board(hands=Deal(deal).masks) for deal in deals]
    if not names:
        refuse_reading_options(read_as, encoding)
        return boards, None
    job = reading_files(names, read_as, encoding)
    with show_progress(job, "reading"):
        boards_read = list(job)
    if job.state == "stopped":
        raise SearchStopped("interrupted")
    complete = [board for board in boards_read if board.deal is not None]
    if len(complete) < len(boards_read):
        n = len(boards_read) - len(complete)
        say(f"{n:,} board{'' if n == 1 else 's'} without all four hands skipped")
    boards += complete
    if not boards:
        raise ArgumentError("no board has all four hands, so there is nothing to solve")
    return boards, job.result()


def _heading_of(
    board: Board, place: int, dealer: Seat | None, vulnerability: Vulnerability | None
) -> tuple[int, Seat, Vulnerability, Deal]:
    """Return the number, dealer, vulnerability and deal of a board; ``place`` counts from 1."""
    from dealwright.bridge.boards import board_dealer, board_vulnerability

    number = place if board.number is None else board.number
    deal = board.deal
    assert deal is not None
    if dealer is None:
        dealer = board_dealer(number) if board.dealer is None else board.dealer
    if vulnerability is None:
        vulnerability = (
            board_vulnerability(number) if board.vulnerability is None else board.vulnerability
        )
    return number, dealer, vulnerability, deal


def _print(board: SolvedBoard, *, line: bool, diagram: bool) -> None:
    if line:
        print(f"{board.number}\t{board.deal.text()}\t{board.digits}\t{board.par}", flush=True)
        return
    if diagram:
        _print_diagram(board)
    print("\n".join(board.results() if diagram else board.lines()))
    print(flush=True)


def _print_diagram(board: SolvedBoard) -> None:
    from dealwright.cli.output import display_settings
    from dealwright.formats import Board, BoardsAsText, Settings

    unsolved = Board(board.number, board.dealer, board.vulnerability, board.deal.masks)
    diagram = BoardsAsText("diagram", Settings(dealt=False, **display_settings(None)))
    sys.stdout.write("".join(diagram.pieces([unsolved])) + diagram.end())


COMMAND = Command(solve, HELP, "Simulate", order=2)
