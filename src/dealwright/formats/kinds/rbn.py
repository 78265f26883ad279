"""Richard Pavlicek's bridge notation (RBN 3.2), a labelled line for each field."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar

from dealwright.base.decoding import lines_of
from dealwright.base.errors import CardError
from dealwright.cards import Seat, suit_bits
from dealwright.cards.bridge.auction import call_word
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.deals.hand import hand_text
from dealwright.formats.bidding import (
    as_written,
    board_contract,
    closing_passes,
    in_order,
    with_play,
)
from dealwright.formats.facts import with_cards_in_order
from dealwright.formats.records import UNKNOWN, Board, Hands, Problem, Turn, hands_of, small_number
from dealwright.formats.registry import Format
from dealwright.formats.writing import BoardWriter, Entry

__all__ = ["FORMAT", "LABELS", "RUN_ON", "RecordFields", "RecordWriter", "read_records"]

LABELS = "DTLESFKNBHACPRMI"
_HANDS = re.compile(r"^\{?H [NESW]", re.MULTILINE)
_UNLABELLED = "begins with no label of RBN"
RUN_ON = "this field begins another record"
_LASTING = "DTLESFKNBH"  # a record without one of these repeats that of the previous record
_PAIRS = {
    "T": ("Description", "RBNTitle2"),
    "L": ("Site", "RBNLocation2"),
    "E": ("Event", "RBNEvent2"),
    "S": ("Stage", "RBNSession2"),
}
_SCORINGS = {"I": "IMP", "M": "MP"}
_SIDES = {
    "Z": Vulnerability.NONE, "N": Vulnerability.NS, "E": Vulnerability.EW, "B": Vulnerability.ALL,
}  # fmt: skip
_CALL = re.compile(
    r"([PXRAY]|--|[1-7](?:NT?|[SHDC\u2660\u2665\u2666\u2663]))([!?*]*)(?:\^(\d))?", re.IGNORECASE
)
_CARD = re.compile(r"([SHDC]?)([2-9TJQKA])([!?*]*)(?:\^(\d))?", re.IGNORECASE)
_CONTRACT = re.compile(r"([1-7])(NT?|[SHDC])(XX?|R)?:([NESW])(?::([NESW]))?.*", re.IGNORECASE)
_RESULT = re.compile(r"(\d+|P)?\s*([+-][0-9]{1,9})?(?::(.*))?", re.IGNORECASE)
_NAMED = re.compile(r"\^(\d)")
_HEAD = "% RBN\n\n"
_MOST_PARTS = {"T": 2, "L": 2, "E": 2, "S": 2, "K": 4, "N": 4, "B": 2}
_CALLS = {"Pass": "P", "X": "X", "XX": "R"}
_LETTERS = {sides: letter for letter, sides in _SIDES.items()}

Fields = Mapping[str, str]
T = TypeVar("T")


def _parts(value: str) -> list[str]:
    """Split at single colons; a double colon is a colon of the text."""
    return [part.replace("\0", ":") for part in value.replace("::", "\0").split(":")]


def _noted(turn: Turn, marks: str, note: str | None, notes: Mapping[str, str]) -> Turn:
    mark = "".join(letter for letter in marks if letter in "!?")
    text = "" if "*" in marks else None
    return replace(turn, mark=mark, note=notes.get(note, "") if note else text)


_Head = tuple[Seat | None, Vulnerability | None, str]


def _head(value: str) -> _Head:
    """Return dealer, vulnerability and the rest of an auction; without a head west deals."""
    head, _, rounds = value.partition(":")
    letters = head.strip().upper()
    if not re.fullmatch(r"(?:[NESW][ZNEB?]?)?", letters):
        raise CardError(f"'{head}' is not a dealer and a vulnerability (Z, N, E, B or ?)")
    dealer = Seat.of(letters[0]) if letters else Seat.WEST
    return dealer, _SIDES.get(letters[1:2]), rounds


def _auction(rounds: str, notes: Fields) -> list[Turn]:
    """Return the calls of an auction.

    :raises CardError: if there is anything else
    """
    turns: list[Turn] = []
    word, position = re.sub(r"[:,\s]", "", rounds), 0
    while position < len(word):
        match = _CALL.match(word, position)
        if match is None:
            raise CardError(f"'{word[position:]}' is not a call")
        position = match.end()
        letter = match[1].upper()
        if letter == "A":
            turns += [Turn("Pass")] * closing_passes(turns)
        elif letter == "Y":
            turns.append(Turn("+"))
        else:
            call = "Pass" if letter == "--" else call_word(letter) or ""
            turns.append(_noted(Turn(call), match[2], match[3], notes))
    return turns


def _cards(value: str, notes: Fields) -> list[Turn]:
    """Return the cards of a play in their order; a pseudo-play ends it."""
    cards: list[Turn] = []
    for trick in value.split(":"):
        word, position, led, before = "".join(trick.split()), 0, "", len(cards)
        while position < len(word):
            match = _CARD.match(word, position)
            if match is None:
                if word[position] in "-~+.Yy":
                    return cards
                raise CardError(f"'{word[position:]}' is not a card")
            position = match.end()
            led = led or match[1].upper()
            if not led:
                raise CardError(f"'{trick}' does not say which suit is led")
            card = Turn((match[1] or led).upper() + match[2].upper())
            if len(cards) - before == 4:
                raise CardError(f"'{trick.strip()}' has more than the four cards of a trick")
            cards.append(_noted(card, match[3], match[4], notes))
    return cards


def _hands(value: str) -> Hands:
    """Return the hands of ``H``: a seat, then each hand after a colon or a semicolon."""
    pieces = re.split(r"[:;]", value.strip())
    first = Seat.of(pieces[0])
    if len(pieces) > 5:
        raise CardError(f"a deal has four hands, not {len(pieces) - 1}")
    hands: list[int | None] = [None] * 4
    for index, piece in enumerate(pieces[1:]):
        suits = [*piece.split("."), "", "", ""]
        if piece.count(".") > 3:
            raise CardError(f"'{piece}' has more than four suits")
        hands[(first + index) % 4] = sum(
            suit_bits(ranks) << 13 * (3 - suit) for suit, ranks in enumerate(suits[:4])
        )
    return hands_of(hands)


def _tags(fields: Fields) -> dict[str, str]:
    """Return the tags for the event, the players and the score."""
    tags: dict[str, str] = {}
    for label, names in _PAIRS.items():
        tags |= dict(zip(names, _parts(fields.get(label, "")), strict=False))
    date = re.fullmatch(r"([\d?]{4})([\d?]{2})([\d?]{2})", fields.get("D", ""))
    tags["Date"] = ".".join(date.groups()) if date else ""
    tags["RBNDate"] = "" if date else fields.get("D", "")
    scoring = fields.get("F", "")
    tags["Scoring"] = _SCORINGS.get(scoring.upper(), "")
    tags["RBNScoring"] = "" if tags["Scoring"] else scoring
    teams = _parts(fields.get("K", ""))
    tags |= dict(zip(("HomeTeam", "VisitTeam", "RBNCarry1", "RBNCarry2"), teams, strict=False))
    people = [*_parts(fields.get("N", "")), "", "", "", ""]
    for pair, seats in zip(people, (("North", "South"), ("West", "East")), strict=False):
        tags |= dict(zip(seats, pair.split("+"), strict=False))
    tags["Room"] = {"O": "Open", "C": "Closed"}.get(people[2].upper(), people[2])
    tags["RBNInfo"] = people[3]
    tags["Section"] = [*_parts(fields.get("B", "")), ""][1]
    tags |= {"RBNMakes": fields.get("M", ""), "RBNItems": fields.get("I", "")}
    return {name: text.strip() for name, text in tags.items() if text.strip()}


def _result(value: str) -> dict[str, str]:
    match = _RESULT.fullmatch(value.strip())
    if match is None:
        raise CardError(f"'{value}' is not a result")
    tags = {"Result": match[1] or "", "RBNEffective": match[3] or ""}
    if match[2]:
        points = int(match[2])
        tags["Score"] = f"NS {points}"
    if tags["Result"].upper() == "P":
        tags |= {"Result": "", "Contract": "Pass"}
    return {name: text for name, text in tags.items() if text}


def _board(fields: Fields, comments: Sequence[str] = ()) -> tuple[Board, list[tuple[str, str]]]:
    """Return the board of a record, and the labels and faults of fields that cannot be read.

    Notes are under ``A0`` to ``A9`` and ``P0`` to ``P9``. A field that cannot be read becomes a
    comment; only the hands decide whether there is a board.

    :raises CardError: if the hands cannot be read
    """
    unread, faults = list[str](), list[tuple[str, str]]()

    def alone(name: str, label: str, text: str, read: Callable[[], T], otherwise: T) -> T:
        try:
            return read() if text else otherwise
        except CardError as error:
            faults.append((label, str(error)))
            unread.append(as_written(name, text))
            return otherwise

    hands = _hands(fields["H"]) if fields.get("H", "").strip() else UNKNOWN
    number = _parts(fields.get("B", ""))[0].strip()
    if number and small_number(number) is None:
        faults.append(("B", f"'{number[:40]}' is not the number of a board"))
        unread.append(as_written("board", number))
    for label, most in _MOST_PARTS.items():
        parts = _parts(fields.get(label, ""))
        if beyond := [part.strip() for part in parts[most:] if part.strip()]:
            faults.append((label, f"{label} has more than {most} parts: {', '.join(beyond)[:40]}"))
            unread.append(as_written(label, fields[label]))
    called = {label[1]: text for label, text in fields.items() if label[:1] == "A" and label[1:]}
    played = {label[1]: text for label, text in fields.items() if label[:1] == "P" and label[1:]}
    notes = " ".join(f"^{key} {note}" for key, note in called.items())
    words = f"{fields['A']} {notes}".strip() if fields.get("A") else ""
    head: _Head = (None, None, "")
    dealer, sides, rounds = alone("auction", "A", words, lambda: _head(fields["A"]), head)
    no_calls, no_tags = list[Turn](), dict[str, str]()
    words = words if rounds else ""
    calls = alone("auction", "A", words, lambda: _auction(rounds, called), no_calls)
    no_contract: tuple[dict[str, str], Seat | None] = (no_tags, None)
    contract, leader = alone(
        "contract", "C", fields.get("C", ""), lambda: _contract_of(fields), no_contract
    )
    result = alone("result", "R", fields.get("R", ""), lambda: _result(fields["R"]), no_tags)
    board = Board(
        number=small_number(number),
        dealer=dealer,
        vulnerability=sides,
        hands=hands,
        tags=_tags(fields) | contract | result,
        auction=tuple(calls),
        leader=leader,
    )
    text = fields.get("P", "")
    board = alone("play", "P", text, lambda: with_play(board, _cards(text, played)), board)
    for label, notes_of in (("A", called), ("P", played)):
        if all(label != failed for failed, _ in faults):
            named = set(_NAMED.findall(fields.get(label, "")))
            faults += [
                (label + key, f"no {'call' if label == 'A' else 'card'} has the note {key}")
                for key in notes_of
                if key not in named
            ]
    return replace(board, comments=(*unread, *comments)), faults


def _contract_of(fields: Fields) -> tuple[dict[str, str], Seat | None]:
    """Return the tags of the contract, and the leader if it names one.

    :raises CardError: if it is not a contract
    """
    match = _CONTRACT.fullmatch(fields["C"].strip())
    if match is None:
        raise CardError(f"'{fields['C']}' is not a contract; write it as 4SX:S")
    strain = "NT" if match[2].upper().startswith("N") else match[2].upper()
    risk = (match[3] or "").upper().replace("R", "XX")
    tags = {"Contract": f"{match[1]}{strain}{risk}", "Declarer": match[4].upper()}
    return tags, None if match[5] is None else Seat.of(match[5])


@dataclass
class RecordFields:
    """The fields of one record from line ``line`` on, before they become a board.

    ``joined`` says that the next record begins without a space between. Notes are under the label
    that they follow and their digit: ``A0`` to ``A9``, ``P0`` to ``P9``.
    """

    line: int = 0
    fields: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)  # where the fields are
    comments: list[str] = field(default_factory=list)
    repeated: list[Problem] = field(default_factory=list)
    problem: Problem | None = None
    section: str = "A"
    joined: Problem | None = None

    @property
    def begun(self) -> bool:
        """Whether there is a field, or a line that is none."""
        return bool(self.fields or self.problem)

    def repeats(self, label: str, value: str) -> bool:
        """Whether a field is another board's number or hands, so that a new record begins."""
        return label in "BH" and self.fields.get(label, value) != value

    def note(self, digit: str, text: str, line: int) -> None:
        """Add a note to the auction or the play, whichever field came last."""
        label = self.section + digit
        if self.fields.get(label, text) != text:
            message = f"the note {label} occurs twice; '{self.fields[label][:40]}' is skipped"
            self.repeated.append(Problem(line, 1, message, False))
        self.fields[self.section + digit], self.lines[self.section + digit] = text, line

    def add(self, label: str, value: str, line: int) -> None:
        """Add a field; of several with one label the last one counts."""
        if self.fields.get(label, value) != value:
            message = f"the field {label} occurs twice; '{self.fields[label][:40]}' is skipped"
            self.repeated.append(Problem(line, 1, message, False))
        self.fields[label], self.lines[label] = value, line
        self.section = label if label in "AP" else self.section


