"""Distributions of quantities: one or several, counted together if that costs less."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from dealwright.answers import Histogram, Tally
from dealwright.ask.counting import budget_of
from dealwright.ask.planning import plan_groups, plan_question
from dealwright.ask.resources import Resources
from dealwright.ask.samples import sample_deals
from dealwright.base.errors import ArgumentError, ConditionError
from dealwright.base.jobs import Job
from dealwright.base.kernels.stopping import StopFlag
from dealwright.conditions.labels import texts_of_each
from dealwright.conditions.nodes import Node, Within, all_of
from dealwright.conditions.unparse import to_text
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.filter import affordable, cost_of, uncountable
from dealwright.planning.lowering import is_costly
from dealwright.planning.planner import Plan
from dealwright.planning.question import Question
from dealwright.planning.sampling.evaluation import values_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Distributing",
    "distribution",
    "distributions",
    "distributions_in_parts",
    "sampled_distributions",
]

_SECONDS_PER_DEAL = 1e-6  # unless columns cost more
_SECONDS_PER_ROW = 1.5e-5  # of a table: counted, sorted, and in the partial answers
_STEP = 1 << 13  # deals
_MOST_SAMPLED = 1_000_000_000


def distribution(
    question: Question, resources: Resources, *, stop: StopFlag | None = None
) -> Histogram:
    """Return the exact joint distribution of a question's values over its deals.

    :raises ConditionError: if no deal satisfies the condition, or it cannot be counted exactly
    :raises Stopped: if the flag was set before it was done
    """
    histogram = _exact_or_plan(question, resources, stop)
    if isinstance(histogram, Plan):
        if histogram.filter.costly:
            raise ConditionError(
                f"{uncountable(histogram.filter.costly[0])} cannot be counted exactly"
            )
        raise ConditionError(
            f"the distribution of {', '.join(map(to_text, question.values))} cannot be computed "
            "exactly under this condition",
            hint="Deal a sample and use its columns, such as deals.north.hcp",
        )
    return histogram


def _exact_or_plan(
    question: Question, resources: Resources, stop: StopFlag | None
) -> Histogram | Plan:
    """Return the exact distribution, or the plan if that cannot count it.

    :raises ConditionError: if no deal satisfies the condition
    """
    if not question.values:
        raise ArgumentError("name at least one quantity, such as hcp(north)")
    plan = plan_question(question, "distribution", resources, stop=stop)
    histogram = None if plan.filter.costly else _histogram_of_plan(plan)
    if histogram is None:
        return plan
    if not histogram.total:
        raise ConditionError(f"no deal satisfies '{question.text}'")
    return histogram


class Distributing(Job[Histogram, Histogram]):
    """A job that counts the joint distribution of a question's values over its deals.

    It is exact if it can be counted within ``budget`` seconds of one core, by default those of
    ``resources``. Otherwise, and always if the question has columns that are computed deal by deal,
    such as double-dummy tricks, it is of a sample of deals drawn with ``seed``: as many as the
    budget pays for (by default 2 seconds), at most 1,000 million. Partial results are the
    histograms so far. A sample ends early when its table fills the memory of ``resources``;
    ``full`` is then True.

    :raises ArgumentError: if the budget is negative
    """

    def __init__(
        self,
        question: Question,
        resources: Resources,
        *,
        seed: Seed | Stream | None = None,
        budget: float | None = None,
    ) -> None:
        super().__init__(type(self)._count)
        self.question = question
        self.stream = Stream.of(seed)
        self.budget = budget_of(budget, workspace=resources.workspace)
        given = budget is not None or resources.workspace.budget is not None
        self.resources = resources.lasting(self.budget) if given else resources
        self.full = False

    def _count(self) -> Generator[Histogram, None, Histogram]:
        question = self.question
        nodes = [*question.values, *([] if question.tree is None else [question.tree])]
        if question.values and any(map(is_costly, nodes)):  # no plan is needed to know
            return (yield from self._sampled_histograms())
        histogram = _exact_or_plan(question, self.resources, self.flag)
        return (yield from self._sampled_histograms()) if isinstance(histogram, Plan) else histogram

    def _sampled_histograms(self) -> Generator[Histogram, None, Histogram]:
        histogram = Histogram(tuple(map(to_text, self.question.values)), {})
        for (histogram,) in sampled_distributions(
            self, self.question, [self.question.values], self.resources, self.stream,
            seconds=self.budget, on_full=partial(setattr, self, "full", True),
        ):  # fmt: skip
            yield histogram
        return histogram


def sampled_distributions(
    job: Job[Any, Any],
    question: Question,
    groups: Sequence[Sequence[Node]],
    resources: Resources,
    stream: Stream,
    *,
    seconds: float,
    on_full: Callable[[], None] | None = None,
) -> Iterator[list[Histogram]]:
    """Yield the joint counts of each group in a sample of a question's deals, so far.

    All groups are counted in the same deals, as many as ``seconds`` of one core pay for, with the
    rows of the tables. They are yielded each time that they have a quarter of the deals more. If
    the tables fill the memory of ``resources``, ``on_full`` is called and the sample ends.

    :raises ConditionError: if no deal was found
    """
    quantities = list(dict.fromkeys(node for group in groups for node in group))
    tallies = [Tally() for _ in groups]
    per_deal = max(sum(map(cost_of, quantities)) / 1e9, _SECONDS_PER_DEAL)

    def histograms(method: str) -> list[Histogram]:
        return [
            tally.histogram(
                tuple(map(to_text, group)), condition=question.text, method=method,
                seed=stream.seed, texts=texts_of_each(tuple(group)),
            )
            for tally, group in zip(tallies, groups, strict=True)
        ]  # fmt: skip

    method, deals, shown = "", 0, 0
    for masks, method in _in_parts(sample_deals(
        job, question, stream, resources, seconds=seconds, seconds_per_deal=per_deal,
        most=_MOST_SAMPLED, step=affordable(quantities),
    )):  # fmt: skip
        values = {node: values_of(node, masks) for node in quantities}
        for tally, group in zip(tallies, groups, strict=True):
            tally.add(*(values[node] for node in group))
        deals += len(masks)
        rows = sum(tally.rows for tally in tallies)
        full = sum(tally.bytes for tally in tallies) > resources.budget.memory
        if full and on_full is not None:
            on_full()
        if full or deals * per_deal + rows * _SECONDS_PER_ROW > seconds:
            break
        if 4 * deals >= 5 * shown:
            shown = deals
            yield histograms(method)
    if deals > shown:
        yield histograms(method)


def _in_parts(
    batches: Iterable[tuple[NDArray[np.uint64], str]],
) -> Iterator[tuple[NDArray[np.uint64], str]]:
    """Yield the same deals, some thousands at a time."""
    for masks, method in batches:
        for begin in range(0, len(masks), _STEP):
            yield masks[begin : begin + _STEP], method


def _histogram_of_plan(plan: Plan) -> Histogram | None:
    """Return the number of deals for each row of a question's values, or None for a sample.

    The histogram is empty if no deal satisfies the condition.
    """
    question = plan.question
    counts: dict[tuple[int, ...], int] = {}
    if plan.method == "sample":
        return None
    engine = None if plan.part is None else plan.part.counted.engine
    if plan.part is not None and engine is not None and engine.total:
        rows = plan.part.counted.model.values
        assert rows is not None
        keys = [tuple(row) for row in rows.tolist()]
        counts = dict(zip(keys, engine.totals(), strict=True))
    names = tuple(map(to_text, question.values))
    texts = texts_of_each(question.values)
    return Histogram(names, counts, condition=question.text, method="exact", texts=texts)


def distributions(
    question: Question,
    groups: Sequence[Sequence[Node]],
    resources: Resources,
    *,
    stop: StopFlag | None = None,
) -> list[Histogram | None]:
    """Return the joint counts of each group of quantities over a question's deals.

    A group is None if it cannot be counted, or if the budget's seconds are used up. Seconds are
    predicted from measured constants, so the answer does not depend on the machine. If no deal
    satisfies the question, the counts are empty.
    """
    plans = plan_groups(question, [tuple(group) for group in groups], resources, stop=stop)
    joint = {id(group_plan.plan): _histogram_of_plan(group_plan.plan) for group_plan in plans}
    histograms = [(joint[id(group_plan.plan)], group_plan.columns) for group_plan in plans]
    return [histogram and histogram.marginal(*columns) for histogram, columns in histograms]


def distributions_in_parts(
    question: Question,
    groups: Sequence[Sequence[Node]],
    by: Sequence[Node],
    resources: Resources,
    *,
    stop: StopFlag | None = None,
) -> list[Histogram | None]:
    """Return the joint counts of each group like ``distributions``, also for larger questions.

    Groups that cannot be counted at once are counted for two ranges of the first quantity in
    ``by``, each with about half of the deals, and the counts are added. Ranges are split again if
    needed, then by the next quantity. Rules distinguish fewer kinds of hands if a hand's points are
    in a small range. Each part may use the seconds of ``resources``.
    """
    histograms = distributions(question, groups, resources, stop=stop)
    missing = [index for index, histogram in enumerate(histograms) if histogram is None]
    if not missing or not by:
        return histograms
    (spread,) = distributions(question, [[by[0]]], resources, stop=stop)
    missing_groups = [groups[index] for index in missing]
    values = [] if spread is None else list(spread.column())
    if spread is None or len(values) < 2:
        sums = distributions_in_parts(question, missing_groups, by[1:], resources, stop=stop)
    else:
        cumulative = [n for n in accumulate(spread.column().values()) if n <= spread.total / 2]
        cut = min(max(1, len(cumulative)), len(values) - 1)
        sums = [
            Histogram(
                tuple(map(to_text, group)),
                {},
                condition=question.text,
                method="exact",
                texts=texts_of_each(tuple(group)),
            )
            for group in missing_groups
        ]
        for value_range in (values[:cut], values[cut:]):
            within = Within(by[0], ((value_range[0], value_range[-1]),))
            tree = all_of([question.tree, within])
            countable = [
                group
                for group, histogram in zip(missing_groups, sums, strict=True)
                if histogram is not None
            ]
            parts = iter(
                distributions_in_parts(question.about(tree), countable, by, resources, stop=stop)
            )
            sums = [
                None
                if histogram is None or (more := next(parts)) is None
                else histogram.merged(more)
                for histogram in sums
            ]
    for index, histogram in zip(missing, sums, strict=True):
        histograms[index] = histogram
    return histograms
