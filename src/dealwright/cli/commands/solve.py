"""``dealwright solve``: the tricks of every declarer under perfect play, and par."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar

from dealwright.base.errors import ArgumentError, SearchStopped, Stopped
from dealwright.cli.board_files import ReadAs, reading_files, refuse_reading_options
from dealwright.cli.command import Command, Exit
from dealwright.cli.command_words import IN_QUOTES
from dealwright.cli.messages import say
from dealwright.cli.options import (
    CacheFile,
    Encoding,
    Json,
    NoCache,
    SolverMemory,
    SolverName,
)
from dealwright.cli.solvers import check_memory, chosen_solver
from dealwright.cli.user_settings import letters
from dealwright.requests.double_dummy import SolveRequest
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from dealwright.cards import Card, Seat
    from dealwright.cards.bridge.boards import Vulnerability
    from dealwright.cli.board_files import BoardFiles
    from dealwright.deals import Deal
    from dealwright.double_dummy.solver import Solver
    from dealwright.double_dummy.tables import SolvedBoard, SolvedEnding
    from dealwright.formats import Board

    _Heading = tuple[int, Seat, Vulnerability, Deal]
    _Placed = tuple[int, Board]

__all__ = ["COMMAND"]

HELP = """Print the double-dummy tricks of every declarer in every strain, and par.

Arguments are deals (N:AKQ2.T98.543.A72 and three more hands, one of which may be '-') or files of
boards; '-' is standard input. The formats to read are those of convert. Boards without all four hands
are skipped; hands may have fewer than 13 cards, all equally many. Dealer and vulnerability come from
the files, or else follow the board number.

A board takes about a tenth of a second of one core, a board with several voids much longer. Results
are kept in a cache (dealwright cache --help), so that no board is solved twice. Ctrl-C ends with the
boards solved so far.

Examples:

  dealwright solve "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -"

  dealwright solve match.pbn --line

  dealwright solve club.lin --json

  dealwright solve "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -" --contract 5D-S

  dealwright solve "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -" --contract 5D-S --played "C3 CA C2 C7 D2 D8"

  dealwright deal 10 "hcp(north) >= 20" --format line | dealwright solve - --from line
