"""The game of one suit for the most tricks on average.

Instead of a target, each number of tricks is a level, and each set has bits of splits by level:
the bit of a split at level k says that the line takes more than k tricks there. So the least of two
numbers of tricks is again an intersection, and a line with fewer tricks everywhere a subset.
"""

from __future__ import annotations

from math import prod

from dealwright.suit_play.game import Game, Position, Trick

__all__ = ["AverageGame"]


class AverageGame(Game):
    """Cached families of positions; the ``need`` of a position says nothing here."""

    def over(self, position: Position) -> bool:
        """Return whether no card is left."""
        return not position.tricks

    def everything(self, position: Position) -> int:
        """Return all splits at all levels."""
        return (1 << _splits(position) * position.tricks) - 1

    def family(self, position: Position) -> list[int]:
        """Return the best sets of splits by level that declarer can win from a position."""
        return super().family(position._replace(need=0))

    def left_plays(self, position: Position, hand: str) -> dict[int, int]:
        """Return the plays of the defender after the lead, each with the splits that have it."""
        return self._at_all_levels(position, super().left_plays(position, hand))

    def right_plays(self, position: Position, hand: str, left: int) -> dict[int, int]:
        """Return the plays of the last defender, each with the splits that have both plays."""
        first = self.left_plays(position, hand)[left]
        second = self._at_all_levels(
            position, super().left_plays(position, "N" if hand == "S" else "S")
        )
        return {right: first & splits for right, splits in second.items() if first & splits}

    def lift(self, position: Position, trick: Trick, reached: int) -> list[int]:
        """Return, for each bit after a trick, the bits before it that need it."""
        count = _splits(position)
        one_level = (1 << count) - 1
        levels = [reached >> count * level & one_level for level in range(position.tricks)]
        after = self.next(position, trick)
        anywhere = 0
        for splits in levels:
            anywhere |= splits
        lifted = super().lift(position, trick, anywhere)
        return [
            (splits & levels[level + trick.won]) << count * (level + trick.won)
            for level in range(after.tricks)
            for splits in lifted
        ]

    def wanted_after(self, position: Position, trick: Trick, wanted: int) -> int | None:
        """Return the bits after a trick that a set of bits before it needs."""
        lifted = self.lift(position, trick, wanted)
        if wanted & ~self._won(position, trick) & ~_union(lifted):
            return None
        return sum(1 << bit for bit, before in enumerate(lifted) if before)

    def _after(self, position: Position, trick: Trick, reached: int) -> list[int]:
        """Return the family after a trick as bits before it; others count as won."""
        full = self.everything(position)
        safe = full & ~reached | self._won(position, trick) & reached
        lifted = self.lift(position, trick, reached)
        sets = []
        for won_after in self.family(self.next(position, trick)):
            total = safe
            for bit, before in enumerate(lifted):
                if won_after >> bit & 1:
                    total |= before
            sets.append(total)
        return self._largest(sets)

    def _won(self, position: Position, trick: Trick) -> int:
        """Return the level that a trick wins."""
        return (1 << _splits(position)) - 1 if trick.won else 0

    def _played(self, position: Position, trick: Trick) -> tuple[Position, tuple[int | None, ...]]:
        after, classes = super()._played(position, trick)
        return after._replace(need=0), classes

    def _at_all_levels(self, position: Position, plays: dict[int, int]) -> dict[int, int]:
        count = _splits(position)
        every = sum(1 << count * level for level in range(position.tricks))
        return {play: splits * every for play, splits in plays.items()}


def _splits(position: Position) -> int:
    """Return the number of splits of a position."""
    return 1 if position.void else prod(count + 1 for count in position.missing)


def _union(sets: list[int]) -> int:
    union = 0
    for each in sets:
        union |= each
    return union
