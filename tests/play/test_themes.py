"""Themed boards: stored ones are proved again, in any suits, the files, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from importlib.resources import files
from itertools import permutations
from pathlib import Path

import pytest
from tools.themed_boards import __main__ as command
from tools.themed_boards import lines
from tools.themed_boards.finding import finding_boards, position_at, table_of
from tools.themed_boards.lines import (
    LEAST_CHANCE,
    LEAST_RIVAL,
    MARGIN,
    SAMPLING_MARGIN,
    themed_ending,
)
from tools.themed_boards.proofs import proved_themes
from tools.themed_boards.table import NO_HANDICAP, Handicap, OpenTable

import dealwright
from dealwright import Deal, Deals, write_json
from dealwright.base.errors import ArgumentError
from dealwright.cards import Card, Seat, Strain, Suit, mask_of
from dealwright.double_dummy.asks import Position
from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream
from dealwright.play.ending import Position as EndingPosition
from dealwright.play.ending.solving import sampled_chance
from dealwright.play.themes.boards import THEMES, ThemedBoard
from dealwright.play.themes.sets import NUMBER, ThemedBoards, themed_boards
from dealwright.play.themes.stored_boards import chosen_boards, stored_boards
from dealwright.play.themes.texts import answers_text, endings_text
from tests.conftest import Result

BOTH = {"squeeze": Handicap(idle=10), "throw-in": Handicap(exits=10)}
ORDERS = [*permutations(Suit)]


def chance_of(position: EndingPosition, handicap: Handicap = NO_HANDICAP) -> Fraction:
    """Return the chance of the best line of an ending."""
    search = position.search(idle=handicap.idle, exits=handicap.exits)
    while not search.narrow_bounds():
        pass
    return Fraction(search.bounds[0], sum(position.weights.values()))


def check(board: ThemedBoard) -> None:
    """Prove a board again; its best line is the one that the search for boards finds first."""
    check_in_any_suits(board)
    ending = themed_ending(board.theme, *position_at(table_of(board)))
    assert ending is not None
    assert (ending.chance, ending.rival) == (board.chance, board.rival)
    assert (ending.best, ending.after) == (board.best, board.after)
    assert (ending.seat, ending.card, ending.rival_card) == (
        board.seat, board.card, board.rival_card,
    )  # fmt: skip


def check_in_any_suits(board: ThemedBoard) -> None:
    """Prove a board again, from its deal, its play and its theme alone.

    Which of several best lines comes first depends on the suits, and is left out.
    """
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
    position, _ = position_at(table)
    if board.theme in BOTH:
        assert chance_of(position, BOTH[board.theme]) == board.rival
    assert chance_of(position) == board.best
    if board.theme == "ending":
        assert sampled_chance(position) == board.rival
    for card in board.after:
        assert card in table.legal()
        position = lines._seen_after(position, table, card)
        table = table.after(card)
    assert chance_of(position) == board.chance
    held = [board.card] if board.rival_card is None else [board.card, board.rival_card]
    assert all(table.hands[board.seat] & card.mask for card in held)
    if board.theme == "finesse-or-drop":
        assert board.rival_card is not None
        assert set(lines._rivals(position, board.card) or ()) == set(held)
        assert chance_of(position.after(board.card)) == board.chance
        assert chance_of(position.after(board.rival_card)) == board.rival
        assert table.after(board.card).makes()
        assert not table.after(board.rival_card).makes()
    least = SAMPLING_MARGIN if board.theme == "ending" else MARGIN
    assert board.chance - board.rival >= least
    assert board.chance >= LEAST_CHANCE
    assert board.theme != "finesse-or-drop" or board.rival >= LEAST_RIVAL


def test_chances_of_a_sheet_are_those_of_the_turn_it_names() -> None:
    """Board 4 of ``--seed g1``: the ending's best line wins half, the choice three of seven."""
    text = answers_text(chosen_boards("finesse-or-drop", 4, Stream("g1")), 1)
    assert "  best line of the ending 50.0% (1/2)\n  after CT C9: CJ 42.9% (3/7), CK " in text


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_every_stored_board_is_proved_again(theme: str) -> None:
    for board in stored_boards(theme):
        check(board)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.long
def test_stored_boards_are_proved_again(theme: str) -> None:
    for board in Draws(Stream("proved again"), 0).shuffled(stored_boards(theme))[:2]:
        check(board)


# ------------------------------------------------------------------------------- suits exchanged


def document(board: ThemedBoard) -> str:
    return write_json(ThemedBoards(board.theme, "", 1, (board,)))


