"""A bidding system: its rules at each position, and the meaning of an auction as a condition."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from importlib import resources
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from dealwright.ask.condition import Condition
from dealwright.base.decoding import decoded
from dealwright.base.errors import ArgumentError, ConditionError
from dealwright.base.files import bytes_within
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.conditions.exchanges import exchanged
from dealwright.conditions.nodes import Binary, Choice, Label, Node, Number, Unary, all_of
from dealwright.deals.workspace import Workspace, default_workspace
from dealwright.systems.caller import CallerReading
from dealwright.systems.calls import MadeCall, Position, auction_of, position_of
from dealwright.systems.disjoint import box_of, may_meet
from dealwright.systems.reading import Rule, SystemText, read_text

__all__ = [
    "NO_CALL",
    "ApplicableRule",
    "System",
    "parameters_of",
    "read_system",
    "system_names",
    "tree_of_call",
]

NO_CALL = "no call"
_MOST_BYTES = 4_000_000


class ApplicableRule(NamedTuple):
    """A rule that may apply to the hand that calls: its call, its tree, and the rule."""

    call: str
    tree: Node
    rule: Rule


@dataclass
class System:
    r"""A bidding system, read from text by ``read_system``.

    The first rule that fits decides the call. Calls of opponents have no meaning unless they have a
    system of their own (``opponents``); without one they pass.

    >>> system = read_system("opening\n  1NT  hcp in 15..17 && balanced\n  else Pass")
    >>> [rule.call for rule in system.rules_at(auction_of(""))]
    ['1NT', 'Pass']
    >>> print(system.condition("1NT"))
    hcp(north) in 15..17 && balanced(north)
    """

    text: SystemText
    workspace: Workspace
    opponents: System | None = None
    robots: dict[tuple[int, int], Any] = field(  # by the ids of both sides' systems
        default_factory=dict, repr=False, compare=False
    )
    _readings: dict[tuple[Seat, tuple[tuple[str, str], ...]], CallerReading] = field(
        default_factory=dict, repr=False
    )
    _trees: dict[tuple[Seat, tuple[tuple[str, str], ...], int], Node] = field(
        default_factory=dict, repr=False
    )

    @property
    def name(self) -> str:
        """The name of its file, or ""."""
        return self.text.name

    @cached_property
    def positions(self) -> list[Position]:
        """The positions that have rules, in the order of the text."""
        return list(self.text.rules)

    def rules_at(self, auction: Auction | str) -> list[Rule] | None:
        """Return the rules for the hand whose turn it is, or None if there are none.

        :raises CardError: if the text is not an auction
        """
        auction = auction_of(auction) if isinstance(auction, str) else auction
        turn = auction.turn
        if turn is None:
            return None
        position = _position(auction, turn)
        rules = self.text.rules.get(position)
        if rules is None:
            rules = self._rules_by_ending(position)
            if rules is not None:
                legal = auction.legal_calls
                rules = [rule for rule in rules if rule.call in legal]
        if rules is None:
            return None
        place = len(auction.calls) + 1
        chosen = [rule for rule in rules if place > 4 or place in rule.seats]
        return chosen or None

    def _rules_by_ending(self, position: Position) -> list[Rule] | None:
        """Return the rules for the longest end of a position that has any."""
        endings = self.text.endings
        if not endings:
            return None
        ends = (position[first:] for first in range(len(position)))
        return next((endings[end] for end in ends if end in endings), None)

    def applicable_rules(self, auction: Auction) -> list[ApplicableRule] | None:
        """Return the rules for the hand whose turn it is with their trees, or None without rules.

        :raises ConditionError: if a rule's condition cannot be read
        """
        rules, turn = self.rules_at(auction), auction.turn
        if rules is None or turn is None:
            return None
        return [ApplicableRule(rule.call, self._tree(rule, turn), rule) for rule in rules]

    def _tree(self, rule: Rule, seat: Seat) -> Node:
        if not rule.condition.strip():
            return Number(1)
        key = (seat, rule.binding)
        if (*key, rule.where) not in self._trees:
            if key not in self._readings:
                self._readings[key] = CallerReading(
                    seat, dict(rule.binding), self.text.definitions, self.workspace.features,
                    self.text.refuse,
                )  # fmt: skip
            tree = self._readings[key].node(rule.condition, rule.where, test=True)
            self._trees[(*key, rule.where)] = tree
        return self._trees[(*key, rule.where)]

    def check_conditions(self) -> None:
        """Read the condition of every rule.

        :raises ConditionError: if one cannot be read, with its position
        """
        for rules in self.text.rules.values():
            for rule in rules:
                self._tree(rule, Seat.NORTH)

    def player(self, auction: Auction, side: int = 0) -> System | None:
        """Return the system of the side to call: this one for ``side`` (0: North-South)."""
        turn = auction.turn
        return self if turn is not None and turn % 2 == side else self.opponents

    def choice(self, auction: Auction, side: int = 0) -> Node | None:
        """Return the call of the hand whose turn it is as a quantity with texts.

        Hands without a call have ``no call``. None if the call has no meaning: opponents without a
        system, or a position without rules.
        """
        player = self.player(auction, side)
        applicable = None if player is None else player.applicable_rules(auction)
        if applicable is None:
            return None
        calls = list(dict.fromkeys(applied.call for applied in applicable))
        quantity: Node = Label(len(calls), NO_CALL)
        for applied in reversed(applicable):
            label = Label(calls.index(applied.call), applied.call)
            quantity = label if applied.tree == Number(1) else Choice(applied.tree, label, quantity)
        return quantity

    def tree(self, auction: Auction | str, side: int = 0) -> Node | None:
        """Return the condition on all hands that an auction implies, or None if it has no meaning.

        :raises ConditionError: if no rule makes a call, or the rules end before
        :raises CardError: if the text is not an auction
        """
        auction = auction_of(auction) if isinstance(auction, str) else auction
        return all_of(
            self.call_tree(Auction(auction.dealer, auction.calls[:number]), call, side)
            for number, call in enumerate(auction.calls)
        )

    def call_tree(self, before: Auction, call: str, side: int = 0) -> Node | None:
        """Return the condition on the hand that makes a call, or None if the call has no meaning.

        :raises ConditionError: if no rule makes that call, or there are no rules
        """
        player = self.player(before, side)
        applicable = None if player is None else player.applicable_rules(before)
        calls = " ".join(before.calls) or "the beginning"
        if applicable is None:
            if call == "Pass" or player is not self:
                return None
            raise ConditionError(
                f"there are no rules after {calls}, so {call} has no meaning there"
            )
        tree = tree_of_call(applicable, call)
        if tree is None:
            possible_calls = ", ".join(dict.fromkeys(applied.call for applied in applicable))
            raise ConditionError(
                f"no rule makes the call {call} after {calls}; there are {possible_calls}"
            )
        return tree

    def meaning(self, auction: str, first: Seat | str | None = None) -> Condition | None:
        """Return the meaning of an auction as a condition, or None if it has none.

        ``first`` made its first call (default: north, or west if the opponents began).

        >>> from dealwright.systems import read_system
        >>> str(read_system("natural").meaning("2NT", "west"))
        'hcp(west) in 20..21 && balanced(west)'

        :raises ConditionError: if no rule makes a call, or the rules end before
        :raises CardError: if the text is not an auction
        """
        calls = auction_of(auction)
        tree = self.tree(calls)
        if tree is None:
            return None
        rotation = 0 if first is None else Seat.of(first) - calls.dealer
        if rotation == 0:
            return Condition(tree)
        return Condition(exchanged(tree, seats=[(seat + rotation) % 4 for seat in Seat]))

    def condition(self, auction: Auction | str) -> str:
        """Return the meaning of an auction as the text of a condition.

        :raises ConditionError: if no rule makes a call, or the rules end before
        """
        from dealwright.conditions.unparse import to_text

        tree = self.tree(auction)
        return "1" if tree is None else to_text(tree, decimals=True)


class _WithTree(Protocol):
    """A rule with its call and tree."""

    @property
    def call(self) -> str: ...

    @property
    def tree(self) -> Node: ...


def tree_of_call(applicable: Sequence[_WithTree], call: str) -> Node | None:
    """Return the tree of the hands that make a call by rules; None if no rule makes it."""
    trees = [
        _first_fit(applicable, place)
        for place, applied in enumerate(applicable)
        if applied.call == call
    ]
    return reduce(partial(Binary, "or"), trees) if trees else None


def _first_fit(applicable: Sequence[_WithTree], place: int) -> Node:
    """Return the tree of a rule, excluding the hands of earlier rules that can overlap with it."""
    rule_tree = applicable[place].tree
    box = box_of(rule_tree)
    above = [
        Unary("not", applied.tree)
        for applied in applicable[:place]
        if applied.call != applicable[place].call and may_meet(box, box_of(applied.tree))
    ]
    tree = all_of([None if rule_tree == Number(1) and place else rule_tree, *above])
    return rule_tree if tree is None else tree


def _position(auction: Auction, turn: Seat) -> Position:
    calls = [
        MadeCall(call, (auction.dealer + index) % 2 == turn % 2)
        for index, call in enumerate(auction.calls)
    ]
    first = next(
        (index for index, made_call in enumerate(calls) if made_call.call != "Pass"), len(calls)
    )
    return position_of(calls[first:]) if first < len(calls) else ()


def system_names() -> list[str]:
    """Return the names of the systems in the package.

    >>> "natural" in system_names()
    True
    """
    folder = resources.files("dealwright.systems") / "library"
    return sorted(
        file.name.removesuffix(".system")
        for file in folder.iterdir()
        if file.name.endswith(".system")
    )


def read_system(
    given: str | PathLike[str],
    *,
    parameters: Mapping[str, str] | None = None,
    opponents: System | None = None,
    workspace: Workspace | None = None,
) -> System:
    """Read a system from a text with rules, the path of a file, or a name of ``system_names``.

    ``parameters`` replace definitions of the text, ``{"strength": "14..16"}``.

    :raises ConditionError: if a rule cannot be read, with file, line and column
    :raises ArgumentError: if there is no such file
    """
    text, name, folders = _text_of(given)
    system_text = read_text(text, name, folders, parameters)
    if opponents is None and system_text.opponents:
        opponents = read_system(_beside(system_text.opponents, folders), workspace=workspace)
    system = System(system_text, default_workspace() if workspace is None else workspace, opponents)
    system.check_conditions()
    return system


def parameters_of(texts: Sequence[str]) -> dict[str, str]:
    """Return the definitions of texts such as ``strength=12..14``, by their names.

    :raises ArgumentError: if one is not NAME=VALUE, or names what another names
    """
    parameters = dict[str, str]()
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not value.strip():
            raise ArgumentError(f"'{text}' is not NAME=VALUE; write strength=14..16")
        if name.strip() in parameters:
            raise ArgumentError(f"'{name.strip()}' is set twice; write it once")
        parameters[name.strip()] = value.strip()
    return parameters


def _beside(name: str, folders: Sequence[Path]) -> str | Path:
    """Return the opponents' file, which must be in the system's folder, or the name of a system.

    :raises ArgumentError: if it is elsewhere, or a text without a folder names a file
    """
    if name in system_names():
        return name
    for folder in folders:
        path = Path(os.path.realpath(folder / name))
        if path.is_relative_to(os.path.realpath(folder)):
            return path
    raise ArgumentError(
        f"the opponents' system '{name[:60]}' is not a file beside this one; name one in its "
        f"folder, or {', '.join(system_names())}"
    )


def _text_of(source: str | PathLike[str]) -> tuple[str, str, list[Path]]:
    if isinstance(source, str) and "\n" in source:
        return source, "", []
    if isinstance(source, str) and source in system_names():
        file = resources.files("dealwright.systems") / "library" / f"{source}.system"
        return file.read_text("utf-8"), source, []
    if not str(source).strip():
        raise ArgumentError(f"name a file of a system, or one of {', '.join(system_names())}")
    path = Path(source)
    try:
        data = bytes_within(path, _MOST_BYTES)
    except OSError as error:
        names = ", ".join(system_names())
        raise ArgumentError(
            f"cannot read {path}: {error.strerror}; systems in the package: {names}"
        ) from None
    if data is None:
        raise ArgumentError(f"{path} is too large for a system")
    return decoded(data)[0], path.name, [path.parent]
