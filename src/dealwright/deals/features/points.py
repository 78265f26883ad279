"""Features that add a number for each card: point scales and counts of honours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from dealwright.base.errors import CardError, FeatureError
from dealwright.cards import Rank
from dealwright.deals.features.base import Feature

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FEATURES", "card_points", "point_scale"]


def card_points(points: Mapping[Rank, int]) -> NDArray[np.int64]:
    """Return the table over holdings, int64[8192], that adds points for each rank.

    >>> int(card_points({Rank.ACE: 4, Rank.KING: 3})[-1])
    7
    """
    holdings = np.arange(8192, dtype=np.int64)
    table = np.zeros(8192, dtype=np.int64)
    for rank, value in points.items():
        table += (holdings >> rank & 1) * value
    return table


def point_scale(name: str, points: Mapping[str, int] | str, summary: str = "") -> Feature:
    """Return a feature that adds points for cards, ready to register.

    ``points`` maps rank letters to integers, or lists thirteen or fewer of them from the ace down,
    as the ``pointcount`` command of ``dealer`` does.

    >>> point_scale("four_aces", "3 2 1").value(0b1110000000000)
    6
    >>> point_scale("work_with_tens", {"A": 8, "K": 6, "Q": 4, "J": 2, "T": 1}).value(1 << 8)
    1

    :raises FeatureError: if a rank is unknown or there are more than 13 numbers
    """
    try:
        if isinstance(points, str):
            numbers = [int(word) for word in points.replace(",", " ").split()]
            if len(numbers) > 13:
                raise FeatureError(f"a scale can have at most 13 numbers, not {len(numbers)}")
            scale = {Rank(12 - i): number for i, number in enumerate(numbers)}
        else:
            scale = {Rank.of(letter): int(value) for letter, value in points.items()}
    except (CardError, ValueError) as error:
        raise FeatureError(f"scale '{name}': {error}") from error
    shown = " ".join(f"{rank.letter}={value}" for rank, value in scale.items() if value)
    return Feature(name, summary or f"points {shown}", holding=card_points(scale))


def _honours(name: str, summary: str, points: dict[Rank, int], *aliases: str) -> Feature:
    return Feature(name, summary, holding=lambda: card_points(points), aliases=aliases)


_A, _K, _Q, _J, _T = Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN

FEATURES = (
    _honours("hcp", "high card points: A 4, K 3, Q 2, J 1", {_A: 4, _K: 3, _Q: 2, _J: 1}, "hcps"),
    _honours("controls", "controls: A 2, K 1", {_A: 2, _K: 1}, "control"),
    _honours("tens", "number of tens", {_T: 1}, "ten", "pt0"),
    _honours("jacks", "number of jacks", {_J: 1}, "jack", "pt1"),
    _honours("queens", "number of queens", {_Q: 1}, "queen", "pt2"),
    _honours("kings", "number of kings", {_K: 1}, "king", "pt3"),
    _honours("aces", "number of aces", {_A: 1}, "ace", "pt4"),
    _honours("top2", "cards among A K", {_A: 1, _K: 1}, "pt5"),
    _honours("top3", "cards among A K Q", {_A: 1, _K: 1, _Q: 1}, "pt6"),
    _honours("top4", "cards among A K Q J", {_A: 1, _K: 1, _Q: 1, _J: 1}, "pt7"),
    _honours("top5", "cards among A K Q J T", {_A: 1, _K: 1, _Q: 1, _J: 1, _T: 1}, "pt8"),
    _honours("c13", "points A 6, K 4, Q 2, J 1 (13 a suit)", {_A: 6, _K: 4, _Q: 2, _J: 1}, "pt9"),
)
