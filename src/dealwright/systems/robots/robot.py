"""Robots of both sides: the places that they met, and the next call of a hand."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from threading import RLock
from typing import TYPE_CHECKING

from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.systems.robots.place import Place, RobotRule
from dealwright.systems.robots.trees import tree_of
from dealwright.systems.robots.written import generated_rules

if TYPE_CHECKING:
    from dealwright.systems.system import System

__all__ = ["Robots", "place_at_table", "robots_of"]

_MOST_PLACES = 700  # some 30 KB each
_MOST_TABLES = 4  # of a system


class Robots:
    """The robots of a table: ``systems`` of north-south and of east-west; None passes.

    Places are kept, the ones used last.
    """

    def __init__(self, systems: tuple[System | None, System | None]) -> None:
        self.systems = systems
        self._places: OrderedDict[tuple[Seat, tuple[str, ...]], Place] = OrderedDict()
        self._lock = RLock()

    def player(self, seat: Seat) -> System | None:
        """Return the system of a seat."""
        return self.systems[seat % 2]

    def place(self, auction: Auction) -> Place:
        """Return the place after an auction."""
        with self._lock:
            place = self._place(auction.dealer, ())
            for number in range(len(auction.calls)):
                place = self._place(auction.dealer, auction.calls[: number + 1], place)
            return place

    def after(self, place: Place, call: str) -> Place:
        """Return the place after one more call."""
        with self._lock:
            return self._place(place.auction.dealer, (*place.auction.calls, call), place)

    def _place(self, dealer: Seat, calls: tuple[str, ...], before: Place | None = None) -> Place:
        key = dealer, calls
        place = self._places.get(key)
        if place is None:
            place = self._places[key] = Place(self, dealer, before, calls[-1] if calls else "")
            if len(self._places) > _MOST_PLACES:
                self._places.popitem(last=False)
        else:
            self._places.move_to_end(key)
        return place

    def written(self, place: Place) -> Iterator[RobotRule]:
        """Yield the rules that are written for a place."""
        legal = place.auction.legal_calls
        for written in generated_rules(place):
            if written.call in legal:
                tests = tuple(tree_of(place.seat, test) for test in written.tests)
                yield RobotRule(written.call, written.condition, tests, written.note, written.kind)


def place_at_table(system: System, auction: Auction, opponents: System | None = None) -> Place:
    """Return the place after an auction at which the side that calls next plays a system.

    The other side plays the one given, else the one that the system's file names, else the same.
    """
    side = (auction.dealer + len(auction.calls)) % 2
    return robots_of(system, side, opponents or system.opponents or system).place(auction)


def robots_of(system: System, side: int = 0, opponents: System | None = None) -> Robots:
    """Return the robots of a system that ``side`` plays, and of its opponents' system.

    Theirs is ``system.opponents`` unless another is given. Those of two systems are made once.
    """
    others = system.opponents if opponents is None else opponents
    both = (system, others) if side == 0 else (others, system)
    keeper, key = both[0] or system, (id(both[0]), id(both[1]))
    robots: Robots | None = keeper.robots.get(key)
    if robots is None:
        while len(keeper.robots) >= _MOST_TABLES:
            del keeper.robots[next(iter(keeper.robots))]
        robots = keeper.robots[key] = Robots(both)  # they keep both systems alive
    return robots
