"""What typed numbers mean: points and hundredths, decimal factors, and which clauses are tests."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dealwright import (
    ConditionError,
    Deals,
    as_condition,
    as_quantity,
    deal,
    hcp,
    parse,
    table_view,
)
from dealwright.ask.vocabulary import ltc, quick_tricks
from dealwright.conditions.parse import parse_tree
from dealwright.deals.features import Feature, feature
from dealwright.deals.workspace import Workspace
from dealwright.requests.documents import read_json, write_json
from dealwright.scripts import run_script
from dealwright.scripts.reading import parse_script

DEALS = deal(2000, seed=1)


def value(name: str, seat: str) -> list[Fraction]:
    """Return a feature in points, exactly, for each deal."""
    found = as_quantity(f"{name}({seat})").values(DEALS)
    scale = 1 if name == "spades" else feature(name).scale
    return [Fraction(int(n), scale) for n in found]


HALVES = Fraction(3, 2)
# A text, and what it means of four hands' (north, south) points by feature.
MEANINGS: list[tuple[str, Any]] = [
    ("ltc(north) * 1.5 <= 10.0", lambda v: v("ltc", "north") * HALVES <= 10),
    ("1.5 * ltc(north) <= 10.0", lambda v: v("ltc", "north") * HALVES <= 10),
    ("ltc(north) / 2.0 <= 3.5", lambda v: v("ltc", "north") / 2 <= Fraction(7, 2)),
    ("hcp(north) / 2.0 >= 5.5", lambda v: v("hcp", "north") / 2 >= Fraction(11, 2)),
    ("ltc(north) / 0.5 > 14.0", lambda v: v("ltc", "north") * 2 > 14),
    ("cccc(north) > 1.5 * cccc(south)", lambda v: v("cccc", "north") > HALVES * v("cccc", "south")),
    ("cccc(north) >= 1500", lambda v: v("cccc", "north") >= 15),
    ("cccc(north) >= 15.0", lambda v: v("cccc", "north") >= 15),
    ("ltc(north) <= 650", lambda v: v("ltc", "north") <= Fraction(13, 2)),
    ("ltc(north) + hcp(north) <= 20.5", lambda v: v("ltc", "north") + v("hcp", "north") <= 20.5),
    ("ltc(north) + hcp(north) <= 2050", lambda v: v("ltc", "north") + v("hcp", "north") <= 20.5),
    ("hcp(north) > ltc(south)", lambda v: v("hcp", "north") > v("ltc", "south")),
    ("hcp(north) - 1.25 * cccc(north) > -2.0",
     lambda v: v("hcp", "north") - Fraction(5, 4) * v("cccc", "north") > -2),
    ("hcp(north) + 1.5 * spades(north) >= 16",
     lambda v: v("hcp", "north") + HALVES * v("spades", "north") >= 16),
    ("hcp(north) + 1.5 * spades(north) == 16.5",
     lambda v: v("hcp", "north") + HALVES * v("spades", "north") == Fraction(33, 2)),
    ("100 * hcp(north) + quick_tricks(north) >= 1450",
     lambda v: v("hcp", "north") + v("quick_tricks", "north") >= Fraction(29, 2)),
    ("cccc(north) / 100 >= 12", lambda v: v("cccc", "north") >= 12),
    ("ltc(north) + 1.5 * (spades(north) > 4) <= 7.0",
     lambda v: v("ltc", "north") + HALVES * (v("spades", "north") > 4) <= 7),
    ("(spades(north) > 4 ? 1.5 : 2) + ltc(north) <= 8.0",
     lambda v: (HALVES if v("spades", "north") > 4 else 2) + v("ltc", "north") <= 8),
    ("(spades(north) > 4 ? ltc(north) : hcp(north)) >= 8.0",
     lambda v: v("ltc" if v("spades", "north") > 4 else "hcp", "north") >= 8),
    ("x = 1.5 * ltc(north) x >= 9.0 && x <= 1200", lambda v: 9 <= v("ltc", "north") * HALVES <= 12),
    ("f = 1.5 f * ltc(north) > 10.0", lambda v: v("ltc", "north") * HALVES > 10),
    ("1.5 * ltc(north) in 9.0..12.0", lambda v: 9 <= v("ltc", "north") * HALVES <= 12),
    ("1.5 * hcp(north) in {9, 12..15}",
     lambda v: v("hcp", "north") * HALVES in (9, 12, HALVES * 9, 15)),
    ("ltc(north) / hcp(south) >= 1.0 && hcp(south) > 0",
     lambda v: v("hcp", "south") > 0 and v("ltc", "north") / v("hcp", "south") >= 1),
    ("hcp(south) > 0 && 30.0 / hcp(south) >= 3",
     lambda v: v("hcp", "south") > 0 and 30 // v("hcp", "south") >= 3),
    ("-1.5 * ltc(north) < -10.0", lambda v: v("ltc", "north") * HALVES > 10),
    ("cccc(north) <= 12.125", lambda v: v("cccc", "north") <= Fraction(97, 8)),
    ("12.125 < cccc(north)", lambda v: v("cccc", "north") > Fraction(97, 8)),
    ("ltc(north) - (hcp(north) > 10 ? 1 : 0) <= 6.5",
     lambda v: v("ltc", "north") - (v("hcp", "north") > 10) <= Fraction(13, 2)),
    ("ltc(north) + (spades(north) > 3) >= 8.0",
     lambda v: v("ltc", "north") + (v("spades", "north") > 3) >= 8),
    ("ltc(north) + 2 * (spades(north) > 3) >= 900",
     lambda v: v("ltc", "north") + 2 * (v("spades", "north") > 3) >= 9),
    ("ltc(north) - 100 * (spades(north) > 3) <= 6.5",
     lambda v: v("ltc", "north") - (v("spades", "north") > 3) <= Fraction(13, 2)),
    ("ltc(north) <= 6.5 + 1.5 * (spades(north) > 3)",
     lambda v: v("ltc", "north") <= Fraction(13, 2) + HALVES * (v("spades", "north") > 3)),
    ("(hcp(north) > 10 ? ltc(north) : hcp(north) > 5) >= 1.0",
     lambda v: (v("ltc", "north") if v("hcp", "north") > 10 else v("hcp", "north") > 5) >= 1),
    ("x = (hcp(north) > 10 ? 1 : 0) ltc(north) - x <= 6.5",
     lambda v: v("ltc", "north") - (v("hcp", "north") > 10) <= Fraction(13, 2)),
    ("ltc(north) - (hcp(north) > 10 ? 100.0 : 1) < 0.0", lambda v: v("hcp", "north") > 10
     or v("ltc", "north") < 1),
    ("ltc(north) >= (hcp(north) > 10 ? 7 : 8)",
     lambda v: v("ltc", "north") >= (7 if v("hcp", "north") > 10 else 8)),
    ("hcp(north) % 5 + ltc(north) >= 10.0",
     lambda v: v("hcp", "north") % 5 + v("ltc", "north") >= 10),
    ("hcp(north) % 5 - ltc(north) > -5.0",
     lambda v: v("hcp", "north") % 5 - v("ltc", "north") > -5),
    ("ltc(north) % 100 + hcp(north) >= 10.5",
     lambda v: v("ltc", "north") % 1 + v("hcp", "north") >= Fraction(21, 2)),
    ("1.5 * hcp(north) + 0.3 >= 5.0",
     lambda v: HALVES * v("hcp", "north") + Fraction(3, 10) >= 5),
    ("1.75 * hcp(north) != 3.51 && 1.75 * hcp(north) != 3.5",
     lambda v: v("hcp", "north") != 2),
    ("1.5 * hcp(north) - 0.3 == 4.2", lambda v: v("hcp", "north") == 3),
    ("(aces(north) < 1 ? ltc(north) : 0.25) >= 0.5", lambda v: v("aces", "north") < 1),
    ("cccc(north) - cccc(south) > 0.25", lambda v: v("cccc", "north") - v("cccc", "south") > 0.25),
]  # fmt: skip


@pytest.mark.parametrize(("text", "meaning"), MEANINGS, ids=[text for text, _ in MEANINGS])
def test_what_is_typed_is_meant_in_points(text: str, meaning: Any) -> None:
    """Each text, deal by deal, against fractions; and its text, read again, is the same."""
    found = parse(text)
    known: dict[tuple[str, str], list[Fraction]] = {}

    def at(row: int) -> Any:
        def of(name: str, seat: str) -> Fraction:
            if (name, seat) not in known:
                known[name, seat] = value(name, seat)
            return known[name, seat][row]

        return of

    wanted = [bool(meaning(at(row))) for row in range(300)]
    assert found.matches(DEALS[:300]).tolist() == wanted
    assert any(wanted)
    assert not all(wanted)
    assert parse(str(found)).tree == found.tree
    assert eval(repr(found), {"parse": parse}).tree == found.tree
    assert parse_tree(str(found)) == found.tree
    assert read_json(write_json(found)).tree == found.tree


def test_lengths_may_be_compared_with_fractions_of_lengths() -> None:
    assert parse("shape(north, s > 1.5 * h)") == parse("shape(north, 2 * s > 3 * h)")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("ltc(north) <= 6", ("6.0", "600")),
        ("quick_tricks(north) == 2", ("2.0", "200")),
        ("6 >= ltc(north)", ("6.0", "600")),
        ("ltc(north) in 4..7", ("4.0", "400")),
        ("ltc(north) + hcp(north) <= 20", ("20.0", "2000")),
        ("ltc(north) - 1 <= 6.5", ("1.0", "100")),
        ("x = ltc(north) x < 7", ("7.0", "700")),
        ("ltc(north) > (balanced(north) ? ltc(south) : 7)", ("7.0", "700")),
        ("most = 6 ltc(north) <= most", ("6.0", "600")),
        ("ltc(north) <= 2 * 3", ("6.0", "600")),
        ("ltc(north) + -(-6) <= 13.0", ("6.0", "600")),
        ("ltc(north) * ltc(south) > 30", ("30.0", "300000")),
        ("ltc(north) * ltc(south) in 30..40", ("30.0", "300000")),
    ],
)
def test_a_whole_number_that_can_hardly_be_meant_is_refused(
    text: str, names: tuple[str, str]
) -> None:
    with pytest.raises(ConditionError) as refused:
        parse(text)
    assert all(name in str(refused.value.hint) for name in names)


def test_the_ends_of_what_is_refused() -> None:
    """1 to 40, of either sign, beside hundredths alone; 0, 41 and factors stay."""
    for number in (1, 40, -1, -40):
        with pytest.raises(ConditionError, match="in hundredths"):
            parse(f"cccc(north) - cccc(south) > {number}")
    for number in (0, 41, -41):
        assert parse(f"cccc(north) - cccc(south) > {number}").notes == ()
    parse("2 * cccc(north) > cccc(south) / 3 && hcp(north) > 12 && cccc(north) % 7 == 3")


@pytest.mark.parametrize("text", ["1.5 * hcp(north)", "hcp(north) / 2.0", "6.5", "1.5 * fits(ns)"])
def test_a_quantity_is_a_whole_number(text: str) -> None:
    with pytest.raises(ConditionError, match="not always a whole number"):
        as_quantity(text)


def test_a_quantity_in_hundredths_is_rounded_toward_zero() -> None:
    found = as_quantity("0.333 * cccc(north)").values(DEALS)
    whole = as_quantity("cccc(north)").values(DEALS)
    assert np.array_equal(found, whole * 333 // 1000)
    assert (as_quantity("15.0").tree, as_quantity("2.5 * 2").tree) == (
        as_quantity("15").tree,
        as_quantity("5").tree,
    )


def test_operators_bring_points_and_hundredths_to_one_unit() -> None:
    north = "north"
    assert str(ltc(north) + hcp(north) <= 2050) == "new_losers(north) + 100 * hcp(north) <= 2050"
    assert (hcp(north) > ltc("south")) == parse("hcp(north) > ltc(south)")
    assert (ltc(north) <= 650) == parse("ltc(north) <= 6.5")
    for refused in (
        lambda: ltc(north) <= 6,
        lambda: ltc(north) <= 6,
        lambda: quick_tricks(north).between(1, 2),
        lambda: quick_tricks(north).among([2, 300]),
    ):
        with pytest.raises(ConditionError, match="in hundredths"):
            refused()


@pytest.mark.parametrize(
    "text",
    [
        "ltc(north) - (hcp(north) > 15 ? 1 : 0)", "ltc(north) + hascard(north, AS)",
        "ltc(north) + balanced(north)", "hcp(north) % 5 + ltc(north)", "ltc(north) % 100",
        "balanced(north) ? hcp(north) : ltc(north)", "balanced(north) ? ltc(north) : 0.25",
        "ltc(north) + 3 * balanced(north)", "ltc(north) * ltc(south) - balanced(north)",
    ],
)  # fmt: skip
def test_a_quantity_of_points_and_hundredths_reads_back(text: str) -> None:
    found = as_quantity(text)
    assert as_quantity(str(found)).tree == found.tree
    assert parse_tree(str(found)) == found.tree


@pytest.mark.parametrize("number", ["200 * balanced(north)", "(hcp(north) > 15 ? 200 : 0)"])
def test_a_number_of_a_test_that_may_be_in_hundredths_is_refused(number: str) -> None:
    """In ``ltc(north) + 200 * balanced(north)`` two points may be meant, or two hundred."""
    with pytest.raises(ConditionError, match="is 200 points beside") as refused:
        as_quantity(f"ltc(north) + {number}")
    values = [as_quantity(f"ltc(north) + {number}".replace("200", each)).values(DEALS)
              for each in ("2.0", "200.0")]  # fmt: skip
    assert all(each in str(refused.value.hint) for each in ("2.0", "200.0"))
    assert (values[1] - values[0]).max() == 19_800


def test_operators_in_python_count_tests_and_remainders_in_points() -> None:
    flat, north = parse("balanced(north)"), "north"
    both = flat.chooses(hcp(north), ltc(north))
    for made, text in (
        (ltc(north) + flat.as_number(), "ltc(north) + balanced(north)"),
        (ltc(north) - flat.chooses(1, 0), "ltc(north) - (balanced(north) ? 1 : 0)"),
        (hcp(north).remainder(5) + ltc(north), "hcp(north) % 5 + ltc(north)"),
        (both, "balanced(north) ? hcp(north) : ltc(north)"),
    ):
        assert made.tree == as_quantity(text).tree
    assert str(both) == "balanced(north) ? 100 * hcp(north) : new_losers(north)"
    with pytest.raises(ConditionError, match="in hundredths"):
        flat.chooses(ltc(north), 6)


def test_scripts_keep_their_integers_with_a_note() -> None:
    for text, same, note in [
        ("ltc(north) * 1.5 <= 90000", "ltc(north) * 150 <= 90000", "1.5 is 150 here"),
        ("ltc(north) / 2.0 <= 300", "ltc(north) / 200 <= 300", "2.0 is 200 here"),
        ("ltc(north) <= 6", "ltc(north) <= 6", "6 points are 600"),
        ("ltc(north) + hcp(north) <= 50", "ltc(north) + hcp(north) <= 50", "points beside"),
        ("hcp(north) >= 15 || 17", "hcp(north) >= 15 || 17", "'17' holds when it is not 0"),
        ("hcp(north)", "hcp(north)", "'hcp(north)' holds when it is not 0"),
        ("not hcp(north)", "not hcp(north)", "'hcp(north)' holds when it is not 0"),
    ]:
        script = parse_script(f"condition {text}")
        assert script.condition == parse_tree(same)
        assert [note in str(said) for said in script.notes] == [True], text
    (said,) = parse_script("condition hcp(north) >= 15 || 17").notes
    assert str(said).endswith("Say what it is compared with: || hcp(north) >= 17")
    for text in ("ltc(north) <= 6.5", "not balanced(north) && hcp(north) in 15..17", "1"):
        assert parse_script(f"condition {text}").notes == ()
    printed = ["".join(run_script(f"produce 20 condition {text} action printew", seed=1))
               for text in ("hcp(north)", "hcp(north) != 0")]  # fmt: skip
    assert printed[0] == printed[1]


REFUSED = [
    ("15-17", "15-17", "in 15..17"),
    ("hcp(north)", "hcp(north)", "hcp(north) in 15..17"),
    ("spades(north)", "spades(north)", "spades(north) in 5..6"),
    ("aces(north)", "aces(north)", "aces(north) in 1..2"),
    ("ltc(north)", "ltc(north)", "ltc(north) in 1.0..2.0"),
    ("cccc(north)", "cccc(north)", "cccc(north) in 15.0..17.0"),
    ("hcp(north) >= 15 || 17", "17", "|| hcp(north) >= 17"),
    ("hcp(north) == 15 or 17", "17", "or hcp(north) == 17"),
    ("15 || hcp(north) == 17", "15", "hcp(north) >= 15"),
    ("hcp(north) && spades(north) > 4", "hcp(north)", "hcp(north) in 15..17"),
    ("spades(north) > 4 && hcp(north)", "hcp(north)", "hcp(north) in 15..17"),
    ("!hcp(north)", "hcp(north)", "hcp(north) in 15..17"),
    ("not (15-17)", "(15-17)", "in 15..17"),
    ("hcp(north) ? 1 : 0", "hcp(north)", "hcp(north) in 15..17"),
    ("balanced(north) ? hcp(north) : 0", "balanced(north)", ">= 1"),
    ("balanced(north) + balanced(south)", "balanced(north)", ">= 1"),
    ("x = hcp(north) x && 1", "x", ">= 1"),
    ("2", "2", ">= 2"),
    ("hcp(north) > 3 && 1.5", "1.5", "&& hcp(north) > 1.5"),
    ("shape(north, s + h)", "s + h", ">= 1"),
    ("losers(north) <= 7 && hcp(north) - 12", "hcp(north) - 12", ">= 1"),
]


@pytest.mark.parametrize(("text", "place", "meant"), REFUSED)
def test_a_clause_that_is_no_test_is_refused(text: str, place: str, meant: str) -> None:
    with pytest.raises(ConditionError, match="is not a test") as refused:
        parse(text)
    assert text[refused.value.position :].startswith(place)
    assert meant in str(refused.value.hint)


@pytest.mark.parametrize(
    "text",
    [
        "0", "1", "hcp(north) in 15..17", "balanced(north)", "hascard(n, AS) && !semibalanced(e)",
        "shape(north, any 4333) || shape{north, 5+xxx}", "makes(4S, south) && hcp(north) > 37",
        "balanced(north) ? hcp(north) > 12 : 0", "a = hcp(n) > 3 b = a || 0 b && a",
        "(hcp(north) > 3) == (hcp(south) > 3)", "flag(north) && not flag(south)", "flag(west)",
        "hascard(north, AS) ? 1 : spades(north) > 3",
    ],
)  # fmt: skip
def test_what_is_a_test(text: str) -> None:
    mine = Workspace()
    mine.register(Feature("flag", "0 or 1", shape=lambda: np.arange(560) % 2))
    assert parse(text, mine).tree == parse_tree(text, mine.features)


def test_functions_and_quantities_in_python_are_conditions() -> None:
    """A quantity holds when it is not 0, and is written so that it can be read."""
    assert as_condition(lambda deals: deals.north.hcp > 36).matches(DEALS).sum() == 0
    both = as_condition(hcp("north")) & "balanced(north)"
    assert str(both) == "hcp(north) != 0 && balanced(north)"
    assert parse(str(both)) == both
    assert as_condition(as_quantity("hcp(north) > 12")).tree == parse("hcp(north) > 12").tree
    assert read_json(write_json(both)).tree == both.tree
    assert isinstance(deal(1, both, seed=1), Deals)


def test_half_a_split_is_no_event() -> None:
    seen = table_view("south AK32.432.432.432", "north 7654.AK5.AKQ.AQ5")
    with pytest.raises(ConditionError, match="'4' is not a split") as refused:
        seen.odds(["spades 3-2 or 4"])
    assert "spades 3-2 or 4-1" in str(refused.value.hint)
    with pytest.raises(ConditionError, match="is not a test"):
        seen.odds(["onside KC and hearts(west)"])


def test_a_constant_in_hundredths_of_hundredths_reads_back() -> None:
    found = parse("hcp(north) * 3.33 * 3.33 in 0..9999999")
    assert parse(str(found)).tree == found.tree


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("hcp(north) / 1.5 >= 10", "2 * hcp(north) >= 30"),
        ("ltc(north) / hcp(south) > 1.5", "new_losers(north) / hcp(south) > 150"),
        ("cccc(north) / ltc(south) >= 2.0", "cccc(north) / new_losers(south) >= 2"),
    ],
)
def test_quotients_are_in_the_units_of_their_parts(text: str, read: str) -> None:
    assert str(parse(text)) == read
