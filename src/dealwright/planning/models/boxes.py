"""The model of tests that compare a score of each hand with limits: it counts, and draws nothing.

A seat's tests read one sum over its suits (points, losers: its score) and beside it lengths. What
they accept, given the lengths, are ranges of the score; so deals are boxes of up to four scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
MOST_CELLS = 1 << 16
MOST_VALUES = 512  # of a score
MOST_RANGES = 4
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
    a holding adds to the score, None if they read none.
    """

    seat: int
    tests: list[Node]
    parts: list[Node]
    table: Ints | None
    measures: dict[Measure, Node | None]
    inputs: list[Node]


def _scored(seat: int, tests: list[Node], parts: list[Node]) -> _Scored | None:
    """Return a seat's tests by its score, None if they read two."""
    table: Ints | None = None
    measures: dict[Measure, Node | None] = {}
    inputs: list[Node] = []
    seen = set[Node]()
    waiting = [*reversed(tests), *reversed(parts)]
    while waiting:
        node = waiting.pop()
        if node in seen or not scope_of(node):
            continue
        seen.add(node)
        if not any(_is_score(part) for part in _below(node)):
            inputs.append(node)
        elif isinstance(node, Measure):
            own = node.feature.holding_table
            assert own is not None
            if table is not None and not np.array_equal(own, table):
                return None
            table = own
            shape = None if node.feature.shape_table is None else _shape(node)
            measures[node] = shape
            if shape is not None and shape not in inputs:
                inputs.append(shape)
        else:
            waiting += reversed(children(node))
    return _Scored(seat, tests, parts, table, measures, inputs)


def _shape(node: Measure) -> Node:
    return Measure(shape_part(node.feature), node.seat)


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
class _Ranges:
    """The ranges of a seat's score that each outcome accepts: (low, high, label) in order.

    Scores are in steps of ``step`` from ``least``, and count as ``cap`` beyond it; ``labels`` are
    the values of the seat's parts.
    """

    cap: int
    automaton: HandAutomaton
    ranges: list[list[tuple[int, int, int]]]
    labels: list[tuple[int, ...]]


def _ranges(scored: _Scored, automaton: HandAutomaton, effort: Effort) -> _Ranges:
    """Return what each outcome of a seat's automaton accepts."""
    most = _most_units(scored) + 1
    if most > MOST_VALUES:
        raise TooLarge
    known: dict[Node, Any] = {node: row[:, None] for node, row in automaton.values.items()}
    values = _score_of(scored, np.arange(most))
    for measure, shape in scored.measures.items():
        known[measure] = values[None, :] + (0 if shape is None else known[shape])
    full = (automaton.outcomes, most)
    effort.spend_on_rows(full[0] * most, len(scored.tests) + len(scored.parts))
    return _accepted_ranges(scored.tests, scored.parts, known, full, automaton)


def _accepted_ranges(
    tests: Sequence[Node],
    parts: Sequence[Node],
    known: dict[Node, Any],
    full: tuple[int, int],
    automaton: HandAutomaton,
) -> _Ranges:
    """Return what each outcome accepts, given what is known by outcome and score."""
    live = np.ones(full, dtype=np.bool_)
    for node in tests:
        live &= np.not_equal(evaluate(node, known), 0)
    columns = [np.broadcast_to(evaluate(node, known), full).ravel() for node in parts]
    table = np.stack([np.zeros(live.size, np.int64), *columns], axis=1).astype(np.int64)
    rows, index = unique_rows(table)
    label = np.where(live, index.reshape(full), DEAD)
    same = (label == label[:, -1:]).all(axis=0)
    cap = int(np.flatnonzero(~same).max(initial=-1)) + 1
    found = [_runs(row[: cap + 1].tolist()) for row in label]
    kinds: dict[tuple[tuple[int, int, int], ...], int] = {}
    names = np.full(full[0], DEAD, dtype=np.int64)
    for outcome, runs in enumerate(found):
        if runs:
            names[outcome] = kinds.setdefault(tuple(runs), len(kinds))
    labels = [tuple(row) for row in rows[:, 1:].tolist()]
    return _Ranges(cap, merge_outcomes(automaton, names), [list(kind) for kind in kinds], labels)


def _always() -> HandAutomaton:
    """Return the automaton of a score whose tests read nothing else."""
    one = np.zeros((1, 1), dtype=np.int32)
    return HandAutomaton([], [1, 1, 1, 1], [one, one], one, {})


