"""Endings by brute force: every pure strategy of declarer, every defence, card by card.

Nothing is merged, bounded or left out: a position's answers are all sets of layouts that some
strategy wins, as integers with a bit for each layout. Only equal sets are written once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from operator import mul

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


@cache
def won_sets(table: Table) -> frozenset[int]:
    """Return the sets of layouts that strategies win; those that do not agree count as won."""
    everything = (1 << len(table.held)) - 1
    here = sum(1 << layout for layout in table.layouts())
    if table.need <= 0:
        return frozenset([everything])
    if table.over:
        return frozenset([everything & ~here])
    if table.hands[table.turn] is not None:
        return frozenset(won for card in table.legal(0) for won in won_sets(table.after(card)))
    sets = {everything}
    for card in sorted({card for layout in table.layouts() for card in table.legal(layout)}):
        found = won_sets(table.after(card))
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


def sampled_chance(table: Table, weights: Sequence[int]) -> Fraction:
    """Return the chance of the player who samples, each of the best cards as likely."""
    chances = _sampled(table, tuple(weights))
    return sum(map(mul, weights, chances), Fraction(0)) / sum(weights)


@cache
def _sampled(table: Table, weights: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the chance of each layout that agrees; the defenders choose the least for theirs."""
    one, none = Fraction(1), Fraction(0)
    if table.need <= 0 or table.over:
        return (one if table.need <= 0 else none,) * len(table.held)
    if table.hands[table.turn] is not None:
        cards = _sampled_cards(table, weights)
        chances = [_sampled(table.after(card), weights) for card in cards]
        return tuple(sum(column, none) / len(cards) for column in zip(*chances, strict=True))
    least = [one] * len(table.held)
    for layout in table.layouts():
        for card in table.legal(layout):
            least[layout] = min(least[layout], _sampled(table.after(card), weights)[layout])
    return tuple(least)


def _weight(won: int, weights: Sequence[int]) -> int:
    return sum(weight for layout, weight in enumerate(weights) if won >> layout & 1)


def forget() -> None:
    """Give back the memory of the positions so far."""
    won_sets.cache_clear()
    _sampled.cache_clear()
