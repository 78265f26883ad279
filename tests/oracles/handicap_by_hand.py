"""Double dummy with idle cards and free exits, by every card: slow, to be checked by reading.

It merges no equal cards and counts no quick tricks; a table has what was answered before.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

__all__ = ["makes", "most_won"]

IDLE = -1  # in a trick, in place of a card

Hands = tuple[int, ...]
Table = dict[tuple[Hands, int, tuple[int, ...], int], bool]


def makes(
    hands: Hands, trump: int, declarer: int, leader: int, tricks: int, *,
    idle: Collection[int] = (), exits: Collection[int] = (), trick: tuple[int, ...] = (),
) -> bool:  # fmt: skip
    """Return whether declarer's side takes so many more tricks.

    ``hands`` are masks by seat, ``idle`` the seats of defenders who may throw an idle card when
    they cannot follow suit, ``exits`` those who may hand back the lead.
    """
    return _Search(trump, declarer, frozenset(idle), frozenset(exits)).makes(
        hands, leader, trick, tricks
    )


class _Search:
    def __init__(
        self, trump: int, declarer: int, idle: frozenset[int], exits: frozenset[int]
    ) -> None:
        self.trump, self.declarer, self.idle, self.exits = trump, declarer, idle, exits
        self.table: Table = {}

    def makes(self, hands: Hands, leader: int, trick: tuple[int, ...], tricks: int) -> bool:
        if tricks <= 0:
            return True
        if not trick and not hands[self.declarer]:
            return False
        key = (hands, leader, trick, tricks)
        if key not in self.table:
            self.table[key] = self._makes(hands, leader, trick, tricks)
        return self.table[key]

    def _makes(self, hands: Hands, leader: int, trick: tuple[int, ...], tricks: int) -> bool:
        seat = (leader + len(trick)) % 4
        ours = (seat - self.declarer) % 2 == 0
        cards = [card for card in range(52) if hands[seat] >> card & 1]
        following = [card for card in cards if trick and card // 13 == trick[0] // 13]
        results = [self._after(hands, leader, trick, card, tricks) for card in following or cards]
        if ours:
            return any(results)
        if trick and not following and seat in self.idle:
            results.append(self._after(hands, leader, trick, IDLE, tricks))
        if not trick and seat in self.exits:
            ways = (self.declarer, (self.declarer + 2) % 4)
            results.append(any(self.makes(hands, way, (), tricks) for way in ways))
        return all(results)

    def _after(
        self, hands: Hands, leader: int, trick: tuple[int, ...], card: int, tricks: int
    ) -> bool:
        seat = (leader + len(trick)) % 4
        if card != IDLE:
            hands = tuple(
                hand & ~(1 << card) if other == seat else hand for other, hand in enumerate(hands)
            )
        trick = (*trick, card)
        if len(trick) < 4:
            return self.makes(hands, leader, trick, tricks)
        winner = _winner(leader, trick, self.trump)
        won = (winner - self.declarer) % 2 == 0
        return self.makes(hands, winner, (), tricks - won)


def _winner(leader: int, trick: tuple[int, ...], trump: int) -> int:
    led = trick[0] // 13
    ranks = [
        (card // 13 == trump, card // 13 == led, card % 13) if card != IDLE else ()
        for card in trick
    ]
    return (leader + ranks.index(max(ranks))) % 4


def most_won(
    layouts: Collection[Hands], trump: int, declarer: int, leader: int, tricks: int, *,
    idle: Collection[int] = (), exits: Collection[int] = (),
) -> int:  # fmt: skip
    """Return how many layouts the best line wins, of all lines that see the cards played alone.

    ``layouts`` are hands by seat; declarer's and dummy's are the same in all.
    """
    lines = _Lines(trump, declarer, frozenset(idle), frozenset(exits))
    return max(map(len, lines.won(dict(enumerate(layouts)), leader, (), tricks)))


class _Lines:
    """The sets of layouts that lines win, those that no defence can take from them."""

    def __init__(
        self, trump: int, declarer: int, idle: frozenset[int], exits: frozenset[int]
    ) -> None:
        self.trump, self.declarer, self.idle, self.exits = trump, declarer, idle, exits
        self.table: dict[Any, set[frozenset[int]]] = {}

    def won(
        self, live: dict[int, Hands], leader: int, trick: tuple[int, ...], tricks: int
    ) -> set[frozenset[int]]:
        key = (*live.items(), leader, trick, tricks)
        if key not in self.table:
            self.table[key] = self._won(live, leader, trick, tricks)
        return self.table[key]

    def _won(
        self, live: dict[int, Hands], leader: int, trick: tuple[int, ...], tricks: int
    ) -> set[frozenset[int]]:
        everything = frozenset(live)
        if tricks <= 0 or not live:
            return {everything}
        seat = (leader + len(trick)) % 4
        if not trick and not next(iter(live.values()))[self.declarer]:
            return {frozenset()}
        ours = (seat - self.declarer) % 2 == 0
        cards = sorted({card for hands in live.values() for card in self._may(hands, seat, trick)})
        families = list[set[frozenset[int]]]()
        for card in cards:
            after = {n: h for n, h in live.items() if card in self._may(h, seat, trick)}
            families.append(
                {won | (everything - set(after)) for won in self._after(
                    after, seat, leader, trick, card, tricks
                )}
            )  # fmt: skip
        if ours:
            return set().union(*families)
        if not trick and seat in self.exits:
            ways = (self.declarer, (self.declarer + 2) % 4)
            families.append(set().union(*(self.won(live, way, (), tricks) for way in ways)))
        sets = {everything}
        for family in families:
            sets = {one & other for one in sets for other in family}
        return sets

    def _may(self, hands: Hands, seat: int, trick: tuple[int, ...]) -> list[int]:
        cards = [card for card in range(52) if hands[seat] >> card & 1]
        following = [card for card in cards if trick and card // 13 == trick[0] // 13]
        if following or (seat - self.declarer) % 2 == 0 or not trick or seat not in self.idle:
            return following or cards
        return [IDLE, *cards]

    def _after(
        self, live: dict[int, Hands], seat: int, leader: int, trick: tuple[int, ...], card: int,
        tricks: int,
    ) -> set[frozenset[int]]:  # fmt: skip
        bit = 0 if card == IDLE else 1 << card
        live = {
            n: tuple(h & ~bit if other == seat else h for other, h in enumerate(hands))
            for n, hands in live.items()
        }
        trick = (*trick, card)
        if len(trick) < 4:
            return self.won(live, leader, trick, tricks)
        winner = _winner(leader, trick, self.trump)
        return self.won(live, winner, (), tricks - ((winner - self.declarer) % 2 == 0))
