"""Consoles as Windows has them: other encodings, no modules of POSIX, paths with drives."""

from __future__ import annotations

import ctypes
import io
import ntpath
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import dealwright
from dealwright.base.files import append_private, write_new
from dealwright.base.threads import own_group
from dealwright.cli import messages, output, status_of
from dealwright.cli.messages import replace_unencodable
from dealwright.formats import format_of_path

DEAL = "N:AQ74.KJ5.A82.K63 K63.A82.KJ54.Q97 JT9.QT9.QT9.JT84 852.7643.763.A52"
# Commands that draw cards, tables or intervals; each prints something that is not ASCII somewhere.
DRAWN = [
    "deal 2 --seed 1",
    "deal 1 --seed 1 --format html",
    "draw 5 --seed 1",
    "draw 7 --tally poker --rounds 1000 --seed 1",
    "features",
    "number --deal 1234567890123456789",
    "poker odds AsKd --board QhJh2c --rounds 1000 --seed 1",
    "poker range 15% --board QhJh2c",
    "scenarios",
    "suit AQT9 432",
    "system bid natural DEAL",
    "--help",
]
MODULES = [
    module.name
    for module in pkgutil.walk_packages(dealwright.__path__, "dealwright.")
    if not module.name.endswith(("_native", "__main__"))
]


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252"])
@pytest.mark.parametrize("line", DRAWN)
def test_a_command_draws_in_any_encoding(
    line: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many lines come out as in UTF-8, and no character is lost as a question mark."""
    words = [DEAL if word == "DEAL" else word for word in line.split()]
    printed, whole = (_printed(words, each, monkeypatch) for each in (encoding, "utf-8"))
    assert printed.count("?") == whole.count("?")
    assert len(printed.splitlines()) == len(whole.splitlines()) > 0


def _printed(words: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> str:
    console = io.TextIOWrapper(io.BytesIO(), encoding, newline="")
    monkeypatch.setattr(sys, "stdout", console)
    replace_unencodable()
    assert status_of(words) == 0
    console.flush()
    printed: bytes = console.buffer.getvalue()  # type: ignore[attr-defined]
    return printed.decode("utf-8" if "html" in words else encoding)


def test_a_program_draws_on_a_console_of_windows() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "cp437"}
    words = [sys.executable, "-m", "dealwright", "deal", "1", "--seed", "1"]
    done = subprocess.run(words, capture_output=True, env=environment, check=True)
    assert done.stdout.decode("cp437").split()[:3] == ["Board", "1", "S"]


def test_what_an_encoding_lacks_is_spelled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    console = io.TextIOWrapper(io.BytesIO(), "cp866", newline="")
    monkeypatch.setattr(sys, "stdout", console)
    replace_unencodable()
    print("3♠ 2♥ 1♦ ♣ 50±1 ≥ Ж ü \udcff", end="")
    console.flush()
    assert console.buffer.getvalue() == "3S 2H 1D C 50+-1 >= Ж ? ".encode("cp866") + b"\xff"  # type: ignore[attr-defined]
    assert messages._REPLACEMENTS["♠"] == "S"


def test_suits_are_letters_where_a_console_lacks_symbols(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for encoding, symbols in (("cp437", False), ("cp1252", False), ("utf-8", True)):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding))
        assert output.display_settings(None)["symbols"] is symbols


@pytest.mark.parametrize("takes", [True, False])
def test_a_console_of_windows_is_asked_for_colours(
    takes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in for the system's functions: an old console refuses the sequences of colours."""
    asked: list[tuple[int, int]] = []

    def get_mode(handle: int, mode: Any) -> bool:
        mode._obj.value = 3
        return True

    def set_mode(handle: int, mode: int) -> bool:
        asked.append((handle, mode))
        return takes

    kernel = SimpleNamespace(GetConsoleMode=get_mode, SetConsoleMode=set_mode)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    console = SimpleNamespace(get_osfhandle=lambda number: 70 + number)
    monkeypatch.setitem(sys.modules, "msvcrt", console)  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "platform", "win32")
    terminal: Any = SimpleNamespace(isatty=lambda: True, fileno=lambda: 1)
    monkeypatch.delenv("TERM", raising=False)
    assert output.shows_colour(terminal) is takes
    assert asked == [(71, 7)]


@pytest.mark.long
def test_every_module_is_imported_without_those_of_posix() -> None:
    """``fcntl``, ``resource``, ``termios`` and others are not there on Windows, nor is SIGKILL."""
    code = """
import importlib, os, signal, sys
from contextlib import suppress
names = []
for name in sys.argv[1:]:  # what ours need has its own Windows; an extra may be missing
    with suppress(ImportError): importlib.import_module(name); names.append(name)
for name in [name for name in sys.modules if name.startswith("dealwright")]:
    if not name.endswith("_native"): del sys.modules[name]
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty"): sys.modules[name] = None
for name in ("SIGKILL", "SIGHUP", "SIGQUIT", "SIGALRM", "SIGUSR1"): vars(signal).pop(name, None)
for name in ("fork", "getuid", "sched_getaffinity", "nice", "setsid"): vars(os).pop(name, None)
for name in names: importlib.import_module(name)
import dealwright; from dealwright.base.threads import thread_count
from dealwright.web.worker import limit_memory; limit_memory(1 << 30)
assert len(names) > 200, names
print(len(dealwright.deal(3, seed=1)), thread_count() >= 1)
"""
    words = [sys.executable, "-W", "error", "-c", code, *MODULES]
    done = subprocess.run(words, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("3 True\n", "")


def test_a_process_has_its_own_group_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "name", "posix")
    assert own_group() == 0
    monkeypatch.setattr(os, "name", "nt")
    assert own_group() == 0x200


def test_paths_with_drives_and_backslashes(cli: Callable[..., Any]) -> None:
    """A colon or a backslash in a path is no syntax of an option."""
    assert format_of_path(ntpath.join("C:\\", "Bridge evening", "set.pbn"), writing=True) == "pbn"
    done = cli("deal", "1", "--file", r"C:\Users\anna\strong.txt")
    assert (done.status, done.err) == (
        2, "dealwright: cannot read C:\\Users\\anna\\strong.txt: No such file or directory\n",
    )  # fmt: skip
    done = cli("convert", r"D:\club.lin", r"D:\club.pbn")
    assert done.status == 2
    assert r"D:\club.lin" in done.err


@pytest.mark.skipif(os.name == "nt", reason="there it is a path of a drive, not a name")
def test_a_name_with_a_drive_is_written(tmp_path: Path, cli: Callable[..., Any]) -> None:
    path = tmp_path / r"C:\boards.pbn"
    assert cli("deal", "1", "--seed", "1", "--output", str(path)).status == 0
    assert path.read_text("utf-8").startswith("% PBN")


def test_private_files_keep_their_line_ends(tmp_path: Path) -> None:
    write_new(tmp_path / "a", "1\n2\n", private=True)
    append_private(tmp_path / "a", "3")
    assert (tmp_path / "a").read_bytes() == b"1\n2\n3\n"


@pytest.mark.parametrize("words", [["suit", "AQT9", "432"], ["odds", "--help"]], ids=" ".join)
def test_a_reader_that_stops_reading_is_no_error(words: list[str]) -> None:
    """As ``dealwright features | head -n 0``: the pipe is closed before anything is printed."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        call = [sys.executable, "-m", "dealwright", *words]
        done = subprocess.run(call, stdout=pipe, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")
