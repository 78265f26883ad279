"""The game of one suit: for each position, the sets of layouts that a line of play can win.

Declarer's and dummy's cards are in ``blocks``, text of ``N`` (dummy) and ``S`` (declarer) from the
top down; between two blocks is a class of missing cards, which are equals. So block ``i`` beats
class ``j`` if ``i <= j``. Cards that win and lose alike are two classes, with an empty block
between them, if what is known of the layouts tells them apart: their ``kinds`` differ. A layout is
a split: how many cards of each class West has. A set of splits is an integer with their bits.

Declarer sees only the cards played, so to him all splits of the missing cards are possible until a
defender shows out (``void``); then only one is. So a position is the cards that are left; earlier
plays do not matter.

Each strategy wins against a set of splits, if defenders know it and the layout. A family is the
list of these sets, without subsets of others. If declarer plays next, the family is the union of
those of his plays. If a defender plays next, one set is chosen for each of his cards, and a split
is won if it is in the set of every card that the defender could play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from dealwright.base.errors import BudgetExceeded, Stopped
from dealwright.base.kernels.stopping import StopFlag
from dealwright.cards import RANK_LETTERS

__all__ = ["VOID", "SuitGame", "SuitPosition", "Trick", "kind_of", "opening", "splits_of"]

VOID = 99  # the class of a discard, below every block
_CHECKED = 4096  # pairs of sets between two checks of the stop flag

Split = tuple[int, ...]
Place = tuple[int, int]  # a card of declarer's side: its block, its place in the block


class SuitPosition(NamedTuple):
    """Before a trick: the cards left, the tricks needed, how often declarer may still enter dummy.

    ``void`` is the defender without cards (``W`` or ``E``), once it is known. ``entries`` is None
    for any number; ``at_dummy`` says that the last trick was won there. ``kinds`` has a number for
    each class; only classes of one kind are ever joined.
    """

    blocks: tuple[str, ...]
    missing: tuple[int, ...]
    need: int
    void: str | None = None
    entries: int | None = None
    at_dummy: bool = False
    kinds: tuple[int, ...] = ()

    def cards(self, hand: str) -> list[Place]:
        """Return the cards of a hand from the top, one of each run of equals."""
        return [
            (i, place) for i, block in enumerate(self.blocks) for place, owner in enumerate(block)
            if owner == hand and (place == 0 or block[place - 1] != hand)
        ]  # fmt: skip

    @property
    def leads(self) -> list[tuple[str, Place]]:
        """The hand and the card of each lead."""
        leads = [("S", place) for place in self.cards("S")]
        if self.entries is None or self.entries or self.at_dummy:
            leads += [("N", place) for place in self.cards("N")]
        return leads

    @property
    def tricks(self) -> int:
        """The tricks that are left."""
        return max(sum(block.count(hand) for block in self.blocks) for hand in "NS")

    def plain(self) -> SuitPosition:
        """Return an equivalent position in normal form."""
        dummy = sum(block.count("N") for block in self.blocks)
        if self.entries is not None and self.entries < dummy:
            return self
        blocks = tuple("".join(sorted(block)) for block in self.blocks)
        return self._replace(blocks=blocks, entries=None, at_dummy=False)


class Trick(NamedTuple):
    """A trick: the leading hand, its card, the other hand's card, and the defenders' classes."""

    hand: str
    lead: Place
    left: int
    other: Place | None
    right: int

    @property
    def won(self) -> bool:
        """Whether declarer's side won it."""
        return self.best[0] <= min(self.left, self.right)

    @property
    def best(self) -> Place:
        """The higher card of declarer's side."""
        return min(self.lead, self.other) if self.other else self.lead

    @property
    def west(self) -> int:
        """West's class."""
        return self.left if self.hand == "S" else self.right

    @property
    def at_dummy(self) -> bool:
        """Whether dummy won it."""
        return self.won and (self.hand == "N") == (self.best == self.lead)


def opening(
    dummy: str,
    declarer: str,
    missing: str,
    need: int,
    entries: int | None = None,
    alike: Sequence[str] = (),
) -> SuitPosition:
    """Return a position before a trick; the cards are ranks as text.

    ``alike`` are the missing cards in groups that nothing tells apart (none: all are one group).
    """
    blocks, counts, kinds = [""], list[int](), list[int]()
    for rank in reversed(RANK_LETTERS):
        if rank in dummy or rank in declarer:
            blocks[-1] += "N" if rank in dummy else "S"
        elif rank in missing:
            kind = kind_of(rank, alike)
            if counts and not blocks[-1] and kinds[-1] == kind:
                counts[-1] += 1
            else:
                counts.append(1)
                kinds.append(kind)
                blocks.append("")
    return SuitPosition(tuple(blocks), tuple(counts), need, entries=entries, kinds=tuple(kinds))


