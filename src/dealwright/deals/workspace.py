"""A workspace: the features and names for conditions, cached plans, and defaults of counting.

The functions of the package use the default workspace. A script, a server's worker or a test can
use a child of it: features registered in a child disappear with the child.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cache
from threading import Condition, RLock, get_ident
from typing import Any, Protocol, TypeVar, cast

from dealwright.base.errors import ArgumentError
from dealwright.deals.features import Feature, Features, default_features

__all__ = ["BoundedCache", "Measured", "Workspace", "checked_workspace", "default_workspace"]

DEFAULT_BOUND = 1 << 30  # bytes of plans and tables that a workspace caches


class Measured(Protocol):
    """An object that reports its memory use."""

    @property
    def bytes(self) -> int:
        """The memory in use, in bytes."""
        ...


Value = TypeVar("Value", bound=Measured)


@dataclass
class _Entry:
    value: Any = None
    ready: bool = False
    maker: int = 0  # the thread that makes it
    size: int = 0  # bytes, when they were last asked for


class BoundedCache:
    """A cache of values by key that drops the least recently used first and makes each value once.

    ``bound`` is in bytes. Whenever a value is added, those given out since then report their bytes,
    because they may have grown; all do once half of them were added since. The newest value
    stays, even if it is larger than the bound.
    """

    def __init__(self, bound: int = DEFAULT_BOUND) -> None:
        self.bound = bound
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._changed = Condition(RLock())
        self._waiting: dict[int, Hashable] = {}  # by thread: the key it waits for
        self._given_out = set[Hashable]()  # keys of values that may have grown
        self._total = self._added = 0  # bytes of all values; values since all reported
        self.made = 0

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of a key; the first caller makes it, the others wait for it.

        An error in ``make`` is raised in that caller, and the next caller makes the value. Threads
        that make values of each other's keys do not wait in a circle: one makes both.
        """
        this_thread = get_ident()
        with self._changed:
            while True:
                entry = self._entries.get(key)
                if entry is None:
                    self._entries[key] = _Entry(maker=this_thread)
                    break
                if entry.ready:
                    self._entries.move_to_end(key)
                    self._given_out.add(key)
                    return cast("Value", entry.value)
                if self._waits_for(entry, this_thread):
                    break
                self._waiting[this_thread] = key
                try:
                    self._changed.wait()
                finally:
                    del self._waiting[this_thread]
        try:
            value = make()
        except BaseException:
            with self._changed:
                entry = self._entries.get(key)
                if entry is not None and entry.maker == this_thread and not entry.ready:
                    del self._entries[key]
                self._changed.notify_all()
            raise
        with self._changed:
            self.made += 1
            self._added += 1
            before = self._entries.get(key)
            self._total -= 0 if before is None else before.size
            self._entries[key] = _Entry(value, ready=True)
            self._entries.move_to_end(key)
            self._measure([key, *self._given_out])
            self._given_out = {key}
            if 2 * self._added >= len(self._entries):
                self._measure_all()
            self._drop()
            self._changed.notify_all()
        return value

    def _waits_for(self, entry: _Entry, thread: int) -> bool:
        """Return whether the maker of an entry waits for a thread, directly or through others."""
        maker = entry.maker
        while maker != thread:
            if maker not in self._waiting:
                return False
            awaited = self._entries.get(self._waiting[maker])
            if awaited is None or awaited.ready:
                return False  # it was notified, and is about to continue
            maker = awaited.maker
        return True

    def trim(self) -> None:
        """Drop values above the bound; values may have grown since they were added."""
        with self._changed:
            self._measure_all()
            self._drop()

    def _measure(self, keys: Iterable[Hashable]) -> None:
        for key in keys:
            entry = self._entries.get(key)
            if entry is not None and entry.ready:
                size = entry.value.bytes
                self._total += size - entry.size
                entry.size = size

    def _measure_all(self) -> None:
        self._measure(self._entries)
        self._added = 0

    def _drop(self) -> None:
        """Drop values, but not the newest, until the others are within the bound."""
        if self._total <= self.bound:
            return
        ready = [key for key, entry in self._entries.items() if entry.ready]
        for key in ready[:-1]:
            self._total -= self._entries.pop(key).size
            if self._total <= self.bound:
                return

    @property
    def bytes(self) -> int:
        """The memory of the cached values, in bytes."""
        with self._changed:
            self._measure_all()
            return self._total

    def __len__(self) -> int:
        return sum(entry.ready for entry in self._entries.values())

    def clear(self) -> None:
        """Drop every value; values being made are cached when they are done."""
        with self._changed:
            for key in [key for key, entry in self._entries.items() if entry.ready]:
                self._total -= self._entries.pop(key).size


