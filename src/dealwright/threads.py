"""Threads: how many to use, and running tasks on them with the results in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from threading import current_thread, main_thread
from typing import TypeVar

from dealwright.errors import ArgumentError
from dealwright.kernels.stopping import StopFlag

__all__ = ["in_order", "patiently", "thread_count"]

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


def in_order(
    tasks: Iterable[Callable[[], Result]], threads: int, flag: StopFlag | None = None
) -> Iterator[Result]:
    """Run tasks on some threads (kernels release the GIL) and yield their results in order.

    Tasks are taken from the iterable only a few ahead of the results, so it may be endless; closing
    the iterator lets the tasks under way finish and starts no more. So does Ctrl-C, which also sets
    the flag, so that tasks that look at it end at once.
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
    except KeyboardInterrupt:
        if flag is not None:
            flag.set()
        raise
    finally:
        for future in waiting:
            future.cancel()
        pool.shutdown(wait=True)


_LONG = 0.02  # seconds: a shorter call is made where it is asked for
_TICK = 0.05


def patiently(call: Callable[[], Result], flag: StopFlag, seconds: float) -> Result:
    """Make a native call that may last ``seconds``; Ctrl-C reaches it through its stop flag.

    A long call of the main thread is made in another thread, because a signal is only heard
    between two steps of Python. On Ctrl-C the flag is set, the call ends, and ``KeyboardInterrupt``
    is raised.
    """
    if seconds < _LONG or current_thread() is not main_thread():
        return call()
    with ThreadPoolExecutor(1, thread_name_prefix="dealwright count") as pool:
        waiting = pool.submit(call)
        try:
            while True:
                with suppress(TimeoutError):
                    return waiting.result(timeout=_TICK)
        except KeyboardInterrupt:
            flag.set()
            raise
