"""The base class of requests: frozen dataclasses of fields that make the job of their answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

if TYPE_CHECKING:
    from dealwright.base.jobs import Job
    from dealwright.double_dummy.solver import Solver

__all__ = ["Limits", "Request", "value_or"]

Value = TypeVar("Value")


class Limits(NamedTuple):
    """Limits and defaults of answering a request.

    ``memory`` is in bytes. ``seconds`` of work and ``time``, the seconds for which a sample grows,
    hold if a request gives none of its own (None: the default of the request). ``solver`` is the
    double-dummy solver. ``operations`` bounds questions that are limited by a number of steps.
    ``files`` is whether files named by a request may be read.
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

    ``about`` describes the answer in one sentence. ``answer`` is the kind of the document.
    ``partial`` is whether partial results of the job are answers so far. ``leading`` names the
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


def value_or(value: Value | None, limit: Value | None) -> Value | None:
    """Return the value that a request gives, or the limit if it gives None.

    >>> value_or(0, 4), value_or(None, 4)
    (0, 4)
    """
    return limit if value is None else value
