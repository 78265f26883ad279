"""Weights: what is read, what is refused, and that counts and restoring weights agree."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from dealwright import (
    ArgumentError,
    ConditionError,
    deal,
    hcp,
    hearts,
    north,
    parse,
    south,
    weighted,
    west,
)
from dealwright.ask.resources import Resources
from dealwright.ask.samples import sample_deals
from dealwright.base.jobs import Job
from dealwright.numbering.stream import Stream
from dealwright.planning.question import Question
from dealwright.practice.value_tables import parse_table

FIVES = {hearts(west): {5: 3, 6: 9}}


class TestTables:
    def test_text_and_mapping_are_the_same(self) -> None:
        text = weighted("hcp(west) >= 12", "hearts(west): 5=3, 6 = 9")
        assert (
            text.deal(20, seed=1).deals == weighted("hcp(west) >= 12", FIVES).deal(20, seed=1).deals
        )
        assert text.tables == ("hearts(west): 5=3 6=9",)

    def test_ranges_and_other(self) -> None:
        quantity, table, other = parse_table("hcp(n) + hcp(s): 20..22=2 -1=4 other=0", int)
        assert str(quantity) == "hcp(north) + hcp(south)"
        assert (table, other) == ({20: 2, 21: 2, 22: 2, -1: 4}, 0)

    def test_a_choice_inside_a_quantity(self) -> None:
        quantity, table, _ = parse_table("hcp(n) > 3 ? 1 : 2: 1=5", int)
        assert (str(quantity), table) == ("hcp(north) > 3 ? 1 : 2", {1: 5})

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("hearts(west)", "names no values"),
            ("hearts(west):", "names no values"),
            ("hearts(west): five=3", "'five=3' cannot be read"),
            ("hearts(west): 6..5=3", "empty range"),
            ("hearts(west): 0..99999=3", "more than 1000 values"),
            ("hearts(west): 5=3 4..6=1", "5 is named twice"),
        ],
    )
    def test_refused(self, text: str, message: str) -> None:
        with pytest.raises(ArgumentError, match=message):
            parse_table(text, int)


class TestRefused:
    @pytest.mark.parametrize("weight", [-1, 1.5, "a", True, None])
    def test_a_weight_is_a_whole_number(self, weight: object) -> None:
        with pytest.raises(ArgumentError, match="0 or more") as caught:
            weighted(None, {hearts(west): {5: weight}})  # type: ignore[dict-item]
        assert "\n" not in str(caught.value)

    def test_a_value_is_a_whole_number(self) -> None:
        with pytest.raises(ArgumentError, match="a value must be a whole number"):
            weighted(None, {hearts(west): {5.5: 1}})  # type: ignore[dict-item]

    def test_the_product_has_a_limit(self) -> None:
        three = ["hearts(west): 5=20", "hearts(east): 3=20", "hearts(south): 4=2"]
        with pytest.raises(ArgumentError, match="at most 256, not 800") as caught:
            weighted(None, three)
        assert "\n" not in str(caught.value)
        assert weighted(None, three, predeal="south AQ54.K832.QJ.AK5").total_weight
        assert weighted(None, f"hearts(west): 5={2**27}").total_weight  # of one hand, more
        with pytest.raises(ArgumentError, match="at most 134,217,728, not 134,217,729"):
            weighted(None, f"hearts(west): 5={2**27 + 1}")

    def test_a_product_that_no_deal_reaches_is_no_matter(self) -> None:
        law = weighted(None, ["hearts(west): 8=100", "spades(west): 8=100"])
        assert law.total_weight > law.deals

    def test_nothing_left(self) -> None:
        with pytest.raises(ConditionError, match="no deal with a weight above 0 is left"):
            weighted(None, "hearts(west): 14=2", other=0)
        with pytest.raises(ConditionError, match="no deal"):
            weighted("hcp(north) > 40", FIVES)
        with pytest.raises(ArgumentError, match="at least one quantity"):
            weighted(None, {})

    def test_what_cannot_be_counted(self) -> None:
        with pytest.raises(ConditionError, match="cannot be counted exactly under 'cccc"):
            weighted("cccc(north) > 2000", FIVES)
        with pytest.raises(ConditionError, match="predicate cannot be weighted"):
            weighted(lambda deals: deals.north.hcp > 3, FIVES)


class TestLaw:
    def test_totals_are_those_of_the_distribution(self) -> None:
        condition = parse("hcp(west) >= 12")
        lengths = condition.distribution(hearts(west))
        law = weighted(condition, FIVES)
        assert law.deals == condition.count()
        assert law.total_weight == sum(n * {5: 3, 6: 9}.get(k, 1) for (k,), n in lengths.items())
        by_law = law.distribution(hearts(west))
        assert by_law.total == law.total_weight
        assert by_law[5] == 3 * lengths[5]

    def test_other_refuses(self) -> None:
        law = weighted("hcp(west) >= 12", FIVES, other=0)
        assert law.deals == parse("hcp(west) >= 12 && hearts(west) in 5..6").count()
        lengths = hearts(west).values(law.deal(100, seed=1).deals)
        assert set(lengths.tolist()) == {5, 6}

    def test_weights_multiply_over_seats_and_points(self) -> None:
        law = weighted(None, ["hearts(west): 5=3", "hcp(north): 15..17=2 other=1"])
        joint = parse("hcp(north) <= 40").distribution(hearts(west), hcp(north))
        expected = sum(
            n * (3 if length == 5 else 1) * (2 if 15 <= points <= 17 else 1)
            for (length, points), n in joint.counts.items()
        )
        assert law.total_weight == expected
        sample = law.deal(1000, seed=2)
        five = hearts(west).values(sample.deals) == 5
        strong = (sample.deals.north.hcp >= 15) & (sample.deals.north.hcp <= 17)
        assert np.array_equal(sample.weights, np.where(five, 3, 1) * np.where(strong, 2, 1))

    def test_restoring_weights(self) -> None:
        law = weighted("hcp(west) >= 12", FIVES)
        sample = law.deal(50, seed=3)
        mean = Fraction(law.total_weight, law.deals)
        assert sample.restoring.tolist() == [float(mean) / w for w in sample.weights.tolist()]
        assert sample.mean(np.full(50, 7)) == pytest.approx(7)
        with pytest.raises(ArgumentError, match="give 50 numbers"):
            sample.mean([1, 2])

    def test_weights_of_one_are_uniform(self) -> None:
        law = weighted("hcp(west) >= 12", "hearts(west): 5=1")
        assert law.total_weight == law.deals
        assert set(law.deal(10, seed=1).restoring.tolist()) == {1.0}

    def test_predeal(self) -> None:
        law = weighted(None, FIVES, predeal="west HAKQJ")
        sample = law.deal(20, seed=1)
        assert (sample.deals.west.hcp >= 10).all()
        assert law.deals == parse("hcp(north) <= 40").count(predeal="west HAKQJ")


class TestDealing:
    def test_labelled(self) -> None:
        sample = weighted("hcp(west) >= 12", FIVES).deal(5, seed="x")
        source = sample.deals.source
        assert source is not None
        assert (source.method, source.seed, source.tried) == ("weighted", "x", 5)
        assert source.condition == "hcp(west) >= 12"
        assert (len(sample), repr(sample)) == (5, "<WeightedSample: 5>")

    def test_threads_and_numbers_do_not_matter(self) -> None:
        law = weighted("hcp(west) >= 12", FIVES)
        whole = law.deal(50_000, seed=1, threads=1).deals
        assert law.deal(50_000, seed=1, threads=4).deals == whole
        assert law.deal(77, seed=1).deals == whole[:77]
        assert law.deal(77, seed=2).deals != whole[:77]
        assert deal(77, "hcp(west) >= 12", seed=1, method="exact") != whole[:77]

    @pytest.mark.long
    def test_none(self) -> None:
        sample = weighted(None, FIVES).deal(0, seed=1)
        assert (len(sample), sample.weights.dtype, sample.restoring.dtype) == (
            0,
            "int64",
            "float64",
        )
        with pytest.raises(ArgumentError, match="cannot be negative"):
            weighted(None, FIVES).deal(-1)

    def test_a_job_is_read_once(self) -> None:
        dealing = weighted(None, FIVES).dealing(300, seed=1)
        assert sum(len(batch) for batch in dealing) == 300
        assert list(dealing) == []
        assert dealing.found == dealing.tried == 300
        notes = dealing.notes(weighted(None, FIVES).deal(2, seed=1).deals, 0)
        assert {tuple(note) for note in notes} == {("weight", "restoring_weight")}

    def test_the_distribution_needs_a_quantity(self) -> None:
        with pytest.raises(ArgumentError, match="at least one quantity"):
            weighted(None, FIVES).distribution()
        text = weighted(None, FIVES).distribution(hcp(north)).condition
        assert text == "every deal, weighted hearts(west): 5=3 6=9"


def test_a_sample_is_the_same_however_it_is_cut() -> None:
    """Each deal has a word of its own, by which its weight keeps it."""
    question = Question(parse("hcp(north) > 5").tree, weight=hcp(south).tree)

    def kept(step: int | None) -> list[list[int]]:
        parts = list[NDArray[np.uint64]]()

        def work(job: Job[None, None]) -> Generator[None, None, None]:
            cut = sample_deals(
                job, question, Stream.of("cut"), Resources(), seconds=1e6, seconds_per_deal=1.0,
                most=300, step=step,
            )  # fmt: skip
            for masks, _ in cut:
                parts.append(masks)
                yield

        Job(work).result()
        return np.concatenate(parts).tolist()

    whole = kept(None)
    assert 50 < len(whole) < 250
    assert kept(7) == kept(299) == whole
