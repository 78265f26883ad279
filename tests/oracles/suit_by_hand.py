"""One suit by all pure strategies of declarer: no classes of equals, no memory, nothing pruned.

A layout is West's and East's ranks. A strategy is a card for each history of cards seen; what
follows returns the set of layouts (as bits) that each strategy wins, defenders knowing everything.
"""

from __future__ import annotations

from itertools import combinations

__all__ = ["all_layouts", "won_sets"]


def all_layouts(missing: str) -> list[frozenset[str]]:
    """Return West's cards in every layout."""
    return [frozenset(w) for k in range(len(missing) + 1) for w in combinations(missing, k)]


def won_sets(
    hands: dict[str, str], layouts: dict[int, dict[str, frozenset[str]]], need: int,
    entries: int | None = None, place: str = "S",
) -> set[int]:  # fmt: skip
    """Return the set of layouts that each strategy wins; ``place`` is the hand with the lead."""
    if need <= 0:
        return {sum(1 << each for each in layouts)}
    found = {0}
    for leader in "NS":
        free = leader == "S" or place == "N" or entries is None
        if not free and not entries:
            continue
        left = entries if free or entries is None else entries - 1
        for lead in hands[leader]:
            found |= _led(hands, layouts, need, left, leader, lead)
    return found


def _led(
    hands: dict[str, str], layouts: dict[int, dict[str, frozenset[str]]], need: int,
    entries: int | None, leader: str, lead: str,
) -> set[int]:  # fmt: skip
    partner = "N" if leader == "S" else "S"
    second, fourth = ("W", "E") if leader == "S" else ("E", "W")
    by_second = []
    for b, some in _shown(layouts, second).items():
        options: set[int] = set()
        for c in hands[partner] or "-":
            by_fourth = []
            for d, rest in _shown(some, fourth).items():
                table = {leader: lead, second: b, partner: c, fourth: d}
                winner = min(table, key=lambda seat: "AKQJT98765432-".index(table[seat]))
                after = {seat: hands[seat].replace(table[seat], "") for seat in "NS"}
                kept = {
                    i: {seat: layout[seat] - {table[seat]} for seat in "WE"}
                    for i, layout in rest.items()
                }
                won = winner in "NS"
                by_fourth.append(
                    (set(rest), won_sets(after, kept, need - won, entries, winner if won else "S"))
                )
            options |= _together(by_fourth, set(some))
        by_second.append((set(some), options))
    return _together(by_second, set(layouts))


def _shown(
    layouts: dict[int, dict[str, frozenset[str]]], seat: str
) -> dict[str, dict[int, dict[str, frozenset[str]]]]:
    """Return for each card that a defender may play the layouts in which he can."""
    found: dict[str, dict[int, dict[str, frozenset[str]]]] = {}
    for i, layout in layouts.items():
        for card in layout[seat] or {"-"}:
            found.setdefault(card, {})[i] = layout
    return found


def _together(parts: list[tuple[set[int], set[int]]], layouts: set[int]) -> set[int]:
    """Return what is won for each choice of one set a card: a layout under all that it allows."""
    found = {sum(1 << each for each in layouts)}
    for possible, sets in parts:
        outside = sum(1 << each for each in layouts - possible)
        found = {a & (b | outside) for a in found for b in sets}
    return found
