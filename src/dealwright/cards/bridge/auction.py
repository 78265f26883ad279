"""Auctions: the calls of a board, which are legal, when it ends, and its contract.

Laws of Duplicate Bridge 2017, Laws 17 to 22. A call is PBN's word: ``Pass``, ``X``, ``XX``, or a
bid from ``1C`` to ``7NT``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from dealwright.base.errors import CardError
from dealwright.cards import Seat, Strain

__all__ = [
    "BIDS",
    "Auction",
    "DeclaredContract",
    "call_word",
    "contract_so_far",
    "illegal_call",
    "passes_to_end",
]

BIDS = tuple(f"{level}{strain.word}" for level in range(1, 8) for strain in Strain)
_RANKS = {bid: rank for rank, bid in enumerate(BIDS)}
_WORDS = {
    "P": "Pass", "PASS": "Pass", "NB": "Pass", "X": "X", "D": "X", "DBL": "X", "DOUBLE": "X",
    "XX": "XX", "R": "XX", "RDBL": "XX", "REDBL": "XX", "REDOUBLE": "XX",
}  # fmt: skip
_SEATS = tuple(Seat)
_SUITS = str.maketrans("♠♥♦♣", "SHDC")
_BID = re.compile(r"[1-7](?:NT?|[SHDC])")


class DeclaredContract(NamedTuple):
    """A contract in PBN's words and its declarer; ``scoring.Contract`` is what scores.

    ``strain`` is ``S H D C`` or ``NT``, ``risk`` is "", ``X`` or ``XX``.
    """

    level: int
    strain: str
    risk: str
    declarer: Seat

    @property
    def text(self) -> str:
        """The contract as PBN writes it, without the declarer."""
        return f"{self.level}{self.strain}{self.risk}"


@dataclass(frozen=True)
class Auction:
    """A legal auction so far; ``calls`` begin with the dealer's.

    >>> auction = Auction(Seat.WEST).with_call("1nt").with_call("X")
    >>> auction.turn, auction.calls
    (<Seat.EAST: 1>, ('1NT', 'X'))
    >>> auction.legal_calls[:4]
    ('Pass', 'XX', '2C', '2D')
    >>> for _ in range(3):
    ...     auction = auction.with_call("p")
    >>> auction.turn, auction.contract
    (None, DeclaredContract(level=1, strain='NT', risk='X', declarer=<Seat.WEST: 3>))
    """

    dealer: Seat
    calls: tuple[str, ...] = ()

    @classmethod
    def of(cls, dealer: Seat, calls: Sequence[str]) -> Auction:
        """Return the auction of calls in any spelling.

        :raises CardError: if one is not a call, or is not legal
        """
        auction = cls(dealer)
        for call in calls:
            auction = auction.with_call(call)
        return auction

    @property
    def turn(self) -> Seat | None:
        """Who calls next; None if the auction is over."""
        if not passes_to_end(self.calls):
            return None
        return Seat((self.dealer + len(self.calls)) % 4)

    @property
    def legal_calls(self) -> tuple[str, ...]:
        """The calls that may come next: ``Pass``, ``X``, ``XX``, then bids; none if it is over."""
        if self.turn is None:
            return ()
        actions = [index for index, call in enumerate(self.calls) if call != "Pass"]
        calls = ["Pass"]
        if actions and (len(self.calls) - actions[-1]) % 2 == 1:  # the opponents called it
            calls += {"X": ["XX"], "XX": []}.get(self.calls[actions[-1]], ["X"])
        last = max((BIDS.index(call) for call in self.calls if call in BIDS), default=-1)
        return (*calls, *BIDS[last + 1 :])

    @property
    def contract(self) -> DeclaredContract | None:
        """The contract of an auction that is over; None before, and if all passed."""
        return None if self.turn is not None else contract_so_far(self.calls, self.dealer)

    def with_call(self, text: str) -> Auction:
        """Return the auction with another call, in any spelling.

        :raises CardError: if it is not a call, or is not legal
        """
        call, turn = call_word(text), self.turn
        if call is None:
            raise CardError(f"'{text[:20]}' is not a call; write Pass, X, XX or a bid such as 1NT")
        if turn is None:
            raise CardError(f"{call} comes too late: the auction is over")
        if call not in self.legal_calls:
            last = next((earlier for earlier in reversed(self.calls) if earlier in BIDS), None)
            why = {
                "X": "only a bid of the opponents can be doubled",
                "XX": "only a double of the opponents can be redoubled",
            }.get(call, f"a bid must be higher than {last}")
            raise CardError(f"{turn.name.lower()} cannot call {call}: {why}")
        return replace(self, calls=(*self.calls, call))


def call_word(text: str) -> str | None:
    """Return PBN's word for a call in any spelling, or None if it is not a call.

    >>> call_word("p"), call_word("1n"), call_word("4♠"), call_word("dbl"), call_word("8S")
    ('Pass', '1NT', '4S', 'X', None)
    """
    word = text.upper().translate(_SUITS)
    if word in _WORDS:
        return _WORDS[word]
    if _BID.fullmatch(word):
        return word + "T" if word.endswith("N") else word
    return None


def illegal_call(calls: Sequence[str]) -> int:
    """Return the place of the first call that is not legal, or -1; calls are PBN's words.

    >>> illegal_call(["1S", "1C"]), illegal_call(["Pass", "X"]), illegal_call(["1S", "X", "XX"])
    (1, 1, -1)
    >>> illegal_call(["1S", "Pass", "Pass", "Pass", "Pass"])
    4
    """
    bid, risk, side, passes = -1, "", 0, 0
    for place, call in enumerate(calls):
        if passes >= (3 if bid >= 0 else 4):
            return place
        if call == "Pass":
            passes += 1
            continue
        if call == "X":
            legal = bid >= 0 and not risk and place % 2 != side
        elif call == "XX":
            legal = risk == "X" and place % 2 == side
        else:
            legal, bid, call, side = _RANKS[call] > bid, _RANKS[call], "", place % 2
        if not legal:
            return place
        risk, passes = call, 0
    return -1


def passes_to_end(calls: Sequence[str]) -> int:
    """Return how many passes end an auction; 0 if it is over.

    >>> passes_to_end([]), passes_to_end(["1C", "Pass"]), passes_to_end(["Pass"] * 4)
    (4, 2, 0)
    """
    passes = 0
    while passes < len(calls) and calls[-1 - passes] == "Pass":
        passes += 1
    return max(0, (4 if passes == len(calls) else 3) - passes)


def contract_so_far(calls: Sequence[str], dealer: Seat) -> DeclaredContract | None:
    """Return the contract if all players pass from here on; None without a bid.

    >>> contract_so_far(["1S", "X", "2S", "Pass"], Seat.WEST)
    DeclaredContract(level=2, strain='S', risk='', declarer=<Seat.WEST: 3>)
    """
    last, risk = len(calls) - 1, ""
    while last >= 0 and calls[last] in ("Pass", "X", "XX"):
        if not risk and calls[last] != "Pass":
            risk = calls[last]
        last -= 1
    if last < 0:
        return None
    strain, first = calls[last][1:], last % 2
    while calls[first][1:] != strain:  # the first bid of the side in the strain
        first += 2
    return DeclaredContract(int(calls[last][0]), strain, risk, _SEATS[(dealer + first) % 4])
