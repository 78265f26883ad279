"""Damaged files whose boards used to be lost without a word, one example of each."""

from __future__ import annotations

import pytest

from dealwright import deal
from dealwright.formats import Board, Record, read, write

BOARDS = [Board(number, hands=each.masks) for number, each in enumerate(deal(4, seed=4), 1)]
TEXTS = {
    name: write(BOARDS, name)[0].decode()
    for name in ("csv", "dlm", "handviewer", "json", "lin", "line", "pbn", "rbn", "rbx")
}


def damaged(name: str, old: str, new: str, count: int = 1) -> Record:
    text = TEXTS[name]
    assert old in text
    return read(text.replace(old, new, count), name)


def hands(record: Record) -> list[object]:
    return [board.hands for board in record.boards]


ALL = [board.hands for board in BOARDS]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("lin", "|pg||\nqx|o3", "|pg|\nqx|o3"),
        ("lin", "st||md|", "st|md|"),
        ("lin", "\nqx|o2", ";qx|o2"),
        ("handviewer", "\nhttps", "https"),
        ("handviewer", "\nhttps", " https"),
        ("rbn", "\n\nB 2", "\nB 2"),
        ("rbx", "\nB{2}", "B{2}"),
        ("json", '"deals": [', '"|": ['),
        ("json", '{"generator"', '[{"generator"'),
        ("json", '{"board": 3', ']{"board": 3'),
        ("json", '{"board": 3', ']\n{"board": 3'),
        ("line", "\nN:", "\tN:"),
        ("pbn", "% EXPORT", "words\n% EXPORT"),
    ],
)
def test_no_board_is_lost(name: str, old: str, new: str) -> None:
    assert hands(damaged(name, old, new)) == ALL


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("lin", "md|", "mx|", "has no cards (md)"),
        ("dlm", "Board 02=", "Bord 02=", "not a number and 26 letters"),
        ("dlm", "To board=4", "To board=3", "board 4 is outside"),
        ("dlm", "To board=4", "To board=99", ""),
        ("handviewer", "https", "#https", "a link in a comment"),
        ("rbx", "B{2}", "%B{2}", "a comment holds a record"),
        ("csv", "north", "nort", ""),
        ("pbn", '[Event "?"]', '{Event "?"]', "not a tag"),
    ],
)
def test_what_is_lost_is_named(name: str, old: str, new: str, words: str) -> None:
    record = damaged(name, old, new)
    texts = [problem.message for problem in record.problems]
    if words:
        assert any(words in text for text in texts), texts
    else:
        assert set(ALL) <= set(hands(record))


def test_a_file_that_ends_early_names_the_boards_that_are_missing() -> None:
    text = TEXTS["dlm"]
    record = read(text[: text.index("Board 03")], "dlm")
    assert hands(record) == ALL[:2]
    assert [problem.message for problem in record.problems] == [
        "board 3 is missing, up to board 4", "board 4 is missing, up to board 4",
    ]  # fmt: skip


def test_hands_under_a_name_that_is_none() -> None:
    record = damaged("csv", "north,east", "nort,eas")
    assert [problem.message for problem in record.problems[:2]] == [
        "columns with these names are not read: nort, eas",
        "hands stand in a column that is not named so, in lines 2 to 5",
    ]


def test_every_fault_of_a_line_has_its_place() -> None:
    """Mutants: the first fault of a row alone; the second column for the first."""
    row = "1,somebody,sometimes,AKQ2.T98.543.AK7,,,"
    text = f"board,dealer,vulnerable,north,east,south,west\n{row}\n"
    places = [(problem.line, problem.column) for problem in read(text, "csv").problems]
    assert places == [(2, 3), (2, 12)]
    (problem,) = read("N 1\nxx\n", "rbn").problems
    assert (problem.line, problem.column) == (2, 1)
