"""Files of boards with one thing wrong: every board comes back, or a note names its place.

A file of eight boards is written in each format and altered: bytes, words and lines are deleted,
inserted, doubled and swapped, lines are joined, ends of lines replaced, the end is cut off. Boards
whose text was not touched come back with their cards, or a note names a line of theirs. Of those
that were touched, none disappears without a board in its place or a note.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random  # noqa: TID251  of texts: no deal is drawn

import pytest

from dealwright import deal
from dealwright.cards import PACK
from dealwright.cards.bridge.boards import board_dealer, board_vulnerability
from dealwright.formats import (
    Board,
    Entry,
    Problem,
    Settings,
    Turn,
    format_named,
    names,
    read,
    write,
    writer,
)
from dealwright.formats.facts import facts
from tests.trials import trials

FORMATS = [
    name
    for name in sorted({*names(reading=True)} & {*names(writing=True)})
    if not format_named(name).binary
]
MUTATIONS = 100_000 // len(FORMATS)
AUCTION = ("1NT", "Pass", "2C", "X", "2H", "Pass", "4H", "Pass", "Pass", "Pass")
ODD = [
    "\0", "\x1a", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\ufeff", '"', "'", "|", "[", "]",
    "{", "}", ";", "%", "\\", ",", ":", ".", "-", "#", "md|", "qx|", '[Board "', '[Deal "', "A",
    "7", " ", "\t", "\n", "\r", "\n\n", "=1=", "²",
]  # fmt: skip


@dataclass(frozen=True)
class Sample:
    """A file, its boards, and the part of the text (from, to) that is each board's."""

    name: str
    text: str
    boards: tuple[Board, ...]
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Edit:
    """Text from ``start`` to ``end`` is replaced."""

    start: int
    end: int
    text: str


def played(number: int, hands: tuple[int, int, int, int]) -> Board:
    """Return a board with all that a format may keep."""
    dealer = board_dealer(number)
    calls = tuple(Turn(text, note="ask" if text == "2C" else None) for text in AUCTION)
    tags = {"North": "Ann", "East": "Bo", "South": "Cy", "West": "Di", "Event": "Cup"}
    if number % 3:
        return Board(number, dealer, board_vulnerability(number), hands, tags)
    return Board(
        number, dealer, board_vulnerability(number), hands,
        tags, auction=calls, comments=(f"board {number} was hard",),
    )  # fmt: skip


def sample(name: str) -> Sample:
    made = [played(n, each.masks) for n, each in enumerate(deal(8, seed="mutated"), 1)]
    dealt = [facts(board).board for board in made]  # as they are written
    data, _ = write(dealt, name)
    text = data.decode()
    boards = read(text, name).boards
    assert [board.hands for board in boards] == [board.hands for board in dealt]
    return Sample(name, text, boards, spans_of(name, text, dealt))


def spans_of(name: str, text: str, boards: list[Board]) -> tuple[tuple[int, int], ...]:
    """Return the part of each board: what the writer adds for it, or its line or record."""
    made = writer(name, Settings(dealt=False))
    at = len(writer(name, Settings(dealt=False)).begin())
    parts = [made.boards([Entry(board)]) for board in boards]
    if text[:at] + "".join(parts) + made.end(8, 8) == text and all(parts):
        spans = []
        for part in parts:
            spans.append((at, at + len(part)))
            at += len(part)
        return tuple(spans)
    if name == "dup":
        return tuple((156 * at, 156 * at + 156) for at in range(len(boards)))
    lines = [match.span() for match in re.finditer(r"[^\n]+\n", text)]
    if name == "dlm":
        return tuple([each for each in lines if text.startswith("Board", each[0])][: len(boards)])
    return tuple(lines[-len(boards) :])


def pieces(text: str, random: Random) -> list[tuple[int, int]]:
    """Return the bytes, words or lines of a text, as parts of it."""
    pattern = random.choice([r"(?s).", r"\w+|\W", r"[^\r\n]*(?:\r\n|\r|\n)?"])
    if pattern == r"(?s).":
        return [(at, at + 1) for at in range(len(text))]
    return [match.span() for match in re.finditer(pattern, text) if match[0]]


