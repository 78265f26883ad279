"""``convert`` with several files, picked, turned, unique, renumbered and split boards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dealwright import Seat, deal
from dealwright.base.errors import ArgumentError
from dealwright.cards.bridge.auction import DeclaredContract
from dealwright.cards.bridge.boards import Vulnerability, board_dealer, board_vulnerability
from dealwright.cli.board_files import BoardNumbers
from dealwright.formats import (
    Board,
    Turn,
    Unique,
    format_named,
    names,
    read,
    rotated,
    south_declares,
    write,
)
from dealwright.formats.bidding import board_contract
from dealwright.formats.double_dummy_tags import tricks_of, tricks_tags

DEALS = deal(12, seed="rearranging")
# pbn and lin have board numbers, line has none.
FORMATS = ["pbn", "lin", "line"]
AUCTION = tuple(map(Turn, ("1NT", "Pass", "3NT", "Pass", "Pass", "Pass")))
FULL = Board(
    3, Seat.SOUTH, Vulnerability.EW, DEALS[0].masks,
    {
        "North": "Ann", "East": "Bo", "South": "Cy", "West": "Di", "SouthNA": "cy@home",
        "Declarer": "S", "Contract": "3NT", "Result": "NS 9", "Score": "NS 600", "Event": "EW Cup",
        "Hidden": "NS",
        "OptimumResultTable": "Declarer;Denomination;Result",
        "ScoreTable": "PairId_NS;PairId_EW;North;Declarer;Score_NS",
        **tricks_tags({(Seat.NORTH, "S"): 11, (Seat.WEST, "NT"): 4}),
    },
    {"OptimumResultTable": ("N S 11", "W NT 4"), "ScoreTable": ("1 2 Ann S 600",)},
    AUCTION, Seat.WEST, (Turn("SQ"), Turn("S2")), ("a comment",),
)  # fmt: skip


def plain(kind: str, count: int = 12, first: int = 1) -> list[Board]:
    """Return boards as a format keeps them."""
    boards = [
        Board(number, board_dealer(number), board_vulnerability(number), each.masks)
        for number, each in enumerate(DEALS[:count], first)
    ]
    return list(read(write(boards, kind)[0], kind).boards)


def file_of(folder: Path, name: str, boards: list[Board]) -> str:
    path = folder / name
    path.write_bytes(write(boards, ending(name))[0])
    return str(path)


def ending(name: str) -> str:
    return {"lines": "line"}.get(name.rpartition(".")[2], name.rpartition(".")[2])


def suffix(kind: str) -> str:
    return {"line": "lines"}.get(kind, kind)


def boards_of(path: Path) -> tuple[Board, ...]:
    record = read(path.read_bytes(), ending(path.name))
    assert record.problems == ()
    return record.boards


@pytest.mark.parametrize("kind", FORMATS)
class TestFiles:
    def test_several_are_merged(self, cli, tmp_path: Path, kind: str) -> None:
        sources = [
            file_of(tmp_path, f"a.{suffix(kind)}", plain(kind)),
            file_of(tmp_path, "b.lin", plain("lin", 3, 41)),
        ]
        target = tmp_path / "c.pbn"
        assert cli("convert", *sources, str(target)).status == 0
        boards = boards_of(target)
        assert [board.hands for board in boards] == [
            each.masks for each in (*DEALS, *DEALS[:3])
        ]  # fmt: skip
        own = [None] * 12 if kind == "line" else [*range(1, 13)]
        assert [board.number for board in boards] == [*own, 41, 42, 43]

    def test_boards_are_picked(self, cli, tmp_path: Path, kind: str) -> None:
        first = 1 if kind == "line" else 21
        source = file_of(tmp_path, f"a.{suffix(kind)}", plain(kind, first=first))
        target = tmp_path / f"b.{suffix(kind)}"
        picked = f"{first + 1}-{first + 3},{first + 9}, {first + 30}..{first + 40}"
        found = cli("convert", source, str(target), "--pick", picked)
        assert found.status == 0
        assert [board.hands for board in boards_of(target)] == [
            DEALS[at].masks for at in (1, 2, 3, 9)
        ]  # fmt: skip
        assert f"note: no board has the number {first + 30} to {first + 40}" in found.err

    def test_boards_without_numbers_are_counted_in_each_file(
        self, cli, tmp_path: Path, kind: str
    ) -> None:
        boards = plain(kind)
        one = file_of(tmp_path, f"a.{suffix(kind)}", boards[:5])
        other = file_of(tmp_path, f"b.{suffix(kind)}", boards[5:] if kind == "line" else boards)
        target = tmp_path / f"c.{suffix(kind)}"
        assert cli("convert", one, other, str(target), "--pick", "1-2").status == 0
        first = 5 if kind == "line" else 0
        assert [board.hands for board in boards_of(target)] == [
            DEALS[at].masks for at in (0, 1, first, first + 1)
        ]  # fmt: skip

    def test_files_are_split(self, cli, tmp_path: Path, kind: str) -> None:
        source = file_of(tmp_path, f"a.{suffix(kind)}", plain(kind))
        assert cli("convert", source, str(tmp_path / "set.pbn"), "--split", "5").status == 0
        files = sorted(tmp_path.glob("set*"))
        assert [path.name for path in files] == ["set-001.pbn", "set-002.pbn", "set-003.pbn"]
        boards = [boards_of(path) for path in files]
        assert [len(some) for some in boards] == [5, 5, 2]
        hands = [board.hands for some in boards for board in some]
        assert hands == [each.masks for each in DEALS]

    def test_repeated_deals(self, cli, tmp_path: Path, kind: str) -> None:
        one = file_of(tmp_path, f"a.{suffix(kind)}", plain(kind))
        target = tmp_path / "b.pbn"
        found = cli("convert", one, one, one, str(target), "--unique")
        assert (found.status, found.err) == (0, "dealwright: 24 repeated deals left out\n")
        assert [board.hands for board in boards_of(target)] == [each.masks for each in DEALS]

    def test_numbers(self, cli, tmp_path: Path, kind: str) -> None:
        source = file_of(tmp_path, f"a.{suffix(kind)}", plain(kind, first=5))
        for words, first in (
            (["--renumber"], 1),
            (["--renumber", "17"], 17),
            (["--board", "2"], 2),
        ):
            target = tmp_path / "b.pbn"
            assert cli("convert", source, str(target), *words).status == 0
            assert [
                (board.number, board.dealer, board.vulnerability) for board in boards_of(target)
            ] == [
                (number, board_dealer(number), board_vulnerability(number))
                for number in range(first, first + 12)
            ]  # fmt: skip

    def test_hands_are_turned(self, cli, tmp_path: Path, kind: str) -> None:
        source = file_of(tmp_path, f"a.{suffix(kind)}", plain(kind))
        target = tmp_path / f"b.{suffix(kind)}"
        assert cli("convert", source, str(target), "--rotate", "3").status == 0
        for old, new in zip(plain(kind), boards_of(target), strict=True):
            north, *others = old.hands
            assert new.hands == (*others, north)  # three seats on is one back
            assert new.number == old.number
            if old.dealer is not None:
                assert new.dealer is old.dealer.right


def test_all_at_once(cli, tmp_path: Path) -> None:
    source = file_of(tmp_path, "a.pbn", plain("pbn"))
    words = ["--pick", "3-10", "--rotate", "2", "--unique", "--renumber", "--split", "6"]
    found = cli("convert", source, source, str(tmp_path / "b.lin"), *words)
    assert found.status == 0
    boards = [*boards_of(tmp_path / "b-001.lin"), *boards_of(tmp_path / "b-002.lin")]
    assert [board.number for board in boards] == [*range(1, 9)]
    assert [board.hands[2] for board in boards] == [each.masks[0] for each in DEALS[2:10]]


def test_renumber_before_the_names(cli, tmp_path: Path) -> None:
    source, target = file_of(tmp_path, "a.pbn", plain("pbn", first=9)), tmp_path / "b.pbn"
    assert cli("convert", "--renumber", source, str(target)).status == 0
    assert boards_of(target)[0].number == 1


def test_a_file_that_cannot_be_read_leaves_the_split_files_whole(cli, tmp_path: Path) -> None:
    """The files that are complete stay; the one that is being written is left as it was."""
    source = file_of(tmp_path, "a.pbn", plain("pbn"))
    for number in (1, 2):
        (tmp_path / f"b-00{number}.pbn").write_text("before", "utf-8")
    found = cli("convert", source, "/no/such.pbn", str(tmp_path / "b.pbn"), "--split", "8")
    assert found.status == 2
    assert len(boards_of(tmp_path / "b-001.pbn")) == 8
    assert (tmp_path / "b-002.pbn").read_text("utf-8") == "before"


def test_a_file_without_boards_among_others(cli, tmp_path: Path) -> None:
    source, empty = file_of(tmp_path, "a.pbn", plain("pbn")), tmp_path / "empty.lin"
    empty.write_text("", "utf-8")
    found = cli("convert", source, str(empty), str(tmp_path / "b.pbn"))
    assert found.status == 1
    assert found.err == f"dealwright: {empty}: no board could be read as lin\n"
    assert len(boards_of(tmp_path / "b.pbn")) == 12


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--pick", "3-1"], "1-16,20, not '3-1'"),
        (["--pick", "one"], "1-16,20, not 'one'"),
        (["--pick", ""], "1-16,20, not ''"),
        (["--pick", "77"], "no board has the number 77"),
        (["--split", "0"], "--split must be at least 1"),
        (["--renumber", "0"], "begin at 1"),
        (["--rotate", "x"], "not a valid"),
    ],
)
def test_bad_input(cli, tmp_path: Path, words: list[str], text: str) -> None:
    source, target = file_of(tmp_path, "a.pbn", plain("pbn")), tmp_path / "b.pbn"
    found = cli("convert", source, str(target), *words)
    assert found.status == 2
    assert text in found.err
    assert not target.exists()


def test_standard_output_is_one_file(cli, tmp_path: Path) -> None:
    source = file_of(tmp_path, "a.pbn", plain("pbn"))
    found = cli("convert", source, "-", "--to", "line", "--split", "2")
    assert (found.status, found.out) == (2, "")
    assert "standard output is one file" in found.err


class TestRotated:
    def test_everything_turns(self) -> None:
        turned = rotated(FULL, 1)
        assert (turned.number, turned.dealer, turned.leader) == (3, Seat.WEST, Seat.NORTH)
        assert turned.vulnerability is Vulnerability.NS
        assert turned.hands == (FULL.hands[3], *FULL.hands[:3])
        assert (turned.auction, turned.play, turned.comments) == (
            FULL.auction, FULL.play, FULL.comments,
        )  # fmt: skip
        assert tricks_of(turned) == {(Seat.EAST, "S"): 11, (Seat.NORTH, "NT"): 4}
        assert turned.tags == {
            "East": "Ann", "South": "Bo", "West": "Cy", "North": "Di", "WestNA": "cy@home",
            "Declarer": "W", "Contract": "3NT", "Result": "EW 9", "Score": "EW 600",
            "Event": "EW Cup", "Hidden": "EW",
            "OptimumResultTable": "Declarer;Denomination;Result",
            "ScoreTable": "PairId_EW;PairId_NS;East;Declarer;Score_EW",
            **tricks_tags({(Seat.EAST, "S"): 11, (Seat.NORTH, "NT"): 4}),
        }  # fmt: skip
        assert turned.sections == {
            "OptimumResultTable": ("E S 11", "N NT 4"), "ScoreTable": ("1 2 Ann W 600",),
        }  # fmt: skip

    @pytest.mark.parametrize("seats", range(-4, 9))
    def test_turns_add_up(self, seats: int) -> None:
        assert rotated(rotated(FULL, seats), -seats) == FULL
        assert rotated(rotated(FULL, seats), 1) == rotated(FULL, seats + 1)

    @pytest.mark.parametrize(
        "name", sorted({*names(reading=True)} & {*names(writing=True)} - {"parquet"})
    )
    def test_formats_read_a_turned_board(self, name: str) -> None:
        """What a format keeps of a turned board is what it keeps of the board, turned.

        Formats that take dealer and vulnerability from the number can only turn the hands.
        """
        board = replace(
            FULL, tags={"North": "Ann", "Contract": "3NT", "Declarer": "S"}, sections={}
        )
        (before,) = read(write([board], name)[0], name).boards
        (after,) = read(write([rotated(board)], name)[0], name).boards
        assert after.hands == rotated(before).hands
        if name in ("pbn", "lin", "rbn", "json", "csv", "handviewer"):
            assert after.dealer == rotated(before).dealer
            assert after.vulnerability == rotated(before).vulnerability
            assert after.auction == before.auction
        assert format_named(name).read is not None

    def test_a_table_without_a_head(self) -> None:
        board = Board(sections={"OptimumResultTable": ("N NT 9", "E NT")})
        turned = rotated(board, 2)
        assert tricks_of(turned) == {(Seat.SOUTH, "NT"): 9, (Seat.WEST, "NT"): 0}

    def test_values_that_name_seats_in_their_own_way_are_left_out(self) -> None:
        board = Board(tags={"Minimax": "4SN-620", "Site": "Here"})
        assert rotated(board).tags == {"Site": "Here"}


@pytest.mark.long
def test_unique_takes_partly_known_deals() -> None:
    half = Board(1, hands=(1 << 51, None, None, None))
    other = Board(2, hands=(None, 1 << 51, None, None))
    bare = Board(3, auction=AUCTION)
    found = Unique([half, other, replace(half, number=9), bare, bare])
    assert [board.number for board in found] == [1, 2, 3, 3]
    assert found.repeated == 1


def test_board_numbers() -> None:
    numbers = BoardNumbers("7,1 - 2,7")
    assert [n for n in range(10) if n in numbers] == [1, 2, 7]
    assert numbers.missing == ""
    for text in ("", ",", "1-", "-1", "1,,2", "²"):
        with pytest.raises(ArgumentError):
            BoardNumbers(text)


class TestSouthDeclares:
    def test_everything_turns_with_the_declarer(self) -> None:
        for declarer in Seat:
            board = replace(FULL, tags={**FULL.tags, "Declarer": declarer.letter})
            turned = south_declares(board)
            assert turned == rotated(board, 2 - declarer)
            assert turned.tags["Declarer"] == "S"
            assert turned.hands[Seat.SOUTH] == board.hands[declarer]

    def test_the_auction_names_the_declarer(self) -> None:
        calls = tuple(Turn(call) for call in ("Pass", "1H", "Pass", "2H", "Pass", "Pass", "Pass"))
        turned = south_declares(Board(1, Seat.NORTH, Vulnerability.EW, auction=calls))
        assert (turned.dealer, turned.vulnerability) == (Seat.EAST, Vulnerability.NS)
        assert board_contract(turned) == DeclaredContract(2, "H", "", Seat.SOUTH)

    def test_command(self, cli, tmp_path: Path) -> None:
        boards = [
            Board(seat + 1, Seat.NORTH, Vulnerability.NS, DEALS[seat].masks,
                  {"Contract": "3NT", "Declarer": seat.letter, "Result": "9"})
            for seat in Seat
        ]  # fmt: skip
        source, target = file_of(tmp_path, "a.pbn", boards), tmp_path / "b.pbn"
        assert cli("convert", source, str(target), "--south-declares").status == 0
        for before, after, seat in zip(boards, boards_of(target), Seat, strict=True):
            assert after.tags["Declarer"] == "S"
            assert after.hands[Seat.SOUTH] == before.hands[seat]
            assert after.dealer == Seat((2 - seat) % 4)
            assert after.vulnerability is (Vulnerability.EW if seat % 2 else Vulnerability.NS)

    @pytest.mark.parametrize("contract", [{}, {"Contract": "Pass"}, {"Contract": "3NT"}])
    def test_a_board_without_a_contract(
        self, cli, tmp_path: Path, contract: dict[str, str]
    ) -> None:
        boards = [Board(1, tags={"Contract": "3NT", "Declarer": "E"}), Board(7, tags=contract)]
        boards = [replace(board, hands=DEALS[0].masks) for board in boards]
        source, target = file_of(tmp_path, "a.pbn", boards), tmp_path / "b.pbn"
        found = cli("convert", source, str(target), "--south-declares")
        assert (found.status, len(found.err.splitlines())) == (2, 1)
        assert "board 7 has no contract, so nobody declares; --pick can leave it out" in found.err
        assert not target.exists()
        assert cli("convert", source, str(target), "--south-declares", "--pick", "1").status == 0

    def test_one_way_to_turn(self, cli, tmp_path: Path) -> None:
        source = file_of(tmp_path, "a.pbn", plain("pbn"))
        found = cli("convert", source, "-", "--to", "pbn", "--south-declares", "--rotate", "1")
        assert (found.status, found.out) == (2, "")
        assert "choose one" in found.err
