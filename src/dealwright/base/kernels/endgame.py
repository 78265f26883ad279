"""The interface to the endgame kernel: the best line of two known hands against all layouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.base.kernels import native_module
from dealwright.base.kernels.stopping import StopFlag, budget_of, flag_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["EndgameSearch", "EndgameStep", "Ending"]


class Ending(NamedTuple):
    """Two known hands, and the layouts of the unseen cards.

    ``hands`` are the masks of ``seat`` and of its partner, ``trick`` the cards on the table from
    the leader's on, which are in no hand. ``first``, uint64[n], has the cards of the next seat in
    each layout, ``weights``, uint64[n], their weights; their sum is below 2^63. The fourth hand has
    the other ``unseen`` cards. ``trump`` is a suit, or -1.
    """

    hands: tuple[int, int]
    seat: int
    trump: int
    leader: int
    trick: tuple[int, ...]
    need: int
    unseen: int
    first: NDArray[np.uint64]
    weights: NDArray[np.uint64]


class EndgameStep(NamedTuple):
    """A step of a plan: declarer's ``card``, or the cases of what comes (``card`` is -1).

    ``trick`` counts from 1. A case has the set of a defender's cards, the leader that they decide
    (or -1) and the index of the next step (-1: the tricks are made).
    """

    trick: int
    seat: int
    card: int
    cases: tuple[tuple[int, int, int], ...]


class EndgameSearch:
    """The search for the best line of an ending; weights are exact integers.

    ``merging`` is whether unseen neighbours are one class where weights agree, ``bounds`` whether
    layouts and sets that cannot matter are left out; neither changes an answer. ``idle`` and
    ``exits`` are sets of seats, a bit each: defenders with idle cards and free exits, as in
    ``kernels.handicap``; then there is no plan, and no sampling.
    """

    def __init__(
        self, ending: Ending, *, merging: bool = True, bounds: bool = True, idle: int = 0,
        exits: int = 0,
    ) -> None:  # fmt: skip
        self._search: Any = native_module().EndgameSearch(
            list(ending.hands), ending.seat, ending.trump, ending.leader, list(ending.trick),
            ending.need, ending.unseen, np.ascontiguousarray(ending.first),
            np.ascontiguousarray(ending.weights), merging, bounds, idle, exits,
        )  # fmt: skip
        self._layouts = len(ending.first)

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return int(self._search.total())

    @property
    def bounds(self) -> tuple[int, int]:
        """The weight that the best line wins: at least and at most, after ``narrow_bounds``."""
        low, high = self._search.bounds()
        return int(low), int(high)

    @property
    def classes(self) -> int:
        """The number of classes of unseen cards; those of a class are not told apart."""
        return int(self._search.classes())

    @property
    def operations(self) -> int:
        """The operations so far, of about a nanosecond each."""
        return int(self._search.operations())

    def double_dummy(
        self, *, stop: StopFlag | None = None, most_operations: int | None = None
    ) -> int:
        """Return the weight of the layouts that can be won if all cards are seen.

        :raises Stopped: if the flag was set
        :raises BudgetExceeded: if it takes more operations than it may
        """
        return int(self._search.double_dummy(flag_of(stop), budget_of(most_operations)))

    def narrow_bounds(
        self, *, stop: StopFlag | None = None, most_operations: int | None = None
    ) -> bool:
        """Narrow the bounds by one pass; return whether they are equal.

        :raises Stopped: if the flag was set
        :raises BudgetExceeded: if it takes more operations than it may
        """
        return bool(self._search.narrow_bounds(flag_of(stop), budget_of(most_operations)))

    def raise_lower_bound(
        self, *, stop: StopFlag | None = None, most_operations: int | None = None
    ) -> None:
        """Raise the lower bound by a line that need not be the best.

        :raises Stopped: if the flag was set
        :raises BudgetExceeded: if it takes more operations than it may
        """
        self._search.raise_lower_bound(flag_of(stop), budget_of(most_operations))

    def sampling(
        self, *, stop: StopFlag | None = None, most_operations: int | None = None
    ) -> tuple[list[int], int]:
        """Return the chance of the sampling player in each layout, as whole multiples of 1 / scale.

        The second value is the scale. At each turn he plays a card that wins the most weight double
        dummy, of all layouts that agree with the cards played; of several cards each is as likely.
        The defenders choose what leaves him the least chance in their layout.

        :raises Stopped: if the flag was set
        :raises BudgetExceeded: if it takes more operations than it may
        """
        chances, scale = self._search.sampling(flag_of(stop), budget_of(most_operations))
        return chances, scale

    def won(self) -> NDArray[np.bool_]:
        """Return whether the best line so far wins each layout, bool[n]."""
        won = np.zeros(self._layouts, np.uint8)
        self._search.won(won)
        return won.astype(np.bool_)

    def plan(
        self, *, stop: StopFlag | None = None, most_operations: int | None = None
    ) -> tuple[int, Sequence[EndgameStep]]:
        """Return the best line so far: the place of its first step, and its steps.

        :raises Stopped: if the flag was set
        :raises BudgetExceeded: if it takes more operations than it may
        """
        root, steps = self._search.plan(flag_of(stop), budget_of(most_operations))
        return int(root), [
            EndgameStep(trick, seat, card, tuple(cases)) for trick, seat, card, cases in steps
        ]
