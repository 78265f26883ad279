"""Conditions written as scripts of `dealer`, which finds the deals that we find among the same."""

from __future__ import annotations

import numpy as np
import pytest

from dealwright import Deals, parse
from dealwright.base.errors import ConditionError
from dealwright.practice.scenarios import scenarios
from dealwright.scripts import dealer_script
from tests.peers.test_dealer import deal_of

pytestmark = pytest.mark.peers
DEALT = 20_000
SAID_OTHERWISE = [
    "freakness(north) in {1, 3..4}",
    "longest(west) - shortest(west) >= 5",
    "shape{south, 5+4+xx:s>h}",
    "shape(east, s == h && d != 2 || c > 5)",
    "shape(north, l1 + l2 >= 10)",
    "longest_fit(ew) == 8 && -hcp(west) < -12",
    "x = hcp(north) + hcp(south)\ncondition x in 25..26 && semibalanced(north)",
    "hcp(north) > 11 ? spades(south) >= 5 : hcp(south) in ..9",
    "not balanced(west) && hascard(west, SA)",
]


def found(run, script: str) -> set[str]:
    """Return which of the deals of a seed satisfy a script, in `dealer` itself."""
    text = f"generate {DEALT}\nproduce {DEALT}\n{script}\naction printoneline"
    return {deal_of(line) for line in run(text, 1) if line.startswith("n ")}


@pytest.mark.long
def test_dealer_reads_what_we_write(dealer) -> None:
    """Every scenario of the library that `dealer` can say, and words that it does not have."""
    every = sorted(found(dealer, "condition 1"))
    deals = Deals.parse(every)
    assert len(deals) == DEALT
    refused, hits = 0, 0
    for condition in [*SAID_OTHERWISE, *(each.condition for each in scenarios())]:
        try:
            script = dealer_script(condition)
        except ConditionError:
            refused += 1
            continue
        ours = {every[at] for at in np.flatnonzero(parse(condition).matches(deals))}
        assert found(dealer, script) == ours, script
        hits += bool(ours)
    assert hits > 100
    assert refused < 40


@pytest.mark.parametrize("condition", ["zar(north) >= 26", "new_losers(south, hearts) < 3.0"])
def test_what_dealer_cannot_say(condition: str) -> None:
    with pytest.raises(ConditionError, match=r"dealer has no \w+\("):
        dealer_script(condition)


def test_fixed_cards(dealer) -> None:
    script = dealer_script(None, "north SAKQ2 HT; west C2")
    assert script == "predeal north SAKQ2, HT\npredeal west C2\n"
    deals = Deals.parse(sorted(found(dealer, script)))
    assert len(deals) == DEALT
    fixed = parse("hascard(north, S2) && hascard(north, HT) && hascard(west, C2)")
    assert (fixed & parse("top3(north, spades) == 3")).matches(deals).all()
