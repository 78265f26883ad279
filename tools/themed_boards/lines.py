"""Endings that the best line wins by a theme: its chance, that of its rival, and the key card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tools.themed_boards.table import NO_HANDICAP, Handicap, OpenTable, seats_bits

from dealwright.base.errors import BudgetExceeded
from dealwright.cards import Card, Seat, cards_from_mask
from dealwright.play.ending.plans import MADE, PlanStep, plan_steps
from dealwright.play.ending.solving import sampled_chance

if TYPE_CHECKING:
    from dealwright.base.kernels.endgame import EndgameSearch
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.play.ending import Position

__all__ = [
    "LEAST_CHANCE",
    "LEAST_RIVAL",
    "MARGIN",
    "SAMPLING_MARGIN",
    "ThemedEnding",
    "handicap_of",
    "themed_ending",
]

MARGIN = Fraction(1, 20)  # the least difference of a line and its rival
SAMPLING_MARGIN = Fraction(1, 10)  # the same for the sampling player
LEAST_CHANCE = Fraction(1, 3)  # of the best line
LEAST_RIVAL = Fraction(1, 5)  # of the other of finesse and drop
_LINE_BUDGET = 1_000_000_000  # operations of a search


@dataclass(frozen=True)
class ThemedEnding:
    """The chance of the best line and of its rival, and the card that decides.

    Both chances belong to the position after the cards ``after`` of the ending (none but for a
    finesse or a drop); ``best`` is the chance of the ending's best line at its beginning. The rival
    is the best line without the theme: against defenders with idle cards (squeeze) or with free
    exits (throw-in); the best line after ``rival_card`` (finesse or drop); the sampling player, who
    plays ``rival_card`` (ending). ``card`` is played by ``seat``.
    """

    best: Fraction
    chance: Fraction
    rival: Fraction
    seat: Seat
    card: Card
    rival_card: Card | None = None
    after: tuple[Card, ...] = ()


def themed_ending(
    theme: str, position: Position, first: int, stop: StopFlag | None = None
) -> ThemedEnding | None:
    """Return what decides an ending if its best line wins the layout by the theme, else None.

    ``first`` are the cards of the seat after ``position.seat`` in the layout. None too if a search
    takes too long.
    """
    search = position.search()
    best = _exact(search, stop)
    total = sum(position.weights.values())
    if best is None or best < LEAST_CHANCE * total or not _wins(search, position, first):
        return None
    table = _table(position, first)
    try:
        if theme == "ending":
            return _against_sampling(position, search, Fraction(best, total), table, stop)
        if theme == "finesse-or-drop":
            return _finesse_or_drop(position, search, Fraction(best, total), table, stop)
        handicap = handicap_of(theme, position.seat)
        if handicap is None or table.makes(handicap):
            return None
        rival = _exact(position.search(idle=handicap.idle, exits=handicap.exits), stop)
        if rival is None or best - rival < MARGIN * total:
            return None
        plan = plan_steps(*search.plan(stop=stop, most_operations=_LINE_BUDGET))
    except BudgetExceeded:
        return None
    key = _key_card(theme, table, plan, handicap)
    chance = Fraction(best, total)
    return key and ThemedEnding(chance, chance, Fraction(rival, total), *key)


def handicap_of(theme: str, declarer: Seat) -> Handicap | None:
    """Return what the defenders have if the theme is taken away; None if it is no resource."""
    both = seats_bits([declarer.left, declarer.right])
    return {"squeeze": Handicap(idle=both), "throw-in": Handicap(exits=both)}.get(theme)


def _exact(search: EndgameSearch, stop: StopFlag | None) -> int | None:
    """Return the weight that the best line wins, None beyond the budget."""
    try:
        while not search.narrow_bounds(
            stop=stop, most_operations=max(0, _LINE_BUDGET - search.operations)
        ):
            pass
    except BudgetExceeded:
        return None
    return search.bounds[0]


def _wins(search: EndgameSearch, position: Position, first: int) -> bool:
    return bool(search.won()[position.possible().index(first)])


def _table(position: Position, first: int) -> OpenTable:
    """Return the four hands of a layout."""
    hands, seat = [0, 0, 0, 0], position.seat
    hands[seat], hands[seat.partner] = position.hands
    hands[seat.left], hands[seat.right] = first, position.unseen ^ first
    return OpenTable.begin(
        hands, seat, position.strain, position.leader, position.tricks, position.trick
    )


def _played(
    table: OpenTable, plan: Sequence[PlanStep], handicap: Handicap
) -> Iterator[tuple[OpenTable, Card]]:
    """Yield the cards of a line until the tricks are made, each with the table before it.

    Defenders play cards after which the handicap still helps them, if they can, the lowest first.
    """
    place = 0
    while not table.over and place != MADE:
        step = plan[place]
        if step.action == "leader" and step.trick == table.number and not table.trick:
            place = next(c.next for c in step.cases if c.leader == str(table.leader))
            continue
        here = (step.trick, step.seat) == (table.number, str(table.turn))
        if step.action == "cash":
            return
        if here and step.action == "play":
            card, place = Card(step.card), step.cases[0].next
        else:
            cards = sorted(table.legal(), key=lambda card: card.rank)
            helped = [card for card in cards if not table.after(card).makes(handicap)]
            card = (helped or cards)[0]
            if here:
                place = next(
                    case.next for case in step.cases if not case.cards or str(card) in case.cards
                )
        yield table, card
        table = table.after(card)


def _key_card(
    theme: str, table: OpenTable, plan: Sequence[PlanStep], handicap: Handicap
) -> tuple[Seat, Card] | None:
    """Return the card after whose trick the handicap no longer helps the defenders, with its seat.

    For a squeeze the first card of declarer's side to that trick; for a throw-in the one to the
    last trick that the defenders won before.
    """
    ours: tuple[Seat, Card] | None = None  # the first of this trick
    key, number = ours, 0
    for before, card in _played(table, plan, handicap):
        if before.number != number:
            if number and before.makes(handicap):
                return key if theme == "throw-in" else ours
            if number and not before.is_ours(before.leader):
                key = ours
            ours, number = None, before.number
        if before.ours and ours is None:
            ours = before.turn, card
    return key if theme == "throw-in" else ours


def _finesse_or_drop(
    position: Position,
    search: EndgameSearch,
    best_line: Fraction,
    table: OpenTable,
    stop: StopFlag | None,
) -> ThemedEnding | None:
    """Return the turn of the best line where a finesse and a top card of the suit are rivals.

    The partner led the suit, the defender between followed with a card that the finesse beats, and
    the other defender may have a higher one. The rival loses the layout.
    """
    plan = plan_steps(*search.plan(stop=stop, most_operations=_LINE_BUDGET))
    seen = position  # as declarer sees it
    after = list[Card]()
    for before, card in _played(table, plan, NO_HANDICAP):
        if before.ours and len(before.trick) == 2 and (pair := _rivals(seen, card)):
            top, finesse = pair
            chances = {
                choice: _exact(seen.after(choice).search(), stop) for choice in (top, finesse)
            }
            other = finesse if card == top else top
            best, rival = chances[card], chances[other]
            total = sum(seen.weights.values())
            if best is None or rival is None or before.after(other).makes():
                return None
            if rival >= LEAST_RIVAL * total and best - rival >= MARGIN * total:
                chance = Fraction(best, total), Fraction(rival, total)
                return ThemedEnding(best_line, *chance, before.turn, card, other, tuple(after))
            return None
        after.append(card)
        seen = _seen_after(seen, before, card)
        if not any(seen.weights.values()):
            return None
    return None


def _rivals(seen: Position, card: Card) -> tuple[Card, Card] | None:
    """Return a top card of the suit led and a finessing card, one of them the card, or None."""
    led = seen.trick[0].suit
    if card.suit is not led or seen.trick[1].suit is not led:
        return None
    hand = seen.hands[0 if seen.turn is seen.seat else 1]
    suit = 8191 << 13 * led
    own = [*map(Card, cards_from_mask(hand & suit))]  # highest first
    unseen = [*map(Card, cards_from_mask(seen.unseen & suit))]
    table = max(c.rank for c in seen.trick if c.suit is led)
    tops = [c for c in own if unseen and c > unseen[0]]
    low = [c for c in own if unseen and c < unseen[0] and c.rank > table]
    if not tops or not low:
        return None
    if card in tops:
        return card, low[0]
    return (tops[-1], card) if card in low else None


def _seen_after(seen: Position, before: OpenTable, card: Card) -> Position:
    """Return the position as declarer sees it after a card; a defender's rules out layouts."""
    if before.ours:
        return seen.after(card)
    his = 0 if before.turn is seen.seat.left else 1
    led = 8191 << 13 * seen.trick[0].suit if seen.trick else 0
    weights: dict[int, int] = {}
    for first, weight in seen.weights.items():
        hand = (first, seen.unseen ^ first)[his]
        if not weight or not hand & card.mask or (hand & led and not card.mask & led):
            continue
        weights[first & ~card.mask] = weight
    after = replace(
        seen, unseen=seen.unseen ^ card.mask, weights=weights, trick=(*seen.trick, card)
    )
    return after.turned() if len(after.trick) == 4 else after


def _against_sampling(
    position: Position,
    search: EndgameSearch,
    best: Fraction,
    table: OpenTable,
    stop: StopFlag | None,
) -> ThemedEnding | None:
    """Return the first card that the sampling player does not find, if he is 10 points worse."""
    sampling = sampled_chance(position, stop=stop, most_operations=_LINE_BUDGET)
    if best - sampling < SAMPLING_MARGIN:
        return None
    plan = plan_steps(*search.plan(stop=stop, most_operations=_LINE_BUDGET))
    seen = position
    for before, card in _played(table, plan, NO_HANDICAP):
        if before.ours:
            won = {
                each: seen.after(each).search().double_dummy(stop=stop) for each in before.legal()
            }
            if won[card] < max(won.values()):
                other = max(won, key=won.__getitem__)
                return ThemedEnding(best, best, sampling, before.turn, card, other)
        seen = _seen_after(seen, before, card)
    return None
