"""Strategies compared on common deals; deals where all choose the same are not solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.analysis.choosers import Choosers
from dealwright.analysis.rules import (
    ContractRule,
    LeadRule,
    Strategies,
    named_strategies,
    parse_strategies,
)
from dealwright.analysis.sampling import Sampling
from dealwright.analysis.texts import IMPS
from dealwright.analysis.tricks import TricksShare, tricks_svg, tricks_tables
from dealwright.answers import Estimate
from dealwright.answers.estimate_texts import margin
from dealwright.answers.estimates import proportion
from dealwright.answers.report import Column, Report, Reported, Table
from dealwright.ask.condition import Condition, as_condition, parse, question_of
from dealwright.ask.counting import BUDGET, Counting, budget_of, conditional
from dealwright.ask.resources import resources_of
from dealwright.base.call_options import options_of
from dealwright.base.errors import ArgumentError, ConditionError
from dealwright.cards import Seat, cards_from_mask
from dealwright.cards.bridge.alternatives import SIDES, VULNERABLE, Alternative, imps_of
from dealwright.deals import Deals, predeal_masks
from dealwright.deals.columns import DealColumn
from dealwright.double_dummy.asks import Leads, Tricks
from dealwright.double_dummy.current_solver import current_solver
from dealwright.double_dummy.solver import batch_factor
from dealwright.numbering.stream import Stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.analysis.design import Design
    from dealwright.analysis.moments import Means, Moments
    from dealwright.ask.resources import Resources
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.conditions.nodes import Node
    from dealwright.deals.predeal import Predeal
    from dealwright.deals.workspace import Workspace
    from dealwright.double_dummy.solver import Solver
    from dealwright.numbering.stream import Seed

__all__ = [
    "ChosenContract",
    "ComparedStrategies",
    "StrategyPair",
    "choices_of",
    "comparing_strategies",
    "strategies",
]

_FUNCTION_NS = 25_000.0  # for a function of a deal in Python, as rough as costs are
_FUNCTION_SECONDS = 0.5  # default seconds of work for the share, if such functions choose


@dataclass(frozen=True)
class StrategyPair:
    """One strategy against another, on the deals where the strategies do not all choose the same.

    IMPs by vulnerability and matchpoints (0 to 1) are means over these deals; ``differ`` is the
    share of them in which these two choose differently.
    """

    first: str
    other: str
    imps: Mapping[str, Estimate]
    matchpoints: Estimate
    differ: Estimate


@dataclass(frozen=True)
class ChosenContract:
    """A contract of a strategy: on which share of the deals it is chosen, and how often it makes.

    The deals are those where the strategies do not all choose the same. ``makes`` and ``by_tricks``
    are shares of the deals on which it is chosen; "pass" has neither. A strategy of leads chooses a
    card instead; its one contract is that which it leads against.
    """

    contract: str
    chosen: Estimate
    makes: Estimate | None
    by_tricks: tuple[TricksShare, ...]


class _Strategy(NamedTuple):
    """A strategy's mean scores, by vulnerability, and what it chooses."""

    name: str
    scores: Mapping[str, Estimate]
    contracts: tuple[ChosenContract, ...] = ()


