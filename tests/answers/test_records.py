"""Records: values by the fields of a class, defaults, notes, and errors that name the path."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator

from dealwright import ArgumentError, Estimate, Histogram, read_json, write_json
from dealwright.answers.records import RecordError, read_record, schema_of, write_record
from dealwright.cards import Seat

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import (
        DIGITS,
        EXACT,
        INLINE,
        LETTER,
        OR_NULL,
        SHORT,
        WITHOUT_NONE,
        Key,
        OneOf,
        Row,
        Rows,
        Through,
    )


class Place(NamedTuple):
    """Where it is."""

    row: int
    column: int = 7


@dataclass(frozen=True)
class Inner:
    """A part whose keys are those of the whole."""

    low: float
    high: float


@dataclass(frozen=True)
class Whole:
    """A record of every note.

    >>> this is no part of the description
    """

    count: Annotated[int, DIGITS]
    weight: Annotated[int, EXACT]
    share: Annotated[Fraction, SHORT]
    either: Annotated[Fraction | Estimate | None, SHORT]
    inner: Annotated[Inner, INLINE]
    places: tuple[Place, ...] = ()
    names: Mapping[str, Annotated[int, DIGITS]] = field(default_factory=dict)
    pair: Annotated[tuple[int, str] | None, Row(("number", "text"))] = None
    rows: Annotated[dict[tuple[int, int], int], Rows(("a", "b", "n"))] = field(default_factory=dict)
    by: Annotated[str, Key("sorted_by"), OneOf(("a", "b")), "How it is sorted."] = "a"
    seat: Annotated[Seat, LETTER] = Seat.WEST
    seed: Annotated[str, OR_NULL] = ""
    note: Annotated[str | None, WITHOUT_NONE] = None
    squared: Annotated[int, Through(int, _square, _root)] = 3
    number: int | float | Fraction | None = None

    json_keys = (
        "count", "weight", "share", "either", "inner", "places", "names", "pair", "rows", "by",
        "seat", "seed", "note", "squared", "number", "double",
    )  # fmt: skip

    @property
    def double(self) -> int:
        """Twice the count."""
        return 2 * self.count


def _square(number: int) -> int:
    return number * number


def _root(number: int) -> int:
    return round(number**0.5)


LEAST = {"count": "3", "weight": 1, "share": "1/3", "either": None, "low": 0.5, "high": 1}
WHOLE = Whole(
    3, 2**60, Fraction(2), Estimate.certain(3), Inner(0.5, 1), (Place(1, 2),), {"x": 10**20},
    (1, "a"), {(1, 2): 3}, "b", Seat.NORTH, "s", "n", 5, Fraction(1, 7),
)  # fmt: skip


def test_every_note_both_ways() -> None:
    values = write_record(WHOLE)
    assert values == {
        "count": "3", "weight": "1152921504606846976", "share": "2",
        "either": write_record(Estimate.certain(3)), "low": 0.5, "high": 1,
        "places": [{"row": 1, "column": 2}], "names": {"x": "100000000000000000000"},
        "pair": {"number": 1, "text": "a"}, "rows": [{"a": 1, "b": 2, "n": 3}], "sorted_by": "b",
        "seat": "N", "seed": "s", "note": "n", "squared": 25, "number": "1/7", "double": 6,
    }  # fmt: skip
    assert list(values) == [
        "count", "weight", "share", "either", "low", "high", "places", "names", "pair", "rows",
        "sorted_by", "seat", "seed", "note", "squared", "number", "double",
    ]  # fmt: skip
    assert read_record(Whole, values) == WHOLE


def test_missing_keys_are_defaults_and_unknown_ones_are_ignored() -> None:
    found = read_record(Whole, {**LEAST, "colour": "red", "places": [{"row": 1, "colour": 2}]})
    assert found.places == (Place(1, 7),)
    assert (found.seat, found.by, found.pair, found.names) == (Seat.WEST, "a", None, {})
    values = write_record(found)
    assert "note" not in values
    assert values["seed"] is None
    assert read_record(Whole, values) == found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"count": "x"}, "count: 'x' is not an integer"),
        ({"count": 1.5}, "count: 1.5 is not an integer"),
        ({"count": True}, "count: True is not an integer"),
        ({"low": "?"}, r"low: '\?' is not a number"),
        ({"places": [{"row": 1}, {"column": 1}]}, r"places\[1\]: it has no 'row'"),
        ({"places": [{"row": 1}, {"row": "y"}]}, r"places\[1\].row: 'y' is not an integer"),
        ({"places": [5]}, r"places\[0\]: 5 is not an object"),
        ({"places": {}}, "places: {} is not a list"),
        ({"names": {"a": []}}, r"names.a: \[\] is not an integer"),
        ({"pair": {"number": 1}}, "pair: it has no 'text'"),
        ({"rows": [{"a": 1, "b": 2, "n": "z"}]}, r"rows\[0\].n: 'z' is not an integer"),
        ({"sorted_by": 5}, "sorted_by: 5 is not a text"),
        ({"seat": "Q"}, "seat: 'Q' is not a seat"),
        ({"share": "1/0"}, "share: '1/0' is not a number"),
        ({"share": "inf"}, "share: 'inf' is not a fraction"),
        ({"note": 1}, "note: 1 is not a text"),
    ],
)
def test_errors_name_the_path(change: dict[str, Any], words: str) -> None:
    with pytest.raises(RecordError, match=f"^{words}"):
        read_record(Whole, {**LEAST, **change})


@pytest.mark.parametrize("key", LEAST)
def test_what_is_needed_is_missed(key: str) -> None:
    values = {name: value for name, value in LEAST.items() if name != key}
    with pytest.raises(RecordError, match=f"it has no '{key}'"):
        read_record(Whole, values)


def test_an_error_of_a_document_begins_with_its_kind() -> None:
    text = write_json(Histogram(["a"], {(1,): 2})).replace('"count": "2"', '"count": "x"')
    with pytest.raises(
        ArgumentError,
        match=r"histogram\.counts\[0\]\.count: 'x' is not an "
        r"integer",
    ):
        read_json(text)


def test_the_schema_says_what_is_written() -> None:
    schema = schema_of(Whole)
    whole = schema["$defs"]["Whole"]
    assert whole["description"] == "A record of every note."
    assert set(whole["properties"]) == set(write_record(WHOLE))
    assert set(whole["required"]) == set(write_record(WHOLE)) - {"note"}
    assert whole["properties"]["sorted_by"] == {
        "enum": ["a", "b"],
        "description": "How it is sorted.",
    }
    assert whole["properties"]["seat"] == {"enum": ["N", "E", "S", "W"]}
    assert whole["properties"]["double"]["description"] == "Twice the count."
    validator = Draft202012Validator(schema)
    validator.validate(write_record(WHOLE))
    validator.validate(write_record(read_record(Whole, LEAST)))
    for change in ({"count": 3}, {"seat": "Q"}, {"sorted_by": "c"}, {"places": [{"row": "1"}]}):
        assert not validator.is_valid({**write_record(WHOLE), **change})


def test_what_has_no_values() -> None:
    with pytest.raises(TypeError, match="has no JSON values"):
        write_record(object())


@pytest.mark.parametrize(
    "code",
    [
        "import dealwright; dealwright.deal(5, seed=1)",
        "import dealwright; dealwright.parse('hcp(north) > 30').count()",
        "from dealwright.cli import main\ntry: main(['suit', 'AQ', '32'])\nexcept SystemExit: pass",
    ],
)
def test_nothing_that_prints_no_document_imports_it(code: str) -> None:
    checked = f"{code}\nimport sys; assert 'dealwright.answers.records' not in sys.modules"
    subprocess.run([sys.executable, "-c", checked], check=True, capture_output=True)
