"""Kernels in plain numpy: the stream, deals, filters.

It is written from the definitions, not from the C++: it divides, and deposits bit by bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.kernels.plain_subsets import block_rows
from dealwright.base.kernels.programs import Op, Program, ProgramStep

if TYPE_CHECKING:
    from numpy.typing import NDArray

    UInt64Array = NDArray[np.uint64]

_MASK32 = np.uint64(0xFFFFFFFF)
_S32 = np.uint64(32)
_CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
_CHUNK = 1 << 14

_SIZE = np.array([x.bit_count() for x in range(8192)])
_SUBSET = np.argsort(_SIZE, kind="stable").astype(np.uint64)  # by size, then numeric = colex
_START = np.searchsorted(np.sort(_SIZE), np.arange(14, dtype=np.int64))


def words(key: NDArray[np.uint32], rounds: int, nonce: int, first: int, out: UInt64Array) -> None:
    """Fill out with the keystream's words from ``first`` on."""
    if len(out) == 0:
        return
    blocks = np.arange(first // 8, (first + len(out) - 1) // 8 + 1, dtype=np.uint64)
    out[:] = _blocks(key, rounds, nonce, blocks).ravel()[first % 8 :][: len(out)]


def _blocks(key: NDArray[np.uint32], rounds: int, nonce: int, blocks: UInt64Array) -> UInt64Array:
    state = np.empty((16, len(blocks)), dtype=np.uint32)
    state[:4] = np.array(_CONSTANTS, dtype=np.uint32)[:, None]
    state[4:12] = np.asarray(key)[:, None]
    state[12] = blocks & _MASK32
    state[13] = blocks >> _S32
    state[14] = nonce & 0xFFFFFFFF
    state[15] = nonce >> 32
    x = state.copy()
    for _ in range(rounds // 2):
        for column in range(4):
            _quarter_round(x, column, column + 4, column + 8, column + 12)
        for column in range(4):
            _quarter_round(
                x, column, (column + 1) % 4 + 4, (column + 2) % 4 + 8, (column + 3) % 4 + 12
            )
    x += state
    low, high = x[0::2].astype(np.uint64), x[1::2].astype(np.uint64)
    result: UInt64Array = (low | high << _S32).T
    return result


def _quarter_round(x: NDArray[np.uint32], a: int, b: int, c: int, d: int) -> None:
    for into, add, turn, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[into] += x[add]
        x[turn] ^= x[into]
        x[turn] = x[turn] << np.uint32(bits) | x[turn] >> np.uint32(32 - bits)


class _Order:
    """Block order of the k-subsets of n cards (see native/core/blocks.hpp)."""

    def __init__(self, n: int, k: int) -> None:
        rows = block_rows(n, k)
        self.counts = np.array([counts for counts, _ in rows])
        self.ways = np.array([ways for _, ways in rows], dtype=np.uint64)
        ends = np.cumsum(self.ways.prod(axis=1, dtype=np.uint64), dtype=np.uint64)
        self.first = np.concatenate([np.zeros(1, dtype=np.uint64), ends])
        self.total = int(ends[-1])

    def unrank(self, ranks: UInt64Array) -> UInt64Array:
        row = np.searchsorted(self.first, ranks, side="right") - 1
        rest = ranks - self.first[row]
        cards = np.zeros(len(ranks), dtype=np.uint64)
        for block in range(4):
            ways = self.ways[row, block]
            within = (rest % ways).astype(np.int64)
            rest = rest // ways
            subset = _SUBSET[_START[self.counts[row, block]] + within]
            cards |= subset << np.uint64(13 * block)
        return cards


class PredealtPack:
    """A pack with fixed cards: the numbers and orders that dealing needs."""

    def __init__(self, fixed: UInt64Array) -> None:
        self.fixed = fixed
        self.pool = np.uint64((1 << 52) - 1) & ~np.bitwise_or.reduce(fixed)
        left = int(self.pool).bit_count()
        self.orders = []
        for mask in fixed[:3].tolist():
            need = 13 - mask.bit_count()
            self.orders.append(_Order(left, need))
            left -= need
        north, east, south = (order.total for order in self.orders)
        self.thresholds = (np.uint64((1 << 64) % north), np.uint64((1 << 64) % (east * south)))


def _multiply(x: UInt64Array, factor: int) -> tuple[UInt64Array, UInt64Array]:
    """Return the high and the low 64 bits of x * factor."""
    f_low, f_high = np.uint64(factor & 0xFFFFFFFF), np.uint64(factor >> 32)
    x_low, x_high = x & _MASK32, x >> _S32
    low_low = x_low * f_low
    middle = x_high * f_low + (low_low >> _S32)
    middle_low = x_low * f_high + (middle & _MASK32)
    high = x_high * f_high + (middle >> _S32) + (middle_low >> _S32)
    return high, x * np.uint64(factor)


def _bounded(pack: PredealtPack, word: UInt64Array) -> tuple[UInt64Array, NDArray[np.bool_]]:
    """Return the three ranks, uint64[3, n], of words uint64[n, 2], and which are accepted."""
    north, north_low = _multiply(word[:, 0], pack.orders[0].total)
    east, east_low = _multiply(word[:, 1], pack.orders[1].total)
    south, south_low = _multiply(east_low, pack.orders[2].total)
    accepted = (north_low >= pack.thresholds[0]) & (south_low >= pack.thresholds[1])
    return np.stack([north, east, south]), accepted


def _spilled(pack: PredealtPack, key: NDArray[np.uint32], index: int) -> UInt64Array:
    """Return the ranks, uint64[3], of a deal whose own words were rejected."""
    spill = np.empty(8, dtype=np.uint64)
    nonce = 1
    while True:
        words(key, 8, nonce, 8 * index, spill)
        redrawn, fine = _bounded(pack, spill.reshape(4, 2))
        if fine.any():
            return redrawn[:, np.flatnonzero(fine)[0]]
        nonce += 1


def _ranks(pack: PredealtPack, key: NDArray[np.uint32], first: int, n: int) -> UInt64Array:
    word = np.empty(2 * n, dtype=np.uint64)
    words(key, 8, 0, 2 * first, word)
    ranks, accepted = _bounded(pack, word.reshape(n, 2))
    for at in np.flatnonzero(~accepted).tolist():
        ranks[:, at] = _spilled(pack, key, first + at)
    return ranks


def _deposit(source: UInt64Array, mask: UInt64Array) -> UInt64Array:
    """Move bit i of source to the i-th set bit of mask."""
    result = np.zeros_like(mask)
    one = np.uint64(1)
    for card in range(52):
        there = mask >> np.uint64(card) & one
        result |= (source & there) << np.uint64(card)
        source = np.where(there == one, source >> one, source)
    return result


def deal(pack: PredealtPack, key: NDArray[np.uint32], first: int, out: UInt64Array) -> None:
    """Fill out, uint64[n, 4], with deals from ``first`` on."""
    out = np.asarray(out)
    for start in range(0, len(out), _CHUNK):
        part = out[start : start + _CHUNK]
        ranks = _ranks(pack, key, first + start, len(part))
        left = np.full(len(part), pack.pool, dtype=np.uint64)
        for seat in range(3):
            cards = _deposit(pack.orders[seat].unrank(ranks[seat]), left)
            left ^= cards
            part[:, seat] = pack.fixed[seat] | cards
        part[:, 3] = pack.fixed[3] | left


def _holding(hands: UInt64Array, suit: int) -> NDArray[np.int64]:
    return (hands >> np.uint64(13 * suit) & np.uint64(8191)).astype(np.int64)


def _load(program: Program, step: ProgramStep, deals: UInt64Array) -> NDArray[np.int64]:
    table = program.table(step).astype(np.int64)
    hands = deals[:, step.a % 4]
    if step.op is Op.HOLDING:
        return table[_holding(hands, step.a // 4)]
    if step.op is Op.HAND_SUM:
        total: NDArray[np.int64] = table[np.stack([_holding(hands, s) for s in range(4)])].sum(
            axis=0
        )
        return total
    diamonds, hearts, spades = (_SIZE[_holding(hands, suit)] for suit in (1, 2, 3))
    x, y, z = spades, spades + hearts + 1, spades + hearts + diamonds + 2
    index: NDArray[np.int64] = z * (z - 1) * (z - 2) // 6 + y * (y - 1) // 2 + x
    return table[index]


def _divide(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    divisor = np.where(b == 0, 1, b)
    quotient = np.abs(a) // np.abs(divisor) * np.sign(a) * np.sign(divisor)
    return np.where(b == 0, 0, quotient)


_BINARY: dict[Op, Any] = {
    Op.ADD: np.add,
    Op.SUBTRACT: np.subtract,
    Op.MULTIPLY: np.multiply,
    Op.DIVIDE: _divide,
    Op.REMAINDER: lambda a, b: np.where(b == 0, 0, a - _divide(a, b) * b),
    Op.EQUAL: np.equal,
    Op.NOT_EQUAL: np.not_equal,
    Op.LESS: np.less,
    Op.LESS_EQUAL: np.less_equal,
    Op.GREATER: np.greater,
    Op.GREATER_EQUAL: np.greater_equal,
    Op.LOGICAL_AND: lambda a, b: (a != 0) & (b != 0),
    Op.LOGICAL_OR: lambda a, b: (a != 0) | (b != 0),
}


def _value(program: Program, which: int, deals: UInt64Array) -> NDArray[np.int64]:
    stack: list[NDArray[np.int64]] = []
    kept: dict[int, NDArray[np.int64]] = {}
    for step in program.expression(which):
        if step.op is Op.CONSTANT:
            stack.append(np.full(len(deals), step.a, dtype=np.int64))
        elif step.op <= Op.SHAPE:
            stack.append(_load(program, step, deals))
        elif step.op is Op.KEEP:
            kept[step.a] = stack[-1]
        elif step.op is Op.KEPT:
            stack.append(kept[step.a])
        elif step.op is Op.BETWEEN:
            value = stack.pop()
            stack.append(((step.a <= value) & (value <= step.b)).astype(np.int64))
        elif step.op is Op.NEGATE:
            stack.append(-stack.pop())
        elif step.op is Op.LOGICAL_NOT:
            stack.append((stack.pop() == 0).astype(np.int64))
        elif step.op is Op.SELECT:
            other, then, test = stack.pop(), stack.pop(), stack.pop()
            stack.append(np.where(test != 0, then, other))
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(_BINARY[step.op](left, right).astype(np.int64))
    return stack.pop()


def evaluate(program: Program, deals: UInt64Array, out: NDArray[np.int32]) -> None:
    """Fill out, int32[n], with the value of the first expression for each deal."""
    out[:] = _value(program, 0, deals)


def filter(
    pack: PredealtPack,
    key: NDArray[np.uint32],
    program: Program,
    first: int,
    n: int,
    deals: UInt64Array,
    attempts: UInt64Array,
) -> tuple[int, int]:
    """Fill deals and attempts with the accepted ones; return the numbers accepted and tried."""
    found = tried = 0
    while tried < n and found < len(deals):
        part = np.empty((min(_CHUNK, n - tried), 4), dtype=np.uint64)
        deal(pack, key, first + tried, part)
        accepted = np.ones(len(part), dtype=np.bool_)
        for which in range(len(program.ends)):
            accepted &= _value(program, which, part) != 0
        at = np.flatnonzero(accepted)[: len(deals) - found]
        deals[found : found + len(at)] = part[at]
        attempts[found : found + len(at)] = at + (first + tried)
        found += len(at)
        tried += int(at[-1]) + 1 if found == len(deals) and len(at) else len(part)
    return found, tried


def count(pack: PredealtPack, key: NDArray[np.uint32], program: Program, first: int, n: int) -> int:
    """Return the number of accepted deals."""
    found = 0
    for start in range(0, n, _CHUNK):
        size = min(_CHUNK, n - start)
        room = np.empty((size, 4), dtype=np.uint64)
        numbers = np.empty(size, dtype=np.uint64)
        found += filter(pack, key, program, first + start, size, room, numbers)[0]
    return found
