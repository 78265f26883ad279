"""Tables of tricks: solving deals and boards in batches, with progress and a way to stop."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.answers.tabular import Tabular, columns_of
from dealwright.base.errors import Stopped
from dealwright.base.jobs import Job
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.boards import Vulnerability, board_dealer, board_vulnerability
from dealwright.deals import Deal, Deals
from dealwright.double_dummy.asks import ALL_STRAINS, Cards, Position, Tables
from dealwright.double_dummy.batches import Batches
from dealwright.double_dummy.columns import COLUMN_SOLVER
from dealwright.double_dummy.current_solver import current_solver
from dealwright.double_dummy.par import Par, par
from dealwright.double_dummy.play import SolvedPlay
from dealwright.double_dummy.solver import Solver
from dealwright.double_dummy.trick_table import TrickTables, table_lines
from dealwright.formats import Board
from dealwright.formats.double_dummy_tags import (
    PAR_SCORE,
    TAG,
    tricks_of,
    tricks_tags,
    with_par,
    with_tricks,
)

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import LETTER, WITHOUT_NONE, Key, Text, Through
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.deals.batch import DealsLike

__all__ = [
    "SolvedBoard",
    "SolvedBoards",
    "SolvedEnding",
    "Solving",
    "ending_tables",
    "solve",
    "solved_board",
    "solving",
    "with_tables",
]


class Solving(Job[TrickTables, TrickTables]):
    """A job that solves deals; iterate over the tables of its batches, int8[k, 4, 5].

    ``result()`` returns the tables of all deals, or of the batches that were solved before the job
    was stopped. The first batch has eight deals; later ones take about a second.
    """

    def __init__(self, ask: Tables, solver: Solver) -> None:
        super().__init__(type(self)._solve)
        self._ask, self._solver = ask, solver

    def _solve(self) -> Generator[TrickTables, None, TrickTables]:
        batches, total = list["NDArray[np.int8]"](), len(self._ask)
        self.report(0, total, "boards")
        for rows in Batches().of(total):
            if self.stopping:
                break
            try:
                tables = self._solver.solve(self._ask[rows], stop=self.flag)
            except Stopped:
                break
            batches.append(tables)
            self.report(rows.stop, total, "boards")
            yield TrickTables(tables)
        return TrickTables(self._ask.joined(batches))


def solving(
    deals: DealsLike,
    strains: Iterable[Strain | str] | None = None,
    *,
    solver: Solver | None = None,
) -> Solving:
    """Return a job that solves deals; see ``solve``.

    >>> from dealwright import deal, solving
    >>> job = solving(deal(2, seed=1), ["NT"])
    >>> print(*(tables.shape for tables in job))
    (2, 4, 5)

    :raises CardError: if a text is not a deal, or there is no such strain
    """
    chosen = ALL_STRAINS if strains is None else tuple({Strain.of(strain): 0 for strain in strains})
    return Solving(Tables(Deals.of(deals).masks, chosen), current_solver(solver))


def solve(
    deals: DealsLike,
    strains: Iterable[Strain | str] | None = None,
    *,
    solver: Solver | None = None,
) -> TrickTables:
    """Return the tricks of each declarer in each strain if all four hands play perfectly.

    The result is int8[n, 4, 5]: deals, seats from north, strains from clubs to notrump, so
    ``[0, Seat.NORTH, Strain.SPADES]`` is the first deal with north as declarer in spades. With
    ``strains`` only those are solved, and the others are -1. One deal, or its text, gives n = 1.
    The array prints as a table of each deal.

    >>> tables = solve("N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 -")
    >>> print(tables)
         NT  S  H  D  C
    N    13 13 12 12 13
    S    13 13 12 12 13
    E     0  0  1  1  0
    W     0  0  1  1  0
    >>> tables[0].tolist()
    [[13, 12, 12, 13, 13], [0, 1, 1, 0, 0], [13, 12, 12, 13, 13], [0, 1, 1, 0, 0]]

    :raises CardError: if a text is not a deal, or there is no such strain
    :raises SolverError: if the solver fails
    """
    return solving(deals, strains, solver=solver).result()


def ending_tables(
    endings: Sequence[tuple[int, int, int, int]],
    *,
    solver: Solver | None = None,
    stop: StopFlag | None = None,
) -> TrickTables:
    """Return the tricks of endings, int8[n, 4, 5], as ``solve`` returns those of deals.

    An ending is four hands, from north, with equally many cards; the player on declarer's left
    leads.

    >>> from dealwright.deals import parse_predeal
    >>> masks = parse_predeal("north SA H2; east SK H3; south S2 HA; west S3 HK")
    >>> ending_tables([masks])[0].tolist()
    [[2, 2, 2, 2, 2], [0, 0, 0, 0, 0], [2, 2, 2, 2, 2], [0, 0, 0, 0, 0]]

    :raises CardError: if hands have not equally many cards, or a card is there twice
    :raises SolverError: if the solver fails
    :raises Stopped: soon after the flag is set
    """
    positions = [
        Position(hands, strain, seat.left)
        for hands in endings
        for strain in ALL_STRAINS  # what is known about one leader helps with the next
        for seat in Seat
    ]
    leads = current_solver(solver).solve(Cards(positions), stop=stop)
    most = [max(group.tricks for group in groups) for groups in leads]
    sizes = np.array([hands[0].bit_count() for hands in endings], np.int8)
    lost = np.array(most, np.int8).reshape(-1, 5, 4).transpose(0, 2, 1)
    return TrickTables((sizes[:, None, None] - lost).astype(np.int8))


def with_tables(
    boards: Iterable[Board], solver: Solver | None = None, *, stop: StopFlag | None = None
) -> Iterator[Board]:
    """Yield boards with their tricks and par; several boards are solved at the same time.

    Boards with all tricks are not solved again, and par scores of boards are kept. Boards without
    all four hands are not changed. If a board has no dealer or vulnerability, par is computed with
    those of its number, or of board 1. If the stop flag is set, the boards end.

    :raises SolverError: if the solver fails
    """
    solver = COLUMN_SOLVER if solver is None else current_solver(solver)
    remaining = iter(boards)
    for rows in Batches().of():
        chunk = list(islice(remaining, rows.stop - rows.start))
        deals = {
            index: board.deal.masks
            for index, board in enumerate(chunk)
            if board.deal is not None and len(tricks_of(board)) < 20
        }
        if deals:
            masks = np.array(list(deals.values()), dtype=np.uint64)
            try:
                tables = solver.solve(Tables(masks), stop=stop).tolist()
            except Stopped:
                return
            for index, table in zip(deals, tables, strict=True):
                chunk[index] = with_tricks(chunk[index], _by_pbn_name(table))
        yield from map(_with_par, chunk)
        if not chunk:
            return


def _with_par(board: Board) -> Board:
    """Return a board with its par score, if all its tricks are known and the score is not."""
    tricks = tricks_of(board)
    if len(tricks) < 20 or PAR_SCORE in board.tags:
        return board
    number, dealer, sides = board.number, board.dealer, board.vulnerability
    if dealer is None:
        dealer = board_dealer(number or 1)
    if sides is None:
        sides = board_vulnerability(number or 1)
    result = par([[tricks[seat, strain.word] for strain in Strain] for seat in Seat], sides, dealer)
    return with_par(board, result.score, "; ".join(map(str, result.contracts)))


def solved_board(masks: Sequence[int], table: Sequence[Sequence[int]]) -> Board:
    """Return a board of four hands, north first, with the known tricks (not -1) as a tag.

    >>> solved_board((1, 2, 4, 8), [[7] * 5, [-1] * 5, [7] * 5, [-1] * 5]).tags
    {'DoubleDummyTricks': '7777777777----------'}
    """
    north, east, south, west = masks
    known = {
        key: number_made for key, number_made in _by_pbn_name(table).items() if number_made >= 0
    }
    return Board(hands=(north, east, south, west), tags=tricks_tags(known))


def _by_pbn_name(table: Sequence[Sequence[int]]) -> dict[tuple[Seat, str], int]:
    """Return the tricks of a table by seat and the strain's word in PBN."""
    return {(seat, strain.word): table[seat][strain] for seat in Seat for strain in Strain}


