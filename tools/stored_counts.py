"""How many of all seven-card hands have each value, by the kernels that count them."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path

from dealwright.poker.strength import count_values

__all__ = ["files"]

STORED = Path("src/dealwright/poker/stored_counts.py")
GAMES = ("holdem", "stud", "razz", "eight-or-better")  # whose hands of seven take 0.2 s to count


def files() -> dict[Path, str]:
    """Return the module by its path below the checkout."""
    rows = ""
    for game in GAMES:
        counts = count_values(7, game).astype("<u4").tobytes()
        rows += f'    "{game}": "{base64.b64encode(zlib.compress(counts, 9)).decode()}",\n'
    text = (
        '"""How many of all hands of seven cards have each value; by tools/regenerate.py."""\n\n'
        "# ruff: noqa: E501\n"
        "# fmt: off\n\n"
        "from __future__ import annotations\n\n"
        '__all__ = ["STORED"]\n\n'
        "# Game: uint32[worst + 1], little-endian, compressed by zlib, as Base64.\n"
        f"STORED = {{\n{rows}}}\n"
    )
    return {STORED: text}
