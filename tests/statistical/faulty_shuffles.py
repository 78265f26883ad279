"""Faulty ways to shuffle and deal, and how often an audit finds each of them.

A fault has a way of shuffling; the order of the pack at the start of each board, by suits, by ranks
or as the board before left it; and a way of dealing, 13 cards at once or one by one. Packs are
int64[n, 52], rows are shuffled independently.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray
from tools.riffles import dealt, riffled

from dealwright import deal
from dealwright.ask.condition import as_quantity
from dealwright.fair.audit.card_places import card_tests
from dealwright.fair.audit.laws import Distribution
from dealwright.fair.audit.quantities import QUANTITIES
from dealwright.fair.audit.sessions import Session
from dealwright.numbering.stream import Stream
from dealwright.planning.sampling.evaluation import values_of

Packs = NDArray[np.int64]
Masks = NDArray[np.uint64]
Shuffle = Callable[[Packs, Stream], Packs]

BOARDS = 1_000
AT_ONCE = 40  # samples
TESTS = 23  # of an audit without a condition
BY_SUITS = np.arange(52)
BY_RANKS = np.argsort(4 * (BY_SUITS % 13) + BY_SUITS // 13)


def below(stream: Stream, n: int, most: int) -> NDArray[np.int64]:
    """Return n integers from 0 to ``most`` - 1; their bias of 2^-58 is far too small to see."""
    words = stream.words(0, n) >> np.uint64(6)
    return (words % np.uint64(most)).astype(np.int64)


def _swapped(packs: Packs, stream: Stream, choose: Callable[[int, Stream, int], Packs]) -> Packs:
    """Swap each position of the packs with a chosen one."""
    packs, rows = packs.copy(), np.arange(len(packs))
    for place in range(52):
        other = choose(place, stream.split(f"{place}"), len(packs))
        here = packs[:, place].copy()
        packs[:, place] = packs[rows, other]
        packs[rows, other] = here
    return packs


def fair(packs: Packs, stream: Stream) -> Packs:
    """Fisher and Yates's shuffle as it should be: the control."""
    return _swapped(packs, stream, lambda place, part, n: place + below(part, n, 52 - place))


def swap_any(packs: Packs, stream: Stream) -> Packs:
    """Each position is swapped with any of the 52."""
    return _swapped(packs, stream, lambda place, part, n: below(part, n, 52))


def swap_other(packs: Packs, stream: Stream) -> Packs:
    """Each position is swapped with any of the 51 others."""

    def choose(place: int, part: Stream, n: int) -> Packs:
        other = below(part, n, 51)
        return other + (other >= place)

    return _swapped(packs, stream, choose)


def cycle(packs: Packs, stream: Stream) -> Packs:
    """Each position is swapped with a later one, never with itself (Sattolo): no card stays."""
    return _swapped(
        packs, stream,
        lambda place, part, n: np.minimum(place + 1, 51) + below(part, n, max(51 - place, 1)),
    )  # fmt: skip


def byte_modulo(packs: Packs, stream: Stream) -> Packs:
    """A random byte modulo the cards that are left."""
    return _swapped(
        packs, stream, lambda place, part, n: place + below(part, n, 256) % (52 - place)
    )


def insertion(packs: Packs, stream: Stream) -> Packs:
    """Sort by binary insertion, as Python and browsers do, with comparisons by lot."""
    packs, n = packs.copy(), len(packs)
    for place in range(1, 52):
        low, high = np.zeros(n, np.int64), np.full(n, place)
        for step in range(place.bit_length()):
            middle = (low + high) // 2
            before = below(stream.split(f"{place} {step}"), n, 2) > 0
            going = low < high
            high = np.where(going & before, middle, high)
            low = np.where(going & ~before, middle + 1, low)
        order = np.arange(52)[None, : place + 1] - (np.arange(place + 1) > low[:, None])
        order[np.arange(n), low] = place
        packs[:, : place + 1] = np.take_along_axis(packs, order, 1)
    return packs


def merging(packs: Packs, stream: Stream) -> Packs:
    """Sort by merging halves, with comparisons by lot."""
    n = len(packs)
    if packs.shape[1] < 2:
        return packs
    half = packs.shape[1] // 2
    one = merging(packs[:, :half], stream.split("one"))
    other = merging(packs[:, half:], stream.split("other"))
    both, rows = np.concatenate([one, other], 1), np.arange(n)
    first, second = np.zeros(n, np.int64), np.full(n, half)
    merged = np.empty_like(packs)
    for place in range(packs.shape[1]):
        lot = below(stream.split(f"{place}"), n, 2) > 0
        take = (second == packs.shape[1]) | ((first < half) & lot)
        merged[:, place] = both[rows, np.where(take, first, second)]
        first, second = first + take, second + ~take
    return merged


