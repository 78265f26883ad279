"""The server: answers, refusals, limits, and requests that nobody waits for."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from mmap import PAGESIZE
from pathlib import Path
from threading import get_ident
from time import process_time, sleep
from typing import Any, ClassVar

import numpy as np
import pytest
from jsonschema import Draft202012Validator

import dealwright
from dealwright.ask.numbering import DealNumber
from dealwright.base.errors import ArgumentError
from dealwright.requests import dealing, fair
from dealwright.requests.documents import read_json, write_json
from dealwright.requests.served import checked_fields
from dealwright.web import messages, requests, room_fields, rooms, streams, worker, workers
from dealwright.web.endpoints import MOST_BYTES, MOST_OF_REQUEST, Refused
from dealwright.web.messages import object_of
from dealwright.web.openapi import openapi
from dealwright.web.requests import REQUESTS
from dealwright.web.room_requests import ROOM_REQUESTS
from dealwright.web.serving import _MOST_CONNECTIONS, _SECONDS
from dealwright.web.worker import Worker
from dealwright.web.workers import _WAITING, Busy, Late, Workers, _Queue, _Worker
from tests.processes import PATIENCE, cpu_seconds
from tests.web.conftest import Server, run, serving

ARTICLE = (
    "hcp(west) in 11..15 && spades(west) in 5..6 && hearts(west) == 4 && hcp(east) == 10 && "
    "diamonds(east) >= 4"
)
SLOW = "zar(north) * zar(south) * losers(east) == 5500 && cccc(west) > 100"
JSON = "application/json"


def test_a_count_is_that_of_the_command(server: Server) -> None:
    status, found = server.ask("count", condition=ARTICLE)
    assert status == 200
    assert found["count"] == "26422481479854922055193600"
    assert round(found["one_in"]) == 2030
    share = read_json(json.dumps(found))
    assert share.count == dealwright.parse(ARTICLE).count()


def test_deals_are_those_of_the_seed(server: Server) -> None:
    status, found = server.ask("deal", condition=ARTICLE, n=3, seed="friday")
    assert status == 200
    expected = dealwright.deal(3, ARTICLE, seed="friday")
    assert read_json(json.dumps(found)) == expected


def test_distributions_and_explanations(server: Server) -> None:
    where = "hcp(north) >= 20"
    _, found = server.ask("distribution", condition=where, quantities=["hcp(south)"])
    expected = dealwright.parse(where).distribution("hcp(south)")
    assert read_json(json.dumps(found)) == expected
    _, found = server.ask("explain", condition="hcp(north) > 30 && hcp(south) > 30")
    assert "62 > 40" in found["impossible"]


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("count", {"condition": "hcp(north"}, "unexpected end"),
        ("count", {"condition": 5}, "'condition' must be a text, not 5"),
        ("count", {"conditions": ""}, "there is no field 'conditions'; there are condition, north"),
        ("count", {"seconds": 60}, "'seconds' must be a number of 0 to 5, not 60"),
        ("count", {"seconds": True}, "'seconds' must be a number"),
        ("count", {"condition": "x" * 20_001}, "at most 20,000 characters"),
        ("count", {"predeal": "south SA north SA"}, "SA is predealt to both north and south"),
        ("deal", {"n": 1001}, "'n' must be an integer of 1 to 1000"),
        ("deal", {"n": 1.5}, "'n' must be an integer"),
        ("deal", {"condition": "hcp(north) > 37"}, "no deal satisfies"),
        ("distribution", {"condition": ""}, "'quantities' is missing"),
        ("distribution", {"quantities": []}, "'quantities' must be a list of 1 to 3 texts"),
        ("distribution", {"quantities": [1]}, "'quantities' must be a text, not 1"),
    ],
)
def test_what_cannot_be_answered_is_said(
    server: Server, name: str, given: dict[str, Any], said: str
) -> None:
    status, found = server.ask(name, **given)
    assert status == 422
    assert said in found["error"]["message"]


def test_errors_of_text_have_their_place(server: Server) -> None:
    _, found = server.ask("count", condition="hcp(north) >= 15 hcp(south) > 3")
    error = found["error"]
    assert error["text"][error["position"] :].startswith("hcp(south)")
    assert "&&" in error["hint"]


NO_HOSTS = (
    "evil@127.0.0.1", "127.0.0.1/evil", "127.0.0.1:80:80", "127.0.0.1:8o", "127.0.0.1?", "",
    "127.0.0.1:123456", "127.0.0.1#",
)  # fmt: skip


def answer_to(server: Server, request: bytes) -> bytes:
    """Return all that a connection answers until it is closed."""
    with socket.create_connection(tuple(server.host.rsplit(":", 1)), timeout=30) as connection:
        connection.sendall(request)
        answer = b""
        while part := connection.recv(10_000):
            answer += part
    return answer


@pytest.mark.parametrize(
    ("line", "header", "status"),
    [
        ("POST /api/v1/count", "origin: http://evil.example", 403),
        ("POST /api/v1/nothing", "x: y", 404),
        ("PUT /api/v1/count", "x: y", 405),
        ("POST /api/v1/count?token=a", "x: y", 400),
        ("POST /api/v1/count", "content-type: text/plain", 415),
        ("POST /api/v1/rooms", "authorization: Basic eDp5", 401),
        ("GET /", "x: y", 200),
    ],
)
@pytest.mark.parametrize("body", ["transfer-encoding: chunked", "content-length: 90000"])
def test_a_body_that_nobody_awaits_is_not_read(
    server: Server, line: str, header: str, status: int, body: str
) -> None:
    """Mutant: an answer without the body's end leaves the connection open, and it is read on."""
    head = f"{line} HTTP/1.1\r\nhost: {server.host}\r\n{header}\r\n{body}\r\n\r\n"
    answer = answer_to(server, head.encode())
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert b"\r\nconnection: close\r\n" in answer.lower()


