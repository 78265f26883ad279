"""How much counting may cost before testing deals is the better way."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from dealwright.planning.hand_automaton import TooLarge

__all__ = ["Effort", "TooDear"]


class TooDear(TooLarge):
    """What is left of an effort is less than a model would cost."""


@dataclass
class Effort:
    """Seconds of one core that models may cost, by measured constants and never by a clock.

    So what can be counted within an effort is the same on every machine and in every run.
    """

    most: float = inf
    spent: float = 0.0

    def spend(self, seconds: float) -> None:
        """Spend some seconds.

        :raises TooDear: if there are not so many left
        """
        self.spent += seconds
        if self.spent > self.most:
            raise TooDear

    def rest(self) -> Effort:
        """Return what is left as an effort of its own."""
        return Effort(self.most - self.spent)
