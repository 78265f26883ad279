"""What every test and every example in the documents shares."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from dealwright.features import default_features

# The examples of these solve deals; endplay, which has the solver, has no wheel for every Python.
SOLVED = ["docs/reference/solving.md", "docs/coming-from/endplay.md", "docs/coming-from/redeal.md"]
collect_ignore = [] if find_spec("endplay") else SOLVED


@pytest.fixture(autouse=True)
def _features_as_they_were() -> Iterator[None]:
    """Take back what a test or an example registered."""
    yield
    default_features().clear()
