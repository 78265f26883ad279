"""Counts by scores, by brute force on small packs, and by what must hold on the whole one.

Deals of a small pack are listed (``tests/oracles/small_packs.py``). On the whole pack a condition
has as many deals as the one with seats exchanged, and parts of a condition add up.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealwright import parse
from dealwright.base.errors import BudgetExceeded, KernelError
from dealwright.conditions import nodes
from dealwright.conditions.exchanges import exchanged
from dealwright.conditions.parse import parse_tree
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.filter import conjuncts
from dealwright.planning.models.base import CountingProblem
from dealwright.planning.models.boxes import BoxesModel, boxes_model
from dealwright.planning.models.choice import Builder
from dealwright.planning.models.honours import honours_model
from dealwright.planning.models.pooled_seats import sides_of
from dealwright.planning.models.score_ranges import products_of
from dealwright.planning.models.suits import suits_model
from dealwright.planning.sampling.evaluation import values_of
from tests.base.test_stopping import WITHIN, time_to_stop
from tests.laws.exact_strategies import FEW, MANY, Pack, packs, problems, tree_of
from tests.laws.test_exact_counts import by_evaluation, by_hand
from tests.oracles import small_packs
from tests.trials import soak
from tests.twins.plain.boxes import BoxCount as BoxTwin

SOAK = pytest.param(True, marks=pytest.mark.slow)
HANDS = (
    "hcp", "losers", "opening_count", "zar", "starting_points", "goren", "ltc", "controls",
    "bergen_points", "freakness", "longest", "pearson", "spades", "hearts",
)  # fmt: skip
WHOLE = 53644737765488792839237440000


def model_of(tree: nodes.Node, fixed: tuple[int, ...] = (0, 0, 0, 0)) -> BoxesModel | None:
    """Return the model of a condition, None where it is not one of scores."""
    try:
        return boxes_model(CountingProblem(tuple(conjuncts(tree)), fixed), Effort())
    except TooLarge:
        return None


def total_of(tree: nodes.Node, fixed: tuple[int, ...] = (0, 0, 0, 0)) -> int | None:
    """Return a condition's deals by scores, None where it is not one of scores."""
    model = model_of(tree, fixed)
    if model is None:
        return None
    return 0 if model.impossible else model.count().total


@st.composite
def scored(draw: st.DrawFn, shares: list[tuple[int, ...]]) -> tuple[Pack, nodes.Node]:
    """Draw a pack, and tests of scores of one to four hands that its one deal nearly satisfies."""
    pack = draw(packs(shares))
    seat = st.sampled_from(pack.seats)
    hand = st.builds("{}({})".format, st.sampled_from(HANDS), seat)
    several = st.builds(
        "{} {} {} {} {}".format,
        hand, st.sampled_from("+-"), hand, st.sampled_from("+-"), hand,
    )  # fmt: skip
    fit = st.sampled_from(["longest_fit(ns)", "longest_fit(ew)", "fits(ns)", "fits(ew)"])

    def near(term: str) -> str:
        value = pack.value(term) + draw(st.integers(-1, 1))
        return f"{term} {draw(st.sampled_from(['<=', '>=', '<', '>', '==', '!=']))} {value}"

    test = st.one_of(
        st.builds(near, st.one_of(hand, hand, several)),
        st.builds("{} {} {}".format, hand, st.sampled_from(["<", ">="]), hand),
        st.builds(near, fit),
    )
    clause = st.one_of(
        test,
        test,
        st.builds("(({}) + ({}) + ({}) == 1)".format, test, test, test),
        st.builds("(({}) || ({}))".format, test, test),
    )
    texts = draw(st.lists(clause, min_size=1, max_size=4))
    return pack, tree_of(" && ".join(texts))


