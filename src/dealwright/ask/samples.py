"""A sample of a question's deals: as many as a budget of work pays for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.resources import Resources
from dealwright.base.errors import ConditionError
from dealwright.base.jobs import Job
from dealwright.conditions.nodes import Node
from dealwright.numbering.stream import Stream
from dealwright.planning.bounds import bounds
from dealwright.planning.question import Question
from dealwright.planning.sampling.evaluation import values_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["sample_deals"]


def sample_deals(
    job: Job[Any, Any],
    question: Question,
    stream: Stream,
    resources: Resources,
    *,
    seconds: float,
    seconds_per_deal: float,
    most: int,
    step: int | None = None,
) -> Iterator[tuple[NDArray[np.uint64], str]]:
    """Yield masks of deals, uint64[n, 4], ``step`` at a time, and the method that deals them.

    A deal costs what its plan predicts and ``seconds_per_deal`` more. The sample ends with ``most``
    deals, when ``seconds`` are spent, or when the job is stopped; the job reports its progress. If
    the question has a weight, a deal is kept with probability proportional to its weight.

    :raises ConditionError: if no deal was found
    """
    goal = max(1, int(min(seconds / seconds_per_deal, most)))
    dealing = QuestionDealing(goal, Question(question.tree, question.fixed), stream, resources)
    dealing.flag = job.flag
    done = examined = 0
    yielded = False
    job.report(done, goal, "deals")
    for batch in dealing:
        for start in range(0, max(1, len(batch)), step or max(1, len(batch))):
            masks = batch.masks[start : start + step] if step else batch.masks
            examined += len(masks)
            spent = dealing.plan.spent(dealing.tried, dealing.asked) + examined * seconds_per_deal
            if question.weight is not None:
                masks = _thinned(masks, question.weight, stream.split("weights"), examined)
            done = max(examined, round(goal * min(1.0, spent / (seconds or seconds_per_deal))))
            job.report(done, goal, "deals", f"{dealing.tried:,} tried")
            if len(masks):
                yielded = True
                yield masks, dealing.method
            if job.stopping or spent >= seconds:
                break
        if job.stopping or done >= goal:
            break
    if not yielded:
        raise ConditionError(
            f"no deal that satisfies '{question.text}' was found among {dealing.tried:,}",
            hint="Raise the budget",
        )


def _thinned(
    masks: NDArray[np.uint64], weight: Node, stream: Stream, end: int
) -> NDArray[np.uint64]:
    """Return the deals of a part of a sample that are kept, each with its weight's probability.

    ``end`` is the number of the deal after the part, counted from the start of the sample.
    """
    if not len(masks):
        return masks
    weights = values_of(weight, masks).astype(np.float64)
    chances = stream.words(end - len(masks), len(masks)).astype(np.float64) / 2.0**64
    return masks[chances * bounds(weight)[1] < weights]
