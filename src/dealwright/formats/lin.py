"""BBO's LIN: boards with auctions and play, and files of several boards (vugraph)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Seat
from dealwright.errors import CardError
from dealwright.formats.bidding import (
    call_word,
    cards_in_a_row,
    contract_of,
    contract_tags,
    in_order,
    with_play,
)
from dealwright.formats.pbn_tokens import Places
from dealwright.formats.records import Board, Problem, Turn, hands_of, small_number
from dealwright.formats.registry import Format
from dealwright.formats.suited import suited_mask, suited_text
from dealwright.formats.writing import BoardWriter, Entry

__all__ = ["FORMAT", "PLAYERS", "SIDES", "lin_text", "read_calls", "read_lin"]

PLAYERS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
SIDES = {
    "o": Vulnerability.NONE, "n": Vulnerability.NS, "e": Vulnerability.EW, "b": Vulnerability.ALL,
}  # fmt: skip
_CALLS = re.compile(r"(XX|X|P|D|R|[1-7](?:NT|N|[SHDC]))(!?)", re.IGNORECASE)
_SCORINGS = {"I": "IMP", "P": "MP"}
_NAMES = tuple(seat.name.capitalize() for seat in PLAYERS)
_LIN_CALLS = {"Pass": "p", "X": "d", "XX": "r"}
_LETTERS = {sides: letter for letter, sides in SIDES.items()}


@dataclass
class _Draft:
    """A board while its pairs are read."""

    start: int = 0
    room: str = ""
    number: int | None = None
    dealt: bool = False
    dealer: Seat | None = None
    sides: Vulnerability | None = None
    hands: tuple[int | None, ...] = (None,) * 4
    auction: list[Turn] = field(default_factory=list)
    cards: list[Turn] = field(default_factory=list)
    claim: str = ""
    comments: list[str] = field(default_factory=list)
    problem: Problem | None = None


def _pairs(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield keys, values and where the values begin."""
    parts = text.split("|")
    at = 0
    for key, value in zip(parts[::2], parts[1::2], strict=False):
        yield key.strip().lower(), value.strip("\r\n"), at + len(key) + 1
        at += len(key) + len(value) + 2


def read_calls(text: str) -> list[Turn]:
    """Read calls that are run together, as in ``1n!p``.

    :raises CardError: if there is anything else
    """
    turns = []
    at, word = 0, "".join(text.split())
    while at < len(word):
        match = _CALLS.match(word, at)
        if match is None:
            raise CardError(f"'{word[at:]}' is not a call")
        turns.append(Turn(call_word(match[1]) or "", note="" if match[2] else None))
        at = match.end()
    return turns


