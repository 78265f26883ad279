"""One suit by all pure strategies of declarer: no classes of equals, no memory, nothing pruned.

A layout is West's and East's ranks. A strategy is a card for each history of cards seen; what
follows returns the set of layouts (as bits) that each strategy wins, or the tricks that it takes
in each; the defenders know everything.
"""

from __future__ import annotations

from itertools import combinations

__all__ = ["all_layouts", "tricks_taken", "won_sets"]


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


def tricks_taken(
    hands: dict[str, str], layouts: dict[int, dict[str, frozenset[str]]],
    entries: int | None = None, place: str = "S",
) -> set[tuple[tuple[int, int], ...]]:  # fmt: skip
    """Return the tricks that each strategy takes, as pairs of a layout and its number."""
    if not hands["N"] and not hands["S"]:
        return {tuple((each, 0) for each in sorted(layouts))}
    found = set[tuple[tuple[int, int], ...]]()
    for leader in "NS":
        free = leader == "S" or place == "N" or entries is None
        if not hands[leader] or (not free and not entries):
            continue
        left = entries if free or entries is None else entries - 1
        for lead in hands[leader]:
            found |= _taken_after_lead(hands, layouts, left, leader, lead)
    # a hand without entries whose cards are in the other: nothing more is taken
    return found or {tuple((each, 0) for each in sorted(layouts))}


def _taken_after_lead(
    hands: dict[str, str], layouts: dict[int, dict[str, frozenset[str]]], entries: int | None,
    leader: str, lead: str,
) -> set[tuple[tuple[int, int], ...]]:  # fmt: skip
    partner = "N" if leader == "S" else "S"
    second, fourth = ("W", "E") if leader == "S" else ("E", "W")
    by_second = []
    for b, some in _shown(layouts, second).items():
        options = set[tuple[tuple[int, int], ...]]()
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
                taken = tricks_taken(after, kept, entries, winner if won else "S")
                by_fourth.append({tuple((i, n + won) for i, n in each) for each in taken})
            options |= _fewest(by_fourth)
        by_second.append(options)
    return _fewest(by_second)


def _fewest(
    parts: list[set[tuple[tuple[int, int], ...]]],
) -> set[tuple[tuple[int, int], ...]]:
    """Return the tricks for each choice of one strategy a card: the fewest of what is possible."""
    found: set[tuple[tuple[int, int], ...]] = {()}
    for strategies in parts:
        joined = set[tuple[tuple[int, int], ...]]()
        for one in found:
            for other in strategies:
                fewest = dict(one)
                for layout, number in other:
                    fewest[layout] = min(number, fewest.get(layout, number))
                joined.add(tuple(sorted(fewest.items())))
        found = joined
    return found
