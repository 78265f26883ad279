"""Connections: requests that do not come, too many of one client, and who believes a proxy."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from dealwright.base.errors import ArgumentError
from dealwright.web.clients import proxy_network
from tests.web.conftest import run

pytest.importorskip("uvicorn", reason="needs a server: pip install 'dealwright[web]'")
from dealwright.web import serving

HEAD = b"POST /api/v1/rooms HTTP/1.1\r\nhost: a\r\ncontent-length: 9000\r\n\r\n"


class Timer:
    """A timer that the test lets run out."""

    def __init__(self, seconds: float, act: Callable[[], None]) -> None:
        self.seconds, self.act, self.runs = seconds, act, True

    def cancel(self) -> None:
        self.runs = False


class Wire:
    """A connection without a network: what the client sends, and what it has got."""

    def __init__(self, config: Any, host: str = "192.0.2.1", peer: object = None) -> None:
        self.got, self.closed, self.lags, self.lingers = b"", False, False, False
        self.about = {"peername": (host, 5), "sockname": ("127.0.0.1", 8052), "socket": peer}
        self.timers = list[Timer]()
        self.reading = True
        loop: Any = SimpleNamespace(
            call_later=self.call_later, create_task=asyncio.get_running_loop().create_task
        )
        state = SimpleNamespace(
            connections=set(), tasks=set(), default_headers=[], total_requests=0
        )
        self.connection = serving._Connection(config, state, {}, _loop=loop)  # type: ignore[arg-type]
        self.connection.connection_made(self)  # type: ignore[arg-type]

    def call_later(self, seconds: float, act: Callable[[], None]) -> Timer:
        self.timers.append(Timer(seconds, act))
        return self.timers[-1]

    def send(self, data: bytes) -> None:
        self.connection.data_received(data)

    def pass_time(self) -> None:
        """Let the timer run out that runs."""
        (timer,) = self.running()
        timer.cancel()
        timer.act()

    def running(self) -> list[Timer]:
        """Return the timers that run, but for those that end a connection which is closed."""
        return [each for each in self.timers if each.runs and each.seconds != serving._LINGER]

    # what a transport does

    def get_extra_info(self, name: str) -> Any:
        return self.about.get(name)

    def write(self, data: bytes) -> None:
        self.got += data

    def close(self) -> None:
        """Close; as in the event loop, the connection hears of it later, if it ``lags``."""
        if not self.closed:
            self.closed = True
            if not self.lags:
                self.connection.connection_lost(None)

    def write_eof(self) -> None:
        """End what is sent; this client ends its part at once, unless it lags."""
        self.lingers = True
        self.close()

    def abort(self) -> None:
        self.close()

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


async def body(scope: Any, receive: Any, send: Any) -> None:
    """Answer with how many bytes came, or with 400 where the client went."""
    count, more = 0, True
    while more:
        message = await receive()
        more = message.get("more_body", False)
        count += len(message.get("body", b""))
    status = 200 if message["type"] == "http.request" else 400
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send({"type": "http.response.body", "body": str(count).encode()})


def config(app: Any = body, **options: Any) -> Any:
    return serving._Config(app, **options)


def message(answer: bytes) -> tuple[int, str]:
    """Return the status and the message of an answer that is an error."""
    head, _, content = answer.partition(b"\r\n\r\n")
    assert b"\r\ncontent-type: application/json\r\n" in head
    assert head.endswith(b"\r\nconnection: close")
    return int(head.split()[1]), json.loads(content)["error"]["message"]


async def turn() -> None:
    """Let the application run."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_head_that_does_not_come() -> None:
    """All of it has ten seconds: more of it gives no more time."""

    async def trial() -> None:
        wire = Wire(config(patience=3))
        assert [each.seconds for each in wire.running()] == [30]
        wire.send(HEAD[:20])
        wire.send(HEAD[20:30])
        assert len(wire.timers) == 1
        wire.pass_time()
        assert message(wire.got) == (408, "the head of the request did not come in 10 seconds")
        assert wire.closed
        assert wire.running() == []

    run(trial())


def test_a_connection_on_which_nothing_comes_is_closed_without_a_word() -> None:
    async def trial() -> None:
        wire = Wire(config())
        wire.pass_time()
        assert (wire.got, wire.closed) == (b"", True)

    run(trial())


