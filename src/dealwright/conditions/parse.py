"""Reading a condition: text to tree, with errors that point at the place.

The grammar is grammar.lark, and syntax.py reads by its tables. This module turns parse trees into
nodes, checks names, and explains syntax errors in the language of bridge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from dealwright.base.errors import CardError, ConditionError, nesting_checked
from dealwright.cards import Card, Seat, Strain
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.conditions import derived_words, grammar_tables, nodes, result_words, units
from dealwright.conditions.definitions import BorrowedDefinition, Library
from dealwright.conditions.labels import branches
from dealwright.conditions.nodes import Label, Measure, Node
from dealwright.conditions.number_reading import (
    branch_of,
    check_defined,
    check_difference,
    check_test,
    counted_in,
    finished,
    is_decimal,
    operation,
    range_end,
    scale_of,
)
from dealwright.conditions.shape_reading import braced_shape, shape_test, shapes_of
from dealwright.conditions.shape_sets import LENGTH_NAMES, NAMED_SHAPES
from dealwright.conditions.syntax import Parser, SyntaxFault, Token, Tree
from dealwright.conditions.syntax_messages import EMPTY, describe
from dealwright.conditions.text_reader import (
    SUIT_FUNCTIONS,
    Note,
    TextReader,
    plain_text,
    without_quotes,
)
from dealwright.conditions.units import Decimal, Scale
from dealwright.deals.features import Features, default_features

if TYPE_CHECKING:
    from dealwright.cards.bridge.scoring import Contract

__all__ = [
    "Reader",
    "Reading",
    "explained",
    "parse_shapes",
    "parse_tree",
    "read_condition",
    "read_quantity",
    "read_with_names",
]

_FUNCTIONS = (*SUIT_FUNCTIONS, *NAMED_SHAPES, *derived_words.WORDS, *result_words.CALLED)
_WRITTEN = {
    "tricks": "Write tricks(south, notrump)",
    "makes": "Write makes(4S, south)",
    "par": "Write par(ns), or par(ns, all, east)",
    "score": "Write score(vul, 4S, tricks(south, spades))",
    "imps": "Write imps(par(ns))",
}
_MEANT = {"points": "hcp", "point": "hcp", "pts": "hcp", "hp": "hcp", "honours": "hcp"}
_ORDERS = ("<", "<=", ">", ">=")
_LONGEST_SUGGESTION = 1000  # characters of a text that is offered again as a phrase
_BEGINS_WITH_COLON = re.compile(r"\s*[A-Za-z]\w*\s*:")
_OF_DEALS = (nodes.Measure, nodes.HasCard, nodes.ShapeTest, nodes.Costly)


@cache
def _parser() -> Parser:
    return Parser(grammar_tables)


class Reading(NamedTuple):
    """The tree of a text, and notes on parts that may not mean what they seem to."""

    tree: Node
    notes: tuple[Note, ...]


def read_condition(
    text: str,
    features: Features | None = None,
    definitions: Sequence[tuple[str, str]] = (),
    *,
    typed: bool = False,
) -> Reading:
    """Read a condition (definitions and one expression) with the words of some features.

    Other names are looked up in ``definitions``: pairs of a text and its file. A text that a person
    ``typed`` is read as it is meant: it may be a phrase (phrases.py), decimal numbers are points,
    evaluators in points and in hundredths are converted to one unit, and a condition that is no
    test is an error. Otherwise every value is an integer, as in ``dealer``, and a condition holds
    when it is not 0.

    >>> [note.text.partition(",")[0] for note in read_condition("15 <= hcp(north) <= 17").notes]
    ["'15 <= hcp(north) <= 17' compares the 0 or 1 of '15 <= hcp(north)'"]

    :raises ConditionError: if it cannot be read, with the place and what was expected there
    """
    text = plain_text(without_quotes(text) if typed else text)
    if typed and not text.strip():
        raise ConditionError(EMPTY)
    with nesting_checked():
        reader = Reader(text, features, Library(definitions), typed=typed)
        if typed and _BEGINS_WITH_COLON.match(text):  # a seat, or a word that should be one
            return Reading(reader.phrase(), tuple(reader.notes))
        try:
            return Reading(reader.whole(_parse(text, "start")), tuple(reader.notes))
        except ConditionError as error:
            from dealwright.conditions.phrases import suggested_phrase

            is_offered = typed and not error.file and len(text) <= _LONGEST_SUGGESTION
            phrase = suggested_phrase(text, reader.features) if is_offered else ""
            if not phrase:
                raise
            hint = f"{error.hint} - or, as a phrase: {phrase}" if error.hint else f"Write: {phrase}"
            raise ConditionError(
                error.message, text=error.text, position=error.position, hint=hint
            ) from None


def read_quantity(
    text: str,
    features: Features | None = None,
    definitions: Sequence[tuple[str, str]] = (),
    *,
    texts: bool = True,
) -> Node:
    """Read a quantity as ``read_condition`` reads what is typed; its values may be ``texts``.

    Texts are branches of ``?:``, all or none of them; the value of a text is its number.

    :raises ConditionError: as ``read_condition``, or if there are texts elsewhere
    """
    text = plain_text(without_quotes(text))
    if not text.strip():
        raise ConditionError("the quantity is empty", hint="Write hcp(north), for example")
    with nesting_checked():
        reader = Reader(text, features, Library(definitions), typed=True)
        parts = _parse(text, "start")
        quantity = finished(reader, reader.start(parts), reader.body_of(parts))
        if reader.labels and not (texts and _is_labelled(quantity)):
            raise reader.text_error()
        return quantity


def read_with_names(
    text: str, features: Features, names: Mapping[str, nodes.Alias], *, test: bool = False
) -> Node:
    """Read a typed expression that may use the given names; if ``test``, it must be a test.

    :raises ConditionError: as ``read_condition``
    """
    with nesting_checked():
        reader = Reader(text, features, typed=True)
        reader.defined.update(names)
        parts = _parse(text, "start")
        if test:
            return reader.whole(parts)
        tree = reader.start(parts)
        if reader.labels:
            raise reader.text_error()
        return finished(reader, tree, reader.body_of(parts))


def _is_labelled(node: Node) -> bool:
    """Return whether a tree's values are texts, and texts are nowhere else in it."""
    leaves, tests = branches(node)
    inside = (part for test in tests for part in nodes.walk(test))
    return all(isinstance(leaf, Label) for leaf in leaves) and not any(
        isinstance(part, Label) for part in inside
    )


