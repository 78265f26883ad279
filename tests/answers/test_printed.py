"""Answers of Python print what the command line prints, and their ``repr`` is one line."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import dealwright
from dealwright import (
    Deal,
    Estimate,
    Hand,
    Histogram,
    Rank,
    Seat,
    Strain,
    Suit,
    analysis,
    deal,
    parse,
    poker,
    suit_combination,
)
from dealwright.analysis import contracts
from dealwright.answers.report import Column, Table
from dealwright.cli import solvers
from dealwright.double_dummy.trick_table import TrickTables
from dealwright.requests.deals import CountRequest
from tests.oracles.stand_in_solver import StandIn

STRONG = "hcp(north) >= 20 && spades(south) >= 6"
PAIR = "hcp(north) + hcp(south) >= 26"
NOTRUMP = "tricks(south, notrump)"
FLOP = "Qh Jh 2c"
DEALS = "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -"

ANSWERS: dict[str, tuple[list[str], Callable[[], Any]]] = {
    "share": (["count", STRONG], lambda: CountRequest(condition=STRONG).job().result()),
    "histogram": (
        ["distribution", STRONG, "hcp(north)"], lambda: parse(STRONG).distribution("hcp(north)"),
    ),
    "cards": (["cards", "hcp(north) == 37"], lambda: parse("hcp(north) == 37").cards()),
    "explanation": (
        ["explain", "hcp(north) == 37", "--seed", "1"],
        lambda: parse("hcp(north) == 37").explain(seed=1),
    ),
    "suit": (["suit", "AQ9", "32"], lambda: suit_combination("AQ9", "32")),
    "equity": (
        ["poker", "equity", "AA", "KK", "--board", FLOP],
        lambda: poker.equity("AA", "KK", board=FLOP),
    ),
    "simulated equity": (
        ["poker", "equity", "AA", "KK", "--rounds", "1000", "--method", "simulate", "--seed", "1"],
        lambda: poker.equity("AA", "KK", method="simulate", rounds=1000, seed=1),
    ),
    "low equity": (
        ["poker", "equity", "As2s3dKd", "QhQd4c5c", "--game", "omaha-hilo", "--board", "3s 4h 8s"],
        lambda: poker.equity("As2s3dKd", "QhQd4c5c", game="omaha-hilo", board="3s 4h 8s"),
    ),
    "odds": (
        ["poker", "odds", "As Kd", "--board", FLOP, "--rounds", "1000", "--seed", "1"],
        lambda: poker.odds("As Kd", FLOP, rounds=1000, seed=1),
    ),
    "hand equities": (
        ["poker", "range", "QQ+", "--against", "AK:0.5", "--board", "Kh 7d 2c"],
        lambda: poker.hand_equities("QQ+", "AK:0.5", board="Kh 7d 2c"),
    ),
    "hits": (
        ["poker", "range", "15%", "--board", FLOP], lambda: poker.range_hits("15%", FLOP),
    ),
    "poker hand": (
        ["poker", "hand", "As Ah Ad Kc Ks"], lambda: poker.named_hand("As Ah Ad Kc Ks"),
    ),
    "deals": (
        ["deal", "3", "--seed", "1", "--format", "line"], lambda: deal(3, seed=1),
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", ANSWERS)
def test_answer_prints_what_the_command_prints(cli, kind: str) -> None:
    arguments, made = ANSWERS[kind]
    printed = cli(*arguments)
    answer = made()
    assert (printed.status, printed.out) == (0, f"{answer}\n")
    assert "\n" not in repr(answer)
    assert answer._repr_html_().startswith("<")


SOLVED: dict[str, tuple[list[str], Callable[[], Any]]] = {
    "contracts": (
        ["contracts", PAIR, "--try", "3NT 4S", "--deals", "60"],
        lambda: analysis.contracts(PAIR, "3NT 4S", deals=60, seed=1),
    ),
    "tabulation": (
        ["tabulate", PAIR, "--of", NOTRUMP, "--by", "hcp(south)", "--deals", "60"],
        lambda: analysis.tabulate(PAIR, NOTRUMP, "hcp(south)", deals=60, seed=1),
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", SOLVED)
def test_solved_answer_prints_what_the_command_prints(
    cli, stand_in, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(solvers, "chosen_solver", lambda *_: nullcontext(stand_in))
    arguments, made = SOLVED[kind]
    printed = cli(*arguments, "--seed", "1")
    answer = made()
    assert printed.out == f"{answer}\n"
    assert "\n" not in repr(answer)


@pytest.mark.long
def test_solved_tables_print_as_the_command_prints_them(cli) -> None:
    printed = cli("solve", DEALS).out.splitlines()
    assert str(dealwright.solve(DEALS)).splitlines() == printed[2:7]
    assert str(dealwright.solve(DEALS, ["NT"])).split()[5:10] == ["N", "9", *"---"]


class TestTrickTables:
    TABLES = TrickTables((np.arange(100) % 14).astype(np.int8).reshape(5, 4, 5))

    def test_is_the_array(self) -> None:
        tables, plain = self.TABLES, np.asarray(self.TABLES)
        assert (tables.shape, tables.dtype, type(plain)) == ((5, 4, 5), np.int8, np.ndarray)
        assert tables.tolist() == plain.tolist()
        assert (tables == plain).all()
        assert tables[2, Seat.EAST, Strain.HEARTS] == plain[2, 1, 2]
        assert int(tables.sum()) == int(plain.sum())
        changed = copy.deepcopy(tables)
        changed[0][1, 2] = 99
        assert changed[0, 1, 2] == 99

    def test_tables_of_deals_have_labels(self) -> None:
        tables = self.TABLES
        again = pickle.loads(pickle.dumps(tables))
        for several in (tables[1:3], tables[[1, 2]], again[1:3], tables[tables[:, 0, 0] > 5][:2]):
            assert repr(several) == "<TrickTables: 2 deals>"
        assert str(tables[1]).splitlines()[1].split() == ["N", "10", "9", "8", "7", "6"]
        assert str(tables).splitlines()[:2] == ["deal 0", "     NT  S  H  D  C"]
        assert [str(table) for table in tables] == [str(tables[index]) for index in range(5)]

    def test_what_is_computed_has_none(self) -> None:
        tables = self.TABLES
        others = [
            tables + 1, tables == 7, tables.T, tables.reshape(20, 5)[:4], tables.mean(axis=0),
            tables[:4, 0], tables[tables[:, :, 0] > 11][:4], tables[:, :, ::-1],
        ]  # fmt: skip
        for other in others:
            assert "NT" not in str(other)
            assert repr(other).startswith("array(")
        assert not isinstance(tables.sum(), np.ndarray)

    def test_long_ones_end(self) -> None:
        many = TrickTables(np.full((1000, 4, 5), -1, np.int8))
        assert str(many).endswith("W     -  -  -  -  -\n\n... 990 more deals")
        assert "3,960 more rows" in many._repr_html_()


def test_columns_print_as_a_table() -> None:
    columns = deal(30, seed=1).columns("hcp(north)", fit="spades(north) + spades(south)")
    lines = str(columns).splitlines()
    assert lines[0] == "deal  hcp(north)  fit"
    assert lines[1].split() == ["0", *(str(columns[name][0]) for name in columns)]
    assert lines[11] == "... 10 more"
    assert lines[-1].split() == ["29", *(str(columns[name][29]) for name in columns)]
    assert "10 more rows" in columns._repr_html_()
    assert str(deal(0, seed=1).columns("hcp(north)")) == "deal  hcp(north)"


def test_names_print_as_words() -> None:
    assert [str(seat) for seat in Seat] == ["north", "east", "south", "west"]
    assert [str(suit) for suit in Suit] == ["clubs", "diamonds", "hearts", "spades"]
    assert (str(Strain.NOTRUMP), str(Rank.ACE)) == ("notrump", "ace")
    assert f"{Seat.SOUTH}|{Seat.SOUTH:>6}|{Seat.SOUTH:d}|{Seat.SOUTH:02x}" == "south| south|2|02"
    for seat in Seat:
        assert Seat.of(str(seat)) is seat


def test_hand_is_drawn_in_notebooks() -> None:
    drawn = Hand("AKQ2.T98..A72543")._repr_html_()
    assert drawn.count("<span") == 4
    assert "</span> AKQ2\n" in drawn
    assert "</span> -\n" in drawn
    assert str(Hand("AKQ2.T98..A72543")) == "AKQ2.T98..A75432"
    assert Deal(DEALS)._repr_html_().count("<span") >= 16


def test_odds_at_the_table_and_scenario(cli) -> None:
    scenario = dealwright.scenario("weak-two-diamonds")
    assert cli("scenarios", scenario.name).out.startswith(f"{scenario}\n\n")


class TestTables:
    """Texts longer than their columns; mutants: two columns that touch, a head that is left."""

    def test_two_columns_never_touch(self) -> None:
        columns = [
            Column.words("name", 6),
            Column.number("IMPs", 5, "+.2f", interval="joined", beside=4),
            Column.percent("makes", 8),
        ]
        estimate = Estimate(0.5, -0.25, 2.0, False, "sample")
        rows = [("abcdefgh", estimate, 0.5), ("ab", Estimate.certain(1), 1.0)]
        assert list(Table(columns, rows).lines()) == [
            "name                   IMPs       makes",
            "abcdefgh  +0.50 (-0.25 to 2.00)   50.0%",
            "ab                        +1.00  100.0%",
        ]

    def test_a_number_stands_apart_from_the_one_before_it(self) -> None:
        """As in `tabulate`: 30.33 was printed for 3 deals with a mean of 0.33."""
        columns = [
            Column.number("deals", 8),
            Column.number("mean", 10, ".2f", interval="joined", beside=8),
        ]
        wide = Estimate(0.33, 0.06, 0.79, False, "sample")
        (_, line) = Table(columns, [(3, wide)]).lines()
        assert line.split() == ["3", "0.33", "(0.06", "to", "0.79)"]

    def test_long_values_of_two_quantities(self) -> None:
        counts = {(0, 0): 1, (1, 1): 3}
        texts = (None, {0: "a very strong hand", 1: "some other hand"})
        lines = str(Histogram(["a", "b"], counts, texts=texts)).splitlines()
        assert lines[2:4] == [
            "            a very strong hand  some other hand       all",
            "           0           25.0000                .   25.0000",
        ]

    def test_without_symbols_a_margin_is_ascii(self) -> None:
        columns = [Column.number("score", 8, ".1f", interval="margin", beside=8)]
        table = Table(columns, [(Estimate(1, 0.5, 1.5, False, "sample"),)])
        assert list(table.lines(symbols=False)) == ["   score", "     1.0 +- 0.5"]
        assert list(table.lines()) == ["   score", "     1.0 ± 0.5"]


def test_the_notebook_of_no_deal_has_its_condition() -> None:
    empty = Histogram(["x"], {}, condition="hcp(north) >= 38")
    assert "hcp(north) &gt;= 38" in empty._repr_html_()


def test_the_repr_of_a_report_is_no_head_of_a_table() -> None:
    found = contracts("hcp(north) >= 15", "3NT-N", deals=2, seed=1, solver=StandIn())
    assert repr(found).startswith("<ComparedContracts: 2 deals solved")
