"""Draws of some cards of a deck, round after round, by partial shuffle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import ArgumentError
from dealwright.base.kernels.draws import draw_kernels
from dealwright.base.threads import in_order, thread_count
from dealwright.numbering.base import as_integer
from dealwright.numbering.drawing.deck import Deck, deck_of
from dealwright.numbering.stream import Seed, Stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DOMAIN", "FORMS", "check_draws", "draw_into", "draws", "room_for"]

DOMAIN = "draws"  # of the streams of seeds
FORMS = ("masks", "positions", "cards")
_ROUNDS_OF_TASK = 1 << 20
_MOST_ROUNDS = 1 << 52


def draws(
    rounds: int,
    k: int,
    seed: Seed | Stream | None = None,
    deck: Deck | int = 52,
    *,
    form: str = "masks",
    first: int = 0,
    threads: int | None = None,
) -> NDArray[Any]:
    """Return the k cards drawn in each of some rounds, every ordered choice equally likely.

    Each round moves only k cards of the deck, and no round copies or restores it (Durstenfeld 1964;
    Bentley and Floyd 1987). Random bits that would favour some choices are drawn again. Round i is
    a function of seed, deck size and k, whatever the number of threads; ``first`` is the first
    round.

    ``form`` is the form of the result: ``masks`` are uint64[rounds] with a bit for each card, for
    decks without repeated cards; ``positions`` are indices into the deck in the order drawn,
    uint8[rounds, k] (uint16 beyond 256 cards); ``cards`` are the numbers of the cards there.

    >>> draws(2, 5, 1).tolist()
    [1211180908544, 2251816993824784]
    >>> draws(2, 5, 1, form="cards").tolist()
    [[40, 35, 33, 36, 17], [51, 34, 13, 18, 4]]
    >>> draws(3, 7, 1, Deck(packs=6).without("As"), form="positions").dtype
    dtype('uint16')

    :raises ArgumentError: if there are not k cards, a number is not an integer, the form does not
        suit the deck, or the rounds are not within 0 .. 2^52
    """
    chosen, source = deck_of(deck), Stream.of(seed, DOMAIN)
    rounds, k = check_draws(rounds, k, chosen, form, first)
    out = room_for(rounds, k, chosen, form)
    tasks = (
        partial(
            draw_into, source, chosen, k, form, first + start, out[start : start + _ROUNDS_OF_TASK]
        )
        for start in range(0, rounds, _ROUNDS_OF_TASK)
    )
    for _ in in_order(tasks, thread_count(threads)):
        pass
    return out


def room_for(rounds: int, k: int, deck: Deck, form: str) -> NDArray[Any]:
    """Return an empty array for that many rounds."""
    if form == "masks":
        return np.empty(rounds, dtype=np.uint64)
    type_ = draw_kernels(len(deck), k).position_type if form == "positions" else deck.cards.dtype
    return np.empty((rounds, k), dtype=type_)


def draw_into(
    stream: Stream, deck: Deck, k: int, form: str, first: int, out: NDArray[Any]
) -> NDArray[Any]:
    """Write the rounds from ``first`` on in this thread; return the array (see ``draws``)."""
    kernels = draw_kernels(len(deck), k)
    if form == "masks":
        assert deck.mask is not None
        kernels.sets(stream.key, first, deck.mask, out)
    elif form == "positions":
        kernels.rows(stream.key, first, out)
    else:
        positions: NDArray[Any] = np.empty(out.shape, dtype=kernels.position_type)
        kernels.rows(stream.key, first, positions)
        np.take(deck.cards, positions, out=out)
    return out


def check_draws(rounds: int, k: int, deck: Deck, form: str, first: int = 0) -> tuple[int, int]:
    """Check the arguments of draws; return the rounds and k as Python ints.

    :raises ArgumentError: as ``draws`` does
    """
    rounds = as_integer(rounds, "the number of rounds", ArgumentError)
    k = as_integer(k, "the number of cards to draw", ArgumentError)
    first = as_integer(first, "the first round", ArgumentError)
    if form not in FORMS:
        raise ArgumentError(f"'{form}' is not a form of draws; choose {', '.join(FORMS)}")
    if not 0 <= k <= len(deck):
        raise ArgumentError(f"{k} cards cannot be drawn from {len(deck)}")
    if form == "masks" and deck.mask is None:
        raise ArgumentError("a deck with repeated cards has no masks; use form='cards'")
    if rounds < 0:
        raise ArgumentError(f"the number of rounds cannot be negative ({rounds:,})")
    if first < 0 or first + rounds > _MOST_ROUNDS:
        raise ArgumentError(f"rounds {first:,} to {first + rounds - 1:,} are not within 2^52")
    return rounds, k
