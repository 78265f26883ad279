"""The questions to a solver: answers, documents, errors, stopping, with a stand-in solver."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dealwright import Card, Deal, Hand, Seat, Strain, Workspace, analysis, deal, parse
from dealwright.analysis import census
from dealwright.analysis.census import (
    Making,
    MakingAnswer,
    _Census,
    _Found,
    _predicted_variance,
    _slope,
    makes,
    making,
)
from dealwright.analysis.contract_comparison import comparing_contracts
from dealwright.analysis.design import Design, design_of, unmeasured
from dealwright.analysis.layouts import Layouts
from dealwright.analysis.lead_comparison import comparing_leads
from dealwright.analysis.moments import _ROW_PRIOR, Means, Moments
from dealwright.analysis.prediction import Prediction
from dealwright.analysis.rules import LeadRule, named_strategies, parse_strategies
from dealwright.analysis.sampling import Sampling, Within, _ByStratum
from dealwright.analysis.strategy_comparison import choices_of, comparing_strategies
from dealwright.analysis.tabulation import tabulate, tabulating
from dealwright.answers.estimates import exact_ends, normal_quantile, wilson
from dealwright.ask.condition import as_quantity, question_of
from dealwright.ask.resources import Resources
from dealwright.base.errors import (
    ArgumentError,
    CardError,
    ConditionError,
    DealwrightError,
    PredealError,
)
from dealwright.base.jobs import Progress
from dealwright.cards.bridge.alternatives import Alternative, alternatives_of
from dealwright.cards.bridge.scoring import Contract
from dealwright.double_dummy.asks import Tables, Tricks
from dealwright.double_dummy.batches import Batches
from dealwright.double_dummy.core_solver import core_solver
from dealwright.double_dummy.current_solver import use_solver
from dealwright.double_dummy.library import SolvedLibrary
from dealwright.formats import Board, write
from dealwright.formats.double_dummy_tags import with_tricks
from dealwright.planning.sampling.evaluation import truth_of
from dealwright.requests.documents import read_json, write_json
from dealwright.requests.solved import MakesRequest
from tests.oracles.recording_solver import RecordingSolver
from tests.oracles.stand_in_solver import Coin, Honours, StandIn

WHERE = "hcp(north) + hcp(south) >= 24 && spades(north) + spades(south) >= 8"
HAND = "west QJT95.K4.832.A74"
NORTH, SOUTH = "north AQ4.AJ92.Q5.K964", "south K95.QT4.KJ762.83"
STRATEGIES = """
# Opposite a 15-17 notrump
where hcp(north) in 15..17 && balanced(north) && balanced(south)
where hcp(south) in 7..10
maximum = hcp(north) >= 16
strategy blast
  3NT-N
strategy invite   # with eight
  3NT-N if hcp(south) >= 9 or hcp(south) == 8 && maximum
  2NT-N if hcp(south) == 8
  1NT-N
