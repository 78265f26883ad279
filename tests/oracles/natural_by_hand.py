"""The openings of the system ``natural`` and the answers to 1NT, written by hand in plain Python.

Nothing of the package is used: a hand is 13 numbers of cards, 13 * suit + rank.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["answer_to_notrump", "opening", "rebid_after_stayman"]

BALANCED = {(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)}


def _suits(hand: Sequence[int]) -> dict[str, list[int]]:
    return {
        letter: [card % 13 for card in hand if card // 13 == at] for at, letter in enumerate("CDHS")
    }


def _points(hand: Sequence[int]) -> int:
    return sum(max(0, card % 13 - 8) for card in hand)


def _lengths(hand: Sequence[int]) -> dict[str, int]:
    return {letter: len(cards) for letter, cards in _suits(hand).items()}


def opening(hand: Sequence[int]) -> str:
    points, length = _points(hand), _lengths(hand)
    flat = tuple(sorted(length.values(), reverse=True)) in BALANCED
    good = {suit: sum(rank >= 8 for rank in cards) >= 2 for suit, cards in _suits(hand).items()}
    if points >= 22:
        return "2C"
    if flat and points in (20, 21):
        return "2NT"
    if flat and 15 <= points <= 17:
        return "1NT"
    if 12 <= points <= 21:
        return _one_of_a_suit(length)
    if 6 <= points <= 10:
        weak = ["2" + suit for suit in "SHD" if length[suit] == 6 and good[suit]]
        weak += ["3" + suit for suit in "SHDC" if length[suit] >= 7]
        return (weak or ["Pass"])[0]
    return "Pass"


def _one_of_a_suit(length: dict[str, int]) -> str:
    if length["S"] >= 5 and length["S"] >= length["H"]:
        return "1S"
    if length["H"] >= 5:
        return "1H"
    return "1D" if length["D"] >= 4 and length["D"] >= length["C"] else "1C"


def answer_to_notrump(hand: Sequence[int]) -> str:
    points, length = _points(hand), _lengths(hand)
    if points >= 8 and 4 in (length["S"], length["H"]):
        return "2C"
    if length["H"] >= 5 and length["H"] > length["S"]:
        return "2D"
    if length["S"] >= 5:
        return "2H"
    for call, low, high in (("2NT", 8, 9), ("3NT", 10, 15), ("4NT", 16, 17), ("6NT", 18, 37)):
        if low <= points <= high:
            return call
    return "Pass"


def rebid_after_stayman(hand: Sequence[int]) -> str:
    length = _lengths(hand)
    if length["H"] >= 4:
        return "2H"
    return "2S" if length["S"] >= 4 else "2D"
