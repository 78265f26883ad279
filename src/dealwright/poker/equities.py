"""Equity: each player's share of the pot, counted over all deals or estimated from random deals."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.answers.estimates import Estimate, mean_half_width
from dealwright.answers.report import Report, Reported
from dealwright.base.checked_numbers import is_number
from dealwright.base.current_cluster import joined_cluster
from dealwright.base.errors import ArgumentError, PokerError, Stopped
from dealwright.base.jobs import Job
from dealwright.base.kernels import key_from_bytes
from dealwright.base.kernels.equity import MOST_PLAYERS
from dealwright.base.threads import in_order, thread_count
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.method_names import checked_method
from dealwright.poker.cards import card_list, card_mask, card_text
from dealwright.poker.equity_exact import cheapest_plan
from dealwright.poker.games import GAMES, Game, game_named
from dealwright.poker.players import Player, read_player

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import EXACT, OR_NULL, OneOf, Rows, Through
    from dealwright.base.cluster import Cluster
    from dealwright.base.kernels.equity import PlayerHands
    from dealwright.base.kernels.stopping import StopFlag

__all__ = [
    "METHODS",
    "Equity",
    "PlayerEquity",
    "checked_players",
    "equity",
    "finding_equity",
]

METHODS = ("auto", "exact", "simulate")
_BUDGET = 6.0  # seconds of one thread up to which auto counts exactly
_ENDLESS = 3600.0  # seconds
_DEFAULT_WITHIN = 0.0005
_POT = 5040  # parts of a pot: each half can be shared by any number of players up to ten
_MOST_ROUNDS = 1_000_000_000
_NO_KEY = key_from_bytes(bytes(32))  # for a player whose cards are all known
_ROUNDS_OF_BLOCK = 1 << 17
_BLOCKS_OF_TASK = 64  # on a cluster: a quarter of a second of one core


@dataclass(frozen=True)
class PlayerEquity:
    """The result of one player: whole pots (``wins``), shared pots (``ties``), and the equity.

    ``high`` is the player's share of the high halves (of the pots in games without a low half),
    ``low`` that of the low halves, which nobody wins if no hand makes a low: a share of all
    showdowns. A scoop is a whole pot, so ``wins`` are scoops. Exact shares are Fractions, and
    ``standard_error``, that of the equity, is then 0.
    """

    range: str
    wins: int
    ties: int
    equity: Fraction | float
    standard_error: float = 0.0
    high: Fraction | float = Fraction(0)
    low: Fraction | float = Fraction(0)


class _Row(NamedTuple):
    """A player as a document has it; see ``PlayerEquity``."""

    range: str
    wins: Annotated[int, EXACT] = 0
    ties: Annotated[int, EXACT] = 0
    equity: float = 0.0
    interval: tuple[float, float] = (0.0, 1.0)
    standard_error: float = 0.0
    high: float = 0.0
    low: float = 0.0


def _joined(players: tuple[int, ...]) -> str:
    return ",".join(map(str, players))


def _split(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def _add(sums: list[int], part: int, of_high: int, of_low: int, count: int) -> None:
    """Add showdowns in which a player gets ``part`` of each pot to the player's sums.

    The sums are the wins, the ties, and, in parts of a pot, the share, its squares, the share of
    the high halves and that of the low halves.
    """
    sums[0 if part == _POT else 1] += count
    sums[2] += part * count
    sums[3] += part * part * count
    sums[4] += of_high * count
    sums[5] += of_low * count


@dataclass(frozen=True)
class Equity(Reported):
    """The shares of all players in ``total`` showdowns, each counted by the weights of its hands.

    ``shares`` maps winners to showdowns: the winners of the pot, and those of its low half (none if
    no hand makes a low, or the game has no low). A simulation has a ``seed`` and the way it
    ``stopped``: ``"done"``, ``"precise"`` or ``"interrupted"``.
    """

    game: str
    board: str
    dead: str
    ranges: tuple[str, ...]
    total: Annotated[int, EXACT]
    exact: bool
    shares: Annotated[
        dict[tuple[tuple[int, ...], tuple[int, ...]], Annotated[int, EXACT]],
        Rows(("high", "low", "count")),
    ]
    seed: Annotated[str, OR_NULL] = ""
    confidence: float = 0.95
    stopped: Annotated[str, OneOf(("done", "precise", "interrupted"))] = "done"

    table_rows = "_estimates"
    json_keys = (
        "game", "board", "dead", "total", "exact", "lows", "winners", "_players", "shares",
        "confidence", "seed", "stopped",
    )  # fmt: skip

    @property
    def _players(self) -> tuple[_Row, ...]:
        """The result of each player, with its interval."""
        return tuple(
            _Row(
                player.range, player.wins, player.ties, float(player.equity), self.interval(index),
                player.standard_error, float(player.high), float(player.low),
            )
            for index, player in enumerate(self.players)
        )  # fmt: skip

    @property
    def _estimates(self) -> list[dict[str, Any]]:
        """The rows of a table, whose equities have the ends of their intervals."""
        return [
            {**row._asdict(), "equity": self.estimate(at)} for at, row in enumerate(self._players)
        ]

    @classmethod
    def of_record(
        cls, *, players: tuple[_Row, ...], shares: dict[Any, int], total: int = 0, **fields: Any
    ) -> Equity:
        """Return the equities of their document; all but the ranges follows from the shares."""
        ranges = tuple(player.range for player in players)
        return cls(ranges=ranges, total=sum(shares.values()), shares=shares, **fields)

    @cached_property
    def winners(
        self,
    ) -> dict[Annotated[tuple[int, ...], Through(str, _joined, _split)], Annotated[int, EXACT]]:
        """The showdowns by the players who win or share, in ascending order of the players."""
        by_players: dict[tuple[int, ...], int] = {}
        for (high, low), count in self.shares.items():
            key = tuple(sorted({*high, *low}))
            by_players[key] = by_players.get(key, 0) + count
        return dict(sorted(by_players.items(), key=lambda item: (len(item[0]), item[0])))

    @cached_property
    def players(self) -> tuple[PlayerEquity, ...]:
        """The result of each player, in the order given."""
        sums = [[0, 0, 0, 0, 0, 0] for _ in self.ranges]
        for (high, low), count in self.shares.items():
            of_high, of_low = _POT // len(high), _POT // len(low) if low else 0
            for player in {*high, *low}:
                own_high, own_low = of_high * (player in high), of_low * (player in low)
                part = (own_high + own_low) // 2 if low else own_high
                _add(sums[player], part, own_high, own_low, count)
        return tuple(map(self._player, self.ranges, sums))

    def _player(self, text: str, sums: list[int]) -> PlayerEquity:
        wins, ties, share, squares, high, low = sums
        pots = _POT * self.total
        if self.exact:
            of_pot, high_half, low_half = (Fraction(parts, pots) for parts in (share, high, low))
            return PlayerEquity(text, wins, ties, of_pot, 0.0, high_half, low_half)
        # without any variation, all that is known is that fewer than one in n showdowns differs
        variance = max((squares * self.total - share * share) / pots**2, 1 / self.total)
        error = sqrt(variance / self.total)
        return PlayerEquity(text, wins, ties, share / pots, error, high / pots, low / pots)

    @property
    def lows(self) -> Annotated[int, EXACT]:
        """The number of showdowns in which somebody wins the low half."""
        return sum(count for (_, low), count in self.shares.items() if low)

    def half_width(self) -> float:
        """Return half the width of the widest confidence interval of an equity; 0 if exact."""
        if not self.total:
            return float("inf")
        return max(self._half_width(player) for player in self.players)

    def _half_width(self, player: PlayerEquity) -> float:
        if self.exact:
            return 0.0
        return mean_half_width(player.standard_error, self.total, 1.0, self.confidence)

    def interval(self, at: int) -> tuple[float, float]:
        """Return the confidence interval of a player's equity; an exact equity has zero width."""
        player = self.players[at]
        share, half = float(player.equity), self._half_width(player)
        return max(share - half, 0.0), min(share + half, 1.0)

    def estimate(self, at: int) -> Estimate:
        """Return a player's equity with its interval.

        >>> equity("AsAh", "KsKh", board="Kd 7d 2c 2h").estimate(0).value
        Fraction(1, 22)
        """
        equity = self.players[at].equity
        if isinstance(equity, Fraction):
            return Estimate.certain(equity)
        low, high = self.interval(at)
        return Estimate(
            equity, low, high, False, "simulation", self.confidence, self.total, seed=self.seed
        )

    def report(self, *, symbols: bool = True) -> Report:
        """Return a row for each player, with a bar."""
        from dealwright.poker.reports import equity_report

        return equity_report(self, symbols=symbols)


