"""Equities of poker games with few unknown cards, held to all showdowns by a plain evaluator.

Hands compare as tuples of ranks: the best five cards are looked for among all choices of five, and
every way to deal the unknown cards is one showdown. Players may have several hands with weights.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, product
from math import comb, prod

from tools.fuzzing import NotCompared
from tools.fuzzing._cards import RANKS

from dealwright import poker

__all__ = ["draw", "fault", "smaller"]

_MOST = 2000  # showdowns of a case
_ROUNDS = 8192  # of a simulation
_ERRORS = 6.5  # standard errors that an equity may be off: less often than once in 10^10

Hand = tuple[int, ...]
Value = tuple[int, ...]  # the higher wins


@dataclass(frozen=True)
class _Game:
    hole: int
    board: int
    high: Callable[[Hand, Hand], Value]
    low: Callable[[Hand, Hand], Value | None] | None = None
    pack: tuple[int, ...] = tuple(range(52))


def _tied(ranks: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return the numbers of equal ranks, the most first, and the ranks in that order."""
    counts = sorted(Counter(ranks).items(), key=lambda pair: (-pair[1], -pair[0]))
    return [number for _, number in counts], [rank for rank, _ in counts]


def _straight(ranks: list[int], ace_below: int | None) -> int | None:
    """Return the top rank of a straight of five different ranks."""
    if len(ranks) == 5 and ranks[0] - ranks[4] == 4:
        return ranks[0]
    if ace_below is not None and ranks == [12, *range(ace_below + 3, ace_below - 1, -1)]:
        return ace_below + 3
    return None


def _five(
    cards: Hand, ace_below: int | None = 0, order: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 7, 8)
) -> Value:
    """Return the value of five cards; ``order`` places the categories from high card up."""
    numbers, ranks = _tied(card % 13 for card in cards)
    flush = len({card // 13 for card in cards}) == 1
    top = _straight(ranks, ace_below)
    if top is not None:
        return (order[8 if flush else 4], top)
    if flush:
        return (order[5], *ranks)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (order[kinds.get(tuple(numbers), 0)], *ranks)


_FLUSHES_UP = (0, 1, 2, 3, 4, 6, 5, 7, 8)
_TRIPS_UP = (0, 1, 2, 4, 3, 6, 5, 7, 8)


def _short(cards: Hand) -> Value:
    return _five(cards, 4, _FLUSHES_UP)


def _short_trips(cards: Hand) -> Value:
    return _five(cards, 4, _TRIPS_UP)


def _low_five(cards: Hand) -> Value:
    """Return the value of an ace-to-five low."""
    numbers, ranks = _tied((card % 13 + 1) % 13 for card in cards)
    kinds = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1)]
    return (-kinds.index(tuple(numbers)), *(-rank for rank in ranks))


def _eight(cards: Hand) -> Value | None:
    """Return the value of five cards as a low, eight or better."""
    ranks = sorted(((card % 13 + 1) % 13 for card in cards), reverse=True)
    return tuple(-rank for rank in ranks) if len(set(ranks)) == 5 and ranks[0] <= 7 else None


def _deuce(cards: Hand) -> Value:
    return tuple(-number for number in _five(cards, None))


