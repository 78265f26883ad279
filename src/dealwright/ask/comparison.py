"""Two methods of dealing side by side: what each hand of a condition looks like under both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from dealwright.answers.distribution import Distribution
from dealwright.ask.dealing import METHODS, QuestionDealing
from dealwright.ask.distributions import distribution
from dealwright.ask.planning import Resources
from dealwright.ask.tables import value_text
from dealwright.conditions.nodes import Measure, Node
from dealwright.conditions.unparse import to_text
from dealwright.errors import ArgumentError
from dealwright.features import built_in
from dealwright.planning.lower import scope_of
from dealwright.planning.question import Question
from dealwright.sampling import values_of
from dealwright.stream import Seed, Stream

__all__ = ["Comparison", "compare", "usual_quantities"]

DEFAULT_DEALS = 20_000
_MOST_LINES = 40


@dataclass(frozen=True)
class Comparison:
    """One quantity under several methods: ``shares[method][value]``.

    ``distances`` are total variation distances from the first method; ``noise`` is the distance
    that a sample of the same size from the first method itself would show on average.
    """

    quantity: str
    shares: dict[str, dict[int, float]]
    sampled: dict[str, int]

    @property
    def methods(self) -> list[str]:
        """The methods, in the order in which they were asked for."""
        return list(self.shares)

    @property
    def distances(self) -> dict[str, float]:
        """Half the sum of absolute differences from the first method, for each other method."""
        first = self.shares[self.methods[0]]
        found = {}
        for method in self.methods[1:]:
            other = self.shares[method]
            values = {*first, *other}
            found[method] = sum(abs(first.get(v, 0) - other.get(v, 0)) for v in values) / 2
        return found

    @property
    def noise(self) -> dict[str, float]:
        """The mean distance of an honest sample: sum of sqrt(p (1 - p) / (2 pi n))."""
        first = self.shares[self.methods[0]]
        return {
            method: sum(sqrt(p * (1 - p) / (2 * np.pi * n)) for p in first.values()) if n else 0.0
            for method, n in self.sampled.items()
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON values."""
        return {
            "quantity": self.quantity,
            "shares": {
                method: {value_text(self.quantity, v): p for v, p in sorted(shares.items())}
                for method, shares in self.shares.items()
            },
            "deals_sampled": self.sampled,
            "total_variation": self.distances,
            "expected_of_an_honest_sample": {m: self.noise[m] for m in self.distances},
        }

    def lines(self) -> Iterator[str]:
        """Yield the comparison as a table."""
        yield f"{self.quantity:<20}" + "".join(f"{method:>16}" for method in self.methods)
        first = self.shares[self.methods[0]]
        values = sorted({v for shares in self.shares.values() for v in shares})
        if self.quantity.startswith("shape_index("):
            values.sort(key=lambda v: -first.get(v, 0))
        for value in values[:_MOST_LINES]:
            cells = (f"{self.shares[method].get(value, 0):16.4%}" for method in self.methods)
            yield f"{value_text(self.quantity, value):>20}" + "".join(cells)
        if len(values) > _MOST_LINES:
            yield f"{'...':>20}  ({len(values) - _MOST_LINES} more)"
        for method, distance in self.distances.items():
            yield (
                f"  total variation distance of {method}: {distance:.4f} "
                f"(an honest sample: about {self.noise[method]:.4f})"
            )


def usual_quantities(tree: Node) -> list[Node]:
    """Return shape and HCP of every seat that a condition looks at."""
    seats = sorted({seat for seat, _, _ in scope_of(tree)})
    usual = [built_in()[name] for name in ("shape_index", "hcp")]
    return [Measure(feature, seat) for seat in seats for feature in usual]


def compare(
    question: Question,
    methods: Sequence[str],
    resources: Resources,
    *,
    deals: int = DEFAULT_DEALS,
    seed: Seed | None = None,
) -> list[Comparison]:
    """Return the distributions of a question's values under several methods of dealing.

    ``exact`` is computed, other methods are sampled with ``deals`` deals each.

    :raises ArgumentError: if there are fewer than two methods, or one is unknown
    :raises ConditionError: if a method cannot deal the condition
    """
    for method in methods:
        if method not in METHODS or method == "auto":
            known = ", ".join(name for name in METHODS if name != "auto")
            raise ArgumentError(f"'{method}' is not a method to compare; choose from {known}")
    if len(set(methods)) != len(methods) or len(methods) < 2:
        raise ArgumentError("name two or more different methods, such as exact,pavlicek1999")
    if not question.values:
        raise ArgumentError("the condition looks at no hand; name a quantity to compare")
    columns: dict[str, list[dict[int, float]]] = {}
    for method in methods:
        if method == "exact":
            alone = [replace(question, values=(node,)) for node in question.values]
            columns[method] = [_exact(distribution(each, resources)) for each in alone]
        else:
            columns[method] = _sampled(question, method, deals, seed, resources)
    return [
        Comparison(
            to_text(node),
            {method: columns[method][place] for method in methods},
            {method: 0 if method == "exact" else deals for method in methods},
        )
        for place, node in enumerate(question.values)
    ]


def _exact(found: Distribution) -> dict[int, float]:
    return {value: float(Fraction(n, found.total)) for value, n in found.marginal().items()}


def _sampled(
    question: Question, method: str, deals: int, seed: Seed | None, resources: Resources
) -> list[dict[int, float]]:
    totals: list[dict[int, int]] = [{} for _ in question.values]
    job = QuestionDealing(deals, question, Stream.of(seed), resources, method=method)
    for batch in job:
        for counts, node in zip(totals, question.values, strict=True):
            values, numbers = np.unique(values_of(node, batch.masks), return_counts=True)
            for value, n in zip(values.tolist(), numbers.tolist(), strict=True):
                counts[value] = counts.get(value, 0) + n
    return [{value: n / deals for value, n in sorted(counts.items())} for counts in totals]
