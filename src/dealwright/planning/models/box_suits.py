"""The suits of a model of scores: letter vectors, ways to add scores, card vectors of halves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.planning.models.hand_automaton import unique_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = [
    "BoxLayouts",
    "BoxSuit",
    "alike_suits",
    "card_vectors",
    "cells_of_pairs",
    "greatest_scores",
    "mirrored_halves",
]

_PARTS = ("cards", "letters", "start", "score", "ways")


@dataclass
class BoxLayouts:
    """The layouts of a suit: packed cards of the owners, letters, scores by seat and by form."""

    cards: Ints
    letters: Ints
    seats: list[Ints]
    forms: list[Ints]
    ways: NDArray[np.float64]


class BoxSuit:
    """The distinct letter vectors of a suit, and the ways to add scores that go with each."""

    def __init__(self, layouts: BoxLayouts, caps: Sequence[int]) -> None:
        scores = [*layouts.seats, *layouts.forms]
        capped = [np.minimum(score, cap) for score, cap in zip(scores, caps, strict=True)]
        columns = np.stack(capped, axis=1) if capped else np.zeros((len(layouts.cards), 0), np.int64)
        self.scores, score = unique_rows(columns)
        rows, index = unique_rows(np.column_stack([layouts.cards, layouts.letters, score]))
        self.ways = np.bincount(index, weights=layouts.ways, minlength=len(rows))
        heads, head = unique_rows(rows[:, :-1])
        self.score = rows[:, -1]
        self.cards, self.letters = heads[:, 0], heads[:, 1:]
        self.start = np.concatenate(
            [[0], np.cumsum(np.bincount(head, minlength=len(heads)), dtype=np.int64)]
        )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the suit as the arrays of native/core/boxes.hpp."""
        return {
            "cards": self.cards.astype(np.uint32),
            "letters": self.letters.astype(np.uint16).ravel(),
            "start": self.start.astype(np.int32),
            "score": self.score.astype(np.int32),
            "ways": self.ways,
        }


def alike_suits(first: BoxSuit, second: BoxSuit) -> bool:
    """Return whether two suits have equal letter vectors with equal scores."""
    mine, others = first.arrays(), second.arrays()
    return all(np.array_equal(mine[part], others[part]) for part in _PARTS)


def greatest_scores(first: BoxSuit, second: BoxSuit, caps: Sequence[int]) -> list[int]:
    """Return the greatest total of each score in a half, at most its cap."""
    most = [suit.scores.max(axis=0, initial=0).tolist() for suit in (first, second)]
    return [min(cap, a + b) for cap, a, b in zip(caps, *most, strict=True)]


def cells_of_pairs(first: Ints, second: Ints, caps: Sequence[int]) -> NDArray[np.int32]:
    """Return the cell of each two scores of a half's suits."""
    cell = np.zeros((len(first), len(second)), dtype=np.int64)
    for d, cap in enumerate(caps):
        cell = cell * (cap + 1) + np.minimum(first[:, d, None] + second[None, :, d], cap)
    return cell.astype(np.int32).ravel()


def mirrored_halves(arrays: Mapping[str, NDArray[Any]]) -> bool:
    """Return whether the two halves of the pack are equal, so that they can be exchanged."""
    pairs = [(f"suit{i}.{part}", f"suit{i + 2}.{part}") for i in (0, 1) for part in _PARTS]
    pairs += [("add0", "add1"), ("classes0", "classes1")]
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
    all_cards = int((np.array(need) << shifts).sum())
    halves = []
    for h in (0, 1):
        first, second = np.unique(suits[2 * h].cards), np.unique(suits[2 * h + 1].cards)
        halves.append(np.unique((first[:, None] + second[None, :]).ravel()))
    left_cards = np.intersect1d(halves[0], all_cards - halves[1])
    owners = left_cards[:, None] >> shifts & 255

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
