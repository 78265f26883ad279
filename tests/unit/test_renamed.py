"""Names of 0.2.0 that have better ones."""

from __future__ import annotations

import pytest

import dealwright


@pytest.mark.parametrize("old", ["table", "Table", "each"])
def test_old_names_work_and_name_the_new_one(old: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"use dealwright.{dealwright.RENAMED[old]}"):
        value = getattr(dealwright, old)
    assert value is getattr(dealwright, dealwright.RENAMED[old])
