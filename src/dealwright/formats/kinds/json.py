"""One JSON document of boards with all their data; written and read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from dealwright import __version__
from dealwright.base.errors import CardError
from dealwright.cards import Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.deals.hand import hand_mask, hand_text
from dealwright.formats.bidding import as_written, read_calls
from dealwright.formats.columns import DEALT, HANDS, about_board
from dealwright.formats.json_items import Items
from dealwright.formats.pbn_game import deal_hands
from dealwright.formats.records import Board, Hands, Problem, Turn, hands_of, hands_text
from dealwright.formats.registry import Format
from dealwright.formats.writing import BoardWriter, Entry
from dealwright.numbering.deals import format_deal_number

__all__ = ["FORMAT"]

T = TypeVar("T")
_CALL = re.compile(r"Pass|XX?|[1-7](?:NT|[SHDC])|\^[ISRL]|[-*+]")
_CARD = re.compile(r"[SHDC][2-9TJQKA]|\^[ISRL]|[-*+]")
_MEMBERS = {
    "board", "dealer", "vulnerable", "deal", *HANDS, "tags", "sections", "auction", "leader",
    "play", "comments", "number", "link", *DEALT,
}  # fmt: skip
_MARK = re.compile(r"(?:(?:!!|!\?|\?\?|\?!|!|\?|\$\d+)(?: (?!\Z)|\Z))*")


class _Document(BoardWriter):
    """Writes one object; its list ``deals`` has a line for each board."""

    _begun = False

    def begin(self) -> str:
        settings = self.settings
        about: dict[str, Any] = {"generator": f"Dealwright {__version__}"}
        if settings.dealt:
            about |= {
                "seed": settings.seed,
                "condition": settings.condition or None,
                "predeal": settings.predeal or None,
                "method": settings.method,
                **({"exchange": settings.exchange} if settings.exchange else {}),
                **settings.weighting,
            }
        return json.dumps(about)[:-1] + ',\n"deals": ['

    def boards(self, entries: Sequence[Entry]) -> str:
        lines = []
        for entry in entries:
            lines.append(("," if self._begun else "") + "\n" + json.dumps(_object(entry)))
            self._begun = True
        return "".join(lines)

    def end(self, found: int, tried: int) -> str:
        if not self.settings.dealt:
            return "\n]}\n"
        return f'\n],\n"found": {found}, "tried": {tried}}}\n'


def _object(entry: Entry) -> dict[str, Any]:
    board, deal_number, notes = entry
    number, dealer, sides = about_board(board)
    values: dict[str, Any] = {
        "board": number,
        "dealer": dealer,
        "vulnerable": sides,
        "deal": hands_text(board.hands),
    }
    for name, mask in zip(HANDS, board.hands, strict=True):
        values[name] = None if mask is None else hand_text(mask)
    extra = {
        "tags": dict(board.tags),
        "sections": {name: list(lines) for name, lines in board.sections.items()},
        "auction": [_turn(turn) for turn in board.auction],
        "leader": None if board.leader is None else board.leader.letter,
        "play": [_turn(turn) for turn in board.play],
        "comments": list(board.comments),
    }
    values |= {name: value for name, value in extra.items() if value}
    values |= notes
    if deal_number is not None:
        values |= {"number": str(deal_number), "link": format_deal_number(deal_number)}
    return values


def _turn(turn: Turn) -> str | dict[str, str]:
    """Return a call or a card as a string, or with its mark and note as an object."""
    entry = {"text": turn.text}
    if turn.mark:
        entry["mark"] = turn.mark
    if turn.note is not None:
        entry["note"] = turn.note
    return entry if len(entry) > 1 else turn.text


def _read(text: str) -> Iterator[Board | Problem]:
    """Read the boards of a document: the list ``deals`` or ``boards``, or a bare list.

    One note names the members of boards that are not read. A problem's line and column are those
    of the board's object, or of the first character that is not JSON.
    """
    items = Items(text.lstrip("\ufeff"), ("deals", "boards"), ("board", "deal", *HANDS))
    problems = list[Problem]()
    others = dict[str, int]()
    for offset, value in items:
        if isinstance(value, dict):
            others = {**dict.fromkeys(value.keys() - _MEMBERS - others.keys(), offset), **others}
        try:
            board, faults = _board(value)
            yield board
            problems += [Problem(*items.places(offset), fault, False) for fault in faults]
        except CardError as error:
            problems.append(Problem(*items.places(offset), str(error)))
    if others:
        names = ", ".join(sorted(others)).encode(errors="replace").decode()
        place = items.places(min(others.values()))
        message = f"members with these names are not read: {names[:100]}"
        problems.append(Problem(*place, message, False))
    together = [*problems, *items.problems]
    yield from sorted(together, key=lambda problem: (problem.line, problem.column))


def _board(value: Any) -> tuple[Board, list[str]]:
    """Return the board of an object, and the faults of values that cannot be read.

    Such a value becomes a comment; only the hands decide whether there is a board.

    :raises CardError: if it is not a board
    """
    if not isinstance(value, dict):
        raise CardError(f"a board is an object, not {_shown(value)}")
    faults, unread = list[str](), list[str]()

    def alone(name: str, read: Callable[[], T], otherwise: T, text: str = "") -> T:
        try:
            return read()
        except CardError as error:
            faults.append(str(error))
            unread.append(as_written(name, text or _text_of(value.get(name))))
            return otherwise

    no_turns, no_tags = tuple[Turn, ...](), dict[str, str]()
    no_texts, no_lines = tuple[str, ...](), dict[str, tuple[str, ...]]()
    called = _auction_text(value)
    board = Board(
        number=alone("board", lambda: _number(value), None),
        dealer=alone("dealer", lambda: _seat(value, "dealer"), None),
        vulnerability=alone("vulnerable", lambda: _sides(value), None),
        hands=_hands(value),
        tags=alone("tags", lambda: _tags(value), no_tags),
        sections=alone("sections", lambda: _sections(value), no_lines),
        auction=alone("auction", lambda: _turns(value, "auction", _CALL), no_turns, called),
        leader=alone("leader", lambda: _seat(value, "leader"), None),
        play=alone("play", lambda: _turns(value, "play", _CARD), no_turns),
    )
    comments = alone("comments", lambda: _comments(value), no_texts)
    return replace(board, comments=(*unread, *comments)), faults


def _text_of(value: Any) -> str:
    """Return a value as text on one line, for a comment."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode(errors="replace").decode()


