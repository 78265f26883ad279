"""Addresses of BBO's handviewer, one a line: boards as links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qs, quote, urlsplit

from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Seat
from dealwright.decoding import lines_of
from dealwright.errors import CardError
from dealwright.formats.bidding import (
    calls_or_text,
    cards_in_a_row,
    read_calls,
    with_play,
)
from dealwright.formats.lin import SIDES, lin_text, read_lin
from dealwright.formats.records import Board, Problem, Turn, hands_of, record_of, small_number
from dealwright.formats.registry import Format
from dealwright.formats.suited import suited_mask
from dealwright.formats.writing import each_board

__all__ = ["FORMAT", "address"]

_PAGE = "https://www.bridgebase.com/tools/handviewer.html?"
_BEGINNING = re.compile(r"(?=https?://)", re.IGNORECASE)
_COMMENT = re.compile(r"\{([^}]*)\}")


def address(board: Board) -> str:
    """Return the link that shows a board."""
    return f"{_PAGE}lin={quote(lin_text(board), safe=',')}"


def _auction(text: str, comments: list[str]) -> list[Turn]:
    """Return the calls of the part ``a``; its comments, in braces, are added to a list.

    :raises CardError: if there is anything else
    """
    calls = read_calls(_COMMENT.sub(" ", text))
    comments += [comment.strip() for comment in _COMMENT.findall(text)]
    return calls


def _sides(word: str) -> Vulnerability | None:
    """Return the vulnerability of the part ``v``: ``-`` or ``o`` none, ``n``, ``e``, ``b`` both."""
    letter = word.strip().lower().replace("-", "o").replace("0", "o")
    if letter and letter[0] not in SIDES:
        raise CardError(f"'{word}' is not a vulnerability; it is -, n, e or b")
    return SIDES[letter[0]] if letter else None


def _board(parts: dict[str, str]) -> tuple[Board, str]:
    """Return the board of a link's parts, and the fault of its auction, "" if it has none."""
    hands = [suited_mask(parts[seat]) if seat in parts else None for seat in "nesw"]
    dealer = Seat.of(parts["d"]) if parts.get("d") else None
    comments = list[str]()
    called = parts.get("a", "")
    calls = calls_or_text(lambda: _auction(called, comments), called)
    board = Board(
        number=small_number(parts.get("b", "")),
        dealer=dealer,
        vulnerability=_sides(parts.get("v", "")),
        hands=hands_of(hands),
        auction=calls.turns,
        comments=calls.comments or tuple(comments),
    )
    return with_play(board, cards_in_a_row(parts.get("p", ""))), calls.fault


def _linked(line: str, number: int) -> Iterator[Board | Problem]:
    """Yield the boards of one link in line ``number``, and their problems.

    :raises CardError: if it contains no board
    """
    parts = {key.lower(): values[0] for key, values in parse_qs(urlsplit(line).query).items()}
    if "lin" in parts:
        record = record_of(read_lin(parts["lin"]))
        if not record.boards and not record.problems:
            raise CardError("the link holds no board")
        yield from record.boards
        yield from (replace(problem, line=number, column=1) for problem in record.problems)
        return
    if not set(parts) & set("nesw"):
        raise CardError("the link holds no hand")
    board, fault = _board(parts)
    yield board
    if fault:
        yield Problem(number, 1, fault, False)


def _read(text: str) -> Iterator[Board | Problem]:
    """Read links, one to a line or more; blank lines and comments after ``#`` are skipped."""
    for number, line in enumerate(lines_of(text.lstrip("\ufeff")), 1):
        if line.lstrip().startswith("#"):
            if _BEGINNING.search(line):
                yield Problem(number, 1, "a link in a comment is skipped", False)
            continue
        for link in filter(None, map(str.strip, _BEGINNING.split(line))):
            try:
                yield from _linked(link, number)
            except (CardError, ValueError) as error:
                yield Problem(number, 1, str(error))


FORMAT = Format(
    "links to BBO's handviewer, one a line",
    (".url", ".urls"),
    _read,
    each_board(lambda board: f"{address(board)}\n"),
)
