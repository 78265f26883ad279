"""Exact numbers of hands by the value of a feature, from its tables alone."""

from __future__ import annotations

from collections import Counter

from dealwright.deals.features import Feature
from dealwright.numbering.shapes import shape_lengths


def hands_by_value(feature: Feature) -> dict[int, int]:
    """Return how many of the C(52,13) hands have each value of a feature.

    Suit by suit, the holdings are counted by (length, value); the shape's own part is added last.
    """
    suit: Counter[tuple[int, int]] = Counter()
    table = feature.holding_table
    for holding in range(8192):
        suit[holding.bit_count(), 0 if table is None else int(table[holding])] += 1
    by_length: dict[int, Counter[int]] = {}
    for (length, value), ways in suit.items():
        by_length.setdefault(length, Counter())[value] += ways
    hands: Counter[int] = Counter()
    for index in range(560):
        of_shape = Counter({0: 1})
        for length in shape_lengths(index):
            longer: Counter[int] = Counter()
            for so_far, ways in of_shape.items():
                for value, more in by_length[length].items():
                    longer[so_far + value] += ways * more
            of_shape = longer
        shape_part = 0 if feature.shape_table is None else int(feature.shape_table[index])
        for value, ways in of_shape.items():
            hands[value + shape_part] += ways
    return dict(sorted(hands.items()))
