"""Auctions by the rules of systems: of one deal, of a board with notes, of many deals at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dealwright.bridge.auction import Auction
from dealwright.cards import Seat
from dealwright.deals import Deal
from dealwright.errors import CardError, locate
from dealwright.formats import Board, Turn
from dealwright.sampling.evaluation import values_of
from dealwright.systems.system import NO_CALL, System

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.records import WORD

__all__ = ["BidAuction", "BidCall", "auctions_of", "bid_deal", "board_with_auction"]


class BidCall(NamedTuple):
    """A call, who made it, and why: the rule with its line and note, all "" and 0 for silence."""

    seat: Annotated[Seat, WORD]
    call: str
    rule: str = ""
    line: int = 0
    note: str = ""


@dataclass(frozen=True)
class BidAuction:
    """The auction of one deal by the rules, each call with the rule that made it."""

    deal: str
    dealer: Annotated[Seat, WORD]
    calls: tuple[BidCall, ...]

    def lines(self) -> Iterator[str]:
        """Yield the calls as text, a line for each, with its rule."""
        for call in self.calls:
            why = f"  line {call.line}: {call.rule}" if call.rule else ""
            note = f"  ({call.note})" if call.note else ""
            yield f"{call.seat.name.lower():<6} {call.call:<5}{why}{note}".rstrip()

    def __str__(self) -> str:
        return "\n".join(self.lines())


def bid_deal(
    system: System, deal: Deal | str, dealer: Seat | str = Seat.NORTH, *, side: int = 0,
    calls: Sequence[str] = (),
) -> BidAuction:  # fmt: skip
    """Return the auction of a deal by the rules; ``side`` plays the system (0: North-South).

    The other side follows ``system.opponents``, or passes. A hand that no rule fits passes, and its
    rule is ``no call``. The auction goes on after ``calls``, whoever made them.

    >>> from dealwright.systems import read_system
    >>> deal = "N:AQ4.KJ8.QT32.AJ4 JT9.Q76.975.T952 K532.A542.K8.K87 876.T93.AJ64.Q63"
    >>> [call.call for call in bid_deal(read_system("natural"), deal).calls[:6]]
    ['1NT', 'Pass', '2C', 'Pass', '2D', 'Pass']

    :raises ConditionError: if a rule cannot be read
    :raises CardError: if one of ``calls`` is illegal
    """
    found = Deal(deal) if isinstance(deal, str) else deal
    masks = np.array([found.masks], dtype=np.uint64)
    auction, made = Auction(Seat.of(dealer)), list[BidCall]()
    while auction.turn is not None:
        if len(made) < len(calls):
            call = BidCall(auction.turn, calls[len(made)])
        else:
            call = _call(system, auction, masks, side)
        made.append(call)
        auction = auction.with_call(call.call)
    return BidAuction(str(found), Seat.of(dealer), tuple(made))


def _call(system: System, auction: Auction, masks: NDArray[np.uint64], side: int) -> BidCall:
    """Return the call of the hand whose turn it is in one deal."""
    turn = auction.turn
    assert turn is not None
    player = system.player(auction, side)
    spots = None if player is None else player.spots(auction)
    if player is None or spots is None:
        return BidCall(turn, "Pass")
    for spot in spots:
        if values_of(spot.tree, masks)[0]:
            line = locate(player.text.source.text, spot.rule.at)[0]
            rule = spot.rule.text.partition("  ")[2]
            return BidCall(turn, spot.call, rule, line, spot.rule.note)
    return BidCall(turn, "Pass", NO_CALL)


def board_with_auction(system: System, board: Board, *, side: int = 0) -> Board:
    """Return a board with the auction by the rules, each call explained by a note.

    :raises CardError: if not all four hands are known
    """
    deal = board.deal
    if deal is None:
        raise CardError("not all four hands of 13 cards are known")
    dealer = board.dealer if board.dealer is not None else Seat.NORTH
    found = bid_deal(system, deal, dealer, side=side)
    turns = tuple(
        Turn(call.call, note=" ".join(part for part in (call.note, call.rule) if part) or None)
        for call in found.calls
    )
    return replace(board, dealer=dealer, auction=turns)


def auctions_of(
    system: System, masks: NDArray[np.uint64], dealer: Seat = Seat.NORTH, *, side: int = 0
) -> dict[tuple[str, ...], NDArray[np.int64]]:
    """Return the auctions of many deals, uint64[n, 4], and the places of the deals that go so.

    Deals of one auction so far are asked together, so a million take seconds; the most frequent
    auction comes first.
    """
    found: dict[tuple[str, ...], NDArray[np.int64]] = {}
    waiting = [(Auction(dealer), np.arange(len(masks), dtype=np.int64))]
    while waiting:
        auction, places = waiting.pop()
        if auction.turn is None:
            found[auction.calls] = places
            continue
        player = system.player(auction, side)
        spots = None if player is None else player.spots(auction)
        left = places
        made: dict[str, list[NDArray[np.int64]]] = {}
        for spot in spots or []:
            fits = values_of(spot.tree, masks[left]) != 0 if len(left) else np.zeros(0, np.bool_)
            made.setdefault(spot.call, []).append(left[fits])
            left = left[~fits]
        made.setdefault("Pass", []).append(left)
        for call, parts in made.items():
            together = np.concatenate(parts)
            if len(together):
                waiting.append((auction.with_call(call), together))
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))