def test_a_body_that_does_not_come() -> None:
    """Each 4 kB have ten seconds; the application is told that the client has gone."""

    async def trial() -> None:
        wire = Wire(config())
        wire.send(HEAD)
        (first,) = wire.running()
        wire.send(b"x" * 4000)
        assert wire.running() == [first]
        wire.send(b"x" * 100)
        (second,) = wire.running()
        assert second is not first
        wire.send(b"x" * 10)
        await turn()
        wire.pass_time()
        assert message(wire.got) == (408, "the body of the request did not come in 10 seconds")
        assert wire.closed
        await turn()
        assert wire.got.count(b"HTTP/1.1") == 1
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(trial())


def test_no_request_is_awaited_while_one_is_answered() -> None:
    """After the answer the next one's head has ten seconds from its first byte."""

    async def trial() -> None:
        wire = Wire(config())
        wire.send(HEAD + b"x" * 8999)
        await turn()
        wire.send(b"x")
        assert wire.running() == []
        await turn()
        assert wire.got.endswith(b"9000\r\n0\r\n\r\n")
        (idle,) = wire.running()
        assert idle.seconds == 5
        wire.send(HEAD[:9])
        (head,) = wire.running()
        assert head.seconds == 10
        wire.pass_time()
        assert b"HTTP/1.1 408 " in wire.got

    run(trial())


def test_a_body_that_the_server_is_not_ready_for_is_not_late() -> None:
    async def trial() -> None:
        wire = Wire(config())
        wire.send(HEAD.replace(b"9000", b"900000") + b"x" * 70_000)
        assert not wire.reading
        wire.pass_time()
        assert (wire.got, wire.closed) == (b"", False)
        await turn()
        assert wire.reading
        wire.pass_time()
        assert message(wire.got)[0] == 408

    run(trial())


def test_what_is_no_http_is_refused_as_json() -> None:
    async def trial() -> None:
        wire = Wire(config())
        wire.send(b"\x16\x03\x01 no HTTP\r\n\r\n")
        assert message(wire.got) == (400, "Invalid HTTP request received.")

    run(trial())


