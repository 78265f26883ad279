"""Boards renumbered, turned to other seats, and without repeated deals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from dealwright.base.errors import CardError
from dealwright.cards import Seat
from dealwright.cards.bridge.boards import Vulnerability, board_dealer, board_vulnerability
from dealwright.formats import double_dummy_tags
from dealwright.formats.bidding import board_contract
from dealwright.formats.pbn_tables import Table, table_of, with_table
from dealwright.formats.records import Board

__all__ = ["Unique", "renumbered", "rotated", "south_declares"]

_NAMES = [seat.name.capitalize() for seat in Seat]
_OF_SEAT = re.compile(f"({'|'.join(_NAMES)})(.*)", re.DOTALL)
_COLUMN_OF_SEAT = re.compile(f"(.*_|)({'|'.join(_NAMES)})")
_SIDES = {"NS": "EW", "EW": "NS"}
_SIDE = re.compile(r"(?<![A-Za-z])(NS|EW)(?![A-Za-z])")
_TURNED_VULNERABILITY = {
    Vulnerability.NS: Vulnerability.EW,
    Vulnerability.EW: Vulnerability.NS,
}
# Tags whose values name seats or sides in special ways.
_LEFT_OUT = ("RBNMakes", "RBNItems", "Minimax", "ParContract", "OptimumPar")
_RESULTS = ("Result", "OptimumScore")
_DECLARER_FIRST = re.compile(r"(\s*)([NESW])(\s.*)", re.IGNORECASE | re.DOTALL)


def renumbered(boards: Iterable[Board], first: int = 1) -> Iterator[Board]:
    """Yield boards numbered from ``first``, with the dealer and vulnerability of the number.

    An auction belongs to its dealer, and a score to its vulnerability, so a board that has one of
    them keeps both.

    >>> [(board.number, board.dealer.letter) for board in renumbered([Board(), Board()], 7)]
    [(7, 'S'), (8, 'W')]
    """
    for number, board in enumerate(boards, first):
        if board.auction or board.play or board.tags.get("Score"):
            yield replace(board, number=number)
            continue
        dealer, sides = board_dealer(number), board_vulnerability(number)
        yield replace(board, number=number, dealer=dealer, vulnerability=sides)


class Unique:
    """Boards whose four hands were not in an earlier board; ``repeated`` counts the others.

    A board without any card is never a repetition. A deal takes about 100 bytes of memory.

    >>> boards = [Board(1, hands=(1, None, None, None)), Board(2, hands=(1, None, None, None))]
    >>> unique = Unique(boards)
    >>> [board.number for board in unique], unique.repeated
    ([1], 1)
    """

    def __init__(self, boards: Iterable[Board]) -> None:
        self._boards = boards
        self.repeated = 0

    def __iter__(self) -> Iterator[Board]:
        seen = set[bytes]()
        for board in self._boards:
            key = b"".join((hand or 0).to_bytes(7, "little") for hand in board.hands)
            if any(key) and key in seen:
                self.repeated += 1
                continue
            seen.add(key)
            yield board


def rotated(board: Board, seats: int = 1) -> Board:
    """Return a board turned clockwise: with 1, North's hand, name and calls are East's.

    Everything that names seats or sides turns: dealer, vulnerability, declarer, leader, players,
    results, double-dummy tricks and the columns of tables. Number, contract and comments stay. The
    tags RBNMakes, RBNItems, Minimax, ParContract and OptimumPar, which name seats in special ways,
    are left out.

    >>> board = Board(3, Seat.SOUTH, Vulnerability.EW, (1 << 51, None, None, None),
    ...               {"North": "Ann", "Declarer": "N", "Score": "NS 420"})
    >>> turned = rotated(board)
    >>> turned.dealer.name, turned.vulnerability.name, turned.hands[1] == 1 << 51
    ('WEST', 'NS', True)
    >>> turned.tags
    {'East': 'Ann', 'Declarer': 'E', 'Score': 'EW 420'}
    >>> rotated(turned, 3) == board
    True
    """
    by = seats % 4
    north, east, south, west = (board.hands[(seat - by) % 4] for seat in Seat)
    sides = board.vulnerability
    turned = replace(
        board,
        dealer=_turned(board.dealer, by),
        vulnerability=_TURNED_VULNERABILITY.get(sides, sides) if sides and by % 2 else sides,
        hands=(north, east, south, west),
        tags=dict(_tags(board.tags, by)),
        leader=_turned(board.leader, by),
    )
    for name in board.sections:
        turned = _with_turned_table(turned, name, by)
    return turned


def south_declares(board: Board) -> Board:
    """Return a board turned so that its declarer sits south; see ``rotated``.

    >>> board = Board(3, Seat.SOUTH, Vulnerability.EW, tags={"Contract": "3NT", "Declarer": "W"})
    >>> turned = south_declares(board)
    >>> turned.tags["Declarer"], turned.dealer, turned.vulnerability.name
    ('S', <Seat.EAST: 1>, 'NS')

    :raises CardError: if the board has no contract, or no declarer of it
    """
    contract = board_contract(board)
    if contract is None:
        which = "a board" if board.number is None else f"board {board.number}"
        raise CardError(f"{which} has no contract, so nobody declares; --pick can leave it out")
    return rotated(board, Seat.SOUTH - contract.declarer)


def _turned(seat: Seat | None, by: int) -> Seat | None:
    return None if seat is None else Seat((seat + by) % 4)


def _letters(text: str, by: int) -> str:
    """Return a text of seats' letters, all of them turned."""
    return "".join(
        "NESW"[("NESW".index(letter) + by) % 4] if letter in "NESW" else letter
        for letter in text.upper()
    )


