"""Weighted dealing: deals drawn exactly in proportion to integer weights on values of features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from operator import index
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from dealwright.answers import Histogram, restored_mean
from dealwright.ask.condition import Quantity, as_quantity, question_of
from dealwright.ask.dealing import Dealing
from dealwright.ask.planning import plan_question
from dealwright.ask.resources import Resources
from dealwright.base.errors import ArgumentError, ConditionError, KernelError
from dealwright.base.kernels.exact import ExactCount
from dealwright.base.threads import thread_count
from dealwright.conditions.labels import texts_of_each
from dealwright.conditions.nodes import Binary, Choice, Node, Number, Within
from dealwright.conditions.unparse import to_text
from dealwright.deals import Deals
from dealwright.deals.predeal import Predeal
from dealwright.deals.workspace import Workspace
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.exact_part import Counted
from dealwright.planning.question import Question
from dealwright.planning.sampling.evaluation import values_of
from dealwright.planning.sampling.exact import drawn
from dealwright.practice.mixtures import Where
from dealwright.practice.value_tables import parse_table

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import ArrayLike, NDArray

    from dealwright.answers.records import INLINE, Key, Through
    from dealwright.deals.batch import DealsLike

__all__ = [
    "WeightTable",
    "WeightedDealing",
    "WeightedDeals",
    "WeightedSample",
    "Weights",
    "weighted",
]

Weights = Mapping[Quantity | str, Mapping[int, int]] | Sequence[str] | str
WeightTable = tuple[Quantity, dict[int, int], int]  # the last: weight of other values


class WeightedDeals:
    """The deals of a condition, each with a probability in proportion to its weight.

    A deal's weight is the product of its values' weights in the tables. ``total_weight`` is the sum
    over all deals, ``deals`` the number of deals with a weight above 0, ``tables`` the weights as
    text.

    >>> five_hearts = weighted("hearts(west) >= 5", {"hearts(west)": {5: 3}})
    >>> five_hearts.deals, five_hearts.total_weight > five_hearts.deals
    (9459510506131595400299088000, True)
    """

    def __init__(
        self,
        where: Where,
        weights: Weights,
        *,
        other: int = 1,
        predeal: Predeal | None = None,
        memory: int | None = None,
        workspace: Workspace | None = None,
    ) -> None:
        tables = _tables(weights, _weight(other, "the weight of other values"))
        question = question_of(where, predeal, workspace=workspace)
        self._settle(question, tables, Resources(memory, workspace))

    def __reduce__(self) -> tuple[Any, ...]:
        return WeightedDeals.of_question, (self.question, self.given, self._resources)

    @classmethod
    def of_question(
        cls, question: Question, given: Sequence[WeightTable], resources: Resources
    ) -> WeightedDeals:
        """Return the weighted deals of a question, by tables of weights, or by its own weight."""
        weighted_deals = cls.__new__(cls)
        weighted_deals._settle(question, given, resources)
        return weighted_deals

    def _settle(
        self, question: Question, tables: Sequence[WeightTable], resources: Resources
    ) -> None:
        """Count the deals by weight, or raise an error with the reason."""
        self.given = tuple(tables)
        self.tables = tuple(_table_text(*table) for table in tables)
        nodes = [_node(*table) for table in tables]
        assert nodes or question.weight is not None
        self.weight = _product(nodes) if nodes else cast("Node", question.weight)
        self.condition = question.text
        self.question = replace(question, weight=self.weight)
        self._resources = resources
        try:
            self._counted = self._count()
        except KernelError as error:
            raise ArgumentError(str(error)) from None

    def _count(self, values: Sequence[Node] = ()) -> Counted:
        """Count the deals by weight, and by the values of some quantities."""
        question = replace(self.question, values=tuple(values))
        plan = plan_question(question, "distribution", self._resources)
        if plan.filter.costly:
            raise ConditionError("a Python predicate cannot be weighted exactly")
        if plan.method == "proof":
            raise ConditionError(f"no deal satisfies '{self.condition}'")
        if plan.part is None:
            with_values = f" beside {', '.join(map(to_text, values))}" if values else ""
            in_condition = f" under '{self.condition}'" if self.condition else ""
            raise ConditionError(
                f"the weights {', '.join(self.tables)} cannot be counted exactly"
                f"{with_values}{in_condition}",
                hint="They must decompose over suits, within the memory allowed (memory=, "
                "--memory)",
            )
        if plan.part.counted.total == 0:
            remainder = f"satisfies '{self.condition}'" if self.condition else "is left"
            raise ConditionError(f"no deal with a weight above 0 {remainder}")
        return plan.part.counted

    @property
    def engine(self) -> ExactCount:
        """The exact count, in which the number of indices of each deal is its weight."""
        assert self._counted.engine is not None
        return self._counted.engine

    @property
    def total_weight(self) -> int:
        """The sum of the weights of all deals."""
        return self._counted.total

    @cached_property
    def deals(self) -> int:
        """The number of deals with a weight above 0."""
        return sum(self.engine.entries())

    def weights_of(self, deals: DealsLike) -> NDArray[np.int64]:
        """Return the weights of deals, int64[n], without testing the condition.

        >>> by_hearts = weighted(None, "hearts(west): 5=3 6=2")
        >>> by_hearts.weights_of(by_hearts.deal(6, seed=1).deals).tolist()
        [1, 3, 2, 1, 3, 1]
        """
        return values_of(self.weight, Deals.of(deals).masks).astype(np.int64)

    def restoring_weights(self, weights: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return importance weights for averages over uniform deals, float64[n], mean 1."""
        return float(Fraction(self.total_weight, self.deals)) / weights

    def dealing(
        self, n: int, *, seed: Seed | Stream | None = None, threads: int | None = None
    ) -> WeightedDealing:
        """Return a job that deals n deals; see ``deal``."""
        return WeightedDealing(self, n, Stream.of(seed), thread_count(threads))

    def deal(
        self, n: int, *, seed: Seed | Stream | None = None, threads: int | None = None
    ) -> WeightedSample:
        """Return n deals drawn in proportion to their weights; deal i depends on (seed, i) only.

        :raises SearchInterrupted: (a KeyboardInterrupt) on Ctrl-C; its ``deals`` are those dealt
        """
        job = self.dealing(n, seed=seed, threads=threads)
        return job.answer(job.result())

    def distribution(self, *quantities: Quantity | str) -> Histogram:
        """Return the exact joint distribution of quantities over the weighted deals.

        Its counts are sums of weights; its total is the total weight. A text such as
        ``"hearts(west)"`` is a quantity too.

        >>> by_hearts = weighted("hearts(west) in 5..6", "hearts(west): 5=1 6=3")
        >>> float(by_hearts.distribution("hearts(west)").probability(5))
        0.5

        :raises ConditionError: if it cannot be computed exactly
        """
        if not quantities:
            raise ArgumentError("name at least one quantity, such as hcp(north)")
        workspace = self._resources.workspace
        quantities_read = [as_quantity(quantity, workspace, texts=True) for quantity in quantities]
        counted = self._count([quantity.tree for quantity in quantities_read])
        assert counted.engine is not None
        assert counted.model.values is not None
        keys = map(tuple, counted.model.values.tolist())
        counts = dict(zip(keys, counted.engine.totals(), strict=True))
        names = tuple(map(str, quantities_read))
        text = f"{self.condition or 'every deal'}, weighted {'; '.join(self.tables)}"
        texts = texts_of_each([quantity.tree for quantity in quantities_read])
        return Histogram(names, counts, condition=text, method="exact", texts=texts)

    def __repr__(self) -> str:
        where = f" of '{self.condition}'" if self.condition else ""
        return f"<{self.deals:,} deals{where} weighted by {'; '.join(self.tables)}>"