class _Reader:
    """Reads the pairs of a file; those before the first board apply to all boards."""

    def __init__(self, text: str) -> None:
        self.text, self.places = text, Places(text)
        self.drafts: list[tuple[_Draft, dict[str, str]]] = []
        self.problems: list[Problem] = []
        self.draft = _Draft()
        self.names: list[str] = []
        self.later: list[str] | None = None  # names after the cards: of this board, or of the next
        self.match: dict[str, str] = {}
        self.rooms = "qx|c" in text.lower()

    def read(self) -> Iterator[Board | Problem]:
        for key, value, at in _pairs(self.text):
            try:
                self.take(key, value, at)
            except CardError as error:
                self.draft.problem = self.draft.problem or Problem(*self.places(at), str(error))
        self.names = self.later or self.names
        self.finish(len(self.text))
        for draft, tags in self.drafts:
            problem = draft.problem
            if problem is None:
                try:
                    yield _board(draft, tags)
                    continue
                except CardError as error:
                    problem = Problem(*self.places(draft.start), str(error))
            self.problems.append(problem)
        yield from self.problems

    def finish(self, at: int) -> None:
        """End a board; a part without cards is only the head of the file."""
        if self.draft.dealt or self.draft.problem:
            self.drafts.append((self.draft, self.tags()))
        self.draft = _Draft(at)
        self.names, self.later = self.later or self.names, None

    def tags(self) -> dict[str, str]:
        closed = self.draft.room == "c" and len(self.names) >= 8
        names = self.names[4:8] if closed else self.names[:4]
        tags = {
            seat.name.capitalize(): name for seat, name in zip(PLAYERS, names, strict=False) if name
        }
        if self.rooms and self.draft.room:
            tags["Room"] = "Closed" if self.draft.room == "c" else "Open"
        return {**self.match, **tags}

    def take(self, key: str, value: str, at: int) -> None:
        """Add a pair; keys that do not concern a board are ignored."""
        if key == "qx" or (key == "md" and self.draft.dealt):
            self.finish(at)
        draft = self.draft
        if key == "qx":
            match = re.match(r"\s*([oc]?)\s*(\d*)", value, re.IGNORECASE)
            assert match is not None
            draft.room = match[1].lower()
            draft.number = small_number(match[2])
        elif key == "md":
            draft.dealt, draft.start = True, at
            draft.dealer, draft.hands = _dealt(value)
        elif key == "pn":
            names = [name.strip() for name in value.split(",")]
            self.names, self.later = (self.names, names) if draft.dealt else (names, None)
        elif key == "vg":
            self.match = _match(value)
        else:
            if key in ("mb", "pc") and self.later is not None:
                self.names, self.later = self.later, None
            _take_call_or_card(draft, key, value)


def _take_call_or_card(draft: _Draft, key: str, value: str) -> None:
    """Take a pair about the auction, the play or a comment."""
    if key == "mb":
        draft.auction += read_calls(value)
    elif key == "an" and draft.auction:
        draft.auction[-1] = replace(draft.auction[-1], note=value.strip())
    elif key == "pc":
        draft.cards += cards_in_a_row(value)
    elif key == "mc":
        draft.claim = value.strip()
    elif key == "nt" and draft.dealt and value.strip():
        draft.comments.append(value.strip())
    elif key == "ah":
        match = re.search(r"\d+", value)
        draft.number = small_number(match[0]) if match else draft.number
    elif key == "sv":
        word = value.strip().lower()[:1].replace("0", "o").replace("-", "o")
        if word and word not in SIDES:
            raise CardError(f"'{value}' is not a vulnerability; it is o, n, e or b")
        draft.sides = SIDES.get(word)


def _dealt(value: str) -> tuple[Seat | None, tuple[int | None, ...]]:
    """Return the dealer and the hands of ``md``."""
    word = value.strip()
    dealer = PLAYERS[int(word[0]) - 1] if word[:1] in ("1", "2", "3", "4") else None
    hands: list[int | None] = [None] * 4
    for seat, hand in zip(PLAYERS, word.lstrip("01234").split(","), strict=False):
        hands[seat] = suited_mask(hand) or None
    return dealer, hands_of(hands)


def _match(value: str) -> dict[str, str]:
    """Return the tags of a match header: title, segment, scoring, boards, teams."""
    parts = [part.strip() for part in value.split(",")] + [""] * 9
    tags = {
        "Event": parts[0],
        "Stage": parts[1],
        "Scoring": _SCORINGS.get(parts[2].upper(), ""),
        "HomeTeam": parts[5],
        "VisitTeam": parts[7],
    }
    return {name: text for name, text in tags.items() if text}


def _board(draft: _Draft, tags: dict[str, str]) -> Board:
    """Return the board of a draft.

    :raises CardError: if the play is impossible
    """
    auction = tuple(draft.auction)
    contract = contract_of(auction, draft.dealer)
    tags = {**tags, **contract_tags(auction, draft.dealer)}
    if small_number(draft.claim) is not None and contract is not None:
        tags["Result"] = draft.claim
    board = Board(
        number=draft.number,
        dealer=draft.dealer,
        vulnerability=draft.sides,
        hands=hands_of(draft.hands),
        tags=tags,
        auction=auction,
        comments=tuple(draft.comments),
    )
    return with_play(board, draft.cards)


