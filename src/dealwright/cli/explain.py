"""``dealwright explain``: how a condition is tested, and what each clause costs."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from dealwright.cli.count import Json
from dealwright.cli.options import (
    ConditionArgument,
    ConditionFile,
    Limit,
    Memory,
    Predeal,
    Seed,
    Threads,
    memory_bytes,
    predeal_text,
    read_condition,
    whole_number,
)

__all__ = ["add_to"]

HELP = """Explain a condition: how likely it is, how it is dealt, which clause costs most.

Examples:

  dealwright explain "hcp(north) >= 20 && balanced(north) && spades(south) >= 6"

  dealwright explain --file stayman.txt --json
"""


def explain(
    condition: ConditionArgument = None,
    as_json: Json = False,
    seed: Seed = None,
    predeal: Predeal = None,
    file: ConditionFile = None,
    limit: Limit = None,
    threads: Threads = None,
    method: Annotated[
        str, typer.Option(metavar="NAME", help="auto, exact, filter or mixed.")
    ] = "auto",
    memory: Memory = None,
) -> None:
    """Explain; the arguments are those of the command line."""
    from dealwright.cli.progress import Progress
    from dealwright.questions.counting import DEFAULT_HITS, DEFAULT_SAMPLES
    from dealwright.questions.explanation import explain as explained

    asked = read_condition(condition, file)
    most = DEFAULT_SAMPLES if limit is None else whole_number(limit, "the limit")
    with Progress("sampling", most) as progress:
        found = explained(
            asked,
            seed=seed,
            predeal=predeal_text(predeal),
            threads=threads,
            limit=most,
            method=method,
            memory=memory_bytes(memory),
            progress=lambda tried, hits: progress.update(
                max(tried, most * hits // DEFAULT_HITS), f"{hits:,} found"
            ),
        )
    print(json.dumps(found.to_dict(), indent=2) if as_json else str(found))


def add_to(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("explain", help=HELP)(explain)
