"""DGE: the four hands as suit symbols of code page 437 and ranks, 17 characters each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealwright.base.errors import CardError
from dealwright.formats.fixed_records import read_chunks
from dealwright.formats.records import Board, Hands, Problem, hands_of, whole_deal
from dealwright.formats.registry import Format
from dealwright.formats.suit_letters import suited_mask, suited_text
from dealwright.formats.writing import each_board

__all__ = ["FORMAT", "SIZE", "hands_of_symbols", "record"]

SIZE = 68
_SYMBOLS = str.maketrans("SHDC", "\x06\x03\x04\x05")
_LETTERS = str.maketrans("\x06\x03\x04\x05♠♥♦♣", "SHDCSHDC")


def record(masks: Sequence[int]) -> str:
    """Return the 68 characters of a deal."""
    return "".join(suited_text(hand) for hand in masks).translate(_SYMBOLS)


def hands_of_symbols(text: str) -> Hands:
    """Return the four hands of 68 characters.

    :raises CardError: if they are not 13 cards each
    """
    parts = [text[start : start + 17].translate(_LETTERS) for start in range(0, SIZE, 17)]
    hands = [suited_mask(part) for part in parts]
    if any(hand.bit_count() != 13 for hand in hands):
        raise CardError("a hand of DGE is four suit symbols and 13 ranks")
    return hands_of(hands)


def _read(text: str) -> Iterator[Board | Problem]:
    """Read records, run together, one a line, or filled up to 128 characters."""
    return read_chunks(text, SIZE, hands_of_symbols)


FORMAT = Format(
    "deals as suit symbols and ranks, for duplicating machines",
    (".dge",),
    _read,
    each_board(lambda board: record(whole_deal(board))),
    whole=True,
    results=False,
)
