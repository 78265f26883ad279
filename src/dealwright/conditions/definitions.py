"""Libraries of definitions: texts of ``name = expression``; a reader reads only those it needs.

A definition ends at the next name that is followed by ``=``, whatever brackets are open, so that
one broken definition does not spoil the others.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from dealwright.base.errors import ConditionError
from dealwright.conditions.text_reader import COMMENT, plain_text

__all__ = ["BorrowedDefinition", "Library", "borrowed_definitions"]

_SKIPPED = rf'"[^"]*"|{COMMENT}|(?i:shape\s*\{{[^{{}}]*\}})'
_DEFINED = re.compile(rf"{_SKIPPED}|\b([A-Za-z_][A-Za-z0-9_]*)\s*=(?![=<>])")


class BorrowedDefinition(NamedTuple):
    """A definition of a library, not yet read: its name and the place of its expression."""

    library: int
    number: int
    name: str
    file: str
    text: str
    begin: int
    end: int

    @property
    def expression(self) -> str:
        """The expression as written."""
        return self.text[self.begin : self.end]

    def place(self, line: int) -> str:
        """Return the file, and the line in it, of a line (from 1) of the expression."""
        return f"{self.file}, line {line + self.text.count(chr(10), 0, self.begin)}"

    @contextmanager
    def locating(self) -> Generator[None]:
        """Turn errors in the expression into errors in the text of the file."""
        try:
            yield
        except ConditionError as error:
            raise ConditionError(
                error.message, text=self.text, position=self.begin + (error.position or 0),
                hint=error.hint, file=self.file,
            ) from None  # fmt: skip


class Library:
    """Texts of definitions and their files, in order; the last definition of a name counts.

    As in a script, a definition may use the names that are defined before it.
    """

    def __init__(self, texts: Sequence[tuple[str, str]] = ()) -> None:
        self._named: dict[str, list[BorrowedDefinition]] = {}
        for index, (given, file) in enumerate(texts):
            text = plain_text(given)
            for number, (name, begin, end) in enumerate(borrowed_definitions(text)):
                lent = BorrowedDefinition(index, number, name, file, text, begin, end)
                self._named.setdefault(name, []).append(lent)

    def find(
        self, name: str, before: BorrowedDefinition | None = None
    ) -> BorrowedDefinition | None:
        """Return the last definition of a name, or the last before another definition."""
        for definition in reversed(self._named.get(name, ())):
            if before is None or (definition.library, definition.number) < (
                before.library,
                before.number,
            ):
                return definition
        return None


@lru_cache(maxsize=16)
def borrowed_definitions(text: str) -> tuple[tuple[str, int, int], ...]:
    r"""Return the names that a text defines, and the offsets where each expression begins and ends.

    >>> borrowed_definitions("fit = (spades(n) > 4 # a = b\nweak= hcp(n) <= 9")
    (('fit', 5, 29), ('weak', 34, 46))
    """
    matches = [match for match in _DEFINED.finditer(text) if match[1]]
    ends = [match.start() for match in matches[1:]] + [len(text)]
    return tuple((match[1], match.end(), end) for match, end in zip(matches, ends, strict=False))
