"""Hypothesis strategies for deals, hands and members of numberings (extra ``hypothesis``).

What is drawn is the number of a deal, so nothing is ever filtered out, however rare the condition
is, and a failing example shrinks toward the first deal of the condition, or toward the one that
``toward`` names.

>>> from hypothesis import given, settings
>>> @settings(max_examples=20, database=None)
... @given(deals("north: 15-17 balanced"))
... def test_opening(deal):
...     assert deal.north.hcp in range(15, 18)
>>> test_opening()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from dealwright.ask.condition import as_condition, parse
from dealwright.base.errors import ArgumentError, ConditionError
from dealwright.deals import Deal, Hand
from dealwright.numbering.base import Numbering
from dealwright.numbering.deals import DEALS, deal_number, masks_from_number

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from dealwright.ask.condition import Condition
    from dealwright.deals.predeal import Predeal

__all__ = ["deals", "hands", "members"]

Item = TypeVar("Item")


def members(numbering: Numbering[Item], *, toward: Item | None = None) -> SearchStrategy[Item]:
    """Return a strategy for the members of a numbering; it shrinks toward the first, or one named.

    >>> from dealwright import Combinations
    >>> from hypothesis import find
    >>> find(members(Combinations(52, 5)), lambda subset: True)
    (0, 1, 2, 3, 4)
    >>> find(members(Combinations(52, 5), toward=(1, 3, 5, 7, 9)), lambda subset: True)
    (1, 3, 5, 7, 9)

    :raises ArgumentError: if the numbering has no members
    :raises NumberingError: if ``toward`` is not a member
    """
    if not numbering.size:
        raise ArgumentError(f"{numbering!r} has no members to draw")
    target = 0 if toward is None else numbering.rank(toward)
    return _numbers(numbering.size, target).map(numbering.unrank)


def deals(
    where: Condition | str | None = None,
    *,
    predeal: Predeal | None = None,
    toward: Deal | str | None = None,
) -> SearchStrategy[Deal]:
    """Return a strategy for the deals that satisfy a condition, without filtering.

    It shrinks toward the first deal in the order of the condition's numbers, or toward a deal.

    :raises ConditionError: if no deal satisfies the condition, or it cannot be counted exactly
    :raises NumberingError: if ``toward`` does not satisfy it
    """
    target = None if toward is None else Deal(toward) if isinstance(toward, str) else toward
    if where is None and predeal is None:
        number = 0 if target is None else deal_number(target.masks)
        return _numbers(DEALS, number).map(lambda drawn: Deal(masks_from_number(drawn)))
    numbering = as_condition("1" if where is None else where).numbers(predeal=predeal)
    if not numbering.size:
        raise ConditionError("no deal satisfies the condition, so there is none to draw")
    return members(numbering, toward=target)


def hands(hand: str | None = None) -> SearchStrategy[Hand]:
    """Return a strategy for hands of 13 cards, of a phrase such as ``15-17 balanced`` or of any.

    Each hand is drawn as north's hand of a deal, the others' cards being those of the first deal.

    >>> from hypothesis import find
    >>> find(hands("8+ hearts"), lambda hand: hand.hcp >= 0).length("hearts") >= 8
    True

    :raises ConditionError: if the phrase cannot be read, or no hand satisfies it
    """
    condition = None if hand is None else parse(f"north: {hand}")
    return deals(condition).map(lambda deal: deal.north)


def _numbers(size: int, target: int) -> SearchStrategy[int]:
    """Return a strategy for 0 .. size-1 that shrinks toward a target."""
    try:
        from hypothesis import strategies
    except ImportError:
        raise ArgumentError(
            "strategies need Hypothesis: pip install 'dealwright[hypothesis]'"
        ) from None

    def shifted(offset: int) -> int:
        return (target + offset) % size

    return strategies.integers(0, size - 1).map(shifted)
