"""How often a contract makes with two hands known: a census of the classes of layouts.

Random members of every class are solved and weighted by the exact number of layouts in the class,
so the answer is unbiased; two members of a class show the variance within classes. Until all
classes are solved, the result is from a sample of them: one is in it if its fixed random number is
below lambda times its weight (Poisson sampling), so heavy classes are certain and a larger lambda
only adds classes.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.analysis.layouts import COARSE, LAYOUTS, Fits, Layouts
from dealwright.analysis.prediction import Prediction
from dealwright.analysis.sampling import Within, checked_seconds
from dealwright.analysis.texts import percent_between
from dealwright.answers import Estimate
from dealwright.answers.estimate_texts import percents
from dealwright.answers.estimates import share_ends
from dealwright.answers.tabular import Tabular
from dealwright.ask.condition import question_of
from dealwright.base.call_options import options_of
from dealwright.base.checked_numbers import checked_integer
from dealwright.base.errors import ArgumentError, ConditionError, Stopped
from dealwright.base.jobs import Job
from dealwright.cards import Seat, cards_from_mask
from dealwright.cards.bridge.alternatives import Alternative
from dealwright.deals import predeal_masks
from dealwright.deals.hand import hand_text
from dealwright.double_dummy.asks import Tricks
from dealwright.double_dummy.batches import Batches
from dealwright.double_dummy.current_solver import current_solver
from dealwright.numbering.stream import Stream
from dealwright.planning.lowering import is_costly

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import OneOf
    from dealwright.ask.condition import Condition
    from dealwright.conditions.nodes import Node
    from dealwright.deals.predeal import Predeal
    from dealwright.deals.workspace import Workspace
    from dealwright.double_dummy.solver import Solver
    from dealwright.numbering.stream import Seed

__all__ = ["Making", "MakingAnswer", "makes", "making"]

_FIRST, _EARLY = 96, 24  # solves of the first round, and before its estimate so far
_FEW_CLASSES = 10  # classes that make, or fail, from which the others are predicted
_GROWTH, _LEAST_GROWTH = 1.5, 1.1  # of the solves from round to round
_TWO_MEMBERS_FROM = 3.0  # lambda times weight from which two members of a class are solved
_TWO_MEMBERS_SHARE = 0.08  # share of the other classes with two members, to see variance within
_LEAST_SOLVES = 2  # solves for a condition: a class may need two members at once
_PILOT = 300  # solves after which the coarseness is chosen
_VARIANCE_LEFT = 0.5  # share of the variance between classes that predictions leave
_PILOT_SOLVES = 4000  # solves for which the coarseness is chosen
_CONFIDENCE = 0.95
_ROUNDING = 1e-12  # of a sum of shares
_MIX = (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53)  # MurmurHash3's finalizer


class _Answer(NamedTuple):
    """How often a contract makes under one condition; see ``MakingAnswer``."""

    condition: str
    makes: Estimate
    layouts: int
    method: Annotated[str, OneOf(("census", "classes", "reused"))]
    gain: float | None


@dataclass(frozen=True)
class MakingAnswer(Tabular):
    """How often a contract makes under each condition, double dummy.

    ``makes`` has an estimate for each of ``conditions``; ``fits`` are the exact numbers of layouts
    that satisfy them. A method is ``census`` if every class was solved, ``classes`` for a sample of
    them, ``reused`` if the results of another condition's layouts were weighted anew. A gain is the
    variance divided by that of as many random layouts.
    """

    contract: str
    hands: str
    conditions: tuple[str, ...]
    makes: tuple[Estimate, ...]
    fits: tuple[int, ...]
    methods: tuple[str, ...]
    gains: tuple[float | None, ...]
    coarse: Annotated[str, OneOf(("nines", "sevens", "top", "fine"))]
    classes: int
    asked: int
    solved: int
    seed: str

    table_rows = "_answers"
    json_keys = ("contract", "hands", "_answers", "coarse", "classes", "asked", "solved", "seed")

    @property
    def _answers(self) -> tuple[_Answer, ...]:
        """The answer for each condition."""
        columns = (self.conditions, self.makes, self.fits, self.methods, self.gains)
        return tuple(_Answer(*row) for row in zip(*columns, strict=True))

    @classmethod
    def of_record(cls, *, answers: tuple[_Answer, ...], **fields: Any) -> MakingAnswer:
        """Return the answer of its document."""
        return cls(
            conditions=tuple(row.condition for row in answers),
            makes=tuple(row.makes for row in answers),
            fits=tuple(row.layouts for row in answers),
            methods=tuple(row.method for row in answers),
            gains=tuple(row.gain for row in answers),
            **fields,
        )

    def lines(self) -> Iterator[str]:
        """Yield the answer as lines of text."""
        yield f"{self.contract} with {self.hands}"
        for condition, share_made, fits, method in zip(
            self.conditions, self.makes, self.fits, self.methods, strict=True
        ):
            how = {
                "census": "census of all classes",
                "classes": "sample of classes",
                "reused": "from layouts solved before",
            }[method]
            share = f", {fits:,} of {LAYOUTS:,} layouts" if fits < LAYOUTS else ""
            yield ""
            if condition:
                yield condition
            digits = 1 if share_made.high - share_made.low > 0.01 else 2
            between = percents(share_made, digits)
            known = f" ({between})" if between else ""
            yield f"makes {100 * float(share_made):.{digits}f}%{known}{share}, {how}"
        yield ""
        gain = self.gains[-1]
        plain = f", as precise as {self.solved / gain:,.0f} plain deals" if gain else ""
        yield (
            f"{self.asked:,} of {self.classes:,} classes ({self.coarse}) asked, {self.solved:,} "
            f"layouts solved{plain}; 95 % interval; seed {self.seed}"
        )
        yield "double dummy: declarer guesses every queen right"


class Making(Job[MakingAnswer, MakingAnswer]):
    """A job that estimates how often a contract makes; its partial results are the answers so far.

    Conditions are answered one after another. The job ends when each is known to plus or minus
    ``within``, when two members of every class have been solved, or after ``seconds`` or ``deals``
    solved. The members of a class have a fixed random order that depends on the seed, so conditions
    share solved layouts as far as they fit.
    """

    def __init__(
        self,
        hands: tuple[int, int, int, int],
        played: Alternative,
        conditions: Sequence[Condition | str | None],
        stream: Stream,
        solver: Solver,
        *,
        coarse: str | None = None,
        within: float | str | Within | None = None,
        seconds: float | None = None,
        deals: int | None = None,
        workspace: Workspace | None = None,
    ) -> None:
        super().__init__(type(self)._ask)
        if played.contract is None:
            raise ArgumentError("a deal that is passed out does not make")
        if any(
            hands[seat].bit_count() != 13 for seat in (played.declarer, played.declarer.partner)
        ):
            players = " and ".join(
                each.name.lower() for each in (played.declarer, played.declarer.partner)
            )
            raise ArgumentError(f"give the hands of {players}, who play {played}")
        if coarse is not None and coarse not in COARSE:
            raise ArgumentError(f"there are no classes '{coarse}'; choose {', '.join(COARSE)}")
        width = None if within is None else Within.of(within)
        if width is not None and width.unit not in ("", "%"):
            raise ArgumentError(f"give the width in %, not in {width.unit}")
        self.within = None if width is None else width.value
        self.seconds, self.deals = checked_seconds(seconds), deals
        self.hands, self.played, self.stream = hands, played, stream
        self.conditions = [
            question_of(condition, workspace=workspace) for condition in conditions
        ] or [question_of(None)]
        if deals is not None and checked_integer(deals, "the number of deals") < (
            fewest := _LEAST_SOLVES * len(self.conditions)
        ):
            raise ArgumentError(
                f"solve at least {fewest} layouts to see how often a contract makes, not {deals}"
            )
        for condition in self.conditions:
            if condition.tree is not None and is_costly(condition.tree):
                raise ConditionError(
                    f"'{condition.text}' needs a solver or a function for every layout",
                    hint="Name what the hands hold: points, lengths, cards",
                )
        self._coarse = coarse
        self._solver = solver
        self._known: dict[int, bool] = {}
        self._batches = Batches()
        self.solved = 0

    # ---------------------------------------------------------------------------------- the work

    def _ask(self) -> Generator[MakingAnswer, None, MakingAnswer]:
        self._began = monotonic()
        keys = self.stream.words(0, 3).tolist()
        self._key, self._class_key = (keys[0], keys[1]), keys[2]
        layouts = Layouts(self.hands, self._coarse or "sevens")
        estimates = list[_Found]()
        answer: MakingAnswer | None = None
        try:
            for number, question in enumerate(self.conditions):
                self._share_out(len(self.conditions) - number)
                fits = layouts.fits(question.tree, self.flag)
                if not fits.total:
                    raise ConditionError(f"no layout of these hands satisfies '{question.text}'")
                estimates.append(
                    _Census(self, fits).reused(estimates[0].census if estimates else None)
                )
                if len(estimates) > 1:
                    answer = self._answer(layouts, estimates)
                    yield answer
                for estimate in self._rounds(fits, question.tree):
                    layouts = estimate.census.fits.layouts
                    if (
                        estimate.variance <= estimates[-1].variance
                        or estimates[-1].method != "reused"
                    ):
                        estimates[-1] = estimate
                    answer = self._answer(layouts, estimates)
                    yield answer
                if self.stopping:
                    break
        except Stopped:
            if answer is None:
                raise
        assert answer is not None
        return answer

    def _share_out(self, conditions: int) -> None:
        """Give the next of the remaining conditions its part of the time and of the deals."""
        now = monotonic()
        if self.seconds is not None:
            self._until = now + (self._began + self.seconds - now) / conditions
        if self.deals is not None:
            self._most = self.solved + (self.deals - self.solved) // conditions

    def _rounds(self, fits: Fits, condition: Node | None) -> Iterator[_Found]:
        """Yield the estimate after each round; after the first rounds, choose the coarseness."""
        if self._coarse is None:
            for estimate in _Census(self, fits).rounds(_FIRST, _PILOT):
                yield estimate
                if estimate.ended:
                    return
            self._coarse = self._coarseness()
            if self._coarse != fits.layouts.coarse:
                fits = Layouts(self.hands, self._coarse).fits(condition, self.flag)
            yield from _Census(self, fits).rounds(round(_PILOT * _GROWTH))
        else:
            yield from _Census(self, fits).rounds(_FIRST)

    def _coarseness(self) -> str:
        """Return the coarseness for which the layouts solved so far predict the least error.

        Pairs of them in one class estimate the variance within classes. These layouts are the
        pilot; those that the new classes also choose are reused from memory.
        """
        firsts = np.array(list(self._known), dtype=np.uint64)
        made = np.array(list(self._known.values()))
        share = (made.sum() + 1) / (len(made) + 2)
        best, least = "sevens", inf
        for name in COARSE:
            layouts = Layouts(self.hands, name)
            _, classes, sizes = np.unique(
                layouts.counts_of(firsts), axis=0, return_inverse=True, return_counts=True
            )
            hits = np.bincount(classes.reshape(-1), weights=made)
            pairs = sizes * (sizes - 1) / 2
            differ = (float((hits * (sizes - hits)).sum()) + 1) / (float(pairs.sum()) + 4)
            error = _predicted_variance(layouts.sizes / LAYOUTS, differ / 2, share * (1 - share))
            if error < least:
                best, least = name, error
        return best

    def solving(self, layouts: Layouts, firsts: Sequence[int]) -> Iterator[None]:
        """Solve layouts, given by the first hand's cards, in batches; yield after each.

        :raises Stopped: if the job was stopped
        """
        unsolved = [first for first in dict.fromkeys(firsts) if first not in self._known]
        number = int(min(len(unsolved), self._most - self.solved))
        for rows in self._batches.of(number, until=self._until):
            if self.stopping:
                raise Stopped("the work was stopped before it was done")
            batch = unsolved[rows]
            masks = layouts.masks(np.array(batch, dtype=np.uint64))
            ask = Tricks(masks, self.played.declarer, self.played.strain, self.played.needed)
            results = self._solver.solve(ask, stop=self.flag)
            self._known.update(zip(batch, results.tolist(), strict=True))
            self.solved += len(batch)
            self.report(self.solved, self._needed, "layouts solved", self._note)
            yield
            if self.late:
                break

    _note = ""
    _needed: int | None = None  # solves at the rate of a plain sample; the census ends faster
    _until: float = inf
    _most: float = inf

    @property
    def late(self) -> bool:
        """Whether the time or the deals of the current condition are used up."""
        return self.solved >= self._most or monotonic() >= self._until

    def leading(self, firsts: NDArray[np.uint64], most: int) -> NDArray[np.uint64]:
        """Return the first layouts in their fixed random order, uint64[at most ``most``]."""
        first_key, second_key = (np.uint64(key) for key in self._key)
        places = _mixed(_mixed(firsts ^ first_key) ^ second_key)
        if most < len(firsts):
            chosen = np.argpartition(places, most)[:most]
            firsts, places = firsts[chosen], places[chosen]
        return firsts[np.argsort(places, kind="stable")]

    def chances(self, number: int) -> NDArray[np.float64]:
        """Return a fixed random number of each class, float64[classes], 0 to 1."""
        classes = np.arange(number, dtype=np.uint64)
        mixed = _mixed(_mixed(classes ^ np.uint64(self._class_key)) + np.uint64(self._key[0]))
        return (mixed >> np.uint64(11)).astype(np.float64) * 2.0**-53

    def _answer(self, layouts: Layouts, estimates: Sequence[_Found]) -> MakingAnswer:
        makes = tuple(estimate.makes(self.stream.seed) for estimate in estimates)
        width = 100 * float(makes[-1].high - makes[-1].low)
        if self.within is not None:
            factor = (width / 200 / self.within) ** 2
            self._needed = max(self.solved, ceil(self.solved * factor))
        self._note = percent_between(makes[-1])
        known_seats = [seat for seat in Seat if self.hands[seat]]
        return MakingAnswer(
            str(self.played), _hands_text(self.hands, known_seats),
            tuple(estimate.text for estimate in self.conditions[: len(estimates)]), makes,
            tuple(estimate.census.fits.total for estimate in estimates),
            tuple(estimate.method for estimate in estimates),
            tuple(estimate.gain for estimate in estimates),
            layouts.coarse, len(layouts), estimates[-1].asked, self.solved, self.stream.seed,
        )  # fmt: skip


@dataclass
class _Found:
    """A share with its variance and origin; ``ended`` if no round follows."""

    census: _Census
    value: float
    variance: float
    plain: float
    asked: int
    solves: int
    method: str
    ended: bool = False

    def makes(self, seed: str) -> Estimate:
        """Return the share as an estimate; see ``Means.share`` for the interval."""
        value = min(1.0, max(0.0, self.value))
        if min(value, 1 - value) < _ROUNDING:
            value = float(round(value))
        if self.variance <= 0:  # every layout was solved
            return replace(
                Estimate.certain(0, self.method),
                value=value,
                low=value,
                high=value,
                exact=False,
                samples=self.solves,
                seed=seed,
            )
        n = self.plain / self.variance
        low, high = share_ends(value * n, n, _CONFIDENCE)
        return Estimate(value, low, high, False, self.method, _CONFIDENCE, self.solves, 0, seed)

    @property
    def gain(self) -> float | None:
        """The variance divided by that of as many random layouts, or None."""
        return self.variance * self.solves / self.plain if self.plain and self.solves else None


class _Census:
    """The classes of one condition's layouts, and the results of the solved members."""

    def __init__(self, job: Making, fits: Fits) -> None:
        self.job, self.fits = job, fits
        self.weights = fits.counts / fits.total
        self.results: dict[int, list[bool]] = {}
        self._members: dict[int, NDArray[np.uint64]] = {}
        self._chances = job.chances(len(fits.counts))
        self._again = self._chances * 2**27 % 1 < _TWO_MEMBERS_SHARE
        self._prediction: Prediction | None = None
        self._forecast: NDArray[np.float64] | None = None  # for every class, from the last results

    def members(self, number: int, most: int) -> list[int]:
        """Return the first members of a class in their order, as the first hand's cards."""
        cached = self._members.get(number)
        if cached is None or len(cached) < min(most, int(self.fits.counts[number])):
            cached = self.job.leading(self.fits.members(number), max(most, 2))
            self._members[number] = cached
        return [int(first) for first in cached[:most]]

    def rounds(self, size: int, most: int | None = None) -> Iterator[_Found]:
        """Yield the estimate after each round, with growing numbers of solves up to ``most``.

        A round that is cut off counts with the lambda it had reached.
        """
        job, early = self.job, self.job.solved == 0
        while most is None or size <= most:
            self._rate = _rate(self.weights, size)
            entries = self._entries(self._wanted(size)[0])
            for _ in job.solving(self.fits.layouts, [first for _, first in entries]):
                if early and _EARLY <= job.solved < len(entries):
                    early = False
                    first_estimate, _, _ = self._reached(size, entries)
                    if first_estimate is not None:
                        yield first_estimate
            estimate, cut_off, all_classes = self._reached(size, entries)
            if estimate is None:
                return
            width = estimate.makes("").high - estimate.makes("").low
            precise = job.within is not None and width / 2 <= job.within and size >= 4 * _FIRST
            twice = all_classes and size >= 2 * len(self.results)
            finished = twice and (job.within is None or estimate.variance <= 0)
            estimate.ended = cut_off or job.late or job.stopping or precise or finished
            yield estimate
            if estimate.ended:
                return
            size = round(size * self._growth(float(width) / 2))

    def _reached(
        self, size: int, entries: Sequence[tuple[float, int]]
    ) -> tuple[_Found | None, bool, bool]:
        """Return the estimate so far, whether the round is not complete, and if all classes are in.

        There is none if no entry of the round has been solved.
        """
        known = self.job._known
        missing = [rate for rate, first in entries if first not in known]
        self._rate = (
            float(np.nextafter(min(missing), 0.0)) if missing else _rate(self.weights, size)
        )
        numbers, all_classes = self._wanted(0 if missing else size)
        if not numbers:
            return None, bool(missing), all_classes
        self.results = {
            at: [known[each] for each in self.members(at, count)] for at, count in numbers.items()
        }
        return self._found(numbers, all_classes=all_classes), bool(missing), all_classes

    def _growth(self, half: float) -> float:
        """Return the factor for the next number of solves, no more than needed if that is known."""
        within = self.job.within
        if within is None or half <= 0:
            return _GROWTH
        return min(_GROWTH, max(_LEAST_GROWTH, float((half / within) ** 1.5)))

    def _wanted(self, size: int) -> tuple[dict[int, int], bool]:
        """Return how many members of which classes to solve, and whether that is every class.

        One member of a class is solved with a chance of lambda times its weight; two if that is 3
        or more, or by lot. Once all classes are solved, two or more members of each are, in
        proportion to its weight.
        """
        expected = self._rate * self.weights
        chosen = np.flatnonzero((self._chances < expected) & (self.fits.counts > 0))
        all_classes = len(chosen) == np.count_nonzero(self.fits.counts)
        counts = np.where((expected[chosen] >= _TWO_MEMBERS_FROM) | self._again[chosen], 2, 1)
        if all_classes and (expected[chosen] >= _TWO_MEMBERS_FROM).all():
            counts = np.maximum(2, np.ceil(size * self.weights[chosen] / 2)).astype(np.int64)
        counts = np.minimum(counts, self.fits.counts[chosen])
        return dict(zip(chosen.tolist(), counts.tolist(), strict=True)), all_classes

    def _entries(self, numbers: Mapping[int, int]) -> list[tuple[float, int]]:
        """Return the members to solve, with the lambda above which each is included, by lambda."""
        entries = list[tuple[float, int]]()
        for class_, count in numbers.items():
            weight = float(self.weights[class_])
            for place, first in enumerate(self.members(class_, count)):
                second = float(self._chances[class_]) if self._again[class_] else _TWO_MEMBERS_FROM
                threshold = (float(self._chances[class_]), second, 2 * _TWO_MEMBERS_FROM)[
                    min(place, 2)
                ]
                entries.append((threshold / weight, first))
        return sorted(entries)

    def _found(
        self, numbers: Mapping[int, int], *, all_classes: bool, ended: bool = False
    ) -> _Found:
        """Return the share and its variance.

        Certain classes count by their weight. The others represent all uncertain classes equally:
        the mean of their results is multiplied by the remaining weight (Hajek's ratio). If some
        classes are not solved, the predicted share is subtracted from results, and its known mean
        over all classes added (the difference estimator; Sarndal, Swensson and Wretman, *Model
        Assisted Survey Sampling*, 1992, 6.3). What is predicted is first multiplied by the slope of
        the results on it (the regression estimator, 6.4), so that it costs nothing where it is
        worth nothing. The variance within a class is that of its members' mean, from two members
        or more.
        """
        expected = self._rate * self.weights
        certain = [number for number in numbers if expected[number] >= 1 or all_classes]
        uncertain = [number for number in numbers if not (expected[number] >= 1 or all_classes)]
        mean = {number: float(np.mean(self.results[number])) for number in numbers}
        predicted = self._predicted(mean) if uncertain else None
        if predicted is not None:
            results = np.array([mean[number] for number in uncertain])
            predicted = _slope(predicted[uncertain], results, 1 - expected[uncertain]) * predicted
        self._forecast = predicted
        if predicted is None:
            value = 0.0
        else:
            value = float(self.weights @ predicted)
            mean = {number: share - float(predicted[number]) for number, share in mean.items()}
        value += float(sum(self.weights[number] * mean[number] for number in certain))
        uncertain_weight = max(0.0, 1.0 - float(sum(self.weights[number] for number in certain)))
        within, single_weight, parts = 0.0, 0.0, list[float]()
        spreads = list[float]()
        for number, row in self.results.items():
            size, repeated = int(self.fits.counts[number]), len(row) > 1
            if size == len(row):
                continue
            if repeated:
                spreads.append(float(np.var(row, ddof=1)))
            if expected[number] >= 1 or all_classes:
                part = self.weights[number] ** 2 / len(row) * (1 - len(row) / size)
                if repeated:
                    within += part * spreads[-1]
                    parts.append(part)
                else:
                    single_weight += part
        # add the variance of two classes that differ, in case none was met
        solves = sum(map(len, self.results.values()))
        hits = sum(map(sum, self.results.values()))
        smooth = (hits + 0.5) / (solves + 1)
        plain = smooth * (1 - smooth)  # of one layout; on average an upper bound within classes
        doubt = _hidden(spreads, plain)
        within += sum(parts) / len(parts) * plain if parts else 0.0
        within += doubt * single_weight  # classes with one member vary as much as those with two
        between = 0.0
        if uncertain_weight > 1e-12 and uncertain:
            results = np.array([mean[number] for number in uncertain])
            centre = float(results.mean())
            value += uncertain_weight * centre
            n = len(uncertain)
            free = 1 - expected[uncertain]
            squares_ = float((free * (results - centre) ** 2).sum())
            fitted = 1 if predicted is None else 2
            between = squares_ * (uncertain_weight / n) ** 2 * n / max(1, n - fitted)
            between += uncertain_weight**2 / n**2 / 2  # half a result not met so far
            within += doubt * float((self.weights[uncertain] ** 2 / expected[uncertain]).sum())
        elif uncertain_weight > 1e-12:
            value += uncertain_weight * value / max(1e-9, 1 - uncertain_weight)
            between = uncertain_weight**2 * plain
        return _Found(
            self, value, within + between, plain, len(numbers), solves,
            "census" if all_classes else "classes", ended,
        )  # fmt: skip

    def _predicted(self, mean: Mapping[int, float]) -> NDArray[np.float64] | None:
        """Return the predicted share of each class, float64[classes].

        None with few results, or few that differ from the others, from which nothing is learned.
        """
        made = sum(mean.values())
        if len(mean) < _FIRST or min(made, len(mean) - made) < _FEW_CLASSES:
            return None
        if self._prediction is None:
            self._prediction = Prediction(self.fits.layouts, self._chances)
        classes = np.array(list(mean))
        return self._prediction.of_all(classes, np.array(list(mean.values())))

    def reused(self, other: _Census | None) -> _Found:
        """Return the share from the results of another condition's members, if there are any.

        Its error is that of members drawn again, estimated from pairs of results of a class.
        """
        if other is None or len(other.weights) != len(self.weights):
            return _Found(self, 0.5, inf, 0.25, 0, 0, "reused")
        classes = np.array(list(other.results))
        mean = np.array([float(np.mean(row)) for row in other.results.values()])
        chance = np.minimum(1.0, other._rate * other.weights[classes])
        weights = self.weights[classes] / chance
        if not weights.sum():
            return _Found(self, 0.5, inf, 0.25, 0, 0, "reused")
        forecast, value = other._forecast, 0.0
        residual = mean
        if forecast is not None:
            value, residual = float(self.weights @ forecast), mean - forecast[classes]
        total_weight = float(weights.sum())
        centre = float(weights @ residual) / total_weight
        spreads = [float(np.var(row, ddof=1)) for row in other.results.values() if len(row) > 1]
        solves = sum(map(len, other.results.values()))
        smooth = (float(mean.mean()) * solves + 0.5) / (solves + 1)
        plain = smooth * (1 - smooth)
        doubt = _hidden(spreads, plain)
        between = (
            float(((1 - chance) * weights**2 * (residual - centre) ** 2).sum()) / total_weight**2
        )
        # once for the other condition's members, once for members that fit this condition
        within = doubt * float((weights**2).sum()) / total_weight**2 + doubt * float(
            (self.weights[classes] ** 2).sum()
        )
        between += float((weights**2).max()) / total_weight**2 / 2
        estimate, variance = value + centre, between + within
        return _Found(self, estimate, variance, plain, len(other.results), 0, "reused")


