"""Cards as text, for the domains that play: ranks and suits of the numbers 13 * suit + rank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["RANKS", "SEATS", "SUITS", "card_text", "cards_of", "hand_text", "mask_of", "winner"]

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SEATS = ("north", "east", "south", "west")


def card_text(card: int) -> str:
    """Return a card as text: ``SA``."""
    return SUITS[card // 13] + RANKS[card % 13]


def cards_of(mask: int) -> Iterator[int]:
    """Yield the cards of a mask, the lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of some cards."""
    return sum(1 << card for card in cards)


def hand_text(mask: int) -> str:
    """Return cards suit by suit, from spades down: ``SAQ2 HK``."""
    texts = []
    for suit in (3, 2, 1, 0):
        ranks = "".join(RANKS[card % 13] for card in cards_of(mask) if card // 13 == suit)
        texts += [SUITS[suit] + ranks[::-1]] if ranks else []
    return " ".join(texts)


def winner(trick: tuple[int, ...], trump: int | None) -> int:
    """Return which card of a trick wins, by its place."""
    led = trick[0] // 13
    strength = [(card // 13 == trump, card // 13 == led, card % 13) for card in trick]
    return strength.index(max(strength))
