"""What every test and every example in the documents shares."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dealwright.features import feature_names, registry


@pytest.fixture(autouse=True)
def _features_as_they_were() -> Iterator[None]:
    """Take back what a test or an example registered."""
    feature_names()
    known, aliases = dict(registry._REGISTRY), dict(registry._ALIASES)
    yield
    for table, before in ((registry._REGISTRY, known), (registry._ALIASES, aliases)):
        table.clear()
        table.update(before)  # type: ignore[arg-type]
