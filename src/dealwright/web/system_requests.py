"""What can be asked over HTTP about bidding systems, the odds at the table, one suit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

from dealwright.errors import ArgumentError
from dealwright.jobs import Job
from dealwright.requests.base import Limits, reading
from dealwright.requests.play import Odds, Suit
from dealwright.requests.systems import system_of
from dealwright.web.fields import Field, Request, at_once, served

if TYPE_CHECKING:
    from dealwright.ask.planning import Resources
    from dealwright.systems import System

__all__ = ["SYSTEM_REQUESTS"]

_SECONDS = 20.0  # of work for one position, by measured constants
_SUIT_BUDGET = 10_000_000  # pairs of sets of layouts: some 5 s


def _system(given: Mapping[str, Any]) -> System:
    """Return the system that a request names, or whose text it holds; no file is read."""
    return system_of(given["system"], given.get("parameters", ()), Limits(files=False))


def _resources(seconds: float = _SECONDS) -> Resources:
    from dealwright.ask.planning import Resources

    return Resources(threads=1, seconds=seconds)


def _tabulating(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.systems.calls import auction_of
    from dealwright.systems.tables import tabulating_calls

    system = _system(given)
    with reading("auction"):
        auction_of(given.get("auction", ""))
    return tabulating_calls(
        system, given.get("auction", ""), depth=given.get("depth", 1),
        lengths=given.get("lengths", False), resources=_resources(),
    )  # fmt: skip


def _checking(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.systems.checks import checking_system

    return checking_system(_system(given), resources=_resources())


def _showing(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.condition import question_of
    from dealwright.systems.showing import showing

    with reading("predeal"):
        fixed = question_of(None, given.get("predeal")).fixed
    system = _system(given)
    with reading("auction"):
        return showing(system, given["auction"], fixed=fixed, resources=_resources())


def _bidding(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.bridge.auction import Auction
    from dealwright.cards import Seat
    from dealwright.deals import Deal
    from dealwright.systems.bidding import bid_deal

    system = _system(given)
    with reading("deal"):
        deal = Deal(given["deal"])
    dealer, side = given.get("dealer", "north"), given.get("side", "ns")
    with reading("side"):
        if side not in ("ns", "ew"):
            raise ArgumentError(f"'{side}' is not a side; write ns or ew")
    calls = given.get("calls", ())
    with reading("calls"):
        reduce(Auction.with_call, calls, Auction(Seat.of(dealer)))  # refuses illegal ones
    return at_once(
        lambda _: bid_deal(system, deal, dealer, side=("ns", "ew").index(side), calls=calls)
    )


_OF_ALL = {
    "system": Field(
        "string", "The name of a system in the package, or the text of one.", most=50_000,
        needed=True, example="natural",
    ),
    "parameters": Field(
        "strings", "Definitions that are replaced.", most=20, example=["strength=12..14"]
    ),
}  # fmt: skip
_AUCTION = "The calls of the side, those of the opponents in brackets."

SYSTEM_REQUESTS: dict[str, Request] = {
    "system_table": Request(
        "How often each call comes up at a position of a bidding system, exactly.", "system_table",
        {
            **_OF_ALL,
            "auction": Field("string", _AUCTION, most=200, example="1NT"),
            "depth": Field("integer", "How many calls deep (1).", 1, 3, example=1),
            "lengths": Field("boolean", "Whether to add the caller's suits.", example=False),
        },
        _tabulating, partial=True,
    ),
    "system_check": Request(
        "Hands without a call and rules that never apply, with exact counts.", "system_check",
        _OF_ALL, _checking, partial=True, seconds=60.0,
    ),
    "system_show": Request(
        "What an auction shows of each hand of a side and of both together, exactly.",
        "system_shown",
        {
            **_OF_ALL,
            "auction": Field("string", _AUCTION, most=200, needed=True, example="1NT 2C"),
            "predeal": Field(
                "string", "Cards that are seen.", most=200, example="south AQ42.KJ8.Q32.AJ4"
            ),
        },
        _showing,
    ),
    "system_bid": Request(
        "The auction of a deal by the rules of a system, each call with its rule.",
        "system_auction",
        {
            **_OF_ALL,
            "deal": Field(
                "string", "The deal.", most=200, needed=True,
                example="N:AQ4.KJ8.QT32.AJ4 JT9.Q76.975.T952 K532.A542.K8.K87 876.T93.AJ64.Q63",
            ),
            "dealer": Field("string", "The dealer (north).", most=5, example="north"),
            "side": Field("string", "Who plays the system: ns or ew (ns).", most=2),
            "calls": Field(
                "strings", "The calls so far, from the dealer on, whoever made them.", most=100
            ),
        },
        _bidding,
    ),
    "odds_at_table": served(Odds, lambda: Limits(threads=1, seconds=2.0, files=False)),
    "suit": served(Suit, lambda: Limits(operations=_SUIT_BUDGET)),
}  # fmt: skip
