"""Reports: what an answer says as lines and tables, told once for text and notebooks.

An answer with tables is a ``Reported``; its ``report`` names the columns and gives the rows as
values, so that every output writes a number and its interval in the same way. ``table_rows`` names
the field that Arrow, pandas and CSV take. An answer stands in the room that finds it, beside its
job. A module ``long_suits.py`` of ``dealwright.ask`` with this text adds one::

    '''Long suits: how many hands of a sample have a longest suit of each length.'''

    from dataclasses import dataclass
    from typing import ClassVar

    from dealwright.answers import Estimate, proportion
    from dealwright.answers.report import Column, Report, Reported, Table
    from dealwright.deals import Deals

    __all__ = ["LongSuit", "LongSuits", "long_suits"]

    @dataclass(frozen=True)
    class LongSuit:
        '''A length, and the hands whose longest suit has it.'''

        cards: int
        hands: int
        share: Estimate

    @dataclass(frozen=True)
    class LongSuits(Reported):
        '''The lengths of the longest suits of a seat's hands.'''

        seat: str
        rows: tuple[LongSuit, ...]

        table_rows: ClassVar[str] = "rows"

        def report(self, *, symbols: bool = True) -> Report:
            columns = [
                Column.number("cards", 5),
                Column.number("hands", 8, ","),
                Column.percent("share", 9, interval="range"),
            ]
            rows = ((each.cards, each.hands, each.share) for each in self.rows)
            return Report(f"the longest suit of {self.seat}", Table(columns, rows))

    def long_suits(deals: Deals, seat: str) -> LongSuits:
        '''Return how long the longest suits of a seat are.'''
        longest = getattr(deals, seat).longest
        rows = []
        for cards in range(4, 14):
            if hands := int((longest == cards).sum()):
                rows.append(LongSuit(cards, hands, proportion(hands, len(deals))))
        return LongSuits(seat, tuple(rows))

Its fields are its JSON document (``records`` has the notes for those that need one) by a row of
``KINDS`` in ``dealwright.requests.documents``::

    "long_suits": Kind("ask.long_suits:LongSuits"),

Then ``tools/regenerate.py`` writes its schema, a row of ``EXAMPLES`` in ``tests/laws/test_json.py``
makes one, and ``python -m tests.golden.test_documents long_suits`` stores its document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import add
from typing import Any

from dealwright.answers.estimate_texts import margin, percents
from dealwright.answers.estimates import Estimate
from dealwright.answers.html import MOST_ROWS, Bar, Cell, Shade, html_table
from dealwright.answers.printed import preformatted
from dealwright.answers.tabular import Tabular

__all__ = ["Column", "Report", "Reported", "Table", "shortened"]

_INTERVAL = "95 % interval"  # the head of a column of low and high ends


def shortened(text: str, longest: int, *, symbols: bool = True) -> str:
    """Return a text of at most so many characters, in ASCII if symbols cannot be shown.

    >>> shortened("QQ+ AKs 15%", 8), shortened("QQ+ AKs 15%", 8, symbols=False)
    ('QQ+ AKs…', 'QQ+ A...')
    """
    plain = text if symbols else text.encode("ascii", "replace").decode()
    more = "…" if symbols else "..."
    return plain if len(plain) <= longest else plain[: longest - len(more)] + more


@dataclass(frozen=True)
class Column:
    """A column of a table: its head, and how a value is written in it.

    A value is a text, which stands as it is, a number, an ``Estimate``, or None for nothing.
    ``width`` is that of the printed table; ``left`` is whether texts begin at its left end.
    ``spec`` formats a number, ``scale`` times, before ``unit``. ``interval`` is how the interval of
    an estimate is shown: ``range`` (low to high, in a column of its own), ``margin`` (after the
    number, ``beside`` wide), ``joined`` (with the number, at the right end), or "" (not at all);
    ``margin`` formats it where not as the number. Notebooks draw a ``bar`` beside a share,
    or a ``shade`` behind it; a column that is ``drawn`` has bars of this width in print too,
    with what is left of the width, or to an eighth of a block where it is ``fine``. Texts of more
    than ``longest`` characters, blanks before them apart, are cut in print alone. A column may be
    ``only`` of "print" or of a "notebook".
    """

    head: str
    width: int
    left: bool = False
    spec: str = ""
    scale: int = 1
    unit: str = ""
    interval: str = ""
    beside: int = 0
    bar: bool = False
    shade: float = 0
    margin: str = ""
    drawn: int = 0
    fine: bool = False
    longest: int = 0
    only: str = ""

    @classmethod
    def drawing(cls, width: int, *, fine: bool = False) -> Column:
        """Return a column with nothing but the bars of shares, two blanks beside what is left."""
        return cls("", 2 + width, left=True, drawn=width, fine=fine)

    @classmethod
    def words(cls, head: str, width: int, longest: int = 0, only: str = "") -> Column:
        """Return a column of texts."""
        return cls(head, width, left=True, longest=longest, only=only)

    @classmethod
    def number(cls, head: str, width: int, spec: str = "", **more: Any) -> Column:
        """Return a column of numbers; ``more`` are other fields of ``Column``."""
        return cls(head, width, spec=spec, **more)

    @classmethod
    def percent(cls, head: str, width: int, digits: int = 1, **more: Any) -> Column:
        """Return a column of shares in percent."""
        return cls(head, width, spec=f".{digits}f", scale=100, unit="%", **more)

    def texts(self, value: Any, *, symbols: bool = True) -> tuple[str, str]:
        """Return a value as text, and its interval, "" if it has none or it is not shown.

        >>> from dealwright.answers import proportion
        >>> Column.percent("makes", 8, interval="range").texts(proportion(50, 100))
        ('50.0%', '40.4 to 59.6')
        >>> imps = Column.number("IMPs", 8, "+.2f", interval="margin")
        >>> imps.texts(Estimate(1, 0.5, 1.5, False, "sample"))
        ('+1.00', ' ± 0.50')
        """
        if value is None or isinstance(value, str):
            return value or "", ""
        whole = isinstance(value, int) and self.scale == 1
        number = value if whole else float(self.scale * value)
        text = f"{number:{self.spec}}{self.unit}"
        if not isinstance(value, Estimate):
            return text, ""
        if self.interval == "range":
            return text, percents(value)
        if self.interval in ("margin", "joined"):
            spec = self.margin or self.spec.removeprefix("+")
            return text, margin(value, spec, scale=self.scale, symbols=symbols)
        return text, ""

    def printed(self, value: Any, *, symbols: bool = True) -> str:
        """Return a value as the printed table has it, filled with blanks; ASCII has no blocks."""
        if self.drawn:
            return f"  {self._bar(value, symbols)}"
        text, interval = self.texts(value, symbols=symbols)
        if self.longest:
            whole = text.lstrip()
            blanks = text[: len(text) - len(whole)]
            text = blanks + shortened(whole, self.longest, symbols=symbols)
        if self.left:
            return f"{text:<{self.width}}"
        if self.interval == "range":
            return f"{text:>{self.width}}   {interval:<{len(_INTERVAL)}}"
        if self.interval == "joined":
            return f"{text}{interval}".rjust(self.width + self.beside)
        return f"{text:>{self.width}}{interval:<{self.beside}}"

    def _bar(self, share: float, symbols: bool) -> str:
        """Return a bar; a fine one in ASCII is half as long."""
        if not self.fine:
            filled = round(self.drawn * share)
            full, empty = "█░" if symbols else "#."
            return full * filled + empty * (self.drawn - filled)
        if not symbols:
            return "#" * round(self.drawn * share / 2)
        eighths = round(self.drawn * share * 4)
        return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()

    @property
    def printed_head(self) -> str:
        """The head, as the printed table has it."""
        if self.left:
            return f"{self.head:<{self.width}}"
        between = f"   {_INTERVAL}" if self.interval == "range" else ""
        return f"{self.head:>{self.width}}{between}{'':{self.beside}}"

    def cells(self, value: Any) -> list[Cell]:
        """Return the cells of a notebook's table: a bar, and the text with its interval."""
        if self.drawn:
            return [Bar(float(value))]
        text, interval = self.texts(value)
        if interval:
            text += f" ({interval})" if self.interval == "range" else interval
        share = None if value is None or isinstance(value, str) else float(value)
        if self.shade and (share is not None or not text):
            return [Shade(text, (share or 0.0) / self.shade)]
        if self.left:
            below = text.startswith("  ") and text[2:3] != " " and not self.head.startswith(" ")
            return ["\u2003" * below + text.strip()]  # of a row that belongs to one above
        drawn: list[Cell] = ["" if share is None else Bar(share)] if self.bar else []
        return [*drawn, text.strip()]


