"""Equity: showdowns counted exactly, and random deals beside eval7 and pokerkit."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from itertools import count
from math import sqrt
from typing import Any, NamedTuple

from benchmarks.checks import require
from benchmarks.measuring import FULL, Budget, Contest, Runner, Timing, progress, timed
from dealwright import poker
from dealwright.poker import Equity, equity

__all__ = [
    "CASES",
    "EXACT",
    "OURS",
    "PAIRS",
    "RANDOM",
    "RIVER",
    "RIVER_OURS",
    "RIVER_THEIRS",
    "RIVER_WIDE",
    "ROUNDS",
    "ROUNDS_OURS",
    "ROUNDS_THEIRS",
    "SIX",
    "Case",
    "runs",
]

EXACT, PAIRS, RANDOM, SIX = "equity exact", "equity pairs", "equity random", "equity six"
OURS = "equity()"
RIVER, RIVER_OURS, RIVER_WIDE = "equity river", "hand against a range", "40 % against 40 %"
RIVER_THEIRS = "eval7, all hands against a range"
ROUNDS = "equity rounds"
ROUNDS_OURS = ("AA against KK", "AA against 878 hands")
ROUNDS_THEIRS = tuple(f"eval7, {name}" for name in ROUNDS_OURS)
_CALL = 1000  # rounds
_ERRORS = 6  # standard errors; a right answer fails with probability 2e-9
_LEAST = 3  # measurements of a case that takes seconds; a quick run makes one
_NO_PEER = (
    "no peer counts these: eval7's py_hand_vs_range_exact takes boards of five cards only, "
    "pokerkit's calculate_equities estimates"
)
_NO_EVAL7 = "eval7 simulates one known hand against one range only"


# --- counted ------------------------------------------------------------------------------------


class Case(NamedTuple):
    """Two hands or ranges, their showdowns (wins, losses, ties), and milliseconds to reach.

    ``rough`` is about how many milliseconds it takes, used only to choose how often it is done.
    """

    name: str
    players: tuple[str, str]
    counts: tuple[int, int, int]
    rough: float
    limit: float | None = None
    game: str = "holdem"


_SYMMETRIC = 1334125369292  # (2,781,381,002,400 - 113,130,263,816 ties) / 2
CASES = (
    Case("AcAd against KcKd", ("AcAd", "KcKd"), (1410336, 292660, 9308), 3, 3),
    Case("AA against KK", ("AA", "KK"), (50371344, 10986372, 285228), 4, 15),
    Case(
        "AK against random", ("AK", "random"), (21783519396, 11210941032, 566697972), 250, 2500,
    ),
    Case(
        "random against random", ("random", "random"),
        (_SYMMETRIC, _SYMMETRIC, 113130263816), 2200,
    ),
    Case(
        "Omaha, AsKs2d3d against QhQd7c8c", ("AsKs2d3d", "QhQd7c8c"), (540989, 545019, 0), 200,
        game="omaha",
    ),
)  # fmt: skip


def _counted(case: Case) -> Equity:
    return equity(*case.players, game=case.game, method="exact", threads=1)


def _check_counts(case: Case, found: Equity) -> None:
    """Check every showdown."""
    counts = tuple(found.winners.get(who, 0) for who in ((0,), (1,), (0, 1)))
    require(found.exact and counts == case.counts, f"{case.name}: {counts}")
    require(found.total == sum(case.counts), f"{case.name}: {found.total:,} showdowns")


def _milliseconds(case: Case, seconds: float) -> float:
    """Return what a call takes, parsing included, of as many calls as fill the time."""
    calls, taken = max(1, round(1e3 * seconds / case.rough)), 0.0
    for _ in range(calls):
        spent, found = timed(partial(_counted, case))
        taken += spent
        _check_counts(case, found)
    return 1e3 * taken / calls


def _measurements(case: Case, budget: Budget) -> int:
    """Return how often to measure a case: in every round, or less often where it takes long."""
    fitting = int(1e3 * budget.seconds * budget.rounds / case.rough)
    least = max(1, _LEAST * budget.rounds // FULL.rounds)
    return min(budget.rounds, max(fitting, least))


def run_exact(budget: Budget) -> Contest:
    """Measure exact equities before the flop, each as one whole call."""
    timings = {case: Timing(case.name) for case in CASES}
    for case in CASES[:2]:  # builds tables that are kept, which take longer than these two
        _check_counts(case, _counted(case))
    for at in range(budget.rounds):
        progress(f"{EXACT}: round {at + 1} of {budget.rounds}")
        for case, timing in timings.items():
            if at < _measurements(case, budget):
                timing.values.append(_milliseconds(case, budget.seconds / 4))
    return Contest(
        EXACT, "exact equity before the flop", list(timings.values()), [], {}, "ms", [_NO_PEER]
    )


# --- dealt --------------------------------------------------------------------------------------


class Match(NamedTuple):
    """Ranges that are dealt to, the first player's exact equity, and how many deals are ties.

    Ties only make an estimate more precise; where their share is not known, 0 is safe.
    """

    name: str
    title: str
    players: tuple[str, ...]
    mean: float
    ties: float


def _match(name: str, title: str, case: Case) -> Match:
    """Return a counted case as a match."""
    wins, _, ties = case.counts
    total = sum(case.counts)
    return Match(name, title, case.players, (wins + ties / 2) / total, ties / total)


_PAIRS = _match(PAIRS, "equity by random deals, AA against KK", CASES[1])
_RANDOM = _match(RANDOM, "equity by random deals, two random hands", CASES[3])
_SIX = Match(SIX, "equity by random deals, six random hands", ("random",) * 6, 1 / 6, 0)


def _check_equity(who: str, match: Match, found: float, rounds: int) -> None:
    """Check the first player's equity, as a tie of two counts a half."""
    variance = match.mean * (1 - match.mean) - match.ties / 4
    errors = (found - match.mean) / sqrt(variance / rounds)
    require(abs(errors) <= _ERRORS, f"{who}: {found:.5f}, {errors:+.1f} standard errors away")


