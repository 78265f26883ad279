"""What scripts can ask beside the condition language: braces, decimals, scores, random numbers."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from dealwright import CardError, ConditionError, Seat, deal, parse
from dealwright.cards.bridge.scoring import Contract, imps
from dealwright.conditions.shape_patterns import lengths_of_pattern
from dealwright.formats import read
from dealwright.scripts import run_script
from dealwright.scripts.reading import parse_script


def output(text: str, **options: object) -> str:
    return "".join(run_script(text, **{"seed": 1, **options}))


# Shapes in braces; the pairs are those of the preprocessor's own documentation


@pytest.mark.parametrize(
    ("braced", "listed"),
    [
        ("5+xx5+", "5xx5 + 5xx6 + 6xx5 + 5xx7 + 6xx6 + 7xx5 + 5008 + 6007 + 7006 + 8005"),
        ("2-xxx", "0xxx + 1xxx + 2xxx"),
        ("x[3-5]x[13]", "x3x1 + x4x1 + x3x3 + x5x1 + x4x3 + x5x3"),
        ("3-xxx", "0xxx + 1xxx + 2xxx + 3xxx"),
        ("[013-68]xxx", "0xxx + 1xxx + 3xxx + 4xxx + 5xxx + 6xxx + 8xxx"),
        ("(4432)", "any 4432"),
        ("5s(431)", "5134 + 5314 + 5143 + 5341 + 5413 + 5431"),
        (
            "4+c3+d(2+2+)",
            "3334 + 4234 + 2434 + 3244 + 2344 + 2254 + 3235 + 2335 + 2245 + 2236",
        ),
        ("5M(xxx)", "x5xx + 5xxx"),
        ("5+M3+c(31)", "1534 + 3514 + 1633 + 3613 + 5134 + 5314 + 6133 + 6313"),
        ("5M5m(xx)", "x5x5 + 5xx5 + x55x + 5x5x"),
        ("4+s4+h(xx):d>c,h+s==10", "6421 + 6430 + 5521 + 5530 + 4621 + 4630"),
        ("(4432) + (4333) - 4x3x", "any 4432 + any 4333 - 4x3x"),
        ("- 4x3x", "- 4x3x"),
        ("t+xxx", "txxx + jxxx + qxxx + kxxx"),
        ("[9-j]xxx", "9xxx + txxx + jxxx"),
        ("5h4s(xx)", "45xx"),
        ("x5+xx:h>s,h>=d or c==5", "h >= 5 && (h > s && h >= d || c == 5)"),
        ("5M4M(22)", "5422 + 4522"),
        ("4s(3+3+2+):\n h>=d // longer\n", "4333 + 4432 + 4423 + 4324"),
        ("3-s3-h[67]dx", "s <= 3 && h <= 3 && (d == 6 || d == 7)"),
        # M and m of a test: those of the pattern, or either
        ("x4+xx:M>c", "h >= 4 && (s > c || h > c)"),
        ("4+Mxxx:M>c", "s >= 4 && s > c || h >= 4 && h > c"),
        ("5M(xxx):m<2,M>=4", "(s == 5 || h == 5) && (d < 2 || c < 2)"),
        ("5sxxx:M>c", "s == 5 && (s > c || h > c)"),
        ("5M4m(xx):m>M or M+m==9", "(s == 5 || h == 5) && (d == 4 || c == 4)"),
        ("5m4c(xx):m>c", "d == 5 && c == 4"),
        ("xxxx - xxxx:M<4", "s >= 4 && h >= 4"),
    ],
)
def test_braced_shapes(braced: str, listed: str) -> None:
    ours, theirs = parse(f"shape{{north, {braced}}}"), parse(f"shape(north, {listed})")
    if listed.startswith("-"):
        assert ours.count() == theirs.count() == 0
        return
    assert (ours ^ theirs).count() == 0
    assert ours.count() > 0
    assert parse(str(ours)) == ours


def test_a_letter_that_could_be_either_major_is_refused() -> None:
    text = "hcp(south) > 3 && shape{north, 5Mxxx + 5M4M(22):M>c}"
    with pytest.raises(ConditionError, match="could be either 'M'") as caught:
        parse(text)
    assert caught.value.position == text.index("5M4M")


def test_patterns_name_every_suit_they_say() -> None:
    assert lengths_of_pattern("6m(43[0-1])") == {
        *((4, 3, 6, 0), (3, 4, 6, 0), (4, 3, 0, 6), (3, 4, 0, 6)),
        *((4, 0, 6, 3), (3, 0, 6, 4), (0, 4, 6, 3), (0, 3, 6, 4)),
        *((4, 0, 3, 6), (3, 0, 4, 6), (0, 4, 3, 6), (0, 3, 4, 6)),
    }
    assert len(lengths_of_pattern("xxxx")) == comb(16, 3)


# Decimals


def test_decimals_stand_for_hundredths() -> None:
    assert parse("ltc(north) <= 6.5") == parse("ltc(north) <= 650")
    assert parse("cccc(north) in 12.5..13.75") == parse("cccc(north) in 1250..1375")
    assert parse("quality(north, spades) > 4.0") == parse("quality(north, spades) > 400")


def test_decimal_point_counts_are_in_hundredths() -> None:
    text = "pointcount 4.5 3 1.5 0.75 0.25\naction average hcp(north)"
    assert output(text) == "1000 exact, deviation 432.2\n"
    script = parse_script(f"{text}\ncondition hcp(north) > 15")
    assert any("compare it with 15.0, not with 15" in note.text for note in script.notes)
    assert not parse_script(f"{text}\ncondition hcp(north) > 15.0").notes
    same = "condition hcp(north) >= 12.5 action average aces(north)"
    plain = "condition bum_rap(north) >= 1250 action average aces(north)"
    assert output(f"pointcount 4.5 3 1.5 .75 .25 {same}".replace(" .", " 0.")) == output(plain)


# Scores: Laws 77 and 78


@pytest.mark.parametrize(
    ("contract", "tricks", "scores"),
    [
        ("1C", 7, (70, 70)), ("1NT", 8, (120, 120)), ("2H", 8, (110, 110)),
        ("3N", 9, (400, 600)), ("4S", 11, (450, 650)), ("5C", 11, (400, 600)),
        ("6D", 12, (920, 1370)), ("7NT", 13, (1520, 2220)), ("2HX", 8, (470, 670)),
        ("1NX", 9, (380, 580)), ("2DX", 9, (280, 380)), ("2DXX", 9, (760, 1160)),
        ("1CXX", 13, (1430, 2630)), ("7NXX", 13, (2280, 2980)), ("4SXX", 10, (880, 1080)),
        ("3N", 8, (-50, -100)), ("3N", 0, (-450, -900)), ("3NX", 8, (-100, -200)),
        ("3NX", 7, (-300, -500)), ("3NX", 6, (-500, -800)), ("3NX", 5, (-800, -1100)),
        ("7NXX", 0, (-7000, -7600)),
    ],
)  # fmt: skip
def test_scores_are_those_of_the_laws(contract: str, tricks: int, scores: tuple[int, int]) -> None:
    found = Contract.parse(contract)
    assert tuple(found.score(tricks, vulnerable=v) for v in (False, True)) == scores


def test_contracts_that_cannot_be() -> None:
    for text in ("8N", "3X", "NT", "3NTXXX", ""):
        with pytest.raises(CardError, match="not a contract"):
            Contract.parse(text)
    with pytest.raises(CardError, match="0 to 13"):
        Contract(3, "N").score(14, vulnerable=False)


def test_imps_turn_where_the_law_says() -> None:
    # both ends of every row of Law 78B
    rows = [
        (20, 40), (50, 80), (90, 120), (130, 160), (170, 210), (220, 260), (270, 310), (320, 360),
        (370, 420), (430, 490), (500, 590), (600, 740), (750, 890), (900, 1090), (1100, 1290),
        (1300, 1490), (1500, 1740), (1750, 1990), (2000, 2240), (2250, 2490), (2500, 2990),
        (3000, 3490), (3500, 3990), (4000, 20000),
    ]  # fmt: skip
    for number, (low, high) in enumerate(rows, 1):
        assert (imps(low), imps(high), imps(-low), imps(-high)) == (
            number, number, -number, -number,
        )  # fmt: skip
    assert (imps(10), imps(0)) == (0, 0)


def test_scores_in_a_script() -> None:
    made = "score(vul, x4S, spades(north))"
    exact = parse("hcp(north) >= 0").distribution("spades(north)")
    wanted = sum(
        Fraction(n, exact.total) * Contract.parse("4S").score(k, vulnerable=True)
        for (k,), n in exact.counts.items()
    )
    assert output(f"action average {made}").startswith(f"{float(wanted):.6g} exact, ")
    swing = 'action printes(imps(score(nv,x4Hx,12) - score(vul,z3N,9)), " ", imps(-430)) produce 1'
    assert output(swing) == "5 -10"  # 690 - 600


# Random numbers


def test_random_numbers_are_fair_and_their_own() -> None:
    """rnd(6) twice over 36,000 deals. False failures 1e-6; a die off by 3 % fails surely."""
    run = run_script("r = rnd(6) produce 36000 action frequency (r, 0, 5, r, 0, 5)", seed=4)
    "".join(run)
    counts = np.array([run.statistics[0].histogram[a, b] for a in range(6) for b in range(6)])
    assert counts.sum() == 36000
    assert float(chi2.sf(((counts - 1000) ** 2 / 1000).sum(), 35)) > 1e-6


def test_random_numbers_do_not_depend_on_the_cards() -> None:
    """The points of deals that a random number lets through. Five standard errors: 6e-7."""
    run = run_script("condition rnd(4) == 0 produce 20000 action average rnd(3)", seed=5)
    "".join(run)
    assert abs(float(run.statistics[0].histogram.mean()) - 1) < 5 * (2 / 3 / 20000) ** 0.5
    assert 4 * 20000 * 0.95 < run.tried < 4 * 20000 * 1.1
    printed = run_script(
        'condition rnd(4) == 0 produce 20000 action printes(hcp(north), " ")', seed=5
    )
    points = np.array("".join(printed).split(), dtype=int)
    assert abs(points.mean() - 10) < 5 * (17.0588 / 20000) ** 0.5


def test_random_numbers_repeat_with_the_seed() -> None:
    text = 'condition rnd(2) produce 50 action printes(hcp(north), "/", rnd(1000), " ")'
    assert output(text, seed=7) == output(text, seed=7)
    assert output(text, seed=7) != output(text, seed=8)
    assert output("produce 5 action printes(rnd(0), rnd(1), rnd(0 - 3))") == "000" * 5


@pytest.mark.long
def test_each_mention_draws_its_own() -> None:
    """As in dealer, where a name is worked out anew wherever it stands: one deal in 16."""
    run = run_script("r = rnd(4) condition r == 1 and r == 2 produce 2000 action printes(hcp(n))")
    "".join(run)
    assert 16 * 2000 * 0.85 < run.tried < 16 * 2000 * 1.2


# Parameters


def test_parameters_declared_in_the_script() -> None:
    text = "# param 0 = north  # who\n# param 1=15\ncondition hcp($0) == $1 action average hcp($0)"
    assert output(text) == "15 exact\n"
    found = "".join(run_script(text, {1: "20"}))
    assert found == "20 exact\n"


# Levelling

LADDER = """
bal = shape(south, any 4333 + any 4432 + any 5332)
HandType_low = hcp(south) in 12..14
HandType_mid = hcp(south) in 15..17
HandType_high = hcp(south) in 22..24
HandType_high_Share = 2
condition bal && hcp(south) in 12..25
"""


def test_levelled_types_have_their_shares() -> None:
    run = run_script(f'{LADDER} action printes(hcp(south), " ")', seed=1, level=True, produce=400)
    text = "".join(run)
    points = [int(word) for word in text.partition("Hand type")[0].split()]
    counts = [sum(low <= p <= low + 2 for p in points) for low in (12, 15, 22)]
    assert counts == [100, 100, 200] == run.of_types
    assert "high" in text
    assert " 50.0000 %" in text


def test_levelled_averages_are_exact() -> None:
    parts = [
        parse(f"balanced(south) && hcp(south) in {ends}").distribution("hcp(south)").mean()
        for ends in ("12..14", "15..17", "22..24")
    ]
    run = run_script(f"{LADDER} action average hcp(south)", level=True)
    text = "".join(run)
    assert run.statistics[0].histogram.mean() == (parts[0] + parts[1] + 2 * parts[2]) / 4
    assert text.startswith(f"{float(run.statistics[0].histogram.mean()):.6g} exact, deviation ")
    assert run.levelling is not None
    left = parse("hcp(south) in {18..21, 25..25}").probability(
        given="balanced(south) && hcp(south) in 12..25"
    )
    assert run.levelling.untyped() == left


def test_interleaved_types_come_in_turn() -> None:
    text = f'{LADDER} action printes(hcp(south), " ")'.replace("_Share = 2", "_Share = 1")
    printed = "".join(run_script(text, seed=2, interleave=True, produce=30))
    points = [int(word) for word in printed.partition("Hand type")[0].split()]
    assert [(p > 14) + (p > 17) for p in points] == [0, 1, 2] * 10


def test_level_types_are_what_is_levelled() -> None:
    script = parse_script(f"{LADDER} LevelType_12 = hcp(south) == 12 LevelType_x = hcp(south) > 12")
    assert [kind.name for kind in script.hand_types] == ["12", "x"]


def test_types_that_overlap_or_are_missing() -> None:
    twice = LADDER + "HandType_again = hcp(south) == 13"
    with pytest.raises(ConditionError, match="'low' and 'again' have") as caught:
        run_script(twice, level=True)
    assert "exclude one" in caught.value.hint
    with pytest.raises(ConditionError, match="no hand types"):
        run_script("condition 1", level=True)


def test_a_script_for_levelling_runs_as_it_stands() -> None:
    stock = "noLeveling = 1\nlevelTheDeal = noLeveling\ncondition hcp(north) == 7 && levelTheDeal"
    assert output(f"{stock} action average hcp(north)") == "7 exact\n"


# How long to sample


@pytest.mark.long
def test_sampling_ends_when_it_is_known_closely_enough() -> None:
    asked = "condition hcp(north) > 9 && rnd(2) action average rnd(2)"
    run = run_script(asked, seed=1, within=0.01)
    "".join(run)
    assert run.statistics[0].half_width <= 0.01
    assert run.produced < 30_000
    longer = run_script(asked, seed=1, within=0.004)
    "".join(longer)
    assert longer.statistics[0].half_width <= 0.004
    assert longer.produced > 4 * run.produced


@pytest.mark.long
def test_where_sampling_ends_depends_on_no_thread() -> None:
    asked = "condition hcp(north) > 9 && rnd(2) action average rnd(2)"
    ends = set()
    for threads in (1, 2):
        run = run_script(asked, seed=1, within=0.01, threads=threads)
        ends.add(("".join(run), run.produced))
    assert len(ends) == 1


@pytest.mark.long
def test_an_interruption_keeps_what_there_is() -> None:
    run = run_script("condition rnd(2) action average rnd(2)", seed=1)
    run.watch(lambda progress: run.stop() if progress.done >= 5000 else None)
    text = run.result()
    assert run.state == "stopped"
    assert run.statistics[0].histogram.total == run.produced
    assert 5000 <= run.produced < 10_000
    assert run.ended == "it was interrupted"
    assert "deviation" in text


def test_intervals_cover_what_is_exact() -> None:
    """A sampled mean of what is known, 200 times; 95 % are to hold. Fewer than 175: 1e-5."""
    inside = 0
    for seed in range(200):
        run = run_script("produce 400 action average rnd(1) + hcp(north)", seed=seed)
        "".join(run)
        found = run.statistics[0]
        inside += abs(float(found.histogram.mean()) - 10) <= found.half_width
    assert inside >= 175


def test_values_of_random_trees_have_the_shape_of_the_deals() -> None:
    run = run_script("condition 1")
    deals = deal(7, seed=1)
    tree = parse_script("action average rnd(1) + 3").actions[0].value
    assert run.values(tree, deals) == [3] * 7


# Deals into a file


def test_deals_go_into_a_file_and_statistics_to_the_terminal(
    tmp_path: Path, cli: Callable[..., Any]
) -> None:
    script, boards = tmp_path / "a.dl", tmp_path / "a.lin"
    script.write_text("startboard 5 condition hcp(north) > 20 action printall, average aces(north)")
    result = cli("run", str(script), "--produce", "3", "--output", str(boards), "--seed", "1")
    assert result.status == 0
    assert result.out == "2.84387 exact, deviation 0.6954\n"
    read_back = read(boards.read_bytes(), "lin").boards
    assert [board.number for board in read_back] == [5, 6, 7]
    assert min(board.deal[Seat.NORTH].hcp for board in read_back if board.deal) > 20
    sheet = tmp_path / "a.pdf"
    assert cli("run", str(script), "-o", str(sheet), "-p", "2").status == 0
    assert sheet.read_bytes().startswith(b"%PDF")
    refused = cli("run", str(script), "-o", str(tmp_path / "a.what"))
    assert refused.status == 2
    assert "cannot tell the format" in refused.err
    assert cli("run", str(script), "-o", str(tmp_path / "no" / "a.lin")).status == 2


def test_levelling_and_precision_from_the_command_line(
    tmp_path: Path, cli: Callable[..., Any]
) -> None:
    script = tmp_path / "ladder.dl"
    script.write_text(f"{LADDER} action printes(hcp(south), \\n)")
    result = cli("run", str(script), "--level", "-p", "8", "-s", "1")
    assert "high         1.4265 %  50.0000 %        4" in result.out
    assert "have no type and are left out" in result.err
    assert "--level deals them" in cli("run", str(script), "-p", "1").err
    loose = cli("run", str(script), "--within", "x")
    assert (loose.status, "0.1%" in loose.err) == (2, True)


def test_explain_takes_a_script(tmp_path: Path, cli: Callable[..., Any]) -> None:
    script = tmp_path / "a script"
    script.write_text("x = 3\ncondition hcp(north) > 20 && aces(north) >= 1")
    text = cli("explain", str(script)).out
    assert "line 1: 'x' is defined and never used" in text
    assert "costs most: line 2, hcp(north) > 20" in text
    found = json.loads(cli("explain", str(script), "--json").out)
    assert found["remarks"][0] == {"line": 1, "text": "'x' is defined and never used"}
    assert [clause["text"] for clause in found["clauses"]] == [
        "hcp(north) > 20", "aces(north) >= 1"
    ]  # fmt: skip
    assert found["clauses"][0]["alone"] == pytest.approx(
        float(parse("hcp(north) > 20").probability())
    )
    missing = cli("explain", "none.dl")
    assert missing.status == 2
    assert missing.err == "dealwright: cannot read none.dl: No such file or directory\n"


def test_random_numbers_of_a_seed_stay() -> None:
    """Mutant: the key of the run for the number of the occurrence, and so two dice alike."""
    text = 'produce 6 action printes(rnd(10), rnd(10), " ")'
    assert output(text) == "48 73 98 33 08 26 "
