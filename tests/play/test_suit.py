"""Suit combinations: classic percentages from their definitions, lines as text, what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb
from typing import Any

import pytest

from dealwright import (
    ArgumentError,
    BudgetExceeded,
    CardError,
    ConditionError,
    DealwrightError,
    PredealError,
    SuitCombination,
    as_condition,
    parse,
    solving_suit,
    suit_combination,
)
from dealwright.answers.records import read_record, write_record
from dealwright.play.suit import SuitAverage
from dealwright.play.suit.game import SuitGame, opening
from dealwright.play.suit.weights import counted_layouts
from dealwright.web.requests import job_of
from tests.conftest import Result

Wins = Callable[[set[str], set[str]], bool]


def test_small_cards_are_the_lowest_that_are_not_named() -> None:
    found = solving_suit("AQ9xx", "x3x").result()
    assert (found.dummy, found.declarer) == ("AQ965", "432")
    assert found == suit_combination("AQ965", "432")
    for dummy, declarer, name, message in (
        ("AQY", "xx", "dummy", "'Y' in 'AQY'"),
        ("AQ", "xY", "declarer", "'Y' in 'xY'"),
        ("98765xxx", "x", "declarer", "more small cards than a suit has"),
    ):
        with pytest.raises(CardError, match=message) as caught:
            solving_suit(dummy, declarer)
        assert caught.value.argument == name


def chance_of(missing: str, wins: Wins, vacant: tuple[int, int] = (13, 13)) -> Fraction:
    """Return the chance of the layouts (West, East) that a test accepts, each listed."""
    west, east = vacant
    ways = 0
    for held in range(min(len(missing), west) + 1):
        for cards in combinations(missing, held):
            if wins(set(cards), set(missing) - set(cards)):
                ways += comb(west + east - len(missing), west - held)
    return Fraction(ways, comb(west + east, west))


def even(low: int, high: int) -> Wins:
    return lambda west, east: low <= len(west) <= high


CLASSIC: list[tuple[str, str, int, str, Wins]] = [
    ("AQ", "32", 2, "KJT987654", lambda west, east: "K" in west),
    ("AQT", "432", 2, "KJ98765", lambda west, east: bool({"K", "J"} & west)),
    ("AQT", "432", 3, "KJ98765", lambda west, east: {"K", "J"} <= west),
    ("AJT", "432", 2, "KQ98765", lambda west, east: bool({"K", "Q"} & west)),
    ("AQT9", "432", 3, "KJ8765", lambda west, east: bool({"K", "J"} & west)),
    ("AQT9", "432", 4, "KJ8765", lambda west, east: {"K", "J"} <= west),
    ("AJT9", "432", 3, "KQ8765", lambda west, east: bool({"K", "Q"} & west)),
    ("KJT", "432", 2, "AQ98765", lambda west, east: "Q" in west),
    ("AQJ", "432", 3, "KT98765", lambda west, east: "K" in west),
    ("KQ2", "543", 2, "AJT9876", lambda west, east: "A" in west),
    ("K2", "43", 1, "AQJT98765", lambda west, east: "A" in west),
    ("KJ", "32", 1, "AQT987654", lambda west, east: "A" in west or west == {"Q"}),
    ("AKJ", "432", 3, "QT98765", lambda west, east: "Q" in west or east == {"Q"}),
    ("AKJT", "432", 4, "Q98765", lambda west, east: "Q" in west or east == {"Q"}),
    ("AQJT98", "7654", 6, "K32", lambda west, east: "K" in west),
    ("AKQ2", "543", 4, "JT9876", even(3, 3)),
    ("AKQ32", "54", 5, "JT9876", even(3, 3)),
    ("AKQ32", "54", 4, "JT9876", even(2, 4)),
    ("AK432", "765", 4, "QJT98", even(2, 3)),
]


@pytest.mark.parametrize(("dummy", "declarer", "target", "missing", "wins"), CLASSIC)
def test_a_classic_chance(dummy: str, declarer: str, target: int, missing: str, wins: Wins) -> None:
    for vacant in ((13, 13), (11, 8)):
        found = suit_combination(dummy, declarer, vacant=vacant)
        assert found.missing == missing
        assert found.tricks[target - 1].probability == chance_of(missing, wins, vacant)


def finessed(west: set[str], east: set[str]) -> bool:
    """Return whether a top card and then a finesse through West takes all tricks of AKJ32."""
    return max(len(west), len(east)) <= 3 and ("Q" in west or east == {"Q"})


def dropped(west: set[str], east: set[str]) -> bool:
    """Return whether two top cards do."""
    return max(len(west), len(east)) <= 3 and len(west if "Q" in west else east) <= 2


@pytest.mark.long
def test_entries_are_named_if_they_are_limited() -> None:
    heads = [
        list(suit_combination("AQ965", "432", entries=entries).lines())[1] for entries in (None, 1)
    ]
    assert heads == ["vacant places 13-13", "vacant places 13-13, entries to dummy: 1"]


@pytest.mark.parametrize("vacant", [(13, 13), (12, 10), (10, 7), (6, 12)])
def test_eight_ever_nine_never(vacant: tuple[int, int]) -> None:
    for declarer, missing in (("654", "QT987"), ("6548", "QT97")):
        found = suit_combination("AKJ32", declarer, vacant=vacant).tricks[4].probability
        finesse, drop = (chance_of(missing, wins, vacant) for wins in (finessed, dropped))
        assert found == max(finesse, drop)
        if vacant == (13, 13):
            assert (drop > finesse) == (len(missing) == 4)
        if vacant == (10, 7):  # the queen is likelier with West
            assert finesse > drop


@pytest.mark.parametrize("vacant", [(13, 13), (11, 8), (8, 11)])
def test_the_king_of_eleven_cards(vacant: tuple[int, int]) -> None:
    """The drop wins with one card each, the finesse with the king on the left; 52 % and 50 %."""
    found = suit_combination("AQJT9876", "543", vacant=vacant).tricks[7].probability
    drop, finesse = (
        chance_of("K2", wins, vacant) for wins in (even(1, 1), lambda west, east: "K" in west)
    )
    assert found == max(drop, finesse)
    if vacant == (13, 13):
        assert (drop, finesse) == (Fraction(13, 25), Fraction(1, 2))


def test_restricted_choice() -> None:
    """After an honour from East the finesse wins against two layouts, the drop against one."""
    five = suit_combination("AKT98", "5432").tricks[4]
    assert ("(Q/J)xx", "(Q/J)") in [layout[:2] for layout in five.wins]
    assert ("xx", "QJ") not in [layout[:2] for layout in five.wins]


@pytest.mark.parametrize(
    ("dummy", "declarer", "target", "line"),
    [
        ("AQ", "32", 2, "small to the Q; then play from the top"),
        (
            "AKJ32", "654", 5,
            "small to the A; if West plays low, [small to the J; then play from the top]; "
            "else play from the top",
        ),
        (
            "K32", "T98", 1,
            "run the T; if West plays low and East plays the Q/J, [run the 9; then play from the "
            "top]; else play from the top",
        ),
        ("AK", "32", 2, "play from the top"),
        ("32", "AK", 2, "play from the top"),
        ("32", "54", 1, ""),
    ],
)  # fmt: skip
def test_lines_as_text(dummy: str, declarer: str, target: int, line: str) -> None:
    assert suit_combination(dummy, declarer).tricks[target - 1].line == line


def test_entries() -> None:
    """The finesse through West of dummy's lead needs an entry each time the lead is in hand."""
    needs = [suit_combination("32", "AQ", entries=n).tricks[1].probability for n in (0, 1, 2)]
    assert needs[1:] == [Fraction(1, 2)] * 2
    assert needs[0] == chance_of("KJT987654", lambda w, e: {"K"} in (w, e))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("AQ", "A2"), CardError, "A in both hands"),
        (("AQQ", "2"), CardError, "occurs twice"),
        (("AQz", "2"), CardError, "not a rank"),
        (("-", "-"), ArgumentError, "both hands are void"),
        (("AKQJT98765432A", "-"), CardError, "occurs twice"),
    ],
)
def test_what_is_no_suit(arguments: tuple[str, str], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        suit_combination(*arguments)


@pytest.mark.parametrize("options", [{"entries": -1}, {"vacant": (4, 4)}, {"vacant": (14, 13)}])
def test_what_is_no_option(options: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        suit_combination("AQ", "32", **options)


def test_too_wide_is_said() -> None:
    with pytest.raises(BudgetExceeded, match="too wide: its 9 missing cards"):
        suit_combination("QT", "86", budget=10)


def test_a_job_that_is_stopped_has_the_targets_that_were_done() -> None:
    job = solving_suit("AQT9", "432")
    assert next(iter(job)).target == 1
    job.stop()
    assert [each.target for each in job.result().tricks] == [1]
    job = solving_suit("QT", "86")
    job.stop()  # within the first target, whose lines are compared
    assert job.result().tricks == ()


@pytest.mark.long
def test_the_whole_suit() -> None:
    found = suit_combination("AKQJT98765432", "-")
    assert [each.probability for each in found.tricks] == [1] * 13
    assert read_record(SuitCombination, write_record(found)) == found


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["AQ", "32", "--vacant", "10"], "write West-East"),
        (["AQ", "32", "--entries", "-1"], "number of entries"),
        (["AQ", "A2"], "A in both hands"),
    ],
)
def test_the_command_refuses(arguments: list[str], words: str, cli: Callable[..., Any]) -> None:
    done = cli("suit", *arguments)
    assert done.status == 2
    assert words in done.err


