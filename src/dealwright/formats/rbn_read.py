"""Reading Richard Pavlicek's bridge notation (RBN 3.2), a labelled line for each field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Seat, suit_bits
from dealwright.errors import CardError
from dealwright.formats.bidding import call_word, closing_passes, contract_tags, with_play
from dealwright.formats.records import (
    UNKNOWN,
    Board,
    Hands,
    Problem,
    Record,
    Turn,
    hands_of,
    small_number,
)

__all__ = ["LABELS", "LASTING", "PAIRS", "SCORINGS", "SIDES", "board_of_fields", "read"]

LABELS = "DTLESFKNBHACPRMI"
LASTING = "DTLESFKNBH"  # where absent, these repeat from the record before
PAIRS = {
    "T": ("Description", "RBNTitle2"),
    "L": ("Site", "RBNLocation2"),
    "E": ("Event", "RBNEvent2"),
    "S": ("Stage", "RBNSession2"),
}
SCORINGS = {"I": "IMP", "M": "MP"}
SIDES = {
    "Z": Vulnerability.NONE, "N": Vulnerability.NS, "E": Vulnerability.EW, "B": Vulnerability.ALL,
}  # fmt: skip
_CALL = re.compile(r"([PXRAY]|[1-7](?:NT?|[SHDC]))([!?*]*)(?:\^(\d))?", re.IGNORECASE)
_CARD = re.compile(r"([SHDC]?)([2-9TJQKA])([!?*]*)(?:\^(\d))?", re.IGNORECASE)
_CONTRACT = re.compile(r"([1-7])(NT?|[SHDC])(XX?|R)?:([NESW])(?::([NESW]))?.*", re.IGNORECASE)
_RESULT = re.compile(r"(\d+|P)?\s*([+-][0-9]{1,9})?(?::(.*))?", re.IGNORECASE)

Fields = Mapping[str, str]


def _parts(value: str) -> list[str]:
    """Split at single colons; two together are one of the text."""
    return [part.replace("\0", ":") for part in value.replace("::", "\0").split(":")]


def _noted(turn: Turn, marks: str, note: str | None, notes: Mapping[str, str]) -> Turn:
    mark = "".join(letter for letter in marks if letter in "!?")
    text = "" if "*" in marks else None
    return replace(turn, mark=mark, note=notes.get(note, "") if note else text)


def _auction(value: str, notes: Fields) -> tuple[Seat, Vulnerability | None, tuple[Turn, ...]]:
    """Return dealer, vulnerability and calls; without a head west deals."""
    head, _, tail = value.partition(":")
    letters = head.strip().upper()
    if not re.fullmatch(r"(?:[NESW][ZNEB?]?)?", letters):
        raise CardError(f"'{head}' is not a dealer and a vulnerability (Z, N, E, B or ?)")
    dealer = Seat.parse(letters[0]) if letters else Seat.WEST
    turns: list[Turn] = []
    word, at = re.sub(r"[:\s]", "", tail), 0
    while at < len(word):
        match = _CALL.match(word, at)
        if match is None:
            raise CardError(f"'{word[at:]}' is no call")
        at = match.end()
        letter = match[1].upper()
        if letter == "A":
            turns += [Turn("Pass")] * closing_passes(turns)
        elif letter == "Y":
            turns.append(Turn("+"))
        else:
            turns.append(_noted(Turn(call_word(letter) or ""), match[2], match[3], notes))
    return dealer, SIDES.get(letters[1:2]), tuple(turns)


def _cards(value: str, notes: Fields) -> list[Turn]:
    """Return the cards of a play in their order; a pseudo-play ends it."""
    cards: list[Turn] = []
    for trick in value.split(":"):
        word, at, led = "".join(trick.split()), 0, ""
        while at < len(word):
            match = _CARD.match(word, at)
            if match is None:
                if word[at] in "-~+.Yy":
                    return cards
                raise CardError(f"'{word[at:]}' is no card")
            at = match.end()
            led = led or match[1].upper()
            if not led:
                raise CardError(f"'{trick}' does not say which suit is led")
            card = Turn((match[1] or led).upper() + match[2].upper())
            cards.append(_noted(card, match[3], match[4], notes))
    return cards


def _hands(value: str) -> Hands:
    """Return the hands of ``H``: a seat, then each hand behind a colon or a semicolon."""
    pieces = re.split(r"[:;]", value.strip())
    first = Seat.parse(pieces[0])
    if len(pieces) > 5:
        raise CardError(f"a deal has four hands, not {len(pieces) - 1}")
    hands: list[int | None] = [None] * 4
    for at, piece in enumerate(pieces[1:]):
        suits = [*piece.split("."), "", "", ""]
        if piece.count(".") > 3:
            raise CardError(f"'{piece}' has more than four suits")
        hands[(first + at) % 4] = sum(
            suit_bits(ranks) << 13 * (3 - suit) for suit, ranks in enumerate(suits[:4])
        )
    return hands_of(hands)


def _tags(fields: Fields) -> dict[str, str]:
    """Return the tags of the fields about the event, the players and the score."""
    tags: dict[str, str] = {}
    for label, names in PAIRS.items():
        tags |= dict(zip(names, _parts(fields.get(label, "")), strict=False))
    date = re.fullmatch(r"([\d?]{4})([\d?]{2})([\d?]{2})", fields.get("D", ""))
    tags["Date"] = ".".join(date.groups()) if date else ""
    tags["RBNDate"] = "" if date else fields.get("D", "")
    scoring = fields.get("F", "")
    tags["Scoring"] = SCORINGS.get(scoring.upper(), "")
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
        raise CardError(f"'{value}' is no result")
    tags = {"Result": match[1] or "", "RBNEffective": match[3] or ""}
    if match[2]:
        points = int(match[2])
        tags["Score"] = f"NS {points}"
    if tags["Result"].upper() == "P":
        tags["Result"] = ""
    return {name: text for name, text in tags.items() if text}


def board_of_fields(fields: Fields, comments: Sequence[str] = ()) -> Board:
    """Return the board of a record; notes are under ``A0`` to ``A9`` and ``P0`` to ``P9``.

    :raises CardError: if a field cannot be read
    """
    tags = _tags(fields)
    number = _parts(fields.get("B", ""))[0].strip()
    called = {label[1]: text for label, text in fields.items() if label[:1] == "A" and label[1:]}
    played = {label[1]: text for label, text in fields.items() if label[:1] == "P" and label[1:]}
    dealer: Seat | None = None
    sides: Vulnerability | None = None
    auction: tuple[Turn, ...] = ()
    if fields.get("A"):
        dealer, sides, auction = _auction(fields["A"], called)
    tags |= contract_tags(auction, dealer)
    leader = None
    if fields.get("C"):
        match = _CONTRACT.fullmatch(fields["C"].strip())
        if match is None:
            raise CardError(f"'{fields['C']}' is no contract; write it as 4SX:S")
        strain = "NT" if match[2].upper().startswith("N") else match[2].upper()
        risk = (match[3] or "").upper().replace("R", "XX")
        tags |= {"Contract": f"{match[1]}{strain}{risk}", "Declarer": match[4].upper()}
        leader = Seat.parse(match[4]).left if match[5] is None else Seat.parse(match[5])
    tags |= _result(fields.get("R", ""))
    board = Board(
        number=small_number(number),
        dealer=dealer,
        vulnerability=sides,
        hands=_hands(fields["H"]) if fields.get("H", "").strip() else UNKNOWN,
        tags=tags,
        auction=auction,
        comments=tuple(comments),
    )
    board = with_play(board, _cards(fields.get("P", ""), played))
    return board if board.play or not _leads(fields) else replace(board, leader=leader)


def _leads(fields: Fields) -> bool:
    """Tell whether the contract names the leader."""
    return fields.get("C", "").count(":") > 1


@dataclass
class _Draft:
    """A record while its lines are read."""

    line: int = 0
    fields: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    problem: Problem | None = None
    section: str = "A"


def _drafts(text: str) -> Iterator[_Draft]:
    """Yield the records of a text."""
    draft, paragraph = _Draft(), list[str]()
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if paragraph or line.startswith("{"):
            paragraph.append(line)
            if line.rstrip().endswith("}") or not line.strip():
                draft.comments.append("\n".join(paragraph).strip().strip("{}").strip())
                paragraph = []
            if line.strip():
                continue
        if not line.strip():
            if draft.fields or draft.problem or draft.comments:
                yield draft
            draft = _Draft()
        elif not line.startswith("%"):
            draft.line = draft.line or number
            _take(draft, line, number)


def _take(draft: _Draft, line: str, number: int) -> None:
    label, value = line[0], line[1:].strip()
    if label in LABELS and line[1:2] in ("", " "):
        draft.fields[label] = value
        draft.section = label if label in "AP" else draft.section
    elif label.isdigit() and line[1:2] == " ":
        draft.fields[draft.section + label] = value
    elif draft.problem is None:
        draft.problem = Problem(number, 1, f"'{line[:40]}' begins with no label of RBN")


def read(text: str) -> Record:
    """Read the records of a text."""
    boards, problems, lasting = [], list[Problem](), dict[str, str]()
    for draft in _drafts(text.lstrip("\ufeff")):
        if not draft.fields and not draft.problem:
            continue  # a remark between records
        fields = {**lasting, **draft.fields}
        lasting = {label: fields[label] for label in LASTING if label in fields}
        if draft.problem is not None:
            problems.append(draft.problem)
            continue
        try:
            boards.append(board_of_fields(fields, draft.comments))
        except CardError as error:
            problems.append(Problem(draft.line, 1, str(error)))
    return Record(tuple(boards), tuple(problems))
