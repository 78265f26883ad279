"""The printed words around a board, in the chosen language."""

from __future__ import annotations

from dealwright.base.translation import translated
from dealwright.cards import Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats.records import Board

__all__ = [
    "conditions_text",
    "dealer_text",
    "heading",
    "number_text",
    "seat_letter",
    "seat_text",
    "sheet_title",
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


def conditions_text(dealer: Seat | None, vulnerability: Vulnerability | None) -> str:
    """Return who deals and who is vulnerable on one line; "" if neither is known.

    >>> conditions_text(Seat.NORTH, Vulnerability.NONE), conditions_text(None, Vulnerability.NS)
    ('North deals, none vul', 'N-S vul')
    """
    deals = "" if dealer is None else dealer_text(dealer)
    vulnerable = "" if vulnerability is None else vulnerability_text(vulnerability)
    all_or_none = vulnerability in (Vulnerability.NONE, Vulnerability.ALL)  # a word, no seats
    if deals and all_or_none and ":" not in vulnerable:  # "Gefahr: keiner" begins with a label
        vulnerable = vulnerable[:1].lower() + vulnerable[1:]
    return ", ".join(part for part in (deals, vulnerable) if part)


def sheet_title(seat: Seat, title: str) -> str:
    """Return the heading of the hands of a seat.

    >>> sheet_title(Seat.NORTH, "Friday"), sheet_title(Seat.WEST, "")
    ("North's hands – Friday", "West's hands")
    """
    name = translated("{seat}'s hands", seat=seat_text(seat))
    return f"{name} – {title}" if title else name


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