"""


def job(**options: object) -> object:
    return comparing_contracts(
        WHERE,
        "3NT 4S 4HX-W pass",
        seed=1,
        solver=StandIn(),
        **{"deals": 64, **options},  # type: ignore[arg-type]
    )


# -------------------------------------------------------------------------------------- contracts


def test_contracts_of_a_text() -> None:
    each = alternatives_of("3nt, 4s - n 6HX-East pass", Seat.SOUTH)
    assert [str(one) for one in each] == ["3NT-S", "4S-N", "6HX-E", "pass"]
    assert alternatives_of("3NT 3NT", Seat.WEST) == [Alternative.parse("3NT-W")]
    for text in ("", "8S", "4Z"):
        with pytest.raises(CardError):
            alternatives_of(text, Seat.SOUTH)
    with pytest.raises(CardError, match="who declares 4S"):
        Alternative.parse("4S")


def test_scores_are_those_of_a_side() -> None:
    ours, theirs = Alternative.parse("4S-S"), Alternative.parse("4HX-W")
    assert ours.scores(0, vulnerable=True)[10] == 620
    assert theirs.scores(0, vulnerable=False)[8] == 300
    assert theirs.scores(1, vulnerable=False)[8] == -300


def test_table_results_move_by_the_published_difference() -> None:
    shift = Alternative.parse("1NT-S").shift(table=True)
    assert (shift.sum(axis=1) == 100).all()
    assert shift[7, 8] == 37
    slam = Alternative.parse("6S-S").shift(table=True)
    assert (slam[12, 11], slam[0, 0]) == (9, 100)


def test_pairs_mirror_each_other() -> None:
    one = comparing_contracts(WHERE, "3NT 4S", deals=64, seed=3, solver=StandIn()).result()
    other = comparing_contracts(WHERE, "4S 3NT", deals=64, seed=3, solver=StandIn()).result()
    first, second = one.pairs[0], other.pairs[0]
    assert float(first.imps["all"]) == pytest.approx(-float(second.imps["all"]), abs=0.4)
    assert first.higher == second.higher == "4S-S"
    assert one.deals == 64


@pytest.mark.long
def test_a_sample_of_everything_is_the_truth() -> None:
    """With two hands nearly known, all means are those of the deals there are."""
    masks = deal(20_000, WHERE, seed="all").masks
    solver = StandIn()
    made = solver.solve(Tricks(masks, Seat.SOUTH, Strain.SPADES)) >= 10
    found = comparing_contracts(
        WHERE, "4S", deals=4000, seed=2, solver=solver, make_only=True
    ).result()
    assert float(found.contracts[0].makes) == pytest.approx(made.mean(), abs=0.03)
    assert found.pairs == ()
    assert found.contracts[0].tricks is None


@pytest.mark.long
def test_make_only_leaves_out_what_is_known() -> None:
    """A game that fails is no slam: 6S is asked only where 4S makes."""
    solver = StandIn()
    comparing_contracts(WHERE, "4S 6S", deals=200, seed=1, solver=solver, make_only=True).result()
    assert 200 < solver.solved < 300


def test_the_answer_depends_on_the_seed_alone() -> None:
    found = [
        comparing_contracts(
            WHERE, "3NT 4S", deals=100, seed="same", solver=StandIn(), resources=None
        ).result()
        for _ in range(2)
    ]
    assert found[0] == found[1]


def test_an_end_is_a_number_of_deals_or_a_width_or_a_time() -> None:
    """1,000 deals where none is given; with a width or a time any number, with deals no more."""
    asked: list[dict[str, Any]] = [
        {}, {"within": 0.5}, {"seconds": 9}, {"within": 0.5, "deals": 30},
    ]  # fmt: skip
    jobs = [comparing_contracts(WHERE, "3NT", solver=StandIn(), **each) for each in asked]
    assert [each.deals for each in jobs] == [1000, 1 << 40, 1 << 40, 30]


@pytest.mark.long
def test_groups_add_up() -> None:
    found = comparing_contracts(
        "hcp(north) in 15..17 && balanced(north) && hcp(south) in 7..10", "3NT 2NT",
        by="hcp(south)", deals=200, seed=1, solver=StandIn(),
    ).result()  # fmt: skip
    assert [group.values for group in found.groups] == ["7", "8", "9", "10"]
    assert sum(group.share for group in found.groups) == pytest.approx(1)
    assert sum(group.deals for group in found.groups) == 200
    whole = sum(group.share * float(group.makes[0]) for group in found.groups)
    assert whole == pytest.approx(float(found.contracts[0].makes), abs=1e-9)


def test_a_stopped_job_has_an_answer() -> None:
    running = comparing_contracts(WHERE, "3NT 4S", deals=100_000, seed=1, solver=StandIn())
    for found in running:
        if found.deals >= 64:
            running.stop()
    assert running.state == "stopped"
    assert 64 <= running.result().deals < 1000


def test_widths() -> None:
    assert Within.of("1%") == Within(0.01, "%")
    assert Within.of("0.05 tricks") == Within(0.05, "tricks")
    assert Within.of(" 2imps ") == Within(2.0, "imps")
    for text in ("", "x", "0", "-1", "1 furlong", "."):
        with pytest.raises(ArgumentError, match="width of an interval"):
            Within.of(text)
    with pytest.raises(ArgumentError, match="imps or %"):
        job(within="1 tricks")
    with pytest.raises(ArgumentError, match="a number of seconds above 0, not 0"):
        job(seconds=0.0)
    with pytest.raises(ArgumentError, match="at least two deals"):
        job(deals=1)
    with pytest.raises(ArgumentError, match="ns or ew"):
        job(side="north")
    with pytest.raises(ArgumentError, match="table results need the number of tricks"):
        job(table=True, make_only=True)
    with pytest.raises(ArgumentError, match="table results need the number of tricks"):
        comparing_leads(HAND, "3NT", table=True, beat_only=True, solver=StandIn())


DEAL = "N:AKQ2.KQ3.A32.K54 T98.JT9.JT98.JT9 J543.A2.K54.AQ32 76.87654.Q76.876"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: analysis.contracts(WHERE, None), 'such as "3NT 4S-N", not None'),  # type: ignore[arg-type]
        (lambda: analysis.contracts(WHERE, [3]), r'such as "3NT 4S-N", not \[3\]'),  # type: ignore[list-item]
        (lambda: analysis.contracts(WHERE, "3NT", solver="foo"), "'foo' is not a solver"),
        (
            lambda: analysis.contracts(WHERE, "3NT", resources=3),
            r"3 are no resources; write workspace=Workspace\(threads=2",
        ),
        (
            lambda: analysis.contracts(WHERE, "3NT", resources=Resources(), workspace=Workspace()),
            "give workspace or resources, not both",
        ),
        (lambda: analysis.contracts(WHERE, "3NT", seconds="2"), "seconds above 0, not '2'"),
        (lambda: analysis.lead(HAND, None), "a contract is a text such as 3NT or 4S-N, not None"),  # type: ignore[arg-type]
        (lambda: analysis.lead(HAND, "3NT", deals="2"), "deals must be an integer, not '2'"),
        (lambda: analysis.strategies(3), "strategies are a text or a mapping, such as .*, not 3"),  # type: ignore[arg-type]
        (
            lambda: analysis.makes(NORTH, SOUTH, "3NT-S", deals="2"),
            "deals must be an integer, not '2'",
        ),
        (
            lambda: analysis.award(DEAL, "3NT", layouts="2"),
            "layouts must be an integer, not '2'",
        ),
    ],
)
def test_a_wrong_type_is_refused_in_one_line(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ArgumentError, match=said) as caught:
        call()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "ask",
    [
        lambda **options: analysis.contracts("strong", "3NT 4S", deals=16, **options),
        lambda **options: analysis.lead(HAND, "3NT", "strong", deals=16, **options),
        lambda **options: analysis.strategies(
            {"blast": "3NT-N", "look": "4S-N if strong\n3NT-N"}, where="hcp(north) >= 18",
            deals=16, **options,
        ),
        lambda **options: analysis.tabulate(
            "strong", "tricks(north, spades)", "controls(north)", deals=16, **options
        ),
        lambda **options: analysis.award(DEAL, "3NT", where="strong", layouts=16, **options),
    ],
)  # fmt: skip
def test_a_workspace_says_what_is_the_same_in_every_call(ask: Callable[..., Any]) -> None:
    """Its definitions are known, and its threads are those of the solver."""
    mine = Workspace(threads=3)
    mine.define("strong = hcp(north) >= 20")
    with pytest.raises(ConditionError, match="strong"):
        ask(seed=1, solver=StandIn())
    found = ask(seed=1, solver=StandIn(), workspace=mine)
    assert found == ask(seed=1, solver=StandIn(), workspace=mine.child())


def test_a_workspace_has_the_threads_of_the_solver() -> None:
    mine = Workspace(threads=3)
    jobs = [
        comparing_contracts(WHERE, "3NT", workspace=mine).study,
        comparing_leads(HAND, "3NT", workspace=mine).study,
        analysis.comparing_strategies({"a": "4S-S", "b": "6S-S"}, workspace=mine).study,
        analysis.awarding(DEAL, "3NT", workspace=mine).study,
        analysis.making(NORTH, SOUTH, "3NT-S", workspace=mine),
    ]
    assert [job._solver for job in jobs] == [core_solver(3)] * 5  # type: ignore[attr-defined]
    with use_solver(lambda: core_solver(2)):
        job = comparing_contracts(WHERE, "3NT", workspace=mine)
    assert job.study._solver is core_solver(2)  # type: ignore[attr-defined]
    assert job.resources.threads == 3


def test_a_contract_makes_on_layouts_of_a_workspace() -> None:
    mine = Workspace()
    mine.define("lucky = hcp(east) <= 2")
    found = analysis.makes(
        NORTH, SOUTH, "3NT-S", "lucky", deals=64, solver=StandIn(), workspace=mine
    )
    assert found.fits[0] < 10_400_600


def test_a_workspace_has_the_budget_of_a_share() -> None:
    """Of strategies: 0 seconds estimate what is counted by default."""
    text = {"blast": "3NT-N", "look": "4S-N if hcp(north) > 17\n3NT-N"}
    shares = [
        comparing_strategies(text, solver=StandIn(), seed=1, workspace=workspace).study.share  # type: ignore[attr-defined]
        for workspace in (None, Workspace(), Workspace(budget=0))
    ]
    assert [share.exact for share in shares] == [True, True, False]


def means_of(outcomes: list[list[int]], shares: list[float]) -> Means:
    """Return the means of one outcome, given by its values in each stratum."""
    found = Moments(len(shares), 1)
    for stratum, values in enumerate(outcomes):
        rows = np.array(values, dtype=np.int64)[:, None]
        found.add(np.full(len(values), stratum), rows)
    nothing = np.zeros(0, dtype=np.float64)
    return Means(Design(None, (), nothing.astype(np.int64), np.array(shares), nothing), found)


def test_few_deals_have_intervals_of_students_t() -> None:
    """At 95 % t is 2.262 with 9 degrees of freedom, and 2.045 with 29."""
    one = np.ones(1)
    for n, t in ((10, 2.262), (30, 2.045)):
        found = means_of([[0, 2] * (n // 2)], [1.0])
        error = (n / (n - 1) / n) ** 0.5  # each value is 1 from its mean
        assert found.half_width(one) == pytest.approx(t * error, rel=0.02)


def test_a_share_of_few_hits_is_no_surer_than_that_of_a_plain_sample() -> None:
    """Of two strata one has all the hits: strata say more, but not of so few."""
    one = np.ones(1)
    for hits in (1, 9):
        values = [[0] * 40, [1] * hits + [0] * (40 - hits)]
        found = means_of(values, [0.9, 0.1])
        share = 0.1 * hits / 40
        estimate = found.share(one, hits)
        low, high = wilson(share, 80, found.half_width(one) / found.variance(one) ** 0.5)
        if hits == 1:
            low, high = exact_ends(80 * share, 80, 0.95)
        assert (estimate.low, estimate.high) == pytest.approx((low, high))
    many = means_of([[0] * 40, [1] * 20 + [0] * 20], [0.9, 0.1]).share(one, 20)
    assert many.high - many.low < high - low


def test_rows_of_0_and_1_are_shares() -> None:
    """A row of few deals has Wilson's interval; others Student's, its variance pooled a little."""
    one = np.ones(1)
    rows = means_of([[0] * 11, [1] * 3 + [0] * 9, [1] * 8], [0.2, 0.5, 0.3]).of_strata(one)
    for row, (hits, deals) in zip(rows, ((0, 11), (3, 12), (8, 8)), strict=True):
        assert (row.value, row.samples) == (hits / deals, deals)
        assert row.interval == wilson(hits / deals, deals, normal_quantile(0.95))
    (row, _) = means_of([[0, 2] * 4, [3] * 8], [0.5, 0.5]).of_strata(one)
    pooled, free = 8 / 14, 7 + _ROW_PRIOR
    half = stats.t.ppf(0.975, free) * sqrt((8 + _ROW_PRIOR * pooled) / free / 8)
    assert row.low == pytest.approx(2 - float(row.high))
    assert row.high - 1 == pytest.approx(half, rel=0.002)


class Certain(StandIn):
    """A solver of hands that always take all the tricks."""

    def tricks(self, masks: np.ndarray, declarer: Seat, strain: Strain) -> np.ndarray:
        return np.full(len(masks), 13, dtype=np.int8)


@pytest.mark.parametrize("deals", [24, 97, 400, 1_000])
def test_a_sure_contract_is_within_its_interval(deals: int) -> None:
    (share,) = makes(NORTH, SOUTH, "3NT-S", deals=deals, solver=Certain()).makes
    assert (share.value, share.high) == (1, 1)
    assert 0.8 < share.low < 1


@pytest.mark.parametrize("share", [1 - 2**-52, 1 + 2**-50, 2**-45, -(2**-50)])
@pytest.mark.parametrize("variance", [0.0, 0.01])
def test_a_sum_of_shares_is_rounded_at_its_ends(share: float, variance: float) -> None:
    census: Any = None
    made = _Found(census, share, variance, 1.0, 10, 10, "sample").makes("1")
    assert made.value in (0, 1)
    assert made.low <= made.value <= made.high
    assert 0 <= made.low <= made.high <= 1


@pytest.mark.parametrize("seed", range(5))
def test_two_deals_of_different_strata_know_no_interval(seed: int) -> None:
    """Nothing tells how much a stratum varies; the answer says so, also as a document."""
    given: dict[str, Any] = {"deals": 2, "within": "5%", "seed": seed, "solver": StandIn()}
    found = comparing_contracts(WHERE, "3NT 4S", **given).result()
    assert read_json(write_json(found)) == found
    for each in found.contracts:
        low, high = each.makes.interval
        assert 0 <= low <= each.makes <= high <= 1
    leads = comparing_leads("west QJT95.K4.832.A74", "3NT", WHERE, **given).result()
    assert read_json(write_json(leads)) == leads


def test_impossible_conditions_say_so() -> None:
    with pytest.raises(ConditionError, match="no deal satisfies"):
        comparing_contracts("hcp(north) > 37", "3NT", solver=StandIn()).result()


@pytest.mark.long
def test_deals_of_a_library_are_not_solved(tmp_path: Path) -> None:
    masks = deal(3000, seed="library").masks
    solver = StandIn()
    boards = [
        with_tricks(
            Board(hands=(row[0], row[1], row[2], row[3])),
            {(seat, strain.word): table[seat][strain] for seat in Seat for strain in Strain},
        )
        for row, table in zip(masks.tolist(), solver.solve(Tables(masks)).tolist(), strict=True)
    ]
    path = tmp_path / "few.zrd"
    path.write_bytes(write(boards, "zrd")[0])
    solver.solved = 0
    found = comparing_contracts(
        "hcp(north) + hcp(south) >= 22", "3NT 4S", deals=10_000, solver=solver,
        library=SolvedLibrary(path),
    ).result()  # fmt: skip
    chosen = masks[truth_of(parse("hcp(north) + hcp(south) >= 22").tree, masks)]
    assert found.deals == len(chosen)
    assert solver.solved == 0
    made = StandIn().solve(Tricks(chosen, Seat.SOUTH, Strain.SPADES, 10)).mean()
    assert float(found.contracts[1].makes) == pytest.approx(made, abs=0.02)
    with pytest.raises(ConditionError, match="none of the 3,000 deals"):
        comparing_contracts(
            "hcp(north) > 36", "3NT", solver=solver, library=SolvedLibrary(path)
        ).result()


# ------------------------------------------------------------------------------------------ leads


def test_cards_that_follow_each_other_are_one_lead() -> None:
    found = comparing_leads(HAND, "3NT", deals=40, seed=1, solver=StandIn()).result()
    leads = {each.cards for each in found.leads}
    assert ("SQ", "SJ", "ST", "S9") in leads
    assert ("D3", "D2") in leads
    assert sum(len(cards) for cards in leads) == 13
    assert found.hand == "west QJT95.K4.832.A74"
    assert not found.leads[0].told_apart
    assert float(found.leads[0].behind) == 0


def test_leads_by_each_criterion() -> None:
    for by in ("imps", "beats", "tricks", "matchpoints"):
        found = comparing_leads(
            HAND, "4HX-S", "hearts(south) >= 5", deals=40, seed=1, sorted_by=by,
            vulnerable="all", solver=StandIn(),
        ).result()  # fmt: skip
        assert found.sorted_by == by
        assert all(float(each.behind) >= -1e-9 for each in found.leads)


def test_leads_are_ordered_at_the_vulnerability_that_is_asked() -> None:
    """On these deals the order by IMPs is another when nobody is vulnerable."""
    found = comparing_leads(
        HAND, "4HX-S", "hearts(south) >= 5", deals=16, seed=2, sorted_by="imps",
        vulnerable="all", solver=StandIn(),
    ).result()  # fmt: skip
    won = {name: [float(lead.imps[name]) for lead in found.leads] for name in ("all", "none")}
    assert won["all"] == sorted(won["all"], reverse=True)
    assert won["none"] != sorted(won["none"], reverse=True)
    behind = [float(lead.behind) for lead in found.leads]
    assert behind == pytest.approx([won["all"][0] - imps for imps in won["all"]])


def test_declarers_side_is_vulnerable_or_not() -> None:
    def asked(contract: str, sides: str) -> str:
        seat = {"S": "west", "W": "north"}[contract[-1]]
        hand = f"{seat} AQ542.KJ87.32.K3"
        return comparing_leads(
            hand, contract, deals=8, seed=1, vulnerable=sides, solver=StandIn()
        ).result().vulnerable  # fmt: skip

    assert [asked("3NT-S", sides) for sides in ("none", "ns", "ew", "all")] == [
        "none", "all", "none", "all"
    ]  # fmt: skip
    assert [asked("3NT-W", sides) for sides in ("NS", "ew", "both")] == ["none", "all", "all"]
    with pytest.raises(CardError, match="'west' is not a vulnerability; write none, ns, ew or all"):
        asked("3NT-S", "west")


def test_the_field_comes_out_even() -> None:
    """Against a field of its own thirteen cards a hand gains nothing on average."""
    found = comparing_leads(HAND, "3NT", deals=64, seed=1, solver=StandIn()).result()
    for name in ("none", "all"):
        total = sum(len(each.cards) * float(each.imps[name]) for each in found.leads)
        points = sum(len(each.cards) * float(each.matchpoints[name]) for each in found.leads)
        assert total == pytest.approx(0, abs=1e-6)
        assert points == pytest.approx(6.5, abs=1e-6)


def test_who_leads() -> None:
    with pytest.raises(ArgumentError, match="north leads against 3NT-W, not west"):
        comparing_leads(HAND, "3NT-W", solver=StandIn())
    with pytest.raises(PredealError, match="a seat and 13 cards"):
        comparing_leads("west QJT95.K4.832.A7", "3NT", solver=StandIn())
    with pytest.raises(ArgumentError, match="passed out"):
        comparing_leads(HAND, "pass", solver=StandIn())
    with pytest.raises(ArgumentError, match="cannot sort leads"):
        comparing_leads(HAND, "3NT", sorted_by="luck", solver=StandIn())


def test_contracts_break_even_alike_in_either_order() -> None:
    """The chance from which the higher one gains does not depend on which stands first."""
    (one,), (other,) = (
        comparing_contracts(WHERE, text, seed=1, solver=StandIn(), deals=64).result().pairs
        for text in ("4S 6S", "6S 4S")
    )
    assert one.higher == other.higher
    for name, chance in one.break_even.items():
        assert chance == pytest.approx(other.break_even[name])
        assert chance is not None


def test_a_group_compares_the_first_contract_with_each_of_the_others() -> None:
    found = comparing_contracts(
        WHERE, "3NT 4S pass", by="hcp(north) >= 15", seed=1, solver=StandIn(), deals=64
    ).result()
    assert len(found.groups) == 2
    for group in found.groups:
        assert {len(each) for each in group.imps.values()} == {2}
    for place in range(2):
        whole = sum(group.share * float(group.imps["none"][place]) for group in found.groups)
        assert whole == pytest.approx(float(found.pairs[place].imps["none"]), abs=0.5)


@pytest.mark.parametrize(("sorted_by", "factor"), [("tricks", 1), ("imps", 1), ("beats", 100)])
def test_how_far_a_lead_is_behind_is_written_in_its_unit(sorted_by: str, factor: int) -> None:
    found = comparing_leads(
        HAND, "3NT", deals=40, seed=1, solver=StandIn(), sorted_by=sorted_by
    ).result()
    lines, html = list(found.lines()), found._repr_html_()
    behind = f"{factor * float(found.leads[-1].behind):.2f}"
    assert float(behind) > 0
    assert f" {behind}" in lines[1 + len(found.leads)]
    assert f">{behind}" in html


def test_no_stratum_is_empty_and_none_is_more_than_its_part_and_a_value() -> None:
    counts = {value: 10 + value % 3 for value in range(60)}
    design = unmeasured(parse("hcp(north) > 0").tree, ())._with_edges(counts)
    assert design.shares.sum() == pytest.approx(1)
    assert design.strata > 5
    assert design.shares.min() > 0
    assert design.shares.max() <= 1.5 / design.strata


def test_means_of_covariates_are_exact_without_a_predictor() -> None:
    points = as_quantity("hcp(north) + 2 * spades(south)").tree
    design = design_of(question_of(None), None, (points,), Resources())
    assert design is not None
    assert design.means == pytest.approx([16.5])


def test_deviations_of_strata_are_1_on_average() -> None:
    moments = Moments(3, 1)
    strata = np.repeat(np.arange(3, dtype=np.int64), 8)
    values = np.tile(np.arange(8, dtype=np.int64), 3) * np.repeat([1, 5, 30], 8)
    moments.add(strata, values[:, None])
    study = SimpleNamespace(study=SimpleNamespace(targets={"points": (0,)}))
    spread = Sampling._spread(study, moments)  # type: ignore[arg-type]
    assert spread.mean() == pytest.approx(1)
    assert np.all(np.diff(spread) > 0)


# ------------------------------------------------------------------------------------------ makes


@pytest.mark.long
def test_a_second_condition_is_answered_from_the_first() -> None:
    running = making(
        NORTH, SOUTH, "3NT-S", [None, "hcp(west) >= 8"], coarse="nines", solver=Honours()
    )
    answers = list(running)
    at = next(i for i, each in enumerate(answers) if len(each.makes) == 2)
    assert answers[at].methods[1] == "reused"
    assert answers[at].solved == answers[at - 1].solved
    last = running.result()
    assert last.methods == ("census", "census")
    assert last.fits[0] == 10_400_600 > last.fits[1]
    early, late = answers[at].makes[1], last.makes[1]
    assert float(early.low) - 0.02 <= float(late) <= float(early.high) + 0.02


def test_making_is_refused_without_two_hands() -> None:
    with pytest.raises(ArgumentError, match="declarer's and dummy's"):
        making(NORTH, NORTH, "3NT-S", solver=Honours())
    with pytest.raises(ArgumentError, match="give the hands of west and east, who play 3NT-W"):
        making(NORTH, SOUTH, "3NT-W", solver=Honours())
    with pytest.raises(ArgumentError, match="no classes 'tens'; choose"):
        making(NORTH, SOUTH, "3NT-S", coarse="tens", solver=Honours())
    with pytest.raises(ConditionError, match="no layout"):
        making(NORTH, SOUTH, "3NT-S", "hcp(west) > 25", solver=Honours()).result()
    with pytest.raises(ConditionError, match="for every layout"):
        making(NORTH, SOUTH, "3NT-S", [_odd()], solver=Honours())


def test_makes_takes_the_hands_of_the_others_in_words() -> None:
    given = {"hands": (NORTH, SOUTH), "contract": "3NT-S"}
    west = parse("hcp(west) >= 6")
    both = parse("hearts(east) >= 5 && hcp(west) >= 6")
    assert MakesRequest(**given, west="6+").conditions == (west,)
    assert MakesRequest(**given, west="6+", wheres=("hearts(east) >= 5",)).conditions == (both,)
    assert MakesRequest(**given, wheres=("hearts(east) >= 5",)).conditions == (
        parse("hearts(east) >= 5"),
    )
    assert MakesRequest(**given).conditions == ()
    with pytest.raises(ArgumentError, match="the hand of north is given already"):
        MakesRequest(**given, north="12+").job()


def _odd() -> object:
    from dealwright import per_deal

    return per_deal(lambda dealt: dealt.west.hcp % 2 == 1)


def test_a_cut_census_has_what_it_solved() -> None:
    found = making(NORTH, SOUTH, "3NT-S", deals=150, solver=Honours()).result()
    assert found.solved == 150
    low, high = found.makes[0].interval
    assert high - low < 0.25


@pytest.mark.parametrize(
    ("results", "slope"), [([1, 2, 3], 1), ([3, 2, 1], 0), ([0, 9, 18], 2), ([5, 5, 5], 0)]
)
def test_a_forecast_counts_by_the_slope_of_results_on_it(results: list[int], slope: float) -> None:
    """Up to twice, and not at all if it points the wrong way."""
    found = np.array([1.0, 2.0, 3.0]), np.array(results, dtype=np.float64), np.ones(3)
    assert _slope(*found) == pytest.approx(slope)
    assert _slope(np.ones(3), found[1], np.ones(3)) == 0
    twice = np.array([2.0, 0.0, 1.0])  # only the first and the last are seen
    assert _slope(found[0], np.array([1.0, 99.0, 2.0]), twice) == pytest.approx(0.5)


@pytest.mark.parametrize(("contract", "forecasts"), [("1NT-S", False), ("3NT-S", True)])
def test_nothing_is_forecast_where_all_layouts_are_alike(
    contract: str, forecasts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would take most of the time, and predict what is known."""
    made = list[object]()

    class Noting(Prediction):
        def __init__(self, *given: Any) -> None:
            made.append(self)
            super().__init__(*given)

    monkeypatch.setattr(census, "Prediction", Noting)
    making(NORTH, SOUTH, contract, deals=120, seed=1, solver=Coin()).result()
    assert bool(made) is forecasts


