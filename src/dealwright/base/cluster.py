"""Work on other machines: tasks on a cluster of Dask, with their results in order."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from importlib import import_module, metadata
from itertools import islice
from queue import Empty, Queue
from socket import gethostname
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from dealwright import __version__
from dealwright.base.current_cluster import joining
from dealwright.base.errors import ArgumentError, ClusterError, DealwrightError, Stopped

if TYPE_CHECKING:
    from dealwright.base.kernels.stopping import StopFlag

__all__ = ["Cluster", "threads_of_worker"]

Result = TypeVar("Result")
Item = TypeVar("Item")

_TICK = 0.05  # seconds between checks of the stop flag
_IN_FLIGHT = 3  # tasks for each thread of the workers: one runs, two are on the way
_WAITING_RESULTS = 16  # results for each thread that may wait for an earlier one
_LOST_WORKERS = 30  # the most workers that may end on one task
_FRESH_SECONDS = 2.0  # seconds between counts of the workers
_ENDING = 5.0  # seconds
_FINISHED = "finished"


class Cluster:
    """The workers of a Dask scheduler at ``address``, as ``tcp://host:8786``.

    The address ``local:2`` starts a scheduler and two worker processes here, which end with
    ``close()``. Workers need only the same version of Dealwright. A worker with another version, or
    without it, is left out, and ``on_note`` is called with a line that names it. A worker that
    joins later takes part; the tasks of one that ends are done again by others.

    Work whose scheduler ends raises ``ClusterError``. With ``stops_when_lost`` it is stopped
    instead, as by Ctrl-C, and has its answer so far; ``on_note`` is called with the reason.

    In a ``with`` statement, long work is done by its workers, with the same results: searching for
    deals, writing them into folders, estimates, solving, simulations and poker equities::

        with Cluster("tcp://192.168.1.10:8786"):
            tables = dealwright.solve(deals)

    :raises ArgumentError: if the address is invalid, or the extra ``cluster`` is not installed
    :raises ClusterError: if no scheduler answers, or it has no workers, within ``seconds``
    """

    def __init__(
        self,
        address: str,
        *,
        seconds: float = 10.0,
        stops_when_lost: bool = False,
        on_note: Callable[[str], object] | None = None,
    ) -> None:
        self.address = address
        self.left_out = dict[str, str]()  # the reasons by the addresses of workers
        self.used = False  # whether it was given a task
        self._versions = dict[str, Any]()  # by the workers that were asked; None once it is known
        self._stops_when_lost = stops_when_lost
        self._note = on_note or (lambda text: None)
        self._local: Any = None
        self._joined = ExitStack()
        self._threads, self._asked = 0, -_FRESH_SECONDS
        kind, _, rest = address.partition(":")
        number = int(rest) if kind == "local" and rest.isdecimal() and len(rest) < 4 else 0
        if not number and not rest.startswith("//"):
            raise ArgumentError(
                "write a cluster as tcp://HOST:PORT, or local:2 for two processes here, not "
                f"'{address}'"
            )
        self._dask = _distributed()
        if number:
            self._local = self._started(number)
        place = address if self._local is None else self._local.scheduler_address
        self._client: Any = None
        with suppress(OSError, ValueError, TypeError):
            self._client = self._dask.Client(place, timeout=seconds, set_as_default=False)
        if self._client is None:
            # The failed client closes itself when it is collected. If that happened while another
            # client starts, both would wait for the same lock.
            gc.collect()
            self._end_local()
            raise ClusterError(
                f"no cluster answers at {address}; start one with 'dask scheduler', and 'dask "
                "worker' "
                "on each machine"
            )
        try:
            self._client.wait_for_workers(1, timeout=seconds)
        except (OSError, TimeoutError):
            self.close()
            raise ClusterError(
                f"the cluster at {address} has no workers; start 'dask worker {address}' on each "
                "machine"
            ) from None
        self._check_versions(self._client.nthreads(), seconds)

    def _started(self, number: int) -> Any:
        config = import_module("dask").config
        with config.set({"distributed.scheduler.allowed-failures": _LOST_WORKERS}):
            return self._dask.LocalCluster(
                n_workers=number, threads_per_worker=1, processes=True, memory_limit=0,
                host="127.0.0.1", dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": False}, silence_logs=logging.CRITICAL,
            )  # fmt: skip

    @property
    def threads(self) -> int:
        """The number of tasks that the workers can do at the same time, at most 2 s ago."""
        if monotonic() - self._asked >= _FRESH_SECONDS or not self._threads:
            by_worker = self._client.nthreads()
            self._check_versions(by_worker)
            self._threads = sum(n for worker, n in by_worker.items() if worker not in self.left_out)
            self._asked = monotonic()
        return self._threads

    def _allowed(self) -> list[str] | None:
        """Return the workers that may do tasks; None if all may.

        :raises ClusterError: if none is left
        """
        if not self.left_out:
            return None
        workers = [worker for worker in self._client.nthreads() if worker not in self.left_out]
        if not workers:
            raise ClusterError(
                f"no worker of {self.address} has Dealwright {__version__}: "
                f"{'; '.join(self.left_out.values())}"
            )
        return workers

    def _leave_out(self, worker: str, version: str) -> None:
        """Give no more tasks to a worker of another version, "" for one without Dealwright."""
        if worker in self.left_out or version == __version__:
            return
        host = worker.rpartition("/")[2]
        has = f"Dealwright {version}" if version else "no Dealwright"
        self.left_out[worker] = f"{host} has {has}"
        self._asked = -_FRESH_SECONDS
        self._note(f"{host} has {has}, and this is {__version__}: it is left out")

    def _check_versions(self, workers: Iterable[str], seconds: float = 0.0) -> None:
        """Ask new workers for their version; leave out those with another one.

        It waits at most ``seconds`` for their answers; later ones are read at the next call.
        """
        for worker in workers:
            if worker not in self._versions:
                self._versions[worker] = self._client.submit(
                    metadata.version, "dealwright", workers=[worker], pure=False, priority=1
                )
        pending = {
            worker: version for worker, version in self._versions.items() if version is not None
        }
        if pending and seconds:
            with self._client.as_current(), suppress(TimeoutError, self._dask.TimeoutError):
                self._dask.wait(list(pending.values()), timeout=seconds)
        for worker, future in pending.items():
            if future.status in (_FINISHED, "error"):
                self._leave_out(worker, future.result() if future.status == _FINISHED else "")
                self._versions[worker] = None

    def in_order(
        self,
        function: Callable[..., Result],
        tasks: Iterable[tuple[Any, ...]],
        stop: StopFlag | None = None,
    ) -> Iterator[Result]:
        """Call a function of a module with the arguments of each task; yield the values in order.

        The tasks may be endless, because only three for each thread of the workers are taken ahead.
        A task whose worker ended is done again. Closing the iterator drops the tasks that have not
        begun; those that run end by themselves.

        :raises ClusterError: if the scheduler ended, or a worker refuses a task
        :raises Stopped: if the flag is set
        """
        self.used = True
        try:
            yield from self._in_order(function, tasks, stop)
        except _Lost as error:
            if stop is None or not self._stops_when_lost:
                raise ClusterError(str(error)) from None
            self._note(str(error))
            stop.set()
            raise Stopped(str(error)) from None

    def _in_order(
        self,
        function: Callable[..., Result],
        tasks: Iterable[tuple[Any, ...]],
        stop: StopFlag | None,
    ) -> Iterator[Result]:
        source = enumerate(tasks)
        flight = _Flight(self, function)
        results = dict[int, Result]()
        next_index = 0
        try:
            while True:
                threads = max(1, self.threads)
                free = _IN_FLIGHT * threads - len(flight.tasks)
                if (
                    len(results) < _WAITING_RESULTS * threads and free >= threads
                ):  # many in one message
                    flight.submit(
                        [_Task(index, arguments) for index, arguments in islice(source, free)]
                    )
                if next_index in results:
                    yield results.pop(next_index)
                    next_index += 1
                elif not flight.tasks:
                    return
                else:
                    futures = flight.ended()
                    if stop is not None:
                        stop.check()
                    values, others = self._values(futures)
                    repeated = flight.without_workers()
                    for future in futures:
                        task = flight.tasks.pop(future)
                        if future in values:
                            results[task.at] = values[future]
                        else:
                            repeated.append(task if future in others else task.lost())
                    flight.submit(repeated)
        finally:
            for future in flight.tasks:  # and not ``cancel``: it cannot be called in Dask's thread,
                future.release()  # where Python may collect this generator

    def each(
        self,
        function: Callable[[Item], Result],
        items: Iterator[Item],
        of_task: int,
        stop: StopFlag | None = None,
    ) -> Iterator[Result]:
        """Call a function with each item, ``of_task`` of them in a task; yield the values in order.

        :raises ClusterError: if the scheduler ended, or a worker refuses a task
        :raises Stopped: if the flag is set
        """
        tasks = ((function, part) for part in iter(lambda: tuple(islice(items, of_task)), ()))
        for several in self.in_order(_each, tasks, stop):
            yield from several

    def _values(self, futures: list[Any]) -> tuple[dict[Any, Any], set[Any]]:
        """Return the values of futures, and the futures given to workers of another version.

        The tasks of the latter, and of futures that are in neither, must be done again.
        """
        dask = self._dask
        values, others = dict[Any, Any](), set[Any]()
        states = [future.status for future in futures]
        good = [future for future, state in zip(futures, states, strict=True) if state == _FINISHED]
        try:
            values = dict(zip(good, self._client.gather(good), strict=True))
        except dask.KilledWorker:  # a result was lost with its worker, and its task with others
            pass
        except (dask.CancelledError, OSError):
            raise _Lost(self._ended) from None
        for future, state in zip(futures, states, strict=True):
            if state == "cancelled":
                raise _Lost(self._ended)
            error = future.exception() if state == "error" else None
            if error is not None and not isinstance(error, dask.KilledWorker):
                raise ClusterError(f"a worker cannot do a task: {_line(error)}")
        for future, answer in values.items():
            if not isinstance(answer, _Answer):  # of a new worker, which will be left out
                others.add(future)
            elif answer.refused:
                raise ClusterError(answer.refused)
            elif answer.version:
                self._leave_out(answer.worker, answer.version)
                others.add(future)
        return {done: answer.value for done, answer in values.items() if done not in others}, others

    @property
    def _ended(self) -> str:
        return f"the cluster at {self.address} no longer answers"

    def close(self) -> None:
        """Leave the cluster; end the processes that were started here."""
        self._client.close(timeout=_ENDING)
        self._end_local()

    def _end_local(self) -> None:
        if self._local is not None:
            self._local.close(timeout=_ENDING)
            self._local = None

    def __enter__(self) -> Cluster:
        self._joined.enter_context(joining(self))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._joined.close()
        self.close()


def _each(function: Callable[[Any], Result], items: tuple[Any, ...]) -> list[Result]:
    """Return a function's values for the items of a task; a worker calls this."""
    return [function(item) for item in items]


