"""The texts of a quantity's values: of a feature that has some, or written in its branches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealwright.conditions.nodes import Alias, Choice, Label, Measure, Node

__all__ = ["texts_of", "texts_of_each"]


def texts_of(node: Node) -> dict[int, str] | None:
    """Return the texts of a quantity's values; None if they are plain numbers.

    >>> from dealwright.conditions.parse import read_quantity
    >>> texts_of(read_quantity('balanced(north) ? "flat" : spades(north) > 4 ? "long" : "other"'))
    {0: 'flat', 1: 'long', 2: 'other'}
    """
    found: dict[int, str] = {}
    waiting, seen = [node], set[Node]()
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        if isinstance(here, Alias):
            waiting.append(here.value)
        elif isinstance(here, Choice):
            waiting += [here.then, here.other]
        elif isinstance(here, Label):
            found[here.value] = here.text
        elif isinstance(here, Measure) and here.suit is None and here is node:
            found = dict(enumerate(here.feature.value_texts))
        else:
            return None
    return dict(sorted(found.items())) or None


def texts_of_each(nodes: Sequence[Node]) -> tuple[Mapping[int, str] | None, ...]:
    """Return the texts of several quantities' values; see ``texts_of``."""
    return tuple(map(texts_of, nodes))
