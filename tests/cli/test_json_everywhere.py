"""``--json`` of the commands whose main output is boards, files or a list."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Result

BALANCED = "north: 15-17 balanced"


def test_json_is_short_for_the_format(cli: Callable[..., Result], tmp_path: Path) -> None:
    words = ("deal", "2", BALANCED, "--seed", "1")
    printed = cli(*words, "--json").out
    assert printed == cli(*words, "--format", "json").out
    assert json.loads(printed)["seed"] == "1"
    cli(*words, "--output", str(tmp_path / "a.pbn"))
    path = str(tmp_path / "a.pbn")
    assert cli("find", "1", path, "--json").out == cli("find", "1", path, "-F", "json").out
    converted = cli("convert", path, "-", "--json").out
    assert converted == cli("convert", path, "-", "--to", "json").out
    assert json.loads(converted)


@pytest.mark.parametrize("words", [("features",), ("settings",), ("script", "hcp(north) > 20")])
def test_lists_and_texts(cli: Callable[..., Result], words: tuple[str, ...]) -> None:
    values = json.loads(cli(*words, "--json").out)
    if words[0] == "features":
        assert {"name": "controls", "call": "controls(north[, spades])"}.items() <= (
            next(entry for entry in values if entry["name"] == "controls").items()
        )
    elif words[0] == "settings":
        assert values["settings"]["language"]["value"] == "en"
    else:
        assert values["script"] == cli(*words).out


def test_files(cli: Callable[..., Result], tmp_path: Path) -> None:
    words = ("practice", "-n", "4", "--type", f"strong 1: {BALANCED}", "--seed", "friday")
    values = json.loads(cli(*words, "-o", str(tmp_path / "a"), "--json").out)
    assert values["seed"] == "friday"
    assert values["counts"] == {"strong": 4}
    assert sorted(values["files"]) == sorted(path.name for path in (tmp_path / "a").iterdir())
    cache = tmp_path / "cache.sqlite"
    assert json.loads(cli("cache", "clear", "--cache", str(cache), "--json").out) == {
        "cleared": str(cache)
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("deal", "a.dl"), "a.dl is a script: dealwright run a.dl"),
        (("count", "points(south) > 8"), "Did you mean hcp?"),
        (("count", "HCP(NS) > 20"), "Write HCP(north) + HCP(south)"),
        (("count", "hcp(north) == 15-17"), "Write: hcp(north) in 15..17"),
        (("count", "hcp", "north"), "Put words that belong together in quotes"),
        (("deal", "5", "15-17 balanced north"), "north: 15-17 balanced"),
        (("count", "a.dl"), "a.dl is a script: dealwright run a.dl, or --file a.dl"),
        (("deal", "3", "a.dl"), "a.dl is a script: dealwright run a.dl, or --file a.dl"),
        (("practice", "a.dl"), "a.dl is a script: dealwright run a.dl, or --file a.dl"),
        (("find", "a.dl", "b.pbn"), "a.dl is a script: dealwright run a.dl, or --file a.dl"),
        (("lead", "west QJT95.K4.832.A74", "3NT", "--where", "a.dl"), '"$(cat a.dl)"'),
        (
            ("solve", "N:Q843.AQ..", "K9..", "AJ6..", "-"),
            'put words that belong together in quotes: solve "N:Q843.AQ.. K9.. AJ6.. -"',
        ),
        (
            ("makes", "north", "Q..", "south", "A..", "4S-S"),
            'together in quotes: "north Q.." "south A.." 4S-S.',
        ),
        (
            ("makes", "north Q..", "south", "A..", "4S-S"),
            'together in quotes: "north Q.." "south A.." 4S-S.',
        ),
        (("lead", "west", "QJT95.K4.832.A74", "3NT"), '"west QJT95.K4.832.A74" 3NT.'),
        (
            ("odds", "--hand", "south", "AKT32.432.432.AK", "--event", "drop QS"),
            'together in quotes: --hand "south AKT32.432.432.AK".',
        ),
        (
            ("odds", "--hand", "south AKT32.432.432.AK", "--event", "drop", "QS"),
            '(QS). Put words that belong together in quotes: --event "drop QS".',
        ),
        (("deal", "2", "--predeal", "north", "SAK"), 'in quotes: --predeal "north SAK".'),
        (("poker", "equity", "As", "Ks", "QdQh"), "together: poker equity AsKs QdQh"),
        (("poker", "equity", "As", "KK"), "a hand has two cards, not one"),
        (("settings", "foo"), "Got unexpected extra argument (foo). Try"),
        (
            ("count", "--seed", "1", "hcp", "north"),
            "(north). Put words that belong together in quotes. Try",
        ),
    ],
)
def test_typical_mistakes(cli: Callable[..., Result], words: tuple[str, ...], said: str) -> None:
    done = cli(*words)
    assert done.status == 2
    assert said in done.err


def test_a_file_in_place_of_a_condition_is_named(
    cli: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("strong.txt", "1"):
        Path(name).write_text("hcp(north) > 36", "utf-8")
    assert "strong.txt is a file: --file strong.txt" in cli("count", "strong.txt").err
    assert cli("count", "1").status == 0
    assert cli("count", "--file", "strong.txt").status == 0


def test_boards_in_place_of_a_condition(
    cli: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a hint that fails. The command that the message names is run."""
    monkeypatch.chdir(tmp_path)
    cli("deal", "2", "--seed", "1", "--output", "a b.pbn")
    for words in (
        ("count", "a b.pbn"), ("count", "--file", "a b.pbn"), ("deal", "2", "a b.pbn"),
        ("explain", "a b.pbn"), ("run", "a b.pbn"), ("practice", "a b.pbn"),
    ):  # fmt: skip
        done = cli(*words)
        said, _, command = done.err.partition(": dealwright ")
        assert (done.status, done.out) == (2, "")
        assert said.endswith("a b.pbn is a file of boards; print those of a condition")
        assert cli(*shlex.split(command)).status == 0


def test_a_script_with_the_ending_of_boards(cli: Callable[..., Result], tmp_path: Path) -> None:
    """Mutant: the ending alone decides; Debian's dealer has an example Descr.pbn."""
    script = tmp_path / "Descr.pbn"
    script.write_text("# hands in PBN format\ncondition hcp(west)>16\nproduce 2\n", "utf-8")
    assert cli("run", str(script), "--seed", "1").status == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("types.toml", "types.toml is a file of types: dealwright practice --types types.toml"),
        ("club.system", "club.system is a bidding system: 'north: opens 1NT in club.system'"),
        ("gone.txt", "there is no file gone.txt"),
        ("transfer-weak", "transfer-weak is a scenario: dealwright scenarios transfer-weak 8"),
    ],
)
def test_names_in_place_of_a_condition(
    name: str, said: str, cli: Callable[..., Result], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Mutant: --file, which reads them as conditions."""
    monkeypatch.chdir(tmp_path)
    for file in ("types.toml", "club.system"):
        Path(file).write_text("opening\n  1NT hcp in 15..17\n  else Pass\n")
    for words in (("count", name), ("deal", "2", name), ("practice", name)):
        done = cli(*words)
        assert (done.status, said in done.err) == (2, True)


def test_help_is_found(cli: Callable[..., Result]) -> None:
    usual = cli("count", "--help").out
    assert cli("count", "-h").out == cli("help", "count").out == usual
    assert cli("-h").out == cli("help").out == cli("--help").out
    assert cli("deal", "1", "--language", "FR", "--seed", "1").out == (
        cli("deal", "1", "--language", "fr", "--seed", "1").out
    )
