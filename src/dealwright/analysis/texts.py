"""Estimates as short texts: a percentage, and half the width of an interval."""

from __future__ import annotations

from dealwright.answers import Estimate

__all__ = ["about", "percent"]


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
