"""Tables of PBN: heads, rows, what is wrong with them and where; and the trick tables."""

from __future__ import annotations

import pytest

from dealwright import CardError, Seat
from dealwright.formats import (
    Board,
    Column,
    Table,
    format_table,
    parse_table,
    read,
    table_of,
    with_table,
    write,
)
from dealwright.formats.double_dummy_tags import tricks_of

SCORES = r"""[Board "1"]
[TotalScoreTable "+Rank\3R;PairId\2L;TotalScoreMP\5R;Names"]
  1 4  62.50 "Ann Lee - Bo"
  2 11 58.00 "Cy \"C\" - Di"
"""


class TestReading:
    def test_columns_and_rows(self) -> None:
        record = read(SCORES, "pbn")
        assert not record.problems
        table = table_of(record.boards[0], "TotalScoreTable")
        assert table is not None
        assert table.columns == (
            Column("Rank", "+", 3, "R"), Column("PairId", "", 2, "L"),
            Column("TotalScoreMP", "", 5, "R"), Column("Names"),
        )  # fmt: skip
        assert table.rows[1] == ("2", "11", "58.00", 'Cy "C" - Di')
        assert table.column("TotalScoreMP") == ("62.50", "58.00")
        assert table_of(record.boards[0], "ScoreTable") is None

    def test_it_is_written_as_it_was(self) -> None:
        board = read(SCORES, "pbn").boards[0]
        assert SCORES.partition("\n")[2] in write([board], "pbn")[0].decode().replace("\r\n", "\n")
        table = table_of(board, "TotalScoreTable")
        assert table is not None
        assert with_table(board, "TotalScoreTable", table) == board

    def test_what_is_wrong_is_told_with_its_place(self) -> None:
        text = '[Board "3"]\n[ScoreTable "A;B"]\n1 2\n  3\n4 5\n\n[Board "4"]\n'
        record = read(text, "pbn")
        assert [board.number for board in record.boards] == [3, 4]
        assert [(p.line, p.column, p.dropped) for p in record.problems] == [(4, 3, False)]
        assert record.problems[0].message == "ScoreTable: this row has 1 cell under 2 names"
        assert record.boards[0].sections["ScoreTable"] == ("1 2", "  3", "4 5")
        with pytest.raises(CardError, match="row 2: this row has 1 cell under 2 names"):
            table_of(record.boards[0], "ScoreTable")

    def test_a_head_that_is_none(self) -> None:
        record = read('[Board "3"]\n[ScoreTable "A;;B"]\n1 2\n', "pbn")
        assert [(p.line, p.column, p.dropped) for p in record.problems] == [(2, 1, False)]
        with pytest.raises(CardError, match="head: '' is not a column"):
            parse_table("A;;B", [])


class TestMaking:
    @pytest.mark.parametrize("width", [-1, 1000])
    def test_columns_that_cannot_be(self, width: int) -> None:
        with pytest.raises(CardError, match="not a column of a table"):
            Column("A", width=width)
        for bad in (("", ""), ("A;B", ""), ("A", "*"), ("+A", ""), ("A ", "")):
            with pytest.raises(CardError, match="not a column of a table"):
                Column(*bad)
        with pytest.raises(CardError, match="not a column of a table"):
            Column("A", side="X")

    def test_rows_that_do_not_fit(self) -> None:
        with pytest.raises(CardError, match="row 2 has 2 cells, not 1"):
            Table((Column("A"),), (("1",), ("1", "2")))
        with pytest.raises(CardError, match="no column is named 'B'; there are A"):
            Table((Column("A"),)).column("B")
        with pytest.raises(CardError, match="one line"):
            format_table(Table((Column("A"),), (("1\n2",),)))

    def test_cells_between_quotes(self) -> None:
        table = Table(
            (Column("A", width=4), Column("B")),
            (
                ("", "{x}"),
                ("%", 'a "b" \\'),
            ),
        )
        head, rows = format_table(table)
        assert (head, rows) == ("A\\4;B", ('""   "{x}"', '"%"  "a \\"b\\" \\\\"'))
        assert parse_table(head, rows) == table


class TestTricks:
    ROWS = "\n".join(f"{seat} {strain} 7" for seat in "NESW" for strain in ("NT", *"SHDC"))

    @pytest.mark.parametrize(
        "head",
        ["", "?", r"Declarer;Denomination\2R;Result\2R", "Declarer Denomination Result", "A;B;C"],
    )
    def test_heads_that_programs_write(self, head: str) -> None:
        board = read(f'[Board "1"]\n[OptimumResultTable "{head}"]\n{self.ROWS}\n', "pbn").boards[0]
        assert tricks_of(board) == {
            (seat, strain): 7 for seat in Seat for strain in ("NT", "S", "H", "D", "C")
        }

    def test_other_columns_and_the_letter_n(self) -> None:
        board = Board(
            tags={"OptimumResultTable": "Result;Denomination;Declarer"},
            sections={"OptimumResultTable": ("9 N W",)},
        )
        assert tricks_of(board) == {(Seat.WEST, "NT"): 9}
