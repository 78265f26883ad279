"""What can be asked about bidding systems over HTTP: tables, checks, what auctions show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dealwright.errors import ArgumentError
from dealwright.jobs import Job
from dealwright.web.fields import Field, Request, at_once

if TYPE_CHECKING:
    from dealwright.ask.planning import Resources
    from dealwright.systems import System

__all__ = ["SYSTEM_REQUESTS"]

_SECONDS = 20.0  # of work for one position, by measured constants


def _system(given: Mapping[str, Any]) -> System:
    """Return the system that a request names, or whose text it holds; no file is read."""
    from dealwright.systems import read_system, system_names

    text = given["system"]
    if text not in system_names() and "\n" not in text:
        raise ArgumentError(
            f"'{text[:40]}' is not a system; name {', '.join(system_names())}, or write one"
        )
    values = {}
    for each in given.get("parameters", []):
        name, _, value = each.partition("=")
        values[name.strip()] = value.strip() or "1"
    return read_system(text, parameters=values)


def _resources() -> Resources:
    from dealwright.ask.planning import Resources

    return Resources(threads=1, seconds=_SECONDS)


def _tabulating(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.systems.tables import tabulating_calls

    return tabulating_calls(
        _system(given), given.get("auction", ""), depth=given.get("depth", 1),
        lengths=given.get("lengths", False), resources=_resources(),
    )  # fmt: skip


def _checking(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.systems.checks import checking_system

    return checking_system(_system(given), resources=_resources())


def _showing(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.condition import question_of
    from dealwright.systems.showing import showing

    fixed = question_of(None, given.get("predeal")).fixed
    return showing(_system(given), given["auction"], fixed=fixed, resources=_resources())


def _bidding(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.deals import Deal
    from dealwright.systems.bidding import bid_deal

    system, deal = _system(given), Deal(given["deal"])
    return at_once(lambda _: bid_deal(system, deal, given.get("dealer", "north")))


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
        _OF_ALL, _checking, partial=True,
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
        },
        _bidding,
    ),
}  # fmt: skip
