"""Addresses of BBO's handviewer, one a line: boards as links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar
from urllib.parse import parse_qsl, quote, urlsplit

from dealwright.base.decoding import lines_of
from dealwright.base.errors import CardError
from dealwright.cards import Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats.bidding import (
    as_written,
    cards_in_a_row,
    read_calls,
    with_play,
)
from dealwright.formats.kinds.lin import SIDES, lin_text, read_lin
from dealwright.formats.records import Board, Problem, Turn, hands_of, record_of, small_number
from dealwright.formats.registry import Format
from dealwright.formats.suit_letters import suited_mask
from dealwright.formats.writing import each_board

__all__ = ["FORMAT", "address"]

_PAGE = "https://www.bridgebase.com/tools/handviewer.html?"
_BEGINNING = re.compile(r"(?=https?://)", re.IGNORECASE)
# What a link may say of a board, and how the page shows it.
_PARTS = {*"neswdvbapc", "nn", "en", "sn", "wn", "myhand", "bbo", "lang", "tbt", "cbt"}
_DISPLAY_KEYS = {"myhand", "bbo", "lang", "tbt", "cbt"}  # how the page looks
T = TypeVar("T")
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


def _board(parts: dict[str, str]) -> tuple[Board, list[str]]:
    """Return the board of a link's parts, and the faults of parts that cannot be read.

    Such a part becomes a comment; only the hands decide whether there is a board.

    :raises CardError: if the hands cannot be read
    """
    unread, faults, comments = list[str](), list[str](), list[str]()

    def alone(name: str, key: str, read: Callable[[str], T], otherwise: T) -> T:
        text = parts.get(key, "").strip()
        try:
            return read(text) if text else otherwise
        except CardError as error:
            faults.append(str(error))
            unread.append(as_written(name, text))
            return otherwise

    hands = [suited_mask(parts[seat]) if seat in parts else None for seat in "nesw"]
    names = {seat.name.capitalize(): parts.get(f"{seat.letter.lower()}n", "") for seat in Seat}
    tags = {name: text.strip() for name, text in names.items() if text.strip()}
    claim = alone("claim", "c", _tricks, None)
    no_calls = list[Turn]()
    board = Board(
        number=alone("board", "b", _number, None),
        dealer=alone("dealer", "d", Seat.of, None),
        vulnerability=alone("vulnerable", "v", _sides, None),
        hands=hands_of(hands),
        tags=tags if claim is None else {**tags, "Result": str(claim)},
        auction=tuple(alone("auction", "a", lambda text: _auction(text, comments), no_calls)),
    )
    board = alone("play", "p", lambda text: with_play(board, cards_in_a_row(text)), board)
    others = [name for name in parts if name not in _PARTS and parts[name].strip()]
    if others:
        faults.append(f"these parts of the link are not read: {', '.join(others)[:100]}")
    return replace(board, comments=(*unread, *comments)), faults


def _number(text: str) -> int:
    number = small_number(text)
    if number is None:
        raise CardError(f"'{text[:40]}' is not the number of a board")
    return number


def _tricks(text: str) -> int:
    number = small_number(text)
    if number is None or number > 13:
        raise CardError(f"'{text[:40]}' is not a number of tricks, 0 to 13")
    return number


def _linked(line: str, number: int) -> Iterator[Board | Problem]:
    """Yield the boards of one link in line ``number``, and their problems.

    :raises CardError: if it contains no board
    """
    parts, repeated = dict[str, str](), list[str]()
    for key, value in parse_qsl(urlsplit(line).query):
        if parts.setdefault(key.lower(), value) != value:
            repeated.append(f"{key}={value}")
    if repeated:
        message = f"parts that the link has named before are not read: {', '.join(repeated)[:100]}"
        yield Problem(number, 1, message, False)
    if "lin" in parts:
        others = [name for name in parts if name != "lin" and name in _PARTS - _DISPLAY_KEYS]
        if others:
            message = f"parts beside lin are not read: {', '.join(others)[:100]}"
            yield Problem(number, 1, message, False)
        record = record_of(read_lin(parts["lin"]))
        if not record.boards and not record.problems:
            raise CardError("the link holds no board")
        yield from record.boards
        yield from (replace(problem, line=number, column=1) for problem in record.problems)
        return
    if not set(parts) & set("nesw"):
        raise CardError("the link holds no hand")
    board, faults = _board(parts)
    yield board
    yield from (Problem(number, 1, fault, False) for fault in faults)


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
