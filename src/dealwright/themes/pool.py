"""The stored pool of themed boards, found by ``tools/themed_pool.py``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from dealwright.answers.records import read_record
from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream
from dealwright.themes.boards import ThemedBoard

__all__ = ["pool", "pool_boards"]


@cache
def pool(theme: str) -> tuple[ThemedBoard, ...]:
    """Return all stored boards of a theme."""
    document = json.loads(Path(__file__).with_name("pool.json").read_text("utf-8"))
    return tuple(read_record(ThemedBoard, values) for values in document["boards"][theme])


def pool_boards(theme: str, n: int, stream: Stream) -> list[ThemedBoard]:
    """Return n stored boards, or all if there are fewer, in an order that the stream determines."""
    return Draws(stream.split("pool"), 0).shuffled(pool(theme))[:n]
