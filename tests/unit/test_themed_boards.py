"""Themed boards: stored ones are proved again, the command's files, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from pathlib import Path

import pytest

from dealwright import Deal, Deals
from dealwright.cards import Card, Seat, Strain
from dealwright.double_dummy.solver import Position
from dealwright.numbering.stream import Stream
from dealwright.play.ending import Position as EndingPosition
from dealwright.themes import lines, proved_themes
from dealwright.themes.boards import ThemedBoard, finding_boards, position_at
from dealwright.themes.lines import (
    LEAST_CHANCE,
    LEAST_RIVAL,
    MARGIN,
    SAMPLING_MARGIN,
    THEMES,
    themed_ending,
)
from dealwright.themes.pool import pool, pool_boards
from dealwright.themes.sets import NUMBER, themed_boards
from dealwright.themes.table import OpenTable, Relief
from dealwright.themes.texts import answers_text, endings_text
from tests.conftest import Result

BOTH = {"squeeze": Relief(idle=10), "throw-in": Relief(exits=10)}


def chance_of(position: EndingPosition) -> Fraction:
    """Return the chance of the best line of an ending."""
    search = position.search()
    while not search.narrow():
        pass
    return Fraction(search.bounds[0], sum(position.weights.values()))


def check(board: ThemedBoard) -> None:
    """Prove a board again, from its deal, its play and its theme alone."""
    whole = OpenTable.begin(board.deal.masks, Seat.SOUTH, Strain.NOTRUMP, Seat.WEST, 12)
    table = whole
    for card in board.play:
        assert card in table.legal()
        table = table.after(card)
    assert table.tricks == board.tricks
    north, east, south, west = table.hands
    assert table.ours
    assert not table.trick
    proof = proved_themes(
        Position((north, east, south, west), Strain.NOTRUMP, table.leader), Seat.SOUTH, board.tricks
    )
    assert proof.makes
    if board.theme in BOTH:
        assert (proof.squeeze, proof.throw_in) == (
            board.theme == "squeeze", board.theme == "throw-in",
        )  # fmt: skip
        assert board.victims == (proof.squeezed or proof.thrown_in)
        assert not whole.after(board.play[0]).makes(BOTH[board.theme])
    position, first = position_at(table)
    ending = themed_ending(board.theme, position, first)
    assert ending is not None
    assert (ending.chance, ending.rival) == (board.chance, board.rival)
    assert (ending.best, ending.after) == (board.best, board.after)
    assert chance_of(position) == board.best
    for card in board.after:
        position = lines._seen_after(position, table, card)
        table = table.after(card)
    assert chance_of(position) == board.chance
    if board.theme == "finesse-or-drop":
        assert board.rival_card is not None
        assert chance_of(position.after(board.card)) == board.chance
        assert chance_of(position.after(board.rival_card)) == board.rival
    assert (ending.seat, ending.card, ending.rival_card) == (
        board.seat, board.card, board.rival_card,
    )  # fmt: skip
    least = SAMPLING_MARGIN if board.theme == "ending" else MARGIN
    assert board.chance - board.rival >= least
    assert board.chance >= LEAST_CHANCE
    assert board.theme != "finesse-or-drop" or board.rival >= LEAST_RIVAL


def test_chances_of_a_sheet_are_those_of_the_turn_it_names() -> None:
    """Board 4 of ``--seed g1``: the ending's best line wins half, the choice three of seven."""
    text = answers_text(pool_boards("finesse-or-drop", 4, Stream("g1")), 1)
    assert "  best line of the ending 50.0% (1/2)\n  after HT H9: HJ 42.9% (3/7), HK " in text


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_every_stored_board_is_proved_again(theme: str) -> None:
    for board in pool(theme):
        check(board)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.long
def test_stored_boards_are_proved_again(theme: str) -> None:
    for board in pool_boards(theme, min(2, len(pool(theme))), Stream("proved again")):
        check(board)