def test_a_body_that_was_read_leaves_the_connection_open(server: Server) -> None:
    one = f"POST /api/v1/count HTTP/1.1\r\nhost: {server.host}\r\ncontent-type: {JSON}\r\n"
    last = f"GET / HTTP/1.1\r\nhost: {server.host}\r\nconnection: close\r\n\r\n"
    requests = 2 * f"{one}content-length: 2\r\n\r\n{{}}" + last
    assert answer_to(server, requests.encode()).count(b"HTTP/1.1 200 OK") == 3


def test_all_origins_are_checked(server: Server) -> None:
    """Mutant: the first one."""
    own = server.address.rstrip("/")
    head = f"GET / HTTP/1.1\r\nhost: {server.host}\r\norigin: {own}\r\n"
    assert answer_to(server, f"{head}connection: close\r\n\r\n".encode())[9:12] == b"200"
    two = f"{head}origin: http://evil.example\r\nconnection: close\r\n\r\n"
    assert answer_to(server, two.encode())[9:12] == b"403"


@pytest.mark.parametrize("given", ["bytes=0-9", "bytes=\xb2-", "bytes=9-1", "x"])
def test_a_file_is_sent_whole_whatever_range_is_asked(server: Server, given: str) -> None:
    status, _, body = server.send("GET", "/", range=given)
    assert (status, body) == (200, server.send("GET", "/")[2])


def test_requests_of_other_sites_are_refused(server: Server) -> None:
    path, body = "/api/v1/count", "{}"
    for headers, status in (
        ({"content_type": JSON}, 200),
        ({"content_type": JSON, "origin": server.address.rstrip("/")}, 200),
        ({"content_type": JSON, "origin": "http://evil.example"}, 403),
        ({"content_type": JSON, "origin": "null"}, 403),
        ({"content_type": JSON, "host": "evil.example"}, 400),
        *(({"content_type": JSON, "host": host}, 400) for host in NO_HOSTS),
        ({"content_type": "text/plain"}, 415),
        ({}, 415),
    ):
        assert server.send("POST", path, body, **headers)[0] == status, headers


@pytest.mark.long
def test_another_name_of_the_machine_is_told_how_to_be_allowed(server: Server) -> None:
    for host in ("club.example", "CLUB.example:8052"):
        status, _, body = server.send("GET", "/openapi.json", host=host)
        assert (status, json.loads(body)["error"]["message"]) == (
            400,
            "this server is not called 'club.example'; if it is, start it with --name club.example",
        )
    with serving("--name", "Club.example") as named:
        assert named.send("GET", "/openapi.json", host="club.example:8052")[0] == 200


@pytest.mark.long
def test_what_partners_open_where_all_addresses_are_listened_at() -> None:
    said = "note: 0.0.0.0 can be reached from other machines, without a password"
    with serving("--host", "0.0.0.0", said=said) as everywhere:
        assert not everywhere.address.startswith(("http://0.0.0.0", "http://127."))
        assert everywhere.send("GET", "/openapi.json")[0] == 200
        port = everywhere.host.rpartition(":")[2]
        assert everywhere.send("GET", "/openapi.json", host=f"localhost:{port}")[0] == 200


