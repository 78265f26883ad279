"""The model of tests that compare a score of each hand with limits: it counts, and draws nothing.

A seat's tests read one sum over its suits (points, losers: its score) and beside it lengths. What
they accept, given the lengths, are ranges of the score; so deals are boxes of up to four scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import gcd, prod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dealwright.conditions.nodes import (
    Binary,
    Measure,
    Node,
    Number,
    Within,
    children,
    rebuilt,
)
from dealwright.kernels.exact import BoxCount
from dealwright.planning.bounds import bounds
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.lower import scope_of
from dealwright.planning.models.across import AcrossReader
from dealwright.planning.models.atoms import Atoms, evaluate, one_seat, same_suit
from dealwright.planning.models.base import Model, Problem
from dealwright.planning.models.hand_automaton import (
    DEAD,
    HandAutomaton,
    HandReader,
    merge_outcomes,
    unique_rows,
)
from dealwright.planning.models.layouts import (
    MOST_ASSIGNMENTS,
    Ownership,
    compositions,
    holdings_of,
    owner_patterns,
    shown_tables,
)
from dealwright.planning.models.linear import holding_part, in_suit, measures_of, shape_part

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.kernels.stopping import StopFlag

    Ints = NDArray[np.int64]

__all__ = ["BoxesModel", "boxes_model"]

_STATE = 4e-3  # seconds for stating the smallest model, on Zen 4
_OPERATION = 2e-9  # seconds for two entries of a half or a cell of a box; on Zen 4, 1 to 2.5
MOST_CELLS = 1 << 17
MOST_VALUES = 512  # of a score
_CORNER = 2e-6  # seconds for a corner of the boxes that a cost is predicted by
MOST_BOXES = 20_000  # of one combination of outcomes
MOST_LABELS = 1 << 20  # combinations
_PARTS = ("cards", "letters", "start", "score", "ways")  # of a suit
MOST_SCORE = 127  # scores are compared in seven bits
MOST_AUTOMATA = 8  # as in native/core/exact_model.hpp
MOST_LAYOUTS = 2_000_000  # of a suit
MOST_PAIRS = 4_000_000  # of letter vectors of two suits


@dataclass
class _Scored:
    """A seat's tests by its score: what its automaton tells, and what each outcome accepts.

    ``tests`` are clauses of the seat alone, ``parts`` its parts of joint clauses; ``table`` is what
    a holding adds to the score, None if they read none. ``measures`` have the score, and their
    share of the shape if any; ``inputs`` is what the automaton tells.
    """

    seat: int
    tests: list[Node] = field(default_factory=list)
    parts: list[Node] = field(default_factory=list)
    table: Ints | None = None
    measures: dict[Measure, Node | None] = field(default_factory=dict)
    inputs: list[Node] = field(default_factory=list)

    def takes(self, node: Node) -> bool:
        """Note what a node reads, if its score is this one; return whether it is."""
        found: Ints | None = None
        for part in _below(node):
            if _is_score(part):
                assert isinstance(part, Measure)
                own = part.feature.holding_table
                for other in (found, self.table):
                    if other is not None and not np.array_equal(own, other):
                        return False
                found = own
        if found is not None:
            self.table = found
        waiting = [node]
        while waiting:
            here = waiting.pop()
            if not scope_of(here):
                continue
            if not any(_is_score(part) for part in _below(here)):
                self._note(here)
            elif isinstance(here, Measure):
                shape = None
                if here.feature.shape_table is not None:
                    shape = Measure(shape_part(here.feature), here.seat)
                    self._note(shape)
                self.measures[here] = shape
            else:
                waiting += reversed(children(here))
        return True

    def _note(self, node: Node) -> None:
        if node not in self.inputs:
            self.inputs.append(node)


@dataclass
class _Form:
    """A sum over suits, of one seat or several: its tests, and parts of joint clauses that read it."""

    tests: list[Node] = field(default_factory=list)
    parts: list[Node] = field(default_factory=list)


def _is_score(node: Node) -> bool:
    return (
        isinstance(node, Measure) and node.suit is None and node.feature.holding_table is not None
    )


def _below(node: Node) -> Iterator[Node]:
    """Yield a node and all its parts, each once."""
    seen = set[Node]()
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            yield here
            waiting += children(here)


@dataclass
class _Labels:
    """The label of each outcome of an automaton and each total of its score, DEAD if rejected.

    ``label`` int64[outcomes, totals] is an index into ``rows``: the values of the score's parts of
    joint clauses.
    """

    automaton: HandAutomaton
    label: Ints
    rows: Ints

    def merged(self, same: Ints) -> _Ranges:
        """Return the ranges of totals, with label i renamed same[i] (DEAD: rejected)."""
        label = np.append(same, DEAD)[self.label]
        differs = (label != label[:, -1:]).any(axis=0)
        cap = int(np.flatnonzero(differs).max(initial=-1)) + 1
        kinds: dict[tuple[tuple[int, int, int], ...], int] = {}
        names = np.full(len(label), DEAD, dtype=np.int64)
        for outcome, row in enumerate(label):
            runs = _runs(row[: cap + 1].tolist())
            if runs:
                names[outcome] = kinds.setdefault(tuple(runs), len(kinds))
        return _Ranges(cap, merge_outcomes(self.automaton, names), list(kinds))


@dataclass
class _Ranges:
    """The ranges of a score that each outcome accepts: (low, high, label) in order.

    Totals count as ``cap`` beyond it.
    """

    cap: int
    automaton: HandAutomaton
    ranges: list[tuple[tuple[int, int, int], ...]]


def _seat_labels(scored: _Scored, automaton: HandAutomaton, effort: Effort) -> _Labels:
    """Return the labels of a seat's outcomes and scores."""
    most = _most_units(scored) + 1
    if most > MOST_VALUES:
        raise TooLarge
    known: dict[Node, Any] = {node: row[:, None] for node, row in automaton.values.items()}
    values = _score_of(scored, np.arange(most))
    for measure, shape in scored.measures.items():
        known[measure] = values[None, :] + (0 if shape is None else known[shape])
    full = (automaton.outcomes, most)
    effort.spend_on_rows(full[0] * most, len(scored.tests) + len(scored.parts))
    return _labels(scored.tests, scored.parts, known, full, automaton)


