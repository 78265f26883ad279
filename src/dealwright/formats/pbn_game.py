"""One game of Portable Bridge Notation: from its tags and sections to a board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from dealwright.base.errors import CardError
from dealwright.base.kernels.board_text import WordObjects, read_deal
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import call_word
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.deals.hand import hand_mask
from dealwright.formats.bidding import (
    CALL,
    CALL_TURNS,
    CARD_TURNS,
    CLOSING,
    as_written,
    call_words,
    card_words,
    closing_passes,
)
from dealwright.formats.double_dummy_tags import TABLE, tricks_of
from dealwright.formats.pbn_tables import read_table
from dealwright.formats.pbn_tokens import PbnToken
from dealwright.formats.records import UNKNOWN, Board, Hands, Turn, hands_of, small_number

__all__ = [
    "MANDATORY",
    "MARKS",
    "Fault",
    "PbnGame",
    "board_of_game",
    "deal_hands",
    "read_note",
    "read_turns",
    "turn_text",
    "words_of",
]

MANDATORY = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable",
    "Deal", "Scoring", "Declarer", "Contract", "Result",
)  # fmt: skip
_TABLE = ("Declarer", "Contract", "Result", "Auction", "Play", "Room", "Table")
# PBN's numbered marks: those of calls begin at $1, those of cards at $7.
MARKS = ("!", "?", "!!", "??", "!?", "?!")
_AROUND = r"""
  | (?P<other>\^[ISRL]|[-*+])
  | (?P<mark>[!?]{1,2})
  | =(?P<note>[0-9]{1,9})=
  | \$(?P<glyph>[0-9]{1,9})
    """
_PIECES = {
    "Auction": re.compile(
        rf"(?P<end>{CLOSING}) | (?P<call>{CALL}) | (?P<between>[(),/]+) {_AROUND}",
        re.VERBOSE | re.IGNORECASE,
    ),
    "Play": re.compile(rf"(?P<card>[SHDC](?:10|[2-9TJQKA])) {_AROUND}", re.VERBOSE | re.IGNORECASE),
}
_USUAL = {"Auction": CALL_TURNS, "Play": CARD_TURNS}
_WORDS = {"Auction": call_words, "Play": card_words}
_LETTERED = re.compile(r"S([^.]*)\.H([^.]*)\.D([^.]*)\.C([^.]*)", re.IGNORECASE)
_DECIDES = re.compile(r"\[\s*Deal\b")
_UNKNOWN = ("?", "????.??.??")
_SEATS: dict[str, Seat | None] = {
    "?": None, "": None, "-": None, **{seat.letter: seat for seat in Seat},
}  # fmt: skip
_SIDES: dict[str, Vulnerability | None] = {
    "?": None, "": None, **{sides.value: sides for sides in Vulnerability},
}  # fmt: skip
_TAGS_READ = {"Dealer", "Vulnerable", "Deal", "Auction", "Play"}
_TAGS_READ_WITH_NUMBER = {*_TAGS_READ, "Board"}


class Fault(Exception):
    """An error in a game, with its offset in the text."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message, self.offset = message, offset


