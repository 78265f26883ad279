"""Requests about the play: a suit combination, an ending, and the odds at the table."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.base.errors import DealwrightError, naming
from dealwright.requests.base import Limits, Request
from dealwright.requests.deals import PREDEAL, DealsRequest
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
    from dealwright.ask.condition import Condition
    from dealwright.base.jobs import Job
    from dealwright.deals import Deals
    from dealwright.play.at_table import OddsAtTable, TableView
    from dealwright.play.ending import Ending
    from dealwright.play.suit import SuitCombination

__all__ = [
    "BestPlayRequest",
    "EndgameRequest",
    "SuitRequest",
    "TableDealsRequest",
    "TableOddsRequest",
]

_PLACES = Served(most=13, example=13)


@dataclass(frozen=True, kw_only=True)
class SuitRequest(Request):
    """The best line in one suit."""

    about: ClassVar[str] = (
        "The best line in one suit for each number of tricks, its exact chance, and where it works."
    )
    answer: ClassVar[str] = "suit_combination"

    dummy: Annotated[
        str,
        Argument(
            "Dummy's cards; '-' for none.", "DUMMY", cards="holding",
            served=Served(most=40, example="AQT9"),
        ),
    ]  # fmt: skip
    declarer: Annotated[
        str,
        Argument(
            "Declarer's cards; '-' for none.", "DECLARER", cards="holding",
            served=Served(most=40, example="432"),
        ),
    ]  # fmt: skip
    entries: Annotated[
        int | None,
        Option(
            "--entries", metavar="N", help="How often declarer can reach dummy outside the suit.",
            parser=functools.partial(whole_number, label="the number of entries"),
            served=Served(most=13),
        ),
    ] = None  # fmt: skip
    west: Annotated[
        int,
        Option(typed=False, served=_PLACES._replace(about="West's vacant places.")),
    ] = 13  # fmt: skip
    east: Annotated[
        int,
        Option(typed=False, served=_PLACES._replace(about="East's vacant places.")),
    ] = 13  # fmt: skip
    where: Annotated[
        str | None,
        Option(
            "--where", metavar="COND", join=all_conditions,
            help="A condition that the deals satisfy: layouts are weighed by exact counting. Dummy "
            "is north, declarer south.",
            served=Served(most=20_000),
        ),
    ] = None  # fmt: skip
    suit: Annotated[
        str,
        Option(
            "--suit", metavar="SUIT", help="Which suit it is, for a condition and for known cards.",
            served=Served(most=8),
        ),
    ] = "spades"  # fmt: skip
    predeal: Annotated[str | None, PREDEAL._replace(served=Served(most=200))] = None

    def job(self, limits: Limits = Limits()) -> Job[Any, SuitCombination]:  # noqa: B008
        """Return the job that solves the suit, within ``limits.operations``.

        :raises DealwrightError: naming the argument that makes no sense
        """
        from dealwright.play.suit.combinations import BUDGET, solving_suit

        with naming("west"):
            return solving_suit(
                self.dummy, self.declarer, entries=self.entries, vacant=(self.west, self.east),
                where=self.where or None, suit=self.suit, predeal=self.predeal or None,
                seconds=limits.seconds,
                budget=BUDGET if limits.operations is None else limits.operations,
            )  # fmt: skip


_TRICKS = functools.partial(whole_number, label="the number of tricks")


@dataclass(frozen=True, kw_only=True)
class EndgameRequest(Request):
    """The best line of an ending."""

    about: ClassVar[str] = (
        "The best line of an ending over all layouts, its exact chance, and what double dummy, "
        "a named card and sampling would win."
    )
    answer: ClassVar[str] = "endgame"
    partial: ClassVar[bool] = True

    hand: Annotated[
        str,
        Argument(
            "A hand of declarer's side with its seat: the cards that it still has.",
            "HAND", cards="cards",
            served=Served(most=200, example="south SAQ2 HA"),
        ),
    ]  # fmt: skip
    dummy: Annotated[
        str,
        Argument(
            "The hand opposite.", "DUMMY", cards="cards",
            served=Served(most=200, example="north S43 DAK"),
        ),
    ]  # fmt: skip
    unseen: Annotated[
        str,
        Option(
            "--unseen", metavar="CARDS", cards="cards", help="The cards of the defenders.",
            served=Served(most=200, example="SKT9 HKQ DQJ C2"),
        ),
    ]  # fmt: skip
    lead: Annotated[
        str,
        Option(
            "--lead", metavar="SEAT", help="Who leads, or led to the trick on the table.",
            served=Served(most=5, example="south"),
        ),
    ]  # fmt: skip
    tricks: Annotated[
        int,
        Option(
            "--tricks", metavar="N", help="How many tricks are wanted.", parser=_TRICKS,
            served=Served(least=1, most=7, example=3),
        ),
    ]  # fmt: skip
    strain: Annotated[
        str,
        Option(
            "--strain", metavar="STRAIN", help="The trump suit, or NT.",
            served=Served(most=8, example="NT"),
        ),
    ] = "NT"  # fmt: skip
    trick: Annotated[
        str,
        Option(
            "--trick", metavar="CARDS", cards="cards", help="The cards on the table.",
            served=Served(most=20),
        ),
    ] = ""  # fmt: skip
    card: Annotated[
        str | None,
        Option(
            "--card", metavar="CARD", cards="cards",
            help="Also the chance of the best line that begins with this card.",
            served=Served(most=4),
        ),
    ] = None  # fmt: skip

    def job(self, limits: Limits = Limits()) -> Job[Any, Ending]:  # noqa: B008
        """Return the job that solves the ending, within ``limits.operations``.

        :raises DealwrightError: naming the argument that makes no sense
        """
        from dealwright.play.ending.solving import BUDGET, solving_endgame

        return solving_endgame(
            self.hand, self.dummy, unseen=self.unseen, lead=self.lead, tricks=self.tricks,
            strain=self.strain, trick=self.trick, card=self.card or None,
            budget=BUDGET if limits.operations is None else limits.operations,
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _AtTableRequest(DealsRequest):
    """A request about what a player sees at the table."""

    hand: Annotated[
        str,
        Option(
            "--hand", metavar="CARDS", cards="cards",
            help='Your hand, as "south AQ542.KJ87.32.AK".',
            served=Served(most=200, example="south AQ542.KJ87.32.K3"),
        ),
    ]  # fmt: skip
    dummy: Annotated[
        str | None,
        Option(
            "--dummy", metavar="CARDS", cards="cards",
            help='The dummy, as "north K63.AQ4.AK54.432".',
            served=Served(most=200, example="north K63.AQ4.J854.542"),
        ),
    ] = None  # fmt: skip
    condition: Annotated[
        str | None,
        Option(
            "--where", metavar="COND", join=all_conditions,
            help="A condition that the deals satisfy.",
            served=Served(most=20_000, example="hcp(west) >= 12"),
        ),
    ] = None  # fmt: skip
    system: AuctionSystem = None
    parameters: AuctionParameters = ()
    opponents: AuctionOpponents = None
    auction: AuctionCalls = None
    first: AuctionFirst = None
    predeal: Annotated[
        str | None,
        PREDEAL._replace(served=Served(most=200, example="west SJ")),
    ] = None
    play: Annotated[
        str,
        Option(
            "--play", metavar="CARDS", cards="cards",
            help='The tricks so far, as "H5 H7 HQ H3, C2 C9 CK CA".',
            served=Served(most=300, example="CQ C2 C6 CK"),
        ),
    ] = ""  # fmt: skip
    leader: Annotated[
        str,
        Option(
            "--leader", metavar="SEAT", help="Who led to the first trick.",
            served=Served(most=5, example="west"),
        ),
    ] = "west"  # fmt: skip
    trump: Annotated[
        str,
        Option(
            "--strain", metavar="STRAIN",
            help="The trump suit of the play, or NT.",
            served=Served(most=8, example="NT"),
        ),
    ] = "NT"  # fmt: skip
    choice: Annotated[
        str,
        Option(
            "--choice", metavar="MODEL",
            help="How defenders choose among equal cards: random, honours, lowest, highest, or "
            '"west random, east lowest". Without it, their choice is not evidence.',
            served=Served(most=40, example="random"),
        ),
    ] = ""  # fmt: skip
    likely: Annotated[
        tuple[str, ...],
        Option(
            "--likely", metavar="CHANCE", cards="event",
            help='Likelihood of what you saw, as "9/10 if spades(west) % 2 == 0 else 1/10".',
            served=Served(most=10, example=["9/10 if spades(west) == 2 else 1/10"]),
        ),
    ] = ()  # fmt: skip

    def view(self, limits: Limits) -> TableView:
        """Return the table as the player sees it.

        :raises DealwrightError: naming the argument that makes no sense
        """
        from dealwright.play.at_table import table_view

        where = self._condition(limits)
        try:
            return table_view(
                self.hand, self.dummy, where=where, play=self.play, leader=self.leader,
                trump=self.trump, known=self.predeal, choice=self.choice, likely=self.likely,
            )  # fmt: skip
        except DealwrightError as error:
            if error.argument == "known":
                error.argument = "predeal"
            raise

    def _condition(self, limits: Limits) -> Condition | None:
        """Return the condition of the auction and of ``condition`` together, or None."""
        with naming("condition"):
            where = self.where
        auction = condition_of_auction(self, limits)
        return where if auction is None else auction if where is None else auction & where


@dataclass(frozen=True, kw_only=True)
class TableOddsRequest(_AtTableRequest):
    """The odds of the unseen cards, at the table."""

    about: ClassVar[str] = "The odds at the table: each unseen card's chances, breaks, and events."
    answer: ClassVar[str] = "odds_at_table"

    events: Annotated[
        tuple[str, ...],
        Option(
            "--event", metavar="EVENT", cards="event",
            help="An event whose chance you want.",
            served=Served(most=10, example=["spades 3-2", "onside KD"]),
        ),
    ] = ()  # fmt: skip
    lines: Annotated[
        tuple[str, ...],
        Option(
            "--line", metavar="LINE", cards="event",
            help="A line of play; give several to see where they differ.", remark="",
            served=Served(most=6, example=["cash SA SK; spades 3-2"]),
        ),
    ] = ()  # fmt: skip

    def job(self, limits: Limits = Limits()) -> Job[OddsAtTable, OddsAtTable]:  # noqa: B008
        """Return the job that finds the odds.

        :raises DealwrightError: naming the argument that makes no sense
        """
        view = self.view(limits)
        with naming("events"):
            for event in self.events:
                view.condition(event)
        with naming("lines"):
            for line in self.lines:
                view.line(line)
        return view.finding_odds(
            self.events, lines=self.lines, seed=self.seed,
            resources=self.resources(limits, self.seconds(limits)),
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class TableDealsRequest(_AtTableRequest):
    """Deals that agree with what a player sees and knows."""

    about: ClassVar[str] = "Deals that agree with the cards, the auction and the play so far."
    answer: ClassVar[str] = "deals"

    n: Annotated[int, Option(served=Served("How many deals.", 1, 1000, 5))] = 1

    def job(self, limits: Limits = Limits()) -> Job[Any, Deals]:  # noqa: B008
        """Return the job that deals.

        :raises DealwrightError: naming the argument that makes no sense
        """
        from dealwright.base.jobs import one_call

        view = self.view(limits)
        resources = self.resources(limits, self.seconds(limits))
        return one_call(lambda _: view.deal(self.n, seed=self.seed, resources=resources))


@dataclass(frozen=True, kw_only=True)
class BestPlayRequest(_AtTableRequest):
    """The best line of an ending at the table."""

    about: ClassVar[str] = (
        "The best line from here on, once at most seven cards are left, and its exact chance."
    )
    answer: ClassVar[str] = "endgame"
    partial: ClassVar[bool] = True

    play: Annotated[
        str,
        Option(
            served=Served(
                "The tricks so far: at most seven cards are left.", most=300,
                example="CQ C2 C6 CK, HK H2 H4 H3, H7 H5 HQ H6, HA H9 H8 HT, S3 S7 SA S8, "
                "SQ S9 S6 ST, S4 SJ SK D6, C4 C7 C3 C8",
            ),
        ),
    ] = ""  # fmt: skip
    tricks: Annotated[int, Option(served=Served("How many more tricks are wanted.", 1, 7, 3))]
    card: Annotated[
        str | None,
        Option(
            served=Served("Also the chance of the best line that begins with this card.", most=4)
        ),
    ] = None

    def job(self, limits: Limits = Limits()) -> Job[Any, Ending]:  # noqa: B008
        """Return the job that finds the line, within ``limits.operations``.

        :raises DealwrightError: naming the argument that makes no sense
        """
        return self.view(limits).finding_best_play(
            tricks=self.tricks, card=self.card or None, budget=limits.operations
        )
