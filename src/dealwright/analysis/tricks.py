"""How often a contract takes each number of tricks, and what it scores then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dealwright.answers import Estimate
from dealwright.answers.pictures import Chart, svg_picture
from dealwright.answers.report import Column, Table
from dealwright.base.errors import ArgumentError

__all__ = ["TricksShare", "tricks_svg", "tricks_tables"]

_PARTS = 10**6  # parts of a share in a picture


@dataclass(frozen=True)
class TricksShare:
    """The share of the deals on which a contract takes so many tricks, and the scores there.

    ``scores`` has the score for each vulnerability, ``none`` and ``all``.
    """

    tricks: int
    share: Estimate
    scores: Mapping[str, int]


Rows = Sequence[tuple[str, Sequence[TricksShare]]]  # a name, and its numbers of tricks


def tricks_tables(rows: Rows) -> Iterator[str | Table]:
    """Yield an empty line, and a table of the shares by tricks, with the scores below each row.

    It yields nothing if there are no rows.
    """
    if not rows:
        return
    tricks = _columns(rows)
    width = max([12, *(len(name) for name, _ in rows)])
    columns = [
        Column.words("tricks", width),
        *(Column.percent(str(each), 7, shade=1) for each in tricks),
    ]
    lines = list[tuple[Any, ...]]()
    for name, shares in rows:
        found = {row.tricks: row for row in shares}
        known = [found.get(each) for each in tricks]
        lines.append((name, *(row and float(row.share) for row in known)))
        for vulnerable, word in (("none", "score"), ("all", "vulnerable")):
            scores = (f"{row.scores[vulnerable]:+}" if row else "" for row in known)
            lines.append((f"  {word}", *scores))
    yield from ("", Table(columns, lines))


def tricks_svg(title: str, rows: Rows) -> str:
    """Return the shares by tricks as a picture: a row for each name, shaded cells by tricks.

    :raises ArgumentError: if there are no rows
    """
    if not rows:
        raise ArgumentError("there are no tricks to draw")
    columns = _columns(rows)
    counts = list[list[int]]()
    for _, shares in rows:
        by_tricks = {row.tricks: round(_PARTS * float(row.share)) for row in shares}
        counts.append([by_tricks.get(tricks, 0) for tricks in columns])
    names = [name for name, _ in rows]
    return svg_picture([Chart(title, names, [*map(str, columns)], counts, _PARTS)])


def _columns(rows: Rows) -> list[int]:
    """Return the numbers of tricks from the least to the most that occur."""
    seen = [row.tricks for _, shares in rows for row in shares]
    return list(range(min(seen), max(seen) + 1)) if seen else []
