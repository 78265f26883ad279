"""Levelling a script: dealing its hand types in requested shares instead of natural ones.

A definition ``HandType_22_24 = ...`` names a type of hand, ``HandType_22_24_Share = 3`` its share
(1 by default). If there are ``LevelType_`` definitions, these are levelled instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dealwright.answers import Estimate, Histogram
from dealwright.ask.condition import Condition
from dealwright.ask.counting import counted_share
from dealwright.ask.distributions import distributions
from dealwright.ask.resources import Resources
from dealwright.base.errors import OverlapError
from dealwright.conditions.nodes import Node
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.question import Question
from dealwright.practice.mixed_dealing import MixedDealing
from dealwright.practice.mixtures import Mixture
from dealwright.scripts.data import HandTypeOf

__all__ = ["Levelling"]

_APART = "Levelled types have no deal in common: exclude one, as in HandType_b = ... and not a"


@dataclass
class Levelling:
    """The hand types of a script, dealt in their shares.

    ``fixed`` are the masks of predealt cards.

    :raises OverlapError: if two types have deals in common
    :raises ConditionError: if a type has no deal
    """

    types: Sequence[HandTypeOf]
    tests: Sequence[Node]
    common: Condition | None
    fixed: tuple[int, int, int, int]
    resources: Resources
    limit: int | None = None

    def __post_init__(self) -> None:
        types = [
            (kind.name, Condition(test), kind.share)
            for kind, test in zip(self.types, self.tests, strict=True)
        ]
        try:
            self.mixture = Mixture.of_question(
                types, self.common, self.fixed, self.resources, limit=self.limit
            )
        except OverlapError as error:
            raise OverlapError(error.message, hint=_APART) from None

    def dealing(
        self, n: int, seed: Seed | Stream, threads: int | None, *, interleaved: bool
    ) -> MixedDealing:
        """Return a job for n deals in these shares; if ``interleaved``, each type in turn."""
        dealing = self.mixture.dealing(n, seed=seed, threads=threads, apportion=True)
        if interleaved:
            counts = np.bincount(dealing.types, minlength=len(self.types))
            dealing.types = np.fromiter(_in_turn(counts.tolist()), dtype=np.int16)
        return dealing

    def distributions(
        self, groups: Sequence[Sequence[Node]], resources: Resources
    ) -> list[Histogram | None]:
        """Return the distribution of each group of values over the levelled deals, as integers.

        A group is None if it cannot be counted within the budget.
        """
        by_type = [
            distributions(Question(kind.condition.tree, self.fixed), groups, resources)
            for kind in self.mixture.types
        ]
        return [self._weighed(parts) for parts in zip(*by_type, strict=True)]

    def _weighed(self, parts: Sequence[Histogram | None]) -> Histogram | None:
        counted = [part for part in parts if part is not None and part.total]
        if len(counted) < len(parts):
            return None
        return Histogram.mixed(counted, self.mixture.shares)

    def untyped(self) -> Fraction | None:
        """Return the share of the condition's deals that have no type; None if not countable."""
        condition_share = self._share(self.common)
        parts = [self._share(kind.condition) for kind in self.mixture.types]
        if not (condition_share.exact and all(part.exact for part in parts)):
            return None
        return 1 - sum((Fraction(part.value) for part in parts), Fraction(0)) / Fraction(
            condition_share.value
        )

    def _share(self, condition: Condition | None) -> Estimate:
        tree = None if condition is None else condition.tree
        question = Question(tree, self.fixed)
        return counted_share(question, self.resources, seed=0, limit=1).estimate

    def lines(self, dealt: Sequence[int] | None) -> Iterator[str]:
        """Yield the types as lines of text: natural share, requested share, number dealt."""
        mixture = self.mixture
        about = " " if mixture.exact else "~"
        room = max(9, *(len(name) for name in mixture.names))
        head = "" if dealt is None else f"{'deals':>9}"
        yield f"{'Hand type':{room}}{'nature':>12}{'share':>11}{head}"
        for index, name in enumerate(mixture.names):
            natural, share = float(mixture.natural[index]), float(mixture.shares[index])
            count = "" if dealt is None else f"{dealt[index]:9,}"
            yield f"{name:{room}} {about}{100 * natural:8.4f} %{100 * share:9.4f} %{count}"


def _in_turn(counts: Sequence[int]) -> Iterator[int]:
    """Yield each type's index as often as its count, all types in turn until used up."""
    remaining = list(counts)
    while any(remaining):
        for type_, number in enumerate(remaining):
            if number:
                remaining[type_] -= 1
                yield type_
