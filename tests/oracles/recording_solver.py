"""A solver for tests: tricks by points and lengths, and a record of what it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from dealwright import Deals
from dealwright.cards import Seat, Strain, Suit
from dealwright.double_dummy.solver import ALL_STRAINS, CardTricks, Position

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.kernels.stopping import StopFlag


@dataclass
class RecordingSolver:
    """Tricks are half the points of declarer's side less 3, and its trumps beyond six."""

    asked: list[tuple[str, int]] = field(default_factory=list)

    def deals(self, what: str) -> int:
        """Return how many deals were solved in one way."""
        return sum(n for word, n in self.asked if word == what)

    def _tricks(
        self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain
    ) -> NDArray[np.int8]:
        deals = Deals.trusted(masks)
        hands = [deals.hands(seat) for seat in (declarer, Seat((declarer + 2) % 4))]
        found = (hands[0].hcp + hands[1].hcp) // 2 - 3 + (hands[0].hcp + declarer) % 2
        if strain is not Strain.NOTRUMP:
            found = found + sum(hand.length(Suit(strain)) for hand in hands) - 6
        return np.clip(found, 0, 13).astype(np.int8)

    def tables(
        self,
        masks: NDArray[np.uint64],
        strains: Sequence[Strain] = ALL_STRAINS,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return tables; see ``Solver``."""
        self.asked.append(("tables", len(masks)))
        found = np.full((len(masks), 4, 5), -1, dtype=np.int8)
        for seat in Seat:
            for strain in strains:
                found[:, seat, strain] = self._tricks(masks, seat, strain)
        return found

    def tricks(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return tricks; see ``Solver``."""
        self.asked.append(("tricks", len(masks)))
        return self._tricks(masks, declarer, strain)

    def makes(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        tricks: int,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.bool_]:
        """Return where a goal is reached; see ``Solver``."""
        self.asked.append(("makes", len(masks)))
        reached: NDArray[np.bool_] = self._tricks(masks, declarer, strain) >= tricks
        return reached

    def cards(
        self, positions: Sequence[Position], *, stop: StopFlag | None = None
    ) -> list[tuple[CardTricks, ...]]:
        """Refuse: no column asks for cards."""
        raise NotImplementedError

    def leads(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Refuse: no column asks for leads."""
        raise NotImplementedError

    def beating(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        tricks: int,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.bool_]:
        """Refuse: no column asks for leads."""
        raise NotImplementedError
