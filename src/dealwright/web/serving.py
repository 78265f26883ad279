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
_LINGER = 2.0  # seconds for a client to send the rest and read the answer, before the end
_END = 2  # seconds for open answers when the server stops
_TCP_TIMEOUT_MS = 30_000  # without an acknowledgement of sent data, a client is gone
_AWAITED: dict[Any, str] = {h11.IDLE: "head", h11.SEND_BODY: "body"}
_IDLE = 5  # seconds that a connection stays open between two requests
_IDLE_OF_PROXY = 150  # more than Caddy's 120, so the proxy closes idle connections, not this server


class _Server(uvicorn.Server):
    """A server that calls ``on_shutdown`` to end open streams, then waits for open answers.

    It waits two seconds, and closes what is open then, whatever its clients do.
    """

    def __init__(self, config: uvicorn.Config, on_shutdown: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_shutdown = on_shutdown

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._on_shutdown()
        asyncio.get_running_loop().call_later(_END, self._abandon)
        await super().shutdown(sockets)

    def _abandon(self) -> None:
        """Close the connections whose answers are still open."""
        assert isinstance(self.config, _Config)
        for connections in self.config.connections_of.values():
            for connection in connections:
                connection.transport.abort()


class _Config(uvicorn.Config):
    """The settings of uvicorn, with those that connections here need."""

    def __init__(self, app: Any, proxies: Sequence[str] = (), patience: float = 1.0) -> None:
        super().__init__(
            app,
            http=_Connection,
            log_level="warning",
            access_log=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=[*proxies],
            timeout_keep_alive=_IDLE_OF_PROXY if proxies else _IDLE,
            timeout_graceful_shutdown=_END + 1,  # answers end by then, else their tasks do
        )
        self.patience = patience
        self.proxies = [ip_network(proxy) for proxy in proxies]
        self.connections_of: dict[str, dict[_Connection, None]] = {}  # by client, oldest first


class _Transport:
    """A transport whose client sees the last answer, though a part of its request is unread.

    A socket that is closed with unread data resets its connection, and the reset may overtake the
    answer (RFC 9112, section 9.6). So this one ends what it sends, and reads on for a while.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        loop: asyncio.AbstractEventLoop,
        must_linger: Callable[[], bool],
    ) -> None:
        self._transport, self._loop, self._must_linger = transport, loop, must_linger
        self._is_closing = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send data, unless the last has been sent."""
        if not self._is_closing:
            self._transport.write(data)

    def is_closing(self) -> bool:
        """Whether the last has been sent."""
        return self._is_closing or self._transport.is_closing()

    def close(self) -> None:
        """End what is sent, and the connection: at once, or when the client has ended its part."""
        if self.is_closing():
            return
        self._is_closing = True
        if self._must_linger():
            self._transport.write_eof()
            self._transport.resume_reading()
            self._loop.call_later(_LINGER, self._transport.abort)
        else:
            self._transport.close()


class _Connection(H11Protocol):
    """A connection with limits: the time of a request, and the connections of a client.

    The head of a request must arrive in ten seconds, and so must each 4 kB of its body: clients
    slower than 400 bytes a second get the status 408.
    """

    config: _Config

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._timer: asyncio.TimerHandle | None = None
        self._awaited_part = ""  # head or body, while the timer runs
        self._received = 0  # bytes of a body since the timer was started
        self._client = ""
        self._is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        lingering = _Transport(transport, self.loop, self._must_linger)
        super().connection_made(cast("asyncio.Transport", lingering))
        peer = transport.get_extra_info("socket")
        if peer is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _TCP_TIMEOUT_MS)
        host = self.client[0] if self.client else ""
        self._client = client_of(host)
        connections = self.config.connections_of.setdefault(self._client, {})
        connections[self] = None
        self._wait()
        if len(connections) > _MOST_CONNECTIONS and not is_within(host, self.config.proxies):
            self._end_surplus([other for other in connections if not other.transport.is_closing()])

    def _end_surplus(self, connections: Sequence[_Connection]) -> None:
        """End the oldest of a client's open connections that is idle or incomplete, else this one.

        One that is closing stays among its client's until the event loop has seen it close.
        """
        if len(connections) <= _MOST_CONNECTIONS:
            return
        surplus = next(other for other in connections if other is self or not other.is_answering)
        end = surplus._refuse if surplus is self else surplus._end
        end(429, "too many connections are open from your address; close some")

    @property
    def is_answering(self) -> bool:
        """Whether the request is complete and its answer is not."""
        cycle = cast("RequestResponseCycle | None", self.cycle)  # None before the first request
        return cycle is not None and not cycle.response_complete and self._awaited_part != "body"

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop()
        connections = self.config.connections_of[self._client]
        del connections[self]
        if not connections:
            del self.config.connections_of[self._client]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; nothing is done with what comes after the last answer."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._received += len(data)
        self._wait()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP."""
        self._refuse(400, msg)

    def _wait(self) -> None:
        """Start the timer if a part of a request is awaited, else stop it."""
        awaited = _AWAITED.get(self.conn.their_state, "")
        progress = awaited == "body" and self._received >= _PART
        if awaited == self._awaited_part and not progress:
            return
        self._stop()
        if awaited and not self.transport.is_closing():
            self._awaited_part = awaited
            self._timer = self.loop.call_later(_SECONDS * self.config.patience, self._late)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._awaited_part, self._received = None, "", 0

    def _late(self) -> None:
        """Close a connection whose request is late, unless the server has paused reading it."""
        awaited = self._awaited_part
        self._stop()
        if self.transport.is_closing():
            return
        if awaited == "body" and self.flow.read_paused:
            self._wait()
        else:
            self._end(408, f"the {awaited} of the request did not come in {_SECONDS:.0f} seconds")

    def _end(self, status: int, text: str) -> None:
        """Close the connection; send an answer only if a part of a request has arrived."""
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self.timeout_keep_alive_handler()
        else:
            self._refuse(status, text)

    def _refuse(self, status: int, text: str) -> None:
        """Send an answer, unless another has begun, and close the connection."""
        cycle = cast("RequestResponseCycle | None", self.cycle)  # None before the first request
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True  # wakes the code that waits for the body
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
        self._is_refused = True
        self.transport.close()

    def _must_linger(self) -> bool:
        """Return whether a part of a request may come, and the client has no crowd of such."""
        is_crowd = len(self.config.connections_of[self._client]) > 2 * _MOST_CONNECTIONS
        return (self._is_refused or self.conn.their_state is h11.SEND_BODY) and not is_crowd


def run(
    app: Any,
    listener: socket.socket,
    on_shutdown: Callable[[], None],
    proxies: Sequence[str] = (),
    patience: float = 1.0,
) -> None:
    """Serve an ASGI application on a socket that listens, until Ctrl-C or SIGTERM.

    ``on_shutdown`` is called then, to end streams. Client addresses in headers are trusted only if
    they come from ``proxies`` (addresses or networks). Requests have ``patience`` times the usual
    time to arrive.
    """
    _Server(_Config(app, proxies, patience), on_shutdown).run([listener])
