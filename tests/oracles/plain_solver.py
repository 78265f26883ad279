"""The plain solver of whole deals, ``plain_solver.cpp``: compiled and asked."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from dealwright import Card
from dealwright.double_dummy.asks import Position

COMPILER = shutil.which("g++") or shutil.which("c++") or shutil.which("clang++")


class Question(NamedTuple):
    """Do north and south take so many tricks from a position, after ``card`` if one is given?"""

    position: Position
    wanted: int
    card: Card | None = None


class PlainSolver:
    """The program, compiled into a folder."""

    def __init__(self, folder: Path) -> None:
        assert COMPILER is not None
        self._program = str(folder / "plain_solver")
        source = str(Path(__file__).with_suffix(".cpp"))
        subprocess.run([COMPILER, "-std=c++20", "-O2", source, "-o", self._program], check=True)

    def answers(self, questions: Iterable[Question]) -> list[bool]:
        """Return the answer to each question."""
        lines = list[str]()
        for position, wanted, card in questions:
            played = position.trick if card is None else (*position.trick, card)
            gone = 0 if card is None else card.mask
            left = [hand & ~gone for hand in position.hands]
            numbers = [*left, position.strain, position.leader, wanted]
            lines.append(" ".join(map(str, map(int, [*numbers, *(each.index for each in played)]))))
        done = subprocess.run(
            [self._program], input="\n".join(lines), capture_output=True, text=True, check=True
        )
        found = [word == "1" for word in done.stdout.split()]
        assert len(found) == len(lines)
        return found
