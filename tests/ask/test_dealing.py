"""Dealing: seeds, threads, limits, interrupts, predicates; nothing found is ever lost."""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np
import pytest

from dealwright import (
    AttemptLimitReached,
    CardError,
    ConditionError,
    Deal,
    Deals,
    DealwrightError,
    Estimate,
    KernelError,
    PredealError,
    SearchInterrupted,
    StreamError,
    as_quantity,
    deal,
    deal_number,
    deal_numbers,
    dealing,
    hcp,
    north,
    parse,
    per_deal,
)
from dealwright.answers.records import write_record
from dealwright.base import kernels
from dealwright.base.kernels import Filtered, PredealtPack
from dealwright.base.threads import thread_count
from dealwright.formats.board_file import board_file
from dealwright.numbering.stream import Stream, fresh_seed
from dealwright.planning.sampling.searching import Uniform, hit_counts, search
from dealwright.planning.sampling.uniform import uniform
from tests.asking import filter_for
from tests.oracles.recording_solver import RecordingSolver

RARE = "hcp(north) >= 25 && hcp(south) <= 2 && spades(south) >= 6"
COMMON = "hcp(north) in 15..17 && balanced(north)"


class Share:
    """A source of which an even share of the deals is accepted; ``sizes`` are those asked for."""

    first, chunk, counted = 1 << 10, 1 << 16, 1 << 4

    def __init__(self, share: float) -> None:
        self.share = share
        self.sizes: list[int] = []

    def accepted(self, at: int, size: int, capacity: int) -> Filtered:
        """Return so many of the deals, which are all alike."""
        self.sizes.append(size)
        places = np.arange(at, at + size, dtype=np.int64)
        places = places[places % round(1 / self.share) == 0] if self.share else places[:0]
        masks = np.repeat(deal(1, seed=1).masks, len(places), axis=0)
        return Filtered(masks, places.astype(np.uint64), at + size)

    def hits(self, at: int, size: int) -> int:
        """Return how many are accepted."""
        return len(self.accepted(at, size, size).deals)


class TestSeeds:
    def test_the_same_seed_deals_the_same(self) -> None:
        assert (
            deal(50, COMMON, seed=5)
            == deal(50, COMMON, seed="5")
            == deal(50, COMMON, seed=Stream(5))
        )
        assert deal(50, seed=5) != deal(50, seed=6)

    def test_a_fresh_seed_is_told_and_repeats(self) -> None:
        first = deal(3)
        assert first.source is not None
        assert deal(3, seed=first.source.seed) == first
        assert deal(3) != first

    def test_fresh_seeds_reach_every_deal(self) -> None:
        """100 bits: more than the 95.4 of the number of deals."""
        seeds = {fresh_seed() for _ in range(100)}
        assert len(seeds) == 100
        assert all(len(seed.replace("-", "")) * 5 >= 96 for seed in seeds)

    def test_a_longer_run_begins_with_a_shorter_one(self) -> None:
        assert deal(100, COMMON, seed=1)[:10] == deal(10, COMMON, seed=1)
        assert deal(5000, seed=1)[:10] == deal(10, seed=1)

    @pytest.mark.parametrize("seed", [1.5, b"x", True])
    def test_no_seeds(self, seed: object) -> None:
        with pytest.raises(StreamError, match="a seed must be"):
            deal(1, seed=seed)  # type: ignore[arg-type]

    def test_positions_outside_the_stream(self) -> None:
        for first, n in ((-1, 2), (0, -1), (1 << 64, 1)):
            with pytest.raises(StreamError, match="outside the stream"):
                Stream(1).words(first, n)
        with pytest.raises(KernelError, match="outside the stream"):
            kernels.deal_uniform(kernels.PredealtPack(), Stream(1).key, 1 << 62, 1)

    def test_uniform_deals_are_those_of_the_stream_from_its_first(self) -> None:
        pack, stream = PredealtPack(), Stream(1)
        masks = Deals.concatenate([*uniform(3000, stream, pack)]).masks
        assert np.array_equal(masks, kernels.deal_uniform(pack, stream.key, 0, 3000))
        (later,) = uniform(7, stream, pack, first=5)
        assert np.array_equal(later.masks, masks[5:12])

    def test_domains_are_independent(self) -> None:
        assert Stream(1).words(0, 4).tolist() != Stream(1).split("x").words(0, 4).tolist()
        with pytest.raises(StreamError, match="line break"):
            Stream(1, domain="a\nb")
        with pytest.raises(StreamError, match="line break"):
            Stream(1).split("a\nb")


