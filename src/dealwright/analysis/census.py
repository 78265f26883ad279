"""How often a contract makes with two hands known: a census of the classes of layouts.

Every class is asked about by random members, weighted by its exact number of layouts, so the answer
is unbiased, and two members of a class show what classes hide. Until every class has been asked, it
is a sample of classes: class c is in it if a number that belongs to it is below lambda times its
weight (Poisson sampling), so that heavy classes are certain and a larger lambda only adds classes.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf
from statistics import NormalDist
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.analysis.alternatives import Alternative
from dealwright.analysis.layouts import COARSE, LAYOUTS, Fits, Layouts
from dealwright.analysis.prediction import Prediction
from dealwright.analysis.sampling import Within
from dealwright.analysis.texts import percent_between
from dealwright.answers import Estimate
from dealwright.answers.estimates import wilson
from dealwright.answers.interval_texts import percents
from dealwright.cards import Seat, cards_from_mask
from dealwright.condition import question_of
from dealwright.deals import predeal_masks
from dealwright.deals.hand import hand_text
from dealwright.deprecated import WithDict
from dealwright.double_dummy.asked import asked_solver
from dealwright.double_dummy.asks import Tricks
from dealwright.double_dummy.solver import batch_factor
from dealwright.errors import ArgumentError, ConditionError, Stopped
from dealwright.jobs import Job
from dealwright.planning.lower import is_costly
from dealwright.stream import Stream

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.condition import Condition
    from dealwright.conditions.nodes import Node
    from dealwright.deals.predeal import Predeal
    from dealwright.double_dummy.solver import Solver
    from dealwright.records import OneOf
    from dealwright.stream import Seed

__all__ = ["Making", "MakingAnswer", "makes", "making"]

_FIRST, _CHUNK = 96, 64  # solves of the first round, and of a call
_GROWTH, _LEAST_GROWTH = 1.5, 1.1  # of the solves from round to round
_TWICE = 3.0  # lambda times the weight of classes that are asked by two members
_AGAIN = 0.08  # of the other classes, those that two members ask to see what classes hide
_LEAST = 2  # solves for a condition: a class may be asked by two members at once
_PILOT = 300  # solves after which the coarseness is chosen
_LEFT = 0.5  # of the variance between classes that predictions leave
_AHEAD = 4000  # solves for which the coarseness is chosen
_CONFIDENCE = 0.95
_MIX = (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53)  # MurmurHash3's finalizer


class _Answer(NamedTuple):
    """How often a contract makes under one condition; see ``MakingAnswer``."""

    condition: str
    makes: Estimate
    layouts: int
    method: Annotated[str, OneOf(("census", "classes", "reused"))]
    gain: float | None


@dataclass(frozen=True)
class MakingAnswer(WithDict):
    """How often a contract makes under each condition, double dummy.

    ``makes`` has an estimate for each of ``conditions``; ``fits`` are the exact numbers of layouts
    that satisfy them. A method is ``census`` if every class was asked, ``classes`` for a sample of
    them, ``reused`` where the results of another condition's layouts were weighted anew. A gain is
    the variance, compared with that of as many plainly dealt layouts.
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

    json_keys = ("contract", "hands", "_answers", "coarse", "classes", "asked", "solved", "seed")

    @property
    def _answers(self) -> tuple[_Answer, ...]:
        """What was found for each condition."""
        columns = (self.conditions, self.makes, self.fits, self.methods, self.gains)
        return tuple(_Answer(*row) for row in zip(*columns, strict=True))

    @classmethod
    def of_record(cls, *, answers: tuple[_Answer, ...], **fields: Any) -> MakingAnswer:
        """Return the answer of its document."""
        return cls(
            conditions=tuple(each.condition for each in answers),
            makes=tuple(each.makes for each in answers),
            fits=tuple(each.layouts for each in answers),
            methods=tuple(each.method for each in answers),
            gains=tuple(each.gain for each in answers),
            **fields,
        )

    def lines(self) -> Iterator[str]:
        """Yield the answer as lines of text."""
        yield f"{self.contract} with {self.hands}"
        for condition, made, fits, method in zip(
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
            digits = 1 if made.high - made.low > 0.01 else 2
            between = percents(made, digits)
            known = f" ({between})" if between else ""
            yield f"makes {100 * float(made):.{digits}f}%{known}{share}, {how}"
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

    Conditions are answered one after another. It ends when each is known to plus or minus
    ``within``, else when every class has been asked by two members, or after so many ``seconds`` or
    ``deals`` solved. The members of a class have a fixed random order that depends on the seed, so
    that every condition asks about layouts that others have asked about as far as they fit.
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
    ) -> None:
        super().__init__(type(self)._ask)
        if played.contract is None:
            raise ArgumentError("a deal that is passed out does not make")
        if any(
            hands[seat].bit_count() != 13 for seat in (played.declarer, played.declarer.partner)
        ):
            raise ArgumentError(f"the hands of {played}'s declarer and dummy are the known ones")
        if coarse is not None and coarse not in COARSE:
            raise ArgumentError(f"classes are {', '.join(COARSE)}, not '{coarse}'")
        width = None if within is None else Within.of(within)
        if width is not None and width.unit not in ("", "%"):
            raise ArgumentError(f"how often a contract makes is known to a %, not to {width.unit}")
        self.within = None if width is None else width.value
        self.seconds, self.deals = seconds, deals
        self.hands, self.played, self.stream = hands, played, stream
        self.conditions = [question_of(each) for each in conditions] or [question_of(None)]
        if deals is not None and deals < (least := _LEAST * len(self.conditions)):
            raise ArgumentError(
                f"{least} layouts or more are solved to see how often a contract makes, not {deals}"
            )
        for each in self.conditions:
            if each.tree is not None and is_costly(each.tree):
                raise ConditionError(
                    f"'{each.text}' needs a solver or a function for every layout",
                    hint="Name what the hands hold: points, lengths, cards",
                )
        self._coarse = coarse
        self._solver = solver
        self._known: dict[int, bool] = {}
        self.solved = 0

    # ---------------------------------------------------------------------------------- the work

    def _ask(self) -> Generator[MakingAnswer, None, MakingAnswer]:
        self._began = monotonic()
        keys = self.stream.words(0, 3).tolist()
        self._key, self._class_key = (keys[0], keys[1]), keys[2]
        layouts = Layouts(self.hands, self._coarse or "sevens")
        found = list[_Found]()
        answer: MakingAnswer | None = None
        try:
            for place, question in enumerate(self.conditions):
                self._share_out(len(self.conditions) - place)
                fits = layouts.fits(question.tree, self.flag)
                if not fits.total:
                    raise ConditionError(f"no layout of these hands satisfies '{question.text}'")
                found.append(_Census(self, fits).reused(found[0].census if found else None))
                if len(found) > 1:
                    answer = self._answer(layouts, found)
                    yield answer
                for better in self._rounds(fits, question.tree):
                    layouts = better.census.fits.layouts
                    if better.variance <= found[-1].variance or found[-1].method != "reused":
                        found[-1] = better
                    answer = self._answer(layouts, found)
                    yield answer
                if self.stopping:
                    break
        except Stopped:
            if answer is None:
                raise
        assert answer is not None
        return answer

    def _share_out(self, conditions: int) -> None:
        """Give the next of so many conditions its part of the time and of the deals."""
        now = monotonic()
        if self.seconds is not None:
            self._until = now + (self._began + self.seconds - now) / conditions
        if self.deals is not None:
            self._most = self.solved + (self.deals - self.solved) // conditions

    def _rounds(self, fits: Fits, condition: Node | None) -> Iterator[_Found]:
        """Yield what is found after each round; after the first ones, choose the coarseness."""
        if self._coarse is None:
            for found in _Census(self, fits).rounds(_FIRST, _PILOT):
                yield found
                if found.ended:
                    return
            self._coarse = self._coarseness()
            if self._coarse != fits.layouts.coarse:
                fits = Layouts(self.hands, self._coarse).fits(condition, self.flag)
            yield from _Census(self, fits).rounds(round(_PILOT * _GROWTH))
        else:
            yield from _Census(self, fits).rounds(_FIRST)

    def _coarseness(self) -> str:
        """Return the coarseness for which the layouts solved so far predict the least error.

        Two of them in one class differ as often as classes hide something. These layouts are
        the pilot; they are asked again, from memory, as far as the classes still choose them.
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

    def made(self, layouts: Layouts, firsts: Sequence[int]) -> list[bool]:
        """Return whether the contract makes in layouts, given by the first hand's cards.

        :raises Stopped: if the job was stopped
        """
        missing = [each for each in dict.fromkeys(firsts) if each not in self._known]
        at, many = 0, batch_factor(self._solver)
        while at < len(missing) and self.solved < self._most:
            if self.stopping:
                raise Stopped("the work was stopped before it was done")
            part = missing[at : at + int(min(_CHUNK * many, self._most - self.solved))]
            at += len(part)
            masks = layouts.masks(np.array(part, dtype=np.uint64))
            ask = Tricks(masks, self.played.declarer, self.played.strain, self.played.needed)
            made = self._solver.solve(ask, stop=self.flag)
            self._known.update(zip(part, made.tolist(), strict=True))
            self.solved += len(part)
            self.report(self.solved, self._needed, "layouts solved", self._note)
            if self.late:
                break
        return [self._known[each] for each in firsts if each in self._known]

    _note = ""
    _needed: int | None = None  # solves, at a plain sample's rate; the census is faster at the end
    _until: float = inf
    _most: float = inf

    @property
    def late(self) -> bool:
        """Whether the time or the deals of the condition at hand are used up."""
        return self.solved >= self._most or monotonic() >= self._until

    def leading(self, firsts: NDArray[np.uint64], most: int) -> NDArray[np.uint64]:
        """Return the first layouts in their fixed random order, uint64[at most ``most``]."""
        one, other = (np.uint64(key) for key in self._key)
        places = _mixed(_mixed(firsts ^ one) ^ other)
        if most < len(firsts):
            chosen = np.argpartition(places, most)[:most]
            firsts, places = firsts[chosen], places[chosen]
        return firsts[np.argsort(places, kind="stable")]

    def chances(self, number: int) -> NDArray[np.float64]:
        """Return a fixed random number of each class, float64[classes], 0 to 1."""
        classes = np.arange(number, dtype=np.uint64)
        mixed = _mixed(_mixed(classes ^ np.uint64(self._class_key)) + np.uint64(self._key[0]))
        return (mixed >> np.uint64(11)).astype(np.float64) * 2.0**-53

    def _answer(self, layouts: Layouts, found: Sequence[_Found]) -> MakingAnswer:
        makes = tuple(each.makes(self.stream.seed) for each in found)
        width = 100 * float(makes[-1].high - makes[-1].low)
        if self.within is not None:
            factor = (width / 200 / self.within) ** 2
            self._needed = max(self.solved, ceil(self.solved * factor))
        self._note = percent_between(makes[-1])
        known = [seat for seat in Seat if self.hands[seat]]
        return MakingAnswer(
            str(self.played), _hands_text(self.hands, known),
            tuple(each.text for each in self.conditions[: len(found)]), makes,
            tuple(each.census.fits.total for each in found),
            tuple(each.method for each in found), tuple(each.gain for each in found),
            layouts.coarse, len(layouts), found[-1].asked, self.solved, self.stream.seed,
        )  # fmt: skip


@dataclass
class _Found:
    """A share with its variance, and where it came from; ``ended`` if no round follows."""

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
        z = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)
        value = min(1.0, max(0.0, self.value))
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
        low, high = wilson(value, n, z)
        return Estimate(
            value, max(0.0, low), min(1.0, high), False, self.method, _CONFIDENCE, self.solves, 0,
            seed,
        )  # fmt: skip

    @property
    def gain(self) -> float | None:
        """The variance, compared with that of as many plainly dealt layouts."""
        return self.variance * self.solves / self.plain if self.plain and self.solves else None


class _Census:
    """The classes of one condition's layouts, and the results of the members that were asked."""

    def __init__(self, job: Making, fits: Fits) -> None:
        self.job, self.fits = job, fits
        self.weights = fits.counts / fits.total
        self.results: dict[int, list[bool]] = {}
        self._members: dict[int, NDArray[np.uint64]] = {}
        self._chances = job.chances(len(fits.counts))
        self._again = self._chances * 2**27 % 1 < _AGAIN
        self._prediction: Prediction | None = None
        self._forecast: NDArray[np.float64] | None = None  # of every class, by the last results

    def members(self, number: int, most: int) -> list[int]:
        """Return the first members of a class in their order, as the first hand's cards."""
        kept = self._members.get(number)
        if kept is None or len(kept) < min(most, int(self.fits.counts[number])):
            kept = self.job.leading(self.fits.members(number), max(most, 2))
            self._members[number] = kept
        return [int(each) for each in kept[:most]]

    def rounds(self, size: int, most: int | None = None) -> Iterator[_Found]:
        """Yield what is found after each round, each of more solves than the last, up to ``most``.

        A round that is cut off counts as far as it came, with the lambda that it had reached.
        """
        job = self.job
        while most is None or size <= most:
            self._rate = _rate(self.weights, size)
            wanted, every = self._wanted(size)
            entries = self._entries(wanted)
            job.made(self.fits.layouts, [first for _, first in entries])
            missing = [rate for rate, first in entries if first not in job._known]
            cut = bool(missing)
            if cut:
                self._rate = float(np.nextafter(min(missing), 0.0))
                wanted, every = self._wanted(0)
            if not wanted:
                return
            self.results = {
                at: [job._known[each] for each in self.members(at, number)]
                for at, number in wanted.items()
            }
            found = self._found(wanted, every=every)
            half = found.makes("").high - found.makes("").low
            precise = job.within is not None and half / 2 <= job.within and size >= 4 * _FIRST
            twice = every and size >= 2 * len(wanted)
            over = twice and (job.within is None or found.variance <= 0)
            found.ended = cut or job.late or job.stopping or precise or over
            yield found
            if found.ended:
                return
            size = round(size * self._growth(float(half) / 2))

    def _growth(self, half: float) -> float:
        """Return by what to multiply the solves: no more than is needed where that is known."""
        asked = self.job.within
        if asked is None or half <= 0:
            return _GROWTH
        return min(_GROWTH, max(_LEAST_GROWTH, float((half / asked) ** 1.5)))

    def _wanted(self, size: int) -> tuple[dict[int, int], bool]:
        """Return how many members of which classes to ask, and whether that is every class.

        A class is asked by one member, with a chance of lambda times its weight, by two if
        that is three and more, or by lot; when all are asked, by two and more, in proportion to
        their weights.
        """
        expected = self._rate * self.weights
        used = np.flatnonzero((self._chances < expected) & (self.fits.counts > 0))
        every = len(used) == np.count_nonzero(self.fits.counts)
        most = np.where((expected[used] >= _TWICE) | self._again[used], 2, 1)
        if every and (expected[used] >= _TWICE).all():
            most = np.maximum(2, np.ceil(size * self.weights[used] / 2)).astype(np.int64)
        most = np.minimum(most, self.fits.counts[used])
        return dict(zip(used.tolist(), most.tolist(), strict=True)), every

    def _entries(self, wanted: Mapping[int, int]) -> list[tuple[float, int]]:
        """Return the members to ask, each with the lambda above which it is, in this order."""
        found = list[tuple[float, int]]()
        for at, number in wanted.items():
            weight = float(self.weights[at])
            for place, first in enumerate(self.members(at, number)):
                second = float(self._chances[at]) if self._again[at] else _TWICE
                enters = (float(self._chances[at]), second, 2 * _TWICE)[min(place, 2)]
                found.append((enters / weight, first))
        return sorted(found)

    def _found(self, wanted: Mapping[int, int], *, every: bool, ended: bool = False) -> _Found:
        """Return the share and its variance.

        Certain classes count by their weight. The others stand for all that are not certain, each
        as much as any other: the mean of their results is weighted by what is left (Hajek's
        ratio). Where some classes are not asked, results are taken less what is predicted, whose
        mean over all classes is known (the difference estimator; Sarndal, Swensson and Wretman,
        *Model Assisted Survey Sampling*, 1992, 6.3). The variance within a class is that of its
        members' mean, from two members or more.
        """
        expected = self._rate * self.weights
        certain = [at for at in wanted if expected[at] >= 1 or every]
        rest = [at for at in wanted if not (expected[at] >= 1 or every)]
        mean = {at: float(np.mean(self.results[at])) for at in wanted}
        predicted = self._forecast = self._predicted(mean) if rest else None
        if predicted is None:
            value = 0.0
        else:
            value = float(self.weights @ predicted)
            mean = {at: share - float(predicted[at]) for at, share in mean.items()}
        value += float(sum(self.weights[at] * mean[at] for at in certain))
        left = max(0.0, 1.0 - float(sum(self.weights[at] for at in certain)))
        inside, alone, parts = 0.0, 0.0, list[float]()
        spreads = list[float]()
        for at, row in self.results.items():
            size, several = int(self.fits.counts[at]), len(row) > 1
            if size == len(row):
                continue
            if several:
                spreads.append(float(np.var(row, ddof=1)))
            if expected[at] >= 1 or every:
                part = self.weights[at] ** 2 / len(row) * (1 - len(row) / size)
                if several:
                    inside += part * spreads[-1]
                    parts.append(part)
                else:
                    alone += part
        # classes that differ may not have been met: what two of them would hide is added
        solves = sum(map(len, self.results.values()))
        hits = sum(map(sum, self.results.values()))
        smooth = (hits + 0.5) / (solves + 1)
        plain = smooth * (1 - smooth)  # of one layout; what a class hides is no more on average
        doubt = _hidden(spreads, plain)
        inside += sum(parts) / len(parts) * plain if parts else 0.0
        inside += doubt * alone  # classes of one member hide as much as those of two
        between = 0.0
        if left > 1e-12 and rest:
            results = np.array([mean[at] for at in rest])
            centre = float(results.mean())
            value += left * centre
            n = len(rest)
            free = 1 - expected[rest]
            squares_ = float((free * (results - centre) ** 2).sum())
            between = squares_ * (left / n) ** 2 * n / max(1, n - 1)
            between += left**2 / n**2 / 2  # half a result that was not met
            inside += doubt * float((self.weights[rest] ** 2 / expected[rest]).sum())
        elif left > 1e-12:
            value += left * value / max(1e-9, 1 - left)
            between = left**2 * plain
        return _Found(
            self, value, inside + between, plain, len(wanted), solves,
            "census" if every else "classes", ended,
        )  # fmt: skip

    def _predicted(self, mean: Mapping[int, float]) -> NDArray[np.float64] | None:
        """Return the predicted share of each class, float64[classes]; None from too few."""
        if len(mean) < _FIRST:
            return None
        if self._prediction is None:
            self._prediction = Prediction(self.fits.layouts, self._chances)
        classes = np.array(list(mean))
        return self._prediction.of_all(classes, np.array(list(mean.values())))

    def reused(self, other: _Census | None) -> _Found:
        """Return the share with the results of another condition's members, if there are any.

        Its error is that of members drawn again, as far as two results of a class show it.
        """
        if other is None or len(other.weights) != len(self.weights):
            return _Found(self, 0.5, inf, 0.25, 0, 0, "reused")
        classes = np.array(list(other.results))
        mean = np.array([float(np.mean(row)) for row in other.results.values()])
        chance = np.minimum(1.0, other._rate * other.weights[classes])
        weights = self.weights[classes] / chance
        if not weights.sum():
            return _Found(self, 0.5, inf, 0.25, 0, 0, "reused")
        known, value = other._forecast, 0.0
        residual = mean
        if known is not None:
            value, residual = float(self.weights @ known), mean - known[classes]
        whole = float(weights.sum())
        centre = float(weights @ residual) / whole
        spreads = [float(np.var(row, ddof=1)) for row in other.results.values() if len(row) > 1]
        solves = sum(map(len, other.results.values()))
        smooth = (float(mean.mean()) * solves + 0.5) / (solves + 1)
        plain = smooth * (1 - smooth)
        doubt = _hidden(spreads, plain)
        between = float(((1 - chance) * weights**2 * (residual - centre) ** 2).sum()) / whole**2
        # members of the other condition, and others drawn again among those that fit this one
        inside = doubt * float((weights**2).sum()) / whole**2 + doubt * float(
            (self.weights[classes] ** 2).sum()
        )
        between += float((weights**2).max()) / whole**2 / 2
        found, variance = value + centre, between + inside
        return _Found(self, found, variance, plain, len(other.results), 0, "reused")


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
    solver: Solver | None = None,
) -> Making:
    """Return a job that estimates how often a contract makes; see ``makes``."""
    one, two = predeal_masks(first), predeal_masks(other)
    hands = predeal_masks({seat: cards_from_mask(one[seat] | two[seat]) for seat in Seat})
    known = [seat for seat in Seat if hands[seat]]
    if any(a & b for a, b in zip(one, two, strict=True)) or len(known) != 2:
        raise ArgumentError("declarer and dummy are two hands of 13 cards: north AQ.. south K9..")
    played = Alternative.parse(contract)
    conditions: list[Condition | str | None] = []
    if isinstance(where, Sequence) and not isinstance(where, str):
        conditions += where
    else:
        conditions.append(where)
    stream = Stream.of("layouts" if seed is None else seed, "layouts")
    return Making(
        hands, played, conditions, stream, asked_solver(solver),
        coarse=coarse, within=within, seconds=seconds, deals=deals,
    )  # fmt: skip


