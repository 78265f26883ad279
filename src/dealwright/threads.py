"""Threads: how many to use, and running tasks on them with the results in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

from dealwright.errors import ArgumentError

__all__ = ["in_order", "thread_count"]

Result = TypeVar("Result")
_MOST = 1024


def thread_count(threads: int | None = None) -> int:
    """Return how many threads to use: the argument, else ``DEALWRIGHT_THREADS``, else every core.

    >>> thread_count(3)
    3

    :raises ArgumentError: if the number is not between 1 and 1024
    """
    if threads is None:
        text = os.environ.get("DEALWRIGHT_THREADS", "").strip()
        if not text:
            return _cores()
        if not text.isdecimal():
            raise ArgumentError(f"DEALWRIGHT_THREADS is '{text}'; it should be a number")
        threads = int(text)
    if not 1 <= threads <= _MOST:
        raise ArgumentError(f"the number of threads is 1 to {_MOST}, not {threads}")
    return threads


def _cores() -> int:
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:
        return os.cpu_count() or 1


def in_order(tasks: Iterable[Callable[[], Result]], threads: int) -> Iterator[Result]:
    """Run tasks on some threads (kernels release the GIL) and yield their results in order.

    Tasks are taken from the iterable only a few ahead of the results, so it may be endless; closing
    the iterator (or an interrupt) lets the tasks under way finish and starts no more.
    """
    if threads == 1:
        for task in tasks:
            yield task()
        return
    source = iter(tasks)
    for task in islice(source, 1):  # most requests end with the first task: no pool for them
        yield task()
    waiting: deque[Future[Result]] = deque()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="dealwright")
    try:
        for task in islice(source, 2 * threads):
            waiting.append(pool.submit(task))
        while waiting:
            yield waiting.popleft().result()
            for task in islice(source, 1):
                waiting.append(pool.submit(task))
    finally:
        for future in waiting:
            future.cancel()
        pool.shutdown(wait=True)
