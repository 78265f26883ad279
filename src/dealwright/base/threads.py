"""Threads: how many to use, and running tasks on them with the results in order."""

from __future__ import annotations

# what signal calls; signal itself makes enumerations of the handlers, 15 us a job in Python 3.11
import _signal  # type: ignore[import-not-found]
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from contextvars import copy_context
from functools import cache
from itertools import chain, islice
from threading import Thread, current_thread, main_thread
from types import FrameType, SimpleNamespace, TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from dealwright.base.checked_numbers import checked_integer
from dealwright.base.environment import variable
from dealwright.base.errors import ArgumentError, Stopped
from dealwright.base.kernels.stopping import StopFlag

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

__all__ = [
    "Interruptible",
    "can_start_threads",
    "in_order",
    "interruptibly",
    "own_group",
    "thread_count",
]

Result = TypeVar("Result")
_MOST_THREADS = 1024
_INTERRUPT = int(signal.SIGINT)


def own_group() -> int:
    """Return the ``creationflags`` of a process that does not receive our Ctrl-C.

    They are for Windows. Elsewhere they are 0, and ``start_new_session=True``, which Windows
    ignores, has the same effect.
    """
    return 0x200 if os.name == "nt" else 0  # subprocess.CREATE_NEW_PROCESS_GROUP, of Windows alone


def thread_count(threads: int | None = None) -> int:
    """Return the number of threads: the argument, else ``DEALWRIGHT_THREADS``, else every core.

    >>> thread_count(3)
    3

    :raises ArgumentError: if it is not an integer from 1 to 1024
    """
    if threads is None:
        text = variable("DEALWRIGHT_THREADS")
        if not text:
            return _cores()
        if not text.isdecimal():
            raise ArgumentError(f"DEALWRIGHT_THREADS is '{text}'; it should be a number")
        threads = int(text)
    threads = checked_integer(threads, "the number of threads")
    if not 1 <= threads <= _MOST_THREADS:
        raise ArgumentError(f"the number of threads must be 1 to {_MOST_THREADS}, not {threads}")
    return threads


def _cores() -> int:
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:
        return os.cpu_count() or 1


@cache
def can_start_threads() -> bool:
    """Return whether this platform can start threads.

    >>> can_start_threads()
    True
    """
    try:
        thread = Thread(target=int)
        thread.start()
    except RuntimeError:
        return False
    thread.join()
    return True


def in_order(
    tasks: Iterable[Callable[[], Result]], threads: int, flag: StopFlag | None = None
) -> Iterator[Result]:
    """Run tasks on threads (kernels release the GIL) and yield their results in order.

    The iterable may be endless, because only a few tasks are taken ahead of the results. Closing
    the iterator starts no more, and does not wait for those that run. Ctrl-C waits for them, and
    sets the flag, so that tasks that check it end at once. If no thread can be started, as in a
    browser, the tasks run in the calling thread.
    """
    if threads == 1 or not can_start_threads():
        for task in tasks:
            yield task()
        return
    source = iter(tasks)
    for task in islice(source, 1):  # most requests end with the first task, which needs no pool
        yield task()
    for task in islice(source, 1):
        yield from _on_pool(chain([task], source), threads, flag)


def _on_pool(
    source: Iterator[Callable[[], Result]], threads: int, flag: StopFlag | None
) -> Iterator[Result]:
    from concurrent.futures import ThreadPoolExecutor  # takes 5 ms

    pending: deque[Future[Result]] = deque()
    wait = True
    pool = ThreadPoolExecutor(threads, thread_name_prefix="dealwright")
    try:
        for task in islice(source, 2 * threads):
            pending.append(_submitted(pool, task))
        while pending:
            yield pending.popleft().result()
            for task in islice(source, 1):
                pending.append(_submitted(pool, task))
    except KeyboardInterrupt:
        if flag is not None:
            flag.set()
        raise
    except GeneratorExit:
        wait = False  # Python may collect this generator while it starts a thread, under a lock
        raise  # that joining another thread takes too
    finally:
        for future in pending:
            future.cancel()
        pool.shutdown(wait=wait)


def _submitted(pool: ThreadPoolExecutor, task: Callable[[], Result]) -> Future[Result]:
    """Give a task to a pool, whose threads do not inherit the solver or cluster of a context."""
    return pool.submit(copy_context().run, task)


# Whether an outer context handles Ctrl-C already: asking Python is slow, and so is setting an
# attribute of a class, which makes Python look up the attributes of its instances anew.
_ctrl_c = SimpleNamespace(handled=False)


class Interruptible:
    """A context in which Ctrl-C sets a stop flag and raises ``KeyboardInterrupt``, perhaps later.

    Python drops an exception that a signal raises inside a callback of the garbage collector, a
    weak reference or ``__del__``. The flag is set even then, so the work ends soon, and leaving the
    context raises the dropped exception. Only the main thread handles signals, and a handler that
    the program installed is not replaced.

    With ``gently``, which is for programs, the first Ctrl-C only sets the flag, so that the work
    ends with its results so far; any other handler is replaced meanwhile.
    """

    def __init__(self, flag: StopFlag, *, gently: bool = False) -> None:
        self._flag = flag
        self._gently = gently
        self._entered = self._heard = self._outside = False
        self._before: Any = None

    def __enter__(self) -> None:
        self._entered = self._heard = False
        if (self._gently or not _ctrl_c.handled) and current_thread() is main_thread():
            self._before = _signal.getsignal(_INTERRUPT)
            self._entered = self._gently or self._before is signal.default_int_handler
        if self._entered:
            _signal.signal(_INTERRUPT, self._take)
            self._outside, _ctrl_c.handled = _ctrl_c.handled, True

    def _take(self, number: int, frame: FrameType | None) -> None:
        if self._gently and not self._flag.is_set:
            self._flag.set()
            return
        self._heard = True
        self._flag.set()
        raise KeyboardInterrupt

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._entered:
            _signal.signal(_INTERRUPT, self._before)
            _ctrl_c.handled = self._outside
        if self._heard and (error is None or isinstance(error, Stopped | StopIteration)):
            raise KeyboardInterrupt from None


_LONG = 0.02  # seconds: a shorter call is made in the calling thread
_TICK = 0.05


def interruptibly(call: Callable[[], Result], flag: StopFlag, seconds: float) -> Result:
    """Make a native call that may last ``seconds``; Ctrl-C stops it through its stop flag.

    A long call of the main thread runs in another thread, because Python handles signals only
    between two of its own steps. On Ctrl-C the flag is set, the call ends, and
    ``KeyboardInterrupt`` is raised.
    """
    if seconds < _LONG or current_thread() is not main_thread() or not can_start_threads():
        return call()
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1, thread_name_prefix="dealwright count") as pool:
        future = _submitted(pool, call)
        try:
            while True:
                with suppress(TimeoutError):
                    return future.result(timeout=_TICK)
        except KeyboardInterrupt:
            flag.set()
            raise
