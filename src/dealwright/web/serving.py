"""Serving an application on a socket until Ctrl-C."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from http import HTTPStatus
from ipaddress import ip_network
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from dealwright.web.clients import client_of, is_within
from dealwright.web.messages import problem

__all__ = ["run"]

_SECONDS = 10.0  # for a request's head, and for each part of its body
_PART = 4096  # bytes
_MOST_CONNECTIONS = 300  # of a client
_UNHEARD = 30_000  # milliseconds after which one who confirms nothing that was sent is gone
_AWAITED: dict[Any, str] = {h11.IDLE: "head", h11.SEND_BODY: "body"}
_IDLE = 5  # seconds that a connection stays open between two requests
_IDLE_OF_PROXY = 150  # more than Caddy's 120: the proxy ends connections, not we as it sends


class _Server(uvicorn.Server):
    """A server that waits for its open answers at the end, and has them end first."""

    def __init__(self, config: uvicorn.Config, ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ending = ending

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ending()
        await super().shutdown(sockets)


class _Config(uvicorn.Config):
    """What connections know of the server, beside what uvicorn has."""

    def __init__(self, app: Any, proxies: Sequence[str] = (), patience: float = 1.0) -> None:
        super().__init__(
            app,
            http=_Connection,
            log_level="warning",
            access_log=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=[*proxies],
            timeout_keep_alive=_IDLE_OF_PROXY if proxies else _IDLE,
        )
        self.patience = patience
        self.proxies = [ip_network(each) for each in proxies]
        self.connections_of: dict[str, dict[_Connection, None]] = {}  # by client, oldest first


class _Connection(H11Protocol):
    """A connection whose requests must come in time, one of not too many of its client.

    A head has ten seconds, and so has each part of a body of 4 kB: what is slower than 400 bytes a
    second is answered with 408.
    """

    config: _Config

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._timer: asyncio.TimerHandle | None = None
        self._awaited = ""  # head or body, while the timer runs
        self._came = 0  # bytes of a body since it runs
        self._client = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        peer = transport.get_extra_info("socket")
        if peer is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNHEARD)
        host = self.client[0] if self.client else ""
        self._client = client_of(host)
        mine = self.config.connections_of.setdefault(self._client, {})
        mine[self] = None
        self._wait()
        if len(mine) > _MOST_CONNECTIONS and not is_within(host, self.config.proxies):
            # the oldest that is idle, or whose request is not yet here, else this one
            ended = next(each for each in mine if each is self or not each.is_answering)
            end = ended._refuse if ended is self else ended._end
            end(429, "too many connections are open from your address; close some")

    @property
    def is_answering(self) -> bool:
        """Whether the server, not the client, is at work."""
        cycle = cast("RequestResponseCycle | None", self.cycle)  # None before the first request
        return cycle is not None and not cycle.response_complete and self._awaited != "body"

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop()
        mine = self.config.connections_of[self._client]
        del mine[self]
        if not mine:
            del self.config.connections_of[self._client]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        self._came += len(data)
        self._wait()

    def send_400_response(self, msg: str) -> None:
        """Answer to what is no HTTP."""
        self._refuse(400, msg)

    def _wait(self) -> None:
        """Have the timer run while a part of a request is awaited."""
        awaited = _AWAITED.get(self.conn.their_state, "")
        progress = awaited == "body" and self._came >= _PART
        if awaited == self._awaited and not progress:
            return
        self._stop()
        if awaited and not self.transport.is_closing():
            self._awaited = awaited
            self._timer = self.loop.call_later(_SECONDS * self.config.patience, self._late)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._awaited, self._came = None, "", 0

    def _late(self) -> None:
        """End a connection whose request does not come, unless the server itself is not ready."""
        awaited = self._awaited
        self._stop()
        if self.transport.is_closing():
            return
        if awaited == "body" and self.flow.read_paused:
            self._wait()
        else:
            self._end(408, f"the {awaited} of the request did not come in {_SECONDS:.0f} seconds")

    def _end(self, status: int, text: str) -> None:
        """Close the connection: without a word where no part of a request has come."""
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self.timeout_keep_alive_handler()
        else:
            self._refuse(status, text)

    def _refuse(self, status: int, text: str) -> None:
        """Answer, if nothing else is answered already, and close the connection."""
        cycle = cast("RequestResponseCycle | None", self.cycle)  # None before the first request
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True  # whoever waits for the body waits no longer
            cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = problem(status, text)
            headers = [*answer.raw_headers, (b"connection", b"close")]
            reason = HTTPStatus(status).phrase.encode()
            for event in (
                h11.Response(status_code=status, headers=headers, reason=reason),
                h11.Data(data=bytes(answer.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def run(
    app: Any,
    listener: socket.socket,
    ending: Callable[[], None],
    proxies: Sequence[str] = (),
    patience: float = 1.0,
) -> None:
    """Serve an ASGI application on a socket that listens, until Ctrl-C or SIGTERM.

    ``ending`` is called then, so that streams without an end of their own come to one. What
    ``proxies`` (addresses or networks) say of their clients is believed, and nobody else. Requests
    have ``patience`` times their usual time to come.
    """
    _Server(_Config(app, proxies, patience), ending).run([listener])
