"""What can be asked about poker over HTTP: equities, odds, ranges, and the job of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealwright.jobs import Job, one_call
from dealwright.requests.base import Limits
from dealwright.requests.poker import Equity, Odds
from dealwright.web.fields import Field, Request, served

__all__ = ["POKER_REQUESTS"]

_ESTIMATING = 5.0  # seconds in which equities are estimated
_WITHIN = 0.0002  # of an equity that is estimated
_SECONDS_OF_SWEEP = 4.0  # of one thread, by a fixed estimate


def _reading_range(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.poker.ranges import parse_range

    found = parse_range(given["range"], given.get("game", "holdem"))
    return one_call(lambda _: found)


def _equities_by_hand(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.poker.hand_equities import finding_hand_equities

    return finding_hand_equities(
        given["range"], given["against"], board=given.get("board", ""),
        dead=given.get("dead", ""), game=given.get("game", "holdem"), budget=_SECONDS_OF_SWEEP,
        threads=1,
    )  # fmt: skip


def _hitting(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.poker.range_hits import range_hits

    found = range_hits(
        given["range"], given["board"], given.get("dead", ""), game=given.get("game", "holdem")
    )
    return one_call(lambda _: found)


_POKER = {
    "board": Field("string", "Cards of the board.", most=100, example="Qh Jh 2c"),
    "dead": Field("string", "Cards that are dealt to nobody.", most=200, example="2s"),
    "game": Field("string", "The name of a game (holdem).", most=30, example="holdem"),
}
_RANGE = Field("string", "The range.", most=2000, needed=True, example="QQ+, AKs")

POKER_REQUESTS: dict[str, Request] = {
    "poker": served(
        Equity, lambda: Limits(threads=1, seconds=1.0, time=_ESTIMATING), fixed={"within": _WITHIN}
    ),
    "odds": served(Odds, lambda: Limits(threads=1), fixed={"rounds": 0}),
    "range": Request(
        "A range of poker hands of two cards as a grid of classes, and as the shortest text.",
        "range",
        {
            "range": _RANGE,
            "game": _POKER["game"],
        },
        _reading_range,
    ),
    "hand_equities": Request(
        "The equity of each hand and class of a range against another range, exactly.",
        "hand_equities",
        {
            "range": _RANGE,
            "against": Field(
                "string", "The other range.", most=2000, needed=True, example="22+ AQ+"
            ),
            **_POKER,
        },
        _equities_by_hand,
    ),
    "range_hits": Request(
        "What the hands of a range of hold'em make on a board, draw to, and make with each next "
        "card.",
        "range_hits",
        {
            "range": _RANGE,
            **_POKER,
            "board": Field(
                "string", "Three to five cards.", most=100, needed=True, example="Qh Jh 2c"
            ),
        },
        _hitting,
    ),
}  # fmt: skip
