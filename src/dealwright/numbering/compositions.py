"""Tuples of integers with a given sum and bounds on each part: compositions, hand shapes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import Any

from dealwright.base.errors import NumberingError
from dealwright.numbering.base import as_integer, brief
from dealwright.numbering.members import Family, checked_choice, entries

__all__ = ["Compositions"]


class Compositions(Family[tuple[int, ...]]):
    """The tuples of ``parts`` integers that add to ``total``, each from ``low`` to ``high``.

    A bound is one integer for all parts or a sequence, one for each; a ``high`` of None is no
    bound. ``squashed`` order compares the sums of the first parts - 1, of the first parts - 2, and
    so on, as ``dealwright.numbering.shapes`` numbers the 560 hand shapes (Andrews 1996); ``lex``
    compares the parts from the first. The number of tuples before one is a sum, over the parts, of
    counts of shorter tuples: binomials if no upper bound matters (stars and bars: C(t+m, m) tuples
    of m parts have a sum of t or less), otherwise a table built once, part by part.

    >>> shapes = Compositions(13, 4)
    >>> shapes.size, shapes.unrank(252), shapes.rank((13, 0, 0, 0))
    (560, (4, 3, 3, 3), 559)
    >>> list(Compositions(4, 3, low=(1, 0, 0), high=2, order="lex"))
    [(1, 1, 2), (1, 2, 1), (2, 0, 2), (2, 1, 1), (2, 2, 0)]

    :raises NumberingError: if an argument has the wrong type, or a part has no possible value
    """

    def __init__(
        self,
        total: int,
        parts: int,
        low: int | Sequence[int] = 0,
        high: int | Sequence[int | None] | None = None,
        order: str = "squashed",
    ) -> None:
        self.total = as_integer(total, "the total")
        self.parts = as_integer(parts, "the number of parts")
        self.order = checked_choice(order, ("squashed", "lex"), "the order")
        if self.parts < 0:
            raise NumberingError(f"the number of parts must not be negative ({self.parts:,})")
        self._lows = _lows(low, self.parts)
        self._rest = max(self.total - sum(self._lows), 0)
        self._caps = _caps(self._lows, high, self._rest)
        # Squashed order is reverse lex from the other end; the other methods use lex order.
        self._lexical = self._caps if self.order == "lex" else self._caps[::-1]
        self._least = list(accumulate(reversed(self._lexical), min, initial=self._rest))[::-1]
        feasible = sum(self._lows) <= self.total
        super().__init__(self._exactly(0, self._rest) if feasible else 0)

    def _arguments(self) -> tuple[Any, ...]:
        return (self.total, self.parts)

    def _options(self) -> dict[str, Any]:
        highs = tuple(
            None if cap == self._rest else low + cap
            for low, cap in zip(self._lows, self._caps, strict=True)
        )
        options: dict[str, Any] = {}
        if any(self._lows):
            options["low"] = self._lows[0] if len(set(self._lows)) == 1 else self._lows
        if any(high is not None for high in highs):
            options["high"] = highs[0] if len(set(highs)) == 1 else highs
        if self.order != "squashed":
            options["order"] = self.order
        return options

    @cached_property
    def _table(self) -> list[list[int]]:
        """The number of spares of parts j.. with a sum of t or less, [parts + 1][rest + 1]."""
        rows = [[1] * (self._rest + 1)]
        for cap in reversed(self._lexical):
            sums = list(accumulate(rows[-1]))
            rows.append([s - (sums[t - cap - 1] if t > cap else 0) for t, s in enumerate(sums)])
        return rows[::-1]

    def _at_most(self, part: int, total: int) -> int:
        """Return the number of spares of the parts from ``at`` on with at most that sum."""
        if total <= self._least[part]:
            free = self.parts - part
            return comb(total + free, free) if total >= 0 else 0
        return self._table[part][total]

    def _exactly(self, part: int, total: int) -> int:
        """Return the number of spares of the parts from ``at`` on with exactly that sum."""
        return self._at_most(part, total) - self._at_most(part, total - 1)

    def _rank(self, item: Any) -> int:
        values = entries(item, self.parts, "a composition")
        if sum(values) != self.total:
            raise NumberingError(
                f"{brief(item)} adds to {brief(sum(values))}, not {brief(self.total)}"
            )
        spares = [value - low for value, low in zip(values, self._lows, strict=True)]
        for value, spare, cap in zip(values, spares, self._caps, strict=True):
            if not 0 <= spare <= cap:
                raise NumberingError(
                    f"{brief(value)} in {brief(item)} is not one of {brief(value - spare)} to "
                    f"{brief(value - spare + cap)}"
                )
        if self.order == "squashed":
            spares.reverse()
        number, rest = 0, self._rest
        for part, spare in enumerate(spares, 1):
            number += self._at_most(part, rest) - self._at_most(part, rest - spare)
            rest -= spare
        return number if self.order == "lex" else self.size - 1 - number

    def _unrank(self, index: int) -> tuple[int, ...]:
        number = index if self.order == "lex" else self.size - 1 - index
        spares, rest = [], self._rest
        for part, cap in enumerate(self._lexical, 1):
            most = self._at_most(part, rest)
            # the largest spare whose predecessors number at most ``number``
            spare, above = 0, min(cap, rest) + 1
            while above - spare > 1:
                middle = (spare + above) // 2
                if most - self._at_most(part, rest - middle) <= number:
                    spare = middle
                else:
                    above = middle
            number -= most - self._at_most(part, rest - spare)
            rest -= spare
            spares.append(spare)
        return self._member(spares)

    def _member(self, spares: list[int]) -> tuple[int, ...]:
        ordered = spares if self.order == "lex" else spares[::-1]
        return tuple(low + spare for low, spare in zip(self._lows, ordered, strict=True))

    def _next(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        return self._step(item, upwards=self.order == "lex")

    def _previous(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        return self._step(item, upwards=self.order != "lex")

    def _step(self, item: tuple[int, ...], *, upwards: bool) -> tuple[int, ...]:
        """Return the neighbour in lex order of spares.

        The last part that can change by one does, and the parts after it share the rest: in the
        last parts when going up, in the first parts when going down.
        """
        caps = self._lexical
        spares = [value - low for value, low in zip(item, self._lows, strict=True)]
        if self.order == "squashed":
            spares.reverse()
        part, to_share, room = self.parts - 1, 0, 0
        while not (to_share and spares[part] < caps[part] if upwards else room and spares[part]):
            to_share += spares[part]
            room += caps[part] - spares[part]
            part -= 1
        spares[part] += 1 if upwards else -1
        to_share += -1 if upwards else 1
        after = range(part + 1, self.parts)
        for i in reversed(after) if upwards else after:
            spares[i] = min(caps[i], to_share)
            to_share -= spares[i]
        return self._member(spares)


def _lows(low: int | Sequence[int], parts: int) -> tuple[int, ...]:
    """Return the lower bound of each part."""
    if isinstance(low, Sequence):
        return tuple(entries(low, parts, "low"))
    return (as_integer(low, "low"),) * parts


def _caps(
    lows: tuple[int, ...], high: int | Sequence[int | None] | None, rest: int
) -> tuple[int, ...]:
    """Return the most that each part can have above its lower bound, at most ``rest``."""
    if not isinstance(high, Sequence):
        highs: list[Any] = [high] * len(lows)
    else:
        highs = list(high)
    if len(highs) != len(lows):
        raise NumberingError(
            f"high must have length {len(lows):,}, not {len(highs):,}: {brief(high)}"
        )
    caps = []
    for part, (low, top) in enumerate(zip(lows, highs, strict=True), 1):
        cap = rest if top is None else as_integer(top, "high") - low
        if cap < 0:
            raise NumberingError(
                f"part {part:,} has no value from {brief(low)} to {brief(low + cap)}"
            )
        caps.append(min(cap, rest))
    return tuple(caps)