@pytest.mark.long
@pytest.mark.parametrize("long", [False, SOAK])
def test_small_packs_are_counted_by_scores_as_by_hand(long: bool) -> None:
    """Random conditions of the whole language: those that are of scores have the right count."""
    seen: Counter[str] = Counter()

    @settings(max_examples=soak(2000) if long else 60, deadline=None)
    @given(problems(FEW))
    def agrees(problem: tuple[Pack, nodes.Node]) -> None:
        pack, tree = problem
        total = total_of(tree, pack.fixed)
        seen["counted" if total is not None else "others"] += 1
        if total is not None:
            deals = np.array(list(small_packs.deals(pack.fixed)), dtype=np.uint64)
            assert total == by_hand(tree, deals).sum()

    agrees()
    assert seen["counted"] >= seen["others"] / 4, seen


@pytest.mark.long
@pytest.mark.parametrize("long", [False, SOAK])
def test_scores_of_several_hands_are_counted_as_evaluated(long: bool) -> None:
    """Scores, fits and comparisons over hands: both models have the count of all deals."""
    seen: Counter[str] = Counter()

    @settings(max_examples=soak(2000) if long else 60, deadline=None)
    @given(scored(FEW + MANY[:4]))
    def agrees(problem: tuple[Pack, nodes.Node]) -> None:
        pack, tree = problem
        deals = np.array(list(small_packs.deals(pack.fixed)), dtype=np.uint64)
        wanted = int(by_evaluation(tree, deals).sum())
        total = total_of(tree, pack.fixed)
        seen["counted" if total is not None else "others"] += 1
        seen["some"] += 0 < wanted < len(deals)
        assert total in (wanted, None)
        try:
            model = suits_model(CountingProblem(tuple(conjuncts(tree)), pack.fixed), Effort(5.0))
        except TooLarge:
            return
        if model.predicted_seconds < 0.5:
            assert (0 if model.impossible else model.count().total) == wanted

    agrees()
    assert seen["counted"] >= seen["others"] / 4, seen  # two thirds are counted, on average
    assert seen["some"] >= seen["counted"] / 10, seen


SHAPES_WITH_RANGES = (
    "shape({}, s in 5..6)", "shape({}, l1 in 5..6)", "shape({}, s - h in 0..2)",
    "shape({}, l4 in ..2 && not (d in {{3, 5}}))", "shape({}, s > h ? c in 2.. : d in ..3)",
    "shape{{{}, 5+xxx:s in 5..6}}", "shape{{{}, 4+xxx - xx4x:s+h in 7..}}",
)  # fmt: skip
BESIDE = (
    "longest_fit(ns) == longest_fit(ew)", "hcp(east) + losers(east) > 20", "fits(ns) > fits(ew)",
    "zar(north) >= zar(south)", "losers(north) + losers(south) in 12..15",
    "opening_count(west) > 18 || hcp(east) == 9", "hcp(north) > hcp(south)",
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("build", "applies"), [(honours_model, False), (suits_model, True), (boxes_model, True)]
)
def test_every_way_of_counting_reads_shapes_with_ranges(build: Builder, applies: bool) -> None:
    """The planner would take the cheapest way of a small pack, so each is forced here."""
    seen: Counter[str] = Counter()

    @settings(max_examples=20, deadline=None)
    @given(packs(FEW), *map(st.sampled_from, (SHAPES_WITH_RANGES, BESIDE)), st.booleans())
    def agrees(pack: Pack, shape: str, beside: str, either: bool) -> None:
        test = shape.format(pack.seats[0])
        tree = tree_of(f"{test} {'||' if either else '&&'} {beside}")
        problem = CountingProblem(tuple(conjuncts(tree)), pack.fixed)
        try:
            model = build(problem, Effort(1.0))
        except TooLarge:
            model = None
        if model is not None and (model.impossible or model.predicted_seconds < 0.5):
            seen["counted"] += 1
            deals = np.array(list(small_packs.deals(pack.fixed)), dtype=np.uint64)
            total = 0 if model.impossible else model.count().total
            assert total == by_evaluation(tree, deals).sum()

    agrees()
    assert bool(seen["counted"]) == applies, seen  # honours know no lengths