class _Tricks(NamedTuple):
    """The tricks of a declarer in each strain."""

    notrump: int
    spades: int
    hearts: int
    diamonds: int
    clubs: int


class _Table(NamedTuple):
    """The tricks of each declarer."""

    north: _Tricks
    east: _Tricks
    south: _Tricks
    west: _Tricks


def _table_of_tricks(tricks: tuple[tuple[int, ...], ...]) -> _Table:
    return _Table(*(_Tricks(*reversed(row)) for row in tricks))


def _tricks_of_table(table: _Table) -> tuple[tuple[int, ...], ...]:
    return tuple(row[::-1] for row in table)


@dataclass(frozen=True)
class SolvedBoard(Tabular):
    """A board and its tricks: ``tricks[seat][strain]``, seats from north, strains from clubs.

    ``play`` has the result of each next card, if a contract was given.
    """

    number: Annotated[int, Key("board")]
    dealer: Annotated[Seat, LETTER]
    vulnerability: Annotated[Vulnerability, Key("vulnerable"), Text("value", "parse")]
    deal: Annotated[Deal, Text("text")]
    tricks: Annotated[
        tuple[tuple[int, ...], ...],
        Through(_Table, _table_of_tricks, _tricks_of_table),
    ]
    play: Annotated[SolvedPlay | None, WITHOUT_NONE] = None

    json_keys = ("number", "dealer", "vulnerability", "deal", "tricks", "par", "play")

    @cached_property
    def par(self) -> Par:
        """The par score and its contracts."""
        return par(self.tricks, self.vulnerability, self.dealer)

    @property
    def table(self) -> list[str]:
        r"""The tricks as lines of text: a row for each declarer, a column for each strain.

        >>> deal = Deal("N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 -")
        >>> board = SolvedBoard(1, Seat.NORTH, Vulnerability.NONE, deal, ((1, 2, 3, 4, 5),) * 4)
        >>> print("\n".join(board.table[:2]))
             NT  S  H  D  C
        N     5  4  3  2  1
        """
        return table_lines(self.tricks)

    def lines(self) -> Iterator[str]:
        """Yield the board as text: its deal, the table, par, and the play if there is one."""
        yield f"Board {self.number}, {self.dealer} deals, {self.vulnerability.phrase}"
        yield self.deal.text()
        yield from self.results()

    def results(self) -> Iterator[str]:
        """Yield the lines below the deal: the table, par, and the play if there is one."""
        yield from self.table
        yield f"par {self.par}"
        if self.play is not None:
            yield from self.play.lines()

    @property
    def digits(self) -> str:
        """The tricks as PBN's tag DoubleDummyTricks has them: 20 hexadecimal digits."""
        return _digits(self.tricks)

    @property
    def line(self) -> str:
        """The number, the deal, the tricks as ``digits``, and par, with tabs between them."""
        return f"{self.number}\t{self.deal.text()}\t{self.digits}\t{self.par}"


