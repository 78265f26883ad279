"""Endings at the table: the position after the play so far, and the weights of its layouts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from dealwright.base.errors import ArgumentError, ConditionError
from dealwright.cards import PACK, Seat
from dealwright.conditions.nodes import Node, all_of
from dealwright.planning.sampling.evaluation import truth_of, values_of
from dealwright.play.at_table.events import VisibleCards
from dealwright.play.ending.solving import Position, checked_position, layouts_of, scaled

__all__ = ["layout_weights", "position_of"]


def position_of(seen: VisibleCards, tricks: int) -> Position:
    """Return the position after the play so far, without weights.

    :raises ArgumentError: if more than 7 cards are left, or two partners' hands are not seen
    """
    sides = [seat for seat in (Seat.SOUTH, Seat.NORTH, Seat.EAST, Seat.WEST) if seen.hands[seat]]
    if len(sides) != 2 or sides[0].partner is not sides[1]:
        raise ArgumentError("the best line needs a hand and its dummy, both seen, as partners")
    seat = sides[0]
    play = seen.play
    last = play.tricks[-1] if play.tricks else ()
    table = last if len(last) < 4 else ()
    if table:
        leader = table[0][0]
    elif play.tricks:
        led = play.tricks[-1][0][1].suit
        leader = max(play.tricks[-1], key=lambda move: play.strength(move[1], led))[0]
    else:
        leader = Seat.WEST  # 13 cards are refused
    left = [seen.hands[known] & ~play.played[known] for known in (seat, seat.partner)]
    unseen = PACK & ~sum(seen.hands)
    for hidden in seen.unseen:
        unseen &= ~play.played[hidden]
    return checked_position(
        Position(
            seat, (left[0], left[1]), unseen, leader, tuple(card for _, card in table), play.trump,
            tricks, {},
        )
    )  # fmt: skip


def layout_weights(
    position: Position, fixed: Sequence[int], conditions: Sequence[Node | None],
    evidence: Node | None,
) -> Mapping[int, int]:  # fmt: skip
    """Return the weight of each layout, by the cards of the seat after ``position.seat``.

    ``fixed`` are the masks of cards whose seats are known, those already played too.

    :raises ConditionError: if no layout agrees with what is known
    """
    first, second = position.seat.left, position.seat.right
    layouts = [
        held for held in layouts_of(position)
        if not (held & fixed[second] or (position.unseen ^ held) & fixed[first])
    ]  # fmt: skip
    masks = np.array([fixed] * len(layouts), dtype=np.uint64).reshape(-1, 4)
    held = np.array(layouts, dtype=np.uint64)
    masks[:, first] |= held
    masks[:, second] |= np.uint64(position.unseen) ^ held
    agree = truth_of(all_of(conditions), masks)
    weights = agree.astype(np.int64)
    if evidence is not None:
        weights *= values_of(evidence, masks)
    if not weights.any():
        raise ConditionError("no layout of the unseen cards agrees with what is known")
    return scaled(dict(zip(layouts, weights.tolist(), strict=True)))
