"""The odds at the table: events and play as they are read, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import comb
from time import process_time
from typing import Any

import pytest

from dealwright import (
    CardError,
    Condition,
    ConditionError,
    PredealError,
    parse,
    read_json,
    table_view,
    write_json,
)
from dealwright.answers import Estimate
from dealwright.ask.resources import Resources
from dealwright.cards import Seat, Strain, Suit
from dealwright.deals import predeal_masks
from dealwright.play.at_table.events import VisibleCards
from dealwright.play.at_table.lines import _State
from dealwright.play.at_table.play import read_play

SOUTH, NORTH = "south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765"
SEEN = predeal_masks(f"{SOUTH}; {NORTH}")

EVENTS = [
    ("spades 2-2", "spades(west) == 2"),
    ("Spades 3-1 or 4-0", "spades(west) in {0, 1, 3, 4}"),
    ("spades 3 - 1", "spades(west) in {1, 3}"),
    ("onside KH", "hascard(west, HK)"),  # the queen in dummy is the tenace
    ("offside HK", "hascard(east, HK)"),
    ("not onside KH", "hascard(east, HK)"),
    ("onside SQ", "hascard(east, SQ)"),  # the ten is in the hand
    ("west KH", "hascard(west, HK)"),
    ("KH with West", "hascard(west, HK)"),
    ("KH is in west or QS with east", "hascard(west, HK) || hascard(east, SQ)"),
    ("West has KH", "hascard(west, HK)"),
    ("KH onside and SQ is offside", "hascard(west, HK) && hascard(west, SQ)"),
    (
        "QS drops",
        "spades(west) <= 2 && hascard(west, SQ) || spades(east) <= 2 && hascard(east, SQ)",
    ),
    ("finesse against KH", "hascard(west, HK)"),
    ("spades break 3-1", "spades(west) in {1, 3}"),
    ("east HK SQ", "hascard(east, HK) && hascard(east, SQ)"),
    ("drop QS", "spades(west) <= 2 && hascard(west, SQ) || spades(east) <= 2 && hascard(east, SQ)"),
    ("drop KH", "hearts(west) <= 1 && hascard(west, HK) || hearts(east) <= 1 && hascard(east, HK)"),
    (
        "drop JD",
        "diamonds(west) <= 3 && hascard(west, DJ) || hascard(east, DJ) && diamonds(east) < 4",
    ),
    ("drop QC", "clubs(west) <= 2 && hascard(west, CQ) || clubs(east) <= 2 && hascard(east, CQ)"),
    (
        "(spades 2-2 or onside HK) and not west SQ",
        "(spades(west) == 2 || hascard(west, HK)) && !hascard(west, SQ)",
    ),
    ("hcp(west) >= 10 or spades 4-0", "hcp(west) >= 10 || spades(west) in {0, 4}"),
]


@pytest.mark.parametrize(("event", "condition"), EVENTS)
def test_an_event_is_the_condition_written_by_hand(event: str, condition: str) -> None:
    made = VisibleCards(SEEN).condition(event)
    fixed = f"{SOUTH}; {NORTH}"
    assert made.count(predeal=fixed) == parse(condition).count(predeal=fixed)
    differ = parse(f"({made}) != ({condition})")
    assert differ.count(predeal=fixed) == 0


def test_a_round_without_a_top_card_counts_for_a_drop() -> None:
    play = read_play("H6 H5 H7 H2", SEEN)  # dummy ducks
    assert "hearts(west) <= 2" in str(VisibleCards(SEEN, play).condition("drop KH"))
    play = read_play("H6 HA H7 H2", SEEN)
    assert "hearts(west) <= 1" in str(VisibleCards(SEEN, play).condition("drop KH"))


def test_no_more_rounds_than_the_longer_hand_follows_to() -> None:
    seen = predeal_masks("south A2.KQJ2.432.5432; north KQ.A543.AKQ.AK76")
    assert "spades(west) <= 2" in str(VisibleCards(seen).condition("drop JS"))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("spades 3-2", "spades cannot break 3-2: the two hands were dealt 4"),
        ("onside AS", "SA is seen: it is in the south hand"),
        ("onside QQ", "'QQ' is not a card"),
        ("onside", "event 'onside'"),
        ("hearts 4-3 or", "event 'hearts 4-3 or'"),
        ("west wins", "event 'west wins'"),
    ],
)
def test_an_event_that_means_nothing_is_refused(event: str, words: str) -> None:
    with pytest.raises(ConditionError, match=words):
        VisibleCards(SEEN).condition(event)


@pytest.mark.parametrize("event", ["QD of West", "drop Q", "spades break", "west wins"])
def test_hints_are_about_events(event: str) -> None:
    """Mutant: the hint of a condition, a phrase such as 'west: QD of'."""
    with pytest.raises(ConditionError) as caught:
        VisibleCards(SEEN).condition(event)
    assert caught.value.hint.startswith("Write hearts 3-3, onside KC, offside KC, west KC, drop QS")


def test_a_long_run_of_cards_without_a_seat_is_refused_at_once() -> None:
    """It took the square of its length: nine seconds."""
    before = process_time()
    with pytest.raises(ConditionError):
        VisibleCards(SEEN).condition("fsse " + "SQ " * 10_000)
    assert process_time() - before < 2


@pytest.mark.parametrize("event", ["onside KH", "drop QS"])
def test_finesses_and_drops_need_a_hand_and_its_dummy(event: str) -> None:
    seen = predeal_masks("west 98.KJT9.JT9.QJT9; north 7654.AQ5.AKQ.765")
    with pytest.raises(ConditionError, match="a hand and its dummy"):
        VisibleCards(seen).condition(event.replace("KH", "8H"))
    with pytest.raises(ConditionError, match="give the dummy"):
        VisibleCards(predeal_masks(SOUTH)).condition("spades 4-4")


def test_no_finesse_against_the_lowest_card() -> None:
    seen = predeal_masks("south AKT43.432.432.AK; north 9765.AQ5.AKQ.765")
    with pytest.raises(ConditionError, match="no card that is seen is lower than S2"):
        VisibleCards(seen).condition("onside 2S")


def test_the_winner_of_a_trick_leads_and_trumps_win() -> None:
    found = read_play("S9 S4 S8 SA; CA C9 C5 C8 | CK H6 C6 CT, DJ", SEEN, trump=Strain.HEARTS)
    assert [trick[0][0] for trick in found.tricks] == [
        Seat.WEST, Seat.SOUTH, Seat.SOUTH, Seat.WEST,
    ]  # fmt: skip
    assert found.voids == ((Seat.WEST, Suit.CLUBS, 1),)


def test_tricks_need_no_commas() -> None:
    assert read_play("S9 S4 S8 SA CA C9 C5 C8", SEEN) == read_play("S9 S4 S8 SA, CA C9 C5 C8", SEEN)
    assert read_play("", SEEN).cards == ()


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("S9 S4 S8, CA C9 C5 C8", "trick 1 of the play has 3 cards"),
        ("S9 S4 S8 SA C5", "trick 2: south plays next, and does not have C5"),
        ("S9 S4 S8 SA CA CK", "trick 2: west plays next, and CK is in the south hand"),
        ("S9 S4 S8 SA SK S9", "trick 2: west cannot play S9, which was played before"),
        ("S9 S4 S8 CA", "trick 1: south cannot play CA: a hand with spades follows suit"),
        ("S9 S4 D9 SA SK SJ S5 S8", "trick 2: east plays S8, and did not follow to spades before"),
        ("S9 S4 S8 SX", "'SX' is not a card"),
    ],
)
def test_a_play_that_cannot_be_is_refused(play: str, words: str) -> None:
    with pytest.raises(CardError, match=words):
        read_play(play, SEEN)


@pytest.mark.parametrize(
    ("hand", "dummy", "words"),
    [
        ("south AKT32.432.432.A", NORTH, "give the hand with its seat and 13 cards.*south has 12"),
        (SOUTH, "north 7654.AQ5.AKQ.765; east H9", "give the dummy with its seat and 13 cards"),
        (SOUTH, SOUTH, "the hand and the dummy are both south's"),
        (SOUTH, "north A654.AQ5.AKQ.765", "SA is predealt to both"),
    ],
)
def test_hands_that_cannot_be_are_refused(hand: str, dummy: str, words: str) -> None:
    with pytest.raises(PredealError, match=words):
        table_view(hand, dummy)


def test_a_void_moves_the_other_cards() -> None:
    """West has no spade: 26 cards, of which 13 of the other 22 are his."""
    found = table_view(SOUTH, NORTH, play="HJ HQ HK H2, S9 S2 D9 S4", known="west C2").odds()
    assert found.voids == {"west": ("spades",)}
    assert found.unseen.breaks("spades") == {(0, 4): 1}
    assert found.unseen.cards.chance("SQ", "east") == 1
    # free cards: 26 - 4 spades - HJ D9 C2 (west) - HK (east) = 18, of which west has 10
    assert found.unseen.cards.chance("DJ", "west") == Fraction(10, 18)


def test_each_event_and_all_together_with_and_without_the_auction() -> None:
    events = ["onside KH", "spades 2-2"]
    found = table_view(SOUTH, NORTH, where="hcp(west) >= 8").odds(events)
    fixed = f"{SOUTH}; {NORTH}"
    assert [event.event for event in found.events] == [*events, "all together"]
    for event in found.events:
        both = parse(f"hcp(west) >= 8 && ({event.condition})").count(predeal=fixed)
        given = parse("hcp(west) >= 8").count(predeal=fixed)
        assert event.probability == Fraction(int(both), int(given))
        alone = parse(event.condition).count(predeal=fixed)
        assert event.without_auction == Fraction(int(alone), 10400600)
    assert found.without_auction is not None
    assert found.without_auction.cards.total == 10400600
    assert found.unseen.cards == parse("hcp(west) >= 8").cards(predeal=fixed)


def test_a_line_for_each_card_that_is_out_but_one_for_equal_chances() -> None:
    """No card of a hand that is seen, and each of the other 26 once."""
    lines = list(table_view(SOUTH, NORTH, where="hcp(west) >= 8").odds().lines(symbols=False))
    rows = [line.split()[:2] for line in lines if re.match(r"[SHDC] [2-9TJQKA]+ +\d", line)]
    assert [" ".join(row) for row in rows] == [
        "S Q", "S J", "S 98", "H K", "H J", "H T9876", "D J", "D T98765", "C Q", "C J", "C T98432"
    ]  # fmt: skip


def test_what_cannot_be_counted_is_sampled() -> None:
    found = table_view(SOUTH, NORTH).odds(
        ["cccc(west) + cccc(east) > 1700 && spades 2-2"], seed=1, resources=Resources(seconds=0.02)
    )
    chance = found.events[0].probability
    assert found.unseen.cards.exact
    assert isinstance(chance, Fraction | Estimate)
    assert 0 <= chance < 1


def test_one_hand_is_enough() -> None:
    found = table_view(SOUTH).odds(["hcp(north) >= 10"])
    assert list(found.unseen.hands) == ["west", "north", "east"]
    assert found.unseen.breaks("spades") == {}
    assert found.unseen.cards.chance("SQ", "north") == Fraction(1, 3)
    assert found.events[0].without_auction is None
    assert "breaks" not in str(found)


def test_an_auction_that_cannot_be(cli: Callable[..., Any]) -> None:
    done = cli("odds", "--hand", SOUTH, "--dummy", NORTH, "--where", "hcp(west) > 30")
    assert done.status == 2
    assert "no deal satisfies" in done.err
    assert "Traceback" not in done.err


def test_the_command_prints_both_columns(cli: Callable[..., Any]) -> None:
    done = cli(
        "odds", "--hand", "south AQ542.KJ87.32.K3", "--dummy", "north K63.AQ4.J854.542",
        "--system", "natural", "--auction", "1NT", "--first", "west", "--event", "onside AC",
    )  # fmt: skip
    assert "given hcp(west) in 15..17 && balanced(west)" in done.out
    assert "0.000% |  50.000%  onside AC" in done.out  # west has it, behind the king
    plain = cli("odds", "--hand", SOUTH, "--dummy", NORTH, "--event", "onside KH").out
    assert "without the auction" not in plain
    assert "50.000%  onside KH" in plain


def test_calls_of_the_other_side_have_their_own_system(cli: Callable[..., Any]) -> None:
    """A weak two in second seat shows six spades; without a system the call means nothing."""
    table = ["odds", "--hand", "south 2.AKJ87.A32.K432", "--dummy", "north T3.Q42.KQJ8.AQ75"]
    call = ["--system", "natural", "--auction", "(2S)", "--first", "west"]
    events = ["--event", "spades(west) == 6"]
    assert "100.000%" in cli(*table, *call, *events, "--opponents", "natural").out
    assert "100.000%" not in cli(*table, *call, *events).out


def test_a_system_and_an_auction_go_together(cli: Callable[..., Any]) -> None:
    for options in (["--system", "natural"], ["--auction", "1NT"], ["--first", "west"],
                    ["--opponents", "natural"]):  # fmt: skip
        done = cli("odds", "--hand", SOUTH, *options)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)


def test_cards_of_the_document_are_those_of_the_command_cards(cli: Callable[..., Any]) -> None:
    where = ["--where", "hcp(west) >= 8"]
    found = json.loads(cli("odds", "--hand", SOUTH, "--dummy", NORTH, *where, "--json").out)
    predeal = ["--predeal", SOUTH, "--predeal", NORTH]
    cards = json.loads(cli("cards", "hcp(west) >= 8", *predeal, "--json").out)
    assert found["cards"] == cards["cards"]
    assert found["count"] == cards["count"]


@pytest.mark.long
@pytest.mark.parametrize("play", ["", "HJ HQ HK H2, S9 S2 D9 S4"])
def test_documents_come_back(play: str) -> None:
    """Chances of 0 and 1, samples, voids, with and without an auction."""
    events = ["spades 4-0", "west SQ", "spades(west) > 9", "cccc(west) > 900", "hearts 4-3 or 5-2"]
    for where in (None, "hcp(west) >= 4"):
        found = table_view(SOUTH, NORTH, where=where, play=play, choice="random").odds(
            events, lines=["drop QS", "west SQ"], seed=1, resources=Resources(seconds=0.02)
        )
        assert read_json(write_json(found)) == found
        assert len(list(found.lines())) > 12


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cash SA", "a line ends with what it needs"),
        ("", "a line ends with what it needs"),
        ("cash SA; jump; make", "'jump' is not a step of a line"),
        ("cash SQ; make", "SQ cannot be cashed: your side does not hold it"),
        ("cash ST; make", "ST is not a winner: SQ is still out"),
        ("cash SA SA; make", "SA cannot be cashed: your side does not hold it"),
        ("cash nine clubs; make", "there are not 9 clubs to cash"),
        ("cash 1H SA; make", "'1H' is not a card"),
        ("finesse SA", "SA is seen: it is in the south hand"),
        ("if SQ drops then make", "an 'if' needs 'then' and 'else'"),
        ("if SQ drops else make", "an 'if' needs 'then' and 'else'"),
        (
            "if hcp(west) > 9 then make else down",
            "'hcp.west. > 9' is not something that the play has",
        ),
        ("cash SA; if west SQ then make else down", "'west SQ' is not something that the play has"),
        (
            "cash SA; if SQ drops or 1 then make else down",
            "is not something that the play has shown",
        ),
        (
            "if finesse HK wins then make else down",
            "tests a finesse against HK before it takes one",
        ),
        ("cash SA; if south shows out of spades then make else down", "the south hand is seen"),
        ("cash SA; spades 9-9", "spades cannot break 9-9"),
    ],
)
def test_lines_that_cannot_be_read(line: str, words: str) -> None:
    with pytest.raises(ConditionError, match=words) as caught:
        table_view(SOUTH, NORTH).line(line)
    assert "\n" not in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    ("line", "condition"),
    [
        ("make", "0 == 0"),
        ("cash two spades; drop QS", "drop QS"),
        ("cash 2 spades; if SQ falls then make else down", "drop QS"),
        ("cash SA, SK; if SQ drops then down else make", "not drop QS"),
        ("CASH SA; IF West Shows Out Of Spades THEN make ELSE down", "spades(west) < 1"),
        ("(spades 2-2) or (onside KH)", "spades 2-2 or onside KH"),
        ("((spades 2-2))", "spades 2-2"),
        ("cash SA; if West Shows Out Of Spades THEN onside KH else make",
         "spades(west) >= 1 or onside KH"),
        ("cash SA; if West Shows Out Of Spades then make else onside KH",
         "spades(west) < 1 or onside KH"),
        ("cash SA; if SQ drops then (cash SK; make) else (finesse HK)", None),
        ("cash SA; if SQ drops then make else if west shows out of spades then down else west HK",
         None),
    ],
)  # fmt: skip
def test_lines_are_read(line: str, condition: str | None) -> None:
    seen = table_view(SOUTH, NORTH)
    made = seen.line(line)
    if condition is not None:
        wanted = seen.condition(condition)
        assert made.count(predeal=f"{SOUTH}; {NORTH}") == wanted.count(predeal=f"{SOUTH}; {NORTH}")
    elif "(finesse" in line:
        falls = "(west SQ and spades(west) == 1 or east SQ and spades(east) == 1)"
        assert counted(made) == counted(seen.condition(f"{falls} or west KH"))
    else:
        falls = "west SQ and spades(west) == 1 or east SQ and spades(east) == 1"
        wanted = seen.condition(f"{falls} or spades(west) > 0 and west KH")
        assert counted(made) == counted(wanted)


def test_the_lowest_card_is_cashed_where_no_other_is_out() -> None:
    seen = table_view("south A.43.432.AKQJT98", "north K7.AQ5.AK.765432")
    made = seen.line("cash C2; onside KH")
    assert str(made) == str(seen.condition("onside KH"))
    with pytest.raises(ConditionError, match="C2 cannot be cashed: your side does not hold it"):
        seen.line("cash C2 C2; make")


def test_events_are_printed_with_their_conditions_and_lines_of_play_without() -> None:
    found = table_view(SOUTH, NORTH).odds(["onside KH", "hcp(west) > 9"], lines=["finesse HK"])
    lines = list(found.lines())
    after = {line.strip().partition("  ")[2]: next_ for line, next_ in pairwise(lines)}
    assert after["onside KH"].strip() == "hascard(west, KH)"
    assert "%" in after["hcp(west) > 9"]  # it is its own condition
    assert sum(line.strip() == "hascard(west, KH)" for line in lines) == 1
    assert any(line.startswith("breaks, west first and east second") for line in lines)


def counted(condition: Condition) -> object:
    return condition.count(predeal=f"{SOUTH}; {NORTH}")


@pytest.mark.parametrize(
    ("choice", "likely", "words"),
    [
        ("sometimes", [], "'sometimes' is not a way to choose among equal cards"),
        ("south random", [], "'south random' is not a way to choose"),
        ("", ["often if west SQ"], "'often if west SQ' does not say how likely what you saw was"),
        ("", ["150% if west SQ"], "a chance must be at most 1, not 150%"),
        ("", ["1/0 if west SQ"], "'1/0' is not a chance"),
        ("", ["0 if west SQ else 0"], "says that what you saw is impossible"),
    ],
)
def test_models_that_cannot_be_read(choice: str, likely: list[str], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        table_view(SOUTH, NORTH, choice=choice, likely=likely)
    assert "\n" not in str(caught.value)


def test_a_model_that_leaves_nothing() -> None:
    with pytest.raises(ConditionError, match="no deal satisfies the cards with a weight above 0"):
        table_view(SOUTH, NORTH, likely=["0 if west SQ", "0 if east SQ"]).odds()


@pytest.mark.long
def test_chances_multiply_and_samples_are_weighed_too() -> None:
    """A signal of 9 in 10 and one of 2 in 3; what is sampled is within five standard errors."""
    likely = ["90% if west SQ else 10%", "2/3 if hearts(west) % 2 == 0 else 1/3"]
    seen = table_view(SOUTH, NORTH, likely=likely)
    found = seen.odds(["west SQ", "hearts(west) % 2 == 0"])
    plain = table_view(SOUTH, NORTH)
    both = plain.odds(
        [f"{'' if a else '!'}(hascard(west, SQ)) && {'' if b else '!'}(hearts(west) % 2 == 0)"
         for a in (1, 0) for b in (1, 0)]
    ).events  # fmt: skip
    weights = [w * each.probability for w, each in zip((18, 9, 2, 1), both, strict=False)]
    assert found.events[0].probability == sum(weights[:2]) / sum(weights)
    assert found.events[1].probability == (weights[0] + weights[2]) / sum(weights)
    assert found.model == tuple(likely)
    assert "exact under these weights" in str(found)
    costly = "cccc(west) + cccc(east) > 1.0 && west SQ"  # true wherever the queen is
    sampled = seen.odds([costly], seed=1, resources=Resources(seconds=0.05)).events[0].probability
    assert isinstance(sampled, Estimate)
    exact = float(found.events[0].probability)
    assert abs(sampled.value - exact) < 5 * (exact * (1 - exact) / 2000) ** 0.5
    assert exact > 0.85  # and 0.5 without the weights


@pytest.mark.parametrize(
    ("play", "trump", "low"),
    [
        ("D2 D7 DA D9", "notrump", True),  # under the ace of dummy
        ("H2 H7 H5 HT", "notrump", False),  # east takes the trick
        ("H2 H7 C5 HT", "notrump", False),  # over a discard too
        ("H2 H7 C5 HT", "clubs", True),  # but not over a ruff
    ],
)
def test_only_a_card_that_takes_the_trick_so_far_is_not_low(
    play: str, trump: str, low: bool
) -> None:
    north = "north 7654.AQ53.AKQ.76" if "H5" in play else "north 76543..AKQ6.7654"
    south = "south AKT2.42.5432.AK3"
    if play.startswith("D"):
        north, south = "north 7654.AQ5.AKQ.765", "south AKT3.432.5432.AK"
    seen = table_view(south, north, play=play, leader="south", trump=trump, choice="east random")
    assert any("no other lower card" in each for each in seen.evidence.sentences) == low


def test_the_command_prints_lines_and_models(cli: Callable[..., Any]) -> None:
    done = cli(
        "odds", "--hand", SOUTH, "--dummy", NORTH, "--line", "cash SA SK; drop QS",
        "--line", "cash SA; finesse SQ", "--likely", "1/2 if west SQ", "--choice", "random",
    )  # fmt: skip
    assert "weighed: 1/2 if west SQ\nexact under these weights" in done.out
    assert "layouts that tell the lines apart, west and east:" in done.out
    assert "S Qx - xx  line 1 succeeds" in done.out
    for bad in (["--line", "jump"], ["--choice", "x"], ["--likely", "x"]):
        done = cli("odds", "--hand", SOUTH, "--dummy", NORTH, *bad)
        assert (done.status, done.out) == (2, "")
        assert "Traceback" not in done.err


def test_layouts_beyond_the_listed_ones_are_counted_with_their_chance() -> None:
    found = table_view(SOUTH, NORTH).odds(lines=["drop QS", "west HK", "west DJ", "west CQ"])
    lines = [line.split() for line in found.lines()]
    listed = sum("line" in words and words[-1] == "succeeds" for words in lines)
    chance, number, *words = lines[-1]
    assert words == ["other", "layouts"]
    assert int(number) == len(found.apart) - listed > listed > 0
    rest = sum(float(layout.probability) for layout in found.apart[listed:])
    assert chance == f"{rest:.3%}"


def test_a_table_may_be_given_more() -> None:
    seen = table_view(SOUTH, NORTH).given("hcp(west) >= 4").given("spades(west) == 2")
    same = table_view(SOUTH, NORTH, where="hcp(west) >= 4 && spades(west) == 2")
    assert seen.odds(["west SQ"]) == same.odds(["west SQ"])


def test_the_cards_that_are_out_are_those_of_no_hand_that_is_seen() -> None:
    state = _State(VisibleCards(SEEN), {})
    assert [str(card) for card in state.out(Suit.SPADES)] == ["SQ", "SJ", "S9", "S8"]
    assert [str(card) for card in state.out(Suit.CLUBS)] == [
        "CQ",
        "CJ",
        "CT",
        "C9",
        "C8",
        "C4",
        "C3",
        "C2",
    ]


def test_equals_of_an_honour_may_be_spot_cards() -> None:
    """With the 9 and 8 gone, West's ten had the jack and the seven for equals, if he has them."""
    seen = table_view(
        "south AK654.432.432.AK", "north Q32.AQ5.AKQ.7654", leader="south",
        play="SA S8 S2 S9, SK ST", choice="honours",
    ).odds()  # fmt: skip
    alone, with_one, with_both = comb(21, 11), comb(21, 10), comb(21, 9)
    weights = {"SJ": Fraction(with_one, 2), "both": Fraction(with_both, 3)}
    total = alone + 2 * weights["SJ"] + weights["both"]
    for card in ("SJ", "S7"):
        chance = seen.unseen.cards.chance(card, "west")
        assert chance == (weights["SJ"] + weights["both"]) / total == Fraction(14, 41)
