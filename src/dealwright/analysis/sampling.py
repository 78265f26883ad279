"""Jobs that sample solved deals in rounds, more of them where outcomes differ more."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import count
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import numpy as np

from dealwright.analysis.design import FIRST_DEALS, Design, design_of, unmeasured
from dealwright.analysis.moments import Means, Moments
from dealwright.ask.boards import BoardTest
from dealwright.ask.dealing import QuestionDealing
from dealwright.base.checked_numbers import checked_integer, is_number
from dealwright.base.errors import ArgumentError, AttemptLimitReached, ConditionError, Stopped
from dealwright.base.jobs import Job
from dealwright.conditions.nodes import Within as WithinRange
from dealwright.conditions.nodes import all_of
from dealwright.conditions.unparse import to_text
from dealwright.deals import Deals
from dealwright.numbering.stream import Stream
from dealwright.planning.lowering import is_costly

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.answers import Estimate
    from dealwright.ask.resources import Resources
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.conditions.nodes import Node
    from dealwright.double_dummy.library import LibrarySolver, SolvedLibrary
    from dealwright.planning.question import Question

__all__ = ["DEALS", "UNITS", "SampledLibrary", "Sampling", "Study", "Within", "checked_seconds"]

Answer = TypeVar("Answer")

DEALS = 1000  # default number of deals to solve
_FIRST_ROUND, _MOST_OF_ROUND = 16, 512  # deals; later rounds have a quarter of those so far
_LEAST_DEALS = 128  # before an interval may end the job
_MOST_TRIED = 1 << 22  # deals examined for the design
_ENDLESS = 1 << 40
_MOST_GROWTH = 1e6  # of the predicted number of deals, relative to those so far
_LEAST_OF_STRATUM = 8  # deals of each stratum before deviations decide the allocation
_DEALT_ALONE = 1 / 512  # rarer values are dealt separately
_RARE_DEALS = 256  # deals of a rare stratum at a time


UNITS = ("tricks", "imps", "%")


@dataclass(frozen=True)
class Within:
    """The largest half width of an interval, in ``unit``; "" is the usual unit."""

    value: float
    unit: str = ""

    @classmethod
    def of(cls, given: float | str | Within) -> Within:
        """Read a width: a number, alone or with its unit; ``1%`` is 0.01.

        >>> Within.of("0.05 tricks"), Within.of("1%"), Within.of(0.1).unit
        (Within(value=0.05, unit='tricks'), Within(value=0.01, unit='%'), '')

        :raises ArgumentError: if it is not a number above 0, or there is no such unit
        """
        if isinstance(given, Within):
            return given
        match = re.fullmatch(r"\s*([0-9.]+(?:e-?[0-9]+)?)\s*([a-z%]*)\s*", str(given).lower())
        units = {"": "", "trick": "tricks", "imp": "imps", **{unit: unit for unit in UNITS}}
        try:
            value = float(match[1]) if match else 0.0
        except ValueError:
            value = 0.0
        if match is None or not value > 0 or match[2] not in units:
            raise ArgumentError(
                "write the width of an interval as 0.05, 0.1 imps, 0.05 tricks or 1%, not "
                f"'{given}'"
            )
        unit = units[match[2]]
        return cls(value / 100 if unit == "%" else value, unit)


def checked_seconds(seconds: float | None) -> float | None:
    """Return the seconds after which a job ends; None is none.

    :raises ArgumentError: if they are no number above 0
    """
    if seconds is not None and not (is_number(seconds) and seconds > 0):
        raise ArgumentError(f"the time must be a number of seconds above 0, not {seconds!r}")
    return seconds


class Study(Protocol[Answer]):
    """The outcomes of each deal, and how their sums become an answer.

    A deal has ``width`` integer outcomes. ``targets`` are, by unit (the usual one first), the
    outcomes whose precision matters; the first unit decides the numbers of deals. Each value of the
    quantity ``strata`` is sampled; ``covariates`` are quantities that correlate with the outcomes.
    """

    width: int
    targets: dict[str, tuple[int, ...]]
    strata: Node | None
    covariates: tuple[Node, ...]
    chunk: int  # deals of a call

    def outcomes(
        self, masks: NDArray[np.uint64], stop: StopFlag | None = None
    ) -> NDArray[np.int64]:
        """Return the outcomes of deals, int64[n, width]; this is the slow part."""
        ...

    def answer(self, means: Means, moments: Moments, design: Design) -> Answer:
        """Return the answer of the deals so far."""
        ...

    def weights(self, outcome: int) -> NDArray[np.float64]:
        """Return the weights of outcomes, float64[width], that give one of them in its unit."""
        ...

    def headline(self, answer: Answer) -> str:
        """Return the first figure of an answer, for the progress of a job."""
        ...

    def of_values(self, answer: Answer, unit: str) -> list[Estimate]:
        """Return the estimates by value whose intervals must be narrow enough."""
        ...


class Sampling(Job[Answer, Answer], Generic[Answer]):
    """A job that solves deals of a question; its partial results are the answers so far.

    It ends after ``deals`` deals, when the interval is at most plus or minus ``within``, or after
    ``seconds``. The deals depend on the seed alone; which are solved depends on earlier outcomes,
    never on a clock or the number of threads. A job that is stopped has the answer of the deals
    solved so far. With a ``library`` the deals are those of the library that satisfy the question,
    in its order.

    :raises ArgumentError: if the number of deals, the width or the seconds are out of range
    """

    def __init__(
        self,
        question: Question,
        study: Study[Answer],
        resources: Resources,
        stream: Stream,
        *,
        deals: int | None = None,
        within: float | str | Within | None = None,
        seconds: float | None = None,
        library: SampledLibrary | None = None,
    ) -> None:
        super().__init__(type(self)._sample)
        if deals is not None and checked_integer(deals, "the number of deals") < 2:
            raise ArgumentError(f"solve at least two deals, not {deals}")
        checked_seconds(seconds)
        target_width = None if within is None else Within.of(within)
        if target_width is not None and target_width.unit not in ("", *study.targets):
            units = " or ".join(study.targets)
            raise ArgumentError(f"give the width in {units}, not in {target_width.unit}")
        if study.strata is not None and is_costly(study.strata):
            raise ArgumentError(
                f"deals are chosen by '{to_text(study.strata)}' before they are solved, so "
                "it must "
                "be a quantity of the cards, such as hcp(north) + hcp(south)"
            )
        self.question, self.study, self.resources = question, study, resources
        self.stream = stream
        open_end = within is not None or seconds is not None
        self.deals = deals if deals is not None else _ENDLESS if open_end else DEALS
        self.within, self.seconds = target_width, seconds
        self._library = library

    def _sample(self) -> Generator[Answer, None, Answer]:
        began = monotonic()
        study = self.study
        self.report(0, self._total, "deals")
        source = _ByStratum(self.question, self.resources, self.stream, self, self._library)
        design = source.designed(study)
        width = study.width + len(design.covariates)
        moments, solved, size = Moments(design.strata, width), 0, _FIRST_ROUND
        answer: Answer | None = None
        note, needed = "", 0
        while solved < self.deals and not self.stopping:
            allocation = self._wanted(design, moments, min(size, self.deals - solved))
            masks, strata = source.take(allocation)
            if not len(masks):
                break
            for start in range(0, len(masks), study.chunk):
                part = slice(start, start + study.chunk)
                try:
                    outcomes = study.outcomes(masks[part], self.flag)
                except Stopped:
                    break
                rows = np.concatenate([outcomes, design.covariates_of(masks[part])], axis=1)
                moments.add(strata[part], rows)
                self.report(moments.total, self._total or needed or None, "deals", note)
                if self._over(began):
                    break
            if moments.total < 2:
                continue
            solved = moments.total
            means = Means(design, moments, seed=self.stream.seed)
            answer = study.answer(means, moments, design)
            note, needed = study.headline(answer), self._needed(means, answer)
            yield answer
            if self.within is not None and solved >= max(needed, _LEAST_DEALS):
                break
            if self._late(began):
                break
            size = min(solved, max(_MOST_OF_ROUND, solved // 4))
        if answer is None:
            raise Stopped("the work was stopped before a deal was solved")
        return answer

    @property
    def _total(self) -> int | None:
        return None if self.deals == _ENDLESS else self.deals

    def _needed(self, means: Means, answer: Answer) -> int:
        """Return about how many deals the intervals need; 0 without a target width."""
        if self.within is None:
            return 0
        study = self.study
        unit = self.within.unit or next(iter(study.targets))
        widths = [means.half_width(study.weights(outcome)) for outcome in study.targets[unit]]
        by_value = study.of_values(answer, unit)
        widths += [float(estimate.high - estimate.low) / 2 for estimate in by_value]
        widest = max(widths)
        factor = min((widest / self.within.value) ** 2, _MOST_GROWTH)  # infinite for single deals
        return min(self.deals, max(2, ceil(means.deals * factor)))

    def _over(self, began: float) -> bool:
        return self.stopping or self._late(began)

    def _late(self, began: float) -> bool:
        return self.seconds is not None and monotonic() - began >= self.seconds

    def _wanted(self, design: Design, moments: Moments, size: int) -> NDArray[np.int64]:
        """Return how many deals of each stratum to solve next.

        Neyman's allocation (1934) is by share times deviation; half of it is by share alone, so
        that a deviation that is small by chance does not starve a stratum. Only half of the deals
        are allocated so. The other half is by variance, which makes the intervals of all values
        equally wide, with a quarter of it in equal parts.
        """
        enough = moments.number.min() >= _LEAST_OF_STRATUM
        spread = self._spread(moments) if enough else np.ones(design.strata, dtype=np.float64)
        weights = design.shares * (0.5 + 0.5 * spread)
        weights /= weights.sum()
        even = 0.25 + 0.75 * spread**2 / (spread**2).mean()
        weights = (weights + even / even.sum()) / 2
        goal = weights * (moments.total + size)
        shortfall = np.maximum(0.0, goal - moments.number)
        exact = shortfall / shortfall.sum() * size
        allocation = np.floor(exact).astype(np.int64)
        remaining = size - int(allocation.sum())
        for stratum in np.argsort(-(exact - allocation), kind="stable")[:remaining]:
            allocation[stratum] += 1
        return np.asarray(allocation)

    def _spread(self, moments: Moments) -> NDArray[np.float64]:
        """Return each stratum's deviation relative to the pooled one: about 1 on average."""
        targets = list(next(iter(self.study.targets.values())))
        number = moments.number.astype(np.float64)[:, None]
        squares = np.stack([moments.products[:, target, target] for target in targets], axis=1)
        centred = (squares - moments.sums[:, targets] ** 2 / number).clip(0.0)
        pooled = centred.sum(axis=0) / np.maximum(1.0, number.sum() - len(number))
        smooth = (centred + 2 * pooled) / (number + 1)
        shares = np.divide(smooth, pooled, out=np.ones_like(smooth), where=pooled > 0)
        deviation = np.sqrt(shares.mean(axis=1))
        return np.asarray(deviation / max(float(deviation.mean()), 1e-9))


