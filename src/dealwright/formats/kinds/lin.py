"""BBO's LIN: boards with auctions and play, and files of several boards (vugraph)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from urllib.parse import unquote

from dealwright.base.errors import CardError
from dealwright.base.kernels import board_text
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import call_word
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats.bidding import (
    CALL_TURNS,
    NOTHING,
    as_written,
    call_words,
    card_numbers,
    card_words,
    cards_in_a_row,
    cards_in_order,
    contract_and_end,
    contract_of,
    leader_and_play,
    read_calls,
)
from dealwright.formats.double_dummy_tags import results_in, results_text
from dealwright.formats.facts import SCORE, facts, with_cards_in_order
from dealwright.formats.pbn_game import turn_text
from dealwright.formats.pbn_tokens import Places
from dealwright.formats.records import UNKNOWN, Board, Hands, Problem, Turn, hands_of, small_number
from dealwright.formats.registry import Format
from dealwright.formats.suit_letters import suited_mask, suited_text
from dealwright.formats.writing import BoardWriter, Entry

__all__ = ["FORMAT", "PLAYERS", "SIDES", "lin_text", "read_lin"]

PLAYERS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
SIDES = {
    "o": Vulnerability.NONE, "n": Vulnerability.NS, "e": Vulnerability.EW, "b": Vulnerability.ALL,
}  # fmt: skip
# The words that programs write, which need no search.
_USUAL = {
    word + alert: Turn(call_word(word) or "", note="" if alert else None)
    for word in (*"pdrPDR", *(f"{n}{s}" for n in range(1, 8) for s in "CDHSNcdhsn"))
    for alert in ("", "!")
}
_NOTHING = ("pg", "rh", "st")  # the end of a page, and pairs that all boards have
# These say how a page looks, and what is on it anyway.
_SHOWN = {
    *_NOTHING, "at", "bm", "bn", "cb", "cp", "cq", "cr", "cs", "fa", "fb", "fh", "ft", "ht", "ih",
    "lb", "lg", "px", "sk", "tu", "ub", "wt",
}  # fmt: skip
_AT_ONCE = 4096  # characters in which pairs are looked for
_PAIR = re.compile(r"([^|]*)\|([^|]*)(?:\||\Z)")
_ROOM = re.compile(r"\s*([oc]?)\s*(\d*)", re.IGNORECASE)
_TRICKS = re.compile(r"[0-9]|1[0-3]")
_NUMBER = re.compile(r"\d+")
_BOARD = re.compile(r"\bboard\W*(\d+)", re.IGNORECASE)
_TITLE = re.compile(r"\W*[^\W\d]*\W*\d*\W*")  # that says no more than the number of a board
_KEY = re.compile(r"[a-z][a-z0-9]")
_KNOWN = re.compile(
    r"(?<![a-z0-9])(?:qx|md|vg|pn|st|rh|pg|ah|sv|mb|an|pc|mc|nt)(?=\|)", re.IGNORECASE
)
_SCORINGS = {"I": "IMP", "P": "MP", "B": "BAM"}
_MATCH = (
    "Event", "Stage", "Scoring", "HomeTeam", "RBNCarry1", "VisitTeam", "RBNCarry2",
)  # fmt: skip
_NAMES = tuple(seat.name.capitalize() for seat in PLAYERS)
_OF_CONTRACT = ("Contract", "Declarer", "Result", "Score")
_HELD = {*_NAMES, *_OF_CONTRACT, "Event", "Stage", "HomeTeam", "VisitTeam"}
_LIN_CALLS = {
    "Pass": "p", "X": "d", "XX": "r", "+": "?",
    **{f"{level}NT": f"{level}N" for level in range(1, 8)},
}  # fmt: skip
_TURNS = {"mb": "auction", "pc": "play"}
_SIDE_FIELDS = {
    "sv": "vulnerable", "mc": "claim", "an": "alert", "ah": "title", "pn": "players",
    "qx": "board", "vg": "match",
}  # fmt: skip
_DIGITS = "0123456789"
_DEALERS = ("", "0", "1", "2", "3", "4")
_LETTERS = {sides: letter for letter, sides in SIDES.items()}


@dataclass
class _Draft:
    """A board while its pairs are read."""

    start: int = 0
    room: str = ""
    number: int | None = None
    dealt: bool = False
    named: str = ""
    dealer: Seat | None = None
    sides: Vulnerability | None = None
    hands: Hands = UNKNOWN
    players: tuple[str, ...] | None = None  # of a ``pn`` before the hands
    auction: list[Turn] = field(default_factory=list)
    words: dict[str, list[str]] = field(default_factory=dict)  # of calls and cards, by key
    unread: dict[str, Problem] = field(default_factory=dict)  # side fields, the first of a key
    cards: list[Turn] = field(default_factory=list)
    played: int = 0  # where the first card is
    claim: str = ""
    comments: list[str] = field(default_factory=list)
    results: dict[str, str] = field(default_factory=dict)  # tags of double dummy
    problem: Problem | None = None

    def failed(self, key: str, value: str, problem: Problem) -> None:
        """Note a field that cannot be read; only the hands decide whether a board exists."""
        if problem.dropped:
            self.problem = self.problem or problem
            return
        self.unread.setdefault(key, problem)
        if key not in _TURNS:  # their words are kept as a whole
            self.comments.append(as_written(_SIDE_FIELDS.get(key, key), value))


def _pairs(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield keys, values and the offsets of the values.

    If a bar is missing or superfluous, the text in the place of a key is no key. Reading then
    resumes at the next known key, and an empty key with the skipped text is yielded before it.
    Calls in a row are yielded as one pair, and so are cards, with spaces between them.
    """
    position, more = 0, True  # whether a known key follows
    while True:
        usual, length = board_text.lin_pairs(text[position : position + _AT_ONCE])
        for key, value, offset in usual:
            yield key, value, position + offset
        position += length
        match = _PAIR.match(text, position)
        if match is None:
            return
        key, value = match[1].strip().lower(), match[2].strip("\r\n")
        if not _KEY.fullmatch(key):
            following = _KNOWN.search(text, position) if more else None
            more = following is not None
            end = match.end() if following is None else following.start()
            yield "", text[position:end].strip(), position
            position = end
        elif key in _NOTHING and _KNOWN.match(f"{value.strip()}|"):
            yield key, "", match.start(2)
            position = match.start(2)  # a bar is missing after an empty value
        else:
            yield key, value, match.start(2)
            position = match.end()