def _number(value: dict[str, Any]) -> int | None:
    number = value.get("board")
    if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
        raise CardError(f"board: {_shown(number)} is not a board number")
    if number is not None and not 0 <= number < 10**9:
        raise CardError("board: the number of a board has at most nine digits, and no sign")
    return number


def _sides(value: dict[str, Any]) -> Vulnerability | None:
    sides = _word(value, "vulnerable")
    return None if sides is None else Vulnerability.parse(sides)


def _comments(value: dict[str, Any]) -> tuple[str, ...]:
    return tuple(_string(text, "comments") for text in _list(value, "comments"))


def _auction_text(value: dict[str, Any]) -> str:
    """Return the calls of an object as text, whatever they are."""
    auction = value.get("auction", [])
    items = auction if isinstance(auction, list) else [auction]
    words = [item.get("text", item) if isinstance(item, dict) else item for item in items]
    text = " ".join(word if isinstance(word, str) else _shown(word) for word in words)
    return text.encode(errors="replace").decode()


def _shown(value: Any) -> str:
    """Return a value for a message."""
    kinds: dict[type, str] = {list: "a list", dict: "an object"}
    return kinds.get(type(value)) or json.dumps(value)[:40]


def _string(value: Any, name: str) -> str:
    """Return a text that can be written to a file."""
    if not isinstance(value, str):
        raise CardError(f"{name}: {_shown(value)} is not a text")
    if re.search("[\ud800-\udfff]", value):
        raise CardError(f"{name}: half of a character pair stands alone")
    return value


def _word(value: dict[str, Any], name: str) -> str | None:
    text = value.get(name)
    return None if text is None else _string(text, name)


def _seat(value: dict[str, Any], name: str) -> Seat | None:
    word = _word(value, name)
    return None if word is None else Seat.of(word)


def _list(value: dict[str, Any], name: str) -> list[Any]:
    items = value.get(name, [])
    if not isinstance(items, list):
        raise CardError(f"{name}: this is not a list")
    return items


def _mapping(value: dict[str, Any], name: str) -> dict[str, Any]:
    mapping = value.get(name, {})
    if not isinstance(mapping, dict):
        raise CardError(f"{name}: this is not an object")
    for key in mapping:
        if not re.fullmatch(r"\w+", _string(key, name)):
            raise CardError(f"{name}: '{key[:40]}' is not the name of a tag")
    return mapping


def _hands(value: dict[str, Any]) -> Hands:
    """Return the hands of the deal string, or of the seats; both must agree."""
    deal, single = _word(value, "deal"), [_word(value, name) for name in HANDS]
    named = hands_of([None if word is None else hand_mask(word) for word in single])
    if deal is None:
        return named
    hands = deal_hands(deal)
    if any(hand not in (None, other) for hand, other in zip(named, hands, strict=True)):
        raise CardError("the deal string and the hands do not agree")
    return hands


def _tags(value: dict[str, Any]) -> dict[str, str]:
    return {name: _string(text, name) for name, text in _mapping(value, "tags").items()}


def _sections(value: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    named = _mapping(value, "sections")
    return {name: tuple(_string(line, name) for line in _list(named, name)) for name in named}


def _turns(value: dict[str, Any], name: str, words: re.Pattern[str]) -> tuple[Turn, ...]:
    turns = []
    for item in _list(value, name):
        entry: Any = {"text": item} if isinstance(item, str) else item
        if not isinstance(entry, dict) or not isinstance(entry.get("text"), str):
            raise CardError(f"{name}: {_shown(item)} is neither a text nor has one")
        text, mark, note = entry["text"], entry.get("mark", ""), _word(entry, "note")
        if name == "auction" and not words.fullmatch(text):
            text, note = _call(text, note)
        elif not words.fullmatch(text):
            raise CardError(f"{name}: {_shown(text)} is not a card")
        if not isinstance(mark, str) or not _MARK.fullmatch(mark):
            raise CardError(f"{name}: {_shown(mark)} is not a mark")
        turns.append(Turn(text, mark, note))
    return tuple(turns)


def _call(text: str, note: str | None) -> tuple[str, str | None]:
    """Return the call of a text that other programs write, such as ``4C*``, and its note.

    :raises CardError: if it is not one call
    """
    try:
        (call,) = read_calls(text)
    except ValueError:  # CardError too
        raise CardError(f"auction: {_shown(text)} is not a call") from None
    return call.text, call.note if note is None else note


FORMAT = Format(
    "one document with everything that PBN holds",
    (".json",),
    _read,
    _Document,
    lossless=lambda board: True,
)
