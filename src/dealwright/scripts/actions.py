"""Reading the actions of a script of `dealer`, including those of DealerV2_4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealwright.cards import Seat, Strain
from dealwright.conditions.results import VULNERABLE
from dealwright.conditions.syntax import Tree
from dealwright.scripts.data import Action, Average, EvalContract, Frequency
from dealwright.scripts.prints import PRINTS, SIDES
from dealwright.scripts.values import ValueReader

__all__ = ["ActionReader"]

_MOST_ROWS = 10_000


class ActionReader(ValueReader):
    """Turns the actions of a script into data."""

    def action(self, tree: Tree) -> Action:
        """Return one action."""
        read = PRINTS.get(str(tree.data))
        if read is not None:
            return read(self, tree)
        action: Action = getattr(self, f"_action_{tree.data}")(tree)
        return action

    # Statistics

    def _action_average(self, tree: Tree) -> Action:
        children: list[Any] = list(tree.children)
        label, value = children
        return Average("" if label is None else str(label)[1:-1], self.node(value))

    def _action_frequency(self, tree: Tree) -> Action:
        return self._table(tree, 3)

    def _action_buckets(self, tree: Tree) -> Action:
        return self._table(tree, 4)

    def _table(self, tree: Tree, size: int) -> Action:
        """Return a table of one or two expressions, each with ``size`` parts."""
        children: list[Any] = list(tree.children)
        label, *parts = children
        present = [part for part in parts if part is not None]
        groups = [present[start : start + size] for start in range(0, len(present), size)]
        widths = [self._width(part[3]) if size > 3 else 1 for part in groups]
        return Frequency(
            "" if label is None else str(label)[1:-1],
            tuple(self.node(part[0]) for part in groups),
            tuple(self._interval(part, width) for part, width in zip(groups, widths, strict=True)),
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

    def _action_evalcontract(self, tree: Tree) -> Action:
        parts: list[Any] = [*tree.children, None, None, None]
        declarers_word, text, sides = parts[:3]
        if declarers_word is None or text is None:
            return EvalContract((Seat.NORTH, Seat.SOUTH), tuple(reversed(Strain)))
        seats = SIDES.get(declarers_word.lower()) or (self.seat(declarers_word),)
        contract = self._contract(text)
        if sides is not None and sides.lower() not in VULNERABLE:
            raise self.error(sides, f"'{sides}' is not vul or nv")
        vulnerable = sides is not None and VULNERABLE[sides.lower()]
        return EvalContract(
            tuple(Seat(seat) for seat in sorted(seats)), (Strain.of(contract.strain),), contract,
            vulnerable,
        )  # fmt: skip
