"""Tests that cannot run inside Pyodide, with the reasons: a plugin of pytest for `tests.mjs`."""

from __future__ import annotations

import re

import pytest

# A pattern of names, and why.
LEFT_OUT: dict[str, str] = {}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what cannot run here."""
    for item in items:
        for pattern, reason in LEFT_OUT.items():
            if re.search(pattern, item.nodeid):
                item.add_marker(pytest.mark.skip(reason=f"in a browser: {reason}"))
