"""Programs: expressions over hands as checked plain arrays, for the kernels.

An expression is code for a stack machine over columns of deals (native/core/program.hpp); a program
is one or more of them, with the tables that they look up. The machine works in 32 bits: the builder
of a program must make sure that all values are in that range (planning.bounds proves it by interval
arithmetic).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.base.errors import KernelError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["HOLDINGS", "SHAPES", "STACK_DEPTH", "Op", "Program", "ProgramBuilder", "ProgramStep"]

HOLDINGS = 8192
SHAPES = 560
STACK_DEPTH = 96
_ALIGNMENT = 64


class Op(IntEnum):
    """A step of the stack machine; the numbers are those of native/core/program.hpp."""

    CONSTANT = 0
    HAND_SUM = 1
    HOLDING = 2
    SHAPE = 3
    BETWEEN = 4
    NEGATE = 5
    LOGICAL_NOT = 6
    ADD = 7
    SUBTRACT = 8
    MULTIPLY = 9
    DIVIDE = 10
    REMAINDER = 11
    EQUAL = 12
    NOT_EQUAL = 13
    LESS = 14
    LESS_EQUAL = 15
    GREATER = 16
    GREATER_EQUAL = 17
    LOGICAL_AND = 18
    LOGICAL_OR = 19
    SELECT = 20
    KEEP = 21
    KEPT = 22


_LOADS = (Op.HAND_SUM, Op.HOLDING, Op.SHAPE)


class ProgramStep(NamedTuple):
    """One step: an operation and up to three operands (see native/core/program.hpp)."""

    op: Op
    a: int = 0
    b: int = 0
    c: int = 0


class Program:
    """One or more expressions with their tables, immutable.

    ``code`` is int32[steps, 4], ``ends`` the end of each expression's code, ``seats`` the last seat
    (0..3) that each expression reads, in increasing order, ``tables`` uint8[bytes].

    :raises KernelError: if an offset, seat or width is out of range or the stack is misused
    """

    def __init__(
        self, code: NDArray[np.int32], ends: Sequence[int], seats: Sequence[int], tables: bytes
    ) -> None:
        self.code = np.ascontiguousarray(code, dtype=np.int32).reshape(-1, 4)
        self.ends = tuple(ends)
        self.seats = tuple(seats)
        self.tables = _aligned(tables)
        self._check()
        self.code.flags.writeable = False
        self.tables.flags.writeable = False

    @cached_property
    def native(self) -> Any:
        """The copy of the compiled kernels."""
        from dealwright.base.kernels import native_module

        upto = [sum(seat <= s for seat in self.seats) for s in range(4)]
        return native_module().Program(
            self.code,
            np.array(self.ends, dtype=np.int64),
            np.array(upto, dtype=np.int64),
            self.tables,
        )

    @property
    def bytes(self) -> int:
        """The memory of the code and the tables, in bytes."""
        return self.code.nbytes + self.tables.nbytes

    def expression(self, index: int) -> list[ProgramStep]:
        """Return the steps of one expression."""
        begin = self.ends[index - 1] if index else 0
        return [
            ProgramStep(Op(row[0]), *row[1:])
            for row in self.code[begin : self.ends[index]].tolist()
        ]

    def table(self, step: ProgramStep) -> NDArray[np.signedinteger[Any]]:
        """Return the table that a step looks up, int8, int16 or int32."""
        entries = SHAPES if step.op is Op.SHAPE else HOLDINGS
        dtype = {1: np.int8, 2: np.int16, 4: np.int32}[step.c]
        return self.tables[step.b : step.b + entries * step.c].view(dtype)

    def __reduce__(self) -> tuple[Any, ...]:
        return Program, (self.code, self.ends, self.seats, self.tables.tobytes())

    def _check(self) -> None:
        if len(self.ends) != len(self.seats) or list(self.seats) != sorted(self.seats):
            raise KernelError("a program needs its expressions in the order of their last seats")
        if list(self.ends) != sorted(self.ends) or (self.ends and self.ends[-1] != len(self.code)):
            raise KernelError("a program's expressions must cover its code")
        for index in range(len(self.ends)):
            self._check_expression(self.expression(index), self.seats[index])

    def _check_expression(self, steps: Sequence[ProgramStep], last_seat: int) -> None:
        depth, stored = 0, set[int]()
        max_depth = min([STACK_DEPTH, *(step.a for step in steps if step.op in (Op.KEEP, Op.KEPT))])
        for step in steps:
            if step.op is Op.KEPT and step.a not in stored:
                raise KernelError(f"{step} finds nothing kept")
            depth += self._check_step(step, last_seat, depth)
            if depth > max_depth:
                raise KernelError("the condition is nested too deeply")
            if step.op is Op.KEEP:
                stored.add(step.a)
        if depth != 1:
            raise KernelError("an expression must leave one value")

    def _check_step(self, step: ProgramStep, last_seat: int, depth: int) -> int:
        if step.op in _LOADS:
            seat, suit = step.a % 4, step.a // 4
            entries = SHAPES if step.op is Op.SHAPE else HOLDINGS
            if not (
                0 <= seat <= last_seat and 0 <= suit < 4 and (suit == 0 or step.op is Op.HOLDING)
            ):
                raise KernelError(f"{step} looks at a hand that is not dealt yet")
            if step.c not in (1, 2, 4) or step.b < 0 or step.b % step.c:
                raise KernelError(f"{step} has no proper table")
            if step.b + entries * step.c > len(self.tables):
                raise KernelError(f"{step} reads past the tables")
            return 1
        if step.op in (Op.KEEP, Op.KEPT) and not 0 < step.a < STACK_DEPTH:
            raise KernelError(f"{step} has no column")
        if step.op in (Op.CONSTANT, Op.KEPT):
            return 1
        if step.op is Op.KEEP:
            if depth < 1:
                raise KernelError(f"{step} finds the stack empty")
            return 0
        needs = 3 if step.op is Op.SELECT else 2 if step.op >= Op.ADD else 1
        if depth < needs:
            raise KernelError(f"{step} finds the stack empty")
        return 1 - needs


def _aligned(data: bytes) -> NDArray[np.uint8]:
    buffer = np.empty(len(data) + _ALIGNMENT, dtype=np.uint8)
    start = -buffer.ctypes.data % _ALIGNMENT
    aligned = buffer[start : start + len(data)]
    aligned[:] = np.frombuffer(data, dtype=np.uint8)
    return aligned


class ProgramBuilder:
    """Collects expressions and tables; equal tables are stored once, in the narrowest width."""

    def __init__(self) -> None:
        self._expressions: list[tuple[int, list[ProgramStep]]] = []
        self._blob = bytearray()
        self._stored_tables: dict[bytes, tuple[int, int]] = {}

    def table(self, values: ArrayLike) -> tuple[int, int]:
        """Store a table of 8192 or 560 integers; return its offset and width in bytes.

        :raises KernelError: if it has another length or a value outside 32 bits
        """
        wide = np.asarray(values, dtype=np.int64)
        if wide.shape not in ((HOLDINGS,), (SHAPES,)):
            raise KernelError(f"a table has {HOLDINGS} or {SHAPES} entries, not {wide.shape}")
        for dtype in (np.int8, np.int16, np.int32):
            bounds = np.iinfo(dtype)
            if bounds.min <= wide.min() and wide.max() <= bounds.max:
                data = wide.astype(dtype).tobytes()
                break
        else:
            raise KernelError("a table's values must fit in 32 bits")
        width = np.dtype(dtype).itemsize
        key = bytes([width]) + data
        if key not in self._stored_tables:
            self._blob += b"\0" * (-len(self._blob) % _ALIGNMENT)
            self._stored_tables[key] = (len(self._blob), width)
            self._blob += data
        return self._stored_tables[key]

    def add(self, last_seat: int, steps: Sequence[ProgramStep]) -> None:
        """Add an expression that reads seats 0 .. last_seat."""
        self._expressions.append((last_seat, list(steps)))

    def build(self) -> Program:
        """Return the program, its expressions sorted (stably) by their last seat."""
        ordered = sorted(self._expressions, key=lambda expression: expression[0])
        steps = [step for _, expression in ordered for step in expression]
        ends = np.cumsum([len(expression) for _, expression in ordered], dtype=np.int64).tolist()
        code = np.array(steps, dtype=np.int32).reshape(-1, 4)
        return Program(code, ends, [seat for seat, _ in ordered], bytes(self._blob))