def test_the_command_prints(cli: Callable[..., Any]) -> None:
    assert "2 tricks: 76.0000 % (19/25)" in cli("suit", "AQT", "432").out


@pytest.mark.long
def test_a_long_line_is_whole() -> None:
    found = suit_combination("AJ93", "754")
    line = found.tricks[2].line
    assert len(line) > 2000
    assert "..." not in line
    text = list(found.lines())
    assert max(map(len, text)) <= 100
    assert " ".join(line.split()) in " ".join(" ".join(text).split())
    assert len(found.tricks[2].steps) > 50


def test_a_line_says_what_the_second_hand_plays_to_another_card() -> None:
    """Mutant: a line has the usual card alone."""
    lines = [target.line for target in suit_combination("762", "AQ3").tricks]
    assert any(line.startswith("small to the 7 (small if West shows out); if ") for line in lines)


def test_a_budget_bounds_the_pairs_that_are_compared_exactly() -> None:
    """The king alone against the ace: 13 pairs."""
    assert SuitGame(13).family(opening("K", "", "A", 1)) == [0]
    with pytest.raises(BudgetExceeded, match="more than 12 pairs"):
        SuitGame(12).family(opening("K", "", "A", 1))


@pytest.mark.long
def test_a_condition_that_says_nothing_is_vacant_places() -> None:
    for hands in (("AQ965", "432"), ("KT982", "A43"), ("AJT", "-")):
        plain, counted = suit_combination(*hands), suit_combination(*hands, where="1")
        assert counted.tricks == plain.tricks
        assert counted.condition == "1"


