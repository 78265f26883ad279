"""Worker processes of the server: requests wait in two lines, and a slow one blocks no other.

Requests that may take long have a line and processes of their own, so that counts never wait for a
simulation.
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

from dealwright.errors import DealwrightError
from dealwright.threads import own_group

__all__ = ["Busy", "Died", "Late", "Workers"]

_LINE = 64 << 20  # bytes of the longest answer
_GRACE = 0.2  # seconds in which a worker must end a request that it is told to stop
_WAITING = 200  # requests that may wait
_ALLOCATOR = {  # of glibc; others ignore it
    "MALLOC_MMAP_THRESHOLD_": "1048576",  # larger arrays go back to the system when they are freed
    "MALLOC_ARENA_MAX": "2",
}
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows any signal ends a process at once


class Busy(DealwrightError):
    """Too many requests wait already."""


class Died(DealwrightError):
    """A request ended its process, twice."""


class Late(DealwrightError):
    """A request took longer than it may."""


class _Worker:
    """A process, and the number of its next request; it starts when it is first needed.

    Its temporary files are in a folder that is removed when it has ended, however it ends.
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
                limit=_LINE, env={**os.environ, **settings, "OPENBLAS_NUM_THREADS": "1"},
                start_new_session=True, creationflags=own_group(),  # Ctrl-C is for the server
            )  # fmt: skip
        self._next += 1
        await self._send({"id": self._next, "ask": name, "given": given})
        return self._next

    async def stop(self, number: int) -> None:
        """Ask to stop a request."""
        await self._send({"stop": number})

    async def _send(self, message: dict[str, Any]) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        with suppress(ConnectionError):  # a process that died says nothing more
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            await self.process.stdin.drain()

    async def message(self, number: int) -> dict[str, Any] | None:
        """Return the next message about a request; None if the process has ended."""
        while self.process is not None:
            assert self.process.stdout is not None
            line = await self.process.stdout.readline()
            if not line:
                return None
            found: dict[str, Any] = json.loads(line)
            if found.pop("full", False):
                await self.kill()  # the next request starts a new process
            if found["id"] == number:
                return found
        return None

    async def kill(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is None:
            return
        if process.returncode is None:  # process.kill() would reap it before the loop does
            with suppress(OSError):
                os.kill(process.pid, _KILL)
        await process.wait()
        if self._folder is not None:
            self._folder.cleanup()


class _Line:
    """Processes, and the requests that wait for a free one."""

    def __init__(self, workers: Sequence[_Worker]) -> None:
        self.workers = workers
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        for each in workers:
            self._free.put_nowait(each)
        self._waiting = 0

    async def taken(self) -> _Worker:
        """Return a free worker, when it is this request's turn."""
        if self._free.empty() and self._waiting >= _WAITING:
            raise Busy("too many requests wait; try again in some seconds")
        self._waiting += 1
        try:
            return await self._free.get()
        finally:
            self._waiting -= 1

    def put_back(self, worker: _Worker) -> None:
        """Take back a worker, which is free."""
        self._free.put_nowait(worker)


class Workers:
    """Processes that answer requests.

    ``seconds`` bound a request, waiting not counted; with ``patience``, so many times as long.
    Requests that may take longer are answered by ``number // 2`` more processes (at least one) of
    low priority, which start when the first comes.
    """

    def __init__(self, number: int, *, seconds: float = 10.0, patience: float = 1.0) -> None:
        self.number, self.seconds, self.patience = number, seconds, patience
        self._quick = _Line([_Worker() for _ in range(number)])
        self._long = _Line([_Worker("--low-priority") for _ in range(max(1, number // 2))])
        self._freeing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the processes, and have each answer once, so that the first user need not wait."""
        await asyncio.gather(*(self._first_answer() for _ in self._quick.workers))

    async def _first_answer(self) -> None:
        async with aclosing(self.ask("count", {"condition": "hcp(north) >= 20"})) as messages:  # type: ignore[type-var]
            async for _ in messages:
                pass

    async def close(self) -> None:
        """End all processes."""
        workers = [*self._quick.workers, *self._long.workers]
        await asyncio.gather(*(each.kill() for each in workers))

    async def ask(
        self, name: str, given: object, seconds: float | None = None
    ) -> AsyncIterator[dict[str, Any]]:
        """Yield the messages of a worker about a request; the last is an answer or an error.

        It may take ``seconds`` times the patience, by default those of all requests. A caller that
        leaves before that stops the request: the worker is free, or a new one has taken its place,
        within a quarter of a second.

        :raises Busy: if too many requests wait
        :raises Died: if its process ended, and another one too
        :raises Late: if it takes too long
        """
        most = self.seconds if seconds is None else seconds
        line = self._quick if most <= self.seconds else self._long
        worker = await line.taken()
        number, ended, tried = 0, False, 1
        try:
            async with asyncio.timeout(most * self.patience):
                number = await worker.ask(name, given)
                while not ended:
                    message = await worker.message(number)
                    if message is None and tried == 1:  # it died before, or this was too much
                        await worker.kill()
                        number, tried = await worker.ask(name, given), 2
                    elif message is None:
                        raise Died("this request ended its process; ask for less")
                    else:
                        ended = "partial" not in message
                        yield message
        except TimeoutError:
            raise Late(
                f"this takes more than {most * self.patience:g} seconds; ask for less"
            ) from None
        finally:
            if ended:
                line.put_back(worker)
            else:  # a task of its own, which nobody can cancel half way
                task = asyncio.create_task(_freed(line, worker, number))
                self._freeing.add(task)
                task.add_done_callback(self._freeing.discard)


async def _freed(line: _Line, worker: _Worker, number: int) -> None:
    """Stop a request of a worker; the worker is free then."""
    try:
        await _stopped(worker, number)
    finally:
        line.put_back(worker)


async def _stopped(worker: _Worker, number: int) -> None:
    """Stop a request of a worker, and end the process if it does not stop."""
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
