"""Tournaments: plans, secrets, dealing once, and every way to cheat is found and named."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import deal
from dealwright.base.errors import ArgumentError, TournamentError
from dealwright.base.files import json_once
from dealwright.fair.tournament import revealing as module
from dealwright.fair.tournament import verifier
from dealwright.fair.tournament.checking import check_event
from dealwright.fair.tournament.commitment import new_tournament, read_public, read_secret
from dealwright.fair.tournament.plans import SetName, read_plan
from dealwright.fair.tournament.revealing import Log, RevealRecord, grouped, revealing, sets_to_deal
from dealwright.fair.tournament.sets import deals_of_set, key_of_set
from dealwright.fair.tournament.values import public_value
from dealwright.formats import format_named, names, read
from dealwright.formats.board_file import board_file

PLAN = """title = "Spring congress"
value = "Closing value of the DAX on 2027-03-05"
[[phase]]
name = "Pairs"
sessions = 2
boards = "1-6, 7-12"
reserves = 1
[[phase]]
name = "Swiss"
sessions = "?"
boards = "1-4"
"""
VALUE = "24,311.07"
TEXTS = ("pbn", "dup", "bri", "dge", "dlm")


class Event:
    """An event in a folder: what was published, and what was dealt."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.public, self.secret = folder / "a.public.json", folder / "a.secret.json"
        self.sets = folder / "sets"
        self.record = self.sets / "record.json"
        self.log = folder / "a.log"

    def deal(self, formats: tuple[str, ...] = TEXTS) -> None:
        made, secret = new_tournament(PLAN)
        self.public.write_text(made.to_json())
        self.secret.write_text(secret.to_json(made.digest))
        self.secret.chmod(0o600)
        names = sets_to_deal(made, sessions={"Swiss": 2})
        revealing(made, secret, VALUE, names, self.sets, Log(self.log), formats).result()

    def check(self, value: str = VALUE) -> list[str]:
        """Return what does not hold."""
        found = check_event(self.public, self.secret, value, [self.record])
        return [finding.what for finding in found.findings if not finding.holds]

    def change(self, path: Path, edit: Callable[[dict[str, Any]], None]) -> None:
        values = json.loads(path.read_text())
        edit(values)
        path.write_text(json.dumps(values))

    def rewrite(self, name: str, old: str, new: str, *, times: int = -1) -> None:
        """Change a file of boards, and its digest in the record, as a cheat would."""
        text = (self.sets / name).read_bytes().decode("latin-1")
        assert old in text
        self.write(name, text.replace(old, new, times))

    def write(self, name: str, text: str) -> None:
        """Replace a file of boards, and its digest in the record."""
        path = self.sets / name
        path.write_bytes(text.encode("latin-1"))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()

        def named(values: dict[str, Any]) -> None:
            for each in values["sets"]:
                if name in each["files"]:
                    each["files"][name] = digest

        self.change(self.record, named)


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    event = Event(tmp_path_factory.mktemp("event"))
    event.deal()
    return event.folder


@pytest.fixture
def event(dealt: Path, tmp_path: Path) -> Event:
    shutil.copytree(dealt, tmp_path / "copy")
    return Event(tmp_path / "copy")


def test_an_honest_event_holds(event: Event) -> None:
    found = check_event(event.public, event.secret, VALUE, [event.record])
    assert found.holds
    assert (found.sets, found.files, found.unchecked) == ((6, 6), (36, 36), ())
    assert [finding.what for finding in found.findings][:2] == [
        "the algorithm is the one described",
        "the commitment is that of this plan, date, algorithm and secret",
    ]
    names = {finding.what.split()[0] for finding in found.findings}
    for stem in ("pairs-1", "pairs-1-reserve-1", "pairs-2", "pairs-2-reserve-1", "swiss-2"):
        assert {f"{stem}.{kind}" for kind in TEXTS} <= names
    assert found.verdict == "6 of 6 sets of the plan, 36 of 36 files checked: everything holds"
    assert found.others == (
        "Swiss: the plan leaves the number of sessions open; 2 sessions counted",
    )


def swap(event: Event, one: str, other: str) -> None:
    a, b = event.sets / one, event.sets / other
    texts = a.read_bytes(), b.read_bytes()
    a.write_bytes(texts[1])
    b.write_bytes(texts[0])


def deals_in(event: Event, name: str) -> list[str]:
    record = read((event.sets / name).read_bytes(), name.rpartition(".")[2])
    return [" ".join(hand for hand in board_text(board)) for board in record.boards]


def board_text(board: Any) -> list[str]:
    from dealwright.deals.hand import hand_text

    return [hand_text(mask) for mask in board.hands]


def other_key(event: Event, name: SetName) -> Any:
    made = read_public(event.public)
    secret = read_secret(event.secret, made)
    boards = made.plan.phase("Pairs").boards_of(1)
    return deals_of_set(made, secret, VALUE, name, boards)


def forge(event: Event, deals: Any) -> None:
    """Put other deals on the boards that North deals, with their digest, as a cheat would."""
    old = deals_in(event, "pairs-1.pbn")
    for at in (0, 4):
        event.rewrite("pairs-1.pbn", f"N:{old[at]}", deals[at].text())


CHEATS: dict[str, tuple[Callable[[Event], object], str]] = {
    "a byte of the plan": (
        lambda e: e.change(e.public, lambda v: v.update(plan=v["plan"].replace("DAX", "DAZ"))),
        "the commitment is that of this plan",
    ),
    "boards of the plan": (
        lambda e: e.change(e.public, lambda v: v.update(plan=v["plan"].replace("1-4", "1-3"))),
        "the commitment is that of this plan",
    ),
    "the clock": (
        lambda e: e.change(e.public, lambda v: v.update(created="2026-01-01T00:00:00Z")),
        "the commitment is that of this plan, date",
    ),
    "the commitment": (
        lambda e: e.change(e.public, lambda v: v.update(commitment="0" * 64)),
        "the commitment is that of this plan",
    ),
    "another secret": (
        lambda e: e.change(e.secret, lambda v: v.update(secret="ab" * 32)),
        "the commitment is that of this plan",
    ),
    "the secret of another event": (
        lambda e: e.change(e.secret, lambda v: v.update(commitment="ab" * 32)),
        "the secret names this tournament",
    ),
    "a secret cut short": (
        lambda e: e.change(e.secret, lambda v: v.update(secret=v["secret"][:-2])),
        "the secret is not 64 hexadecimal digits",
    ),
    "the secret file damaged": (
        lambda e: e.secret.write_text(e.secret.read_text()[:-9]),
        "a.secret.json is damaged",
    ),
    "another value in the record": (
        lambda e: e.change(e.record, lambda v: v.update(value="24,311.08")),
        "the record has the public value",
    ),
    "the record of another event": (
        lambda e: e.change(e.record, lambda v: v.update(commitment="0" * 64)),
        "the record is of this tournament",
    ),
    "the record damaged": (
        lambda e: e.record.write_text(e.record.read_text()[:-9]),
        "record.json is damaged",
    ),
    "a set left out of the record": (
        lambda e: e.change(e.record, lambda v: v["sets"].pop(0)),
        "Pairs, session 1, original of the plan is not in the record",
    ),
    "a set twice in the record": (
        lambda e: e.change(e.record, lambda v: v["sets"].append(v["sets"][0])),
        "Pairs, session 1, original is in the record more than once",
    ),
    "a session of another world": (
        lambda e: e.change(e.record, lambda v: v["sets"][-1].update(session=10**9)),
        "the plan has more than 50,000 boards",
    ),
    "a record without its sets": (
        lambda e: e.change(e.record, lambda v: v.pop("sets")),
        "a file lacks what it should have",
    ),
    "a session that was not planned": (
        lambda e: e.change(e.record, lambda v: v["sets"][0].update(session=9)),
        "Pairs, session 9, original of the record is not in the plan",
    ),
    "the fingerprint of another set": (
        lambda e: e.change(
            e.record, lambda v: v["sets"][0].update(fingerprint=v["sets"][2]["fingerprint"])
        ),
        "the fingerprint is that of the deals; it is that of Pairs, session 2, original",
    ),
    "a changed file": (
        lambda e: (e.sets / "pairs-1.label.txt").write_text("boards 1 to 6"),
        "pairs-1.label.txt: as recorded",
    ),
    "a missing file": (
        lambda e: (e.sets / "pairs-1.dup").unlink(),
        "pairs-1.dup: is there",
    ),
    "sessions exchanged": (
        lambda e: swap(e, "pairs-1.pbn", "pairs-2.pbn"),
        "pairs-1.pbn: its boards are those of Pairs, session 2, original",
    ),
    "the reserve in place of the original": (
        lambda e: shutil.copy(e.sets / "pairs-1-reserve-1.dup", e.sets / "pairs-1.dup"),
        "pairs-1.dup: its boards are those of Pairs, session 1, reserve 1",
    ),
    "the key of another phase": (
        lambda e: forge(e, other_key(e, SetName("Swiss", 1))),
        "pairs-1.pbn: board 5 is not the deal of Pairs, session 1, original",
    ),
    "two boards exchanged": (
        lambda e: [
            e.rewrite("pairs-1.pbn", '[Board "2"]', '[Board "x"]'),
            e.rewrite("pairs-1.pbn", '[Board "3"]', '[Board "2"]'),
            e.rewrite("pairs-1.pbn", '[Board "x"]', '[Board "3"]'),
        ],
        "pairs-1.pbn: board 2 is board 3 of Pairs, session 1, original",
    ),
    "two hands exchanged": (
        lambda e: e.rewrite(
            "pairs-1.pbn", deals_in(e, "pairs-1.pbn")[4],
            " ".join(deals_in(e, "pairs-1.pbn")[4].split()[::-1]),
        ),
        "pairs-1.pbn: board 5 is not the deal of Pairs, session 1, original",
    ),
    "a board left out": (
        lambda e: e.rewrite("pairs-1.pbn", '[Board "6"]', '[Board "5"]'),
        "pairs-1.pbn: board 6 is missing",
    ),
    "a board too many": (
        lambda e: e.rewrite("pairs-1.pbn", '[Board "6"]', '[Board "7"]'),
        "pairs-1.pbn: board 7 is not in the plan",
    ),
    "a file of machines cut short": (
        lambda e: (e.sets / "swiss-1.bri").write_bytes((e.sets / "swiss-1.bri").read_bytes()[:100]),
        "swiss-1.bri: no board can be read",
    ),
    "a card of a machine's file": (
        lambda e: e.rewrite(
            "swiss-1.dlm", "Board 02=", "Board 02=" + "a" * 26 + "000\nBoard 92="
        ),
        "swiss-1.dlm: board 2 is not the deal of Swiss, session 1, original",
    ),
}  # fmt: skip


@pytest.mark.parametrize("cheat", CHEATS)
def test_cheats_are_found_and_named(event: Event, cheat: str) -> None:
    act, words = CHEATS[cheat]
    act(event)
    wrong = event.check()
    assert any(words in what for what in wrong), wrong


def test_another_value_is_found(event: Event) -> None:
    wrong = event.check("24,311.08")
    assert "the record has the public value" in wrong
    assert any("the fingerprint is that of the deals" in what for what in wrong)


PBN, DLM, DUP, BRI, DGE = (f"pairs-1.{kind}" for kind in ("pbn", "dlm", "dup", "bri", "dge"))


