"""Whether a contract needs a squeeze or a throw-in: double dummy without that resource."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tools.themed_boards.table import Handicap, OpenTable, seats_bits

from dealwright.base.errors import ArgumentError, BudgetExceeded

if TYPE_CHECKING:
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.cards import Seat
    from dealwright.double_dummy.asks import Position

__all__ = ["BUDGET", "ThemeProof", "proved_themes"]

BUDGET = 200_000_000  # operations of a question: some 3 s


@dataclass(frozen=True)
class ThemeProof:
    """What declarer needs to take his tricks double dummy; None: undecided within the budget.

    ``squeeze``: if defenders who cannot follow suit may throw idle cards, the tricks are lost.
    ``squeezed`` are the defenders whose idle cards alone are enough: one for a squeeze of that
    defender, both for a double squeeze, none if either may be the victim. ``throw_in``: if
    defenders on lead may hand the lead back, to the hand that declarer chooses, the tricks are
    lost; ``thrown_in`` are those whose exits alone are enough. Neither is true if ``makes`` is
    false.
    """

    makes: bool | None
    squeeze: bool | None
    squeezed: tuple[Seat, ...]
    throw_in: bool | None
    thrown_in: tuple[Seat, ...]


def proved_themes(
    position: Position,
    declarer: Seat,
    tricks: int,
    *,
    budget: int = BUDGET,
    stop: StopFlag | None = None,
) -> ThemeProof:
    """Return which themes declarer needs to take so many more tricks from a position.

    Each of the questions has a ``budget`` of operations.

    >>> from dealwright.cards import Seat, Strain, mask_of
    >>> from dealwright.double_dummy.asks import Position
    >>> north, south = mask_of("SAJ HK"), mask_of("S32 CA")
    >>> hands = (north, mask_of("D432"), south, mask_of("SKQ HA"))
    >>> proof = proved_themes(Position(hands, Strain.NOTRUMP, Seat.SOUTH), Seat.SOUTH, 3)
    >>> proof.squeeze, proof.squeezed, proof.throw_in
    (True, (<Seat.WEST: 3>,), False)

    :raises ArgumentError: if there are not so many tricks
    :raises Stopped: if the flag was set
    """
    left = (sum(hand.bit_count() for hand in position.hands) + 3) // 4
    if not 1 <= tricks <= left:
        raise ArgumentError(f"{tricks} tricks wanted; there are 1 to {left}")
    table = OpenTable.begin(
        position.hands, declarer, position.strain, position.leader, tricks, position.trick
    )

    def makes(idle: int = 0, exits: int = 0) -> bool | None:
        try:
            handicap = Handicap(idle, exits)
            return table.makes(handicap, stop=stop, most_operations=budget)
        except BudgetExceeded:
            return None

    made = makes()
    if not made:
        return ThemeProof(made, made, (), made, ())
    defenders = (declarer.left, declarer.right)
    both = seats_bits(defenders)
    idle, exits = makes(idle=both), makes(exits=both)
    squeezed = () if idle is not False else tuple(
        seat for seat in defenders if makes(idle=seats_bits([seat])) is False
    )  # fmt: skip
    thrown_in = () if exits is not False else tuple(
        seat for seat in defenders if makes(exits=seats_bits([seat])) is False
    )  # fmt: skip
    return ThemeProof(
        True, None if idle is None else not idle, squeezed,
        None if exits is None else not exits, thrown_in,
    )  # fmt: skip
