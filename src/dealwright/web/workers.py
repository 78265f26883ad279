"""Worker processes of the server, with two queues: for short and for long requests.

Long requests have processes of their own, so that counts never wait for a simulation.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, suppress
from tempfile import TemporaryDirectory
from typing import Any

from dealwright.base.errors import DealwrightError
from dealwright.base.threads import own_group

__all__ = ["Busy", "Died", "Late", "Workers"]

_LONGEST_LINE = 64 << 20  # bytes of the longest answer
_GRACE = 0.2  # seconds in which a worker must stop a request
_WAITING = 200  # requests that may wait
_ALLOCATOR = {  # settings of glibc; other libraries ignore them
    "MALLOC_MMAP_THRESHOLD_": "1048576",  # larger arrays are returned to the system when freed
    "MALLOC_ARENA_MAX": "2",
}
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows any signal kills a process


class Busy(DealwrightError):
    """Too many requests are waiting."""

    status = 503  # of HTTP


class Died(DealwrightError):
    """A request crashed its process, twice."""

    status = 500


class Late(DealwrightError):
    """A request took longer than it may."""

    status = 422


class _Worker:
    """A process that starts when it is first needed, and the number of its last request.

    Its temporary files are in a folder that is removed after it has ended, even if it was killed.
    """

    def __init__(self, *options: str) -> None:
        self.process: Process | None = None
        self._folder: TemporaryDirectory[str] | None = None
        self._options = options
        self._next = 0

    async def ask(self, name: str, given: object) -> int:
        """Send a request; return its number."""
        if self.process is None or self.process.returncode is not None:
            await self.kill()
            self._folder = TemporaryDirectory(prefix="dealwright-", ignore_cleanup_errors=True)
            settings = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), self._folder.name) | _ALLOCATOR
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "dealwright.web.worker", *self._options,
                stdin=PIPE, stdout=PIPE,
                limit=_LONGEST_LINE, env={**os.environ, **settings, "OPENBLAS_NUM_THREADS": "1"},
                start_new_session=True, creationflags=own_group(),  # Ctrl-C is for the server
            )  # fmt: skip
        self._next += 1
        await self._send({"id": self._next, "ask": name, "given": given})
        return self._next

    async def stop(self, number: int) -> None:
        """Tell the process to stop a request."""
        await self._send({"stop": number})

    async def _send(self, message: dict[str, Any]) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        with suppress(ConnectionError):  # the process has died
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            await self.process.stdin.drain()

    async def message(self, number: int) -> dict[str, Any] | None:
        """Return the next message about a request; None if the process has ended."""
        while self.process is not None:
            assert self.process.stdout is not None
            line = await self.process.stdout.readline()
            if not line:
                return None
            message: dict[str, Any] = json.loads(line)
            if message.pop("full", False):
                await self.kill()  # the next request starts a new process
            if message["id"] == number:
                return message
        return None

    async def kill(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is None:
            return
        if process.returncode is None:  # process.kill() would reap it before the event loop does
            with suppress(OSError):
                os.kill(process.pid, _KILL)
        await process.wait()
        if self._folder is not None:
            self._folder.cleanup()


class _Queue:
    """A queue of requests for a free process."""

    def __init__(self, workers: Sequence[_Worker]) -> None:
        self.workers = workers
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        for worker in workers:
            self._free.put_nowait(worker)
        self._waiting = 0

    async def take(self) -> _Worker:
        """Wait for a free worker, in order of arrival; return it.

        :raises Busy: if too many requests are waiting
        """
        if self._free.empty() and self._waiting >= _WAITING:
            raise Busy("too many requests are waiting; try again in a few seconds")
        self._waiting += 1
        try:
            return await self._free.get()
        finally:
            self._waiting -= 1

    def put_back(self, worker: _Worker) -> None:
        """Return a free worker to the queue."""
        self._free.put_nowait(worker)


class Workers:
    """Processes that answer requests.

    ``seconds``, times ``patience``, bound a request, without its time in the queue. Requests that
    may take longer have ``number // 2`` more processes (at least one) of low priority, which start
    with the first such request.
    """

    def __init__(self, number: int, *, seconds: float = 10.0, patience: float = 1.0) -> None:
        self.number, self.seconds, self.patience = number, seconds, patience
        self._quick = _Queue([_Worker() for _ in range(number)])
        self._long = _Queue([_Worker("--low-priority") for _ in range(max(1, number // 2))])
        self._freeing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the processes; each answers a request, so that the first user need not wait."""
        await asyncio.gather(*(self._first_answer() for _ in self._quick.workers))

    async def _first_answer(self) -> None:
        async with aclosing(self.ask("count", {"condition": "hcp(north) >= 20"})) as messages:  # type: ignore[type-var]
            async for _ in messages:
                pass

    async def close(self) -> None:
        """End all processes."""
        workers = [*self._quick.workers, *self._long.workers]
        await asyncio.gather(*(worker.kill() for worker in workers))

    async def ask(
        self, name: str, fields: object, seconds: float | None = None
    ) -> AsyncIterator[dict[str, Any]]:
        """Yield the messages of a worker about a request; the last is an answer or an error.

        It may take ``seconds`` (default: those of all requests) times the patience. If the caller
        closes the generator early, the request is stopped: within a quarter of a second its worker
        is free, or replaced by a new one.

        :raises Busy: if too many requests are waiting
        :raises Died: if the request crashed its process, and then another one
        :raises Late: if it takes too long
        """
        limit = self.seconds if seconds is None else seconds
        queue = self._quick if limit <= self.seconds else self._long
        worker = await queue.take()
        number, ended, attempts = 0, False, 1
        try:
            async with asyncio.timeout(limit * self.patience):
                number = await worker.ask(name, fields)
                while not ended:
                    message = await worker.message(number)
                    # the process had died earlier, or this request crashed it
                    if message is None and attempts == 1:
                        await worker.kill()
                        number, attempts = await worker.ask(name, fields), 2
                    elif message is None:
                        raise Died("this request ended its process; ask for less")
                    else:
                        ended = "partial" not in message
                        yield message
        except TimeoutError:
            raise Late(
                f"this takes more than {limit * self.patience:g} seconds; ask for less"
            ) from None
        finally:
            if ended:
                queue.put_back(worker)
            else:  # in a task of its own, which cannot be cancelled
                task = asyncio.create_task(_free_worker(queue, worker, number))
                self._freeing.add(task)
                task.add_done_callback(self._freeing.discard)


async def _free_worker(queue: _Queue, worker: _Worker, number: int) -> None:
    """Stop a request of a worker, then return the worker to its queue."""
    try:
        await _stop_request(worker, number)
    finally:
        queue.put_back(worker)


async def _stop_request(worker: _Worker, number: int) -> None:
    """Stop a request of a worker; kill the process if it does not stop."""
    try:
        async with asyncio.timeout(_GRACE):
            if worker.process is None:
                return
            await worker.stop(number)
            while (message := await worker.message(number)) is not None:
                if "partial" not in message:
                    return
    except TimeoutError:
        pass
    await worker.kill()
