"""Histograms as text: tables of values, shares and bars, or cross tables of two quantities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dealwright.answers.interval_texts import margin

if TYPE_CHECKING:
    from dealwright.answers.histogram import Histogram

__all__ = ["IN_FILES", "SIMULATION", "table_lines", "total_text"]

IN_FILES = "files"  # the method of counts of the boards in files
SIMULATION = "simulation"  # the method of counts of rounds that were drawn
_BAR = 40
_MOST_COLUMNS = 14


def total_text(found: Histogram) -> str:
    """Return how many deals a histogram is of, and whether they were counted or are of files."""
    if found.method == IN_FILES:
        return f"{found.total:,} board{'' if found.total == 1 else 's'} in files"
    what = "rounds" if found.method == SIMULATION else "deals"
    return f"{found.total:,} {what}, {'exact' if found.exact else 'sampled'}"


def table_lines(found: Histogram, *, symbols: bool = True) -> Iterator[str]:
    """Yield a histogram as lines: a table with bars, or a cross table of two quantities if it fits.

    >>> from dealwright import aces, north, parse
    >>> lines = list(table_lines(parse("1").distribution(aces(north)), symbols=False))
    >>> lines[1]
    '           0   30.3818%  16,298,211,565,053,905,992,502,054,400  ##############'
    """
    yield total_text(found)
    if not found.total:
        return
    if len(found.names) == 2 and len(found.column(1)) <= _MOST_COLUMNS:
        yield from _crossed(found)
        return
    most = max(found.counts.values())
    words_of = [[found.text(v, at) for v in found.column(at)] for at in range(len(found.names))]
    widths = [max(12, *map(len, words)) for words in words_of]
    for key, n in found.items():
        words = [found.text(value, place) for place, value in enumerate(key)]
        bar = _bar(n / most, symbols)
        left = "  ".join(f"{word:>{width}}" for word, width in zip(words, widths, strict=True))
        yield f"{left}  {n / found.total:9.4%}  {n:>37,}  {bar}".rstrip()
    for which, name in enumerate(found.names):
        if found.texts[which] is None:
            deviation, mean = found.deviation(which), float(found.mean(which))
            error = margin(found.estimate(which), ".2g", symbols=symbols)
            yield f"{name}: mean {mean:.6g}{error}, deviation {deviation:.6g}"


def _bar(share: float, symbols: bool) -> str:
    if not symbols:
        return "#" * round(_BAR * share / 2)
    eighths = round(_BAR * share * 4)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _crossed(found: Histogram) -> Iterator[str]:
    down, across = found.names
    columns = list(found.column(1))
    yield f"percent; {down} down, {across} across"
    yield _row("", [found.text(value, 1) for value in columns] + ["all"])
    for value, total in found.column(0).items():
        cells = [_percent(found[value, column], found.total) for column in columns]
        yield _row(found.text(value), [*cells, _percent(total, found.total)])
    below = [_percent(n, found.total) for n in found.column(1).values()]
    yield _row("all", [*below, _percent(found.total, found.total)])


def _percent(n: int, total: int) -> str:
    return f"{100 * n / total:.4f}" if n else "."


def _row(head: str, cells: Sequence[str]) -> str:
    return f"{head:>12} " + "".join(f"{cell:>10}" for cell in cells)
