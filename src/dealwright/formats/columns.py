"""Boards as rows of a table: its columns, and how they are written and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Seat
from dealwright.deals.hand import hand_mask
from dealwright.errors import CardError
from dealwright.formats.bidding import calls_or_text
from dealwright.formats.double_dummy import (
    PAR_CONTRACTS,
    PAR_SCORE,
    STRAINS,
    tricks_of,
    tricks_tags,
    with_tricks,
)
from dealwright.formats.pbn_game import read_turns, turn_text
from dealwright.formats.records import Board, Turn, hands_of, small_number

__all__ = [
    "ABOUT",
    "HANDS",
    "ColumnError",
    "about_board",
    "board_of_row",
    "extra_cells",
    "extra_names",
]

ABOUT = ("board", "dealer", "vulnerable")
HANDS = tuple(seat.name.lower() for seat in Seat)
_TAGS = {
    "declarer": "Declarer", "contract": "Contract", "result": "Result", "score": "Score",
}  # fmt: skip
_TRICKS = {
    f"{seat.name.lower()}_{strain.lower()}": (seat, strain) for seat in Seat for strain in STRAINS
}
_PAR = {"par": PAR_SCORE, "par_contracts": PAR_CONTRACTS}


class ColumnError(CardError):
    """The error of a cell; ``column`` is the name of its column."""

    def __init__(self, column: str, message: str) -> None:
        super().__init__(message)
        self.column = column


def about_board(board: Board) -> tuple[int | None, str | None, str | None]:
    """Return number, dealer and vulnerability as cells, None if unknown."""
    return (
        board.number,
        None if board.dealer is None else board.dealer.letter,
        None if board.vulnerability is None else board.vulnerability.value,
    )


def extra_names(boards: Sequence[Board]) -> tuple[str, ...]:
    """Return the names of the columns, besides the hands, that any of the boards fills.

    >>> extra_names([Board(), Board(tags={"Contract": "4S"}, auction=(Turn("4S", "!"),))])
    ('contract', 'auction')
    """
    rows = [_extra(board) for board in boards]
    return tuple(name for name in (rows[0] if rows else ()) if any(row[name] for row in rows))


def extra_cells(board: Board, names: Sequence[str]) -> list[str]:
    """Return a board's cells for the columns of ``extra_names``; "" is an empty cell.

    >>> extra_cells(Board(tags={"Contract": "4S"}), ("contract", "auction"))
    ['4S', '']
    """
    row = _extra(board) if names else {}
    return [row[name] for name in names]


def _extra(board: Board) -> dict[str, str]:
    tricks = tricks_of(board)
    return {
        **{column: board.tags.get(tag, "") for column, tag in _TAGS.items()},
        "auction": " ".join(turn_text(turn) for turn in board.auction),
        "leader": "" if board.leader is None else board.leader.letter,
        "play": " ".join(turn_text(turn) for turn in board.play),
        "comments": "\n".join(board.comments),
        **{column: str(tricks.get(key, "")) for column, key in _TRICKS.items()},
        **{column: board.tags.get(tag, "") for column, tag in _PAR.items()},
    }


def board_of_row(row: Mapping[str, str]) -> tuple[Board, str]:
    """Return the board of a row, and the fault of its auction, "" if it has none.

    The row is given as cells by column; unknown columns are ignored.

    >>> board, fault = board_of_row({"board": "3", "north": "AK...", "auction": "1C Pass 9C"})
    >>> board.number, board.comments, fault
    (3, ('auction as written: 1C Pass 9C',), "'9C' is not a call")

    :raises ColumnError: if a cell cannot be read
    :raises CardError: if the hands share a card
    """
    dealer, leader = (_seat(row, name) for name in ("dealer", "leader"))
    comments = tuple(row["comments"].split("\n")) if row.get("comments") else ()
    called = row.get("auction", "")
    calls = calls_or_text(lambda: read_turns(called, "Auction"), called)
    board = Board(
        number=_number(row.get("board", "")),
        dealer=dealer,
        vulnerability=_sides(row.get("vulnerable", "")),
        hands=hands_of([_hand(row, name) for name in HANDS]),
        tags={tag: row[column] for column, tag in (_TAGS | _PAR).items() if row.get(column)},
        auction=calls.turns,
        leader=leader,
        play=_play(row),
        comments=(*calls.comments, *comments),
    )
    tricks = _tricks(row)
    if len(tricks) == len(_TRICKS):
        board = with_tricks(board, tricks)
    elif tricks:
        board = replace(board, tags={**board.tags, **tricks_tags(tricks)})
    return board, calls.fault


def _tricks(row: Mapping[str, str]) -> dict[tuple[Seat, str], int]:
    tricks: dict[tuple[Seat, str], int] = {}
    for column, key in _TRICKS.items():
        cell = row.get(column, "").strip()
        if cell:
            number = small_number(cell)
            if number is None or number > 13:
                raise ColumnError(column, f"'{cell[:40]}' is not a number of tricks, 0 to 13")
            tricks[key] = number
    return tricks


def _number(cell: str) -> int | None:
    number = small_number(cell)
    if number is None and cell.strip():
        raise ColumnError("board", f"'{cell.strip()[:40]}' is not the number of a board")
    return number


def _seat(row: Mapping[str, str], name: str) -> Seat | None:
    word = row.get(name, "").strip()
    try:
        return Seat.of(word) if word else None
    except CardError as error:
        raise ColumnError(name, str(error)) from None


def _sides(cell: str) -> Vulnerability | None:
    try:
        return Vulnerability.parse(cell) if cell.strip() else None
    except CardError as error:
        raise ColumnError("vulnerable", str(error)) from None


def _hand(row: Mapping[str, str], name: str) -> int | None:
    word = row.get(name, "").strip()
    try:
        return hand_mask(word) if word not in ("", "-") else None
    except CardError as error:
        raise ColumnError(name, str(error)) from None


def _play(row: Mapping[str, str]) -> tuple[Turn, ...]:
    try:
        return read_turns(row.get("play", ""), "Play")
    except CardError as error:
        raise ColumnError("play", str(error)) from None