def equity(
    *players: Any,
    board: Any = "",
    dead: Any = "",
    game: str = "holdem",
    method: str = "auto",
    rounds: int | None = None,
    within: float | None = None,
    confidence: float = 0.95,
    budget: float = _BUDGET,
    seed: Seed | Stream | None = None,
    threads: int | None = None,
) -> Equity:
    """Return the equities of two to ten players whose cards go to the showdown.

    A player is a range of hold'em (``parse_range``; ``random`` is any hand), a ``Range``, or cards;
    in games with other numbers of cards, known cards, or several such hands separated by commas
    with weights after ``@``. Unknown cards are dealt. ``board`` and ``dead`` cards are text,
    numbers, ``Card`` objects or masks. Combinations of the players' hands that share a card are
    left out; all others count by the product of their weights.

    ``exact`` counts every showdown. ``simulate`` deals ``rounds`` random showdowns, or deals until
    every equity is known to plus or minus ``within`` with the ``confidence`` (by default 0.0005 at
    0.95). ``auto`` counts if that is predicted to take ``budget`` seconds of one thread at most,
    the same choice on every machine. Results depend on the seed, not on the threads.
    ``finding_equity`` returns the same work as a job, which shows progress and can be stopped.

    >>> result = equity("AA", "KK", board="Ks 7d 2c 2h")
    >>> result.total, result.winners
    (792, {(0,): 36, (1,): 756})
    >>> result.players[0].equity
    Fraction(1, 22)
    >>> equity("As 2s Kd Kh", "Ac 5c 6c 7c", game="omaha-hilo", board="3d 4h 8s Kc").exact
    True

    :raises PokerError: if the players, cards and game do not fit together
    :raises CardError: if something is not a card
    :raises ArgumentError: if a method, number or width is not valid
    """
    return finding_equity(
        *players, board=board, dead=dead, game=game, method=method, rounds=rounds, within=within,
        confidence=confidence, budget=budget, seed=seed, threads=threads,
    ).result()  # fmt: skip


