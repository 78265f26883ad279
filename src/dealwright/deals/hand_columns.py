"""One seat's hands over a batch, with every feature as a column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dealwright.base.errors import FeatureError
from dealwright.cards import Card, Seat, Suit
from dealwright.deals.features import feature, whole_hand_names
from dealwright.deals.hand import BALANCED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.deals.batch import Deals
    from dealwright.deals.feature_names import ColumnFeatures
else:
    ColumnFeatures = object

__all__ = ["HandColumn", "bit_counts"]


def bit_counts(array: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return the number of cards of each mask, also with a numpy before 2.0."""
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(array)
    by_byte = np.array([x.bit_count() for x in range(256)], dtype=np.uint8)
    counts: NDArray[np.uint8] = by_byte[array.view(np.uint8).reshape(*array.shape, 8)].sum(axis=-1)
    return counts


class HandColumn(ColumnFeatures):
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

    @property
    def balanced(self) -> NDArray[np.bool_]:
        """In which deals the shape is 4333, 4432 or 5332, as ``balanced`` in conditions, bool[n].

        >>> from dealwright import deal
        >>> deal(4, seed=1).north.balanced
        array([ True,  True,  True, False])
        """
        squares = np.square(self.shape, dtype=np.int64).sum(axis=1)
        balanced: NDArray[np.bool_] = squares <= BALANCED
        return balanced

    def has(self, card: Card | str) -> NDArray[np.bool_]:
        """Return in which deals the seat holds a card, bool[n].

        >>> from dealwright import Deals
        >>> Deals.parse(["N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -"]).south.has("As")
        array([ True])
        """
        return (self.masks >> np.uint64(Card(card).index) & np.uint64(1)).astype(np.bool_)

    def feature(self, name: str, suit: Suit | str | None = None) -> NDArray[np.int32]:
        """Return a registered feature of the hands, or of one suit of them, int32[n].

        :raises FeatureError: if there is no such feature, or it has no value there
        """
        chosen_suit = None if suit is None else Suit.of(suit)
        return feature(name).column(self._deals.masks, self.seat, chosen_suit)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *whole_hand_names()]

    def __getattr__(self, name: str) -> NDArray[np.int32]:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.feature(name)
        except FeatureError as error:
            # its hint is one, so Python adds none of its own
            raise AttributeError(str(error), name=name, obj=None) from None

    def __len__(self) -> int:
        return len(self._deals)

    def __repr__(self) -> str:
        return f"<{self.seat.name.lower()}'s hands: {len(self):,}>"
