"""``rnd`` in scripts: random numbers that belong to a deal, a seed and a place in the script.

Every mention is a number of its own, as in `dealer`, and the same each time it is asked of a deal:
it is made of the deal's cards, the run's seed and the mention with the mixing function of
SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.ask.evaluation import values_of
from dealwright.conditions import arithmetic, nodes, to_text
from dealwright.conditions.nodes import Node
from dealwright.planning.plan import conjuncts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.deals import Deals

__all__ = ["RandomTest", "has_random", "opaque_tests", "random_values", "separate_mentions"]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def has_random(node: Node) -> bool:
    """Return whether a tree asks for a random number."""
    return any(isinstance(each, nodes.Random) for each in nodes.walk(node))


def separate_mentions(node: Node, numbers: Iterator[int] | None = None) -> Node:
    """Return a tree in which every mention of ``rnd``, also through a name, draws its own."""
    numbers = count(1) if numbers is None else numbers
    if not has_random(node):
        return node
    if isinstance(node, nodes.Alias):
        return separate_mentions(node.value, numbers)
    parts = {each.name: _separate(getattr(node, each.name), numbers) for each in fields(node)}
    if isinstance(node, nodes.Random):
        parts["mention"] = next(numbers)
    changed: Node = replace(node, **parts)
    return changed


def _separate(value: Any, numbers: Iterator[int]) -> Any:
    if isinstance(value, Node):
        return separate_mentions(value, numbers)
    return tuple(_separate(item, numbers) for item in value) if isinstance(value, tuple) else value


@dataclass(frozen=True)
class RandomTest:
    """A test with random numbers, as a predicate of deals."""

    test: Node
    key: int

    @property
    def __name__(self) -> str:
        return to_text(self.test)

    def __call__(self, deals: Deals) -> NDArray[np.bool_]:
        """Return which deals hold, bool[n]."""
        truth: NDArray[np.bool_] = random_values(self.test, deals, self.key) != 0
        return truth


def opaque_tests(node: Node, key: int) -> Node:
    """Return a condition whose clauses with random numbers are predicates of their own."""
    whole: Node | None = None
    for part in conjuncts(node):
        test: Node = nodes.Opaque(RandomTest(part, key), False) if has_random(part) else part
        whole = test if whole is None else nodes.Binary("and", whole, test)
    assert whole is not None
    return whole


def random_values(node: Node, deals: Deals, key: int) -> NDArray[np.int64]:
    """Return the value of a tree with random numbers for each deal, int64[n]."""
    seeds = _mixed(deals.masks, key)

    def value(part: Node) -> NDArray[np.int64]:
        if not has_random(part):
            return values_of(part, deals).astype(np.int64)
        if isinstance(part, nodes.Random):
            return _below(value(part.bound), _mix(seeds ^ _mix(np.uint64(part.mention))))
        return np.asarray(arithmetic.value(part, value), dtype=np.int64)

    return np.broadcast_to(value(node), (len(deals),))


def _mixed(masks: NDArray[np.uint64], key: int) -> NDArray[np.uint64]:
    """Return 64 bits of each deal, uint64[n]; north, east and south say all of a deal."""
    bits: NDArray[np.uint64] = np.full(len(masks), key & (1 << 64) - 1, dtype=np.uint64)
    for seat in range(3):
        bits = _mix(bits ^ masks[:, seat])
    return bits


def _mix(bits: Any) -> Any:
    with np.errstate(over="ignore"):
        bits = bits + _GOLDEN
        bits = (bits ^ bits >> np.uint64(30)) * _FIRST
        bits = (bits ^ bits >> np.uint64(27)) * _SECOND
        return bits ^ bits >> np.uint64(31)


def _below(bound: NDArray[np.int64], bits: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return numbers from 0 to below ``bound``, 0 where it is not above 0; int64[n]."""
    chance = (bits >> np.uint64(11)) * 2.0**-53
    return (chance * np.maximum(bound, 0)).astype(np.int64)
