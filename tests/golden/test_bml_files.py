"""BML's own test files: what is read of them, and what is listed, as fixed by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealwright import Condition, parse
from dealwright.systems import read_system
from dealwright.systems.bml_reading import BmlSystem, read_bml

FILES = Path(__file__).parent / "data" / "bml"
RULES = {
    "example1": {
        "opening": {
            "1D": "4+ diamonds, unbalanced", "2D": "6+ hearts or 6+ spades, 5-9 hcp",
            "2H": "6+ hearts, 10-13 hcp", "2S": "6+ spades, 10-13 hcp", "2NT": "22-24",
        },
    },
    "example3": {
        "1C 1D": {
            "1NT": "17-19 bal, 2-3 hearts", "2S": "16+ hcp, 5+ clubs and 4+ hearts",
            "3C": "15-17 hcp, 6+ clubs and 3 hearts", "3D": "17-19 bal, 4 hearts",
        },
        "1C 1D 2NT 3D": {"3H": "3 hearts, 18+ hcp"},
    },
    "example4": {  # the second table is hidden from readers of HTML, and pasted
        place: {"2C": "At least 5-4 majors", "2NT": "5-5 minors"}
        for place in ("(1NT)", "(1NT) Pass")
    },
}  # fmt: skip
# Lines whose words say more than a hand, or less: "Natural", "showing", "any game force".
LISTED = {
    "example1": [1, 3, 4, 8, 9],
    "example3": [*range(2, 16), *range(17, 20), *range(21, 33), 34, 36, 37, *range(39, 42)],
    "example4": [3, 6, 7, 8, 10, 11, 13, 14, 15, 16, 18],
}


def read(name: str) -> BmlSystem:
    return read_bml((FILES / f"{name}.bml").read_text("utf-8"))


def rules_of(text: str) -> dict[str, dict[str, str]]:
    """Return the hands of a system's rules by position and call."""
    rules, position = dict[str, dict[str, str]](), ""
    for line in text.splitlines():
        if line.startswith("  ") and "#" not in line:
            call, _, rest = line.strip().partition("  ")
            rules.setdefault(position, {})[call] = rest[5 : rest.index("}")]
        elif line and line[0] not in "# ":
            position = line
    return rules


@pytest.mark.parametrize("name", RULES)
def test_rules_and_lines_that_are_listed(name: str) -> None:
    found = read(name)
    assert rules_of(found.text) == RULES[name]
    assert [line.line for line in found.unread] == LISTED[name]


@pytest.mark.parametrize(
    ("call", "hand"),
    [
        ("1D", "diamonds(north) >= 4 && !balanced(north)"),
        ("2D", "(hearts(north) >= 6 || spades(north) >= 6) && hcp(north) in 5..9"),
        ("2H", "hearts(north) >= 6 && hcp(north) in 10..13"),
        ("2NT", "hcp(north) in 22..24"),
    ],
)
def test_hands_mean_what_their_words_say(call: str, hand: str) -> None:
    """A rule applies where no earlier one does; here only the first, 1D, can come before."""
    meaning: Condition = read_system(read("example1").text).meaning(call)
    unless = "" if call == "1D" else " && !(diamonds(north) >= 4 && !balanced(north))"
    assert meaning == parse(hand + unless)
