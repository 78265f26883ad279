"""DLM, an INI file of duplicating machines: two cards a letter. Read only."""

from __future__ import annotations

import re

from dealwright.errors import CardError
from dealwright.formats.fixed import numbered
from dealwright.formats.records import Problem, Record, whole_deal

__all__ = ["read"]

_LINE = re.compile(r"\s*Board\s*(\d+)\s*=\s*(\S*)\s*", re.IGNORECASE)
_CODE = re.compile(r"([a-p]{26})\d{0,3}", re.IGNORECASE)


def _hands(code: str) -> list[int]:
    """Return the hands of 26 letters: a is 0 to p is 15, two cards each, the higher bits first.

    :raises CardError: if it is no such code, or a hand has not 13 cards
    """
    match = _CODE.fullmatch(code)
    if match is None:
        raise CardError(f"'{code}' is not 26 letters from a to p and a checksum")
    hands, index = [0] * 4, 51
    for letter in match[1].lower():
        value = ord(letter) - ord("a")
        for seat in (value >> 2, value & 3):
            hands[seat] |= 1 << index
            index -= 1
    return hands


def read(text: str) -> Record:
    """Read the boards of a file; the checksum is not checked, because nobody tells how."""
    boards, problems = [], []
    for number, line in enumerate(text.splitlines(), 1):
        match = _LINE.fullmatch(line)
        if match is None:
            continue
        try:
            board = numbered(int(match[1]), _hands(match[2]))
            whole_deal(board)
            boards.append(board)
        except CardError as error:
            problems.append(Problem(number, match.start(2) + 1, str(error)))
    return Record(tuple(boards), tuple(problems))
