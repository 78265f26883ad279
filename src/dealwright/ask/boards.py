"""Conditions and quantities on the boards of files: matching boards, and histograms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, overload

import numpy as np

from dealwright.answers import Estimate, Histogram
from dealwright.answers.estimates import IN_FILES
from dealwright.answers.histogram import count_rows
from dealwright.ask.counting import Share
from dealwright.base.errors import ArgumentError
from dealwright.base.jobs import Job
from dealwright.conditions.labels import texts_of_each
from dealwright.conditions.nodes import Node
from dealwright.conditions.unparse import to_text
from dealwright.double_dummy.library import SolvedLibrary
from dealwright.double_dummy.tables import solved_board
from dealwright.formats import Board
from dealwright.formats.records import whole_hands
from dealwright.planning.sampling.evaluation import truth_of, values_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag

__all__ = ["BoardTest", "LibraryBoards"]

_AT_ONCE = 2048  # boards: building the tables of a condition then costs less than reading


class BoardTest:
    r"""Tests a stream of boards with a condition; None accepts every board.

    ``wanted`` is a further test of each board that satisfies it, of what happened there.

    ``examined`` is the number of boards tested so far, ``found`` the number of those that satisfy
    the condition; ``unknown`` boards were skipped, because not all four hands are known.

    >>> from dealwright import parse
    >>> from dealwright.formats import read
    >>> boards = read(
    ...     "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -\nN:A... - - -", "line").boards
    >>> test = BoardTest(parse("hcp(south) >= 15").tree)
    >>> len(list(test.matching(boards))), test.found, test.examined, test.unknown
    (1, 1, 1, 1)
    """

    def __init__(
        self, condition: Node | None, wanted: Callable[[Board], bool] | None = None
    ) -> None:
        self.condition, self.wanted = condition, wanted
        self.examined = self.found = self.unknown = 0

    @property
    def share(self) -> Share:
        """The share of the boards so far that satisfy the condition.

        :raises ArgumentError: if no board has been tested
        """
        if not self.examined:
            raise ArgumentError("no board has all four hands, so there is nothing to count")
        return Share(Estimate.certain(Fraction(self.found, self.examined), IN_FILES), self.examined)

    def matching(self, boards: Iterable[Board] | LibraryBoards) -> Iterator[Board]:
        """Yield the boards that satisfy the condition."""
        for known, _, holds in self._chunks(boards):
            before = self.examined
            for index in np.flatnonzero(holds).tolist():
                if self.wanted is not None and not self.wanted(known[index]):
                    continue
                # counted one at a time, so that the numbers are right if the caller stops early
                self.examined = before + index + 1
                self.found += 1
                yield known[index]
            self.examined = before + len(known)

    def solved(
        self, library: SolvedLibrary, *, stop: StopFlag | None = None
    ) -> Iterator[tuple[NDArray[np.uint64], NDArray[np.int8]]]:
        """Yield the deals of a library that satisfy the condition, and their tricks.

        Each pair is uint64[k, 4] and int8[k, 4, 5], from 65,536 deals of the library.

        :raises Stopped: if the flag is set
        """

        def test(masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
            self.examined += len(masks)
            return truth_of(self.condition, masks)

        for masks, tables in library.matching(test, stop=stop):
            self.found += len(masks)
            yield masks, tables

    def histogram(
        self, boards: Iterable[Board] | LibraryBoards, quantities: Sequence[Node]
    ) -> Histogram:
        """Return the joint histogram of quantities over the boards that satisfy the condition.

        :raises ArgumentError: if no quantity is named
        """
        if not quantities:
            raise ArgumentError("name at least one quantity, such as hcp(north)")
        counts = Counter[tuple[int, ...]]()
        for known, masks, holds in self._chunks(boards):
            self.examined += len(known)
            chosen = masks[holds]
            self.found += len(chosen)
            if len(chosen):
                counts.update(count_rows([values_of(quantity, chosen) for quantity in quantities]))
        text = "" if self.condition is None else to_text(self.condition)
        return Histogram(
            list(map(to_text, quantities)), counts, condition=text, method=IN_FILES,
            texts=texts_of_each(quantities),
        )  # fmt: skip

    def _chunks(
        self, boards: Iterable[Board] | LibraryBoards
    ) -> Iterator[tuple[Sequence[Board], NDArray[np.uint64], NDArray[np.bool_]]]:
        """Yield boards with four known hands, masks uint64[n, 4], and the matches, bool[n]."""
        if isinstance(boards, LibraryBoards):
            for solved in boards:
                yield solved, solved.masks, truth_of(self.condition, solved.masks)
            return
        remaining = iter(boards)
        while chunk := list(islice(remaining, _AT_ONCE)):
            known, rows = list[Board](), list[tuple[int, int, int, int]]()
            for board in chunk:
                hands = whole_hands(board)
                if hands is None:
                    self.unknown += 1
                else:
                    known.append(board)
                    rows.append(hands)
            masks = np.array(rows, dtype=np.uint64).reshape(-1, 4)
            yield known, masks, truth_of(self.condition, masks)


class LibraryBoards(Job["_SolvedDeals", int]):
    """A job that reads the boards of libraries of solved deals, at most ``most`` of them.

    Its partial results are lazy sequences: a board is built only when it is read, so a million
    deals are tested in a second. The result is the number of boards read.
    """

    def __init__(self, libraries: Sequence[SolvedLibrary], most: int | None = None) -> None:
        super().__init__(type(self)._read)
        self.libraries = libraries
        total = sum(map(len, libraries))
        self._total = total if most is None else min(most, total)

    def _read(self) -> Generator[_SolvedDeals, None, int]:
        done = 0
        self.report(0, self._total, "boards")
        for library in self.libraries:
            last = min(len(library), self._total - done)
            for masks, tables in library.matching(last=last):
                if self.stopping:
                    return done
                yield _SolvedDeals(masks, tables)
                done += len(masks)
                self.report(done, self._total, "boards")
        return done


class _SolvedDeals(Sequence[Board]):
    """Solved deals as a lazy sequence of boards."""

    def __init__(self, masks: NDArray[np.uint64], tables: NDArray[np.int8]) -> None:
        self.masks, self._tables = masks, tables

    def __len__(self) -> int:
        return len(self.masks)

    @overload
    def __getitem__(self, index: int) -> Board: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Board]: ...
    def __getitem__(self, index: int | slice) -> Board | Sequence[Board]:
        if isinstance(index, slice):
            return _SolvedDeals(self.masks[index], self._tables[index])
        return solved_board(self.masks[index].tolist(), self._tables[index].tolist())
