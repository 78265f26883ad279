"""Distributions: one, or several of a condition, counted together if that costs less."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from dealwright.answers import Histogram, Tally
from dealwright.ask.counting import budget_of
from dealwright.ask.planning import planned, planned_together
from dealwright.ask.resources import Resources
from dealwright.ask.samples import sampled
from dealwright.conditions.labels import texts_of_each
from dealwright.conditions.nodes import Node, Within, all_of
from dealwright.conditions.unparse import to_text
from dealwright.errors import ArgumentError, ConditionError
from dealwright.jobs import Job
from dealwright.kernels.stopping import StopFlag
from dealwright.planning.filter import affordable, cost_of, uncountable
from dealwright.planning.lower import is_costly
from dealwright.planning.planner import Plan
from dealwright.planning.question import Question
from dealwright.sampling.evaluation import values_of
from dealwright.stream import Seed, Stream

__all__ = [
    "Distributing",
    "distribution",
    "distributions",
    "distributions_in_parts",
    "sampled_distributions",
]

_LOOK = 1e-6  # seconds for a deal and its values, where no column costs more
_MOST_SAMPLED = 1_000_000_000


def distribution(
    question: Question, resources: Resources, *, stop: StopFlag | None = None
) -> Histogram:
    """Return the exact joint distribution of a question's values over its deals.

    :raises ConditionError: if no deal satisfies the condition, or it cannot be counted exactly
    :raises Stopped: if the flag was set before it was done
    """
    found = _exact(question, resources, stop)
    if isinstance(found, Plan):
        if found.filter.costly:
            raise ConditionError(f"{uncountable(found.filter.costly[0])} cannot be counted exactly")
        raise ConditionError(
            f"the distribution of {', '.join(map(to_text, question.values))} cannot be computed "
            "exactly under this condition",
            hint="Deal a sample and use its columns, such as deals.north.hcp",
        )
    return found


def _exact(question: Question, resources: Resources, stop: StopFlag | None) -> Histogram | Plan:
    """Return the exact distribution, or the plan if that cannot count it.

    :raises ConditionError: if no deal satisfies the condition
    """
    if not question.values:
        raise ArgumentError("name at least one quantity, such as hcp(north)")
    made = planned(question, "distribution", resources, stop=stop)
    answer = None if made.filter.costly else _counted(made)
    if answer is None:
        return made
    if not answer.total:
        raise ConditionError(f"no deal satisfies '{question.text}'")
    return answer


class Distributing(Job[Histogram, Histogram]):
    """A job that counts the joint distribution of a question's values over its deals.

    It is exact where it can be counted for the budget of ``resources``. Else, and where columns
    stand in the question that are asked deal by deal, such as the tricks of a solver, it is of a
    sample of deals, drawn with ``seed``, as many as ``budget`` seconds of one core pay for (2
    unless given; 1,000 million deals at most), and its partial results are the histograms so far.
    A sample ends early when its table takes the memory of ``resources``; ``full`` says so.

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
        self.resources = resources
        self.stream = Stream.of(seed)
        self.budget = budget_of(budget)
        self.full = False

    def _count(self) -> Generator[Histogram, None, Histogram]:
        question = self.question
        parts = [*question.values, *([] if question.tree is None else [question.tree])]
        if question.values and any(map(is_costly, parts)):  # no plan is needed to know
            return (yield from self._sample())
        found = _exact(question, self.resources, self.flag)
        return (yield from self._sample()) if isinstance(found, Plan) else found

    def _sample(self) -> Generator[Histogram, None, Histogram]:
        found = Histogram(tuple(map(to_text, self.question.values)), {})
        for (found,) in sampled_distributions(
            self, self.question, [self.question.values], self.resources, self.stream,
            seconds=self.budget, on_full=partial(setattr, self, "full", True),
        ):  # fmt: skip
            yield found
        return found


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

    All groups are counted in the same deals, as many as ``seconds`` of one core pay for, or until
    the tables take the memory of ``resources``: ``on_full`` is called then.

    :raises ConditionError: if no deal was found
    """
    every = list(dict.fromkeys(node for group in groups for node in group))
    tallies = [Tally() for _ in groups]
    for masks, method in sampled(
        job, question, stream, resources, seconds=seconds,
        each=max(sum(map(cost_of, every)) / 1e9, _LOOK), most=_MOST_SAMPLED,
        step=affordable(every),
    ):  # fmt: skip
        values = {node: values_of(node, masks) for node in every}
        for tally, group in zip(tallies, groups, strict=True):
            tally.add(*(values[node] for node in group))
        yield [
            tally.histogram(
                tuple(map(to_text, group)), condition=question.text, method=method,
                seed=stream.seed, texts=texts_of_each(tuple(group)),
            )
            for tally, group in zip(tallies, groups, strict=True)
        ]  # fmt: skip
        if sum(tally.bytes for tally in tallies) > resources.budget.memory:
            if on_full is not None:
                on_full()
            break


def _counted(made: Plan) -> Histogram | None:
    """Return the number of deals for each row of a question's values, or None if not counted.

    It is empty if no deal satisfies the condition.
    """
    question = made.question
    counts: dict[tuple[int, ...], int] = {}
    if made.method == "sample":
        return None
    engine = None if made.part is None else made.part.counted.engine
    if made.part is not None and engine is not None and engine.total:
        rows = made.part.counted.model.values
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
    plans = planned_together(question, [tuple(group) for group in groups], resources, stop=stop)
    joint = {id(each.plan): _counted(each.plan) for each in plans}
    found = [(joint[id(each.plan)], each.columns) for each in plans]
    return [each and each.marginal(*columns) for each, columns in found]


def distributions_in_parts(
    question: Question,
    groups: Sequence[Sequence[Node]],
    by: Sequence[Node],
    resources: Resources,
    *,
    stop: StopFlag | None = None,
) -> list[Histogram | None]:
    """Return the joint counts of each group, as ``distributions`` does, of larger questions too.

    Groups that cannot be counted at once are counted for two ranges of the first quantity ``by``,
    each with about half of the deals, and these again if needed, then by the next quantity; the
    counts are added. Where the points of a hand lie in a small range, its rules tell fewer kinds of
    hands apart. Each part may use the seconds of ``resources``.
    """
    found = distributions(question, groups, resources, stop=stop)
    missing = [at for at, each in enumerate(found) if each is None]
    if not missing or not by:
        return found
    (spread,) = distributions(question, [[by[0]]], resources, stop=stop)
    wanted = [groups[at] for at in missing]
    values = [] if spread is None else list(spread.column())
    if spread is None or len(values) < 2:
        added = distributions_in_parts(question, wanted, by[1:], resources, stop=stop)
    else:
        below = [n for n in accumulate(spread.column().values()) if n <= spread.total / 2]
        cut = min(max(1, len(below)), len(values) - 1)
        added = [
            Histogram(
                tuple(map(to_text, group)),
                {},
                condition=question.text,
                method="exact",
                texts=texts_of_each(tuple(group)),
            )
            for group in wanted
        ]
        for part in (values[:cut], values[cut:]):
            within = Within(by[0], ((part[0], part[-1]),))
            tree = all_of([question.tree, within])
            left = [group for group, each in zip(wanted, added, strict=True) if each is not None]
            more = iter(
                distributions_in_parts(question.about(tree), left, by, resources, stop=stop)
            )
            added = [
                None if each is None or (other := next(more)) is None else each.merged(other)
                for each in added
            ]
    for at, each in zip(missing, added, strict=True):
        found[at] = each
    return found