@pytest.mark.long
def test_known_cards_are_vacant_places() -> None:
    """West's six hearts leave him seven places, East's one of clubs twelve."""
    known = "west HKQJT98; east C2"
    counted = suit_combination("AQ965", "432", predeal=known)
    assert counted.tricks == suit_combination("AQ965", "432", vacant=(7, 12)).tricks


@pytest.mark.parametrize(
    ("suit", "where", "predeal"),
    [
        pytest.param("spades", "hcp(west) >= 12", None, marks=pytest.mark.long),
        ("hearts", "spades(east) >= 6 && hcp(west) + hcp(east) <= 14", "south AK3..KQ2.AK54"),
        ("clubs", "west: 5+ clubs or 10+", "north SAK"),
        pytest.param(
            "spades", "hascard(east, S7) || hcp(west) >= 10", None, marks=pytest.mark.long
        ),
    ],
)
def test_layouts_are_weighed_by_counts_of_deals(suit: str, where: str, predeal: str | None) -> None:
    """Each layout that a line wins, by a count of the deals that have it."""
    letter = suit[0].upper()
    dummy, declarer, missing = "AQ9", "T32", "KJ87654"
    shown = suit_combination(dummy, declarer, where=where, suit=suit, predeal=predeal)
    fixed = f"{predeal or ''}; north {letter}{dummy}; south {letter}{declarer}".lstrip("; ")
    whole = f"{suit}(north) == 3 && {suit}(south) == 3"
    given = parse(f"{whole} && ({as_condition(where)})")
    total = given.count(predeal=fixed)
    chances = counted_layouts(dummy, declarer, missing, where, suit, predeal, None)
    for west in ("K", "KJ", "J87", ""):
        held = [f"hascard(west, {rank}{letter}) == {int(rank in west)}" for rank in missing]
        count = (given & parse(" && ".join(held))).count(predeal=fixed)
        assert chances[west] == Fraction(int(count), int(total))
    assert sum(chances.values()) == 1
    assert shown.tricks[0].probability == 1


