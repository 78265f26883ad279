"""What can be asked about poker over HTTP: equities, odds, ranges, and the job of each."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any

from dealwright.jobs import Job
from dealwright.web.fields import SECONDS, SEED, Field, Request, at_once, seed_of

if TYPE_CHECKING:
    from dealwright.poker.equities import Equity

__all__ = ["POKER_REQUESTS"]

_ESTIMATING = 5.0  # seconds in which equities are estimated
_WITHIN = 0.0002  # of an equity that is estimated
_SECONDS_OF_SWEEP = 4.0  # of one thread, by a fixed estimate


def _comparing_hands(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.poker.equities import finding_equity

    part = finding_equity(
        *given["players"], board=given.get("board", ""), dead=given.get("dead", ""),
        game=given.get("game", "holdem"), within=_WITHIN, budget=given.get("seconds", 1.0),
        seed=seed_of(given), threads=1,
    )  # fmt: skip

    def work(job: Job[Equity, Equity]) -> Generator[Equity, None, Equity]:
        part.flag = job.flag
        until = None
        for found in part:
            until = until or monotonic() + _ESTIMATING
            yield found
            if monotonic() > until:
                return found
        return part.result()

    return Job(work)


def _finding_odds(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.poker.chances import finding_odds

    return finding_odds(
        given.get("hand", ""), given.get("board", ""), given.get("dead", ""),
        game=given.get("game", "holdem"), threads=1,
    )  # fmt: skip


def _reading_range(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.poker.ranges import parse_range

    found = parse_range(given["range"], given.get("game", "holdem"))
    return at_once(lambda _: found)


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
    return at_once(lambda _: found)


_POKER = {
    "board": Field("string", "Cards of the board.", most=100, example="Qh Jh 2c"),
    "dead": Field("string", "Cards that are dealt to nobody.", most=200, example="2s"),
    "game": Field("string", "The name of a game (holdem).", most=30, example="holdem"),
}
_RANGE = Field("string", "The range.", most=2000, needed=True, example="QQ+, AKs")

POKER_REQUESTS: dict[str, Request] = {
    "poker": Request(
        "Each player's share of the pot at the showdown: exact, or an estimate with its interval.",
        "equity",
        {
            "players": Field(
                "strings", "Ranges, or in games without ranges cards.", 2, 10, True, ["AA", "KK"]
            ),
            **_POKER,
            "seed": SEED,
            "seconds": SECONDS,
        },
        _comparing_hands, partial=True,
    ),
    "odds": Request(
        "How likely each category of poker hands is, by each street, exactly.", "odds",
        {
            "hand": Field("string", "Known cards; any without.", most=100, example="As Kd"),
            **_POKER,
        },
        _finding_odds,
    ),
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
