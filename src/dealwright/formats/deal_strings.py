"""Deal strings, one a line, as ``line`` writes them: read, and written of boards."""

from __future__ import annotations

from collections.abc import Sequence

from dealwright.cards import Seat
from dealwright.deals.hand import hand_text
from dealwright.errors import CardError
from dealwright.formats.pbn_game import deal_hands
from dealwright.formats.records import Board, Problem, Record

__all__ = ["read", "write"]


def write(boards: Sequence[Board]) -> str:
    """Return a file of deal strings from north on; unknown hands are ``-``."""
    lines = []
    for board in boards:
        hands = (
            "-" if board.hands[seat] is None else hand_text(board.hands[seat] or 0) for seat in Seat
        )
        lines.append(f"N:{' '.join(hands)}\n")
    return "".join(lines)


def read(text: str) -> Record:
    """Read deal strings; blank lines are passed over, and so is what stands behind a tab."""
    boards, problems = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            boards.append(Board(hands=deal_hands(line.split("\t")[0])))
        except CardError as error:
            problems.append(Problem(number, 1, str(error)))
    return Record(tuple(boards), tuple(problems))
