"""Reading conditions: precedence, every form, and errors that point at the place."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator

import pytest

from dealwright import (
    ConditionError,
    Quantity,
    as_quantity,
    deal,
    east,
    hcp,
    north,
    parse,
    shape,
    spades,
)
from dealwright.conditions.parse import parse_tree
from dealwright.conditions.unparse import clause_texts
from dealwright.scripts import run_script
from tests.oracles import tree_by_hand

ANY_DEAL = deal(1, seed=1)[0].masks


def number(text: str) -> int:
    return tree_by_hand.value(parse_tree(text), list(ANY_DEAL))


# The values that `dealer` itself prints for its test of operator order.
OPERATOR_ORDER = {
    "1 ? 0 ? 3 : 2 : 1": 2,
    "0 ? 0 ? 3 : 2 : 1": 1,
    "1 ? 3 : 1 ? 2 : 1": 3,
    "0 ? 3 : 1 ? 2 : 1": 2,
    "1 ? 1 ? 4 : 3 : 1 ? 2 : 1": 4,
    "0 ? 1 ? 4 : 3 : 0 ? 2 : 1": 1,
    "1 || 0 ?  1 : 0": 1,
    "1 ?  0 : 1 || 1": 0,
    "0 && 0 || 1": 1,
    "1 || 0 && 0": 1,
    "0 || 0 || 1 && 0 && 0": 0,
    "2 == 2 != 0": 1,
    "0 != 2 == 1": 1,
    "1 && 2 == 2": 1,
    "1 <   1 == 0": 1,
    "0 ==  0 <  0": 1,
    "1 - 1 + 1": 1,
    "1 + 0 < 1": 0,
    "3 * 3 % 2": 1,
    "3 % 2 * 2": 2,
    "10 % 8 / 2": 1,
    "1 + 2 * 3": 7,
    "!0 * 2": 2,
    "2 * !0": 2,
    "-1 - 2": -3,
    "2 - -1": 3,
    "-7 / 2": -3,
    "-7 % 2": -1,
    "7 / 0": 0,
    "NOT 0 AND (1 OR 0)": 1,
    "not not 5": 1,
    "+3": 3,
}


@pytest.mark.parametrize(("text", "value"), OPERATOR_ORDER.items())
def test_operator_order(text: str, value: int) -> None:
    assert number(text) == value


@pytest.mark.parametrize(
    ("text", "value"), [("-2 < -1 <= 0", 0), ("4 > 3 < 1", 0), ("2 < 3 > 0", 1), ("2 >= 3 > 0", 0)]
)
def test_chained_comparisons_are_dealers_and_warn(text: str, value: int) -> None:
    assert number(text) == value
    (note,) = parse(text).notes
    assert note.line == 1
    assert "for a range write" in note.text


EQUAL = [
    ("hcp(N)>=15", "HCP(north) >= 15 // comment"),
    ("spade(w) == 5", "spades(west)==5 # to the end"),
    ("control(n, s) > 1", "controls(north, spades) > 1"),
    ("hcps(north) > 1", "hcp(north) /* inside\n two lines */ > 1"),
    ("hascard(north, AS)", "hascard(n, SA)"),
    ("hascard(north, 10h)", "hascard(north, TH)"),
    ("balanced(north)", "BALANCED(n)"),
    ("pt4(north) > 1", "ace(north) > 1"),
    ("a = 1 a", "a = 1\ncondition a"),
    ("condition a b = 2 a = 1", None),
    ("x = hcp(n) x > 3 && x < 5", "x = hcp(n) condition x > 3 and x < 5"),
    ("hcp(n) in 3", "hcp(n) in 3..3"),
    ("shape(n, any 4333, any 4432 2335)", "shape(n, any 4333 + any 4432 + 2335)"),
    ("shape(n, ANY 4333 - X3XX)", "shape(n, any 4333 - x3xx)"),
    ("shape(n, (s + h) >= 9)", "shape(n, s + h >= 9)"),
]


@pytest.mark.parametrize(("text", "same"), [pair for pair in EQUAL if pair[1]])
def test_the_same_condition(text: str, same: str) -> None:
    assert parse(text) == parse(same)


def test_definitions_come_before_their_use() -> None:
    with pytest.raises(ConditionError, match="unknown name 'a'"):
        parse("condition a b = 2 a = 1")


# text, words of the message, the text under the caret, words of the hint
ERRORS = [
    ("hcp(north) >= ", "unexpected end; expected a number", "", ""),
    ("(hcp(north) > 3", "expected ')'", "", "1 bracket is not closed"),
    ("hcp(north) > 3)", "unexpected ')'", ")", "never opened"),
    ("hcp(north) = 15", "unexpected '='", "= 15", "write =="),
    ("hcp(north) > 3 hcp(south) > 4", "unexpected 'hcp'", "hcp(south)", "Join two tests"),
    ("hcp(north) & 3", "unexpected '&'", "& 3", "Write &&"),
    ("hpc(north) > 3", "unknown function 'hpc'", "hpc", "Did you mean hcp"),
    ("hcp(nroth) > 3", "expected a seat, not 'nroth'", "nroth", "Did you mean north"),
    ("hcp(north, spaeds) > 3", "expected a suit", "spaeds", "Did you mean spades"),
    ("hcp(15)", "expected a seat", "15", ""),
    ("hcp() > 1", "expected a seat", ")", ""),
    ("hcp > 3", "'hcp' needs a seat", "hcp", "hcp(north)"),
    ("spades(north, hearts)", "takes only a seat", "hearts", ""),
    ("hcp(north, spades, hearts)", "and a suit if wanted", "hearts", ""),
    ("quality(north) > 3", "describes one suit", "quality", "quality(north, spades)"),
    ("cccc(north, spades) > 3", "whole hand", "spades", "cccc(north)"),
    ("opener && hcp(n) > 3", "unknown name 'opener'", "opener", ""),
    ("strnog = 1 strong", "unknown name 'strong'", "strong", "Did you mean strnog"),
    ("shape(north, 4444)", "16 cards, not 13", "4444", "13 cards"),
    ("shape(north, 99xx)", "18 cards", "99xx", ""),
    ("shape(north, any 43333)", "expected a shape", "43333", ""),
    ("shape(north, s >= 5 && hcp(north) > 3)", "describes a deal", "hcp", ""),
    ("shape(north, t >= 5)", "unknown name 't' in a shape", "t >", "arithmetic"),
    ("shape(north, balancd)", "unknown name", "balancd", "Did you mean balanced"),
    ("shape(north)", "expected ','", ")", ""),
    ("hascard(north, XY)", "expected a card", "XY", ""),
    ("hcp(north) in 17..15", "the range 17..15 is empty", "17", "15..17"),
    ("hcp(north) in [15,17]", "unexpected '['", "[15", "in 15..17"),
    ("hcp(north) in (15, 17)", "unexpected 'in'", "in (15", "in 15..17"),
    ("hcp(north) in 15:17", "unexpected ':'", ":17", "in 15..17"),
    ("hcp(north) in 15 to 17", "unexpected 'to'", "to 17", "in 15..17"),
    ("hcp(north) in 15-17", "unexpected '-'", "-17", "in 15..17"),
    ("x = 15-17 hcp(north) > x", "'15-17' is a difference", "15-17", "hcp(north) in 15..17"),
    ("x = (9 - 11) hcp(north) > x", "is a difference", "(9 - 11)", "in 9..11"),
    ("not hcp(north) in 3..4", "'not' belongs to the value", "not", "not (hcp(north) in 3..4)"),
    ("hcp(north) in {}", "unexpected '}'", "}", ""),
    ("a = 1 a = 2 a", "'a' is defined twice", "a = 2", ""),
    ("hcp = 3 hcp", "already has a meaning", "hcp = 3", ""),
    ("x = hcp(north)", "the condition itself is missing", "", ""),
    ("$", "unexpected '$'", "$", ""),
    ("999999999999 > 3", "too large a number", "9999", ""),
    (
        "hcp(north) > 3 action printall",
        "unexpected 'action'",
        "action",
        "command of a dealer script",
    ),
    ("1 ? 2", "unexpected end", "", ""),
]


@pytest.mark.parametrize(("text", "message", "under", "hint"), ERRORS)
def test_errors(text: str, message: str, under: str, hint: str) -> None:
    with pytest.raises(ConditionError) as caught:
        parse(text)
    error = caught.value
    assert message in error.message
    assert error.position is not None
    assert text[error.position :].startswith(under)
    assert hint in error.hint
    caret = str(error).splitlines()[2]
    assert caret.strip() == "^"
    assert pickle.loads(pickle.dumps(error)).position == error.position
    fault = error.__context__  # Dask pickles it too
    if fault is not None:
        assert pickle.loads(pickle.dumps(fault)).args == fault.args


@pytest.mark.parametrize("text", ["", "  \n\t ", "''"])
def test_what_is_empty_is_said_without_a_caret(text: str) -> None:
    with pytest.raises(ConditionError) as caught:
        parse(text)
    assert str(caught.value) == "the condition is empty; 1 is every deal"
    with pytest.raises(ConditionError, match=r"^the quantity is empty\nWrite hcp"):
        parse("hcp(north) > 9").distribution(text)


def test_the_caret_stands_under_the_fault_in_its_line() -> None:
    with pytest.raises(ConditionError) as caught:
        parse("a = hcp(north)\n\tb = hpc(south)\ncondition a > b")
    lines = str(caught.value).splitlines()
    assert lines[0].endswith("(line 2)")
    assert lines[1][lines[2].index("^") :].startswith("hpc")


@pytest.mark.parametrize(
    "deep", ["(" * 5000 + "1" + ")" * 5000, "1 + " * 5000 + "1", "not " * 5000 + "1"]
)
def test_too_deep_nesting_is_refused(deep: str) -> None:
    with pytest.raises(ConditionError, match="nested too deeply"):
        parse(deep)


@pytest.fixture
def without_collector() -> Iterator[None]:
    """Collect no garbage: a finalizer that is run at the limit of nested calls fails there."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collector")
