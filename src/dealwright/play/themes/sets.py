"""Sets of themed boards: stored ones that a seed chooses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dealwright.answers.printed import OneLine
from dealwright.ask.dealing import checked_number
from dealwright.base.errors import ArgumentError
from dealwright.base.jobs import Job, one_call
from dealwright.numbering.stream import Stream
from dealwright.play.themes.boards import THEMES, ThemedBoard
from dealwright.play.themes.stored_boards import chosen_boards, stored_boards

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import OneOf
    from dealwright.numbering.stream import Seed

__all__ = ["NUMBER", "ThemedBoards", "themed_boards"]

NUMBER = 16  # of boards, unless another is asked for


@dataclass(frozen=True)
class ThemedBoards(OneLine):
    """Boards of a theme, chosen by the seed among the ``stored`` ones of the theme."""

    theme: Annotated[str, OneOf(THEMES)]
    seed: str
    stored: int
    boards: tuple[ThemedBoard, ...]


def themed_boards(
    theme: str, n: int = NUMBER, *, seed: Seed | Stream | None = None
) -> Job[Any, ThemedBoards]:
    """Return a job with n boards of a theme, or all stored ones if there are fewer.

    >>> answer = themed_boards("squeeze", 2, seed=1).result()
    >>> [board.contract for board in answer.boards]
    ['6NT', '6NT']

    :raises ArgumentError: if there is no such theme
    """
    if theme not in THEMES:
        raise ArgumentError(
            f"'{theme}' is not a theme; choose {', '.join(THEMES[:-1])} or {THEMES[-1]}"
        )
    n, stream = checked_number(n), Stream.of(seed)
    return one_call(
        lambda _: ThemedBoards(
            theme, stream.seed, len(stored_boards(theme)), tuple(chosen_boards(theme, n, stream))
        )
    )