def parse_tree(text: str, features: Features | None = None) -> Node:
    r"""Read a condition (definitions and one expression); return its tree.

    >>> from dealwright.conditions.unparse import to_text
    >>> to_text(parse_tree("strong = hcp(n)>16 condition strong and shape(N, any 4333 + 5xxx)"))
    'strong = hcp(north) > 16\ncondition strong && shape(north, any 4333 + 5xxx)'

    :raises ConditionError: if it cannot be read, with the place and what was expected there
    """
    return read_condition(text, features).tree


def parse_shapes(text: str, *, typed: bool = True) -> Node:
    """Read the argument of ``shape(north, ...)``: a shape list, a name, or arithmetic.

    If it is none of these, it is read as the patterns of ``shape{north, ...}``.

    >>> parse_shapes("balanced")
    NamedShape(name='balanced')
    >>> parse_shapes("5+xxx").items[0].pattern
    '5+xxx'

    :raises ConditionError: as ``parse_tree``
    """
    text = plain_text(text)
    try:
        with nesting_checked():
            return shapes_of(Reader(text, typed=typed), _parse(text, "shapes").children[0])
    except ConditionError:
        try:
            braced = read_condition(f"shape{{north, {text}}}", typed=typed).tree
        except ConditionError:
            pass
        else:
            if isinstance(braced, nodes.ShapeTest):
                return braced.shapes
        raise


