"""Intervals of the questions to a solver, against a solver whose truth is known.

Every interval is of 95 %. Over n repetitions the number that hold the truth is binomial; it is
refused outside the 1e-5 quantiles of a coverage of 0.93 below and 0.97 above (asymptotic intervals
of small samples cover a little more or less than they say), so a correct estimator is refused once
in 50,000 runs. With 60 repetitions (default) a coverage of 0.60 is refused with a probability of
0.99, with 1,000 (slow) one of 0.87. Means of errors are refused beyond 4.5 standard errors and a
fifth of an estimate's own, intervals whose mean width is not 0.6 to 1.6 times what the errors'
deviation asks for (6 standard errors of a deviation of 60). Mutants that must be refused are at the
end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import sqrt

import numpy as np
import pytest
from scipy.stats import binom, chi2

from dealwright import Stream, deal, parse
from dealwright.analysis import moments, sampling
from dealwright.analysis.census import making
from dealwright.analysis.contract_comparison import comparing_contracts
from dealwright.analysis.layouts import LAYOUTS, Fits, Layouts
from dealwright.analysis.lead_comparison import comparing_leads
from dealwright.analysis.tabulation import tabulating
from dealwright.answers import Estimate
from dealwright.answers.estimates import proportion
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.scoring import Contract, imps
from dealwright.deals import predeal_masks
from dealwright.double_dummy.asks import Leads, Tricks
from dealwright.planning.question import Question
from dealwright.planning.sampling.evaluation import truth_of
from tests.oracles.stand_in_solver import Honours, StandIn
from tests.trials import SOAK, soak, trials

WHERE = "hcp(north) + hcp(south) >= 22 && spades(north) + spades(south) >= 7"
NARROW = "cccc(north) >= 1200 && cccc(south) >= 1100"  # cannot be counted: shares are estimated
TRUTH = 500_000


def few(n: int) -> int:
    """Return the share of n that slow tests repeat, where a repetition takes a second or two."""
    return max(12, round(SOAK * n))


def bounds(n: int) -> tuple[int, int]:
    return int(binom.ppf(1e-5, n, 0.93)), int(binom.ppf(1 - 1e-5, n, 0.97))


def held(estimates: list[Estimate], truth: float) -> int:
    return sum(float(each.low) <= truth <= float(each.high) for each in estimates)


def check(estimates: list[Estimate], truth: float, *, mean: bool = True) -> None:
    """Refuse estimates whose intervals miss too often or too seldom, or that are biased."""
    n, low_high = len(estimates), bounds(len(estimates))
    assert low_high[0] <= held(estimates, truth) <= low_high[1]
    if mean:
        errors = np.array([float(each) for each in estimates]) - truth
        own = float(errors.std())
        assert abs(errors.mean()) <= 4.5 * own / sqrt(n) + 0.2 * own
        if n >= 40:
            width = float(np.mean([float(each.high) - float(each.low) for each in estimates])) / 2
            assert 0.6 <= width / (1.96 * own) <= 1.6


class Truth:
    """The true means of 3NT and 4S under a condition, from half a million deals."""

    def __init__(self, where: str) -> None:
        solver = StandIn()
        masks = deal(TRUTH, where, seed="truth").masks
        notrump = solver.solve(Tricks(masks, Seat.SOUTH, Strain.NOTRUMP)).astype(int)
        spades = solver.solve(Tricks(masks, Seat.SOUTH, Strain.SPADES)).astype(int)
        table = np.array(
            [
                [
                    imps(
                        Contract(3, "N").score(a, vulnerable=False)
                        - Contract(4, "S").score(b, vulnerable=False)
                    )
                    for b in range(14)
                ]
                for a in range(14)
            ]
        )
        self.makes = float((spades >= 10).mean())
        self.tricks = float(spades.mean())
        self.imps = float(table[notrump, spades].mean())


@pytest.fixture(scope="module")
def truth() -> Truth:
    return Truth(WHERE)


def compared(
    n: int, deals: int, where: str = WHERE, **options: object
) -> Iterator[dict[str, Estimate]]:
    """Yield the estimates of each repetition."""
    for seed in range(n):
        found = comparing_contracts(
            where,
            "3NT 4S",
            deals=deals,
            seed=seed,
            solver=StandIn(),
            **options,  # type: ignore[arg-type]
        ).result()
        assert found.contracts[1].tricks is not None
        yield {
            "makes": found.contracts[1].makes,
            "tricks": found.contracts[1].tricks,
            "imps": found.pairs[0].imps["none"],
        }


def check_contracts(truth: Truth, n: int, deals: int, where: str = WHERE) -> None:
    each = list(compared(n, deals, where))
    check([found["makes"] for found in each], truth.makes)
    check([found["tricks"] for found in each], truth.tricks)
    check([found["imps"] for found in each], truth.imps)


def check_by_value(n: int) -> None:
    """Refuse means by value that miss the exact ones, and means of all deals that are biased."""
    both = parse("hcp(north) >= 12").distribution("losers(north)", "hcp(south)", budget=60)
    truth = dict[int, list[int]]()
    for (losers, points), number in both.items():
        total = truth.setdefault(losers, [0, 0])
        total[0], total[1] = total[0] + number, total[1] + number * points
    rows: dict[int, list[Estimate]] = {losers: [] for losers in truth}
    whole = list[Estimate]()
    for seed in range(n):
        found = tabulating(
            "hcp(north) >= 12", "hcp(south)", "losers(north)", deals=200, seed=seed
        ).result()
        whole.append(found.mean)
        for row in found.rows:
            rows[int(row.values)].append(row.mean)
    deals, points = (sum(part[at] for part in truth.values()) for at in (0, 1))
    check(whole, points / deals)
    for losers, estimates in rows.items():
        deals, points = truth[losers]
        assert len(estimates) == n
        check(estimates, points / deals)


@pytest.mark.long
def test_rows_by_value_and_the_mean_of_all() -> None:
    check_by_value(trials(400))


@pytest.mark.long
def test_rare_values_of_other_deals_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rare values that are dealt without the condition have other means."""
    about = Question.about
    monkeypatch.setattr(Question, "about", lambda self, tree: about(self, tree.right))
    assert refused(lambda: check_by_value(60))


