"""Dealing a mixture of hand types: which type each deal is, then the deals of each type in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.answers import Estimate, restored_mean
from dealwright.ask.dealing import Dealt
from dealwright.deals import Deals, Source
from dealwright.errors import ArgumentError, AttemptLimitReached
from dealwright.practice.shares import apportioned, drawn_types, shuffled_types
from dealwright.stream import STREAM_VERSION, Stream

_MOST_DRAWN = 100_000_000

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from dealwright.practice.mixtures import Mixture

__all__ = ["MixedDealing", "MixedDeals"]

_FIRST = 64
_BLOCK = 1 << 13


@dataclass(frozen=True, eq=False, repr=False)
class MixedDeals:
    """Deals of a mixture, each with its type and the weight that restores natural frequencies.

    ``types`` int16[n] are places in ``names``; ``shares`` the exact target shares; ``natural`` how
    often each type comes among deals of any of the types: a Fraction, or an Estimate where the type
    cannot be counted. ``weights`` float64[n] is natural share / share dealt, 1 on average; NaN for
    a type so rare that its estimate is 0.
    """

    deals: Deals
    types: NDArray[np.int16]
    names: tuple[str, ...]
    shares: tuple[Fraction, ...]
    natural: tuple[Fraction | Estimate, ...]
    weights: NDArray[np.float64]

    @property
    def counts(self) -> dict[str, int]:
        """How many deals of each type there are."""
        found = np.bincount(self.types, minlength=len(self.names)).tolist()
        return dict(zip(self.names, found, strict=True))

    def of_type(self, name: str) -> Deals:
        """Return the deals of one type.

        :raises ArgumentError: if there is no such type
        """
        if name not in self.names:
            raise ArgumentError(f"'{name}' is not a type; choose one of {', '.join(self.names)}")
        chosen: NDArray[np.bool_] = self.types == self.names.index(name)
        return self.deals[chosen]

    def mean(self, column: ArrayLike) -> float:
        """Return the mean of a column as if the types came as often as they do by nature.

        >>> from dealwright import Mixture
        >>> mixture = Mixture([("weak", "hcp(north) <= 7", 1), ("rest", "hcp(north) >= 8", 3)])
        >>> mixed = mixture.deal(100_000, seed=1)
        >>> points = mixed.deals.north.hcp
        >>> round(float(points.mean()), 1), round(mixed.mean(points), 1)
        (10.2, 10.0)
        """
        return restored_mean(column, self.weights)

    def __len__(self) -> int:
        return len(self.deals)

    def __repr__(self) -> str:
        counts = ", ".join(f"{count:,} {name}" for name, count in self.counts.items())
        return f"<MixedDeals: {counts}>"


class MixedDealing:
    """A request for n deals of a mixture, carried out while its batches are read.

    ``types`` int16[n] says beforehand which type each deal is.
    """

    method = "mixture"

    def __init__(
        self, mixture: Mixture, n: int, stream: Stream, threads: int, *, apportion: bool = False
    ) -> None:
        self.mixture = mixture
        self.n = n
        self.stream = stream
        self.threads = threads
        self.apportion = apportion
        if apportion:
            counts = apportioned(mixture.parts, n)
            self.types = shuffled_types(counts, stream.split("order"))
        else:
            if n > _MOST_DRAWN:
                raise ArgumentError(
                    f"a mixture deals at most {_MOST_DRAWN:,} at once, not {n:,}; use several seeds"
                )
            self.types = drawn_types(mixture.parts, n, stream.split("types"))
        self.found = 0
        self._requests: list[Dealt] = []

    @property
    def tried(self) -> int:
        """How many deals have been examined, of all types."""
        return sum(request.tried for request in self._requests)

    @property
    def source(self) -> Source:
        """Where the deals read so far came from."""
        text = self.mixture.condition
        return Source(self.stream.seed, self.method, self.tried, text, STREAM_VERSION)

    def __iter__(self) -> Iterator[Deals]:
        """Yield the deals in batches, the same each time.

        :raises AttemptLimitReached: if the limit of a type came first
        """
        self.found = 0
        self._requests = self._of_types()
        supplies = [_Supply(request) for request in self._requests]
        at, size = 0, _FIRST
        try:
            while at < self.n:
                block = self.types[at : at + size]
                masks = np.empty((len(block), 4), dtype=np.uint64)
                for which in np.unique(block).tolist():
                    places = np.flatnonzero(block == which)
                    masks[places] = self._taken(supplies, which, len(places))
                self.found += len(block)
                at, size = at + size, min(2 * size, _BLOCK)
                yield Deals.trusted(masks)
        finally:
            for supply in supplies:
                supply.close()

    def _of_types(self) -> list[Dealt]:
        """Return a request for as many deals of each type as are wanted, from its own stream."""
        mixture, stream = self.mixture, self.stream.split("type")
        rows = zip(mixture.types, mixture.requests, self.counts(self.n), strict=True)
        return [
            request.again(count, seed=stream.split(kind.name), threads=self.threads)
            for kind, request, count in rows
        ]

    def _taken(self, supplies: Sequence[_Supply], which: int, n: int) -> NDArray[np.uint64]:
        try:
            return supplies[which].take(n)
        except AttemptLimitReached as stop:
            name = self.mixture.types[which].name
            raise AttemptLimitReached(f"type '{name}': {stop}") from None

    def shortfall(self, why: str) -> str:
        """Return one line on a request that ended early."""
        return f"{why}: {self.found:,} of {self.n:,} deals dealt, {self.tried:,} tried"

    def shares_dealt(self) -> list[Fraction]:
        """Return the share of each type under this request's law: apportioned, or the target."""
        if not (self.apportion and self.n):
            return [kind.share for kind in self.mixture.types]
        return [Fraction(count, self.n) for count in self.counts(self.n)]

    def counts(self, n: int) -> list[int]:
        """Return how many of the first n deals are of each type."""
        found: list[int] = np.bincount(self.types[:n], minlength=len(self.mixture.types)).tolist()
        return found

    def weights_of(self, deals: Deals, first: int = 0) -> NDArray[np.float64]:
        """Return what restores natural frequencies, float64[n], of deals ``first`` and on."""
        types = self.types[first : first + len(deals)]
        return self.mixture.weights_of(deals, types, self.shares_dealt())

    def notes(self, deals: Deals, first: int) -> list[Mapping[str, Any]]:
        """Return what a record says of each deal beside its cards."""
        names = [kind.name for kind in self.mixture.types]
        types = self.types[first : first + len(deals)].tolist()
        weights = self.weights_of(deals, first).tolist()
        return [
            {"type": names[which], "natural_weight": weight if weight == weight else None}
            for which, weight in zip(types, weights, strict=True)
        ]


class _Supply:
    """The deals of one request, taken as many at a time as are wanted."""

    def __init__(self, request: Dealt) -> None:
        self._batches = iter(request)
        self._left = np.empty((0, 4), dtype=np.uint64)

    def take(self, n: int) -> NDArray[np.uint64]:
        """Return the next n deals, uint64[n, 4]."""
        parts, have = [self._left], len(self._left)
        while have < n:
            batch = next(self._batches).masks
            parts.append(batch)
            have += len(batch)
        together = parts[0] if len(parts) == 1 else np.concatenate(parts)
        self._left = together[n:]
        return together[:n]

    def close(self) -> None:
        """Let the threads that search go."""
        close = getattr(self._batches, "close", None)
        if close is not None:
            close()
