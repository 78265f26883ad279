"""Par: the score when everybody knows all cards and bids as well as possible.

The auction is a game: from the dealer on, each seat passes or bids any higher contract, and three
passes end it. Who bids a contract declares it, and a contract that fails is doubled. The game is
solved backwards from 7NT. A side that loses nothing by bidding on does so, as in most programs: a
sacrifice is then the last one, made against the contract that it is cheaper than.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dealwright.bridge.boards import Vulnerability
from dealwright.bridge.scoring import Contract
from dealwright.cards import Seat, Strain
from dealwright.errors import ArgumentError

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import ArrayLike

    from dealwright.records import LETTER, TEXT

__all__ = ["Par", "ParContract", "par"]

_BIDS = [(level, strain) for level in range(1, 8) for strain in Strain]


@dataclass(frozen=True)
class ParContract:
    """A contract that gives the par score: its declarers, who take equally many tricks."""

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

    Of contracts that differ in level alone, such as 2S with an overtrick and 3S, the lowest that
    the other side would rather not bid over is named. There is none if the board is passed out.

    >>> from dealwright import par
    >>> table = [[7, 5, 6, 5, 6], [5, 7, 6, 8, 6], [7, 5, 6, 5, 6], [5, 7, 6, 8, 6]]
    >>> found = par(table)
    >>> found.score, str(found)
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

    The dealer matters only where those who bid first have the better of it.

    >>> north, east = [6, 8, 10, 4, 9], [7, 3, 2, 9, 3]
    >>> print(par([north, east, north, east], "ns", "east"))
    +100 EW 4SX-1
    >>> par([north, east, north, east], "ew").contracts[0].contract
    Contract(level=4, strain='S', doubled=1)

    :raises ArgumentError: if the table is not 4 x 5 numbers of tricks, 0 to 13
    """
    made = np.asarray(table)
    if made.shape != (4, 5) or made.dtype.kind not in "iu" or made.min() < 0 or made.max() > 13:
        raise ArgumentError("par is of a table of 4 x 5 numbers of tricks, each 0 to 13")
    sides = vulnerability
    if not isinstance(sides, Vulnerability):
        sides = Vulnerability.parse(sides)
    tricks = made.tolist()
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
    found = list[_Bid]()
    for level, strain in _BIDS:
        made = tricks[seat][strain]
        contract = Contract(level, strain.letter, int(made < level + 6))
        score = contract.score(made, vulnerable=sides in (side, Vulnerability.ALL))
        equal = tuple(
            each for each in Seat if each % 2 == seat % 2 and tricks[each][strain] == made
        )
        found.append(_Bid(contract, equal, made, -score if seat % 2 else score))
    return found


def _par(bids: list[list[_Bid]], dealer: Seat) -> Par:
    """Solve the auction; ``bids`` are those of each seat."""
    best = [_NEVER if seat % 2 else -_NEVER for seat in Seat]  # of each seat's higher bids
    # From 7NT down: what the game is worth at a seat's bid and after each pass, of which the last
    # leaves the score of the contract; and what each seat gets by bidding over it.
    worth = list[list[list[int]]]()
    above = list[list[int]]()
    for at in range(len(_BIDS) - 1, -1, -1):
        above.append(best)
        worth.append([_passes(best, seat.left, 3, bids[seat][at].score) for seat in Seat])
        best = [_better(seat, best[seat], worth[-1][seat][0]) for seat in Seat]
    opening = _passes(best, dealer, 4, 0)
    score = opening[0]
    found = dict[tuple[int, str, int], ParContract]()
    turns = _turns(dealer, opening)
    for at in range(len(_BIDS)):
        values, higher = worth[-1 - at], above[-1 - at]
        reached = [seat for seat in Seat if seat in turns and values[seat][0] == score]
        for seat in reached:
            bid, rivals = bids[seat][at], (seat.left, seat.right)
            final = bid.score == score and all(
                higher[each] != score == _better(each, higher[each], score) for each in rivals
            )
            # of two sides that may bid it, the one that makes it does
            beaten = any(each in reached and bids[each][at].makes for each in rivals)
            if final and (bid.makes or not beaten):
                contract = ParContract(bid.contract, bid.declarers, bid.tricks)
                found.setdefault((seat % 2, bid.contract.strain, bid.tricks), contract)
        for seat in reached:
            turns |= _turns(seat.left, values[seat])
    return Par(score, tuple(found.values()) if score else ())


def _passes(best: list[int], first: Seat, seats: int, end: int) -> list[int]:
    """Return what the game is worth before each of some seats calls, and after all have passed."""
    values = [end]
    for at in range(seats - 1, -1, -1):
        seat = Seat((first + at) % 4)
        values.append(_better(seat, best[seat], values[-1]))
    return values[::-1]


def _turns(first: Seat, values: list[int]) -> set[Seat]:
    """Return the seats that have a turn if nobody's pass is a mistake; see ``_passes``."""
    right = next((at for at, value in enumerate(values) if value != values[0]), len(values) - 1)
    return {Seat((first + at) % 4) for at in range(right)}


def _better(seat: int, first: int, second: int) -> int:
    """Return the better of two scores for a seat."""
    return min(first, second) if seat % 2 else max(first, second)


_NEVER = 1 << 20
