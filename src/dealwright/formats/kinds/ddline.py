"""Deal's lines: four hands between bars, and the tricks of each seat if they are known."""

from __future__ import annotations

import re

from dealwright.base.errors import CardError
from dealwright.cards import Seat, suit_bits
from dealwright.deals.hand import hand_text
from dealwright.formats.double_dummy_tags import tricks_of, tricks_tags
from dealwright.formats.fixed_records import read_lines
from dealwright.formats.records import Board, hands_of, whole_deal
from dealwright.formats.registry import Format
from dealwright.formats.writing import each_board

__all__ = ["FORMAT"]

_STRAINS = ("S", "H", "D", "C", "NT")


def _line(board: Board) -> str:
    """Return a line as `deal -l` prints it, with tricks as `format/ddline` if all are known."""
    parts = [hand_text(hand).replace(".", " ") for hand in whole_deal(board)]
    tricks = tricks_of(board)
    if len(tricks) == 20:
        parts = [part.replace(" ", ".") for part in parts]
        parts += [" ".join(str(tricks[seat, strain]) for strain in _STRAINS) for seat in Seat]
    return "|".join(parts) + "\n"


def _hand(text: str) -> int:
    """Read a hand; suits end at a dot or a single space, so a void is an empty text."""
    suits = text.split("." if "." in text else " ")
    if len(suits) != 4:
        raise CardError(f"'{text}' does not have four suits between single spaces or dots")
    return sum(suit_bits(ranks) << 13 * (3 - index) for index, ranks in enumerate(suits))


def _board(line: str) -> Board:
    parts = line.split("|")
    if len(parts) not in (4, 8):
        raise CardError(f"a line has four hands, or four hands and tricks, not {len(parts)} parts")
    tricks = {}
    for seat, numbers in zip(Seat, parts[4:], strict=False):
        if not re.fullmatch(r"\s*(?:[0-9]{1,9}\s+){4}[0-9]{1,9}\s*", numbers):
            raise CardError(f"'{numbers}' is not five numbers of tricks")
        for strain, number in zip(_STRAINS, numbers.split(), strict=True):
            if int(number) > 13:
                raise CardError(f"nobody takes {number} tricks")
            tricks[seat, strain] = int(number)
    board = Board(hands=hands_of([_hand(part) for part in parts[:4]]), tags=tricks_tags(tricks))
    whole_deal(board)
    return board


FORMAT = Format(
    "lines of Deal: deals and double-dummy tricks",
    (".ddline",),
    lambda text: read_lines(text, _board),
    each_board(_line),
    whole=True,
)
