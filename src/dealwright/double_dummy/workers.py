"""Worker processes of the solver: each has one thread of DDS and solves one request at a time.

A call in our own process cannot be interrupted, and hands with long suits may take hours; some
builds of DDS crash when their process ends; and its threads disturb each other. A process can be
killed, its request solved again by another, and it costs 20 ms to start.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import weakref
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Semaphore, Thread

from dealwright.errors import SolverError
from dealwright.kernels.stopping import StopFlag
from dealwright.threads import own_group

__all__ = ["Request", "Room", "Workers", "request"]

_PROGRAM = Path(__file__).with_name("worker.py")
_LENGTH = struct.Struct("<I")
_VALUE = struct.Struct("<i")
_HEAD = struct.Struct("<cI")
_TICK = 0.05  # seconds between two looks at a stop flag
_MOST_DEATHS = 3  # of workers, on one request


@dataclass(frozen=True)
class Room:
    """An argument of a function: room of so many bytes that the function writes."""

    size: int


@dataclass(frozen=True)
class Request:
    """A call of a function of the library, as bytes; ``about`` says what is solved, for errors."""

    data: bytes
    about: Callable[[], str]


def request(
    about: Callable[[], str], function: str, *arguments: int | bytes | bytearray | Room
) -> Request:
    r"""Return the request of a call: integers, bytes that it reads, room that it writes.

    >>> request(lambda: "nothing", "ErrorMessage", -1, Room(80)).data
    b'ErrorMessage\x00i\xff\xff\xff\xffwP\x00\x00\x00'
    """
    parts = [function.encode("ascii"), b"\0"]
    for each in arguments:
        if isinstance(each, int):
            parts.append(_HEAD.pack(b"i", each & 0xFFFFFFFF))
        elif isinstance(each, Room):
            parts.append(_HEAD.pack(b"w", each.size))
        else:
            parts += [_HEAD.pack(b"r", len(each)), bytes(each)]
    return Request(b"".join(parts), about)


class Workers:
    """At most ``most`` worker processes with one library, started when there is work for them.

    Any number of threads may call ``solve``. The processes end with the last reference to this
    object, when the program ends, and, as they read from it, when it is killed.
    """

    def __init__(self, library: str | os.PathLike[str], most: int) -> None:
        self.library = os.fspath(library)
        self._open(most)
        _POOLS.add(self)

    def _open(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._places = Semaphore(most)
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._ending = weakref.finalize(self, _end, self._all)

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that run now."""
        with self._lock:
            return [worker.process.pid for worker in self._all]

    def close(self) -> None:
        """End the processes; what they solve at this moment fails or is solved again."""
        with self._lock:
            self._idle.clear()
            workers = list(self._all)
            self._all.clear()
        _end(workers)

    def forget(self) -> None:
        """Begin again in a copy of the program; the processes belong to the original."""
        self._ending.detach()
        for worker in self._all:
            worker.forget()
        self._open(self.most)

    def solve(
        self, requests: Sequence[Request], stop: StopFlag | None = None
    ) -> list[tuple[int, bytes]]:
        """Return the value of each request's function and what it wrote, in the requests' order.

        A worker that ends is replaced and its request made again. Workers whose answer is not
        waited for any more, because of an error, a stop flag or Ctrl-C, are killed.

        :raises SolverError: if the library cannot be loaded, or three workers end on one request
        :raises Stopped: if the flag is set
        """
        run = _Run(requests)
        threads = [
            Thread(target=self._serve, args=(run,), name="dealwright solver", daemon=True)
            for _ in range(min(self.most, len(requests)))
        ]
        try:
            for thread in threads:
                thread.start()
            while threads and not run.over.wait(_TICK):
                if stop is not None:
                    stop.check()
        finally:
            run.end()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()
        if run.error is not None:
            raise run.error
        return run.answers

    def _serve(self, run: _Run) -> None:
        """Solve requests of a run, one after another, until there are no more."""
        try:
            while (at := run.next()) is not None:
                self._answer(run, at)
        except BaseException as error:
            run.fail(error)

    def _answer(self, run: _Run, at: int) -> None:
        asked = run.requests[at]
        for _ in range(_MOST_DEATHS):
            with self._place(run) as free:
                if not free:
                    return
                worker = self._take()
                if not run.begin(worker):
                    self._drop(worker)
                    return
                try:
                    answer = worker.ask(asked.data)
                except (OSError, EOFError):
                    if run.ended:
                        return
                    continue
                finally:
                    run.finish(worker)
                    if worker.idle:
                        with self._lock:
                            self._idle.append(worker)
                    else:
                        self._drop(worker)
                run.answer(at, answer)
                return
        raise SolverError(f"the double-dummy solver ended {_MOST_DEATHS} times on {asked.about()}")

    @contextmanager
    def _place(self, run: _Run) -> Generator[bool]:
        """Wait for one of the places for workers; False if the run ends before."""
        while not (free := self._places.acquire(timeout=_TICK)) and not run.ended:
            pass
        try:
            yield free
        finally:
            if free:
                self._places.release()

    def _take(self) -> _Worker:
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.process.poll() is None:
                    return worker
                self._all.discard(worker)
                worker.end()
        worker = _Worker(self.library)
        with self._lock:
            self._all.add(worker)
        return worker

    def _drop(self, worker: _Worker) -> None:
        with self._lock:
            self._all.discard(worker)
        worker.end()


