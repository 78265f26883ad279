"""The pages of poker, numbers and simulations in a browser: figures, keys, links, small screens."""

from __future__ import annotations

import json
import re
from math import comb
from typing import TYPE_CHECKING

import pytest

import dealwright
from dealwright import poker, shape_class
from dealwright.analysis import contracts
from dealwright.ask.numbering import numbered_deal
from dealwright.numbering.combinations import Combinations
from dealwright.poker.games import GAMES
from tests.processes import PATIENCE
from tests.web.conftest import Server, fill, has, holds, needs_browser, opened, says, value

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.long, needs_browser]
LEAD = {
    "question": "lead", "hand": "west QJT95.K4.832.A74", "contract": "3NT",
    "condition": "hcp(south) in 15..17 && balanced(south)", "seed": "1",
}  # fmt: skip
POKER = {"player": ["QQ+, AKs", "15%"], "board": "Qh Jh 2c", "hand": "As Kd"}
NUMBERS = {"number": "12345678901234567", "shapes": "any 5431 + balanced"}


# ------------------------------------------------------------------------------------------- poker


def test_an_exact_equity(page: Page, server: Server) -> None:
    opened(page, server, "poker")
    fill(page, {"player.1": "QQ+, AKs", "player.2": "22", "board": "Qh Jh 2c", "dead": "2s"})
    found = poker.equity("QQ+, AKs", "22", board="Qh Jh 2c", dead="2s")
    says(page, "#equity", f"{found.total:,} showdowns exact")
    for at, player in enumerate(found.players, 1):
        row = page.locator(f"#equity li:nth-child({at})")
        assert f"{100 * float(player.equity):.2f} %" in row.inner_text()
        width = row.locator(".fill").evaluate("fill => fill.style.width")
        assert float(width[:-1]) == pytest.approx(100 * float(player.equity), abs=1e-3)
    assert page.locator("#board-cards .face").all_inner_texts() == ["Q\n♥", "J\n♥", "2\n♣"]


def test_an_equity_that_is_estimated(page: Page, server: Server) -> None:
    """Four random hands have a quarter each; the interval misses it in one of 20 tests."""
    opened(page, server, "poker", {"player": ["random"] * 4})
    says(page, "#equity", "estimate")
    says(page, "#equity", "so far, 95 % intervals")
    shares = page.locator("#equity .chance").all_inner_texts()
    assert len(shares) == 4
    for row in shares:
        share, low, high = map(float, re.findall(r"[\d.]+", row))
        assert low < share < high
        assert abs(share - 25) < 1.5 * (high - low)  # beyond in one of 10^8


def test_a_range_is_painted(page: Page, server: Server) -> None:
    """Clicks, drags and keys change the text; the text is what counts."""
    opened(page, server, "poker", {"player": ["QQ+", "random"]})
    says(page, "#range-about", "18 hands")
    pressed = page.locator('#range [aria-pressed="true"]')
    assert pressed.all_inner_texts() == ["AA", "KK", "QQ"]
    cell = page.locator("#range").get_by_text
    cell("AKs", exact=True).click()
    holds(page, "player.1", "QQ+, AKs")
    first, last = (cell(name, exact=True).bounding_box() for name in ("A5s", "A2s"))
    assert first
    assert last
    page.mouse.move(first["x"] + 5, first["y"] + 5)
    page.mouse.down()
    page.mouse.move(last["x"] + 5, last["y"] + 5, steps=10)
    page.mouse.up()
    holds(page, "player.1", "QQ+, AKs, A5s-A2s")
    says(page, "#range-about", f"{len(poker.parse_range('QQ+, AKs, A5s-A2s'))} hands")
    cell("KK", exact=True).click()  # it is in the range, so it is removed
    holds(page, "player.1", "AA, QQ, AKs, A5s-A2s")
    cell("JJ", exact=True).focus()
    for key in ("ArrowUp", "ArrowRight", "Space"):  # JTs is right of JJ, QJs above
        page.keyboard.press(key)
    holds(page, "player.1", "AA, QQ, AKs, A5s-A2s, QTs")
    assert "player=AA%2C+QQ" in page.url
    fill(page, {"player.1": "AA@0.5, KK"})
    says(page, "#range-about", "12 hands")
    assert page.get_by_label("AA, 50 %").get_attribute("aria-pressed") == "mixed"
    fill(page, {"player.1": "KK, QZ"})
    says(page, "#range-problem", "'Z' is not a rank")
    fill(page, {"player.1": "KK"})
    says(page, "#range-about", "6 hands")
    cell("KK", exact=True).click()
    holds(page, "player.1", "")
    says(page, "#equity", "two or more players")


