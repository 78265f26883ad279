"""Random conditions on one to four hands, as text, for the domains that count and deal."""

from __future__ import annotations

import random
import re
from itertools import pairwise

__all__ = ["SEATS", "SUITS", "condition", "parts_of", "renamed"]

SEATS = ("north", "east", "south", "west")
SUITS = ("spades", "hearts", "diamonds", "clubs")

# numbers of one hand, and of two hands together, with ends of ranges that are not rare
_HAND = {
    "hcp": (5, 16), "controls": (1, 6), "losers": (5, 10), "aces": (0, 2), "top3": (1, 5),
    "zar": (16, 32), "opening_count": (14, 24), "goren": (6, 16), "bergen_points": (8, 22),
    "starting_points": (6, 20),
}  # fmt: skip
_SIDE = {
    "hcp": (14, 26), "controls": (3, 9), "losers": (12, 18), "aces": (1, 3), "zar": (40, 58),
    "opening_count": (32, 44),
}  # fmt: skip
_OF_SUITS = ("hcp", "controls", "top3")
_LENGTHS = (">= 4", ">= 5", ">= 6", "<= 1", "<= 2", "<= 3", "in 3..4", "== 4")
_OF_SIDE = (">= 8", ">= 9", "<= 4", "<= 5", ">= 7")
_CARDS = tuple(suit + rank for suit in "SHDC" for rank in "AKQT5")


def _span(r: random.Random, low: int, high: int) -> str:
    least, most = sorted((r.randint(low, high), r.randint(low, high)))
    return r.choice([f">= {least}", f"<= {most}", f"in {least}..{most}"])


def _points(r: random.Random, seat: str) -> str:
    name = r.choice(list(_HAND))
    return f"{name}({seat}) {_span(r, *_HAND[name])}"


def _shape(r: random.Random, seat: str) -> str:
    suit, kind = r.choice(SUITS), r.random()
    if kind < 0.5:
        return f"{suit}({seat}) {r.choice(_LENGTHS)}"
    if kind < 0.65:
        other = r.choice([name for name in SUITS if name != suit])
        return f"{suit}({seat}) {r.choice(['>', '>='])} {other}({seat})"
    if kind < 0.8:
        return r.choice([f"balanced({seat})", f"longest({seat}) >= 5", f"shortest({seat}) <= 1"])
    if kind < 0.9:
        name = r.choice(["top3", "hcp", "losers"])
        return f"{name}({seat}, {suit}) {r.choice(['>= 2', '<= 1', '>= 1'])}"
    return f"({suit}({seat}) >= 5 || {r.choice(SUITS)}({seat}) >= 5)"


def _call(r: random.Random, seat: str) -> str:
    """Return what a call might promise: a test of lengths or honours, one of points, or both."""
    kind = r.random()
    if kind < 0.15:
        return _shape(r, seat)
    if kind < 0.3:
        return _points(r, seat)
    return f"({_shape(r, seat)} && {_points(r, seat)})"


def _calls(r: random.Random, seats: list[str]) -> str:
    """Return the same call, or calls of one kind, of several hands."""
    first = _call(r, "SEAT") if r.random() < 0.65 else None
    calls = [_call(r, seat) if first is None else first.replace("SEAT", seat) for seat in seats]
    if r.random() < 0.15:
        return f"{' + '.join(f'({call})' for call in calls)} == {r.randint(1, len(calls))}"
    return "".join(
        f" {r.choice(['||', '||', '&&'])} {call}" if at else call for at, call in enumerate(calls)
    )


def _order(r: random.Random, seats: list[str]) -> str:
    """Return an order of hands by a number, or by the length of a suit too."""
    name = r.choice([*_HAND, "longest", "spades"])
    tests = [f"{name}({a}) {r.choice(['<', '<=', '>'])} {name}({b})" for a, b in pairwise(seats)]
    if r.random() < 0.5:
        suit = r.choice(SUITS)
        tests.append(f"{suit}({seats[0]}) {r.choice(['>', '>=', '<'])} {suit}({seats[1]})")
    return " && ".join(tests)


