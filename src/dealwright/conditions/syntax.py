"""Reading text by the tables of a grammar: text to parse tree.

tools/grammar_tables.py generates the tables from the grammar files when Dealwright is built; Lark
computes the states. Each is a module with:

- ``TERMINALS``: (name, regular expression, the ASCII characters that it begins with), in the order
  in which they are tried.
- ``IGNORED``: the names of terminals between others (blanks, comments).
- ``SCANNERS``: (indices of the terminals to try, words: pairs of a terminal that may match a word,
and the terminal of that word). The last one tries all.
- ``RULES``: (resulting symbol, number of symbols, name of the tree, whether a single child replaces
it, children: (index, whether its own children replace it, Nones before it), Nones at the end).
- ``STATES``: (scanner, symbols, actions): the state to go to, or ``~rule``.
- ``STARTS``: (name, first state, last state).

In each state only the terminals possible there are tried, so the words of statements can be names
elsewhere. A regular expression is compiled when a text begins like it, because compiling all of
them would take longer than reading a script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

__all__ = ["Parser", "SyntaxFault", "Token", "Tree"]

_END = "$END"


class Token(str):
    """A piece of the text: its terminal and its place, a position counted from 0."""

    __slots__ = ("start_pos", "type")

    type: str
    start_pos: int

    def __new__(cls, kind: str, text: str, start_pos: int) -> Token:
        """Return a token of a terminal."""
        token = super().__new__(cls, text)
        token.type = kind
        token.start_pos = start_pos
        return token

    def __getnewargs__(self) -> tuple[str, str, int]:  # type: ignore[override]
        return self.type, str(self), self.start_pos

    @property
    def end_pos(self) -> int:
        """The position behind it."""
        return self.start_pos + len(self)


class Tree:
    """A part of a text: the name of its rule, the parts it is made of, and its place.

    A missing optional part is None, so readers annotate such children as ``Any``.
    """

    __slots__ = ("children", "data", "end_pos", "start_pos")

    def __init__(self, data: str, children: list[Part], start_pos: int, end_pos: int) -> None:
        self.data = data
        self.children = children
        self.start_pos = start_pos
        self.end_pos = end_pos

    def __repr__(self) -> str:
        return f"Tree({self.data!r}, {self.children!r})"

    def parts(self) -> Iterator[Part]:
        """Yield the tree and all its parts, from left to right."""
        pending: list[Part | None] = [self]
        while pending:
            part = pending.pop()
            if part is not None:
                yield part
            if isinstance(part, Tree):
                pending += reversed(part.children)

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens in it, from left to right."""
        return (part for part in self.parts() if isinstance(part, Token))


Part: TypeAlias = "Tree | Token"
_Span: TypeAlias = "tuple[int, int] | None"


class SyntaxFault(Exception):
    """Syntax error at a position in the text.

    ``found`` is the unexpected text ("" at the end); ``expected`` are the names of the terminals
    that are possible there.
    """

    def __init__(self, position: int, found: str, expected: frozenset[str]) -> None:
        super().__init__(position, found, expected)
        self.position = position
        self.found = found
        self.expected = expected


class _Rule(NamedTuple):
    origin: str
    length: int
    tree: str
    alone: bool
    children: tuple[tuple[int, bool, int], ...]
    nones: int


class _Scanner:
    """Matches some of a grammar's terminals at a position in a text."""

    def __init__(
        self, terminals: Sequence[_Terminal], words: dict[str, list[tuple[str, _Terminal]]]
    ) -> None:
        self.terminals = terminals
        self.words = words
        self.beginning: dict[str, list[_Terminal]] = {}

    def match(self, text: str, position: int) -> tuple[str, str] | None:
        """Return the terminal and the text at a position, or None if no terminal matches."""
        first = text[position]
        candidates = self.beginning.get(first)
        if candidates is None:
            candidates = [terminal for terminal in self.terminals if terminal.may_begin(first)]
            self.beginning[first] = candidates
        for terminal in candidates:
            match_ = terminal.match(text, position)
            if match_:
                for name, word in self.words.get(terminal.name, ()):
                    if word.pattern.fullmatch(match_[0]):
                        return name, match_[0]
                return terminal.name, match_[0]
        return None


class _Terminal:
    """A terminal; its regular expression is compiled when it is first needed."""

    def __init__(self, name: str, expression: str, first: str) -> None:
        self.name = name
        self.expression = expression
        self.first = first
        self._pattern: re.Pattern[str] | None = None

    def may_begin(self, character: str) -> bool:
        return character in self.first or character >= "\x80"

    @property
    def pattern(self) -> re.Pattern[str]:
        if self._pattern is None:
            self._pattern = re.compile(self.expression)
        return self._pattern

    def match(self, text: str, position: int) -> re.Match[str] | None:
        return self.pattern.match(text, position)


