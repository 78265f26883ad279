"""Every printed interval of 95 % contains the truth about as often as it says, by kind.

A kind is a way to make an answer again and again with other seeds, beside what is true. Of n
intervals the number that contain the truth is compared with the 1e-4 quantiles of the coverages
that the kind states: of the lower one for the left tail, of the upper one for the right. So a kind
that keeps to them fails falsely with at most 2e-4 (intervals are independent, except those of rows
of one table, which are nearly so), and with fixed seeds never again. Intervals of discrete numbers
cover more or less than they say, so kinds state 0.94 to 0.96 if they can. Power: with 5,000 rows a
coverage of 0.92 is refused in 97 % of cases, with 2,000 intervals one of 0.905 in 98 %, with 1,000
one of 0.9 in 84 %. ``python -m tests.statistical.test_intervals`` prints the coverage of each kind.

Kinds that answer by a solver, a census and systems are in ``test_questions`` and
``test_compared_systems`` too, and means that stop at a width in ``test_means``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from math import comb

import numpy as np
import pytest
from scipy.stats import binom

from dealwright import Condition, Deal, Histogram, Seat, Strain, deal, parse, simulate
from dealwright.analysis.contract_award import award
from dealwright.analysis.contract_comparison import comparing_contracts
from dealwright.analysis.strategy_comparison import comparing_strategies
from dealwright.analysis.tabulation import tabulate
from dealwright.answers import Estimate
from dealwright.double_dummy.asks import Tricks
from dealwright.poker import equity
from dealwright.practice.mixtures import Mixture
from tests.oracles.stand_in_solver import StandIn
from tests.trials import soak

Intervals = Iterator[tuple[Estimate, float]]
Kind = Callable[[], Intervals]  # endless

ROWS = 5_000
WHERE = "hcp(north) + hcp(south) in 20..29"


def seeds() -> Iterator[int]:
    return iter(range(1 << 30))


# ---------------------------------------------------------------------------------- shares of deals


def filtered(where: str, limit: int) -> Kind:
    """``count`` by filter, of so many deals."""

    def kind() -> Intervals:
        truth = float(parse(where).probability())
        for seed in seeds():
            yield (
                parse(where).probability(method="filter", limit=limit, hits=limit, seed=seed),
                truth,
            )  # type: ignore[misc]

    return kind


def given() -> Intervals:
    """A share given a condition, of a sample."""
    condition, other = parse("hcp(north) >= 20"), "spades(north) >= 6"
    truth = float(condition.probability(given=other))
    for seed in seeds():
        share = condition.probability(
            given=other, method="filter", limit=20_000, hits=400, seed=seed
        )
        yield share, truth  # type: ignore[misc]


def shares_of_a_histogram() -> Intervals:
    """Each value of a sampled distribution."""
    exact = parse("1").distribution("hcp(north)")
    truth = {key[0]: n / exact.total for key, n in exact.items()}
    for seed in seeds():
        points = deal(400, seed=f"histogram {seed}").north.hcp
        values, counts = np.unique(points, return_counts=True)
        sample = dict(zip(values.tolist(), counts.tolist(), strict=True))
        found = Histogram(["hcp"], {(v,): sample.get(v, 0) for v in range(26)}, exact=False)
        for value in range(26):
            yield found.probability((value,)), truth[value]  # type: ignore[misc]


def clauses() -> Intervals:
    """The shares of ``explain``: of a clause, and of it among deals that passed those before."""
    shape, points = "spades(north) + spades(south) >= 8", "hcp(north) >= 12"
    truths = {text: float(parse(text).probability()) for text in (shape, points)}
    both = float(parse(f"{shape} && {points}").probability())
    for seed in seeds():
        first, second = parse(f"{points} && {shape}").explain(budget=0, seed=seed).clauses
        yield first.alone, truths[points]
        yield second.alone, truths[shape]
        yield second.given, both / truths[points]  # type: ignore[misc]


def cards() -> Intervals:
    """The chances of a table of cards; one of each suit, since those of one table depend."""
    condition = parse("hcp(north) >= 12 && spades(north) >= 5")
    exact = condition.cards()
    for seed in seeds():
        table = condition.cards(budget=0.0005, seed=seed)
        assert not table.exact
        for card, seat in (("SA", "north"), ("HK", "east"), ("D7", "south"), ("C2", "north")):
            yield table.chance(card, seat), float(exact.chance(card, seat))  # type: ignore[misc]


class Sampled(Mixture):
    """A mixture whose natural shares come from a few deals, of a seed of its own."""

    def __init__(self, types: list[tuple[str, str, int]], seed: int) -> None:
        super().__init__(types)  # type: ignore[arg-type]
        self.seed = seed

    def _share(self, condition: Condition) -> Estimate:
        return condition.probability(
            method="filter", limit=2_000, hits=2_000, seed=f"{self.seed} {condition}"
        )  # type: ignore[return-value]


def natural_shares() -> Intervals:
    """The natural shares of a mixture."""
    types = [("weak", "hcp(north) in 12..14", 1), ("strong", "hcp(north) in 15..17", 1)]
    truths = list(map(float, Mixture(types).natural))  # type: ignore[arg-type]
    for seed in seeds():
        yield from zip(Sampled(types, seed).natural, truths, strict=True)  # type: ignore[misc]


# --------------------------------------------------------------------------------------------- rows


def rows(of: str, by: str, deals: int = 600, where: str | None = None) -> Kind:
    """The rows of ``tabulate``."""

    def kind() -> Intervals:
        exact = parse(where or "1").distribution(by, of, budget=60)
        truth: dict[str, float] = {}

        def mean(label: str) -> float:
            low, _, high = label.partition("-")
            inside = [
                (value * n, n) for (key, value), n in exact.items()
                if int(low) <= key <= int(high or low)
            ]  # fmt: skip
            return sum(total for total, _ in inside) / sum(n for _, n in inside)

        for seed in seeds():
            for row in tabulate(where, of, by, deals=deals, seed=seed).rows:
                if row.values not in truth:
                    truth[row.values] = mean(row.values)
                yield row.mean, truth[row.values]

    return kind


def mean_of_all(of: str, by: str) -> Kind:
    def kind() -> Intervals:
        truth = float(parse("1").expectation(of))  # type: ignore[arg-type]
        for seed in seeds():
            yield tabulate(None, of, by, deals=200, seed=seed).mean, truth

    return kind


def slopes(deals: int) -> Kind:
    """The slopes of the regression of ``tabulate``, as they are printed."""

    def kind() -> Intervals:
        exact = parse("1").distribution("controls(north)", "hcp(north)")
        n = exact.total
        x, y, xx, xy = (
            sum(f(a, b) * count for (a, b), count in exact.items()) / n
            for f in (lambda a, b: a, lambda a, b: b, lambda a, b: a * a, lambda a, b: a * b)
        )
        truth = float((xy - x * y) / (xx - x * x))
        for seed in seeds():
            found = tabulate(None, "hcp(north)", "controls(north)", deals=deals, seed=seed)
            assert found.regression is not None
            slope = found.regression.slopes[0]
            shown = next(line for line in found.lines() if "correlation" in line)
            half = float(shown.split("±")[1].split(",")[0])
            yield Estimate(slope, slope - half, slope + half, False, "sample"), truth

    return kind


@cache
def tricks_by_points() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The points of both hands and the tricks in notrump and spades, of a million deals."""
    masks = deal(1_000_000, WHERE, seed="truth of rows").masks
    solver = StandIn()
    one, other = (
        solver.solve(Tricks(masks, Seat.SOUTH, strain)).astype(int)
        for strain in (Strain.NOTRUMP, Strain.SPADES)
    )
    hands = deal(1_000_000, WHERE, seed="truth of rows")
    return hands.north.hcp.astype(int) + hands.south.hcp, one, other


