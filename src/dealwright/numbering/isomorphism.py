"""Classes of sets of cards that differ only by the names of the suits."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import accumulate, groupby
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.base.errors import NumberingError
from dealwright.numbering.base import as_integer, brief
from dealwright.numbering.members import Family, number_array
from dealwright.numbering.multisets import CombinationsWithReplacement
from dealwright.numbering.products import Products
from dealwright.numbering.subset_orders import colex_rank, colex_unrank

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["SuitClasses", "cards_as_mask", "checked_pack", "holdings_of", "pack_options"]

_USUAL = {"ranks": 13, "suits": 4}


def checked_pack(ranks: int, suits: int) -> tuple[int, int]:
    """Return the numbers of ranks and suits of a pack.

    :raises NumberingError: if one is not an integer above 0
    """
    pack = as_integer(ranks, "the number of ranks"), as_integer(suits, "the number of suits")
    if min(pack) < 1:
        raise NumberingError(f"no pack has {pack[1]:,} suits of {pack[0]:,}")
    return pack


def pack_options(ranks: int, suits: int) -> dict[str, int]:
    """Return the options by which a pack differs from the usual one.

    >>> pack_options(13, 4), pack_options(9, 4)
    ({}, {'ranks': 9})
    """
    return {name: n for name, n in (("ranks", ranks), ("suits", suits)) if n != _USUAL[name]}


_BLOCK = 1 << 13  # masks processed at a time, so that their columns stay in the cache
_MOST_RANKS = 16  # of a suit, if tables hold all its holdings


class _Pattern(NamedTuple):
    """The classes whose suits have the same lengths, the longest first."""

    lengths: tuple[int, ...]
    groups: tuple[CombinationsWithReplacement, ...]  # of suits of equal length, the longest first
    numbers: Products  # one digit for each group


class SuitClasses(Family[int]):
    """The classes of k-card sets of a pack under permutations of its suits.

    A set is a mask, card c its bit c, or any collection of different cards; c = ranks * suit +
    rank, suits clubs, diamonds, hearts, spades. All sets of a class have the same number. The
    member with that number is the set whose suits ascend from clubs to spades, by length and then
    by colex number (the largest cards first).

    Classes are ordered by the lengths of the suits, longest first, lexicographically; then by the
    longest suits, the next longest and so on. m suits of length s are a multiset of m of the
    C(ranks, s) holdings, numbered as such in colex order. This is the index that Waugh ("A fast
    and optimal hand isomorphism algorithm", 2013) builds for one round, in another order.

    >>> SuitClasses(2).size, SuitClasses(5).size, SuitClasses(7).size
    (169, 134459, 6009159)
    >>> aces = SuitClasses(2).rank([12, 25])
    >>> aces == SuitClasses(2).rank([38, 51]), SuitClasses(2).members(aces)
    (True, 6)

    :raises NumberingError: if an argument is not an integer or negative, or k exceeds the pack
    """

    def __init__(self, k: int, ranks: int = 13, suits: int = 4) -> None:
        self.k = as_integer(k, "k")
        self.ranks, self.suits = checked_pack(ranks, suits)
        if not 0 <= self.k <= self.ranks * self.suits:
            raise NumberingError(
                f"there are no {self.k:,} cards in {self.suits:,} suits of {self.ranks:,}"
            )
        self._patterns = [
            _pattern(lengths, self.ranks) for lengths in _lengths(self.k, self.suits, self.ranks)
        ]
        sizes = [pattern.numbers.size for pattern in self._patterns]
        self._firsts = list(accumulate(sizes, initial=0))[:-1]
        self._at = {pattern.lengths: number for number, pattern in enumerate(self._patterns)}
        super().__init__(sum(sizes))

    def _arguments(self) -> tuple[Any, ...]:
        return (self.k,)

    def _options(self) -> dict[str, Any]:
        return pack_options(self.ranks, self.suits)

    def members(self, index: int) -> int:
        """Return the number of sets in the class with a number: the different orders of its suits.

        >>> SuitClasses(2).members(0), sum(map(SuitClasses(2).members, range(169)))
        (6, 1326)

        :raises NumberingError: if the number is out of range
        """
        holdings = holdings_of(self.unrank(index), self.ranks, self.suits)
        return factorial(self.suits) // prod(map(factorial, Counter(holdings).values()))

    def _rank(self, item: Any) -> int:
        mask = cards_as_mask(item, self.k, self.ranks, self.suits)
        holdings = holdings_of(mask, self.ranks, self.suits)
        suits = sorted(((holding.bit_count(), holding) for holding in holdings), reverse=True)
        pattern_number = self._at[tuple(length for length, _ in suits)]
        digits = []
        remaining = list(suits)
        for group in self._patterns[pattern_number].groups:
            # numeric order of masks of one length is colex order, so these ascend from the last
            numbers = [colex_rank(_bits(mask)) for _, mask in remaining[: group.k]]
            digits.append(group.rank(numbers[::-1]))
            del remaining[: group.k]
        return self._firsts[pattern_number] + self._patterns[pattern_number].numbers._rank(digits)

    def _unrank(self, index: int) -> int:
        pattern_number = bisect_right(self._firsts, index) - 1
        pattern = self._patterns[pattern_number]
        digits = pattern.numbers._unrank(index - self._firsts[pattern_number])
        mask = 0
        lengths = iter(pattern.lengths)
        for group, digit in zip(pattern.groups, digits, strict=True):
            for number in reversed(group._unrank(digit)):
                bits = colex_unrank(number, next(lengths), self.ranks)
                mask = mask << self.ranks | sum(1 << bit for bit in bits)
        return mask

    def rank_array(self, masks: ArrayLike) -> NDArray[np.int64]:
        """Return the class numbers of masks, int64[n] for integers[n].

        >>> SuitClasses(2).rank_array(np.array([1 << 12 | 1 << 25, 1 << 38 | 1 << 51]))
        array([90, 90])

        :raises NumberingError: if a mask is not a member, a suit has more than 16 ranks, or the
            pack more than 64 cards
        """
        tables = self._tables
        sets = number_array(masks, 1 << self.ranks * self.suits)
        numbers = np.empty(len(sets), dtype=np.int64)
        for first in range(0, len(sets), _BLOCK):
            numbers[first : first + _BLOCK] = tables.rank(sets[first : first + _BLOCK])
        return numbers

    @cached_property
    def _tables(self) -> _Tables:
        if self.ranks > _MOST_RANKS or self.ranks * self.suits > 64:
            raise NumberingError(
                f"arrays need at most {_MOST_RANKS} ranks and 64 cards; use rank one by one"
            )
        return _Tables(self, self._patterns, self._firsts)


def holdings_of(mask: int, ranks: int, suits: int) -> list[int]:
    """Return the set of ranks of each suit, clubs first.

    >>> holdings_of(0b101_010, 3, 2)
    [2, 5]
    """
    full = (1 << ranks) - 1
    return [mask >> ranks * suit & full for suit in range(suits)]


def cards_as_mask(item: Any, k: int, ranks: int, suits: int) -> int:
    """Return k cards of a pack, a mask or a collection, as a mask.

    >>> cards_as_mask([0, 3], 2, 13, 4)
    9

    :raises NumberingError: if they are not k different cards of the pack
    """
    if isinstance(item, np.ndarray):
        item = item.tolist()
    if isinstance(item, Collection) and not isinstance(item, str):
        cards = [as_integer(card, "a card") for card in item]
        if any(not 0 <= card < ranks * suits for card in cards):
            raise NumberingError(f"{brief(item)} has a card not of 0 to {ranks * suits - 1}")
        if len(set(cards)) != len(cards):
            raise NumberingError(f"{brief(item)} has a card twice")
        mask = sum(1 << card for card in cards)
    else:
        mask = as_integer(item, "a set is a mask or a collection of cards; a mask")
        if not 0 <= mask < 1 << ranks * suits:
            raise NumberingError(f"{brief(item)} is not a mask of the pack")
    if mask.bit_count() != k:
        raise NumberingError(f"a set has {k:,} cards, not {mask.bit_count():,}: {brief(item)}")
    return mask


class _Tables:
    """The numbering as a few small tables, for arrays of masks.

    A holding's key is its position among all holdings sorted by length and number. With the keys of
    a set in descending order, the i-th suit from the end among those of its length adds C(number +
    i - 1, i) times the sizes of the groups of shorter suits. This factor depends on the pattern
    only.
    """

    def __init__(self, classes: SuitClasses, patterns: list[_Pattern], firsts: list[int]) -> None:
        self.k, self.ranks, self.suits = classes.k, classes.ranks, classes.suits
        lengths = np.array([x.bit_count() for x in range(1 << self.ranks)], dtype=np.uint8)
        order = np.argsort(lengths, kind="stable")
        self.key = np.empty(len(order), dtype=np.uint16)
        self.key[order] = np.arange(len(order), dtype=np.uint16)
        self.length = lengths[order].astype(np.int64)
        self.term = np.array(
            [
                comb(number + i - 1, i)
                for i in range(1, self.suits + 1)
                for length in range(self.ranks + 1)
                for number in range(comb(self.ranks, length))
            ],
            dtype=np.int64,
        )
        self.code = np.array([self._code(p.lengths) for p in patterns], dtype=np.int64)
        self.weight = np.array([_weights(p) for p in patterns], dtype=np.int64).T.copy()
        self.first = np.array(firsts, dtype=np.int64)

    def _code(self, lengths: Any) -> Any:
        """Return all lengths but the last as one number, which ascends with the pattern."""
        code = lengths[0] * 0
        for length in lengths[: self.suits - 1]:
            code = code * (self.ranks + 1) + length
        return code

    def rank(self, masks: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the class numbers of masks of the pack, int64[n]."""
        full = np.uint64((1 << self.ranks) - 1)
        keys = [
            self.key[(masks >> np.uint64(self.ranks * suit) & full).astype(np.intp)]
            for suit in range(self.suits)
        ]
        for end in range(self.suits - 1, 0, -1):  # descending, by exchanging neighbours
            for suit_ in range(end):
                low, high = keys[suit_], keys[suit_ + 1]
                keys[suit_], keys[suit_ + 1] = np.maximum(low, high), np.minimum(low, high)
        lengths = [self.length[key] for key in keys]
        if (np.sum(lengths, axis=0) != self.k).any():
            raise NumberingError(f"a mask does not have {self.k:,} cards")
        pattern = np.searchsorted(self.code, self._code(lengths))
        numbers: NDArray[np.int64] = self.first[pattern]
        repeats = np.zeros(len(masks), dtype=np.intp)
        for suit_ in range(self.suits - 1, -1, -1):
            if suit_ < self.suits - 1:
                repeats += 1
                repeats *= lengths[suit_] == lengths[suit_ + 1]
            term = self.term[(repeats << self.ranks) + keys[suit_]]
            numbers += term * self.weight[suit_][pattern]
        return numbers


def _lengths(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the non-increasing tuples with that sum of parts up to ``most``, in lex order."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(-(-total // parts), min(total, most) + 1):
        for others in _lengths(total - first, parts - 1, first):
            yield (first, *others)


def _pattern(lengths: tuple[int, ...], ranks: int) -> _Pattern:
    groups = tuple(
        CombinationsWithReplacement(comb(ranks, length), len(list(same)), order="colex")
        for length, same in groupby(lengths)
    )
    return _Pattern(lengths, groups, Products(*(group.size for group in groups)))


def _weights(pattern: _Pattern) -> list[int]:
    """Return, for each suit, the product of the sizes of the groups after its own."""
    weights: list[int] = []
    weight = 1
    for group in reversed(pattern.groups):
        weights[:0] = [weight] * group.k
        weight *= group.size
    return weights


def _bits(mask: int) -> list[int]:
    """Return the set bits of a mask, ascending."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
