"""``dealwright tabulate``: the mean of a quantity by the values of others."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.cli.answering import answered
from dealwright.cli.commands import Command
from dealwright.cli.options import (
    CacheFile,
    ClusterAddress,
    ConditionArgument,
    ConditionFile,
    Include,
    Json,
    NoCache,
    read_condition,
    resources_of,
)
from dealwright.cli.questions import Deals, Time, Where, Within, both, limits_of
from dealwright.cli.solvers import chosen_solver
from dealwright.errors import ArgumentError
from dealwright.requests.deals import Memory, Predeal, Seed, Threads
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from dealwright.analysis.tabulation import Tabulation

__all__ = ["COMMAND"]

HELP = """Tabulate a quantity, such as tricks, by the values of others over the deals of a condition.

For each value of the first --by quantity, the table has its share, the mean with a 95 % interval, and
how far it lies from the line of least squares through all of them. Deals are sampled by these values,
so that rare ones have rows too. --output writes every deal's numbers (CSV, Parquet) or a picture
(SVG).

Examples:

  dealwright tabulate "balanced(north) && balanced(south)" --of "tricks(south, notrump)" --by "hcp(north) + hcp(south)"

  dealwright tabulate 1 --of "tricks(south, spades)" --by "hcp(north) + hcp(south)" --by "spades(north) + spades(south)"

  dealwright tabulate "longest_fit(ns) >= 8" --of "par(ns)" --by "hcp(north) + hcp(south)" --output par.svg
"""  # noqa: E501


def tabulate(
    condition: ConditionArgument = None,
    of: Annotated[
        str, Option(metavar="QUANTITY", help="What is averaged, as tricks(south, notrump).")
    ] = "tricks(south, notrump)",
    by: Annotated[
        list[str] | None,
        Option(metavar="QUANTITY", help="What it is tabulated by; may be repeated."),
    ] = None,
    output: Annotated[
        Path | None,
        Option("--output", "-o", metavar="FILE", help="Also write .csv, .parquet or .svg."),
    ] = None,
    deals: Deals = None,
    within: Within = None,
    time: Time = None,
    where: Where = None,
    predeal: Predeal = None,
    as_json: Json = False,
    seed: Seed = None,
    file: ConditionFile = None,
    include: Include = None,
    memory: Memory = None,
    threads: Threads = None,
    no_cache: NoCache = False,
    cache: CacheFile = None,
    cluster: ClusterAddress = None,
) -> None:  # fmt: skip
    """Tabulate; the arguments are those of the command line."""
    from dealwright.analysis.tabulation import tabulating

    if output is not None and output.suffix not in _WRITERS:
        raise ArgumentError(f"--output takes a file .csv, .parquet or .svg, not {output}")
    with chosen_solver(threads, no_cache, cache):
        job = tabulating(
            both(read_condition(condition, file), where), of,
            by or ["hcp(north) + hcp(south)"], predeal=predeal, seed=seed,
            resources=resources_of(memory, threads), **limits_of(deals, within, time),
        )  # fmt: skip
        try:
            answered(job, "solving", as_json=as_json)
        finally:
            if output is not None and job.state in ("done", "stopped"):
                _WRITERS[output.suffix](job.result(), output)


def _write_csv(found: Tabulation, path: Path) -> None:
    from dealwright.cli.output import opened

    assert found.columns is not None
    with opened(path) as stream:
        stream.write(",".join(f'"{name}"' for name in found.columns) + "\n")
        rows = zip(*(column.tolist() for column in found.columns.values()), strict=True)
        stream.writelines(",".join(map(str, row)) + "\n" for row in rows)


def _write_parquet(found: Tabulation, path: Path) -> None:
    assert found.columns is not None
    table = found.columns.to_arrow()
    import_module("pyarrow.parquet").write_table(table, path)


def _write_svg(found: Tabulation, path: Path) -> None:
    from dealwright.answers.pictures import svg_means
    from dealwright.cli.output import opened

    rows = [
        (row.values, float(row.mean), float(row.mean.low), float(row.mean.high))
        for row in found.rows
    ]
    with opened(path) as stream:
        stream.write(svg_means(f"mean of {found.of} by {found.by[0]}", rows))


_WRITERS = {".csv": _write_csv, ".parquet": _write_parquet, ".svg": _write_svg}

COMMAND = Command(tabulate, HELP, "Simulate", order=7)