def making(
    first: Predeal,
    other: Predeal,
    contract: str,
    where: Condition | str | Sequence[Condition | str | None] | None = None,
    *,
    coarse: str | None = None,
    within: float | str | None = None,
    seconds: float | None = None,
    deals: int | None = None,
    seed: Seed | Stream | None = None,
    workspace: Workspace | None = None,
    solver: Solver | None = None,
) -> Making:
    """Return a job that estimates how often a contract makes; see ``makes``."""
    first_masks, other_masks = predeal_masks(first), predeal_masks(other)
    hands = predeal_masks(
        {seat: cards_from_mask(first_masks[seat] | other_masks[seat]) for seat in Seat}
    )
    known_seats = [seat for seat in Seat if hands[seat]]
    if any(a & b for a, b in zip(first_masks, other_masks, strict=True)) or len(known_seats) != 2:
        raise ArgumentError(
            "give declarer's and dummy's hands, 13 cards each: north AQ.. south K9.."
        )
    played = Alternative.parse(contract)
    conditions: list[Condition | str | None] = []
    if isinstance(where, Sequence) and not isinstance(where, str):
        conditions += where
    else:
        conditions.append(where)
    stream = Stream.of("layouts" if seed is None else seed, "layouts")
    return Making(
        hands, played, conditions, stream, current_solver(solver, workspace),
        coarse=coarse, within=within, seconds=seconds, deals=deals, workspace=workspace,
    )  # fmt: skip


