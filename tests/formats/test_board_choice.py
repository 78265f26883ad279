"""Boards that are found by their contract, declarer, result and score."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dealwright import Seat, deal
from dealwright.base.errors import ArgumentError
from dealwright.formats import Board, Turn, write
from dealwright.formats.board_choice import wanted

PLAYED = [  # contract, declarer, result and score of each board
    ("3NT", "N", "9", "NS 400"), ("4S", "N", "10", "NS 420"), ("4S", "E", "9", "NS 50"),
    ("4HX", "S", "8", "NS -300"), ("3NT", "W", "10", "NS -430"), ("Pass", "", "", ""),
    ("6D", "S", "12", "920"), ("", "", "", ""), ("1NTXX", "E", "", ""),
]  # fmt: skip


def boards() -> list[Board]:
    names = ("Contract", "Declarer", "Result", "Score")
    return [
        Board(
            number, hands=each.masks,
            tags={name: text for name, text in zip(names, played, strict=True) if text},
        )
        for number, (each, played) in enumerate(zip(deal(9, seed=1), PLAYED, strict=True), 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ({"contract": "3NT"}, [1, 5]), ({"contract": "3nt-w, 4S"}, [2, 3, 5]),
        ({"contract": "4H"}, [4]), ({"contract": "4HX"}, [4]), ({"contract": "4HXX"}, []),
        ({"contract": "1NXX"}, [9]), ({"contract": "pass"}, [6]),
        ({"declarer": "ns"}, [1, 2, 4, 7]),
        ({"declarer": "East"}, [3, 9]), ({"declarer": "n, w"}, [1, 2, 5]),
        ({"result": "9"}, [1, 3]), ({"result": "10+"}, [2, 5, 7]), ({"result": "8..9"}, [1, 3, 4]),
        ({"result": "<9"}, [4]), ({"result": "made"}, [1, 2, 5, 7]), ({"result": "down"}, [3, 4]),
        ({"result": "-1"}, [3]), ({"result": "-1..-3"}, [3, 4]), ({"result": "="}, [1, 2, 7]),
        ({"result": "+1"}, [5]), ({"score": ">=400"}, [1, 2, 7]), ({"score": "-300"}, [4]),
        ({"score": "-500..-300"}, [4, 5]),
        ({"contract": "4S", "declarer": "ew", "result": "down", "score": ">0"}, [3]),
    ],
)  # fmt: skip
def test_what_was_played(asked: dict[str, str], numbers: list[int]) -> None:
    """Mutants: each of the four forgotten; a score of declarer's side; a limit one off."""
    test = wanted(**asked)
    assert test is not None
    assert [board.number for board in boards() if test(board)] == numbers


def test_facts_that_follow() -> None:
    """The contract of the calls counts; without a dealer nobody knows who declared."""
    calls = tuple(Turn(call) for call in ("1NT", "Pass", "Pass", "Pass"))
    test = wanted("1NT-E")
    assert test is not None
    assert test(Board(1, Seat.EAST, auction=calls))
    assert not test(Board(1, auction=calls))


@pytest.mark.parametrize(("declarer", "points"), [("N", 140), ("E", -140), ("W", -140)])
def test_a_score_without_a_side_is_of_declarer(declarer: str, points: int) -> None:
    tags = {"Contract": "2H", "Declarer": declarer, "Result": "9", "Score": "140"}
    board = Board(1, Seat.NORTH, tags=tags)
    found = [wanted(score=str(score)) for score in (points, -points)]
    assert [test is not None and test(board) for test in found] == [True, False]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"contract": "8S"}, "'8S' is not a contract; write 3NT, 4S-N, 4HX or pass"),
        ({"declarer": "x"}, "'x' is not a declarer"), ({"result": "many"}, "9, 10+, 9..11"),
        ({"score": "good"}, "'good' is not a score; write one such as 420, >=600"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(asked: dict[str, str], words: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        wanted(**asked)
    assert words in str(caught.value)


def test_the_command(cli: Callable[..., Any], tmp_path: Path) -> None:
    """Mutant: the file is taken for a condition, or found boards are counted before the test."""
    path = tmp_path / "a.pbn"
    path.write_bytes(write(boards(), "pbn")[0])
    found = cli("find", str(path), "--contract", "3NT", "--format", "pbn")
    assert found.out.count("[Board ") == 2
    assert "2 of 9 boards (22.2 %)" in found.err
    both = cli("find", "hcp(north) >= 0", str(path), "--declarer", "ns", "--result", "made")
    assert "3 of 9 boards" in both.err
    none = cli("find", "hcp(north) > 40", str(path), "--declarer", "ns")
    assert "0 of 9 boards" in none.err
    assert wanted() is None