def _check_all(who: str, match: Match, found: list[float], rounds: int) -> None:
    """Check every player's equity: of two the other's is what is left, of six all are alike."""
    require(abs(sum(found) - 1) < 1e-6, f"{who}: equities of {sum(found):.6f} in all")
    for each in found[:1] if len(found) == 2 else found:
        _check_equity(who, match, each, rounds)


def _simulated(match: Match, cost: float) -> Runner:
    """Deal so many rounds in one call, parsing included."""

    def run(rounds: int, at: int) -> float:
        work = partial(equity, *match.players, method="simulate", rounds=rounds, seed=at, threads=1)
        taken, found = timed(work)
        require(found.total == rounds, f"{OURS}: {found.total:,} of {rounds:,} deals")
        equities = [float(player.equity) for player in found.players]
        _check_all(OURS, match, equities, rounds)
        return taken / rounds

    return Runner(OURS, cost, run)


def _missing(module: str) -> str:
    return f"{module} is not installed (pip install {module})"


def _eval7(match: Match, hand: str) -> Runner | str:
    """Let eval7 deal to one hand of the first range, all of which are alike, and to the second."""
    try:
        module, their = (importlib.import_module(name) for name in ("eval7", "eval7.equity"))
    except ImportError:
        return _missing("eval7")
    held = [module.Card(hand[:2]), module.Card(hand[2:])]
    other = module.HandRange(match.players[1])

    def run(rounds: int, at: int) -> float:
        taken, found = timed(lambda: their.py_hand_vs_range_monte_carlo(held, other, [], rounds))
        _check_equity("eval7", match, found, rounds)
        return taken / rounds

    return Runner("eval7", 80, run)


def _pokerkit(match: Match, rounds: int) -> Runner | str:
    """Let pokerkit deal; few rounds, whatever is wanted."""
    try:
        module = importlib.import_module("pokerkit")
    except ImportError:
        return _missing("pokerkit")
    unknown: list[list[Any]] = [[]]
    ranges = [unknown if text == "random" else module.parse_range(text) for text in match.players]

    def work() -> list[float]:
        equities: list[float] = module.calculate_equities(
            ranges, (), 2, 5, module.Deck.STANDARD, (module.StandardHighHand,), sample_count=rounds
        )
        return equities

    def run(_: int, at: int) -> float:
        taken, found = timed(work)
        _check_all("pokerkit", match, found, rounds)
        return taken / rounds

    return Runner("pokerkit", 500_000, run)


def _held(match: Match, cost: float, peers: list[Runner | str], budget: Budget) -> Contest:
    return Contest.held(match.name, match.title, [_simulated(match, cost)], peers, budget)


def run_pairs(budget: Budget) -> Contest:
    """Deal to two ranges."""
    peers = [_eval7(_PAIRS, "AcAd"), _pokerkit(_PAIRS, 200)]
    return _held(_PAIRS, 30, peers, budget)


def run_random(budget: Budget) -> Contest:
    """Deal to two players of whom nothing is known."""
    return _held(_RANDOM, 35, [_pokerkit(_RANDOM, 200), _NO_EVAL7], budget)


def run_six(budget: Budget) -> Contest:
    """Deal to six players of whom nothing is known."""
    return _held(_SIX, 75, [_pokerkit(_SIX, 100), _NO_EVAL7], budget)


