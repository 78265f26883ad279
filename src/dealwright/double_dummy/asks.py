"""Questions to a double-dummy solver, as values: ``Tables``, ``Tricks``, ``Leads`` and ``Cards``.

An ask describes its answer: dtype and shape, how parts are joined, and the keys and bounds of its
results in a store. So a solver needs one method, and code that shares, stores or sends asks does
not depend on their kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

import numpy as np

from dealwright.base.errors import CardError
from dealwright.cards import Card, Seat, Strain, cards_from_mask
from dealwright.deals import Deals
from dealwright.double_dummy.bounds import bounds_of, decided, unknown, values_of
from dealwright.numbering.deals import deal_numbers

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import TEXT

__all__ = [
    "ALL_STRAINS", "CONTRACT", "GOAL", "TABLE", "Ask", "CardTricks", "Cards", "Leads", "Position",
    "Tables", "Tricks",
]  # fmt: skip

# Nanoseconds of one core per random deal: means of 200 deals.
_STRAIN, CONTRACT, GOAL, _LEADS, _BEATING = 1.6e7, 1e7, 1.4e6, 2e7, 3.5e6
TABLE = 5 * _STRAIN

ALL_STRAINS: tuple[Strain, ...] = tuple(Strain)


@dataclass(frozen=True)
class Position:
    """A position in the play: ``leader`` leads, or has led, to the trick.

    ``hands`` are the remaining cards, as masks of north, east, south and west, without ``trick``,
    the cards already played to the trick.

    >>> ace, king = Card("SA").mask, Card("SK").mask
    >>> Position((ace, king, 1, 2), Strain.NOTRUMP, Seat.NORTH).player
    <Seat.NORTH: 0>

    :raises CardError: if no play leads to such a position
    """

    hands: tuple[int, int, int, int]
    strain: Strain
    leader: Seat
    trick: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if len(self.trick) > 3:
            raise CardError(
                f"a trick that is not over can have 0 to 3 cards, not {len(self.trick)}"
            )
        lengths = [hand.bit_count() for hand in self.hands]
        for index in range(len(self.trick)):
            lengths[(self.leader + index) % 4] += 1
        if len(set(lengths)) > 1 or not lengths[0]:
            counts = ", ".join(map(str, lengths))
            raise CardError(
                f"all hands must have the same number of cards, at least one, not {counts}"
            )
        union = 0
        for mask in (*self.hands, *(card.mask for card in self.trick)):
            if mask & union:
                repeated = ", ".join(str(card) for card in cards_from_mask(mask & union))
                raise CardError(f"twice in this position: {repeated}")
            union |= mask

        played = list(self.trick)
        for index, card in enumerate(played):
            led, seat = played[0].suit, Seat((self.leader + index) % 4)
            if card.suit != led and self.hands[seat] >> 13 * led & 8191:
                raise CardError(f"{seat.name.lower()} plays {card} and could follow suit")

    @property
    def player(self) -> Seat:
        """The seat that plays next."""
        return Seat((self.leader + len(self.trick)) % 4)


@dataclass(frozen=True)
class CardTricks:
    """Equivalent cards, highest first, and the tricks after one of them is played.

    ``tricks`` is the number that the player's side takes from now on, with the current trick.
    """

    cards: tuple[Annotated[Card, TEXT], ...]
    tricks: int


class _Ask:
    """The base of all asks: rows that are answered independently."""

    shape: ClassVar[tuple[int, ...]] = ()  # of the answer for a row

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the answer."""
        return np.dtype(np.int8)

    def joined(self, parts: Iterable[NDArray[Any]]) -> NDArray[Any]:
        """Return the answers to consecutive parts as one answer."""
        return np.concatenate([np.empty((0, *self.shape), self.dtype), *parts])