@cache
def imps_by_tricks() -> np.ndarray:
    """The IMPs of 3NT against 4S, not vulnerable, by the tricks of each."""
    from tests.statistical.test_questions import Contract, imps

    return np.array(
        [[imps(Contract(3, "N").score(a, vulnerable=False)
               - Contract(4, "S").score(b, vulnerable=False)) for b in range(14)]
         for a in range(14)]
    )  # fmt: skip


def groups(what: str) -> Kind:
    """The chances to make, or the IMPs, of ``contracts --by``."""

    def kind() -> Intervals:
        points, notrump, spades = tricks_by_points()
        for seed in seeds():
            found = comparing_contracts(
                WHERE, "3NT 4S", deals=400, seed=seed, by="hcp(north) + hcp(south)",
                solver=StandIn(),
            ).result()  # fmt: skip
            for group in found.groups:
                one, other = (tricks[points == int(group.values)] for tricks in (notrump, spades))
                if what == "imps":
                    yield group.imps["none"][0], float(imps_by_tricks()[one, other].mean())
                else:
                    yield group.makes[0], float((one >= 9).mean())
                    yield group.makes[1], float((other >= 10).mean())

    return kind


def contracts(what: str) -> Kind:
    def kind() -> Intervals:
        _, _, spades = tricks_by_points()
        truth = float((spades >= 10).mean()) if what == "makes" else float(spades.mean())
        for seed in seeds():
            found = comparing_contracts(WHERE, "3NT 4S", deals=128, seed=seed, solver=StandIn())
            yield getattr(found.result().contracts[1], what), truth

    return kind


