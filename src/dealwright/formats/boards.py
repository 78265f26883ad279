"""What a record says besides the cards: board number, dealer, vulnerability, origin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dealwright.bridge.boards import Vulnerability, board_dealer, board_vulnerability
from dealwright.cards import Seat
from dealwright.deals import Deals

__all__ = ["Boards", "Notes"]

Notes = Callable[[Deals, int], Sequence[Mapping[str, Any]]]


@dataclass(frozen=True)
class Boards:
    """The settings of a record.

    Boards are numbered from ``first``; ``dealer`` and ``vulnerability`` follow the board number
    unless they are given. ``seed``, ``condition`` and ``method`` tell how to deal it again;
    ``colour`` and ``width`` (columns of the terminal, 0 for none) are for diagrams, ``symbols``
    whether suit symbols can be shown; ``numbers`` gives deals' numbers, where they are shown.
    ``law`` says more of how likely the deals were, and ``notes`` of each of some deals (given with
    the number of the first), for formats that programs read.
    """

    first: int = 1
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    seed: str = ""
    condition: str = ""
    method: str = "uniform"
    predeal: str = ""
    colour: bool = False
    symbols: bool = True
    width: int = 0
    law: Mapping[str, Any] = field(default_factory=dict)
    notes: Notes | None = None
    numbers: Callable[[Deals], list[int]] | None = None

    def numbers_of(self, deals: Deals) -> list[int | None]:
        """Return the numbers of some deals under their condition, None where they are not shown."""
        return [None] * len(deals) if self.numbers is None else [*self.numbers(deals)]

    def notes_of(self, deals: Deals, number: int) -> Sequence[Mapping[str, Any]]:
        """Return what is noted of some deals, the first of them deal ``number`` (from 0)."""
        return [{}] * len(deals) if self.notes is None else self.notes(deals, number)

    def number(self, deal: int) -> int:
        """Return the board number of a deal (from 0)."""
        return self.first + deal

    def dealer_of(self, deal: int) -> Seat:
        """Return the dealer of a deal (from 0)."""
        return board_dealer(self.number(deal)) if self.dealer is None else self.dealer

    def vulnerability_of(self, deal: int) -> Vulnerability:
        """Return the vulnerability of a deal (from 0)."""
        if self.vulnerability is None:
            return board_vulnerability(self.number(deal))
        return self.vulnerability
