"""Suit combinations, held to a plain search of all lines where few cards are missing, and to laws.

The chances fall with the tricks that are wanted, and are the same in the mirror and, with entries
without end, with the hands exchanged; they do not fall with another entry or a higher card; the
layouts that a line wins add up to its chance.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import comb

from tools.fuzzing import NotCompared
from tools.fuzzing._cards import RANKS, cards_of, mask_of
from tools.fuzzing._suit_lines import average, chance

import dealwright
from dealwright.base.errors import BudgetExceeded
from dealwright.play.suit import SuitCombination

__all__ = ["draw", "fault", "smaller"]

_BUDGET = 500_000  # pairs of sets of layouts: a quarter of a second
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_MOST_PLAIN = 4  # cards that are missing
_MOST_COUNTED = 3  # the same, where tricks are counted


@dataclass(frozen=True)
class Known:
    """What is known of one suit of West's: an honour, a length or points, as a condition."""

    suit: str
    kind: str
    least: int
    most: int

    def __str__(self) -> str:
        if self.kind == "card":
            return f"hascard(west, {self.suit[0].upper()}{RANKS[self.least]})"
        name = f"hcp(west, {self.suit})" if self.kind == "points" else f"{self.suit}(west)"
        return f"{name} in {self.least}..{self.most}"

    def holds(self, west: int) -> bool:
        """Return whether it holds of West's ranks."""
        if self.kind == "card":
            return bool(west >> self.least & 1)
        points = sum(max(0, rank - 8) for rank in cards_of(west))
        return self.least <= (points if self.kind == "points" else west.bit_count()) <= self.most


@dataclass(frozen=True)
class Case:
    """Dummy's and declarer's ranks as masks, entries, vacant places, and what is known instead."""

    dummy: int
    declarer: int
    entries: int | None
    vacant: tuple[int, int] = (13, 13)
    known: Known | None = None

    @property
    def missing(self) -> int:
        """The ranks of the defenders."""
        return 8191 & ~(self.dummy | self.declarer)

    def __str__(self) -> str:
        texts = [f"dealwright suit {_ranks(self.dummy)} {_ranks(self.declarer)}"]
        texts += [] if self.entries is None else [f"--entries {self.entries}"]
        if self.known is not None:
            texts += [f'--where "{self.known}" --suit {self.known.suit}']
        elif self.vacant != (13, 13):
            texts += [f"--vacant {self.vacant[0]}-{self.vacant[1]}"]
        return " ".join(texts)

    def weights(self) -> dict[int, Fraction]:
        """Return the chance of each layout by West's ranks, without those that cannot be."""
        cards, (west, east) = list(cards_of(self.missing)), self.vacant
        ways = {
            mask_of(held): comb(west + east - len(cards), west - size)
            for size in range(min(west, len(cards)) + 1)
            for held in combinations(cards, size)
            if self.known is None or self.known.holds(mask_of(held))
        }
        total = sum(ways.values())
        return {held: Fraction(way, total) for held, way in ways.items() if way}


def _ranks(mask: int) -> str:
    return "".join(RANKS[rank] for rank in cards_of(mask))[::-1] or "-"