@dataclass(frozen=True)
class ComparedStrategies(Reported):
    """Strategies compared on the same deals.

    ``share`` is the share of the condition's deals in which not all choose the same; multiply a
    pair's IMPs by it for the IMPs per deal of the condition. ``contracts`` has what each strategy
    chooses on those where they part.
    """

    table_rows = "_strategies"

    condition: str
    names: tuple[str, ...]
    share: Estimate
    scores: tuple[Mapping[str, Estimate], ...]
    pairs: tuple[StrategyPair, ...]
    deals: int
    seed: str
    contracts: tuple[tuple[ChosenContract, ...], ...] = ()

    json_keys = ("condition", "_strategies", "share", "pairs", "deals", "seed")

    @property
    def _strategies(self) -> tuple[_Strategy, ...]:
        """Each strategy's scores and contracts."""
        contracts = self.contracts or ((),) * len(self.names)
        rows = zip(self.names, self.scores, contracts, strict=True)
        return tuple(_Strategy(*row) for row in rows)

    @classmethod
    def of_record(cls, *, strategies: tuple[_Strategy, ...], **fields: Any) -> ComparedStrategies:
        """Return the comparison of its document."""
        names = tuple(strategy.name for strategy in strategies)
        scores = tuple(strategy.scores for strategy in strategies)
        contracts = tuple(strategy.contracts for strategy in strategies)
        return cls(names=names, scores=scores, contracts=contracts, **fields)

    def report(self, *, symbols: bool = True) -> Report:
        """Return tables of the strategies, of what they choose, and of pairs."""
        columns = [
            Column.words("strategy", 20), Column.number("score", 8, "+.0f"),
            Column.number("vulnerable", 12, "+.0f"),
        ]  # fmt: skip
        scores = zip(self.names, self.scores, strict=True)
        strategies = Table(columns, [(name, each["none"], each["all"]) for name, each in scores])
        columns = [
            Column.words("against each other", 28), Column.percent("differ", 8, 0),
            *IMPS, Column.percent("matchpoints", 13, interval="range"),
            Column.number("IMPs a deal", 13, "+.3f"),
        ]  # fmt: skip
        pairs = [
            (f"{pair.first} v {pair.other}", float(pair.differ), pair.imps["none"],
             pair.imps["all"], pair.matchpoints, self._imps_a_deal(pair))
            for pair in self.pairs
        ]  # fmt: skip
        return Report(
            f"{self._share_text()}:", strategies, *self._contract_tables(), "",
            Table(columns, pairs), "", self._foot(),
        )  # fmt: skip

    def _contract_tables(self) -> Iterator[str | Table]:
        if not self._rows:
            return
        columns = [
            Column.words("strategy", 20), Column.words("contract", 10),
            Column.percent("chosen", 8, bar=True),
            Column.percent("makes", 8, interval="range", bar=True),
        ]  # fmt: skip
        rows = [(name, item.contract, float(item.chosen), item.makes) for name, item in self._rows]
        yield from ("", Table(columns, rows), *tricks_tables(self._tricks_rows))

    def _share_text(self) -> str:
        exact = "exactly" if self.share.exact else "about"
        return f"strategies differ in {exact} {100 * float(self.share):.3g}% of the deals; of these"

    def _imps_a_deal(self, pair: StrategyPair) -> float:
        return float(self.share) * float(pair.imps["none"])

    def _foot(self) -> str:
        return (
            f"{self.deals:,} deals solved, all of them deals where strategies differ; double "
            "dummy; "
            f"seed {self.seed}"
        )

    @property
    def _rows(self) -> list[tuple[str, ChosenContract]]:
        """Each strategy with each contract that it chooses."""
        return [
            (name, contract)
            for name, contracts in zip(self.names, self.contracts, strict=False)
            for contract in contracts
        ]

    @property
    def _tricks_rows(self) -> list[tuple[str, tuple[TricksShare, ...]]]:
        return [
            (f"{name}, {contract.contract}", contract.by_tricks)
            for name, contract in self._rows
            if contract.by_tricks
        ]

    def svg(self) -> str:
        """Return an SVG picture: on how many deals each choice takes how many tricks.

        :raises ArgumentError: if no strategy chooses a contract
        """
        return tricks_svg("tricks, % of the deals on which it is chosen", self._tricks_rows)