@pytest.mark.slow
def test_a_census_costs_little_more_than_random_layouts_where_nothing_is_predicted() -> None:
    """Of 20 samples, squared errors are 0.2 to 2.7 times their variance but once in 10,000.

    Predictions that are not multiplied by their slope cost 1.27 times as much.
    """
    squares, gains = list[float](), list[float]()
    for seed in range(20):
        found = making(NORTH, SOUTH, "3NT-S", deals=400, seed=seed, solver=Coin()).result()
        low, high = found.makes[0].interval
        squares.append(((found.makes[0].value - 0.5) / ((high - low) / 2 / 1.96)) ** 2)
        gains.append(found.gains[0])
    assert 0.9 < sum(gains) / 20 < 1.1
    assert 0.2 < sum(squares) / 20 < 2.7


@pytest.mark.parametrize("deals", [4, 20, 64, 65, 333])
@pytest.mark.parametrize("conditions", [[None], [None, "hcp(west) > 9"]])
def test_a_census_solves_as_many_layouts_as_were_asked_for(
    deals: int, conditions: list[str | None]
) -> None:
    found = making(NORTH, SOUTH, "3NT-S", conditions, deals=deals, solver=Honours()).result()
    assert found.solved == deals
    assert len(found.makes) == len(conditions)
    with pytest.raises(ArgumentError, match="layouts to see how often"):
        making(NORTH, SOUTH, "3NT-S", conditions, deals=1, solver=Honours())