@pytest.mark.parametrize(
    "text",
    [
        "shape(north, s in 5..6) && longest_fit(ns) == longest_fit(ew)",
        "shape(north, l1 in 5..6) && longest_fit(ns) == longest_fit(ew)",
        "shape(north, s - h in 0..2) && hcp(east) + losers(east) > 20",
        "shape{north, 5+xxx:s in 5..6} && longest_fit(ns) == longest_fit(ew)",
    ],
)
def test_shapes_with_ranges_are_counted_beside_scores(text: str) -> None:
    """As many deals as with the shapes in another spelling, which has no range."""
    other = (
        text.replace("s in 5..6", "s >= 5 && s <= 6")
        .replace("l1 in 5..6", "l1 >= 5 && l1 <= 6")
        .replace("s - h in 0..2", "s - h >= 0 && s - h <= 2")
        .replace("5+xxx:s >= 5 && s <= 6", "5+xxx:s>=5,s<=6")
    )
    total = total_of(tree_of(text))
    assert total == total_of(tree_of(other))
    assert parse(text).count() == total


def test_a_capped_score_that_all_layouts_share_counts() -> None:
    """Fixed cards have all the points that decide, so that the cap leaves one value of a half."""
    fixed = (880262140600320, 2341978574422016, 5648193161216, 1275435774149361)
    tree = tree_of(
        "hcp(east) <= 11 && opening_count(north) < hcp(south) && "
        "(losers(north) <= 8 || hcp(north) < new_losers(north))"
    )
    deals = np.array(list(small_packs.deals(fixed)), dtype=np.uint64)
    assert total_of(tree, fixed) == by_evaluation(tree, deals).sum() == 51


@pytest.mark.long
def test_the_kernel_agrees_with_its_plain_twin() -> None:
    """Exchanges of seats, mirrored halves and differences of sums change nothing."""
    seen: Counter[str] = Counter()

    @settings(max_examples=25, deadline=None)
    @given(scored(FEW))
    def agrees(problem: tuple[Pack, nodes.Node]) -> None:
        pack, tree = problem
        model = model_of(tree, pack.fixed)
        if model is not None and not model.impossible:
            seen["compared"] += 1
            assert model.count().total == BoxTwin(model.arrays).total

    agrees()
    assert seen["compared"] >= 2  # eleven, on average


