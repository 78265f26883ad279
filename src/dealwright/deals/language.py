"""Tests and columns of a batch: objects, or texts that the language of conditions reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, cast

from dealwright.base.links import linked

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Column", "Test", "column_of", "test_of"]


class Test(Protocol):
    """An object that tests the deals of a batch, such as a Condition."""

    def matches(self, deals: Any) -> NDArray[np.bool_]:
        """Return which deals pass the test, bool[n]."""
        ...


class Column(Protocol):
    """An object with a number for each deal of a batch, such as a Quantity."""

    def values(self, deals: Any) -> NDArray[np.int32]:
        """Return the numbers, int32[n]."""
        ...


def test_of(condition: object) -> Test:
    """Convert a test, the text of a condition, or a function of a batch to a test.

    :raises ConditionError: if it cannot be read
    """
    candidate: Any = condition
    if hasattr(candidate, "matches"):
        return cast("Test", candidate)
    test: Test = linked("language").as_condition(condition)
    return test


def column_of(quantity: object) -> Column:
    """Convert a column or the text of a quantity to a column.

    :raises ConditionError: if it cannot be read
    """
    candidate: Any = quantity
    if hasattr(candidate, "values") and not hasattr(candidate, "keys"):
        return cast("Column", candidate)
    column: Column = linked("language").as_quantity(quantity)
    return column
