"""Files of SquareDeal and the commands of Big Deal: what is read, refused, written and found."""

from __future__ import annotations

import os
import re
import shutil
import stat
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright.base.errors import TournamentError
from dealwright.fair.tournament.bigdeal import (
    BigDealSeed,
    Entropy,
    HashFile,
    board_range,
    dealing_bigdeal,
)
from dealwright.fair.tournament.changeover import description_of_plan, plan_of_description
from dealwright.fair.tournament.plans import read_plan
from dealwright.fair.tournament.ripemd160 import ripemd160
from dealwright.fair.tournament.squaredeal import (
    SquareDealEvent,
    SquareDealKeys,
    SquareDealPhase,
    new_keys,
    read_sqd,
    read_sqk,
    session_seed,
)
from dealwright.fair.tournament.squaredeal_sets import (
    chosen_sets,
    dealing_squaredeal,
    deals_of_session,
    finding_boards,
)
from dealwright.formats import read

DATA = Path(__file__).parents[1] / "golden" / "data"
EVENT = SquareDealEvent(
    "Club evening", "Closing value of the DAX",
    (SquareDealPhase(2, "1-3,4-6", "PAIRS#", "Pairs #/2"), SquareDealPhase(1, "?", "FIN", "Final")),
    value="24311",
)  # fmt: skip


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder with an event of our own: a.sqd and a.sqk."""
    keys = new_keys(EVENT)
    event = replace(EVENT, key_hash=keys.hash)
    (tmp_path / "a.sqd").write_text(event.to_text(), "utf-8")
    (tmp_path / "a.sqk").write_bytes(keys.to_text().encode())
    return tmp_path


def test_a_description_is_read_as_it_was_written(club: Path) -> None:
    event = read_sqd(club / "a.sqd")
    assert replace(event, key_hash=None) == EVENT
    assert event.commits_to(read_sqk(club / "a.sqk", event))
    assert read_sqd(DATA / "WC2025.sqd").version == (2, 4)
    text = read_sqd(DATA / "WBG2024.sqd").to_text()
    assert text.replace("SquareDeal 2.1", "squaredeal 2.1").replace(
        "SN sessions:boards", "SN nessions:nboards"
    ) == (DATA / "WBG2024.sqd").read_text()  # fmt: skip


# A line of the description, what takes its place (None: nothing), the line and words of the error.
DAMAGED_SQD = {
    "a line of nothing": ("TN Club evening", "Club evening", 3, "a line must begin with TN"),
    "no name": ("TN Club evening", None, 9, "the file ends without TN"),
    "a name not set": ("TN Club evening", "TN Tbd", 10, "the file ends without TN"),
    "no description of the value": ("DI Closing value of the DAX", None, 9, "without DI"),
    "a second value": ("DV 24311", "DV 24311\nDV 24312", 6, "a second DV"),
    "the same value again": ("DV 24311", "DV 24311\nDV 24311", 6, "a second DV"),
    "a control character": ("DV 24311", "DV 24\x1b[2J", 5, "a line must begin with"),
    "a phase of three fields": ("SN 1:?:FIN:Final", "SN 1:?:FIN", 9, "SESSIONS:BOARDS:FILE"),
    "a phase of five fields": ("SN 1:?:FIN:Final", "SN 1:?:FIN:Final:x", 9, "SESSIONS:BOARDS"),
    "too many sessions": ("SN 1:?:FIN:Final", "SN 1001:?:F#:Final", 9, "of a phase must be"),
    "no # for any number": ("SN 1:?:FIN:Final", "SN 0:?:FIN:Final", 9, "needs a #"),
    "sessions in letters": ("SN 1:?:FIN:Final", "SN one:?:FIN:Final", 9, "sessions of a phase"),
    "boards in letters": ("SN 1:?:FIN:Final", "SN 1:3x7:FIN:Final", 9, "'3x7' are not boards"),
    "boards downwards": ("SN 1:?:FIN:Final", "SN 1:9-2:FIN:Final", 9, "'9-2' are not boards"),
    "no boards": ("SN 1:?:FIN:Final", "SN 1:1-2,:FIN:Final", 9, "'' are not boards"),
    "a board 0": ("SN 1:?:FIN:Final", "SN 1:0-4:FIN:Final", 9, "'0-4' are not boards"),
    "a file in another folder": ("SN 1:?:FIN:Final", "SN 1:?:../FIN:Final", 9, "name a file"),
    "two rows of #": ("SN 1:?:FIN:Final", "SN 1:?:F#I#:Final", 9, "one row of #"),
    "no # for two sessions": ("SN 1:?:FIN:Final", "SN 2:?:FIN:Final", 9, "needs a #"),
    "a file of another phase": ("SN 1:?:FIN:Final", "SN 1:?:PAIRS#:Final", 9, "the files 'PAIRS#'"),
    "a short key hash": (r"KH .*", "KH 0123", 10, "64 hexadecimal digits"),
    "a key hash in capitals": (r"KH .*", "KH " + "AB" * 32, 10, "64 hexadecimal digits"),
    "no phase": (r"SN .*\nSN .*", None, 8, "the file ends without a phase"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGED_SQD)
def test_a_damaged_description_is_refused_with_its_line(club: Path, damage: str) -> None:
    old, new, line, words = DAMAGED_SQD[damage]
    path = club / "a.sqd"
    text = path.read_text()
    pattern, instead = ("\n" + old if new is None else old), new or ""
    changed = re.sub(pattern, lambda _: instead, text, count=1)
    if old.startswith("SN 1"):
        changed = text.replace(old, instead)
    assert changed != text
    path.write_text(changed)
    with pytest.raises(TournamentError, match=re.escape(words)) as caught:
        read_sqd(path)
    assert str(caught.value).startswith(f"{path}, line {line}: ")


def _keys(path: Path) -> list[str]:
    return re.findall("[A-Za-z0-9]{60}", path.read_text())


# What is done to the lines of the keys, the line and words of the error.
DAMAGED_SQK: dict[str, tuple[Callable[[list[str]], list[str]], int, str]] = {
    "a line cut off": (lambda x: [*x[:2], x[2][:20]], 3, "not PHASE,SESSION:KEY"),
    "a line twice": (lambda x: [*x, x[0]], 4, "a second key of phase 1, session 1"),
    "no line of a session": (lambda x: x[:2], 2, "ends without a key of phase 2, session 1"),
    "a session that is not there": (
        lambda x: [*x[:2], x[2].replace("2,1", "2,2")], 3, "no phase 2, session 2"),
    "a phase that is not there": (
        lambda x: [*x, x[0].replace("1,1", "3,1")], 4, "no phase 3, session 1"),
    "the key of another session": (
        lambda x: [x[0], "1,2" + x[0][3:], x[2]], 2, "the same key as in line 1"),
    "a space in a key": (lambda x: [x[0][:30] + " " + x[0][31:], *x[1:]], 1, "not PHASE,SESSION"),
    "a colon in a key": (lambda x: [x[0][:30] + ":" + x[0][31:], *x[1:]], 1, "not PHASE,SESSION"),
    "a short key": (lambda x: [x[0][:43], *x[1:]], 1, "a key of 40 to 200 letters"),
    "a phase of 01": (lambda x: ["0" + x[0], *x[1:]], 1, "not PHASE,SESSION:KEY"),
    "an empty line": (lambda x: [x[0], "", *x[1:]], 2, "not PHASE,SESSION:KEY"),
    "other digits": (lambda x: [x[0].replace("1,1", "١,1"), *x[1:]], 1, "not PHASE,SESSION"),
    "nothing": (lambda _: [], 1, "not PHASE,SESSION:KEY"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGED_SQK)
def test_damaged_keys_are_refused_with_their_line(club: Path, damage: str) -> None:
    change, line, words = DAMAGED_SQK[damage]
    path = club / "a.sqk"
    keys, lines = _keys(path), path.read_text().splitlines()
    path.write_bytes("".join(f"{each}\r\n" for each in change(lines)).encode())
    with pytest.raises(TournamentError, match=re.escape(words)) as caught:
        read_sqk(path, read_sqd(club / "a.sqd"))
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert not any(key[:8] in str(caught.value) for key in keys)


@given(st.data())
def test_any_changed_letter_of_the_keys_is_found(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """It is refused with its line, or the key hash is another: nothing is dealt from it."""
    event = read_sqd(DATA / "WBG2024.sqd")
    text = (DATA / "WBG2024.sqk").read_text("ascii").replace("\r\n", "\n")
    at = data.draw(st.integers(0, len(text) - 2))
    letter = data.draw(st.sampled_from("aZ07,:;\n\t é\x00").filter(lambda each: each != text[at]))
    path = tmp_path_factory.mktemp("keys") / "a.sqk"
    path.write_text(text[:at] + letter + text[at + 1 :], "utf-8")
    with pytest.raises(TournamentError, match=r"a\.sqk, line \d+: |that were published"):
        dealing_squaredeal(event, read_sqk(path, event), chosen_sets(event), path.parent)


def test_line_ends_of_other_systems_are_read(club: Path) -> None:
    """SquareDeal takes the hash over lines with CR LF, whatever a copy of the file has."""
    event = read_sqd(club / "a.sqd")
    path = club / "a.sqk"
    path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n"))
    assert event.commits_to(read_sqk(path, event))
    (club / "a.sqd").write_bytes((club / "a.sqd").read_bytes().replace(b"\n", b"\r\n"))
    assert read_sqd(club / "a.sqd") == event


def test_sets_are_dealt_into_files_without_a_card_shown(
    club: Path, cli: Callable[..., Any]
) -> None:
    words = ("tournament", "squaredeal", f"{club}/a.sqd", "--boards", "FIN=1-2")
    done = cli(*words, "--format", "pbn,dup", "--output", f"{club}/sets")
    assert done.status == 0, done.err
    assert [line.partition(" fingerprint")[0] for line in done.out.splitlines()] == [
        "Pairs, session 1, original: boards 1 to 3,",
        "Pairs, session 2, original: boards 4 to 6,",
        "Final, session 1, original: boards 1 to 2,",
    ]
    assert not any(key[:8] in done.out + done.err for key in _keys(club / "a.sqk"))
    names = {path.name for path in (club / "sets").iterdir()}
    assert names == {
        f"{stem}.{kind}" for stem in ("PAIRS1", "PAIRS2", "FIN") for kind in ("pbn", "dup")
    }
    boards = read((club / "sets" / "PAIRS2.pbn").read_bytes(), "pbn").boards
    assert [board.number for board in boards] == [4, 5, 6]
    again = cli(*words, "--output", f"{club}/sets")
    assert (again.status, "PAIRS1.pbn already exists" in again.err) == (2, True)
    reserve = cli(*words, "--reserve", "--phase", "pairs", "--output", f"{club}/sets")
    assert (reserve.status, "there is no phase 'pairs'" in reserve.err) == (2, True)
    reserve = cli(*words, "--reserve", "--phase", "1", "--session", "2", "--output", f"{club}/sets")
    assert reserve.status == 0
    assert read((club / "sets" / "PAIRS2reserve.pbn").read_bytes(), "pbn").boards != boards


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--output", "{}/s"), "leaves the boards of 'Final' open: --boards 'FIN=1-16'"),
        (("--output", "{}/s", "--boards", "PAIRS=1-4"), "has the boards of 'Pairs'"),
        (("--output", "{}/s", "--boards", "1-4"), "--boards takes PHASE=RANGES"),
        (("--output", "{}/s", "--boards", "FIN=x"), "'x' are not boards"),
        (("--output", "{}/s", "--phase", "1", "--session", "3"), "there is no session 3"),
        (("--output", "{}/s", "--phase", "1", "--session", "2-1"), "there is no session of that"),
        (("--output", "{}/s", "--phase", "1", "--session", "x"), "--session takes a number"),
        (("--output", "{}/s", "--phase", "1", "--format", "nosuch"), "'nosuch' cannot be written"),
        (
            ("--output", "{}/s", "--phase", "1", "--value", "5"),
            "has the delayed value '24311' already",
        ),
        (("--output", "{}/s", "--check", "a.pbn"), "--output deals and --check checks"),
        (("--json",), "--json goes with --check"),
        (("--save", "{}/b.sqd"), "--save goes with --value"),
        (("--save", "{}/a.sqd", "--value", "24311"), "a.sqd already exists"),
        (("--keys", "{}/nosuch.sqk"), "nosuch.sqk"),
        (("--check", "{}/a.txtt"), "the name shows no format"),
    ],
)
def test_what_is_refused(
    club: Path, cli: Callable[..., Any], words: tuple[str, ...], said: str
) -> None:
    done = cli("tournament", "squaredeal", f"{club}/a.sqd", *(each.format(club) for each in words))
    assert done.status == 2, done.out
    assert said in done.err
    assert "Traceback" not in done.err
    assert not (club / "s").exists()


def test_keys_that_were_not_published_deal_nothing(club: Path, cli: Callable[..., Any]) -> None:
    path = club / "a.sqk"
    other = new_keys(EVENT)
    path.write_bytes(other.to_text().encode())
    words = ("tournament", "squaredeal", f"{club}/a.sqd")
    seen = cli(*words)
    assert (seen.status, "WRONG  the published key hash KH does not" in seen.out) == (1, True)
    dealt = cli(*words, "--phase", "1", "--output", f"{club}/sets")
    assert (dealt.status, "not the keys that were published" in dealt.err) == (2, True)
    assert not (club / "sets").exists()
    assert not any(key[:8] in dealt.err + seen.out for key in other.keys.values())


def test_an_event_without_its_value_is_not_dealt(club: Path, cli: Callable[..., Any]) -> None:
    text = (club / "a.sqd").read_text().replace("DV 24311\n", "")
    (club / "a.sqd").write_text(text)
    words = ("tournament", "squaredeal", f"{club}/a.sqd")
    done = cli(*words, "--phase", "1", "--output", f"{club}/sets")
    assert (done.status, "the delayed value is not known" in done.err) == (2, True)
    done = cli(*words, "--value", " 24,311 ", "--save", f"{club}/b.sqd")
    assert (done.status, "the delayed value is '24311'" in done.err) == (0, True)
    assert (club / "b.sqd").read_text() == text.replace("DI Clos", "DI Clos").replace(
        "of the DAX\n", "of the DAX\nDV 24311\n"
    )  # fmt: skip


def test_boards_are_found_among_the_sets(club: Path, cli: Callable[..., Any]) -> None:
    event = read_sqd(club / "a.sqd")
    keys = read_sqk(club / "a.sqk", event)
    sets = chosen_sets(event, phase="1") + chosen_sets(event, phase="1", reserve=True)
    dealing_squaredeal(event, keys, sets, club, ("pbn", "dge")).result()
    both = (club / "PAIRS1.pbn").read_text() + (club / "PAIRS2.pbn").read_text()
    (club / "PAIRS1-2.pbn").write_text(both)
    shutil.copy(club / "PAIRS1reserve.pbn", club / "other.pbn")
    good = [club / name for name in ("PAIRS1.pbn", "PAIRS2.dge", "PAIRS1-2.pbn", "other.pbn")]
    found = finding_boards(event, keys, good).result()
    assert found.holds
    assert [finding.what for finding in found.findings] == [
        "the published key hash KH matches the keys",
        "PAIRS1.pbn: 3 boards, of PAIRS1",
        "PAIRS2.dge: 3 boards, of PAIRS2",
        "PAIRS1-2.pbn: 6 boards, of PAIRS1 and PAIRS2",
        "other.pbn: 3 boards, of PAIRS1reserve",
    ]
    words = [word for path in good for word in ("--check", str(path))]
    assert cli("tournament", "squaredeal", f"{club}/a.sqd", *words, "--json").status == 0

    def cheated(name: str, text: str) -> str:
        (club / name).write_text(text)
        done = cli("tournament", "squaredeal", f"{club}/a.sqd", "--check", f"{club}/{name}")
        assert done.status == 1
        return str(done.out.splitlines()[1]).partition("PAIRS1.pbn: ")[2]

    one, reserve = (club / "PAIRS1.pbn").read_text(), (club / "PAIRS1reserve.pbn").read_text()
    assert cheated("PAIRS1.pbn", reserve) == "3 boards, of PAIRS1reserve; it is named as PAIRS1"
    cut = "\n\n".join(one.split("\n\n")[:2]) + "\n"
    assert cheated("PAIRS1.pbn", cut).endswith("1 of the 3 boards of PAIRS1 are missing")
    swapped = one.replace('"1"', '"x"').replace('"2"', '"1"').replace('"x"', '"2"')
    assert cheated("PAIRS1.pbn", swapped).endswith("board 2 is 1 of PAIRS1, 1 is 2 of PAIRS1")
    twice = one + one[one.index("[Event") :].partition("\n\n")[0] + "\n"
    assert cheated("PAIRS1.pbn", twice).endswith("board 1 of PAIRS1 occurs 2 times")
    hidden = one.replace('[Dealer "N"]\n', '[Dealer "N"]\n{\n[Deal "N:... - - -"]\n}\n', 1)
    assert "a comment holds tags" in cheated("PAIRS1.pbn", hidden)
    hand = re.search(r'\[Deal "N:(\S+) (\S+) ', one)
    assert hand
    changed = one.replace(f"N:{hand[1]} {hand[2]} ", f"N:{hand[2]} {hand[1]} ")
    assert "in no set: board 1" in cheated("PAIRS1.pbn", changed)
    assert "it has no board" in cheated("PAIRS1.pbn", "nothing")


def test_a_stop_keeps_the_sets_that_are_dealt(club: Path) -> None:
    event = read_sqd(club / "a.sqd")
    job = dealing_squaredeal(
        event, read_sqk(club / "a.sqk", event), chosen_sets(event, phase="1"), club / "sets"
    )
    for _ in job:
        job.stop()
    assert [str(dealt.name) for dealt in job.result()] == ["Pairs, session 1, original"]
    assert [path.name for path in (club / "sets").iterdir()] == ["PAIRS1.pbn"]


class TestOpenPhases:
    """Phases without a fixed number of sessions, of SquareDeal 2.7: one key, and ``ses`` N."""

    EVENT = SquareDealEvent(
        "Club", "DAX",
        (
            SquareDealPhase(0, "1-3,4-6", "SW#", "Swiss #"),
            SquareDealPhase(2, "2", "P#", "Pairs #/2"),
        ),
        value="24311", version=(2, 7),
    )  # fmt: skip

    @pytest.fixture
    def club(self, tmp_path: Path) -> Path:
        keys = SquareDealKeys({(1, 0): "a" * 60, (2, 1): "b" * 60, (2, 2): "c" * 60})
        event = replace(self.EVENT, key_hash=keys.hash)
        (tmp_path / "a.sqd").write_text(event.to_text(), "utf-8")
        (tmp_path / "a.sqk").write_bytes(keys.to_text().encode())
        return tmp_path

    def test_the_files(self, club: Path) -> None:
        event = read_sqd(club / "a.sqd")
        assert replace(event, key_hash=None) == self.EVENT
        keys = read_sqk(club / "a.sqk", event)
        assert event.commits_to(keys)
        assert list(new_keys(event).keys) == [(1, 0), (2, 1), (2, 2)]
        assert "SquareDeal 2.7" in replace(event, version=(2, 1)).to_text()
        text = (club / "a.sqk").read_text()
        for place in ("1,1", "2,0"):
            (club / "a.sqk").write_text(text.replace("1,0", place))
            with pytest.raises(TournamentError, match=f"no phase {place[0]}, session {place[2]}"):
                read_sqk(club / "a.sqk", event)

    def test_the_deals(self, club: Path) -> None:
        """As squaredeal.pl 2.7 calls bigdealx: the number is added here, and nowhere else."""
        event = read_sqd(club / "a.sqd")
        keys = read_sqk(club / "a.sqk", event)
        right, value = "a" * 30, b64encode(b"24311")
        for session, reserve, said in ((2, False, b"originalses2"), (7, True, b"reserveses7")):
            made = deals_of_session(event, keys, 1, session, reserve=reserve)
            seed = BigDealSeed(ripemd160(right.encode() + value + said), right)
            first = 1 if session % 2 else 4
            (wanted,) = dealing_bigdeal(seed, range(first, first + 3))
            assert made.masks.tolist() == wanted.masks.tolist()
        made = deals_of_session(event, keys, 2, 1)
        (wanted,) = dealing_bigdeal(
            BigDealSeed(ripemd160(b"b" * 30 + value + b"original"), "b" * 30), range(1, 3)
        )
        assert made.masks.tolist() == wanted.masks.tolist()

    def test_the_command(self, club: Path, cli: Callable[..., Any]) -> None:
        words = ("tournament", "squaredeal", f"{club}/a.sqd")
        assert "1  SW#: Swiss, any number of sessions of 1-3,4-6\n" in cli(*words).out
        done = cli(*words, "--output", f"{club}/s")
        assert (done.status, "--sessions 'SW#=3'" in done.err) == (2, True)
        done = cli(*words, "--sessions", "P=2", "--output", f"{club}/s")
        assert (done.status, "has the number of sessions of 'Pairs'" in done.err) == (2, True)
        done = cli(
            *words, "--phase", "SW", "--sessions", "SW=3", "--session", "3", "--output", f"{club}/s"
        )
        assert (done.status, "1 set in" in done.err) == (0, True)
        assert [path.name for path in (club / "s").iterdir()] == ["SW3.pbn"]
        check = (*words, "--check", f"{club}/s/SW3.pbn")
        done = cli(*check, "--sessions", "SW=4")
        assert (done.status, "ok     SW3.pbn: 3 boards, of SW3" in done.out) == (0, True)
        done = cli(*check)
        assert done.status == 1
        assert "       Swiss: left out, because the description leaves its number of" in done.out

    def test_the_changeover(self, club: Path) -> None:
        text = plan_of_description(read_sqd(club / "a.sqd"))
        plan = read_plan(text)
        assert [phase.sessions for phase in plan.phases] == [None, 2]
        event = description_of_plan(plan)
        assert [phase.line() for phase in event.phases] == [
            "0:1-3,4-6:SW#:Swiss #", "2:1-2:P#:Pairs #/2",
        ]  # fmt: skip


class TestChangeover:
    PLAN = """title = "Spring congress"
