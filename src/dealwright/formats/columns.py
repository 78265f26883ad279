"""Boards as rows of a table: its columns, and how they are written and read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from dealwright.base.errors import CardError
from dealwright.cards import Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.deals.hand import hand_mask
from dealwright.formats.bidding import as_written
from dealwright.formats.double_dummy_tags import (
    PAR_CONTRACTS,
    PAR_SCORE,
    STRAINS,
    tricks_of,
    tricks_tags,
    with_tricks,
)
from dealwright.formats.pbn_game import deal_hands, read_turns, turn_text
from dealwright.formats.records import Board, Hands, Turn, hands_of, small_number

__all__ = [
    "ABOUT",
    "DEALT",
    "HANDS",
    "ColumnError",
    "about_board",
    "board_of_row",
    "column_name",
    "extra_cells",
    "extra_names",
    "has_hands",
    "is_column",
]

T = TypeVar("T")
ABOUT = ("board", "dealer", "vulnerable")
HANDS = tuple(seat.name.lower() for seat in Seat)
_TAGS = {
    "declarer": "Declarer", "contract": "Contract", "result": "Result", "score": "Score",
}  # fmt: skip
_TRICKS = {
    f"{seat.name.lower()}_{strain.lower()}": (seat, strain) for seat in Seat for strain in STRAINS
}
_LETTERS = {seat.letter.lower(): seat.name.lower() for seat in Seat}
_PAR = {"par": PAR_SCORE, "par_contracts": PAR_CONTRACTS}


_COLUMNS = {
    *ABOUT, *HANDS, *_TAGS, *_TRICKS, *_PAR, "deal", "auction", "leader", "play", "comments",
}  # fmt: skip
# How a deal was dealt, which is written beside it.
DEALT = {"type", "natural_weight", "weight", "restoring_weight"}


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
        "auction": " ".join(map(_call, board.auction)),
        "leader": "" if board.leader is None else board.leader.letter,
        "play": " ".join(turn_text(turn) for turn in board.play),
        "comments": "\n".join(board.comments),
        **{column: str(tricks.get(key, "")) for column, key in _TRICKS.items()},
        **{column: board.tags.get(tag, "") for column, tag in _PAR.items()},
    }


def _call(turn: Turn) -> str:
    """Return a call with its marks, and a star if it was alerted."""
    star = "" if turn.note is None else "*"
    return turn_text(replace(turn, text=turn.text + star))


def board_of_row(row: Mapping[str, str]) -> tuple[Board, list[ColumnError]]:
    """Return the board of a row, and the faults of cells that cannot be read.

    The row is given as cells by column; unknown columns are ignored. A cell that cannot be read
    becomes a comment; only the hands decide whether there is a board.

    >>> board, faults = board_of_row({"board": "3", "north": "AK...", "auction": "1C Pass 9C"})
    >>> board.number, board.comments, [str(fault) for fault in faults]
    (3, ('auction as written: 1C Pass 9C',), ["'9C' is not a call"])

    :raises ColumnError: if a hand cannot be read
    :raises CardError: if the hands share a card
    """
    faults, unread = list[ColumnError](), list[str]()

    def alone(column: str, read: Callable[[str], T], otherwise: T) -> T:
        try:
            return read(row.get(column, ""))
        except CardError as error:
            faults.append(ColumnError(column, str(error)))
            unread.append(as_written(column, row.get(column, "")))
            return otherwise

    no_turns: tuple[Turn, ...] = ()
    tricks = {key: alone(column, _trick, None) for column, key in _TRICKS.items()}
    row = {**row, **_words(row)}
    board = Board(
        number=alone("board", _number, None),
        dealer=alone("dealer", _seat, None),
        vulnerability=alone("vulnerable", _sides, None),
        hands=_hands(row),
        tags={tag: row[column] for column, tag in (_TAGS | _PAR).items() if row.get(column)},
        auction=alone("auction", lambda cell: read_turns(cell, "Auction"), no_turns),
        leader=alone("leader", _seat, None),
        play=alone("play", lambda cell: read_turns(cell, "Play"), no_turns),
    )
    comments = tuple(row["comments"].split("\n")) if row.get("comments") else ()
    board = replace(board, comments=(*unread, *comments))
    known = {key: number for key, number in tricks.items() if number is not None}
    if len(known) == len(_TRICKS):
        board = with_tricks(board, known)
    elif known:
        board = replace(board, tags={**board.tags, **tricks_tags(known)})
    return board, faults


def _words(row: Mapping[str, str]) -> dict[str, str]:
    """Return the contract and the declarer as PBN has them, where words are written out."""
    words = dict[str, str]()
    if row.get("contract", "").strip().lower() in ("p", "passed out", "all pass", "passout"):
        words["contract"] = "Pass"
    try:
        declarer = row.get("declarer", "").strip()
        if len(declarer) > 1 and not declarer.startswith("^"):
            words["declarer"] = Seat.of(declarer).letter
    except CardError:
        pass  # it is noted as a word that is none
    return words


def _trick(cell: str) -> int | None:
    if not cell.strip():
        return None
    number = small_number(cell)
    if number is None or number > 13:
        raise CardError(f"'{cell.strip()[:40]}' is not a number of tricks, 0 to 13")
    return number


def _number(cell: str) -> int | None:
    number = small_number(cell)
    if number is None and cell.strip():
        raise CardError(f"'{cell.strip()[:40]}' is not the number of a board")
    return number


def _seat(cell: str) -> Seat | None:
    return Seat.of(cell.strip()) if cell.strip() else None


def _sides(cell: str) -> Vulnerability | None:
    return Vulnerability.parse(cell) if cell.strip() else None


def _hands(row: Mapping[str, str]) -> Hands:
    """Return the hands of four columns, or else of the column ``deal``; both must agree."""
    named = hands_of([_hand(row, name) for name in HANDS])
    text = row.get("deal", "").strip()
    if not text:
        return named
    try:
        hands = deal_hands(text)
    except CardError as error:
        raise ColumnError("deal", str(error)) from None
    if any(hand not in (None, other) for hand, other in zip(named, hands, strict=True)):
        raise ColumnError("deal", "the deal and the hands do not agree")
    return hands


def _hand(row: Mapping[str, str], name: str) -> int | None:
    word = row.get(name, "").strip()
    try:
        return hand_mask(word) if word not in ("", "-") else None
    except CardError as error:
        raise ColumnError(name, str(error)) from None


def has_hands(names: Iterable[str]) -> bool:
    """Return whether a table with these columns, in lower case, has hands.

    >>> has_hands(["n", "e", "s", "w"]), has_hands(["board", "n"])
    (True, True)
    """
    return bool({*HANDS, "deal"} & {*map(column_name, names)})


def is_column(name: str) -> bool:
    """Return whether a column of that name is read, or says how the deals were dealt."""
    return name in _COLUMNS or name in DEALT


def column_name(name: str) -> str:
    """Return the usual name of a column, in lower case: ``N`` is ``north``."""
    word = name.strip().lower()
    return _LETTERS.get(word, word)