def exchanged_by_text(board: ThemedBoard, order: Sequence[Suit]) -> dict[str, object]:
    """Return the document of a board with its suits exchanged, letter by letter."""
    (values,) = json.loads(document(board))["boards"]
    letters = str.maketrans("CDHS", "".join(suit.letter for suit in order))
    words = dict(zip(map(str, Suit), map(str, order), strict=True))

    def cards(text: str) -> str:
        """Exchange cards, or the suits of a hand; those are sorted, spades first."""
        hand = text.translate(letters).split()
        return " ".join(sorted(hand, key=lambda suit: "SHDC".index(suit[0])))

    def hand(text: str) -> str:
        spades_first = dict(zip([*order][::-1], text.split("."), strict=True))
        return ".".join(spades_first[suit] for suit in reversed(Suit))

    deal = " ".join(map(hand, values["deal"].removeprefix("N:").split()))
    ending = values["ending"]
    voids = {
        seat: sorted((words[suit] for suit in suits), key="spades hearts diamonds clubs".index)
        for seat, suits in ending["voids"].items()
    }
    hands = {seat: cards(text) for seat, text in ending["hands"].items()}
    return values | {
        "deal": f"N:{deal}", "play": [*map(cards, values["play"])],
        "after": [*map(cards, values["after"])], "card": cards(values["card"]),
        "rival_card": values["rival_card"] and cards(values["rival_card"]),
        "ending": ending | {"hands": hands, "unseen": cards(ending["unseen"]), "voids": voids},
    }  # fmt: skip


def test_the_suits_of_everything_are_exchanged() -> None:
    """All orders come, and all fields; suits that are exchanged back give the board again."""
    boards = [board for theme in THEMES for board in stored_boards(theme)]
    for number, board in enumerate(boards * 2):
        order = ORDERS[number % len(ORDERS)]
        other = board.with_suits(order)
        assert json.loads(document(other))["boards"] == [exchanged_by_text(board, order)]
        assert other.with_suits([Suit(order.index(suit)) for suit in Suit]) == board
        assert board.with_suits([*Suit]) == board


@pytest.mark.parametrize("theme", THEMES)
def test_a_board_with_other_suits_is_proved(theme: str) -> None:
    board = stored_boards(theme)[0]
    check(board.with_suits([Suit.HEARTS, Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS]))


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
def test_boards_of_a_seed_are_proved(theme: str) -> None:
    for board in chosen_boards(theme, 4, Stream("proved with other suits")):
        check_in_any_suits(board)


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_every_stored_board_with_other_suits_is_proved(theme: str) -> None:
    for number, board in enumerate(stored_boards(theme)):
        for order in ORDERS[number % 7 :: 7]:
            check_in_any_suits(board.with_suits(order))


@pytest.mark.parametrize("order", [[Suit.CLUBS] * 4, [Suit.HEARTS], [*Suit, Suit.CLUBS]])
def test_an_order_has_each_suit_once(order: list[Suit]) -> None:
    with pytest.raises(ArgumentError, match="each of the four once, not: "):
        stored_boards("squeeze")[0].with_suits(order)


def test_each_board_of_a_seed_has_its_own_suits() -> None:
    """A board's suits depend on the seed and on its number, not on how many boards there are."""
    orders = {
        board.with_suits(order).deal: order for board in stored_boards("ending") for order in ORDERS
    }  # fmt: skip
    boards = chosen_boards("ending", 4, Stream("suits"))
    assert boards[:2] == chosen_boards("ending", 2, Stream("suits"))
    assert len({orders[board.deal] for board in boards}) > 1
    firsts = (chosen_boards("ending", 1, Stream(f"suits {seed}"))[0] for seed in range(300))
    assert {orders[board.deal] for board in firsts} == {*ORDERS}


