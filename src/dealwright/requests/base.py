"""What a request is: a frozen dataclass of fields that makes the job of its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from dealwright.jobs import Job

__all__ = ["Limits", "Request"]


class Limits(NamedTuple):
    """What answering may use: ``seconds`` of work where a request names none (None: its own)."""

    memory: int | None = None
    threads: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, kw_only=True)
class Request:
    """A request; a subclass has annotated fields and ``job``.

    ``about`` is what it asks, in one sentence; ``answer`` the kind of document that answers;
    ``partial`` says that partial results of the job are answers so far.
    """

    about: ClassVar[str] = ""
    answer: ClassVar[str] = ""
    partial: ClassVar[bool] = False

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008 - a constant
        """Return the job that answers.

        :raises DealwrightError: if the request makes no sense
        """
        raise NotImplementedError
