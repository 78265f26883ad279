"""The benchmark of files of boards runs, and its boards are played by the rules."""

from __future__ import annotations

import pytest
from benchmarks import board_files
from benchmarks.measuring import QUICK

from dealwright.cards import PACK, Card
from dealwright.cards.bridge.auction import Auction
from dealwright.formats.bidding import in_order


def test_boards_are_played_by_the_rules() -> None:
    for board in board_files.played_boards(8):
        assert board.dealer is not None
        auction = Auction.of(board.dealer, [turn.text for turn in board.auction])
        contract = auction.contract
        assert contract is not None
        assert board.tags["Contract"] == contract.text == "4H"
        left, order = [*board.hands], in_order(board)
        assert order[0][0] is contract.declarer.left
        for index, (seat, turn) in enumerate(order):
            card, led = Card(turn.text), Card(order[index - index % 4][1].text).suit
            hand = left[seat] or 0
            assert hand & card.mask
            assert card.suit is led or not hand >> 13 * led & 8191
            left[seat] = hand & ~card.mask
        assert left == [0] * 4
        assert sum(1 << Card(turn.text).index for _, turn in order) == PACK


@pytest.mark.long
def test_the_benchmark_runs() -> None:
    """It fails if a file does not come back as it was."""
    contest = board_files.run(QUICK._replace(commands=1))
    assert all(timing.values for timing in (*contest.ours, *contest.peers))
