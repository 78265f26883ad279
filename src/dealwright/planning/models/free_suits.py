"""Suits of a model of scores whose lengths no test reads: their small cards are one pile.

If the letters are the same for all layouts of a suit and each honour adds to scores by itself, only
the owners' honours matter. The honours of several such suits are then shared first, rank by rank,
and all their small cards after them, so a half has thousands of ways in place of millions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.models.box_suits import BoxLayouts
from dealwright.planning.models.hand_automaton import unique_rows
from dealwright.planning.models.layouts import compositions

__all__ = ["FreeSuit", "free_suit", "merged_suits", "no_cards"]

Ints = NDArray[np.int64]

_MOST_ROWS = 1 << 21


class FreeSuit:
    """A suit by its cards: what each honour adds to each score at each owner, and small cards.

    ``added`` int64[honours, owners, scores] is at least 0; ``base`` int64[scores] is added once.
    """

    def __init__(self, added: Ints, base: Ints, small: int) -> None:
        self.added, self.base, self.small = added, base, small


def free_suit(layouts: BoxLayouts, owners: int, honours: int, small: int) -> FreeSuit | None:
    """Return a suit by its cards, or None if its layouts are not all alike but for honours."""
    patterns = owners**honours
    rows = len(layouts.cards)
    if rows != patterns * len(compositions(small, owners)[0]):
        return None
    if (layouts.letters != layouts.letters[:1]).any():
        return None
    scores = layouts.scores
    table = np.stack([score.reshape(patterns, -1) for score in scores], axis=2) if scores else None
    if table is None:
        return FreeSuit(np.zeros((honours, owners, 0), np.int64), np.zeros(0, np.int64), small)
    if (table != table[:, :1]).any():
        return None
    by_pattern = table[:, 0]
    places = owners ** np.arange(honours, dtype=np.int64)
    single = np.arange(owners, dtype=np.int64) * places[:, None]
    added = by_pattern[single] - by_pattern[0]
    digits = np.arange(patterns, dtype=np.int64)[:, None] // places % owners
    total = by_pattern[0] + added[np.arange(honours)[None, :], digits].sum(axis=1)
    if not np.array_equal(total, by_pattern):
        return None
    least = added.min(axis=1)
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
    limit = np.array(caps, dtype=np.int64)
    groups: dict[bytes, tuple[Ints, int]] = {}
    for suit in suits:
        for card in suit.added:
            groups[card.tobytes()] = card, groups.get(card.tobytes(), (card, 0))[1] + 1
    shifts = 8 * np.arange(owners, dtype=np.int64)
    base = np.minimum(sum(suit.base for suit in suits), limit)
    rows: Ints = np.concatenate([[0], base])[None, :].astype(np.int64)
    ways: NDArray[np.float64] = np.ones(1)
    for card, size in groups.values():
        counts, multinomials = compositions(size, owners)
        effort.spend_on_rows(len(rows) * len(counts), 1 + len(caps))
        if len(rows) * len(counts) > _MOST_ROWS:
            raise TooLarge
        more = np.column_stack([(counts << shifts).sum(axis=1), counts @ card])
        together = (rows[:, None, :] + more[None, :, :]).reshape(-1, 1 + len(caps))
        together[:, 1:] = np.minimum(together[:, 1:], limit)
        weights = (ways[:, None] * multinomials[None, :]).ravel()
        rows, index = unique_rows(together)
        ways = np.bincount(index, weights=weights, minlength=len(rows))
    honours = _layouts(rows[:, 0], rows[:, 1:], letters[0], seats, ways)
    counts, multinomials = compositions(sum(suit.small for suit in suits), owners)
    none = np.zeros((len(counts), len(caps)), dtype=np.int64)
    return honours, _layouts((counts << shifts).sum(axis=1), none, letters[1], seats, multinomials)


def no_cards(letters: Ints, seats: int, scores: int) -> BoxLayouts:
    """Return a suit without cards, whose only layout has certain letters."""
    return _layouts(
        np.zeros(1, np.int64), np.zeros((1, scores), np.int64), letters, seats, np.ones(1)
    )


def _layouts(
    cards: Ints, scores: Ints, letters: Ints, seats: int, ways: NDArray[np.float64]
) -> BoxLayouts:
    columns = [scores[:, column] for column in range(scores.shape[1])]
    repeated = np.broadcast_to(letters, (len(cards), len(letters)))
    return BoxLayouts(cards, repeated, columns[:seats], columns[seats:], ways)