def _touch(left: str, right: str) -> bool:
    return not (left.endswith(" ") or right.startswith(" ")) and bool(left and right)


class Table:
    """A table: its columns, and rows with a value for each of them; print may leave out heads."""

    def __init__(
        self, columns: Iterable[Column], rows: Iterable[Iterable[Any]], *, headed: bool = True
    ) -> None:
        self.columns = tuple(columns)
        self.rows = tuple(map(tuple, rows))
        self._headed = headed

    def lines(self, *, symbols: bool = True) -> Iterator[str]:
        """Yield the printed table, a line for each row below the heads.

        A column is wider than its width where a text needs it, and two that would touch have two
        blanks between them.
        """
        columns, rows = self._shown("print")
        lines = [[column.printed_head for column in columns]] if self._headed else []
        for row in rows:
            cells = zip(columns, row, strict=True)
            lines.append([column.printed(value, symbols=symbols) for column, value in cells])
        between = [""] * len(columns)
        for place, column in enumerate(columns):
            widest = max((len(line[place]) for line in lines), default=0)
            for line in lines:
                text = line[place]
                line[place] = text.ljust(widest) if column.left else text.rjust(widest)
            if place and any(_touch(*line[place - 1 : place + 1]) for line in lines):
                between[place] = "  "
        for line in lines:
            yield "".join(map(add, between, line)).rstrip()

    def _shown(self, where: str) -> tuple[list[Column], Iterator[list[Any]]]:
        """Return the columns that print or a notebook shows, and their values by rows."""
        places = [place for place, column in enumerate(self.columns) if column.only in ("", where)]
        values = ([row[place] for place in places] for row in self.rows)
        return [self.columns[place] for place in places], values

    def html(self, caption: str = "", notes: Sequence[str] = ()) -> str:
        """Return the table of a notebook, of at most 60 rows."""
        columns, values = self._shown("notebook")
        heads = [head for column in columns for head in [*[""] * column.bar, column.head.strip()]]
        rows = [
            [cell for column, value in zip(columns, row, strict=True)
             for cell in column.cells(value)]
            for row in islice(values, MOST_ROWS)
        ]  # fmt: skip
        first = next(
            (place for place, column in enumerate(columns) if column.head and not column.left),
            len(columns),
        )
        kinds = [column.left for column in columns for _ in range(1 + column.bar)]
        words = {place for place, left in enumerate(kinds) if left or place < first}
        more = max(0, len(self.rows) - MOST_ROWS)
        return html_table(caption, heads, rows, words=words, notes=notes, more=more)


