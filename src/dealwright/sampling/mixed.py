"""Drawing exactly from one part of a condition and testing the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from dealwright import kernels
from dealwright.conditions.nodes import Node, Opaque
from dealwright.deals import Deals
from dealwright.kernels import Filtered
from dealwright.kernels.exact import ExactCount
from dealwright.kernels.programs import Program, ProgramBuilder
from dealwright.planning.lower import last_seat, lower
from dealwright.sampling.exact import key_of
from dealwright.sampling.filtered import Found, through
from dealwright.stream import Stream
from dealwright.threads import in_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Rest", "mixed_hits", "mixed_search"]

_FIRST = 1 << 10
_CHUNK = 1 << 16


class Rest:
    """What is left to test of drawn deals: clauses as programs, then Python predicates."""

    def __init__(self, clauses: Sequence[Node], opaque: Sequence[Opaque]) -> None:
        self.programs: list[Program] = []
        for node in clauses:
            builder = ProgramBuilder()
            builder.add(last_seat(node), lower(node, builder))
            self.programs.append(builder.build())
        self.opaque = tuple(opaque)

    def of(self, masks: NDArray[np.uint64], first: int) -> Filtered:
        """Return those of some drawn deals that pass; ``first`` is the number of the first draw."""
        kept = np.arange(len(masks))
        for program in self.programs:
            kept = kept[kernels.evaluate(program, masks[kept]) != 0]
        numbers = (kept + first).astype(np.uint64)
        return through(self.opaque, Filtered(masks[kept], numbers, first + len(masks)))


def mixed_search(
    n: int,
    engine: ExactCount,
    rest: Rest,
    stream: Stream,
    *,
    limit: int,
    threads: int = 1,
) -> Iterator[Found]:
    """Yield the first n draws of a stream that pass the rest, as they are found.

    Draws are examined in order, so the result does not depend on threads. A ``Found`` may be
    empty: it reports progress.
    """
    found = 0
    for part in in_order(_tasks(engine, rest, stream, limit), threads):
        keep = min(len(part.deals), n - found)
        found += keep
        tried = int(part.attempts[keep - 1]) + 1 if found == n and keep else part.tried
        yield Found(Deals.trusted(part.deals[:keep]), part.attempts[:keep], tried)
        if found == n:
            return


def mixed_hits(
    engine: ExactCount, rest: Rest, stream: Stream, *, limit: int, threads: int = 1
) -> Iterator[tuple[int, int]]:
    """Yield (draws examined, draws that pass the rest) so far, up to the limit."""
    accepted = 0
    for part in in_order(_tasks(engine, rest, stream, limit), threads):
        accepted += len(part.deals)
        yield part.tried, accepted


def _tasks(
    engine: ExactCount, rest: Rest, stream: Stream, limit: int
) -> Iterator[Callable[[], Filtered]]:
    key = key_of(stream)

    def examine(at: int, size: int) -> Filtered:
        return rest.of(engine.draw(key, at, size), at)

    at, size = 0, _FIRST
    while at < limit:
        size = min(size, limit - at)
        yield partial(examine, at, size)
        at += size
        size = min(2 * size, _CHUNK)
