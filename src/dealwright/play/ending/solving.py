"""Solving endings: two known hands, all layouts of the unseen cards, exact weights."""

from __future__ import annotations

import operator
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING, TypeVar

from dealwright.base.errors import ArgumentError, BudgetExceeded, Stopped, naming
from dealwright.base.jobs import Job
from dealwright.cards import (
    Card,
    Seat,
    Strain,
    Suit,
    cards_from_mask,
    mask_of,
    parse_cards,
    suit_text,
    trick_winner,
)
from dealwright.deals import predeal_masks
from dealwright.play.ending.answers import (
    Ending,
    EndingApart,
    EndingChance,
    EndingLayout,
)
from dealwright.play.ending.plans import plan_steps

if TYPE_CHECKING:
    from dealwright.base.kernels.endgame import EndgameSearch
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.deals.predeal import Predeal

__all__ = [
    "BUDGET",
    "MOST_CARDS",
    "Position",
    "cards_text",
    "checked_position",
    "endgame",
    "layouts_of",
    "sampled_chance",
    "scaled",
    "solving",
    "solving_endgame",
]

Found = TypeVar("Found")

MOST_CARDS = 7  # of each hand
BUDGET = 6_000_000_000  # operations of a search: some 10 s

_LOWER_BOUND_SHARE = 8  # a line that need not be the best may take this part of the budget
_MOST_APART = 50  # layouts that one of two lines wins alone
_MOST_TOTAL = 1 << 50  # of all weights


@dataclass(frozen=True)
class Position:
    """An ending as declarer sees it; hands are masks.

    ``seat`` and its partner have the known ``hands``; ``trick`` are the cards on the table, which
    are in no hand, the leader's first. ``weights`` has the weight of each layout by the cards of
    the seat after ``seat``.
    """

    seat: Seat
    hands: tuple[int, int]
    unseen: int
    leader: Seat
    trick: tuple[Card, ...]
    strain: Strain
    tricks: int
    weights: Mapping[int, int]

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return Seat((self.leader + len(self.trick)) % 4)

    def after(self, card: Card) -> Position:
        """Return the position after a card of declarer's or dummy's.

        :raises ArgumentError: if the seat cannot play it
        """
        place = 0 if self.turn is self.seat else 1
        hand = self.hands[place]
        if (self.turn - self.seat) % 2 or not hand & card.mask:
            raise ArgumentError(f"{self.turn} plays next, and does not play {card}")
        if self.trick:
            led = 8191 << 13 * self.trick[0].suit
            if hand & led and not card.mask & led:
                raise ArgumentError(f"{self.turn} follows suit, and cannot play {card}")
        hands = [*self.hands]
        hands[place] ^= card.mask
        after = replace(self, hands=(hands[0], hands[1]), trick=(*self.trick, card))
        return after.turned() if len(after.trick) == 4 else after

    def turned(self) -> Position:
        """Return the position once the four cards on the table are turned."""
        winner = Seat((self.leader + trick_winner(self.trick, self.strain)) % 4)
        won = (winner - self.seat) % 2 == 0
        return replace(self, leader=winner, trick=(), tricks=max(self.tricks - won, 0))

    def possible(self) -> list[int]:
        """Return the layouts that have a weight, by the cards of the seat after ``seat``."""
        return sorted(held for held, weight in self.weights.items() if weight)

    def defenders(self, held: int) -> dict[str, str]:
        """Return the defenders' cards of a layout as text, the first defender's first."""
        seat = self.seat.left
        hands = {str(seat): cards_text(held), str(seat.partner): cards_text(self.unseen ^ held)}
        first = str(_first_defender(self.seat))
        return {first: hands.pop(first), **hands}

    def search(
        self, *, merging: bool = True, bounds: bool = True, idle: int = 0, exits: int = 0
    ) -> EndgameSearch:
        """Return the search for the best line, declarer with a handicap or none."""
        import numpy as np

        from dealwright.base.kernels.endgame import EndgameSearch
        from dealwright.base.kernels.endgame import Ending as KernelEnding

        first = self.possible()
        return EndgameSearch(
            KernelEnding(
                self.hands, int(self.seat), -1 if self.strain == 4 else int(self.strain),
                int(self.leader), tuple(card.index for card in self.trick), self.tricks,
                self.unseen, np.array(first, np.uint64),
                np.array([self.weights[cards] for cards in first], np.uint64),
            ),
            merging=merging, bounds=bounds, idle=idle, exits=exits,
        )  # fmt: skip