class _Run:
    """The requests of one call, and which workers are busy with them."""

    def __init__(self, requests: Sequence[Request]) -> None:
        self.requests = requests
        self.answers = [(0, b"")] * len(requests)
        self.error: BaseException | None = None
        self.ended = False
        self.over = Event()
        self._lock = Lock()
        self._next, self._left = 0, len(requests)
        self._busy = set[_Worker]()

    def next(self) -> int | None:
        """Return the index of the next request, or None if there is none."""
        with self._lock:
            if self.ended or self._next == len(self.requests):
                return None
            self._next += 1
            return self._next - 1

    def begin(self, worker: _Worker) -> bool:
        """Note that a worker is busy; False if the run has ended."""
        with self._lock:
            if not self.ended:
                self._busy.add(worker)
            return not self.ended

    def finish(self, worker: _Worker) -> None:
        """Note that a worker is not busy any more."""
        with self._lock:
            self._busy.discard(worker)

    def answer(self, at: int, answer: tuple[int, bytes]) -> None:
        """Take an answer."""
        with self._lock:
            self.answers[at] = answer
            self._left -= 1
            if not self._left:
                self.over.set()

    def fail(self, error: BaseException) -> None:
        """End the run with an error, the first of them."""
        with self._lock:
            if self.error is None and not self.ended:
                self.error = error
        self.over.set()

    def end(self) -> None:
        """Begin no more requests, and kill the workers that are busy."""
        with self._lock:
            self.ended = True
            for worker in self._busy:
                worker.process.kill()


class _Worker:
    """A process, and its standard input and output."""

    def __init__(self, library: str) -> None:
        command = [sys.executable, "-I", "-S", str(_PROGRAM), library]
        try:
            self.process = subprocess.Popen(  # noqa: S603
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True, creationflags=own_group(),  # Ctrl-C is ours to hear
            )  # fmt: skip
        except OSError as error:
            raise SolverError(
                f"the double-dummy solver cannot be started: {error.strerror}"
            ) from None
        self.idle = True  # whether it can be asked
        self._ready = False

    def ask(self, data: bytes) -> tuple[int, bytes]:
        """Return the answer to a request.

        :raises EOFError: if the process ended; or OSError
        :raises SolverError: if it cannot load the library
        """
        self.idle = False
        if not self._ready:
            if refused := self._read():
                what = refused.decode("utf-8", "replace")
                raise SolverError(f"the double-dummy solver cannot be loaded: {what}")
            self._ready = True
        assert self.process.stdin is not None
        self.process.stdin.write(_LENGTH.pack(len(data)) + data)
        self.process.stdin.flush()
        answer = self._read()
        self.idle = True
        return _VALUE.unpack_from(answer)[0], answer[_VALUE.size :]

    def _read(self) -> bytes:
        assert self.process.stdout is not None
        head = self.process.stdout.read(_LENGTH.size)
        if len(head) == _LENGTH.size:
            (length,) = _LENGTH.unpack(head)
            if len(answer := self.process.stdout.read(length)) == length:
                return answer
        raise EOFError

    def end(self) -> None:
        """Kill the process and free what it has."""
        self.process.kill()
        self.process.wait()
        self._close()

    def forget(self) -> None:
        """Close what a copy of the process that started the worker has of it."""
        self.process.returncode = 0
        self._close()

    def _close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not written stays so
                    pipe.close()


def _end(workers: set[_Worker] | list[_Worker]) -> None:
    for worker in list(workers):
        worker.end()


_POOLS: weakref.WeakSet[Workers] = weakref.WeakSet()


def _forget_all() -> None:
    for pool in list(_POOLS):
        pool.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
