"""BRI: north, east and south as 13 numbers of two digits each, spade ace 01 to club deuce 52."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealwright.base.errors import CardError
from dealwright.cards import PACK
from dealwright.formats.fixed_records import read_chunks
from dealwright.formats.records import Board, Hands, Problem, whole_deal
from dealwright.formats.registry import Format
from dealwright.formats.writing import each_board

__all__ = ["FORMAT", "SIZE", "hands_of_digits", "record"]

SIZE = 78


def record(masks: Sequence[int]) -> str:
    """Return the 78 digits of a deal, the cards of a hand in order."""
    digits = []
    for hand in masks[:3]:
        digits += [f"{52 - index:02}" for index in range(51, -1, -1) if hand >> index & 1]
    return "".join(digits)


def hands_of_digits(text: str) -> Hands:
    """Return the four hands of 78 digits; west has the remaining cards.

    :raises CardError: if they are not 39 different cards
    """
    if not (text.isascii() and text.isdigit()):
        raise CardError("a record of BRI is 78 digits")
    numbers = [int(text[start : start + 2]) for start in range(0, SIZE, 2)]
    for number in numbers:
        if not 1 <= number <= 52:
            raise CardError(f"{number:02} is not a card; cards are 01 to 52")
        if numbers.count(number) > 1:
            raise CardError(f"card {number:02} occurs twice")
    north, east, south = (
        sum(1 << 52 - number for number in numbers[start : start + 13]) for start in (0, 13, 26)
    )
    return north, east, south, PACK ^ north ^ east ^ south


def _read(text: str) -> Iterator[Board | Problem]:
    """Read records, run together, one a line, or filled up to 128 characters."""
    return read_chunks(text, SIZE, hands_of_digits)


FORMAT = Format(
    "deals as card numbers, for duplicating machines",
    (".bri",),
    _read,
    each_board(lambda board: record(whole_deal(board))),
    whole=True,
    results=False,
)
