"""Contracts compared on common deals: how often they make, scores, IMPs and matchpoints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.analysis.alternatives import (
    SIDES,
    VULNERABLE,
    Alternative,
    alternatives_of,
    imp_table,
    match_table,
    usual_declarer,
)
from dealwright.analysis.design import Design, unmeasured
from dealwright.analysis.moments import Means, Moments
from dealwright.analysis.predictors import covariates_of, predictor_of
from dealwright.analysis.sampling import Library, Sampling
from dealwright.analysis.texts import foot, percent, percent_between, percent_of_deals
from dealwright.answers import Estimate
from dealwright.answers.html import Bar, Cell, html_table
from dealwright.answers.interval_texts import margin, percents
from dealwright.ask.resources import Resources
from dealwright.cards import Seat
from dealwright.condition import as_quantity, question_of
from dealwright.deprecated import WithDict
from dealwright.double_dummy.asked import asked_solver
from dealwright.double_dummy.asks import Tricks
from dealwright.double_dummy.library import LibrarySolver, SolvedLibrary
from dealwright.double_dummy.solver import batch_factor
from dealwright.errors import ArgumentError
from dealwright.stream import Stream

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.condition import Condition, Quantity
    from dealwright.deals.predeal import Predeal
    from dealwright.double_dummy.solver import Solver
    from dealwright.kernels.stopping import StopFlag
    from dealwright.records import OneOf
    from dealwright.stream import Seed

__all__ = [
    "ComparedContracts",
    "ContractResult",
    "GroupResult",
    "PairResult",
    "comparing_contracts",
    "contracts",
    "tricks_of",
]

_HUNDREDTHS, _PAIRS = 100, 10_000  # units of outcomes: chances of one contract, and of two


@dataclass(frozen=True)
class ContractResult:
    """A contract: the chance that it makes, its tricks, and its score at both vulnerabilities.

    Tricks and scores are None where only making was asked for. Scores are the side's whose contract
    is looked for.
    """

    contract: str
    makes: Estimate
    tricks: Estimate | None
    scores: Mapping[str, Estimate]

    json_keys = ("contract", "makes", "tricks", "mean_score", "scores")

    @property
    def mean_score(self) -> float | None:
        """The mean score where nobody is vulnerable, None without scores."""
        return float(self.scores["none"]) if self.scores else None


@dataclass(frozen=True)
class PairResult:
    """One contract against another on the same deals: IMPs and matchpoints (0 to 1) a deal.

    ``higher`` is the one that needs more tricks, "" if neither does; ``break_even`` is its chance
    of making from which it is worth its IMPs against the other, None if these deals cannot tell.
    """

    first: str
    other: str
    higher: str
    imps: Mapping[str, Estimate]
    matchpoints: Mapping[str, Estimate]
    break_even: Mapping[str, float | None]


@dataclass(frozen=True)
class GroupResult:
    """The deals with one value of a quantity: their share, and how often each contract makes.

    ``imps`` is the mean of the first contract against each other one, by vulnerability.
    """

    values: str
    share: float
    deals: int
    makes: tuple[Estimate, ...]
    imps: Mapping[str, tuple[Estimate, ...]]


@dataclass(frozen=True)
class ComparedContracts(WithDict):
    """Contracts compared on the same deals.

    ``gain`` is the number of plainly drawn deals that would be as precise, for each deal that was
    solved. ``table`` says whether results are moved from double dummy to the table.
    """

    condition: str
    side: Annotated[str, OneOf(("ns", "ew"))]
    contracts: tuple[ContractResult, ...]
    pairs: tuple[PairResult, ...]
    groups: tuple[GroupResult, ...]
    by: str
    deals: int
    seed: str
    gain: float | None
    table: bool

    json_keys = (
        "condition", "side", "contracts", "pairs", "by", "groups", "deals", "seed", "gain",
        "table",
    )  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield the comparison as lines of text: a table of contracts, then of pairs and groups."""
        if any(each.scores for each in self.contracts):
            heads = f"{'contract':<10}{'makes':>8}{_BETWEEN}"
            yield f"{heads}{'tricks':>8}{'score':>9}{'vulnerable':>12}"
            for each in self.contracts:
                score, other = each.scores["none"], each.scores["all"]
                tricks = "" if each.tricks is None else f"{each.tricks:.2f}"
                yield (
                    f"{each.contract:<10}{percent(each.makes):>8}{_between(each.makes)}"
                    f"{tricks:>8}{score:>+9.0f}{other:>+12.0f}"
                )
        else:
            yield f"{'contract':<10}{'makes':>8}{_BETWEEN}".rstrip()
            for each in self.contracts:
                makes = f"{percent(each.makes):>8}{_between(each.makes)}"
                yield f"{each.contract:<10}{makes}".rstrip()
        if self.pairs:
            yield ""
            yield (
                f"{'against each other':<22}{'IMPs':>8}{'':8}{'vulnerable':>12}{'':8}"
                f"{'matchpoints':>13}{_BETWEEN}"
            ).rstrip()
            for pair in self.pairs:
                none, both = pair.imps["none"], pair.imps["all"]
                points = pair.matchpoints["none"]
                yield (
                    f"{pair.first + ' v ' + pair.other:<22}{none:>+8.2f}{margin(none):8}"
                    f"{both:>+12.2f}{margin(both):8}{percent(points):>13}{_between(points)}"
                ).rstrip()
            told = [_break_even_text(pair) for pair in self.pairs]
            yield from (line for line in told if line)
        if self.groups:
            yield ""
            yield from self._group_lines()
        yield ""
        yield foot(self.deals, self.gain, self.seed, table=self.table)

    def _repr_html_(self) -> str:
        scored = any(each.scores for each in self.contracts)
        rows = []
        for each in self.contracts:
            makes = percent_between(each.makes)
            row: list[Cell] = [each.contract, Bar(float(each.makes)), makes]
            if scored:
                row.append("" if each.tricks is None else f"{each.tricks:.2f}")
                row += [f"{each.scores['none']:+.0f}", f"{each.scores['all']:+.0f}"]
            rows.append(row)
        heads = ["contract", "", "makes", *(["tricks", "score", "vulnerable"] if scored else [])]
        notes = [
            f"{pair.first} v {pair.other}: {pair.imps['none']:+.2f}{margin(pair.imps['none'])} IMPs"
            for pair in self.pairs
        ]
        notes.append(foot(self.deals, self.gain, self.seed, table=self.table))
        return html_table("contracts, double dummy", heads, rows, notes=notes)

    def _group_lines(self) -> Iterator[str]:
        heads = "".join(f"{each.contract:>10}{_BETWEEN}" for each in self.contracts)
        yield f"{self.by:<20}{'share':>8}{'deals':>8}{heads}".rstrip()
        for group in self.groups:
            cells = "".join(f"{percent(each):>10}{_between(each)}" for each in group.makes)
            line = f"{group.values:<20}{percent_of_deals(group.share):>8}{group.deals:>8,}{cells}"
            yield line.rstrip()


