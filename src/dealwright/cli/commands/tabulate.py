"""``dealwright tabulate``: the mean of a quantity by the values of others."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.base.errors import ArgumentError
from dealwright.cli.answering import answer_job, print_notes, with_condition
from dealwright.cli.command import Command
from dealwright.cli.options import (
    CacheFile,
    ConditionFile,
    Include,
    Json,
    NoCache,
    SolverName,
)
from dealwright.cli.solvers import chosen_solver
from dealwright.requests.fields import Option
from dealwright.requests.solved import TabulateRequest

if TYPE_CHECKING:
    from dealwright.analysis.tabulation import Tabulation

__all__ = ["COMMAND"]

HELP = """Tabulate a quantity, such as tricks, by the values of others over the deals of a condition.

For each value of the first --by quantity, the table has its share, the mean with a 95 % interval, and
how far it lies from the least-squares line through all of them. Deals are sampled by these values,
so that rare ones have rows too. --output writes every deal's numbers (CSV, Parquet) or a picture
(SVG).

Examples:

  dealwright tabulate "north: balanced; south: balanced" --of "tricks(south, notrump)" --by "hcp(north) + hcp(south)"

  dealwright tabulate 1 --of "tricks(south, spades)" --by "hcp(north) + hcp(south)" --by "spades(north) + spades(south)"

  dealwright tabulate "longest_fit(ns) >= 8" --of "par(ns)" --by "hcp(north) + hcp(south)" --output par.svg
"""  # noqa: E501


def tabulate(
    request: TabulateRequest,
    output: Annotated[
        Path | None,
        Option("--output", "-o", metavar="FILE", help="Also write .csv, .parquet or .svg."),
    ] = None,
    as_json: Json = False,
    file: ConditionFile = None,
    include: Include = None,
    no_cache: NoCache = False,
    cache: CacheFile = None,
    solver_name: SolverName = None,
) -> None:
    """Tabulate a quantity."""
    if output is not None and output.suffix not in _WRITERS:
        raise ArgumentError(f"--output takes a file .csv, .parquet or .svg, not {output}")
    with chosen_solver(request.threads, no_cache, cache, request.memory):
        job = print_notes(with_condition(request, file)).job()
        try:
            answer_job(job, "solving", as_json=as_json)
        finally:
            if output is not None and job.state in ("done", "stopped"):
                _WRITERS[output.suffix](job.result(), output)


def _write_csv(tabulation: Tabulation, path: Path) -> None:
    from dealwright.cli.output import open_output

    assert tabulation.columns is not None
    with open_output(path) as stream:
        stream.write(",".join(f'"{name}"' for name in tabulation.columns) + "\n")
        rows = zip(*(column.tolist() for column in tabulation.columns.values()), strict=True)
        stream.writelines(",".join(map(str, row)) + "\n" for row in rows)


def _write_parquet(tabulation: Tabulation, path: Path) -> None:
    assert tabulation.columns is not None
    table = tabulation.columns.to_arrow()
    import_module("pyarrow.parquet").write_table(table, path)


def _write_svg(tabulation: Tabulation, path: Path) -> None:
    from dealwright.answers.pictures import svg_means
    from dealwright.cli.output import open_output

    rows = [
        (row.values, float(row.mean), float(row.mean.low), float(row.mean.high))
        for row in tabulation.rows
    ]
    with open_output(path) as stream:
        stream.write(svg_means(f"mean of {tabulation.of} by {tabulation.by[0]}", rows))


_WRITERS = {".csv": _write_csv, ".parquet": _write_parquet, ".svg": _write_svg}

COMMAND = Command(tabulate, HELP, "Simulate", order=7)
