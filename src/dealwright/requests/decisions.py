"""The request for boards where a decision is close or clear."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from dealwright.base.errors import ArgumentError, naming
from dealwright.requests.base import Limits
from dealwright.requests.deals import MOST_SEARCH, DealsRequest
from dealwright.requests.fields import Argument, Field, Option
from dealwright.requests.numbers import number_of_boards
from dealwright.requests.served import Served
from dealwright.requests.solved import seconds_of_time
from dealwright.requests.systems import system_of

if TYPE_CHECKING:
    from dealwright.analysis.decisions.finding import Decisions
    from dealwright.base.jobs import Job
    from dealwright.systems import System

__all__ = ["DecideRequest"]

NUMBER = 10  # boards, unless another number is asked for
_MOST_IMPS = 24


def _imps(text: str) -> float:
    """Read a number of IMPs.

    :raises ArgumentError: if it is not a number above 0 and at most 24
    """
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= _MOST_IMPS:
        raise ArgumentError(
            f"give a limit in IMPs, above 0 and at most {_MOST_IMPS}, such as 1.5, not '{text}'"
        )
    return number


def _difference(how: str, example: int) -> Field:
    return Option(
        metavar="IMPS", parser=_imps, help=f"Choices that differ by {how} IMPs than this.",
        served=Served(least=0.01, most=_MOST_IMPS, example=example),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class DecideRequest(DealsRequest):
    """Boards with a decision."""

    about: ClassVar[str] = (
        "Boards where the choice between two leads, contracts or calls is close or clear."
    )
    answer: ClassVar[str] = "decisions"
    partial: ClassVar[bool] = True
    leading: ClassVar[tuple[str, ...]] = ("decide",)

    decide: Annotated[
        str,
        Argument(
            "lead, contract or call: boards where it is close or clear.", "CHOICE",
            parser=str.lower, served=Served(most=20, example="lead"),
        ),
    ]  # fmt: skip
    n: Annotated[
        int | None,
        Option(
            "--number", "-n", metavar="N", bare="second",
            parser=number_of_boards, help="How many boards.",
            remark=" (default: 10).",
            served=Served(least=1, most=100, example=4, default=NUMBER),
        ),
    ] = None  # fmt: skip
    close: Annotated[float | None, _difference("fewer", 1)] = None
    clear: Annotated[float | None, _difference("more", 2)] = None
    contract: Annotated[
        str | None,
        Option(
            metavar="CONTRACT",
            help="The contract to lead against, as 3NT-S, or the two to choose from, as "
            "'3NT-N 4S-N'.",
            served=Served(most=50, example="3NT-S"),
        ),
    ] = None  # fmt: skip
    condition: Annotated[
        str | None,
        Argument(
            "What the auction shows, for leads and contracts; a condition of the deals, for calls.",
            served=Served(most=20_000, example="hcp(south) in 15..17 && balanced(south)"),
            remark=" ('-' reads it from standard input).",
        ),
    ] = None  # fmt: skip
    system: Annotated[
        str | None,
        Option(
            metavar="FILE", help="The system of the calls, a file or a name (standard).",
            served=Served(
                "The system of the calls: a name, or the text of one (standard).", most=50_000
            ),
        ),
    ] = None  # fmt: skip
    opponents: Annotated[
        str | None,
        Option(
            metavar="FILE", help="The opponents' system (without one they pass).",
            served=Served(most=50_000),
        ),
    ] = None  # fmt: skip
    time: Annotated[
        float | None,
        Option(
            metavar="SECONDS", parser=seconds_of_time,
            help="Stop looking for decisions after this many seconds.", remark=" (default: 300).",
            served=Served(least=0.1, most=MOST_SEARCH, example=5, name="seconds", default=60.0),
        ),
    ] = None  # fmt: skip
    predeal: None = None
    budget: None = None
    memory: None = None

    def job(self, limits: Limits = Limits()) -> Job[Decisions, Decisions]:  # noqa: B008
        """Return the job that finds the boards.

        :raises DealwrightError: naming the argument that makes no sense
        """
        from dealwright.analysis.decisions.finding import finding_decisions

        with naming("condition"):
            where = self.where
        system = self._system(limits)
        with naming("decide"):
            return finding_decisions(
                self.decide, NUMBER if self.n is None else self.n, contracts=self.contract,
                where=where, system=system, close=self.close, clear=self.clear,
                seconds=MOST_SEARCH if self.time is None else self.time, seed=self.seed,
                resources=self.resources(limits, limits.seconds), solver=limits.solver,
            )  # fmt: skip

    def _system(self, limits: Limits) -> System | None:
        """Return the system, None if none is given."""
        from dealwright.analysis.decisions.finding import SYSTEM as USUAL

        if self.system is None and self.opponents is None:
            return None
        opponents = None if self.opponents is None else system_of(self.opponents, (), limits)
        return system_of(self.system or USUAL, (), limits, opponents=opponents)
