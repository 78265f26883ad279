"""Portable Bridge Notation 2.1: a game a deal, the fifteen mandatory tags in their order."""

from __future__ import annotations

from dealwright import __version__
from dealwright.deals import Deals
from dealwright.deals.deal import deal_text
from dealwright.formats.boards import Boards

__all__ = ["make"]


def make(boards: Boards) -> _Games:
    """Return a writer of PBN games in the tags and order of export form.

    The deal string begins with the dealer. Lines end as text does here, not with CR LF, so that the
    file does not call itself an export.
    """
    return _Games(boards)


class _Games:
    def __init__(self, boards: Boards) -> None:
        self._boards = boards

    def begin(self) -> str:
        lines = ["% PBN 2.1", f"% Creator: Dealwright {__version__}"]
        about = {
            "seed": self._boards.seed,
            "method": self._boards.method,
            "predeal": self._boards.predeal,
            "condition": self._boards.condition,
        }
        lines += [
            f"% {name}: {' '.join(value.split())}"[:255] for name, value in about.items() if value
        ]
        return "\n".join([*lines, ""])

    def deals(self, deals: Deals, number: int) -> str:
        numbers = self._boards.numbers_of(deals)
        rows = enumerate(zip(deals.masks.tolist(), numbers, strict=True), number)
        return "".join(self._game(row, i, index) for i, (row, index) in rows)

    def end(self, found: int, tried: int) -> str:
        return ""

    def _game(self, row: list[int], number: int, index: int | None) -> str:
        dealer = self._boards.dealer_of(number)
        tags = {
            "Event": "?",
            "Site": "?",
            "Date": "????.??.??",
            "Board": str(self._boards.number(number)),
            "West": "?",
            "North": "?",
            "East": "?",
            "South": "?",
            "Dealer": dealer.letter,
            "Vulnerable": self._boards.vulnerability_of(number).value,
            "Deal": deal_text(row, dealer),
            "Scoring": "?",
            "Declarer": "?",
            "Contract": "?",
            "Result": "?",
        }
        note = "" if index is None else f"{{number {index}}}\n"
        return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + note + "\n"
