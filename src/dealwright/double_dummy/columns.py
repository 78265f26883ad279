"""Double-dummy results as columns of deals: tricks, whether a contract makes, and par.

Results of the last few thousand deals are kept in memory, so columns of the same declarer and
strain share them, also a goal and the tricks themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.cards.bridge.scoring import Contract
from dealwright.deals.columns import DealColumn
from dealwright.double_dummy.asks import CONTRACT, GOAL, TABLE, Tables, Tricks
from dealwright.double_dummy.current_solver import current_solver
from dealwright.double_dummy.stores import MemoryStore, StoringSolver

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.double_dummy.asks import Ask

__all__ = [
    "COLUMN_SOLVER",
    "MakesColumn",
    "ParColumn",
    "TricksColumn",
    "forget",
    "known_tables",
    "known_tricks",
    "solve_tables_if_cheaper",
]

_SIGNS = {"ns": 1, "ew": -1}  # a score is for north and south
_MOST_PAR = 7600  # 7NT redoubled and doubled undertricks: no score is greater
_REMEMBERED = 8192  # deals: 2 MB
_BOARDS, _TABLES = 200, 8  # deals in one call: half a second, or two


class _CurrentSolver:
    """The current solver at the time of the call."""

    def solve(self, ask: Ask, *, stop: StopFlag | None = None) -> NDArray[Any]:
        return current_solver().solve(ask, stop=stop)


_KNOWN = MemoryStore(_REMEMBERED)
COLUMN_SOLVER = StoringSolver(_CurrentSolver(), _KNOWN)


def forget() -> None:
    """Delete the results in memory, before another solver is used."""
    _KNOWN.clear()


def known_tricks(masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
    """Return a declarer's tricks in a strain for deals of uint64[n, 4], int8[n].

    Only deals without a result in memory are solved.

    :raises SolverError: if the solver fails
    """
    return COLUMN_SOLVER.solve(Tricks(masks, declarer, strain))


def known_tables(
    masks: NDArray[np.uint64],
    strains: Sequence[Strain] = tuple(Strain),
    *,
    stop: StopFlag | None = None,
) -> NDArray[np.int8]:
    """Return every declarer's tricks in some strains for deals of uint64[n, 4], int8[n, 4, 5].

    Other strains are -1. Only deals without all results in memory are solved.

    :raises SolverError: if the solver fails
    :raises Stopped: if the flag was set before they were solved
    """
    return COLUMN_SOLVER.solve(Tables(masks, strains), stop=stop)


def solve_tables_if_cheaper(columns: Iterable[DealColumn], masks: NDArray[np.uint64]) -> None:
    """Solve whole tables of deals, uint64[n, 4], if that costs less than columns one by one.

    :raises SolverError: if the solver fails
    """
    tricks_columns = {column for column in columns if isinstance(column, TricksColumn)}
    if sum(column.cost for column in tricks_columns) > TABLE:
        known_tables(masks)


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
    cost = CONTRACT
    chunk = _BOARDS
    readable = True

    @property
    def name(self) -> str:
        """The column as a condition writes it."""
        return f"tricks({self.declarer.name.lower()}, {self.strain.name.lower()})"

    def values(self, masks: NDArray[np.uint64]) -> NDArray[np.int8]:
        """Return the tricks of each deal, int8[n].

        :raises SolverError: if the solver fails
        """
        return known_tricks(masks, self.declarer, self.strain)

    def at_least(self, value: int) -> DealColumn:
        """Return a column that tests ``tricks >= value``, about six times as fast."""
        return _GoalColumn(self.declarer, self.strain, value)


@dataclass(frozen=True)
class _GoalColumn(DealColumn):
    """Whether a declarer takes at least ``tricks`` tricks: part of a comparison."""

    declarer: Seat
    strain: Strain
    tricks: int

    cost = GOAL
    chunk = _BOARDS

    @property
    def name(self) -> str:
        """The comparison as text."""
        return f"{TricksColumn(self.declarer, self.strain).name} >= {self.tricks}"

    def values(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return in which deals the tricks are reached, bool[n].

        :raises SolverError: if the solver fails
        """
        return COLUMN_SOLVER.solve(Tricks(masks, self.declarer, self.strain, self.tricks))


@dataclass(frozen=True)
class MakesColumn(DealColumn):
    """Whether a declarer makes a contract.

    >>> MakesColumn(Contract.parse("3NT"), Seat.SOUTH).name
    'makes(3NT, south)'
    """

    contract: Contract
    declarer: Seat

    cost = GOAL
    chunk = _BOARDS
    readable = True

    @property
    def name(self) -> str:
        """The column as a condition writes it."""
        return f"makes({self.contract.word}, {self.declarer.name.lower()})"

    def values(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return in which deals the contract makes, bool[n].

        :raises SolverError: if the solver fails
        """
        strain, goal = Strain.of(self.contract.strain), self.contract.level + 6
        return COLUMN_SOLVER.solve(Tricks(masks, self.declarer, strain, goal))


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
    cost = TABLE
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

        :raises SolverError: if the solver fails
        """
        from dealwright.double_dummy.par import par

        tables, sign = known_tables(masks), _SIGNS[self.side]
        scores = [sign * par(table, self.vulnerability, self.dealer).score for table in tables]
        return np.array(scores, dtype=np.int32)
