"""Standard streams that are closed, endless or a terminal, and what reaches them."""

from __future__ import annotations

import csv
import io
import os
import pty
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from dealwright.cli.messages import say_each, visible
from dealwright.formats import Board, Turn, read, write
from tests.processes import PATIENCE
from tests.terminals import read_terminal

COMMAND = [sys.executable, "-c", "from dealwright.cli import main; main()"]
GAME = '[Board "1"]\n[Deal "N:A... K... Q... J..."]\n'
PRINTING = [
    ["deal", "2", "--seed", "1"], ["deal", "2", "-o", "out.pbn"], ["count", "hcp(north) > 20"],
    ["convert", "a.pbn", "-", "--to", "line"], ["convert", "-", "out.pbn", "--from", "pbn"],
    ["explain", "hcp(north) > 20", "--seed", "1"], ["deal", "1", "-"], ["run", "--seed", "1"],
    ["nothing"],
]  # fmt: skip


def run(arguments: list[str], folder: Path, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        **options,
    )


def timeless(text: str) -> str:
    return re.sub(r"\d+\.\d+ s\b", "", text)


@pytest.mark.long
class TestClosed:
    @pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)])
    @pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
    def test_a_command_works_or_says_what_is_lost(
        self, tmp_path: Path, arguments: list[str], closed: tuple[int, ...]
    ) -> None:
        def call(name: str, **options) -> subprocess.CompletedProcess[str]:
            folder = tmp_path / name
            folder.mkdir()
            (folder / "a.pbn").write_text(GAME)
            return run(arguments, folder, stdin=subprocess.DEVNULL, **options)

        def close() -> None:
            for number in closed:
                os.close(number)

        empty = call("empty")
        done = call("closed", preexec_fn=close)
        lost = 1 in closed and empty.stdout != ""
        assert done.returncode == (2 if lost else empty.returncode)
        if 2 not in closed and lost:
            assert done.stderr == "dealwright: cannot write standard output: it is closed\n"
        elif 2 not in closed:
            assert "Traceback" not in done.stderr
            assert len(done.stderr.splitlines()) == len(empty.stderr.splitlines())
        assert timeless(done.stdout) == ("" if 1 in closed else timeless(empty.stdout))

    def test_a_file_gets_no_standard_descriptor(self, tmp_path: Path) -> None:
        """What is printed while the output file is open must not end in that file."""

        def close() -> None:
            os.close(1)
            os.close(2)

        run(["deal", "2", "--seed", "1", "-o", "a.deals"], tmp_path, preexec_fn=close)
        wanted = run(["deal", "2", "--seed", "1", "--format", "line"], tmp_path).stdout
        assert (tmp_path / "a.deals").read_text() == wanted


class TestBounds:
    @pytest.mark.parametrize(
        "arguments",
        [
            ["deal", "1", "-"], ["deal", "1", "--file", "/dev/zero"], ["run", "/dev/zero"], ["run"],
            ["practice", "--types", "/dev/zero"], ["explain", "--file", "/dev/zero"],
        ],
        ids=" ".join,
    )  # fmt: skip
    def test_endless_input(self, tmp_path: Path, arguments: list[str]) -> None:
        with open("/dev/zero", "rb") as endless:
            done = run(arguments, tmp_path, stdin=endless)
        assert done.returncode == 2
        assert done.stderr.endswith(" is too long: more than 16 MB\n")
        assert len(done.stderr.splitlines()) == 1

    def test_an_endless_file_of_boards(self, tmp_path: Path) -> None:
        done = run(["convert", "/dev/zero", "x.lin", "--from", "pbn"], tmp_path)
        assert done.stderr == "dealwright: /dev/zero is too long: more than 512 MB\n"
        assert (done.returncode, list(tmp_path.iterdir())) == (2, [])

    @pytest.mark.long
    def test_out_of_memory(self, tmp_path: Path) -> None:
        (tmp_path / "a.lines").write_text("N:- - A... -\n" * 12_000_000)

        def small() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))

        done = run(["convert", "a.lines", "b.json"], tmp_path, preexec_fn=small)
        assert done.stderr == "dealwright: there is not enough memory for this\n"
        assert (done.returncode, [path.name for path in tmp_path.iterdir()]) == (2, ["a.lines"])


