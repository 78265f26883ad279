"""Dealing on request: uniform or under a condition, all at once or in batches."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from copy import copy
from typing import TYPE_CHECKING, Protocol

import numpy as np

from dealwright.answers import proportion
from dealwright.condition import Condition, as_condition
from dealwright.deals import Deals, Source, predeal_masks
from dealwright.deals.predeal import Predeal
from dealwright.errors import (
    ArgumentError,
    AttemptLimitReached,
    ConditionError,
    SearchInterrupted,
)
from dealwright.kernels import Packs
from dealwright.kernels.exact import ExactCount
from dealwright.planning.choose import METHODS, Choice, choose
from dealwright.planning.limits import DEFAULT_MEMORY, memory_checked
from dealwright.planning.plan import Plan, plan_condition, refused_by
from dealwright.sampling import (
    DEFAULT_LIMIT,
    Found,
    Rest,
    drawn,
    drawn_into,
    mixed_search,
    search,
    uniform,
    uniform_into,
)
from dealwright.stream import STREAM_VERSION, Seed, Stream
from dealwright.threads import thread_count

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["METHODS", "Dealing", "Dealt", "collected", "deal", "stream_of", "whole"]

Where = Condition | str | Callable[[Deals], object] | None


def stream_of(seed: Seed | Stream | None) -> Stream:
    """Return the stream of a seed; None takes a fresh one."""
    return seed if isinstance(seed, Stream) else Stream(seed)


class Dealing(Protocol):
    """A request for ``n`` deals that is carried out while its batches are read."""

    @property
    def n(self) -> int:
        """How many deals are wanted."""
        ...

    @property
    def tried(self) -> int:
        """How many deals have been examined."""
        ...

    @property
    def found(self) -> int:
        """How many deals have been read."""
        ...

    @property
    def method(self) -> str:
        """What deals."""
        ...

    @property
    def source(self) -> Source:
        """Where the deals read so far came from."""
        ...

    def __iter__(self) -> Iterator[Deals]:
        """Yield the deals in batches."""
        ...

    def shortfall(self, why: str) -> str:
        """Return one line on a request that ended early."""
        ...


class Dealt:
    """A request for deals that is carried out while its batches are read.

    ``tried`` and ``found`` tell how far it is; ``seed`` repeats it; ``method`` names what deals:
    ``uniform``; under a condition ``exact`` (draw without rejection), ``filter`` (deal and test) or
    ``mixed`` (draw exactly from one part, test the rest), which all give the same law; or
    ``pavlicek1999``, the biased method of 1999, kept as history. ``choice`` says why. Reading again
    deals the same again.

    >>> dealt = Dealt(1000, "hcp(north) >= 25", seed=7)
    >>> sum(len(batch) for batch in dealt), dealt.found, dealt.method
    (1000, 1000, 'exact')

    :raises ConditionError: if the condition cannot be read, or no deal can satisfy it
    :raises PredealError: if no deal can hold the predealt cards
    :raises ArgumentError: if n, the limit or the number of threads is out of range
    """

    def __init__(
        self,
        n: int,
        where: Where = None,
        *,
        seed: Seed | Stream | None = None,
        predeal: Predeal | None = None,
        method: str = "auto",
        threads: int | None = None,
        limit: int | None = None,
        memory: int = DEFAULT_MEMORY,
    ) -> None:
        self.n = whole(n)
        self.threads = thread_count(threads)
        if method not in METHODS:
            raise ArgumentError(f"'{method}' is not a method; choose {', '.join(METHODS)}")
        self.packs = Packs(predeal_masks(predeal))
        self.condition = None if where is None else as_condition(where)
        self.plan: Plan = plan_condition(None if self.condition is None else self.condition.tree)
        if self.plan.impossible and self.n:
            raise ConditionError(f"no deal satisfies '{self.plan.impossible}'")
        refused = refused_by(self.plan.condition, self.packs.fixed)
        if refused and self.n:
            raise ConditionError(f"no deal satisfies '{refused}' with the predealt cards")
        self.stream = stream_of(seed)
        self.packs.built()  # a kernel body that cannot run is told before anything is written
        self.choice = self._chosen(method, memory_checked(memory))
        self.method = self.choice.method
        searches = self.method in ("filter", "mixed")
        most = DEFAULT_LIMIT if searches else self.n
        self.limit = most if limit is None else whole(limit, "the attempt limit")
        self.tried = 0
        self.found = 0

    def again(
        self, n: int, *, seed: Seed | Stream | None = None, threads: int | None = None
    ) -> Dealt:
        """Return a request for n deals of the same plan and limit, which is not made again."""
        other = copy(self)
        other.n = whole(n)
        other.stream = stream_of(seed)
        other.threads = thread_count(threads)
        if self.method not in ("filter", "mixed"):
            other.limit = other.n
        other.tried = other.found = 0
        return other

    def _chosen(self, method: str, memory: int) -> Choice:
        """Choose the method; prove here, before anything is written, what is impossible.

        :raises ConditionError: if no deal satisfies the condition, or the method cannot deal it
        """
        if method == "pavlicek1999":
            if any(self.packs.fixed):
                raise ArgumentError(f"'{method}' cannot take predealt cards; use the method 'auto'")
            from dealwright.history.requirements import requirements_of

            self.requirements = requirements_of(self.plan.condition)
            return Choice(method, "asked for")
        choice = choose(self.plan, self.packs, method, memory=memory)
        exact = choice.exact
        if self.n and exact is not None and exact.exact and exact.counted.total == 0:
            from dealwright.planning.contradictions import contradiction

            assert self.plan.condition is not None
            proof = contradiction(self.plan.condition, self.packs.fixed, memory=memory)
            with_cards = " with the predealt cards" if any(self.packs.fixed) else ""
            raise ConditionError(f"no deal satisfies {proof or repr(self.plan.text)}{with_cards}")
        return choice

    @property
    def engine(self) -> ExactCount:
        """The exact count that draws the deals (``exact`` and ``mixed`` only)."""
        exact = self.choice.exact
        assert exact is not None
        assert exact.counted.engine is not None
        return exact.counted.engine

    @property
    def seed(self) -> str:
        """The seed, as text."""
        return self.stream.seed

    @property
    def source(self) -> Source:
        """Where the deals read so far came from."""
        return Source(self.seed, self.method, self.tried, self.plan.text, STREAM_VERSION)

    def __iter__(self) -> Iterator[Deals]:
        """Yield the deals in batches; under a condition a batch may be empty.

        :raises AttemptLimitReached: after the last batch, if the limit came first
        :raises BatchAborted: if the method of 1999 cannot complete one of the deals
        """
        self.tried = self.found = 0
        if self.n == 0:
            return
        if self.method in ("filter", "mixed"):
            for part in self._searched():
                self.found += len(part.deals)
                self.tried = part.tried
                yield part.deals
        else:
            for batch in self._straight(min(self.n, self.limit)):
                self.found += len(batch)
                self.tried = self.found
                yield batch
        if self.found < self.n:
            raise AttemptLimitReached(self.shortfall("stopped at the attempt limit"))

    def _straight(self, wanted: int) -> Iterator[Deals]:
        """Yield deals of a method in which every deal counts."""
        if self.method == "uniform":
            return uniform(wanted, self.stream, self.packs, threads=self.threads)
        if self.method == "exact":
            return drawn(wanted, self.engine, self.stream, threads=self.threads)
        from dealwright.history.pavlicek1999 import pavlicek1999

        return pavlicek1999(wanted, self.requirements, self.stream)

    def _searched(self) -> Iterator[Found]:
        """Yield deals of a method that tests them."""
        if self.method == "filter":
            return search(
                self.n, self.plan, self.stream, self.packs, limit=self.limit, threads=self.threads
            )
        exact = self.choice.exact
        assert exact is not None
        rest = Rest(exact.rest, self.plan.opaque)
        return mixed_search(
            self.n, self.engine, rest, self.stream, limit=self.limit, threads=self.threads
        )

    def into(self, masks: NDArray[np.uint64]) -> Iterator[int]:
        """Deal into uint64[n, 4], uniformly or exactly; yield how many more deals are there."""
        self.tried = self.found = 0
        steps = (
            uniform_into(masks, self.stream, self.packs, threads=self.threads)
            if self.method == "uniform"
            else drawn_into(masks, self.engine, self.stream, threads=self.threads)
        )
        for more in steps:
            self.found += more
            self.tried = self.found
            yield more

    def shortfall(self, why: str) -> str:
        """Return one line on a search that ended early: how many, of how many, how rare."""
        share = proportion(self.found, self.tried)
        if self.tried == 0 or self.method not in ("filter", "mixed"):
            rarity = ""
        elif self.found:
            whose = "deal" if self.method == "filter" else "draw of its exact part"
            rarity = f"; about 1 {whose} in {1 / float(share):,.4g} satisfies the condition"
        else:
            rarity = (
                f"; fewer than 1 deal in {1 / float(share.high):,.3g} satisfies the condition "
                "(95 % confidence), perhaps none"
            )
        return f"{why}: {self.found:,} of {self.n:,} deals found in {self.tried:,} tried{rarity}"


def deal(
    n: int,
    where: Where = None,
    *,
    seed: Seed | Stream | None = None,
    predeal: Predeal | None = None,
    method: str = "auto",
    threads: int | None = None,
    limit: int | None = None,
    memory: int = DEFAULT_MEMORY,
) -> Deals:
    """Return n random deals, each deal that satisfies the condition equally likely.

    ``where`` is a Condition, its text, or a function of a batch (Deals in, bool[n] out); ``seed``
    an integer or a text that repeats the deals (None: a fresh one, in ``.source.seed``);
    ``predeal`` fixes cards ("north SAK, H2" or {"north": "SAK"}); ``limit`` bounds the deals
    examined. ``method`` is ``auto`` (the planner chooses), ``exact``, ``filter``, ``mixed``, which
    have one law, or ``pavlicek1999``, kept as history, which does not deal all alike; ``memory``
    bounds what exact counting may use, in bytes. The result does not depend on ``threads``.

    >>> deals = deal(3, "hcp(north) in 15..17 && balanced(north)", seed=1)
    >>> deals.north.hcp.tolist(), deals.source.tried
    ([17, 17, 16], 33)

    :raises ConditionError: if the condition cannot be read, or no deal can satisfy it
    :raises PredealError: if no deal can hold the predealt cards
    :raises AttemptLimitReached: if the limit came first; its ``deals`` are those found
    :raises BatchAborted: if the method ``pavlicek1999`` cannot complete one of the deals
    :raises SearchInterrupted: (a KeyboardInterrupt) on Ctrl-C; its ``deals`` are those found
    """
    dealt = Dealt(
        n, where, seed=seed, predeal=predeal, method=method, threads=threads, limit=limit,
        memory=memory,
    )  # fmt: skip
    _check_memory(dealt.n)
    if dealt.method in ("uniform", "exact") and dealt.n <= dealt.limit:
        return _dealt_in_place(dealt)
    return collected(dealt)


def collected(dealing: Dealing) -> Deals:
    """Return all deals of a request in one batch.

    :raises AttemptLimitReached: if the limit came first; its ``deals`` are those found
    :raises SearchInterrupted: (a KeyboardInterrupt) on Ctrl-C; its ``deals`` are those found
    """
    batches: list[Deals] = []
    try:
        for batch in dealing:  # not extend: what was dealt must survive an interrupt
            batches.append(batch)  # noqa: PERF402
    except AttemptLimitReached as stop:
        stop.deals, stop.tried = Deals.concatenate(batches, source=dealing.source), dealing.tried
        raise
    except KeyboardInterrupt:
        deals = Deals.concatenate(batches, source=dealing.source)
        message = dealing.shortfall("interrupted")
        raise SearchInterrupted(message, deals=deals, tried=dealing.tried) from None
    return Deals.concatenate(batches, source=dealing.source)


def _dealt_in_place(dealt: Dealt) -> Deals:
    """Deal all at once into one array."""
    masks = np.empty((dealt.n, 4), dtype=np.uint64)
    try:
        for _ in dealt.into(masks):
            pass
    except KeyboardInterrupt:
        deals = Deals.trusted(masks[: dealt.found], source=dealt.source)
        message = dealt.shortfall("interrupted")
        raise SearchInterrupted(message, deals=deals, tried=dealt.tried) from None
    return Deals.trusted(masks, source=dealt.source)


def whole(value: int, what: str = "the number of deals") -> int:
    """Return an integer that is not negative.

    :raises ArgumentError: if it is not one
    """
    if isinstance(value, bool) or not isinstance(value, int):
        try:
            value = value.__index__()
        except AttributeError:
            raise ArgumentError(f"{what} is an integer, not {value!r}") from None
    if value < 0:
        raise ArgumentError(f"{what} cannot be negative ({value})")
    return int(value)


def _check_memory(n: int) -> None:
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return
    if 64 * n > memory:
        raise ArgumentError(
            f"{n:,} deals do not fit in memory; read them in batches: for batch in Dealt({n}, ...)"
        )
