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
from functools import lru_cache
from itertools import combinations, product
from math import comb, prod

from tools.fuzzing import NotCompared
from tools.fuzzing._cards import RANKS

from dealwright import poker

__all__ = ["draw", "fault", "smaller"]

_MOST = 1500  # showdowns of a case

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
    "omaha-hilo": _Game(4, 5, _of_two(_five), _of_two(_eight)),
    "stud": _Game(7, 0, _of_all(_five)),
    "stud-hilo": _Game(7, 0, _of_all(_five), _of_all(_eight)),
    "razz": _Game(7, 0, _of_all(_low_five)),
    "deuce-to-seven": _Game(5, 0, lambda hole, _: _deuce(hole)),
    "badugi": _Game(4, 0, lambda hole, _: _badugi(hole)),
}


@dataclass(frozen=True)
class Case:
    """A game, the hands of each player with weights, the board and dead cards."""

    game: str
    players: tuple[tuple[tuple[Hand, int], ...], ...]
    board: Hand
    dead: Hand

    def texts(self) -> list[str]:
        """Return each player as text."""
        return [
            ", ".join(_text(hand) + (f"@{weight}" if weight != 1 else "") for hand, weight in hands)
            for hands in self.players
        ]

    def __str__(self) -> str:
        options = [f'--board "{_text(self.board)}"'] if self.board else []
        options += [f'--dead "{_text(self.dead)}"'] if self.dead else []
        players = " ".join(f'"{text}"' for text in self.texts())
        return " ".join([f"dealwright poker equity {players} --game {self.game}", *options])


def _text(cards: Hand) -> str:
    return "".join(RANKS[card % 13] + "cdhs"[card // 13] for card in cards)


def draw(r: random.Random) -> Case:
    """Draw a game and two or three players, with at most a card or two unknown."""
    name = r.choice(list(_GAMES))
    game = _GAMES[name]
    few = r.choice([0, 0, 0, 1, 2])  # ranks are few more often, so that hands tie
    ranks = r.sample(range(13), 13)[: 13 if few == 0 else 9]
    pack = [card for card in game.pack if card % 13 in ranks or few == 0]
    if len(pack) < 30:
        pack = list(game.pack)
    r.shuffle(pack)
    count = r.choice([2, 2, 3]) if len(pack) >= 3 * game.hole + game.board + 2 else 2
    hole = game.hole - (r.choice([0, 0, 1]) if not game.board else 0)
    board = tuple(pack.pop() for _ in range(max(0, game.board - r.choice([0, 1, 1, 2]))))
    dead = tuple(pack.pop() for _ in range(r.choice([0, 0, 1, 3])))
    players = []
    for _ in range(count):
        hands = [(tuple(pack[-hole:]), 1)]
        if r.random() < 0.3:  # other hands, which may share cards with those of others
            others = {tuple(r.sample(pack, hole)) for _ in range(r.randint(1, 2))}
            hands += [(other, r.choice([1, 2, 3])) for other in sorted(others)]
            hands = [
                (hand, weight)
                for hand, weight in hands
                if hand is hands[0][0] or set(hand) != set(hands[0][0])
            ]
        del pack[-hole:]
        players.append(tuple(hands))
    return Case(name, tuple(players), board, dead)


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
    for hands in product(*case.players):
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
    hole = len(case.players[0][0][0])
    unknown = game.board - len(case.board)
    left = len(game.pack) - len(case.board) - len(case.dead) - hole * len(case.players)
    ways = comb(left, unknown)
    if hole < game.hole:
        ways *= prod(left - place for place in range(len(case.players)))
    return ways * prod(map(len, case.players))


def fault(case: Case) -> str | None:
    """Return the first figure that is not that of all showdowns."""
    if _number(case) > _MOST:
        raise NotCompared("there are too many showdowns")
    right = _showdowns(case)
    if not right.total:
        raise NotCompared("the hands share cards")
    equity = poker.equity(
        *case.texts(), board=_text(case.board), dead=_text(case.dead), game=case.game,
        method="exact",
    )  # fmt: skip
    return next(_wrong(equity, right), None)


def _wrong(equity: poker.Equity, right: _Counts) -> Iterator[str]:
    if equity.total != right.total:
        yield f"{equity.total:,} showdowns, right {right.total:,}"
    shares = {winners: number for winners, number in equity.shares.items() if number}
    if shares != dict(right.shares):
        yield f"shares {shares}, right {dict(right.shares)}"
    for place, player in enumerate(equity.players):
        share = right.equity(place, right.total)
        if player.equity != share:
            yield f"player {place + 1}: equity {player.equity}, right {share}"
        alone = sum(
            number for (high, low), number in right.shares.items()
            if high == (place,) and low in ((), (place,))
        )  # fmt: skip
        if player.wins != alone:
            yield f"player {place + 1}: {player.wins:,} wins, right {alone:,}"
        parts = sum(n for (high, low), n in right.shares.items() if place in (*high, *low)) - alone
        if player.ties != parts:
            yield f"player {place + 1}: {player.ties:,} ties, right {parts:,}"


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case without a dead card, a player, another hand or a weight."""
    for place in range(len(case.dead)):
        yield replace(case, dead=case.dead[:place] + case.dead[place + 1 :])
    for place, hands in enumerate(case.players):
        before, after = case.players[:place], case.players[place + 1 :]
        if len(case.players) > 2:
            yield replace(case, players=before + after)
        if len(hands) > 1:
            for out in range(len(hands)):
                yield replace(case, players=(*before, hands[:out] + hands[out + 1 :], *after))
        if any(weight > 1 for _, weight in hands):
            yield replace(case, players=(*before, tuple((hand, 1) for hand, _ in hands), *after))
