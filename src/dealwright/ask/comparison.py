"""Comparison of dealing methods by the distributions of quantities."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from dealwright.answers import Histogram, Tally
from dealwright.answers.histogram import Difference
from dealwright.answers.report import Column, Report, Reported, Table
from dealwright.ask.dealing import METHODS, QuestionDealing
from dealwright.ask.distributions import distribution
from dealwright.ask.resources import Resources
from dealwright.base.checked_numbers import checked_integer
from dealwright.base.errors import ArgumentError
from dealwright.base.jobs import Job
from dealwright.conditions.labels import texts_of
from dealwright.conditions.nodes import Measure, Node
from dealwright.conditions.unparse import to_text
from dealwright.deals import Deals
from dealwright.deals.features import built_in
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.lowering import scope_of
from dealwright.planning.question import Question
from dealwright.planning.sampling.evaluation import values_of

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import INLINE

__all__ = ["Comparing", "Comparison", "usual_quantities"]

DEFAULT_DEALS = 20_000
_MOST_LINES = 40


class _Summary(NamedTuple):
    """The summary in a comparison's document: shares of values, and distances, by method."""

    shares: dict[str, dict[str, float]]
    deals_sampled: dict[str, int]
    total_variation: dict[str, float]
    expected_of_an_honest_sample: dict[str, float]


@dataclass(frozen=True)
class Comparison(Reported):
    """One quantity under several methods: a histogram for each, exact or from a sample.

    ``differences`` are total variation distances from the first method, each with the average
    distance of an unbiased sample of the same size. ``given_up`` has the number of
    deals that a method could not complete, if any; they are in no histogram.
    """

    quantity: str
    histograms: dict[str, Histogram]
    given_up: dict[str, int] = field(default_factory=dict)

    json_keys = ("quantity", "_summary", "histograms", "given_up")

    @property
    def _summary(self) -> Annotated[_Summary, INLINE]:
        """The shares of values and the distances, by method."""
        histograms, differences = self.histograms, self.differences
        return _Summary(
            {
                method: {
                    histogram.text(value): n / histogram.total for (value,), n in histogram.items()
                }
                for method, histogram in histograms.items()
            },
            {
                method: 0 if histogram.exact else histogram.total
                for method, histogram in histograms.items()
            },
            {method: difference.distance for method, difference in differences.items()},
            {method: difference.expected for method, difference in differences.items()},
        )

    @property
    def methods(self) -> list[str]:
        """The methods, in the order given."""
        return list(self.histograms)

    @property
    def differences(self) -> dict[str, Difference]:
        """The difference of each other method from the first; see ``Histogram.compare``."""
        first, *others = self.histograms.items()
        return {method: first[1].compare(histogram) for method, histogram in others}

    def table_columns(self) -> dict[str, list[Any]]:
        """Return the columns of the values and of their shares by method."""
        shares = self._summary.shares
        values = sorted({row for histogram in self.histograms.values() for row in histogram})
        first = next(iter(self.histograms.values()))
        texts = [first.text(value) for (value,) in values]
        return {
            self.quantity: texts,
            **{method: [of.get(text, 0.0) for text in texts] for method, of in shares.items()},
        }

    def report(self, *, symbols: bool = True) -> Report:
        """Return a row for each value, with its share by each method."""
        values = self._values()
        columns = [
            Column.words(self.quantity, 20),
            *(Column.number(method, 16) for method in self.methods),
        ]
        rows = [
            (f"{self._text(value):>20}", *self._shares(value)) for value in values[:_MOST_LINES]
        ]
        hidden = len(values) - _MOST_LINES
        more = [f"{'...':>20}  ({hidden} more)"] if hidden > 0 else []
        distances = (f"  {text}" for text in self._distances())
        condition = self.histograms[self.methods[0]].condition
        return Report(Table(columns, rows), *more, *distances, caption=condition or "every deal")

    def _values(self) -> list[int]:
        """Return the values of the quantity, ascending; values with texts by frequency."""
        histograms = self.histograms
        values = sorted({value for histogram in histograms.values() for (value,) in histogram})
        first = histograms[self.methods[0]]
        if first.texts[0] is not None:
            values.sort(key=lambda value: -first[value])
        return values

    def _text(self, value: int) -> str:
        return self.histograms[self.methods[0]].text(value)

    def _shares(self, value: int) -> list[str]:
        return [
            f"{histogram[value] / histogram.total:.4%}" for histogram in self.histograms.values()
        ]

    def _distances(self) -> list[str]:
        distances = [
            f"total variation distance of {method}: {distance:.4f} "
            f"(an honest sample: about {expected:.4f})"
            for method, (distance, expected) in self.differences.items()
        ]
        given_up = [
            f"{method} could not complete {n:,} of {n + self.histograms[method].total:,} deals"
            for method, n in self.given_up.items()
        ]
        return distances + given_up


