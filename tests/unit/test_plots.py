"""Pictures of frequencies."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from dealwright import ArgumentError
from dealwright.scripts import Run, run_script
from dealwright.scripts.plots import save_plot
from dealwright.scripts.tables import frequency_table

SCRIPT = (
    'condition hcp(north) >= 12 action frequency "points <&>" (hcp(north), 13, 20), '
    'frequency "two" (hcp(north), 12, 15, spades(north), 3, 5), average hcp(south)'
)


def finished(text: str) -> Run:
    run = run_script(text, seed=1)
    "".join(run)
    return run


def test_tables_hold_every_deal() -> None:
    one, two, average = finished(SCRIPT).statistics
    table = frequency_table(one)
    assert table.rows == ["Low", *(str(n) for n in range(13, 21)), "High"]
    assert table.columns is None
    assert sum(row[0] for row in table.counts) == one.histogram.total
    crossed = frequency_table(two)
    assert crossed.columns == ["Low", "3", "4", "5", "High"]
    assert sum(map(sum, crossed.counts)) == two.histogram.total
    with pytest.raises(ArgumentError, match="no table"):
        frequency_table(average)


def test_an_svg_names_what_it_shows(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert save_plot(finished(SCRIPT).statistics, path) == 2
    text = path.read_text("utf-8")
    root = ET.fromstring(text)
    assert root.tag.endswith("svg")
    assert "points &lt;&amp;&gt; (exact)" in text
    save_plot(finished(SCRIPT).statistics, tmp_path / "b.svg")
    assert (tmp_path / "b.svg").read_text("utf-8") == text


@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_other_pictures(ending: str, begins: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"a.{ending}"
    save_plot(finished(SCRIPT).statistics, path)
    assert path.read_bytes().startswith(begins)


def test_what_cannot_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statistics = finished(SCRIPT).statistics
    with pytest.raises(ArgumentError, match="ends in"):
        save_plot(statistics, tmp_path / "a.txt")
    with pytest.raises(ArgumentError, match="no frequency"):
        save_plot(statistics[2:], tmp_path / "a.svg")
    with pytest.raises(ArgumentError, match="cannot write"):
        save_plot(statistics, tmp_path / "none" / "a.svg")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ArgumentError, match=r"dealwright\[plot\]"):
        save_plot(statistics, tmp_path / "a.svg")


def test_the_command_draws(cli: Callable[..., object], tmp_path: Path) -> None:
    script, picture = tmp_path / "a.dl", tmp_path / "a.svg"
    script.write_text(SCRIPT)
    assert cli("run", str(script), "--plot", str(picture)).status == 0
    assert picture.read_text("utf-8").startswith("<?xml")
    assert cli("run", str(script), "--plot", str(tmp_path / "a.doc")).status == 2
