"""Every kind of answer has a repr of one line, and can be copied and pickled."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from dealwright import Card, Seat, Workspace, deal, parse, read_json, write_json
from dealwright.answers.estimates import Estimate
from dealwright.answers.printed import OneLine, Printed
from dealwright.answers.tabular import Tabular, columns_of
from dealwright.ask.resources import Resources
from dealwright.base.errors import ConditionError
from dealwright.deals.table import Columns
from dealwright.poker import Category

DOCUMENTS = sorted((Path(__file__).parents[1] / "documents" / "0.3.0").glob("*.json"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_an_answer(path: Path) -> None:
    answer = read_json(path.read_text("utf-8"))
    shown = repr(answer)
    assert "\n" not in shown
    assert len(shown) <= 200
    text = write_json(answer)
    for again in (pickle.loads(pickle.dumps(answer)), copy.copy(answer), copy.deepcopy(answer)):
        assert type(again) is type(answer)
        assert write_json(again) == text


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_the_table_of_an_answer(path: Path) -> None:
    """Mutant: a row that lacks a column moves the others up."""
    answer = read_json(path.read_text("utf-8"))
    if not isinstance(answer, Tabular):
        return
    columns = answer.table_columns()
    assert len({len(values) for values in columns.values()}) == 1 or path.stem == "explanation"
    table = pa.table(answer)  # by Arrow's own protocol
    assert table.column_names == [*columns]
    numbers = [[int(value) if isinstance(value, Decimal) else value for value in column.to_pylist()]
               for column in table.columns]  # fmt: skip
    assert numbers == [*columns.values()]
    frame = answer.to_pandas()
    assert [*frame.columns] == [*columns]
    assert all([*frame[name]] == values or None in values for name, values in columns.items())


def test_columns_of_rows() -> None:
    rows = [
        {"a": Fraction(1, 2), "b": {"c": Seat.EAST}}, {"d": (Card("SA"), "x"), "a": 1 << 70},
        {"e": Estimate.certain(3), "f": [[1]], "b": {"c": None}},
    ]  # fmt: skip
    assert columns_of(rows) == {
        "a": [0.5, 1 << 70, None], "b_c": ["east", None, None], "d": [None, ["SA", "x"], None],
        "e": [None, None, 3.0], "e_low": [None, None, 3.0], "e_high": [None, None, 3.0],
    }  # fmt: skip
    assert columns_of([]) == {}


def test_a_dict_is_a_column_for_each_key() -> None:
    """Mutants: a key is written as Python writes it; a name begins or ends with a stroke."""
    categories = dict.fromkeys((Category.FULL_HOUSE, Category.HIGH_CARD), 0.5)
    assert columns_of([{"won": categories, "lost": {}}, {"won": {"": 1}}]) == {
        "won_full house": [0.5, None], "won_high card": [0.5, None], "won": [None, 1],
    }  # fmt: skip


def test_the_columns_of_deals_are_not_those_of_a_dict() -> None:
    """Mutants: columns change with the dict that they were made of; a dict is read as a text."""
    given = {"points": np.arange(3, dtype=np.int32)}
    columns = Columns(given)
    given["more"] = given.pop("points")
    assert [*columns] == ["points"]
    for quantities in ([{"points": "hcp(north)"}], ["hcp(north)", {}]):
        with pytest.raises(ConditionError, match=r"\} is not a quantity"):
            deal(1, seed=1).columns(*quantities)
    with pytest.raises(ConditionError, match=r"\{'a': 1\} is not a quantity"):
        parse("1").distribution({"a": 1})  # type: ignore[arg-type]


def test_answers_keep_their_names() -> None:
    points = parse("hcp(north) >= 36").distribution("hcp(north)", "spades(north)")
    table = points.to_arrow()
    assert table.column_names == ["hcp(north)", "spades(north)", "count", "probability"]
    assert int(table["count"][0].as_py()) == points.counts[next(iter(points))]
    hands = parse("hcp(north) == 37").cards().to_pandas()
    assert hands.loc[hands.card == "SA", "north"].item() == 337912392291465600
    named = parse("1").distribution('hcp(north) >= 20 ? "strong" : "weak"').to_arrow()
    assert named.columns[0].to_pylist() == ["strong", "weak"]
    assert deal(3, seed=1).columns("hcp(north)").to_pandas()["hcp(north)"].tolist() == [14, 5, 7]


def test_deals_and_conditions() -> None:
    for value in (deal(50, seed=1), deal(1, seed=1)[0], parse("hcp(north) > 3 " * 1)):
        assert len(repr(value)) <= 200
        again = pickle.loads(pickle.dumps(value))
        assert repr(again) == repr(value)


def test_the_fields_or_the_first_line() -> None:
    @dataclass(frozen=True)
    class Answer(Printed):
        hands: tuple[str, ...]

        def lines(self) -> list[str]:
            return ["", f"{len(self.hands)}   hands", "more"]

    @dataclass(frozen=True)
    class Silent(OneLine):
        hands: tuple[str, ...]

    assert repr(Answer(("AK",))) == f"{Answer.__qualname__}(hands=('AK',))"
    assert repr(Answer(("AK",) * 100)) == f"<{Answer.__qualname__}: 100 hands>"
    assert len(repr(Silent(("AK",) * 100))) == 200
    assert repr(Silent(("AK",) * 100)).endswith("...)")


def test_a_workspace_of_ones_own_is_no_part_of_an_answer() -> None:
    with pytest.raises(TypeError, match="only answers of the default workspace"):
        pickle.dumps(Resources(workspace=Workspace()))
    assert pickle.loads(pickle.dumps(Resources(threads=2))).threads == 2


def test_answers_that_were_just_given_travel() -> None:
    """A plan holds models and locks of its process; who gets a copy has the answer without it."""
    for condition in ("north: 15-17 balanced", "cccc(north) > 1500 && losers(south) <= 6"):
        explained = parse(condition).explain()
        assert explained.share.plan is not None
        again = pickle.loads(pickle.dumps(explained))
        assert again == explained == copy.deepcopy(explained)
        assert list(again.lines()) == list(explained.lines())
