"""Contracts compared on common deals: how often they make, scores, IMPs and matchpoints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.analysis.covariates import covariates_of
from dealwright.analysis.design import Design
from dealwright.analysis.moments import Means, Moments
from dealwright.analysis.sampling import SampledLibrary, Sampling
from dealwright.analysis.texts import IMPS, foot, percent, percent_between, percent_of_deals
from dealwright.analysis.tricks import TricksShare, tricks_svg, tricks_tables
from dealwright.answers import Estimate
from dealwright.answers.report import Column, Report, Reported, Table
from dealwright.ask.condition import as_quantity, question_of
from dealwright.ask.resources import resources_of
from dealwright.base.call_options import options_of
from dealwright.base.errors import ArgumentError
from dealwright.cards import Seat
from dealwright.cards.bridge.alternatives import (
    SIDES,
    VULNERABLE,
    Alternative,
    alternatives_of,
    checked_side,
    imp_table,
    imps_of,
    match_table,
    usual_declarer,
)
from dealwright.double_dummy.asks import Tables, Tricks
from dealwright.double_dummy.current_solver import current_solver
from dealwright.double_dummy.library import LibrarySolver, SolvedLibrary
from dealwright.double_dummy.par import par as par_of
from dealwright.double_dummy.solver import batch_factor
from dealwright.numbering.stream import Stream

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import OneOf
    from dealwright.ask.condition import Condition, Quantity
    from dealwright.ask.resources import Resources
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.deals.predeal import Predeal
    from dealwright.deals.workspace import Workspace
    from dealwright.double_dummy.solver import Solver
    from dealwright.numbering.stream import Seed

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

    Scores are those of the side that looks for a contract. ``by_tricks`` has the share of the deals
    for each number of tricks that occurs, ``against_par`` the IMPs a deal against the par score.
    With ``make_only``, ``tricks`` is None and the others are empty; without ``par``,
    ``against_par`` is.
    """

    contract: str
    makes: Estimate
    tricks: Estimate | None
    scores: Mapping[str, Estimate]
    by_tricks: tuple[TricksShare, ...] = ()
    against_par: Mapping[str, Estimate] = field(default_factory=dict)

    json_keys = (
        "contract", "makes", "tricks", "mean_score", "scores", "by_tricks", "against_par",
    )  # fmt: skip

    @property
    def mean_score(self) -> float | None:
        """The mean score where nobody is vulnerable, None without scores."""
        return float(self.scores["none"]) if self.scores else None


@dataclass(frozen=True)
class PairResult:
    """One contract against another on the same deals: IMPs and matchpoints (0 to 1) a deal.

    ``higher`` is the one that needs more tricks, "" if neither does. ``break_even`` is the chance
    of making from which it gains IMPs against the other, None if these deals cannot tell.
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

    ``imps`` are the means of the first contract against each other one, by vulnerability.
    """

    values: str
    share: float
    deals: int
    makes: tuple[Estimate, ...]
    imps: Mapping[str, tuple[Estimate, ...]]