def endgame(
    hand: Predeal,
    dummy: Predeal,
    *,
    unseen: str | Iterable[Card | str],
    lead: Seat | str,
    tricks: int,
    strain: Strain | str = Strain.NOTRUMP,
    trick: str = "",
    card: Card | str | None = None,
    weights: Mapping[str, int] | None = None,
    budget: int = BUDGET,
) -> Ending:
    """Return the best line of an ending, and its exact chance over all layouts.

    ``hand`` and ``dummy`` are the cards left in the two hands of declarer's side, each with its
    seat, at most 7; ``unseen`` the cards of the defenders. ``lead`` led to the trick whose cards
    are ``trick``, or leads now. ``tricks`` are wanted, of those from this one on. ``card`` asks
    for the chance of the best line that begins with it. ``weights`` are those of layouts, by the
    cards of the first defender (west before east, north before south; others have none); without
    them all layouts are alike. If the ``budget`` of operations ends first, ``best`` is an interval.

    Defenders see all cards and know the line. A line never chooses at random, which could do
    better. ``sampling`` is the chance of a player who always plays a card that wins the most
    layouts double dummy, at random among several such cards.

    >>> ending = endgame("north SAQ2", "south S43 CA", unseen="SK65 D432", lead="south", tricks=3)
    >>> print(ending.double_dummy.probability, ending.best.probability)
    13/20 1/2
    >>> print(ending.sampling.probability, ending.layouts)
    9/40 20

    :raises PredealError: if a hand cannot be read
    :raises CardError: if a card cannot be read
    :raises ArgumentError: if the cards make no ending, or one of more than 7 cards
    """
    return solving_endgame(
        hand, dummy, unseen=unseen, lead=lead, tricks=tricks, strain=strain, trick=trick, card=card,
        weights=weights, budget=budget,
    ).result()  # fmt: skip


def solving_endgame(
    hand: Predeal,
    dummy: Predeal,
    *,
    unseen: str | Iterable[Card | str],
    lead: Seat | str,
    tricks: int,
    strain: Strain | str = Strain.NOTRUMP,
    trick: str = "",
    card: Card | str | None = None,
    weights: Mapping[str, int] | None = None,
    budget: int = BUDGET,
) -> Job[Ending, Ending]:
    """Return the job of ``endgame``; it yields the interval of the best line as it narrows.

    >>> job = solving_endgame(
    ...     "south SAQ2 HA", "north S43 DAK", unseen="SKT9 HKQ DQJ C2", lead="south", tricks=3
    ... )
    >>> round(job.result().best.value, 4)
    0.6286

    :raises PredealError: if a hand cannot be read
    :raises CardError: if a card cannot be read
    :raises ArgumentError: if the cards make no ending, or one of more than 7 cards
    """
    with naming("hand"):
        seat, ours = _one_hand("hand", hand)
    with naming("dummy"):
        partner, dummys = _one_hand("dummy", dummy)
        if partner is not seat.partner:
            raise ArgumentError(f"the dummy must be {seat.partner}'s hand, the partner of {seat}")
    with naming("lead"):
        leader = Seat.of(lead)
    with naming("strain"):
        named_strain = Strain.of(strain)
    with naming("unseen"):
        hidden = mask_of(unseen)
    with naming("trick"):
        table = tuple(parse_cards(trick))
    position = Position(seat, (ours, dummys), hidden, leader, table, named_strain, tricks, {})
    position = checked_position(position)
    with naming("weights"):
        position = replace(position, weights=_weights(position, weights))
    return solving(position, card, budget)


def checked_position(position: Position) -> Position:
    """Return a position without weights if its cards make an ending.

    :raises ArgumentError: if they do not, or a hand has too many
    """
    ours, dummys = position.hands
    table = sum(card.mask for card in position.trick)
    count = ours.bit_count() + dummys.bit_count() + position.unseen.bit_count()
    cards = max(ours.bit_count(), dummys.bit_count())
    if cards > MOST_CARDS:
        raise ArgumentError(
            f"hands of {cards} cards: an ending of at most {MOST_CARDS} cards each can be solved; "
            f"play on until {MOST_CARDS} are left"
        )
    with naming("trick"):
        if len(position.trick) > 3 or table.bit_count() != len(position.trick):
            raise ArgumentError("the cards on the table must be at most three, all different")
    whole = ours | dummys | position.unseen | table
    count += len(position.trick)
    if whole.bit_count() != count:
        with naming("unseen"):
            raise ArgumentError(
                "a card occurs twice among the hands, the trick and the unseen cards"
            )
    sizes = _sizes(position, count)
    known = (sizes[position.seat], sizes[position.seat.partner])
    if count % 4 or (ours.bit_count(), dummys.bit_count()) != known or not count:
        with naming("unseen"):
            raise ArgumentError(
                f"the hands have {ours.bit_count()} and {dummys.bit_count()} cards, "
                f"{position.unseen.bit_count()} are unseen; all four hands have the same number, "
                "or one less if they have played to the trick"
            )
    with naming("tricks"):
        if not 1 <= position.tricks <= count // 4:
            raise ArgumentError(f"{position.tricks} tricks wanted; there are 1 to {count // 4}")
    return position


