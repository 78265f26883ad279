"""Requests to a double-dummy solver about given deals: tables, a contract's play, an award."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.requests.base import Limits, Request
from dealwright.requests.dealing import BoardFields
from dealwright.requests.deals import MOST_SECONDS, SEED, DealsRequest, Threads
from dealwright.requests.fields import Argument, Option
from dealwright.requests.served import Served

if TYPE_CHECKING:
    from dealwright.base.jobs import Job
    from dealwright.double_dummy.tables import SolvedBoards

__all__ = ["AwardRequest", "PlayRequest", "SolveRequest"]

_DEAL = "N:AKQ2.T98.543.A72 JT9.AKQ.AKQ.KQJT 876.J76.J76.9865 543.5432.T982.43"
_SECONDS = 3.0  # of work for an award
_SIDES = "none, ns, ew or all"
_CONTRACT = Option(
    metavar="CONTRACT", help="The contract, as 4S-N, in which each lead or next card is solved.",
    served=Served(most=20, example="3NT-E", needed=True),
)  # fmt: skip
_PLAYED = Option(
    metavar="CARDS", cards="cards", help="The cards played so far, in order: DK D2 D7 DA.",
    served=Served(most=300, example="S8 S5 SA S9"),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SolveRequest(Request, BoardFields):
    """The tricks of every declarer in every strain, and par."""

    about: ClassVar[str] = (
        "The tricks of each declarer in each strain, double dummy, and par by the board's number."
    )
    answer: ClassVar[str] = "solved_boards"

    deals: Annotated[
        tuple[str, ...],
        Argument(
            "Deals as PBN writes them.", "DEAL|FILE...",
            served=Served(most=8, example=[_DEAL]),
            remark=", files of boards, or '-'.",
        ),
    ]  # fmt: skip
    dealer: Annotated[
        str | None,
        Option(
            metavar="SEAT", help="The dealer (default: the board's, or by its number).",
            served=Served(most=20),
        ),
    ] = None  # fmt: skip
    vulnerable: Annotated[
        str | None,
        Option(
            metavar="SIDES", help=f"{_SIDES} (default: the board's, or by its number).",
            served=Served(most=20),
        ),
    ] = None  # fmt: skip
    board: Annotated[
        int, Option(typed=False, served=Served("The number of the first board.", 1, 9999))
    ] = 1
    contract: Annotated[str | None, _CONTRACT._replace(served=None)] = None
    played: Annotated[str | None, _PLAYED._replace(served=None)] = None
    threads: Threads = None

    def job(self, limits: Limits = Limits()) -> Job[Any, SolvedBoards]:  # noqa: B008
        """Return the job that solves the deals, given as texts.

        :raises CardError: if a deal, the dealer or the vulnerability cannot be read
        """
        from dealwright.base.jobs import Job
        from dealwright.cards import Seat
        from dealwright.cards.bridge.boards import Vulnerability
        from dealwright.deals import Deal
        from dealwright.double_dummy.tables import SolvedBoard, SolvedBoards, solving
        from dealwright.formats import Settings

        deals = [Deal(text) for text in self.deals]
        settings = Settings(
            self.board,
            None if self.dealer is None else Seat.of(self.dealer),
            None if self.vulnerable is None else Vulnerability.parse(self.vulnerable),
        )
        solving_job = solving(deals)

        def work(job: Job[Any, SolvedBoards]) -> Generator[Any, None, SolvedBoards]:
            tables = yield from job.run_part(solving_job)
            return SolvedBoards(
                tuple(
                    SolvedBoard(
                        settings.number(index), settings.dealer_of(index),
                        settings.vulnerability_of(index), deal, tuple(map(tuple, table)),
                    )
                    for index, (deal, table) in enumerate(
                        zip(deals, tables.tolist(), strict=False)
                    )
                )
            )  # fmt: skip

        return Job(work)


@dataclass(frozen=True, kw_only=True)
class PlayRequest(Request):
    """The tricks of each card in the play of a contract, double dummy."""

    about: ClassVar[str] = (
        "The double-dummy result of each lead, or of each next card, in a contract."
    )
    answer: ClassVar[str] = "solved_play"

    deal: Annotated[str, Argument("The deal.", served=Served(most=200, example=_DEAL))]
    contract: Annotated[str, _CONTRACT]
    played: Annotated[str, _PLAYED] = ""

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that solves the position.

        :raises CardError: if the deal or a card cannot be read
        """
        from dealwright.analysis.play import play_of
        from dealwright.base.jobs import one_call
        from dealwright.cards import parse_cards
        from dealwright.deals import Deal
        from dealwright.double_dummy.current_solver import current_solver

        deal, played = Deal(self.deal), parse_cards(self.played)
        return one_call(
            lambda job: play_of(deal, self.contract, played, solver=current_solver(), stop=job.flag)
        )


@dataclass(frozen=True, kw_only=True)
class AwardRequest(DealsRequest):
    """The award of a contract, over random layouts of the opponents' cards."""

    about: ClassVar[str] = (
        "10 times the expected score of a contract, divided by that of the side's best contract; "
        "the opponents' cards are redealt, and solved double dummy."
    )
    answer: ClassVar[str] = "award"
    partial: ClassVar[bool] = True

    deal: Annotated[
        str,
        Argument(
            "The deal; only the side's two hands are kept.",
            served=Served(
                most=200,
                example="N:AKQ2.KQ3.A32.K54 T98.JT9.JT98.JT9 J543.A2.K54.AQ32 76.87654.Q76.876",
            ),
        ),
    ]  # fmt: skip
    contract: Annotated[
        str,
        Option(
            served=Served(
                "The contract and its declarer, or pass.", most=12, example="6S-N"
            )
        ),
    ]  # fmt: skip
    side: Annotated[
        str, Option(served=Served("The side that gets the award, ns or ew.", most=2))
    ] = "ns"
    vulnerable: Annotated[
        bool, Option(served=Served("Whether the side is vulnerable."))
    ] = False  # fmt: skip
    condition: Annotated[
        str | None,
        Option(served=Served("What is known of the opponents, as a condition.", most=20_000)),
    ] = None
    predeal: Annotated[
        str | None, Option(served=Served("Cards that were fixed.", most=400))
    ] = None  # fmt: skip
    layouts: Annotated[
        int | None,
        Option(served=Served("At most this many layouts (default: 200).", 2, 1000, example=20)),
    ] = None
    seed: Annotated[
        str,
        SEED._replace(served=Served(most=100, example="friday")),
    ] = "page"
    budget: Annotated[
        float | None,
        Option(
            served=Served(
                "Seconds of work (default: 3).", most=MOST_SECONDS, example=1, name="seconds"
            ),
        ),
    ] = None
    memory: None = None

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that deals layouts, solves them and computes the award.

        :raises DealwrightError: if the request makes no sense
        """
        from dealwright.analysis.contract_award import awarding

        return awarding(
            self.deal, self.contract, side=self.side, vulnerable=self.vulnerable,
            where=self.where, predeal=self.predeal or None, layouts=self.layouts,
            seconds=max(0.1, _SECONDS if self.budget is None else self.budget), seed=self.seed,
            resources=self.resources(limits, limits.seconds),
        )  # fmt: skip
