"""Requests about poker: equities, odds of hand categories, and ranges."""

from __future__ import annotations

import functools
from collections.abc import Generator
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.requests.base import Limits, Request, value_or
from dealwright.requests.board import Board
from dealwright.requests.deals import BUDGET, SEED, Seed, Threads
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import precision, whole_number
from dealwright.requests.served import Served

if TYPE_CHECKING:
    from dealwright.base.jobs import Job
    from dealwright.poker import Equity as EquityAnswer
    from dealwright.poker import Odds as OddsAnswer
    from dealwright.poker.equity_by_hand import HandEquities as EquitiesAnswer
    from dealwright.poker.hits import RangeHits as HitsAnswer
    from dealwright.poker.ranges import Range as RangeAnswer

__all__ = [
    "EquityRequest",
    "HandEquitiesRequest",
    "OddsRequest",
    "PokerRequest",
    "RangeHitsRequest",
    "RangeRequest",
]


@dataclass(frozen=True, kw_only=True)
class PokerRequest(Request):
    """A request about hands of a poker game, with known cards."""

    board: Board = ""
    dead: Annotated[
        str,
        Option(
            "--dead", "-d", metavar="CARDS", help="Dead cards: known, so they cannot come.",
            served=Served(most=200, example="2s"),
        ),
    ] = ""  # fmt: skip
    game: Annotated[
        str,
        Option(
            "--game", "-g", metavar="NAME", help="The game, by its name.", remark=" (see below).",
            served=Served(most=30, example="holdem"),
        ),
    ] = "holdem"  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class EquityRequest(PokerRequest):
    """Each player's share of the pot."""

    about: ClassVar[str] = (
        "Each player's share of the pot at the showdown: exact, or an estimate with its interval."
    )
    answer: ClassVar[str] = "equity"
    partial: ClassVar[bool] = True

    players: Annotated[
        tuple[str, ...],
        Argument(
            "Ranges or cards, 2 to 10 of them.", "PLAYER...",
            served=Served(least=2, most=10, example=["AA", "KK"]),
        ),
    ]  # fmt: skip
    method: Annotated[
        str, Option("--method", "-m", metavar="NAME", help="auto, exact or simulate.")
    ] = "auto"
    rounds: Annotated[
        int | None,
        Option(
            "--rounds", "-r", metavar="N", help="Simulate at most this many rounds.",
            parser=functools.partial(whole_number, label="the number of rounds"),
        ),
    ] = None  # fmt: skip
    within: Annotated[
        float | None,
        Option(
            "--within", metavar="SHARE", parser=precision,
            help="Stop at this precision: 0.001 or 0.1%.",
        ),
    ] = None  # fmt: skip
    budget: Annotated[float | None, BUDGET._replace(typed=False)] = None
    seed: Seed = None
    threads: Threads = None

    def job(self, limits: Limits = Limits()) -> Job[EquityAnswer, EquityAnswer]:  # noqa: B008
        """Return the job that compares the hands; an estimate is refined for ``limits.time`` s."""
        from dealwright.base.jobs import Job
        from dealwright.poker.equities import finding_equity

        seconds = value_or(self.budget, limits.seconds)
        bounds = {} if seconds is None else {"budget": seconds}
        part = finding_equity(
            *self.players, board=self.board, dead=self.dead, game=self.game, method=self.method,
            rounds=self.rounds, within=self.within, seed=self.seed,
            threads=value_or(self.threads, limits.threads), **bounds,
        )  # fmt: skip
        if limits.time is None:
            return part
        refining_seconds = limits.time

        def work(
            job: Job[EquityAnswer, EquityAnswer],
        ) -> Generator[EquityAnswer, None, EquityAnswer]:
            part.flag = job.flag
            deadline = None
            for equity in part:
                deadline = deadline or monotonic() + refining_seconds
                yield equity
                if monotonic() > deadline:
                    return equity
            return part.result()

        return Job(work)


