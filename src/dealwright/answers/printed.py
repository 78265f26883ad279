"""Answers that print as text: the lines of a report, which the command line prints too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from html import escape

__all__ = ["OneLine", "Printed", "preformatted"]

_REPR_LENGTH = 200  # characters of a repr


def _one_line(answer: object) -> str:
    """Return the fields of an answer on one line, or its first line if that is too long."""
    name, text = type(answer).__qualname__, ""
    if is_dataclass(answer):
        values = [(each.name, getattr(answer, each.name)) for each in fields(answer) if each.repr]
        text = f"{name}({', '.join(f'{key}={value!r}' for key, value in values)})"
        text = " ".join(text.split("\n"))
        if len(text) <= _REPR_LENGTH:
            return text
    if isinstance(answer, Printed):
        first = next((line for line in answer.heading() if line.strip()), "")
        return f"<{name}: {' '.join(first.split())}"[: _REPR_LENGTH - 1] + ">"
    return f"{text[: _REPR_LENGTH - 4]}...)" if text else f"<{name}>"


def preformatted(text: str) -> str:
    """Return a text as HTML in a fixed-width font."""
    return f'<pre style="line-height: 1.25">{escape(text)}</pre>'


class OneLine:
    """An object whose ``repr`` is a line: a data class has its fields, cut off where they are long.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Answer(OneLine):
    ...     deals: int
    ...     hands: tuple[str, ...] = ()
    >>> len(repr(Answer(2, ("AKQ",) * 1000)))
    200
    """

    __slots__ = ()

    def __init_subclass__(cls, **arguments: object) -> None:
        super().__init_subclass__(**arguments)
        if "__repr__" not in cls.__dict__ and cls.__repr__ in (object.__repr__, _one_line):
            cls.__repr__ = _one_line  # type: ignore[method-assign]  # data classes keep it


class Printed(OneLine):
    """An object whose text is its ``lines``; notebooks show them in a fixed-width font.

    ``lines`` may have arguments for what only some outputs show, such as suit symbols.

    >>> class Answer(Printed):
    ...     def lines(self):
    ...         yield "deals  1"
    ...         yield "share  < 1 %"
    >>> print(Answer())
    deals  1
    share  < 1 %
    >>> Answer()
    <Answer: deals 1>
    """

    __slots__ = ()

    def lines(self) -> Iterable[str]:
        """Return the lines of the text."""
        raise NotImplementedError

    def heading(self) -> Iterable[str]:
        """Return lines of which the first that is not empty says what the answer is."""
        return self.lines()

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        return preformatted(str(self))