MERGED = [
    # two seats as one hand; three suits or two whose lengths nobody reads; one hand's lengths alone
    ("spades(n) + spades(s) >= 9 && hcp(n) + hcp(s) in 20..22", {"shares": 10_400_600}),
    pytest.param(
        "hcp(n) + hcp(e) + hcp(s) >= 30 && hearts(w) >= 6", {"shares": 84478098072866400},
        marks=pytest.mark.long,
    ),
    ("spades(n) > spades(s) && hcp(n) > hcp(s)", {"wide": 1, "shares": 1}),
    ("spades(n) > spades(s) && hearts(n) > 4 && hcp(n) > hcp(s)", {"wide": 0, "shares": 1}),
    ("longest(n) <= 4 && hcp(n) in 15..17 && hcp(s) <= 5", {"products": 1, "shares": 1}),
    ("longest(n) <= 4 && hcp(n) > hcp(s) || spades(n) + controls(s) > 9", {"products": 3}),
    pytest.param(
        "losers(n) + losers(s) <= 11 && hcp(n) + hcp(s) <= 22", {"products": 1, "shares": 1},
        marks=pytest.mark.long,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sizes"), MERGED)
@pytest.mark.parametrize("fixed", [(0, 0, 0, 0), (1 << 12, 1 << 25, 1, 0)])
def test_what_is_merged_is_counted_as_by_suits(
    text: str, sizes: dict[str, int], fixed: tuple[int, ...]
) -> None:
    """North has the ace of clubs and East that of diamonds, South the two of clubs, or nobody."""
    tree = parse_tree(text)
    model = model_of(tree, fixed)
    assert model is not None
    if not any(fixed):
        assert {name: int(model.arrays[name][0]) for name in sizes} == sizes
    by_suits = suits_model(CountingProblem(tuple(conjuncts(tree)), fixed), Effort(5.0))
    assert model.count().total == by_suits.count().total


def test_seats_that_are_read_apart_are_not_one_hand() -> None:
    for clause in ("hcp(n) >= 5", "hascard(n, SA)", "losers(n) + losers(s) < 14", "balanced(s)"):
        tree = parse_tree(f"spades(n) + spades(s) >= 8 && {clause}")
        assert sides_of(CountingProblem(tuple(conjuncts(tree)))) == []
    tree = parse_tree("fits(ns) > 1 && hcp(e) + hcp(w) > 20 && hcp(n) + hcp(s) - hcp(w) > 9")
    assert sides_of(CountingProblem(tuple(conjuncts(tree)))) == [[0, 2]]


@given(st.lists(st.integers(1, 4), max_size=3).flatmap(
    lambda shape: st.tuples(st.just(shape), st.binary(min_size=64, max_size=64))
))  # fmt: skip
def test_products_of_labels_are_disjoint_and_make_up_what_is_accepted(
    drawn: tuple[list[int], bytes],
) -> None:
    shape, bits = drawn
    size = int(np.prod(shape, dtype=np.int64))
    accepted = (np.frombuffer(bits, np.uint8)[:size] & 1).astype(np.bool_).reshape(shape)
    times = np.zeros(shape, dtype=np.int64)
    for product in products_of(accepted):
        sets = [[label for label in range(9) if bits >> label & 1] for bits in product]
        times[np.ix_(*sets) if sets else ()] += 1
    assert np.array_equal(times, accepted)


SMALL_FREE = tuple(0x1FF8 << 13 * suit for suit in range(4))  # each seat lacks three cards


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "losers(n) <= 4 && losers(e) <= 4 && losers(s) <= 4 && losers(w) <= 4",
        "(spades(n) >= 3) + (hearts(e) >= 12) + (clubs(w) <= 12) == 2",
        "spades(n) > hearts(s) && spades(e) > hearts(w)",
        "freakness(n) + freakness(e) + freakness(s) + freakness(w) >= 60",
        "longest_fit(ns) == longest_fit(ew)",
    ],
)
def test_a_pack_of_twelve_cards(text: str) -> None:
    """369,600 deals of twelve small cards, each looked at."""
    tree = parse_tree(text)
    deals = np.array(list(small_packs.deals(SMALL_FREE)), dtype=np.uint64)
    assert total_of(tree, SMALL_FREE) == int((values_of(tree, deals) != 0).sum())


TWINS = [
    "losers(n) <= 7 && losers(e) <= 7 && losers(s) <= 7 && losers(w) <= 8",
    "losers(n) + losers(s) < losers(e) + losers(w)",
    "losers(n) + losers(s) <= 14 && longest_fit(ns) >= 9",
    "spades(n) > hearts(s) && spades(e) > hearts(w)",
    "longest_fit(ns) >= 9 && longest_fit(ew) >= 8",
    "ltc(n) + ltc(s) <= 14.0 && longest_fit(ns) >= 8 && hcp(n) + hcp(s) in 20..25",
    "starting_points(n) + starting_points(s) >= 26 && spades(n) + spades(s) >= 8",
    pytest.param("zar(n) + zar(s) >= 52 && zar(e) < 26", marks=pytest.mark.slow),
    "longest(n) > longest(s) && longest(e) > longest(w)",
]


@pytest.mark.parametrize("text", TWINS)
def test_seats_can_be_exchanged(text: str) -> None:
    """North and east, and south and west, trade names: as many deals."""
    tree = parse_tree(text)
    turned = exchanged(tree, seats=(1, 0, 3, 2))
    assert parse(text).count(method="exact") == total_of(turned)
    assert total_of(tree) == total_of(turned)


@pytest.mark.long
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "losers(n) + losers(s) < losers(e) + losers(w)",
            "losers(n) + losers(s) > losers(e) + losers(w)",
        ),
        ("zar(n) + zar(s) < zar(e) + zar(w)", "zar(n) + zar(s) > zar(e) + zar(w)"),
        ("longest(n) > longest(s)", "longest(n) < longest(s)"),
    ],
)
def test_what_is_less_greater_and_equal_is_everything(one: str, other: str) -> None:
    """Two halves that mirror each other and what is equal are all deals."""
    less, more = parse(one).count(method="exact"), parse(other).count(method="exact")
    equal = parse(one.replace("<", "==").replace(">", "==")).count(method="exact")
    assert less == more
    assert less + more + equal == WHOLE