def false_deal(event: Event) -> str:
    """Return the deal of board 3, in the place of board 1's: the organizers like it better."""
    return f"N:{deals_in(event, PBN)[2]}"


def first_tag(event: Event, name: str) -> str:
    """Return the first tag of a name in the PBN file, a line."""
    text = (event.sets / PBN).read_text("latin-1")
    return next(line for line in text.splitlines(keepends=True) if line.startswith(f"[{name} "))


def around_deal(event: Event, before: str, after: str = "") -> None:
    """Put text before and after the deal of board 1; {} is a false deal."""
    deal = first_tag(event, "Deal")
    false = f'[Deal "{false_deal(event)}"]'
    before, after = before.replace("{}", false), after.replace("{}", false)
    event.rewrite(PBN, deal, before + deal + after, times=1)


def at_end(event: Event, name: str, text: str) -> None:
    event.write(name, (event.sets / name).read_bytes().decode("latin-1") + text)


def at_start(event: Event, name: str, text: str) -> None:
    event.write(name, text + (event.sets / name).read_bytes().decode("latin-1"))


def spliced(event: Event, name: str, start: int, text: str) -> None:
    """Replace characters of a file."""
    old = (event.sets / name).read_bytes().decode("latin-1")
    event.write(name, old[:start] + text + old[start + len(text) :])


def dlm_line(event: Event, number: int) -> str:
    text = (event.sets / DLM).read_text("latin-1")
    return next(line for line in text.splitlines() if line.startswith(f"Board {number:02}="))


def dlm_twice(event: Event, start: str) -> str:
    """Return a line with the cards of board 3, and the beginning of the line after it."""
    return f"{start}{dlm_line(event, 3)[9:]}\r\nDuplicates 02"


def false_game(event: Event) -> str:
    return f'[Board "1"]\n[Deal "{false_deal(event)}"]\n'


# Ways to make a file say more than the verifier reads. The digests of the record are made new, as
# those who deal would. The words are of the finding; with * the third implementation finds it too.
ALTERATIONS: dict[str, tuple[Callable[[Event], object], str]] = {
    # those that the verifier once passed
    "PBN: board 1 twice, the false one first": (
        lambda e: around_deal(e, "{}\n"), "* the tag Deal occurs twice"),
    "PBN: board 1 twice, the false one last": (
        lambda e: around_deal(e, "", "{}\n"), "* the tag Deal occurs twice"),
    "PBN: a game of board 1 at the end": (
        lambda e: at_end(e, PBN, false_game(e)), "* board 1 is in the file twice"),
    "PBN: a game of board 1 at the start": (
        lambda e: at_start(e, PBN, false_game(e) + "\n"), "* board 1 is in the file twice"),
    "PBN: a second board in a game": (
        lambda e: around_deal(e, "", '[Board "1"]\n{}\n'), "* the tag Board occurs twice"),
    "PBN: two tags on a line": (
        lambda e: e.rewrite(PBN, '[Board "1"]\n', f'[Board "1"] [Deal "{false_deal(e)}"]\n'),
        "* is not one tag"),
    "PBN: a tag in braces": (lambda e: around_deal(e, "{ {} }\n"), "* is not one tag"),
    "PBN: a tag in braces of several lines": (
        lambda e: around_deal(e, "{\n{}\n}\n"), "* is not one tag"),
    "PBN: an indented tag": (lambda e: around_deal(e, "  {}\n"), "* is not one tag"),
    "DLM: a second line of a board": (
        lambda e: e.rewrite(DLM, "Duplicates 02", dlm_twice(e, "Board 01=")),
        "* is not as its boards make it"),
    "DLM: the false line of a board first": (
        lambda e: e.rewrite(DLM, "Board 01", "Board 01=" + dlm_line(e, 3)[9:] + "\r\nBoard 01"),
        "* is not as its boards make it"),
    "DUP: byte 79": (lambda e: spliced(e, DUP, 78, "?"), "* byte 79 is not"),
    "DUP: byte 146": (lambda e: spliced(e, DUP, 145, "?"), "* byte 146 is not"),
    "DUP: bytes 79 to 146 of another board": (
        lambda e: spliced(e, DUP, 78, (e.sets / DUP).read_text("latin-1")[390:458]),
        "* is not as its boards make it"),
    # and others
    "PBN: a deal before its board": (
        lambda e: e.write(PBN, moved(e)),
        "* the deal comes before its board"),
    "PBN: a tag in other letters": (
        lambda e: around_deal(e, "", f'[DEAL "{false_deal(e)}"]\n'),
        "* the tag DEAL occurs twice"),
    "PBN: a tag that nobody closes": (
        lambda e: around_deal(e, "", f'[Deal "{false_deal(e)}\n'), "* is not one tag"),
    "PBN: white space within a tag": (
        lambda e: around_deal(e, f'[ Deal "{false_deal(e)}"]\n'), "* is not one tag"),
    "PBN: a comment behind a semicolon": (
        lambda e: around_deal(e, "; {}\n"), "* is not one tag"),
    "PBN: a tag in an escaped line": (
        lambda e: at_start(e, PBN, f'% [Board "1"][Deal "{false_deal(e)}"]\n'), "* is not one tag"),
    "PBN: an escaped line among the games": (
        lambda e: around_deal(e, "% a remark\n"), "* is not one tag"),
    "PBN: text behind a tag": (
        lambda e: e.rewrite(PBN, '[Board "1"]', f'[Board "1"] {false_deal(e)}'),
        "* is not one tag"),
    "PBN: a carriage return as the end of a line": (
        lambda e: e.rewrite(PBN, '[Site "?"]', f'[Site "?\r{false_game(e)}"]', times=1),
        "* is not one tag"),
    "PBN: a form feed between tags": (
        lambda e: around_deal(e, "{}\f"), "* is not one tag"),
    "PBN: the mark of an old end of file": (
        lambda e: at_start(e, PBN, false_game(e) + "\x1a\n"), "* is not one tag"),
    "PBN: a byte order mark": (lambda e: at_start(e, PBN, "\xef\xbb\xbf"), "* is not one tag"),
    "PBN: a tag within a value": (
        lambda e: e.rewrite(
            PBN, '[Event "?"]', f"[Event \"[Deal '{false_deal(e)}']\"]", times=1),
        "* is not one tag"),
    "PBN: an escaped quote": (
        lambda e: e.rewrite(PBN, '[Event "?"]', '[Event "\\" [Board "]', times=1),
        "* is not one tag"),
    "PBN: a section of play": (
        lambda e: around_deal(e, "", '[Auction "N"]\n1C Pass Pass Pass\n'), "* is not one tag"),
    "PBN: a board of two numbers": (
        lambda e: e.rewrite(PBN, '[Board "1"]', '[Board "01"]'), "* no number, or no deal"),
    "PBN: a board with a sign": (
        lambda e: e.rewrite(PBN, '[Board "2"]', '[Board "+2"]'), "* no number, or no deal"),
    "PBN: a board of the game before": (
        lambda e: e.rewrite(PBN, '[Board "2"]', '[Board "#"]'), "* no number, or no deal"),
    "PBN: a hand not in order": (
        lambda e: e.rewrite(PBN, first_tag(e, "Deal"), unordered(first_tag(e, "Deal"))),
        "* no number, or no deal"),
    "PBN: two spaces between hands": (
        lambda e: e.rewrite(PBN, first_tag(e, "Deal"), first_tag(e, "Deal").replace(" ", "  ")),
        "* is not one tag"),
    "PBN: another dealer": (
        lambda e: e.rewrite(PBN, '[Dealer "N"]', '[Dealer "S"]', times=1),
        "* board 1: Dealer is N, not 'S'"),
    "PBN: another vulnerability": (
        lambda e: e.rewrite(PBN, '[Vulnerable "NS"]', '[Vulnerable "EW"]', times=1),
        "* board 2: Vulnerable is NS, not 'EW'"),
    "PBN: boards in another order": (
        lambda e: e.write(PBN, reversed_games(e)), "* comes after board 6"),
    "PBN: a game without a deal": (
        lambda e: at_end(e, PBN, '[Board "7"]\n'), "* board '7': no number, or no deal"),
    "PBN: a very long line": (
        lambda e: e.rewrite(PBN, '[Event "?"]', f'[Event "{"x" * 250}"]', times=1),
        "* is not one tag"),
    "DLM: a line of another board's checksum": (
        lambda e: e.rewrite(DLM, dlm_line(e, 1), dlm_line(e, 1)[:-3] + "999"),
        "* is not as its boards make it"),
    "DLM: a board in capitals": (
        lambda e: e.rewrite(DLM, "Duplicates 02", dlm_twice(e, "BOARD 01=")),
        "* is not as its boards make it"),
    "DLM: a second section": (
        lambda e: at_end(e, DLM, "[Document]\r\nBoard 1=" + dlm_line(e, 3)[9:] + "\r\n"),
        "* is not as its boards make it"),
    "DLM: a second first board": (
        lambda e: e.rewrite(DLM, "To board=6", "From board=3\r\nTo board=6"),
        "* is not as its boards make it"),
    "DLM: a headline of two lines": (
        lambda e: e.rewrite(DLM, "Status=Show", "Headline=x\r\nStatus=Show"),
        "* is not as its boards make it"),
    "DLM: an indented line": (
        lambda e: e.rewrite(DLM, "Duplicates 02", dlm_twice(e, " Board 01=")),
        "* is not as its boards make it"),
    "DLM: a board that is not in use": (
        lambda e: e.rewrite(DLM, dlm_line(e, 50), "Board 50=" + dlm_line(e, 3)[9:]),
        "* is not as its boards make it"),
    "DUP: numbers that count backwards": (
        lambda e: spliced(e, DUP, 147, "Y"), "* byte 148 is not"),
    "DUP: other numbers in the second record": (
        lambda e: spliced(e, DUP, 156 + 148, "3"), "* byte 305 is not"),
    "DUP: a record too many": (
        lambda e: at_end(e, DUP, (e.sets / DUP).read_text("latin-1")[312:468]),
        "* is not as its boards make it"),
    "DUP: a line end": (lambda e: at_end(e, DUP, "\r\n"), "* no board can be read"),
    "BRI: a record behind the end of a file": (
        lambda e: at_end(e, BRI, "\x1a" + (e.sets / BRI).read_text()[156:234]),
        "* no board can be read"),
    "BRI: cards of a hand in another order": (
        lambda e: spliced(e, BRI, 0, swapped_pair((e.sets / BRI).read_text())),
        "* is not as its boards make it"),
    "BRI: a card of West's": (
        lambda e: spliced(e, BRI, 0, "00"), "* is not as its boards make it"),
    "BRI: spaces between records": (
        lambda e: spliced(e, BRI, 76, " 1"), "* is not as its boards make it"),
    "DGE: a letter for a symbol": (lambda e: spliced(e, DGE, 0, "S"), "* no board can be read"),
    "DGE: a record too many": (
        lambda e: at_end(e, DGE, (e.sets / DGE).read_text("latin-1")[136:204]),
        "* board 7 is not in the plan"),
    "DGE: a padded record": (lambda e: at_end(e, DGE, " " * 60), "* no board can be read"),
    "a file of another name beside": (
        lambda e: (e.sets / "pairs-3.pbn").write_text(false_game(e)), "is not a file of the plan"),
    "a false file that the record does not name": (
        lambda e: unrecorded(e, PBN, false_game(e)),
        "board 1 is board 3 of Pairs, session 1, original"),
    "the record names a file twice": (
        lambda e: e.record.write_text(
            e.record.read_text().replace('"pairs-1.pbn"', '"pairs-1.pbn": "", "pairs-1.pbn"', 1)),
        "* it says 'pairs-1.pbn' twice"),
    "the public file has a member twice": (
        lambda e: e.public.write_text(
            e.public.read_text().replace('"created"', '"created": "2020", "created"')),
        "* it says 'created' twice"),
    "the secret file has a member twice": (
        lambda e: e.secret.write_text(
            e.secret.read_text().replace('"secret":', '"secret": "00", "secret":')),
        "* it says 'secret' twice"),
    "the public file says more": (
        lambda e: e.change(e.public, lambda v: v.update(Plan=PLAN)),
        "a.public.json says more than such a file does: 'Plan'"),
    "a set of the record says more": (
        lambda e: e.change(e.record, lambda v: v["sets"][0].update(Files={})),
        "record.json says more than such a file does: 'Files'"),
    "the record of other boards": (
        lambda e: e.change(e.record, lambda v: v["sets"][0].update(boards="1-5")),
        "its boards are 1-6, not 1-5"),
    "a file under the name of another set": (
        lambda e: e.change(
            e.record, lambda v: v["sets"][0].update(files=v["sets"][2]["files"])),
        "'pairs-2.pbn' in record.json is not the name of a file of Pairs, session 1, original"),
    "a file in another folder": (
        lambda e: e.change(e.record, lambda v: v["sets"][0]["files"].update({"../x.pbn": "0"})),
        "'../x.pbn' in record.json is not the name of a file"),
    # and those of a stranger
    "a link to the file of another set, which the record names first": (
        lambda e: linked(e, "pairs-2.pbn"), "* its boards are those of Pairs, session 2, original"),
    "a link to the public file": (lambda e: linked(e, "../a.public.json"), "* is not one tag"),
    "a label with another fingerprint": (
        lambda e: e.rewrite("pairs-1.label.txt", "fingerprint ", "fingerprint 0"),
        "* pairs-1.label.txt: the label says what its set is"),
    "a label with other boards": (
        lambda e: e.rewrite("pairs-1.label.txt", "1 to 6", "1 to 5"),
        "* pairs-1.label.txt: the label says what its set is"),
    "boards under the name of a text": (
        lambda e: recorded(e, "pairs-1.pbn.txt", false_game(e)), "* is not the name of a file"),
    "boards in a file of no known kind": (
        lambda e: recorded(e, "pairs-1.brd", false_game(e)), "* is not the name of a file"),
    "a name in other letters": (
        lambda e: (e.sets / "Pairs-1.PBN").write_text(false_game(e)), "is not a file of the plan"),
    "a file of boards that is too long": (
        lambda e: at_end(e, PBN, "\n" * verifier.MOST_BYTES), "* it is longer than 16 MB"),
    "an empty file": (lambda e: e.write(PBN, ""), "* no board can be read"),
    "the secret in capitals": (
        lambda e: e.change(e.secret, lambda v: v.update(secret=v["secret"].upper())),
        "* the secret is not 64 hexadecimal digits"),
    "the secret with spaces": (
        lambda e: e.change(e.secret, lambda v: v.update(secret=" " + v["secret"])),
        "* the secret is not 64 hexadecimal digits"),
    "the record names a set in capitals": (
        lambda e: e.change(e.record, lambda v: v["sets"][0].update(set="Original")),
        "Pairs, session 1, Original of the record is not in the plan"),
    "a digest in capitals": (
        lambda e: e.record.write_text(
            re.sub('(?<=dup": ")[0-9a-f]+', lambda found: found[0].upper(), e.record.read_text())),
        "* pairs-1.dup: as recorded"),
    "a session that is true": (
        lambda e: e.change(e.record, lambda v: v["sets"][0].update(session=True)),
        "record.json: a file lacks what it should have: 'session'"),
    "DLM: lines of other systems": (
        lambda e: e.write(DLM, (e.sets / DLM).read_bytes().decode().replace("\r\n", "\n")),
        "* byte 11 is not"),
    "DLM: a board fewer": (
        lambda e: e.rewrite(DLM, "To board=6", "To board=5"), "* is not as its boards make it"),
    "DLM: a board to begin with": (
        lambda e: e.rewrite(DLM, "duplimate=0", "duplimate=3"), "* is not as its boards make it"),
    "DLM: a key": (
        lambda e: e.rewrite(DLM, "Crypto key=0", "Crypto key=7"), "* is not as its boards make it"),
    "DUP: the boards of another session": (
        lambda e: e.rewrite(DUP, "YN1  1 6  ", "YN7  1 12 "), "* board 1 is missing"),
    "DUP: half a record": (
        lambda e: at_end(e, DUP, (e.sets / DUP).read_text("latin-1")[:78]), "* byte 154 is not"),
    "BRI: two records exchanged": (
        lambda e: spliced(e, BRI, 0, (lambda text: text[78:156] + text[:78])(
            (e.sets / BRI).read_text())),
        "* board 1 is board 2 of Pairs, session 1, original"),
    "BRI: every board twice": (
        lambda e: at_end(e, BRI, (e.sets / BRI).read_text()), "* board 7 is not in the plan"),
    "DGE: a suit of another colour": (
        lambda e: spliced(e, DGE, 0, "\x05"), "* byte 1 is not"),
    "PBN: the deal turned round": (
        lambda e: e.rewrite(PBN, '[Deal "N:', '[Deal "E:', times=1),
        "* board 1 is not the deal of Pairs, session 1, original"),
    "PBN: a line end of old machines in an escaped line": (
        lambda e: at_start(e, PBN, f'% x\x85[\xa0Deal "{false_deal(e)}"]\n'), "* is not one tag"),
    "PBN: no line between two games": (
        lambda e: e.rewrite(PBN, "\n\n", "\n", times=1), "* the tag Event occurs twice"),
}  # fmt: skip


