"""One suit by all pure strategies of declarer: no classes of equals, no memory, nothing pruned.

A layout is West's and East's ranks. A strategy is a card for each history of cards seen; what
follows returns the set of layouts (as bits) that each strategy wins, or the tricks that it takes
in each; the defenders know everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple, TypeVar

__all__ = ["all_layouts", "tricks_taken", "won_sets"]

Layouts = dict[int, dict[str, frozenset[str]]]
Taken = tuple[tuple[int, int], ...]
Found = TypeVar("Found", int, Taken)
Parts = list[tuple[set[int], set[Found]]]  # layouts in which a card can be played, what is reached


def all_layouts(missing: str) -> list[frozenset[str]]:
    """Return West's cards in every layout."""
    return [frozenset(w) for k in range(len(missing) + 1) for w in combinations(missing, k)]


def won_sets(
    hands: dict[str, str], layouts: Layouts, need: int, entries: int | None = None, place: str = "S"
) -> set[int]:
    """Return the set of layouts that each strategy wins; ``place`` is the hand with the lead."""
    if need <= 0:
        return {sum(1 << each for each in layouts)}

    def rest(after: Trick) -> tuple[set[int], set[int]]:
        sets = won_sets(after.hands, after.layouts, need - after.won, after.entries, after.place)
        return set(after.layouts), sets

    found = {0}
    for leader, lead, left in _leads(hands, entries, place):
        found |= _led(hands, layouts, left, leader, lead, rest, _won)
    return found


def tricks_taken(
    hands: dict[str, str], layouts: Layouts, entries: int | None = None, place: str = "S"
) -> set[Taken]:
    """Return the tricks that each strategy takes, as pairs of a layout and its number."""

    def rest(after: Trick) -> tuple[set[int], set[Taken]]:
        taken = tricks_taken(after.hands, after.layouts, after.entries, after.place)
        sets = {tuple((i, number + after.won) for i, number in each) for each in taken}
        return set(after.layouts), sets

    found = set[Taken]()
    for leader, lead, left in _leads(hands, entries, place):
        found |= _led(hands, layouts, left, leader, lead, rest, _fewest)
    # no card is left, or only in a hand without an entry: nothing more is taken
    return found or {tuple((each, 0) for each in sorted(layouts))}


class Trick(NamedTuple):
    """What is left after a trick: cards, layouts and entries, and whether and where it was won."""

    hands: dict[str, str]
    layouts: Layouts
    entries: int | None
    won: bool
    place: str


def _leads(
    hands: dict[str, str], entries: int | None, place: str
) -> Iterator[tuple[str, str, int | None]]:
    """Yield each lead: its hand, its card, and the entries that are left then."""
    for leader in "NS":
        free = leader == "S" or place == "N" or entries is None
        if not free and not entries:
            continue
        left = entries if free or entries is None else entries - 1
        for lead in hands[leader]:
            yield leader, lead, left


def _led(
    hands: dict[str, str], layouts: Layouts, entries: int | None, leader: str, lead: str,
    rest: Callable[[Trick], tuple[set[int], set[Found]]],
    together: Callable[[Parts[Found], set[int]], set[Found]],
) -> set[Found]:  # fmt: skip
    """Return what each strategy reaches after a lead, from what it reaches after the trick."""
    partner = "N" if leader == "S" else "S"
    second, fourth = ("W", "E") if leader == "S" else ("E", "W")
    by_second = []
    for b, some in _shown(layouts, second).items():
        options = set[Found]()
        for c in hands[partner] or "-":
            by_fourth = []
            for d, possible in _shown(some, fourth).items():
                table = {leader: lead, second: b, partner: c, fourth: d}
                winner = min(table, key=lambda seat: "AKQJT98765432-".index(table[seat]))
                after = {seat: hands[seat].replace(table[seat], "") for seat in "NS"}
                kept = {
                    i: {seat: layout[seat] - {table[seat]} for seat in "WE"}
                    for i, layout in possible.items()
                }
                won = winner in "NS"
                by_fourth.append(rest(Trick(after, kept, entries, won, winner if won else "S")))
            options |= together(by_fourth, set(some))
        by_second.append((set(some), options))
    return together(by_second, set(layouts))


def _shown(layouts: Layouts, seat: str) -> dict[str, Layouts]:
    """Return for each card that a defender may play the layouts in which he can."""
    found: dict[str, Layouts] = {}
    for i, layout in layouts.items():
        for card in layout[seat] or {"-"}:
            found.setdefault(card, {})[i] = layout
    return found


def _won(parts: Parts[int], layouts: set[int]) -> set[int]:
    """Return what is won for each choice of one set a card: a layout under all that it allows."""
    found = {sum(1 << each for each in layouts)}
    for possible, sets in parts:
        outside = sum(1 << each for each in layouts - possible)
        found = {a & (b | outside) for a in found for b in sets}
    return found


def _fewest(parts: Parts[Taken], layouts: set[int]) -> set[Taken]:
    """Return the tricks for each choice of one strategy a card: the fewest of what is possible."""
    found: set[Taken] = {()}
    for _, strategies in parts:
        joined = set[Taken]()
        for one in found:
            for other in strategies:
                fewest = dict(one)
                for layout, number in other:
                    fewest[layout] = min(number, fewest.get(layout, number))
                joined.add(tuple(sorted(fewest.items())))
        found = joined
    return found
