"""Shapes of hands in answers about systems: patterns such as 5332, exact shapes such as 5=3=3=2."""

from __future__ import annotations

from functools import cache

from dealwright.answers import Histogram
from dealwright.ask.shape_classes import shape_function
from dealwright.conditions.nodes import Measure
from dealwright.deals.features import Feature, built_in

__all__ = ["commonest", "pattern", "patterns_of", "shape", "with_texts_seen"]


@cache
def _pattern() -> Feature:
    function = shape_function(lambda *lengths: "".join(f"{n:X}" for n in sorted(lengths)[::-1]))
    return function.feature("pattern")


def pattern(seat: int) -> Measure:
    """Return the pattern of a seat's hand (its lengths, longest first) as a quantity with texts.

    Lengths above nine are A, B, C and D.
    """
    return Measure(_pattern(), seat)


def shape(seat: int) -> Measure:
    """Return the exact shape of a seat's hand, spades first, as a quantity with texts."""
    return Measure(built_in()["shape_index"], seat)


def patterns_of(shapes: Histogram) -> Histogram:
    """Return the distribution of patterns from that of exact shapes.

    >>> from dealwright import parse
    >>> commonest(patterns_of(parse("hcp(west) > 35").distribution("shape(west)")))
    '4333 81.2%, 4432 18.8%'
    """
    table = _pattern().shape_table
    assert table is not None
    counts: dict[tuple[int, ...], int] = {}
    for (index,), n in shapes.items():
        key = (int(table[index]),)
        counts[key] = counts.get(key, 0) + n
    return Histogram(
        (shapes.names[0].replace("shape_index", "pattern"),), counts,
        exact=shapes.exact, condition=shapes.condition, method=shapes.method, seed=shapes.seed,
        texts=(dict(enumerate(_pattern().value_texts)),),
    )  # fmt: skip


def with_texts_seen(found: Histogram) -> Histogram:
    """Return a distribution with only the texts of values that occur, as in documents."""
    texts = {value: found.text(value) for value in found.column()}
    return Histogram(
        found.names, found.counts, exact=found.exact, condition=found.condition,
        method=found.method, seed=found.seed, texts=(texts,),
    )  # fmt: skip


def commonest(found: Histogram, most: int = 5) -> str:
    """Return the commonest shapes as text with their shares.

    >>> from dealwright import parse
    >>> commonest(parse("hcp(west) > 36").distribution("shape(west)"), 2)
    '3=3=3=4 25.0%, 3=3=4=3 25.0%'
    """
    most_frequent = sorted(found.column().items(), key=lambda item: (-item[1], item[0]))[:most]
    return ", ".join(f"{found.text(value)} {n / found.total:.1%}" for value, n in most_frequent)