def read_records(records: Iterable[RecordFields]) -> Iterator[Board | Problem]:
    """Yield the board of each record; missing lasting fields repeat those of the record before."""
    lasting = dict[str, str]()
    for record in records:
        fields = {**lasting, **record.fields}
        lasting = {label: fields[label] for label in _LASTING if label in fields}
        if record.joined is not None:
            yield record.joined
        if record.problem is not None:
            side = "H" in record.fields or not record.problem.dropped
            yield replace(record.problem, dropped=not side)
            if "H" not in record.fields:  # the line may be the hands
                continue
        try:
            board, faults = _board(fields, record.comments)
            yield board
            yield from record.repeated
            for label, fault in faults:
                yield Problem(record.lines.get(label, record.line), 1, fault, False)
        except CardError as error:
            yield Problem(record.line, 1, str(error))


def _records(text: str) -> Iterator[RecordFields]:
    """Yield the records of a text; a comment between them belongs to the one after it."""
    draft, paragraph, number = RecordFields(), list[str](), 1
    for number, line in enumerate([*lines_of(text.lstrip("\ufeff")), ""], 1):
        if paragraph or line.startswith("{"):
            paragraph.append(line)
            if line.rstrip().endswith("}") or not line.strip():
                comment = "\n".join(paragraph).strip().strip("{}").strip()
                draft.comments.append(comment)
                if _HANDS.search(comment):
                    first = number - len(paragraph) + 1
                    message = f"a comment holds a record, in lines {first} to {number}"
                    yield RecordFields(problem=Problem(first, 1, message, False))
                paragraph = []
            if line.strip():
                continue
        if not line.strip():
            if draft.begun:
                yield draft
                draft = RecordFields()  # a comment alone belongs to the record after it
        elif not line.startswith("%"):
            label, value = line[0], line[1:].strip()
            if label in LABELS and draft.repeats(label, value):
                draft.joined = Problem(number, 1, f"{RUN_ON}: {line[:40]}", False)
                yield draft
                draft = RecordFields()
            draft.line = draft.line or number
            _take(draft, line, number)
    yield from _behind(draft, number)