def _parse(text: str, start: str) -> Tree:
    try:
        return _parser().parse(text, start)
    except SyntaxFault as fault:
        raise explained(text, fault) from None


def explained(text: str, fault: SyntaxFault) -> ConditionError:
    """Return the ConditionError for a text that the parser rejects."""
    position = fault.position if fault.found else len(text.rstrip())
    message, position, hint = describe(fault.found, fault.expected, text, position)
    return ConditionError(message, text=text, position=position, hint=hint)


class Reader(TextReader):
    """Turns one parse tree into nodes; knows the definitions so far."""

    def __init__(
        self,
        text: str,
        features: Features | None = None,
        library: Library | None = None,
        *,
        typed: bool = False,
    ) -> None:
        super().__init__(text)
        self.typed = typed  # by a person: what is probably not meant is an error
        self.shape_names = False  # names stand for lengths
        self.scales: dict[int, tuple[Node, Scale]] = {}  # by the id of the node, where parts > 1
        self.features = default_features() if features is None else features
        self.library = library
        self.defined: dict[str, nodes.Alias] = {}
        self._borrowed: dict[BorrowedDefinition, nodes.Alias] = {}
        self.hundredths: set[str] = set()  # features that the text counts in hundredths
        self.labels: dict[str, tuple[Label, Token]] = {}  # the texts that are values

    def start(self, tree: Tree) -> Node:
        """Return the tree of a condition after its definitions."""
        result: Node | None = None
        for part in tree.children:
            if isinstance(part, Tree) and part.data == "definition":
                name, value = part.children
                assert isinstance(name, Token)
                self._check_free(name)
                if self.typed:
                    check_defined(self, value)
                value_node = self.node(value)
                alias = nodes.Alias(str(name), value_node)
                self.defined[str(name)] = counted_in(self, alias, scale_of(self, value_node))
            else:
                result = self.node(part)
        assert result is not None
        return result

    def whole(self, parts: Tree) -> Node:
        """Return the tree of a whole condition.

        :raises ConditionError: if it has texts as values or, where a person typed it, is no test
        """
        tree = self.start(parts)
        if self.labels:
            raise self.text_error()
        if self.typed:
            check_test(self, self.body_of(parts), tree)
        return tree

    def phrase(self) -> Node:
        """Return the tree of the text, which is a phrase.

        :raises ConditionError: if it cannot be read
        """
        from dealwright.conditions.phrases import read_phrase

        return read_phrase(self.text, self.features, condition=self._condition_in)

    def _condition_in(self, begin: int, end: int) -> Node:
        """Return the tree of a condition that is a part of the text."""
        blanks = re.sub(r"[^\n]", " ", self.text[:begin])  # errors keep their positions
        try:
            return self.whole(_parse(blanks + self.text[begin:end], "start"))
        except ConditionError as error:
            raise ConditionError(
                error.message, text=self.text, position=error.position, hint=error.hint
            ) from None

    def node(self, tree: Tree | Token) -> Node:
        """Return the tree of an expression."""
        assert isinstance(tree, Tree)
        reader: Callable[[Tree], Node] = getattr(self, f"_{tree.data}")
        return reader(tree)

    def refuse_in_shape(self, tree: Tree) -> None:
        """Refuse what cannot stand inside ``shape(...)``.

        :raises ConditionError: if the reader is inside
        """
        if self.shape_names:
            raise self.error(tree, "shape(...) can contain only suit lengths")

    def _shape(self, tree: Tree) -> Node:
        return shape_test(self, tree)

    def _braced(self, tree: Tree) -> Node:
        token: Any = tree.children[0]
        if not token.lower().startswith("hand"):
            return braced_shape(self, tree)
        self.refuse_in_shape(tree)
        from dealwright.conditions.phrases import read_phrase

        begin = token.start_pos + token.index("{") + 1
        return read_phrase(self.text, self.features, begin, token.end_pos - 1)

    @staticmethod
    def body_of(tree: Tree) -> Tree:
        """Return the part of a text that is not a definition."""
        bodies = [part for part in tree.children if isinstance(part, Tree)]
        return next(part for part in bodies if part.data != "definition")

    # Names of libraries

    def definition_of(self, name: Token) -> nodes.Alias | None:
        """Return the definition of a name in the text, else in the library, else None."""
        definition = self.defined.get(name)
        if definition is None and self.library is not None:
            lent = self.library.find(name)
            definition = None if lent is None else self._borrow(self.library, lent, name)
        return definition

    def _borrow(
        self, library: Library, definition: BorrowedDefinition, place: Token
    ) -> nodes.Alias:
        """Return a definition of the library, after reading the definitions that it uses."""
        trees: dict[BorrowedDefinition, Any] = {}
        pending = [definition]
        while pending:
            lent = pending[-1]
            if lent in self._borrowed:
                pending.pop()
                continue
            if lent not in trees:
                with lent.locating():
                    trees[lent] = self.expression(lent.expression)
            used = {
                str(name): lent_definition
                for name in _variables(trees[lent])
                if (lent_definition := library.find(name, lent)) is not None
            }
            unread = [
                lent_definition
                for lent_definition in used.values()
                if lent_definition not in self._borrowed
            ]
            if unread:
                pending += unread
                continue
            names = {
                name: self._borrowed[lent_definition] for name, lent_definition in used.items()
            }
            with lent.locating():
                value = self._read_lent(lent, trees[lent], names, place)
            alias = nodes.Alias(lent.name, value)
            self._borrowed[lent] = counted_in(self, alias, scale_of(self, value))
        return self._borrowed[definition]

    def expression(self, text: str) -> Tree:
        """Return the parse tree of one expression."""
        (tree,) = _parse(text, "start").children
        assert isinstance(tree, Tree)
        return tree

    def _read_lent(
        self, lent: BorrowedDefinition, tree: Tree, names: dict[str, nodes.Alias], place: Token
    ) -> Node:
        """Read a definition of a library, which may use only the names before it in the library."""
        saved = self.text, self.library, self.defined, self.notes, self.shape_names
        self.text, self.library, self.defined, self.notes = lent.expression, None, names, []
        self.shape_names = False
        try:
            if self.typed:
                check_defined(self, tree)
            return self.node(tree)
        finally:
            notes = self.notes
            self.text, self.library, self.defined, self.notes, self.shape_names = saved
            for note in notes:
                self.note(place, f"{note.text} ({lent.place(note.line)})")

    def _decimal_beside(self, tree: Tree, value: int, other: Node) -> int:
        """Return a decimal number, given in hundredths, in the unit of the other operand.

        :raises ConditionError: if that is counted in whole numbers, and the number is not whole
        """
        measures = [n for n in nodes.walk(other) if isinstance(n, Measure)]
        counts = {measure.feature.name: measure.feature for measure in measures}
        whole = [
            name
            for name, count in sorted(counts.items())
            if name not in self.hundredths and count.scale == 1
        ]
        if not whole or len(whole) < len(counts):
            return value
        if value % 100 == 0:
            return value // 100
        lengths = whole[0] == "length"
        what = "lengths are" if lengths else f"{whole[0]} is"
        raise self.error(
            tree,
            f"{what} counted in whole numbers, and 0.5 means 50 hundredths",
            "Write a whole number; cccc, quality, ltc and other scales are in hundredths",
        )

    def read_lengths(self, text: str) -> Node:
        """Return the tree of a test of lengths."""
        return parse_shapes(text, typed=self.typed)

    # Operators

    def _binary(self, op: str, tree: Tree) -> Node:
        if self.typed:
            check_difference(self, op, tree)
            left, right = self.node(tree.children[0]), self.node(tree.children[-1])
            return operation(self, op, tree, left, right)
        return self._of_integers(op, tree)

    def _of_integers(self, op: str, tree: Tree) -> Node:
        """Return an operator as ``dealer`` reads it: decimals are hundredths, and true is not 0."""
        sides = tree.children[0], tree.children[-1]
        decimals = [isinstance(side, Tree) and side.data == "decimal" for side in sides]
        left = self._compared(sides[0], op in (">=", "<")) if decimals[0] and op in _ORDERS else (
            self.node(sides[0])
        )  # fmt: skip
        right = self._compared(sides[1], op in ("<=", ">")) if decimals[1] and op in _ORDERS else (
            self.node(sides[1])
        )  # fmt: skip
        if decimals[0] and isinstance(left, nodes.Number):
            left = nodes.Number(self._decimal_beside(tree, left.value, right))
        elif decimals[1] and isinstance(right, nodes.Number):
            right = nodes.Number(self._decimal_beside(tree, right.value, left))
        return nodes.Binary(op, left, right)

    def _compared(self, tree: Any, down: bool) -> Node:
        return nodes.Number(self.integer(tree.children[0], "down" if down else "up"))

    def _either(self, tree: Tree) -> Node:
        return self._joined("or", tree)

    def _both(self, tree: Tree) -> Node:
        return self._joined("and", tree)

    def _joined(self, op: str, tree: Tree) -> Node:
        """Return a chain of one operator, balanced if it is long."""
        chain = [tree]
        while isinstance(left := chain[-1].children[0], Tree) and left.data == tree.data:
            chain.append(left)
        if len(chain) < nodes.LONG_CHAIN and not self.typed:
            return self._of_integers(op, tree)
        sides = [chain[-1].children[0], *(link.children[-1] for link in reversed(chain))]
        parts = [self.node(side) for side in sides]
        if self.typed:
            for side, part in zip(sides, parts, strict=True):
                check_test(self, side, part)
        return nodes.chained(op, parts)

    def _arithmetic(self, tree: Tree) -> Node:
        return self._binary(str(tree.children[1]), tree)

    def _equality(self, tree: Tree) -> Node:
        return self._binary(str(tree.children[1]), tree)

    def _relation(self, tree: Tree) -> Node:
        left = tree.children[0]
        if isinstance(left, Tree) and left.data == "relation":
            self.note(
                tree,
                f"'{self.source_of(tree)}' compares the 0 or 1 of '{self.source_of(left)}', as "
                "dealer does; for a range write: x in 15..17",
            )
        comparison = self._binary(str(tree.children[1]), tree)
        if isinstance(comparison, nodes.Binary) and _never(comparison):
            self.note(tree, f"'{self.source_of(tree)}' is never true: a suit has 13 cards")
        return comparison

    def _group(self, tree: Tree) -> Node:
        return self.node(tree.children[0])

    def _negation(self, tree: Tree) -> Node:
        operand = self.node(tree.children[0])
        if self.typed:
            check_test(self, tree.children[0], operand)
        return nodes.Unary("not", operand)

    def _signed(self, tree: Tree) -> Node:
        sign, operand = tree.children
        value = self.node(operand)
        if sign == "+":
            return value
        if isinstance(value, nodes.Number) and value.value > 0:
            return nodes.Number(-value.value)
        if isinstance(value, Decimal):
            return Decimal(-value.value)
        return counted_in(self, nodes.Unary("-", value), scale_of(self, value))

    def _choice(self, tree: Tree) -> Node:
        test, *branches = tree.children
        then, other = (
            self._label(branch) if isinstance(branch, Token) else self.node(branch)
            for branch in branches
        )
        condition = self.node(test)
        if not self.typed:
            return nodes.Choice(condition, then, other)
        check_test(self, test, condition)
        sides = [
            branch_of(self, side, partner, branch)
            for side, partner, branch in ((then, other, branches[0]), (other, then, branches[1]))
        ]
        (first, first_scale), (second, second_scale) = sides
        first, second, scale = units.together(first, first_scale, second, second_scale)
        return counted_in(self, nodes.Choice(condition, first, second), scale)

    def _label(self, token: Token) -> Node:
        text = token[1:-1]
        if not text.strip() or not text.isprintable():
            raise self.error(token, "a text value must be one line of visible characters")
        return self.labels.setdefault(text, (Label(len(self.labels), text), token))[0]

    def text_error(self) -> ConditionError:
        """Return the error for texts where numbers are expected."""
        _, token = next(iter(self.labels.values()))
        return self.error(
            token,
            "a text can be a value only in a quantity of distribution, and then in every branch "
            "of ?:",
            'Write a quantity such as balanced(north) ? "flat" : "other"',
        )

    def _within(self, tree: Tree) -> Node:
        value, ranges = tree.children[0], tree.children[-1]
        assert isinstance(value, Tree)
        assert isinstance(ranges, Tree)
        if value.data == "negation":
            raise self.error(
                value,
                "'not' belongs to the value here, not to the range",
                f"Write: not ({self.source_of(tree).partition(' ')[2] or 'x in 15..17'})",
            )
        high = re.match(r"\s*-\s*(\d+)", self.text[tree.end_pos : tree.end_pos + 40])
        if high is not None:  # a script would read the rest as another condition
            raise self.error(
                ranges,
                "'-' does not make a range",
                f"Write: {self.source_of(value)} in {self.source_of(ranges)}..{high[1]}",
            )
        inside = self.node(value)
        if isinstance(inside, Decimal):
            raise self.error(
                value, "a range cannot test a plain number", "Write: hcp(north) in 15..17"
            )
        if self.typed:
            pairs = tuple(self._typed_range(item, inside) for item in ranges.children)
            return nodes.Within(inside, pairs)
        pairs = tuple(self._range(item) for item in ranges.children)
        if any(is_decimal(token) for token in ranges.tokens()):
            pairs = tuple(
                (
                    None if low is None else self._decimal_beside(tree, low, inside),
                    None if high is None else self._decimal_beside(tree, high, inside),
                )
                for low, high in pairs
            )
        return nodes.Within(inside, pairs)

    def _range(self, item: Any) -> tuple[int | None, int | None]:
        if len({is_decimal(bound.children[-1]) for bound in item.children}) > 1:
            raise self.error(item, "one end of the range is a decimal", "Write both ends as 6.0")
        low = None if item.data == "at_most" else self.bound(item.children[0], "up")
        high = None if item.data == "at_least" else self.bound(item.children[-1], "down")
        return self._checked_range(item, low, high)

    def _typed_range(self, item: Any, inside: Node) -> tuple[int | None, int | None]:
        """Return the limits of a range in the unit of the tested value."""
        if len({is_decimal(bound.children[-1]) for bound in item.children}) > 1:
            raise self.error(item, "one end of the range is a decimal", "Write both ends as 6.0")
        low = None if item.data == "at_most" else range_end(self, item.children[0], inside, ">=")
        high = None if item.data == "at_least" else range_end(self, item.children[-1], inside, "<=")
        return self._checked_range(item, low, high)

    def _checked_range(
        self, item: Any, low: int | None, high: int | None
    ) -> tuple[int | None, int | None]:
        if low is not None and high is not None and low > high:
            raise self.error(item, f"the range {low}..{high} is empty", f"Write {high}..{low}")
        return low, high

    # Leaves

    def _number(self, tree: Tree) -> Node:
        token = tree.children[0]
        assert isinstance(token, Token)
        return nodes.Number(self.integer(token))

    def _decimal(self, tree: Tree) -> Node:
        if not self.typed:
            return self._number(tree)
        token = tree.children[0]
        assert isinstance(token, Token)
        self.integer(token, "down")  # raises an error for a number that is too large
        return Decimal(Fraction(token.rstrip(".")))

    def _variable(self, tree: Tree) -> Node:
        name = tree.children[0]
        assert isinstance(name, Token)
        if self.shape_names and name in LENGTH_NAMES:
            return nodes.LengthOf(str(name))
        if self.shape_names and name.lower() in NAMED_SHAPES:
            return nodes.NamedShape(name.lower())
        definition = self.definition_of(name)
        if definition is not None:
            if self.shape_names and any(isinstance(n, _OF_DEALS) for n in nodes.walk(definition)):
                raise self.error(name, f"'{name}' describes a deal, not the four lengths")
            return definition.value if isinstance(definition.value, Decimal) else definition
        if self.shape_names:
            known = [*LENGTH_NAMES, *NAMED_SHAPES, *self.defined]
            hint = self.near(name, known) or (
                "Inside shape(...) write patterns (any 4333 + 5xxx), a name (balanced), or "
                "arithmetic with the lengths s h d c"
            )
            raise self.error(name, f"unknown name '{name}' in a shape", hint)
        functions = [*self.features.names(), *SUIT_FUNCTIONS, *NAMED_SHAPES]
        if name.lower() in result_words.WORDS:
            raise self.error(name, f"'{name}' needs brackets", _WRITTEN[name.lower()])
        if name.lower() in functions:
            suggestion = f"Write {name}(north), or another seat"
            raise self.error(name, f"'{name}' needs a seat", suggestion)
        raise self.error(
            name, f"unknown name '{name}'", self.near(name, [*self.defined, *functions])
        )

    def _call(self, tree: Tree) -> Node:
        name, *arguments = tree.children
        assert isinstance(name, Token)
        if self.shape_names:
            raise self.error(name, f"'{name}(...)' describes a deal, not the four lengths")
        word = name.lower()
        if word in _FUNCTIONS:
            return self._function(name, word, arguments)
        if name in self.features:
            word = str(name)  # users' features may have capitals
        if word not in self.features:
            known = [*self.features.names(), *_FUNCTIONS, *result_words.WORDS, "shape", "hascard"]
            meant = _MEANT.get(word)
            hint = f"Did you mean {meant}?" if meant else self.near(name, known)
            raise self.error(name, f"unknown function '{name}'", hint)
        feature = self.features[word]
        if len(arguments) > 2:
            raise self.error(arguments[2], f"{name} takes a seat, and a suit if wanted")
        side = derived_words.SIDES.get(str(arguments[0]).lower())
        if side is not None:
            first, second = (seat.name.lower() for seat in side)
            raise self.error(
                arguments[0], f"{name} describes one hand, and {arguments[0]} is two",
                f"Write {name}({first}) + {name}({second})",
            )  # fmt: skip
        seat = self.seat(arguments[0])
        if len(arguments) == 1:
            if not feature.whole_hand:
                raise self.error(name, f"{name} describes one suit", f"Write {name}(north, spades)")
            return nodes.Measure(feature, seat)
        if not feature.per_suit or feature.holding_table is None:
            raise self.error(
                arguments[1], f"{name} describes the whole hand", f"Write {name}(north)"
            )
        return nodes.Measure(feature, seat, self._suit(arguments[1]))

    def _function(self, name: Token, word: str, arguments: list[Any]) -> Node:
        if word == "tricks":
            return self._tricks(name, arguments)
        if word == "par":
            return self._par(name, arguments)
        if word in derived_words.OF_SIDES:
            return derived_words.of_side(word, self._only_side(name, arguments))
        seat = self._only_seat(name, arguments)
        if word in derived_words.OF_SEATS:
            return derived_words.of_seat(word, seat)
        if word in NAMED_SHAPES:
            return nodes.ShapeTest(seat, nodes.NamedShape(word))
        return nodes.Measure(self.features["length"], seat, SUIT_FUNCTIONS[word])

    # Results of play

    def _tricks(self, name: Token, arguments: list[Any]) -> Node:
        if len(arguments) != 2:
            raise self.error(name, f"{name} takes a declarer and a strain", _WRITTEN["tricks"])
        return result_words.tricks_of(Seat(self.seat(arguments[0])), self._strain(arguments[1]))

    def _strain(self, token: Any) -> Strain:
        try:
            return Strain.of(token)
        except CardError:
            hint = "The strains are notrump, spades, hearts, diamonds and clubs"
            raise self.error(token, f"expected a strain, not '{token}'", hint) from None

    def _par(self, name: Token, arguments: list[Any]) -> Node:
        side, *others = arguments
        if len(others) > 2 or side.lower() not in derived_words.SIDES:
            message = f"{name} takes a side, and a vulnerability and a dealer if wanted"
            raise self.error(name, message, _WRITTEN["par"])
        vulnerability, dealer = Vulnerability.NONE, Seat.NORTH
        try:
            if others:
                vulnerability = Vulnerability.parse(others[0])
        except CardError as error:
            raise self.error(others[0], str(error)) from None
        if len(others) > 1:
            dealer = Seat(self.seat(others[1]))
        return result_words.par_of(side.lower(), vulnerability, dealer)

    def _makes(self, tree: Tree) -> Node:
        self.refuse_in_shape(tree)
        contract, declarer = tree.children[-2:]
        return result_words.makes_of(self._contract(contract), Seat(self.seat(declarer)))

    def _contract(self, token: Any) -> Contract:
        """Return a contract; scripts write a letter before it, because of how `dealer` reads."""
        from dealwright.cards.bridge.scoring import Contract

        try:
            return Contract.parse(token[1:] if token[0] in "xXzZ" else token)
        except CardError:
            message = f"'{token}' is not a contract"
            raise self.error(token, message, "Write 3NT, 4S, or 4SX for doubled") from None

    def _score(self, tree: Tree) -> Node:
        self.refuse_in_shape(tree)
        sides, contract, tricks = tree.children[-3:]
        assert isinstance(sides, Token)
        if sides.lower() not in result_words.VULNERABLE:
            raise self.error(sides, f"'{sides}' is not vul or nv", _WRITTEN["score"])
        vulnerable = result_words.VULNERABLE[sides.lower()]
        return result_words.score_of(
            vulnerable, self._contract(contract), finished(self, self.node(tricks), tricks)
        )

    def _imps(self, tree: Tree) -> Node:
        self.refuse_in_shape(tree)
        return result_words.imps_of(finished(self, self.node(tree.children[-1]), tree))

    def _only_seat(self, name: Token, arguments: list[Any]) -> int:
        if len(arguments) > 1:
            raise self.error(arguments[1], f"{name} takes only a seat")
        return self.seat(arguments[0])

    def _only_side(self, name: Token, arguments: list[Any]) -> str:
        if len(arguments) > 1 or arguments[0].lower() not in derived_words.SIDES:
            raise self.error(arguments[-1], f"{name} takes a side", f"Write {name}(ns), {name}(ew)")
        return str(arguments[0]).lower()

    def _hascard(self, tree: Tree) -> Node:
        seat, card = tree.children[-2:]
        self.refuse_in_shape(tree)
        return nodes.HasCard(self.seat(seat), Card(str(card)).index)

    def _check_free(self, name: Token) -> None:
        reserved = {*_FUNCTIONS, *result_words.WORDS, "shape", "hascard", "any"}
        if name.lower() in reserved or name.lower() in self.features or name in self.features:
            raise self.error(name, f"'{name}' already has a meaning", "Choose another name")
        if name in self.defined:
            raise self.error(name, f"'{name}' is defined twice")


def _variables(tree: Tree) -> Iterator[Token]:
    """Yield the names in an expression that may be definitions."""
    for part in tree.parts():
        if isinstance(part, Tree) and part.data == "variable":
            yield from part.tokens()


def _never(test: nodes.Binary) -> bool:
    """Return whether a test asks for more than 13 cards of a suit."""
    length, number = test.left, test.right
    if not (isinstance(length, Measure) and isinstance(number, nodes.Number)):
        return False
    beyond = number.value + (test.op == ">") > 13
    return length.feature.name == "length" and test.op in (">", ">=") and beyond
