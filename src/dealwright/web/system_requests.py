"""What can be asked over HTTP about bidding systems, the odds at the table, one suit."""

from __future__ import annotations

from functools import partial

from dealwright.requests.base import Limits
from dealwright.requests.play import Odds, Suit
from dealwright.requests.systems import Bid, Check, Show, Table
from dealwright.web.fields import Request, served

__all__ = ["SYSTEM_REQUESTS"]

_SECONDS = 20.0  # of work for one position, by measured constants
_SUIT_BUDGET = 10_000_000  # pairs of sets of layouts: some 5 s


def _limits(seconds: float = _SECONDS) -> Limits:
    """Return what an answer may use; no file is read."""
    return Limits(threads=1, seconds=seconds, files=False)


SYSTEM_REQUESTS: dict[str, Request] = {
    "system_table": served(Table, _limits),
    "system_check": served(Check, _limits, seconds=60.0),
    "system_show": served(Show, _limits),
    "system_bid": served(Bid, _limits),
    "odds_at_table": served(Odds, partial(_limits, 2.0)),
    "suit": served(Suit, lambda: Limits(operations=_SUIT_BUDGET)),
}