class WeightedDealing(Dealing):
    """A job that deals n weighted deals."""

    def __init__(self, law: WeightedDeals, n: int, stream: Stream, threads: int) -> None:
        super().__init__(n, stream)
        self.weighted_deals = law
        self.threads = threads

    @property
    def method(self) -> str:
        """The method's name: ``weighted``."""
        return "weighted"

    @property
    def condition_text(self) -> str:
        """The condition that the deals satisfy, as text."""
        return self.weighted_deals.condition

    def batches(self) -> Iterator[Deals]:
        """Yield the deals in batches."""
        stream = self.stream.split("weighted")
        for batch in drawn(self.n, self.weighted_deals.engine, stream, threads=self.threads):
            self.found += len(batch)
            self.tried = self.found
            yield batch

    def answer(self, deals: Deals) -> WeightedSample:
        """Return deals with their weights."""
        weighted_deals = self.weighted_deals
        weights = weighted_deals.weights_of(deals)
        return WeightedSample(
            deals, weights, weighted_deals.restoring_weights(weights), weighted_deals.tables
        )

    has_notes = True

    def weighting(self) -> Mapping[str, Any]:
        """Return the weights, the number of deals with a weight, and the total weight."""
        weighted_deals = self.weighted_deals
        return {
            "weights": list(weighted_deals.tables),
            "count": str(weighted_deals.deals),
            "total_weight": str(weighted_deals.total_weight),
        }

    def summary(self) -> Sequence[str]:
        """Return a line with the weights."""
        return [f"note: the deals are weighted: {'; '.join(self.weighted_deals.tables)}"]

    def notes(self, deals: Deals, first: int) -> list[Mapping[str, Any]]:
        """Return the notes of each deal; ``first`` is the index of the first deal.

        A note has ``weight`` and ``restoring_weight``.
        """
        weights = self.weighted_deals.weights_of(deals)
        pairs = zip(
            weights.tolist(), self.weighted_deals.restoring_weights(weights).tolist(), strict=True
        )
        return [{"weight": weight, "restoring_weight": restoring} for weight, restoring in pairs]


_integers = partial(np.array, dtype=np.int64)
_floats = partial(np.array, dtype=np.float64)


