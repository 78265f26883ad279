"""Counts and means as pictures (SVG): bars, a grid, intervals; for light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite

from dealwright.answers.html import BLUE

__all__ = ["Chart", "svg_means", "svg_picture"]

_LEFT, _TOP, _ROW, _WIDE, _CELL = 140, 34, 20, 360, 46
_LETTER = 7  # pixels a letter takes at most, about


@dataclass(frozen=True)
class Chart:
    """What a picture shows: counts by the names of rows, and of columns if there are two axes.

    ``counts`` has a list for each row, with one count where ``columns`` is None. Figures are shares
    of ``whole``, or of the sum of all counts if that is 0.
    """

    title: str
    rows: Sequence[str]
    columns: Sequence[str] | None
    counts: Sequence[Sequence[int]]
    whole: int = 0

    @property
    def total(self) -> int:
        """What the counts are shares of."""
        return self.whole or sum(map(sum, self.counts))

    @property
    def most(self) -> int:
        """The largest count."""
        return max(map(max, self.counts))


def svg_picture(charts: Sequence[Chart]) -> str:
    """Return a picture of charts, one below the other: a bar a row, or a grid of cells.

    Text takes the colour of the page (``currentColor``), dark or light if there is no page. No
    chart is empty.

    >>> picture = svg_picture([Chart("die", ["1", "2"], None, [[3], [1]])])
    >>> picture.count("<rect"), "75.000%" in picture
    (2, True)
    """
    wide, high, body = 0, 0, list[str]()
    for chart in charts:
        width, height, elements = _bars(chart) if chart.columns is None else _grid(chart)
        title = _text(8, 20, chart.title, size=14)
        body += [f'<g transform="translate(0 {high})">', title, *elements, "</g>"]
        wide, high = max(wide, width), high + height
    return _document("; ".join(chart.title for chart in charts), wide, high, body)


def svg_means(title: str, rows: Sequence[tuple[str, float, float, float]]) -> str:
    """Return a picture of means with their intervals: for each row its name, mean, low and high.

    The scale begins at the lowest end and ends at the highest. There is one row at least; an
    infinite interval is not drawn.

    >>> picture = svg_means("tricks", [("20", 7.5, 7.2, 7.8), ("21", 7.9, 7.5, 8.3)])
    >>> picture.count("<circle"), "7.90" in picture
    (2, True)
    """
    finite_rows = [
        row if isfinite(row[3] - row[2]) else (row[0], row[1], row[1], row[1]) for row in rows
    ]
    least, most = min(low for _, _, low, _ in finite_rows), max(high for *_, high in finite_rows)
    left = max(_LEFT, 16 + _LETTER * max(len(name) for name, *_ in rows))
    scale = _WIDE / (most - least) if most > least else 0.0
    body = [_text(8, 20, title, size=14)]
    for row_number, (name, mean, low, high) in enumerate(finite_rows):
        y = _TOP + _ROW * row_number
        ends = [left + scale * (end - least) for end in (low, mean, high)]
        body.append(_text(left - 8, y + 14, name, anchor="end"))
        body.append(_rectangle(ends[0], y + 8, max(1.0, ends[2] - ends[0]), 4, 0.5))
        body.append(f'<circle cx="{ends[1]:.2f}" cy="{y + 10:g}" r="4" fill="{BLUE}"/>')
        body.append(_text(left + _WIDE + 12, y + 14, f"{mean:.2f}"))
    wide = max(left + _WIDE + 80, 16 + _LETTER * len(title) * 14 // 12)
    return _document(title, wide, _TOP + _ROW * len(rows) + 8, body)


def _document(title: str, wide: int, high: int, body: Sequence[str]) -> str:
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        "<style>svg { color: #222 } @media (prefers-color-scheme: dark) { svg { color: #ddd } }"
        "</style>",
        *body,
        "</svg>",
        "",
    ])  # fmt: skip


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 12) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" '
        f'fill="currentColor">{escape(text)}</text>'
    )


def _rectangle(x: float, y: float, wide: float, high: float, opacity: float = 1.0) -> str:
    shade = "" if opacity == 1 else f' fill-opacity="{opacity:.3f}"'
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:.2f}" height="{high:g}" fill="{BLUE}"{shade}/>'


def _left(chart: Chart) -> int:
    """Return where the bars or cells begin: to the right of the longest name."""
    return max(_LEFT, 16 + _LETTER * max(map(len, chart.rows)))


def _bars(chart: Chart) -> tuple[int, int, list[str]]:
    """Return the width, the height and the elements of a bar for each row."""
    total, most, start, body = chart.total, chart.most, _left(chart), list[str]()
    for row_number, (name, (n,)) in enumerate(zip(chart.rows, chart.counts, strict=True)):
        y = _TOP + _ROW * row_number
        long = _WIDE * (n / most)
        body.append(_text(start - 8, y + 14, name, anchor="end"))
        body.append(_rectangle(start, y + 2, long, _ROW - 4))
        body.append(_text(start + long + 6, y + 14, f"{n / total:.3%}"))
    wide = max(start + _WIDE + 80, 16 + _LETTER * len(chart.title) * 14 // 12)
    return wide, _TOP + _ROW * len(chart.rows) + 8, body


def _grid(chart: Chart) -> tuple[int, int, list[str]]:
    """Return the width, the height and the elements of a cell for each pair of values."""
    assert chart.columns is not None
    total, most, left, body = chart.total, chart.most, _left(chart), list[str]()
    cell = max(_CELL, 6 + _LETTER * max(map(len, chart.columns)))
    for x, name in enumerate(chart.columns):
        body.append(_text(left + cell * (x + 0.5), _TOP + 14, name, anchor="middle"))
    for y, (name, counts) in enumerate(zip(chart.rows, chart.counts, strict=True), 1):
        top = _TOP + _ROW * y
        body.append(_text(left - 8, top + 14, name, anchor="end"))
        for x, n in enumerate(counts):
            if n:
                # at most 0.7, so that the figure in the cell can be read on it
                body.append(_rectangle(left + cell * x, top, cell, _ROW, 0.05 + 0.65 * (n / most)))
                figure = f"{100 * n / total:.2f}"
                middle = left + cell * (x + 0.5)
                body.append(_text(middle, top + 14, figure, anchor="middle", size=10))
    wide = max(left + cell * len(chart.columns) + 8, 16 + _LETTER * len(chart.title) * 14 // 12)
    return wide, _TOP + _ROW * (len(chart.rows) + 1) + 8, body
