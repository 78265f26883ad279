"""The rules that robots write where their system has none, as stored for 72 positions.

The positions are of 350 auctions of robots; together they have every call with every note that was
written there. ``python -m tests.golden.test_robot_rules`` stores the rules again; read
what changes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.systems import read_system
from dealwright.systems.robots.robot import Robots

PATH = Path(__file__).parent / "robot_rules.txt"
HEAD = "# dealer, calls; then the rules, in order: call, hand, note, kind\n"


@cache
def robots() -> Robots:
    standard = read_system("standard", opponents=read_system("standard"))
    return Robots((standard, standard))


def rules_at(position: str) -> list[str]:
    """Return the rules that robots write at a position, a line each."""
    dealer, *calls = position.split()
    place = robots().place(Auction.of(Seat.of(dealer), calls))
    return [
        "  ".join(filter(None, (rule.call, rule.condition, f'"{rule.note}"', rule.kind.what.value)))
        for rule in place.rules
        if not rule.line
    ]


def stored() -> dict[str, list[str]]:
    """Return the stored rules by their positions."""
    parts = PATH.read_text("utf-8").removeprefix(HEAD).strip("\n").split("\n\n")
    return {part.split("\n")[0]: [line[2:] for line in part.split("\n")[1:]] for part in parts}


@pytest.mark.parametrize("position", stored(), ids=lambda position: position.replace(" ", "-"))
def test_rules_of_a_position(position: str) -> None:
    assert rules_at(position) == stored()[position]


def store(positions: list[str]) -> None:
    """Write the rules of positions."""
    parts = ["\n".join([each, *(f"  {line}" for line in rules_at(each))]) for each in positions]
    PATH.write_text(HEAD + "\n\n".join(parts) + "\n", "utf-8")


if __name__ == "__main__":
    store([*stored()])
