"""Scripts: statements, actions, their text, and the errors that point at a place."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealwright import ConditionError, Seat, parse
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.conditions.unparse import to_text
from dealwright.planning import planner
from dealwright.planning.models.base import CountingProblem
from dealwright.scripts import check_script, run_script
from dealwright.scripts.reading import Average, Frequency, PrintHands, parse_script
from dealwright.scripts.writing import dealer_script


def output(text: str, **options: object) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return "".join(run_script(text, **{"seed": 1, **options}))


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


def test_of_several_statements_that_of_dealer_counts_and_says_so() -> None:
    """`dealer` keeps the first number of deals, but the last condition and vulnerability."""
    script = parse_script(
        "produce 3 produce 4 generate 7 generate 8 vulnerable ns vulnerable ew\n"
        "hcp(north) > 3 condition hcp(south) > 3"
    )
    assert (script.produce, script.generate) == (3, 7)
    assert script.vulnerable is Vulnerability.EW
    assert ["first one counts" in note.text for note in script.notes] == [True, True, False]
    assert (
        str(script.notes[2])
        == "line 2: there are several conditions; the last one counts (&& joins them)"
    )
    assert script.condition is not None
    assert to_text(script.condition) == "hcp(south) > 3"


def test_names_of_ours_can_be_taken() -> None:
    text = "balanced = shape(north, any 4333) condition balanced action average spades(north)"
    assert output(text) == "3.25 exact, deviation 0.433\n"
    with pytest.raises(ConditionError, match="already has a meaning"):
        parse_script("hcp = 3")


def test_a_name_defined_twice_counts_from_there_on() -> None:
    script = parse_script("x = 1 action average x x = 2")
    assert "twice" in script.notes[0].text
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
    assert "".join(run) == "4 exact\n1 exact, deviation 0.7947\n"
    assert [found.histogram.mean() for found in run.statistics] == [Fraction(4), Fraction(1)]
    assert (run.produced, run.method) == (0, "")


def test_averages_are_sampled_where_they_cannot_be() -> None:
    text = "produce 4000 action average quality(north, spades), average cccc(north)"
    run = run_script(text, seed=3)
    lines = "".join(run).splitlines()
    assert "exact" in lines[0]
    assert "±" in lines[1]
    assert run.produced == 4000
    sampled = run.statistics[1].histogram
    assert not sampled.exact
    assert abs(float(sampled.mean()) - 1026) < 6 * sampled.standard_error() + 30
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
    assert lines[-1] == "% 10 exact, deviation 4.13"
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
    assert "500" in run.ended


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
        ("action frequency (hcp(n), 5, 3)", "too many rows for a table"),
        ("action evalcontract(1)", "It is an action"),
        ("condition par(north) > 0", "takes a side"),
        ("condition parcontract(ns) > 0", "unknown function"),
        ("action evalcontract(up, x3N)", "expected a seat"),
        ("action evalcontract(south, x3N, maybe)", "not vul or nv"),
        ("action csvrpt(trix(up))", "expected a seat"),
        ("action csvrpt(parcontract(up))", "not a vulnerability"),
        ("condition tricks(north) > 9", "a declarer and a strain"),
        ("condition tricks(north, majors) > 9", "expected a strain"),
        ("condition score(maybe, x3N, 9) > 9", "not vul or nv"),
        ("condition score(vul, x8N, 9) > 9", "Write 3NT"),
        ("condition hcp(north) >= 12.5", "counted in whole numbers"),
        ("condition hcp(north) in 12.5..15.0", "counted in whole numbers"),
        ("condition spades(north) + 0.5 > 3", "lengths are counted in whole numbers"),
        ("condition ltc(north) in 6.5..8", "Write both ends"),
        ("condition shape{north}", "a shape in braces is"),
        ("condition shape{nort, 5xxx}", "Did you mean north"),
        ("condition shape{north, 5xx}", "3 suits, not four"),
        ("condition shape{north, 5+q+q+x}", "no hand of 13 cards"),
        ("condition shape{north, any 4432}", "cannot be read at 'any4432'"),
        ("condition shape{north, 5s(332}", "do not match"),
        ("condition shape{north, 5s4(22)}", "only some lengths"),
        ("condition shape{north, 5s4s(22)}", "names a suit twice"),
        ("condition shape{north, 5s(3s2x)}", "inside the brackets"),
        ("condition shape{north, [3-]xxx}", "cannot be read"),
        ("condition shape{north, 5xxx:h>x}", "unknown name 'x'"),
        ("HandType_a_Share = 0 HandType_a = 1 condition 1", "whole number above 0"),
        ("condition hcp(nort) > 3", "Did you mean north"),
        ("condition x > 3", "unknown name 'x'"),
        ("condition hcp(north) = 3", "unexpected '='"),
        ("condition hcp(north) = 3", "To compare, write =="),
        ("condition hcp(north) => 3", "Write >="),
        ("condition hcp(north) <> 3", "Write !="),
        ("condition hcp(north) > 3;", "remove the semicolon"),
        ("condition hcp(north > 3", r"not closed; write hcp\(north\)"),
        ("condition (hcp(north) > 3 action printall", "not closed before this"),
        ("condition 1 /* open", "comment is not closed"),
        ('action average "open hcp(north)', "a quote is missing"),
        ('action average("a", hcp(north))', "The text comes first"),
        ('action frequency "a" hcp(north), 0, 3', "frequency takes brackets"),
        ("action frequency (hcp(north), 0)", "its least value and its greatest"),
        ('action printes "a"', "printes takes brackets"),
        ("action print north", "print takes brackets"),
        ("action printall(north)", "takes no arguments"),
        ("action , printall", "Remove this comma"),
        ("action printall,, printew", "Remove this comma"),
        ("action printall average hcp(north)", "comma between two actions"),
        ("action average hcp(north) printall", "comma between two actions"),
        ("predeal north SAKHA2", "comma between suits"),
        ("predeal north S A K", "comma between suits"),
        ("condition usereval(north)", "dealwright features"),
        ("action printside(north)", "The sides are ns and ew"),
        ("action bktfreq (hcp(north), 0, 20, 0)", "must hold at least one value"),
        ("action export(nobody)", "expected a seat"),
        ("produce $3", r"--param 3=value"),
    ],
)
def test_errors_point_at_the_place(text: str, message: str) -> None:
    with pytest.raises(ConditionError, match=message) as caught:
        parse_script(text)
    assert caught.value.position is not None
    assert "^" in str(caught.value)


def test_habits_of_old_scripts_are_read() -> None:
    """Windows line ends, comments in a line, hard spaces, names that look like our own words."""
    text = (
        "predeal north SAK\r\nh5 = hearts(south) >= 5 # five\r\nHearts = hearts(south)\r\n"
        "opener = 1\r\nseed = 2 title = 3 export = 4 deal = 5 startboard = 6\r\n"
        "condition_ok\xa0=\xa0h5 and order or 0 inside = 7 android = 8\r\n"
    ).replace("condition_ok", "order = 1 condition_ok")
    end = "condition condition_ok && opener\r\naction average Hearts >= 5,\r\naverage {},\r\n"
    total = "seed + title + export + deal + startboard + inside + android"
    assert output(text + end.format(total)) == "1 exact\n35 exact\n"


def test_a_long_script() -> None:
    lines = [f"a{n} = {f'a{n - 1} + ' if n else ''}(hcp(north) == {n})" for n in range(38)]
    lines += [f"b{n} = hcp(north) >= {n} && a37 == 1" for n in range(200)]
    text = "\n".join([*lines, "condition b20 && b7", 'action average "one" a37'])
    assert output(text) == "one: 1 exact\n"


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("condition 1 condition 0", "line 1: there are several conditions"),
        ("produce 3\nproduce 4", "line 2: produce is given again here; the first one counts"),
        ("action printall\naction printew", "line 2: there are several lists of actions"),
        ("\nproduce 1 action printoneline\nhcp(north)", "line 3: this is a condition; put a value"),
        ("condition not hcp(north) > 3", "you may mean: not (hcp(north) > 3)"),
        ("condition !hcp(north) == 3", "you may mean: not (hcp(north) == 3)"),
        ("condition (clubs(west)==hearts(west))==4", "compares the 0 or 1"),
        ("opener south", "line 1: opener has no effect"),
    ],
)
def test_what_is_suspicious_is_noted(text: str, note: str) -> None:
    assert [note in str(said) for said in parse_script(text).notes] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "condition not (hcp(north) > 3) && !balanced(south) == 0",
        "condition (clubs(west)==hearts(west)) == 1 && (hcp(north) > 3) + 1 == 2",
        "action printoneline condition hcp(north) > 3",
        "action printoneline(hcp(north)), printcompact",
    ],
)
def test_what_is_sound_is_not_noted(text: str) -> None:
    notes = [note for note in parse_script(text).notes if "!balanced" not in note.text]
    assert notes == []


def test_nothing_said_of_numbers_is_as_zero() -> None:
    script = parse_script("produce 0 generate 0")
    assert (script.produce, script.generate) == (None, None)


class TestLaterPrograms:
    """Statements and actions that DealerV2_4 and dealer3 have added."""

    def test_statements(self) -> None:
        script = parse_script('seed 17 title "My deals" startboard 5 opener east produce 2')
        assert (script.seed, script.title, script.startboard) == ("17", "My deals", 5)
        run = run_script('seed 17 title "My deals" startboard 5 produce 2 action printpbn')
        text = "".join(run)
        assert run.seed == "17"
        assert text.count('[Event "My deals"]') == 2
        assert [f'[Board "{n}"]' in text for n in (4, 5, 6, 7)] == [False, True, True, False]
        assert "".join(run_script("seed 17 produce 1", seed=3)) != "".join(
            run_script("seed 17 produce 1")
        )

    def test_variables(self) -> None:
        text = '// $7 "$8"\ncondition hcp(north) == $0 /* $6 */ # $5\naction average "$9" $0 $1 1'
        assert output(text, params={0: "37", 1: "+"}) == "$9: 38 exact\n"
        with pytest.raises(ConditionError, match=r"\$1 has no value \(line 3\)"):
            parse_script(text, {0: "37"})

    def test_sides(self) -> None:
        common = "seed 3 produce 4 condition hcp(north) > 20 action "
        assert output(common + "printside(ns)") == output(common + "printns")
        assert output(common + "printside(EW)") == output(common + "printew")

    def test_exports_can_be_predealt(self) -> None:
        text = "produce 1 action export(ns), export(west), printoneline"
        first, second, line = output(text).splitlines()
        assert first.startswith("predeal north S")
        assert output(f"{first}\n{second}\nproduce 1 action printoneline").strip() == line

    def test_reports(self) -> None:
        fixed = "predeal north SAKQ, HAKQ, DAKQ, CAKQJ south SJT9, HJT9, DJT9, CT987 produce 1 "
        text = 'action csvrpt("a, b", hcp(north) + 1, north, "c"), printrpt(ns, hcp(south))'
        assert output(fixed + text) == (
            '"a, b",38,AKQ.AKQ.AKQ.AKQJ,c\nAKQ.AKQ.AKQ.AKQJ,JT9.JT9.JT9.T987,3\n'
        )
        assert output("produce 1 action printrpt(deal)").count(",") == 3

    def test_buckets(self) -> None:
        lines = output('action bktfreq "p" (hcp(north), 4, 13, 4)').splitlines()
        assert [line.split()[0] for line in lines[1:]] == ["Low", "4..7", "8..11", "12..13", "High"]
        shares = [float(line.split()[1]) for line in lines[1:]]
        single = output("action frequency (hcp(north), 4, 13)").splitlines()
        each = [float(line.split()[1]) for line in single[1:]]
        sums = [each[0], sum(each[1:5]), sum(each[5:9]), sum(each[9:11]), each[11]]
        assert shares == pytest.approx(sums, abs=4e-4)

    @pytest.mark.long
    def test_crossed_buckets(self) -> None:
        text = "action bktfreq (hcp(north), 0, 39, 10, spades(north), 0, 13, 7)"
        lines = [line.split() for line in output(text).splitlines()]
        assert lines[1] == ["0..6", "7..13", "Sum"]
        assert [line[0] for line in lines[2:]] == ["0..9", "10..19", "20..29", "30..39", "Sum"]
        assert float(lines[-1][1]) == pytest.approx(100 - 0.882 - 0.117 - 0.009, abs=2e-3)


class TestCheck:
    """``--check``: what is suspicious, and what the clauses cost."""

    SCRIPT = """