def _sides(text: str, by: int) -> str:
    return _SIDE.sub(lambda match: _SIDES[match[1]], text) if by % 2 else text


def _tags(tags: Mapping[str, str], by: int) -> Iterator[tuple[str, str]]:
    for name, value in tags.items():
        of_seat = _OF_SEAT.fullmatch(name)
        if name in _LEFT_OUT:
            continue
        if of_seat is not None:
            yield _NAMES[(_NAMES.index(of_seat[1]) + by) % 4] + of_seat[2], value
        elif name in ("Declarer", "Hidden"):
            yield name, _letters(value, by)
        elif name in _RESULTS or (name.startswith("Score") and not name.endswith("Table")):
            yield name, _sides(value, by)
        elif name == double_dummy_tags.TAG:
            tricks = double_dummy_tags.tricks_of(Board(tags={name: value}))
            yield from double_dummy_tags.tricks_tags(
                {
                    (Seat((seat + by) % 4), strain): number
                    for (seat, strain), number in tricks.items()
                }
            ).items()
        else:
            yield name, value


def _with_turned_table(board: Board, name: str, by: int) -> Board:
    """Return a board with the seats and sides of a table turned, in its columns' names too."""
    try:
        table = table_of(board, name) if name.endswith("Table") else None
    except CardError:
        if name != double_dummy_tags.TABLE:
            return board
        # some programs write this table without a head
        lines = [
            _DECLARER_FIRST.sub(lambda match: match[1] + _letters(match[2], by) + match[3], line)
            for line in board.sections[name]
        ]
        return replace(board, sections={**board.sections, name: tuple(lines)})
    if table is None:
        return board
    columns = tuple(replace(column, name=_column_name(column.name, by)) for column in table.columns)
    rows = tuple(
        tuple(
            _letters(text, by) if column.name == "Declarer" else _sides(text, by)
            for column, text in zip(columns, row, strict=True)
        )
        for row in table.rows
    )
    return with_table(board, name, Table(columns, rows))


def _column_name(name: str, by: int) -> str:
    of_seat = _COLUMN_OF_SEAT.fullmatch(name)
    if of_seat is not None:
        return of_seat[1] + _NAMES[(_NAMES.index(of_seat[2]) + by) % 4]
    head, low_line, side = name.rpartition("_")
    return head + low_line + (_SIDES.get(side, side) if by % 2 else side)
