"""Scripts: statements, actions, their text, and the errors that point at a place."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from dealwright import ConditionError, Seat
from dealwright.bridge.boards import Vulnerability
from dealwright.conditions.scripts import Average, Frequency, PrintHands, parse_script
from dealwright.conditions.unparse import to_text
from dealwright.scripts import run_script


def output(text: str, **options: object) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return "".join(run_script(text, seed=1, **options))


def test_statements_in_any_order_and_case() -> None:
    script = parse_script(
        """
        ACTION printall // a comment
        Produce 12 # another
        generate 5000 /* and
        a third */ vulnerable EW dealer south
        x = hcp(north) > 3
        condition x && spades(n) == 4
        predeal north SAK, HT2 west D10
        """
    )
    assert (script.produce, script.generate) == (12, 5000)
    assert (script.vulnerable, script.dealer) == (Vulnerability.EW, Seat.SOUTH)
    assert [mask.bit_count() for mask in script.predeal] == [4, 0, 0, 1]
    assert script.actions == (PrintHands("printall"),)


def test_the_last_of_a_kind_counts_and_says_so() -> None:
    script = parse_script("produce 3 produce 4 hcp(north) > 3 condition hcp(south) > 3")
    assert script.produce == 4
    assert "last one counts" in script.notes[0]
    assert script.condition is not None
    assert to_text(script.condition) == "hcp(south) > 3"


def test_names_of_ours_can_be_taken() -> None:
    text = "balanced = shape(north, any 4333) condition balanced action average spades(north)"
    assert output(text) == "3.25 exact\n"
    with pytest.raises(ConditionError, match="already has a meaning"):
        parse_script("hcp = 3")


def test_a_name_defined_twice_counts_from_there_on() -> None:
    script = parse_script("x = 1 action average x x = 2")
    assert "twice" in script.notes[0]
    assert output("x = 1 y = x x = 2 action average x + 10 * y") == "12 exact\n"


def test_actions() -> None:
    script = parse_script(
        'action average "a" hcp(north) + 1, frequency (hcp(n), -1, 3), '
        'frequency "two" (hcp(n), 0, 3, hcp(s), 1, 2), print(south, east),'
    )
    average, one, two, hands = script.actions
    assert isinstance(average, Average)
    assert average.label == "a"
    assert isinstance(one, Frequency)
    assert (one.label, one.bounds) == ("", ((-1, 3),))
    assert isinstance(two, Frequency)
    assert (len(two.values), two.bounds) == (2, ((0, 3), (1, 2)))
    assert hands == PrintHands("print", (1, 2))
    assert parse_script("action").actions == ()


def test_averages_are_exact_where_they_can_be() -> None:
    run = run_script("condition hcp(north) == 37 action average aces(north), average hcp(south)")
    assert "".join(run) == "4 exact\n1 exact\n"
    assert [found.mean for found in run.statistics] == [Fraction(4), Fraction(1)]
    assert (run.produced, run.method) == (0, "")


def test_averages_are_sampled_where_they_cannot_be() -> None:
    text = "produce 4000 action average quality(north, spades), average cccc(north)"
    run = run_script(text, seed=3)
    lines = "".join(run).splitlines()
    assert "exact" in lines[0]
    assert "±" in lines[1]
    assert run.produced == 4000
    assert not run.statistics[1].exact
    assert abs(float(run.statistics[1].mean) - 1026) < 6 * run.statistics[1].standard_error + 30
    again = run_script(text, seed=3, symbols=False)
    assert "".join(again).splitlines()[1] == lines[1].replace("±", "+-")


def test_frequency_with_low_and_high() -> None:
    lines = output('action frequency "aces" (aces(north), 1, 2)').splitlines()
    assert lines[0] == "Frequency aces: exact"
    assert [line.split()[0] for line in lines[1:]] == ["Low", "1", "2", "High"]
    shares = [float(line.split()[1]) for line in lines[1:]]
    assert sum(shares) == pytest.approx(100, abs=3e-4)
    assert shares[0] == pytest.approx(30.3818, abs=5e-5)


def test_frequency_crossed_has_sums() -> None:
    lines = output("action frequency (aces(north), 0, 1, aces(south), 0, 1)").splitlines()
    assert lines[1].split() == ["0", "1", "High", "Sum"]
    table = [[float(cell) for cell in line.split()[1:]] for line in lines[2:]]
    for row in table:
        assert sum(row[:-1]) == pytest.approx(row[-1], abs=3e-4)
    assert table[-1][-1] == 100


def test_statistics_beside_pbn_are_comments() -> None:
    text = output("produce 2 vulnerable all dealer west action printpbn, average hcp(north)")
    lines = text.splitlines()
    assert lines[-1] == "% 10 exact"
    assert lines.count('[Dealer "W"]') == lines.count('[Vulnerable "All"]') == 2
    assert all(line.startswith(("[", "%")) or not line for line in lines)
    assert "[Deal" not in output("action printpbn", quiet=True)


def test_deals_satisfy_the_script() -> None:
    text = (
        "produce 25 predeal south SA, HK condition spades(north) == 6 && hcp(north) <= 9 "
        'action printes(spades(north), " ", hcp(north), " ", hascard(south, SA), \\n)'
    )
    rows = [line.split() for line in output(text).splitlines()]
    assert len(rows) == 25
    assert all(row[0] == "6" and int(row[1]) <= 9 and row[2] == "1" for row in rows)


def test_generate_ends_a_search() -> None:
    run = run_script("generate 500 produce 100 condition cccc(north) >= 2500", seed=1)
    "".join(run)
    assert run.tried == 500
    assert run.produced < 100
    assert "500" in run.stopped


def test_no_deal_at_all() -> None:
    with pytest.raises(ConditionError, match="no deal satisfies"):
        output("condition aces(north) == 5 action average hcp(north)")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("produce", "unexpected end"),
        ("produce x", "unexpected 'x'"),
        ("vulnerable maybe", "not a vulnerability"),
        ("dealer up", "expected a seat"),
        ("predeal SAK", "no seat"),
        ("predeal north SA east SA", "already predealt to north"),
        ("predeal north SAKQJT98765432, H2", "more than 13"),
        ("predeal spades(north) >= 5", "fixes a length"),
        ("altcount 12 4", "0 to 9"),
        ("pointcount 1 2 3 4 5 6 7 8 9 10 11 12 13 14", "thirteen"),
        ("action frequency (hcp(n), 5, 3)", "make no table"),
        ("action average tricks(north, spades)", "double-dummy solver"),
        ("action average score(none, x3N, tricks(north, notrump))", "double-dummy solver"),
        ("condition imps(3) > 2", "double-dummy solver"),
        ("action evalcontract(1)", "not known here yet"),
        ("condition hcp(nort) > 3", "Did you mean north"),
        ("condition x > 3", "unknown name 'x'"),
        ("condition hcp(north) = 3", "unexpected '='"),
    ],
)
def test_errors_point_at_the_place(text: str, message: str) -> None:
    with pytest.raises(ConditionError, match=message) as caught:
        parse_script(text)
    assert caught.value.position is not None
    assert "^" in str(caught.value)


def test_the_command(cli: Callable[..., object], tmp_path: Path) -> None:
    path = tmp_path / "a.dl"
    path.write_bytes(
        "# na\xefve\ncondition hcp(north) >= 30\naction average aces(north)".encode("latin-1")
    )
    found = cli("run", str(path), "-p", "3", "-s", "5", "-0", "-2", "-3", "-e", "-m", "-u", "-q")
    assert found.status == 0
    assert "exact" in found.out
    assert "no deal was needed" in found.err
    path.write_text("produce 2 condition hcp(north) >= 20 action printoneline")
    first = cli("run", str(path), "--seed", "7", "-p", "4")
    assert len(first.out.splitlines()) == 4
    assert "repeat with --seed 7" in first.err
    assert cli("run", str(path), "-s", "7", "-p", "4", "-v").out == first.out
    assert cli("run", str(path), "-s", "7", "-p", "4", "-v").err == ""
    missing = cli("run", str(tmp_path / "none.dl"))
    assert missing.status == 2
    assert "cannot read" in missing.err
    path.write_text("condition hcp(north >= 20")
    wrong = cli("run", str(path))
    assert wrong.status == 2
    assert "^" in wrong.err
