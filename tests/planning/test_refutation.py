"""A count by scores is compared with random deals; what contradicts it is not given."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from scipy.stats import binom

import dealwright
from dealwright.base.errors import InvariantError
from dealwright.base.kernels import exact
from dealwright.base.problem_reports import (
    MOST_BYTES,
    MOST_FILES,
    ReportFolder,
    keep_report,
    report_folder,
)
from dealwright.cli import status_of
from dealwright.planning.refutation import IMPROBABLE, binomial_tail, refuted_by_sample
from dealwright.requests.documents import read_json, write_json

BY_SCORES = "hearts(north) >= 5 && losers(north) <= {} || hearts(south) >= 5 && losers(south) <= 8"
ALL = 53644737765488792839237440000


@pytest.mark.parametrize(
    ("hits", "trials", "chance"),
    [(0, 10, 0.3), (10, 10, 0.3), (3, 10, 0.3), (1733, 8192, 0.298), (1733, 8192, 0.2116),
     (5, 8192, 1e-5), (8192, 8192, 0.999), (4096, 8192, 0.5), (0, 8192, 1e-12),
     (100, 131072, 0.002)],
)  # fmt: skip
def test_tails_are_exact(hits: int, trials: int, chance: float) -> None:
    lower, upper = binom.cdf(hits, trials, chance), binom.sf(hits - 1, trials, chance)
    tail = lower if hits <= trials * chance else upper
    assert binomial_tail(hits, trials, chance) == pytest.approx(tail, rel=1e-8, abs=1e-300)


def test_what_cannot_be_is_refuted() -> None:
    assert refuted_by_sample(-1, 100, 0, 8192) == "it gives -1 of 100 deals"
    assert refuted_by_sample(101, 100, 8192, 8192) == "it gives 101 of 100 deals"
    assert refuted_by_sample(0, 100, 1, 8192)
    assert refuted_by_sample(100, 100, 8191, 8192)
    assert not refuted_by_sample(0, 100, 0, 8192)
    assert not refuted_by_sample(100, 100, 8192, 8192)


def test_a_count_is_refuted_at_the_chance_that_is_named() -> None:
    """For half of all deals, the first number of hits with a smaller chance, and the one before."""
    edge = next(k for k in range(4096, 0, -1) if binom.cdf(k, 8192, 0.5) < IMPROBABLE)
    assert refuted_by_sample(1, 2, edge, 8192)
    assert not refuted_by_sample(1, 2, edge + 1, 8192)
    assert refuted_by_sample(1, 2, 8192 - edge, 8192)
    assert not refuted_by_sample(1, 2, 8192 - edge - 1, 8192)


def wrong_by(monkeypatch: pytest.MonkeyPatch, factor: float) -> None:
    """Make every count by scores wrong by a factor."""
    count = exact.BoxCount.__init__

    def wrong(self: exact.BoxCount, *arguments: object, **options: object) -> None:
        count(self, *arguments, **options)  # type: ignore[arg-type]
        self.total = int(self.total * factor)

    monkeypatch.setattr(exact.BoxCount, "__init__", wrong)


@pytest.mark.parametrize("factor", [1.2, 0.8, 3.0, 0.0])
def test_a_refuted_count_is_not_given(monkeypatch: pytest.MonkeyPatch, factor: float) -> None:
    text = BY_SCORES.format(8)
    right = dealwright.parse(text).count(method="exact")
    wrong_by(monkeypatch, factor)
    share = dealwright.parse(text.replace("<= 8", "< 9")).counting().result()
    assert share.estimate.exact
    assert int(share.count) == right
    assert share.note is not None
    assert share.note.startswith("an exact count by scores is not used, because it gives ")
    assert "Please report this condition: hearts(north) >= 5 && losers(north) < 9" in share.note
    assert f"note         {share.note}" in list(share.lines())
    document = write_json(share)
    assert share.note in document
    again = read_json(document)
    assert (int(again.count), again.note) == (right, share.note)
    assert write_json(again) == document


def test_a_right_count_has_no_note() -> None:
    share = dealwright.parse(BY_SCORES.format(5)).counting().result()
    assert share.plan is not None
    assert share.plan.part is not None
    assert share.plan.part.counted.model.name == "boxes"
    assert share.note is None
    assert "note" not in write_json(share)


def test_what_no_other_method_counts_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong_by(monkeypatch, 1.5)
    text = "losers(north) <= 8 && losers(south) <= 7 || losers(east) <= 6"
    share = dealwright.parse(text).counting().result()
    assert not share.estimate.exact
    assert share.note is not None


def test_a_kernel_that_refuses_its_arrays_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise InvariantError("mirrored halves have other scores")

    text = BY_SCORES.format(7)
    right = dealwright.parse(text).count(method="exact")
    monkeypatch.setattr(exact.BoxCount, "__init__", refuse)
    share = dealwright.parse(text.replace("<= 7", "< 8")).counting().result()
    assert int(share.count) == right
    assert share.note is not None
    assert "because mirrored halves have other scores" in share.note


def test_a_slow_count_by_suits_is_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no further method, so it is estimated."""
    count = exact.ExactCount.__init__

    def wrong(self: exact.ExactCount, *arguments: object, **options: object) -> None:
        count(self, *arguments, **options)  # type: ignore[arg-type]
        self.total = self.total * 9 // 10

    monkeypatch.setattr(exact.ExactCount, "__init__", wrong)
    monkeypatch.setattr("dealwright.planning.models.choice.COUNTERS", [])
    text = "losers(north) + losers(south) <= 14 && losers(north) <= 9"
    share = dealwright.parse(text).counting().result()
    assert share.plan is not None
    assert share.plan.method == "filter"
    assert share.note is not None
    assert share.note.startswith("an exact count by suits is not used")
    with pytest.raises(dealwright.ConditionError, match=r"by suits is not used, .* please report"):
        dealwright.parse(f"({text})").count(method="exact")


