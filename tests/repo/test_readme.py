"""The README's commands run as they are typed, in the folder where they are read."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^    dealwright (.*)$", README, re.MULTILINE)


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 15


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs(command: str, cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    done = cli(*shlex.split(command))
    assert done.status == 0, done.err
    made = [path for path in tmp_path.iterdir() if path.name != "examples"]
    assert done.out.strip() or made or "--format none" in command
    if "convert" in command:
        assert (tmp_path / "boards.pbn").read_text("utf-8").count("[Auction ") == 4
