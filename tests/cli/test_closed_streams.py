"""Every command with each standard stream closed, and with all of them closed."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_help import EACH
from tests.processes import PATIENCE

COMMAND = [sys.executable, "-c", "from dealwright.cli import main; main()"]
# They do not end by themselves, or take minutes.
HELP_ALONE = {("serve",), ("poker", "table", "build")}
FEW = {("count",), ("deal",), ("convert",), ("poker", "equity"), ("tournament", "verify")}


def call_of(words: tuple[str, ...], command: Any) -> list[str]:
    """Return the first example of a command's help, else a call for its help.

    Files of the examples are not there, which is an error as any other.
    """
    example = re.search(rf"^ +dealwright ({' '.join(words)}\b.*)$", command.help or "", re.M)
    if example is None or words in HELP_ALONE:
        return [*words, "--help"]
    return shlex.split(example[1].split(" | ")[0].split(" > ")[0])


CALLS = {
    words: call_of(words, command)
    for words, command in EACH.items()
    if not getattr(command, "commands", None)
}


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)], ids=str)
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, marks=pytest.mark.long if words in FEW else pytest.mark.slow)
        for words in CALLS
    ],
    ids=" ".join,
)
def test_no_command_minds(tmp_path: Path, words: tuple[str, ...], closed: tuple[int, ...]) -> None:
    """It ends with a status of its own, and no traceback."""

    def close() -> None:
        for number in closed:
            os.close(number)

    folders = {f"XDG_{kind}_HOME": str(tmp_path) for kind in ("CACHE", "CONFIG", "DATA")}
    done = subprocess.run(
        [*COMMAND, *CALLS[words]], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=PATIENCE, preexec_fn=close,
        env=os.environ | folders | {"DEALWRIGHT_CACHE": str(tmp_path / "cache.sqlite")},
    )  # fmt: skip
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    if 1 in closed:
        assert done.returncode in (1, 2) or done.stdout == ""
