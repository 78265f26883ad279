"""Contracts with their declarers, and what every number of tricks is worth in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from dealwright.base.errors import ArgumentError, CardError
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.scoring import IMP_STEPS, Contract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = [
    "SIDES",
    "TABLE_TRICKS",
    "VULNERABLE",
    "Alternative",
    "alternatives_of",
    "checked_side",
    "imp_table",
    "imps_of",
    "match_table",
    "usual_declarer",
]

Score = TypeVar("Score", np.int64, np.float64)

SIDES = {"ns": 0, "ew": 1}  # the seats' remainder by 2
VULNERABLE = {"none": False, "all": True}  # the vulnerabilities that are answered in one run

# Tricks at the table less double-dummy tricks, by the level of the contract; slams together. Means
# of 30 million plays on OKbridge.
TABLE_TRICKS = (0.37, 0.15, 0.14, -0.01, 0.06, -0.09, -0.09)
_ALTERNATIVE = re.compile(r"\s*(.*?)\s*(?:-\s*([NESW]|NORTH|EAST|SOUTH|WEST)\s*)?\Z", re.IGNORECASE)
_HUNDREDTHS = 100


@dataclass(frozen=True)
class Alternative:
    """A contract and its declarer; a contract of None is a deal that is passed out.

    >>> str(Alternative.parse("4sx-n", Seat.SOUTH)), str(Alternative.parse("3NT", Seat.SOUTH))
    ('4SX-N', '3NT-S')
    """

    contract: Contract | None
    declarer: Seat

    @classmethod
    def parse(cls, text: str, declarer: Seat | None = None) -> Alternative:
        """Read a contract such as ``4SX-N``, or ``pass``; ``declarer`` is the default declarer.

        :raises CardError: if the text is not a contract, or has no declarer
        :raises ArgumentError: if it is no text
        """
        if not isinstance(text, str):
            raise ArgumentError(f"a contract is a text such as 3NT or 4S-N, not {text!r}")
        match = _ALTERNATIVE.match(text)
        word = match[1] if match else text
        if word.upper() in ("PASS", "P"):
            return cls(None, Seat.NORTH if declarer is None else declarer)
        contract = Contract.parse(word)
        seat = Seat.of(match[2]) if match and match[2] else declarer
        if seat is None:
            raise CardError(f"who declares {text.strip()}? Write {text.strip()}-S, for example")
        return cls(contract, seat)

    def __str__(self) -> str:
        if self.contract is None:
            return "pass"
        level, strain = self.contract.level, self.strain.word
        return f"{level}{strain}{'X' * self.contract.doubled}-{self.declarer.letter}"

    @property
    def code(self) -> int:
        """A number of its own for each contract and declarer; 0 for any deal that is passed out.

        >>> str(Alternative.of_code(Alternative.parse("4SX-N").code)), Alternative.parse("p").code
        ('4SX-N', 0)
        """
        if self.contract is None:
            return 0
        level, doubled = self.contract.level, self.contract.doubled
        return ((level * 5 + self.strain) * 3 + doubled) * 4 + self.declarer

    @classmethod
    def of_code(cls, code: int) -> Alternative:
        """Return the alternative with a number; see ``code``."""
        if not code:
            return cls(None, Seat.NORTH)
        rest, declarer = divmod(code, 4)
        rest, doubled = divmod(rest, 3)
        level, strain = divmod(rest, 5)
        return cls(Contract(level, Strain(strain).letter, doubled), Seat(declarer))

    @property
    def strain(self) -> Strain:
        """The strain; notrump for a deal that is passed out."""
        return Strain.NOTRUMP if self.contract is None else Strain.of(self.contract.strain)

    @property
    def needed(self) -> int:
        """The tricks that make the contract; 0 without one."""
        return 0 if self.contract is None else self.contract.level + 6

    def scores(self, side: int, *, vulnerable: bool) -> NDArray[np.int64]:
        """Return the score of a side (0 north and south, 1 the others) by tricks, int64[14]."""
        if self.contract is None:
            return np.zeros(14, dtype=np.int64)
        by_tricks = [self.contract.score(tricks, vulnerable=vulnerable) for tricks in range(14)]
        return np.array(by_tricks, dtype=np.int64) * (1 if self.declarer % 2 == side else -1)

    def scores_of(self, side: int, tricks: int) -> dict[str, int]:
        """Return the score of a side for a number of tricks, by vulnerability.

        >>> Alternative.parse("3NT-S").scores_of(0, 8)
        {'none': -50, 'all': -100}
        """
        return {
            name: int(self.scores(side, vulnerable=vulnerable)[tricks])
            for name, vulnerable in VULNERABLE.items()
        }

    def shift(self, *, table: bool) -> NDArray[np.int64]:
        """Return the chances in hundredths of table tricks by double-dummy tricks, int64[14, 14].

        Without ``table`` the tricks are the same. With it, the mean moves by ``TABLE_TRICKS``: that
        share of the deals ends with one trick more or less.
        """
        chances = np.eye(14, dtype=np.int64) * _HUNDREDTHS
        if not table or self.contract is None:
            return chances
        moved_hundredths = round(TABLE_TRICKS[self.contract.level - 1] * _HUNDREDTHS)
        for tricks in range(14):
            shifted = tricks + (1 if moved_hundredths > 0 else -1)
            if 0 <= shifted <= 13:
                chances[tricks, tricks] -= abs(moved_hundredths)
                chances[tricks, shifted] += abs(moved_hundredths)
        return chances


def checked_side(side: str) -> str:
    """Return a side, ``ns`` or ``ew``.

    :raises ArgumentError: if it is none
    """
    if side not in SIDES:
        raise ArgumentError(f"'{side}' is not a side; write ns or ew")
    return side


def usual_declarer(side: str) -> Seat:
    """Return the default declarer of a side: south for ns, west for ew."""
    return Seat.SOUTH if side == "ns" else Seat.WEST


def alternatives_of(contracts: str | Sequence[str], declarer: Seat) -> list[Alternative]:
    """Read contracts separated by blanks or commas, or a list of them, without duplicates.

    >>> [str(alternative) for alternative in alternatives_of("3NT, 4S-N", Seat.SOUTH)]
    ['3NT-S', '4S-N']

    :raises CardError: if one cannot be read, or there is none
    :raises ArgumentError: if they are no text and no list of texts
    """
    try:
        text = contracts if isinstance(contracts, str) else " ".join(contracts)
    except TypeError:
        raise ArgumentError(
            f'write contracts as a text or a list, such as "3NT 4S-N", not {contracts!r}'
        ) from None
    words = re.sub(r"\s*-\s*", "-", text.replace(",", " ")).split()
    alternatives = list(dict.fromkeys(Alternative.parse(word, declarer) for word in words))
    if not alternatives:
        raise CardError("name at least one contract, such as 3NT or 4S-N")
    return alternatives


def imp_table(first: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the IMPs of each score of one contract against each of another, int64[14, 14]."""
    return imps_of(first[:, None] - other[None, :])


def imps_of(differences: NDArray[Score]) -> NDArray[Score]:
    """Return the IMPs of differences of scores, with their signs; see ``scoring.imps``.

    >>> imps_of(np.array([450, -10, -4000])).tolist()
    [10, 0, -24]
    """
    won = np.searchsorted(np.array(IMP_STEPS), np.abs(differences), side="right")
    return np.asarray(np.sign(differences) * won, dtype=differences.dtype)


def match_table(first: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return twice the matchpoint of each score against each other, 0 to 2, int64[14, 14]."""
    return np.asarray(np.sign(first[:, None] - other[None, :]) + 1)
