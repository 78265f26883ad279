"""The plain twin of the equity kernels: every deal is listed, valued and compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.twins.plain import draws, stream
from tests.twins.plain import poker as _poker

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.equity import EquityKernels, PlayerHands, WeightedHands

    UInt64Array = NDArray[np.uint64]
    Deal = list[list[int]]  # the cards of each player, then the board

_CHUNK = 4096
_MOST_TRIES = 1 << 20
_BLOCK = 256


def cards_of(mask: int) -> list[int]:
    """Return the cards of a mask, ascending."""
    return [card for card in range(52) if mask >> card & 1]


def winners(game: EquityKernels, deals: list[Deal]) -> NDArray[np.int64]:
    """Return the set of winners of each deal, int64[n]."""
    players = len(deals[0]) - 1
    high = np.stack([_values(game, game.high, deals, i) for i in range(players)], axis=1)
    bits = 1 << np.arange(players, dtype=np.int64)
    sets: NDArray[np.int64] = ((high == high.min(axis=1, keepdims=True)) * bits).sum(axis=1)
    if game.low is not None:
        low = np.stack([_values(game, game.low, deals, i) for i in range(players)], axis=1)
        best = low.min(axis=1, keepdims=True)
        lowest = ((low == best) & (best < _poker.worst(game.low.rules))) * bits
        sets += lowest.sum(axis=1) << players
    return sets


def _values(game: EquityKernels, kernels: Any, deals: list[Deal], player: int) -> NDArray[Any]:
    if game.kind == "badugi":
        return np.array([_badugi(game, deal[player]) for deal in deals])
    rows = np.array([[*deal[player], *deal[-1]] for deal in deals], dtype=np.uint8)
    if game.kind == "omaha":
        return _poker.value_omaha(kernels.rules, game.own, rows)
    return _poker.value_rows(kernels.rules, rows)


def _badugi(game: EquityKernels, cards: list[int]) -> int:
    assert game.badugi is not None
    best = 0xFFFF
    for size in (1, 2, 3, 4):
        for chosen in combinations(cards, size):
            ranks = {(card % 13 + 1) % 13 for card in chosen}
            if len(ranks) == size == len({card // 13 for card in chosen}):
                best = min(best, int(game.badugi[sum(1 << rank for rank in ranks)]))
    return best


def _completions(game: EquityKernels, known: list[int], board: int, dead: int) -> Iterator[Deal]:
    """Yield every way to deal what is missing to players with these masks, and to the board."""

    def rest(at: int, free: list[int], deal: Deal) -> Iterator[Deal]:
        held = cards_of(known[at] if at < len(known) else board)
        missing = (game.own if at < len(known) else game.board) - len(held)
        for more in combinations(free, missing):
            dealt = [*deal, [*held, *more]]
            if at == len(known):
                yield dealt
            else:
                yield from rest(at + 1, [card for card in free if card not in more], dealt)

    used = board | dead
    for mask in known:
        used |= mask
    yield from rest(0, cards_of(game.pack & ~used), [])


def enumerate_rows(game: EquityKernels, hands: UInt64Array, board: int, dead: int) -> UInt64Array:
    """Return how often each set wins, for each row of known hands, uint64[rows, sets]."""
    counts = np.zeros((len(hands), game.sets(hands.shape[1])), dtype=np.uint64)
    for row, known in enumerate(hands.tolist()):
        deals: list[Deal] = []
        for deal in _completions(game, known, board, dead):
            deals.append(deal)
            if len(deals) == _CHUNK:
                _count(game, deals, counts[row])
        _count(game, deals, counts[row])
    return counts


def _count(game: EquityKernels, deals: list[Deal], counts: UInt64Array) -> None:
    if deals:
        found = np.bincount(winners(game, deals), minlength=len(counts))
        counts += found.astype(np.uint64)
        deals.clear()


def compare(
    game: EquityKernels, ours: WeightedHands, theirs: WeightedHands, board: int, dead: int
) -> UInt64Array:
    """Return what each hand of one range beats, ties with and meets, uint64[3, n]."""
    results = np.zeros((3, len(ours.masks)), dtype=np.uint64)
    for i, mine in enumerate(ours.masks.tolist()):
        for other, weight in zip(theirs.masks.tolist(), theirs.weights.tolist(), strict=True):
            if mine & other or (mine | other) & (board | dead):
                continue
            pair = np.array([[mine, other]], dtype=np.uint64)
            _, wins, losses, ties = enumerate_rows(game, pair, board, dead)[0].tolist()
            results[:, i] += np.array(
                [wins * weight, ties * weight, (wins + ties + losses) * weight], dtype=np.uint64
            )
    return results


class _Halves:
    """The halves of the words of a nonce, low half first."""

    def __init__(self, key: NDArray[np.uint32], nonce: int) -> None:
        self._key, self._nonce, self._next = key, nonce, 0
        self._left: list[int] = []

    def _half(self) -> int:
        if not self._left:
            words = np.empty(64, dtype=np.uint64)
            stream.words(self._key, 8, self._nonce, self._next, words)
            self._next += 64
            for word in reversed(words.tolist()):
                self._left += [word >> 32, word & 0xFFFFFFFF]
        return self._left.pop()

    def below(self, bound: int) -> int:
        bits = 32 if bound < 1 << 32 else 64
        while True:
            number = self._half()
            if bits == 64:
                number |= self._half() << 32
            product = number * bound
            if product % (1 << bits) >= (1 << bits) % bound:
                return product >> bits


def _pick(held: PlayerHands, halves: _Halves) -> int:
    if len(held.masks) == 1:
        return int(held.masks[0])
    at = halves.below(len(held.masks))
    if held.level and halves.below(held.level) >= int(held.keep[at]):
        at = int(held.alias[at])
    return int(held.masks[at])


def _pick_all(players: Sequence[PlayerHands], taken: int, halves: _Halves) -> list[int] | None:
    for _ in range(_MOST_TRIES):
        used, hands = taken, []
        for held in players:
            hand = _pick(held, halves)
            if hand & used:
                break
            used |= hand
            hands.append(hand)
        else:
            return hands
    return None


def simulate(
    game: EquityKernels,
    players: Sequence[PlayerHands],
    board: int,
    dead: int,
    keys: Sequence[NDArray[np.uint32]],
    first: int,
    rounds: int,
    counts: UInt64Array,
) -> bool:
    """Add how often each set wins; False if a round found no hands that go together."""
    known = [int(held.masks[0]).bit_count() for held in players]
    missing = [*(game.own - have for have in known), game.board - board.bit_count()]
    free = (game.pack & ~(board | dead)).bit_count() - sum(known)
    drawn = []
    for wanted, key in zip(missing, keys, strict=False):
        drawn.append(draws.rows(free, wanted, key, first, rounds).tolist())
        free -= wanted
    deals: list[Deal] = []
    halves = _Halves(keys[-1], first // _BLOCK + 1)
    for at in range(rounds):
        if (first + at) % _BLOCK == 0:
            halves = _Halves(keys[-1], (first + at) // _BLOCK + 1)
        hands = _pick_all(players, board | dead, halves)
        if hands is None:
            return False
        deals.append(_dealt(game, [*hands, board], [rows[at] for rows in drawn], dead))
    _count(game, deals, counts)
    return True


def _dealt(game: EquityKernels, known: list[int], places: list[list[int]], dead: int) -> Deal:
    """Return the deal in which the free cards at the places drawn complete what is known."""
    used = dead
    for mask in known:
        used |= mask
    deal = []
    for mask, drawn in zip(known, places, strict=True):
        free = cards_of(game.pack & ~used)
        more = [free[place] for place in drawn]
        used |= sum(1 << card for card in more)
        deal.append([*cards_of(mask), *more])
    return deal
