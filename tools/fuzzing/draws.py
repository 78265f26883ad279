"""Draws and numbers of a condition's deals, held to its plain meaning and to its exact figures.

Each number has one deal, which satisfies the condition, and has this number; a deal that does not
satisfy it has none. Cards and points of drawn deals are near the exact table of cards; the exact
table, distribution and count agree.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

from tools.fuzzing import NotCompared
from tools.fuzzing._cards import SEATS, card_text, cards_of, hand_text, mask_of
from tools.fuzzing._conditions import condition, parts_of
from tools.fuzzing._plain_conditions import is_plain, satisfies

import dealwright
from dealwright import CardTable, Condition, Deals, Histogram
from dealwright.base.errors import ConditionError, NumberingError, SearchStopped

__all__ = ["draw", "fault", "smaller"]

_BUDGET = 0.3  # seconds of work for a count
_MEMORY = 32 << 20  # bytes for a count
_NUMBERS = 200
_DRAWN = 4000
_ERRORS = 6.5  # standard errors that a mean may be off: less often than once in 10^10 means
_SPARE = 8  # deals that a rare card may be off
_LIMIT = 200_000  # deals that are tested for a draw by testing


@dataclass(frozen=True)
class Case:
    """A condition, cards that are fixed at a seat, how deals are drawn, and the seed."""

    text: str
    seat: str
    fixed: int
    method: str
    quantity: str
    seed: int

    @property
    def predeal(self) -> str | None:
        """The fixed cards as text."""
        return f"{self.seat} {hand_text(self.fixed)}" if self.fixed else None

    def __str__(self) -> str:
        predeal = f' --predeal "{self.predeal}"' if self.fixed else ""
        options = f"{predeal} --method {self.method} --seed {self.seed}"
        return f'dealwright deal {_DRAWN} "{self.text}"{options}'


def draw(r: random.Random) -> Case:
    """Draw a condition, in a third of the cases with cards fixed, and what is drawn of it."""
    text = condition(r)
    while len(text) > 40 and r.random() < 0.7:  # simpler ones are dealt more quickly
        parts = parts_of(text)
        if not parts:
            break
        text = r.choice(parts)
    fixed = mask_of(r.sample(range(52), r.choice([1, 2, 5, 13]))) if r.random() < 0.3 else 0
    seat = r.choice(SEATS)
    quantity = r.choice(["hcp", "spades", "controls", "hearts", "longest"])
    return Case(
        text, r.choice(SEATS), fixed, r.choice(["auto", "auto", "exact"]), f"{quantity}({seat})",
        r.randrange(2**32),
    )  # fmt: skip


_TOO_DEAR = re.compile(r"counting would need|was found among")


def fault(case: Case) -> str | None:
    """Return the first law that a draw or a number breaks."""
    dealwright.default_workspace().clear()
    asked = dealwright.parse(case.text)
    count = asked.count(predeal=case.predeal, budget=_BUDGET, memory=_MEMORY)
    if not isinstance(count, int):
        raise NotCompared("it is not counted exactly")
    try:
        if count == 0:
            size = asked.numbers(predeal=case.predeal).size
            return f"no deal is counted, but {size:,} are numbered" if size else None
        return next(_broken(asked, case, count), None)
    except ConditionError as error:
        if _TOO_DEAR.search(error.message) is None:
            raise
        raise NotCompared("its numbers are too dear, or its deals too rare") from None


def _broken(asked: Condition, case: Case, count: int) -> Iterator[str]:
    yield from _wrong_numbers(asked, case, count)
    table = asked.cards(predeal=case.predeal, budget=_BUDGET, memory=_MEMORY)
    if table.exact:
        yield from _wrong_table(table, count)
    histogram = asked.distribution(
        case.quantity, predeal=case.predeal, budget=_BUDGET, memory=_MEMORY
    )
    if histogram.exact:
        yield from _wrong_histogram(histogram, table, case, count)
    try:
        drawn = asked.deal(
            _DRAWN, seed=case.seed, predeal=case.predeal, method=case.method, limit=_LIMIT,
            memory=_MEMORY,
        )  # fmt: skip
    except (ConditionError, SearchStopped):  # it cannot be counted, or is too rare to be tested
        return
    yield from _wrong_deals(asked, case, drawn, "drawn")
    if table.exact:
        yield from _unlikely_cards(table, drawn)
    if histogram.exact:
        yield from _unlikely_mean(histogram, case, drawn)


def _wrong_histogram(
    histogram: Histogram, table: CardTable, case: Case, count: int
) -> Iterator[str]:
    """Yield a total, a number of deals or a mean that other exact figures contradict."""
    if histogram.total != count:
        yield f"{histogram.total:,} deals by {case.quantity}, not {count:,}"
    values = [value[0] for value, _ in histogram.items()]
    value = values[case.seed % len(values)]
    text = f"({case.text}) && {case.quantity} == {value}"
    alone = dealwright.parse(text).count(predeal=case.predeal, budget=_BUDGET, memory=_MEMORY)
    if isinstance(alone, int) and alone != histogram.probability(value) * count:
        ways = histogram.probability(value) * count
        yield f"{case.quantity} is {value} in {ways:,} deals of its distribution, {alone:,} counted"
    if table.exact and case.quantity.split("(")[0] in ("hcp", "spades", "hearts", "controls"):
        mean, right = histogram.mean(), _mean(table, case.quantity)
        if mean != right:
            yield f"{case.quantity} has the mean {mean} by its distribution, {right} by cards"


def _unlikely_mean(histogram: Histogram, case: Case, drawn: Deals) -> Iterator[str]:
    """Yield the mean of drawn deals if it is too far from that of the distribution."""
    mean = float(histogram.mean())
    squares = sum(
        float(histogram.probability(value[0])) * (value[0] - mean) ** 2
        for value, _ in histogram.items()
    )
    ours = float(dealwright.as_quantity(case.quantity).values(drawn).mean())
    if abs(ours - mean) > _ERRORS * sqrt(squares / _DRAWN) + 5 * _SPARE / _DRAWN:
        yield f"{case.quantity} has the mean {ours:.4f} in {_DRAWN:,} deals, {mean:.4f} exactly"


def _wrong_numbers(asked: Condition, case: Case, count: int) -> Iterator[str]:
    try:
        numbers = asked.numbers(predeal=case.predeal, memory=_MEMORY)
    except ConditionError:  # what is counted in parts is not always numbered
        return
    if numbers.size != count:
        yield f"{numbers.size:,} numbers of {count:,} deals"
        return
    chosen = [0, count - 1, *(pow(case.seed + place, 5, count) for place in range(_NUMBERS))]
    deals = numbers.unrank_many(chosen)
    yield from _wrong_deals(asked, case, deals, "numbered")
    ranks = numbers.rank_many(deals)
    wrong = [(one, other) for one, other in zip(chosen, ranks, strict=True) if one != other]
    if wrong:
        yield f"the deal of number {wrong[0][0]:,} has the number {wrong[0][1]:,}"
    some = dealwright.deal(20, seed=case.seed, predeal=case.predeal)
    for deal, fits in zip(some, asked.matches(some).tolist(), strict=True):
        try:
            number = numbers.rank(deal)
        except NumberingError:
            if fits:
                yield f"{deal.text()} satisfies it, and has no number"
        else:
            if not fits:
                yield f"{deal.text()} does not satisfy it, and has the number {number:,}"
            elif numbers.unrank(number) != deal:
                yield f"{deal.text()} has the number {number:,}, which is of another deal"


def _wrong_deals(asked: Condition, case: Case, deals: Deals, which: str) -> Iterator[str]:
    """Yield deals that are not deals, do not satisfy the condition, or lack the fixed cards."""
    masks = deals.masks.tolist()
    plain = is_plain(case.text)
    for place, fits in enumerate(asked.matches(deals).tolist()):
        hands = masks[place]
        if not fits:
            yield f"a {which} deal does not satisfy it: {deals[place].text()}"
        if [hand.bit_count() for hand in hands] != [13] * 4 or sum(hands) != (1 << 52) - 1:
            yield f"a {which} deal has wrong cards: {hands}"
        if case.fixed & ~hands[SEATS.index(case.seat)]:
            yield f"a {which} deal has not the cards of {case.predeal}: {deals[place].text()}"
        if plain and place < _NUMBERS and not satisfies(case.text, hands):
            yield f"by its plain meaning a {which} deal does not satisfy it: {deals[place].text()}"


def _wrong_table(table: CardTable, count: int) -> Iterator[str]:
    if table.total != count:
        yield f"the table of cards has {table.total:,} deals, not {count:,}"
    for card in range(52):
        if sum(int(table.count(card, seat)) for seat in SEATS) != count:
            yield f"the holders of {card_text(card)} do not add up to {count:,}"
    for seat in SEATS:
        if sum(int(table.count(card, seat)) for card in range(52)) != 13 * count:
            yield f"the cards of {seat} do not add up to 13 times {count:,}"


def _mean(table: CardTable, quantity: str) -> Fraction:
    """Return the mean of a sum over cards, from the table of cards."""
    name, seat = quantity.rstrip(")").split("(")
    points = {"hcp": {12: 4, 11: 3, 10: 2, 9: 1}, "controls": {12: 2, 11: 1}}.get(name, {})

    def value(card: int) -> int:
        if points:
            return points.get(card % 13, 0)
        return int(("clubs", "diamonds", "hearts", "spades")[card // 13] == name)

    total = sum(int(table.count(card, seat)) * value(card) for card in range(52))
    return Fraction(total, table.total)


def _unlikely_cards(table: CardTable, drawn: Deals) -> Iterator[str]:
    masks = drawn.masks
    for card in range(52):
        for place, seat in enumerate(SEATS):
            share = float(table.chance(card, seat))
            held = int((masks[:, place] >> card & 1).sum())
            error = sqrt(_DRAWN * share * (1 - share))
            if abs(held - _DRAWN * share) > _ERRORS * error + (_SPARE if 0 < share < 1 else 0):
                yield (
                    f"{seat} has {card_text(card)} in {held:,} of {_DRAWN:,} deals, in "
                    f"{_DRAWN * share:,.1f} by the exact table"
                )


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case without fixed cards, with fewer, and with a simpler condition."""
    if case.fixed:
        yield replace(case, fixed=0)
        for card in cards_of(case.fixed):
            yield replace(case, fixed=case.fixed ^ 1 << card)
    for part in parts_of(case.text):
        if part != case.text:
            yield replace(case, text=part)