def strategies(what: str) -> Kind:
    """One contract against another as ``strategies`` compares them, and how often one makes."""

    def kind() -> Intervals:
        _, notrump, spades = tricks_by_points()
        text = f"where {WHERE}\nstrategy a\n 3NT-S\nstrategy b\n 4S-S"
        truths = {
            "imps": float(imps_by_tricks()[notrump, spades].mean()),
            "makes": float((spades >= 10).mean()),
        }
        for seed in seeds():
            found = comparing_strategies(text, deals=128, seed=seed, solver=StandIn()).result()
            made = found.contracts[1][0].makes
            assert made is not None
            yield found.pairs[0].imps["none"] if what == "imps" else made, truths[what]

    return kind


def awards() -> Intervals:
    """The award of a contract, a ratio of means; its truth is that of 40,000 layouts."""
    dealt = Deal("N:A54.AJ92.Q5.K964 JT82.63.AT84.AQ3 K93.QT4.KJ762.82 Q76.K875.93.JT75")
    truth = float(award(dealt, "1D-S", layouts=40_000, seed="truth", solver=StandIn()).award)
    for seed in seeds():
        yield award(dealt, "1D-S", layouts=128, seed=seed, solver=StandIn()).award, truth


# ------------------------------------------------------------------------------ simulations, poker


def tallies() -> Intervals:
    """The shares of a simulation: aces among five cards."""

    def aces(masks: np.ndarray) -> np.ndarray:
        return np.bitwise_count(masks & np.uint64(0b1111))

    for seed in seeds():
        found = simulate(300, aces, 5, seed=seed).results
        (found,) = found.values()
        for number in range(4):
            truth = comb(4, number) * comb(48, 5 - number) / comb(52, 5)
            yield found.share(number), truth


def equities() -> Intervals:
    truth = float(equity("AsKs", "QhQd", method="exact").players[0].equity)
    for seed in seeds():
        yield equity("AsKs", "QhQd", method="simulate", rounds=1_000, seed=seed).estimate(0), truth


def means_of_a_histogram() -> Intervals:
    """The mean of a sample, as ``average`` of scripts prints it."""
    truth = float(parse("1").expectation("hcp(north)"))  # type: ignore[arg-type]
    for seed in seeds():
        points = deal(100, seed=f"average {seed}").north.hcp
        values, counts = np.unique(points, return_counts=True)
        rows = {(value,): n for value, n in zip(values.tolist(), counts.tolist(), strict=True)}
        yield Histogram(["hcp"], rows, exact=False).estimate(), truth