def _behind(draft: RecordFields, number: int) -> Iterator[RecordFields]:
    """Yield notes on the comments behind the last record."""
    for comment in draft.comments:
        message = f"a comment without a board is not read: {comment[:40]}"
        yield RecordFields(problem=Problem(number, 1, message, False))


def _take(draft: RecordFields, line: str, number: int) -> None:
    label, value = line[0], line[1:].strip()
    if label in LABELS and line[1:2] in ("", " "):
        draft.add(label, value, number)
    elif label.isdigit() and line[1:2] == " ":
        draft.note(label, value, number)
    elif draft.problem is None:
        draft.problem = Problem(number, 1, f"'{line[:40]}' {_UNLABELLED}")


def _read(text: str) -> Iterator[Board | Problem]:
    """Read the records of a text."""
    return read_records(_records(text))


def _plain(text: str) -> str:
    """Return a text without line ends and braces."""
    return " ".join(text.translate({ord("{"): "(", ord("}"): ")"}).split())


def _joined(texts: Sequence[str]) -> str:
    """Join texts by colons, without empty ones at the end."""
    plain_texts = [_plain(text).replace(":", "::") for text in texts]
    while plain_texts and not plain_texts[-1]:
        plain_texts.pop()
    first, *others = plain_texts or [""]
    # two colons side by side would be one of the text
    return ":".join(
        [first, *(text if text[:1] not in ("", ":") else f" {text}" for text in others)]
    )


