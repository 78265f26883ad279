"""The solver that conditions, scripts and boards ask where none is named."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dealwright.double_dummy.solver import Solver

__all__ = ["asked_at_once", "asked_solver", "asking"]

_MAKERS: list[Callable[[], Solver]] = []


@contextmanager
def asking(make: Callable[[], Solver], *, default: bool = False) -> Generator[None]:
    """Have results asked of the solver that a function returns, until the context ends.

    A ``default`` is asked where no other context says whom to ask.
    """
    _MAKERS.insert(0 if default else len(_MAKERS), make)
    try:
        yield
    finally:
        _MAKERS.remove(make)


def asked_at_once() -> int:
    """Return how many deals that solver likes at the same time; see ``solver.at_once``."""
    from dealwright.double_dummy.solver import at_once  # the command line loads this file always

    return at_once(_MAKERS[-1]()) if _MAKERS else 1


def asked_solver() -> Solver:
    """Return the solver of the innermost ``asking``, else DDS without a cache.

    :raises SolverError: if none is installed
    """
    if _MAKERS:
        return _MAKERS[-1]()
    from dealwright.double_dummy.dds import dds  # few conditions need it

    return dds()
