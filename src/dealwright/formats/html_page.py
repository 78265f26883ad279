"""An HTML page of hand diagrams, to read in a browser and to print."""

from __future__ import annotations

from html import escape

from dealwright import __version__
from dealwright.cards import Seat, Suit
from dealwright.deals import Deals
from dealwright.deals.hand import hand_text
from dealwright.features import feature
from dealwright.formats.boards import Boards

__all__ = ["make"]

_STYLE = """
body { font: 15px/1.3 system-ui, sans-serif; margin: 1.5rem; color: #111; background: #fff; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: 1rem; }
article { border: 1px solid #bbb; border-radius: 6px; padding: .6rem; break-inside: avoid;
  display: grid; grid-template-columns: 1fr 1fr 1fr; }
h2 { font-size: 1.1rem; margin: 0; }
p { margin: 0; } .about p, .points, footer { font-size: .8rem; color: #444; }
.north, .south { grid-column: 2; } .west { grid-column: 1; } .east { grid-column: 3; }
.about { grid-column: 1; grid-row: 1; } .points { grid-column: 1; grid-row: 3; align-self: end; }
.hand b { display: inline-block; width: 1.1em; font-weight: normal; }
.d, .h { color: #c00; }
@media print { body { margin: 0; font-size: 11px; } main { grid-template-columns: 1fr 1fr 1fr; } }
"""


def make(boards: Boards) -> _Page:
    """Return a writer of one page; nothing in it needs the net."""
    return _Page(boards)


class _Page:
    def __init__(self, boards: Boards) -> None:
        self._boards = boards

    def begin(self) -> str:
        title = escape(self._boards.condition or "Deals")
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width">\n'
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n<main>\n"
        )

    def deals(self, deals: Deals, number: int) -> str:
        rows = enumerate(deals.masks.tolist(), number)
        return "".join(self._board(row, at) for at, row in rows)

    def end(self, found: int, tried: int) -> str:
        about = [f"Dealwright {__version__}", f"seed {self._boards.seed}", self._boards.method]
        return f"</main>\n<footer>{escape(', '.join(about))}</footer>\n</html>\n"

    def _board(self, row: list[int], at: int) -> str:
        boards, hcp = self._boards, feature("hcp")
        dealer, phrase = boards.dealer_of(at), boards.vulnerability_of(at).phrase
        points = ", ".join(f"{seat.letter} {hcp.value(row[seat])}" for seat in Seat)
        hands = "".join(_hand(seat, row[seat]) for seat in (0, 3, 1, 2))
        return (
            f'<article><div class="about"><h2>Board {boards.number(at)}</h2>'
            f"<p>{dealer.name.capitalize()} deals<p>{phrase[0].upper() + phrase[1:]}</div>"
            f'{hands}<p class="points">{points}</article>\n'
        )


def _hand(seat: int, mask: int) -> str:
    lines = "".join(
        f'<p class="{suit.letter.lower()}"><b>{suit.symbol}</b><span>{cards or "-"}</span>'
        for suit, cards in zip(reversed(Suit), hand_text(mask).split("."), strict=True)
    )
    return f'<div class="hand {Seat(seat).name.lower()}">{lines}</div>'
