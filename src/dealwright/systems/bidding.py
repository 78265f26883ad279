"""Auctions by the rules of systems: of one deal, of a board with notes, of many deals at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dealwright.answers.tabular import Tabular
from dealwright.base.errors import CardError
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.conditions.nodes import Node
from dealwright.deals import Deal
from dealwright.formats import Board, Turn
from dealwright.planning.sampling.evaluation import truth_of
from dealwright.systems.robots.ahead import looked_ahead
from dealwright.systems.robots.place import Place, RobotRule
from dealwright.systems.robots.robot import robots_of
from dealwright.systems.system import System

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import WORD

__all__ = [
    "GUESS",
    "BidAuction",
    "BidCall",
    "auctions_of",
    "bid_deal",
    "board_with_auction",
    "called",
]

GUESS = "guess"  # the rule of a call for which a file has none


class BidCall(NamedTuple):
    """A call, its seat, and the rule that made it with line and note ("" and 0 without a rule)."""

    seat: Annotated[Seat, WORD]
    call: str
    rule: str = ""
    line: int = 0
    note: str = ""


@dataclass(frozen=True)
class BidAuction(Tabular):
    """The auction of one deal by the rules, each call with the rule that made it."""

    table_rows = "calls"

    deal: str
    dealer: Annotated[Seat, WORD]
    calls: tuple[BidCall, ...]

    def lines(self) -> Iterator[str]:
        """Yield the calls as text, a line for each, with its rule."""
        for call in self.calls:
            rule = f"line {call.line}: {call.rule}" if call.line else call.rule
            why = f"  {rule}" if rule else ""
            note = f"  ({call.note})" if call.note else ""
            yield f"{call.seat.name.lower():<6} {call.call:<5}{why}{note}".rstrip()


def bid_deal(
    system: System, deal: Deal | str, dealer: Seat | str = Seat.NORTH, *, side: int = 0,
    calls: Sequence[str] = (),
) -> BidAuction:  # fmt: skip
    """Return the auction of a deal by the rules; ``side`` plays the system (0: North-South).

    The other side follows ``system.opponents``, or passes. Where the file has no rule for a hand,
    one is written from what all have shown; the rule is then ``guess``, with its reason as the
    note. The auction continues after ``calls``, whether or not rules made them.

    >>> from dealwright.systems import read_system
    >>> deal = "N:AQ4.KJ8.QT32.AJ4 JT9.Q76.975.T952 K532.A542.K8.K87 876.T93.AJ64.Q63"
    >>> [call.call for call in bid_deal(read_system("natural"), deal).calls[:6]]
    ['1NT', 'Pass', '2C', 'Pass', '2D', 'Pass']

    :raises ConditionError: if a rule cannot be read
    :raises CardError: if one of ``calls`` is illegal
    """
    deal_ = Deal(deal) if isinstance(deal, str) else deal
    robots, auction, bid_calls = robots_of(system, side), Auction(Seat.of(dealer)), list[BidCall]()
    while auction.turn is not None:
        if len(bid_calls) < len(calls):
            call = BidCall(auction.turn, calls[len(bid_calls)])
        else:
            place = robots.place(auction)
            call = _call_of(place, place.rule_of(deal_.masks[place.seat]))
        bid_calls.append(call)
        auction = auction.with_call(call.call)
    return BidAuction(str(deal_), Seat.of(dealer), tuple(bid_calls))


def _call_of(place: Place, rule: RobotRule | None) -> BidCall:
    """Return the call of a rule: its text and line in a file, or a guess with what it says."""
    if rule is None:
        return BidCall(place.seat, "Pass")
    if rule.line:
        condition = " ".join(rule.condition.split())
        return BidCall(place.seat, rule.call, condition or "else", rule.line, rule.note)
    note = f"{rule.note}: {rule.condition}" if rule.condition else rule.note
    return BidCall(place.seat, rule.call, GUESS, 0, note)


def called(place: Place, hand: int, vulnerable: Vulnerability) -> BidCall:
    """Return the call of a robot at a place with a hand (a mask)."""
    rule = place.rule_of(hand)
    if rule is not None and not rule.line:
        better, reason = looked_ahead(place, hand, vulnerable, rule.call)
        if reason:
            return BidCall(place.seat, better, GUESS, 0, reason)
    return _call_of(place, rule)


def board_with_auction(system: System, board: Board, *, side: int = 0) -> Board:
    """Return a board with the auction by the rules, each call explained by a note.

    :raises CardError: if not all four hands are known
    """
    deal = board.deal
    if deal is None:
        raise CardError("not all four hands of 13 cards are known")
    dealer = board.dealer if board.dealer is not None else Seat.NORTH
    bid = bid_deal(system, deal, dealer, side=side)
    turns = tuple(
        Turn(call.call, note=" ".join(part for part in (call.note, call.rule) if part) or None)
        for call in bid.calls
    )
    return replace(board, dealer=dealer, auction=turns)


def auctions_of(
    system: System, masks: NDArray[np.uint64], dealer: Seat = Seat.NORTH, *, side: int = 0,
    calls: Sequence[str] = (), written: bool = False,
    ends: Callable[[tuple[str, ...]], bool] = lambda calls: False,
) -> dict[tuple[str, ...], NDArray[np.int64]]:  # fmt: skip
    """Return the auctions of many deals, uint64[n, 4], with the indices of their deals.

    Deals with the same auction so far are tested together, so a million take seconds. The most
    frequent auction comes first. The auctions continue after ``calls``. A hand for which a file has
    no rule passes, unless rules are ``written`` for it as for robots; then it takes some
    milliseconds for each place. An auction whose calls ``ends`` is not followed.

    :raises CardError: if one of ``calls`` is illegal
    """
    auctions: dict[tuple[str, ...], NDArray[np.int64]] = {}
    pending = [(Auction.of(dealer, calls), np.arange(len(masks), dtype=np.int64))]
    while pending:
        auction, places = pending.pop()
        if auction.turn is None or ends(auction.calls):
            auctions[auction.calls] = places
            continue
        remaining = places
        by_call: dict[str, list[NDArray[np.int64]]] = {}
        for call, tree in _rules_at(system, auction, side, written=written):
            if not len(remaining):
                break
            fits = truth_of(tree, masks[remaining])
            by_call.setdefault(call, []).append(remaining[fits])
            remaining = remaining[~fits]
        by_call.setdefault("Pass", []).append(remaining)
        for call, parts in by_call.items():
            indices = np.concatenate(parts)
            if len(indices):
                pending.append((auction.with_call(call), indices))
    return dict(sorted(auctions.items(), key=lambda item: -len(item[1])))


def _rules_at(
    system: System, auction: Auction, side: int, *, written: bool
) -> Iterator[tuple[str, Node]]:
    """Yield the calls and conditions of the rules there, in order."""
    if written:
        for rule in robots_of(system, side).place(auction).rules:
            yield rule.call, rule.tree
        return
    player = system.player(auction, side)
    for applied in (None if player is None else player.applicable_rules(auction)) or []:
        yield applied.call, applied.tree
