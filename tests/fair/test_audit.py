"""The audit of hands: its laws, what it says of boards, its files and its refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb, factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import pearson3
from tools import card_laws

from dealwright import Deal, Deals, deal, read_json, write_json
from dealwright.ask.condition import as_quantity, parse
from dealwright.base.errors import ArgumentError, ConditionError
from dealwright.fair.audit import Audit, Session, auditing, session_of
from dealwright.fair.audit.alternatives import RIFFLED, SWAPPED, chosen, powers_of, rejected
from dealwright.fair.audit.answers import _bar
from dealwright.fair.audit.card_places import (
    SEATS_OF_ONE,
    TOUCHING,
    card_tests,
    new_packs,
    same_seat_law,
    table_moments,
    table_power,
)
from dealwright.fair.audit.laws import Distribution, adjusted, tails
from dealwright.fair.audit.quantities import FLAT, QUANTITIES
from dealwright.formats import Board
from dealwright.numbering.stream import Stream
from tests.statistical.faulty_shuffles import FAULTS

DIE = Distribution.of(dict.fromkeys(range(1, 7), 1))


class TestLaws:
    def test_sums(self) -> None:
        for n in range(5):
            counts = dict[int, int]()
            for roll in product(range(1, 7), repeat=n):
                counts[sum(roll)] = counts.get(sum(roll), 0) + 1
            law = DIE.times(n)
            found = {law.least + at: chance for at, chance in enumerate(law.chances)}
            assert found == pytest.approx({k: v / 6**n for k, v in counts.items()})
            assert law.mean == pytest.approx(3.5 * n)
            assert law.deviation == pytest.approx((n * 35 / 12) ** 0.5)

    def test_long_laws_by_fourier_transform_are_those_of_the_sums(self) -> None:
        coin = Distribution.of({0: 1, 1: 1})
        law = coin.times(6000)
        for value in (2900, 3000, 3055):
            exact = Fraction(comb(6000, value), 2**6000)
            assert law.chances[value - law.least] == pytest.approx(float(exact), rel=1e-9)
        assert law.chances.sum() == pytest.approx(1)
        assert (law.chances >= 0).all()

    def test_a_p_value_is_the_chance_of_what_is_no_likelier(self) -> None:
        law = DIE.times(2)
        rolls = [a + b for a in range(1, 7) for b in range(1, 7)]
        for value in range(2, 13):
            wanted = sum(rolls.count(roll) <= rolls.count(value) for roll in rolls) / 36
            assert law.p_values([value])[0] == pytest.approx(wanted)
        assert law.p_values([1, 13]).tolist() == [0, 0]

    @pytest.mark.parametrize("level", [0.001, 0.01, 0.05, 0.3])
    def test_no_level_is_passed_more_often_than_it_says(self, level: float) -> None:
        """Every outcome is listed: an exact test keeps its level."""
        for law in (DIE.times(3), DIE.times(20), Distribution.of({0: 90, 1: 9, 5: 1}).times(7)):
            assert law.power(law, level) <= level + 1e-12

    def test_the_least_of_some(self) -> None:
        law = DIE.least_of(3)
        least = [min(roll) for roll in product(range(1, 7), repeat=3)]
        assert law.chances.tolist() == pytest.approx([least.count(k) / 216 for k in range(1, 7)])

    def test_values_outside_a_law_count_as_found(self) -> None:
        assert DIE.power(Distribution.of({0: 1, 3: 3}), 0.01) == 0.25

    def test_holm(self) -> None:
        assert adjusted([]) == []
        assert adjusted([0.5, 0.001, 0.02]) == [0.5, 0.003, 0.04]
        assert adjusted([0.9, 0.8]) == [1.0, 1.0]


@pytest.fixture(scope="module")
def fair() -> Audit:
    return auditing([deal(24, seed=f"fair {at}").masks for at in range(3)]).result()


@pytest.mark.long
def test_fair_hands_pass(fair: Audit) -> None:
    assert (fair.boards, fair.sessions, fair.failed, fair.left_out) == (72, 3, (), ())
    assert fair.verdict.startswith("These 72 boards look fairly dealt")
    names = [test.name for test in fair.tests]
    assert len(set(names)) == len(names) == len(QUANTITIES) + 10
    assert {test.method for test in fair.tests} == {"exact", "bound", "moments", "permutations"}
    assert all(test.p_value <= test.adjusted <= 1 for test in fair.tests)


def test_what_is_seen_and_expected() -> None:
    deals = deal(40, seed="seen")
    found = auditing([deals.masks]).result()
    tests = {test.name: test for test in found.tests}
    assert tests["points of west"].seen == deals.west.hcp.sum()
    assert tests["points of west"].expected == pytest.approx(400)
    for quantity in QUANTITIES:
        law = parse("1").distribution(quantity.quantity)
        test = tests[quantity.name]
        assert test.expected == pytest.approx(40 * float(law.mean()))
        assert test.deviation == pytest.approx((40 * float(law.variance())) ** 0.5)


def test_a_king_behind_its_ace_is_in_the_hand_to_the_left() -> None:
    """In spades and diamonds; the king of hearts is before its ace, and that of clubs with it."""
    kings = next(each for each in QUANTITIES if each.name == "kings behind aces")
    one = Deal("N:A432.K432.432.32 K765.A765.765.54 QJ8.QJ8.AQJ.QJT9 T9.T9.KT98.AK876")
    assert as_quantity(kings.quantity).values(Deals([one.masks])).tolist() == [2]


def test_repeated_deals_are_named() -> None:
    one = deal(10, seed=1).masks
    found = auditing([one, np.concatenate([deal(5, seed=2).masks, one[3:4]])]).result()
    failed = [test.name for test in found.failed]
    assert failed == ["repeated deals", "repeated hands", "cards over the file"]
    north = deal(10, seed=1)[3].north
    assert found.repeated == (f"board 6 of session 2 is board 4 of session 1: {north} for North",)
    assert "deals that were dealt twice" in found.verdict
    assert "< 1e-12  !" in str(found)


def test_a_report_names_what_it_leaves_out(fair: Audit) -> None:
    found = replace(
        fair, left_out=("points of north",), repeated=tuple(f"board {n}" for n in range(11))
    )
    lines = list(found.lines())
    assert [each for each in lines if each.startswith("repeated: ")] == [
        *(f"repeated: board {n}" for n in range(8)), "repeated: 3 more",
    ]  # fmt: skip
    (left_out,) = (each for each in lines if "left out: it cannot be counted" in each)
    assert left_out.startswith("points of north ")
    assert not any("left out" in each or "repeated:" in each for each in fair.lines())


def test_a_repeated_hand_is_found() -> None:
    masks = deal(12, seed=3).masks.copy()
    masks[7] = deal(1, seed=4, predeal=f"north {deal(12, seed=3)[0].north}").masks[0]
    found = auditing([masks]).result()
    assert [test.name for test in found.failed] == ["repeated hands"]


@pytest.mark.long
def test_flat_hands_are_found() -> None:
    """Every board has three or four flat hands."""
    deals = deal(30, f"{FLAT.quantity} >= 3", seed=1)
    found = auditing([deals.masks]).result()
    assert "flat hands" in {test.name for test in found.failed}
    assert "more hands with 4333, 4432 or 5332 than chance gives" in found.verdict


@pytest.mark.long
def test_hands_of_a_condition_are_compared_with_those_of_the_condition() -> None:
    where = "hcp(north) in 15..17 && balanced(north)"
    deals = deal(40, where, seed=1)
    assert auditing([deals.masks], where=where).result().failed == ()
    found = auditing([deals.masks]).result()
    assert "points of north" in {test.name for test in found.failed}
    names = {test.name for test in auditing([deals.masks], where=where).result().tests}
    assert "repeated hands" not in names  # hands of a condition are not equally likely
    assert not names & {test.name for test in card_tests([Session("", deals.masks, (None,) * 40)])}


@pytest.mark.long
def test_no_power_is_promised_for_what_is_not_known() -> None:
    """Packs that were riffled have no condition; and a verdict of certainty divides by no zero."""
    where = f"{FLAT.quantity} == 4"
    masks = deal(600, where, seed=1).masks
    dealers = {power.dealer for power in auditing([masks], where=where).result().powers}
    assert not any("riffled" in dealer for dealer in dealers)
    found = auditing([masks]).result()
    assert min(test.adjusted for test in found.failed) == 0
    assert found.verdict.endswith("Fair dealing fails this badly next to never.")


def test_boards_that_are_no_whole_deals_are_left_out() -> None:
    whole = deal(2, seed=1)
    boards = [Board(hands=each.masks) for each in whole]
    part = tuple(mask & ~(mask & -mask) for mask in whole[0].masks)  # 12 cards each
    session = session_of("a.pbn", [*boards, Board(hands=part), Board()])
    assert session.masks.tolist() == whole.masks.tolist()
    assert session.notes == ("a.pbn: 2 boards without all four hands left out",)
    assert session_of("a.pbn", boards).notes == ()


def test_a_board_of_two_rooms_is_one() -> None:
    one, other = (Board(4, hands=deal(1, seed=seed).masks[0].tolist()) for seed in (1, 2))
    session = session_of("a.lin", [one, one, other, Board(5, hands=one.hands)])
    assert (len(session.masks), session.numbers, session.notes) == (3, (4, 4, 5), ())
    unnumbered = Board(hands=one.hands)
    assert len(session_of("a.lin", [unnumbered, unnumbered]).masks) == 2


class TestTwoRooms:
    """Files with the same deals under the same numbers are tested once, and named."""

    MASKS = deal(6, seed="rooms").masks
    OPEN = Session("open.pbn", MASKS, tuple(range(1, 7)))

    def audit(self, *others: Session) -> Audit:
        return auditing([self.OPEN, *others, deal(6, seed="other").masks]).result()

    def test_the_rooms_of_a_match(self) -> None:
        closed = Session("closed.pbn", self.MASKS[::-1].copy(), tuple(range(6, 0, -1)))
        found = self.audit(closed)
        assert found.failed == found.repeated == ()
        assert (found.boards, found.sessions) == (12, 2)
        words = "closed.pbn has the deals of open.pbn under the same numbers"
        assert found.rooms == (words,)
        text = str(found)
        assert f"two rooms, or one set dealt twice: {words}\nThe rooms of a match play" in text
        assert "one set was dealt twice. They are tested once.\n" in text
        without = auditing([self.OPEN, deal(6, seed="other").masks]).result()
        assert found.tests == without.tests
        assert without.rooms == ()

    @pytest.mark.long
    def test_many_rooms(self) -> None:
        others = [Session(f"{at}.pbn", self.MASKS, self.OPEN.numbers) for at in range(12)]
        found = self.audit(*others)
        assert (found.failed, len(found.rooms)) == ((), 12)
        assert "two rooms, or one set dealt twice: 4 files more" in str(found)

    @pytest.mark.parametrize(
        "other",
        [
            Session("other numbers", MASKS, (*range(1, 6), 7)),
            Session("a part", MASKS[:5], tuple(range(1, 6))),
            Session("no numbers", MASKS, (None,) * 6),
            Session("a number missing", MASKS, (1, 2, 3, 4, 5, None)),
            Session("numbers exchanged", MASKS, (2, 1, 3, 4, 5, 6)),
            Session("more", np.concatenate([MASKS, deal(1, seed=4).masks]), tuple(range(1, 8))),
        ],
        ids=lambda session: session.name,
    )
    def test_what_stays_a_finding(self, other: Session) -> None:
        found = self.audit(other)
        assert found.rooms == ()
        failed = {test.name for test in found.failed}
        assert {"repeated deals", "repeated hands"} <= failed
        assert failed <= {"repeated deals", "repeated hands", "cards over the file"}
        assert found.repeated[0].endswith(f"of session 1: {found.repeated[0].rpartition(': ')[2]}")

    def test_sessions_keep_their_places(self) -> None:
        """A repeated board is named by the place of its file, rooms counted too."""
        closed = Session("closed", self.MASKS, self.OPEN.numbers)
        found = self.audit(closed, Session("third", self.MASKS[2:3], (9,)))
        assert found.repeated[0].startswith("board 1 of session 3 is board 3 of session 1: ")

    def test_the_command(self, cli: Callable[..., Any], tmp_path: Path) -> None:
        names = [str(tmp_path / f"{name}.pbn") for name in ("open", "closed", "later")]
        for name, first in zip(names, ("1", "1", "7"), strict=True):
            words = ("--board", first, "--seed", "1", "--output", name)
            assert cli("deal", "6", *words).status == 0
        done = cli("audit", *names[:2])
        assert (done.status, "6 boards of 1 session; 23 tests" in done.out) == (0, True)
        assert "closed.pbn has the deals of " in done.out
        assert "look fairly dealt" in done.out
        assert "repeated: board 1 of session 3 is board 1" in cli("audit", *names).out

    def test_one_board_in_words(self) -> None:
        found = auditing([self.MASKS[:1]]).result()
        assert found.verdict.startswith("This board looks fairly dealt: no test finds more")
        assert "\n1 board of 1 session; " in str(found)
        sure = replace(found, tests=tuple(replace(test, adjusted=0.0) for test in found.tests))
        assert sure.verdict.startswith("This board is not what fair dealing gives: ")
        assert "These 12 boards are not" in replace(sure, boards=12).verdict


def test_order_within_a_session_is_seen() -> None:
    """Boards in the order of their points: each test of the sums stays the same."""
    deals = deal(60, seed=5)
    points = (deals.north.hcp + deals.south.hcp).argsort(kind="stable")
    before, after = (auditing([masks]).result() for masks in (deals.masks, deals.masks[points]))
    assert before.failed == ()
    # the points are the cards', so single cards move over the file too
    assert [test.name for test in after.failed] == ["order of points", "cards over the file"]
    assert "boards that follow each other are alike" in after.verdict
    p_values = {test.name: test.p_value for test in after.tests}
    assert p_values["order of points"] == 1 / 10_000  # the order played, and none of 9,999 others


def test_orders_are_the_share_of_all_orders() -> None:
    """Of three boards there are six orders; of boards that are all alike each is as far."""
    points = "hcp(north) + hcp(south)"
    parts = [deal(1, f"{points} == {n}", seed=n).masks for n in (12, 22, 26)]
    for order in permutations(range(3)):
        masks = np.concatenate([parts[at] for at in order])
        test = next(
            test for test in auditing([masks]).result().tests if test.name == "order of points"
        )
        column = [value - 20 for value in (12, 22, 26)]
        products = {
            other: column[other[0]] * column[other[1]] + column[other[1]] * column[other[2]]
            for other in permutations(range(3))
        }
        mean = sum(products.values()) / 6
        far = [abs(value - mean) >= abs(products[order] - mean) for value in products.values()]
        assert test.p_value == pytest.approx(sum(far) / 6, abs=0.03)
        assert (test.seen, test.expected) == (products[order], pytest.approx(mean, abs=1e-3))
        assert test.words.endswith("unlike" if products[order] < mean else "alike")
    alike = auditing([np.concatenate([parts[0]] * 4)]).result()
    assert {test.p_value for test in alike.tests if test.name.startswith("order")} == {1.0}


def test_repeated_hands_are_bounded_by_their_pairs() -> None:
    masks = deal(12, seed=3).masks.copy()
    north = f"north {deal(12, seed=3)[0].north}"
    for times, seed in enumerate((4, 5), 1):
        masks[6 + times] = deal(1, seed=seed, predeal=north).masks[0]
        tests = {test.name: test for test in auditing([masks]).result().tests}
        found = tests["repeated hands"]
        assert (found.seen, found.method) == (comb(times + 1, 2), "bound")
        assert found.p_value == found.expected == 16 * comb(12, 2) / comb(52, 13)
        assert tests["repeated deals"].p_value == 1.0
        assert tests["repeated deals"].expected == comb(12, 2) / 53644737765488792839237440000
    fair = auditing([deal(12, seed=3).masks]).result()
    assert {test.p_value for test in fair.tests if test.name.startswith("repeated")} == {1.0}


@pytest.mark.parametrize("level", [0.01, 0.3])
def test_powers_are_those_of_this_many_boards_and_tests(level: float) -> None:
    """Each at the level of one test of them all, the least that Holm's method gives it."""
    sizes = [5, 9]
    found = auditing([deal(n, seed=n).masks for n in sizes], level=level).result()
    counts = parse("1").distribution(FLAT.quantity).counts
    laws = {FLAT.name: Distribution.of({row[0]: n for row, n in counts.items()})}
    assert found.powers == tuple(powers_of(laws, sizes, level / len(found.tests)))


