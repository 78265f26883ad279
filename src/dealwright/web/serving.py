"""Serving an application on a socket until Ctrl-C."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import uvicorn

__all__ = ["run"]


class _Server(uvicorn.Server):
    """A server that waits for its open answers at the end, and has them end first."""

    def __init__(self, config: uvicorn.Config, ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ending = ending

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ending()
        await super().shutdown(sockets)


def run(app: Any, listener: socket.socket, ending: Callable[[], None]) -> None:
    """Serve an ASGI application on a socket that listens, until Ctrl-C or SIGTERM.

    ``ending`` is called then, so that streams without an end of their own come to one.
    """
    config = uvicorn.Config(app, log_level="warning", access_log=False)
    _Server(config, ending).run([listener])
