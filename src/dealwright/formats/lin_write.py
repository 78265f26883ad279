"""Writing boards in LIN, as BBO reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dealwright.formats.bidding import in_order
from dealwright.formats.boards import Boards
from dealwright.formats.dealt import BoardWriter
from dealwright.formats.lin import PLAYERS, SIDES
from dealwright.formats.records import Board
from dealwright.formats.suited import suited_text

__all__ = ["lin_text", "make", "write"]

_NAMES = tuple(seat.name.capitalize() for seat in PLAYERS)
_CALLS = {"Pass": "p", "X": "d", "XX": "r"}
_LETTERS = {sides: letter for letter, sides in SIDES.items()}


def _plain(text: str) -> str:
    """Return a text without the signs that would end it."""
    return " ".join(text.replace("|", "/").split())


def _name(text: str) -> str:
    return _plain(text.replace(",", " "))


def make(boards: Boards) -> BoardWriter:
    """Return a writer of dealt boards, one a line."""
    return BoardWriter(boards, lambda board: lin_text(board) + "\n")


def write(boards: Sequence[Board]) -> str:
    """Return a file of boards, one a line; a match header where all are of one event."""
    named = any(board.tags.get(name) for board in boards for name in _NAMES)
    events = {board.tags.get("Event", "") for board in boards}
    head = _header(boards) if len(events) == 1 and "" not in events else ""
    return head + "".join(lin_text(board, named) + "\n" for board in boards)


def _header(boards: Sequence[Board]) -> str:
    tags = boards[0].tags
    scoring = {"IMP": "I", "MP": "P"}.get(tags.get("Scoring", ""), "")
    numbers = [board.number for board in boards if board.number is not None]
    ends = [str(min(numbers)), str(max(numbers))] if numbers else ["", ""]
    teams = [_name(tags.get("HomeTeam", "")), "0", _name(tags.get("VisitTeam", "")), "0"]
    parts = [_name(tags["Event"]), _name(tags.get("Stage", "")), scoring, *ends, *teams]
    return f"vg|{','.join(parts)}|\n"


def lin_text(board: Board, named: bool | None = None) -> str:
    """Return one board on one line; ``named`` tells whether to name the players."""
    room = "c" if board.tags.get("Room") == "Closed" else "o"
    pairs = [] if board.number is None else [("qx", f"{room}{board.number}")]
    names = [_name(board.tags.get(name, "")) for name in _NAMES]
    if named or (named is None and any(names)):
        pairs.append(("pn", ",".join(names)))
    pairs += [("st", ""), ("md", _hands(board)), ("rh", "")]
    if board.number is not None:
        pairs.append(("ah", f"Board {board.number}"))
    if board.vulnerability is not None:
        pairs.append(("sv", _LETTERS[board.vulnerability]))
    pairs += [("nt", _plain(comment)) for comment in board.comments]
    pairs += [*_auction(board), *_play(board), ("pg", "")]
    return "".join(f"{key}|{value}|" for key, value in pairs)


def _hands(board: Board) -> str:
    dealer = "" if board.dealer is None else str(PLAYERS.index(board.dealer) + 1)
    hands = [board.hands[seat] for seat in PLAYERS]
    return dealer + ",".join("" if hand is None else suited_text(hand) for hand in hands)


def _auction(board: Board) -> list[tuple[str, str]]:
    pairs = []
    for turn in board.auction:
        if turn.text[0] in "^-*+":
            continue
        call = _CALLS.get(turn.text, turn.text.replace("NT", "N"))
        pairs.append(("mb", call + ("" if turn.note is None else "!")))
        if turn.note:
            pairs.append(("an", _plain(turn.note)))
    return pairs


def _play(board: Board) -> list[tuple[str, str]]:
    played = in_order(board)
    pairs = [("pg", "")] if played else []
    for at, (_, turn) in enumerate(played, 1):
        pairs.append(("pc", turn.text))
        if at % 4 == 0:
            pairs.append(("pg", ""))
    result = board.tags.get("Result", "")
    if re.fullmatch(r"\d+", result) and len(played) < 52:
        pairs.append(("mc", result))
    return pairs
