"""The texts of a quantity's values: of a feature that has some, or written in its branches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealwright.conditions.nodes import Alias, Choice, Label, Measure, Node

__all__ = ["branches", "texts_of", "texts_of_each"]


def texts_of(node: Node) -> dict[int, str] | None:
    """Return the texts of a quantity's values; None if they are plain numbers.

    >>> from dealwright.conditions.parse import read_quantity
    >>> texts_of(read_quantity('balanced(north) ? "flat" : spades(north) > 4 ? "long" : "other"'))
    {0: 'flat', 1: 'long', 2: 'other'}
    """
    if isinstance(node, Measure) and node.suit is None:
        return dict(enumerate(node.feature.value_texts)) or None
    leaves, _ = branches(node)
    labels = [leaf for leaf in leaves if isinstance(leaf, Label)]
    if not labels or len(labels) < len(leaves):
        return None
    return dict(sorted({label.value: label.text for label in labels}.items()))


def branches(node: Node) -> tuple[list[Node], list[Node]]:
    """Return the nodes that may give a node's value, through names and ``?:``, and the tests."""
    leaves, tests = list[Node](), list[Node]()
    pending, seen = [node], set[Node]()
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        if isinstance(current, Alias):
            pending.append(current.value)
        elif isinstance(current, Choice):
            tests.append(current.test)
            pending += [current.then, current.other]
        else:
            leaves.append(current)
    return leaves, tests


def texts_of_each(nodes: Sequence[Node]) -> tuple[Mapping[int, str] | None, ...]:
    """Return the texts of several quantities' values; see ``texts_of``."""
    return tuple(map(texts_of, nodes))
