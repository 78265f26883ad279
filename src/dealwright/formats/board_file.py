"""A whole file of boards in memory: its name and its bytes."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dealwright.deals import Deals
from dealwright.formats.registry import format_named, writer
from dealwright.formats.settings import Settings

__all__ = ["BoardFile", "board_file"]


@dataclass(frozen=True)
class BoardFile:
    """A file of boards: a name for it, its format, and its content."""

    name: str
    format: str
    content: bytes

    def to_dict(self) -> dict[str, Any]:
        """Return the file as JSON values; its content is Base64."""
        content = b64encode(self.content).decode("ascii")
        return {"name": self.name, "format": self.format, "content": content}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> BoardFile:
        """Return the file of JSON values; the inverse of ``to_dict``."""
        return cls(values["name"], values["format"], b64decode(values["content"], validate=True))


def board_file(deals: Deals, kind: str, settings: Settings | None = None) -> BoardFile:
    """Return the file of some deals in a format.

    >>> from dealwright import deal
    >>> found = board_file(deal(2, seed=1), "pbn")
    >>> found.name, found.content.count(b"[Board ")
    ('deals.pbn', 2)

    :raises ArgumentError: if there is no such format, or it is not written
    :raises CardError: if the format cannot hold a deal
    """
    form = format_named(kind, writing=True)
    made = writer(kind, Settings() if settings is None else settings)
    text = made.begin() + made.deals(deals, 0) + made.end(len(deals), len(deals))
    ending = form.endings[0] if form.endings else ".txt"
    return BoardFile(f"deals{ending}", kind, text.encode(form.encoding))
