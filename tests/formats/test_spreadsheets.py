"""Formats that programs and spreadsheets read, read back: JSON, CSV, Parquet."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from dealwright import Deal, Deals, Seat, deal
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats import Board, Settings, Turn, read, write
from dealwright.formats.double_dummy_tags import (
    STRAINS,
    tricks_of,
    tricks_tags,
    with_par,
    with_tricks,
)
from dealwright.formats.kinds.parquet import columns_of

DEAL = "N:2.T98.K752.KJT84 5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 KJT97643.K3.A43."
BOARD = Board(
    number=7,
    dealer=Seat.SOUTH,
    vulnerability=Vulnerability.ALL,
    hands=Deal(DEAL).masks,
    tags={"Event": "Final", "Contract": "4S", "Declarer": "W", "Result": "10", "Score": "NS -620"},
    sections={"ScoreTable": ("1 2",)},
    auction=(Turn("1C", "!", "16+"), Turn("4S", note=""), *[Turn("Pass")] * 3),
    leader=Seat.NORTH,
    play=(Turn("CJ"), Turn("C6", "$14")),
    comments=("one", 'two, "quoted"'),
)
PARTIAL = Board(hands=(Deal(DEAL).masks[0], None, None, None))


class TestJson:
    def test_an_object_a_line(self) -> None:
        text = write([PARTIAL, BOARD], "json")[0].decode()
        assert [line[:9] for line in text.splitlines()] == [
            '{"generat', '"deals": ', '{"board":', '{"board":', "]}",
        ]  # fmt: skip
        first, second = json.loads(text)["deals"]
        assert first == {
            "board": None, "dealer": None, "vulnerable": None, "deal": "N:2.T98.K752.KJT84 - - -",
            "north": "2.T98.K752.KJT84", "east": None, "south": None, "west": None,
        }  # fmt: skip
        assert second["auction"][:2] == [
            {"text": "1C", "mark": "!", "note": "16+"}, {"text": "4S", "note": ""},
        ]  # fmt: skip
        assert second["play"] == ["CJ", {"text": "C6", "mark": "$14"}]
        assert (second["leader"], second["comments"]) == ("N", ["one", 'two, "quoted"'])
        assert read(text, "json").boards == (PARTIAL, BOARD)

    def test_what_deal_writes(self, cli: Callable[..., object], tmp_path: Path) -> None:
        path = tmp_path / "a.json"
        kinds = ("--type", "a 1: hcp(north) > 20", "--type", "b 1: hcp(north) < 5")
        assert cli("deal", "6", *kinds, "--board", "3", "-o", str(path)).status == 0
        record = read(path.read_bytes(), "json")
        assert not record.problems
        texts = [item["deal"] for item in json.loads(path.read_text())["deals"]]
        assert [board.deal.text() for board in record.boards] == texts
        assert [board.number for board in record.boards] == [3, 4, 5, 6, 7, 8]

    @pytest.mark.parametrize("name", ["deals", "boards"])
    def test_other_documents(self, name: str) -> None:
        item = '{"board": 5, "north": "2.T98.K752.KJT84"}'
        for text in (f"[{item}]", f'{{"x": [1], "{name}":\n [{item}], "y": 2}}', f"\ufeff[{item}]"):
            record = read(text, "json")
            assert not record.problems
            assert [(board.number, board.hands) for board in record.boards] == [(5, PARTIAL.hands)]

    @pytest.mark.parametrize(
        ("bad", "line", "column", "words"),
        [
            ('{"board": 2 "x"}', 3, 13, "this is not JSON: Expecting ',' delimiter"),
            ('{"board": 2}}', 3, 13, "comma or the end of the list is missing"),
            ("7", 3, 1, "a board is an object, not 7"),
            ('{"board": ' + "1" * 5000 + "}", 3, 1, "too many digits"),
            ('{"deal": "N:AA... - - -"}', 3, 1, "'A' occurs twice"),
            ('{"north": "A...", "south": "A..."}', 3, 1, "dealt twice: SA"),
            ('{"deal": "N:A... - - -", "east": "K..."}', 3, 1, "do not agree"),
            ("[" * 100_000, 3, 1, "nested too deeply"),
        ],
    )
    def test_a_bad_board_among_good_ones(
        self, bad: str, line: int, column: int, words: str
    ) -> None:
        record = read(f'{{"deals": [\n{{"board": 1}},\n{bad},\n{{"board": 3}}\n]}}', "json")
        assert [board.number for board in record.boards if board.number != 2] == [1, 3]
        problem = record.problems[0]
        assert (problem.line, problem.column, problem.dropped) == (line, column, True)
        assert words in problem.message

    @pytest.mark.parametrize(
        ("bad", "words"),
        [
            ('{"board": "x"}', 'board: "x" is not a board number'),
            ('{"board": true}', "board: true is not a board number"),
            ('{"board": -1}', "at most nine digits"),
            ('{"dealer": "Q"}', "'Q' is not a seat"),
            ('{"dealer": 4}', "dealer: 4 is not a text"),
            ('{"vulnerable": "some"}', "not a vulnerability"),
            ('{"play": ["1C"]}', 'play: "1C" is not a card'),
            ('{"play": [{"text": "SA", "mark": "x"}]}', '"x" is not a mark'),
            ('{"tags": ["x"]}', "tags: this is not an object"),
            ('{"tags": {"a b": "x"}}', "'a b' is not the name of a tag"),
            ('{"comments": ["\\ud800"]}', "half of a character pair"),
        ],
    )
    def test_a_bad_side_field_costs_no_board(self, bad: str, words: str) -> None:
        north = bad.replace("{", '{"north": "AK...", ', 1)
        record = read(f'{{"deals": [\n{{"board": 1}},\n{north},\n{{"board": 3}}\n]}}', "json")
        board = record.boards[1]
        assert board.hands == Board(hands=(0b11 << 50, None, None, None)).hands
        (comment,) = board.comments
        assert " as written: " in comment
        (problem,) = record.problems
        assert (problem.line, problem.column, problem.dropped) == (3, 1, False)
        assert words in problem.message

    @pytest.mark.parametrize(
        ("text", "column"),
        [("7", 1), ("{}", 2), ('{"deals" 1}', 10), ('{"deals": 7}', 11), ("[", 2), ("[{}", 4)],
    )
    def test_what_is_no_document(self, text: str, column: int) -> None:
        record = read(text, "json")
        assert [(p.line, p.column) for p in record.problems] == [(1, column)]
        assert read(" \n", "json").problems == ()

    def test_an_indented_document(self) -> None:
        whole = write([BOARD, PARTIAL, BOARD], "json")[0]
        text = json.dumps(json.loads(whole), indent=2).replace('"board": null', '"board" null')
        record = read(text, "json")
        assert record.boards == (BOARD, BOARD)
        assert len(record.problems) == 1


class TestCsv:
    def test_columns_that_a_board_needs(self) -> None:
        head, *rows = write([PARTIAL, BOARD], "csv")[0].decode().split("\n", 2)
        assert head == (
            "board,dealer,vulnerable,north,east,south,west,hcp_north,hcp_east,hcp_south,hcp_west,"
            "declarer,contract,result,score,auction,leader,play,comments"
        )
        assert rows[0] == ",,,2.T98.K752.KJT84,,,,7,,,,,,,,,,,"
        assert rows[1].endswith(
            ',W,4S,10,NS -620,1C*! 4S* Pass Pass Pass,N,CJ C6 $14,"one\ntwo, ""quoted"""\n'
        )
        assert write([PARTIAL], "csv")[0].decode().split("\n")[0].endswith("hcp_west")

    @pytest.mark.parametrize("kind", ["csv", "parquet"])
    def test_double_dummy_results_come_back(self, kind: str) -> None:
        keys = [(seat, strain) for seat in Seat for strain in STRAINS]
        tricks = {key: at % 14 for at, key in enumerate(keys)}
        solved = with_par(with_tricks(BOARD, tricks), -420, "EW 4S")
        some = replace(PARTIAL, tags=tricks_tags({(Seat.EAST, "H"): 0}))
        first, second, third = read(write([solved, some, PARTIAL], kind)[0], kind).boards
        assert tricks_of(first) == tricks
        assert second == some
        assert third == PARTIAL
        for name in ("OptimumScore", "ParContract", "DoubleDummyTricks", "OptimumResultTable"):
            assert first.tags[name] == solved.tags[name]
        assert first.sections["OptimumResultTable"] == solved.sections["OptimumResultTable"]

    def test_tricks_beyond_thirteen_are_refused(self) -> None:
        record = read("board,north,north_nt,east_c\n1,AK...,7,0\n2,,14,3\n3,,x,2\n", "csv")
        assert [tricks_of(board) for board in record.boards] == [
            {(Seat.NORTH, "NT"): 7, (Seat.EAST, "C"): 0},
            {(Seat.EAST, "C"): 3},
            {(Seat.EAST, "C"): 2},
        ]
        assert [problem.line for problem in record.problems] == [3, 4]
        assert "'14' is not a number of tricks, 0 to 13" in record.problems[0].message

    def test_it_comes_back_without_explanations(self) -> None:
        first, second = read(write([PARTIAL, BOARD], "csv")[0], "csv").boards
        assert first == PARTIAL
        assert second.comments == BOARD.comments
        assert (second.leader, second.play, second.deal) == (BOARD.leader, BOARD.play, BOARD.deal)
        assert [turn.text for turn in second.auction] == ["1C", "4S", "Pass", "Pass", "Pass"]
        assert second.tags == {name: text for name, text in BOARD.tags.items() if name != "Event"}

    def test_what_spreadsheets_write(self) -> None:
        text = "\ufeffBoard;Dealer;NORTH;\r\n5;W;2.T98.K752.KJT84;\r\n\r\n;;2 T98 K752 KJT84;;\r\n"
        record = read(text, "csv")
        assert not record.problems
        assert [board.hands for board in record.boards] == [PARTIAL.hands] * 2
        assert (record.boards[0].number, record.boards[0].dealer) == (5, Seat.WEST)

    @pytest.mark.parametrize(
        ("bad", "column", "words"),
        [
            ("1,N,None,AA...,", 10, "'A' occurs twice"),
            ("1,N,None,A...,A...", 1, "dealt twice"),
        ],
    )
    def test_a_bad_row_among_good_ones(self, bad: str, column: int, words: str) -> None:
        good = "1,N,None,AK...,Q...,1C Pass\n"
        record = read(f"board,dealer,vulnerable,north,south,auction\n{good}{bad}\n{good}", "csv")
        assert len(record.boards) == 2
        assert [(p.line, p.column) for p in record.problems] == [(3, column)]
        assert words in record.problems[0].message

    def test_a_comma_without_quotation_marks(self) -> None:
        """Mutant: the board is left out. Its cells beyond the names are comments."""
        head = "board,north,comments\n"
        for row, comment, cells in (
            ("1,A...,hard, says Ann,,", "hard, says Ann,,", 6), ("1,A...,,x", "x", 4),
            ("1,A...,x,,", "x", 0),
        ):  # fmt: skip
            record = read(head + row, "csv")
            assert [board.comments for board in record.boards] == [(comment,)]
            said = [problem.message for problem in record.problems]
            assert said == [f"this row has {cells} cells under 3 names"] * (cells > 0)
        (board,) = read("board,north\n1,A...,x,y", "csv").boards
        assert (board.number, board.comments) == (1, ("x,y",))

    def test_lines_above_the_names(self) -> None:
        for head in ("sep=;\r\n", "Friday club;;;\n\n", "sep=;\nFriday\n"):
            rows = "board;N;declarer;contract\n7;A...;North;4S\n8;;;passed out\n"
            record = read(head + rows, "csv")
            assert [board.number for board in record.boards] == [7, 8]
            assert record.boards[0].tags["Declarer"] == "N"
            assert record.boards[1].tags["Contract"] == "Pass"
            titles = ["lines above the names of the columns are not read"] * ("Friday" in head)
            assert [problem.message for problem in record.problems] == titles
        (problem,) = read("sep=;\nboard;N\nx;A...\n", "csv").problems
        assert problem.line == 3

    def test_some_hands_and_the_deal(self) -> None:
        """Mutant: all hands or none must stand beside the deal."""
        north = DEAL[2:].split()[0]
        for name, text in (
            ("csv", f"board,deal,north\n1,{DEAL},{north}\n"),
            ("json", f'[{{"board": 1, "deal": "{DEAL}", "north": "{north}"}}]'),
        ):  # fmt: skip
            record = read(text, name)
            assert (len(record.boards), record.problems) == (1, ())

    def test_two_columns_with_one_name(self) -> None:
        record = read("board,N,north,dealer,\n1,A...,K...,N,\n", "csv")
        assert [board.hands[0] for board in record.boards] == [1 << 51]
        assert [problem.message for problem in record.problems] == [
            "of columns with one name the first is read: north"
        ]

    @pytest.mark.parametrize(
        ("bad", "column", "words", "comment"),
        [
            ("x,N,None,AK...,", 1, "'x' is not the number of a board", "board as written: x"),
            ("1,Q,None,AK...,", 3, "'Q' is not a seat", "dealer as written: Q"),
            ('1,"Q",None,AK...,', 3, "'Q' is not a seat", "dealer as written: Q"),
            ("1,N,some,AK...,", 5, "not a vulnerability", "vulnerable as written: some"),
            ('1,"N', 3, "'\"N' is not a seat", 'dealer as written: "N'),
        ],
    )
    def test_a_bad_side_field_costs_no_board(
        self, bad: str, column: int, words: str, comment: str
    ) -> None:
        good = "1,N,None,AK...,Q...,1C Pass\n"
        record = read(f"board,dealer,vulnerable,north,south,auction\n{good}{bad}\n{good}", "csv")
        assert len(record.boards) == 3
        assert record.boards[1].comments == (comment,)
        problem = record.problems[-1]
        assert (problem.line, problem.column, problem.dropped) == (3, column, False)
        assert words in problem.message
        assert len(record.problems) == 1 + (bad == '1,"N')  # and a mark that does not end

    def test_columns_and_marks_that_are_not_read(self) -> None:
        text = 'board,foo,N,,hcp_north,type\n1,x,AK...,y,7,z\n2,x,"AK...,y,7,z\n'
        record = read(text, "csv")
        assert [str(problem) for problem in record.problems] == [
            "line 1, column 1: columns with these names are not read: foo",
            "line 3, column 5: this cell begins with a quotation mark, and has none at its end",
            "line 3, column 5: '\"' in '\"AK' is not a rank; write A K Q J T 9 ... 2",
        ]

    def test_members_that_are_not_read(self) -> None:
        text = '[{"board": 1},\n{"board": 2, "foo": 1, "type": "x"},\n{"bar": 2, "foo": 1}]'
        assert [str(problem) for problem in read(text, "json").problems] == [
            "line 2, column 1: members with these names are not read: bar, foo"
        ]

    def test_letters_of_seats_and_a_column_of_deals(self) -> None:
        hands = DEAL.removeprefix("N:")
        expected = (Board(1, hands=Deal(DEAL).masks),)
        assert read(f"board,N,E,S,W\n1,{hands.replace(' ', ',')}\n", "csv").boards == expected
        for text in (DEAL, hands):
            assert read(f"board,deal\n1,{text}\n", "csv").boards == expected
        (problem,) = read(f"board,north,deal\n1,AK...,{DEAL}\n", "csv").problems
        assert problem.message == "the deal and the hands do not agree"

    def test_no_hands(self) -> None:
        record = read("a,b\n1,2\n", "csv")
        assert record.problems[0].message == (
            "no column is named north, east, south, west or deal; lines 1 to 2 are not read"
        )

    def test_a_head_that_runs_into_the_first_board(self) -> None:
        text = write([BOARD, BOARD], "csv")[0].decode()
        record = read(text.replace("\n", "", 1), "csv")
        assert len(record.boards) == 1
        assert "a board stand in one line" in record.problems[0].message


