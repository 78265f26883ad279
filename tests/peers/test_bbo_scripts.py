"""Scripts in the manner of those that teachers run on BBO, here and in `dealer`.

False failures: 370 numbers are compared within 5.5 standard errors (4e-8 each), so a right pair of
programs fails with probability 1.4e-5; rows that few deals reach are allowed one deal more. The
deals that one program prints must satisfy the other's reading of the condition, all of them.
Power: 31 conditions; a share of one half that is off by 0.02 is found from 20,000 deals; of a
condition that is read wrongly for one deal in a hundred, 2,000 deals leave no trace with
probability 2e-9 (scripts of rare hands have fewer, at least 100).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dealwright import Deals, deal
from dealwright.cards import Card, Seat, cards_from_mask
from dealwright.deals.hand import hand_text
from dealwright.scripts import Run
from tests.peers.script_output import (
    assert_statistics_agree,
    deals_of,
    predealt,
    produced_by,
    run_quietly,
)
from tests.trials import FULL, trials

Dealer = Callable[..., list[str]]
SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.dl"))
DEALS, OURS = 2 * trials(10_000), trials(2_000)
pytestmark = pytest.mark.peers
every_script = pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)


def many(text: str) -> str:
    """Return a script that asks for so many deals that its statistics can be compared."""
    return re.sub(
        r"(?m)^produce +\d+", f"generate {max(200_000, trials(600_000))} produce {DEALS}", text
    )


def predeal_of(run: Run) -> dict[Seat, list[Card]]:
    """Return the predealt cards of a script, by seat."""
    return {Seat(seat): cards_from_mask(mask) for seat, mask in enumerate(run.question.fixed)}


def test_there_are_scripts() -> None:
    assert len(SCRIPTS) >= 30


@pytest.mark.long
@every_script
def test_both_programs_agree(path: Path, dealer: Dealer) -> None:
    text = many(path.read_text("utf-8"))
    lines = dealer(text, 11)
    ours = run_quietly(text, seed=12, produce=OURS, generate=10**9)
    printed = "".join(ours).splitlines()
    assert produced_by(lines) >= (100 if FULL else 20)
    assert assert_statistics_agree(ours, lines) >= 3
    theirs = Deals(np.array(list(deals_of(lines)), dtype=np.uint64))
    assert len(theirs) == produced_by(lines)
    assert ours.condition is not None
    assert ours.condition.matches(theirs).all()
    assert len(list(deals_of(printed))) == ours.produced == OURS


@every_script
def test_dealer_accepts_our_deals_and_no_others(path: Path, dealer: Dealer) -> None:
    text = path.read_text("utf-8")
    ours = run_quietly(text)
    assert ours.condition is not None
    right = deal(2, ours.condition, seed=13, predeal=predeal_of(ours), threads=1)
    wrong = deal(1, ~ours.condition, seed=14, predeal=predeal_of(ours), threads=1)
    for row, accepted in [*((row, 1) for row in right.masks), (wrong.masks[0], 0)]:
        whole = predealt([hand_text(int(mask)) for mask in row])
        single = re.sub(r"(?m)^(predeal.*|produce +\d+)", "", text)
        lines = dealer(f"{whole}\ngenerate 1 produce 1\n{single}")
        assert produced_by(lines) == accepted
