"""Deal and test: the deals of a stream that satisfy a plan, in the stream's order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright import kernels
from dealwright.conditions.nodes import Opaque
from dealwright.deals import Deals
from dealwright.errors import ConditionError
from dealwright.kernels import Filtered, Packs
from dealwright.planning import Plan
from dealwright.stream import Stream
from dealwright.threads import in_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DEFAULT_LIMIT", "Found", "hit_counts", "search", "through", "truth_of"]

DEFAULT_LIMIT = 5_000_000_000
_FIRST = 1 << 12
_CHUNK = 1 << 21  # some 30 ms of one core: short enough for progress and Ctrl-C
_OPAQUE_CHUNK = 1 << 16
_MOST_FOUND = 1 << 14  # deals in one batch, or a little more: a reader can stop between batches


@dataclass(frozen=True)
class Found:
    """Some accepted deals, and how many deals of the stream had been examined after the last.

    ``attempts`` are the accepted deals' numbers in the stream, uint64[n].
    """

    deals: Deals
    attempts: NDArray[np.uint64]
    tried: int


def search(
    n: int,
    plan: Plan,
    stream: Stream,
    packs: Packs,
    *,
    limit: int = DEFAULT_LIMIT,
    threads: int = 1,
) -> Iterator[Found]:
    """Yield the first n deals of a stream that satisfy a plan, as they are found.

    Deals are examined in the stream's order and accepted in that order, whatever the number of
    threads; the last ``Found`` tells exactly how many were examined when the n-th was accepted, or
    at the limit. A ``Found`` may be empty: it reports progress.

    :raises ConditionError: if a Python predicate does not answer with truth values
    """
    found = 0
    sizes = _Sizes(_OPAQUE_CHUNK if plan.opaque else _CHUNK)
    for part in in_order(_tasks(n, plan, stream, packs, limit, sizes), threads):
        start_found = found
        sizes.learn(len(part.deals))
        part = through(plan.opaque, part)
        keep = min(len(part.deals), n - start_found)
        found += keep
        tried = int(part.attempts[keep - 1]) + 1 if found == n and keep else part.tried
        yield Found(Deals.trusted(part.deals[:keep]), part.attempts[:keep], tried)
        if found == n:
            return


class _Sizes:
    """How many attempts the next task makes: growing while few deals are found."""

    def __init__(self, largest: int) -> None:
        self.next = _FIRST
        self._largest = largest

    def learn(self, found: int) -> None:
        """Take the number of deals that a task found into account."""
        if found > _MOST_FOUND:
            self.next = max(_FIRST, self.next // 2)
        elif 2 * found <= _MOST_FOUND:
            self.next = min(2 * self.next, self._largest)


def _tasks(
    n: int, plan: Plan, stream: Stream, packs: Packs, limit: int, sizes: _Sizes
) -> Iterator[Callable[[], Filtered]]:
    at = 0
    while at < limit:
        size = min(sizes.next, limit - at)
        capacity = size if plan.opaque else min(size, n)
        yield partial(_accepted, plan, stream, packs, at, size, capacity)
        at += size


def _accepted(
    plan: Plan, stream: Stream, packs: Packs, at: int, size: int, capacity: int
) -> Filtered:
    """Return what the plan's program accepts among some deals, ``tried`` counted from deal 0."""
    if plan.program is None:
        masks = kernels.deal_uniform(packs, stream.key, at, capacity)
        return Filtered(masks, np.arange(at, at + capacity, dtype=np.uint64), at + capacity)
    deals, attempts, tried = kernels.filter_deals(
        packs, stream.key, plan.program, at, size, capacity
    )
    return Filtered(deals, attempts, at + tried)


def through(predicates: tuple[Opaque, ...], part: Filtered) -> Filtered:
    """Return what Python predicates accept of some deals."""
    for predicate in predicates:
        truth = truth_of(predicate, Deals.trusted(part.deals))
        part = Filtered(part.deals[truth], part.attempts[truth], part.tried)
    return part


def truth_of(predicate: Opaque, deals: Deals) -> NDArray[np.bool_]:
    """Return where a Python predicate holds, bool[n].

    :raises ConditionError: if a batch predicate does not answer with n truth values
    """
    if predicate.per_deal:
        return np.fromiter((bool(predicate.function(deal)) for deal in deals), np.bool_, len(deals))
    answer: Any = np.asarray(predicate.function(deals))
    if answer.shape != (len(deals),) or answer.dtype.kind not in "biu":
        name = getattr(predicate.function, "__name__", "the predicate")
        raise ConditionError(
            f"'{name}' should return {len(deals)} truth values for {len(deals)} deals, not "
            f"{answer.dtype} of shape {answer.shape}",
            hint="Wrap a function of one deal in dealwright.each(function)",
        )
    truth: NDArray[np.bool_] = answer.astype(np.bool_)
    return truth


def hit_counts(
    plan: Plan, stream: Stream, packs: Packs, *, limit: int, threads: int = 1
) -> Iterator[tuple[int, int]]:
    """Yield (deals examined, deals accepted) so far, at growing steps up to the limit."""

    def tasks() -> Iterator[Callable[[], tuple[int, int]]]:
        at, size = 0, 1 << 16
        largest = _OPAQUE_CHUNK if plan.opaque else _CHUNK
        while at < limit:
            size = min(size, limit - at)
            yield partial(hits, at, size)
            at += size
            size = min(2 * size, largest)

    def hits(at: int, size: int) -> tuple[int, int]:
        if plan.program is not None and not plan.opaque:
            return size, kernels.count_accepted(packs, stream.key, plan.program, at, size)
        part = through(plan.opaque, _accepted(plan, stream, packs, at, size, size))
        return size, len(part.deals)

    tried = accepted = 0
    for size, hit in in_order(tasks(), threads):
        tried, accepted = tried + size, accepted + hit
        yield tried, accepted
