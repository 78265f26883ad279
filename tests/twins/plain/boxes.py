"""The twin of counting by scores: every two states of the halves, and every two of their scores.

It reads the arrays of native/core/boxes.hpp but ``vectors``, ``times`` and ``role``: seats are not
exchanged, and boxes are not differences of sums.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise, product
from math import factorial, prod
from typing import Any

import numpy as np

__all__ = ["BoxCount"]

State = tuple[int, tuple[int, ...]]  # packed cards, classes


class BoxCount:
    """What the gate's engine does; see native/bind/exact.cpp."""

    def __init__(self, arrays: dict[str, Any]) -> None:
        self.arrays = arrays
        self.automata = len(arrays["letters0"])
        self.caps = arrays["caps"].tolist()
        need = sum(int(n) << 8 * at for at, n in enumerate(arrays["need"]))
        right: dict[int, list[tuple[tuple[int, ...], dict[int, int]]]] = defaultdict(list)
        for (cards, classes), table in self._half(1).items():
            right[need - cards].append((classes, table))
        total = 0
        for (cards, classes), table in self._half(0).items():
            for others, second in right[cards]:
                total += self._join(classes, others, table, second)
        needs = [13 - int(arrays["fixed"][seat]).bit_count() for seat in arrays["pool_seats"]]
        self.total = total * (factorial(sum(needs)) // prod(map(factorial, needs)))
        self.total *= int(arrays["shares"][0])

    def _half(self, h: int) -> dict[State, dict[int, int]]:
        """Return the ways of each cell of each state."""
        found: dict[State, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        first, second = self._suit(2 * h), self._suit(2 * h + 1)
        width = int(self.arrays["scores"][2 * h + 1])
        for (cards, letters, entries), (more, others, rest) in product(first, second):
            classes = tuple(
                int(
                    self.arrays[f"compose{h}.{j}"][
                        letters[j] * self.arrays[f"letters{2 * h + 1}"][j] + others[j]
                    ]
                )
                for j in range(self.automata)
            )
            if min(classes) < 0:
                continue
            table = found[cards + more, classes]
            for (score, offset, ways), (other, more_offset, times) in product(entries, rest):
                cell = int(self.arrays[f"add{h}"][score * width + other]) + offset + more_offset
                table[cell] += ways * times
        return found

    def _suit(self, place: int) -> list[tuple[int, list[int], list[tuple[int, int, int]]]]:
        part = {
            name: self.arrays[f"suit{place}.{name}"].tolist()
            for name in ("cards", "letters", "start", "score", "offset", "ways")
        }
        rows = np.reshape(part["letters"], (-1, self.automata)).tolist()
        entries = list(zip(part["score"], part["offset"], map(int, part["ways"]), strict=True))
        spans = pairwise(part["start"])
        return [
            (cards, letters, entries[begin:end])
            for cards, letters, (begin, end) in zip(part["cards"], rows, spans, strict=True)
        ]

    def _join(
        self,
        left: tuple[int, ...],
        right: tuple[int, ...],
        first: dict[int, int],
        second: dict[int, int],
    ) -> int:
        """Return the layouts of two states whose totals have accepted labels."""
        outcomes = []
        for j in range(self.automata):
            width = int(self.arrays["classes1"][j])
            outcomes.append(int(self.arrays[f"fit{j}"][left[j] * width + right[j]]))
        if min(outcomes) < 0:
            return 0
        total = 0
        for (cell, ways), (other, times) in product(first.items(), second.items()):
            scores = zip(self._scores(0, cell), self._scores(1, other), self.caps, strict=True)
            totals = [min(a + b, cap) for a, b, cap in scores]
            if self._accepts(outcomes, totals):
                total += ways * times
        return total

    def _scores(self, h: int, cell: int) -> list[int]:
        found = []
        for most in reversed(self.arrays[f"most{h}"].tolist()):
            cell, score = divmod(cell, most + 1)
            found.append(score)
        return found[::-1]

    def _accepts(self, outcomes: list[int], totals: list[int]) -> bool:
        """Return whether the labels of some totals are an accepted combination."""
        place = 0
        for d, total in enumerate(totals):
            ranges = self.arrays[f"range{d}"].reshape(-1, int(self.arrays["ranges"][d]), 3)
            labels = [
                label
                for low, high, label in ranges[outcomes[d]].tolist()
                if label >= 0 and low <= total <= high
            ]
            if not labels:
                return False
            place = place * int(self.arrays["labels"][d]) + labels[0]
        return bool(self.arrays["accepted"][place])
