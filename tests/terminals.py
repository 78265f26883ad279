"""Pseudo-terminals, on which tests run commands."""

from __future__ import annotations

import os

__all__ = ["read_terminal"]


def read_terminal(leader: int) -> bytes:
    """Return all that is printed on a pseudo-terminal until its other end is closed; close it."""
    pieces: list[bytes] = []
    while True:
        try:
            piece = os.read(leader, 1 << 16)
        except OSError:  # the end of a terminal on Linux
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(leader)
    return b"".join(pieces)
