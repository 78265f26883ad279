"""Shape classes and functions: one table, 560 calls, values stored once."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from dealwright import (
    CardError,
    ConditionError,
    FeatureError,
    ShapeClass,
    Workspace,
    deal,
    north,
    parse,
    register,
    shape,
    shape_class,
    shape_function,
)
from dealwright.conditions.nodes import ShapeTest, walk
from dealwright.conditions.shape_sets import shape_values
from dealwright.numbering.shapes import shape_hands, shape_index
from dealwright.requests.tables import ShapesRequest
from dealwright.scripts import run_script
from tests.golden import published

pytestmark = pytest.mark.usefixtures("own_features")


def opening_suit(s: int, h: int, d: int, c: int) -> str:
    if s >= 5 and s >= h and s >= d and s >= c:
        return "spades"
    if h >= 5 and h >= d and h >= c:
        return "hearts"
    if d >= 4 and d >= c:
        return "diamonds"
    return "diamonds" if c < 3 else "clubs"


class TestClasses:
    def test_560_calls_on_first_use_once(self) -> None:
        calls = []
        rule = shape_class(lambda s, h, d, c: calls.append((s, h, d, c)) or s > 4)
        assert calls == []
        deals = deal(10_000, seed=1)
        assert rule.matches(deals.north).sum() == (deals.north.shape[:, 0] > 4).sum()
        assert (5, 3, 3, 2) in rule
        assert len(calls) == 560
        both = rule & ~rule
        assert len(both) == 0
        assert len(calls) == 560

    def test_every_kind_of_rule(self) -> None:
        by_pattern = shape_class("any 4333 + any 4432 + any 5332")
        assert by_pattern == shape_class("balanced")
        assert by_pattern == shape_class("s*s + h*h + d*d + c*c <= 47")
        assert by_pattern == shape_class(lambda s, h, d, c: s * s + h * h + d * d + c * c <= 47)
        assert by_pattern == shape_class(list(by_pattern))
        assert by_pattern.hands == 66905856160 + 136852887600 + 98534079072

    def test_algebra(self) -> None:
        a, b = shape_class("5xxx"), shape_class("x5xx")
        for joined, expected in [
            (a & b, a.table & b.table),
            (a | b, a.table | b.table),
            (a - b, a.table & ~b.table),
            (a ^ b, a.table ^ b.table),
            (~a, ~a.table),
        ]:
            assert (joined.table == expected).all()
            assert hash(joined) == hash(ShapeClass(lambda e=expected: e))
        assert (a | ~a).hands == published.HANDS

    def test_text_is_a_condition(self) -> None:
        odd = shape_class(lambda s, h, d, c: s % 2 == 1 and c == 0) - shape_class("any 5440")
        assert shape_class(str(odd)) == odd
        condition = shape(north, odd)
        assert parse(str(condition)) == condition
        deals = deal(20_000, seed=5)
        assert (condition.matches(deals) == odd.matches(deals.north)).all()
        assert shape_class(str(shape_class("xxxx") - shape_class("xxxx"))) == shape_class([])

    def test_pickle(self) -> None:
        for rule in ("balanced", "any 5xxx", lambda s, h, d, c: s == h):
            one = shape_class(rule)
            assert pickle.loads(pickle.dumps(one)) == one
            assert str(pickle.loads(pickle.dumps(one))) == str(one)

    def test_refused(self) -> None:
        with pytest.raises(ConditionError):
            shape_class("any 4444")
        with pytest.raises(CardError):
            shape_class([(4, 4, 4, 4)])
        assert "x" not in shape_class("balanced")
        assert (4, 4, 4, 4) not in shape_class("balanced")


class TestFunctions:
    def test_the_articles_function_stores_four_objects_and_560_bytes(self) -> None:
        calls = []

        def counted(s: int, h: int, d: int, c: int) -> str:
            calls.append(1)
            return "".join(opening_suit(s, h, d, c))  # a new string each time

        function = shape_function(counted)
        assert calls == []
        assert function(5, 5, 3, 0) == "spades"
        assert function(4, 4, 4, 1) == "diamonds"
        assert function(4, 4, 2, 3) == "clubs"
        assert len(calls) == 560
        assert len(function.results) == 4
        assert function.table.nbytes == 560
        assert len({id(value) for value in function}) == 4
        assert list(function) == [opening_suit(*row) for row in shape_class("xxxx")]
        assert function[shape_index(5, 5, 3, 0)] == "spades"

    def test_columns(self) -> None:
        deals = deal(2000, seed=2)
        function = shape_function(opening_suit)
        expected = [opening_suit(*row) for row in deals.south.shape.tolist()]
        assert function.values(deals.south).tolist() == expected

    def test_values_of_any_type(self) -> None:
        lists = shape_function(lambda s, h, d, c: [s, h])  # cannot be hashed
        assert lists(4, 3, 3, 3) == [4, 3]
        assert len(lists.results) == 105
        deals = deal(50, seed=3)
        assert lists.values(deals.north)[0] == deals.north.shape[0, :2].tolist()
        mixed = shape_function(lambda s, h, d, c: 1 if s else True)
        assert [type(value) for value in mixed.results] == [bool, int]
        many = shape_function(lambda s, h, d, c: (s, h, d))
        assert len(many.results) == 560
        assert many.table.nbytes == 1120

    def test_classes_of_a_function(self) -> None:
        function = shape_function(opening_suit)
        classes = [function.where(suit) for suit in ("spades", "hearts", "diamonds", "clubs")]
        assert sum(part.hands for part in classes) == published.HANDS
        assert len(function.where("notrump")) == 0

    def test_as_a_feature(self) -> None:
        @shape_function
        def longest_minor(s: int, h: int, d: int, c: int) -> int:
            """Length of the longer minor."""
            return max(d, c)

        registered = register(longest_minor.feature("longest_minor"))
        assert not registered.per_suit  # one suit has no shape
        deals = deal(20, "longest_minor(north) >= 6", seed=1)
        assert (deals.north.shape[:, 2:].max(axis=1) >= 6).all()
        with pytest.raises(ConditionError, match="longest_minor"):
            parse("longest_minor(north, spades) >= 6")
        with pytest.raises(FeatureError, match="needs integers"):
            shape_function(lambda *shape: shape[0] / 2).feature("half")

    def test_texts_as_a_feature(self) -> None:
        function = shape_function(opening_suit)
        space = Workspace()
        space.register(function.feature("opening"))
        found = parse("hcp(north) >= 12").distribution("opening(north)", workspace=space)
        for suit in function.results:
            tested = parse("hcp(north) >= 12") & shape(north, function.where(suit))
            assert found[suit] == tested.count()
        assert found.texts == (dict(enumerate(function.results)),)
        assert "no_suit" not in found
        assert found["no_suit"] == 0


@pytest.mark.parametrize("lengths", ["5=4=2=2", "10=2=1=0"])
def test_four_lengths_with_spades_first_are_read_alike_everywhere(lengths: str) -> None:
    shapes = [tuple(map(int, lengths.split("=")))]
    assert list(shape_class(lengths)) == list(shape_class(f"4441 + {lengths} - 4441")) == shapes
    assert list(ShapesRequest(shapes=lengths).job().result()) == shapes
    expected = parse(f"shape(north, {lengths})")
    assert parse(f"north: {lengths}") == parse(str(expected)) == expected
    assert parse(f"shape{{north, {lengths}}}").count() == expected.count()
    assert [*shape_class(f"balanced + {lengths}") - shape_class("balanced")] == shapes


@pytest.mark.parametrize("text", ["5-4-2-2", "any 5-4-2-2", "any 5=4=2=2", "balanced + 5-4-2-2"])
def test_lengths_that_may_be_any_order_are_refused_outside_phrases(text: str) -> None:
    for typed in (text, f"shape(north, {text})", f"shape{{north, {text}}}"):
        with pytest.raises(ConditionError) as error:
            parse(typed) if typed.startswith("shape") else shape_class(typed)
        if "{" not in typed or text == "5-4-2-2":
            assert error.value.hint == "Write: any 5422 - or: 5=4=2=2", typed
    with pytest.raises(ConditionError, match="15 cards, not 13"):
        shape_class("3-4-4-4")
    assert parse("north: 5-4-2-2") == parse("shape(north, any 5422)")


def test_dashes_of_scripts_are_limits() -> None:
    """In the preprocessor's language 5- is at most 5, so that 3-4-4-4 is six shapes."""
    for text, number in (("5-4-2-2", 1), ("3-4-4-4", 6)):
        script = run_script(f"condition shape{{north, {text}}}\nproduce 1\naction printoneline")
        shapes = [
            node.shapes for node in walk(script.condition.tree) if isinstance(node, ShapeTest)
        ]
        assert int(shape_values(shapes[0]).sum()) == number
    same = parse("shape(north, 5422)")
    script = run_script("condition shape{north, 5-4-2-2}\nproduce 1\naction printoneline")
    assert parse(str(script.condition)).count() == same.count()


@pytest.mark.long
def test_exact_shares_add_up() -> None:
    rules = ["l1 == 4", "l1 == 5", "l1 == 6", "l1 >= 7"]
    assert sum(shape_class(rule).probability for rule in rules) == 1
    assert int(shape_hands().sum()) == published.HANDS
    assert np.isin(shape_class("l1 == 4").table, [0, 1]).all()
