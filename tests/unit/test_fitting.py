"""Reports on terminals of 60, 80 and 120 columns: no line too long, every number whole."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dealwright.cli.fitting import fitted
from tests.terminals import read_terminal
from tests.trials import FULL

WIDTHS = (60, 80, 120)
SCRIPT = (
    'condition hcp(north) >= 15 action average "a rather long description of what is averaged '
    'here, north and south together" hcp(north) + hcp(south), frequency "south" (hcp(south), 0, '
    "20), frequency (hcp(north), 15, 25, hcp(south), 0, 15)"
)
COMMANDS = {
    "distribution": ["distribution", "hcp(north) >= 33", "hcp(north)"],
    "two quantities": ["distribution", "hcp(north) >= 30", "aces(north)", "hcp(south)"],
    "three quantities": [
        "distribution", "hcp(north) >= 35", "aces(north)", "hcp(south)", "spades(north)",
    ],
    "compare": [
        "compare", "spades(west) in 5..6 && hearts(west) == 4", "--number", "500", "--seed", "1",
        "--methods", "exact,pavlicek1999,filter",
    ],
    "explain": [
        "explain", "hcp(north) + hcp(south) >= 26 && cccc(north) > 1500 && shape(south, any 4333 "
        "+ any 4432 + any 5332)", "--seed", "1",
    ],
    "odds": [
        "poker", "odds", "As Ks", "--board", "Qs 7d 2s", "--rounds", "1000", "--seed", "1",
    ],
    "equity": [
        "poker", "equity", "QQ+,AKs,AQs,AJs,KQs,A5s,A4s,76s,65s,JTs", "15%", "random", "--rounds",
        "2000", "--seed", "1",
    ],
    "run": ["run", "SCRIPT", "--produce", "100", "--seed", "1"],
}  # fmt: skip
NUMBER = re.compile(r"\d[\d,.]*")
# Numbers that differ from run to run: seconds, and how long the work took.
TIMES = re.compile(r"\d+\.\d+ s\b")


@pytest.fixture
def script(tmp_path: Path) -> str:
    path = tmp_path / "long.dl"
    path.write_text(SCRIPT, "utf-8")
    return str(path)


def on_terminal(arguments: list[str], columns: int) -> str:
    """Return what a command prints on a terminal of so many columns."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "dealwright", *arguments], stdout=follower,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": str(columns), "TERM": "xterm", "NO_COLOR": "1"},
    ) as process:  # fmt: skip
        os.close(follower)
        printed = read_terminal(leader)
    assert process.returncode == 0
    return printed.decode().replace("\r\n", "\n")


def in_a_pipe(arguments: list[str]) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "dealwright", *arguments], capture_output=True, check=True,
        env={**os.environ, "COLUMNS": "60", "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    return done.stdout.decode()


def numbers(text: str) -> set[str]:
    return {match.rstrip(".,") for match in NUMBER.findall(TIMES.sub("", text))}


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_on_a_terminal(name: str, script: str) -> None:
    arguments = [script if word == "SCRIPT" else word for word in COMMANDS[name]]
    plain = in_a_pipe(arguments)
    assert max(map(len, plain.splitlines())) > 60  # there is something to fit
    for columns in WIDTHS if name in ("distribution", "run") or FULL else WIDTHS[:1]:
        text = on_terminal(arguments, columns)
        longest = max(text.splitlines(), key=len)
        assert len(longest) <= columns, longest
        assert numbers(text) == numbers(plain)


class TestFitted:
    def test_what_fits_is_left_alone(self) -> None:
        lines = ["a   b   c", "", "  word"]
        assert fitted(lines, 9) == lines
        assert fitted(["x" * 500], 0) == ["x" * 500]

    def test_gaps_close_before_anything_is_folded(self) -> None:
        lines = ["name          12      3", "other      1,234     56"]
        assert fitted(lines, 16) == ["name      12   3", "other  1,234  56"]

    def test_bars_are_shortened_by_one_factor(self) -> None:
        lines = ["a   5  " + "█" * 40, "b  10  " + "█" * 20, "c  15"]
        assert fitted(lines, 27) == ["a   5  " + "█" * 20, "b  10  " + "█" * 10, "c  15"]
        empty = ["a  5  0.1  ██████████░░░░░░░░░░", "b  6  0.2  █████░░░░░░░░░░░░░░░"]
        assert fitted(empty, 21) == ["a  5  0.1  █████░░░░░", "b  6  0.2  ██░░░░░░░░"]

    def test_bars_that_would_say_nothing_are_left_out(self) -> None:
        lines = ["a  1,000,000  ████████", "b  2,000,000  ████"]
        assert fitted(lines, 17) == ["a  1,000,000", "b  2,000,000"]

    def test_columns_that_are_left_stand_below(self) -> None:
        lines = ["       one   two  three", "x     1.00  2.00   3.00", "all   4.00  5.00   6.00"]
        assert fitted(lines, 15) == [
            "      one   two",
            "x    1.00  2.00",
            "all  4.00  5.00",
            "     three",
            "x     3.00",
            "all   6.00",
        ]

    def test_texts_are_folded_under_their_column(self) -> None:
        lines = ["condition    hcp(north) >= 20 && balanced(south) && spades(west) == 3"]
        assert fitted(lines, 40) == [
            "condition    hcp(north) >= 20 &&",
            "             balanced(south) &&",
            "             spades(west) == 3",
        ]

    @pytest.mark.parametrize("width", range(20, 80, 7))
    def test_nothing_is_lost(self, width: int) -> None:
        lines = [
            "clauses in the order of testing, shares in 262,144 random deals",
            "      alone      given  tested by        clause",
            "    19.413%    19.413%  range of a sum   cccc(north) > 1500",
            "",
            "     player        equity %   ± 95 %",
            "  0  QQ+,AKs        43.0250   2.1404  █████████░░░░░░░░░░░",
        ]
        words = set(" ".join(fitted(lines, width)).split())
        kept = {word for word in " ".join(lines).split() if not re.search("[█░]", word)}
        assert kept <= words