@pytest.mark.parametrize("conditions", [1, 2, 3])
def test_each_condition_has_two_layouts_at_least(conditions: int) -> None:
    where = [f"hcp(west) >= {points}" for points in range(conditions)]
    least = 2 * conditions
    making(NORTH, SOUTH, "3NT-S", where, deals=least, solver=Honours())
    with pytest.raises(ArgumentError, match=f"^solve at least {least} layouts"):
        making(NORTH, SOUTH, "3NT-S", where, deals=least - 1, solver=Honours())


def pilot(number: int) -> tuple[Making, list[int]]:
    """Return a job, and layouts of its hands by chance, as the first hand's cards."""
    job = making(NORTH, SOUTH, "3NT-S", solver=Honours())
    job._key, job._class_key = (1, 2), 3
    masks = deal(number, predeal=f"{NORTH} {SOUTH}", seed=1).masks
    return job, masks[:, Layouts(job.hands).first].tolist()


@pytest.mark.parametrize("coarse", ["nines", "sevens", "fine"])
def test_classes_are_as_coarse_as_the_results_are(coarse: str) -> None:
    """Where whether a contract makes depends on the class alone, no finer classes are asked."""
    job, firsts = pilot(300)
    counts = Layouts(job.hands, coarse).counts_of(np.array(firsts, dtype=np.uint64))
    made = (counts * np.arange(1, counts.shape[1] + 1) ** 2).sum(axis=1) % 7 < 3
    job._known = dict(zip(firsts, made.tolist(), strict=True))
    assert job._coarseness() == coarse


