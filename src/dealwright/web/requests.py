"""The requests over HTTP, with the limits of each answer.

A new request is a row of ``REQUESTS``; the server, its OpenAPI document and the workers read them.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from dealwright.jobs import Job
from dealwright.requests.base import Limits
from dealwright.requests.conditions import CountLimits, Exchange, Explain
from dealwright.requests.dealing import Deal, Export, Mixture, Weighted
from dealwright.requests.deals import MOST_SECONDS, Count
from dealwright.requests.distributions import Cards, Distribution
from dealwright.requests.double_dummy import Award, Play, Solve
from dealwright.requests.fair import Audit, CheckEvent
from dealwright.requests.play import BestPlay, Endgame, Suit, TableDeals
from dealwright.requests.play import Odds as OddsAtTable
from dealwright.requests.poker import Equity, HandEquities, Odds, Range, RangeHits
from dealwright.requests.scripts import Check as CheckScript
from dealwright.requests.scripts import Run, Script
from dealwright.requests.solved import MOST_TIME, Contracts, Lead, Makes
from dealwright.requests.systems import Bid, Check, Show, Table
from dealwright.requests.tables import Combination, Number, Numbers, Shapes
from dealwright.web.fields import MOST_BYTES_OF_FILES, Endpoint

__all__ = ["REQUESTS", "job_of"]

_MEMORY = 256 << 20  # bytes that an exact count may take
_TRIED = 200_000_000  # deals to examine at most, when deals are searched for
_SECONDS_OF_POSITION = 20.0  # of work for one position of a system, by measured constants
_SECONDS_OF_SWEEP = 4.0  # of one thread, for the equities of all hands, by a fixed estimate
_SECONDS_OF_DISTRIBUTIONS = 3.0  # of work for the distributions of an audit under a condition
_SUIT_BUDGET = 10_000_000  # pairs of sets of layouts: some 5 s
_ENDGAME_BUDGET = 2_000_000_000  # operations of each search of an ending: some 3 s
_ESTIMATING = 5.0  # seconds in which equities are estimated
_WITHIN = 0.0002  # of an equity that is estimated


def _limits(seconds: float = 1.0) -> Limits:
    """Return the limits of an answer."""
    return Limits(_MEMORY, threads=1, seconds=seconds)


def _sampling_limits() -> Limits:
    """Return the limits of an answer by solved deals, which uses one core."""
    from dealwright.double_dummy.current_solver import uncached_solver

    return _limits(MOST_SECONDS)._replace(time=20.0, solver=uncached_solver(1))


def _system_limits(seconds: float = _SECONDS_OF_POSITION) -> Limits:
    """Return the limits of an answer about a system; no file is read."""
    return Limits(threads=1, seconds=seconds, files=False)


_dealing_limits = partial(_limits, MOST_SECONDS)
_search_limit = {"limit": _TRIED}
_simulation = partial(
    Endpoint, limits=_sampling_limits, repeats=False,
    seconds=MOST_TIME + 2 * MOST_SECONDS,  # planning and the last call too
)  # fmt: skip

REQUESTS: dict[str, Endpoint] = {
    "count": Endpoint(Count, _limits),
    "limits": Endpoint(CountLimits, _limits),
    "explain": Endpoint(Explain, _limits),
    "deal": Endpoint(Deal, _dealing_limits, _search_limit, repeats=False),
    "export": Endpoint(Export, _dealing_limits, _search_limit, repeats=False),
    "script": Endpoint(Script, _limits),
    "mixture": Endpoint(Mixture, _dealing_limits, _search_limit, repeats=False),
    "weighted": Endpoint(Weighted, _dealing_limits, repeats=False),
    "distribution": Endpoint(Distribution, _dealing_limits),
    "cards": Endpoint(Cards, _limits),
    "play": Endpoint(Play, _limits),
    "exchange": Endpoint(Exchange, _limits),
    "numbers": Endpoint(Numbers, _limits, several=True),
    "run": Endpoint(Run, _limits, repeats=False),
    "check": Endpoint(CheckScript, _limits),
    "solve": Endpoint(Solve, _limits),
    "number": Endpoint(Number, _dealing_limits),
    "combination": Endpoint(Combination, _limits),
    "shapes": Endpoint(Shapes, _limits),
    "poker": Endpoint(
        Equity, lambda: Limits(threads=1, seconds=1.0, time=_ESTIMATING), {"within": _WITHIN}
    ),
    "odds": Endpoint(Odds, lambda: Limits(threads=1), {"rounds": 0}),
    "range": Endpoint(Range, Limits),
    "hand_equities": Endpoint(HandEquities, lambda: Limits(threads=1, seconds=_SECONDS_OF_SWEEP)),
    "range_hits": Endpoint(RangeHits, Limits),
    "system_table": Endpoint(Table, _system_limits),
    "system_check": Endpoint(Check, _system_limits, seconds=60.0),
    "system_show": Endpoint(Show, _system_limits),
    "system_bid": Endpoint(Bid, _system_limits),
    "odds_at_table": Endpoint(OddsAtTable, partial(_system_limits, 2.0)),
    "table_deals": Endpoint(TableDeals, partial(_system_limits, 2.0), repeats=False),
    "suit": Endpoint(Suit, lambda: Limits(operations=_SUIT_BUDGET)),
    "endgame": Endpoint(
        Endgame, lambda: Limits(operations=_ENDGAME_BUDGET), seconds=30.0
    ),
    "best_play": Endpoint(
        BestPlay,
        lambda: _system_limits(2.0)._replace(operations=_ENDGAME_BUDGET),
        seconds=30.0,
    ),
    "audit": Endpoint(
        Audit, partial(_limits, _SECONDS_OF_DISTRIBUTIONS), repeats=False, bytes=MOST_BYTES_OF_FILES
    ),
    "checked_event": Endpoint(
        CheckEvent, Limits, repeats=False, seconds=60.0,  # 2.7 ms a board
        bytes=MOST_BYTES_OF_FILES,
    ),
    "lead": _simulation(Lead),
    "contracts": _simulation(Contracts),
    "makes": _simulation(Makes),
    "award": Endpoint(Award, _limits, repeats=False),
}  # fmt: skip


def job_of(name: str, fields: object) -> Job[Any, Any]:
    """Return the job of a request.

    >>> job_of("count", {"condition": "hcp(north) >= 20"}).result().count.exact
    True

    :raises ArgumentError: if the request is not valid
    :raises ConditionError: if a condition cannot be read
    :raises PredealError: if no deal can hold the predealt cards
    """
    return REQUESTS[name].job(fields)
