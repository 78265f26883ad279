"""Reading a script of `dealer`: its statements as plain data, its expressions as trees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from os import PathLike
from typing import Any

from dealwright.base.errors import CardError, ConditionError, nesting_checked
from dealwright.cards import Card, Seat, Strain
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.conditions import nodes
from dealwright.conditions.definitions import Library
from dealwright.conditions.nodes import Node
from dealwright.conditions.number_reading import test_meant
from dealwright.conditions.parse import Reader, explained
from dealwright.conditions.result_words import VULNERABLE
from dealwright.conditions.syntax import Parser, SyntaxFault, Token, Tree
from dealwright.conditions.syntax_messages import range_hint
from dealwright.conditions.text_reader import plain_text
from dealwright.conditions.units import is_test, unit_of, unlikely
from dealwright.deals.features import Feature, Features
from dealwright.scripts import script_tables
from dealwright.scripts.data import (
    Action,
    Average,
    ConditionPart,
    Definition,
    EvalContract,
    Frequency,
    HandTypeOf,
    Script,
)
from dealwright.scripts.hints import FUNCTIONS, hinted, unknown_hint
from dealwright.scripts.included import ScriptSource, included
from dealwright.scripts.prints import PRINTS, SIDES, PrintHands, PrintText, PrintValue

__all__ = [
    "Average",
    "EvalContract",
    "Frequency",
    "PrintHands",
    "PrintText",
    "PrintValue",
    "Script",
    "parse_script",
    "statements",
    "with_points",
]

_OPERATORS = ("and", "or", "not", "any", "condition", "shape", "hascard")
# Words that a definition cannot use as names; words that `dealer` does not have (balanced ...) can
# be used.
_RESERVED = frozenset(
    word
    for line in (
        "hcp hcps control controls loser losers spade spades heart hearts diamond diamonds club",
        "clubs tens jacks queens kings aces ten jack queen king ace top2 top3 top4 top5 c13",
        "pt0 pt1 pt2 pt3 pt4 pt5 pt6 pt7 pt8 pt9 quality cccc shape hascard any and or not in",
        "condition tricks score imps rnd north east south west",
    )
    for word in line.split()
)

_MOST_ROWS = 10_000


@cache
def _parser() -> Parser:
    return Parser(script_tables)


def parse_script(
    text: str,
    params: Mapping[int, str] | None = None,
    features: Features | None = None,
    library: Library | None = None,
    include: Sequence[str | PathLike[str]] = (),
) -> Script:
    """Read a script; of repeated statements, the one that `dealer` uses counts.

    ``params`` are the values of ``$0`` to ``$9``; a line ``# param 0 = west`` sets a default.
    ``features`` are the features that the script may use (by default those of the default
    workspace), ``library`` has definitions for names that the script does not define. ``include``
    are the folders for files of lines ``#include "file"``.

    >>> script = parse_script('produce $0 hcp(north) > 15 action average "n" hcp(north)', {0: "3"})
    >>> script.produce, script.actions[0].label
    (3, 'n')

    :raises ConditionError: if it cannot be read, with the place and what was expected there
    """
    parser, source = _parser(), included(plain_text(text), params or {}, include)
    with nesting_checked(), source.locating():
        try:
            tree = parser.parse(source.text, "script")
        except SyntaxFault as fault:
            raise hinted(explained(source.text, fault)) from None
        return _ScriptReader(source, features, library).script(tree)


def statements(text: str) -> list[Tree]:
    """Return the parse trees of a script's statements, in order, without their meaning.

    >>> [statement.data for statement in statements("produce 3 hcp(north) > 15")]
    ['produce', 'condition_statement']

    :raises ConditionError: if it cannot be read, with the place and what was expected there
    """
    with nesting_checked():
        try:
            tree = _parser().parse(text, "script")
        except SyntaxFault as fault:
            raise hinted(explained(text, fault)) from None
    return [part for part in tree.children if isinstance(part, Tree)]


class _ScriptReader(Reader):
    """Turns the statements of a script into data."""

    def __init__(
        self, source: ScriptSource, features: Features | None, library: Library | None
    ) -> None:
        super().__init__(source.text, features, library)
        self.source = source
        self.found: dict[str, Any] = {}
        self.actions: list[Any] = []
        self.lengths: list[Node] = []
        self.masks = [0, 0, 0, 0]
        self.points: dict[str, tuple[int, ...]] = {}
        self.decimal_counts: dict[str, Tree] = {}
        self.values: dict[int, Any] = {}  # the parse tree of an Alias, by the id of the node
        self.definitions: list[Definition] = []
        self.uses: set[str] = set()
        self.after_value = -1  # where a printoneline without a value ended, else -1

    def script(self, tree: Tree) -> Script:
        parts = [part for part in tree.children if isinstance(part, Tree)]
        # point counts first: the meaning of decimal numbers depends on all of them
        for part in sorted(parts, key=lambda tree_: tree_.data not in ("pointcount", "altcount")):
            getattr(self, f"_read_{part.data}")(part)
            if part.data != "action":
                self.after_value = -1
        self._note_hundredths()
        north, east, south, west = self.masks
        return Script(
            self.source,
            predeal=(north, east, south, west),
            lengths=tuple(self.lengths),
            points=self.points,
            actions=tuple(self.actions),
            notes=(*self.source.notes, *map(self.source.note, self.notes)),
            definitions=tuple(self.definitions),
            hand_types=tuple(self._hand_types()),
            hundredths=frozenset(self.hundredths),
            uses=frozenset(self.uses),
            **self.found,
        )

    def _hand_types(self) -> Iterator[HandTypeOf]:
        """Yield the types that the script levels: ``LevelType_x`` if any, else ``HandType_x``."""
        named = [name for name in self.defined if not name.endswith("_Share")]
        levels = [name for name in named if name.startswith("LevelType_")]
        for name in levels or [name for name in named if name.startswith("HandType_")]:
            share = self.defined.get(f"{name}_Share")
            weight = nodes.Number(1) if share is None else share.value
            if not isinstance(weight, nodes.Number) or weight.value < 1:
                place = next(d.position for d in self.definitions if d.name == f"{name}_Share")
                message = f"{name}_Share is a whole number above 0"
                raise ConditionError(message, text=self.text, position=place)
            yield HandTypeOf(name.partition("_")[2], self.defined[name], weight.value)

    def _note_hundredths(self) -> None:
        """Add a note if a feature in hundredths seems to be compared with whole points."""
        condition = self.found.get("condition")
        tests = [] if condition is None else list(nodes.walk(condition))
        for name in sorted(self.hundredths):
            for test in tests:
                compared = _compared(test)
                if name in compared and any(0 < value <= 40 for value in compared[name]):
                    text = f"{name} has decimals and counts in hundredths; compare it with 15.0"
                    self.note(self.decimal_counts[name], f"{text}, not with 15")
                    break

    def _read_definition(self, tree: Tree) -> None:
        name, value = tree.children
        assert isinstance(name, Token)
        if name in _RESERVED or name.lower() in _OPERATORS:
            raise self.error(name, f"'{name}' already has a meaning", "Choose another name")
        if name in self.defined:
            self.note(name, f"'{name}' is defined twice; the later one counts from there on")
        outside, self.uses = self.uses, set()
        node = self.node(value)
        uses, self.uses = frozenset(self.uses), outside
        self.definitions.append(Definition(str(name), name.start_pos, uses))
        alias = self.defined[str(name)] = nodes.Alias(str(name), node)
        self.values[id(alias)] = value

    def _clauses_of(self, tree: Any, node: Node) -> Iterator[ConditionPart]:
        """Yield the parts that ``and`` joins in a tree, with definitions expanded once each."""
        expanded = set[int]()
        pending = [(tree, node)]
        while pending:
            tree, node = pending.pop()
            if tree.data == "group":
                pending.append((tree.children[0], node))
            elif tree.data == "both":
                assert isinstance(node, nodes.Binary)
                pending += [(tree.children[-1], node.right), (tree.children[0], node.left)]
            elif isinstance(node, nodes.Alias) and id(node) in self.values:
                if id(node) not in expanded:
                    expanded.add(id(node))
                    pending.append((self.values[id(node)], node.value))
            else:
                yield ConditionPart(node, tree.start_pos, tree.end_pos)

    def _read_condition_statement(self, tree: Tree) -> None:
        value: Any = tree.children[0]
        says_value = self.after_value >= 0 and not re.search(
            "(?i)condition", self.text[self.after_value : value.start_pos]
        )
        if says_value:
            self.note(value, "this is a condition; put a value to print in brackets")
        span = re.match(r"(\d+)\s*-\s*(\d+)(?!\s*[-+*/%<>=!&|?\d])", self.source_of(value))
        before = self.text[: value.start_pos].rstrip()
        if span and (hint := range_hint(before, span)):
            raise self.error(value, "a range needs the word in", hint)
        if "condition" in self.found:
            self.note(value, "there are several conditions; the last one counts (&& joins them)")
        self.found["condition"] = self.node(value)
        if not says_value:
            self.note_test(value, self.found["condition"])
        self.found["clauses"] = tuple(self._clauses_of(value, self.found["condition"]))

    def _read_generate(self, tree: Tree) -> None:
        self._read_number("generate", tree)

    def _read_produce(self, tree: Tree) -> None:
        self._read_number("produce", tree)

    def _read_number(self, what: str, tree: Tree) -> None:
        """Read a number of deals; the first statement counts, as in dealer."""
        number = self._amount(tree.children[0])
        if what in self.found:
            self.note(tree, f"{what} is given again here; the first one counts")
        if number:  # dealer ignores 0
            self.found.setdefault(what, number)

    def _amount(self, token: Any) -> int:
        if len(token) > 15:
            raise self.error(token, f"{token} is too large a number")
        return int(token)

    def _read_vulnerable(self, tree: Tree) -> None:
        word = tree.children[0]
        assert isinstance(word, Token)
        try:
            self.found["vulnerable"] = Vulnerability.parse(word)
        except CardError as error:
            raise self.error(word, str(error)) from None

    def _read_dealer(self, tree: Tree) -> None:
        self.found["dealer"] = Seat(self.seat(tree.children[0]))

    def _read_seed(self, tree: Tree) -> None:
        self.found["seed"] = str(tree.children[0])

    def _read_title(self, tree: Tree) -> None:
        self.found["title"] = str(tree.children[0])[1:-1]

    def _read_startboard(self, tree: Tree) -> None:
        self.found["startboard"] = self._amount(tree.children[0])

    def _read_opener(self, tree: Tree) -> None:
        self.note(_token(tree.children[0]), "opener has no effect here")

    def _read_pointcount(self, tree: Tree) -> None:
        self._count(tree, "hcp", tree.children)

    def _read_altcount(self, tree: Tree) -> None:
        which, *values = tree.children
        names = ("tens", "jacks", "queens", "kings", "aces", "top2", "top3", "top4", "top5", "c13")
        number = int(str(which)) if len(str(which)) == 1 else 10
        if number > 9:
            assert isinstance(which, Token)
            raise self.error(which, f"alternative point counts are 0 to 9, not {which}")
        self._count(tree, names[number], values)

    def _count(self, tree: Tree, name: str, bounds: Sequence[Any]) -> None:
        """Read a point count, ace first; all in hundredths if one is a decimal."""
        if len(bounds) > 13:
            raise self.error(bounds[13], "a point count has at most thirteen values, ace to deuce")
        decimal = [bound.children[-1].type == "DECIMAL" for bound in bounds]
        unit = 100 if any(decimal) else 1
        self.points[name] = tuple(
            self.bound(bound) * (1 if is_decimal else unit)
            for bound, is_decimal in zip(bounds, decimal, strict=True)
        )
        self.hundredths.discard(name)
        if any(decimal):
            self.hundredths.add(name)
            self.decimal_counts[name] = tree

    # Predeals

    def _read_predeal(self, tree: Tree) -> None:
        seat: int | None = None
        for part in tree.children:
            if isinstance(part, Tree):
                self._fixed_length(part)
            elif part.type == "SEAT":
                seat = self.seat(part)
            elif part.type == "HOLDING":
                if seat is None:
                    raise self.error(part, "these cards have no seat", "Write: predeal north SAKQ")
                self._fixed_cards(part, seat)

    def _fixed_cards(self, token: Token, seat: int) -> None:
        suit, ranks = token[0], token[1:].upper().replace("10", "T")
        for rank in ranks:
            card = Card(suit + rank)
            holder = next(
                (Seat(seat_) for seat_, mask in enumerate(self.masks) if mask & card.mask), None
            )
            if holder is not None:
                raise self.error(token, f"{card} is already predealt to {holder.name.lower()}")
            self.masks[seat] |= card.mask
        if self.masks[seat].bit_count() > 13:
            raise self.error(token, f"{Seat(seat).name.lower()} has more than 13 cards")

    def _fixed_length(self, tree: Tree) -> None:
        suit, seat, sign, number = tree.children
        if sign != "==":
            assert isinstance(sign, Token)
            raise self.error(
                sign, "a predeal fixes a length with ==", "Put other tests in condition"
            )
        length = nodes.Measure(self.features["length"], self.seat(seat), self._suit(suit))
        self.lengths.append(nodes.Binary("==", length, nodes.Number(self.integer(_token(number)))))

    # Actions

    def _read_action(self, tree: Tree) -> None:
        parts = [part for part in tree.children if isinstance(part, Tree)]
        if parts and self.actions:
            self.note(tree, "there are several lists of actions; all are done (dealer: the last)")
        for part in parts:
            self.actions.append(self.action(part))
        final = self.actions[-1] if parts else None
        without_value = isinstance(final, PrintValue) and final.value is None
        self.after_value = parts[-1].end_pos if without_value else -1

    # Expressions

    def expression(self, text: str) -> Tree:
        """Return the parse tree of one expression, with the words of scripts."""
        try:
            tree: Any = _parser().parse(text, "script")
        except SyntaxFault as fault:
            raise hinted(explained(text, fault)) from None
        if not tree.children or tree.children[0].data != "condition_statement":
            raise ConditionError("a definition is an expression", text=text, position=0)
        for statement in tree.children[1:]:
            raise ConditionError(
                "a file of definitions holds no other statements", text=text,
                position=statement.start_pos,
            )  # fmt: skip
        expression_tree: Tree = tree.children[0].children[0]
        return expression_tree

    def _variable(self, tree: Tree) -> Node:
        name = _token(tree.children[0])
        if name in self.defined:
            self.uses.add(str(name))
        elif not self.shape_names and self.definition_of(name) is None:
            hint = unknown_hint(name, self.text[: name.start_pos])
            if hint:
                raise self.error(name, f"unexpected '{name}'", hint)
        return super()._variable(tree)

    def _relation(self, tree: Tree) -> Node:
        self._check_compared(tree)
        return super()._relation(tree)

    def _equality(self, tree: Tree) -> Node:
        self._check_compared(tree)
        return super()._equality(tree)

    def _check_compared(self, tree: Tree) -> None:
        """Add a note if a comparison is probably not what the script means."""
        left, right = tree.children[0], tree.children[-1]
        assert isinstance(left, Tree)
        assert isinstance(right, Tree)
        source = self.source_of(tree)
        if left.data == "negation":
            inside = source.lstrip("!").removeprefix("not").strip()
            self.note(tree, f"'{source}' compares a 0 or 1; you may mean: not ({inside})")
        inner: Any = left.children[0] if left.data == "group" else left
        number = str(right.children[0]) if right.data == "number" else ""
        compares = inner.data in ("equality", "relation", "both", "either")
        warned = tree.data == left.data == "relation"  # already noted by the condition reader
        if compares and not warned and number not in ("", "0", "1"):
            self.note(tree, f"'{source}' compares the 0 or 1 of '{self.source_of(left)}'")

    # Expressions of scripts

    def _of_integers(self, op: str, tree: Tree) -> Node:
        operation = super()._of_integers(op, tree)
        assert isinstance(operation, nodes.Binary)
        sides = tree.children[0], tree.children[-1]
        if op in ("and", "or"):
            for side, node in zip(sides, (operation.left, operation.right), strict=True):
                self.note_test(side, node)
        elif op in ("*", "/"):
            for side in sides:
                if isinstance(side, Tree) and side.data == "decimal":
                    number = self.integer(_token(side.children[0]))
                    self.note(tree, f"{self.source_of(side)} is {number} here, as in dealer")
        elif op != "%" and not self.hundredths:
            self._note_units(tree, operation)
        return operation

    def _note_units(self, tree: Tree, node: nodes.Binary) -> None:
        """Note expressions that mix hundredths and points, which dealer treats as integers."""
        source = self.source_of(tree)
        for number, beside, side in (
            (node.left, node.right, tree.children[0]),
            (node.right, node.left, tree.children[-1]),
        ):
            if unlikely(number, beside) and isinstance(side, Tree) and side.data == "number":
                assert isinstance(number, nodes.Number)
                points = f"{number.value} points are {100 * number.value}"
                self.note(tree, f"'{source}' counts in hundredths, as in dealer: {points}")
        left, right = unit_of(node.left), unit_of(node.right)
        if left is not None and right is not None and left != right:
            self.note(tree, f"'{source}' has points beside hundredths, as integers, as in dealer")

    def note_test(self, tree: Tree | Token, node: Node) -> None:
        """Note an operand of a logical operator that is not a test: it holds when it is not 0."""
        while isinstance(node, nodes.Unary) and isinstance(tree, Tree) and tree.data == "negation":
            tree, node = tree.children[0], node.operand
        if not is_test(node):
            text = self.source_of(tree)
            meant = test_meant(self, tree, node)
            self.note(tree, f"'{text}' holds when it is not 0, as in dealer. {meant}")

    def _call(self, tree: Tree) -> Node:
        name, *arguments = tree.children
        assert isinstance(name, Token)
        word = name.lower()
        if word in ("trick", "dds") and not self.shape_names:
            return self._tricks(name, arguments)
        if word in FUNCTIONS:
            raise self.error(name, f"unknown function '{name}'", FUNCTIONS[word])
        return super()._call(tree)

    def _random(self, tree: Tree) -> Node:
        self.refuse_in_shape(tree)
        return nodes.Random(self.node(tree.children[-1]))

    # Actions

    def action(self, tree: Tree) -> Action:
        """Return one action."""
        read = PRINTS.get(str(tree.data))
        if read is not None:
            return read(self, tree)
        action: Action = getattr(self, f"_action_{tree.data}")(tree)
        return action

    def _action_average(self, tree: Tree) -> Action:
        children: list[Any] = list(tree.children)
        label, value = children
        return Average("" if label is None else str(label)[1:-1], self.node(value))

    def _action_frequency(self, tree: Tree) -> Action:
        return self._table(tree, 3)

    def _action_buckets(self, tree: Tree) -> Action:
        return self._table(tree, 4)

    def _table(self, tree: Tree, size: int) -> Action:
        """Return a table of one or two expressions, each with ``size`` parts."""
        children: list[Any] = list(tree.children)
        label, *parts = children
        present = [part for part in parts if part is not None]
        groups = [present[start : start + size] for start in range(0, len(present), size)]
        widths = [self._width(part[3]) if size > 3 else 1 for part in groups]
        return Frequency(
            "" if label is None else str(label)[1:-1],
            tuple(self.node(part[0]) for part in groups),
            tuple(self._interval(part, width) for part, width in zip(groups, widths, strict=True)),
            tuple(widths),
        )

    def _width(self, bound: Any) -> int:
        width = self.bound(bound)
        if width < 1:
            raise self.error(bound, f"a row must hold at least one value, not {width}")
        return width

    def _interval(self, part: Sequence[Any], width: int) -> tuple[int, int]:
        least, most = self.bound(part[1]), self.bound(part[2])
        if least > most or (most - least) // width > _MOST_ROWS:
            raise self.error(part[1], f"{least} to {most} is empty, or too many rows for a table")
        return least, most

    def _action_evalcontract(self, tree: Tree) -> Action:
        parts: list[Any] = [*tree.children, None, None, None]
        declarers_word, text, sides = parts[:3]
        if declarers_word is None or text is None:
            return EvalContract((Seat.NORTH, Seat.SOUTH), tuple(reversed(Strain)))
        seats = SIDES.get(declarers_word.lower()) or (self.seat(declarers_word),)
        contract = self._contract(text)
        if sides is not None and sides.lower() not in VULNERABLE:
            raise self.error(sides, f"'{sides}' is not vul or nv")
        vulnerable = sides is not None and VULNERABLE[sides.lower()]
        return EvalContract(
            tuple(Seat(seat) for seat in sorted(seats)), (Strain.of(contract.strain),), contract,
            vulnerable,
        )  # fmt: skip


def _compared(test: Node) -> dict[str, list[int]]:
    """Return the features that a test compares with numbers, and these numbers."""
    if isinstance(test, nodes.Within) and isinstance(test.value, nodes.Measure):
        numbers = [end for limits in test.ranges for end in limits if end is not None]
        return {test.value.feature.name: numbers}
    if isinstance(test, nodes.Binary) and test.op in ("==", "!=", "<", "<=", ">", ">="):
        sides = (test.left, test.right)
        numbers = [side.value for side in sides if isinstance(side, nodes.Number)]
        return {side.feature.name: numbers for side in sides if isinstance(side, nodes.Measure)}
    return {}


def _token(part: Any) -> Token:
    assert isinstance(part, Token)
    return part


def with_points(node: Node, features: Mapping[str, Feature]) -> Node:
    """Return a tree in which the features with given names are replaced by others."""

    def change(part: Node) -> Node | None:
        if not isinstance(part, nodes.Measure):
            return None
        return replace(part, feature=features.get(part.feature.name, part.feature))

    return nodes.rebuilt(node, change)
