"""Frequencies of a script as pictures: bars for one expression, a coloured grid for two."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from dealwright.errors import ArgumentError
from dealwright.scripts.data import Frequency
from dealwright.scripts.tables import Statistic, frequency_table

__all__ = ["ENDINGS", "save_plot"]

ENDINGS = (".svg", ".png", ".pdf")
_BAR, _INK = "#2b6cb0", "#222222"


def save_plot(statistics: Sequence[Statistic], path: Path) -> int:
    """Draw the frequencies among some statistics, one below the other; return how many.

    Matplotlib draws them, from the extra ``plot``.

    :raises ArgumentError: if the file's ending is no picture's, there is no frequency to draw, or
        matplotlib is not installed
    """
    if path.suffix.lower() not in ENDINGS:
        raise ArgumentError(f"a picture ends in {', '.join(ENDINGS)}, not '{path.name}'")
    drawn = [
        found
        for found in statistics
        if isinstance(found.action, Frequency) and found.histogram.total
    ]
    if not drawn:
        raise ArgumentError("there is no frequency to draw; add one to the action")
    figure, axes = _figure(len(drawn))
    for found, axis in zip(drawn, axes, strict=True):
        _draw(found, axis)
    try:
        # no date in the file, so that the same statistics make the same picture
        dateless = {"Date": None} if path.suffix.lower() == ".svg" else None
        figure.savefig(path, metadata=dateless, dpi=150)
    except OSError as error:
        raise ArgumentError(f"cannot write {path}: {error.strerror}") from None
    return len(drawn)


def _figure(n: int) -> tuple[Any, list[Any]]:
    try:
        figures = import_module("matplotlib.figure")
        import_module("matplotlib").rcParams["svg.hashsalt"] = "dealwright"
    except ImportError:
        raise ArgumentError(
            "pictures need matplotlib; install it with pip install 'dealwright[plot]'"
        ) from None
    figure = figures.Figure(figsize=(8, 3.6 * n), layout="constrained")
    return figure, [figure.add_subplot(n, 1, at + 1) for at in range(n)]


def _draw(found: Statistic, axis: Any) -> None:
    table = frequency_table(found)
    total = found.histogram.total
    what = "exact" if found.exact else f"{total:,} deals"
    axis.set_title(f"{found.action.label or 'frequency'} ({what})", color=_INK, fontsize=11)
    shares = [[100 * count / total for count in row] for row in table.counts]
    if table.columns is None:
        column = [row[0] for row in shares]
        bars = axis.bar(table.rows, column, color=_BAR)
        if len(column) <= 20:
            axis.bar_label(bars, fmt="%.3g", fontsize=8, padding=1)
        axis.set_ylabel("%")
        axis.spines[["top", "right"]].set_visible(False)
        return
    image = axis.imshow(shares, cmap="Blues", aspect="auto")
    axis.set_xticks(range(len(table.columns)), table.columns)
    axis.set_yticks(range(len(table.rows)), table.rows)
    axis.figure.colorbar(image, ax=axis, label="%")
    most = max(max(row) for row in shares)
    if len(table.rows) * len(table.columns) <= 400:
        for y, row in enumerate(shares):
            for x, share in enumerate(row):
                ink = "white" if share > 0.6 * most else _INK
                axis.text(x, y, f"{share:.2g}", ha="center", va="center", fontsize=7, color=ink)