def makes(
    first: Predeal,
    other: Predeal,
    contract: str,
    where: Condition | str | Sequence[Condition | str | None] | None = None,
    **options: Any,
) -> MakingAnswer:
    """Estimate how often a contract makes when declarer's and dummy's hands are known.

    Every layout of the other two hands is as likely as any other, or every one that satisfies
    ``where``; several conditions are answered one after another, and later ones at once from what
    was solved before. Double dummy, all four hands play with open cards.

    >>> found = makes("north JT94.AT5.AK7.K84", "south AKQ85.KJ3.Q64.72", "6S-S", deals=400)
    >>> found.contract, round(float(found.makes[0]), 1), found.fits
    ('6S-S', 0.5, (10400600,))
    """
    return making(first, other, contract, where, **options).result()


def _hidden(spreads: Sequence[float], plain: float) -> float:
    """Return the variance within a class, from those met and two as varied as all layouts."""
    return (sum(spreads) + 2 * plain) / (len(spreads) + 2)


def _rate(weights: NDArray[np.float64], size: int) -> float:
    """Return lambda for which about ``size`` members are asked; see ``_Census._wanted``."""
    rising = np.sort(weights[weights > 0])
    below = np.concatenate([[0.0], np.cumsum(rising, dtype=np.float64)])
    low, high = 0.0, _TWICE / float(rising[0])
    for _ in range(60):
        rate = (low + high) / 2
        once, twice = np.searchsorted(rising, [1 / rate, _TWICE / rate])
        number = 2 * len(rising) - int(once) - int(twice) + rate * float(below[once])
        low, high = (rate, high) if number < size else (low, rate)
    return high


def _predicted_variance(weights: NDArray[np.float64], within: float, plain: float) -> float:
    """Return the variance that so many solves would leave, by the variance within a class."""
    rate = _rate(weights, _AHEAD)
    expected = rate * weights
    certain = expected >= 1
    members = np.where(expected[certain] >= _TWICE, 2, 1)
    inside = within * float((weights[certain] ** 2 / members).sum())
    rest = weights[~certain]
    n = max(1.0, float(expected[~certain].sum()))
    return inside + float(rest.sum()) ** 2 * _LEFT * plain / n


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    for factor in _MIX:
        values = (values ^ (values >> np.uint64(33))) * np.uint64(factor)
    return values ^ (values >> np.uint64(33))


def _hands_text(hands: Sequence[int], seats: Sequence[Seat]) -> str:
    return ", ".join(f"{seat.name.lower()} {hand_text(hands[seat])}" for seat in seats)
