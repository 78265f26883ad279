"""``rnd`` in scripts: random numbers determined by a deal, a seed and a position in the script.

As in `dealer`, every occurrence has its own number, but the number is the same each time for the
same deal: the mixing function of SplitMix64 computes it from the deal's cards, the run's seed and
the occurrence (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import ConditionError, nesting_checked
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Node
from dealwright.conditions.unparse import to_text
from dealwright.deals.columns import DealColumn
from dealwright.planning.bounds import bounds
from dealwright.planning.sampling.evaluation import Evaluation

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RandomColumn", "has_random", "with_random"]

_MOST_MENTIONS = 10_000
_GOLDEN, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


@dataclass(frozen=True)
class RandomColumn(DealColumn):
    """One occurrence of ``rnd``: a number from 0 to ``bound`` - 1 for every deal."""

    bound: Node
    mention: int
    key: int

    cost = 60.0
    threads = True

    @property
    def name(self) -> str:
        """The occurrence as a script writes it."""
        return f"rnd({to_text(self.bound)})"

    @property
    def bounds(self) -> tuple[int, int]:  # type: ignore[override]
        """0, and the greatest integer below the bound."""
        return 0, max(0, bounds(self.bound)[1] - 1)

    def values(self, masks: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the number of each deal, int64[n]."""
        below = Evaluation(masks).values(self.bound).astype(np.int64)
        bits = _mix(_mixed(masks, self.key) ^ _mix(np.uint64(self.mention)))
        return _below(below, bits)


@nodes.remembered
def has_random(node: Node) -> bool:
    """Return whether a tree has a random number without a column."""
    return isinstance(node, nodes.Random) or any(map(has_random, nodes.children(node)))


def with_random(node: Node, key: int, mentions: Iterator[int]) -> Node:
    """Return a tree with a column for every occurrence of ``rnd``, also inside names.

    :raises ConditionError: if there are too many, or the tree is nested too deeply
    """
    with nesting_checked():
        return _with_random(node, key, mentions)


def _with_random(node: Node, key: int, mentions: Iterator[int]) -> Node:

    def change(part: Node) -> Node | None:
        if not has_random(part):
            return part
        if isinstance(part, nodes.Alias):
            return _with_random(part.value, key, mentions)
        if isinstance(part, nodes.Random):
            bound = _with_random(part.bound, key, mentions)
            mention = next(mentions)
            if mention > _MOST_MENTIONS:
                raise ConditionError(
                    f"rnd occurs more than {_MOST_MENTIONS:,} times when names are written out",
                    hint="Each use of a name with rnd asks for other random numbers",
                )
            return nodes.Costly(RandomColumn(bound, mention, key))
        return None

    return nodes.rebuilt(node, change, shared=False)


def _mixed(masks: NDArray[np.uint64], key: int) -> NDArray[np.uint64]:
    """Return 64 bits of each deal, uint64[n]; north, east and south determine a deal."""
    bits: NDArray[np.uint64] = np.full(len(masks), key & (1 << 64) - 1, dtype=np.uint64)
    for seat in range(3):
        bits = _mix(bits ^ masks[:, seat])
    return bits


def _mix(bits: Any) -> Any:
    with np.errstate(over="ignore"):
        bits = bits + np.uint64(_GOLDEN)
        bits = (bits ^ bits >> np.uint64(30)) * np.uint64(_FIRST)
        bits = (bits ^ bits >> np.uint64(27)) * np.uint64(_SECOND)
        return bits ^ bits >> np.uint64(31)


def _below(bound: NDArray[np.int64], bits: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return numbers from 0 to ``bound`` - 1, int64[n]; 0 if the bound is not positive."""
    chance = (bits >> np.uint64(11)) * 2.0**-53
    return (chance * np.maximum(bound, 0)).astype(np.int64)
