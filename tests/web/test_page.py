"""The page Deal in a browser: limits, the live count, boards, links, small screens, keys."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

import dealwright
from dealwright.analysis.decisions.finding import CHOICES
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.boards import board_dealer, board_vulnerability
from dealwright.cards.bridge.scoring import Contract
from dealwright.formats import read as read_boards
from dealwright.play.themes.boards import THEMES
from dealwright.play.themes.sets import themed_boards
from dealwright.play.themes.stored_boards import stored_boards
from dealwright.systems.lessons import lesson_of, quiet_opponents
from tests.processes import PATIENCE
from tests.web.conftest import Server, fill, has, holds, needs_browser, says, with_decisions

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_browser
ARTICLE = {"west.hcp": "11-15", "west.s": "5-6", "west.h": "4", "east.hcp": "10", "east.d": "4+"}
SIDES = {"None": "None vul", "NS": "N-S vul", "EW": "E-W vul", "All": "Both vul"}
DEALS = "26,422,481,479,854,922,055,193,600 deals"


def take(page: Page, limits: Mapping[str, str]) -> None:
    """Go to the address of limits, as a link does."""
    page.evaluate("(limits) => { location.hash = limits; }", urlencode(limits))


def chip(page: Page, field: str) -> str:
    """Return the text of a limit on the table."""
    return page.locator(f'[data-field="{field}"]').inner_text().replace("\n", " ")


def advanced(page: Page, *parts: str) -> None:
    """Open Advanced, and parts of it."""
    if not page.locator("#advanced").is_visible():
        page.get_by_role("button", name="Advanced").click()
    for part in parts:
        page.locator(f"#{part} > summary").click()


def deal(page: Page) -> None:
    page.get_by_role("button", name="Deal", exact=True).click()


def boards(page: Page) -> list[str]:
    """Return the boards' cards as they are read, without thin spaces."""
    page.wait_for_selector(".board")
    return [re.sub("[\u2009\u200a]", "", text) for text in page.locator(".board").all_inner_texts()]


@pytest.mark.long
def test_the_example_of_1999(page: Page) -> None:
    assert not page.get_by_role("button", name="Save or print").is_visible()  # nothing is dealt yet
    take(page, ARTICLE)
    says(page, "#count", DEALS)
    says(page, "#count", "1 in 2,030")
    says(page, "#count .tag", "exact")
    assert chip(page, "west.s").startswith("5–6 ♠")
    share = float(dealwright.parse("hcp(east) == 10").probability())
    says(page, '[data-field="east.hcp"]', f"{100 * share:.3g} %")
    name = page.locator('[data-field="west.h"]').get_attribute("aria-label") or ""
    assert name.startswith("West: 4 hearts. Alone it leaves 23.9 % of all deals. Change")


@pytest.mark.long
def test_limits_are_said_on_the_table(page: Page) -> None:
    """With the pointer: presets, steppers, a suit, a shape by its picture, the box to type in."""
    says(page, "#count", "Every deal")
    page.get_by_role("button", name="Add a limit for North").click()
    editor = page.locator("#editor")
    editor.get_by_role("button", name="1NT").click()
    says(page, "#editor footer", "1 in 9.90")
    editor.get_by_role("button", name="At most: one more").click()
    says(page, "#editor footer", "was Every deal")
    holds(page, "editor.typed", "15-18")
    editor.get_by_role("button", name="At least: one less").click()
    editor.get_by_role("button", name="At least: one less").click()
    holds(page, "editor.typed", "13-18")
    editor.get_by_role("button", name="Shape").click()
    editor.get_by_role("button", name="balanced", exact=True).click()
    holds(page, "editor.typed", "balanced")
    has(editor.locator(".pattern[aria-pressed=true]"), 3)
    editor.get_by_role("button", name="spades").click()
    editor.get_by_label("or type it").fill("2,4")
    editor.get_by_role("button", name="Done").click()
    page.locator('[data-field="north.s"]:focus').wait_for()
    where = "hcp(north) in 13..18 && balanced(north) && (spades(north) == 2 || spades(north) == 4)"
    says(page, "#count", f"{dealwright.parse(where).count():,} deals")
    assert "north.hcp=13-18&north.s=2%2C4&north.shape=balanced" in page.url
    assert chip(page, "north.s").startswith("2 or 4 ♠")
    page.locator('[data-field="north.s"]').click()
    editor.get_by_role("button", name="Remove this limit").click()
    page.keyboard.press("Escape")
    has(page.locator('[data-field="north.s"]'), 0)
    page.locator('[data-field="north."]:focus').wait_for()


@pytest.mark.long
def test_the_histogram_is_that_of_a_hand(page: Page) -> None:
    """Beside the fixed cards; the bars of the limit are marked."""
    take(page, {"south.c": "4-5", "predeal": "north CAKQJT98"})
    page.locator('[data-field="south.c"]').click()
    bars = page.locator("#editor .histogram i")
    bars.nth(6).wait_for(state="attached")
    counts = dealwright.parse("1").distribution("clubs(south)", predeal="north CAKQJT98")
    has(bars, 7)
    heights = [
        float(bars.nth(at).evaluate("(bar) => bar.style.height").strip("%")) for at in range(7)
    ]
    top = max(float(counts.probability(at)) for at in range(7))
    for at, height in enumerate(heights):
        assert height == pytest.approx(100 * float(counts.probability(at)) / top, rel=1e-4)
    marked = page.locator("#editor .histogram .in")
    has(marked, 2)


@pytest.mark.long
def test_limits_that_contradict_each_other_are_named(page: Page) -> None:
    take(page, {"north.hcp": "20-22", "south.hcp": "12+", "east.hcp": "10+", "east.s": "4+"})
    says(page, "#count", "No deal fits")
    problem = "main > .stack > .problem"
    says(page, problem, "these limits contradict each other")
    says(page, problem, "north has at least 20 HCP, east at least 10, south at least 12: 42 > 40")
    wrong = page.locator(".chip.wrong").evaluate_all(
        "(all) => all.map((chip) => chip.dataset.field)"
    )
    assert wrong == ["north.hcp", "east.hcp", "south.hcp"]
    assert page.get_by_role("button", name="Deal", exact=True).is_disabled()
    take(page, {"north.hcp": "20-22"})
    page.wait_for_selector(problem, state="hidden")
    assert page.get_by_role("button", name="Deal", exact=True).is_enabled()


@pytest.mark.long
def test_a_limit_that_cannot_be_read_is_marked(page: Page) -> None:
    problem = "main > .stack > .problem"
    take(page, {"north.hcp": "many", "south.s": "5+"})
    says(page, problem, "'many' is not a range")
    assert page.locator(".chip.wrong").get_attribute("data-field") == "north.hcp"
    take(page, {"south.shape": "5432"})
    says(page, problem, "5432")
    assert page.locator(".chip.wrong").get_attribute("data-field") == "south.shape"
    page.locator(".chip.wrong").click()
    page.get_by_label("or type a class of shapes").fill("any 5431")
    says(page, "#count", "1 in 7.73")
    page.wait_for_selector(problem, state="hidden")


@pytest.mark.long
def test_an_error_of_words_has_its_place(page: Page) -> None:
    take(page, {"west.s": "5+", "words": "hcp(north) + hcp(sud) > 25"})
    problem = page.locator("main > .stack > .problem")
    says(page, "main > .stack > .problem", "sud")
    lines = problem.inner_text().split("\n")
    caret = next(at for at, line in enumerate(lines) if line.strip() == "^")
    assert lines[caret - 1][lines[caret].index("^") :].startswith("sud")
    assert page.locator("#words").get_attribute("aria-invalid") == "true"


@pytest.mark.long
def test_every_kind_of_range(page: Page) -> None:
    """Each limit counts as the condition that it stands for, and is said as players do."""
    for cell, condition, said in (
        ("15-17", "hcp(north) in 15..17", "15–17 HCP"),
        ("22+", "hcp(north) >= 22", "22+ HCP"),
        ("-6", "hcp(north) <= 6", "0–6 HCP"),
        ("4", "hcp(north) == 4", "4 HCP"),
        ("3,20+", "hcp(north) == 3 || hcp(north) >= 20", "3 or 20+ HCP"),
    ):
        take(page, {"north.hcp": cell})
        says(page, "#count", f"{dealwright.parse(condition).count():,} deals")
        assert chip(page, "north.hcp").startswith(said)


