"""The contents of a script of `dealer`, as plain data."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.conditions.nodes import Node
from dealwright.conditions.result_words import tricks_of
from dealwright.conditions.text_reader import COMMENT, Note
from dealwright.scripts.included import ScriptSource
from dealwright.scripts.prints import Print

if TYPE_CHECKING:
    from dealwright.cards.bridge.scoring import Contract

__all__ = [
    "LEVELLED",
    "Action",
    "Average",
    "ConditionPart",
    "Definition",
    "EvalContract",
    "Frequency",
    "HandTypeOf",
    "Script",
    "Statistical",
]


LEVELLED = ("HandType_", "LevelType_")  # the prefix of names of hand types


@dataclass(frozen=True)
class Average:
    """``average``: the mean of an expression."""

    label: str
    value: Node

    @property
    def values(self) -> tuple[Node, ...]:
        """The expression."""
        return (self.value,)


@dataclass(frozen=True)
class Frequency:
    """``frequency`` and ``bktfreq``: the counts of values of one or two expressions.

    ``bounds`` are the least and the greatest value shown, ``widths`` the number of values in a row
    (1 for ``frequency``).
    """

    label: str
    values: tuple[Node, ...]
    bounds: tuple[tuple[int, int], ...]
    widths: tuple[int, ...]


@dataclass(frozen=True)
class EvalContract:
    """``evalcontract``: the mean scores of contracts, and how often they make.

    ``values`` are the tricks of ``declarers`` in ``strains``. ``contract`` is evaluated at one
    vulnerability; without it, all contracts are evaluated at both.
    """

    declarers: tuple[Seat, ...]
    strains: tuple[Strain, ...]
    contract: Contract | None = None
    vulnerable: bool = False

    @property
    def values(self) -> tuple[Node, ...]:
        """The tricks, declarer by declarer and strain by strain."""
        return tuple(tricks_of(seat, strain) for seat in self.declarers for strain in self.strains)


Statistical = Average | Frequency | EvalContract
Action = Print | Statistical


@dataclass(frozen=True)
class ConditionPart:
    """One of the tests that ``and`` joins in a condition, and its position in the text."""

    test: Node
    position: int
    end: int


@dataclass(frozen=True)
class Definition:
    """A name that a script defines for an expression; ``uses`` are the names in the expression."""

    name: str
    position: int
    uses: frozenset[str]


@dataclass(frozen=True)
class HandTypeOf:
    """A hand type of a script (``HandType_x``), its test, and its share of the deals."""

    name: str
    test: Node
    share: int


@dataclass(frozen=True)
class Script:
    """The contents of a script; missing statements are None.

    ``source`` is its text, with included files inserted. ``predeal`` are the masks of
    north, east, south, west; ``lengths`` are the tests of fixed suit lengths; ``points`` are point
    counts, by the name of the feature they replace. ``clauses`` are the parts of the condition,
    with definitions expanded; ``uses`` are the names used in the condition and in actions.
    ``hundredths`` are the features that the script counts in hundredths.
    """

    source: ScriptSource
    condition: Node | None = None
    generate: int | None = None
    produce: int | None = None
    vulnerable: Vulnerability | None = None
    dealer: Seat | None = None
    seed: str | None = None
    title: str = ""
    startboard: int = 1
    predeal: tuple[int, int, int, int] = (0, 0, 0, 0)
    lengths: tuple[Node, ...] = ()
    points: dict[str, tuple[int, ...]] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    notes: tuple[Note, ...] = ()
    clauses: tuple[ConditionPart, ...] = ()
    definitions: tuple[Definition, ...] = ()
    uses: frozenset[str] = frozenset()
    hundredths: frozenset[str] = frozenset()
    hand_types: tuple[HandTypeOf, ...] = ()

    @property
    def text(self) -> str:
        """The text, with included files inserted."""
        return self.source.text

    def clause_text(self, clause: ConditionPart) -> str:
        """Return a clause as written, on one line and without comments."""
        text = re.sub(COMMENT, " ", self.text[clause.position : clause.end])
        return " ".join(text.split())

    def unused(self) -> list[Definition]:
        """Return the definitions that neither the condition nor an action uses.

        Hand types and their shares are used for levelling.
        """
        needed, pending = set[str](), list(self.uses)
        pending += [d.name for d in self.definitions if d.name.startswith(LEVELLED)]
        uses: dict[str, set[str]] = {}
        for definition in self.definitions:
            uses.setdefault(definition.name, set()).update(definition.uses)
        while pending:
            name = pending.pop()
            if name not in needed:
                needed.add(name)
                pending += uses.get(name, ())
        return [definition for definition in self.definitions if definition.name not in needed]

    def line(self, position: int) -> int:
        """Return the line number (from 1) of a position in the text.

        A position in an included file has the line that includes the file.
        """
        return self.source.line(self.text.count("\n", 0, position) + 1)

    def place(self, position: int) -> str:
        """Return " (file, line 3)" for a position in an included file, else ""."""
        return self.source.place(self.text.count("\n", 0, position) + 1)
