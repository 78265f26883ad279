"""What people type: numbers first, capitals, passes of the opponents, files that are empty."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dealwright import count, deal, probability
from dealwright.base.errors import CardError, ConditionError
from dealwright.formats import format_named, write
from dealwright.numbering.deals import DEALS
from dealwright.systems.calls import auction_of
from tests.conftest import Result

Cli = Callable[..., Result]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("system", "deal", "2", "natural", "1NT 2D", "--seed", "a"),
         ("system", "deal", "natural", "1NT 2D", "2", "--seed", "a")),
        (("scenarios", "stayman-fit", "2", "--seed", "a"),
         ("scenarios", "stayman-fit", "--deal", "2", "--seed", "a")),
        (("deal", "1", "--seed", "a", "--format", "PBN"),
         ("deal", "1", "--seed", "a", "--format", "pbn")),
    ],
)  # fmt: skip
def test_two_ways_to_type_it(cli: Cli, first: tuple[str, ...], second: tuple[str, ...]) -> None:
    one, other = cli(*first), cli(*second)
    assert (one.status, one.out) == (0, other.out)


def test_the_number_of_a_practice_set_first(cli: Cli, tmp_path: Path) -> None:
    sets = [tmp_path / name for name in "abc"]
    hand = "north: 20+"
    for folder, words in zip(
        sets, (("3", hand), (hand, "-n", "3"), ("--number=3", hand)), strict=True
    ):
        assert cli("practice", *words, "--seed", "a", "--output", str(folder)).status == 0
    boards = [(folder / "boards.pbn").read_bytes() for folder in sets]
    assert boards[0] == boards[1] == boards[2]
    assert boards[0].count(b"[Board ") == 3


def test_a_number_alone_is_no_condition(cli: Cli) -> None:
    found = cli("practice", "2")
    assert (found.status, "say what to practise" in found.err) == (2, True)


def test_capitals(cli: Cli, tmp_path: Path) -> None:
    assert format_named("PBN") is format_named("pbn")
    assert write([], "LIN") == write([], "lin")
    words = ("practice", "theme", "Squeeze", "1", "--seed", "a", "--output", str(tmp_path / "s"))
    assert cli(*words).status == 0


def test_passes_of_the_opponents() -> None:
    for typed, meant in (
        ("1NT P 2C P 2H", "1NT 2C 2H"),
        ("1S pass 2H Pass 2S", "1S 2H 2S"),
        ("1NT P", "1NT P"),  # of partner
        ("P P 1NT", "P P 1NT"),
    ):
        assert auction_of(typed) == auction_of(meant), typed
    for wrong in ("1NT P 2C X 2H", "1NT P 1C", "2H P 2C P 2S"):
        with pytest.raises(CardError):
            auction_of(wrong)


def test_an_empty_script(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "empty.dl"
    path.write_text(" \n")
    found = cli("explain", str(path))
    assert (found.status, "is empty: there is nothing to explain" in found.err) == (2, True)


def test_features_with_a_word(cli: Cli) -> None:
    found = cli("features", "Controls")
    assert found.status == 0
    rows = found.out.splitlines()[1:]
    assert rows
    assert all("control" in row.lower() or row.startswith(" ") for row in rows)
    assert len(rows) < len(cli("features").out.splitlines()) / 3
    none = cli("features", "nosuch")
    assert (none.status, none.err) == (
        2, "dealwright: no function mentions 'nosuch'\n",
    )  # fmt: skip


def test_python_speaks_as_the_command_line_does() -> None:
    hands = {"north": "15-17 balanced", "south": "5+ spades"}
    text = "north: 15-17 balanced; south: 5+ spades"
    assert deal(3, seed=1, **hands) == deal(3, text, seed=1)
    assert count(**hands) == count(text)
    both = f"{text}; where hcp(east) > 9"
    assert deal(3, "hcp(east) > 9", seed=1, **hands) == deal(3, both, seed=1)
    assert count("hcp(east) > 9", **hands) == count(both)
    assert probability(**hands) == probability(text)
    assert count() == DEALS
    with pytest.raises(ConditionError, match="15-17"):
        count(north="not 15-17 balanced or 20-21 balanced")