SUMS = "spades(north) + spades(south)"
BOTH = "hcp(north) + hcp(south) >= 25"
# intervals, their number, and the least and the greatest coverage that the kind keeps to
KINDS: dict[str, tuple[Kind, int, float, float]] = {
    "count, one hit expected": (filtered("hcp(north) >= 23", 800), 2_000, 0.95, 1.0),
    "count, three hits": (filtered("hcp(north) >= 23", 1_600), 2_000, 0.93, 0.99),
    "count, many hits": (filtered("hcp(north) >= 12", 400), 2_000, 0.94, 0.96),
    "share given a condition": (given, 1_000, 0.94, 0.96),
    "values of a histogram": (shares_of_a_histogram, ROWS, 0.94, 0.98),
    "clauses of explain": (clauses, 3_000, 0.94, 0.98),
    "cards": (cards, ROWS, 0.94, 0.96),
    # the ends of both shares are divided, so that it covers more
    "natural shares of a mixture": (natural_shares, 2_000, 0.95, 1.0),
    "mean of a histogram": (means_of_a_histogram, 2_000, 0.935, 0.96),
    "rows of points": (rows("hcp(south)", "losers(north)"), ROWS, 0.94, 0.96),
    "rows of lengths": (rows(SUMS, "hcp(north)"), ROWS, 0.94, 0.96),
    "rows of 0 and 1, a card": (rows("hascard(south, SA)", "spades(north)"), ROWS, 0.94, 0.96),
    "rows of 0 and 1, shapes": (rows("balanced(north)", "hcp(north)"), ROWS, 0.94, 0.96),
    "rows of 0 and 1, a suit": (rows("spades(south) >= 5", "spades(north)"), ROWS, 0.94, 0.96),
    "rows of 0 and 1, points": (rows(BOTH, "hcp(north)"), ROWS, 0.94, 0.96),
    # Wilson's interval of a rare share covers more in rows of few deals
    "rows of rare points": (rows("hcp(south) >= 20", "spades(north)"), ROWS, 0.94, 0.98),
    "rows of rare suits": (rows("spades(south) >= 7", "hcp(north)"), ROWS, 0.94, 0.98),
    "rows of 60 deals": (rows("balanced(south)", "hcp(north)", deals=60), ROWS, 0.94, 0.995),
    "mean of tabulate": (mean_of_all("hcp(south)", "losers(north)"), 2_000, 0.94, 0.96),
    "mean of tabulate, 0 and 1": (mean_of_all("balanced(south)", "hcp(north)"), 2_000, 0.94, 0.96),
    "slopes of tabulate": (slopes(200), 2_000, 0.94, 0.96),
    "slopes of 20 deals": (slopes(20), 2_000, 0.935, 0.965),
    "contracts --by, makes": (groups("makes"), ROWS, 0.94, 0.96),
    "contracts --by, IMPs": (groups("imps"), ROWS, 0.94, 0.96),
    "contracts, makes": (contracts("makes"), 1_000, 0.94, 0.98),
    "contracts, tricks": (contracts("tricks"), 1_000, 0.94, 0.97),
    "strategies, IMPs": (strategies("imps"), 1_000, 0.94, 0.97),
    "strategies, makes": (strategies("makes"), 1_000, 0.94, 0.98),
    "award": (awards, 400, 0.93, 0.98),
    "shares of a simulation": (tallies, ROWS, 0.94, 0.98),
    "equities": (equities, 2_000, 0.95, 0.98),
}


def intervals(name: str, n: int) -> list[tuple[Estimate, float]]:
    """Return n intervals of a kind, without those of shares that are 0 or 1: all cover them."""
    kind = KINDS[name][0]
    uncertain = (pair for pair in kind() if not (pair[1] in (0, 1) and pair[0].low >= 0))
    return list(islice(uncertain, n))


def coverage(found: list[tuple[Estimate, float]]) -> int:
    """Return how many intervals contain what is true."""
    return sum(float(each.low) <= truth <= float(each.high) for each, truth in found)


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_intervals_cover_as_often_as_they_say(name: str) -> None:
    _, n, least, most = KINDS[name]
    n = soak(n)
    found = intervals(name, n)
    assert binom.ppf(1e-4, n, least) <= coverage(found) <= binom.ppf(1 - 1e-4, n, most)
    assert all(each.low <= each.value <= each.high for each, _ in found)


@pytest.mark.long
def test_narrow_intervals_are_refused() -> None:
    """Mutants: rows with the normal interval of their own deals cover 1 % to 5 % less."""
    name = "rows of 0 and 1, shapes"
    found = [
        (Estimate(e.value, e.value - half, e.value + half, False, "normal"), truth)
        for e, truth in intervals(name, 2_000)
        for half in [1.96 * (float(e) * (1 - float(e)) / e.samples) ** 0.5]
    ]
    assert coverage(found) < binom.ppf(1e-6, 2_000, KINDS[name][2])


if __name__ == "__main__":
    import sys
    import time

    for name in KINDS:
        if len(sys.argv) > 1 and not any(word in name for word in sys.argv[1:]):
            continue
        began = time.monotonic()
        n = KINDS[name][1]
        share = coverage(intervals(name, n)) / n
        print(f"{name:30} {n:6} {share:.4f}  {time.monotonic() - began:.0f} s", flush=True)
