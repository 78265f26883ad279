"""Batches of deals: an immutable table of masks with one row for each deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from dealwright.cards import PACK, Card, Seat, Suit
from dealwright.deals.deal import Deal, deal_masks
from dealwright.deals.diagram import diagram_html
from dealwright.deals.language import Test, column_of, test_of
from dealwright.deals.table import Columns
from dealwright.errors import CardError, FeatureError
from dealwright.features import feature

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import ArrayLike, NDArray

    from dealwright.records import DIGITS, Key

__all__ = ["Deals", "HandColumn", "Source", "bit_counts"]

_SHOWN = 4  # deals in a notebook


@dataclass(frozen=True)
class Source:
    """The origin of a batch: enough to deal it again.

    ``method`` names the method (``uniform``, ``filter``), ``tried`` is the number of deals of the
    stream that were examined, ``condition`` the condition's text or "".

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


class Deals:
    """Many deals, immutable: ``masks`` is uint64[n, 4], columns north, east, south, west.

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
        """Return the deals of their document."""
        return cls.trusted(cls.parse(texts).masks, source=source)

    __slots__ = ("_masks", "source")

    def __init__(self, masks: ArrayLike, *, source: Source | None = None) -> None:
        given = np.asarray(masks)
        if given.size == 0:
            given = np.empty((0, 4), dtype=np.uint64)
        if given.ndim != 2 or given.shape[1] != 4 or given.dtype.kind not in "iu":
            raise CardError(f"deals are integers in rows of four, not {given.dtype} {given.shape}")
        array = given.astype(np.uint64)
        counts = bit_counts(array)
        if array.size and not (
            (counts == 13).all() and (np.bitwise_or.reduce(array, axis=1) == PACK).all()
        ):
            raise CardError("each deal is four masks of 13 different cards")
        array.flags.writeable = False
        self._masks = array
        self.source = source

    @classmethod
    def trusted(cls, masks: NDArray[np.uint64], *, source: Source | None = None) -> Deals:
        """Wrap the uint64[n, 4] array of a kernel, without a copy or a check."""
        deals = cls.__new__(cls)
        view = masks.view()
        view.flags.writeable = False
        deals._masks = view
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
        return cls(np.array(rows, dtype=np.uint64).reshape(-1, 4))

    @classmethod
    def concatenate(cls, batches: Iterable[Deals], *, source: Source | None = None) -> Deals:
        """Return the deals of several batches, one after the other."""
        arrays = [batch.masks for batch in batches]
        if not arrays:
            arrays = [np.empty((0, 4), dtype=np.uint64)]
        return cls.trusted(np.concatenate(arrays), source=source)

    @property
    def masks(self) -> NDArray[np.uint64]:
        """The masks, read-only uint64[n, 4]."""
        return self._masks

    @property
    def north(self) -> HandColumn:
        """North's hands."""
        return HandColumn(self, Seat.NORTH)

    @property
    def east(self) -> HandColumn:
        """East's hands."""
        return HandColumn(self, Seat.EAST)

    @property
    def south(self) -> HandColumn:
        """South's hands."""
        return HandColumn(self, Seat.SOUTH)

    @property
    def west(self) -> HandColumn:
        """West's hands."""
        return HandColumn(self, Seat.WEST)

    def hands(self, seat: Seat | str) -> HandColumn:
        """Return the hands of a seat."""
        return HandColumn(self, seat)

    def __len__(self) -> int:
        return len(self._masks)

    def __iter__(self) -> Iterator[Deal]:
        for row in self._masks.tolist():
            yield Deal(row)

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Deal: ...
    @overload
    def __getitem__(self, index: slice | NDArray[Any] | list[int] | Test) -> Deals: ...
    def __getitem__(self, index: Any) -> Deal | Deals:
        if isinstance(index, int | np.integer) and not isinstance(index, bool):
            return Deal(self._masks[index].tolist())
        if hasattr(index, "matches"):
            return self.where(index)
        if not isinstance(index, slice):
            index = None if isinstance(index, tuple) else index
            index = np.asarray(index)
            if index.ndim != 1 or (index.size and index.dtype.kind not in "biu"):
                raise TypeError(
                    "deals are selected by an integer, a slice, or one row of integers or truths"
                )
            index = index.astype(np.intp) if not index.size else index
        return Deals.trusted(self._masks[index], source=self.source)

    def __add__(self, other: Deals) -> Deals:
        if not isinstance(other, Deals):
            return NotImplemented
        return Deals.concatenate([self, other])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deals):
            return NotImplemented
        return np.array_equal(self._masks, other._masks)

    def __hash__(self) -> int:
        return hash(self._masks.tobytes())

    def where(self, condition: object) -> Deals:
        """Return the deals that satisfy a condition: a Condition, its text, or a function.

        >>> from dealwright import deal
        >>> strong = deal(1000, seed=1).where("hcp(north) >= 20")
        >>> len(strong), int(strong.north.hcp.min())
        (13, 20)

        :raises ConditionError: if it cannot be read
        """
        return self[test_of(condition).matches(self)]

    def columns(self, *quantities: object, **named: object) -> Columns:
        """Return quantities, or their texts, as named columns with one number for each deal.

        ``deals.columns("hcp(north)", "shape(west)", fit="spades(north) + spades(south)")`` names
        the first columns by their texts. numpy, pandas, polars and DuckDB can read the result.

        :raises ConditionError: if a quantity cannot be read
        """
        wanted = {str(quantity): quantity for quantity in quantities} | named
        return Columns({name: column_of(each).values(self) for name, each in wanted.items()})

    def __str__(self) -> str:
        return "\n".join(deal.text() for deal in self)

    def _repr_html_(self) -> str:
        shown = "".join(diagram_html(row) for row in self._masks[:_SHOWN].tolist())
        more = f"<div>{len(self):,} deals, the first {_SHOWN} shown</div>"
        return f"<div>{shown}</div>{more if len(self) > _SHOWN else ''}"

    def __repr__(self) -> str:
        return f"<Deals: {len(self):,}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (np.array(self._masks), self.source)


