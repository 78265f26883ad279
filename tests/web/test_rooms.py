"""Rooms: what a seat may see and do, over HTTP and in the file that keeps them."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import dealwright
from dealwright.cards import Seat
from dealwright.errors import ArgumentError
from dealwright.formats import Settings
from dealwright.web.openapi import openapi
from dealwright.web.room_requests import ROOM_REQUESTS
from dealwright.web.rooms import Refused, Room, Rooms, rooms_path
from tests.processes import PATIENCE
from tests.web.conftest import Server, serving

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
        (tokens["north"], {"call": "1C", "board": 1, "place": 4}, 409, "has gone on"),
        (tokens["north"], {"call": "1C", "board": 2, "place": 0}, 409, "has gone on"),
        (tokens["north"], {"call": "1C"}, 422, "'board' is missing"),
        (tokens["north"], {"call": 1, **here}, 422, "'call' is a text"),
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
        (f"rooms/{room}/seats", "", {"seat": "east"}, 409, "east is silent"),
        (f"rooms/{room}/seats", "", {"seat": "up"}, 422, "'up' is not a seat"),
        (f"rooms/{room}/boards", tokens["north"], {"board": 2}, 409, "is not over"),
        (f"rooms/{room}/boards", tokens["north"], {"board": 7}, 409, "is not the next"),
        ("rooms/none/seats", "", {"seat": "north"}, 404, "no such room"),
        ("rooms", "", {"seats": "NE"}, 422, "the seats that bid are a pair"),
        ("rooms", "", {"seats": "NNS"}, 422, "the seats that bid are a pair"),
        ("rooms", "", {"n": 37}, 422, "'n' is an integer of 1 to 36"),
        ("rooms", "", {"condition": "hcp(sud) > 3"}, 422, "sud"),
        ("rooms", "", {"condition": "hcp(north) > 37"}, 422, "no deal satisfies"),
        ("rooms", "", {"deals": ["N:A... - - -"]}, 422, "north has 1 cards"),
        ("classes", "", {"tables": 41}, 422, "'tables' is an integer of 1 to 40"),
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
    now[0] = 10 * 86400.0
    rooms.call(first, token, "1C", 1, 0)
    now[0] = 20 * 86400.0
    rooms.add(Room(DEALS))
    assert rooms.view(first, token)["calls"] == ["1C", "Pass"]  # used since
    with pytest.raises(Refused, match="no such class"):
        rooms.class_view(school, teacher)
    for _ in range(24):
        rooms.add_class([Room(DEALS)] * 40)
    rooms.add_class([Room(DEALS)] * 38)
    with pytest.raises(Refused, match="1000 rooms") as refused:
        rooms.add(Room(DEALS))
    assert refused.value.status == 503
    rooms.close()


@pytest.mark.long
def test_streams_are_limited() -> None:
    rooms = Rooms(":memory:")
    name = rooms.add(Room(DEALS))
    streams = [rooms.watching(name, None) for _ in range(501)]
    for each in streams[:500]:
        each.__enter__()
    with pytest.raises(Refused, match="too many pages"):
        streams[500].__enter__()
    rooms.close()


@pytest.mark.long
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
    file.execute("PRAGMA user_version = 2")
    file.close()
    with pytest.raises(ArgumentError, match="rooms of version 2"):
        Rooms(tmp_path / "rooms.sqlite").open()
    with pytest.raises(ArgumentError, match="cannot keep rooms"):
        Rooms(tmp_path / "text" / "rooms.sqlite").open()
