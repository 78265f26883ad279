"""A sheet with the hands of one seat, for a partner who must not see the other hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dealwright.cards import Seat, Suit
from dealwright.deals import Deals
from dealwright.formats.board_words import conditions_text, number_text, sheet_title
from dealwright.formats.settings import Settings

if TYPE_CHECKING:
    from dealwright.deals.batch import DealsLike

__all__ = ["hand_sheet"]

_ACROSS = 3
_WIDTH, _BETWEEN = 26, 2  # columns of a board at least, and after its longest line


def hand_sheet(deals: DealsLike, seat: Seat, settings: Settings) -> str:
    """Return the hands of one seat as text, three boards side by side, with title and foot.

    >>> deals = Deals.parse(["N:AK.Q32.T9876.AKQ JT98.JT9.AK.J987 765.A654.QJ5.T65 -"])
    >>> print(hand_sheet(deals, Seat.NORTH, Settings()), end="")
    North's hands
    <BLANKLINE>
    Board 1
    North deals, none vul
    ♠ A K
    ♥ Q 3 2
    ♦ T 9 8 7 6
    ♣ A K Q
    <BLANKLINE>
    """
    blocks = [
        _block(row[seat], index, settings) for index, row in enumerate(Deals.of(deals).rows())
    ]
    longest = max((len(text) for block in blocks for text in block), default=0)
    width = max(_WIDTH, longest + _BETWEEN)
    lines = [sheet_title(seat, settings.title), ""]
    for start in range(0, len(blocks), _ACROSS):
        lines += [*_beside(blocks[start : start + _ACROSS], width), ""]
    return "\n".join([*lines, *([settings.foot] if settings.foot else [])]) + "\n"


def _block(mask: int, index: int, settings: Settings) -> list[str]:
    suits = [settings.letters.ranks_of(mask >> 13 * suit & 8191) for suit in reversed(Suit)]
    symbols = [suit.symbol if settings.symbols else suit.letter for suit in reversed(Suit)]
    dealer, vulnerability = settings.dealer_of(index), settings.vulnerability_of(index)
    return [
        number_text(settings.number(index)),
        conditions_text(dealer, vulnerability),
        *(
            f"{symbol} {' '.join(cards) or '-'}"
            for symbol, cards in zip(symbols, suits, strict=True)
        ),
    ]


def _beside(blocks: list[list[str]], width: int) -> Iterator[str]:
    for row in zip(*blocks, strict=True):
        yield "".join(f"{text:{width}}" for text in row).rstrip()
