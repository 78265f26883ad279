"""ZRD: 23 bytes for each deal, two bits per card, and the double-dummy tricks of each declarer."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dealwright.cards import Seat, Strain
from dealwright.formats.double_dummy_tags import STRAINS, tricks_of, tricks_tags
from dealwright.formats.fixed_records import read_bytes
from dealwright.formats.records import Board, whole_deal
from dealwright.formats.registry import Format
from dealwright.formats.writing import each_board

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMAT", "SIZE", "deals_of", "tables_of"]

SIZE = 23  # bytes of a record
_CARDS = 13  # of these bytes
_SEATS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_UNKNOWN = 15  # written if the deal has not been solved


def _record(board: Board) -> bytes:
    masks, tricks = whole_deal(board), tricks_of(board)
    value = 0
    for index in range(52):
        seat = next(seat for seat in Seat if masks[seat] >> 51 - index & 1)
        value |= _SEATS.index(seat) << 2 * index
    for index in range(20):
        key = _SEATS[index % 4], STRAINS[index // 4]
        value |= tricks.get(key, _UNKNOWN) << 104 + 4 * index
    return value.to_bytes(SIZE, "little")


def _board(piece: bytes) -> Board:
    value = int.from_bytes(piece, "little")
    hands = [0] * 4
    for index in range(52):
        hands[_SEATS[value >> 2 * index & 3]] |= 1 << 51 - index
    tricks = {
        (_SEATS[index % 4], STRAINS[index // 4]): value >> 104 + 4 * index & 15
        for index in range(20)
        if value >> 104 + 4 * index & 15 <= 13
    }
    board = Board(hands=(hands[0], hands[1], hands[2], hands[3]), tags=tricks_tags(tricks))
    whole_deal(board)
    return board


def deals_of(records: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Return the masks, uint64[n, 4], of records, uint8[n, 23], and which of them are deals.

    >>> records = np.frombuffer(bytes(SIZE), np.uint8).reshape(1, SIZE)
    >>> masks, good = deals_of(records)  # West has every card
    >>> masks[0].tolist() == [0, 0, 0, (1 << 52) - 1], good.tolist()
    (True, [False])
    """
    cards, counts = _four_cards()
    masks = np.zeros((len(records), 4), dtype=np.uint64)
    lengths = np.zeros(len(records), dtype=np.uint32)
    for index, fours in enumerate(np.ascontiguousarray(records[:, :_CARDS].T)):
        masks |= np.take(cards[index], fours, axis=0)
        lengths += np.take(counts, fours)
    return masks, np.equal(lengths, 13 * 0x01010101)


def tables_of(records: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Return the tricks, int8[n, 4, 5], of records, uint8[n, 23]; -1 if unknown."""
    tables = np.empty((len(records), 4, 5), dtype=np.int8)
    for index in range(20):
        tricks_made = records[:, _CARDS + index // 2] >> 4 * (index % 2) & 15
        strain = Strain.of(STRAINS[index // 4])
        tables[:, _SEATS[index % 4], strain] = np.where(
            tricks_made <= 13, tricks_made.astype(np.int8), -1
        )
    return tables


@cache
def _four_cards() -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Return each seat's cards, uint64[places of a byte, bytes, seats], and their numbers by byte.

    The numbers have 8 bits for each seat.
    """
    cards = np.zeros((256, 4), dtype=np.uint64)
    counts = np.zeros(256, dtype=np.uint32)
    for byte in range(256):
        for index in range(4):
            seat = _SEATS[byte >> 2 * index & 3]
            cards[byte, seat] |= np.uint64(8 >> index)
            counts[byte] += np.uint32(1 << 8 * seat)
    places = 48 - 4 * np.arange(_CARDS, dtype=np.uint64)
    return cards << places[:, None, None], counts


FORMAT = Format(
    "deals and double-dummy tricks in 23 bytes each",
    (".zrd",),
    lambda data: read_bytes(data, SIZE, _board),
    each_board(lambda board: _record(board).decode("latin-1")),
    binary=True,
    whole=True,
)
