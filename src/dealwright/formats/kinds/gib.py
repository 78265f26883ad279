"""Records of GIB's library: 26 bytes for each deal, two bits per card, then tricks by strain."""

from __future__ import annotations

from dealwright.cards import Seat
from dealwright.formats.double_dummy_tags import STRAINS, tricks_of, tricks_tags
from dealwright.formats.fixed_records import read_bytes
from dealwright.formats.records import Board, whole_deal
from dealwright.formats.registry import Format
from dealwright.formats.writing import each_board

__all__ = ["FORMAT"]

_SIZE = 26
_SEATS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_DECLARERS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)  # from the lowest half byte up
_SUITS = (3, 2, 1, 0)
_UNKNOWN = 15


def _north_south(seat: Seat, tricks: int) -> int:
    """Convert a declarer's tricks to those of north and south, or back."""
    return tricks if seat in (Seat.NORTH, Seat.SOUTH) else 13 - tricks


def _record(board: Board) -> bytes:
    masks, tricks = whole_deal(board), tricks_of(board)
    data = b""
    for suit in _SUITS:
        word = 0
        for rank in range(13):
            seat = next(seat for seat in Seat if masks[seat] >> 13 * suit + rank & 1)
            word = word << 2 | _SEATS.index(seat)
        data += word.to_bytes(4, "big")
    for strain in STRAINS:
        word = 0
        for index, seat in enumerate(_DECLARERS):
            known = (seat, strain) in tricks
            value = _north_south(seat, tricks[seat, strain]) if known else _UNKNOWN
            word |= value << 4 * index
        data += word.to_bytes(2, "big")
    return data


def _board(piece: bytes) -> Board:
    hands = [0] * 4
    for index, suit in enumerate(_SUITS):
        word = int.from_bytes(piece[4 * index : 4 * index + 4], "big")
        for rank in range(13):
            hands[_SEATS[word >> 2 * (12 - rank) & 3]] |= 1 << 13 * suit + rank
    tricks = {}
    for index, strain in enumerate(STRAINS):
        word = int.from_bytes(piece[16 + 2 * index : 18 + 2 * index], "big")
        for shift, seat in enumerate(_DECLARERS):
            value = word >> 4 * shift & 15
            if value <= 13:
                tricks[seat, strain] = _north_south(seat, value)
    board = Board(hands=(hands[0], hands[1], hands[2], hands[3]), tags=tricks_tags(tricks))
    whole_deal(board)
    return board


FORMAT = Format(
    "deals and double-dummy tricks of GIB's library",
    (".dat",),
    lambda data: read_bytes(data, _SIZE, _board),
    each_board(lambda board: _record(board).decode("latin-1")),
    binary=True,
    whole=True,
)
