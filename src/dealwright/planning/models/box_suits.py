"""The suits of a model of scores: letter vectors, ways to add scores, card vectors of halves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.planning.models.hand_automaton import unique_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = [
    "MOST_SCORE",
    "BoxLayouts",
    "BoxSuit",
    "box_suits",
    "card_vectors",
    "cells_of_pairs",
    "greatest_scores",
    "mirrored_halves",
]

MOST_SCORE = 127  # scores are compared in seven bits
_FEW_CELLS = 1 << 15
_PARTS = ("cards", "letters", "start", "score", "value", "offset", "ways")


@dataclass
class BoxLayouts:
    """The layouts of a suit: packed cards of the owners, letters, scores by seat and by form.

    ``grid`` are the scores of all ways to share honours and small cards, rejected ones too.
    """

    cards: Ints
    letters: Ints
    seats: list[Ints]
    forms: list[Ints]
    ways: NDArray[np.float64]
    grid: list[Ints] = field(default_factory=list)

    @property
    def scores(self) -> list[Ints]:
        """The scores, those of seats before those of forms."""
        return [*self.seats, *self.forms]

    def equals(self, other: BoxLayouts) -> bool:
        """Return whether two suits have the same layouts."""
        mine = [self.cards, self.letters, self.ways, *self.scores]
        return all(
            map(np.array_equal, mine, [other.cards, other.letters, other.ways, *other.scores])
        )


class BoxSuit:
    """The distinct letter vectors of a suit, and the ways to add scores that go with each.

    ``most`` are the greatest scores of its half. Scores that are ``capped`` there are numbered,
    because their sums are looked up; ``offset`` is the others' part of a cell.
    """

    def __init__(self, layouts: BoxLayouts, most: Sequence[int], capped: Sequence[int]) -> None:
        columns = [np.minimum(s, top) for s, top in zip(layouts.scores, most, strict=True)]
        none = np.zeros((len(layouts.cards), 0), dtype=np.int64)
        scores, score = unique_rows(np.stack(columns, axis=1) if columns else none)
        rows, index = unique_rows(np.column_stack([layouts.cards, layouts.letters, score]))
        self.ways = np.bincount(index, weights=layouts.ways, minlength=len(rows))
        heads, head = unique_rows(rows[:, :-1])
        self.cards, self.letters = heads[:, 0], heads[:, 1:]
        self.start = np.concatenate(
            [[0], np.cumsum(np.bincount(head, minlength=len(heads)), dtype=np.int64)]
        )
        self.scores, number = unique_rows(scores[:, list(capped)])
        self.values = np.zeros((len(self.scores), len(most)), dtype=np.int64)
        self.values[:, list(capped)] = self.scores
        of_entries, begin = scores[rows[:, -1]], self.start[:-1].astype(np.intp)
        self.low = np.minimum.reduceat(of_entries, begin) if len(begin) else of_entries
        self.high = np.maximum.reduceat(of_entries, begin) if len(begin) else of_entries
        strides = _strides(most)
        strides[list(capped)] = 0
        self.score, self.offset = number[rows[:, -1]], (scores @ strides)[rows[:, -1]]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the suit as the arrays of native/core/boxes.hpp."""
        return {
            "cards": self.cards.astype(np.uint32),
            "letters": self.letters.astype(np.uint16).ravel(),
            "start": self.start.astype(np.int32),
            "score": self.score.astype(np.int32),
            "offset": self.offset.astype(np.int32),
            "ways": self.ways,
            "low": self.low.astype(np.uint8).ravel(),
            "high": self.high.astype(np.uint8).ravel(),
            "value": self.values.astype(np.uint8).ravel(),
        }


