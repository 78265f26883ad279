"""What can be asked over HTTP about bidding systems, the odds at the table, one suit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

from dealwright.errors import ArgumentError
from dealwright.jobs import Job
from dealwright.web.fields import SEED, Field, Request, at_once, reading, seed_of

if TYPE_CHECKING:
    from dealwright.ask.planning import Resources
    from dealwright.systems import System

__all__ = ["SYSTEM_REQUESTS"]

_SECONDS = 20.0  # of work for one position, by measured constants
_SUIT_BUDGET = 10_000_000  # pairs of sets of layouts: some 5 s


def _system(given: Mapping[str, Any]) -> System:
    """Return the system that a request names, or whose text it holds; no file is read."""
    from dealwright.systems import parameters_of, read_system, system_names

    text = given["system"]
    with reading("parameters"):
        parameters = parameters_of(given.get("parameters", ()))
    with reading("system"):
        if text not in system_names() and "\n" not in text:
            raise ArgumentError(
                f"'{text[:40]}' is not a system; name {', '.join(system_names())}, or write one"
            )
        return read_system(text, parameters=parameters)


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


def _finding_odds(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.at_table import table
    from dealwright.condition import parse

    said = None
    if given.get("condition", "").strip():
        with reading("condition"):
            said = parse(given["condition"])
    if ("system" in given) != ("auction" in given):
        with reading("auction" if "system" in given else "system"):
            raise ArgumentError("'system' and 'auction' go together: a system says what calls mean")
    if "system" in given:
        system = _system(given)
        with reading("auction"):
            heard = system.heard(given["auction"], given.get("first"))
        said = heard if said is None else said if heard is None else heard & said
    asked: dict[str, Any] = {}
    for name in ("hand", "dummy", "leader", "trump", "predeal", "play", "choice", "likely"):
        if name in given:  # one after the other, so that an error names the first wrong one
            asked["known" if name == "predeal" else name] = given[name]
            with reading(name):
                table(**asked)
    seen = table(**asked, where=said)
    with reading("events"):
        for event in given.get("events", ()):
            seen.condition(event)
    with reading("lines"):
        for line in given.get("lines", ()):
            seen.line(line)
    return seen.finding_odds(
        given.get("events", ()), lines=given.get("lines", ()), seed=seed_of(given),
        resources=_resources(2.0),
    )  # fmt: skip


def _solving_suit(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.cards import suit_bits
    from dealwright.suit_play import solving_suit

    with reading("dummy"):
        suit_bits(given["dummy"])
    with reading("declarer"):
        solving_suit(given["dummy"], given["declarer"])
    with reading("west"):
        return solving_suit(
            given["dummy"], given["declarer"], entries=given.get("entries"),
            vacant=(given.get("west", 13), given.get("east", 13)), budget=_SUIT_BUDGET,
        )  # fmt: skip


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
    "odds_at_table": Request(
        "The odds at the table: each unseen card's chances, breaks, and events.", "odds_at_table",
        {
            "hand": Field(
                "string", "Your hand.", most=200, needed=True,
                example="south AQ542.KJ87.32.K3",
            ),
            "dummy": Field("string", "The dummy.", most=200, example="north K63.AQ4.J854.542"),
            "events": Field("strings", "Events.", most=10, example=["spades 3-2", "onside KD"]),
            "lines": Field(
                "strings", "Lines of play.", most=6, example=["cash SA SK; spades 3-2"]
            ),
            "choice": Field(
                "string", "How defenders choose among equal cards.", most=40, example="random"
            ),
            "likely": Field(
                "strings", "How likely what was seen is.", most=10,
                example=["9/10 if spades(west) == 2 else 1/10"],
            ),
            "condition": Field(
                "string", "What the auction says.", most=20_000, example="hcp(west) >= 12"
            ),
            "system": Field("string", _OF_ALL["system"].about, most=50_000),
            "parameters": Field("strings", _OF_ALL["parameters"].about, most=20),
            "auction": Field("string", _AUCTION, most=200),
            "first": Field("string", "Who made the first call of the auction.", most=5),
            "predeal": Field(
                "string", "Other cards that are known to be with a seat.", most=200,
                example="west SJ",
            ),
            "play": Field("string", "The tricks so far.", most=300, example="CQ C2 C6 CK"),
            "leader": Field("string", "Who led to the first trick (west).", most=5, example="west"),
            "trump": Field("string", "The trump suit, or NT.", most=8, example="NT"),
            "seed": SEED,
        },
        _finding_odds,
    ),
    "suit": Request(
        "The best line in one suit for each number of tricks, its exact chance, what it wins "
        "against.",
        "suit_combination",
        {
            "dummy": Field("string", "Dummy's cards.", most=40, needed=True, example="AQT9"),
            "declarer": Field("string", "Declarer's.", most=40, needed=True, example="432"),
            "entries": Field("integer", "Times declarer may enter dummy.", 0, 13),
            "west": Field("integer", "Places of West for unseen cards (13).", 0, 13, example=13),
            "east": Field("integer", "Places of East for unseen cards (13).", 0, 13, example=13),
        },
        _solving_suit,
    ),
}  # fmt: skip