def test_the_usual_list_is_offered(page: Page, server: Server) -> None:
    opened(page, server, "poker", {"player": ["15%, 22", "50%(AA, KK)"]})
    says(page, "#range-about", f"{len(poker.parse_range('15%, 22'))} hands")
    button = page.locator("#usual")
    assert button.inner_text() == "Take the usual list: 15%4h, 22"
    button.click()
    holds(page, "player.1", "15%4h, 22")
    says(page, "#range-about", f"{len(poker.parse_range('15%4h, 22'))} hands")
    button.click()  # back
    holds(page, "player.1", "15%, 22")
    page.get_by_label("The range of").select_option("1")
    says(page, "#range-about", "12 hands")
    assert not button.is_visible()  # a weight is no share


def test_the_equity_of_each_class_and_what_a_range_hits(page: Page, server: Server) -> None:
    opened(page, server, "poker", {"player": ["QQ, AKs", "22+ AQ+"], "board": ["Qh Jh 2c"]})
    found = poker.hand_equities("QQ, AKs", "22+ AQ+", board="Qh Jh 2c")
    says(page, "#range-equity", f"of the range {100 * float(found.equity):.4g} %")
    for each in found.classes:
        cell = page.locator(f'#range [data-name="{each.name}"]')
        assert cell.get_attribute("data-equity") == f"{100 * float(each.equity):.0f}"
    has(page.locator("#range [data-equity]"), 2)
    hits = poker.range_hits("QQ, AKs", "Qh Jh 2c")
    says(page, "#hits", "What the range makes on Qh Jh 2c")
    says(page, "#hits", f"{100 * float(hits.share('set')):.4g} %")
    says(page, "#hits", "gutshot")
    fill(page, {"board": ""})
    says(page, "#range-equity", "against 22+ AQ+")
    page.locator("#hits:empty").wait_for(state="attached")
    page.get_by_label("Game").select_option("omaha")
    page.locator("#range-equity:empty").wait_for(state="attached")


def test_what_a_hand_becomes(page: Page, server: Server) -> None:
    opened(page, server, "poker", POKER)
    found = poker.odds("As Kd", "Qh Jh 2c")
    river = found.streets[-1]
    says(page, "#odds", f"exact: {river.total:,} ways")
    says(page, "#odds", f"{found.number_of_outs} outs: next cards")
    rows = page.locator("#bars tbody tr").all_inner_texts()
    assert len(rows) == len(river.counts)
    for row, (kind, count) in zip(rows, river.counts.items(), strict=True):
        share = f"{100 * count / river.total:.{4 if count / river.total >= 0.1 else 3}g}"
        assert row.split("\t")[:2] == [kind.words, f"{share} %" if count else "–"]
    page.get_by_label("by the").select_option("turn")
    says(page, "#bars", "exact: 47 ways")


def test_every_game(page: Page, server: Server) -> None:
    opened(page, server, "poker")
    shown = page.locator("#game option").all_inner_texts()
    assert shown == [name for name, game in GAMES.items() if game.has_pot]
    for name in shown:
        page.get_by_label("Game").select_option(name)
        game = GAMES[name]
        assert page.locator("#editor").is_visible() == game.has_ranges
        assert page.locator("#chances").is_visible() == game.has_odds
        assert page.locator("#board").is_visible() == (game.board > 0)
    fill(page, {"player.1": "As 2s 3d 4c", "player.2": "random"})
    says(page, "#equity", "showdowns")
    page.get_by_label("Game").select_option("short-deck")
    fill(page, {"player.1": "AA"})
    says(page, "#range-about", "6 hands")
    has(page.locator("#range button"), 81)


