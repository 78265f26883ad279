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

from dealwright.base.errors import ArgumentError, BatchAborted, ConditionError, DealwrightError
from dealwright.cards import Seat, Suit
from dealwright.conditions.nodes import Alias, Binary, Node, Within, remembered
from dealwright.conditions.unparse import to_text
from dealwright.deals import Deals
from dealwright.deals.features.distribution import FEATURES as DISTRIBUTION
from dealwright.deals.features.points import FEATURES as POINTS
from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream
from dealwright.planning.filter import conjuncts, range_of

__all__ = [
    "ANY_LENGTH", "HUGE", "MOST_HCP", "TELFER", "ExcessSpace", "SeatRequirements", "Stuck",
    "Weights", "completed_deals", "deal_historically", "hcp_goal", "hcp_weights", "pavlicek1999",
    "requirements_of",
]  # fmt: skip

Weights = Mapping[tuple[Seat, Suit], int]
TRIES = 20  # draws towards one hand's goal before the next hand's turn
TOSSED = 3  # high cards that each hand returns after a cycle
CYCLES = 200  # rounds over the hands before the deal fails
_JACK = 9  # ranks from the jack up are high cards
_PROGRESS = 64
_HOPELESS = 300, 50  # give up after 300 tries if fewer than 1 in 50 were completed
Range = tuple[int, int]
ANY_LENGTH: Range = (0, 13)
_ANY_LENGTHS = (ANY_LENGTH, ANY_LENGTH, ANY_LENGTH, ANY_LENGTH)
MOST_HCP = 37
_HINT = "Deal with the method 'auto' instead: it takes every condition"

# Hands in a million with 0 .. 30 HCP. Roy L. Telfer, Probabilities in Contract Bridge, 1963, as
# reprinted in 1999 except for 8 HCP: the reprint has 8.8992 %, with two digits exchanged, for
# 56,466,608,128 / C(52,13) = 8.8922 %.
TELFER = (
    3639, 7884, 13561, 24624, 38454, 51862, 65541, 80281, 88922, 93562, 94051, 89447, 80269, 69143,
    56933, 44237, 33109, 23617, 16051, 10362, 6435, 3779, 2100, 1119, 559, 264, 117, 49, 19, 7, 2,
)  # fmt: skip
HUGE = 1  # 31 .. 37 HCP, all together


@dataclass(frozen=True)
class SeatRequirements:
    """The least and most HCP of a hand (None: any) and cards in clubs, diamonds, hearts, spades."""

    hcp: Range | None = None
    lengths: tuple[Range, Range, Range, Range] = _ANY_LENGTHS

    @property
    def has_lengths(self) -> bool:
        """Whether the length of a suit is restricted."""
        return self.lengths != _ANY_LENGTHS


def requirements_of(condition: Node | None) -> tuple[SeatRequirements, ...]:
    """Return the requirements of a condition for north, east, south and west; None has none.

    The clauses, joined with ``&&``, compare the HCP of a hand or the length of one of its suits
    with numbers. Clauses on the same hand and suit combine into one range.

    >>> from dealwright.conditions.parse import parse_tree
    >>> tree = parse_tree("hcp(west) in 11..15 && spades(west) >= 5 && 6 >= spades(west)")
    >>> west = requirements_of(tree)[Seat.WEST]
    >>> west.hcp, west.lengths[Suit.SPADES], west.lengths[Suit.HEARTS]
    ((11, 15), (5, 6), (0, 13))

    :raises ConditionError: if a clause tests anything else, or no deal satisfies them all
    """
    ranges: dict[tuple[int, int | None], Range] = {}
    for clause in conjuncts(condition) if condition is not None else ():
        seat, suit, low, high = _read(clause)
        least, most = ranges.get((seat, suit), (0, MOST_HCP if suit is None else 13))
        low, high = max(low, least), min(high, most)
        if low > high:
            before = " with the clauses before it" if (seat, suit) in ranges else ""
            raise ConditionError(f"no deal satisfies '{to_text(clause)}'{before}")
        ranges[seat, suit] = low, high
    requirements = tuple(_of_seat(seat, ranges) for seat in Seat)
    _check_possible(requirements)
    return requirements


def _of_seat(seat: Seat, ranges: dict[tuple[int, int | None], Range]) -> SeatRequirements:
    hcp = ranges.get((seat, None), (0, MOST_HCP))
    clubs, diamonds, hearts, spades = (ranges.get((seat, suit), ANY_LENGTH) for suit in Suit)
    return SeatRequirements(
        None if hcp == (0, MOST_HCP) else hcp, (clubs, diamonds, hearts, spades)
    )


def _read(clause: Node) -> tuple[int, int | None, int, int]:
    """Return the seat, the suit (None for HCP), the least and the most of a clause."""
    measured_range = range_of(_without_names(clause))
    if measured_range is not None:
        measure, low, high = measured_range
        is_hcp = measure.feature.name == "hcp" and measure.suit is None
        if is_hcp and measure.feature in POINTS:
            return measure.seat, None, low, high
        is_length = measure.feature.name == "length" and measure.suit is not None
        if is_length and measure.feature in DISTRIBUTION:
            return measure.seat, measure.suit, low, high
    raise ConditionError(
        f"this method knows ranges of HCP and of suit lengths only, not '{to_text(clause)}'",
        hint=_HINT,
    )


@remembered
def _without_names(node: Node) -> Node:
    """Return a comparison with names on its two sides replaced by their expressions."""
    if isinstance(node, Alias):
        return _without_names(node.value)
    if isinstance(node, Binary):
        return Binary(node.op, _without_names(node.left), _without_names(node.right))
    if isinstance(node, Within):
        return Within(_without_names(node.value), node.ranges)
    return node


