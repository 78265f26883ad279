"""Reading and writing PBN: what people and programs write, and what export form asks."""

from __future__ import annotations

import pytest

from dealwright import Deal, Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats import Board, Turn, read, write

DEAL = "N:2.T98.K752.KJT84 5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 KJT97643.K3.A43."


def only(text: str) -> Board:
    record = read(text, "pbn")
    assert not [problem for problem in record.problems if problem.dropped]
    assert len(record.boards) == 1
    return record.boards[0]


class TestReading:
    def test_import_form(self) -> None:
        board = only(
            '% PBN 2.1\n% anything [Board "9"]\n'
            f'[Deal "{DEAL}"] [ Vulnerable\t"Love" ]\t[Dealer "s"] ; first\n'
            '[Board "12"] {second\n\nstill second}\n[Event "A \\"big\\" \\\\ one"]\n'
        )
        assert (board.number, board.dealer) == (12, Seat.SOUTH)
        assert board.vulnerability is Vulnerability.NONE
        assert board.deal == Deal(DEAL)
        assert board.tags == {"Event": 'A "big" \\ one'}
        assert board.comments == ("first", "second\n\nstill second")

    def test_any_first_seat_and_order_of_ranks(self) -> None:
        board = only('[Deal "w:kjt97643.k3.34a. 2.T98.K752.KJT84 5.J7642.986.9763 -"]')
        assert board.deal == Deal(DEAL)

    def test_unknown_hands_and_endings(self) -> None:
        board = only('[Deal "E:- A.. - -"]'.replace("A..", "A..K."))
        assert board.hands[Seat.SOUTH] is not None
        assert [hand is None for hand in board.hands] == [True, True, False, True]
        assert board.deal is None
        assert only('[Board "1"][Deal "?"]').hands == (None,) * 4

    def test_question_marks_are_no_values(self) -> None:
        board = only('[Event "?"][Date "????.??.??"][Dealer "?"][Vulnerable "?"][Declarer ""]')
        assert board == Board(tags={"Declarer": ""})

    def test_auction_with_notes_marks_and_irregularities(self) -> None:
        board = only(
            '[Dealer "W"][Auction "W"]\n1c! =1= pass 1n $2 ^I d =2= =1=\nRDBL {why} - 2S?? AP\n'
            '[Note "1:could be short"]\n[Note "2:both majors"]\n'
        )
        assert board.auction == (
            Turn("1C", "!", "could be short"),
            Turn("Pass"),
            Turn("1NT", "?"),
            Turn("^I"),
            Turn("X", note="both majors; could be short"),
            Turn("XX"),
            Turn("-"),
            Turn("2S", "??"),
            *[Turn("Pass")] * 3,
        )
        assert board.comments == ("why",)

    def test_a_pass_out(self) -> None:
        assert only('[Auction "N"]\nAP').auction == (Turn("Pass"),) * 4
        assert only('[Auction "N"]\nPass Pass Pass Pass').auction == (Turn("Pass"),) * 4
        assert only('[Auction "N"]\nPass ap').auction == (Turn("Pass"),) * 4

    def test_the_auction_tells_the_dealer(self) -> None:
        assert only('[Auction "E"]\n1C AP').dealer is Seat.EAST

    def test_an_auction_of_another_seat_is_left_out_and_said(self) -> None:
        record = read('[Dealer "N"]\n[Auction "E"]\n1C AP', "pbn")
        assert record.boards[0].auction == ()
        assert [(p.line, p.dropped) for p in record.problems] == [(2, False)]

    def test_play_with_notes(self) -> None:
        board = only(
            '[Play "E"]\nSA S2 s3 $7 S10\nH2 - - H4 =1=\n*\n[Note "1:a signal"]\n[Note "2:no"]\n'
        )
        assert board.leader is Seat.EAST
        assert board.play == (
            Turn("SA"), Turn("S2"), Turn("S3", "!"), Turn("ST"),
            Turn("H2"), Turn("-"), Turn("-"), Turn("H4", note="a signal"), Turn("*"),
        )  # fmt: skip

    def test_blank_lines_within_a_game(self) -> None:
        board = only(
            '[Board "1"]\n\n\n[Auction "N"]\n\n1C AP\n\n[Play "E"]\nSA\n\n[Result "7"]\n \t\n\n'
        )
        assert board.number == 1
        assert len(board.auction) == 4
        assert board.play == (Turn("SA"),)
        assert board.tags == {"Result": "7", "Contract": "1C", "Declarer": "N"}

    def test_games_apart(self) -> None:
        record = read('[Board "1"]\n\n[Board "2"]\r\n\r\n\t \n[Board "3"]', "pbn")
        assert [board.number for board in record.boards] == [1, 2, 3]

    def test_values_of_the_game_before(self) -> None:
        record = read(
            '[Event "A"][Site "##B"][Board "1"]\n\n[Event "#"][Board "2"]\n\n[Board "3"]', "pbn"
        )
        assert [board.tags for board in record.boards] == [
            {"Event": "A", "Site": "B"}, {"Event": "A", "Site": "B"}, {"Site": "B"},
        ]  # fmt: skip

    def test_a_table(self) -> None:
        value = r"Declarer;Denomination\2R;Result\2R"
        board = only(f'[OptimumResultTable "{value}"]\nN NT  4\n{{x}} N  S  3\n[Room "Open"]')
        assert board.tags["OptimumResultTable"] == value
        assert board.sections == {"OptimumResultTable": ("N NT  4", "N  S  3")}

    def test_statistics_behind_the_last_tag(self) -> None:
        record = read(f'[Deal "{DEAL}"]\n[Result "?"]\nx: 7\nGenerated 1 hands\n', "pbn")
        assert record.boards[0].deal == Deal(DEAL)
        assert not record.boards[0].sections
        assert [(p.line, p.dropped) for p in record.problems] == [(3, False)]

    def test_a_tag_that_stands_twice(self) -> None:
        record = read('[Board "1"]\n[Board "2"]\nwords', "pbn")
        assert [board.number for board in record.boards] == [1]
        assert "occurs twice" in record.problems[0].message

    def test_backslashes(self) -> None:
        board = only('[Event "C:\\dir\\"]\n[Site "x\\\\"] [West "q\\"q"]')
        assert board.tags == {"Event": "C:\\dir\\", "Site": "x\\", "West": 'q"q'}
        endless = '[Event "' + "\\" * 5000  # a match that goes back would take for ever
        assert "not a tag" in read(endless, "pbn").problems[0].message

    def test_a_board_that_is_no_number(self) -> None:
        board = only('[Board "12A"]')
        assert (board.number, board.tags) == (None, {"Board": "12A"})
        assert b'[Board "12A"]' in write([board], "pbn")[0]

    @pytest.mark.parametrize(
        ("game", "line", "column", "words"),
        [
            ('[Board "1"]\n[Deal "N:A K Q"]', 2, 1, "four hands"),
            ('[Board "1"]\n[Deal N:A...]', 2, 1, "not a tag"),
        ],
    )
    def test_a_bad_game_among_good_ones(
        self, game: str, line: int, column: int, words: str
    ) -> None:
        record = read(f'[Board "8"]\n\n{game}\n\n[Board "9"]\n', "pbn")
        assert [board.number for board in record.boards] == [8, 9]
        problem = record.problems[0]
        assert (problem.line, problem.column, problem.dropped) == (line + 2, column, True)
        assert words in problem.message

    @pytest.mark.parametrize(
        ("side", "line", "column", "words", "comment"),
        [
            ('  [Dealer "up"]', 3, 3, "is not a seat", "dealer as written: up"),
            (
                '[Vulnerable "Love all"]',
                3,
                1,
                "not a vulnerability",
                "vulnerable as written: Love all",
            ),
            ('[Play "X"]\nSA', 3, 1, "is not a seat", "play as written: X SA"),
            ('[Play "N"]\nSA 1C', 4, 4, "'1C' is not a card", "play as written: N SA 1C"),
            ('[Play "N"]\nSA S1', 4, 4, "'S1' is not a card", "play as written: N SA S1"),
        ],
    )
    def test_a_bad_side_field_costs_no_board(
        self, side: str, line: int, column: int, words: str, comment: str
    ) -> None:
        record = read(f'[Board "5"]\n[Deal "{DEAL}"]\n{side}\n', "pbn")
        (board,), (problem,) = record.boards, record.problems
        assert (board.number, board.hands) == (5, Deal(DEAL).masks)
        assert (problem.line, problem.column, problem.dropped) == (line, column, False)
        assert words in problem.message
        assert board.comments == (comment,)

    @pytest.mark.parametrize(
        ("side", "words"),
        [
            ('[Note "x"]', "a note is"),
            ("[Event x]", "not a tag: [Event x]"),
            ('[Event "The "Friday" pairs"]', 'has quotes without a backslash: The "Friday" pairs'),
            ("{ never closed", "not a tag: {"),
        ],
    )
    def test_a_bad_tag_costs_no_board(self, side: str, words: str) -> None:
        record = read(f'[Board "5"]\n[Deal "{DEAL}"]\n{side}\n', "pbn")
        (board,) = record.boards
        assert (board.number, board.hands) == (5, Deal(DEAL).masks)
        problem = record.problems[0]
        assert (problem.line, problem.column, problem.dropped) == (3, 1, False)
        assert problem.message.endswith(words) or words in problem.message
        if "Friday" in side:
            assert board.tags == {"Event": 'The "Friday" pairs'}
            assert read(write([board], "pbn")[0], "pbn").boards == (board,)

    def test_calls_of_other_programs(self) -> None:
        board = only('[Board "1"]\n[Auction "N"]\n1C* -- 2C* -- --\n--')
        assert [turn.text for turn in board.auction] == ["1C", "Pass", "2C", *["Pass"] * 3]
        assert [turn.note for turn in board.auction] == ["", None, "", None, None, None]
        commas = only('[Board "1"]\n[Auction "N"]\n1\u2663, --, 4C*, AP')
        assert [turn.text for turn in commas.auction] == ["1C", "Pass", "4C", *["Pass"] * 3]

    def test_words_before_the_first_tag_cost_no_board(self) -> None:
        record = read('[Board "8"]\n\nwords [Board "1"]\n\n[Board "9"]\n', "pbn")
        assert [board.number for board in record.boards] == [8, 1, 9]
        (problem,) = record.problems
        assert (problem.line, problem.column, problem.dropped) == (3, 1, False)
        assert "stands before the first tag" in problem.message

    def test_a_comment_that_holds_a_game(self) -> None:
        record = read('[Board "8"]\n{ open\n\n[Board "9"]\n[Deal ""]\n}\n', "pbn")
        assert [board.number for board in record.boards] == [8]
        (problem,) = record.problems
        assert (problem.line, problem.dropped) == (2, False)
        assert problem.message == "a comment holds tags or a comment, in lines 2 to 6"