def _between(share: Estimate) -> str:
    """Return a column: the interval of a share in percent, blank if it says nothing."""
    return f"   {percents(share):<13}"


_BETWEEN = "   95 % interval"


class _Contracts:
    """The study of contracts: what is asked of each deal; see ``sampling.Study``."""

    def __init__(
        self,
        alternatives: Sequence[Alternative],
        side: str,
        condition: str,
        solver: Solver,
        *,
        make_only: bool,
        by: Quantity | None,
        table: bool,
    ) -> None:
        self.alternatives, self.side, self.condition = tuple(alternatives), side, condition
        self.make_only, self.by, self.table = make_only, by, table
        self._solver = solver
        self.predictor = predictor_of(self.alternatives) if by is None else by.tree
        self.covariates = () if by is not None else covariates_of(self.alternatives)
        self.every_value = by is not None
        self.chunk = (256 if make_only else 32) * batch_factor(solver)
        self._pairs = () if make_only else tuple(combinations(range(len(self.alternatives)), 2))
        self._names: dict[Any, int] = {}  # the place of each outcome
        self._tables = [] if make_only else self._outcome_tables()
        k = len(self.alternatives)
        self.width = k if make_only else len(self._tables)
        ends = [self._at("imps", pair, name) for pair in self._pairs for name in VULNERABLE]
        makes = tuple(range(k)) if make_only else tuple(self._at("makes", (at,)) for at in range(k))
        self.targets = {"imps": tuple(ends), "%": makes} if ends else {"%": makes}

    def _outcome_tables(self) -> list[tuple[tuple[int, ...], NDArray[np.int64], int]]:
        """Return each outcome: its contracts, its values by their tricks, and its unit."""
        side = SIDES[self.side]
        shifts = [each.shift(table=self.table) for each in self.alternatives]
        found: list[tuple[tuple[int, ...], NDArray[np.int64], int]] = []
        names = list[tuple[Any, ...]]()

        def one(what: str, at: int, table: NDArray[np.int64], name: str = "") -> None:
            names.append((what, (at,), name))
            found.append(((at,), shifts[at] @ table, _HUNDREDTHS))

        for at, each in enumerate(self.alternatives):
            one("makes", at, (np.arange(14, dtype=np.int64) >= each.needed).astype(np.int64))
            one("tricks", at, np.arange(14, dtype=np.int64))
            for name, vulnerable in VULNERABLE.items():
                one("score", at, each.scores(side, vulnerable=vulnerable), name)
        for pair in self._pairs:
            first, other = (self.alternatives[at] for at in pair)
            for name, vulnerable in VULNERABLE.items():
                scores = [x.scores(side, vulnerable=vulnerable) for x in (first, other)]
                for what, table in (("imps", imp_table(*scores)), ("points", match_table(*scores))):
                    names.append((what, pair, name))
                    moved = shifts[pair[0]] @ table @ shifts[pair[1]].T
                    found.append((pair, moved, _PAIRS))
            # what the break-even is worked out from: IMPs where the higher contract makes
            order = (pair[1], pair[0]) if first.needed < other.needed else pair
            higher, lower = (self.alternatives[at] for at in order)
            made = shifts[order[0]] * (np.arange(14, dtype=np.int64) >= higher.needed)
            for name, vulnerable in VULNERABLE.items():
                scores = [x.scores(side, vulnerable=vulnerable) for x in (higher, lower)]
                names.append(("imps made", order, name))
                found.append((order, made @ imp_table(*scores) @ shifts[order[1]].T, _PAIRS))
        self._names = {name: at for at, name in enumerate(names)}
        return found

    def _at(self, what: str, contracts: tuple[int, ...], name: str = "") -> int:
        return self._names[what, contracts, name]

    def outcomes(
        self, masks: NDArray[np.uint64], stop: StopFlag | None = None
    ) -> NDArray[np.int64]:
        """Return the outcomes of deals, int64[n, width]."""
        if self.make_only:
            return self._making(masks, stop)
        tricks = tricks_of(self.alternatives, masks, self._solver, stop)
        found = np.empty((len(masks), self.width), dtype=np.int64)
        for at, (contracts, table, _) in enumerate(self._tables):
            found[:, at] = table[tuple(tricks[each] for each in contracts)]
        return found

    def _making(self, masks: NDArray[np.uint64], stop: StopFlag | None) -> NDArray[np.int64]:
        """Return which contracts make; of one strain, only what the others leave open is solved."""
        found = np.ones((len(masks), len(self.alternatives)), dtype=np.int64)
        order = sorted(range(len(found[0])), key=lambda at: self.alternatives[at].needed)
        below: dict[tuple[Seat, int], NDArray[np.int64]] = {}
        for at in order:
            each = self.alternatives[at]
            if each.contract is None:
                continue
            key = each.declarer, int(each.strain)
            open_ = np.flatnonzero(below.get(key, np.ones(len(masks), dtype=np.int64)))
            found[:, at] = 0
            ask = Tricks(masks[open_], each.declarer, each.strain, each.needed)
            found[open_, at] = self._solver.solve(ask, stop=stop)
            below[key] = found[:, at]
        return found

    # ------------------------------------------------------------------------------- the answer

    def weights(self, outcome: int) -> NDArray[np.float64]:
        """Return the weights that give one outcome in its unit, float64[width]."""
        found = np.zeros(self.width, dtype=np.float64)
        found[outcome] = 1.0 if self.make_only else 1.0 / self._tables[outcome][2]
        return found

    def headline(self, answer: ComparedContracts) -> str:
        """Return how often the first contract makes."""
        first = answer.contracts[0]
        return f"{first.contract} {percent_between(first.makes)}"

    def of_values(self, answer: ComparedContracts, unit: str) -> list[Estimate]:
        """Return how often contracts make, or their IMPs, for each value."""
        if unit == "%":
            return [each for group in answer.groups for each in group.makes]
        return [each for group in answer.groups for row in group.imps.values() for each in row]

    def _makes(self, means: Means, moments: Moments, at: int) -> Estimate:
        if self.alternatives[at].contract is None:
            return Estimate.certain(1)
        place = at if self.make_only else self._at("makes", (at,))
        weights = self.weights(place)
        if self.table:
            return means.mean(weights, (0.0, 1.0))
        hits = int(moments.sums[:, place].sum())
        return means.share(weights, hits if self.make_only else hits // _HUNDREDTHS)

    def answer(self, means: Means, moments: Moments, design: Design) -> ComparedContracts:
        """Return the comparison on the deals so far."""

        def mean(
            what: str,
            contracts: tuple[int, ...],
            name: str = "",
            bounds: tuple[float, float] = (-inf, inf),
        ) -> Estimate:
            return means.mean(self.weights(self._at(what, contracts, name)), bounds)

        results, pairs = list[ContractResult](), list[PairResult]()
        for at, each in enumerate(self.alternatives):
            tricks = None if self.make_only else mean("tricks", (at,))
            scores = {} if self.make_only else {v: mean("score", (at,), v) for v in VULNERABLE}
            results.append(
                ContractResult(str(each), self._makes(means, moments, at), tricks, scores)
            )
        for pair in self._pairs:
            first, other = self.alternatives[pair[0]], self.alternatives[pair[1]]
            higher = first if first.needed > other.needed else other
            pairs.append(
                PairResult(
                    str(first),
                    str(other),
                    "" if first.needed == other.needed else str(higher),
                    {v: mean("imps", pair, v) for v in VULNERABLE},
                    {v: 0.5 * mean("points", pair, v, (0.0, 2.0)) for v in VULNERABLE},
                    {v: self._break_even(means, pair, v) for v in VULNERABLE},
                )
            )
        chosen = next(iter(self.targets.values()))
        return ComparedContracts(
            self.condition, self.side, tuple(results), tuple(pairs),
            self._groups(means, moments, design), "" if self.by is None else str(self.by),
            means.deals, means.seed, means.mean_gain(map(self.weights, chosen)), self.table,
        )  # fmt: skip

    def _break_even(self, means: Means, pair: tuple[int, int], name: str) -> float | None:
        """Return the chance of making from which the higher contract gains IMPs.

        That is loss / (gain + loss), with the mean IMPs where it makes and where it fails.
        """
        needed = [self.alternatives[at].needed for at in pair]
        if needed[0] == needed[1]:
            return None
        order = (pair[1], pair[0]) if needed[0] < needed[1] else pair
        made = means.value(self.weights(self._at("makes", (order[0],))))
        won = means.value(self.weights(self._at("imps made", order, name)))
        against = means.value(self.weights(self._at("imps", pair, name)))
        rest = (against if order == pair else -against) - won
        if not 0 < made < 1:
            return None
        gain, loss = won / made, -rest / (1 - made)
        return loss / (gain + loss) if gain > 0 and loss > 0 else None

    def _groups(self, means: Means, moments: Moments, design: Design) -> tuple[GroupResult, ...]:
        if self.by is None:
            return ()
        used = np.flatnonzero(moments.number)
        found = list[GroupResult]()
        for stratum in used.tolist():
            one = moments.only(stratum)
            alone = Means(unmeasured(None, ()), one, seed=means.seed)
            makes = tuple(self._makes(alone, one, at) for at in range(len(self.alternatives)))
            imps_ = {
                name: tuple(
                    alone.mean(self.weights(self._at("imps", pair, name)))
                    for pair in self._pairs
                    if pair[0] == 0
                )
                for name in (VULNERABLE if self._pairs else ())
            }
            found.append(
                GroupResult(
                    design.label(stratum), float(design.shares[stratum]), alone.deals, makes, imps_
                )
            )
        return tuple(found)


def tricks_of(
    alternatives: Sequence[Alternative],
    masks: NDArray[np.uint64],
    solver: Solver,
    stop: StopFlag | None,
) -> list[NDArray[np.int64]]:
    """Return the tricks of each contract on deals, int64[n] each, 0 for a deal passed out.

    A strain of a declarer is solved once, however many contracts it has.
    """
    known: dict[tuple[Seat, int], NDArray[np.int64]] = {}
    found: list[NDArray[np.int64]] = []
    for each in alternatives:
        key = each.declarer, int(each.strain)
        if each.contract is None:
            found.append(np.zeros(len(masks), dtype=np.int64))
            continue
        if key not in known:
            ask = Tricks(masks, each.declarer, each.strain)
            known[key] = solver.solve(ask, stop=stop).astype(np.int64)
        found.append(known[key])
    return found


def comparing_contracts(
    where: Condition | str | None,
    contracts: str | Sequence[str],
    *,
    side: str = "ns",
    predeal: Predeal | None = None,
    by: Quantity | str | None = None,
    make_only: bool = False,
    table: bool = False,
    deals: int | None = None,
    within: float | str | None = None,
    seconds: float | None = None,
    seed: Seed | Stream | None = None,
    resources: Resources | None = None,
    solver: Solver | None = None,
    library: SolvedLibrary | None = None,
) -> Sampling[ComparedContracts]:
    """Return a job that compares contracts; see ``contracts``.

    With a ``library`` of solved deals its deals are taken, and the solver is asked what it does not
    know.
    """
    if side not in SIDES:
        raise ArgumentError(f"a side is ns or ew, not '{side}'")
    if table and make_only:
        raise ArgumentError("results move to the table by tricks, which make_only does not solve")
    text = contracts if isinstance(contracts, str) else " ".join(contracts)
    question = question_of(where, predeal)
    used_solver = asked_solver(solver)
    known = None
    if library is not None:
        used_solver = LibrarySolver(used_solver)
        known = Library(library, used_solver)
    study = _Contracts(
        alternatives_of(text, usual_declarer(side)), side, question.text, used_solver,
        make_only=make_only, by=None if by is None else as_quantity(by), table=table,
    )  # fmt: skip
    used = Resources() if resources is None else resources
    return Sampling(
        question, study, used, Stream.of(seed), deals=deals, within=within, seconds=seconds,
        library=known,
    )  # fmt: skip


def contracts(
    where: Condition | str | None, contracts: str | Sequence[str], **options: Any
) -> ComparedContracts:
    """Compare contracts on common deals of a condition.

    >>> found = contracts("hcp(north) + hcp(south) >= 26 && spades(north) + spades(south) >= 8",
    ...                   "3NT 4S", deals=40, seed=1)
    >>> found.contracts[1].contract, found.deals
    ('4S-S', 40)
    """
    return comparing_contracts(where, contracts, **options).result()


def _break_even_text(pair: PairResult) -> str:
    none, both = pair.break_even["none"], pair.break_even["all"]
    if none is None or both is None:
        return ""
    lower = pair.other if pair.higher == pair.first else pair.first
    return (
        f"{pair.higher} pays against {lower} if it makes {100 * none:.0f}% of the time, "
        f"vulnerable {100 * both:.0f}%"
    )