@dataclass(frozen=True)
class SampledLibrary:
    """A library of solved deals, and the solver that receives its results."""

    deals: SolvedLibrary
    solver: LibrarySolver


class _ByStratum:
    """Deals of a question in the order of their stream, stored by stratum until they are taken."""

    def __init__(
        self,
        question: Question,
        resources: Resources,
        stream: Stream,
        job: Job[Any, Any],
        library: SampledLibrary | None,
    ) -> None:
        self._question, self._resources, self._job = question, resources, job
        self._dealing = QuestionDealing(_ENDLESS, question, stream, resources, limit=_ENDLESS)
        self._dealing.flag = job.flag
        self._batches = self._all() if library is None else self._solved(library)
        self._design: Design | None = None
        self._kept: list[list[NDArray[np.uint64]]] = []
        self._alone: dict[int, Iterator[NDArray[np.uint64]]] = {}  # of rare strata
        self._library = library

    @property
    def tried(self) -> int:
        """The number of deals found so far."""
        return self._dealing.found

    def _all(self) -> Iterator[NDArray[np.uint64]]:
        try:
            for batch in self._dealing:
                if len(batch):
                    yield batch.masks
        except AttemptLimitReached:
            raise ConditionError(
                f"no more deals were found in {self._dealing.tried:,} tried",
                hint="Make the condition less rare",
            ) from None

    def _solved(self, library: SampledLibrary) -> Iterator[NDArray[np.uint64]]:
        """Yield the deals of a library that satisfy the question; pass their tricks to its solver.

        :raises ConditionError: if there are none
        """
        fixed, count_ = np.array(self._question.fixed, dtype=np.uint64), 0
        test = BoardTest(self._question.tree)
        for masks, tables in test.solved(library.deals, stop=self._job.flag):
            satisfied = ((masks & fixed) == fixed).all(axis=1)
            count_ += int(satisfied.sum())
            if satisfied.any():
                library.solver.know(masks[satisfied], tables[satisfied])
                yield masks[satisfied]
        if not count_:
            raise ConditionError(
                f"none of the {len(library.deals):,} deals of {library.deals.path} satisfies "
                f"'{self._question.text}'"
            )

    def designed(self, study: Study[Any]) -> Design:
        """Return the design of a study: exact if that is cheap, else from dealt deals."""
        batches: list[NDArray[np.uint64]] = []
        if self._dealing.plan.filter.costly:
            design = unmeasured(None, ())
        else:
            exact = design_of(
                self._question, study.strata, study.covariates, self._resources,
                stop=self._job.flag,
            )  # fmt: skip
            batches, sample_size = ([], 0) if exact is not None else self._first()
            masks = np.concatenate([*batches, np.empty((0, 4), np.uint64)])[:sample_size]
            if exact is not None:
                design = exact
            elif len(masks) < FIRST_DEALS // 16:  # too few to estimate shares and means
                design = unmeasured(None, ())
            else:
                design = unmeasured(study.strata, study.covariates).measured_on(masks)
        self._design = design
        self._kept = [[] for _ in range(design.strata)]
        if not design.deals and self._library is None:
            rare = np.flatnonzero(design.shares < _DEALT_ALONE).tolist()
            self._alone = {stratum: self._of_stratum(design, stratum) for stratum in rare}
        for masks in batches:
            self._keep(masks)
        return design

    def _first(self) -> tuple[list[NDArray[np.uint64]], int]:
        """Return batches of deals, and how many of their deals serve to estimate shares and means.

        The number does not depend on where batches end, which depends on threads and machines.
        """
        number = 0
        batches: list[NDArray[np.uint64]] = []
        for masks in self._batches:
            batches.append(masks)
            attempts = self._dealing.attempts
            early = len(masks) if attempts is None else int((attempts < _MOST_TRIED).sum())
            number += early
            if number >= FIRST_DEALS or self._dealing.tried >= _MOST_TRIED:
                break
        return batches, min(number, FIRST_DEALS)

    def _of_stratum(self, design: Design, stratum: int) -> Iterator[NDArray[np.uint64]]:
        """Yield deals of one stratum, from a separate stream."""
        assert design.by is not None
        tree = all_of([self._question.tree, WithinRange(design.by, (design.values(stratum),))])
        stream = self._dealing.stream.split(f"values {design.label(stratum)}")
        dealing = QuestionDealing(
            _ENDLESS, self._question.about(tree), stream, self._resources, limit=_ENDLESS
        )
        dealing.flag = self._job.flag
        if dealing.method in ("exact", "uniform"):
            for first in count(0, _RARE_DEALS):
                yield from (batch.masks for batch in dealing.span(first, _RARE_DEALS))
        yield from (batch.masks for batch in dealing)

    def _keep(self, masks: NDArray[np.uint64]) -> None:
        assert self._design is not None
        strata = self._design.strata_of(masks)
        for stratum in np.unique(strata).tolist():
            if stratum not in self._alone:
                self._kept[stratum].append(masks[strata == stratum])

    def take(self, wanted: NDArray[np.int64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Return ``wanted`` deals of each stratum, uint64[n, 4], and their strata, interleaved."""
        for stratum, number in enumerate(wanted.tolist()):
            own_batches = self._alone.get(stratum)
            while sum(map(len, self._kept[stratum])) < number and not self._job.stopping:
                masks = next(self._batches if own_batches is None else own_batches, None)
                if masks is None:
                    break
                if own_batches is None:
                    self._keep(masks)
                else:
                    self._kept[stratum].append(masks)
        parts: list[NDArray[np.uint64]] = []
        order: list[NDArray[np.float64]] = []
        for stratum, number in enumerate(wanted.tolist()):
            available = np.concatenate([*self._kept[stratum], np.empty((0, 4), np.uint64)])
            parts.append(available[:number])
            self._kept[stratum] = [available[number:]]
            order.append((np.arange(len(parts[-1]), dtype=np.int64) + 0.5) / max(1, number))
        strata = np.repeat(np.arange(len(parts), dtype=np.int64), [len(part) for part in parts])
        interleaved = np.argsort(np.concatenate(order), kind="stable")  # any part is a sample
        return Deals.trusted(np.concatenate(parts)[interleaved]).masks, strata[interleaved]
