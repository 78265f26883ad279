"""``dealwright count``: how many deals satisfy a condition."""

from __future__ import annotations

import json
from typing import Annotated

import typer

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
from dealwright.errors import SearchStopped

__all__ = ["Json", "add_to"]

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a report.")]

HELP = """Say how many deals satisfy a condition, and how likely it is.

The count is exact wherever the condition decomposes over suits; where it does not (a cccc, say) it
is estimated from random deals, with a 95 % interval, and says so.

Examples:

  dealwright count "hcp(north) + hcp(south) >= 26"

  dealwright count "shape(north, any 6511) && hcp(north) == 12 && hcp(south) == 20"

  dealwright count "balanced(north)" --predeal "south AKQ2.T98.543.A72" --json
"""


def count(
    condition: ConditionArgument = None,
    as_json: Json = False,
    seed: Seed = None,
    predeal: Predeal = None,
    file: ConditionFile = None,
    limit: Limit = None,
    threads: Threads = None,
    method: Annotated[
        str,
        typer.Option(metavar="NAME", help="auto, exact (or refuse) or filter (always estimate)."),
    ] = "auto",
    memory: Memory = None,
) -> None:
    """Count; the arguments are those of the command line."""
    from dealwright.answers import proportion
    from dealwright.ask.counting import DEFAULT_HITS, DEFAULT_SAMPLES, share_of
    from dealwright.ask.dealing import stream_of
    from dealwright.ask.explanation import estimate_dict, estimate_lines
    from dealwright.cli.progress import Progress
    from dealwright.deals import predeal_masks
    from dealwright.kernels import Packs
    from dealwright.planning.choose import deals_in

    asked = read_condition(condition, file)
    cards = predeal_text(predeal)
    most = DEFAULT_SAMPLES if limit is None else whole_number(limit, "the limit")
    stream = stream_of(seed)
    seen = [0, 0]

    def show(tried: int, found: int) -> None:
        seen[:] = tried, found
        progress.update(max(tried, most * found // DEFAULT_HITS), f"{found:,} found")

    stopped = False
    tested: tuple[str, ...] = ()
    with Progress("counting", most) as progress:
        try:
            found = share_of(
                asked, seed=stream, predeal=cards, threads=threads, limit=most, method=method,
                memory=memory_bytes(memory), progress=show,
            )  # fmt: skip
            share, tested = found.estimate, () if found.exact is None else found.exact.why
        except KeyboardInterrupt:
            stopped = True
            share = proportion(seen[1], seen[0], seed=stream.seed)
    number = share.scaled(deals_in(Packs(predeal_masks(cards))))
    if as_json:
        print(json.dumps(estimate_dict(number, share), indent=2))
    else:
        print("\n".join(estimate_lines(number, share)))
        for clause in () if share.exact else tested:
            print(f"not counted  {clause}")
    if stopped:
        raise SearchStopped("interrupted: the estimate is of the deals examined so far")


def add_to(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("count", help=HELP)(count)
