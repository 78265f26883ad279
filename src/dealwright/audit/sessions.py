"""Sessions of an audit from boards of files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from dealwright.formats import Board

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["session_of"]


def session_of(name: str, boards: Iterable[Board]) -> tuple[NDArray[np.uint64], tuple[str, ...]]:
    """Return the deals of a file's boards as masks uint64[n, 4], and a note if some are no deals.

    A board that has the number and the cards of one before it is the same, played in another room.

    >>> masks, notes = session_of("monday.pbn", [Board(hands=(None, None, 1 << 51, None))])
    >>> masks.shape, notes
    ((0, 4), ('monday.pbn: 1 board without all four hands left out',))
    """
    deals = [(board.number, board.deal) for board in boards]
    n = sum(deal is None for _, deal in deals)
    whole = dict.fromkeys(
        (deal.masks, number, place if number is None else None)
        for place, (number, deal) in enumerate(deals)
        if deal is not None
    )
    kept = [masks for masks, _, _ in whole]
    boards_left = f"{n:,} board{'' if n == 1 else 's'}"
    notes = (f"{name}: {boards_left} without all four hands left out",) if n else ()
    return np.array(kept, dtype=np.uint64).reshape(-1, 4), notes
