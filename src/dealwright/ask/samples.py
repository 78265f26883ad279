"""A sample of a question's deals: as many as a budget of work pays for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.planning import Resources
from dealwright.errors import ConditionError
from dealwright.jobs import Job
from dealwright.planning.question import Question
from dealwright.stream import Stream

if TYPE_CHECKING:
    import numpy as np
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
    it is.

    :raises ConditionError: if no deal was found
    """
    number = max(1, int(min(seconds / each, most)))
    dealing = QuestionDealing(number, Question(question.tree, question.fixed), stream, resources)
    dealing.flag = job.flag
    done = seen = 0
    job.report(done, number, "deals")
    for batch in dealing:
        for at in range(0, max(1, len(batch)), step or max(1, len(batch))):
            masks = batch.masks[at : at + step] if step else batch.masks
            seen += len(masks)
            spent = dealing.plan.spent(dealing.tried, dealing.asked) + seen * each
            done = max(seen, round(number * min(1.0, spent / (seconds or each))))
            job.report(done, number, "deals", f"{dealing.tried:,} tried")
            if len(masks):
                yield masks, dealing.method
            if job.stopping or spent >= seconds:
                break
        if job.stopping or done >= number:
            break
    if not seen:
        raise ConditionError(
            f"no deal that satisfies '{question.text}' was found among {dealing.tried:,}",
            hint="Raise the budget",
        )
