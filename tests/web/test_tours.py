"""Tours of the pages: what each shows after everything that a user does there.

``python -m tests.web.test_tours`` stores them again, ``python -m tests.web.test_tours odds`` one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import CHROMIUM, needs_browser
from tests.web.tours import STORED, Tour, made, static_files, store

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser


@pytest.fixture(scope="session")
def static_address() -> Iterator[str]:
    with static_files() as address:
        yield address


def home(tour: Tour) -> None:
    tour.open("index")
    tour.fill("#points", "20..21")
    tour.fill("#shape", "")
    tour.fill("#length", "7")
    tour.fill("#suit", "spades")
    tour.click("More")
    tour.click("Suits in four")
    tour.click("Suits in two")
    tour.click("Suits in four")
    tour.type_key("Escape")
    tour.click("More")
    tour.click("css:h1")


def deal_limits(tour: Tour) -> None:
    """The table of limits: the editor of ranges, shapes and words, the count, undo."""
    tour.open("deal")
    tour.click("Add a limit for North", "1NT", "At most: one more", "At least: one less")
    tour.click("At least: one less", "At most: one less")
    for text in ("8,11-13", "-9", "12+", "many", "4", "0-37"):
        tour.fill("#editor\\.typed", text)
    tour.fill("#editor\\.least", "12")
    tour.fill("#editor\\.most", "10")
    tour.fill("#editor\\.most", "99")
    tour.click("Shape", "balanced", "4-3-3-3, 10.5 % of hands", "5-3-3-2, 15.5 % of hands")
    tour.click("24 rarer shapes", "two-suiters", "three-suiters", "one-suiters", "semi-balanced")
    tour.fill("#editor\\.typed", "s >= 5 && h >= 4")
    tour.fill("#editor\\.typed", "5+xxx")
    tour.click("spades", "exactly 5", "short", "at most 3", "hearts", "6+", "Controls", "at most 2")
    tour.click("Losers", "at most 7", "Freakness", "wild: 5+", "Remove this limit")
    tour.click("In words", "no void")
    tour.fill("#editor\\.typed", "two of top three hearts")
    tour.type_key("Escape")
    tour.click('[data-field="north.s"]', "Done")
    tour.click("Undo", "Redo", "Rotate")
    tour.click("Add a limit for South", "opening", "Remove this limit", "weak", "Done")
    tour.click("Clear", "css:.toast button", "Clear")
    # limits that contradict each other, and what cannot be read
    tour.address("north.hcp=20-22&south.hcp=12%2B&east.hcp=10%2B&east.s=4%2B")
    tour.address("north.hcp=many&south.points=5%2B&south.spades=4")
    tour.address("south.shape=5432&north.foo=3&n=5")
    tour.address("west.h=14")
    tour.address("north.hcp=37&east.hcp=3&words=hcp(south)%3E3%20")
    tour.address("north.hcp=20-20&south.shape=any+4441&east.hand=void+in+hearts")


def deal_boards(tour: Tour) -> None:
    """Boards: dealt, shown, edited, solved, saved, printed, linked, numbered."""
    tour.open("deal", "#north.hcp=15-17&n=2&seed=tour&board=3")
    tour.click("More about board 3", "Double-dummy tricks of board 3", "Links of board 3")
    tour.click("Large", "Show North", "Show West", "Compact", "Large", "Show North", "Show West")
    tour.click("Edit board 4")
    cards = "#boards li:nth-child(2) button.small"
    tour.click(f"css:{cards}:nth-of-type(1)", "css:#boards li:nth-child(2) .east button.small")
    tour.click("Edit board 3")
    tour.click("css:#boards li:nth-child(1) .north .suit:nth-of-type(2) button.small")
    tour.click("css:#boards li:nth-child(1) .north .suit:nth-of-type(3) button.small")
    tour.click("css:#boards li:nth-child(1) .north .suit:nth-of-type(3) button.small")
    tour.click("keep South", "keep East", "Redeal the other hands")
    tour.click("Play board 4", "Odds at the table of board 3")
    tour.click("Tricks", "Save or print …", "PBN", "LIN", "PBN with tricks", "Link", "More formats")
    tour.click("CSV", "A script", "Text")
    tour.fill("#sheet", "hands")
    tour.click("PDF")
    tour.fill("#sheet", "record")
    tour.click("#print-tricks")
    tour.fill("#print-title", "Tuesday")
    tour.click("PDF", "Print")
    tour.fire("window", "afterprint")
    tour.fill("#sheet", "boards")
    tour.fill("#print-title", "")
    tour.click("#print-tricks", "Print")
    tour.fire("window", "afterprint")
    tour.click("css:#save [data-close]", "Advanced …")
    tour.fill("#board", "7")
    tour.fill("#vulnerable", "EW")
    tour.fill("#dealer", "west")
    tour.fill("#dealer", "random")
    tour.fill("#dealer", "")
    tour.fill("#exchanges", "ew, suits")
    tour.fill("#exchanges", "")
    tour.fill("#quiet", "pass")
    tour.fill("#dealer", "east")
    tour.fill("#quiet", "")
    tour.fill("#seed", "other")
    tour.click("css:#advanced [data-close]")
    tour.hold("deal")
    tour.fill("#n", "3")
    tour.click("#deal")
    tour.release()
    tour.click("Save or print …", "A script", "PBN", "css:#save [data-close]")
    tour.fill("#n", "1")
    tour.click("#deal", "Clear")
    tour.click("#deal")
    # deals of codes
    tour.address("deals=h54B3nAKJgFDoPNl&board=5&show=ns")
    tour.address("north.hcp=37&south.hcp=9&n=2&seed=1")


def deal_advanced(tour: Tour) -> None:
    """Words with completion, scripts, fixed cards, costs, cards, charts, laws, favourites."""
    tour.open("deal", "#south.s=4-5")
    tour.click("Advanced …")
    tour.fill("#words", "hc")
    tour.key("ArrowDown")
    tour.key("ArrowDown")
    tour.key("ArrowUp")
    tour.key("Enter")
    tour.fill("#words", "co")
    tour.key("ArrowUp")
    tour.key("Tab")
    tour.fill("#words", "sh")
    tour.key("Escape")
    tour.fill("#words", "north: 15-17 balanced")
    tour.fill("#words", "hcp(north) >= && 3")
    tour.fill("#words", "hcp(north) == 12 || hcp(north) == 14")
    tour.click("What each limit costs", "Where each card is")
    tour.click("#grid button:nth-of-type(3)")
    tour.key("ArrowRight")
    tour.key("ArrowDown")
    tour.click("#grid button:nth-of-type(17)")
    tour.fill("#cards\\.seat", "west")
    tour.click("#grid button:nth-of-type(30)")
    tour.click("#grid button:nth-of-type(30)")
    tour.fill("#predeal", "south AKQ2.T98.543.A72 west SJ10")
    tour.fill("#predeal", "what")
    tour.fill("#predeal", "north SAK, east HA")
    tour.click("Charts of a hand")
    tour.fill("#chart\\.seat", "east")
    tour.fill("#chart\\.of", "8")
    tour.fill("#chart\\.of", "2")
    tour.fill("#exchange", "NESW CDSH")
    tour.fill("#exchange", "SENW CDHS")
    tour.fill("#exchange", "ENWS CDHS")
    tour.click("Done", "#more\\.predeal", "Done", "#more\\.words")
    tour.fill("#predeal", "")
    tour.fill("#words", "")
    tour.click("Mixtures and weights")
    tour.fill("#law", "types")
    tour.fill("#law\\.lines", "weak 2: hcp(north) in 12..14\nstrong 1: hcp(north) in 15..17\n")
    tour.fill("#seed", "law")
    tour.fill("#law", "weights")
    tour.fill("#law\\.lines", "hearts(west): 5=3 6=9")
    tour.fill("#seed", "law")
    tour.fill("#law", "levels")
    tour.fill("#law", "")
    tour.click("Saved in this browser", "Keep")
    tour.fill("css:#kept\\.lists input", "fours")
    tour.click("Keep", "css:#kept\\.lists li button")
    tour.fill("css:#kept\\.lists input", "fives")
    tour.click("Keep")
    # a script
    tour.click("Done", "Clear", "Advanced …")
    tour.fill("#words", "condition hcp(north) >= 15\nproduce 3\naction printall, frequency \"hcp\" (hcp(south), 0, 9)")
    tour.fill("#predeal", "north SA")
    tour.fill("#predeal", "")
    tour.fill("#seed", "script")
    tour.fill("#exchange", "SENW CDHS")
    tour.click("Done", "Save or print …", "More formats", "A script", "css:#save [data-close]")
    tour.address("words=action average \"x\" hcp(north), frequency (hcp(south), 8, 9, hcp(north), 8, 10)&seed=2&n=3")


def deal_gallery(tour: Tour) -> None:
    """Scenarios, themes with their boards, decisions, what a link shares."""
    tour.open("deal")
    tour.click("css:#popular button", "css:.toast button")
    tour.click("Search", "Slam tries")
    for text in ("spades", "two hearts", "1NT", "weak 2s", "nothing of this"):
        tour.fill("#gallery\\.words", text)
    tour.click("All")
    for text in ("transfer", "squeeze", "close lead", "10", "clear"):
        tour.fill("#gallery\\.words", text)
    tour.fill("#gallery\\.words", "stayman")
    tour.click("css:#gallery\\.cards button")
    tour.click("Add a limit for West", "weak", "Done", "Advanced …", "Saved in this browser", "Keep", "Done")
    tour.click("Scenarios", "Yours")
    tour.fill("#gallery\\.words", "zzz")
    tour.fill("#gallery\\.words", "")
    tour.click("Copy a link to these", "css:#gallery\\.cards button", "Close")
    tour.address("own=ours%20%23north.hcp%3D12&own=other%20%23south.s%3D5&own=bad")
    tour.click("Keep these", "ours")
    tour.click("Scenarios", "Yours", "Forget other", "Close")
    # themes
    tour.address("theme=squeeze&n=2&seed=t")
    tour.click("The ending", "The answer", "More about board 1", "Play board 1")
    tour.click("Scenarios", "All")
    tour.fill("#gallery\\.words", "throw")
    tour.click("css:#gallery\\.cards button", "css:.toast button")
    for theme in ("throw-in", "finesse-or-drop", "ending"):
        tour.address(f"theme={theme}&n=1&seed=t")
        tour.click("The ending", "The answer")
    for theme in ("close-lead", "clear-contract", "clear-call"):
        tour.hold("decisions")
        tour.address(f"theme={theme}&n=1&seed=page")
        tour.release()
        tour.click("The answer")
    tour.hold("decisions")
    tour.click("#deal", "Stop")
    tour.release()
    tour.click("Advanced …")


TOURS = [home, deal_limits, deal_boards, deal_advanced, deal_gallery]


@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: tour.__name__)
def test_a_page_shows_what_it_showed(
    tour: Callable[[Tour], None], browser: Browser, static_address: str
) -> None:
    found = made(browser, static_address, tour, record=False)
    assert found.text == (STORED / f"{tour.__name__}.txt").read_text(encoding="utf-8").split("\n")[:-1]


if __name__ == "__main__":
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, static_files() as address:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for each in TOURS:
            if each.__name__ in sys.argv[1:] or len(sys.argv) == 1:
                store(chromium, address, each)
                print(each.__name__)  # noqa: T201
        chromium.close()
