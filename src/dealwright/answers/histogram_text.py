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


def total_text(histogram: Histogram) -> str:
    """Return the number of deals of a histogram, and whether they are exact or of files."""
    if histogram.method == IN_FILES:
        return f"{histogram.total:,} board{'' if histogram.total == 1 else 's'} in files"
    what = "rounds" if histogram.method == SIMULATION else "deals"
    return f"{histogram.total:,} {what}, {'exact' if histogram.exact else 'sampled'}"


def table_lines(histogram: Histogram, *, symbols: bool = True) -> Iterator[str]:
    """Yield a histogram as lines: a table with bars, or a cross table of two quantities if it fits.

    >>> from dealwright import aces, north, parse
    >>> lines = list(table_lines(parse("1").distribution(aces(north)), symbols=False))
    >>> lines[1]
    '           0   30.3818%  16,298,211,565,053,905,992,502,054,400  ##############'
    """
    yield total_text(histogram)
    if not histogram.total:
        return
    if len(histogram.names) == 2 and len(histogram.column(1)) <= _MOST_COLUMNS:
        yield from _crossed(histogram)
        return
    most = max(histogram.counts.values())
    words_of = [
        [histogram.text(value, place) for value in histogram.column(place)]
        for place in range(len(histogram.names))
    ]
    widths = [max(12, *map(len, words)) for words in words_of]
    for key, n in histogram.items():
        words = [histogram.text(value, place) for place, value in enumerate(key)]
        bar = _bar(n / most, symbols)
        left = "  ".join(f"{word:>{width}}" for word, width in zip(words, widths, strict=True))
        yield f"{left}  {n / histogram.total:9.4%}  {n:>37,}  {bar}".rstrip()
    for which, name in enumerate(histogram.names):
        if histogram.texts[which] is None:
            deviation, mean = histogram.deviation(which), float(histogram.mean(which))
            error = margin(histogram.estimate(which), ".2g", symbols=symbols)
            yield f"{name}: mean {mean:.6g}{error}, deviation {deviation:.6g}"


def _bar(share: float, symbols: bool) -> str:
    if not symbols:
        return "#" * round(_BAR * share / 2)
    eighths = round(_BAR * share * 4)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _crossed(histogram: Histogram) -> Iterator[str]:
    down, across = histogram.names
    columns = list(histogram.column(1))
    yield f"percent; {down} down, {across} across"
    yield _row("", [histogram.text(value, 1) for value in columns] + ["all"])
    for value, total in histogram.column(0).items():
        cells = [_percent(histogram[value, column], histogram.total) for column in columns]
        yield _row(histogram.text(value), [*cells, _percent(total, histogram.total)])
    below = [_percent(n, histogram.total) for n in histogram.column(1).values()]
    yield _row("all", [*below, _percent(histogram.total, histogram.total)])


def _percent(n: int, total: int) -> str:
    return f"{100 * n / total:.4f}" if n else "."


def _row(head: str, cells: Sequence[str]) -> str:
    return f"{head:>12} " + "".join(f"{cell:>10}" for cell in cells)