def one_edit(text: str, random: Random) -> list[Edit]:
    """Draw something wrong with a text."""
    parts = pieces(text, random)
    at = random.randrange(len(parts))
    start, end = parts[at]
    other = parts[random.randrange(len(parts))]
    kind = random.choice(
        ["delete", "insert", "double", "swap", "replace", "odd", "odd", "cut", "join"]
    )
    if kind == "delete":
        return [Edit(start, end, "")]
    if kind == "insert":
        return [Edit(start, start, text[slice(*other)])]
    if kind == "double":
        return [Edit(end, end, text[start:end])]
    if kind == "swap":
        if at + 1 == len(parts):
            return []
        after, last = parts[at + 1]
        return [Edit(start, last, text[after:last] + text[start:end])]
    if kind == "replace":
        return [Edit(start, end, text[slice(*other)])]
    if kind == "odd":
        return [Edit(start, random.choice([start, end]), random.choice(ODD))]
    if kind == "cut":
        return [Edit(random.randrange(len(text)), len(text), "")]
    ends = [match.span() for match in re.finditer(r"\r?\n", text)]
    return [Edit(*random.choice(ends), random.choice(["", " "]))] if ends else []


def mutated(text: str, random: Random) -> list[Edit]:
    """Draw what is wrong with a file: one edit, or all ends of its lines."""
    if random.random() < 0.02:
        end = random.choice(["\r", "\r\n", "\n", "\n\n", "\r\r\n"])
        return [Edit(*match.span(), end) for match in re.finditer(r"\r?\n", text)]
    return one_edit(text, random)


def applied(text: str, edits: list[Edit]) -> tuple[str, Callable[[int], int]]:
    """Return the altered text, and a function from old places to new ones."""
    done, at = "", 0
    for edit in edits:
        done += text[at : edit.start] + edit.text
        at = edit.end

    def moved(place: int) -> int:
        shift = 0
        for edit in edits:
            if edit.end <= place:
                shift += len(edit.text) - (edit.end - edit.start)
            elif edit.start < place:
                return edit.start + shift
        return place + shift

    return done + text[at:], moved


def lines_of(text: str, start: int, end: int) -> range:
    """Return the numbers of the lines of a part, with one more on either side."""
    ends = re.compile(r"\r\n|\r|\n")
    first = len(ends.findall(text, 0, start)) + 1
    return range(first - 1, first + len(ends.findall(text, start, end)) + 2)


def fault_of(given: Sample, edits: list[Edit]) -> str:
    """Return what is wrong with reading an altered file, or ""."""
    text, moved = applied(given.text, edits)
    record = read(text, given.name)
    for board in record.boards:
        hands = [hand for hand in board.hands if hand is not None]
        if sum(hands) & ~PACK or sum(h.bit_count() for h in hands) != sum(hands).bit_count():
            return f"{board.hands} is not a deal"
        if any(hand.bit_count() > 13 for hand in hands):
            return f"{board.hands} has too many cards"
    whole_file = len(edits) > 1
    left = Counter(board.hands for board in record.boards)
    missing, deleted = [], 0
    for at, (board, (start, end)) in enumerate(zip(given.boards, given.spans, strict=True)):
        if left[board.hands]:
            left[board.hands] -= 1
            continue
        touched = not whole_file and any(e.start < end and e.end >= start for e in edits)
        cut = max((min(e.end, end) - max(e.start, start) for e in edits), default=0)
        if cut > 0.9 * (end - start):
            deleted += 1  # with nearly all its text
        else:
            missing.append((at, touched))
    for at, touched in missing:
        start, end = (moved(place) for place in given.spans[at])
        if named(record.problems, lines_of(text, start, end), at + 1):
            continue
        if touched and len(record.boards) + deleted >= len(given.boards):
            continue  # another deal, or none, in its place
        return f"board {at + 1} is gone{' (untouched)' if not touched else ''}: {record.problems}"
    return ""


def named(problems: tuple[Problem, ...], lines: range, number: int) -> bool:
    """Return whether a problem names one of these lines, alone or in "lines 1 to 9", or a board."""
    for problem in problems:
        between = re.search(r"lines (\d+) to (\d+)", problem.message)
        part = range(int(between[1]), int(between[2]) + 1) if between else range(0)
        if problem.line in lines or set(lines) & set(part):
            return True
        if re.search(rf"board {number}\b", problem.message):
            return True
    return False


@pytest.mark.long
@pytest.mark.parametrize("name", FORMATS)
def test_every_board_comes_back_or_is_named(name: str) -> None:
    given, random = sample(name), Random(f"mutated {name}")
    for number in range(trials(MUTATIONS)):
        edits = mutated(given.text, random)
        fault = fault_of(given, edits)
        assert not fault, f"mutation {number}: {edits}: {fault}"