@dataclass(frozen=True)
class ComparedContracts(Reported):
    """Contracts compared on the same deals.

    ``gain`` is the variance divided by that of as many random deals. ``table`` says whether results
    are converted from double dummy to the table.
    """

    table_rows = "contracts"

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

    def report(self, *, symbols: bool = True) -> Report:
        """Return tables of the contracts, of tricks, against par, of pairs and of groups."""
        parts: list[str | Table] = [self._table(), *tricks_tables(self._tricks_rows)]
        if any(contract.against_par for contract in self.contracts):
            columns = [Column.words("against par", 22), *IMPS]
            rows = [
                (contract.contract, contract.against_par["none"], contract.against_par["all"])
                for contract in self.contracts
            ]
            parts += ["", Table(columns, rows)]
        if self.pairs:
            columns = [
                Column.words("against each other", 22), *IMPS,
                Column.percent("matchpoints", 13, interval="range"),
            ]  # fmt: skip
            pairs = [
                (f"{pair.first} v {pair.other}", pair.imps["none"], pair.imps["all"],
                 pair.matchpoints["none"])
                for pair in self.pairs
            ]  # fmt: skip
            break_evens = [_break_even_text(pair) for pair in self.pairs]
            parts += ["", Table(columns, pairs), *(line for line in break_evens if line)]
        if self.groups:
            parts += ["", self._groups_table()]
        last = foot(self.deals, self.seed, self.gain, table=self.table)
        return Report(*parts, "", last, caption="contracts, double dummy")

    def _table(self) -> Table:
        columns = [
            Column.words("contract", 10), Column.percent("makes", 8, interval="range", bar=True)
        ]  # fmt: skip
        rows: list[tuple[Any, ...]] = [(item.contract, item.makes) for item in self.contracts]
        if any(contract.scores for contract in self.contracts):
            columns += [
                Column.number("tricks", 8, ".2f"), Column.number("score", 9, "+.0f"),
                Column.number("vulnerable", 12, "+.0f"),
            ]  # fmt: skip
            rows = [
                (*row, item.tricks, item.scores["none"], item.scores["all"])
                for row, item in zip(rows, self.contracts, strict=True)
            ]
        return Table(columns, rows)

    def _groups_table(self) -> Table:
        columns = [
            Column.words(self.by, 20), Column.number("share", 8), Column.number("deals", 8, ","),
            *(Column.percent(each.contract, 10, interval="range") for each in self.contracts),
        ]  # fmt: skip
        return Table(
            columns,
            [
                (group.values, percent_of_deals(group.share), group.deals, *group.makes)
                for group in self.groups
            ],
        )

    def svg(self) -> str:
        """Return an SVG picture: on how many of the deals each contract takes how many tricks.

        :raises ArgumentError: if the tricks are not known, because of ``make_only``
        """
        makes = {item.contract: percent(item.makes) for item in self.contracts}
        rows = [(f"{name}, makes {makes[name]}", shares) for name, shares in self._tricks_rows]
        return tricks_svg("tricks, % of the deals", rows)

    @property
    def _tricks_rows(self) -> list[tuple[str, tuple[TricksShare, ...]]]:
        return [(item.contract, item.by_tricks) for item in self.contracts if item.by_tricks]