class Workspace:
    """Features, cached plans and what calls take where they say nothing else; see the module.

    ``threads`` is the number of threads (None: every core), ``memory`` the most bytes of an exact
    count (None: 1 GiB), ``budget`` the seconds of work that a count may cost (None: 2). ``bound``
    limits the cached plans, in bytes. A child has the features of its ``parent``, and those of its
    numbers that it does not have itself; it shares its cached plans, whose keys include the tables
    of their features.

    >>> from dealwright import parse, point_scale
    >>> mine = Workspace()
    >>> _ = mine.register(point_scale("aces_only", "1"))
    >>> "aces_only" in mine.features, "aces_only" in default_workspace().features
    (True, False)
    >>> quick = Workspace(budget=0)
    >>> parse("hcp(north) >= 20").count(workspace=quick, seed=1).exact
    False

    :raises ArgumentError: if the parent is not a workspace; (in the call that uses one) if a number
        is out of range
    """

    def __init__(
        self,
        parent: Workspace | None = None,
        *,
        threads: int | None = None,
        memory: int | None = None,
        budget: float | None = None,
        bound: int = DEFAULT_BOUND,
    ) -> None:
        if parent is not None:
            checked_workspace(parent)
        above = default_features() if parent is None else parent.features
        self.features: Features = Features(above)
        self._threads, self._memory, self._budget = threads, memory, budget
        self.plans: BoundedCache = BoundedCache(bound) if parent is None else parent.plans
        self._parent = parent
        self._definitions: list[tuple[str, str]] = []

    @property
    def threads(self) -> int | None:
        """The number of threads, by default that of the parent; None: every core."""
        if self._threads is None and self._parent is not None:
            return self._parent.threads
        return self._threads

    @threads.setter
    def threads(self, threads: int | None) -> None:
        self._threads = threads

    @property
    def memory(self) -> int | None:
        """The most bytes of an exact count, by default those of the parent; None: 1 GiB."""
        if self._memory is None and self._parent is not None:
            return self._parent.memory
        return self._memory

    @memory.setter
    def memory(self, memory: int | None) -> None:
        self._memory = memory

    @property
    def budget(self) -> float | None:
        """The seconds of work that a count may cost, by default those of the parent; None: 2."""
        if self._budget is None and self._parent is not None:
            return self._parent.budget
        return self._budget

    @budget.setter
    def budget(self, budget: float | None) -> None:
        self._budget = budget

    def define(self, text: str, file: str = "definitions") -> None:
        r"""Add definitions ``name = expression``; texts read in this workspace may use the names.

        A definition may use those before it, and is read when a text uses it: only then is an error
        in it raised, which names ``file`` and the line. The last of several definitions of a name
        counts; a text's own definitions take precedence.

        >>> from dealwright import parse
        >>> mine = Workspace()
        >>> mine.define("nt = balanced(north)\nweak = nt && hcp(north) <= 14", "nt.txt")
        >>> parse("not weak", mine)
        parse('nt = balanced(north)\nweak = nt && hcp(north) <= 14\ncondition not weak')
        """
        self._definitions.append((text, file))

    def undefine(self) -> None:
        """Drop the definitions of this workspace; those of its parents stay."""
        self._definitions.clear()

    @property
    def definitions(self) -> tuple[tuple[str, str], ...]:
        """The texts of definitions and their files, those of the parents first."""
        above = () if self._parent is None else self._parent.definitions
        return (*above, *self._definitions)

    def register(self, new: Feature, *, replace: bool = False) -> Feature:
        """Register a feature in this workspace and its children; return it.

        :raises FeatureError: if a name is taken, and ``replace`` is False
        """
        return self.features.register(new, replace=replace)

    def child(self) -> Workspace:
        """Return a child workspace, which can register further features."""
        return Workspace(self)

    def clear(self) -> None:
        """Drop the cached plans; features stay."""
        self.plans.clear()

    def __repr__(self) -> str:
        return f"<Workspace: {len(self.plans)} plans cached, {self.plans.bytes:,} bytes>"


def checked_workspace(workspace: Workspace | None) -> Workspace:
    """Return a workspace, or the default one for None.

    >>> checked_workspace(None) is default_workspace()
    True

    :raises ArgumentError: if it is something else
    """
    if workspace is None:
        return default_workspace()
    if not isinstance(workspace, Workspace):
        raise ArgumentError(
            f"{workspace!r} is not a workspace; write Workspace(), or Workspace(threads=2)"
        )
    return workspace


@cache
def default_workspace() -> Workspace:
    """Return the workspace that the functions of the package use.

    >>> from dealwright import default_workspace, parse
    >>> parse("hcp(north) >= 15", default_workspace()) == parse("hcp(north) >= 15")
    True
    """
    workspace = Workspace()
    workspace.features = default_features()
    return workspace
