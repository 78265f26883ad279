"""Tables of cards: where each of the 52 cards is, counted in one pass, or in a sample."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from dealwright.answers.card_table import CardTable
from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.planning import Resources, impossible_text, planned
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
        question, seconds = self.question, self.resources.budget.seconds
        most = max(1, int(min(seconds / _TALLY, _MOST_SAMPLED)))
        dealing = QuestionDealing(most, question, self.stream, self.resources)
        dealing.flag = self.flag
        sums, dealt = np.zeros((52, 4), dtype=np.int64), 0
        table: CardTable | None = None
        self.report(0, most, "deals")
        for batch in dealing:
            for card in range(52):
                sums[card] += (batch.masks >> np.uint64(card) & np.uint64(1)).sum(0, dtype=np.int64)
            dealt += len(batch)
            spent = dealing.plan.spent(dealing.tried, dealing.asked) + dealt * _TALLY
            part = max(dealt / most, min(1.0, spent / seconds) if seconds else 1.0)
            self.report(round(part * most), most, "deals", f"{dealing.tried:,} tried")
            if dealt:
                table = CardTable(
                    dealt, tuple(map(tuple, sums.tolist())), False, question.text,
                    dealing.method, self.stream.seed,
                )  # fmt: skip
                yield table
            if part >= 1 or self.stopping:
                break
        if table is None:
            raise ConditionError(
                f"no deal that satisfies '{question.text}' was found among {dealing.tried:,}",
                hint="Raise the budget",
            )
        return table
