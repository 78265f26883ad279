"""Values that are chosen for a context: a ``with`` block, and the jobs and tasks made in it."""

from __future__ import annotations

from contextvars import ContextVar
from types import TracebackType
from typing import Generic, TypeVar

__all__ = ["Scoped"]

Value = TypeVar("Value")


class Scoped(Generic[Value]):
    """A choice of the current context, with a default of the whole process.

    Another thread does not see the choice, unless it runs a job or a task that was made in the
    context. A default is seen everywhere.

    >>> colour = Scoped[str]("colour")
    >>> with colour.using("red"):
    ...     colour.current
    'red'
    >>> colour.current is None
    True
    """

    def __init__(self, name: str) -> None:
        self._chosen: ContextVar[tuple[_Choice[Value], ...]] = ContextVar(name, default=())
        self._defaults: tuple[_Choice[Value], ...] = ()

    @property
    def current(self) -> Value | None:
        """The innermost choice of this context, else the latest default, else None."""
        choices = self._chosen.get() or self._defaults
        return choices[-1].value if choices else None

    def using(self, value: Value) -> _Choice[Value]:
        """Return a context manager in which the value is the current one."""
        return _Choice(self, value, default=False)

    def defaulting(self, value: Value) -> _Choice[Value]:
        """Return a context manager in which the value is the default of the process."""
        return _Choice(self, value, default=True)

    def _add(self, choice: _Choice[Value]) -> None:
        if choice.default:
            self._defaults = (*self._defaults, choice)
        else:
            self._chosen.set((*self._chosen.get(), choice))

    def _remove(self, choice: _Choice[Value]) -> None:
        # No token of the variable is kept: a generator may end in another context than it began in.
        if choice.default:
            self._defaults = tuple(value for value in self._defaults if value is not choice)
        else:
            self._chosen.set(tuple(value for value in self._chosen.get() if value is not choice))


class _Choice(Generic[Value]):
    """A value, current from entering the context until leaving it."""

    def __init__(self, scoped: Scoped[Value], value: Value, *, default: bool) -> None:
        self.value, self.default = value, default
        self._scoped = scoped

    def __enter__(self) -> Value:
        self._scoped._add(self)
        return self.value

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._scoped._remove(self)
