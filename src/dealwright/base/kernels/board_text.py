"""The interface to the kernels for files of boards: usual texts are read, all others are refused.

A function that reads returns None for a text that is not usual; whoever asks reads it then in
Python, with every spelling and every error.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from dealwright.base.kernels import native_module

__all__ = [
    "FourHands",
    "WordObjects",
    "hands_text",
    "lin_pairs",
    "pbn_tags",
    "play_columns",
    "play_order",
    "read_deal",
    "read_suited_hands",
    "tricks_won",
]

T = TypeVar("T")
FourHands = tuple[int, int, int, int]
_kernels = cache(native_module)


class WordObjects(Generic[T]):
    r"""Words without white space, at most 64 of up to 7 bytes, each with an object.

    >>> words = WordObjects({"Pass": ["p"], "X": ["d"]})
    >>> calls, notes = words.read("X Pass =12= X")
    >>> calls, notes, words.numbers(calls), words.numbers([["p"]])
    ([['d'], ['p'], ['d']], [(1, 12)], b'\x01\x00\x01', None)
    """

    def __init__(self, objects: dict[str, T]) -> None:
        self._words: Any = _kernels().WordObjects([*objects], [*objects.values()])

    def read(self, text: str) -> tuple[list[T], list[tuple[int, int]]] | None:
        """Return the objects of the words of a text, and its notes; None if a word is unknown.

        A note is a word such as ``=12=`` after another, as PBN has it: the index of the other word
        and the number.
        """
        found: tuple[list[T], list[tuple[int, int]]] | None = self._words.read(text)
        return found

    def numbers(self, objects: Sequence[T]) -> bytes | None:
        """Return the index of the word of each object, found by identity; None if one is none."""
        found: bytes | None = self._words.numbers(tuple(objects))
        return found

    def text(self, numbers: bytes, between: str, between_fours: str) -> str:
        """Return words by their indices, four by four, with other texts between them.

        >>> WordObjects({"Pass": 0, "X": 1}).text(bytes([0, 0, 0, 1, 1, 0]), " ", "; ")
        'Pass Pass Pass X; X Pass'

        :raises ValueError: if there is no such word
        """
        return str(self._words.text(numbers, between, between_fours))


def read_deal(text: str) -> FourHands | None:
    """Return the hands of a deal in PBN, north, east, south, west as 52 bits each.

    >>> spades, hearts, diamonds, clubs = (0x1fff << 13 * suit for suit in (3, 2, 1, 0))
    >>> read_deal("E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432") == (
    ...     clubs, spades, hearts, diamonds)
    True
    """
    hands: FourHands | None = _kernels().read_deal(text)
    return hands


def read_suited_hands(text: str) -> FourHands | None:
    """Return the four hands of a text as LIN has it, in its order; the fourth may be missing.

    >>> hands = read_suited_hands("SAKQJT98765432HDC,SHAKQJT98765432DC,SHDAKQJT98765432C,")
    >>> [f"{hand:#x}" for hand in hands]
    ['0xfff8000000000', '0x7ffc000000', '0x3ffe000', '0x1fff']
    """
    hands: FourHands | None = _kernels().read_suited_hands(text)
    return hands


def hands_text(hands: Sequence[int], between: str, suited: bool) -> str:
    """Return hands of 52 bits each as text, spades first; ``suited`` is with letters of suits.

    >>> hands_text((0b101, 1 << 51), " ", False), hands_text((0b101,), "", True)
    ('...42 A...', 'SHDC42')
    """
    text: str = _kernels().hands_text(hands, between, suited)
    return text


def pbn_tags(
    text: str,
) -> tuple[dict[str, str], dict[str, str], list[tuple[str, str]]] | None:
    r"""Return the tags of a plain game of PBN, the lines of its auction and play, and its notes.

    Each tag stands on a line, without escapes or ``#``, and occurs once. A note has the name of its
    section.

    >>> pbn_tags('[Board "1"]\n[Auction "N"]\n1C AP\n[Note "1:strong"]\n')
    ({'Board': '1', 'Auction': 'N'}, {'Auction': '1C AP\n'}, [('Auction', '1:strong')])
    """
    tags: tuple[dict[str, str], dict[str, str], list[tuple[str, str]]] | None
    tags = _kernels().pbn_tags(text)
    return tags


def lin_pairs(text: str) -> tuple[list[tuple[str, str, int]], int]:
    """Return the usual pairs at the beginning of a text in LIN, and how many characters they have.

    A pair is a key, a value and its offset. Pairs that say nothing are left out; calls in a row are
    one pair, and so are cards, with spaces between them.

    >>> lin_pairs("qx|o1|pg||mb|p|mb|1N!|MB|p|")
    ([('qx', 'o1', 3), ('mb', 'p 1N!', 13)], 22)
    """
    pairs: tuple[list[tuple[str, str, int]], int] = _kernels().lin_pairs(text)
    return pairs


def play_order(cards: bytes, trump: int, most: int) -> tuple[list[int], list[int]]:
    """Return the places of cards in the order of play, and the column that leads to each trick.

    ``cards`` are numbers, four columns a trick, from the opening leader's; those above 51 are
    unknown. ``trump`` is a suit, or 4. The order has at most ``most`` tricks; it ends before an
    unknown card.

    >>> play_order(bytes([0, 12, 1, 2, 3, 20, 4, 5]), 4, 13)
    ([0, 1, 2, 3, 5, 6, 7, 4], [0, 1])
    """
    order: tuple[list[int], list[int]] = _kernels().play_order(cards, trump, most)
    return order


def tricks_won(cards: bytes, trump: int, hands: Sequence[int]) -> tuple[int, int, int, int]:
    """Return the place of a card that is not its player's, the tricks of both sides, and a revoke.

    Places are -1 if there is no such card; if there is a card of another player, nothing else is
    looked at.

    ``cards`` are numbers, four columns a trick, from the opening leader's; those above 51 are
    unknown. ``hands`` are those of the columns, 0 if unknown. A card that was played before is not
    its player's either. The tricks are those of columns 0 and 2, and of 1 and 3, that are complete
    before an unknown card; if each hand has one card left after twelve, the last one counts too.
    A revoke is the first card off the suit that was led by a player who has a card of it.

    >>> tricks_won(bytes([0, 12, 1, 2, 3, 20, 4, 5]), 4, (0, 0, 0, 0))
    (-1, 0, 2, -1)
    >>> tricks_won(bytes([0, 12]), 4, (0b1, 0b10, 0, 0))[0]
    1
    >>> tricks_won(bytes([0, 13]), 4, (0, 1 << 13 | 0b10, 0, 0))[3]
    1
    """
    tricks: tuple[int, int, int, int] = _kernels().tricks_won(cards, trump, tuple(hands))
    return tricks


def play_columns(cards: bytes, trump: int, hands: Sequence[int]) -> tuple[list[int], int]:
    """Return the places of cards in columns, four a trick, and 0; -1 is a card that is missing.

    ``cards`` are given in the order of play, ``hands`` are those of the columns, 0 if unknown. If
    two cards of a trick are of one column, the number of the trick stands in place of the 0.

    >>> play_columns(bytes([0, 12, 1, 2, 20]), 4, (0, 0, 0, 0))
    ([0, 1, 2, 3, -1, 4], 0)
    >>> play_columns(bytes([0, 1]), 4, (0b11, 0, 0, 0))[1]
    1

    :raises ValueError: if there is no such card
    """
    columns: tuple[list[int], int] = _kernels().play_columns(cards, trump, tuple(hands))
    return columns
