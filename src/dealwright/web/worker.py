"""A worker process: answers one request at a time, and stops one that nobody waits for any more.

Lines of JSON come on standard input, ``{"id": 1, "ask": "count", "given": {...}}`` or ``{"stop":
1}``. Lines go out, each with the ``id``: ``partial`` answers, then one ``answer``, ``error`` or
``stopped``, with ``"full": true`` if the process has grown so much that a new one should follow.
With ``--low-priority`` other processes come first.
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

_EVERY = 0.2  # seconds between partial answers
_MEMORY = 2 << 30  # bytes for one request: counts take 256 MiB, a solver some hundred
_KEPT = 256 << 20  # bytes of plans that stay for later requests
_SHARE = 1 << 30  # bytes in use between requests, above which a new process follows


class Worker:
    """Answers the requests of one stream on another, until the first ends."""

    def __init__(self, requests: TextIO, answers: TextIO) -> None:
        self._requests, self._answers = requests, answers
        self._waiting: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._lock = Lock()
        self._job: Job[Any, Any] | None = None
        self._stopped = set[int]()

    def run(self) -> None:
        """Answer until there are no more requests."""
        Thread(target=self._read, daemon=True).start()
        while (request := self._waiting.get()) is not None:
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
                self._waiting.put(message)
        self._waiting.put(None)
        with self._lock:  # the server has ended
            if self._job is not None:
                self._job.stop()

    def _answer(self, request: dict[str, Any]) -> None:
        number = request["id"]
        limit_memory(_MEMORY)
        try:
            self._send(number, "answer", self._answered(number, request["ask"], request["given"]))
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

    def _answered(self, number: int, name: str, given: object) -> str:
        job = job_of(name, given)
        with self._lock:
            self._job = job
            if number in self._stopped:
                raise Stopped("nobody waits for it")
        if REQUESTS[name].kind.partial:
            last = monotonic()
            for partial in job:
                if monotonic() - last >= _EVERY:
                    last = monotonic()
                    self._send(number, "partial", write_json(partial))
        found = write_json(job.result())
        if job.state == "stopped":
            raise Stopped("nobody waits for it")
        return found

    def _send(self, number: int, what: str, document: str) -> None:
        full = ', "full": true' if what != "partial" and _memory()[0] > _SHARE else ""
        self._answers.write(f'{{"id": {number}, "{what}": {document}{full}}}\n')
        self._answers.flush()


def _error_values(error: DealwrightError) -> dict[str, Any]:
    """Return an error as JSON values: the message, for text the place and a hint."""
    if isinstance(error, ConditionError):
        found: dict[str, Any] = {"message": error.message}
        if error.hint:
            found["hint"] = error.hint
        if error.position is not None:
            found |= {"text": error.text, "position": error.position}
        return found
    return {"message": str(error)}


def limit_memory(size: int) -> None:
    """Let this process have so many bytes more than it has, and those that it starts as many.

    A request that needs more ends with an error; what is kept from earlier ones does not count.
    Where there are no such limits, nothing happens.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (_memory()[1] + size, hard))


def _memory() -> tuple[int, int]:
    """Return the bytes of this process in memory, and those that it asked for; 0 if not known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = [int(number) for number in file.read().split()]
    except OSError:  # not Linux
        return 0, 0
    return pages[1] * PAGESIZE, pages[5] * PAGESIZE


def main() -> None:
    """Answer standard input on standard output."""
    if "--low-priority" in sys.argv and hasattr(os, "nice"):
        os.nice(10)
    default_workspace().kept.bound = _KEPT
    with suppress(BrokenPipeError):
        Worker(sys.stdin, sys.stdout).run()


if __name__ == "__main__":
    main()
