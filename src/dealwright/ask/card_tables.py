"""Tables of cards: where each of the 52 cards is, counted in one pass, or in a sample."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from dealwright.answers.card_table import CardTable
from dealwright.ask.planning import impossible_text, planned
from dealwright.ask.resources import Resources
from dealwright.ask.samples import sampled
from dealwright.errors import ConditionError
from dealwright.jobs import Job
from dealwright.planning.planner import Plan
from dealwright.planning.question import Question
from dealwright.stream import Seed, Stream
from dealwright.threads import interruptibly

__all__ = ["CardTabling"]

_TALLY = 1e-6  # seconds for the cards of a deal
_MOST_SAMPLED = 1_000_000  # which know a chance of a half to 0.1 points


class CardTabling(Job[CardTable, CardTable]):
    """A job that finds in how many deals of a question each seat holds each card.

    It is exact where the condition can be counted for the budget of ``resources``. Else it is of a
    sample of deals, drawn with ``seed``: as many as the budget pays for, a million at most; its
    partial results are the tables so far.
    """

    def __init__(
        self, question: Question, resources: Resources, *, seed: Seed | Stream | None = None
    ) -> None:
        super().__init__(type(self)._tabulate)
        self.question = question
        self.resources = resources
        self.stream = Stream.of(seed)

    def _tabulate(self) -> Generator[CardTable, None, CardTable]:
        made = planned(self.question, "distribution", self.resources, stop=self.flag)
        if made.impossible:
            raise ConditionError(f"no deal satisfies {impossible_text(made, self.resources)}")
        if made.method == "sample":
            return (yield from self._sample())
        return self._counted(made)

    def _counted(self, made: Plan) -> CardTable:
        assert made.part is not None
        engine = made.part.counted.engine
        if engine is None or not engine.total:
            raise ConditionError(f"no deal satisfies {impossible_text(made, self.resources)}")
        counts = interruptibly(
            lambda: engine.cards(stop=self.flag), self.flag, made.part.counted.seconds
        )
        return CardTable(engine.total, tuple(counts), condition=self.question.text)

    def _sample(self) -> Generator[CardTable, None, CardTable]:
        sums, dealt = np.zeros((52, 4), dtype=np.int64), 0
        table: CardTable | None = None
        for masks, method in sampled(
            self, self.question, self.stream, self.resources,
            seconds=self.resources.budget.seconds, each=_TALLY, most=_MOST_SAMPLED,
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