class _Contracts:
    """The study of contracts: the outcomes of each deal; see ``sampling.Study``."""

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
        par: bool,
    ) -> None:
        self.alternatives, self.side, self.condition = tuple(alternatives), side, condition
        self.make_only, self.by, self.table, self.par = make_only, by, table, par
        self._solver = solver
        self.strata = None if by is None else by.tree
        self.covariates = () if by is not None else covariates_of(self.alternatives)
        self.chunk = (256 if make_only else 32) * batch_factor(solver)
        self._pairs = () if make_only else tuple(combinations(range(len(self.alternatives)), 2))
        self._names: dict[Any, int] = {}  # the column of each outcome
        self._tables = [] if make_only else self._outcome_tables()
        k = len(self.alternatives)
        self._against_par = [(index, v) for index in range(k) for v in VULNERABLE] if par else []
        self.width = k if make_only else len(self._tables) + len(self._against_par)
        imps_columns = [self._at("imps", pair, name) for pair in self._pairs for name in VULNERABLE]
        makes = (
            tuple(range(k))
            if make_only
            else tuple(self._at("makes", (index,)) for index in range(k))
        )
        self.targets = {"imps": tuple(imps_columns), "%": makes} if imps_columns else {"%": makes}

    def _outcome_tables(self) -> list[tuple[tuple[int, ...], NDArray[np.int64], int]]:
        """Return each outcome: its contracts, its values by their tricks, and its unit."""
        side = SIDES[self.side]
        shifts = [alternative.shift(table=self.table) for alternative in self.alternatives]
        tables: list[tuple[tuple[int, ...], NDArray[np.int64], int]] = []
        names = list[tuple[Any, ...]]()

        def one(what: str, index: int, table: NDArray[np.int64], name: str = "") -> None:
            names.append((what, (index,), name))
            tables.append(((index,), shifts[index] @ table, _HUNDREDTHS))

        for index, alternative in enumerate(self.alternatives):
            one(
                "makes",
                index,
                (np.arange(14, dtype=np.int64) >= alternative.needed).astype(np.int64),
            )
            one("tricks", index, np.arange(14, dtype=np.int64))
            if alternative.contract is not None:
                for tricks in range(14):
                    one("taken", index, np.eye(14, dtype=np.int64)[tricks], str(tricks))
            for name, vulnerable in VULNERABLE.items():
                one("score", index, alternative.scores(side, vulnerable=vulnerable), name)
        for pair in self._pairs:
            first, other = (self.alternatives[index] for index in pair)
            for name, vulnerable in VULNERABLE.items():
                scores = [x.scores(side, vulnerable=vulnerable) for x in (first, other)]
                for what, table in (("imps", imp_table(*scores)), ("points", match_table(*scores))):
                    names.append((what, pair, name))
                    moved_table = shifts[pair[0]] @ table @ shifts[pair[1]].T
                    tables.append((pair, moved_table, _PAIRS))
            # for the break-even: IMPs where the higher contract makes
            order = (pair[1], pair[0]) if first.needed < other.needed else pair
            higher, lower = (self.alternatives[index] for index in order)
            making_shift = shifts[order[0]] * (np.arange(14, dtype=np.int64) >= higher.needed)
            for name, vulnerable in VULNERABLE.items():
                scores = [x.scores(side, vulnerable=vulnerable) for x in (higher, lower)]
                names.append(("imps made", order, name))
                tables.append(
                    (order, making_shift @ imp_table(*scores) @ shifts[order[1]].T, _PAIRS)
                )
        self._names = {name: index for index, name in enumerate(names)}
        return tables

    def _at(self, what: str, contracts: tuple[int, ...], name: str = "") -> int:
        return self._names[what, contracts, name]

    def outcomes(
        self, masks: NDArray[np.uint64], stop: StopFlag | None = None
    ) -> NDArray[np.int64]:
        """Return the outcomes of deals, int64[n, width]."""
        if self.make_only:
            return self._making(masks, stop)
        results = self._solver.solve(Tables(masks), stop=stop) if self.par else None
        tricks = tricks_of(self.alternatives, masks, self._solver, stop, results)
        table_ = np.empty((len(masks), self.width), dtype=np.int64)
        for column, (contracts, table, _) in enumerate(self._tables):
            table_[:, column] = table[tuple(tricks[index] for index in contracts)]
        if results is not None:
            table_[:, len(self._tables) :] = self._imps_against_par(results, tricks)
        return table_

    def _imps_against_par(
        self, results: NDArray[np.int8], tricks: Sequence[NDArray[np.int64]]
    ) -> NDArray[np.int64]:
        """Return hundredths of IMPs against par, int64[n, contracts by vulnerability]."""
        side = SIDES[self.side]
        sign = 1 if side == 0 else -1
        pars = {
            name: np.array([sign * par_of(deal, name).score for deal in results], dtype=np.int64)
            for name in VULNERABLE
        }
        columns = np.empty((len(results), len(self._against_par)), dtype=np.int64)
        for column, (index, name) in enumerate(self._against_par):
            alternative = self.alternatives[index]
            scores = alternative.scores(side, vulnerable=VULNERABLE[name])
            imps = imps_of(scores[None, :] - pars[name][:, None])
            chances = alternative.shift(table=self.table)[tricks[index]]
            columns[:, column] = (chances * imps).sum(axis=1)
        return columns

    def _making(self, masks: NDArray[np.uint64], stop: StopFlag | None) -> NDArray[np.int64]:
        """Return which contracts make, int64[n, contracts].

        In each strain, a higher contract is solved only on the deals where lower ones make.
        """
        truth = np.ones((len(masks), len(self.alternatives)), dtype=np.int64)
        order = sorted(range(len(truth[0])), key=lambda index: self.alternatives[index].needed)
        lower_makes: dict[tuple[Seat, int], NDArray[np.int64]] = {}
        for index in order:
            alternative = self.alternatives[index]
            if alternative.contract is None:
                continue
            key = alternative.declarer, int(alternative.strain)
            undecided = np.flatnonzero(lower_makes.get(key, np.ones(len(masks), dtype=np.int64)))
            truth[:, index] = 0
            ask = Tricks(
                masks[undecided], alternative.declarer, alternative.strain, alternative.needed
            )
            truth[undecided, index] = self._solver.solve(ask, stop=stop)
            lower_makes[key] = truth[:, index]
        return truth

    # ------------------------------------------------------------------------------- the answer

    def weights(self, outcome: int) -> NDArray[np.float64]:
        """Return the weights that give one outcome in its unit, float64[width]."""
        weights = np.zeros(self.width, dtype=np.float64)
        if self.make_only:
            weights[outcome] = 1.0
        elif outcome < len(self._tables):
            weights[outcome] = 1.0 / self._tables[outcome][2]
        else:
            weights[outcome] = 1.0 / _HUNDREDTHS
        return weights

    def headline(self, answer: ComparedContracts) -> str:
        """Return how often the first contract makes."""
        first = answer.contracts[0]
        return f"{first.contract} {percent_between(first.makes)}"

    def of_values(self, answer: ComparedContracts, unit: str) -> list[Estimate]:
        """Return how often contracts make, or their IMPs, for each value."""
        if unit == "%":
            return [estimate for group in answer.groups for estimate in group.makes]
        return [
            estimate for group in answer.groups for row in group.imps.values() for estimate in row
        ]

    def _makes(self, means: Means, moments: Moments, index: int) -> Estimate:
        if self.alternatives[index].contract is None:
            return Estimate.certain(1)
        column = index if self.make_only else self._at("makes", (index,))
        return self._share(means, moments, column)

    def _share(self, means: Means, moments: Moments, column: int) -> Estimate:
        """Return the mean of an outcome that is 0 or 1, or a chance at the table."""
        weights = self.weights(column)
        if self.table:
            return means.mean(weights, (0.0, 1.0))
        hits = int(moments.sums[:, column].sum())
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
        for index, alternative in enumerate(self.alternatives):
            tricks = None if self.make_only else mean("tricks", (index,))
            scores = {} if self.make_only else {v: mean("score", (index,), v) for v in VULNERABLE}
            results.append(
                ContractResult(
                    str(alternative), self._makes(means, moments, index), tricks, scores,
                    self._by_tricks(means, moments, index), self._par_imps(means, index),
                )
            )  # fmt: skip
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

    def _by_tricks(self, means: Means, moments: Moments, index: int) -> tuple[TricksShare, ...]:
        alternative = self.alternatives[index]
        if self.make_only or alternative.contract is None:
            return ()
        side = SIDES[self.side]
        shares = list[TricksShare]()
        for tricks in range(14):
            column = self._at("taken", (index,), str(tricks))
            if moments.sums[:, column].any():
                share = self._share(means, moments, column)
                shares.append(TricksShare(tricks, share, alternative.scores_of(side, tricks)))
        return tuple(shares)

    def _par_imps(self, means: Means, index: int) -> dict[str, Estimate]:
        return {
            name: means.mean(self.weights(len(self._tables) + column))
            for column, (contract, name) in enumerate(self._against_par)
            if contract == index
        }

    def _break_even(self, means: Means, pair: tuple[int, int], name: str) -> float | None:
        """Return the chance of making from which the higher contract gains IMPs.

        That is loss / (gain + loss), with the mean IMPs where it makes and where it fails.
        """
        needed = [self.alternatives[at].needed for at in pair]
        if needed[0] == needed[1]:
            return None
        order = (pair[1], pair[0]) if needed[0] < needed[1] else pair
        making_chance = means.value(self.weights(self._at("makes", (order[0],))))
        making_imps = means.value(self.weights(self._at("imps made", order, name)))
        mean_imps = means.value(self.weights(self._at("imps", pair, name)))
        failing_imps = (mean_imps if order == pair else -mean_imps) - making_imps
        if not 0 < making_chance < 1:
            return None
        gain, loss = making_imps / making_chance, -failing_imps / (1 - making_chance)
        return loss / (gain + loss) if gain > 0 and loss > 0 else None

    def _groups(self, means: Means, moments: Moments, design: Design) -> tuple[GroupResult, ...]:
        if self.by is None:
            return ()
        strata = np.flatnonzero(moments.number).tolist()
        makes = [
            self._makes_in_groups(means, moments, index) for index in range(len(self.alternatives))
        ]
        imps_ = {
            name: [
                means.of_strata(self.weights(self._at("imps", pair, name)))
                for pair in self._pairs
                if pair[0] == 0
            ]
            for name in (VULNERABLE if self._pairs else ())
        }
        return tuple(
            GroupResult(
                design.label(stratum),
                float(design.shares[stratum]),
                int(moments.number[stratum]),
                tuple(rows[row] for rows in makes),
                {name: tuple(rows[row] for rows in pairs) for name, pairs in imps_.items()},
            )
            for row, stratum in enumerate(strata)
        )

    def _makes_in_groups(self, means: Means, moments: Moments, index: int) -> list[Estimate]:
        """Return the chance to make a contract in each group that has deals."""
        strata = np.flatnonzero(moments.number)
        if self.alternatives[index].contract is None:
            return [Estimate.certain(1)] * len(strata)
        column = index if self.make_only else self._at("makes", (index,))
        if self.table:  # chances, not 0 and 1
            return [
                replace(row, low=max(0.0, float(row.low)), high=min(1.0, float(row.high)))
                for row in means.of_strata(self.weights(column))
            ]
        hits = moments.sums[strata, column] // (1 if self.make_only else _HUNDREDTHS)
        return [
            means.row_share(hit, deals)
            for hit, deals in zip(hits.tolist(), moments.number[strata].tolist(), strict=True)
        ]


