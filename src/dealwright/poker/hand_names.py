"""A hand with its value, its name, its best five cards and how many hands it beats."""

from __future__ import annotations

import sys
import zlib
from array import array
from binascii import a2b_base64
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dealwright.answers.tabular import Tabular
from dealwright.base.errors import PokerError
from dealwright.base.kernels.poker import ordered_hands
from dealwright.cards import Card
from dealwright.poker.cards import card_list, card_text
from dealwright.poker.categories import describe
from dealwright.poker.games import valued_game
from dealwright.poker.partial_hands import is_partial
from dealwright.poker.stored_counts import STORED
from dealwright.poker.strength import best_five, count_values, evaluate

if TYPE_CHECKING:
    from dealwright.numbering.tables import CombinationTable

__all__ = ["NamedHand", "looked_up", "named_hand"]

_BADUGIS = 1092


@dataclass(frozen=True)
class NamedHand(Tabular):
    """A hand: its ``value`` from 1, the best, to ``worst``, its name, and its five cards.

    ``five`` are all cards of a hand that has fewer; it is empty in badugi. ``beats`` and ``ties``
    are shares of all hands of as many cards; None for hands with a board. ``number`` is the hand's
    number if it was looked up in a table.
    """

    game: str
    cards: str
    board: str
    value: int
    worst: int
    name: str
    five: str
    beats: Fraction | None = None
    ties: Fraction | None = None
    number: int | None = None

    def lines(self) -> Iterator[str]:
        """Yield the hand as text: its value and name, its five cards, the hands that it beats."""
        from dealwright.poker.reports import hand_lines

        return hand_lines(self)


def named_hand(cards: Any, game: str = "holdem", *, board: Any = None) -> NamedHand:
    """Return a hand's value with its name, its best five cards and how many hands it beats.

    Arguments are as for ``evaluate``, one hand.

    >>> hand = named_hand("As Ah Ad Kc Ks 7h 2d")
    >>> hand.value, hand.name, hand.five, f"{float(hand.beats):.4f}"
    (167, 'full house, aces over kings', 'As Ah Ad Kc Ks', '0.9978')

    :raises PokerError: as ``evaluate`` does, or if there are several hands
    :raises CardError: if text is not a card
    """
    return _named(card_list(cards), valued_game(game).name, None if not board else card_list(board))


def looked_up(table: CombinationTable, cards: Any) -> NamedHand:
    """Return a hand of a table of hands, with its number and its value in the table.

    >>> from dealwright.poker import build_table
    >>> hand = looked_up(build_table(k=5), "As Ks Qs Js Ts")
    >>> hand.number, hand.value, hand.name
    (2598959, 1, 'royal flush')

    :raises PokerError: if it is not a table of a game's hands, or they are not cards of it
    :raises CardError: if text is not a card
    """
    from dealwright.poker.hand_tables import game_of_table

    game = game_of_table(table)
    if game is None:
        raise PokerError("this table does not hold the values of any game here")
    numbers = card_list(cards)
    pack = valued_game(game).kernels.pack.tolist()
    if len(numbers) != table.k or not {*numbers} <= {*pack}:
        expected = f"{table.k} cards of the {len(pack)}"
        raise PokerError(
            f"'{card_text(numbers)}' is not a hand of this table, of {expected} of {game}"
        )
    number = table.combinations.rank(sorted(pack.index(card) for card in numbers))
    return _named(numbers, game, None, value=int(table[number]), number=number)


def _counts(k: int, game: str) -> list[int]:
    """Return how many of all hands of k cards have each value; to count seven takes 0.2 s."""
    if k == 7 and game in STORED:
        counts = array("I", zlib.decompress(a2b_base64(STORED[game])))
        if sys.byteorder == "big":
            counts.byteswap()
        return counts.tolist()
    return [*count_values(k, game).tolist()]


def _named(
    cards: list[int],
    game: str,
    board: list[int] | None,
    *,
    value: int = 0,
    number: int | None = None,
) -> NamedHand:
    played = valued_game(game)
    value = value or int(evaluate(cards, game, board=board))
    rules = played.rules
    few = len(cards) if is_partial(played, len(cards)) else 5
    worst = _BADUGIS if rules is None else rules.limit or len(ordered_hands(rules, few))
    five: list[Card] = [] if rules is None else [*best_five(cards, game, board=board)]
    beats = ties = None
    if played.has_table:
        counts = _counts(len(cards), game)
        beats = Fraction(sum(counts[value + 1 :]), sum(counts))
        ties = Fraction(counts[value], sum(counts))
    return NamedHand(
        game, card_text(cards), card_text(board or []), value, worst,
        describe(value, game, cards=few), card_text(five), beats, ties, number,
    )  # fmt: skip
