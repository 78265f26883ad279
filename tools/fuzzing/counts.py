"""Exact counts, held to laws that every count obeys, on the whole pack and with cards fixed.

A count is at most all deals; a condition and its opposite make all deals; two conditions have as
many deals as both and either; exchanged seats and suits change nothing; the deals in which each
seat holds a card add up; a count is near the share of random deals. The share is taken by dealing
and testing, which shares nothing with counting but the reader of conditions.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt

from tools.fuzzing import NotCompared
from tools.fuzzing._conditions import ALL_DEALS, SEATS, SUITS, condition, parts_of, renamed

import dealwright

__all__ = ["draw", "fault", "smaller"]

_BUDGET = 1.0  # seconds of work for a count
_SAMPLE = 100_000
_ERRORS = 6.5  # standard errors that a share may be off: less often than once in 10^10 shares


@dataclass(frozen=True)
class Case:
    """Two conditions, and what is exchanged in the first."""

    first: str
    second: str
    seats: tuple[str, ...]
    suits: tuple[str, ...]
    card: str
    seed: int

    def __str__(self) -> str:
        return self.first


def draw(r: random.Random) -> Case:
    """Draw two conditions, orders of seats and suits, a card, and the seed of a sample."""
    first, second = condition(r), condition(r)
    if r.random() < 0.2:  # what is like the first is more often merged with it
        second = renamed(first, SEATS, r.sample(SEATS, 4))
    return Case(
        first, second, tuple(r.sample(SEATS, 4)), tuple(r.sample(SUITS, 4)),
        r.choice("SHDC") + r.choice("AKQJT2"), r.randrange(2**32),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _exact(text: str) -> int | None:
    """Return the exact count, or None if there is none within the budget."""
    count = dealwright.parse(text).count(budget=_BUDGET)
    return count if isinstance(count, int) else None


def fault(case: Case) -> str | None:
    """Return the first law that a count breaks."""
    number = _exact(case.first)
    if number is None:
        raise NotCompared("it is not counted exactly")
    return next(_broken(case, number), None)


def _broken(case: Case, number: int) -> Iterator[str]:
    text = case.first
    if not 0 <= number <= ALL_DEALS:
        yield f"{number:,} deals of {ALL_DEALS:,}"
    share = number / ALL_DEALS
    estimate = dealwright.parse(text).probability(method="filter", limit=_SAMPLE, seed=case.seed)
    error = sqrt(max(share * (1 - share), 1e-9) / _SAMPLE)
    if abs(float(estimate) - share) > _ERRORS * error + 4 / _SAMPLE:
        yield f"{share:.6f} is counted, {float(estimate):.6f} of {_SAMPLE:,} random deals found"
    opposite = _exact(f"!({text})")
    if opposite is not None and number + opposite != ALL_DEALS:
        yield f"{number:,} deals and {opposite:,} of the opposite are not all deals"
    exchanged = {"seats": renamed(text, SEATS, list(case.seats))}
    if "hascard" not in text:
        exchanged["suits"] = renamed(text, SUITS, list(case.suits))
    for what, other in exchanged.items():
        found = _exact(other)
        if found not in (None, number):
            yield f"{number:,} deals, but {found:,} with {what} exchanged: {other}"
    holders = [_exact(f"({text}) && hascard({seat}, {case.card})") for seat in SEATS]
    known = [held for held in holders if held is not None]
    if len(known) == 4 and sum(known) != number:
        yield f"{number:,} deals, but {sum(known):,} by the holder of {case.card}: {known}"
    parts = [
        _exact(case.second),
        *(_exact(f"({text}) {both} ({case.second})") for both in ("&&", "||")),
    ]
    counted = [part for part in parts if part is not None]
    if len(counted) == 3 and number + counted[0] != counted[1] + counted[2]:
        yield (
            f"{number:,} and {counted[0]:,} are not {counted[1]:,} (both) and "
            f"{counted[2]:,} (either): {case.second}"
        )


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case with a simpler first condition, and with a simpler second one."""
    for part in parts_of(case.first):
        yield replace(case, first=part)
    for part in parts_of(case.second):
        yield replace(case, second=part)
