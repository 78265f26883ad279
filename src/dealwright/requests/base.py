"""What a request is: a frozen dataclass of fields that makes the job of its answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from dealwright.errors import DealwrightError

if TYPE_CHECKING:
    from dealwright.double_dummy.solver import Solver
    from dealwright.jobs import Job

__all__ = ["FieldError", "Limits", "Request", "given", "reading"]

Value = TypeVar("Value")


class FieldError(DealwrightError):
    """An error that one field of a request causes; ``__cause__`` is the error itself."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@contextmanager
def reading(field: str) -> Generator[None]:
    """Name the field of a request in an error that is raised while the field is read.

    >>> from dealwright.errors import ArgumentError
    >>> with reading("play"):
    ...     raise ArgumentError("'XX' is not a card")
    Traceback (most recent call last):
    dealwright.requests.base.FieldError: 'XX' is not a card

    :raises FieldError: for any error of Dealwright
    """
    try:
        yield
    except DealwrightError as error:
        raise FieldError(field, str(error)) from error


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