@pytest.mark.parametrize("share", [0.0, 0.03, 0.5])
def test_classes_are_as_coarse_for_a_contract_as_for_its_failing(share: float) -> None:
    job, firsts = pilot(300)
    made = np.array(firsts, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) < share * 2**64
    chosen = []
    for results in (made, ~made):
        job._known = dict(zip(firsts, results.tolist(), strict=True))
        chosen.append(job._coarseness())
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("makes", [False, True])
def test_one_class_that_hides_nothing_is_no_reason_for_finer_ones(makes: bool) -> None:
    job, _ = pilot(1)
    fits = Layouts(job.hands, "nines").fits(None, job.flag)
    firsts = fits.members(int(fits.counts.argmax()))[:300]
    job._known = dict.fromkeys(firsts.tolist(), makes)
    assert job._coarseness() == "nines"


def test_two_members_of_every_class_leave_half_the_variance_within() -> None:
    assert _predicted_variance(np.full(4, 0.25), 0.2, 0.25) == pytest.approx(4 * 0.2 / 16 / 2)


def test_classes_that_are_not_asked_are_taken_to_be_as_the_others() -> None:
    job, _ = pilot(1)
    census = _Census(job, Layouts(job.hands, "nines").fits(None, job.flag))
    heaviest = np.argsort(-census.weights)[:3].tolist()
    census._rate = float(1 / census.weights[heaviest].min())
    census.results = {at: [True, True] for at in heaviest}
    assert census._found(dict.fromkeys(heaviest, 2), all_classes=False).value == pytest.approx(1)


