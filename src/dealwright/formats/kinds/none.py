"""No output, for counting and timing."""

from __future__ import annotations

from collections.abc import Sequence

from dealwright.deals import Deals
from dealwright.formats.registry import Format
from dealwright.formats.writing import BoardWriter, Entry

__all__ = ["FORMAT"]


class _NoText(BoardWriter):
    def boards(self, entries: Sequence[Entry]) -> str:
        return ""

    def deals(self, deals: Deals, number: int) -> str:
        return ""


FORMAT = Format("no text at all, for counting and timing", writer=_NoText, results=False)
