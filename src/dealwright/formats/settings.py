"""Settings for writing boards: board numbers, dealer, vulnerability, origin, display."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from dealwright.cards import Seat
from dealwright.cards.bridge.boards import Vulnerability, board_dealer, board_vulnerability
from dealwright.cards.card_letters import ENGLISH, CardLetters
from dealwright.deals import Deals
from dealwright.formats.records import Board
from dealwright.numbering.stream import Stream

__all__ = ["Notes", "Settings", "dealer_named", "vulnerability_named"]

Notes = Callable[[Deals, int], Sequence[Mapping[str, Any]]]


@dataclass(frozen=True)
class Settings:
    """The settings of a writer.

    Dealt boards are numbered from ``first``; ``dealer`` and ``vulnerability`` follow the board
    number unless they are given; ``"random"`` draws them with the seed, each equally likely.
    ``seed``, ``condition``, ``method``, ``predeal`` and ``exchange`` are enough to deal them
    again; ``weighting`` holds their unequal weights, if any. ``numbers`` returns the numbers of
    deals under their condition, if these are written; ``notes`` returns a note on each deal of a
    batch, given the index of the first, for formats that programs read. ``solved`` returns boards
    with their double-dummy results, if these are written. ``dealt`` is false for boards from a
    file, for which the fields above are unknown.

    ``title`` is the heading of printed pages, "" for that of the format; ``date`` and the seed
    stand below.

    ``letters`` are those of cards that people read: in diagrams and printed pages, never in files
    that programs read. ``colour``, ``suit_colours`` (one escape sequence for each suit, clubs
    first; empty: four colours), ``symbols`` (whether suit symbols can be shown) and ``width``
    (columns of the terminal, 0 for no terminal) are for diagrams.
    """

    first: int = 1
    dealer: Seat | Literal["random"] | None = None
    vulnerability: Vulnerability | Literal["random"] | None = None
    seed: str = ""
    condition: str = ""
    method: str = "uniform"
    predeal: str = ""
    exchange: str = ""
    colour: bool = False
    suit_colours: tuple[str, ...] = ()
    symbols: bool = True
    width: int = 0
    weighting: Mapping[str, Any] = field(default_factory=dict)
    notes: Notes | None = None
    numbers: Callable[[Deals], list[int]] | None = None
    solved: Callable[[Sequence[Board]], Iterable[Board]] | None = None
    dealt: bool = True
    title: str = ""
    date: str = ""
    letters: CardLetters = ENGLISH

    @property
    def foot(self) -> str:
        """What stands below printed pages: the date and the seed, those that are known."""
        return ", ".join(part for part in (self.date, self.seed and f"seed {self.seed}") if part)

    def numbers_of(self, deals: Deals) -> list[int | None]:
        """Return the numbers of deals under their condition, or None if they are not written."""
        return [None] * len(deals) if self.numbers is None else [*self.numbers(deals)]

    def notes_of(self, deals: Deals, number: int) -> Sequence[Mapping[str, Any]]:
        """Return the notes on a batch of deals; ``number`` is the index of the first (from 0)."""
        return [{}] * len(deals) if self.notes is None else self.notes(deals, number)

    def number(self, deal: int) -> int:
        """Return the board number of the deal with an index (from 0)."""
        return self.first + deal

    def dealer_of(self, deal: int) -> Seat:
        """Return the dealer of the deal with an index (from 0)."""
        if self.dealer == "random":
            return Seat(_drawn(self.seed, "dealer", deal))
        return board_dealer(self.number(deal)) if self.dealer is None else self.dealer

    def vulnerability_of(self, deal: int) -> Vulnerability:
        """Return the vulnerability of the deal with an index (from 0)."""
        if self.vulnerability == "random":
            return list(Vulnerability)[_drawn(self.seed, "vulnerability", deal)]
        if self.vulnerability is None:
            return board_vulnerability(self.number(deal))
        return self.vulnerability


def dealer_named(text: str | None) -> Seat | Literal["random"] | None:
    """Read a dealer of ``Settings``: a seat, ``random``, or None.

    >>> dealer_named("w"), dealer_named("Random"), dealer_named(None)
    (<Seat.WEST: 3>, 'random', None)

    :raises CardError: if the text is not a seat
    """
    if text is None:
        return None
    return "random" if text.strip().lower() == "random" else Seat.of(text)


def vulnerability_named(text: str | None) -> Vulnerability | Literal["random"] | None:
    """Read a vulnerability of ``Settings``: sides, ``random``, or None.

    >>> vulnerability_named("both"), vulnerability_named("random")
    (<Vulnerability.ALL: 'All'>, 'random')

    :raises CardError: if the text names no vulnerability
    """
    if text is None:
        return None
    return "random" if text.strip().lower() == "random" else Vulnerability.parse(text)


_BLOCK = 4096


def _drawn(seed: str, what: str, deal: int) -> int:
    """Return 0 to 3, drawn for the deal with an index."""
    return _block(seed, what, deal // _BLOCK)[deal % _BLOCK]


@lru_cache(maxsize=8)
def _block(seed: str, what: str, block: int) -> list[int]:
    return [word & 3 for word in Stream(seed).split(what).words(block * _BLOCK, _BLOCK).tolist()]
