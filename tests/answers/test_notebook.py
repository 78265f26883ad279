"""What notebooks show: the structure of its HTML, and that nothing in it is taken for markup."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dealwright import ArgumentError, Histogram, parse, poker
from dealwright.analysis import contracts, lead, strategies, tabulate
from dealwright.analysis.tricks import TricksShare, tricks_svg, tricks_tables
from dealwright.answers import Estimate
from dealwright.answers.html import Bar, Shade, html_table
from dealwright.answers.report import Column, Report, Table
from dealwright.ask.comparison import Comparison
from dealwright.ask.condition import Condition
from dealwright.double_dummy.current_solver import use_solver
from dealwright.fair.audit.answers import Audit, AuditTest, Power
from dealwright.poker.equities import Equity
from dealwright.poker.ranges import Range, range_lines
from dealwright.poker.reports import equity_report
from dealwright.systems import read_system
from dealwright.systems.checks import checking_system
from tests.oracles.stand_in_solver import StandIn

HOSTILE = "<script>alert('&')</script>\"><b onclick=x>"
VOID = {"meta", "br"}


class Page(HTMLParser):
    """The rows of cells of a page; each cell is its text and attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.rows: list[list[tuple[str, dict[str, str]]]] = []
        self.heads: list[str] = []
        self.caption = self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._open.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag == "tr":
            self.rows.append([])
        elif tag == "th" or (tag == "td" and "thead" in self._open):
            self.heads.append("")
        elif tag == "td":
            self.rows[-1].append(("", {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if "caption" in self._open:
            self.caption += data
        elif "th" in self._open:
            self.heads[-1] += data
        elif "td" in self._open:
            text, attributes = self.rows[-1][-1]
            self.rows[-1][-1] = (text + data, attributes)

    @property
    def texts(self) -> list[list[str]]:
        return [[text for text, _ in row] for row in self.rows if row]


def page(shown: Any) -> Page:
    found = Page(shown._repr_html_())
    # a name of a colour would vanish on a page of that colour
    colours = re.findall(r"(?<![-\w])color: ([^;\"]+)", shown._repr_html_())
    assert set(colours) <= {"inherit"}
    return found


# ---- ranges


def shades(shown: Page) -> dict[str, float]:
    """Return how dark the shaded cells of a grid are, by their texts."""
    found = {}
    for row in shown.rows:
        for text, attributes in row:
            shade = re.search(r"background: rgba\(74, 134, 216, ([\d.]+)\)", attributes["style"])
            if shade:
                found[text] = float(shade[1])
    return found


def test_a_range_is_a_grid_of_169_classes() -> None:
    shown = page(poker.parse_range("QQ+, AKs, A5s-A4s@0.5, KTo, AsQh"))
    grid = shown.texts
    assert [len(row) for row in grid] == [13] * 13
    assert grid[0][:3] == ["AA", "AKs", "AQs"]
    assert [row[0] for row in grid][1:3] == ["AKo", "AQo"]
    assert [grid[at][at] for at in range(13)] == [f"{rank}{rank}" for rank in "AKQJT98765432"]
    assert all(text[2:] == "s" for at, row in enumerate(grid) for text in row[at + 1 :])
    assert all(text[2:] == "o" for at, row in enumerate(grid) for text in row[:at])
    found = shades(shown)
    assert set(found) == {"AA", "KK", "QQ", "AKs", "A5s", "A4s", "KTo", "AQo"}
    assert found["AA"] == found["AKs"] == found["KTo"] > found["A5s"] == found["A4s"]
    assert found["A5s"] > found["AQo"] > 0.1  # one hand of twelve
    size = "43 hands, 3.24 % of all hands of two cards"
    assert shown.caption == f"QQ+, AKs, A5s-A4s@0.5, KTo, AsQh: {size}"


def test_the_grid_of_the_short_deck() -> None:
    shown = page(poker.parse_range("66+", "short-deck"))
    assert [len(row) for row in shown.texts] == [9] * 9
    assert set(shades(shown)) == {f"{rank}{rank}" for rank in "AKQJT9876"}
    assert shown.caption.startswith("short-deck: 66+: 54 hands")


def test_one_hand_is_said_as_in_the_text() -> None:
    one = poker.parse_range("AsKs")
    size = "1 hand, 0.08 % of all hands of two cards"
    assert page(one).caption == f"AsKs: {size}"
    assert list(range_lines(one))[1] == size


# ---- conditions


def test_a_condition_has_a_line_for_each_clause() -> None:
    condition = parse("hcp(north) in 15..17 && (balanced(north) || aces(north) > 2) && 1")
    assert page(condition).text == (
        "hcp(north) in 15..17\n&& (balanced(north) || aces(north) > 2)\n&& 1"
    )


@pytest.mark.parametrize(
    "text",
    [
        "hcp(north) > 3 || hcp(south) > 3 && hcp(west) > 3",
        "hcp(north) > 3 && (hcp(south) > 3 && hcp(west) > 3) && not (hcp(east) > 3)",
        "a = hcp(north) > 3 && hcp(south) > 4\ncondition a && aces(west) > 1",
        "hcp(north) > 3 && (hcp(south) > 3 ? aces(north) > 1 : kings(north) > 1)",
        "(hcp(north) > 3 ? 1 : 0) && balanced(south)",
    ],
)
def test_a_condition_that_is_shown_reads_as_itself(text: str) -> None:
    condition = parse(text)
    assert parse(page(condition).text) == condition
    assert page(condition).text.replace("\n&&", " &&") == str(condition)


def test_a_condition_shows_its_count_once_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    condition = parse("hcp(north) == 37 && aces(north) == 4")
    before = page(condition).text
    assert "deals" not in before
    assert condition.count(predeal="S SA") == 0  # of other deals
    assert page(condition).text == before
    n = condition.count()
    shown = page(condition).text
    assert shown == f"{before}{n:,} deals, 1 in 1.588e+11"
    assert page(pickle.loads(pickle.dumps(condition))).text == shown
    other = parse(str(condition))
    assert other.probability() > 0
    assert page(other).text == shown
    sampled = parse("cccc(north) > 1500")
    sampled.count(seed=1, hits=10)
    assert page(sampled).text == "cccc(north) > 1500"
    none = parse("hcp(north) > 40")
    none.count()
    assert page(none).text == "hcp(north) > 400 deals"

    def work(*given: object) -> None:
        raise AssertionError("showing a condition works")

    monkeypatch.setattr(Condition, "counting", work)
    page(parse("hcp(north) == 36"))


def test_notes_of_a_condition() -> None:
    condition = parse("hcp(north) == 12 - 1 && 3 < hcp(south) < 9")
    assert condition.notes
    assert f"note: {condition.notes[0]}" in page(condition).text


# ---- answers


def test_equities() -> None:
    exact = page(poker.equity("AsAh", "KsKh", board="Kd 7d 2c 2h", dead="3c"))
    assert exact.heads == ["", "player", "equity %", "wins %", "ties %", ""]
    assert exact.texts == [
        ["0", "AsAh", "4.6512", "4.6512", "0.0000", ""],
        ["1", "KsKh", "95.3488", "95.3488", "0.0000", ""],
        ["exact: 43 showdowns, weighted by range"],
    ]
    assert exact.caption == "holdem, board Kd 7d 2c 2h, dead 3c"
    found = poker.equity("22+", "AK", method="simulate", rounds=1000, seed=1)
    sampled = page(found)
    assert sampled.heads[3] == "95 % interval"
    low, high = found.interval(0)
    assert sampled.texts[0][3] == f"{100 * low:.4f} to {100 * high:.4f}"
    assert sampled.caption == "holdem"
    assert sampled.texts[-1] == ["simulated: 1,000 showdowns; seed 1 repeats them"]


@pytest.mark.long
def test_odds() -> None:
    shown = page(poker.odds("As Kd", "Qh Jh 2c", "3c", rounds=1000, seed=1))
    assert shown.caption.startswith("holdem: A♠ K♦ on Q♥ J♥ 2♣, dead 3♣, 46 unseen\nnow: ace high")
    assert re.search("straight +T♠ T♥ T♦ T♣$", shown.caption, re.M)
    assert shown.heads == ["", "turn %", "hands", "river %", "hands", "simulated, 95 %"]
    rows = {row[0]: row[1:] for row in shown.texts}
    assert rows["straight flush"] == ["-"] * 5
    assert rows["straight"][:2] == ["8.6957", "4"]
    assert rows["total"][:4] == ["100.0000", "46", "100.0000", "1,035"]
    done = page(poker.odds("As Kd", "Qh Jh 2c 3c 4c"))
    assert (done.tags, done.text.splitlines()[-1]) == (["pre"], "all cards have come")
    assert page(poker.odds()).caption == "holdem: no cards, 52 unseen"


def test_comparisons() -> None:
    exact = Histogram(["a"], {(value,): 1 for value in range(50)}, condition="b < c")
    seen = Histogram(["a"], {(0,): 3, (1,): 1}, exact=False)
    shown = page(Comparison("a", {"exact": exact, "filter": seen}))
    assert (shown.heads, shown.caption) == (["a", "exact", "filter"], "b < c")
    assert shown.texts[:2] == [["0", "2.0000%", "75.0000%"], ["1", "2.0000%", "25.0000%"]]
    assert len(shown.texts) == 42
    assert shown.texts[40][0].split() == ["...", "(10", "more)"]
    assert shown.texts[41][0].strip().startswith("total variation distance of filter: 0.96")


def test_explanations() -> None:
    found = parse("hcp(north) >= 20 && balanced(south)").explain(seed=1)
    shown = page(found)
    assert shown.tags.count("table") == 2
    assert ["deals", f"{int(found.share.count):,} (exact)"] in shown.texts
    clauses = [row for row in shown.texts if len(row) == 5]
    assert [row[3] for row in clauses] == [clause.text for clause in found.clauses]
    assert clauses[0][0] == f"{found.clauses[0].alone:.3%}"
    none = page(parse("hcp(north) > 40").explain())
    assert none.tags.count("table") == 1
    assert ["impossible", "no deal satisfies 'hcp(north) > 40'"] in none.texts


def test_two_quantities_are_a_grid_as_printed() -> None:
    found = Histogram(["a", "b"], {(1, 5): 1, (1, 6): 2, (2, 6): 5}, condition="c < d")
    shown = page(found)
    assert shown.caption == "8 deals, exact: c < d\npercent; a down, b across"
    assert [list(map(str.strip, row)) for row in shown.texts] == [
        line.split() for line in list(found.lines())[3:]
    ]
    dark = shades(shown)
    assert dark["62.5000"] == pytest.approx(0.55)
    assert dark["12.5000"] == pytest.approx(0.1 + 0.45 / 5)
    assert set(dark) == {"12.5000", "25.0000", "62.5000"}  # no sum, and not what does not occur


def test_texts_are_left_and_numbers_right() -> None:
    columns = [Column("value", 5), Column.number("n", 3), Column.words("note", 4)]
    shown = Page(Report(Table(columns, [("x", 1, "best")])).html())
    styles = [attributes["style"] for _, attributes in shown.rows[1]]
    assert styles == ["text-align: right", "text-align: right", "text-align: left"]


def test_a_column_may_be_of_print_or_of_a_notebook_only() -> None:
    columns = [Column("a", 2, only="print"), Column("b", 2), Column("c", 0, only="notebook")]
    table = Table(columns, [("1", "2", "3")])
    assert list(table.lines()) == [" a b", " 1 2"]
    assert list(Table(columns, [("1", "2", "3")], headed=False).lines()) == [" 1 2"]
    shown = Page(table.html())
    assert (shown.heads, shown.texts) == (["b", "c"], [["2", "3"]])


def test_a_table() -> None:
    shown = Page(html_table("of", ["a", "b"], [["x", "1"], [Bar(0.5), Shade("y", 0)]], more=1200))
    assert shown.texts == [["x", "1"], ["", "y"], ["1,200 more rows"]]
    assert "<td></td></tr></thead>" in html_table("of", ["a", ""], [])
    assert [cell[1]["style"] for cell in shown.rows[1]] == [
        "text-align: left", "text-align: right"
    ]  # fmt: skip
    assert "rgba(74" not in shown.rows[2][1][1]["style"]
    assert shown.rows[3][0][1]["colspan"] == "2"


# ---- hostile texts


def test_every_text_is_escaped() -> None:
    found = poker.parse_range("AKs")
    histogram = Histogram([HOSTILE], {(1,): 2}, condition=HOSTILE)
    shares = {((0,), ()): 1}
    answers: list[Any] = [
        Range(HOSTILE, "holdem", found.cards.copy(), found.weights.copy()),
        histogram,
        Comparison(HOSTILE, {HOSTILE: histogram, "b": histogram}),
        Equity(HOSTILE, HOSTILE, HOSTILE, (HOSTILE, "b"), 1, False, shares, HOSTILE),
        parse("hcp(north) > 3") & parse("hcp(south) < 3"),
    ]
    explained = parse("hcp(north) > 3").explain(seed=1, hits=10)
    clause = type(explained.clauses[0])(HOSTILE, HOSTILE, Estimate.certain(1), None)
    answers.append(type(explained)(
        HOSTILE, explained.share, (clause,), 3,
        HOSTILE, explained.plan, "",
    ))  # fmt: skip

    def predicate(deals: Any) -> Any:
        return deals.north.hcp > 3

    predicate.__name__ = HOSTILE
    answers.append(parse("1") & predicate)
    for answer in answers:
        shown = page(answer)
        assert not {"script", "b"} & set(shown.tags)
        assert shown.attributes <= {"style", "title", "colspan"}
    for answer in (*answers[:4], answers[5], answers[6]):
        assert HOSTILE in page(answer).text, answer
    table = html_table(HOSTILE, [HOSTILE], [[Shade(HOSTILE, 1, HOSTILE)]], notes=[HOSTILE])
    assert Page(table).text == HOSTILE * 4
    assert Page(table).rows[1][0][1]["title"] == HOSTILE


def test_leads_and_contracts_are_tables() -> None:
    where = "hcp(south) in 15..17 && balanced(south)"
    with use_solver(StandIn):
        found = lead("west QJT95.K4.832.A74", "3NT", where=where, deals=20, seed=1)
        compared = contracts("balanced(north) && hcp(north) > 14", "3NT 4S", deals=20, seed=1)
    page = Page(found._repr_html_())
    assert page.caption == "west QJT95.K4.832.A74 leads against 3NT-S"
    rows = [row for row in page.rows if len(row) == len(page.heads)]
    assert [row[0][0] for row in rows] == [line.split()[0] for line in list(found.lines())[2:11]]
    assert rows[0][-1][0] == "best"
    first, second = compared._repr_html_().split("</table>")[:2]
    names = [each.contract for each in compared.contracts]
    page = Page(f"{first}</table>")
    rows = [row for row in page.rows if len(row) == len(page.heads)]
    assert [row[0][0] for row in rows] == names
    assert page.tags.count("div") == len(rows) == 2
    rows = Page(f"{second}</table>").rows
    rows = [row for row in rows if row and row[0][0] in names]
    assert [row[0][0] for row in rows] == names
    shares = [sum(float(cell[:-1]) for cell, _ in row[1:] if cell) for row in rows]
    assert shares == pytest.approx([100, 100], abs=1)


def said(text: str) -> set[str]:
    """Return the words and numbers of a text."""
    return {word.strip("():,;") for word in text.split()} - {""}


@pytest.mark.parametrize(
    "made",
    [
        lambda: lead("west QJT95.K4.832.A74", "3NT", deals=20, seed=1),
        lambda: lead("west QJT95.K4.832.A74", "3NT", deals=20, seed=1, beat_only=True),
        lambda: contracts("hcp(north) > 17", "3NT 4S", deals=20, seed=1, par=True),
        lambda: contracts("hcp(north) > 17", "3NT 4S", deals=20, seed=1, by="aces(north)"),
        lambda: strategies(STRATEGIES, deals=40, seed=1),
        lambda: poker.equity("22+", "AK", method="simulate", rounds=1000, seed=1),
        lambda: poker.equity("As2s3dKd", "QhQd4c5c", game="omaha-hilo", board="3s 4h 8s"),
        lambda: parse("hcp(north) > 9").compare(["exact", "filter"], deals=99, seed=1)[0],
        lambda: tabulate("hcp(north) > 17", "tricks(north, spades)", "hcp(north)", deals=20),
        lambda: parse("hcp(north) > 33").distribution("hcp(north)"),
        lambda: parse("hcp(north) > 33").distribution("spades(north)", "hearts(north)"),
        lambda: parse("hcp(north) > 33 && cccc(south) > 200").explain(seed=1, budget=0),
        lambda: AUDIT,
    ],
)
def test_a_report_says_the_same_in_text_and_in_a_notebook(made: Callable[[], Any]) -> None:
    """But for the head of intervals, which stand in brackets there, and for marks on a line."""
    with use_solver(StandIn):
        found = made()
    shown = Page(re.sub(r"(</\w+>)", r"\1 ", found._repr_html_())).text
    text = re.sub("[█░▏▎▍▌▋▊▉]|[-|o]{25}|!|less  .*more|condition ", "", str(found))
    assert said(text) - {"95", "%", "interval"} <= said(shown)
    assert not any(line.endswith(" ") for line in found.lines())


def _test(name: str, adjusted: float) -> AuditTest:
    return AuditTest(name, adjusted / 2, adjusted, 1234.0, 4.5, 300.0, "exact", f"{name} are rare")


AUDIT = Audit(
    36, 2, "hcp(north) > 9", 0.01, (_test("voids", 0.004), _test("flat hands", 0.9)),
    (Power("a dealer", "voids", 0.25),), left_out=("shapes",), rooms=("a.pbn as b.pbn",),
    repeated=tuple(f"board {number}" for number in range(10)),
)  # fmt: skip
STRATEGIES = """
where hcp(north) in 15..17 && balanced(north)
strategy blast
  3NT-N
strategy invite
  3NT-N if hcp(south) >= 9
  2NT-N if hcp(south) == 8
  pass
"""


def test_strategies_are_tables_with_bars_and_tricks() -> None:
    with use_solver(StandIn):
        found = strategies(STRATEGIES, deals=40, seed=1)
    scores, chosen, tricks, pairs = (
        Page(f"{table}</table>") for table in found._repr_html_().split("</table>")[:4]
    )
    assert scores.caption == next(iter(found.lines()))
    assert [row[0] for row in scores.texts if len(row) == 3] == ["blast", "invite"]
    assert "blast v invite" in pairs.text
    rows = [row for row in chosen.texts if len(row) == len(chosen.heads) > 2]
    by_name = [(name, each) for name, all_ in zip(found.names, found.contracts, strict=True)
               for each in all_]  # fmt: skip
    assert [(row[0], row[1]) for row in rows] == [(name, each.contract) for name, each in by_name]
    made = [each for _, each in by_name if each.makes is not None]
    assert 2 <= len(made) < len(by_name)  # "pass" has no bar of deals on which it makes
    assert chosen.tags.count("div") == len(by_name) + len(made)
    assert [row[0] for row in tricks.texts if "," in row[0]] == [
        f"{name}, {each.contract}" for name, each in by_name if each.makes is not None
    ]


def _by_tricks(*tricks: int) -> list[TricksShare]:
    share = Estimate.certain(Fraction(1, len(tricks)))
    return [TricksShare(n, share, {"none": n, "all": -n}) for n in tricks]


ROWS = [("4S", _by_tricks(5, 8)), ("3NT", _by_tricks(8))]


def test_a_number_of_tricks_that_does_not_occur_keeps_its_column() -> None:
    shown = Page(Report(*tricks_tables(ROWS)).html())
    assert shown.heads[-4:] == ["5", "6", "7", "8"]
    cells = [cell for row in shown.rows[1::3] for cell in row[1:]]  # the scores are below them
    assert len(cells) == 8
    assert all("min-width" in attributes["style"] for _, attributes in cells)


def test_tricks_are_a_picture() -> None:
    picture = tricks_svg("tricks", ROWS)
    assert re.findall(r">([\d.]+)</text>", picture) == [
        "5", "6", "7", "8", "50.00", "50.00", "100.00"
    ]  # fmt: skip
    with pytest.raises(ArgumentError, match="no tricks"):
        tricks_svg("tricks", [])


@pytest.mark.parametrize("name", ["contracts", "strategies"])
def test_commands_draw_the_tricks(
    name: str, cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dealwright.double_dummy.cache.default_solver", lambda *_, **__: StandIn())
    file, picture = tmp_path / "a.txt", tmp_path / "a.svg"
    file.write_text(STRATEGIES, "utf-8")
    command = (
        (name, str(file)) if name == "strategies" else (name, "hcp(north) > 14", "--try", "3NT 4S")
    )
    call = (*command, "--deals", "20", "--seed", "1", "--output")
    assert cli(*call, str(picture)).status == 0
    assert picture.read_text("utf-8").startswith("<svg")
    refused = cli(*call, str(tmp_path / "a.png"))
    assert (refused.status, "takes a .svg file" in refused.err) == (2, True)
    if name == "contracts":
        refused = cli(*call, str(picture), "--make-only")
        assert (refused.status, "--make-only leaves out" in refused.err) == (2, True)


@pytest.mark.long
def test_a_notebook_shows_the_text_of_an_answer_without_tables() -> None:
    """That of a check names every rule, though the command line names what is wrong alone."""
    found = checking_system(read_system("natural")).result()
    shown = Page(found._repr_html_()).text
    assert shown == str(found)
    assert len(shown.splitlines()) > len(list(found.lines()))


def test_a_notebook_shows_names_whole_and_the_confidence_that_was_asked() -> None:
    """What is printed cuts long ranges."""
    wide = "AA,KK,QQ,JJ,TT,99,88,77,66,55,AKs,AQs,AJs"
    options = {"method": "simulate", "rounds": 1000, "seed": 1, "confidence": 0.8}
    found = poker.equity(wide, "random", **options)
    shown = Page(found._repr_html_())
    assert shown.texts[0][1] == wide
    assert shown.heads[3] == "80 % interval"
    (head,) = (line for line in found.lines() if "player" in line)
    assert "80 % interval" in head
    assert wide not in str(found)
    assert any("…" in line for line in found.lines())
    assert any("..." in line for line in found.lines(symbols=False))


def test_shares_are_rounded_once() -> None:
    """A count times 100, divided by the total: with the share times 100 it may differ."""
    wins, total = 289_001, 2_000_000
    right = f"{100 * wins / total:.4f}"
    assert right != f"{100 * (wins / total):.4f}"
    player = SimpleNamespace(range="AA", equity=0.1, wins=wins, ties=0)
    answer: Any = SimpleNamespace(
        game="holdem", board="", dead="", players=[player], exact=True, lows=0, total=total,
        confidence=0.95,
    )  # fmt: skip
    assert right in "\n".join(equity_report(answer).lines())