def _labels(
    tests: Sequence[Node],
    parts: Sequence[Node],
    known: dict[Node, Any],
    full: tuple[int, int],
    automaton: HandAutomaton,
) -> _Labels:
    """Return labels, given what is known by outcome and total."""
    live = np.ones(full, dtype=np.bool_)
    for node in tests:
        live &= np.not_equal(evaluate(node, known), 0)
    columns = [np.broadcast_to(evaluate(node, known), full).ravel() for node in parts]
    table = np.stack([np.zeros(live.size, np.int64), *columns], axis=1).astype(np.int64)
    rows, index = unique_rows(table)
    return _Labels(automaton, np.where(live, index.reshape(full), DEAD), rows[:, 1:])


def _always() -> HandAutomaton:
    """Return the automaton of a score whose tests read nothing else."""
    one = np.zeros((1, 1), dtype=np.int32)
    return HandAutomaton([], [1, 1, 1, 1], [one, one], one, {})


def _form_labels(
    form: Node, of: _Form, suits: Sequence[_SuitLayouts], place: int, effort: Effort
) -> _Labels:
    """Return the labels of a form's totals; turn its values in the suits into steps from the least."""
    columns = [suit.forms[place] for suit in suits]
    least = [int(column.min(initial=0)) for column in columns]
    step = gcd(*(int(np.gcd.reduce(c - low)) for c, low in zip(columns, least, strict=True))) or 1
    most = 1
    for suit, low in zip(suits, least, strict=True):
        suit.forms[place] = (suit.forms[place] - low) // step
        most += int(suit.forms[place].max(initial=0))
    if most > MOST_VALUES:
        raise TooLarge
    effort.spend_on_rows(most, len(of.tests) + len(of.parts))
    values = sum(least) + step * np.arange(most)
    return _labels(of.tests, of.parts, {form: values[None, :]}, (1, most), _always())


def _score_of(scored: _Scored, units: Ints) -> Ints:
    table = scored.table
    if table is None:
        return units
    least = int(table.min())
    return units * _step(table) + 4 * least


def _most_units(scored: _Scored) -> int:
    """Return an upper bound of a hand's score, in steps."""
    if scored.table is None:
        return 0
    measure = next(iter(scored.measures))
    high = holding_part(measure.feature).bounds[1]
    return (high - 4 * int(scored.table.min())) // _step(scored.table)


def _step(table: Ints) -> int:
    return gcd(*(table - table.min()).tolist()) or 1


