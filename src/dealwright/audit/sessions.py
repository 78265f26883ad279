"""Sessions of an audit from boards of files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from dealwright.formats import Board

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["session_of"]


def session_of(boards: Iterable[Board]) -> tuple[NDArray[np.uint64], int]:
    """Return the deals of boards as masks uint64[n, 4], and how many boards are no whole deal.

    >>> masks, passed_over = session_of([Board(hands=(None, None, 1 << 51, None))])
    >>> masks.shape, passed_over
    ((0, 4), 1)
    """
    deals = [board.deal for board in boards]
    whole = [deal.masks for deal in deals if deal is not None]
    return np.array(whole, dtype=np.uint64).reshape(-1, 4), len(deals) - len(whole)
