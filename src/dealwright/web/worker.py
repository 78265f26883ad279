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
from mmap import PAGESIZE
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any, TextIO

from dealwright.documents import write_json
from dealwright.errors import ConditionError, DealwrightError, Stopped
from dealwright.jobs import Job
from dealwright.web.requests import REQUESTS, job_of
from dealwright.workspace import default_workspace

__all__ = ["Worker", "limit_memory", "main"]

_INTERVAL = 0.2  # seconds between partial answers
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
            self._send(number, "answer", self._document(number, request["ask"], request["given"]))
        except Stopped:
            self._send(number, "stopped", "true")
        except DealwrightError as error:
            values = _error_values(error)
            if field := REQUESTS[request["ask"]].field_of(error.argument):
                values["field"] = field
            self._send(number, "error", json.dumps(values))
        except (MemoryError, RecursionError):
            values = {"message": "this needs more memory than the server gives to one request"}
            self._send(number, "error", json.dumps(values))
        finally:
            with self._lock:
                self._job = None

    def _document(self, number: int, name: str, fields: object) -> str:
        job = job_of(name, fields)
        with self._lock:
            self._job = job
            if number in self._stopped:
                raise Stopped("the request was stopped")
        if REQUESTS[name].kind.partial:
            sent = monotonic()
            for partial in job:
                if monotonic() - sent >= _INTERVAL:
                    sent = monotonic()
                    self._send(number, "partial", write_json(partial))
        document = write_json(job.result())
        if job.state == "stopped":
            raise Stopped("the request was stopped")
        return document

    def _send(self, number: int, kind: str, document: str) -> None:
        full = ', "full": true' if kind != "partial" and _memory()[0] > _FULL else ""
        self._answers.write(f'{{"id": {number}, "{kind}": {document}{full}}}\n')
        self._answers.flush()


def _error_values(error: DealwrightError) -> dict[str, Any]:
    """Return an error as JSON values: the message, for text the place and a hint."""
    if isinstance(error, ConditionError):
        values: dict[str, Any] = {"message": error.message}
        if error.hint:
            values["hint"] = error.hint
        if error.position is not None:
            values |= {"text": error.text, "position": error.position}
        return values
    return {"message": str(error)}


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
    default_workspace().kept.bound = _CACHE_SIZE
    with suppress(BrokenPipeError):
        Worker(sys.stdin, sys.stdout).run()


if __name__ == "__main__":
    main()
