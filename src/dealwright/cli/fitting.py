"""Reports that fit a terminal: columns closer, bars shorter, then folded; numbers stay whole."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby

__all__ = ["fitted"]

_GAP = re.compile(r"\S\s{2,}(?=\S)")
_BAR = re.compile(r"[█▉▊▋▌▍▎▏░#.]*")
_FILLED = re.compile(r"[█▉▊▋▌▍▎▏░#]")
_SENTENCE = re.compile(r"[A-Za-z]{2}.*\s")
_NUMBER = re.compile(r"\d(?: ?%)?\s*\Z")
_LEAST = 24  # columns that a text at the end of a line is given, before it goes below
_MARGIN = 8  # spaces before a line that goes on from the one above
_BARS = 6  # columns that bars need to say anything


def fitted(lines: Iterable[str], width: int) -> list[str]:
    r"""Return lines that are at most ``width`` columns wide (0: as they are).

    Lines that follow each other and have columns are a table. Its columns move together, its bars
    become shorter by one factor, and if that is not enough it is folded: the columns that are left
    stand below, each row with its name again. Other lines are folded between words.

    >>> print(*fitted(["north       12   ########", "south        3   ####"], 19), sep="\n")
    north  12  ########
    south   3  ####
    """
    given = [*lines]
    if not width or all(len(line) <= width for line in given):
        return given
    found: list[str] = []
    for tabular, run in groupby(zip(given, _in_tables(given), strict=True), lambda pair: pair[1]):
        rows = [line for line, _ in run]
        if max(map(len, rows)) <= width:
            found += rows
        elif tabular and not any(_SENTENCE.search(_last(row)) for row in rows[1:]):
            found += _table(rows, width)
        else:
            for row in rows:
                found += [row] if len(row) <= width else _wrapped(row, width)
    return found


def _in_tables(lines: Sequence[str]) -> list[bool]:
    """Return which lines are rows of a table: with two gaps, or one and a number below such."""
    found: list[bool] = []
    for line in lines:
        gaps = len(_GAP.findall(line))
        goes_on = bool(found) and found[-1] and gaps == 1 and _NUMBER.search(line) is not None
        found.append(gaps > 1 or goes_on)
    return found


def _last(row: str) -> str:
    """Return what stands behind the last gap of a line."""
    return re.split(r"\s{2,}", row.strip())[-1]


def _cells(rows: Sequence[str]) -> list[list[str]]:
    """Return the columns of a table: each the parts of all rows, in columns of equal width."""
    wide = max(map(len, rows))
    padded = [row.ljust(wide) for row in rows]
    blank = [all(row[at] == " " for row in padded) for at in range(wide)]
    columns, start = [], None
    for at in range(wide + 1):
        if at < wide and not blank[at]:
            start = at if start is None else start
        elif start is not None:
            columns.append([row[start:at] for row in padded])
            start = None
    return columns


def _table(rows: Sequence[str], width: int) -> list[str]:
    columns = _cells(rows)
    bars: list[str] | None = None
    last = [cell.strip() for cell in columns[-1]]
    if any(map(_FILLED.search, last)) and all(map(_BAR.fullmatch, last)):
        bars, columns = last, columns[:-1]
    *blocks, final = _blocks(columns, width)
    room = width - len("  ".join(cells[0] for cells in final)) - 2
    if bars is not None and not blocks and room >= _BARS:
        most = max(map(len, bars))
        shorter = [bar if most <= room else _shortened(bar, room / most) for bar in bars]
        final = [*final, shorter]
    return [
        "  ".join(cells[at] for cells in block).rstrip()
        for block in [*blocks, final]
        for at in range(len(rows))
    ]


def _blocks(columns: list[list[str]], width: int) -> list[list[list[str]]]:
    """Return columns in blocks that fit, each with the first column."""
    first, *others = columns
    blocks, used = [[first]], len(first[0])
    for column in others:
        wide = len(column[0]) + 2
        if used + wide > width and len(blocks[-1]) > 1:
            blocks.append([first])
            used = len(first[0])
        blocks[-1].append(column)
        used += wide
    return blocks


def _shortened(bar: str, factor: float) -> str:
    """Return a bar of a part of the length: of its filled and of its empty part."""
    filled = len(bar.rstrip("░."))
    whole = int(factor * len(bar))
    part = min(whole, round(factor * filled))
    return bar[:1] * part + bar[-1:] * (whole - part) if filled < len(bar) else bar[:1] * part


def _wrapped(line: str, width: int) -> list[str]:
    """Return a line in parts, folded between words under its last column."""
    gaps = [match.end() for match in _GAP.finditer(line)]
    hang = next((at for at in reversed(gaps) if at <= width - _LEAST), 0)
    margin = len(line) - len(line.lstrip())
    under = hang or (margin if margin > _MARGIN else margin + 4)
    parts = textwrap.wrap(
        line[hang:], width - under, initial_indent="", break_long_words=False,
        break_on_hyphens=False, replace_whitespace=False, drop_whitespace=True,
    )  # fmt: skip
    return [line[:hang] + parts[0], *(" " * under + part for part in parts[1:])]