class TestParquet:
    def test_types_do_not_depend_on_the_boards(self) -> None:
        tables = [
            parquet.read_table(BytesIO(write(boards, "parquet")[0])).select(range(15))
            for boards in ([BOARD], [PARTIAL], [])
        ]
        assert tables[0].schema.types == tables[1].schema.types == tables[2].schema.types
        assert tables[1].column("north_mask").to_pylist() == [PARTIAL.hands[0]]
        assert tables[1].column("west_hcp").to_pylist() == [None]

    @pytest.mark.long
    def test_it_comes_back(self) -> None:
        data = write([PARTIAL, BOARD], "parquet")[0]
        assert read(data, "parquet").boards == read(write([PARTIAL, BOARD], "csv")[0], "csv").boards
        columns = columns_of(deal(5, seed=1), Settings(first=9))
        out = BytesIO()
        parquet.write_table(pa.table(columns), out)
        record = read(out.getvalue(), "parquet")
        assert Deals([board.deal.masks for board in record.boards]) == deal(5, seed=1)
        assert [board.number for board in record.boards] == [9, 10, 11, 12, 13]

    def test_what_is_none(self) -> None:
        assert "not a Parquet file" in read(b"PAR1xxxxPAR1", "parquet").problems[0].message
        out = BytesIO()
        parquet.write_table(pa.table({"north": ["A...", "AA...", "K..."]}), out)
        record = read(out.getvalue(), "parquet")
        assert len(record.boards) == 2
        assert [problem.line for problem in record.problems] == [2]
        out = BytesIO()
        parquet.write_table(pa.table({"a": [1]}), out)
        assert "no column is named north" in read(out.getvalue(), "parquet").problems[0].message
