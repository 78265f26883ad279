"""The hands that a player can have, read from text or cards: masks with integer weights."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import gcd, lcm
from typing import Any

import numpy as np

from dealwright.base.errors import PokerError
from dealwright.base.kernels.equity import PlayerHands, WeightedHands, player_hands
from dealwright.poker.cards import card_mask, card_text
from dealwright.poker.games import Game, game_named
from dealwright.poker.hand_patterns import is_pattern, pattern_hands
from dealwright.poker.range_classes import lowest_rank
from dealwright.poker.ranges import Range, parse_range

__all__ = ["Player", "read_player"]

_WEIGHT = re.compile(r"(\d{1,7}(?:\.\d{1,6})?|\.\d{1,6})(%?)")
_MOST_WEIGHT = 1_000_000
_UNITS = 10**8  # a weight has at most six decimals, also as a percentage


@dataclass(frozen=True)
class Player:
    """The hands that a player can have, as read from ``text``.

    ``hands`` are masks of equally many known cards, with integer weights without a common divisor.
    ``unknown`` is true if no card is known.
    """

    text: str
    hands: WeightedHands
    unknown: bool = False

    @cached_property
    def picks(self) -> PlayerHands:
        """The tables that pick a hand in proportion to its weight; no cards if unknown."""
        nothing_known = WeightedHands(np.zeros(1, np.uint64), np.ones(1, np.uint64))
        return player_hands(nothing_known if self.unknown else self.hands)

    def without(self, taken: int) -> Player:
        """Return the player without the hands that contain any card of a mask.

        :raises PokerError: if no hand is left
        """
        if not taken:
            return self
        possible = (self.hands.masks & np.uint64(taken)) == 0
        if possible.all():
            return self
        if not possible.any():
            raise PokerError(
                f"every hand of '{self.text}' holds a card that is on the board or dead"
            )
        remaining = WeightedHands(self.hands.masks[possible], self.hands.weights[possible])
        return Player(self.text, remaining, self.unknown)


def read_player(given: Any, game: Game) -> Player:
    """Return the hands that a player can have.

    ``given`` is text (a range if a player has two cards, else hands separated by commas, each with
    an optional ``@`` and weight; in Omaha also patterns, see ``hand_patterns``), a ``Range``,
    cards, or a mask.

    :raises PokerError: if it is not a hand or range, or hands have different numbers of cards
    :raises CardError: if something is not a card
    """
    if isinstance(given, str):
        return _player_of_text(given, game.name)
    if isinstance(given, Range):
        return _player_of_range(given, game)
    mask = card_mask(given)
    text = card_text(mask)
    _check_hands([mask], text, game)
    return _player(text, {mask: Fraction(1)})


def _player_of_range(range_: Range, game: Game) -> Player:
    same = range_.game == game.name
    if not same and not (game.has_ranges and lowest_rank(range_.game) == lowest_rank(game.name)):
        raise PokerError(f"a range of {range_.game} is not a range of {game.name}")
    return Player(range_.text, WeightedHands(*range_.masks), range_.is_random)


@lru_cache(maxsize=256)  # players are immutable
def _player_of_text(text: str, name: str) -> Player:
    game = game_named(name)
    if game.has_ranges:
        return _player_of_range(parse_range(text, name), game)
    items = re.split(r"[,;]", text)
    if game.kind == "omaha" and any(is_pattern(re.sub("@.*|^ *!", "", item)) for item in items):
        return _player_of_patterns(text, game)
    hands: dict[int, Fraction] = {}
    for item in items:
        cards, at_sign, weight = item.partition("@")
        if not cards.strip():
            raise PokerError(f"'{text}' has an empty hand; write As Kd ..., or random")
        mask = 0 if cards.strip().lower() == "random" else card_mask(cards)
        hands[mask] = _weight(weight.strip(), text) if at_sign else Fraction(1)
    _check_hands(list(hands), text, game)
    if len(hands) > 1 and all(mask.bit_count() == 1 for mask in hands):
        raise PokerError(f"commas separate hands, not the cards of '{text}'; write As 2s 3d Kd")
    return _player(text.strip(), hands)


def _player_of_patterns(text: str, game: Game) -> Player:
    """Return the hands of a text with patterns: the last weight counts, ``!`` removes."""
    weights: dict[int, int] = {}
    removed: set[int] = set()
    position = 0
    for item in re.split(r"([,;])", text):
        start, position = position, position + len(item)
        if item in (",", ";"):
            continue
        cards, _, weight = item.partition("@")
        removal = cards.lstrip().startswith("!")
        start += item.index("!") + 1 if removal else 0
        hands = pattern_hands(text, start, position - len(item) + len(cards), game).tolist()
        if removal:
            removed.update(hands)
        else:
            share = _weight(weight.strip(), text) if "@" in item else Fraction(1)
            weights.update(dict.fromkeys(hands, int(share * _UNITS)))
    kept = {mask: weight for mask, weight in weights.items() if mask not in removed}
    if not kept:
        raise PokerError(f"no hand of '{text}' is left; remove fewer")
    common = gcd(*kept.values())
    weighted = WeightedHands(
        np.array(list(kept), dtype=np.uint64),
        np.array(list(kept.values()), dtype=np.uint64) // np.uint64(common),
    )
    return Player(text.strip(), weighted)


def _weight(text: str, hands: str) -> Fraction:
    match = _WEIGHT.fullmatch(text)
    weight = Fraction(match[1]) / (100 if match[2] else 1) if match else Fraction(0)
    if not 0 < weight <= _MOST_WEIGHT:
        raise PokerError(
            f"'@{text}' in '{hands}' is not a weight; write @0.5, @25% or @2, at most "
            f"{_MOST_WEIGHT:,}"
        )
    return weight


def _check_hands(masks: list[int], text: str, game: Game) -> None:
    sizes = {mask.bit_count() for mask in masks}
    pack = game.equity_kernels.pack
    outside = next((mask & ~pack for mask in masks if mask & ~pack), 0)
    if outside:
        raise PokerError(f"{card_text(outside)} is not in the pack of {game.name}")
    if max(sizes) > game.hole:
        raise PokerError(
            f"a player of {game.name} has {game.hole} cards, not the {max(sizes)} of '{text}'"
        )
    if len(sizes) > 1:
        raise PokerError(f"the hands of '{text}' know different numbers of cards")


def _player(text: str, weights: dict[int, Fraction]) -> Player:
    scale = lcm(*(weight.denominator for weight in weights.values()))
    scaled = [int(weight * scale) for weight in weights.values()]
    common = gcd(*scaled)
    masks = np.array(list(weights), dtype=np.uint64)
    hands = WeightedHands(masks, np.array([weight // common for weight in scaled], dtype=np.uint64))
    return Player(text, hands, list(weights) == [0])
