"""Hands with suit letters, as in ``SAKQ5HT98D54CA72``."""

from __future__ import annotations

import re

from dealwright.base.errors import CardError
from dealwright.base.kernels import board_text
from dealwright.cards import mask_of_suits, suit_bits

__all__ = ["suited_mask", "suited_text"]

_USUAL = re.compile("S([2-9TJQKA]*)H([2-9TJQKA]*)D([2-9TJQKA]*)C([2-9TJQKA]*)")
_SHIFTS = {"S": 39, "H": 26, "D": 13, "C": 0}
_SUIT = re.compile(r"([SHDC])((?:10|[2-9TJQKA])*)")


def suited_mask(text: str) -> int:
    """Read a hand whose suits begin with their letters, in any order and case; voids may be absent.

    >>> suited_mask("s2a c10") == suited_mask("CTSA2HD")
    True

    :raises CardError: if there is anything else, or a card occurs twice
    """
    word = "".join(text.split()).upper()
    usual = _USUAL.fullmatch(word)
    if usual is not None:
        return mask_of_suits(usual.groups())
    position, mask = 0, 0
    while position < len(word):
        match = _SUIT.match(word, position)
        if match is None:
            raise CardError(
                f"'{text}' is not a hand: '{word[position]}' is neither a suit nor a rank"
            )
        cards = suit_bits(match[2]) << _SHIFTS[match[1]]
        if cards & mask:
            raise CardError(f"a card occurs twice in '{text}'")
        mask |= cards
        position = match.end()
    return mask


def suited_text(mask: int) -> str:
    """Return a hand with suit letters, spades first; voids keep their letter.

    >>> suited_text(suited_mask("CTSA2"))
    'SA2HDCT'
    """
    return board_text.hands_text((mask,), "", True)
