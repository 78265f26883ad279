"""Costly columns: values of deals that cost more than a look-up in a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dealwright.base.errors import ConditionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DealColumn", "PredicateColumn"]


class DealColumn(ABC):
    """An integer for every deal that costs more than a table look-up.

    Subclasses are random numbers, Python functions and double-dummy tricks.

    - ``name``: the column's text in conditions
    - ``seats``: the hands that it reads
    - ``bounds``: the least and the greatest value
    - ``cost``: the rough time per deal in nanoseconds; plans test cheaper columns first
    - ``chunk``: the maximal number of deals in one call
    - ``threads``: whether several threads may call it at the same time
    - ``readable``: whether the parser of conditions accepts its name

    Columns are compared by value and are hashable, because trees contain them.

    >>> import numpy as np
    >>> from dealwright import DealColumn, as_quantity, deal
    >>> class Lowest(DealColumn):
    ...     name, bounds, seats = "lowest(north)", (0, 51), (0,)
    ...     def values(self, masks):
    ...         low = masks[:, 0] & -masks[:, 0].astype(np.int64).astype(np.uint64)
    ...         return np.log2(low.astype(float)).astype(np.int32)
    >>> deals = deal(2, as_quantity(Lowest()) < 13, seed=1)
    >>> print((deals.north.clubs > 0).tolist())
    [True, True]
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
        """The column as a condition writes it."""

    @abstractmethod
    def values(self, masks: NDArray[np.uint64]) -> NDArray[Any]:
        """Return the value of each deal of ``masks``, uint64[n, 4]: int32[n]."""

    def at_least(self, value: int) -> DealColumn | None:
        """Return a cheaper column that tests ``values >= value``, or None if there is none."""
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
        """Return the column of a function of a batch or of a Deal, tried in this order on 3 deals.

        :raises ConditionError: if it fails on a Deal too
        """
        from dealwright.base.kernels import PredealtPack, deal_uniform, key_from_bytes
        from dealwright.deals.batch import Deals

        sample = Deals.trusted(deal_uniform(PredealtPack(), key_from_bytes(bytes(32)), 0, 3))
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
        """The function's name in angle brackets; conditions with it cannot be read back."""
        return f"<{getattr(self.function, '__name__', 'predicate')}>"

    def values(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return which deals the function accepts, bool[n].

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
                hint="Wrap a function of one deal in dealwright.per_deal(function)",
            )
        truth: NDArray[np.bool_] = answer.astype(np.bool_)
        return truth

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PredicateColumn):
            return NotImplemented
        return (self.function, self.per_deal) == (other.function, other.per_deal)

    def __hash__(self) -> int:
        return hash((PredicateColumn, self.function, self.per_deal))
