"""DUP, for duplicating machines: a deal as BRI and as DGE, and ten characters about the set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealwright.base.errors import ArgumentError, CardError
from dealwright.formats.fixed_records import chunks, first_and_last, numbered
from dealwright.formats.kinds import bri, dge
from dealwright.formats.pbn_tokens import Places
from dealwright.formats.records import Board, Problem, whole_deal
from dealwright.formats.registry import Format
from dealwright.formats.writing import all_boards

__all__ = ["FORMAT", "SIZE"]

SIZE = bri.SIZE + dge.SIZE + 10
_LAST_BOARD = 999  # the numbers of boards have three digits


def _file(boards: Sequence[Board]) -> str:
    """Return a file of records; each of them names the first and the last board.

    :raises ArgumentError: if a board number needs more than three digits
    """
    first, last = first_and_last(boards)
    if last > _LAST_BOARD:
        raise ArgumentError(f"DUP numbers boards up to {_LAST_BOARD}, not {last}")
    about = f"YN{first:<3}1 {last:<3}"
    deals = [whole_deal(board) for board in boards]
    return "".join(bri.record(masks) + dge.record(masks) + about for masks in deals)


def _number(about: str, place: int) -> int | None:
    """Return the number of the board ``place`` records after the first, counting up or down."""
    lowest, highest = about[2:5].strip(), about[7:10].strip()
    backwards = about[1] == "Y"
    start = highest if backwards else lowest
    if not (start.isascii() and start.isdigit()):
        return None
    return int(start) - place if backwards else int(start) + place


def _board(piece: str, about: str, place: int) -> Board:
    if len(piece) < bri.SIZE + dge.SIZE:
        raise CardError(f"a record has {SIZE} characters; here are {len(piece)}")
    hands = bri.hands_of_digits(piece[: bri.SIZE])
    shown = piece[bri.SIZE : bri.SIZE + dge.SIZE]
    # a secret set has blanks there
    if shown.strip() and dge.hands_of_symbols(shown) != hands:
        raise CardError("the two forms of the deal do not agree")
    return numbered(_number(about.ljust(10), place), hands)


def _read(text: str) -> Iterator[Board | Problem]:
    """Read a file of records.

    Most programs write the numbers of the file's boards in every record, some in the first alone,
    and some make each record a file of one board. So numbers are counted from the last change of
    that text.
    """
    places = Places(text)
    about, start = "", 0
    for index, (offset, piece) in enumerate(chunks(text, SIZE)):
        about_text = piece[bri.SIZE + dge.SIZE :]
        if about_text.strip() and about_text != about:
            about, start = about_text, index
        try:
            yield _board(piece, about, index - start)
        except CardError as error:
            yield Problem(*places(offset), str(error))


FORMAT = Format(
    "deals and board numbers, for duplicating machines",
    (".dup",),
    _read,
    all_boards(_file, _LAST_BOARD),
    whole=True,
    results=False,
)