class Parser:
    """Reads texts of one grammar, given its tables; stores nothing of the texts."""

    def __init__(self, tables: ModuleType) -> None:
        self._tables = tables
        self._terminals = [_Terminal(*row) for row in tables.TERMINALS]
        self._names = {terminal.name for terminal in self._terminals} | {_END}
        self._ignored = frozenset[str](tables.IGNORED)
        self._rules = [_Rule(*row) for row in tables.RULES]
        self._scanners: list[_Scanner | None] = [None] * len(tables.SCANNERS)
        self._actions: list[dict[str, int] | None] = [None] * len(tables.STATES)
        self._starts = {name: (first, last) for name, first, last in tables.STARTS}

    def parse(self, text: str, start: str) -> Tree:
        """Return the parse tree of a text.

        :raises SyntaxFault: if the grammar does not allow it
        """
        reading = _Reading(self, *self._starts[start])
        position, end = 0, len(text)
        defined_names, previous = set[str](), ""
        while position < end:
            scanner = self._scanner(self._tables.STATES[reading.states[-1]][0])
            matched = scanner.match(text, position)
            if matched is None:
                raise self._unmatched(text, position, reading, scanner)
            name, value = matched
            if name not in self._ignored:
                # A name before "=" is defined. A name before a bracket is a call, unless it is
                # defined; but with a seat in the bracket it is always a call, because scripts may
                # define words of Dealwright, such as ``balanced``.
                if name == "EQUAL":
                    defined_names.add(previous)
                elif name == "CALL" and value in defined_names:
                    name = "NAME"
                reading.feed(Token(name, value, position))
                previous = value
            position += len(value)
        return reading.close(end)

    def _unmatched(
        self, text: str, position: int, reading: _Reading, scanner: _Scanner
    ) -> SyntaxFault:
        """Return the error for a position at which no possible terminal matches."""
        expected = {terminal.name for terminal in scanner.terminals} - self._ignored
        all_terminals = self._scanner(-1)
        while position < len(text):
            matched = all_terminals.match(text, position)
            if matched is None:
                break
            if matched[0] not in self._ignored:
                return SyntaxFault(position, matched[1], reading.accepted() or frozenset(expected))
            position += len(matched[1])
        return SyntaxFault(position, text[position : position + 1], frozenset(expected))

    def _scanner(self, place: int) -> _Scanner:
        scanner = self._scanners[place]
        if scanner is None:
            numbers, pairs = self._tables.SCANNERS[place]
            words: dict[str, list[tuple[str, _Terminal]]] = {}
            for general, word in pairs:
                terminal = self._terminals[word]
                words.setdefault(self._terminals[general].name, []).append(
                    (terminal.name, terminal)
                )
            scanner = _Scanner([self._terminals[number] for number in numbers], words)
            self._scanners[place] = scanner
        return scanner

    def actions(self, state: int) -> dict[str, int]:
        """Return what to do in a state for each symbol."""
        row = self._actions[state]
        if row is None:
            _, symbols, numbers = self._tables.STATES[state]
            row = self._actions[state] = dict(zip(symbols, numbers, strict=True))
        return row

    def rule(self, number: int) -> _Rule:
        """Return a rule by its number."""
        return self._rules[number]

    def is_terminal(self, symbol: str) -> bool:
        """Return whether a symbol is a terminal (or the end)."""
        return symbol in self._names


class _Reading:
    """The parts of one text that are read so far, and the stack of the parser's states."""

    def __init__(self, parser: Parser, first: int, last: int) -> None:
        self._parser = parser
        self._last = last
        self.states = [first]
        self._parts: list[Part] = []
        self._spans: list[_Span] = []

    def feed(self, token: Token) -> None:
        """Add a token.

        :raises SyntaxFault: if it cannot stand here
        """
        self._reduce(token.type, token.start_pos, token)
        self.states.append(self._parser.actions(self.states[-1])[token.type])
        self._parts.append(token)
        self._spans.append((token.start_pos, token.end_pos))

    def close(self, end: int) -> Tree:
        """Return the tree of the whole text.

        :raises SyntaxFault: if the text cannot end here
        """
        while self.states[-1] != self._last:
            self._reduce_once(_END, end, "")
        tree = self._parts[-1]
        assert isinstance(tree, Tree)
        return tree

    def _reduce(self, symbol: str, position: int, found: str) -> None:
        """Apply rules until a symbol can be added."""
        while self._parser.actions(self.states[-1]).get(symbol, -1) < 0:
            self._reduce_once(symbol, position, found)

    def _reduce_once(self, symbol: str, position: int, found: str) -> None:
        actions = self._parser.actions(self.states[-1])
        action = actions.get(symbol)
        if action is None:
            expected = frozenset(filter(self._parser.is_terminal, actions))
            raise SyntaxFault(position, found, self.accepted() or expected)
        rule = self._parser.rule(~action)
        begin = len(self._parts) - rule.length
        parts, spans = self._parts[begin:], [span for span in self._spans[begin:] if span]
        del self._parts[begin:], self._spans[begin:], self.states[begin + 1 :]
        span = (spans[0][0], spans[-1][1]) if spans else None
        self._parts.append(_made(rule, parts, span))
        self._spans.append(span)
        self.states.append(self._parser.actions(self.states[-1])[rule.origin])

    def accepted(self) -> frozenset[str]:
        """Return the terminals that can stand here."""
        possible = filter(self._parser.is_terminal, self._parser.actions(self.states[-1]))
        return frozenset(filter(self._fits, possible))

    def _fits(self, symbol: str) -> bool:
        states = list(self.states)
        while symbol != _END or states[-1] != self._last:
            action = self._parser.actions(states[-1]).get(symbol)
            if action is None:
                return False
            if action >= 0:
                return True
            rule = self._parser.rule(~action)
            del states[len(states) - rule.length :]
            states.append(self._parser.actions(states[-1])[rule.origin])
        return True


def _made(rule: _Rule, parts: list[Part], span: _Span) -> Part:
    """Return the tree, or the single child, that a rule makes of its parts."""
    children: list[Any] = []
    for place, inlined, nones in rule.children:
        if nones:
            children += [None] * nones
        part = parts[place]
        if not inlined:
            children.append(part)
        else:
            assert isinstance(part, Tree)
            if children:
                children += part.children
            else:  # extend a list of children without copying it
                children = part.children
    if rule.nones:
        children += [None] * rule.nones
    if rule.alone and len(children) == 1:
        alone: Part = children[0]
        return alone
    start, end = span or (0, 0)
    return Tree(rule.tree, children, start, end)
