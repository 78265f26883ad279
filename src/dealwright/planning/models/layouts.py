"""The layouts of one suit: the owner of each honour, and the number of small cards of each owner.

Assignments of honours that every automaton treats alike form a kind; a kind and its points form a
class. A row has the number of small cards of every owner; its ways are a multinomial.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial
from typing import TYPE_CHECKING

import numpy as np

from dealwright.conditions.nodes import Node
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.lowering import table_over_holdings
from dealwright.planning.models.atoms import Atoms, evaluate, suit_nodes
from dealwright.planning.models.hand_automaton import DEAD, HandReader, unique_rows
from dealwright.planning.models.seat_automata import AcrossReader

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = [
    "MOST_ASSIGNMENTS",
    "Ownership",
    "SuitLayouts",
    "compositions",
    "holdings_of",
    "owner_patterns",
    "shown_tables",
    "suit_layouts",
]

MOST_ASSIGNMENTS = 1 << 16


@dataclass(frozen=True)
class Ownership:
    """The owners of cards: tracked seats, then the pool of the others (if any)."""

    seats: tuple[int, ...]
    pool: tuple[int, ...]

    @property
    def owners(self) -> int:
        """The number of owners: the seats, plus one pool if a seat is not tracked."""
        return len(self.seats) + bool(self.pool)


@dataclass
class SuitLayouts:
    """One suit as arrays of native/core/exact_model.hpp; ``letters`` has a column per automaton."""

    suit: int
    small: int
    honours: int
    assignment: NDArray[np.uint16]
    class_kind: Ints
    class_points: Ints
    class_first: Ints
    class_size: Ints
    row_start: Ints
    row_counts: NDArray[np.uint32]
    row_ways: NDArray[np.float64]
    row_letters: Ints
    letters: list[int]
    points: Ints

    @property
    def rows(self) -> int:
        """The number of rows of all kinds."""
        return len(self.row_counts)


@lru_cache(maxsize=64)
def compositions(cards: int, owners: int) -> tuple[Ints, NDArray[np.float64]]:
    """Return all ways to count cards among owners, int64[n, owners], and their multinomials."""
    rows: list[list[int]] = [[]]
    for _ in range(owners - 1):
        rows = [[*row, k] for row in rows for k in range(cards - sum(row) + 1)]
    counts = np.array([[*row, cards - sum(row)] for row in rows], dtype=np.int64)
    factorials = np.array([float(factorial(k)) for k in range(cards + 1)])
    ways = factorials[cards] / factorials[counts].prod(axis=1, dtype=np.float64)
    return counts, np.rint(ways)


@lru_cache(maxsize=64)
def owner_patterns(honours: int, owners: int) -> Ints:
    """Return the pattern of every owner for every assignment of honours, int64[n, owners].

    A pattern has a bit for each honour, the lowest honour first.
    """
    n = owners**honours
    places = np.arange(honours, dtype=np.int64)
    which = np.arange(n, dtype=np.int64)[:, None] // owners**places % owners
    return np.stack([((which == owner) << places).sum(axis=1) for owner in range(owners)], axis=1)


def _pattern_masks(honours: int) -> Ints:
    """Return the 13-bit mask of each pattern."""
    ranks = [rank for rank in range(13) if honours >> rank & 1]
    patterns = np.arange(1 << len(ranks), dtype=np.int64)
    masks = np.zeros(len(patterns), dtype=np.int64)
    for bit, rank in enumerate(ranks):
        masks |= (patterns >> bit & 1) << rank
    return masks


def holdings_of(held: int, honours: int, small: int) -> Ints:
    """Return a holding for each pattern of honours and number of small cards, int64[p, s + 1]."""
    ranks = [rank for rank in range(13) if small >> rank & 1]
    prefix = np.cumsum([0, *(1 << rank for rank in ranks)], dtype=np.int64)
    masks: Ints = held | _pattern_masks(honours)[:, None] | prefix[None, :]
    return masks


def suit_layouts(
    atoms: Atoms,
    who: Ownership,
    suit: int,
    readers: dict[int, HandReader],
    across: Sequence[AcrossReader],
    effort: Effort,
) -> SuitLayouts:
    """Return the layouts of a suit that its own tests accept.

    ``across`` are the readers of several seats; each numbers its letters of the suit.

    :raises TooLarge: if the condition distinguishes too many ranks
    """
    fixed = [mask >> 13 * suit & 8191 for mask in atoms.fixed]
    small = atoms.small[suit]
    honours = 8191 & ~(small | fixed[0] | fixed[1] | fixed[2] | fixed[3])
    assignments = who.owners ** honours.bit_count()
    if assignments > MOST_ASSIGNMENTS:
        raise TooLarge
    effort.spend_on_rows(assignments, len(who.seats) + len(atoms.points))
    patterns = owner_patterns(honours.bit_count(), who.owners)
    masks = _pattern_masks(honours)
    tests = atoms.suit_tests.get(suit, [])
    nodes_read = [reader.nodes(suit) for reader in across]
    values = [node for nodes in nodes_read for node in nodes if node is not None]
    shown = shown_tables(who, [*tests, *values], fixed, honours, small)

    profiles = []  # for each tracked seat: a number for each pattern, equal if all tables are
    for owner, seat in enumerate(who.seats):
        tables = [readers[seat].raw[suit][0], *(table for o, table in shown.values() if o == owner)]
        _, profile = unique_rows(np.concatenate(tables, axis=1))
        profiles.append(profile)
    key = np.stack([profiles[owner][patterns[:, owner]] for owner in range(len(profiles))], axis=1)
    points = _points(atoms, who, suit, fixed, masks, patterns)
    _, kind = unique_rows(key)
    leader = np.zeros(int(kind.max()) + 1, dtype=np.int64)
    leader[kind[::-1]] = np.arange(len(kind), dtype=np.int64)[
        ::-1
    ]  # the first assignment of each kind
    leaders = patterns[leader]
    counts, ways = compositions(small.bit_count(), who.owners)
    full = (len(leaders), len(counts))
    columns_read = 2 * len(who.seats) + len(shown) + len(tests) + len(values)
    effort.spend_on_rows(len(leaders) * len(counts), columns_read)
    live = np.ones(full, dtype=np.bool_)
    letters = []
    for owner, seat in enumerate(who.seats):
        letter = readers[seat].raw[suit][0][leaders[:, owner]][:, counts[:, owner]]
        live &= letter != DEAD
        letters.append(letter)
    known = {
        node: table[leaders[:, owner]][:, counts[:, owner]]
        for node, (owner, table) in shown.items()
    }
    for node in tests:
        live &= np.broadcast_to(evaluate(node, known), full) != 0
    for reader, nodes in zip(across, nodes_read, strict=True):
        columns = [np.broadcast_to(0 if n is None else evaluate(n, known), full) for n in nodes]
        letters.append(reader.number(suit, columns, full))
    merged = _same_kinds(live, letters)
    kind = merged[kind]
    first_of_kind = np.unique(merged, return_index=True)[1]
    live, letters = live[first_of_kind], [letter[first_of_kind] for letter in letters]
    class_rows, class_of = unique_rows(np.column_stack([kind, points]))
    order = np.argsort(class_of, kind="stable")
    sizes = np.bincount(class_of, minlength=len(class_rows))
    firsts = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)[:-1]])
    kinds, which = np.nonzero(live)
    shifts = 8 * np.arange(who.owners, dtype=np.int64)
    assignment = np.zeros((len(order), 4), dtype=np.uint16)
    assignment[:, : who.owners] = masks[patterns[order]]
    return SuitLayouts(
        suit=suit,
        small=small,
        honours=honours,
        assignment=assignment,
        class_kind=class_rows[:, 0],
        class_points=np.arange(len(class_rows), dtype=np.int64),
        class_first=firsts,
        class_size=sizes,
        row_start=np.concatenate(
            [[0], np.cumsum(np.bincount(kinds, minlength=len(live)), dtype=np.int64)]
        ),
        row_counts=(counts[which] << shifts).sum(axis=1).astype(np.uint32),
        row_ways=ways[which],
        row_letters=np.stack([letter[live] for letter in letters], axis=1),
        letters=[],
        points=class_rows[:, 1:],
    )


def _same_kinds(live: NDArray[np.bool_], letters: Sequence[Ints]) -> Ints:
    """Return a number for each kind of assignments, equal where all rows and letters are equal."""
    columns = [np.where(live, letter, DEAD).astype(np.int32) for letter in [live, *letters]]
    numbers: dict[bytes, int] = {}
    keys = (b"".join(letter[row].tobytes() for letter in columns) for row in range(len(live)))
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)


def shown_tables(
    who: Ownership, nodes: Sequence[Node], fixed: Sequence[int], honours: int, small: int
) -> dict[Node, tuple[int, Ints]]:
    """Return the owner and the table of each part that reads one owner's cards of the suit."""
    shown: dict[Node, tuple[int, Ints]] = {}
    for node in nodes:
        for part in suit_nodes(node):
            seat = next(iter(_seats(part)))
            if part in shown or seat not in who.seats:
                continue
            holdings = holdings_of(fixed[seat], honours, small)
            shown[part] = (who.seats.index(seat), table_over_holdings(part)[holdings])
    return shown


def _seats(node: Node) -> set[int]:
    from dealwright.planning.lowering import scope_of

    return {seat for seat, _, _ in scope_of(node)}


def _points(
    atoms: Atoms,
    who: Ownership,
    suit: int,
    fixed: Sequence[int],
    masks: Ints,
    patterns: Ints,
) -> Ints:
    """Return what each assignment adds to each sum of honours, int64[assignments, sums]."""
    columns = []
    for node in atoms.points:
        total = np.zeros(len(patterns), dtype=np.int64)
        for factor, measure in atoms.terms(node):
            table = measure.feature.holding_table
            assert table is not None
            owner = who.seats.index(measure.seat)
            total += factor * table[fixed[measure.seat] | masks[patterns[:, owner]]]
        columns.append(total)
    return np.stack(columns, axis=1) if columns else np.zeros((len(patterns), 0), dtype=np.int64)
