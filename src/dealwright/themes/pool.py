"""The stored pool of themed boards, found by ``tools/themed_pool.py``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from dealwright.cards import Card, Seat, parse_cards
from dealwright.deals import Deal
from dealwright.errors import ArgumentError
from dealwright.random_integers import Draws
from dealwright.stream import Stream
from dealwright.themes.boards import ThemedBoard

__all__ = ["board_from_json", "board_to_json", "pool", "pool_boards"]


def board_to_json(board: ThemedBoard) -> dict[str, Any]:
    """Return a board as JSON values."""
    return {
        "theme": board.theme, "contract": board.contract, "deal": board.deal.text(),
        "play": " ".join(map(str, board.play)), "tricks": board.tricks,
        "chance": str(board.chance), "rival": str(board.rival), "seat": board.seat.letter,
        "card": str(board.card), "rival_card": str(board.rival_card or ""),
        "victims": "".join(seat.letter for seat in board.victims),
    }  # fmt: skip


def board_from_json(values: Mapping[str, Any]) -> ThemedBoard:
    """Return the board of ``board_to_json``."""
    rival_card = values["rival_card"]
    return ThemedBoard(
        values["theme"], values["contract"], Deal(values["deal"]),
        tuple(parse_cards(values["play"])), values["tricks"], Fraction(values["chance"]),
        Fraction(values["rival"]), Seat.of(values["seat"]), Card(values["card"]),
        Card(rival_card) if rival_card else None, tuple(map(Seat.of, values["victims"])),
    )  # fmt: skip


@cache
def pool(theme: str) -> tuple[ThemedBoard, ...]:
    """Return all stored boards of a theme."""
    document = json.loads(Path(__file__).with_name("pool.json").read_text("utf-8"))
    return tuple(map(board_from_json, document["boards"][theme]))


def pool_boards(theme: str, n: int, stream: Stream) -> list[ThemedBoard]:
    """Return n stored boards in an order that the stream determines.

    :raises ArgumentError: if the pool has fewer
    """
    stored = pool(theme)
    if n > len(stored):
        raise ArgumentError(
            f"{n} boards of the theme {theme} wanted; {len(stored)} are stored: "
            f"take -n {len(stored)}, or --fresh"
        )
    return Draws(stream.split("pool"), 0).shuffled(stored)[:n]