@dataclass
class PbnGame:
    """A game while it is read.

    ``inherited`` are the tags of the previous game, for values ``#``; ``kept`` are its tags with
    values ``##``, valid for later games too; ``shared`` are the board's tags if this game is
    another table of that board. ``texts`` are the sections of a plain game, in place of ``words``.
    """

    inherited: Mapping[str, str] = field(default_factory=dict)
    shared: Mapping[str, str] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    offsets: dict[str, int] = field(default_factory=dict)
    words: dict[str, list[PbnToken]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    lines: dict[str, list[str]] = field(default_factory=dict)
    starts: dict[str, list[int]] = field(default_factory=dict)
    noted: dict[str, dict[int, str]] = field(default_factory=dict)
    named: set[int] = field(default_factory=set)  # numbers of notes that calls and cards have
    remarks: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)
    _section: str = ""
    _last: str = "Auction"
    _line_end: int = -1

    def take(self, token: PbnToken, text: str) -> None:
        """Add a token.

        :raises Fault: if the tag with the hands cannot be read
        """
        if token.kind == "bad" and not self._amid_calls(token, text):
            fault = Fault(f"this is not a tag: {token.text[:40]}", token.start)
            if _DECIDES.match(token.text):
                raise fault
            self.notes.append(fault)
            return
        if token.kind == "comment":
            if token.text:
                self.comments.append(token.text)
        elif token.kind == "escape":
            self.remarks.append(token.text)
        elif token.kind == "tag":
            self._tag(token)
        elif not self._section:
            message = f"'{token.text[:40]}' stands before the first tag and is skipped"
            self.notes.append(Fault(message, token.start))
        else:
            self._word(token, text)

    def _amid_calls(self, token: PbnToken, text: str) -> bool:
        """Return whether a bracket is among calls; a bad tag begins a line."""
        return self._section == "Auction" and text[token.start - 1 : token.start] != "\n"

    def _tag(self, token: PbnToken) -> None:
        name, value = token.text, token.value
        if not token.quoted:
            message = f"the value of {name} has quotes without a backslash: {value[:40]}"
            self.notes.append(Fault(message, token.start))
        if name == "Note":
            note = read_note(value)
            if note is None:
                message = f'a note is "number:text", not "{value}"'
                self.notes.append(Fault(message, token.start))
                return
            self.noted.setdefault(self._last, {})[note[0]] = note[1]
            self.offsets[f"Note {note[0]}"] = token.start
            return
        self._section = name if name not in self.tags else ""
        if name in self.tags:
            self._section = " "  # its words are ignored
            self.notes.append(Fault(f"the tag {name} occurs twice; the first counts", token.start))
            return
        if value == "#":
            value = self.inherited.get(name, "?")
        elif value.startswith("##"):
            value = value[2:]
            self.kept[name] = value
        self.tags[name], self.offsets[name] = value, token.start
        if name in ("Auction", "Play"):
            self._last = name

    def _word(self, token: PbnToken, text: str) -> None:
        self.words.setdefault(self._section, []).append(token)
        lines = self.lines.setdefault(self._section, [])
        if lines and "\n" not in text[self._line_end : token.start]:
            lines[-1] += text[self._line_end : token.start] + token.text
        else:
            margin = text[text.rfind("\n", 0, token.start) + 1 : token.start]
            lines.append((margin if not margin.strip() else "") + token.text)
            self.starts.setdefault(self._section, []).append(token.start)
        self._line_end = token.end

    @property
    def all_tags(self) -> Mapping[str, str]:
        """The tags of the game, and those that it has from games before."""
        if self.shared or self.kept:
            return {**self.shared, **self.kept, **self.tags}
        return self.tags

    def shares(self) -> dict[str, str]:
        """Return the tags that are valid for other tables of the board too."""
        tags = {**self.shared, **self.tags}
        unshared = {*_TABLE, *self.lines}
        return {n: v for n, v in tags.items() if n not in unshared and not n.startswith("Score")}

    def unnamed_notes(self) -> list[Fault]:
        """Return a fault for each note that no call and no card has."""
        numbers = {number for notes in self.noted.values() for number in notes}
        return [
            self.fault(f"Note {number}", f"no call and no card has the note {number}")
            for number in sorted(numbers - self.named)
        ]

    def fault(self, name: str, message: str) -> Fault:
        """Return a fault at a tag."""
        return Fault(message, self.offsets.get(name, 0))


def read_note(value: str) -> tuple[int, str] | None:
    """Return the number and the text of a tag ``Note``, or None if it is not "number:text"."""
    number, colon, note = value.partition(":")
    which = small_number(number)
    return None if which is None or not colon else (which, note.strip())


def deal_hands(value: str) -> Hands:
    """Read the value of the tag ``Deal`` in import form; a hand may be ``-``, or have fewer cards.

    >>> deal_hands("s:ak... - - -")[2] == hand_mask("AK...")
    True

    :raises CardError: if it is not a deal
    """
    hands_read = read_deal(value)
    if hands_read is not None:
        return hands_read
    head, colon, tail = value.lstrip().partition(":")
    if not colon and (value.count(".") < 12 or len(value.split()) != 4):
        raise CardError(f"'{value}' is not a deal; it begins with a seat and a colon")
    if not colon:  # four hands alone, from north on, as ben and redeal print them
        head, tail = "N", value
    first, words = Seat.of(head), tail.split()
    if len(words) != 4 and tail.count(" ") == 3:
        words = tail.split(" ")  # some programs write nothing for an empty hand
    if len(words) != 4:
        raise CardError(f"a deal has four hands, not {len(words)}")
    hands: list[int | None] = [None] * 4
    for index, word in enumerate(words):
        hands[(first + index) % 4] = None if word in ("", "-") else _hand(word)
    return hands_of(hands)


def _hand(word: str) -> int:
    """Read a hand, also with suit letters or an extra dot, as some programs write it."""
    lettered = _LETTERED.fullmatch(word) if word[:1] in ("S", "s") else None
    if lettered is not None:
        word = ".".join(lettered.groups())
    return hand_mask(word[:-1] if word.count(".") == 4 and word.endswith(".") else word)


