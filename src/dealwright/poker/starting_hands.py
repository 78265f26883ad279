"""The order of the classes of two cards, best first (for now: pairs, then by ranks)."""

from __future__ import annotations

from dealwright.cards import RANK_LETTERS

__all__ = ["ordered_classes"]


def ordered_classes(game: str) -> tuple[str, ...]:
    """Return the names of the classes of two cards, the best first.

    >>> ordered_classes("holdem")[:2], len(ordered_classes("shortdeck"))
    (('AA', 'KK'), 81)
    """
    ranks = RANK_LETTERS[::-1] if game == "holdem" else RANK_LETTERS[:3:-1]
    pairs = [rank * 2 for rank in ranks]
    others = [a + b for at, a in enumerate(ranks) for b in ranks[at + 1 :]]
    return (*pairs, *(name + kind for kind in "so" for name in others))
