"""No stated fact of a board is lost or changed on its way through a format without a note."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

import pytest

from dealwright.formats import Board, names, read, write
from dealwright.formats.facts import facts
from dealwright.formats.read_back import KINDS, facts_of
from dealwright.formats.registry import format_named
from tests.stated_boards import stated_boards
from tests.trials import soak

BOTH = sorted({*names(reading=True)} & {*names(writing=True)})
FEW, MANY = 60, soak(2_000)


def through(boards: Sequence[Board], name: str) -> tuple[Sequence[Board], str]:
    """Return boards as a format gives them back, and the notes on the way; none if it cannot."""
    try:
        data, written = write(boards, name)
    except ValueError:  # a number that the format cannot have
        return (), ""
    record = read(data, name)
    assert not any(problem.dropped for problem in record.problems), (name, record.problems)
    kept = sum(not problem.dropped for problem in written)
    assert kept <= 1, written  # one note a file
    notes = " ".join(problem.message for problem in written)
    if "can be read again" in notes:  # a board of which the format holds nothing
        return (), notes
    lost = sum(problem.dropped for problem in written)
    assert len(record.boards) == len(boards) - lost
    return record.boards if not lost else (), notes


def faults(before: Board, after: Board, notes: str) -> list[str]:
    """Return the kinds of facts that are lost or changed without a note."""
    one, other = facts_of(facts(before).board), facts_of(after)
    differing = [kind for kind in one if one[kind] != other.get(kind)]
    if set(before.comments) <= set(after.comments):
        differing = [kind for kind in differing if kind != "comments"]
    return [kind for kind in differing if not is_named(kind, notes)]


def is_named(kind: str, notes: str) -> bool:
    one, several = KINDS[kind]
    return one in notes or re.search(several.replace("{n}", "[0-9,]+"), notes) is not None


@pytest.mark.parametrize("name", BOTH)
def test_what_is_lost_is_named(name: str) -> None:
    for board in islice(stated_boards("fast"), FEW):
        for after in through([board], name)[0]:
            notes = through([board], name)[1]
            assert faults(board, after, notes) == [], (board, after, notes)


@pytest.mark.slow
@pytest.mark.parametrize("second", BOTH)
@pytest.mark.parametrize("first", BOTH)
def test_through_all_pairs_of_formats(first: str, second: str) -> None:
    for board in islice(stated_boards(f"{first} {second}"), MANY):
        between, notes = through([board], first)
        for middle in between:
            assert faults(board, middle, notes) == [], (board, middle, notes)
            ends, notes_after = through([middle], second)
            for end in ends:
                assert faults(middle, end, notes_after) == [], (middle, end, notes_after)


@pytest.mark.parametrize("plain", [0.5, 0.95])
@pytest.mark.parametrize("name", [n for n in BOTH if format_named(n).lossless is not None])
def test_a_format_loses_nothing_of_boards_that_it_says_it_holds(name: str, plain: float) -> None:
    held = format_named(name).lossless
    assert held is not None
    boards = [facts(board).board for board in islice(stated_boards("held", plain=plain), 300)]
    boards = [board for board in boards if held(board)]
    assert len(boards) > {0.95: 100, 0.5: 5}[plain]
    data, notes = write(boards, name)
    assert notes == ()
    assert [*map(facts_of, read(data, name).boards)] == [*map(facts_of, boards)]


def test_usual_boards_have_no_contradictions() -> None:
    for board in islice(stated_boards("usual", plain=1), 200):
        assert facts(board).contradictions == ()


def test_what_follows_is_filled_in() -> None:
    for board in islice(stated_boards("whole", plain=1), 200):
        whole = facts(board).board
        bare = Board(
            board.number, board.dealer, board.vulnerability, board.hands,
            auction=board.auction, leader=None, play=board.play,
        )  # fmt: skip
        if not whole.auction or (len(whole.play) < 48 and whole.tags.get("Result")):
            continue
        filled = facts(bare).board
        assert filled.leader == whole.leader
        for name in ("Contract", "Declarer", "Result", "Score"):
            assert filled.tags.get(name) == whole.tags.get(name), name
