r"""Reading a bidding system: a text of definitions, positions, and the rules at each position.

::

    strength = 15..17                      # a definition: ranges, or an expression
    opening                                # a position: no bid yet
      1NT   hcp in strength && balanced    "balanced"
      1M    either hcp >= 12 && M >= 5     # two rules: spades, then hearts
      else  Pass
    1NT                                    # after 1NT by partner and a pass
      2C    hcp >= 8 && (spades == 4 || hearts == 4)

Positions and definitions begin a line, rules are indented, and a line that is indented further goes
on with the rule above it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import NoReturn

from dealwright.base.errors import CardError, ConditionError
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.conditions.text_reader import plain_text
from dealwright.scripts.included import ScriptSource, included
from dealwright.systems.caller import VARIABLE, CallerDefinition
from dealwright.systems.calls import (
    CallPattern,
    MadeCall,
    Position,
    bindings,
    position_of,
    position_text,
)
from dealwright.systems.robots.kinds import STATED

__all__ = ["Rule", "SystemText", "read_text"]

_DEFINED = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)[ \t]*=(?!=)")
_OPENING = re.compile(r"opening((?:[ \t]+[1-4](?:st|nd|rd|th)?)*)", re.IGNORECASE)
_NOTE = re.compile(rf'"([^"\n]*)"(?:\s+({"|".join(STATED)}))?\s*\Z')
_COMMENT = re.compile(r'("[^"\n]*")|#[^\n]*|//[^\n]*')  # quoted text is no comment
_RULE = re.compile(r"\s*(\S+)(?:\s+(.*))?\Z", re.DOTALL)
_EITHER = re.compile(r"either\b\s*")  # before the condition of a rule for both suits
_ENDING = "..."  # begins a position that stands for every auction with this end
_MOST_RULES = 100_000


@dataclass(frozen=True)
class Rule:
    """One rule at one position: the call, its condition and its note.

    ``binding`` has the suit letters of its variables; ``at`` is its position in the text, ``where``
    that of its condition. ``seats`` are the seats (1st to 4th to call) to which an opening rule
    applies. ``kind`` is what the text says that the call asks of partner, "" if it says nothing.
    """

    call: str
    condition: str
    note: str
    at: int
    where: int
    binding: tuple[tuple[str, str], ...] = ()
    seats: tuple[int, ...] = (1, 2, 3, 4)
    kind: str = ""

    @property
    def text(self) -> str:
        """The rule as it is written, on one line."""
        condition = " ".join(_without_comments(self.condition).split())
        return f"{self.call}  {condition or 'else'}"


@dataclass
class SystemText:
    """The contents of a system's text: definitions, rules by position, the opponents' file.

    ``endings`` has the rules of positions that begin with dots: they are for every auction that
    ends so and has no rules of its own.
    """

    name: str
    source: ScriptSource
    definitions: dict[str, CallerDefinition] = field(default_factory=dict)
    rules: dict[Position, list[Rule]] = field(default_factory=dict)
    endings: dict[Position, list[Rule]] = field(default_factory=dict)
    opponents: str = ""

    def refuse(self, at: int, message: str, hint: str = "") -> ConditionError:
        """Return the error for a position in the text, with its file, line and column."""
        error = self.source.located(
            ConditionError(message, text=self.source.text, position=at, hint=hint)
        )
        column = error.position - error.text.rfind("\n", 0, error.position)  # type: ignore[operator]
        return ConditionError(
            f"{error.message}, column {column}", text=error.text, position=error.position,
            hint=error.hint, file=error.file or self.name or "system",
        )  # fmt: skip


def read_text(
    text: str,
    name: str = "",
    folders: Sequence[str | PathLike[str]] = (),
    parameters: Mapping[str, str] | None = None,
) -> SystemText:
    """Read the text of a system; ``parameters`` replace definitions.

    :raises ConditionError: if something cannot be read, with file, line and column
    """
    source = included(plain_text(text), {}, folders)
    system_text = SystemText(name, source)
    for note in source.notes:
        raise ConditionError(f"{name or 'system'}, line {note.line}: {note.text}")
    reader = _Lines(system_text)
    for start, line in _lines(source.text):
        reader.line(start, line)
    reader.finish()
    reader.header_has_rules()
    for key, value in (parameters or {}).items():
        if key not in system_text.definitions:
            parameters_known = ", ".join(system_text.definitions) or "none"
            raise ConditionError(f"the system has no parameter '{key}'; it has {parameters_known}")
        system_text.definitions[key] = replace(system_text.definitions[key], text=value)
    if not system_text.rules:
        raise ConditionError(
            f"{name or 'the text'} has no rules",
            hint="Write a position such as opening, and indented below it 1NT hcp in 15..17",
        )
    return system_text


def _without_comments(text: str) -> str:
    """Return a text with comments replaced by blanks, which keeps all positions."""
    return _COMMENT.sub(lambda part: part[1] or " " * len(part[0]), text)


def _lines(text: str) -> list[tuple[int, str]]:
    lines, offset = [], 0
    for line in text.split("\n"):
        lines.append((offset, line))
        offset += len(line) + 1
    return lines


class _Lines:
    """Reads a text line by line; holds the item being read and its start."""

    def __init__(self, found: SystemText) -> None:
        self.found = found
        self.positions: list[tuple[str, int]] = []  # of the block
        self.indent = 0
        self.empty: int | None = None  # offset of positions that have no rule yet
        self.item: tuple[int, str] | None = None  # offset and text of a rule or definition
        self.defines = False
        self.count = 0

    def fail(self, at: int, message: str, hint: str = "") -> NoReturn:
        raise self.found.refuse(at, message, hint)

    def line(self, start: int, line: str) -> None:
        bare = _without_comments(line)
        if not bare.strip():
            if self.item is not None:
                self.item = (self.item[0], f"{self.item[1]}\n{line}")
            return
        indent = len(line) - len(line.lstrip(" \t"))
        if self.item is not None and indent > (0 if self.defines else self.indent):
            self.item = (self.item[0], f"{self.item[1]}\n{line}")
            return
        self.finish()
        if indent:
            if not self.positions:
                self.fail(start + indent, "a rule needs a position above it", "Write opening above")
            self.item, self.indent, self.defines = (start + indent, line[indent:]), indent, False
            self.empty = None
            return
        self.header_has_rules()
        if _DEFINED.match(line):
            self.item, self.defines = (start, line), True
            self.positions = []
        elif (opponents := re.fullmatch(r'opponents[ \t]+"([^"]+)"', bare.strip())) is not None:
            self.found.opponents = opponents[1]
        else:
            self.header(start, bare)

    def header_has_rules(self) -> None:
        """Raise an error for positions without a rule, which may be meant as something else."""
        if self.empty is not None:
            self.fail(
                self.empty, "there is no rule below this",
                "Write a position, and indented below it rules such as 1NT hcp in 15..17",
            )  # fmt: skip

    def header(self, start: int, bare: str) -> None:
        self.positions, self.empty = [], start
        offset = start
        for part in bare.rstrip().removesuffix(":").split(","):
            if not part.strip():
                self.fail(offset, "a position is missing beside the comma", "Write 1H, 1S")
            self.positions.append((part.strip(), offset + len(part) - len(part.lstrip())))
            offset += len(part) + 1

    def finish(self) -> None:
        """Read the rule or the definition that has ended."""
        if self.item is None:
            return
        (at, text), self.item = self.item, None
        if self.defines:
            name = _DEFINED.match(text)
            assert name is not None
            value = _without_comments(text[name.end() :])
            if not value.strip():
                self.fail(at, f"'{name[1]}' has no value", "Write strength = 15..17")
            self.found.definitions[name[1]] = CallerDefinition(name[1], value, at + name.end())
            return
        for position, where in self.positions:
            self.rule(position, where, at, text)

    def rule(self, position: str, where: int, at: int, text: str) -> None:
        """Add a rule to one of its positions, for every suit of its variables."""
        plain = _without_comments(text)
        note = _NOTE.search(plain)
        body = plain[: note.start()] if note else plain
        match = _RULE.fullmatch(body.rstrip())
        if match is None:
            self.fail(at, "this note has no call", 'Write 1NT "a note" 15-17 balanced')
        call, condition, offset = match[1], match[2] or "", match.start(2)
        if call.lower() == "else":
            call, condition = condition.strip(), ""
        elif not condition.strip():
            self.fail(
                at, f"the rule for {call} has no condition", "Write a condition, or else Pass"
            )
        is_either = _EITHER.match(condition)
        if is_either is not None:
            condition, offset = condition[is_either.end() :], offset + is_either.end()
        ending = position.startswith(_ENDING)
        opening = _OPENING.fullmatch(position)
        seats = tuple(int(seat) for seat in re.findall(r"[1-4]", opening[1])) if opening else ()
        patterns = [] if opening else self.position(position, where)
        if ending and not patterns:
            self.fail(where, "calls are missing after the dots", "Write ... 4M")
        shared = "".join(pattern.variables for pattern, _ in patterns)
        call_pattern = CallPattern(call)
        named = {*call_pattern.variables, *(word[-1] for word in VARIABLE.findall(condition))}
        self.check_variables(sorted(named - {*shared}), position, at, is_either is not None)
        for outer in bindings(shared):
            for binding in bindings(shared + call_pattern.variables):
                if any(binding[name] != suit for name, suit in outer.items()):
                    continue
                self.add(
                    [
                        MadeCall(self.word(pattern, binding, where), ours)
                        for pattern, ours in patterns
                    ],
                    Rule(
                        self.word(call_pattern, binding, at), condition,
                        note[1] if note else "", at, at + max(offset, 0),
                        tuple(binding.items()), seats or (1, 2, 3, 4),
                        (note[2] or "") if note else "",
                    ),
                    where, ending=ending,
                )  # fmt: skip

    def check_variables(self, open_: list[str], position: str, at: int, is_either: bool) -> None:
        """Raise an error for variables that a position does not bind, unless the rule says either.

        Else a rule for the suit that was bid is a rule for both suits, the higher first.
        """
        if open_ and not is_either:
            suits = "spades or hearts" if open_[0] == "M" else "diamonds or clubs"
            self.fail(
                at, f"'{open_[0]}' is not a suit of the position {position}",
                f"Name the suit, or write either before the condition: {suits}",
            )  # fmt: skip
        if is_either and not open_:
            self.fail(
                at, "'either' stands for a suit M or m that the position leaves open",
                "Take it away",
            )  # fmt: skip

    def position(self, text: str, where: int) -> list[tuple[CallPattern, bool]]:
        patterns = list[tuple[CallPattern, bool]]()
        for word in re.finditer(r"\S+", text.removeprefix(_ENDING).rjust(len(text))):
            bracketed = word[0].startswith("(") and word[0].endswith(")")
            call = CallPattern(word[0][1:-1] if bracketed else word[0])
            plain = "" if call.variables else self.word(call, {}, where + word.start())
            if plain == "Pass" and not patterns:
                self.fail(
                    where, "a position begins with the first bid, whoever passed before it",
                    "Take the pass away; rules of passed hands are written below opening 3rd 4th",
                )  # fmt: skip
            patterns.append((call, not bracketed))
        return patterns

    def word(self, call: CallPattern, binding: dict[str, str], at: int) -> str:
        try:
            return call.word(binding)
        except CardError as error:
            self.fail(at, str(error), "A position is opening, or calls such as 1NT 2C or 1M (2C)")

    def add(self, calls: list[MadeCall], rule: Rule, where: int, *, ending: bool = False) -> None:
        position = position_of(calls)
        self.count += 1
        if self.count > _MOST_RULES:
            self.fail(rule.at, f"a system has at most {_MOST_RULES:,} rules")
        if ending:  # whether a call is legal depends on what came before
            self.found.endings.setdefault(position, []).append(rule)
            return
        auction = self.checked(position, where, lambda: f"{_said(position)} is not an auction")
        if auction.turn is None:
            self.fail(where, "the auction is over there", "Take a call away")
        if rule.call not in auction.legal_calls:
            self.fail(rule.at, f"{rule.call} is not legal after {_said(position)}", "Bid higher")
        self.found.rules.setdefault(position, []).append(rule)

    def checked(self, position: Position, at: int, message: Callable[[], str]) -> Auction:
        try:
            return Auction.of(Seat.NORTH, [made.call for made in position])
        except CardError as error:
            raise self.found.refuse(at, f"{message()}: {error}", "Correct the position") from None


def _said(position: Position) -> str:
    return position_text(position) or "passes"
