"""Levelling a script: its hand types dealt in the shares it asks for, not in nature's.

A definition ``HandType_22_24 = ...`` names a type of hand, ``HandType_22_24_Share = 3`` what it
weighs (1 where nothing is said). Where there are ``LevelType_`` definitions, these are levelled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from dealwright.ask.counting import share_of
from dealwright.ask.distributions import distributions
from dealwright.condition import Condition, Quantity
from dealwright.conditions.nodes import Node
from dealwright.errors import ConditionError
from dealwright.practice.mixed_dealing import MixedDealing
from dealwright.practice.mixtures import Mixture
from dealwright.scripts.data import HandTypeOf
from dealwright.stream import Stream

__all__ = ["Levelling"]

_APART = "Levelled types have no deal in common: exclude one, as in HandType_b = ... and not a"


@dataclass
class Levelling:
    """The hand types of a script, dealt in their shares.

    ``options`` are those of counting (``predeal``, ``memory``).

    :raises ConditionError: if two types have deals in common, or one has none
    """

    types: Sequence[HandTypeOf]
    tests: Sequence[Node]
    common: Condition | None
    options: dict[str, Any]
    limit: int | None = None

    def __post_init__(self) -> None:
        named = [
            (kind.name, Condition(test), kind.share)
            for kind, test in zip(self.types, self.tests, strict=True)
        ]
        try:
            self.mixture = Mixture(named, common=self.common, limit=self.limit, **self.options)
        except ConditionError as error:
            if not error.message.startswith("types "):
                raise
            raise ConditionError(error.message, hint=_APART) from None

    def dealing(self, n: int, seed: str, threads: int | None, *, interleaved: bool) -> MixedDealing:
        """Return a request for n deals in these shares; ``interleaved``: every type in turn."""
        dealing = self.mixture.dealing(n, seed=Stream(seed), threads=threads, apportion=True)
        if interleaved:
            counts = np.bincount(dealing.types, minlength=len(self.types))
            dealing.types = np.fromiter(_in_turn(counts.tolist()), dtype=np.int16)
        return dealing

    def distributions(
        self, groups: Sequence[Sequence[Quantity]], seconds: float
    ) -> list[Counter[tuple[int, ...]] | None]:
        """Return how often values come in the levelled deals, as whole numbers, for each group.

        None where that cannot be counted, or not in about so many seconds.
        """
        each = [
            distributions(kind.condition, groups, seconds=seconds, **self.options)
            for kind in self.mixture.types
        ]
        return [self._weighed(parts) for parts in zip(*each, strict=True)]

    def _weighed(
        self, parts: Sequence[Counter[tuple[int, ...]] | None]
    ) -> Counter[tuple[int, ...]] | None:
        known = [part for part in parts if part]
        if len(known) < len(parts):
            return None
        weights = [
            share / part.total() for share, part in zip(self.mixture.shares, known, strict=True)
        ]
        scale = lcm(*(weight.denominator for weight in weights))
        found = Counter[tuple[int, ...]]()
        for weight, part in zip(weights, known, strict=True):
            for values, count in part.items():
                found[values] += int(scale * weight) * count
        return found

    def untyped(self) -> Fraction | None:
        """Return the share of the condition's deals that have no type; None if not countable."""
        whole = share_of(self.common, seed=0, limit=1, **self.options).estimate
        parts = [
            share_of(kind.condition, seed=0, limit=1, **self.options).estimate
            for kind in self.mixture.types
        ]
        if not (whole.exact and all(part.exact for part in parts)):
            return None
        return 1 - sum((Fraction(part.value) for part in parts), Fraction(0)) / Fraction(
            whole.value
        )

    def lines(self, dealt: Sequence[int] | None) -> Iterator[str]:
        """Yield the types as lines of text: nature's share, theirs, and how many were dealt."""
        mixture = self.mixture
        about = " " if mixture.exact else "~"
        room = max(9, *(len(name) for name in mixture.names))
        head = "" if dealt is None else f"{'deals':>9}"
        yield f"{'Hand type':{room}}{'nature':>12}{'share':>11}{head}"
        for at, name in enumerate(mixture.names):
            natural, share = float(mixture.natural[at]), float(mixture.shares[at])
            count = "" if dealt is None else f"{dealt[at]:9,}"
            yield f"{name:{room}} {about}{100 * natural:8.4f} %{100 * share:9.4f} %{count}"


def _in_turn(counts: Sequence[int]) -> Iterator[int]:
    """Yield the number of each type so often, every type in turn until it is used up."""
    left = list(counts)
    while any(left):
        for which, number in enumerate(left):
            if number:
                left[which] -= 1
                yield which