def _units(table: Ints | None) -> Ints:
    """Return scores by holding, in steps from the least one."""
    if table is None:
        return np.zeros(8192, dtype=np.int64)
    units: Ints = (table - table.min()) // _step(table)
    return units


def _runs(labels: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return the ranges of equal labels that are not DEAD."""
    runs: list[tuple[int, int, int]] = []
    for score, label in enumerate(labels):
        if label == DEAD:
            continue
        if runs and runs[-1][1] == score - 1 and runs[-1][2] == label:
            runs[-1] = (runs[-1][0], score, label)
        else:
            runs.append((score, score, label))
    return runs


@dataclass
class BoxesModel(Model):
    """A model that counts deals by scores of their hands (native/core/boxes.hpp).

    ``owners``, ``owner_seat``, ``pool_seats``, ``fixed`` and, by automaton, ``letters{i}``,
    ``classes{h}``, ``compose{h}.{j}`` and ``fit{j}`` are as in ``SuitsModel``; ``need`` int32 the
    cards of each owner. ``caps`` and ``labels`` int32 and ``range{d}`` int32[outcomes * ranges * 3]
    are those of each score, with ``ranges`` int32 for each outcome; ``accepted`` uint8 has an entry for each
    combination of labels. ``suit{i}`` lists its letter vectors (``cards`` uint32 a byte for each
    owner, ``letters`` uint16) and their entries (``start``, ``score`` int32, ``ways``); ``scores``
    int32[4] is how many scores each suit has, ``add{h}`` int32 the cell of two. ``vectors`` uint32
    are the left half's cards, ``times`` int32 how many such vectors each stands for.
    """

    name: ClassVar[str] = "boxes"

    def predicted_bytes(self, *, drawing: bool = True) -> int:
        """Return an upper bound of the bytes for counting."""
        states, cells = self.sizes["most_states"], self.sizes["cells"]
        return self.bytes * 2 + 3 * 8 * states * cells + 200 * states + (1 << 20)

    @property
    def predicted_seconds(self) -> float:
        """The approximate time of counting in seconds of one core (Zen 4)."""
        return _OPERATION * self.sizes["operations"]

    def describe(self, built: Mapping[str, int]) -> Sequence[str]:
        """Return a line of text on the sizes."""
        return [
            f"  scores     {self.sizes['vectors']:,} ways to share 26 cards, at most "
            f"{self.sizes['most_states']:,} states of {self.sizes['cells']:,} scores each"
        ]

    def count(self, stop: StopFlag | None = None, most_operations: int | None = None) -> BoxCount:
        """Count the deals in at most ``most_operations``.

        :raises Stopped: if the flag was set before it was done
        :raises BudgetExceeded: if it would take more operations
        """
        return BoxCount(self.arrays, stop=stop, most_operations=most_operations)


def boxes_model(problem: Problem, effort: Effort) -> BoxesModel | None:
    """Return the model of a problem whose tests compare scores of hands, else None.

    :raises TooLarge: if there are too many scores
    :raises OverBudget: if building it would cost more than the effort
    """
    if problem.values or problem.weight is not None or problem.contradicted:
        return None
    effort.spend(_STATE)
    apart = _Apart(problem)
    if not apart.possible:
        return None
    return _Builder(problem, apart, effort).model()


class _Apart:
    """A problem's clauses: by seat, by suit, across both, and joint ones over parts of these.

    ``forms`` are scores of several seats, or further scores of one. ``possible`` is false if some
    clause is no test of scores.
    """

    def __init__(self, problem: Problem) -> None:
        self.scored = {seat: _Scored(seat) for seat in problem.who.seats}
        self.forms: dict[Node, _Form] = {}
        self.plain: dict[int, list[Node]] = {}
        self.suits: dict[int, list[Node]] = {}
        self.across: list[Node] = []
        self.joint: list[Node] = []
        atoms = problem.atoms
        self.possible = all(
            self._add(rebuilt(atoms.rewritten[clause], _opened), atoms)
            for clause in problem.ordered
            if scope_of(clause)
        )

    def _add(self, clause: Node, atoms: Atoms) -> bool:
        seat, suit = one_seat(clause), same_suit(clause)
        form = _form_of(clause)
        if seat is not None and not any(map(_is_score, _below(clause))):
            self.plain.setdefault(seat, []).append(clause)
        elif seat is not None and self.scored[seat].takes(clause):
            self.scored[seat].tests.append(clause)
        elif seat is None and suit is not None:
            self.suits.setdefault(suit, []).append(clause)
        elif form is not None:
            self.forms.setdefault(form, _Form()).tests.append(clause)
        elif atoms.is_across(clause):
            self.across.append(clause)
        else:
            self.joint.append(clause)
            return self._take(clause)
        return True

    def _take(self, node: Node) -> bool:
        """Add the largest parts of a joint clause that scores tell; return whether they tell all."""
        if not scope_of(node):
            return True
        seat = one_seat(node)
        if seat is not None and (
            node in self.scored[seat].parts or self.scored[seat].takes(node)
        ):
            parts = self.scored[seat].parts
        elif _is_form(node):
            parts = self.forms.setdefault(node, _Form()).parts
        else:
            return bool(children(node)) and all(map(self._take, children(node)))
        if node not in parts:
            parts.append(node)
        return True


def _is_form(node: Node) -> bool:
    """Return whether a node is a sum of measures that suits add to."""
    measures = measures_of(node)
    return measures is not None and all(
        measure.suit is not None
        or (measure.feature.holding_table is not None and measure.feature.shape_table is None)
        for measure in measures
    )


def _form_of(test: Node) -> Node | None:
    """Return the sum that a test compares with numbers, if it does nothing else."""
    if isinstance(test, Within) and _is_form(test.value):
        return test.value
    if isinstance(test, Binary) and isinstance(test.right, Number) and _is_form(test.left):
        return test.left
    return None


def _opened(node: Node) -> Node | None:
    """Return a test of ranges without the limits that no value exceeds, None if it has none."""
    if not isinstance(node, Within):
        return None
    least, most = bounds(node.value)
    ranges = tuple(
        (
            None if low is None or low <= least else low,
            None if high is None or high >= most else high,
        )
        for low, high in node.ranges
    )
    return None if ranges == node.ranges else Within(node.value, ranges)


def _merged(accepted: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], list[Ints]]:
    """Return combinations of fewer labels, and for each score the new name of each label.

    Labels that all combinations treat alike become one; those that none accepts become DEAD.
    """
    renamed = []
    for axis in range(accepted.ndim):
        slices = np.moveaxis(accepted, axis, 0)
        kinds: dict[bytes, int] = {}
        names = np.full(len(slices), DEAD, dtype=np.int64)
        for label, part in enumerate(slices):
            if part.any():
                names[label] = kinds.setdefault(np.packbits(part).tobytes(), len(kinds))
        renamed.append(names)
        firsts = [int(np.flatnonzero(names == name)[0]) for name in range(len(kinds))]
        accepted = np.take(accepted, firsts, axis=axis)
    return accepted, renamed


class _Builder:
    """Builds the arrays of a model."""

    def __init__(self, problem: Problem, apart: _Apart, effort: Effort) -> None:
        self.problem, self.apart, self.effort = problem, apart, effort
        self.atoms: Atoms = problem.atoms
        self.who: Ownership = problem.who
        self.readers = [self._reader(scored) for scored in apart.scored.values()]
        self.across = [AcrossReader(self.atoms, [test], [], effort) for test in apart.across]
        if len(self.readers) + len(apart.forms) + len(self.across) > MOST_AUTOMATA:
            raise TooLarge
        self.units = [_units(scored.table) for scored in apart.scored.values()]

    def _reader(self, scored: _Scored) -> HandReader:
        seat = scored.seat
        holdings = [self._holdings(seat, suit) for suit in range(4)]
        plain = self.apart.plain.get(seat, [])
        return HandReader(seat, plain, scored.inputs, holdings, self.effort)

    def _fixed(self, suit: int) -> list[int]:
        return [mask >> 13 * suit & 8191 for mask in self.problem.fixed]

    def _honours(self, suit: int) -> int:
        gone = self.atoms.small[suit]
        for held in self._fixed(suit):
            gone |= held
        return 8191 & ~gone

    def _holdings(self, seat: int, suit: int) -> Ints:
        return holdings_of(self._fixed(suit)[seat], self._honours(suit), self.atoms.small[suit])

    def model(self) -> BoxesModel:
        """Return the model."""
        order = (3, 2, 1, 0)
        automata = [reader.automaton(order) for reader in self.readers]
        labels = [
            _seat_labels(scored, automaton, self.effort)
            for scored, automaton in zip(self.apart.scored.values(), automata, strict=True)
        ]
        layouts = [self._layouts(suit) for suit in order]
        labels += [
            _form_labels(form, of, layouts, place, self.effort)
            for place, (form, of) in enumerate(self.apart.forms.items())
        ]
        accepted, same = _merged(self._accepted(labels))
        ranges = [each.merged(names) for each, names in zip(labels, same, strict=True)]
        widest = [max(map(len, each.ranges), default=1) for each in ranges]
        cells = prod(each.cap + 1 for each in ranges)
        caps = [each.cap for each in ranges]
        if prod(widest) > MOST_BOXES or cells > MOST_CELLS or max(caps) > MOST_SCORE:
            raise TooLarge
        suits = [_SuitVectors(layout, caps) for layout in layouts]
        automata = [each.automaton for each in ranges]
        automata += [reader.automaton(order) for reader in self.across]
        i32 = np.int32
        needs = [13 - mask.bit_count() for mask in self.problem.fixed]
        need = [needs[seat] for seat in self.who.seats]
        if self.who.pool:
            need.append(sum(needs[seat] for seat in self.who.pool))
        arrays: dict[str, Any] = {
            "owners": np.array([self.who.owners], dtype=i32),
            "owner_seat": np.array(self.who.seats, dtype=i32),
            "pool_seats": np.array(self.who.pool, dtype=i32),
            "fixed": np.array(self.problem.fixed, dtype=np.uint64),
            "need": np.array(need, dtype=i32),
            "caps": np.array(caps, dtype=i32),
            "labels": np.array(accepted.shape, dtype=i32),
            "ranges": np.array(widest, dtype=i32),
            "accepted": accepted.astype(np.uint8).ravel(),
            "scores": np.array([len(suit.scores) for suit in suits], dtype=i32),
        }
        for d, own in enumerate(ranges):
            table = np.full((len(own.ranges), widest[d], 3), -1, dtype=i32)
            for outcome, runs in enumerate(own.ranges):
                table[outcome, : len(runs)] = runs
            arrays[f"range{d}"] = table.ravel()
        for place, suit in enumerate(suits):
            arrays |= {f"suit{place}.{name}": array for name, array in suit.arrays().items()}
            counts = [len(reader.raw[order[place]][1]) for reader in self.readers]
            counts += [1] * len(self.apart.forms)
            counts += [len(reader.rows[order[place]]) for reader in self.across]
            arrays[f"letters{place}"] = np.array(counts, dtype=i32)
        for h in (0, 1):
            arrays[f"classes{h}"] = np.array([a.fit.shape[h] for a in automata], dtype=i32)
            arrays[f"add{h}"] = _cells(suits[2 * h].scores, suits[2 * h + 1].scores, caps)
            for j, automaton in enumerate(automata):
                arrays[f"compose{h}.{j}"] = automaton.compose[h].astype(i32).ravel()
        for j, automaton in enumerate(automata):
            arrays[f"fit{j}"] = automaton.fit.astype(i32).ravel()
        alike = self._alike(ranges, accepted)
        vectors, times = _vectors(suits, need, alike, mirrored=_mirrored(arrays))
        arrays["vectors"], arrays["times"] = vectors, times.astype(i32)
        role = {at: number for number, seats in enumerate(alike) for at in seats}
        arrays["role"] = np.array([role[at] for at in range(len(self.readers))], dtype=i32)
        each = _cells_of_terms(ranges, accepted, arrays["add0"], self.effort)
        sizes = self._sizes(suits, automata, arrays, cells, each)
        impossible = not len(vectors) or not accepted.any()
        impossible |= any(automaton.outcomes == 0 for automaton in automata)
        return BoxesModel(arrays, sizes, impossible=impossible)

    def _layouts(self, suit: int) -> _SuitLayouts:
        """Return the layouts of a suit: whose cards, what automata read, what scores they add."""
        owners = self.who.owners
        fixed, honours, small = self._fixed(suit), self._honours(suit), self.atoms.small[suit]
        if owners ** honours.bit_count() > MOST_ASSIGNMENTS:
            raise TooLarge
        patterns = owner_patterns(honours.bit_count(), owners)
        counts, ways = compositions(small.bit_count(), owners)
        full = (len(patterns), len(counts))
        if full[0] * full[1] > MOST_LAYOUTS:
            raise TooLarge
        forms = [in_suit(form, suit) for form in self.apart.forms]
        nodes = [reader.nodes(suit) for reader in self.across]
        tests = self.apart.suits.get(suit, [])
        columns_read = 3 * len(self.readers) + len(tests) + len(forms) + sum(map(len, nodes))
        self.effort.spend_on_rows(full[0] * full[1], columns_read)
        read = [*tests, *forms, *(node for each in nodes for node in each)]
        shown = shown_tables(
            self.who, [node for node in read if node is not None], fixed, honours, small
        )
        known = {n: table[patterns[:, at]][:, counts[:, at]] for n, (at, table) in shown.items()}

        def values(node: Node | None) -> Ints:
            return np.broadcast_to(0 if node is None else evaluate(node, known), full)

        live = np.ones(full, dtype=np.bool_)
        letters, scores = [], []
        for at, (reader, units) in enumerate(zip(self.readers, self.units, strict=True)):
            letter = reader.raw[suit][0][patterns[:, at]][:, counts[:, at]]
            live &= letter != DEAD
            letters.append(letter)
            own = units[self._holdings(reader.seat, suit)]
            scores.append(own[patterns[:, at]][:, counts[:, at]])
        for node in tests:
            live &= values(node) != 0
        letters += [np.zeros(full, dtype=np.int64)] * len(forms)
        for crossing, each in zip(self.across, nodes, strict=True):
            letters.append(crossing.number(suit, [values(node) for node in each], full))
        bits = np.array([pattern.bit_count() for pattern in range(1 << honours.bit_count())])
        held = bits[patterns][:, None, :] + counts[None, :, :]
        cards = (held << 8 * np.arange(owners)).sum(axis=2)
        return _SuitLayouts(
            cards[live],
            np.stack([letter[live] for letter in letters], axis=1),
            [score[live] for score in scores],
            [values(form)[live].astype(np.int64) for form in forms],
            np.broadcast_to(ways, full)[live],
        )

    def _accepted(self, labels: Sequence[_Labels]) -> NDArray[np.bool_]:
        """Return whether each combination of labels satisfies the joint tests."""
        shape = tuple(len(each.rows) for each in labels)
        if prod(shape) > MOST_LABELS:
            raise TooLarge
        self.effort.spend_on_rows(prod(shape), len(self.apart.joint))
        known: dict[Node, Any] = {}
        scores = [*self.apart.scored.values(), *self.apart.forms.values()]
        for axis, (score, each) in enumerate(zip(scores, labels, strict=True)):
            wide = [1] * len(shape)
            wide[axis] = shape[axis]
            known |= {n: each.rows[:, i].reshape(wide) for i, n in enumerate(score.parts)}
        live = np.ones(shape, dtype=np.bool_)
        for node in self.apart.joint:
            live &= np.not_equal(evaluate(node, known), 0)
        return live

    def _alike(
        self, ranges: Sequence[_Ranges], accepted: NDArray[np.bool_]
    ) -> list[list[int]]:
        """Return the owners by role: those of one role can be exchanged in every deal."""
        if self.apart.across or any(self.apart.suits.values()) or any(self.problem.fixed):
            return [[at] for at in range(self.who.owners)]
        roles: list[list[int]] = []
        for at in range(len(self.readers)):
            for role in roles:
                if self._exchangeable(at, role[0], ranges, accepted):
                    role.append(at)
                    break
            else:
                roles.append([at])
        if self.who.pool:
            roles.append([len(self.readers)])
        return roles

    def _exchangeable(
        self, one: int, other: int, ranges: Sequence[_Ranges], accepted: NDArray[np.bool_]
    ) -> bool:
        """Return whether two seats can be exchanged in every deal."""
        first, second = self.readers[one], self.readers[other]
        exchanged = {first.seat: second.seat, second.seat: first.seat}
        forms = [measures_of(form) or {} for form in self.apart.forms]
        places = list(range(len(ranges)))  # of each score after the exchange
        places[one], places[other] = other, one
        for at, form in enumerate(forms):
            swapped = {
                Measure(m.feature, exchanged.get(m.seat, m.seat), m.suit): n
                for m, n in form.items()
            }
            if swapped not in forms:
                return False
            places[len(self.readers) + at] = len(self.readers) + forms.index(swapped)
        return (
            all(
                (ranges[at].cap, ranges[at].ranges) == (ranges[to].cap, ranges[to].ranges)
                for at, to in enumerate(places)
            )
            and np.array_equal(self.units[one], self.units[other])
            and _same_automata(ranges[one].automaton, ranges[other].automaton)
            and np.array_equal(np.transpose(accepted, places), accepted)
            and all(np.array_equal(first.raw[s][0], second.raw[s][0]) for s in range(4))
        )

    def _sizes(
        self,
        suits: Sequence[_SuitVectors],
        automata: Sequence[HandAutomaton],
        arrays: Mapping[str, Any],
        cells: int,
        each: int,
    ) -> dict[str, int]:
        """Return the sizes that determine the cost; two states that fit read ``each`` cells."""
        vectors = arrays["vectors"].astype(np.int64)
        need = sum(int(n) << 8 * at for at, n in enumerate(arrays["need"]))
        entries, states = [], []
        classes: Ints = np.zeros((0, len(automata)), dtype=np.int64)
        place: Ints = np.zeros(0, dtype=np.int64)
        for h, wanted in ((1, need - vectors), (0, vectors)):
            first, second = suits[2 * h], suits[2 * h + 1]
            pairs = len(first.letters) * len(second.letters)
            if pairs > MOST_PAIRS:
                raise TooLarge
            self.effort.spend_on_rows(pairs, 2 + len(automata))
            together = (first.cards[:, None] + second.cards[None, :]).ravel()
            order = np.argsort(wanted)
            at = np.minimum(np.searchsorted(wanted[order], together), max(len(wanted) - 1, 0))
            listed = wanted[order][at] == together if len(wanted) else np.zeros(pairs, np.bool_)
            columns = []
            for j, automaton in enumerate(automata):
                state = automaton.compose[h][first.letters[:, j]][:, second.letters[:, j]].ravel()
                listed = listed & (state >= 0)
                columns.append(state)
            sizes = (np.diff(first.start)[:, None] * np.diff(second.start)[None, :]).ravel()
            entries.append(int(sizes[listed].sum()))
            found = [order[at[listed]] if len(wanted) else at[listed]]
            found += [column[listed] for column in columns]
            rows = unique_rows(np.stack(found, axis=1).astype(np.int64))[0]
            place, classes = rows[:, 0], rows[:, 1:]
            states.append(np.bincount(place, minlength=len(wanted)))
        for role in set(arrays["role"].tolist()):  # of the left half, one of those alike
            seats = np.flatnonzero(arrays["role"] == role)
            classes[:, seats] = np.sort(classes[:, seats], axis=1)
        once = unique_rows(np.column_stack([place, classes]))[0]
        distinct = np.bincount(once[:, 0], minlength=len(vectors))
        joins = int((distinct * states[0]).sum())
        built = int(4 * states[0].sum() + states[1].sum()) * cells
        return {
            "vectors": len(vectors),
            "cells": cells,
            "most_states": int(max(states[0].max(initial=0), states[1].max(initial=0))),
            "operations": sum(entries) // 2 + built // 4 + joins * each,
        }


def _cells_of_terms(
    ranges: Sequence[_Ranges],
    accepted: NDArray[np.bool_],
    cells: NDArray[np.int32],
    effort: Effort,
) -> int:
    """Return how many cells the boxes of two states read, for outcomes with the most ranges.

    As in ``list_terms`` of native/core/boxes.cpp: corners that boxes share cancel, and where any
    total of a score will do, cells that differ there are one.
    """
    caps = [each.cap for each in ranges]
    corners: list[list[tuple[int, int, int]]] = []  # of each score: label, greatest total, sign
    for each in ranges:
        runs = max(each.ranges, key=len, default=())
        ends = [(label, high, 1) for _, high, label in runs]
        corners.append(ends + [(label, low - 1, -1) for low, _, label in runs if low > 0])
    effort.spend(_CORNER * prod(map(len, corners)))
    times: Counter[tuple[int, ...]] = Counter()
    for corner in product(*corners):
        if accepted[tuple(label for label, _, _ in corner)]:
            times[tuple(most for _, most, _ in corner)] += prod(sign for _, _, sign in corner)
    sizes = [cap + 1 for cap in caps]
    at = np.stack(np.unravel_index(np.unique(cells), sizes), axis=1).astype(np.int64)
    read: dict[tuple[int, ...], int] = {}  # cells by the scores that matter
    total = 0
    for term, n in times.items():
        kept = tuple(d for d, most in enumerate(term) if most < caps[d])
        if n and kept not in read:
            read[kept] = len(unique_rows(at[:, list(kept)])[0])
        total += read[kept] if n else 0
    return max(1, total)


@dataclass
class _SuitLayouts:
    """The layouts of a suit: packed cards of the owners, letters, scores by seat and by form."""

    cards: Ints
    letters: Ints
    seats: list[Ints]
    forms: list[Ints]
    ways: NDArray[np.float64]


class _SuitVectors:
    """The distinct letter vectors of a suit, and the ways to add scores that go with each."""

    def __init__(self, layouts: _SuitLayouts, caps: Sequence[int]) -> None:
        scores = [*layouts.seats, *layouts.forms]
        capped = [np.minimum(score, cap) for score, cap in zip(scores, caps, strict=True)]
        self.scores, score = unique_rows(np.stack(capped, axis=1))
        rows, index = unique_rows(np.column_stack([layouts.cards, layouts.letters, score]))
        self.ways = np.bincount(index, weights=layouts.ways, minlength=len(rows))
        heads, head = unique_rows(rows[:, :-1])
        self.score = rows[:, -1]
        self.cards, self.letters = heads[:, 0], heads[:, 1:]
        self.start = np.concatenate([[0], np.cumsum(np.bincount(head, minlength=len(heads)))])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the suit as the arrays of native/core/boxes.hpp."""
        return {
            "cards": self.cards.astype(np.uint32),
            "letters": self.letters.astype(np.uint16).ravel(),
            "start": self.start.astype(np.int32),
            "score": self.score.astype(np.int32),
            "ways": self.ways,
        }


def _cells(first: Ints, second: Ints, caps: Sequence[int]) -> NDArray[np.int32]:
    """Return the cell of each two scores of a half's suits."""
    cell = np.zeros((len(first), len(second)), dtype=np.int64)
    for d, cap in enumerate(caps):
        cell = cell * (cap + 1) + np.minimum(first[:, d, None] + second[None, :, d], cap)
    return cell.astype(np.int32).ravel()


def _same_automata(one: HandAutomaton, other: HandAutomaton) -> bool:
    tables = [(one.fit, other.fit), *zip(one.compose, other.compose, strict=True)]
    return all(np.array_equal(a, b) for a, b in tables)


def _mirrored(arrays: Mapping[str, NDArray[Any]]) -> bool:
    """Return whether both halves of the pack are the same, so that they can be exchanged."""
    pairs = [(f"suit{i}.{part}", f"suit{i + 2}.{part}") for i in (0, 1) for part in _PARTS]
    pairs += [("add0", "add1"), ("classes0", "classes1")]
    pairs += [(f"compose0.{j}", f"compose1.{j}") for j in range(len(arrays["classes0"]))]
    if not all(np.array_equal(arrays[one], arrays[other]) for one, other in pairs):
        return False
    squares = [
        arrays[f"fit{j}"].reshape(classes, classes) for j, classes in enumerate(arrays["classes0"])
    ]
    return all(np.array_equal(fit, fit.T) for fit in squares)


def _vectors(
    suits: Sequence[_SuitVectors],
    need: Sequence[int],
    alike: Sequence[Sequence[int]],
    *,
    mirrored: bool,
) -> tuple[NDArray[np.uint32], Ints]:
    """Return vectors of the owners' cards in the left half, one of those alike, and how many are."""
    shifts = 8 * np.arange(len(need))
    whole = int((np.array(need) << shifts).sum())
    halves = []
    for h in (0, 1):
        first, second = np.unique(suits[2 * h].cards), np.unique(suits[2 * h + 1].cards)
        halves.append(np.unique((first[:, None] + second[None, :]).ravel()))
    found = np.intersect1d(halves[0], whole - halves[1])
    owners = found[:, None] >> shifts & 255

    def packed(rows: Ints) -> Ints:
        rows = rows.copy()
        for role in alike:
            rows[:, list(role)] = np.sort(rows[:, list(role)], axis=1)
        numbers: Ints = (rows << shifts).sum(axis=1)
        return numbers

    numbers = packed(owners)
    if mirrored:
        numbers = np.minimum(numbers, packed(np.array(need) - owners))
    vectors, times = np.unique(numbers, return_counts=True)
    return vectors.astype(np.uint32), times