class _Lost(Exception):
    """The scheduler ended."""


class _Task(NamedTuple):
    """A task: its index, the arguments, and the number of workers that ended on it."""

    at: int
    arguments: tuple[Any, ...]
    deaths: int = 0

    def lost(self) -> _Task:
        """Return the task after its worker ended.

        :raises ClusterError: if that happened too often
        """
        if self.deaths == _LOST_WORKERS:
            raise ClusterError(f"workers ended {_LOST_WORKERS} times while doing one task")
        return self._replace(deaths=self.deaths + 1)


class _Flight:
    """Tasks that were given to the scheduler, by their futures."""

    def __init__(self, cluster: Cluster, function: Callable[..., Any]) -> None:
        self.tasks = dict[Any, _Task]()
        self._cluster, self._function = cluster, function
        self._workers = dict[Any, list[str]]()  # of tasks that not all workers may do
        self._looked = monotonic()
        self._ended: Queue[Any] = Queue()

    def submit(self, tasks: list[_Task]) -> None:
        if not tasks:
            return
        allowed = self._cluster._allowed()
        futures = self._cluster._client.map(
            _perform, [task.arguments for task in tasks], pure=False, workers=allowed,
            version=__version__, function=self._function,
        )  # fmt: skip
        for future, task in zip(futures, tasks, strict=True):
            self.tasks[future] = task
            if allowed is not None:
                self._workers[future] = allowed
            future.add_done_callback(self._ended.put)

    def without_workers(self) -> list[_Task]:
        """Remove the tasks whose workers have all ended, and return them."""
        if monotonic() - self._looked < _FRESH_SECONDS or not self._workers:
            return []
        self._looked = monotonic()
        present = set(self._cluster._client.nthreads())
        gone = [
            future
            for future in self.tasks
            if future.status == "pending" and present.isdisjoint(self._workers.get(future, present))
        ]
        for future in gone:
            future.release()
        return [self.tasks.pop(future) for future in gone]

    def ended(self) -> list[Any]:
        """Return the futures that have ended; wait 0.05 s for the first."""
        futures = list[Any]()
        with suppress(Empty):
            futures.append(self._ended.get(timeout=_TICK))
            while True:
                futures.append(self._ended.get_nowait())
        return [future for future in futures if future in self.tasks]