def read_lin(text: str) -> Iterator[Board | Problem]:
    """Read the boards of a file in LIN."""
    return _Reader(text.lstrip("\ufeff")).read()


def _plain(text: str) -> str:
    """Return a text without the characters that would end it."""
    return " ".join(text.replace("|", "/").split())


def _name(text: str) -> str:
    return _plain(text.replace(",", " "))


def _header(boards: Sequence[Board]) -> str:
    tags = boards[0].tags
    scoring = {"IMP": "I", "MP": "P"}.get(tags.get("Scoring", ""), "")
    numbers = [board.number for board in boards if board.number is not None]
    ends = [str(min(numbers)), str(max(numbers))] if numbers else ["", ""]
    teams = [_name(tags.get("HomeTeam", "")), "0", _name(tags.get("VisitTeam", "")), "0"]
    parts = [_name(tags["Event"]), _name(tags.get("Stage", "")), scoring, *ends, *teams]
    return f"vg|{','.join(parts)}|\n"


def lin_text(board: Board, named: bool | None = None) -> str:
    """Return one board on one line; ``named`` is whether to name the players."""
    room = "c" if board.tags.get("Room") == "Closed" else "o"
    pairs = [] if board.number is None else [("qx", f"{room}{board.number}")]
    names = [_name(board.tags.get(name, "")) for name in _NAMES]
    if named or (named is None and any(names)):
        pairs.append(("pn", ",".join(names)))
    pairs += [("st", ""), ("md", _hands_text(board)), ("rh", "")]
    if board.number is not None:
        pairs.append(("ah", f"Board {board.number}"))
    if board.vulnerability is not None:
        pairs.append(("sv", _LETTERS[board.vulnerability]))
    pairs += [("nt", _plain(comment)) for comment in board.comments]
    pairs += [*_auction_pairs(board), *_play_pairs(board), ("pg", "")]
    return "".join(f"{key}|{value}|" for key, value in pairs)


def _hands_text(board: Board) -> str:
    dealer = "" if board.dealer is None else str(PLAYERS.index(board.dealer) + 1)
    hands = [board.hands[seat] for seat in PLAYERS]
    return dealer + ",".join("" if hand is None else suited_text(hand) for hand in hands)


def _auction_pairs(board: Board) -> list[tuple[str, str]]:
    pairs = []
    for turn in board.auction:
        if turn.text[0] in "^-*+":
            continue
        call = _LIN_CALLS.get(turn.text, turn.text.replace("NT", "N"))
        pairs.append(("mb", call + ("" if turn.note is None else "!")))
        if turn.note:
            pairs.append(("an", _plain(turn.note)))
    return pairs


def _play_pairs(board: Board) -> list[tuple[str, str]]:
    played = in_order(board)
    pairs = [("pg", "")] if played else []
    for at, (_, turn) in enumerate(played, 1):
        pairs.append(("pc", turn.text))
        if at % 4 == 0:
            pairs.append(("pg", ""))
    result = board.tags.get("Result", "")
    if re.fullmatch(r"\d+", result) and len(played) < 52:
        pairs.append(("mc", result))
    return pairs


class _Lines(BoardWriter):
    """Writes boards, one to a line, after a match header if the first boards are of one event."""

    _named: bool | None = None

    def boards(self, entries: Sequence[Entry]) -> str:
        boards = [entry.board for entry in entries]
        head = ""
        if self._named is None:
            self._named = any(board.tags.get(name) for board in boards for name in _NAMES)
            events = {board.tags.get("Event", "") for board in boards}
            head = _header(boards) if len(events) == 1 and "" not in events else ""
        return head + "".join(lin_text(board, self._named) + "\n" for board in boards)


FORMAT = Format("BBO's boards, with auctions and play", (".lin",), read_lin, _Lines)
