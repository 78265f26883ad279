"""Plain search of one suit: all lines of declarer, all defences, every missing card by itself.

What a line reaches is an integer with some bits for each layout: one bit for whether it takes the
tricks that are wanted, or as many bits as it takes tricks. Defenders leave what is common to all
their cards; only what is no part of another is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from tools.fuzzing._cards import cards_of

__all__ = ["average", "chance"]

_TRICKS = 14  # bits of a layout where tricks are counted: 13, and one more

Layout = tuple[int, int, int]  # its lowest bit, and the ranks of West and East


@dataclass(frozen=True)
class _Node:
    """The ranks of declarer and dummy, the layouts that agree, what is wanted, and who can lead."""

    hands: tuple[int, int]
    layouts: tuple[Layout, ...]
    need: int | None  # None: as many tricks as possible
    entries: int | None
    in_dummy: bool = False

    @property
    def lowest(self) -> int:
        """The lowest bit of each layout."""
        return sum(layout[0] for layout in self.layouts)

    @property
    def all(self) -> int:
        """All bits of the layouts."""
        return self.lowest * (1 if self.need is not None else (1 << _TRICKS) - 1)


def chance(
    declarer: int, dummy: int, weights: dict[int, Fraction], need: int, entries: int | None
) -> Fraction:
    """Return the weight of the layouts in which the best line takes so many tricks.

    ``weights`` are those of layouts by West's ranks, as masks.
    """
    node = _first(declarer, dummy, weights, need, entries, 1)
    parts = list(weights.values())
    return max(sum((parts[place] for place in cards_of(won)), Fraction(0)) for won in _family(node))


def average(
    declarer: int, dummy: int, weights: dict[int, Fraction], entries: int | None
) -> Fraction:
    """Return the most tricks that a line takes, by weight."""
    node = _first(declarer, dummy, weights, None, entries, _TRICKS)
    parts = list(weights.values())
    return max(
        sum((parts[bit // _TRICKS] for bit in cards_of(taken)), Fraction(0))
        for taken in _family(node)
    )


def _first(
    declarer: int, dummy: int, weights: dict[int, Fraction], need: int | None,
    entries: int | None, width: int,
) -> _Node:  # fmt: skip
    _family.cache_clear()
    missing = 8191 & ~(declarer | dummy)
    layouts = tuple((1 << width * i, west, missing ^ west) for i, west in enumerate(weights))
    return _Node((declarer, dummy), layouts, need, entries)


def _distinct(node: _Node, place: int, played: int = 0) -> Iterator[int]:
    """Yield the cards of a hand of declarer's side; of neighbours, the lowest."""
    others = node.hands[1 - place] | node.layouts[0][1] | node.layouts[0][2] | played
    below = None
    for card in cards_of(node.hands[place]):
        between = 0 if below is None else (1 << card) - (2 << below)
        if below is None or others & between:
            yield card
        below = card


@cache
def _family(node: _Node) -> list[int]:
    """Return what lines reach from a lead on."""
    if node.need is not None and node.need <= 0:
        return [node.all]
    if node.need is not None and node.need > max(hand.bit_count() for hand in node.hands):
        return [0]
    reached = [0]  # nobody can lead, or declarer gives up
    for leader in (0, 1):
        free = leader == 0 or node.in_dummy or node.entries is None
        if free or node.entries:
            entries = node.entries if free or node.entries is None else node.entries - 1
            led = replace(node, entries=entries)
            for card in _distinct(node, leader):
                reached += _led(led, leader, card)
                if node.need is not None and node.all in reached:
                    return [node.all]
    return _front(reached)


def _led(node: _Node, leader: int, lead: int) -> list[int]:
    """Return what lines reach after a lead: declarer's other hand plays third."""
    second, fourth = (1, 2) if leader == 0 else (2, 1)
    reached = [node.all]
    for left, some in _shown(node, second):
        third = list[int]()
        table = 1 << left if left >= 0 else 0
        for reply in list(_distinct(some, 1 - leader, table)) or [-1]:
            lines = [some.all]
            for right, few in _shown(some, fourth):
                after = _after(few, leader, lead, reply, max(left, right))
                won = lead > max(left, right) or reply > max(left, right)
                rest = _family(after)
                if won and node.need is None:
                    rest = [one << 1 | few.lowest for one in rest]
                lines = _joined(lines, rest, some.all & ~few.all)
            third += lines
            if some.need is not None and some.all in third:
                break
        reached = _joined(reached, _front(third), node.all & ~some.all)
        if reached == [0]:
            break
    return reached


def _after(node: _Node, leader: int, lead: int, reply: int, theirs: int) -> _Node:
    """Return the node after a trick, in which the defenders' cards are gone already."""
    hands = [*node.hands]
    hands[leader] ^= 1 << lead
    hands[1 - leader] ^= 1 << reply if reply >= 0 else 0
    won = max(lead, reply) > theirs
    by_dummy = won and (lead > reply) == (leader == 1)
    need = node.need if node.need is None else node.need - won
    return replace(node, hands=(hands[0], hands[1]), need=need, in_dummy=by_dummy)


def _shown(node: _Node, place: int) -> Iterator[tuple[int, _Node]]:
    """Yield each card that a defender may play (-1: none), and the layouts left without it."""
    held = {card for layout in node.layouts for card in cards_of(layout[place])}
    for card in sorted(held):
        layouts = tuple(
            (bit, west ^ (1 << card if place == 1 else 0), east ^ (1 << card if place == 2 else 0))
            for bit, west, east in node.layouts
            if (west if place == 1 else east) >> card & 1
        )
        yield card, replace(node, layouts=layouts)
    void = tuple(layout for layout in node.layouts if not layout[place])
    if void:
        yield -1, replace(node, layouts=void)


def _joined(lines: list[int], others: list[int], outside: int) -> list[int]:
    return _front(one & (other | outside) for one in lines for other in others)


def _front(reached: Iterable[int]) -> list[int]:
    """Return what is no part of another."""
    front = list[int]()
    for one in sorted(set(reached), key=int.bit_count, reverse=True):
        if not any(one | other == other for other in front):
            front.append(one)
    return front