class TestNotes:
    def test_twenty_and_how_many_more(self, tmp_path: Path) -> None:
        bad = "".join(f"N:{'2' * 5000} nothing\n" for _ in range(1025))
        (tmp_path / "a.lines").write_text(f"N:A... - - -\n{bad}")
        done = run(["convert", "a.lines", "b.pbn"], tmp_path)
        lines = done.stderr.splitlines()
        assert len(lines) == 21
        assert lines[-1] == "dealwright: ... and 1,005 more"
        assert max(map(len, lines)) <= 320
        assert done.returncode == 1

    @pytest.mark.long
    def test_each_message_once(self, capsys: pytest.CaptureFixture[str]) -> None:
        say_each(["a", "b\x1b[31m", "c" * 301])
        assert capsys.readouterr().err.splitlines() == [
            "dealwright: a", "dealwright: b?[31m", f"dealwright: {'c' * 300}...",
        ]  # fmt: skip

    @pytest.mark.long
    def test_a_long_condition_that_cannot_be_read(self, tmp_path: Path) -> None:
        (tmp_path / "c.txt").write_text("hcp(north) > 3 && " * 20_000 + "nonsense(\x1b[2J")
        done = run(["count", "--file", "c.txt"], tmp_path)
        assert done.returncode == 2
        assert max(map(len, done.stderr.splitlines())) < 1100
        assert "\x1b" not in done.stderr


class TestTerminals:
    WILD = "a\x1b]0;title\x07b\x9b2Jc\u202ed\re\x7f"

    def shown(self, folder: Path, *arguments: str) -> str:
        """Return what a command shows on a terminal."""
        ours, theirs = pty.openpty()
        work = subprocess.Popen(
            [*COMMAND, *arguments], cwd=folder, stdout=theirs, stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE, env={**os.environ, "TERM": "xterm", "PYTHONUTF8": "1"},
        )  # fmt: skip
        os.close(theirs)
        printed = read_terminal(ours)
        assert work.stderr is not None
        printed += work.stderr.read()
        work.stderr.close()
        assert work.wait(timeout=PATIENCE) == 0
        return printed.decode()

    @pytest.mark.parametrize("name", ["diagram", "pbn", "lin", "csv"])
    def test_control_characters_of_a_file(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "a.pbn").write_text(f'{GAME}{{{self.WILD}}}\n[Auction "N"]\n1C 8S\x1b[2J\n')
        text = self.shown(tmp_path, "convert", "a.pbn", "-", "--to", name)
        assert not set(text) & set("\x1b\x07\x9b\u202e\x7f")
        assert "a?]0;title?b?2Jc?d" in text.replace("\n", "")

    @pytest.mark.long
    def test_control_characters_of_a_script(self, tmp_path: Path) -> None:
        script = f'produce 1 action average "{self.WILD}" hcp(north)'
        (tmp_path / "a.dl").write_text(script.replace("\r", ""), "utf-8")
        text = self.shown(tmp_path, "run", "a.dl", "--seed", "1")
        assert not set(text) & set("\x1b\x07\x9b\u202e\x7f")
        assert "a?]0;title?b" in text

    def test_a_pipe_gets_every_byte(self, tmp_path: Path) -> None:
        (tmp_path / "a.pbn").write_text(f"{GAME}{{{self.WILD}}}\n")
        done = subprocess.run(
            [*COMMAND, "convert", "a.pbn", "-", "--to", "json"],
            cwd=tmp_path, capture_output=True, check=True,
        )  # fmt: skip
        wanted = write(read((tmp_path / "a.pbn").read_bytes(), "pbn").boards, "json")[0]
        assert done.stdout == wanted

    def test_our_own_colours_stay(self, tmp_path: Path) -> None:
        assert "\x1b[" in self.shown(tmp_path, "deal", "1", "--seed", "1")
        assert visible("\x1b[1;31mA\x1b[0m\r\n", colours=True) == "\x1b[1;31mA\x1b[0m\r\n"


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "'=", "''+", "\t", "'"])
def test_cells_that_look_like_formulas(first: str) -> None:
    comment = f"{first}cmd|' /C calc'!A0"
    board = Board(
        number=1, hands=(1, None, None, None), comments=(comment,),
        auction=(Turn("-"), Turn("1C")), tags={"Result": f"{first}SUM(A1)"},
    )  # fmt: skip
    data = write([board], "csv")[0]
    cells = [cell for row in csv.reader(io.StringIO(data.decode(), newline="")) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert read(data, "csv").boards == (board,)