@pytest.mark.long
def test_every_kind_of_shape(page: Page) -> None:
    for cell, condition, said in (
        ("balanced", "balanced(north)", "balanced"),
        ("any 5431 + any 4441", "shape(north, any 5431 + any 4441)", "5431 or 4441"),
        ("5+xxx", "spades(north) >= 5", "5+xxx"),
        ("(5422) + 5+5+xx", "shape{north, (5422) + 5+5+xx}", "(5422) + 5+5+xx"),
        ("s>=5 && h>=4", "spades(north) >= 5 && hearts(north) >= 4", "5+ ♠, 4+ ♥"),
        ("s >= 5 && h == 4", "spades(north) >= 5 && hearts(north) == 4", "5+ ♠, 4 ♥"),
        ("5+ spades, 12+ points", "spades(north) >= 5 && hcp(north) >= 12", "5+ spades, 12+"),
    ):
        take(page, {"north.shape": cell})
        says(page, "#count", f"{dealwright.parse(condition).count():,} deals")
        assert chip(page, "north.shape").startswith(said)
    take(page, {"north.hand": "15-17 balanced"})
    condition = "hcp(north) in 15..17 && balanced(north)"
    says(page, "#count", f"{dealwright.parse(condition).count():,} deals")


@pytest.mark.long
def test_a_hand_in_words(page: Page) -> None:
    page.get_by_role("button", name="Add a limit for South").click()
    page.locator("#editor").get_by_role("button", name="In words").click()
    page.get_by_label("South's hand, as you would say it").fill("5+ spades, 8+ pints")
    says(page, "#editor .problem", "'pints' is not a word that a phrase can use")
    page.get_by_label("South's hand, as you would say it").fill("5+ spades, 8+ points")
    where = dealwright.parse("spades(south) >= 5 && hcp(south) >= 8")
    says(page, "#count", f"{where.count():,} deals")
    page.keyboard.press("Escape")
    assert chip(page, "south.hand").startswith("5+ spades, 8+ points")


def test_a_link_has_the_same_deals(page: Page, browser: Browser) -> None:
    take(page, {**ARTICLE, "n": "3", "seed": "friday"})
    first = boards(page)
    assert len(first) == 3
    expected = dealwright.deal(
        3, "hcp(west) in 11..15 && spades(west) in 5..6 && hearts(west) == 4 && hcp(east) == 10 && "
        "diamonds(east) >= 4", seed="friday",
    )  # fmt: skip
    for text, dealt in zip(first, expected, strict=True):
        spades = str(dealt.west).split(".")[0]
        assert spades.replace("T", "10") in text
    other = browser.new_context().new_page()
    other.set_default_timeout(PATIENCE * 1000)
    other.goto(page.url)
    assert boards(other) == first
    other.context.close()


@pytest.mark.long
def test_hands_are_hidden(page: Page) -> None:
    take(page, {"n": "2", "seed": "1"})
    boards(page)
    page.get_by_role("button", name="Show North").click()
    assert all("N\nhidden" in text for text in boards(page))
    assert "show=esw" in page.url
    page.get_by_role("button", name="Large").click()
    assert all("North hidden" in text for text in boards(page))
    page.get_by_role("button", name="Show North").click()
    assert not any("North hidden" in text for text in boards(page))


def test_the_boards_stay_when_they_cannot_be_dealt_again(page: Page) -> None:
    page.locator("#seed").evaluate("field => { field.value = 'first'; }")
    page.locator("#deal").click()
    says(page, "#dealt", "8 boards")
    fill(page, {"n": "100000"})
    page.locator("#deal").click()
    page.locator(".dealing .problem:not([hidden])").wait_for()
    says(page, "#dealt", "8 boards")
    says(page, "#dealt\\.seed", "seed first")
    has(page.locator("#boards .board"), 8)


@pytest.mark.long
def test_boards_have_dealers_and_vulnerability(page: Page) -> None:
    page.locator("#n").fill("16")
    deal(page)
    for number, text in enumerate(boards(page), 1):
        assert f"{board_dealer(number).name.title()} deals" in text
        assert SIDES[board_vulnerability(number).value] in text


@pytest.mark.long
def test_eight_boards_of_a_convention_in_three_presses(page: Page, server: Server) -> None:
    """From Home: Deal, a scenario, Deal."""
    wanted = dealwright.scenario("splinter")
    page.goto(server.address)
    page.get_by_role("link", name=re.compile("^Deal →?")).last.click()
    page.get_by_role("button", name=wanted.title).click()
    says(page, ".middle", wanted.about)
    says(page, "#count", f"{wanted.count:,} deals")
    deal(page)
    found = boards(page)
    assert len(found) == 8
    condition = dealwright.parse(wanted.condition)
    assert wanted.count == condition.count()
    assert page.locator(".chip").count() >= 4  # its limits, to be changed
    page.locator('[data-field="south.hcp"]').click()
    page.get_by_role("button", name="At least: one more").click()
    page.keyboard.press("Escape")
    says(page, ".middle", f"{wanted.title}, changed")
    page.get_by_role("button", name="Clear").click()
    says(page, "#count", "Every deal")
    assert "scenario" not in page.url
    assert wanted.title not in page.locator(".middle").inner_text()
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    says(page, ".middle", f"{wanted.title}, changed")


@pytest.mark.long
def test_the_gallery_finds_scenarios_and_says_how_rare_they_are(page: Page) -> None:
    take(page, {"north.hcp": "37"})
    page.get_by_role("button", name="Search 244 scenarios").click()
    cards = page.locator("#gallery .card-button")
    has(cards, len(dealwright.scenarios()) + len(THEMES) + 2 * len(CHOICES))
    page.get_by_label("Search", exact=True).fill("weak 2H")
    found = [each for each in dealwright.scenarios() if each.has("weak 2H")]
    found.sort(key=lambda each: not ("weak" in each.title and "2H" in each.title))
    names = [each.title for each in found]
    assert cards.locator("b").all_inner_texts() == [name.replace("2H", "2♥") for name in names]
    wanted = dealwright.scenario("weak-two-hearts")
    assert wanted.count is not None
    rarity = dealwright.parse("1").count() / wanted.count
    assert f"1 in {rarity:.3g}" in cards.first.inner_text()
    page.get_by_label("Search", exact=True).fill("qqq")
    says(page, "#gallery", "No scenario matches")
    page.get_by_label("Search", exact=True).fill("")
    page.get_by_role("button", name="Freaks", exact=True).click()
    has(cards, sum(each.group == "freaks" for each in dealwright.scenarios()))
    page.get_by_role("button", name="Everyone ten points").or_(cards.first).first.click()
    assert page.locator('[data-field="north.hcp"]').count() <= 1
    assert "north.hcp=37" not in page.url


@pytest.mark.long
def test_a_theme_is_a_scenario(page: Page) -> None:
    """Its boards show declarer's side; the ending and the answer open; link and Undo keep it."""
    take(page, {"north.hcp": "15-17"})
    page.get_by_role("button", name="Search 244 scenarios").click()
    page.get_by_label("Search", exact=True).fill("squeeze")
    page.locator("#gallery .card-button").get_by_text("Squeeze", exact=True).click()
    says(page, ".middle", "makes only by a squeeze")
    says(page, "#count", "stored boards, proved")
    page.locator("#n").fill("3")
    deal(page)
    has(page.locator("#boards .board"), 3)
    seed = page.locator('[id="dealt.seed"]').inner_text().removeprefix("seed ")
    page.get_by_role("button", name="Large").click()
    expected = themed_boards("squeeze", 3, seed=seed).result().boards
    for number, wanted in enumerate(expected, 1):
        board = page.locator(f".board:nth-child({number})")
        assert holding(page, number, "south") == str(wanted.deal.south)
        has(board.locator("h4.hidden"), 2)
    first, board = expected[0], page.locator(".board:nth-child(1)")
    assert not board.locator(".hands-left").first.is_visible()
    board.get_by_text("The ending", exact=True).press("Enter")
    left = sum(len(each) - 1 for each in first.ending.hands["south"].split())
    assert f"{first.tricks} of the last {left} tricks are wanted" in board.inner_text()
    assert "key card" not in board.inner_text()
    board.get_by_text("The answer", exact=True).click()
    chances = board.locator(".chances li").all_inner_texts()
    shown = [float(each.split("\n")[-1].removesuffix("%")) for each in chances]
    assert shown == pytest.approx([100 * first.chance, 100 * first.rival], rel=1e-3)
    assert board.get_by_role("button", name="Edit board 1").count() == 0
    here = page.url
    assert "theme=squeeze&n=3" in here.replace("&show=ns", "")
    page.locator("#undo").click()  # the deals
    page.locator("#undo").click()  # the theme
    says(page, '[data-field="north.hcp"]', "15")
    assert "theme" not in page.url
    page.goto("about:blank")
    page.goto(here)
    has(page.locator("#boards .board"), 3)
    says(page, "#boards .board:nth-child(1)", "the lead is")


