"""The tool that makes faults: where it makes them, how they are found again, and its list."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
from tools import mutation

pytest.importorskip("cosmic_ray", reason="makes the faults (pip install 'dealwright[mutation]')")

TEXT = '''\
"""Numbers 1 to 3."""

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    LIMIT = 5

__all__ = ["f" + "g"]


@lru_cache(maxsize=7)
def f(x: "int | None" = None) -> "list[int] | None":
    """Return 4."""
    if x is None:
        raise ValueError(f"not {x + 1}")
    return [x + 1]


class C:
    def g(self, x: int) -> int:
        return x + 1
'''


def made(text: str) -> set[tuple[str, str, str]]:
    """Return the function, the line and the operator of each fault."""
    return {
        (site.scope, site.before, site.operator.removeprefix("Replace"))
        for name in mutation.operator_names()
        for site in mutation.sites(text, name)
    }


def test_faults_are_made_in_what_runs_alone() -> None:
    """None in texts, types, decorators that only save time, ``__all__`` and errors."""
    assert made(TEXT) == {
        ("f", "if x is None:", "ComparisonOperator_Is_IsNot"),
        ("f", "if x is None:", "AddNot"),
        ("f", "return [x + 1]", "BinaryOperator_Add_Sub"),
        ("f", "return [x + 1]", "NumberReplacer"),
        ("C.g", "return x + 1", "BinaryOperator_Add_Sub"),
        ("C.g", "return x + 1", "NumberReplacer"),
    }


FAULTS = {  # by operator: a text, and what it becomes
    "DropOperand": ("x = a and b", ["x = b", "x = a"]),
    "OtherBranch": ("x = a if c else b", ["x = a", "x = b"]),
    "ForgetKeyword": ("f(a, k=1)", ["f(a)"]),
    "ChangeDefault": ("def f(a=1, *, b=True):\n    pass", [
        "def f(a=2, *, b=True):\n    pass", "def f(a=1, *, b=False):\n    pass",
    ]),
    "SwapArguments": ("f(a, b, g(c))", ["f(b, a, g(c))"]),
    "EarlyReturn": ("def f():\n    a()\n    b()", ["def f():\n    a()\n    return\n    b()"]),
    "DropCall": ("x.append(1)", ["pass"]),
    "FirstOnly": ("for x in y:\n    a()", ["for x in y:\n    a()\n    break"]),
    "NeighbourField": ("x = a.low + a.count", ["x = a.high + a.count"]),
    "JsLess": ("if (a < b && c <= d) {}", ["if (a <= b && c <= d) {}"]),
    "JsLessEqual": ("if (a < b && c <= d) {}", ["if (a < b && c < d) {}"]),
    "JsGreater": ("const f = (a) => a > 1;", ["const f = (a) => a >= 1;"]),
    "JsAnd": ('f("a && b", c && d); // e && f', ['f("a && b", c || d); // e && f']),
    "JsNot": ("if (!a || b !== c) {}", ["if (a || b !== c) {}"]),
    "JsNumber": ("at(1, x2, 3.5);", ["at(2, x2, 3.5);"]),
    "JsReturn": ("  show();", ["  return; show();"]),
}  # fmt: skip


@pytest.mark.parametrize("operator", FAULTS)
def test_faults_that_people_make(operator: str) -> None:
    """In texts, comments and names that only look alike JavaScript has none."""
    text, expected = FAULTS[operator]
    made = mutation.changes(text, operator, {"low": "high"})
    assert [f"{text[: each.start]}{each.new}{text[each.end :]}" for each in made] == expected


def test_a_field_beside_another_has_its_type() -> None:
    one = "class A:\n    low: int\n    high: int\n    name: str"
    other = "class B:\n    high: int\n    top: int"
    assert mutation.neighbours_of([one]) == {"low": "high", "high": "low"}
    assert mutation.neighbours_of([one, other]) == {"low": "high", "top": "high"}


def test_a_mutant_is_found_again_until_its_line_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant: dict[str, Any] = {
        "id": "web-01", "file": "a.py", "scope": "C.g", "line": 22, "column": 17, "occurrence": 0,
        "operator": "ReplaceBinaryOperator_Add_Sub", "before": "return x + 1",
        "after": "return x - 1",
    }  # fmt: skip
    monkeypatch.setattr(mutation, "SOURCE", tmp_path)
    path = tmp_path / "a.py"
    for text in (TEXT, "# moved\n\n" + TEXT, TEXT.replace("[x + 1]", "[x + 2]")):
        path.write_text(text, "utf-8")
        found = mutation.mutated(mutant)
        assert found is not None
        assert found == (text.replace("return x + 1", "return x - 1"), text.count("\n"))
    path.write_text(TEXT.replace("return x + 1", "return 1 + x"), "utf-8")
    assert mutation.mutated(mutant) is None
    path.unlink()
    assert mutation.mutated(mutant) is None


def test_probes_tell_what_runs() -> None:
    probes = mutation.Probes("a.py", {"web-01": 22, "web-02": 3, "web-03": 17})
    text = mutation.ast.unparse(probes.visit(mutation.ast.parse(TEXT)))
    assert probes.imported == ["web-02"]
    assert "_seen('a.py')\n        _seen('web-01')\n        return x + 1" in text
    assert "_seen('web-03')\n    return [x + 1]" in text


def test_the_list_has_what_it_promises() -> None:
    mutants = json.loads(mutation.LIST.read_text("utf-8"))["mutants"]
    rooms = [mutation.room_of(each) for each in mutants]
    assert len({each["id"] for each in mutants}) == len(mutants)
    assert len(rooms) - rooms.count(mutation.BY_HAND) == mutation.NUMBER
    assert all(rooms.count(room) >= mutation.LEAST for room in mutation.ROOMS)
    assert all(each["before"] != each["after"] for each in mutants)


def test_tests_that_are_quick_and_run_little_else_come_first() -> None:
    known: dict[str, Any] = {
        "t.py": {
            "tests": {"wide": [0.1, False], "narrow": [0.1, False], "long": [9.0, False],
                      "slow": [0.1, True]},
            "hits": {"web-01": [0, 1, 2, 3], "web/a.py": [0, 1, 2, 3], "web/b.py": [0],
                     "web/c.py": [0], "ask/a.py": [0]},
        }
    }  # fmt: skip
    mutant = {"id": "web-01", "file": "web/a.py"}

    def order(mutant: dict[str, Any], *, slow: bool = False) -> list[str]:
        return [test for test, _ in mutation.tests_of(mutant, known, slow)]

    assert order(mutant) == ["narrow", "wide", "long"]
    assert order(mutant, slow=True) == ["narrow", "slow", "wide", "long"]
    assert order({"id": "web-02", "file": "web/b.py"}) == ["wide"]  # those of its file
    assert set(order({"id": "web-03", "file": "web/d.py"})) == {"narrow", "wide", "long"}
    some = mutation.within([("a::1", 0.1), ("b::1", 0.1), ("a::2", 0.1), ("b::2", 9.0)], 1.5)
    assert list(some) == ["a::1", "a::2", "b::1"]  # those of a file together


PASSED, FAILED = mutation.Outcome("passed"), mutation.Outcome("failed", "t.py::a")


@pytest.mark.parametrize(
    ("outcomes", "result"),
    [
        ([PASSED], "survived"),
        ([FAILED, FAILED, PASSED], "killed"),  # again, and not without the fault
        ([FAILED, FAILED, FAILED, PASSED], "survived"),  # a test that always fails
        ([FAILED, PASSED, PASSED], "unsure"),  # one that failed once
        ([mutation.Outcome("ended", "t.py::a", "time"), FAILED, PASSED], "timeout"),
        ([mutation.Outcome("failed", "t.py (collected)"), FAILED, PASSED], "killed"),
        ([mutation.Outcome("refused")], "error"),
    ],
)
def test_a_kill_is_confirmed(outcomes: list[mutation.Outcome], result: str) -> None:
    known: dict[str, Any] = {
        "t.py": {
            "tests": {"t.py::a": [0.1, False], "t.py::b": [0.2, False]},
            "hits": {"web-01": [0, 1], "web/a.py": [0, 1]},
        }
    }
    options = Namespace(all=False, budget=60.0, tests=None)
    trial = mutation.trial({"id": "web-01", "file": "web/a.py"}, known, options, {})
    steps = [next(trial), *(trial.send(outcome) for outcome in outcomes[:-1])]
    with pytest.raises(StopIteration) as end:
        trial.send(outcomes[-1])
    assert end.value.value["result"] == result
    asked = [(list(tests), faulty) for tests, faulty in steps]
    both, one, other = ["t.py::a", "t.py::b"], ["t.py::a"], ["t.py::b"]
    confirmed = [(both, True), (one, True), (one, False), (other, True)]
    if result == "unsure":
        confirmed = [(both, True), (one, True), (other, True)]
    assert asked == confirmed[: len(asked)]


def test_fresh_mutants_are_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "a.py").write_text(TEXT, "utf-8")
    monkeypatch.setattr(mutation, "SOURCE", tmp_path)
    monkeypatch.setattr(mutation, "quotas", lambda number: {"web": number})
    first = mutation.choose(2, "spring")
    fresh = mutation.choose(2, "autumn", first)
    assert len({each["id"] for each in first + fresh}) == 4
    changes = [(each["before"], each["after"]) for each in first + fresh]
    assert len(set(changes)) == 4
    assert mutation.choose(2, "spring") == first


def test_a_mutant_that_is_gone_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By the next of its room; the others stay as they are, in their order."""
    (tmp_path / "web").mkdir()
    path = tmp_path / "web" / "a.py"
    path.write_text(TEXT, "utf-8")
    monkeypatch.setattr(mutation, "SOURCE", tmp_path)
    monkeypatch.setattr(mutation, "quotas", lambda number: {"web": number})
    first = mutation.choose(3)
    assert mutation.mended(first) == first
    path.write_text(TEXT.replace(first[1]["before"], "assert x"), "utf-8")
    mended = mutation.mended(first)
    assert [each for each in mended if each in first] == [first[0], first[2]]
    assert [each["id"] for each in mended] == ["web-01", "web-03", "web-04"]
    assert mutation.mutated(mended[2])