# ----------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize("system", ["dealwright", "andrews", "pavlicek-suited"])
def test_a_deal_and_its_number(page: Page, server: Server, system: str) -> None:
    deal = dealwright.deal(1, seed="numbers")[0].text()
    found = numbered_deal(deal, system=system)
    opened(page, server, "numbers")
    page.get_by_label("Numbered by").select_option(system)
    fill(page, {"deal": deal})
    holds(page, "number", str(found.number))
    says(page, "#deal-about", found.text)
    if system != "dealwright":
        says(page, "#deal-about", f"counted from 1: {found.number + 1:,}")
    fill(page, {"number": str(found.number - 1)})
    holds(page, "deal", numbered_deal(number=str(found.number - 1), system=system).deal.text())
    assert "number=" in page.url
    assert "deal=" not in page.url


def test_a_deal_of_a_condition(page: Page, server: Server) -> None:
    where = dealwright.parse("hcp(north) == 37")
    opened(page, server, "numbers", {"condition": "hcp(north) == 37", "number": "77"})
    holds(page, "deal", where.numbers()[77].text())
    says(page, "#deal-about", f"77 of {where.numbers().size:,} deals that satisfy the condition")
    assert "North 37" in page.locator(".board").inner_text()
    page.get_by_role("button", name="A random deal").click()
    says(page, "#deal-about", re.compile(r"^(?!77 of )[\d,]+ of"))
    assert where.numbers().rank(value(page, "deal")) == int(value(page, "number"))
    fill(page, {"condition": "hcp(north) == 38"})
    says(page, "#deal-problem", "does not satisfy 'hcp(north) == 38'")


def test_a_combination_and_its_number(page: Page, server: Server) -> None:
    opened(page, server, "numbers")
    holds(page, "combination", "12 11 10 9 8")
    says(page, "#combination-about", "1,286 of 1,287 combinations")
    fill(page, {"n": "52", "k": "13"})
    # The answer fills the other field, which must not happen while that is typed.
    says(page, "#combination-about", f"1,286 of {comb(52, 13):,} combinations")
    taken = (51, 40, 33, 32, 31, 20, 11, 10, 9, 8, 7, 6, 5)
    fill(page, {"combination": " ".join(map(str, taken))})
    holds(page, "rank", str(Combinations(52, 13).rank(taken)))
    page.get_by_label("Order").select_option("lex")
    holds(page, "rank", str(Combinations(52, 13, "lex").rank(taken)))
    fill(page, {"combination": "1 1"})
    says(page, "#combination-problem", "2 positions, not 13")


@pytest.mark.parametrize("text", ["any 5431 + balanced", "5+xxx", "s >= 5 && h >= 4", ""])
def test_shapes_of_a_class(page: Page, server: Server, text: str) -> None:
    found = shape_class(text or "xxxx")
    opened(page, server, "numbers")
    fill(page, {"shapes": text})
    says(page, "#shapes-about .number", f"{len(found)} shapes")
    says(page, "#shapes-about", f"{found.hands:,} of {comb(52, 13):,} hands")
    part = found.probability
    says(page, "#shapes-about", f"exactly {part.numerator:,}/{part.denominator:,}")
    says(page, "#shapes-about", f"{100 * float(part):.6f} %")
    has(page.locator("#listed tbody tr"), len(found))
    patterns = {tuple(sorted(shape)) for shape in found}
    has(page.locator("#patterns tbody tr"), len(patterns))
    fill(page, {"shapes": "54xy"})
    says(page, "#shapes-problem", "^")


# ------------------------------------------------------------------------------------- simulations


