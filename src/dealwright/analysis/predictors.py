"""Quantities of hands that correlate with the tricks of a contract."""

from __future__ import annotations

from collections.abc import Sequence

from dealwright.analysis.alternatives import Alternative
from dealwright.cards import Seat, Strain
from dealwright.condition import as_quantity
from dealwright.conditions.nodes import Node

__all__ = ["covariates_of", "predictor_of"]


def predictor_of(alternatives: Sequence[Alternative]) -> Node | None:
    """Return a sum of the declaring side's points, controls and trumps that predicts its tricks.

    A point is worth about 0.23 tricks in a suit contract and 0.37 in notrump, a control 0.32 in
    both, a trump 0.97; with these four numbers 83 % of the variance of random deals' tricks is
    explained in a suit and 76 % in notrump (least squares on 1,000 sides).
    """
    played = [alternative for alternative in alternatives if alternative.contract is not None]
    if not played:
        return None
    chosen = next(
        (alternative for alternative in played if alternative.strain != Strain.NOTRUMP), played[0]
    )
    text = _both(chosen.declarer, "hcp") + " + " + _both(chosen.declarer, "controls")
    if chosen.strain != Strain.NOTRUMP:
        text += f" + 4 * ({_both(chosen.declarer, chosen.strain.name.lower())})"
    return as_quantity(text).tree


def covariates_of(alternatives: Sequence[Alternative]) -> tuple[Node, ...]:
    """Return the side's points, controls, short suits, and its length in each strain played."""
    played = [alternative for alternative in alternatives if alternative.contract is not None]
    texts = dict[str, None]()
    for alternative in played:
        texts[_both(alternative.declarer, "hcp")] = None
        texts[_both(alternative.declarer, "controls")] = None
        if alternative.strain != Strain.NOTRUMP:
            texts[_both(alternative.declarer, "goren")] = None
            texts[_both(alternative.declarer, alternative.strain.name.lower())] = None
    return tuple(as_quantity(text).tree for text in texts)


def _both(declarer: Seat, word: str) -> str:
    first, second = sorted((declarer, declarer.partner))
    return f"{word}({first.name.lower()}) + {word}({second.name.lower()})"
