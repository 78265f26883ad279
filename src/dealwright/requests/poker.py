"""Requests about poker: shares of the pot, and chances of categories."""

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

__all__ = ["Equity", "Odds", "OfPoker"]


@dataclass(frozen=True, kw_only=True)
class OfPoker(Request):
    """A request about hands of a game, with known cards."""

    board: Annotated[
        str,
        Option(
            "--board", "-b", metavar="CARDS", help="Cards on the board.",
            served=Served("Cards of the board.", most=100, example="Qh Jh 2c"),
        ),
    ] = ""  # fmt: skip
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