def test_deep_trees_built_in_python_are_refused() -> None:
    condition = hcp(north) > 3
    for _ in range(500):
        condition = condition & (hcp(north) > 3)
    for use in (str, lambda c: deal(1, c)):
        with pytest.raises(ConditionError, match="nested too deeply"):
            use(condition)


def test_two_hundred_tests_in_a_row_are_read() -> None:
    text = " || ".join(f"hcp(north) == {i % 38}" for i in range(200))
    assert str(parse(text)) == text
    assert deal(1, text, seed=1)[0].north.hcp <= 37


def test_text_is_never_run() -> None:
    for text in ("__import__('os')", "open(north)", "hcp(north).__class__", "lambda: 1"):
        with pytest.raises(ConditionError):
            parse(text)


class TestPython:
    def test_the_same_tree(self) -> None:
        built = (hcp(north) + hcp(east) >= 25) & ~shape(north, "any 4333 + 5xxx") | (
            spades(east) == 3
        )
        text = (
            "hcp(north) + hcp(east) >= 25 && not shape(north, any 4333 + 5xxx) || spades(east) == 3"
        )
        assert built == parse(text)
        assert str(built) == text

    def test_arithmetic(self) -> None:
        for quantity, text in [
            (2 * hcp(north) - 3, "2 * hcp(north) - 3"),
            (20 - hcp(north), "20 - hcp(north)"),
            (-hcp(north), "-hcp(north)"),
            (hcp(north).divided_by(2), "hcp(north) / 2"),
            (hcp(north).remainder(2), "hcp(north) % 2"),
            ((hcp(north) > 3).chooses(1, spades(north)), "hcp(north) > 3 ? 1 : spades(north)"),
        ]:
            assert str(quantity) == text
            assert as_quantity(text).tree == quantity.tree

    @pytest.mark.parametrize(
        ("wrong", "hint"),
        [
            (lambda: bool(hcp(north) > 3), "& | ~"),
            (lambda: 15 <= hcp(north) <= 17, "between"),
            (lambda: bool(hcp(north)), "Compare it"),
            (lambda: hcp(north) // 2, "divided_by"),
            (lambda: hcp(north) / 2, "divided_by"),
            (lambda: hcp(north) + 1.5, "integers"),
            (lambda: (hcp(north) > 3) & 5, "is not a condition"),
            (lambda: hcp(north).between(5, 4), "empty"),
        ],
    )
    def test_refused_with_the_right_spelling(self, wrong, hint: str) -> None:
        with pytest.raises(ConditionError, match=hint.replace("|", r"\|").replace("~", ".")):
            wrong()

    def test_shapes_from_python(self) -> None:
        five_five = shape(north, lambda s, h, d, c: sorted((s, h, d, c))[2] >= 5)
        assert five_five == parse(str(five_five))
        assert (
            five_five.matches(deal(2000, seed=4)).sum()
            == parse("shape(north, l2 >= 5)").matches(deal(2000, seed=4)).sum()
        )
        with pytest.raises(ConditionError, match="13 cards"):
            shape(north, [(4, 4, 4, 4)])
        with pytest.raises(ConditionError, match="empty"):
            shape(north, lambda s, h, d, c: False)

    def test_names_of_joined_conditions_stay_apart(self) -> None:
        joined = parse("x = hcp(north) x > 10") & parse("x = hcp(south) x > 10")
        assert parse(str(joined)) == parse(str(parse(str(joined))))
        assert (
            joined.matches(deal(500, seed=2)) == parse(str(joined)).matches(deal(500, seed=2))
        ).all()

    def test_quantities_are_columns(self) -> None:
        deals = deal(10, seed=3)
        assert (Quantity((hcp(north) + 1).tree).values(deals) == deals.north.hcp + 1).all()


class TestLimits:
    def test_values_beyond_32_bits_are_refused(self) -> None:
        with pytest.raises(ConditionError, match="beyond 32 bits"):
            deal(1, "hcp(north) * 999999999 > 3")

    def test_division_by_a_constant_zero_is_refused(self) -> None:
        with pytest.raises(ConditionError, match="always divides by zero"):
            deal(1, "hcp(north) / 0 > 3")


@pytest.mark.parametrize("operator", ["||", "&&", "or"])
def test_a_long_chain_of_clauses_is_flat(operator: str) -> None:
    """350 of them, as scripts of dealer have."""
    clauses = [f"hcp(north) {'==' if operator != '&&' else '!='} {n % 30}" for n in range(350)]
    condition = parse(f" {operator} ".join(clauses))
    wanted = "hcp(north) <= 29" if operator != "&&" else "hcp(north) >= 30"
    assert condition.count() == parse(wanted).count()
    assert parse(str(condition)) == condition
    assert str(condition) == f" {operator.replace('or', '||')} ".join(clauses)
    assert len(clause_texts(condition.tree)) == (350 if operator == "&&" else 1)
    script = "condition " + f" {operator} ".join(clauses) + "\nproduce 1"
    if operator != "&&":
        assert "".join(run_script(script, seed=1))
    with pytest.raises(ConditionError, match="'7' is not a test"):
        parse(f" {operator} ".join([*clauses[:200], "7", *clauses[200:]]))
