"""Robots: calls of positions, what they may not pass, and that they see their own hand alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dealwright import Deal, Deals, deal, parse
from dealwright.answers.histogram import Histogram
from dealwright.base.errors import ConditionError
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.auction import Auction
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.deals.hand import hand_mask
from dealwright.systems import read_system
from dealwright.systems.bidding import auctions_of, bid_deal
from dealwright.systems.calling import system_call
from dealwright.systems.meanings import system_meanings
from dealwright.systems.robots.ahead import _considered, _layouts, looked_ahead
from dealwright.systems.robots.estimate import tricks_of_sides
from dealwright.systems.robots.kinds import What
from dealwright.systems.robots.meaning import _span
from dealwright.systems.robots.place import Place
from dealwright.systems.robots.pool import pool
from dealwright.systems.robots.robot import Robots
from dealwright.systems.system import System

GOLDEN = Path(__file__).parents[1] / "golden"
OPENING = """
opening
  1C  hcp >= 16            "strong" forcing
  1S  spades >= 5 && hcp in 11..15
"""
DEAL = Deal("N:AKQ32.A32.K32.A2 J54.K54.QJ4.K543 T98.QJT9.T98.T98 76.876.A765.QJ76")
STANDARD = read_system("standard", opponents=read_system("standard"))


def place_of(system: System, dealer: Seat, calls: str) -> Place:
    return Robots((system, system)).place(Auction.of(dealer, calls.split()))


def call_of(place: Place, hand: str) -> str:
    """Return the call of a hand, and check that looking ahead does not spoil it."""
    rule = place.rule_of(hand_mask(hand))
    if rule is None or rule.line:
        return "Pass" if rule is None else rule.call
    return looked_ahead(place, hand_mask(hand), Vulnerability.NONE, rule.call)[0]


def positions_of(name: str) -> list[str]:
    """Return the lines of positions of a file: dealer, calls, hand, right calls, why."""
    lines = (GOLDEN / name).read_text("utf-8").splitlines()
    return [line for line in lines if line[0] != "#"]


def call_and_right(line: str) -> tuple[str, list[str], str]:
    """Return the call of a position, those that are right, and why."""
    dealer, calls, hand, right, why = (part.strip() for part in line.split("|"))
    place = place_of(STANDARD, Seat.of(dealer), calls)
    return call_of(place, hand), right.split(), why


@pytest.mark.parametrize("line", positions_of("robot_positions.txt"))
def test_positions(line: str) -> None:
    call, right, why = call_and_right(line)
    assert call in right, why


@pytest.mark.slow
def test_positions_of_readers() -> None:
    """Robots call 116 positions of two readers as books do; unseen, 48 and 54 of 60."""
    lines = positions_of("robot_positions_of_readers.txt")
    assert len(lines) == 116
    wrong = [
        line for line in lines for call, right, _ in [call_and_right(line)] if call not in right
    ]
    assert wrong == []


def test_a_call_of_the_rules_is_no_guess() -> None:
    system = read_system(OPENING)
    call = system_call(system, [], DEAL.masks[Seat.NORTH])
    assert (call.call, call.rule, call.note) == ("1C", "hcp >= 16", "strong")
    (first, after, *_) = bid_deal(system, DEAL).calls
    assert (first.call, first.rule, first.line) == (call.call, call.rule, call.line)
    assert (after.call, after.rule) == ("Pass", "")  # an opponent without a system


def test_a_forcing_call_is_not_passed() -> None:
    """South has six points and no rule; of a call that is not forcing it passes."""
    forced = system_call(read_system(OPENING), ["1C", "Pass"], DEAL.masks[Seat.SOUTH])
    assert (forced.rule, forced.call != "Pass") == ("guess", True)
    free = place_of(read_system(OPENING.replace(" forcing", " not forcing")), Seat.NORTH, "1C P")
    assert call_of(free, "T98.QJT9.T98.T98") == "Pass"
    over = place_of(read_system(OPENING), Seat.NORTH, "1C 1H")  # partner has another turn
    assert call_of(over, "T98.QJT9.T98.T98") == "Pass"


@pytest.mark.parametrize(
    ("calls", "kind"),
    [
        ("1S", What.NATURAL), ("2C", What.GAME), ("1H P 1S", What.FORCING),
        ("P 1H P 1S", What.FORCING),
        ("P P 1H P 1S", What.NATURAL), ("1H X", What.TAKEOUT), ("1H 1S X", What.TAKEOUT),
        ("1NT X", What.PENALTY), ("5C X", What.PENALTY), ("1H X XX", What.STRENGTH),
        ("1H P 3H P 4NT", What.KEYCARDS), ("1S P 3S P 4NT P 5D", What.ANSWER),
        ("1S P 2S", What.NATURAL), ("1NT P 2D", What.FORCING),
    ],
)  # fmt: skip
def test_kinds(calls: str, kind: What) -> None:
    """A new suit of a responder who has passed is not forcing."""
    assert place_of(STANDARD, Seat.NORTH, calls).kinds[-1].what is kind


@pytest.mark.parametrize(
    ("rules", "calls", "kind"),
    [
        ('1NT 2D\n  else 2H "accepts the transfer"', "1NT P 2D P 2H", What.NATURAL),
        ('(1S)\n  X hcp >= 12 "take-out, 12 points or more"', "1S X", What.TAKEOUT),
        ('1H (1S)\n  X hcp >= 8 "negative, 8 points or more"', "1H 1S X", What.TAKEOUT),
        ('(1S)\n  X hcp >= 15 "points"', "1S X", What.PENALTY),
    ],
)
def test_a_note_of_two_kinds(rules: str, calls: str, kind: What) -> None:
    system = read_system(f"opening\n  1NT hcp >= 15\n  1H hearts >= 5\n  1S spades >= 5\n{rules}")
    assert place_of(system, Seat.NORTH, calls).kinds[-1].what is kind


def test_a_free_bid_of_a_responder_is_forcing() -> None:
    assert place_of(STANDARD, Seat.NORTH, "1S 2C 2H").kinds[-1].what is What.FORCING
    assert place_of(STANDARD, Seat.NORTH, "P P 1S 2C 2H").kinds[-1].what is not What.FORCING
    for dealer in Seat:
        assert call_of(place_of(STANDARD, dealer, "1S 2C 2H P"), "AKQJ753.-.AK9.T85") != "Pass"


@pytest.mark.long
def test_a_call_does_not_depend_on_the_direction() -> None:
    """Rules of forty hands from each dealer, and one look ahead."""
    places = [place_of(STANDARD, dealer, "P 1D P 1S 2C") for dealer in Seat]
    for each in deal(40, "hcp(south) in 8..15", seed="directions"):
        rules = [place.rule_of(hand_mask(str(each.south))) for place in places]
        assert len({rule and (rule.call, rule.condition) for rule in rules}) == 1, each.south
    assert (
        len({call_of(place_of(STANDARD, dealer, "2H"), "A42.83.T5.AQJ742") for dealer in Seat}) == 1
    )


def test_a_raise_is_not_weighed_against_a_pass() -> None:
    place, hand = place_of(STANDARD, Seat.NORTH, "P 1D 1H X"), hand_mask("A32.753.AQJT8.94")
    assert "Pass" in _considered(place, hand, "2C")
    assert "Pass" not in _considered(place, hand, "2H")


def test_rare_calls_keep_what_was_shown() -> None:
    """Few hands of the pool open 2C with both majors: the points and the spades are still known."""
    shown = place_of(STANDARD, Seat.NORTH, "2C P 2D P 2S P 2NT P 3H").shown(0)
    assert shown.least_points >= 20
    assert shown.least[2:] == (4, 5)  # hearts, spades


def test_a_kind_is_said_after_the_note() -> None:
    system = read_system('opening\n  1S spades >= 5 "five" forces to game\n  1H hearts >= 5 "five"')
    kinds = [rule.kind for rule in system.rules_at("") or []]
    assert kinds == ["forces to game", ""]
    assert place_of(system, Seat.NORTH, "1S").forced == (True, False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1S (2H)\n  3M M >= 3", "'M' is not a suit of the position 1S"),
        ("1NT\n  2C hearts >= 4\n1NT 2C\n  2D oM <= 3", "'M' is not a suit"),
        ("opening\n  1M M >= 5", "'M' is not a suit"),
        ("opening\n  2m either clubs >= 6\n  1H either hearts >= 5", "'either' stands for a suit"),
        ("1M\n  2M either M >= 3", "'either' stands for a suit"),
    ],
)
def test_a_variable_is_of_the_position_or_either(text: str, said: str) -> None:
    with pytest.raises(ConditionError, match=said):
        read_system(f"{text}\n")


def test_every_rule_of_a_long_file_counts() -> None:
    """Numbers of rules need more than a byte."""
    rules = "".join(f"  2C hcp == {n % 38} && spades == {n // 38}\n" for n in range(300))
    place = place_of(read_system(f"opening\n{rules}  2S spades >= 8\n"), Seat.NORTH, "")
    assert len(place.rules) == 301
    assert call_of(place, "AKQJT987.32.3.32") == "2S"


@pytest.mark.parametrize("calls", [["1C", "Pass"], ["1C", "2S", "Pass", "Pass"], ["1S", "2H"]])
def test_the_other_hands_do_not_matter(calls: list[str]) -> None:
    """Of a whole deal, too; one who looks ahead is not given more than the hand."""
    seat = Seat(len(calls) % 4)
    others = [str(DEAL[each]) for each in Seat if each is not seat]
    found = set()
    for hands in permutations(others):
        rest = iter(hands)
        text = " ".join(str(DEAL[each]) if each is seat else next(rest) for each in Seat)
        system = read_system(OPENING, opponents=read_system("natural"))
        found.add(bid_deal(system, f"N:{text}", calls=calls).calls[len(calls)])
    assert len(found) == 1


def test_layouts_explain_the_calls() -> None:
    place = place_of(read_system("natural"), Seat.NORTH, "1NT P 2D P 2H P")
    hand = hand_mask("K4.AQJ42.Q63.T92")
    masks = _layouts(place, hand)
    assert {*masks[:, Seat.SOUTH].tolist()} == {hand}
    assert parse("hcp(north) in 15..17 && balanced(north)").matches(Deals(masks)).all()
    assert len({*masks[:, Seat.NORTH].tolist()}) >= len(masks) // 3


def test_looking_ahead_decides_only_whether_to_act() -> None:
    """It passes, doubles, or bids game instead of a pass; a call that must be made stays."""
    place = place_of(STANDARD, Seat.NORTH, "1H 2C P P X P")
    hand = hand_mask("Q983.5.KT864.J93")
    assert "Pass" not in _considered(place, hand, "2D")
    late = place_of(STANDARD, Seat.NORTH, "1H 2C 2H 3C P P")
    for dealt in deal(40, "hcp(north) >= 12 && hearts(north) >= 5", seed=1):
        rule = late.rule_of(dealt.masks[late.seat])
        chosen = "Pass" if rule is None else rule.call
        others = {*_considered(late, dealt.masks[late.seat], chosen)} - {chosen}
        assert others <= {"Pass", "X", "3NT", "4H", "4S", "5D", "5C"}


def test_who_is_vulnerable_matters() -> None:
    """Doubles of partscores, of which a made one costs a game."""
    place = place_of(STANDARD, Seat.NORTH, "1H P 2H 3C P P")
    found = set()
    for dealt in deal(40, "hcp(south) in 5..12", seed=2):
        hand = dealt.masks[place.seat]
        rule = place.rule_of(hand)
        chosen = "Pass" if rule is None else rule.call
        calls = [looked_ahead(place, hand, each, chosen) for each in Vulnerability]
        found.add(len({*calls}) > 1)
    assert True in found


def test_tricks_are_estimated_near_those_of_double_dummy() -> None:
    masks = np.array(
        [
            Deal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432").masks,
            Deal("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.8765.876.87 2.432.5432.65432").masks,
            Deal("N:T987.JT9.JT9.JT9 AKQJ.AKQ.AKQ.AKQ 6543.8765.876.87 2.432.5432.65432").masks,
        ],
        dtype=np.uint64,
    )
    assert tricks_of_sides(masks, 0, Strain.SPADES)[0] > 11
    notrump = tricks_of_sides(masks, 0, Strain.NOTRUMP)
    assert notrump[1] > 11
    assert notrump[2] < 2


def test_many_auctions_are_those_of_one_deal_each() -> None:
    masks = deal(12, seed=5).masks
    for calls, places in auctions_of(STANDARD, masks, written=True).items():
        for place in places.tolist():
            assert calls == tuple(
                call.call for call in bid_deal(STANDARD, Deals(masks)[place]).calls
            )


def test_a_call_of_no_rule_shows_its_suit() -> None:
    place = place_of(read_system("natural"), Seat.NORTH, "1NT 2S P")
    shown = place.shown(Seat.EAST)
    assert shown.least[Strain.SPADES] >= 4
    assert place.shown(Seat.NORTH).least_points == 15
    assert len(pool().all) > len(place.hands[Seat.NORTH]) > 100


@pytest.mark.long
def test_standard_reaches_games_and_competes() -> None:
    """Two bids a side in a quarter of the auctions in which both bid; few doubles are passed."""
    both = twice = passed = answered = 0
    for dealt in deal(400, seed="robots"):
        calls = [call.call for call in bid_deal(STANDARD, dealt).calls]
        bids = [sum(call[0].isdigit() for call in calls[side::2]) for side in (0, 1)]
        both += min(bids) > 0
        twice += min(bids) > 1
        for at in range(2, len(calls)):
            level = next((int(c[0]) for c in reversed(calls[: at - 2]) if c[0].isdigit()), 7)
            if calls[at - 2] == "X" and calls[at - 1] == "Pass" and level <= 3:
                answered += calls[at] != "Pass"
                passed += calls[at] == "Pass"
    assert twice >= 0.22 * both
    assert passed <= 0.15 * answered


class TestCall:
    """``system call``: the call first, then its rule, what it shows, what else fits."""

    def test_of_a_rule(self, cli: Callable[..., Any]) -> None:
        said = cli("system", "call", "natural", "1NT P", "AQ42.KJ83.Q32.54").out.splitlines()
        assert said[0].split()[0] == "2C"
        assert said[1] == "shows 8+ HCP; 1 hand in 3"
        assert said[2] == "not 3NT  hcp in 10..15"

    def test_its_share_is_exact(self) -> None:
        answer = system_call(read_system("natural"), (), "AQ4.KJ8.K932.A54")
        count = parse("hcp(north) in 15..17 && balanced(north)").count()
        assert answer.exact
        assert answer.share == Fraction(int(count), int(parse("1").count()))
        assert answer.shows == "15-17 HCP, balanced"

    def test_past_the_rules(self, cli: Callable[..., Any]) -> None:
        words = ("system", "call", "natural", "1S P P X P", "J2.9875.K654.AJT", "--dealer", "west")
        first = cli(*words).out.splitlines()[0]
        assert first.split()[:2] == ["2H", "guess"]
        answer = json.loads(cli(*words, "--json", "--vulnerable", "all").out)
        assert (answer["call"], answer["rule"], answer["seat"]) == ("2H", "guess", "north")

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["1S P 1H", "AQ42.KJ83.Q32.54"], "a bid must be higher than 1S"),
            (["1S", "AQ42.KJ83.Q32.5"], "a hand has 13 cards, not 12"),
            (["1S P P P", "AQ42.KJ83.Q32.54"], "the auction is over"),
            (["1S", "AQ42.KJ83.Q32"], "does not have four suits"),
            (["1S", "AQ42.KJ83.Q32.54", "--vulnerable", "us"], "us"),
        ],
    )
    def test_what_cannot_be(self, cli: Callable[..., Any], words: list[str], said: str) -> None:
        result = cli("system", "call", "natural", *words)
        assert result.status == 2
        assert said in result.err
        assert result.err.count("\n") <= 2


class TestMeanings:
    def test_any_hand(self) -> None:
        (only,) = system_meanings(read_system("opening\n  else 1C"), []).calls
        assert str(only) == "1C    any hand"

    def test_a_file_names_its_opponents(self) -> None:
        named = read_system("natural", opponents=read_system("strong-club"))
        given = system_meanings(
            read_system("natural"), ["1C"], opponents=read_system("strong-club")
        )
        assert system_meanings(named, ["1C"]).made == given.made

    def test_ends_of_a_sample_are_no_ends(self) -> None:
        """The greatest value of a sample was told as an end where two points lay between."""
        counts = {(12,): 40, (13,): 40, (15,): 20, (16,): 40, (18,): 1}
        sampled = Histogram([""], dict(counts), exact=False)
        assert _span(sampled, 0, 2) == "12+"
        assert _span(Histogram([""], {**counts, (18,): 40}, exact=False), 0, 2) == "12-18"
        assert _span(Histogram([""], dict(counts)), 0, 2) == "12-18"

    """``system meanings``: points, lengths and exact shares of calls made and to come."""

    @pytest.mark.long
    def test_calls_share_the_hands(self) -> None:
        """Every hand makes one call: exact shares of a place have the sum 1, the pass with them."""
        for calls in (["1NT", "Pass"], ["1D", "Pass", "1S", "Pass", "2C", "Pass"]):
            found = system_meanings(STANDARD, calls).calls
            assert all(call.exact for call in found)
            assert sum(call.share or 0 for call in found) == 1

    @pytest.mark.long
    def test_of_calls_that_were_made(self, cli: Callable[..., Any]) -> None:
        said = cli("system", "meanings", "natural", "1H 1S", "--dealer", "west").out.splitlines()
        assert said[0] == "west   1H    12-21 HCP, 5+ hearts; 1 hand in 19  (five cards)"
        assert said[1].startswith("north  1S    8-17 HCP, 5+ spades; 1 hand in 9  (guess: ")
        assert said[2] == ""
        assert any(line.startswith("2H    ") and "(guess: raises)" in line for line in said[3:])

    @pytest.mark.long
    def test_each_side_by_its_system(self) -> None:
        """The opener's 1NT is weak where his side plays a weak one, whoever calls next."""
        weak = read_system("natural", parameters={"strength": "12..14"})
        after, later = ["1NT"], ["1NT", "Pass"]
        assert system_meanings(STANDARD, after, opponents=weak).made[0].shows[:5] == "12-14"
        assert system_meanings(weak, later, opponents=STANDARD).made[0].shows[:5] == "12-14"
        assert system_meanings(STANDARD, later, opponents=weak).made[0].shows[:5] == "15-17"

    def test_after_the_last_pass(self) -> None:
        found = system_meanings(STANDARD, ["1NT", "Pass", "Pass", "Pass"])
        assert found.seat is None
        assert not found.calls
        assert [made.call for made in found.made] == ["1NT", "Pass", "Pass", "Pass"]

    @pytest.mark.long
    def test_a_call_that_no_hand_makes(self) -> None:
        """A cue-bid of a suit that the pool's openers never hold is no choice of the next calls."""
        found = system_meanings(STANDARD, ["1H", "1S", "2H", "2S"])
        assert all(call.share or call.shows for call in found.calls)
        assert {call.call for call in found.calls} >= {"Pass", "3H"}

    @pytest.mark.long
    def test_show_prints_the_same(self, cli: Callable[..., Any]) -> None:
        shown = cli("system", "show", "natural", "1NT 2C").out
        for made in system_meanings(read_system("natural"), ["1NT", "Pass", "2C"]).made[::2]:
            assert str(made).rstrip() in shown


_SESSION = """
from pathlib import Path
from dealwright import deal
from dealwright.cards.bridge.auction import Auction
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.cards import Seat
from dealwright.systems import read_system
from dealwright.systems.bidding import called
from dealwright.systems.robots.robot import robots_of

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

system, deals = read_system("standard"), deal(200, seed="memory")
before, robots = resident(), robots_of(system, 0, system)
for number, dealt in enumerate(deals):
    auction = Auction(Seat(number % 4))
    while auction.turn is not None:
        place = robots.place(auction)
        made = called(place, dealt.masks[auction.turn], Vulnerability.NONE)
        auction = auction.with_call(made.call)
print(resident() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads the memory in Linux alone")
def test_a_session_of_robots_keeps_to_its_memory() -> None:
    """200 boards took 210 MB when each condition was compiled and kept, not each test."""
    done = subprocess.run([sys.executable, "-c", _SESSION], capture_output=True, check=True)
    assert int(done.stdout) < 100e6