def _turns(game: PbnGame, name: str) -> tuple[Turn, ...]:
    """Return the calls or cards of a section with their marks and notes.

    Calls may be run together, or have dashes, commas or brackets between them.

    :raises Fault: if there is anything else
    """
    text = game.texts.get(name)
    words = game.words.get(name, [])
    if text is not None:
        plain = _plain_turns(text, _WORDS[name](), game.noted.get(name, {}), game.named)
        if plain is not None:
            return plain
        words = words_of(text)
    turns: list[Turn] = []
    words = _joined_ends(words)
    for number, token in enumerate(words, 1):
        usual = _USUAL[name].get(token.text)
        if usual is not None:
            turns.append(usual)
            continue
        if name == "Auction" and token.text.strip(",/()") == "--":
            turns.append(Turn("Pass"))
            continue
        position = 0
        dashes_between = name == "Auction" and re.search(r"[0-9A-Z]", token.text, re.IGNORECASE)
        if token.text == "?" and number == len(words) and not (turns and turns[-1].mark):
            turns.append(Turn("+"))  # a question to the reader: what do you call?
            continue
        while position < len(token.text):
            match = _PIECES[name].match(token.text, position)
            if match is None:
                kind = "call" if name == "Auction" else "card"
                raise Fault(f"'{token.text[position:]}' is not a {kind}", token.start + position)
            position = match.end()
            if match.lastgroup != "between" and not (dashes_between and match[0] == "-"):
                _add(turns, match, name, game, token.start)
    return tuple(turns)


def _plain_turns(
    text: str, words: WordObjects[Turn], notes: Mapping[int, str], named: set[int]
) -> tuple[Turn, ...] | None:
    """Return usual calls or cards, some with one note of their section each, or None.

    The numbers of the notes are added to ``named``.
    """
    found = words.read(text)
    if found is None:
        return None
    turns, noted = found
    named |= {number for _, number in noted}
    for place, number in noted:
        note = notes.get(number)
        if note is None:
            return None
        turns[place] = Turn(turns[place].text, note=note)
    return tuple(turns)


def _joined_ends(words: Sequence[PbnToken]) -> list[PbnToken]:
    """Return words, with ``all pass`` as one word."""
    joined: list[PbnToken] = []
    for token in words:
        before = joined[-1].text if joined else ""
        if before.upper().endswith("ALL") and token.text.upper().startswith("PASS"):
            joined[-1] = joined[-1]._replace(text=f"{before} {token.text}", end=token.end)
        else:
            joined.append(token)
    return joined


def words_of(text: str) -> list[PbnToken]:
    """Return the words of a text as tokens without offsets."""
    return [PbnToken("word", word, "", 0, 0) for word in text.split()]


def read_turns(text: str, section: str) -> tuple[Turn, ...]:
    """Read the calls of a section ``Auction`` or the cards of ``Play``, with their marks.

    >>> [turn.text for turn in read_turns("1C! 4S AP", "Auction")]
    ['1C', '4S', 'Pass', 'Pass', 'Pass']

    :raises CardError: if there is anything else
    """
    try:
        return _turns(PbnGame(words={section: words_of(text)}), section)
    except Fault as fault:
        raise CardError(fault.message) from None


def turn_text(turn: Turn) -> str:
    """Return a call or a card with its marks, without a note.

    >>> turn_text(Turn("4S", "! $14")), turn_text(Turn("SQ", "$14"))
    ('4S! $14', 'SQ $14')
    """
    return turn.text + ("" if turn.mark[:1] in ("", "!", "?") else " ") + turn.mark


def _add(turns: list[Turn], match: re.Match[str], name: str, game: PbnGame, offset: int) -> None:
    kind, text = match.lastgroup, match[0].upper()
    if kind == "other" and text == "*" and match.start() and turns:  # 4C*, an alert
        turns[-1] = replace(turns[-1], note=turns[-1].note or "")
    elif kind == "other":
        turns.append(Turn(text))
    elif kind == "end":
        turns += [Turn("Pass")] * closing_passes(turns)
    elif kind == "call":
        turns.append(Turn(call_word(text) or text))
    elif kind == "card":
        turns.append(Turn(text.replace("10", "T")))
    elif kind in ("mark", "note", "glyph") and turns:
        turns[-1] = _noted(turns[-1], match, name, game)
    else:
        what = "call" if name == "Auction" else "card"
        raise Fault(f"'{match[0]}' is not a {what}", offset)


def _noted(turn: Turn, match: re.Match[str], name: str, game: PbnGame) -> Turn:
    """Return a call or a card with one more mark or note."""
    if match.lastgroup == "note":
        # some programs write the notes of the auction after the play
        number, other = int(match["note"]), "Auction" if name == "Play" else "Play"
        game.named.add(number)
        text = next(
            (
                game.noted[section][number]
                for section in (name, other)
                if number in game.noted.get(section, ())
            ),
            "",
        )
        return replace(turn, note=text if turn.note is None else f"{turn.note}; {text}")
    mark = match[0]
    if match.lastgroup == "glyph":
        index = int(match["glyph"]) - (1 if name == "Auction" else 7)
        mark = MARKS[index] if 0 <= index < len(MARKS) else f"${int(match['glyph'])}"
    return replace(turn, mark=f"{turn.mark} {mark}".strip())


