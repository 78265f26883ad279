"""The game of one suit for the most tricks on average.

Instead of a target, each number of tricks is a level, and each set has bits of splits by level:
the bit of a split at level k says that the line takes more than k tricks there. So the least of two
numbers of tricks is again an intersection, and a line with fewer tricks everywhere a subset.
"""

from __future__ import annotations

from functools import reduce
from math import prod
from operator import or_

from dealwright.play.suit.game import SuitGame, SuitPosition, Trick

__all__ = ["AverageGame"]


class AverageGame(SuitGame):
    """Cached families of positions; the ``need`` of a position says nothing here."""

    def over(self, position: SuitPosition) -> bool:
        """Return whether no card is left."""
        return not position.tricks

    def everything(self, position: SuitPosition) -> int:
        """Return all splits at all levels."""
        return (1 << _splits(position) * position.tricks) - 1

    def family(self, position: SuitPosition) -> list[int]:
        """Return the best sets of splits by level that declarer can win from a position."""
        return super().family(position._replace(need=0))

    def plays(self, position: SuitPosition, who: str) -> dict[int, int]:
        """Return the plays of a defender, each with the splits that have it, at all levels."""
        count = _splits(position)
        every = sum(1 << count * level for level in range(position.tricks))
        return {card: splits * every for card, splits in super().plays(position, who).items()}

    def lift(self, position: SuitPosition, trick: Trick, reached: int) -> list[int]:
        """Return, for each bit after a trick, the bits before it that need it."""
        count = _splits(position)
        one_level = (1 << count) - 1
        levels = [reached >> count * level & one_level for level in range(position.tricks)]
        after = self.next(position, trick)
        lifted = super().lift(position, trick, reduce(or_, levels, 0))
        return [
            (splits & levels[level + trick.won]) << count * (level + trick.won)
            for level in range(after.tricks)
            for splits in lifted
        ]

    def won(self, position: SuitPosition, trick: Trick) -> int:
        """Return what a trick wins whatever follows: the lowest level."""
        return (1 << _splits(position)) - 1 if trick.won else 0

    def _played(
        self, position: SuitPosition, trick: Trick
    ) -> tuple[SuitPosition, tuple[int | None, ...]]:
        after, classes = super()._played(position, trick)
        return after._replace(need=0), classes


def _splits(position: SuitPosition) -> int:
    """Return the number of splits of a position."""
    return 1 if position.void else prod(count + 1 for count in position.missing)
