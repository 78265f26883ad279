"""The double-dummy solver of the core: a search on each thread."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.checked_numbers import checked_integer
from dealwright.base.errors import ArgumentError
from dealwright.base.kernels.double_dummy import DoubleDummySearch
from dealwright.base.kernels.stopping import StopFlag
from dealwright.base.threads import in_order, interruptibly, thread_count
from dealwright.cards import Card, Strain
from dealwright.deals.workspace import default_workspace
from dealwright.double_dummy.asks import Cards, CardTricks, Leads, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.double_dummy.asks import Ask, Position

__all__ = ["MEMORY", "CoreSolver", "core_solver"]

MEMORY = 128 << 20  # bytes, for each thread; a random deal needs 10 MB, layouts in common more
_MOST_MEMORY = 1 << 48
_MOST_ROWS = 64  # of a task
_TASKS = 16  # at least, for each thread: they end together


class CoreSolver:
    """The core as a ``Solver``; ``core_solver()`` returns the one of this process.

    ``threads`` searches run at the same time; their facts take at most ``memory`` bytes, by default
    128 MiB each, but one MiB each at least. While they grow, twice as much may be in use for a
    moment. Neither changes an answer. Any number of threads may call ``solve``; each call has as
    many searches, and those of one call are kept.

    :raises ArgumentError: if the threads or the memory are out of range
    """

    def __init__(self, threads: int | None = None, memory: int | None = None) -> None:
        self.threads = thread_count(threads)
        if memory is not None:
            memory = checked_integer(memory, "the memory of a solver", "a number of bytes")
            if not 0 <= memory <= _MOST_MEMORY:
                raise ArgumentError(
                    f"the memory of a solver must be 0 to {_MOST_MEMORY:,} bytes, not {memory:,}"
                )
        self.memory = self.threads * MEMORY if memory is None else memory
        self._idle: list[DoubleDummySearch] = []
        self._lock = Lock()

    def solve(self, ask: Ask, *, stop: StopFlag | None = None) -> NDArray[Any]:
        """Return the answer to an ask.

        :raises Stopped: soon after the flag is set
        """
        if not isinstance(ask, Cards | Tables) and ask.is_trivial:
            return ask.trivial_answer()
        flag = StopFlag() if stop is None else stop
        flag.check()

        def run() -> NDArray[Any]:
            if isinstance(ask, Tables) and 0 < len(ask) < self.threads and ask.strains:
                strains = sorted(set(ask.strains))
                tasks = [partial(self._answer, Tables(ask.masks, [each]), flag) for each in strains]
                parts = list(in_order(tasks, self.threads, flag))
                tables: NDArray[np.int8] = np.maximum.reduce(parts)  # -1 in other strains
                return tables
            return ask.joined(in_order(self._tasks(ask, flag), self.threads, flag))

        return interruptibly(run, flag, seconds=1)

    def _tasks(self, ask: Ask, flag: StopFlag) -> Iterator[Callable[[], NDArray[Any]]]:
        """Yield tasks for consecutive rows."""
        size = max(1, min(_MOST_ROWS, len(ask) // (_TASKS * self.threads)))
        for start in range(0, len(ask), size):
            yield partial(self._answer, ask[start : start + size], flag)

    def _answer(self, ask: Ask, flag: StopFlag) -> NDArray[Any]:
        """Return the answer to an ask by one search."""
        with self._search() as search:
            if isinstance(ask, Cards):
                answer = np.empty(len(ask), ask.dtype)
                for index, position in enumerate(ask.positions):
                    answer[index] = _card_tricks(search, position, flag)
                return answer
            if isinstance(ask, Tables):
                return search.tables(ask.masks, ask.strains, stop=flag)
            method = search.leads if isinstance(ask, Leads) else search.contracts
            return method(ask.masks, ask.declarer, ask.strain, ask.goal, stop=flag).astype(
                ask.dtype, copy=False
            )

    @contextmanager
    def _search(self) -> Generator[DoubleDummySearch]:
        """Lend an idle search, or a new one."""
        with self._lock:
            search = self._idle.pop() if self._idle else None
        if search is None:
            search = DoubleDummySearch(self.memory // self.threads)
        try:
            yield search
        finally:
            with self._lock:
                if len(self._idle) < self.threads:
                    self._idle.append(search)


_LOCK = Lock()
_MADE: dict[int, CoreSolver] = {}


def core_solver(threads: int | None = None) -> CoreSolver:
    """Return this process's solver with that number of threads.

    The default is the workspace's number of threads, else ``DEALWRIGHT_THREADS``, else every core.
    """
    number = thread_count(default_workspace().threads if threads is None else threads)
    with _LOCK:
        return _MADE.setdefault(number, CoreSolver(number))


def _card_tricks(
    search: DoubleDummySearch, position: Position, flag: StopFlag
) -> tuple[CardTricks, ...]:
    """Return the cards that can be played, equal ones together, most tricks first."""
    trick = [card.index for card in position.trick]
    tricks = search.cards(
        position.hands, Strain(position.strain), position.leader, trick, stop=flag
    ).tolist()
    in_play = sum(position.hands) + sum(1 << index for index in trick)
    groups = list[list[Card]]()
    for suit in range(3, -1, -1):
        before = False  # whether the last card in play is the player's
        for index in range(13 * suit + 12, 13 * suit - 1, -1):
            if tricks[index] >= 0:
                if not before:
                    groups.append([])
                groups[-1].append(Card(index))
                before = True
            elif in_play >> index & 1:
                before = False
    solved = [CardTricks(tuple(group), tricks[group[0].index]) for group in groups]
    return tuple(sorted(solved, key=lambda group: (-group.tricks, -group.cards[0].index)))
