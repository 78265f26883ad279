"""Laws of results in conditions: a condition accepts the deals whose solved table says so."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import Deals, Seat, Strain, deal, parse, solve
from dealwright.cards.bridge.scoring import Contract, imps
from dealwright.double_dummy import columns
from dealwright.double_dummy.par import par
from dealwright.planning.bounds import bounds
from dealwright.planning.trick_goals import with_goals
from tests.oracles.recording_solver import RecordingSolver

DEALS = 6


@cache
def solved() -> tuple[Deals, list[list[list[int]]]]:
    deals = deal(DEALS, seed="laws of results")
    return deals, solve(deals).tolist()


seats, strains = st.sampled_from(list(Seat)), st.sampled_from(list(Strain))
operators = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])


@st.composite
def results_tested(draw: st.DrawFn) -> str:
    """Draw a text that compares results in every way there is."""
    seat, strain, n = draw(seats), draw(strains), draw(st.integers(-1, 14))
    tricks = f"tricks({seat.name}, {strain.name})"
    low, high = sorted((n, draw(st.integers(0, 14))))
    forms = [
        f"{tricks} {draw(operators)} {n}",
        f"{n} {draw(operators)} {tricks}",
        f"{tricks} in {max(low, 0)}..{max(high, 0)}",
        f"not ({tricks} in {{{max(low, 0)}..}})",
        f"makes({max(1, min(7, n))}{strain.word}, {seat.letter})",
        f"{tricks} * 2 > {n} && {tricks} < {high}",
    ]
    return draw(st.sampled_from(forms))


def truth(text: str, table: list[list[int]]) -> bool:
    """Return the value of a text by Python: tables in place of words."""
    words = {f"tricks({s.name}, {c.name})": str(table[s][c]) for s in Seat for c in Strain}
    for word, number in words.items():
        text = text.replace(word, number)
    if text.startswith("makes"):
        contract, seat = text[6:-1].split(", ")
        found = Contract.parse(contract)
        return table[Seat.of(seat)][Strain.of(found.strain)] >= found.level + 6
    return bool(parse(text).matches(deal(1, seed=1))[0])


@pytest.mark.long
class TestBySolver:
    @given(results_tested(), st.booleans())
    def test_a_condition_says_what_the_table_says(self, text: str, forget: bool) -> None:
        if forget:
            columns.forget()
        deals, tables = solved()
        assert parse(text).matches(deals).tolist() == [truth(text, table) for table in tables]

    def test_scores_imps_and_par(self) -> None:
        deals, tables = solved()
        made = deals.columns(
            s="score(vul, 4HX, tricks(east, hearts))", p="par(ew, ns, west)",
            i="imps(par(ns) - score(nv, 1NT, tricks(south, notrump)))",
        )  # fmt: skip
        for at, table in enumerate(tables):
            tricks = table[Seat.EAST][Strain.HEARTS]
            assert made["s"][at] == Contract.parse("4HX").score(tricks, vulnerable=True)
            assert made["p"][at] == -par(table, "ns", "west").score
            one = Contract.parse("1N").score(table[Seat.SOUTH][Strain.NOTRUMP], vulnerable=False)
            assert made["i"][at] == imps(par(table).score - one)


@st.composite
def trees(draw: st.DrawFn) -> str:
    """Draw a text that joins tests of results."""
    parts = draw(st.lists(results_tested(), min_size=1, max_size=4))
    text = parts[0]
    for part in parts[1:]:
        text = f"({text}) {draw(st.sampled_from(['&&', '||']))} ({part})"
    return text


@given(trees())
def test_goals_change_no_value(text: str) -> None:
    deals, tree = deal(40, seed="goals"), parse(text).tree
    solver = RecordingSolver()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "current_solver", lambda: solver)
        columns.forget()
        found = parse(text).matches(deals)
        columns.forget()
        columns.known_tables(deals.masks)  # nothing is left to ask
        solver.asked.clear()
        again = parse(text).matches(deals)
        assert solver.asked == []
        columns.forget()
    assert np.array_equal(found, again)
    low, high = bounds(with_goals(tree))
    assert low <= found.min()
    assert found.max() <= high