def test_a_simulation_runs_to_its_end(page: Page, server: Server) -> None:
    """The figures are those of the question in Python."""
    question = {
        "question": "contracts", "contracts": "3NT 4S pass", "seed": "1", "within": "10%",
        "condition": "hcp(north) + hcp(south) >= 26 && spades(north) + spades(south) >= 8",
    }  # fmt: skip
    opened(page, server, "simulate", question)
    page.get_by_role("button", name="Start").click()
    says(page, "#status", "Done: ")
    found = contracts(question["condition"], "3NT 4S pass", within="10%", seed="1")
    says(page, "#status", f"Done: {found.deals:,} deals solved")
    rows = [each.inner_text().split("\n") for each in page.locator("#answer .ranked li").all()]
    assert [row[0] for row in rows] == ["3NT by South", "4♠ by South", "Passed out"]
    for row, each in zip(rows[:2], found.contracts, strict=False):
        low, high = (100 * float(end) for end in each.makes.interval)
        assert f"{100 * float(each.makes):.1f} %" in row
        assert f"{low:.1f} to {high:.1f} %" in row
    page.get_by_text("All figures").click()
    taken = page.locator("#answer .crossed tbody tr:first-child td").all_inner_texts()
    assert [float(cell) for cell in taken if cell] == [
        float(f"{100 * float(each.share):.3g}") for each in found.contracts[0].by_tricks
    ]


def test_a_stopped_simulation_keeps_its_estimate(page: Page, server: Server) -> None:
    opened(page, server, "simulate", {**LEAD, "seconds": "60"})
    page.get_by_role("button", name="Start").click()
    says(page, "#status", "So far: ")
    page.get_by_role("button", name="Stop").click()
    says(page, "#status", "Stopped: ")
    status = page.locator("#status").inner_text()
    rows = page.locator("#answer .ranked li").all_inner_texts()
    assert len(rows) == 9  # leads of different worth
    assert all("%" in row for row in rows)
    assert page.get_by_role("button", name="Stop").is_disabled()
    # the server is free for the next one, and what is shown stays until then
    status_code, found = server.ask(
        "makes", hands=["north AQ4.AJ92.Q5.K964", "south K95.QT4.KJ762.83"], contract="3NT-S",
        deals=64, seed="1",
    )  # fmt: skip
    assert (status_code, found["solved"]) == (200, 64)
    assert page.locator("#status").inner_text() == status
    assert page.locator("#answer .ranked li").all_inner_texts() == rows
    assert page.locator("#answer .face").all_inner_texts()[0] == "Q\n♠"
    assert "queen of spades, jack of spades" in (
        page.locator(".faces [role]").first.get_attribute("aria-label") or ""
    )


def test_two_known_hands(page: Page, server: Server) -> None:
    opened(page, server, "simulate")
    page.get_by_role("button", name="Two hands").click()
    assert not page.locator("#hand").is_visible()
    fill(page, {"first": "north AQ4.AJ92.Q5.K964", "other": "west K95.QT4.KJ762.83"})
    fill(page, {"contract": "3NT-S", "condition": "hcp(west) >= 6", "seconds": "2"})
    page.get_by_role("button", name="Start").click()
    says(page, "#problem", "give the hands of south and north, who play 3NT-S")
    says(page, "#status", "No answer.")
    fill(page, {"other": "south K95.QT4.KJ762.83"})
    assert page.locator(".fan").last.get_attribute("aria-label") == (
        "South: spades K 9 5, hearts Q 10 4, diamonds K J 7 6 2, clubs 8 3"
    )
    page.get_by_role("button", name="Start").click()
    says(page, "#status", "Done: ")
    says(page, "#answer", "7,518,148 layouts")  # with at least 6 points in west


