"""What can be asked over HTTP, with the limits of each answer.

A new request is a row of ``REQUESTS``; the server, its OpenAPI document and the workers read them.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from dealwright.jobs import Job
from dealwright.requests.base import Limits
from dealwright.requests.dealing import Deal, Export, Mixture, Weighted
from dealwright.requests.deals import MOST_SECONDS, Cards, Count, Distribution, Exchange, Explain
from dealwright.requests.double_dummy import Award, Play, Solve
from dealwright.requests.fair import Audit, CheckEvent
from dealwright.requests.play import Odds as OddsAtTable
from dealwright.requests.play import Suit
from dealwright.requests.poker import Equity, HandEquities, Odds, Range, RangeHits
from dealwright.requests.scripts import Check as CheckScript
from dealwright.requests.scripts import Run, Script
from dealwright.requests.solved import MOST_TIME, Contracts, Lead, Makes
from dealwright.requests.systems import Bid, Check, Show, Table
from dealwright.requests.tables import Combination, Number, Numbers, Shapes
from dealwright.web.fields import MOST_BYTES_OF_FILES, Endpoint

__all__ = ["REQUESTS", "job_of"]

_MEMORY = 256 << 20  # bytes that an exact count may take
_TRIED = 200_000_000  # deals that are examined at most where deals are searched for
_SECONDS_OF_POSITION = 20.0  # of work for one position of a system, by measured constants
_SECONDS_OF_SWEEP = 4.0  # of one thread, for the equities of all hands, by a fixed estimate
_SECONDS_OF_LAWS = 3.0  # of work for the distributions of an audit under a condition
_SUIT_BUDGET = 10_000_000  # pairs of sets of layouts: some 5 s
_ESTIMATING = 5.0  # seconds in which equities are estimated
_WITHIN = 0.0002  # of an equity that is estimated


def _limits(seconds: float = 1.0) -> Limits:
    """Return what an answer may use."""
    return Limits(_MEMORY, threads=1, seconds=seconds)


def _sampling() -> Limits:
    """Return what an answer by solved deals may use; one core is left to the others."""
    from dealwright.double_dummy.current_solver import uncached_solver

    return _limits(MOST_SECONDS)._replace(time=20.0, solver=uncached_solver(1))


def _of_system(seconds: float = _SECONDS_OF_POSITION) -> Limits:
    """Return what an answer about a system may use; no file is read."""
    return Limits(threads=1, seconds=seconds, files=False)


_dealing = partial(_limits, MOST_SECONDS)
_searching = {"limit": _TRIED}
_simulated = partial(
    Endpoint, limits=_sampling, repeats=False,
    seconds=MOST_TIME + 2 * MOST_SECONDS,  # planning and the last call too
)  # fmt: skip

REQUESTS: dict[str, Endpoint] = {
    "count": Endpoint(Count, _limits),
    "explain": Endpoint(Explain, _limits),
    "deal": Endpoint(Deal, _dealing, _searching, repeats=False),
    "export": Endpoint(Export, _dealing, _searching, repeats=False),
    "script": Endpoint(Script, _limits),
    "mixture": Endpoint(Mixture, _dealing, _searching, repeats=False),
    "weighted": Endpoint(Weighted, _dealing, repeats=False),
    "distribution": Endpoint(Distribution, _dealing),
    "cards": Endpoint(Cards, _limits),
    "play": Endpoint(Play, _limits),
    "exchange": Endpoint(Exchange, _limits),
    "numbers": Endpoint(Numbers, _limits, several=True),
    "run": Endpoint(Run, _limits, repeats=False),
    "check": Endpoint(CheckScript, _limits),
    "solve": Endpoint(Solve, _limits),
    "number": Endpoint(Number, _dealing),
    "combination": Endpoint(Combination, _limits),
    "shapes": Endpoint(Shapes, _limits),
    "poker": Endpoint(
        Equity, lambda: Limits(threads=1, seconds=1.0, time=_ESTIMATING), {"within": _WITHIN}
    ),
    "odds": Endpoint(Odds, lambda: Limits(threads=1), {"rounds": 0}),
    "range": Endpoint(Range, Limits),
    "hand_equities": Endpoint(HandEquities, lambda: Limits(threads=1, seconds=_SECONDS_OF_SWEEP)),
    "range_hits": Endpoint(RangeHits, Limits),
    "system_table": Endpoint(Table, _of_system),
    "system_check": Endpoint(Check, _of_system, seconds=60.0),
    "system_show": Endpoint(Show, _of_system),
    "system_bid": Endpoint(Bid, _of_system),
    "odds_at_table": Endpoint(OddsAtTable, partial(_of_system, 2.0)),
    "suit": Endpoint(Suit, lambda: Limits(operations=_SUIT_BUDGET)),
    "audit": Endpoint(
        Audit, partial(_limits, _SECONDS_OF_LAWS), repeats=False, bytes=MOST_BYTES_OF_FILES
    ),
    "checked_event": Endpoint(
        CheckEvent, Limits, repeats=False, seconds=60.0,  # 2.7 ms a board
        bytes=MOST_BYTES_OF_FILES,
    ),
    "lead": _simulated(Lead),
    "contracts": _simulated(Contracts),
    "makes": _simulated(Makes),
    "award": Endpoint(Award, _limits, repeats=False),
}  # fmt: skip


def job_of(name: str, given: object) -> Job[Any, Any]:
    """Return the job of a request.

    >>> job_of("count", {"condition": "hcp(north) >= 20"}).result().count.exact
    True

    :raises ArgumentError: if the request is not valid
    :raises ConditionError: if a condition cannot be read
    :raises PredealError: if no deal can hold the predealt cards
    """
    return REQUESTS[name].job(given)
