"""The twin of the exact engine: the deals of a model counted, numbered and drawn in plain integers.

Written from native/core/exact_model.hpp and the order of numbers in native/core/exact_draw.hpp,
with dictionaries and Python's integers; lists that only numbering needs are made when they are
needed.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tests.twins.plain.exact_halves import Half, Suit, chosen
from tests.twins.plain.exact_shares import PlainCount, store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    UInt64Array = NDArray[np.uint64]

__all__ = ["ExactCount"]


class _Group(NamedTuple):
    joint: int
    left: int
    partners: list[int]  # right states
    right: dict[int, int]  # right points -> layouts of all partners


class ExactCount(PlainCount):
    """What the gate's engine does; see native/bind/exact.cpp."""

    def __init__(self, arrays: dict[str, Any]) -> None:
        super().__init__(arrays)
        self.automata = len(arrays["outcomes"])
        self.points = [int(n) for n in arrays["points"]]
        suits = [Suit(arrays, place, self.owners, self.automata) for place in range(4)]
        self.left = Half(arrays, 0, suits[:2], self.automata)
        self.right = Half(arrays, 1, suits[2:], self.automata)
        self._read_outcomes(arrays)
        self.groups = self._matched()
        self.group_at = {(group.joint, group.left): group for group in self.groups}
        self.blocks: list[tuple[_Group, int]] = []  # left states and points, in order of number
        self.ends: list[int] = []  # where the layouts of each block end
        sizes = []
        for group in self.groups:
            for points, own in sorted(self.left.layouts[group.left].items()):
                after = sum(
                    weight * group.right.get(right, 0)
                    for right, weight in self.accepts.get((group.joint, points), [])
                )
                if after:
                    self.blocks.append((group, points))
                    sizes.append(own * after)
        self.ends = list(accumulate(sizes))
        self._total = (self.ends[-1] if self.ends else 0) * self.pool_ways

    def _read_outcomes(self, arrays: dict[str, Any]) -> None:
        """Read which classes fit, the joint outcomes, and the points that each accepts."""
        self.fit = []
        for j in range(self.automata):
            width = int(arrays["classes1"][j])
            self.fit.append(np.reshape(arrays[f"fit{j}"], (-1, width)).tolist())
        self.joint = np.reshape(arrays["joint"], arrays["outcomes"])
        rights, weights = arrays["accept_right"].tolist(), arrays["accept_weight"].tolist()
        self.accepts: dict[tuple[int, int], list[tuple[int, int]]] = {}
        places = product(range(int(arrays["joints"][0])), range(self.points[0]))
        for place, (begin, end) in zip(
            places, pairwise(arrays["accept_start"].tolist()), strict=True
        ):
            self.accepts[place] = list(zip(rights[begin:end], weights[begin:end], strict=True))

    def _matched(self) -> list[_Group]:
        """Return, by joint outcome and left state, the right states that fit."""
        partners: dict[tuple[int, int], list[int]] = {}
        for state, left in self.left.states.items():
            fitting = [
                [(other, outcome) for other, outcome in enumerate(self.fit[j][cls]) if outcome >= 0]
                for j, cls in enumerate(state)
            ]
            for combination in product(*fitting):
                joint = int(self.joint[tuple(outcome for _, outcome in combination)])
                right = self.right.states.get(tuple(other for other, _ in combination))
                if joint >= 0 and right is not None:
                    partners.setdefault((joint, left), []).append(right)
        groups = []
        for (joint, left), found in sorted(partners.items()):
            ways: dict[int, int] = {}
            for right in found:
                for points, more in self.right.layouts[right].items():
                    ways[points] = ways.get(points, 0) + more
            groups.append(_Group(joint, left, sorted(found), ways))
        return groups

    def total(self) -> int:
        """Return the number of deals, each as often as its weight says."""
        return self._total

    def sizes(self) -> tuple[int, ...]:
        """Return states, points and small entries, each left and right; groups; matches."""
        halves = (self.left, self.right)
        return (
            *(len(half.states) for half in halves),
            *self.points,
            *(sum(map(len, half.small.values())) for half in halves),
            len(self.groups),
            sum(len(group.partners) for group in self.groups),
        )

    def accepted(self) -> int:
        """Return how many pairs of points are accepted, over all joint outcomes."""
        return sum(map(len, self.accepts.values()))

    def entries(self, low: UInt64Array, high: UInt64Array) -> None:
        """Fill in the deals of each accepted pair of points, weights left out."""
        by_joint: dict[int, list[_Group]] = {}
        for group in self.groups:
            by_joint.setdefault(group.joint, []).append(group)
        at = 0
        for (joint, points), accepted in self.accepts.items():
            for right, _ in accepted:
                layouts = sum(
                    self.left.layouts[group.left].get(points, 0) * group.right.get(right, 0)
                    for group in by_joint.get(joint, [])
                )
                store(layouts * self.pool_ways, at, low, high)
                at += 1

    def _deal(self, number: int) -> list[int]:
        layout, pool = divmod(number, self.pool_ways)
        block = bisect_right(self.ends, layout)
        layout -= self.ends[block - 1] if block else 0
        group, points = self.blocks[block]
        rest, left = divmod(layout, self.left.layouts[group.left][points])
        accepted = self.accepts[group.joint, points]
        (right_points, weight), rest = chosen(
            ((entry, entry[1] * group.right.get(entry[0], 0)) for entry in accepted), rest
        )
        layouts = self.right.layouts
        partner, rest = chosen(
            ((q, weight * layouts[q].get(right_points, 0)) for q in group.partners), rest
        )
        halves = zip(
            self.left.unrank(group.left, points, left),
            self.right.unrank(partner, right_points, rest // weight),
            strict=True,
        )
        return self._seated([first | second for first, second in halves], pool)

    def _number(self, owners: list[int], pool: int) -> int | None:
        first, second = self.left.find(owners), self.right.find(owners)
        if first is None or second is None:
            return None
        (state, points, *left), (other, right_points, *right) = first, second
        outcome = tuple(fit[a][b] for fit, a, b in zip(self.fit, state, other, strict=True))
        joint = int(self.joint[outcome]) if min(outcome) >= 0 else -1
        accepted = self.accepts.get((joint, points), [])
        weight = dict(accepted).get(right_points)
        if weight is None:
            return None
        group = self.group_at[joint, self.left.states[state]]
        rest = sum(w * group.right.get(p, 0) for p, w in accepted if p < right_points)
        partner = self.right.states[other]
        before = group.partners[: group.partners.index(partner)]
        within = sum(self.right.layouts[q].get(right_points, 0) for q in before)
        rest += weight * (within + self.right.rank(partner, right_points, right[0], right[1]))
        layout = rest * self.left.layouts[group.left][points]
        layout += self.left.rank(group.left, points, left[0], left[1])
        block = self.blocks.index((group, points))
        layout += self.ends[block - 1] if block else 0
        return layout * self.pool_ways + pool