def test_the_search_writes_the_pool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The stored boards, written again, are the stored file but for the version."""
    file = tmp_path / "stored_boards.json"
    monkeypatch.setattr(command, "_FILE", file)
    monkeypatch.setattr(command, "finding_boards", lambda theme, *_, **__: stored_boards(theme))
    for theme in reversed(THEMES):
        command.main(theme, len(stored_boards(theme)), "pool")
    stored = files("dealwright.play.themes").joinpath("stored_boards.json").read_text("utf-8")
    version = json.loads(stored)["version"]
    assert file.read_text("utf-8") == stored.replace(version, dealwright.__version__, 1)


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
    board = stored_boards(theme)[0]
    position, first = position_at(table_of(board))
    has = {"LEAST_CHANCE": board.chance, "LEAST_RIVAL": board.rival}.get(
        name, board.chance - board.rival
    )
    monkeypatch.setattr(lines, name, has)
    assert themed_ending(theme, position, first) is not None
    monkeypatch.setattr(lines, name, has + Fraction(1, 10_000))
    assert themed_ending(theme, position, first) is None


@pytest.mark.long
def test_a_board_is_found_by_its_seed() -> None:
    board, again = (finding_boards("finesse-or-drop", 1, seed="found").result() for _ in range(2))
    check(board[0])
    assert board == again


def test_stored_boards_are_of_their_themes_and_differ() -> None:
    boards = [board for theme in THEMES for board in stored_boards(theme)]
    assert [board.theme for board in boards] == [t for t in THEMES for _ in stored_boards(t)]
    assert len({board.deal for board in boards}) == len(boards)


def test_the_seed_chooses_the_stored_boards() -> None:
    one, same, other = (chosen_boards("squeeze", 3, Stream(seed)) for seed in ("1", "1", "2"))
    assert one == same != other
    assert {board.chance for board in one} != {board.chance for board in other}


def test_texts_have_the_ending_and_no_answer() -> None:
    board = stored_boards("squeeze")[0]
    problem, answer = endings_text([board], 5), answers_text([board], 5)
    assert problem.startswith("Board 5: 6NT by south, west leads ")
    assert f"{board.tricks} of the last {table_of(board).left} tricks are wanted" in problem
    assert "key card" not in problem
    assert f"key card {board.card} by {board.seat}" in answer
    assert f"({board.chance}), without a squeeze" in answer
    assert answer.startswith(f"Board 5: squeeze of {board.victims[0]}")


def test_the_ending_is_what_the_play_leaves() -> None:
    """The cards, who leads, and the suits not followed to, as the table of the search has them."""
    for board in (board for theme in THEMES for board in stored_boards(theme)):
        table, ending = table_of(board), board.ending
        assert [mask_of(ending.hands[str(seat)]) for seat in Seat] == [*table.hands]
        assert mask_of(ending.unseen) == table.hands[Seat.EAST] | table.hands[Seat.WEST]
        assert ending.leader is table.leader
        for seat in (Seat.EAST, Seat.WEST):
            shown = ending.voids.get(str(seat), ())
            assert sum(8191 << 13 * Suit.of(suit) for suit in shown) == table.voids[seat]


def test_suits_that_were_not_followed_to_bound_the_layouts() -> None:
    for board in (board for theme in THEMES for board in stored_boards(theme)):
        table = table_of(board)
        position, first = position_at(table)
        assert position.weights[first] == 1
        shown = bool(board.ending.voids)
        full = {5: 252, 6: 924}[table.left]
        assert (len(position.weights) < full) <= shown


def test_without_a_number_there_are_as_many_as_are_stored() -> None:
    for theme in THEMES:
        answer = themed_boards(theme, seed=1).result()
        assert answer.stored == len(stored_boards(theme))
        assert len(answer.boards) == min(NUMBER, answer.stored)


def test_the_command_says_that_all_are_there(cli: Callable[..., Result], tmp_path: Path) -> None:
    few = cli("practice", "theme", "ending", "--seed", "x", "-o", str(tmp_path / "few"))
    assert few.out.startswith(f"{len(stored_boards('ending'))} boards (all that are stored) in ")
    many = cli("practice", "theme", "finesse-or-drop", "--seed", "x", "-o", str(tmp_path / "many"))
    assert many.out.startswith("16 boards in ")


def test_the_command_writes_the_files(cli: Callable[..., Result], tmp_path: Path) -> None:
    folder = tmp_path / "set"
    result = cli("practice", "theme", "squeeze", "-n", "3", "--seed", "x", "-o", str(folder))
    assert result.status == 0
    boards = chosen_boards("squeeze", 3, Stream("x"))
    assert (folder / "endings.txt").read_text("utf-8") == endings_text(boards, 1)
    assert (folder / "answers.txt").read_text("utf-8") == answers_text(boards, 1)
    pbn = (folder / "boards.pbn").read_text("latin-1")
    assert pbn.count('[Contract "6NT"]') == pbn.count('[Declarer "S"]') == 3
    assert [*Deals.read(folder / "boards.pbn")] == [board.deal for board in boards]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["coup"],
            "'coup' is not a theme; choose squeeze, throw-in, finesse-or-drop or ending",
        ),
        (["squeeze", "-n", "9999"], ": use -n "),
        (["squeeze", "hcp(north) > 3"], "Got unexpected extra argument"),
        (["squeeze", "--place", "first"], "No such option: --place"),
        (["squeeze", "--board", "0"], "board numbers begin at 1"),
    ],
)
def test_what_is_refused(cli: Callable[..., Result], arguments: list[str], message: str) -> None:
    result = cli("practice", "theme", *arguments)
    assert result.status == 2
    assert message in result.err
    assert not result.out


def test_a_stopped_search_has_the_boards_so_far() -> None:
    job = finding_boards("finesse-or-drop", 3, seed="stopped")
    job.stop()
    assert job.result() == []


def test_declarer_wins_a_trick_cheaply() -> None:
    """The jack is the cheapest of four honours that win."""
    from tools.themed_boards.finding import _ordered

    deal = Deal("N:AKQJ.T98.T98.T98 T98.AKQ.AKQ.AKQJ 765.765.765.7654 432.J432.J432.32")
    table = OpenTable.begin(deal.masks, Seat.NORTH, Strain.NOTRUMP, Seat.EAST, 3)
    table = reduce(OpenTable.after, map(Card, ("ST", "S5", "S2")), table)
    assert str(_ordered(table)[0]) == "SJ"