@pytest.mark.long
def test_a_first_estimate_comes_before_the_first_round_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And nothing later depends on it, nor on how large batches are, which the clock decides."""

    def sizes(first: int) -> tuple[list[int], MakingAnswer]:
        monkeypatch.setattr("dealwright.double_dummy.batches._FIRST_BOARDS", first)
        job = making(NORTH, SOUTH, "3NT-S", deals=400, seed=1, solver=Honours())
        return [answer.solved for answer in job], job.result()

    small, answer = sizes(8)
    whole, same = sizes(1 << 12)
    assert 24 <= small[0] < whole[0]
    assert small[1:] == whole
    assert answer == same


def test_batches_end_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a second a board, five seconds are left for five boards, not for eight."""
    now = [0.0]
    monkeypatch.setattr("dealwright.double_dummy.batches.monotonic", lambda: now[0])
    taken = list[int]()
    for rows in Batches().of(until=13.0):
        taken.append(rows.stop - rows.start)
        now[0] += taken[-1]
        if len(taken) == 4:
            break
    assert taken == [8, 5, 1, 1]


def test_the_error_of_reused_results_depends_on_no_scale_of_weights() -> None:
    """A mean with weights: all weights a thousand times as large change nothing."""
    job, _ = pilot(1)
    fits = Layouts(job.hands, "nines").fits(None, job.flag)
    asked, other = _Census(job, fits), _Census(job, fits)
    lightest = np.argsort(asked.weights)[:60]
    asked.results = {at: [at % 3 == 0] for at in lightest.tolist()}
    variances = []
    for chance in (1e-3, 1e-6):
        asked._rate = float(chance / asked.weights[lightest].max())
        variances.append(other.reused(asked).variance)
    assert variances[0] == pytest.approx(variances[1], rel=1e-2)


def test_progress_tells_the_solves_of_a_plain_sample_as_precise() -> None:
    told = list[Progress]()
    job = making(
        NORTH, SOUTH, "3NT-S", coarse="nines", within="6%", deals=330, seed=1, solver=Honours()
    )
    job.watch(told.append)
    compared, seen = 0, 0
    expected: int | None = None
    for answer in job:
        totals = {each.total for each in told[seen:]}
        assert totals <= {expected}
        compared += len(totals)
        half = float(answer.makes[-1].high - answer.makes[-1].low) / 2
        expected = max(answer.solved, ceil(answer.solved * (half / 0.06) ** 2))
        seen = len(told)
    assert compared >= 3
    assert seen


def test_a_tabulation_asks_the_solver_that_is_named() -> None:
    solver = RecordingSolver()
    found = tabulate(None, "tricks(north, spades)", "hcp(north)", deals=40, seed=1, solver=solver)
    with use_solver(lambda: RecordingSolver()):
        same = tabulate(None, "tricks(north, spades)", "hcp(north)", deals=40, seed=1)
    assert solver.asked
    assert found == same


# ------------------------------------------------------------------------------------- strategies


@pytest.mark.long
def test_strategies_of_a_text() -> None:
    found = parse_strategies(STRATEGIES)
    assert [each.name for each in found.strategies] == ["blast", "invite"]
    masks = deal(200, found.where, seed=1).masks
    chosen = choices_of(found, masks)
    assert (chosen[0] == chosen[0][0]).all()
    assert 2 <= len(np.unique(chosen[1])) <= 3


def test_only_deals_where_strategies_part_are_solved() -> None:
    solver = StandIn()
    found = comparing_strategies(STRATEGIES, deals=64, seed=1, solver=solver).result()
    assert found.share.exact
    assert 0.2 < float(found.share) < 0.7
    assert float(found.pairs[0].differ) == 1
    assert solver.solved == 64  # every contract is in notrump by north


def test_the_score_of_a_strategy_is_that_of_its_own_contract() -> None:
    """Nine tricks make three notrump, and are one down in four spades."""

    class Nine(StandIn):
        def tricks(self, masks: Any, *_asked: object, **_options: object) -> Any:
            return np.full(len(masks), 9, dtype=np.int8)

    text = "strategy notrump\n 3NT-N\nstrategy spades\n 4S-S"
    found = comparing_strategies(text, deals=20, seed=1, solver=Nine()).result()
    scores = [{key: float(value) for key, value in each.items()} for each in found.scores]
    assert scores == [{"none": 400, "all": 600}, {"none": -50, "all": -100}]


INVITE = """
  3NT-N if hcp(south) >= 9 or hcp(south) == 8 && hcp(north) >= 16  # a maximum
  2NT-N if hcp(south) == 8
"""


def invite(north: Hand, south: Hand) -> str | None:
    if south.hcp >= 9 or (south.hcp == 8 and north.hcp >= 16):
        return "3nt-n"
    return "2NT-N" if south.hcp == 8 else None


def invite_by_deal(deal: Deal) -> Contract | str:
    choice = invite(deal.north, deal.south)
    return "pass" if choice is None else f" {choice}"


def test_functions_choose_as_the_rules_that_say_the_same() -> None:
    given = named_strategies({"rules": INVITE, "hands": invite, "deal": invite_by_deal})
    assert given.predeal == (0, 0, 0, 0)
    chosen = choices_of(given, deal(300, seed=1).masks)
    assert (chosen == chosen[0]).all()
    assert len(np.unique(chosen)) == 3
    words = named_strategies({"a": "4HX-W", "b": lambda west: Contract.parse("4HX")}, side="ew")
    assert len(np.unique(choices_of(words, deal(3, seed=1).masks))) == 1


