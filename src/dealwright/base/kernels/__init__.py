"""The interface to the kernels: checks arguments, allocates results, calls the body in use.

``DEALWRIGHT_KERNELS`` is the name of the body: ``portable``, ``avx2`` or ``avx512``; the default is
the fastest body that this processor can run. All bodies give the same bits. Tests register a body
``reference``, a twin in plain numpy of everything that depends on a seed: the stream, deals,
filters and draws. Kernels without a twin (exact counting, equity, values of poker hands) then run
on ``portable``.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dealwright.base.environment import variable
from dealwright.base.errors import KernelError, PredealError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dealwright.base.kernels.programs import Program

    UInt32Array = NDArray[np.uint32]
    UInt64Array = NDArray[np.uint64]
    Key = UInt32Array | memoryview  # uint32[8]

__all__ = [
    "Filtered",
    "PredealtPack",
    "bodies",
    "body",
    "chacha_words",
    "count_accepted",
    "deal_uniform",
    "evaluate",
    "filter_deals",
    "key_from_bytes",
    "native_module",
    "reference",
    "register_reference",
    "rows_buffer",
    "stretches",
    "use_body",
    "words",
]

REFERENCE = "reference"
_WORDS_AT_ONCE = 1 << 22
_DEALS_AT_ONCE = 1 << 17
_LAST_DEAL = 1 << 60  # the eight spill words of each deal must have positions below 2^64


class Filtered(NamedTuple):
    """The result of a search: masks uint64[n, 4], attempt numbers uint64[n]."""

    deals: UInt64Array
    attempts: UInt64Array
    tried: int


@cache
def native_module() -> Any:
    """Return the compiled module.

    :raises KernelError: if it is missing, with instructions to build it
    """
    try:
        from dealwright.base.kernels import _native
    except ImportError as error:
        raise KernelError(
            f"the compiled kernels did not load ({error}); build them with 'pip install .' from a "
            "checkout (a C++20 compiler is needed)"
        ) from error
    return _native


_chosen_body: list[str] = []
_reference: list[Any] = []
_body_lock = RLock()


def body() -> str:
    """Return the name of the kernel body in use.

    :raises KernelError: if ``DEALWRIGHT_KERNELS`` names a body that cannot run here
    """
    if not _chosen_body:
        with _body_lock:
            if not _chosen_body:
                use_body(variable("DEALWRIGHT_KERNELS") or bodies()[-1])
    return _chosen_body[0]


def bodies() -> list[str]:
    """Return the compiled bodies that can run here, slowest first.

    >>> bodies()[0]
    'portable'
    """
    return [*native_module().bodies()]


def register_reference(twin: Any) -> None:
    """Register the twin of the kernels that ``use_body("reference")`` chooses; for tests.

    ``twin`` has ``PredealtPack``, ``words``, ``deal``, ``evaluate``, ``filter``, ``count``,
    ``sets``, ``rows``, ``rank_deals`` and ``unrank_deals``.
    """
    _reference[:] = [twin]


def reference() -> Any:
    """Return the registered twin if it is in use, else None."""
    return _reference[0] if body() == REFERENCE else None


def use_body(name: str) -> None:
    """Choose the kernel body; the results do not depend on it.

    :raises KernelError: if it cannot run here
    """
    available = bodies()
    if name == REFERENCE and not _reference:
        raise KernelError(
            "the plain twin 'reference' is a part of the tests, not of the package; choose one of "
            f"{', '.join(available)}"
        )
    if name not in (REFERENCE, *available):
        raise KernelError(f"no kernel body '{name}' here; choose one of {', '.join(available)}")
    with _body_lock:
        native_module().use_body("portable" if name == REFERENCE else name)
        _chosen_body[:] = [name]


def stretches(n: int, most: int) -> Iterator[slice]:
    """Yield consecutive slices of n rows, each small enough for one call of a kernel.

    Ctrl-C cannot interrupt a kernel, so no call should take more than about 20 ms.

    >>> list(stretches(5, 2))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    return (slice(start, min(start + most, n)) for start in range(0, n, most))


def _implementation() -> Any:
    return reference() or native_module()


class PredealtPack:
    """A pack of 52 cards from which deals are drawn; some cards may be fixed at their seats.

    ``fixed`` holds the masks of north, east, south and west.

    :raises PredealError: if a card occurs twice or a seat has more than 13
    """

    def __init__(self, fixed: Sequence[int] = (0, 0, 0, 0)) -> None:
        union = 0
        for mask in fixed:
            if mask < 0 or mask >> 52 or mask & union or mask.bit_count() > 13:
                raise PredealError("fixed cards must be different cards, at most 13 a seat")
            union |= mask
        self.fixed = tuple(fixed)
        self._built: dict[bool, Any] = {}

    def built(self) -> Any:
        """Return the tables for the body in use, built on the first call."""
        plain = body() == REFERENCE
        if plain not in self._built:
            self._built[plain] = _implementation().PredealtPack(array("Q", self.fixed))
        return self._built[plain]

    def __reduce__(self) -> tuple[Any, ...]:
        return PredealtPack, (self.fixed,)


