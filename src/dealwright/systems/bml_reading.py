"""BML (bridge bidding markup) read into the text of a system.

The format is that of the converters ``bridge-markup`` (PyPI), version 2.7: paragraphs whose first
line begins with a call are tables, a line of a table is a call and a description, and calls that
answer it are indented below. A description that is a hand in words becomes a rule. Any other stays
in the text as a comment and is listed with the reason: nothing is guessed.

A book describes each call by itself, and a notrump may stand below the club that it is an exception
of. So a rule is moved above more general ones that would take most of its hands. What is lost to
others is told, for the order of a book does not say which of two calls such a hand makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dealwright.base.errors import CardError, ConditionError
from dealwright.base.kernels import PredealtPack, deal_uniform, key_from_bytes
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.conditions.nodes import Measure, Node
from dealwright.conditions.phrases import read_hand_of
from dealwright.conditions.text_reader import plain_text
from dealwright.deals.features import default_features
from dealwright.planning.sampling.evaluation import values_of
from dealwright.systems.caller import SUITS_OF
from dealwright.systems.calls import OTHER_SUIT, MadeCall, Position, position_of, position_text
from dealwright.systems.disjoint import box_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BmlSystem", "UnreadLine", "read_bml"]

_MOST_LINES = 100_000  # after pasting
_CALLS = {
    "P": "Pass", "PASS": "Pass", "D": "X", "X": "X", "DBL": "X", "R": "XX", "XX": "XX",
    "RDBL": "XX",
}  # fmt: skip
_BID = re.compile(r"([1-7])(NT|N|[CDHSN]+|o?[Mm]|[XYZ]|red|black)\Z")
_STEPS = re.compile(r"(\d{1,2})steps?\Z")
_ROW = re.compile(r"(\s*)(?:#HIDE\s+)?(\S+)(?:[ \t]*=[ \t]*|[ \t]+|\Z)(.*)\Z", re.DOTALL)
_DIRECTIVE = re.compile(r"\s*#(VUL|SEAT|INCLUDE|\+)\s*(.*)\Z", re.IGNORECASE)
_CUT = re.compile(r"\s*#(CUT|COPY)\s+(\S+)", re.IGNORECASE)
_END = re.compile(r"\s*#END(CUT|COPY)\b", re.IGNORECASE)
_PASTE = re.compile(r"(\s*)#PASTE\s+(\S+)(.*)\Z", re.IGNORECASE)
_SEATS = {"1": (1,), "2": (2,), "3": (3,), "4": (4,), "12": (1, 2), "34": (3, 4)}
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}
# Words about a call that say nothing of the hand.
_OF_CALLS = re.compile(
    r"(?:(?:is|and|to|one|round|game|the|a|not|non-?|semi-?|natural|artificial|forcing|nf|f1|"
    r"conventional|alert(?:able|ed)?|play|sign-?off|relay)[ ,/]*)+\Z", re.IGNORECASE
)  # fmt: skip
# Words before a hand that are about the call, and those about points, which the hand must limit.
_KINDS = re.compile(
    r"(?:(?:transfer|stayman|puppet|splinter|cue-?bid|multi|waiting|takeout|penalty|natural|"
    r"(?P<points>weak|strong|pre-?empt(?:ive)?|invit(?:e|es|ational)|limit raise|constructive|"
    r"gambling))[ /]*)+\Z",
    re.IGNORECASE,
)
_SAMPLE = 50_000  # deals whose hands show which rule is more general
_MORE = 1.1  # times the hands of a rule, from which another is more general
_MOSTLY = 0.5  # the share of its hands that a rule would lose to general ones, and is moved
_NAMED = 0.03  # and the share from which its loss is told
_SUIT_SIGNS = {"!c": "clubs", "!d": "diamonds", "!h": "hearts", "!s": "spades"}
_VARIABLE = re.compile(r"(?<![A-Za-z])(o?[Mm]|[XYZ])(?![A-Za-z])")
_OWN = {"M": "major", "m": "minor"}


class UnreadLine(NamedTuple):
    """A line of BML that is not a rule: its number, its text, and the reason."""

    line: int
    text: str
    reason: str


@dataclass(frozen=True)
class BmlSystem:
    """A system read from BML: its text, the number of its rules, and what was not read.

    ``moved`` has the rules that were moved above more general ones, and those that lose hands to
    others, as sentences.
    """

    text: str
    rules: int
    unread: tuple[UnreadLine, ...]
    moved: tuple[str, ...] = ()


class _Line(NamedTuple):
    """A line, with the number of the line in the file that it comes from."""

    number: int
    text: str


@dataclass
class _Row:
    """A line of a table: its call, its description and the rows below it."""

    line: int
    indent: int
    call: str
    description: str
    column: int
    below: list[_Row] = field(default_factory=list)


@dataclass(frozen=True)
class _Table:
    """A table: the calls before it, its rows, and the seats to which it applies."""

    line: int
    before: Sequence[str]
    rows: Sequence[_Row]
    seats: tuple[int, ...] | None = None
    vulnerable: str = ""


def read_bml(text: str) -> BmlSystem:
    r"""Read BML into the text of a system.

    >>> found = read_bml("1N  15--17 balanced\n2C  Strong\n")
    >>> print(found.text)
    # Read from BML. The first rule that fits is the call.
    <BLANKLINE>
    opening
      1NT  hand{15-17 balanced}  "15--17 balanced"
      # line 2: 2C  Strong
    <BLANKLINE>
    >>> found.rules, found.unread[0].line
    (1, 2)

    :raises ConditionError: if there is no rule, or a pasted part is missing or too long
    """
    return _Reader().read(text)


class _Reader:
    """Collects the rules of each position, in the order of the text."""

    def __init__(self) -> None:
        self.title = ""
        self.unread: list[UnreadLine] = []
        self.blocks: dict[tuple[Position, tuple[int, ...] | None], list[str]] = {}
        self.called: set[tuple[Position, tuple[int, ...] | None, str]] = set()
        self.trees: dict[str, Node] = {}  # of the lines that are rules
        self.moved: list[str] = []
        self.rules = 0

    def read(self, text: str) -> BmlSystem:
        """Return the system of a text."""
        for table in self._tables(_pasted(plain_text(text).split("\n"))):
            for made, suits in _sequences(table.before):
                self._rows(table, table.rows, made, suits)
        if not self.rules:
            raise ConditionError(
                "no line of this BML is a call with a hand in words",
                hint="Write 1NT  15-17 balanced, say, one call a line",
            )
        head = f"# {self.title}\n" if self.title else ""
        parts = [f"{head}# Read from BML. The first rule that fits is the call.\n"]
        for (position, seats), lines in self.blocks.items():
            name = position_text(position) or "opening"
            if seats is not None:
                name = " ".join(["opening", *(_ORDINALS[seat] for seat in seats)])
            lines = self._ordered(name, lines)
            if any(not line.startswith("#") for line in lines):
                parts.append("\n".join([name, *(f"  {line}" for line in lines), ""]))
            else:
                parts.append("\n".join([f"# {name}", *lines, ""]))
        unread = sorted(set(self.unread))
        return BmlSystem("\n".join(parts), self.rules, tuple(unread), tuple(self.moved))

    def _ordered(self, position: str, lines: list[str]) -> list[str]:
        """Return the lines of a position, special rules above the general ones that take them."""
        ordered = list[str]()
        fits = {line: _fits(self.trees[line]) for line in lines if line in self.trees}
        for line in lines:
            place = len(ordered)
            if line in fits and (own := fits[line]).any():
                above = [each for each in ordered if each in fits]
                general = [each for each in above if fits[each].sum() > _MORE * own.sum()]
                general = [each for each in general if (fits[each] & own).any()]
                taken = _share(own, [fits[each] for each in general])
                lost = _share(own, [fits[each] for each in above])
                call = line.split()[0]
                if taken > _MOSTLY:
                    place = ordered.index(general[0])
                    calls = ", ".join(each.split()[0] for each in general)
                    self.moved.append(f"{position}: {call} is moved above {calls}: more general")
                elif lost > _NAMED:
                    self.moved.append(
                        f"{position}: {call} loses {lost:.0%} of its hands to calls above"
                    )
            ordered.insert(place, line)
        return ordered

    def _refuse(self, line: int, text: str, reason: str) -> None:
        self.unread.append(UnreadLine(line, " ".join(text.split()), reason))

    # ---------------------------------------------------------------------------- lines to tables

    def _tables(self, lines: Sequence[_Line]) -> Iterator[_Table]:
        seats, vulnerable = None, "00"
        paragraph = list[_Line]()
        for line in [*lines, _Line(0, "")]:
            if line.text.strip().upper() == "#HIDE":  # from readers of pages only
                continue
            directive = _DIRECTIVE.match(line.text)
            if directive is None and line.text.strip():
                paragraph.append(line)
                continue
            table = self._table(paragraph)
            if table is not None:
                yield replace(table, seats=seats, vulnerable=vulnerable)
            paragraph = []
            if directive is None:
                continue
            name, value = directive[1].upper(), directive[2].strip()
            if name == "SEAT":
                seats = _SEATS.get(value)
            elif name == "VUL":
                vulnerable = value
            elif name == "INCLUDE":
                self._refuse(line.number, line.text, "read the included file by itself")
            elif value.upper().startswith("TITLE:"):
                self.title = self.title or " ".join(value[6:].split())

    def _table(self, paragraph: Sequence[_Line]) -> _Table | None:
        """Return the table of a paragraph; None if it is text."""
        if not paragraph or re.match(r"\s*(?:#HIDE\s+)?[(1-7]", paragraph[0].text) is None:
            return None
        first = _ROW.match(paragraph[0].text)
        assert first is not None
        words = [word for word in re.split(r"[-;]+", first[2]) if word]
        if not words or not all(_is_call(word) for word in words):
            return None
        number = paragraph[0].number
        if not re.search(r"[-;]", first[2]):
            return _Table(number, [], _tree(paragraph))
        rest = _tree(paragraph[1:])
        if first[3].strip():  # 1C-1D hearts: the last call of the line has a description
            row = _Row(number, -1, words.pop(), first[3].strip(), 0, rest)
            rest = [row]
        return _Table(number, words, rest)

    # ----------------------------------------------------------------------------- tables to rules

    def _rows(
        self, table: _Table, rows: Sequence[_Row], made: list[MadeCall], suits: Mapping[str, str]
    ) -> None:
        """Read the rows below a sequence; literal calls go before those with variables."""
        literal = {
            call.call
            for row in rows
            if not _is_variable(row.call)
            for call, _ in _calls(row.call, made, {})
        }
        for row in rows:
            choices = list(_calls(row.call, made, suits))
            if not choices:
                self._refuse(row.line, f"{row.call} {row.description}", "this is not a call here")
            for call, binding in choices:
                if call.call in literal and _is_variable(row.call):
                    continue
                self._row(table, row, made, call, binding)
                self._rows(table, row.below, [*made, call], binding)

    def _row(
        self, table: _Table, row: _Row, made: list[MadeCall], call: MadeCall,
        suits: Mapping[str, str],
    ) -> None:  # fmt: skip
        position = position_of(made)
        key = (position, None if position else table.seats)
        reason = self._fault(table, made, call)
        if not reason and not call.ours and row.description:
            reason = "rules are for calls of the side, not of the opponents"
        if reason:
            self._refuse(row.line, f"{row.call} {row.description}", reason)
            return
        if not call.ours or (*key, call.call) in self.called:
            return  # the first description of a call counts
        lines = self.blocks.setdefault(key, [])
        try:
            hand = _hand(row.description, call.call, row.call, suits)
        except ConditionError as error:
            self._refuse(row.line, f"{row.call} {row.description}", error.message)
            note = " ".join(row.description.split())
            lines.append(f"# line {row.line}: {call.call}  {note}".rstrip())
            return
        self.called.add((*key, call.call))
        self.rules += 1
        note = " ".join(row.description.split()).replace('"', "'")
        line = f'{call.call}  hand{{{hand}}}  "{note}"'
        lines.append(line)
        self.trees[line] = read_hand_of(Seat.NORTH, hand, default_features())

    def _fault(self, table: _Table, made: Sequence[MadeCall], call: MadeCall) -> str:
        """Return why no rule can say a row; "" if one can."""
        position = position_of(made)
        try:
            calls = [*position, call] if call.ours else position_of([*made, call])
            Auction.of(Seat.NORTH, [each.call for each in calls])
        except CardError:
            return f"{call.call} is not legal after {position_text(position) or 'passes'}"
        if table.vulnerable.strip("0"):
            return "a system has no rules by vulnerability"
        if table.seats is not None and position:
            return "only openings have rules by seat"
        return ""


def _pasted(lines: Sequence[str]) -> list[_Line]:
    """Return the lines without comments, with what is pasted in its places."""
    parts: dict[str, list[_Line]] = {}
    out, open_part = list[_Line](), list[_Line]()
    name, kept = "", False
    for number, text in enumerate(lines, 1):
        if text.startswith("//"):
            continue
        cut, paste = _CUT.match(text), _PASTE.match(text)
        if cut is not None:
            name, kept, open_part = cut[2], cut[1].upper() == "COPY", []
        elif _END.match(text) is not None:
            parts[name], name = open_part, ""
            out += open_part if kept else []
        elif paste is not None:
            (open_part if name else out).extend(_paste(paste, parts, number))
        else:
            (open_part if name else out).append(_Line(number, text))
        if len(out) + len(open_part) > _MOST_LINES:
            raise ConditionError(f"line {number}: this BML has more than {_MOST_LINES:,} lines")
    return out


def _paste(paste: re.Match[str], parts: Mapping[str, list[_Line]], number: int) -> list[_Line]:
    if paste[2] not in parts:
        raise ConditionError(
            f"line {number}: there is no part '{paste[2]}' to paste",
            hint="Begin it above with #CUT or #COPY, and end it with #ENDCUT or #ENDCOPY",
        )
    lines = list[_Line]()
    for line in parts[paste[2]]:
        text = line.text
        for pair in paste[3].split():
            old, _, new = pair.partition("=")
            text = text.replace(old, new) if old else text
        lines.append(_Line(line.number, paste[1] + text))
    return lines


def _tree(lines: Sequence[_Line]) -> list[_Row]:
    """Return the rows of a table, each with those below it; a line may continue a description."""
    top, path = list[_Row](), list[_Row]()
    for line in lines:
        match = _ROW.match(line.text)
        assert match is not None
        indent = len(match[1])
        if path and indent == path[-1].column and path[-1].description:
            path[-1].description += f"\n{line.text.strip()}"
            continue
        row = _Row(line.number, indent, match[2], match[3].strip(), match.start(3))
        while path and path[-1].indent >= indent:
            path.pop()
        (path[-1].below if path else top).append(row)
        path.append(row)
    return top


def _is_call(word: str) -> bool:
    bare = word[1:-1] if word.startswith("(") and word.endswith(")") else word
    return bare.upper() in _CALLS or _BID.match(bare) is not None or bool(_STEPS.match(bare))


def _is_variable(word: str) -> bool:
    match = _BID.match(word.strip("()"))
    return _STEPS.match(word) is not None or (
        match is not None and re.fullmatch(r"NT|[CDHSN]+", match[2]) is None
    )


def _sequences(words: Sequence[str]) -> list[tuple[list[MadeCall], Mapping[str, str]]]:
    """Return the sequences of calls that some words stand for, with the suits of variables."""
    sequences: list[tuple[list[MadeCall], Mapping[str, str]]] = [([], {})]
    for word in words:
        sequences = [
            ([*made, call], binding)
            for made, suits in sequences
            for call, binding in _calls(word, made, suits)
        ]
    return sequences


def _calls(
    word: str, made: Sequence[MadeCall], suits: Mapping[str, str]
) -> Iterator[tuple[MadeCall, Mapping[str, str]]]:
    """Yield the calls that a word stands for, each with the suits of its variables."""
    ours = not (word.startswith("(") and word.endswith(")"))
    bare = word if ours else word[1:-1]
    if bare.upper() in _CALLS:
        yield MadeCall(_CALLS[bare.upper()], ours), suits
        return
    steps, bid = _STEPS.match(bare), _BID.match(bare)
    if steps is not None:
        last = next((each.call for each in reversed(made) if each.call[0].isdigit()), None)
        if last is not None:
            number = "CDHSN".index(last[1]) + 5 * int(last[0]) + int(steps[1])
            if number < 40:
                yield MadeCall(_bid(number // 5, "CDHSN"[number % 5]), ours), suits
    elif bid is not None:
        for suit, binding in _suits(bid[2], made, suits):
            yield MadeCall(_bid(int(bid[1]), suit), ours), binding


def _bid(level: int, suit: str) -> str:
    return f"{level}{'NT' if suit == 'N' else suit}"


def _suits(
    name: str, made: Sequence[MadeCall], suits: Mapping[str, str]
) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the suits that a bid may name, each with the suits of the variables after it."""
    if name in ("N", "NT"):
        yield "N", suits
    elif name in ("red", "black"):
        yield from ((suit, suits) for suit in ("DH" if name == "red" else "CS"))
    elif name in suits:
        yield suits[name], suits
    elif name[0] == "o":
        if name[1] in suits:
            yield OTHER_SUIT[suits[name[1]]], suits
    elif name in ("M", "m", "X", "Y", "Z"):
        used = {each.call[1] for each in made if each.call[0].isdigit()} | {*suits.values()}
        for suit in {"M": "HS", "m": "CD"}.get(name, "CDHS"):
            order = [suits.get(each, "") if each != name else suit for each in "XYZ"]
            ranks = ["CDHS".index(each) for each in order if each]
            if suit not in used and (name in _OWN or ranks == sorted(set(ranks))):
                yield suit, {**suits, name: suit}
    else:
        yield from ((suit, suits) for suit in dict.fromkeys(name))


