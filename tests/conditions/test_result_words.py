"""Words for results: tricks, makes, par, score and imps, wherever a condition stands."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dealwright import (
    ConditionError,
    Deals,
    Estimate,
    Seat,
    SolverError,
    Strain,
    as_condition,
    as_quantity,
    deal,
    dealing,
    hcp,
    parse,
    read_json,
    write_json,
)
from dealwright.ask.vocabulary import imps as imps_word
from dealwright.ask.vocabulary import makes, par_score, score, tricks
from dealwright.base.errors import FeatureError
from dealwright.cards.bridge.scoring import Contract, imps
from dealwright.conditions.nodes import Binary, Costly, Number, walk
from dealwright.deals.features import Feature
from dealwright.double_dummy import columns
from dealwright.double_dummy.asks import Tables
from dealwright.double_dummy.columns import TricksColumn, known_tables
from dealwright.planning.filter import affordable, cost_of, is_dear
from dealwright.planning.sampling.evaluation import Evaluation
from dealwright.planning.trick_goals import with_goals
from tests.oracles.recording_solver import RecordingSolver

TEXTS = [
    ("tricks(s, nt) >= 9", "tricks(south, notrump) >= 9"),
    ("Tricks(North, Spade) in {7..8, 11..}", "tricks(north, spades) in {7..8, 11..}"),
    ("makes(4s, west)", "makes(4S, west)"),
    ("makes( x3n , e) || not makes(6HX, n)", "makes(3NT, east) || not makes(6HX, north)"),
    ("par(ns) > 400", "par(ns) > 400"),
    ("par(EW, both)", "par(ew, all)"),
    ("par(ns, none, w)", "par(ns, none, west)"),
    ("score(v, 4SX, tricks(s, s)) > 500", "score(vul, 4SX, tricks(south, spades)) > 500"),
    ("score(nv, x3N, 6 + aces(n))", "score(nv, 3NT, 6 + aces(north))"),
    ("imps(par(ns) - 420) >= 10", "imps(par(ns) - 420) >= 10"),
    (
        "t = tricks(s, h)\nscore(vul, 4H, t) > score(vul, 2H, t) && t > 3",
        "t = tricks(south, hearts)\ncondition score(vul, 4H, t) > score(vul, 2H, t) && t > 3",
    ),
]


class TestLanguage:
    @pytest.mark.parametrize(("text", "written"), TEXTS)
    def test_texts_are_written_and_read_back(self, text: str, written: str) -> None:
        condition, again = (as_condition(as_quantity(each)) for each in (text, written))
        assert str(as_quantity(text)) == written
        assert again == condition
        assert hash(again) == hash(condition)
        assert read_json(write_json(condition)) == condition

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("tricks(south)", "a declarer and a strain"),
            ("tricks(south, 4)", "expected a strain"),
            ("tricks(south, majors) > 3", "expected a strain, not 'majors'"),
            ("tricks > 9", "needs brackets"),
            ("makes(8S, south)", "expected a contract"),
            ("makes(south, 4S)", r"Write makes\(4S, south\)"),
            ("makes(4S, up)", "expected a seat"),
            ("makes(4S, 3)", "expected a seat"),
            ("par(north) > 3", "takes a side"),
            ("par(ns, maybe) > 3", "not a vulnerability"),
            ("par(ns, 3) > 3", "expected a vulnerability"),
            ("par(ns, all, up) > 3", "expected a seat"),
            ("score(3, 4S, 9)", "expected vul or nv"),
            ("score(maybe, 4S, 9)", "not vul or nv"),
            ("score(vul, 4, 9)", "expected a contract"),
            ("score(vul, 4S)", "expected ','"),
            ("shape(north, tricks(south, spades) > 3)", "not the four lengths"),
            ("shape(north, makes(4S, south))", "only suit lengths"),
            ("tricks = 3 tricks", "already has a meaning"),
            ("makes = 3 makes", "already has a meaning"),
        ],
    )
    def test_errors_say_what_to_write(self, text: str, message: str) -> None:
        with pytest.raises(ConditionError, match=message):
            parse(text)

    def test_words_are_python_functions(self) -> None:
        condition = (tricks("south", "spades") >= 10) & (hcp("north") > 12)
        assert condition == parse("tricks(south, spades) >= 10 && hcp(north) > 12")
        assert makes("3N", Seat.WEST) == parse("makes(3NT, west)")
        assert str(par_score("EW", "both", "s")) == "par(ew, all, south)"
        swing = imps_word(score(True, "4S", "tricks(s, s)") - score(True, "3NT", tricks("s", "n")))
        assert str(swing > 0) == (
            "imps(score(vul, 4S, tricks(south, spades)) - score(vul, 3NT, tricks(south, notrump)))"
            " > 0"
        )
        with pytest.raises(ConditionError, match="not a side"):
            par_score("north")

    def test_features_cannot_take_their_names(self) -> None:
        for name in ("tricks", "makes", "par", "score", "imps"):
            with pytest.raises(FeatureError, match="already has a meaning"):
                Feature(name, "", holding=lambda: np.zeros(8192, dtype=np.int64))

    def test_scores_and_imps_need_no_solver(self) -> None:
        deals = deal(50, seed=1)
        made = deals.columns(a="hcp(n) - 3", s="score(vul, 4SX, hcp(n) - 3)", i="imps(hcp(n) * 40)")
        contract = Contract.parse("4SX")
        for points, scored, won in zip(made["a"], made["s"], made["i"], strict=True):
            taken = min(13, max(0, int(points)))
            assert scored == contract.score(taken, vulnerable=True)
            assert won == imps(40 * (int(points) + 3))


class TestSolving:
    """What is asked of the solver, by a stand-in."""

    def test_a_deal_is_not_solved_twice(self, stand_in: RecordingSolver) -> None:
        deals = deal(30, seed=1)
        first = deals.columns("tricks(s, h)", "tricks(s, h) * 2", again="tricks(s, h) > 3")
        assert stand_in.asked == [("tricks", 30)]
        assert np.array_equal(first["tricks(s, h)"], deals.columns("tricks(s,h)")["tricks(s,h)"])
        deals[:10].columns("score(vul, 4H, tricks(south, hearts))")
        deals.where("tricks(s, h) >= 9 && makes(2H, s)")
        assert stand_in.asked == [("tricks", 30)]

    def test_a_column_that_stands_twice_is_asked_once(self, stand_in: RecordingSolver) -> None:
        asked = list[int]()

        class Counted(TricksColumn):
            def values(self, masks: np.ndarray) -> np.ndarray:
                asked.append(len(masks))
                return super().values(masks)

        column = Costly(Counted(Seat.SOUTH, Strain.NOTRUMP))
        evaluation = Evaluation(deal(20, seed=3).masks)
        evaluation.truth(Binary(">", Binary("*", column, column), Number(90)))
        evaluation.values(Binary("+", column, column))
        assert sum(asked) == 20

    def test_only_what_is_asked_is_solved(self, stand_in: RecordingSolver) -> None:
        found = deal(3, "hcp(s) >= 15 && tricks(s, nt) >= 9 && tricks(n, h) > 3", seed=1)
        assert (known_tables(found.masks)[:, Seat.SOUTH, Strain.NOTRUMP] >= 9).all()
        assert stand_in.deals("tricks") == 0
        assert 3 <= stand_in.deals("makes") <= 200
        assert stand_in.deals("tables") == 3

    def test_a_job_knows_how_many_deals_the_solver_was_asked_about(
        self, stand_in: RecordingSolver
    ) -> None:
        """Parts in which no deal passes the other clauses ask about none."""
        job = dealing(2, "hcp(s) >= 25 && makes(1NT, s)", seed=1, method="filter")
        assert len(job.result()) == 2
        assert job.tried > 1000
        assert job.asked == stand_in.deals("makes") >= 2

    def test_goals_narrow_what_is_known(self, stand_in: RecordingSolver) -> None:
        deals = deal(40, seed=2)
        table = stand_in.solve(Tables(deals.masks))[:, Seat.EAST, Strain.CLUBS]
        stand_in.asked.clear()
        assert np.array_equal(parse("tricks(e, c) >= 8").matches(deals), table >= 8)
        assert np.array_equal(parse("makes(1C, e)").matches(deals), table >= 7)
        assert stand_in.deals("makes") == 40 + int((table < 8).sum())
        assert np.array_equal(parse("tricks(e, c) == 7").matches(deals), table == 7)
        assert stand_in.deals("makes") == 40 + int((table < 8).sum())
        assert np.array_equal(as_quantity("tricks(e, c)").values(deals), table)
        # of the others 7 tricks are known where 8 are not reached and 7 are
        assert stand_in.deals("tricks") == int((table != 7).sum())

    def test_tricks_in_either_of_two_ranges(self, stand_in: RecordingSolver) -> None:
        """Two goals are asked: four tricks, and ten."""
        deals = deal(200, seed=1)
        table = stand_in.solve(Tables(deals.masks))[:, Seat.SOUTH, Strain.SPADES]
        low, high = table <= 3, table >= 10
        assert low.any()
        assert high.any()
        found = parse("tricks(south, spades) in {0..3, 10..13}").matches(deals)
        assert np.array_equal(found, low | high)
        assert stand_in.deals("tricks") == 0

    def test_par_solves_a_table_once(self, stand_in: RecordingSolver) -> None:
        deals = deal(9, seed=3)
        made = deals.columns("par(ns)", "par(ew)", "par(ns, all)", "tricks(w, d)")
        assert stand_in.asked == [("tables", 8), ("tables", 1)]
        assert np.array_equal(made["par(ns)"], -made["par(ew)"])

    def test_many_columns_of_tricks_are_a_table(self, stand_in: RecordingSolver) -> None:
        deals, parts = deal(5, seed=3), [f"tricks({s}, {c})" for s in "news" for c in "cdhs"]
        columns.solve_tables_if_cheaper(
            [as_quantity(each).tree.column for each in parts], deals.masks
        )  # type: ignore[attr-defined]
        deals.columns(*parts)
        assert stand_in.asked == [("tables", 5)]
        columns.solve_tables_if_cheaper([as_quantity("tricks(n, nt)").tree.column], deals.masks)  # type: ignore[attr-defined]
        assert len(stand_in.asked) == 1

    def test_the_memory_is_bounded(self, stand_in: RecordingSolver) -> None:
        deals = deal(columns._REMEMBERED + 500, seed=4)
        parse("makes(1NT, n)").matches(deals)
        assert len(columns._KNOWN) == columns._REMEMBERED
        parse("makes(1NT, n)").matches(deals[-columns._REMEMBERED :])
        assert stand_in.deals("makes") == len(deals)
        parse("makes(1NT, n)").matches(deals[:1])
        assert stand_in.deals("makes") == len(deals) + 1

    @pytest.mark.long
    def test_from_several_threads(self, stand_in: RecordingSolver) -> None:
        deals, found = deal(30, seed=5), dict[int, Any]()

        def ask(at: int) -> None:
            found[at] = deals.columns("tricks(n, s)", "par(ns)")["par(ns)"].tolist()

        threads = [threading.Thread(target=ask, args=(at,)) for at in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found[0] == found[1] == found[2] == found[3]

    def test_prices(self) -> None:
        goal, one, table = (
            cost_of(as_quantity(text).tree)
            for text in ("tricks(s, s) in 9..11", "tricks(s, s) * 2", "par(ns)")
        )
        assert goal < one < table
        assert cost_of(parse("tricks(s, s) > 8 && tricks(s, s) * hcp(n) > 3").tree) == one
        assert is_dear([parse("makes(4S, s)").tree])
        assert not is_dear([parse("hcp(n) > 3").tree])
        assert affordable([as_quantity("par(ns)").tree]) < affordable([parse("makes(4S, s)").tree])

    @pytest.mark.parametrize(
        ("text", "goals", "others"),
        [
            ("tricks(s, s) != 9", 2, 0), ("9 < tricks(s, s)", 1, 0), ("tricks(s, s) in 0..", 0, 0),
            ("tricks(s, s) in {2..3, 9..}", 0, 1), ("tricks(s, s) > 13", 0, 0),
            ("tricks(s, s) >= hcp(n)", 0, 1), ("tricks(s, s) > 8 && tricks(s, s) * 2 < 20", 0, 1),
            ("tricks(s, s) > 8 && tricks(n, s) > 8", 2, 0), ("makes(4S, s) == 1", 0, 1),
        ],
    )  # fmt: skip
    def test_which_comparisons_are_goals(self, text: str, goals: int, others: int) -> None:
        found = walk(with_goals(parse(text).tree))
        costly = {part.column for part in found if isinstance(part, Costly)}
        as_goals = {column for column in costly if column.bounds == (0, 1) and not column.readable}
        assert (len(as_goals), len(costly) - len(as_goals)) == (goals, others)


class TestAnswers:
    """Counts, distributions and deals, by a stand-in whose truth is known."""

    def test_a_count_draws_from_the_counted_part(self, stand_in: RecordingSolver) -> None:
        job = parse("hcp(s) == 22 && balanced(s) && tricks(s, nt) >= 12").counting(seed=1)
        share = job.result()
        assert share.estimate.method == "mixed"
        assert not share.estimate.exact
        assert share.estimate.samples == stand_in.deals("makes")

    def test_a_count_keeps_to_its_budget(self, stand_in: RecordingSolver) -> None:
        for budget in (0.25, 1.0):
            stand_in.asked.clear()
            columns.forget()
            parse("tricks(s, nt) >= 9").counting(seed=1, budget=budget).result()
            most = budget * 1e9 / cost_of(parse("tricks(s, nt) >= 9").tree)
            assert 0.5 * most <= stand_in.deals("makes") <= 1.5 * most + 100

    def test_the_interval_holds_the_truth(self, stand_in: RecordingSolver) -> None:
        """40 intervals of 95 %. False failures 2e-4; intervals half as wide fail surely."""
        condition = parse("spades(n) == 4 && tricks(s, nt) >= 8")
        many = stand_in.solve(Tables(deal(200_000, "spades(n) == 4", seed="truth").masks))
        share = float((many[:, Seat.SOUTH, Strain.NOTRUMP] >= 8).mean())
        truth = share * float(parse("spades(n) == 4").probability())
        held = 0
        for seed in range(40):
            columns.forget()
            found = condition.probability(seed=seed, budget=0.5)
            assert isinstance(found, Estimate)
            held += found.low <= truth <= found.high
        assert held >= 31

    @pytest.mark.long
    def test_a_count_cannot_be_exact(self) -> None:
        with pytest.raises(ConditionError, match=r"tricks\(south, notrump\) > 7 cannot be counted"):
            parse("tricks(s, nt) > 7").count(method="exact")

    @pytest.mark.long
    def test_a_distribution_is_sampled(self, stand_in: RecordingSolver) -> None:
        found = parse("hcp(s) == 20").distribution("tricks(s, nt)", "hcp(n)", seed=1, budget=3)
        assert not found.exact
        assert found.total == 300 == stand_in.deals("tricks")
        assert found.condition == "hcp(south) == 20"
        assert found == parse("hcp(s) == 20").distribution(
            "tricks(s, nt)", "hcp(n)", seed=1, budget=3
        )
        lines = "\n".join(found.lines())
        assert "300 deals, sampled" in lines
        mean = parse("hcp(s) == 20").expectation(tricks("s", "nt"))
        assert isinstance(mean, Estimate)
        under = parse("tricks(s, nt) >= 9").distribution("hcp(s)", seed=1, budget=1)
        assert 0 < under.total < stand_in.deals("makes")

    def test_a_distribution_of_nothing(self, stand_in: RecordingSolver) -> None:
        with pytest.raises(ConditionError, match="no deal that satisfies"):
            parse("tricks(s, nt) > 12 && hcp(s) < 2").distribution("hcp(n)", seed=1, budget=0.01)

    def test_jobs_report_and_stop(self, stand_in: RecordingSolver) -> None:
        job = dealing(1000, "tricks(s, nt) >= 8", seed=1)
        for batch in job:
            if len(batch):
                job.stop()
        assert job.state == "stopped"
        assert 0 < job.found < 1000
        counting = parse("tricks(s, nt) >= 8").counting(seed=1, budget=60)
        next(iter(counting))
        counting.stop()
        assert 0 < counting.result().estimate.samples < 1000  # type: ignore[operator]
        spread = parse("1").distributing("tricks(s, nt)", seed=1, budget=60)
        next(iter(spread))
        spread.stop()
        assert 0 < spread.result().total < 100

    def test_deals_do_not_depend_on_threads(self, stand_in: RecordingSolver) -> None:
        text = "hcp(s) > 14 && tricks(s, nt) >= 9"
        assert deal(20, text, seed=1, threads=1) == deal(20, text, seed=1, threads=2)

    def test_an_explanation_says_on_how_many_deals(self, stand_in: RecordingSolver) -> None:
        told = parse("hcp(s) >= 15 && tricks(s, nt) >= 9").explain(seed=1)
        clause = told.clauses[-1]
        assert clause.text == "tricks(south, notrump) >= 9"
        assert clause.how == "column, 714 deals"
        assert clause.given is not None
        assert clause.given > clause.alone

    def test_no_solver(self, monkeypatch: pytest.MonkeyPatch, cli: Callable[..., Any]) -> None:
        def missing() -> None:
            raise SolverError("no libdds is installed; on Debian")

        monkeypatch.setattr(columns, "current_solver", missing)
        columns.forget()
        for words in (
            ["deal", "1", "tricks(s, nt) > 3"],
            ["count", "tricks(s, nt) > 3"],
            ["distribution", "1", "par(ns)"],
        ):
            result = cli(*words)
            assert result.status == 2
            assert result.err.count("\n") == 1
            assert "no libdds is installed" in result.err

    def test_commands(self, stand_in: RecordingSolver, cli: Callable[..., Any]) -> None:
        listed = cli("features").out
        assert "tricks(south, spades)" in listed
        assert "par(ns[, all" in listed
        shown = cli("distribution", "1", "tricks(s, s)", "--seed", "1", "--budget", "1", "--json")
        values = json.loads(shown.out)
        assert values["exact"] is False
        assert values["total"] == "100"
        counted = cli("count", "tricks(s, s) > 8", "--seed", "1", "--budget", "0.5")
        assert "random deals" in counted.out


def test_boards_of_files(stand_in: RecordingSolver, cli: Callable[..., Any], tmp_path: Any) -> None:
    deals = deal(20, seed=9)
    wanted = int((stand_in.solve(Tables(deals.masks))[:, Seat.SOUTH, Strain.NOTRUMP] >= 8).sum())
    (tmp_path / "a.txt").write_text(str(deals))
    found = cli("find", "tricks(s, nt) >= 8", str(tmp_path / "a.txt"), "--from", "line")
    assert found.err.startswith(f"{wanted} of 20 boards")
    assert len(Deals.parse(str(deals).splitlines()).where("makes(2NT, s)")) == wanted
