"""BML read into systems, and systems written as BML."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from dealwright import parse
from dealwright.base.errors import ConditionError
from dealwright.systems import read_system
from dealwright.systems.bml_reading import read_bml
from dealwright.systems.bml_writing import bml_of
from dealwright.systems.checks import checking_system
from dealwright.systems.tables import call_table

PRECISION = """#+TITLE: Precision

* The 1!c opening

Opening 1!c shows at least 16+ hcp.

1C  Any hand with 16+ hcp
  1D  Artificial. 0--7 hcp
    1H  Any hand with 20+ hcp
  1HS 5+ suit, forcing (8+ hcp)
  2CD = 5+ suit, 8+ hcp
1D  Nebulous with 2+!d, 11--15 hcp
1HS 5+ suit, 11--15 hcp
1N  14--16 hcp
    balanced
"""


def rules_of(text: str) -> dict[str, list[str]]:
    """Return the rules of BML by position, as calls with their hands."""
    rules = dict[str, list[str]]()
    position = ""
    for line in read_bml(text).text.splitlines():
        if line.startswith("  ") and "#" not in line:
            call, _, rest = line.strip().partition("  ")
            rules.setdefault(position, []).append(f"{call} {rest[5 : rest.index('}')]}")
        elif line and not line.startswith(("#", " ")):
            position = line
    return rules


def test_what_is_understood_becomes_rules_and_the_rest_is_listed() -> None:
    found = read_bml(PRECISION)
    assert rules_of(PRECISION) == {
        "opening": [
            "1C 16+ hcp", "1H 5+ hearts, 11-15 hcp", "1S 5+ spades, 11-15 hcp",
            "1NT 14-16 hcp, balanced",
        ],
        "1C": ["1D 0-7 hcp", "2C 5+ clubs, 8+ hcp", "2D 5+ diamonds, 8+ hcp"],
        "1C 1D": ["1H 20+ hcp"],
    }  # fmt: skip
    assert [(line.line, line.text) for line in found.unread] == [
        (10, "1HS 5+ suit, forcing (8+ hcp)"), (12, "1D Nebulous with 2+!d, 11--15 hcp"),
    ]  # fmt: skip
    assert found.rules == 8
    assert found.text.startswith("# Precision\n")
    assert "  # line 12: 1D  Nebulous" in found.text


BOOK = """1C 12+ hcp, 2+!c
1D 12+ hcp, 4+!d
1H 12+ hcp, 5+!h
1S 12+ hcp, 5+!s
1N 15--17 balanced
2C Strong, 22+ hcp
2D Weak, 5-10 hcp, 6!d
2H Weak/Transfer
"""


def test_a_notrump_below_the_club_is_opened_all_the_same() -> None:
    """Mutants: the order of the book, in which 1NT is 0.18 % of all hands; pairs of rules alone."""
    found = read_bml(BOOK)
    calls = [line.split()[0] for line in rules_of(BOOK)["opening"]]
    assert calls == ["1NT", "2C", "1H", "1S", "1D", "1C", "2D"]
    table = call_table(read_system(found.text))
    shares = {row.call: float(row.probability) for row in table.rows}
    meant = {"1NT": "north: 15-17 balanced", "2C": "north: 22+", "2D": "north: 5-10, 6 diamonds"}
    for call, phrase in meant.items():
        assert shares[call] == pytest.approx(float(parse(phrase).probability()), rel=0.01)
    assert "opening: 1NT is moved above 1H, 1S, 1D, 1C: more general" in found.moved
    assert [line.text for line in found.unread] == ["2H Weak/Transfer"]
    assert checking_system(read_system(found.text)).result().problems == 0


def test_what_is_alike_stays_in_the_order_of_the_book() -> None:
    """Mutant: whatever meets is moved. Of 1NT with 14 to 16 a strong club takes only the 16."""
    found = read_bml("1C 16+ hcp\n1N 14--16 balanced\n2N 5+!c, 5+!d, 5-11")
    assert [row[0] for row in found.moved] == ["o"]
    assert re.fullmatch(r"opening: 1NT loses 2\d% of its hands to calls above", found.moved[0])


@pytest.mark.parametrize(
    ("description", "hand"),
    [
        ("Weak, 5-10 hcp, 6!d", "5-10 hcp, 6 diamonds"), ("Transfer, 5+!h", "5+ hearts"),
        ("Strong/Natural, 20+", "20+"), ("Weak", None),
        ("Invitational, 5+!h and 4!s", None), ("Strong, 5+!h", None), ("Pre-emptive. 7!d", None),
        ("Fancy, 5+!h", None), ("5+!h, fancy", None),
    ],
)  # fmt: skip
def test_a_word_before_the_hand_is_a_note(description: str, hand: str | None) -> None:
    text = f"1N 15-17\n2D {description}"
    rules = rules_of(text)["opening"]
    assert f"2D {hand}" in rules if hand else rules == ["1NT 15-17"]
    assert f'"{description}"' in read_bml(text).text or hand is None


def test_the_text_is_a_system_with_these_meanings() -> None:
    system = read_system(read_bml(PRECISION).text)
    assert str(system.meaning("1C 1D")) == "hcp(north) >= 16 && hcp(south) in 0..7"


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        # a minor after 1C is diamonds
        ("1C  16+\n  2m  5+ m", {"opening": ["1C 16+"], "1C": ["2D 5+ diamonds"]}),
        ("1m-1N;\n2om  5+ om", {"1C 1NT": ["2D 5+ diamonds"], "1D 1NT": ["2C 5+ clubs"]}),
        ("1M  5+ M\n  2oM 5+ oM", {"opening": ["1H 5+ hearts", "1S 5+ spades"],
          "1H": ["2S 5+ spades"], "1S": ["2H 5+ hearts"]}),
        ("1M-2N;\n3M  6+ M", {"1H 2NT": ["3H 6+ hearts"], "1S 2NT": ["3S 6+ spades"]}),
        ("1D-1H;\n2X  5+ X\n  2Y  4+ Y", {"1D 1H": ["2C 5+ clubs", "2S 5+ spades"],
          "1D 1H 2C": ["2S 4+ spades"]}),
        ("1C-1step;\n2red  5+ suit\n1black  4+ suit", {"1C 1D": ["2D 5+ diamonds",
          "2H 5+ hearts", "1S 4+ spades"]}),
        # the first description of a call stands, and 2C goes before 2X
        ("2X  5-9, 6+ X\n2C  22+\n2C  23+", {"opening": ["2D 5-9, 6+ diamonds",
          "2H 5-9, 6+ hearts", "2S 5-9, 6+ spades", "2C 22+"]}),
        ("(1NT)---\nD  15+\n2C  5-4 majors\n  (D)\n    P  5+!c\n  (P)\n    2D  12+",
         {"(1NT)": ["X 15+", "2C 5-4 majors"], "(1NT) 2C (X)": ["Pass 5+ clubs"],
          "(1NT) 2C": ["2D 12+"]}),
        ("(1NT)-P-(P)---\nD  11+", {"(1NT) Pass": ["X 11+"]}),
        ("#SEAT 34\n1S  4+ spades\n#SEAT 0\n1H  5+ hearts", {"opening 3rd 4th":
          ["1S 4+ spades"], "opening": ["1H 5+ hearts"]}),
        ("#CUT t\n2\\R  5+ \\N\n  2\\M  2+ \\N\n#ENDCUT\n\n1N---\n#PASTE t \\R=D \\M=H \\N=!h",
         {"1NT": ["2D 5+ hearts"], "1NT 2D": ["2H 2+ hearts"]}),
        ("#COPY t\n1S  12+\n#ENDCOPY\n\n1C;\n#PASTE t 12=6", {"opening": ["1S 12+"],
          "1C": ["1S 6+"]}),
        ("// 1N 15-17\n#HIDE 1N 12-14\nprose: 1S 5+ spades", {"opening": ["1NT 12-14"]}),
    ],
)  # fmt: skip
def test_forms_of_calls(text: str, rules: dict[str, list[str]]) -> None:
    found = read_bml(text)
    assert rules_of(text) == rules
    read_system(found.text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1N  15-17\n2H  Weak", "'Weak' is a word of bidding"),
        ("1N  15-17\n2H  4414", "may be a shape in any order"),
        ("1N  15-17\n2H  forcing", "it says nothing about the hand"),
        ("1N  15-17\n2H", "it says nothing about the hand"),
        ("1N  15-17\n  1S  5+ spades", "1S is not legal after 1NT"),
        ("1N  15-17\n  1om  5+ spades", "this is not a call here"),
        ("1N  15-17\n\n(1S);\nD  12+\n  (R)  strong", "rules are for calls of the side"),
        ("1N  15-17\n\n#VUL Y0\n2S  5-9", "no rules by vulnerability"),
        ("1N  15-17\n\n#SEAT 3\n1N;\n2S  5-9", "only openings have rules by seat"),
        ("1N  15-17\n\n#INCLUDE other.bml", "read the included file by itself"),
    ],
)
def test_what_is_not_read_has_a_reason(text: str, reason: str) -> None:
    found = read_bml(text)
    (line,) = [line for line in found.unread if reason in line.reason]
    assert line.line == max(n for n, each in enumerate(text.split("\n"), 1) if each.strip())
    assert rules_of(text)["opening"][0] == "1NT 15-17"


def test_a_description_without_an_end_is_not_read() -> None:
    """It was a RecursionError."""
    (unread,) = read_bml("1NT 15-17, balanced\n2D No " + "no " * 2000).unread
    assert unread.line == 2


def test_refused_as_a_whole() -> None:
    with pytest.raises(ConditionError, match="no line of this BML is a call"):
        read_bml("Only prose.\n\n2H  Weak")
    with pytest.raises(ConditionError, match="line 1: there is no part 'x' to paste"):
        read_bml("#PASTE x")
    doubled = "#COPY a\n1N 15-17\n#ENDCOPY\n" + "".join(
        f"#COPY {b}\n#PASTE {a}\n#PASTE {a}\n#ENDCOPY\n"
        for a, b in zip("abcdefghijklmnopq", "bcdefghijklmnopqr", strict=True)
    )
    with pytest.raises(ConditionError, match="more than 100,000 lines"):
        read_bml(doubled)


@pytest.mark.parametrize("name", [PRECISION, "natural"])
def test_what_is_written_is_read_back(name: str) -> None:
    """Hands in words come back; conditions are listed, each with its line."""
    text = read_bml(PRECISION).text if name == PRECISION else ""
    system = read_system(text or name)
    written = bml_of(system)
    if text:
        assert rules_of(written) == rules_of(PRECISION)
    assert "\n1C-1D;\n" in written if text else "\n1N-2C;\n2H  hearts >= 4\n" in written


def test_seats_variables_and_passes_are_written() -> None:
    system = read_system(
        "strength = 15..17\nopening 3rd 4th\n  1M  either hand{4+ M, no 5+ oM}\nopening\n  1NT "
        ' hcp in strength  "strong"\n(1NT) Pass\n  X  hcp >= 11\n'
    )
    assert bml_of(system).split("\n\n")[1:] == [
        "- strength: 15..17",
        "#SEAT 34\n1S  4+ spades, no 5+ hearts\n1H  4+ hearts, no 5+ spades",
        "#SEAT 0",
        "1N  strong\n    hcp in strength",
        "(1N)-P-(P);\nD  hcp >= 11\n",
    ]


def test_commands(cli: Any, tmp_path: Path) -> None:
    bml, system = tmp_path / "p.bml", tmp_path / "p.system"
    bml.write_text(PRECISION, "utf-8")
    found = cli("system", "from-bml", str(bml), "--output", str(system))
    assert found.status == 0
    assert "line 12: 1D Nebulous" in found.err
    assert "8 rules; 2 calls were not read" in found.err
    shown = cli("system", "export", str(system), "--bml")
    assert shown.out.startswith("#+TITLE: p\n")
    assert cli("system", "export", str(system)).err == (
        "dealwright: name the format of the export: --bml\n"
    )
