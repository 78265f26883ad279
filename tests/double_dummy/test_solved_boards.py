"""Boards with their results: ``--solve`` of commands, tags, LIN, and what printed records show."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from dealwright import Deals, Seat, SolverError, Strain, deal
from dealwright.cards.bridge.boards import Vulnerability, board_dealer, board_vulnerability
from dealwright.double_dummy import columns
from dealwright.double_dummy.asks import Tables
from dealwright.double_dummy.par import par
from dealwright.double_dummy.tables import with_tables
from dealwright.formats import Board, Settings, format_named, names, read, write, writer
from dealwright.formats.board_report import makeable_of, par_line
from dealwright.formats.double_dummy_tags import results_in, tricks_of, with_par
from dealwright.formats.rearranging import rotated
from tests.oracles.recording_solver import RecordingSolver

CASES = [("pbn", "pbn"), ("lin", "lin"), ("json", "json")]


def checked(boards: tuple[Board, ...], deals: Deals, solver: RecordingSolver) -> None:
    """Check that boards have the tricks and the par of a solver."""
    tables = solver.solve(Tables(deals.masks))
    assert len(boards) == len(deals)
    for number, (board, table) in enumerate(zip(boards, tables, strict=True), 1):
        expected = {(s, c.word): int(table[s, c]) for s in Seat for c in Strain}
        assert tricks_of(board) == expected
        found = par(table, board_vulnerability(number), board_dealer(number))
        side = "EW" if found.score < 0 else "NS"
        assert board.tags["OptimumScore"] == f"{side} {abs(found.score)}"
        assert board.tags.get("ParContract", "") == "; ".join(map(str, found.contracts))


@pytest.mark.parametrize(("ending", "name"), CASES)
def test_deal_writes_results(
    stand_in: RecordingSolver, cli: Callable[..., Any], tmp_path: Path, ending: str, name: str
) -> None:
    path = tmp_path / f"a.{ending}"
    assert cli("deal", "10", "--seed", "1", "--solve", "-o", str(path)).status == 0
    assert stand_in.asked == [("tables", 8), ("tables", 2)]
    checked(read(path.read_text("utf-8"), name).boards, deal(10, seed=1), stand_in)


def test_convert_adds_par_and_keeps_what_there_is(
    stand_in: RecordingSolver, cli: Callable[..., Any], tmp_path: Path
) -> None:
    plain, solved, again = (tmp_path / name for name in ("a.pbn", "b.pbn", "c.pbn"))
    cli("deal", "3", "--seed", "1", "-o", str(plain))
    assert cli("convert", str(plain), str(solved), "--solve").status == 0
    checked(read(solved.read_text("utf-8"), "pbn").boards, deal(3, seed=1), stand_in)
    text = solved.read_text("utf-8").replace('[OptimumScore "', '[OptimumScore "EW 1')
    solved.write_text(text)
    stand_in.asked.clear()
    columns.forget()
    assert cli("convert", str(solved), str(again), "--solve").status == 0
    assert stand_in.asked == []
    assert re.findall(r"OptimumScore.*", again.read_text("utf-8")) == re.findall(
        r"OptimumScore.*", text
    )


def test_run_writes_results(
    stand_in: RecordingSolver, cli: Callable[..., Any], tmp_path: Path
) -> None:
    script = tmp_path / "a.dl"
    script.write_text("produce 3 action printpbn")
    printed = cli("run", str(script), "--seed", "1", "--solve").out
    checked(read(printed, "pbn").boards, deal(3, seed=1), stand_in)
    cli("run", str(script), "--seed", "1", "--solve", "-o", str(tmp_path / "a.lin"))
    checked(read((tmp_path / "a.lin").read_text("utf-8"), "lin").boards, deal(3, seed=1), stand_in)
    script.write_text("produce 3 action printall")
    refused = cli("run", str(script), "--solve")
    assert refused.status == 2
    assert "--solve goes with --output" in refused.err


def test_practice_writes_results_but_not_on_sheets(
    stand_in: RecordingSolver, cli: Callable[..., Any], tmp_path: Path
) -> None:
    out = tmp_path / "set"
    words = ["practice", "-n", "4", "--type", "any 1: hcp(north) >= 0", "--seed", "1", "--pdf"]
    assert cli(*words, "--solve", "-o", str(out)).status == 0
    assert stand_in.asked == [("tables", 4)]
    boards = read((out / "boards.pbn").read_text("utf-8"), "pbn").boards
    assert all(len(tricks_of(board)) == 20 for board in boards)
    assert (out / "record.txt").read_text("utf-8").count("Par ") == 4
    assert "Par " in PdfReader(out / "record.pdf").pages[0].extract_text()
    for sheet in ("north.txt", "south.txt"):
        assert "Par" not in (out / sheet).read_text("utf-8")
    assert "Par" not in PdfReader(out / "north.pdf").pages[0].extract_text()


@pytest.mark.parametrize("kind", ["line", "none"])
def test_formats_without_a_place_refuse(
    stand_in: RecordingSolver, cli: Callable[..., Any], kind: str
) -> None:
    refused = cli("deal", "1", "--solve", "--format", kind)
    assert refused.status == 2
    assert f"the format {kind} cannot store double-dummy results" in refused.err


@pytest.mark.parametrize("kind", names(writing=True))
def test_a_format_with_a_place_uses_it(
    stand_in: RecordingSolver, cli: Callable[..., Any], tmp_path: Path, kind: str
) -> None:
    dealt = deal(2, seed=1)

    def written(solved: Callable[..., Any] | None) -> str:
        form = writer(kind, Settings(solved=solved))
        text = form.begin() + form.deals(dealt, 0) + form.end(2, 2)
        return (
            "".join(PdfReader(BytesIO(text.encode("latin-1"))).pages[0].extract_text())
            if "%PDF" in text[:9]
            else text
        )

    assert (written(None) != written(with_tables)) == format_named(kind).results
    source, target = tmp_path / "a.pbn", tmp_path / "out"
    cli("deal", "2", "--seed", "1", "-o", str(source))
    done = cli("convert", str(source), str(target), "--to", kind, "--solve")
    assert (done.status, target.exists()) == (
        (0, True) if format_named(kind).results else (2, False)
    )
    assert ("cannot store double-dummy results" in done.err) != format_named(kind).results


def test_no_solver(
    monkeypatch: pytest.MonkeyPatch, cli: Callable[..., Any], tmp_path: Path
) -> None:
    def missing() -> None:
        raise SolverError("no libdds is installed; on Debian")

    monkeypatch.setattr(columns, "current_solver", missing)
    (tmp_path / "a.txt").write_text(str(deal(1, seed=1)))
    for words in (
        ["deal", "1", "--solve", "-o", str(tmp_path / "b.pbn")],
        ["convert", str(tmp_path / "a.txt"), str(tmp_path / "b.pbn"), "--from", "line", "--solve"],
        ["practice", "--type", "any 1: 1", "--solve", "-o", str(tmp_path / "set")],
    ):
        result = cli(*words)
        assert result.status == 2
        assert "no libdds is installed" in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def solved_board(stand_in: RecordingSolver) -> Board:
    given = Board(1, Seat.NORTH, Vulnerability.NONE, deal(1, seed=1)[0].masks)
    (board,) = with_tables([given])
    return board


def test_printed_records_show_makeable_contracts_and_par(stand_in: RecordingSolver) -> None:
    board = solved_board(stand_in)
    rows, line = makeable_of(board), par_line(board)
    assert rows[0] == ("", "NT", "♠", "♥", "♦", "♣")
    assert line.startswith("Par ")
    diagram = str(write([board], "diagram")[0], "utf-8")
    for row in rows[1:]:
        assert "".join(f"{cell:<4}" for cell in row).rstrip() in diagram
    assert line in diagram
    page = re.sub(r"<[^>]*>", "", str(write([board], "html")[0], "utf-8"))
    assert line in page
    document = str(write([board], "latex")[0], "utf-8")
    assert " & ".join(rows[1]) in document
    assert line.partition(":")[0] in document
    assert write([board], "pdf")[0].startswith(b"%PDF")


def test_sides_share_a_row_where_they_make_the_same() -> None:
    tricks = "76543" + "76543" + "98765" + "98764"
    rows = makeable_of(Board(tags={"DoubleDummyTricks": tricks}))
    assert rows[1:] == (("NS", "1", *"----"), ("EW", "3", "2", "1", *"--"))
    rows = makeable_of(Board(tags={"DoubleDummyTricks": tricks[:10] + "98765" + "97765"}))
    assert rows[2:] == (("E", "3", "2", "1", *"--"), ("W", "3", "1", "1", *"--"))
    assert makeable_of(Board(tags={"DoubleDummyTricks": "7" * 19 + "-"})) == ()


def test_a_turned_board_turns_its_par(stand_in: RecordingSolver) -> None:
    board = with_par(solved_board(stand_in), 420, "NS 4S=")
    turned = rotated(board, 1)
    assert turned.tags["OptimumScore"] == "EW 420"
    assert "ParContract" not in turned.tags


def test_comments_of_lin_that_only_look_like_results() -> None:
    for text in ("Double dummy 7 tricks", "double dummy " + "7" * 20, "Double dummy " + "z" * 20):
        assert results_in(text) == {}
        board = Board(1, Seat.NORTH, hands=deal(1, seed=1)[0].masks, comments=(text,))
        assert read(write([board], "lin")[0], "lin").boards[0].comments == (text,)
