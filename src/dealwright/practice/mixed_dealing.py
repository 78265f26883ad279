"""Dealing a mixture of hand types: draw the type of each deal, then deal each type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.answers import Estimate, restored_mean
from dealwright.ask.dealing import Dealing, QuestionDealing
from dealwright.base.errors import ArgumentError, AttemptLimitReached, Stopped
from dealwright.base.threads import thread_count
from dealwright.deals import Deals
from dealwright.numbering.stream import Stream
from dealwright.practice.shares import apportioned, drawn_types, shuffled_types

_MOST_DRAWN = 100_000_000

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import ArrayLike, NDArray

    from dealwright.answers.records import EXACT, INLINE, SHORT
    from dealwright.practice.mixtures import Mixture

__all__ = ["MixedDealing", "MixedDeals"]

_FIRST_DEALS = 64
_BLOCK = 1 << 13


class _TypeShare(NamedTuple):
    """A type: its target share, and its share among uniform deals of any type."""

    name: str
    share: Annotated[Fraction, SHORT]
    natural: Estimate


@dataclass(frozen=True, eq=False, repr=False)
class MixedDeals:
    """Deals of a mixture, each with its type and the weight that corrects for its type's share.

    ``types`` int16[n] are indices into ``names``; ``shares`` are the exact target shares;
    ``natural`` are the types' shares among uniform deals of any type: a Fraction, or an Estimate if
    the type cannot be counted. ``weights`` float64[n] is natural share / share dealt, 1 on average;
    NaN for a type so rare that its estimate is 0.

    >>> from dealwright import Mixture
    >>> types = [("weak", "hcp(north) in 12..14", 35), ("strong", "hcp(north) >= 15", 65)]
    >>> mixture = Mixture(types)
    >>> mixed = mixture.deal(20, seed=1, apportion=True)
    >>> mixed.counts, mixed.types.dtype, mixed.weights.round(2).max()
    ({'weak': 7, 'strong': 13}, dtype('int16'), np.float64(1.69))
    """

    deals: Annotated[Deals, INLINE]
    types: NDArray[np.int16]
    names: tuple[str, ...]
    shares: tuple[Fraction, ...]
    natural: tuple[Fraction | Estimate, ...]
    weights: NDArray[np.float64]

    json_keys = ("deals", "_types", "_weights", "_law")

    @property
    def _types(self) -> list[str]:
        """The type of each deal."""
        return [self.names[number] for number in self.types.tolist()]

    @property
    def _weights(self) -> list[Annotated[float, EXACT]]:
        """The weight of each deal."""
        return self.weights.tolist()  # type: ignore[no-any-return]

    @property
    def _law(self) -> tuple[_TypeShare, ...]:
        """The types with their shares."""
        natural = (
            Estimate.certain(share) if isinstance(share, Fraction) else share
            for share in self.natural
        )
        rows = zip(self.names, self.shares, natural, strict=True)
        return tuple(_TypeShare(*row) for row in rows)

    @classmethod
    def of_record(
        cls, *, deals: Deals, types: list[str], weights: list[float], law: tuple[_TypeShare, ...]
    ) -> MixedDeals:
        """Return the deals of their document; a natural share that is exact is a fraction."""
        names = tuple(row.name for row in law)
        natural = (row.natural for row in law)
        return cls(
            deals,
            np.array([names.index(name) for name in types], dtype=np.int16),
            names,
            tuple(row.share for row in law),
            tuple(Fraction(estimate.value) if estimate.exact else estimate for estimate in natural),
            np.array(weights, dtype=np.float64),
        )

    @property
    def counts(self) -> dict[str, int]:
        """The number of deals of each type."""
        numbers = np.bincount(self.types, minlength=len(self.names)).tolist()
        return dict(zip(self.names, numbers, strict=True))

    def of_type(self, name: str) -> Deals:
        """Return the deals of one type.

        :raises ArgumentError: if there is no such type
        """
        if name not in self.names:
            raise ArgumentError(f"'{name}' is not a type; choose one of {', '.join(self.names)}")
        chosen: NDArray[np.bool_] = self.types == self.names.index(name)
        return self.deals[chosen]

    def mean(self, column: ArrayLike) -> float:
        """Return the weighted mean of a column, which estimates its mean over uniform deals.

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