def finding_equity(
    *players: Any,
    board: Any = "",
    dead: Any = "",
    game: str = "holdem",
    method: str = "auto",
    rounds: int | None = None,
    within: float | None = None,
    confidence: float = 0.95,
    budget: float = _BUDGET,
    seed: Seed | Stream | None = None,
    threads: int | None = None,
) -> Job[Equity, Equity]:
    """Return a job for ``equity``; see ``Cluster`` for many machines.

    The partial results of a simulation are the equities so far; if it is stopped, the last one is
    the result. A count has no partial results; if it is stopped, ``result()`` raises ``Stopped``.

    >>> job = finding_equity("22+", "AK", method="simulate", within=1e-6, seed=1)
    >>> for latest in job:
    ...     job.stop()
    >>> job.result() == latest, job.result().stopped, job.progress.unit
    (True, 'interrupted', 'rounds')

    :raises PokerError: if the players, cards and game do not fit together
    :raises CardError: if something is not a card
    :raises ArgumentError: if a method, number or width is not valid
    """
    played = game_named(game)
    if not played.has_pot:
        choice = ", ".join(game_.name for game_ in GAMES.values() if game_.has_pot)
        raise PokerError(f"'{game}' is not a known game; choose {choice}")
    known = shared, dead_mask = card_mask(board), card_mask(dead)
    players_ = checked_players(played, players, shared, dead_mask)
    checked_method(method, METHODS)
    if not (is_number(budget) and budget >= 0):
        raise ArgumentError(f"a budget must be 0 seconds or more, not {budget!r}")
    limits = _Asked(rounds, within, confidence)
    texts = tuple(player.text for player in players_)
    about = (played.name, card_text(card_list(board)), card_text(card_list(dead)), texts)

    def answer(counts: dict[int, int], seed: str | None = None, stopped: str = "done") -> Equity:
        total = sum(counts.values())
        if not total:
            raise PokerError(
                "no hands of these ranges can be dealt together: they need the same cards"
            )
        shares = {_winners_of(key, len(texts)): n for key, n in sorted(counts.items())}
        return Equity(*about, total, seed is None, shares, seed or "", confidence, stopped)

    workers = thread_count(threads)
    own_stream = None if seed is None else Stream.of(seed, "equity")

    def work(job: Job[Equity, Equity]) -> Generator[Equity, None, Equity]:
        plan = (
            None
            if method == "simulate"
            else cheapest_plan(played, players_, shared, dead_mask, job.flag)
        )
        if method == "exact" and (plan is None or plan.cost > _ENDLESS * 1e9):
            raise PokerError(
                "there are too many ways to deal these hands to count them; give fewer hands, or "
                "method 'simulate'"
            )
        if plan is not None and (plan.cost <= budget * 1e9 or method == "exact"):
            return answer(plan.run(workers, job))
        stream = own_stream or Stream.of(None, "equity")
        picks = [player.picks for player in players_]
        rounds = _Rounds(played.name, picks, known, stream, limits.rounds)
        cluster = joined_cluster()
        blocks = rounds.here(workers, job.flag) if cluster is None else rounds.on(cluster, job.flag)
        so_far = partial(answer, seed=stream.seed)
        return (yield from _simulated(job, so_far, rounds.sets, limits, blocks))

    return Job(work)


