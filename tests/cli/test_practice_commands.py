"""The commands of ``practice``: their options, what they share, and their older spellings."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dealwright.base.errors import ArgumentError
from dealwright.cli.app import PROGRAM
from dealwright.cli.command import Command, Group
from dealwright.cli.command_words import UsageError
from dealwright.cli.completion_candidates import candidates
from dealwright.cli.help import help_text, usage
from dealwright.cli.practice_files import SetFiles
from dealwright.cli.practice_spellings import newer_words
from dealwright.double_dummy.current_solver import use_solver
from dealwright.requests.fields import Field, fields_of
from tests.conftest import Result
from tests.oracles.stand_in_solver import StandIn

Cli = Callable[..., Result]

GROUP = PROGRAM.command("practice")
assert isinstance(GROUP, Group)
OWN, THEME, DECISIONS = GROUP.own, GROUP.command("theme"), GROUP.command("decisions")
assert isinstance(OWN, Command)
LESSON = "north: opens 1NT; south: 5+ hearts"
EXAMPLE = ["north: 15+", "--seed", "1", "-o"]


def names(command: Command | Group) -> set[str]:
    return {field.name for field in command.fields}


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class TestOptions:
    def test_those_of_the_files_are_the_same_fields(self) -> None:
        shared = fields_of(SetFiles)
        assert {field.name for field in shared} == {
            "output", "show_types", "pdf", "title", "date", "replace", "solve", "as_json",
        }  # fmt: skip
        for command in (OWN, THEME, DECISIONS):
            assert [each for each in command.fields if each in shared] == [*shared]

    def test_each_command_has_its_own_alone(self) -> None:
        files = {field.name for field in fields_of(SetFiles)}
        all_have = files | {"n", "seed", "board"}
        conditions = {"condition", "north", "east", "south", "west", "file", "include"}
        assert names(THEME) == all_have | {"theme"}
        assert names(DECISIONS) == all_have | conditions | {
            "decide", "close", "clear", "contract", "system", "opponents", "time",
        }  # fmt: skip
        assert names(OWN) == all_have | conditions | {
            "types_toml", "types", "place", "pair", "dealer", "quiet_opponents", "threads",
        }  # fmt: skip

    def test_what_is_chosen_stands_first(self) -> None:
        """Mutant: the condition, which is inherited, before the choice."""
        assert usage(["x"], DECISIONS) == "dealwright x [OPTIONS] CHOICE [CONDITION]"
        assert usage(["x"], THEME) == "dealwright x [OPTIONS] THEME"
        assert usage(["x"], GROUP) == "dealwright x [OPTIONS] [CONDITION]"

    @pytest.mark.parametrize("option", ["--close", "--system", "--time", "--contract"])
    def test_one_of_another_command_names_that_command(self, cli: Cli, option: str) -> None:
        done = cli("practice", LESSON, option, "1")
        assert (done.status, done.out) == (2, "")
        said = f"No such option: {option}. dealwright practice decisions takes it. Try 'dealwright"
        assert said in done.err

    def test_one_of_no_command_has_a_near_one(self, cli: Cli) -> None:
        assert "No such option: --sed. Did you mean --seed?" in cli("practice", "--sed", "1").err

    def test_an_older_spelling_swallows_no_nonsense(self, cli: Cli, tmp_path: Path) -> None:
        done = cli(
            "practice", "--theme", "squeeze", "--threads", "x", "1", "-o", f"{tmp_path}/new"
        )  # fmt: skip
        assert (done.status, done.out) == (2, "")
        assert "--threads" in done.err
        assert not [*tmp_path.iterdir()]

    def test_no_board_is_refused_before_a_search(self, cli: Cli) -> None:
        done = cli("practice", "decisions", "lead", "0")
        assert (done.status, done.err) == (
            2, "dealwright: ask for at least one board (--number 1)\n",
        )  # fmt: skip


class TestGroup:
    def test_what_the_first_word_names(self) -> None:
        assert GROUP.chosen(["theme", "squeeze"]) is THEME
        assert GROUP.chosen(["decisions"]) is DECISIONS
        for words in ([], ["16", LESSON], [LESSON], ["--seed", "1"], ["themes"]):
            assert GROUP.chosen(words) is None
        poker = PROGRAM.command("poker")
        assert isinstance(poker, Group)
        assert poker.own is None
        with pytest.raises(UsageError, match="No such command 'themes'"):
            poker.chosen(["themes"])

    def test_its_help_has_its_options_and_its_commands(self) -> None:
        shown = help_text(["practice"], GROUP, 100)
        assert "─ Arguments ─" in shown
        assert "--quiet-opponents" in shown.replace("[no-]", "")
        assert re.search(r"│ theme +Write boards", shown)
        assert re.search(r"│ decisions +Find boards", shown)
        assert "--theme" not in shown
        assert "--decide" not in shown
        assert "Every command also takes --language" in shown

    def test_wrong_words_have_an_example(self, cli: Cli) -> None:
        """Of the group's own act: mutant, groups have none."""
        done = cli("practice", "north: 15+", "2", "3")
        assert "or for example: dealwright practice 16 " in done.err
        done = cli("practice", "decisions")
        assert "Missing argument 'CHOICE'. Try 'dealwright practice decisions --help'" in done.err

    def test_completion_offers_commands_and_what_a_condition_has(self) -> None:
        offered = [value for value, _ in candidates(["practice"], "").values]
        assert offered[:2] == ["theme", "decisions"]
        assert ("hcp(north", "seat") in candidates(["practice"], "hcp(no").values
        assert ("hcp(north", "seat") in candidates(
            ["practice", "decisions", "lead"], "hcp(no"
        ).values
        assert candidates(["practice", "16"], "the").values == ()
        assert candidates(["practice", "decisions"], "c").values == (("contract", ""), ("call", ""))
        assert ("--place", field("place").help) in candidates(["practice"], "--pl").values
        assert candidates(["practice", "theme", "squeeze"], "--pl").values == ()
        assert candidates(["practice", "decisions", "call", "--system"], "two").values == (
            ("two-over-one", ""),
        )  # fmt: skip


