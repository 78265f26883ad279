"""Pictures of frequencies."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from dealwright import ArgumentError
from dealwright.answers.pictures import Chart, svg_means, svg_picture
from dealwright.scripts import Run, run_script
from dealwright.scripts.plots import _chart, save_plot
from dealwright.scripts.statistics import frequency_table

SVG = "{http://www.w3.org/2000/svg}"
SCRIPT = (
    'condition hcp(north) >= 12 action frequency "points <&>" (hcp(north), 13, 20), '
    'frequency "two" (hcp(north), 12, 15, spades(north), 3, 5), average hcp(south)'
)


def finished(text: str) -> Run:
    run = run_script(text, seed=1)
    "".join(run)
    return run


@pytest.mark.long
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


def test_an_svg_has_the_bars_and_cells_of_the_tables(tmp_path: Path) -> None:
    statistics = finished(SCRIPT).statistics
    save_plot(statistics, tmp_path / "a.svg")
    groups = ET.parse(tmp_path / "a.svg").getroot().findall(f"{SVG}g")
    one, two = (frequency_table(found) for found in statistics[:2])
    bars, cells = ([*group.iter(f"{SVG}rect")] for group in groups)
    counts = [row[0] for row in one.counts]
    widths = [float(bar.get("width", "")) for bar in bars]
    assert [wide / max(widths) for wide in widths] == pytest.approx(
        [n / max(counts) for n in counts], abs=1e-4
    )
    assert len(cells) == sum(n > 0 for row in two.counts for n in row)
    texts = [text.text for text in groups[1].iter(f"{SVG}text")]
    assert {*two.rows, *(two.columns or [])} <= set(texts)
    # one below the other, inside the picture
    first, second = (int(group.get("transform", "")[:-1].split()[1]) for group in groups)
    assert first == 0
    assert all(float(text.get("y", "")) < second for text in groups[0].iter(f"{SVG}text"))


def test_long_names_have_room(tmp_path: Path) -> None:
    rows, columns = ["a" * 30, "b"], ["c" * 20, "d"]
    root = ET.fromstring(svg_picture([Chart("long", rows, columns, [[1, 2], [3, 0]])]))
    names = {text.text: text for text in root.iter(f"{SVG}text")}
    assert float(names["a" * 30].get("x", "")) >= 30 * 7
    ends = [float(names[name].get("x", "")) for name in columns]
    assert ends[1] - ends[0] >= 20 * 7


@pytest.mark.long
@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_other_pictures(ending: str, begins: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"a.{ending}"
    save_plot(finished(SCRIPT.replace("two", "$x{")).statistics, path)
    assert path.read_bytes().startswith(begins)
    save_plot(finished(SCRIPT.replace("two", "$x{")).statistics, tmp_path / f"b.{ending}")
    assert (tmp_path / f"b.{ending}").read_bytes() == path.read_bytes()


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
        save_plot(statistics, tmp_path / "a.png")
    assert save_plot(statistics, tmp_path / "a.svg") == 2  # which is drawn here


def test_the_command_draws(cli: Callable[..., object], tmp_path: Path) -> None:
    script, picture = tmp_path / "a.dl", tmp_path / "a.svg"
    script.write_text(SCRIPT)
    assert cli("run", str(script), "--plot", str(picture)).status == 0
    assert picture.read_text("utf-8").startswith("<?xml")
    assert cli("run", str(script), "--plot", str(tmp_path / "a.doc")).status == 2


def drawn(picture: str, tag: str) -> list[dict[str, str]]:
    """Return the attributes of the elements of a picture, a text under ``text``."""
    root = ET.fromstring(picture)
    return [{**each.attrib, "text": each.text or ""} for each in root.iter(SVG + tag)]


def numbers(element: dict[str, str], *names: str) -> list[float]:
    return [float(element[name]) for name in names]


def test_bars_are_as_long_as_their_counts_and_have_their_names_beside_them() -> None:
    picture = svg_picture([Chart("die", ["one", "twenty-two"], None, [[3], [1]])])
    bars, (title, *texts) = drawn(picture, "rect"), drawn(picture, "text")
    long, short = (numbers(bar, "x", "y", "width", "height") for bar in bars)
    assert (long[0], long[2]) == (short[0], pytest.approx(3 * short[2]))
    assert long[1] + long[3] <= short[1]
    assert title["text"] == "die"
    for bar, name, share in zip((long, short), texts[::2], texts[1::2], strict=True):
        x, y, width, height = bar
        assert numbers(name, "x")[0] < x
        assert name["text-anchor"] == "end"
        assert numbers(share, "x")[0] == x + width + 6
        for text in (name, share):
            assert y < numbers(text, "y")[0] < y + height
    assert [each["text"] for each in texts] == ["one", "75.000%", "twenty-two", "25.000%"]
    (whole,) = drawn(picture, "svg")
    assert short[1] + short[3] < float(whole["height"]) < short[1] + 3 * short[3]
    assert long[0] + long[2] + 60 < float(whole["width"])  # there is room for the share


def test_means_stand_on_one_scale_within_their_intervals() -> None:
    picture = svg_means("tricks", [("20", 7.5, 7.0, 8.0), ("21", 9.0, 8.0, 9.0)])
    bars, means = drawn(picture, "rect"), drawn(picture, "circle")
    (low, wide), (next_, half) = (numbers(bar, "x", "width") for bar in bars)
    assert [numbers(bar, "y")[0] for bar in bars] == [42, 62]  # one below the other, after a title
    first, last = (numbers(mean, "cx")[0] for mean in means)
    assert next_ == pytest.approx(low + wide)
    assert half == pytest.approx(wide)
    assert (first, last) == (pytest.approx(low + wide / 2), pytest.approx(next_ + half))
    names = [text for text in drawn(picture, "text") if text["text"] in ("20", "21")]
    for name, mean, bar in zip(names, means, bars, strict=True):
        (y,) = numbers(mean, "cy")
        top, height = numbers(bar, "y", "height")
        assert y == top + height / 2
        assert abs(numbers(name, "y")[0] - y) < 8
        assert numbers(name, "x")[0] < low


def test_a_grid_has_a_cell_for_each_pair_that_comes_up() -> None:
    picture = svg_picture([Chart("of two", ["a", "b"], ["x", "y", "z"], [[6, 0, 3], [0, 1, 0]])])
    cells = [numbers(each, "x", "y", "width", "height") for each in drawn(picture, "rect")]
    shades = [float(each["fill-opacity"]) - 0.05 for each in drawn(picture, "rect")]
    assert shades == pytest.approx([0.65, 0.325, 0.65 / 6], abs=1e-3)
    texts = {each["text"]: numbers(each, "x", "y") for each in drawn(picture, "text")}
    for figure, column, row, cell in (
        ("60.00", "x", "a", cells[0]), ("30.00", "z", "a", cells[1]), ("10.00", "y", "b", cells[2]),
    ):  # fmt: skip
        middle = cell[0] + cell[2] / 2
        assert texts[figure][0] == texts[column][0] == pytest.approx(middle)
        assert cell[1] < texts[figure][1] == texts[row][1] < cell[1] + cell[3]
        assert texts[row][0] < cells[0][0]
    (whole,) = drawn(picture, "svg")
    assert cells[2][1] + cells[2][3] < float(whole["height"]) < cells[2][1] + 3 * cells[2][3]


def test_pictures_end_as_far_below_their_last_row() -> None:
    """So charts one below the other are equally far apart: a bar is inset by two in its row."""
    bars = svg_picture([Chart("die", ["1", "2"], None, [[3], [1]])])
    grid = svg_picture([Chart("of two", ["a"], ["x", "y"], [[6, 3]])])
    means = svg_means("tricks", [("20", 7.5, 7.0, 8.0), ("21", 9.0, 8.0, 9.0)])
    last = [numbers(drawn(each, "rect")[-1], "y", "height") for each in (bars, grid, means)]
    ends = [y + height + inset for (y, height), inset in zip(last, (2, 0, 8), strict=True)]
    heights = [float(drawn(each, "svg")[0]["height"]) for each in (bars, grid, means)]
    assert [high - end for high, end in zip(heights, ends, strict=True)] == [8, 8, 8]


def test_cells_are_as_wide_as_the_longest_name_above_them() -> None:
    for name, width in (("x", 46), ("twelve", 48), ("a dozen of them", 111)):
        picture = svg_picture([Chart("of two", ["a"], [name, "y"], [[6, 3]])])
        assert [numbers(each, "width") for each in drawn(picture, "rect")] == [[width]] * 2


def test_a_picture_says_of_how_many_deals_it_is() -> None:
    exact, sampled = (
        _chart(finished(f'{text} action frequency "points" (hcp(north), 0, 37)').statistics[0])
        for text in ("condition hcp(north) >= 36", "condition rnd(2) produce 20")
    )
    assert exact.title == "points (exact)"
    assert sampled.title == "points (20 deals)"
