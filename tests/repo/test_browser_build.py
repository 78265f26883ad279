"""The script that builds the folder for browsers: what it says where something is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dealwright.web.requests import REQUESTS

TOOLS = Path(__file__).parents[2] / "tools/browser"
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="a script of bash")


def refused(script: str, *words: str, **settings: str) -> str:
    """Return the one line that a script says when it ends with the status 2."""
    found = subprocess.run(
        ["bash", TOOLS / script, *words], capture_output=True, text=True,
        env={**os.environ, **settings},
    )  # fmt: skip
    assert (found.returncode, found.stdout) == (2, ""), found
    (line,) = found.stderr.splitlines()
    return line


def test_it_needs_a_place() -> None:
    assert refused("build.sh") == "say where the folder goes: tools/browser/build.sh OUT"


def test_the_wheel_needs_a_place() -> None:
    assert refused("wheel.sh") == "say where the wheel goes: tools/browser/wheel.sh OUT"


def test_it_needs_numpy(tmp_path: Path) -> None:
    line = refused("build.sh", "out", DEALWRIGHT_BROWSER_NUMPY=str(tmp_path / "none.zip"))
    assert "DEALWRIGHT_BROWSER_NUMPY" in line
    assert "tools/browser/numpy.sh" in line


def without(*names: str, folder: Path) -> str:
    """Return a PATH with the programs that scripts call, but these."""
    folder.mkdir()
    for name in ("bash", "dirname", "mkdir", "realpath", "flock", "grep", "node", "npm", "id"):
        if name not in names and (path := shutil.which(name)):
            (folder / name).symlink_to(path)
    return str(folder)


def test_it_needs_node(tmp_path: Path) -> None:
    (numpy := tmp_path / "numpy.zip").touch()
    settings = {"DEALWRIGHT_BROWSER_NUMPY": str(numpy), "DEALWRIGHT_BROWSER_CACHE": str(tmp_path)}
    path = without("node", folder=tmp_path / "bin")
    assert "Node and npm are needed" in refused("build.sh", "out", **settings, PATH=path)


def test_the_compiler_needs_root_or_bubblewrap(tmp_path: Path) -> None:
    path = Path(without("id", folder=tmp_path / "bin"))
    (path / "id").write_text("#!/bin/sh\necho 1000\n")
    (path / "id").chmod(0o755)
    assert "bubblewrap" in refused("inside.sh", str(tmp_path), "true", PATH=str(path))


@pytest.mark.parametrize("name", ["toolchain.sha256", "requirements.txt", "numpy.txt"])
def test_all_that_is_fetched_has_a_digest(name: str) -> None:
    lines = (TOOLS / name).read_text().splitlines()
    assert lines
    assert all(re.search(r"(^|sha256:)[0-9a-f]{64}\b", line) for line in lines)


def test_what_is_loaded_at_once_is_asked_for_by_name() -> None:
    """The requests by which ``pack.py`` chooses are requests of the server."""
    text = (TOOLS / "pack.py").read_text()
    asked = set(re.findall(r'^    \("(\w+)", \{', text, re.MULTILINE))
    assert asked
    assert asked <= REQUESTS.keys()
