"""Tournaments: plans, secrets, dealing once, and every way to cheat is found and named."""

from __future__ import annotations

import ast
import hashlib
import json
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dealwright.errors import TournamentError
from dealwright.formats import format_named, read
from dealwright.tournament import verifier
from dealwright.tournament.checking import check_event
from dealwright.tournament.commitment import new_tournament, read_public, read_secret
from dealwright.tournament.plans import SetName, read_plan
from dealwright.tournament.revealing import Log, grouped, revealing, sets_to_deal
from dealwright.tournament.sets import deals_of_set, key_of_set
from dealwright.tournament.values import public_value

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

    def rewrite(self, name: str, old: str, new: str) -> None:
        """Change a file of boards, and its digest in the record, as a cheat would."""
        path = self.sets / name
        text = path.read_bytes().decode("latin-1")
        assert old in text
        path.write_bytes(text.replace(old, new).encode("latin-1"))
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
    assert [finding.what for finding in found.findings][:2] == [
        "the algorithm is the one described",
        "the commitment is that of this plan, date, algorithm and secret",
    ]
    names = {finding.what.split()[0] for finding in found.findings}
    for stem in ("pairs-1", "pairs-1-reserve-1", "pairs-2", "pairs-2-reserve-1", "swiss-2"):
        assert {f"{stem}.{kind}" for kind in TEXTS} <= names
    assert str(found).endswith("checked: everything holds")


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
        "the commitment is that of this plan",
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
    assert done.returncode == 0
    assert "ok     pairs-1.pbn has the 6 boards of Pairs, session 1, original" in done.stdout
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
    lines = done.stdout.splitlines()
    assert len(lines) == 7
    assert all(line.endswith("true") for line in lines)
    assert "Pairs 2 reserve 1 true" in lines


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
    with pytest.raises(TournamentError, match=r"pairs-1\.pbn is there already"):
        revealing(
            made, read_secret(event.secret, made), VALUE, [SetName("Pairs", 1)], event.sets,
            Log(event.log),
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
        "tournament", "reveal", str(event.public), "--value", "1", "--out", str(event.folder / "x")
    )
    assert done.status == 2
    assert secret[8:] not in done.err


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
        (("sessions = 2", "sessions = 0"), "'sessions' is 1 to 1000"),
        (("sessions = 2", "sessions = true"), "'sessions' is 1 to 1000"),
        (("1-6, 7-12", "6-1"), "'boards' is a range"),
        (("1-6, 7-12", "0-4"), "'boards' is a range"),
        (("reserves = 1", "reserves = 99"), "'reserves' is 0 to 20"),
        (("reserves = 1", "seed = 5"), "has 'seed', which is refused: a tournament is dealt from"),
        (("reserves = 1", 'condition = "hcp(north) > 9"'), "every deal is equally likely"),
        (('name = "Swiss"', 'name = "Pairs"'), "two phases have the name 'Pairs'"),
        (('name = "Swiss"', 'name = "Swiss"\nfile = "../x"'), "'file' is a name of letters"),
        (('name = "Swiss"', 'name = "Swiss"\nfile = "x"'), "'file' needs a # for the number"),
        (("[[phase]]", "[[phase"), "the plan is not TOML"),
    ],
)
def test_plans_that_are_refused(change: tuple[str, str], words: str) -> None:
    with pytest.raises(TournamentError, match=words) as caught:
        read_plan(PLAN.replace(*change))
    assert "\n" not in str(caught.value)


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
    for bad in ("", "  ", "a\x00b", "x" * 201):
        with pytest.raises(TournamentError, match="the public value is a line"):
            public_value(bad, plan)


def test_the_commands(cli: Callable[..., Any], tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(PLAN)
    done = cli("tournament", "new", "plan.toml", "--name", "a")
    assert (done.status, done.out.splitlines()[-1][:11]) == (0, "commitment ")
    assert stat.S_IMODE(Path("a.secret.json").stat().st_mode) == 0o600
    again = cli("tournament", "new", "plan.toml", "--name", "a")
    assert (again.status, again.err) == (
        2, "dealwright: a.public.json is there already; give another --name\n"
    )  # fmt: skip
    words = ["tournament", "reveal", "a.public.json", "--value", VALUE, "--out", "sets"]
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
        folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out",
        "ca.pem", "-days", "30", "-subj", "/CN=Test root",
    )  # fmt: skip
    openssl(
        folder, "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "tsa.key", "-out", "tsa.csr",
        "-subj", "/CN=Test authority",
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
    """OpenSSL reads our request, signs it, and finds the same as we do."""
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
    event.change(event.public, lambda values: values.update(created="2026-01-01T00:00:00Z"))
    done = cli("tournament", "timestamp", str(event.public), *words)
    assert (done.status, "not valid for this file" in done.err) == (2, True)
    reply.write_bytes(reply.read_bytes()[:90])
    done = cli("tournament", "timestamp", str(event.public), *words)
    assert (done.status, "Traceback" in done.err) == (2, False)


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
    done = cli("tournament", "reveal", *words, "--out", "sets", "--formats", "pbn,envelope")
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
