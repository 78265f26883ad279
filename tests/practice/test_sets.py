"""Practice sets: shares, places, files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from dealwright import ArgumentError, ConditionError, Deals, Seat, feature, parse
from dealwright.cards.bridge.boards import board_dealer
from dealwright.practice.mixtures import parse_share
from dealwright.practice.practice_sets import (
    PracticeSet,
    dealing_practice_set,
    practice_set,
    read_types,
)

WEAK = ("weak", "spades(north) == 6 && hcp(north) in 5..10", 3)
STRONG = ("strong", "hcp(north) >= 20", 1)


def described_points(found: PracticeSet) -> list[int]:
    hcp = feature("hcp")
    rows = zip(found.deals.masks.tolist(), found.seats, strict=True)
    return [hcp.value(row[seat]) for row, seat in rows]


@pytest.mark.parametrize("place", ["described", "first", "either", "north", "east", "west"])
@pytest.mark.parametrize("pair", ["ns", "ew"])
def test_the_described_hand_sits_where_it_is_wanted(place: str, pair: str) -> None:
    found = practice_set(24, [WEAK, STRONG], place=place, pair=pair, first=5, seed=3)
    assert found.counts == {"weak": 18, "strong": 6}
    for points, kind in zip(described_points(found), found.types, strict=True):
        assert (5 <= points <= 10) == (kind == "weak")
        assert (points >= 20) == (kind == "strong")
    members = {"ns": {0, 2}, "ew": {1, 3}}[pair]
    for at, seat in enumerate(found.seats):
        dealer = board_dealer(5 + at)
        if place == "first":
            assert seat in members
            assert seat == dealer or dealer not in members
        elif place == "either":
            assert seat in members
        else:
            assert seat == (Seat.NORTH if place == "described" else Seat.of(place))
    if place == "either":
        assert len(set(found.seats)) == 2


def test_the_cards_are_turned_and_nothing_else() -> None:
    still = practice_set(10, [WEAK, STRONG], seed=8)
    turned = practice_set(10, [WEAK, STRONG], seed=8, place="south")
    assert (np.roll(still.deals.masks, 2, axis=1) == turned.deals.masks).all()
    assert still.types == turned.types
    south = practice_set(4, [("s", "hcp(south) > 25", 1)], described="south", place="east", seed=1)
    assert all(feature("hcp").value(row[Seat.EAST]) > 25 for row in south.deals.masks.tolist())


def test_common_conditions_and_overlaps() -> None:
    found = practice_set(6, [WEAK, STRONG], common="hearts(south) >= 5", seed=2)
    assert (found.deals.hands(Seat.SOUTH).feature("length", 2) >= 5).all()
    with pytest.raises(ConditionError, match="overlap"):
        practice_set(6, [WEAK, ("any", "1", 1)], seed=2)
    assert practice_set(6, [WEAK, ("any", "1", 3)], overlap="first", seed=2).counts["any"] == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"place": "up"}, "can sit at"),
        ({"pair": "sn"}, "ns or ew"),
        ({"first": 0}, "begin at 1"),
    ],
)
def test_sets_that_cannot_be(options: dict[str, object], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        practice_set(4, [WEAK], **options)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, r"\[\[type\]\]"),
        ({"type": []}, r"\[\[type\]\]"),
        ({"type": [{"name": "a"}]}, "name, share and condition"),
        ({"type": [{"name": 1, "share": 1, "condition": "1"}]}, "must be texts"),
        ({"typ": "a"}, "'typ' is unknown"),
        ({"place": 3}, "'place' is unknown"),
    ],
)
def test_documents_that_say_something_else(document: dict[str, object], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        read_types(document)


@pytest.mark.parametrize("share", ["0.35", "7", '"35 %"', '"7/20"'])
def test_a_share_in_a_document_is_dealt_as_it_is_written(share: str) -> None:
    text = f'[[type]]\nname = "a"\nshare = {share}\ncondition = "1"'
    ((_, _, read),) = read_types(tomllib.loads(text))["types"]
    assert parse_share(read) == (7 if share == "7" else Fraction(7, 20))


TOML = """
condition = "hcp(east) < 12"
place = "first"
[[type]]
name = "weak two"
share = 2
condition = "spades(north) == 6 && hcp(north) in 5..10"
[[type]]
name = "strong"
share = "50 %"
condition = "hcp(north) >= 20"
"""


def test_the_command_writes_the_files(cli: Callable[..., object], tmp_path: Path) -> None:
    types = tmp_path / "types.toml"
    types.write_text(TOML.replace("share = 2", 'share = "50 %"'), "utf-8")
    out = tmp_path / "set"
    call = ("practice", "-n", "8", "--types", str(types), "--seed", "5", "--output", str(out))
    found = cli(*call)
    assert found.status == 0
    assert "8 boards (4 " in found.out
    names = {path.name for path in out.iterdir()}
    assert names >= {"north.txt", "south.txt", "record.txt", "boards.pbn", "types.txt"}
    north = (out / "north.txt").read_text("utf-8")
    assert north.count("Board ") == 8
    assert north.splitlines()[0] == "North's hands"
    assert "strong" not in north + (out / "record.txt").read_text("utf-8")
    types_text = (out / "types.txt").read_text("utf-8").splitlines()
    assert sum(line.endswith("strong") for line in types_text) == 4
    again = cli(*call)
    assert (again.status, "already exists" in again.err) == (2, True)
    before = (out / "boards.pbn").read_text("utf-8")
    shown = cli(*call, "--replace", "--show-types")
    assert shown.status == 0
    assert (out / "boards.pbn").read_text("utf-8") == before
    assert "strong" in (out / "record.txt").read_text("utf-8")


def test_sheets_hold_the_hands_of_the_record(cli: Callable[..., object], tmp_path: Path) -> None:
    out = tmp_path / "set"
    kind = "weak 1: spades(north) == 6 && hcp(north) in 5..10"
    assert cli("practice", "-n", "4", "--type", kind, "--seed", "5", "-o", str(out)).status == 0
    lines = (out / "boards.pbn").read_text("utf-8").splitlines()
    deals = Deals.parse(line.split('"')[1] for line in lines if line.startswith("[Deal "))
    south = (out / "south.txt").read_text("utf-8")
    for board in deals:
        for suit in str(board[Seat.SOUTH]).split("."):
            assert (" ".join(suit).replace("T", "10") or "-") in south


def test_text_sheets_have_title_date_and_seed(cli: Callable[..., object], tmp_path: Path) -> None:
    out = tmp_path / "set"
    origin = ("--title", "Friday", "--date", "27 November", "--seed", "5")
    assert cli("practice", "north: 15+", "-n", "2", *origin, "-o", str(out)).status == 0
    for name, heading in (("north", "North's hands – Friday"), ("record", "Friday")):
        lines = (out / f"{name}.txt").read_text("utf-8").splitlines()
        assert (lines[0], lines[-1]) == (heading, "27 November, seed 5")


@pytest.mark.parametrize(("place", "listed"), [("described", False), ("first", True)])
def test_a_set_without_types_lists_no_types(
    place: str, listed: bool, cli: Callable[..., object], tmp_path: Path
) -> None:
    """Nor when they should be named; but where the hand sits is said if it differs."""
    out, call = tmp_path / "set", ("practice", "north: 15+", "-n", "4", "--place", place)
    assert cli(*call, "-o", str(out)).status == 0
    assert (out / "types.txt").exists() == listed
    assert cli(*call, "--show-types", "--replace", "-o", str(out)).status == 0
    assert ("all alike" in (out / "record.txt").read_text("utf-8")) == listed


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ([], "say what to practise"),
        (["--types", "none.toml", "--type", "weak 1: hcp(north) > 20"], "not both"),
        (["--types", "none.toml"], "cannot read"),
        (["--type", "weak: 1"], "NAME SHARE"),
        (["--type", "weak 1: hcp(north) > 20", "--place", "up"], "can sit at"),
    ],
)
def test_errors_are_one_line(
    cli: Callable[..., object], call: list[str], message: str, tmp_path: Path
) -> None:
    found = cli("practice", "--output", str(tmp_path / "out"), *call)
    assert found.status == 2
    assert message in found.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("call", "common"),
    [(["north: 15-17 balanced", "--south", "5+ hearts"], "balanced(north)"),
     (["north: 15-17 balanced; south: 5+ hearts",
       "--type", "few 1: hcp(south) < 8", "--type", "more 1: hcp(south) >= 8"], "balanced(north)"),
     (["north: 15-17; south: 5+ hearts", "--types", "FILE"], "balanced(north)")],
)  # fmt: skip
def test_a_condition_holds_for_all_boards(
    cli: Callable[..., object], call: list[str], common: str, tmp_path: Path
) -> None:
    file = tmp_path / "types.toml"
    file.write_text(
        f'condition = "{common}"\n[[type]]\nname = "a"\nshare = 1\ncondition = "1"\n', "utf-8"
    )
    call = [str(file) if word == "FILE" else word for word in call]
    out = tmp_path / "set"
    found = cli("practice", "-n", "6", "--seed", "5", "--output", str(out), *call)
    assert found.status == 0, found.err
    deals = Deals.read(out / "boards.pbn")
    where = parse("hcp(north) in 15..17 && balanced(north) && hearts(south) >= 5")
    assert len(deals) == 6
    assert where.matches(deals).all()
    assert ("(" in found.out) == ("--type" in call)  # one type is not counted


@pytest.mark.long
def test_text_that_is_no_toml(cli: Callable[..., object], tmp_path: Path) -> None:
    path = tmp_path / "types.toml"
    path.write_text("[[type")
    found = cli("practice", "--types", str(path), "--output", str(tmp_path / "out"))
    assert (found.status, "not TOML" in found.err) == (2, True)


def test_a_stopped_set_has_the_boards_dealt_until_then() -> None:
    types = [("weak", "hcp(north) <= 7", 1), ("strong", "hcp(north) >= 20", 1)]
    whole = practice_set(300, types, seed=1)
    job = dealing_practice_set(300, types, seed=1)
    job.watch(lambda progress: job.stop() if progress.done else None)
    found = job.result()
    n = len(found.deals)
    assert 0 < n < 300
    assert job.state == "stopped"
    assert found.deals == whole.deals[:n]
    assert (found.types, found.seats) == (whole.types[:n], whole.seats[:n])
    assert job.progress == (n, 300, "deals", job.progress.note)
