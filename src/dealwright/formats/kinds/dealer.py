"""The output of `dealer`: printoneline, printcompact and printall. It is only read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dealwright.base.errors import CardError
from dealwright.cards import suit_bits
from dealwright.deals.hand import hand_mask
from dealwright.formats.fixed_records import numbered
from dealwright.formats.pbn_tokens import Places
from dealwright.formats.records import Board, Problem, hands_of, small_number, whole_deal
from dealwright.formats.registry import Format

__all__ = ["FORMAT"]

_HAND = r"([^\s.]*\.[^\s.]*\.[^\s.]*\.[^\s.]*)"
_DEAL = re.compile(
    rf"^n {_HAND}\s+e {_HAND}\s+s {_HAND}\s+w {_HAND}"
    r"|^[ ]*(?P<number>\d+)\.[ ]*\n(?P<rows>(?:[^\n]*(?:\n|\Z)){4})",
    re.MULTILINE,
)
_WIDTH = 20


def _columns(rows: str) -> list[int]:
    """Return the hands of four rows of four columns.

    :raises CardError: if a suit is too long for its column, or there are no cards
    """
    hands = [0] * 4
    for index, row in enumerate(rows.split("\n")[:4]):
        for seat in range(4):
            end = None if seat == 3 else _WIDTH * (seat + 1)
            ranks = row[_WIDTH * seat : end]
            if not ranks.strip():
                raise CardError("four hands stand side by side, and one is missing here")
            hands[seat] |= suit_bits(ranks) << 13 * (3 - index)
    return hands


def _board(match: re.Match[str]) -> Board:
    if match["number"]:
        board = numbered(small_number(match["number"]), _columns(match["rows"]))
    else:
        board = Board(hands=hands_of([hand_mask(hand) for hand in match.groups()[:4]]))
    whole_deal(board)
    return board


def _read(text: str) -> Iterator[Board | Problem]:
    """Read the deals of a text; any other text between them is ignored."""
    text = text.replace("\r\n", "\n")
    places = Places(text)
    for match in _DEAL.finditer(text):
        try:
            yield _board(match)
        except CardError as error:
            yield Problem(*places(match.start()), str(error))


FORMAT = Format("what dealer prints, to read only", (".dealer",), _read)