def _read_calls(text: str, before: Sequence[Turn]) -> list[Turn]:
    """Read calls of one pair or more, which are run together or apart.

    :raises CardError: if there is anything else
    """
    try:
        return [_USUAL[word] for word in text.split()]
    except KeyError:
        return read_calls(text, before)


class _Reader:
    """Reads the pairs of a file; those before the first board apply to all boards."""

    def __init__(self, text: str) -> None:
        self.text, self.places = text, Places(text)
        self.done: list[Board | Problem] = []  # read, and not yet yielded
        self.draft = _Draft()
        self.names: tuple[str, ...] = ()
        self.later: tuple[str, ...] | None = (
            None  # names after the cards: this board's or the next one's
        )
        self.match: dict[str, str] = {}
        self.rooms = "qx|c" in text.lower()
        self.others: dict[str, int] = {}  # keys that are not read, with their first place

    def read(self) -> Iterator[Board | Problem]:
        for key, value, offset in _pairs(self.text):
            try:
                self.take(key, value, offset)
            except CardError as error:
                problem = Problem(*self.places(offset), str(error), key == "md")
                self.draft.failed(key, value, problem)
            if self.done:
                yield from self.done
                self.done.clear()
        self.names = self.later or self.names
        self.finish(len(self.text))
        if self.others:
            known = ", ".join([*self.others][:10]) + ", ..." * (len(self.others) > 10)
            place = self.places(min(self.others.values()))
            self.done.append(Problem(*place, f"pairs with these keys are not read: {known}", False))
        yield from self.done

    def finish(self, at: int) -> None:
        """End a board; a part without cards is only the head of the file."""
        draft, problem = self.draft, self.draft.problem
        if not draft.dealt and draft.named and problem is None:
            problem = Problem(*self.places(draft.start), f"board {draft.named} has no cards (md)")
        if draft.dealt and problem is None:
            self.done.append(_board(draft, self.tags(), self.places))
        self.done += [] if problem is None else [problem]
        notes = sorted(draft.unread.values(), key=lambda note: (note.line, note.column))
        self.done += notes
        self.draft = _Draft(at)
        if not (draft.dealt or draft.named):  # comments in front of a board
            self.draft.comments = draft.comments
        self.names, self.later = self.later or self.names, None

    def tags(self) -> dict[str, str]:
        closed = self.draft.room == "c" and len(self.names) >= 8
        names = self.names[4:8] if closed else self.names[:4]
        tags = self.match | {seat: name for seat, name in zip(_NAMES, names, strict=False) if name}
        if self.rooms and self.draft.room:
            tags["Room"] = "Closed" if self.draft.room == "c" else "Open"
        return tags

    def take(self, key: str, value: str, at: int) -> None:
        """Add a pair; keys that say nothing of a board are ignored.

        :raises CardError: if the value cannot be read
        """
        take = _TAKES.get(key)
        if take is not None:
            take(self, value, at)
        elif not key:
            message = f"this is not a key and a value, and skipped: {value[:40]}"
            self.done.append(Problem(*self.places(at), message, False))
        elif key not in _SHOWN and value.strip():
            self.others.setdefault(key, at)

    def take_number(self, value: str, at: int) -> None:
        self.finish(at)
        match, draft = _ROOM.match(value.strip()), self.draft
        assert match is not None
        draft.room, draft.number = match[1].lower(), small_number(match[2])
        draft.named = value.strip()
        if draft.named[match.end() :].strip() or (draft.named and not match[0].strip()):
            raise CardError(f"'{draft.named[:40]}' is not the number of a board, such as o12")

    def take_hands(self, value: str, at: int) -> None:
        if self.draft.dealt:
            self.finish(at)
        draft = self.draft
        draft.dealt, draft.start = True, at
        dealers, draft.hands = _dealt(value)
        draft.dealer = PLAYERS[int(dealers) - 1] if dealers in _DEALERS[2:] else None
        if dealers not in _DEALERS:
            fault = f"'{dealers[:20]}' is not a dealer; 1 is south, 2 west, 3 north, 4 east"
            draft.failed("dealer", dealers, Problem(*self.places(at), fault, False))

    def take_players(self, value: str, at: int) -> None:
        names, draft = _players(value), self.draft
        before = self.later if draft.dealt else draft.players
        if before not in (None, names):
            raise CardError(f"'{_plain(value)[:60]}' are other players than those before")
        if draft.dealt:
            self.later = names
        else:
            self.names, self.later, draft.players = names, None, names
        if any(names[8:]):
            raise CardError(f"there are more than eight players: {', '.join(names[8:])[:60]}")

    def take_match(self, value: str, at: int) -> None:
        if self.draft.dealt:
            self.finish(at)
        self.match = _match(value)
        if any(part.strip() for part in value.split(",")[9:]):
            raise CardError("a match has nine parts: event, stage, scoring, boards, teams, carries")

    def take_calls(self, value: str, at: int) -> None:
        self.settle_names()
        draft = self.draft
        draft.words.setdefault("mb", []).append(value.strip())
        draft.auction += _read_calls(value, draft.auction)

    def take_note(self, value: str, at: int) -> None:
        draft, note = self.draft, value.strip()
        if not draft.auction:
            raise CardError(f"'{note[:40]}' explains a call, and stands before all calls")
        draft.words["mb"].append(f"({note})")
        last = draft.auction[-1]
        together = "; ".join(filter(None, (last.note, note)))
        draft.auction[-1] = Turn(last.text, last.mark, together)

    def take_cards(self, value: str, at: int) -> None:
        self.settle_names()
        draft = self.draft
        draft.played = draft.played or at
        draft.words.setdefault("pc", []).append(value.strip())
        draft.cards += cards_in_a_row(value)

    def take_claim(self, value: str, at: int) -> None:
        claim, before = value.strip(), self.draft.claim
        if claim and small_number(claim) is None:
            raise CardError(f"'{claim[:40]}' is not a number of tricks")
        self.draft.claim = claim or before
        if before not in ("", self.draft.claim):  # the last one counts
            self.draft.comments.append(as_written("claim", before))
            self.draft.unread.setdefault(
                "mc", Problem(*self.places(at), f"{before} and {claim} tricks are claimed", False)
            )

    def take_comment(self, value: str, at: int) -> None:
        if value.strip():
            results = results_in(value)
            self.draft.results.update(results)
            self.draft.comments += [] if results else [value.strip()]

    def take_title(self, value: str, at: int) -> None:
        title, draft = unquote(value), self.draft  # links write Board%209
        named, first = _BOARD.search(title), _NUMBER.search(title)
        number = small_number(named[1] if named else first[0] if first else "")
        if number is not None and draft.number not in (None, number):
            raise CardError(f"'{title.strip()[:40]}' is not board {draft.number}, as it was named")
        draft.number = draft.number if number is None else number
        if not _TITLE.fullmatch(title) or (number is None and title.strip()):
            draft.comments.append(title.strip())

    def take_sides(self, value: str, at: int) -> None:
        sides, draft = _sides(value), self.draft
        if sides is not None and draft.sides not in (None, sides):
            raise CardError(f"'{value.strip()}' is another vulnerability than that before")
        draft.sides = draft.sides if sides is None else sides

    def settle_names(self) -> None:
        """Take the names after the cards for this board's: its calls or cards follow them."""
        if self.later is not None:
            self.names, self.later = self.later, None


