"""The one door upward: texts that batches of deals take are read by the language of conditions.

``deals.where("hcp(north) > 11")`` is what people write, and the language stands above deals. It is
looked up when a text comes, and nowhere else in this room.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Column", "Test", "column_of", "test_of"]


class Test(Protocol):
    """What tells which deals of a batch it holds for, such as a Condition."""

    def matches(self, deals: Any) -> NDArray[np.bool_]:
        """Return where it holds, bool[n]."""
        ...


class Column(Protocol):
    """What has a number for each deal of a batch, such as a Quantity."""

    def values(self, deals: Any) -> NDArray[np.int32]:
        """Return the numbers, int32[n]."""
        ...


def test_of(where: object) -> Test:
    """Return a test from one, from the text of a condition, or from a function of a batch.

    :raises ConditionError: if it cannot be read
    """
    given: Any = where
    if hasattr(given, "matches"):
        return cast("Test", given)
    found: Test = import_module("dealwright.condition").as_condition(where)
    return found


def column_of(quantity: object) -> Column:
    """Return a column from one, or from the text of a quantity.

    :raises ConditionError: if it cannot be read
    """
    given: Any = quantity
    if hasattr(given, "values") and not hasattr(given, "keys"):
        return cast("Column", given)
    found: Column = import_module("dealwright.condition").as_quantity(quantity)
    return found
