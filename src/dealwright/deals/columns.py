"""Costly columns: numbers of deals that the kernels' tables cannot give."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dealwright.errors import ConditionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DealColumn", "PredicateColumn"]


class DealColumn(ABC):
    """An integer for every deal that costs more than a table look-up.

    Subclasses are random numbers, Python functions, tricks of a solver. ``name`` is its text in
    conditions; ``seats`` are the hands it reads; ``bounds`` the least and greatest value; ``cost``
    the rough time in nanoseconds per deal, by which plans put cheaper columns first; ``chunk`` the
    most deals in one call; ``threads`` whether several threads may call it at the same time;
    ``readable`` whether a condition can be read that has its name. Columns are compared by value
    and hashed, because trees contain them.

    >>> import numpy as np
    >>> from dealwright import DealColumn, as_quantity, deal
    >>> class Lowest(DealColumn):
    ...     name, bounds, seats = "lowest(north)", (0, 51), (0,)
    ...     def values(self, masks):
    ...         low = masks[:, 0] & -masks[:, 0].astype(np.int64).astype(np.uint64)
    ...         return np.log2(low.astype(float)).astype(np.int32)
    >>> deals = deal(2, as_quantity(Lowest()) < 13, seed=1)
    >>> print(*(len(each.north.clubs) > 0 for each in deals))
    True True
    """

    seats: tuple[int, ...] = (0, 1, 2, 3)
    bounds: tuple[int, int] = (0, 1)
    cost: float = 1e5
    chunk: int = 1 << 16
    threads: bool = False
    readable: bool = False

    @property
    @abstractmethod
    def name(self) -> str:
        """How a condition writes the column."""

    @abstractmethod
    def values(self, masks: NDArray[np.uint64]) -> NDArray[Any]:
        """Return the value for each deal of uint64[n, 4], int32[n]."""

    def at_least(self, value: int) -> DealColumn | None:
        """Return a cheaper column of whether the value is at least so much; None without one."""
        return None


@dataclass(frozen=True, eq=False)
class PredicateColumn(DealColumn):
    """A Python function as a column of 0 and 1; it takes a batch, or one Deal if ``per_deal``."""

    function: Callable[[Any], Any]
    per_deal: bool

    _COST: ClassVar[dict[bool, float]] = {False: 50.0, True: 20_000.0}

    def __post_init__(self) -> None:
        object.__setattr__(self, "cost", self._COST[self.per_deal])

    @classmethod
    def of(cls, function: Callable[[Any], Any]) -> PredicateColumn:
        """Return a column of a function; whether it takes a batch or a Deal is tried on three.

        :raises ConditionError: if it fails on a Deal too
        """
        from dealwright.deals.batch import Deals
        from dealwright.kernels import Packs, deal_uniform, key_from_bytes

        sample = Deals.trusted(deal_uniform(Packs(), key_from_bytes(bytes(32)), 0, 3))
        try:
            answer = np.asarray(function(sample))
            if answer.shape == (len(sample),) and answer.dtype.kind in "biu":
                return cls(function, per_deal=False)
        except Exception:  # noqa: S110  whatever a user's function raises on a batch
            pass
        try:
            bool(function(sample[0]))
        except Exception as error:
            name = getattr(function, "__name__", "predicate")
            raise ConditionError(f"'{name}' fails on a deal: {error}") from error
        return cls(function, per_deal=True)

    @property
    def name(self) -> str:
        """The name of the function in angle brackets, which cannot be read back."""
        return f"<{getattr(self.function, '__name__', 'predicate')}>"

    def values(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return where the function holds, bool[n].

        :raises ConditionError: if a function of a batch does not return n truth values
        """
        from dealwright.deals.batch import Deals

        deals = Deals.trusted(masks)
        if self.per_deal:
            return np.fromiter((bool(self.function(deal)) for deal in deals), np.bool_, len(deals))
        answer: Any = np.asarray(self.function(deals))
        if answer.shape != (len(deals),) or answer.dtype.kind not in "biu":
            raise ConditionError(
                f"'{self.name.strip('<>')}' should return {len(deals)} truth values for "
                f"{len(deals)} "
                f"deals, not {answer.dtype} of shape {answer.shape}",
                hint="Wrap a function of one deal in dealwright.each(function)",
            )
        truth: NDArray[np.bool_] = answer.astype(np.bool_)
        return truth

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PredicateColumn):
            return NotImplemented
        return (self.function, self.per_deal) == (other.function, other.per_deal)

    def __hash__(self) -> int:
        return hash((PredicateColumn, self.function, self.per_deal))