def key_from_bytes(data: bytes) -> memoryview:
    """Return 32 bytes as a ChaCha key, a buffer uint32[8], little-endian."""
    if len(data) != 32:
        raise KernelError(f"a key must have 32 bytes, not {len(data)}")
    key = array("I", data)
    if sys.byteorder == "big":
        key.byteswap()
    return memoryview(key)


def rows_buffer(n: int) -> memoryview:
    """Return a buffer for the deals of a kernel, uint64[n, 4].

    >>> rows_buffer(2).shape, rows_buffer(0).tolist()
    ((2, 4), [])
    """
    rows = memoryview(bytearray(32 * max(n, 1))).cast("Q", (max(n, 1), 4))
    return rows if n else rows[:0]  # memoryview.cast refuses a shape with a zero


def words(key: Key, first: int, n: int) -> UInt64Array:
    """Return words ``first`` .. ``first + n - 1`` of the ChaCha8 stream of a key, uint64[n]."""
    return chacha_words(key, 8, 0, first, n)


def chacha_words(key: Key, rounds: int, nonce: int, first: int, n: int) -> UInt64Array:
    """Return n words of the ChaCha keystream with 8, 12 or 20 rounds, uint64[n].

    The state's last row is the block number ``first // 8`` (64 bits), then the nonce (64 bits).
    """
    import numpy as np

    if rounds not in (8, 12, 20):
        raise KernelError(f"ChaCha must have 8, 12 or 20 rounds here, not {rounds}")
    out = np.empty(n, dtype=np.uint64)
    for part in stretches(n, _WORDS_AT_ONCE):
        _implementation().words(key, rounds, nonce, first + part.start, out[part])
    return out


def deal_uniform(
    pack: PredealtPack, key: Key, first: int, n: int, out: UInt64Array | None = None
) -> memoryview:
    """Return deals ``first`` .. ``first + n - 1`` of a key, a buffer uint64[n, 4] (N, E, S, W).

    If ``out`` is given (uint64[n, 4], contiguous), the deals are written to it.
    """
    _check_range(first, n)
    rows = rows_buffer(n) if out is None else memoryview(cast("Any", out))
    if rows.shape != (n, 4) or rows.itemsize != 8 or not rows.c_contiguous:
        raise KernelError(f"deals go into contiguous uint64[{n}, 4]")
    for part in stretches(n, _DEALS_AT_ONCE):
        _implementation().deal(pack.built(), key, first + part.start, rows[part])
    return rows


def evaluate(program: Program, deals: UInt64Array) -> NDArray[np.int32]:
    """Return the value of a program's one expression for each deal, int32[n].

    ``deals`` is uint64[n, 4]; columns of seats that the expression does not read are ignored.
    """
    import numpy as np

    if len(program.ends) != 1:
        raise KernelError(f"one expression is evaluated at a time, not {len(program.ends)}")
    if deals.ndim != 2 or deals.shape[1] != 4 or deals.dtype != np.uint64:
        raise KernelError("deals must be uint64[n, 4]")
    out = np.empty(len(deals), dtype=np.int32)
    rows, code = np.ascontiguousarray(deals), _program_of_body(program)
    for part in stretches(len(rows), _DEALS_AT_ONCE):
        _implementation().evaluate(code, rows[part], out[part])
    return out


def filter_deals(
    pack: PredealtPack, key: Key, program: Program, first: int, n: int, capacity: int
) -> Filtered:
    """Examine deals ``first`` .. ``first + n - 1`` in order; stop at the capacity-th accepted one.

    A deal is accepted when every expression of the program is non-zero.
    """
    import numpy as np

    _check_range(first, n)
    capacity = min(capacity, n)
    deals = np.empty((capacity, 4), dtype=np.uint64)
    attempts = np.empty(capacity, dtype=np.uint64)
    accepted, tried = _implementation().filter(
        pack.built(), key, _program_of_body(program), first, n, deals, attempts
    )
    if 4 * accepted < capacity:  # free the memory of rows that were not filled
        deals, attempts = deals[:accepted].copy(), attempts[:accepted].copy()
    return Filtered(deals[:accepted], attempts[:accepted], tried)


def count_accepted(pack: PredealtPack, key: Key, program: Program, first: int, n: int) -> int:
    """Return how many of deals ``first`` .. ``first + n - 1`` the program accepts."""
    _check_range(first, n)
    built, code = pack.built(), _program_of_body(program)
    return sum(
        int(_implementation().count(built, key, code, first + part.start, part.stop - part.start))
        for part in stretches(n, _DEALS_AT_ONCE)
    )


def _program_of_body(program: Program) -> Any:
    return program if body() == REFERENCE else program.native


def _check_range(first: int, n: int) -> None:
    if first < 0 or n < 0 or first + n > _LAST_DEAL:
        raise KernelError(f"deals {first} to {first + n - 1} are outside the stream")