@dataclass(frozen=True, eq=False)
class Cards(_Ask):
    """The tricks of every card that can be played in each position.

    The answer is object[n]: tuples of ``CardTricks``, most tricks first. Equivalent cards are
    grouped.
    """

    positions: Sequence[Position]

    cost: ClassVar[float] = _LEADS

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the answer: object."""
        return np.dtype(np.object_)

    def __len__(self) -> int:
        return len(self.positions)

    def __getitem__(self, rows: slice) -> Self:
        return replace(self, positions=self.positions[rows])


@dataclass(frozen=True, eq=False)
class _DealAsk(_Ask, ABC):
    """A question about deals, uint64[n, 4], whose results a store keeps as bounds (``bounds.py``).

    :raises CardError: if a row is not a deal
    """

    masks: NDArray[np.uint64]

    width: ClassVar[int] = 20  # results of a row in a store: a byte for each declarer and strain

    def __post_init__(self) -> None:
        object.__setattr__(self, "masks", Deals(self.masks).masks)

    def __len__(self) -> int:
        return len(self.masks)

    def __getitem__(self, rows: slice | NDArray[np.intp]) -> Self:
        return replace(self, masks=self.masks[rows])

    @property
    def is_trivial(self) -> bool:
        """Whether the goal needs no solver: it is below 1 or above 13 tricks."""
        return self._goal is not None and not 1 <= self._goal <= 13

    def store_keys(self) -> list[bytes]:
        """Return the keys of the rows in a store: the numbers of the deals, 12 bytes each."""
        low, high = deal_numbers(self.masks)
        rows = np.empty(len(self), dtype=[("high", ">u4"), ("low", ">u8")])
        rows["high"], rows["low"] = high, low
        data = rows.tobytes()
        return [data[start : start + 12] for start in range(0, len(data), 12)]

    def known(self, bounds: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return which of the requested results are decided by bounds, bool[n, results]."""
        return decided(bounds[:, self._columns], self._goal)

    def asks_for_unknown(self, known: NDArray[np.bool_]) -> Iterator[tuple[NDArray[np.intp], Self]]:
        """Yield rows with unknown results, and the ask for these results."""
        rows = np.flatnonzero(~known.all(axis=1))
        yield rows, self[rows]

    def bounds(self, answer: NDArray[Any]) -> NDArray[np.uint8]:
        """Return the bounds of an answer, uint8[n, width]."""
        bounds = unknown(len(self), self.width)
        bounds[:, self._columns] = bounds_of(self._results(answer), self._goal)
        return bounds

    def answer(self, bounds: NDArray[np.uint8]) -> NDArray[Any]:
        """Return the answer from bounds that decide it."""
        return self._answer(values_of(bounds[:, self._columns], self._goal))

    def trivial_answer(self) -> NDArray[Any]:
        """Return the answer that needs no solver."""
        return self.answer(unknown(len(self), self.width))

    def implied(self, answer: NDArray[Any]) -> Iterator[tuple[Tables | Tricks, NDArray[Any]]]:
        """Yield other asks, with the answers that follow from an answer."""
        return iter(())

    @property
    def _goal(self) -> int | None:
        """The tricks to reach; None if the result is the number of tricks."""
        return None

    @property
    @abstractmethod
    def _columns(self) -> list[int]:
        """The requested columns of bounds."""

    @abstractmethod
    def _results(self, answer: NDArray[Any]) -> NDArray[Any]:
        """Return the results in an answer, in the order of ``_columns``."""

    @abstractmethod
    def _answer(self, results: NDArray[Any]) -> NDArray[Any]:
        """Return the answer with these results."""


@dataclass(frozen=True, eq=False)
class Tables(_DealAsk):
    """Each declarer's tricks, int8[n, 4, 5]: seats from north, strains from clubs.

    Tricks in other strains than ``strains`` are -1.

    >>> from dealwright import deal
    >>> ask = Tables(deal(3, seed=1).masks, [Strain.NOTRUMP])
    >>> len(ask), len(ask[:2]), ask.shape, ask.dtype
    (3, 2, (4, 5), dtype('int8'))

    :raises CardError: if a row is not a deal
    """

    strains: Sequence[Strain] = ALL_STRAINS

    shape: ClassVar[tuple[int, ...]] = (4, 5)

    @property
    def cost(self) -> float:
        """Nanoseconds of one core per deal."""
        return _STRAIN * max(1, len(self.strains))

    def asks_for_unknown(self, known: NDArray[np.bool_]) -> Iterator[tuple[NDArray[np.intp], Self]]:
        """Yield rows without results in the same strains, and the ask for these strains."""
        strain_list = sorted(set(self.strains))
        is_missing = ~known.reshape(len(self), 4, len(strain_list)).all(axis=1)
        codes = is_missing @ (1 << np.array(strain_list, dtype=np.int64))
        for code in np.unique(codes[codes > 0]).tolist():
            rows = np.flatnonzero(codes == code)
            strains = tuple(strain for strain in strain_list if code >> strain & 1)
            yield rows, replace(self[rows], strains=strains)

    @property
    def _columns(self) -> list[int]:
        return [5 * seat + strain for seat in Seat for strain in sorted(set(self.strains))]

    def _results(self, answer: NDArray[Any]) -> NDArray[Any]:
        return answer.reshape(-1, 20)[:, self._columns]

    def _answer(self, results: NDArray[Any]) -> NDArray[Any]:
        tables = np.full((len(self), 20), -1, dtype=np.int8)
        tables[:, self._columns] = results
        return tables.reshape(-1, 4, 5)


