"""Big Deal once more, slow and obvious: a deal is found by counting all deals before it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from math import comb

CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)
Hash = Callable[[bytes], bytes]


def hand_of(number: int, cards: list[str]) -> list[str]:
    """Return the hand of a number among those of 13 of the cards, in the order of dictionaries."""
    hand: list[str] = []
    for at, card in enumerate(cards):
        if len(hand) == 13:
            break
        with_card = comb(len(cards) - at - 1, 13 - len(hand) - 1)
        if number < with_card:
            hand.append(card)
        else:
            number -= with_card
    return hand


def deal_of(number: int) -> str:
    """Return the deal of a number as PBN writes it."""
    left, hands = list(CARDS), list[list[str]]()
    for others in (comb(39, 13) * comb(26, 13), comb(26, 13), 1):
        index, number = divmod(number, others)
        hands.append(hand_of(index, left))
        left = [card for card in left if card not in hands[-1]]
    hands.append(left)
    return "N:" + " ".join(
        ".".join("".join(card[1] for card in hand if card[0] == suit) for suit in "SHDC")
        for hand in hands
    )


def boards(hash160: Hash, random: bytes, owner: str) -> Iterator[str]:
    """Yield the deals of 20 random bytes and an owner, without end."""
    counter = 0
    while True:
        counter += 1
        little = bytes([counter & 255, counter >> 8 & 255, counter >> 16 & 255, counter >> 24])
        candidate = hash160(little + random + hash160(owner.encode()))[:12]
        number = 0
        for byte in candidate:
            number = 256 * number + byte
        if number < DEALS:
            yield deal_of(number)


def session(hash160: Hash, key: str, value: str, kind: str) -> Iterator[str]:
    """Yield the deals of a session of SquareDeal, without end."""
    middle = len(key) // 2
    given = key[middle:].encode() + b64encode(value.encode()) + kind.encode()
    return boards(hash160, hash160(given), key[:middle])
