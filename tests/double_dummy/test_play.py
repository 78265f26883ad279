"""The play of a contract: positions after some cards, and what each next card leads to."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from dealwright import Card, Deal, Seat, Strain, Stream, deal
from dealwright.answers.records import read_record
from dealwright.base.errors import CardError
from dealwright.cards import cards_from_mask, parse_cards
from dealwright.double_dummy.core_solver import core_solver
from dealwright.double_dummy.play import SolvedPlay, play_out, solved_play

DEAL = "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983"


def test_positions() -> None:
    position, won = play_out(Deal(DEAL), Strain.DIAMONDS, Seat.SOUTH, parse_cards("C3 CA C2 C7 D2"))
    assert (position.player, position.leader, won) == (Seat.EAST, Seat.NORTH, 1)
    assert position.trick == (Card("D2"),)
    assert [hand.bit_count() for hand in position.hands] == [11, 12, 12, 12]


def test_a_trump_wins_and_the_winner_leads() -> None:
    cards = "D7 D2 D8 DA DK HT D3 D9"  # south leads the king, west ruffs with the ten
    position, won = play_out(Deal(DEAL), Strain.HEARTS, Seat.SOUTH, parse_cards(cards))
    assert (position.leader, position.player, won) == (Seat.WEST, Seat.WEST, 1)
    plain, won = play_out(Deal(DEAL), Strain.NOTRUMP, Seat.SOUTH, parse_cards(cards))
    assert (plain.leader, won) == (Seat.SOUTH, 2)


@pytest.mark.long
@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("SA", "west plays next, and does not have SA"),
        ("C3 S3", "north cannot play S3: a hand with clubs follows suit"),
        ("C3 CA C2 C7 C3", "north plays next, and does not have C3"),
    ],
)
def test_cards_that_cannot_be_played(cards: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        play_out(Deal(DEAL), Strain.DIAMONDS, Seat.SOUTH, parse_cards(cards))


@pytest.mark.parametrize("strain", [Strain.NOTRUMP, Strain.HEARTS])
def test_a_card_leads_to_what_was_said_of_it(strain: Strain) -> None:
    """From the lead to the last card: the best card keeps the tricks, another leads to its own."""
    dealt = deal(1, seed=f"play {strain}")[0]
    words = Stream("play").words(0, 52).tolist()
    played = list[Card]()
    expected: int | None = None
    for at in range(52):
        found = solved_play(
            dealt, strain, Seat.EAST, played, contract="3NT-E", solver=core_solver()
        )
        ours = found.player % 2 == Seat.EAST % 2
        best = (max if ours else min)(each.tricks for each in found.cards)
        assert expected is None or best == expected
        position, won = play_out(dealt, strain, Seat.EAST, played)
        assert won == found.won
        legal = cards_from_mask(position.hands[position.player])
        if position.trick:
            follow = [card for card in legal if card.suit is position.trick[0].suit]
            legal = follow or legal
        assert {card for each in found.cards for card in each.cards} == set(legal)
        card = legal[words[at] % len(legal)]
        expected = next(each.tricks for each in found.cards if card in each.cards)
        played.append(card)
    assert expected is not None
    with pytest.raises(CardError, match="all cards have been played"):
        play_out(dealt, strain, Seat.EAST, played)


def test_solve_prints_each_card(cli: Callable[..., Any]) -> None:
    done = cli("solve", DEAL, "--contract", "3D-S", "--played", "CJ CA C2 C7 D2 D8")
    assert "3D-S, south to play; declarer takes\n  10  " in done.out
    found = json.loads(cli("solve", DEAL, "--contract", "3D-S", "--json").out)["boards"][0]
    assert read_record(SolvedPlay, found["play"]).player is Seat.WEST
    assert {each["tricks"] for each in found["play"]["cards"]} == {10}
    refused = cli("solve", DEAL, "--played", "CJ")
    assert (refused.status, "--contract" in refused.err) == (2, True)
