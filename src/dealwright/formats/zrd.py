"""ZRD: 23 bytes for each deal, two bits per card, and the double-dummy tricks of each declarer."""

from __future__ import annotations

from dealwright.cards import Seat
from dealwright.formats.double_dummy import STRAINS, tricks_of, tricks_tags
from dealwright.formats.fixed import read_bytes
from dealwright.formats.records import Board, whole_deal
from dealwright.formats.registry import Format
from dealwright.formats.writing import each_board

__all__ = ["FORMAT"]

_SIZE = 23
_SEATS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_UNKNOWN = 15  # written if the deal has not been solved


def _record(board: Board) -> bytes:
    masks, tricks = whole_deal(board), tricks_of(board)
    value = 0
    for at in range(52):
        seat = next(seat for seat in Seat if masks[seat] >> 51 - at & 1)
        value |= _SEATS.index(seat) << 2 * at
    for at in range(20):
        key = _SEATS[at % 4], STRAINS[at // 4]
        value |= tricks.get(key, _UNKNOWN) << 104 + 4 * at
    return value.to_bytes(_SIZE, "little")


def _board(piece: bytes) -> Board:
    value = int.from_bytes(piece, "little")
    hands = [0] * 4
    for at in range(52):
        hands[_SEATS[value >> 2 * at & 3]] |= 1 << 51 - at
    tricks = {
        (_SEATS[at % 4], STRAINS[at // 4]): value >> 104 + 4 * at & 15
        for at in range(20)
        if value >> 104 + 4 * at & 15 <= 13
    }
    board = Board(hands=(hands[0], hands[1], hands[2], hands[3]), tags=tricks_tags(tricks))
    whole_deal(board)
    return board


FORMAT = Format(
    "deals and double-dummy tricks in 23 bytes each",
    (".zrd",),
    lambda data: read_bytes(data, _SIZE, _board),
    each_board(lambda board: _record(board).decode("latin-1")),
    binary=True,
    whole=True,
)
