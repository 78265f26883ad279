"""Opening leads compared on common deals: tricks, the chance to beat the contract, IMPs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.analysis.sampling import Sampling
from dealwright.analysis.texts import foot, percent_between
from dealwright.analysis.tricks import TricksShare
from dealwright.answers import Estimate
from dealwright.answers.report import Column, Report, Reported, Table
from dealwright.ask.condition import question_of
from dealwright.ask.resources import resources_of
from dealwright.base.call_options import options_of
from dealwright.base.errors import ArgumentError, PredealError, naming
from dealwright.cards import Card, Seat, cards_from_mask
from dealwright.cards.bridge.alternatives import VULNERABLE, Alternative, imp_table, match_table
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.deals import predeal_masks
from dealwright.deals.hand import hand_text
from dealwright.double_dummy.asks import Leads
from dealwright.double_dummy.current_solver import current_solver
from dealwright.double_dummy.solver import batch_factor
from dealwright.numbering.stream import Stream

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.analysis.design import Design
    from dealwright.analysis.moments import Means, Moments
    from dealwright.answers.records import OneOf
    from dealwright.ask.condition import Condition
    from dealwright.ask.resources import Resources
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.conditions.nodes import Node
    from dealwright.deals.predeal import Predeal
    from dealwright.deals.workspace import Workspace
    from dealwright.double_dummy.solver import Solver
    from dealwright.numbering.stream import Seed

__all__ = ["SORTED_BY", "ComparedLeads", "LeadResult", "comparing_leads", "lead"]

SORTED_BY = ("imps", "beats", "tricks", "matchpoints")
_TAKEN = [f"{tricks} taken" for tricks in range(14)]  # shares of the defenders' tricks
_ONE, _TWO = 100, 10_000  # units of outcomes: chances of one lead's tricks, and of two


@dataclass(frozen=True)
class LeadResult:
    """A lead: ``cards`` that are equivalent, and the results of leading one of them.

    ``imps`` and ``matchpoints`` (0 to 1), by declarer's vulnerability, are against tables that lead
    a random card of the field. ``behind`` is how much the lead loses to the best one, in the figure
    that sorts the leads, on the same deals; its interval shows whether they differ. ``by_tricks``
    has the share of the deals for each number of the defenders' tricks that occurs, and their score
    there. With ``beat_only``, ``tricks`` is None, and ``imps``, ``matchpoints`` and ``by_tricks``
    are empty.
    """

    cards: tuple[str, ...]
    beats: Estimate
    tricks: Estimate | None
    imps: Mapping[str, Estimate]
    matchpoints: Mapping[str, Estimate]
    behind: Estimate
    by_tricks: tuple[TricksShare, ...] = ()

    json_keys = (
        "cards", "beats", "tricks", "imps", "matchpoints", "behind", "told_apart", "by_tricks",
    )  # fmt: skip

    @property
    def told_apart(self) -> bool:
        """Whether the interval of the loss to the best lead is above 0."""
        return float(self.behind.low) > 0


@dataclass(frozen=True)
class ComparedLeads(Reported):
    """Leads of a hand against a contract, the best first; see ``LeadResult``.

    ``field`` has the cards that the other tables lead, each as often; it is empty if they lead each
    of the thirteen. ``gain`` is None: the deals of leads are plain ones.
    """

    table_rows = "leads"

    hand: str
    contract: str
    condition: str
    leads: tuple[LeadResult, ...]
    sorted_by: Annotated[str, OneOf(("imps", "beats", "tricks", "matchpoints"))]
    vulnerable: Annotated[str, OneOf(("none", "all"))]
    deals: int
    seed: str
    gain: float | None
    table: bool
    field: tuple[str, ...] = ()

    def report(self, *, symbols: bool = True) -> Report:
        """Return the leads as a table, the best first."""
        field = f"; the other tables lead {' '.join(self.field)}" if self.field else ""
        full = any(result.tricks is not None for result in self.leads)
        unit = {"imps": "IMPs", "beats": "points", "tricks": "tricks", "matchpoints": "points"}
        columns = [Column.words("lead", 16), Column.percent("beats", 7, interval="range", bar=True)]
        if full:
            columns += [
                Column.number("tricks", 8, ".2f", interval="margin", beside=7),
                Column.number("IMPs", 7, "+.2f"), Column.number("vulnerable", 12, "+.2f"),
                Column.percent("matchpoints", 13),
            ]  # fmt: skip
        scale, spec = (100, ".1f") if self.sorted_by in ("beats", "matchpoints") else (1, ".2f")
        behind = f"behind ({unit[self.sorted_by]})"
        columns.append(
            Column.number(behind, 20, ".2f", scale=scale, interval="joined", margin=spec)
        )
        close = [_cards_text(result.cards) for result in self.leads[1:] if not result.told_apart]
        best = _cards_text(self.leads[0].cards)
        told = [f"not told apart from {best} yet: {', '.join(close)}"] if close else []
        rows = (self._row(place, full=full) for place in range(len(self.leads)))
        return Report(
            f"{self.hand} leads against {self.contract}{field}", Table(columns, rows), "", *told,
            foot(self.deals, self.seed, self.gain, table=self.table),
        )  # fmt: skip

    def _row(self, place: int, *, full: bool) -> Iterator[Any]:
        """Yield the values of a lead."""
        result = self.leads[place]
        yield from (_cards_text(result.cards), result.beats)
        if full:
            yield from (result.tricks, result.imps["none"], result.imps["all"])
            yield float(result.matchpoints[self.vulnerable])
        yield result.behind if place else "best"


class _Leads:
    """The study of leads: the outcomes of each deal; see ``sampling.Study``."""

    strata: Node | None = None
    covariates: tuple[Node, ...] = ()

    def __init__(
        self, hand: int, played: Alternative, condition: str, solver: Solver, *,
        beat_only: bool, table: bool, sorted_by: str, vulnerable: str, field: Sequence[Card],
    ) -> None:  # fmt: skip
        self.played, self.hand, self.condition = played, hand, condition
        self.beat_only, self.table = beat_only, table
        self.sorted_by, self.vulnerable = sorted_by, vulnerable
        self._solver = solver
        self.classes = _equal_cards(hand)
        self.chunk = (128 if beat_only else 16) * batch_factor(solver)
        k = len(self.classes)
        self._names = ["beats"]
        if not beat_only:
            self._names += ["tricks", *_TAKEN]
            self._names += [f"{what} {v}" for what in ("imps", "matchpoints") for v in VULNERABLE]
        self.width = k * len(self._names)
        self.field = tuple(field)
        led = self.field or tuple(cards_from_mask(hand))
        self._field = np.array(
            [sum(map(led.count, cards)) for cards in self.classes], dtype=np.int64
        )
        shift = played.shift(table=table)  # by declarer's tricks
        self._made = {
            "beats": shift @ (np.arange(14, dtype=np.int64) < played.needed).astype(np.int64),
            "tricks": shift @ (13 - np.arange(14, dtype=np.int64)),
            **{
                name: shift @ (13 - np.arange(14, dtype=np.int64) == tricks).astype(np.int64)
                for tricks, name in enumerate(_TAKEN)
            },
        }
        self._against = dict[str, Any]()
        side = 1 - played.declarer % 2
        for name, vulnerable_ in VULNERABLE.items():
            scores = played.scores(side, vulnerable=vulnerable_)
            self._against[f"imps {name}"] = shift @ imp_table(scores, scores) @ shift.T
            self._against[f"matchpoints {name}"] = shift @ match_table(scores, scores) @ shift.T
        units = {"tricks": "tricks", "imps": f"imps {vulnerable}", "%": "beats"}
        chosen = {"beats": "%", "matchpoints": "imps"}.get(sorted_by, sorted_by)
        order = [chosen, *(unit for unit in units if unit != chosen)]
        self.targets = {
            unit: tuple(
                range(k * self._names.index(units[unit]), k * self._names.index(units[unit]) + k)
            )
            for unit in order
            if units[unit] in self._names
        }

    def outcomes(
        self, masks: NDArray[np.uint64], stop: StopFlag | None = None
    ) -> NDArray[np.int64]:
        """Return the outcomes of deals, int64[n, width]: name by name, all leads of each."""
        declarer, strain = self.played.declarer, self.played.strain
        firsts = [cards[0].index for cards in self.classes]
        if self.beat_only:
            goal = 14 - self.played.needed
            beating = self._solver.solve(Leads(masks, declarer, strain, goal), stop=stop)
            return beating[:, firsts].astype(np.int64)
        leads = self._solver.solve(Leads(masks, declarer, strain), stop=stop)
        declared = 13 - leads[:, firsts].astype(np.int64)
        k = len(self.classes)
        columns = np.empty((len(masks), self.width), dtype=np.int64)
        for number, name in enumerate(self._names):
            if name in self._made:
                rows = self._made[name][declared]
            else:
                by_other_lead = self._against[name][declared[:, :, None], declared[:, None, :]]
                rows = by_other_lead @ self._field
            columns[:, k * number : k * number + k] = rows
        return columns

    def weights(self, outcome: int) -> NDArray[np.float64]:
        """Return the weights that give one outcome in its unit, float64[width]."""
        weights = np.zeros(self.width, dtype=np.float64)
        name = self._names[outcome // len(self.classes)]
        if self.beat_only:
            weights[outcome] = 1.0
        elif name in self._made:
            weights[outcome] = 1 / _ONE
        else:
            doubled = 2 if name.startswith("matchpoints") else 1
            weights[outcome] = 1 / (_TWO * int(self._field.sum()) * doubled)
        return weights

    def headline(self, answer: ComparedLeads) -> str:
        """Return the best lead so far."""
        best = answer.leads[0]
        return f"{_cards_text(best.cards)} beats it {percent_between(best.beats)}"

    def of_values(self, answer: ComparedLeads, unit: str) -> list[Estimate]:
        """Return nothing: no value counts for itself."""
        return []

    def answer(self, means: Means, moments: Moments, design: Design) -> ComparedLeads:
        """Return the leads on the deals so far, the best first."""
        k = len(self.classes)

        def weights(name: str, index: int) -> NDArray[np.float64]:
            return self.weights(k * self._names.index(name) + index)

        by = "beats" if self.beat_only else self.sorted_by
        criterion = by if by in self._made else f"{by} {self.vulnerable}"
        values = [means.value(weights(criterion, index)) for index in range(k)]
        order = sorted(range(k), key=lambda index: -values[index])
        results = list[LeadResult]()
        for index in order:
            hits = int(moments.sums[:, index].sum()) // (1 if self.beat_only else _ONE)
            beats_weights = weights("beats", index)
            vulnerabilities = () if self.beat_only else tuple(VULNERABLE)
            results.append(
                LeadResult(
                    tuple(map(str, self.classes[index])),
                    means.mean(beats_weights, (0.0, 1.0))
                    if self.table
                    else means.share(beats_weights, hits),
                    None if self.beat_only else means.mean(weights("tricks", index)),
                    {v: means.mean(weights(f"imps {v}", index)) for v in vulnerabilities},
                    {
                        v: means.mean(weights(f"matchpoints {v}", index), (0.0, 1.0))
                        for v in vulnerabilities
                    },
                    means.mean(weights(criterion, order[0]) - weights(criterion, index)),
                    self._by_tricks(means, moments, index),
                )
            )
        leader = self.played.declarer.left
        return ComparedLeads(
            f"{leader.name.lower()} {hand_text(self.hand)}", str(self.played), self.condition,
            tuple(results), by, self.vulnerable, means.deals, means.seed,
            None, self.table, tuple(map(str, self.field)),
        )  # fmt: skip

    def _by_tricks(self, means: Means, moments: Moments, index: int) -> tuple[TricksShare, ...]:
        shares = list[TricksShare]()
        for tricks, name in enumerate(() if self.beat_only else _TAKEN):
            column = len(self.classes) * self._names.index(name) + index
            if hits := int(moments.sums[:, column].sum()):
                weights = self.weights(column)
                share = (
                    means.mean(weights, (0.0, 1.0))
                    if self.table
                    else means.share(weights, hits // _ONE)
                )
                side = 1 - self.played.declarer % 2
                shares.append(TricksShare(tricks, share, self.played.scores_of(side, 13 - tricks)))
        return tuple(shares)


def comparing_leads(
    hand: Predeal,
    contract: str,
    where: Condition | str | None = None,
    *,
    predeal: Predeal | None = None,
    beat_only: bool = False,
    sorted_by: str = "imps",
    vulnerable: str = "none",
    field: str | Sequence[Card | str] = (),
    table: bool = False,
    deals: int | None = None,
    within: float | str | None = None,
    seconds: float | None = None,
    seed: Seed | Stream | None = None,
    workspace: Workspace | None = None,
    resources: Resources | None = None,
    solver: Solver | None = None,
) -> Sampling[ComparedLeads]:
    """Return a job that compares leads; see ``lead``.

    ``field`` has the cards that the other tables lead, each as often, as ``"SQ SQ H4"``; without
    it they lead each of the hand's cards as often.
    """
    if sorted_by not in SORTED_BY:
        raise ArgumentError(f"'{sorted_by}' cannot sort leads; choose {', '.join(SORTED_BY)}")
    sides = Vulnerability.parse(vulnerable)
    if table and beat_only:
        raise ArgumentError(
            "table results need the number of tricks: leave out beat_only (--beat-only) or "
            "table (--table)"
        )
    masks = predeal_masks(hand)
    full_hands = [seat for seat in Seat if masks[seat].bit_count() == 13]
    if len(full_hands) != 1 or sum(map(bool, masks)) != 1:
        raise PredealError("give the leader's hand, a seat and 13 cards: west AQ542.KJ87.32.AK")
    played = Alternative.parse(contract, full_hands[0].right)
    if played.contract is None:
        raise ArgumentError("there is no lead against a deal that is passed out")
    if played.declarer.left is not full_hands[0]:
        raise ArgumentError(
            f"{played.declarer.left.name.lower()} leads against {played}, not "
            f"{full_hands[0].name.lower()}"
        )
    with naming("field"):
        led = _field_of(field, masks[full_hands[0]])
        if led and beat_only:
            raise ArgumentError(
                "a field is for IMPs and matchpoints: leave out beat_only (--beat-only) or "
                "field (--field)"
            )
    fixed = [mask | predealt for mask, predealt in zip(masks, predeal_masks(predeal), strict=True)]
    question = question_of(
        where, {seat: cards_from_mask(fixed[seat]) for seat in Seat}, workspace=workspace
    )
    study = _Leads(
        masks[full_hands[0]], played, question.text, current_solver(solver, workspace),
        beat_only=beat_only, table=table, sorted_by=sorted_by,
        vulnerable="all" if sides.includes(played.declarer) else "none", field=led,
    )  # fmt: skip
    used_resources = resources_of(resources, workspace)
    return Sampling(
        question,
        study,
        used_resources,
        Stream.of(seed),
        deals=deals,
        within=within,
        seconds=seconds,
    )


@options_of(comparing_leads)
def lead(
    hand: Predeal, contract: str, where: Condition | str | None = None, **options: Any
) -> ComparedLeads:
    """Compare the opening leads of a hand against a contract, on common deals of a condition.

    >>> result = lead("west QJT95.K4.832.A74", "3NT-S", "hcp(south) in 15..17", deals=40, seed=1)
    >>> len(result.leads), result.leads[0].told_apart
    (9, False)
    """
    return comparing_leads(hand, contract, where, **options).result()


def _field_of(field: str | Sequence[Card | str], hand: int) -> list[Card]:
    """Read the cards that other tables lead; a card may be there several times."""
    words = field.replace(",", " ").split() if isinstance(field, str) else field
    cards = [Card(word) for word in words]
    for card in cards:
        if not hand >> card.index & 1:
            raise ArgumentError(f"the leader does not hold {card}, which the field leads")
    return cards


def _equal_cards(hand: int) -> list[tuple[Card, ...]]:
    """Return the cards of a hand, grouped in sequences of one suit."""
    groups = list[list[Card]]()
    for card in sorted(cards_from_mask(hand), key=lambda cards: -cards.index):
        previous = groups[-1][-1] if groups else None
        if previous is not None and previous.suit is card.suit and previous.index == card.index + 1:
            groups[-1].append(card)
        else:
            groups.append([card])
    return [tuple(cards) for cards in groups]


def _cards_text(cards: Sequence[str]) -> str:
    """Return cards of one suit, as ``SQJT``."""
    return cards[0][0] + "".join(card[1] for card in cards)
