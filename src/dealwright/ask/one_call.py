"""Functions that answer in one call: they deal, count, and find the deals of files."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from dealwright.ask.condition import Condition, as_condition, parse, question_of
from dealwright.base.call_options import options_of

if TYPE_CHECKING:
    import os
    from fractions import Fraction

    from dealwright.answers import Estimate
    from dealwright.ask.dealing import QuestionDealing
    from dealwright.deals import Deals
    from dealwright.deals.predeal import Predeal
    from dealwright.deals.workspace import Workspace
    from dealwright.numbering.stream import Seed, Stream

__all__ = ["count", "deal", "dealing", "find", "probability"]


def dealing(
    n: int,
    where: Condition | str | Callable[[Any], object] | None = None,
    *,
    seed: Seed | Stream | None = None,
    predeal: Predeal | None = None,
    north: str | None = None,
    east: str | None = None,
    south: str | None = None,
    west: str | None = None,
    method: str = "auto",
    threads: int | None = None,
    limit: int | None = None,
    memory: int | None = None,
    workspace: Workspace | None = None,
) -> QuestionDealing:
    """Return a job that deals n deals; its arguments are those of ``deal``.

    Iterate over its batches or call ``result()``; read ``progress``, or call ``stop()`` from
    another thread.

    >>> job = dealing(1000, "hcp(north) >= 25", seed=7)
    >>> sum(len(batch) for batch in job), job.found, job.method
    (1000, 1000, 'exact')

    :raises ConditionError: if the condition cannot be read
    :raises PredealError: if no deal can hold the predealt cards
    :raises ArgumentError: if n, the limit or the number of threads is out of range
    """
    from dealwright.ask.dealing import QuestionDealing
    from dealwright.ask.resources import Resources
    from dealwright.numbering.stream import Stream

    where = _with_hands(where, (north, east, south, west), workspace)
    question = question_of(where, predeal, workspace=workspace)
    resources = Resources(memory, workspace, threads)
    return QuestionDealing(n, question, Stream.of(seed), resources, method=method, limit=limit)


def deal(
    n: int,
    where: Condition | str | Callable[[Any], object] | None = None,
    *,
    seed: Seed | Stream | None = None,
    predeal: Predeal | None = None,
    north: str | None = None,
    east: str | None = None,
    south: str | None = None,
    west: str | None = None,
    method: str = "auto",
    threads: int | None = None,
    limit: int | None = None,
    memory: int | None = None,
    workspace: Workspace | None = None,
) -> Deals:
    """Return n random deals, each deal that satisfies the condition equally likely.

    ``where`` is a Condition, its text, or a function of a batch (Deals in, bool[n] out); ``north``,
    ``east``, ``south`` and ``west`` are hands in words, which the deals have too. ``seed``
    is an integer, a text or a Stream that repeats the deals (None: a fresh one, kept in
    ``.source.seed``). ``predeal`` fixes cards ("north SAK, H2" or {"north": "SAK"}); ``limit`` is
    the most deals to examine. ``method`` is ``auto`` (the planner chooses), ``exact``, ``filter``
    or ``mixed``, which deal from the same distribution, or ``pavlicek1999``, the historical method,
    which is biased. ``memory`` is the most bytes that exact counting may use (1 GiB by default).
    The result does not depend on ``threads``.

    >>> deals = deal(3, "hcp(north) in 15..17 && balanced(north)", seed=1)
    >>> deals.north.hcp.tolist(), deals.source.tried
    ([17, 17, 16], 33)
    >>> deal(1, north="15-17 balanced", south="5+ spades", seed=1)[0].north.hcp in (15, 16, 17)
    True

    :raises ConditionError: if the condition cannot be read, or no deal can satisfy it
    :raises PredealError: if no deal can hold the predealt cards
    :raises AttemptLimitReached: if the limit came first; its ``deals`` are those found
    :raises BatchAborted: if the method ``pavlicek1999`` cannot complete one of the deals
    :raises SearchInterrupted: (a KeyboardInterrupt) on Ctrl-C; its ``deals`` are those found
    """
    job = dealing(
        n, where, seed=seed, predeal=predeal, north=north, east=east, south=south, west=west,
        method=method, threads=threads, limit=limit, memory=memory, workspace=workspace,
    )  # fmt: skip
    return job.result()


def _with_hands(
    where: Condition | str | Callable[[Any], object] | None,
    hands: tuple[str | None, str | None, str | None, str | None],
    workspace: Workspace | None = None,
) -> Condition | str | Callable[[Any], object] | None:
    """Return a condition that also asks for the hands of the seats, north first, as words.

    :raises ConditionError: if one cannot be read
    """
    if not any(hand is not None for hand in hands):
        return where
    from dealwright.conditions.phrases import phrases_of_seats

    asked = [parse(phrase, workspace) for phrase in phrases_of_seats(*hands)]
    return reduce(and_, asked if where is None else [as_condition(where, workspace), *asked])


def _asked(
    where: Condition | str | None,
    hands: tuple[str | None, str | None, str | None, str | None],
    workspace: Workspace | None,
) -> Condition:
    """Return a condition, with that of the hands; without anything, that of all deals.

    :raises ConditionError: if one cannot be read
    """
    asked = _with_hands(where, hands, workspace)
    return as_condition("1" if asked is None else asked, workspace)


@options_of(Condition.count)
def count(
    where: Condition | str | None = None,
    *,
    north: str | None = None,
    east: str | None = None,
    south: str | None = None,
    west: str | None = None,
    **options: Any,
) -> int | Estimate:
    """Return how many deals satisfy a condition; the options are those of ``Condition.count``.

    ``north``, ``east``, ``south`` and ``west`` are hands in words. Without anything, all deals are
    counted.

    >>> count("north: 15-17 balanced; south: 5+ spades")
    439976415244516928432877600
    >>> count(north="15-17 balanced", south="5+ spades")
    439976415244516928432877600

    :raises ConditionError: if the condition or a hand cannot be read
    """
    hands = north, east, south, west
    return _asked(where, hands, options.get("workspace")).count(**options)


@options_of(Condition.probability)
def probability(
    where: Condition | str | None = None,
    *,
    north: str | None = None,
    east: str | None = None,
    south: str | None = None,
    west: str | None = None,
    **options: Any,
) -> Fraction | Estimate:
    """Return the probability of a condition; the options are those of ``Condition.probability``.

    ``north``, ``east``, ``south`` and ``west`` are hands in words.

    >>> probability("spades(north) == 3")
    Fraction(1336935171, 4669217350)
    >>> round(float(probability("south: 5+ spades", given="north: 15-17 balanced")), 6)
    0.168564

    :raises ConditionError: if the condition cannot be read, or no deal satisfies ``given``
    """
    return _asked(where, (north, east, south, west), options.get("workspace")).probability(
        **options
    )


def find(where: Condition | str, *paths: str | os.PathLike[str]) -> Deals:
    """Return the deals of files of boards that satisfy a condition, in their order.

    >>> from tempfile import TemporaryDirectory
    >>> from dealwright import deal
    >>> with TemporaryDirectory() as folder:
    ...     deal(500, seed=1).write(f"{folder}/monday.pbn")
    ...     find("hcp(south) >= 20", f"{folder}/monday.pbn")
    <Deals: 6>

    :raises ConditionError: if the condition cannot be read
    :raises ArgumentError: if no file is named, or one cannot be read
    :raises CardError: if a board is not a whole deal, with its place
    """
    from dealwright.base.errors import ArgumentError
    from dealwright.deals import Deals

    if not paths:
        raise ArgumentError("name at least one file: find('hcp(south) >= 20', 'monday.pbn')")
    condition = as_condition(where)
    return Deals.concatenate(Deals.read(path).where(condition) for path in paths)
