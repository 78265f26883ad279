"""Scripts that are pasted where a command asks for a condition: used, or named in a note."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealwright import Deals, parse
from dealwright.cli.pasted_script import pasted_script

WEAK = "spades(south) == 6 && hcp(south) in 5..10"
SCRIPT = f"""# weak two, action for the teacher
produce 3
dealer west
vulnerable ns
weak = {WEAK}
condition weak
action printall, average "points" hcp(north)
"""


def note_of(*unused: str) -> str:
    return (
        f"dealwright: note: the text is a script: its condition is used, not {', '.join(unused)}; "
        "to run it all, save it and type dealwright run FILE\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        WEAK, f"weak = {WEAK}\ncondition weak", f"condition {WEAK}", "north: 15-17 balanced",
        "action = hcp(north) > 3 condition action", f"{WEAK} # produce 5",
        "dealer = hcp(north) > 3\nproduce = hcp(south) > 3\ndealer && produce",
    ],
)  # fmt: skip
def test_what_is_no_script(text: str) -> None:
    assert pasted_script(text) is None
    parse(text)


def test_count_uses_the_condition_and_names_the_rest(cli) -> None:
    plain, pasted = cli("count", WEAK), cli("count", SCRIPT)
    assert (pasted.status, pasted.out) == (0, plain.out)
    assert pasted.err == note_of("printall", "average", "produce", "dealer", "vulnerable")


def test_fixed_cards_are_fixed(cli) -> None:
    pasted = cli("count", "predeal north SAK, H2\nsouth D2\ncondition hcp(north) > 20")
    plain = cli("count", "hcp(north) > 20", "--predeal", "north SAK H2; south D2")
    assert (pasted.out, pasted.err) == (plain.out, "")
    both = cli("count", "predeal north SAK hcp(north) > 20", "--predeal", "north H2; south D2")
    assert both.out == plain.out


def test_deal_uses_number_dealer_and_vulnerability(cli) -> None:
    options = ("--seed", "1", "--format", "pbn")
    pasted = cli("deal", SCRIPT, *options)
    plain = cli(
        "deal",
        "3",
        f"weak = {WEAK} condition weak",
        "--dealer",
        "west",
        "--vulnerable",
        "ns",
        *options,
    )
    assert (pasted.status, pasted.out) == (0, plain.out)
    assert pasted.err.startswith(note_of("average"))
    assert pasted.out.count('[Dealer "W"]') == 3
    told = cli("deal", "2", SCRIPT, "--seed", "1", "--dealer", "east", "--format", "line")
    assert told.err.startswith(note_of("average", "produce", "dealer"))
    assert len(Deals.parse(told.out.splitlines())) == 2


def test_every_source_of_text(cli, tmp_path: Path) -> None:
    file = tmp_path / "weak.txt"
    file.write_text(SCRIPT, "utf-8")
    assert cli("count", "--file", str(file)).out == cli("count", WEAK).out
    assert cli("explain", SCRIPT, "--as-condition").out.startswith("weak = spades(south) == 6")
    boards = tmp_path / "boards.pbn"
    cli("deal", "200", "--seed", "1", "--output", str(boards))
    found = cli("find", SCRIPT, str(boards), "--format", "line")
    assert found.out == cli("find", WEAK, str(boards), "--format", "line").out
    assert note_of("printall", "average", "produce", "dealer", "vulnerable") in found.err


def test_practice_takes_a_script(cli, tmp_path: Path) -> None:
    script = tmp_path / "a.dl"
    script.write_text(SCRIPT, "utf-8")
    pasted = cli("practice", SCRIPT, "--seed", "1", "-o", str(tmp_path / "a"))
    options = ("--seed", "1", "-n", "3")
    cli("practice", WEAK, *options, "-o", str(tmp_path / "b"))
    cli("practice", "--file", str(script), "--seed", "1", "-o", str(tmp_path / "c"))
    assert pasted.status == 0
    assert pasted.err.startswith(note_of("average", "dealer", "vulnerable"))
    for name in ("boards.pbn", "north.txt"):
        one, two, three = ((tmp_path / folder / name).read_text("utf-8") for folder in "abc")
        assert one == two == three
    fixed = cli("practice", "predeal north SA hcp(north) > 20")
    assert "no cards can be fixed here" in fixed.err


@pytest.mark.parametrize("text", [SCRIPT, f"weak = {WEAK}\ncondition weak"])
def test_a_script_is_no_hand(cli, text: str) -> None:
    refused = cli("count", "--south", text)
    assert refused.status == 2
    assert "the hand of south is a script; a script goes where the condition goes" in refused.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["count", "produce 5\npointcount 5 4\nhcp(north) > 3"],
         "this statement of a script changes what its condition means (line 2)"),
        (["count", "predeal spades(north) == 5 hcp(north) > 4"], "this statement of a script"),
        (["count", "produce 5\nhcp(north) >> 3"], "unexpected '>' (line 2)"),
        (["count", "produce 5\ncondition nothing(north)"], "unknown function 'nothing' (line 2)"),
        (["deal", f"dealer west {WEAK} action printall"], "say how many deals first"),
        (["find", "predeal north SA hcp(north) > 20", "x.pbn"],
         "no cards can be fixed here (north SA); write hascard(north, AS)"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused(cli, words: list[str], message: str) -> None:
    result = cli(*words)
    assert (result.status, result.out) == (2, "")
    assert message in result.err.splitlines()[0]


def test_places_in_errors_are_those_of_the_script(cli) -> None:
    result = cli(
        "count", "produce 5\ngenerate 1000\ncondition hcp(north) > 3 && hcp(north) in 5..3"
    )
    assert "line 3" in result.err
    assert pasted_script('title "x" #include "y"\nhcp(north) > 3').others == ("title",)
    assert pasted_script('#include "y"\nproduce 3 hcp(north) > 3').others == ("#include",)


def test_included_definitions_may_be_used(cli, tmp_path: Path) -> None:
    system = tmp_path / "system.dl"
    system.write_text(f"weak = {WEAK}", "utf-8")
    pasted = cli("count", "produce 5 condition weak", "--include", str(system))
    assert (pasted.out, pasted.err) == (cli("count", WEAK).out, note_of("produce"))