class MixedDealing(Dealing):
    """A job that deals n deals of a mixture.

    ``types`` int16[n] are the deals' types, drawn before dealing.
    """

    def __init__(
        self,
        mixture: Mixture,
        n: int,
        stream: Stream,
        threads: int | None = None,
        *,
        apportion: bool = False,
    ) -> None:
        super().__init__(n, stream)
        self.mixture = mixture
        self.threads = thread_count(threads)
        self.apportion = apportion
        if apportion:
            counts = apportioned(mixture.parts, self.n)
            self.types = shuffled_types(counts, stream.split("order"))
        else:
            if self.n > _MOST_DRAWN:
                raise ArgumentError(
                    f"a mixture deals at most {_MOST_DRAWN:,} at once, not {n:,}; use several seeds"
                )
            self.types = drawn_types(mixture.parts, self.n, stream.split("types"))

    @property
    def method(self) -> str:
        """The method's name: ``mixture``."""
        return "mixture"

    @property
    def condition_text(self) -> str:
        """The condition that the deals of all types satisfy, as text."""
        return self.mixture.condition

    def batches(self) -> Iterator[Deals]:
        """Yield the deals in batches.

        :raises AttemptLimitReached: if a type reached its limit first
        """
        jobs = self._of_types()
        supplies = [_Supply(job) for job in jobs]
        start, size = 0, _FIRST_DEALS
        while start < self.n:
            block = self.types[start : start + size]
            masks = np.empty((len(block), 4), dtype=np.uint64)
            try:
                for number in np.unique(block).tolist():
                    places = np.flatnonzero(block == number)
                    masks[places] = self._taken(supplies, number, len(places))
            finally:
                self.tried = sum(job.tried for job in jobs)
            self.found += len(block)
            start, size = start + size, min(2 * size, _BLOCK)
            yield Deals.trusted(masks)

    def _of_types(self) -> list[QuestionDealing]:
        """Return a job for the deals of each type, from its own stream."""
        mixture, stream = self.mixture, self.stream.split("type")
        rows = zip(mixture.types, mixture.requests, self.counts(self.n), strict=True)
        jobs = [
            request.again(count, seed=stream.split(kind.name), threads=self.threads)
            for kind, request, count in rows
        ]
        for job in jobs:
            job.flag = self.flag
        return jobs

    def _taken(self, supplies: Sequence[_Supply], number: int, n: int) -> NDArray[np.uint64]:
        try:
            return supplies[number].take(n)
        except AttemptLimitReached as stop:
            name = self.mixture.types[number].name
            raise AttemptLimitReached(f"type '{name}': {stop}") from None

    def shortfall(self, why: str) -> str:
        """Return one line about a request that ended early."""
        return f"{why}: {self.found:,} of {self.n:,} deals dealt, {self.tried:,} tried"

    def shares_dealt(self) -> list[Fraction]:
        """Return the share of each type in this request: the apportioned one, or the target."""
        if not (self.apportion and self.n):
            return [kind.share for kind in self.mixture.types]
        return [Fraction(count, self.n) for count in self.counts(self.n)]

    def counts(self, n: int) -> list[int]:
        """Return the number of the first n deals of each type."""
        numbers: list[int] = np.bincount(self.types[:n], minlength=len(self.mixture.types)).tolist()
        return numbers

    def weights_of(self, deals: Deals, first: int = 0) -> NDArray[np.float64]:
        """Return the weights, float64[n], of n deals from ``first`` on (see ``MixedDeals``)."""
        types = self.types[first : first + len(deals)]
        return self.mixture.weights_of(deals, types, self.shares_dealt())

    def answer(self, deals: Deals) -> MixedDeals:
        """Return the first deals with their types and weights."""
        mixture = self.mixture
        return MixedDeals(
            deals, self.types[: len(deals)], mixture.names, mixture.shares, mixture.natural,
            self.weights_of(deals),
        )  # fmt: skip

    has_notes = True

    def weighting(self) -> Mapping[str, Any]:
        """Return the types, each with its condition, share and natural share."""
        mixture = self.mixture
        kinds = zip(mixture.types, mixture.natural, strict=True)
        return {
            "types": [
                {
                    "name": kind.name,
                    "condition": str(kind.condition),
                    "share": str(kind.share),
                    "natural_share": str(share) if isinstance(share, Fraction) else float(share),
                }
                for kind, share in kinds
            ],
            "overlap": mixture.overlap,
            "exact": mixture.exact,
        }

    def summary(self) -> Sequence[str]:
        """Return a line with the number of deals of each type."""
        mixture = self.mixture
        counts = self.counts(self.found)
        parts = [
            f"{count:,} {kind.name} (target {float(kind.share):.4g}, natural "
            f"{'' if isinstance(share, Fraction) else 'about '}{float(share):.4g})"
            for kind, count, share in zip(mixture.types, counts, mixture.natural, strict=True)
        ]
        return [f"types: {', '.join(parts)}"]

    def notes(self, deals: Deals, first: int) -> list[Mapping[str, Any]]:
        """Return the notes that a record adds to the cards of each deal."""
        names = [kind.name for kind in self.mixture.types]
        types = self.types[first : first + len(deals)].tolist()
        weights = self.weights_of(deals, first).tolist()
        return [
            {"type": names[number], "natural_weight": weight if weight == weight else None}
            for number, weight in zip(types, weights, strict=True)
        ]


class _Supply:
    """The deals of one job, taken in blocks of any size."""

    def __init__(self, job: QuestionDealing) -> None:
        self._batches = iter(job)
        self._left = np.empty((0, 4), dtype=np.uint64)

    def take(self, n: int) -> NDArray[np.uint64]:
        """Return the next n deals, uint64[n, 4]."""
        parts, available = [self._left], len(self._left)
        while available < n:
            more = next(self._batches, None)
            if more is None:
                raise Stopped("the job was stopped")
            batch = more.masks
            parts.append(batch)
            available += len(batch)
        together = parts[0] if len(parts) == 1 else np.concatenate(parts)
        self._left = together[n:]
        return together[:n]
