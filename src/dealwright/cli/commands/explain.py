"""``dealwright explain``: how a condition is tested, and what each clause costs."""

from __future__ import annotations

import os
from typing import Annotated

from dealwright.base.errors import ArgumentError
from dealwright.cli.answering import answer_job, print_notes, with_condition
from dealwright.cli.command import Command
from dealwright.cli.options import ConditionFile, Encoding, Json, ScriptInclude
from dealwright.cli.script_files import folders_of, print_check, text_of
from dealwright.requests.conditions import ExplainRequest
from dealwright.requests.deals import is_script_name
from dealwright.requests.fields import Option

__all__ = ["COMMAND"]

HELP = """Explain a condition, or a script: how likely it is, which clause costs most.

If the argument is the name of a file, it is a script of dealer: the report lists its errors by
line, and each clause's share of all deals and of the deals that satisfy the other clauses.

Examples:

  dealwright explain "north: 20+ balanced; south: 6+ spades"

  dealwright explain "north: 15-17 balanced; south: 5+ spades" --as-condition

  dealwright explain stayman.dl

  dealwright explain --file condition.txt --json

  dealwright explain "weak_nt && spades(south) >= 5" --include system.txt
"""


def explain(
    request: ExplainRequest,
    as_json: Json = False,
    file: ConditionFile = None,
    include: ScriptInclude = None,
    encoding: Encoding = None,
    as_condition: Annotated[
        bool, Option("--as-condition", help="Print only the condition that a phrase means.")
    ] = False,
) -> None:
    """Explain a condition or a script."""
    if as_condition:
        condition = print_notes(with_condition(request, file)).where
        print("1" if condition is None else condition)
        return
    script = request.condition
    if script is not None and file is None and (os.path.isfile(script) or is_script_name(script)):
        from dealwright.scripts import run_script

        text = text_of(script, encoding)
        if not text.strip():
            raise ArgumentError(f"{script} is empty: there is nothing to explain")
        run = run_script(
            text, seed=request.seed, threads=request.threads,
            memory=request.memory, include=folders_of(script, include),
        )  # fmt: skip
        print_check(run, as_json=as_json)
        return
    if encoding is not None:
        raise ArgumentError("--encoding goes with the file of a script")
    answer_job(
        print_notes(with_condition(request, file)).job(),
        "sampling",
        as_json=as_json,
        interrupted="the estimate is from the deals examined so far",
    )


COMMAND = Command(explain, HELP, "Count and explain", order=3)
