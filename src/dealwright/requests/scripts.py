"""Requests about dealer scripts: running one, checking one, writing one."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.base.errors import ArgumentError
from dealwright.requests.base import Limits, Request, value_or
from dealwright.requests.deals import MOST_SECONDS, SEED, DealsRequest, Memory, Threads
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import precision, seconds, whole_number
from dealwright.requests.served import Served

if TYPE_CHECKING:
    from pathlib import Path

    from dealwright.base.jobs import Job
    from dealwright.formats.board_file import BoardFile
    from dealwright.scripts import Run as Running
    from dealwright.scripts.answers import Answering

__all__ = ["CheckRequest", "RunRequest", "ScriptRequest", "WrittenScriptRequest"]

_MOST_BOARDS = 100  # of an answer over HTTP


@dataclass(frozen=True, kw_only=True)
class ScriptRequest(Request):
    """A request about a script."""

    script: Annotated[
        str,
        Argument(
            "The script's file; '-' or nothing reads standard input.", "[SCRIPT]",
            served=Served(
                "The script; #include lines are taken as comments.", most=20_000, needed=True,
                example="produce 4\ncondition hcp(north) >= 20\n"
                "action printall, average aces(north)",
            ),
        ),
    ] = "-"  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class CheckRequest(ScriptRequest):
    """The findings of a check of a script."""

    about: ClassVar[str] = (
        "What is suspicious in a script, and what each clause of its condition costs."
    )
    answer: ClassVar[str] = "check"

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that checks the script.

        :raises ConditionError: if it cannot be read
        """
        from dealwright.base.jobs import one_call
        from dealwright.scripts import check_script

        run = RunRequest(script=self.script).running(limits)
        return one_call(lambda _: check_script(run))


@dataclass(frozen=True, kw_only=True)
class RunRequest(ScriptRequest):
    """The answer of a script."""

    about: ClassVar[str] = (
        "The output of a script written for dealer: its statistics, deals and printed text."
    )
    answer: ClassVar[str] = "script_answer"

    produce: Annotated[
        int | None,
        Option(
            "--produce", "-p", metavar="N", help="Deals to produce.",
            parser=functools.partial(whole_number, label="the number of deals"),
        ),
    ] = None  # fmt: skip
    generate: Annotated[
        int | None,
        Option(
            "--generate", "-g", metavar="N", help="Examine at most this many deals.",
            parser=functools.partial(whole_number, label="the limit"),
        ),
    ] = None  # fmt: skip
    seed: Annotated[
        str | None,
        SEED._replace(
            help="Repeat this seed's deals.",
            served=Served(most=100, example="friday"),
        ),
    ] = None  # fmt: skip
    parameters: Annotated[
        tuple[str, ...],
        Option("--param", metavar="N=TEXT", help="The value of $N."),
    ] = ()
    level: Annotated[
        bool,
        Option("--level", help="Deal the script's hand types in the shares that it defines."),
    ] = False
    interleave: Annotated[
        bool, Option("--interleave", help="Like --level, but with the hand types in turn.")
    ] = False
    within: Annotated[
        float | None,
        Option(
            metavar="WIDTH", parser=precision,
            help="Sample until means and shares are known to 0.01, or 1%.",
        ),
    ] = None  # fmt: skip
    exact: Annotated[bool, Option("--exact", help="Count every statistic that can be counted.")] = (
        False
    )
    budget: Annotated[
        float | None,
        Option(
            metavar="SECONDS", parser=seconds,
            help="Seconds of work allowed for the statistics.",
            remark=" (default: 0.2, or 3 without deals).",
            served=Served(most=MOST_SECONDS, example=1, name="seconds"),
        ),
    ] = None  # fmt: skip
    threads: Threads = None
    memory: Memory = None

    def running(
        self,
        limits: Limits = Limits(),  # noqa: B008 - a constant
        *,
        include: Sequence[Path] = (),
        **output: Any,
    ) -> Running:
        """Return the job that runs the script; ``output`` are arguments of ``run_script``.

        Without folders to ``include`` no file is read.

        :raises ArgumentError: if a parameter is not N=TEXT
        :raises ConditionError: if the script cannot be read
        """
        from dealwright.scripts import run_script

        return run_script(
            self.script, _variables(self.parameters), produce=self.produce, generate=self.generate,
            seed=self.seed, threads=value_or(self.threads, limits.threads),
            memory=value_or(self.memory, limits.memory), level=self.level,
            interleave=self.interleave, within=self.within, exact=self.exact,
            budget=value_or(self.budget, limits.seconds), include=include, **output,
        )  # fmt: skip

    def job(self, limits: Limits = Limits()) -> Answering:  # noqa: B008
        """Return the job that runs the script and keeps its printed text."""
        from dealwright.scripts.answers import Answering

        return Answering(self.running(limits), most=_MOST_BOARDS)


def _variables(parameters: Sequence[str]) -> dict[int, str]:
    """Return the values of script variables by number, from texts such as 0=15.

    :raises ArgumentError: if a text is not N=TEXT
    """
    values = {}
    for text in parameters:
        number, equals, value = text.partition("=")
        if not equals or len(number) != 1 or number not in "0123456789":
            raise ArgumentError(f"'{text}' sets no script variable; write --param 0=value")
        values[int(number)] = value
    return values


@dataclass(frozen=True, kw_only=True)
class WrittenScriptRequest(DealsRequest):
    """A condition as a script."""

    about: ClassVar[str] = (
        "A condition as a script of dealer, which BBO's deal source takes; its content as Base64."
    )
    answer: ClassVar[str] = "board_file"

    seed: None = None
    budget: None = None
    memory: None = None

    @property
    def text(self) -> str:
        """The script.

        :raises ConditionError: if dealer cannot express the condition
        """
        from dealwright.scripts import dealer_script

        text: str = dealer_script(self.where, self.predeal or None)
        return text

    def job(self, limits: Limits = Limits()) -> Job[Any, BoardFile]:  # noqa: B008
        """Return the job that writes the script.

        :raises ConditionError: if dealer cannot express the condition
        """
        from dealwright.base.jobs import one_call
        from dealwright.formats.board_file import BoardFile

        return one_call(lambda _: BoardFile("deals.dealer.txt", "dealer", self.text.encode()))