class _Strategies:
    """The study of strategies: the outcomes of each deal; see ``sampling.Study``."""

    strata: Node | None = None
    covariates: tuple[Node, ...] = ()

    def __init__(self, given: Strategies, condition: str, solver: Solver) -> None:
        self.given, self.condition, self._solver = given, condition, solver
        self.share = Estimate.certain(1)
        self.chunk = 32 * batch_factor(solver)
        k = len(given.strategies)
        self._taken = [Counter[tuple[int, int]]() for _ in given.strategies]  # by contract, tricks
        self._pairs = tuple(combinations(range(k), 2))
        self._names = [("score", index, v) for index in range(k) for v in VULNERABLE]
        for index in range(len(self._pairs)):
            self._names += [("imps", index, v) for v in VULNERABLE]
            self._names += [("points", index, ""), ("differ", index, "")]
        self.width = len(self._names)
        self.targets = {
            "imps": tuple(i for i, (what, _, _) in enumerate(self._names) if what == "imps")
        }

    def outcomes(
        self, masks: NDArray[np.uint64], stop: StopFlag | None = None
    ) -> NDArray[np.int64]:
        """Return the outcomes of deals, int64[n, width]."""
        results = self._results(masks, stop)
        for taken, contracts, tricks in zip(
            self._taken, results["contract"], results["tricks"], strict=True
        ):
            taken.update(zip(contracts.tolist(), tricks.tolist(), strict=True))
        columns = np.empty((len(masks), self.width), dtype=np.int64)
        for column, (what, index, name) in enumerate(self._names):
            if what == "score":
                columns[:, column] = results[name][index]
                continue
            first, other = self._pairs[index]
            first_values, other_values = (
                results[name or "none"][first],
                results[name or "none"][other],
            )
            if what == "imps":
                columns[:, column] = imps_of(first_values - other_values)
            elif what == "points":
                columns[:, column] = np.sign(first_values - other_values) + 1
            else:
                columns[:, column] = results["choice"][first] != results["choice"][other]
        return columns

    def _results(
        self, masks: NDArray[np.uint64], stop: StopFlag | None
    ) -> dict[str, NDArray[np.int64]]:
        """Return each strategy's choice, contract, tricks and scores, int64[strategies, n]."""
        chosen = choices_of(self.given, masks)
        if self.given.against is not None and chosen.min() < 0:
            silent = self.given.strategies[int(np.argmin(chosen.min(axis=1)))]
            raise ConditionError(
                f"no line of the strategy {silent.name} names a card of some hands",
                hint="End it with a line that always applies: fourth longest",
            )
        results = {
            "choice": chosen,
            "contract": chosen,
            "tricks": np.zeros_like(chosen),
            **{v: np.zeros_like(chosen) for v in VULNERABLE},
        }
        if self.given.against is not None:
            played = self.given.against
            ask = Leads(masks, played.declarer, played.strain)
            leads = self._solver.solve(ask, stop=stop)
            tricks = 13 - leads[np.arange(len(masks), dtype=np.int64), chosen].astype(np.int64)
            results["tricks"] = tricks
            results["contract"] = np.full_like(chosen, played.code)
            side = 1 - played.declarer % 2
            for name, vulnerable in VULNERABLE.items():
                results[name] = played.scores(side, vulnerable=vulnerable)[tricks]
            return results
        side = SIDES[self.given.side]
        solved: dict[tuple[Seat, int], NDArray[np.int64]] = {}
        for code in np.unique(chosen).tolist():
            chosen_here = chosen == code
            deals_wanted = np.flatnonzero(chosen_here.any(axis=0))
            contract = Alternative.of_code(code)
            if contract.contract is None:
                continue
            key = contract.declarer, int(contract.strain)
            tricks = solved.setdefault(key, np.full(len(masks), -1, dtype=np.int64))
            unsolved = deals_wanted[tricks[deals_wanted] < 0]
            if len(unsolved):
                open_ = Tricks(masks[unsolved], contract.declarer, contract.strain)
                tricks[unsolved] = self._solver.solve(open_, stop=stop)
            results["tricks"] = np.where(chosen_here, tricks, results["tricks"])
            for name, vulnerable in VULNERABLE.items():
                scores = contract.scores(side, vulnerable=vulnerable)[tricks.clip(0)]
                results[name] = np.where(chosen_here, scores, results[name])
        return results

    def weights(self, outcome: int) -> NDArray[np.float64]:
        """Return the weights that give one outcome in its unit, float64[width]."""
        weights = np.zeros(self.width, dtype=np.float64)
        weights[outcome] = 0.5 if self._names[outcome][0] == "points" else 1.0
        return weights

    def headline(self, answer: ComparedStrategies) -> str:
        """Return the IMPs of the first pair."""
        pair = answer.pairs[0]
        none = pair.imps["none"]
        return f"{pair.first} v {pair.other} {none:+.2f}{margin(none)} IMPs"

    def of_values(self, answer: ComparedStrategies, unit: str) -> list[Estimate]:
        """Return nothing: no value counts for itself."""
        return []

    def answer(self, means: Means, moments: Moments, design: Design) -> ComparedStrategies:
        """Return the comparison on the deals so far."""
        columns = {name: index for index, name in enumerate(self._names)}

        def mean(what: str, index: int, name: str = "") -> Estimate:
            return means.mean(self.weights(columns[what, index, name]))

        names = tuple(strategy.name for strategy in self.given.strategies)
        scores = tuple(
            {v: mean("score", index, v) for v in VULNERABLE} for index in range(len(names))
        )
        pairs = list[StrategyPair]()
        for index, (first, other) in enumerate(self._pairs):
            differ = columns["differ", index, ""]
            pairs.append(
                StrategyPair(
                    names[first],
                    names[other],
                    {v: mean("imps", index, v) for v in VULNERABLE},
                    means.mean(self.weights(columns["points", index, ""]), (0.0, 1.0)),
                    means.share(self.weights(differ), int(moments.sums[:, differ].sum())),
                )
            )
        contracts = tuple(self._chosen(means, taken) for taken in self._taken)
        return ComparedStrategies(
            self.condition, names, self.share, scores, tuple(pairs), means.deals, means.seed,
            contracts,
        )  # fmt: skip

    def _chosen(self, means: Means, taken: Counter[tuple[int, int]]) -> tuple[ChosenContract, ...]:
        """Return the contracts of a strategy, the most frequent first, with their tricks."""

        def share(part: int, whole: int) -> Estimate:
            return proportion(
                part, whole, confidence=means.confidence, method="sample", seed=means.seed
            )

        chosen = Counter[int]()
        for (code, _), number in taken.items():
            chosen[code] += number
        contracts = list[ChosenContract]()
        for code, number in sorted(chosen.items(), key=lambda item: (-item[1], item[0])):
            alternative = Alternative.of_code(code)
            makes, by_tricks = None, list[TricksShare]()
            if alternative.contract is not None:
                needed = alternative.needed
                made = sum(taken[code, tricks] for tricks in range(needed, 14))
                makes = share(made, number)
                by_tricks = [
                    TricksShare(tricks, share(part, number), self._scores(alternative, tricks))
                    for tricks in range(14)
                    if (part := taken[code, tricks])
                ]
            contracts.append(
                ChosenContract(
                    str(alternative), share(number, means.deals), makes, tuple(by_tricks)
                )
            )
        return tuple(contracts)

    def _scores(self, alternative: Alternative, tricks: int) -> dict[str, int]:
        """Return the scores of the side that chooses, by vulnerability."""
        defends = self.given.against is not None
        side = 1 - alternative.declarer % 2 if defends else SIDES[self.given.side]
        return alternative.scores_of(side, tricks)


