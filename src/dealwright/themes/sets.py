"""Sets of themed boards: stored ones that a seed chooses, or others that are found."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealwright.answers.printed import OneLine
from dealwright.ask.dealing import checked_number
from dealwright.base.errors import ArgumentError
from dealwright.base.jobs import Job
from dealwright.numbering.stream import Stream
from dealwright.themes.boards import ThemedBoard, finding_boards
from dealwright.themes.lines import THEMES
from dealwright.themes.pool import pool, pool_boards

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import OneOf
    from dealwright.numbering.stream import Seed

__all__ = ["NUMBER", "ThemedBoards", "themed_boards"]

NUMBER = 16  # of boards, unless another is asked for


@dataclass(frozen=True)
class ThemedBoards(OneLine):
    """Boards of a theme, chosen by the seed among the ``stored`` ones of the theme.

    ``stored`` is None if they were found afresh.
    """

    theme: Annotated[str, OneOf(THEMES)]
    seed: str
    stored: int | None
    boards: tuple[ThemedBoard, ...]


def themed_boards(
    theme: str, n: int = NUMBER, *, seed: Seed | Stream | None = None, fresh: bool = False
) -> Job[ThemedBoard, ThemedBoards]:
    """Return a job with n boards of a theme, or all stored ones if there are fewer.

    With ``fresh`` the boards are found, and are its partial results; if it is stopped, the result
    has the boards so far.

    >>> answer = themed_boards("squeeze", 2, seed=1).result()
    >>> [board.contract for board in answer.boards]
    ['6NT', '6NT']

    :raises ArgumentError: if there is no such theme
    """
    if theme not in THEMES:
        raise ArgumentError(f"a theme is {', '.join(THEMES[:-1])} or {THEMES[-1]}, not '{theme}'")
    n, stream = checked_number(n), Stream.of(seed)

    def work(job: Job[ThemedBoard, ThemedBoards]) -> Generator[ThemedBoard, None, ThemedBoards]:
        if not fresh:
            boards = tuple(pool_boards(theme, n, stream))
            return ThemedBoards(theme, stream.seed, len(pool(theme)), boards)
        found = yield from job.run_part(finding_boards(theme, n, seed=stream))
        return ThemedBoards(theme, stream.seed, None, tuple(found))

    return Job(work)
