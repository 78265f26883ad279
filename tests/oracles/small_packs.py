"""Every deal of a small pack: most cards are fixed at their seats, the free ones go everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import factorial, prod

PACK = (1 << 52) - 1


def free_cards(fixed: Sequence[int]) -> list[int]:
    """Return the cards that no seat holds yet."""
    return [card for card in range(52) if not any(mask >> card & 1 for mask in fixed)]


def number_of_deals(fixed: Sequence[int]) -> int:
    """Return how many deals there are: a multinomial."""
    needs = [13 - mask.bit_count() for mask in fixed]
    return factorial(sum(needs)) // prod(factorial(need) for need in needs)


def deals(fixed: Sequence[int]) -> Iterator[list[int]]:
    """Yield every deal of the free cards, four masks each."""
    yield from _shared(list(fixed), 0, free_cards(fixed))


def _shared(dealt: list[int], seat: int, left: list[int]) -> Iterator[list[int]]:
    if seat == 4:
        yield dealt
        return
    for own in combinations(left, 13 - dealt[seat].bit_count()):
        hand = dealt[seat] | sum(1 << card for card in own)
        rest = [card for card in left if not hand >> card & 1]
        yield from _shared([*dealt[:seat], hand, *dealt[seat + 1 :]], seat + 1, rest)
