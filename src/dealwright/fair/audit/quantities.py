"""The quantities that an audit counts on each board, with words for too many and too few."""

from __future__ import annotations

from dataclasses import dataclass

from dealwright.cards import Seat

__all__ = ["FLAT", "QUANTITIES", "CountedQuantity"]

_SEATS = [seat.name.lower() for seat in Seat]
_SUITS = ("spades", "hearts", "diamonds", "clubs")


@dataclass(frozen=True)
class CountedQuantity:
    """A number that each board has: its name, its quantity, and words for more and less of it."""

    name: str
    quantity: str
    more: str
    less: str


def _of_hands(text: str) -> str:
    return " + ".join(text.format(seat) for seat in _SEATS)


def _breaks(one: str, other: str) -> str:
    parts = (f"({suit}({one}) - {suit}({other}))" for suit in _SUITS)
    return " + ".join(f"{part} * {part}" for part in parts)


_KINGS = " + ".join(
    f"(hascard({seat}, A{suit[0]}) && hascard({behind}, K{suit[0]}))"
    for suit in _SUITS
    for seat, behind in zip(_SEATS, _SEATS[1:] + _SEATS[:1], strict=True)
)

FLAT = CountedQuantity(
    "flat hands", _of_hands("balanced({})"),
    "more hands with 4333, 4432 or 5332", "fewer hands with 4333, 4432 or 5332",
)  # fmt: skip

QUANTITIES = (
    FLAT,
    CountedQuantity("voids", _of_hands("(shortest({}) == 0)"), "more voids", "fewer voids"),
    CountedQuantity(
        "singletons and voids", _of_hands("(shortest({}) <= 1)"), "more short suits",
        "fewer short suits",
    ),
    CountedQuantity(
        "long suits", _of_hands("(longest({}) >= 7)"), "more suits of seven cards",
        "fewer suits of seven cards",
    ),
    *(
        CountedQuantity(
            f"points of {seat}", f"hcp({seat})", f"more points for {seat.capitalize()}",
            f"fewer points for {seat.capitalize()}",
        )
        for seat in _SEATS
    ),
    CountedQuantity(
        "points of the sides",
        "(hcp(north) + hcp(south) - 20) * (hcp(north) + hcp(south) - 20)",
        "points divided less evenly between the sides",
        "points divided more evenly between the sides",
    ),
    CountedQuantity(
        "controls of north and south", "controls(north) + controls(south)",
        "more controls for North and South", "fewer controls for North and South",
    ),
    *(
        CountedQuantity(
            f"suits of {one} and {other}", _breaks(one, other),
            f"suits divided less evenly between {one.capitalize()} and {other.capitalize()}",
            f"suits divided more evenly between {one.capitalize()} and {other.capitalize()}",
        )
        for one, other in (("north", "south"), ("east", "west"))
    ),
    CountedQuantity(
        "kings behind aces", _KINGS, "more kings behind the ace", "fewer kings behind the ace"
    ),
)  # fmt: skip