def _badugi(cards: Hand) -> Value:
    """Return the value of the best cards of different ranks and suits."""
    best: Value = ()
    for size in (1, 2, 3, 4):
        for some in combinations(cards, size):
            if len({card % 13 for card in some}) == len({card // 13 for card in some}) == size:
                low = sorted(((card % 13 + 1) % 13 for card in some), reverse=True)
                best = max(best, (size, *(-rank for rank in low)))
    return best


def _of_all(value: Callable[[Hand], Value | None]) -> Callable[[Hand, Hand], Value]:
    def best(hole: Hand, board: Hand) -> Value:
        values = (value(five) for five in combinations((*hole, *board), 5))
        return max((one for one in values if one is not None), default=())

    return best


def _of_two(value: Callable[[Hand], Value | None]) -> Callable[[Hand, Hand], Value]:
    def best(hole: Hand, board: Hand) -> Value:
        pairs = product(combinations(hole, 2), combinations(board, 3))
        values = (value((*two, *three)) for two, three in pairs)
        return max((one for one in values if one is not None), default=())

    return best


_SHORT_PACK = tuple(card for card in range(52) if card % 13 >= 4)
_GAMES = {
    "holdem": _Game(2, 5, _of_all(_five)),
    "short-deck": _Game(2, 5, _of_all(_short), pack=_SHORT_PACK),
    "short-deck-trips": _Game(2, 5, _of_all(_short_trips), pack=_SHORT_PACK),
    "holdem-hilo": _Game(2, 5, _of_all(_five), _of_all(_eight)),
    "omaha": _Game(4, 5, _of_two(_five)),
    "omaha5": _Game(5, 5, _of_two(_five)),
    "omaha6": _Game(6, 5, _of_two(_five)),
    "omaha-hilo": _Game(4, 5, _of_two(_five), _of_two(_eight)),
    "omaha5-hilo": _Game(5, 5, _of_two(_five), _of_two(_eight)),
    "stud": _Game(7, 0, _of_all(_five)),
    "stud-hilo": _Game(7, 0, _of_all(_five), _of_all(_eight)),
    "razz": _Game(7, 0, _of_all(_low_five)),
    "deuce-to-seven": _Game(5, 0, lambda hole, _: _deuce(hole)),
    "badugi": _Game(4, 0, lambda hole, _: _badugi(hole)),
}


@dataclass(frozen=True)
class Player:
    """A player's hands with weights, and the range that names them, "" if they are listed."""

    hands: tuple[tuple[Hand, int], ...]
    range: str = ""

    def __str__(self) -> str:
        if self.range:
            return self.range
        return ", ".join(
            _text(hand) + (f"@{weight}" if weight != 1 else "") for hand, weight in self.hands
        )


@dataclass(frozen=True)
class Case:
    """A game, its players, the board and dead cards, and the seed of a simulation (0: none)."""

    game: str
    players: tuple[Player, ...]
    board: Hand
    dead: Hand
    seed: int = 0

    def __str__(self) -> str:
        options = [f'--board "{_text(self.board)}"'] if self.board else []
        options += [f'--dead "{_text(self.dead)}"'] if self.dead else []
        players = " ".join(f'"{player}"' for player in self.players)
        return " ".join([f"dealwright poker equity {players} --game {self.game}", *options])


def _text(cards: Hand) -> str:
    return "".join(RANKS[card % 13] + "cdhs"[card // 13] for card in cards)


def draw(r: random.Random) -> Case:
    """Draw a game and two or three players, with at most a card or two unknown."""
    name = r.choice(list(_GAMES))
    game = _GAMES[name]
    pack = list(game.pack)
    if r.random() < 0.4:  # of few ranks, so that hands tie
        ranks = r.sample(range(13), 9)
        some = [card for card in pack if card % 13 in ranks]
        pack = some if len(some) >= 30 else pack
    r.shuffle(pack)
    count = r.choice([2, 2, 3]) if len(pack) >= 3 * game.hole + game.board + 4 else 2
    hole = game.hole - (r.choice([0, 0, 1]) if not game.board else 0)
    board = tuple(pack.pop() for _ in range(max(0, game.board - r.choice([0, 1, 1, 2]))))
    dead = tuple(pack.pop() for _ in range(r.choice([0, 0, 1, 3])))
    ranged = hole == 2 and r.random() < 0.5
    players = [
        _range(r, game) if ranged and r.random() < 0.7 else _listed(r, pack, hole)
        for _ in range(count)
    ]
    return Case(name, tuple(players), board, dead, r.choice([0, 0, 0, r.randint(1, 10**6)]))


def _listed(r: random.Random, pack: list[int], hole: int) -> Player:
    """Return a hand off the pack, or with others that may share cards with those of others."""
    hands = {tuple(sorted(pack[-hole:])): 1}
    if r.random() < 0.3:
        for _ in range(r.randint(1, 2)):
            hands.setdefault(tuple(sorted(r.sample(pack, hole))), r.choice([1, 2, 3]))
    del pack[-hole:]
    return Player(tuple(hands.items()))


def _range(r: random.Random, game: _Game) -> Player:
    """Return a range of one to three classes of hands: pairs, suited and offsuit hands."""
    hands, texts = dict[Hand, int](), dict[str, None]()
    for _ in range(r.choice([1, 1, 2, 3])):
        ranks = r.sample(sorted({card % 13 for card in game.pack}), 2)
        high, low = max(ranks), min(ranks)
        kind, weight = r.choice(["pair", "s", "o", ""]), r.choice([1, 1, 2, 3])
        low = high if kind == "pair" else low
        text = RANKS[high] + RANKS[low] + kind.replace("pair", "")
        pairs = {
            tuple(sorted((13 * one + high, 13 * other + low)))
            for one, other in product(range(4), repeat=2)
            if (one == other or kind != "s") and (one != other or kind in ("s", ""))
        }
        if not any(pair in hands for pair in pairs):
            hands |= dict.fromkeys(sorted(pairs), weight)
            texts[text + (f"@{weight}" if weight > 1 else "")] = None
    return Player(tuple(hands.items()), ", ".join(texts))


@lru_cache(maxsize=4096)
def _values(name: str, hole: Hand, board: Hand) -> tuple[Value, Value]:
    game = _GAMES[name]
    return game.high(hole, board), (game.low(hole, board) or ()) if game.low else ()


@dataclass
class _Counts:
    """Showdowns by the winners of the high and of the low half, by weight."""

    shares: Counter[tuple[Hand, Hand]]
    total: int = 0

    def equity(self, player: int, total: int) -> Fraction:
        """Return a player's share of all pots."""
        pots = Fraction(0)
        for (high, low), weight in self.shares.items():
            half = Fraction(weight, 2 if low else 1)
            pots += half / len(high) if player in high else 0
            pots += half / len(low) if player in low else 0
        return pots / total


def _showdowns(case: Case) -> _Counts:
    """Return what all showdowns come to."""
    game = _GAMES[case.game]
    counts = _Counts(Counter())
    for hands in product(*(player.hands for player in case.players)):
        cards = [card for hand, _ in hands for card in hand]
        if len({*cards, *case.board, *case.dead}) < len(cards) + len(case.board) + len(case.dead):
            continue
        weight = prod(weight for _, weight in hands)
        left = [card for card in game.pack if card not in {*cards, *case.board, *case.dead}]
        needs = [game.hole - len(hand) for hand, _ in hands]
        for board, *dealt in _dealt(left, [game.board - len(case.board), *needs]):
            values = [
                _values(
                    case.game, tuple(sorted((*hand, *more))), tuple(sorted((*case.board, *board)))
                )
                for (hand, _), more in zip(hands, dealt, strict=True)
            ]
            winners = [_winners([value[half] for value in values]) for half in (0, 1)]
            counts.shares[winners[0], winners[1]] += weight
            counts.total += weight
    return counts


def _dealt(left: list[int], needs: list[int]) -> Iterator[tuple[Hand, ...]]:
    if not needs:
        yield ()
        return
    for some in combinations(left, needs[0]):
        rest = [card for card in left if card not in some]
        yield from ((some, *others) for others in _dealt(rest, needs[1:]))


def _winners(values: list[Value]) -> Hand:
    """Return who has the best value; nobody if there is none."""
    best = max(values)
    return tuple(player for player, value in enumerate(values) if value == best and value)


def _number(case: Case) -> int:
    """Return about how many showdowns there are."""
    game = _GAMES[case.game]
    hole = len(case.players[0].hands[0][0])
    unknown = game.board - len(case.board)
    left = len(game.pack) - len(case.board) - len(case.dead) - hole * len(case.players)
    ways = comb(left, unknown)
    if hole < game.hole:
        ways *= prod(left - place for place in range(len(case.players)))
    return ways * prod(len(player.hands) for player in case.players)


def fault(case: Case) -> str | None:
    """Return the first figure that is not that of all showdowns."""
    if _number(case) > _MOST:
        raise NotCompared("there are too many showdowns")
    right = _showdowns(case)
    if not right.total:
        raise NotCompared("the hands share cards")
    asked = partial(
        poker.equity,
        *map(str, case.players),
        board=_text(case.board),
        dead=_text(case.dead),
        game=case.game,
    )
    equity = asked(method="exact")
    wrong = next(_wrong(equity, right), None)
    if wrong is None and case.seed:
        simulated = asked(method="simulate", rounds=_ROUNDS, seed=case.seed)
        wrong = next(_unlikely(simulated, right), None)
    return wrong


def _wrong(equity: poker.Equity, right: _Counts) -> Iterator[str]:
    # weights count without a common divisor, so showdowns do up to a factor
    if equity.total % right.total and right.total % equity.total:
        yield f"{equity.total:,} showdowns, right {right.total:,}"
    shares = {
        winners: Fraction(number, equity.total)
        for winners, number in equity.shares.items()
        if number
    }
    right_shares = {
        winners: Fraction(number, right.total) for winners, number in right.shares.items()
    }
    if shares != right_shares:
        yield f"shares {shares}, right {right_shares}"
    for place, player in enumerate(equity.players):
        share = right.equity(place, right.total)
        if player.equity != share:
            yield f"player {place + 1}: equity {player.equity}, right {share}"
        alone = sum(
            chance
            for (high, low), chance in right_shares.items()
            if high == (place,) and low in ((), (place,))
        )
        if Fraction(player.wins, equity.total) != alone:
            yield f"player {place + 1}: {player.wins:,} wins, right {alone} of all"
        parts = sum(
            chance for (high, low), chance in right_shares.items() if place in (*high, *low)
        )
        if Fraction(player.ties, equity.total) != parts - alone:
            yield f"player {place + 1}: {player.ties:,} ties, right {parts - alone} of all"


def _unlikely(equity: poker.Equity, right: _Counts) -> Iterator[str]:
    """Yield players whose simulated equity is too far from the right one."""
    for place, player in enumerate(equity.players):
        share = right.equity(place, right.total)
        error = max(player.standard_error, 1 / _ROUNDS)
        if abs(float(player.equity) - float(share)) > _ERRORS * error:
            simulated = f"simulated {float(player.equity):.4f}"
            yield f"player {place + 1}: {simulated}, right {float(share):.4f}"


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case without a dead card, a player, another hand or a weight."""
    if case.seed:
        yield replace(case, seed=0)
    for place in range(len(case.dead)):
        yield replace(case, dead=case.dead[:place] + case.dead[place + 1 :])
    for place, player in enumerate(case.players):
        before, after = case.players[:place], case.players[place + 1 :]
        if len(case.players) > 2:
            yield replace(case, players=before + after)
        hands = player.hands
        simpler = [Player(hands)] if player.range else []
        if len(hands) > 1:
            simpler += [Player(hands[:out] + hands[out + 1 :]) for out in range(len(hands))]
        if any(weight > 1 for _, weight in hands):
            simpler.append(Player(tuple((hand, 1) for hand, _ in hands)))
        yield from (replace(case, players=(*before, one, *after)) for one in simpler)
