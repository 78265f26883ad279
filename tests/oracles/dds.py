"""The solver DDS, of endplay or of the system, for tests that compare with it."""

from __future__ import annotations

import pytest
from benchmarks.peers import dds_library, endplay_library

from dealwright.double_dummy.dds import Dds

__all__ = ["dds", "dds_library", "endplay_library"]


def dds() -> Dds:
    """Return DDS, or skip the test."""
    if dds_library() is None:
        pytest.skip("needs DDS (pip install endplay, or apt-get install libdds0)")
    return Dds(endplay_library())
