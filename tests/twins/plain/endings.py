"""Endings by brute force: every pure strategy of declarer, every defence, card by card.

Nothing is merged, bounded or left out: a position's answers are all sets of layouts that some
strategy wins, as integers with a bit for each layout. Only equal sets are written once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

Cards = frozenset[int]  # numbers 13 * suit + rank


@dataclass(frozen=True)
class Table:
    """What everybody sees, and the cards that the defenders have left in each layout (or None).

    ``hands`` are by seat, None for defenders; ``held`` has the hands of both defenders by layout,
    None once a layout does not agree with the play.
    """

    seat: int
    hands: tuple[Cards | None, ...]
    held: tuple[tuple[Cards, Cards] | None, ...]
    leader: int
    trick: tuple[int, ...]
    trump: int
    need: int
    number: int = 1  # of the trick

    @property
    def turn(self) -> int:
        """Who plays next."""
        return (self.leader + len(self.trick)) % 4

    def hand(self, layout: int) -> Cards:
        """Return the cards of who plays next in a layout."""
        known = self.hands[self.turn]
        if known is not None:
            return known
        held = self.held[layout]
        assert held is not None
        return held[(self.turn - self.seat) % 4 // 2]

    def legal(self, layout: int) -> Cards:
        """Return the cards that may be played in a layout."""
        hand = self.hand(layout)
        follow = frozenset(
            card for card in hand if self.trick and card // 13 == self.trick[0] // 13
        )
        return follow or hand

    def layouts(self) -> list[int]:
        """Return the layouts that agree with the play."""
        return [layout for layout, held in enumerate(self.held) if held is not None]

    def after(self, card: int) -> Table:
        """Return the table after a card; layouts without it are gone."""
        turn, ours = self.turn, self.hands[self.turn] is not None
        hands = tuple(
            hand - {card} if hand is not None and seat == turn else hand
            for seat, hand in enumerate(self.hands)
        )
        held = list(self.held)
        for layout in [] if ours else self.layouts():
            hidden = held[layout]
            assert hidden is not None
            place = (turn - self.seat) % 4 // 2
            pair = [*hidden]
            pair[place] = pair[place] - {card}
            held[layout] = (pair[0], pair[1]) if card in self.legal(layout) else None
        table = replace(self, hands=hands, held=tuple(held), trick=(*self.trick, card))
        if len(table.trick) < 4:
            return table
        led = table.trick[0] // 13
        best = max(
            range(4),
            key=lambda place: (
                table.trick[place] // 13 == table.trump,
                table.trick[place] // 13 == led,
                table.trick[place] % 13,
            ),
        )
        winner = (table.leader + best) % 4
        won = (winner - table.seat) % 2 == 0
        return replace(
            table, leader=winner, trick=(), need=table.need - won, number=table.number + 1
        )

    @property
    def over(self) -> bool:
        """Whether no card is left."""
        return not self.trick and not self.hands[self.seat]  # a card may be 0


def won_sets(table: Table) -> frozenset[int]:
    """Return the sets of layouts that strategies win; those that do not agree count as won."""
    return _won_sets(table, None)


@cache
def _won_sets(table: Table, weights: tuple[int, ...] | None) -> frozenset[int]:
    """Return the sets that strategies win: all of them, or with weights those that sample."""
    everything = (1 << len(table.held)) - 1
    here = sum(1 << layout for layout in table.layouts())
    if table.need <= 0:
        return frozenset([everything])
    if table.over:
        return frozenset([everything & ~here])
    if table.hands[table.turn] is not None:
        cards = table.legal(0) if weights is None else _sampled_cards(table, weights)
        return frozenset(won for card in cards for won in _won_sets(table.after(card), weights))
    sets = {everything}
    for card in sorted({card for layout in table.layouts() for card in table.legal(layout)}):
        found = _won_sets(table.after(card), weights)
        sets = {one & other for one, other in product(sets, found)}
    return frozenset(sets)


def _sampled_cards(table: Table, weights: Sequence[int]) -> list[int]:
    """Return the cards that win the most weight double dummy."""
    scores = {
        card: sum(
            weights[layout]
            for layout in table.layouts()
            if makes(replace(table.after(card), held=(table.held[layout],)))
        )
        for card in table.legal(0)
    }
    return [card for card, score in scores.items() if score == max(scores.values())]


def best_weight(table: Table, weights: Sequence[int]) -> int:
    """Return the most weight that a strategy wins."""
    return max(_weight(won, weights) for won in won_sets(table))


def best_against_blind(table: Table, weights: Sequence[int]) -> int:
    """Return the most weight that a strategy wins if defenders play their lowest legal cards."""
    if table.need <= 0:
        return sum(weights[layout] for layout in table.layouts())
    if table.over:
        return 0
    if table.hands[table.turn] is not None:
        return max(best_against_blind(table.after(card), weights) for card in table.legal(0))
    chosen = {layout: min(table.legal(layout)) for layout in table.layouts()}
    total = 0
    for card in set(chosen.values()):
        those = tuple(
            held if chosen.get(layout) == card else None for layout, held in enumerate(table.held)
        )
        total += best_against_blind(replace(table, held=those).after(card), weights)
    return total


def double_dummy_weight(table: Table, weights: Sequence[int]) -> int:
    """Return the weight of the layouts that can be won alone."""
    return sum(
        weight
        for layout, weight in enumerate(weights)
        if makes(replace(table, held=(table.held[layout],)))
    )


def makes(table: Table) -> bool:
    """Return whether the only layout can be won."""
    return 1 in won_sets(table)


def sampled(table: Table, weights: Sequence[int]) -> Iterator[int]:
    """Yield the weight of each line of the sampling player, one for each way to break ties."""
    for won in _won_sets(table, tuple(weights)):
        yield _weight(won, weights)


def _weight(won: int, weights: Sequence[int]) -> int:
    return sum(weight for layout, weight in enumerate(weights) if won >> layout & 1)


def forget() -> None:
    """Give back the memory of the positions so far."""
    _won_sets.cache_clear()