def test_one_client_has_so_many_connections() -> None:
    """One that waits for its client gives way to a new one; those that are answered stay.

    The network of an IPv6 address is one client; closed connections and proxies do not count.
    """

    async def forever(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(3600)

    async def trial() -> None:
        shared = config(forever, proxies=["192.0.2.9"])
        wires = [Wire(shared, f"2001:db8::{n}") for n in range(300)]
        assert not any(each.closed for each in wires)
        for each in wires[3:]:
            each.send(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n")
        wires[1].send(HEAD[:20])
        wires[2].send(HEAD + b"x")
        text = "too many connections are open from your address; close some"
        for number, got in enumerate(("", text, text)):
            new = Wire(shared, "2001:db8::ffff")
            new.send(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n")
            assert [n for n, each in enumerate(wires) if each.closed] == [*range(number + 1)]
            assert not got or message(wires[number].got) == (429, got)
            assert not new.closed
        assert wires[0].got == b""
        refused = Wire(shared, "2001:db8::ffff")
        assert (message(refused.got), refused.closed) == ((429, text), True)
        assert not Wire(shared, "2001:db9::1").closed
        wires[5].close()
        assert not Wire(shared, "2001:db8::ffff").closed
        assert not any(Wire(shared, "192.0.2.9").closed for _ in range(302))
        found = {client: len(each) for client, each in shared.connections_of.items()}
        assert found == {"2001:db8::/64": 300, "2001:db9::/64": 1, "192.0.2.9": 302}
        for each in wires:
            each.close()
        assert len(shared.connections_of["2001:db8::/64"]) == 4

    run(trial())


def test_a_burst_of_connections() -> None:
    """One that is closing is not chosen again, so of 2,000 at once 300 stay open."""

    async def trial() -> None:
        shared, wires = config(), list[Wire]()
        for _ in range(2_000):
            wires.append(Wire(shared))
            wires[-1].lags = True
        assert sum(not each.closed for each in wires) == 300
        assert not any(each.closed for each in wires[-300:])

    run(trial())


def test_only_so_many_connections_of_a_client_linger() -> None:
    """A crowd whose requests are refused is closed at once, or it would hold all sockets."""

    async def trial() -> None:
        shared, wires = config(), list[Wire]()
        for _ in range(1_000):
            wires.append(Wire(shared))
            wires[-1].lags = True
            wires[-1].send(HEAD[:20])
        assert sum(each.closed for each in wires) == 700
        assert sum(each.lingers for each in wires) == 300
        assert not any(each.lingers for each in wires[300:])

    run(trial())


def test_a_client_that_reads_no_answer_is_closed_soon() -> None:
    async def trial() -> None:
        wire = Wire(config())
        wire.send(HEAD[:20])
        wire.pass_time()
        (linger,) = [each for each in wire.timers if each.seconds == serving._LINGER]
        assert linger.act == wire.abort

    run(trial())


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server that gives a request 50 ms to come."""
    monkeypatch.setattr(serving, "_SECONDS", 0.05)
    with served(body, monkeypatch) as (address, _):
        yield address[1]


@contextmanager
def served(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[tuple[str, int], Callable[[], None]]]:
    """Serve an application; yield its address and what stops the server."""
    begun, ends = Event(), list[Any]()

    async def startup(self: Any, sockets: Any = None) -> None:
        await start(self, sockets)
        ends.append(self)
        begun.set()

    def stop() -> None:
        ends[0].should_exit = True
        thread.join()

    start = serving._Server.startup
    monkeypatch.setattr(serving._Server, "startup", startup)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = Thread(target=serving.run, args=(app, listener, lambda: None))
        thread.start()
        begun.wait()
        try:
            yield listener.getsockname(), stop
        finally:
            stop()
    monkeypatch.setattr(serving._Server, "startup", start)


@pytest.mark.parametrize("sent", [HEAD[:20], HEAD + b"x" * 100])
def test_half_a_request_over_a_socket(port: int, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(sent)
        answer = b""
        while part := connection.recv(10_000):
            answer += part
    assert message(answer)[0] == 408


def test_an_answer_is_read_though_its_request_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reset would overtake it, for it was sent before the rest of the body came."""

    async def refuse(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-length", b"2"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 405, "headers": headers})
        await send({"type": "http.response.body", "body": b"no"})

    with served(refuse, monkeypatch) as (address, _):
        for said in (HEAD, HEAD + b"x", b"GET\r\n\r\n"):
            with socket.create_connection(address) as connection:
                connection.sendall(said)
                connection.recv(1, socket.MSG_PEEK)  # waits for the answer, which is read below
                for _ in range(3):
                    connection.sendall(b"x" * 1000)
                answer = b""
                while part := connection.recv(10_000):
                    answer += part
            assert answer.split()[1] in {b"405", b"400"}, said


@pytest.mark.skipif(sys.platform != "linux", reason="the option is Linux's")
def test_who_confirms_nothing_is_gone_after_half_a_minute() -> None:
    """Else a telephone without its network would be here for a quarter of an hour."""

    async def trial() -> int:
        with (
            socket.create_server(("127.0.0.1", 0)) as listener,
            socket.create_connection(listener.getsockname()) as peer,
        ):
            Wire(config(), peer=peer)
            return peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)

    assert run(trial()) == 30_000


@pytest.mark.parametrize("text", ["*", "club.example", "10.0.0.1/8", "", "127.0.0.1:80"])
def test_a_proxy_is_an_address(text: str) -> None:
    """Not every address, which uvicorn takes as *."""
    with pytest.raises(ArgumentError, match="is not the address of a proxy"):
        proxy_network(text)


@pytest.mark.long
def test_a_stop_ends_within_five_seconds_whatever_clients_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of clients that send half a request, wait for an answer that does not come, or read none."""

    async def endless(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while True:
            part = {"type": "http.response.body", "body": b"x" * 100_000, "more_body": True}
            await send(part)
            await asyncio.sleep(0.001)

    for app in (endless, body):
        with served(app, monkeypatch) as (address, stop), ExitStack() as held:
            for sent in (b"", HEAD[:20], HEAD + b"x"):
                held.enter_context(socket.create_connection(address)).sendall(sent)
            time.sleep(0.2)
            begun = time.monotonic()
            stop()
            assert time.monotonic() - begun < 5