def choices_of(given: Strategies, masks: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the choices of each strategy, int64[strategies, n].

    Contracts are numbered by ``Alternative.code``; leads are the index of the card, -1 where no
    line names one.

    :raises ConditionError: if a function fails, or returns no contract
    """
    choices = np.empty((len(given.strategies), len(masks)), dtype=np.int64)
    deals = list(Deals.trusted(masks)) if given.in_python else []
    for row, strategy in zip(choices, given.strategies, strict=True):
        if strategy.function is not None:
            row[:] = [strategy.function(deal).code for deal in deals]
            continue
        rules = given.choices(masks, strategy)
        if given.against is None:
            by_rule = [_contract(rule).code for rule in strategy.rules]
            row[:] = np.array([*by_rule, _PASS.code])[rules]
            continue
        hands = masks[:, given.against.declarer.left]
        for number, rule in enumerate(strategy.rules):
            assert isinstance(rule.choice, LeadRule)
            row[rules == number] = rule.choice.cards(hands[rules == number])
        row[rules < 0] = -1
    return choices


_PASS = Alternative(None, Seat.NORTH)


def _contract(rule: ContractRule) -> Alternative:
    assert isinstance(rule.choice, Alternative)
    return _PASS if rule.choice.contract is None else rule.choice


class _Differ(DealColumn):
    """Whether not all strategies choose the same."""

    def __init__(self, given: Strategies) -> None:
        self._given = given
        functions = sum(strategy.function is not None for strategy in given.strategies)
        if functions:
            self.cost, self.chunk = _FUNCTION_NS * functions, 1024
        else:
            self.cost = 50.0

    @property
    def name(self) -> str:
        """A name in angle brackets; conditions with it cannot be read back."""
        return "<strategies differ>"

    def values(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return in which deals they differ, bool[n]."""
        chosen = choices_of(self._given, masks)
        return np.asarray((chosen != chosen[0]).any(axis=0))


def _part(given: Strategies) -> Condition:
    """Return the condition that not all strategies choose the same.

    If rules choose contracts, it is written in the language, so that it can be counted exactly.
    """
    if given.against is not None or given.in_python:
        return as_condition(_Differ(given))
    rules = (rule for strategy in given.strategies for rule in strategy.rules)
    contracts = list(dict.fromkeys([*map(_contract, rules), _PASS]))
    never = parse("0")
    chosen_by_strategy = list[dict[Alternative, Condition]]()
    for strategy in given.strategies:
        open_deals, chosen = parse("1"), dict[Alternative, Condition]()
        for rule in strategy.rules:
            applies = open_deals if rule.condition is None else open_deals & rule.condition
            contract = _contract(rule)
            chosen[contract] = chosen[contract] | applies if contract in chosen else applies
            open_deals = never if rule.condition is None else open_deals & ~rule.condition
        chosen[_PASS] = chosen[_PASS] | open_deals if _PASS in chosen else open_deals
        chosen_by_strategy.append(chosen)
    same = never
    for contract in contracts:
        if all(contract in chosen for chosen in chosen_by_strategy):
            all_choose = chosen_by_strategy[0][contract]
            for chosen in chosen_by_strategy[1:]:
                all_choose = all_choose & chosen[contract]
            same = same | all_choose
    return ~same


def comparing_strategies(
    given: str | Choosers,
    *,
    file: str = "strategies",
    where: Condition | str | None = None,
    side: str | None = None,
    predeal: Predeal | None = None,
    deals: int | None = None,
    within: float | str | None = None,
    seconds: float | None = None,
    seed: Seed | Stream | None = None,
    workspace: Workspace | None = None,
    resources: Resources | None = None,
    solver: Solver | None = None,
) -> Sampling[ComparedStrategies]:
    """Return a job that compares the strategies of a text or a mapping; see ``strategies``.

    >>> job = comparing_strategies({"game": "4S-S", "slam": "6S-S"}, deals=20, seed=1)
    >>> job.result().names
    ('game', 'slam')

    :raises ConditionError: if a rule cannot be read
    :raises ArgumentError: if a function is none of a Deal or of hands, or a side is unknown
    """
    if not isinstance(given, str | Mapping):
        raise ArgumentError(
            'strategies are a text or a mapping, such as {"game": "4S-S", "slam": "6S-S"}, not '
            f"{given!r}"
        )
    if isinstance(given, str):
        if side is not None or predeal is not None:
            raise ArgumentError(
                "the text of strategies names the side (for) and the predealt "
                "cards; leave out side and predeal"
            )
        comparison = parse_strategies(given, file, workspace)
    else:
        fixed_cards = predeal_masks(predeal)
        comparison = named_strategies(given, "ns" if side is None else side, fixed_cards, workspace)
    if where is not None:
        extra = as_condition(where, workspace)
        comparison.where = extra if comparison.where is None else comparison.where & extra
    part = _part(comparison)
    fixed = {seat: cards_from_mask(comparison.predeal[seat]) for seat in Seat}
    all_deals = question_of(comparison.where, fixed)
    question = question_of(part if comparison.where is None else comparison.where & part, fixed)
    seconds_of_share = budget_of(
        None, workspace=workspace, default=_FUNCTION_SECONDS if comparison.in_python else BUDGET
    )
    used_resources = resources_of(resources, workspace, seconds_of_share)
    stream = Stream.of(seed)
    study = _Strategies(comparison, all_deals.text, current_solver(solver, workspace))
    study.share = conditional(
        Counting(all_deals, used_resources, seed=stream.split("all")),
        Counting(question, used_resources, seed=stream.split("part")),
        part.tree,
    )
    if not study.share:
        raise ConditionError(
            f"the strategies choose the same in all {study.share.samples:,} deals examined, so "
            "there is nothing to compare"
        )
    return Sampling(
        question, study, used_resources, stream, deals=deals, within=within, seconds=seconds
    )


@options_of(comparing_strategies)
def strategies(given: str | Choosers, **options: Any) -> ComparedStrategies:
    r"""Compare strategies on common deals: those of a text, or a mapping of names.

    See ``rules.parse_strategies`` for the text. In a mapping each strategy is the text of its rules
    or a function that returns a contract: its parameters are hands (``north``, ``south`` ...), or
    one Deal. Options are ``where``, the ``side`` whose contracts they are (``ns``, the default, or
    ``ew``), ``predeal``, ``deals``, ``within``, ``seconds``, ``seed``, ``workspace`` and
    ``solver``; with a text, ``side`` and ``predeal`` stand in it. Functions are called for every
    deal that is examined, so the share of deals in which they differ is an estimate.

    >>> text = ("where hcp(north) in 15..17 && balanced(north) && hcp(south) in 8..9\n"
    ...         "strategy blast\n 3NT-N\nstrategy stop\n 2NT-N")
    >>> comparison = strategies(text, deals=40, seed=1)
    >>> comparison.names, float(comparison.share)
    (('blast', 'stop'), 1.0)
    >>> def invite(south):
    ...     return "3NT-N" if south.hcp >= 9 else "2NT-N"
    >>> where = "hcp(north) in 15..17 && balanced(north) && hcp(south) in 8..9"
    >>> comparison = strategies({"blast": "3NT-N", "invite": invite}, where=where, deals=16, seed=1)
    >>> 0.4 < float(comparison.share) < 0.7, float(comparison.pairs[0].differ)
    (True, 1.0)
    """
    return comparing_strategies(given, **options).result()