def riffles(number: int, cut: bool = False) -> Shuffle:
    """Return a few riffles (Gilbert, Shannon and Reeds), with a cut anywhere or none."""

    def shuffle(packs: Packs, stream: Stream) -> Packs:
        for each in range(number):
            packs = riffled(packs, stream.split(f"riffle {each}"))
        if not cut:
            return packs
        places = below(stream.split("cut"), len(packs), 52)[:, None]
        return np.take_along_axis(packs, (np.arange(52) + places) % 52, 1)

    return shuffle


@dataclass(frozen=True)
class Fault:
    """A way to shuffle, the pack's order at the start of a board, and a way of dealing."""

    shuffle: Shuffle
    words: str  # of the page
    start: str  # suits, ranks or previous
    at_once: bool

    @property
    def name(self) -> str:
        """The fault in words."""
        return f"{self.words}, {self.start}, {'at once' if self.at_once else 'one by one'}"

    def samples(self, samples: int, boards: int, stream: Stream) -> Masks:
        """Return boards of independent samples, uint64[samples, boards, 4]."""
        start = BY_RANKS if self.start == "ranks" else BY_SUITS
        if self.start == "previous":
            packs, rows = np.tile(start, (samples, 1)), list[Masks]()
            for board in range(boards):
                packs = self.shuffle(packs, stream.split(f"board {board}"))
                rows.append(self._dealt(packs))
            return np.stack(rows, 1)
        packs = self.shuffle(np.tile(start, (samples * boards, 1)), stream)
        return self._dealt(packs).reshape(samples, boards, 4)

    def _dealt(self, packs: Packs) -> Masks:
        # dealing one by one takes every fourth card
        return dealt(packs.reshape(-1, 4, 13).swapaxes(1, 2).reshape(-1, 52) if self.at_once
                     else packs)  # fmt: skip


SHUFFLES: tuple[tuple[Shuffle, str], ...] = (
    (swap_any, "each card swapped with any"),
    (swap_other, "each card swapped with any other"),
    (cycle, "each card swapped with a later one (Sattolo)"),
    (insertion, "sorted by a random comparison, inserting"),
    (merging, "sorted by a random comparison, merging"),
    (byte_modulo, "a random byte modulo the cards left"),
    *(
        (riffles(number, cut), f"riffled {number} time{'s'[: number > 1]}{' and cut' * cut}")
        for number in range(1, 6)
        for cut in (False, True)
    ),
)
FAULTS = tuple(
    Fault(shuffle, words, start, at_once)
    for shuffle, words in SHUFFLES
    for at_once in (True, False)
    for start in ("suits", "ranks", "previous")
)


def few_seeds(bits: int) -> Callable[[int, int, Stream], Masks]:
    """Return a dealer that shuffles fairly, but begins each board with one of 2^bits seeds."""
    pool = deal(1 << bits, seed="few seeds").masks

    def samples(samples: int, boards: int, stream: Stream) -> Masks:
        return pool[below(stream, samples * boards, 1 << bits)].reshape(samples, boards, 4)

    return samples


def found(samples: Masks, laws: Sequence[Distribution], level: float) -> NDArray[np.bool_]:
    """Return which samples fail an audit at the level, uint64[samples, boards, 4].

    Holm's method fails a sample if its least p-value is at most the level over the tests. The
    orders of boards, whose p-values come from permutations, are left out; they could find more.
    """
    number, boards = samples.shape[:2]
    masks = samples.reshape(-1, 4)
    least = np.ones(number)
    for quantity, law in zip(QUANTITIES, laws, strict=True):
        sums = values_of(as_quantity(quantity.quantity).tree, masks).reshape(number, -1).sum(1)
        least = np.minimum(least, law.times(boards).p_values(sums))
    for at, sample in enumerate(samples):
        session = Session("", sample, (None,) * boards)
        least[at] = min(least[at], *(test.p_value for test in card_tests([session])))
        hands = sample.ravel()
        if len(np.unique(hands)) < len(hands):
            least[at] = min(least[at], 16 * comb(boards, 2) / comb(52, 13))
    return least <= level / TESTS


def power(
    fault: Fault, samples: int, laws: Sequence[Distribution], boards: int, seed: str
) -> float:
    """Return the share of samples of a fault that fail an audit at the level 0.01."""
    caught = 0
    for part in range(0, samples, AT_ONCE):
        stream = Stream(f"{seed} {fault.name} {part}")
        some = fault.samples(min(AT_ONCE, samples - part), boards, stream)
        caught += int(found(some, laws, 0.01).sum())
    return caught / samples


def table(samples: int, laws: Sequence[Distribution], boards: int = BOARDS) -> list[str]:
    """Return the rows of the page: each shuffle by its starts and ways of dealing."""
    rows = list[str]()
    for shuffle, words in SHUFFLES:
        cells = list[str]()
        for fault in FAULTS:
            if fault.shuffle is shuffle:
                cells.append(f"{100 * power(fault, samples, laws, boards, 'page'):.0f} %")
        rows.append(f"| {words} | {' | '.join(cells)} |")
    return rows
