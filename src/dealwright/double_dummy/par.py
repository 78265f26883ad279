"""Par: the score if all players know all cards and bid as well as possible.

The auction is a game: from the dealer on, each seat passes or bids any higher contract, and three
passes end it. The bidder of a contract declares it, and a contract that fails is doubled. The game
is solved backwards from 7NT. As in most programs, a side that loses nothing by bidding on does so:
a sacrifice is then the last bid, over the contract that costs more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dealwright.base.errors import ArgumentError
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.cards.bridge.scoring import Contract

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import ArrayLike

    from dealwright.answers.records import LETTER, TEXT

__all__ = ["Par", "ParContract", "par"]

_BIDS = [(level, strain) for level in range(1, 8) for strain in Strain]


@dataclass(frozen=True)
class ParContract:
    """A contract with the par score, and its declarers, who take equally many tricks."""

    contract: Annotated[Contract, TEXT]
    declarers: tuple[Annotated[Seat, LETTER], ...]
    tricks: int

    def __str__(self) -> str:
        over = self.tricks - self.contract.level - 6
        letters = "".join(seat.letter for seat in self.declarers)
        return f"{letters} {self.contract}{f'{over:+}' if over else '='}"


@dataclass(frozen=True)
class Par:
    """The par score, in points for north and south, and the contracts that give it.

    Of contracts that differ only in level, such as 2S with an overtrick and 3S, the lowest that the
    other side does not gain by overcalling is given. There is none if the board is passed out.

    >>> from dealwright import par
    >>> table = [[7, 5, 6, 5, 6], [5, 7, 6, 8, 6], [7, 5, 6, 5, 6], [5, 7, 6, 8, 6]]
    >>> result = par(table)
    >>> result.score, str(result)
    (-110, '-110 EW 2S=')
    """

    score: int
    contracts: tuple[ParContract, ...]

    def __str__(self) -> str:
        names = ", ".join(map(str, self.contracts)) or "passed out"
        return f"{self.score:+} {names}" if self.score else names


def par(
    table: ArrayLike, vulnerability: Vulnerability | str = "none", dealer: Seat | str = Seat.NORTH
) -> Par:
    """Return par of a board, from the tricks of its declarers, int[4, 5] as ``solve`` gives them.

    The dealer only affects par when both sides can make the same highest contract.

    >>> north, east = [6, 8, 10, 4, 9], [7, 3, 2, 9, 3]
    >>> print(par([north, east, north, east], "ns", "east"))
    +100 EW 4SX-1
    >>> par([north, east, north, east], "ew").contracts[0].contract
    Contract(level=4, strain='S', doubled=1)

    :raises ArgumentError: if the table is not 4 x 5 numbers of tricks, 0 to 13
    """
    array = np.asarray(table)
    if array.shape != (4, 5) or array.dtype.kind not in "iu" or array.min() < 0 or array.max() > 13:
        raise ArgumentError("par needs a table of 4 x 5 numbers of tricks, each 0 to 13")
    sides = vulnerability
    if not isinstance(sides, Vulnerability):
        sides = Vulnerability.parse(sides)
    tricks = array.tolist()
    return _par([_bids(tricks, seat, sides) for seat in Seat], Seat.of(dealer))


class _Bid(NamedTuple):
    """A bid of a seat: the score for north and south if it is the final contract."""

    contract: Contract
    declarers: tuple[Seat, ...]
    tricks: int
    score: int

    @property
    def makes(self) -> bool:
        return not self.contract.doubled


def _bids(tricks: list[list[int]], seat: Seat, sides: Vulnerability) -> list[_Bid]:
    """Return the bids of a seat, from 1C to 7NT."""
    side = Vulnerability.EW if seat % 2 else Vulnerability.NS
    bids = list[_Bid]()
    for level, strain in _BIDS:
        number_made = tricks[seat][strain]
        contract = Contract(level, strain.letter, int(number_made < level + 6))
        score = contract.score(number_made, vulnerable=sides in (side, Vulnerability.ALL))
        declarers = tuple(
            other
            for other in Seat
            if other % 2 == seat % 2 and tricks[other][strain] == number_made
        )
        bids.append(_Bid(contract, declarers, number_made, -score if seat % 2 else score))
    return bids


def _par(bids: list[list[_Bid]], dealer: Seat) -> Par:
    """Solve the auction; ``bids`` are those of each seat."""
    best = [_NEVER if seat % 2 else -_NEVER for seat in Seat]  # of each seat's higher bids
    # From 7NT down: the value of the game after a seat's bid and after each pass over it (the last
    # pass gives the score of the contract), and the value of each seat's best higher bid.
    worth = list[list[list[int]]]()
    above = list[list[int]]()
    for index in range(len(_BIDS) - 1, -1, -1):
        above.append(best)
        worth.append([_passes(best, seat.left, 3, bids[seat][index].score) for seat in Seat])
        best = [_better(seat, best[seat], worth[-1][seat][0]) for seat in Seat]
    opening = _passes(best, dealer, 4, 0)
    score = opening[0]
    contracts = dict[tuple[int, str, int], ParContract]()
    turns = _turns(dealer, opening)
    for index in range(len(_BIDS)):
        values, higher = worth[-1 - index], above[-1 - index]
        reached = [seat for seat in Seat if seat in turns and values[seat][0] == score]
        for seat in reached:
            bid, rivals = bids[seat][index], (seat.left, seat.right)
            final = bid.score == score and all(
                higher[rival] != score == _better(rival, higher[rival], score) for rival in rivals
            )
            # if both sides may bid it, the side that makes it does
            beaten = any(rival in reached and bids[rival][index].makes for rival in rivals)
            if final and (bid.makes or not beaten):
                contract = ParContract(bid.contract, bid.declarers, bid.tricks)
                contracts.setdefault((seat % 2, bid.contract.strain, bid.tricks), contract)
        for seat in reached:
            turns |= _turns(seat.left, values[seat])
    return Par(score, tuple(contracts.values()) if score else ())


def _passes(best: list[int], first: Seat, seats: int, end: int) -> list[int]:
    """Return the value of the game before the call of each seat, and after all have passed."""
    values = [end]
    for turn in range(seats - 1, -1, -1):
        seat = Seat((first + turn) % 4)
        values.append(_better(seat, best[seat], values[-1]))
    return values[::-1]


def _turns(first: Seat, values: list[int]) -> set[Seat]:
    """Return the seats that have a turn if no pass is a mistake; see ``_passes``."""
    last = next((turn for turn, value in enumerate(values) if value != values[0]), len(values) - 1)
    return {Seat((first + turn) % 4) for turn in range(last)}


def _better(seat: int, first: int, second: int) -> int:
    """Return the better of two scores for a seat."""
    return min(first, second) if seat % 2 else max(first, second)


_NEVER = 1 << 20
