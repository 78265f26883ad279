"""Suits of a model of scores whose lengths no test reads: their small cards are one pile.

If the letters are the same for all layouts of a suit and each honour adds to scores by itself, only
the owners' honours matter. The honours of several such suits are then shared first, rank by rank,
and all their small cards after them, so a half has thousands of ways in place of millions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.models.box_suits import BoxLayouts
from dealwright.planning.models.hand_automaton import unique_rows
from dealwright.planning.models.layouts import compositions

__all__ = [
    "MOST_WAYS",
    "FreeSuit",
    "composed_by_honours",
    "free_suit",
    "half_by_honours",
    "merged_suits",
    "most_ways",
    "no_cards",
    "suit_by_cards",
]

Ints = NDArray[np.int64]

MOST_WAYS = 1 << 48  # to share small cards: doubles hold them, and products that lead to them
_MOST_ROWS = 1 << 21


class FreeSuit:
    """A suit by its cards: what each honour adds to each score at each owner, and small cards.

    ``added`` int64[honours, owners, scores] is at least 0; ``base`` int64[scores] is added once.
    """

    def __init__(self, added: Ints, base: Ints, small: int) -> None:
        self.added, self.base, self.small = added, base, small


def free_suit(layouts: BoxLayouts, owners: int, honours: int, small: int) -> FreeSuit | None:
    """Return a suit by its cards, or None if its layouts are not all alike but for honours."""
    rows = owners**honours * len(compositions(small, owners)[0])
    if len(layouts.cards) != rows or (layouts.letters != layouts.letters[:1]).any():
        return None
    return suit_by_cards(layouts.scores, owners, honours, small)


def suit_by_cards(scores: Sequence[Ints], owners: int, honours: int, small: int) -> FreeSuit | None:
    """Return a suit by its cards, or None if not each honour adds to scores by itself.

    ``scores`` have an entry for each way to share honours and small cards.
    """
    patterns = owners**honours
    if not scores:
        none = np.zeros((honours, owners, 0), dtype=np.int64)
        return FreeSuit(none, np.zeros(0, dtype=np.int64), small)
    table = np.stack([score.reshape(patterns, -1) for score in scores], axis=2)
    if (table != table[:, :1]).any():
        return None
    by_pattern = table[:, 0]
    places = owners ** np.arange(honours, dtype=np.int64)
    single = np.arange(owners, dtype=np.int64) * places[:, None]
    added = by_pattern[single] - by_pattern[0]
    digits = np.arange(patterns, dtype=np.int64)[:, None] // places % owners
    total = by_pattern[0] + added[np.arange(honours, dtype=np.int64)[None, :], digits].sum(axis=1)
    least = added.min(axis=1)
    if not np.array_equal(total, by_pattern):
        return None
    return FreeSuit(added - least[:, None], by_pattern[0] + least.sum(axis=0), small)


def merged_suits(
    suits: Sequence[FreeSuit],
    letters: Sequence[Ints],
    seats: int,
    caps: Sequence[int],
    effort: Effort,
) -> tuple[BoxLayouts, BoxLayouts]:
    """Return the honours of several suits as one suit, and their small cards as another.

    ``letters`` are those of the two; the first ``seats`` scores are of seats, the others of forms.

    :raises TooLarge: if there are too many ways to share the honours
    """
    owners = suits[0].added.shape[1]
    rows, ways = _honours(suits, caps, effort)
    honours = _layouts(rows[:, 0], rows[:, 1:], letters[0], seats, ways)
    counts, multinomials = compositions(sum(suit.small for suit in suits), owners)
    none = np.zeros((len(counts), len(caps)), dtype=np.int64)
    cards = (counts << 8 * np.arange(owners, dtype=np.int64)).sum(axis=1)
    return honours, _layouts(cards, none, letters[1], seats, multinomials)


def _honours(
    suits: Sequence[FreeSuit], caps: Sequence[int], effort: Effort, owner: int | None = None
) -> tuple[Ints, NDArray[np.float64]]:
    """Return the ways to share the honours of some suits: rows of cards and scores, and weights.

    Cards are a byte for each owner; with ``owner``, a fifth has its honours of the first suit.
    """
    owners = suits[0].added.shape[1]
    limit = np.array(caps, dtype=np.int64)
    groups: dict[tuple[bytes, bool], tuple[Ints, int]] = {}
    for place, suit in enumerate(suits):
        for card in suit.added:
            key = card.tobytes(), owner is not None and place == 0
            groups[key] = card, groups.get(key, (card, 0))[1] + 1
    shifts = 8 * np.arange(owners, dtype=np.int64)
    base = np.minimum(sum(suit.base for suit in suits), limit)
    rows: Ints = np.concatenate([[0], base])[None, :].astype(np.int64)
    ways: NDArray[np.float64] = np.ones(1, dtype=np.float64)
    for (_, first), (card, size) in groups.items():
        counts, multinomials = compositions(size, owners)
        effort.spend_on_rows(len(rows) * len(counts), 1 + len(caps))
        if len(rows) * len(counts) > _MOST_ROWS:
            raise TooLarge
        cards = (counts << shifts).sum(axis=1)
        if first and owner is not None:
            cards += counts[:, owner] << 32
        more = np.column_stack([cards, counts @ card])
        together = (rows[:, None, :] + more[None, :, :]).reshape(-1, 1 + len(caps))
        together[:, 1:] = np.minimum(together[:, 1:], limit)
        weights = (ways[:, None] * multinomials[None, :]).ravel()
        rows, index = unique_rows(together)
        ways = np.bincount(index, weights=weights, minlength=len(rows)).astype(np.float64)
    return rows, ways


def half_by_honours(
    suits: Sequence[FreeSuit],
    owner: int,
    letters: Sequence[Ints],
    seats: int,
    caps: Sequence[int],
    effort: Effort,
) -> tuple[BoxLayouts, BoxLayouts]:
    """Return the honours of two suits, and their small cards, if only one owner's lengths are read.

    The owner's letter among honours is ``a * (honours of the second suit + 1) + b`` for a and b
    honours of the two suits, and likewise among small cards. ``letters`` are those of the others.
    """
    owners = suits[0].added.shape[1]
    second = len(suits[1].added) + 1
    rows, ways = _honours(suits, caps, effort, owner)
    own, first = rows[:, 0] >> 8 * owner & 255, rows[:, 0] >> 32
    honours = _layouts(rows[:, 0] & (1 << 32) - 1, rows[:, 1:], letters[0], seats, ways)
    honours.letters = honours.letters.copy()
    honours.letters[:, owner] = first * second + own - first
    others = [at for at in range(owners) if at != owner]
    shifts = 8 * np.array(others, dtype=np.int64)
    cards, small_letters, weights = [], [], []
    sizes = [suit.small for suit in suits]
    for a in range(sizes[0] + 1):
        for b in range(sizes[1] + 1):
            counts, multinomials = compositions(sum(sizes) - a - b, len(others))
            cards.append((counts << shifts).sum(axis=1) + (a + b << 8 * owner))
            small_letters.append(np.full(len(counts), a * (sizes[1] + 1) + b, dtype=np.int64))
            weights.append(multinomials * (comb(sizes[0], a) * comb(sizes[1], b)))
    packed = np.concatenate(cards)
    none = np.zeros((len(packed), len(caps)), dtype=np.int64)
    small = _layouts(packed, none, letters[1], seats, np.concatenate(weights))
    small.letters = small.letters.copy()
    small.letters[:, owner] = np.concatenate(small_letters)
    return honours, small


def composed_by_honours(
    compose: NDArray[np.int32],
    by_length: Sequence[Ints],
    honours: Sequence[int],
    small: Sequence[int],
) -> NDArray[np.int32]:
    """Return the classes of letters of ``half_by_honours``, from letters by length of two suits."""
    k1, k2 = (grid.ravel() for grid in np.indices((honours[0] + 1, honours[1] + 1)))
    a1, a2 = (grid.ravel() for grid in np.indices((small[0] + 1, small[1] + 1)))
    first = by_length[0][k1[:, None] + a1[None, :]]
    second = by_length[1][k2[:, None] + a2[None, :]]
    dead = (first < 0) | (second < 0)
    return np.where(dead, -1, compose[first, second]).astype(np.int32)


def most_ways(cards: int, owners: int) -> int:
    """Return the ways to share cards as evenly as possible, more than those of any other shares."""
    shares = [(cards + owner) // owners for owner in range(owners)]
    return factorial(cards) // prod(map(factorial, shares))


def no_cards(letters: Ints, seats: int, scores: int) -> BoxLayouts:
    """Return a suit without cards, whose only layout has certain letters."""
    return _layouts(
        np.zeros(1, np.int64),
        np.zeros((1, scores), np.int64),
        letters,
        seats,
        np.ones(1, dtype=np.float64),
    )


def _layouts(
    cards: Ints, scores: Ints, letters: Ints, seats: int, ways: NDArray[np.float64]
) -> BoxLayouts:
    columns = [scores[:, column] for column in range(scores.shape[1])]
    repeated = np.broadcast_to(letters, (len(cards), len(letters)))
    return BoxLayouts(cards, repeated, columns[:seats], columns[seats:], ways)
