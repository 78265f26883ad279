"""A solver by formulas: what its subclasses have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.cards import Seat, Strain
from dealwright.double_dummy.asks import Ask, Cards, Leads, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray


class FormulaSolver:
    """A subclass has a formula for tricks, and perhaps one for leads."""

    def tricks(self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
        """Return declarer's tricks, 0 to 13, int8[n]."""
        raise NotImplementedError

    def leads(self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
        """Return the defenders' tricks by lead, int8[n, 52]; -1 for other cards."""
        raise NotImplementedError

    def solve(self, ask: Ask, *, stop: object = None) -> NDArray[Any]:
        """Return the answer by the formulas; positions have none."""
        if isinstance(ask, Cards):
            raise NotImplementedError
        if isinstance(ask, Tables):
            found = np.full((len(ask), 4, 5), -1, dtype=np.int8)
            for seat in Seat:
                for strain in ask.strains:
                    found[:, seat, strain] = self.tricks(ask.masks, seat, strain)
            return found
        formula = self.leads if isinstance(ask, Leads) else self.tricks
        tricks = formula(ask.masks, ask.declarer, ask.strain)
        return tricks if ask.goal is None else (tricks >= ask.goal) & (tricks >= 0)
