"""What a record says besides the cards: board number, dealer, vulnerability, origin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dealwright.bridge.boards import Vulnerability, board_dealer, board_vulnerability
from dealwright.cards import Seat
from dealwright.deals import Deals

__all__ = ["Boards"]


@dataclass(frozen=True)
class Boards:
    """The settings of a record.

    Boards are numbered from ``first``; ``dealer`` and ``vulnerability`` follow the board number
    unless they are given. ``seed``, ``condition`` and ``method`` tell how to deal it again;
    ``colour`` and ``width`` (columns of the terminal, 0 for none) are for diagrams, ``symbols``
    whether suit symbols can be shown; ``numbers`` gives deals' numbers, where they are shown.
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
    numbers: Callable[[Deals], list[int]] | None = None

    def numbers_of(self, deals: Deals) -> list[int | None]:
        """Return the numbers of some deals under their condition, None where they are not shown."""
        return [None] * len(deals) if self.numbers is None else [*self.numbers(deals)]

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
