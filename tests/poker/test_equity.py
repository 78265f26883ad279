"""Equity: what players may be given as, what is refused and how, the command."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dealwright import (
    ArgumentError,
    Card,
    CardError,
    Combinations,
    DealwrightError,
    PokerError,
    poker,
)
from dealwright.answers.records import write_record
from dealwright.base.jobs import Progress
from dealwright.poker import card_ids
from dealwright.poker.equities import Equity, PlayerEquity, equity
from dealwright.poker.games import GAMES, game_named
from dealwright.poker.players import read_player

RIVER = "2c 7d 9h Js 3c"
ACES, KINGS = "AsAh", "KsKh"

PLAYED = [name for name, game in GAMES.items() if not game.half]


# ---- what a player may be given as


@pytest.mark.parametrize(
    "aces",
    [
        "AsAh",
        "asah",
        "A♠A♥",
        (51, 38),
        [Card(51), Card(38)],
        1 << 51 | 1 << 38,
        np.uint64(1 << 51 | 1 << 38),
        np.array([51, 38], dtype=np.uint8),
        poker.parse_range("AsAh"),
    ],
)
def test_forms_of_a_hand(aces: Any) -> None:
    found = equity(aces, KINGS, board=RIVER)
    assert found.winners == {(0,): 1}
    assert found.players[0].equity == Fraction(1)
    assert found.players[1] == PlayerEquity("KsKh", 0, 0, Fraction(0))


@pytest.mark.parametrize(
    "board",
    [RIVER, RIVER.replace(" ", ", "), card_ids(RIVER), [Card(int(c)) for c in card_ids(RIVER)],
     sum(1 << int(c) for c in card_ids(RIVER))],
)  # fmt: skip
def test_forms_of_a_board(board: Any) -> None:
    found = equity("AA", "KK", board=board, dead="As")
    assert found.winners == {(0,): 3 * 6}
    assert sorted(found.board.split()) == sorted(RIVER.split())
    assert found.dead == "As"


def test_no_board() -> None:
    for nothing in ("", (), 0, []):
        assert equity(ACES, KINGS, board=nothing, method="simulate", rounds=1).board == ""


def test_other_games_take_card_mask() -> None:
    game = game_named("omaha")
    one = read_player("As Ks Qd Jd", game)
    assert one.text == "As Ks Qd Jd"
    assert one.hands.masks.tolist() == [sum(1 << int(c) for c in card_ids("AsKsQdJd"))]
    several = read_player("AsKs@0.5, QdJd; 10h9h@25%", game)
    assert several.hands.weights.tolist() == [2, 4, 1]
    assert read_player("random", game).unknown
    assert read_player("Random", game).hands.masks.tolist() == [0]
    assert read_player((51, 38), game).text == "As Ah"
    assert not several.unknown


def test_the_later_weight_of_a_hand_counts() -> None:
    found = read_player("AsKs@3, QdJd, KsAs@2", game_named("omaha"))
    assert found.hands.weights.tolist() == [2, 1]


def test_results() -> None:
    """A hand that plays the board shares the pot; ranges and their order are kept as given."""
    found = equity("2c2d", "AsKs@2, QhQd", "3d4d", board="Th Jh Qc Kc Ac")
    assert isinstance(found, Equity)
    assert found.game == "holdem"
    assert found.ranges == ("2c2d", "AsKs@2, QhQd", "3d4d")
    assert (found.total, found.exact, found.stopped, found.seed) == (3, True, "done", "")
    assert found.winners == {(0, 1, 2): 3}
    assert [p.equity for p in found.players] == [Fraction(1, 3)] * 3
    assert [(p.wins, p.ties) for p in found.players] == [(0, 3)] * 3
    assert found.half_width() == 0
    third = {"wins": 0, "ties": 3, "equity": 1 / 3, "interval": [1 / 3, 1 / 3],
             "standard_error": 0.0, "high": 1 / 3, "low": 0.0}  # fmt: skip
    assert write_record(found) == {
        "game": "holdem",
        "board": "Th Jh Qc Kc Ac",
        "dead": "",
        "total": 3,
        "exact": True,
        "lows": 0,
        "winners": {"0,1,2": 3},
        "players": [{"range": text, **third} for text in found.ranges],
        "shares": [{"high": [0, 1, 2], "low": [], "count": 3}],
        "confidence": 0.95,
        "seed": None,
        "stopped": "done",
    }


def test_winners_come_in_order() -> None:
    shares = {((2,), ()): 1, ((0, 1), (1,)): 2, ((0,), (2,)): 3, ((0,), ()): 4, ((1,), (0,)): 5}
    found = Equity("omaha-hilo", "", "", ("a", "b", "c"), 15, True, shares)
    assert list(found.winners.items()) == [((0,), 4), ((2,), 1), ((0, 1), 7), ((0, 2), 3)]
    assert sum(player.equity for player in found.players) == 1


def test_halves_of_a_pot() -> None:
    """As2s has the nut low alone, or shares it with another ace and deuce: quarters."""
    options = {"game": "omaha-hilo", "board": "3h 4h 8s Kc Kd"}
    found = equity("As2sQdJc", "KhKs9c9d", **options)
    assert found.shares == {((1,), (0,)): 1}
    assert [p.equity for p in found.players] == [Fraction(1, 2)] * 2
    found = equity("As2sQdJc", "Ad2dKsKh", **options)
    assert found.shares == {((1,), (0, 1)): 1}
    assert [p.equity for p in found.players] == [Fraction(1, 4), Fraction(3, 4)]
    assert [(p.wins, p.ties) for p in found.players] == [(0, 1), (0, 1)]


def test_hands_that_share_cards_cannot_be() -> None:
    found = equity("AsAh, AsKs@3", "AsAd, QcQd@5", board=RIVER)
    assert found.total == 5 + 15
    assert found.winners == {(0,): 5, (1,): 15}


def test_auto_simulates_what_is_much() -> None:
    found = equity("random", "random", "random", rounds=300, seed=1)
    assert (found.exact, found.total, found.stopped) == (False, 300, "done")
    assert all(isinstance(player.equity, float) for player in found.players)
    assert write_record(found)["seed"] == found.seed == "1"
    assert all(player["standard_error"] > 0 for player in write_record(found)["players"])
    assert found.half_width() > 0


# ---- what is refused: one clear line

REFUSED: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    ((), {}, "2 to 10 players can compare hands, not 0"),
    (("AA",), {}, "2 to 10 players can compare hands, not 1"),
    (("random",) * 11, {}, "2 to 10 players can compare hands, not 11"),
    (("AA", "KK"), {"board": "2c 3c 4c 5c 6c 7c"}, "a board of 5 cards at most"),
    (("AsKs", "QQ"), {"board": "As"}, "every hand of 'AsKs' holds a card that is on the board"),
    (("AA", "KK"), {"dead": "As Ad Ac"}, "every hand of 'AA' holds a card that is on the board"),
    (("AsKs", "AsQs"), {}, "no hands of these ranges can be dealt together"),
    (("AsKs", "AsQs"), {"method": "simulate"}, "nearly always need the same cards"),
    (("AA", "AA", "AA"), {}, "no hands of these ranges can be dealt together"),
    (("AA", "KK"), {"board": "2c 3c", "dead": "3c"}, "3c is both on the board and dead"),
    (("AA", "KK"), {"board": "2c 2c"}, "2c occurs twice"),
    (("AA", "KK"), {"board": (0, 0)}, "2c occurs twice"),
    (("AA", "KK"), {"dead": 1 << 52}, "is not a set of cards"),
    (("AA", "KK"), {"board": None}, "None are not cards"),
    (("AA", "KK"), {"game": "go"}, "'go' is not a known game; choose holdem, short-deck"),
    (("AA", "KK"), {"game": "omaha-low"}, "'omaha-low' is not a known game"),
    (("AA", "KK"), {"game": "short-deck", "board": "2c"}, "2c is not in the pack of short-deck"),
    (("AA", "KK"), {"game": "short-deck", "dead": "5s"}, "5s is not in the pack of short-deck"),
    (("AA", (0, 51)), {"game": "short-deck"}, "2c is not in the pack of short-deck"),
    (("AA", (51, 38, 25)), {}, "a player of holdem has 2 cards, not the 3 of 'As Ah Ad'"),
    (("AsKsQsJsTs", "random"), {"game": "omaha"}, "has 4 cards, not the 5 of 'AsKsQsJsTs'"),
    (("As2s3s4s5s", "random"), {"game": "badugi"}, "has 4 cards, not the 5 of 'As2s3s4s5s'"),
    (("AsKs, QsJsTs", "random"), {"game": "omaha"}, "know different numbers of cards"),
    (("AsKs, random", "random"), {"game": "stud"}, "know different numbers of cards"),
    (("AsKs,", "random"), {"game": "omaha"}, "'AsKs,' has an empty hand"),
    (("", "random"), {"game": "omaha"}, "has an empty hand"),
    (("AsKs@0", "random"), {"game": "omaha"}, "'@0' in 'AsKs@0' is not a weight"),
    (("AsKs@", "random"), {"game": "omaha"}, "'@' in 'AsKs@' is not a weight"),
    (("AsKs@x", "random"), {"game": "omaha"}, "'@x' in 'AsKs@x' is not a weight"),
    (("AsKs@-1", "random"), {"game": "omaha"}, "'@-1' in 'AsKs@-1' is not a weight"),
    (("AsKs@1000001", "random"), {"game": "omaha"}, "at most 1,000,000"),
    (("AsAs", "random"), {"game": "omaha"}, "As occurs twice"),
    (("AA", "random"), {"game": "stud"}, "'AA' in 'AA' is not a card"),
    (("AsAh", "random"), {"game": "stud", "board": "2c"}, "stud has no board"),
    (("AsAh", "random"), {"game": "badugi", "board": "2c 3c"}, "badugi has no board"),
    (("random",) * 8, {"game": "stud"}, "8 players of stud need 56 cards, more than the pack has"),
    (("random",) * 8, {"game": "omaha6"}, "8 players of omaha6 need 53 cards"),
    (("random",) * 10, {"game": "deuce-to-seven", "dead": "2c 3c 4c"}, "need 53 cards"),
    (("random",) * 10, {"game": "short-deck", "dead": "As Ks Qs Js Ts 9s 8s 7s 6s Ah Kh Qh"},
     "10 players of short-deck need 37 cards"),
    ((poker.parse_range("AA", "short-deck"), "KK"), {}, "a range of short-deck is not a range of"),
    (("AA", poker.parse_range("KK")), {"game": "short-deck"}, "of holdem is not a range of"),
    ((poker.parse_range("AA"), "random"), {"game": "stud"}, "holdem is not a range of stud"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "options", "message"), REFUSED)
def test_refused(players: tuple[Any, ...], options: dict[str, Any], message: str) -> None:
    with pytest.raises(DealwrightError) as caught:
        equity(*players, **options)
    assert isinstance(caught.value, PokerError | CardError)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_range_that_cannot_be_read_shows_the_place() -> None:
    with pytest.raises(PokerError, match="write AA, AK, AKs"):
        equity("AA", "AKz")
    with pytest.raises(PokerError, match="no hand is left"):
        equity("AA", "KK !KK")
    with pytest.raises(CardError, match="'Ax' in 'Ax' is not a card"):
        equity("AA", "KK", board="Ax")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "guess"}, "'guess' is not a method; choose auto, exact, simulate"),
        ({"rounds": 0}, "rounds must be 1 to 1,000,000,000, not 0"),
        ({"rounds": -5}, "rounds must be 1 to 1,000,000,000, not -5"),
        ({"rounds": 10**9 + 1}, "not 1,000,000,001"),
        ({"within": 0}, "the width of an interval must be above 0, not 0"),
        ({"within": -0.1}, "above 0, not -0.1"),
        ({"within": float("nan")}, "above 0, not nan"),
        ({"confidence": 1}, "a confidence must be 0.5 or more and below 1, not 1"),
        ({"confidence": 0.4}, "not 0.4"),
        ({"confidence": float("nan")}, "not nan"),
        ({"threads": 0}, "the number of threads must be 1 to 1024, not 0"),
    ],
)
@pytest.mark.parametrize("method", ["exact", "simulate"])
def test_numbers_out_of_range(options: dict[str, Any], message: str, method: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        equity(ACES, KINGS, board=RIVER, **{"method": method, **options})
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_much_to_count() -> None:
    with pytest.raises(PokerError, match="too many ways to deal these hands"):
        equity("random", "random", "random", method="exact")


@pytest.mark.parametrize("name", PLAYED)
def test_every_game_plays(name: str) -> None:
    """Random hands share alike, by and large: 500 rounds, six standard errors."""
    found = equity("random", "random", game=name, method="simulate", rounds=500, seed=name)
    assert found.game == name
    assert found.total == 500
    assert abs(found.players[0].equity - 0.5) < 6 * found.players[0].standard_error


def test_other_names_of_games() -> None:
    for other, name in [
        ("sixplus", "short-deck"),
        ("27", "deuce-to-seven"),
        ("holdem8", "holdem-hilo"),
    ]:
        assert game_named(other).name == name


# ---- the command

Run = Callable[..., Any]
AGAINST = ("poker", "equity", ACES, "KK", "--board", RIVER)


def test_table(cli: Run) -> None:
    done = cli(*AGAINST)
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "holdem, board 2c 7d 9h Js 3c"
    assert lines[2].split() == ["player", "equity", "%", "wins", "%", "ties", "%"]
    assert lines[3].split()[:5] == ["0", "AsAh", "100.0000", "100.0000", "0.0000"]
    assert lines[4].split()[:5] == ["1", "KK", "0.0000", "0.0000", "0.0000"]
    assert lines[-1] == "exact: 6 showdowns, weighted by range"


def test_table_of_a_simulation(cli: Run) -> None:
    call = ("poker", "equity", "AA", "KK@0.5", "random", "-m", "simulate", "-r", "1000", "-s", "x")
    done = cli(*call, "--dead", "2c")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("holdem, dead 2c\n")
    assert "95 %" in done.out
    assert "simulated: 1,000 showdowns; seed x repeats them" in done.out
    assert cli(*call, "--dead", "2c", "--threads", "1").out == done.out


def test_long_texts_are_cut(cli: Run) -> None:
    text = ", ".join(["AsAh"] * 9)
    row = cli("poker", "equity", text, "KK", "-b", RIVER).out.splitlines()[3]
    assert text not in row
    assert text[:31] in row


ENVELOPE = ["dealwright", "kind"]
KEYS = [
    "game", "board", "dead", "total", "exact", "lows", "winners", "players", "shares", "confidence",
    "seed", "stopped",
]  # fmt: skip


def test_json(cli: Run) -> None:
    done = cli("poker", "equity", "2c2d", "3h3d", "--board", "Th Jh Qc Kc 4d", "--json")
    found = json.loads(done.out)
    assert list(found) == [*ENVELOPE, *KEYS]
    assert found["total"] == 1
    assert found["exact"] is True
    assert found["winners"] == {"1": 1}
    assert found["players"][1] == {
        "range": "3h3d", "wins": 1, "ties": 0, "equity": 1.0, "interval": [1.0, 1.0],
        "standard_error": 0.0, "high": 1.0, "low": 0.0,
    }  # fmt: skip


def test_json_of_ties(cli: Run) -> None:
    done = cli("poker", "equity", "AsAh, 2c2d@2", "AcAd@3, KsKh", "-b", "7c 7d 7h 7s Jd", "--json")
    found = json.loads(done.out)
    assert found["total"] == 12
    assert found["winners"] == {"0": 1, "1": 8, "0,1": 3}
    assert all(type(count) is int for count in found["winners"].values())
    assert [player["ties"] for player in found["players"]] == [3, 3]
    assert [player["equity"] for player in found["players"]] == [2.5 / 12, 9.5 / 12]


def test_json_of_a_simulation(cli: Run) -> None:
    call = ("poker", "equity", "AA", "KK", "-m", "simulate", "-r", "500", "--json", "--seed", "7")
    found = json.loads(cli(*call).out)
    assert list(found) == [*ENVELOPE, *KEYS]
    assert (found["total"], found["exact"], found["seed"]) == (500, False, "7")
    assert found["stopped"] == "done"
    assert sum(found["winners"].values()) == 500
    assert all(0 < player["standard_error"] < 0.05 for player in found["players"])
    assert all(
        0 <= low < player["equity"] < high <= 1
        for player in found["players"]
        for low, high in [player["interval"]]
    )
    assert json.loads(cli(*call).out) == found


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["AA"], "2 to 10 players can compare hands, not 1"),
        (["AA", "AKz"], "'z' does not belong here"),
        (["AsKs", "AsQs"], "no hands of these ranges can be dealt together"),
        (["AA", "KK", "--game", "go"], "'go' is not a known game"),
        (["AA", "KK", "--method", "go"], "'go' is not a method"),
        (["AA", "KK", "--board", "2c 2c"], "2c occurs twice"),
        (["AA", "KK", "--dead", "Zz"], "is not a card"),
        (["AA", "KK", "--rounds", "0"], "rounds must be 1 to"),
        (["AA", "KK", "--rounds", "x"], "number of rounds"),
        (["AA", "KK", "--within", "x"], "--within takes a share such as 0.001 or 0.1%, not 'x'"),
        (["AA", "KK", "--within", "101%"], "--within takes a share"),
        (["AA", "KK", "--within", "nan"], "--within takes a share"),
        (["AA", "KK", "--threads", "0"], "threads"),
    ],
)
def test_errors_are_status_two(cli: Run, call: list[str], message: str) -> None:
    done = cli("poker", "equity", *call)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.startswith("dealwright: ")


def test_every_game_of_the_help_works(cli: Run) -> None:
    shown = cli("poker", "equity", "--help").out
    words = {word.strip("│,. ") for word in shown.split()}
    named = sorted(words & set(PLAYED))
    assert len(named) >= 11
    for name in named:
        done = cli("poker", "equity", "random", "random", "-g", name, "-r", "50", "-m", "simulate")
        assert done.status == 0
        assert done.out.startswith(f"{name}\n")


def test_a_precision_in_percent(cli: Run) -> None:
    call = ("poker", "equity", "AsAh", "KsKh", "-b", "2c 7d 9h", "-m", "simulate", "-s", "1")
    assert (
        cli(*call, "--within", "5%", "-r", "300").out
        == cli(*call, "--within", "0.05", "-r", "300").out
    )


def test_hands_are_not_cut_at_commas() -> None:
    with pytest.raises(PokerError, match="commas separate hands"):
        equity("As,2s,3d,Kd", "QhQd4c5c", game="omaha")


def test_shares_that_never_varied_are_not_known_for_certain() -> None:
    found = equity(
        "AhAc@0.000001, 7h2c", "5c5d", board="5s 5h As Ad", method="simulate", rounds=1000, seed=1
    )
    assert found.half_width() >= 1.95 / 1000


def test_long_ranges_where_only_ascii_is_shown(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealwright.cli.output.shows_symbols", lambda stream: False)
    found = cli("poker", "equity", "AA,KK,QQ,JJ,TT,99,88,77,66,55,A♠K♠", "A♦K♦", "-b", "2c 3c 4c")
    assert found.status == 0
    assert found.out.isascii()


def test_an_interrupted_simulation_ends_with_its_status(
    cli: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(self: object, progress: Progress) -> None:
        if progress.done:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("dealwright.cli.progress.ProgressBar.show", interrupt)
    found = cli("poker", "equity", "AA", "KK", "-m", "simulate", "-r", "1e9", "--seed", "7")
    assert found.status == 1
    assert "simulated:" in found.out
    assert "interrupted" in found.err


# ---- exact where it was refused or slow


@pytest.mark.parametrize("game", ["stud", "razz"])
def test_an_unknown_hand_of_seven_is_counted(game: str) -> None:
    """Against every hand of the 37 cards left, each valued by itself: 10,295,472 of them."""
    mine, dead = "As 2s 3d 4d 5c 6h 9h", "Ks Kh Kd Kc Qs Qh Qd Qc"
    found = equity(mine, "random", game=game, dead=dead, method="exact")
    left = np.setdiff1d(np.arange(52), np.concatenate([card_ids(mine), card_ids(dead)]))
    rest, own = Combinations(37, 7), poker.evaluate(mine, game)
    wins = ties = 0
    for at in range(0, rest.size, 1 << 20):
        numbers = np.arange(at, min(at + (1 << 20), rest.size), dtype=np.uint64)
        values = poker.evaluate(left.astype(np.uint8)[rest.unrank(numbers, np.uint8)], game)
        wins += int((values > own).sum())
        ties += int((values == own).sum())
    assert (found.exact, found.total) == (True, 10_295_472)
    assert (found.players[0].wins, found.players[0].ties) == (wins, ties)


@pytest.mark.parametrize("board", [RIVER, RIVER[:-3]])
@pytest.mark.parametrize(
    ("one", "other"), [("40%", "40%"), ("AsKs@0.5, 22+", "30%"), ("9s9d", "random")]
)
def test_full_boards_by_comparing_every_pair(board: str, one: str, other: str) -> None:
    found = equity(one, other, board=board, method="exact")
    on_board = card_ids(board)
    left = [] if len(on_board) == 5 else [c for c in range(52) if c not in on_board]
    counts = {(0,): 0, (1,): 0, (0, 1): 0}
    a, b = poker.parse_range(one), poker.parse_range(other)
    for more in left or [None]:
        whole = on_board if more is None else np.append(on_board, np.uint8(more))
        values = []
        for each in (a, b):
            rows = np.hstack([each.cards, np.tile(whole, (len(each), 1))])
            free = np.array([len(set(row)) == 7 for row in rows.tolist()])
            masks = (np.uint64(1) << each.cards.astype(np.uint64)).sum(axis=1)
            values.append((poker.evaluate(rows[free]), masks[free], each.weights[free]))
        (mine, my_masks, my_weights), (its, its_masks, its_weights) = values
        weight = my_weights[:, None] * its_weights[None, :]
        weight = np.where((my_masks[:, None] & its_masks[None, :]) == 0, weight, 0)
        better = mine[:, None].astype(int) - its[None, :].astype(int)
        for key, where in (((0,), better < 0), ((1,), better > 0), ((0, 1), better == 0)):
            counts[key] += int(weight[where].sum())
    assert found.winners == {key: count for key, count in counts.items() if count}


@pytest.mark.long
def test_hopeless_counts_are_refused_at_once() -> None:
    with pytest.raises(PokerError, match="too many ways to deal these hands"):
        equity("As 2s 3d", "random", "random", game="stud", method="exact")
    assert not equity("As 2s 3d", "random", game="stud", rounds=10_000, seed=1).exact


@pytest.mark.parametrize("name", ["omaha-low", "omaha5-low", "omaha6-low", "eight-or-better"])
def test_a_low_half_by_itself_has_no_pot(name: str) -> None:
    game = game_named(name)
    assert game.half
    assert not game.has_pot
    with pytest.raises(PokerError):
        equity("As 2s 3d 4d", "Ks Kd Qc Qh", game=name)


@pytest.mark.parametrize("name", ["holdem", "omaha-hilo", "stud"])
def test_a_whole_game_has_a_pot(name: str) -> None:
    assert game_named(name).has_pot
