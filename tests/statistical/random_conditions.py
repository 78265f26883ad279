"""Seeded random conditions of the whole language, for trials that need thousands of them.

``condition_text(i)`` is always the same text: a failure is found again by its number. Hypothesis
(``tests/laws/strategies.py``) looks for small failures instead and repeats nothing.
"""

from __future__ import annotations

from functools import cache
from random import Random  # noqa: TID251  of texts: no deal is drawn

from dealwright import parse
from dealwright.base.errors import ConditionError
from dealwright.deals.workspace import default_workspace

__all__ = ["condition_text"]

SEATS = ("north", "east", "south", "west")
SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = "23456789TJQKA"
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
SHAPES = (
    "any 4333 + any 4432 + any 5332",
    "any 5xxx - any 55xx",
    "any 4441 + any 5440",
    "54xx + 45xx",
    "xxxx - any 4333",
    "balanced",
    "semibalanced",
    "s + h >= 9",
    "l1 - l4 <= 5 && c <= 4",
    "s > h || d == 3",
    "l1 + l2 >= 10",
)


@cache
def words() -> tuple[tuple[str, bool, int, int], ...]:
    """Return every feature with each use that it has: name, of one suit or not, least, most."""
    found = []
    for feature in default_workspace().features:
        for of_suit in (False, True):
            call = f"{feature.name}(north{', spades' * of_suit})"
            try:
                parse(f"{call} > 0")
            except ConditionError:
                continue
            low, high = feature.suit_bounds if of_suit else feature.bounds
            found.append((feature.name, of_suit, low, high))
    return tuple(found)


class _Writer:
    """Writes one condition; ``seats`` are those it may read, ``names`` its definitions so far."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.seats = random.sample(SEATS, random.choice((1, 1, 2, 2, 2, 3, 4)))
        self.names: list[str] = []

    def text(self) -> str:
        """Return definitions and a condition that uses them, some of them several times."""
        definitions = []
        for number in range(self.random.choice((0, 0, 0, 1, 2, 3, 5))):
            definitions.append(f"a{number} = {self.test(2)}")
            self.names.append(f"a{number}")
        clauses = [self.test(2) for _ in range(self.random.choice((1, 1, 2, 2, 3, 4, 6)))]
        for name in self.names:
            at = self.random.randrange(len(clauses))
            join = self.random.choice((" && ", " || "))
            clauses[at] = f"({clauses[at]}{join}{name})"
        return "\n".join((*definitions, " && ".join(clauses)))

    def measure(self) -> tuple[str, int, int]:
        """Return a quantity of one hand, with its least and greatest value."""
        seat = self.random.choice(self.seats)
        if self.random.random() < 0.4:
            return f"{self.random.choice(SUITS)}({seat})", 0, 13
        usual = self.random.random() < 0.4
        name, of_suit, low, high = ("hcp", False, 0, 37) if usual else self.random.choice(words())
        return f"{name}({seat}{f', {self.random.choice(SUITS)}' * of_suit})", low, high

    def term(self) -> tuple[str, int, int]:
        """Return a quantity: a measure, a sum of several, or other arithmetic."""
        one, low, high = self.measure()
        form = self.random.randrange(10)
        if form < 5:
            return one, low, high
        other, least, most = self.measure()
        if form < 8:
            return f"({one} + {other})", low + least, high + most
        if form == 8:
            sign = self.random.choice(("-", "- 2 *"))
            return f"({one} {sign} {other})", low - 2 * most, high - least
        kind = self.random.randrange(4)
        number = self.random.randint(2, 5)
        if kind == 0:
            return f"({one} / {number})", low // number, high // number
        if kind == 1:
            return f"({one} % {number})", 0, number
        if kind == 2:
            return f"({one} > {other} ? {one} : {other})", max(low, least), max(high, most)
        return f"(-{one} * {number} + {other})", least - number * high, most - number * low

    def test(self, depth: int) -> str:
        """Return a test, joined of smaller ones if there is depth left."""
        if depth and self.random.random() < 0.4:
            one, other = self.test(depth - 1), self.test(depth - 1)
            form = self.random.randrange(6)
            if form < 2:
                return f"({one} || {other})"
            if form < 4:
                return f"({one} && {other})"
            if form == 4:
                return f"not ({one} && {other})"
            return f"({one} ? {other} : {self.test(depth - 1)})"
        return f"({self.comparison()})"

    def comparison(self) -> str:
        """Return a test without ``and`` or ``or``; numbers lie in the middle of what occurs."""
        form = self.random.randrange(20)
        seat = self.random.choice(self.seats)
        if form == 0:
            card = self.random.choice(RANKS) + self.random.choice("CDHS")
            return f"hascard({seat}, {card})"
        if form < 3:
            return f"shape({seat}, {self.random.choice(SHAPES)})"
        if form == 3 and self.names:
            return self.random.choice(self.names)
        term, low, high = self.term()
        if form < 7:
            return f"{term} {self.random.choice(COMPARISONS)} {self.term()[0]}"
        middle = round(self.random.triangular(low, high, low + (high - low) * 0.35))
        width = self.random.randint(0, max(1, (high - low) // 6))
        if form < 11:
            return f"{term} in {middle}..{middle + width}"
        if form == 11:
            return f"{term} in {{{middle}, {middle + 2}..{middle + 2 + width}, ..{low + 1}}}"
        return f"{term} {self.random.choice(COMPARISONS)} {middle}"


def condition_text(number: int) -> str:
    """Return the condition of a number."""
    for attempt in range(100):
        text = _Writer(Random(f"condition {number} {attempt}")).text()
        try:
            parse(text)
        except ConditionError:  # such as a divisor that is always 0
            continue
        return text
    raise AssertionError("no condition was written")