class Report:
    r"""Lines of text and tables, in the order in which they are printed.

    >>> columns = [Column.words("seat", 6), Column.number("points", 8, ".1f")]
    >>> report = Report("one seat", Table(columns, [("north", 10.5)]), "", "the end")
    >>> print(*report.lines(), sep="\n")
    one seat
    seat    points
    north     10.5
    <BLANKLINE>
    the end
    """

    def __init__(self, *parts: str | Table, caption: str = "") -> None:
        self.parts, self._caption = parts, caption

    def lines(self, *, symbols: bool = True) -> Iterator[str]:
        """Yield the lines of the text; bars are drawn with ``symbols``, or in ASCII."""
        for part in self.parts:
            if isinstance(part, Table):
                yield from part.lines(symbols=symbols)
            else:
                yield part

    def html(self) -> str:
        """Return the tables of a notebook: the first has the lines above it, each those below it.

        Empty lines are left out. A ``caption`` stands in place of the lines above the first one,
        or of all lines if there is no table.
        """
        first = next((i for i, part in enumerate(self.parts) if isinstance(part, Table)), None)
        if first is None:
            return preformatted(self._caption or "\n".join(self.lines()))
        caption = "\n".join(part for part in self.parts[:first] if isinstance(part, str) and part)
        tables = list[tuple[Table, list[str]]]()
        for part in self.parts[first:]:
            if isinstance(part, Table):
                tables.append((part, []))
            elif part:
                tables[-1][1].append(part)
        return "".join(
            table.html("" if number else self._caption or caption, notes)
            for number, (table, notes) in enumerate(tables)
        )


class Reported(Tabular):
    """An answer whose text and tables are those of its ``report``."""

    __slots__ = ()

    def report(self, *, symbols: bool = True) -> Report:
        """Return what the answer says; without ``symbols`` in ASCII."""
        raise NotImplementedError

    def lines(self, *, symbols: bool = True) -> Iterator[str]:
        """Yield the lines of the text."""
        return self.report(symbols=symbols).lines(symbols=symbols)

    def heading(self) -> Iterator[str]:
        """Yield the lines outside of tables, then all."""
        report = self.report()
        yield from (part for part in report.parts if isinstance(part, str))
        yield from report.lines()

    def _repr_html_(self) -> str:
        return self.report().html()
