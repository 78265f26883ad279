"""One suit played with hidden cards: the best line for each number of tricks, and its chance."""

from __future__ import annotations

from dealwright.play.suit.combinations import (
    SuitAverage,
    SuitCombination,
    SuitTarget,
    solving_suit,
    suit_combination,
)

__all__ = ["SuitAverage", "SuitCombination", "SuitTarget", "solving_suit", "suit_combination"]
