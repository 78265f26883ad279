"""Dealer and vulnerability of a duplicate board (Laws of Duplicate Bridge 2017, Law 2)."""

from __future__ import annotations

from enum import Enum

from dealwright.base.errors import CardError
from dealwright.cards import Seat

__all__ = ["Vulnerability", "board_dealer", "board_vulnerability"]


class Vulnerability(Enum):
    """Which sides are vulnerable; the value is PBN's word."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    ALL = "All"

    @property
    def phrase(self) -> str:
        """Words for a diagram."""
        return {"NONE": "none vul", "NS": "N-S vul", "EW": "E-W vul", "ALL": "all vul"}[self.name]

    def includes(self, seat: Seat) -> bool:
        """Return whether a player is vulnerable.

        >>> Vulnerability.NS.includes(Seat.SOUTH), Vulnerability.NS.includes(Seat.WEST)
        (True, False)
        """
        side = (Vulnerability.NS, Vulnerability.EW)[seat % 2]
        return self in (Vulnerability.ALL, side)

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """Read PBN's words and the usual others, in any case.

        >>> Vulnerability.parse("both"), Vulnerability.parse("-")
        (<Vulnerability.ALL: 'All'>, <Vulnerability.NONE: 'None'>)

        :raises CardError: if the text names no vulnerability
        """
        word = text.strip().upper().replace("-", "") if text.strip() != "-" else "NONE"
        sides = _BY_WORD.get(word)
        if sides is None:
            raise CardError(f"'{text}' is not a vulnerability; write none, ns, ew or all")
        return sides


_OTHER_WORDS = {
    "LOVE": "NONE", "NOBODY": "NONE", "NIL": "NONE", "O": "NONE", "BOTH": "ALL", "B": "ALL",
    "N": "NS", "E": "EW",
}  # fmt: skip
_BY_WORD = {
    **{sides.name: sides for sides in Vulnerability},
    **{word: Vulnerability[name] for word, name in _OTHER_WORDS.items()},
}


def board_dealer(board: int) -> Seat:
    """Return the dealer of a board: north, east, south, west in turn from board 1.

    >>> board_dealer(1), board_dealer(16)
    (<Seat.NORTH: 0>, <Seat.WEST: 3>)
    """
    return Seat((board - 1) % 4)


def board_vulnerability(board: int) -> Vulnerability:
    """Return the vulnerability of a board; the cycle has 16 boards.

    >>> [board_vulnerability(board).name for board in (1, 2, 3, 4, 5, 16, 17)]
    ['NONE', 'NS', 'EW', 'ALL', 'NS', 'EW', 'NONE']
    """
    index = (board - 1) % 16
    order = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.ALL)
    return order[(index + index // 4) % 4]
