"""``dealwright system compare``: differences of two systems on the same deals."""

from __future__ import annotations

from typing import Annotated

from dealwright.base.errors import ArgumentError
from dealwright.cli.answering import answer_job
from dealwright.cli.command import Command
from dealwright.cli.options import (
    CacheFile,
    Json,
    NoCache,
    SolverMemory,
    SolverName,
)
from dealwright.cli.solvers import check_memory, chosen_solver
from dealwright.cli.system_options import SystemFile, read_system_file
from dealwright.requests.deals import Seed, Threads
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import whole_number
from dealwright.requests.systems import Parameters

__all__ = ["COMMAND"]

HELP = """Compare two systems on the same random deals: where they differ, and which one wins.

North deals, and the opponents pass. With --solve, contracts that differ are scored by double dummy,
in IMPs and points a deal; the report separates auctions that the rules do not finish.

--set replaces definitions of the first system, so that a system can be compared with itself.

Examples:

  dealwright system compare natural strong-club

  dealwright system compare natural natural --set strength=12..14 --deals 1e6

  dealwright system compare natural two-over-one --solve --solves 500 --vulnerable all
"""


def compare(
    file: SystemFile,
    other: Annotated[str, Argument(metavar="OTHER", help="The other system.")],
    deals: Annotated[str, Option(metavar="N", help="Deals to bid.")] = "100_000",
    solve: Annotated[
        bool, Option("--solve", help="Score the contracts by double dummy where they differ.")
    ] = False,
    solves: Annotated[
        str, Option(metavar="N", help="With --solve: deals to solve, at most.")
    ] = "1000",
    vul: Annotated[
        str,
        Option(
            "--vulnerable",
            metavar="SIDES",
            help="With --solve: none, ns, ew or all.",
        ),
    ] = "none",
    seed: Seed = None,
    parameters: Parameters = (),
    as_json: Json = False,
    threads: Threads = None,
    no_cache: NoCache = False,
    cache: CacheFile = None,
    solver_name: SolverName = None,
    solver_memory: SolverMemory = None,
) -> None:
    """Compare two systems."""
    from dealwright.analysis.system_comparison import comparing_systems

    systems = read_system_file(file, parameters), read_system_file(other, ())
    number_bid, number_solved = whole_number(deals, "--deals"), whole_number(solves, "--solves")
    if not solve:
        answer_job(
            comparing_systems(*systems, number_bid, seed=seed), "bidding", as_json=as_json,
            interrupted="the answer is from the deals bid so far",
        )  # fmt: skip
        return
    if not number_solved:
        raise ArgumentError("solve at least one deal")
    check_memory(solver_memory)
    with chosen_solver(threads, no_cache, cache, solver_memory) as solver:
        job = comparing_systems(
            *systems, number_bid, solves=number_solved, vulnerable=vul, seed=seed, solver=solver
        )
        answer_job(
            job, "comparing", as_json=as_json,
            interrupted="the answer is from the deals bid and solved so far",
        )  # fmt: skip


COMMAND = Command(compare, HELP, order=6)
