"""One deal: four hands of 13 cards."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence

from dealwright.base.errors import CardError
from dealwright.cards import PACK, Card, Seat, cards_from_mask
from dealwright.deals.diagram import diagram_html, diagram_text
from dealwright.deals.hand import Hand, hand_mask, hand_text

__all__ = ["Deal", "deal_masks", "deal_text"]


def deal_text(masks: Sequence[int], first: Seat = Seat.NORTH) -> str:
    """Return a deal as a PBN deal string, from the first seat clockwise."""
    hands = (hand_text(masks[(first + i) % 4]) for i in range(4))
    return f"{first.letter}:{' '.join(hands)}"


def deal_masks(text: str) -> tuple[int, int, int, int]:
    """Read a PBN deal string; return the four masks, north first. One hand may be ``-``.

    :raises CardError: if it is not a deal, with the fault and its place
    """
    head, colon, tail = text.strip().partition(":")
    if not colon:
        raise CardError(f"'{text}' is not a deal; write N:AKQ2.T98.543.A72 and three more hands")
    first = Seat.of(head)
    hands = tail.split()
    if len(hands) != 4:
        raise CardError(f"a deal has four hands; after '{head}:' there are {len(hands)}")
    masks = [0, 0, 0, 0]
    missing: list[int] = []
    union = 0
    for i, hand in enumerate(hands):
        seat = Seat((first + i) % 4)
        if hand == "-":
            missing.append(seat)
            continue
        mask = hand_mask(hand)
        if mask.bit_count() != 13:
            raise CardError(f"{seat.name.lower()} has {mask.bit_count()} cards, not 13: '{hand}'")
        if mask & union:
            repeated = ", ".join(str(card) for card in cards_from_mask(mask & union))
            raise CardError(f"dealt twice: {repeated} (the second time to {seat.name.lower()})")
        masks[seat] = mask
        union |= mask
    if len(missing) > 1:
        raise CardError("only one hand of a deal can be left out with '-'")
    for absent in missing:
        masks[absent] = PACK ^ union
    return masks[0], masks[1], masks[2], masks[3]


def _mask(hand: int | str | Hand) -> int:
    return Hand(hand).mask if isinstance(hand, str | Hand) else operator.index(hand)


class Deal:
    """Four hands of 13 cards, immutable: made from a PBN deal string, or from the hands N, E, S, W.

    >>> deal = Deal("N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -")
    >>> deal.west, deal.south.hcp, deal.owner("SA").name, deal["east"]
    (Hand('T752.JT3.7.JT983'), 18, 'SOUTH', Hand('K9.AQ7.QJ98.Q542'))
    >>> Deal(deal.text()) == deal
    True
    >>> print(deal)
                   ♠ Q843
                   ♥ 98654
                   ♦ 32
                   ♣ A6
    ♠ T752          ┌─ N ─┐       ♠ K9
    ♥ JT3           W     E       ♥ AQ7
    ♦ 7             └─ S ─┘       ♦ QJ98
    ♣ JT983                       ♣ Q542
                   ♠ AJ6
                   ♥ K2
                   ♦ AKT654
                   ♣ K7

    :raises CardError: if the text is not a deal, or the hands are not 13 different cards each
    """

    __slots__ = ("masks",)
    masks: tuple[int, int, int, int]

    def __init__(self, deal: str | Sequence[int | str | Hand] | Deal) -> None:
        if isinstance(deal, Deal):
            masks = deal.masks
        elif isinstance(deal, str):
            masks = deal_masks(deal)
        else:
            try:
                hands = [_mask(hand) for hand in deal]
            except TypeError:
                raise CardError(f"{deal!r} is not a deal") from None
            lengths = [mask.bit_count() for mask in hands]
            union = 0
            for mask in hands:
                union |= mask
            if lengths != [13] * 4 or union != PACK:
                raise CardError("a deal must be four masks of 13 different cards")
            masks = (hands[0], hands[1], hands[2], hands[3])
        object.__setattr__(self, "masks", masks)

    @property
    def north(self) -> Hand:
        """North's hand."""
        return self[Seat.NORTH]

    @property
    def east(self) -> Hand:
        """East's hand."""
        return self[Seat.EAST]

    @property
    def south(self) -> Hand:
        """South's hand."""
        return self[Seat.SOUTH]

    @property
    def west(self) -> Hand:
        """West's hand."""
        return self[Seat.WEST]

    def owner(self, card: Card | str) -> Seat:
        """Return the seat that holds a card."""
        mask = Card(card).mask
        return next(seat for seat in Seat if self.masks[seat] & mask)

    def text(self, first: Seat | str = Seat.NORTH) -> str:
        """Return the PBN deal string that begins with a seat."""
        return deal_text(self.masks, Seat.of(first))

    def __getitem__(self, seat: Seat | int | str) -> Hand:
        return Hand(self.masks[Seat.of(seat) if isinstance(seat, str) else seat])

    def __iter__(self) -> Iterator[Hand]:
        """Iterate over the hands: north, east, south, west."""
        return (Hand(mask) for mask in self.masks)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Deal cannot be changed")

    def __eq__(self, other: object) -> bool:
        return self.masks == other.masks if isinstance(other, Deal) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.masks)

    def __str__(self) -> str:
        """Return a diagram of the four hands; ``text()`` is the deal on one line."""
        return diagram_text(self.masks)

    def _repr_html_(self) -> str:
        return diagram_html(self.masks)

    def __repr__(self) -> str:
        return f"Deal('{self.text()}')"

    def __reduce__(self) -> tuple[type[Deal], tuple[tuple[int, int, int, int]]]:
        return Deal, (self.masks,)
