"""The model of tests of scores, of one hand or several; it only counts.

Given the lengths, a seat's tests accept ranges of its score. So accepted deals are boxes of scores,
and each box is a difference of sums over all lower scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import factorial, prod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dealwright.base.kernels.exact import BoxCount
from dealwright.conditions.nodes import Measure, Node
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.lowering import table_over_holdings
from dealwright.planning.models.atoms import Atoms, evaluate, one_seat, suit_nodes
from dealwright.planning.models.base import CountingProblem, Model
from dealwright.planning.models.box_suits import (
    MOST_SCORE,
    BoxLayouts,
    BoxSuit,
    box_suits,
    card_vectors,
    cells_of_pairs,
    greatest_scores,
    mirrored_halves,
)
from dealwright.planning.models.free_suits import (
    MOST_WAYS,
    FreeSuit,
    composed_by_honours,
    free_suit,
    half_by_honours,
    merged_suits,
    most_ways,
    no_cards,
    suit_by_cards,
)
from dealwright.planning.models.hand_automaton import DEAD, HandAutomaton, HandReader, unique_rows
from dealwright.planning.models.layouts import (
    MOST_ASSIGNMENTS,
    Ownership,
    compositions,
    holdings_of,
    owner_patterns,
    shown_tables,
)
from dealwright.planning.models.linear_sums import in_suit, measures_of
from dealwright.planning.models.pooled_seats import sides_of
from dealwright.planning.models.score_ranges import (
    Labels,
    Ranges,
    always,
    cells_of_terms,
    form_labels,
    merged_labels,
    products_of,
    seat_labels,
    units_of,
)
from dealwright.planning.models.scores import Scores, SeatScore
from dealwright.planning.models.seat_automata import AcrossReader

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag

    Ints = NDArray[np.int64]
    Arrays = dict[str, NDArray[Any]]

__all__ = ["BoxesModel", "boxes_model"]

_STATE = 4e-3  # seconds for building the smallest model, on Zen 4
_OPERATION = 2e-9  # seconds for two entries of a half or a cell of a box; on Zen 4, 1 to 2.5
MOST_CELLS = 1 << 17
MOST_CELLS_OF_AXES = 1 << 20
_SUMS = 4  # additions for each sum over an axis
_ENTRY = 0.625  # operations for an entry and the cells of states, twice if scores are capped
_MOST_PREDICTED = 50_000  # pairs of letter vectors by which the cost is predicted, about
_TOGETHER = 4e-9  # seconds for two places of an axis, on Zen 4
MOST_TOGETHER = 1 << 25  # pairs of places
_PAIR = 36  # operations for a pair of letter vectors
MOST_BOXES = 20_000  # of one combination of outcomes
MOST_LABELS = 1 << 24  # combinations
MOST_AUTOMATA = 8  # as in native/core/exact_model.hpp
MOST_SCORE_PAIRS = 1 << 22  # of two suits
MOST_LAYOUTS = 2_000_000  # of a suit
MOST_PAIRS = 4_000_000  # of letter vectors of two suits


@dataclass
class BoxesModel(Model):
    """A model that counts deals by scores of their hands (native/core/boxes.hpp).

    ``owners``, ``owner_seat``, ``pool_seats``, ``fixed`` and, by automaton, ``letters{i}``,
    ``classes{h}``, ``compose{h}.{j}`` and ``fit{j}`` are as in ``SuitsModel``; ``need`` int32 the
    cards of each owner, ``shares`` uint64[1] the ways to share those of owners that are several
    seats; seats of one ``role`` int32 can be exchanged, which puts the scores ``turned``
    int32[seats * scores] in place of others, and so can the halves if ``mirrored`` int32[1];
    ``shortcuts`` uint32[1] are those that the kernel may take. ``caps`` and ``labels`` int32 and
    ``range{d}`` int32[outcomes * ranges * 3] are those of each score, with ``ranges`` int32 for
    each outcome; ``accepted`` uint8 has an entry for each combination of labels, and ``product``
    uint64[products * scores] sets of labels, whose ``products`` int32[1] products are disjoint and
    make up the accepted ones (none if there are too many). ``suit{i}`` lists its letter vectors
    (``cards`` uint32, a byte for each owner, ``letters`` uint16, ``low`` and ``high`` uint8 scores)
    and their entries (``start``, ``score`` and ``offset`` int32, ``ways``); ``scores`` int32[4] is
    how many capped scores each suit has, ``value`` uint8 each of them, ``add{h}`` int32 the cell of
    two, to which offsets are added, ``most{h}`` int32 the greatest scores of a half. ``vectors``
    uint32 are the left half's cards, ``times`` int32 how many such vectors each stands for. If
    ``wide`` int32[1], the right half is three suits.
    """

    name: ClassVar[str] = "boxes"
    draws: ClassVar[bool] = False

    def predicted_bytes(self, *, drawing: bool = True) -> int:
        """Return an upper bound of the bytes for counting."""
        sizes = self.sizes
        total = self.bytes * 2 + (1 << 20)
        if "table" in sizes:
            return total + (32 * sizes["table"] + 40 * sizes["cells"]) * sizes["words"]
        return total + sizes["most_states"] * (24 * sizes["cells"] + 200)

    @property
    def predicted_seconds(self) -> float:
        """The approximate time of counting in seconds of one core (Zen 4)."""
        return _OPERATION * self.sizes["operations"]

    def describe(self, built: Mapping[str, int]) -> Sequence[str]:
        """Return a line of text on the sizes."""
        sizes = self.sizes
        most = f"{sizes.get('most_states', 0):,} states of {sizes['cells']:,} scores each"
        if "table" in sizes:
            most = f"{sizes['table']:,} places of states and scores"
        return [f"  scores     {sizes['vectors']:,} ways to share 26 cards, at most {most}"]

    def count(self, stop: StopFlag | None = None, most_operations: int | None = None) -> BoxCount:
        """Count the deals in at most ``most_operations``.

        :raises Stopped: if the flag was set before it was done
        :raises BudgetExceeded: if it would take more operations
        """
        return BoxCount(self.arrays, stop=stop, most_operations=most_operations)


def boxes_model(problem: CountingProblem, effort: Effort) -> BoxesModel | None:
    """Return the model of a problem whose tests compare scores of hands, else None.

    :raises TooLarge: if there are too many scores
    :raises OverBudget: if building it would cost more than the effort
    """
    if problem.values or problem.weight is not None or problem.contradicted:
        return None
    effort.spend(_STATE)
    problem.atoms.begin_model()
    scores = Scores(problem)
    if not scores.possible:
        return None
    return _Builder(problem, scores, effort).model()


class _Builder:
    """Builds the arrays of a model."""

    def __init__(self, problem: CountingProblem, scores: Scores, effort: Effort) -> None:
        self.problem, self.scores, self.effort = problem, scores, effort
        self.atoms: Atoms = problem.atoms
        self.shortcuts, self.used = problem.shortcuts, problem.atoms.used
        self.sides = sides_of(problem)
        self.absorbed = {seat: side[0] for side in self.sides for seat in side[1:]}
        together = {seat for side in self.sides for seat in side}
        for seat in together:
            del scores.scored[seat]
        seats = [*scores.scored, *(side[0] for side in self.sides)]
        self.who = Ownership(tuple(seats), problem.who.pool)
        self.readers = [self._reader(scored) for scored in scores.scored.values()]
        self.across = [AcrossReader(self.atoms, [test], [], effort) for test in scores.across]
        if len(self.readers) + len(scores.forms) + len(self.across) > MOST_AUTOMATA:
            raise TooLarge
        self.units = [units_of(scored.table) for scored in scores.scored.values()]
        self.numbers = 0  # of the layouts' arrays

    def _reader(self, scored: SeatScore) -> HandReader:
        seat = scored.seat
        holdings = [self._holdings(seat, suit) for suit in range(4)]
        plain = self.scores.plain.get(seat, [])
        return HandReader(
            seat, plain, scored.inputs, holdings, self.effort, lengths=False,
            shortcuts=self.shortcuts, used=self.used,
        )  # fmt: skip

    def _fixed(self, suit: int) -> list[int]:
        return [mask >> 13 * suit & 8191 for mask in self.problem.fixed]

    def _honours(self, suit: int) -> int:
        plain = self.atoms.small[suit]
        for fixed in self._fixed(suit):
            plain |= fixed
        return 8191 & ~plain

    def _holdings(self, seat: int, suit: int) -> Ints:
        return holdings_of(self._fixed(suit)[seat], self._honours(suit), self.atoms.small[suit])

    def model(self) -> BoxesModel:
        """Return the model."""
        by_suit = {suit: self._layouts(suit) for suit in (3, 2, 1, 0)}
        self._set_order(by_suit)
        layouts = [by_suit[suit] for suit in self.order]
        labels = self._labels(layouts)
        accepted, renamings = merged_labels(self._accepted(labels), self.shortcuts, self.used)
        ranges = [
            score.merged(names, self.shortcuts, self.used)
            for score, names in zip(labels, renamings, strict=True)
        ]
        caps = [score.cap for score in ranges]
        products = products_of(accepted) if self.shortcuts.products else []
        if products:
            self.used.add("products")
        if max(caps, default=0) > MOST_SCORE:
            raise TooLarge
        suits, automata, most, arrays = self._halves(layouts, ranges, products)
        roles, turned = self._alike(ranges, accepted)
        arrays |= {
            **self._seating(roles),
            "turned": np.array(turned, dtype=np.int32).ravel(),
            "shortcuts": np.array([self.shortcuts.kernel_bits], dtype=np.uint32),
            **self._automata(automata),
            **_scores(ranges, accepted),
        }
        mirrored = self.shortcuts.mirrored_halves and mirrored_halves(arrays)
        if mirrored:
            self.used.add("mirrored_halves")
        arrays["mirrored"] = np.array([mirrored], dtype=np.int32)
        vectors, times = card_vectors(suits, arrays["need"].tolist(), roles, mirrored=mirrored)
        arrays["vectors"], arrays["times"] = vectors, times.astype(np.int32)
        if products:
            sizes = self._sizes_of_axes(suits, ranges, automata, arrays, most, len(products))
        else:
            cells_per_join = cells_of_terms(ranges, accepted, arrays["add0"], self.effort)
            cells = prod(cap + 1 for cap in caps)
            sizes = self._sizes(suits, automata, arrays, cells, cells_per_join)
        impossible = not len(vectors) or not accepted.any()
        impossible |= any(automaton.outcomes == 0 for automaton in automata)
        return BoxesModel(arrays, sizes, impossible=impossible, used=frozenset(self.used))

    def _halves(
        self,
        layouts: list[BoxLayouts],
        ranges: Sequence[Ranges],
        products: Sequence[tuple[int, ...]],
    ) -> tuple[list[BoxSuit], list[HandAutomaton], list[list[int]], Arrays]:
        """Return the suits of both halves, the automata, the greatest scores, and their arrays.

        If there are products, suits or small cards are merged, and scores capped only if needed.
        """
        caps = [score.cap for score in ranges]
        automata = [score.automaton for score in ranges]
        automata += [reader.automaton(self.order) for reader in self.across]
        automata = automata or [always()]
        most, capped = [caps, caps], [list(range(len(caps)))] * 2
        limit = MOST_CELLS
        if products:
            limit = MOST_CELLS_OF_AXES
            if self.free:
                layouts = self._merged(layouts, caps)
                self.used.add("free_suits")
            elif self.shortcuts.honour_halves:
                layouts, automata = self._by_honours(layouts, automata, caps)
            found = [greatest_scores(layouts[h], layouts[h + 1], caps) for h in (0, 2)]
            most, capped = [half[0] for half in found], [half[1] for half in found]
        elif prod(max(map(len, score.ranges), default=1) for score in ranges) > MOST_BOXES:
            raise TooLarge
        if max(prod(score + 1 for score in half) for half in most) > limit:
            raise TooLarge
        suits = box_suits(layouts, most, capped, shared=self.shortcuts.shared_suits)
        if len(set(map(id, suits))) < len(suits):
            self.used.add("shared_suits")
        pairs = [len(suits[h].scores) * len(suits[h + 1].scores) for h in (0, 2)]
        if max(pairs) > MOST_SCORE_PAIRS:
            raise TooLarge
        self.effort.spend_on_rows(sum(pairs), len(caps))
        arrays: Arrays = {
            "scores": np.array([len(suit.scores) for suit in suits], dtype=np.int32),
            "products": np.array([len(products)], dtype=np.int32),
            "product": np.array(products, dtype=np.uint64).ravel(),
            "wide": np.array([bool(products) and self.free > 2], dtype=np.int32),
        }
        for place, suit in enumerate(suits):
            arrays |= {f"suit{place}.{name}": array for name, array in suit.arrays().items()}
        for h in (0, 1):
            arrays[f"add{h}"] = cells_of_pairs(suits[2 * h], suits[2 * h + 1], most[h], capped[h])
            arrays[f"most{h}"] = np.array(most[h], dtype=np.int32)
        return suits, automata, most, arrays

    def _free(self, suit: int, layouts: BoxLayouts) -> FreeSuit | None:
        """Return a suit by its cards, or None if tests read its lengths."""
        honours, small = self._honours(suit), self.atoms.small[suit]
        return free_suit(layouts, self.who.owners, honours.bit_count(), small.bit_count())

    def _set_order(self, layouts: Mapping[int, BoxLayouts]) -> None:
        """Set the order of suits, and how many of the last are merged: two or three."""
        self.order: tuple[int, ...] = (3, 2, 1, 0)
        self.free = 0
        if not self.shortcuts.free_suits:
            return
        free = [suit for suit in self.order if self._free(suit, layouts[suit]) is not None][-3:]
        small = sum(self.atoms.small[suit].bit_count() for suit in free)
        if most_ways(small, self.who.owners) > MOST_WAYS:
            free = free[-2:]
        self.free = len(free) if len(free) > 1 else 0
        if self.free:
            self.order = (*(suit for suit in self.order if suit not in free), *free)

    def _merged(self, layouts: Sequence[BoxLayouts], caps: Sequence[int]) -> list[BoxLayouts]:
        """Return the suits of both halves; one has the suits whose lengths no test reads."""
        free = [
            self._free(suit, layout)
            for suit, layout in zip(self.order[-self.free :], layouts[-self.free :], strict=True)
        ]
        letters = [layout.letters[0] for layout in layouts[2:]]
        seats = len(self.readers)
        left = [layouts[0], layouts[1]]
        if self.free > 2:
            left[1] = no_cards(layouts[1].letters[0], seats, len(caps))
        known = [suit for suit in free if suit is not None]
        return [*left, *merged_suits(known, letters, seats, caps, self.effort)]

    def _by_honours(
        self, layouts: list[BoxLayouts], automata: list[HandAutomaton], caps: Sequence[int]
    ) -> tuple[list[BoxLayouts], list[HandAutomaton]]:
        """Return halves of honours and small cards if the tests read one seat's lengths only."""
        reading = [place for place, reader in enumerate(self.readers) if reader.lengths]
        if len(reading) != 1 or self.across or any(self.scores.suits.values()):
            return layouts, automata
        if not all(len(layout.letters) for layout in layouts):
            return layouts, automata
        owner, owners = reading[0], self.who.owners
        suits, by_length = [], []
        for suit, layout in zip(self.order, layouts, strict=True):
            honours, small = self._honours(suit).bit_count(), self.atoms.small[suit].bit_count()
            known = suit_by_cards(layout.grid, owners, honours, small)
            letters = [_by_length(reader.raw[suit][0], honours) for reader in self.readers]
            own = letters[owner]
            if known is None or own is None or (known.base < 0).any():
                return layouts, automata
            if any(each is None or each.any() for each in letters[:owner] + letters[owner + 1 :]):
                return layouts, automata
            suits.append(known)
            by_length.append(own)
        halves: list[BoxLayouts] = []
        old, compose, counts = automata[owner], [], []
        for h in (0, 2):
            pair, lengths = suits[h : h + 2], by_length[h : h + 2]
            plain = [layout.letters[0] for layout in layouts[h : h + 2]]
            seats = len(self.readers)
            halves += half_by_honours(pair, owner, plain, seats, caps, self.effort)
            sizes = [len(suit.added) for suit in pair], [suit.small for suit in pair]
            compose.append(composed_by_honours(old.compose[h // 2], lengths, *sizes))
            counts += list(compose[-1].shape)
        read = HandAutomaton(old.letters, counts, compose, old.fit, old.values)
        self.used.add("honour_halves")
        return halves, [*automata[:owner], read, *automata[owner + 1 :]]

    def _labels(self, layouts: Sequence[BoxLayouts]) -> list[Labels]:
        """Return the labels of all scores; turn what layouts add to forms into steps."""
        labels = [
            seat_labels(scored, reader.automaton(self.order), self.effort)
            for scored, reader in zip(self.scores.scored.values(), self.readers, strict=True)
        ]
        for place, (form, of) in enumerate(self.scores.forms.items()):
            added = [layout.forms[place] for layout in layouts]
            label, steps, unit = form_labels(form, of, added, self.effort)
            labels.append(label)
            for layout, column in zip(layouts, steps, strict=True):
                offset = layout.grid[len(self.readers) + place] - layout.forms[place].min(initial=0)
                layout.grid[len(self.readers) + place] = offset // unit
                layout.forms[place] = column
        return labels

    def _seating(self, roles: Sequence[Sequence[int]]) -> Arrays:
        """Return the arrays of owners and their roles."""
        needs = [13 - mask.bit_count() for mask in self.problem.fixed]
        need = [needs[seat] for seat in self.scores.scored]
        need += [sum(needs[seat] for seat in side) for side in self.sides]
        shares = prod(_multinomial([needs[seat] for seat in side]) for side in self.sides)
        if shares >= 1 << 64:  # four seats of one side: every sum of theirs is known
            raise TooLarge
        if self.who.pool:
            need.append(sum(needs[seat] for seat in self.who.pool))
        role_of = {owner: number for number, seats in enumerate(roles) for owner in seats}
        return {
            "owners": np.array([self.who.owners], dtype=np.int32),
            "owner_seat": np.array(self.who.seats, dtype=np.int32),
            "pool_seats": np.array(self.who.pool, dtype=np.int32),
            "fixed": np.array(self.problem.fixed, dtype=np.uint64),
            "need": np.array(need, dtype=np.int32),
            "shares": np.array([shares], dtype=np.uint64),
            "role": np.array(
                [role_of[owner] for owner in range(len(self.readers))], dtype=np.int32
            ),
        }

    def _automata(self, automata: Sequence[HandAutomaton]) -> Arrays:
        """Return the arrays of the automata: of seats, of forms (one letter), of tests across."""
        arrays: Arrays = {}
        for place in range(4):
            counts = [automaton.counts[place] for automaton in automata]
            arrays[f"letters{place}"] = np.array(counts, dtype=np.int32)
        for h in (0, 1):
            arrays[f"classes{h}"] = np.array([a.fit.shape[h] for a in automata], dtype=np.int32)
            for j, automaton in enumerate(automata):
                arrays[f"compose{h}.{j}"] = automaton.compose[h].astype(np.int32).ravel()
        for j, automaton in enumerate(automata):
            arrays[f"fit{j}"] = automaton.fit.astype(np.int32).ravel()
        return arrays

    def _layouts(self, suit: int) -> BoxLayouts:
        """Return the layouts of a suit: the owners' cards, the letters, and the scores they add."""
        owners = self.who.owners
        fixed, honours, small = self._fixed(suit), self._honours(suit), self.atoms.small[suit]
        if owners ** honours.bit_count() > MOST_ASSIGNMENTS:
            raise TooLarge
        patterns = owner_patterns(honours.bit_count(), owners)
        counts, ways = compositions(small.bit_count(), owners)
        full = (len(patterns), len(counts))
        if full[0] * full[1] > MOST_LAYOUTS:
            raise TooLarge
        forms = [in_suit(form, suit) for form in self.scores.forms]
        nodes = [reader.nodes(suit) for reader in self.across]
        tests = self.scores.suits.get(suit, [])
        columns_read = 3 * len(self.readers) + len(tests) + len(forms) + sum(map(len, nodes))
        columns_kept = 3 * len(forms) + len(self.readers) + len(nodes) + 2
        self._spend_on_layouts(full[0] * full[1], columns_read, columns_kept)
        nodes_read = [*tests, *forms, *(node for reader_nodes in nodes for node in reader_nodes)]
        shown = shown_tables(
            self.who, [node for node in nodes_read if node is not None], fixed, honours, small
        )
        known: dict[Node, Any] = {
            n: table[patterns[:, column]][:, counts[:, column]]
            for n, (column, table) in shown.items()
        }
        for node in nodes_read:
            for part in suit_nodes(node) if node is not None else ():
                if part not in known:
                    known[part] = table_over_holdings(part)[fixed[one_seat(part) or 0]]

        def values(node: Node | None) -> Ints:
            return np.broadcast_to(0 if node is None else evaluate(node, known), full)

        live = np.ones(full, dtype=np.bool_)
        letters, scores = [], []
        for column, (reader, units) in enumerate(zip(self.readers, self.units, strict=True)):
            letter = reader.raw[suit][0][patterns[:, column]][:, counts[:, column]]
            live &= letter != DEAD
            letters.append(letter)
            scores_of_units = units[self._holdings(reader.seat, suit)]
            scores.append(scores_of_units[patterns[:, column]][:, counts[:, column]])
        for node in tests:
            live &= values(node) != 0
        letters += [np.zeros(full, dtype=np.int64)] * len(forms)
        for crossing, reader_nodes in zip(self.across, nodes, strict=True):
            letters.append(crossing.number(suit, [values(node) for node in reader_nodes], full))
        letters = letters or [np.zeros(full, dtype=np.int64)]
        bits = np.array([pattern.bit_count() for pattern in range(1 << honours.bit_count())])
        digits = 1 << 8 * np.arange(owners, dtype=np.int64)
        cards = (bits[patterns] @ digits)[:, None] + (counts @ digits)[None, :]
        return BoxLayouts(
            cards[live],
            np.stack([letter[live] for letter in letters], axis=1),
            [score[live] for score in scores],
            [values(form)[live].astype(np.int64) for form in forms],
            np.broadcast_to(ways, full)[live],
            [*scores, *(values(form).astype(np.int64) for form in forms)],
        )

    def _spend_on_layouts(self, rows: int, read: int, kept: int) -> None:
        """Charge for the columns of a suit's layouts, which are kept beside those of other suits.

        :raises OverBudget: if too few seconds are left
        :raises TooLarge: if the suits so far do not fit in memory together
        """
        self.effort.spend_on_rows(rows, read)
        self.numbers += rows * (read + kept)
        if not self.effort.holds(1, self.numbers):
            raise TooLarge

    def _accepted(self, labels: Sequence[Labels]) -> NDArray[np.bool_]:
        """Return whether each combination of labels satisfies the joint tests."""
        shape = tuple(len(label.rows) for label in labels)
        if prod(shape) > MOST_LABELS or not self.effort.holds(2, prod(shape)):
            raise TooLarge
        self.effort.spend_on_rows(prod(shape), len(self.scores.joint))
        known: dict[Node, Any] = {}
        parts = [score.parts for score in self.scores.scored.values()]
        parts += [form.parts for form in self.scores.forms.values()]
        for axis, (nodes, label) in enumerate(zip(parts, labels, strict=True)):
            axis_shape = [1] * len(shape)
            axis_shape[axis] = shape[axis]
            known |= {node: label.rows[:, i].reshape(axis_shape) for i, node in enumerate(nodes)}
        accepted = np.ones(shape, dtype=np.bool_)
        for node in self.scores.joint:
            accepted &= np.not_equal(evaluate(node, known), 0)
        return accepted

    def _alike(
        self, ranges: Sequence[Ranges], accepted: NDArray[np.bool_]
    ) -> tuple[list[list[int]], list[list[int]]]:
        """Return the owners by role, and for each seat the places of scores that it exchanges.

        Owners of one role can be exchanged in every deal, each with the first of its role.
        """
        unchanged = list(range(len(ranges)))
        turned = [unchanged] * len(self.readers)
        exchanged = self.shortcuts.exchangeable_seats
        if self.scores.across or any(self.scores.suits.values()) or any(self.problem.fixed):
            exchanged = False
        roles: list[list[int]] = []
        for reader in range(len(self.readers)):
            for role in roles if exchanged else ():
                places = self._exchange(reader, role[0], ranges, accepted)
                if places is not None:
                    turned[reader] = places
                    role.append(reader)
                    self.used.add("exchangeable_seats")
                    break
            else:
                roles.append([reader])
        return roles + [[owner] for owner in range(len(self.readers), self.who.owners)], turned

    def _exchange(
        self, a: int, b: int, ranges: Sequence[Ranges], accepted: NDArray[np.bool_]
    ) -> list[int] | None:
        """Return where scores go if two seats are exchanged in every deal; None if they cannot."""
        first, second = self.readers[a], self.readers[b]
        exchanged = {first.seat: second.seat, second.seat: first.seat}
        forms = [measures_of(form) or {} for form in self.scores.forms]
        places = list(range(len(ranges)))  # of each score after the exchange
        places[a], places[b] = b, a
        for index, form in enumerate(forms):
            swapped = {
                Measure(m.feature, exchanged.get(m.seat, m.seat), m.suit): n
                for m, n in form.items()
            }
            if swapped not in forms:
                return None
            places[len(self.readers) + index] = len(self.readers) + forms.index(swapped)
        if len(set(places)) < len(places):  # two forms have the same measures
            return None
        same = (
            all(
                (ranges[index].cap, ranges[index].ranges)
                == (ranges[target].cap, ranges[target].ranges)
                for index, target in enumerate(places)
            )
            and np.array_equal(self.units[a], self.units[b])
            and _same_automata(ranges[a].automaton, ranges[b].automaton)
            and np.array_equal(np.transpose(accepted, places), accepted)
            and all(np.array_equal(first.raw[s][0], second.raw[s][0]) for s in range(4))
        )
        return places if same else None

    def _pairs(
        self,
        h: int,
        suits: Sequence[BoxSuit],
        automata: Sequence[HandAutomaton],
        wanted: Ints,
    ) -> tuple[Ints, Ints]:
        """Return the pairs of letter vectors of a half with wanted cards, and their entries.

        A row has the index of the wanted cards and the class of each automaton.
        """
        first, second = suits[2 * h], suits[2 * h + 1]
        self.effort.spend_on_rows(len(wanted) * len(first.cards), 3)
        rest = wanted[:, None] - first.cards[None, :]
        begin = np.searchsorted(second.cards, rest.ravel())
        count = np.searchsorted(second.cards, rest.ravel(), side="right") - begin
        pairs = int(count.sum())
        if pairs > MOST_PAIRS:
            raise TooLarge
        self.effort.spend_on_rows(pairs, 2 + len(automata))
        pair = np.repeat(np.arange(len(count), dtype=np.int64), count)
        within = np.arange(pairs, dtype=np.int64) - np.repeat(
            np.cumsum(count, dtype=np.int64) - count, count
        )
        a, b = pair % max(1, len(first.cards)), begin[pair] + within
        columns: list[NDArray[Any]] = [pair // max(1, len(first.cards))]
        live = np.ones(pairs, dtype=np.bool_)
        for j, automaton in enumerate(automata):
            state = automaton.compose[h][first.letters[a, j], second.letters[b, j]]
            live &= state >= 0
            columns.append(state)
        sizes = np.diff(first.start)[a] * np.diff(second.start)[b]
        return np.stack(columns, axis=1).astype(np.int64)[live], sizes[live]

    def _sizes(
        self,
        suits: Sequence[BoxSuit],
        automata: Sequence[HandAutomaton],
        arrays: Mapping[str, Any],
        cells: int,
        cells_per_join: int,
    ) -> dict[str, int]:
        """Return the sizes that determine the cost; joining two states reads ``cells_per_join``."""
        vectors = len(arrays["vectors"])
        entries, states = [], []
        rows: Ints = np.zeros((0, 1 + len(automata)), dtype=np.int64)
        for h in (1, 0):
            pairs, pair_entries = self._pairs(h, suits, automata, _wanted(arrays, h))
            entries.append(int(pair_entries.sum()))
            rows = unique_rows(pairs)[0]
            states.append(np.bincount(rows[:, 0].astype(np.intp), minlength=vectors))
        position_class, classes = rows[:, 0], rows[:, 1:]
        for role in set(arrays["role"].tolist()):  # of the left half, one of those alike, about
            seats = np.flatnonzero(arrays["role"] == role)
            classes[:, seats] = np.sort(classes[:, seats], axis=1)
        once = unique_rows(np.column_stack([position_class, classes]))[0]
        distinct = np.bincount(once[:, 0].astype(np.intp), minlength=vectors)
        joins = int((distinct * states[0]).sum())
        built = int(4 * states[0].sum() + states[1].sum()) * cells
        return {
            "vectors": vectors,
            "cells": cells,
            "most_states": int(max(states[0].max(initial=0), states[1].max(initial=0))),
            "operations": sum(entries) // 2 + built // 4 + joins * cells_per_join,
        }

    def _sizes_of_axes(
        self,
        suits: Sequence[BoxSuit],
        ranges: Sequence[Ranges],
        automata: Sequence[HandAutomaton],
        arrays: Mapping[str, Any],
        most: Sequence[Sequence[int]],
        products: int,
    ) -> dict[str, int]:
        """Return the sizes that determine the cost if some products are accepted."""
        listed = len(arrays["vectors"])
        heads = max(len(suits[2 * h].cards) for h in (0, 1))
        alike = max(len(suit.cards) / max(1, len(np.unique(suit.cards))) for suit in suits[1::2])
        step = 1 + int(listed * heads * alike) // _MOST_PREDICTED
        vectors = -(-listed // step)  # those that are looked at, every so many
        cells = [prod(score + 1 for score in half) for half in most]
        operations = np.zeros(vectors, dtype=np.float64)
        pairs: list[Ints] = []
        for h in (0, 1):
            rows, entries = self._pairs(h, suits, automata, _wanted(arrays, h)[::step])
            pairs.append(rows)
            price = _ENTRY * (2 if len(arrays[f"add{h}"]) > 1 else 1)
            price /= 2 if suits[2 * h] is suits[2 * h + 1] else 1
            operations += np.bincount(rows[:, 0].astype(np.intp), entries, vectors) * price
        places: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []
        for j, automaton in enumerate(automata):
            scores = [half[j : j + 1] for half in most]
            size = automaton.fit.size * prod(score + 1 for half in scores for score in half)
            if size > MOST_TOGETHER:
                raise TooLarge
            self.effort.spend(_TOGETHER * size)
            together = _together(automaton, ranges[j : j + 1], scores)
            used = [unique_rows(rows[:, [0, 1 + j]])[0] for rows in pairs]
            places.append(_places(together, used, vectors, self.effort))
        table = np.prod([right for _, right in places], axis=0, dtype=np.float64)
        largest, sums = table, table / products
        for left, right in places:
            table = table / np.maximum(right, 1) * left
            largest = np.maximum(largest, table)
            sums = sums + _SUMS * table
        return {
            "vectors": listed,
            "cells": max(cells),
            "table": int(largest.max(initial=0)) * (2 if step > 1 else 1),
            "words": 2 if self.free > 2 else 1,
            "operations": int(
                ((operations + products * sums / 4).sum() + sum(map(len, pairs)) * _PAIR)
                * (listed / max(1, vectors))
                + 16 * listed * heads
            ),
        }


def _wanted(arrays: Mapping[str, Any], h: int) -> Ints:
    """Return the cards of the owners in a half for each card vector."""
    vectors: Ints = arrays["vectors"].astype(np.int64)
    need = sum(int(n) << 8 * position for position, n in enumerate(arrays["need"]))
    return need - vectors if h else vectors


def _together(
    automaton: HandAutomaton, ranges: Sequence[Ranges], most: Sequence[Sequence[int]]
) -> NDArray[np.int8]:
    """Return 1 + the label of two places, or 0: int8[left classes, scores, right classes, scores].

    ``ranges`` are those of the automaton's score, if it has one.
    """
    fit = automaton.fit
    if not ranges:
        return (fit >= 0)[:, None, :, None].astype(np.int8)
    cap = ranges[0].cap
    labels = np.zeros((len(ranges[0].ranges) + 1, cap + 1), dtype=np.int8)  # the last: DEAD
    for outcome, runs in enumerate(ranges[0].ranges):
        for low, high, label in runs:
            labels[outcome, low : high + 1] = 1 + label
    left, right = (np.arange(half[0] + 1, dtype=np.int64) for half in most)
    totals = np.minimum(left[:, None] + right[None, :], cap)
    together: NDArray[np.int8] = labels[fit[:, None, :, None], totals[None, :, None, :]]
    return together


def _places(
    together: NDArray[np.int8], used: Sequence[Ints], vectors: int, effort: Effort
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how many classes and scores of each half the other can tell apart, by card vector.

    ``used`` are the classes of each half: rows of an index of a vector and a class.
    """
    counts = np.zeros((2, vectors), dtype=np.float64)
    known: dict[tuple[bytes, bytes], tuple[int, int]] = {}
    ends = [np.searchsorted(rows[:, 0], np.arange(vectors + 1, dtype=np.int64)) for rows in used]
    for vector in range(vectors):
        own = [rows[end[vector] : end[vector + 1], 1] for rows, end in zip(used, ends, strict=True)]
        key = (own[0].tobytes(), own[1].tobytes())
        if key not in known:
            known[key] = 0, 0
            some = together[own[0]][:, :, own[1]]
            effort.spend(_TOGETHER * some.size)
            if not some.size:
                continue
            rows = some.reshape(some.shape[0] * some.shape[1], -1)
            columns = some.transpose(2, 3, 0, 1).reshape(some.shape[2] * some.shape[3], -1)
            known[key] = _kinds(rows), _kinds(columns)
        counts[:, vector] = known[key]
    return counts[0], counts[1]


def _kinds(rows: NDArray[np.int8]) -> int:
    """Return the number of distinct rows that are not 0."""
    return len({row.tobytes() for row in rows} - {bytes(rows.shape[1])})


def _scores(ranges: Sequence[Ranges], accepted: NDArray[np.bool_]) -> Arrays:
    """Return the arrays of scores: their ranges by outcome, and the accepted labels."""
    widest = [max(map(len, score.ranges), default=1) for score in ranges]
    arrays: Arrays = {
        "caps": np.array([score.cap for score in ranges], dtype=np.int32),
        "labels": np.array(accepted.shape, dtype=np.int32),
        "ranges": np.array(widest, dtype=np.int32),
        "accepted": accepted.astype(np.uint8).ravel(),
    }
    for d, score_ranges in enumerate(ranges):
        table = np.full((len(score_ranges.ranges), widest[d], 3), -1, dtype=np.int32)
        for outcome, runs in enumerate(score_ranges.ranges):
            table[outcome, : len(runs)] = runs
        arrays[f"range{d}"] = table.ravel()
    return arrays


def _by_length(letters: Ints, honours: int) -> Ints | None:
    """Return the letter of each length from those of honours and small cards, if it decides."""
    bits = np.array([pattern.bit_count() for pattern in range(1 << honours)], dtype=np.int64)
    length = bits[:, None] + np.arange(letters.shape[1], dtype=np.int64)
    by_length = np.full(honours + letters.shape[1], DEAD, dtype=np.int64)
    by_length[length] = letters
    return by_length if np.array_equal(by_length[length], letters) else None


def _multinomial(parts: Sequence[int]) -> int:
    """Return the number of ways to share cards among hands of these sizes."""
    return factorial(sum(parts)) // prod(map(factorial, parts))


def _same_automata(left: HandAutomaton, right: HandAutomaton) -> bool:
    tables = [(left.fit, right.fit), *zip(left.compose, right.compose, strict=True)]
    return all(np.array_equal(a, b) for a, b in tables)
