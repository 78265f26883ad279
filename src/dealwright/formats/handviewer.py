"""Addresses of BBO's handviewer, one a line: boards as links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, quote, urlsplit

from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Seat
from dealwright.errors import CardError
from dealwright.formats.bidding import call_word, cards_in_a_row, contract_tags, with_play
from dealwright.formats.lin import SIDES, lin_text, read_lin
from dealwright.formats.records import Board, Problem, Turn, hands_of, record_of, small_number
from dealwright.formats.registry import Format
from dealwright.formats.suited import suited_mask
from dealwright.formats.writing import each_board

__all__ = ["FORMAT", "address"]

_PAGE = "https://www.bridgebase.com/tools/handviewer.html?"
_CALL = re.compile(
    r"(?P<call>xx|x|p|d|r|[1-7](?:nt|n|[shdc]))(?P<alert>!?)(?:\((?P<note>[^)]*)\))?"
    r"|\{(?P<comment>[^}]*)\}|\s+",
    re.IGNORECASE,
)


def address(board: Board) -> str:
    """Return the link that shows a board."""
    return f"{_PAGE}lin={quote(lin_text(board), safe=',')}"


def _auction(text: str) -> tuple[tuple[Turn, ...], tuple[str, ...]]:
    """Return the calls and the comments of the part ``a``."""
    turns, comments, at = list[Turn](), list[str](), 0
    while at < len(text):
        match = _CALL.match(text, at)
        if match is None:
            raise CardError(f"'{text[at:]}' is not a call")
        if match["call"]:
            note = match["note"] if match["note"] is not None else "" if match["alert"] else None
            turns.append(Turn(call_word(match["call"]) or "", note=note))
        elif match["comment"]:
            comments.append(match["comment"].strip())
        at = match.end()
    return tuple(turns), tuple(comments)


def _sides(word: str) -> Vulnerability | None:
    """Return the vulnerability of the part ``v``: ``-`` or ``o`` none, ``n``, ``e``, ``b`` both."""
    letter = word.strip().lower().replace("-", "o").replace("0", "o")
    if letter and letter[0] not in SIDES:
        raise CardError(f"'{word}' is not a vulnerability; it is -, n, e or b")
    return SIDES[letter[0]] if letter else None


def _board(parts: dict[str, str]) -> Board:
    hands = [suited_mask(parts[seat]) if seat in parts else None for seat in "nesw"]
    dealer = Seat.of(parts["d"]) if parts.get("d") else None
    auction, comments = _auction(parts.get("a", ""))
    board = Board(
        number=small_number(parts.get("b", "")),
        dealer=dealer,
        vulnerability=_sides(parts.get("v", "")),
        hands=hands_of(hands),
        tags=contract_tags(auction, dealer),
        auction=auction,
        comments=comments,
    )
    return with_play(board, cards_in_a_row(parts.get("p", "")))


def _linked(line: str) -> Board:
    """Return the board of one link.

    :raises CardError: if it contains no board
    """
    parts = {key.lower(): values[0] for key, values in parse_qs(urlsplit(line).query).items()}
    if "lin" in parts:
        record = record_of(read_lin(parts["lin"]))
        if record.problems:
            raise CardError(record.problems[0].message)
        if not record.boards:
            raise CardError("the link holds no board")
        return record.boards[0]
    if not set(parts) & set("nesw"):
        raise CardError("the link holds no hand")
    return _board(parts)


def _read(text: str) -> Iterator[Board | Problem]:
    """Read links, one to a line; blank lines and those that begin with ``#`` are skipped."""
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield _linked(line.strip())
        except (CardError, ValueError) as error:
            yield Problem(number, 1, str(error))


FORMAT = Format(
    "links to BBO's handviewer, one a line",
    (".url", ".urls"),
    _read,
    each_board(lambda board: f"{address(board)}\n"),
)
