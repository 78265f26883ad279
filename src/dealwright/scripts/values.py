"""Reading functions that only scripts of `dealer` have: scores, IMPs, tricks, random numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealwright.bridge.scoring import IMP_STEPS, Contract
from dealwright.conditions import nodes
from dealwright.conditions.definitions import Lent, Library
from dealwright.conditions.nodes import Node
from dealwright.conditions.parse import Reader
from dealwright.conditions.syntax import Token, Tree
from dealwright.errors import CardError, ConditionError
from dealwright.features import Features
from dealwright.scripts.hints import FUNCTIONS

__all__ = ["ValueReader", "without_solver"]

_TRICKS = ("tricks", "trick", "dds")
_OTHERS = ("trix", "par", "parcontract")
_VULNERABLE = {
    **dict.fromkeys(("vul", "v", "all", "both"), True),
    **dict.fromkeys(("nv", "nonvul", "none", "non_vul"), False),
}
_NO_TRUMPS = ("notrump", "notrumps", "nt", "n")


def without_solver(word: str, text: str, position: int) -> ConditionError:
    """Return the error that a word of a text needs a double-dummy solver."""
    message = f"{word} needs a double-dummy solver, which scripts do not ask yet"
    hint = "Leave it out; everything else of the script runs"
    return ConditionError(message, text=text, position=position, hint=hint)


class ValueReader(Reader):
    """Turns expressions into nodes; ``solved`` are the places that need a double-dummy solver."""

    def __init__(
        self, text: str, features: Features | None = None, library: Library | None = None
    ) -> None:
        super().__init__(text, features, library)
        self.solved: list[tuple[str, int]] = []

    def _read_lent(self, lent: Lent, tree: Tree, names: dict[str, nodes.Alias], at: Token) -> Node:
        before = len(self.solved)
        found = super()._read_lent(lent, tree, names, at)
        self.solved[before:] = [(word, at.start_pos) for word, _ in self.solved[before:]]
        return found

    def _call(self, tree: Tree) -> Node:
        name, *arguments = tree.children
        assert isinstance(name, Token)
        word = name.lower()
        if word in _TRICKS and not self.shape_names:
            return self._tricks(name, arguments)
        if word in _OTHERS:
            raise without_solver(f"{name}(...)", self.text, name.start_pos)
        if word in FUNCTIONS:
            raise self.error(name, f"unknown function '{name}'", FUNCTIONS[word])
        return super()._call(tree)

    def _tricks(self, name: Token, arguments: Sequence[Any]) -> Node:
        if len(arguments) != 2:
            raise self.error(name, f"{name} takes a declarer and a strain: {name}(south, notrump)")
        seat, strain = arguments
        self.solved.append((str(name), name.start_pos))
        at = 4 if strain.lower() in _NO_TRUMPS else self._suit(strain)
        return nodes.Tricks(self.seat(seat), at)

    def _random(self, tree: Tree) -> Node:
        self._not_in_shape(tree)
        return nodes.Random(self.node(tree.children[-1]))

    # Scores

    def _score(self, tree: Tree) -> Node:
        self._not_in_shape(tree)
        sides, word, tricks = tree.children[-3:]
        assert isinstance(sides, Token)
        assert isinstance(word, Token)
        if sides.lower() not in _VULNERABLE:
            raise self.error(sides, f"'{sides}' is not vul or nv")
        vulnerable = _VULNERABLE[sides.lower()]
        try:
            contract = Contract.parse(word[1:] if word[0] in "xXzZ" else word)
        except CardError:
            message = f"'{word}' is not a contract"
            raise self.error(word, message, "Write x3N, x4S, or x4Sx for doubled") from None
        scores = [contract.score(made, vulnerable=vulnerable) for made in range(14)]
        return _stepped(self.node(tricks), list(range(1, 14)), scores)

    def _imps(self, tree: Tree) -> Node:
        self._not_in_shape(tree)
        difference = self.node(tree.children[-1])
        losses = [1 - step for step in reversed(IMP_STEPS)]
        return _stepped(difference, [*losses, *IMP_STEPS], list(range(-24, 25)))


def _stepped(value: Node, steps: Sequence[int], results: Sequence[int]) -> Node:
    """Return the result whose index is the number of ascending steps that a value reaches."""
    if isinstance(value, nodes.Number):
        return nodes.Number(results[sum(value.value >= step for step in steps)])
    if not steps:
        return nodes.Number(results[0])
    middle = len(steps) // 2
    reached = nodes.Binary(">=", value, nodes.Number(steps[middle]))
    more = _stepped(value, steps[middle + 1 :], results[middle + 1 :])
    return nodes.Choice(reached, more, _stepped(value, steps[:middle], results[: middle + 1]))