def test_what_is_no_request_is_refused(server: Server) -> None:
    for path, body, status in (
        ("/api/v1/count", "{", 400),
        ("/api/v1/count", "[" * 50_000, 400),
        ("/api/v1/count", "[]", 422),
        ("/api/v1/count", '{"condition": "\\ud800"}', 400),
        ("/api/v1/count", '{"condition": "' + "x" * 200_000, 413),
        ("/api/v1/nothing", "{}", 404),
    ):
        found = server.send("POST", path, body, content_type=JSON)
        assert found[0] == status, body[:20]
    status, headers, body = server.send("GET", "/api/v1/count")
    assert (status, headers["allow"]) == (405, "POST")
    assert json.loads(body) == {"error": {"message": "Method Not Allowed"}}
    assert server.send("GET", "/../workers.py")[0] == 404
    assert server.send("GET", "/%2e%2e/workers.py")[0] == 404


def test_a_body_that_says_that_it_is_too_long_is_not_awaited(server: Server) -> None:
    answer = answer_to(
        server,
        b"POST /api/v1/count HTTP/1.1\r\nhost: " + server.host.encode() + b"\r\n"
        b"content-type: application/json\r\ncontent-length: 100001\r\n\r\n",
    )
    head, _, content = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in head.lower()
    assert json.loads(content)["error"]["message"] == "this request has at most 100,000 bytes"


@pytest.mark.parametrize("given", ["Basic dXNlcjp4", "Bearer", "Bearer ", "token abc"])
def test_another_scheme_than_bearer(server: Server, given: str) -> None:
    for path in ("/api/v1/rooms/nothing", "/api/v1/classes/nothing"):
        status, headers, _ = server.send("GET", path, authorization=given)
        assert (status, headers["www-authenticate"]) == (401, "Bearer")


@pytest.mark.parametrize(
    "query",
    ["token=abc", "a=1&token=abc", "Access_Token=abc", "%74oken=abc", "a&access%5Ftoken=abc"],
)
def test_a_token_is_never_part_of_an_address(server: Server, query: str) -> None:
    for path in ("/", "/api/v1/rooms/nothing", "/room.html"):
        status, _, body = server.send("GET", f"{path}?{query}")
        assert status == 400
        assert b"abc" not in body
    assert server.send("GET", "/?seat=north")[0] == 200


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"n": ' + b"9" * 3_900_000 + b"}", "a number has at most 100 digits"),
        (b'{"n": -0.' + b"1" * 101 + b"}", "a number has at most 100 digits"),
        (b"[" * 3_900_000, "at most 20,000 members"),
        (b'{"a": ' + b"[" * 50 + b"]" * 50 + b"}", "at most 50 deep"),
        (b"[" + b"1," * 1_900_000 + b"1]", "at most 20,000 members"),
        (b'"' * 3_900_001, "at most 20,000 members"),
        (b'["' + b'\\"' * 1_900_000, "the request is not JSON"),
        (b'["' + b"\\" * 3_900_001, "the request is not JSON"),
    ],
)
def test_a_body_that_is_dear_to_read_is_refused_unread(body: bytes, said: str) -> None:
    """Of integers of so many digits Python would read for minutes; refused in 0.1 s of CPU."""
    most, before = sys.get_int_max_str_digits(), process_time()
    sys.set_int_max_str_digits(0)  # as where the server runs
    try:
        with pytest.raises(Refused, match=said):
            object_of(body)
    finally:
        sys.set_int_max_str_digits(most)
    assert process_time() - before < 1


def test_what_is_within_strings_is_no_matter() -> None:
    text = "9" * 200 + '[{,"\\' * 20_000
    assert object_of(json.dumps({"text": text}).encode()) == {"text": text}
    deep: Any = []
    for _ in range(48):
        deep = [deep]
    assert object_of(json.dumps({"a": deep, "n": 10**99}).encode()) == {"a": deep, "n": 10**99}


def test_every_answer_protects_the_page(server: Server) -> None:
    for method, path in (("GET", "/"), ("GET", "/deal.js"), ("POST", "/api/v1/count")):
        _, headers, _ = server.send(method, path, "{}", content_type=JSON)
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in headers


