"""A whole file of boards in memory: its name and its bytes."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealwright.answers.printed import OneLine
from dealwright.deals import Deals
from dealwright.formats.registry import format_named, writer
from dealwright.formats.settings import Settings

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import Through
    from dealwright.deals.batch import DealsLike

__all__ = ["BoardFile", "board_file"]


def _base64(content: bytes) -> str:
    return b64encode(content).decode("ascii")


def _bytes_of_base64(text: str) -> bytes:
    return b64decode(text, validate=True)


@dataclass(frozen=True)
class BoardFile(OneLine):
    """A file of boards: a name for it, its format, and its content."""

    name: str
    format: str
    content: Annotated[bytes, Through(str, _base64, _bytes_of_base64)]


def board_file(deals: DealsLike, kind: str, settings: Settings | None = None) -> BoardFile:
    """Return the file of some deals in a format.

    >>> from dealwright import deal
    >>> file = board_file(deal(2, seed=1), "pbn")
    >>> file.name, file.content.count(b"[Board ")
    ('deals.pbn', 2)

    :raises ArgumentError: if there is no such format, or it is not written
    :raises CardError: if the format cannot hold a deal
    """
    deals = Deals.of(deals)
    form = format_named(kind, writing=True)
    board_writer = writer(kind, Settings() if settings is None else settings)
    text = (
        board_writer.begin()
        + board_writer.deals(deals, 0)
        + board_writer.end(len(deals), len(deals))
    )
    ending = form.endings[0] if form.endings else ".txt"
    return BoardFile(f"deals{ending}", kind, text.encode(form.encoding))
