"""The scores of contracts, and the IMPs of differences of scores.

Laws of Duplicate Bridge 2017, Laws 77 and 78.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from dealwright.base.errors import CardError
from dealwright.cards import Strain

__all__ = ["IMP_STEPS", "Contract", "imps"]

# Law 78B: the least difference of each number of IMPs, from 1 to 24.
IMP_STEPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
_STRAINS = tuple(strain.letter for strain in Strain)


@dataclass(frozen=True)
class Contract:
    """A contract: ``level`` 1 to 7, ``strain`` one of C D H S N, ``doubled`` 0, 1 or 2 times.

    :raises CardError: if there is no such contract
    """

    level: int
    strain: str
    doubled: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7 or self.strain not in _STRAINS or self.doubled > 2:
            raise CardError(f"{self.level}{self.strain} is not a contract; write 3N or 4HX")

    @classmethod
    def parse(cls, text: str) -> Contract:
        """Read a contract such as ``3N``, ``3NT``, ``4HX`` or ``7CXX``, in any case.

        >>> Contract.parse("4hxx"), str(Contract.parse("3NT"))
        (Contract(level=4, strain='H', doubled=2), '3N')

        :raises CardError: if the text is not a contract
        """
        match = re.fullmatch(r"([1-7])(NT?|[CDHS])(X{0,2})", text.strip().upper())
        if match is None:
            raise CardError(f"'{text}' is not a contract; write 3N, 4H or 4HX")
        return cls(int(match[1]), match[2][0], len(match[3]))

    @property
    def word(self) -> str:
        """The contract with its notrump as ``NT``: ``3NT``, ``4HX``."""
        return f"{self.level}{'NT' if self.strain == 'N' else self.strain}{'X' * self.doubled}"

    @property
    def minor(self) -> bool:
        """Whether the strain is clubs or diamonds."""
        return self.strain in "CD"

    def score(self, tricks: int, *, vulnerable: bool) -> int:
        """Return declarer's points for taking 0 to 13 tricks, below 0 where the contract fails.

        >>> Contract.parse("3N").score(9, vulnerable=True)
        600
        >>> Contract.parse("4SX").score(8, vulnerable=False)
        -300

        :raises CardError: if there cannot be so many tricks
        """
        if not 0 <= tricks <= 13:
            raise CardError(f"declarer can take 0 to 13 tricks, not {tricks}")
        over = tricks - self.level - 6
        return self._made(over, vulnerable) if over >= 0 else -self._down(-over, vulnerable)

    def _made(self, over: int, vulnerable: bool) -> int:
        trick_value = 20 if self.minor else 30
        tricks = (trick_value * self.level + 10 * (self.strain == "N")) << self.doubled
        bonus = 50 if tricks < 100 else 500 if vulnerable else 300
        if self.level >= 6:
            slam = 750 if vulnerable else 500
            bonus += slam if self.level == 6 else 2 * slam
        overtrick_value = trick_value if not self.doubled else 100 * self.doubled * (1 + vulnerable)
        return tricks + bonus + 50 * self.doubled + over * overtrick_value

    def _down(self, down: int, vulnerable: bool) -> int:
        if not self.doubled:
            return down * (100 if vulnerable else 50)
        first = 200 * down - 100 if not vulnerable else 300 * down - 100
        return (first + (0 if vulnerable else 100 * max(0, down - 3))) * self.doubled

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{'X' * self.doubled}"


def imps(difference: int) -> int:
    """Return the IMPs of a difference of scores, with its sign.

    >>> imps(620 - 170), imps(-10), imps(-4000)
    (10, 0, -24)
    """
    won = bisect_right(IMP_STEPS, abs(difference))
    return won if difference >= 0 else -won
