"""Exact laws of where cards go, for ``src/dealwright/fair/audit/card_places.py``.

Prints ``TOUCHING``, the number of deals by the pairs of neighbouring cards of a suit in one hand;
``SEATS_OF_ONE``, the variance of a table of seats by seats for one pair of boards; and, for
``alternatives.py``, ``SWAPPED``, how far a faulty shuffle's board is from a fair one on average.
``python tools/card_laws.py``
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import factorial

DEALS = factorial(52) // factorial(13) ** 4
SUIT = 13
Lengths = tuple[int, int, int]


def suits() -> dict[Lengths, list[int]]:
    """Return the ways to give 13 cards in a row to four hands, by lengths and pairs in one hand.

    The lengths are those of the first three hands; the lists are indexed by the pairs.
    """
    states: dict[tuple[Lengths, int], list[int]] = {}
    for hand in range(4):
        states[_longer((0, 0, 0), hand), hand] = [1] + [0] * 12
    for _ in range(SUIT - 1):
        following = defaultdict[tuple[Lengths, int], list[int]](lambda: [0] * 13)
        for (lengths, last), ways in states.items():
            for hand in range(4):
                sums = following[_longer(lengths, hand), hand]
                same = int(hand == last)
                for pairs in range(13 - same):
                    sums[pairs + same] += ways[pairs]
        states = following
    found = defaultdict[Lengths, list[int]](lambda: [0] * 13)
    for (lengths, _), ways in states.items():
        found[lengths] = [a + b for a, b in zip(found[lengths], ways, strict=True)]
    return found


def _longer(lengths: Lengths, hand: int) -> Lengths:
    first, second, third = lengths
    return first + (hand == 0), second + (hand == 1), third + (hand == 2)


def touching() -> list[int]:
    """Return the number of deals with 0 to 48 pairs of neighbouring cards of a suit in one hand.

    Polynomials in the pairs are packed into integers, 100 bits a coefficient.
    """
    one = {
        lengths: sum(n << 100 * pairs for pairs, n in enumerate(ways))
        for lengths, ways in suits().items()
    }
    two = defaultdict[Lengths, int](int)
    for (a, b, c), ways in one.items():
        for (d, e, f), others in one.items():
            if a + d <= SUIT and b + e <= SUIT and c + f <= SUIT and a + b + c + d + e + f >= SUIT:
                two[a + d, b + e, c + f] += ways * others
    whole = sum(
        ways * two.get((SUIT - a, SUIT - b, SUIT - c), 0) for (a, b, c), ways in two.items()
    )
    return [whole >> 100 * pairs & (1 << 100) - 1 for pairs in range(49)]


def seats_of_one() -> Fraction:
    """Return the variance of (51/169) times the squares of a table of seats by seats.

    The table counts the cards of each seat of one board by their seats on another; its rows and
    columns have sums of 13. The squares are those of the distances from 13/4.
    """
    states: dict[tuple[int, ...], tuple[int, int, int]] = {(13, 13, 13, 13): (1, 0, 0)}
    for _ in range(4):
        following = dict[tuple[int, ...], tuple[int, int, int]]()
        for left, (n, first, second) in states.items():
            for row in _rows(left):
                ways = factorial(13)
                for cards in row:
                    ways //= factorial(cards)
                squares = sum(cards * cards for cards in row)
                rest = tuple(a - b for a, b in zip(left, row, strict=True))
                before = following.get(rest, (0, 0, 0))
                following[rest] = (
                    before[0] + ways * n,
                    before[1] + ways * (first + squares * n),
                    before[2] + ways * (second + 2 * squares * first + squares * squares * n),
                )
        states = following
    n, first, second = states[0, 0, 0, 0]
    assert n == DEALS
    return Fraction(51, 169) ** 2 * (Fraction(second, n) - Fraction(first, n) ** 2)


def _rows(left: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ways to take 13 cards of four hands with so many cards left."""
    a, b, c, d = left
    return [
        (i, j, k, 13 - i - j - k)
        for i in range(min(a, 13) + 1)
        for j in range(min(b, 13 - i) + 1)
        for k in range(max(0, 13 - i - j - d), min(c, 13 - i - j) + 1)
    ]


def swapped() -> float:
    """Return |mean of Y|^2 of a board whose shuffle swaps each position with any of the 52.

    The pack has one order before each board and 13 cards are dealt at once. Which order does not
    matter: the chances of a seat belong to the positions.
    """
    chances = [[Fraction(card == place) for place in range(52)] for card in range(52)]
    for here in range(52):
        for row in chances:
            own, share = row[here], Fraction(1, 52)
            for place in range(52):
                if place != here:
                    row[place] += own * share - row[place] * share
            row[here] = share
    squares = Fraction(0)
    for row in chances:
        for seat in range(4):
            squares += (sum(row[13 * seat : 13 * seat + 13]) - Fraction(1, 4)) ** 2
    return float(Fraction(204, 52) * squares)


def main() -> None:
    """Print the constants."""
    law = touching()
    assert sum(law) == DEALS
    print("TOUCHING = (")
    for number in law:
        print(f"    {number},")
    print(f")\nSEATS_OF_ONE = Fraction({seats_of_one().as_integer_ratio()})")
    print(f"SWAPPED = {swapped():.6f}")


if __name__ == "__main__":
    main()