def _seat(game: PbnGame, name: str) -> Seat | None:
    value = game.all_tags.get(name, "?")
    if value in _SEATS:
        return _SEATS[value]
    try:
        return Seat.of(value.lstrip("^"))
    except CardError as error:
        raise game.fault(name, str(error)) from None


def _read_auction(game: PbnGame, dealer: Seat | None) -> tuple[Seat | None, tuple[Turn, ...]]:
    """Return the dealer and the auction, which may begin with another seat and dashes.

    :raises Fault: if it cannot be read
    """
    first, turns = _seat(game, "Auction"), _turns(game, "Auction")
    if dealer is not None and first is not None and first != dealer:
        before = (dealer - first) % 4
        if turns[:before] == (Turn("-"),) * before:
            return dealer, turns[before:]
        message = f"{first.name.lower()} begins the auction and {dealer.name.lower()} deals"
        raise game.fault("Auction", message)
    return dealer if first is None else first, turns


def _sections(game: PbnGame) -> dict[str, tuple[str, ...]]:
    """Return the rows of tables; words after other tags are ignored."""
    rows = {}
    for name, lines in game.lines.items():
        if name in MANDATORY:
            message = f"words after the tag {name} are skipped"
            game.notes.append(Fault(message, game.words[name][0].start))
        elif name not in ("Auction", "Play", " "):
            rows[name] = tuple(lines)
            if name.endswith("Table"):
                game.notes += _table_faults(game, name)
    return rows


def _table_faults(game: PbnGame, name: str) -> Iterator[Fault]:
    """Yield the errors of a table; its lines are kept as they are."""
    if game.tags[name] in ("", "?"):
        return
    lines = tuple(game.lines[name])
    if name == TABLE and tricks_of(Board(tags={name: game.tags[name]}, sections={name: lines})):
        return  # some programs write another head, or none
    for fault in read_table(game.tags[name], game.lines[name])[1]:
        offset = game.starts[name][fault.row - 1] if fault.row else game.offsets[name]
        yield Fault(f"{name}: {fault.message}", offset)


Value = TypeVar("Value")


def _alone(game: PbnGame, name: str, read: Callable[[], Value]) -> Value | None:
    """Return what a side field says; one that cannot be read becomes a comment and a note.

    Only the hands decide whether a board exists.
    """
    try:
        return read()
    except Fault as fault:
        game.notes.append(fault)
    game.named |= game.noted.get(name, {}).keys()
    noted = [f"={number}= {text}" for number, text in game.noted.get(name, {}).items()]
    words = " ".join([game.all_tags.get(name, ""), *game.lines.get(name, []), *noted])
    comment = as_written(name.lower(), words)
    if comment not in game.comments:
        game.comments.append(comment)
    return None


def _vulnerability(game: PbnGame) -> Vulnerability | None:
    value = game.all_tags.get("Vulnerable", "?")
    try:
        return _SIDES[value] if value in _SIDES else Vulnerability.parse(value)
    except CardError as error:
        raise game.fault("Vulnerable", str(error)) from None


def board_of_game(game: PbnGame) -> Board:
    """Return the board of a game that has been read; side fields that cannot be read leave a note.

    :raises Fault: if the hands cannot be read
    """
    tags = game.all_tags
    try:
        value = tags.get("Deal", "?")
        hands = UNKNOWN if value.strip() in ("?", "") else deal_hands(value)
    except CardError as error:
        raise game.fault("Deal", str(error)) from None
    sides = _alone(game, "Vulnerable", lambda: _vulnerability(game))
    dealer = _alone(game, "Dealer", lambda: _seat(game, "Dealer"))
    read = _alone(game, "Auction", lambda: _read_auction(game, dealer))
    dealer, auction = read or (dealer, ())
    number = small_number(tags.get("Board", ""))
    read_tags = _TAGS_READ if number is None else _TAGS_READ_WITH_NUMBER
    return Board(
        number=number,
        dealer=dealer,
        vulnerability=sides,
        hands=hands,
        tags={n: v for n, v in tags.items() if n not in read_tags and v not in _UNKNOWN},
        sections=_sections(game),
        auction=auction,
        leader=_alone(game, "Play", lambda: _seat(game, "Play")),
        play=_alone(game, "Play", lambda: _turns(game, "Play")) or (),
        comments=(*game.remarks, *game.comments),
    )
