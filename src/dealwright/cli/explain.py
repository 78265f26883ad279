"""``dealwright explain``: how a condition is tested, and what each clause costs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from dealwright.cli.commands import Command
from dealwright.cli.options import (
    ConditionArgument,
    ConditionFile,
    Encoding,
    Json,
    Limit,
    Memory,
    Predeal,
    ScriptInclude,
    Seed,
    Threads,
    Work,
    limit_of,
    memory_bytes,
    predeal_text,
    read_condition,
    resources_of,
    seconds,
)
from dealwright.cli.script_files import folders_of, print_check, text_of
from dealwright.errors import ArgumentError, SearchStopped
from dealwright.requests.fields import Option

__all__ = ["COMMAND"]

_ENDINGS = (".dl", ".dlr", ".dls", ".dealer", ".script")

HELP = """Explain a condition, or a script: how likely it is, which clause costs most.

If the argument is the name of a file, it is a script of dealer: the report lists its errors by
line, and each clause's share of all deals and of the deals that satisfy the other clauses.

Examples:

  dealwright explain "hcp(north) >= 20 && balanced(north) && spades(south) >= 6"

  dealwright explain stayman.dl

  dealwright explain --file condition.txt --json

  dealwright explain "weak_nt && spades(south) >= 5" --include system.txt
"""


def explain(
    condition: ConditionArgument = None,
    as_json: Json = False,
    seed: Seed = None,
    predeal: Predeal = None,
    file: ConditionFile = None,
    include: ScriptInclude = None,
    limit: Limit = None,
    threads: Threads = None,
    method: Annotated[
        str, Option("--method", "-m", metavar="NAME", help="auto, exact, filter or mixed.")
    ] = "auto",
    budget: Work = None,
    memory: Memory = None,
    encoding: Encoding = None,
) -> None:
    """Explain; the arguments are those of the command line."""
    if condition is not None and file is None and _names_a_script(condition):
        from dealwright.scripts import run_script

        run = run_script(
            text_of(condition, encoding), seed=seed, threads=threads, memory=memory_bytes(memory),
            include=folders_of(condition, include),
        )  # fmt: skip
        print_check(run, as_json=as_json)
        return
    if encoding is not None:
        raise ArgumentError("--encoding goes with the file of a script")
    from dealwright.ask.counting import budget_of
    from dealwright.ask.explanation import Explaining
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report
    from dealwright.condition import question_of
    from dealwright.documents import write_json

    question = question_of(read_condition(condition, file), predeal_text(predeal))
    given = budget_of(None if budget is None else seconds(budget))
    job = Explaining(
        question, resources_of(memory, threads, given), seed=seed, method=method,
        limit=limit_of(limit),
    )  # fmt: skip
    with show_progress(job, "sampling"):
        found = job.result()
    if as_json:
        print(write_json(found, indent=2))
    else:
        print_report(str(found).split("\n"))
    if job.state == "stopped":
        raise SearchStopped("interrupted: the estimate is of the deals examined so far")


def _names_a_script(text: str) -> bool:
    return os.path.isfile(text) or Path(text).suffix in _ENDINGS


COMMAND = Command(explain, HELP, "Count and explain", order=3)