def draw(r: random.Random) -> Case:
    """Draw a suit of which one to seven cards are missing, most often few."""
    missing = r.choice([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6, 7])
    out = mask_of(r.sample(range(13), missing))
    if r.random() < 0.6:  # that are seldom all small
        out = mask_of(r.sample(range(13 - min(13, missing + 4), 13), missing))
    ours = [rank for rank in range(13) if not out >> rank & 1]
    dummy = mask_of(r.sample(ours, r.randint(0, len(ours) // 2 + 1)))
    case = Case(dummy, mask_of(ours) & ~dummy, r.choice([None, None, 0, 1, 2]))
    kind = r.random()
    if kind < 0.3:
        west, east = r.randint(0, 13), r.randint(0, 13)
        return replace(case, vacant=(west, east)) if west + east >= missing else case
    if kind < 0.5:
        return replace(case, known=_known(r, list(cards_of(out))))
    return case


def _known(r: random.Random, missing: list[int]) -> Known:
    suit, kind = r.choice(_SUITS), r.choice(["card", "points", "length"])
    if kind == "card":
        return Known(suit, kind, r.choice(missing), 0)
    top = len(missing) if kind == "length" else sum(max(0, rank - 8) for rank in missing)
    least, most = sorted((r.randint(0, top), r.randint(0, top)))
    return Known(suit, kind, least if r.random() < 0.5 else 0, most)


def _solved(case: Case) -> SuitCombination:
    """Return what Dealwright says of a case."""
    try:
        if case.known is None:
            return dealwright.suit_combination(
                _ranks(case.dummy), _ranks(case.declarer), entries=case.entries,
                vacant=case.vacant, budget=_BUDGET,
            )  # fmt: skip
        return dealwright.suit_combination(
            _ranks(case.dummy), _ranks(case.declarer), entries=case.entries,
            where=str(case.known), suit=case.known.suit, budget=_BUDGET,
        )  # fmt: skip
    except BudgetExceeded:
        raise NotCompared("it has too many lines") from None


def fault(case: Case) -> str | None:
    """Return the first chance that is not what the plain search or a law says."""
    if not case.weights():
        raise NotCompared("no layout is possible")
    return next(_wrong(case), None)


def _wrong(case: Case) -> Iterator[str]:
    solved, weights = _solved(case), case.weights()
    chances = [target.probability for target in solved.tricks]
    if len(chances) != max(case.dummy.bit_count(), case.declarer.bit_count()):
        yield f"{len(chances)} numbers of tricks"
    if chances != sorted(chances, reverse=True) or not all(0 <= one <= 1 for one in chances):
        yield f"chances do not fall: {_listed(chances)}"
    for target in solved.tricks:
        if sum((won for _, _, won in target.wins), Fraction(0)) != target.probability:
            yield f"{target.target} tricks: layouts do not add up to {target.probability}"
    if case.missing.bit_count() <= _MOST_PLAIN:
        for tricks in _telling(chances):
            found = chances[tricks - 1]
            right = chance(case.declarer, case.dummy, weights, tricks, case.entries)
            if right != found:
                yield f"{tricks} tricks: {found}, right {right}"
    yield from _wrong_average(case, solved, weights)
    for name, other in _others(case):
        less, more = _compared(name, chances, [t.probability for t in _solved(other).tricks])
        if any(one > two for one, two in zip(less, more, strict=False)):
            yield f"{name}: {_listed(more)}, else {_listed(less)}: {other}"


def _telling(chances: list[Fraction]) -> list[int]:
    """Return the numbers of tricks that are neither certain nor hopeless, and the next to these."""
    return [
        tricks for tricks, one in enumerate(chances, 1)
        if 0 < one < 1
        or (one == 1 and chances[tricks : tricks + 1] != [1])
        or (one == 0 and (tricks == 1 or chances[tricks - 2] > 0))
    ]  # fmt: skip


def _wrong_average(
    case: Case, solved: SuitCombination, weights: dict[int, Fraction]
) -> Iterator[str]:
    if solved.average is None:
        return
    tricks, parts = solved.average.tricks, [part for _, part in solved.average.chances]
    if sum(parts, Fraction(0)) != tricks:
        yield f"on average {tricks}, but its chances make {sum(parts, Fraction(0))}"
    if any(part > best.probability for part, best in zip(parts, solved.tricks, strict=True)):
        yield f"the line with the most tricks beats the best for a number: {_listed(parts)}"
    if case.missing.bit_count() <= _MOST_COUNTED:
        right = average(case.declarer, case.dummy, weights, case.entries)
        if right != tricks:
            yield f"on average {tricks}, right {right}"


def _others(case: Case) -> Iterator[tuple[str, Case]]:
    """Yield cases with as good or better chances, and why."""
    if case.entries is None and case.known is None:
        turned = replace(
            case, dummy=case.declarer, declarer=case.dummy, vacant=case.vacant[::-1]
        )  # fmt: skip
        yield "from the other side", turned
    if case.entries is not None:
        yield "with another entry", replace(case, entries=case.entries + 1)
    if case.known is None:
        for rank in range(12):
            if case.declarer >> rank & 1 and case.missing >> rank + 1 & 1:
                yield "with a higher card", replace(case, declarer=case.declarer ^ 3 << rank)
                return


def _compared(
    name: str, chances: list[Fraction], others: list[Fraction]
) -> tuple[list[Fraction], list[Fraction]]:
    """Return lists of which the second has no lower chance; of equal ones, the differing first."""
    if name == "from the other side" and chances != others:
        return max(chances, others), min(chances, others)
    return chances, others


def _listed(chances: list[Fraction]) -> str:
    return ", ".join(map(str, chances))


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case without what is known, and with a missing card given to a hand."""
    if case.known is not None:
        yield replace(case, known=None)
    if case.vacant != (13, 13):
        yield replace(case, vacant=(13, 13))
    if case.entries is not None:
        yield replace(case, entries=None)
        yield from [replace(case, entries=case.entries - 1)] if case.entries else []
    for rank in cards_of(case.missing):
        if case.missing.bit_count() > 1:
            yield replace(case, dummy=case.dummy | 1 << rank)
            yield replace(case, declarer=case.declarer | 1 << rank)
    for rank in cards_of(case.dummy):
        yield replace(case, dummy=case.dummy ^ 1 << rank, declarer=case.declarer | 1 << rank)
