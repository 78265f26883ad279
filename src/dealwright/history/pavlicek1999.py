"""Pavlicek's method of 1999: patterns first, then high cards, then the rest. It is biased.

Richard Pavlicek, article 7Z71 (rpbridge.net), 1999; he has since called it theoretically flawed. It
is kept for history and as the negative control: the tests of uniformity must reject it.

The article leaves some details open. This module chooses the number of tries (``TRIES``,
``CYCLES``) and of high cards returned (``TOSSED``). A weight is the excess at the start of a hand's
turn, and a hand without a pattern takes no card that an unfilled pattern needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from dealwright.cards import Seat, Suit
from dealwright.deals import Deals
from dealwright.errors import ArgumentError, BatchAborted
from dealwright.history.excess_space import ExcessSpace, Stuck
from dealwright.history.requirements import SeatRequirements
from dealwright.history.telfer import hcp_goal
from dealwright.random_integers import Draws
from dealwright.stream import Stream

__all__ = ["Weights", "completed_deals", "deal_historically", "pavlicek1999"]

Weights = Mapping[tuple[Seat, Suit], int]
TRIES = 20  # draws towards one hand's goal before the next hand's turn
TOSSED = 3  # high cards that each hand returns after a cycle
CYCLES = 200  # rounds over the hands before the deal fails
_JACK = 9  # ranks from the jack up are high cards
_PROGRESS = 64
_HOPELESS = 300, 50  # give up after 300 tries if fewer than 1 in 50 were completed


@dataclass
class _Hand:
    """A hand while it is dealt; ``unfilled`` is None without a pattern, ``goal`` without HCP."""

    seat: Seat
    goal: int | None = None
    unfilled: list[int] | None = None
    cards: list[int] = field(default_factory=list[int])

    @property
    def hcp(self) -> int:
        return sum(max(card % 13 - _JACK + 1, 0) for card in self.cards)

    @property
    def turn(self) -> int:
        """When it is filled: 0 goal and pattern, 1 goal, 2 pattern, 3 neither."""
        return 2 * (self.goal is None) + (self.unfilled is None)


class _Table:
    """The undealt cards by suit, and the number of cards of each suit that no pattern needs."""

    def __init__(self, draws: Draws, hands: Sequence[_Hand]) -> None:
        self.draws = draws
        self.high = [[13 * suit + rank for rank in range(_JACK, 13)] for suit in Suit]
        self.low = [[13 * suit + rank for rank in range(_JACK)] for suit in Suit]
        patterns = [hand.unfilled for hand in hands if hand.unfilled is not None]
        self.free = [13 - sum(pattern[suit] for pattern in patterns) for suit in Suit]

    def draw(self, hand: _Hand, cards: list[list[int]]) -> bool:
        """Draw a card for a hand from ``cards`` of each suit; return whether there was one.

        With a pattern, a suit's weight is unfilled length x cards; without one, cards are equally
        likely.
        """
        if hand.unfilled is not None:
            rooms: Sequence[int] = hand.unfilled
        elif len(hand.cards) < 13:
            rooms = [int(spare > 0) for spare in self.free]
        else:
            return False
        chances = [room * len(suit) for room, suit in zip(rooms, cards, strict=True)]
        if not any(chances):
            return False
        suit = self.draws.weighted(chances)
        hand.cards.append(self.draws.taken(cards[suit]))
        self._count(hand, suit, -1)
        return True

    def give_back(self, hand: _Hand, keep_last: bool = False) -> None:
        """Put a random high card of a hand back on the table; ``keep_last`` excludes the newest."""
        candidates = len(hand.cards) - keep_last
        card = hand.cards.pop(self.draws.below(candidates))
        self.high[card // 13].append(card)
        self._count(hand, card // 13, 1)

    def _count(self, hand: _Hand, suit: int, change: int) -> None:
        rooms = self.free if hand.unfilled is None else hand.unfilled
        rooms[suit] += change


def pavlicek1999(
    n: int,
    requirements: Sequence[SeatRequirements],
    stream: Stream,
    *,
    order: Sequence[Seat] | None = None,
    weights: Weights | None = None,
) -> Iterator[Deals]:
    """Yield empty batches as progress, then n deals in the last batch.

    ``order`` fixes the order in which hands are resolved (by default random for each deal), and
    ``weights`` changes the weight of a suit in a hand's pattern, in per cent (100: unchanged). Deal
    i is a function of the stream, i, the requirements, the order and the weights.

    >>> from dealwright.conditions.parse import parse_tree
    >>> from dealwright.history.requirements import requirements_of
    >>> needs = requirements_of(parse_tree("hcp(west) in 11..15 && spades(west) in 5..6"))
    >>> *_, deals = pavlicek1999(5, needs, Stream(1))
    >>> deals.west.hcp.tolist(), deals.west.length(Suit.SPADES).tolist()
    ([11, 11, 14, 13, 11], [5, 6, 5, 5, 5])

    :raises BatchAborted: if one of the deals cannot be completed; then no deal is returned
    :raises ArgumentError: if the order is not the four seats, or a weight is not positive
    """
    if order is not None and sorted(order) != sorted(Seat):
        raise ArgumentError("the order in which hands are resolved names each of the seats once")
    if weights is not None and min(weights.values(), default=1) < 1:
        raise ArgumentError("the weight of a suit is a positive number of per cent")
    method_stream = stream.split("pavlicek1999")
    no_deals = np.empty((0, 4), dtype=np.uint64)
    parts = [no_deals]
    for first in range(0, n, _PROGRESS):
        rows: list[list[int]] = []
        for i in range(first, min(first + _PROGRESS, n)):
            try:
                rows.append(
                    deal_historically(requirements, Draws(method_stream, i), order, weights)
                )
            except Stuck as reason:
                message = f"deal {i + 1:,} of {n:,} cannot be completed: {reason}; no deal is kept"
                raise BatchAborted(message, deals=Deals.trusted(no_deals), tried=i) from None
        parts.append(np.array(rows, dtype=np.uint64))
        yield Deals.trusted(no_deals)
    yield Deals.trusted(np.concatenate(parts))


def completed_deals(
    n: int, requirements: Sequence[SeatRequirements], stream: Stream
) -> Iterator[tuple[Deals, int]]:
    """Yield n deals in batches, and the number of deals abandoned so far.

    Each deal is a batch of its own, so one that cannot be completed costs no other deal. Abandoning
    a deal changes the distribution no more than the method itself does, which also leaves it out of
    a longer batch.

    :raises BatchAborted: if hardly any deal can be completed, fewer than one in 50
    """
    method_stream = stream.split("pavlicek1999")
    completed = tried = 0
    while completed < n:
        rows: list[list[int]] = []
        for _ in range(_PROGRESS):
            if completed == n:
                break
            try:
                rows.append(deal_historically(requirements, Draws(method_stream, tried)))
                completed += 1
            except Stuck as reason:
                if tried >= _HOPELESS[0] and completed * _HOPELESS[1] < tried:
                    message = f"{completed:,} of {tried + 1:,} deals could be completed: {reason}"
                    no_deals = Deals.trusted(np.empty((0, 4), dtype=np.uint64))
                    raise BatchAborted(message, deals=no_deals, tried=tried) from None
            tried += 1
        masks = np.array(rows, dtype=np.uint64).reshape(-1, 4)
        yield Deals.trusted(masks), tried - completed


def deal_historically(
    requirements: Sequence[SeatRequirements],
    draws: Draws,
    order: Sequence[Seat] | None = None,
    weights: Weights | None = None,
) -> list[int]:
    """Return one deal by the method of 1999, as the masks of north, east, south and west.

    >>> masks = deal_historically([SeatRequirements()] * 4, Draws(Stream(1), 0))
    >>> [mask.bit_count() for mask in masks]
    [13, 13, 13, 13]

    :raises Stuck: if the method cannot complete the deal
    """
    sequence = draws.shuffled(list(Seat)) if order is None else order
    hands = [_Hand(Seat(seat)) for seat in sequence]
    space = ExcessSpace(requirements)
    for hand in hands:
        if requirements[hand.seat].has_lengths:
            percent = [(weights or {}).get((hand.seat, suit), 100) for suit in Suit]
            hand.unfilled = space.resolve(hand.seat, draws, percent)
    aiming = [hand for hand in hands if requirements[hand.seat].hcp is not None]
    for hand in aiming:
        hand.goal = hcp_goal(*(requirements[hand.seat].hcp or (0, 37)), draws)
    table = _Table(draws, hands)
    _place_high_cards(aiming, table)
    _fill(sorted(hands, key=lambda hand: hand.turn), table)
    masks = [0, 0, 0, 0]
    for hand in hands:
        masks[hand.seat] = sum(1 << card for card in hand.cards)
    return masks


def _place_high_cards(hands: Sequence[_Hand], table: _Table) -> None:
    """Bring every hand to its goal; after a cycle that fails, each returns a few cards.

    Filling one hand after the other could fail: an odd goal cannot be met without kings and jacks.
    """
    total = sum(hand.goal or 0 for hand in hands)
    if total > 40 or (len(hands) == 4 and total < 40):
        raise Stuck(f"the hands' HCP were drawn as {total} in all")
    for _ in range(CYCLES):
        reached = [_aim(hand, table) for hand in hands]
        if all(reached):
            return
        for hand in hands:
            for _ in range(min(TOSSED, len(hand.cards))):
                table.give_back(hand)
    raise Stuck(f"the hands' HCP were not reached in {CYCLES} cycles")


def _aim(hand: _Hand, table: _Table) -> bool:
    """Draw high cards until a hand meets its goal; return whether it does.

    A card that exceeds the goal is kept, and others are returned until the goal is not exceeded.
    """
    goal = hand.goal or 0
    for _ in range(TRIES):
        while hand.hcp < goal:
            if not table.draw(hand, table.high):
                return False
        while hand.hcp > goal:
            table.give_back(hand, keep_last=len(hand.cards) > 1)
        if hand.hcp == goal:
            return True
    return False


def _fill(hands: Sequence[_Hand], table: _Table) -> None:
    """Deal the rest of the cards; hands with a goal come first and take no more high cards."""
    for hand in hands:
        if hand.goal is None:  # the goals are met: from here on high cards are like any other
            for suit in Suit:
                table.low[suit] += table.high[suit]
                table.high[suit] = []
        if hand is hands[-1]:
            hand.cards += [card for suit in table.low for card in suit]
            return
        _fill_hand(hand, table)


def _fill_hand(hand: _Hand, table: _Table) -> None:
    """Fill a pattern suit by suit, or a hand without one from all free cards."""
    if hand.unfilled is not None:
        for suit, unfilled in enumerate(hand.unfilled):
            if unfilled > len(table.low[suit]):
                raise Stuck(f"the low cards for {hand.seat.name.lower()}'s pattern are gone")
            hand.cards += [table.draws.taken(table.low[suit]) for _ in range(unfilled)]
        return
    while len(hand.cards) < 13:
        if not table.draw(hand, table.low):
            raise Stuck(f"the low cards for {hand.seat.name.lower()} are gone")
