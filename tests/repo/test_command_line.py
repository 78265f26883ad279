"""What holds for every command: one meaning for a short option, examples, a panel, a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealwright.cli.app import PROGRAM
from dealwright.cli.command import PANELS, Command, Group
from dealwright.cli.command_words import UsageError, read_words

PAGE = Path(__file__).parents[2] / "docs/reference/command-line.md"

# The switches of dealer, whose scripts ``run`` takes: there alone they mean what dealer means.
DEALER = {
    "-p": "--produce", "-g": "--generate", "-q": "--quiet", "-v": "--no-summary",
    "-0": "-0", "-2": "-2", "-3": "-3", "-e": "-e", "-m": "-m", "-u": "-u",
}  # fmt: skip


def commands(group: Group = PROGRAM, words: tuple[str, ...] = ()) -> Iterator[tuple[str, Command]]:
    """Yield every command with the words that call it, and what groups do of their own."""
    for name, each in group.commands.items():
        if each.own is not None:
            yield " ".join((*words, name)), each.own
        if isinstance(each, Group):
            yield from commands(each, (*words, name))


COMMANDS = dict(commands())


def short_options(command: Command) -> dict[str, str]:
    """Return the short options of a command, each with its long name (or itself)."""
    found = {}
    for field in command.fields:
        long = next((text for text in field.options if text.startswith("--")), None)
        for short in (text for text in field.options if not text.startswith("--")):
            found[short] = long or short
    return found


def test_there_are_commands() -> None:
    named = {"deal", "run", "count", "poker equity", "poker table build", "practice"}
    assert named | {"practice theme", "practice decisions"} <= set(COMMANDS)
    assert "poker" not in COMMANDS  # a group that does nothing of its own


def test_a_short_option_has_one_meaning() -> None:
    meanings = defaultdict(set)
    for name, command in COMMANDS.items():
        for short, long in short_options(command).items():
            if name == "run" and DEALER.get(short) == long:
                continue
            meanings[short].add(long)
    assert {short: names for short, names in meanings.items() if len(names) > 1} == {}
    assert meanings["-s"] == {"--seed"}
    assert meanings["-p"] == {"--predeal"}


def test_a_long_option_with_a_value_has_the_same_short_one_everywhere() -> None:
    shorts = defaultdict(set)
    for name, command in COMMANDS.items():
        short_of = {long: short for short, long in short_options(command).items()}
        for field in command.fields:
            if field.flag:
                continue
            for long in (text for text in field.options if text.startswith("--")):
                if name == "run" and long in DEALER.values():
                    continue
                if long == "--board" and field.name == "board" and "poker" not in name:
                    continue  # a board's number; poker's are the cards on the board
                shorts[long].add(short_of.get(long))
    assert {long: found for long, found in shorts.items() if len(found) > 1} == {}


def test_run_takes_the_switches_of_dealer() -> None:
    found = short_options(COMMANDS["run"])
    assert {short: found[short] for short in DEALER} == DEALER


def test_the_page_lists_the_short_options() -> None:
    text = PAGE.read_text("utf-8").partition("## Short options")[2].partition("\n## ")[0]
    for name, command in COMMANDS.items():
        for short, long in short_options(command).items():
            if short not in DEALER or name != "run":
                assert f"`{short}` | `{long}`" in text
    for short in DEALER:
        assert f"`{short}`" in text.partition("dealer")[2]


# Their --where is there to be refused: the boards of a tournament are not chosen.
# West and East of a suit have vacant places over HTTP, so its hands are said in the condition.
WITHOUT_HANDS = {"suit", "tournament new", "tournament reveal", "tournament bigdeal"}


def test_whoever_takes_a_condition_takes_the_hands_of_four_seats() -> None:
    seats, without = {"--north", "--east", "--south", "--west"}, set()
    for name, command in COMMANDS.items():
        options = {option for field in command.fields for option in field.options}
        fields = {field.name for field in command.fields}
        takes = {"condition", "where", "wheres"} & fields or {"--where", "--condition"} & options
        assert seats <= options or not seats & options, name
        if takes and not seats <= options:
            without.add(name)
    assert without == WITHOUT_HANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_examples(name: str) -> None:
    words = COMMANDS[name].help.split()
    assert {"Example:", "Examples:"} & set(words)
    assert f"dealwright {name}" in " ".join(words)


def test_every_command_has_a_panel() -> None:
    assert {command.panel for command in PROGRAM.commands.values()} == set(PANELS)


def test_the_nearest_option_is_suggested() -> None:
    fields = COMMANDS["count"].fields
    with pytest.raises(UsageError, match="Did you mean --file") as caught:
        read_words(fields, ["--filess", "x"])
    assert "--files?" not in str(caught.value)


@pytest.mark.parametrize(
    ("command", "typed", "meant"),
    [
        ("solve", "--vul", "--vulnerable"),
        ("deal", "--seat", "--dealer"),
        ("deal", "--out", "--output"),
        ("count", "--condition", "--file"),
        ("deal", "--boards", "--board"),
    ],
)
def test_an_option_that_was_meant(command: str, typed: str, meant: str) -> None:
    with pytest.raises(UsageError, match=f"Did you mean {meant}"):
        read_words(COMMANDS[command].fields, [typed, "x"])