def checked_players(game: Game, players: Sequence[Any], board: int, dead: int) -> list[Player]:
    """Return the players as read, without hands that hold known cards.

    :raises PokerError: if the players, cards and game do not fit together
    :raises CardError: if something is not a card
    """
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise PokerError(f"2 to {MOST_PLAYERS} players can compare hands, not {len(players)}")
    outside = (board | dead) & ~game.equity_kernels.pack
    if outside:
        raise PokerError(f"{card_text(outside)} is not in the pack of {game.name}")
    if board & dead:
        raise PokerError(f"{card_text(board & dead)} is both on the board and dead")
    if board.bit_count() > game.board:
        board_text = f"a board of {game.board} cards at most" if game.board else "no board"
        raise PokerError(f"{game.name} has {board_text}; {card_text(board)} cannot be on the board")
    read_players = [read_player(player, game).without(board | dead) for player in players]
    needed = len(read_players) * game.hole + game.board + dead.bit_count()
    if needed > game.equity_kernels.pack.bit_count():
        raise PokerError(
            f"{len(read_players)} players of {game.name} need {needed} cards, "
            "more than the pack has"
        )
    return read_players


@lru_cache(maxsize=1024)
def _winners_of(key: int, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the winners of a set: those of the pot or its high half, and those of the low."""
    high = tuple([i for i in range(players) if key >> i & 1])
    low = tuple([i for i in range(players) if key >> players + i & 1])
    return high, low


class _Asked:
    """The most rounds, and the precision that ends a simulation."""

    def __init__(self, rounds: int | None, within: float | None, confidence: float) -> None:
        if rounds is None and within is None:
            within = _DEFAULT_WITHIN
        if rounds is not None:
            integral = is_number(rounds) and rounds == int(rounds)
            if not integral or not 0 < rounds <= _MOST_ROUNDS:
                raise ArgumentError(f"rounds must be 1 to {_MOST_ROUNDS:,}, not {_shown(rounds)}")
            rounds = int(rounds)
        if within is not None and not (is_number(within) and within > 0):
            raise ArgumentError(f"the width of an interval must be above 0, not {within!r}")
        if not (is_number(confidence) and 0.5 <= confidence < 1):
            raise ArgumentError(f"a confidence must be 0.5 or more and below 1, not {confidence!r}")
        self.rounds, self.within = rounds or _MOST_ROUNDS, within
        self.confidence = confidence


def _shown(number: object) -> str:
    return f"{number:,}" if is_number(number) else repr(number)


@dataclass(frozen=True)
class _Rounds:
    """Random rounds in blocks; a block depends only on its position."""

    game: str
    hands: list[PlayerHands]
    known: tuple[int, int]
    stream: Stream
    total: int

    @property
    def sets(self) -> int:
        return game_named(self.game).equity_kernels.sets(len(self.hands))

    @cached_property
    def keys(self) -> list[memoryview]:
        """The keys of the players' missing cards, of the board and of the hands."""
        hole = game_named(self.game).hole
        keys = [
            self.stream.split(f"player {player}").key
            if int(hands.masks[0]).bit_count() < hole
            else _NO_KEY
            for player, hands in enumerate(self.hands)
        ]
        return [*keys, self.stream.split("board").key, self.stream.split("hands").key]

    def block(self, at: int, stop: StopFlag | None = None) -> NDArray[np.uint64]:
        """Return the counts of the block that begins at a round, uint64[sets]."""
        rounds = min(_ROUNDS_OF_BLOCK, self.total - at)
        simulate = game_named(self.game).equity_kernels.simulate
        return simulate(self.hands, *self.known, self.keys, at, rounds, stop=stop)

    def here(self, threads: int, stop: StopFlag) -> Iterator[NDArray[np.uint64]]:
        """Yield the counts of all blocks in order."""
        tasks: Iterator[Callable[[], NDArray[np.uint64]]] = (
            partial(self.block, start, stop) for start in range(0, self.total, _ROUNDS_OF_BLOCK)
        )
        return in_order(tasks, threads, stop)

    def on(self, cluster: Cluster, stop: StopFlag) -> Iterator[NDArray[np.uint64]]:
        """Yield the counts of all blocks in order, computed by workers."""
        begins = iter(range(0, self.total, _ROUNDS_OF_BLOCK))
        for sets, counts_found in cluster.each(
            partial(_winners, self), begins, _BLOCKS_OF_TASK, stop
        ):
            counts = np.zeros(self.sets, dtype=np.uint64)
            counts[sets] = counts_found
            yield counts


def _winners(rounds: _Rounds, start: int) -> tuple[NDArray[np.intp], NDArray[np.uint64]]:
    """Return the sets of winners in a block of rounds, and their counts."""
    counts = rounds.block(start)
    return np.flatnonzero(counts), counts[counts > 0]


def _simulated(
    job: Job[Equity, Equity],
    answer: Callable[..., Equity],
    sets: int,
    limits: _Asked,
    blocks: Iterable[NDArray[np.uint64]],
) -> Generator[Equity, None, Equity]:
    """Add up the counts of blocks of rounds until the limits are reached."""
    sums = np.zeros(sets, dtype=np.uint64)

    def so_far(stopped: str) -> Equity:
        sets_met = sums.nonzero()[0]
        return answer(
            dict(zip(sets_met.tolist(), sums[sets_met].tolist(), strict=True)), stopped=stopped
        )

    rounds_done = 0
    job.report(rounds_done, limits.rounds, "rounds")
    try:
        for counts in blocks:
            sums += counts
            rounds_done = min(rounds_done + _ROUNDS_OF_BLOCK, limits.rounds)
            job.report(rounds_done, limits.rounds, "rounds")
            if limits.within is not None:
                latest = so_far("precise")
                if latest.half_width() <= limits.within:
                    return latest
            if rounds_done == limits.rounds:
                return so_far("done")
            yield so_far("interrupted")
            if job.stopping:
                break
    except Stopped:
        if not rounds_done:
            raise
    return so_far("interrupted")