def test_a_large_body_is_parsed_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """So other requests go on meanwhile; one of usual size is not worth a thread."""
    parsed = list[int]()
    monkeypatch.setattr(messages, "object_of", lambda body: parsed.append(get_ident()) or {})

    class Sent:
        headers: ClassVar = {"content-type": "application/json"}

        def __init__(self, size: int) -> None:
            self.size = size

        async def stream(self) -> AsyncIterator[bytes]:
            yield b" " * self.size

    async def parsed_here(size: int) -> bool:
        await messages.json_body(Sent(size), most=2 * MOST_BYTES)  # type: ignore[arg-type]
        return parsed[-1] == get_ident()

    found = [run(parsed_here(size)) for size in (MOST_BYTES, MOST_BYTES + 1)]
    assert found == [True, False]


def test_a_body_of_just_the_most_bytes_is_read() -> None:
    class Sent:
        headers: ClassVar = {"content-type": "application/json"}

        def __init__(self, size: int) -> None:
            self.size = size

        async def stream(self) -> AsyncIterator[bytes]:
            yield b"{}" + b" " * (self.size - 2)

    assert run(messages.json_body(Sent(100), most=100)) == {}  # type: ignore[arg-type]
    with pytest.raises(messages.Refused, match="at most 100 bytes"):
        run(messages.json_body(Sent(101), most=100))  # type: ignore[arg-type]