def _marked(turn: Turn, text: str, notes: dict[str, str], label: str) -> str:
    """Return a call or a card with its marks; an eleventh note becomes a plain alert."""
    mark = turn.mark if re.fullmatch("[!?]*", turn.mark) else ""
    if turn.note is None:
        return text + mark
    note = _plain(turn.note)
    key_found = next((key for key, value in notes.items() if value == note), None)
    if not note or (key_found is None and len(notes) == 10):
        return f"{text}{mark}*"
    key = key_found or f"{label}{len(notes)}"
    notes[key] = note
    return f"{text}{mark}^{key[1]}"


def _auction_text(board: Board, notes: dict[str, str]) -> str:
    if board.dealer is None:
        return ""
    calls = []
    for turn in board.auction:
        if turn.text == "+":
            calls.append("Y")
        elif turn.text[0] not in "^-*":
            call = _CALLS.get(turn.text, turn.text.replace("NT", "N"))
            calls.append(_marked(turn, call, notes, "A"))
    if not closing_passes(board.auction) and calls[-3:] == ["P", "P", "P"] and len(calls) > 4:
        calls[-3:] = ["A"]
    sides = "?" if board.vulnerability is None else _LETTERS[board.vulnerability]
    rounds = ["".join(calls[start : start + 4]) for start in range(0, len(calls), 4)]
    return ":".join([board.dealer.letter + sides, *rounds])