def _check_possible(seats: tuple[SeatRequirements, ...]) -> None:
    """Raise an error if lengths or points cannot add up over a hand, a suit or the pack."""
    for seat, needs in zip(Seat, seats, strict=True):
        _check_sum(needs.lengths, f"{seat.name.lower()}'s suits")
    for suit in Suit:
        _check_sum([needs.lengths[suit] for needs in seats], f"the four hands' {suit.name.lower()}")
    points = [(0, MOST_HCP) if needs.hcp is None else needs.hcp for needs in seats]
    _check_sum(points, "the four hands' HCP", 40)


def _check_sum(ranges: list[Range] | tuple[Range, ...], what: str, total: int = 13) -> None:
    low, high = sum(low for low, _ in ranges), sum(high for _, high in ranges)
    if not low <= total <= high:
        raise ConditionError(
            f"no deal satisfies the condition: {what} would add up to "
            f"{f'{low} or more' if low > total else f'{high} or fewer'}, not {total}"
        )


def hcp_weights(low: int, high: int) -> dict[int, int]:
    """Return the weight of each HCP in a range; 31 and more are combined as 31.

    >>> hcp_weights(15, 17), hcp_weights(30, 36)
    ({15: 44237, 16: 33109, 17: 23617}, {30: 2, 31: 1})
    """
    weights = {hcp: TELFER[hcp] for hcp in range(low, min(high, 30) + 1)}
    if high > 30:
        weights[max(low, 31)] = HUGE
    return weights


def hcp_goal(low: int, high: int, draws: Draws) -> int:
    """Draw the exact HCP for a hand with a range of HCP.

    Each total in the range is as likely as in Telfer's table. Within the group of 31 and more, each
    total is four times as likely as the next.

    >>> from dealwright.numbering.stream import Stream
    >>> [hcp_goal(15, 17, Draws(Stream(1), i)) for i in range(8)]
    [15, 17, 15, 17, 17, 16, 16, 15]
    """
    weights = hcp_weights(low, high)
    goal = list(weights)[draws.weighted(list(weights.values()))]
    if goal < 31:
        return goal
    return goal + draws.weighted([4 ** (high - hcp) for hcp in range(goal, high + 1)])


class Stuck(DealwrightError):
    """The method of 1999 cannot complete a deal; this aborts the whole batch."""


class ExcessSpace:
    """The number of further cards that each hand can take in each suit.

    ``slots[seat][suit]`` are the cards assigned so far, at first the least lengths. ``soft[seat]``
    are the cards of a hand not yet tied to a suit, ``available[suit]`` the cards of a suit not yet
    tied to a hand, and ``excess[seat][suit]`` how many more cards the hand may take in the suit:
    greatest minus least length, as far as the hand's 13 cards and the suit's 13 cards allow.

    >>> from dealwright.conditions.parse import parse_tree
    >>> tree = parse_tree("spades(west) in 5..6 && hearts(west) == 4 && diamonds(east) >= 4")
    >>> space = ExcessSpace(requirements_of(tree))
    >>> space.excess[Seat.WEST], space.excess[Seat.EAST], space.available
    ([4, 4, 0, 1], [9, 9, 9, 8], [13, 9, 9, 8])
    """

    def __init__(self, requirements: Sequence[SeatRequirements]) -> None:
        self.slots = [[low for low, _ in needs.lengths] for needs in requirements]
        self.soft = [13 - sum(slots) for slots in self.slots]
        self.available = [13 - sum(slots[suit] for slots in self.slots) for suit in Suit]
        self.excess = [
            [
                min(high - low, self.soft[seat], self.available[suit])
                for suit, (low, high) in enumerate(needs.lengths)
            ]
            for seat, needs in enumerate(requirements)
        ]

    def resolve(self, seat: Seat, draws: Draws, percent: Sequence[int] = (100,) * 4) -> list[int]:
        """Complete the pattern of a hand; return its four lengths.

        Cards that no other hand can take are assigned first. Then each suit is drawn with relative
        probability weight x available. The weight is the excess that the hand had before its first
        draw; it becomes 0 when the hand has no more room in the suit. If the weight shrank with the
        excess, balanced patterns would be too frequent. ``percent`` adjusts the weight of each
        suit.

        :raises Stuck: if the hand cannot take a card that it must take, or no suit has a card for
            it
        """
        self._take_forced(seat)
        excess = self.excess[seat]
        weights = [room * share for room, share in zip(excess, percent, strict=True)]
        while self.soft[seat]:
            chances = [weights[suit] * self.available[suit] if excess[suit] else 0 for suit in Suit]
            if not any(chances):
                raise Stuck(f"no suit has a card left for {seat.name.lower()}'s pattern")
            self._take(seat, draws.weighted(chances))
        return self.slots[seat]

    def _take_forced(self, seat: Seat) -> None:
        """Give a hand the cards of each suit for which the other hands have no room."""
        for suit in Suit:
            room = sum(self.excess[other][suit] for other in Seat if other != seat)
            forced = self.available[suit] - room
            if forced > self.excess[seat][suit]:
                raise Stuck(f"nobody has room for all the {suit.name.lower()}")
            for _ in range(forced):
                self._take(seat, suit)

    def _take(self, seat: Seat, suit: int) -> None:
        """Assign a card and update the matrix: hand, suit, then every limit that follows."""
        self.slots[seat][suit] += 1
        self.soft[seat] -= 1
        self.excess[seat][suit] -= 1
        for other_suit in Suit:
            self.excess[seat][other_suit] = min(self.excess[seat][other_suit], self.soft[seat])
        self.available[suit] -= 1
        for row in self.excess:
            row[suit] = min(row[suit], self.available[suit])


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
        raise ArgumentError("the weight of a suit must be a positive number of per cent")
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
