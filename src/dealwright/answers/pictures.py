"""Histograms as pictures (SVG) and as tables of HTML, for light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from dealwright.answers.tables import value_text
from dealwright.errors import ArgumentError

if TYPE_CHECKING:
    from dealwright.answers.histogram import Histogram

__all__ = ["html_table", "svg_picture"]

_BAR = "#4a86d8"  # at least 3 : 1 against white and against #1e1e1e
_LEFT, _TOP, _ROW, _WIDE, _CELL = 140, 34, 20, 360, 46
_MOST_ROWS = 60  # of HTML: more are cut off, because notebooks print whatever a cell ends with


def svg_picture(found: Histogram) -> str:
    """Return the picture of a histogram: a bar a value, or a grid of two quantities.

    Text takes the colour of the page (``currentColor``), white or black if there is no page.

    :raises ArgumentError: if there are more than two quantities, or no deal
    """
    if not found.total:
        raise ArgumentError("there is no deal to draw")
    if len(found.names) > 2:
        raise ArgumentError(
            f"a picture shows one or two quantities, not {len(found.names)}; take a marginal"
        )
    wide, high, body = _bars(found) if len(found.names) == 1 else _grid(found)
    title = escape(" by ".join(found.names))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" font-family="sans-serif" font-size="12">',
        f"<title>{title}</title>",
        "<style>svg { color: #222 } @media (prefers-color-scheme: dark) { svg { color: #ddd } }"
        "</style>",
        _text(8, 20, f"{' by '.join(found.names)}, {_of(found)}", size=14),
        *body,
        "</svg>",
        "",
    ])  # fmt: skip


def _of(found: Histogram) -> str:
    return f"{found.total:,} deals, {'exact' if found.exact else 'sampled'}"


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 12) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" '
        f'fill="currentColor">{escape(text)}</text>'
    )


def _rectangle(x: float, y: float, wide: float, high: float, opacity: float = 1.0) -> str:
    shade = "" if opacity == 1 else f' fill-opacity="{opacity:.3f}"'
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:.2f}" height="{high:g}" fill="{_BAR}"{shade}/>'


def _bars(found: Histogram) -> tuple[int, int, list[str]]:
    """Return the width, the height and the elements of a bar for each value."""
    most, body = max(found.counts.values()), list[str]()
    for at, ((value,), n) in enumerate(found.items()):
        y = _TOP + _ROW * at
        long = _WIDE * (n / most)
        body.append(_text(_LEFT - 8, y + 14, value_text(found.names[0], value), anchor="end"))
        body.append(_rectangle(_LEFT, y + 2, long, _ROW - 4))
        body.append(_text(_LEFT + long + 6, y + 14, f"{n / found.total:.3%}"))
    return _LEFT + _WIDE + 80, _TOP + _ROW * len(found) + 8, body


def _grid(found: Histogram) -> tuple[int, int, list[str]]:
    """Return the width, the height and the elements of a cell for each pair of values."""
    rows, columns = (list(found.column(place)) for place in (0, 1))
    most, body = max(found.counts.values()), list[str]()
    for x, column in enumerate(columns):
        name = value_text(found.names[1], column)
        body.append(_text(_LEFT + _CELL * (x + 0.5), _TOP + 14, name, anchor="middle"))
    for y, row in enumerate(rows, 1):
        top = _TOP + _ROW * y
        name = value_text(found.names[0], row)
        body.append(_text(_LEFT - 8, top + 14, name, anchor="end"))
        for x, column in enumerate(columns):
            n = found[row, column]
            if n:
                # at most 0.7, so that the figure in the cell can be read on it
                shade = 0.05 + 0.65 * (n / most)
                left = _LEFT + _CELL * x
                body.append(_rectangle(left, top, _CELL, _ROW, shade))
                figure = f"{100 * n / found.total:.2f}"
                body.append(_text(left + _CELL / 2, top + 14, figure, anchor="middle", size=10))
    return _LEFT + _CELL * len(columns) + 8, _TOP + _ROW * (len(rows) + 1) + 8, body


def html_table(found: Histogram) -> str:
    """Return the table of a histogram as HTML; it takes the colours of the page.

    Beyond 60 rows it says how many are left out.
    """
    most = max(found.counts.values(), default=1)
    heads = "".join(f"<th>{escape(name)}</th>" for name in (*found.names, "share", "deals"))
    rows = [_html_row(found, key, n, most) for key, n in list(found.items())[:_MOST_ROWS]]
    left = len(found) - _MOST_ROWS
    if left > 0:
        rows.append(f'<tr><td colspan="{len(found.names) + 3}">{left:,} more rows</td></tr>')
    caption = escape(f"{_of(found)}{': ' if found.condition else ''}{found.condition}")
    return (
        '<table style="color: inherit; background: transparent">'
        f'<caption style="text-align: left; color: inherit">{caption}</caption>'
        f"<thead><tr>{heads}<th></th></tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _html_row(found: Histogram, key: Sequence[int], n: int, most: int) -> str:
    words = [value_text(name, value) for name, value in zip(found.names, key, strict=True)]
    cells = [*words, f"{n / found.total:.4%}", f"{n:,}"]
    bar = f'<div style="background: {_BAR}; height: 0.8em; width: {12 * (n / most):.2f}em"></div>'
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}<td>{bar}</td></tr>"
