"""Classes of cards dealt in rounds that differ only by the names of the suits."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, groupby, product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.base.errors import NumberingError
from dealwright.numbering.base import brief
from dealwright.numbering.isomorphism import (
    cards_as_mask,
    checked_pack,
    holdings_of,
    pack_options,
)
from dealwright.numbering.members import Family, entries
from dealwright.numbering.multisets import CombinationsWithReplacement
from dealwright.numbering.products import Products
from dealwright.numbering.subset_orders import colex_rank, colex_unrank

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Int64Array = NDArray[np.int64]

__all__ = ["SuitRounds"]

_BLOCK = 1 << 13  # rows processed at a time, so that their columns stay in the cache
_MOST_WAYS = 1_000_000  # a second or two
_MOST_NUMBER = 1 << 60  # of a class, so that the terms of its number fit 64 bits
Lengths = tuple[int, ...]  # how many cards of one suit each round deals


class _Pattern(NamedTuple):
    """The classes whose suits have the same lengths in each round, the longest first."""

    lengths: tuple[Lengths, ...]
    groups: tuple[CombinationsWithReplacement, ...]  # of suits of equal lengths
    numbers: Products  # one digit for each group


class SuitRounds(Family[tuple[int, ...]]):
    """The classes of cards dealt in rounds under permutations of the suits.

    ``rounds`` are the numbers of cards of each round: ``(2, 3, 1, 1)`` are the hole cards, flop,
    turn and river of hold'em. A member is a tuple of masks, one for each round (``rank`` also takes
    collections of cards); cards are as in ``SuitClasses``, which numbers a single round in the same
    way. A suit's cards are known round by round, so the same card on the flop and on the turn gives
    different classes.

    A suit's cards, round by round, have a number: the colex number of those of the first round,
    then that of the next among the ranks left, in mixed radix. Suits with the same lengths are a
    multiset of such numbers, numbered in colex order; classes are ordered by the suits' lengths,
    the longest first. This is the index of Waugh ("A fast and optimal hand isomorphism algorithm",
    2013) in another order.

    >>> SuitRounds([2, 3]).size, SuitRounds([2, 3, 1]).size, SuitRounds([2, 3, 1, 1]).size
    (1286792, 55190538, 2428287420)
    >>> flops = SuitRounds([2, 3])
    >>> number = flops.rank([[51, 38], [50, 49, 0]])
    >>> number == flops.rank([[25, 12], [24, 23, 26]]), flops.members(number)
    (True, 24)

    :raises NumberingError: if an argument is not an integer or negative, there are more cards than
        the pack has, or the rounds fall to the suits in more than a million ways
    """

    def __init__(self, rounds: Sequence[int], ranks: int = 13, suits: int = 4) -> None:
        self.rounds = tuple(entries(rounds, None, "the rounds"))
        self.ranks, self.suits = checked_pack(ranks, suits)
        if any(k < 0 for k in self.rounds) or sum(self.rounds) > self.ranks * self.suits:
            raise NumberingError(
                f"rounds of {brief(self.rounds)} cards cannot be dealt from {self.suits:,} "
                "suits of "
                f"{self.ranks:,}"
            )
        ways = prod(comb(k + self.suits - 1, self.suits - 1) for k in self.rounds)
        if ways > _MOST_WAYS:
            raise NumberingError(
                f"rounds of {brief(self.rounds)} cards fall to the suits in {ways:,} ways; "
                f"{_MOST_WAYS:,} are the most, give fewer rounds or cards"
            )
        shares = sorted(_shares(self.rounds, self.suits, self.ranks))
        self._patterns = [_pattern(lengths, self.ranks) for lengths in shares]
        sizes = [pattern.numbers.size for pattern in self._patterns]
        self._firsts = list(accumulate(sizes, initial=0))[:-1]
        self._at = {pattern.lengths: number for number, pattern in enumerate(self._patterns)}
        super().__init__(sum(sizes))

    def _arguments(self) -> tuple[Any, ...]:
        return (self.rounds,)

    def _options(self) -> dict[str, Any]:
        return pack_options(self.ranks, self.suits)

    def members(self, index: int) -> int:
        """Return how many deals the class with a number has: the different orders of its suits.

        >>> SuitRounds([2, 3]).members(0)
        12

        :raises NumberingError: if the number is out of range
        """
        suits = self._suits(self.unrank(index))
        return factorial(self.suits) // prod(map(factorial, Counter(suits).values()))

    def _rank(self, item: Any) -> int:
        suits = sorted(map(self._numbered, self._suits(self._masks(item))), reverse=True)
        pattern_number = self._at[tuple(lengths for lengths, _ in suits)]
        digits = []
        for group in self._patterns[pattern_number].groups:
            digits.append(group._rank([number for _, number in suits[: group.k]][::-1]))
            del suits[: group.k]
        return self._firsts[pattern_number] + self._patterns[pattern_number].numbers._rank(digits)

    def _unrank(self, index: int) -> tuple[int, ...]:
        pattern_number = bisect_right(self._firsts, index) - 1
        pattern = self._patterns[pattern_number]
        digits = pattern.numbers._unrank(index - self._firsts[pattern_number])
        masks = [0] * len(self.rounds)
        lengths = iter(pattern.lengths)
        for group, digit in zip(pattern.groups, digits, strict=True):
            for number in reversed(group._unrank(digit)):
                holdings = self._holdings(next(lengths), number)
                masks = [
                    mask << self.ranks | holding
                    for mask, holding in zip(masks, holdings, strict=True)
                ]
        return tuple(masks)

    def _suits(self, masks: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the set of ranks of each round, for each suit, clubs first."""
        if not masks:
            return [()] * self.suits
        holdings = (holdings_of(mask, self.ranks, self.suits) for mask in masks)
        return list(zip(*holdings, strict=True))

    def _numbered(self, suit: tuple[int, ...]) -> tuple[Lengths, int]:
        """Return the lengths of a suit's holdings and their number."""
        number, ranks_left = 0, list(range(self.ranks))
        for holding in suit:
            places = [place for place, rank in enumerate(ranks_left) if holding >> rank & 1]
            number = number * comb(len(ranks_left), len(places)) + colex_rank(places)
            ranks_left = [rank for rank in ranks_left if not holding >> rank & 1]
        return tuple(holding.bit_count() for holding in suit), number

    def _holdings(self, lengths: Lengths, number: int) -> list[int]:
        """Return the holdings of a suit with such lengths and number."""
        digits = []
        left = self.ranks - sum(lengths)
        for length in reversed(lengths):
            left += length
            number, digit = divmod(number, comb(left, length))
            digits.append(digit)
        holdings, ranks = [], list(range(self.ranks))
        for length, digit in zip(lengths, reversed(digits), strict=True):
            places = colex_unrank(digit, length, len(ranks))
            holdings.append(sum(1 << ranks[place] for place in places))
            ranks = [rank for place, rank in enumerate(ranks) if place not in places]
        return holdings

    def _masks(self, item: Any) -> list[int]:
        if isinstance(item, np.ndarray):
            item = item.tolist()
        if not isinstance(item, Sequence) or isinstance(item, str):
            raise NumberingError(f"rounds must be a sequence of masks or cards, not {brief(item)}")
        if len(item) != len(self.rounds):
            raise NumberingError(f"there are {len(self.rounds):,} rounds, not {len(item):,}")
        masks = [
            cards_as_mask(cards, size, self.ranks, self.suits)
            for cards, size in zip(item, self.rounds, strict=True)
        ]
        if sum(masks).bit_count() != sum(self.rounds) or _any_twice(masks):
            raise NumberingError(f"{brief(item)} has a card in two rounds")
        return masks

    def rank_array(self, masks: ArrayLike) -> Int64Array:
        """Return the class numbers of deals, int64[n] for masks uint64[n, rounds].

        >>> SuitRounds([2, 1]).rank_array([[1 << 51 | 1 << 38, 1], [1 << 25 | 1 << 12, 1 << 26]])
        array([1170, 1170])

        :raises NumberingError: if a row is not a member, the pack has more than 64 cards, or there
            are more than 2^60 classes
        """
        if self.ranks * self.suits > 64 or self.size > _MOST_NUMBER or not self.rounds:
            raise NumberingError("arrays need at most 64 cards and 2^60 classes; use rank instead")
        rows = np.asarray(masks)
        if rows.ndim != 2 or rows.shape[1] != len(self.rounds) or rows.dtype.kind not in "iu":
            raise NumberingError(f"deals must be masks [n, {len(self.rounds)}], not {rows.shape}")
        rows = rows.astype(np.uint64)
        numbers = np.empty(len(rows), dtype=np.int64)
        for first in range(0, len(rows), _BLOCK):
            block = rows[first : first + _BLOCK]
            block_numbers, valid = self._tables.rank(np.ascontiguousarray(block.T))
            if not valid.all():
                row = first + int(np.flatnonzero(~valid)[0])
                raise NumberingError(f"row {row:,} is not rounds of {brief(self.rounds)} cards")
            numbers[first : first + len(block)] = block_numbers
        return numbers

    @cached_property
    def _tables(self) -> _Tables:
        return _Tables(self, self._patterns, self._firsts)