@pytest.mark.long
def test_points_split_equal_cards() -> None:
    """A jack is not a ten: West, who has no points, has the ten alone."""
    found = suit_combination("AK98", "5432", where="hcp(west) == 0").tricks[2]
    assert all("J" not in west and "Q" not in west for west, _, _ in found.wins)
    assert {east[:2] for _, east, _ in found.wins} == {"QJ"}


def test_what_weighs_layouts_is_refused_if_it_contradicts_the_suit() -> None:
    with pytest.raises(PredealError, match="north has other hearts"):
        suit_combination("KJ4", "A932", suit="hearts", predeal="north H5")
    with pytest.raises(ArgumentError, match="give one"):
        suit_combination("KJ4", "A932", where="hcp(west) > 5", vacant=(10, 8))
    with pytest.raises(ConditionError, match="counted exactly"):
        solving_suit("KJ4", "A932", where="zar(west) > 30 && zar(east) > 20", seconds=0.01)
    with pytest.raises(ConditionError, match="no deal"):
        suit_combination("KJ4", "A932", where="hcp(west) > 36")


@pytest.mark.long
def test_the_command_and_the_request_take_a_condition(cli: Callable[..., Result]) -> None:
    found = suit_combination("KJ4", "A932", where="west: 12+", suit="hearts", predeal="south SAK")
    words = ("--where", "west: 12+", "--suit", "hearts", "--predeal", "south SAK")
    assert cli("suit", "KJ4", "A932", *words).out == f"{found}\n"
    fields = {"dummy": "KJ4", "declarer": "A932", "where": "west: 12+", "suit": "hearts"}
    assert job_of("suit", {**fields, "predeal": "south SAK"}).result() == found
    for name, text in (("where", "hpc(west) > 3"), ("suit", "x"), ("predeal", "north HX")):
        with pytest.raises(DealwrightError) as error:
            job_of("suit", {**fields, name: text})
        assert error.value.argument == name
    refused = cli("suit", "KJ4", "A932", "--where", "hpc(west) > 3")
    assert refused.status == 2
    assert "hpc" in refused.err


def test_the_outline_of_a_line_has_its_cases() -> None:
    """Joined again, with the brackets that a sentence needs, it is the line."""
    found = suit_combination("AQT9", "432")
    for target in found.tricks:
        depths = [depth for depth, _, _ in target.outline]
        assert depths[0] == 0
        assert all(after <= before + 1 for before, after in pairwise(depths))
        assert all((when == "") == (depth == 0) for depth, when, _ in target.outline)
        words = "; ".join(
            f"{when}{', ' if when.startswith('if') else ' ' if when else ''}{play}"
            for _, when, play in target.outline
        )
        assert words.replace(", then", "; then") == re.sub(r"[][]", "", target.line)
    assert suit_combination("32", "54").tricks[0].outline == ()  # no line wins


def test_the_average_of_a_well_known_suit() -> None:
    """Two finesses win a trick each half of the time, however the defenders' cards lie."""
    found = suit_combination("AQT9", "432").average
    assert found is not None
    assert found.tricks == 3
    assert [str(chance) for _, chance in found.chances] == ["1", "1", "19/25", "6/25"]
    assert suit_combination("AKQ", "432").average == SuitAverage(
        Fraction(3),
        ((1, Fraction(1)), (2, Fraction(1)), (3, Fraction(1))),
        "play from the top",
        suit_combination("AKQ", "432").tricks[2].steps,
        ((0, "", "play from the top"),),
    )


@pytest.mark.long
def test_the_average_may_need_another_line_than_each_target() -> None:
    found = suit_combination("A9xx", "Q8x")
    assert found.average is not None
    assert found.average.tricks < sum(each.probability for each in found.tricks)
    assert "most tricks on average: 2.0814" in str(found)


def test_an_average_that_takes_too_much_work_is_left_out() -> None:
    def enough(budget: int) -> bool:
        try:
            return bool(suit_combination("AQT", "432", budget=budget))
        except BudgetExceeded:
            return False

    least = next(budget for budget in range(500, 50_000, 500) if enough(budget))
    found = suit_combination("AQT", "432", budget=least)
    assert len(found.tricks) == 3
    assert found.average is None
    assert suit_combination("AQT", "432", budget=4 * least).average is not None


def test_among_sets_of_one_size_the_first_comes_first() -> None:
    """Not in the order of hashes, which differ between machines: then lines of a suit would too."""
    assert SuitGame(10**6)._largest([5, 3, 9, 3, 1]) == [5, 3, 9]
