"""Simulation: draw, analyze and accumulate until the rounds or the precision suffice."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from dealwright.answers.accumulators import Mean, MeanRecord, Tally, accumulator_of
from dealwright.answers.histogram import Histogram
from dealwright.answers.tabular import Tabular
from dealwright.base.checked_numbers import is_number
from dealwright.base.current_cluster import each_in_order
from dealwright.base.errors import ArgumentError
from dealwright.base.jobs import Job
from dealwright.base.threads import thread_count
from dealwright.numbering.base import brief
from dealwright.numbering.drawing.deck import Deck, deck_of
from dealwright.numbering.drawing.partial_shuffle import DOMAIN, check_draws, draw_into, room_for
from dealwright.numbering.stream import Seed, Stream

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import WITHOUT_NONE, OneOf

__all__ = ["Simulation", "simulate", "simulating"]

_ROUNDS_OF_BATCH = 1 << 17
_ROUNDS_ONE_BY_ONE = 1 << 12
_RANGES_OF_TASK = 64  # on a cluster: a quarter of a second of one core, or more
_LEAST_SHARE, _MOST_SHARE = 0.5, 0.999999


class _Result(NamedTuple):
    """The result of one name: a histogram, or a mean."""

    histogram: Annotated[Histogram | None, WITHOUT_NONE] = None
    mean: Annotated[MeanRecord | None, WITHOUT_NONE] = None


def _restored(result: _Result) -> Tally | Mean:
    if result.mean is not None:
        return Mean.of_record(record=result.mean)
    if result.histogram is None:
        raise ArgumentError("a result has a histogram or a mean")
    return Tally.of_histogram(result.histogram)


@dataclass
class Simulation(Tabular):
    """The results of a simulation: ``rounds`` done of those ``asked``, and why it ``stopped``.

    ``results`` has a ``Tally`` (of integers, truth values or texts) or a ``Mean`` (of floats) for
    each name that ``analyze`` returned; ``result`` is the only one, if it returned an array.
    ``stopped`` is ``"done"``, ``"precise"`` or ``"interrupted"``.

    >>> from dealwright import poker, simulate
    >>> simulation = simulate(10_000, lambda hands: poker.category(poker.evaluate(hands)), seed=1)
    >>> simulation.rounds, simulation.stopped, simulation.result.counts[4]
    (10000, 'done', 459)
    """

    asked: int
    seed: str
    confidence: float = 0.95
    rounds: int = 0
    stopped: Annotated[str, OneOf(("done", "precise", "interrupted"))] = "done"
    results: dict[str, Tally | Mean] = field(default_factory=dict)

    json_keys = ("asked", "rounds", "stopped", "confidence", "seed", "_results")

    @property
    def _results(self) -> dict[str, _Result]:
        """A histogram or a mean for each name."""
        return {
            name: _Result(accumulator.histogram(seed=self.seed))
            if isinstance(accumulator, Tally)
            else _Result(mean=self._mean(accumulator))
            for name, accumulator in self.results.items()
        }

    def _mean(self, mean: Mean) -> MeanRecord:
        record = mean.record(self.confidence)
        return record._replace(estimate=replace(record.estimate, seed=self.seed))

    @classmethod
    def of_record(cls, *, results: dict[str, _Result] | None = None, **fields: Any) -> Simulation:
        """Return the simulation of its document."""
        return cls(
            results={name: _restored(entry) for name, entry in (results or {}).items()},
            **fields,
        )

    @property
    def result(self) -> Tally | Mean:
        """The accumulator of an ``analyze`` that returns one array.

        :raises ArgumentError: if there are none or several
        """
        if len(self.results) != 1:
            names = ", ".join(self.results) or "none"
            raise ArgumentError(f"this simulation has not one result but {names}")
        return next(iter(self.results.values()))

    def lines(self, *, symbols: bool = True) -> Iterator[str]:
        """Yield the results as text: a table of the values of a tally, or a mean.

        >>> from dealwright import simulate
        >>> simulation = simulate(1000, lambda hands: {"C2": 1.0 * (hands & 1)}, 13, seed=1)
        >>> print(simulation)
        C2: mean 0.251 (0.220424 to 0.281576)
        """
        for name, accumulator in self.results.items():
            label = name or "value"
            if isinstance(accumulator, Tally):
                yield from [label] if len(self.results) > 1 else []
                yield from accumulator.histogram([label], seed=self.seed).lines(symbols=symbols)
            else:
                yield f"{label}: mean {accumulator.mean(self.confidence)}"

    def merge(self, rounds: int, results: Mapping[str, Tally | Mean]) -> None:
        """Add the results of some rounds.

        :raises ArgumentError: if a name has integers in some rounds and other numbers in others
        """
        for name, accumulator in results.items():
            bounds = {"bounds": accumulator.bounds} if isinstance(accumulator, Mean) else {}
            own_accumulator = self.results.setdefault(name, type(accumulator)(**bounds))
            if type(own_accumulator) is not type(accumulator):
                raise ArgumentError(f"'{name}' has integers in some rounds, and others in others")
            own_accumulator.merge(cast("Any", accumulator))
        self.rounds += rounds

    def half_width(self) -> float:
        """Return half the width of the widest confidence interval of all results."""
        widths = [accumulator.half_width(self.confidence) for accumulator in self.results.values()]
        return max(widths, default=float("inf"))


def simulate(
    rounds: int,
    analyze: Callable[[Any], Any],
    k: int = 7,
    *,
    deck: Deck | int = 52,
    seed: Seed | Stream | None = None,
    form: str = "masks",
    each: bool = False,
    within: float | None = None,
    bounds: tuple[float, float] | None = None,
    confidence: float = 0.95,
    threads: int | None = None,
) -> Simulation:
    """Draw k cards of a deck in each of many rounds, and accumulate the results of ``analyze``.

    ``analyze`` gets a batch of draws as ``draws`` gives them (by default masks, uint64[n]) and
    returns an array of n numbers or texts, or a dict of names and such arrays; None accumulates
    nothing. With ``each`` it gets one round at a time (a mask, or a tuple of cards or positions)
    and returns one value or a dict of values, which is slower. Integers, truth values and texts
    are counted, floating-point numbers averaged.

    With ``within`` it ends as soon as every share or mean is known to plus or minus that;
    ``rounds`` is then the limit. ``bounds`` are the least and the greatest floating-point number
    that ``analyze`` can return: intervals then allow for rare numbers that have not occurred.
    Without them a mean counts as known only after two different numbers (see ``Mean``).

    Results depend on the seed, not on the threads. ``analyze`` runs in several threads, so it must
    not change shared objects unless ``threads`` is 1. ``simulating`` returns the same work as a
    job, which shows progress and can be stopped. If a ``Cluster`` is joined, its workers draw and
    analyze, and only tallies and means come back.

    >>> from dealwright import poker
    >>> def category(masks):
    ...     return poker.category(poker.evaluate(masks))
    >>> simulation = simulate(1_000_000, category, seed=1)
    >>> simulation.rounds, [round(simulation.result.share(c).value, 3) for c in range(4)]
    (1000000, [0.174, 0.439, 0.234, 0.048])
    >>> urn = Deck.of_objects(["red"] * 8 + ["blue"] * 4)
    >>> def colours(drawn):
    ...     return " ".join(sorted(drawn))
    >>> simulate(9999, colours, 2, deck=urn, form="cards", each=True, seed=1).result.counts
    {'blue blue': 891, 'blue red': 4843, 'red red': 4265}
    >>> simulate(10**9, lambda masks: masks & 1 > 0, 5, seed=1, within=0.001).stopped
    'precise'
    >>> def jackpot(masks):
    ...     return 1000.0 * (masks == 0b1111)
    >>> print(simulate(10**9, jackpot, 4, seed=1, within=0.05, bounds=(0, 1000)).result.mean())
    0 (0 to 0.0281439)

    :raises ArgumentError: if the draws are impossible, or ``analyze`` returns something else
    """
    return simulating(
        rounds, analyze, k, deck=deck, seed=seed, form=form, each=each, within=within,
        bounds=bounds, confidence=confidence, threads=threads,
    ).result()  # fmt: skip


def simulating(
    rounds: int,
    analyze: Callable[[Any], Any],
    k: int = 7,
    *,
    deck: Deck | int = 52,
    seed: Seed | Stream | None = None,
    form: str = "masks",
    each: bool = False,
    within: float | None = None,
    bounds: tuple[float, float] | None = None,
    confidence: float = 0.95,
    threads: int | None = None,
) -> Job[Simulation, Simulation]:
    """Return a job that simulates as ``simulate`` does; its partial results are those so far.

    If it is stopped, its result covers the rounds done so far.

    >>> job = simulating(10**12, lambda masks: masks & 1 > 0, 5, seed=1)
    >>> for latest in job:
    ...     if latest.rounds >= 300_000:
    ...         job.stop()
    >>> job.result().stopped, job.result().rounds == latest.rounds, job.progress.unit
    ('interrupted', True, 'rounds')

    :raises ArgumentError: if the draws are impossible
    """
    chosen, source = deck_of(deck), Stream.of(seed, DOMAIN)
    rounds, k = check_draws(rounds, k, chosen, form)
    if not callable(analyze):
        raise ArgumentError(f"analyze must be a function of a batch of draws, not {brief(analyze)}")
    if within is not None and not (is_number(within) and within > 0):
        raise ArgumentError(f"the width of an interval must be above 0, not {brief(within)}")
    if not (is_number(confidence) and _LEAST_SHARE <= confidence <= _MOST_SHARE):
        raise ArgumentError(
            f"a confidence must be {_LEAST_SHARE} to {_MOST_SHARE}, not {brief(confidence)}"
        )
    bounds = Mean(bounds).bounds
    size = _ROUNDS_ONE_BY_ONE if each else _ROUNDS_OF_BATCH
    workers = thread_count(threads)
    of_batch = _one_by_one(analyze) if each else analyze
    work = partial(_analyzed, source, chosen, k, form, of_batch, bounds)
    ranges = ((start, min(size, rounds - start)) for start in range(0, rounds, size))

    def simulated(job: Job[Simulation, Simulation]) -> Generator[Simulation, None, Simulation]:
        simulation = Simulation(rounds, source.seed, confidence)
        job.report(0, rounds, "rounds")
        results = each_in_order(
            lambda part: work(*part), ranges, workers, _RANGES_OF_TASK, job.flag
        )
        with closing(results):  # type: ignore[type-var]
            for count, several in results:
                simulation.merge(count, several)
                job.report(simulation.rounds, rounds, "rounds")
                if within is not None and simulation.half_width() <= within:
                    simulation.stopped = "precise"
                    break
                yield deepcopy(simulation)
                if job.stopping:
                    break
        if job.stopping and simulation.stopped == "done" and simulation.rounds < rounds:
            simulation.stopped = "interrupted"
        return simulation

    return Job(simulated)


_Results = tuple[int, dict[str, Tally | Mean]]


def _analyzed(
    stream: Stream,
    deck: Deck,
    k: int,
    form: str,
    analyze: Callable[[Any], Any],
    bounds: tuple[float, float] | None,
    first: int,
    rounds: int,
) -> _Results:
    """Return the number of rounds, and the results of ``analyze`` by name."""
    returned = analyze(draw_into(stream, deck, k, form, first, room_for(rounds, k, deck, form)))
    if returned is None:
        return rounds, {}
    named = returned if isinstance(returned, Mapping) else {"": returned}
    arrays = {str(name): np.asarray(values) for name, values in named.items()}
    accumulators = dict[str, Tally | Mean]()
    for name, values in arrays.items():
        if values.shape != (rounds,):
            source_name = f"'{name}'" if name else "analyze"
            raise ArgumentError(
                f"{source_name} returned {values.shape} for {rounds} rounds, not {rounds} numbers"
            )
        accumulators[name] = accumulator_of(values, bounds)
        accumulators[name].add(values)
    return rounds, accumulators


def _one_by_one(analyze: Callable[[Any], Any]) -> Callable[[NDArray[Any]], Any]:
    """Return an analysis of a batch that calls ``analyze`` for each round."""

    def of_batch(drawn: NDArray[Any]) -> Any:
        single = drawn.ndim == 1
        answers = [analyze(row if single else tuple(row)) for row in drawn.tolist()]
        if all(answer is None for answer in answers):
            return None
        if isinstance(answers[0], Mapping):
            return {name: np.array([answer[name] for answer in answers]) for name in answers[0]}
        return np.array(answers)

    return of_batch