class TestThreads:
    @pytest.mark.long
    @pytest.mark.parametrize("threads", [2, 3, 8])
    def test_results_do_not_depend_on_them(self, threads: int) -> None:
        for condition in (None, COMMON, "hcp(north) + hcp(south) >= 30"):
            one = deal(20_000, condition, seed=3, threads=1)
            many = deal(20_000, condition, seed=3, threads=threads)
            assert one == many
            assert one.source == many.source

    def test_their_number(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DEALWRIGHT_THREADS", "3")
        assert thread_count() == 3
        assert dealing(1, threads=2).resources.threads == 2
        for wrong in ("0", "many", "-1"):
            monkeypatch.setenv("DEALWRIGHT_THREADS", wrong)
            with pytest.raises(DealwrightError):
                thread_count()


class TestLimits:
    @pytest.mark.long
    def test_what_was_found_comes_with_the_error(self) -> None:
        with pytest.raises(AttemptLimitReached, match=r"tried; about 1 deal in") as caught:
            deal(100, RARE, seed=1, limit=3_000_000, method="filter")
        stop = caught.value
        assert stop.tried == 3_000_000
        assert 0 < len(stop.deals) < 100
        assert stop.deals == deal(len(stop.deals), RARE, seed=1, method="filter")

    def test_nothing_found(self) -> None:
        with pytest.raises(AttemptLimitReached, match="fewer than 1 deal in") as caught:
            deal(1, "hcp(north) == 37", seed=1, limit=100_000, method="filter")
        assert len(caught.value.deals) == 0

    def test_tried_is_exact(self) -> None:
        """Stopping just at the last accepted deal finds it; one deal less does not."""
        found = deal(7, COMMON, seed=8)
        assert found.source is not None
        assert deal(7, COMMON, seed=8, limit=found.source.tried) == found
        with pytest.raises(AttemptLimitReached):
            deal(7, COMMON, seed=8, limit=found.source.tried - 1)

    @pytest.mark.parametrize(
        ("where", "method"),
        [
            ("hcp(north) in 12..14 && cccc(south) > 1200", "mixed"),
            ("hcp(south) >= 12 && tricks(south, notrump) >= 9", "filter"),
        ],
    )
    def test_tried_is_exact_where_deals_are_examined_in_batches(
        self, where: str, method: str, stand_in: RecordingSolver
    ) -> None:
        found = deal(7, where, seed=8, method=method)
        assert found.source is not None
        tried = found.source.tried
        assert deal(7, where, seed=8, method=method, limit=tried) == found
        with pytest.raises(AttemptLimitReached):
            deal(7, where, seed=8, method=method, limit=tried - 1)

    def test_a_search_never_says_that_it_tried_more_than_it_did(
        self, stand_in: RecordingSolver
    ) -> None:
        """Of the deals that are dealt at a time only those before the last one tested count."""
        tests = filter_for(parse("hcp(south) >= 12 && tricks(south, notrump) >= 9").tree)
        source = Uniform(tests, PredealtPack(), Stream.of("tried"))
        told = list(search(7, source, tests.costly))
        assert len(told) > 1
        assert all(one.tried < other.tried for one, other in pairwise(told))
        assert all(int(some.attempts[-1]) < some.tried for some in told if len(some.attempts))
        for some in told[:-1]:
            assert len(source.accepted(0, some.tried, some.tried).deals) == some.asked

    @pytest.mark.parametrize("limit", [1, 100, 777])
    def test_a_count_of_solved_deals_ends_at_its_limit(
        self, limit: int, stand_in: RecordingSolver
    ) -> None:
        tests = filter_for(parse("hcp(south) >= 12 && tricks(south, notrump) >= 9").tree)
        source = Uniform(tests, PredealtPack(), Stream.of("tried"))
        *_, last = told = list(islice(hit_counts(source, tests.costly, limit=limit), 1000))
        assert len(told) < 1000
        assert last.tried == limit
        assert last.asked == len(source.accepted(0, limit, limit).deals)

    def test_batches_grow_to_about_16_thousand_deals(self) -> None:
        source = Share(1.0)
        list(search(60_000, source, []))
        assert source.sizes[:6] == [1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 14]

    def test_batches_grow_while_few_deals_are_found(self) -> None:
        source = Share(1 / 256)
        list(search(1000, source, []))
        assert source.sizes[:8] == [*(1 << size for size in range(10, 16)), 1 << 16, 1 << 16]

    def test_nothing_is_asked_about_deals_that_are_not_found(
        self, stand_in: RecordingSolver
    ) -> None:
        costly = filter_for(parse("tricks(south, notrump) >= 9").tree).costly
        told = list(search(1, Share(0.0), costly, limit=5000))
        assert told[-1].tried == 5000
        assert {one.asked for one in told} == {0}

    def test_steps_of_a_count_of_solved_deals_grow_fourfold_at_most(
        self, stand_in: RecordingSolver
    ) -> None:
        """While no deal comes to the solver: the next step may be full of deals that do."""
        costly = filter_for(parse("tricks(south, notrump) >= 9").tree).costly
        tried = [one.tried for one in hit_counts(Share(0.0), costly, limit=10_000)]
        steps = np.diff([0, *tried])
        assert (steps[1:-1] == 4 * steps[:-2]).all()
        assert len(steps) > 3

    @pytest.mark.parametrize("limit", [1, 16, 1000, 1008])
    def test_steps_of_a_count_double_and_end_at_the_limit(self, limit: int) -> None:
        tried = [0, *(one.tried for one in hit_counts(Share(0.5), [], limit=limit))]
        assert tried[-1] == limit
        steps = np.diff(tried)
        assert (steps[:-1] == 16 * 2 ** np.arange(len(steps) - 1)).all()
        assert 0 < steps[-1] <= 16 * 2 ** (len(steps) - 1)

    @pytest.mark.parametrize("n", [-1, 1.5, "5"])
    def test_no_numbers_of_deals(self, n: object) -> None:
        with pytest.raises(DealwrightError, match="number of deals"):
            deal(n)  # type: ignore[arg-type]

    def test_more_than_memory(self) -> None:
        with pytest.raises(DealwrightError, match="do not fit in memory"):
            deal(10**12)

    def test_none(self) -> None:
        assert len(deal(0)) == len(deal(0, COMMON)) == 0

    def test_unknown_method(self) -> None:
        with pytest.raises(DealwrightError, match="choose auto, exact, filter, mixed"):
            deal(1, method="magic")


def test_an_interrupt_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    real = kernels.filter_deals

    def interrupted(*arguments: object) -> object:
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(kernels, "filter_deals", interrupted)
    with pytest.raises(SearchInterrupted, match="interrupted: ") as caught:
        deal(10**6, COMMON, seed=1, threads=1)
    assert isinstance(caught.value, KeyboardInterrupt)
    assert len(caught.value.deals) > 100
    monkeypatch.undo()
    assert caught.value.deals == deal(len(caught.value.deals), COMMON, seed=1)


def test_an_interrupt_of_uniform_dealing(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    real = kernels.deal_uniform

    def interrupted(*arguments: object) -> object:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(kernels, "deal_uniform", interrupted)
    with pytest.raises(SearchInterrupted, match="interrupted: ") as caught:
        deal(10**6, seed=1, threads=1)
    monkeypatch.undo()
    assert len(caught.value.deals) == 2 << 16
    assert caught.value.deals == deal(2 << 16, seed=1)


def test_deals_that_are_dealt_plainly_have_no_notes() -> None:
    job = dealing(3, "hcp(north) >= 15", seed=1)
    assert not job.has_notes
    assert job.notes(job.result(), 0) == [{}, {}, {}]


class TestImpossible:
    @pytest.mark.parametrize(
        "text",
        [
            "hcp(north) > 40",
            "spades(north) >= 7 && spades(north) <= 5",
            "shape(north, 5xxx) && spades(north) == 4",
            "hcp(north) >= 20 && hcp(north) < 10",
            "balanced(north) && shape(north, any 5440)",
            "hascard(north, AS) && aces(north, spades) == 0",
            "0",
            "hascard(north, AS) && hascard(south, SA)",
        ],
    )
    def test_refused_at_once(self, text: str) -> None:
        with pytest.raises(ConditionError, match="no deal satisfies"):
            deal(1, text)
        assert parse(text).count() == 0
        assert parse(text).probability() == 0

    def test_certain_conditions_are_dealt_uniformly(self) -> None:
        dealt = dealing(5, "hcp(north) <= 37 || spades(south) > 3", seed=1)
        assert dealt.method == "uniform"
        assert dealt.plan.filter.certain


class TestPredicates:
    def test_of_a_batch(self) -> None:
        found = deal(20, lambda deals: deals.north.hcp == deals.south.hcp, seed=2)
        assert (found.north.hcp == found.south.hcp).all()

    def test_of_one_deal(self) -> None:
        """A function that cannot answer for a batch is asked deal by deal."""
        one = deal(5, lambda deal: deal.north.hcp > 9 and len(deal.south.spades) > 3, seed=2)
        same = deal(
            5, per_deal(lambda deal: deal.north.hcp > 9 and len(deal.south.spades) > 3), seed=2
        )
        assert one == same == deal(5, "hcp(north) > 9 && spades(south) > 3", seed=2)

    def test_joined_to_a_condition(self) -> None:
        both = (hcp(north) >= 15) & (lambda deals: deals.south.hcp == 0)
        found = deal(3, both, seed=2)
        assert (found.north.hcp >= 15).all()
        assert (found.south.hcp == 0).all()
        assert found == deal(3, "hcp(north) >= 15 && hcp(south) == 0", seed=2, method="filter")

    def test_inside_an_alternative(self) -> None:
        """A predicate may stand anywhere; what it decides is what a mask of the batch says."""
        strong = per_deal(lambda deal: deal.north.hcp >= 20)
        either = parse("hcp(south) >= 22") | strong
        deals = deal(3000, seed=1)
        expected = (deals.south.hcp >= 22) | (deals.north.hcp >= 20)
        assert (either.matches(deals) == expected).all()
        assert ((~strong).matches(deals) == (deals.north.hcp < 20)).all()
        found = deal(20, either, seed=1)
        assert ((found.south.hcp >= 22) | (found.north.hcp >= 20)).all()
        assert found == deal(20, "hcp(south) >= 22 || hcp(north) >= 20", seed=1, method="filter")

    def test_its_own_error_is_told(self) -> None:
        with pytest.raises(ConditionError, match="fails on a deal"):
            deal(1, lambda deal: deal.nobody.hcp > 3)

    def test_a_wrong_answer_is_told(self) -> None:
        def fickle(deals):
            return np.ones(len(deals) if len(deals) < 4 else 1, dtype=bool)

        with pytest.raises(ConditionError, match=r"should return .* truth values"):
            deal(100, fickle)


class TestPredeal:
    def test_cards_stay(self) -> None:
        deals = deal(100, COMMON, predeal="south SAK, H2; west CA", seed=1)
        from dealwright import Card

        assert all(deals.south.has(Card(c)).all() for c in ("SA", "SK", "H2"))
        assert deals.west.has(Card("CA")).all()
        assert (deals.north.hcp >= 15).all()

    def test_a_whole_deal(self) -> None:
        text = "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983"
        hands = dict(zip("NESW", text[2:].split(), strict=True))
        assert str(deal(2, predeal=hands, seed=1)) == f"{text}\n{text}"

    def test_impossible(self) -> None:
        with pytest.raises(PredealError, match="both north and south"):
            deal(1, predeal="N SA S SA")
        with pytest.raises(ConditionError, match="with the predealt cards"):
            deal(1, "hascard(west, SA)", predeal="N SA")


class TestEstimates:
    @pytest.mark.long
    def test_within_the_interval(self) -> None:
        """95 % intervals: of forty seeds some miss; more than nine would happen once in 30,000."""
        truth = 2610137721058114653884217600
        counts = [parse(COMMON).count(seed=s, hits=2000, method="filter") for s in range(40)]
        assert all(isinstance(count, Estimate) and not count.exact for count in counts)
        assert sum(not count.low <= truth <= count.high for count in counts) <= 9

    def test_explain(self) -> None:
        explanation = parse(COMMON + " && spades(south) >= 5").explain(seed=1, hits=5000)
        values = write_record(explanation)
        assert values["exact"] is True
        assert values["method"] == "filter"
        assert values["exact_part"]["count"] == values["count"]
        assert int(values["count"]) == pytest.approx(
            values["probability"] * 53644737765488792839237440000
        )
        assert values["one_in"] == pytest.approx(1 / values["probability"])
        shares = {clause["text"]: clause["alone"] for clause in values["clauses"]}
        assert shares["balanced(north)"] == pytest.approx(0.476, abs=0.01)
        assert "balanced(north)" in str(explanation)

    def test_everything(self) -> None:
        assert int(parse("1").count()) == 53644737765488792839237440000
        assert parse("1").probability() == 1


class TestDealsOf:
    TEXT = "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -"

    def test_one_several_and_texts(self) -> None:
        one, two = Deal(self.TEXT), deal(1, seed=1)[0]
        assert list(Deals.of(one)) == list(Deals.of(self.TEXT)) == [one]
        assert list(Deals.of([one, two.text()])) == [one, two]
        assert list(Deals.of(each for each in (two, one))) == [two, one]
        assert list(Deals.of(f"{self.TEXT}\n\n{two.text('W')}\n")) == [one, two]
        assert len(Deals.of([])) == 0
        batch = deal(3, seed=1)
        assert Deals.of(batch) is batch
        assert list(batch + one) == [*batch, one]
        assert Deals.concatenate([batch, one, [two]]) == batch + one + two

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ([Deal(TEXT), "N:A... - - -"], "deal 1: north has 1 cards"),
            ([1, 2, 3, 4], "item 0 is 1, not a Deal or its text; Deals(masks) takes an array"),
            (5, "5 is not deals; give Deals, a Deal, its text, or a sequence of these"),
            ("north: 15-17", "line 1: a deal has four hands"),
        ],
    )
    def test_what_is_no_deal(self, given: object, message: str) -> None:
        with pytest.raises(CardError) as error:
            Deals.of(given)  # type: ignore[arg-type]
        assert message in str(error.value)

    def test_functions_of_deals_take_a_deal(self) -> None:
        one = Deal(self.TEXT)
        flat, points = parse("hcp(south) == 18"), as_quantity("hcp(south)")
        assert (flat.matches(one), points.values(one)) == (True, 18)
        assert (flat.matches([one]).tolist(), points.values([one, self.TEXT]).tolist()) == (
            [True], [18, 18],
        )  # fmt: skip
        numbers = parse("hcp(south) == 18").numbers()
        assert numbers.rank_many(one) == [numbers.rank(one)]
        low, high = deal_numbers(one)
        assert deal_number(one) == deal_number(one.masks) == int(high[0]) * 2**64 + int(low[0])
        assert board_file(one, "line").content == board_file(Deals.of(one), "line").content