def _side(r: random.Random) -> str:
    """Return tests of two hands together: their points, fits, and calls beside them."""
    a, b = r.choice([("north", "south"), ("east", "west"), ("north", "east"), ("south", "west")])
    tests = []
    for _ in range(r.choice([2, 3, 3])):
        kind = r.random()
        if kind < 0.4:
            name = r.choice(list(_SIDE))
            tests.append(f"{name}({a}) + {name}({b}) {_span(r, *_SIDE[name])}")
        elif kind < 0.75:
            suit = r.choice(SUITS)
            tests.append(f"{suit}({a}) + {suit}({b}) {r.choice(_OF_SIDE)}")
        else:
            tests.append(_call(r, r.choice(SEATS)))
    return f" {r.choice(['||', '&&'])} ".join(tests)


def _weighed(r: random.Random, seats: list[str]) -> str:
    """Return comparisons of sums of several evaluators, lengths and hands, with factors."""

    def term() -> str:
        seat, suit = r.choice(seats), r.choice(SUITS)
        if r.random() < 0.4:
            return f"{r.randint(2, 9)}*{suit}({seat})"
        name = r.choice([*_HAND, "fifths", *_OF_SUITS])
        return (
            f"{name}({seat}, {suit})"
            if r.random() < 0.5 and name in _OF_SUITS
            else f"{name}({seat})"
        )

    def total() -> str:
        return f" {r.choice('++-')} ".join(term() for _ in range(r.choice([1, 2, 3])))

    tests = [f"{total()} {r.choice(['<', '<=', '>'])} {total()}" for _ in range(r.choice([1, 2]))]
    return f" {r.choice(['&&', '||'])} ".join(tests)


def condition(r: random.Random) -> str:
    """Return a condition: calls of several hands, orders, tests of a side, cards beside them."""
    seats = r.sample(SEATS, r.choice([1, 2, 2, 3, 4]))
    kind = r.random()
    if kind < 0.08:
        return _weighed(r, seats)
    if kind < 0.5:
        text = _calls(r, seats)
    elif kind < 0.7 and len(seats) > 1:
        text = _order(r, seats)
    else:
        text = _side(r)
    if r.random() < 0.3:
        text = f"({text}) && {_points(r, r.choice(SEATS))}"
    if r.random() < 0.1:
        text = f"({text}) && hascard({r.choice(SEATS)}, {r.choice(_CARDS)})"
    return text


def renamed(text: str, names: tuple[str, ...], others: list[str]) -> str:
    """Return a condition with other names in place of some; cards of suits stay as they are."""
    table = dict(zip(names, others, strict=True))
    return re.sub(rf"\b({'|'.join(names)})\b", lambda match: table[match.group(1)], text)


def parts_of(text: str) -> list[str]:
    """Return shorter texts: without an operand of ``&&`` or ``||``, or without brackets."""
    depth, cuts = 0, []
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and text[at : at + 4] in (" && ", " || "):
            cuts.append(at)
    if not cuts:
        inner = text[1:-1]
        return [inner] if text.startswith("(") and text.endswith(")") and _whole(inner) else []
    starts, ends = [0, *(cut + 4 for cut in cuts)], [*cuts, len(text)]
    operands = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    marks = [text[cut : cut + 4] for cut in cuts]
    simpler = list(operands)
    if len(operands) > 2:
        for left_out in range(len(operands)):
            kept = [at for at in range(len(operands)) if at != left_out]
            joined = operands[kept[0]]
            for at in kept[1:]:
                joined += marks[max(0, at - 1)] + operands[at]
            simpler.append(joined)
    for at, operand in enumerate(operands):
        bare = operand.startswith("(") and operand.endswith(")") and _whole(operand[1:-1])
        for inner in parts_of(operand[1:-1] if bare else operand):
            changed = [*operands[:at], f"({inner})", *operands[at + 1 :]]
            simpler.append(
                changed[0] + "".join(m + o for m, o in zip(marks, changed[1:], strict=True))
            )
    return sorted({part for part in simpler if len(part) < len(text)}, key=len)


def _whole(inner: str) -> bool:
    depth = 0
    for character in inner:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0
