"""Features from a table of measured figures: one for each shape, one for each holding."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from dealwright.base.errors import FeatureError
from dealwright.cards import RANK_LETTERS
from dealwright.deals.features.base import Feature
from dealwright.numbering.shapes import all_shapes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[np.int64]

__all__ = ["measured"]

_RANKS = RANK_LETTERS[::-1]


def measured(
    name: str, figures: Mapping[str, float], summary: str = "", *, scale: int = 100
) -> Feature:
    """Return a feature that adds measured figures for the shape and the four holdings of a hand.

    A key is a shape in any order of suits (``5-4-3-1``) or a holding: ``-`` for a void, else its
    cards from the top, with ``x`` for each rank that no key names (``AKx``; ``QT9x`` if some keys
    name tens and nines). Either every holding has a figure or none has; likewise every shape.
    Values are ``scale`` times the figures.

    >>> figures = {"-": 0.0} | {"x" * n: 0.25 * n for n in range(1, 14)}
    >>> figures |= {"A" + "x" * n: 1.5 + 0.25 * n for n in range(13)}
    >>> tricks = measured("top_tricks", figures)
    >>> tricks.value(1 << 12 | 0b11), tricks.scale
    (200, 100)

    :raises FeatureError: if a key is neither a shape nor a holding, figures are missing, or the
        scale leaves a fraction
    """
    shapes = {key: value for key, value in figures.items() if "-" in key and key != "-"}
    holdings = {key: value for key, value in figures.items() if key not in shapes}
    return Feature(
        name,
        summary or "measured figures of shape and holdings",
        holding=_of_holdings(name, holdings, scale) if holdings else None,
        shape=_of_shapes(name, shapes, scale) if shapes else None,
        per_suit=not shapes,
        scale=scale,
    )


def _of_holdings(name: str, figures: Mapping[str, float], scale: int) -> Table:
    for key in figures:
        if key != "-" and (not key or key.lstrip(_RANKS).strip("x") or _disorder(key)):
            raise FeatureError(f"feature '{name}': '{key}' is not a holding, as AKx or QT9x")
    told_apart = {rank for key in figures for rank in key if rank in _RANKS}
    keys = [_key(holding, told_apart) for holding in range(8192)]
    _complete(name, "holdings", keys, figures)
    return np.array([_scaled(name, key, figures[key], scale) for key in keys])


def _of_shapes(name: str, figures: Mapping[str, float], scale: int) -> Table:
    by_shape: dict[str, float] = {}
    for key, value in figures.items():
        lengths = sorted((int(n) if n.isdecimal() else -1 for n in key.split("-")), reverse=True)
        if len(lengths) != 4 or sum(lengths) != 13 or lengths[-1] < 0:
            raise FeatureError(f"feature '{name}': '{key}' is not a shape of 13 cards, as 5-4-3-1")
        by_shape["-".join(map(str, lengths))] = value
    ordered = np.sort(all_shapes().astype(np.int64), axis=1)[:, ::-1].tolist()
    keys = ["-".join(map(str, lengths)) for lengths in ordered]
    _complete(name, "shapes", keys, by_shape)
    return np.array([_scaled(name, key, by_shape[key], scale) for key in keys])


def _disorder(key: str) -> bool:
    named = key.rstrip("x")
    return len(key) > 13 or [*named] != sorted(set(named), key=_RANKS.index)


def _key(holding: int, told_apart: set[str]) -> str:
    ranks = [rank for place, rank in enumerate(_RANKS) if holding >> (12 - place) & 1]
    named = [rank for rank in ranks if rank in told_apart]
    return "".join(named) + "x" * (len(ranks) - len(named)) or "-"


def _complete(name: str, what: str, keys: list[str], figures: Mapping[str, float]) -> None:
    missing = sorted(set(keys) - set(figures))
    if missing:
        shown = ", ".join(missing[:3]) + (" ..." if len(missing) > 3 else "")
        raise FeatureError(f"feature '{name}': {len(missing)} {what} have no figure: {shown}")


def _scaled(name: str, key: str, value: float, scale: int) -> int:
    if not isfinite(value):
        raise FeatureError(f"feature '{name}': '{key}' has {value}, which is not a number")
    scaled = round(value * scale)
    if abs(scaled - value * scale) > 1e-6 * scale:
        raise FeatureError(f"feature '{name}': '{key}' has {value}; the scale {scale} is too small")
    return scaled
