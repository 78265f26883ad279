"""One JSON document: how the deals were made, then the deals."""

from __future__ import annotations

import json
from typing import Any

from dealwright import __version__
from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.deals.deal import deal_text
from dealwright.deals.hand import hand_text
from dealwright.formats.boards import Boards
from dealwright.numbering.deals import format_deal_number

__all__ = ["make"]


def make(boards: Boards) -> _Document:
    """Return a writer of one JSON object; ``deals`` is a list, one deal a line."""
    return _Document(boards)


class _Document:
    def __init__(self, boards: Boards) -> None:
        self._boards = boards

    def begin(self) -> str:
        about = {
            "generator": f"Dealwright {__version__}",
            "seed": self._boards.seed,
            "condition": self._boards.condition or None,
            "predeal": self._boards.predeal or None,
            "method": self._boards.method,
            **self._boards.law,
        }
        return json.dumps(about)[:-1] + ',\n"deals": ['

    def deals(self, deals: Deals, number: int) -> str:
        lines = []
        numbers = self._boards.numbers_of(deals)
        notes = self._boards.notes_of(deals, number)
        rows = zip(deals.masks.tolist(), numbers, notes, strict=True)
        for i, (row, index, note) in enumerate(rows, number):
            values = {**self._deal(row, i), **note}
            if index is not None:
                values |= {"number": str(index), "link": format_deal_number(index)}
            lines.append(("" if i == 0 else ",") + "\n" + json.dumps(values))
        return "".join(lines)

    def end(self, found: int, tried: int) -> str:
        return f'\n],\n"found": {found}, "tried": {tried}}}\n'

    def _deal(self, row: list[int], number: int) -> dict[str, Any]:
        return {
            "board": self._boards.number(number),
            "dealer": self._boards.dealer_of(number).letter,
            "vulnerable": self._boards.vulnerability_of(number).value,
            "deal": deal_text(row),
            **{seat.name.lower(): hand_text(row[seat]) for seat in Seat},
        }