@pytest.mark.long
def test_a_chance_belongs_to_its_turn(page: Page) -> None:
    """The ending's chance comes first; those of the key card and its rival, after the cards."""
    take(page, {"theme": "finesse-or-drop", "n": "4", "seed": "g1"})
    has(page.locator("#boards .board"), 4)
    page.get_by_role("button", name="Large").click()
    wanted = themed_boards("finesse-or-drop", 4, seed="g1").result().boards[3]
    assert wanted.after
    assert wanted.best != wanted.chance
    board = page.locator(".board:nth-child(4)")
    board.get_by_text("The answer", exact=True).click()
    has(board.locator(".chances"), 2)
    lines = board.locator(".chances li").all_inner_texts()
    shown = [float(each.split("\n")[-1].removesuffix("%")) for each in lines]
    chances = [wanted.best, wanted.chance, wanted.rival]
    assert shown == pytest.approx([100 * each for each in chances], rel=1e-3)
    assert lines[0].startswith("Best line")
    cards = [f"{card.suit.symbol}{card.rank.letter}".replace("T", "10") for card in wanted.after]
    assert f"After {' '.join(cards)}:" in board.inner_text()


@pytest.mark.long
def test_fewer_boards_than_asked_for_are_all_that_are_stored(page: Page) -> None:
    take(page, {"theme": "throw-in", "n": "50", "seed": "1"})
    has(page.locator("#boards .board"), len(stored_boards("throw-in")))
    says(page, '[id="dealt.seed"]', "all that are stored")
    page.get_by_role("button", name="More about board 1", exact=True).click()
    page.get_by_role("button", name="Play board 1", exact=True).click()
    page.wait_for_url("**/bid.html#*")
    says(page, "#cards-head", "6NT by South")
    page.go_back()
    has(page.locator("#boards .board"), len(stored_boards("throw-in")))
    page.get_by_role("button", name="Clear").click()
    says(page, "#count", "Every deal")
    assert "theme" not in page.url
    deal(page)
    says(page, "#boards .board:nth-child(1)", "S")
    assert "hidden" not in page.locator("#boards").inner_text()


@pytest.mark.parametrize("kind", CHOICES)
@pytest.mark.long
def test_decisions_are_a_scenario(page: Page, kind: str) -> None:
    """Only the hand that decides is shown; the answer opens by a key; an open one stays open."""
    found = with_decisions(page, kind)
    page.get_by_role("button", name="Search 244 scenarios").click()
    page.get_by_role("button", name="Decisions", exact=True).click()
    has(page.locator("#gallery .card-button"), 6)
    page.locator("#gallery .card-button").get_by_text(f"Clear {kind}", exact=True).click()
    says(page, ".middle", "One gains more than 2 IMPs against the other.")
    says(page, "#count", "found one by one")
    page.locator("#n").fill("2")
    with page.expect_request("**/api/v1/decisions") as asked:
        deal(page)
    seed = asked.value.post_data_json["seed"]
    wanted = {"decide": kind, "clear": 2, "n": 2, "seed": seed, "seconds": 300}
    assert asked.value.post_data_json == wanted
    has(page.locator("#boards .board"), 2)
    assert f"theme=clear-{kind}&n=2&board=1&seed={seed}" in page.url
    says(page, "#dealt", "2 boards")
    assert not page.locator("#stop").is_visible()
    assert not page.get_by_role("link", name="Bid these").is_visible()
    for number, each in enumerate(found.boards, 1):
        board = page.locator(f".board:nth-child({number})")
        assert f"{str(each.dealer).capitalize()} deals" in board.inner_text()
        has(board.locator("li.hidden"), 3)
        gain = f"{float(each.imps):.2f} IMPs"
        assert gain not in board.inner_text()
        board.get_by_text("The answer", exact=True).press("Enter")
        assert gain in board.inner_text()
        if each.system:
            has(board.locator("table.auction td .call"), len(each.auction))
            assert "as standard bids it" in board.inner_text()
    sent = page.evaluate(SENT)
    page.get_by_role("button", name="Large").click()
    has(page.locator(".board h4.hidden"), 6)
    page.get_by_role("button", name="Clear", exact=True).click()
    says(page, "#count", "Every deal")
    assert page.evaluate(SENT) == sent


SENT = "performance.getEntriesByType('resource').filter((e) => /decisions$/.test(e.name)).length"


@pytest.mark.long
def test_a_search_for_decisions_stops(page: Page) -> None:
    """Progress is shown; the boards so far, or that there are none, stay."""
    take(page, {"theme": "clear-lead", "n": "100", "seed": "1"})
    says(page, '[id="dealt.seed"]', "tried")
    page.get_by_role("button", name="Stop", exact=True).click()
    says(page, "#dealt", re.compile("board"))
    assert not page.locator("#stop").is_visible()
    tried = page.locator('[id="dealt.seed"]').inner_text()
    assert re.fullmatch(r"1 hand tried|\d+ hands tried", tried)


@pytest.mark.long
def test_limits_of_scenarios_are_their_conditions(page: Page) -> None:
    """Each as chips: the same deals. What is no limit of one hand stays in words."""
    conditions = [each.condition for each in dealwright.scenarios()]
    found = page.evaluate(
        """async (conditions) => {
            const { conditionOf, limitsOf } = await import("./limits.js");
            return conditions.map((text) => {
                const limits = limitsOf(text);
                return [conditionOf(limits, limits.words ?? "").text, Object.keys(limits).length];
            });
        }""",
        [
            *conditions,
            "hcp(north) > 3 || hcp(north) in 1..2 && balanced(north)",
            "x = 3 hcp(north) == x",
        ],
    )
    for (text, _), each in zip(found, dealwright.scenarios(), strict=False):
        assert dealwright.parse(text).count() == each.count, each.name
    assert sum(fields for _, fields in found) > 3 * len(conditions)
    assert [fields for _, fields in found[-2:]] == [1, 1]