def box_suits(
    layouts: Sequence[BoxLayouts],
    most: Sequence[Sequence[int]],
    capped: Sequence[Sequence[int]],
    *,
    shared: bool = True,
) -> list[BoxSuit]:
    """Return the suits of a model; equal ones are made once if they may be ``shared``."""
    suits: list[BoxSuit] = []
    for place, layout in enumerate(layouts):
        h = place // 2
        for other in range(place if shared else 0):
            alike = (most[other // 2], capped[other // 2]) == (most[h], capped[h])
            if alike and layout.equals(layouts[other]):
                suits.append(suits[other])
                break
        else:
            suits.append(BoxSuit(layout, most[h], capped[h]))
    return suits


def _strides(most: Sequence[int]) -> Ints:
    """Return the distance of neighbouring cells of a half's table along each score."""
    sizes = [score + 1 for score in most]
    return np.array([prod(sizes[d + 1 :]) for d in range(len(sizes))], dtype=np.int64)


def greatest_scores(
    first: BoxLayouts, second: BoxLayouts, caps: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return the greatest total of each score in a half, and which scores are capped there.

    Scores are not capped while the table stays small, because their sums need no look-up then.
    """
    most = [
        int(a.max(initial=0)) + int(b.max(initial=0))
        for a, b in zip(first.scores, second.scores, strict=True)
    ]
    if max(most, default=0) <= MOST_SCORE and prod(score + 1 for score in most) <= _FEW_CELLS:
        return most, []
    capped = [d for d, cap in enumerate(caps) if most[d] > cap]
    return [min(score, cap) for score, cap in zip(most, caps, strict=True)], capped


def cells_of_pairs(
    first: BoxSuit, second: BoxSuit, most: Sequence[int], capped: Sequence[int]
) -> NDArray[np.int32]:
    """Return the cell of each two capped scores of a half's suits, without the others' part."""
    strides = _strides(most)
    cell = np.zeros((len(first.scores), len(second.scores)), dtype=np.int64)
    for column, d in enumerate(capped):
        total = first.scores[:, column, None] + second.scores[None, :, column]
        cell += strides[d] * np.minimum(total, most[d])
    return cell.astype(np.int32).ravel()


def mirrored_halves(arrays: Mapping[str, NDArray[Any]]) -> bool:
    """Return whether the two halves of the pack are equal, so that they can be exchanged.

    Scores are compared as such. A cell means the same scores in both halves only if ``most0`` and
    ``most1`` are equal, and a number of capped scores only if their values are.
    """
    pairs = [(f"suit{i}.{part}", f"suit{i + 2}.{part}") for i in (0, 1) for part in _PARTS]
    pairs += [("most0", "most1"), ("add0", "add1"), ("classes0", "classes1")]
    pairs += [(f"compose0.{j}", f"compose1.{j}") for j in range(len(arrays["classes0"]))]
    if not all(np.array_equal(arrays[left], arrays[right]) for left, right in pairs):
        return False
    squares = [
        arrays[f"fit{j}"].reshape(classes, classes) for j, classes in enumerate(arrays["classes0"])
    ]
    return all(np.array_equal(fit, fit.T) for fit in squares)


def card_vectors(
    suits: Sequence[BoxSuit],
    need: Sequence[int],
    alike: Sequence[Sequence[int]],
    *,
    mirrored: bool,
) -> tuple[NDArray[np.uint32], Ints]:
    """Return a vector of the owners' cards in the left half by class, and the class sizes."""
    shifts = 8 * np.arange(len(need), dtype=np.int64)
    first, second = (np.unique(suit.cards) for suit in suits[:2])
    together = np.unique((first[:, None] + second[None, :]).ravel())
    owners = together[:, None] >> shifts & 255
    owners = owners[(owners <= np.array(need)).all(axis=1)]

    def packed(rows: Ints) -> Ints:
        rows = rows.copy()
        for role in alike:
            rows[:, list(role)] = np.sort(rows[:, list(role)], axis=1)
        numbers: Ints = (rows << shifts).sum(axis=1)
        return numbers

    numbers = packed(owners)
    if mirrored:
        numbers = np.minimum(numbers, packed(np.array(need) - owners))
    vectors, multiplicity = np.unique(numbers, return_counts=True)
    return vectors.astype(np.uint32), multiplicity
