"""Plain meaning of conditions on one deal: hands are masks, words are functions of a few lines."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Sequence

from tools.fuzzing._cards import RANKS, SEATS, SUITS

__all__ = ["is_plain", "satisfies"]

_NAMES = ("clubs", "diamonds", "hearts", "spades")
_TESTS: dict[type, Callable[[int, int], bool]] = {
    ast.Eq: operator.eq, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip
_SUMS: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
}  # fmt: skip


def _holdings(hand: int) -> list[int]:
    return [hand >> 13 * suit & 8191 for suit in range(4)]


def _weighed(*weights: int) -> Callable[[int], int]:
    """Return the sum of weights of honours, the ace's first."""

    def total(holding: int) -> int:
        return sum(
            weight for place, weight in enumerate(weights) if holding >> 12 - place & 1
        )  # fmt: skip

    return total


def _losers(holding: int) -> int:
    length = holding.bit_count()
    return sum(not holding >> 12 - place & 1 for place in range(min(3, length)))


_OF_HOLDING = {
    "hcp": _weighed(4, 3, 2, 1), "controls": _weighed(2, 1), "aces": _weighed(1),
    "top3": _weighed(1, 1, 1), "losers": _losers,
}  # fmt: skip
_OF_LENGTHS: dict[str, Callable[[list[int]], int]] = {
    "longest": lambda lengths: lengths[0],
    "shortest": lambda lengths: lengths[3],
    "balanced": lambda lengths: lengths in ([4, 3, 3, 3], [4, 4, 3, 2], [5, 3, 3, 2]),
}


def _word(name: str, hand: int, rest: Sequence[str]) -> int:
    holdings = _holdings(hand)
    if name == "hascard":
        return hand >> 13 * SUITS.index(rest[0][0]) + RANKS.index(rest[0][1]) & 1
    if name in _NAMES:
        return holdings[_NAMES.index(name)].bit_count()
    if name in _OF_LENGTHS:
        lengths = sorted((holding.bit_count() for holding in holdings), reverse=True)
        return _OF_LENGTHS[name](lengths)
    chosen = [holdings[_NAMES.index(rest[0])]] if rest else holdings
    return sum(map(_OF_HOLDING[name], chosen))


def _tree(text: str) -> ast.expr:
    text = re.sub(r"in (\d+)\.\.(\d+)", r"in (\1, \2)", text)
    text = re.sub(r"!(?!=)", " not ", text)
    return ast.parse(text.replace("&&", " and ").replace("||", " or "), mode="eval").body


def is_plain(text: str) -> bool:
    """Return whether a condition has no words but those that are known here."""
    words = set(re.findall(r"(\w+)\(", text))
    return words <= {*_OF_HOLDING, *_OF_LENGTHS, *_NAMES, "hascard"}


def satisfies(text: str, hands: Sequence[int]) -> bool:
    """Return whether a deal satisfies a condition; hands are masks, north's first."""
    return bool(_value(_tree(text), hands))


def _value(node: ast.expr, hands: Sequence[int]) -> int:
    match node:
        case ast.BoolOp():
            values = [_value(part, hands) for part in node.values]
            return all(values) if isinstance(node.op, ast.And) else any(values)
        case ast.UnaryOp(op=sign):
            value = _value(node.operand, hands)
            return -value if isinstance(sign, ast.USub) else not value
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() as sign):
            return _SUMS[type(sign)](_value(node.left, hands), _value(node.right, hands))
        case ast.Compare(ops=[ast.In()], comparators=[ast.Tuple(elts=[low, high])]):
            return _value(low, hands) <= _value(node.left, hands) <= _value(high, hands)
        case ast.Compare(ops=[test]):
            return _TESTS[type(test)](_value(node.left, hands), _value(node.comparators[0], hands))
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=seat), *rest]):
            texts = [word.id for word in rest if isinstance(word, ast.Name)]
            return _word(name, hands[SEATS.index(seat)], texts)
        case ast.Constant(value=int(number)):
            return number
    raise ValueError(ast.dump(node))