@dataclass(frozen=True, eq=False, repr=False)
class WeightedSample:
    """Weighted deals, with the importance weights for averages over uniform deals.

    ``weights`` int64[n] is each deal's weight. ``restoring`` float64[n] is the factor that makes
    every deal (of weight above 0) count alike: total weight / (deals x weight), 1 on average.
    ``tables`` are the weights by value as text.

    >>> from dealwright import weighted
    >>> sample = weighted("hcp(west) >= 12", "hearts(west): 5=3 6..13=9").deal(1000, seed=1)
    >>> sample.weights.dtype, sorted(set(sample.weights.tolist()))
    (dtype('int64'), [1, 3, 9])
    """

    deals: Annotated[Deals, INLINE]
    weights: Annotated[NDArray[np.int64], Through(list[int], np.ndarray.tolist, _integers)]
    restoring: Annotated[NDArray[np.float64], Through(list[float], np.ndarray.tolist, _floats)]
    tables: Annotated[tuple[str, ...], Key("law")] = ()

    def mean(self, column: ArrayLike) -> float:
        """Return the importance-weighted mean of a column: an estimate over uniform deals.

        >>> from dealwright import hearts, west
        >>> sample = weighted(None, "hearts(west): 5..13=9").deal(100_000, seed=1)
        >>> lengths = hearts(west).values(sample.deals)
        >>> round(float(lengths.mean()), 1), round(sample.mean(lengths), 1)
        (4.5, 3.3)
        """
        return restored_mean(column, self.restoring)

    def __len__(self) -> int:
        return len(self.deals)

    def __repr__(self) -> str:
        return f"<WeightedSample: {len(self):,}>"


def weighted(
    where: Where,
    weights: Weights,
    *,
    other: int = 1,
    predeal: Predeal | None = None,
    memory: int | None = None,
    workspace: Workspace | None = None,
) -> WeightedDeals:
    """Return the deals of a condition (None: all) with integer weights on values of quantities.

    ``weights`` maps quantities, or their texts, to ``{value: weight}``, or is a text such as
    ``"hearts(west): 5=3 6..7=2 other=0"``, or several texts. The weights of several quantities
    multiply, to at most 256, more where hands are predealt; other values have the weight ``other``,
    and a weight of 0 excludes a deal.

    >>> from dealwright import hearts, west
    >>> sample = weighted("hcp(west) >= 12", {hearts(west): {5: 3, 6: 9}}).deal(5, seed=1)
    >>> sample.deals.source.method, sample.weights.tolist()
    ('weighted', [3, 3, 3, 3, 9])

    :raises ArgumentError: if a weight is not an integer, is negative, or the product is too large
    :raises ConditionError: if the weights cannot be counted exactly, or no deal has a weight
    """
    return WeightedDeals(
        where, weights, other=other, predeal=predeal, memory=memory, workspace=workspace
    )


# ---------------------------------------------------------------------------------------- weights


def _tables(weights: Weights, other: int) -> list[WeightTable]:
    """Return (quantity, weights by value, weight of other values) for each table given."""
    if isinstance(weights, str):
        weights = [weights]
    tables: list[WeightTable] = []
    if isinstance(weights, Mapping):
        entries: Mapping[Any, Any] = weights
        for key, table in entries.items():
            if not isinstance(key, Quantity | str) or not isinstance(table, Mapping):
                raise ArgumentError("write weights as {hearts(west): {5: 3, 6: 1}}")
            quantity = as_quantity(key)
            checked = {_value(value): _weight(n, f"the weight of {value}") for value, n in
                       table.items()}  # fmt: skip
            tables.append((quantity, checked, other))
    else:
        for text in weights:
            quantity, table_read, other_weight = parse_table(
                text, lambda word: _weight(word, "a weight")
            )
            tables.append((quantity, table_read, other if other_weight is None else other_weight))
    if not tables:
        raise ArgumentError("name at least one quantity and its weights")
    return tables


def _value(value: object) -> int:
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ArgumentError(f"a value must be a whole number, not {value!r}") from None


def _weight(weight: object, what: str) -> int:
    try:
        number = int(weight) if isinstance(weight, str) else index(weight)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = -1
    if number < 0 or isinstance(weight, bool):
        raise ArgumentError(f"{what} must be a whole number, 0 or more, not {weight!r}")
    return number


def _node(quantity: Quantity, table: Mapping[int, int], other: int) -> Node:
    """Return the weight as a tree: a chain of choices, one for each different weight."""
    values: dict[int, list[int]] = {}
    for value, weight in sorted(table.items()):
        if weight != other:
            values.setdefault(weight, []).append(value)
    node: Node = Number(other)
    for weight, values_of_weight in sorted(values.items()):
        ranges = tuple((value, value) for value in values_of_weight)
        node = Choice(Within(quantity.tree, ranges), Number(weight), node)
    return node


def _product(nodes: Sequence[Node]) -> Node:
    node = nodes[0]
    for factor in nodes[1:]:
        node = Binary("*", node, factor)
    return node


def _table_text(quantity: Quantity, table: Mapping[int, int], other: int) -> str:
    entries: list[Any] = [f"{value}={weight}" for value, weight in sorted(table.items())]
    return f"{quantity}: {' '.join(entries)}{'' if other == 1 else f' other={other}'}"
