"""Sessions of an audit: the boards of files, and files that have the same set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dealwright.formats import Board

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Session", "same_sets", "session_of"]


@dataclass(frozen=True, eq=False)
class Session:
    """The boards of a file: their deals, masks uint64[n, 4], their numbers, and notes.

    A number is None if the file has none. ``notes`` list what is left out.
    """

    name: str
    masks: NDArray[np.uint64]
    numbers: tuple[int | None, ...]
    notes: tuple[str, ...] = ()


def session_of(name: str, boards: Iterable[Board]) -> Session:
    """Return the deals of a file's boards, with a note if some boards are not deals.

    A board that has the number and the cards of one before it is the same, played in another room.

    >>> session = session_of("monday.pbn", [Board(hands=(None, None, 1 << 51, None))])
    >>> session.masks.shape, session.notes
    ((0, 4), ('monday.pbn: 1 board without all four hands left out',))
    """
    deals = [(board.number, board.deal) for board in boards]
    n = sum(deal is None for _, deal in deals)
    whole = dict.fromkeys(
        (deal.masks, number, place if number is None else None)
        for place, (number, deal) in enumerate(deals)
        if deal is not None
    )
    boards_left = f"{n:,} board{'' if n == 1 else 's'}"
    notes = (f"{name}: {boards_left} without all four hands left out",) if n else ()
    masks = np.array([masks for masks, _, _ in whole], dtype=np.uint64).reshape(-1, 4)
    return Session(name, masks, tuple(number for _, number, _ in whole), notes)


def same_sets(sessions: Sequence[Session]) -> dict[int, int]:
    """Return the sessions that have all deals of an earlier one, and no others, by their numbers.

    The keys are their indices, the values those of the earlier sessions. Sessions with unnumbered
    boards, and parts of a set, are not included.

    >>> one = Session("open", np.array([[1, 2, 4, 8]], np.uint64), (1,))
    >>> same_sets([one, Session("closed", one.masks, (1,)), Session("other", one.masks, (2,))])
    {1: 0}
    """
    first = dict[frozenset[tuple[int | None, tuple[int, ...]]], int]()
    same = dict[int, int]()
    for index, session in enumerate(sessions):
        if not session.numbers or None in session.numbers:
            continue
        rows = map(tuple, session.masks.tolist())
        earlier = first.setdefault(frozenset(zip(session.numbers, rows, strict=True)), index)
        if earlier != index:
            same[index] = earlier
    return same
