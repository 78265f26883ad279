"""Quantities of hands that correlate with the tricks of a contract."""

from __future__ import annotations

from collections.abc import Sequence

from dealwright.ask.condition import as_quantity
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.alternatives import Alternative
from dealwright.conditions.nodes import Node

__all__ = ["covariates_of", "of_side"]


def covariates_of(alternatives: Sequence[Alternative]) -> tuple[Node, ...]:
    """Return the side's points, controls, short suits, and its length in each strain played."""
    played = [alternative for alternative in alternatives if alternative.contract is not None]
    texts = dict[str, None]()
    for alternative in played:
        texts[of_side(alternative.declarer, "hcp")] = None
        texts[of_side(alternative.declarer, "controls")] = None
        if alternative.strain != Strain.NOTRUMP:
            texts[of_side(alternative.declarer, "goren")] = None
            texts[of_side(alternative.declarer, alternative.strain.name.lower())] = None
    return tuple(as_quantity(text).tree for text in texts)


def of_side(declarer: Seat, word: str) -> str:
    """Return the sum of a word of both hands of a side, in the order of seats.

    >>> of_side(Seat.SOUTH, "hcp")
    'hcp(north) + hcp(south)'
    """
    first, second = sorted((declarer, declarer.partner))
    return f"{word}({first.name.lower()}) + {word}({second.name.lower()})"
