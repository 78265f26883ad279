"""Weights of the layouts of a suit under a condition, by exact counting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from dealwright.ask.condition import Condition, as_condition
from dealwright.base.errors import ConditionError, PredealError, naming
from dealwright.cards import Seat, Suit, cards_from_mask, suit_bits
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Node
from dealwright.deals import predeal_masks

if TYPE_CHECKING:
    from dealwright.deals.predeal import Predeal

__all__ = ["alike_cards", "counted_layouts"]

Chances = Mapping[str, Fraction]  # of West's cards, from the top down


def counted_layouts(
    dummy: str,
    declarer: str,
    missing: str,
    where: Condition | str,
    suit: Suit | str,
    predeal: Predeal | None,
    budget: float | None,
) -> Chances:
    """Return the chance of each set of cards that West may have, over the deals of a condition.

    Dummy is North, declarer South. Fixed cards may be those of their other suits, or others.

    :raises ConditionError: if no deal agrees, or their number cannot be counted exactly
    :raises PredealError: if the fixed cards contradict the suit
    """
    with naming("suit"):
        named = Suit.of(suit)
    shift = 13 * int(named)
    with naming("predeal"):
        fixed = predeal_masks(predeal)
    both = {Seat.NORTH: dummy, Seat.SOUTH: declarer}
    for seat, cards in both.items():
        others = {card.rank.letter for card in cards_from_mask(fixed[seat] & 0x1FFF << shift)}
        if not others <= set(cards):
            with naming("predeal"):
                raise PredealError(
                    f"{seat.name.lower()} has other {named.name.lower()} among the fixed cards"
                )
    held = {seat: cards_from_mask(fixed[seat] | _mask(both.get(seat, ""), named)) for seat in Seat}
    whole = " && ".join(
        f"{named.name.lower()}({seat.name.lower()}) == {len(cards)}" for seat, cards in both.items()
    )
    condition = as_condition(where) & as_condition(whole)
    low = _never_told_apart(condition.tree, missing, named)
    high = [rank for rank in missing if rank not in low]
    quantities = [f"hascard(west, {rank}{named.letter})" for rank in high]
    found = condition.distribution(
        *quantities, f"{named.name.lower()}(west)", predeal=held, budget=budget
    )
    if not found.exact:
        raise ConditionError(
            "the layouts under this condition cannot be counted exactly in this time",
            hint="Write it with points, lengths, shapes and cards",
        )
    total = sum(found.counts.values())
    chances = dict.fromkeys(_subsets(missing), Fraction(0))
    for (*has, length), count in found.counts.items():
        of_low = length - sum(has)
        share = Fraction(int(count), int(total) * comb(len(low), of_low))
        held_high = {rank for rank, value in zip(high, has, strict=True) if value}
        for spots in combinations(low, of_low):
            chances["".join(rank for rank in missing if rank in held_high or rank in spots)] = share
    return chances


def _never_told_apart(tree: Node | None, missing: str, suit: Suit) -> str:
    """Return the missing cards that no part of a condition tells from the lowest of them."""
    return "".join(
        rank
        for rank in missing
        if rank == missing[-1] or not _tells_apart(tree, rank, missing[-1], suit)
    )


def _tells_apart(tree: Node | None, one: str, other: str, suit: Suit) -> bool:
    bits = suit_bits(one), suit_bits(other)
    swapped = np.arange(1 << 13, dtype=np.int64)
    differ = (swapped & bits[0] != 0) != (swapped & bits[1] != 0)
    swapped[differ] ^= bits[0] | bits[1]
    for node in () if tree is None else nodes.walk(tree):
        if isinstance(node, nodes.Costly):
            return True
        if isinstance(node, nodes.HasCard) and node.card // 13 == suit:
            if 1 << node.card % 13 in bits:
                return True
        elif isinstance(node, nodes.Measure) and node.suit in (None, suit):
            table = node.feature.holding_table
            if table is not None and (table[swapped] != table).any():
                return True
    return False


def alike_cards(missing: str, chances: Chances) -> tuple[str, ...]:
    """Return the missing cards in groups of which no chance tells two cards apart.

    >>> even = {"": Fraction(1, 4), "Q": Fraction(1, 4), "J": Fraction(1, 4), "QJ": Fraction(1, 4)}
    >>> alike_cards("QJ", even), alike_cards("QJ", even | {"Q": Fraction(1, 2), "J": Fraction(0)})
    (('QJ',), ('Q', 'J'))
    """
    groups = list[str]()
    for rank in missing:
        for number, group in enumerate(groups):
            if _are_alike(rank, group[0], missing, chances):
                groups[number] += rank
                break
        else:
            groups.append(rank)
    return tuple(groups)


def _are_alike(one: str, other: str, missing: str, chances: Chances) -> bool:
    def with_other(west: str) -> str:
        return "".join(rank for rank in missing if rank in west.replace(one, other))

    return all(
        chances[west] == chances[with_other(west)]
        for west in _subsets(missing)
        if one in west and other not in west
    )


def _subsets(ranks: str) -> Iterator[str]:
    for size in range(len(ranks) + 1):
        yield from map("".join, combinations(ranks, size))


def _mask(ranks: str, suit: Suit) -> int:
    return suit_bits(ranks) << 13 * int(suit)
