"""The link from batches of deals to the formats of files, which are a layer above them.

``Deals.write`` and ``Deals.read`` import them when they are called; nothing else in ``deals`` does.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["deal_files"]


def deal_files() -> Any:
    """Return the module that writes and reads files of deals."""
    return import_module("dealwright.formats.deal_files")