LIMITS = {
    "characters of a condition": (MOST_BYTES, REQUESTS["count"].fields["condition"].most,
                                  REQUESTS["audit"].bytes),
    "boards of an audit": (fair._MOST_AUDITED,),
    "work of an exact count": (REQUESTS["count"].fields["seconds"].most, requests._MEMORY >> 20),
    "deals in an answer": (dealing._MOST_DEALS, requests._TRIED // 1_000_000),
    "memory of a process": (worker._MEMORY >> 30,),
    "time of a request": (
        MOST_OF_REQUEST, REQUESTS["system_check"].seconds, REQUESTS["lead"].seconds,
        REQUESTS["lead"].fields["seconds"].most,
    ),
    "deals that a simulation solves": (REQUESTS["lead"].fields["deals"].most,),
    "requests that may wait": (workers._WAITING,),
    "rooms, boards of a room": (
        rooms._MOST_ROOMS, ROOM_REQUESTS["open_room"].fields["n"].most,
        room_fields._MOST_TABLES,
    ),
    "rooms that one client": (rooms._MOST_ROOMS_OF_CLIENT,),
    "open event streams": (streams._MOST_STREAMS, streams._MOST_OF_CLIENT, streams._MOST_OF_SEAT),
    "without a token": (
        streams._MOST_GUESTS, streams._MOST_GUESTS_OF_CLIENT, streams._MOST_GUESTS_OF_ROOM,
        streams._MOST_GUESTS_OF_CLASS,
    ),
    "connections of a client": (_MOST_CONNECTIONS,),
    "time for the head of a request": (_SECONDS,),
    "days after which a room": (rooms._DAYS,),
}  # fmt: skip


@pytest.mark.parametrize("row", LIMITS)
def test_the_page_names_the_limits(row: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "page.md").read_text("utf-8")
    limits = page.partition("## Limits and safety")[2].splitlines()
    (line,) = [each for each in limits if each.startswith("|") and row in each]
    written = re.findall(r"\d+(?:,\d{3})*", line)
    for limit in LIMITS[row]:
        assert f"{limit:,.0f}" in written


def test_half_a_character_is_no_request() -> None:
    assert object_of(b'{"seed": "\\ud83c\\udca1"}') == {"seed": "\U0001f0a1"}
    with pytest.raises(Refused, match="the request is not JSON"):
        object_of(b'{"seed": "\\ud83c"}')


def test_a_request_has_no_fields_but_its_own() -> None:
    fields = REQUESTS["count"].fields
    assert checked_fields(fields, {"condition": "1"}) == {"condition": "1"}
    with pytest.raises(ArgumentError, match="no field 'colour'; there are condition, north"):
        checked_fields(fields, {"condition": "1", "colour": "red"})
    with pytest.raises(ArgumentError, match="no field 'x'; this request has none"):
        checked_fields({}, {"x": 1})


@pytest.mark.long
def test_answers_so_far_come_as_events(server: Server) -> None:
    connection = server.connect()
    connection.request(
        "POST", "/api/v1/count", json.dumps({"condition": SLOW, "seconds": 2}),
        {"content-type": JSON, "accept": "text/event-stream"},
    )  # fmt: skip
    response = connection.getresponse()
    assert response.getheader("content-type", "").startswith("text/event-stream")
    events = [event.split("\n") for event in response.read().decode().split("\n\n") if event]
    connection.close()
    kinds = [event[0] for event in events]
    assert kinds[-1] == "event: answer"
    assert kinds[:-1] == ["event: partial"] * (len(kinds) - 1)
    assert len(kinds) > 2
    samples = [json.loads(event[1][6:])["samples"] for event in events]
    assert samples == sorted(samples)


@pytest.mark.long
def test_a_request_that_nobody_waits_for_is_stopped() -> None:
    """Its only process ends it, or is ended, where the estimate would take 5 s of CPU."""
    with serving("--processes", "1") as server:
        server.ask("count")  # the process is up
        connection = server.connect()
        body = json.dumps({"condition": SLOW, "seconds": 5})
        connection.request("POST", "/api/v1/count", body, {"content-type": JSON})
        worker = server.busy_worker()
        connection.close()
        before = cpu_seconds(worker)
        status, found = server.ask("count", condition="hcp(south) > 20")
        assert (status, found["exact"]) == (200, True)
        assert cpu_seconds(worker) - before < 2.5


@pytest.mark.long
def test_many_requests_that_nobody_waits_for() -> None:
    """They are cut off before they are read, while their process starts, and while it works."""
    with serving("--processes", "2") as server:
        body = json.dumps({"condition": SLOW, "seconds": 5})
        for pause in [*np.linspace(0, 0.4, 12), *[0.01] * 12]:
            connection = server.connect()
            connection.request("POST", "/api/v1/count", body, {"content-type": JSON})
            sleep(float(pause))
            connection.close()
        assert server.ask("count", condition="hcp(south) > 20")[0] == 200


@pytest.mark.long
def test_slow_requests_do_not_block_others(server: Server) -> None:
    """Two processes: one does not get on, and ten quick requests pass it."""
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(server.ask, "count", condition=SLOW, seconds=3)
        worker = server.busy_worker()
        os.kill(worker, signal.SIGSTOP)
        try:
            for least in range(20, 30):
                assert server.ask("count", condition=f"hcp(north) > {least}")[0] == 200
            assert not slow.done()
        finally:
            os.kill(worker, signal.SIGCONT)
        assert slow.result()[0] == 200


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_a_process_has_so_much_memory() -> None:
    code = (
        "from dealwright.web.worker import limit_memory\n"
        "import numpy\n"
        "kept = numpy.zeros(1 << 27)\n"  # a gigabyte that was there before is not counted
        "limit_memory(1 << 29)\n"
        "numpy.zeros(1 << 24)\n"
        "try:\n    numpy.zeros(1 << 27)\n"
        "except MemoryError:\n    print('refused')"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "refused\n"


def test_a_worker_says_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process above its share says so with an answer, not with a part of one."""
    monkeypatch.setattr("dealwright.web.worker.limit_memory", lambda size: None)
    monkeypatch.setattr("dealwright.web.answering._INTERVAL", 0.0)
    request = {"id": 1, "ask": "count", "given": {"condition": "hcp(north) > 20"}}
    for share, full in ((1 << 60, False), (0, sys.platform == "linux"), (1 << 40, False)):
        if share == 1 << 40:  # what was asked for and is not in memory does not count
            monkeypatch.setattr("dealwright.web.worker._memory", lambda: (1 << 30, 1 << 50))
        monkeypatch.setattr("dealwright.web.worker._FULL", share)
        answers = io.StringIO()
        Worker(io.StringIO(json.dumps(request) + "\n"), answers).run()
        messages = [json.loads(line) for line in answers.getvalue().splitlines()]
        assert [message.get("full", False) for message in messages] == [
            "answer" in message and full for message in messages
        ]
        assert "answer" in messages[-1]


def test_a_full_worker_is_replaced() -> None:
    """Its answer counts; the next request starts a process."""

    async def asked() -> tuple[object, ...]:
        worker = _Worker()
        number = await worker.ask("count", {"condition": "hcp(north) > 20"})
        assert worker.process is not None
        before = worker.process.pid
        assert worker.process.stdout is not None
        worker.process.stdout.feed_data(f'{{"id": {number}, "answer": 5, "full": true}}\n'.encode())
        answer = await worker.message(number)
        gone = worker.process
        again = await worker.ask("count", {"condition": "hcp(north) > 20"})
        assert worker.process is not None
        after = worker.process.pid
        last = await worker.message(again)
        await worker.kill()
        return answer, gone, before == after, last is not None and "answer" in last

    assert run(asked()) == ({"id": 1, "answer": 5}, None, False, True)


def test_a_worker_that_has_room_stays() -> None:
    async def asked() -> tuple[object, ...]:
        worker = _Worker()
        numbers = [await worker.ask("count", {"condition": "hcp(north) > 20"})]
        before = worker.process
        answers = [await worker.message(numbers[0])]
        numbers.append(await worker.ask("count", {"condition": "hcp(north) > 21"}))
        answers.append(await worker.message(numbers[1]))
        same = before is worker.process is not None
        await worker.kill()
        return numbers, same, ["answer" in (each or {}) for each in answers]

    assert run(asked()) == ([1, 2], True, [True, True])


@pytest.mark.long
def test_a_process_that_dies_is_replaced() -> None:
    with serving("--processes", "1") as server:
        server.ask("count")
        workers = server.workers()
        assert workers
        for each in workers:
            os.kill(each, signal.SIGKILL)
        assert server.ask("count", condition="hcp(west) > 9")[0] == 200


@pytest.mark.long
def test_the_document_of_the_interface(server: Server) -> None:
    status, _, body = server.send("GET", "/openapi.json")
    found = json.loads(body)
    assert status == 200
    for path, operations in found["paths"].items():
        names = re.findall(r"\{(\w+)\}", path)
        for operation in operations.values():
            given = [
                each["name"] for each in operation.get("parameters", []) if each["in"] == "path"
            ]
            assert given == names, path
    assert found == json.loads(json.dumps(openapi()))
    paths = {f"/api/v1/{name}" for name in [*REQUESTS, "scenarios", "functions", "systems"]}
    rooms = {f"/api/v1{each.path}" for each in ROOM_REQUESTS.values()}
    assert set(found["paths"]) == paths | rooms
    for name, endpoint in REQUESTS.items():
        operation = found["paths"][f"/api/v1/{name}"]["post"]
        schema = operation["requestBody"]["content"][JSON]["schema"]
        Draft202012Validator.check_schema(schema)
        examples = {field: each.example for field, each in endpoint.fields.items()}
        example = {field: value for field, value in examples.items() if value is not None}
        Draft202012Validator(schema).validate(example)
        status, answer = server.ask(name, **example)
        assert status == 200, answer
        documents = answer if endpoint.several else [answer]
        assert {each["kind"] for each in documents} == {endpoint.kind.answer}
        answers = operation["responses"]["200"]["content"][JSON]["schema"]
        components = {"components": found["components"]}
        Draft202012Validator({**answers, **components}).validate(answer)


DEAL = "N:AKQ2.T98.543.A72 JT9.AKQ.AKQ.KQJT 876.J76.J76.9865 543.5432.T982.43"


def numbered() -> list[DealNumber]:
    deal = dealwright.Deal(DEAL)
    return [DealNumber(deal, dealwright.deal_number(deal.masks))]


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("cards", {"condition": "hcp(north) == 37"},
         lambda: dealwright.parse("hcp(north) == 37").cards()),
        ("mixture", {"levels": ["aces(north)"], "n": 9, "seed": "a"},
         lambda: dealwright.Mixture.levelled(None, [dealwright.aces("north")]).deal(9, seed="a")),
        ("weighted", {"weights": ["aces(north): 4=9"], "n": 9, "seed": "a"},
         lambda: dealwright.weighted(None, "aces(north): 4=9").deal(9, seed="a")),
        ("numbers", {"deals": [DEAL]}, numbered),
    ],
)  # fmt: skip
def test_requests_answer_as_python_does(
    server: Server, name: str, given: dict[str, Any], expected: Callable[[], Any]
) -> None:
    status, found = server.ask(name, **given)
    assert status == 200, found
    assert found == json.loads(write_json(expected()))


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("mixture", {"n": 3}, "give types or levels"),
        ("mixture", {"types": ["a 1: hcp(north) > 3", "b 1: hcp(north) > 5"]}, "in common"),
        ("mixture", {"types": ["a"]}, "NAME SHARE: CONDITION"),
        ("weighted", {"weights": ["hcp(north)"]}, "names no values"),
        ("numbers", {"deals": ["N:AKQ"]}, ""),
        ("numbers", {"deals": ["9" * 40]}, ""),
        ("play", {"deal": DEAL, "contract": "pass"}, "passed out"),
        ("play", {"deal": DEAL, "contract": "4S"}, "who declares"),
        ("play", {"deal": DEAL, "contract": "4S-N", "played": "SK"}, "does not have SK"),
        ("run", {"script": "produce 3 condition hcp(sud) > 3"}, "sud"),
        ("run", {"script": "condition hcp(north) > 40"}, "no deal"),
        ("cards", {"condition": "hcp(north) > 40"}, "no deal"),
    ],
)
def test_what_is_wrong_with_a_request_is_said(
    server: Server, name: str, given: dict[str, Any], message: str
) -> None:
    status, found = server.ask(name, **given)
    assert status == 422, found
    assert message in found["error"]["message"]
    assert "\n" not in found["error"]["message"]


def test_a_script_reads_no_file(server: Server, tmp_path: Path) -> None:
    (tmp_path / "a.dl").write_text("x = hcp(north)")
    for name in (str(tmp_path / "a.dl"), "../a.dl", "a.dl"):
        text = f'#include "{name}"\ncondition hcp(north) > 20\nproduce 1'
        status, found = server.ask("run", script=text, seed="1")
        notes = found.get("notes", [found.get("error", {}).get("message", "")])
        assert status in (200, 422)
        assert any("no file" in note or "outside" in note for note in notes)


def test_the_functions_of_the_language(server: Server) -> None:
    status, _, body = server.send("GET", "/api/v1/functions")
    assert status == 200
    found = json.loads(body)
    assert {"hcp", "spades", "hascard", "longest_fit"} <= {each["name"] for each in found}
    asked = {"tricks", "makes", "par", "score", "imps"}  # of results, with other arguments
    for each in found:
        if each["name"] not in asked:
            dealwright.as_quantity(each["call"])
        for name in each["also"]:
            dealwright.as_quantity(each["call"].replace(each["name"], name, 1))


def test_the_library_of_scenarios(server: Server) -> None:
    status, _, body = server.send("GET", "/api/v1/scenarios")
    assert status == 200
    assert tuple(read_json(body.decode())) == dealwright.scenarios()


@pytest.mark.long
def test_an_address_that_is_taken(server: Server) -> None:
    port = server.host.rpartition(":")[2]
    done = subprocess.run(
        [sys.executable, "-m", "dealwright", "serve", "--no-open", "--port", port],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "--port 0 takes a free one" in done.stderr


def test_a_request_has_its_seconds_times_the_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A free worker takes it at once, and its answer so far comes before its answer."""
    limits: list[float] = []
    messages: list[dict[str, Any]] = [{"partial": 1}, {"answer": 2}]
    coming = iter(messages)

    class Answers(_Worker):
        async def ask(self, *_asked: object) -> int:
            return 1

        async def message(self, _number: int) -> dict[str, Any]:
            return next(coming)

    def limited(seconds: float) -> asyncio.Timeout:
        limits.append(seconds)
        return asyncio.timeouts.timeout(seconds)

    async def ask() -> list[dict[str, Any]]:
        return [each async for each in Workers(1, seconds=20, patience=3).ask("count", {})]

    monkeypatch.setattr(workers, "_Worker", Answers)
    monkeypatch.setattr(asyncio, "timeout", limited)
    assert run(asyncio.wait_for(ask(), 30)) == messages
    assert limits == [60]


def test_a_request_that_takes_too_long_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent(_Worker):
        async def ask(self, _name: str, _given: dict[str, Any]) -> int:
            return 1

        async def message(self, _number: int) -> dict[str, Any]:
            await asyncio.Event().wait()
            raise AssertionError

        async def stop(self, _number: int) -> None:
            pass

    async def ask() -> list[dict[str, Any]]:
        return [each async for each in Workers(1, seconds=20, patience=0.01).ask("count", {})]

    monkeypatch.setattr(workers, "_Worker", Silent)
    with pytest.raises(Late, match=r"this takes more than 0\.2 seconds; ask for less"):
        run(asyncio.wait_for(ask(), PATIENCE))


def test_a_request_too_many_is_refused_and_those_that_wait_get_their_turn() -> None:
    async def ask() -> list[str]:
        line = _Queue([_Worker()])
        worker = await asyncio.wait_for(line.take(), 30)
        waiting = [asyncio.create_task(line.take()) for _ in range(_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="too many requests are waiting"):
            await asyncio.wait_for(line.take(), 5)  # it is refused before it waits at all
        line.put_back(worker)
        first, *others = waiting
        assert await first is worker
        waiting.append(asyncio.create_task(line.take()))  # there is room again
        await asyncio.sleep(0)
        for each in (*others, waiting[-1]):
            line.put_back(worker)
            assert await each is worker
        return [str(each.done()) for each in waiting]

    assert set(run(ask())) == {"True"}


def test_what_answers_loads_no_server_and_no_database() -> None:
    """It runs in a browser too, where they are not; the contract of import-linter sees modules."""
    program = (
        "import sys\n"
        "from dealwright.web.in_browser import answer\n"
        "answer('count', '{\"condition\": \"hcp(north) >= 20\"}', lambda kind, text: print(kind))\n"
        "print({'starlette', 'uvicorn', 'sqlite3', 'multiprocessing', 'asyncio'} & {*sys.modules})"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert printed.stdout == "answer\nset()\n", printed.stderr


SCRIPTS = Path(__file__).parents[2] / "tools" / "browser"


def test_the_folder_for_browsers_imports_what_there_is() -> None:
    """Its scripts name parts of the package in texts, which no checker of types reads."""
    found = set[str]()
    for script in (*SCRIPTS.glob("*.mjs"), *SCRIPTS.glob("page/*.js")):
        found |= {*re.findall(r"from dealwright[\w.]* import \w+", script.read_text("utf-8"))}
    program = "\n".join([
        *sorted(found),
        "from dealwright.deals.workspace import default_workspace",
        "plans = default_workspace().plans",
        "answer('count', '{\"condition\": \"hcp(north) >= 20\"}', lambda kind, text: None)",
        "print(len(plans) > 0)",
        "forget_plans()  # before a memory is taken",
        "print(len(plans))",
    ])  # fmt: skip
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert printed.stdout == "True\n0\n", printed.stderr


CRASHING = """
import sys
from dealwright.web import answering, worker
plain = answering.job_of
def job_of(name, fields):
    if isinstance(fields, dict) and str(fields.get("condition", "")).startswith("crash"):
        kinds = [KeyError, AssertionError, AttributeError, IndexError]
        raise kinds[len(fields["condition"]) % 4]("x")
    return plain(name, fields)
answering.job_of = job_of
worker.main()
"""


@pytest.mark.slow
def test_ten_thousand_requests_with_crashes_end_no_worker() -> None:
    """A stranger's crash costs one answer; the worker lives, and its memory is flat."""
    given = [
        {"condition": "hcp(north) >= 20"}, {"condition": "north: opens ?"}, {"condition": 5},
        {"condition": "north: none of top three spades"}, {"condition": "spades(west) == 5"},
    ]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-c", CRASHING], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    kinds, memory = Counter[str](), list[int]()
    for number in range(10_000):
        asked = (
            {"condition": "crash" + "!" * (number % 7)} if number % 5 == 3 else given[number % 5]
        )
        line = json.dumps({"id": number, "ask": "count", "given": asked}) + "\n"
        process.stdin.write(line.encode())
        process.stdin.flush()
        while True:
            message = next(json.loads(text) for text in process.stdout if text.startswith(b"{"))
            assert message["id"] == number
            if "partial" not in message:
                break
        fault = message.get("error", {}).get("status") == 500
        kinds["fault" if fault else "error" if "error" in message else "answer"] += 1
        assert fault == (number % 5 == 3)
        if number % 1_000 == 999:
            pages = Path(f"/proc/{process.pid}/statm").read_text().split()[1]
            memory.append(int(pages) * PAGESIZE >> 20)
    assert process.poll() is None
    assert kinds["fault"] == 2_000
    assert kinds["answer"] >= 4_000
    assert memory[-1] <= memory[0] + 8, memory  # MB
    process.stdin.close()
    assert process.wait(10) == 0
    process.stdout.close()


def test_long_requests_have_processes_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: ordinary requests in the slow queue, behind one that takes a minute."""
    asked = list[tuple[str, ...]]()

    class Worker:
        process = None

        def __init__(self, *options: str) -> None:
            self.options = options

        async def ask(self, name: str, fields: object) -> int:
            asked.append(self.options)
            return 1

        async def message(self, number: int) -> dict[str, object]:
            return {"answer": {}}

    monkeypatch.setattr(workers, "_Worker", Worker)

    async def ask_all() -> None:
        pool = workers.Workers(2, seconds=10)
        for seconds in (None, 5, 10, 10.5, 60):
            assert [message async for message in pool.ask("count", {}, seconds)] == [{"answer": {}}]

    run(ask_all())
    assert asked == [(), (), (), ("--low-priority",), ("--low-priority",)]