def _play_text(board: Board, notes: dict[str, str]) -> str:
    tricks: list[str] = []
    led = ""
    for index, (_, turn) in enumerate(in_order(board)):
        if index % 4 == 0:
            tricks.append("")
            led = turn.text[0]
        text = turn.text[1:] if index % 4 and turn.text[0] == led else turn.text
        tricks[-1] += _marked(turn, text, notes, "P")
    return ":".join(tricks)


def _hands_text(board: Board) -> str:
    if not any(board.hands):
        return ""
    hands = ["" if hand is None else hand_text(hand) for hand in board.hands]
    return ":".join([Seat.NORTH.letter, *hands])


def _names(tags: Mapping[str, str]) -> str:
    pairs = []
    for pair in (("North", "South"), ("West", "East")):
        names = [tags.get(name, "").replace("+", " ") for name in pair]
        pairs.append("+".join(names) if any(names) else "")
    room = {"Open": "O", "Closed": "C"}.get(tags.get("Room", ""), tags.get("Room", ""))
    return _joined([*pairs, room, tags.get("RBNInfo", "")])


def _result_text(board: Board) -> str:
    tags = board.tags
    result = tags.get("Result", "") if re.fullmatch("[0-9]{1,9}", tags.get("Result", "")) else ""
    if tags.get("Contract", "").upper() == "PASS" and not board.auction:
        result = "P"
    score = re.fullmatch(r"(NS|EW) ([+-]?[0-9]{1,9})", tags.get("Score", ""))
    points = 0 if score is None else int(score[2]) * (1 if score[1] == "NS" else -1)
    text = result + ("" if score is None else f"{points:+d}")
    effective = _plain(tags.get("RBNEffective", ""))
    return f"{text}:{effective}" if effective else text


