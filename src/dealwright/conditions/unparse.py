"""Writing a tree as text, which parses back to the same tree."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from dealwright.base.errors import nesting_checked
from dealwright.cards import Card, Seat, Suit
from dealwright.conditions.nodes import (
    LONG_CHAIN,
    Alias,
    Binary,
    Braced,
    Choice,
    Costly,
    HasCard,
    Label,
    LengthOf,
    Measure,
    NamedShape,
    Node,
    Number,
    Pattern,
    Patterns,
    Random,
    ShapeTest,
    Unary,
    Within,
    Word,
    chained,
    children,
    names_in,
)
from dealwright.conditions.units import (
    COMPARISONS,
    decimal_text,
    unit_of,
    unlikely,
    whole_number,
)

__all__ = ["clause_texts", "to_text"]

_LEVELS = {"?:": 0, "or": 1, "and": 2, "==": 3, "!=": 3, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6}
_RELATION, _UNARY, _ATOM = 4, 7, 8
_SPELLED = {"and": "&&", "or": "||"}


def to_text(node: Node, *, decimals: bool = False) -> str:
    """Return a condition as text; its definitions come first, one to a line.

    With ``decimals``, small numbers of hundredths are written with a point, ``0.25``: in typed
    text, the whole number 25 would be an error because it probably means points.

    Two different expressions under one name (from joining conditions in Python) get two names.
    A Python predicate is written ``<name>``, which cannot be read back.
    """
    writer = _Writer(decimals=decimals)
    with nesting_checked():
        writer.define(node)
        body = writer.text(node)
    if not writer.definitions:
        return body
    lines = [f"{name} = {value}" for name, value in writer.definitions.items()]
    return "\n".join([*lines, f"condition {body}"])


def _parts_of_long_chain(node: Node) -> list[Node]:
    """Return the parts of a long chain of && or || that parses back without brackets, else []."""
    if not isinstance(node, Binary) or node.op not in _SPELLED:
        return []
    op, parts, pending = node.op, list[Node](), list[Node]([node])
    while pending:
        current = pending.pop()
        if isinstance(current, Binary) and current.op == op:
            pending += [current.left, current.right]
        else:
            parts.append(current)
    parts.reverse()

    def same(first: Node, second: Node) -> bool:
        if isinstance(first, Binary) and isinstance(second, Binary) and first.op == second.op == op:
            return same(first.left, second.left) and same(first.right, second.right)
        return first is second

    many = len(parts) > LONG_CHAIN
    return parts if many and same(node, chained(op, parts)) else []


def clause_texts(tree: Node) -> list[str]:
    """Return the texts of the parts that && joins, or the whole text if it defines names.

    >>> from dealwright import parse
    >>> clause_texts(parse("hcp(north) > 3 && (balanced(south) || aces(east) > 1)").tree)
    ['hcp(north) > 3', '(balanced(south) || aces(east) > 1)']
    """
    parts, first = list[Node](), tree
    while isinstance(first, Binary) and first.op == "and":
        parts.append(first.right)
        first = first.left
    text = to_text(tree)
    if isinstance(tree, Binary) and tree.op == "and" and (long := _parts_of_long_chain(tree)):
        first, parts = long[0], long[:0:-1]
    texts = [_bracketed(part) for part in [first, *reversed(parts)]]
    return texts if " && ".join(texts) == text else [text]


def _bracketed(node: Node) -> str:
    looser = isinstance(node, Choice) or (isinstance(node, Binary) and node.op in ("or", "and"))
    return f"({to_text(node)})" if looser else to_text(node)


class _Writer:
    def __init__(self, *, decimals: bool = False) -> None:
        self.decimals = decimals
        self.definitions: dict[str, str] = {}
        self.names: dict[Alias, str] = {}

    def define(self, node: Node) -> None:
        """Write the definitions that a tree needs, each after the names it uses."""
        for alias in names_in(node, _written_parts):
            if not isinstance(alias, Word):
                self._name_of(alias)

    def text(self, node: Node, above: int = 0) -> str:
        """Return a node's text, in brackets if it binds more loosely than ``above``."""
        written, level = self._written(node)
        return f"({written})" if level < above else written

    def _written(self, node: Node) -> tuple[str, int]:
        if isinstance(node, Alias):
            return self._word(node) if isinstance(node, Word) else self._name_of(node), _ATOM
        if isinstance(node, Label):
            return f'"{node.text}"', _ATOM
        if isinstance(node, Number):
            return str(node.value), _ATOM if node.value >= 0 else _UNARY
        if isinstance(node, Unary):
            return self._unary(node), _UNARY
        if isinstance(node, Binary):
            level = _LEVELS.get(node.op, _RELATION)
            if long := _parts_of_long_chain(node):
                sign = f" {_SPELLED[node.op]} "
                return sign.join(self.text(part, level + 1) for part in long), level
            inner = level == _RELATION and isinstance(node.left, Binary | Within)
            left = self._few(node.left, node.right, node.op) or (
                self.text(node.left, _RELATION + 1 if inner else level)
            )
            right = self._few(node.right, node.left, node.op) or self.text(node.right, level + 1)
            return f"{left} {_SPELLED.get(node.op, node.op)} {right}", level
        if isinstance(node, Within):
            value = self.text(node.value, _RELATION + 1)
            if isinstance(node.value, Unary) and node.value.op == "not":
                value = f"({value})"
            limits = [Number(end) for limits in node.ranges for end in limits if end is not None]
            as_decimals = self.decimals and any(unlikely(end, node.value) for end in limits)
            spelled = partial(_decimal, beside=node.value) if as_decimals else str
            return f"{value} in {_ranges(node, spelled)}", _RELATION
        if isinstance(node, Choice):
            parts = (
                self.text(node.test, 1),
                self._few(node.then, node.other, "?:") or self.text(node.then),
                self._few(node.other, node.then, "?:") or self.text(node.other),
            )
            return "{} ? {} : {}".format(*parts), 0
        return self._leaf(node), _ATOM

    def _few(self, number: Node, beside: Node, op: str) -> str:
        """Return a number as a decimal if it would not be read as hundredths, else ""."""
        value = whole_number(number)
        if value is None or not unlikely(number, beside):
            return ""
        as_decimal = self.decimals and op in ("+", "-", "?:", *COMPARISONS)
        return _decimal(value, beside) if as_decimal else ""

    def _unary(self, node: Unary) -> str:
        operand = self.text(node.operand, _UNARY)
        if node.op == "not":
            return f"not {operand}"
        if operand.startswith("-") or isinstance(node.operand, Number):
            operand = f"({operand})"
        return f"-{operand}"

    def _leaf(self, node: Node) -> str:
        if isinstance(node, Measure):
            seat = _seat(node.seat)
            if node.suit is None:
                return f"{node.feature.name}({seat})"
            suit = Suit(node.suit).name.lower()
            name = node.feature.name
            return f"{suit}({seat})" if name == "length" else f"{name}({seat}, {suit})"
        if isinstance(node, HasCard):
            card = Card(node.card)
            return f"hascard({_seat(node.seat)}, {card.rank.letter}{card.suit.letter})"
        if isinstance(node, ShapeTest):
            if isinstance(node.shapes, NamedShape):
                return f"{node.shapes.name}({_seat(node.seat)})"
            if isinstance(node.shapes, Braced):
                return f"shape{{{_seat(node.seat)}, {self._braced(node.shapes)}}}"
            return f"shape({_seat(node.seat)}, {self.text(node.shapes)})"
        if isinstance(node, Patterns | Braced):
            return _patterns(node) if isinstance(node, Patterns) else self._braced(node)
        if isinstance(node, LengthOf | NamedShape):
            return node.name
        if isinstance(node, Costly):
            return node.column.name
        return self._random(node)

    def _random(self, node: Node) -> str:
        if isinstance(node, Random):
            return f"rnd({self.text(node.bound)})"
        raise TypeError(f"{type(node).__name__} has no text")

    def _word(self, word: Word) -> str:
        return word.name.format(*map(self.text, word.arguments)) if word.arguments else word.name

    def _braced(self, node: Braced) -> str:
        words = []
        for number, item in enumerate(node.items):
            sign = ("" if item.add else "- ") if number == 0 else ("+ " if item.add else "- ")
            test = "" if item.test is None else f":{self.text(item.test)}"
            # a sign with spaces around it would begin the next pattern
            words.append(sign + item.pattern + re.sub(r" ([+-]) ", r"\1", test))
        return " ".join(words)

    def _name_of(self, alias: Alias) -> str:
        if alias not in self.names:
            value = self.text(alias.value)
            name, number = alias.name, 1
            while name in self.definitions:
                number += 1
                name = f"{alias.name}_{number}"
            self.definitions[name] = value
            self.names[alias] = name
        return self.names[alias]


def _written_parts(node: Node) -> tuple[Node, ...]:
    return node.arguments if isinstance(node, Word) else children(node)


def _seat(seat: int) -> str:
    return Seat(seat).name.lower()


def _decimal(value: int, beside: Node) -> str:
    """Return a number of hundredths as points."""
    return decimal_text(value, unit_of(beside) or 100)


def _ranges(node: Within, spelled: Callable[[int], str]) -> str:
    texts = []
    for limits in node.ranges:
        low, high = ("" if end is None else spelled(end) for end in limits)
        texts.append(low if low and low == high else f"{low}..{high}")
    return texts[0] if len(texts) == 1 else "{" + ", ".join(texts) + "}"


def _patterns(node: Patterns) -> str:
    words = []
    for number, item in enumerate(node.items):
        sign = ("" if item.add else "-") if number == 0 else ("+ " if item.add else "- ")
        words.append(sign + _pattern(item))
    return " ".join(words)


def _pattern(item: Pattern) -> str:
    letters = "".join("x" if n is None else "0123456789tjqk"[n] for n in item.lengths)
    return f"any {letters}" if item.any_order else letters
