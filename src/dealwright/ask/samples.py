"""A sample of a question's deals: as many as a budget of work pays for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.resources import Resources
from dealwright.conditions.nodes import Node
from dealwright.errors import ConditionError
from dealwright.jobs import Job
from dealwright.planning.bounds import bounds
from dealwright.planning.question import Question
from dealwright.sampling.evaluation import values_of
from dealwright.stream import Stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["sampled"]


def sampled(
    job: Job[Any, Any],
    question: Question,
    stream: Stream,
    resources: Resources,
    *,
    seconds: float,
    each: float,
    most: int,
    step: int | None = None,
) -> Iterator[tuple[NDArray[np.uint64], str]]:
    """Yield masks of deals, uint64[n, 4], ``step`` at a time, and the method that deals them.

    Finding a deal costs what its plan says, and ``each`` seconds more. The sample ends with
    ``most`` deals, when ``seconds`` are spent, or when the job is stopped; the job reports how far
    it is. Where the question has a weight, a deal is kept with a chance in proportion to it.

    :raises ConditionError: if no deal was found
    """
    number = max(1, int(min(seconds / each, most)))
    dealing = QuestionDealing(number, Question(question.tree, question.fixed), stream, resources)
    dealing.flag = job.flag
    done = seen = 0
    kept = False
    job.report(done, number, "deals")
    for batch in dealing:
        for at in range(0, max(1, len(batch)), step or max(1, len(batch))):
            masks = batch.masks[at : at + step] if step else batch.masks
            seen += len(masks)
            spent = dealing.plan.spent(dealing.tried, dealing.asked) + seen * each
            if question.weight is not None:
                masks = _kept(masks, question.weight, stream.split("weights"), seen)
            done = max(seen, round(number * min(1.0, spent / (seconds or each))))
            job.report(done, number, "deals", f"{dealing.tried:,} tried")
            if len(masks):
                kept = True
                yield masks, dealing.method
            if job.stopping or spent >= seconds:
                break
        if job.stopping or done >= number:
            break
    if not kept:
        raise ConditionError(
            f"no deal that satisfies '{question.text}' was found among {dealing.tried:,}",
            hint="Raise the budget",
        )


def _kept(
    masks: NDArray[np.uint64], weight: Node, stream: Stream, place: int
) -> NDArray[np.uint64]:
    """Return the deals of a part of a sample that are kept by their weights.

    The deal of number ``place`` is the one after them.
    """
    if not len(masks):
        return masks
    weights = values_of(weight, masks).astype(np.float64)
    chances = stream.words(place - len(masks), len(masks)).astype(np.float64) / 2.0**64
    return masks[chances * bounds(weight)[1] < weights]
