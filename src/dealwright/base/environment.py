"""Variables of the environment: one that is empty, or only blanks, is unset."""

from __future__ import annotations

import os

__all__ = ["variable"]


def variable(name: str) -> str:
    """Return the value of a variable without blanks around it; "" if it is unset or empty.

    >>> variable("DEALWRIGHT_NO_SUCH_VARIABLE")
    ''
    """
    return os.environ.get(name, "").strip()
