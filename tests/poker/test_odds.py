"""Chances of poker hands: published counts, brute force, simulation, the command."""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealwright import ArgumentError, Card, CardError, Hand, PokerError, poker
from dealwright.answers.records import write_record
from dealwright.base.jobs import Progress
from dealwright.cli.commands.poker import odds as command
from dealwright.poker import Category, card_ids, card_text
from dealwright.poker.chances import Odds, finding_odds, odds

FIVES = [40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]  # published, best first
SEVENS = [41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460]
SHORT = [card for card in range(52) if card % 13 >= 4]


def plain_category(cards: tuple[int, ...]) -> int:
    """Return the category of the best five, from counts of ranks and suits alone."""
    return max(_category_of_five(five) for five in combinations(cards, 5))


def _category_of_five(cards: tuple[int, ...]) -> int:
    ranks = sorted(card % 13 for card in cards)
    same = sorted(Counter(ranks).values(), reverse=True)
    flush = len({card // 13 for card in cards}) == 1
    straight = same[0] == 1 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if flush or straight:
        return 4 + flush + 3 * (flush and straight)
    return {(4, 1): 7, (3, 2): 6, (3, 1): 3, (2, 2): 2, (2, 1): 1, (1, 1): 0}[same[0], same[1]]


def best_values(rows: np.ndarray, game: str, hole: int = 0) -> np.ndarray:
    """Return the best value of all fives of each row; of Omaha, two of the hole and three others.

    Only hands of five are evaluated.
    """
    places = range(rows.shape[1])
    fives = [
        five for five in combinations(places, 5) if not hole or sum(p < hole for p in five) == 2
    ]
    scale = "holdem" if hole else game
    return np.min([poker.evaluate(rows[:, list(five)], scale) for five in fives], axis=0)


def brute_force(
    known: list[int], unseen: list[int], more: int, game: str, hole: int = 0
) -> dict[int, int]:
    rows = np.array([[*known, *extra] for extra in combinations(unseen, more)])
    kinds = poker.category(best_values(rows, game, hole), game)
    return Counter(kinds.tolist())


def counted(found: Odds, name: str) -> dict[int, int]:
    street = next(street for street in found.streets if street.name == name)
    return Counter({int(kind): n for kind, n in street.counts.items() if n})


class TestPublished:
    @pytest.mark.long
    def test_all_hands_of_five_and_seven(self) -> None:
        found = odds()
        flop, turn, river = found.streets
        assert [street.name for street in found.streets] == ["flop", "turn", "river"]
        assert list(flop.counts.values()) == FIVES
        assert list(river.counts.values()) == SEVENS
        assert list(river.counts) == sorted(Category, reverse=True)
        assert (flop.total, turn.total, river.total) == (2598960, 20358520, 133784560)
        assert found.now is None
        assert found.outs == {}

    def test_two_hole_cards(self) -> None:
        flop, turn, river = odds("As Ks").streets
        assert (flop.total, turn.total, river.total) == (19600, 230300, 2118760)
        assert [flop.to_come, turn.to_come, river.to_come] == [3, 4, 5]
        assert [flop.cards, turn.cards, river.cards] == [5, 6, 7]
        flushes = flop.counts[Category.FLUSH] + flop.counts[Category.STRAIGHT_FLUSH]
        assert flushes == comb(11, 3)  # three of the eleven spades left

    def test_a_pair_meets_a_third_on_the_flop(self) -> None:
        """A third eight comes, or three of another rank: a full house."""
        flop = odds("8c 8d").streets[0]
        without, three_of_another = comb(48, 3), 12 * comb(4, 3)
        wanted = comb(50, 3) - without + three_of_another
        assert flop.or_better(Category.TRIPS) == Fraction(wanted, 19600)

    def test_four_to_a_flush(self) -> None:
        """Nine outs twice: nothing better than a flush comes without one."""
        found = odds("As 2s", "Ks 9s 4h")
        river = found.streets[-1]
        missed = Fraction(comb(38, 2), comb(47, 2))
        assert river.or_better(Category.FLUSH) == 1 - missed
        assert len(found.outs[Category.FLUSH]) == 9
        unseen = [card for card in range(52) if card not in card_ids("As 2s Ks 9s 4h")]
        kinds = Counter(
            plain_category((*card_ids("As 2s Ks 9s 4h").tolist(), *extra))
            for extra in combinations(unseen, 2)
        )
        assert counted(found, "river") == kinds
        assert kinds.total() == 1081


class TestBruteForce:
    @settings(max_examples=25, deadline=None)
    @given(
        st.sampled_from(["holdem", "short-deck", "short-deck-trips"]),
        st.integers(3, 5),
        st.integers(0, 4),
        st.randoms(use_true_random=False),
    )
    def test_known_cards(self, game: str, board: int, dead: int, chance: object) -> None:
        pack = SHORT if game != "holdem" else list(range(52))
        cards = chance.sample(pack, 2 + board + dead)  # type: ignore[attr-defined]
        hole, shared, never = cards[:2], cards[2 : 2 + board], cards[2 + board :]
        found = odds(hole, shared, never, game=game)
        unseen = [card for card in pack if card not in cards]
        assert [street.name for street in found.streets] == ["turn", "river"][board - 3 :]
        for street in found.streets:
            known = [*hole, *shared]
            expected = brute_force(known, unseen, street.to_come, game)
            assert counted(found, street.name) == expected
        value = int(best_values(np.array([[*hole, *shared]]), game)[0])
        assert found.now is not None
        assert (found.now.value, found.now.category) == (value, poker.category(value, game))
        assert poker.evaluate(found.now.cards, game) == value
        assert outs_of(found) == self.outs([*hole, *shared], unseen, game)

    @staticmethod
    def outs(known: list[int], unseen: list[int], game: str, hole: int = 0) -> dict[int, set[int]]:
        """Return the next cards whose category stands before the one now in the game's order."""
        values = np.arange(1, poker.game_named(game).kernels.worst + 1)
        order = list(dict.fromkeys(poker.category(values, game).tolist()))
        if len(known) == (hole or 2) + 5:
            return {}
        now = poker.category(int(best_values(np.array([known]), game, hole)[0]), game)
        found: dict[int, set[int]] = {}
        for card in unseen:
            kind = poker.category(int(best_values(np.array([[*known, card]]), game, hole)[0]), game)
            if order.index(kind) < order.index(now):
                found.setdefault(int(kind), set()).add(card)
        return found

    @pytest.mark.parametrize(
        ("game", "hole", "board"),
        [
            ("omaha", "As Ah Kd Qd", "Qs Jd 2c"),
            ("omaha", "9s 8s 7d 6d", "Ts 5s 2d Jh"),
            ("omaha5", "As 2s 3d 4d 5h", "6s 7s 8c 9c"),
            ("omaha6", "As Ks Qd Jd Th 9h", "Tc 9c 2s 2h"),
            ("omaha6", "2c 2d 2h 2s 3c 3d", "Ac Kc Qc"),
        ],
    )
    def test_omaha(self, game: str, hole: str, board: str) -> None:
        own, shared, dead = (card_ids(text).tolist() for text in (hole, board, "7c 6c"))
        found = odds(hole, board, "7c 6c", game=game)
        unseen = [card for card in range(52) if card not in {*own, *shared, *dead}]
        known = [*own, *shared]
        for street in found.streets:
            expected = brute_force(known, unseen, street.to_come, game, len(own))
            assert counted(found, street.name) == expected
            assert street.total == comb(len(unseen), street.to_come)
        assert found.now is not None
        assert found.now.value == best_values(np.array([known]), game, len(own))[0]
        assert outs_of(found) == self.outs(known, unseen, game, len(own))

    def test_omaha_before_the_flop(self) -> None:
        found = odds("As Ah Kd Qd", game="omaha")
        assert [street.total for street in found.streets] == [17296, 194580, 1712304]
        own = card_ids("As Ah Kd Qd").tolist()
        unseen = [card for card in range(52) if card not in own]
        assert counted(found, "flop") == brute_force(own, unseen, 3, "omaha", 4)
        assert found.now is None

    def test_stud(self) -> None:
        found = odds("7s 6s 5s Kd", game="stud")
        assert found.game == "stud"
        assert [street.name for street in found.streets] == ["5 cards", "6 cards", "7 cards"]
        known = card_ids("7s 6s 5s Kd").tolist()
        unseen = [card for card in range(52) if card not in known]
        for street in found.streets[:2]:
            expected = brute_force(known, unseen, street.to_come, "holdem")
            assert counted(found, street.name) == expected
        assert [street.total for street in found.streets] == [48, 1128, 17296]

    def test_each_body(self, body: str) -> None:
        found = odds("As Kd", "Qh Jh 2c", "3c", rounds=1000, seed=1)
        known = card_ids("As Kd Qh Jh 2c").tolist()
        unseen = [card for card in range(52) if card not in {*known, 1}]
        expected = Counter(plain_category((*known, *more)) for more in combinations(unseen, 2))
        assert counted(found, "river") == expected
        hits = [estimate.hits for estimate in found.streets[0].estimates.values()]
        assert hits == [0, 0, 0, 0, 102, 0, 0, 316, 582]  # the same draws in every body
        omaha = odds("9s 8s 7d 6d", "Ts 5s 2d Jh", game="omaha", rounds=100, seed=1)
        assert [estimate.hits for estimate in omaha.streets[0].estimates.values()] == [
            0, 0, 0, 15, 33, 0, 0, 31, 21,
        ]  # fmt: skip


def outs_of(found: Odds) -> dict[int, set[int]]:
    assert found.number_of_outs == sum(map(len, found.outs.values()))
    return {int(kind): {card.index for card in cards} for kind, cards in found.outs.items()}


class TestKnown:
    def test_dead_cards_never_come(self) -> None:
        found = odds("As Kd", "Qh Jh 2c", "Ts Th Td Tc")
        assert found.unseen == 43
        assert found.streets[-1].total == comb(43, 2)
        assert found.streets[-1].counts[Category.STRAIGHT] == 0
        assert Category.STRAIGHT not in found.outs

    def test_outs_are_in_order(self) -> None:
        found = odds("As Kd", "Qh Jh 2c")
        assert list(found.outs) == [Category.STRAIGHT, Category.PAIR]
        assert card_text(found.outs[Category.PAIR]) == (
            "Ah Ad Ac Ks Kh Kc Qs Qd Qc Js Jd Jc 2s 2h 2d"
        )
        assert found.number_of_outs == 19

    def test_all_cards_known(self) -> None:
        found = odds("As Ks", "Qs Js Ts 2c 3c")
        assert found.now is not None
        assert (found.now.value, found.now.name) == (1, "royal flush")
        assert card_text(found.now.cards) == "As Ks Qs Js Ts"
        assert (found.streets, found.outs) == ((), {})

    def test_a_board_alone(self) -> None:
        """Any two hole cards on a complete board: seven cards, two of them unknown."""
        found = odds(board="As Ks Qs Js Ts")
        assert [(s.name, s.to_come, s.total) for s in found.streets] == [("river", 2, 1081)]
        assert found.streets[0].share(Category.STRAIGHT_FLUSH) == 1
        assert [s.to_come for s in odds(board="As Ks Qs").streets] == [2, 3, 4]
        assert [s.to_come for s in odds("As", "Ks Qs Js").streets] == [1, 2, 3]

    @pytest.mark.long
    def test_every_way_to_write_cards(self) -> None:
        expected = write_record(odds("As Kd", "Qh Jh 2c", "3c"))
        for hole in (
            "AsKd", "A♠ K♦", [51, 24], (Card("As"), Card("Kd")), np.array([51, 24]), ["As", "Kd"],
        ):  # fmt: skip
            assert write_record(odds(hole, "Qh Jh 2c", Card("3c"))) == expected
        assert write_record(odds(1 << 51 | 1 << 24, "Qh Jh 2c", 1 << 1)) == expected
        assert odds(0) == odds()
        stud = odds(Hand("AKQ.2.3."), game="stud")
        assert sorted(stud.hole) == sorted(map(Card, ["As", "Ks", "Qs", "2h", "3d"]))

    def test_shares_add_up(self) -> None:
        for street in odds("9s 8s", "7s 6d 2c", game="holdem").streets:
            shares = [street.share(kind) for kind in street.counts]
            assert sum(shares) == 1
            better = [street.or_better(kind) for kind in street.counts]
            assert better == [sum(shares[: at + 1]) for at in range(len(shares))]

    def test_short_deck_puts_a_flush_first(self) -> None:
        street = odds("As Ks", game="short-deck").streets[-1]
        kinds = list(street.counts)
        assert kinds.index(Category.FLUSH) < kinds.index(Category.FULL_HOUSE)
        assert street.total == comb(34, 5)
        trips = list(odds("As Ks", game="short-deck-trips").streets[0].counts)
        assert trips.index(Category.TRIPS) < trips.index(Category.STRAIGHT)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"hole": "As As"}, "As occurs twice"),
            ({"hole": [51, 51]}, "As occurs twice, in the hole cards"),
            ({"hole": "As Kd", "board": "As 2c 3c"}, "in the hole cards and the board"),
            ({"hole": "As Kd", "dead": "Kd"}, "in the hole cards and the dead cards"),
            ({"hole": "As Kd Qd"}, "holdem has 2 hole cards, not 3; stud"),
            ({"board": "2c 3c 4c 5c 6c 7c"}, "at most 5 cards, not 6"),
            ({"hole": "2s", "game": "short-deck"}, "2s is not in the pack of short-deck"),
            ({"hole": "As Kd Qd", "game": "short-deck"}, "2 hole cards, not 3$"),
            ({"hole": "As Kd", "game": "omaha"}, "omaha has 4 hole cards, not 2"),
            ({"game": "omaha6"}, "6 hole cards, not 0"),
            ({"hole": "As", "board": "2c", "game": "stud"}, "stud has no board"),
            ({"hole": range(8), "game": "stud"}, "at most 7 cards, not 8"),
            ({"game": "razz"}, "razz has no odds by category; choose holdem"),
            ({"game": "omaha-low"}, "no odds by category"),
            ({"game": "badugi"}, "no odds by category"),
            ({"game": "whist"}, "'whist' is not a known game"),
            ({"dead": range(48)}, "7 cards are to come, and only 4 are left"),
            ({"hole": 1 << 52}, "not a set of cards"),
            ({"hole": -1}, "not a set of cards"),
            ({"hole": None}, "None are not cards"),
            ({"hole": True}, "True are not cards"),
        ],
    )
    def test_what_is_refused(self, arguments: dict[str, object], message: str) -> None:
        with pytest.raises(PokerError, match=message):
            odds(**arguments)  # type: ignore[arg-type]

    def test_no_cards_and_no_rounds(self) -> None:
        for cards in ("Xs", [52], ["As", "nothing"], [0.5]):
            with pytest.raises(CardError):
                odds(cards)
        with pytest.raises(ArgumentError, match=r"rounds cannot be negative \(-"):
            odds("As Kd", rounds=-1)
        with pytest.raises(ArgumentError, match="threads"):
            odds("As Kd", threads=0)


