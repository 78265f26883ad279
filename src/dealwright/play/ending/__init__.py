"""Endings with hidden cards: the best line of two known hands against all layouts."""

from __future__ import annotations

from dealwright.play.ending.answers import (
    Ending,
    EndingApart,
    EndingChance,
    EndingLayout,
)
from dealwright.play.ending.plans import PlanCase, PlanStep
from dealwright.play.ending.solving import MOST_CARDS, Position, endgame, solving_endgame

__all__ = [
    "MOST_CARDS",
    "Ending",
    "EndingApart",
    "EndingChance",
    "EndingLayout",
    "PlanCase",
    "PlanStep",
    "Position",
    "endgame",
    "solving_endgame",
]
