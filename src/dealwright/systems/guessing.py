"""Calls past the rules of a system: guessed by double dummy, over layouts that fit the auction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.resources import Resources
from dealwright.bridge.auction import BIDS, Auction, contract_so_far
from dealwright.bridge.boards import Vulnerability
from dealwright.bridge.scoring import Contract
from dealwright.cards import Seat, Strain, Suit
from dealwright.conditions.nodes import Binary, Measure, Node, Number, all_of
from dealwright.double_dummy.asks import Tricks
from dealwright.double_dummy.current_solver import current_solver
from dealwright.errors import ConditionError
from dealwright.features import feature
from dealwright.planning.question import Question
from dealwright.stream import Stream
from dealwright.systems.system import System

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.double_dummy.solver import Solver

__all__ = ["LAYOUTS", "Guess", "guessed_call", "is_forcing"]

LAYOUTS = 40
_TRIES = 200_000  # deals examined for them
_SECONDS = 0.2  # of planning
_LENGTH, _SUPPORT = 5, 3  # cards of a suit that is bid without a rule, or raised
_FIT = 8  # cards of a suit in two hands, on average, which make it a strain to play in
_GAME = {Strain.CLUBS: 5, Strain.DIAMONDS: 5, Strain.HEARTS: 4, Strain.SPADES: 4, Strain.NOTRUMP: 3}
_FORCING = re.compile(r"(?<!not )(?<!non-)\bforc(?:ing|es)\b", re.IGNORECASE)


class Guess(NamedTuple):
    """A guessed call, and the expected score of each call that was considered, best first."""

    call: str
    scores: dict[str, float]
    layouts: int


def is_forcing(note: str) -> bool:
    """Return whether the note of a rule marks its call as forcing.

    >>> is_forcing("forcing one round"), is_forcing("invitational, not forcing")
    (True, False)
    """
    return _FORCING.search(note) is not None


def guessed_call(
    system: System,
    hand: int,
    auction: Auction,
    *,
    side: int = 0,
    vulnerable: Vulnerability = Vulnerability.NONE,
    solver: Solver | None = None,
) -> Guess:
    """Return the call with the best expected score for the hand (a mask) whose turn it is.

    Layouts of the other three hands are drawn that fit the hand and the calls that have a meaning;
    where none is found, calls of the opponents, then all calls, are taken as meaning nothing. Each
    call is scored as the last one of the auction, double dummy: pass, double, and bids in strains
    that the side has bid or has a fit in; beyond game only those that make on average. A contract
    of the side's own that fails is doubled. Partner's call that is marked as forcing is never
    passed. The guess depends on the hand and the auction alone.

    """
    turn = auction.turn
    assert turn is not None
    masks = _layouts(system, hand, auction, side)
    calls = list(_candidates(auction, masks, turn))
    if "Pass" in calls and _is_forced(system, auction, side) and len(calls) > 1:
        calls.remove("Pass")
    chosen_solver = current_solver(solver)
    tricks: dict[tuple[Seat, Strain], NDArray[np.int64]] = {}
    scores = dict[str, float]()
    for call in calls:
        after = contract_so_far((*auction.calls, call), auction.dealer)
        if after is None:
            scores[call] = 0.0
            continue
        strain = Strain.of(after.strain)
        if (after.declarer, strain) not in tricks:
            ask = Tricks(masks, after.declarer, strain)
            tricks[after.declarer, strain] = chosen_solver.solve(ask).astype(np.int64)
        ours = after.declarer % 2 == turn % 2
        taken = tricks[after.declarer, strain]
        if call in BIDS and after.level > _GAME[strain] and taken.mean() < after.level + 6:
            continue
        contract = Contract(after.level, strain.letter, len(after.risk))
        table = _scores(contract, ours=ours, exposed=vulnerable.includes(after.declarer))
        mean = float(table[taken].mean())
        scores[call] = mean if ours else -mean
    order = {"Pass": -1, "X": len(BIDS)} | {bid: place for place, bid in enumerate(BIDS)}
    best = sorted(scores, key=lambda call: (-scores[call], order.get(call, 0)))
    return Guess(best[0], {call: scores[call] for call in best}, len(masks))


def _scores(contract: Contract, *, ours: bool, exposed: bool) -> NDArray[np.int64]:
    """Return declarer's score for each number of tricks, int64[14]; own failures are doubled."""
    penalty = replace(contract, doubled=max(contract.doubled, 1)) if ours else contract
    return np.array(
        [
            (contract if tricks >= contract.level + 6 else penalty).score(
                tricks, vulnerable=exposed
            )
            for tricks in range(14)
        ],
        dtype=np.int64,
    )


