"""The requests over HTTP, with the limits of each answer.

A new request is a row of ``REQUESTS``; the server, its OpenAPI document and the workers read them.
A row names the module and the class of a request, which is imported when it is first asked for.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from dealwright.base.jobs import Job
from dealwright.requests.base import Limits
from dealwright.requests.deals import MOST_SEARCH, MOST_SECONDS, MOST_TIME
from dealwright.requests.served import MOST_BYTES_OF_FILES
from dealwright.web.endpoints import Endpoint

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

    return _limits(MOST_SECONDS)._replace(solver=uncached_solver(1))


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
    "count": Endpoint("deals:CountRequest", _limits),
    "limits": Endpoint("conditions:CountLimitsRequest", _limits),
    "explain": Endpoint("conditions:ExplainRequest", _limits),
    "deal": Endpoint("dealing:DealRequest", _dealing_limits, _search_limit, repeats=False),
    "export": Endpoint("dealing:ExportRequest", _dealing_limits, _search_limit, repeats=False),
    "script": Endpoint("scripts:WrittenScriptRequest", _limits),
    "mixture": Endpoint("dealing:MixtureRequest", _dealing_limits, _search_limit, repeats=False),
    "weighted": Endpoint("dealing:WeightedRequest", _dealing_limits, repeats=False),
    "distribution": Endpoint("distributions:DistributionRequest", _dealing_limits),
    "cards": Endpoint("distributions:CardsRequest", _limits),
    "play": Endpoint("double_dummy:PlayRequest", _limits),
    "exchange": Endpoint("conditions:ExchangeRequest", _limits),
    "numbers": Endpoint("tables:NumbersRequest", _limits, several=True),
    "run": Endpoint("scripts:RunRequest", _limits, repeats=False),
    "check": Endpoint("scripts:CheckRequest", _limits),
    "solve": Endpoint("double_dummy:SolveRequest", _limits),
    "number": Endpoint("tables:NumberRequest", _dealing_limits),
    "combination": Endpoint("tables:CombinationRequest", _limits),
    "shapes": Endpoint("tables:ShapesRequest", _limits),
    "poker": Endpoint(
        "poker:EquityRequest", lambda: Limits(threads=1, seconds=1.0, time=_ESTIMATING),
        {"within": _WITHIN},
    ),
    "odds": Endpoint("poker:OddsRequest", lambda: Limits(threads=1), {"rounds": 0}),
    "range": Endpoint("poker:RangeRequest", Limits),
    "hand_equities": Endpoint(
        "poker:HandEquitiesRequest", lambda: Limits(threads=1, seconds=_SECONDS_OF_SWEEP)
    ),
    "range_hits": Endpoint("poker:RangeHitsRequest", Limits),
    "system_table": Endpoint("systems:CallTableRequest", _system_limits),
    "system_check": Endpoint("systems:SystemCheckRequest", _system_limits, seconds=60.0),
    "system_show": Endpoint("systems:ShowRequest", _system_limits),
    "system_bid": Endpoint("systems:BidRequest", _system_limits),
    "system_call": Endpoint("systems:CallRequest", _system_limits),
    "system_meanings": Endpoint("systems:MeaningsRequest", _system_limits),
    "odds_at_table": Endpoint("play:TableOddsRequest", partial(_system_limits, 2.0)),
    "table_deals": Endpoint("play:TableDealsRequest", partial(_system_limits, 2.0), repeats=False),
    "suit": Endpoint("play:SuitRequest", lambda: Limits(operations=_SUIT_BUDGET)),
    "endgame": Endpoint(
        "play:EndgameRequest", lambda: Limits(operations=_ENDGAME_BUDGET), seconds=30.0
    ),
    "best_play": Endpoint(
        "play:BestPlayRequest",
        lambda: _system_limits(2.0)._replace(operations=_ENDGAME_BUDGET),
        seconds=30.0,
    ),
    "themed_boards": Endpoint("themes:ThemedRequest", Limits),
    "audit": Endpoint(
        "fair:AuditRequest", partial(_limits, _SECONDS_OF_DISTRIBUTIONS), repeats=False,
        bytes=MOST_BYTES_OF_FILES,
    ),
    "checked_event": Endpoint(
        "fair:CheckEventRequest", Limits, repeats=False, seconds=60.0,  # 2.7 ms a board
        bytes=MOST_BYTES_OF_FILES,
    ),
    "lead": _simulation("solved:LeadRequest"),
    "contracts": _simulation("solved:ContractsRequest"),
    "makes": _simulation("solved:MakesRequest"),
    "decisions": Endpoint(
        "decisions:DecideRequest",
        lambda: _sampling_limits()._replace(files=False), repeats=False,
        seconds=MOST_SEARCH + 2 * MOST_SECONDS,
    ),
    "award": Endpoint("double_dummy:AwardRequest", _limits, repeats=False),
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
