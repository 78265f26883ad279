"""Card tables: how often each seat holds each of the 52 cards, exact or from a sample."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from dealwright.answers.card_table import CardTable
from dealwright.ask.planning import impossible_text, plan_question
from dealwright.ask.resources import Resources
from dealwright.ask.samples import sample_deals
from dealwright.base.errors import ConditionError
from dealwright.base.jobs import Job
from dealwright.base.threads import interruptibly
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.planner import Plan
from dealwright.planning.question import Question

__all__ = ["CardTabling"]

_TALLY = 1e-6  # seconds to tally the cards of a deal
_MOST_SAMPLED = 1_000_000  # a share of 50 % is then known to 0.1 percentage points


class CardTabling(Job[CardTable, CardTable]):
    """A job that counts in how many deals of a question each seat holds each card.

    The table is exact if the condition can be counted within the budget of ``resources``. Otherwise
    it is of a sample of deals drawn with ``seed``, as many as the budget pays for, at most a
    million; partial results are the tables so far.
    """

    def __init__(
        self, question: Question, resources: Resources, *, seed: Seed | Stream | None = None
    ) -> None:
        super().__init__(type(self)._tabulate)
        self.question = question
        self.resources = resources
        self.stream = Stream.of(seed)

    def _tabulate(self) -> Generator[CardTable, None, CardTable]:
        plan = plan_question(self.question, "distribution", self.resources, stop=self.flag)
        if plan.impossible:
            raise ConditionError(f"no deal satisfies {impossible_text(plan, self.resources)}")
        if plan.method == "sample":
            return (yield from self._sampled_tables())
        return self._exact_table(plan)

    def _exact_table(self, plan: Plan) -> CardTable:
        assert plan.part is not None
        engine = plan.part.counted.engine
        if engine is None or not engine.total:
            raise ConditionError(f"no deal satisfies {impossible_text(plan, self.resources)}")
        counts = interruptibly(
            lambda: engine.cards(stop=self.flag), self.flag, plan.part.counted.seconds
        )
        return CardTable(engine.total, tuple(counts), condition=self.question.text)

    def _sampled_tables(self) -> Generator[CardTable, None, CardTable]:
        sums, dealt = np.zeros((52, 4), dtype=np.int64), 0
        table: CardTable | None = None
        for masks, method in sample_deals(
            self, self.question, self.stream, self.resources,
            seconds=self.resources.budget.seconds, seconds_per_deal=_TALLY, most=_MOST_SAMPLED,
        ):  # fmt: skip
            for card in range(52):
                sums[card] += (masks >> np.uint64(card) & np.uint64(1)).sum(0, dtype=np.int64)
            dealt += len(masks)
            table = CardTable(
                dealt, tuple(map(tuple, sums.tolist())), False, self.question.text, method,
                self.stream.seed,
            )  # fmt: skip
            yield table
        assert table is not None
        return table
