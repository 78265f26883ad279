"""The count of the page itself and that of the program, by each other's questions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random  # noqa: TID251  of texts: no deal is drawn
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from dealwright import parse
from tests.web.conftest import needs_browser, opened, says

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.web.conftest import Server

pytestmark = needs_browser

SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
CLASSES = ("balanced", "semibalanced", "any 4441", "any 5521 + any 6430", "any 7600 + any 5440")
COUNT = """async (all) => {
  const { firstCount } = await import("./first_count.js");
  return all.map((cells) => {
    const found = firstCount(cells, Object.keys(cells));
    return found ? [found.count, ...found.alone].map(String) : null;
  });
}"""
HARD = {"west.losers": "7"}  # the page leaves losers to the program


def range_of(random: Random, most: int) -> tuple[str, list[tuple[int, int]]]:
    """Return a limit as it is typed, and its ranges."""
    low = random.randint(0, most)
    high = random.randint(low, low + 4)
    other = high + random.randint(2, 4)
    return random.choice([
        (f"{low}-{high}", [(low, high)]), (f"{low}+", [(low, 99)]), (f"-{high}", [(0, high)]),
        (f"{low}", [(low, low)]), (f"{low},{other}", [(low, low), (other, other)]),
    ])  # fmt: skip


def question_of(random: Random) -> tuple[dict[str, str], list[str]]:
    """Return limits of one to four hands by their fields, and the test of each in words."""
    cells, tests = dict[str, str](), list[str]()
    seats = ("north", "east", "south", "west")
    hands = random.choices((1, 2, 3, 4), (4, 5, 2, 1))[0]
    for seat in random.sample(seats, hands):
        for key in random.sample(["hcp", *SUITS, "shape"], random.choices((1, 2, 3), (4, 3, 1))[0]):
            if key == "shape":
                text = random.choice(CLASSES)
                named = not text.startswith("any")
                tests.append(f"{text}({seat})" if named else f"shape({seat}, {text})")
            else:
                text, ranges = range_of(random, 20 if key == "hcp" else 6)
                quantity = f"{SUITS.get(key, key)}({seat})"
                each = (f"{low} <= {quantity} && {quantity} <= {high}" for low, high in ranges)
                tests.append(" || ".join(each))
            cells[f"{seat}.{key}"] = text
    return cells, tests


def compared(page: Page, seed: str, number: int) -> tuple[int, int]:
    """Compare counts of random questions; return how many the page counted, and how many it left.

    No deal at all is left to the program, which says why.
    """
    random = Random(seed)
    questions = [question_of(random) for _ in range(number)]
    found: list[list[str] | None] = page.evaluate(COUNT, [cells for cells, _ in questions])
    counted = left = 0
    for (cells, tests), counts in zip(questions, found, strict=True):
        whole = parse(" && ".join(f"({test})" for test in tests)).count(budget=60)
        if counts is None:
            left += bool(whole) and all(parse(test).count() for test in tests)
        else:
            assert counts == [str(whole), *(str(parse(test).count()) for test in tests)], cells
            counted += 1
    return counted, left


@pytest.mark.long
def test_forty_questions(page: Page) -> None:
    counted, left = compared(page, "forty", 40)
    assert counted >= 25
    assert left <= 4


@pytest.mark.slow
def test_five_thousand_questions(page: Page) -> None:
    parts = [compared(page, f"thousands {part}", 500) for part in range(10)]
    assert sum(counted for counted, _ in parts) >= 3500
    assert sum(left for _, left in parts) <= 500


def test_every_deal_and_no_deal(page: Page) -> None:
    every, none, hard, fixed = page.evaluate(
        COUNT, [{}, {"north.hcp": "38+"}, HARD, {"north.hcp": "10+", "north.hand": "5+ spades"}]
    )
    assert every == [str(parse("1").count())]
    assert none is hard is fixed is None


def test_what_is_no_limit_is_left_to_the_program(page: Page) -> None:
    """It says what is wrong; also where another pattern or field can be counted."""
    odd = [
        {"north.shape": "any 4432 + any 5331"}, {"north.shape": "any 4333 + any 9999"},
        {"north.shape": "5-3-3-2"}, {"north.shape": "Balanced"}, {"north.hcp": "17-15"},
        {"north.hcp": "15-17", "south.hcp": "1o+"}, {"north.s": "5x"}, {"north.hcp": "15-"},
    ]  # fmt: skip
    assert page.evaluate(COUNT, odd) == [None] * len(odd)


@pytest.fixture
def held(page: Page) -> Iterator[list[Route]]:
    """Requests for counts that are held back until a test lets them go."""
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    page.route("**/api/v1/limits", hold)
    yield routes
    page.unroute("**/api/v1/limits")


def take(page: Page, **limits: str) -> None:
    page.evaluate("(limits) => { location.hash = limits; }", urlencode(limits))


def test_the_page_counts_before_the_server_answers(page: Page, held: list[Route]) -> None:
    limits: dict[str, Any] = {"north.hcp": "15-17", "north.shape": "balanced", "south.s": "5+"}
    take(page, **limits)
    where = "hcp(north) in 15..17 && balanced(north) && spades(south) >= 5"
    says(page, "#count", f"{parse(where).count():,} deals")
    says(page, "#count .tag", "counted by this page")
    says(page, '[data-field="south.s"]', "17.6 %")
    assert page.get_by_role("button", name="Deal", exact=True).is_enabled()
    held[-1].continue_()
    says(page, "#count .tag", "exact")
    says(page, "#count", f"{parse(where).count():,} deals")
    assert not page.locator("#remarks li").count()


def test_two_counts_that_do_not_agree_are_both_said(page: Page, held: list[Route]) -> None:
    """Mutant: the later one in silence."""
    take(page, **{"north.hcp": "20+"})
    says(page, "#count .tag", "counted by this page")
    answer = held[-1].fetch()
    right = str(parse("hcp(north) >= 20").count())
    wrong = str(int(right) + 1)
    held[-1].fulfill(response=answer, body=answer.text().replace(right, wrong))
    says(page, "#count", f"{int(wrong):,} deals")
    says(page, "#remarks", f"This page had counted {int(right):,} deals")


def test_what_the_page_cannot_say_waits(page: Page, held: list[Route]) -> None:
    take(page, **HARD)
    page.wait_for_selector("body.counting")
    says(page, "#count", "Every deal")
    held[-1].continue_()
    says(page, "#count .tag", "exact")
    says(page, "#count", f"{parse('losers(west) == 7').count():,} deals")


def test_the_count_stays_where_the_server_does_not_answer(page: Page) -> None:
    says(page, "#count .tag", "exact")
    page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('gone')); }")
    take(page, **{"north.hcp": "20+"})
    says(page, "p.problem[role=alert]", "The server is not answering")
    says(page, "#count .tag", "counted by this page")
    says(page, "#count", f"{parse('hcp(north) >= 20').count():,} deals")
    assert page.locator("body.unread").count() == 0


def test_home_counts_before_the_server_answers(page: Page, server: Server) -> None:
    """The program's count takes its place; where they differ, both are said."""
    routes: list[Route] = []
    page.route("**/api/v1/count", lambda route: routes.append(route))
    where = "hcp(north) in 15..17 && balanced(north) && hearts(south) >= 5"
    count = str(parse(where).count())
    opened(page, server, "index")
    says(page, "#whole", f"{int(count):,} of ")
    says(page, "#tag", "counted by this page")
    answer = routes[-1].fetch()
    routes[-1].fulfill(response=answer)
    says(page, "#tag", "exact")
    assert page.locator("#problem").is_hidden()
    page.evaluate("document.getElementById('length').dispatchEvent(new Event('change'))")
    says(page, "#tag", "counted by this page")
    body = answer.text().replace(f'"{count}"', f'"{int(count) + 1}"')
    routes[-1].fulfill(response=answer, body=body)
    says(page, "#whole", f"{int(count) + 1:,} of ")
    says(page, "#problem", f"This page had counted {int(count):,} deals")
    page.unroute("**/api/v1/count")
