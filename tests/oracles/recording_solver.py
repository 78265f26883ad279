"""A solver for tests: tricks by points and lengths, and a record of what it is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright import Deals
from dealwright.cards import Seat, Strain, Suit
from tests.oracles.formula_solver import FormulaSolver

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.double_dummy.asks import Ask


@dataclass
class RecordingSolver(FormulaSolver):
    """Tricks are half the points of declarer's side less 3, and its trumps beyond six."""

    asked: list[tuple[str, int]] = field(default_factory=list)

    def deals(self, what: str) -> int:
        """Return how many deals were solved in one way."""
        return sum(n for word, n in self.asked if word == what)

    def tricks(self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
        """Return declarer's tricks, int8[n]."""
        deals = Deals.trusted(masks)
        hands = [deals.hands(seat) for seat in (declarer, Seat((declarer + 2) % 4))]
        found = (hands[0].hcp + hands[1].hcp) // 2 - 3 + (hands[0].hcp + declarer) % 2
        if strain is not Strain.NOTRUMP:
            found = found + sum(hand.length(Suit(strain)) for hand in hands) - 6
        return np.clip(found, 0, 13).astype(np.int8)

    def solve(self, ask: Ask, *, stop: object = None) -> NDArray[Any]:
        """Note what is asked, and answer."""
        kind = type(ask).__name__.lower()
        self.asked.append(("makes" if kind == "tricks" and ask.dtype == bool else kind, len(ask)))
        return super().solve(ask)
