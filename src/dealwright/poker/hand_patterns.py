"""Patterns of Omaha hands with four or five cards, such as ``AAxx`` and ``JT98$ds``."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dealwright.base.errors import PokerError
from dealwright.cards import RANK_LETTERS, Card
from dealwright.numbering.combinations import Combinations
from dealwright.poker.games import Game
from dealwright.poker.range_text import fail

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["is_pattern", "pattern_hands"]

_MOST_HANDS = 3_000_000  # all hands of five cards
_PATTERN = re.compile(
    r"(?P<cards>(?:[2-9tjqka][cdhs]?|[x*])+)"
    r"(?:(?P<up>\+)|-(?P<end>[2-9tjqka]+))?(?P<kinds>(?:\$[a-z]+)*)",
    re.IGNORECASE | re.ASCII,
)
_PLACE = re.compile(r"([2-9tjqka])([cdhs]?)|[x*]", re.IGNORECASE)
# how many suits, or ranks, have two cards or more; one pair has no rank with three
_SUITS = {"ds": 2, "ss": 1, "ns": 0}
_TIMES = {**_SUITS, "np": 0, "op": 1, "tp": 2}
_HINT = (
    "write cards (AsAhKd2c), ranks and x (AAxx), JT98+ or JT98-7654, and kinds after them: "
    "$ds $ss $ns (suits), $np $op $tp (pairs)"
)


class _Pattern(NamedTuple):
    """The contents of a hand: counts of ranks, certain cards, and kinds of suits and pairs."""

    ranks: tuple[tuple[int, int], ...]
    cards: tuple[int, ...]
    kinds: tuple[str, ...]


def is_pattern(text: str) -> bool:
    """Return whether the text of a hand is a pattern, not a list of cards.

    >>> is_pattern("AAxx"), is_pattern("AsAhKdKc"), is_pattern("SA HA"), is_pattern("random")
    (True, False, False, False)
    """
    compact = text.replace(" ", "")
    match = _PATTERN.fullmatch(compact)
    if match is None or match["up"] or match["end"] or match["kinds"]:
        return any(sign in compact for sign in "$+-%*")
    return not all(place[2] for place in _PLACE.finditer(match["cards"]))


def pattern_hands(text: str, at: int, end: int, game: Game) -> NDArray[np.uint64]:
    """Return the masks of the hands of a pattern, text[at:end], in colex order, uint64[n].

    >>> from dealwright.poker.games import game_named
    >>> omaha = game_named("omaha")
    >>> [len(pattern_hands(text, 0, len(text), omaha)) for text in ("AAxx", "JT98$ds", "QQQ")]
    [6961, 36, 193]

    :raises PokerError: if it cannot be read, or the game has too many hands
    """
    pack = game.equity_kernels.pack
    if comb(pack.bit_count(), game.hole) > _MOST_HANDS:
        raise PokerError(f"{game.name} has too many hands for patterns; write each player's cards")
    chosen = [_of_pattern(game, pattern) for pattern in _patterns(text, at, end, game)]
    matching = chosen[0]
    for other in chosen[1:]:
        matching = matching | other
    if not matching.any():
        item = text[at:end].strip()
        fail(text, at, f"no hand of {game.name} is {item}", _HINT)
    masks: NDArray[np.uint64] = _every_hand(game)[0][matching]
    return masks


def _patterns(text: str, at: int, end: int, game: Game) -> list[_Pattern]:
    """Return the patterns of an item: one, or those of its run."""
    item = text[at:end].replace(" ", "")
    item = "x" if item.lower() == "random" else item
    match = _PATTERN.fullmatch(item)
    if match is None:
        item = text[at:end].strip()
        fail(text, at, f"'{item}' is not a hand of {game.name}", _HINT)
    kinds = tuple(kind.lower() for kind in match["kinds"].split("$")[1:])
    for kind in kinds:
        if kind not in _TIMES:
            start = text.index("$" + kind, at)
            fail(text, start, f"'${kind}' is not a kind of hand", _HINT)
    ranks, cards = [], []
    places = list(_PLACE.finditer(match["cards"]))
    for place in places:
        if place[2]:
            cards.append(Card(place[0]).index)
        elif place[1]:
            ranks.append(RANK_LETTERS.index(place[1].upper()))
    if len(places) > game.hole:
        fail(text, at, f"a hand of {game.name} has {game.hole} cards, not {len(places)}", _HINT)
    if len(set(cards)) < len(cards):
        fail(text, at, "a card occurs twice in one hand", _HINT)
    steps = _steps(text, at, match, ranks)
    if (match["up"] or match["end"]) and len(ranks) < len(places):
        fail(text, at, "a run is of ranks alone, such as JT98-7654", _HINT)
    return [
        _Pattern(tuple(sorted(Counter(rank + step for rank in ranks).items())), tuple(cards), kinds)
        for step in steps
    ]


def _steps(text: str, at: int, match: re.Match[str], ranks: list[int]) -> range:
    """Return the steps of a pattern's ranks: ``+`` up to the ace, ``-`` to the other end."""
    if match["up"]:
        return range(13 - max(ranks, default=12))
    if not match["end"]:
        return range(1)
    end_ranks = [RANK_LETTERS.index(letter.upper()) for letter in match["end"]]
    steps = {b - a for a, b in zip(ranks, end_ranks, strict=False)}
    if len(end_ranks) != len(ranks) or len(steps) != 1:
        fail(text, at, "the ends of a run lie equally far apart, as JT98-7654", _HINT)
    step = steps.pop()
    return range(min(0, step), max(0, step) + 1)


@lru_cache(maxsize=4)
def _every_hand(game: Game) -> tuple[NDArray[np.uint64], NDArray[np.uint8], NDArray[np.uint8]]:
    """Return all hands of a game: masks, number of each rank [n, 13] and of each suit [n, 4]."""
    family = Combinations(52, game.hole)
    numbers = np.arange(family.size, dtype=np.int64)
    masks = family.unrank_masks(numbers)
    inside = (masks & ~np.uint64(game.equity_kernels.pack)) == 0
    by_rank, by_suit = (np.zeros((len(masks), n), dtype=np.uint8) for n in (13, 4))
    for cards in family.unrank(numbers, dtype=np.uint8).T:
        by_rank[numbers, cards % 13] += 1
        by_suit[numbers, cards // 13] += 1
    return masks[inside], by_rank[inside], by_suit[inside]


def _of_pattern(game: Game, pattern: _Pattern) -> NDArray[np.bool_]:
    masks, by_rank, by_suit = _every_hand(game)
    matching = np.ones(len(masks), dtype=np.bool_)
    needed = Counter(dict(pattern.ranks))
    for card in pattern.cards:
        matching &= (masks >> np.uint64(card) & np.uint64(1)).astype(np.bool_)
        if card % 13 in needed:
            needed[card % 13] += 1  # a card does not stand for another place
    for rank, times in needed.items():
        matching &= by_rank[:, rank] >= times
    for kind in pattern.kinds:
        table, times = (by_suit if kind in _SUITS else by_rank), _TIMES[kind]
        matching &= (table > 1).sum(axis=1) == times
        if kind == "op":
            matching &= (table > 2).sum(axis=1) == 0
    return matching
