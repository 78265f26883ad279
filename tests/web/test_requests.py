"""Requests about numbers, shapes, poker hands and solved deals: answers, refusals, damage, time."""

from __future__ import annotations

import json
import os
import re
import signal
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

import dealwright
from dealwright import deal, poker
from dealwright.analysis import contracts, lead, makes
from dealwright.analysis.decisions.finding import finding_decisions
from dealwright.answers.records import write_record
from dealwright.ask.numbering import numbered_deal
from dealwright.base.errors import ArgumentError
from dealwright.fair.audit import auditing
from dealwright.fair.tournament.checking import check_event
from dealwright.formats.board_file import board_file
from dealwright.numbering.combinations import Combinations
from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream
from dealwright.play.at_table import table_view
from dealwright.play.suit import suit_combination
from dealwright.play.themes.boards import THEMES
from dealwright.play.themes.sets import themed_boards
from dealwright.requests.documents import KINDS, read_json
from dealwright.requests.served import uploaded_file
from dealwright.systems import read_system, system_names
from dealwright.systems.bidding import bid_deal
from dealwright.systems.showing import showing
from dealwright.systems.tables import call_table
from dealwright.web import worker
from dealwright.web.openapi import openapi
from dealwright.web.requests import REQUESTS, job_of
from tests.processes import PATIENCE, cpu_seconds
from tests.web.conftest import Server, serving

DEAL = "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AT6.K2.AKT654.K7 J752.JT3.7.JT983"
HANDS = ["north AQ4.AJ92.Q5.K964", "south K95.QT4.KJ762.83"]
LEADER = "west QJT95.K4.832.A74"
SOUTH, NORTH = "south AQ542.KJ87.32.K3", "north K63.AQ4.J854.542"
AUDITED, EVENT = (
    {field: each.example for field, each in REQUESTS[name].fields.items() if each.example}
    for name in ("audit", "checked_event")
)
LEVEL = {"files": AUDITED["files"], "level": 1}


def answer(server: Server, name: str, **given: Any) -> Any:
    """Return the object that answers a request."""
    status, found = server.ask(name, **given)
    assert status == 200, found
    return read_json(json.dumps(found))


@pytest.mark.parametrize("theme", THEMES)
def test_boards_of_a_theme(server: Server, theme: str) -> None:
    """No more than are stored, and those that the command writes."""
    for n in (1, 100):
        found = answer(server, "themed_boards", theme=theme, n=n, seed="x")
        assert found == themed_boards(theme, n, seed="x").result()
        assert len(found.boards) == min(n, found.stored)
    status, refused = server.ask("themed_boards", theme="coup")
    assert (status, refused["error"]["field"]) == (422, "theme")


def test_decisions_that_make_no_sense(server: Server) -> None:
    for given, field in (
        ({"decide": "bid"}, "decide"), ({"decide": "lead", "system": "natural"}, "decide"),
        ({"decide": "call", "system": "none"}, "system"),
        ({"decide": "lead", "condition": "hcp(north"}, "condition"),
        ({"decide": "call", "system": "/etc/hosts"}, "system"),
    ):  # fmt: skip
        status, refused = server.ask("decisions", seconds=0.1, **given)
        assert (status, refused["error"]["field"]) == (422, field)


@pytest.mark.long
def test_a_decision_over_http_is_that_of_python(server: Server) -> None:
    found = answer(server, "decisions", decide="contract", n=1, seed="http", seconds=300)
    assert found == finding_decisions("contract", 1, seed="http").result()
    assert len(found.boards) == 1


BOARD = "N:AQ4.KJ8.QT32.AJ4 JT9.Q76.975.T952 K532.A542.K8.K87 876.T93.AJ64.Q63"


@pytest.mark.parametrize(
    "system", ["dealwright", "andrews", "bigdeal", "pavlicek-suited", "pavlicek-ranked"]
)
def test_numbers_of_deals(server: Server, system: str) -> None:
    found = answer(server, "number", deal=DEAL, system=system)
    assert found == numbered_deal(DEAL, system=system)
    back = answer(server, "number", number=str(found.number), system=system)
    assert back.deal == found.deal


