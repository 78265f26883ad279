"""``--solve``: double-dummy tricks and par for boards that a command writes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

from dealwright.base.errors import ArgumentError
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from dealwright.base.jobs import Job
    from dealwright.formats import Board

__all__ = ["SOLVE_BATCH", "Solve", "board_solver", "check_format", "solving_boards"]

Solve = Annotated[
    bool,
    Option("--solve", help="Add each board's double-dummy tricks and par; 0.1 s a board."),
]
SOLVE_BATCH = 8  # boards between two progress reports


def check_format(kind: str) -> None:
    """Check that a format has a place for results.

    :raises ArgumentError: if it has none
    """
    from dealwright.formats import format_named

    if not format_named(kind, writing=True).results:
        raise ArgumentError(
            f"the format {kind} cannot store double-dummy results; diagram, pbn, html and "
            "others can"
        )


def board_solver(kind: str, *, solve: bool) -> Callable[[Sequence[Board]], Iterable[Board]] | None:
    """Return a function that adds results to boards, or None without ``--solve``.

    :raises ArgumentError: if the format has no place for results
    """
    if not solve:
        return None
    check_format(kind)
    from dealwright.double_dummy.tables import with_tables

    return with_tables


def solving_boards(boards: Sequence[Board]) -> Job[Board, list[Board]]:
    """Return a job that adds results to boards; if stopped, it returns the boards solved so far."""
    from dealwright.base.jobs import Job
    from dealwright.double_dummy.tables import with_tables

    def work(job: Job[Board, list[Board]]) -> Generator[Board, None, list[Board]]:
        solved_boards: list[Board] = []
        job.report(0, len(boards), "boards")
        for board in with_tables(boards):
            solved_boards.append(board)
            job.report(len(solved_boards), len(boards), "boards")
            yield board
            if job.stopping:
                break
        return solved_boards

    return Job(work)
