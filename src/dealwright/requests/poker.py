"""Requests about poker: shares of the pot, chances of categories, and ranges."""

from __future__ import annotations

import functools
from collections.abc import Generator
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.requests.base import Limits, Request, given
from dealwright.requests.deals import BUDGET, SEED, Seed, Threads
from dealwright.requests.fields import Argument, Option, Served
from dealwright.requests.numbers import precision, whole_number

if TYPE_CHECKING:
    from dealwright.jobs import Job
    from dealwright.poker import Equity as FoundEquity
    from dealwright.poker import Odds as FoundOdds
    from dealwright.poker.hand_equities import HandEquities as FoundEquities
    from dealwright.poker.range_hits import RangeHits as FoundHits
    from dealwright.poker.ranges import Range as FoundRange

__all__ = ["Board", "Equity", "HandEquities", "Odds", "OfPoker", "Range", "RangeHits"]


Board = Annotated[
    str,
    Option(
        "--board", "-b", metavar="CARDS", help="Cards on the board.",
        served=Served("Cards of the board.", most=100, example="Qh Jh 2c"),
    ),
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class OfPoker(Request):
    """A request about hands of a game, with known cards."""

    board: Board = ""
    dead: Annotated[
        str,
        Option(
            "--dead", "-d", metavar="CARDS", help="Known cards that cannot come.",
            served=Served("Cards that are dealt to nobody.", most=200, example="2s"),
        ),
    ] = ""  # fmt: skip
    game: Annotated[
        str,
        Option(
            "--game", "-g", metavar="NAME", help="The game: see below.",
            served=Served("The name of a game (holdem).", most=30, example="holdem"),
        ),
    ] = "holdem"  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Equity(OfPoker):
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
            served=Served("Ranges, or in games without ranges cards.", 2, 10, ["AA", "KK"]),
        ),
    ]  # fmt: skip
    method: Annotated[
        str, Option("--method", "-m", metavar="NAME", help="auto, exact or simulate.")
    ] = "auto"
    rounds: Annotated[
        int | None,
        Option(
            "--rounds", "-r", metavar="N", help="Rounds to simulate at most.",
            parser=functools.partial(whole_number, what="the number of rounds"),
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

    def job(self, limits: Limits = Limits()) -> Job[FoundEquity, FoundEquity]:  # noqa: B008
        """Return the job that compares the hands; an estimate is refined for ``limits.time``."""
        from dealwright.jobs import Job
        from dealwright.poker.equities import finding_equity

        seconds = given(self.budget, limits.seconds)
        bounds = {} if seconds is None else {"budget": seconds}
        part = finding_equity(
            *self.players, board=self.board, dead=self.dead, game=self.game, method=self.method,
            rounds=self.rounds, within=self.within, seed=self.seed,
            threads=given(self.threads, limits.threads), **bounds,
        )  # fmt: skip
        if limits.time is None:
            return part
        refining = limits.time

        def work(job: Job[FoundEquity, FoundEquity]) -> Generator[FoundEquity, None, FoundEquity]:
            part.flag = job.flag
            until = None
            for found in part:
                until = until or monotonic() + refining
                yield found
                if monotonic() > until:
                    return found
            return part.result()

        return Job(work)


@dataclass(frozen=True, kw_only=True)
class Odds(OfPoker):
    """How likely each category of hands is."""

    about: ClassVar[str] = "How likely each category of poker hands is, by each street, exactly."
    answer: ClassVar[str] = "odds"

    hand: Annotated[
        str,
        Argument(
            "Your cards, as in 'As Kd' (none: any).", "[HOLE]",
            served=Served("Known cards; any without.", most=100, example="As Kd"),
        ),
    ] = ""  # fmt: skip
    rounds: Annotated[
        int,
        Option(
            "--rounds", "-r", metavar="N", help="Hands to simulate; 0 for none.",
            parser=functools.partial(whole_number, what="the number of rounds"),
        ),
    ] = 1_000_000  # fmt: skip
    seed: Annotated[str | None, SEED._replace(served=None)] = None
    threads: Threads = None

    def job(self, limits: Limits = Limits()) -> Job[Any, FoundOdds]:  # noqa: B008
        """Return the job that counts, and simulates the last street."""
        from dealwright.poker.chances import finding_odds

        return finding_odds(
            self.hand, self.board, self.dead, game=self.game, rounds=self.rounds, seed=self.seed,
            threads=given(self.threads, limits.threads),
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _OfRange(OfPoker):
    """A request about a range."""

    range: Annotated[
        str,
        Argument(
            "The range, as in 'QQ+ AKs 15%'.", "RANGE",
            served=Served("The range.", most=2000, example="QQ+, AKs"),
        ),
    ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Range(_OfRange):
    """A range as a grid."""

    about: ClassVar[str] = (
        "A range of poker hands of two cards as a grid of classes, and as the shortest text."
    )
    answer: ClassVar[str] = "range"

    board: None = None  # type: ignore[assignment]
    dead: None = None  # type: ignore[assignment]

    def job(self, limits: Limits = Limits()) -> Job[Any, FoundRange]:  # noqa: B008
        """Return the job that has the range.

        :raises PokerError: if it cannot be read
        """
        from dealwright.jobs import one_call
        from dealwright.poker.ranges import parse_range

        parsed = parse_range(self.range, self.game)
        return one_call(lambda _: parsed)


@dataclass(frozen=True, kw_only=True)
class HandEquities(_OfRange):
    """The equity of each hand of a range."""

    about: ClassVar[str] = (
        "The equity of each hand and class of a range against another range, exactly."
    )
    answer: ClassVar[str] = "hand_equities"

    against: Annotated[
        str,
        Option(
            "--against", metavar="RANGE", help="Count the equity of each class.",
            served=Served("The other range.", most=2000, example="22+ AQ+", needed=True),
        ),
    ] = ""  # fmt: skip
    threads: Threads = None

    def job(self, limits: Limits = Limits()) -> Job[Any, FoundEquities]:  # noqa: B008
        """Return the job that compares every hand of the range with the other range.

        :raises PokerError: if a range or card cannot be read
        """
        from dealwright.poker.hand_equities import finding_hand_equities

        bounds = {} if limits.seconds is None else {"budget": limits.seconds}
        return finding_hand_equities(
            self.range, self.against, board=self.board, dead=self.dead, game=self.game,
            threads=given(self.threads, limits.threads), **bounds,
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class RangeHits(_OfRange):
    """What a range makes on a board."""

    about: ClassVar[str] = (
        "What the hands of a range of hold'em make on a board, draw to, and make with each next "
        "card."
    )
    answer: ClassVar[str] = "range_hits"

    board: Annotated[
        str,
        Option(served=Served("Three to five cards.", most=100, example="Qh Jh 2c", needed=True)),
    ] = ""

    def job(self, limits: Limits = Limits()) -> Job[Any, FoundHits]:  # noqa: B008
        """Return the job that counts what the hands make.

        :raises PokerError: if the range or a card cannot be read
        """
        from dealwright.jobs import one_call
        from dealwright.poker.range_hits import range_hits

        hits = range_hits(self.range, self.board, self.dead, game=self.game)
        return one_call(lambda _: hits)
