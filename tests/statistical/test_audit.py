"""The audit keeps its level on uniform sets, and finds dealers that are known to be wrong.

Sets are audited by thousands: each sum is looked up in the p-values of its exact law, and Holm's
method is applied to all exact tests of a set, as an audit does (the order of boards, whose p-values
are those of permutations, and repeats, which chance does not make, are left out). Faulty shuffles
are in ``faulty_shuffles``; 1,000 boards of each are audited with all tests but the order of boards.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom
from tools.riffles import riffled_deals

from dealwright import deal
from dealwright.ask.condition import as_quantity, parse
from dealwright.ask.distributions import distributions
from dealwright.ask.resources import Resources
from dealwright.fair.audit import auditing
from dealwright.fair.audit.alternatives import powers_of
from dealwright.fair.audit.card_places import card_tests
from dealwright.fair.audit.laws import Distribution
from dealwright.fair.audit.quantities import FLAT, QUANTITIES
from dealwright.fair.audit.sessions import Session
from dealwright.numbering.stream import Stream
from dealwright.planning.question import Question
from dealwright.planning.sampling.evaluation import values_of
from tests.statistical.faulty_shuffles import (
    BOARDS as MANY,
)
from tests.statistical.faulty_shuffles import (
    FAULTS,
    SHUFFLES,
    TESTS,
    Fault,
    Shuffle,
    fair,
    few_seeds,
    found,
    power,
)
from tests.trials import soak

BOARDS = 24
LEVEL = 0.05
PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "audit.md").read_text("utf-8")
NODES = [as_quantity(each.quantity).tree for each in QUANTITIES]


@pytest.fixture(scope="module")
def laws() -> list[Distribution]:
    counts = distributions(Question(), [[node] for node in NODES], Resources(seconds=20))
    laws = []
    for counted in counts:
        assert counted is not None
        laws.append(Distribution.of({row[0]: n for row, n in counted.counts.items()}))
    return laws


def refused(masks: NDArray[np.uint64], laws: list[Distribution], boards: int) -> NDArray[np.bool_]:
    """Return which sets of boards fail at LEVEL, all tests together."""
    p_values = []
    for node, law in zip(NODES, laws, strict=True):
        whole = law.times(boards)
        sums = values_of(node, masks).reshape(-1, boards).sum(1)
        p_values.append(whole.p_values(sums))
    ordered = np.sort(np.array(p_values), axis=0)
    levels = LEVEL / np.arange(len(p_values), 0, -1)
    return (ordered[0] <= levels[0]) if len(levels) else np.zeros(0, bool)


@pytest.mark.long
def test_the_level_is_kept(laws: list[Distribution]) -> None:
    """At most LEVEL of 100,000 uniform sets fail.

    Tests that share boards are dependent, and counts are discrete, so that fewer fail. The bound is
    six standard errors above LEVEL: false failures 1e-9; a rate of 1.2 LEVEL is always found.
    """
    sets, failed = 100_000, 0
    for part in range(0, sets, 2_000):
        masks = deal(2_000 * BOARDS, seed=f"uniform sets {part}").masks
        failed += int(refused(masks, laws, BOARDS).sum())
    assert failed / sets <= LEVEL + 6 * (LEVEL * (1 - LEVEL) / sets) ** 0.5
    assert failed / sets >= LEVEL / 5  # and it is a test: the level is not empty


@pytest.mark.long
def test_each_p_value_is_uniform_at_most(laws: list[Distribution]) -> None:
    """Of each test, and for levels from 0.001 to 0.5: no more sets than the level says.

    Six standard errors and one set: false failures below 1e-7 for 13 tests and 6 levels.
    """
    sets = 2_000
    masks = deal(sets * BOARDS, seed="p-values").masks
    for node, law in zip(NODES, laws, strict=True):
        whole = law.times(BOARDS)
        sums = values_of(node, masks).reshape(-1, BOARDS).sum(1)
        p_values = whole.p_values(sums)
        for level in (0.001, 0.01, 0.05, 0.1, 0.25, 0.5):
            most = level * sets + 6 * (level * sets) ** 0.5 + 1
            assert (p_values <= level).sum() <= most


def biased(name: str, boards: int, seed: str) -> NDArray[np.uint64]:
    """Return boards of a dealer that is known to be wrong."""
    flat = as_quantity(FLAT.quantity).tree
    if name == "flat hands thrown away":
        masks = deal(2 * boards, seed=seed).masks
        rejected = (values_of(flat, masks) >= 3) & (Stream(seed).words(0, len(masks)) >> 63 > 0)
        return masks[~rejected][:boards]
    if name == "the wildest of three":
        masks = deal(3 * boards, seed=seed).masks
        sums = values_of(flat, masks).reshape(-1, 3, BOARDS).sum(2)
        return masks.reshape(-1, 3, BOARDS, 4)[np.arange(len(sums)), sums.argmin(1)].reshape(-1, 4)
    return riffled_deals(boards, int(name.split()[0]), Stream(seed))


@pytest.mark.parametrize(
    ("name", "boards", "least"),
    [
        ("flat hands thrown away", 1_200, 0.9),
        ("the wildest of three", 1_200, 0.9),
        pytest.param("3 riffles", 24_000, 0.9, marks=pytest.mark.slow),
    ],
)
def test_wrong_dealers_are_found(
    name: str, boards: int, least: float, laws: list[Distribution]
) -> None:
    """Of ten samples of so many boards more are found than chance would give.

    ``least`` is the share that the exact power promises, with room for ten samples: a false failure
    has a chance below 1e-3, and the seed is fixed. Uniform boards are found in 5 % of cases.
    """
    samples = [biased(name, boards, f"{name} {sample}") for sample in range(10)]
    failed = int(refused(np.concatenate(samples), laws, boards).sum())
    assert failed >= 10 * least - 3
    assert failed >= 4


@pytest.mark.long
def test_a_dealer_of_few_sets_is_found() -> None:
    """It has only 64 sets here: among 40 sessions some come twice."""
    numbers = (Stream("few sets").words(0, 40) & np.uint64(63)).tolist()
    sessions = [deal(8, seed=f"set {number}").masks for number in numbers]
    audit = auditing(sessions).result()
    assert "repeated deals" in {test.name for test in audit.failed}
    assert audit.repeated


@pytest.mark.long
def test_the_method_of_1999_is_found() -> None:
    """It deals constraints unevenly; audited against uniform deals of the same condition."""
    where = "spades(west) in 5..6 && hearts(west) == 4 && hcp(west) in 11..15"
    method = deal(2_000, where, method="pavlicek1999", seed=1).masks
    fair = deal(2_000, where, seed=1).masks
    assert auditing([fair], where=where).result().failed == ()
    assert auditing([method], where=where).result().failed
    assert parse(where).count() > 0


@pytest.mark.slow
def test_p_values_of_rearranged_boards_are_uniform_at_most() -> None:
    """Of the two tests of order: no more sets than the level says.

    Six standard errors and one set: false failures below 1e-8. A test that is passed twice as often
    as its level of 0.1 says is found in 99 % of cases with 1,000 sets.
    """
    sets = soak(1_000)
    p_values = []
    for number in range(sets):
        audited = auditing([deal(BOARDS, seed=f"order {number}").masks], seed=number).result()
        tests = {test.name: test.p_value for test in audited.tests}
        p_values.append([tests["order of points"], tests["order of flat hands"]])
    for level in (0.02, 0.1, 0.5):
        failed = (np.array(p_values) <= level).sum(0)
        assert (failed <= level * sets + 6 * (level * sets) ** 0.5 + 1).all()


def test_the_powers_of_the_page(laws: list[Distribution]) -> None:
    """The table of docs/reference/audit.md: sets of 24 boards, 23 tests, the level 0.01."""
    law = {FLAT.name: laws[QUANTITIES.index(FLAT)]}
    for sets in (1, 4, 10, 40, 100, 1000):
        chances = [power.chance for power in powers_of(law, [BOARDS] * sets, 0.01 / TESTS)]
        cells = [f"{100 * chance:.1f} %".replace("100.0", "100") for chance in chances]
        row = " | ".join([f"{sets:,}", *cells, *[""] * (7 - len(cells))])
        assert f"| {row.rstrip(' |')} |" in PAGE


@pytest.mark.slow
@pytest.mark.parametrize(("boards", "sets"), [(2, 8_000), (24, 8_000), (MANY, 800)])
def test_fair_sets_are_accused_as_rarely_as_it_says(
    boards: int, sets: int, laws: list[Distribution]
) -> None:
    """Of all tests together, with those of where each card goes: at most LEVEL of fair sets fail.

    Six standard errors: false failures 1e-9 each. A rate of 2 LEVEL is found with 99.9 % in 800
    sets and of 1.4 LEVEL in 8,000. And each test of the cards, for levels from 0.002 to 0.5, passes
    its level by no more than six standard errors and one set (1e-7 for 6 tests and 5 levels).
    """
    sets = soak(sets)
    masks = deal(sets * boards, seed=f"fair sets of {boards}").masks.reshape(sets, boards, 4)
    rate = found(masks, laws, LEVEL).mean()
    assert rate <= LEVEL + 6 * (LEVEL * (1 - LEVEL) / sets) ** 0.5
    p_values: dict[str, list[float]] = {}
    for sample in masks:
        for test in card_tests([Session("", sample, (None,) * boards)]):
            p_values.setdefault(test.name, []).append(test.p_value)
    for values in p_values.values():
        for level in (0.002, 0.01, 0.05, 0.1, 0.5):
            most = level * sets + 6 * (level * sets) ** 0.5 + 1
            assert (np.array(values) <= level).sum() <= most


def test_a_good_shuffle_of_a_new_pack_is_fair(laws: list[Distribution]) -> None:
    """The control of the faults: their pack and dealing with a shuffle as it should be.

    At the level 0.05 five of 20 sets fail with a chance of 3e-3, and the seed is fixed; each fault
    that the page calls found fails all of them.
    """
    for fault in FAULTS[:6]:
        control = replace(fault, shuffle=fair)
        assert found(control.samples(20, 100, Stream(control.name)), laws, LEVEL).sum() <= 4


def page_power(words: str) -> list[int]:
    """Return the percentages of a shuffle in the table of the page, in the order of FAULTS."""
    (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| {words} |"))
    return [int(cell.split()[0]) for cell in row.split("|")[2:-1]]


# What an audit of 1,000 boards names: the rest of the table is for the page to admit.
NAMED = [
    fault
    for fault in FAULTS
    if "Sattolo" in fault.words
    or (fault.at_once and fault.words.startswith(("each card swapped", "sorted by a random")))
    or (fault.at_once and fault.start == "suits" and fault.words.startswith("riffled"))
    if (fault.words, fault.start) != ("sorted by a random comparison, merging", "previous")
]


@pytest.mark.slow
@pytest.mark.parametrize("fault", NAMED, ids=lambda fault: fault.name)
def test_faulty_shuffles_are_named(fault: Fault, laws: list[Distribution]) -> None:
    """A power of 95 %: of 40 samples as many fail as with this power at least (1e-6).

    A power of 60 % is refused in 95 % of cases.
    """
    samples = 40
    caught = round(samples * power(fault, samples, laws, MANY, "named"))
    assert caught >= binom.ppf(1e-6, samples, 0.95)


@pytest.mark.slow
@pytest.mark.parametrize(("shuffle", "words"), SHUFFLES, ids=[words for _, words in SHUFFLES])
def test_the_page_states_the_power_of_each_fault(
    shuffle: Shuffle, words: str, laws: list[Distribution]
) -> None:
    """Of 40 samples as many fail as the page says, give or take 5 % and the 1e-6 quantiles.

    The page has the shares of 200 samples. A power that is off by 45 % is found in 95 % of cases.
    """
    faults = [fault for fault in FAULTS if fault.shuffle is shuffle]
    for fault, stated in zip(faults, page_power(words), strict=True):
        caught = round(40 * power(fault, 40, laws, MANY, "stated"))
        low, high = max(0.0, stated / 100 - 0.05), min(1.0, stated / 100 + 0.05)
        assert binom.ppf(1e-6, 40, low) <= caught <= binom.ppf(1 - 1e-6, 40, high)
    if any(fault in NAMED for fault in faults):
        assert all(
            stated >= 95
            for fault, stated in zip(faults, page_power(words), strict=True)
            if fault in NAMED
        )


@pytest.mark.long
def test_reused_seeds_are_named(laws: list[Distribution]) -> None:
    """With 2^16 seeds 1,000 boards repeat in all but 1 in 2,000 sets."""
    assert found(few_seeds(16)(20, MANY, Stream("seeds")), laws, 0.01).all()
