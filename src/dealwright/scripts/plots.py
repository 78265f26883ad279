"""Frequencies of a script as pictures: bars for one expression, a coloured grid for two."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from dealwright.answers.html import BLUE
from dealwright.answers.pictures import Chart, svg_picture
from dealwright.base.errors import ArgumentError
from dealwright.scripts.data import Frequency
from dealwright.scripts.statistics import Statistic, frequency_table

__all__ = ["ENDINGS", "save_plot"]

ENDINGS = (".svg", ".png", ".pdf")
_INK = "#222222"


def save_plot(statistics: Sequence[Statistic], path: Path) -> int:
    """Draw the frequencies among statistics, one below the other; return their number.

    An SVG is drawn like a histogram in a notebook. PNG and PDF are drawn by matplotlib, from the
    extra ``plot``.

    :raises ArgumentError: if the file's ending is not that of a picture, there is no frequency to
    draw, or matplotlib is needed and not installed
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise ArgumentError(f"a picture ends in {', '.join(ENDINGS)}, not '{path.name}'")
    charts = [
        _chart(statistic)
        for statistic in statistics
        if isinstance(statistic.action, Frequency) and statistic.histogram.total
    ]
    if not charts:
        raise ArgumentError("there is no frequency to draw; add one to the action")
    try:
        if ending == ".svg":
            head = '<?xml version="1.0" encoding="utf-8"?>\n'
            path.write_text(head + svg_picture(charts), "utf-8")
        else:
            # no date in the file, so that the same statistics make the same picture
            dateless = {"CreationDate": None} if ending == ".pdf" else None
            _figure(charts).savefig(path, metadata=dateless, dpi=150)
    except OSError as error:
        raise ArgumentError(f"cannot write {path}: {error.strerror}") from None
    return len(charts)


def _chart(statistic: Statistic) -> Chart:
    assert isinstance(statistic.action, Frequency)
    table = frequency_table(statistic)
    amount = "exact" if statistic.exact else f"{statistic.histogram.total:,} deals"
    title = f"{statistic.action.label or 'frequency'} ({amount})"
    return Chart(title, table.rows, table.columns, table.counts)


def _figure(charts: Sequence[Chart]) -> Any:
    try:
        figures = import_module("matplotlib.figure")
    except ImportError:
        raise ArgumentError(
            "PNG and PDF need matplotlib; install it with pip install 'dealwright[plot]', or write "
            "a .svg file"
        ) from None
    figure = figures.Figure(figsize=(8, 3.6 * len(charts)), layout="constrained")
    for index, chart in enumerate(charts):
        _draw(chart, figure.add_subplot(len(charts), 1, index + 1))
    return figure


def _draw(chart: Chart, axis: Any) -> None:
    axis.set_title(chart.title, color=_INK, fontsize=11, parse_math=False)
    total = chart.total
    shares = [[100 * count / total for count in row] for row in chart.counts]
    if chart.columns is None:
        column = [row[0] for row in shares]
        bars = axis.bar(chart.rows, column, color=BLUE)
        if len(column) <= 20:
            axis.bar_label(bars, fmt="%.3g", fontsize=8, padding=1)
        axis.set_ylabel("%")
        axis.spines[["top", "right"]].set_visible(False)
        return
    image = axis.imshow(shares, cmap="Blues", aspect="auto")
    axis.set_xticks(range(len(chart.columns)), chart.columns)
    axis.set_yticks(range(len(chart.rows)), chart.rows)
    axis.figure.colorbar(image, ax=axis, label="%")
    most = max(map(max, shares))
    if len(chart.rows) * len(chart.columns) <= 400:
        for y, row in enumerate(shares):
            for x, share in enumerate(row):
                ink = "white" if share > 0.6 * most else _INK
                axis.text(x, y, f"{share:.2g}", ha="center", va="center", fontsize=7, color=ink)