def test_the_library_keeps_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    wrong_by(monkeypatch, 1.5)
    assert dealwright.parse(BY_SCORES.format("8 - 0")).counting().result().note
    assert not list(tmp_path.rglob("*.txt"))


@pytest.mark.parametrize(("setting", "kept"), [("on", 1), ("off", 0)])
def test_the_program_keeps_what_a_report_needs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str],
    setting: str, kept: int,
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("DEALWRIGHT_REPORTS", setting)
    wrong_by(monkeypatch, 1.5)
    text = BY_SCORES.format(f"8 - {kept}")
    assert status_of(["count", text]) == 0
    out, err = capfd.readouterr()
    assert "Please report this condition" in out
    files = list(tmp_path.rglob("count-*.txt"))
    assert len(files) == kept
    assert ("The details for a bug report are in" in err) == bool(kept)
    assert ("A count contradicted itself" in err) != bool(kept)
    for file in files:
        lines = file.read_text("utf-8").splitlines()
        assert lines[0] == f"dealwright {dealwright.__version__}"
        assert lines[1].startswith("count by scores: it gives ")
        assert lines[2].startswith("condition: hearts(north) >= 5 && losers(north) <= 8 - 1 ")


def test_the_server_keeps_nothing() -> None:
    from dealwright.cli import _reports_of

    with _reports_of(["serve", "--port", "0"]):
        assert report_folder.current is None
    with _reports_of(["count", "x"]):
        assert report_folder.current is not None
    assert report_folder.current is None


def test_at_most_twenty_files_of_twenty_kilobytes(tmp_path: Path) -> None:
    with report_folder.using(ReportFolder(tmp_path)):
        for number in range(MOST_FILES + 5):
            keep_report("count", f"{number} " + "ä" * MOST_BYTES)
            newest = max(tmp_path.glob("*.txt"), key=lambda file: file.stat().st_mtime_ns)
            os.utime(newest, (number, number))
        keep_report("count", f"{MOST_FILES} " + "ä" * MOST_BYTES)  # it is there
    files = list(tmp_path.glob("*.txt"))
    assert len(files) == MOST_FILES
    assert max(file.stat().st_size for file in files) <= MOST_BYTES
    numbers = sorted(int(file.read_bytes().split(b"\n")[1].split()[0]) for file in files)
    assert numbers == list(range(5, MOST_FILES + 5))


def test_a_folder_that_cannot_be_written_to_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with report_folder.using(ReportFolder(tmp_path / "file")) as folder:
        keep_report("count", "x")
    assert folder.kept == []
