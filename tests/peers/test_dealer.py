"""Debian's `dealer`, run beside ours: the same language, the same evaluators, the same law."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from dealwright import Condition, Deals, Seat, Suit, feature, parse
from dealwright.conditions.parse import read_condition
from dealwright.scripts import run_script
from tests.corpus import TEXTS
from tests.trials import trials

pytestmark = pytest.mark.peers
EXAMPLES = Path("/usr/share/doc/dealer/examples")


def deal_of(line: str) -> str:
    """Return the PBN deal of a line that printoneline printed."""
    words = line.split()
    return "N:" + " ".join(words[1:8:2])


def accepted(run, condition: str, produce: int = 200, setup: str = "", seed: int = 1) -> Deals:
    script = f"{setup}\ngenerate 3000000\nproduce {produce}\ncondition {condition}\n"
    script += "action printoneline"
    lines = [line for line in run(script, seed) if line.startswith("n ")]
    return Deals.parse(deal_of(line) for line in lines)


EVALUATORS = [
    ("hcp(north)", "hcp", None),
    ("controls(north)", "controls", None),
    ("losers(north)", "losers", None),
    ("cccc(north)", "cccc", None),
    ("c13(north)", "c13", None),
    ("aces(north)", "aces", None),
    ("kings(north)", "kings", None),
    ("queens(north)", "queens", None),
    ("jacks(north)", "jacks", None),
    ("tens(north)", "tens", None),
    ("top2(north)", "top2", None),
    ("top3(north)", "top3", None),
    ("top4(north)", "top4", None),
    ("top5(north)", "top5", None),
    *((f"quality(north,{s.name.lower()})", "quality", s) for s in Suit),
    *((f"losers(north,{s.name.lower()})", "losers", s) for s in Suit),
    *((f"hcp(north,{s.name.lower()})", "hcp", s) for s in Suit),
]


@pytest.mark.parametrize(
    ("condition", "produce"),
    [
        ("1", trials(100_000)),
        ("spades(north) >= 7", trials(10_000)),
        ("shape(north, any 9xxx + any 8xxx)", trials(10_000)),
    ],
)
def test_evaluators_hand_by_hand(dealer, condition: str, produce: int) -> None:
    """Random deals, and the long suits where the rules for quality change."""
    values = ', " ", '.join(name for name, _, _ in EVALUATORS)
    script = (
        f"generate 9000000\nproduce {produce}\ncondition {condition}\n"
        f"action printoneline, printes({values}, \\n)"
    )
    lines = dealer(script)
    rows = [i for i, line in enumerate(lines) if line.startswith("n ")]
    assert len(rows) == produce or len(rows) > 5000
    deals = Deals.parse(deal_of(lines[i]) for i in rows)
    theirs = np.array([lines[i + 1].split() for i in rows], dtype=np.int64)
    for which, (_, name, suit) in enumerate(EVALUATORS):
        ours = feature(name).column(deals.masks, Seat.NORTH, suit)
        different = np.flatnonzero(ours != theirs[:, which])
        assert different.size == 0, (name, str(deals[int(different[0])].north))


# What only we read: ranges, names of shapes, arithmetic on shapes, minus before a function; and a
# division by zero, which stops dealer.
OURS_ALONE = (" in ", "balanced", "l1", "-hcp", "/ aces")
DEALERS_OWN = [text for text in TEXTS if not any(word in text for word in OURS_ALONE)]
DEALERS_OWN += [
    "shape(north, any 4333 - 3xxx + 3433)",
    "shape(north, -any 4333 + 5xxx)",
    "shape(north, 4333 - xxxx, 3433)",
    "hcp(north) / 3 == 4 && hcp(south) % 5 != 0",
    "not hcp(north) == 0",
    "hcp(north) > hcp(south) == 1",
    "(hcp(north) - 20) / 3 == -2",
    "(hcp(north) - 20) % 3 == -2",
]


@pytest.mark.long
@pytest.mark.parametrize("text", DEALERS_OWN)
def test_what_dealer_accepts_and_refuses(dealer, text: str) -> None:
    definitions, _, condition = text.rpartition("condition ")
    ours = Condition(*read_condition(text))  # as in a script, where what is no test may stand
    assert ours.matches(accepted(dealer, condition, setup=definitions)).all()
    assert not ours.matches(accepted(dealer, f"not ({condition})", setup=definitions)).any()


@pytest.mark.parametrize("text", ["hcp(north) + hcp(south) >= 26", "shape(east, any 5xxx - 5xxx)"])
def test_the_same_share(dealer, text: str) -> None:
    """300,000 of their deals against our estimate; a difference of 5 sigma fails (6e-7)."""
    lines = dealer(f"generate 300000\nproduce 300000\ncondition {text}\naction average hcp(north)")
    hits = next(int(line.split()[1]) for line in lines if line.startswith("Produced"))
    share = float(parse(text).probability(seed=1, hits=10**6))
    assert abs(hits - 300_000 * share) < 5 * np.sqrt(300_000 * share * (1 - share))


COMMANDS = "generate|produce|action|predeal|vulnerable|dealer|pointcount|altcount"


def condition_of(script: str) -> str:
    """Return a script's definitions and condition, its commands left out."""
    plain = re.sub(r"#[^\n]*", "", script)
    parts = re.split(rf"^\s*({COMMANDS})\b", plain, flags=re.MULTILINE)
    kept = parts[0]
    for command, body in zip(parts[1::2], parts[2::2], strict=True):
        arguments = {"generate": r"\s*\d+", "produce": r"\s*\d+", "vulnerable": r"\s*\w+"}
        arguments |= {"dealer": r"\s*\w+", "pointcount": r"(\s*\d+)+", "predeal": PREDEAL}
        kept += re.sub(arguments.get(command, r"(.|\n)*"), "", body, count=1)
    return kept


