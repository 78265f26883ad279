"""Answers about endings: four figures side by side, and the best line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dealwright.answers.tabular import Tabular
from dealwright.play.ending.plans import PlanStep, plan_lines

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import SHORT, OneOf

__all__ = ["Ending", "EndingApart", "EndingChance", "EndingLayout"]

_LAYOUTS = 6  # layouts in a report that one line wins alone


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
class EndingLayout:
    """A layout that one of two lines wins alone: the cards of the defenders.

    ``won_by`` is ``best`` (the best line) or ``card`` (the best line after the named card).
    """

    hands: Mapping[str, str]
    won_by: Annotated[str, OneOf(("best", "card"))]
    probability: Annotated[Fraction, SHORT]


@dataclass(frozen=True)
class EndingApart:
    """Where the best line and the best line after a named card differ.

    ``best`` and ``card`` are the chances of the layouts that only this line wins; ``layouts`` has
    the likeliest of them, at most 50 of each. Other lines of the same chance may win other layouts.
    """

    best: Annotated[Fraction, SHORT]
    card: Annotated[Fraction, SHORT]
    layouts: tuple[EndingLayout, ...]


@dataclass(frozen=True)
class Ending(Tabular):
    """An ending: the chance that declarer takes the ``tricks`` that are wanted.

    ``double_dummy`` is the chance if all cards were seen, ``best`` that of the best line, ``card``
    that of the best line after a named card (None: none was named), ``sampling`` the chance of a
    player who chooses each card by double dummy over the layouts that agree with the cards played,
    at random among the best ones (None if that took too long). All are against defenders who see
    all cards and know the line, over all ``layouts`` with their exact weights, whose sum is
    ``total``; a line chooses no card at random. ``plan`` has the best line; step 0 is the first. If
    it was not finished, it is the best so far. ``apart`` says where the named card loses what the
    best line wins, and the reverse; None if no card was named, if it is as good as the best, or if
    one of both chances is not exact.

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
    sampling: EndingChance | None
    plan: tuple[PlanStep, ...]
    apart: EndingApart | None

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
            yield f"sampling      {_percent(self.sampling)}  cards chosen by double dummy"
        yield ""
        line = "Best line" if self.best.exact else "Best line so far"
        yield f"{line} against defenders who see all cards and know the line; pure strategies."
        if self.plan:
            yield ""
            yield from plan_lines(self.plan)
        if self.card is not None and self.apart is not None:
            yield ""
            yield from _apart_lines(self.card.card, self.apart)


def _apart_lines(card: str, apart: EndingApart) -> Iterator[str]:
    names = {"best": "the best line", "card": card}
    yield (
        f"{float(apart.best):.4%} of the layouts are won by this best line alone, "
        f"{float(apart.card):.4%} by this line after {card} alone; lines as good may win others:"
    )
    for won_by, name in names.items():
        layouts = [layout for layout in apart.layouts if layout.won_by == won_by]
        for layout in layouts[:_LAYOUTS]:
            hands = ", ".join(f"{seat} {cards}" for seat, cards in layout.hands.items())
            yield f"{float(layout.probability):9.4%}  {hands}: {name}"
        if len(layouts) > _LAYOUTS:
            yield f"           and others: {name} (--json has more)"


_LONG = 1_000_000  # a fraction with a larger denominator is not printed


def _percent(chance: EndingChance) -> str:
    least = _with_fraction(chance.probability)
    return least if chance.exact else f"{least} to {_with_fraction(chance.most)}"


def _with_fraction(chance: Fraction) -> str:
    return f"{float(chance):.4%}" + (f" ({chance})" if chance.denominator < _LONG else "")
