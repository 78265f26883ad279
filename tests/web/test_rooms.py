"""Rooms: what a seat may see and do, over HTTP and in the file that keeps them."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import dealwright
from dealwright.base.errors import ArgumentError
from dealwright.cards import Seat
from dealwright.deals import Deal
from dealwright.formats import Settings, read
from dealwright.systems import read_system
from dealwright.systems.calling import system_call
from dealwright.web import room_requests
from dealwright.web.endpoints import Refused
from dealwright.web.openapi import openapi
from dealwright.web.room import Room
from dealwright.web.room_requests import ROOM_REQUESTS, _token_of
from dealwright.web.rooms import Rooms, rooms_path
from dealwright.web.streams import Streams
from tests.processes import PATIENCE
from tests.web.conftest import Server, run, serving

JSON = "application/json"
DEALS = tuple(each.text() for each in dealwright.deal(3, seed="rooms"))


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("rooms") / "rooms.sqlite"
    with serving("--processes", "1", "--rooms", str(file)) as found:
        yield found


def ask(
    server: Server, path: str, token: str = "", given: dict[str, Any] | None = None
) -> tuple[int, dict[str, Any]]:
    """Return the status and the JSON of an answer: POST with fields, else GET."""
    headers = {"content_type": JSON, **({"authorization": f"Bearer {token}"} if token else {})}
    body = None if given is None else json.dumps(given)
    method = "GET" if given is None else "POST"
    status, _, found = server.send(method, f"/api/v1/{path}", body, **headers)
    return status, json.loads(found)


def seated(server: Server, **given: Any) -> tuple[str, dict[str, str]]:
    """Return a new room, and the tokens of all of its seats."""
    status, found = ask(server, "rooms", given=given)
    assert status == 200, found
    name, tokens = found["room"], {}
    for seat in ask(server, f"rooms/{name}")[1]["seats"]:
        tokens[seat] = ask(server, f"rooms/{name}/seats", given={"seat": seat})[1]["token"]
    return name, tokens


def call(server: Server, room: str, token: str, call: str) -> tuple[int, dict[str, Any]]:
    """Make a call as a page does."""
    state = ask(server, f"rooms/{room}", token)[1]
    given = {"call": call, "board": state["board"], "place": len(state["calls"])}
    return ask(server, f"rooms/{room}/calls", token, given)


def test_a_seat_sees_its_own_hand_until_the_end(club: Server) -> None:
    room, tokens = seated(club, seed="secret", n=2, condition="hcp(south) >= 20")
    deal = dealwright.deal(2, "hcp(south) >= 20", seed="secret")[0]
    for each in ("1C", "1S", "Pass"):
        for seat in ("north", "south"):
            _, state = ask(club, f"rooms/{room}", tokens[seat])
            assert state["hands"] == {seat: str(deal[seat])}
            assert "condition" not in state
        turn = state["turn"]
        assert call(club, room, tokens[turn], each)[0] == 200
    for seat in ("north", "south"):
        _, state = ask(club, f"rooms/{room}", tokens[seat])
        assert state["hands"] == {s.name.lower(): str(deal[s]) for s in Seat}
        assert (state["contract"], state["turn"]) == ("1S-S", None)
        assert state["condition"] == "hcp(south) >= 20"
        assert [each["deal"] for each in state["finished"]] == [deal.text()]
    _, lobby = ask(club, f"rooms/{room}")
    assert "hands" not in json.dumps(lobby)
    assert "calls" not in lobby


def test_dealers_and_vulnerability_of_boards(club: Server) -> None:
    """As files have them from the same seed; the auction begins with the dealer."""
    chosen = {"dealer": "random", "vulnerable": "random", "board": 5, "seed": "drawn"}
    room, tokens = seated(club, n=3, seats="NESW", **chosen)
    settings = Settings(5, "random", "random", "drawn")
    for at in range(3):
        _, state = ask(club, f"rooms/{room}", tokens["north"])
        assert state["board"] == 5 + at
        assert state["dealer"] == state["turn"] == settings.dealer_of(at).name.lower()
        assert state["vulnerable"] == settings.vulnerability_of(at).value
        for _ in range(4):
            turn = ask(club, f"rooms/{room}", tokens["north"])[1]["turn"]
            assert call(club, room, tokens[turn], "Pass")[0] == 200
        ask(club, f"rooms/{room}/boards", tokens["north"], {"board": 6 + at})
    room, tokens = seated(club, n=1, dealer="west", vulnerable="EW")
    _, state = ask(club, f"rooms/{room}", tokens["north"])
    assert (state["dealer"], state["vulnerable"]) == ("west", "EW")
    assert ask(club, "rooms", given={"dealer": "up"})[0] == 422


@pytest.mark.long
def test_no_answer_has_another_hand_before_the_end(club: Server) -> None:
    """Every byte that north is sent: answers, refusals, the stream, the tables of the class."""
    _, made = ask(club, "classes", given={"seed": "bytes", "n": 2, "tables": 1})
    deals, room = dealwright.deal(2, seed="bytes"), made["rooms"][0]
    bodies = list[bytes]()

    def asked(method: str, path: str, token: str = "", given: object = None) -> Any:
        headers = {"content_type": JSON, **({"authorization": f"Bearer {token}"} if token else {})}
        body = json.dumps(given) if method == "POST" else None
        bodies.append(club.send(method, f"/api/v1/{path}", body, **headers)[2])
        return json.loads(bodies[-1])

    north = asked("POST", f"rooms/{room}/seats", given={"seat": "north"})["token"]
    south = ask(club, f"rooms/{room}/seats", given={"seat": "south"})[1]["token"]
    connection = club.connect()
    headers = {"authorization": f"Bearer {north}"}
    connection.request("GET", f"/api/v1/rooms/{room}/events", headers=headers)
    stream = connection.getresponse()
    for place, each in ((0, "1H"), (2, "2H"), (4, "4H")):
        given = {"call": each, "board": 1, "place": place}
        if place == 2:
            assert ask(club, f"rooms/{room}/calls", south, given)[0] == 200
        for path in (f"rooms/{room}/calls", f"rooms/{room}/boards", f"rooms/{room}/seats"):
            asked("POST", path, north, given)
        for path in (f"rooms/{room}", f"classes/{made['class']}"):
            asked("GET", path, north)
            asked("GET", path)
        line = b""
        while b"data: " not in line or len(json.loads(line[6:])["calls"]) <= place:
            line = stream.readline()
            bodies.append(line)
    connection.close()
    assert len(bodies) > 25
    hidden = [str(hand) for deal in deals for hand in deal if hand != deals[0].north]
    for body in bodies:
        assert not [hand for hand in hidden if hand.encode() in body]
    assert any(str(deals[0].north).encode() in body for body in bodies)
    assert ask(club, f"rooms/{room}", north)[1]["turn"] == "south"
    assert call(club, room, south, "Pass")[1]["hands"]["west"] == str(deals[0].west)


def test_calls_are_checked(club: Server) -> None:
    room, tokens = seated(club, seed="1")
    path = f"rooms/{room}/calls"
    here = {"board": 1, "place": 0}
    for token, given, status, said in (
        ("", {"call": "1C", **here}, 401, "needs a token"),
        ("x" * 22, {"call": "1C", **here}, 403, "has no seat in this room"),
        (tokens["south"], {"call": "1C", **here}, 409, "it is north's turn"),
        (tokens["north"], {"call": "X", **here}, 409, "north cannot call X"),
        (tokens["north"], {"call": "8C", **here}, 409, "'8C' is not a call"),
        (tokens["north"], {"call": "1C", "board": 1, "place": 4}, 409, "has moved on"),
        (tokens["north"], {"call": "1C", "board": 2, "place": 0}, 409, "has moved on"),
        (tokens["north"], {"call": "1C"}, 422, "'place' is missing"),
        (tokens["north"], {"call": 1, **here}, 422, "'call' must be a text"),
        (tokens["north"], {"call": "1C" * 9, **here}, 422, "at most 10 characters"),
    ):
        found = ask(club, path, token, given)
        assert found[0] == status, given
        assert said in found[1]["error"]["message"]
        assert "\n" not in found[1]["error"]["message"]
    assert ask(club, path, tokens["north"], {"call": "1C", **here})[0] == 200
    assert ask(club, path, tokens["north"], {"call": "1C", **here})[0] == 409  # sent twice
    assert ask(club, f"rooms/{room}", tokens["north"])[1]["calls"] == ["1C", "Pass"]


def test_seats_and_boards_are_checked(club: Server) -> None:
    room, tokens = seated(club, n=2)
    for path, token, given, status, said in (
        (f"rooms/{room}/seats", "", {"seat": "north"}, 409, "north is taken"),
        (f"rooms/{room}/seats", "", {"seat": "east"}, 409, "east does not bid in this room"),
        (f"rooms/{room}/seats", "", {"seat": "up"}, 422, "'up' is not a seat"),
        (f"rooms/{room}/boards", tokens["north"], {"board": 2}, 409, "is not over"),
        (f"rooms/{room}/boards", tokens["north"], {"board": 7}, 409, "is not the next"),
        ("rooms/none/seats", "", {"seat": "north"}, 404, "no such room"),
        ("rooms", "", {"seats": "NE"}, 422, "the seats that bid must be a pair"),
        ("rooms", "", {"seats": "NNS"}, 422, "the seats that bid must be a pair"),
        ("rooms", "", {"n": 37}, 422, "'n' must be an integer of 1 to 36"),
        ("rooms", "", {"condition": "hcp(sud) > 3"}, 422, "sud"),
        ("rooms", "", {"condition": "hcp(north) > 37"}, 422, "no deal satisfies"),
        ("rooms", "", {"deals": ["N:A... - - -"]}, 422, "north has 1 cards"),
        ("classes", "", {"tables": 41}, 422, "'tables' must be an integer of 1 to 40"),
        ("classes/none", "", None, 404, "no such class"),
        ("classes/none/events", "", None, 404, "no such class"),
        ("rooms/none/events", "", None, 404, "no such room"),
        (f"rooms/{room}/events", "wrong", None, 403, "has no seat"),
    ):
        found = ask(club, path, token, given)
        assert found[0] == status, (path, given, found)
        assert said in found[1]["error"]["message"]
    for seat in ("north", "south"):
        assert call(club, room, tokens[seat], "Pass")[0] == 200
    for _ in range(2):  # both partners may ask
        status, state = ask(club, f"rooms/{room}/boards", tokens["south"], {"board": 2})
        assert (status, state["board"], state["calls"]) == (200, 2, ["Pass"])
    assert ask(club, f"rooms/{room}/leave", tokens["south"], {})[1]["seats"]["south"] == "free"
    assert ask(club, f"rooms/{room}", tokens["south"])[0] == 403


def test_four_seats_bid_by_hand(club: Server) -> None:
    room, tokens = seated(club, seats="NESW", deals=list(DEALS), board=4)  # west deals
    for seat, each in zip("wnesw", ("1H", "X", "XX", "Pass", "Pass"), strict=True):
        name = Seat.of(seat).name.lower()
        status, state = call(club, room, tokens[name], each)
        assert status == 200, state
        assert state["legal"] == []
    assert call(club, room, tokens["north"], "Pass")[1]["contract"] == "1HXX-W"


def test_changes_come_as_events_and_who_is_gone_is_noticed(club: Server) -> None:
    room, tokens = seated(club)
    connection = club.connect()
    headers = {"authorization": f"Bearer {tokens['north']}", "accept-encoding": "gzip"}
    connection.request("GET", f"/api/v1/rooms/{room}/events", headers=headers)
    response = connection.getresponse()
    assert response.getheader("content-encoding") is None
    assert response.getheader("content-type", "").startswith("text/event-stream")

    def state() -> dict[str, Any]:
        while True:
            line = response.readline().decode()
            if line.startswith("data: "):
                return dict(json.loads(line[6:]))

    found = state()
    assert found["seats"] == {"north": "here", "south": "away"}
    assert found["turn"] == "north"
    call(club, room, tokens["north"], "1C")
    assert state()["calls"] == ["1C", "Pass"]
    assert ask(club, f"rooms/{room}", tokens["south"])[1]["seats"]["north"] == "here"
    response.close()
    connection.close()
    for _ in range(100):
        if ask(club, f"rooms/{room}", tokens["south"])[1]["seats"]["north"] == "away":
            break
    else:
        pytest.fail("the server has not noticed")


def test_a_teacher_sees_all_tables(club: Server) -> None:
    status, made = ask(club, "classes", given={"seed": "class", "n": 2, "tables": 2})
    assert status == 200
    deal = dealwright.deal(2, seed="class")[0]
    room = made["rooms"][1]
    token = ask(club, f"rooms/{room}/seats", given={"seat": "north"})[1]["token"]
    call(club, room, token, "2NT")
    status, seen = ask(club, f"classes/{made['class']}", made["token"])
    assert [table["calls"] for table in seen["tables"]] == [[], ["2NT", "Pass"]]
    assert [table["deal"] for table in seen["tables"]] == [deal.text()] * 2
    _, lobby = ask(club, f"classes/{made['class']}")
    assert [table["room"] for table in lobby["tables"]] == made["rooms"]
    assert "deal" not in lobby["tables"][0]
    assert ask(club, f"classes/{made['class']}", token)[0] == 403
    other = ask(club, "rooms", given={})[1]["room"]
    free = f"classes/{made['class']}/free"
    for who, table, status in (
        (token, room, 403), ("", room, 401), (made["token"], other, 404),
        (made["token"], room, 200),
    ):  # fmt: skip
        assert ask(club, free, who, {"room": table, "seat": "north"})[0] == status
    assert ask(club, f"rooms/{room}", token)[0] == 403
    assert ask(club, f"rooms/{room}")[1]["seats"]["north"] == "free"


ODD: list[Any] = [
    None, True, -1, 10**30, 1.5, "", "\ud800", "\x00", "N" * 5000, [], ["\ud800"], {}, {"a": 1},
    "p", "7NT", "north", "NESW",
]  # fmt: skip


@pytest.mark.long
def test_odd_requests_are_refused_and_nothing_breaks(club: Server) -> None:
    """Every field of every request with every odd value; odd names, tokens and fields."""
    room, tokens = seated(club, deals=list(DEALS))
    usual = {
        "seat": "north",
        "call": "1C",
        "board": 1,
        "place": 0,
        "seats": "NS",
        "n": 1,
        "tables": 1,
    }
    for request in ROOM_REQUESTS.values():
        path = request.path.removeprefix("/").replace("{name}", room)
        if not request.fields:
            continue
        for name in [*request.fields, "\ud800", "other"]:
            for value in ODD:
                given = {key: each for key, each in usual.items() if key in request.fields}
                status, answer = ask(club, path, tokens["south"], {**given, name: value})
                assert status < 500, (path, name, value)
                assert status == 200 or "\n" not in answer["error"]["message"]
    for name in ("%00", "%ff%fe", "a" * 5000, "..", "%2e%2e%2f", "\u00fc".encode().hex()):
        for path in (f"rooms/{name}", f"classes/{name}"):
            assert club.send("GET", f"/api/v1/{path}")[0] < 500
    for token in ("\u00fc", "x" * 5000, " ", "a b"):
        for path in (f"rooms/{room}", f"rooms/{room}/events", "classes/none"):
            headers = {"authorization": f"Bearer {token}"}
            assert (
                400 <= club.send("GET", f"/api/v1/{path}", None, **headers)[0] < 500 or token == " "
            )


def test_requests_of_other_sites_are_refused(club: Server) -> None:
    for headers, status in (
        ({"content_type": JSON, "origin": "http://evil.example"}, 403),
        ({"content_type": JSON, "host": "evil.example"}, 400),
        ({"content_type": "text/plain"}, 415),
    ):
        assert club.send("POST", "/api/v1/rooms", "{}", **headers)[0] == status
    assert club.send("POST", "/api/v1/rooms", "{" * 10, content_type=JSON)[0] == 400
    body = json.dumps({"condition": "x" * 200_000})
    assert club.send("POST", "/api/v1/rooms", body, content_type=JSON)[0] == 413
    _, headers, _ = club.send("GET", "/api/v1/rooms/none")
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "set-cookie" not in headers


@pytest.mark.long
def test_open_auctions_survive_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "rooms.sqlite"
    options = ("--processes", "1", "--rooms", str(file))
    with serving(*options) as server:
        room, tokens = seated(server, seed="7")
        call(server, room, tokens["north"], "1NT")
    with serving(*options) as server:
        _, state = ask(server, f"rooms/{room}", tokens["south"])
        assert (state["calls"], state["turn"]) == (["1NT", "Pass"], "south")
        assert call(server, room, tokens["south"], "3NT")[0] == 200
    assert file.stat().st_mode & 0o077 == 0


KILLED = """
import os, signal, sys
from dealwright.web.rooms import Room, Rooms
rooms = Rooms(sys.argv[1])
name = rooms.add(Room((sys.argv[2],)))
token = rooms.sit(name, "north")
rooms.call(name, token, "1NT", 1, 0)
print(name, token, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_open_auctions_survive_a_kill(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite"
    command = [sys.executable, "-c", KILLED, str(file), DEALS[0]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    name, token = done.stdout.split()
    rooms = Rooms(file)
    assert rooms.view(name, token)["calls"] == ["1NT", "Pass"]
    rooms.close()


def test_a_file_that_cannot_be_used_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, and longer than its head" * 100)
    done = subprocess.run(
        [sys.executable, "-m", "dealwright", "serve", "--rooms", str(tmp_path / "text")],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "cannot keep rooms in" in done.stderr


def test_where_rooms_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DEALWRIGHT_ROOMS", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert rooms_path() == tmp_path / "dealwright" / "rooms.sqlite"
    monkeypatch.setenv("DEALWRIGHT_ROOMS", str(tmp_path / "club"))
    assert rooms_path() == tmp_path / "club"


def test_every_request_of_rooms_is_described() -> None:
    for name, request in ROOM_REQUESTS.items():
        (operation,) = openapi()["paths"][f"/api/v1{request.path}"].values()
        assert operation["operationId"] == name
        if request.fields is not None:
            schema = operation["requestBody"]["content"][JSON]["schema"]
            Draft202012Validator.check_schema(schema)


# ------------------------------------------------------------------------------------- the file


def test_old_rooms_are_dropped_and_their_number_is_limited() -> None:
    now = [0.0]
    rooms = Rooms(":memory:", clock=lambda: now[0])
    first = rooms.add(Room(DEALS))
    token = rooms.sit(first, "north")
    school, teacher, _ = rooms.add_class([Room(DEALS)] * 2)
    now[0] = 20 * 86400.0
    rooms.call(first, token, "1C", 1, 0)
    now[0] = 31 * 86400.0
    rooms.add(Room(DEALS))
    assert rooms.view(first, token)["calls"] == ["1C", "Pass"]  # used since
    with pytest.raises(Refused, match="no such class"):
        rooms.class_view(school, teacher)
    for number in range(24):
        rooms.add_class([Room(DEALS)] * 40, f"192.0.2.{number}")
    rooms.add_class([Room(DEALS)] * 38)
    with pytest.raises(Refused, match="1000 rooms") as refused:
        rooms.add(Room(DEALS))
    assert refused.value.status == 503
    rooms.close()


def test_one_client_cannot_take_all_rooms() -> None:
    now = [0.0]
    rooms = Rooms(":memory:", clock=lambda: now[0])
    for _ in range(5):
        rooms.add_class([Room(DEALS)] * 40, "192.0.2.7")
    for number in (1, 40):
        with pytest.raises(Refused, match="200 rooms are open from your address") as refused:
            rooms.check_place(number, "192.0.2.7")
        assert refused.value.status == 429
    with pytest.raises(Refused, match="200 rooms"):
        rooms.add(Room(DEALS), "192.0.2.7")
    rooms.add(Room(DEALS), "192.0.2.8")
    now[0] = 31 * 86400.0  # the old ones are gone
    rooms.add(Room(DEALS), "192.0.2.7")
    rooms.close()


@pytest.mark.long
def test_a_client_is_refused_before_its_deals_are_dealt(tmp_path: Path) -> None:
    """It is who connects; only a proxy that was named is believed that it is somebody else."""
    file = tmp_path / "rooms.sqlite"
    kept = Rooms(file)
    for _ in range(5):
        kept.add_class([Room(DEALS)] * 40, "127.0.0.1")
    kept.close()
    impossible, other = (
        json.dumps({"condition": "hcp(north) > 37"}),
        {"x_forwarded_for": "::2, ::3"},
    )
    for options, status in (((), 429), (("--proxy", "127.0.0.0/8", "--proxy", "::3"), 200)):
        with serving("--processes", "1", "--rooms", str(file), *options) as server:
            for path in ("rooms", "classes"):
                found = server.send("POST", f"/api/v1/{path}", impossible, content_type=JSON)
                assert found[0] == 429
                assert json.loads(found[2])["error"]["message"].startswith("200 rooms are open")
            found = server.send("POST", "/api/v1/rooms", "{}", content_type=JSON, **other)
            assert found[0] == status
    names = sqlite3.connect(file).execute("SELECT opener FROM rooms WHERE opener LIKE '%:%'")
    assert names.fetchall() == [("::/64",)]


NORTH, WEST = "192.0.2.1", "192.0.2.2"  # clients


def test_guests_find_no_place_beyond_theirs() -> None:
    """Of a room, of a client, of all; a class that chooses its tables has more."""
    streams = Streams()
    for number in range(20):
        streams.enter("room", "", f"192.0.2.{number}")
    with pytest.raises(Refused, match="take a seat") as refused:
        streams.enter("room", "", WEST)
    assert refused.value.status == 429
    for number in range(99):
        streams.enter(f"another {number}", "", WEST)  # and one of the room
    with pytest.raises(Refused, match="open at your address") as refused:
        streams.enter("last", "", WEST)
    assert refused.value.status == 429
    for number in range(131):
        streams.enter("class", "", f"198.51.100.{number}", is_class=True)
    with pytest.raises(Refused, match="too many pages are open") as refused:
        streams.enter("other", "", NORTH)
    assert refused.value.status == 503
    one = streams.enter("other", "NORTH", NORTH)
    streams.leave(one)
    streams.end_all()
    with pytest.raises(Refused, match="the server is shutting down"):
        streams.enter("room", "NORTH", NORTH)


def test_who_has_a_token_is_let_in() -> None:
    """A guest gives way, the oldest first; else the oldest of the seat, or of the client."""
    streams = Streams()
    guests = [streams.enter(f"{n}", "", f"192.0.2.{n}") for n in range(100)]
    seats = [streams.enter(f"{n}", "NORTH", f"198.51.100.{n % 3}") for n in range(400)]
    assert not any(each.ended for each in guests + seats)
    with pytest.raises(Refused) as refused:  # nobody gives way to a guest
        streams.enter("a", "", NORTH)
    assert refused.value.status == 503
    new = streams.enter("a", "SOUTH", NORTH)
    assert [each.ended for each in guests[:2]] == [True, False]
    assert guests[0].changed.is_set()
    for number in range(99):
        streams.enter(f"b {number}", "SOUTH", f"203.0.113.{number}")
    assert all(each.ended for each in guests)
    assert not any(each.ended for each in seats)
    streams.enter("c", "teacher", WEST, is_class=True)  # all have tokens: of whom has the most
    assert [n for n, each in enumerate(seats) if each.ended] == [0]
    same = [streams.enter("a", "SOUTH", NORTH) for _ in range(4)]
    assert (new.ended, [each.ended for each in same]) == (True, [False] * 4)


def test_a_client_has_so_many_streams() -> None:
    streams = Streams()
    seats = [streams.enter(f"{n}", "NORTH", WEST) for n in range(199)]
    guest = streams.enter("a", "", WEST)
    with pytest.raises(Refused, match="open at your address"):
        streams.enter("b", "", WEST)
    seats += [streams.enter("b", "EAST", WEST) for _ in range(2)]
    assert (guest.ended, [n for n, each in enumerate(seats) if each.ended]) == (True, [0])


def test_a_stream_of_a_quiet_room_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """With comments, so that nobody between takes it for dead."""
    monkeypatch.setattr(room_requests, "_BEAT", 0.001)

    async def begun() -> list[str]:
        stream = Streams().enter("a", "NORTH", WEST)
        rooms: Any = SimpleNamespace(closing=False)
        events = room_requests._view_events(rooms, lambda: {"board": 1}, stream)
        return [await anext(events) for _ in range(3)]

    state, *others = run(begun())
    assert state.startswith("event: state")
    assert others == [": here\n\n"] * 2


def test_a_stream_that_finds_no_place_or_gives_way_is_told(club: Server) -> None:
    """A status before the events begin, else a last event."""
    room, tokens = seated(club)
    connections = [club.connect() for _ in range(26)]

    def begin(token: str) -> HTTPResponse:
        connection = connections.pop()
        headers = {"authorization": f"Bearer {token}"} if token else {}
        connection.request("GET", f"/api/v1/rooms/{room}/events", headers=headers)
        kept.append(connection)
        return connection.getresponse()

    kept = list[HTTPConnection]()
    assert [begin("").status for _ in range(20)] == [200] * 20
    refused = begin("")
    assert refused.status == 429
    assert "without a seat" in json.loads(refused.read())["error"]["message"]
    streams = [begin(tokens["north"]) for _ in range(5)]
    assert [each.status for each in streams] == [200] * 5
    *_, kind, data = streams[0].read().decode().split("\n")[:-2]  # to its end
    assert (kind, json.loads(data[6:])) == (
        "event: error",
        {
            "message": "this page was disconnected to make room for others; load it again",
            "status": 503,
        },
    )
    for each in kept:
        each.close()


# ----------------------------------------------------------------- seats without their players


def test_a_seat_without_its_player_is_freed_after_a_minute() -> None:
    now = [1000.0]
    rooms = Rooms(":memory:", clock=lambda: now[0])
    name = rooms.add(Room(DEALS))
    north, south = rooms.sit(name, "north"), rooms.sit(name, "south")

    def refused(token: str, seat: str = "south") -> None:
        with pytest.raises(Refused) as error:
            rooms.free_absent(name, token, seat)
        assert error.value.status == 409

    now[0] += 60
    refused(north)  # who has sat down a minute ago
    with rooms.watching(name, "SOUTH"):
        now[0] += 600
        refused(north)  # is here
        assert rooms.view(name, north)["absent"] == []
    now[0] += 60
    refused(north)
    rooms.view(name, south)  # each use of the token counts
    now[0] += 59
    rooms.sit(rooms.add(Room(DEALS)), "north")  # what is known of others is not forgotten
    now[0] += 1
    refused(north)
    now[0] += 1
    assert rooms.view(name, north)["absent"] == ["south"]
    refused(north, "north")
    with pytest.raises(Refused, match="has no seat") as error:
        rooms.free_absent(name, "guessed", "south")
    assert error.value.status == 403
    rooms.free_absent(name, north, "south")
    rooms.free_absent(name, north, "south")  # sent twice
    with pytest.raises(Refused, match="has no seat"):
        rooms.view(name, south)
    assert rooms.view(name, north)["seats"]["south"] == "free"
    rooms.sit(name, "south")
    rooms.close()


def test_nobody_is_absent_as_the_server_begins(tmp_path: Path) -> None:
    """Nor who made a call or put a board on the table."""
    now = [0.0]
    rooms = Rooms(tmp_path / "file", clock=lambda: now[0])
    name = rooms.add(Room(DEALS))
    north, south = rooms.sit(name, "north"), rooms.sit(name, "south")
    rooms.close()
    now[0] = 1000
    rooms = Rooms(tmp_path / "file", clock=lambda: now[0])
    now[0] = 1060
    assert rooms.view(name, north)["absent"] == []
    now[0] = 1061
    assert rooms.view(name, north)["absent"] == ["south"]
    rooms.call(name, north, "Pass", 1, 0)
    rooms.call(name, south, "Pass", 1, 2)
    now[0] = 1121
    assert rooms.view(name, north)["absent"] == []
    now[0] = 1122
    rooms.go_on(name, south, 2)
    assert rooms.view(name, north)["absent"] == []
    rooms.close()


def test_players_free_a_seat_and_let_it_pass(club: Server) -> None:
    """The requests: who may send them, and what they answer."""
    room, tokens = seated(club, deals=list(DEALS))
    for path, token, given, status, said in (
        ("free", tokens["north"], {"seat": "south"}, 409, "south is here, or was 60 seconds ago"),
        ("free", "", {"seat": "south"}, 401, "needs a token"),
        ("free", "wrong", {"seat": "south"}, 403, "has no seat"),
        ("passes", tokens["north"], {"seat": "south"}, 409, "south is taken"),
        ("passes", tokens["north"], {"seat": "east"}, 409, "east does not bid in this room"),
        ("passes", "", {"seat": "south"}, 401, "needs a token"),
        ("passes", "wrong", {"seat": "south"}, 403, "has no seat"),
    ):
        found = ask(club, f"rooms/{room}/{path}", token, given)
        assert found[0] == status, (path, given, found)
        assert said in found[1]["error"]["message"]
    ask(club, f"rooms/{room}/leave", tokens["south"], {})
    status, state = ask(club, f"rooms/{room}/free", tokens["north"], {"seat": "south"})
    assert (status, state["seats"]["south"]) == (200, "free")
    status, state = ask(club, f"rooms/{room}/passes", tokens["north"], {"seat": "south"})
    assert (status, state["passing"]) == (200, ["south"])
    assert call(club, room, tokens["north"], "1C")[1]["contract"] == "1C-N"


def test_a_seat_passes_until_somebody_takes_it() -> None:
    """What it has passed stays: in this auction, and in those that are over."""
    rooms = Rooms(":memory:")
    name = rooms.add(Room(DEALS, letters="NES", dealers="SSS"))
    north, east = rooms.sit(name, "north"), rooms.sit(name, "east")
    assert rooms.view(name, north)["turn"] == "south"
    for _ in range(2):
        rooms.let_bid(name, north, "south")
    view = rooms.view(name, north)
    assert (view["passing"], view["calls"], view["turn"]) == (["south"], ["Pass"] * 2, "north")
    rooms.call(name, north, "1C", 1, 2)
    rooms.call(name, east, "Pass", 1, 3)
    over = ["Pass", "Pass", "1C", "Pass", "Pass", "Pass"]
    assert rooms.view(name, north)["calls"] == over
    rooms.go_on(name, north, 2)
    assert rooms.view(name, north)["calls"] == ["Pass"] * 2
    south = rooms.sit(name, "south")
    view = rooms.view(name, south)
    assert (view["passing"], view["calls"], view["turn"]) == ([], ["Pass"] * 2, "north")
    assert view["finished"][0]["calls"] == over
    rooms.call(name, north, "1D", 2, 2)
    rooms.call(name, east, "Pass", 2, 3)
    assert rooms.view(name, south)["turn"] == "south"
    rooms.close()


SYSTEM_DEAL = "N:AQ4.KJ8.QT32.AJ4 JT9.Q76.975.T952 K532.A542.K8.K87 876.T93.AJ64.Q63"


def test_robots_sit_down_when_a_room_is_opened(club: Server) -> None:
    """Each by its own system; the seats that bid are theirs and the players'."""
    opened = {
        "deals": [SYSTEM_DEAL], "seats": "NS", "dealer": "west", "vulnerable": "none",
        "robots": ["east standard", "west natural"],
    }  # fmt: skip
    room = ask(club, "rooms", "", opened)[1]["room"]
    north = ask(club, f"rooms/{room}/seats", "", {"seat": "north"})[1]["token"]
    state = ask(club, f"rooms/{room}", north)[1]
    assert state["systems"] == {"east": "standard", "west": "natural"}
    assert list(state["seats"]) == ["north", "east", "south", "west"]
    assert len(state["calls"]) == 1  # west's, who deals
    for robots, why in (
        (["east std"], "there is no system 'std'; choose one of "),
        (["up standard"], "'up' is not a seat"),
        (["east standard", "E natural"], "east is named twice"),
    ):
        status, found = ask(club, "rooms", "", {**opened, "robots": robots})
        assert (status, why in found["error"]["message"]) == (422, True), found
    alone = {**opened, "seats": "N", "robots": ["south standard"]}
    assert ask(club, "rooms", "", alone)[0] == 200  # a pair, if one of it is a robot


def test_tables_are_called_by_their_names(club: Server) -> None:
    _, made = ask(club, "classes", given={"n": 1, "tables": 3, "names": [" Blue ", "", "Red"]})
    _, found = ask(club, f"classes/{made['class']}", made["token"])
    assert [table["title"] for table in found["tables"]] == ["Blue", "", "Red"]
    assert ask(club, f"rooms/{made['rooms'][0]}")[1]["title"] == "Blue"
    status, found = ask(club, "classes", given={"n": 1, "tables": 1, "names": ["x" * 41]})
    assert (status, found["error"]["message"]) == (422, "a table's name has 40 letters at most")


def test_a_free_seat_follows_a_system_until_somebody_takes_it(club: Server) -> None:
    """Its calls are those of the rules, then guesses, and are made with each call of a person."""
    deals = [SYSTEM_DEAL, SYSTEM_DEAL]
    opened = {"deals": deals, "seats": "NS", "dealer": "north", "vulnerable": "none"}
    room = ask(club, "rooms", "", opened)[1]["room"]
    north = ask(club, f"rooms/{room}/seats", "", {"seat": "north"})[1]["token"]
    given = {"seat": "south", "system": "naturally"}
    status, found = ask(club, f"rooms/{room}/passes", north, given)
    assert (status, found["error"]["message"].startswith("there is no system 'naturally'")) == (
        422,
        True,
    )
    given = {"seat": "south", "system": "natural"}
    status, state = ask(club, f"rooms/{room}/passes", north, given)
    assert (status, state["systems"], state["passing"]) == (200, {"south": "natural"}, [])
    assert (state["calls"], state["turn"]) == ([], "north")
    status, state = call(club, room, north, "1NT")
    assert (state["calls"], state["turn"]) == (["1NT", "Pass", "2C", "Pass"], "north")
    assert "south" not in state["hands"]
    before = ["1NT", "Pass", "2C", "Pass", "3C", "Pass"]
    guess = system_call(read_system("natural"), before, Deal(SYSTEM_DEAL).masks[Seat.SOUTH])
    assert call(club, room, north, "3C")[1]["calls"][:7] == [*before, guess.call]
    status, state = ask(club, f"rooms/{room}/passes", north, {"seat": "south"})
    assert (state["systems"], state["passing"]) == ({}, ["south"])
    ask(club, f"rooms/{room}/passes", north, given)
    south = ask(club, f"rooms/{room}/seats", "", {"seat": "south"})[1]["token"]
    state = ask(club, f"rooms/{room}", south)[1]
    assert (state["systems"], state["passing"]) == ({}, [])


@pytest.mark.long
def test_a_system_that_cannot_be_asked_keeps_nobody_out(tmp_path: Path) -> None:
    """A kept room may name a system that a later version has not: its turn stays."""
    file = tmp_path / "rooms.sqlite"
    kept = Rooms(file)
    name = kept.add(Room((SYSTEM_DEAL,), dealers="S"))
    north = kept.sit(name, "north")
    kept.let_bid(name, north, "south", "forgotten")
    kept.close()
    with serving("--processes", "1", "--rooms", str(file)) as server:
        status, state = ask(server, f"rooms/{name}", north)
        assert (status, state["turn"], state["calls"]) == (200, "south", [])
        status, state = ask(server, f"rooms/{name}/passes", north, {"seat": "south"})
        assert (status, state["turn"], state["calls"]) == (200, "north", ["Pass", "Pass"])


def test_a_call_of_a_system_that_is_no_longer_awaited_is_dropped() -> None:
    rooms = Rooms(":memory:")
    name = rooms.add(Room((SYSTEM_DEAL,), dealers="S"))
    north = rooms.sit(name, "north")
    assert rooms.awaited(name) is None
    rooms.let_bid(name, north, "south", "natural")
    awaited = rooms.awaited(name)
    assert awaited is not None
    hand = str(Deal(SYSTEM_DEAL)[Seat.SOUTH])
    assert (awaited.seat, awaited.calls, awaited.hand) == (Seat.SOUTH, (), hand)
    assert (awaited.system, awaited.opponents) == ("natural", None)
    rooms.call_for(name, awaited, "1C")
    rooms.call_for(name, awaited, "1D")
    assert rooms.view(name, north)["calls"] == ["1C", "Pass"]
    rooms.close()


@pytest.mark.parametrize(
    ("robots", "opponents"),
    [
        ({"east": "standard", "north": "natural"}, "standard"),
        ({"west": "standard", "north": "natural"}, "standard"),
        ({"east": "standard", "west": "natural"}, "natural"),
        ({"north": "standard"}, None),
    ],
)
def test_a_robot_knows_the_system_of_the_other_side(
    robots: dict[str, str], opponents: str | None
) -> None:
    """That of its left opponent, else of its right one, never of its partner."""
    rooms = Rooms(":memory:")
    name = rooms.add(Room((SYSTEM_DEAL,), letters="NESW", dealers="S"))
    player = rooms.sit(name, next(seat for seat in ("north", "east", "west") if seat not in robots))
    for seat, system in {**robots, "south": "natural"}.items():
        rooms.let_bid(name, player, seat, system)
    awaited = rooms.awaited(name)
    assert awaited is not None
    assert (awaited.seat, awaited.opponents) == (Seat.SOUTH, opponents)
    rooms.close()


def test_a_file_that_is_open_elsewhere_or_something_else(tmp_path: Path) -> None:
    one, other = Rooms(tmp_path / "rooms.sqlite"), Rooms(tmp_path / "rooms.sqlite")
    one.open()
    with pytest.raises(ArgumentError, match="another dealwright serve may have it open"):
        other.open()
    with pytest.raises(Refused, match="may have it open") as refused:  # the page goes on
        other.add(Room(DEALS))
    assert refused.value.status == 503
    one.close()
    name = other.add(Room(DEALS))
    other.close()
    (tmp_path / "text").write_text("no database, and longer than its head" * 100)
    with pytest.raises(ArgumentError, match="not a database"):
        Rooms(tmp_path / "text").open()
    file = sqlite3.connect(tmp_path / "rooms.sqlite")
    assert file.execute("SELECT name FROM rooms").fetchall() == [(name,)]
    file.execute("PRAGMA user_version = 3")
    file.close()
    with pytest.raises(ArgumentError, match="rooms of version 3"):
        Rooms(tmp_path / "rooms.sqlite").open()
    with pytest.raises(ArgumentError, match="cannot keep rooms"):
        Rooms(tmp_path / "text" / "rooms.sqlite").open()


# ---------------------------------------------------------- spectators, undo, classes that wait


def in_class(server: Server, **given: Any) -> tuple[dict[str, Any], str]:
    """Return a new class whose tables wait for their players, and the name of its first table."""
    status, found = ask(server, "classes", given={"n": 2, "seed": "class", "waits": True, **given})
    assert status == 200, found
    return found, found["rooms"][0]


def sit(server: Server, room: str, seat: str, browser: str = "") -> tuple[int, str]:
    """Return the status and the token, or the reason."""
    status, found = ask(server, f"rooms/{room}/seats", given={"seat": seat, "browser": browser})
    return status, found["token"] if status == 200 else found["error"]["message"]


def test_boards_of_a_class_open_when_each_seat_has_its_browser(club: Server) -> None:
    _, room = in_class(club, tables=2)
    status, north = sit(club, room, "north", "one")
    assert status == 200
    _, state = ask(club, f"rooms/{room}", north)
    assert (state["waits"], state["hands"], state["legal"], state["finished"]) == (True, {}, [], [])
    assert "one" not in json.dumps(state["seats"])
    given = {"call": "Pass", "board": state["board"], "place": 0}
    assert ask(club, f"rooms/{room}/calls", north, given)[0] == 409
    assert ask(club, f"rooms/{room}/spectators", given={"seat": "south"})[0] == 409
    assert sit(club, room, "south", "one") == (
        409, "this browser has a seat at this table; the other seats are for other people",
    )  # fmt: skip
    assert sit(club, room, "south")[0] == 409
    assert sit(club, room, "south", "two")[0] == 200
    _, state = ask(club, f"rooms/{room}", north)
    assert state["waits"] is False
    assert [*state["hands"]] == ["north"]
    assert call(club, room, north, "1C")[0] == 200


def test_a_seat_left_before_the_boards_open_is_free_for_its_browser(club: Server) -> None:
    """And a robot in the other seat opens the boards."""
    _, room = in_class(club)
    _, north = sit(club, room, "north", "one")
    assert ask(club, f"rooms/{room}/leave", north, {})[0] == 200
    status, south = sit(club, room, "south", "one")
    assert status == 200
    given = {"seat": "north", "system": "standard"}
    _, state = ask(club, f"rooms/{room}/passes", south, given)
    assert (state["waits"], [*state["hands"]]) == (False, ["south"])
    assert state["turn"] == "south"  # the robot has called, or passed


def test_an_undo_needs_the_other_player(club: Server) -> None:
    room, tokens = seated(club, seed="undo", n=2, dealer="north")
    path = f"rooms/{room}/undo"
    assert ask(club, path, tokens["south"], {})[0] == 409  # has not called
    call(club, room, tokens["north"], "1C")
    _, state = ask(club, path, tokens["north"], {})
    assert (state["undo"], state["calls"]) == ("north", ["1C", "Pass"])
    assert ask(club, f"{path}/answer", tokens["north"], {"agree": True})[0] == 409
    _, state = ask(club, f"{path}/answer", tokens["south"], {"agree": False})
    assert (state["undo"], state["calls"]) == (None, ["1C", "Pass"])
    assert ask(club, f"{path}/answer", tokens["south"], {"agree": True})[0] == 409
    ask(club, path, tokens["north"], {})
    call(club, room, tokens["south"], "1S")
    _, state = ask(club, f"{path}/answer", tokens["south"], {"agree": True})
    assert (state["undo"], state["calls"], state["turn"]) == (None, [], "north")
    call(club, room, tokens["north"], "1D")
    ask(club, path, tokens["north"], {})
    call(club, room, tokens["south"], "1H")
    _, state = call(club, room, tokens["north"], "2D")  # who calls again no longer asks
    assert state["undo"] is None
    for seat in ("south", "north"):
        state = ask(club, f"rooms/{room}", tokens[seat])[1]
        if state["turn"] == seat:
            call(club, room, tokens[seat], "Pass")
    assert ask(club, path, tokens["north"], {})[0] == 409  # the hands have been seen


def test_alone_with_robots_a_call_is_taken_back_at_once(club: Server) -> None:
    room = ask(club, "rooms", given={"seed": "undo", "n": 1, "dealer": "south"})[1]["room"]
    _, south = sit(club, room, "south")
    ask(club, f"rooms/{room}/passes", south, {"seat": "north", "system": "standard"})
    _, state = call(club, room, south, "1C")
    assert state["calls"][0] == "1C"
    _, state = ask(club, f"rooms/{room}/undo", south, {})
    assert (state["calls"], state["turn"], state["undo"]) == ([], "south", None)


def test_spectators_see_one_hand_until_the_end(club: Server) -> None:
    room, tokens = seated(club, seed="watched", n=1, dealer="north")
    _, found = ask(club, f"rooms/{room}/spectators", given={"seat": "south"})
    watcher = found["token"]
    _, state = ask(club, f"rooms/{room}", watcher)
    assert [*state["hands"]] == ["south"]
    assert (state["seat"], state["watched"], state["legal"]) == (None, "south", [])
    assert ask(club, f"rooms/{room}", tokens["north"])[1]["watchers"] == {"south": 1}
    given = {"call": "Pass", "board": state["board"], "place": 0}
    for path, fields in (
        ("calls", given), ("leave", {}), ("boards", {"board": 2}), ("undo", {}),
        ("passes", {"seat": "north"}), ("free", {"seat": "north"}),
    ):  # fmt: skip
        assert ask(club, f"rooms/{room}/{path}", watcher, fields)[0] == 403, path
    call(club, room, tokens["north"], "Pass")
    call(club, room, tokens["south"], "Pass")
    assert len(ask(club, f"rooms/{room}", watcher)[1]["hands"]) == 4
    assert watcher not in json.dumps(ask(club, f"rooms/{room}", tokens["north"])[1])


def test_the_number_of_spectators_is_limited() -> None:
    rooms = Rooms(":memory:")
    name = rooms.add(Room(DEALS))
    for _ in range(40):
        rooms.watch_hand(name, "north")
    with pytest.raises(Refused, match="40 spectators"):
        rooms.watch_hand(name, "north")


def test_a_teacher_takes_the_boards_home(club: Server) -> None:
    """As PBN, with table, auction and contract; nobody else has them."""
    found, _ = in_class(club, waits=False, dealer="north", tables=2)
    path = f"classes/{found['class']}/file"
    for name, calls in zip(found["rooms"], (["1NT", "3NT", "Pass"], ["Pass", "Pass"]), strict=True):
        tokens = {seat: sit(club, name, seat)[1] for seat in ("north", "south")}
        for seat, each in zip(("north", "south", "north"), calls, strict=False):
            assert call(club, name, tokens[seat], each)[0] == 200
    assert ask(club, path, "wrong", {})[0] == 403
    assert ask(club, path, "", {})[0] == 401
    boards = read(ask(club, path, found["token"], {})[1]["text"], "pbn").boards
    assert [each.tags["Table"] for each in boards] == ["1", "2"]
    assert [each.tags["Contract"] for each in boards] == ["3NT", "Pass"]
    assert [turn.text for turn in boards[0].auction] == (
        ["1NT", "Pass", "3NT", "Pass", "Pass", "Pass"]
    )
    assert {each.deal for each in boards} == {dealwright.deal(2, seed="class")[0]}
    assert (boards[0].tags["Declarer"], boards[0].dealer) == ("N", Seat.NORTH)


def test_a_link_is_drawn(club: Server) -> None:
    text = "http://192.168.1.7:8080/bid.html#room=abc"
    _, found = ask(club, "links", given={"text": text})
    assert found["svg"].startswith("<svg ")
    assert not any(word in found["svg"] for word in ("<script", "style=", "href"))
    assert found["svg"] != ask(club, "links", given={"text": text + "d"})[1]["svg"]
    assert ask(club, "links", given={"text": 501 * "x"})[0] == 422


@pytest.mark.long
def test_thirty_rooms_of_people_and_robots_at_once(tmp_path: Path) -> None:
    """Two people and two robots bid a board in each; nobody waits for ever, nothing is mixed."""

    def table(number: int) -> tuple[str, ...]:
        given = {"n": 1, "seed": f"table {number}", "seats": "NESW"}
        room = ask(server, "rooms", given=given)[1]["room"]
        tokens = {seat: sit(server, room, seat)[1] for seat in ("north", "east")}
        for seat in ("south", "west"):
            robot = {"seat": seat, "system": "standard"}
            assert ask(server, f"rooms/{room}/passes", tokens["north"], robot)[0] == 200
        for _ in range(60):
            state = ask(server, f"rooms/{room}", tokens["north"])[1]
            if state["turn"] is None:
                deal = dealwright.deal(1, seed=f"table {number}")[0]
                assert state["hands"]["south"] == str(deal.south)
                return tuple(state["calls"])
            if state["turn"] in tokens:
                assert call(server, room, tokens[state["turn"]], "Pass")[0] == 200
        raise AssertionError(f"the auction does not end: {state['calls']}")

    options = ("--processes", "2", "--rooms", str(tmp_path / "rooms.sqlite"))
    with serving(*options) as server, ThreadPoolExecutor(30) as pool:
        auctions = list(pool.map(table, range(30)))
    assert len(auctions) == 30
    assert sum(any(each[0] in "1234567" for each in calls) for calls in auctions) > 15


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (None, None),
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Basic abc", ""),
        ("Bearer ", ""),
    ],
)
def test_a_token_comes_as_a_bearer(given: str | None, found: str | None) -> None:
    """A password of another scheme is not read as a token."""
    http = SimpleNamespace(headers={} if given is None else {"authorization": given})
    if found == "":
        with pytest.raises(Refused, match="Bearer TOKEN"):
            _token_of(http)  # type: ignore[arg-type]
    else:
        assert _token_of(http) == found  # type: ignore[arg-type]
