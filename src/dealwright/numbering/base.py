"""The base class of numberings: finite ordered sets whose members have numbers 0 .. size-1."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import chain, pairwise
from operator import index
from typing import Any, Generic, TypeVar, overload

import numpy as np

from dealwright.base.errors import DealwrightError, NumberingError
from dealwright.numbering.sampling import sample_numbers
from dealwright.numbering.stream import Seed, Stream
from dealwright.numbering.walks import Walk

__all__ = ["Numbering", "Part", "Shuffled", "as_integer", "brief"]

Item = TypeVar("Item")
_RUN = 512  # members made at a time going down: they fit the cache
_ENDLESS = 2**64 - 1  # members: a walk of more has no end
_BROAD = 100  # most characters of an invalid item in a message


def brief(item: object) -> str:
    """Return an item as text for an error message, shortened if it is long.

    >>> brief((0, 1)), brief(10**6), brief(10**5000), len(brief(list(range(100))))
    ('(0, 1)', '1,000,000', 'some 2^16609', 100)
    """
    if type(item) is int:
        return f"{item:,}" if item.bit_length() < 256 else f"some 2^{item.bit_length() - 1}"
    try:
        text = " ".join(repr(item).split())
    except ValueError:  # Python does not print integers of more than 4,300 digits
        text = f"a {type(item).__name__} with a very large number"
    return text if len(text) <= _BROAD else text[: _BROAD - 4] + " ..."


def as_integer(value: object, what: str, error: type[DealwrightError] = NumberingError) -> int:
    """Return an integer argument as a Python int; numpy integers are allowed, truth values are not.

    >>> as_integer(np.uint8(200), "the number")
    200

    :raises NumberingError: if it is not an integer, or another ``error``
    """
    try:
        if not isinstance(value, bool | np.bool_):
            return int(index(value))  # type: ignore[arg-type]
    except TypeError:
        pass
    raise error(f"{what} must be an integer, not {brief(value)}")


class Numbering(ABC, Generic[Item]):
    """A finite ordered set: ``unrank(i)`` is its member number i, ``rank(item)`` the inverse.

    It is an immutable sequence (indexing from either end, slices, iteration in both directions)
    that builds members only on demand. ``size`` is exact at any size; ``len()`` works up to
    ``sys.maxsize``. A subclass defines ``size``, ``_rank`` and ``_unrank``, and may define
    ``_next`` and ``_previous`` if stepping is cheaper than unranking.

    >>> from dealwright import Combinations
    >>> hands = Combinations(52, 5)
    >>> hands.size, hands[-1], hands.rank(hands.unrank(1_000_000))
    (2598960, (47, 48, 49, 50, 51), 1000000)
    """

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of members, a Python int."""

    @abstractmethod
    def _rank(self, item: Any) -> int:
        """Return the number of a member; raise NumberingError for anything else."""

    @abstractmethod
    def _unrank(self, index: int) -> Item:
        """Return member number ``index``, which is in range."""

    def _next(self, item: Item, index: int) -> Item:
        """Return the member after ``item``, whose number is ``index``; it is not the last."""
        return self._unrank(index + 1)

    def _previous(self, item: Item, index: int) -> Item:
        """Return the member before ``item``, whose number is ``index``; it is not the first."""
        return self._unrank(index - 1)

    def rank(self, item: Any) -> Any:
        """Return the number of a member.

        :raises NumberingError: if it is not a member
        """
        return self._rank(item)

    def unrank(self, index: Any) -> Any:
        """Return the member with a number, 0 .. size-1 (use ``[]`` to count from the end).

        :raises NumberingError: if the number is out of range
        """
        number = as_integer(index, "the number")
        if not 0 <= number < self.size:
            raise self._out_of_range(number)
        return self._unrank(number)

    def _out_of_range(self, number: int) -> NumberingError:
        if not self.size:
            return NumberingError(f"there is no number {brief(number)}: {self!r} has no members")
        last = brief(self.size - 1)
        return NumberingError(f"{brief(number)} is not one of the numbers 0 to {last}")

    def index(self, item: Any) -> int:
        """Return the number of a member, as ``rank`` does; sequences use this name."""
        return self._rank(item)

    def iterate(self, start: int = 0, *, backwards: bool = False) -> Iterator[Item]:
        """Yield members from number ``start`` on, to the last, or backwards to the first.

        :raises NumberingError: if ``start`` is out of range (``size`` itself yields nothing)
        """
        number = as_integer(start, "the start")
        if not 0 <= number <= self.size:
            raise self._out_of_range(number)
        if number == self.size:
            return iter(())
        return self._walk(range(number, -1, -1) if backwards else range(number, self.size))

    @property
    def _has_runs(self) -> bool:
        """Whether ``_run`` goes through consecutive members faster than one by one."""
        return False

    def _run(self, first: int, count: int) -> Iterator[Item]:
        """Yield members ``first`` .. ``first + count - 1``."""
        raise NotImplementedError

    def _walk(self, numbers: range) -> Iterator[Item]:
        """Yield the members with those numbers."""
        if numbers and self._has_runs and numbers.step == 1:
            return self._run(numbers.start, min(numbers[-1] - numbers.start + 1, _ENDLESS))
        if numbers and self._has_runs and numbers.step == -1:
            return chain.from_iterable(self._backwards(numbers))
        return self._one_by_one(numbers)

    def _backwards(self, numbers: range) -> Iterator[list[Item]]:
        """Yield lists of the members with consecutive numbers, which go down."""
        number, last = numbers.start, numbers[-1]
        size = 16  # small first runs, so that iteration starts at once
        while number >= last:
            count = min(size, number - last + 1)
            yield [*self._run(number - count + 1, count)][::-1]
            number, size = number - count, min(2 * size, _RUN)

    def _one_by_one(self, numbers: range) -> Iterator[Item]:
        """Yield the members with those numbers; steps of one go from member to member."""
        if not numbers:
            return
        number, last, step = numbers.start, numbers[-1], numbers.step
        item = self._unrank(number)
        yield item
        while number != last:
            if step == 1:
                item = self._next(item, number)
            elif step == -1:
                item = self._previous(item, number)
            else:
                item = self._unrank(number + step)
            number += step
            yield item

    def split(self, parts: int) -> list[Part[Item]]:
        """Return the numbering split into consecutive parts whose sizes differ by at most one.

        :raises NumberingError: if the number of parts is below 1
        """
        count = as_integer(parts, "the number of parts")
        if count < 1:
            raise NumberingError(f"split a numbering into at least one part, not {count}")
        cuts = [self.size * i // count for i in range(count + 1)]
        return [Part(self, range(a, b)) for a, b in pairwise(cuts)]

    def sample_numbers(
        self, size: int, seed: Seed | Stream | None = None, *, replace: bool = True
    ) -> Any:
        """Return random numbers of members, each equally likely; distinct unless ``replace``.

        The result is uint64[size], or a list of ints if ``self.size`` exceeds 2^64.

        :raises NumberingError: if there are fewer distinct members than requested
        """
        stream = Stream.of(seed)
        return sample_numbers(
            self.size, as_integer(size, "the sample size"), stream, replace=replace
        )

    def sample(
        self, size: int, seed: Seed | Stream | None = None, *, replace: bool = True
    ) -> list[Item]:
        """Return random members, each equally likely; distinct unless ``replace``.

        :raises NumberingError: if there are fewer distinct members than requested
        """
        numbers = self.sample_numbers(size, seed, replace=replace)
        return [self._unrank(int(number)) for number in numbers]

    def shuffled(self, seed: Seed | Stream | None = None) -> Shuffled[Item]:
        """Return the members in a random order that is never stored, as a numbering.

        A member costs ten hashes, some 10 us, whatever the size; walk it, index it, or split it
        over processes. The order depends on the seed and the size only. It is fit for sampling
        and tests, not for secrets.

        >>> from dealwright import Combinations
        >>> order = Combinations(52, 13).shuffled(seed=1)
        >>> order[0]
        (10, 15, 24, 26, 29, 30, 31, 40, 43, 44, 45, 46, 51)
        >>> order.rank(order[123456789]), order.size
        (123456789, 635013559600)
        """
        return Shuffled(self, seed)

    def __len__(self) -> int:
        if self.size > sys.maxsize:
            raise OverflowError(f"{brief(self.size)} members are too many for len(); use .size")
        return self.size

    @overload
    def __getitem__(self, index: slice) -> Part[Item]: ...
    @overload
    def __getitem__(self, index: int) -> Item: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Part(self, range(self.size)[index])
        number = as_integer(index, "the index")
        if not -self.size <= number < self.size:
            raise IndexError(
                f"index {brief(number)} is out of range; there are {brief(self.size)} members"
            )
        return self._unrank(number % self.size)

    def __iter__(self) -> Iterator[Item]:
        return self._walk(range(self.size))

    def __reversed__(self) -> Iterator[Item]:
        return self._walk(range(self.size - 1, -1, -1))

    def __contains__(self, item: object) -> bool:
        try:
            self._rank(item)
        except NumberingError:
            return False
        return True

    def __bool__(self) -> bool:
        return self.size > 0


class Part(Generic[Item]):
    """Some members of a numbering, evenly spaced: a slice, or one part of a split.

    It is a sequence like the numbering; ``numbers`` is the range of the members' numbers.
    """

    __slots__ = ("numbering", "numbers")

    def __init__(self, numbering: Numbering[Item], numbers: range) -> None:
        self.numbering = numbering
        self.numbers = numbers

    @property
    def size(self) -> int:
        """The number of members, a Python int."""
        numbers = self.numbers
        if not numbers:
            return 0
        return (numbers[-1] - numbers.start) // numbers.step + 1

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: slice) -> Part[Item]: ...
    @overload
    def __getitem__(self, index: int) -> Item: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Part(self.numbering, self.numbers[index])
        return self.numbering[self.numbers[index]]

    def __iter__(self) -> Iterator[Item]:
        return self.numbering._walk(self.numbers)

    def __reversed__(self) -> Iterator[Item]:
        return self.numbering._walk(self.numbers[::-1])

    def __contains__(self, item: object) -> bool:
        try:
            return self.numbering._rank(item) in self.numbers
        except NumberingError:
            return False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Part):
            return NotImplemented
        return self.numbering == other.numbering and self.numbers == other.numbers

    def __hash__(self) -> int:
        return hash((self.numbering, self.numbers))

    def __repr__(self) -> str:
        return f"<{brief(self.size)} of {self.numbering!r}>"


class Shuffled(Numbering[Item]):
    """The members of a numbering in the order of a seed; see ``Numbering.shuffled``.

    ``numbering`` is the numbering, ``seed`` the seed that repeats the order.
    """

    def __init__(self, numbering: Numbering[Item], seed: Seed | Stream | None = None) -> None:
        stream = Stream.of(seed)
        self.numbering = numbering
        self.seed = stream.seed
        self._walk_order = Walk(numbering.size, stream)

    @property
    def size(self) -> int:
        """The number of members, a Python int."""
        return self.numbering.size

    def _unrank(self, index: int) -> Item:
        return self.numbering._unrank(self._walk_order.number(index))

    def _rank(self, item: Any) -> int:
        return self._walk_order.place(self.numbering._rank(item))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shuffled):
            return NotImplemented
        keys = self._walk_order.key, other._walk_order.key
        return self.numbering == other.numbering and keys[0] == keys[1]

    def __hash__(self) -> int:
        return hash((self.numbering, self._walk_order.key))

    def __repr__(self) -> str:
        return f"{self.numbering!r}.shuffled({self.seed!r})"
