"""Every exception that Dealwright raises.

::

    DealwrightError
    ├── ArgumentError (ValueError)     a number, name or option that is not valid
    ├── CardError (ValueError)         text or numbers that are not cards, hands or deals
    ├── PredealError (ValueError)      fixed cards that no deal can hold
    ├── ConditionError (ValueError)    a condition that cannot be read or has no meaning
    │   └── OverlapError               types of a mixture that have deals in common
    ├── FeatureError (ValueError)      a feature, table or scale that cannot be built or found
    ├── NumberingError (ValueError)    not a member of a numbering, or a number out of range
    ├── PokerError (ValueError)        not a poker hand, value or game
    ├── TournamentError (ValueError)   a plan, secret, value or set that is refused
    ├── StreamError (ValueError)       a seed or position outside the stream
    ├── KernelError (RuntimeError)     no compiled kernels, or a body this processor cannot run
    │   └── InvariantError             arrays lack what a shortcut of counting relies on
    ├── ClusterError (RuntimeError)    no cluster at an address, or one that failed
    ├── SolverError (RuntimeError)     no double-dummy solver, or one that failed
    ├── Stopped                        work was stopped from another thread
    ├── BudgetExceeded                 work would exceed its budget of operations
    └── SearchStopped                  fewer deals than requested; carries those found
        ├── AttemptLimitReached (RuntimeError)
        ├── BatchAborted (RuntimeError)  the method of 1999 could not complete a deal
        └── SearchInterrupted (KeyboardInterrupt)
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "ArgumentError",
    "AttemptLimitReached",
    "BatchAborted",
    "BudgetExceeded",
    "CardError",
    "ClusterError",
    "ConditionError",
    "DealwrightError",
    "FeatureError",
    "InvariantError",
    "KernelError",
    "NumberingError",
    "OverlapError",
    "PokerError",
    "PredealError",
    "SearchInterrupted",
    "SearchStopped",
    "SolverError",
    "Stopped",
    "StreamError",
    "TournamentError",
    "locate",
    "naming",
    "nesting_checked",
]


class DealwrightError(Exception):
    """The base class of all errors of this package; ``str(error)`` is the message.

    ``argument`` is the name of the argument that causes it, "" if unknown.
    """

    argument: str = ""

    def __init__(self, message: object = "") -> None:
        super().__init__(str(message))

    @property
    def message(self) -> str:
        """The message without the place and the hint that some errors show below it."""
        return str(self.args[0])

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


@contextmanager
def naming(argument: str) -> Generator[None]:
    """Name the argument that is read in a context, in an error that names none.

    >>> try:
    ...     with naming("play"):
    ...         raise ArgumentError("'XX' is not a card")
    ... except ArgumentError as error:
    ...     print(error.argument)
    play
    """
    try:
        yield
    except DealwrightError as error:
        error.argument = error.argument or argument
        raise


class ArgumentError(DealwrightError, ValueError):
    """A number, a name or an option that is not valid."""


class CardError(DealwrightError, ValueError):
    """Text or numbers that are not cards, holdings, hands or deals."""


class PredealError(DealwrightError, ValueError):
    """Fixed cards that no deal can hold: a card twice, or more than 13 at a seat."""


class TournamentError(DealwrightError, ValueError):
    """A plan, a secret, a public value or a set of a tournament that is refused."""


class ConditionError(DealwrightError, ValueError):
    """A condition that cannot be read, or that has no meaning.

    ``text`` is the condition as given, ``position`` the offset of the first wrong character (None
    if the condition did not come from text) and ``hint`` what to try, or "". ``file`` names the
    file of the text if another text uses it: an included file or a library of definitions.
    """

    def __init__(
        self,
        message: object = "",
        *,
        text: str = "",
        position: int | None = None,
        hint: str = "",
        file: str = "",
    ) -> None:
        super().__init__(message)
        self.text = text
        self.position = position
        self.hint = hint
        self.file = file

    def __str__(self) -> str:
        lines = [self.message]
        if self.position is not None:
            line, column, content = locate(self.text, self.position)
            if self.file or line > 1 or "\n" in self.text.strip():
                lines[0] += f" ({self.file}, line {line})" if self.file else f" (line {line})"
            lines += ["  " + content, "  " + " " * column + "^"]
        if self.hint:
            lines.append(self.hint)
        return "\n".join(lines)


@contextmanager
def nesting_checked() -> Generator[None]:
    """Turn Python's limit on nested calls into a ConditionError."""
    try:
        yield
    except RecursionError:
        raise ConditionError(
            "the condition is nested too deeply (some 300 operators in a row are the limit)"
        ) from None


def locate(text: str, position: int) -> tuple[int, int, str]:
    r"""Return the line number (from 1), the column (from 0) and the line of an offset in a text.

    Tabs in the line become single spaces, so that a caret below it lines up.

    >>> locate("a = 1\nb == 2", 8)
    (2, 2, 'b == 2')
    """
    position = min(max(position, 0), len(text))
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    content = text[start : end if end >= 0 else len(text)].replace("\t", " ").rstrip("\r")
    return text.count("\n", 0, position) + 1, position - start, content


class OverlapError(ConditionError):
    """Types of a mixture that have, or may have, deals in common."""


class FeatureError(DealwrightError, ValueError):
    """A feature, table or point scale that cannot be built or found."""


class NumberingError(DealwrightError, ValueError):
    """Something that is not a member of a numbering, or a number that is out of range."""


class PokerError(DealwrightError, ValueError):
    """Cards that are not a hand of the poker game, a value out of range, or an unknown game."""


class StreamError(DealwrightError, ValueError):
    """An invalid seed, or a position outside the stream."""


class KernelError(DealwrightError, RuntimeError):
    """The compiled kernels are missing, or the chosen body cannot run on this processor."""


class InvariantError(KernelError):
    """Arrays lack what a shortcut of counting relies on; the planner counts in another way."""


class ClusterError(DealwrightError, RuntimeError):
    """No cluster at an address, or one that ended or cannot do its tasks."""


class SolverError(DealwrightError, RuntimeError):
    """A double-dummy solver failed, or there is none of that name."""


class Stopped(DealwrightError):
    """Work was stopped before it was done."""


class BudgetExceeded(DealwrightError):
    """The work would exceed its budget of operations; partial results are dropped."""


class SearchStopped(DealwrightError):
    """A search ended before it found the requested number of deals.

    ``deals`` holds the deals found, in order; ``tried`` is the number of deals examined.
    """

    def __init__(self, message: object = "", *, deals: Any = None, tried: int = 0) -> None:
        super().__init__(message)
        self.deals = deals
        self.tried = tried


class AttemptLimitReached(SearchStopped, RuntimeError):
    """The search reached its limit before it found the last requested deal."""


class BatchAborted(SearchStopped, RuntimeError):
    """A method that deals all or nothing could not complete a deal; ``deals`` is empty.

    ``tried`` is the number of deals completed before.
    """


class SearchInterrupted(SearchStopped, KeyboardInterrupt):
    """Ctrl-C came before the last requested deal."""
