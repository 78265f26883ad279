"""How far from par robots end that bid by `standard`: the figure of the page of systems."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from dealwright import deal, solve
from dealwright.cards import Strain
from dealwright.cards.bridge.auction import Auction
from dealwright.cards.bridge.boards import board_dealer, board_vulnerability
from dealwright.cards.bridge.scoring import Contract, imps
from dealwright.double_dummy.par import par
from dealwright.systems import read_system
from dealwright.systems.bidding import bid_deal

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "systems.md"


@pytest.mark.slow  # a minute and a half
def test_the_distance_from_par_is_as_the_page_says() -> None:
    """Deals, rules and solver leave nothing to chance: the figure is the same every time."""
    standard = read_system("standard", opponents=read_system("standard"))
    deals = deal(1000, seed="robots to par")
    distances = []
    for number, (dealt, tricks) in enumerate(zip(deals, np.asarray(solve(deals)), strict=True), 1):
        dealer, vulnerable = board_dealer(number), board_vulnerability(number)
        bid = bid_deal(standard, dealt, dealer)
        contract = Auction.of(dealer, [each.call for each in bid.calls]).contract
        score = 0
        if contract is not None:
            strain = Strain.of(contract.strain)
            made = int(tricks[contract.declarer][strain])
            played = Contract(contract.level, strain.letter, len(contract.risk))
            score = played.score(made, vulnerable=vulnerable.includes(contract.declarer))
            score = -score if contract.declarer % 2 else score
        distances.append(abs(imps(score - par(tricks, vulnerable, dealer).score)))
    mean, half = np.mean(distances), 1.96 * np.std(distances) / len(distances) ** 0.5
    said = f"{mean:.1f} IMPs from par on average ({mean - half:.1f} to {mean + half:.1f})"
    assert said in re.sub(r"\s+", " ", PAGE.read_text("utf-8"))
