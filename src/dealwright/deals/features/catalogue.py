"""The names of features: the built-in ones, and those registered in a workspace.

To register a feature::

    import numpy as np
    from dealwright import Feature, register

    register(Feature("voids", "suits without a card", holding=lambda: np.arange(8192) == 0))

Then ``voids(north)`` works in conditions and ``deals.north.voids`` on batches.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator
from functools import cache
from threading import RLock
from typing import Any

from dealwright.base.errors import FeatureError
from dealwright.deals.features.base import Feature

__all__ = [
    "Features",
    "built_in",
    "default_features",
    "feature",
    "feature_names",
    "features",
    "register",
    "whole_hand_names",
]


class Features:
    """Features by name and alias; names that are not found here are looked up in ``parent``.

    >>> mine = Features(built_in())
    >>> _ = mine.register(Feature("voids", "void suits", holding=lambda: [1] + 8191 * [0]))
    >>> "voids" in mine, "voids" in built_in(), mine["control"].name
    (True, False, 'controls')
    """

    def __init__(self, parent: Features | None = None) -> None:
        self.parent = parent
        self._lock = RLock()
        self._named: dict[str, Feature] = {}
        self._aliases: dict[str, str] = {}

    def register(self, new: Feature, *, replace: bool = False) -> Feature:
        """Register a feature by its name and aliases; return it.

        :raises FeatureError: if a name is taken, here or in a parent, and ``replace`` is False
        """
        if not isinstance(new, Feature):
            raise FeatureError(f"register a Feature, not {new!r}")
        with self._lock:
            for name in (new.name, *new.aliases):
                if not replace and name in self:
                    raise FeatureError(f"there is already a feature '{name}'")
            self._aliases.pop(new.name, None)
            self._named[new.name] = new
            self._aliases.update(dict.fromkeys(new.aliases, new.name))
        return new

    def clear(self) -> None:
        """Remove the features registered here; a parent's features stay."""
        with self._lock:
            self._named.clear()
            self._aliases.clear()

    def _find(self, name: str) -> Feature | None:
        registered = self._named.get(self._aliases.get(name, name))
        if registered is None and self.parent is not None:
            return self.parent._find(name)
        return registered

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) is not None

    def __getitem__(self, name: str) -> Feature:
        """Return the feature of that name or alias.

        :raises FeatureError: if there is none, with the nearest name
        """
        registered = self._find(name)
        if registered is None:
            from difflib import get_close_matches

            near = get_close_matches(name, self.names(), n=1)
            if not near:
                raise FeatureError(f"there is no feature '{name}'")
            raise FeatureError(f"there is no feature '{name}'; did you mean {near[0]}?")
        return registered

    def __iter__(self) -> Iterator[Feature]:
        """Iterate over the features, a parent's first, in the order of registration."""
        if self.parent is not None:
            yield from (inherited for inherited in self.parent if inherited.name not in self._named)
        yield from list(self._named.values())

    def names(self) -> list[str]:
        """Return every name and alias, sorted."""
        inherited = () if self.parent is None else self.parent.names()
        return sorted({*inherited, *self._named, *self._aliases})


@cache
def built_in() -> Features:
    """Return the features that come with the package."""
    from dealwright.deals.features import (
        bergen,
        distribution,
        four_cs_readings,
        points,
        quality,
        valuations,
    )

    catalogue = Features()
    for module in (points, distribution, quality, four_cs_readings, valuations, bergen):
        for new_feature in module.FEATURES:
            catalogue.register(new_feature)
    return catalogue


@cache
def default_features() -> Features:
    """Return the features of the default workspace, to which ``register`` adds."""
    return Features(built_in())


def register(new: Feature, *, replace: bool = False) -> Feature:
    """Register a feature by its name and aliases in the default workspace; return it.

    >>> from dealwright import deal, point_scale, register
    >>> _ = register(point_scale("defence", "2 1"))
    >>> int(deal(1000, "defence(north) <= 4", seed=1).north.defence.max())
    4

    :raises FeatureError: if a name is taken, and ``replace`` is False
    """
    return default_features().register(new, replace=replace)


def feature(name: str) -> Feature:
    """Return the feature of that name or alias in the default workspace.

    >>> feature("control").name
    'controls'

    :raises FeatureError: if there is none, with the nearest name
    """
    return default_features()[name]


def features() -> Iterator[Feature]:
    """Iterate over the features of the default workspace, in the order of registration."""
    return iter(default_features())


def feature_names() -> list[str]:
    """Return every name and alias that a condition can use, sorted."""
    return default_features().names()


def whole_hand_names() -> list[str]:
    """Return the names of the features of a whole hand, which hands have as attributes, sorted."""
    return sorted(each.name for each in features() if each.whole_hand)


def _reduced(each: Feature) -> tuple[Any, ...]:
    """Pickle a built-in feature by its name, another one with its tables."""
    if each.name in built_in() and built_in()[each.name] is each:
        return _built_in_feature, (each.name,)
    return Feature, (
        each.name, each.summary, each.holding_table, each.shape_table, each.per_suit,
        each.whole_hand, each.scale, each.aliases,
    )  # fmt: skip


def _built_in_feature(name: str) -> Feature:
    return built_in()[name]


copyreg.pickle(Feature, _reduced)
