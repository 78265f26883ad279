"""Combinations as text: the successor of BinCoeff's OutputKIndexes and OutputCombos."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from dealwright.base.errors import NumberingError
from dealwright.base.files import replacing
from dealwright.numbering.base import as_integer

if TYPE_CHECKING:
    from typing import TextIO

    from dealwright.numbering.combinations import Combinations

__all__ = ["RANK_NAMES", "combination_texts", "write_combinations"]

RANK_NAMES = "23456789TJQKA"
_STEP = 1 << 16
_LINES_AT_ONCE = 4096


def combination_texts(
    combinations: Combinations,
    names: Sequence[str] | None = RANK_NAMES,
    group: str = "",
    start: int = 0,
    stop: int | None = None,
    *,
    descending: bool = True,
) -> Iterator[str]:
    """Yield the text of the combinations numbered start .. stop-1, highest position first.

    ``names`` has a text for each position (None writes the positions themselves), ``group``
    separates the texts of a combination. ``descending`` begins with number stop-1.

    >>> from dealwright.numbering.combinations import Combinations
    >>> list(combination_texts(Combinations(13, 5), stop=3))
    ['76432', '75432', '65432']

    :raises NumberingError: if there are not n names, or the numbers are out of range
    """
    first, last = _range(combinations, start, stop)
    words = list(map(str, range(combinations.n))) if names is None else list(names)
    if len(words) != combinations.n:
        raise NumberingError(
            f"{len(words)} names for {combinations.n} positions; names=None writes numbers"
        )
    return _texts(combinations, words, group, range(first, last), descending=descending)


def _range(combinations: Combinations, start: int, stop: int | None) -> tuple[int, int]:
    first = as_integer(start, "the start")
    last = combinations.size if stop is None else as_integer(stop, "the stop")
    if not 0 <= first <= last <= combinations.size:
        raise NumberingError(
            f"numbers {first:,} up to {last:,} are not a range within 0 to {combinations.size:,}"
        )
    return first, last


def _texts(
    combinations: Combinations, words: list[str], group: str, numbers: range, *, descending: bool
) -> Iterator[str]:
    first, last = numbers.start, numbers.stop
    word = words.__getitem__
    while first < last:  # in steps, because a range may have more members than len() can return
        if descending:
            low, high = max(first, last - _STEP), last
            last = low
        else:
            low, high = first, min(last, first + _STEP)
            first = high
        part = combinations[low:high]
        for positions in reversed(part) if descending else part:
            yield group.join(map(word, positions[::-1]))


def _lines(texts: Iterator[str], separator: str, width: int) -> Iterator[str]:
    line: list[str] = []
    length = 0
    for text in texts:
        grown = length + len(separator) + len(text)
        if line and grown > width:
            yield separator.join(line)
            line, length = [text], len(text)
        else:
            length = grown if line else len(text)
            line.append(text)
    if line:
        yield separator.join(line)


def write_combinations(
    combinations: Combinations,
    file: TextIO | str | os.PathLike[str],
    names: Sequence[str] | None = RANK_NAMES,
    separator: str = " ",
    group: str = "",
    width: int = 80,
    start: int = 0,
    stop: int | None = None,
    *,
    descending: bool = True,
) -> None:
    r"""Write combinations to an open text file or a path, as many to a line as ``width`` holds.

    They have numbers start .. stop-1, and each begins with its highest position; ``descending``
    begins with number stop-1. ``separator`` goes between combinations, ``group`` within one. A
    combination longer than ``width`` has a line of its own.

    >>> import sys
    >>> from dealwright.numbering.combinations import Combinations
    >>> write_combinations(Combinations(13, 5), sys.stdout, width=23, start=1280)
    AKQJT AKQJ9 AKQJ8 AKQJ7
    AKQJ6 AKQJ5 AKQJ4

    :raises NumberingError: if there are not n names, the numbers are out of range, or the width is
        not positive
    """
    most = as_integer(width, "the width")
    if most < 1:
        raise NumberingError(f"a line needs room for at least one character, not {most}")
    texts = combination_texts(combinations, names, group, start, stop, descending=descending)
    with ExitStack() as files:
        if isinstance(file, str | os.PathLike):
            part = files.enter_context(replacing(file))
            target: TextIO = files.enter_context(part.open("w", encoding="utf-8", newline="\n"))
        else:
            target = file
        pending: list[str] = []
        for line in _lines(texts, separator, most):
            pending.append(line + "\n")
            if len(pending) == _LINES_AT_ONCE:
                target.writelines(pending)
                pending.clear()
        target.writelines(pending)