def _unpickle(masks: NDArray[np.uint64], source: Source | None) -> Deals:
    return Deals.trusted(masks, source=source)


def bit_counts(array: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return the number of cards of each mask, with or without numpy 2's bitwise_count."""
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(array)
    by_byte = np.array([x.bit_count() for x in range(256)], dtype=np.uint8)
    counts: NDArray[np.uint8] = by_byte[array.view(np.uint8).reshape(*array.shape, 8)].sum(axis=-1)
    return counts


class HandColumn:
    """One seat's hands over a batch; every registered feature is an attribute, int32[n].

    >>> from dealwright import SPADES, deal
    >>> hands = deal(3, seed=1).north
    >>> hands.hcp, hands.length(SPADES), hands.has("SA")
    (array([14,  5,  7], dtype=int32), array([3, 2, 2], dtype=int32), array([False, False,  True]))
    """

    __slots__ = ("_deals", "seat")

    def __init__(self, deals: Deals, seat: Seat | str) -> None:
        self._deals = deals
        self.seat = Seat.of(seat)

    @property
    def masks(self) -> NDArray[np.uint64]:
        """The hands as 52-bit sets, uint64[n]."""
        return self._deals.masks[:, self.seat]

    @property
    def shape(self) -> NDArray[np.int8]:
        """The suit lengths spades, hearts, diamonds, clubs, int8[n, 4]."""
        return np.stack([self.length(suit) for suit in reversed(Suit)], axis=1).astype(np.int8)

    @property
    def spades(self) -> NDArray[np.int32]:
        """The numbers of spades, int32[n]."""
        return self.length(Suit.SPADES)

    @property
    def hearts(self) -> NDArray[np.int32]:
        """The numbers of hearts, int32[n]."""
        return self.length(Suit.HEARTS)

    @property
    def diamonds(self) -> NDArray[np.int32]:
        """The numbers of diamonds, int32[n]."""
        return self.length(Suit.DIAMONDS)

    @property
    def clubs(self) -> NDArray[np.int32]:
        """The numbers of clubs, int32[n]."""
        return self.length(Suit.CLUBS)

    def length(self, suit: Suit | str) -> NDArray[np.int32]:
        """Return the number of cards in a suit, int32[n]."""
        return self.feature("length", suit)

    def holding(self, suit: Suit | str) -> NDArray[np.uint16]:
        """Return the holdings in a suit as 13 bits, uint16[n]."""
        return (self.masks >> np.uint64(13 * Suit.of(suit)) & np.uint64(8191)).astype(np.uint16)

    def has(self, card: Card | str) -> NDArray[np.bool_]:
        """Return where the seat holds a card, bool[n].

        >>> Deals.parse(["N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -"]).south.has("As")
        array([ True])
        """
        return (self.masks >> np.uint64(Card(card).index) & np.uint64(1)).astype(np.bool_)

    def feature(self, name: str, suit: Suit | str | None = None) -> NDArray[np.int32]:
        """Return a registered feature of the hands, or of one suit of them, int32[n].

        :raises FeatureError: if there is no such feature, or it has no value there
        """
        which = None if suit is None else Suit.of(suit)
        return feature(name).column(self._deals.masks, self.seat, which)

    def __getattr__(self, name: str) -> NDArray[np.int32]:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.feature(name)
        except FeatureError as error:
            raise AttributeError(str(error)) from None

    def __len__(self) -> int:
        return len(self._deals)

    def __repr__(self) -> str:
        return f"<{self.seat.name.lower()}'s hands: {len(self):,}>"