# --- a full board -------------------------------------------------------------------------------

_BOARD = "Ks 7d 2c 2h 9s"
_RIVER_HAND, _RIVER_RANGE = "AsAh", "22+,A2+,K2+,Q2+,J2+,T2+"


def _calls(
    name: str, cost: float, work: Callable[[], float], right: Callable[[float], bool]
) -> Runner:
    """Make the same call again and again, checking each answer; nanoseconds of one call."""

    def run(wanted: int, at: int) -> float:
        times = max(1, wanted)
        taken = 0.0
        for _ in range(times):
            spent, found = timed(work)
            taken += spent
            require(right(found), f"{name}: {found} is wrong")
        return taken / times

    return Runner(name, cost, run)


def run_river(budget: Budget) -> Contest:
    """Count a hand against a range on a full board, and two ranges."""
    hand, other = _RIVER_HAND, poker.parse_range(_RIVER_RANGE)
    share = float(equity(hand, other, board=_BOARD).players[0].equity)
    wide = poker.parse_range("40%")
    each = poker.hand_equities(wide, wide, board=_BOARD).hands
    mean = sum(float(found.equity) for found in each) / len(each)

    def close(expected: float) -> Callable[[float], bool]:
        return lambda found: abs(found - expected) < 1e-6

    def ours(one: Any, two: Any) -> float:
        return float(equity(one, two, board=_BOARD, threads=1).players[0].equity)

    peers: list[Runner | str] = []
    try:
        module, their = (importlib.import_module(name) for name in ("eval7", "eval7.equity"))
    except ImportError:
        peers.append(_missing("eval7"))
    else:
        cards = [module.Card(hand[:2]), module.Card(hand[2:])]
        board = [module.Card(card) for card in _BOARD.split()]
        held, all_hands = module.HandRange(_RIVER_RANGE), module.HandRange(", ".join(wide))

        def against() -> float:
            return float(their.py_hand_vs_range_exact(cards, held, board))

        def every() -> float:  # with 1,000 rounds or more it counts on a full board
            found = their.py_all_hands_vs_range(all_hands, all_hands, board, 1000)
            free = [share for hand, share in found.items() if not {*hand} & {*board}]
            return float(sum(free) / len(free))

        peers += [
            _calls("eval7", 100_000, against, close(share)),
            _calls(RIVER_THEIRS, 2_000_000, every, close(mean)),
        ]
    both = float(equity(wide, wide, board=_BOARD).players[0].equity)
    return Contest.held(
        RIVER,
        "exact equity on a full board, one call",
        [
            _calls(RIVER_OURS, 80_000, partial(ours, hand, other), close(share)),
            _calls(RIVER_WIDE, 200_000, partial(ours, wide, wide), close(both)),
        ],
        peers,
        budget,
    )


def run_rounds(budget: Budget) -> Contest:
    """Deal a thousand rounds a call: what the call costs beside them counts."""
    exact = {
        other: float(equity("AcAd", other, budget=60).players[0].equity)
        for other in ("KK", _RIVER_RANGE)
    }

    def near(other: str) -> Callable[[float], bool]:
        share = exact[other]
        reach = _ERRORS * sqrt(share * (1 - share) / _CALL)
        return lambda found: abs(found - share) <= reach

    def ours(other: str) -> float:
        found = equity("AcAd", other, method="simulate", rounds=_CALL, seed=next(seeds), threads=1)
        return float(found.players[0].equity)

    seeds = count(1)
    peers: list[Runner | str] = []
    try:
        module, their = (importlib.import_module(name) for name in ("eval7", "eval7.equity"))
    except ImportError:
        peers.append(_missing("eval7"))
    else:
        held = [module.Card("Ac"), module.Card("Ad")]
        for name, other in zip(ROUNDS_THEIRS, exact, strict=True):
            hands = module.HandRange(other)
            call = partial(their.py_hand_vs_range_monte_carlo, held, hands, [], _CALL)
            peers.append(_calls(name, 100_000, call, near(other)))
    return Contest.held(
        ROUNDS,
        f"{_CALL:,} random rounds, one call",
        [
            _calls(name, 80_000, partial(ours, other), near(other))
            for name, other in zip(ROUNDS_OURS, exact, strict=True)
        ],
        peers,
        budget,
    )


def runs() -> dict[str, Callable[[Budget], Contest]]:
    """Return the contests by name."""
    return {
        EXACT: run_exact, PAIRS: run_pairs, RANDOM: run_random, SIX: run_six, RIVER: run_river,
        ROUNDS: run_rounds,
    }  # fmt: skip