class TestWriting:
    @pytest.mark.long
    def test_export_form(self) -> None:
        board = Board(
            number=3,
            dealer=Seat.SOUTH,
            vulnerability=Vulnerability.ALL,
            hands=Deal(DEAL).masks,
            tags={"Room": "Open", "Annotator": "me", "Event": 'A "b"', "Contract": "1NT"},
            auction=(Turn("1NT", "!", "15-17"), *[Turn("Pass")] * 2, Turn("Pass", "$14", "15-17")),
            leader=Seat.WEST,
            play=(Turn("SJ"), Turn("S2"), Turn("S5"), Turn("SQ", note="high"), Turn("-")),
            comments=("one", "a } brace"),
        )
        assert write([board], "pbn")[0].decode().split("\r\n") == [
            "% PBN 2.1",
            "% EXPORT",
            '[Event "A \\"b\\""]',
            '[Site "?"]',
            '[Date "????.??.??"]',
            '[Board "3"]',
            *(f'[{name} "?"]' for name in ("West", "North", "East", "South")),
            '[Dealer "S"]',
            '[Vulnerable "All"]',
            '[Deal "S:AQ8.AQ5.QJT.AQ52 KJT97643.K3.A43. 2.T98.K752.KJT84 5.J7642.986.9763"]',
            '[Scoring "?"]',
            '[Declarer "S"]',
            '[Contract "1NT"]',
            '[Result "?"]',
            '[Annotator "me"]',
            '[Room "Open"]',
            '[Auction "S"]',
            "1NT! =1= Pass Pass Pass $14 =1=",
            '[Note "1:15-17"]',
            '[Play "W"]',
            "SJ S2 S5 SQ =1=",
            "-",
            '[Note "1:high"]',
            "{one}",
            "; a } brace",
            "",
        ]

    def test_unknown_hands(self) -> None:
        board = only('[Deal "N:- 5.J7642.986.9763 - -"]')
        assert b'[Deal "N:- 5.J7642.986.9763 - -"]' in write([board], "pbn")[0]
        assert b'[Deal "?"]' in write([Board()], "pbn")[0]
