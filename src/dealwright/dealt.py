"""Dealing: the functions that deal what a condition describes, or any deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dealwright.condition import question_of

if TYPE_CHECKING:
    from dealwright.ask.dealing import QuestionDealing
    from dealwright.condition import Condition
    from dealwright.deals import Deals
    from dealwright.deals.predeal import Predeal
    from dealwright.stream import Seed, Stream
    from dealwright.workspace import Workspace

__all__ = ["deal", "dealing"]


def dealing(
    n: int,
    where: Condition | str | Callable[[Any], object] | None = None,
    *,
    seed: Seed | Stream | None = None,
    predeal: Predeal | None = None,
    method: str = "auto",
    threads: int | None = None,
    limit: int | None = None,
    memory: int | None = None,
    workspace: Workspace | None = None,
) -> QuestionDealing:
    """Return a job that deals n deals; its arguments are those of ``deal``.

    Iterate over its batches or call ``result()``; read ``progress``, or call ``stop()`` from
    another thread.

    >>> job = dealing(1000, "hcp(north) >= 25", seed=7)
    >>> sum(len(batch) for batch in job), job.found, job.method
    (1000, 1000, 'exact')

    :raises ConditionError: if the condition cannot be read
    :raises PredealError: if no deal can hold the predealt cards
    :raises ArgumentError: if n, the limit or the number of threads is out of range
    """
    from dealwright.ask.dealing import QuestionDealing
    from dealwright.ask.resources import Resources
    from dealwright.stream import Stream

    question = question_of(where, predeal, workspace=workspace)
    resources = Resources(memory, workspace, threads)
    return QuestionDealing(n, question, Stream.of(seed), resources, method=method, limit=limit)


def deal(
    n: int,
    where: Condition | str | Callable[[Any], object] | None = None,
    *,
    seed: Seed | Stream | None = None,
    predeal: Predeal | None = None,
    method: str = "auto",
    threads: int | None = None,
    limit: int | None = None,
    memory: int | None = None,
    workspace: Workspace | None = None,
) -> Deals:
    """Return n random deals, each deal that satisfies the condition equally likely.

    ``where`` is a Condition, its text, or a function of a batch (Deals in, bool[n] out); ``seed``
    is an integer, a text or a Stream that repeats the deals (None: a fresh one, kept in
    ``.source.seed``). ``predeal`` fixes cards ("north SAK, H2" or {"north": "SAK"}); ``limit`` is
    the most deals to examine. ``method`` is ``auto`` (the planner chooses), ``exact``, ``filter``
    or ``mixed``, which deal from the same distribution, or ``pavlicek1999``, the historical method,
    which is biased. ``memory`` is the most bytes that exact counting may use (1 GiB by default).
    The result does not depend on ``threads``.

    >>> deals = deal(3, "hcp(north) in 15..17 && balanced(north)", seed=1)
    >>> deals.north.hcp.tolist(), deals.source.tried
    ([17, 17, 16], 33)

    :raises ConditionError: if the condition cannot be read, or no deal can satisfy it
    :raises PredealError: if no deal can hold the predealt cards
    :raises AttemptLimitReached: if the limit came first; its ``deals`` are those found
    :raises BatchAborted: if the method ``pavlicek1999`` cannot complete one of the deals
    :raises SearchInterrupted: (a KeyboardInterrupt) on Ctrl-C; its ``deals`` are those found
    """
    job = dealing(
        n, where, seed=seed, predeal=predeal, method=method, threads=threads, limit=limit,
        memory=memory, workspace=workspace,
    )  # fmt: skip
    return job.result()
