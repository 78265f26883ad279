"""The interface to double dummy with a handicap: idle cards and free exits for defenders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealwright.base.kernels import native_module
from dealwright.base.kernels.stopping import StopFlag, budget_of, flag_of

__all__ = ["HandicapSolver"]


class HandicapSolver:
    """A position, solved double dummy with any handicap for declarer.

    ``hands`` are the masks of north, east, south and west, without the cards on the table,
    ``trick``, which are numbers of cards from the leader's on. ``trump`` is a suit, or -1.
    Defenders may have more cards than declarer's side.
    """

    def __init__(
        self,
        hands: Sequence[int],
        *,
        trump: int,
        declarer: int,
        leader: int,
        trick: Sequence[int] = (),
    ) -> None:
        self._solver: Any = native_module().HandicapSolver(
            [*hands], trump, declarer, leader, [*trick]
        )

    def makes(
        self,
        tricks: int,
        *,
        played: Sequence[int] = (),
        idle: int = 0,
        exits: int = 0,
        stop: StopFlag | None = None,
        most_operations: int | None = None,
    ) -> bool:
        """Return whether declarer's side takes so many more tricks.

        ``played`` are the cards from this position on; their tricks count. False if one of them is
        not in the hand whose turn it is. ``idle`` and ``exits`` are sets of seats, a bit each
        (north is 1). A defender with idle cards who cannot follow suit may throw one, and keeps his
        cards; one with free exits who is to lead may hand the lead to declarer's side, who choose
        the hand.

        :raises Stopped: if the flag was set
        :raises BudgetExceeded: if it takes more operations than it may
        """
        return bool(
            self._solver.makes(
                tricks, [*played], idle, exits, flag_of(stop), budget_of(most_operations)
            )
        )

    @property
    def operations(self) -> int:
        """The operations so far, of about a nanosecond each."""
        return int(self._solver.operations())
