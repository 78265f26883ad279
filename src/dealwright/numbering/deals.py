"""Deals as integers, in Dealwright's order and published ones, and as short texts for links.

There are 52! / 13!^4 = 53,644,737,765,488,792,839,237,440,000 deals (95.44 bits). The systems, all
counted from 0 here (Andrews and Pavlicek count from 1 on their pages):

* ``dealwright``: (n * C(39,13) + e) * C(26,13) + s with the hands' ranks in block order, each among
the remaining cards. Deals are drawn in this order.
* ``andrews``: the same formula with the hands' colex ranks, the cards numbered from the ace of
  spades (0) down to the deuce of clubs (the "Impossible Bridge Book").
* ``bigdeal``: the same formula and cards with lexicographic ranks (the program Big Deal, whose
  ``goedel`` files list these numbers from 0).
* ``pavlicek-suited`` and ``pavlicek-ranked``: card by card (rpbridge.net, 7z68), the cards in the
  order SA SK ... C2 or SA HA DA CA SK ...: if C cards are left and the deal can be completed in K
  ways, a seat that needs m cards takes the next card in K * m / C of them; the seats are in the
  order N, E, S, W.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from dealwright.base.errors import NumberingError
from dealwright.base.kernels.subsets import rank_deals, unrank_deals
from dealwright.numbering.base import as_integer
from dealwright.numbering.subset_orders import rank_subset, unrank_subset

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    UInt64Array = NDArray[np.uint64]

    class _OneDeal(Protocol):
        """A ``Deal``, which is a layer above."""

        @property
        def masks(self) -> tuple[int, int, int, int]: ...

    class _ManyDeals(Protocol):
        """``Deals``, or one Deal."""

        @property
        def masks(self) -> UInt64Array | tuple[int, int, int, int]: ...


__all__ = [
    "DEALS",
    "FROM_ONE",
    "SYSTEMS",
    "deal_number",
    "deal_numbers",
    "deals_from_numbers",
    "format_deal_number",
    "masks_from_number",
    "parse_deal_number",
]

DEALS = 53_644_737_765_488_792_839_237_440_000
SYSTEMS = ("dealwright", "andrews", "bigdeal", "pavlicek-suited", "pavlicek-ranked")
FROM_ONE = ("andrews", "pavlicek-suited", "pavlicek-ranked")  # where their authors print them
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"  # base64url
_LENGTH = 16
_PACK = (1 << 52) - 1


def deal_number(masks: Sequence[int] | _OneDeal, system: str = "dealwright") -> int:
    """Return the number, 0 .. DEALS-1, of a Deal, or of a deal given as four masks, north first.

    >>> from dealwright import Deal
    >>> deal = Deal("N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983")
    >>> deal_number(deal.masks, "andrews") + 1  # as the book prints it
    12345678901234567890123456789

    :raises NumberingError: if the masks are not a deal, or the system is unknown
    """
    given: Any = getattr(masks, "masks", masks)
    hands = [as_integer(mask, "a hand") for mask in given]
    if len(hands) != 4 or any(hand.bit_count() != 13 for hand in hands) or _union(hands) != _PACK:
        raise NumberingError("a deal must be four hands of 13 different cards")
    return _system(system)[0](hands)


def masks_from_number(number: int, system: str = "dealwright") -> tuple[int, int, int, int]:
    """Return the four masks, north first, of the deal with a number.

    >>> deal_number(masks_from_number(10**28, "pavlicek-ranked"), "pavlicek-ranked") == 10**28
    True

    :raises NumberingError: if the number is not 0 .. DEALS-1, or the system is unknown
    """
    index = as_integer(number, "a deal number")
    if not 0 <= index < DEALS:
        raise NumberingError(f"{index:,} is not a deal number; they are 0 to {DEALS - 1:,}")
    north, east, south, west = _system(system)[1](index)
    return north, east, south, west


def _union(hands: Sequence[int]) -> int:
    return hands[0] | hands[1] | hands[2] | hands[3]


def _relative(hand: int, pool: Sequence[int]) -> list[int]:
    return [place for place, card in enumerate(pool) if hand >> card & 1]


def _in_combinations(hands: Sequence[int], order: str, cards: Sequence[int]) -> int:
    number = 0
    pool = list(cards)
    for hand in hands[:3]:
        places = _relative(hand, pool)
        number = number * comb(len(pool), 13) + rank_subset(order, len(pool), 13, places)
        pool = [card for card in pool if not hand >> card & 1]
    return number


def _from_combinations(number: int, order: str, cards: Sequence[int]) -> list[int]:
    ranks = []
    for size in (26, 39, 52):
        number, rank = divmod(number, comb(size, 13))
        ranks.append(rank)
    pool = list(cards)
    hands = []
    for rank in reversed(ranks):
        chosen = {pool[place] for place in unrank_subset(order, len(pool), 13, rank)}
        hands.append(sum(1 << card for card in chosen))
        pool = [card for card in pool if card not in chosen]
    return [*hands, sum(1 << card for card in pool)]


def _card_by_card(hands: Sequence[int], cards: Sequence[int]) -> int:
    number, ways, needs = 0, DEALS, [13] * 4
    for left, card in zip(range(52, 0, -1), cards, strict=True):
        for seat in range(4):
            share = ways * needs[seat] // left
            if hands[seat] >> card & 1:
                ways = share
                needs[seat] -= 1
                break
            number += share
    return number


def _dealt_card_by_card(number: int, cards: Sequence[int]) -> list[int]:
    hands, ways, needs = [0] * 4, DEALS, [13] * 4
    for left, card in zip(range(52, 0, -1), cards, strict=True):
        for seat in range(4):
            share = ways * needs[seat] // left
            if number < share:
                hands[seat] |= 1 << card
                ways = share
                needs[seat] -= 1
                break
            number -= share
    return hands


_UP = range(52)
_SUITED = range(51, -1, -1)
_RANKED = [13 * suit + rank for rank in range(12, -1, -1) for suit in (3, 2, 1, 0)]


def _system(
    name: str,
) -> tuple[Callable[[Sequence[int]], int], Callable[[int], Sequence[int]]]:
    if name == "dealwright":
        return (
            lambda hands: _in_combinations(hands, "block", _UP),
            lambda number: _from_combinations(number, "block", _UP),
        )
    if name == "andrews":
        return (
            lambda hands: _in_combinations(hands, "colex", _SUITED),
            lambda number: _from_combinations(number, "colex", _SUITED),
        )
    if name == "bigdeal":
        return (
            lambda hands: _in_combinations(hands, "lex", _SUITED),
            lambda number: _from_combinations(number, "lex", _SUITED),
        )
    if name in ("pavlicek-suited", "pavlicek-ranked"):
        cards: Sequence[int] = _SUITED if name == "pavlicek-suited" else _RANKED
        return (
            lambda hands: _card_by_card(hands, cards),
            lambda number: _dealt_card_by_card(number, cards),
        )
    raise NumberingError(f"'{name}' is not a system; choose {', '.join(SYSTEMS)}")


def deal_numbers(deals: UInt64Array | _ManyDeals) -> tuple[UInt64Array, UInt64Array]:
    """Return ``dealwright`` numbers of Deals as two columns (low, high), uint64[m].

    The deals may also be masks, uint64[m, 4]. The number is ``high * 2**64 + low``.

    >>> from dealwright import deal, deal_number, deal_numbers
    >>> deals = deal(2, seed=1)
    >>> low, high = deal_numbers(deals)
    >>> int(high[0]) * 2**64 + int(low[0]) == deal_number(deals[0])
    True

    :raises NumberingError: if a row is not a deal, with its number
    """
    given: Any = getattr(deals, "masks", deals)
    masks: UInt64Array = (
        np.array([given], np.uint64) if isinstance(given, tuple) else given
    )  # one Deal
    if masks.ndim != 2 or masks.shape[1] != 4:
        raise NumberingError(f"deals must be rows of four masks, not {masks.shape}")
    return rank_deals(masks)


def deals_from_numbers(low: UInt64Array, high: UInt64Array) -> UInt64Array:
    """Return the deals uint64[m, 4] with ``dealwright`` numbers given as two columns (low, high).

    >>> from dealwright import deal
    >>> masks = deal(100, seed=1).masks
    >>> bool((deals_from_numbers(*deal_numbers(masks)) == masks).all())
    True

    :raises NumberingError: if a number is out of range, with its index
    """
    if np.shape(low) != np.shape(high):
        raise NumberingError("the two columns of deal numbers have different lengths")
    return unrank_deals(np.asarray(low), np.asarray(high))


def format_deal_number(number: int) -> str:
    """Return a deal number as 16 characters of base 64 (URL alphabet), for links.

    >>> format_deal_number(0), format_deal_number(DEALS - 1)
    ('AAAAAAAAAAAAAAAA', 'rVXjFWNN2mWL9JH_')

    :raises NumberingError: if the number is not 0 .. DEALS-1
    """
    index = as_integer(number, "a deal number")
    if not 0 <= index < DEALS:
        raise NumberingError(f"{index:,} is not a deal number; they are 0 to {DEALS - 1:,}")
    return "".join(_DIGITS[index >> 6 * place & 63] for place in range(_LENGTH - 1, -1, -1))


def parse_deal_number(text: str) -> int:
    """Read a deal number: decimal digits, or the 16 characters of ``format_deal_number``.

    >>> parse_deal_number("rVXjFWNN2mWL9JH_") == DEALS - 1
    True

    :raises NumberingError: if it is neither, or beyond the last deal
    """
    word = text.strip()
    if len(word) > 100:
        raise NumberingError("a deal number has at most 29 digits, or is 16 characters")
    plain = word.replace(",", "").replace("_", "") if len(word) != _LENGTH else word
    if plain.isdecimal() and (len(word) != _LENGTH or word.isdecimal()):
        number = int(plain)
    elif len(word) == _LENGTH and all(letter in _DIGITS for letter in word):
        number = 0
        for letter in word:
            number = number << 6 | _DIGITS.index(letter)
    else:
        raise NumberingError(f"'{text}' is not a deal number: write digits, or 16 characters")
    if number >= DEALS:
        raise NumberingError(f"{number:,} is beyond the last deal, {DEALS - 1:,}")
    return number
