"""What every test and every example in the documents shares."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dealwright.features import default_features


@pytest.fixture(autouse=True)
def _features_as_they_were() -> Iterator[None]:
    """Take back what a test or an example registered."""
    yield
    default_features().clear()
