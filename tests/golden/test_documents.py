"""A document of every kind is written and read byte for byte as it is stored.

``python -m tests.golden.test_documents KIND`` stores the document of a new kind.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from dealwright import read_json, write_json
from dealwright.analysis.decisions.finding import finding_decisions
from dealwright.requests.documents import KINDS
from dealwright.systems import read_system
from tests.laws.test_json import EXAMPLES
from tests.oracles.stand_in_solver import StandIn

FOLDER = Path(__file__).parents[1] / "documents/0.3.0"
# an explanation names the kernels of the machine, these odds have a budget of seconds
NEVER_THE_SAME = {"explanation", "odds_at_table"}
# a decision with an auction, which takes two seconds to find
ANSWERS = EXAMPLES | {
    "decisions": lambda: finding_decisions(
        "call", 1, system=read_system("standard"), close=0.7, seed="golden", solver=StandIn()
    ).result()
}


def stored(kind: str) -> str:
    path = FOLDER / f"{kind}.json"
    assert path.exists(), f"python -m tests.golden.test_documents {kind} stores this document"
    return path.read_text("utf-8").rstrip("\n")


def store(kind: str) -> None:
    """Write the document of a kind, unless there is one: what was once written stays readable."""
    with (FOLDER / f"{kind}.json").open("x", encoding="utf-8") as file:
        file.write(write_json(ANSWERS[kind]()) + "\n")


def number_of(value: Any) -> Any:
    """Return the number of a text that is a floating-point number as a quotient, or what it is."""
    if isinstance(value, str) and re.fullmatch(r"-?\d+/\d{12,}", value):
        quotient = Fraction(value)
        if quotient.denominator.bit_count() == 1:
            return float(quotient)
    return value


def differences(found: Any, stored: Any, place: str = "") -> Iterator[str]:
    """Yield where two values differ; processors may round the last digits differently."""
    found, stored = number_of(found), number_of(stored)
    if type(found) is not type(stored):
        yield f"{place}: {found!r}, not {stored!r}"
    elif isinstance(found, dict):
        if list(found) != list(stored):
            yield f"{place}: {list(found)}, not {list(stored)}"
        for name in found.keys() & stored.keys():
            yield from differences(found[name], stored[name], f"{place}.{name}")
    elif isinstance(found, list) and len(found) == len(stored):
        for number, pair in enumerate(zip(found, stored, strict=True)):
            yield from differences(*pair, f"{place}[{number}]")
    elif isinstance(found, float):
        if not isclose(found, stored, rel_tol=1e-12, abs_tol=1e-14):
            yield f"{place}: {found}, not {stored}"
    elif found != stored:
        yield f"{place}: {found!r}, not {stored!r}"


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_read_is_written_again(kind: str) -> None:
    assert write_json(read_json(stored(kind))) == stored(kind)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(set(KINDS) - NEVER_THE_SAME))
def test_what_is_answered_is_written(kind: str) -> None:
    found = json.loads(write_json(ANSWERS[kind]()))
    assert list(differences(found, json.loads(stored(kind)))) == []


def test_what_is_read_is_equal() -> None:
    for kind in ("compared_leads", "equity", "script_answer", "system_table", "tabulation"):
        answer = EXAMPLES[kind]()
        assert read_json(write_json(answer)) == answer


if __name__ == "__main__":
    for name in sys.argv[1:]:
        store(name)