"""  # noqa: E501
Solved = TypeVar("Solved", "SolvedBoard", "SolvedEnding")
_DEAL = re.compile(r"\s*[NESW]:", re.IGNORECASE)


def solve(
    request: SolveRequest,
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
    solver_name: SolverName = None,
    solver_memory: SolverMemory = None,
) -> None:  # fmt: skip
    """Solve boards."""
    from dealwright.cards import Seat, parse_cards
    from dealwright.cards.bridge.boards import Vulnerability
    from dealwright.double_dummy.tables import SolvedBoards
    from dealwright.requests.documents import write_json

    dealer, vulnerable, contract = request.dealer, request.vulnerable, request.contract
    if line + diagram + as_json > 1:
        raise ArgumentError("--line, --diagram and --json are three ways to print; choose one")
    if request.played is not None and contract is None:
        raise ArgumentError("--played needs the contract that is played: --contract 4S-N")
    check_memory(solver_memory)
    seat = None if dealer is None else Seat.of(dealer)
    cards = parse_cards(request.played or "")
    vulnerability = None if vulnerable is None else Vulnerability.parse(vulnerable)
    show = None if as_json else partial(_print, line=line, diagram=diagram)
    with chosen_solver(request.threads, no_cache, cache, solver_memory) as solver:
        boards, endings, board_files = _boards(request.deals, read_as, encoding)
        if endings and (contract or diagram):
            option = "--contract" if contract else "--diagram"
            raise ArgumentError(f"{option} needs hands of 13 cards; give endings without it")
        headings = [_heading_of(board, place, seat, vulnerability) for place, board in boards]
        solved = [*_shown(_solved_boards(headings, contract, cards, solver), show)]
        asked = len(headings) + len(endings)
        if len(solved) < len(headings):  # interrupted
            endings = []
        solved_endings = [*_shown(_solved_endings(endings, solver), show)]
        if as_json:
            answer = SolvedBoards(tuple(solved), tuple(solved_endings) or None)
            print(write_json(answer, indent=2))
    if board_files is not None:
        board_files.report()
    done = len(solved) + len(solved_endings)
    if done < asked:
        raise SearchStopped(f"interrupted: {done:,} of {asked:,} boards are solved")
    if board_files is not None and board_files.incomplete:
        raise Exit(1)


def _shown(solved: Iterable[Solved], show: Callable[[Solved], None] | None) -> Iterator[Solved]:
    """Yield what is solved, after it is printed."""
    for board in solved:
        if show is not None:
            show(board)
        yield board


def _solved_boards(
    headings: Sequence[_Heading], contract: str | None, cards: Sequence[Card], solver: Solver
) -> Iterator[SolvedBoard]:
    """Yield boards with their tricks, and those of the next card, until Ctrl-C."""
    from dealwright.analysis.play import play_of
    from dealwright.cli.jobs import show_progress
    from dealwright.double_dummy.tables import SolvedBoard, solving

    job = solving([deal for _, _, _, deal in headings], solver=solver)
    play_in = contract and partial(play_of, contract=contract, played=cards, solver=solver)
    remaining = iter(headings)
    with show_progress(job, "solving"):
        for tables in job:
            for table in tables.tolist():
                heading = next(remaining)
                play = play_in(heading[3]) if play_in else None
                yield SolvedBoard(*heading, tuple(map(tuple, table)), play)


def _boards(
    sources: Sequence[str], read_as: str | None, encoding: str | None
) -> tuple[list[_Placed], list[_Placed], BoardFiles | None]:
    """Return the whole deals and the endings of texts and files, and the report on the files.

    :raises ArgumentError: if no board has all four hands
    """
    from dealwright.cli.jobs import show_progress
    from dealwright.deals import Deal
    from dealwright.formats import Board
    from dealwright.formats.pbn_game import deal_hands

    for place, source in enumerate(sources):
        if _DEAL.match(source) and 0 < (missing := 4 - len(source.split())) < len(sources) - place:
            whole = " ".join(sources[place : place + missing + 1])
            raise ArgumentError(f'{IN_QUOTES.lower()}: solve "{whole}"')
    names = [source for source in sources if not _DEAL.match(source)]
    deals = [letters().english(source) for source in sources if _DEAL.match(source)]
    boards = list[Board]()
    for deal in deals:
        ending = Board(hands=deal_hands(deal)) if deal.count("-") < 1 else Board()
        if sizes := _unequal(ending):
            raise ArgumentError(f"an ending has four hands of equally many cards, not {sizes}")
        boards.append(ending if _is_ending(ending) else Board(hands=Deal(deal).masks))
    if not names:
        refuse_reading_options(read_as, encoding)
        return *_apart(boards), None
    job = reading_files(names, read_as, encoding)
    with show_progress(job, "reading"):
        boards_read = list(job)
    if job.state == "stopped":
        raise SearchStopped("interrupted")
    complete = [board for board in boards_read if board.deal is not None or _is_ending(board)]
    unequal = sum(board.deal is None and bool(_unequal(board)) for board in boards_read)
    for n, what in (
        (len(boards_read) - len(complete) - unequal, "without all four hands"),
        (unequal, "with hands of unequal length"),
    ):
        if n:
            say(f"{n:,} board{'' if n == 1 else 's'} {what} skipped")
    boards += complete
    if not boards:
        raise ArgumentError("no board has all four hands, so there is nothing to solve")
    return *_apart(boards), job.result()


def _is_ending(board: Board) -> bool:
    """Return whether all hands are known, and have equally many cards, fewer than 13."""
    sizes = {(hand or 0).bit_count() for hand in board.hands}
    return len(sizes) == 1 and 0 < min(sizes) < 13


def _unequal(board: Board) -> str:
    """Return the numbers of cards of four known hands, none of which has 13, if they differ."""
    sizes = [(hand or 0).bit_count() for hand in board.hands]
    differ = len(set(sizes)) > 1 and min(sizes) > 0 and max(sizes) < 13
    return f"{', '.join(map(str, sizes[:3]))} and {sizes[3]}" if differ else ""


def _apart(boards: Sequence[Board]) -> tuple[list[_Placed], list[_Placed]]:
    """Return the whole deals and the endings, with their places from 1."""
    placed = list(enumerate(boards, 1))
    endings = [(place, board) for place, board in placed if _is_ending(board)]
    return [(place, board) for place, board in placed if not _is_ending(board)], endings


def _solved_endings(endings: Sequence[_Placed], solver: Solver) -> Iterator[SolvedEnding]:
    """Yield endings with their tricks, until Ctrl-C."""
    from dealwright.base.jobs import Job
    from dealwright.cli.jobs import show_progress
    from dealwright.double_dummy.tables import SolvedEnding, ending_tables
    from dealwright.formats.records import hands_text

    def work(job: Job[SolvedEnding, None]) -> Generator[SolvedEnding, None, None]:
        for done, (place, board) in enumerate(endings):
            job.report(done, len(endings), "endings")
            if job.stopping:
                return
            north, east, south, west = (hand or 0 for hand in board.hands)
            table = ending_tables([(north, east, south, west)], solver=solver, stop=job.flag)[0]
            number = place if board.number is None else board.number
            yield SolvedEnding(number, hands_text(board.hands), tuple(map(tuple, table.tolist())))

    job = Job[SolvedEnding, None](work)
    with show_progress(job, "solving"), suppress(Stopped):
        yield from job


def _heading_of(
    board: Board, place: int, dealer: Seat | None, vulnerability: Vulnerability | None
) -> _Heading:
    """Return the number, dealer, vulnerability and deal of a board; ``place`` counts from 1."""
    from dealwright.cards.bridge.boards import board_dealer, board_vulnerability

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


def _print(board: SolvedBoard | SolvedEnding, *, line: bool, diagram: bool) -> None:
    from dealwright.double_dummy.tables import SolvedBoard

    if line:
        print(board.line, flush=True)
        return
    if diagram:
        assert isinstance(board, SolvedBoard)  # endings are refused
        _print_diagram(board)
        print("\n".join(board.results()))
    else:
        print("\n".join(board.lines()))
    print(flush=True)


def _print_diagram(board: SolvedBoard) -> None:
    from dealwright.cli.output import display_settings
    from dealwright.formats import Board, BoardsAsText, Settings

    unsolved = Board(board.number, board.dealer, board.vulnerability, board.deal.masks)
    diagram = BoardsAsText("diagram", Settings(dealt=False, **display_settings(None)))
    sys.stdout.write("".join(diagram.pieces([unsolved])) + diagram.end())


COMMAND = Command(solve, HELP, "Simulate", order=2)
