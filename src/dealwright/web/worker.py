"""A worker process: answers one request at a time, and stops a request when told to.

It reads lines of JSON from standard input, ``{"id": 1, "ask": "count", "given": {...}}`` or
``{"stop": 1}``. It writes lines with the ``id``: ``partial`` answers, then one ``answer``,
``error`` or ``stopped``, with ``"full": true`` if it uses so much memory that it should be
replaced. With ``--low-priority`` it has a lower priority than other processes.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from functools import partial
from mmap import PAGESIZE
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TextIO

from dealwright.base.errors import Stopped
from dealwright.base.jobs import Job
from dealwright.deals.workspace import default_workspace
from dealwright.web.answering import answers

__all__ = ["Worker", "limit_memory", "main"]

_MEMORY = 2 << 30  # bytes for one request: counts take 256 MiB, a solver some hundred
_CACHE_SIZE = 256 << 20  # bytes of plans that are cached for later requests
_FULL = 1 << 30  # bytes in use between requests, above which the process should be replaced


class Worker:
    """Answers the requests of one stream on another, until the first ends."""

    def __init__(self, requests: TextIO, answers: TextIO) -> None:
        self._requests, self._answers = requests, answers
        self._queue: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._lock = Lock()
        self._job: Job[Any, Any] | None = None
        self._stopped = set[int]()

    def run(self) -> None:
        """Answer until there are no more requests."""
        Thread(target=self._read, daemon=True).start()
        while (request := self._queue.get()) is not None:
            self._answer(request)

    def _read(self) -> None:
        for line in self._requests:
            message = json.loads(line)
            if "stop" in message:
                with self._lock:
                    self._stopped.add(message["stop"])
                    if self._job is not None:
                        self._job.stop()
            else:
                self._queue.put(message)
        self._queue.put(None)
        with self._lock:  # the server has ended
            if self._job is not None:
                self._job.stop()

    def _answer(self, request: dict[str, Any]) -> None:
        number = request["id"]
        limit_memory(_MEMORY)
        try:
            for kind, document in answers(
                request["ask"], request["given"], partial(self._begin, number)
            ):
                self._send(number, kind, document)
        finally:
            with self._lock:
                self._job = None

    def _begin(self, number: int, job: Job[Any, Any]) -> None:
        with self._lock:
            self._job = job
            if number in self._stopped:
                raise Stopped("the request was stopped")

    def _send(self, number: int, kind: str, document: str) -> None:
        full = ', "full": true' if kind != "partial" and _memory()[0] > _FULL else ""
        self._answers.write(f'{{"id": {number}, "{kind}": {document}{full}}}\n')
        self._answers.flush()


def limit_memory(size: int) -> None:
    """Limit the memory of this process and its children to ``size`` bytes more than it has now.

    A request that needs more ends with an error; cached plans of earlier requests do not count.
    Without such limits on this system, nothing happens.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (_memory()[1] + size, hard))


def _memory() -> tuple[int, int]:
    """Return the resident and the data bytes of this process; 0 if unknown."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = [int(number) for number in file.read().split()]
    except OSError:  # not Linux
        return 0, 0
    return pages[1] * PAGESIZE, pages[5] * PAGESIZE


def main() -> None:
    """Read requests from standard input, and write answers to standard output."""
    if "--low-priority" in sys.argv and hasattr(os, "nice"):
        os.nice(10)
    default_workspace().plans.bound = _CACHE_SIZE
    with suppress(BrokenPipeError):
        Worker(sys.stdin, sys.stdout).run()


if __name__ == "__main__":
    main()