def tricks_of(
    alternatives: Sequence[Alternative],
    masks: NDArray[np.uint64],
    solver: Solver,
    stop: StopFlag | None,
    results: NDArray[np.int8] | None = None,
) -> list[NDArray[np.int64]]:
    """Return the tricks of each contract on deals, int64[n] each, 0 for a deal passed out.

    Each pair of declarer and strain is solved once, unless ``results``, int8[n, 4, 5], has all.
    """
    solved: dict[tuple[Seat, int], NDArray[np.int64]] = {}
    tricks: list[NDArray[np.int64]] = []
    for alternative in alternatives:
        key = alternative.declarer, int(alternative.strain)
        if alternative.contract is None:
            tricks.append(np.zeros(len(masks), dtype=np.int64))
            continue
        if results is not None:
            solved[key] = results[:, alternative.declarer, alternative.strain].astype(np.int64)
        elif key not in solved:
            ask = Tricks(masks, alternative.declarer, alternative.strain)
            solved[key] = solver.solve(ask, stop=stop).astype(np.int64)
        tricks.append(solved[key])
    return tricks


def comparing_contracts(
    where: Condition | str | None,
    contracts: str | Sequence[str],
    *,
    side: str = "ns",
    predeal: Predeal | None = None,
    by: Quantity | str | None = None,
    make_only: bool = False,
    table: bool = False,
    par: bool = False,
    deals: int | None = None,
    within: float | str | None = None,
    seconds: float | None = None,
    seed: Seed | Stream | None = None,
    workspace: Workspace | None = None,
    resources: Resources | None = None,
    solver: Solver | None = None,
    library: SolvedLibrary | None = None,
) -> Sampling[ComparedContracts]:
    """Return a job that compares contracts; see ``contracts``.

    With a ``library`` of solved deals, its deals are used, and only unknown results are solved.
    With ``par``, each contract is also compared with the par score of each deal, for which every
    declarer's tricks in every strain are solved.
    """
    checked_side(side)
    if table and make_only:
        raise ArgumentError(
            "table results need the number of tricks: leave out make_only (--make-only) or "
            "table (--table)"
        )
    if par and make_only:
        raise ArgumentError(
            "par needs the number of tricks: leave out make_only (--make-only) or par (--par)"
        )
    question = question_of(where, predeal, workspace=workspace)
    used_solver = current_solver(solver, workspace)
    known_deals = None
    if library is not None:
        used_solver = LibrarySolver(used_solver)
        known_deals = SampledLibrary(library, used_solver)
    study = _Contracts(
        alternatives_of(contracts, usual_declarer(side)), side, question.text, used_solver,
        make_only=make_only, by=None if by is None else as_quantity(by, workspace), table=table,
        par=par,
    )  # fmt: skip
    used_resources = resources_of(resources, workspace)
    return Sampling(
        question, study, used_resources, Stream.of(seed), deals=deals, within=within,
        seconds=seconds,
        library=known_deals,
    )  # fmt: skip


@options_of(comparing_contracts)
def contracts(
    where: Condition | str | None, contracts: str | Sequence[str], **options: Any
) -> ComparedContracts:
    """Compare contracts on common deals of a condition.

    >>> result = contracts("hcp(north) + hcp(south) >= 26 && spades(north) + spades(south) >= 8",
    ...                    "3NT 4S", deals=40, seed=1)
    >>> result.contracts[1].contract, result.deals
    ('4S-S', 40)
    """
    return comparing_contracts(where, contracts, **options).result()


def _break_even_text(pair: PairResult) -> str:
    none, vulnerable = pair.break_even["none"], pair.break_even["all"]
    if none is None or vulnerable is None:
        return ""
    lower = pair.other if pair.higher == pair.first else pair.first
    return (
        f"{pair.higher} pays against {lower} if it makes {100 * none:.0f}% of the time, "
        f"vulnerable {100 * vulnerable:.0f}%"
    )
