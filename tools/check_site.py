"""Check a built site: what its files promise, and what a browser shows.

    python tools/check_site.py [FOLDER]

In every page links and anchors lead somewhere, pictures exist and have an alternative text, ids are
unique, and there is a title and one first heading. In Chromium (Playwright, axe-core) eight pages
are opened at two widths, light and dark: nothing is in anybody's way and nothing scrolls sideways;
the search finds, and the button copies what is typed. Prints a line for each fault; exit status 1.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage
    from playwright.sync_api import Page as Shown

__all__ = ["faults_in_files", "main"]

ROOT = Path(__file__).parents[1]
LOOKED_AT = [
    "", "tutorial/a-teachers-evening/", "cookbook/", "reference/language/",
    "reference/commands/count/", "reference/poker-ranges/", "notebooks/distributions/",
    "notebooks/poker-ranges/",
]  # fmt: skip
WIDTHS = (1200, 390)
SEARCHES = {  # what is typed, and what one of the first three places should be
    "install": "#install", "licence": "#licence", "range": "poker-ranges", "transfer": "scenarios",
}  # fmt: skip
# The theme makes a navigation without a name around each button that copies, when it is needed.
_OF_THE_THEME = {("landmark-unique", ".md-code__nav")}
_DESK = 1200  # pixels from which no text is cut off; on narrower windows commands may scroll
_CUT_OFF = """[...document.querySelectorAll("main *, nav *")].filter((each) => {
  const { right, width } = each.getBoundingClientRect();
  return width > 1 && right > innerWidth && getComputedStyle(each).position !== "absolute";
}).map((each) => each.textContent.trim().slice(0, 60)).slice(0, 3).join("; ")"""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


class _Html(HTMLParser):
    """What a page has: its title, first headings, ids, links and pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.ids = Counter[str]()
        self.links: list[str] = []
        self.pictures: list[tuple[str, str]] = []
        self.headings = 0
        self.deepest = 0
        self.title = ""
        self._in_title = False
        self._pictured = 0  # depth of drawings, whose titles are not the page's
        self._quoted = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids[given["id"]] += 1
        if tag == "img":
            self.pictures.append((given.get("src", ""), given.get("alt", "")))
        elif tag in ("a", "link") and "href" in given:
            self.links.append(given["href"])
        elif tag == "script" and "src" in given:
            self.links.append(given["src"])
        self.headings += tag == "h1"
        self._quoted += tag == "blockquote"
        self.deepest = max(self.deepest, self._quoted)
        self._pictured += tag == "svg"
        self._in_title = tag == "title" and not self._pictured

    def handle_endtag(self, tag: str) -> None:
        self._pictured -= tag == "svg"
        self._quoted -= tag == "blockquote"
        self._in_title = False

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data


@cache
def _read(path: Path) -> _Html:
    page = _Html()
    page.feed(path.read_text("utf-8"))
    return page


def faults_in_files(site: Path) -> Iterator[str]:
    """Yield a line for each fault of the pages of a site."""
    for path in sorted(site.rglob("*.html")):
        name, page = path.relative_to(site).as_posix(), _read(path)
        if not page.title.strip():
            yield f"{name}: no title"
        if page.headings != 1:
            yield f"{name}: {page.headings} headings of the first level"
        if page.deepest == 3:
            yield f"{name}: an example, >>>, has become three quotations"
        for each, times in page.ids.items():
            if times > 1:
                yield f"{name}: the id {each} is given {times} times"
        for source, text in page.pictures:
            if not text.strip():
                yield f"{name}: no alternative text for {source}"
            yield from _leads_nowhere(site, name, source)
        for link in dict.fromkeys(page.links):
            yield from _leads_nowhere(site, name, link)


def _leads_nowhere(site: Path, name: str, link: str) -> Iterator[str]:
    """Yield a line if a link within the site leads nowhere."""
    base = f"https://site.invalid/{name}"
    address, anchor = urldefrag(urljoin(base, link))
    parts = urlsplit(address)
    if parts.netloc != "site.invalid" or parts.scheme != "https":
        return
    path = site / unquote(parts.path).lstrip("/")
    if path.is_dir():
        path /= "index.html"
    if not path.is_file():
        yield f"{name}: {link} leads nowhere"
    elif anchor and path.suffix == ".html" and unquote(anchor) not in _read(path).ids:
        yield f"{name}: {link} leads to no such place in its page"


