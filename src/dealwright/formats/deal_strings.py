"""Deal strings, one a line, as ``line`` writes them: read, and written of boards."""

from __future__ import annotations

from collections.abc import Sequence

from dealwright.cards import Seat
from dealwright.deals.hand import hand_text
from dealwright.formats.fixed import read_lines
from dealwright.formats.pbn_game import deal_hands
from dealwright.formats.records import Board, Record

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
    return read_lines(text, lambda line: Board(hands=deal_hands(line.split("\t")[0])))
