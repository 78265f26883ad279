"""Equities by hand, what a range hits, named hands, high and low halves; and their commands."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from dealwright import PokerError, poker, read_json
from dealwright.answers.records import write_record
from dealwright.cli import status_of
from dealwright.poker import equity, hand_equities, named_hand, parse_range, range_hits
from dealwright.poker.hand_names import _counts
from dealwright.poker.hits import DRAWS, MADE
from dealwright.poker.stored_counts import STORED

FLOP, TURN, RIVER = "Qh Jh 2c", "Qh Jh 2c 7s", "Qh Jh 2c 7s 9d"


# ---- equities by hand


@pytest.mark.parametrize("board", [FLOP, TURN, RIVER])
@pytest.mark.parametrize(
    ("one", "other"), [("22+ AKs@0.5", "A2+ T9s"), ("JJ KK", "JJ KK"), ("AhKh JTs", "random")]
)
def test_the_equity_of_each_hand_is_that_of_the_hand_alone(
    board: str, one: str, other: str
) -> None:
    found = hand_equities(one, other, board=board, dead="3c")
    whole = equity(one, other, board=board, dead="3c", method="exact")
    assert found.equity == whole.players[0].equity
    for each in found.hands[:: max(1, len(found.hands) // 12)]:
        alone = equity(each.hand, other, board=board, dead="3c", method="exact")
        assert each.equity == alone.players[0].equity
        assert (each.wins, each.total) == (alone.players[0].wins, alone.total) or "@" in other
    assert sum(each.hands for each in found.classes) == len(found.hands)


@pytest.mark.parametrize("hand", ["QsQh", "QdQc", "AdQh", "AhQh", "2d2c"])
def test_before_the_flop_suits_alike_are_counted_once(hand: str) -> None:
    """Boards that exchange hearts, diamonds and clubs are one; spades are AsKs's."""
    found = hand_equities("QQ AQ 22", "AsKs", dead="3s")
    assert found.of(hand).equity == equity(hand, "AsKs", dead="3s").players[0].equity


def test_classes_are_the_means_of_their_hands() -> None:
    found = hand_equities("AKs@0.5, AsKs, 72o", "QQ+", board=FLOP)
    kings = [each for each in found.hands if each.hand[0] + each.hand[2] == "AK"]
    assert {each.weight for each in kings} == {1, 2}
    halves = sum(each.weight * (2 * each.wins + each.ties) for each in kings)
    share = Fraction(halves, 2 * sum(each.weight * each.total for each in kings))
    assert [(each.name, each.hands) for each in found.classes] == [("AKs", 4), ("72o", 9)]
    assert found.classes[0].equity == share
    assert list(found.hands) == sorted(found.hands, key=lambda each: -each.equity)


def test_equities_by_hand_that_cannot_be() -> None:
    with pytest.raises(PokerError, match="need the same cards"):
        hand_equities("AsAh", "AsAh", board=FLOP)
    for game in ("omaha", "holdem-hilo"):
        with pytest.raises(PokerError, match=f"{game} has no equities of each hand; choose holdem"):
            hand_equities("AsAhKsKh", "QQ", game=game)
    with pytest.raises(PokerError, match="not among the hands"):
        hand_equities("AA", "KK", board=FLOP).of("QsQd")
    with pytest.raises(PokerError, match="on the board or dead"):
        hand_equities("QhQs", "KK", board=FLOP)


# ---- what a range hits


def plain_kind(hand: tuple[int, ...], board: tuple[int, ...], game: str) -> str:
    """What a hand makes, by its name and by plain comparisons of ranks."""
    value = poker.evaluate([*hand, *board], game)
    kind = poker.category(value, game).words
    ranks, shared = sorted(card % 13 for card in hand), sorted({card % 13 for card in board})
    pocket = ranks[0] == ranks[1]
    if kind == "trips" and pocket:
        return "set"
    if kind == "high card":
        return "ace high" if ranks[1] == 12 else "no pair"
    if kind != "pair":
        return kind
    if pocket:
        return "overpair" if ranks[0] > shared[-1] else "pair below the board"
    hit = [shared[::-1].index(rank) for rank in ranks if rank in shared]
    return ("top pair", "second pair")[hit[0]] if hit and hit[0] < 2 else (
        "lower pair" if hit else "pair on board"
    )  # fmt: skip


SHORT = "short-deck"
TRIPS = "short-deck-trips"
BETTER = {  # than a straight, and than a flush
    "holdem": ({8, 7, 6, 5, 4}, {8, 7, 6, 5}),
    SHORT: ({8, 7, 6, 5, 4}, {8, 7, 5}),
    TRIPS: ({8, 7, 6, 5, 4, 3}, {8, 7, 5}),
}


