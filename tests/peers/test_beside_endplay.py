"""Ten small programs beside endplay's: none of ours is longer or slower, the answers are the same.

What is dealt is random, so programs that deal are held to each other by what both must keep.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.programs import FOLDER, arguments_of, cpu_times, names

from dealwright import Deals
from tests.processes import PATIENCE

pytest.importorskip("endplay", reason="needs endplay (pip install endplay)")
pytestmark = pytest.mark.peers
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def printed(name: str, side: str, folder: Path) -> list[str]:
    """Return the lines that a program prints, or the boards that it writes."""
    arguments = arguments_of(name, folder, side)
    done = subprocess.run(
        [sys.executable, str(FOLDER / f"{name}_{side}.py"), *arguments],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    if name == "convert":
        return [deal.text() for deal in Deals.read(arguments[1])]
    return done.stdout.splitlines()


def numbers(lines: list[str]) -> list[list[float]]:
    return [[float(number) for number in NUMBER.findall(line)] for line in lines]


@pytest.mark.parametrize("name", names())
def test_ours_is_no_longer(name: str) -> None:
    ours, theirs = (
        (FOLDER / f"{name}_{side}.py").read_text("utf-8") for side in ("dealwright", "endplay")
    )
    for measure in (len, lambda text: len([line for line in text.splitlines() if line.strip()])):
        assert measure(ours) <= measure(theirs)


def test_there_are_ten() -> None:
    assert len(names()) == 10


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_ours_needs_less_cpu_time(name: str, tmp_path: Path) -> None:
    """Least times of whole processes, run in turn: other work only makes a time longer.

    Where it hides the difference, more rounds are run, at most nine.
    """
    rounds = [cpu_times(name, tmp_path) for _ in range(3)]
    while (least := [min(side) for side in zip(*rounds, strict=True)])[0] >= least[1]:
        assert len(rounds) < 9, f"{least[0]:.2f} s of CPU time, endplay {least[1]:.2f} s"
        rounds.append(cpu_times(name, tmp_path))


@pytest.mark.long
@pytest.mark.parametrize("name", ["par", "file", "convert"])
def test_the_same_answer(name: str, tmp_path: Path) -> None:
    assert printed(name, "dealwright", tmp_path) == printed(name, "endplay", tmp_path)


@pytest.mark.long
def test_the_same_table(tmp_path: Path) -> None:
    """Endplay's columns are clubs, diamonds, hearts, spades, notrump, its rows N, S, E, W."""
    ours = {line[0]: numbers([line])[0] for line in printed("table", "dealwright", tmp_path)[1:]}
    theirs = {
        line.split()[0]: numbers([line])[0]
        for line in printed("table", "endplay", tmp_path)
        if line.split() and line.split()[0] in "NESW"
    }
    assert ours == {seat: [row[4], *row[3::-1]] for seat, row in theirs.items()}
    assert len(ours) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "error"),
    # at least four standard errors of endplay's sample and of ours: false once in 10,000 runs
    [("share", 0.003), ("average", 0.08), ("makes", 0.24)],
)
def test_answers_agree(name: str, error: float, tmp_path: Path) -> None:
    ours, theirs = (numbers(printed(name, side, tmp_path)) for side in ("dealwright", "endplay"))
    for mine, other in zip(ours[0], theirs[0], strict=True):
        assert mine == pytest.approx(other, abs=error)