def kind_of(rank: str, alike: Sequence[str]) -> int:
    """Return which group of cards that are alike has a rank."""
    return next((number for number, ranks in enumerate(alike) if rank in ranks), 0)


def splits_of(missing: Split, void: str | None = None) -> list[Split]:
    """Return all splits of missing cards: how many West has of each class."""
    if void is not None:
        return [missing if void == "E" else (0,) * len(missing)]
    return list(product(*(range(count + 1) for count in missing)))


class SuitGame:
    """Cached families of positions; ``budget`` bounds the pairs of sets that are compared."""

    def __init__(self, budget: int, flag: StopFlag | None = None) -> None:
        self.budget, self.flag = budget, flag
        self.work = 0
        self._next_look = 0
        self._families: dict[SuitPosition, list[int]] = {}
        self._playable: dict[tuple[Split, str | None, str], dict[int, int]] = {}
        self._lifts: dict[tuple[object, ...], list[int]] = {}
        self._nexts: dict[
            tuple[SuitPosition, Trick], tuple[SuitPosition, tuple[int | None, ...]]
        ] = {}

    def family(self, position: SuitPosition) -> list[int]:
        """Return the best sets of splits that declarer can win from a position.

        :raises BudgetExceeded: if there are too many sets
        :raises Stopped: if the flag was set
        """
        position = position.plain()
        full = self.everything(position)
        if self.over(position):
            return [full]
        if position.need > position.tricks:
            return [0]
        if not position.missing and position.entries is None:
            return [full]
        family_ = self._families.get(position)
        if family_ is None:
            family_ = self._families[position] = self._best(
                (self.after_lead(position, hand, lead) for hand, lead in position.leads), full
            )
        return family_

    def over(self, position: SuitPosition) -> bool:
        """Return whether nothing is left to win."""
        return position.need <= 0

    def everything(self, position: SuitPosition) -> int:
        """Return the set of all splits of a position."""
        return (1 << len(splits_of(position.missing, position.void))) - 1

    def after_lead(self, position: SuitPosition, hand: str, lead: Place) -> list[int]:
        """Return the family once a card is led."""
        return self._all(
            (
                self.after_left(position, hand, lead, left)
                for left in self.left_plays(position, hand)
            ),
            self.everything(position),
        )

    def after_left(self, position: SuitPosition, hand: str, lead: Place, left: int) -> list[int]:
        """Return the family once the second hand has played; it counts splits where he can."""
        return self._best(
            (
                self.after_other(position, hand, lead, left, other)
                for other in self.other_plays(position, hand)
            ),
            self.everything(position),
        )

    def after_other(
        self, position: SuitPosition, hand: str, lead: Place, left: int, other: Place | None
    ) -> list[int]:
        """Return the family once declarer has played from both hands."""
        return self._all(
            (
                self._after(position, Trick(hand, lead, left, other, right), reached)
                for right, reached in self.right_plays(position, hand, left).items()
            ),
            self.everything(position),
        )

    def left_plays(self, position: SuitPosition, hand: str) -> dict[int, int]:
        """Return the plays of the defender after the lead, each with the splits that have it."""
        return self.plays(position, "W" if hand == "S" else "E")

    def other_plays(self, position: SuitPosition, hand: str) -> list[Place | None]:
        """Return the plays of the hand opposite the lead; None is a discard."""
        return [*position.cards("N" if hand == "S" else "S")] or [None]

    def right_plays(self, position: SuitPosition, hand: str, left: int) -> dict[int, int]:
        """Return the plays of the last defender, each with the splits that have both plays."""
        first = self.left_plays(position, hand)[left]
        second = self.plays(position, "E" if hand == "S" else "W")
        return {right: first & splits for right, splits in second.items() if first & splits}

    def next(self, position: SuitPosition, trick: Trick) -> SuitPosition:
        """Return the position after a trick."""
        return self._next(position, trick)[0]

    def lift(self, position: SuitPosition, trick: Trick, reached: int) -> list[int]:
        """Return, for each split after a trick, the set of splits before it that lead there."""
        after, new_classes = self._next(position, trick)
        key = (
            position.missing, position.void, trick.west, new_classes, after.missing, after.void,
            reached,
        )  # fmt: skip
        if key not in self._lifts:
            index = {split: i for i, split in enumerate(splits_of(after.missing, after.void))}
            lifted = [0] * len(index)
            for bit, split in enumerate(splits_of(position.missing, position.void)):
                if reached >> bit & 1:
                    west = [0] * len(after.missing)
                    for class_, (count, target) in enumerate(zip(split, new_classes, strict=True)):
                        if target is not None:
                            west[target] += count - (class_ == trick.west)
                    lifted[index[tuple(west)]] |= 1 << bit
            self._lifts[key] = lifted
        return self._lifts[key]

    def wanted_after(self, position: SuitPosition, trick: Trick, wanted: int) -> int | None:
        """Return the splits after a trick that come from a set of splits before it.

        None if some of it cannot be won any more.
        """
        lifted = self.lift(position, trick, wanted)
        if wanted & ~self.won(position, trick) & ~reduce(or_, lifted, 0):
            return None
        return sum(1 << bit for bit, before in enumerate(lifted) if before)

    def won(self, position: SuitPosition, trick: Trick) -> int:
        """Return what a trick wins whatever follows: nothing, before the target is reached."""
        return 0

    def _next(
        self, position: SuitPosition, trick: Trick
    ) -> tuple[SuitPosition, tuple[int | None, ...]]:
        """Return the position after a trick, and the class there of each class before."""
        key = (position, trick)
        if key not in self._nexts:
            self._nexts[key] = self._played(position, trick)
        return self._nexts[key]

    def _played(
        self, position: SuitPosition, trick: Trick
    ) -> tuple[SuitPosition, tuple[int | None, ...]]:
        played_cards = (trick.lead, trick.other)
        left_over = [
            "".join(hand for place, hand in enumerate(block) if (i, place) not in played_cards)
            for i, block in enumerate(position.blocks)
        ]
        counts = list(position.missing)
        void = position.void
        for played, defender in ((trick.west, "W"), (trick.left + trick.right - trick.west, "E")):
            if played == VOID:
                void = void or defender
            else:
                counts[played] -= 1
        blocks, missing, new_classes = left_over[:1], list[int](), list[int | None]()
        kinds = list[int]()
        for count, kind, below in zip(counts, position.kinds, left_over[1:], strict=True):
            if not count:
                new_classes.append(None)
                blocks[-1] += below
                continue
            if missing and not blocks[-1] and kinds[-1] == kind:
                # no card of declarer's side between them: equals
                missing[-1] += count
                blocks[-1] = below
            else:
                missing.append(count)
                kinds.append(kind)
                blocks.append(below)
            new_classes.append(len(missing) - 1)
        entries = position.entries
        if entries is not None and trick.hand == "N" and not position.at_dummy:
            entries -= 1
        after = SuitPosition(
            tuple(blocks), tuple(missing), position.need - trick.won, void if missing else None,
            entries, trick.at_dummy, tuple(kinds),
        )  # fmt: skip
        return after, tuple(new_classes)

    def _after(self, position: SuitPosition, trick: Trick, reached: int) -> list[int]:
        """Return the family after a trick as sets of the splits before; others count as won."""
        after = self.next(position, trick)
        family = self.family(after)
        lifted = self.lift(position, trick, reached)
        safe = self.everything(position) & ~reached | self.won(position, trick) & reached
        if family == [self.everything(after)]:
            return [reduce(or_, lifted, safe)]
        sets = []
        for won_after in family:
            total = safe
            for bit, before in enumerate(lifted):
                if won_after >> bit & 1:
                    total |= before
            sets.append(total)
        return self._largest(sets)

    def plays(self, position: SuitPosition, who: str) -> dict[int, int]:
        """Return the plays of a defender, each with the splits that have it."""
        missing, void = position.missing, position.void
        key = (missing, void, who)
        if key not in self._playable:
            plays: dict[int, int] = {}
            for bit, west in enumerate(splits_of(missing, void)):
                held = west if who == "W" else [m - w for m, w in zip(missing, west, strict=True)]
                for class_ in [i for i, count in enumerate(held) if count] or [VOID]:
                    plays[class_] = plays.get(class_, 0) | 1 << bit
            self._playable[key] = plays
        return self._playable[key]

    def _best(self, families: Iterable[list[int]], full: int) -> list[int]:
        """Return the family of a choice of declarer's."""
        sets = [0]
        for family in families:
            sets += family
            if full in family:
                return [full]
        return self._largest(sets)

    def _all(self, families: Iterable[list[int]], full: int) -> list[int]:
        """Return the family where the defender has the choice."""
        sets = [full]
        for family in families:
            if family != [full]:
                self._spend(len(sets) * len(family))
                sets = self._largest(a & b for a in sets for b in family)
        return sets

    def _largest(self, sets: Iterable[int]) -> list[int]:
        """Return the sets that are not subsets of another."""
        largest: list[int] = []
        for candidate in sorted(dict.fromkeys(sets), key=int.bit_count, reverse=True):
            for superset in largest:
                if candidate & superset == candidate:
                    break
            else:
                self._spend(len(largest) + 1)
                largest.append(candidate)
        return largest

    def _spend(self, pairs: int) -> None:
        self.work += pairs
        if self.work > self.budget:
            raise BudgetExceeded(f"more than {self.budget:,} pairs of sets of layouts")
        if self.flag is not None and self.work > self._next_look:
            self._next_look = self.work + _CHECKED
            if self.flag.is_set:
                raise Stopped("stopped")
