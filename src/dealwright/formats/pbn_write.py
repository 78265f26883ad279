"""Writing boards as Portable Bridge Notation 2.1 in export form, with all that was read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from dealwright.cards import Seat
from dealwright.deals.hand import hand_text
from dealwright.formats.pbn_game import MANDATORY
from dealwright.formats.records import Board, Turn

__all__ = ["game_text", "write"]

_HEAD = "% PBN 2.1\n% EXPORT\n"
_OWN = {*MANDATORY, "Auction", "Play", "Note"}


def write(boards: Sequence[Board]) -> str:
    """Return a file of games; its lines end as export form asks."""
    return (_HEAD + "\n".join(game_text(board) for board in boards)).replace("\n", "\r\n")


def game_text(board: Board) -> str:
    """Return one game, without the blank line after it."""
    tags = dict(board.tags)
    if board.number is not None:
        tags["Board"] = str(board.number)
    tags["Dealer"] = board.dealer.letter if board.dealer is not None else "?"
    tags["Vulnerable"] = board.vulnerability.value if board.vulnerability else "?"
    tags["Deal"] = _deal(board)
    unknown = {"Date": "????.??.??"}
    mandatory = [_tag(name, tags.get(name, unknown.get(name, "?"))) for name in MANDATORY]
    plain = {n: v for n, v in tags.items() if n not in _OWN and n not in board.sections}
    tables = {name: tags.get(name, "") for name in board.sections}
    supplemental = [_tag(name, plain[name]) for name in sorted(plain)]
    sections = [
        "\n".join([_tag(name, tables[name]), *board.sections[name]]) for name in sorted(tables)
    ]
    lines = [*mandatory, *supplemental, *_auction(board), *_play(board), *sections]
    lines += _comments(board.comments)
    return "".join(f"{line}\n" for line in lines)


def _tag(name: str, value: str) -> str:
    """Return a tag; a backslash is doubled only where it would escape something."""
    flat = " ".join(value.splitlines())
    escaped = re.sub(r'\\(?=["\\]|\Z)|"', lambda match: "\\" + match[0], flat)
    return f'[{name} "{escaped}"]'


def _deal(board: Board) -> str:
    """Return the deal from the dealer on, "?" where no hand is known."""
    if not any(board.hands):
        return "?"
    first = board.dealer or Seat.NORTH
    hands = (board.hands[(first + at) % 4] for at in range(4))
    return f"{first.letter}:" + " ".join("-" if h is None else hand_text(h) for h in hands)


def _auction(board: Board) -> list[str]:
    if not board.auction:
        return []
    letter = board.dealer.letter if board.dealer is not None else "?"
    return [_tag("Auction", letter), *_turns(board.auction)]


def _play(board: Board) -> list[str]:
    if board.leader is None and not board.play:
        return []
    letter = board.leader.letter if board.leader is not None else "?"
    return [_tag("Play", letter), *_turns(board.play)]


def _turns(turns: Sequence[Turn]) -> list[str]:
    """Return calls or cards, four a line, and the notes that explain them."""
    notes: dict[str, int] = {}
    lines: list[list[str]] = [[]]
    counted = 0
    for turn in turns:
        text = turn.text
        marks = turn.mark.split()
        if marks and marks[0][0] != "$":
            text += marks.pop(0)
        text = " ".join([text, *marks])
        if turn.note is not None:
            text += f" ={notes.setdefault(turn.note, len(notes) + 1)}="
        lines[-1].append(text)
        counted += turn.text[0] != "^"
        if turn.text[0] != "^" and counted % 4 == 0:
            lines.append([])
    rows = [" ".join(line) for line in lines if line]
    return rows + [_tag("Note", f"{number}:{note}") for note, number in notes.items()]


def _comments(comments: Iterable[str]) -> list[str]:
    """Return comments in braces; one with a brace in it as lines of their own."""
    lines = []
    for comment in comments:
        if "}" in comment:
            lines += [f"; {line}" for line in comment.splitlines()]
        else:
            lines.append(f"{{{comment}}}")
    return lines
