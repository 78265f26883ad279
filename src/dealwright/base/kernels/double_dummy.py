"""The interface to the double-dummy kernel: tricks under perfect play of all four hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.kernels import native_module
from dealwright.base.kernels.stopping import StopFlag, flag_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DoubleDummySearch"]

_TRICKS = -1  # in place of a goal: the number of tricks


class DoubleDummySearch:
    """The searches of one thread, whose facts about positions take at most ``memory`` bytes.

    What earlier searches proved makes later ones quicker, and changes no answer. Arrays of deals
    are uint64[n, 4], seats are numbers from north, strains from clubs to notrump.
    """

    def __init__(self, memory: int) -> None:
        self._search: Any = native_module().DoubleDummy(memory)

    def tables(
        self, deals: NDArray[np.uint64], strains: Sequence[int], *, stop: StopFlag | None = None
    ) -> NDArray[np.int8]:
        """Return each declarer's tricks, int8[n, 4, 5]; -1 in other strains.

        :raises Stopped: if the flag was set
        """
        tricks = np.full((len(deals), 4, 5), -1, np.int8)
        bits = sum(1 << strain for strain in set(strains))
        self._search.tables(np.ascontiguousarray(deals), bits, tricks.reshape(-1), flag_of(stop))
        return tricks

    def contracts(
        self,
        deals: NDArray[np.uint64],
        declarer: int,
        strain: int,
        goal: int | None = None,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return declarer's tricks, int8[n], or 1 if they are ``goal`` or more, else 0.

        :raises Stopped: if the flag was set
        """
        answers = np.empty(len(deals), np.int8)
        self._search.contracts(
            np.ascontiguousarray(deals), strain, declarer, _TRICKS if goal is None else goal,
            answers, flag_of(stop),
        )  # fmt: skip
        return answers

    def leads(
        self,
        deals: NDArray[np.uint64],
        declarer: int,
        strain: int,
        goal: int | None = None,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return the defenders' tricks after each lead, int8[n, 52]; -1 for other cards.

        With a goal, 1 if they are ``goal`` or more, else 0.

        :raises Stopped: if the flag was set
        """
        answers = np.empty((len(deals), 52), np.int8)
        self._search.leads(
            np.ascontiguousarray(deals), strain, declarer, _TRICKS if goal is None else goal,
            answers.reshape(-1), flag_of(stop),
        )  # fmt: skip
        return answers

    def cards(
        self,
        hands: Sequence[int],
        strain: int,
        leader: int,
        trick: Sequence[int] = (),
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return the tricks of the player's side after each card it may play, int8[52], else -1.

        ``hands`` are masks without the cards on the table, ``trick``, from the leader's on.

        :raises Stopped: if the flag was set
        """
        answers = np.empty(52, np.int8)
        self._search.cards([*hands], strain, leader, [*trick], answers, flag_of(stop))
        return answers

    def forget(self) -> None:
        """Drop the facts of earlier searches."""
        self._search.forget()

    @property
    def bytes(self) -> int:
        """The memory of the facts."""
        return int(self._search.bytes())

    @property
    def tricks_searched(self) -> int:
        """The positions at the start of a trick that were met so far."""
        return int(self._search.tricks_searched())
