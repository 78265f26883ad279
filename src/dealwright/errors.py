"""Every exception that Dealwright raises.

::

    DealwrightError
    ├── ArgumentError (ValueError)     a number, name or option that cannot be
    ├── CardError (ValueError)         text or numbers that are not cards, hands or deals
    ├── PredealError (ValueError)      fixed cards that no deal can hold
    ├── ConditionError (ValueError)    a condition that cannot be read or cannot mean anything
    │   └── OverlapError               types of a mixture that have deals in common
    ├── FeatureError (ValueError)      a feature, table or scale that cannot be built or found
    ├── NumberingError (ValueError)    what is not a member of a numbering, or a number out of range
    ├── PokerError (ValueError)        what is no poker hand, value or game
    ├── StreamError (ValueError)       a seed or position outside the stream
    ├── KernelError (RuntimeError)     no compiled kernels, or a body this processor cannot run
    ├── Stopped                        work was stopped from another thread
    ├── BudgetExceeded                 work would need more operations than it may
    └── SearchStopped                  fewer deals than were asked for; carries those found
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
    "ConditionError",
    "DealwrightError",
    "FeatureError",
    "KernelError",
    "NumberingError",
    "OverlapError",
    "PokerError",
    "PredealError",
    "SearchInterrupted",
    "SearchStopped",
    "Stopped",
    "StreamError",
    "locate",
    "nesting_checked",
]


class DealwrightError(Exception):
    """The root of every error of this package."""


class ArgumentError(DealwrightError, ValueError):
    """A number, a name or an option that cannot be."""


class CardError(DealwrightError, ValueError):
    """Text or numbers that are not cards, holdings, hands or deals."""


class PredealError(DealwrightError, ValueError):
    """Fixed cards that no deal can hold: a card twice, or more than 13 at a seat."""


class ConditionError(DealwrightError, ValueError):
    """A condition that cannot be read, or that cannot mean anything.

    ``text`` is the condition as given, ``position`` the offset of the first character at fault
    (None where the condition did not come from text) and ``hint`` what to try, or "".
    """

    def __init__(
        self, message: str, *, text: str = "", position: int | None = None, hint: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.position = position
        self.hint = hint

    def __str__(self) -> str:
        lines = [self.message]
        if self.position is not None:
            line, column, content = locate(self.text, self.position)
            if line > 1 or "\n" in self.text.strip():
                lines[0] += f" (line {line})"
            lines += ["  " + content, "  " + " " * column + "^"]
        if self.hint:
            lines.append(self.hint)
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_condition_error, (self.message, self.text, self.position, self.hint)


def _rebuild_condition_error(
    message: str, text: str, position: int | None, hint: str
) -> ConditionError:
    return ConditionError(message, text=text, position=position, hint=hint)


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

    Tabs in the line become single spaces, so that a caret below it stands where it should.

    >>> locate("a = 1\nb == 2", 8)
    (2, 2, 'b == 2')
    """
    position = min(max(position, 0), len(text))
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    content = text[start : end if end >= 0 else len(text)].replace("\t", " ").rstrip("\r")
    return text.count("\n", 0, position) + 1, position - start, content


class OverlapError(ConditionError):
    """Types of a mixture that should have no deal in common, and do or may."""


class FeatureError(DealwrightError, ValueError):
    """A feature, table or point scale that cannot be built or found."""


class NumberingError(DealwrightError, ValueError):
    """Something that is not a member of a numbering, or a number that is out of range."""


class PokerError(DealwrightError, ValueError):
    """Cards that are no hand of the poker game, a value outside its scale, or no such game."""


class StreamError(DealwrightError, ValueError):
    """A seed that is not a seed, or a position outside the stream."""


class KernelError(DealwrightError, RuntimeError):
    """The compiled kernels are missing, or the body asked for cannot run on this processor."""


class Stopped(DealwrightError):
    """Work was stopped before it was done."""


class BudgetExceeded(DealwrightError):
    """The work would exceed its budget of operations; what it had done is dropped."""


class SearchStopped(DealwrightError):
    """A search ended before it found the number of deals it was asked for.

    ``deals`` holds those it found (in their usual order), ``tried`` how many deals were examined.
    """

    def __init__(self, message: str, *, deals: Any = None, tried: int = 0) -> None:
        super().__init__(message)
        self.deals = deals
        self.tried = tried


class AttemptLimitReached(SearchStopped, RuntimeError):
    """The attempt limit came before the last deal asked for."""


class BatchAborted(SearchStopped, RuntimeError):
    """A method that deals all or nothing could not complete a deal; ``deals`` is empty.

    ``tried`` is how many deals were complete before it.
    """


class SearchInterrupted(SearchStopped, KeyboardInterrupt):
    """Ctrl-C came before the last deal asked for."""
