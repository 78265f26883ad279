"""A question in normal form: a condition on deals, and the quantities to count."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import factorial
from typing import TYPE_CHECKING

from dealwright.base.kernels import PredealtPack

if TYPE_CHECKING:
    from dealwright.conditions.nodes import Node

__all__ = ["Question"]


@dataclass(frozen=True)
class Question:
    """A question about the deals that satisfy a tree (None: every deal), with fixed cards.

    ``fixed`` are the masks of the cards already at north, east, south and west; ``values`` are the
    quantities whose joint distribution is counted; ``weight`` is a quantity, and each deal counts
    that many times. Questions are compared by value and can be hashed and pickled.

    :raises PredealError: if a card is fixed twice, or a seat holds more than 13
    """

    tree: Node | None = None
    fixed: tuple[int, int, int, int] = (0, 0, 0, 0)
    values: tuple[Node, ...] = ()
    weight: Node | None = None

    def __post_init__(self) -> None:
        self.pack  # noqa: B018  refuses cards that no deal can hold

    @cached_property
    def pack(self) -> PredealtPack:
        """The pack that deals are drawn from."""
        return PredealtPack(self.fixed)

    @cached_property
    def deals(self) -> int:
        """The number of deals with the fixed cards, satisfying the tree or not.

        >>> Question().deals
        53644737765488792839237440000
        """
        needs = [13 - mask.bit_count() for mask in self.fixed]
        ways = factorial(sum(needs))
        for need in needs:
            ways //= factorial(need)
        return ways

    @property
    def text(self) -> str:
        """The condition as text; "" without a condition."""
        if self.tree is None:
            return ""
        from dealwright.conditions.unparse import to_text

        return to_text(self.tree)

    @property
    def has_fixed(self) -> bool:
        """Whether any card is fixed."""
        return any(self.fixed)

    def about(self, tree: Node | None) -> Question:
        """Return the same question about another condition."""
        return replace(self, tree=tree)