@options_of(making)
def makes(
    first: Predeal,
    other: Predeal,
    contract: str,
    where: Condition | str | Sequence[Condition | str | None] | None = None,
    **options: Any,
) -> MakingAnswer:
    """Estimate how often a contract makes when declarer's and dummy's hands are known.

    All layouts of the other two hands that satisfy ``where`` are equally likely (None: all
    layouts). Several conditions are answered one after another; later ones reuse the layouts
    already solved. Double dummy means that all four hands are played with open cards.

    >>> answer = makes("north JT94.AT5.AK7.K84", "south AKQ85.KJ3.Q64.72", "6S-S", deals=400)
    >>> answer.contract, round(float(answer.makes[0]), 1), answer.fits
    ('6S-S', 0.5, (10400600,))
    """
    return making(first, other, contract, where, **options).result()


def _hidden(spreads: Sequence[float], plain: float) -> float:
    """Return the variance within a class, from those met and two that vary like all layouts."""
    return (sum(spreads) + 2 * plain) / (len(spreads) + 2)


def _slope(
    predicted: NDArray[np.float64], results: NDArray[np.float64], weights: NDArray[np.float64]
) -> float:
    """Return the slope of the weighted regression of results on what was predicted, 0 to 2."""
    of_one = weights / weights.sum()
    across = predicted - of_one @ predicted
    variance = float(of_one @ across**2)
    return min(2.0, max(0.0, float(of_one @ (across * results)) / variance)) if variance else 0.0