def solving(
    position: Position, card: Card | str | None, budget: int = BUDGET
) -> Job[Ending, Ending]:
    """Return the job that solves a position with weights; ``card`` is valued beside the best line.

    :raises CardError: if the card cannot be read
    :raises ArgumentError: if the card cannot be played
    """
    with naming("card"):
        named = None if card is None else Card(card)
        chosen = None if named is None else position.after(named)
    total = sum(position.weights.values())

    def share(weight: int) -> Fraction:
        return Fraction(weight, total)

    def work(job: Job[Ending, Ending]) -> Generator[Ending, None, Ending]:
        search = position.search()
        most = search.double_dummy(stop=job.flag)
        dummy = share(most)
        ending = Ending(
            {
                str(position.seat): cards_text(position.hands[0]),
                str(position.seat.partner): cards_text(position.hands[1]),
            },
            cards_text(position.unseen), str(position.leader), position.strain.word,
            tuple(map(str, position.trick)), position.tricks,
            sum(weight > 0 for weight in position.weights.values()), total,
            EndingChance(dummy, dummy, ""), EndingChance(Fraction(0), dummy, ""), None, None, (),
            None,
        )  # fmt: skip
        try:
            for low, high in _narrowing(search, budget, job):
                best = EndingChance(share(low), share(min(high, most)), "")
                ending = replace(ending, best=best)
                yield ending
            plan = _within(lambda: search.plan(stop=job.flag, most_operations=budget))
            if plan is not None:
                ending = replace(ending, plan=plan_steps(*plan))
            if chosen is not None:
                other = chosen.search()
                for low, high in _narrowing(other, budget, job):
                    ending = _with_card(ending, share(low), share(high), str(named))
                    yield ending
                card_chance = ending.card or ending.best
                exact = ending.best.exact and card_chance.exact
                if exact and card_chance.probability < ending.best.probability:
                    ending = replace(ending, apart=_apart(position, search, other))
            sampled = _within(
                lambda: sampled_chance(position, stop=job.flag, most_operations=budget)
            )
            if sampled is not None:
                ending = replace(ending, sampling=EndingChance(sampled, sampled, ""))
        except Stopped:
            pass
        return ending

    return Job(work)


def _with_card(ending: Ending, low: Fraction, high: Fraction, card: str) -> Ending:
    """Return an answer with the bounds of a card's chance; the best line is at least as good.

    If only the card shows how good the best line is, the plan so far is of a worse line.
    """
    best = ending.best
    if low > best.probability:
        ending = replace(ending, best=replace(best, probability=low), plan=())
    return replace(ending, card=EndingChance(low, min(high, best.most), card))


def _apart(position: Position, best: EndgameSearch, card: EndgameSearch) -> EndingApart:
    """Return where the best lines of two searches over the same layouts differ."""
    total = sum(position.weights.values())
    only: dict[str, list[EndingLayout]] = {"best": [], "card": []}
    for held, wins, other in zip(position.possible(), best.won(), card.won(), strict=True):
        if wins != other:
            won_by = "best" if wins else "card"
            chance = Fraction(position.weights[held], total)
            only[won_by].append(EndingLayout(position.defenders(held), won_by, chance))
    for layouts in only.values():
        layouts.sort(key=lambda layout: -layout.probability)
    return EndingApart(
        _together(only["best"]),
        _together(only["card"]),
        (*only["best"][:_MOST_APART], *only["card"][:_MOST_APART]),
    )


def _together(layouts: Iterable[EndingLayout]) -> Fraction:
    return sum((each.probability for each in layouts), Fraction(0))


