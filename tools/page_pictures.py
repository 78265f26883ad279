"""Pictures of the pages of ``dealwright serve``, by Chromium.

    python tools/page_pictures.py docs          those of the documentation, in docs/pictures
    python tools/page_pictures.py all FOLDER    every page, three widths, light and dark

The server runs on a port of its own for as long as the pictures are taken. It needs Chromium and
``pip install playwright``.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from dealwright import deal
from dealwright.formats.board_file import board_file

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page

ROOT = Path(__file__).parents[1]
NOTRUMP = {"north.hcp": "15-17", "north.shape": "balanced", "south.h": "5+", "south.hcp": "8+"}
DEALT = {**NOTRUMP, "n": "8", "seed": "friday"}
SEEN = {
    "hand": "AQ542.KJ87.32.K3", "dummy": "K63.AQ4.J854.542",
    "condition": "hcp(west) in 12..14 && balanced(west)", "events": "spades 3-2\nonside HT",
}  # fmt: skip
# Each page: its address, and a sign that it is ready.
PAGES: dict[str, tuple[str, str]] = {
    "home": ("", "#whole:not(:empty)"),
    "deal": ("deal.html", "#popular button"),
    "deal-boards": (f"deal.html#{urlencode(DEALT)}", ".board"),
    "bid": (f"bid.html#{urlencode({**DEALT, 'seat': 's'})}", "#boards .board"),
    "odds": (f"odds.html#{urlencode(SEEN)}", "#unseen table"),
    "systems": ("systems.html", "#tree li"),
    "suit": ("suit.html#dummy=AQT9&declarer=432", ".plan"),
    "simulate": ("simulate.html", "#asked, form"),
    "poker": ("poker.html", "#equity .ranked"),
    "numbers": ("numbers.html", "main"),
    "fair": ("fair.html", "main"),
}
DIALOGS = {  # of the page Deal: what opens each
    "editor": '[data-field="north.hcp"]', "gallery": ".finder",
    "advanced": '[data-open="advanced"]',
}  # fmt: skip
LEAD = {
    "hand": "west QJT95.K4.832.A74", "contract": "3NT", "condition": "south: 15-17 balanced",
    "seconds": "10", "seed": "friday",
}  # fmt: skip
RANGES = [("player", "QQ+, AKs"), ("player", "15%"), ("board", "Qh Jh 2c"), ("hand", "As Kd")]


def start(page: Page) -> None:
    """Start a simulation, and wait until it ends."""
    page.get_by_role("button", name="Start").click()
    page.locator("#status", has_text="Done").wait_for()
    page.evaluate("scrollTo(0, 0)")


def edit(page: Page) -> None:
    """Edit a rule of the system."""
    rules = page.locator("#system")
    rules.fill(rules.input_value().replace("= 15..17", "= 14..16"))
    page.locator("#effect b").first.wait_for()
    page.get_by_role("button", name="Check every position").click()
    page.locator("#every").wait_for()
    page.evaluate("document.querySelector('#system').scrollTop = 0; scrollTo(0, 0)")


def audit(page: Page) -> None:
    """Audit four sessions without boards of three or four flat hands."""
    few = " + ".join(f"balanced({seat})" for seat in ("north", "east", "south", "west")) + " <= 2"
    sessions: list[FilePayload] = [
        {
            "name": f"club-{number}.pbn", "mimeType": "text/plain",
            "buffer": board_file(deal(30, few, seed=number), "pbn").content,
        }
        for number in range(1, 5)
    ]  # fmt: skip
    page.locator("#files").set_input_files(sessions)
    page.locator("#test-table table").wait_for()
    page.evaluate("scrollTo(0, 0)")


# Pictures of docs/pictures: the address, a sign that it is ready, whether all of the page is
# shown, and what is done there.
DOCUMENTED: dict[str, tuple[str, str, bool, Callable[[Page], None] | None]] = {
    "page": (*PAGES["deal-boards"], False, None),
    "bidding": (f"bid.html#{urlencode({**DEALT, 'seat': 's', 'at': 2})}", "#box", False, None),
    "odds": (*PAGES["odds"], True, None),
    "simulate": (f"simulate.html#{urlencode(LEAD)}", "#start", True, start),
    "poker": (f"poker.html#{urlencode(RANGES)}", "#hits table", True, None),
    "systems": ("systems.html#choice=natural", "#tree li", True, edit),
    "fair": (*PAGES["fair"], True, audit),
}


@contextmanager
def serving() -> Iterator[str]:
    """Run the server; yield its address."""
    command = [sys.executable, "-m", "dealwright", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@contextmanager
def opened(address: str, ready: str, width: int, scheme: str) -> Iterator[Page]:
    """Open a page of a width and a colour scheme, and wait until it is ready."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if scheme == "dark" else "light",
        )
        page.goto(address)
        page.wait_for_selector(ready)
        page.wait_for_load_state("networkidle")
        yield page
        browser.close()


def main() -> None:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("which", choices=["docs", "all"])
    parser.add_argument("folder", nargs="?", type=Path)
    arguments = parser.parse_args()
    with serving() as address:
        if arguments.which == "docs":
            for picture, (where, ready, whole, act) in DOCUMENTED.items():
                with opened(address + where, ready, 1200, "light") as page:
                    if act:
                        act(page)
                    path = ROOT / f"docs/pictures/{picture}.png"
                    page.screenshot(path=path, full_page=whole)
            return
        arguments.folder.mkdir(parents=True, exist_ok=True)
        for scheme in ("light", "dark"):
            for width in (390, 768, 1400):
                for name, (where, ready) in PAGES.items():
                    path = arguments.folder / f"{name}-{width}-{scheme}.png"
                    with opened(address + where, ready, width, scheme) as page:
                        page.screenshot(path=path, full_page=True)
                        for dialog, opener in DIALOGS.items() if name == "deal-boards" else ():
                            page.locator(opener).first.click()
                            page.wait_for_timeout(800)
                            page.screenshot(path=path.with_stem(f"{dialog}-{width}-{scheme}"))
                            page.keyboard.press("Escape")


if __name__ == "__main__":
    main()