def _digits(tricks: Sequence[Sequence[int]]) -> str:
    return tricks_tags(_by_pbn_name(tricks))[TAG]


@dataclass(frozen=True)
class SolvedEnding(Tabular):
    """An ending and its tricks, which are those of ``SolvedBoard``; ``hands`` is a PBN deal."""

    number: Annotated[int, Key("board")]
    hands: Annotated[str, Key("deal")]
    tricks: Annotated[
        tuple[tuple[int, ...], ...],
        Through(_Table, _table_of_tricks, _tricks_of_table),
    ]

    @property
    def line(self) -> str:
        """The number, the hands and the tricks, with tabs; the last field, for par, is empty."""
        return f"{self.number}\t{self.hands}\t{_digits(self.tricks)}\t"

    def lines(self) -> Iterator[str]:
        """Yield the ending as text: its hands, and the table."""
        yield f"Board {self.number}, an ending"
        yield self.hands
        yield from table_lines(self.tricks)


@dataclass(frozen=True)
class SolvedBoards(Tabular):
    """Boards with their tables of tricks, in order, and endings with theirs."""

    boards: tuple[SolvedBoard, ...]
    endings: Annotated[tuple[SolvedEnding, ...] | None, WITHOUT_NONE] = None

    def table_columns(self) -> dict[str, list[Any]]:
        """Return a row for each board, with a column for each declarer and strain; then endings."""
        listed: list[SolvedBoard | SolvedEnding] = [*self.boards, *(self.endings or ())]
        rows = [
            {
                "board": board.number,
                "dealer": board.dealer.letter if isinstance(board, SolvedBoard) else None,
                "vulnerable": board.vulnerability.value if isinstance(board, SolvedBoard) else None,
                "deal": board.deal.text() if isinstance(board, SolvedBoard) else board.hands,
                "": {
                    f"{seat.name.lower()}_{strain}": tricks
                    for seat, row in zip(Seat, _table_of_tricks(board.tricks), strict=True)
                    for strain, tricks in zip(_Tricks._fields, row, strict=True)
                },
                "par_score": board.par.score if isinstance(board, SolvedBoard) else None,
            }
            for board in listed
        ]
        return columns_of(rows)

    def lines(self) -> Iterator[str]:
        """Yield the boards and the endings as text, an empty line after each."""
        for board in (*self.boards, *(self.endings or ())):
            yield from board.lines()
            yield ""
