"""Reading functions that only scripts of `dealer` have: random numbers, other names of words."""

from __future__ import annotations

from dealwright.conditions import nodes
from dealwright.conditions.nodes import Node
from dealwright.conditions.parse import Reader
from dealwright.conditions.syntax import Token, Tree
from dealwright.scripts.hints import FUNCTIONS

__all__ = ["ValueReader"]


class ValueReader(Reader):
    """Turns expressions of scripts into nodes."""

    def _call(self, tree: Tree) -> Node:
        name, *arguments = tree.children
        assert isinstance(name, Token)
        word = name.lower()
        if word in ("trick", "dds") and not self.shape_names:
            return self._tricks(name, arguments)
        if word in FUNCTIONS:
            raise self.error(name, "unknown function '{name}'", FUNCTIONS[word], name=name)
        return super()._call(tree)

    def _random(self, tree: Tree) -> Node:
        self._not_in_shape(tree)
        return nodes.Random(self.node(tree.children[-1]))