def _distributed() -> Any:
    """Return the library, with its log messages silenced unless the program loaded it before."""
    loaded = "distributed" in sys.modules
    try:
        library = import_module("distributed")
    except ImportError:
        raise ArgumentError(
            "a cluster needs Dask; install it with pip install 'dealwright[cluster]'"
        ) from None
    if not loaded:
        for name in [
            name for name in logging.root.manager.loggerDict if name[:11] == "distributed"
        ]:
            logging.getLogger(name).setLevel(logging.CRITICAL)
    return library


class _Answer(NamedTuple):
    """A worker's answer to a task: a value, the reason of a refusal, or its other version."""

    value: Any = None
    refused: str = ""
    version: str = ""
    worker: str = ""


def _perform(arguments: tuple[Any, ...], *, version: str, function: Callable[..., Any]) -> _Answer:
    """Return what a function returns, or why this worker cannot call it."""
    if version != __version__:
        return _Answer(version=__version__, worker=_distributed().get_worker().address)
    try:
        return _Answer(function(*arguments))
    except DealwrightError as error:
        return _Answer(refused=f"{gethostname()}: {error}")


def _line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def threads_of_worker() -> int:
    """Return the number of tasks that this process does at the same time as a worker; 1 elsewhere.

    >>> threads_of_worker()
    1
    """
    if "distributed" not in sys.modules:
        return 1
    try:
        return int(_distributed().get_worker().state.nthreads)
    except ValueError:  # this process is no worker
        return 1
