"""Known wrong ways of dealing, and how often an audit of a given size detects them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import prod

import numpy as np

from dealwright.fair.audit.answers import Power
from dealwright.fair.audit.card_places import table_power
from dealwright.fair.audit.laws import Distribution
from dealwright.fair.audit.quantities import FLAT

__all__ = ["RIFFLED", "SETS", "SWAPPED", "chosen", "powers_of", "rejected"]

SETS = 65_536
_FLAT_ENOUGH = 3  # flat hands of a deal that a club throws away

# The chances of 0 to 4 flat hands on a board after 3, 4 and 5 riffles (Gilbert, Shannon and Reeds)
# of a pack that was gathered in tricks: a million boards each, tools/riffles.py.
RIFFLED = {
    3: (0.087473, 0.262313, 0.362314, 0.195015, 0.092885),
    4: (0.090694, 0.269958, 0.362297, 0.189431, 0.087620),
    5: (0.092345, 0.270995, 0.361977, 0.187159, 0.087524),
}

# How far a board is from a fair one on average if each position of the pack was swapped with any of
# the 52, and 13 cards were dealt at once: tools/card_laws.py.
SWAPPED = 0.410983


def powers_of(
    laws: Mapping[str, Distribution], sizes: Sequence[int], level: float, *, condition: bool = False
) -> Iterator[Power]:
    """Yield how often an audit detects sessions of these sizes dealt in a known wrong way.

    ``laws`` are those of a board, ``level`` that of one test. The values of ``flat hands`` are
    exact sums over its law, that of ``cards by seat`` is approximate. The shapes of riffled packs
    come from a simulation of whole packs. These and the cards by seat are omitted under a
    ``condition``.
    """
    boards = sum(sizes)
    law = laws.get(FLAT.name)
    if law is not None:
        whole = law.times(boards)
        thrown = whole.power(rejected(law, 0.5).times(boards), level)
        yield Power(
            "half of the deals with three or four flat hands thrown away", FLAT.name, thrown
        )
        wild = whole.power(chosen(law, sizes, 3), level)
        yield Power("the wildest of three sets taken", FLAT.name, wild)
        for riffles, chances in RIFFLED.items() if not condition else ():
            dealt = Distribution.of(dict(enumerate(chances)))
            yield Power(
                f"a pack from the play riffled {riffles} times", FLAT.name,
                whole.power(dealt.times(boards), level),
            )  # fmt: skip
    if not condition:
        yield Power(
            "each card swapped with any of the pack, 13 dealt at once", "cards by seat",
            table_power(SWAPPED, boards, level),
        )  # fmt: skip
    if len(sizes) > 1:
        different = prod(1 - index / SETS for index in range(len(sizes)))
        yield Power(f"a dealer of only {SETS:,} sets", "repeated deals", 1 - different)


def rejected(law: Distribution, share: float) -> Distribution:
    """Return the law of flat hands if a share of the deals with three or four is thrown away."""
    weights = {
        value: chance * (1 - share if value >= _FLAT_ENOUGH else 1)
        for value, chance in enumerate(law.chances.tolist(), law.least)
    }
    return Distribution.of(weights)


def chosen(law: Distribution, sizes: Sequence[int], sets: int) -> Distribution:
    """Return the law of flat hands if each session is the one of ``sets`` with the fewest."""
    total = Distribution(0, np.ones(1, dtype=np.float64))
    for size, sessions in Counter(sizes).items():
        total += law.times(size).least_of(sets).times(sessions)
    return total