def _any_twice(masks: Sequence[int]) -> bool:
    seen = 0
    for mask in masks:
        if seen & mask:
            return True
        seen |= mask
    return False


class _Tables:
    """The numbering of arrays: keys of the four suits, sorted, and terms added up.

    A suit's key is the code of its lengths, then its number. The i-th suit from the end among those
    of its lengths adds C(number + i - 1, i) times the sizes of the groups after its own.
    """

    def __init__(self, rounds: SuitRounds, patterns: list[_Pattern], firsts: list[int]) -> None:
        self.ranks, self.suits, self.rounds = rounds.ranks, rounds.suits, rounds.rounds
        self.radix = [1]  # of the lengths of each round, as one code, the first round highest
        for k in reversed(self.rounds):
            self.radix.insert(0, self.radix[0] * (min(k, self.ranks) + 1))
        self.choose = np.array(
            [[comb(n, k) for k in range(self.ranks + 1)] for n in range(self.ranks + 1)], np.int64
        )
        most = max(group.n for pattern in patterns for group in pattern.groups)
        self.shift = int(most - 1).bit_length()
        self.place = {self._code(p.lengths): position for position, p in enumerate(patterns)}
        codes = sorted(self.place)
        order = [self.place[code] for code in codes]
        self.codes = np.array(codes, dtype=np.int64)
        self.first = np.array([firsts[position] for position in order], dtype=np.int64)
        weights = [_weights(patterns[position]) for position in order]
        self.weight = np.array(weights, dtype=np.int64).T.copy()

    def _code(self, lengths: Sequence[Any]) -> Any:
        """Return the lengths of all suits as one number."""
        code = 0
        for suit in lengths:
            inside = suit
            if isinstance(suit, tuple):
                inside = sum(n * r for n, r in zip(suit, self.radix[1:], strict=True))
            code = code * self.radix[0] + inside
        return code

    def rank(self, masks: NDArray[np.uint64]) -> tuple[Int64Array, NDArray[np.bool_]]:
        """Return the class numbers of masks uint64[rounds, n], and which columns are members."""
        valid = np.ones(masks.shape[1], dtype=np.bool_)
        pack = np.uint64((1 << self.ranks * self.suits) - 1)
        for k, mask in zip(self.rounds, masks, strict=True):
            valid &= (np.bitwise_count(mask) == k) & ((mask & ~pack) == 0)
        all_cards = np.bitwise_or.reduce(masks, axis=0)
        valid &= np.bitwise_count(all_cards) == sum(self.rounds)
        valid_masks = masks * valid  # invalid columns are numbered as no cards, and rejected
        keys = np.stack([self._key(valid_masks, suit) for suit in range(self.suits)])
        keys[:, ~valid] = 0
        keys = -np.sort(-keys, axis=0)
        lengths, numbers = keys >> self.shift, keys & ((1 << self.shift) - 1)
        pattern = np.searchsorted(self.codes, self._code(list(lengths)))
        pattern = np.where(valid, pattern, 0)
        numbers_ = self.first[pattern]
        repeats = np.zeros(masks.shape[1], dtype=np.int64)
        for suit in range(self.suits - 1, -1, -1):
            same_lengths = (
                suit < self.suits - 1 and lengths[suit] == lengths[min(suit + 1, self.suits - 1)]
            )
            repeats = np.where(same_lengths, repeats + 1, 1)
            numbers_ += (
                _multichoose(numbers[suit], repeats, self.suits) * self.weight[suit][pattern]
            )
        return numbers_, valid

    def _key(self, masks: NDArray[np.uint64], suit: int) -> Int64Array:
        """Return the code of a suit's lengths and the number of its holdings, as one number."""
        n = masks.shape[1]
        code, number = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
        taken = np.zeros(n, dtype=np.uint64)
        ranks_left = np.full(n, self.ranks, dtype=np.int64)
        for mask, radix in zip(masks, self.radix[1:], strict=True):
            holding = mask >> np.uint64(self.ranks * suit) & np.uint64((1 << self.ranks) - 1)
            chosen, digit = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
            for rank in range(self.ranks):
                present = (holding >> np.uint64(rank) & np.uint64(1)).astype(np.int64)
                taken_below = np.bitwise_count(taken & np.uint64((1 << rank) - 1)).astype(np.int64)
                chosen += present
                digit += present * self.choose[np.maximum(rank - taken_below, 0), chosen]
            number = number * self.choose[ranks_left, np.minimum(chosen, ranks_left)] + digit
            code += chosen * radix
            ranks_left -= np.minimum(chosen, ranks_left)
            taken |= holding
        return code << self.shift | number


