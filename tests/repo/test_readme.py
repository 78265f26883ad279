"""The README's two commands, which a stranger types, are those that are checked."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^    (.*)$", README, re.MULTILINE)


def test_the_first_command_deals_five_boards(cli) -> None:
    install, _, deal = COMMANDS[0].partition(" && dealwright ")
    assert install == "pip install ."
    done = cli(*shlex.split(deal))
    assert done.status == 0, done.err
    assert done.out.count("Board ") == 5


def test_both_are_what_decides_whether_a_change_lands() -> None:
    checks = (ROOT / ".ci" / "run").read_text("utf-8")
    _, _, deal = COMMANDS[0].partition(" && ")
    assert f"pip install --quiet . && {deal}" in checks
    assert COMMANDS[1] == "pip install '.[test]' && pytest"
    assert "pip install --quiet '.[test]' && pytest" in checks


def test_it_is_one_screen() -> None:
    """Pages with more are one link away."""
    assert len(README.split()) < 700
    assert README.count("```console") == 1