value = "Closing value of the DAX"
[[phase]]
name = "Pairs"
sessions = 12
boards = "1-24, 25-48"
reserves = 1
file = "pairs-#"
[[phase]]
name = "Final"
boards = "1-16"
reserves = 1
file = "final"
"""

    def test_from_a_plan_and_back(self) -> None:
        plan = read_plan(self.PLAN)
        event = description_of_plan(plan)
        assert [phase.line() for phase in event.phases] == [
            "12:1-24,25-48:pairs-##:Pairs #/12",
            "1:1-16:final:Final",
        ]
        assert read_plan(plan_of_description(event)) == plan

    def test_published_events_become_plans(self) -> None:
        plan = read_plan(plan_of_description(read_sqd(DATA / "WBG2024.sqd")))
        assert (len(plan.phases), plan.phases[3].boards) == (7, ((1, 20),))
        assert sum(phase.sessions or 0 for phase in plan.phases) == 90

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
            ("reserves = 1", "reserves = 2", "one reserve set for each session"),
            ('"final"', '"final.x"', "SquareDeal names files with letters"),
        ],
    )
    def test_what_squaredeal_cannot_say(self, old: str, new: str, said: str) -> None:
        with pytest.raises(TournamentError, match=said):
            description_of_plan(read_plan(self.PLAN.replace(old, new, 1)))

    def test_on_the_command_line(self, tmp_path: Path, cli: Callable[..., Any]) -> None:
        (tmp_path / "plan.toml").write_text(self.PLAN)
        done = cli("tournament", "changeover", f"{tmp_path}/plan.toml", "--output", f"{tmp_path}/a")
        assert done.status == 0, done.err
        event = read_sqd(tmp_path / "a.sqd")
        keys = read_sqk(tmp_path / "a.sqk", event)
        assert (event.commits_to(keys), len(keys.keys)) == (True, 13)
        assert stat.S_IMODE((tmp_path / "a.sqk").stat().st_mode) == 0o600
        mask = os.umask(0)
        os.umask(mask)
        assert stat.S_IMODE((tmp_path / "a.sqd").stat().st_mode) == 0o666 & ~mask  # to publish
        assert (tmp_path / "a.sqk").read_bytes().count(b"\r\n") == 13
        assert not any(key[:8] in done.out + done.err for key in keys.keys.values())
        again = cli(
            "tournament", "changeover", f"{tmp_path}/plan.toml", "--output", f"{tmp_path}/a"
        )
        assert (again.status, "a.sqd already exists" in again.err) == (2, True)
        other = cli("tournament", "changeover", f"{tmp_path}/a.sqd", "--output", f"{tmp_path}/b")
        assert (other.status, "is published" in other.err) == (2, True)
        back = cli(
            "tournament", "changeover", f"{tmp_path}/a.sqd", "--output", f"{tmp_path}/b.toml"
        )
        assert back.status == 0
        assert read_plan((tmp_path / "b.toml").read_text()) == read_plan(self.PLAN)

    def test_a_draft_is_published(self, tmp_path: Path, cli: Callable[..., Any]) -> None:
        (tmp_path / "draft.sqd").write_text("TN Club\nDI DAX\nSN 3:?:A#:Evening #/3\n")
        done = cli("tournament", "changeover", f"{tmp_path}/draft.sqd", "--output", f"{tmp_path}/b")
        assert done.status == 0, done.err
        event = read_sqd(tmp_path / "b.sqd")
        assert event.phases == (SquareDealPhase(3, "?", "A#", "Evening #/3"),)
        assert event.commits_to(read_sqk(tmp_path / "b.sqk", event))


class TestBigDeal:
    def test_entropy_is_hashed_in_its_order(self) -> None:
        given = Entropy()
        given.add_text("ab")
        given.add_file(b"\x01\xff")
        assert given.bits == 16
        assert given.hash() == ripemd160(b"ab\x01\x00\x00\x00\xff\x00\x00\x00")
        given.add_system()
        assert given.bits == 336

    def test_the_seed_of_version_2_7(self) -> None:
        key = "a" * 30 + "b" * 30
        made = session_seed(key, "5", reserve=True, session=3)
        assert made == BigDealSeed(ripemd160(b"b" * 30 + b"NQ==reserveses3"), "a" * 30)
        assert "aaa" not in repr(made)

    def test_a_seed_shows_nothing_that_deals_its_boards(self) -> None:
        assert repr(BigDealSeed(bytes(20), "Club")) == "BigDealSeed()"

    def test_a_stop_keeps_the_boards_so_far(self) -> None:
        job = dealing_bigdeal(BigDealSeed(bytes(20)), range(1, 1001))
        for _ in job:
            job.stop()
        assert 0 < job.result() < 1000

    @pytest.mark.parametrize("text", ["", "0", "0-4", "5-4", "-3", "1-2-3", "x", "99999999", "٣"])
    def test_boards_that_are_refused(self, text: str) -> None:
        with pytest.raises(TournamentError, match="write boards as a number"):
            board_range(text)

    def test_no_hash_is_used_twice(self, tmp_path: Path, cli: Callable[..., Any]) -> None:
        file = tmp_path / "dealentr.txt"
        words = (
            "tournament", "bigdeal", "--entropy", "a", "--only-given", "-n", "5-6",
            "--hash-file", str(file), "--format", "line",
        )  # fmt: skip
        first = cli(*words)
        assert first.status == 0
        assert "note: the entropy counts as 4 bits" in first.err
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        kept = file.read_text().strip()
        assert kept == ripemd160(b"a").hex().upper()
        again = cli(*words)
        assert (again.status, "line 1: these boards were dealt before" in again.err) == (2, True)
        assert kept not in first.err + again.err
        repeated = cli("tournament", "bigdeal", "--hash", kept, "-n", "2", "--format", "line")
        assert repeated.out == first.out
        file.write_text(kept + "\nxyz\n")
        with pytest.raises(TournamentError, match="line 2: not 40 hexadecimal digits"):
            HashFile(file).add(bytes(20))

    def test_new_boards_are_new(self, tmp_path: Path, cli: Callable[..., Any]) -> None:
        file = tmp_path / "a.pbn"
        words = ("tournament", "bigdeal", "-n", "17-20", "--output", str(file))
        boards = []
        for _ in range(2):
            done = cli(*words)
            assert (done.status, done.err) == (0, f"dealwright: replaced {file}\n" * len(boards))
            boards.append(read(file.read_bytes(), "pbn").boards)
        assert [board.number for board in boards[0]] == [17, 18, 19, 20]
        assert boards[0] != boards[1]

    def test_entropy_of_files(self, tmp_path: Path, cli: Callable[..., Any]) -> None:
        (tmp_path / "noise").write_bytes(b"AB")
        done = cli(
            "tournament", "bigdeal", "--entropy", "x", "--entropy", f"@{tmp_path}/noise",
            "--only-given", "-n", "1", "--format", "line",
        )  # fmt: skip
        hashed = ripemd160(b"xA\x00\x00\x00B\x00\x00\x00").hex()
        same = cli("tournament", "bigdeal", "--hash", hashed, "-n", "1", "--format", "line")
        assert (done.status, done.out) == (0, same.out)

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--hash", "12"), "the hash must be 40 hexadecimal digits"),
            (("--hash", "00" * 20, "--entropy", "a"), "--hash deals a set again"),
            (("--only-given",), "--only-given needs --entropy"),
            (("--seed", "a"), "--seed is refused"),
            (("-n", "3..5"), "write boards as a number, 20"),
            (("--entropy", "@/nosuch"), "cannot read /nosuch"),
        ],
    )
    def test_what_is_refused(
        self, cli: Callable[..., Any], words: tuple[str, ...], said: str
    ) -> None:
        done = cli("tournament", "bigdeal", *words)
        assert (done.status, done.out) == (2, "")
        assert said in done.err
        assert "Traceback" not in done.err
