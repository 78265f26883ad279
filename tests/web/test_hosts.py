"""The folder on hosts as they are: first and second visit, no network, no program."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.client import RemoteDisconnected
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

import dealwright
from tests.web.browser_questions import ASK, asked, differing
from tests.web.conftest import Server, has, needs_browser, opened, says
from tests.web.hosts import (
    Chunked,
    CutOnce,
    Cutting,
    CuttingPacks,
    FrontPage,
    Host,
    Redirecting,
    Stalling,
    Strict,
    hosted,
    nginx,
    npm_serve,
)  # fmt: skip
from tests.web.test_folder import FOLDER, kept, needs_folder, visiting
from tests.web.webkit import BROWSERS, DISPLAY, DRIVER, webkit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, needs_browser, needs_folder]
needs_webkit = pytest.mark.skipif(
    not (DRIVER and DISPLAY and BROWSERS),
    reason="needs WebKit: apt-get install webkit2gtk-driver xvfb",
)

LIMITS = {"north.hcp": "15-17", "north.shape": "balanced", "n": "3"}
CONDITION = "hcp(north) in 15..17 && balanced(north)"
COUNT = f"{dealwright.parse(CONDITION).count():,} deals"
SAVING = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}});"
Opened = Callable[[Path], AbstractContextManager[Server]]


def _of(kind: type[Host]) -> Opened:
    return lambda work: hosted(FOLDER, kind=kind)


HOSTS: dict[str, Opened] = {
    "plain": _of(Host),
    "elsewhere": lambda work: hosted(FOLDER, "127.0.0.2"),  # where compressed files are asked for
    "308": _of(Redirecting),
    "front page": _of(FrontPage),
    "chunked": _of(Chunked),
    "chunked elsewhere": lambda work: hosted(FOLDER, "127.0.0.2", Chunked),
    "nginx": partial(nginx, FOLDER),
    "npx serve": partial(npm_serve, FOLDER),
}


@pytest.fixture(params=HOSTS)
def found(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    if request.param == "nginx" and not shutil.which("nginx"):
        pytest.skip("needs nginx: apt-get install nginx-light")
    with HOSTS[request.param](tmp_path) as server:
        yield server


def test_a_host_is_visited_twice_and_then_without_network(found: Server, browser: Browser) -> None:
    with visiting(browser) as page:
        opened(page, found, "deal", {**LIMITS, "seed": "1"})
        says(page, "#count", COUNT)
        has(page.locator("#boards > li"), 3)
        kept(page)
        for offline, seed in ((False, "2"), (True, "3")):
            page.context.set_offline(offline)
            opened(page, found, "deal", {**LIMITS, "seed": seed})
            says(page, "#count", COUNT)
            says(page, "[data-count=tag]", "exact")  # of the program, no longer of the page
            has(page.locator("#boards > li"), 3)
        page.goto(found.address)
        says(page, "#tag", "exact")
        page.goto(f"{found.address}deal#north.hcp=20-37")  # as some hosts name it
        says(page, "#count", f"{dealwright.parse('hcp(north) >= 20').count():,} deals")


@contextmanager
def troubled(browser: Browser) -> Iterator[Page]:
    """A page of a new profile, whose complaints are expected."""
    with browser.new_context() as context:
        yield context.new_page()


def failing(browser: Browser, kind: type[Host], what: str) -> None:
    """Visit a host from which the program does not come: the page says so, and counts itself."""
    with hosted(FOLDER, kind=kind) as host, troubled(browser) as page:
        opened(page, host, "deal", LIMITS)
        says(page, ".program", what)
        page.get_by_role("button", name="Try again").wait_for()
        has(page.locator(".program progress"), int(kind is Stalling))
        says(page, "#count", COUNT)
        says(page, "[data-count=tag]", "counted by this page")
        with page.expect_navigation():
            page.get_by_role("button", name="Try again").click()
        says(page, ".program", what)


def test_a_policy_that_forbids_the_program_is_named(browser: Browser) -> None:
    failing(browser, Strict, "the content policy of this host forbids WebAssembly")


def test_a_file_that_was_cut_is_told(browser: Browser) -> None:
    failing(browser, Cutting, "The program could not be loaded")


def test_a_download_that_stalls_is_told(browser: Browser) -> None:
    Stalling.released.clear()
    try:
        failing(browser, Stalling, "Nothing has come for ten seconds")
    finally:
        Stalling.released.set()


def test_the_sentence_comes_within_ten_seconds(browser: Browser) -> None:
    """By the page's own clock."""
    Stalling.released.clear()
    with hosted(FOLDER, kind=Stalling) as host, troubled(browser) as page:
        page.clock.install()
        opened(page, host, "deal", LIMITS)
        page.locator(".program progress").wait_for()
        page.wait_for_timeout(1500)  # all that comes has come
        page.clock.fast_forward(9900)
        page.locator(".program .stalled").wait_for(timeout=5000)
        Stalling.released.set()


