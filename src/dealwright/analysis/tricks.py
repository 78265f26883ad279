"""How often a contract takes each number of tricks, and what it scores then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dealwright.answers import Estimate
from dealwright.answers.html import Cell, Shade, html_table
from dealwright.answers.pictures import Chart, svg_picture
from dealwright.base.errors import ArgumentError

__all__ = ["TricksShare", "tricks_html", "tricks_lines", "tricks_svg"]

_WHOLE = 10**6  # parts of a share in a picture


@dataclass(frozen=True)
class TricksShare:
    """The share of the deals on which a contract takes so many tricks, and the scores there.

    ``scores`` has the score for each vulnerability, ``none`` and ``all``.
    """

    tricks: int
    share: Estimate
    scores: Mapping[str, int]


Rows = Sequence[tuple[str, Sequence[TricksShare]]]  # a name, and its numbers of tricks


def tricks_lines(rows: Rows) -> Iterator[str]:
    """Yield a table of the shares by tricks, with the scores below each row."""
    columns = _columns(rows)
    width = max([12, *(len(name) for name, _ in rows)])
    yield f"{'tricks':<{width}}" + "".join(f"{tricks:>7}" for tricks in columns)
    for name, shares in rows:
        by_tricks = {row.tricks: row for row in shares}
        cells = {tricks: f"{100 * float(row.share):.1f}%" for tricks, row in by_tricks.items()}
        yield _line(name, width, columns, cells)
        for vulnerable, word in (("none", "score"), ("all", "vulnerable")):
            scores = {tricks: f"{row.scores[vulnerable]:+}" for tricks, row in by_tricks.items()}
            yield _line(f"  {word}", width, columns, scores)


def tricks_html(rows: Rows) -> str:
    """Return the shares by tricks as a shaded table of HTML; hovering shows the scores."""
    columns = _columns(rows)
    lines = list[list[Cell]]()
    for name, shares in rows:
        by_tricks = {row.tricks: row for row in shares}
        line: list[Cell] = [name]
        for tricks in columns:
            row = by_tricks.get(tricks)
            line.append(Shade("", 0) if row is None else _shade(row))
        lines.append(line)
    return html_table("tricks", ["", *map(str, columns)], lines)


def tricks_svg(title: str, rows: Rows) -> str:
    """Return the shares by tricks as a picture: a row for each name, shaded cells by tricks.

    :raises ArgumentError: if there are no rows
    """
    if not rows:
        raise ArgumentError("there are no tricks to draw")
    columns = _columns(rows)
    counts = list[list[int]]()
    for _, shares in rows:
        by_tricks = {row.tricks: round(_WHOLE * float(row.share)) for row in shares}
        counts.append([by_tricks.get(tricks, 0) for tricks in columns])
    names = [name for name, _ in rows]
    return svg_picture([Chart(title, names, [*map(str, columns)], counts, _WHOLE)])


def _shade(row: TricksShare) -> Shade:
    share = float(row.share)
    title = f"{row.scores['none']:+}, vulnerable {row.scores['all']:+}"
    return Shade(f"{100 * share:.1f}%", share, title)


def _columns(rows: Rows) -> list[int]:
    """Return the numbers of tricks from the least to the most that occur."""
    seen = [row.tricks for _, shares in rows for row in shares]
    return list(range(min(seen), max(seen) + 1)) if seen else []


def _line(name: str, width: int, columns: Sequence[int], cells: Mapping[int, str]) -> str:
    row = "".join(f"{cells.get(tricks, ''):>7}" for tricks in columns)
    return f"{name:<{width}}{row}".rstrip()
