"""Tables of cards: exact ones against counts of the same condition, samples, and what is refused.

That the engine is right on small packs, under any condition, is in tests/laws/test_exact_counts.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from scipy.stats import chi2

from dealwright import ArgumentError, CardError, ConditionError, KernelError, Stopped, parse
from dealwright.answers.card_table import CardTable
from dealwright.answers.records import read_record
from dealwright.ask.condition import question_of
from dealwright.ask.planning import plan_question
from dealwright.ask.resources import Resources
from dealwright.base.kernels.stopping import StopFlag
from dealwright.cards import Card, Seat

CONDITIONS = [
    ("hcp(north) in 15..17 && balanced(north) && spades(south) >= 5", None),
    ("hcp(north) + hcp(south) >= 25 && spades(north) + spades(south) >= 8", "west SAK"),
    ("aces(north) == 2", "north AKQ2.T98.543."),
    ("controls(north) >= 5 || hcp(south) >= 14", "east HAKQ"),
    ("top5(north, spades) >= 3 && hascard(south, HA)", None),
    ("losers(east) <= 5 && shape(east, any 5431)", "north C2 D2 H2 S2"),
    ("1", "south KQ2.AJ5.K632.Q43"),
]


@pytest.mark.long
@pytest.mark.parametrize(("text", "predeal"), CONDITIONS)
def test_a_card_is_where_a_count_with_that_card_says(text: str, predeal: str | None) -> None:
    table = parse(text).cards(predeal=predeal, budget=60)
    assert table.exact
    assert table.total == parse(text).count(predeal=predeal)
    for card in (51, 49, 36, 24, 0):  # SA, SQ, HQ, DK, C2
        for seat in Seat:
            there = parse(f"({text}) && hascard({seat.name.lower()}, {Card(card)})")
            assert table.count(card, seat) == there.count(predeal=predeal), (card, seat)


def test_a_table_without_a_condition_is_even() -> None:
    table = parse("1").cards()
    assert {n for row in table.counts for n in row} == {table.total // 4}
    assert len(list(table.lines())) == 2 + 4  # a line for each suit


@pytest.mark.long
def test_a_sample_agrees_with_the_exact_table() -> None:
    """Chi square on 52 cards together: one false failure in 10^6.

    A card that is one point off its chances is found: see the next test.
    """
    assert sampled_p() > 1e-6


@pytest.mark.long
def test_the_comparison_of_samples_bites() -> None:
    assert sampled_p(wrong=Fraction(1, 100)) < 1e-6


def sampled_p(wrong: Fraction = Fraction(0)) -> float:
    """Return the p-value of a sample of 36,000 deals, least of 52 and times 52 (Bonferroni)."""
    text = "hcp(north) >= 14 && spades(north) >= 5"
    exact = parse(text).cards()
    found = parse(text).cards(seed="sample", budget=0.04, memory=1)
    assert (found.exact, found.total > 30_000) == (False, True)
    least = 1.0
    for card in range(52):
        shares = [Fraction(n, exact.total) for n in exact.counts[card]]
        shares[0], shares[1] = shares[0] - wrong, shares[1] + wrong
        expected = [float(share) * found.total for share in shares]
        pairs = zip(found.counts[card], expected, strict=True)
        statistic = sum((seen - mean) ** 2 / mean for seen, mean in pairs)
        least = min(least, float(chi2.sf(statistic, 3)))
    return 52 * least


def test_one_deal_is_no_plural() -> None:
    for exact, said in ((True, "1 deal, exact"), (False, "1 deal, sampled; 95 % interval")):
        one = CardTable(1, ((1, 0, 0, 0),) * 52, exact)
        assert next(iter(one.lines())).startswith(said)


@pytest.mark.long
def test_a_sample_says_so_and_how_precise_it_is(cli: Callable[..., Any]) -> None:
    said = cli("cards", "cccc(north) >= 1200", "--seed", "1", "--budget", "0.02")
    first = said.out.splitlines()[0]
    assert first.startswith(
        "20,000 deals, sampled; 95 % interval of a chance of 50%: 49.31 to 50.69"
    )
    values = json.loads(
        cli("cards", "cccc(north) >= 1200", "--seed", "1", "--budget", "0.02", "--json").out
    )
    assert (values["exact"], values["seed"], values["count"]) == (False, "1", "20000")
    assert 0.0069 < values["half_width"] < 0.0070
    chance = read_record(CardTable, values).chance("SA", "north")
    assert not isinstance(chance, Fraction)
    assert chance.low < 0.6 < chance.high or chance.value > 0.4


def test_the_command_prints_a_line_for_cards_with_the_same_chances(cli: Callable[..., Any]) -> None:
    out = cli("cards", "hcp(north) == 37").out.splitlines()
    assert out[0] == "337,912,392,291,465,600 deals, exact"
    assert out[2].split() == ["♠", "AKQ", "100.000%", "0.000%", "0.000%", "0.000%"]
    assert out[3].split() == ["♠", "J", "25.000%", "25.000%", "25.000%", "25.000%"]


def test_conditions_that_no_deal_satisfies(cli: Callable[..., Any]) -> None:
    for text in ("hcp(north) >= 21 && hcp(south) >= 20", "spades(north) == 14"):
        with pytest.raises(ConditionError, match="no deal satisfies"):
            parse(text).cards()
    said = cli("cards", "hcp(north) >= 21 && hcp(south) >= 20")
    assert (said.status, said.out) == (2, "")
    assert "41 > 40" in said.err


def test_a_table_can_be_stopped() -> None:
    engine = engine_of("hcp(north) + hcp(south) >= 25 && spades(north) + spades(south) >= 8")
    flag = StopFlag()
    flag.set()
    with pytest.raises(Stopped):
        engine.cards(stop=flag)
    assert sum(engine.cards()[51]) == engine.total


def test_deals_counted_by_labels_have_no_table() -> None:
    question = question_of("hcp(north) >= 20", None, ["aces(north)"])
    made = plan_question(question, "distribution", Resources())
    assert made.part is not None
    assert made.part.counted.engine is not None
    with pytest.raises(KernelError, match="labels or by cards"):
        made.part.counted.engine.cards()


def engine_of(text: str) -> Any:
    made = plan_question(question_of(text, None), "distribution", Resources())
    assert made.part is not None
    return made.part.counted.engine


@pytest.mark.long
def test_tables_refuse_what_is_no_table() -> None:
    table = parse("hcp(north) == 37").cards()
    with pytest.raises(CardError):
        table.count("S1", "north")
    with pytest.raises(CardError):
        table.chance("SA", "up")
    with pytest.raises(ArgumentError, match="52 rows"):
        CardTable(4, ((1, 1, 1, 1),) * 51)
    with pytest.raises(ArgumentError, match="one of the seats"):
        CardTable(5, ((1, 1, 1, 1),) * 52)
    with pytest.raises(ArgumentError, match="no chances to show"):
        CardTable(0, ((0, 0, 0, 0),) * 52).chance("SA", "north")


def test_a_notebook_shows_a_grid() -> None:
    html = parse("hcp(north) == 37").cards()._repr_html_()
    assert html.count("<tr") == 1 + 16 + 1
    assert 'title="SA north">100<' in html
    rows = [re.findall(r'title="(\w)(\w) (\w+)"', row) for row in html.split("<tr")[2:-1]]
    assert [{(suit, seat) for suit, _, seat in row} for row in rows] == [
        {(suit, seat)} for suit in "SHDC" for seat in ("north", "east", "south", "west")
    ]
    assert {"".join(rank for _, rank, _ in row) for row in rows} == {"AKQJT98765432"}