def field(name: str) -> Field:
    return next(each for each in GROUP.fields if each.name == name)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (["--theme", "squeeze"], ["theme", "squeeze"]),
        (["4", "--theme", "throw-in", "--board", "3"], ["theme", "throw-in", "4", "--board", "3"]),
        (["--theme=Ending", "-n2", "--title=x"], ["theme", "Ending", "-n", "2", "--title", "x"]),
        (["3", "--theme", "squeeze", "-t", "2", "--show-types"], ["theme", "squeeze", "3"]),
        (["--decide", "lead", "-n", "1"], ["decisions", "lead", "1"]),
        (
            ["1", "--decide=contract", "--contract", "3NT-N 4S-N", "north: 15-17 balanced",
             "--south", "5 spades", "--south", "8-12"],
            ["decisions", "contract", "1", "north: 15-17 balanced", "--south", "5 spades, 8-12",
             "--contract", "3NT-N 4S-N"],
        ),
    ],
)  # fmt: skip
def test_an_older_spelling_writes_the_same_files(
    cli: Cli, older: list[str], newer: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with use_solver(StandIn):
        one = cli("practice", *older, "--seed", "x", "--output", "set")
        written = files_of(tmp_path / "set")
        other = cli("practice", *newer, "--seed", "x", "--output", "set", "--replace")
    assert (one.status, one.out, one.err) == (0, other.out, other.err)
    assert written == files_of(tmp_path / "set")


class TestOlderSpellings:
    @pytest.mark.parametrize(
        ("older", "newer"),
        [
            (["--theme", "squeeze", "--pdf"], ["theme", "--pdf", "--", "squeeze"]),
            (["--decide=lead", "north: 15+"], ["decisions", "--", "lead", "north: 15+"]),
            (
                ["--decide", "call", "--include", "a", "--include", "b", "-t", "2"],
                ["decisions", "--include=a", "--include=b", "--", "call"],
            ),
            (["--title", "--theme", LESSON], ["--title", "--theme", LESSON]),
            (["--", "--theme"], ["--", "--theme"]),
            (["theme", "squeeze"], ["theme", "squeeze"]),
        ],
    )
    def test_words(self, older: list[str], newer: list[str]) -> None:
        assert isinstance(GROUP, Group)
        assert newer_words(GROUP, older) == newer

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["--theme", "squeeze", "hcp(north) > 3"],
             "--theme chooses the boards: it does not go with a condition"),
            (["--theme", "squeeze", "--place", "first"],
             "--theme chooses the boards: it does not go with --place"),
            (["--theme", "squeeze", "--no-quiet-opponents"],
             "--theme chooses the boards: it does not go with --quiet-opponents"),
            (["--theme", "squeeze", "--close", "1"],
             "--theme chooses the boards: it does not go with --close"),
            (["--decide", "lead", "--theme", "squeeze"],
             "--decide chooses the boards: it does not go with --theme"),
            (["--decide", "lead", "--type", "a 1: north: 15+"],
             "--decide chooses the boards: it does not go with --type"),
            (["--decide", "lead", "--dealer", "north"],
             "--decide chooses the boards: it does not go with --dealer"),
        ],
    )  # fmt: skip
    def test_what_does_not_go_with_them(self, cli: Cli, words: list[str], message: str) -> None:
        assert isinstance(GROUP, Group)
        with pytest.raises(ArgumentError, match=re.escape(message)):
            newer_words(GROUP, words)
        done = cli("practice", *words)
        assert (done.status, done.out, done.err) == (2, "", f"dealwright: {message}\n")

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["--theme"], "Option '--theme' requires an argument. Try 'dealwright practice --help"),
            (["--theme", "ending", "--theme", "ending"], "Option '--theme' is given twice."),
            (["--theme", "squeeze", "--themes", "1"], "No such option: --themes."),
            (["--decide", "bid"], "'bid' is not a decision; choose lead, contract or call"),
            (["--theme", "coup"], "'coup' is not a theme; choose squeeze, throw-in,"),
            (["--theme", "squeeze", "-n", "x"], "the number of boards must be a whole number"),
        ],
    )
    def test_messages(self, cli: Cli, words: list[str], message: str) -> None:
        done = cli("practice", *words)
        assert (done.status, done.out) == (2, "")
        assert message in done.err

    def test_help(self, cli: Cli) -> None:
        shown = cli("practice", "--theme", "squeeze", "--help")
        assert shown.out == cli("practice", "--help").out