@pytest.mark.long
def test_contracts_with_strata_and_control_variates(truth: Truth) -> None:
    check_contracts(truth, trials(600), 128)


@pytest.mark.slow
@pytest.mark.parametrize("deals", [64, 300])
def test_contracts_in_full(truth: Truth, deals: int) -> None:
    check_contracts(truth, soak(1000), deals)


@pytest.mark.slow
def test_contracts_with_estimated_shares() -> None:
    """Where a condition cannot be counted, shares and means come from dealt deals."""
    check_contracts(Truth(NARROW), soak(400), 128, NARROW)


@pytest.mark.long
def test_stopping_by_width(truth: Truth) -> None:
    """A sample that ends when the interval is narrow still covers."""
    found = list(compared(trials(400), 4000, within="0.45 imps"))
    check([each["imps"] for each in found], truth.imps)
    assert all(each["imps"].high - each["imps"].low <= 0.9 for each in found)


@pytest.mark.slow
def test_making_alone(truth: Truth) -> None:
    found = [
        comparing_contracts(
            WHERE, "3NT 4S", deals=96, seed=seed, make_only=True, solver=StandIn()
        ).result()
        for seed in range(soak(400))
    ]
    check([each.contracts[1].makes for each in found], truth.makes)


@pytest.mark.long
def test_leads() -> None:
    """Chances to beat 3NT, and what a lead loses to the other."""
    hand, where = "west QJT95.K4.832.A74", "hcp(south) in 15..17 && hcp(north) in 8..12"
    solver = StandIn()
    masks = deal(TRUTH // 4, where, seed="truth", predeal=hand).masks
    leads = solver.solve(Leads(masks, Seat.SOUTH, Strain.NOTRUMP))
    spade, heart = leads[:, 39 + 10], leads[:, 26 + 11]  # the queen and the king
    assert heart.min() >= 0
    beats = float((spade >= 5).mean())
    loses = float(spade.mean()) - float(heart.mean())
    estimates, gaps = list[Estimate](), list[Estimate]()
    for seed in range(trials(400)):
        found = comparing_leads(
            hand, "3NT", where, deals=96, seed=seed, solver=solver, sorted_by="tricks"
        ).result()
        by_card = {each.cards[0]: each for each in found.leads}
        estimates.append(by_card["SQ"].beats)
        best = found.leads[0].cards[0]
        if best == "SQ":
            gaps.append(by_card["HK"].behind)
    check(estimates, beats)
    if loses > 0 and len(gaps) > 30:  # the best lead is chosen by the same deals: not unbiased
        check(gaps, loses, mean=False)


# ------------------------------------------------------------------------------------- the census

NORTH, SOUTH = "north AQ4.AJ92.Q5.K964", "south K95.QT4.KJ762.83"


@cache
def true_share(where: str | None) -> float:
    """Return the share of all layouts in which the stand-in makes nine tricks."""
    layouts, solver = Layouts(predeal_masks(f"{NORTH} {SOUTH}"), "fine"), Honours()
    good = every = 0
    tree = None if where is None else parse(where).tree
    for _, rows, columns in layouts._blocks():
        for at in range(0, len(rows), 256):
            if not len(columns):
                continue
            masks = layouts.masks((rows[at : at + 256, None] | columns[None, :]).ravel())
            masks = masks[truth_of(tree, masks)]
            every += len(masks)
            good += int(solver.solve(Tricks(masks, Seat.SOUTH, Strain.NOTRUMP, 9)).sum())
    return good / every


def census(n: int, deals: int, where: str | None = None, **options: object) -> list[Estimate]:
    return [
        making(NORTH, SOUTH, "3NT-S", where, deals=deals, seed=seed, solver=Honours(), **options)  # type: ignore[arg-type]
        .result()
        .makes[0]
        for seed in range(n)
    ]


@pytest.mark.long
def test_classes_of_layouts() -> None:
    """A sample of classes: too few solves to ask them all."""
    check(census(trials(300), 250), true_share(None))


@pytest.mark.slow
@pytest.mark.parametrize("deals", [90, 500, 1500])
def test_classes_of_layouts_in_full(deals: int) -> None:
    check(census(few(400), deals), true_share(None))


@pytest.mark.slow
@pytest.mark.parametrize("deals", [200, 1000])
def test_classes_under_a_condition(deals: int) -> None:
    where = "hcp(west) >= 9 && spades(west) >= 4"
    check(census(few(400), deals, where), true_share(where))


@pytest.mark.slow
def test_another_condition_from_classes_asked_before() -> None:
    """Most intervals hold the truth, although members may not fit the condition.

    Of 16 intervals that hold it with a probability of 0.95, fewer than 11 do in 5e-5 of all runs.
    """
    where, found = "hcp(west) >= 8 && spades(west) >= 3", list[Estimate]()
    truth = true_share(where)
    for seed in range(16):
        job = making(NORTH, SOUTH, "3NT-S", [None, where], deals=800, seed=seed, solver=Honours())
        answer = next(each for each in job if len(each.makes) == 2)
        job.stop()
        assert answer.methods[1] == "reused"
        found.append(answer.makes[1])
    assert held(found, truth) >= 11
    assert max(float(each.high) - float(each.low) for each in found) < 0.35


@pytest.mark.slow
def test_a_census_of_every_class() -> None:
    """Two members of each of some 1,500 classes, whose results differ in a thirtieth."""
    check(census(few(200), 1 << 40, coarse="nines"), true_share(None))


# ------------------------------------------------------------------------------------ the mutants


def refused(action: Callable[[], None]) -> bool:
    try:
        action()
    except AssertionError:
        return True
    return False


@pytest.mark.long
def test_unweighted_strata_are_refused(truth: Truth, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mean of all deals solved, though some strata have more of them than their share."""

    def by_number(
        self: moments.Means, design: object, found: moments.Moments, *rest: object, **more: object
    ) -> None:
        first(self, design, found, *rest, **more)  # type: ignore[arg-type]
        self._shares = self._number / self._number.sum()
        self._gap = np.zeros_like(self._gap)

    def lopsided(self: object, found: moments.Moments) -> np.ndarray:
        return np.linspace(0.1, 1.9, len(found.number))

    first = moments.Means.__init__
    monkeypatch.setattr(moments.Means, "__init__", by_number)
    monkeypatch.setattr(sampling.Sampling, "_spread", lopsided)
    assert refused(lambda: check_contracts(truth, 40, 300))


@pytest.mark.long
def test_unpaired_differences_are_refused() -> None:
    """A difference of scores whose interval takes two contracts of one suit as independent."""
    masks = deal(TRUTH, WHERE, seed="truth").masks
    tricks = StandIn().solve(Tricks(masks, Seat.SOUTH, Strain.SPADES))
    high, low = (
        np.array([Contract(level, "S").score(t, vulnerable=False) for t in range(14)])[tricks]
        for level in (2, 1)
    )
    wanted = float(high.mean()) - float(low.mean())
    apart = list[Estimate]()
    for seed in range(trials(600)):
        found = comparing_contracts(WHERE, "2S 1S", deals=96, seed=seed, solver=StandIn()).result()
        one, other = (each.scores["none"] for each in found.contracts)
        value = float(one) - float(other)
        widths = [float(each.high) - float(each.low) for each in (one, other)]
        half = float(np.hypot(*widths)) / 2
        apart.append(Estimate(value, value - half, value + half, False, "sample"))
    assert refused(lambda: check(apart, wanted))


def test_solving_until_the_first_hit_is_refused(truth: Truth) -> None:
    """Deals solved until the contract makes once: the share of hits is too large on average."""
    masks = deal(60_000, WHERE, seed="hits").masks
    made = StandIn().solve(Tricks(masks, Seat.SOUTH, Strain.SPADES, 10))
    places = np.diff(np.flatnonzero(made))[: trials(1000) * 5]
    found = [proportion(1, int(n)) for n in places]
    assert refused(lambda: check(found, truth.makes))


@pytest.mark.long
def test_a_fixed_member_is_refused() -> None:
    """Each class by its lowest layout in place of random members: biased, and sure of itself."""
    layouts = Layouts(predeal_masks(f"{NORTH} {SOUTH}"), "nines")
    lowest = layouts.masks(layouts.examples())
    made = Honours().solve(Tricks(lowest, Seat.SOUTH, Strain.NOTRUMP, 9))
    share = float(layouts.sizes @ made) / float(layouts.sizes.sum())
    random = census(6, 1 << 40, coarse="nines")
    spread = float(np.std([float(each) for each in random]))
    assert abs(share - true_share(None)) > 5 * spread


@pytest.mark.long
def test_the_heaviest_classes_alone_are_refused() -> None:
    """The classes that hold half of the layouts do not speak for the other half."""
    layouts = Layouts(predeal_masks(f"{NORTH} {SOUTH}"), "sevens")
    heavy = np.argsort(-layouts.sizes, kind="stable")
    heavy = heavy[: int(np.searchsorted(np.cumsum(layouts.sizes[heavy]), layouts.sizes.sum() / 4))]
    made = Honours().solve(
        Tricks(layouts.masks(layouts.examples()[heavy]), Seat.SOUTH, Strain.NOTRUMP, 9)
    )
    share = float(layouts.sizes[heavy] @ made) / float(layouts.sizes[heavy].sum())
    estimate = census(1, 3000)[0]
    assert not float(estimate.low) <= share <= float(estimate.high)


def made_by_members(layouts: Layouts, classes: np.ndarray, seed: str) -> np.ndarray:
    """Return whether a random member of each class makes nine tricks, bool of their shape."""
    words = Stream(seed).words(0, classes.size).reshape(classes.shape)
    firsts = np.empty(classes.shape, dtype=np.uint64)
    for each in np.unique(classes).tolist():
        members, asked = layouts.cards(each)[0].ravel(), classes == each
        firsts[asked] = members[words[asked] % np.uint64(len(members))]
    made = Honours().solve(Tricks(layouts.masks(firsts.ravel()), Seat.SOUTH, Strain.NOTRUMP, 9))
    return made.reshape(classes.shape)


def check_no_gain(layouts: Layouts, drawn: np.ndarray) -> None:
    """Refuse means over classes, a mean a row, whose variance is not that of plainly dealt layouts.

    The bounds are 1e-5 quantiles: 0.87 and 1.14 of that variance for 2,000 means. A plain sample is
    refused once in 50,000 runs, a method with 0.7 of the variance with a probability of 0.9999.
    """
    truth, (number, solves) = true_share(None), drawn.shape
    means = made_by_members(layouts, drawn, "members").mean(axis=1)
    ratio = float(means.var(ddof=1)) / (truth * (1 - truth) / solves)
    low, high = chi2.ppf([1e-5, 1 - 1e-5], number - 1) / (number - 1)
    assert low <= ratio <= high


@pytest.mark.long
def test_classes_drawn_by_weight_are_plain_sampling() -> None:
    """Classes drawn by weight, then a random member of each: nothing is gained.

    Evenly spaced, in the order of what an example of each class makes, they leave 0.66.
    """
    layouts = Layouts(predeal_masks(f"{NORTH} {SOUTH}"), "sevens")
    words = Stream("classes").words(0, 2000 * 50).reshape(2000, 50)
    places = (words % np.uint64(LAYOUTS)).astype(np.int64)
    check_no_gain(layouts, np.searchsorted(np.cumsum(layouts.sizes), places, side="right"))
    examples = layouts.masks(layouts.examples())
    order = np.argsort(
        Honours().solve(Tricks(examples, Seat.SOUTH, Strain.NOTRUMP, 9)), kind="stable"
    )
    step = LAYOUTS // 50
    places = places[:, :1] % step + step * np.arange(50)
    evenly = order[np.searchsorted(np.cumsum(layouts.sizes[order]), places, side="right")]
    assert refused(lambda: check_no_gain(layouts, evenly))


class Recorded(Honours):
    """Keeps the layouts that it is asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = list[np.ndarray]()

    def tricks(self, masks: np.ndarray, *rest: object, **more: object) -> np.ndarray:
        self.asked.append(masks)
        return super().tricks(masks, *rest, **more)  # type: ignore[arg-type]


@pytest.mark.long
def test_members_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Members of a class differ in HCP: under a condition only those that fit are asked about.

    The answer is refused beyond 4.5 standard errors (once in 100,000 runs); that of members drawn
    without regard to the condition is off by 0.04, seventeen of them.
    """
    where = "hcp(west) <= 4"
    tree = parse(where).tree
    layouts = Layouts(predeal_masks(f"{NORTH} {SOUTH}"), "nines")
    fits = layouts.fits(tree)
    differing = (fits.counts > 0) & (fits.counts < layouts.sizes)
    assert fits.counts[differing].sum() > fits.total / 3

    def asked() -> tuple[bool, float]:
        """Return whether all layouts asked about fit, and how many standard errors it is off."""
        solver = Recorded()
        found = making(
            NORTH, SOUTH, "3NT-S", where, within="0.5%", seed=1, coarse="nines", solver=solver
        ).result()
        made = found.makes[0]
        error = (float(made.high) - float(made.low)) / (2 * 1.96)
        all_fit = bool(truth_of(tree, np.concatenate(solver.asked)).all())
        return all_fit, abs(float(made) - true_share(where)) / error

    all_fit, errors = asked()
    assert all_fit
    assert errors <= 4.5
    monkeypatch.setattr(Fits, "members", lambda self, number: self.layouts.cards(number)[0].ravel())
    all_fit, errors = asked()
    assert not all_fit
    assert errors > 4.5
