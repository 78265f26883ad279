"""The other formats: records of fixed length, Deal's and dealer's lines, RBN and RBX."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealwright import ArgumentError, CardError, Deal, Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats import Board, Turn, format_named, format_of_path, names, read, write

DEAL = Deal("N:2.T98.K752.KJT84 5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 KJT97643.K3.A43.")
BOARD = Board(hands=DEAL.masks)
BOTH = sorted({*names(reading=True)} & {*names(writing=True)})
WHOLE = [name for name in names() if format_named(name).whole]


class TestRegister:
    def test_names_and_endings(self) -> None:
        assert len(names()) >= 23
        assert {*names()} == {*names(reading=True)} | {*names(writing=True)}
        for name in names():
            form = format_named(name)
            assert form.summary
            for ending in form.endings:
                assert format_of_path(f"x{ending.upper()}") == name
                reads = format_of_path(f"x{ending}", reading=True)
                writes = format_of_path(f"x{ending}", writing=True)
                assert reads == (name if name in names(reading=True) else None)
                assert writes == (name if name in names(writing=True) else None)
        assert format_of_path("noending") is None
        assert format_of_path("x.xyz") is None
        assert format_of_path("x.records") is None  # a module of the folder, and no format

    def test_unknown_names(self) -> None:
        with pytest.raises(
            ArgumentError,
            match=f"'xyz' cannot be read; choose one of {', '.join(names(reading=True))}$",
        ):
            read("", "xyz")
        with pytest.raises(ArgumentError, match="'dealer' cannot be written"):
            write([], "dealer")
        with pytest.raises(
            ArgumentError, match=f"'records' is unknown; choose one of {', '.join(names())}$"
        ):
            format_named("records")

    def test_latin_1(self) -> None:
        assert read(b'[West "Ren\xe9"]', "pbn").boards[0].tags == {"West": "René"}
        assert read('\ufeff[West "René"]'.encode(), "pbn").boards[0].tags == {"West": "René"}

    @pytest.mark.parametrize("name", WHOLE)
    def test_boards_that_a_format_cannot_hold(self, name: str) -> None:
        partial = Board(number=7, hands=(DEAL.masks[0], DEAL.masks[1], None, None))
        data, left_out = write([partial, BOARD], name)
        assert [board.deal for board in read(data, name).boards] == [DEAL]
        assert len(left_out) == 1
        assert "board 7 is left out" in str(left_out[0])

    @pytest.mark.parametrize("name", BOTH)
    def test_nothing_is_written_and_read(self, name: str) -> None:
        data, left_out = write([], name)
        assert not left_out
        assert read(data, name).boards == ()


class TestBoard:
    def test_the_fourth_hand(self) -> None:
        board = Board(hands=(DEAL.masks[0], None, DEAL.masks[2], DEAL.masks[3]))
        assert board.deal == DEAL
        assert Board(hands=(DEAL.masks[0], None, DEAL.masks[2], None)).deal is None

    def test_cards_that_cannot_be(self) -> None:
        with pytest.raises(CardError, match="dealt twice: C2"):
            Board(hands=(1, 1, None, None))
        with pytest.raises(CardError, match="14 cards"):
            Board(hands=((1 << 14) - 1, None, None, None))


class TestFixed:
    @pytest.mark.parametrize(
        ("name", "bad", "words"),
        [
            ("bri", "53" * 39, "53 is not a card"),
            ("bri", "01" * 39, "occurs twice"),
            ("bri", "0x" * 39, "78 digits"),
            ("bri", "0102", "78 characters"),
            ("dge", "x" * 68, "neither a suit"),
            ("dge", "SAHDC" + "S" * 63, "13 ranks"),
            ("dup", "1" * 100, "156 characters"),
            ("hrf", "1 SAHKDQCJ", "four hands"),
            ("hrf", "1 SAHKDQCJ SHDC SHDC SHDC", "not all four"),
            ("dlm", "Board 1=abc", "26 letters"),
            ("dlm", "Board 1=" + "a" * 26, "52 cards"),
            ("dlm", "Board 2=aaaaaabffffffkkkkkklppppp1", "26 letters"),
            ("ddline", "a|b|c", "not 3 parts"),
            ("ddline", "A...|...|...|..." + "|1 1 1 1 " + "1" * 5000, "not 5 parts"),
            ("ddline", "A|||" + "|1 1 1 1 " + "1" * 5000 + "|||", "five numbers"),
            ("ddline", "AK Q J|...|...|...", "four suits"),
            ("ddline", "2 3 4 5|...|...|...", "not all four"),
            ("ddline", "A...|...|...|...|1|2|3|4", "five numbers"),
            ("ddline", "A...|...|...|...|1 2 3 4 14|1 1 1 1 1|1 1 1 1 1|1 1 1 1 1", "14 tricks"),
            ("rbx", "B{1", "not a field"),
            ("rbx", "?{1}", "not a field"),
        ],
    )
    def test_a_bad_line_among_good_ones(self, name: str, bad: str, words: str) -> None:
        good = "" if name == "dlm" else write([BOARD], name)[0].decode().rstrip("\r\n") + "\n"
        if name == "dlm":
            good = "Board 01=jlifaelnecgmoldfjmcflinlap023\n"
        record = read(f"{good}{bad}\n{good}", name)
        assert len(record.boards) == 2
        assert words in record.problems[0].message
        assert record.problems[0].line == good.count("\n") + 1

    def test_dup_that_disagrees(self) -> None:
        data = write([BOARD], "dup")[0].decode()
        other = write([replace(BOARD, hands=DEAL.masks[1:] + DEAL.masks[:1])], "dup")[0].decode()
        record = read(data[:78] + other[78:], "dup")
        assert "do not agree" in record.problems[0].message

    def test_dup_numbers(self) -> None:
        boards = [replace(BOARD, number=number) for number in (17, 18, 19)]
        assert write(boards, "dup")[0].decode()[146:156] == "YN17 1 19 "
        assert [b.number for b in read(write(boards, "dup")[0], "dup").boards] == [17, 18, 19]
        mixed = [replace(BOARD, number=number) for number in (5, 3)]
        assert [b.number for b in read(write(mixed, "dup")[0], "dup").boards] == [1, 2]
        with pytest.raises(ArgumentError, match="up to 999"):
            write([replace(BOARD, number=1000)], "dup")

    def test_a_sealed_dup(self) -> None:
        """Machines that must not show a set leave its form in symbols blank."""
        data = write([BOARD], "dup")[0].decode()
        sealed = data[:78] + " " * 68 + data[146:]
        assert [board.deal for board in read(sealed, "dup").boards] == [DEAL]

    @pytest.mark.parametrize("name", ["bri", "dge"])
    def test_records_filled_up(self, name: str) -> None:
        record = write([BOARD], name)[0].decode()
        filled = (record + " " * 32).ljust(128, "\0") * 2
        found = read(filled, name)
        assert [board.deal for board in found.boards] == [DEAL, DEAL]
        assert not found.problems
        short = read(record[:-2] + " " * 52 + record, name)
        assert [problem.column for problem in short.problems] == [1]
        assert len(short.boards) == 1

    def test_dlm_numbers_and_checksums(self) -> None:
        boards = [replace(BOARD, number=number) for number in (98, 99)]
        data = write(boards, "dlm")[0].decode()
        assert "From board=98\r\nTo board=99\r\n" in data
        assert data.count("Board ") == 99
        assert [b.number for b in read(data, "dlm").boards] == [98, 99]
        mixed = [replace(BOARD, number=number) for number in (5, 3)]
        assert [b.number for b in read(write(mixed, "dlm")[0], "dlm").boards] == [1, 2]
        with pytest.raises(ArgumentError, match="from 1 to 99, not 99 to 100"):
            write([replace(BOARD, number=number) for number in (99, 100)], "dlm")
        record = read("Board 01=jlifaelnecgmoldfjmcflinlap024\n", "dlm")
        assert [board.number for board in record.boards] == [1]
        problem = record.problems[0]
        assert (problem.line, problem.column, problem.dropped) == (1, 36, False)
        assert problem.message == "the checksum of board 1 is 023, not 024"

    def test_hrf_has_lines_of_128(self) -> None:
        data = write([replace(BOARD, number=31)], "hrf")[0]
        assert len(data) == 128
        board = read(data.decode().replace("\r\n", "  ") * 2, "hrf").boards[1]  # run together
        assert (board.number, board.dealer) == (31, Seat.SOUTH)

    @pytest.mark.parametrize("number", [7, 31, 131])
    def test_hrf_has_the_number_in_four_columns(self, number: int) -> None:
        data, _ = write([replace(BOARD, number=number)], "hrf")
        assert data[:5].decode() == f"{number:<4}S"

    @pytest.mark.parametrize("name", ["zrd", "gib"])
    def test_a_short_record(self, name: str) -> None:
        data = write([BOARD], name)[0]
        record = read(data + data[:9], name)
        assert [board.deal for board in record.boards] == [DEAL]
        assert record.problems[0].column == len(data) + 1
        assert "9" in record.problems[0].message
        assert "has" in read(bytes(len(data)), name).problems[0].message  # all cards in one hand

    def test_tricks_of_a_table(self) -> None:
        table = {"OptimumResultTable": ("N NT 10", "s  h  8", "words", "W S x", "E S ²", "E C 14")}
        data = write([replace(BOARD, sections=table)], "zrd")[0]
        tags = read(data, "zrd").boards[0].tags
        assert tags == {"DoubleDummyTricks": "a------8------------"}


class TestDealer:
    def test_a_suit_too_long_for_its_column(self) -> None:
        rows = ["A K Q J T 9 8 7 6 5 4 3 2 " + "- " * 3, *["- " * 4] * 3]
        record = read("   1.\n" + "\n".join(rows) + "\n", "dealer")
        assert not record.boards
        assert record.problems[0].line == 1

    def test_values_behind_the_deals(self) -> None:
        line = "n 2.T98.K752.KJT84 e 5.J7642.986.9763 s AQ8.AQ5.QJT.AQ52 w KJT97643.K3.A43. 12\n"
        assert [b.deal for b in read(line + "hcp: 4\n" + line, "dealer").boards] == [DEAL] * 2

    def test_a_bad_deal(self) -> None:
        record = read("n A... e A... s ... w ...\n", "dealer")
        assert "dealt twice" in record.problems[0].message


class TestRbn:
    HANDS = "H N:2.T98.K752.KJT84:5.J7642.986.9763;AQ8.AQ5.QJT.AQ52:KJT97643.K3.A43."

    def test_a_record(self) -> None:
        record = read(
            "% RBN\n\nD 20260131\nT First::second:more\nE Final\nF I\nK Red:Blue\n"
            f"N Ann+Cy:Bob+Di:O\nB 5:A\n{self.HANDS}\nA SN:P1N*2C^0:XRA\n0 clubs or both majors\n"
            "C 2CXX:N:E\nP H2QK9:S3\nR 7-400:-12\nM text\n{a remark}\n",
            "rbn",
        )
        assert not record.problems
        board = record.boards[0]
        assert board.deal == DEAL
        assert (board.number, board.dealer) == (5, Seat.SOUTH)
        assert board.vulnerability is Vulnerability.NS
        assert board.auction == (
            Turn("Pass"), Turn("1NT", note=""), Turn("2C", note="clubs or both majors"),
            Turn("X"), Turn("XX"), *[Turn("Pass")] * 3,
        )  # fmt: skip
        assert board.tags == {
            "Date": "2026.01.31", "Description": "First:second", "RBNTitle2": "more",
            "Event": "Final", "Scoring": "IMP", "HomeTeam": "Red", "VisitTeam": "Blue",
            "North": "Ann", "South": "Cy", "West": "Bob", "East": "Di", "Room": "Open",
            "Section": "A", "Contract": "2CXX", "Declarer": "N", "Result": "7",
            "Score": "NS -400", "RBNEffective": "-12", "RBNMakes": "text",
        }  # fmt: skip
        assert board.leader is Seat.EAST
        assert board.comments == ("a remark",)
        for name in ("rbn", "rbx"):
            again = read(write([board], name)[0], name).boards[0]
            assert again == replace(board, comments=board.comments if name == "rbn" else ())

    def test_what_lasts(self) -> None:
        record = read(f"E Final\nB 1\n{self.HANDS}\nR 9\n\nB 2\n\nE\nB 3\n", "rbn")
        assert [board.tags for board in record.boards] == [
            {"Event": "Final", "Result": "9"}, {"Event": "Final"}, {},
        ]  # fmt: skip
        assert [board.deal for board in record.boards] == [DEAL] * 3
        boards = [Board(number=1, tags={"Event": "x"}), Board(number=2)]
        for name in ("rbn", "rbx"):
            assert list(read(write(boards, name)[0], name).boards) == boards

    def test_an_auction_without_a_head(self) -> None:
        board = read("A :1NP3NA", "rbn").boards[0]
        assert (board.dealer, board.vulnerability) == (Seat.WEST, None)
        assert board.tags == {"Contract": "3NT", "Declarer": "W"}
        passed = read("A NZ:PPPP", "rbn").boards[0].tags
        assert passed == {"Contract": "Pass", "Declarer": "", "Result": ""}
        alone = read("A NZ\nR P", "rbn").boards[0]
        assert alone.tags["Contract"] == "Pass"
        for name in ("rbn", "rbx"):
            assert read(write([alone], name)[0], name).boards[0] == alone
        assert read("A NZ:1CY", "rbn").boards[0].auction == (Turn("1C"), Turn("+"))

    @pytest.mark.parametrize(
        ("bad", "words"),
        [
            ("H N:A:A", "dealt twice"), ("H X:A", "not a seat"),
            ("H N:....A", "more than four suits"), ("H N:::::", "four hands"), ("Z 1", "no label"),
        ],
    )  # fmt: skip
    def test_a_bad_record_among_good_ones(self, bad: str, words: str) -> None:
        record = read(f"B 1\n\nB 2\n{bad}\n\nB 3\nH N:\n", "rbn")
        assert [board.number for board in record.boards] == [1, 3]
        assert len(record.problems) == 1
        assert words in record.problems[0].message
        assert 3 <= record.problems[0].line <= 4

    @pytest.mark.parametrize(
        ("bad", "words", "comment"),
        [
            ("A QZ:1C", "not a dealer", "auction as written: QZ:1C"),
            ("C 4S", "not a contract", "contract as written: 4S"),
            ("R x", "not a result", "result as written: x"),
            ("P 7", "which suit is led", "play as written: 7"),
            ("P S1", "not a card", "play as written: S1"),
            ("P S7", "the opening leader", "play as written: S7"),
        ],
    )  # fmt: skip
    def test_a_bad_side_field_costs_no_board(self, bad: str, words: str, comment: str) -> None:
        record = read(f"B 1\n\nB 2\n{bad}\n\nB 3\nH N:\n", "rbn")
        assert [board.number for board in record.boards] == [1, 2, 3]
        assert record.boards[1].comments == (comment,)
        (problem,) = record.problems
        assert words in problem.message
        assert not problem.dropped
