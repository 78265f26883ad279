"""Requests about solved deals: leads, contracts, and how often a contract makes."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.base.errors import ArgumentError
from dealwright.requests.base import Limits, value_or
from dealwright.requests.deals import MEMORY, MOST_TIME, PREDEAL, SEED, DealsRequest, Threads
from dealwright.requests.fields import Argument, Option, all_conditions
from dealwright.requests.numbers import whole_number
from dealwright.requests.served import Served
from dealwright.requests.systems import (
    AuctionCalls,
    AuctionFirst,
    AuctionOpponents,
    AuctionParameters,
    AuctionSystem,
    condition_of_auction,
)

if TYPE_CHECKING:
    from dealwright.analysis.census import Making
    from dealwright.analysis.tabulation import Tabulation
    from dealwright.ask.condition import Condition
    from dealwright.ask.resources import Resources
    from dealwright.base.jobs import Job

__all__ = [
    "ContractsRequest", "LeadRequest", "MakesRequest", "SolvedRequest", "StrategiesRequest",
    "TabulateRequest", "seconds_of_time",
]  # fmt: skip

MOST_SOLVED = 100_000  # deals of a simulation over HTTP
_SECONDS_OF_RULES = 2.0  # of work, to count the deals on which strategies agree


def seconds_of_time(text: str) -> float:
    """Read the seconds of ``--time``.

    :raises ArgumentError: if it is not a number
    """
    try:
        return float(text)
    except ValueError:
        raise ArgumentError(f"--time takes seconds such as 30, not '{text}'") from None


_CONDITION = Served(most=20_000, example="hcp(south) in 15..17 && balanced(south)")
_FIXED = PREDEAL._replace(served=Served(most=400))
_MEMORY = MEMORY._replace(
    help="The memory limit of exact counting (default: 1 GiB), and of solving (128 MiB for each "
    "thread).",
)
# with a new seed for each request over HTTP
_FRESH_SEED = SEED._replace(served=Served(most=100, example="friday"))
Table = Annotated[
    bool,
    Option(
        "--table",
        help="Adjust results by the known mean difference between double dummy and play at the "
        "table.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class SolvedRequest(DealsRequest):
    """A request answered by a sample of solved deals, which grows until precise or out of time."""

    partial: ClassVar[bool] = True

    condition: Annotated[
        str | None,
        Option(
            "--where", metavar="COND", join=all_conditions,
            help="A condition that the deals satisfy.", served=_CONDITION,
        ),
    ] = None  # fmt: skip
    predeal: Annotated[str | None, _FIXED] = None
    memory: Annotated[int | None, _MEMORY] = None
    deals: Annotated[
        int | None,
        Option(
            "--deals", metavar="N",
            parser=functools.partial(whole_number, label="the number of deals"),
            help="How many deals to solve.",
            remark=" (default: 1,000, or as many as --within or --time need).",
            served=Served(least=2, most=MOST_SOLVED, example=40),
        ),
    ] = None  # fmt: skip
    within: Annotated[
        str | None,
        Option(
            "--within", metavar="WIDTH",
            help="Continue until the interval is plus or minus this: 1%, 0.1 imps, 0.05 tricks.",
            served=Served(most=30, example="5%"),
        ),
    ] = None  # fmt: skip
    time: Annotated[
        float | None,
        Option(
            "--time", metavar="SECONDS", parser=seconds_of_time,
            help="Stop after this many seconds.",
            served=Served(least=0.1, most=MOST_TIME, example=5, name="seconds", default=20.0),
        ),
    ] = None  # fmt: skip
    seed: Annotated[
        str | None,
        SEED._replace(served=Served(most=100, example="friday")),
    ] = None
    budget: None = None
    threads: Threads = None

    def sampling(self, limits: Limits) -> dict[str, Any]:
        """Return the arguments of sampling: deals, width, seconds, seed and solver."""
        return {
            "deals": self.deals,
            "within": self.within or None,
            "seconds": self.time,
            "seed": self.seed or None,
            "solver": limits.solver,
        }

    def counting_resources(self, limits: Limits) -> Resources:
        """Return the resources of counting strata."""
        threads = value_or(self.threads, limits.threads)
        return self.resources(limits._replace(threads=threads), limits.seconds)


@dataclass(frozen=True, kw_only=True)
class LeadRequest(SolvedRequest):
    """The opening leads of a hand."""

    about: ClassVar[str] = (
        "The opening leads of a hand against a contract, compared on solved deals."
    )
    answer: ClassVar[str] = "compared_leads"

    hand: Annotated[
        str,
        Argument('The leader\'s hand: "west AQ542.KJ87.32.AK".', "HAND", cards="cards",
                 served=Served(most=100, example="west QJT95.K4.832.A74")),
    ]  # fmt: skip
    contract: Annotated[
        str,
        Argument("The contract, as 3NT or 4SX-N.", "CONTRACT",
                 served=Served(most=20, example="3NT")),
    ]  # fmt: skip
    beat_only: Annotated[
        bool,
        Option(
            "--beat-only", help="Only the chance of beating it, which is faster to solve.",
            served=Served(),
        ),
    ] = False  # fmt: skip
    sort: Annotated[
        str,
        Option(
            "--sort", metavar="BY", help="imps, beats, tricks or matchpoints.",
            served=Served(most=20),
        ),
    ] = "imps"  # fmt: skip
    vulnerable: Annotated[
        str,
        Option(
            "--vulnerable", metavar="SIDES", help="Who is vulnerable: none, ns, ew or all.",
            served=Served(most=20),
        ),
    ] = "none"  # fmt: skip
    field: Annotated[
        str | None,
        Option(
            "--field", metavar="CARDS", cards="cards",
            help="The cards led at other tables, all equally often, as 'SQ' or 'SQ SQ H4' "
            "(default: any of the thirteen).",
            served=Served(most=200, example="SQ"),
        ),
    ] = None  # fmt: skip
    system: AuctionSystem = None
    parameters: AuctionParameters = ()
    opponents: AuctionOpponents = None
    auction: AuctionCalls = None
    first: AuctionFirst = None
    table: Table = False

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that compares the leads."""
        from dealwright.analysis.lead_comparison import comparing_leads
        from dealwright.cards import Seat
        from dealwright.deals.predeal import predeal_masks

        masks, where = predeal_masks(self.hand), self.where
        leader = next((seat for seat in Seat if masks[seat]), Seat.WEST)
        auction = condition_of_auction(self, limits, leader.right, self.contract)
        if auction is not None:
            where = auction if where is None else auction & where
        return comparing_leads(
            self.hand, self.contract, where, predeal=self.predeal or None,
            beat_only=self.beat_only, sorted_by=self.sort, vulnerable=self.vulnerable or "none",
            field=self.field or "", table=self.table,
            resources=self.counting_resources(limits), **self.sampling(limits),
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _ConditionRequest(SolvedRequest):
    """A request about solved deals of a condition, which may be given in two parts."""

    condition: Annotated[
        str | None,
        Argument(
            "The condition of the deals; every deal without one.",
            "[CONDITION]", served=_CONDITION,
            remark=" ('-' reads it from standard input).",
        ),
    ] = None  # fmt: skip
    also: Annotated[
        str | None,
        Option(
            "--where", metavar="COND", join=all_conditions,
            help="A condition that the deals satisfy.",
        ),
    ] = None  # fmt: skip

    @property
    def condition_texts(self) -> tuple[str | None, ...]:
        """The condition, and the condition of --where."""
        return self.condition, self.also


@dataclass(frozen=True, kw_only=True)
class ContractsRequest(_ConditionRequest):
    """Contracts compared."""

    about: ClassVar[str] = "Contracts compared on solved deals of a condition."
    answer: ClassVar[str] = "compared_contracts"

    side: Annotated[
        str,
        Option(
            "--for", metavar="SIDE", help="Whose contracts they are: ns or ew.",
            served=Served(most=10),
        ),
    ] = "ns"  # fmt: skip
    contracts: Annotated[
        str,
        Option(
            "--try", metavar="CONTRACTS", help='The contracts, as "3NT 4S-N 6S".',
            served=Served(most=200, example="3NT 4S-N pass", needed=True),
        ),
    ] = "3NT 4S 4H"  # fmt: skip
    make_only: Annotated[
        bool,
        Option(
            "--make-only", help="Only how often each makes, which is much faster to solve.",
            served=Served(),
        ),
    ] = False  # fmt: skip
    by: Annotated[
        str | None,
        Option("--by", metavar="QUANTITY", help="Also compare at each value of this quantity."),
    ] = None
    table: Table = False
    par: Annotated[
        bool,
        Option(
            "--par", help="Also IMPs against the par score, for which whole deals are solved.",
            served=Served(),
        ),
    ] = False  # fmt: skip
    library: Annotated[
        Path | None,
        Option("--library", metavar="FILE", help="Use the solved deals of a library (.zrd)."),
    ] = None

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that compares the contracts."""
        from dealwright.analysis.contract_comparison import comparing_contracts
        from dealwright.double_dummy.library import SolvedLibrary

        return comparing_contracts(
            self.where, self.contracts, side=self.side.lower() or "ns",
            predeal=self.predeal or None, by=self.by, make_only=self.make_only, table=self.table,
            par=self.par, library=None if self.library is None else SolvedLibrary(self.library),
            resources=self.counting_resources(limits), **self.sampling(limits),
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class MakesRequest(SolvedRequest):
    """How often a contract makes."""

    about: ClassVar[str] = "How often a contract makes when declarer's and dummy's hands are known."
    answer: ClassVar[str] = "making"

    hands: Annotated[
        tuple[str, ...],
        Argument(
            'The two known hands, the second the partner\'s: "north AQ542.KJ87.32.AK".',
            "HAND HAND", cards="cards",
            served=Served(
                least=2, most=2,
                example=["north AQ4.AJ92.Q5.K964", "south K95.QT4.KJ762.83"],
            ),
        ),
    ]  # fmt: skip
    contract: Annotated[
        str,
        Argument(
            "The contract and its declarer, as 4S-S.", "CONTRACT",
            served=Served(most=20, example="3NT-S"),
        ),
    ]  # fmt: skip
    condition: None = None
    predeal: None = None
    wheres: Annotated[
        tuple[str, ...],
        Option(
            "--where", metavar="COND",
            help="A condition on the layouts of the others' cards.",
            served=Served(most=20_000, example="hcp(west) >= 6", name="condition", single=True),
        ),
    ] = ()  # fmt: skip
    coarse: Annotated[
        str | None,
        Option(
            "--coarse",
            metavar="NAME",
            help="The classes: nines, sevens, top or fine (default: chosen from the first "
            "layouts solved).",
        ),
    ] = None

    @property
    def condition_texts(self) -> tuple[str | None, ...]:
        """The conditions on the layouts; each is counted separately."""
        return self.wheres

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions on the layouts, each with the hands in words."""
        from dealwright.ask.condition import parse

        hands = list(map(parse, self.hand_phrases))
        wheres = [parse(text) for text in self.wheres if text.strip()]
        if not hands:
            return tuple(wheres)
        both = reduce(and_, hands)
        return tuple(where & both for where in wheres) or (both,)

    def job(self, limits: Limits = Limits()) -> Making:  # noqa: B008
        """Return the job that counts or samples the layouts.

        :raises ArgumentError: if there are not two hands, or one of them is given in words as well
        """
        from dealwright.analysis.census import making
        from dealwright.cards import Seat
        from dealwright.deals.predeal import predeal_masks

        if len(self.hands) != 2:
            raise ArgumentError("give two hands, declarer's and dummy's, and a contract")
        first, other = self.hands
        for seat, *masks in zip(Seat, *map(predeal_masks, self.hands), strict=True):
            name = seat.name.lower()
            if any(masks) and getattr(self, name) is not None:
                raise ArgumentError(
                    f"the hand of {name} is given already; describe only the others"
                )
        return making(
            first, other, self.contract, self.conditions, coarse=self.coarse,
            **self.sampling(limits),
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class TabulateRequest(_ConditionRequest):
    """The mean of a quantity by the values of others."""

    of: Annotated[
        str, Option(metavar="QUANTITY", help="The quantity to average, as tricks(south, notrump).")
    ] = "tricks(south, notrump)"
    by: Annotated[
        tuple[str, ...],
        Option(metavar="QUANTITY", help="The quantity whose values make the rows."),
    ] = ()

    def job(self, limits: Limits = Limits()) -> Job[Tabulation, Tabulation]:  # noqa: B008
        """Return the job that samples and tabulates; it uses the solver of the context."""
        from dealwright.analysis.tabulation import tabulating

        sampling = self.sampling(limits)
        del sampling["solver"]
        return tabulating(
            self.where, self.of, self.by or ["hcp(north) + hcp(south)"],
            predeal=self.predeal or None, resources=self.counting_resources(limits), **sampling,
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class StrategiesRequest(SolvedRequest):
    """Strategies compared."""

    file: Annotated[Path, Argument("The strategies; '-' is standard input.", "FILE")]
    predeal: None = None

    def comparing(self, text: str, limits: Limits) -> Job[Any, Any]:
        """Return the job that compares the strategies in ``text``, the content of the file.

        :raises ConditionError: if a rule cannot be read
        """
        from dealwright.analysis.strategy_comparison import comparing_strategies

        limits = limits._replace(seconds=value_or(limits.seconds, _SECONDS_OF_RULES))
        return comparing_strategies(
            text, file=str(self.file), where=self.where, resources=self.counting_resources(limits),
            **self.sampling(limits),
        )  # fmt: skip

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that reads the file and compares its strategies."""
        return self.comparing(self.file.read_text("utf-8"), limits)
