"""Hands of two cards, and their classes: pairs, suited and offsuit hands of two ranks."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from dealwright.cards import RANK_LETTERS
from dealwright.poker.games import game_named

__all__ = ["NUMBER_OF", "PAIRS", "HandClass", "class_of", "lowest_rank", "pack_hands"]

PAIRS = tuple((above, below) for above in range(52) for below in range(above))
"""All hands of two cards, the larger number first, in colex order."""

NUMBER_OF = {hand: number for number, hand in enumerate(PAIRS)}
"""The index of each hand in ``PAIRS``."""


class HandClass(NamedTuple):
    """Hands of two ranks, ``high`` >= ``low``: suited (``s``), offsuit (``o``) or any ("")."""

    high: int
    low: int
    kind: str = ""

    @classmethod
    def named(cls, name: str) -> HandClass:
        """Return the class of a name, such as ``AKs``; the higher rank comes first."""
        return cls(RANK_LETTERS.index(name[0]), RANK_LETTERS.index(name[1]), name[2:])

    @property
    def name(self) -> str:
        """The name, such as ``AKs``."""
        return RANK_LETTERS[self.high] + RANK_LETTERS[self.low] + self.kind

    @property
    def hands(self) -> tuple[int, ...]:
        """The hands, as indices into ``PAIRS``.

        >>> [len(HandClass(12, 11, kind).hands) for kind in ("", "s", "o")]
        [16, 4, 12]
        """
        return _hands(self)

    def up(self) -> list[HandClass]:
        """Return the classes of ``+``: this pair and higher ones, or lower cards up to the higher.

        >>> [kind.name for kind in HandClass(11, 8).up()]
        ['KT', 'KJ', 'KQ']
        """
        if self.high == self.low:
            return [HandClass(rank, rank) for rank in range(self.low, 13)]
        return [HandClass(self.high, low, self.kind) for low in range(self.low, self.high)]

    def run_to(self, other: HandClass) -> list[HandClass]:
        """Return the classes from this one to another, or none if they are not the ends of a run.

        >>> [kind.name for kind in HandClass(8, 7, "s").run_to(HandClass(5, 4, "s"))]
        ['76s', '87s', '98s', 'T9s']
        """
        first, last = sorted((self, other))
        pairs = (first.high == first.low) + (last.high == last.low)
        if first.kind != last.kind or pairs == 1:
            return []
        if first.high == last.high:
            return [first._replace(low=low) for low in range(first.low, last.low + 1)]
        if first.high - first.low != last.high - last.low:
            return []
        steps = range(last.high - first.high + 1)
        return [HandClass(first.high + up, first.low + up, first.kind) for up in steps]


def class_of(one: int, other: int) -> HandClass:
    """Return the class of two cards: a pair, or suited or offsuit ranks.

    >>> class_of(51, 11).name, class_of(51, 50).name, class_of(51, 12).name
    ('AKo', 'AKs', 'AA')
    """
    (suit, rank), (other_suit, other_rank) = divmod(one, 13), divmod(other, 13)
    kind = "" if rank == other_rank else "s" if suit == other_suit else "o"
    return HandClass(max(rank, other_rank), min(rank, other_rank), kind)


@cache
def lowest_rank(game: str) -> int:
    """Return the lowest rank in a game's pack.

    >>> lowest_rank("holdem"), lowest_rank("short-deck")
    (0, 4)
    """
    return int(game_named(game).kernels.pack.min() % 13)


@cache
def pack_hands(game: str) -> tuple[int, ...]:
    """Return all hands of two cards of a game's pack, as indices into ``PAIRS``.

    >>> len(pack_hands("holdem")), len(pack_hands("short-deck"))
    (1326, 630)
    """
    lowest = lowest_rank(game)
    return tuple(index for index, (a, b) in enumerate(PAIRS) if min(a % 13, b % 13) >= lowest)


@cache  # 494 classes at most
def _hands(hands: HandClass) -> tuple[int, ...]:
    numbers: set[int] = set()
    for first in range(4):
        for second in range(4):
            a, b = 13 * first + hands.high, 13 * second + hands.low
            matches = {"s": first == second, "o": first != second, "": a != b}[hands.kind]
            if matches:
                numbers.add(NUMBER_OF[max(a, b), min(a, b)])
    return tuple(sorted(numbers))
