"""CPU time of random endings: ``python tools/endings.py CARDS NUMBER [BUDGET]``.

Prints the median, the 90 % point and the most of the double-dummy figure and the best line, and
how many were not finished within the budget of operations.
"""

from __future__ import annotations

import sys
from itertools import combinations
from time import process_time

from dealwright.base.errors import BudgetExceeded
from dealwright.cards import Seat, Strain
from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream
from dealwright.play.ending import Position

__all__ = ["main", "random_ending"]


def random_ending(cards: int, number: int) -> Position:
    """Return a random ending by its number: any cards, leader, strain and target."""
    draws = Draws(Stream(f"endings of {cards}"), number)
    dealt = draws.shuffled(range(52))[: 4 * cards]
    ours, dummys = (sum(1 << card for card in dealt[i * cards : (i + 1) * cards]) for i in (0, 1))
    unseen = dealt[2 * cards :]
    weights = {sum(1 << card for card in held): 1 for held in combinations(unseen, cards)}
    strain = Strain(draws.below(4) if draws.below(2) else 4)
    return Position(
        Seat.SOUTH, (ours, dummys), sum(1 << card for card in unseen), Seat(draws.below(4)), (),
        strain, 1 + draws.below(cards), weights,
    )  # fmt: skip


def main(cards: int, number: int, budget: int) -> None:
    """Time endings and print the figures."""
    times, unfinished = list[float](), 0
    for index in range(number):
        search = random_ending(cards, index).search()
        begin = process_time()
        search.double_dummy()
        try:
            while not search.narrow_bounds(most_operations=max(0, budget - search.operations)):
                pass
        except BudgetExceeded:
            unfinished += 1
        times.append(process_time() - begin)
    times.sort()
    points = (times[number // 2], times[9 * number // 10], times[-1])
    print(*(f"{1000 * point:.1f} ms" for point in points), unfinished, "not finished")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(float((sys.argv[3:] or ["2e9"])[0])))
