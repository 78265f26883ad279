"""Reading text by the tables of a grammar: text to parse tree.

The tables are modules that tools/grammar_tables.py makes of the grammar files when Dealwright is
built; Lark works out the states. What they hold:

- ``TERMINALS``: (name, regular expression, the ASCII characters that it begins with), in the order
  in which they are tried.
- ``IGNORED``: the names of terminals between others (blanks, comments).
- ``SCANNERS``: (places of the terminals to try, words: pairs of a terminal that may match a word
  and the terminal that the word is). The last one tries all.
- ``RULES``: (what the rule makes, symbols, name of the tree, whether a single child takes its
  place, children: (place, whether its own children take its place, Nones before it), Nones behind).
- ``STATES``: (scanner, symbols, actions): the state to go to, or ``~rule``.
- ``STARTS``: (name, first state, last state).

Only terminals that are possible in a state are looked for there, so words of statements are free as
names elsewhere. A regular expression is compiled when text begins like it: compiling all of them
would take longer than reading a script.
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

    Where an optional part is missing, a child is None, and its reader says that it is ``Any``.
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
        """Yield it and everything in it, from left to right."""
        waiting: list[Part | None] = [self]
        while waiting:
            part = waiting.pop()
            if part is not None:
                yield part
            if isinstance(part, Tree):
                waiting += reversed(part.children)

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens in it, from left to right."""
        return (part for part in self.parts() if isinstance(part, Token))


Part: TypeAlias = "Tree | Token"
_Span: TypeAlias = "tuple[int, int] | None"


class SyntaxFault(Exception):
    """A text has no meaning from a place on.

    ``found`` is what stands there ("" at the end of the text); ``expected`` holds the names of the
    terminals that are possible there.
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
    """Looks for some of a grammar's terminals at a place of a text."""

    def __init__(
        self, terminals: Sequence[_Terminal], words: dict[str, list[tuple[str, _Terminal]]]
    ) -> None:
        self.terminals = terminals
        self.words = words
        self.beginning: dict[str, list[_Terminal]] = {}

    def match(self, text: str, position: int) -> tuple[str, str] | None:
        """Return the terminal and the text at a position, or None if none of them stands there."""
        first = text[position]
        tried = self.beginning.get(first)
        if tried is None:
            tried = [terminal for terminal in self.terminals if terminal.may_begin(first)]
            self.beginning[first] = tried
        for terminal in tried:
            found = terminal.match(text, position)
            if found:
                for name, word in self.words.get(terminal.name, ()):
                    if word.pattern.fullmatch(found[0]):
                        return name, found[0]
                return terminal.name, found[0]
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
    """Reads texts of one grammar, given its tables; keeps nothing of them."""

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
        defined, before = set[str](), ""
        while position < end:
            scanner = self._scanner(self._tables.STATES[reading.states[-1]][0])
            found = scanner.match(text, position)
            if found is None:
                raise self._unmatched(text, position, reading, scanner)
            name, value = found
            if name not in self._ignored:
                # A name before "=" is defined. Before a bracket it would be a call, but one that is
                # defined stays a name; with a seat in the bracket it is a call all the same:
                # scripts may define words of Dealwright, such as ``balanced``.
                if name == "EQUAL":
                    defined.add(before)
                elif name == "CALL" and value in defined:
                    name = "NAME"
                reading.feed(Token(name, value, position))
                before = value
            position += len(value)
        return reading.close(end)

    def _unmatched(
        self, text: str, position: int, reading: _Reading, scanner: _Scanner
    ) -> SyntaxFault:
        """Return the fault of a place where nothing stands that is possible there."""
        expected = {terminal.name for terminal in scanner.terminals} - self._ignored
        everything = self._scanner(-1)
        while position < len(text):
            found = everything.match(text, position)
            if found is None:
                break
            if found[0] not in self._ignored:
                return SyntaxFault(position, found[1], reading.accepted() or frozenset(expected))
            position += len(found[1])
        return SyntaxFault(position, text[position : position + 1], frozenset(expected))

    def _scanner(self, place: int) -> _Scanner:
        scanner = self._scanners[place]
        if scanner is None:
            tried, pairs = self._tables.SCANNERS[place]
            words: dict[str, list[tuple[str, _Terminal]]] = {}
            for wide, word in pairs:
                terminal = self._terminals[word]
                words.setdefault(self._terminals[wide].name, []).append((terminal.name, terminal))
            scanner = _Scanner([self._terminals[each] for each in tried], words)
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
    """The parts of one text that are read so far, and the states of the parser behind them."""

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
        row = self._parser.actions(self.states[-1])
        action = row.get(symbol)
        if action is None:
            expected = frozenset(filter(self._parser.is_terminal, row))
            raise SyntaxFault(position, found, self.accepted() or expected)
        rule = self._parser.rule(~action)
        cut = len(self._parts) - rule.length
        parts, spans = self._parts[cut:], [span for span in self._spans[cut:] if span]
        del self._parts[cut:], self._spans[cut:], self.states[cut + 1 :]
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
    """Return what a rule makes of its parts."""
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
            else:  # a list that grows at its end is not copied
                children = part.children
    if rule.nones:
        children += [None] * rule.nones
    if rule.alone and len(children) == 1:
        alone: Part = children[0]
        return alone
    start, end = span or (0, 0)
    return Tree(rule.tree, children, start, end)
