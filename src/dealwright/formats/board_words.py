"""The printed words around a board, in the chosen language."""

from __future__ import annotations

from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Seat
from dealwright.formats.records import Board
from dealwright.translation import translated

__all__ = [
    "dealer_text",
    "heading",
    "number_text",
    "seat_letter",
    "seat_text",
    "vulnerability_text",
]

_SEATS = ("North", "East", "South", "West")
_VULNERABLE = {
    Vulnerability.NONE: "None vul",
    Vulnerability.NS: "N-S vul",
    Vulnerability.EW: "E-W vul",
    Vulnerability.ALL: "All vul",
}


def seat_text(seat: Seat) -> str:
    """Return the name of a seat."""
    return translated(_SEATS[seat])


def seat_letter(seat: Seat) -> str:
    """Return the first letter of a seat's name."""
    return seat_text(seat)[0]


def number_text(number: int) -> str:
    """Return the title of a board."""
    return translated("Board {number}", number=number)


def dealer_text(dealer: Seat) -> str:
    """Return who deals."""
    return translated("{seat} deals", seat=seat_text(dealer))


def vulnerability_text(vulnerability: Vulnerability) -> str:
    """Return who is vulnerable."""
    return translated(_VULNERABLE[vulnerability])


def heading(board: Board) -> list[str]:
    """Return the number, dealer and vulnerability, a line for each; "" if one is unknown.

    >>> heading(Board(number=7, dealer=Seat.SOUTH))
    ['Board 7', 'South deals', '']
    """
    vulnerable = board.vulnerability
    return [
        "" if board.number is None else number_text(board.number),
        "" if board.dealer is None else dealer_text(board.dealer),
        "" if vulnerable is None else vulnerability_text(vulnerable),
    ]
