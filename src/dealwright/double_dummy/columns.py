"""Double-dummy results as columns of deals: tricks, whether a contract makes, and par.

What was solved is remembered for the last few thousand deals, as the least and the most tricks that
each declarer may still have in each strain. So columns of one declarer and strain, and a goal and
the tricks themselves, share their solves, and a batch is asked only what is not known yet.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.bridge.boards import Vulnerability
from dealwright.bridge.scoring import Contract
from dealwright.cards import Seat, Strain
from dealwright.deals.columns import DealColumn
from dealwright.double_dummy.asked import asked_solver

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.kernels.stopping import StopFlag

__all__ = [
    "MakesColumn",
    "ParColumn",
    "TricksColumn",
    "fill",
    "forget",
    "known_tables",
    "known_tricks",
]

_SIGNS = {"ns": 1, "ew": -1}  # of a score for north and south
_MOST_PAR = 7600  # 7NT redoubled and doubled undertricks: no score is greater
_REMEMBERED = 8192  # deals: 2 MB

# Nanoseconds of one core a deal, on random deals.
_GOAL, _CONTRACT, _TABLE = 2.5e6, 2.5e7, 2.1e8
_BOARDS, _TABLES = 200, 8  # deals in one call: half a second, or two


class _Known:
    """What is known of the tricks of the deals asked about last, safe for several threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._rows: OrderedDict[bytes, NDArray[np.int8]] = OrderedDict()

    def bounds(self, masks: NDArray[np.uint64]) -> NDArray[np.int8]:
        """Return the least and the most tricks, int8[n, 2, 4, 5]: seats, strains."""
        found = np.empty((len(masks), 2, 4, 5), dtype=np.int8)
        found[:, 0], found[:, 1] = 0, 13
        with self._lock:
            for at, deal in enumerate(masks):
                row = self._rows.get(deal.tobytes())
                if row is not None:
                    found[at] = row
        return found

    def keep(self, masks: NDArray[np.uint64], bounds: NDArray[np.int8]) -> None:
        """Keep what is known now of deals, and forget the deals kept first."""
        with self._lock:
            for deal, row in zip(masks, bounds, strict=True):
                key = deal.tobytes()
                self._rows[key] = row.copy()
                self._rows.move_to_end(key)
            while len(self._rows) > self._most:
                self._rows.popitem(last=False)

    def __len__(self) -> int:
        return len(self._rows)

    def forget(self) -> None:
        """Forget every deal."""
        with self._lock:
            self._rows.clear()


_KNOWN = _Known(_REMEMBERED)


def forget() -> None:
    """Forget what is known of deals: another solver is to be asked."""
    _KNOWN.forget()


