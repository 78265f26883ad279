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
from tools.fuzzing._conditions import SEATS, SUITS, condition, parts_of, renamed

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
    fixed: str = ""  # cards at their seats

    def __str__(self) -> str:
        return f'"{self.first}" --predeal "{self.fixed}"' if self.fixed else self.first


def draw(r: random.Random) -> Case:
    """Draw two conditions, orders of seats and suits, a card, and the seed of a sample."""
    first, second = condition(r), condition(r)
    if r.random() < 0.2:  # what is like the first is more often merged with it
        second = renamed(first, SEATS, r.sample(SEATS, 4))
    fixed = ""
    if r.random() < 0.2:
        cards = r.sample([suit + rank for suit in "SHDC" for rank in "AKQJT98765432"], 12)
        seats = [cards[place::4][: r.randint(0, 3)] for place in range(4)]
        held = zip(SEATS, seats, strict=True)
        fixed = "; ".join(f"{seat} {' '.join(own)}" for seat, own in held if own)
    return Case(
        first, second, tuple(r.sample(SEATS, 4)), tuple(r.sample(SUITS, 4)),
        r.choice("SHDC") + r.choice("AKQJT2"), r.randrange(2**32), fixed,
    )  # fmt: skip


@lru_cache(maxsize=64)
def _exact(text: str, fixed: str = "") -> int | None:
    """Return the exact count, or None if there is none within the budget."""
    count = dealwright.parse(text).count(budget=_BUDGET, predeal=fixed or None)
    return count if isinstance(count, int) else None


def fault(case: Case) -> str | None:
    """Return the first law that a count breaks."""
    number = _exact(case.first, case.fixed)
    if number is None:
        raise NotCompared("it is not counted exactly")
    deals = _exact("hcp(north) >= 0", case.fixed)
    assert deals is not None
    return next(_broken(case, number, deals), None)


def _broken(case: Case, number: int, deals: int) -> Iterator[str]:
    text, fixed = case.first, case.fixed
    if not 0 <= number <= deals:
        yield f"{number:,} deals of {deals:,}"
    share = number / deals
    estimate = dealwright.parse(text).probability(
        method="filter", limit=_SAMPLE, seed=case.seed, predeal=fixed or None
    )
    error = sqrt(max(share * (1 - share), 1e-9) / _SAMPLE)
    if abs(float(estimate) - share) > _ERRORS * error + 4 / _SAMPLE:
        counted, found = f"{share:.6f} is counted", f"{float(estimate):.6f} of {_SAMPLE:,}"
        yield f"{counted}, {found} random deals found"
    opposite = _exact(f"!({text})", fixed)
    if opposite is not None and number + opposite != deals:
        yield f"{number:,} deals and {opposite:,} of the opposite are not all deals"
    exchanged = {} if fixed else {"seats": renamed(text, SEATS, list(case.seats))}
    if "hascard" not in text and not fixed:
        exchanged["suits"] = renamed(text, SUITS, list(case.suits))
    for what, other in exchanged.items():
        found_count = _exact(other)
        if found_count not in (None, number):
            yield f"{number:,} deals, but {found_count:,} with {what} exchanged: {other}"
    holders = [_exact(f"({text}) && hascard({seat}, {case.card})", fixed) for seat in SEATS]
    known = [held for held in holders if held is not None]
    if len(known) == 4 and sum(known) != number:
        yield f"{number:,} deals, but {sum(known):,} by the holder of {case.card}: {known}"
    parts = [
        _exact(case.second, fixed),
        *(_exact(f"({text}) {both} ({case.second})", fixed) for both in ("&&", "||")),
    ]
    counts = [part for part in parts if part is not None]
    if len(counts) == 3 and number + counts[0] != counts[1] + counts[2]:
        yield (
            f"{number:,} and {counts[0]:,} are not {counts[1]:,} (both) and "
            f"{counts[2]:,} (either): {case.second}"
        )


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case without fixed cards, and with a simpler first or second condition."""
    if case.fixed:
        yield replace(case, fixed="")
    for part in parts_of(case.first):
        yield replace(case, first=part)
    for part in parts_of(case.second):
        yield replace(case, second=part)
