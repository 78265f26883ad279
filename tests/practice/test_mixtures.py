"""Mixtures: types, shares, overlaps, levelling, and that deals depend on what they should."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from dealwright import (
    ArgumentError,
    AttemptLimitReached,
    ConditionError,
    Deals,
    Mixture,
    Stream,
    hcp,
    north,
    parse,
    spades,
)
from dealwright.answers import Estimate
from dealwright.numbering.random_integers import Draws
from dealwright.practice.mixtures import parse_share
from dealwright.practice.shares import apportioned, drawn_types, integer_shares, shuffled_types

WEAK = ("weak", "hcp(north) in 12..14", 35)
STRONG = ("strong", "hcp(north) in 15..17", 60)
BIG = ("big", "hcp(north) in 20..22", 5)
MIDDLE = ("middle", "hcp(north) in 14..15", 5)
BALANCED = "balanced(north)"


def three() -> Mixture:
    return Mixture([WEAK, STRONG, BIG], common=BALANCED)


class TestShares:
    def test_exact(self) -> None:
        assert three().shares == (Fraction(7, 20), Fraction(3, 5), Fraction(1, 20))
        thirds = Mixture([(*WEAK[:2], "1/3"), (*STRONG[:2], Fraction(2, 3))])
        assert thirds.shares == (Fraction(1, 3), Fraction(2, 3))
        percent = Mixture([(*WEAK[:2], "12.5 %"), (*STRONG[:2], "87.5%")])
        assert percent.shares == (Fraction(1, 8), Fraction(7, 8))

    @pytest.mark.parametrize("share", [0, -1, 0.5, "x", "1/0", None, True, "nan"])
    def test_refused(self, share: object) -> None:
        with pytest.raises(ArgumentError, match="a share must be above 0"):
            parse_share(share)  # type: ignore[arg-type]

    def test_percent_or_parts(self) -> None:
        with pytest.raises(ArgumentError, match="all shares in percent, or none"):
            Mixture([WEAK, (*STRONG[:2], "60 %")])
        with pytest.raises(ArgumentError, match="all shares in percent, or none"):
            Mixture.levelled(None, hcp(north), {15: "50 %", 16: 50})

    def test_too_fine(self) -> None:
        with pytest.raises(ArgumentError, match="can be dealt exactly"):
            integer_shares([Fraction(1, 1 << 33), Fraction(1)])

    def test_largest_remainders(self) -> None:
        assert apportioned([7, 12, 1], 100) == [35, 60, 5]
        assert apportioned([1, 1, 1], 100) == [34, 33, 33]
        assert apportioned([1, 1, 1], 2) == [1, 1, 0]
        assert apportioned([5, 3], 0) == [0, 0]

    def test_shuffled(self) -> None:
        types = shuffled_types([3, 0, 5], Stream(1))
        assert (types.dtype, np.bincount(types).tolist()) == ("int16", [3, 0, 5])
        with pytest.raises(ArgumentError, match="at most 10,000,000"):
            shuffled_types([10**9], Stream(1))

    def test_types_are_the_high_half_of_the_product(self) -> None:
        parts = [1 << 31, 123_456_789, 3]
        words = Stream(5).words(0, 2000).tolist()
        ends = np.cumsum(parts)
        expected = [int(np.searchsorted(ends, (w * sum(parts)) >> 64, side="right")) for w in words]
        assert drawn_types(parts, 2000, Stream(5)).tolist() == expected

    def test_words_that_would_favour_a_type_are_drawn_again(self) -> None:
        class Zeros(Stream):
            def words(self, first: int, n: int):
                return np.zeros(n, dtype=np.uint64)

        parts = [1, 1, 1]
        again = Stream(3).split("again")
        expected = [Draws(again, i).weighted(parts) for i in range(50)]
        assert drawn_types(parts, 50, Zeros(3)).tolist() == expected
        assert len(set(expected)) == 3


class TestTypes:
    def test_refused(self) -> None:
        with pytest.raises(ArgumentError, match="1 to"):
            Mixture([])
        with pytest.raises(ArgumentError, match="two types have the name 'weak'"):
            Mixture([WEAK, WEAK])
        with pytest.raises(ArgumentError, match="one line of text"):
            Mixture([(" ", "hcp(north) > 3", 1)])
        with pytest.raises(ArgumentError, match="name, condition, share"):
            Mixture([("weak", "hcp(north) > 3")])  # type: ignore[list-item]
        with pytest.raises(ArgumentError, match="overlap must be one of error, first, share"):
            Mixture([WEAK], overlap="last")

    def test_a_type_that_is_impossible(self) -> None:
        with pytest.raises(ConditionError, match="type 'none' cannot be dealt: no deal satisfies"):
            Mixture([WEAK, ("none", "spades(north) + spades(south) > 13 && hcp(north) > 36", 1)])
        with pytest.raises(ConditionError, match="type 'big' cannot be dealt"):
            Mixture([WEAK, BIG], predeal="south SAKQ, HAKQ, DAKQ")

    def test_common(self) -> None:
        mixed = three().deal(200, seed=1)
        assert parse(BALANCED).matches(mixed.deals).all()
        assert three().condition.startswith("balanced(north) && (hcp(north) in 12..14 ||")

    def test_a_predeal(self) -> None:
        mixed = Mixture([WEAK, STRONG], predeal="north SAK").deal(50, seed=1)
        assert all(
            deal.north.hcp >= 12 and str(deal.north).startswith("AK") for deal in mixed.deals
        )


class TestOverlaps:
    def test_an_error_with_the_exact_count(self) -> None:
        both = parse("hcp(north) == 14 && balanced(north)").count()
        with pytest.raises(ConditionError) as caught:
            Mixture([WEAK, STRONG, MIDDLE], common=BALANCED)
        assert f"types 'weak' and 'middle' have {both:,} deals in common" in str(caught.value)

    def test_what_cannot_be_counted_cannot_be_proved_disjoint(self) -> None:
        with pytest.raises(ConditionError, match=r"have about \S+ deals in common"):
            Mixture([("a", "cccc(north) > 1500", 1), ("b", "cccc(north) > 1000", 1)])

    @pytest.mark.long
    def test_first(self) -> None:
        mixture = Mixture([MIDDLE, WEAK, STRONG], common=BALANCED, overlap="first")
        mixed = mixture.deal(2000, seed=1)
        points = mixed.deals.north.hcp
        for name, values in (("middle", {14, 15}), ("weak", {12, 13}), ("strong", {16, 17})):
            assert set(mixed.of_type(name).north.hcp.tolist()) == values
            assert set(points[mixed.types == mixture.names.index(name)].tolist()) == values

    def test_first_leaves_nothing(self) -> None:
        with pytest.raises(ConditionError, match="type 'x' cannot be dealt: no deal satisfies"):
            Mixture([WEAK, ("x", "hcp(north) == 13", 1)], overlap="first")

    def test_first_leaves_disjoint_types_alone(self) -> None:
        types = Mixture([WEAK, STRONG], overlap="first").types
        assert [str(kind.condition) for kind in types] == [WEAK[1], STRONG[1]]

    def test_share(self) -> None:
        mixture = Mixture([WEAK, MIDDLE], overlap="share")
        points = parse("hcp(north) in 12..15").distribution(hcp(north))
        assert sum(mixture.natural) > 1
        mixed = mixture.deal(500, seed=1)
        assert set(mixed.of_type("middle").north.hcp.tolist()) == {14, 15}
        shares, chances = mixture.shares, mixture.natural
        weak = 1 / float(shares[0] / chances[0])
        both = 1 / float(shares[0] / chances[0] + shares[1] / chances[1])
        middle = 1 / float(shares[1] / chances[1])
        expected = {12: weak, 13: weak, 14: both, 15: middle}
        found = dict(zip(mixed.deals.north.hcp.tolist(), mixed.weights.tolist(), strict=True))
        assert found == pytest.approx(expected)
        mean = sum(float(points.probability(p)) / expected[p] * expected[p] for p in expected)
        assert mean == pytest.approx(1)


class TestNatural:
    def test_exact(self) -> None:
        mixture = three()
        union = parse("balanced(north) && hcp(north) in {12..17, 20..22}").count()
        counts = [parse(f"balanced(north) && {t[1]}").count() for t in (WEAK, STRONG, BIG)]
        assert mixture.natural == tuple(Fraction(count, union) for count in counts)
        assert mixture.exact
        mixed = mixture.deal(100, seed=1)
        ratios = [float(a / b) for a, b in zip(mixture.natural, mixture.shares, strict=True)]
        assert mixed.weights == pytest.approx(np.array(ratios)[mixed.types])

    @pytest.mark.long
    def test_estimates(self) -> None:
        mixture = Mixture([("a", "cccc(north) > 1500", 1), ("b", "hcp(north) < 9", 1)],
                          overlap="first")  # fmt: skip
        assert not mixture.exact
        for share in mixture.natural:
            assert isinstance(share, Estimate)
            assert share.low <= share.value <= share.high
        assert sum(float(share) for share in mixture.natural) == pytest.approx(1)
        mixed = mixture.deal(200, seed=1)
        assert parse("cccc(north) > 1500").matches(mixed.of_type("a")).all()

    def test_a_python_function_is_a_type(self) -> None:
        def strong(deals: Deals) -> object:
            return deals.north.hcp >= 16

        mixture = Mixture([("strong", strong, 1)])
        assert (mixture.deal(50, seed=1).deals.north.hcp >= 16).all()

    def test_apportioned_weights_are_over_what_was_dealt(self) -> None:
        mixed = three().deal(7, seed=1, apportion=True)
        dealt = np.bincount(mixed.types, minlength=3) / 7
        natural = np.array([float(share) for share in mixed.natural])
        assert mixed.weights == pytest.approx((natural / np.maximum(dealt, 1e-9))[mixed.types])
        assert three().deal(100, seed=1, apportion=True).weights.mean() == pytest.approx(1)


class TestDealing:
    def test_types_are_right(self) -> None:
        mixed = three().deal(300, seed=1)
        for name, condition, _ in (WEAK, STRONG, BIG):
            assert parse(condition).matches(mixed.of_type(name)).all()
        assert sum(mixed.counts.values()) == len(mixed) == 300
        assert mixed.types.dtype == np.int16
        with pytest.raises(ArgumentError, match="'huge' is not a type; choose one of weak"):
            mixed.of_type("huge")

    def test_labelled(self) -> None:
        mixed = three().deal(10, seed="x")
        source = mixed.deals.source
        assert source is not None
        assert (source.method, source.seed) == ("mixture", "x")
        assert repr(three()) == "<Mixture: weak 7/20, strong 3/5, big 1/20>"
        assert repr(mixed).startswith("<MixedDeals: ")

    @pytest.mark.long
    @pytest.mark.parametrize("apportion", [False, True])
    def test_threads_do_not_matter(self, apportion: bool) -> None:
        rare = ("rare", "spades(north) >= 8 && hcp(north) >= 10", 1)
        mixture = Mixture([("cccc", "cccc(north) > 1500 && spades(north) < 8", 1), rare])
        one = mixture.deal(3000, seed=1, threads=1, apportion=apportion)
        four = mixture.deal(3000, seed=1, threads=4, apportion=apportion)
        assert one.deals == four.deals
        assert np.array_equal(one.types, four.types)

    @pytest.mark.long
    def test_a_shorter_set_is_the_beginning_of_a_longer(self) -> None:
        long, short = three().deal(20_000, seed=1), three().deal(123, seed=1)
        assert long.deals[:123] == short.deals
        assert long.types[:123].tolist() == short.types.tolist()
        assert three().deal(123, seed=2).deals != short.deals

    @pytest.mark.long
    def test_a_types_deals_do_not_depend_on_the_others(self) -> None:
        few = Mixture([STRONG], common=BALANCED).deal(20, seed=1).deals
        assert three().deal(1000, seed=1).of_type("strong")[:20] == few

    def test_apportioned_exactly(self) -> None:
        for n, expected in ((100, [35, 60, 5]), (20, [7, 12, 1]), (1, [0, 1, 0])):
            assert list(three().deal(n, seed=1, apportion=True).counts.values()) == expected

    @pytest.mark.parametrize("apportion", [False, True])
    def test_notes_of_a_part_are_that_part_of_all_notes(self, apportion: bool) -> None:
        dealing = three().dealing(40, seed=1, apportion=apportion)
        deals = dealing.result()
        notes = dealing.notes(deals, 0)
        assert [note["type"] for note in notes[:8]] != [note["type"] for note in notes[30:38]]
        assert dealing.notes(deals[30:38], 30) == notes[30:38]

    def test_in_random_order(self) -> None:
        types = [three().deal(100, seed=seed, apportion=True).types for seed in (1, 2)]
        assert types[0].tolist() != types[1].tolist()
        assert types[0].tolist() != sorted(types[0].tolist())

    def test_none(self) -> None:
        mixed = three().deal(0, seed=1, apportion=True)
        assert (len(mixed), mixed.weights.shape) == (0, (0,))

    def test_a_limit(self) -> None:
        rare = ("rare", "cccc(north) > 3000", 1)
        mixture = Mixture([rare, ("weak", "hcp(north) < 6", 1)], overlap="first", limit=1000)
        with pytest.raises(AttemptLimitReached, match="type 'rare': stopped at the attempt limit"):
            mixture.deal(100, seed=1)

    def test_after_an_early_end_the_summary_counts_what_was_dealt(self) -> None:
        dealing = three().dealing(4000, seed=1)
        batch = next(iter(dealing))
        types = Counter(note["type"] for note in dealing.notes(batch, 0))
        assert types.total() == dealing.found < dealing.n
        (line,) = dealing.summary()
        said = re.findall(r"(\d+) (\w+) \(target", line)
        assert {name: int(count) for count, name in said} == types

    def test_the_restored_mean_of_a_constant(self) -> None:
        assert three().deal(100, seed=1).mean(np.full(100, 3)) == pytest.approx(3)


class TestLevelled:
    CONDITION = "hcp(north) in 15..17 && balanced(north)"

    def test_equal_shares_over_the_values_that_occur(self) -> None:
        mixture = Mixture.levelled(self.CONDITION, hcp(north))
        assert mixture.names == tuple(f"hcp(north) == {points}" for points in (15, 16, 17))
        assert mixture.shares == (Fraction(1, 3),) * 3
        mixed = mixture.deal(90, seed=1, apportion=True)
        assert np.bincount(mixed.deals.north.hcp)[15:].tolist() == [30, 30, 30]
        assert mixed.deals.source.condition == self.CONDITION  # type: ignore[union-attr]

    def test_natural_shares_are_the_distribution(self) -> None:
        points = parse(self.CONDITION).distribution(hcp(north))
        natural = Mixture.levelled(self.CONDITION, hcp(north)).natural
        assert natural == tuple(points.probability(p) for p in (15, 16, 17))

    def test_shares_by_value(self) -> None:
        mixture = Mixture.levelled(self.CONDITION, "hcp(north)", {17: 1, 15: 2})
        assert dict(zip(mixture.names, mixture.shares, strict=True)) == {
            "hcp(north) == 15": Fraction(2, 3),
            "hcp(north) == 17": Fraction(1, 3),
        }

    def test_two_quantities(self) -> None:
        mixture = Mixture.levelled(
            self.CONDITION + " && spades(north) in 3..4", [hcp(north), spades(north)]
        )
        assert len(mixture.types) == 6
        assert mixture.names[0] == "hcp(north) == 15 && spades(north) == 3"
        assert set(mixture.deal(60, seed=1, apportion=True).counts.values()) == {10}

    def test_every_deal(self) -> None:
        mixture = Mixture.levelled(None, spades(north))
        assert len(mixture.types) == 14
        assert sum(mixture.natural) == 1
        lengths = spades(north).values(mixture.deal(28, seed=1, apportion=True).deals)
        assert np.bincount(lengths).tolist() == [2] * 14

    def test_refused(self) -> None:
        with pytest.raises(ConditionError, match=r"type 'hcp\(north\) == 18' cannot be dealt"):
            Mixture.levelled(self.CONDITION, hcp(north), {15: 1, 18: 1})
        with pytest.raises(ConditionError, match="cannot be computed exactly"):
            Mixture.levelled(None, "cccc(north)")
        with pytest.raises(ArgumentError, match="name a quantity"):
            Mixture.levelled(None, [])
        with pytest.raises(ArgumentError, match="should hold 2 values"):
            Mixture.levelled(None, [hcp(north), spades(north)], {15: 1})


def test_a_shape_test_beside_points_is_no_test_of_points_alone() -> None:
    """``or`` and ``not`` over a sum of honours and a shape are counted, not taken for the sum's."""
    either = parse("hcp(north) <= 14 || balanced(north)").count()
    weak, even = parse("hcp(north) <= 14").count(), parse("balanced(north)").count()
    assert either == weak + even - parse("hcp(north) <= 14 && balanced(north)").count()