@pytest.mark.parametrize(
    ("board", "game"),
    [
        *((board, "holdem") for board in (FLOP, TURN, RIVER, "Ah 7d 7c", "5h 6h 7h 8h")),
        ("2s 3d 4c 5h", "holdem"),
        *((board, SHORT) for board in ("Ah 7d 7c", "6h 7h 8h 9s", "Js Td 9d")),
        ("7s 8d 9c", TRIPS),
        ("Qs Qd Jd Tc", TRIPS),
    ],
)
def test_what_a_range_makes_and_draws_hand_by_hand(board: str, game: str) -> None:
    """Draws are found by dealing every next card and asking for the category."""
    found = range_hits("random", board, game=game)
    straights = [(top, {(top - i) % 13 for i in range(5)}) for top in range(3, 13)]
    if game != "holdem":
        straights = [(7, {12, 4, 5, 6, 7}), *straights[5:]]
    shared = tuple(poker.card_ids(board).tolist())
    made = dict.fromkeys(MADE, 0)
    drawn = dict.fromkeys(DRAWS, 0)
    lowest = 0 if game == "holdem" else 4
    left = [card for card in range(52) if card not in shared and card % 13 >= lowest]
    for hand in combinations(left, 2):
        made[plain_kind(hand, shared, game)] += 1
        if len(shared) == 5:
            continue
        now = poker.category(poker.evaluate([*hand, *shared], game), game)
        ranks, suited = set(), False
        for card in left:
            if card in hand or len(shared) == 5:
                continue
            seven = [*hand, *shared, card]
            kinds = [{c % 13 for c in seven}, {c % 13 for c in (*shared, card)}]
            tops = [max([-1, *(top for top, five in straights if five <= each)]) for each in kinds]
            if tops[0] > tops[1]:
                ranks.add(card % 13)
            suit = [c // 13 for c in seven].count(card // 13)
            own = [c // 13 for c in hand].count(card // 13)
            suited |= suit == 5 and own > 0
        straight = 0 if now in BETTER[game][0] else len(ranks)
        flush = suited and now not in BETTER[game][1]
        drawn["flush draw"] += flush
        drawn["open-ended straight draw"] += straight >= 2
        drawn["gutshot"] += straight == 1
        drawn["flush and straight draw"] += flush and straight > 0
        drawn["no draw"] += not flush and not straight
    assert found.made == made
    assert found.draws == (drawn if len(shared) < 5 else {})
    assert found.hands == found.total == sum(made.values())


def test_next_cards_and_weights() -> None:
    found = range_hits("QQ@0.5, AKs, JJ@0.25", FLOP, "As")
    assert (found.hands, found.total) == (3 + 3 + 3, 3 * 2 + 3 * 4 + 3)
    assert found.share("set") == Fraction(9, 21)
    assert len(found.next_cards) == 48
    for card, counts in found.next_cards.items():
        for kind, n in counts.items():
            expected = 0
            for hand in parse_range("QQ, AKs, JJ"):
                held = set(poker.card_ids(hand).tolist())
                if held & set(poker.card_ids(f"{FLOP} As {card}").tolist()):
                    continue
                of = poker.category(poker.evaluate(f"{hand} {FLOP} {card}"))
                expected += (of == kind) * {"Q": 2, "A": 4, "J": 1}[hand[0]]
            assert n == expected
    with pytest.raises(PokerError, match="three to five cards"):
        range_hits("AA", "Qh Jh")
    assert len(range_hits("AA", "Qh Jh 9c", game=SHORT).next_cards) == 33
    with pytest.raises(
        PokerError, match=r"range_hits is for holdem, short-deck, .*not for holdem-hilo"
    ):
        range_hits("AA", FLOP, game="holdem8")
    with pytest.raises(PokerError, match="neither made nor drawn"):
        found.share("royal")


# ---- named hands


@pytest.mark.long
@pytest.mark.parametrize("game", STORED)
def test_stored_counts_are_those_of_the_kernels(game: str) -> None:
    assert _counts(7, game) == poker.count_values(7, game).tolist()


def test_what_a_hand_beats() -> None:
    found = named_hand("As Ah Kd Qd Jd")
    counts = poker.count_values(5).tolist()
    assert found.beats == Fraction(sum(counts[found.value + 1 :]), 2_598_960)
    assert found.ties == Fraction(counts[found.value], 2_598_960)
    assert named_hand("As 2h 3d 4c", "badugi").worst == 1092
    assert named_hand("As Kd Qd 2c", "omaha", board="Js Ts 9h").beats is None
    low = named_hand("As 2s 3d 4h 6c", "razz")
    assert (low.name, low.value, low.worst) == ("6-4-3-2-A low", 2, 6175)


def test_a_hand_is_looked_up() -> None:
    table = poker.build_table(k=5, game="short-deck")
    found = poker.looked_up(table, "6s As Ks Qs Js")
    assert found.value == poker.evaluate("As Ks Qs Js 6s", "short-deck")
    assert table[found.number or 0] == found.value
    for cards in ("As Ks Qs Js 2s", "As Ks Qs Js", "As Ks Qs Js Ts 9s"):
        with pytest.raises(PokerError, match="is not a hand of this table"):
            poker.looked_up(table, cards)


# ---- high and low halves


def test_high_low_and_scoops() -> None:
    found = equity("As2sQdJc", "Ad2dKsKh", game="omaha-hilo", board="3h 4h 8s")
    for player in found.players:
        assert player.equity == (player.high + player.low) / 2
    assert found.lows == found.total
    assert [player.low for player in found.players] == [Fraction(1, 2)] * 2
    mixed = equity("As2s3sKd", "QhQdJc9c", game="omaha-hilo", board="4h 8s Tc")
    assert 0 < mixed.lows < mixed.total
    lows = Fraction(mixed.lows, mixed.total)
    assert sum(player.low for player in mixed.players) == lows
    assert sum(player.high for player in mixed.players) == 1
    plain = equity("AA", "KK", board=FLOP)
    assert plain.lows == 0
    assert all((each.high, each.low) == (each.equity, 0) for each in plain.players)
    drawn = equity("AA", "KK", board=FLOP, method="simulate", rounds=5000, seed=1)
    assert drawn.players[0].high == pytest.approx(drawn.players[0].equity)


# ---- commands


def printed(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert status_of(["poker", *words]) == status
    out, error = capsys.readouterr()
    return out if status == 0 else error


def test_the_picture_of_a_range(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "range", "KK+ AKs AQo:0.5").splitlines()
    assert lines[:2] == [
        "holdem: KK+, AKs, AQo@0.5", "28 hands, 2.11 % of all hands of two cards",
    ]  # fmt: skip
    grid = [line.split() for line in lines[3:]]
    assert len(grid) == 14
    assert grid[1] == ["A", "AA", "AKs", *"." * 11]
    assert grid[2][:3] == ["K", ".", "KK"]
    assert grid[3][:2] == ["Q", "50%"]
    short = printed(capsys, "range", "A6s+", "-g", "short-deck").splitlines()
    assert len(short) == 3 + 10


def test_a_range_on_a_board_and_against_another(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "range", "QQ+, AKs, T9s", "--board", FLOP)
    assert "set                         13.04 %" in out
    assert "overpair                    52.17 %" in out
    assert "gutshot" in out
    out = printed(capsys, "range", "QQ, AKs", "--against", "22+ AQ+", "--board", FLOP)
    assert "equity 63.5504 % against 22+ AQ+ on Qh Jh 2c" in out
    grid = [line.split() for line in out.splitlines()[3:17]]
    assert (grid[1][:3], grid[3][3]) == (["A", ".", "40"], "93")
    assert "best   QdQc 92.94" in out
    assert "worst  AsKs 33.34" in out
    error = printed(capsys, "range", "QQ", "--dead", "As", status=2)
    assert error == "dealwright: dead cards change nothing without --board or --against\n"


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["range", "QQ+"], "range"),
        (["range", "QQ+", "-b", FLOP], "range_hits"),
        (["range", "QQ+", "-b", FLOP, "--against", "AK"], "hand_equities"),
        (["hand", "As Kd Qd 2c Js"], "poker_hand"),
    ],
)
def test_documents(capsys: pytest.CaptureFixture[str], words: list[str], kind: str) -> None:
    out = printed(capsys, *words, "--json")
    assert json.loads(out)["kind"] == kind
    again: Any = read_json(out)
    assert json.loads(out) == {"dealwright": 1, "kind": kind, **write_record(again)}


