"""Settings: a file, variables that win over it, options that win over both; where it is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dealwright import systems
from dealwright.base.errors import ArgumentError
from dealwright.base.translation import choose_language
from dealwright.cli import status_of, user_settings
from dealwright.cli.command_words import without_option
from dealwright.cli.output import shows_colour
from dealwright.cli.user_settings import SETTINGS, example, load_settings, setting_value, values

DEAL = ["deal", "1", "--seed", "1"]


@pytest.fixture(autouse=True)
def _as_a_new_process() -> None:
    load_settings(None)  # not what the command line of another test chose


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "settings.toml"
    monkeypatch.setenv("DEALWRIGHT_SETTINGS", str(path))
    yield path
    monkeypatch.setenv("DEALWRIGHT_SETTINGS", "off")
    load_settings(None)
    choose_language("en")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = status_of([*arguments])
    return (status, *capsys.readouterr())


class TestSources:
    def test_a_file_a_variable_an_option(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file.write_text('language = "fr"\nport = 9000\nscripts = ["a", "~/b"]\n')
        found = values()
        assert (found["language"].value, found["language"].source) == ("fr", str(file))
        assert found["scripts"].value == ("a", str(Path("~/b").expanduser()))
        monkeypatch.setenv("DEALWRIGHT_LANGUAGE", "sv")
        monkeypatch.setenv("DEALWRIGHT_PORT", "9001")
        monkeypatch.setenv("DEALWRIGHT_SYSTEMS", "x")
        found = values()
        assert (found["language"].value, found["language"].source) == ("sv", "DEALWRIGHT_LANGUAGE")
        assert (found["port"].value, found["systems"].value) == (9001, ("x",))
        for given in ("--language nl deal 1", "--language=nl deal 1", "deal 1 --language nl"):
            words, code = without_option(given.split(), "--language")
            assert words == ["deal", "1"]
            load_settings(code)
            assert setting_value("language") == "nl"
        assert values()["language"].source == "--language"

    def test_words_after_two_hyphens_are_no_options(self) -> None:
        words = ["calc", "--", "--language", "nl"]
        assert without_option(words, "--language") == (words, None)

    def test_the_users_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DEALWRIGHT_SETTINGS", "")
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        monkeypatch.setattr(sys, "platform", "linux")
        assert values()["ten"].source == "default"
        (tmp_path / "dealwright").mkdir()
        (tmp_path / "dealwright" / "settings.toml").write_text('ten = "10"')
        assert values()["ten"].value == "10"
        monkeypatch.setenv("DEALWRIGHT_SETTINGS", "off")
        assert values()["ten"].value == ""

    def test_the_example_is_a_file(self, file: Path) -> None:
        lines = example().splitlines()
        file.write_text("\n".join(line[2:] for line in lines if " = " in line))
        found = values()
        assert [*found] == [setting.name for setting in SETTINGS]
        assert all(each.source == str(file) for each in found.values())
        file.write_text(example())
        assert all(each.source == "default" for each in values().values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('\nten = "X"', "line 2: ten must be one of 10, T, not 'X'"),
        ("\n\nthreads = true", "line 3: threads must be a whole number from 1 to 1024, not 'True'"),
        ("port = 70000", "line 1: port must be a whole number from 0 to 65535, not '70000'"),
        ('budget = "soon"', "line 1: budget must be a number of seconds, such as 0.5, not 'soon'"),
        ("format = 3", "line 1: format must be a text in quotes, not '3'"),
        ("# a\nscripts = 3", "line 2: scripts must be a list of folders"),
        ('suit_colours = "blue red"', "line 1: suit_colours must be four, two, or a colour"),
        ('\nlanguage = "tlh"', "line 2: language must be one of en, da, de"),
        ('colour = "auto"', "line 1: there is no setting 'colour'; see 'dealwright settings'"),
        ('cards = "es"', "line 1: cards must be one of en, da, de, fr, nb, nl, pl, sv"),
        ('ten = "10"\n[deal]\nten = "T"', "line 2: there is no setting 'deal'"),
        ('ten = "10"\nx = = 3', "are not TOML: Invalid value (at line 2"),
    ],
)
def test_a_wrong_file_is_one_line(
    text: str, message: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(text)
    status, out, err = run(capsys, *DEAL)
    assert (status, out) == (2, "")
    assert message in err
    assert str(file) in err
    assert err.count("\n") == 1


def test_files_that_cannot_be_read(file: Path) -> None:
    with pytest.raises(ArgumentError, match="cannot read the settings"):
        values()
    file.write_bytes(b"\xff")
    with pytest.raises(ArgumentError, match="not UTF-8"):
        values()


def test_a_wrong_variable_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DEALWRIGHT_TEN", "11")
    status, _, err = run(capsys, *DEAL)
    assert (status, err) == (2, "dealwright: DEALWRIGHT_TEN must be one of 10, T, not '11'\n")


@pytest.mark.parametrize("empty", ["", " "])
def test_a_variable_that_is_empty_is_unset(
    empty: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("")
    for setting in SETTINGS:
        monkeypatch.delenv(setting.variable, raising=False)
    before = values()
    for setting in SETTINGS:
        monkeypatch.setenv(setting.variable, empty)
    assert values() == before


class TestUses:
    def test_every_setting_leaves_the_deals_of_a_seed(
        self, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file.write_text("")
        plain = ["deal", "3", "hcp(north) > 15", "--seed", "x", "--format", "line"]
        before = run(capsys, *plain)[1]
        lines = [line[2:] for line in example().splitlines() if " = " in line]
        file.write_text("\n".join(lines))
        assert run(capsys, *plain)[1] == before

    def test_a_setting_is_no_option_that_somebody_gave(
        self,
        file: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        boards = str(tmp_path / "a.pbn")
        file.write_text("threads = 1\nbudget = 5")
        assert run(capsys, "deal", "5", "--seed", "1", "-o", boards)[0] == 0
        asked = ["count", "hcp(north) >= 10", "--boards", boards]
        assert run(capsys, *asked)[1].startswith("boards       2 of 5")
        monkeypatch.setenv("DEALWRIGHT_THREADS", "1")
        assert run(capsys, *asked)[0] == 0
        for option in (["--threads", "1"], ["--budget", "2"], ["--method", "auto"]):
            status, _, said = run(capsys, *asked, *option)
            assert status == 2
            assert f"{option[0]} is for making deals" in said

    def test_letters_out_and_in(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file.write_text('cards = "fr"')
        given = ["--predeal", "south ARD42.RV10.32.ARV"]
        shown = run(capsys, *DEAL, *given)[1]
        assert "♠ ARD42" in shown
        assert "♥ RV10" in shown
        status, line, _ = run(capsys, *DEAL, *given, "--format", "line")
        assert status == 0
        assert "AKQ42.KJT.32.AKJ" in line
        for kind in ("pbn", "lin", "json", "csv", "rbn"):  # files for programs have English letters
            written = run(capsys, *DEAL, *given, "--format", kind)[1]
            file.write_text("")
            given_in_english = ["--predeal", "south AKQ42.KJT.32.AKJ"]
            assert run(capsys, *DEAL, *given_in_english, "--format", kind)[1] == written
            file.write_text('cards = "fr"')
        status, _, err = run(capsys, *DEAL, "--predeal", "south SAKQ")
        assert status == 2
        assert "ranks are A R D V 10 9 ... 2 here, suits P C K T" in err

    @pytest.mark.parametrize("kind", ["diagram", "html", "latex"])
    def test_printed_formats(
        self, kind: str, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file.write_text(f'cards = "nl"\nformat = "{kind}"')
        shown = run(capsys, *DEAL, "--predeal", "south ♠AHVB1092")[1]
        assert "AHVB1092" in shown

    @pytest.mark.long
    def test_hands_of_other_commands(
        self, file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        file.write_text("")
        english = ["--hand", "south AKT32.432.432.AK", "--dummy", "north 7654.AQ5.AKQ.765"]
        plain = run(capsys, "odds", *english)
        file.write_text('cards = "sv"')
        swedish = ["--hand", "south EK1032.432.432.EK", "--dummy", "north 7654.ED5.EKD.765"]
        assert run(capsys, "odds", *swedish) == plain
        for command in (["lead", "west AK.2..", "3NT"], ["makes", "north A", "south K", "3NT-S"]):
            status, _, err = run(capsys, *command)
            assert status == 2
            assert "ranks are E K D Kn 10 9 ... 2 here" in err
        deal = "N:AKQ2.T9.543.AJ72 JT98.KQ.K76.KT86 7654.J876.AQJ.Q9 3.A5432.T982.543"
        french = "N:ARD2.109.543.AV72 V1098.RD.R76.R1086 7654.V876.ADV.D9 3.A5432.10982.543"
        for command, english, typed in (
            (["suit"], ["AQT", "KJ2"], ["AD10", "RV2"]), (["suit"], ["AQxx", "Jx"], ["ADxx", "Vx"]),
            (["number"], [deal], [french]),
            (["system", "bid", "natural"], [deal], [french]),
            (["odds", "--hand", "south AT432.432.432.A2", "--dummy", "north 765.A65.A765.765"],
             ["--play", "HK H5 H9 H2"], ["--play", "CR C5 C9 C2"]),
            (["odds", "--hand", "south AT432.432.432.A2", "--dummy", "north 765.A65.A765.765"],
             ["--event", "onside SK or west SQ ST", "--event", "clubs(west) > 3 and not east KH"],
             ["--event", "onside PR or west PD P10", "--event", "clubs(west) > 3 and not east RC"]),
            (["odds"],
             ["--hand", "south AKT9.432.432.AK2", "--dummy", "north 87654.AQ5.AK.765", "--line",
              "cash SA SK; if SQ drops then make else finesse HK", "--line",
              "cash two clubs; if both follow to clubs and not west shows out of clubs "
              "then spades 2-2 else down", "--likely", "9/10 if west SQ else 1/10"],
             ["--hand", "south AR109.432.432.AR2", "--dummy", "north 87654.AD5.AR.765", "--line",
              "cash PA PR; if PD drops then make else finesse CR", "--line",
              "cash two clubs; if both follow to clubs and not west shows out of clubs "
              "then spades 2-2 else down", "--likely", "9/10 if west PD else 1/10"]),
        ):  # fmt: skip
            file.write_text("")
            plain = run(capsys, *command, *english)
            assert plain[0] == 0
            file.write_text('cards = "fr"')
            assert run(capsys, *command, *typed) == plain
        boards = tmp_path / "a.pbn"
        file.write_text("")
        run(capsys, *DEAL, "--predeal", "south AKQJT98765432...", "--output", str(boards))
        file.write_text('language = "sv"')
        shown = run(capsys, "convert", str(boards), "-", "--to", "diagram")[1]
        assert "♠ EKDKn1098765432" in shown

    def test_pdf(self, file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        pypdf = pytest.importorskip("pypdf", reason="pip install pypdf")
        file.write_text('language = "pl"')
        page = tmp_path / "a.pdf"
        given = ["--predeal", "south ♠AKDW1092", "--output", str(page)]
        assert run(capsys, *DEAL, *given)[0] == 0
        text = pypdf.PdfReader(page).pages[0].extract_text()
        assert "AKDW1092" in text
        assert "Obie przed" in text
        assert "Rozklady" in text  # the standard fonts of PDF have no such l

    def test_ten(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file.write_text('ten = "10"')
        assert "♠ AK109" in run(capsys, *DEAL, "--predeal", "south AKT9.432.432.432")[1]

    def test_colours(
        self, file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file.write_text('colours = "always"\nsuit_colours = "two"')
        shown = run(capsys, *DEAL)[1]
        assert "\x1b[38;5;196m♥\x1b[0m" in shown
        assert "\x1b[38;5;196m♦\x1b[0m" in shown
        assert "\x1b" not in shown.split("♠")[1].split("\n")[0].split("♠")[0][:8]
        file.write_text('colours = "always"\nsuit_colours = "1 2 3 green"')
        shown = run(capsys, *DEAL)[1]
        for number, symbol in zip((1, 2, 3, 34), "♠♥♦♣", strict=True):
            assert f"\x1b[38;5;{number}m{symbol}" in shown
        odds = run(capsys, "poker", "odds", "As Kd", "--board", "Qh Jh 2c", "--seed", "1")[1]
        assert "\x1b[38;5;1mA♠\x1b[0m \x1b[38;5;3mK♦\x1b[0m" in odds
        monkeypatch.setenv("NO_COLOR", "1")
        assert "\x1b" not in run(capsys, *DEAL)[1]

    @pytest.mark.parametrize(
        ("colours", "term", "shown"),
        [
            ("auto", "xterm", True),
            ("auto", "dumb", False),
            ("always", "dumb", True),
            ("never", "xterm", False),
        ],
    )
    def test_a_dumb_terminal_is_coloured_only_if_asked_for(
        self, colours: str, term: str, shown: bool, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file.write_text(f'colours = "{colours}"')
        load_settings(None)
        monkeypatch.setenv("TERM", term)
        terminal: Any = SimpleNamespace(isatty=lambda: True)
        assert shows_colour(terminal) is shown

    def test_format(self, file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        file.write_text('format = "line"')
        assert run(capsys, *DEAL)[1].startswith("N:")
        assert run(capsys, *DEAL, "--format", "lin")[1].startswith("qx|")
        assert run(capsys, *DEAL, "--output", str(tmp_path / "a.pbn"))[0] == 0
        assert "[Deal" in (tmp_path / "a.pbn").read_text()

    def test_folders(self, file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        (tmp_path / "lib").mkdir()
        (tmp_path / "lib" / "strong.txt").write_text("strong = hcp(north) >= 16\n")
        library = Path(systems.__file__).parent / "library"
        own = next(path for path in sorted(library.iterdir()) if path.stem == "natural")
        (tmp_path / "lib" / "mine.txt").write_text(own.read_text())
        file.write_text("")
        script = tmp_path / "a.dl"
        script.write_text('#include "strong.txt"\ncondition strong\nproduce 1\n')
        assert run(capsys, "run", str(script))[0] == 2
        assert run(capsys, "system", "show", "mine.txt", "1C")[0] == 2
        lib = (tmp_path / "lib").as_posix()
        file.write_text(f'scripts = ["{lib}"]\nsystems = ["{lib}"]\nsets = "{lib}"\n')
        assert run(capsys, "run", str(script), "--seed", "1")[0] == 0
        assert run(capsys, "system", "show", "mine.txt", "1C")[0] == 0
        made = run(capsys, "practice", "-n", "1", "--type", "any 1: hcp(north) > 3", "--seed", "1")
        assert made[0] == 0
        assert (tmp_path / "lib" / "practice" / "record.txt").exists()

    def test_numbers(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file.write_text("budget = 0\nthreads = 1")
        counted = run(capsys, "count", "hcp(north) > 15")[1]
        assert "estimated" in counted
        assert "exact" in run(capsys, "count", "hcp(north) > 15", "--budget", "2")[1]
        assert user_settings.setting_value("threads") == 1

    def test_the_command(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file.write_text('ten = "10"')
        status, out, _ = run(capsys, "settings")
        assert status == 0
        assert f"{file}\n" in out
        assert "ten           10                  file\n" in out
        assert run(capsys, "settings", "--example")[1] == example()


def test_a_language_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    for given in (["--language", "x"], ["--language=x"]):
        assert run(capsys, *DEAL, *given)[2].endswith("de, es, fr, it, nb, nl, pl, sv, not 'x'\n")
    assert "'--language' requires an argument" in run(capsys, *DEAL, "--language")[2]
    assert run(capsys, *DEAL, "--language=")[2].endswith("not ''\n")


@pytest.mark.long
def test_a_language_ends_with_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--language", "fr", *DEAL)[1].startswith("Donne 1")
    assert run(capsys, *DEAL)[1].startswith("Board 1")
