"""Pages, manual pages and completion are those of the program, and shells and ``man`` take them."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tools import command_pages

from dealwright.cli.app import PROGRAM as GROUP
from dealwright.cli.command import Command, Group
from dealwright.cli.commands.completion import SCRIPTS, script_of
from dealwright.cli.completion_candidates import candidates
from dealwright.cli.completion_values import LISTS, LITERAL, NAMED, values_of

ROOT = Path(__file__).parents[2]
FILES: dict[Path, str] = command_pages.files()
PROGRAM = command_pages.described()
COMMANDS = {each.name.removeprefix("dealwright").strip(): each for each in PROGRAM.all()}


class TestPages:
    def test_every_page_is_in_the_navigation(self) -> None:
        navigation = (ROOT / "mkdocs.yml").read_text("utf-8")
        pages = [path.relative_to("docs") for path in FILES if path.suffix == ".md"]
        assert [str(page) for page in pages if f"- {page.as_posix()}" not in navigation] == []

    def test_an_option_stands_in_page_and_manual_page(self) -> None:
        row = "| `--seed, -s TEXT` | Repeat the deals of this seed. |  |"
        assert row in FILES[Path("docs/reference/commands/deal.md")]
        assert "\\fB\\-\\-seed, \\-s TEXT\\fR\n" in FILES[Path("man/man1/dealwright-deal.1")]
        assert "| `--game, -g NAME` | The game: see below. | `holdem` |" in FILES[
            Path("docs/reference/commands/poker.md")
        ]  # fmt: skip

    def test_hidden_options_are_left_out(self) -> None:
        assert "`-0`" not in FILES[Path("docs/reference/commands/run.md")]


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff: apt-get install groff")
def test_groff_has_nothing_to_say_of_a_manual_page() -> None:
    pages = sorted((ROOT / "man/man1").glob("*.1"))
    done = subprocess.run(
        ["groff", "-ww", "-man", "-Tutf8", *pages], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert "--predeal, -p CARDS" in re.sub(r".\x08|\x1b\[\d+m", "", done.stdout)


@pytest.mark.skipif(shutil.which("man") is None, reason="needs man: apt-get install man-db")
def test_man_finds_a_page_below_the_prefix_of_an_environment(tmp_path: Path) -> None:
    """As it is installed: ``share/man`` beside the ``bin`` that is on the path."""
    shutil.copytree(ROOT / "man", tmp_path / "share/man")
    (tmp_path / "bin").mkdir()
    environment = {
        "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "80",
        "MANROFFOPT": "-c",
    }  # fmt: skip
    done = subprocess.run(
        ["man", "--warnings", "dealwright-deal"],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert "Deal N deals that satisfy a condition" in done.stdout


def shortcuts_of(name: str) -> set[str]:
    """Return the options that stand for a value of another, which pages name in its text."""
    command: Command | Group = GROUP
    for word in name.split():
        assert isinstance(command, Group)
        command = command.command(word)
    return {field.shortcut[0] for field in command.fields if field.shortcut}


class TestCandidates:
    def test_commands_and_those_of_a_group(self) -> None:
        assert [value for value, _ in candidates([], "co").values] == [
            "count", "compare", "contracts", "convert", "combinations", "completion",
        ]  # fmt: skip
        assert [value for value, _ in candidates(["poker", "table"], "").values] == [
            "build", "info", "verify", "look-up",
        ]  # fmt: skip
        assert candidates(["nothing"], "").values == ()
        assert [value for value, _ in candidates([], "--v").values] == ["--version"]
        for words in (["--cluster", "local:1"], ["--language=fr"]):  # those of the program
            assert [value for value, _ in candidates(words, "dea").values] == ["deal"]
        assert candidates(["deal", "--cluster"], "lo").values == ()

    def test_languages_of_the_program(self) -> None:
        for words in (["--language"], ["deal", "5", "--language"]):
            assert candidates(words, "n").values == (("nb", ""), ("nl", ""))
        for words in ([], ["deal"]):
            assert candidates(words, "--language=f").values == (("--language=fr", ""),)
        assert candidates(["--language", "fr", "--language"], "f").values == ()
        assert candidates(["deal", "--"], "--language=f").values == ()

    def test_every_option_of_every_command(self) -> None:
        for name, command in COMMANDS.items():
            offered = {value for value, _ in candidates(name.split(), "--").values}
            listed = {text for part in command.options for text in part.names if text[:2] == "--"}
            program = {"--help", "--language", *([] if name == "serve" else ["--cluster"])}
            assert offered == listed | shortcuts_of(name) | program, name

    @pytest.mark.long
    def test_what_an_option_waits_for(self) -> None:
        assert ("pbn", "Portable Bridge Notation, with all that is known") in candidates(
            ["deal", "5", "--format"], "p"
        ).values
        assert [value for value, _ in candidates(["deal", "5"], "--dealer=n").values] == [
            "--dealer=north"
        ]
        assert candidates(["deal", "5", "--exchange"], "ns,m").values == (
            ("ns,majors", ""), ("ns,minors", ""),
        )  # fmt: skip
        assert candidates(["practice", "theme"], "s").values == (("squeeze", ""),)
        assert candidates(["deal", "5", "--output"], "a") == candidates(["convert"], "a")
        assert candidates(["convert"], "a").files
        assert not candidates(["deal", "5", "--limit"], "").files
        assert candidates(["deal", "5", "--"], "--for").values == ()
        assert candidates(["deal"], "--nothing=").values == ()

    def test_functions_of_a_condition(self) -> None:
        values = candidates(["count"], '"hcp(north) > 3 && los').values
        assert ("hcp(north) > 3 && losers(", "losing trick count (classic)") in values
        assert candidates(["count"], "hcp(no").values == (("hcp(north", "seat"),)
        assert candidates(["deal", "5"], "12").values == ()

    def test_the_help_names_the_values(self) -> None:
        """A value of a parameter stands in its help, but for seats, sides, trumps, encodings."""
        plain = {"north", "east", "south", "west", "ns", "ew", "S", "H", "D", "C"}
        plain |= {"spades", "hearts", "diamonds", "clubs", "exact", "filter"}
        for key, words in (LITERAL | LISTS).items():
            if key == "encoding":
                continue
            path, _, name = key.rpartition(" ")
            (field,) = [each for each in _command(path).fields if each.name == name]
            said = f"{field.help} {field.default}"
            missing = [word for word in set(words.split()) - plain if word not in said]
            assert missing == ["54"] if key == "draw deck" else missing == [], key

    @pytest.mark.parametrize("key", NAMED)
    def test_names_of_things(self, key: str) -> None:
        path, _, name = key.rpartition(" ")
        assert len(list(values_of(path, name, None, ""))) >= 3
        below = [words for words in COMMANDS if words.startswith(path)]
        assert name in {field.name for words in below for field in _command(words).fields}


def _command(path: str) -> Command | Group:
    command: Command | Group = GROUP
    for word in path.split():
        assert isinstance(command, Group)
        command = command.command(word)
    return command


class TestCommand:
    def test_it_prints_the_script(self, cli: Callable[..., Any]) -> None:
        for shell in SCRIPTS:
            done = cli("completion", shell)
            assert done.out == script_of(shell)
            assert f"dealwright completion {shell}" in done.out.splitlines()[0] + done.out

    def test_it_prints_what_may_follow(self, cli: Callable[..., Any]) -> None:
        done = cli("completion", "zsh", "--word=--solve", "--", "deal", "5")
        assert (
            done.out
            == "values\n--solve\tAdd each board's double-dummy tricks and par; 0.1 s a board.\n"
        )
        assert cli("completion", "fish", "--word=", "--", "convert").out == "files\n"

    def test_a_list_goes_on_behind_its_comma(self) -> None:
        offered = [value for value, _ in values_of("deal", "exchange", None, "ew,")]
        assert offered[:2] == ["ew,ew", "ew,ns"]

    def test_another_shell_is_refused(self, cli: Callable[..., Any]) -> None:
        done = cli("completion", "tcsh")
        assert (done.status, done.out) == (2, "")
        assert done.err == (
            "dealwright: there is no completion for 'tcsh': bash, zsh, fish, powershell\n"
        )


_START = {
    "bash": (["--norc", "--noprofile", "-i"], "bind 'set bell-style none'; source {script}"),
    "zsh": (["-f", "-i"], "autoload -Uz compinit; compinit -u; bindkey -e; source {script}"),
    "fish": (["--no-config", "-i"], "source {script}"),
}
_TYPED = {
    "dealw\t deal 5 --form\t pb\t": "dealwright deal 5 --format pbn",
    "dealwright poker eq\t --game=shor\t": "dealwright poker equity --game=short-deck",
    "dealwright convert eve\t": "dealwright convert evening.lin",
}


@pytest.mark.long
@pytest.mark.skipif(shutil.which("setsid") is None, reason="needs setsid, of util-linux")
@pytest.mark.parametrize("shell", _START)
def test_a_shell_completes_what_is_typed(shell: str, tmp_path: Path) -> None:
    """Lines are typed with TAB on a terminal; then the shell itself prints what the line became."""
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}: apt-get install {shell}")
    (tmp_path / "evening.lin").touch()
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/dealwright"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m dealwright "$@"\n', "utf-8")
    program.chmod(0o755)
    script = ROOT / "src/dealwright/cli/commands/completion" / SCRIPTS[shell]
    words, start = _START[shell]
    leader, follower = pty.openpty()
    running = subprocess.Popen(
        ["setsid", "--ctty", "--wait", shell, *words],
        stdin=follower, stdout=follower, stderr=follower, cwd=tmp_path,
        env={"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path), "TERM": "xterm",
             "LANG": "C.UTF-8", "PS1": "$ "},
    )  # fmt: skip
    os.close(follower)
    try:
        _typed(leader, f"{start.format(script=script)}; echo rea''dy", b"ready")
        for typed, expected in _TYPED.items():
            # \x01 goes to the begin of the line, \x05 to its end
            shown = _typed(leader, f'{typed}\x01echo BE""GIN \x05 :EN""D', b":END")
            line = shown.partition(b"BEGIN ")[2].partition(b" :END")[0]
            assert line.decode() == expected
    finally:
        os.close(leader)  # the shell is hung up
        running.wait(20)


def _typed(leader: int, line: str, sign: bytes, patience: float = 60) -> bytes:
    """Type a line on a terminal; return what is shown until a sign is."""
    os.write(leader, line.encode() + b"\r")
    shown, end = b"", time.monotonic() + patience
    while sign not in shown and time.monotonic() < end:
        if select.select([leader], [], [], 0.2)[0]:
            shown += os.read(leader, 1 << 16)
    return shown
