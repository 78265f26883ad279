"""Random endings by seed, and plans played against every defence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypeVar

from dealwright.cards import Card, Seat, Strain
from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream
from dealwright.play.ending import PlanStep, Position
from tests.twins.plain.endings import Table

__all__ = [
    "draws",
    "pick",
    "plain_table",
    "plain_weights",
    "random_position",
    "solved",
    "won_by_plan",
]

Option = TypeVar("Option")


def draws(name: str, number: int = 0) -> Draws:
    """Return random integers by name."""
    return Draws(Stream(f"endings: {name}"), number)


def pick(rng: Draws, options: Sequence[Option]) -> Option:
    """Return one of some options."""
    return options[rng.below(len(options))]


def random_position(
    rng: Draws, cards: int, *, suits: int = 4, most_layouts: int | None = None,
    weighted: bool = False,
) -> Position:  # fmt: skip
    """Return an ending of so many cards each, of the highest cards of some suits or of any."""
    pool = list(range(13 * suits))
    if rng.below(2):
        ranks = max(2, 4 * cards // suits + 1)
        pool = [card for card in pool if card % 13 >= 13 - ranks]
    if len(pool) < 4 * cards:
        pool = list(range(13 * suits))
    dealt = rng.shuffled(pool)[: 4 * cards]
    masks = [sum(1 << card for card in dealt[i * cards : (i + 1) * cards]) for i in (0, 1)]
    unseen = dealt[2 * cards :]
    layouts = [sum(1 << card for card in held) for held in combinations(sorted(unseen), cards)]
    if most_layouts is not None and len(layouts) > most_layouts:
        layouts = rng.shuffled(layouts)[:most_layouts]
    return Position(
        pick(rng, list(Seat)), (masks[0], masks[1]), sum(1 << card for card in unseen),
        pick(rng, list(Seat)), (), Strain(pick(rng, [0, 1, 4, 4, 4])), 1 + rng.below(cards),
        {held: pick(rng, [1, 1, 2, 5]) if weighted else 1 for held in layouts},
    )  # fmt: skip


def plain_table(position: Position) -> Table:
    """Return a position as the plain twin has it."""
    hands: list[frozenset[int] | None] = [None] * 4
    for seat, mask in zip((position.seat, position.seat.partner), position.hands, strict=True):
        hands[seat] = _cards(mask)
    held = tuple(
        (_cards(first), _cards(position.unseen ^ first)) for first in sorted(position.weights)
    )
    trump = -1 if position.strain is Strain.NOTRUMP else int(position.strain)
    return Table(
        int(position.seat), tuple(hands), held, int(position.leader), (), trump, position.tricks
    )


def plain_weights(position: Position) -> list[int]:
    """Return the weights of the layouts of ``plain_table``."""
    return [position.weights[first] for first in sorted(position.weights)]


def solved(position: Position, *, merging: bool = True, bounds: bool = True) -> int:
    """Return the weight that the best line wins."""
    search = position.search(merging=merging, bounds=bounds)
    while not search.narrow_bounds():
        pass
    low, high = search.bounds
    assert low == high
    return low


def won_by_plan(position: Position, plan: Sequence[PlanStep]) -> int:
    """Return the weight of the layouts in which a plan takes its tricks against every defence."""
    table, weights = plain_table(position), plain_weights(position)
    return sum(
        weight
        for layout, weight in enumerate(weights)
        if plan and _wins(_alone(table, layout), plan, 0)
    )


def _alone(table: Table, layout: int) -> Table:
    return Table(
        table.seat, table.hands, (table.held[layout],), table.leader, table.trick, table.trump,
        table.need,
    )  # fmt: skip


def _wins(table: Table, plan: Sequence[PlanStep], place: int) -> bool:
    """Return whether a plan wins the only layout from a step on."""
    if table.need <= 0:
        return True
    if table.over:
        return False
    step = plan[place] if place >= 0 else None
    here = (table.number, str(Seat(table.turn)))
    if (
        step is None
        or (here != (step.trick, step.seat) and step.action != "leader")
        or (step.action == "leader" and here[0] != step.trick)
    ):  # what a defender plays here makes no difference
        return table.hands[table.turn] is None and all(
            _wins(table.after(card), plan, place) for card in table.legal(0)
        )
    if step.action == "leader":
        nexts = [case.next for case in step.cases if case.leader == str(Seat(table.leader))]
        return bool(nexts) and _wins(table, plan, nexts[0])
    if step.action == "cash":
        return _cashes(table)
    if step.action == "play":
        card = Card(step.card).index
        return card in table.legal(0) and _wins(table.after(card), plan, step.cases[0].next)
    return all(_wins(table.after(card), plan, _case(step, card)) for card in table.legal(0))


def _case(step: PlanStep, card: int) -> int:
    for case in step.cases:
        if not case.cards or str(Card(card)) in case.cards:
            return case.next
    raise AssertionError("the last case is for all other cards")


def _cashes(table: Table) -> bool:
    """Lead any cards that no other hand can beat, whatever the others play, until all is made."""
    if table.need <= 0:
        return True
    if table.over:
        return False
    hand = table.hands[table.turn]
    if table.trick or hand is None:
        hand_to_play = table.legal(0)
        if hand is None:
            return all(_cashes(table.after(card)) for card in hand_to_play)
        return _cashes(table.after(min(hand_to_play)))  # dummy's lowest
    others = {
        card
        for seat, cards in enumerate(table.hands)
        if cards is not None and seat != table.turn
        for card in cards
    }
    held = table.held[0]
    assert held is not None
    others |= {*held[0], *held[1]}
    high = [
        card for card in hand
        if all(other // 13 != card // 13 or other < card for other in others)
    ]  # fmt: skip
    trumps = [card for card in high if card // 13 == table.trump]
    chosen = trumps or high
    return bool(chosen) and _cashes(table.after(chosen[0]))


def _cards(mask: int) -> frozenset[int]:
    return frozenset(card for card in range(52) if mask >> card & 1)
