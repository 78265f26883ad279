"""Worker processes of the solver: each has one thread of DDS and solves one request at a time.

A call in the main process cannot be interrupted, and hands with long suits may take hours; some
builds of DDS crash when their process ends; and its threads disturb each other. A worker process
can be killed and its request repeated by another; it starts in 20 ms.
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
from functools import cache
from pathlib import Path
from threading import Event, Lock, Semaphore, Thread
from typing import Any

from dealwright.double_dummy.worker import call_library, load_library
from dealwright.errors import SolverError
from dealwright.kernels.stopping import StopFlag
from dealwright.threads import can_start_threads, own_group

__all__ = ["Request", "Room", "Workers", "request"]

_PROGRAM = Path(__file__).with_name("worker.py")
_LENGTH = struct.Struct("<I")
_VALUE = struct.Struct("<i")
_HEAD = struct.Struct("<cI")
_TICK = 0.05  # seconds between two looks at a stop flag
_MOST_DEATHS = 3  # of workers, on one request


@dataclass(frozen=True)
class Room:
    """An argument of a function: an output buffer of ``size`` bytes."""

    size: int


@dataclass(frozen=True)
class Request:
    """A call of a function of the library, as bytes; ``about()`` names the deals, for errors."""

    data: bytes
    about: Callable[[], str]


def request(
    about: Callable[[], str], function: str, *arguments: int | bytes | bytearray | Room
) -> Request:
    r"""Return the request of a call: integers, input bytes, output buffers.

    >>> request(lambda: "nothing", "ErrorMessage", -1, Room(80)).data
    b'ErrorMessage\x00i\xff\xff\xff\xffwP\x00\x00\x00'
    """
    parts = [function.encode("ascii"), b"\0"]
    for argument in arguments:
        if isinstance(argument, int):
            parts.append(_HEAD.pack(b"i", argument & 0xFFFFFFFF))
        elif isinstance(argument, Room):
            parts.append(_HEAD.pack(b"w", argument.size))
        else:
            parts += [_HEAD.pack(b"r", len(argument)), bytes(argument)]
    return Request(b"".join(parts), about)


class Workers:
    """At most ``most`` worker processes with one library, started when there is work for them.

    Any number of threads may call ``solve``. The processes end with the last reference to this
    object, or when the program ends or is killed, because their standard input is then closed.
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
        """The process ids of the running workers."""
        with self._lock:
            return [worker.process.pid for worker in self._all]

    def close(self) -> None:
        """End the processes; their current requests fail or are solved again."""
        with self._lock:
            self._idle.clear()
            workers = list(self._all)
            self._all.clear()
        _end(workers)

    def forget(self) -> None:
        """Start without workers after a fork; the processes belong to the parent."""
        self._ending.detach()
        for worker in self._all:
            worker.forget()
        self._open(self.most)

    def solve(
        self, requests: Sequence[Request], stop: StopFlag | None = None
    ) -> list[tuple[int, bytes]]:
        """Return the value of each request's function and what it wrote, in the requests' order.

        A worker that ends is replaced and its request is repeated. After an error, a stop flag or
        Ctrl-C, all busy workers are killed. If no thread can be started, as in a browser, the
        library is called here, and a stop flag is checked between requests.

        :raises SolverError: if the library cannot be loaded, or three workers end on one request
        :raises Stopped: if the flag is set
        """
        if not can_start_threads():
            return _answers_here(self.library, requests, stop)
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
            while (index := run.next()) is not None:
                self._answer(run, index)
        except BaseException as error:
            run.fail(error)

    def _answer(self, run: _Run, index: int) -> None:
        request = run.requests[index]
        for _ in range(_MOST_DEATHS):
            with self._place(run) as has_place:
                if not has_place:
                    return
                worker = self._take()
                if not run.begin(worker):
                    self._drop(worker)
                    return
                try:
                    answer = worker.ask(request.data)
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
                run.answer(index, answer)
                return
        raise SolverError(
            f"the double-dummy solver ended {_MOST_DEATHS} times on {request.about()}"
        )

    @contextmanager
    def _place(self, run: _Run) -> Generator[bool]:
        """Wait for one of the places for workers; yield False if the run ends before."""
        while not (has_place := self._places.acquire(timeout=_TICK)) and not run.ended:
            pass
        try:
            yield has_place
        finally:
            if has_place:
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


def _answers_here(
    path: str, requests: Sequence[Request], stop: StopFlag | None
) -> list[tuple[int, bytes]]:
    """Return the answers of a library that is loaded into this process."""
    answers = list[tuple[int, bytes]]()
    for each in requests:
        if stop is not None:
            stop.check()
        answers.append(_parts(call_library(_library(path), each.data)))
    return answers


@cache
def _library(path: str) -> Any:
    try:
        return load_library(path)
    except (OSError, AttributeError) as error:
        raise SolverError(f"the double-dummy solver cannot be loaded: {error}") from None


def _parts(answer: bytes) -> tuple[int, bytes]:
    """Return the value of a function and what it wrote."""
    return _VALUE.unpack_from(answer)[0], answer[_VALUE.size :]


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

    def answer(self, index: int, answer: tuple[int, bytes]) -> None:
        """Store the answer to the request with an index."""
        with self._lock:
            self.answers[index] = answer
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
        """Start no more requests, and kill the busy workers."""
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
                start_new_session=True, creationflags=own_group(),  # no Ctrl-C for workers
            )  # fmt: skip
        except OSError as error:
            raise SolverError(
                f"the double-dummy solver cannot be started: {error.strerror}"
            ) from None
        self.idle = True  # whether it can take a request
        self._ready = False

    def ask(self, data: bytes) -> tuple[int, bytes]:
        """Return the answer to a request.

        :raises EOFError: if the process ended; or OSError
        :raises SolverError: if it cannot load the library
        """
        self.idle = False
        if not self._ready:
            if load_error := self._read():
                reason = load_error.decode("utf-8", "replace")
                raise SolverError(f"the double-dummy solver cannot be loaded: {reason}")
            self._ready = True
        assert self.process.stdin is not None
        self.process.stdin.write(_LENGTH.pack(len(data)) + data)
        self.process.stdin.flush()
        answer = self._read()
        self.idle = True
        return _parts(answer)

    def _read(self) -> bytes:
        assert self.process.stdout is not None
        head = self.process.stdout.read(_LENGTH.size)
        if len(head) == _LENGTH.size:
            (length,) = _LENGTH.unpack(head)
            if len(answer := self.process.stdout.read(length)) == length:
                return answer
        raise EOFError

    def end(self) -> None:
        """Kill the process and close its pipes."""
        self.process.kill()
        self.process.wait()
        self._close()

    def forget(self) -> None:
        """Close the pipes of the worker after a fork, without ending it."""
        self.process.returncode = 0
        self._close()

    def _close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):  # unwritten data is dropped
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