_TAKES: dict[str, Callable[[_Reader, str, int], None]] = {
    "qx": _Reader.take_number, "md": _Reader.take_hands, "pn": _Reader.take_players,
    "vg": _Reader.take_match, "mb": _Reader.take_calls, "an": _Reader.take_note,
    "pc": _Reader.take_cards, "mc": _Reader.take_claim, "nt": _Reader.take_comment,
    "ah": _Reader.take_title, "sv": _Reader.take_sides,
}  # fmt: skip


@lru_cache(maxsize=16)
def _players(value: str) -> tuple[str, ...]:
    """Return the names of ``pn``."""
    return tuple(name.strip() for name in value.split(","))


@lru_cache(maxsize=16)
def _sides(value: str) -> Vulnerability | None:
    """Return the vulnerability of ``sv``.

    :raises CardError: if it is not one
    """
    word = value.strip().lower().replace("0", "o").replace("-", "o")
    try:
        return Vulnerability.parse(word)
    except CardError:
        pass  # the first letter decides
    if word[:1] and word[:1] not in SIDES:
        raise CardError(f"'{value}' is not a vulnerability; it is o, n, e or b")
    return SIDES.get(word[:1])


def _dealt(value: str) -> tuple[str, Hands]:
    """Return the digits in front of the hands, which name the dealer, and the hands of ``md``."""
    word = value.strip()
    hands_text = word.lstrip(_DIGITS)
    dealers, word = word[: len(word) - len(hands_text)], hands_text
    whole = board_text.read_suited_hands(word)
    if whole is not None:
        south, west, north, east = whole
        return dealers, (north, east, south, west)
    hands: list[int | None] = [None] * 4
    for seat, hand in zip(PLAYERS, word.split(","), strict=False):
        hands[seat] = suited_mask(hand) or None
    return dealers, hands_of(hands)


