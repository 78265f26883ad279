"""Fence the examples of docstrings for the site: Markdown takes ``>>>`` for three quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe

__all__ = ["Examples", "fenced"]

_EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


def fenced(text: str) -> str:
    """Return a docstring with its examples in fences; each ends before an empty line."""
    return _EXAMPLE.sub(lambda found: f"\n```pycon\n{found[0]}\n```\n", text)


class Examples(griffe.Extension):
    """Fences the examples of every docstring that the site shows."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite an object's docstring."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
