"""Reading expressions of scripts: functions that only scripts have, and notes on numbers."""

from __future__ import annotations

from dealwright.conditions import nodes
from dealwright.conditions.nodes import Node
from dealwright.conditions.parse import Reader
from dealwright.conditions.syntax import Token, Tree
from dealwright.conditions.units import is_test, unit_of, unlikely
from dealwright.scripts.hints import FUNCTIONS

__all__ = ["ValueReader"]


class ValueReader(Reader):
    """Turns expressions of scripts into nodes; every value is an integer, as in ``dealer``."""

    def _of_integers(self, op: str, tree: Tree) -> Node:
        operation = super()._of_integers(op, tree)
        assert isinstance(operation, nodes.Binary)
        sides = tree.children[0], tree.children[-1]
        if op in ("and", "or"):
            for side, node in zip(sides, (operation.left, operation.right), strict=True):
                self.note_test(side, node)
        elif op in ("*", "/"):
            for side in sides:
                if isinstance(side, Tree) and side.data == "decimal":
                    number = self.integer(_token(side.children[0]))
                    self.note(tree, f"{self._source(side)} is {number} here, as in dealer")
        elif op != "%" and not self.hundredths:
            self._note_units(tree, operation)
        return operation

    def _note_units(self, tree: Tree, node: nodes.Binary) -> None:
        """Note expressions that mix hundredths and points, which dealer treats as integers."""
        source = self._source(tree)
        for number, beside, side in (
            (node.left, node.right, tree.children[0]),
            (node.right, node.left, tree.children[-1]),
        ):
            if unlikely(number, beside) and isinstance(side, Tree) and side.data == "number":
                assert isinstance(number, nodes.Number)
                points = f"{number.value} points are {100 * number.value}"
                self.note(tree, f"'{source}' counts in hundredths, as in dealer: {points}")
        left, right = unit_of(node.left), unit_of(node.right)
        if left is not None and right is not None and left != right:
            self.note(tree, f"'{source}' has points beside hundredths, as integers, as in dealer")

    def note_test(self, tree: Tree | Token, node: Node) -> None:
        """Note an operand of a logical operator that is no test: it holds when it is not 0."""
        while isinstance(node, nodes.Unary) and isinstance(tree, Tree) and tree.data == "negation":
            tree, node = tree.children[0], node.operand
        if not is_test(node):
            text = self._source_of(tree)
            meant = self.test_meant(tree, node)
            self.note(tree, f"'{text}' holds when it is not 0, as in dealer. {meant}")

    def _call(self, tree: Tree) -> Node:
        name, *arguments = tree.children
        assert isinstance(name, Token)
        word = name.lower()
        if word in ("trick", "dds") and not self.shape_names:
            return self._tricks(name, arguments)
        if word in FUNCTIONS:
            raise self.error(name, f"unknown function '{name}'", FUNCTIONS[word])
        return super()._call(tree)

    def _random(self, tree: Tree) -> Node:
        self._not_in_shape(tree)
        return nodes.Random(self.node(tree.children[-1]))


def _token(part: object) -> Token:
    assert isinstance(part, Token)
    return part