def known_tricks(masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
    """Return a declarer's tricks in a strain for deals of uint64[n, 4], int8[n].

    Only deals of which they are not known yet are solved.

    :raises SolverError: if no solver is installed, or it fails
    """
    bounds = _KNOWN.bounds(masks)
    least, most = bounds[:, 0, declarer, strain], bounds[:, 1, declarer, strain]
    missing = np.flatnonzero(least < most)
    if len(missing):
        found = asked_solver().tricks(masks[missing], declarer, strain)
        least[missing] = most[missing] = found
        _KNOWN.keep(masks[missing], bounds[missing])
    return least


def known_tables(
    masks: NDArray[np.uint64],
    strains: Sequence[Strain] = tuple(Strain),
    *,
    stop: StopFlag | None = None,
) -> NDArray[np.int8]:
    """Return every declarer's tricks in some strains for deals of uint64[n, 4], int8[n, 4, 5].

    Other strains are -1. Only deals of which something is not known yet are solved.

    :raises SolverError: if no solver is installed, or it fails
    :raises Stopped: if the flag was set before they were solved
    """
    asked, bounds = list(strains), _KNOWN.bounds(masks)
    least, most = bounds[:, 0], bounds[:, 1]
    missing = np.flatnonzero((least != most)[:, :, asked].any(axis=(1, 2)))
    if len(missing):
        solved = asked_solver().tables(masks[missing], asked, stop=stop)
        for strain in asked:
            least[missing, :, strain] = most[missing, :, strain] = solved[:, :, strain]
        _KNOWN.keep(masks[missing], bounds[missing])
    tables = np.full_like(least, -1)
    tables[:, :, asked] = least[:, :, asked]
    return tables


def fill(columns: Iterable[DealColumn], masks: NDArray[np.uint64]) -> None:
    """Solve deals of uint64[n, 4] at once where columns of tricks would cost more one by one.

    :raises SolverError: if no solver is installed, or it fails
    """
    asked = {column for column in columns if isinstance(column, TricksColumn)}
    if sum(column.cost for column in asked) > _TABLE:
        known_tables(masks)


def _reached(
    masks: NDArray[np.uint64], declarer: Seat, strain: Strain, tricks: int
) -> NDArray[np.bool_]:
    """Return where declarer takes at least so many tricks, bool[n]."""
    bounds = _KNOWN.bounds(masks)
    least, most = bounds[:, 0, declarer, strain], bounds[:, 1, declarer, strain]
    missing = np.flatnonzero((least < tricks) & (most >= tricks))
    if len(missing):
        made = asked_solver().makes(masks[missing], declarer, strain, tricks)
        least[missing] = np.where(made, tricks, least[missing])
        most[missing] = np.where(made, most[missing], tricks - 1)
        _KNOWN.keep(masks[missing], bounds[missing])
    reached: NDArray[np.bool_] = least >= tricks
    return reached


@dataclass(frozen=True)
class TricksColumn(DealColumn):
    """The tricks of a declarer in a strain.

    >>> column = TricksColumn(Seat.SOUTH, Strain.SPADES)
    >>> column.name, column.bounds, column.at_least(10).name
    ('tricks(south, spades)', (0, 13), 'tricks(south, spades) >= 10')
    """

    declarer: Seat
    strain: Strain

    bounds = (0, 13)
    cost = _CONTRACT
    chunk = _BOARDS
    readable = True

    @property
    def name(self) -> str:
        """The column as a condition writes it."""
        return f"tricks({self.declarer.name.lower()}, {self.strain.name.lower()})"

    def values(self, masks: NDArray[np.uint64]) -> NDArray[np.int8]:
        """Return the tricks of each deal, int8[n].

        :raises SolverError: if no solver is installed, or it fails
        """
        return known_tricks(masks, self.declarer, self.strain)

    def at_least(self, value: int) -> DealColumn:
        """Return the column of whether there are so many tricks, which is solved in a tenth."""
        return _GoalColumn(self.declarer, self.strain, value)


@dataclass(frozen=True)
class _GoalColumn(DealColumn):
    """Whether a declarer takes at least so many tricks: part of a comparison of tricks."""

    declarer: Seat
    strain: Strain
    tricks: int

    cost = _GOAL
    chunk = _BOARDS

    @property
    def name(self) -> str:
        """The comparison that it is."""
        return f"{TricksColumn(self.declarer, self.strain).name} >= {self.tricks}"

    def values(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return where there are so many tricks, bool[n].

        :raises SolverError: if no solver is installed, or it fails
        """
        return _reached(masks, self.declarer, self.strain, self.tricks)


@dataclass(frozen=True)
class MakesColumn(DealColumn):
    """Whether a declarer makes a contract.

    >>> MakesColumn(Contract.parse("3NT"), Seat.SOUTH).name
    'makes(3NT, south)'
    """

    contract: Contract
    declarer: Seat

    cost = _GOAL
    chunk = _BOARDS
    readable = True

    @property
    def name(self) -> str:
        """The column as a condition writes it."""
        return f"makes({self.contract.word}, {self.declarer.name.lower()})"

    def values(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return where the contract makes, bool[n].

        :raises SolverError: if no solver is installed, or it fails
        """
        contract = self.contract
        return _reached(masks, self.declarer, Strain.of(contract.strain), contract.level + 6)


@dataclass(frozen=True)
class ParColumn(DealColumn):
    """The par score in points of a side, ``ns`` or ``ew``.

    >>> ParColumn("ew").name, ParColumn("ns", Vulnerability.ALL, Seat.WEST).name
    ('par(ew)', 'par(ns, all, west)')
    """

    side: str
    vulnerability: Vulnerability = Vulnerability.NONE
    dealer: Seat = Seat.NORTH

    bounds = (-_MOST_PAR, _MOST_PAR)
    cost = _TABLE
    chunk = _TABLES
    readable = True

    @property
    def name(self) -> str:
        """The column as a condition writes it."""
        words = [self.side]
        if self.vulnerability is not Vulnerability.NONE or self.dealer is not Seat.NORTH:
            words.append(self.vulnerability.value.lower())
        if self.dealer is not Seat.NORTH:
            words.append(self.dealer.name.lower())
        return f"par({', '.join(words)})"

    def values(self, masks: NDArray[np.uint64]) -> NDArray[Any]:
        """Return par of each deal in points for the side, int32[n].

        :raises SolverError: if no solver is installed, or it fails
        """
        from dealwright.double_dummy.par import par

        tables, sign = known_tables(masks), _SIGNS[self.side]
        scores = [sign * par(table, self.vulnerability, self.dealer).score for table in tables]
        return np.array(scores, dtype=np.int32)
