"""Fit the tricks that robots estimate (``systems/robots/estimate.py``) to solved deals.

    python tools/fitted_tricks.py [DEALS] [SEED]

prints the two lists of numbers, and the errors on deals that they were not fitted to.
"""

from __future__ import annotations

import sys

import numpy as np

from dealwright import deal
from dealwright.cards import Strain, Suit
from dealwright.double_dummy.asks import Tables
from dealwright.double_dummy.core_solver import core_solver
from dealwright.systems.robots.estimate import Side, in_notrump, in_suit

_TESTED = 3  # every third deal is not fitted


def main(arguments: list[str]) -> int:
    """Print the fitted numbers and their errors."""
    number = int(arguments[0]) if arguments else 3000
    masks = deal(number, seed=arguments[1] if arguments[1:] else "tricks").masks
    tricks = core_solver().solve(Tables(masks))
    sides = [Side(masks[:, side], masks[:, side + 2]) for side in (0, 1)]
    tested = np.arange(number) % _TESTED == 0
    suits, notrumps = [], []
    for side, hands in enumerate(sides):
        taken = np.maximum(tricks[:, side], tricks[:, side + 2]).astype(np.float64)
        suits += [(in_suit(hands, suit), taken[:, suit], hands.cards[:, suit]) for suit in Suit]
        notrumps.append((in_notrump(hands), taken[:, Strain.NOTRUMP], hands.points.sum(axis=1)))
    for name, rows in (("_SUIT", suits), ("_NOTRUMP", notrumps)):
        weights = [np.ones(number) if name == "_NOTRUMP" else _weight(cards) for *_, cards in rows]
        wide = np.concatenate(
            [(x * w[:, None] ** 0.5)[~tested] for (x, _, _), w in zip(rows, weights, strict=True)]
        )
        goal = np.concatenate(
            [(y * w**0.5)[~tested] for (_, y, _), w in zip(rows, weights, strict=True)]
        )
        fitted = np.linalg.lstsq(wide, goal, rcond=None)[0]
        print(f"{name} = ({', '.join(f'{each:.3f}' for each in fitted)})")
        error = np.concatenate([(y - x @ fitted)[tested] for x, y, _ in rows])
        kind = np.concatenate([z[tested] for *_, z in rows])
        for low, high in (
            ((7, 7), (8, 8), (9, 9), (10, 13))
            if name == "_SUIT"
            else ((18, 22), (23, 27), (28, 40))
        ):
            some = error[(kind >= low) & (kind <= high)]
            print(
                f"  {low} to {high}: {len(some)} sides, error "
                f"{np.sqrt((some**2).mean()):.2f}, bias {some.mean():+.2f}"
            )
    return 0


def _weight(cards: np.ndarray) -> np.ndarray:
    """Return the weight of a side: contracts with few trumps are rare."""
    return np.where(cards >= 8, 1.0, np.where(cards == 7, 0.5, 0.1))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
