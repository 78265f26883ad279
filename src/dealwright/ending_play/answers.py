"""Answers about endings: four figures side by side, and the best line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dealwright.ending_play.plans import PlanStep, plan_lines
from dealwright.printed import Printed

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.records import SHORT

__all__ = ["Ending", "EndingChance", "SamplingChance"]


@dataclass(frozen=True)
class EndingChance:
    """A chance: at least ``probability`` and at most ``most``, which are equal if it is exact.

    ``card`` is the card that it is about, "" for none.
    """

    probability: Annotated[Fraction, SHORT]
    most: Annotated[Fraction, SHORT]
    card: str

    json_keys = ("value", "probability", "most", "exact", "card")

    @property
    def value(self) -> float:
        """The least that it is, as a number from 0 to 1."""
        return float(self.probability)

    @property
    def exact(self) -> bool:
        """Whether it is exact."""
        return self.probability == self.most


@dataclass(frozen=True)
class SamplingChance:
    """The chance of a player who samples: by the worst and the best choice among equal cards."""

    least_probability: Annotated[Fraction, SHORT]
    greatest_probability: Annotated[Fraction, SHORT]

    json_keys = ("least", "greatest", "least_probability", "greatest_probability")

    @property
    def least(self) -> float:
        """The least chance, as a number from 0 to 1."""
        return float(self.least_probability)

    @property
    def greatest(self) -> float:
        """The greatest chance, as a number from 0 to 1."""
        return float(self.greatest_probability)


@dataclass(frozen=True)
class Ending(Printed):
    """An ending: the chance that declarer takes the ``tricks`` that are wanted.

    ``double_dummy`` is the chance if all cards were seen, ``best`` that of the best line, ``card``
    that of the best line after a named card (None: none was named), ``sampling`` what is won by
    choosing each card by double dummy over the layouts that agree with the cards played (None if
    that took too long). All are against defenders who see all cards and know the line, over all
    ``layouts`` with their exact weights, whose sum is ``total``; a line chooses no card at random.
    ``plan`` has the best line; step 0 is the first. If it was not finished, it is the best so far.

    >>> from dealwright import endgame
    >>> ending = endgame("south SAQ", "north S32", unseen="SK4 H32", lead="north", tricks=2)
    >>> ending.best.probability, ending.layouts
    (Fraction(2, 3), 6)
    """

    hands: Mapping[str, str]
    unseen: str
    leader: str
    strain: str
    trick: tuple[str, ...]
    tricks: int
    layouts: int
    total: int
    double_dummy: EndingChance
    best: EndingChance
    card: EndingChance | None
    sampling: SamplingChance | None
    plan: tuple[PlanStep, ...]

    def lines(self) -> Iterator[str]:
        """Yield the figures and the plan as text."""
        for seat, cards in self.hands.items():
            yield f"{seat:<6}{cards}"
        yield f"unseen {self.unseen}"
        table = f", on the table {' '.join(self.trick)}" if self.trick else ""
        yield (
            f"{self.leader} leads{table}, {self.strain}, {self.tricks} "
            f"trick{'' if self.tricks == 1 else 's'} wanted, {self.layouts:,} "
            f"layout{'' if self.layouts == 1 else 's'}"
        )
        yield ""
        yield f"double dummy  {_percent(self.double_dummy)}  each layout played with all cards seen"
        yield f"best line     {_percent(self.best)}"
        if self.card is not None:
            yield f"{self.card.card:<14}{_percent(self.card)}  the best line after this card"
        if self.sampling is not None:
            least, greatest = self.sampling.least_probability, self.sampling.greatest_probability
            chance = EndingChance(least, greatest, "")
            yield f"sampling      {_percent(chance)}  cards chosen by double dummy; by ties"
        yield ""
        line = "Best line" if self.best.exact else "Best line so far"
        yield f"{line} against defenders who see all cards and know the line; pure strategies."
        if self.plan:
            yield ""
            yield from plan_lines(self.plan)


def _percent(chance: EndingChance) -> str:
    least = f"{float(chance.probability):.4%} ({chance.probability})"
    return least if chance.exact else f"{least} to {float(chance.most):.4%} ({chance.most})"