class _Quiet(SimpleHTTPRequestHandler):
    """Sends the files of a folder, and writes no log."""

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing."""


def faults_in_browser(site: Path) -> Iterator[str]:
    """Yield a line for each fault that Chromium shows."""
    from playwright.sync_api import sync_playwright

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=CHROMIUM, args=["--no-sandbox"]
                )
                for width in WIDTHS:
                    yield from _seen(browser, address, width, "light")
                    yield from _seen(browser, address, width, "dark")
                yield from _used(browser, address)
                browser.close()
        finally:
            server.shutdown()


def _opened(browser: Browser, width: int, scheme: str, problems: list[str]) -> Shown:
    """Return an empty page that notes what it logs or throws."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        permissions=["clipboard-read", "clipboard-write"],
    )
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))

    def take(line: ConsoleMessage) -> None:
        # cells look whether the folder for browsers lies beside the site; here it does not
        if line.type == "error" and not line.location["url"].endswith("/page/index.html"):
            problems.append(line.text)

    page.on("console", take)
    return page


def _seen(browser: Browser, address: str, width: int, scheme: str) -> Iterator[str]:
    """Look at the pages: rules of axe-core, width, errors."""
    from axe_playwright_python.sync_playwright import Axe

    problems: list[str] = []
    page = _opened(browser, width, scheme, problems)
    for name in LOOKED_AT:
        where = f"{name or 'home'} at {width}, {scheme}"
        page.goto(address + name)
        page.wait_for_load_state("networkidle")
        for problem in problems:
            yield f"{where}: {problem}"
        problems.clear()
        wide = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
        if wide > 0:
            yield f"{where}: {wide} pixels wider than the window"
        if width >= _DESK and (cut := page.evaluate(_CUT_OFF)):
            yield f"{where}: text beyond the edge: {cut}"
        if page.locator("td code", has_text="\\|").count():
            yield f"{where}: a table shows the backslash before |"
        for rule in Axe().run(page).response["violations"]:
            for node in rule["nodes"]:
                if (rule["id"], str(node["target"][0]).split(" ")[-1]) in _OF_THE_THEME:
                    continue
                why = " ".join(node["failureSummary"].split())
                yield f"{where}: {rule['id']}: {node['target']}: {why}"
    page.context.close()


def _used(browser: Browser, address: str) -> Iterator[str]:
    """Search, and copy."""
    from playwright.sync_api import TimeoutError as NothingCame

    problems: list[str] = []
    page = _opened(browser, WIDTHS[0], "light", problems)
    page.goto(address + LOOKED_AT[1])
    block = page.locator(".highlight", has_text="$ dealwright count").first
    typed = block.locator("code").inner_text().splitlines()[0].removeprefix("$ ")
    block.hover()
    block.locator("button").first.click()
    page.wait_for_timeout(300)
    copied = page.evaluate("navigator.clipboard.readText()")
    if copied != typed or not typed.startswith("dealwright count "):
        yield f"the button copies {copied!r}, not {typed!r}"
    for words, wanted in SEARCHES.items():
        page.goto(address + LOOKED_AT[1])
        page.get_by_role("button", name="Search").first.click()
        try:
            page.get_by_placeholder("Search").fill(words, timeout=15_000)
            page.get_by_text(re.compile(r"^\d+ results?$")).wait_for(timeout=15_000)
        except NothingCame:
            yield f"the search does not find {words}"
            continue
        links = page.get_by_role("option")
        links.first.wait_for(timeout=15_000)
        found = [link.get_attribute("href") or "" for link in links.all()[:3]]
        if not any(wanted in link for link in found):
            yield f"the search for {words} begins with {', '.join(found)}, without {wanted}"
    yield from problems
    page.context.close()


def main(arguments: list[str]) -> int:
    """Check the site of a folder; print its faults."""
    site = Path(arguments[0]) if arguments else ROOT / "site"
    if not (site / "index.html").is_file():
        print(f"{site}: no site here; build it with zensical build", file=sys.stderr)
        return 2
    faults = list(faults_in_files(site))
    if CHROMIUM is None:
        print("no Chromium here (apt-get install chromium): only the files are checked")
    else:
        faults += faults_in_browser(site)
    for fault in faults:
        print(fault)
    pages = sum(1 for _ in site.rglob("*.html"))
    print(f"{pages} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