def _form_ranges(
    form: Node, tests: Sequence[Node], suits: Sequence[_SuitLayouts], place: int, effort: Effort
) -> _Ranges:
    """Return what a form's tests accept; turn its values in the suits into steps from the least."""
    columns = [suit.forms[place] for suit in suits]
    least = [int(column.min(initial=0)) for column in columns]
    step = gcd(*(int(np.gcd.reduce(c - low)) for c, low in zip(columns, least, strict=True))) or 1
    most = 1
    for suit, low in zip(suits, least, strict=True):
        suit.forms[place] = (suit.forms[place] - low) // step
        most += int(suit.forms[place].max(initial=0))
    if most > MOST_VALUES:
        raise TooLarge
    effort.spend_on_rows(most, len(tests))
    values = sum(least) + step * np.arange(most)
    return _accepted_ranges(tests, [], {form: values[None, :]}, (1, most), _always())


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
    are those of each seat, ``ranges`` int32[1]; ``accepted`` uint8 has an entry for each
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
    apart = _take_apart(problem)
    if apart is None:
        return None
    effort.spend(_STATE)
    return _Builder(problem, apart, effort).model()


@dataclass
class _Apart:
    """A problem's clauses: by seat, by suit, across both, and joint ones over parts of seats.

    ``forms`` are sums over several seats with their tests: scores of several hands.
    """

    scored: list[_Scored]
    forms: dict[Node, list[Node]]
    plain: dict[int, list[Node]]
    suits: dict[int, list[Node]]
    across: list[Node]
    joint: list[Node]


def _take_apart(problem: Problem) -> _Apart | None:
    atoms = problem.atoms
    plain: dict[int, list[Node]] = {}
    tests: dict[int, list[Node]] = {}
    parts: dict[int, list[Node]] = {}
    suits: dict[int, list[Node]] = {}
    forms: dict[Node, list[Node]] = {}
    across: list[Node] = []
    joint: list[Node] = []
    for written in problem.ordered:
        if not scope_of(written):
            continue
        clause = rebuilt(written, _opened)
        seat, suit = one_seat(clause), same_suit(clause)
        if seat is not None:
            kind = tests if any(map(_is_score, _below(clause))) else plain
            kind.setdefault(seat, []).append(clause)
        elif suit is not None:
            suits.setdefault(suit, []).append(clause)
        elif (form := _form_of(atoms.rewritten[written])) is not None:
            forms.setdefault(form, []).append(rebuilt(atoms.rewritten[written], _opened))
        elif atoms.is_across(atoms.rewritten[written]):
            across.append(atoms.rewritten[written])
        else:
            joint.append(clause)
            if not _parts_of_seats(clause, parts):
                return None
    scored = []
    for seat in problem.who.seats:
        found = _scored(seat, tests.get(seat, []), parts.get(seat, []))
        if found is None:
            return None
        scored.append(found)
    return _Apart(scored, forms, plain, suits, across, joint)


def _form_of(test: Node) -> Node | None:
    """Return the sum of suits that a test compares with numbers, if it does nothing else."""
    if isinstance(test, Within):
        form = test.value
    elif isinstance(test, Binary) and isinstance(test.right, Number):
        form = test.left
    else:
        return None
    measures = measures_of(form)
    if measures is None or any(
        measure.suit is None
        and (measure.feature.holding_table is None or measure.feature.shape_table is not None)
        for measure in measures
    ):
        return None
    return form


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


def _parts_of_seats(clause: Node, parts: dict[int, list[Node]]) -> bool:
    """Add the largest parts of a clause that read one seat; return whether they are all it reads."""
    waiting = [clause]
    while waiting:
        node = waiting.pop()
        if not scope_of(node):
            continue
        seat = one_seat(node)
        if seat is None:
            if not children(node):
                return False
            waiting += reversed(children(node))
        elif node not in parts.setdefault(seat, []):
            parts[seat].append(node)
    return True