def test_trying_again_asks_the_host_again(browser: Browser) -> None:
    """The browser would keep for a year the half that came."""
    CutOnce.cut.clear()
    with hosted(FOLDER, kind=CutOnce) as host, troubled(browser) as page:
        opened(page, host, "deal", LIMITS | {"seed": "1"})
        says(page, ".program", "The program could not be loaded")
        page.get_by_role("button", name="Try again").click()
        has(page.locator("#boards > li"), 3)
        kept(page)


def test_a_part_that_breaks_off_is_asked_for_again(browser: Browser) -> None:
    """As in Firefox, where what a service worker hands to a waiting program may break off."""
    CuttingPacks.cut.clear()
    with hosted(FOLDER, kind=CuttingPacks) as host, troubled(browser) as page:
        page.add_init_script(SAVING)  # nobody else asks for it
        opened(page, host, "suit", {"dummy": "AQ965", "declarer": "432"})
        page.locator("#targets button").first.wait_for()
    assert CuttingPacks.cut


# --------------------------------------------------------------------------- what is kept


def test_where_data_are_saved_the_program_waits_until_it_is_asked(browser: Browser) -> None:
    Host.asked.clear()
    with hosted(FOLDER) as host, visiting(browser) as page:
        page.add_init_script(SAVING)
        opened(page, host, "index")
        says(page, "#tag", "counted by this page")
        opened(page, host, "deal", {"north.hcp": "abc"})
        says(page, "p.problem[role=alert]:visible", "is not a range")
        page.evaluate("(limits) => { location.hash = limits; }", urlencode(LIMITS | {"n": "8"}))
        says(page, "#count", COUNT)
        has(page.locator("p.problem[role=alert]:visible"), 0)
        page.wait_for_timeout(1500)
        assert not [path for path in Host.asked if "runtime/" in path or path.endswith("sw.js")]
        page.locator("#deal").click()
        has(page.locator("#boards > li"), 8)
        page.wait_for_timeout(6000)  # in which the folder would be kept
        assert not [path for path in Host.asked if path.endswith("sw.js")]


def test_a_second_worker_that_does_not_come_is_not_missed(browser: Browser) -> None:
    """The first one goes on, and nothing is said."""
    with hosted(FOLDER) as host, visiting(browser, service_workers="block") as page:
        opened(page, host, "deal", LIMITS | {"seed": "1"})
        has(page.locator("#boards > li"), 3)
        page.route("**/runtime/**", lambda route: route.abort())
        page.wait_for_timeout(6000)  # in which the second one would have come
        has(page.locator(".program"), 0)
        for seed in "23":
            page.evaluate("(seed) => { location.hash = `#n=4&seed=${seed}`; }", seed)
            says(page, "#count", "Every deal")
            has(page.locator("#boards > li"), 4)


QUICK = "Object.defineProperty(navigator, 'connection', {value: {downlink: 10, rtt: 0}});"


def test_a_quick_network_brings_the_memory_at_the_first_visit(browser: Browser) -> None:
    Host.asked.clear()
    with hosted(FOLDER) as host, visiting(browser, service_workers="block") as page:
        page.add_init_script(QUICK)
        opened(page, host, "deal", LIMITS | {"seed": "1"})
        has(page.locator("#boards > li"), 3)
    names = {path.split("/")[-1].split(".")[0] for path in Host.asked if "runtime/" in path}
    assert "memory" in names
    assert "python_stdlib" not in names


def stored(page: Page) -> int:
    """Return how many bytes the browser keeps of the folder."""
    return int(
        page.evaluate("""async () => {
      let found = 0;
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          found += (await (await cache.match(request)).arrayBuffer()).byteLength;
        }
      }
      return found;
    }""")
    )


def copied(work: Path) -> Path:
    """Return a copy of the folder, which a test may change."""
    return Path(shutil.copytree(FOLDER, work / "folder"))


def visit_until_kept(page: Page, host: Server) -> None:
    """Deal three boards by the program, and wait until the browser keeps the folder."""
    opened(page, host, "deal", LIMITS | {"seed": "1"})
    has(page.locator("#boards > li"), 3)
    kept(page)


def other_version(folder: Path) -> None:
    """Make another version of a folder: its pages, its modules and its memory have other names."""
    (page,) = folder.glob("page-*")
    other = "page-0123456789ab"
    (memory,) = folder.glob("runtime/memory.*.packed")
    renamed = {page.name: other, memory.name: "memory.0123456789ab.packed"}
    page.rename(folder / other)
    memory.rename(memory.with_name(renamed[memory.name]))
    worker = folder / "sw.js"
    text = worker.read_text()
    listed = json.loads(text.split("JSON.parse('")[1].split("')")[0])
    for path in [*folder.glob("*.html"), folder / other / "runtime.js"]:
        changed = path.read_text()
        for name, new in renamed.items():
            changed = changed.replace(name, new)
        path.write_text(changed)
    for name in list(listed):
        new = name
        for before, after in renamed.items():
            new = new.replace(before, after)
        digest = listed.pop(name)
        if new.endswith((".html", "runtime.js")):
            digest = hashlib.sha256((folder / new).read_bytes()).hexdigest()
        listed[new] = digest
    begin, end = text.index("JSON.parse('") + 12, text.index("')")
    text = text[:begin] + json.dumps(listed) + text[end:]
    text = text.replace('VERSION = "', 'VERSION = "new').replace(memory.name, renamed[memory.name])
    worker.write_text(text)


