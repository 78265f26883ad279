"""HRF: hand records of 128 characters, a board number and four hands with suit letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dealwright.base.errors import CardError
from dealwright.formats.fixed_records import chunks, numbered
from dealwright.formats.pbn_tokens import Places
from dealwright.formats.records import Board, Problem, small_number, whole_deal
from dealwright.formats.registry import Format
from dealwright.formats.suit_letters import suited_mask, suited_text
from dealwright.formats.writing import each_board

__all__ = ["FORMAT"]

_SIZE = 128
_HAND = r"(S[2-9TJQKA]*H[2-9TJQKA]*D[2-9TJQKA]*C[2-9TJQKA]*)"
_RECORD = re.compile(rf"\s*(\d*)\s*{_HAND}\s*{_HAND}\s*{_HAND}\s*{_HAND}\s*", re.IGNORECASE)


def _record(board: Board) -> str:
    """Return a line of 128 characters, including the line end."""
    number = "" if board.number is None else str(board.number)
    hands = "".join(suited_text(hand) for hand in whole_deal(board))
    return f"{number:<4}{hands}".ljust(_SIZE - 2) + "\r\n"


def _board(piece: str) -> Board:
    match = _RECORD.fullmatch(piece)
    if match is None:
        raise CardError("a record is a board number and four hands, as in 1 SAKHAKDAKC...")
    board = numbered(small_number(match[1]), [suited_mask(m) for m in match.groups()[1:]])
    whole_deal(board)
    return board


def _read(text: str) -> Iterator[Board | Problem]:
    """Read records, run together or one a line."""
    places = Places(text)
    for offset, piece in chunks(text, _SIZE):
        try:
            yield _board(piece)
        except CardError as error:
            yield Problem(*places(offset), str(error))


FORMAT = Format(
    "hand records of 128 characters",
    (".hrf",),
    _read,
    each_board(_record),
    whole=True,
    results=False,
)