def test_numbers_under_a_condition(server: Server) -> None:
    deals = dealwright.parse("hcp(north) == 37").numbers()
    found = answer(server, "number", number="5", condition="hcp(north) == 37")
    assert (found.deal, found.of) == (deals[5], deals.size)
    again = answer(server, "number", deal=deals[5].text(), condition="hcp(north) == 37")
    assert again == found
    fixed = answer(server, "number", number="0", predeal="south SAKQ")
    assert "AKQ" in str(fixed.deal.south)


def test_combinations(server: Server) -> None:
    for order in ("colex", "lex", "gray", "block"):
        family = Combinations(52, 13, order)
        taken = family.unrank(family.size // 3)
        text = ", ".join(map(str, taken))
        found = answer(server, "combination", n=52, k=13, combination=text, order=order)
        assert (found.number, found.of) == (family.size // 3, family.size)
        back = answer(server, "combination", n=52, k=13, number=f"{found.number:,}", order=order)
        assert back == found
    huge = answer(server, "combination", n=1000, k=500, number="9" * 200)
    assert Combinations(1000, 500).rank(huge.combination) == int("9" * 200)


@pytest.mark.parametrize("text", ["any 5431 + balanced", "5+xxx", "s >= 5 && h >= 4", "", "s > 13"])
def test_shapes(server: Server, text: str) -> None:
    found = answer(server, "shapes", shapes=text)
    expected = dealwright.shape_class(text or "xxxx")
    assert (found, found.hands) == (expected, expected.hands)


def test_equities_are_exact_where_that_is_cheap(server: Server) -> None:
    given = {"players": ["QQ+, AKs", "22"], "board": "Qh Jh 2c", "dead": "2s"}
    found = answer(server, "poker", **given)
    assert found == poker.equity("QQ+, AKs", "22", board="Qh Jh 2c", dead="2s")
    assert found.exact
    hilo = ["As2s3dKd", "QhQd4c5c"]
    found = answer(server, "poker", players=hilo, game="omaha-hilo", board="3s 4h 8s")
    assert found == poker.equity(*hilo, game="omaha-hilo", board="3s 4h 8s")


@pytest.mark.long
def test_equities_are_estimated_where_it_is_not(server: Server) -> None:
    """Three random hands have a third each; beyond five standard errors in one of 10^6."""
    connection = server.connect()
    given = json.dumps({"players": ["random"] * 3, "seconds": 0})
    headers = {"content-type": "application/json", "accept": "text/event-stream"}
    connection.request("POST", "/api/v1/poker", given, headers)
    events = [each.split("\n") for each in connection.getresponse().read().decode().split("\n\n")]
    connection.close()
    kinds = [each[0] for each in events if each[0]]
    assert kinds[-1] == "event: answer"
    assert len(kinds) > 1
    found = [json.loads(each[1][6:]) for each in events if each[0]]
    totals = [int(each["total"]) for each in found]
    assert totals == sorted(totals)
    assert not found[-1]["exact"]
    for player in found[-1]["players"]:
        assert abs(player["equity"] - 1 / 3) < 5 * player["standard_error"]


@pytest.mark.long
def test_odds_of_a_hand(server: Server) -> None:
    found = answer(server, "odds", hand="As Kd", board="Qh Jh 2c")
    assert found == poker.odds("As Kd", "Qh Jh 2c")
    assert found.streets[-1].share(poker.Category.STRAIGHT) == Fraction(178, 1081)


def test_hands_of_a_range(server: Server) -> None:
    given = {"board": "Qh Jh 2c", "dead": "3c"}
    found = answer(server, "hand_equities", range="QQ+, AKs", against="22+ AQ+", **given)
    assert found == poker.hand_equities("QQ+, AKs", "22+ AQ+", **given)
    found = answer(server, "range_hits", range="QQ+, AKs@0.5", **given)
    assert found == poker.range_hits("QQ+, AKs@0.5", "Qh Jh 2c", "3c")
    status, values = server.ask("hand_equities", range="AsKh QdJc", against="7h6d 5s4c random")
    assert status == 422
    assert "would take about" in values["error"]["message"]


def test_ranges(server: Server) -> None:
    found = answer(server, "range", range="AhAd AsAc AhAc AdAc AsAh AsAd")
    assert found == poker.parse_range("AA")
    _, values = server.ask("range", range="A5s, A4s, A3s, A2s !A3s", game="short-deck")
    assert "not in the pack of short-deck" in values["error"]["message"]
    _, values = server.ask("range", range="A5s, A4s, A3s, A2s !A3s")
    assert (values["written"], values["hands"]) == ("A5s-A4s, A2s", 12)
    assert values["classes"][0][9:] == [1, 1, 0, 1]


@pytest.mark.long
def test_bidding_systems(server: Server) -> None:
    natural = read_system("natural", parameters={"strength": "12..14"})
    given = {"system": "natural", "parameters": ["strength=12..14"]}
    assert answer(server, "system_table", **given, auction="1NT") == call_table(natural, "1NT")
    text = "opening\n  1C hcp > 11\n"
    check = answer(server, "system_check", system=text)
    assert (check.problems, "no rule covers 65.1828% of the hands" in str(check)) == (0, True)
    shown = answer(server, "system_show", **given, auction="1NT 2C")
    assert shown == showing(natural, "1NT 2C").result()
    board = deal(1, seed=3)[0]
    assert answer(server, "system_bid", **given, deal=board.text()) == bid_deal(natural, board)
    asked = {**given, "deal": board.text(), "side": "ew", "dealer": "west", "calls": ["1C"]}
    expected = bid_deal(natural, board, "west", side=1, calls=["1C"])
    assert answer(server, "system_bid", **asked) == expected
    assert expected.calls[0].call == "1C"


@pytest.mark.long
def test_odds_at_the_table(server: Server) -> None:
    events = ["spades 3-2"]
    given = {"hand": SOUTH, "dummy": NORTH, "events": events}
    assert answer(server, "odds_at_table", **given) == table_view(SOUTH, NORTH).odds(events)
    said = answer(server, "odds_at_table", **given, system="natural", auction="1NT", first="west")
    where = "hcp(west) in 15..17 && balanced(west)"
    assert said.events == table_view(SOUTH, NORTH, where=where).odds(events).events
    assert answer(server, "suit", dummy="AQT9", declarer="432") == suit_combination("AQT9", "432")


@pytest.mark.long
def test_an_audit_of_files(server: Server) -> None:
    """As texts and as Base64, each file a session; what could not be read is said."""
    sets = [deal(12, seed="one"), deal(20, seed="two")]
    pbn, dup = (board_file(each, kind) for each, kind in zip(sets, ("pbn", "dup"), strict=True))
    part = '[Board "9"]\n[Deal "N:AKQ... - - -"]\n'
    files = [
        {"name": "one.pbn", "text": pbn.content.decode() + part},
        {"name": "two.dup", "content": b64encode(dup.content).decode()},
    ]
    note = "one.pbn: 1 board without all four hands left out"
    found = answer(server, "audit", files=files, level=0.05)
    assert found == auditing([each.masks for each in sets], level=0.05, notes=[note]).result()
    where = "hcp(north) + hcp(south) >= 0"
    under = answer(server, "audit", files=files[1:], condition=where)
    assert (under.condition, under.boards, under.failed) == (where, 20, ())
    many = write_record(board_file(deal(1500, seed=3), "pbn"))  # more than other requests may bring
    assert len(many["content"]) > 500_000
    named = [{"name": "season", "content": many["content"]}]
    assert answer(server, "audit", files=named, format="pbn").boards == 1500
    status, values = server.ask("audit", files=[{"name": "a.pbn", "text": " " * 4_000_000}])
    assert (status, "at most 4,000,000 bytes" in values["error"]["message"]) == (413, True)


def test_an_event_is_checked(server: Server, tmp_path: Path) -> None:
    """As from files; nothing of the request is left on the disk, and no file here is read."""
    for name in ("public", "secret"):
        (tmp_path / f"{name}.json").write_text(EVENT[name])
    boards = tmp_path / EVENT["files"][0]["name"]
    boards.write_text(EVENT["files"][0]["text"])
    files = [tmp_path / "public.json", tmp_path / "secret.json"]
    found = answer(server, "checked_event", **EVENT)
    assert found == check_event(*files, EVENT["value"], [boards])
    assert found.holds
    other = answer(server, "checked_event", **{**EVENT, "value": "1 1 1 1 1 1"})
    assert other == check_event(*files, "1 1 1 1 1 1", [boards])
    assert not other.holds
    plan = EVENT["public"].replace(
        "[[phase]]", f'[drand]\\nchain = \\"{"0" * 64}\\"\\nround = 1\\n[[phase]]'
    )
    status, values = server.ask(
        "checked_event", **{**EVENT, "public": plan, "value": str(files[0])}
    )
    assert (status, values["error"]) == (
        422, {"message": "value.json is not a round of drand as JSON", "field": "value"},
    )  # fmt: skip
    record = {"kind": "dealwright tournament record", "sets": [{"files": {"../../x": 1}}]}
    damaged = [{"name": "record.json", "text": json.dumps(record)}]
    assert not answer(server, "checked_event", **{**EVENT, "files": damaged}).holds


@pytest.mark.long
def test_no_folder_of_an_event_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the answer, so that its process is ended while it deals 45,000 boards."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    plan = EVENT["public"].replace('boards = \\"1-2', 'sessions = 10\\nboards = \\"1-4500')
    assert plan != EVENT["public"]
    with serving("--processes", "1") as server:
        assert server.ask("checked_event", **EVENT)[0] == 200
        places = [each for each in tmp_path.iterdir() if each.name.startswith("dealwright-")]
        assert places
        assert not any(list(each.iterdir()) for each in places)  # those of processes, empty
        connection = server.connect()
        body = json.dumps({**EVENT, "public": plan})
        connection.request(
            "POST", "/api/v1/checked_event", body, {"content-type": "application/json"}
        )
        began = monotonic()
        while not any(list(each.iterdir()) for each in tmp_path.iterdir() if each.is_dir()):
            assert monotonic() - began < PATIENCE
            sleep(0.05)
        connection.close()
        began = monotonic()
        while any(os.listdir(each) for each in tmp_path.iterdir() if each.is_dir()):
            assert monotonic() - began < PATIENCE
            sleep(0.05)
    assert not [each for each in tmp_path.iterdir() if each.name.startswith("dealwright-")]


@pytest.mark.long
def test_questions_to_a_solver(server: Server) -> None:
    where = "hcp(south) in 15..17 && balanced(south)"
    given = {"deals": 40, "seed": "1"}
    found = answer(server, "lead", hand=LEADER, contract="3NT", condition=where, **given)
    assert found == lead(LEADER, "3NT", where, **given)
    found = answer(server, "contracts", contracts="3NT 2NT", condition=where, **given)
    assert found == contracts(where, "3NT 2NT", **given)
    found = answer(server, "makes", hands=HANDS, contract="3NT-S", **given)
    assert found == makes(*HANDS, "3NT-S", **given)
    fast = answer(server, "contracts", contracts="3NT", make_only=True, side="ew", **given)
    assert (fast.contracts[0].contract, fast.contracts[0].tricks) == ("3NT-W", None)


@pytest.mark.long
def test_a_simulation_ends_after_its_seconds(server: Server) -> None:
    """As asked for, it would solve some thousand deals."""
    found = answer(server, "makes", hands=HANDS, contract="3NT-S", seconds=0.2)
    assert 0 < found.solved < 500


@pytest.mark.long
def test_simulations_have_a_line_of_their_own() -> None:
    """One process: two simulations run one after the other, and counts pass both of them."""
    with serving("--processes", "1") as server, ThreadPoolExecutor(2) as pool:
        server.ask("count")
        given = {"hands": HANDS, "contract": "3NT-S", "seconds": 8}
        slow = [pool.submit(server.ask, "makes", **given) for _ in range(2)]
        worker = server.busy_worker()
        os.kill(worker, signal.SIGSTOP)
        try:
            for least in range(20, 25):
                assert server.ask("count", condition=f"hcp(north) > {least}")[0] == 200
            assert not any(each.done() for each in slow)
        finally:
            os.kill(worker, signal.SIGCONT)
        assert [each.result()[0] for each in slow] == [200, 200]


@pytest.mark.long
def test_a_simulation_that_nobody_waits_for_is_stopped() -> None:
    with serving("--processes", "1") as server:
        connection = server.connect()
        body = json.dumps({"hands": HANDS, "contract": "3NT-S", "seconds": 60})
        connection.request("POST", "/api/v1/makes", body, {"content-type": "application/json"})
        worker = server.busy_worker()
        connection.close()
        before = cpu_seconds(worker)
        assert server.ask("makes", hands=HANDS, contract="3NT-S", deals=10)[0] == 200
        assert cpu_seconds(worker) - before < 10  # not a minute


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("number", {}, "give a deal or a number"),
        ("number", {"deal": DEAL, "number": "1"}, "not both"),
        ("number", {"number": "9" * 29}, "beyond the last deal"),
        ("number", {"number": "1", "system": "culbertson"}, "choose dealwright"),
        ("number", {"number": "1", "system": "andrews", "condition": "1"}, "leave the condition"),
        ("number", {"number": "1", "condition": "hcp(north) > 37"}, "there is no number 1"),
        ("number", {"deal": "N:x"}, "a deal has four hands"),
        ("combination", {"n": 13}, "'k' is missing"),
        ("combination", {"n": 13, "k": 5}, "'combination' or 'number'"),
        ("combination", {"n": 13, "k": 5, "number": "1287"}, "not one of the numbers 0 to 1,286"),
        ("combination", {"n": 13, "k": 5, "number": "-1"}, "the rank of a subset cannot be"),
        ("combination", {"n": 13, "k": 2, "combination": "1 x"}, "an element must be a whole"),
        ("combination", {"n": 13, "k": 2, "number": "1", "order": "z"}, "'z' is not an order"),
        ("combination", {"n": 1001, "k": 2, "number": "1"}, "'n' must be an integer of 0 to 1000"),
        ("shapes", {"shapes": "any 5432"}, "14 cards, not 13"),
        ("shapes", {"shapes": "hcp(north) > 3"}, "not the four lengths"),
        ("poker", {"players": ["AA"]}, "'players' must be a list of 2 to 10 texts"),
        ("poker", {"players": ["AA", "KZ"]}, "'Z' is not a rank"),
        ("poker", {"players": ["AA", "KK"], "game": "bingo"}, "'bingo' is not a known game"),
        ("poker", {"players": ["AsAh", "AsAd"]}, "they need the same cards"),
        ("odds", {"hand": "As As"}, "occurs twice"),
        ("odds", {"hand": "As", "game": "razz"}, "razz"),
        ("range", {"range": ""}, "an empty text is not a range"),
        ("lead", {"hand": "west SAKQ", "contract": "3NT"}, "a seat and 13 cards"),
        ("lead", {"hand": LEADER, "contract": "8NT"}, "8NT"),
        ("lead", {"hand": LEADER, "contract": "3NT", "sort": "luck"}, "'luck' cannot sort leads"),
        ("lead", {"hand": LEADER, "contract": "3NT", "beat_only": 1}, "'beat_only' must be true"),
        ("lead", {"hand": LEADER, "contract": "3NT", "seconds": 61}, "a number of 0.1 to 60"),
        ("contracts", {"contracts": ""}, "contract"),
        ("contracts", {"contracts": "3NT", "side": "us"}, "is not a side; write ns or ew"),
        ("contracts", {"contracts": "3NT", "within": "much"}, "the width of an interval"),
        ("system_table", {"system": "acol"}, "'acol' is not a system; name natural"),
        ("system_table", {"system": "/etc/passwd"}, "is not a system"),
        ("system_check", {"system": "opening\n  1C hcpp > 3"}, "unknown name 'hcpp', column 6"),
        ("system_check", {"system": 'opponents "/etc/passwd"\nopening\n  1C 1'}, "beside"),
        ("system_check", {"system": '#include "/etc/passwd"\nopening\n  1C 1'}, "outside"),
        ("odds_at_table", {"hand": "south SAKQ"}, "13 cards"),
        ("odds_at_table", {"hand": SOUTH, "auction": "1NT"}, "together: the system says"),
        ("suit", {"dummy": "AQ", "declarer": "A2"}, "both hands"),
        ("audit", {"files": []}, "'files' must be a list of 1 to 400 files"),
        ("audit", {"files": ["a.pbn"]}, "a file needs a 'name', and a 'text' or"),
        ("audit", {"files": [{"name": "a.pbn", "text": "", "content": ""}]}, "a 'text' or"),
        ("audit", {"files": [{"name": "../a.pbn", "text": ""}]}, "without folders"),
        ("audit", {"files": [{"name": "a.dup", "content": "?"}]}, "a.dup is not Base64"),
        ("audit", {"files": [{"name": "a.txt", "text": ""}]}, "cannot tell the format"),
        ("audit", {"files": [{"name": "a.pbn", "text": ""}]}, "no board could be read from a.pbn"),
        ("audit", {**AUDITED, "condition": "hcp(west) < 9"}, "2 of 2 boards do not satisfy"),
        ("audit", {**AUDITED, "format": "pfd"}, "'pfd' cannot be read"),
        ("audit", LEVEL, "'level' must be a number of 1e-09 to 0.5"),
        ("system_table", {"system": "natural", "depth": 4}, "'depth' must be an integer of 1 to 3"),
        ("checked_event", {**EVENT, "public": "{}"}, "public.json is not a file of the kind"),
        ("checked_event", {**EVENT, "value": " "}, "the public value must be a line"),
        ("checked_event", {**EVENT, "files": EVENT["files"] * 2}, "two files have the name"),
        ("system_show", {"system": "natural", "auction": "1NT 7H"}, "no rule makes the call 7H"),
        ("makes", {"hands": HANDS[:1], "contract": "3NT-S"}, "a list of 2 to 2 texts"),
        ("makes", {"hands": HANDS, "contract": "3NT-W"}, "give the hands of"),
        ("makes", {"hands": HANDS, "contract": "3NT-S", "condition": "hcp(w) > 30"}, "no layout"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_said(
    server: Server, name: str, given: dict[str, Any], said: str
) -> None:
    status, found = server.ask(name, **given)
    assert (status, said in found["error"]["message"]) == (422, True), found


@pytest.mark.parametrize(
    ("name", "given", "field"),
    [
        ("odds_at_table", {"hand": "south SAKQ"}, "hand"),
        ("odds_at_table", {"hand": SOUTH, "dummy": SOUTH}, "dummy"),
        ("odds_at_table", {"hand": SOUTH, "condition": "hcp(west) >"}, "condition"),
        ("odds_at_table", {"hand": SOUTH, "system": "acol", "auction": "1NT"}, "system"),
        ("odds_at_table", {"hand": SOUTH, "system": "natural", "auction": "1NT 1C"}, "auction"),
        ("odds_at_table", {"hand": SOUTH, "auction": "1NT"}, "system"),
        ("odds_at_table", {"hand": SOUTH, "play": "CQ CX"}, "play"),
        ("odds_at_table", {"hand": SOUTH, "leader": "up"}, "leader"),
        ("odds_at_table", {"hand": SOUTH, "trump": "cups"}, "trump"),
        ("odds_at_table", {"hand": SOUTH, "predeal": "west SA"}, "predeal"),
        ("odds_at_table", {"hand": SOUTH, "events": ["west SJ", "onsid KD"]}, "events"),
        ("odds_at_table", {"hand": SOUTH, "dummy": NORTH, "lines": ["cash S"]}, "lines"),
        ("odds_at_table", {"hand": SOUTH, "choice": "often"}, "choice"),
        ("odds_at_table", {"hand": SOUTH, "likely": ["1/0"]}, "likely"),
        ("odds_at_table", {"hand": SOUTH, "condition": "hcp(west) > 37"}, None),
        ("suit", {"dummy": "AZ", "declarer": "2"}, "dummy"),
        ("suit", {"dummy": "A", "declarer": "A"}, "declarer"),
        ("suit", {"dummy": "A", "declarer": "2", "west": 0, "east": 0}, "west"),
        ("system_table", {"system": "opening\n  1C hcpp > 3"}, "system"),
        ("system_table", {"system": "natural", "auction": "1X"}, "auction"),
        ("system_table", {"system": "natural", "parameters": ["strength"]}, "parameters"),
        ("system_show", {"system": "natural", "auction": "1NT", "predeal": "west SAA"}, "predeal"),
        ("system_bid", {"system": "natural", "deal": "N:"}, "deal"),
        ("system_bid", {"system": "natural", "deal": BOARD, "side": "we"}, "side"),
        ("system_bid", {"system": "natural", "deal": BOARD, "calls": ["2C", "1C"]}, "calls"),
        ("audit", {"files": [{"name": "a.pbn", "text": ""}]}, "files"),
        ("audit", {**AUDITED, "condition": "hcp(west"}, "condition"),
        ("checked_event", {**EVENT, "public": "{}"}, "public"),
        ("checked_event", {**EVENT, "value": " "}, "value"),
        ("number", {"deal": "N:"}, "deal"),
        ("number", {"number": "-1"}, "number"),
    ],
)  # fmt: skip
def test_an_error_names_its_field(
    server: Server, name: str, given: dict[str, Any], field: str | None
) -> None:
    status, found = server.ask(name, **given)
    assert (status, found["error"].get("field")) == (422, field), found


@pytest.mark.long
def test_the_systems_of_the_package(server: Server) -> None:
    """Each text says what the name of its system says."""
    status, _, body = server.send("GET", "/api/v1/systems")
    assert status == 200
    found = {each["name"]: each["text"] for each in json.loads(body)}
    assert list(found) == system_names()
    for name, text in found.items():
        assert call_table(read_system(text)).rows == call_table(read_system(name)).rows


def test_cards_that_are_known_at_the_table(server: Server) -> None:
    found = answer(server, "odds_at_table", hand=SOUTH, dummy=NORTH, predeal="west SJ")
    assert found == table_view(SOUTH, NORTH, known="west SJ").odds()


@pytest.mark.long
@pytest.mark.parametrize("name", REQUESTS)
def test_damaged_requests(server: Server, name: str) -> None:
    """A hundred with characters left out, changed, doubled and moved: no fault of the program.

    Thirty where an answer that is no error takes some tenths of a second. The first is whole: the
    examples of all fields together can be asked.
    """
    examples = {field: each.example for field, each in REQUESTS[name].fields.items()}
    example = {field: value for field, value in examples.items() if value is not None}
    few = {"deals": 2, "seconds": 0.1}
    example |= {
        field: value for field, value in few.items() if not isinstance(example.get(field, []), list)
    }
    whole = json.dumps(example, ensure_ascii=False)
    letters = '{}[]",:()0129.-+&|!=<>\\ \u2660\u0000nsewxkAKQT@%'
    statuses = {server.ask(name, **example)[0]}
    assert statuses == {200}
    for number in range(30 if "seconds" in REQUESTS[name].fields else 100):
        draws, text = Draws(Stream.of(f"damaged {name}"), number), whole
        for _ in range(1 + draws.below(3)):
            at, what = draws.below(len(text) + 1), draws.below(3)
            end = at + 1 + draws.below(5)
            part = (text[at:end] * 2, "", letters[draws.below(len(letters))])[what]
            text = text[:at] + part + text[end:]
        # only the values: damage to JSON itself is the same for all requests
        status, _, body = server.send(
            "POST", f"/api/v1/{name}", json.dumps(_values(text, example)),
            content_type="application/json",
        )  # fmt: skip
        statuses.add(status)
        assert status in (200, 422), (text, body)
        if status == 422:
            assert json.loads(body)["error"]["message"]
    assert statuses == {200, 422}


def _values(text: str, example: dict[str, Any]) -> dict[str, Any]:
    """Return the object of a damaged text, else the example with the text in its first text."""
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if isinstance(found, dict):
        return found
    names = [
        name
        for name, value in example.items()
        if isinstance(value, str) or (isinstance(value, list) and isinstance(value[0], str))
    ]
    name = names[len(text) % len(names)]
    part = text[len(text) // 3 :][:30]
    value = example[name]
    cut = len(text) % (len(value) if isinstance(value, str) else len(value[0]))
    first = value if isinstance(value, str) else value[0]
    damaged = first[:cut] + part[: len(text) % 4] + first[cut + 1 :]
    return {**example, name: damaged if isinstance(value, str) else [damaged, *value[1:]]}


@pytest.mark.parametrize("name", ["a/b", "a\\b", "..", " . ", "a\nb", "", "é" * 101, "a" * 201])
def test_a_file_has_a_name_without_folders_of_200_bytes(name: str) -> None:
    assert uploaded_file({"name": "é" * 100, "text": "é"}) == ("é" * 100, "é".encode())
    with pytest.raises(ValueError, match="name"):
        uploaded_file({"name": name, "text": ""})


@pytest.mark.parametrize("content", ["AA!E=", "AAE", "AA E=", "é"])
def test_content_is_base64_and_nothing_else(content: str) -> None:
    assert uploaded_file({"name": "a", "content": "AAE="}).data == b"\0\1"
    with pytest.raises(ValueError, match="not Base64"):
        uploaded_file({"name": "a", "content": content})


@pytest.mark.parametrize(
    ("name", "field", "most"),
    [("poker", "game", 30), ("odds_at_table", "dummy", 200), ("odds_at_table", "choice", 40)],
)
def test_a_text_has_at_most_as_many_characters_as_its_field(
    name: str, field: str, most: int
) -> None:
    checked = REQUESTS[name].fields[field].checked
    assert checked(field, "a" * most) == "a" * most
    with pytest.raises(ArgumentError, match=f"{most}"):
        checked(field, "a" * (most + 1))


@pytest.mark.parametrize("name", ["lead", "contracts", "makes", "award", "deal", "run"])
def test_an_answer_that_differs_each_time_is_not_kept(name: str) -> None:
    """Without a seed others are dealt, and a simulation gets as far as its seconds allow."""
    assert not REQUESTS[name].repeats


def test_a_request_has_the_fields_that_it_needs() -> None:
    with pytest.raises(ArgumentError, match="'deals' is missing"):
        job_of("numbers", {})


def test_of_no_elements_there_is_one_combination() -> None:
    found = job_of("combination", {"n": 0, "k": 0, "number": "0"}).result()
    assert (found.combination, found.number) == ((), 0)


def test_every_reference_of_the_description_names_a_part_of_it() -> None:
    description = openapi()
    schemas = description["components"]["schemas"]
    references = set(
        re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', json.dumps(description))
    )
    assert len(references) > 20
    assert references <= {*schemas}
    assert {f"{kind}_document" for kind in KINDS} <= {*schemas}


def test_a_worker_knows_its_memory() -> None:
    """Mutant: pages divided by their size, so that no worker ever was too large."""
    resident, data = worker._memory()
    assert 10 << 20 < resident < 1 << 36
    assert 10 << 20 < data < 1 << 36
