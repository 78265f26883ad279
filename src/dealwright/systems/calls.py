"""Positions of an auction as a system writes them: calls of its side and of the opponents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dealwright.bridge.auction import Auction, call_word
from dealwright.cards import Seat
from dealwright.errors import CardError

__all__ = [
    "OTHER_SUIT",
    "VARIABLES",
    "Made",
    "Position",
    "Written",
    "auction_of",
    "bindings",
    "position_of",
    "position_text",
]

VARIABLES: dict[str, tuple[str, str]] = {"M": ("S", "H"), "m": ("D", "C")}
"""Letters of calls that stand for either major or minor, the higher first; ``o`` before one of them
stands for the other."""
_WITH_VARIABLE = re.compile(r"([1-7])(o?)([Mm])")
OTHER_SUIT = {"S": "H", "H": "S", "D": "C", "C": "D"}
"""The other major of a major, the other minor of a minor."""


class Made(NamedTuple):
    """A call that was made: its word, and whether the side of the system made it."""

    call: str
    ours: bool


Position = tuple[Made, ...]
"""The calls from the first bid on, passes of both sides included; none for an opening."""


@dataclass(frozen=True)
class Written:
    """A call as a system writes it: a word, or one with a variable suit, ``2M`` or ``3oM``."""

    text: str

    @property
    def variables(self) -> str:
        """The variables in it."""
        found = _WITH_VARIABLE.fullmatch(self.text)
        return found[3] if found else ""

    def word(self, binding: dict[str, str]) -> str:
        """Return the call with its variables replaced by suit letters.

        >>> Written("3oM").word({"M": "S"}), Written("1nt").word({})
        ('3H', '1NT')

        :raises CardError: if it is not a call
        """
        found = _WITH_VARIABLE.fullmatch(self.text)
        if found is None:
            word = call_word(self.text)
            if word is None:
                raise CardError(f"'{self.text[:20]}' is not a call; write Pass, X, XX, 1NT or 2M")
            return word
        suit = binding[found[3]]
        return found[1] + (OTHER_SUIT[suit] if found[2] else suit)


def bindings(variables: str) -> list[dict[str, str]]:
    """Return every way to give variables suits, the higher suits first.

    >>> bindings("Mm")[:2], bindings("")
    ([{'M': 'S', 'm': 'D'}, {'M': 'S', 'm': 'C'}], [{}])
    """
    found: list[dict[str, str]] = [{}]
    for name in sorted(set(variables)):
        found = [{**one, name: suit} for one in found for suit in VARIABLES[name]]
    return found


def position_of(calls: Sequence[Made]) -> Position:
    """Return the position after some calls, with the passes that are not written.

    Between two calls of one side the other passed; after the last call the next hand did, if that
    is not of the side of the system.

    >>> [made.call for made in position_of([Made("1NT", True), Made("2C", True)])]
    ['1NT', 'Pass', '2C', 'Pass']
    """
    found: list[Made] = []
    for made in calls:
        if found and found[-1].ours == made.ours:
            found.append(Made("Pass", not made.ours))
        found.append(made)
    if found and found[-1].ours:
        found.append(Made("Pass", False))
    first = next((at for at, made in enumerate(found) if made.call != "Pass"), len(found))
    return tuple(found[first:])


def position_text(position: Position) -> str:
    """Return a position as a system writes it: without the opponents' passes.

    >>> position_text(position_of([Made("1S", True), Made("2H", False)])), position_text(())
    ('1S (2H)', '')
    """
    shown = (made.call if made.ours else f"({made.call})" for made in position)
    return " ".join(word for word in shown if word != "(Pass)")


def auction_of(text: str) -> Auction:
    """Return the auction of a text such as ``1NT 2C 2H`` or ``1S (2H) X``, all passes filled in.

    Calls in brackets are the opponents', who pass where none is written. North makes the first call
    of the side; the auction is at the side's turn, unless it is over or ends with a bracket.

    >>> auction_of("1NT 2C").calls, auction_of("(1H) X").dealer, auction_of("").turn
    (('1NT', 'Pass', '2C', 'Pass'), <Seat.WEST: 3>, <Seat.NORTH: 0>)

    :raises CardError: if a call is none, or not legal there
    """
    made: list[Made] = []
    for word in text.replace(",", " ").replace("-", " ").split():
        bracketed = word.startswith("(") and word.endswith(")")
        call = call_word(word[1:-1] if bracketed else word)
        if call is None:
            raise CardError(f"'{word[:20]}' is not a call; write 1NT 2C 2H, or 1S (2H) X")
        if made and made[-1].ours != bracketed:
            made.append(Made("Pass", bracketed))
        made.append(Made(call, not bracketed))
    auction = Auction(Seat.NORTH if not made or made[0].ours else Seat.WEST)
    for each in made:
        auction = auction.with_call(each.call)
    if made and made[-1].ours and auction.turn is not None:
        auction = auction.with_call("Pass")
    return auction
