"""Reading a script of `dealer`: its statements as plain data, its expressions as trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Card, Seat
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Node
from dealwright.conditions.parse import Reader, explained, lark_of, plain_text
from dealwright.errors import CardError, ConditionError, nesting_checked

__all__ = [
    "Average",
    "Frequency",
    "PrintHands",
    "PrintText",
    "PrintValue",
    "Script",
    "parse_script",
    "with_points",
]

_SOLVER_WORDS = ("tricks", "dds", "trix", "par", "parcontract", "score", "imps")
_NEEDS_SOLVER = (
    "{word}(...) needs a double-dummy solver, which Dealwright does not have yet",
    "Leave it out; everything else of the script runs",
)
# Words of the language, which no definition can take; names that are only ours (balanced ...) can.
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


@dataclass(frozen=True)
class PrintHands:
    """``printall``, ``printew``, ``printns``, ``printpbn`` and ``print(seats)``."""

    form: str
    seats: tuple[int, ...] = ()


@dataclass(frozen=True)
class PrintValue:
    """``printoneline`` and ``printcompact``, perhaps with a value behind each deal."""

    form: str
    value: Node | None = None


@dataclass(frozen=True)
class PrintText:
    """``printes``: texts and values, one after the other."""

    parts: tuple[str | Node, ...]


@dataclass(frozen=True)
class Average:
    """``average``: the mean of an expression."""

    label: str
    value: Node


@dataclass(frozen=True)
class Frequency:
    """``frequency``: how often values within bounds come, of one expression or of two."""

    label: str
    values: tuple[Node, ...]
    bounds: tuple[tuple[int, int], ...]


Action = PrintHands | PrintValue | PrintText | Average | Frequency


@dataclass(frozen=True)
class Script:
    """What a script says; None where it says nothing.

    ``predeal`` are the masks of north, east, south, west; ``lengths`` are tests that fixed suit
    lengths stand for; ``points`` are point counts given, by the name of the feature they replace.
    """

    text: str
    condition: Node | None = None
    generate: int | None = None
    produce: int | None = None
    vulnerable: Vulnerability | None = None
    dealer: Seat | None = None
    predeal: tuple[int, int, int, int] = (0, 0, 0, 0)
    lengths: tuple[Node, ...] = ()
    points: dict[str, tuple[int, ...]] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    notes: tuple[str, ...] = ()


@cache
def _parser() -> Lark:
    return lark_of(["grammar.lark", "script.lark"], ["script"])


def parse_script(text: str) -> Script:
    """Read a script; a later statement of a kind replaces an earlier one, as in `dealer`.

    >>> script = parse_script('produce 3 condition hcp(north) > 15 action average "n" hcp(north)')
    >>> script.produce, script.actions[0].label
    (3, 'n')

    :raises ConditionError: if it cannot be read, with the place and what was expected there
    """
    text = plain_text(text)
    with nesting_checked():
        try:
            tree: Tree[Token] = _parser().parse(text)
        except UnexpectedInput as error:
            raise explained(text, error) from None
        return _ScriptReader(text).script(tree)


class _ScriptReader(Reader):
    """Turns the statements of a script into data."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.found: dict[str, Any] = {}
        self.actions: list[Action] = []
        self.lengths: list[Node] = []
        self.masks = [0, 0, 0, 0]
        self.points: dict[str, tuple[int, ...]] = {}
        self.notes: list[str] = []

    def script(self, tree: Tree[Token]) -> Script:
        for part in tree.children:
            assert isinstance(part, Tree)
            getattr(self, f"_read_{part.data}")(part)
        north, east, south, west = self.masks
        return Script(
            self.text,
            predeal=(north, east, south, west),
            lengths=tuple(self.lengths),
            points=self.points,
            actions=tuple(self.actions),
            notes=tuple(self.notes),
            **self.found,
        )

    def _read_definition(self, tree: Tree[Token]) -> None:
        name, value = tree.children
        assert isinstance(name, Token)
        if name.lower() in _RESERVED:
            raise self.error(name, f"'{name}' already has a meaning", "Choose another name")
        if name in self.defined:
            self.notes.append(f"'{name}' is defined twice; the later one counts from there on")
        self.defined[str(name)] = nodes.Alias(str(name), self.node(value))

    def _read_condition_statement(self, tree: Tree[Token]) -> None:
        if "condition" in self.found:
            self.notes.append("there are several conditions; the last one counts")
        self.found["condition"] = self.node(tree.children[0])

    def _read_generate(self, tree: Tree[Token]) -> None:
        self.found["generate"] = self._amount(tree.children[0])

    def _read_produce(self, tree: Tree[Token]) -> None:
        self.found["produce"] = self._amount(tree.children[0])

    def _amount(self, token: Any) -> int:
        if len(token) > 15:
            raise self.error(token, f"{token} is too large a number")
        return int(token)

    def _read_vulnerable(self, tree: Tree[Token]) -> None:
        word = tree.children[0]
        assert isinstance(word, Token)
        try:
            self.found["vulnerable"] = Vulnerability.parse(word)
        except CardError as error:
            raise self.error(word, str(error)) from None

    def _read_dealer(self, tree: Tree[Token]) -> None:
        self.found["dealer"] = Seat(self._seat(tree.children[0]))

    def _read_pointcount(self, tree: Tree[Token]) -> None:
        self.points["hcp"] = self._values(tree.children)

    def _read_altcount(self, tree: Tree[Token]) -> None:
        which, *values = tree.children
        names = ("tens", "jacks", "queens", "kings", "aces", "top2", "top3", "top4", "top5", "c13")
        number = int(str(which)) if len(str(which)) == 1 else 10
        if number > 9:
            assert isinstance(which, Token)
            raise self.error(which, f"alternative point counts are 0 to 9, not {which}")
        self.points[names[number]] = self._values(values)

    def _values(self, bounds: Sequence[Any]) -> tuple[int, ...]:
        if len(bounds) > 13:
            raise self.error(bounds[13], "a point count has at most thirteen values, ace to deuce")
        return tuple(self._bound(bound) for bound in bounds)

    # Predeals

    def _read_predeal(self, tree: Tree[Token]) -> None:
        seat: int | None = None
        for part in tree.children:
            if isinstance(part, Tree):
                self._fixed_length(part)
            elif part.type == "SEAT":
                seat = self._seat(part)
            elif part.type == "HOLDING":
                if seat is None:
                    raise self.error(part, "these cards have no seat", "Write: predeal north SAKQ")
                self._fixed_cards(part, seat)

    def _fixed_cards(self, token: Token, seat: int) -> None:
        suit, ranks = token[0], token[1:].upper().replace("10", "T")
        for rank in ranks:
            card = Card(suit + rank)
            holder = next(
                (Seat(at) for at, mask in enumerate(self.masks) if mask & card.mask), None
            )
            if holder is not None:
                raise self.error(token, f"{card} is already predealt to {holder.name.lower()}")
            self.masks[seat] |= card.mask
        if self.masks[seat].bit_count() > 13:
            raise self.error(token, f"{Seat(seat).name.lower()} has more than 13 cards")

    def _fixed_length(self, tree: Tree[Token]) -> None:
        suit, seat, sign, number = tree.children
        if sign != "==":
            assert isinstance(sign, Token)
            raise self.error(
                sign, "a predeal fixes a length with ==", "Put other tests in condition"
            )
        length = nodes.Measure("length", self._seat(seat), self._suit(suit))
        self.lengths.append(nodes.Binary("==", length, nodes.Number(self._integer(_token(number)))))

    # Actions

    def _read_action(self, tree: Tree[Token]) -> None:
        for part in tree.children:
            if isinstance(part, Tree):
                self.actions.append(getattr(self, f"_action_{part.data}")(part))

    def _action_simple(self, tree: Tree[Token]) -> Action:
        form = str(tree.children[0]).lower()
        seats = {"printew": (3, 1), "printns": (0, 2)}.get(form, ())
        return PrintHands(form, seats)

    def _action_with_value(self, tree: Tree[Token]) -> Action:
        form, *value = tree.children
        return PrintValue(str(form).lower(), self.node(value[0]) if value else None)

    def _action_print_hands(self, tree: Tree[Token]) -> Action:
        seats = {self._seat(seat) for seat in tree.children}
        return PrintHands("print", tuple(sorted(seats)))

    def _action_print_text(self, tree: Tree[Token]) -> Action:
        parts: list[str | Node] = []
        for part in tree.children:
            if isinstance(part, Token) and part.type == "STRING":
                parts.append(part[1:-1])
            elif isinstance(part, Token):
                parts.append("\n")
            else:
                parts.append(self.node(part))
        return PrintText(tuple(parts))

    def _action_average(self, tree: Tree[Token]) -> Action:
        children: list[Any] = list(tree.children)
        label, value = children
        return Average("" if label is None else str(label)[1:-1], self.node(value))

    def _action_frequency(self, tree: Tree[Token]) -> Action:
        children: list[Any] = list(tree.children)
        label, *parts = children
        given = [part for part in parts if part is not None]
        values = [self.node(part) for part in given[::3]]
        bounds = [
            self._interval(low, high) for low, high in zip(given[1::3], given[2::3], strict=True)
        ]
        return Frequency("" if label is None else str(label)[1:-1], tuple(values), tuple(bounds))

    def _interval(self, low: Any, high: Any) -> tuple[int, int]:
        least, most = self._bound(low), self._bound(high)
        if least > most or most - least > 10_000:
            raise self.error(low, f"the values {least} to {most} make no table")
        return least, most

    def _action_unsupported(self, tree: Tree[Token]) -> Action:
        token = _token(tree.children[0])
        raise self.error(token, f"the action '{token}' is not known here yet")

    # What needs a solver

    def _call(self, tree: Tree[Token]) -> Node:
        name = _token(tree.children[0])
        if name.lower() in _SOLVER_WORDS:
            raise self._without_solver(name)
        return super()._call(tree)

    def _solved(self, tree: Tree[Token]) -> Node:
        raise self._without_solver(_token(tree.children[0]))

    def _without_solver(self, name: Token) -> ConditionError:
        message, hint = _NEEDS_SOLVER
        return self.error(name, message.format(word=name), hint)


def _token(part: Any) -> Token:
    assert isinstance(part, Token)
    return part


def with_points(node: Node, features: dict[str, str]) -> Node:
    """Return a tree in which some features are replaced by others of these names."""
    if isinstance(node, nodes.Measure):
        return replace(node, feature=features.get(node.feature, node.feature))
    parts: dict[str, Any] = {each.name: getattr(node, each.name) for each in fields(node)}
    changed = {name: _changed(value, features) for name, value in parts.items()}
    return replace(node, **changed) if changed != parts else node


def _changed(value: Any, features: dict[str, str]) -> Any:
    if isinstance(value, Node):
        return with_points(value, features)
    return tuple(_changed(item, features) for item in value) if isinstance(value, tuple) else value
