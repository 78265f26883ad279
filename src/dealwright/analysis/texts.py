"""What reports share: percentages, columns of IMPs, and the last line."""

from __future__ import annotations

from dealwright.answers import Estimate
from dealwright.answers.estimate_texts import percents
from dealwright.answers.report import Column

__all__ = ["IMPS", "foot", "percent", "percent_between", "percent_of_deals"]

IMPS = (  # not vulnerable and vulnerable, with their margins
    Column.number("IMPs", 8, "+.2f", interval="margin", beside=8),
    Column.number("vulnerable", 12, "+.2f", interval="margin", beside=8),
)


def percent(share: Estimate) -> str:
    """Return a share as a percentage with one decimal.

    >>> from dealwright.answers import proportion
    >>> percent(proportion(1, 8))
    '12.5%'
    """
    return f"{100 * float(share):.1f}%"


def percent_of_deals(share: float) -> str:
    """Return a known share of deals as a percentage: one decimal, or the first digit that is not 0.

    >>> percent_of_deals(0.264), percent_of_deals(0.00042), percent_of_deals(0.0000013)
    ('26.4%', '0.04%', '0.0001%')
    """
    return f"{100 * share:.1f}%" if share >= 0.0005 else f"{100 * share:.1g}%"


def percent_between(share: Estimate) -> str:
    """Return a share as a percentage, with its interval if it has one.

    >>> from dealwright.answers import proportion
    >>> percent_between(proportion(4, 4)), percent_between(Estimate.certain(1))
    ('100.0% (39.8 to 100.0)', '100.0%')
    """
    between = percents(share)
    return f"{percent(share)} ({between})" if between else percent(share)


def foot(deals: int, seed: str, gain: float | None = None, *, table: bool) -> str:
    """Return the last line of a comparison: the deals solved, and how many plain ones equal them.

    ``gain`` is the variance divided by that of as many plain deals; it may be 0 or None.

    >>> foot(400, "1", 0.5, table=False)
    '400 deals solved, as precise as 800 plain ones; double dummy; seed 1'
    """
    worth = f", as precise as {deals / gain:,.0f} plain ones" if gain else ""
    method = "; moved from double dummy to the table" if table else "; double dummy"
    return f"{deals:,} deals solved{worth}{method}; seed {seed}"