class TestSimulation:
    @pytest.mark.parametrize(
        ("hole", "board", "game"),
        [
            ("", "", "holdem"),
            ("As Kd", "Qh Jh 2c", "holdem"),
            ("As Ks", "", "short-deck"),
            ("9s 8s 7d 6d", "Ts 5s 2d", "omaha"),
        ],
    )
    def test_within_five_standard_errors(self, hole: str, board: str, game: str) -> None:
        """A correct program fails for one seed in 19,000 (90 shares at most, 5.7e-7 each)."""
        rounds = 200_000
        found = odds(hole, board, "3c" if game != "short-deck" else "", game=game, rounds=rounds,
                     seed="five standard errors")  # fmt: skip
        compared = 0
        for street in found.streets:
            assert sum(n.hits for n in street.estimates.values()) == rounds
            assert list(street.estimates) == list(street.counts)
            for kind, estimate in street.estimates.items():
                share = float(street.share(kind))
                if rounds * share < 100:  # too rare for the normal approximation
                    assert share > 0 or not estimate.hits
                    continue
                error = sqrt(share * (1 - share) / rounds)
                assert abs(float(estimate) - share) <= 5 * error
                compared += 1
        assert compared >= 8

    @pytest.mark.long
    def test_seeds_and_threads(self) -> None:
        first = odds("As Kd", rounds=300_000, seed=7, threads=1)
        assert odds("As Kd", rounds=300_000, seed=7, threads=3) == first
        other = odds("As Kd", rounds=300_000, seed=8)
        assert other.streets[-1].counts == first.streets[-1].counts
        assert other.streets[-1].estimates != first.streets[-1].estimates
        omaha = [odds("As Ah Kd Qd", game="omaha", rounds=140_000, seed=7, threads=n)
                 for n in (1, 2)]  # fmt: skip
        assert omaha[0] == omaha[1]

    def test_parts_make_the_whole(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """However many hands are counted or drawn at a time, the result is the same."""
        asked = {"rounds": 5000, "seed": 7}
        whole = [odds("As Kd", **asked), odds("As Ah Kd Qd", "2c", game="omaha", **asked)]
        monkeypatch.setattr("dealwright.poker.known_hand._CHUNK", 1024)
        assert [
            odds("As Kd", **asked), odds("As Ah Kd Qd", "2c", game="omaha", **asked),
        ] == whole  # fmt: skip

    def test_without_rounds(self) -> None:
        found = odds("As Kd")
        assert (found.rounds, found.seed) == (0, "")
        assert all(street.estimates == {} for street in found.streets)
        fresh = odds("As Kd", rounds=10)
        assert fresh.seed
        assert odds("As Kd", rounds=10, seed=fresh.seed) == fresh

    def test_progress(self) -> None:
        told: list[Progress] = []
        job = finding_odds("As Ah Kd Qd", game="omaha", rounds=10)
        job.watch(told.append)
        streets = list(job)
        everything = 17296 + 194580 + 1712304 + 30
        assert told[-1] == (everything, everything, "hands", "")
        assert len(told) > 10
        assert [each.done for each in told] == sorted(each.done for each in told)
        assert tuple(streets) == job.result().streets


class TestCommand:
    def test_report(self, cli) -> None:
        result = cli("poker", "odds", "As Kd", "--board", "Qh Jh 2c", "--seed", "1")
        assert result.status == 0
        lines = result.out.splitlines()
        assert lines[:4] == [
            "holdem: A♠ K♦ on Q♥ J♥ 2♣, 47 unseen",
            "now: ace high - A♠ K♦ Q♥ J♥ 2♣",
            "19 outs, 40.43% of the 47 cards that may come next:",
            "  straight       T♠ T♥ T♦ T♣",
        ]
        rows = {line[:14].strip(): line[14:].split() for line in lines}
        assert rows["straight"][:4] == ["8.5106", "4", "16.4662", "178"]
        low, to, high = rows["straight"][4:]
        assert to == "to"
        assert abs((float(low) + float(high)) / 2 - 16.4662) < 0.19  # five standard errors
        assert float(low) < float(high)
        assert rows["flush"] == ["-"] * 5
        assert rows["total"] == ["100.0000", "47", "100.0000", "1,081"]
        assert any(line.startswith("by the river: ") for line in lines)
        assert lines[-1].startswith("simulated: 1,000,000 hands")
        assert "\x1b" not in result.out
        again = cli("poker", "odds", "As Kd", "--board", "Qh Jh 2c", "--seed", "1", "-t", "1")
        assert again.out == result.out

    @pytest.mark.long
    def test_every_hand(self, cli) -> None:
        out = cli("poker", "odds").out
        assert "holdem: no cards, 52 unseen" in out
        for n in SEVENS:
            assert f" {n:,} " in out
        assert max(len(line) for line in out.splitlines()) <= 100
        assert "now:" not in out

    def test_other_games(self, cli) -> None:
        stud = cli("poker", "odds", "7s 6s 5s", "--game", "stud", "--rounds", "0")
        assert "7 cards %" in stud.out
        assert "simulated" not in stud.out
        assert "by 7 cards: " in stud.out
        omaha = cli(
            "poker", "odds", "AsAhKdQd", "-g", "omaha", "-b", "2c3c4c", "-d", "Ks", "-r", "0"
        )
        assert omaha.out.startswith("omaha: A♠ A♥ K♦ Q♦ on 2♣ 3♣ 4♣, dead K♠, 44 unseen")

    def test_nothing_to_come(self, cli) -> None:
        done = cli("poker", "odds", "As Ks", "--board", "Qs Js Ts 2c 3c").out.splitlines()
        assert done[1:] == ["now: royal flush - A♠ K♠ Q♠ J♠ T♠", "all cards have come"]
        best = cli("poker", "odds", "As Ks", "--board", "Qs Js Ts").out
        assert "no outs: " in best
        assert "any cards on A♠" in cli("poker", "odds", "--board", "AsKsQs", "--rounds", "9").out

    def test_one_out(self, cli) -> None:
        out = cli("poker", "odds", "2c 2d", "-b", "2h 9s 9d 5h", "-d", "9c 9h", "-r", "0").out
        assert "1 out, 2.27% of the 44 cards" in out

    def test_json(self, cli) -> None:
        arguments = ("poker", "odds", "As Kd", "-b", "Qh Jh 2c", "-d", "3c", "-s", "7", "--json")
        found = json.loads(cli(*arguments, "--rounds", "1e4").out)
        assert list(found) == [
            "dealwright", "kind", "game", "hole", "board", "dead", "unseen", "now",
            "number_of_outs", "outs", "streets", "rounds", "seed",
        ]  # fmt: skip
        expected = write_record(odds("As Kd", "Qh Jh 2c", "3c", rounds=10_000, seed=7))
        assert found == {"dealwright": 1, "kind": "odds", **expected}
        assert (found["rounds"], found["seed"], found["unseen"]) == (10_000, "7", 46)
        assert found["now"]["cards"] == ["As", "Kd", "Qh", "Jh", "2c"]
        assert found["outs"]["straight"] == ["Ts", "Th", "Td", "Tc"]
        river = found["streets"][-1]
        assert [river["name"], river["total"], river["to_come"]] == ["river", 1035, 2]
        straight = river["categories"][4]
        assert straight["category"] == "straight"
        assert straight["share"] == straight["count"] / 1035
        assert straight["simulated"]["samples"] == 10_000
        low, high = straight["simulated"]["interval"]
        assert low < straight["simulated"]["share"] == straight["simulated"]["value"] < high
        none = json.loads(cli("poker", "odds", "As Kd", "-r", "0", "--json").out)
        assert none["now"] is None
        assert none["streets"][0]["categories"][0]["simulated"] is None
        assert none["seed"] is None

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["As As"], "As occurs twice in 'As As'"),
            (["As Kd", "--board", "As 2c 3c"], "As occurs twice, in the hole cards and the board"),
            (["As Kd Qd"], "holdem has 2 hole cards, not 3"),
            (["2s", "--game", "short-deck"], "2s is not in the pack of short-deck"),
            (["--game", "whist"], "'whist' is not a known game; choose holdem"),
            (["--game", "razz"], "razz has no odds by category"),
            (["Xs"], "'Xs' in 'Xs' is not a card"),
            (["--rounds", "many"], "the number of rounds must be a whole number, not 'many'"),
            (["--rounds=-1"], "the number of rounds cannot be negative"),
            (["--threads", "0"], "the number of threads must be 1 to 1024"),
        ],
    )
    def test_errors(self, cli, arguments: list[str], message: str) -> None:
        result = cli("poker", "odds", *arguments)
        assert (result.status, result.out) == (2, "")
        assert result.err.startswith(f"dealwright: {message}")
        assert len(result.err.splitlines()) == 1

    def test_colours_and_symbols_where_they_are_shown(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TERM", "xterm")
        found = odds("As Kd", "Qh Jh 2c", rounds=100, seed=1)
        monkeypatch.setattr(sys, "stdout", _stream("ascii", terminal=False))
        plain = "\n".join(command._lines(found))
        monkeypatch.setattr(sys, "stdout", _stream("utf-8", terminal=True))
        coloured = "\n".join(command._lines(found))
        assert plain.isascii()
        assert "now: ace high - As Kd Qh Jh 2c" in plain
        assert "95 % interval" in plain
        assert "\x1b[38;5;33mA♠\x1b[0m" in coloured
        assert "\x1b[38;5;196mQ♥\x1b[0m" in coloured


def _stream(encoding: str, *, terminal: bool) -> io.TextIOWrapper:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    stream.isatty = lambda: terminal  # type: ignore[method-assign]
    return stream