class _Builder:
    """Builds the arrays of a model."""

    def __init__(self, problem: Problem, apart: _Apart, effort: Effort) -> None:
        self.problem, self.apart, self.effort = problem, apart, effort
        self.atoms: Atoms = problem.atoms
        self.who: Ownership = problem.who
        self.readers = [self._reader(scored) for scored in apart.scored]
        self.across = [AcrossReader(self.atoms, [test], [], effort) for test in apart.across]
        if len(self.readers) + len(apart.forms) + len(self.across) > MOST_AUTOMATA:
            raise TooLarge
        self.units = [_units(scored.table) for scored in apart.scored]

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
        ranges = [
            _ranges(scored, automaton, self.effort)
            for scored, automaton in zip(self.apart.scored, automata, strict=True)
        ]
        layouts = [self._layouts(suit) for suit in order]
        ranges += [
            _form_ranges(form, tests, layouts, place, self.effort)
            for place, (form, tests) in enumerate(self.apart.forms.items())
        ]
        most = max((len(runs) for each in ranges for runs in each.ranges), default=1)
        cells = prod(each.cap + 1 for each in ranges)
        caps = [each.cap for each in ranges]
        if most > MOST_RANGES or cells > MOST_CELLS or max(caps) > MOST_SCORE:
            raise TooLarge
        suits = [_SuitVectors(layout, caps) for layout in layouts]
        automata = [each.automaton for each in ranges]
        automata += [reader.automaton(order) for reader in self.across]
        accepted = self._accepted(ranges)
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
            "labels": np.array([max(1, len(each.labels)) for each in ranges], dtype=i32),
            "ranges": np.array([most], dtype=i32),
            "accepted": accepted.astype(np.uint8).ravel(),
            "scores": np.array([len(suit.scores) for suit in suits], dtype=i32),
        }
        for d, own in enumerate(ranges):
            table = np.full((len(own.ranges), most, 3), -1, dtype=i32)
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
        each = _cells_of_terms(ranges, accepted, arrays["add0"])
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

    def _accepted(self, ranges: Sequence[_Ranges]) -> NDArray[np.bool_]:
        """Return whether each combination of labels satisfies the joint tests."""
        shape = tuple(max(1, len(each.labels)) for each in ranges)
        if int(np.prod(shape)) > MOST_LABELS:
            raise TooLarge
        self.effort.spend_on_rows(int(np.prod(shape)), len(self.apart.joint))
        known: dict[Node, Any] = {}
        for axis, (scored, each) in enumerate(zip(self.apart.scored, ranges, strict=False)):
            wide = [1] * len(shape)
            wide[axis] = shape[axis]
            for column, node in enumerate(scored.parts):
                row = np.array([label[column] for label in each.labels], dtype=np.int64)
                known[node] = row.reshape(wide)
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
        a, b = ranges[one], ranges[other]
        first, second = self.readers[one], self.readers[other]
        exchanged = {first.seat: second.seat, second.seat: first.seat}
        for form in self.apart.forms:
            measures = measures_of(form) or {}
            swapped = {
                Measure(m.feature, exchanged.get(m.seat, m.seat), m.suit): n
                for m, n in measures.items()
            }
            if swapped != measures:
                return False
        return (
            (a.cap, a.ranges, a.labels) == (b.cap, b.ranges, b.labels)
            and np.array_equal(self.units[one], self.units[other])
            and _same_automata(a.automaton, b.automaton)
            and np.array_equal(np.swapaxes(accepted, one, other), accepted)
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
        for h, wanted in ((0, vectors), (1, need - vectors)):
            first, second = suits[2 * h], suits[2 * h + 1]
            if len(first.letters) * len(second.letters) > MOST_PAIRS:
                raise TooLarge
            pairs = len(first.letters) * len(second.letters)
            self.effort.spend_on_rows(pairs, 2 + len(automata))
            together = (first.cards[:, None] + second.cards[None, :]).ravel()
            order = np.argsort(wanted)
            at = np.searchsorted(wanted[order], together)
            at = np.minimum(at, max(len(wanted) - 1, 0))
            listed = wanted[order][at] == together if len(wanted) else np.zeros(pairs, np.bool_)
            code = np.zeros(pairs, dtype=np.int64)
            for j, automaton in enumerate(automata):
                state = automaton.compose[h][first.letters[:, j]][:, second.letters[:, j]].ravel()
                listed = listed & (state >= 0)
                code = code * automaton.fit.shape[h] + np.maximum(state, 0)
            sizes = (np.diff(first.start)[:, None] * np.diff(second.start)[None, :]).ravel()
            entries.append(int(sizes[listed].sum()))
            place = order[at[listed]] if len(wanted) else at[listed]
            distinct = unique_rows(np.stack([place, code[listed]], axis=1))[0]
            states.append(np.bincount(distinct[:, 0], minlength=len(wanted)))
        joins = int((states[0] * states[1]).sum())
        built = int(states[0].sum() + 4 * states[1].sum()) * cells
        return {
            "vectors": len(vectors),
            "cells": cells,
            "most_states": int(max(states[0].max(initial=0), states[1].max(initial=0))),
            "operations": sum(entries) // 2 + built // 4 + joins * each,
        }


def _cells_of_terms(
    ranges: Sequence[_Ranges], accepted: NDArray[np.bool_], cells: NDArray[np.int32]
) -> int:
    """Return how many cells the boxes of two states read, for outcomes with the most ranges.

    As in ``list_terms`` of native/core/boxes.cpp: at a seat where any score will do, cells that
    differ there are one.
    """
    caps = [each.cap for each in ranges]
    corners: list[list[tuple[int, int]]] = []  # by seat: label and greatest score
    for each in ranges:
        runs = max(each.ranges, key=len, default=[])
        ends = [(label, high) for _, high, label in runs]
        corners.append(ends + [(label, low - 1) for low, _, label in runs if low > 0])
    terms = {
        tuple(most for _, most in corner)
        for corner in product(*corners)
        if accepted[tuple(label for label, _ in corner)]
    }
    sizes = [cap + 1 for cap in caps]
    at = np.stack(np.unravel_index(np.unique(cells), sizes), axis=1)
    read = 0
    for term in terms:
        kept = [d for d, most in enumerate(term) if most < caps[d]]
        read += len(unique_rows(at[:, kept].astype(np.int64))[0]) if kept else 1
    return max(1, read)


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