@dataclass(frozen=True, eq=False)
class _ContractAsk(_DealAsk):
    """A question about one declarer in one strain."""

    declarer: Seat
    strain: Strain
    goal: int | None = None

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the answer: bool if there is a goal."""
        return np.dtype(np.int8 if self.goal is None else np.bool_)

    @property
    def _goal(self) -> int | None:
        return self.goal


@dataclass(frozen=True, eq=False)
class Tricks(_ContractAsk):
    """The tricks of one declarer in one strain, int8[n]; with a goal, if it is reached, bool[n].

    A goal takes about a seventh of the time.

    :raises CardError: if a row is not a deal
    """

    @property
    def cost(self) -> float:
        """Nanoseconds of one core per deal."""
        return CONTRACT if self.goal is None else GOAL

    @property
    def _columns(self) -> list[int]:
        return [5 * self.declarer + self.strain]

    def _results(self, answer: NDArray[Any]) -> NDArray[Any]:
        return answer[:, None]

    def _answer(self, results: NDArray[Any]) -> NDArray[Any]:
        return results[:, 0]


@dataclass(frozen=True, eq=False)
class Leads(_ContractAsk):
    """The defenders' tricks after each opening lead, int8[n, 52]; with a goal, if reached, bool.

    Columns are cards by their index; cards that the leader does not hold have -1, or False. A goal
    takes a sixth of the time.

    :raises CardError: if a row is not a deal
    """

    shape: ClassVar[tuple[int, ...]] = (52,)
    width: ClassVar[int] = 13  # results of a row in a store: a byte for each card of the leader

    @property
    def cost(self) -> float:
        """Nanoseconds of one core per deal."""
        return _LEADS if self.goal is None else _BEATING

    def store_keys(self) -> list[bytes]:
        """Return the keys of the rows in a store: the numbers of the deals, and the contract."""
        contract = bytes([5 * self.declarer + self.strain])
        return [deal + contract for deal in super().store_keys()]

    def known(self, bounds: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return which rows have all leads, bool[n, 1]: the leads of a row are one result."""
        known: NDArray[np.bool_] = np.all(super().known(bounds), axis=1, keepdims=True)
        return known

    def implied(self, answer: NDArray[Any]) -> Iterator[tuple[Tables | Tricks, NDArray[Any]]]:
        """Yield declarer's tricks after the best lead."""
        if self.goal is None:
            best = 13 - answer.max(axis=1)
            yield Tricks(self.masks, self.declarer, self.strain), best
        else:
            makes = np.logical_not(answer.any(axis=1))
            yield Tricks(self.masks, self.declarer, self.strain, 14 - self.goal), makes

    @property
    def _columns(self) -> list[int]:
        return list(range(13))

    def _results(self, answer: NDArray[Any]) -> NDArray[Any]:
        return np.take_along_axis(answer, self._cards, axis=1)

    def _answer(self, results: NDArray[Any]) -> NDArray[Any]:
        tricks = np.full((len(self), 52), -1 if self.goal is None else 0, dtype=self.dtype)
        np.put_along_axis(tricks, self._cards, results, axis=1)
        return tricks

    @property
    def _cards(self) -> NDArray[np.int64]:
        """The cards of the opening leader by their index, ascending, int64[n, 13]."""
        own = self.masks[:, self.declarer.left, None] >> np.arange(52, dtype=np.uint64)
        return np.nonzero(own & np.uint64(1))[1].reshape(-1, 13)


Ask: TypeAlias = Cards | Leads | Tables | Tricks
