"""Flat hands of packs that are gathered in tricks and riffled a few times.

Prints the rows of ``RIFFLED`` in ``src/dealwright/fair/audit/alternatives.py``. Each deal is played
at random (any legal card, no trumps), the tricks are gathered in their order, the pack is riffled
(Gilbert, Shannon and Reeds: every interleaving of two packets of binomial sizes is equally likely),
and dealt card by card. ``python tools/riffles.py [BOARDS]``
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from dealwright import deal
from dealwright.numbering.stream import Stream

AT_ONCE = 20_000
Packs = NDArray[np.int64]


def random_bits(stream: Stream, n: int) -> NDArray[np.uint64]:
    """Return a random word for each card of n packs, uint64[n, 52]."""
    return stream.words(0, 52 * n).reshape(n, 52)


def played(masks: NDArray[np.uint64], stream: Stream) -> Packs:
    """Return the cards of deals in the order of random legal play, int64[n, 52]."""
    n = len(masks)
    rows = np.arange(n)
    cards = np.arange(52)
    held = (masks[:, :, None] >> cards.astype(np.uint64) & np.uint64(1)).astype(bool)
    order = np.empty((n, 52), dtype=np.int64)
    leader = np.zeros(n, dtype=np.int64)
    for trick in range(13):
        led, best, winner = np.empty(n, np.int64), np.full(n, -1), leader.copy()
        for turn in range(4):
            seat = (leader + turn) % 4
            own = held[rows, seat]
            if turn:
                follow = own & (cards // 13 == led[:, None])
                own = np.where(follow.any(1)[:, None], follow, own)
            keys = random_bits(stream.split(f"{trick} {turn}"), n)
            card = np.where(own, keys, np.uint64(0)).argmax(1)
            if not turn:
                led = card // 13
            better = (card // 13 == led) & (card > best)
            best, winner = np.where(better, card, best), np.where(better, seat, winner)
            held[rows, seat, card] = False
            order[:, 4 * trick + turn] = card
        leader = winner
    return order


def riffled(packs: Packs, stream: Stream) -> Packs:
    """Return packs after one riffle: which places take the next card of the upper packet."""
    bits = random_bits(stream, len(packs)) >> np.uint64(63)
    places = np.argsort(bits, axis=1, kind="stable")
    found = np.empty_like(packs)
    np.put_along_axis(found, places, packs, axis=1)
    return found


def dealt(packs: Packs) -> NDArray[np.uint64]:
    """Return the deals of packs, card by card to each seat in turn, uint64[n, 4]."""
    bits = np.left_shift(np.uint64(1), packs.astype(np.uint64))
    return np.stack([bits[:, seat::4].sum(1, dtype=np.uint64) for seat in range(4)], axis=1)


def riffled_deals(n: int, riffles: int, stream: Stream) -> NDArray[np.uint64]:
    """Return deals of packs that were gathered in tricks and riffled, uint64[n, 4]."""
    packs = played(deal(n, seed=stream.split("before")).masks, stream.split("play"))
    for each in range(riffles):
        packs = riffled(packs, stream.split(f"riffle {each}"))
    return dealt(packs)


def main(boards: int) -> None:
    """Print the chances of 0 to 4 flat hands after three, four and five riffles."""
    from dealwright.ask.condition import as_quantity
    from dealwright.fair.audit.quantities import FLAT
    from dealwright.planning.sampling.evaluation import values_of

    flat = as_quantity(FLAT.quantity).tree
    for riffles in (3, 4, 5):
        counts = np.zeros(5, dtype=np.int64)
        for part in range(0, boards, AT_ONCE):
            n = min(AT_ONCE, boards - part)
            masks = riffled_deals(n, riffles, Stream(f"riffles {riffles} {part}"))
            counts += np.bincount(values_of(flat, masks), minlength=5)
        print(f"    {riffles}: ({', '.join(f'{count / boards:.6f}' for count in counts)}),")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