def test_functions_are_scored_as_planted() -> None:
    """Nine tricks make three notrump, and are one down in four spades."""

    class Nine(StandIn):
        def tricks(self, masks: Any, *_asked: object, **_options: object) -> Any:
            return np.full(len(masks), 9, dtype=np.int8)

    found = comparing_strategies(
        {
            "notrump": lambda deal: "3NT-N",
            "spades": "4S",
            "by points": lambda north: "3NT-N" if north.hcp % 2 else "4S",
        },
        where="hcp(north) in 12..13", predeal="south SA", deals=64, seed=1, solver=Nine(),
        resources=Resources(seconds=0.05),
    ).result()  # fmt: skip
    scores = [{key: float(value) for key, value in each.items()} for each in found.scores]
    assert scores[:2] == [{"none": 400, "all": 600}, {"none": -50, "all": -100}]
    assert -50 < scores[2]["none"] < 400
    by_pair = {(pair.first, pair.other): float(pair.differ) for pair in found.pairs}
    assert by_pair["notrump", "spades"] == 1
    odd = by_pair["spades", "by points"]
    assert odd + by_pair["notrump", "by points"] == pytest.approx(1)
    assert scores[2]["none"] == pytest.approx(450 * odd - 50)


def test_equal_functions_are_nothing_to_compare() -> None:
    same = {"hands": invite, "deal": invite_by_deal}
    with pytest.raises(ConditionError, match=r"choose the same in all [\d,]+ deals examined"):
        comparing_strategies(same, seed=1, resources=Resources(seconds=0.05), solver=StandIn())


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        ({"a": invite}, {}, "two strategies; the mapping has 1"),
        ({"a": invite, "b": 3}, {}, "the strategy b is 3; give a function"),
        ({"a": invite, "b": lambda x, y: "3NT"}, {}, r"the strategy b takes \(x, y\)"),
        ({"a": invite, "b": "9NT"}, {}, "strategy b, line 1: '9NT' is not a contract"),
        ({"a": invite, "b": lambda deal: 7}, {}, "the strategy b returns 7 on N:"),
        ({"a": invite, "b": lambda deal: "x"}, {}, "the strategy b returns 'x' on N:"),
        ({"a": invite, "b": lambda deal: deal.nobody}, {}, "the strategy b fails on N:.*nobody"),
        ({"a": invite, "b": invite}, {"side": "us"}, "'us' is not a side; write ns or ew"),
        (STRATEGIES, {"side": "ns"}, "the text of strategies names the side"),
    ],
)
def test_faults_of_functions(given: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(DealwrightError, match=message):
        comparing_strategies(
            given, deals=8, seed=1, solver=StandIn(), resources=Resources(seconds=0.05), **options
        ).result()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strategy a\n 3NT", "two strategies; strategies has 1"),
        ("strategy a\n 3NT\nstrategy a\n 2NT", "two strategies are called a"),
        ("strategy a\nstrategy b\n 2NT", "a has no line"),
        ("strategy a\n 3NT if hcp(nrth) > 3\nstrategy b\n 2NT", "line 2"),
        ("strategy a\n 9NT\nstrategy b\n 2NT", "line 2: '9NT' is not a contract"),
        ("what\nstrategy a\n 3NT\nstrategy b\n 2NT", "line 1: 'what' is not"),
        ("for us\nstrategy a\n 3NT\nstrategy b\n 2NT", "ns or ew"),
    ],
)
def test_faults_of_strategies(text: str, message: str) -> None:
    with pytest.raises(DealwrightError, match=message):
        parse_strategies(text)


@pytest.mark.long
def test_strategies_that_name_nothing_for_some_hands() -> None:
    """A lead there must be; without a contract a deal is passed out."""
    leads = "against 3NT-S\nstrategy a\n SA\nstrategy b\n top longest"
    with pytest.raises(ConditionError, match="no line of the strategy a names a card"):
        comparing_strategies(leads, deals=16, seed=1, solver=StandIn()).result()
    contracts = "strategy a\n 3NT-N if hcp(north) > 20\nstrategy b\n 1NT-N"
    found = comparing_strategies(contracts, deals=16, seed=1, solver=StandIn()).result()
    assert found.deals == 16


@pytest.mark.parametrize(
    ("spades", "card"), [("K9765", "S6"), ("8765", "S5"), ("765", "S5"), ("76", "S6"), ("7", "S7")]
)
def test_the_fourth_of_fewer_than_four_cards_is_the_lowest(spades: str, card: str) -> None:
    hand = Hand(f"{spades}.{'AKQJT98765432'[: 13 - len(spades)]}..")
    cards = LeadRule.parse("fourth spades").cards(np.array([hand.mask], dtype=np.uint64))
    assert cards.tolist() == [Card(card).index]