def _candidates(auction: Auction, masks: NDArray[np.uint64], turn: Seat) -> Iterator[str]:
    """Yield the calls to be scored."""
    legal = auction.legal_calls
    yield "Pass"
    if "X" in legal:
        yield "X"
    partner = Seat((turn + 2) % 4)
    together = masks[:, turn] | masks[:, partner]
    for strain in Strain:
        bids = [bid for bid in legal if bid[1:] == strain.word]
        if not bids:
            continue
        if strain != Strain.NOTRUMP and not _is_bid(auction, strain, turn):
            suit = together >> np.uint64(13 * strain) & np.uint64(8191)
            if np.mean([int(bits).bit_count() for bits in suit]) < _FIT:
                continue
        game = f"{_GAME[strain]}{strain.word}"
        yield from (bid for bid in bids if bid in bids[:2] or bid == game)


def _is_bid(auction: Auction, strain: Strain, turn: Seat) -> bool:
    """Return whether the side has bid a strain."""
    return any(
        call[1:] == strain.word and (auction.dealer + place) % 2 == turn % 2
        for place, call in enumerate(auction.calls)
    )


def _is_forced(system: System, auction: Auction, side: int) -> bool:
    """Return whether partner's last call is marked as forcing, and the next hand passed."""
    calls = auction.calls
    if len(calls) < 2 or calls[-1] != "Pass":
        return False
    before = Auction(auction.dealer, calls[:-2])
    player = system.player(before, side)
    spots = None if player is None else player.spots(before)
    return any(spot.call == calls[-2] and is_forcing(spot.rule.note) for spot in spots or [])


def _layouts(system: System, hand: int, auction: Auction, side: int) -> NDArray[np.uint64]:
    """Return deals with the hand that fit the calls, uint64[LAYOUTS, 4]."""
    turn = auction.turn
    assert turn is not None
    north, east, south, west = (hand if seat is turn else 0 for seat in Seat)
    stream = Stream.of(f"guess {hand} {auction.dealer} {' '.join(auction.calls)}")
    partner = Seat((turn + 2) % 4)
    for seats in ([seat for seat in Seat if seat is not turn], [partner], []):
        tree = all_of(_meanings(system, auction, side, seats))
        dealing = QuestionDealing(
            LAYOUTS, Question(tree, (north, east, south, west)), stream,
            Resources(seconds=_SECONDS, threads=1), limit=None if tree is None else _TRIES,
        )  # fmt: skip
        try:
            masks = dealing.result().masks
        except ConditionError:  # no deal fits: a call was no call of the system
            continue
        if len(masks) == LAYOUTS:
            return masks
    raise AssertionError("every hand has layouts")


def _meanings(
    system: System, auction: Auction, side: int, seats: list[Seat]
) -> Iterator[Node | None]:
    """Yield what the calls of some seats mean; a bid without a rule shows length in its suit."""
    for place, call in enumerate(auction.calls):
        caller = Seat((auction.dealer + place) % 4)
        if caller not in seats:
            continue
        before = Auction(auction.dealer, auction.calls[:place])
        tree = None
        with suppress(ConditionError):  # a call that no rule makes
            tree = system.call_tree(before, call, side)
        if tree is None and call in BIDS and not call.endswith("NT"):
            strain = Strain.of(call[1:])
            few = _SUPPORT if _is_bid(before, strain, caller) else _LENGTH
            tree = Binary(">=", Measure(feature("length"), caller, Suit(strain)), Number(few))
        yield tree