def _match(value: str) -> dict[str, str]:
    """Return the tags of a match header: title, segment, scoring, boards, teams."""
    parts = [part.strip() for part in value.split(",")] + [""] * 9
    parts[2] = _SCORINGS.get(parts[2].upper(), parts[2])
    named = zip(_MATCH, [*parts[:3], *parts[5:9]], strict=True)
    empty = {"RBNCarry1": "0", "RBNCarry2": "0"}
    return {name: text for name, text in named if text not in ("", empty.get(name))}


def _board(draft: _Draft, tags: dict[str, str], places: Places) -> Board:
    """Return the board of a draft, with ``tags`` and its own."""
    auction = tuple(draft.auction) if "mb" not in draft.unread else ()
    contract = contract_of(auction, draft.dealer)
    leader: Seat | None = None
    play: tuple[Turn, ...] = ()
    if "pc" not in draft.unread:
        try:
            leader, play = leader_and_play(draft.cards, contract, draft.hands)
        except CardError as error:
            draft.failed("pc", "", Problem(*places(draft.played), str(error), False))
    unread = [
        as_written(name, " ".join(draft.words[key]))
        for key, name in _TURNS.items()
        if key in draft.unread
    ]
    tags |= draft.results
    if small_number(draft.claim) is not None:
        tags["Result"] = draft.claim
    return Board(
        number=draft.number,
        dealer=draft.dealer,
        vulnerability=draft.sides,
        hands=draft.hands,
        tags=tags,
        auction=auction,
        leader=leader,
        play=play,
        comments=(*unread, *draft.comments),
    )


