"""``--solve``: boards with their double-dummy tricks and par, wherever a command writes them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

from dealwright.errors import ArgumentError
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from dealwright.formats import Board
    from dealwright.jobs import Job

__all__ = ["SOLVED_AT_ONCE", "Solve", "check_results", "solver_of", "solving_boards"]

Solve = Annotated[
    bool,
    Option("--solve", help="Add each board's double-dummy tricks and par; 0.2 s a board."),
]
SOLVED_AT_ONCE = 8  # boards between two reports


def check_results(kind: str) -> None:
    """Check that a format has a place for results.

    :raises ArgumentError: if it has none
    """
    from dealwright.formats import format_named

    if not format_named(kind, writing=True).results:
        raise ArgumentError(
            f"the format {kind} has no place for what --solve adds; diagram, pbn, html and others "
            "have"
        )


def solver_of(kind: str, *, solve: bool) -> Callable[[Sequence[Board]], Iterable[Board]] | None:
    """Return what adds results to boards before a format writes them, None without ``--solve``.

    :raises ArgumentError: if the format has no place for them
    :raises SolverError: if no solver is installed, so that no file is begun
    """
    if not solve:
        return None
    check_results(kind)
    from dealwright.double_dummy.current_solver import current_solver
    from dealwright.double_dummy.tables import with_tables

    current_solver()
    return with_tables


def solving_boards(boards: Sequence[Board]) -> Job[Board, list[Board]]:
    """Return a job that adds their results to boards, of the first if it is stopped."""
    from dealwright.double_dummy.tables import with_tables
    from dealwright.jobs import Job

    def work(job: Job[Board, list[Board]]) -> Generator[Board, None, list[Board]]:
        found: list[Board] = []
        job.report(0, len(boards), "boards")
        for board in with_tables(boards):
            found.append(board)
            job.report(len(found), len(boards), "boards")
            yield board
            if job.stopping:
                break
        return found

    return Job(work)
