"""The link from batches of deals to the language of conditions, which reads their texts.

People write ``deals.where("hcp(north) > 11")``, but the language is a layer above ``deals``. This
module imports it when it is called with a text; nothing else in ``deals`` does.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

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


def test_of(where: object) -> Test:
    """Return a test, made from a test, the text of a condition, or a function of a batch.

    :raises ConditionError: if it cannot be read
    """
    given: Any = where
    if hasattr(given, "matches"):
        return cast("Test", given)
    found: Test = import_module("dealwright.condition").as_condition(where)
    return found


def column_of(quantity: object) -> Column:
    """Return a column, made from a column or the text of a quantity.

    :raises ConditionError: if it cannot be read
    """
    given: Any = quantity
    if hasattr(given, "values") and not hasattr(given, "keys"):
        return cast("Column", given)
    found: Column = import_module("dealwright.condition").as_quantity(quantity)
    return found
