"""Tables of HTML for notebooks, which take the colours of the page, light or dark."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["BLUE", "MOST_ROWS", "Bar", "Cell", "Shade", "html_table"]

BLUE = "#4a86d8"  # at least 3 : 1 against white and against #1e1e1e
MOST_ROWS = 60  # more are cut off, because notebooks print whatever a cell ends with
_BAR_LENGTH = 12  # em, of a bar
_TABLE = "color: inherit; background: transparent; border-collapse: collapse"


@dataclass(frozen=True)
class Bar:
    """A cell with a bar, ``share`` (0 to 1) of the longest."""

    share: float


@dataclass(frozen=True)
class Shade:
    """A cell of a grid: text on a shade, ``share`` 0 (none) to 1; ``title`` shows on hovering."""

    text: str
    share: float
    title: str = ""


Cell = str | Bar | Shade


def html_table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    words: Container[int] = (0,),
    more: int = 0,
    notes: Iterable[str] = (),
) -> str:
    """Return a table as HTML; every text is escaped.

    The columns ``words``, by their numbers, are aligned left, the others right, as numbers are.
    ``more`` is how many rows are left out; ``notes`` stand below the rows, a line each.

    >>> html_table("a < b", ["seat", "hcp"], [["north", "5"]]).partition("</tbody>")[0][-51:]
    'north</td><td style="text-align: right">5</td></tr>'
    """
    # a head without words would be announced as one
    head = "".join(
        f"<th{_aligned(column, words)}>{escape(text)}</th>" if text else "<td></td>"
        for column, text in enumerate(heads)
    )
    lines = ["".join(_cell(cell, column, words) for column, cell in enumerate(row)) for row in rows]
    below = [f"{more:,} more rows"] if more else []
    wide = f' colspan="{len(heads)}"' if heads else ""
    lines += [f"<td{wide}{_aligned(0)}>{escape(text)}</td>" for text in [*below, *notes]]
    # notebooks stripe the rows of tables, which shades and light text could not be read on
    body = "".join(f'<tr style="background: transparent">{line}</tr>' for line in lines)
    return (
        f'<table style="{_TABLE}"><caption style="text-align: left; color: inherit; '
        f'white-space: pre-wrap">{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _aligned(column: int, words: Container[int] = (0,)) -> str:
    return f' style="text-align: {"left" if column in words else "right"}"'


def _cell(cell: Cell, column: int, words: Container[int]) -> str:
    if isinstance(cell, Bar):
        width = f"{_BAR_LENGTH * cell.share:.2f}em"
        return f'<td><div style="background: {BLUE}; height: 0.8em; width: {width}"></div></td>'
    if isinstance(cell, Shade):
        # at most 0.55, so that light and dark text can be read on it
        shade = f"background: rgba(74, 134, 216, {0.1 + 0.45 * cell.share:.3f})"
        style = f"{shade if cell.share else 'opacity: 0.75'}; text-align: center; padding: 2px 5px"
        style += "; min-width: 2.2em"  # a column of empty cells keeps its head apart
        line = "border: 1px solid rgba(128, 128, 128, 0.35)"
        title = f' title="{escape(cell.title)}"' if cell.title else ""
        return f'<td style="{style}; {line}"{title}>{escape(cell.text)}</td>'
    return f"<td{_aligned(column, words)}>{escape(cell)}</td>"