def test_a_hand_and_its_look_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = printed(capsys, "hand", "As Ah Ad Kc Ks 7h 2d")
    assert "full house, aces over kings: value 167 of 7,462" in out
    assert "beats      99.7834 %" in out
    assert printed(capsys, "hand", "As Ah", "--board", "Ad Kc Ks 7h 2d") == out
    assert "straight, king high" in printed(
        capsys, "hand", "As Kd Qd 2c", "-g", "omaha", "-b", "Js Ts 9h 3d 3c"
    )
    assert "5 to 7 cards" in printed(capsys, "hand", "As Ah", status=2)
    path = str(tmp_path / "five.table")
    printed(capsys, "table", "build", path, "--cards", "5")
    found = printed(capsys, "table", "look-up", path, "Ts As Qs Js Ks")
    assert "number     2,598,959" in found
    assert "royal flush: value 1 of 7,462" in found
    assert json.loads(printed(capsys, "table", "look-up", path, "AsKsQsJsTs", "--json"))["five"]
    assert "is not a hand of this table" in printed(
        capsys, "table", "look-up", path, "As Ks", status=2
    )


def test_the_columns_of_a_low_half(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["equity", "As2sQdJc", "Ad2dKsKh", "-g", "omaha-hilo", "-b", "3h 4h 8s"]
    out = printed(capsys, *words)
    assert "scoops %" in out
    assert "high %" in out
    assert "20.0610" in out
    assert "somebody wins the low half in 100.0000 % of showdowns" in out
    assert "low %" not in printed(capsys, "equity", "AA", "KK", "-b", RIVER)


def test_a_simulated_equity_has_its_interval_in_a_table() -> None:
    found = equity("AA", "KK", method="simulate", rounds=100, seed=1)
    table = found.table_columns()
    assert [*zip(table["equity_low"], table["equity_high"], strict=True)] == [
        found.interval(0), found.interval(1),
    ]  # fmt: skip
    assert table["equity_low"][0] < table["equity"][0] < table["equity_high"][0]