def read_lin(text: str) -> Iterator[Board | Problem]:
    """Read the boards of a file in LIN."""
    return _Reader(text.lstrip("\ufeff")).read()


def _plain(text: str) -> str:
    """Return a text without the character that would end it, on one line."""
    return " ".join(text.replace("|", "/").split())


@lru_cache(maxsize=1024)  # the same players are at many boards
def _name(text: str) -> str:
    return _plain(text.replace(",", " "))


def _of_match(board: Board) -> tuple[str, ...]:
    """Return the parts of a board's match header: event, stage, scoring, teams, carry-overs."""
    return _match_header(*[board.tags.get(name, "") for name in _MATCH])


@lru_cache(maxsize=16)
def _match_header(*values: str) -> tuple[str, ...]:
    event, stage, scoring, home, first, visitors, second = map(_name, values)
    letters = {word: letter for letter, word in _SCORINGS.items()} | {"MatchPoints": "P"}
    scoring = letters.get(scoring, scoring)
    return event, stage, scoring, home, first or "0", visitors, second or "0"


_NO_MATCH = ("", "", "", "", "0", "", "0")


def _header(match: Sequence[str], boards: Sequence[Board]) -> str:
    """Return the header of a match, with the first and the last number of its boards."""
    numbers = [board.number for board in boards if board.number is not None]
    ends = [str(min(numbers)), str(max(numbers))] if numbers else ["", ""]
    return f"vg|{','.join([*match[:3], *ends, *match[3:]])}|\n"


def lin_text(board: Board, named: bool | None = None) -> str:
    """Return one board on one line; ``named`` is whether to name the players."""
    room = "c" if board.tags.get("Room") == "Closed" else "o"
    parts = [] if board.number is None else [f"qx|{room}{board.number}|"]
    names = [_name(board.tags.get(name, "")) for name in _NAMES]
    if named or (named is None and any(names)):
        parts.append(f"pn|{','.join(names)}|")
    parts.append(f"st||md|{_hands_text(board)}|rh||")
    if board.number is not None:
        parts.append(f"ah|Board {board.number}|")
    if board.vulnerability is not None:
        parts.append(f"sv|{_LETTERS[board.vulnerability]}|")
    contradictory = facts(board).contradict("contract")
    board = with_cards_in_order(board)
    texts = [results_text(board), *board.comments]
    implied = contract_of(board.auction, board.dealer)
    leads_otherwise = implied is not None and board.leader not in (None, implied.declarer.left)
    if contradictory or leads_otherwise:  # here the calls decide who leads
        texts.append(as_written("auction", " ".join(map(turn_text, board.auction))))
        board = replace(board, auction=())
    parts += [f"nt|{_plain(text)}|" for text in texts if text]
    return f"{''.join(parts)}{_auction_text(board)}{_play_text(board)}pg||"


