"""The method of 1999: its parts as the article gives them, all deals or none, its refusals."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest

from dealwright import (
    ArgumentError,
    AttemptLimitReached,
    BatchAborted,
    ConditionError,
    Seat,
    Stream,
    StreamError,
    Suit,
    deal,
    dealing,
    parse,
)
from dealwright.answers.records import read_record, write_record
from dealwright.ask.comparison import Comparison
from dealwright.cli import status_of
from dealwright.numbering.random_integers import WORDS_PER_DEAL, Draws
from dealwright.planning.method_of_1999 import (
    HUGE,
    TELFER,
    ExcessSpace,
    SeatRequirements,
    Stuck,
    deal_historically,
    hcp_goal,
    hcp_weights,
    pavlicek1999,
    requirements_of,
)
from tests.golden import published

EXAMPLE = (
    "hcp(west) in 11..15 && spades(west) in 5..6 && hearts(west) == 4 "
    "&& hcp(east) == 10 && diamonds(east) >= 4"
)
METHOD = "pavlicek1999"


def needs(text: str) -> tuple[SeatRequirements, ...]:
    return requirements_of(parse(text).tree)


class TestDraws:
    def test_every_bound_is_kept(self) -> None:
        draws = Draws(Stream(1), 0)
        for bound in (1, 2, 3, 96, 1 << 63, (1 << 63) + 1, (1 << 64) - 1, 1 << 64):
            assert all(0 <= draws.below(bound) < bound for _ in range(20))

    def test_words_that_would_favour_a_number_are_drawn_again(self) -> None:
        """Below 3 * 2^62 a quarter of the words is surplus: those with a low half under 2^62."""
        bound = 3 << 62
        words = Stream(1).words(0, 400).tolist()
        kept = [word for word in words if word * bound % (1 << 64) >= (1 << 64) % bound]
        draws = Draws(Stream(1), 0)
        assert [draws.below(bound) for _ in range(200)] == [w * bound >> 64 for w in kept[:200]]
        assert len(kept) < 350

    def test_deals_read_words_of_their_own(self) -> None:
        stream = Stream(1)
        first = stream.words(5 * WORDS_PER_DEAL, 3).tolist()
        draws = Draws(stream, 5)
        assert [draws.below(1 << 64) for _ in range(3)] == first

    def test_words_run_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("dealwright.numbering.random_integers.WORDS_PER_DEAL", 256)
        draws = Draws(Stream(1), 0)
        for _ in range(256):
            draws.below(2)
        with pytest.raises(StreamError, match="used up"):
            draws.below(2)

    def test_weights_and_shuffles(self) -> None:
        draws = Draws(Stream(1), 0)
        chosen = Counter(draws.weighted([1, 0, 3]) for _ in range(4000))
        assert set(chosen) == {0, 2}
        assert abs(chosen[2] - 3000) < 150  # 5.4 standard errors
        orders = Counter(tuple(draws.shuffled("abc")) for _ in range(600))
        assert len(orders) == 6


class TestTelfer:
    def test_the_table_is_right_but_for_no_misprint(self) -> None:
        """Each entry is the exact share rounded; 8 HCP would not be as it was reprinted."""
        hands = published.HANDS_BY_HCP
        exact = [1e6 * hands[hcp] / published.HANDS for hcp in range(31)]
        assert [round(share) for share in exact] == list(TELFER)
        assert round(1e6 * sum(hands[31:]) / published.HANDS) == HUGE
        assert TELFER[8] == 88922

    def test_weights_of_a_range(self) -> None:
        assert sum(hcp_weights(15, 17).values()) == 100_963
        assert hcp_weights(31, 37) == {31: 1}
        assert hcp_weights(32, 36) == {32: 1}

    def test_goals_lie_in_the_range(self) -> None:
        for low, high in ((0, 37), (10, 10), (29, 33), (32, 36), (37, 37)):
            goals = {hcp_goal(low, high, Draws(Stream(2), i)) for i in range(200)}
            assert goals <= set(range(low, high + 1))

    def test_huge_hands_fall_by_four(self) -> None:
        goals = Counter(hcp_goal(32, 36, Draws(Stream(3), i)) for i in range(3410))
        expected = {32: 2560, 33: 640, 34: 160, 35: 40, 36: 10}
        statistic = sum((goals[hcp] - mean) ** 2 / mean for hcp, mean in expected.items())
        assert statistic < 40  # 4 degrees: probability 4e-8


class TestExcessSpace:
    def test_the_example(self) -> None:
        space = ExcessSpace(needs(EXAMPLE))
        assert space.available == [13, 9, 9, 8]
        assert space.excess[Seat.WEST] == [4, 4, 0, 1]
        assert space.excess[Seat.NORTH] == [13, 9, 9, 8]
        assert space.excess[Seat.EAST] == [9, 9, 9, 8]
        assert space.soft == [13, 9, 13, 4]

    def test_updates(self) -> None:
        """A sixth spade for west leaves three soft cards and seven spades, for all others too."""
        space = ExcessSpace(needs(EXAMPLE))
        space._take(Seat.WEST, Suit.SPADES)
        assert space.slots[Seat.WEST] == [0, 0, 4, 6]
        assert space.excess[Seat.WEST] == [3, 3, 0, 0]
        assert space.available == [13, 9, 9, 7]
        assert space.excess[Seat.EAST] == [9, 9, 9, 7]

    def test_cards_that_nobody_else_could_take_are_forced(self) -> None:
        """Of eight clubs left after west and north, south may have four: east must take four."""
        text = "clubs(west) == 3 && clubs(north) == 2 && clubs(south) <= 4 && diamonds(east) >= 5"
        for i in range(50):
            space, draws = ExcessSpace(needs(text)), Draws(Stream(i), 0)
            patterns = [space.resolve(seat, draws) for seat in (Seat.WEST, Seat.NORTH)]
            assert [pattern[Suit.CLUBS] for pattern in patterns] == [3, 2]
            assert space.resolve(Seat.EAST, draws)[Suit.CLUBS] >= 4
            assert space.resolve(Seat.SOUTH, draws)[Suit.CLUBS] <= 4

    def test_a_suit_that_fits_nowhere(self) -> None:
        space = ExcessSpace([SeatRequirements(lengths=((0, 3), (0, 13), (0, 13), (0, 13)))] * 4)
        with pytest.raises(Stuck, match="room for all the clubs"):
            space.resolve(Seat.NORTH, Draws(Stream(1), 0))

    def test_weights_can_be_adjusted(self) -> None:
        requirements = needs("diamonds(east) >= 4")

        def mean(percent: int) -> float:
            weights = {(Seat.EAST, Suit.DIAMONDS): percent}
            *_, deals = pavlicek1999(300, requirements, Stream(1), weights=weights)
            return float(deals.east.length(Suit.DIAMONDS).mean())

        assert mean(25) < mean(100) < mean(400)


CONDITIONS = [
    EXAMPLE,
    "hcp(north) in 15..17",
    "hcp(north) >= 31",
    "hcp(north) <= 3 && hcp(south) in 20..21",
    "hcp(north) in 6..9 && hcp(east) in 6..9 && hcp(west) in 6..9",
    "spades(north) >= 9 && hcp(south) >= 15",
    "spades(west) >= 5 && hearts(north) >= 5 && diamonds(east) >= 5 && clubs(south) <= 4",
    "hcp(n) in 12..14 && spades(n) in 2..5 && hearts(n) in 2..5 && diamonds(n) in 2..5",
    "spades(north) == 7 && spades(south) == 6",
    "hcp(n) == 10 && hcp(e) == 10 && hcp(s) == 10 && hcp(w) == 10",
    "hearts(south) == 0 && hcp(east) >= 12",
]


class TestDealing:
    @pytest.mark.parametrize("text", CONDITIONS)
    def test_deals_satisfy_the_condition(self, text: str) -> None:
        deals = deal(40, text, seed=1, method=METHOD)
        assert len(deals) == 40
        assert type(deals)(deals.masks) == deals  # four hands of thirteen different cards
        assert parse(text).matches(deals).all()

    def test_without_a_condition(self) -> None:
        assert len(deal(5, seed=1, method=METHOD)) == 5
        assert len(deal(0, seed=1, method=METHOD)) == 0

    def test_the_source_names_the_method(self) -> None:
        source = deal(3, EXAMPLE, seed=1, method=METHOD).source
        assert source is not None
        assert (source.method, source.tried, source.seed) == (METHOD, 3, "1")

    def test_the_same_seed_deals_the_same(self) -> None:
        """Whatever the number of threads, and a longer run begins with a shorter one."""
        deals = deal(100, EXAMPLE, seed=4, method=METHOD)
        assert deals == deal(100, EXAMPLE, seed=4, method=METHOD, threads=3)
        assert deals[:10] == deal(10, EXAMPLE, seed=4, method=METHOD, threads=1)
        assert deals != deal(100, EXAMPLE, seed=5, method=METHOD)
        job = dealing(10, EXAMPLE, seed=4, method=METHOD)
        assert [len(batch) for batch in job] == [0, 10]

    def test_the_limit(self) -> None:
        with pytest.raises(AttemptLimitReached, match="7 of 9 deals") as caught:
            deal(9, EXAMPLE, seed=4, method=METHOD, limit=7)
        assert caught.value.deals == deal(7, EXAMPLE, seed=4, method=METHOD)

    def test_the_order_of_the_hands(self) -> None:
        order = [Seat.WEST, Seat.EAST, Seat.SOUTH, Seat.NORTH]
        first, again, other = (
            [*pavlicek1999(9, needs(EXAMPLE), Stream(1), order=seats)][-1]
            for seats in (order, order, order[::-1])
        )
        assert first == again != other


class TestAbort:
    def test_one_failure_takes_the_whole_batch(self) -> None:
        """A 6610 shape can hardly have 25 HCP, and the pattern is decided first."""
        text = "hcp(north) >= 25 && spades(north) >= 6"
        seed = next(s for s in range(100) if self.first_failure(text, s) > 2)
        failed = self.first_failure(text, seed)
        assert len(deal(failed, text, seed=seed, method=METHOD)) == failed
        with pytest.raises(BatchAborted, match="no deal is kept") as caught:
            deal(failed + 1, text, seed=seed, method=METHOD)
        assert len(caught.value.deals) == 0
        assert caught.value.tried == failed

    def first_failure(self, text: str, seed: int) -> int:
        own = Stream(seed).split(METHOD)
        for i in range(100):
            try:
                deal_historically(needs(text), Draws(own, i))
            except Stuck:
                return i
        return 0

    def test_a_comparison_goes_on_and_counts_what_was_given_up(self) -> None:
        text = "hcp(north) >= 25 && spades(north) >= 6"
        both = parse(text).compare(
            ["exact", METHOD], quantities=["hcp(north)", "spades(north)"], deals=100, seed=1
        )
        points, _ = both
        own, completed, i = Stream(1).split(METHOD), 0, 0
        while completed < 100:
            with suppress(Stuck):
                deal_historically(needs(text), Draws(own, i))
                completed += 1
            i += 1
        assert points.given_up == {METHOD: i - 100}
        assert i > 100
        assert points.histograms[METHOD].total == 100
        said = f"{METHOD} could not complete {i - 100} of {i} deals"
        assert [*points.lines()][-1].strip() == said
        assert read_record(Comparison, write_record(points)) == points

    @pytest.mark.long
    def test_a_comparison_in_which_hardly_a_deal_is_completed(self) -> None:
        job = parse("hcp(n) < 1 && hcp(s) < 1 && hcp(e) == 3").comparing(["exact", METHOD], seed=1)
        with pytest.raises(BatchAborted, match=r"\d of 301 deals could be completed"):
            job.result()

    def test_no_batch_comes_before_the_failure(self) -> None:
        dealt = dealing(500, "hcp(north) == 37", seed=1, method=METHOD)
        sizes: list[int] = []
        with pytest.raises(BatchAborted):
            sizes.extend(len(batch) for batch in dealt)
        assert sum(sizes) == dealt.found == 0

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("hcp(n) >= 30 && hcp(s) <= 9 && hcp(e) < 1 && hcp(w) < 1", "HCP were drawn as"),
            ("hcp(n) < 1 && hcp(s) < 1 && hcp(e) == 3", "the low cards for (north|south|east)"),
            ("hcp(n) < 1 && hcp(s) < 1 && spades(n) in 5..6 && spades(s) in 5..6", "'s pattern"),
            ("hcp(n) == 37 && spades(n) >= 6", "were not reached in 200 cycles"),
        ],
    )
    def test_reasons(self, text: str, reason: str) -> None:
        with pytest.raises(BatchAborted, match=reason):
            deal(200, text, seed=1, method=METHOD)


class TestRefusals:
    def test_predeals(self) -> None:
        with pytest.raises(ArgumentError, match="predealt cards"):
            deal(1, seed=1, method=METHOD, predeal="north SA")

    def test_predicates(self) -> None:
        with pytest.raises(ConditionError, match="HCP and of suit lengths only"):
            deal(1, lambda deals: deals.north.hcp > 3, seed=1, method=METHOD)

    @pytest.mark.long
    def test_orders_and_weights(self) -> None:
        requirements = needs(EXAMPLE)
        with pytest.raises(ArgumentError, match="each of the seats once"):
            next(pavlicek1999(1, requirements, Stream(1), order=[Seat.WEST]))
        weights = {(Seat.WEST, Suit.SPADES): 0}
        with pytest.raises(ArgumentError, match="positive"):
            next(pavlicek1999(1, requirements, Stream(1), weights=weights))


class TestCommand:
    def test_deals(self, capsys: pytest.CaptureFixture[str]) -> None:
        command = ["deal", "4", EXAMPLE, "--method", METHOD, "--seed", "1", "--format", "json"]
        assert status_of(command) == 0
        out, err = capsys.readouterr()
        assert f'"method": "{METHOD}"' in out
        assert METHOD in err

    def test_abort_writes_no_deal(self, capsys: pytest.CaptureFixture[str]) -> None:
        text = "hcp(north) == 37 && spades(north) >= 6"
        status = status_of(
            ["deal", "50", text, "--method", METHOD, "--seed", "1", "--format", "line"]
        )
        out, err = capsys.readouterr()
        assert (status, out) == (1, "")
        assert "cannot be completed" in err

    @pytest.mark.parametrize(
        "arguments", [["balanced(west)"], ["hcp(west) > 9", "--predeal", "north SA"]]
    )
    def test_refusals(self, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        assert status_of(["deal", "1", *arguments, "--method", METHOD]) == 2
        assert "'auto'" in capsys.readouterr().err