@pytest.mark.long
@pytest.mark.parametrize(
    ("theme", "name"),
    [
        ("squeeze", "MARGIN"), ("throw-in", "MARGIN"), ("finesse-or-drop", "MARGIN"),
        ("ending", "SAMPLING_MARGIN"), ("squeeze", "LEAST_CHANCE"),
        ("finesse-or-drop", "LEAST_RIVAL"),
    ],
)  # fmt: skip
def test_a_board_below_a_bound_is_not_offered(
    theme: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each bound that a board is offered for, set just above what a stored board has."""
    board = pool(theme)[0]
    position, first = position_at(board.table)
    has = {"LEAST_CHANCE": board.chance, "LEAST_RIVAL": board.rival}.get(
        name, board.chance - board.rival
    )
    monkeypatch.setattr(lines, name, has)
    assert themed_ending(theme, position, first) is not None
    monkeypatch.setattr(lines, name, has + Fraction(1, 10_000))
    assert themed_ending(theme, position, first) is None


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_all_stored_boards_are_proved_again(theme: str) -> None:
    for board in pool(theme):
        check(board)


@pytest.mark.long
def test_a_board_is_found_by_its_seed() -> None:
    board, again = (finding_boards("finesse-or-drop", 1, seed="found").result() for _ in range(2))
    check(board[0])
    assert board == again


def test_stored_boards_are_of_their_themes_and_differ() -> None:
    boards = [board for theme in THEMES for board in pool(theme)]
    assert [board.theme for board in boards] == [t for t in THEMES for _ in pool(t)]
    assert len({board.deal for board in boards}) == len(boards)


def test_the_seed_chooses_the_stored_boards() -> None:
    one, same, other = (pool_boards("squeeze", 3, Stream(seed)) for seed in ("1", "1", "2"))
    assert one == same != other


def test_texts_have_the_ending_and_no_answer() -> None:
    board = pool("squeeze")[0]
    problem, answer = endings_text([board], 5), answers_text([board], 5)
    assert problem.startswith("Board 5: 6NT by south, west leads ")
    assert f"{board.tricks} of the last {board.table.left} tricks are wanted" in problem
    assert "key card" not in problem
    assert f"key card {board.card} by {board.seat}" in answer
    assert f"({board.chance}), without a squeeze" in answer
    assert answer.startswith(f"Board 5: squeeze of {board.victims[0]}")


def test_suits_that_were_not_followed_to_bound_the_layouts() -> None:
    for board in (board for theme in THEMES for board in pool(theme)):
        position, first = position_at(board.table)
        assert position.weights[first] == 1
        shown = bool(board.ending.voids)
        full = {5: 252, 6: 924}[board.table.left]
        assert (len(position.weights) < full) <= shown


def test_without_a_number_there_are_as_many_as_are_stored() -> None:
    for theme in THEMES:
        answer = themed_boards(theme, seed=1).result()
        assert answer.stored == len(pool(theme))
        assert len(answer.boards) == min(NUMBER, answer.stored)


def test_the_command_says_that_all_are_there(cli: Callable[..., Result], tmp_path: Path) -> None:
    few = cli("practice", "--theme", "ending", "--seed", "x", "-o", str(tmp_path / "few"))
    assert few.out.startswith(f"{len(pool('ending'))} boards (all that are stored) in ")
    many = cli(
        "practice", "--theme", "finesse-or-drop", "--seed", "x", "-o", str(tmp_path / "many")
    )
    assert many.out.startswith("16 boards in ")


def test_the_command_writes_the_files(cli: Callable[..., Result], tmp_path: Path) -> None:
    folder = tmp_path / "set"
    result = cli("practice", "-n", "3", "--theme", "squeeze", "--seed", "x", "-o", str(folder))
    assert result.status == 0
    boards = pool_boards("squeeze", 3, Stream("x"))
    assert (folder / "endings.txt").read_text("utf-8") == endings_text(boards, 1)
    assert (folder / "answers.txt").read_text("utf-8") == answers_text(boards, 1)
    pbn = (folder / "boards.pbn").read_text("latin-1")
    assert pbn.count('[Contract "6NT"]') == pbn.count('[Declarer "S"]') == 3
    assert [*Deals.read(folder / "boards.pbn")] == [board.deal for board in boards]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--theme", "coup"], "a theme is squeeze, throw-in, finesse-or-drop or ending"),
        (["--theme", "squeeze", "-n", "9999"], "are stored: take -n "),
        (["--theme", "squeeze", "hcp(north) > 3"], "does not go with a condition"),
        (["--theme", "squeeze", "--place", "first"], "does not go with --place"),
        (["--theme", "squeeze", "--board", "0"], "board numbers begin at 1"),
        (["--fresh"], "--fresh goes with --theme"),
    ],
)
def test_what_is_refused(cli: Callable[..., Result], arguments: list[str], message: str) -> None:
    result = cli("practice", *arguments)
    assert result.status == 2
    assert message in result.err
    assert not result.out


def test_a_stopped_search_has_the_boards_so_far() -> None:
    job = finding_boards("finesse-or-drop", 3, seed="stopped")
    job.stop()
    assert job.result() == []


def test_declarer_wins_a_trick_cheaply() -> None:
    """The jack is the cheapest of four honours that win."""
    from dealwright.themes.boards import _ordered

    deal = Deal("N:AKQJ.T98.T98.T98 T98.AKQ.AKQ.AKQJ 765.765.765.7654 432.J432.J432.32")
    table = OpenTable.begin(deal.masks, Seat.NORTH, Strain.NOTRUMP, Seat.EAST, 3)
    table = reduce(OpenTable.after, map(Card, ("ST", "S5", "S2")), table)
    assert str(_ordered(table)[0]) == "SJ"
