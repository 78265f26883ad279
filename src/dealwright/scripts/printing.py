"""The forms in which `dealer` prints deals: four columns, one line, four lines, sheets of hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from dealwright.cards import Seat, suit_text
from dealwright.deals.hand import hand_text

__all__ = [
    "compact",
    "four_columns",
    "hand_rows",
    "one_line",
    "predeal_line",
    "quoted",
    "sheets",
]

_WIDTH = 20
_HANDS_OF_ROW = 4


@cache
def _spaced(bits: int, width: int) -> str:
    """Return a holding with spaces between its cards, padded; a void is a dash."""
    return f"{''.join(f'{rank} ' for rank in suit_text(bits) or '-'):{width}}"


def hand_rows(mask: int, width: int = 0) -> list[str]:
    """Return the four suits of a hand, spades first, with spaces between cards; a void is a dash.

    >>> hand_rows(0b1_0000_0000_0001)
    ['- ', '- ', '- ', 'A 2 ']
    """
    return [_spaced(mask >> shift & 8191, width) for shift in (39, 26, 13, 0)]


def _beside(hands: Sequence[int]) -> Iterator[str]:
    """Yield the rows of hands side by side; the last hand is not padded."""
    columns = [hand_rows(mask, _WIDTH) for mask in hands[:-1]]
    return map("".join, zip(*columns, hand_rows(hands[-1]), strict=True))


def four_columns(row: Sequence[int], seats: Sequence[int]) -> str:
    """Return the hands of seats side by side, followed by an empty line."""
    return "\n".join([*_beside([row[seat] for seat in seats]), "", ""])


def one_line(row: Sequence[int]) -> str:
    """Return a deal as ``printoneline`` does, without the end of the line."""
    north, east, south, west = map(hand_text, row)
    return f"n {north} e {east} s {south} w {west}"


def compact(row: Sequence[int]) -> str:
    """Return a deal as ``printcompact`` does, a line for each seat."""
    north, east, south, west = map(hand_text, row)
    return f"n {north}\ne {east}\ns {south}\nw {west}\n"


def predeal_line(row: Sequence[int], seats: Sequence[int]) -> str:
    """Return the hands of seats as a statement for a script.

    >>> predeal_line([0b111 << 49 | 0b1, 0, 0, 0], [0])
    'predeal north SAKQ, C2'
    """
    hands = []
    for seat in seats:
        suits = zip("SHDC", hand_text(row[seat]).split("."), strict=True)
        holdings = ", ".join(suit + ranks for suit, ranks in suits if ranks)
        hands.append(f"{Seat(seat).name.lower()} {holdings}")
    return "predeal " + " ".join(hands)


def quoted(text: str) -> str:
    """Return a text as a field of comma-separated values, quoted if necessary."""
    plain = text.replace("\n", " ")
    return f'"{plain}"' if "," in plain else plain


def sheets(rows: Sequence[Sequence[int]], seats: Sequence[int]) -> Iterator[str]:
    """Yield a sheet for each seat: its hands in all deals, numbered, four to a row."""
    for seat in seats:
        yield f"\n\n{Seat(seat).name.capitalize()} hands:\n\n\n\n"
        for start in range(0, len(rows), _HANDS_OF_ROW):
            row_deals = range(start, min(start + _HANDS_OF_ROW, len(rows)))
            yield "".join(f"{f'{index + 1:4}.':{_WIDTH}}" for index in row_deals) + "\n"
            yield "\n".join([*_beside([rows[index][seat] for index in row_deals]), "", ""])
        yield "\f"
