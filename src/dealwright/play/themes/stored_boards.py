"""The stored themed boards, found by ``python -m tools.themed_boards``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from dealwright.answers.records import read_record
from dealwright.cards import Suit
from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream
from dealwright.play.themes.boards import ThemedBoard

__all__ = ["chosen_boards", "stored_boards"]


@cache
def stored_boards(theme: str) -> tuple[ThemedBoard, ...]:
    """Return all stored boards of a theme."""
    document = json.loads(Path(__file__).with_name("stored_boards.json").read_text("utf-8"))
    return tuple(read_record(ThemedBoard, values) for values in document["boards"][theme])


def chosen_boards(theme: str, n: int, stream: Stream) -> list[ThemedBoard]:
    """Return n stored boards, or all if there are fewer, with their suits exchanged at random.

    The stream determines their order, and by the number of a board the suits of that board.
    """
    boards, suits = (
        Draws(stream.split("pool"), 0).shuffled(stored_boards(theme)),
        stream.split("suits"),
    )
    return [
        board.with_suits(Draws(suits, number).shuffled([*Suit]))
        for number, board in enumerate(boards[:n])
    ]
