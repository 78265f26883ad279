"""Positions of an auction as a system writes them: calls of its side and of the opponents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dealwright.base.errors import CardError
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction, call_word

__all__ = [
    "OTHER_SUIT",
    "VARIABLES",
    "CallPattern",
    "MadeCall",
    "Position",
    "auction_of",
    "bindings",
    "position_of",
    "position_text",
]

VARIABLES: dict[str, tuple[str, str]] = {"M": ("S", "H"), "m": ("D", "C")}
"""Letters of calls that stand for either major or either minor, the higher first; ``o`` before a
letter stands for the other suit."""
_WITH_VARIABLE = re.compile(r"([1-7])(o?)([Mm])")
OTHER_SUIT = {"S": "H", "H": "S", "D": "C", "C": "D"}
"""The other major of a major, the other minor of a minor."""


class MadeCall(NamedTuple):
    """A call that was made: its word, and whether the system's side made it."""

    call: str
    ours: bool


Position = tuple[MadeCall, ...]
"""The calls from the first bid on, passes of both sides included; none for an opening."""


@dataclass(frozen=True)
class CallPattern:
    """A call as a system writes it: a word, or a bid with a variable suit, ``2M`` or ``3oM``."""

    text: str

    @property
    def variables(self) -> str:
        """The variables in it."""
        match = _WITH_VARIABLE.fullmatch(self.text)
        return match[3] if match else ""

    def word(self, binding: dict[str, str]) -> str:
        """Return the call with its variables replaced by suit letters.

        >>> CallPattern("3oM").word({"M": "S"}), CallPattern("1nt").word({})
        ('3H', '1NT')

        :raises CardError: if it is not a call
        """
        match = _WITH_VARIABLE.fullmatch(self.text)
        if match is None:
            word = call_word(self.text)
            if word is None:
                raise CardError(f"'{self.text[:20]}' is not a call; write Pass, X, XX, 1NT or 2M")
            return word
        suit = binding[match[3]]
        return match[1] + (OTHER_SUIT[suit] if match[2] else suit)


def bindings(variables: str) -> list[dict[str, str]]:
    """Return every assignment of suits to variables, the higher suits first.

    >>> bindings("Mm")[:2], bindings("")
    ([{'M': 'S', 'm': 'D'}, {'M': 'S', 'm': 'C'}], [{}])
    """
    bindings_: list[dict[str, str]] = [{}]
    for name in sorted(set(variables)):
        bindings_ = [{**binding, name: suit} for binding in bindings_ for suit in VARIABLES[name]]
    return bindings_


def position_of(calls: Sequence[MadeCall]) -> Position:
    """Return the position after some calls, with the passes that are not written.

    The other side passed between two calls of one side. The opponents also passed after a last call
    of the system's side.

    >>> [made.call for made in position_of([MadeCall("1NT", True), MadeCall("2C", True)])]
    ['1NT', 'Pass', '2C', 'Pass']
    """
    complete: list[MadeCall] = []
    for made in calls:
        if complete and complete[-1].ours == made.ours:
            complete.append(MadeCall("Pass", not made.ours))
        complete.append(made)
    if complete and complete[-1].ours:
        complete.append(MadeCall("Pass", False))
    first = next(
        (index for index, made in enumerate(complete) if made.call != "Pass"), len(complete)
    )
    return tuple(complete[first:])


def position_text(position: Position) -> str:
    """Return a position as a system writes it: without the opponents' passes.

    >>> position_text(position_of([MadeCall("1S", True), MadeCall("2H", False)])), position_text(())
    ('1S (2H)', '')
    """
    shown = (made.call if made.ours else f"({made.call})" for made in position)
    return " ".join(word for word in shown if word != "(Pass)")


def auction_of(text: str) -> Auction:
    """Return the auction of a text such as ``1NT 2C 2H`` or ``1S (2H) X``, all passes filled in.

    Calls in brackets are the opponents', who otherwise pass. North makes the first call of the
    side. It is the side's turn next, unless the auction is over or ends with a bracket. Passes of
    the opponents may be written without brackets, if all are: ``1NT P 2C P 2H``.

    >>> auction_of("1NT 2C").calls, auction_of("(1H) X").dealer, auction_of("").turn
    (('1NT', 'Pass', '2C', 'Pass'), <Seat.WEST: 3>, <Seat.NORTH: 0>)
    >>> auction_of("1NT P 2C P 2H") == auction_of("1NT 2C 2H")
    True

    :raises CardError: if a word is not a call, or a call is not legal
    """
    words = text.replace(",", " ").replace("-", " ").split()
    try:
        return _auction_of(words)
    except CardError:
        others = words[1::2]
        if len(words) < 3 or any(call_word(word) != "Pass" for word in others):
            raise
        return _auction_of(words[::2])


def _auction_of(words: Sequence[str]) -> Auction:
    """Return the auction of words, the opponents' in brackets.

    :raises CardError: if a word is not a call, or a call is not legal
    """
    calls: list[MadeCall] = []
    for word in words:
        bracketed = word.startswith("(") and word.endswith(")")
        call = call_word(word[1:-1] if bracketed else word)
        if call is None:
            raise CardError(f"'{word[:20]}' is not a call; write 1NT 2C 2H, or 1S (2H) X")
        if calls and calls[-1].ours != bracketed:
            calls.append(MadeCall("Pass", bracketed))
        calls.append(MadeCall(call, not bracketed))
    auction = Auction(Seat.NORTH if not calls or calls[0].ours else Seat.WEST)
    for made_call in calls:
        auction = auction.with_call(made_call.call)
    if calls and calls[-1].ours and auction.turn is not None:
        auction = auction.with_call("Pass")
    return auction
