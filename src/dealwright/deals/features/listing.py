"""The functions of the language as a list, with their arguments and meanings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealwright.deals.features.catalogue import default_features

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dealwright.deals.features import Features

__all__ = ["Function", "listed_functions"]


@dataclass(frozen=True)
class Function:
    """A function: its name, a call of it (optional arguments in brackets), other names, meaning."""

    name: str
    call: str
    about: str
    also: tuple[str, ...] = ()

    @property
    def shortest(self) -> str:
        """The call without its optional arguments.

        >>> Function("par", "par(ns[, all[, east]])", "").shortest
        'par(ns)'
        """
        before, bracket, _ = self.call.partition("[")
        return f"{before})" if bracket else before


_OTHERS = (
    Function("starting_points", "starting_points(north)",
           "Bergen's starting points, adjusted for honours"),
    Function("longest_fit", "longest_fit(ns)", "cards of a side (ns or ew) in its longest suit"),
    Function("fits", "fits(ns)", "suits in which a side has eight cards or more"),
    Function("balanced", "balanced(north)", "4333, 4432 or 5332"),
    Function("semibalanced", "semibalanced(north)", "balanced, 5422 or 6322"),
    Function("shape", "shape(north, any 4333 + 54xx)", "suit lengths: patterns or arithmetic"),
    Function("hascard", "hascard(north, AS)", "holds the card"),
    Function("tricks", "tricks(south, spades)", "tricks of a declarer, double dummy (a solver)"),
    Function("makes", "makes(4S, south)", "whether a declarer makes a contract, double dummy"),
    Function("par", "par(ns[, all[, east]])", "par in points, for a vulnerability and dealer"),
    Function("score", "score(vul, 4S, n)", "points of a contract for n tricks (vul or nv)"),
    Function("imps", "imps(n)", "IMPs of a difference of n points"),
)  # fmt: skip


def listed_functions(features: Features | None = None) -> Iterator[Function]:
    """Yield the functions that a condition can use: suit lengths, features, then all others.

    >>> [entry.call for entry in listed_functions() if entry.name in ("hcp", "quality")]
    ['hcp(north[, spades])', 'quality(north, spades)']
    """
    for suit in ("spades", "hearts", "diamonds", "clubs"):
        yield Function(suit, f"{suit}(north)", "number of cards in the suit", (suit[:-1],))
    for feature in default_features() if features is None else features:
        if feature.name == "length":
            continue
        arguments = "(north)" if feature.whole_hand else "(north, spades)"
        if feature.whole_hand and feature.per_suit:
            arguments = "(north[, spades])"
        yield Function(
            feature.name, f"{feature.name}{arguments}", feature.summary, tuple(feature.aliases)
        )
    yield from _OTHERS
