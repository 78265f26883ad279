"""Answers that print as text: the lines of a report, which the command line prints too."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = ["Printed"]


class Printed:
    """An object whose text is its ``lines``; notebooks show them in a fixed-width font.

    ``lines`` may have arguments for what only some outputs show, such as suit symbols.

    >>> class Answer(Printed):
    ...     def lines(self):
    ...         yield "deals  1"
    ...         yield "share  < 1 %"
    >>> print(Answer())
    deals  1
    share  < 1 %
    """

    __slots__ = ()

    def lines(self) -> Iterable[str]:
        """Return the lines of the text."""
        raise NotImplementedError

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        return f'<pre style="line-height: 1.25">{escape(str(self))}</pre>'