def _narrowing(
    search: EndgameSearch, budget: int, job: Job[Ending, Ending]
) -> Generator[tuple[int, int], None, None]:
    """Yield the bounds of the best line, in operations within the budget."""
    done = False
    lower = budget // _LOWER_BOUND_SHARE
    while not done:
        try:
            done = search.narrow_bounds(
                stop=job.flag, most_operations=max(0, budget - search.operations)
            )
        except BudgetExceeded:
            _within(partial(search.raise_lower_bound, stop=job.flag, most_operations=lower))
            done = True
        yield search.bounds


def sampled_chance(
    position: Position,
    *,
    merging: bool = True,
    stop: StopFlag | None = None,
    most_operations: int | None = None,
) -> Fraction:
    """Return the chance of the player who samples; see ``EndgameSearch.sampling``.

    :raises Stopped: if the flag was set
    :raises BudgetExceeded: if it takes more operations than it may
    """
    search = position.search(merging=merging)
    chances, scale = search.sampling(stop=stop, most_operations=most_operations)
    weights = [position.weights[held] for held in position.possible()]
    return Fraction(sum(map(operator.mul, weights, chances)), sum(weights) * scale)


def _within(find: Callable[[], Found]) -> Found | None:
    try:
        return find()
    except BudgetExceeded:
        return None


def _one_hand(what: str, cards: Predeal) -> tuple[Seat, int]:
    masks = predeal_masks(cards)
    seats = [seat for seat in Seat if masks[seat]]
    if len(seats) != 1:
        raise ArgumentError(f"give the {what} with its seat, as south SAQ2 HK")
    return seats[0], masks[seats[0]]


def _sizes(position: Position, count: int) -> list[int]:
    """Return how many cards each seat has left."""
    played = [(seat - position.leader) % 4 < len(position.trick) for seat in Seat]
    return [count // 4 - has_played for has_played in played]


def _first_defender(seat: Seat) -> Seat:
    """Return the defender whose cards name a layout: west before east, north before south."""
    return Seat.WEST if seat in (Seat.NORTH, Seat.SOUTH) else Seat.NORTH


def layouts_of(position: Position) -> Iterable[int]:
    """Return the cards of the seat after ``seat`` in all layouts, as masks.

    A defender who did not follow to the trick on the table has no card of the suit led.
    """
    count = sum(hand.bit_count() for hand in (*position.hands, position.unseen))
    sizes = _sizes(position, count + len(position.trick))
    cards = cards_from_mask(position.unseen)
    layouts = [mask_of(held) for held in combinations(cards, sizes[position.seat.left])]
    for number, card in enumerate(position.trick):
        seat, led = Seat((position.leader + number) % 4), position.trick[0].suit
        if (seat - position.seat) % 2 and card.suit is not led:
            shown = position.unseen & 8191 << 13 * led
            wanted = shown if seat is position.seat.right else 0  # held by the seat after ``seat``
            layouts = [held for held in layouts if held & shown == wanted]
    return layouts


def _weights(position: Position, given: Mapping[str, int] | None) -> Mapping[int, int]:
    layouts = layouts_of(position)
    if given is None:
        return dict.fromkeys(layouts, 1)
    weights = dict.fromkeys(layouts, 0)
    named = _first_defender(position.seat)
    for text, weight in given.items():
        held = mask_of(text)
        held = held if named is position.seat.left else position.unseen ^ held
        if held not in weights:
            raise ArgumentError(
                f"'{text}' are not cards of {named} in a layout of the unseen cards"
            )
        weights[held] = weight
    return scaled(weights)


def scaled(weights: Mapping[int, int]) -> Mapping[int, int]:
    """Return the smallest whole numbers in the same proportions.

    :raises ArgumentError: if a weight is not a whole number, all are 0, or they are too large
    """
    if any(operator.index(weight) < 0 for weight in weights.values()):
        raise ArgumentError("a weight must be a whole number, 0 or more")
    common = gcd(*weights.values())
    if not common:
        raise ArgumentError("no layout has a weight above 0")
    smallest = {held: weight // common for held, weight in weights.items()}
    if sum(smallest.values()) >= _MOST_TOTAL:
        raise ArgumentError(f"the weights of all layouts add up to less than {_MOST_TOTAL:,}")
    return smallest


def cards_text(cards: int) -> str:
    """Return cards suit by suit, from spades down: ``SAQ2 HK``."""
    holdings = {suit: suit_text(cards >> 13 * suit & 8191) for suit in reversed(Suit)}
    return " ".join(suit.letter + ranks for suit, ranks in holdings.items() if ranks)
