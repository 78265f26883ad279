"""The interface to exact counting: counts, numbers and draws the deals of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import KernelError
from dealwright.base.kernels import native_module, stretches
from dealwright.base.kernels.stopping import StopFlag, budget_of, flag_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels import Key, UInt64Array

__all__ = ["BoxCount", "ExactCount", "most_weight"]

_SIZES = (
    "states_left", "states_right", "points_left", "points_right", "small_left", "small_right",
    "groups", "matches",
)  # fmt: skip


_DEALS_AT_ONCE = 1 << 13


def most_weight(owners: int, fixed: Sequence[int]) -> int:
    """Return the largest weight of a deal that keeps the numbers of a half below 2^53.

    A half is two suits. ``owners`` is the number of hands among which the cards that are not fixed
    are distributed. A half of a whole pack has fewer than 2^45 layouts of given lengths, and fewer
    if cards are fixed.

    >>> most_weight(4, [0, 0, 0, 0]), most_weight(2, [8191, 0, 8191 << 13, 0])
    (256, 134217728)
    """
    fixed_cards = fixed[0] | fixed[1] | fixed[2] | fixed[3]
    free = sorted(13 - (fixed_cards >> 13 * suit & 8191).bit_count() for suit in range(4))
    layouts: int = owners ** (free[2] + free[3])
    return max(256, min(2**53 // layouts, 2**27))


class ExactCount:
    """Counts, numbers and draws the deals of a model (see planning.models).

    ``total`` is the sum of the weights of all deals: their number if all weights are 1. Numbers are
    0 .. total - 1. With ``labels`` (below ``size``, one for each accepted pair of points, in the
    model's order) it only counts the deals of each label, and cannot number or draw them.

    Counting, ``prepare``, ``entries`` and ``totals`` check the flag ``stop`` every few
    milliseconds. ``operations`` counts their work: pairs of rows, products, sums. It is the same in
    every run and on every body, so the bound ``most_operations`` ends a count at the same point on
    every machine.

    :raises KernelError: if a weight is so large that a half's numbers could exceed 53 bits
    :raises Stopped: if the flag was set before the count was done
    :raises BudgetExceeded: if counting takes more operations than it may
    """

    def __init__(
        self,
        arrays: Mapping[str, NDArray[Any]],
        labels: NDArray[np.integer[Any]] | None = None,
        size: int = 0,
        *,
        kind: str = "suits",
        stop: StopFlag | None = None,
        most_operations: int | None = None,
    ) -> None:
        weights = arrays.get("accept_weight")
        heaviest = int(weights.max()) if weights is not None and len(weights) else 1
        if heaviest > 1:
            limit = most_weight(int(arrays["owners"][0]), arrays["fixed"].tolist())
            if heaviest > limit:
                raise KernelError(
                    f"the weights of one deal multiply to at most {limit:,}, not {heaviest:,}"
                )
        self._weights = weights if heaviest > 1 else None
        self._lock = Lock()
        self._ready = False
        self._labels, self._size = labels, size
        honours = kind == "honours"
        model = dict(arrays)
        native = native_module()
        count_type: Any = native.HonoursCount if honours else native.ExactCount
        self._labels_in_one_pass = labels is not None and not honours and heaviest <= 1
        if self._labels_in_one_pass and labels is not None:
            model["accept_label"] = labels.astype(np.int32)
            model["labels"] = np.array([size], dtype=np.int32)
        self._engine: Any = count_type(model, flag_of(stop), budget_of(most_operations))
        self.total = int(self._engine.total())

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes after counting: states, points and entries of both halves, and matches."""
        return dict(zip(_SIZES, self._engine.sizes(), strict=True))

    @property
    def bytes(self) -> int:
        """The bytes of the model and its tables; ``prepare`` adds the tables for drawing."""
        labels = 0 if self._labels is None else self._labels.nbytes
        return int(self._engine.bytes()) + labels

    @property
    def operations(self) -> int:
        """The number of operations done, of 0.1 to 10 ns each."""
        return int(self._engine.operations())

    def prepare(self, *, stop: StopFlag | None = None, most_operations: int | None = None) -> None:
        """Build the tables for drawing and numbering, unless they exist.

        ``draw``, ``unrank`` and ``rank`` also do this on first use, but then it cannot be stopped.

        :raises KernelError: if no deal satisfies the condition
        :raises Stopped: if the flag was set before the tables were built
        :raises BudgetExceeded: if building them takes more operations than it may
        """
        if not self.total:
            raise KernelError("no deal has a number: none satisfies the condition")
        if not self._ready:
            with self._lock:
                if not self._ready:
                    self._engine.prepare(flag_of(stop), budget_of(most_operations))
                    self._ready = True

    def draw(self, key: Key, first: int, n: int, out: UInt64Array | None = None) -> UInt64Array:
        """Return deals ``first`` .. ``first + n - 1`` of a key, each number equally likely.

        If ``out`` is given (uint64[n, 4], contiguous), the deals are written to it.
        """
        if out is None:
            out = np.empty((n, 4), dtype=np.uint64)
        engine = self._prepared()
        for part in stretches(n, _DEALS_AT_ONCE):
            engine.draw(key, first + part.start, out[part])
        return out

    def unrank(self, low: UInt64Array, high: UInt64Array) -> UInt64Array:
        """Return the deals uint64[n, 4] of numbers ``high * 2**64 + low`` below the total."""
        out = np.empty((len(low), 4), dtype=np.uint64)
        engine = self._prepared()
        low, high = np.ascontiguousarray(low), np.ascontiguousarray(high)
        for part in stretches(len(out), _DEALS_AT_ONCE):
            engine.unrank(low[part], high[part], out[part])
        return out

    def rank(
        self, deals: UInt64Array, *, stop: StopFlag | None = None
    ) -> tuple[UInt64Array, UInt64Array, NDArray[np.bool_]]:
        """Return the (least) numbers of deals as two columns, and which satisfy the condition.

        :raises Stopped: if the flag was set before the last deal
        """
        low, high = np.empty(len(deals), np.uint64), np.empty(len(deals), np.uint64)
        accepted = np.zeros(len(deals), dtype=np.uint8)
        if self.total:
            rows = np.ascontiguousarray(deals)
            self._prepared().rank(rows, low, high, accepted, flag_of(stop))
        return low, high, accepted.astype(np.bool_)

    def entries(self, *, stop: StopFlag | None = None) -> list[int]:
        """Return the number of deals of each accepted pair of points, in the model's order.

        :raises Stopped: if the flag was set before they were counted
        """
        low, high = self._columns(stop)
        pairs = zip(low.tolist(), high.tolist(), strict=True)
        return [(upper << 64) | lower for lower, upper in pairs]

    def totals(self, *, stop: StopFlag | None = None) -> list[int]:
        """Return the number of deals of each label, each deal counted with its weight.

        :raises Stopped: if the flag was set before they were counted
        """
        if self._labels is None:
            raise KernelError("the deals have no labels")
        if self._labels_in_one_pass:
            return list(self._engine.labelled())
        if self._weights is not None:
            weighted_sums = [0] * self._size
            entry_columns = (self._labels.tolist(), self.entries(stop=stop), self._weights.tolist())
            for label, deals, weight in zip(*entry_columns, strict=True):
                weighted_sums[label] += deals * weight
            return weighted_sums
        low, high = self._columns(stop)
        # 128-bit numbers in parts of 32 bits: sums of fewer than 2^32 entries cannot overflow
        mask, half = np.uint64((1 << 32) - 1), np.uint64(32)
        parts = (low & mask, low >> half, high & mask, high >> half)
        sums = np.zeros((4, self._size), dtype=np.uint64)
        for row, part in zip(sums, parts, strict=True):
            np.add.at(row, self._labels, part)
        columns = [row.tolist() for row in sums]
        return [a + (b << 32) + (c << 64) + (d << 96) for a, b, c, d in zip(*columns, strict=True)]

    def cards(self, *, stop: StopFlag | None = None) -> list[tuple[int, int, int, int]]:
        """Return in how many deals north, east, south and west hold each of the 52 cards.

        Deals are counted with their weights; the index of a card is ``13 * suit + rank``. It takes
        one pass over the tables of the count, about as long as counting.

        :raises KernelError: if the deals were counted by labels
        :raises Stopped: if the flag was set before it was done
        """
        if self._labels is not None:
            raise KernelError("deals are counted by labels or by cards")
        counts = self._engine.cards(flag_of(stop))
        return [tuple(counts[start : start + 4]) for start in range(0, len(counts), 4)]

    def _columns(self, stop: StopFlag | None) -> tuple[UInt64Array, UInt64Array]:
        """Return the low and high halves of the deals of each accepted pair, uint64[n]."""
        n = self._engine.accepted()
        low, high = np.empty(n, np.uint64), np.empty(n, np.uint64)
        self._engine.entries(low, high, flag_of(stop), budget_of(None))
        return low, high

    def _prepared(self) -> Any:
        self.prepare()
        return self._engine


class BoxCount(ExactCount):
    """Counts the deals of a model of scores (see planning.models.boxes); they have no numbers.

    ``used`` has a bit for each shortcut that the kernel took.

    :raises InvariantError: if the arrays lack what a shortcut relies on
    :raises Stopped: if the flag was set before the count was done
    :raises BudgetExceeded: if counting takes more operations than it may
    """

    def __init__(
        self,
        arrays: Mapping[str, NDArray[Any]],
        *,
        stop: StopFlag | None = None,
        most_operations: int | None = None,
    ) -> None:
        native = native_module()
        self._labels, self._ready = None, False
        self._lock = Lock()
        self._engine = native.BoxCount(dict(arrays), flag_of(stop), budget_of(most_operations))
        self.total = int(self._engine.total())
        self.used = int(self._engine.used())

    @property
    def sizes(self) -> dict[str, int]:
        """An empty dict: the tables are freed after the count."""
        return {}

    @property
    def bytes(self) -> int:
        """The bytes that remain in use after the count."""
        return 1024

    def prepare(self, *, stop: StopFlag | None = None, most_operations: int | None = None) -> None:
        """Refuse: deals that are counted by scores are not numbered.

        :raises KernelError: always
        """
        raise KernelError("deals that are counted by scores have no numbers")