def usual_quantities(tree: Node) -> list[Node]:
    """Return the shape and HCP of every seat that a condition reads."""
    seats = sorted({seat for seat, _, _ in scope_of(tree)})
    features = [built_in()[name] for name in ("shape_index", "hcp")]
    return [Measure(feature, seat) for seat in seats for feature in features]


class Comparing(Job[Deals, list[Comparison]]):
    """A job that compares the distributions of a question's values under several dealing methods.

    ``exact`` is computed; other methods are sampled, ``deals`` deals each. Partial results are the
    samples, in batches. If it is stopped, ``result()`` raises ``Stopped``.

    :raises ArgumentError: if there are fewer than two methods, or one is unknown, or no deal
    :raises ConditionError: in the result, if a method cannot deal the condition
    """

    def __init__(
        self,
        question: Question,
        methods: Sequence[str],
        resources: Resources,
        *,
        deals: int = DEFAULT_DEALS,
        seed: Seed | None = None,
    ) -> None:
        super().__init__(type(self)._compare)
        _check_methods(methods)
        if checked_integer(deals, "the number of deals") < 1:
            raise ArgumentError("compare at least one deal")
        if not question.values:
            raise ArgumentError("the condition reads no hand; name a quantity to compare")
        self.question, self.methods, self.resources = question, methods, resources
        self.deals, self.stream = deals, Stream.of(seed)
        self._given_up: dict[str, int] = {}

    def _compare(self) -> Generator[Deals, None, list[Comparison]]:
        question = self.question
        columns: dict[str, list[Histogram]] = {}
        for method in self.methods:
            if method == "exact":
                questions = [replace(question, values=(node,)) for node in question.values]
                columns[method] = [
                    distribution(single, self.resources, stop=self.flag) for single in questions
                ]
            else:
                columns[method] = yield from self._sampled_histograms(method)
        return [
            Comparison(
                to_text(node),
                {method: columns[method][index] for method in self.methods},
                {method: n for method, n in self._given_up.items() if n},
            )
            for index, node in enumerate(question.values)
        ]

    def _sampled_histograms(self, method: str) -> Generator[Deals, None, list[Histogram]]:
        question = self.question
        tallies = [Tally() for _ in question.values]
        for batch in self._batches(method):
            for tally, node in zip(tallies, question.values, strict=True):
                tally.add(values_of(node, batch.masks))
            yield batch
        self.flag.check()
        return [
            Histogram(
                [to_text(node)], tally.histogram().counts, exact=False, condition=question.text,
                method=method, seed=self.stream.seed, texts=[texts_of(node)],
            )
            for tally, node in zip(tallies, question.values, strict=True)
        ]  # fmt: skip

    def _batches(self, method: str) -> Iterator[Deals]:
        without_values = replace(self.question, values=())  # quantities are read after dealing
        dealing = QuestionDealing(
            self.deals, without_values, self.stream, self.resources, method=method
        )
        if method != "pavlicek1999":
            yield from self.run_part(dealing)
            return
        from dealwright.planning.method_of_1999 import completed_deals, requirements_of

        dealing.prepare()
        done = 0
        requirements = requirements_of(without_values.tree)
        for batch, given_up in completed_deals(self.deals, requirements, self.stream):
            self.flag.check()
            self._given_up[method] = given_up
            done += len(batch)
            self.report(done, self.deals, "deals")
            yield batch


def _check_methods(methods: Sequence[str]) -> None:
    if isinstance(methods, str) or not isinstance(methods, Sequence):
        raise ArgumentError(
            'write two or more methods as a list, such as ["exact", "pavlicek1999"], not '
            f"{methods!r}"
        )
    for method in methods:
        if method not in METHODS or method == "auto":
            known = ", ".join(name for name in METHODS if name != "auto")
            raise ArgumentError(f"{method!r} is not a method to compare; choose from {known}")
    if len(set(methods)) != len(methods) or len(methods) < 2:
        raise ArgumentError("name two or more different methods, such as exact,pavlicek1999")
