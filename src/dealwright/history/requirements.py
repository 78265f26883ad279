"""The HCP and suit lengths that a condition requires of each seat, if it has no other clauses."""

from __future__ import annotations

from dataclasses import dataclass

from dealwright.cards import Seat, Suit
from dealwright.conditions.nodes import Alias, Binary, Node, Within, remembered
from dealwright.conditions.unparse import to_text
from dealwright.errors import ConditionError
from dealwright.features.distribution import FEATURES as DISTRIBUTION
from dealwright.features.points import FEATURES as POINTS
from dealwright.planning.filter import conjuncts, range_of

__all__ = ["ANY_LENGTH", "MOST_HCP", "SeatRequirements", "requirements_of"]

Range = tuple[int, int]
ANY_LENGTH: Range = (0, 13)
_ANY_LENGTHS = (ANY_LENGTH, ANY_LENGTH, ANY_LENGTH, ANY_LENGTH)
MOST_HCP = 37
_HINT = "Deal with the method 'auto' instead: it takes every condition"


@dataclass(frozen=True)
class SeatRequirements:
    """The least and most HCP of a hand (None: any) and cards in clubs, diamonds, hearts, spades."""

    hcp: Range | None = None
    lengths: tuple[Range, Range, Range, Range] = _ANY_LENGTHS

    @property
    def has_lengths(self) -> bool:
        """Whether the length of a suit is restricted."""
        return self.lengths != _ANY_LENGTHS


def requirements_of(condition: Node | None) -> tuple[SeatRequirements, ...]:
    """Return the requirements of a condition for north, east, south and west; None has none.

    The clauses, joined with ``&&``, compare the HCP of a hand or the length of one of its suits
    with numbers. Clauses on the same hand and suit combine into one range.

    >>> from dealwright.conditions.parse import parse_tree
    >>> tree = parse_tree("hcp(west) in 11..15 && spades(west) >= 5 && 6 >= spades(west)")
    >>> west = requirements_of(tree)[Seat.WEST]
    >>> west.hcp, west.lengths[Suit.SPADES], west.lengths[Suit.HEARTS]
    ((11, 15), (5, 6), (0, 13))

    :raises ConditionError: if a clause tests anything else, or no deal satisfies them all
    """
    ranges: dict[tuple[int, int | None], Range] = {}
    for clause in conjuncts(condition) if condition is not None else ():
        seat, suit, low, high = _read(clause)
        least, most = ranges.get((seat, suit), (0, MOST_HCP if suit is None else 13))
        low, high = max(low, least), min(high, most)
        if low > high:
            before = " with the clauses before it" if (seat, suit) in ranges else ""
            raise ConditionError(f"no deal satisfies '{to_text(clause)}'{before}")
        ranges[seat, suit] = low, high
    requirements = tuple(_of_seat(seat, ranges) for seat in Seat)
    _check_possible(requirements)
    return requirements


def _of_seat(seat: Seat, ranges: dict[tuple[int, int | None], Range]) -> SeatRequirements:
    hcp = ranges.get((seat, None), (0, MOST_HCP))
    clubs, diamonds, hearts, spades = (ranges.get((seat, suit), ANY_LENGTH) for suit in Suit)
    return SeatRequirements(
        None if hcp == (0, MOST_HCP) else hcp, (clubs, diamonds, hearts, spades)
    )


def _read(clause: Node) -> tuple[int, int | None, int, int]:
    """Return the seat, the suit (None for HCP), the least and the most of a clause."""
    measured_range = range_of(_without_names(clause))
    if measured_range is not None:
        measure, low, high = measured_range
        is_hcp = measure.feature.name == "hcp" and measure.suit is None
        if is_hcp and measure.feature in POINTS:
            return measure.seat, None, low, high
        is_length = measure.feature.name == "length" and measure.suit is not None
        if is_length and measure.feature in DISTRIBUTION:
            return measure.seat, measure.suit, low, high
    raise ConditionError(
        f"this method knows ranges of HCP and of suit lengths only, not '{to_text(clause)}'",
        hint=_HINT,
    )


@remembered
def _without_names(node: Node) -> Node:
    """Return a comparison with names on its two sides replaced by their expressions."""
    if isinstance(node, Alias):
        return _without_names(node.value)
    if isinstance(node, Binary):
        return Binary(node.op, _without_names(node.left), _without_names(node.right))
    if isinstance(node, Within):
        return Within(_without_names(node.value), node.ranges)
    return node


def _check_possible(seats: tuple[SeatRequirements, ...]) -> None:
    """Raise an error if lengths or points cannot add up over a hand, a suit or the pack."""
    for seat, needs in zip(Seat, seats, strict=True):
        _check_sum(needs.lengths, f"{seat.name.lower()}'s suits")
    for suit in Suit:
        _check_sum([needs.lengths[suit] for needs in seats], f"the four hands' {suit.name.lower()}")
    points = [(0, MOST_HCP) if needs.hcp is None else needs.hcp for needs in seats]
    _check_sum(points, "the four hands' HCP", 40)


def _check_sum(ranges: list[Range] | tuple[Range, ...], what: str, total: int = 13) -> None:
    low, high = sum(low for low, _ in ranges), sum(high for _, high in ranges)
    if not low <= total <= high:
        raise ConditionError(
            f"no deal satisfies the condition: {what} would add up to "
            f"{f'{low} or more' if low > total else f'{high} or fewer'}, not {total}"
        )