def _fields(board: Board) -> dict[str, str]:
    """Return the fields of a board in order, with notes after the auction and after the play."""
    tags = board.tags
    date = tags.get("Date", "")
    called, played = dict[str, str](), dict[str, str]()
    fields = {
        "D": date.replace(".", "") if re.fullmatch(r"[\d?]{4}\.[\d?]{2}\.[\d?]{2}", date) else "",
        **{
            label: _joined([tags.get(name, "") for name in names])
            for label, names in _PAIRS.items()
        },
        "F": next((k for k, v in _SCORINGS.items() if v == tags.get("Scoring")), ""),
        "K": _joined(
            [tags.get(n, "") for n in ("HomeTeam", "VisitTeam", "RBNCarry1", "RBNCarry2")]
        ),
        "N": _names(tags),
        "B": _joined(["" if board.number is None else str(board.number), tags.get("Section", "")]),
        "H": _hands_text(board),
        "A": _auction_text(board, called),
        **called,
    }
    fields["D"] = fields["D"] or _plain(tags.get("RBNDate", ""))
    fields["F"] = fields["F"] or _plain(tags.get("RBNScoring", ""))
    fields["C"] = _contract(board)
    fields["P"] = _play_text(board, played)
    fields |= {**played, "R": _result_text(board)}
    fields["M"], fields["I"] = _plain(tags.get("RBNMakes", "")), _plain(tags.get("RBNItems", ""))
    return fields


def _contract(board: Board) -> str:
    contract = board_contract(board)
    if contract is None or "Contract" not in board.tags:
        return ""
    text = f"{contract.level}{contract.strain.replace('NT', 'N')}{contract.risk}"
    text += f":{contract.declarer.letter}"
    return text if board.leader is None else f"{text}:{board.leader.letter}"


class RecordWriter(BoardWriter):
    """Writes records with every lasting field, because readers differ in the fields they repeat.

    A subclass writes one record with ``record``; ``head`` is the text before the first.
    """

    head: str
    _before: Mapping[str, str] = MappingProxyType({})

    @abstractmethod
    def record(self, fields: Fields, comments: Sequence[str]) -> str:
        """Return the text of a record; an empty field ends a lasting one of the previous record."""

    def begin(self) -> str:
        return self.head

    def boards(self, entries: Sequence[Entry]) -> str:
        return "".join(self._text(entry.board) for entry in entries)

    def _text(self, board: Board) -> str:
        board = with_cards_in_order(board)
        fields, before = _fields(board), self._before
        self._before = fields
        kept = {
            label: value
            for label, value in fields.items()
            if value or (label in _LASTING and before.get(label))
        }
        return self.record(kept, board.comments)


class _Records(RecordWriter):
    """Writes records of a line for each field, with a blank line after each record."""

    head = _HEAD

    def record(self, fields: Fields, comments: Sequence[str]) -> str:
        lines = [f"{label[-1]} {value}".rstrip() for label, value in fields.items()]
        lines += ["{" + _plain(comment) + "}" for comment in comments]
        return "\n".join(lines) + "\n\n"


FORMAT = Format(
    "Pavlicek's notation, a labelled line a field", (".rbn",), _read, _Records, results=False
)