def _multichoose(number: Int64Array, times: Int64Array, most: int) -> Int64Array:
    """Return C(number + times - 1, times), the first number of a multiset with that largest one."""
    product_ = np.ones_like(number)
    for i in range(1, most + 1):
        next_product = product_ * np.where(times >= i, number + (i - 1), 1) // i
        product_ = np.where(times >= i, next_product, product_)
    return product_


def _shares(total: Lengths, suits: int, ranks: int) -> Iterator[tuple[Lengths, ...]]:
    """Yield the non-increasing tuples of lengths, one of each suit, that add to a total."""

    def go(left: Lengths, suits: int, most: Lengths) -> Iterator[tuple[Lengths, ...]]:
        if suits == 0:
            if not any(left):
                yield ()
            return
        for suit_lengths in product(*(range(min(k, ranks) + 1) for k in left)):
            if suit_lengths <= most and sum(suit_lengths) <= ranks:
                rest = tuple(
                    k - own_length for k, own_length in zip(left, suit_lengths, strict=True)
                )
                for others in go(rest, suits - 1, suit_lengths):
                    yield (suit_lengths, *others)

    yield from go(total, suits, total)


def _pattern(lengths: tuple[Lengths, ...], ranks: int) -> _Pattern:
    groups = tuple(
        CombinationsWithReplacement(
            _holdings(equal_lengths, ranks), len(list(suits_of_group)), order="colex"
        )
        for equal_lengths, suits_of_group in groupby(lengths)
    )
    return _Pattern(lengths, groups, Products(*(group.size for group in groups)))


def _holdings(lengths: Lengths, ranks: int) -> int:
    """Return the number of ways in which a suit can have such lengths."""
    ways = 1
    for length in lengths:
        ways *= comb(ranks, length)
        ranks -= length
    return ways


def _weights(pattern: _Pattern) -> list[int]:
    """Return, for each suit, the product of the sizes of the groups after its own."""
    weights: list[int] = []
    weight = 1
    for group in reversed(pattern.groups):
        weights[:0] = [weight] * group.k
        weight *= group.size
    return weights
