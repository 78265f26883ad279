"""Predealt cards: cards assigned to seats before the rest is dealt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from dealwright.base.errors import CardError, PredealError
from dealwright.cards import Card, Seat, cards_from_mask, mask_of
from dealwright.deals.hand import Hand, hand_mask

__all__ = ["Predeal", "PredealCards", "parse_predeal", "predeal_masks", "predeal_text"]

PredealCards = str | Hand | Iterable[Card | str]
Predeal = str | Mapping[Seat, PredealCards] | Mapping[str, PredealCards]
Masks = tuple[int, int, int, int]

_SEAT = re.compile(r"(north|east|south|west|[nesw])(?=$|[\s:,])[\s:,]*", re.IGNORECASE)
_DEAL = re.compile(r"([nesw]):((?:\s*+(?:[\w-]*+(?:\.[\w-]*+){3}|-)){4})", re.IGNORECASE)
_ITEM = re.compile(r"[^\s,;:]+")
_SPACE = re.compile(r"[\s,;]*")


def parse_predeal(text: str) -> Masks:
    """Read predealt cards; return the masks of north, east, south, west.

    The text is either seats, each followed by its cards (as ``parse_cards`` reads them, or a dotted
    hand), or a PBN deal with ``-`` for unknown hands.

    >>> parse_predeal("north SAK, H2; S: S2 S3") == parse_predeal("N:AK.2.. S:32...")
    True

    :raises PredealError: if it cannot be read, a card occurs twice, or a seat has more than 13
    """
    deal_match = _DEAL.fullmatch(text.strip())
    if deal_match:
        first_seat = Seat.of(deal_match[1])
        hands = [0 if hand == "-" else _read_item(hand) for hand in deal_match[2].split()]
        return _checked([hands[(seat - first_seat) % 4] for seat in Seat])
    masks = [0, 0, 0, 0]
    seat: Seat | None = None
    position = _end_of_match(_SPACE, text, 0)
    while position < len(text):
        match = _SEAT.match(text, position)
        if match:
            seat = Seat.of(match[1])
        else:
            match = _ITEM.match(text, position)
            if match is None or seat is None:
                shown = text[:80]
                raise PredealError(f"predeal '{shown}' should begin with a seat, as in north SAKQ")
            _add_cards(masks, seat, _read_item(match[0]))
        position = _end_of_match(_SPACE, text, match.end())
    if seat is None:
        raise PredealError("nothing to predeal; write a seat and its cards, as in north SAKQ,H2")
    return _checked(masks)


def _end_of_match(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _read_item(word: str) -> int:
    try:
        return hand_mask(word) if "." in word else mask_of(word)
    except CardError as error:
        shown = word[:80]
        raise PredealError(
            f"cannot read '{shown}' in the predeal ({error}); write cards as SAKQ or AKQ.T98.-.2"
        ) from None


def predeal_masks(predeal: Predeal | None) -> Masks:
    """Return the masks of north, east, south, west of a predeal in any of its forms.

    The predeal is a text (see ``parse_predeal``), or a mapping from seats to cards: a text, a Hand,
    or Cards.

    >>> predeal_masks({Seat.EAST: "S2", "west": [Card("S3")]}) == parse_predeal("E S2 W S3")
    True

    :raises PredealError: as ``parse_predeal``
    """
    if predeal is None:
        return (0, 0, 0, 0)
    if isinstance(predeal, str):
        return parse_predeal(predeal)
    if not isinstance(predeal, Mapping):
        raise PredealError(f"predeal must be a text or a mapping from seats, not {predeal!r}")
    masks = [0, 0, 0, 0]
    for key, cards in predeal.items():
        try:
            seat = Seat.of(key)
            if isinstance(cards, str):
                for word in _ITEM.finditer(cards):
                    _add_cards(masks, seat, _read_item(word[0]))
            else:
                _add_cards(masks, seat, cards.mask if isinstance(cards, Hand) else mask_of(cards))
        except CardError as error:
            raise PredealError(str(error)) from None
        except (TypeError, ValueError, AttributeError):
            raise PredealError(f"{cards!r} are not cards for {key!r}") from None
    return _checked(masks)


def predeal_text(masks: Sequence[int], separator: str = ", ") -> str:
    """Return the text of predealt cards, the masks of north, east, south, west.

    >>> predeal_text(parse_predeal("S: S3 S2; north HA"))
    'north HA, south S3 S2'
    """
    cards = zip(Seat, map(cards_from_mask, masks), strict=True)
    return separator.join(f"{seat} {' '.join(map(str, held))}" for seat, held in cards if held)


def _add_cards(masks: list[int], seat: Seat, cards: int) -> None:
    repeated = cards & masks[seat]
    if repeated:
        raise PredealError(f"{_card_names(repeated)} occurs twice at {seat.name.lower()}")
    masks[seat] |= cards


def _checked(masks: list[int]) -> Masks:
    for seat in Seat:
        if masks[seat].bit_count() > 13:
            raise PredealError(
                f"{seat.name.lower()} cannot hold {masks[seat].bit_count()} predealt cards; a hand "
                "has 13"
            )
        for other in range(seat):
            shared = masks[seat] & masks[other]
            if shared:
                verb = "is" if shared.bit_count() == 1 else "are"
                raise PredealError(
                    f"{_card_names(shared)} {verb} predealt to both {Seat(other).name.lower()} and "
                    f"{seat.name.lower()}"
                )
    return masks[0], masks[1], masks[2], masks[3]


def _card_names(mask: int) -> str:
    return ", ".join(str(card) for card in cards_from_mask(mask))
