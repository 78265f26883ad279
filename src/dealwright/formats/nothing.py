"""No text at all: for counting and timing."""

from __future__ import annotations

from dealwright.deals import Deals
from dealwright.formats.boards import Boards

__all__ = ["make"]


def make(boards: Boards) -> _Nothing:
    """Return a writer that writes nothing."""
    return _Nothing()


class _Nothing:
    def begin(self) -> str:
        return ""

    def deals(self, deals: Deals, number: int) -> str:
        return ""

    def end(self, found: int, tried: int) -> str:
        return ""