PREDEAL = r"(\s*(north|east|south|west)\s+([SHDC][AKQJT0-9]+\s*,?\s*)+)+"
SCRIPTS = sorted(path.name for path in EXAMPLES.glob("Descr.*")) if EXAMPLES.is_dir() else []


def test_the_examples_are_installed() -> None:
    """Debian's package carries 17 scripts; without its documentation the next test is empty."""
    if not EXAMPLES.is_dir():
        pytest.skip("dealer's examples are not installed (dpkg may leave out documentation)")
    assert len(SCRIPTS) == 17


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_example_script(dealer, name: str) -> None:
    """Its expressions are read, written back alike, and accept just the deals dealer prints."""
    script = (EXAMPLES / name).read_text("latin-1")
    text = condition_of(script)
    if name in ("Descr.evaluation", "Descr.test_dealer"):  # nothing but actions
        assert text.strip() == ""
        return
    if name == "Descr.test_operator_order":  # nothing but definitions, checked in unit tests
        text += "\ncondition 1"
    ours = parse(text)
    assert parse(str(ours)) == ours
    setup = re.split(r"^\s*action\b", script, flags=re.MULTILINE)[0]
    setup = re.sub(r"^\s*(generate|produce)\s+\d+", "", setup, flags=re.MULTILINE)
    lines = dealer(f"{setup}\ngenerate 400000\nproduce 60\naction printoneline\n")
    deals = Deals.parse(deal_of(line) for line in lines if line.startswith("n "))
    assert len(deals) > 0
    if "pointcount" in script:  # their hcp() counts other points there: our parts of it
        assert (deals.hands(Seat.NORTH).top5 == 0).all()
        return
    assert ours.matches(deals).all()


def test_scores_and_imps(dealer) -> None:
    """Every undoubled contract and number of tricks; IMPs but where dealer's table is wrong."""
    levels = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
    scores = [
        f"score({sides},x{contract},{tricks})"
        for contract in levels
        for sides in ("vul", "nv")
        for tricks in range(14)
    ]
    wrong = {*range(420, 430), *range(1200, 1300)}  # Law 78B: 9 and 15 IMPs, not 10 and 16
    swings = [f"imps({n})" for n in range(0, 4500, 10) if n not in wrong]
    asked = [*scores, *swings]
    for at in range(0, len(asked), 100):
        text = ', " ", '.join(asked[at : at + 100])
        script = f"produce 1\naction printes({text})\n"
        theirs = dealer(script)[0].split("Generated")[0].split()
        ours = "".join(run_script(script, seed=1)).split()
        assert ours == theirs[: len(ours)]
        assert len(ours) == len(asked[at : at + 100])
