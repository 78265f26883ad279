"""Reading the actions of a script of `dealer`, those of DealerV2_4 among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import Token, Tree

from dealwright.conditions.nodes import Node
from dealwright.scripts.data import (
    Action,
    Average,
    Export,
    Frequency,
    PrintHands,
    PrintText,
    PrintValue,
    Report,
)
from dealwright.scripts.values import ValueReader, without_solver

__all__ = ["ActionReader"]

_SIDES = {"ns": (0, 2), "ew": (3, 1)}
_EVERYBODY = (0, 1, 2, 3)
_MOST_ROWS = 10_000


class ActionReader(ValueReader):
    """Turns the actions of a script into data."""

    def action(self, tree: Tree[Token]) -> Action:
        """Return one action."""
        action: Action = getattr(self, f"_action_{tree.data}")(tree)
        return action

    def _action_simple(self, tree: Tree[Token]) -> Action:
        form = str(tree.children[0]).lower()
        return PrintHands(form, _SIDES.get(form.removeprefix("print"), ()))

    def _action_with_value(self, tree: Tree[Token]) -> Action:
        form, *value = tree.children
        given = value[0] if value else None
        return PrintValue(str(form).lower(), None if given is None else self.node(given))

    def _action_print_hands(self, tree: Tree[Token]) -> Action:
        seats = {self._seat(seat) for seat in tree.children}
        return PrintHands("print", tuple(sorted(seats)))

    def _action_print_text(self, tree: Tree[Token]) -> Action:
        return PrintText(tuple(self._text(part) for part in tree.children))

    def _text(self, part: Tree[Token] | Token) -> str | Node:
        if isinstance(part, Token):
            return part[1:-1] if part.type == "STRING" else "\n"
        return self.node(part)

    def _action_print_side(self, tree: Tree[Token]) -> Action:
        return PrintHands("printside", self._side(tree.children[0]))

    def _side(self, token: Any) -> tuple[int, ...]:
        if token.lower() not in _SIDES:
            raise self.error(token, f"expected a side, not '{token}'", "The sides are ns and ew")
        return _SIDES[token.lower()]

    def _action_report(self, tree: Tree[Token]) -> Action:
        return Report(tuple(self._reported(part) for part in tree.children[1:]))

    def _reported(self, part: Any) -> str | Node | tuple[int, ...]:
        """Return a part of a report; a seat, a side and ``deal`` stand for hands."""
        if isinstance(part, Tree) and part.data == "variable":
            word = str(part.children[0]).lower()
            if word == "deal":
                return _EVERYBODY
            if word in _SIDES:
                return _SIDES[word]
            if word in ("north", "east", "south", "west"):
                return (self._seat(part.children[0]),)
        return self._text(part)

    def _action_export(self, tree: Tree[Token]) -> Action:
        token: Any = tree.children[0]
        seats = _SIDES.get(token.lower())
        return Export((self._seat(token),) if seats is None else tuple(sorted(seats)))

    # Statistics

    def _action_average(self, tree: Tree[Token]) -> Action:
        children: list[Any] = list(tree.children)
        label, value = children
        return Average("" if label is None else str(label)[1:-1], self.node(value))

    def _action_frequency(self, tree: Tree[Token]) -> Action:
        return self._table(tree, 3)

    def _action_buckets(self, tree: Tree[Token]) -> Action:
        return self._table(tree, 4)

    def _table(self, tree: Tree[Token], size: int) -> Action:
        """Return a table of one or two expressions, each given by ``size`` parts."""
        children: list[Any] = list(tree.children)
        label, *parts = children
        given = [part for part in parts if part is not None]
        each = [given[at : at + size] for at in range(0, len(given), size)]
        widths = [self._width(part[3]) if size > 3 else 1 for part in each]
        return Frequency(
            "" if label is None else str(label)[1:-1],
            tuple(self.node(part[0]) for part in each),
            tuple(self._interval(part, width) for part, width in zip(each, widths, strict=True)),
            tuple(widths),
        )

    def _width(self, bound: Any) -> int:
        width = self._bound(bound)
        if width < 1:
            raise self.error(bound, f"a row cannot hold {width} values")
        return width

    def _interval(self, part: Sequence[Any], width: int) -> tuple[int, int]:
        least, most = self._bound(part[1]), self._bound(part[2])
        if least > most or (most - least) // width > _MOST_ROWS:
            raise self.error(part[1], f"the values {least} to {most} make no table")
        return least, most

    def _action_unsupported(self, tree: Tree[Token]) -> Action:
        token = tree.children[0]
        assert isinstance(token, Token)
        raise without_solver(f"the action '{token}'", self.text, token.start_pos or 0)
