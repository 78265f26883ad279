"""The core, endplay's DDS and Debian's DDS agree: tables, goals, leads, cards in mid-play."""

from __future__ import annotations

from ctypes.util import find_library
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from dealwright import Card, Deal, Seat, Strain, Stream, deal, draws
from dealwright.double_dummy.asks import Ask, Cards, Leads, Position, Tables, Tricks
from dealwright.double_dummy.core_solver import core_solver
from dealwright.double_dummy.dds import Dds
from dealwright.double_dummy.solver import Solver
from tests.oracles.dds import endplay_library
from tests.trials import SOAK, soak, trials

if TYPE_CHECKING:
    from numpy.typing import NDArray

pytestmark = [pytest.mark.long, pytest.mark.peers]

# Which of the seats has the first, the second, ... card of each suit.
SHARED = {
    "two suits each": ("NE", "ES", "SW", "WN"),
    "a void each": ("NES", "ESW", "SWN", "WNE"),
    "long suits": ("NNNE", "EEES", "SSSW", "WWWN"),
    "partners against partners": ("NE", "NE", "SW", "SW"),
}


@pytest.fixture(scope="module", params=["endplay", "debian"])
def library(request: pytest.FixtureRequest) -> Dds:
    """DDS, of one of two builders, which the core is compared with."""
    if request.param == "endplay":
        path = endplay_library()
        if path is None:
            pytest.skip("this library is that of endplay (pip install endplay)")
        return Dds(path)
    if find_library("dds") is None:
        pytest.skip("this library is Debian's (apt-get install libdds0)")
    return Dds()


def freak(number: int) -> np.ndarray:
    """Return a deal whose suits lie with few seats, uint64[1, 4]."""
    shared = list(SHARED.values())[number % 4]
    order = draws(1, 52, "freaks", form="cards", first=number)[0].tolist()
    hands, left = [0] * 4, list[int]()
    for at, card in enumerate(order):
        letters = shared[card // 13]
        seat = "NESW".index(letters[at % len(letters)])
        if hands[seat].bit_count() < 13:
            hands[seat] |= 1 << card
        else:
            left.append(card)
    for card in left:
        seat = next(seat for seat in range(4) if hands[seat].bit_count() < 13)
        hands[seat] |= 1 << card
    return np.array([Deal((hands[0], hands[1], hands[2], hands[3])).masks], dtype=np.uint64)


def check(library: Dds, masks: NDArray[np.uint64], seed: str) -> None:
    """Compare the core with a library."""
    core = core_solver()
    tables = agreed(core, library, Tables(masks))
    words = Stream(seed).words(0, len(masks)).tolist()
    positions = list[Position]()
    for at, word in enumerate(words):
        declarer, strain = Seat(word % 4), Strain(word // 4 % 5)
        row = masks[at : at + 1]
        leads = agreed(core, library, Leads(row, declarer, strain))
        assert leads.max() == 13 - tables[at, declarer, strain]
        goal = int(leads.max())
        beats = agreed(core, library, Leads(row, declarer, strain, goal))
        assert np.array_equal(beats, (leads >= goal) & (leads >= 0))
        for tricks in (13 - goal, 14 - goal):
            made = agreed(core, library, Tricks(row, declarer, strain, tricks))
            assert made.tolist() == [tricks <= 13 - goal]
        north, east, south, west = row[0].tolist()
        led = Card(int(np.flatnonzero(leads[0] >= 0)[word // 20 % 13]))
        hands = [north, east, south, west]
        hands[declarer.left] &= ~led.mask
        positions.append(Position((north, east, south, west), strain, declarer.left))
        positions.append(
            replace(
                positions[-1], hands=(hands[0], hands[1], hands[2], hands[3]), trick=(led,)
            )
        )  # fmt: skip
    agreed(core, library, Cards(positions))


def agreed(first: Solver, second: Solver, ask: Ask) -> NDArray[Any]:
    """Return the answer of two solvers."""
    found, expected = first.solve(ask), second.solve(ask)
    assert (found.dtype, found.tolist()) == (expected.dtype, expected.tolist()), ask
    return found


def test_random_boards(library: Dds) -> None:
    check(library, deal(trials(40), seed="libraries").masks, "libraries")


def test_freak_boards(library: Dds) -> None:
    for number in range(1, 1 + trials(10)):
        check(library, freak(number), f"freak {number}")


@pytest.mark.slow
def test_a_thousand_random_boards(library: Dds) -> None:
    """A quarter of an hour of one core in full."""
    check(library, deal(soak(1000), seed="thousand").masks, "thousand")


@pytest.mark.slow
def test_fifty_freak_boards(library: Dds) -> None:
    for number in range(max(4, round(SOAK * 50))):
        check(library, freak(number), f"freak {number}")
