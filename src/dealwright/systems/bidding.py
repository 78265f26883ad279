"""Auctions by the rules of systems: of one deal, of a board with notes, of many deals at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dealwright.answers.tabular import Tabular
from dealwright.bridge.auction import Auction
from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Seat
from dealwright.deals import Deal
from dealwright.errors import CardError, SolverError, locate
from dealwright.formats import Board, Turn
from dealwright.sampling.evaluation import values_of
from dealwright.systems.guessing import Guess, guessed_call
from dealwright.systems.system import NO_CALL, System

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.records import WORD

__all__ = ["BidAuction", "BidCall", "auctions_of", "bid_deal", "board_with_auction", "next_call"]


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
            why = f"  line {call.line}: {call.rule}" if call.rule else ""
            note = f"  ({call.note})" if call.note else ""
            yield f"{call.seat.name.lower():<6} {call.call:<5}{why}{note}".rstrip()


def bid_deal(
    system: System, deal: Deal | str, dealer: Seat | str = Seat.NORTH, *, side: int = 0,
    calls: Sequence[str] = (),
) -> BidAuction:  # fmt: skip
    """Return the auction of a deal by the rules; ``side`` plays the system (0: North-South).

    The other side follows ``system.opponents``, or passes. A hand that no rule fits passes, and its
    rule is ``no call``. The auction continues after ``calls``, whether or not rules made them.

    >>> from dealwright.systems import read_system
    >>> deal = "N:AQ4.KJ8.QT32.AJ4 JT9.Q76.975.T952 K532.A542.K8.K87 876.T93.AJ64.Q63"
    >>> [call.call for call in bid_deal(read_system("natural"), deal).calls[:6]]
    ['1NT', 'Pass', '2C', 'Pass', '2D', 'Pass']

    :raises ConditionError: if a rule cannot be read
    :raises CardError: if one of ``calls`` is illegal
    """
    deal_ = Deal(deal) if isinstance(deal, str) else deal
    masks = np.array([deal_.masks], dtype=np.uint64)
    auction, bid_calls = Auction(Seat.of(dealer)), list[BidCall]()
    while auction.turn is not None:
        if len(bid_calls) < len(calls):
            call = BidCall(auction.turn, calls[len(bid_calls)])
        else:
            call = _call(system, auction, masks, side)
        bid_calls.append(call)
        auction = auction.with_call(call.call)
    return BidAuction(str(deal_), Seat.of(dealer), tuple(bid_calls))


def next_call(
    system: System, deal: Deal | str, dealer: Seat | str = Seat.NORTH, *, side: int = 0,
    calls: Sequence[str] = (), vulnerable: Vulnerability = Vulnerability.NONE,
) -> BidAuction:  # fmt: skip
    """Return the auction so far with one more call, which is guessed where the rules end.

    A guess (see ``guessing``) has the rule ``guess``. If the solver fails, the hand passes instead.

    >>> from dealwright.systems import read_system
    >>> deal = "N:AQ4.KJ8.QT32.AJ4 JT9.Q76.975.T952 K532.A542.K8.K87 876.T93.AJ64.Q63"
    >>> next_call(read_system("natural"), deal, calls=["1NT", "Pass"]).calls[-1].call
    '2C'

    :raises ConditionError: if a rule cannot be read
    :raises CardError: if one of ``calls`` is illegal
    """
    deal_ = Deal(deal) if isinstance(deal, str) else deal
    masks = np.array([deal_.masks], dtype=np.uint64)
    auction = Auction.of(Seat.of(dealer), calls)
    made = [BidCall(Seat((auction.dealer + k) % 4), call) for k, call in enumerate(auction.calls)]
    if auction.turn is not None:
        call = _call(system, auction, masks, side)
        if (not call.rule and system.player(auction, side) is not None) or call.rule == NO_CALL:
            with suppress(SolverError):
                hand = deal_.masks[auction.turn]
                found = guessed_call(system, hand, auction, side=side, vulnerable=vulnerable)
                call = BidCall(auction.turn, found.call, "guess", 0, _about(found))
        made.append(call)
    return BidAuction(str(deal_), auction.dealer, tuple(made))


def _about(guess: Guess) -> str:
    """Return the expected scores of the best calls as a note."""
    best = list(guess.scores.items())[:3]
    scores = ", ".join(f"{call} {score:+.0f}" for call, score in best)
    return f"expected over {guess.layouts} layouts: {scores}"


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
    bid = bid_deal(system, deal, dealer, side=side)
    turns = tuple(
        Turn(call.call, note=" ".join(part for part in (call.note, call.rule) if part) or None)
        for call in bid.calls
    )
    return replace(board, dealer=dealer, auction=turns)


def auctions_of(
    system: System, masks: NDArray[np.uint64], dealer: Seat = Seat.NORTH, *, side: int = 0,
    calls: Sequence[str] = (),
) -> dict[tuple[str, ...], NDArray[np.int64]]:  # fmt: skip
    """Return the auctions of many deals, uint64[n, 4], with the indices of their deals.

    Deals with the same auction so far are tested together, so a million take seconds. The most
    frequent auction comes first. The auctions continue after ``calls``.

    :raises CardError: if one of ``calls`` is illegal
    """
    auctions: dict[tuple[str, ...], NDArray[np.int64]] = {}
    pending = [(Auction.of(dealer, calls), np.arange(len(masks), dtype=np.int64))]
    while pending:
        auction, places = pending.pop()
        if auction.turn is None:
            auctions[auction.calls] = places
            continue
        player = system.player(auction, side)
        spots = None if player is None else player.spots(auction)
        remaining = places
        by_call: dict[str, list[NDArray[np.int64]]] = {}
        for spot in spots or []:
            fits = (
                values_of(spot.tree, masks[remaining]) != 0
                if len(remaining)
                else np.zeros(0, np.bool_)
            )
            by_call.setdefault(spot.call, []).append(remaining[fits])
            remaining = remaining[~fits]
        by_call.setdefault("Pass", []).append(remaining)
        for call, parts in by_call.items():
            indices = np.concatenate(parts)
            if len(indices):
                pending.append((auction.with_call(call), indices))
    return dict(sorted(auctions.items(), key=lambda item: -len(item[1])))
