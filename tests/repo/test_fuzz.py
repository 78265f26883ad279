"""The fuzzer: what it prints, its status, and that it finds a fault that is put in."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from tools import fuzz, fuzzing
from tools.fuzzing import audits, counts, intervals, options, texts
from tools.fuzzing._conditions import parts_of

from dealwright.answers import estimates
from dealwright.base.kernels import exact
from dealwright.fair.audit import auditing as auditing_function
from dealwright.planning.shortcuts import Shortcuts

ROOT = Path(__file__).parents[2]
auditing_module = sys.modules[auditing_function.__module__]
DOMAINS = {
    "audits", "boards", "counts", "draws", "endings", "equities", "intervals", "odds", "options",
    "phrases", "scripts", "solver", "suits", "texts", "units",
}  # fmt: skip


def numbers_below(bound: int) -> SimpleNamespace:
    """A domain whose cases are numbers: 7 and more fail, and odd ones are not compared."""

    def fault(case: int) -> str | None:
        if case % 2:
            raise fuzzing.NotCompared
        return "too large" if case >= 7 else None

    return SimpleNamespace(
        __doc__="Numbers.",
        draw=lambda r: r.randrange(bound),
        fault=fault,
        smaller=lambda case: range(case),
    )


def test_every_domain_says_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines} >= DOMAINS
    assert all(len(line.split()) > 3 for line in lines)


def test_a_failing_case_is_made_smaller_and_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "domains", lambda: {"numbers": numbers_below(1000)})
    assert fuzz.main(["numbers", "--seconds", "1", "--seed", "a"]) == 1
    out = capsys.readouterr().out
    assert re.search(r"numbers, case \d+: 8\n    too large\n", out)
    again = re.search(r"--case (\d+)", out)
    assert again is not None
    assert fuzz.main(["numbers", "--seed", "a", "--case", again.group(1)]) == 1
    assert re.search(rf"numbers, case {again.group(1)}: 8\n", capsys.readouterr().out)


def test_without_a_fault_the_status_is_0(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "domains", lambda: {"numbers": numbers_below(7)})
    assert fuzz.main(["--seconds", "0.05", "--seed", "a"]) == 0
    out = capsys.readouterr().out
    assert "  0 faults" in out
    assert re.search(r"[1-9][\d,]* compared +[1-9][\d,]* skipped", out)


def test_an_interrupted_run_keeps_what_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    domain = numbers_below(7)
    cases = iter([2, 4])
    domain.fault = lambda case: None

    def draw(r: object) -> int:
        case = next(cases, None)
        if case is None:
            raise KeyboardInterrupt
        return case

    domain.draw = draw
    monkeypatch.setattr(fuzz, "domains", lambda: {"numbers": domain})
    assert fuzz.main(["--seconds", "5", "--seed", "a"]) == 0
    out = capsys.readouterr().out
    assert "interrupted: these are the cases so far" in out
    assert "2 compared" in out


@pytest.mark.parametrize("words", [["nothing"], ["--seconds", "0"], ["--seconds", "x"]])
def test_a_wrong_command_has_status_2(words: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        fuzz.main(words)
    assert end.value.code == 2


def test_an_exception_is_a_fault() -> None:
    def fault(case: int) -> str | None:
        raise KeyError("x")

    run = fuzz.Run("x", SimpleNamespace(draw=lambda r: 1, fault=fault), "a")  # type: ignore[arg-type]
    run.check(0, 0.1)
    assert "KeyError: 'x'" in run.faults[0][2]


def test_parts_of_a_condition_are_shorter() -> None:
    parts = parts_of("(a(x) >= 1 && b(y) <= 2) || c(z) == 3")
    assert sorted(parts) == sorted([
        "c(z) == 3", "(a(x) >= 1) || c(z) == 3", "(b(y) <= 2) || c(z) == 3",
        "(a(x) >= 1 && b(y) <= 2)",
    ])  # fmt: skip
    assert parts_of("(a(x) >= 1)") == ["a(x) >= 1"]


def faults_of(domain: object, seed: str, cases: int) -> list[str]:
    """Return the faults among the first cases of a domain."""
    run = fuzz.Run("x", domain, seed)  # type: ignore[arg-type]
    for number in range(cases):
        run.check(number, 0.0)
    assert run.compared
    return [fault for _, _, fault in run.faults]


@pytest.mark.parametrize(
    ("domain", "cases"),
    [(options, 40), (intervals, 20), (texts, 40), pytest.param(audits, 4, marks=pytest.mark.long)],
)
def test_small_domains_have_no_fault(domain: object, cases: int) -> None:
    assert faults_of(domain, "a", cases) == []


def test_a_lost_option_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "all_conditions", lambda texts: texts[-1])
    assert any("is not both conditions" in fault for fault in faults_of(options, "a", 60))


def test_a_narrow_interval_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wilson's interval at few hits, as it was."""
    monkeypatch.setattr(estimates, "FEW", -1)
    assert any(fault.startswith("it covers 0.8") for fault in faults_of(intervals, "a", 60))


@pytest.mark.long
def test_an_audit_without_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditing_module, "card_tests", lambda *_: [])
    assert any(fault.startswith("not found") for fault in faults_of(audits, "a", 12))


def test_a_foreign_exception_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> object:
        return int(text)

    readers = {"condition": (broken, ("north: 15-17",))}
    monkeypatch.setattr(texts, "_READERS", readers)
    monkeypatch.setattr(texts, "_kinds", lambda: ["condition"])
    texts._written.cache_clear()
    faults = faults_of(texts, "a", 5)
    texts._written.cache_clear()
    assert any("ValueError" in fault for fault in faults)


@pytest.mark.long
def test_counts_have_no_fault() -> None:
    run = fuzz.Run("counts", counts, "a")
    for number in range(4):
        run.check(number, 1.0)
    assert run.faults == []
    assert run.compared >= 2


@pytest.mark.long
def test_a_wrong_count_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One deal in a thousand is lost: too few for a sample, but not for the laws."""
    count = exact.ExactCount.__init__

    def wrong(self: exact.ExactCount, *arguments: object, **options: object) -> None:
        count(self, *arguments, **options)  # type: ignore[arg-type]
        self.total -= self.total // 1000

    monkeypatch.setattr(exact.ExactCount, "__init__", wrong)
    counts._exact.cache_clear()
    run = fuzz.Run("counts", counts, "b")
    for number in range(6):
        run.check(number, 1.0)
    counts._exact.cache_clear()
    assert run.faults


def test_what_is_broken_by_hand_is_in_its_file() -> None:
    """The list of ``tools/broken_shortcuts.py``: each text once, each shortcut at least once."""
    listed = tomllib.loads((ROOT / "tests/laws/broken_shortcuts.toml").read_text("utf-8"))["broken"]
    for change in listed:
        assert (ROOT / change["file"]).read_text("utf-8").count(change["old"]) == 1, change
        assert change["old"] != change["new"]
    assert {change["shortcut"] for change in listed} == set(Shortcuts.names())