@dataclass(frozen=True, kw_only=True)
class OddsRequest(PokerRequest):
    """The chance of each category of hands."""

    about: ClassVar[str] = "How likely each category of poker hand is, street by street, exactly."
    answer: ClassVar[str] = "odds"

    hand: Annotated[
        str,
        Argument(
            "Your cards, as in 'As Kd' (none: any).", "[HOLE]",
            served=Served(most=100, example="As Kd"),
        ),
    ] = ""  # fmt: skip
    rounds: Annotated[
        int,
        Option(
            "--rounds", "-r", metavar="N", help="Hands to simulate; 0 for none.",
            parser=functools.partial(whole_number, label="the number of rounds"),
        ),
    ] = 1_000_000  # fmt: skip
    seed: Annotated[str | None, SEED._replace(served=None)] = None
    threads: Threads = None

    def job(self, limits: Limits = Limits()) -> Job[Any, OddsAnswer]:  # noqa: B008
        """Return the job that counts, and simulates the last street."""
        from dealwright.poker.chances import finding_odds

        return finding_odds(
            self.hand, self.board, self.dead, game=self.game, rounds=self.rounds, seed=self.seed,
            threads=value_or(self.threads, limits.threads),
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _RangeRequest(PokerRequest):
    """A request about a range."""

    range: Annotated[
        str,
        Argument(
            "The range, as in 'QQ+ AKs 15%'.", "RANGE",
            served=Served(most=2000, example="QQ+, AKs"),
        ),
    ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class RangeRequest(_RangeRequest):
    """A range as a grid of hand classes."""

    about: ClassVar[str] = (
        "A range of poker hands of two cards as a grid of classes, and as the shortest text."
    )
    answer: ClassVar[str] = "range"

    board: None = None  # type: ignore[assignment]
    dead: None = None  # type: ignore[assignment]

    def job(self, limits: Limits = Limits()) -> Job[Any, RangeAnswer]:  # noqa: B008
        """Return the job whose answer is the range.

        :raises PokerError: if it cannot be read
        """
        from dealwright.base.jobs import one_call
        from dealwright.poker.ranges import parse_range

        parsed_range = parse_range(self.range, self.game)
        return one_call(lambda _: parsed_range)


@dataclass(frozen=True, kw_only=True)
class HandEquitiesRequest(_RangeRequest):
    """The equity of each hand of a range."""

    about: ClassVar[str] = (
        "The equity of each hand and class of a range against another range, exactly."
    )
    answer: ClassVar[str] = "hand_equities"

    against: Annotated[
        str,
        Option(
            "--against", metavar="RANGE", help="The range against which the equity of each hand "
            "and class is counted.",
            served=Served(most=2000, example="22+ AQ+", needed=True),
        ),
    ] = ""  # fmt: skip
    threads: Threads = None

    def job(self, limits: Limits = Limits()) -> Job[Any, EquitiesAnswer]:  # noqa: B008
        """Return the job that compares every hand of the range with the other range.

        :raises PokerError: if a range or card cannot be read
        """
        from dealwright.poker.equity_by_hand import finding_hand_equities

        bounds = {} if limits.seconds is None else {"budget": limits.seconds}
        return finding_hand_equities(
            self.range, self.against, board=self.board, dead=self.dead, game=self.game,
            threads=value_or(self.threads, limits.threads), **bounds,
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class RangeHitsRequest(_RangeRequest):
    """The hands that a range makes on a board."""

    about: ClassVar[str] = (
        "What a range of hold'em makes on a board, what it draws to, and what each next card makes."
    )
    answer: ClassVar[str] = "range_hits"

    board: Annotated[
        str,
        Option(served=Served("Three to five cards.", most=100, example="Qh Jh 2c", needed=True)),
    ] = ""

    def job(self, limits: Limits = Limits()) -> Job[Any, HitsAnswer]:  # noqa: B008
        """Return the job that counts what the hands make.

        :raises PokerError: if the range or a card cannot be read
        """
        from dealwright.base.jobs import one_call
        from dealwright.poker.hits import range_hits

        hits = range_hits(self.range, self.board, self.dead, game=self.game)
        return one_call(lambda _: hits)
