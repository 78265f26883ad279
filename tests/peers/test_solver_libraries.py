"""DDS as endplay has it and as Debian builds it: tables, leads, cards in mid-play and par agree."""

from __future__ import annotations

import os
from collections.abc import Iterator
from ctypes.util import find_library
from dataclasses import replace

import numpy as np
import pytest

from dealwright import Card, Deal, Seat, SolverError, Strain, Stream, deal, draws, par
from dealwright.bridge.boards import Vulnerability
from dealwright.double_dummy.asks import Cards, Leads, Tables, Tricks
from dealwright.double_dummy.dds import Dds, library_path
from dealwright.double_dummy.solver import Position
from tests.processes import KEPT
from tests.trials import SOAK, soak, trials
from tests.unit.test_solver_workers import end_cleanly

pytestmark = [
    pytest.mark.long,
    pytest.mark.peers,
    pytest.mark.skipif(
        find_library("dds") is None,
        reason="the second library is Debian's (apt-get install libdds0)",
    ),
]

# Which of the seats has the first, the second, ... card of each suit.
SHARED = {
    "two suits each": ("NE", "ES", "SW", "WN"),
    "a void each": ("NES", "ESW", "SWN", "WNE"),
    "long suits": ("NNNE", "EEES", "SSSW", "WWWN"),
    "partners against partners": ("NE", "NE", "SW", "SW"),
}


@pytest.fixture(scope="module")
def libraries() -> Iterator[tuple[Dds, Dds]]:
    installed = find_library("dds")
    assert installed is not None
    os.environ.pop("DEALWRIGHT_DDS", None)
    try:
        ours = library_path()
    except SolverError:
        ours = installed
    if ours == installed:
        pytest.skip("the first library is that of endplay (pip install endplay)")
    both = Dds(ours, 2), Dds(installed, 2)

    def processes() -> list[int]:
        return [process for each in both for process in each.workers.processes]

    KEPT.append(processes)
    yield both
    KEPT.remove(processes)
    for each in both:
        each.workers.close()


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


def check(libraries: tuple[Dds, Dds], masks: np.ndarray, seed: str) -> None:
    first, second = libraries
    tables = first.solve(Tables(masks))
    assert np.array_equal(tables, second.solve(Tables(masks)))
    words = Stream(seed).words(0, len(masks)).tolist()
    positions = list[Position]()
    for at, word in enumerate(words):
        declarer, strain = Seat(word % 4), Strain(word // 4 % 5)
        row = masks[at : at + 1]
        leads = first.solve(Leads(row, declarer, strain))
        assert np.array_equal(leads, second.solve(Leads(row, declarer, strain)))
        assert leads.max() == 13 - tables[at, declarer, strain]
        goal = int(leads.max())
        beats = first.solve(Leads(row, declarer, strain, goal))
        assert np.array_equal(beats, second.solve(Leads(row, declarer, strain, goal)))
        assert np.array_equal(beats, (leads >= goal) & (leads >= 0))
        for tricks in (13 - goal, 14 - goal):
            made = first.solve(Tricks(row, declarer, strain, tricks))
            assert made.tolist() == second.solve(Tricks(row, declarer, strain, tricks)).tolist()
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
        sides = list(Vulnerability)[word // 100 % 4]
        assert par(tables[at], sides) == par(second.solve(Tables(row))[0], sides)
    assert first.solve(Cards(positions)).tolist() == second.solve(Cards(positions)).tolist()


def test_random_boards(libraries: tuple[Dds, Dds]) -> None:
    check(libraries, deal(trials(40), seed="libraries").masks, "libraries")


def test_freak_boards(libraries: tuple[Dds, Dds]) -> None:
    for number in range(1, 1 + trials(10)):
        check(libraries, freak(number), f"freak {number}")


@pytest.mark.slow
def test_a_thousand_random_boards(libraries: tuple[Dds, Dds]) -> None:
    """Twenty minutes of one core in full."""
    check(libraries, deal(soak(1000), seed="thousand").masks, "thousand")


@pytest.mark.slow
def test_fifty_freak_boards(libraries: tuple[Dds, Dds]) -> None:
    for number in range(max(4, round(SOAK * 50))):
        check(libraries, freak(number), f"freak {number}")


# endplay is not found then, so that the installed library is taken
INSTALLED = "sys.modules['endplay'] = None"


def test_processes_end_cleanly() -> None:
    """Debian's library crashes when a process that has solved with it ends by itself."""
    end_cleanly(3, INSTALLED)


@pytest.mark.slow
def test_a_hundred_processes_end_cleanly() -> None:
    end_cleanly(soak(100), INSTALLED)