def seats_of(masks: np.ndarray) -> list[list[int]]:
    """Return the seat of each card on each board, bit by bit."""
    return [
        [next(seat for seat in range(4) if row[seat] >> card & 1) for card in range(52)]
        for row in masks.tolist()
    ]


def fair_session(boards: int, seed: str, first: int = 1) -> Session:
    masks = deal(boards, seed=seed).masks
    return Session(seed, masks, tuple(range(first, first + boards)))


class TestWhereCardsGo:
    """Cards by seats, over the file, on the next board, and as a new pack has them."""

    DEALS = factorial(52) // factorial(13) ** 4
    SESSIONS = (fair_session(7, "one", 3), fair_session(1, "two"), fair_session(5, "three", 8))

    def test_the_law_of_cards_at_the_same_seat(self) -> None:
        law = same_seat_law()
        assert (sum(law), law[52], law[51]) == (self.DEALS, 1, 0)
        assert law[50] == 6 * 13**2  # two cards of two seats exchanged
        assert law[49] == 8 * 13**3  # three cards of three seats go round, either way
        assert sum(m * n for m, n in enumerate(law)) == 13 * self.DEALS
        squares = sum((m - 13) ** 2 * n for m, n in enumerate(law))
        assert Fraction(squares, self.DEALS) == Fraction(52, 204) ** 2 * 153

    def test_every_deal_has_some_number_of_pairs_that_touch(self) -> None:
        """An ace and its king are in one hand in 12 of 51 deals; so are the other 47 pairs."""
        assert sum(TOUCHING) == self.DEALS
        assert sum(pairs * n for pairs, n in enumerate(TOUCHING)) * 51 == 48 * 12 * self.DEALS

    @pytest.mark.long
    def test_the_constants_are_those_of_their_tool(self) -> None:
        assert tuple(card_laws.touching()) == TOUCHING
        assert card_laws.seats_of_one() == SEATS_OF_ONE
        assert card_laws.swapped() == pytest.approx(SWAPPED, abs=5e-7)
        assert sum(pairs * n for pairs, n in enumerate(TOUCHING)) * 51 == 48 * 12 * self.DEALS
        assert TOUCHING[48] == 24

    def test_moments_of_weighted_tables(self) -> None:
        """From sums over all pairs and triples of boards."""
        law = same_seat_law()
        cubes = Fraction(sum((m - 13) ** 3 * n for m, n in enumerate(law)), self.DEALS)
        for weights in ([0.6, 0.8], [0.5, -0.5, 0.5, 0.5], [0.1, 0.7, -0.5, 0.5]):
            w = np.array(weights)
            pairs = list(permutations(weights, 2))
            variance = 2 * sum(a * a * b * b for a, b in pairs) * 153
            third = 4 * float(cubes) * (204 / 52) ** 3 * sum((a * b) ** 3 for a, b in pairs)
            third += 8 * 153 * sum((a * b * c) ** 2 for a, b, c in permutations(weights, 3))
            assert table_moments(w) == pytest.approx((153, variance, third))

    @pytest.mark.parametrize("skewness", [0.02, 0.23, 0.94, -0.4])
    def test_tails_are_those_of_a_gamma_law(self, skewness: float) -> None:
        for score in (-4.0, -1.0, 0.0, 1.5, 3.3, 9.0):
            below, above = tails(score, skewness)
            assert below == pytest.approx(pearson3.cdf(score, skewness), rel=1e-6, abs=1e-9)
            assert above == pytest.approx(pearson3.sf(score, skewness), rel=1e-6, abs=1e-9)

    def test_each_statistic_counted_card_by_card(self) -> None:
        tests = {test.name: test for test in card_tests(self.SESSIONS)}
        by_session = [seats_of(session.masks) for session in self.SESSIONS]
        boards = [row for rows in by_session for row in rows]
        n, scale = 13, 204 / 52

        def squares(weighted: list[tuple[float, list[int]]]) -> float:
            mean = sum(weight for weight, _ in weighted) / 4
            return scale * sum(
                (sum(weight for weight, row in weighted if row[card] == seat) - mean) ** 2
                for card in range(52)
                for seat in range(4)
            )

        seen = squares([(n**-0.5, row) for row in boards])
        assert tests["cards by seat"].seen == pytest.approx(seen, abs=1e-3)
        numbers = [number for session in self.SESSIONS for number in session.numbers]
        turned = [
            [(seat - (number - 1)) % 4 for seat in row]
            for number, row in zip(numbers, boards, strict=True)
        ]
        seen = squares([(n**-0.5, row) for row in turned])
        assert tests["cards by seat from dealer"].seen == pytest.approx(seen, abs=1e-3)
        trend = [[-6, -4, -2, 0, 2, 4, 6], [0], [-4, -2, 0, 2, 4]]
        weights = [w / len(part) for part in trend for w in part]
        length = sum(w * w for w in weights) ** 0.5
        seen = squares([(w / length, row) for w, row in zip(weights, boards, strict=True)])
        assert tests["cards over the file"].seen == pytest.approx(seen, abs=1e-3)
        following = [pair for rows in by_session for pair in pairwise(rows)]
        counts = [
            sum(pair == (a, b) for one, other in following for pair in zip(one, other, strict=True))
            for a in range(4)
            for b in range(4)
        ]  # fmt: skip
        seen = 51 / 169 / 10 * sum((count - 32.5) ** 2 for count in counts)
        assert tests["seats of the next board"].seen == pytest.approx(seen, abs=1e-3)
        homes = [
            sum(row[card] == pack[card] for row in boards for card in range(52))
            for pack in new_packs().tolist()
        ]
        assert tests["cards of a new pack"].seen in (max(homes), min(homes))
        touching = sum(
            row[card] == row[card + 1] for row in boards for card in range(51) if card % 13 < 12
        )
        assert tests["touching cards"].seen == touching
        assert tests["touching cards"].expected == pytest.approx(n * 48 * 12 / 51)

    def test_new_packs_are_deals_and_all_different(self) -> None:
        packs = new_packs()
        assert packs.shape == (120, 52)
        assert len({tuple(pack) for pack in packs.tolist()}) == 120
        assert all((np.bincount(pack) == 13).all() for pack in packs)
        suits = [seat for seat in (2, 0, 3, 1) for _ in range(13)]
        assert suits in packs.tolist()  # a pack by suits, 13 cards at once
        assert [card % 13 + card // 13 & 3 for card in range(52)] in packs.tolist()  # one by one

    def test_too_few_boards_for_a_test(self) -> None:
        def names(*sizes: int) -> set[str]:
            sessions = [fair_session(size, f"few {at}") for at, size in enumerate(sizes)]
            return {test.name for test in card_tests(sessions)}

        missing = {"cards over the file", "seats of the next board"}
        assert names(1, 1, 1) == names(3) - missing
        assert names(2, 1) == names(3) - {"cards over the file"}
        single = {test.name: test for test in card_tests([fair_session(1, "single")])}
        assert (single["cards by seat"].p_value, single["cards by seat"].deviation) == (1.0, 0.0)

    def test_boards_without_a_number_have_the_dealer_of_their_place(self) -> None:
        one = fair_session(9, "dealers")
        other = replace(one, numbers=(None,) * 9)
        assert list(card_tests([one])) == list(card_tests([other]))
        shifted = replace(one, numbers=tuple(range(2, 11)))
        assert [test.name for test, before in zip(
            card_tests([shifted]), card_tests([one]), strict=True) if test != before
        ] == []  # fmt: skip

    @pytest.mark.long
    def test_a_shuffle_that_swaps_with_any_card_is_found(self) -> None:
        """At 1,000 boards, whose shapes look fair, for each seed."""
        for seed in range(5):
            masks = FAULTS[0].samples(1, 1_000, Stream(f"swap any {seed}"))[0]
            failed = {test.name: test for test in auditing([masks]).result().failed}
            assert "cards by seat" in failed
            assert failed["cards by seat"].words.startswith("single cards come to some seats too")

    @pytest.mark.long
    def test_dealt_from_the_dealer_s_left(self) -> None:
        """A faulty shuffle whose first hand is the dealer's is fair to the four seats."""
        masks = FAULTS[0].samples(1, 1_000, Stream("from the dealer"))[0]
        turned = np.stack([np.roll(row, board % 4) for board, row in enumerate(masks)])
        failed = {test.name for test in auditing([turned]).result().failed}
        assert "cards by seat from dealer" in failed
        assert "cards by seat" not in failed

    def test_a_fault_that_changes_within_the_file_is_found(self) -> None:
        """Two faults that cancel: in the second half the seats are those across the table."""
        masks = FAULTS[0].samples(1, 1_000, Stream("halves"))[0].copy()
        masks[500:] = masks[500:, [2, 3, 0, 1]]
        tests = {test.name: test for test in card_tests([Session("", masks, (None,) * 1_000)])}
        assert tests["cards over the file"].p_value < 1e-6

    def test_cards_that_stay_with_their_hand_are_found(self) -> None:
        """The pack of the board before, riffled twice and dealt 13 at once."""
        fault = next(f for f in FAULTS if f.name == "riffled 2 times, previous, at once")
        masks = fault.samples(1, 60, Stream("hands"))[0]
        tests = {test.name: test for test in card_tests([Session("", masks, (None,) * 60)])}
        assert tests["seats of the next board"].p_value < 1e-6

    def test_cards_too_evenly_divided_are_found(self) -> None:
        """Four boards in a row have each card at each seat once."""
        masks = np.concatenate(
            [np.stack([np.roll(row, turn) for turn in range(4)]) for row in deal(6, seed=1).masks]
        )
        tests = {test.name: test for test in card_tests([Session("", masks, (None,) * 24)])}
        assert tests["cards by seat"].seen == 0
        assert tests["cards by seat"].p_value < 1e-12
        assert tests["cards by seat"].words.startswith("each card comes to the four seats more")

    def test_powers_of_a_faulty_shuffle(self) -> None:
        assert table_power(SWAPPED, 1, 0.001) == 0
        assert table_power(0.0, 100, 0.001) == pytest.approx(0.0005)
        assert table_power(SWAPPED, 1_000, 0.01 / 23) > 0.9999


def test_nothing_to_audit() -> None:
    with pytest.raises(ArgumentError, match="there is no board to audit"):
        auditing([np.zeros((0, 4), dtype=np.uint64)])
    with pytest.raises(ArgumentError, match="the level must be between 0 and 1"):
        auditing([deal(3, seed=1).masks], level=2)
    with pytest.raises(ArgumentError, match="boards do not satisfy the condition"):
        auditing([deal(30, seed=1).masks], where="hcp(north) > 12")
    with pytest.raises(ConditionError):
        auditing([deal(3, seed=1).masks], where="hcp(north")


@pytest.mark.parametrize("boards", [1, 2, 3])
def test_a_few_boards(boards: int) -> None:
    found = auditing([deal(boards, seed=2).masks]).result()
    assert found.failed == ()
    assert "too few boards to show most faults" in found.verdict


class TestPowers:
    LAW = Distribution.of({0: 9, 1: 27, 2: 36, 3: 19, 4: 9})

    def test_of_thrown_away_deals(self) -> None:
        law = rejected(self.LAW, 0.5)
        kept = [9, 27, 36, 9.5, 4.5]
        assert law.chances.tolist() == pytest.approx([chance / sum(kept) for chance in kept])

    @pytest.mark.long
    def test_of_chosen_sets(self) -> None:
        law = chosen(self.LAW, [2, 1], 3)
        assert law.mean == pytest.approx(
            self.LAW.times(2).least_of(3).mean + self.LAW.least_of(3).mean
        )

    def test_they_grow_with_the_boards(self) -> None:
        laws = {FLAT.name: self.LAW}
        rows = [
            [power.chance for power in powers_of(laws, [24] * sessions, 0.001)]
            for sessions in (2, 20, 200)
        ]
        assert all(a <= b for one, more in pairwise(rows) for a, b in zip(one, more, strict=True))
        assert rows[-1][0] > 0.99

    def test_a_dealer_of_few_sets_is_a_birthday(self) -> None:
        found = {power.dealer: power.chance for power in powers_of({}, [24] * 302, 0.01)}
        assert found["a dealer of only 65,536 sets"] == pytest.approx(0.5, abs=0.01)

    def test_riffled_packs_are_flatter(self) -> None:
        uniform = parse("1").distribution(FLAT.quantity)
        means = [sum(n * chance for n, chance in enumerate(RIFFLED[k])) for k in (3, 4, 5)]
        assert means[0] > means[1] > means[2] - 0.003
        assert means[0] == pytest.approx(float(uniform.mean()) + 0.04, abs=0.005)


def test_documents_come_back(fair: Audit) -> None:
    assert read_json(write_json(fair)) == fair
    html = fair._repr_html_()
    assert "flat hands" in html
    assert "&lt;" not in fair.verdict


def test_the_command(cli: Callable[..., Any], tmp_path: Path) -> None:
    files = []
    for at in range(2):
        file = tmp_path / f"{at}.pbn"
        assert cli("deal", "16", "--seed", str(at), "--output", str(file)).status == 0
        files.append(str(file))
    done = cli("audit", *files)
    assert done.status == 0
    assert "32 boards of 2 sessions; 23 tests" in done.out
    found = json.loads(cli("audit", *files, "--json").out)
    assert found["kind"] == "audit"
    assert {"name", "p_value", "adjusted"} <= set(found["tests"][0])
    assert cli("audit", str(tmp_path / "no.pbn")).status == 2
    part = tmp_path / "part.pbn"
    part.write_text('[Board "1"]\n[Dealer "N"]\n[Deal "N:AKQ.AKQ.AKQ.AKQJ - - -"]\n')
    done = cli("audit", str(part))
    assert (done.status, "no board in these files has all four hands" in done.err) == (2, True)


def test_sums_of_long_laws_are_those_of_short_ones() -> None:
    """Long laws are multiplied as polynomials at as many points as the sum has values, or more."""
    sides = 4097  # so the sum has 8193 values, one more than a power of two
    die = Distribution.of(dict.fromkeys(range(sides), 1))
    both = die + die
    assert len(both.chances) == 2 * sides - 1
    expected = [min(total + 1, 2 * sides - 1 - total) / sides**2 for total in range(2 * sides - 1)]
    assert both.chances == pytest.approx(expected, abs=1e-12)


def test_a_law_of_one_value_allows_no_other() -> None:
    assert Distribution.of({3: 1}).p_values([2, 3, 4]).tolist() == [0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("scores", "place"), [(0.0, 12), (-4.0, 0), (-9.0, 0), (4.0, 24), (7.5, 24), (-2.0, 6)]
)
def test_a_mark_stands_where_its_deviations_are(scores: float, place: int) -> None:
    bar = _bar(scores)
    assert (len(bar), bar.index("o"), bar.count("-")) == (25, place, 24 if place == 12 else 23)
