"""Intervals as text: plus or minus a margin where both sides are equal, else low and high.

An interval without information has no text: an infinite one, a share's from 0 % to 100 %, and that
of a sample without any variation, whose width is unknown.
"""

from __future__ import annotations

from math import isfinite

from dealwright.answers.estimates import Estimate

__all__ = ["margin", "percents"]

_ROUNDING = 1e-9  # of the width: two sides that differ by less differ by rounding


def margin(estimate: Estimate, spec: str = ".2f", *, scale: float = 1, symbols: bool = True) -> str:
    """Return the interval of a mean, ``scale`` times, as text that follows the mean.

    ``spec`` formats its numbers.

    >>> margin(Estimate(5.0, 4.75, 5.25, False, "sample"))
    ' ± 0.25'
    >>> margin(Estimate(5.0, 4.75, 5.5, False, "sample"), ".1f")
    ' (4.8 to 5.5)'
    >>> margin(Estimate(5.0, float("-inf"), float("inf"), False, "sample"))
    ''
    """
    low, high = (scale * float(end) for end in estimate.interval)
    width = high - low
    if estimate.exact or not isfinite(width) or width == 0:
        return ""
    if abs(low + high - 2 * scale * float(estimate)) <= _ROUNDING * abs(width):
        return f" {'±' if symbols else '+-'} {width / 2:{spec}}"
    return f" ({low:{spec}} to {high:{spec}})"


def percents(share: Estimate, digits: int = 1) -> str:
    """Return the interval of a share in percent, ``low to high``.

    An interval beside 0 or 100 % that is too narrow for these digits gets more of them.

    >>> from dealwright.answers import proportion
    >>> percents(proportion(50, 100)), percents(proportion(4, 4)), percents(proportion(0, 0))
    ('40.4 to 59.6', '39.8 to 100.0', '')
    >>> percents(proportion(0, 200_000)), percents(proportion(200_000, 200_000))
    ('0 to 0.002', '99.998 to 100')
    """
    low, high = map(float, share.interval)
    if share.exact or not low < high or (low <= 0 and high >= 1):
        return ""
    ends = f"{100 * low:.{digits}f}", f"{100 * high:.{digits}f}"
    if ends[0] != ends[1] or 0 < float(share) < 1:
        return " to ".join(ends)
    width = 100 * (high - low)
    while width < 0.5 * 0.1**digits:
        digits += 1
    return " to ".join(f"{100 * end:.{digits}f}".rstrip("0").rstrip(".") for end in (low, high))
