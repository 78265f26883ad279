"""The pages in another language: every sentence of theirs is in the table of sentences."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tools.sentences import STATIC, sentences

from dealwright.analysis.decisions.finding import CHOICES
from dealwright.play.themes.boards import THEMES
from tests.web.conftest import ENDING, Server, has, needs_browser, opened, says, with_decisions

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.long, needs_browser]
PAGES = sorted({path.stem for path in STATIC.glob("*.html")} - {"class"})  # see below
# Texts that are not in brackets, but for those that are the same in every language: NT and XX.
OTHERS = """() => {
  const found = [];
  document.querySelectorAll("span.spades, span.hearts, span.diamonds, span.clubs").forEach(
    (symbol) => symbol.replaceWith(symbol.textContent)); // they part a sentence
  document.body.normalize();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (parent.closest("[translate=no], script, style, code, kbd, textarea")) continue;
    let text = texts.currentNode.nodeValue.replace(/\\b[AKQJT0-9]+\\b/g, ""); // of cards
    for (let before = ""; before !== text;) [before, text] = [text, text.replace(/⟦[^⟦⟧]*⟧/g, "")];
    if (/\\p{L}{2}/u.test(text) && !["NT", "XX"].includes(text)) found.push(text.trim());
  }
  return [...new Set(found)];
}"""


@pytest.fixture
def brackets(page: Page) -> Page:
    """Deal in a language whose sentences are English in brackets."""
    english = [each for told in sentences().values() for each in told]
    changed = json.dumps({each: f"⟦{each}⟧" for each in english})
    page.route(
        "**/words_xx.js",
        lambda route: route.fulfill(
            body=f"export default {changed}", content_type="text/javascript"
        ),
    )
    page.evaluate("localStorage.setItem('dealwright.language', 'xx')")
    return page


@pytest.mark.parametrize("name", PAGES)
def test_every_sentence_of_a_page_is_translated(brackets: Page, server: Server, name: str) -> None:
    """Before an answer comes: what the library says stays English."""
    brackets.route("**/api/**", lambda route: None)
    opened(brackets, server, name)
    brackets.locator("#pages a").first.wait_for()
    assert brackets.locator("html").get_attribute("lang") == "xx"
    assert brackets.evaluate(OTHERS) == []


def test_what_a_page_says_later_is_translated(brackets: Page, server: Server) -> None:
    opened(brackets, server, "deal", {"north.hcp": "15-17", "n": "2", "seed": "1"})
    has(brackets.locator(".board"), 2)
    says(brackets, "#dealt", "⟦2 boards⟧")
    says(brackets, '.big[data-count="rarity"]', "⟦1 in 9.90⟧")
    assert brackets.evaluate(OTHERS) == []


def test_the_page_of_a_class_is_translated(brackets: Page, server: Server) -> None:
    given = json.dumps({"n": 2, "seed": "class", "tables": 2})
    status, _, made = server.send("POST", "/api/v1/classes", given, content_type="application/json")
    assert status == 200
    found = json.loads(made)
    opened(brackets, server, "class", {"class": found["class"], "token": found["token"]})
    has(brackets.locator(".class-grid tbody tr"), 2)
    brackets.locator(".class-grid button").first.click()
    has(brackets.locator("#cell .board"), 1)
    assert brackets.evaluate(OTHERS) == []


@pytest.mark.parametrize("theme", THEMES)
def test_what_a_theme_says_is_translated(brackets: Page, server: Server, theme: str) -> None:
    opened(brackets, server, "deal", {"theme": theme, "n": "2", "seed": "1"})
    has(brackets.locator(".themed"), 2)
    for summary in brackets.locator(".themed summary").all():
        summary.click()
    assert brackets.evaluate(OTHERS) == []


@pytest.mark.parametrize("kind", CHOICES)
def test_what_a_decision_says_is_translated(brackets: Page, server: Server, kind: str) -> None:
    """But for the condition and the name of the system."""
    found = with_decisions(brackets, kind)
    opened(brackets, server, "deal", {"theme": f"close-{kind}", "n": "2", "seed": "1"})
    has(brackets.locator(".themed"), 2)
    for summary in brackets.locator(".themed summary").all():
        summary.click()
    library = {found.boards[0].known, found.boards[0].system}
    assert [text for text in brackets.evaluate(OTHERS) if text not in library] == []


def test_what_an_ending_says_is_translated(brackets: Page, server: Server) -> None:
    opened(brackets, server, "odds", ENDING)
    brackets.get_by_role("button", name="⟦What now?⟧").click()
    brackets.locator('[data-card="SA"]').click()
    has(brackets.locator("#ending .chances li"), 4)
    brackets.locator("#ending .plan summary").last.click()
    assert brackets.evaluate(OTHERS) == []
