"""Lines of play: entries, tricks lost, and deals in which one wins and another loses."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from math import comb

import pytest

from dealwright import ConditionError, PredealError, deal, table_view
from dealwright.cards import Card, Seat, cards_from_mask
from dealwright.play.at_table.templates import Template, line_conditions
from tests.conftest import Result

SOUTH, NORTH = "south AKT9.432.432.AK2", "north 8765.AQ5.AKQ.543"
HANDS = "south AKT9.xxx.xxx.AKx, north xxxx.AQx.AKx.xxx"
LINES = ("cash SA; finesse SQ", "cash SA SK; drop QS")


def counted(south: str, north: str, line: str) -> int:
    return table_view(south, north).line(line).count(predeal=f"{south}; {north}")


@pytest.mark.parametrize(
    ("line", "condition"),
    [
        ("lose at most 1; finesse HK; finesse SQ; make", "west HK or east SQ"),
        ("lose no tricks; finesse HK; finesse SQ", "west HK and east SQ"),
        ("lose at most one trick; finesse HK; finesse SQ", "east SQ"),
        ("lose at most 2; finesse HK; finesse SQ; make", "west HK or east HK"),
        ("lose 0; finesse HK; if finesse HK wins then make else make", "west HK"),
        ("lose 0; finesse DJ; make", "west DJ"),
    ],
)
def test_tricks_that_finesses_lose(line: str, condition: str) -> None:
    south, north = "south KJ98.432.432.AK2", "north A765.AQ5.AQT.543"
    wanted = table_view(south, north).condition(condition)
    assert counted(south, north, line) == wanted.count(predeal=f"{south}; {north}")


def test_an_ace_that_nothing_beats_is_lost_in_any_case() -> None:
    south, north = "south 5432.432.432.AK2", "north KQ76.AQ5.AKQ.543"
    assert counted(south, north, "lose 0; finesse SA; make") == 0
    assert counted(south, north, "lose 1; finesse SA") == counted(south, north, "west SA")


def test_a_finesse_is_led_toward_the_tenace() -> None:
    """South has AKT9; after the ace the lead is there, and dummy needs an entry."""
    assert counted(SOUTH, NORTH, "cash SA; finesse SQ") > 0
    without = "north 8765.QJ5.543.543"
    with pytest.raises(ConditionError, match="no entry to north"):
        table_view("south AKT9.AK2.AKQ.A72", without).line("cash SA; finesse SQ")
    assert counted("south AKT9.AK2.AKQ.A72", without, "finesse SQ") > 0


def test_an_entry_is_used_once() -> None:
    one = "north 8765.A65.543.543"
    seen = table_view("south AKT9.432.AKQ.AK2", one)
    seen.line("cash SA; finesse SQ")
    with pytest.raises(ConditionError, match="no entry to north"):
        seen.line("cash HA SA; finesse SQ")
    with pytest.raises(ConditionError, match="no entry to north"):
        seen.line("cash SA; finesse SQ; cash SK; finesse SJ")


def test_an_entry_is_of_a_suit_that_the_line_does_not_name() -> None:
    """The ace of hearts is not the entry, so a heart that falls under it has not been seen."""
    found = table_view(SOUTH, NORTH).line("cash SA; finesse SQ; if HK drops then make else down")
    assert found.count(predeal=f"{SOUTH}; {NORTH}") == 0


def test_a_ruff_may_be_the_entry() -> None:
    hands = ("south AKT9.AK2.AKQ.A72", "north 8765.QJ5.543.543")
    assert str(table_view(*hands, trump="S").line("cash SA; finesse SQ"))


def test_a_card_is_cashed_once() -> None:
    with pytest.raises(ConditionError, match="SA cannot be cashed: your side does not hold it now"):
        table_view(SOUTH, NORTH).line("cash SA; cash SA; make")


def test_an_x_is_lower_than_every_card_that_is_named() -> None:
    fixed, where = line_conditions(HANDS, [LINES[0]], [LINES[1]])
    hands = Template.read(HANDS)
    deals = deal(200, where, predeal=predeal_of(fixed), seed=1)
    for each in deals:
        for seat in (Seat.NORTH, Seat.SOUTH):
            hand = each[seat]
            assert tuple(map(len, str(hand).replace("-", "").split("."))) == hands.lengths[seat]
            for suit, (pattern, held) in enumerate(
                zip(HANDS.split(", ")[seat == Seat.NORTH].split()[1].split("."),
                    str(hand).split("."), strict=True)
            ):  # fmt: skip
                named = pattern.replace("x", "")
                assert held.startswith(named), (suit, hand)
                assert set(held[len(named) :]) <= set("98765432")
        east = str(each.east).split(".")[0]
        west = str(each.west).split(".")[0]
        assert "Q" in east
        assert len(west) <= 3
        assert len(east) > 2


def predeal_of(masks: tuple[int, int, int, int]) -> dict[Seat, list[Card]]:
    return {seat: cards_from_mask(mask) for seat, mask in zip(Seat, masks, strict=True) if mask}


def test_a_pattern_counts_as_all_its_hands_together() -> None:
    """One suit with two x: the deals of its 28 ways to be dealt, each with whole hands."""
    pattern = "south AKQ.432.AKQJ.AK2, north JTxx.AQ5.T98.543"
    lines = ["cash SA SK SQ; if both follow to spades then make else finesse HK"]
    fixed, where = line_conditions(pattern, lines, [])
    ways = 0
    for low in combinations("98765432", 2):
        whole = pattern.replace("xx", "".join(low))
        hands = whole.split(", ")
        ways += table_view(*hands).line(lines[0]).count(predeal="; ".join(hands))
    assert len([*combinations("98765432", 2)]) == comb(8, 2)
    assert where.count(predeal=predeal_of(fixed)) == ways


@pytest.mark.parametrize(
    ("hands", "line", "error", "words"),
    [
        ("south AKT9.xxx.xxx.AKx", "make", PredealError, "write both hands of a side"),
        ("south AKT9.xxx.xxx.AKx, west xxxx.AQx.AKx.xxx", "make", PredealError, "both hands"),
        ("south AKT9.xxx.xxx.AK, north xxxx.AQx.AKx.xxx", "make", PredealError, "not a hand of 13"),
        ("south AKT9.xxx.xxx.AKz, north xxxx.AQx.AKx.xxx", "make", PredealError, "'Z' is not a"),
        ("south AKT9.xxx.xxx.AKx, north xxxx.AQx.AKx.Kxx", "make", PredealError, "CK occurs twice"),
        ("south AKT9.xxx.xxx.AK2, north xxxx.AQx.AKx.xxx", "make", PredealError, "small clubs"),
        (HANDS, "cash SA SK S9; make", ConditionError, "S9 is not a winner"),
        ("south AKQJ.xxx.xxx.AKx, north Txxx.AQx.AKx.xxx", "cash six spades; make",
         ConditionError, "a small card of spades cannot be cashed"),
        ("south AKQJ.xxx.xxx.AKx, north xxxx.AQx.AKx.xxx", "finesse ST", ConditionError,
         "no card that is seen is lower than ST"),
    ],
)  # fmt: skip
def test_what_is_no_pattern(hands: str, line: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        line_conditions(hands, [line], [])


def test_the_command(cli: Callable[..., Result]) -> None:
    done = cli(
        "deal", "6", "hcp(west) <= 9", "--predeal", HANDS, "--line-wins", LINES[0],
        "--line-loses", LINES[1], "--seed", "1", "--format", "json",
    )  # fmt: skip
    found = json.loads(done.out)
    assert found["predeal"] == "north HA HQ DA DK, south SA SK ST S9 CA CK"
    again = deal(6, found["condition"], predeal=found["predeal"], seed="1")
    assert [each["deal"] for each in found["deals"]] == [each.text() for each in again]
    for bad, words in (
        (["--line-wins", "make"], "a line of play needs the two hands of a side"),
        (["--predeal", HANDS, "--line-wins", "jump; make"], "'jump' is not a step"),
        (["--predeal", HANDS, "--line-wins", "make", "--level", "hcp(west)"], "cannot be combined"),
    ):
        done = cli("deal", "1", *bad)
        assert done.status == 2
        assert words in done.err
