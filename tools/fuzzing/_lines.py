"""Plain search of an ending: all lines of declarer, all defences, every card by itself.

A line answers the cards that are played; it wins a layout if it takes the tricks against every
defence. The sets of layouts that lines win are integers with a bit for each layout. Only sets that
are no part of another are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tools.fuzzing._cards import cards_of, winner

__all__ = ["Lines", "Node"]

Layout = tuple[int, int, int]  # its bit, and the cards of the seats after declarer and after dummy


@dataclass(frozen=True)
class Node:
    """What declarer sees at a turn: his hand and dummy's, the trick, the layouts that agree."""

    hands: tuple[int, int]
    layouts: tuple[Layout, ...]
    leader: int  # 0 declarer, 1 the next seat, 2 dummy, 3 the last seat
    trick: tuple[int, ...]
    need: int

    @property
    def turn(self) -> int:
        """Who plays next."""
        return (self.leader + len(self.trick)) % 4

    @property
    def bits(self) -> int:
        """The set of all layouts that agree."""
        return sum(layout[0] for layout in self.layouts)


def _legal(hand: int, trick: tuple[int, ...]) -> int:
    follow = hand & 8191 << 13 * (trick[0] // 13) if trick else 0
    return follow or hand


@dataclass
class Lines:
    """The lines of one ending, with the memory of the search."""

    trump: int | None
    weights: dict[int, int]  # of each layout, by its bit
    _families: dict[Node, list[int]] = field(default_factory=dict)
    _made: dict[Node, bool] = field(default_factory=dict)

    def best(self, node: Node) -> int:
        """Return the weight of the best line."""
        return max(map(self.weight, self._family(node)))

    def sampling(self, node: Node) -> Fraction:
        """Return the chance of a player who samples.

        He always plays a card that wins the most double dummy, of the layouts that agree; of
        several such cards each is as likely. Defenders choose the least chance in their layout.
        """
        chances = self._sampled(node)
        weight = sum(self.weights[bit] * chance for bit, chance in chances.items())
        return weight / sum(self.weights.values())

    def _sampled(self, node: Node) -> dict[int, Fraction]:
        """Return the chance of each layout that agrees, by its bit."""
        ended = self._ended(node)
        if ended is not None and (node.need <= 0 or ended == [0]):
            return {layout[0]: Fraction(bool(ended[0])) for layout in node.layouts}
        if node.turn % 2 == 0:
            cards = list(cards_of(_legal(node.hands[node.turn // 2], node.trick)))
            scores = [self.double_dummy(self.after(node, card)) for card in cards]
            cards = [
                card for card, score in zip(cards, scores, strict=True) if score == max(scores)
            ]
            after = [self._sampled(self.after(node, card)) for card in cards]
            return {
                bit: sum((chances[bit] for chances in after), Fraction(0)) / len(cards)
                for bit, _, _ in node.layouts
            }
        place = 1 if node.turn == 1 else 2
        playable = 0
        for layout in node.layouts:
            playable |= _legal(layout[place], node.trick)
        least = {layout[0]: Fraction(1) for layout in node.layouts}
        for card in cards_of(playable):
            for bit, chance in self._sampled(self.after(node, card)).items():
                least[bit] = min(least[bit], chance)
        return least

    def double_dummy(self, node: Node) -> int:
        """Return the weight of the layouts that are won with all cards seen."""
        return sum(
            self.weights[layout[0]] for layout in node.layouts if self._makes(_alone(node, layout))
        )

    def weight(self, won: int) -> int:
        """Return the weight of a set of layouts."""
        return sum(weight for bit, weight in self.weights.items() if won & bit)

    def after(self, node: Node, card: int) -> Node:
        """Return the node after a card; layouts in which it cannot be played are gone."""
        turn, hands, layouts = node.turn, node.hands, node.layouts
        if turn % 2 == 0:
            hands = (
                (hands[0] ^ 1 << card, hands[1]) if turn == 0 else (hands[0], hands[1] ^ 1 << card)
            )
        else:
            layouts = tuple(
                (bit, first ^ 1 << card, second) if turn == 1 else (bit, first, second ^ 1 << card)
                for bit, first, second in layouts
                if _legal(first if turn == 1 else second, node.trick) >> card & 1
            )
        trick = (*node.trick, card)
        if len(trick) < 4:
            return Node(hands, layouts, node.leader, trick, node.need)
        leader = (node.leader + winner(trick, self.trump)) % 4
        return Node(hands, layouts, leader, (), node.need - (leader % 2 == 0))

    def _ended(self, node: Node) -> list[int] | None:
        if node.need <= 0:
            return [node.bits]
        if not node.trick and node.need > node.hands[0].bit_count():
            return [0]
        if len(node.layouts) == 1:
            return [node.bits if self._makes(_alone(node, node.layouts[0])) else 0]
        return None

    def _family(self, node: Node) -> list[int]:
        """Return the sets that lines win from a node on, those that are no part of another."""
        ended = self._ended(node)
        if ended is not None:
            return ended
        known = self._families.get(node) if not node.trick else None
        if known is None:
            known = self._ours(node) if node.turn % 2 == 0 else self._theirs(node)
            if not node.trick:
                self._families[node] = known
        return known

    def _ours(self, node: Node) -> list[int]:
        cards = cards_of(_legal(node.hands[node.turn // 2], node.trick))
        return _front(won for card in cards for won in self._family(self.after(node, card)))

    def _theirs(self, node: Node) -> list[int]:
        place = 1 if node.turn == 1 else 2
        playable = 0
        for layout in node.layouts:
            playable |= _legal(layout[place], node.trick)
        sets = [node.bits]
        for card in cards_of(playable):
            after = self.after(node, card)
            outside = node.bits & ~after.bits
            answers = [won | outside for won in self._family(after)]
            sets = _front(one & other for one in sets for other in answers)
        return sets

    def _makes(self, node: Node) -> bool:
        """Return whether the only layout is won."""
        if node.need <= 0:
            return True
        if not node.trick and node.need > node.hands[0].bit_count():
            return False
        if node in self._made:
            return self._made[node]
        turn = node.turn
        hand = node.hands[turn // 2] if turn % 2 == 0 else node.layouts[0][1 if turn == 1 else 2]
        one: Callable[[Iterable[bool]], bool] = any if turn % 2 == 0 else all
        made = one(
            self._makes(self.after(node, card)) for card in cards_of(_legal(hand, node.trick))
        )
        self._made[node] = made
        return made


def _alone(node: Node, layout: Layout) -> Node:
    return replace(node, layouts=((1, *layout[1:]),))


def _front(sets: Iterable[int]) -> list[int]:
    """Return the sets that are no part of another."""
    front = list[int]()
    for won in sorted(set(sets), key=int.bit_count, reverse=True):
        if not any((won | other) == other for other in front):
            front.append(won)
    return front
