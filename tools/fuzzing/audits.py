"""Audits: fair boards are hardly ever accused, and boards of the commonest fault always are.

Boards are shuffled by Python's own generator. A fair set is accused at the level 0.01 once in a
hundred audits, so the domain looks at p-values a thousand times smaller; a set in which each card
was swapped with any position and 13 cards were dealt at once is found in nearly every 2,000 boards.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from dealwright import Deals
from dealwright.fair.audit import auditing

__all__ = ["draw", "fault"]

_BOARDS = 2_000
_NEVER = 1e-5  # times 23 tests: a false alarm in some ten thousand audits


@dataclass(frozen=True)
class Case:
    """A way of shuffling, and its seed."""

    fair: bool
    seed: int

    def __str__(self) -> str:
        kind = "fair boards" if self.fair else "boards of cards swapped with any position"
        return f"{_BOARDS} {kind}, random.Random({self.seed})"


def draw(r: random.Random) -> Case:
    """Draw a way of shuffling."""
    return Case(r.random() < 0.5, r.randrange(2**32))


def _boards(case: Case) -> Deals:
    r = random.Random(case.seed)
    masks = np.zeros((_BOARDS, 4), dtype=np.uint64)
    for board in masks:
        pack = list(range(52))
        if case.fair:
            r.shuffle(pack)
        else:
            for place in range(52):
                other = r.randrange(52)
                pack[place], pack[other] = pack[other], pack[place]
        for seat in range(4):
            board[seat] = sum(1 << card for card in pack[13 * seat : 13 * seat + 13])
    return Deals(masks)


def fault(case: Case) -> str | None:
    """Return a fair set that is accused, or a faulty one that is not."""
    audit = auditing([_boards(case)], seed=1).result()
    least = min(test.p_value for test in audit.tests)
    if case.fair:
        return f"accused: p {least:.2g}" if least < _NEVER else None
    return None if audit.failed else f"not found: least p {least:.2g}"
