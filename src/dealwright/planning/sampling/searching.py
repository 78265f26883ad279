"""Dealing and testing: the deals of a stream that pass a filter, in the stream's order.

The examined deals are uniform, or draws from the exact part of a condition. The kernels run the
tests on tables; costly columns then test the remaining deals, no more than needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

import numpy as np

from dealwright.base import kernels
from dealwright.base.kernels import Filtered, PredealtPack
from dealwright.base.kernels.exact import ExactCount
from dealwright.base.kernels.programs import Program
from dealwright.base.threads import in_order
from dealwright.conditions.nodes import Costly, Node, walk
from dealwright.deals import Deals
from dealwright.numbering.stream import Stream
from dealwright.planning.filter import Filter, affordable, is_dear, program_of
from dealwright.planning.sampling.evaluation import Evaluation
from dealwright.planning.sampling.exact import key_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "DEFAULT_LIMIT",
    "DealSource",
    "Drawn",
    "Found",
    "Hits",
    "Part",
    "Range",
    "Uniform",
    "hit_counts",
    "hits_of",
    "passed",
    "search",
]

DEFAULT_LIMIT = 5_000_000_000
_MOST_FOUND = 1 << 14  # deals in one batch, approximately; a reader can stop between batches
_BESIDE_COLUMNS = 1 << 16  # most deals in a task with costly columns


@dataclass(frozen=True)
class Found:
    """Accepted deals, and the number of deals examined up to the last of them.

    ``attempts`` are the accepted deals' indices in the stream, uint64[n]. ``asked`` is the number
    of deals for which costly clauses were computed so far.
    """

    deals: Deals
    attempts: NDArray[np.uint64]
    tried: int
    asked: int = 0


Range = tuple[int, int]
Part = tuple[int, int, int]


@dataclass(frozen=True)
class Hits:
    """How many deals were examined and accepted so far; ``asked`` as for ``Found``."""

    tried: int
    accepted: int
    asked: int = 0


class DealSource(Protocol):
    """A source of deals, tested on tables."""

    @property
    def first(self) -> int:
        """The number of deals that the first task examines."""
        ...

    @property
    def chunk(self) -> int:
        """The most deals that a task examines, about 30 ms of one core."""
        ...

    @property
    def counted(self) -> int:
        """The number of deals that the first task of an estimate examines."""
        ...

    def accepted(self, at: int, size: int, capacity: int) -> Filtered:
        """Return up to ``capacity`` accepted deals among ``at`` .. ``at + size - 1``."""
        ...

    def hits(self, at: int, size: int) -> int:
        """Return the number of accepted deals among ``at`` .. ``at + size - 1``."""
        ...


@dataclass(frozen=True)
class Uniform:
    """Uniform deals of a stream, tested by the program of a filter (None: all pass)."""

    tests: Filter
    pack: PredealtPack
    stream: Stream
    first: int = 1 << 12
    chunk: int = 1 << 21
    counted: int = 1 << 16

    def accepted(self, at: int, size: int, capacity: int) -> Filtered:
        """Return up to ``capacity`` accepted deals, ``tried`` counted from deal 0."""
        key, program = self.stream.key, self.tests.program
        if program is None:
            end = at + min(size, capacity)
            masks = np.asarray(kernels.deal_uniform(self.pack, key, at, end - at))
            return Filtered(masks, np.arange(at, end, dtype=np.uint64), end)
        deals, attempts, tried = kernels.filter_deals(self.pack, key, program, at, size, capacity)
        return Filtered(deals, attempts, at + tried)

    def hits(self, at: int, size: int) -> int:
        """Return the number of accepted deals."""
        if self.tests.program is None:
            return size
        key = self.stream.key
        return kernels.count_accepted(self.pack, key, self.tests.program, at, size)


class Drawn:
    """Draws from an exact count, tested by the clauses that are not counted."""

    first, chunk, counted = 1 << 10, 1 << 16, 1 << 10

    def __init__(self, engine: ExactCount, rest: Sequence[Node], stream: Stream) -> None:
        self._engine = engine
        self._key = key_of(stream)
        self._programs: list[Program] = [program_of(node) for node in rest]

    def accepted(self, at: int, size: int, capacity: int) -> Filtered:
        """Return the accepted draws; all of them are examined, whatever the capacity."""
        masks = self._engine.draw(self._key, at, size)
        accepted = np.arange(len(masks), dtype=np.int64)
        for program in self._programs:
            accepted = accepted[kernels.evaluate(program, masks[accepted]) != 0]
        return Filtered(masks[accepted], (accepted + at).astype(np.uint64), at + size)

    def hits(self, at: int, size: int) -> int:
        """Return the number of accepted draws."""
        return len(self.accepted(at, size, size).deals)


def search(
    n: int,
    source: DealSource,
    costly: Sequence[Node],
    *,
    limit: int = DEFAULT_LIMIT,
    threads: int = 1,
    elsewhere: Callable[[Iterator[Part]], Iterator[Filtered]] | None = None,
) -> Iterator[Found]:
    """Yield the first n deals of a source that also pass the costly clauses, as they are found.

    Deals are examined in the stream's order and accepted in that order, whatever the number of
    threads; the last ``Found`` has the exact number examined when the n-th was accepted, or the
    limit. A ``Found`` may be empty, as a report of progress. ``elsewhere`` examines deals on other
    machines: it takes the arguments of ``DealSource.accepted`` and yields its results in order.

    :raises ConditionError: if a column fails
    """
    found = asked = 0
    sizes = _Sizes(source.first, min(source.chunk, _BESIDE_COLUMNS) if costly else source.chunk)
    parts = _parts(n, bool(costly), limit, sizes)
    if elsewhere is None:
        examined: Iterator[Filtered]
        examined = in_order((partial(source.accepted, *part) for part in parts), threads)
    else:
        examined = elsewhere(parts)
    for part in examined:
        sizes.learn(len(part.deals))
        passed = _passed(part, costly, n - found, threads) if costly else [(part, 0)]
        for batch, newly_asked in passed:
            taken, asked = min(len(batch.deals), n - found), asked + newly_asked
            found += taken
            tried = int(batch.attempts[taken - 1]) + 1 if found == n and taken else batch.tried
            yield Found(Deals.trusted(batch.deals[:taken]), batch.attempts[:taken], tried, asked)
            if found == n:
                return


class _Sizes:
    """The number of attempts of the next task, which grows while few deals are found."""

    def __init__(self, first: int, largest: int) -> None:
        self.next = self._first = first
        self._largest = largest

    def learn(self, found: int) -> None:
        """Adjust to the number of deals that a task found."""
        if found > _MOST_FOUND:
            self.next = max(self._first, self.next // 2)
        elif 2 * found <= _MOST_FOUND:
            self.next = min(2 * self.next, self._largest)


def _parts(n: int, costly: bool, limit: int, sizes: _Sizes) -> Iterator[Part]:
    start = 0
    while start < limit:
        size = min(sizes.next, limit - start)
        yield start, size, size if costly else min(size, n)
        start += size


def _passed(
    part: Filtered, costly: Sequence[Node], wanted: int, threads: int
) -> Iterator[tuple[Filtered, int]]:
    """Yield the deals that pass the costly clauses and the number tested, testing only as needed.

    The first chunk has as many deals as are needed; the size of later chunks follows the share that
    passed. A chunk takes at most about a quarter of a second, so that progress is shown and the
    search can be stopped.
    """
    start, found, size, largest = 0, 0, wanted, affordable(costly)
    while start < len(part.deals):
        end = min(start + max(1, min(size, largest)), len(part.deals))
        masks, attempts = part.deals[start:end], part.attempts[start:end]
        truth = passed(masks, costly, threads)
        tried = int(attempts[-1]) + 1 if end < len(part.deals) else part.tried
        found += int(truth.sum())
        yield Filtered(masks[truth], attempts[truth], tried), end - start
        needed = wanted - found
        if needed <= 0:
            return
        size = end if not found else min(end, -(-needed * end // found))
        start = end
    if not len(part.deals):
        yield part, 0


def passed(masks: NDArray[np.uint64], tests: Sequence[Node], threads: int) -> NDArray[np.bool_]:
    """Return which deals pass all tests, bool[n], using threads if the columns allow it."""
    columns = [part.column for node in tests for part in walk(node) if isinstance(part, Costly)]
    workers = threads if all(column.threads for column in columns) else 1
    if workers == 1 or len(masks) < 2 * workers:
        return _truth_of(masks, tests)
    pieces = np.array_split(masks, workers)
    return np.concatenate([*in_order((partial(_truth_of, p, tests) for p in pieces), workers)])


def _truth_of(masks: NDArray[np.uint64], costly: Sequence[Node]) -> NDArray[np.bool_]:
    values = Evaluation(masks)
    alive = np.arange(len(masks), dtype=np.int64)
    for node in costly:
        alive = alive[values.truth(node, alive)]
    truth = np.zeros(len(masks), dtype=np.bool_)
    truth[alive] = True
    return truth


def hit_counts(
    source: DealSource,
    costly: Sequence[Node],
    *,
    limit: int,
    threads: int = 1,
    elsewhere: Callable[[Iterator[Range]], Iterator[Range]] | None = None,
) -> Iterator[Hits]:
    """Yield the numbers of deals examined and accepted so far, in growing steps up to the limit.

    ``elsewhere`` examines ranges of deals on other machines: it takes the start and the size of
    each range, and yields its size and hits, in order. With expensive columns, a step has as many
    deals as a quarter of a second allows, given the share of deals that reached the columns so far.
    """
    if is_dear(costly):
        yield from _expensive_counts(source, costly, limit)
        return
    largest = min(source.chunk, _BESIDE_COLUMNS) if costly else source.chunk

    def ranges() -> Iterator[Range]:
        start, size = 0, source.counted
        while start < limit:
            size = min(size, limit - start)
            yield start, size
            start += size
            size = min(2 * size, largest)

    if elsewhere is None:
        tasks = (partial(hits_of, source, costly, *interval) for interval in ranges())
        results: Iterator[Range] = in_order(tasks, threads)
    else:
        results = elsewhere(ranges())
    tried = accepted = 0
    for size, hit in results:
        tried, accepted = tried + size, accepted + hit
        yield Hits(tried, accepted)


def hits_of(source: DealSource, costly: Sequence[Node], at: int, size: int) -> Range:
    """Return the size of a range of deals, and how many of them are accepted."""
    if not costly:
        return size, source.hits(at, size)
    return size, int(_truth_of(source.accepted(at, size, size).deals, costly).sum())


def _expensive_counts(source: DealSource, costly: Sequence[Node], limit: int) -> Iterator[Hits]:
    tried = accepted = asked = 0
    step = affordable(costly)
    size = min(step, source.counted)
    while tried < limit:
        size = min(size, limit - tried)
        part = source.accepted(tried, size, size)
        for start in range(0, len(part.deals), step):
            accepted += int(_truth_of(part.deals[start : start + step], costly).sum())
        tried, asked = tried + size, asked + len(part.deals)
        yield Hits(tried, accepted, asked)
        size = max(1, min(4 * size, step * tried // max(1, asked), source.chunk))