@pytest.mark.long
def test_a_collection_is_kept_and_shared_by_link(
    page: Page, browser: Browser, server: Server
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for name, cell in (("strong & odd", "20+"), ("weak", "-6")):
        take(page, {"north.hcp": cell})
        advanced(page, *(["kept"] if name != "weak" else []))
        page.get_by_label("Keep this as").fill(name)
        page.get_by_role("button", name="Keep", exact=True).click()
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Search 244 scenarios").click()
    page.get_by_role("button", name="Yours", exact=True).click()
    assert page.locator("#gallery .card-button").all_inner_texts() == ["strong & odd", "weak"]
    page.get_by_role("button", name="Copy a link to these").click()
    page.get_by_role("button", name="Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    other = browser.new_context().new_page()
    other.set_default_timeout(PATIENCE * 1000)
    other.goto(link)
    other.get_by_role("button", name="Keep these").click()
    other.reload()
    other.get_by_role("button", name="Search 244 scenarios").click()
    other.get_by_role("button", name="Yours", exact=True).click()
    other.get_by_role("link", name="strong & odd").click()
    says(other, "#count", f"{dealwright.parse('hcp(north) >= 20').count():,} deals")
    other.context.close()


@pytest.mark.long
def test_charts_of_a_hand(page: Page) -> None:
    take(page, {"north.hcp": "15-17", "north.shape": "balanced"})
    advanced(page, "chart")
    page.get_by_label("Hand", exact=True).select_option("south")
    says(page, "#bars caption", "HCP of South")
    where = dealwright.parse("hcp(north) in 15..17 && balanced(north)")
    expected = where.distribution("hcp(south)")
    says(page, '[id="chart.about"]', f"mean {float(expected.mean()):.3f}, exact")
    rows = page.locator("#bars tbody tr")
    has(rows, len(expected))
    page.get_by_label("shows").select_option("♥")
    says(page, "#bars caption", "♥ of South")
    fill(page, {"words": "hearts(south) >= 5"})
    says(page, '[id="chart.about"]', re.compile(r"mean 5\.\d+, exact"))


@pytest.mark.long
def test_where_each_card_is(page: Page) -> None:
    take(page, {"west.hcp": "12+", "predeal": "south KQ2.AJ5.K632.Q43"})
    advanced(page, "cards")
    page.get_by_label("that each card is held by").select_option("west")
    says(page, '[id="cards.about"]', "exact")
    table = dealwright.parse("hcp(west) >= 12").cards(predeal="south KQ2.AJ5.K632.Q43")
    for card, name in (("SA", "ace of spades"), ("HT", "10 of hearts"), ("C2", "2 of clubs")):
        chance = float(table.chance(card, "west"))
        button = page.get_by_label(f"{name}, {100 * chance:.1f} % with west")
        assert button.locator("small").inner_text() == f"{100 * chance:.0f}"
    has(page.get_by_label("fixed with south"), 13)


@pytest.mark.long
def test_cards_are_fixed_with_the_mouse_and_with_keys(page: Page) -> None:
    take(page, {"predeal": "N:AK2... - - -"})  # PBN is read by the program, not by the grid
    advanced(page, "cards")
    says(page, '[id="cards.about"]', "exact")
    says(page, '[id="cards.about"]', "cannot read the fixed cards")
    page.get_by_label(re.compile("^2 of clubs")).click()
    assert page.locator("#predeal").input_value() == "N:AK2... - - -"
    fill(page, {"predeal": "north AK2.10.-. w h9 D10"})
    page.get_by_label(re.compile("^2 of clubs")).click()
    assert page.locator("#predeal").input_value() == "north SAK2 HT C2, west H9 DT"
    says(page, "#count", f"{dealwright.parse('1').count(predeal='N SAK2 HT C2 W H9 DT'):,} deals")
    page.get_by_label("that each card is held by").select_option("east")
    page.get_by_label(re.compile("^2 of clubs, fixed with North")).focus()
    page.keyboard.press("Enter")  # free again
    for key in ("ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowRight", "Space"):
        page.keyboard.press(key)
    assert page.locator("#predeal").input_value() == "north SAK2 HT, east D3, west H9 DT"
    has(page.get_by_label("3 of diamonds, fixed with east"), 1)
    assert "predeal=north" in page.url


SCRIPT = """# weak twos
weak = hcp(south) in 6..10 && spades(south) == 6
produce 3
dealer south
vulnerable EW
condition weak && hcp(north) >= 12
action printall, average "points" hcp(north), frequency "hearts" (hearts(north), 0, 4),
  frequency "both" (hcp(north), 12, 20, hearts(north), 0, 4), printes("N ", hcp(north), \\n)
"""


@pytest.mark.long
def test_a_script_is_pasted(page: Page, browser: Browser, tmp_path: Path) -> None:
    advanced(page, "costs")
    fill(page, {"words": SCRIPT})
    where = dealwright.parse("hcp(south) in 6..10 && spades(south) == 6 && hcp(north) >= 12")
    says(page, "#count .big", f"1 in {1 / float(where.probability()):,.0f}")
    says(page, "#clauses", "hcp(north) >= 12")
    assert page.get_by_text("Charts of a hand").is_hidden()
    says(page, ".middle", "A script")
    page.locator("#seed").fill("weak")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    found = boards(page)
    deals = dealwright.deal(3, where, seed="weak")
    assert all("South deals" in text and "E-W vul" in text for text in found)
    mean = float(where.expectation("hcp(north)"))
    says(page, ".statistic", f"points: {mean:.6g} exact")
    bars = page.locator("#answers .bars tbody tr")
    hearts = where.distribution("hearts(north)")
    assert [row.split()[0] for row in bars.all_inner_texts()] == ["0", "1", "2", "3", "4", "High"]
    assert f"{100 * float(hearts.probability(3)):.4g} %" in bars.nth(3).inner_text()
    has(page.locator(".crossed tbody tr"), 10)  # 12 to 20, and High
    assert page.locator(".printed").inner_text().split("\n")[:3] == [
        f"N {each.north.hcp}" for each in deals
    ]
    read = read_boards(saved(page, tmp_path, "pbn").read_bytes(), "pbn").boards
    assert [board.deal for board in read] == list(deals)
    other = browser.new_context().new_page()
    other.set_default_timeout(PATIENCE * 1000)
    other.goto(page.url)
    assert boards(other) == found
    other.context.close()


@pytest.mark.long
def test_a_script_stands_alone_and_its_faults_are_shown(page: Page) -> None:
    problem = "main > .stack > .problem"
    take(page, {"words": "produce 3\ncondition hcp(sud) > 3", "north.hcp": "12+"})
    says(page, problem, "A script stands alone")
    assert page.locator(".chip.wrong").get_attribute("data-field") == "north.hcp"
    take(page, {"words": "produce 3\ncondition hcp(sud) > 3"})
    says(page, problem, "sud")
    *_, line, caret = page.locator(problem).inner_text().split("^")[0].split("\n")
    assert line[len(caret) :].startswith("sud")


@pytest.mark.long
@pytest.mark.parametrize("kind", ["pbn", "lin", "dup"])
def test_a_saved_file_has_the_deals(page: Page, kind: str, tmp_path: Path) -> None:
    take(page, {"north.hcp": "20+", "n": "3", "seed": "saved"})
    boards(page)
    path = saved(page, tmp_path, kind)
    assert path.name == f"deals.{kind}"
    read = [board.deal for board in read_boards(path.read_bytes(), kind).boards]
    assert read == list(dealwright.deal(3, "hcp(north) >= 20", seed="saved"))


def saved(page: Page, folder: Path, kind: str) -> Path:
    """Save as a kind; return the file."""
    page.get_by_role("button", name="Save or print").click()
    if not page.locator(f'[data-format="{kind}"]').is_visible():
        page.get_by_text("More formats").click()
    with page.expect_download() as waiting:
        page.locator(f'[data-format="{kind}"]').click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    page.keyboard.press("Escape")
    return path


@pytest.mark.long
def test_hands_are_exchanged_at_random(page: Page, browser: Browser, tmp_path: Path) -> None:
    """On the page, behind its link and in the saved file; weights are those of deals as dealt."""
    take(page, {"east.s": "7", "seed": "turn", "n": "6"})
    plain = boards(page)
    advanced(page)
    page.locator("#exchanges").select_option("ew, suits")
    page.keyboard.press("Escape")
    says(page, "#dealt", "6 boards")
    page.wait_for_url(re.compile("exchanges=ew"))
    content = saved(page, tmp_path, "pbn").read_bytes()
    stream = dealwright.Stream("turn").split("exchange")
    dealt = dealwright.deal(6, "spades(east) == 7", seed="turn")
    expected = list(dealt.exchanged("ew, suits", stream))
    assert [board.deal for board in read_boards(content, "pbn").boards] == expected
    assert b"% exchange: ew, suits" in content
    shown = boards(page)
    assert shown != plain
    other = browser.new_context().new_page()
    other.set_default_timeout(PATIENCE * 1000)
    other.goto(page.url)
    assert boards(other) == shown
    other.context.close()
    advanced(page, "unequal")
    page.locator("#law").select_option("weights")
    assert page.locator("#exchanges").is_disabled()


@pytest.mark.long
def test_a_script_for_other_dealing_programs(page: Page, tmp_path: Path) -> None:
    """Of the limits as they are; a script that was pasted stays as it is."""
    limits = {"north.hcp": "15-17", "north.shape": "balanced", "predeal": "south SAK"}
    take(page, {**limits, "seed": "script"})
    boards(page)
    assert saved(page, tmp_path, "script").read_text() == (
        "predeal south SAK\ncondition hcp(north) >= 15 && hcp(north) <= 17 && "
        "shape(north, any 4333 + any 4432 + any 5332)\n"
    )
    text = "produce 2\ncondition hcp(north) >= 20\n"
    take(page, {"words": text, "seed": "script"})
    page.locator(".board:nth-child(2):last-child").wait_for()
    assert saved(page, tmp_path, "script").read_text() == text


@pytest.mark.long
def test_files_with_double_dummy_results_and_a_page_for_each_hand(
    page: Page, tmp_path: Path
) -> None:
    take(page, {"n": "2", "seed": "solved"})
    boards(page)
    read = read_boards(saved(page, tmp_path, "pbn solved").read_bytes(), "pbn").boards
    assert all("OptimumResultTable" in board.sections for board in read)
    page.get_by_role("button", name="Save or print").click()
    for kind in ("record", "hands"):
        page.get_by_label("Sheets").select_option(kind)
        with page.expect_download() as waiting:
            page.get_by_role("button", name="PDF").click()
        assert waiting.value.path().read_bytes().startswith(b"%PDF-")


@pytest.mark.long
def test_a_chart_of_what_cannot_be_counted(page: Page) -> None:
    """An estimate that says so; the rare condition makes each of its rows a sample's."""
    take(page, {"words": "cccc(north) + cccc(south) > 3500"})
    advanced(page, "chart")
    says(page, '[id="chart.about"]', "estimated from")
    says(page, "#bars", "HCP of North")


@pytest.mark.long
def test_the_page_is_ready_with_little_work(page: Page) -> None:
    """CPU time of the page's main thread until the count stands, with nothing kept: no clock."""
    work = page.context.new_cdp_session(page)
    work.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
    work.send("Performance.enable")
    page.reload()
    says(page, "#count", "Every deal")
    metrics = work.send("Performance.getMetrics")["metrics"]
    seconds = {each["name"]: each["value"] for each in metrics}
    assert 0 < seconds["TaskDuration"] < 0.5, seconds


@pytest.mark.long
def test_the_tricks_of_a_board(page: Page) -> None:
    take(page, {"n": "2", "seed": "tricks"})
    boards(page)
    page.get_by_role("button", name="More about board 2").click()
    page.get_by_role("button", name="tricks of board 2").click()
    says(page, ".board:nth-child(2) .par", "Par ")
    table = dealwright.solve(dealwright.deal(2, seed="tricks"))[1]
    rows = page.locator(".board:nth-child(2) .tricks tbody tr").all_inner_texts()
    assert [int(n) for n in rows[0].split()[1:]] == table[0, ::-1].tolist()
    assert [int(n) for n in rows[3].split()[1:]] == table[3, ::-1].tolist()


def test_the_keyboard_alone(page: Page) -> None:
    """A limit is added, and eight boards are dealt, without the pointer."""

    def tab_to(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if (
                page.evaluate(
                    "document.activeElement.ariaLabel ?? document.activeElement.textContent"
                )
                == name
            ):
                return
        raise AssertionError(name)

    tab_to("Add a limit for North")
    page.keyboard.press("Enter")
    page.locator("#editor").wait_for()
    for _ in range(60):
        if page.evaluate("document.activeElement.id") == "editor.typed":
            break
        page.keyboard.press("Tab")
    page.keyboard.type("37")
    says(page, "#count", f"{dealwright.parse('hcp(north) == 37').count():,} deals")
    page.keyboard.press("Escape")
    page.locator('[data-field="north.hcp"]:focus').wait_for()
    tab_to("Deal")
    page.keyboard.press("Enter")
    assert "37" in boards(page)[0]


def deal_two(page: Page) -> list[dealwright.Deal]:
    """Deal two boards, shown as diagrams."""
    take(page, {"n": "2", "seed": "tools"})
    boards(page)
    page.get_by_role("button", name="Large").click()
    page.locator(".board:nth-child(2) .north").wait_for()
    return list(dealwright.deal(2, seed="tools"))


def holding(page: Page, board: int, seat: str) -> str:
    """Return a hand of a board as the page shows it, as a dotted text."""
    lines = page.locator(f".board:nth-child({board}) .{seat} .suit").all_inner_texts()
    marks = str.maketrans("", "", "\u2009 \n♠♥♦♣–")
    return ".".join(line.translate(marks).replace("10", "T") for line in lines)


@pytest.mark.long
def test_two_cards_change_places_and_the_link_holds_the_board(page: Page, browser: Browser) -> None:
    first, second = deal_two(page)
    page.get_by_role("button", name="Edit board 2").click()
    mine, theirs = next(iter(second.north)), next(iter(second.west))
    symbols = "♣♦♥♠"
    for seat, card in (("north", mine), ("west", theirs)):
        rank = card.rank.letter.replace("T", "10")
        name = f"{symbols[card.suit]}{rank} of {seat.title()}"
        page.locator(".board:nth-child(2)").get_by_label(name, exact=True).click()
    bits = mine.mask | theirs.mask
    north, east, south, west = second.masks
    changed = dealwright.Deal([north ^ bits, east, south, west ^ bits])
    assert holding(page, 2, "north") == str(changed.north)
    assert holding(page, 2, "west") == str(changed.west)
    page.wait_for_url(re.compile("deals="))
    codes = [
        dealwright.format_deal_number(dealwright.deal_number(d.masks)) for d in (first, changed)
    ]
    assert f"deals={'.'.join(codes)}" in page.url
    other = browser.new_context().new_page()
    other.set_default_timeout(PATIENCE * 1000)
    other.goto(page.url)
    other.get_by_role("button", name="Large").click()
    assert holding(other, 2, "north") == str(changed.north)
    assert holding(other, 1, "south") == str(first.south)
    other.context.close()


@pytest.mark.long
def test_a_hand_is_kept_and_the_others_are_dealt_again(page: Page) -> None:
    take(page, {"south.hcp": "10+", "n": "1", "seed": "kept"})
    boards(page)
    page.get_by_role("button", name="Large").click()
    north, south = holding(page, 1, "north"), holding(page, 1, "south")
    page.get_by_role("button", name="Edit board 1").click()
    page.get_by_label("keep North").check()
    page.get_by_role("button", name="Redeal the other hands").click()
    page.wait_for_url(re.compile("deals="))
    assert holding(page, 1, "north") == north
    assert holding(page, 1, "south") != south  # 1 in 10^10 is the same again
    assert dealwright.Hand(holding(page, 1, "south")).hcp >= 10


@pytest.mark.long
def test_a_board_is_taken_to_the_table(page: Page) -> None:
    """Play takes a board to Bid, in the best contract that makes; Back has the same boards."""
    first, _ = deal_two(page)
    here = page.url
    page.get_by_role("button", name="Play board 1").click()
    page.wait_for_url("**/bid.html#*")
    says(page, "#cards-head", " by ")
    word, _, letter = page.locator("#contract-text").input_value().partition("-")
    made, table = Contract.parse(word), dealwright.solve([first])[0]
    scores = {
        (seat, strain): Contract(tricks - 6, strain.letter).score(tricks, vulnerable=False)
        for seat in Seat
        for strain in Strain
        if (tricks := int(table[seat][strain])) > 6
    }
    chosen = Seat.of(letter), Strain.of(word[1:])
    assert scores[chosen] == max(scores.values())
    assert made.level == int(table[chosen]) - 6
    page.go_back()
    page.wait_for_url(here)
    assert str(first.north.spades)[:1] in holding(page, 1, "north")


@pytest.mark.long
def test_the_links_of_a_board(page: Page) -> None:
    first, _ = deal_two(page)
    here = page.url
    page.get_by_role("button", name="Odds at the table of board 1").click()
    page.wait_for_url("**/odds.html#*")
    holds(page, "hand", str(first.south))
    holds(page, "dummy", str(first.north))
    page.goto(here)
    page.get_by_role("button", name="Links of board 1").click()
    code = dealwright.format_deal_number(dealwright.deal_number(first.masks))
    assert len(code) == 16
    says(page, ".links", f"{dealwright.deal_number(first.masks):,}")
    own = page.get_by_role("link", name="this deal")
    assert own.get_attribute("href") == f"#deals={code}&board=1"
    viewer = page.get_by_role("link", name="BBO's handviewer").get_attribute("href") or ""
    (board,) = read_boards(viewer.encode(), "handviewer").boards
    assert (board.deal, board.number, board.dealer) == (first, 1, board_dealer(1))
    own.click()
    says(page, "#dealt", "1 board")
    assert holding(page, 1, "east") == str(first.east)


@pytest.mark.long
def test_names_are_completed(page: Page) -> None:
    advanced(page)
    words = page.locator("#words")
    words.click()
    page.keyboard.type("los")
    option = page.locator("#offers [role=option]").first
    option.wait_for()
    assert option.inner_text().startswith("losers(north)")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert words.input_value() == "losers(north)"
    page.keyboard.type("south")  # in place of north, which is selected
    page.keyboard.press("End")
    page.keyboard.type(" <= 4")
    says(page, "#count", f"{dealwright.parse('losers(south) <= 4').count():,} deals")
    page.keyboard.type(" && longest_f")
    page.locator("#offers [role=option]").first.click()
    assert words.input_value() == "losers(south) <= 4 && longest_fit(ns)"
    page.keyboard.type("ew")
    page.keyboard.press("Escape")
    has(page.locator("#offers [role=option]"), 0)


@pytest.mark.long
def test_hands_in_words_stand_beside_limits(page: Page) -> None:
    take(page, {"east.hcp": "9+", "words": "north: 15-17 balanced; south: 5+ spades"})
    where = "hcp(east) >= 9 && hcp(north) in 15..17 && balanced(north) && spades(south) >= 5"
    says(page, "#count", f"{dealwright.parse(where).count():,} deals")
    advanced(page)
    fill(page, {"words": "north: 15-17 balanced, 5+ spads"})
    says(page, "#advanced .problem", "'spads' is not a word that a phrase can use")
    assert "5+ spads" in page.locator("#advanced .problem").inner_text()
    for field in ("shape", "hand"):
        take(page, {f"north.{field}": "5+ spades, 12+ points"})
        page.get_by_label("Exchange", exact=True).select_option("♠ and ♥")
        page.wait_for_url(re.compile("words"))
        assert page.locator("#words").input_value() == "hearts(north) >= 5 && hcp(north) >= 12"
        has(page.locator(f'[data-field="north.{field}"]'), 0)


@pytest.mark.long
def test_hands_and_suits_are_exchanged_everywhere(page: Page) -> None:
    limits = {"north.hcp": "15-17", "north.s": "4+", "north.shape": "4xxx"}
    words = "hascard(east, AS) && hcp(south) >= 8"
    take(page, {**limits, "words": words, "predeal": "south HAK2"})
    before = dealwright.parse(f"hcp(north) in 15..17 && spades(north) == 4 && {words}").count(
        predeal="south HAK2"
    )
    says(page, "#count", f"{before:,} deals")
    page.get_by_role("button", name="Rotate").click()
    page.wait_for_url(re.compile("east.hcp.*east.shape=4xxx"))
    assert page.locator("#words").input_value() == "hascard(south, AS) && hcp(west) >= 8"
    assert page.locator("#predeal").input_value() == "west HAK2"
    advanced(page)
    page.get_by_label("Exchange", exact=True).select_option("♠ and ♥")
    page.wait_for_url(re.compile("east.h=.*east.shape=x4xx"))
    assert page.locator("#words").input_value() == "hascard(south, AH) && hcp(west) >= 8"
    assert page.locator("#predeal").input_value() == "west SAK2"
    says(page, "#count", f"{before:,} deals")
    fill(page, {"words": "par(ns) > 0"})
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rotate").click()
    says(page, "main > .stack > .problem", "cannot be exchanged")


@pytest.mark.long
def test_shapes_are_picked(page: Page) -> None:
    page.get_by_role("button", name="Add a limit for South").click()
    editor = page.locator("#editor")
    editor.get_by_role("button", name="Shape").click()
    editor.locator('.pattern[aria-label^="4-4-3-2, 21.6 %"]').wait_for()
    has(editor.locator(".pattern"), 39)
    editor.get_by_text("24 rarer shapes").click()
    for name in ("5-4-3-1", "10-2-1-0", "4-4-4-1", "4-4-4-1"):
        editor.get_by_role("button", name=re.compile(rf"^{name},")).click()
    holds(page, "editor.typed", "any 5431 + any t210")
    where = dealwright.parse("shape(south, any 5431 + any t210)")
    says(page, "#count", f"{where.count():,} deals")
    picked = editor.locator(".patterns [aria-pressed=true]").evaluate_all(
        "(all) => all.map((each) => each.dataset.code)"
    )
    assert sorted(picked) == ["5431", "t210"]
    editor.get_by_label("or type a class").fill("s > h")
    has(editor.locator(".patterns [aria-pressed=true]"), 0)
    editor.get_by_role("button", name="semi-balanced").click()
    holds(page, "editor.typed", "semibalanced")


@pytest.mark.long
def test_the_chart_of_shapes(page: Page) -> None:
    take(page, {"north.hcp": "15-17"})
    advanced(page, "chart")
    page.get_by_label("shows").select_option("shape")
    says(page, "#bars caption", "shape of North")
    rows = page.locator("#bars tbody tr").all_inner_texts()
    flat = dealwright.parse("hcp(north) in 15..17").probability()
    both = dealwright.parse("hcp(north) in 15..17 && shape(north, any 4432)").probability()
    assert rows[0].split()[:2] == ["4-4-3-2", f"{100 * float(both / flat):.4g}"]


@pytest.mark.long
def test_a_page_is_printed_for_each_hand(page: Page, tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf", reason="reads the pages that are printed")
    dealt = deal_two(page)
    prints(page, "hands")
    page.pdf(path=str(tmp_path / "sheets.pdf"))
    sheets = [each.extract_text() for each in pypdf.PdfReader(tmp_path / "sheets.pdf").pages]
    sheets = [text for text in sheets if text.strip()]
    names = ["North", "East", "South", "West"]
    assert [text.split()[0] for text in sheets] == names
    for text, name in zip(sheets, names, strict=True):
        points = [dealt[0].north, dealt[0].east, dealt[0].south, dealt[0].west]
        assert f"{name} {points[names.index(name)].hcp}" in text
        others = [f"{other} {n}" for other in names for n in range(38) if other != name]
        assert not any(other in text for other in others)
        assert text.count(" deals") == 2
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    has(page.locator("#sheets"), 0)


def prints(page: Page, kind: str, *, tricks: bool = False) -> None:
    """Print sheets of a kind, but for the printer."""
    page.evaluate(
        "() => { window.printed = false; window.print = () => { window.printed = true; }; }"
    )
    if not page.locator("#save").is_visible():
        page.get_by_role("button", name="Save or print").click()
    page.get_by_label("Sheets").select_option(kind)
    page.get_by_label("With double-dummy tricks and par").set_checked(tricks)
    page.get_by_role("button", name="Print", exact=True).click()
    page.wait_for_function("() => window.printed")


@pytest.mark.long
def test_sheets_fill_pages_and_say_what_they_are(page: Page, tmp_path: Path) -> None:
    """Pages as promised, with title, date and seed; letters that are read across a table."""
    pypdf = pytest.importorskip("pypdf", reason="reads the pages that are printed")
    take(page, {"n": "20", "seed": "sheets"})
    has(page.locator(".board"), 20)
    # the sheets stay although the browser ends to print whenever the medium changes
    page.evaluate("addEventListener('afterprint', (event) => event.stopImmediatePropagation())")
    page.get_by_role("button", name="Save or print").click()
    page.get_by_label("Title").fill("Club night")
    for kind, tricks, pages in (("boards", False, 5), ("boards", True, 5), ("record", True, 3)):
        prints(page, kind, tricks=tricks)
        says(page, "#print-holds", f"20 boards, {pages} pages")
        if kind == "boards" and not tricks:
            page.emulate_media(media="print")
            letter = page.locator("#sheets .of-boards .suit").first
            assert float(letter.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)")) >= 18
            page.emulate_media(media="null")
        page.pdf(path=str(tmp_path / "a.pdf"), prefer_css_page_size=True, format="A4")
        sheets = [each.extract_text() for each in pypdf.PdfReader(tmp_path / "a.pdf").pages]
        assert len(sheets) == pages, (kind, tricks)
        for text in sheets:
            assert "Club night" in text
            assert re.search(r"[A-Z][a-z]+ \d+, \d{4}, seed sheets", text)
            assert ("Par " in text) == tricks
        assert sum(text.count("Board ") for text in sheets) == 20


@pytest.mark.long
def test_a_hand_record_has_the_tricks_that_the_page_solved(page: Page, tmp_path: Path) -> None:
    """Board by board, with a word how far it is; the file is not asked for before."""
    pypdf = pytest.importorskip("pypdf", reason="reads the pages that are printed")
    dealt = deal_two(page)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.get_by_role("button", name="Save or print").click()
    page.get_by_label("Sheets").select_option("record")
    page.get_by_label("Title").fill("Club night")
    page.get_by_label("With double-dummy tricks and par").check()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="PDF").click()
        says(page, "#print-note", re.compile(r"Solving board [12] of 2|Writing the file"))
    waiting.value.save_as(tmp_path / "a.pdf")
    text = pypdf.PdfReader(tmp_path / "a.pdf").pages[0].extract_text()
    assert "Club night" in text
    assert asked == ["solve", "solve", "export"]
    page.keyboard.press("Escape")
    path = saved(page, tmp_path, "pbn solved")
    read = read_boards(path.read_bytes(), "pbn").boards
    tables = dealwright.solve(dealt)
    for board, table in zip(read, tables, strict=True):
        digits = board.tags["DoubleDummyTricks"]
        assert [int(digit, 16) for digit in digits[:5]] == table[0][::-1].tolist()
    assert asked == ["solve", "solve", "export", "export"]  # solved boards are not solved again


@pytest.mark.long
def test_all_boards_are_solved(page: Page) -> None:
    dealt = deal_two(page)
    page.get_by_role("button", name="Tricks", exact=True).first.click()
    page.locator(".board:nth-child(2) .par").wait_for()
    tables = dealwright.solve(dealt)
    for place in (0, 1):
        row = page.locator(f".board:nth-child({place + 1}) .tricks tbody tr").first.inner_text()
        assert [int(n) for n in row.split()[1:]] == tables[place][0, ::-1].tolist()


@pytest.mark.long
def test_suits_in_two_colours(page: Page) -> None:
    deal_two(page)
    colour = "getComputedStyle(document.querySelector('.board .{}')).color"
    suits = ("spades", "hearts", "diamonds", "clubs")
    assert len({page.evaluate(colour.format(suit)) for suit in suits}) == 4
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Suits in four colours").click()
    two = [page.evaluate(colour.format(suit)) for suit in suits]
    assert (two[0], two[1]) == (two[3], two[2])
    assert two[0] != two[1]
    page.reload()
    boards(page)
    assert [page.evaluate(colour.format(suit)) for suit in suits] == two


@pytest.mark.long
def test_undo_and_redo(page: Page) -> None:
    undo = page.get_by_role("button", name="Undo")
    redo = page.get_by_role("button", name="Redo")
    assert undo.is_disabled()
    for cell in ("20+", "22+"):
        take(page, {"north.hcp": cell})
        says(page, "#count", f"{dealwright.parse(f'hcp(north) >= {cell[:2]}').count():,} deals")
    undo.click()
    assert chip(page, "north.hcp").startswith("20+")
    says(page, "#count", f"{dealwright.parse('hcp(north) >= 20').count():,} deals")
    undo.click()
    has(page.locator(".chip"), 0)
    assert undo.is_disabled()
    redo.click()
    redo.click()
    assert chip(page, "north.hcp").startswith("22+")
    assert redo.is_disabled()
    page.locator('[data-field="north.hcp"]').click()  # what the editor changes is one step
    for _ in range(3):
        page.get_by_role("button", name="At least: one less").click()
    page.keyboard.press("Escape")
    assert chip(page, "north.hcp").startswith("19+")
    undo.click()
    assert chip(page, "north.hcp").startswith("22+")


@pytest.mark.long
def test_what_somebody_keeps_is_asked_to_stay(page: Page) -> None:
    """Browsers forget what is long unused, unless they are asked."""
    page.evaluate("() => { navigator.storage.persist = () => { window.persisted = true; }; }")
    advanced(page, "kept")
    page.get_by_label("Keep this as").fill("mine")
    assert not page.evaluate("Boolean(window.persisted)")
    page.get_by_role("button", name="Keep", exact=True).click()
    assert page.evaluate("Boolean(window.persisted)")


@pytest.mark.long
def test_what_is_kept_and_what_was_dealt_before(page: Page, server: Server) -> None:
    take(page, {"north.hcp": "20+", "seed": "kept"})
    dealt = boards(page)
    advanced(page, "kept")
    page.get_by_label("Keep this as").fill("strong <b>")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.evaluate("localStorage.setItem('other', 'x')")
    page.goto(f"{server.address}deal.html#south.hcp=0")
    page.reload()
    advanced(page, "kept")
    page.get_by_role("link", name="hcp(north) >= 20").wait_for()
    page.get_by_role("link", name="strong <b>").click()
    assert boards(page) == dealt
    page.get_by_role("button", name="Forget strong <b>").click()
    has(page.get_by_role("link", name="strong <b>"), 0)
    page.evaluate("localStorage.setItem('dealwright.kept', '{damaged')")
    page.reload()
    advanced(page, "kept")
    says(page, "#kept", "nothing yet")


@pytest.mark.long
def test_deals_of_types_in_shares_and_their_law(page: Page) -> None:
    advanced(page, "unequal")
    page.get_by_label("Deals are").select_option("types")
    lines = ["weak 3: hcp(north) in 12..14", "strong 1: hcp(north) in 15..17"]
    page.get_by_label("One per line").fill("\n".join(lines))
    page.locator("#seed").fill("law")
    page.keyboard.press("Escape")
    page.locator("#n").fill("10")
    deal(page)
    page.locator(".board:nth-child(10)").wait_for()
    page.get_by_role("button", name="Large").click()
    found = boards(page)
    mixture = dealwright.Mixture(
        [("weak", "hcp(north) in 12..14", 3), ("strong", "hcp(north) in 15..17", 1)]
    )
    dealt = mixture.deal(10, seed="law")
    for one, text in zip(dealt.deals, found, strict=True):
        assert f"North {one.north.hcp}" in text
    rows = page.locator("#answers tbody tr").all_inner_texts()
    natural = 100 * float(mixture.natural[0])
    assert rows[0].split() == ["weak", "3/4", f"{natural:.4g}", "%", str(dealt.counts["weak"])]
    advanced(page)
    page.get_by_label("Deals are").select_option("weights")
    page.get_by_label("One per line").fill("hcp(north): 30=1")
    page.keyboard.press("Escape")
    deal(page)
    says(page, "#answers", "weights hcp(north): 30=1")
    advanced(page)
    page.get_by_label("One per line").fill("hcp(north)")
    page.keyboard.press("Escape")
    deal(page)
    says(page, "main > .stack > .problem", "names no values")


@pytest.mark.long
@pytest.mark.parametrize("seat", ["west", "random"])
def test_dealers_and_vulnerability_are_chosen(page: Page, seat: str, tmp_path: Path) -> None:
    page.locator("#n").fill("12")
    advanced(page)
    page.locator("#dealer").select_option(seat)
    page.locator("#vulnerable").select_option("random")
    page.locator("#seed").fill("drawn")
    page.keyboard.press("Escape")
    deal(page)
    page.locator(".board:nth-child(12)").wait_for()
    found = boards(page)
    path = saved(page, tmp_path, "pbn")
    read = read_boards(path.read_bytes(), "pbn").boards
    for text, board in zip(found, read, strict=True):
        assert board.dealer is not None
        assert board.vulnerability is not None
        assert f"{board.dealer.name.title()} deals" in text
        assert SIDES[board.vulnerability.value] in text
    if seat == "random":
        assert len({board.dealer for board in read}) > 1


DIALOGS = ("editor", "gallery", "save", "advanced")


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 768, 1400])
def test_nothing_is_in_the_way_of_anybody(page: Page, width: int, scheme: str) -> None:
    """The rules of axe-core: names, contrast, order, roles; dialogs open; nothing is cut off."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe from PyPI")
    page.emulate_media(
        color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce"
    )
    page.set_viewport_size({"width": width, "height": 700})

    def looked_at() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = axe.Axe().run(page)
        assert found.violations_count == 0, found.generate_report()

    take(page, {**ARTICLE, "north.hcp": "many"})
    says(page, "main > .stack > .problem", "is not a range")
    looked_at()
    take(
        page,
        {**ARTICLE, "predeal": "north SA", "seed": "axe", "show": "nwe", "words": "hcp(north) > 3"},
    )
    boards(page)
    says(page, "#count .tag", "exact")
    looked_at()
    page.get_by_role("button", name="Large").click()
    page.get_by_text("More", exact=True).click()
    looked_at()
    page.keyboard.press("Escape")
    take(page, {"theme": "squeeze", "n": "2", "seed": "axe"})
    has(page.locator(".themed"), 2)
    for summary in page.locator(".themed summary").all():
        summary.click()
    says(page, ".board:nth-child(1) .themed", "The key card is")
    looked_at()
    for kind in CHOICES:
        with_decisions(page, kind)
        take(page, {"theme": f"close-{kind}", "n": "2", "seed": "axe"})
        says(page, ".board:nth-child(2) .themed", CHOOSES[kind])
        for summary in page.locator(".themed summary").all():
            summary.click()
        looked_at()
    take(page, {**ARTICLE, "predeal": "north SA", "seed": "axe", "words": "hcp(north) > 3"})
    has(page.locator(".themed"), 0)
    for dialog in DIALOGS:
        if dialog == "editor":
            page.locator('[data-field="west.hcp"]').click()
            page.locator("#editor .histogram .in").first.wait_for(state="attached")
            looked_at()
            page.locator("#editor").get_by_role("button", name="Shape").click()
            page.locator('.pattern[aria-label*="%"]').first.wait_for(state="attached")
        elif dialog == "advanced":
            advanced(page, "unequal", "costs", "cards", "chart", "kept")
            says(page, '[id="cards.about"]', re.compile("exact|estimated"))
            says(page, "#bars caption", "HCP")
            says(page, "#clauses", "hcp(west)")
        else:
            page.get_by_role(
                "button", name={"gallery": "Search 244", "save": "Save or print"}[dialog]
            ).click()
        looked_at()
        page.keyboard.press("Escape")
        page.locator(f"#{dialog}").wait_for(state="hidden")


@pytest.mark.parametrize(
    "size",
    [
        (320, 568), (1280, 720),
        *(
            pytest.param(size, marks=pytest.mark.long)
            for size in [
                (390, 667), (390, 844), (768, 1024), (1024, 768), (1366, 768), (1400, 900),
                (1600, 900), (1920, 1080),
            ]
        ),
    ],
)  # fmt: skip
def test_every_part_of_the_editor_is_on_the_screen(page: Page, size: tuple[int, int]) -> None:
    """What it shows makes it higher or lower: *Done* and the count can be reached all the same."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    take(page, {"south.hcp": "12-14"})
    page.locator('[data-field="south.hcp"]').click()
    for kind in page.locator('[id="editor.kinds"] button').all():
        kind.click()
        if kind.get_attribute("data-key") == "shape":
            page.locator(".pattern").first.wait_for(state="attached")
        page.wait_for_function(
            "() => { const at = document.getElementById('editor').getBoundingClientRect();"
            " return at.top >= 0 && at.bottom <= innerHeight && at.left >= 0"
            " && at.right <= innerWidth; }",
            timeout=5000,
        )
    page.locator("#editor").get_by_role("button", name="Done").click()


CHOOSES = {"lead": "leads", "contract": "chooses", "call": "calls"}


@pytest.mark.long
def test_the_phone_shows_the_table_the_count_and_deal(page: Page) -> None:
    """On the first screen; the blank page is less than 1,100 pixels high."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    says(page, "#count", "Every deal")
    page.locator("#popular button").first.wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") < 1100
    for part in (".felt", "#count .big", "#deal"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844, part


@pytest.mark.long
def test_text_of_twice_the_size_is_not_cut_off(page: Page) -> None:
    page.set_viewport_size({"width": 768, "height": 900})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    take(page, {**ARTICLE, "seed": "big"})
    boards(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 768


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 348, 390])
def test_the_widest_boards_fit_a_phone(page: Page, width: int) -> None:
    """A long suit in each column; Firefox for computers takes 12 pixels for what scrolls."""
    page.set_viewport_size({"width": width, "height": 700})
    long_suits = {"north.s": "7", "east.h": "7", "south.d": "7", "west.c": "7"}
    take(page, {**long_suits, "n": "3", "seed": "wide"})
    boards(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_a_script_answers_is_in_nobodys_way(page: Page, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe from PyPI")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 360, "height": 700})
    take(page, {"words": SCRIPT, "seed": "axe"})
    boards(page)
    says(page, "#count .tag", "exact")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = axe.Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.long
def test_paper_has_the_boards_alone(page: Page, tmp_path: Path) -> None:
    """No button, no menu, no count."""
    pypdf = pytest.importorskip("pypdf", reason="reads the pages that are printed")
    take(page, {"n": "4", "seed": "paper"})
    boards(page)
    page.get_by_role("button", name="Large").click()
    page.pdf(path=str(tmp_path / "boards.pdf"))
    text = "\n".join(each.extract_text() for each in pypdf.PdfReader(tmp_path / "boards.pdf").pages)
    assert [text.count(f"Board {number}") for number in range(1, 6)] == [1, 1, 1, 1, 0]
    for control in ("Undo", "More", "Save", "Deal\n", "Tricks", "Every deal", "Systems", "exact"):
        assert control not in text, control


def test_the_first_page_is_light(page: Page, server: Server) -> None:
    """All of its files together, as they are sent."""
    names = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    files = {name[len(server.address) :] for name in names if "/api/" not in name}
    assert {"deal.js", "style.css"} <= files
    sizes = [
        len(server.send("GET", f"/{name}", accept_encoding="gzip")[2])
        for name in ["deal.html", *files]
    ]
    assert sum(sizes) < 200_000


@pytest.mark.long
def test_what_each_limit_leaves_is_exact_or_has_an_interval(page: Page) -> None:
    advanced(page, "costs")
    fill(page, {"words": "hcp(north) in 15..17 && balanced(north)"})
    says(page, "#clauses", "10.10 %")  # 10.0963 %; a sample of 65,536 deals gave 10.13 %
    assert "to" not in page.locator("#clauses tbody").inner_text()
    fill(page, {"words": "hcp(north) >= 36 && hcp(south) > 1"})
    says(page, "#clauses", "1.01e-8 %")
    uncounted = "hcp(east) * spades(south) > 30 + hcp(west) * clubs(east)"
    fill(page, {"words": f"hcp(north) > 11 && {uncounted}"})
    alone = "#clauses tr:last-child td:nth-child(2)"
    says(page, alone, re.compile(r"^\d+\.\d+ % \(\d.* to \d.*\)$"))


@pytest.mark.long
def test_an_estimate_says_so_with_its_interval(page: Page) -> None:
    """It and the exact count are never confused, by word or by colour."""
    take(page, {"words": "cccc(north) + cccc(south) > 3500"})
    says(page, "#count .tag", "estimate")
    says(page, "#count .big", "about 1 in ")
    says(
        page,
        "#count .whole-number",
        re.compile(r"about \d.* deals; \d.* % to \d.* %, from [\d,]+ deals$"),
    )
    colour = "getComputedStyle(document.querySelector('#count .tag')).backgroundColor"
    estimated = page.evaluate(colour)
    take(page, {"north.hcp": "20+"})
    says(page, "#count .tag", "exact")
    assert page.evaluate(colour) != estimated


@pytest.mark.long
def test_a_count_that_is_not_of_the_limits_looks_so(page: Page) -> None:
    """The old number stays, and turns soft until the new one comes."""
    take(page, {"north.hcp": "15-17"})
    says(page, "#count", "1 in 9.90")
    typed = """(box) => {
      box.value = "hcp(north) >= 2";
      box.dispatchEvent(new Event("input", { bubbles: true }));
      return document.body.classList.contains("counting"); // before any timer and any request
    }"""
    assert page.locator("#words").evaluate(typed)
    page.wait_for_selector("body:not(.counting)")
    page.locator("#words").evaluate(typed.replace("hcp(north) >= 2", ""))
    says(page, "#count", "1 in 9.90")
    page.route("**/api/v1/limits", lambda route: page.wait_for_timeout(600) or route.continue_())
    take(page, {"north.losers": "5"})  # which the page itself does not count
    page.wait_for_selector("body.counting")
    assert "1 in 9.90" in page.locator("#count").inner_text()
    page.wait_for_selector("body:not(.counting)")
    says(page, "#count", f"{dealwright.parse('losers(north) == 5').count():,} deals")


@pytest.mark.long
def test_one_request_counts_and_says_what_each_limit_leaves(page: Page) -> None:
    asked = list[tuple[str, object]]()
    page.on("request", lambda sent: asked.append((sent.url.rpartition("/")[2], sent.post_data)))
    take(page, {**ARTICLE})
    says(page, "#count", DEALS)
    page.wait_for_timeout(300)
    (sent_body,) = [body for name, body in asked if name != "icon.svg"]
    sent = json.loads(str(sent_body))
    assert sent["limits"][0] == "hcp(east) == 10"
    assert len(sent["limits"]) == len(ARTICLE)


@pytest.mark.long
def test_addresses_that_began_at_home_go_on_to_deal(page: Page, server: Server) -> None:
    page.goto("about:blank")
    page.goto(f"{server.address}#north.hcp=20%2B&n=2&seed=old")
    page.wait_for_url("**/deal.html#*")
    assert len(boards(page)) == 2
    expected = dealwright.deal(2, "hcp(north) >= 20", seed="old")
    for text, one in zip(boards(page), expected, strict=True):
        assert str(one.north).split(".")[0].replace("T", "10") in text


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_home_counts_one_sentence(page: Page, server: Server, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe from PyPI")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(server.address)
    where = "hcp(north) in 15..17 && balanced(north) && hearts(south) >= 5"
    says(page, "#whole", f"{dealwright.parse(where).count():,} of")
    page.get_by_label("Suit").select_option("clubs")
    page.get_by_label("North's shape").select_option("any shape")
    where = "hcp(north) in 15..17 && clubs(south) >= 5"
    says(page, "#whole", f"{dealwright.parse(where).count():,} of")
    for width in (360, 1400):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = axe.Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    page.get_by_role("link", name="Deal these").click()
    says(page, "#count", f"{dealwright.parse(where).count():,} deals")
    assert len(boards(page)) == 8


@pytest.mark.long
def test_a_lesson_begins_as_it_says(page: Page, tmp_path: Path) -> None:
    """Who opens deals, and the opponents pass. Mutants: the dealer of the number; other deals."""
    words = "north: opens 1NT; south: 5+ hearts"
    take(page, {"words": words, "seed": "lesson", "n": "6"})
    says(page, "#dealt", "6 boards")
    says(page, "#dealt\\.seed", "every auction begins as the words say, and the opponents pass")
    quiet = dealwright.parse(words) & quiet_opponents(lesson_of(words), [Seat.NORTH])
    found = read_boards(saved(page, tmp_path, "pbn").read_bytes(), "pbn").boards
    assert [board.deal for board in found] == [*dealwright.deal(6, quiet, seed="lesson")]
    assert {board.dealer for board in found} == {Seat.NORTH}
    advanced(page)
    page.locator("#dealer").select_option("east")
    page.wait_for_url(re.compile("dealer=east"))
    page.locator("#quiet").select_option("any")
    page.wait_for_url(re.compile("quiet=any"))
    page.keyboard.press("Escape")
    found = read_boards(saved(page, tmp_path, "pbn").read_bytes(), "pbn").boards
    assert [board.deal for board in found] == [*dealwright.deal(6, words, seed="lesson")]
    assert {board.dealer for board in found} == {Seat.EAST}


@pytest.mark.long
def test_an_address_with_an_unknown_limit_is_told(page: Page) -> None:
    """Names that people write are taken; what is no limit is named, not dropped in silence."""
    take(page, {"west.spades": "5", "north.hcp": "15-17", "south.rank": "9"})
    says(page, ".toast", "no limit of a hand in south.rank")
    page.locator('[data-field="west.s"]').wait_for()


def test_a_count_of_what_was_written_before_is_not_exact(page: Page) -> None:
    take(page, {"north.hcp": "15-17"})
    says(page, "#count .tag", "exact")
    take(page, {"north.hand": "15-17 balanzed"})
    says(page, "main > .stack > .problem", "balanzed")
    assert page.locator("#count .tag").inner_text() == ""
    take(page, {"north.hand": "15-17 balanced"})
    says(page, "#count .tag", "exact")


def test_a_phone_shows_no_long_numbers(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    take(page, {"north.hcp": "15-17"})
    says(page, "#count .tag", "exact")
    assert not page.locator("#count .whole-number").is_visible()
    page.set_viewport_size({"width": 1200, "height": 844})
    assert page.locator("#count .whole-number").is_visible()