def test_an_update_leaves_sixty_megabytes_at_most(browser: Browser, tmp_path: Path) -> None:
    """Also while a page of the version before is open, which goes on."""
    folder = copied(tmp_path)
    with hosted(folder) as host, visiting(browser) as page:
        visit_until_kept(page, host)
        assert stored(page) < 60_000_000
        other_version(folder)
        shutil.rmtree(folder / "licences")
        other = page.context.new_page()
        opened(other, host, "deal", LIMITS)
        page.get_by_text("A new version is here").wait_for()
        while stored(page) > 60_000_000:
            page.wait_for_timeout(50)
        page.locator("#deal").click()  # it still deals
        has(page.locator("#boards > li"), 3)
        other.close()
        opened(page, host, "deal", LIMITS)  # of the new version now
        says(page, "#count", COUNT)
        while len(names := page.evaluate("caches.keys()")) > 2:
            page.wait_for_timeout(50)
        assert sorted(name.split()[-1][:3] for name in names) == ["new", "run"]
        page.context.set_offline(True)
        opened(page, host, "deal", LIMITS | {"seed": "9"})
        has(page.locator("#boards > li"), 3)


def test_an_update_that_fails_leaves_nothing(browser: Browser, tmp_path: Path) -> None:
    """The version before goes on, also without network; the next one is taken."""
    folder = copied(tmp_path)
    with hosted(folder) as host, visiting(browser) as page:
        visit_until_kept(page, host)
        before = stored(page)
        other_version(folder)
        last = folder / "systems.html"
        whole = last.read_text()
        last.write_text(f"{whole} ")
        other = page.context.new_page()
        opened(other, host, "index")
        says(other, "#tag", "exact")
        other.wait_for_function(
            """async () => {
              const found = await navigator.serviceWorker.getRegistration();
              await found.update().catch(() => undefined);
              return !found.installing;
            }"""
        )
        while stored(page) != before:
            page.wait_for_timeout(50)
        page.context.set_offline(True)
        opened(page, host, "deal", LIMITS | {"seed": "2"})
        has(page.locator("#boards > li"), 3)
        page.context.set_offline(False)
        last.write_text(whole)
        opened(page, host, "deal", LIMITS | {"seed": "3"})
        page.get_by_text("A new version is here").wait_for()


def test_a_browser_that_does_not_take_the_memory_is_remembered(
    browser: Browser, tmp_path: Path
) -> None:
    """It starts plainly, and the memory is neither kept nor asked for again."""
    folder = copied(tmp_path)
    (runtime,) = folder.glob("page-*/runtime.js")
    text = runtime.read_text()
    runtime.write_text(re.sub(r'"next": ?\d+', '"next":1', text))
    worker = folder / "sw.js"
    digests = [hashlib.sha256(each.encode()).hexdigest() for each in (text, runtime.read_text())]
    assert digests[0] in worker.read_text()
    worker.write_text(worker.read_text().replace(*digests))
    with hosted(folder) as host, troubled(browser) as page:
        page.add_init_script(QUICK)
        visit_until_kept(page, host)
        assert not page.evaluate("""async () => {
          const urls = [];
          for (const name of await caches.keys()) {
            for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
          }
          return urls.some((url) => url.endsWith(".packed"));
        }""")
        Host.asked.clear()
        opened(page, host, "deal", LIMITS | {"seed": "2"})
        has(page.locator("#boards > li"), 3)
        assert not [path for path in Host.asked if "memory" in path]


# --------------------------------------------------------------------------- WebKit


def gone(host: Server) -> None:
    """Have a host answer no more."""
    with pytest.raises(RemoteDisconnected):
        host.send("GET", "/gone")


@needs_webkit
@pytest.mark.parametrize("kind", [Host, Redirecting])
def test_webkit_starts_from_the_memory_and_works_without_a_host(kind: type[Host]) -> None:
    def address(host: Server, seed: int) -> str:
        return f"{host.address}deal.html#north.hcp=15-17&north.shape=balanced&n=3&seed={seed}"

    boards = "return document.querySelectorAll('#boards > li').length === 3"
    with webkit() as page:
        with hosted(FOLDER, kind=kind) as host:
            page.go(address(host, 1))
            page.says(COUNT)
            page.wait(boards)
            page.wait("return Boolean(navigator.serviceWorker?.controller)")
            page.go(address(host, 2))
            page.wait(boards)
            gone(host)
            page.go(address(host, 3))
            page.says(COUNT)
            page.wait(boards)
        assert page.promise("async () => (await caches.keys()).join()", 0).count("unfit") == 0


@needs_webkit
def test_webkit_gives_five_hundred_answers_as_python_does() -> None:
    with hosted(FOLDER) as host, webkit() as page:
        page.go(f"{host.address}numbers.html")
        found = [page.promise(ASK, [name, given]) for name, given, _ in asked()]
    assert differing(found) == []
