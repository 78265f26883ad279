"""The shortcuts of counting: each merges, exchanges or skips what cannot change a count.

Each is a switch, on by default. A test switches it off and compares the counts; decision 63 has the
invariant that allows each shortcut, and the check that holds it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

__all__ = ["ALL_SHORTCUTS", "Shortcuts", "kernel_shortcuts"]

_OF_KERNEL = (  # in the order of the bits of BoxShortcut in native/core/boxes.hpp
    "alike_suits", "neighbours", "merged_places", "nearest_sums", "joined_corners", "summed_scores",
    "scanned_cells",
)  # fmt: skip


@dataclass(frozen=True)
class Shortcuts:
    """The shortcuts that counting may take.

    Planning:

    - ``honours_alone``: sums of honours alone are counted by rank, without suits
    - ``small_cards``: ranks that no test tells apart are dealt as one kind of small card
    - ``letters``: holdings that a seat's tests treat alike are one letter of its automaton
    - ``unread_lengths``: a hand counted by its score has no classes for lengths that no test reads
    - ``minimal_classes``: classes of a half that the other half cannot tell apart are one
    - ``merged_outcomes``: outcomes and labels that all joint tests treat alike are one
    - ``pruned_points``: points that no points of the other half complete are left out
    - ``open_ranges``: the end of a range that every deal keeps is dropped
    - ``sides``: seats whose sums are always read together are dealt as one hand
    - ``free_suits``: suits whose lengths no test reads share their small cards as one pile
    - ``honour_halves``: if one hand's lengths alone are read, the others' small cards are one pile
    - ``capped_scores``: scores above the highest limit are one score
    - ``products``: accepted combinations of labels are split into disjoint products
    - ``exchangeable_seats``: deals that differ by an exchange of two seats are counted once
    - ``mirrored_halves``: deals that differ by an exchange of the pack's halves are counted once
    - ``shared_suits``: suits with the same layouts are made once

    Kernels (``native/core/boxes.hpp``): ``alike_suits``, ``neighbours``, ``merged_places``,
    ``nearest_sums``, ``joined_corners``, ``summed_scores``, ``scanned_cells``.
    """

    honours_alone: bool = True
    small_cards: bool = True
    letters: bool = True
    unread_lengths: bool = True
    minimal_classes: bool = True
    merged_outcomes: bool = True
    pruned_points: bool = True
    open_ranges: bool = True
    sides: bool = True
    free_suits: bool = True
    honour_halves: bool = True
    capped_scores: bool = True
    products: bool = True
    exchangeable_seats: bool = True
    mirrored_halves: bool = True
    shared_suits: bool = True
    alike_suits: bool = True
    neighbours: bool = True
    merged_places: bool = True
    nearest_sums: bool = True
    joined_corners: bool = True
    summed_scores: bool = True
    scanned_cells: bool = True

    @classmethod
    @cache
    def names(cls) -> tuple[str, ...]:
        """Return the names of all shortcuts."""
        return tuple(field.name for field in fields(cls))

    @property
    def kernel_bits(self) -> int:
        """The kernel's shortcuts that are on, a bit for each."""
        return sum(1 << bit for bit, name in enumerate(_OF_KERNEL) if getattr(self, name))


def kernel_shortcuts(bits: int) -> frozenset[str]:
    """Return the names of a kernel's shortcuts, from a bit for each."""
    return frozenset(name for bit, name in enumerate(_OF_KERNEL) if bits >> bit & 1)


ALL_SHORTCUTS = Shortcuts()
