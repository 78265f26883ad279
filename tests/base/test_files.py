"""Reading files and JSON that strangers wrote."""

from __future__ import annotations

import pytest

from dealwright.base.files import json_once


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '[{"b": {"a": 1, "a": 1}}]'])
def test_a_member_that_occurs_twice_is_refused(text: str) -> None:
    """Readers differ in which of the two they take."""
    with pytest.raises(ValueError, match="a member occurs twice"):
        json_once(text.encode())


def test_what_is_nested_too_deeply_is_refused() -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        json_once(b"[" * 100_000)
