"""Jobs: long work with progress and partial results that any thread can stop.

All long work of the package is a ``Job``; the functions that block run a job to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from contextvars import copy_context
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from dealwright.base.errors import ArgumentError, Stopped
from dealwright.base.kernels.stopping import StopFlag
from dealwright.base.threads import Interruptible, can_start_threads

if TYPE_CHECKING:
    from queue import Queue  # here and in functions: a job without a thread needs none

__all__ = ["Job", "Progress", "one_call"]

Partial = TypeVar("Partial")
Result = TypeVar("Result")
Part = TypeVar("Part")
PartResult = TypeVar("PartResult")
_WAITING = 16  # partial results that a started job keeps for a reader
_TICK = 0.05  # seconds between checks of the stop flag while waiting for a reader


class Progress(NamedTuple):
    """The progress of a job: ``done`` of ``total`` units of work (None if the total is unknown).

    >>> from dealwright import dealing
    >>> job = dealing(1000, seed=1)
    >>> job.progress.done, job.progress.total, len(job.result()), job.progress.done
    (0, None, 1000, 1000)
    """

    done: int = 0
    total: int | None = None
    unit: str = ""
    note: str = ""

    @property
    def share(self) -> float | None:
        """The share that is done, 0 to 1; None if the total is unknown."""
        return None if not self.total else min(1.0, self.done / self.total)


class Job(Generic[Partial, Result]):
    """Long work: iterate over its partial results, or call ``result()``.

    ``work`` is a generator function that takes the job. It yields partial results, calls
    ``job.report(...)``, passes ``job.flag`` to native loops, ends early if ``job.stopping``, and
    returns the result. The work runs in the thread that reads the results, unless ``start()`` gives
    it a thread of its own. Errors of the work are raised in the reading thread; so is
    ``KeyboardInterrupt``, which is never swallowed. Wherever it runs, the solver, the cluster and
    the language are those of the context in which the job was made.

    >>> def squares(job):
    ...     total = 0
    ...     for i in range(4):
    ...         total += i * i
    ...         job.report(i + 1, 4, "squares")
    ...         yield i * i
    ...     return total
    >>> job = Job(squares)
    >>> list(job), job.result(), job.progress, job.state
    ([0, 1, 4, 9], 14, Progress(done=4, total=4, unit='squares', note=''), 'done')
    """

    def __init__(self, work: Callable[..., Generator[Partial, None, Result]]) -> None:
        self._work = work
        self._context = copy_context()
        self._run: Generator[Partial, None, Result] | None = None
        self._lock = RLock()
        self._thread: Thread | None = None
        self._queue: Queue[tuple[Partial] | None]  # these two only for a job with a thread
        self._ended: Event
        self._result: Result | None = None
        self._error: BaseException | None = None
        self._watchers: list[Callable[[Progress], object]] = []
        self.flag = StopFlag()
        self.progress = Progress()
        self._state = "waiting"

    # ------------------------------------------------------------------------ for work functions

    @property
    def stopping(self) -> bool:
        """Whether ``stop()`` was called; the work checks this between its steps."""
        return self.flag.is_set

    def report(self, done: int, total: int | None = None, unit: str = "", note: str = "") -> None:
        """Report progress; the work calls this."""
        self.progress = Progress(done, total, unit, note)
        for watcher in self._watchers:
            watcher(self.progress)

    def run_part(self, part: Job[Part, PartResult]) -> Generator[Part, None, PartResult]:
        """Run another job as a part of this one, with shared stop flag and progress.

        ``result = yield from job.run_part(part)`` yields the part's partial results and returns its
        result.
        """
        part.flag = self.flag
        part.watch(lambda progress: self.report(*progress))
        yield from part
        return part.result()

    # ------------------------------------------------------------------------- public

    @property
    def state(self) -> str:
        """``waiting``, ``running``, ``done``, ``stopped`` or ``failed``."""
        return self._state

    def watch(self, watcher: Callable[[Progress], object]) -> None:
        """Call a function with each progress report, in the working thread."""
        self._watchers.append(watcher)

    def stop(self) -> None:
        """Stop the job, from any thread; ``result()`` then returns the results so far."""
        self.flag.set()

    def start(self) -> Job[Partial, Result]:
        """Run the job in a new thread; return the job.

        If no thread can be started, as in a browser, whoever reads the results does the work.

        :raises ArgumentError: if it is running already
        """
        with self._lock:
            if self._state != "waiting":
                raise ArgumentError(f"the job is already {self._state}")
            self._state = "running"
            if not can_start_threads():
                return self
            from queue import Queue

            self._queue = Queue(_WAITING)  # None wakes a reader at the end
            self._ended = Event()
            self._thread = Thread(target=self._run_in_thread, name="dealwright job", daemon=True)
            self._thread.start()
        return self

    def _run_in_thread(self) -> None:
        from queue import Full

        try:
            for partial in self._partials():
                while not self.stopping:
                    with suppress(Full):
                        self._queue.put((partial,), timeout=_TICK)
                        break
        except BaseException as error:
            self._error = error
        finally:
            self._ended.set()
            with suppress(Full):
                self._queue.put_nowait(None)

    def _begun(self) -> Generator[Partial, None, Result] | None:
        """Return the work, which begins if it has not begun; None if it has ended."""
        if self._state in ("done", "stopped"):
            return None
        with self._lock:
            if self._run is None:
                self._state = "running"
                self._run = self._work(self)
        return self._run

    def _partials(self) -> Iterator[Partial]:
        """Run the work; yield partial results, keep the result."""
        run, interruptible = self._begun(), Interruptible(self.flag)
        if run is None:
            return
        try:
            while True:
                with interruptible:
                    partial = self._context.run(next, run)
                yield partial
        except GeneratorExit:  # the reader stopped iterating; it can still call result()
            raise
        except BaseException as error:
            self._end(error)

    def _end(self, error: BaseException) -> None:
        """Keep the result, which comes as ``StopIteration``, or keep and raise an error."""
        if isinstance(error, StopIteration):
            self._result = cast("Result", error.value)
            if self._state == "running":
                self._state = "stopped" if self.stopping else "done"
            return
        self._state = "stopped" if isinstance(error, Stopped) else "failed"
        self._error = error  # and its traceback, which must not keep the tables of the work
        from traceback import clear_frames

        clear_frames(error.__traceback__)
        raise error

    def __iter__(self) -> Iterator[Partial]:
        """Yield partial results as they come; the job does not keep them."""
        if self._thread is None:
            yield from self._partials()
            return
        from queue import Empty

        while not (self._ended.is_set() and self._queue.empty()):
            item = None
            with suppress(Empty):
                item = self._queue.get(timeout=_TICK)
            if item:
                yield item[0]
        self._raise()

    def _raise(self) -> None:
        if self._error is not None:
            raise self._error

    def result(self) -> Result:
        """Run the rest of the work and return the result; if stopped, the result so far.

        :raises Stopped: if it was stopped before there was a result
        """
        if self._thread is None:
            self._finish()
        else:
            for _ in self:
                pass
        self._raise()
        return cast("Result", self._result)

    def _finish(self) -> None:
        """Run the rest of the work without its partial results."""
        run = self._begun()
        if run is None:
            return
        try:
            with Interruptible(self.flag):
                self._context.run(_drain, run)
        except BaseException as error:
            self._end(error)

    def __repr__(self) -> str:
        done = f"{self.progress.done:,} {self.progress.unit}".rstrip()
        return f"<{type(self).__name__}: {self._state}, {done}>"


def _drain(work: Generator[Any, None, Any]) -> None:
    """Run work to its end, which raises ``StopIteration`` with the result."""
    while True:
        next(work)


def one_call(find: Callable[[Job[Any, Any]], Any]) -> Job[Any, Any]:
    """Return a job whose work is one call, without partial results."""

    def work(job: Job[Any, Any]) -> Generator[Any, None, Any]:
        yield from ()
        return find(job)

    return Job(work)