def _rate(weights: NDArray[np.float64], size: int) -> float:
    """Return the lambda for about ``size`` solved members; see ``_Census._wanted``."""
    rising = np.sort(weights[weights > 0])
    below = np.concatenate([[0.0], np.cumsum(rising, dtype=np.float64)])
    low, high = 0.0, _TWO_MEMBERS_FROM / float(rising[0])
    for _ in range(60):
        rate = (low + high) / 2
        once, twice = np.searchsorted(rising, [1 / rate, _TWO_MEMBERS_FROM / rate])
        number = 2 * len(rising) - int(once) - int(twice) + rate * float(below[once])
        low, high = (rate, high) if number < size else (low, rate)
    return high


def _predicted_variance(weights: NDArray[np.float64], within: float, plain: float) -> float:
    """Return the variance after ``_PILOT_SOLVES`` solves, given the variance within a class."""
    rate = _rate(weights, _PILOT_SOLVES)
    expected = rate * weights
    certain = expected >= 1
    members = np.where(expected[certain] >= _TWO_MEMBERS_FROM, 2, 1)
    certain_variance = within * float((weights[certain] ** 2 / members).sum())
    uncertain_weights = weights[~certain]
    n = max(1.0, float(expected[~certain].sum()))
    return certain_variance + float(uncertain_weights.sum()) ** 2 * _VARIANCE_LEFT * plain / n


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    for factor in _MIX:
        values = (values ^ (values >> np.uint64(33))) * np.uint64(factor)
    return values ^ (values >> np.uint64(33))


def _hands_text(hands: Sequence[int], seats: Sequence[Seat]) -> str:
    return ", ".join(f"{seat.name.lower()} {hand_text(hands[seat])}" for seat in seats)
