"""Deals written to files and read again; files searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealwright import (
    ArgumentError,
    CardError,
    ConditionError,
    Deals,
    count,
    deal,
    find,
    formats,
    probability,
)

FORMATS = ("pbn", "lin", "json", "csv", "dlm", "rbn", "line", "parquet")


@pytest.mark.parametrize("name", FORMATS)
def test_deals_come_back(tmp_path: Path, name: str) -> None:
    deals = deal(5, "north: 15-17 balanced", seed="friday")
    path = tmp_path / f"friday{formats.format_named(name).endings[0]}"
    deals.write(path)
    assert Deals.read(path) == deals
    deals.write(tmp_path / "friday.data", name)
    assert (tmp_path / "friday.data").read_bytes() == path.read_bytes()
    assert Deals.read(tmp_path / "friday.data", name) == deals


def test_boards_have_what_is_said_of_them(tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    deals = deal(3, "north: 15-17", seed="friday")
    deals.write(path, first=9, dealer="east", vulnerable="all")
    boards = formats.read(path.read_text(), "pbn").boards
    assert [board.number for board in boards] == [9, 10, 11]
    assert '[Dealer "E"]' in path.read_text()
    assert '[Vulnerable "All"]' in path.read_text()
    assert "friday" in path.read_text()
    Deals(deals.masks).write(path)
    assert "friday" not in path.read_text()


def test_many_are_written_in_order(tmp_path: Path) -> None:
    """More than are made into text at a time."""
    deals = deal(5000, seed=1)
    deals.write(tmp_path / "all.deals")
    assert Deals.read(tmp_path / "all.deals") == deals


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    path.write_text("old")
    for arguments in ({"first": 0}, {"dealer": "nobody"}, {"format": "nothing"}):
        with pytest.raises((ArgumentError, CardError)):
            deal(1, seed=1).write(path, **arguments)  # type: ignore[arg-type]
    assert path.read_text() == "old"
    for wrong in (tmp_path / "a.unknown", tmp_path / "none" / "a.pbn"):
        with pytest.raises(ArgumentError, match=r"a\.unknown|cannot write"):
            deal(1, seed=1).write(wrong)
    assert [each.name for each in tmp_path.iterdir()] == ["a.pbn"]


def test_a_board_that_is_no_whole_deal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "half.pbn"
    path.write_text('[Board "7"]\n[Deal "N:AKQJT98765432... - - -"]\n')
    with pytest.raises(CardError, match=r"half\.pbn, board 7: not all four hands"):
        Deals.read(path)
    path.write_text('[Board "7"]\n[Deal "N:AKQJT98765432... AS - -"]\n')
    with pytest.raises(CardError, match=r"half\.pbn, line 2"):
        Deals.read(path)
    with pytest.raises(ArgumentError, match="cannot read"):
        Deals.read(tmp_path / "none.pbn")


def test_one_call_answers(tmp_path: Path) -> None:
    assert count("north: 15-17 balanced; south: 5+ spades") == 439976415244516928432877600
    assert float(probability("north: 13 spades")) == pytest.approx(1 / 635013559600)
    assert count("cccc(north) > 1500", hits=100, seed=1, method="filter").samples > 0  # type: ignore[union-attr]
    deals = deal(300, seed=1)
    deals[:200].write(tmp_path / "a.pbn")
    deals[200:].write(tmp_path / "b.lin")
    strong = find("hcp(south) >= 18", tmp_path / "a.pbn", tmp_path / "b.lin")
    assert strong == deals.where("hcp(south) >= 18")
    assert len(strong) > 0
    with pytest.raises(ArgumentError, match="at least one file"):
        find("hcp(south) >= 18")
    with pytest.raises(ConditionError):
        find("hcp(south) >=", tmp_path / "a.pbn")
