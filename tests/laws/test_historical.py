"""Whatever ranges some deal satisfies: the method of 1999 keeps them, or deals nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dealwright import Seat, Stream, Suit
from dealwright import deal as deal_uniformly
from dealwright.deals import Deal
from dealwright.numbering.random_integers import Draws
from dealwright.planning.method_of_1999 import SeatRequirements, Stuck, deal_historically

WITNESSES = deal_uniformly(50, seed="witnesses")


@st.composite
def satisfiable(draw: st.DrawFn) -> list[SeatRequirements]:
    """Ranges around a deal that exists, some of them open."""
    witness = WITNESSES[draw(st.integers(0, 49))]

    def around(value: int, most: int) -> tuple[int, int]:
        if draw(st.booleans()):
            return 0, most
        below, above = draw(st.integers(0, 3)), draw(st.integers(0, 3))
        return max(value - below, 0), min(value + above, most)

    found = []
    for hand in (witness.north, witness.east, witness.south, witness.west):
        clubs, diamonds, hearts, spades = (
            around((hand.mask >> 13 * suit & 8191).bit_count(), 13) for suit in Suit
        )
        hcp = around(hand.hcp, 37)
        lengths = (clubs, diamonds, hearts, spades)
        found.append(SeatRequirements(None if hcp == (0, 37) else hcp, lengths))
    return found


@given(satisfiable(), st.integers(0, 1 << 30))
def test_deals_keep_every_range(requirements: list[SeatRequirements], seed: int) -> None:
    try:
        masks = deal_historically(requirements, Draws(Stream(seed), 0))
    except Stuck:
        return
    deal = Deal(masks)  # checks that these are four hands of thirteen different cards
    for seat, needs in zip(Seat, requirements, strict=True):
        hand = deal[seat]
        if needs.hcp is not None:
            assert needs.hcp[0] <= hand.hcp <= needs.hcp[1]
        for suit, (low, high) in enumerate(needs.lengths):
            assert low <= (hand.mask >> 13 * suit & 8191).bit_count() <= high
