"""Short texts of reports: a percentage, half the width of an interval, the last line."""

from __future__ import annotations

from dealwright.answers import Estimate

__all__ = ["about", "foot", "percent"]


def percent(share: Estimate) -> str:
    """Return a share as a percentage with one decimal.

    >>> from dealwright.answers import proportion
    >>> percent(proportion(1, 8)), about(proportion(50, 100), 100)
    ('12.5%', ' ± 9.6')
    """
    return f"{100 * float(share):.1f}%"


def about(found: Estimate, factor: float = 1) -> str:
    """Return half the width of an interval: with two decimals, or with one if multiplied."""
    half = factor * (float(found.high) - float(found.low)) / 2
    return f" ± {half:.1f}" if factor != 1 else f" ± {half:.2f}"


def foot(deals: int, gain: float | None, seed: str, *, table: bool) -> str:
    """Return the last line of a comparison: what was solved, and how many plain deals it is worth.

    ``gain`` is the variance, compared with that of as many plain deals; it may be 0 or unknown.

    >>> foot(400, 0.5, "1", table=False)
    '400 deals solved, as precise as 800 plain ones; double dummy; seed 1'
    """
    worth = f", as precise as {deals / gain:,.0f} plain ones" if gain else ""
    moved = "; moved from double dummy to the table" if table else "; double dummy"
    return f"{deals:,} deals solved{worth}{moved}; seed {seed}"
