"""``dealwright draw``, and decks of any objects."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from math import comb
from typing import Any

import pytest

from dealwright import ArgumentError, Deck, draws, simulate
from dealwright.answers.records import read_record, write_record
from dealwright.cards import Card
from dealwright.numbering.drawing.simulation import Simulation

URN = ["red"] * 8 + ["blue"] * 4


def test_objects_are_drawn_as_their_positions_are() -> None:
    things: list[Any] = [("a", 1), ["b"], {"c": 3}, None, "e", 6.5]
    deck = Deck.of_objects(things)
    places = draws(50, 3, 1, deck, form="positions")
    assert draws(50, 3, 1, deck, form="cards").tolist() == [
        [things[place] for place in row] for row in places.tolist()
    ]
    masks = draws(50, 3, 1, deck)
    assert masks.tolist() == [sum(1 << place for place in row) for row in places.tolist()]


def test_decks_of_objects() -> None:
    deck = Deck.of_objects(URN)
    assert deck == Deck.of_objects(tuple(URN))
    assert hash(deck) == hash(Deck.of_objects(URN))
    assert deck != Deck.of_objects(reversed(URN))
    assert deck != Deck.of_cards(range(12))
    assert Counter(deck.without(["red", "blue", "red"]).cards) == {"red": 6, "blue": 3}
    assert len(deck.without("red") * 2) == 22
    assert Deck(jokers=1) * 3 == Deck(jokers=1, packs=3)
    for wrong in (lambda: Deck.of_objects([]), lambda: deck.without("green"), lambda: deck * 0):
        with pytest.raises(ArgumentError):
            wrong()
    with pytest.raises(ArgumentError, match="4096"):
        Deck.of_objects(range(4097))


def test_an_analysis_may_return_texts() -> None:
    def colours(drawn: tuple[str, ...]) -> dict[str, str | int]:
        return {"colours": " ".join(sorted(drawn)), "red": drawn.count("red")}

    found = simulate(
        30_000, colours, 3, deck=Deck.of_objects(URN), form="cards", each=True, seed=1, threads=2
    )
    tally = found.results["colours"]
    for red in range(4):
        text = " ".join(["blue"] * (3 - red) + ["red"] * red)
        expected = comb(8, red) * comb(4, 3 - red) / comb(12, 3)
        share = tally.share(text, 0.99999)  # type: ignore[union-attr]
        assert share.low <= expected <= share.high  # fails by chance 4 times in 100,000
        assert share.value == found.results["red"].share(red).value  # type: ignore[union-attr]
    assert read_record(Simulation, write_record(found)) == found
    with pytest.raises(ArgumentError, match="texts for values"):
        tally.mean()


@pytest.mark.long
def test_draws_are_listed_as_python_draws_them(cli: Callable[..., Any]) -> None:
    said = cli("draw", "7", "--rounds", "3", "--seed", "1")
    expected = [[str(Card(card)) for card in row] for row in draws(3, 7, 1, form="cards").tolist()]
    assert [line.split() for line in said.out.splitlines()] == expected
    assert "--seed 1" in said.err
    assert cli("draw", "7", "--rounds", "20001", "--seed", "1").out.startswith(said.out)


def test_poker_hands_are_tallied_by_category(cli: Callable[..., Any]) -> None:
    said = cli("draw", "5", "--tally", "poker", "--rounds", "200000", "--seed", "1")
    names = [line[:14].strip() for line in said.out.splitlines()[1:-1]]
    assert names[0] == "high card"
    assert names[-1] in ("quads", "straight flush")
    document = json.loads(
        cli(
            "draw", "5", "--tally", "poker", "--rounds", "200000", "--seed", "1", "--json"
        ).out
    )  # fmt: skip
    counts = document["results"][""]["histogram"]
    share = {
        counts["texts"][0][str(row["values"][0])]: row["probability"] for row in counts["counts"]
    }
    assert abs(share["pair"] - 1098240 / 2598960) < 0.0055  # five standard errors
    assert document["kind"] == "simulation"


@pytest.mark.long
def test_precision_ends_a_tally(cli: Callable[..., Any]) -> None:
    said = cli(
        "draw", "3", "--of", "8 red, 4 blue", "--tally", "objects", "--within", "1%", "--seed", "1"
    )
    assert int(said.out.split()[0].replace(",", "")) < 100_000
    assert "blue red red" in said.out


def test_rare_outcomes_share_a_row(cli: Callable[..., Any]) -> None:
    lines = cli("draw", "5", "--tally", "ranks", "--rounds", "5000", "--seed", "1").out.splitlines()
    assert len(lines) == 42
    assert " others" in lines[40]


def test_a_joker_is_of_no_suit(cli: Callable[..., Any]) -> None:
    """Two jokers are drawn with the whole pack, or by themselves."""
    tallied = ("--deck", "54", "--tally", "suits", "--rounds", "2", "--seed", "1")
    assert cli("draw", "54", *tallied).out.split("\n")[1].split()[0] == "13-13-13-13"
    alone = "".join(f"{rank}{suit} " for suit in "SHDC" for rank in "23456789TJQKA")
    assert "no suit  100.0000%" in cli("draw", "2", *tallied, "--without", alone).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["60"], "cannot be drawn"),
        (["3", "--of", "8 red,, blue"], "write them as '8 red, 4 blue'"),
        (["3", "--of", "8 red", "--packs", "2"], "leave --deck"),
        (["3", "--tally", "colours"], "choose from poker"),
        (["9", "--tally", "poker"], "5 to 7 cards"),
        (["5", "--tally", "poker", "--deck", "53"], "without jokers"),
        (["5", "--tally", "ranks", "--of", "9 red"], "about cards"),
        (["5", "--json"], "not printed as JSON"),
        (["5", "--within", "1%"], "--within needs --tally"),
        (["5", "--packs", "0"], "--packs must be 1 to 64"),
        (["5", "--without", "As As"], "not in the deck"),
        (["5", "--rounds", "1e9"], "--tally counts more"),
        (["5", "--tally", "suits", "--rounds", "0"], "at least one round"),
    ],
)
def test_refusals(cli: Callable[..., Any], arguments: list[str], message: str) -> None:
    said = cli("draw", *arguments)
    assert said.status == 2
    assert message in said.err
    assert said.out == ""