@pytest.mark.long
def test_who_opens_adds_up() -> None:
    """Two who pass: a third passes too or opens."""
    passes = "opening_count({}) < 20"
    two = " && ".join(passes.format(seat) for seat in "ne")
    third = parse(f"{two} && {passes.format('s')}").count(method="exact")
    opens = parse(f"{two} && opening_count(s) >= 20").count(method="exact")
    assert third + opens == parse(two).count(method="exact")


PASSED_OUT = " && ".join(f"opening_count({seat}) < 20" for seat in "nesw")


def test_a_count_keeps_to_its_budget_and_draws_nothing() -> None:
    model = model_of(parse_tree("losers(n) + losers(e) + losers(s) + losers(w) <= 20"))
    assert model is not None
    engine = model.count()
    assert model.count(most_operations=engine.operations).total == engine.total
    with pytest.raises(BudgetExceeded):
        model.count(most_operations=engine.operations - 1)
    with pytest.raises(KernelError, match="have no numbers"):
        engine.unrank(np.zeros(1, np.uint64), np.zeros(1, np.uint64))


@pytest.mark.long
def test_a_count_can_be_stopped() -> None:
    """A second's count ends within a tenth of one."""
    model = model_of(parse_tree(PASSED_OUT))
    assert model is not None
    assert time_to_stop(model.count, 0.2, 1.0) < WITHIN


@pytest.mark.slow
def test_one_of_four_opens() -> None:
    """Exactly one of four opens: four times that a given one does, and all three others pass."""
    openings = [f"opening_count({seat}) >= 20" for seat in "nesw"]
    one = parse(" + ".join(f"({test})" for test in openings) + " == 1").count(method="exact")
    passes = [test.replace(">=", "<") for test in openings]
    three = parse(" && ".join(passes[:3])).count(method="exact")
    four = parse(" && ".join(passes)).count(method="exact")
    assert one == 4 * (three - four)


@pytest.mark.parametrize(
    "text",
    [
        "longest_fit(ns) == 7 && longest_fit(ew) >= 9",
        "spades(n) + hearts(n) > diamonds(s) + clubs(s) && "
        "spades(e) + hearts(e) > diamonds(w) + clubs(w)",
    ],
)
def test_what_no_deal_satisfies_is_proved(text: str) -> None:
    """Seven cards in every suit of one side are six in every suit of the other: all its fits are 7.

    The majors that a hand has more than another has minors are as many for both sides.
    """
    assert parse(text).count() == 0
    assert isinstance(parse(text).count(), int)


def test_the_greatest_score_that_seven_bits_compare() -> None:
    """A score up to 127 is counted by scores, and no deal is lost at the edge."""
    score = "hcp(north) * 3 + losers(north) + hcp(south) * 5"
    above, below = (total_of(tree_of(f"{score} {rest}")) for rest in (">= 127", "<= 126"))
    assert above
    assert below
    assert above + below == WHOLE
    assert total_of(tree_of(f"{score} >= 129")) is None


def test_more_letters_than_sixteen_bits_hold_are_refused() -> None:
    """They wrapped round: 0.66 was printed for 0.587, as exact."""
    tests = [f"fifths({seat}, spades) + 10*spades({seat}) > 14*hearts(w)" for seat in "nes"]
    either = parse(" || ".join(tests))
    count = either.count(budget=20)
    share = float(either.probability(method="filter", limit=100_000, seed="letters"))
    assert abs(float(count) / WHOLE - share) < 0.01


@pytest.mark.long
def test_four_seats_of_one_side_are_counted() -> None:
    """Every deal has forty points and thirteen spades."""
    points = " + ".join(f"hcp({seat})" for seat in "nesw")
    spades = " + ".join(f"spades({seat})" for seat in "nesw")
    assert parse(f"{points} >= 40 && {spades} >= 5").count() == WHOLE
    assert parse(f"{points} >= 41 && {spades} >= 5").count() == 0
