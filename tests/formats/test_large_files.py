"""Files of many boards are converted as a stream: how much memory and how many calls it takes."""

from __future__ import annotations

import cProfile
import gc
import pstats
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from dealwright import deal
from dealwright.formats import Board, BoardsAsText, Turn, reading, write

BOARDS = 50_000
MEMORY = 150  # MB
MEASURED = (
    "import re, sys; from pathlib import Path; from dealwright.cli import status_of;"
    "status = status_of(sys.argv[1:]);"
    "peak = int(re.search(r'VmHWM:\\s*(\\d+)', Path('/proc/self/status').read_text())[1]);"
    "print(status, peak)"
)


def peak_memory(arguments: list[str], folder: Path) -> float:
    """Return the most memory that a command takes, which must succeed, in MB."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *arguments],
        cwd=folder, check=True, capture_output=True, text=True,
    )  # fmt: skip
    status, peak = map(int, done.stdout.splitlines()[-1].split())
    assert status == 0
    return peak / 1024


def held() -> int:
    """Return how many boards are in memory."""
    return sum(isinstance(each, Board) for each in gc.get_objects())


@pytest.mark.long
@pytest.mark.parametrize(("source", "target"), [("pbn", "lin"), ("lin", "pbn"), ("json", "csv")])
def test_boards_are_not_held(source: str, target: str) -> None:
    """Most of a file's boards are gone, or not yet there, whenever one is written."""
    boards = [Board(n, hands=hands.masks) for n, hands in enumerate(deal(1_000, seed=1), 1)]
    data, _ = write(boards, source)
    del boards
    before, most = held(), 0

    def watched(boards: Iterable[Board]) -> Iterator[Board]:
        nonlocal most
        for number, board in enumerate(boards):
            yield board
            if number % 100 == 50:
                most = max(most, held() - before)

    made = BoardsAsText(target)
    text = "".join(made.pieces(watched(reading(data, source, keep=False)))) + made.end()
    assert text == write(reading(data, source).result().boards, target)[0].decode()
    assert 0 < most < 600


@pytest.mark.slow
def test_memory(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from dealwright.cli import main; main()"]
    subprocess.run(
        [*command, "deal", str(BOARDS), "--seed", "1", "-o", "a.pbn"],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
    for source, target in (("a.pbn", "b.lin"), ("b.lin", "c.pbn")):
        assert peak_memory(["convert", source, target], tmp_path) < MEMORY
    assert (tmp_path / "c.pbn").read_text().count("[Deal ") == BOARDS


@pytest.mark.parametrize(
    ("source", "target", "most"), [("pbn", "lin", 450), ("lin", "pbn", 520), ("pbn", "pbn", 450)]
)
def test_calls_for_each_board(source: str, target: str, most: int) -> None:
    """Time follows the calls of functions, which are the same on every machine.

    PBN read token by token takes 684 calls for reading a board without an auction alone.
    """
    auction = tuple(map(Turn, ["1C", "Pass", "1H", "1S", "2C", "Pass", "2H", *["Pass"] * 3]))
    boards = [
        Board(number, hands=hands.masks, auction=auction)
        for number, hands in enumerate(deal(500, seed=1), 1)
    ]
    data, _ = write(boards, source)

    def converted() -> str:
        made = BoardsAsText(target)
        return "".join(made.pieces(reading(data, source, keep=False))) + made.end()

    wanted = write(boards, target)[0].decode()
    assert converted() == wanted  # what is cached is there now
    profile = cProfile.Profile()
    profile.runcall(converted)
    calls = pstats.Stats(profile).total_calls  # type: ignore[attr-defined]  # not in the stubs
    assert calls / len(boards) < most
