"""Batches of deals: an immutable table of masks with one row for each deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from dealwright.base.decoding import lines_of
from dealwright.base.errors import CardError
from dealwright.base.kernels import rows_buffer
from dealwright.base.links import linked
from dealwright.cards import PACK, Seat
from dealwright.deals.deal import Deal, deal_masks
from dealwright.deals.diagram import diagram_html
from dealwright.deals.language import Test, column_of, test_of

if TYPE_CHECKING:
    import os
    from typing import Annotated, TypeAlias

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from dealwright.answers.records import DIGITS, Key
    from dealwright.deals.hand_columns import HandColumn
    from dealwright.deals.table import Columns
    from dealwright.numbering.stream import Seed, Stream

    DealsLike: TypeAlias = "Deals | Deal | str | Iterable[Deal | str]"  # what Deals.of takes

__all__ = ["Deals", "Source"]

_SHOWN_DEALS = 4  # deals in a notebook
_EMPTY = rows_buffer(0)


@dataclass(frozen=True)
class Source:
    """The origin of a batch: enough to deal it again.

    ``method`` is the name of the method, such as ``uniform`` or ``filter``; ``tried`` is the number
    of deals of the stream that were examined; ``condition`` is the condition's text or "";
    ``exchange`` names the hands and suits exchanged at random afterwards, as ``"ew, suits"``.

    >>> from dealwright import deal
    >>> source = deal(3, "hcp(north) >= 20", seed=1).source
    >>> source.method, source.condition
    ('filter', 'hcp(north) >= 20')
    """

    seed: str
    method: str
    tried: Annotated[int, DIGITS]
    condition: str = ""
    stream_version: int = 1
    exchange: str = ""


class Deals:
    """Many deals, immutable: ``masks`` is uint64[n, 4], columns north, east, south, west.

    They are stored in the buffer that a kernel filled; numpy is imported at the first use of an
    array.

    >>> deals = Deals.parse(["N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -"] * 2)
    >>> deals.north.hcp, deals.hands("south").length("diamonds")
    (array([6, 6], dtype=int32), array([6, 6], dtype=int32))
    >>> len(deals + deals[:1]), deals[0].south
    (3, Hand('AJ6.K2.AKT654.K7'))
    >>> from dealwright import parse
    >>> len(deals[parse("hcp(south) > 11")]), deals.north.spades.tolist()
    (2, [4, 4])

    :raises CardError: if a row is not four hands of 13 different cards
    """

    json_keys = ("_texts", "source")

    source: Source | None

    @property
    def _texts(self) -> Annotated[list[str], Key("deals")]:
        """The deals as PBN texts."""
        return [deal.text() for deal in self]

    @classmethod
    def of_record(cls, *, texts: list[str], source: Source | None = None) -> Deals:
        """Return the deals of a document."""
        return cls.trusted(cls.parse(texts).masks, source=source)

    __slots__ = ("_buffer", "source")

    def __init__(self, masks: ArrayLike, *, source: Source | None = None) -> None:
        import numpy as np

        from dealwright.deals.hand_columns import bit_counts

        array = np.asarray(masks)
        if array.size == 0:
            array = np.empty((0, 4), dtype=np.uint64)
        if array.ndim != 2 or array.shape[1] != 4 or array.dtype.kind not in "iu":
            raise CardError(
                f"deals must be integers in rows of four, not {array.dtype} {array.shape}"
            )
        rows = array.astype(np.uint64)
        counts = bit_counts(rows)
        if rows.size and not (
            (counts == 13).all() and (np.bitwise_or.reduce(rows, axis=1) == PACK).all()
        ):
            raise CardError("each deal must be four masks of 13 different cards")
        rows.flags.writeable = False
        self._buffer: NDArray[np.uint64] | memoryview = rows
        self.source = source

    @classmethod
    def of(cls, deals: DealsLike) -> Deals:
        """Return a batch as it is, or the batch of one Deal or of several, which may be texts.

        A text has one PBN deal string to a line.

        >>> one = Deal("N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -")
        >>> Deals.of(one), Deals.of([one, one.text("S")]), Deals.of(one.text())
        (<Deals: 1>, <Deals: 2>, <Deals: 1>)

        :raises CardError: if they are not deals, with the index of the first that is not
        """
        if isinstance(deals, Deals):
            return deals
        if isinstance(deals, str):
            return cls.parse(lines_of(deals))
        rows: list[tuple[int, int, int, int]] = []
        if isinstance(deals, Deal):
            rows.append(deals.masks)
        elif isinstance(deals, Iterable):
            for index, one in enumerate(deals):
                if not isinstance(one, Deal | str):
                    raise CardError(
                        f"item {index} is {one!r}, not a Deal or its text; "
                        "Deals(masks) takes an array of four masks a deal"
                    )
                try:
                    rows.append(Deal(one).masks)
                except CardError as error:
                    raise CardError(f"deal {index}: {error}") from None
        else:
            raise CardError(
                f"{deals!r} is not deals; give Deals, a Deal, its text, or a sequence of these"
            )
        import numpy as np

        return cls.trusted(np.array(rows, dtype=np.uint64).reshape(-1, 4))

    @classmethod
    def trusted(
        cls, masks: NDArray[np.uint64] | memoryview, *, source: Source | None = None
    ) -> Deals:
        """Wrap the uint64[n, 4] array or buffer of a kernel, without a copy or a check."""
        deals = cls.__new__(cls)
        if isinstance(masks, memoryview):
            deals._buffer = masks.toreadonly()
        else:
            deals._buffer = masks.view()
            deals._buffer.flags.writeable = False
        deals.source = source
        return deals

    @classmethod
    def parse(cls, lines: Iterable[str]) -> Deals:
        """Read PBN deal strings, one to a line; blank lines are skipped.

        :raises CardError: if a line is not a deal, with the line number
        """
        rows = []
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    rows.append(deal_masks(line))
                except CardError as error:
                    raise CardError(f"line {number}: {error}") from None
        import numpy as np

        return cls(np.array(rows, dtype=np.uint64).reshape(-1, 4))

    @classmethod
    def concatenate(cls, batches: Iterable[DealsLike], *, source: Source | None = None) -> Deals:
        """Return the deals of several batches in one batch; see ``of`` for what a batch may be.

        :raises CardError: if one is not a batch of deals
        """
        parts = [batch for batch in map(cls.of, batches) if len(batch)]
        if not parts:
            return cls.trusted(_EMPTY, source=source)
        if len(parts) == 1:
            return cls.trusted(parts[0]._buffer, source=source)
        import numpy as np

        return cls.trusted(np.concatenate([part.masks for part in parts]), source=source)

    @property
    def masks(self) -> NDArray[np.uint64]:
        """The masks, read-only uint64[n, 4]."""
        if isinstance(self._buffer, memoryview):
            import numpy as np

            self._buffer = np.asarray(self._buffer)
        return self._buffer

    def rows(self) -> list[list[int]]:
        """Return the masks of each deal as integers: north, east, south and west.

        >>> Deals.parse(["N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -"]).rows()[0][3]
        8191
        """
        rows: Any = self._buffer.tolist()  # type stubs know no two-dimensional memoryview
        return rows  # type: ignore[no-any-return]

    @property
    def north(self) -> HandColumn:
        """North's hands."""
        return self.hands(Seat.NORTH)

    @property
    def east(self) -> HandColumn:
        """East's hands."""
        return self.hands(Seat.EAST)

    @property
    def south(self) -> HandColumn:
        """South's hands."""
        return self.hands(Seat.SOUTH)

    @property
    def west(self) -> HandColumn:
        """West's hands."""
        return self.hands(Seat.WEST)

    def hands(self, seat: Seat | str) -> HandColumn:
        """Return the hands of a seat."""
        from dealwright.deals.hand_columns import HandColumn

        return HandColumn(self, seat)

    def __len__(self) -> int:
        return len(self._buffer)

    def __iter__(self) -> Iterator[Deal]:
        for row in self.rows():
            yield Deal(row)

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Deal: ...
    @overload
    def __getitem__(self, index: slice | NDArray[Any] | list[int] | Test) -> Deals: ...
    def __getitem__(self, index: Any) -> Deal | Deals:
        if isinstance(index, slice) and index.step in (None, 1):
            return Deals.trusted(self._buffer[index], source=self.source)
        import numpy as np

        if isinstance(index, int | np.integer) and not isinstance(index, bool):
            return Deal(self.masks[index].tolist())
        if hasattr(index, "matches"):
            return self.where(index)
        if not isinstance(index, slice):
            index = None if isinstance(index, tuple) else index
            index = np.asarray(index)
            if index.ndim != 1 or (index.size and index.dtype.kind not in "biu"):
                raise TypeError(
                    "select deals by an integer, a slice, or one row of integers or truths"
                )
            index = index.astype(np.intp) if not index.size else index
        return Deals.trusted(self.masks[index], source=self.source)

    def __add__(self, other: Deals | Deal) -> Deals:
        if not isinstance(other, Deals | Deal):
            return NotImplemented
        return Deals.concatenate([self, other])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deals):
            return NotImplemented
        import numpy as np

        return np.array_equal(self.masks, other.masks)

    def __hash__(self) -> int:
        return hash(self._buffer.tobytes())

    def where(self, condition: object) -> Deals:
        """Return the deals that satisfy a condition: a Condition, its text, or a function.

        >>> from dealwright import deal
        >>> strong = deal(1000, seed=1).where("hcp(north) >= 20")
        >>> len(strong), int(strong.north.hcp.min())
        (13, 20)

        :raises ConditionError: if it cannot be read
        """
        return self[test_of(condition).matches(self)]

    def exchanged(self, names: str, seed: Seed | Stream | None = None) -> Deals:
        """Return these deals, of which each has hands or suits exchanged or not, at random.

        ``names`` are some of ``ew`` and ``ns`` (two hands), ``majors``, ``minors`` and ``suits``
        (all four, 24 orders), apart by commas; each is chosen for every deal by itself.

        >>> deals = Deals.parse(["N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -"] * 3)
        >>> print(deals.exchanged("ew", seed=3).east.spades.tolist())
        [0, 0, 0]

        :raises ArgumentError: if a name is unknown
        """
        from dealwright.deals.exchanging import exchange_named, exchanged_at_random
        from dealwright.numbering.stream import Stream

        stream = Stream.of(seed, "exchange")
        return Deals.trusted(exchanged_at_random(self.masks, exchange_named(names), stream, 0))

    def columns(self, *quantities: object, **named: object) -> Columns:
        """Return the values of quantities, or of their texts, as named columns, int32[n] each.

        In ``deals.columns("hcp(north)", "shape(west)", fit="spades(north) + spades(south)")`` the
        names of the first two columns are their texts. numpy, pandas, polars and DuckDB can read
        the result.

        :raises ConditionError: if a quantity cannot be read
        """
        from dealwright.deals.table import Columns

        chosen = {str(quantity): quantity for quantity in quantities} | named
        return Columns(
            {name: column_of(quantity).values(self) for name, quantity in chosen.items()}
        )

    def write(
        self,
        path: str | os.PathLike[str],
        format: str | None = None,
        *,
        first: int = 1,
        dealer: str | None = None,
        vulnerable: str | None = None,
        title: str = "",
    ) -> None:
        """Write the deals as the boards of a file, in the format of its ending or that named.

        Boards are numbered from ``first``. ``dealer`` (a seat) and ``vulnerable`` (none, ns, ew or
        all) are those of every board; they follow the number by default, and ``"random"`` draws
        them. A file that exists is replaced when the new one is complete.

        >>> from tempfile import TemporaryDirectory
        >>> from dealwright import deal
        >>> friday = deal(8, "north: 15-17 balanced", seed="friday")
        >>> with TemporaryDirectory() as folder:
        ...     friday.write(f"{folder}/friday.pbn")
        ...     Deals.read(f"{folder}/friday.pbn") == friday
        True

        :raises ArgumentError: if the format is unknown, or the file cannot be written
        """
        linked("files of deals").write_deals(
            self, path, format, first=first, dealer=dealer, vulnerable=vulnerable, title=title
        )

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        format: str | None = None,
        *,
        encoding: str | None = None,
    ) -> Deals:
        """Return the deals of a file of boards, in the format of its ending or that named.

        :raises ArgumentError: if the format is unknown, or the file cannot be read
        :raises CardError: if a board is not a whole deal, with its place
        """
        deals: Deals = linked("files of deals").read_deals(path, format, encoding)
        return deals

    def __str__(self) -> str:
        return "\n".join(deal.text() for deal in self)

    def _repr_html_(self) -> str:
        shown = "".join(diagram_html(row) for row in self[:_SHOWN_DEALS].rows())
        note = f"<div>{len(self):,} deals, the first {_SHOWN_DEALS} shown</div>"
        return f"<div>{shown}</div>{note if len(self) > _SHOWN_DEALS else ''}"

    def __repr__(self) -> str:
        return f"<Deals: {len(self):,}>"

    def __reduce__(self) -> tuple[Any, ...]:
        import numpy as np

        return _unpickle, (np.array(self.masks), self.source)


def _unpickle(masks: NDArray[np.uint64], source: Source | None) -> Deals:
    return Deals.trusted(masks, source=source)