# ------------------------------------------------------------------------------------ for everybody


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("name", "fragment", "shown"),
    [
        ("poker", POKER, ("#equity .ranked", "#odds .figures", "#range .in")),
        ("numbers", NUMBERS, (".board", "#listed tr", "#combination-about p")),
        ("simulate", {**LEAD, "seconds": "1"}, ("#answer .ranked .face",)),
    ],
)
def test_the_pages_are_in_nobodys_way(
    page: Page, server: Server, name: str, fragment: object, shown: tuple[str, ...], scheme: str
) -> None:
    """The rules of axe-core, 360 pixels without sideways scrolling, a problem shown too."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe from PyPI")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 360, "height": 700})
    opened(page, server, name, fragment)
    if name == "simulate":
        page.get_by_role("button", name="Start").click()
    for selector in shown:
        page.wait_for_selector(selector, timeout=PATIENCE * 1000)
    for summary in page.locator("main details:not([open]) > summary").all():
        summary.click()
    for problem in (False, True):
        if problem:
            field = {"poker": "board", "numbers": "shapes", "simulate": "contract"}[name]
            fill(page, {field: "8X?"})
            if name == "simulate":
                page.get_by_role("button", name="Start").click()
            page.wait_for_selector(".problem:not([hidden])")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        found = axe.Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_pages_link_to_each_other_and_keep_their_address(page: Page, server: Server) -> None:
    for name, address in (
        ("Poker", "poker"), ("Numbers", "numbers"), ("Leads and contracts", "simulate"),
        ("Odds", "odds"), ("One suit", "suit"), ("Systems", "systems"), ("Fair hands", "fair"),
        ("Bid", "bid"), ("Deal", "deal"),
    ):  # fmt: skip
        link = page.locator(f'#pages a[href="{address}.html"]')
        if not link.is_visible():
            page.get_by_text("More", exact=True).click()
        link.click()
        page.wait_for_url(f"**/{address}.html*")
        current = page.locator("#pages [aria-current]").text_content() or ""
        assert current.startswith(name)
    page.get_by_role("link", name="Dealwright, home").click()
    page.wait_for_url(server.address)
    question = {**LEAD, "beat_only": "1", "vulnerable": "all"}
    opened(page, server, "simulate", question)
    page.locator("#within").fill("1%")
    sent = page.evaluate("Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")
    kept = {**question, "within": "1%", "seconds": "20", "side": "ns"}
    assert json.loads(json.dumps(sent)) == kept
    page.reload()
    assert page.locator("#beat_only").is_checked()
    assert value(page, "condition") == LEAD["condition"]


def test_a_simulation_by_the_keyboard(page: Page, server: Server) -> None:
    opened(page, server, "simulate", {**LEAD, "seconds": "60"})
    page.locator("#seed").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    says(page, "#status", "So far: ")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    says(page, "#status", "Stopped: ")


LARGE = {
    "index": {}, "odds": {"hand": "AQ2.AKQ.AKQ.5432", "dummy": "543.JT9.JT9.AKQJ"},
    "deal": {"north.hcp": "15-17", "south.s": "5+", "n": "2", "seed": "large"},
    "bid": {"seed": "large", "n": "2"}, "suit": {"hand": "AQT9", "dummy": "5432"},
    "systems": {}, "class": {}, "fair": {}, "poker": {"player": ["QQ+", "22"]}, "simulate": {},
    "numbers": {},
}  # fmt: skip
WAITED_FOR = {"deal": ".board", "bid": "#mine", "systems": ".calls .row", "poker": ".bars"}


@pytest.mark.parametrize("width", [390, 320])
def test_letters_of_twice_the_size(page: Page, server: Server, width: int) -> None:
    """On phones nothing scrolls sideways, and the button that deals is whole."""
    page.set_viewport_size({"width": width, "height": 800})
    for name, given in [*LARGE.items(), ("bid", {**LARGE["bid"], "play": "3NT-S"})]:
        opened(page, server, name, given)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        waited_for = "#cards-cloth .face" if "play" in given else WAITED_FOR.get(name, "h1")
        page.wait_for_selector(waited_for, state="attached")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        if name == "deal":
            box = page.get_by_role("button", name="Deal", exact=True).bounding_box()
            assert box
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= 800


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("name", ["index", "deal"])
def test_letters_of_twice_the_size_before_the_server_answers(
    page: Page, server: Server, name: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.route("**/api/**", lambda route: None)
    opened(page, server, name, {"north.hcp": "15-17"} if name == "deal" else {})
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    says(page, "#tag, #count .tag", "counted by this page")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_home_and_deal_count_the_same_scenarios(page: Page, server: Server) -> None:
    """Those of conditions and those of themes; the gallery has as many."""
    page.goto(f"{server.address}index.html")
    says(page, ".door [data-scenarios]", re.compile(r"^\d+$"))
    number = page.locator(".door [data-scenarios]").inner_text()
    opened(page, server, "deal", {})
    says(page, ".finder", f"Search {number} scenarios")
    page.locator(".finder").click()
    has(page.locator("#gallery .card-button"), int(number))