strong = hcp(north) >= 15 && // a comment
         hcp(north) <= 17
unused = strong
also = unused
condition strong && spades(north) >= 2 && spades(north) > 1 && hearts(south) in 0..13
"""

    def test_costs(self) -> None:
        check = check_script(run_script(self.SCRIPT))
        assert check.share is not None
        assert check.share.exact
        joint = Fraction(check.share.value)
        assert [(cost.line, cost.text) for cost in check.clauses] == [
            (2, "hcp(north) >= 15"),
            (3, "hcp(north) <= 17"),
            (6, "spades(north) >= 2"),
            (6, "spades(north) > 1"),
            (6, "hearts(south) in 0..13"),
        ]
        for cost, text in zip(
            check.clauses,
            ["hcp(north) in 0..17 && spades(north) >= 2", "hcp(north) > 14 && spades(north) > 1"],
            strict=False,
        ):
            assert cost.exact
            assert cost.alone == parse(cost.text).probability()
            assert cost.given == joint / parse(text).probability()
        assert check.costliest is check.clauses[0]

    def test_remarks(self) -> None:
        check = check_script(run_script(self.SCRIPT))
        assert sorted(check.remarks) == [
            (4, "'unused' is defined and never used"),
            (5, "'also' is defined and never used"),
            (6, "'hearts(south) in 0..13' holds in every deal"),
            (6, "'spades(north) > 1' follows from the other clauses"),
            (6, "'spades(north) >= 2' follows from the other clauses"),
        ]

    def test_predeal_counts(self) -> None:
        text = "predeal north SA spades(north)==1 hascard(north, SA) && spades(north) < 2"
        check = check_script(run_script(text))
        assert check.share is not None
        assert check.share.value == 1
        assert [said for _, said in check.remarks] == [
            "'hascard(north, SA)' holds in every deal",
            "'spades(north) < 2' holds in every deal",
        ]

    def test_contradictions(self) -> None:
        text = (
            "condition hcp(south) < 9\n && spades(north) > 7 && spades(south) > 6\n"
            "action average hcp(north)"
        )
        found = list(check_script(run_script(text)).lines())
        assert found[0].startswith("line 2: no deal satisfies 'spades(north) > 7 && spades(south)")
        assert "15 > 13" in found[0]
        assert found[1] == "line 2: there is no deal to average or count"
        assert "condition: no deal" in found
        assert not any("costs most" in line for line in found)

    def test_what_cannot_be_counted_is_sampled(self) -> None:
        text = "condition cccc(north) > 1500 && hcp(north) > 5"
        check = check_script(run_script(text, seed=1))
        assert [cost.exact for cost in check.clauses] == [False, False]
        assert "~" in "".join(check.lines())
        assert not check.remarks

    def test_a_sound_script(self) -> None:
        lines = list(check_script(run_script("produce 3")).lines())
        assert lines == ["nothing suspicious"]

    def test_the_option(self, cli: Callable[..., object], tmp_path: Path) -> None:
        path = tmp_path / "a.dl"
        path.write_text("x = 3\ncondition 3 < hcp(north) < $0")
        found = cli("run", "--check", "--param", "0=9", str(path))
        assert found.status == 0
        assert found.err == ""
        lines = found.out.splitlines()
        assert any("line 2: '3 < hcp(north) < 9' compares the 0 or 1" in line for line in lines)
        assert "line 1: 'x' is defined and never used" in lines
        assert "line 2: '3 < hcp(north) < 9' holds in every deal" in lines
        wrong = cli("run", "--param", "x", str(path))
        assert wrong.status == 2
        assert "--param 0=value" in wrong.err


def test_sampled_averages_show_their_deviation() -> None:
    run = run_script("produce 4000 action average cccc(north), average hcp(north)", seed=2)
    first, second = "".join(run).splitlines()
    sampled, exact = (found.histogram for found in run.statistics)
    assert first.endswith(f"deviation {sampled.deviation():.4g}")
    assert second == "10 exact, deviation 4.13"
    assert exact.deviation() == pytest.approx(290**0.5 / 17**0.5, rel=1e-9)
    assert sampled.standard_error() == pytest.approx(sampled.deviation() / 4000**0.5)


def test_the_same_asked_twice_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    count = planner.count_problem

    def counted(problem: CountingProblem, *rest: Any, **options: Any) -> object:
        asked.append(problem.values)
        return count(problem, *rest, **options)

    monkeypatch.setattr(planner, "count_problem", counted)
    run = run_script("action average hcp(north), frequency (hcp(north), 0, 9), average hcp(south)")
    assert "".join(run).count("exact") == 3
    assert [found.histogram.mean() for found in run.statistics] == [10, 10, 10]
    assert len(asked) == 2


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


def test_lists_of_shapes_and_sums_of_lengths_are_written_for_dealer() -> None:
    assert dealer_script("longest(north) + shortest(north) == 9") == (
        "condition shape(north, any 7222 + any 8221 + any 8311 + any 9220 + any 9310 + any 9400)\n"
    )


def test_a_slash_before_a_fault_is_no_comment() -> None:
    with pytest.raises(ConditionError) as slash:
        parse_script("condition hcp(north) / )")
    assert "comment" not in str(slash.value)
    with pytest.raises(ConditionError, match=r"This comment is not closed"):
        parse_script("condition hcp(north) > 3 /* of north")


@pytest.mark.parametrize("test", ["hcp(north) >= 12", "hcp(north) == 12", "hcp(north) < 12"])
def test_a_denial_before_a_comparison_has_a_note(test: str) -> None:
    (note,) = parse_script(f"condition not {test}").notes
    assert note.text == f"'not {test}' compares a 0 or 1; you may mean: not ({test})"
    (note,) = parse_script(f"condition ({test}) >= 5").notes
    assert note.text == f"'({test}) >= 5' compares the 0 or 1 of '({test})'"