@pytest.mark.long
def test_leads_by_rules() -> None:
    hands = deal(300, seed=1).masks[:, Seat.WEST]
    for text in ("top longest", "fourth longest", "low spades", "fourth hearts", "SA"):
        cards = LeadRule.parse(text).cards(hands)
        for hand, card in zip(hands.tolist(), cards.tolist(), strict=True):
            if card >= 0:
                assert hand >> card & 1
    top, low = (LeadRule.parse(f"{word} longest").cards(hands) for word in ("top", "low"))
    assert (top >= low).all()
    assert (top // 13 == low // 13).all()
    lines = ["against 3NT-S", "strategy a", " fourth longest", "strategy b"]
    text = "\n".join([*lines, " SA if spades(west) > 3", " top longest"])
    found = comparing_strategies(text, deals=40, seed=1, solver=StandIn()).result()
    assert found.names == ("a", "b")
    silent = "against 3NT-S\nstrategy a\n SA\nstrategy b\n top longest"
    with pytest.raises(ConditionError, match="names a card"):
        comparing_strategies(silent, deals=40, seed=1, solver=StandIn()).result()


# -------------------------------------------------------------------------------------- tabulation


@pytest.mark.long
def test_a_tabulation_finds_a_line() -> None:
    found = tabulating(
        "balanced(north)", "2 * hcp(north) + spades(south)", ["hcp(north)", "spades(south)"],
        deals=300, seed=1,
    ).result()  # fmt: skip
    fit = found.regression
    assert fit is not None
    assert fit.slopes == pytest.approx((2, 1), abs=1e-6)
    assert fit.explained == pytest.approx(1)
    assert sum(row.share for row in found.rows) == pytest.approx(1)
    assert found.columns is not None
    assert len(found.columns["hcp(north)"]) == 300
    assert all(abs(row.residual or 0) < 1e-6 for row in found.rows)
    assert "<table" in found._repr_html_()


def test_slopes_of_few_deals_have_intervals_of_students_t() -> None:
    deals = 20
    found = tabulating("1", "hcp(south)", "hcp(north)", deals=deals, seed=1).result()
    assert found.regression is not None
    half = stats.t.ppf(0.975, deals - 2) * found.regression.errors[0]
    shown = next(line for line in found.lines() if "correlation" in line)
    assert float(shown.split("±")[1].split(",")[0]) == pytest.approx(half, abs=0.001)


def test_a_line_is_found_where_some_values_have_no_deal() -> None:
    found = tabulating("1", "3 * hcp(north) + 10", "hcp(north)", deals=20, seed=1).result()
    assert len(found.rows) < 38
    assert found.regression is not None
    assert found.regression.slopes == pytest.approx((3,))
    assert found.regression.constant == pytest.approx(10)


def test_deals_of_all_strata_are_mixed_so_that_a_part_is_a_sample() -> None:
    study = tabulating("1", "hcp(south)", "losers(north)", seed=1)
    dealt = _ByStratum(study.question, study.resources, study.stream, study, None)
    wanted = np.zeros(dealt.designed(study.study).strata, dtype=np.int64)
    wanted[5:10] = 2, 3, 8, 20, 7
    _, strata = dealt.take(wanted)
    assert np.bincount(strata, minlength=len(wanted)).tolist() == wanted.tolist()
    for part in range(len(strata)):
        taken = np.bincount(strata[:part], minlength=len(wanted))
        assert abs(taken - wanted * part / len(strata)).max() <= 0.75


@pytest.mark.long
def test_rare_values_have_rows_with_many_deals() -> None:
    """One deal in 200,000 has no loser in North's hand; in proportion it would have none of 400."""
    found = tabulating("1", "hcp(south)", "losers(north)", deals=400, seed=1).result()
    assert [row.values for row in found.rows] == [str(losers) for losers in range(13)]
    assert found.rows[0].share == pytest.approx(float(parse("losers(north) == 0").probability()))
    assert min(row.deals for row in found.rows) >= 8
    at = found.columns
    assert at is not None
    assert [np.bincount(at["losers(north)"])[int(row.values)] for row in found.rows] == [
        row.deals for row in found.rows
    ]


@pytest.mark.long
def test_the_interval_of_each_value_is_as_narrow_as_asked() -> None:
    found = comparing_contracts(
        "hcp(north) + hcp(south) in 22..31", "3NT 2NT", by="hcp(north) + hcp(south)",
        make_only=True, within="8%", seed=1, solver=StandIn(),
    ).result()  # fmt: skip
    assert [group.values for group in found.groups] == [str(points) for points in range(22, 32)]
    assert all(
        float(each.high - each.low) / 2 <= 0.09 for group in found.groups for each in group.makes
    )
    assert found.deals < 3000  # 150 for each contract of each value, where one deal in two makes


@pytest.mark.long
def test_many_values_share_rows() -> None:
    found = tabulating("1", "hcp(south)", "cccc(north)", deals=100, seed=1).result()
    assert 20 < len(found.rows) <= 100


def test_deals_cannot_be_chosen_by_what_is_not_known() -> None:
    with pytest.raises(ArgumentError, match=r"chosen by 'tricks.south, notrump.' before"):
        tabulating("1", "hcp(south)", "tricks(south, notrump)")
    with pytest.raises(ArgumentError, match="such as hcp"):
        comparing_contracts("1", "3NT", by="tricks(south, notrump)", solver=StandIn())


# -------------------------------------------------------------------------------------- documents


@pytest.mark.long
def test_answers_are_documents(tmp_path: Path) -> None:
    answers = [
        comparing_contracts(WHERE, "3NT 4S", deals=40, seed=1, solver=StandIn()).result(),
        comparing_contracts(
            "hcp(south) in 8..9", "3NT 4S", by="hcp(south)", deals=40, seed=1, solver=StandIn()
        ).result(),
        comparing_contracts(
            WHERE, "4S", deals=40, make_only=True, seed=1, solver=StandIn()
        ).result(),
        comparing_leads(HAND, "3NT", deals=40, seed=1, solver=StandIn()).result(),
        comparing_leads(HAND, "3NT", deals=40, beat_only=True, seed=1, solver=StandIn()).result(),
        making(NORTH, SOUTH, "3NT-S", deals=150, solver=Honours()).result(),
        comparing_strategies(STRATEGIES, deals=40, seed=1, solver=StandIn()).result(),
        tabulating("balanced(north)", "hcp(north)", "controls(north)", deals=40, seed=1).result(),
    ]
    for answer in answers:
        again = read_json(write_json(answer))
        assert write_json(again) == write_json(answer)
        assert list(again.lines()) == list(answer.lines())
        assert len(list(answer.lines())) > 3


# --------------------------------------------------------------------------------- the command line


def test_commands_say_what_is_wrong(cli: Callable[..., Any], tmp_path: Path) -> None:
    """Bad input gets one line and status 2, before anything is solved."""
    file = tmp_path / "one.txt"
    file.write_text("strategy a\n 3NT\n", "utf-8")
    for words, message in (
        (("contracts", "1", "--try", "8S"), "'8S' is not a contract"),
        (("contracts", "1", "--for", "us"), "ns or ew"),
        (("contracts", "1", "--within", "wide"), "width of an interval"),
        (("contracts", "1", "--time", "soon"), "--time takes seconds"),
        (("contracts", "1", "--library", str(file)), "not a library"),
        (("lead", "west SAKQ", "3NT"), "13 cards"),
        (("makes", NORTH, SOUTH, "3NT"), "who declares 3NT"),
        (("makes", NORTH, SOUTH, "3NT-S", "--where", "hcp(west) > 40"), ""),
        (("strategies", str(file)), "compare at least two strategies"),
        (("strategies", str(tmp_path / "none.txt")), "none.txt"),
        (("tabulate", "1", "--output", "x.doc"), ".csv, .parquet or .svg"),
    ):
        done = cli(*words)
        assert done.status == 2, words
        assert message in done.err
        assert len(done.err.strip().splitlines()) <= 2
        assert not done.out


@pytest.mark.parametrize("ending", ["csv", "svg", "parquet"])
def test_tabulations_are_written(cli: Callable[..., Any], tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"table.{ending}"
    done = cli(
        "tabulate", "balanced(north)", "--of", "hcp(north)", "--by", "controls(north)", "--deals",
        "50", "--output", str(path),
    )  # fmt: skip
    assert done.status == 0, done.err
    assert "least squares" in done.out
    if ending == "csv":
        rows = path.read_text("utf-8").splitlines()
        assert (rows[0], len(rows)) == ('"hcp(north)","controls(north)"', 51)
    else:
        assert path.read_bytes()[:4] in (b"<svg", b"PAR1")


@pytest.mark.parametrize(
    ("function", "takes"),
    [(lambda: "1NT", ""), (lambda deal, other: "1NT", "deal, other"), (lambda *, a, b: "", "a, b")],
)
def test_a_function_that_takes_neither_a_deal_nor_hands_is_no_strategy(
    function: Callable[..., str], takes: str
) -> None:
    with pytest.raises(ArgumentError, match=rf"takes \({takes}\); it takes one Deal, or hands"):
        analysis.strategies({"mine": function, "other": lambda deal: "1NT"}, deals=4)
