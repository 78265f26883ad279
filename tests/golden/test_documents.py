"""A document of every kind is written and read byte for byte as it is stored.

``python -m tests.golden.test_documents KIND`` stores the document of a new kind.
"""

from __future__ import annotations

import json
import sys
from itertools import starmap
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


def alike(found: Any, stored: Any) -> bool:
    """Return whether two values are equal; processors may round the last digit differently."""
    if type(found) is not type(stored):
        return False
    if isinstance(found, dict):
        return list(found) == list(stored) and alike([*found.values()], [*stored.values()])
    if isinstance(found, list):
        return len(found) == len(stored) and all(starmap(alike, zip(found, stored, strict=True)))
    if isinstance(found, float):
        return isclose(found, stored, rel_tol=1e-12, abs_tol=1e-14)
    return bool(found == stored)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_read_is_written_again(kind: str) -> None:
    assert write_json(read_json(stored(kind))) == stored(kind)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(set(KINDS) - NEVER_THE_SAME))
def test_what_is_answered_is_written(kind: str) -> None:
    assert alike(json.loads(write_json(ANSWERS[kind]())), json.loads(stored(kind)))


def test_what_is_read_is_equal() -> None:
    for kind in ("compared_leads", "equity", "script_answer", "system_table", "tabulation"):
        answer = EXAMPLES[kind]()
        assert read_json(write_json(answer)) == answer


if __name__ == "__main__":
    for name in sys.argv[1:]:
        store(name)
