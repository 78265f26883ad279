"""What a request is: a frozen dataclass of fields that makes the job of its answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

if TYPE_CHECKING:
    from dealwright.double_dummy.solver import Solver
    from dealwright.jobs import Job

__all__ = ["Limits", "Request", "given"]

Value = TypeVar("Value")


class Limits(NamedTuple):
    """What answering may use: ``seconds`` of work where a request names none (None: its own).

    ``time`` is how long a sample grows where a request says nothing, ``solver`` the double-dummy
    solver that it asks; ``operations`` are those of questions that are bounded by their number;
    ``files`` says whether files that a request names may be read.
    """

    memory: int | None = None
    threads: int | None = None
    seconds: float | None = None
    time: float | None = None
    solver: Solver | None = None
    operations: int | None = None
    files: bool = True


@dataclass(frozen=True, kw_only=True)
class Request(ABC):
    """A request; a subclass has annotated fields and ``job``.

    ``about`` is what it asks, in one sentence; ``answer`` the kind of document that answers;
    ``partial`` says that partial results of the job are answers so far, and ``leading`` names the
    fields that help shows first.
    """

    about: ClassVar[str] = ""
    answer: ClassVar[str] = ""
    partial: ClassVar[bool] = False
    leading: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008 - a constant
        """Return the job that answers.

        :raises DealwrightError: if the request makes no sense
        """


def given(value: Value | None, limit: Value | None) -> Value | None:
    """Return a value that a request gives, or else that of the limits.

    >>> given(0, 4), given(None, 4)
    (0, 4)
    """
    return limit if value is None else value