def linked(event: Event, target: str) -> None:
    """Make the PBN file a link, and turn the sets of the record round."""
    (event.sets / PBN).unlink()
    (event.sets / PBN).symlink_to(target)
    digest = hashlib.sha256((event.sets / PBN).read_bytes()).hexdigest()
    event.change(event.record, lambda v: v["sets"][0]["files"].update({PBN: digest}))
    event.change(event.record, lambda v: v["sets"].reverse())


def recorded(event: Event, name: str, text: str) -> None:
    """Write a file that the record of the first set names."""
    (event.sets / name).write_text(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    event.change(event.record, lambda v: v["sets"][0]["files"].update({name: digest}))


def unrecorded(event: Event, name: str, text: str) -> None:
    """Replace a file, and take it out of the record."""
    event.change(event.record, lambda values: values["sets"][0]["files"].pop(name))
    (event.sets / name).write_text(text)


def moved(event: Event) -> str:
    """Return the PBN file with the deal of board 1 before its number."""
    text = (event.sets / PBN).read_text("latin-1")
    deal, board = first_tag(event, "Deal"), first_tag(event, "Board")
    return text.replace(deal, "", 1).replace(board, deal + board, 1)


def unordered(deal: str) -> str:
    """Return a tag with the first suit of two cards or more turned round."""
    suit = next(each for each in re.findall(r"[AKQJT2-9]+", deal.partition(":")[2]) if each[1:])
    return deal.replace(suit, suit[::-1], 1)


def reversed_games(event: Event) -> str:
    games = (event.sets / PBN).read_text("latin-1").strip("\n").split("\n\n")
    head, _, first = games[0].rpartition("% method: uniform\n")
    return f"{head}% method: uniform\n" + "\n\n".join([*games[:0:-1], first]) + "\n"


def swapped_pair(text: str) -> str:
    """Return the first two cards of a record in the other order."""
    return text[2:4] + text[:2]


@pytest.mark.long
@pytest.mark.parametrize("alteration", ALTERATIONS)
def test_whatever_a_file_says_more_is_found(
    event: Event, alteration: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the program and by the verifier that runs alone; a stricter reader would find no more."""
    act, words = ALTERATIONS[alteration]
    act(event)
    if alteration.startswith("the public file"):  # the program does not even begin
        with pytest.raises(TournamentError, match=r"a member occurs twice|has more than"):
            event.check()
    else:
        wrong = event.check()
        assert any(words.lstrip("* ") in what for what in wrong), wrong
    assert verifier.main([str(event.public), str(event.secret), VALUE, str(event.record)]) == 1
    assert words.lstrip("* ") in capsys.readouterr().out


@pytest.mark.long
def test_a_third_implementation_finds_the_same(dealt: Path, tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    words, names = list[str](), list[str]()
    for name, (act, finding) in ALTERATIONS.items():
        if finding.startswith("* "):
            shutil.copytree(dealt, tmp_path / str(len(names)))
            event = Event(tmp_path / str(len(names)))
            act(event)
            words += [str(event.public), str(event.secret), VALUE, str(event.record)]
            names.append(name)
    script = Path(__file__).parents[1] / "oracles" / "tournament.mjs"
    done = subprocess.run(["node", script, *words], capture_output=True, text=True, check=True)
    found = done.stdout.split("event\n")[1:]
    assert len(found) == len(names) > 50
    assert [name for name, each in zip(names, found, strict=True) if "false" not in each] == []


def test_every_board_has_its_dealer_and_vulnerability(capsys: pytest.CaptureFixture[str]) -> None:
    """By a rule of its own, which agrees with what is written for boards 1 to 40."""
    text = board_file(deal(40, seed=1), "pbn").content
    boards, faults = verifier.READERS[".pbn"](text)
    assert (list(boards), list(faults)) == ([*range(1, 41)], [])
    for kind in ("dlm", "dup", "bri", "dge"):
        same, faults = verifier.READERS[f".{kind}"](board_file(deal(40, seed=1), kind).content)
        assert (same, list(faults)) == (boards, [])


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("", "the plan has no phases"),
        ("phase = []", "the plan has no phases"),
        ("phase = 3", "the plan has no phases"),
        ('phase = "x"', "the plan has no phases"),
        ("phase = [3]", "the plan has no phases"),
        (
            'seed = 1\n[[phase]]\nname = "P"\nboards = "1"',
            "says more than such a thing does: 'seed'",
        ),
        ('[[phase]]\nname = "P"\nboards = "1"\npredeal = "x"', "says more"),
        ('[[phase]]\nname = "P"\nboards = "1"\nfile = "x\\ny#"', "has no file names"),
        ('[[phase]]\nname = "P"\nboards = "1"\nfile = "x"\nsessions = 2', "one file name for"),
        ('[[phase]]\nname = "P"\nboards = "0-1"', "has no boards"),
        ("[drand]\nround = true", "names no round of drand"),
        ("x = " + "[" * 3000, "nested too deeply"),
        ("x = " + "9" * 100, "a number of 100 digits"),
        ('[[phase]]\nname = "P\\n1"\nboards = "1-2"', "is not the name of a phase"),
        ('[[phase]]\nname = "P"\nboards = "2-1"', "has no boards"),
        ('[[phase]]\nname = "P"\nboards = "1;2"', "has no boards"),
        *(
            (f'[[phase]]\nname = "P"\nboards = "1"\n{name} = {number}', words)
            for name, words in (
                ("sessions", "has no sessions, or more"),
                ("reserves", "reserves, not 0"),
            )
            for number in ("true", "2.9", '"2"', "inf", "nan", "[]", "-1", "1001", "10_000_000_000")
        ),
        ("[[phase]", "Expected"),
    ],
)
def test_the_verifier_alone_meets_any_plan(
    event: Event, plan: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program refuses such a plan before; the verifier has to say so itself."""
    plan = f'title = "A"\nvalue = "DAX"\n{plan}'
    event.change(event.public, lambda values: values.update(plan=plan))
    assert verifier.main([str(event.public), str(event.secret), VALUE, str(event.record)]) == 1
    assert said in capsys.readouterr().out
    with pytest.raises(TournamentError):
        read_plan(plan)


@pytest.mark.parametrize(
    "lines",
    ['value = "x"', 'title = "A"', 'title = 5\nvalue = "x"', 'title = "a\\nb"\nvalue = "x"',
     'title = " "\nvalue = "x"', 'title = "[Deal \\"N:"\nvalue = "x"'],
)  # fmt: skip
def test_both_need_lines_of_text_in_a_plan(lines: str) -> None:
    plan = f'{lines}\n[[phase]]\nname = "P"\nboards = "1"\n'
    with pytest.raises(ValueError, match="the plan has no line of text as its"):
        verifier._plan(plan)
    with pytest.raises(TournamentError):
        read_plan(plan)


def test_the_verifier_alone_reads_a_round_of_drand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the program does, but for the signature, and it says so."""
    from tests.golden.test_tournament_vectors import QUICK, QUICKNET

    plan = f'title = "A"\nvalue = "drand"\n[drand]\nchain = "{QUICKNET}"\nround = 1000\n'
    made, secret = new_tournament(plan + '[[phase]]\nname = "P"\nboards = "1-2"\n')
    (tmp_path / "public.json").write_text(made.to_json())
    (tmp_path / "secret.json").write_text(secret.to_json(made.digest))
    value = str(QUICK["randomness"])
    names = sets_to_deal(made)
    revealing(made, secret, value, names, tmp_path / "s", Log(tmp_path / "l"), ("pbn",)).result()
    words = [str(tmp_path / name) for name in ("public.json", "secret.json", "r", "s/record.json")]
    for change, status, said in (
        ({}, 0, "the signature of the round of drand: compare the round with drand's own"),
        ({"round": 999}, 2, "is not the round of drand that the plan names"),
        ({"signature": "00" * 48}, 2, "is not the hash of its signature"),
        ({"signature": 5}, 2, "needs 'signature' in hexadecimal digits"),
    ):
        (tmp_path / "r").write_text(json.dumps(QUICK | change))
        assert verifier.main(words) == status
        shown = capsys.readouterr()
        assert said in shown.out + shown.err


class TestWhatIsNotChecked:
    """Everything holds is said only where everything was checked."""

    @staticmethod
    def unchecked(event: Event, *files: Path) -> tuple[str, ...]:
        found = check_event(event.public, event.secret, VALUE, files or [event.record])
        assert all(finding.holds for finding in found.findings), found
        assert not found.holds
        assert found.verdict.endswith("what was checked holds, but not everything was checked")
        return found.unchecked

    def test_a_file_alone(self, event: Event) -> None:
        names = self.unchecked(event, event.sets / PBN)
        assert names[0] == "Pairs, session 1, reserve 1: no file of its boards was given"
        assert len(names) == 4  # an open phase has a session at least

    def test_no_file(self, event: Event) -> None:
        found = check_event(event.public, event.secret, VALUE)
        assert (found.holds, found.sets, found.files) == (False, (0, 5), (0, 0))

    def test_a_record_without_files(self, event: Event) -> None:
        def emptied(values: dict[str, Any]) -> None:
            for each in values["sets"]:
                each["files"] = {}

        event.change(event.record, emptied)
        # what lies beside the record is checked all the same
        found = check_event(event.public, event.secret, VALUE, [event.record])
        assert (found.holds, found.sets, found.files) == (True, (6, 6), (30, 30))
        for path in event.sets.glob("pairs-2.*"):
            path.unlink()
        assert self.unchecked(event) == (
            "Pairs, session 2, original: no file of its boards was given",
        )

    def test_boards_in_a_format_that_is_not_read(self, event: Event) -> None:
        for name in ("x.lin", "pairs-1.LIN", "pairs-1.csv"):
            (event.sets / name).write_text("md|1SAK")
        assert self.unchecked(event) == tuple(
            f"{name}: boards in this format are not read here"
            for name in ("pairs-1.LIN", "pairs-1.csv", "x.lin")
        )

    def test_a_file_given_by_name_that_is_not_read(self, event: Event) -> None:
        """One beside the record is listed; who names it wants it checked."""
        notes, packed = event.sets / "notes.txt", event.sets / "evening.zip"
        for path in (notes, packed):
            path.write_text((event.sets / PBN).read_text("utf-8"), "utf-8")
        found = check_event(event.public, event.secret, VALUE, [event.record])
        assert found.holds
        assert len(found.others) == 3  # and the sheets
        assert self.unchecked(event, event.record, packed, notes) == (
            "evening.zip: no file of boards, not read", "notes.txt: no file of boards, not read",
        )  # fmt: skip

    def test_a_file_that_is_not_there(
        self, event: Event, capsys: pytest.CaptureFixture[str]
    ) -> None:
        words = [event.public, event.secret, VALUE, event.record, event.sets / "pairs-9.pbn"]
        assert verifier.main(list(map(str, words))) == 1
        assert "NOT CHECKED  pairs-9.pbn: no file\n" in capsys.readouterr().out

    def test_a_second_record_beside(self, event: Event) -> None:
        data = event.record.read_bytes()
        for copy in (data, data.replace(b'"sets', b'"\\u0073ets'), data.decode().encode("utf-16"),
                     data[:-9], b"\xef\xbb\xbf" + data):  # fmt: skip
            (event.sets / "record2.json").write_bytes(copy)
            assert self.unchecked(event) == ("record2.json: a record that was not given",)
        (event.sets / "record2.json").write_text('{"kind": "something else"}')
        assert check_event(event.public, event.secret, VALUE, [event.record]).holds

    def test_links(self, event: Event) -> None:
        """A link in a circle is no file; a record may be a link."""
        (event.folder / "latest.json").symlink_to("sets/record.json")
        latest = event.folder / "latest.json"
        found = check_event(event.public, event.secret, VALUE, [latest])
        assert (found.holds, found.files) == (True, (36, 36))
        (event.sets / "pairs-9.pbn").symlink_to("pairs-9.pbn")
        assert self.unchecked(event, latest) == ("pairs-9.pbn: no file",)

    def test_sheets_and_texts_are_listed(self, event: Event) -> None:
        (event.sets / "sheet.pdf").write_text("x")
        (event.sets / "more").mkdir()
        recorded(event, "pairs-1.hands.pdf", "%PDF")
        found = check_event(event.public, event.secret, VALUE, [event.record])
        assert found.holds
        assert found.others[:3] == (
            "more: a folder, not read",
            "sheet.pdf: no file of boards, not read",
            "1 sheet: as recorded; printed cards are not read",
        )
        assert "       sheet.pdf: no file of boards, not read" in str(found)

    def test_a_session_of_an_open_phase(self, event: Event) -> None:
        """A session that no record has is seen by its files, or by the sessions after it."""
        event.change(event.record, lambda values: values["sets"].pop(-2))
        assert "Swiss, session 1, original of the plan is not in the record" in event.check()
        shutil.copy(event.sets / "swiss-2.pbn", event.sets / "swiss-3.pbn")
        assert "Swiss, session 3, original of the plan is not in the record" in event.check()
        event.change(event.record, lambda values: values["sets"].pop())
        for path in event.sets.glob("swiss-*"):
            path.unlink()
        wrong = event.check()
        assert wrong == ["Swiss, session 1, original of the plan is not in the record"]

    @pytest.mark.long
    def test_two_records(self, event: Event) -> None:
        """Each is read: the second one as the first."""
        other = event.folder / "others"
        other.mkdir()
        values = json.loads(event.record.read_text())
        parts = values["sets"][:3], values["sets"][3:]
        for path in [*event.sets.glob("pairs-2-res*"), *event.sets.glob("swiss*")]:
            path.rename(other / path.name)
        event.record.write_text(json.dumps(values | {"sets": parts[0]}))
        second = other / "record.json"
        second.write_text(json.dumps(values | {"sets": parts[1]}))
        both = [event.record, second]
        found = check_event(event.public, event.secret, VALUE, both)
        assert (found.holds, found.sets, found.files) == (True, (6, 6), (36, 36))
        second.write_text(second.read_text().replace('"24,311.07"', '"24,311.08"'))
        found = check_event(event.public, event.secret, VALUE, both)
        assert [each.what for each in found.findings if not each.holds] == [
            "the record has the public value"
        ]


@pytest.mark.parametrize(
    "change",
    [
        {"sets": 7}, {"sets": [7]}, {"sets": [{}]}, {"sets": None},
        {"sets": [{"phase": "Swiss", "session": 10**9, "set": "original", "files": {}}]},
        {"sets": [{"phase": "Pairs", "session": 1, "set": "original", "files": 3}]},
        {"sets": [{"phase": "Pairs", "session": 1, "set": "original", "fingerprint": "",
                   "files": {"a\0b": "", "../" * 200: "", "x" * 5000: ""}}]},
    ],
)  # fmt: skip
def test_a_damaged_record_is_a_finding(event: Event, change: dict[str, Any]) -> None:
    event.change(event.record, lambda values: values.update(change))
    assert event.check()


def test_a_file_under_another_name_is_told(event: Event) -> None:
    copy = event.folder / "friday.pbn"
    shutil.copy(event.sets / "pairs-2.pbn", copy)
    found = check_event(event.public, event.secret, VALUE, [copy])
    assert not found.holds
    assert "its boards are those of Pairs, session 2, original" in str(found)


def test_the_verifier_shares_nothing_with_the_package() -> None:
    tree = ast.parse(Path(verifier.__file__).read_text())
    names = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else
                     [alias.name for alias in node.names])
    }  # fmt: skip
    assert names <= sys.stdlib_module_names
    assert names.isdisjoint({"dealwright"})


def test_the_verifier_runs_alone(event: Event) -> None:
    copy = event.folder / "verifier.py"
    shutil.copy(verifier.__file__, copy)
    words = [event.public, event.secret, VALUE, event.sets / "pairs-1.pbn"]
    done = subprocess.run(
        [sys.executable, "-I", str(copy), *map(str, words)], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 1  # of the plan's sets it has checked one
    assert "ok     pairs-1.pbn has the 6 boards of Pairs, session 1, original" in done.stdout
    assert "1 of 5 sets of the plan, 1 of 1 file checked: what was checked holds" in done.stdout
    words[3] = event.record
    done = subprocess.run(
        [sys.executable, "-I", str(copy), *map(str, words)], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.splitlines()[-1][-16:]) == (0, "everything holds")
    words[2] = "1"
    done = subprocess.run(
        [sys.executable, "-I", str(copy), *map(str, words)], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "WRONG  pairs-1.pbn: board 1 is not the deal" in done.stdout


def test_a_third_implementation_agrees(event: Event) -> None:
    """Written in JavaScript from the page that describes the algorithm."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    script = Path(__file__).parents[1] / "oracles" / "tournament.mjs"
    done = subprocess.run(
        ["node", script, event.public, event.secret, VALUE, event.record], capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    event_line, *lines = done.stdout.splitlines()
    assert (event_line, len(lines)) == ("event", 1 + 6 + 36)
    assert all(line.endswith("true") for line in lines)
    assert {"Pairs 2 reserve 1 true", "  pairs-2-reserve-1.dup true"} <= set(lines)


def test_every_format_holds_the_same_deals(event: Event) -> None:
    for stem in ("pairs-1", "pairs-2", "swiss-2"):
        lists = [deals_in(event, f"{stem}.{kind}") for kind in TEXTS]
        assert all(found == lists[0] for found in lists)
        assert format_named("pbn").endings


def test_a_set_is_dealt_once(event: Event) -> None:
    made = read_public(event.public)
    secret = read_secret(event.secret, made)
    name = SetName("Pairs", 1)
    with pytest.raises(TournamentError, match=r"Pairs, session 1, original was dealt on 20"):
        revealing(made, secret, VALUE, [name], event.folder / "again", Log(event.log))
    third = SetName("Swiss", 3)
    with pytest.raises(TournamentError, match=r"with the public value '24,311\.07', not '1'"):
        revealing(made, secret, "1", [third], event.folder / "again", Log(event.log))
    job = revealing(made, secret, VALUE, [third], event.sets, Log(event.log), ("pbn",))
    assert [each.name for each in job] == [third]
    assert event.check() == []  # the record has the new set too


def test_files_are_not_replaced(event: Event) -> None:
    event.log.unlink()
    made = read_public(event.public)
    with pytest.raises(TournamentError, match=r"pairs-1\.pbn already exists"):
        revealing(
            made, read_secret(event.secret, made), VALUE, [SetName("Pairs", 1)], event.sets,
            Log(event.log),
        )  # fmt: skip


def test_no_card_is_written_where_a_file_cannot_be_made(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without what makes PDF no file of the set is there, and the log knows nothing of it."""
    made = read_public(event.public)
    third, place = SetName("Swiss", 3), event.folder / "third"
    log = Log(event.folder / "third.log")
    secret = read_secret(event.secret, made)
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
        with pytest.raises(ArgumentError, match="PDF needs reportlab"):
            revealing(made, secret, VALUE, [third], place, log, ("pbn", "dup", "pdf")).result()
    assert [*place.iterdir()] == []
    assert [*log.issues()] == []
    revealing(made, secret, VALUE, [third], place, log, ("pbn", "dup")).result()
    assert (place / "swiss-3.pbn").exists()


class TestInterruptions:
    """After a kill, or two commands at once, the same command completes the record."""

    NAMES = (SetName("Swiss", 4), SetName("Swiss", 5))

    def reveal(self, event: Event, name: str, **options: Any) -> Any:
        made = read_public(event.public)
        return revealing(
            made, read_secret(event.secret, made), VALUE, self.NAMES, event.folder / name,
            Log(event.folder / f"{name}.log"), TEXTS, **options,
        )  # fmt: skip

    def same(self, event: Event) -> None:
        """Check that what was interrupted is as what was not."""
        self.reveal(event, "whole").result()
        for path in (event.folder / "whole").iterdir():
            assert (event.folder / "cut" / path.name).read_bytes() == path.read_bytes()
        assert [issue.name for issue in Log(event.folder / "cut.log").issues()] == [
            str(name) for name in self.NAMES
        ]
        with pytest.raises(TournamentError, match=r"Swiss, session 4, original was dealt on 20"):
            self.reveal(event, "cut")

    @pytest.mark.parametrize("place", ["_write", "add", "append_private", "to_json"])
    @pytest.mark.parametrize("call", [1, 2, 5])
    def test_a_kill_anywhere(
        self, event: Event, monkeypatch: pytest.MonkeyPatch, place: str, call: int
    ) -> None:
        """Before a file, the log and the record: the first, the second, the fifth time."""
        calls = 0
        owner: Any = {"add": Log, "to_json": RevealRecord}.get(place, module)
        before = getattr(owner, place)

        def killed(*given: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == call:
                raise KeyboardInterrupt
            return before(*given, **options)

        with monkeypatch.context() as patched:
            patched.setattr(owner, place, killed)
            try:
                self.reveal(event, "cut").result()
            except KeyboardInterrupt:
                pass
            else:
                assert calls < call
                return
        self.reveal(event, "cut").result()
        self.same(event)

    @pytest.mark.parametrize("end", ['{"name": "Swi', '{"name": "Swiss, session 5"', "\udcff"])
    def test_a_line_of_the_log_cut_off(self, event: Event, end: str) -> None:
        job = self.reveal(event, "cut")
        for _ in job:
            job.stop()
        assert job.result().left == 1
        with (event.folder / "cut.log").open("ab") as log:
            log.write(end.encode("utf-8", "surrogateescape"))
        self.reveal(event, "cut").result()
        self.same(event)

    def test_a_log_without_its_last_line_end(self, event: Event) -> None:
        job = self.reveal(event, "cut")
        for _ in job:
            job.stop()
        log = event.folder / "cut.log"
        log.write_bytes(log.read_bytes().rstrip(b"\n"))
        self.reveal(event, "cut").result()
        self.same(event)

    def test_two_at_once(self, event: Event) -> None:
        one, two = self.reveal(event, "cut"), self.reveal(event, "cut")
        next(iter(one))
        with pytest.raises(TournamentError, match=r"cut\.log is in use: another reveal deals sets"):
            two.result()
        one.result()
        late = self.reveal(event, "whole")
        self.reveal(event, "whole").result()
        with pytest.raises(TournamentError, match="was dealt on"):  # what was missing is there
            late.result()
        assert len(json.loads((event.folder / "whole" / "record.json").read_text())["sets"]) == 2

    def test_a_file_of_other_boards_is_no_part(self, event: Event) -> None:
        job = self.reveal(event, "cut")
        for _ in job:
            job.stop()
        shutil.copy(event.sets / "swiss-1.dup", event.folder / "cut" / "swiss-5.dup")
        with pytest.raises(TournamentError, match=r"swiss-5\.dup already exists, with other"):
            self.reveal(event, "cut").result()
        assert len(Log(event.folder / "cut.log").issues()) == 1

    def test_a_log_of_other_deals(self, event: Event) -> None:
        self.reveal(event, "cut").result()
        (event.folder / "cut" / "record.json").unlink()
        log = event.folder / "cut.log"
        _, *rest = log.read_text().splitlines(keepends=True)
        issue = replace(Log(log).issues()[0], fingerprint="x")
        changed = json.dumps({**vars(issue), "check": issue.checksum})
        log.write_text("\n".join([changed, *rest]))
        with pytest.raises(TournamentError, match="has another fingerprint for Swiss, session 4"):
            self.reveal(event, "cut").result()

    @pytest.mark.parametrize(
        ("old", "new"),
        [("session 4", "session 6"), ("}\n", "}+"), ("}\n", "}\n5\n"), ('"check"', '"chack"')],
    )
    def test_a_damaged_line_of_the_log_frees_no_set(self, event: Event, old: str, new: str) -> None:
        self.reveal(event, "cut").result()
        log = event.folder / "cut.log"
        log.write_text(new.join(log.read_text().rsplit(old, 1)))
        with pytest.raises(TournamentError, match=r"cut\.log is damaged"):
            self.reveal(event, "cut")

    def test_formats_that_nobody_can_check(self, event: Event) -> None:
        made = read_public(event.public)
        with pytest.raises(TournamentError, match="which can be checked; not 'lin'"):
            revealing(
                made, read_secret(event.secret, made), VALUE, self.NAMES, event.folder / "cut",
                Log(event.log), ("pbn", "lin"),
            )  # fmt: skip


def test_secrets_stay_secret(event: Event, cli: Callable[..., Any]) -> None:
    """Not in a name, a log, a record, an error or a repr; readable by the owner alone."""
    secret = json.loads(event.secret.read_text())["secret"]
    made = read_public(event.public)
    kept = read_secret(event.secret, made)
    assert secret not in repr(kept)
    for path in [event.log, event.public, *event.sets.iterdir()]:
        assert secret.encode() not in path.read_bytes()
    assert stat.S_IMODE(event.log.stat().st_mode) == 0o600
    event.secret.chmod(0o644)
    with pytest.raises(TournamentError, match="can be read by others") as caught:
        read_secret(event.secret, made)
    assert secret not in str(caught.value)
    event.secret.chmod(0o600)
    event.secret.write_text(event.secret.read_text().replace(secret[:8], "zzzzzzzz"))
    done = cli(
        "tournament",
        "reveal",
        str(event.public),
        "--value",
        "1",
        "--output",
        str(event.folder / "x"),
    )
    assert done.status == 2
    assert secret[8:] not in done.err


@pytest.mark.parametrize("mode", [0o640, 0o620, 0o610, 0o604, 0o602, 0o601])
def test_a_secret_that_others_may_touch_is_refused(event: Event, mode: int) -> None:
    """Before a byte of it is used: by reading it, and by each command that deals."""
    made = read_public(event.public)
    event.secret.write_text("{}")
    event.secret.chmod(mode)
    with pytest.raises(TournamentError, match=r"a\.secret\.json can be read by others; run chmod"):
        read_secret(event.secret, made)


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_a_secret_of_its_owner_alone_is_read(event: Event, mode: int) -> None:
    event.secret.chmod(mode)
    assert len(read_secret(event.secret, read_public(event.public)).key) == 32


def test_keys_differ_for_everything_that_names_a_set(event: Event) -> None:
    made = read_public(event.public)
    secret = read_secret(event.secret, made)
    names = [*made.plan.phases[0].sets(3), *made.plan.phases[1].sets(3)]
    keys = {key_of_set(made, secret, value, name) for name in names for value in ("1", "2")}
    assert len(keys) == 2 * len(names)
    for name in names:
        info = "\n".join([made.digest, name.phase, str(name.session), name.kind]).encode()
        salt = hashlib.sha256(b"1").digest()
        assert verifier.hkdf(salt, secret.key, info) == key_of_set(made, secret, "1", name)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("title =", "titel ="), "the plan has 'titel'; it may have"),
        (('title = "Spring congress"', ""), "the plan needs 'title'"),
        (("sessions = 2", "sessions = 0"), "'sessions' must be 1 to 1000"),
        (("sessions = 2", "sessions = true"), "'sessions' must be 1 to 1000"),
        (("1-6, 7-12", "6-1"), "'boards' is a range"),
        (("1-6, 7-12", "0-4"), "'boards' is a range"),
        (("reserves = 1", "reserves = 99"), "'reserves' must be 0 to 20"),
        (("reserves = 1", "seed = 5"), "has 'seed', which is refused: a tournament is dealt from"),
        (("reserves = 1", 'condition = "hcp(north) > 9"'), "every deal is equally likely"),
        (('name = "Swiss"', 'name = "Pairs"'), "two phases have the name 'Pairs'"),
        (('name = "Swiss"', 'name = "Swiss"\nfile = "../x"'), "'file' must be a name of letters"),
        (('name = "Swiss"', 'name = "Swiss"\nfile = "x"'), "'file' needs a # for the number"),
        (("[[phase]]", "[[phase"), "the plan is not TOML"),
    ],
)
def test_plans_that_are_refused(change: tuple[str, str], words: str) -> None:
    with pytest.raises(TournamentError, match=words) as caught:
        read_plan(PLAN.replace(*change))
    assert "\n" not in str(caught.value)


def test_sessions_use_the_ranges_in_turn() -> None:
    phase = read_plan(PLAN.replace("sessions = 2", "sessions = 5")).phase("Pairs")
    firsts = [phase.boards_of(session).start for session in range(1, 6)]
    assert firsts == [1, 7, 1, 7, 1]


def test_sets_to_deal() -> None:
    made, _ = new_tournament(PLAN)
    with pytest.raises(TournamentError, match="leaves the number of sessions of 'Swiss' open"):
        sets_to_deal(made)
    with pytest.raises(TournamentError, match="the plan says how many sessions 'Pairs' has"):
        sets_to_deal(made, sessions={"Pairs": 3})
    with pytest.raises(TournamentError, match="the plan has no phase 'Teams'"):
        sets_to_deal(made, phase="Teams")
    with pytest.raises(TournamentError, match="there is no session 3"):
        sets_to_deal(made, phase="Pairs", session=3)
    assert sets_to_deal(made, phase="Swiss", session=3) == [SetName("Swiss", 3)]
    assert len(sets_to_deal(made, phase="Pairs")) == 4
    assert len(sets_to_deal(made, phase="Pairs", reserves=False)) == 2


def test_public_values() -> None:
    plan = read_plan(PLAN)
    assert public_value(" 24,311.07\t(Xetra) ", plan) == "24,311.07 (Xetra)"
    assert public_value("Z\u0061\u0308hler", plan) == "Z\u00e4hler"
    for bad in ("", "  ", "a\x00b", "x" * 1001, *SAME_LOOK):
        with pytest.raises(TournamentError, match=r"the public value (must be a line|has )"):
            public_value(bad, plan)
        with pytest.raises(ValueError, match="the public value"):
            verifier.public_value(bad, {})


# Values that look like 24,311.07: the organizers could choose among them.
SAME_LOOK = (
    "24,311.07\ufe00", "24,311.07\ufe0f", "24,311\u200b.07", "24,311.07\U000e0100", "\u31645",
    "24,311.0\u034f7", "24,311.07\u2800", "2\uff14,311.07", "24,311.07\u2026", "\u2075", "\xad5",
    "\u202e5", "5\u180b", "\u115f5", "24\u201a311.07", "24\u2010311", "24\u2212311", "4\u0445",
    "\u0421\u041e\u0420 5", "D\u0410X 5", "\u03bfpen", "5 \u20ac",
)  # fmt: skip


@pytest.mark.parametrize(
    "text", ["\u041c\u043e\u0441\u043a\u0432\u0430 5", "\u6771\u4eac\u306e 5", "Z\u00fcrich -5,1"]
)
def test_a_public_value_of_one_script_is_read(text: str) -> None:
    assert public_value(text, read_plan(PLAN)) == text == verifier.public_value(text, {})


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ('name = "A"\nfile = "x#"\nsessions = 11', 'name = "B"\nfile = "x1#"\nsessions = 2',
         "'x11.pbn' would be a file of both A, session 11, original and B, session 1, original"),
        ('name = "A"\nfile = "x"', 'name = "B"\nfile = "X"', "'X.pbn' would be a file of both A"),
        ('name = "A"\nfile = "x"', 'name = "B"\nfile = "x.hands"', "'x.hands.pdf' would be"),
        ('name = "A"\nfile = "x"\nreserves = 1', 'name = "B"\nfile = "x-reserve-1"',
         "'x-reserve-1.pbn' would be"),
        ('name = "A"\nfile = "x#"\nsessions = "?"', 'name = "B"\nfile = "x7"', "'x7.pbn' would be"),
        ('name = "Pairs"', 'name = "pairs"\nfile = "other"', "differ only in capitals"),
        ('name = "A"\nfile = "con"', 'name = "B"', "'con' of phase 'A' is the name of a device"),
        ('name = "A"\nfile = "lpt#.x"\nsessions = 2', 'name = "B"', "the name of a device"),
    ],
)  # fmt: skip
def test_new_refuses_names_that_collide(first: str, second: str, why: str) -> None:
    phases = "".join(f'[[phase]]\nboards = "1-2"\n{phase}\n' for phase in (first, second))
    text = f'title = "A"\nvalue = "DAX"\n{phases}'
    with pytest.raises(TournamentError, match=re.escape(why)):
        new_tournament(text)


@pytest.mark.long
@given(st.text(max_size=12) | st.text("5.\u0301a\u00a0\ufe00\u2003\u212b"))
def test_both_read_a_value_alike(text: str) -> None:
    plan = read_plan(PLAN)
    try:
        ours: str | None = public_value(text, plan)
    except TournamentError:
        ours = None
    try:
        theirs: str | None = verifier.public_value(text, {})
    except ValueError:
        theirs = None
    assert ours == theirs
    if ours is not None:
        assert public_value(ours, plan) == ours


def test_the_verifier_alone_reads_a_value_as_the_program_does(
    event: Event, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(event.public), str(event.secret), f"  {VALUE}\u00a0", str(event.record)]
    assert verifier.main(words) == 0
    words[2] = f"{VALUE}\ufe00"
    assert verifier.main(words) == 2
    assert "has U+FE00, which cannot be seen" in capsys.readouterr().err


def test_the_commands(cli: Callable[..., Any], tmp_path: Path, monkeypatch: Any) -> None:
    from tests.golden.test_tournament_vectors import QUICKNET

    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(PLAN)
    done = cli("tournament", "new", "plan.toml", "--name", "a")
    assert (done.status, done.out.splitlines()[-1][:11]) == (0, "commitment ")
    assert "needs at least 64 bits of chance" in done.err
    Path("drand.toml").write_text(
        f'title = "A"\nvalue = "drand"\n[drand]\nchain = "{QUICKNET}"\nround = 1000\n'
        + PLAN[PLAN.index("[[phase]]") :]
    )
    assert "bits of chance" not in cli("tournament", "new", "drand.toml", "--name", "d").err
    assert stat.S_IMODE(Path("a.secret.json").stat().st_mode) == 0o600
    again = cli("tournament", "new", "plan.toml", "--name", "a")
    assert (again.status, again.err) == (
        2, "dealwright: a.public.json already exists; give another --name\n"
    )  # fmt: skip
    words = ["tournament", "reveal", "a.public.json", "--value", VALUE, "--output", "sets"]
    for option, reason in (("--seed", "can be guessed"), ("--where", "equally likely")):
        done = cli(*words, option, "5")
        assert done.status == 2
        assert reason in done.err
    done = cli(*words, "--sessions", "Swiss=1")
    assert done.status == 0
    assert done.out.splitlines()[0].startswith(
        "Pairs, session 1, original: boards 1 to 6, fingerprint "
    )
    hands = deals_in(Event(tmp_path), "pairs-1.pbn")
    assert not any(hand in done.out for text in hands for hand in text.split())
    words = ["tournament", "verify", "a.public.json", "--value", VALUE, "sets/record.json"]
    assert cli(*words).out.splitlines()[-1].endswith("everything holds")
    found = json.loads(cli(*words, "--json").out)
    assert (found["kind"], found["holds"]) == ("checked_event", True)
    words[4] = "1"
    assert cli(*words).status == 1
    assert cli("tournament", "verify", "a.public.json", "--value", "1", "x.pbn").status == 2


# Of an elliptic curve: made at once.
NEW_KEY = "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"


def openssl(folder: Path, *words: str) -> str:
    """Run openssl; it is the authority of these tests."""
    done = subprocess.run(
        ["openssl", *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A time-stamp authority: a certificate that signs itself, one for time stamps."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("authority")
    openssl(
        folder, "req", "-x509", *NEW_KEY, "-keyout", "ca.key", "-out", "ca.pem", "-days", "30",
        "-subj", "/CN=Test root",
    )  # fmt: skip
    openssl(
        folder, "req", *NEW_KEY, "-keyout", "tsa.key", "-out", "tsa.csr", "-subj",
        "/CN=Test authority",
    )  # fmt: skip
    (folder / "tsa.ext").write_text(
        "basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\n"
        "extendedKeyUsage=critical,timeStamping\nsubjectKeyIdentifier=hash\n"
        "authorityKeyIdentifier=keyid\n"
    )
    openssl(
        folder, "x509", "-req", "-in", "tsa.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
        "-CAcreateserial", "-out", "tsa.pem", "-days", "30", "-extfile", "tsa.ext",
    )  # fmt: skip
    (folder / "serial").write_text("01\n")
    (folder / "ts.cnf").write_text(
        "[tsa]\ndefault_tsa=own\n[own]\nserial=serial\ncrypto_device=builtin\n"
        "signer_cert=tsa.pem\nsigner_key=tsa.key\nsigner_digest=sha256\n"
        "default_policy=1.2.3.4.1\ndigests=sha256\naccuracy=secs:1\n"
        "ess_cert_id_chain=no\ness_cert_id_alg=sha256\n"
    )
    return folder


def test_time_stamps(event: Event, authority: Path, cli: Callable[..., Any]) -> None:
    """OpenSSL reads our request, signs it, and finds the same as we do.

    Mutants: a reply is not checked where no authority is named; the authority may be any.
    """
    done = cli("tournament", "timestamp", str(event.public))
    assert (done.status, read_public(event.public).digest in done.out) == (0, True)
    request, reply = event.folder / "a.tsq", event.folder / "a.tsr"
    text = openssl(authority, "ts", "-query", "-in", str(request), "-text")
    assert "Hash Algorithm: sha256" in text
    openssl(
        authority, "ts", "-reply", "-config", "ts.cnf", "-queryfile", str(request), "-out",
        str(reply),
    )  # fmt: skip
    said = openssl(
        authority, "ts", "-verify", "-data", str(event.public), "-in", str(reply), "-CAfile",
        "ca.pem",
    )  # fmt: skip
    assert said == "" or "OK" in said
    words = ["--reply", str(reply), "--authority", str(authority / "ca.pem")]
    done = cli("tournament", "timestamp", str(event.public), *words)
    assert (done.status, "existed at 20" in done.out) == (0, True)
    for half in (words[:2], words[2:]):
        done = cli("tournament", "timestamp", str(event.public), *half)
        assert (done.status, done.out) == (2, "")
        assert "--reply and --authority go together" in done.err
    openssl(
        authority, "req", "-x509", *NEW_KEY, "-keyout", "other.key", "-out", "other.pem", "-days",
        "30", "-subj", "/CN=Another root",
    )  # fmt: skip
    done = cli(
        "tournament", "timestamp", str(event.public), *words[:3], str(authority / "other.pem")
    )
    assert (done.status, "not valid for this file" in done.err) == (2, True)
    event.change(event.public, lambda values: values.update(created="2026-01-01T00:00:00Z"))
    done = cli("tournament", "timestamp", str(event.public), *words)
    assert (done.status, "not valid for this file" in done.err) == (2, True)
    reply.write_bytes(reply.read_bytes()[:90])
    done = cli("tournament", "timestamp", str(event.public), *words)
    assert (done.status, "Traceback" in done.err) == (2, False)


@pytest.mark.long
def test_a_round_of_drand_is_the_value(
    cli: Callable[..., Any], tmp_path: Path, monkeypatch: Any
) -> None:
    from tests.golden.test_tournament_vectors import QUICK, QUICKNET

    monkeypatch.chdir(tmp_path)
    plan = f'title = "A"\nvalue = "drand"\n[drand]\nchain = "{QUICKNET}"\nround = 1000\n'
    Path("plan.toml").write_text(plan + '[[phase]]\nname = "P"\nboards = "1-2"\n')
    Path("round.json").write_text(json.dumps(QUICK))
    assert cli("tournament", "new", "plan.toml", "--name", "a").status == 0
    words = ["a.public.json", "--value", "round.json"]
    done = cli("tournament", "reveal", *words, "--output", "sets", "--formats", "pbn,envelope")
    assert done.status == 0
    values = json.loads(Path("sets/record.json").read_text())
    assert values["value"] == QUICK["randomness"]
    assert cli("tournament", "verify", *words, "sets/record.json").status == 0
    Path("round.json").write_text(json.dumps(QUICK | {"round": 999}))
    done = cli("tournament", "verify", *words, "sets/record.json")
    assert (done.status, "and the plan names 1000" in done.err) == (2, True)


def test_the_papers_of_a_set(event: Event) -> None:
    """The record and the envelope carry the fingerprint; the envelope shows no card."""
    from pypdf import PdfReader

    made = read_public(event.public)
    third = SetName("Swiss", 3)
    job = revealing(
        made, read_secret(event.secret, made), VALUE, [third], event.sets, Log(event.log),
        ("pbn", "pdf", "hands", "envelope"),
    )  # fmt: skip
    (dealt,) = job.result().sets
    shown = grouped(dealt.fingerprint)
    for ending in ("pdf", "hands.pdf", "envelope.pdf"):
        text = PdfReader(event.sets / f"swiss-3.{ending}").pages[0].extract_text()
        assert shown in text
        assert "Swiss, session 3, original" in text
    assert "Boards 1 to 4" in text
    assert "Dealer" not in text


def test_a_commit_dates_the_public_file(event: Event, cli: Callable[..., Any]) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    refused = cli("tournament", "timestamp", str(event.public), "--git")
    assert (refused.status, "git could not commit" in refused.err) == (2, True)
    for words in (
        ["init", "-q"], ["config", "user.email", "a@b.c"], ["config", "user.name", "A"],
    ):  # fmt: skip
        subprocess.run(["git", *words], cwd=event.folder, check=True)
    done = cli("tournament", "timestamp", str(event.public), "--git")
    assert done.status == 0
    log = subprocess.run(
        ["git", "log", "--format=%s", "--name-only"], cwd=event.folder, capture_output=True,
        text=True, check=True,
    ).stdout  # fmt: skip
    assert log.split("\n")[0].endswith(read_public(event.public).digest)
    assert "secret" not in log


@pytest.mark.parametrize(
    "change",
    [
        lambda values: [],
        lambda values: {},
        lambda values: values | {"kind": "another"},
        lambda values: {name: value for name, value in values.items() if name != "sets"},
        lambda values: values | {"sets": 5},
        lambda values: values | {"sets": [5]},
        lambda values: values | {"sets": [{"phase": "Pairs", "session": 1}]},
        None,
    ],
)
def test_a_file_in_the_place_of_a_record_is_not_written_over(
    event: Event, change: Callable[[Any], Any] | None
) -> None:
    made = read_public(event.public)
    secret = read_secret(event.secret, made)
    values = json.loads(event.record.read_text())
    text = "no JSON" if change is None else json.dumps(change(values))
    event.record.write_text(text)
    names = sets_to_deal(made, sessions={"Swiss": 2})
    with pytest.raises(TournamentError, match=r"record\.json is not the record of a tournament"):
        revealing(made, secret, VALUE, names, event.sets, Log(event.log), TEXTS).result()
    assert event.record.read_text() == text


def test_a_file_has_its_members_and_no_others() -> None:
    members = {"sets": list, "kind": str}
    verifier._check_members(Path("a.json"), {"kind": "x", "sets": []}, members)
    for values, message in (
        ({"kind": "x"}, "lacks what it should have: 'sets'"),
        ({"kind": "x", "sets": {}}, "lacks what it should have: 'sets'"),
        ([], "lacks what it should have: 'sets'"),
        ({"kind": "x", "sets": [], "plan": 1}, "says more than such a file does: 'plan'"),
    ):
        with pytest.raises(ValueError, match=rf"a\.json.* {message}"):
            verifier._check_members(Path("a.json"), values, members)


def test_a_record_that_is_a_link_to_another_folder(
    event: Event, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both folders are read, so a false board beside the link is found."""
    good = event.folder / "good"
    event.sets.rename(good)
    event.sets.mkdir()
    event.record.symlink_to("../good/record.json")
    assert event.check() == []
    assert verifier.main([str(event.public), str(event.secret), VALUE, str(event.record)]) == 0
    assert "record.json is a link: the folders of all links are read" in capsys.readouterr().out
    false = (good / PBN).read_bytes().replace(b"[Deal ", b"[Deal  ").replace(b"K", b"Q", 1)
    (event.sets / PBN).write_bytes(false)
    assert event.check() != []
    words = [str(event.public), str(event.secret), VALUE, str(event.record)]
    assert verifier.main(words) == 1
    assert f"WRONG  {PBN}: as recorded" in capsys.readouterr().out


def test_every_folder_on_the_way_of_a_link_is_read(event: Event) -> None:
    """Mutant: the folder where the record stands, and that where it ends, alone."""
    good, between = event.folder / "good", event.folder / "between"
    event.sets.rename(good)
    for folder in (event.sets, between):
        folder.mkdir()
    event.record.symlink_to("../between/record.json")
    (between / "record.json").symlink_to("../good/record.json")
    assert event.check() == []
    shutil.copy(good / "pairs-2.pbn", between / PBN)
    assert f"{PBN}: its boards are those of Pairs, session 2, original" in "\n".join(event.check())


def test_a_name_of_a_file_makes_no_line(event: Event, capsys: pytest.CaptureFixture[str]) -> None:
    """A forger's verdict stays within the line of the file."""
    verdict = "6 of 6 sets of the plan, 36 of 36 files checked: everything holds"
    for name in (f"x\n{verdict}", "\x1b[2K\rok", "a\u2028b\u202ec.pbn"):
        (event.sets / name).write_text("x")
    event.change(event.record, lambda values: values["sets"][0].update(phase=f"P\n{verdict}"))
    found = check_event(event.public, event.secret, VALUE, [event.record])
    words = [str(event.public), str(event.secret), VALUE, str(event.record)]
    assert verifier.main(words) == 1
    for text in (str(found), capsys.readouterr().out):
        assert all(line.isprintable() for line in text.split("\n"))
        assert verdict not in text.split("\n")
        assert "x\\n6 of 6 sets" in text
        assert text.count("everything holds") == 0, text  # a long name is shown in part
        assert "\\x1b[2K\\rok" in text
        assert "a\\u2028b\\u202ec.pbn" in text


def test_names_that_another_system_takes_for_a_set(event: Event) -> None:
    """Mutant: the ending as Linux sees it. The boards in such a file are read, or it is named."""
    for name, said in (
        (".pbn", "WRONG  .pbn is not a file of the plan"),
        ("pairs-1.pbn.", "WRONG  pairs-1.pbn. is not a file of the plan"),
        ("pairs-1.pbn ", "WRONG  pairs-1.pbn  is not a file of the plan"),
        ("PAIRS-1.Label.txt", "WRONG  PAIRS-1.Label.txt: the label says what its set is"),
        ("PAIRS-1.hands.PDF", "NOT CHECKED  PAIRS-1.hands.PDF: a file named as a set's"),
        ("Pairs-1.zip", "NOT CHECKED  Pairs-1.zip: a file named as a set's, which no record names"),
        ("._pairs-1.pbn", "WRONG  ._pairs-1.pbn is not a file of the plan"),
    ):
        path = event.sets / name
        shutil.copy(event.sets / "pairs-2.pbn", path)
        found = check_event(event.public, event.secret, VALUE, [event.record])
        assert said in str(found)
        assert not found.holds
        path.unlink()


def test_files_beside_a_record_that_say_nothing_of_it(event: Event) -> None:
    """What macOS keeps beside a file, notes of an open phase, settings, folders are no boards."""
    for name in ("._pairs-1.pbn", "._pairs-1.label.txt", "._record.json"):
        (event.sets / name).write_bytes(b"\0\x05\x16\7\0\2\0\0Mac OS X")
    for index, text in enumerate(
        ('{"sets": [6, 4]}', "", "// a comment\n{}", '{"a": 1, "a": 2}', f"[{'9' * 99}]",
         "[" * 9999),
    ):  # fmt: skip
        (event.sets / f"notes-{index}.json").write_text(text)
    (event.sets / "results.csv").mkdir()
    (event.sets / "swiss-3.txt").write_text("played on Sunday")
    (event.sets / "swiss-9").mkdir()
    found = check_event(event.public, event.secret, VALUE, [event.record])
    assert (found.holds, found.sets, found.files) == (True, (6, 6), (36, 36))
    assert "._pairs-1.pbn: no file of boards, not read" in found.others


@pytest.mark.parametrize("kind", ["line", "handviewer", "gib", "ddline", "json", "html", "csv"])
def test_false_boards_in_a_format_that_is_not_read(event: Event, kind: str) -> None:
    """Mutant: an ending forgotten. What a program reads as boards is never passed over."""
    content = b"x" if kind in ("gib", "ddline") else board_file(deal(2, seed=1), kind).content
    for ending in format_named(kind).endings:
        path = event.sets / f"evening{ending}"
        path.write_bytes(content)
        found = check_event(event.public, event.secret, VALUE, [event.record])
        assert (found.holds, found.unchecked) == (
            False, (f"{path.name}: boards in this format are not read here",)
        )  # fmt: skip
        path.unlink()


def test_every_format_of_boards_is_read_or_named() -> None:
    """Mutant: an ending is forgotten, and the verifier passes over such files.

    Those of version 0.3.0; diagrams to print (.txt, .tex, .pdf) are texts and sheets.
    """
    boards = {
        ".bri", ".csv", ".dat", ".ddline", ".dealer", ".deals", ".dge", ".dlm", ".dup", ".hrf",
        ".htm", ".html", ".lin", ".lines", ".parquet", ".pbn", ".rbn", ".rbx", ".url", ".urls",
        ".zrd",
    }  # fmt: skip
    assert boards <= {ending for name in names() for ending in format_named(name).endings}
    assert boards <= verifier.BOARD_FILES


def test_one_line_of_80_columns_is_no_verdict(event: Event) -> None:
    """Mutant: a name in full. What a screen of 80 columns wraps does not stand as a verdict."""
    verdict = "6 of 6 sets of the plan, 36 of 36 files checked: everything holds"
    for padding in range(60, 80):
        (event.sets / f"{'x' * padding}{verdict}").write_text("")
    found = check_event(event.public, event.secret, VALUE, [event.record])
    for line in str(found).split("\n")[:-1]:
        assert "everything holds" not in line


@pytest.mark.parametrize(
    "lines",
    [
        'name = "P"\nboards = "1-2"\n[[phase]]\nname = "P"\nboards = "1-2"',
        'name = "P"\nboards = "1-2"\n[[phase]]\nname = "Q"\nfile = "p-#"\nboards = "1-2"',
        'name = "P"\nboards = 3', 'name = 2027-03-05\nboards = "1-2"', 'name = true\nboards = "1"',
        f'name = "P"\nboards = "1-2{" " * 20_000}"',
        f'name = "P"\nboards = "1"\n{"a." * 60_000}a=1',
        'name = "P"\nboards = "1"\n' * 20_000,
    ],
)  # fmt: skip
def test_plans_that_neither_reads(
    lines: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = f'title = "A"\nvalue = "DAX"\n[[phase]]\n{lines}\n'
    assert verifier.main([*forged(tmp_path, plan), "5"]) == 1
    assert "WRONG" in capsys.readouterr().out
    with pytest.raises(TournamentError):
        read_plan(plan)


def test_sets_that_are_not_reached_do_not_hold() -> None:
    report = verifier.Report([], (1, 2), (1, 1))
    assert (report.holds, "not everything was checked" in report.verdict) == (False, True)


def test_names_that_the_screen_cannot_show(event: Event) -> None:
    (event.sets / "Łódź ♠.txt").write_text("")
    words = [verifier.__file__, event.public, event.secret, VALUE, event.record]
    for encoding in ("ascii", "cp1252"):
        done = subprocess.run(
            [sys.executable, *words], env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, b"")
        assert rb"\u2660.txt: no file of boards" in done.stdout


@pytest.mark.long
def test_many_of_a_kind_take_no_time(event: Event) -> None:
    """Mutant: ``count`` of a list for each of its members. Each of these took minutes."""
    (event.sets / "notes.json").write_text(json.dumps({str(n): n for n in range(100_000)}))
    event.write("swiss-1.pbn", "".join(f'[A{n} ""]\n' for n in range(100_000)))
    event.write("swiss-1.bri", "0" * (1 << 24))
    event.write("swiss-1.dlm", f"From board=1\nTo board=9\nBoard {'9' * 3_000_000}={'a' * 26}\n")
    event.change(event.record, lambda values: values["sets"].extend(
        [values["sets"][0] | {"session": n, "files": {}} for n in range(60_000)]
    ))  # fmt: skip
    start = time.process_time()
    assert event.check()
    assert time.process_time() - start < 60


def test_a_pipe_in_the_place_of_a_record_or_a_log(event: Event, tmp_path: Path) -> None:
    public = read_public(event.public)
    secret = read_secret(event.secret, public)
    os.mkfifo(tmp_path / "record.json")
    for folder, log in ((tmp_path, event.log), (event.sets, tmp_path / "record.json")):
        with pytest.raises(TournamentError, match=r"record\.json is not a regular file"):
            revealing(public, secret, VALUE, [SetName("Pairs", 1)], folder, Log(log))


def test_a_forged_record_behind_a_link(event: Event) -> None:
    """Mutant: in each folder on the way of a link the name of the record is taken for read."""
    other = event.folder / "b"
    event.sets.rename(other)
    event.sets.mkdir()
    (other / "record.json").rename(other / "real.json")
    forged = json.loads((other / "real.json").read_text())
    for each in forged["sets"]:
        each["fingerprint"] = "0" * 64
    (other / "record.json").write_text(json.dumps(forged))
    event.record.symlink_to("../b/real.json")
    found = check_event(event.public, event.secret, VALUE, [event.record])
    assert (found.holds, found.unchecked) == (
        False, ("record.json: a record that was not given",)
    )  # fmt: skip


@pytest.mark.parametrize("name", ["swiss-3.pdf", "swiss-3.hands.pdf", "swiss-3.lin"])
def test_a_file_of_a_session_that_nobody_counted(event: Event, name: str) -> None:
    """Mutant: sessions of an open phase are counted by boards alone."""
    (event.sets / name).write_text("x")
    found = check_event(event.public, event.secret, VALUE, [event.record])
    assert "Swiss, session 3, original: no file of its boards was given" in found.unchecked


@pytest.mark.parametrize(
    "text",
    [
        '{"deals": [{"board": 1, "north": "AKQJ.T98.765.432"}]}',
        '[{"deal": "n:akqj.t98.765.432"}]', '{"Deal" : "AKQJ"}', '{"hands": {"n": "AKQ"}}',
    ],
)  # fmt: skip
def test_boards_in_a_json_file(event: Event, text: str) -> None:
    (event.sets / "hands.json").write_text(text)
    found = check_event(event.public, event.secret, VALUE, [event.record])
    assert found.unchecked == ("hands.json: boards in this format are not read here",)


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_a_json_file_that_cannot_be_read(event: Event, kind: str) -> None:
    path = event.sets / "a.json"
    if kind == "link":
        path.symlink_to("a.json")
    else:
        os.mkfifo(path)
    found = check_event(event.public, event.secret, VALUE, [event.record])
    assert found.unchecked == ("a.json: no file that can be read",)


def test_reserves_that_were_not_dealt(event: Event) -> None:
    """They are not checked, and nobody did wrong. Mutant: the record lacks a set of the plan."""
    for path in event.sets.glob("*reserve*"):
        path.unlink()
    event.change(event.record, lambda values: values.update(
        sets=[each for each in values["sets"] if each["set"] == "original"]
    ))  # fmt: skip
    found = check_event(event.public, event.secret, VALUE, [event.record])
    assert all(finding.holds for finding in found.findings)
    assert len(found.unchecked) == 2
    shutil.copy(event.sets / "pairs-1.pbn", event.sets / "pairs-1-reserve-1.pbn")
    assert "Pairs, session 1, reserve 1 of the plan is not in the record" in event.check()


@pytest.mark.long
def test_a_large_event(tmp_path: Path) -> None:
    """Mutant: work with the square of the number of files; 200 sets took a minute."""
    event = Event(tmp_path)
    made, secret = new_tournament(
        'title = "A"\nvalue = "DAX"\n[[phase]]\nname = "P"\nsessions = 120\nboards = "1-2"\n'
    )
    event.public.write_text(made.to_json())
    event.secret.write_text(secret.to_json(made.digest))
    names = sets_to_deal(made)
    revealing(made, secret, VALUE, names, event.sets, Log(event.log), ("pbn", "dge")).result()
    event.change(event.record, lambda values: values["sets"][0]["files"].update(
        {f"f{n}.pbn": "0" for n in range(20_000)}
    ))  # fmt: skip
    start = time.process_time()
    assert len(event.check()) == 40_000
    assert time.process_time() - start < 30


def test_two_records_in_one_folder(event: Event) -> None:
    values = json.loads(event.record.read_text())
    event.record.write_text(json.dumps(values | {"sets": values["sets"][:3]}))
    second = event.sets / "a-second.json"
    second.write_text(json.dumps(values | {"sets": values["sets"][3:]}))
    for files in ([event.record, second], [second, event.record]):
        found = check_event(event.public, event.secret, VALUE, files)
        assert (found.holds, found.files) == (True, (36, 36)), found


@pytest.mark.parametrize("created", ["", "yesterday", "2026-01-01T00:00:00Z\n", "2026-01-01"])
def test_a_date_that_is_none(event: Event, created: str) -> None:
    event.change(event.public, lambda values: values.update(created=created))
    assert any("is not a date, such as 2027-03-05T18:30:00Z" in what for what in event.check())


def test_numbers_of_many_digits_take_no_time(event: Event) -> None:
    """Mutant: Python's limit of digits lifted, as the commands need it. It took minutes."""
    digits = "9" * 3_000_000
    event.write("swiss-1.dlm", f"From board={digits}\nTo board=1")
    text = event.record.read_text()
    (event.sets / "b.json").write_text(text.replace('"session": 1', f'"session": {digits}', 1))
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        files = [event.record, event.sets / "b.json"]
        found = check_event(event.public, event.secret, VALUE, files)
        with pytest.raises(ValueError, match="more than 4,300 digits"):
            json_once(digits.encode())
    finally:
        sys.set_int_max_str_digits(limit)
    assert "swiss-1.dlm: no board can be read" in str(found)
    assert "b.json is damaged, or no such file of a tournament" in str(found)


def test_files_that_never_end(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named pipes are no files; a sheet that is too long to be read is not as recorded."""
    pipe = event.folder / "pipe.json"
    os.mkfifo(pipe)
    for files in (
        (pipe, event.secret, event.record), (event.public, pipe, event.record),
        (event.public, event.secret, pipe),
    ):  # fmt: skip
        assert verifier.main([str(files[0]), str(files[1]), VALUE, str(files[2])]) == 2
        with pytest.raises((OSError, TournamentError)):
            check_event(files[0], files[1], VALUE, [files[2]])
    recorded(event, "pairs-1.hands.pdf", "%PDF")
    assert event.check() == []
    monkeypatch.setattr(verifier, "MOST_PRINTED", 3)
    assert "pairs-1.hands.pdf: as recorded" in event.check()


@pytest.mark.parametrize("name", ["con", "Lpt9 ", "aux.x", "a\nb"])
def test_new_names_no_device(
    name: str, cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.toml").write_text(PLAN)
    done = cli("tournament", "new", "plan.toml", "--name", name)
    assert (done.status, "is not a valid file name" in done.err) == (2, True)
    if name.isalpha():
        (tmp_path / "plan.toml").write_text(PLAN.replace("Spring congress", name))
        assert cli("tournament", "new", "plan.toml").status == 2
    assert [path.name for path in tmp_path.iterdir()] == ["plan.toml"]


@pytest.mark.parametrize("what", ["sessions = -1", "reserves = -1"])
def test_no_set_never_holds(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = f'title = "A"\nvalue = "DAX"\n[[phase]]\nname = "P"\nboards = "1-2"\n{what}\n'
    assert verifier.main([*forged(tmp_path, plan), "5"]) == 1
    assert "holds" not in capsys.readouterr().out
    assert not verifier.Report([], (0, 0), (0, 0)).holds
    assert "nothing holds" in verifier.Report([], (0, 0), (0, 0)).verdict


def forged(folder: Path, plan: str) -> list[str]:
    """Return the files of an event whose commitment fits any plan."""
    key, created = bytes(32), "2026-11-27T12:00:00Z"
    parts = [verifier.ALGORITHM.encode(), created.encode(), plan.encode(), key]
    digest = hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts))
    public = {
        "kind": verifier.PUBLIC, "algorithm": verifier.ALGORITHM, "created": created,
        "plan": plan, "commitment": digest.hexdigest(),
    }  # fmt: skip
    secret = {"kind": verifier.SECRET, "commitment": digest.hexdigest(), "secret": key.hex()}
    paths = [folder / "a.public.json", folder / "a.secret.json"]
    for path, values in zip(paths, (public, secret), strict=True):
        path.write_text(json.dumps(values))
    return list(map(str, paths))


@pytest.mark.long
@pytest.mark.parametrize("reader", ["true", "head -1"])
@pytest.mark.parametrize("whole", [True, False])
def test_a_verdict_survives_the_pipe(event: Event, reader: str, whole: bool) -> None:
    if not whole:
        (event.sets / PBN).unlink()
    words = [str(event.public), VALUE, str(event.record)]
    programs = (
        [
            sys.executable,
            "-m",
            "dealwright",
            "tournament",
            "verify",
            words[0],
            "--value",
            VALUE,
            words[2],
        ],
        [sys.executable, verifier.__file__, words[0], str(event.secret), *words[1:]],
    )
    for program in programs:
        line = f"{shlex.join(program)} | {reader} > /dev/null; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", line], capture_output=True, check=False)
        assert done.returncode == (0 if whole else 1), done.stderr


def test_a_key_that_drand_does_not_have_is_refused() -> None:
    from tests.golden.test_tournament_vectors import QUICKNET

    plan = f'title = "A"\nvalue = "drand"\n[drand]\nchain = "{QUICKNET}"\nround = 1000\n'
    phase = '[[phase]]\nname = "Pairs"\nsessions = 2\nboards = "1-24"\n'
    assert read_plan(plan + phase).drand is not None
    with pytest.raises(TournamentError, match=r"'rounds'"):
        read_plan(plan + "rounds = 7\n" + phase)
