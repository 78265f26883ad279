"""The solver DDS, of endplay or of the system, for tests that compare with it."""

from __future__ import annotations

from ctypes.util import find_library
from importlib.util import find_spec
from pathlib import Path

import pytest

from dealwright.double_dummy.dds import Dds

__all__ = ["dds", "dds_library", "endplay_library"]


def endplay_library() -> str | None:
    """Return the file of endplay's DDS, or None, without importing endplay (half a second)."""
    spec = find_spec("endplay")
    folders = [] if spec is None else spec.submodule_search_locations or []
    for folder in folders:
        for path in sorted(Path(folder).glob("_dds/*dds*")):
            if path.suffix in (".so", ".dylib", ".dll"):
                return str(path)
    return None


def dds_library() -> str | None:
    """Return the file of endplay's DDS, else the name of the installed one, or None."""
    return endplay_library() or find_library("dds")


def dds() -> Dds:
    """Return DDS, or skip the test."""
    if dds_library() is None:
        pytest.skip("needs DDS (pip install endplay, or apt-get install libdds0)")
    return Dds(endplay_library())