def _hands_text(board: Board) -> str:
    dealer = "" if board.dealer is None else str(PLAYERS.index(board.dealer) + 1)
    hands = [board.hands[seat] for seat in PLAYERS]
    known = [hand for hand in hands if hand is not None]
    if len(known) == 4:  # nearly always
        return dealer + board_text.hands_text(known, ",", True)
    return dealer + ",".join("" if hand is None else suited_text(hand) for hand in hands)


def _auction_text(board: Board) -> str:
    pairs = []
    for turn in board.auction:
        if turn.text[0] in "^-*":
            continue
        call = _LIN_CALLS.get(turn.text, turn.text)
        if turn.note is None:
            pairs.append(f"mb|{call}|")
        else:
            pairs.append(f"mb|{call}!|an|{_plain(turn.note)}|" if turn.note else f"mb|{call}!|")
    return "".join(pairs)


def _play_text(board: Board) -> str:
    turns, _ = cards_in_order(board)
    cards = card_words().text(card_numbers(turns), "|pc|", "|pg||pc|")
    text = f"pg||pc|{cards}|" if turns else ""
    if turns and len(turns) % 4 == 0:
        text += "pg||"
    result = board.tags.get("Result", "")
    if _TRICKS.fullmatch(result) and (len(turns) < 52 or facts(board).contradict("result")):
        text += f"mc|{result}|"
    return text


class _Lines(BoardWriter):
    """Writes boards, one a line; before those of each match a header."""

    _named: bool | None = None
    _match: tuple[str, ...] = _NO_MATCH

    def boards(self, entries: Sequence[Entry]) -> str:
        boards = [entry.board for entry in entries]
        if self._named is None:
            self._named = any(board.tags.get(name) for board in boards for name in _NAMES)
        lines = []
        for match, group in groupby(boards, _of_match):
            together = list(group)
            if match != self._match:
                lines.append(_header(match, together))
                self._match = match
            lines += [lin_text(board, self._named) + "\n" for board in together]
        return "".join(lines)


def _is_plain_call(turn: Turn) -> bool:
    """Return whether a call has no mark, and no note that would be written otherwise."""
    known = turn.text in CALL_TURNS and not turn.mark
    return known and (turn.note is None or _plain(turn.note) == turn.note)


def _is_lossless(board: Board) -> bool:
    """Return whether a board is a usual one, which LIN holds whole; others are looked at again."""
    tags, auction = board.tags, board.auction
    if board.sections or board.number is None or not tags.keys() <= _HELD:
        return False
    if facts(board).contradictions:
        return False
    if call_words().numbers(auction) is None and not all(map(_is_plain_call, auction)):
        return False
    if not all(_name(text) == text for text in (*tags.values(), *board.comments)):
        return False
    played = board.play
    if card_words().numbers(played) is None:  # a trick that is not complete has nothing in places
        played = tuple(turn for turn in played if turn != NOTHING)
        if card_words().numbers(played) is None:
            return False
    contract, is_over = contract_and_end(auction, board.dealer)
    if contract is None or not is_over:
        passed = is_over and tags.get("Contract") == "Pass"
        stated = any(tags.get(name) for name in _OF_CONTRACT[passed:])
        return not stated and board.leader is None and not played
    result = tags.get("Result", "")
    return (
        tags.get("Contract") == contract.text
        and tags.get("Declarer") == contract.declarer.letter
        and board.leader == contract.declarer.left
        and (not result or _TRICKS.fullmatch(result) is not None)
        and (
            not tags.get("Score")
            or (
                bool(result)
                and board.vulnerability is not None
                and SCORE.fullmatch(tags["Score"]) is not None
            )
        )
        and not any(map(results_in, board.comments))
        and len(cards_in_order(board)[0]) == len(played)
    )


FORMAT = Format(
    "BBO's boards, with auctions and play", (".lin",), read_lin, _Lines, lossless=_is_lossless
)