# ------------------------------------------------------------------------------- hands in words


def _hand(description: str, call: str, word: str, suits: Mapping[str, str]) -> str:
    """Return the hand in words of a description.

    :raises ConditionError: if a part of it is neither about the hand nor a known word about calls
    """
    parts = list[str]()
    text = description.replace("--", "-").replace("–", "-")
    for sign, name in _SUIT_SIGNS.items():
        text = text.replace(sign, f" {name} ")
    text = _VARIABLE.sub(lambda match: _named(match[1], suits), text)
    own = SUITS_OF.get(call[1]) if call[0].isdigit() else None
    if own is not None:
        text = re.sub(r"(?<=[\d+] )suit\b", own, text)
        kinds = {"HS": "major", "CD": "minor"}
        kind = kinds.get(word[1:]) or _OWN.get(word[1:])
        if kind is not None:
            text = re.sub(rf"(?<=[\d+] ){kind}\b", own, text)
    for piece in re.split(r"[.;](?:\s+|\Z)|\n|,(?!\d)", text):
        part = re.sub(r"^(?:any )?hand(?:s)? with ", "", " ".join(piece.split()), flags=re.I)
        if part and _OF_CALLS.fullmatch(part) is None:
            parts.append(part)
    about = _KINDS.fullmatch(parts[0]) if len(parts) > 1 else None
    if about is not None:
        parts.pop(0)
    if not parts:
        raise ConditionError("it says nothing about the hand")
    for part in parts:
        read_hand_of(Seat.NORTH, part, default_features())
    hand = ", ".join(parts)
    tree = read_hand_of(Seat.NORTH, hand, default_features())
    points = Measure(default_features()["hcp"], Seat.NORTH)
    if about is not None and about["points"] and points not in box_of(tree):
        raise ConditionError(f"'{about[0]}' says more than the hand: add its points")
    return hand


@cache
def _hands() -> NDArray[np.uint64]:
    """Return random hands, each as the hand of north."""
    masks = deal_uniform(PredealtPack(), key_from_bytes(bytes(32)), 0, _SAMPLE)
    return np.concatenate([np.roll(masks, turn, axis=1) for turn in range(4)])


def _fits(tree: Node) -> NDArray[np.bool_]:
    """Return which of the random hands satisfy a condition of north's."""
    fits: NDArray[np.bool_] = values_of(tree, _hands()) != 0
    return fits


def _share(own: NDArray[np.bool_], others: Sequence[NDArray[np.bool_]]) -> float:
    """Return the share of some hands that others have too."""
    return float(own[np.logical_or.reduce(others)].sum() / own.sum()) if others else 0.0


def _named(variable: str, suits: Mapping[str, str]) -> str:
    """Return the suit of a variable of the calls, or the variable if it has none."""
    if variable in suits:
        return SUITS_OF[suits[variable]]
    if variable[0] == "o" and variable[1] in suits:
        return SUITS_OF[OTHER_SUIT[suits[variable[1]]]]
    return variable
