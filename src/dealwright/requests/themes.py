"""The request for boards that a theme of play decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.base.errors import naming
from dealwright.requests.base import Limits, Request
from dealwright.requests.deals import Seed
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import number_of_boards
from dealwright.requests.served import Served

if TYPE_CHECKING:
    from dealwright.base.jobs import Job
    from dealwright.play.themes.sets import ThemedBoards

__all__ = ["ThemedRequest"]


@dataclass(frozen=True, kw_only=True)
class ThemedRequest(Request):
    """Boards of a theme."""

    about: ClassVar[str] = (
        "Boards to play that a theme decides, with their endings, key cards and chances."
    )
    answer: ClassVar[str] = "themed_boards"

    theme: Annotated[
        str,
        Argument(
            "squeeze, throw-in, finesse-or-drop or ending: boards that it decides.",
            parser=str.lower, served=Served(most=20, example="squeeze"),
        ),
    ]  # fmt: skip
    n: Annotated[
        int | None,
        Option(
            "--number", "-n", metavar="N", bare="second",
            parser=number_of_boards,
            help="How many boards (default: 16), at most as many as are stored.",
            served=Served(least=1, most=100, example=4),
        ),
    ] = None  # fmt: skip
    seed: Seed = None

    def job(self, limits: Limits = Limits()) -> Job[Any, ThemedBoards]:  # noqa: B008
        """Return the job that chooses the boards.

        :raises DealwrightError: naming the argument that makes no sense
        """
        from dealwright.play.themes.sets import NUMBER, themed_boards

        with naming("theme"):
            return themed_boards(self.theme, NUMBER if self.n is None else self.n, seed=self.seed)
