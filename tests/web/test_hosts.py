"""The folder on hosts as they are: first and second visit, no network, no program."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

import dealwright
from tests.web.browser_questions import ASK, asked, differing
from tests.web.conftest import Server, has, needs_browser, opened, says
from tests.web.hosts import (
    BELOW,
    FAILURES,
    HOSTS,
    CutOnce,
    CuttingPacks,
    FrontPage,
    Host,
    Pausing,
    Stalling,
    hosted,
)
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


def dealing_at(host: Server, seed: int) -> str:
    """Return the address of a page that deals three boards."""
    return f"{host.address}deal.html#{urlencode({**LIMITS, 'seed': seed})}"


@pytest.fixture(params=HOSTS)
def leaving(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, ExitStack]]:
    """Each host of the folder, and how it goes."""
    with ExitStack() as stack:
        yield stack.enter_context(HOSTS[request.param](FOLDER, tmp_path)), stack


@pytest.fixture
def found(leaving: tuple[Server, ExitStack]) -> Server:
    return leaving[0]


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


@pytest.mark.parametrize("kind", FAILURES)
def test_a_program_that_does_not_come_is_told(browser: Browser, kind: type[Host]) -> None:
    """The page counts itself, and tries again when it is asked to."""
    with hosted(FOLDER, kind=kind) as host, troubled(browser) as page:
        opened(page, host, "deal", LIMITS)
        says(page, ".program", FAILURES[kind])
        page.get_by_role("button", name="Try again").wait_for()
        has(page.locator(".program progress"), int(kind is Stalling))
        says(page, "#count", COUNT)
        says(page, "[data-count=tag]", "counted by this page")
        with page.expect_navigation():
            page.get_by_role("button", name="Try again").click()
        says(page, ".program", FAILURES[kind])


def test_the_sentence_comes_within_ten_seconds(browser: Browser) -> None:
    """By the page's own clock."""
    with hosted(FOLDER, kind=Stalling) as host, troubled(browser) as page:
        page.clock.install()
        opened(page, host, "deal", LIMITS)
        page.locator(".program progress").wait_for()
        page.wait_for_timeout(1500)  # all that comes has come
        page.clock.fast_forward(9900)
        page.locator(".program .stalled").wait_for(timeout=5000)


def test_each_progress_gives_ten_seconds_more(browser: Browser) -> None:
    """By the page's own clock, which stands: no time passes but what is said here."""
    with hosted(FOLDER, kind=Pausing) as host, troubled(browser) as page:
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        opened(page, host, "deal", LIMITS | {"seed": "1"})
        page.clock.run_for(2000)  # the page is drawn and asks; nothing may have come for a second
        bar, stalled = page.locator(".program progress"), page.locator(".program .stalled")
        bar.wait_for()

        def all_that_comes_has_come(before: float) -> float:
            last = before
            while (came := bar.evaluate("(bar) => bar.value")) == before or came != last:
                last = came
                page.wait_for_timeout(1000)
            return float(came)

        came = 0.0
        for _ in range(2):  # twelve seconds, and progress in their middle
            came = all_that_comes_has_come(came)
            page.clock.fast_forward(6000)
            page.wait_for_timeout(500)
            has(stalled, 0)
            Pausing.on.release()
        all_that_comes_has_come(came)
        page.clock.fast_forward(9900)
        has(stalled, 1)
        Pausing.on.release()
        has(stalled, 0)  # what was said goes away when something comes
        page.clock.resume()
        has(page.locator("#boards > li"), 3)


@pytest.mark.parametrize(
    "part", ["pyodide.asm.wasm", "/worker.js", "/runtime.js", "pyodide.asm.js"]
)
def test_trying_again_asks_the_host_again(
    part: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser would keep for a year the half that came."""
    monkeypatch.setattr(CutOnce, "part", part)
    CutOnce.cut.clear()
    with hosted(FOLDER, kind=CutOnce) as host, troubled(browser) as page:
        opened(page, host, "deal", LIMITS | {"seed": "1"})
        says(page, ".program", "The program could not be loaded")
        page.get_by_role("button", name="Try again").click()
        has(page.locator("#boards > li"), 3)
        kept(page)


@pytest.mark.parametrize("kind", [CuttingPacks, CutOnce])
def test_a_part_that_breaks_off_is_asked_for_again(
    kind: type[CuttingPacks | CutOnce], browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the browser may keep what came for a year."""
    monkeypatch.setattr(CutOnce, "part", "rest.")
    kind.cut.clear()
    with hosted(FOLDER, kind=kind) as host, troubled(browser) as page:
        page.add_init_script(SAVING)  # nobody else asks for it
        opened(page, host, "suit", {"dummy": "AQ965", "declarer": "432"})
        page.locator("#targets button").first.wait_for()
        has(page.locator(".program"), 0)
    assert kind.cut


def test_a_part_that_never_comes_is_told_once(browser: Browser) -> None:
    with hosted(FOLDER) as host, troubled(browser) as page:
        page.add_init_script(SAVING)
        page.context.route("**/rest.*.pack*", lambda route: route.abort())
        opened(page, host, "suit", {"dummy": "AQ965", "declarer": "432"})
        says(page, ".program", "The program ended")
        for dummy in ("AQ9", "AQ8"):
            page.locator("#dummy").fill(dummy)
            page.locator("#dummy").press("Enter")
            page.wait_for_timeout(4000)
        has(page.locator(".program"), 1)


@pytest.mark.parametrize("name", ["index", "deal"])
def test_a_page_without_its_transport_says_so(name: str, browser: Browser) -> None:
    with hosted(FOLDER) as host, troubled(browser) as page:
        page.route("**/transport.js", lambda route: route.abort())
        opened(page, host, name, LIMITS if name == "deal" else ())
        says(page, ".program", "The program could not be loaded")
        says(page, "#tag" if name == "index" else "[data-count=tag]", "counted by this page")


def test_a_browser_without_webassembly_is_told(browser: Browser) -> None:
    with hosted(FOLDER) as host, troubled(browser) as page:
        page.route(
            "**/worker.js",
            lambda route: route.fulfill(
                response=(found := route.fetch()),
                body=found.text() + "\nself.WebAssembly = undefined;",
            ),
        )
        opened(page, host, "deal", LIMITS)
        says(page, ".program", "WebAssembly is off in this browser")


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
        page.get_by_role("button", name="Add a limit for South").click()
        page.locator("#editor input").first.wait_for()
        has(page.locator("p.problem[role=alert]:visible"), 0)
        page.wait_for_timeout(1500)
        assert not [path for path in Host.asked if "runtime/" in path or path.endswith("sw.js")]
        page.keyboard.press("Escape")
        page.locator("#deal").click()
        has(page.locator("#boards > li"), 8)
        page.wait_for_timeout(6000)  # in which the folder would be kept
        assert not [path for path in Host.asked if path.endswith("sw.js")]


def test_a_page_that_is_not_in_sight_deals(browser: Browser) -> None:
    """A browser draws nothing of it, and so tells it of no frame."""
    with hosted(FOLDER) as host, visiting(browser) as page:
        page.add_init_script("window.requestAnimationFrame = () => 0;")
        opened(page, host, "deal", LIMITS | {"seed": "1"})
        says(page, "[data-count=tag]", "exact")
        has(page.locator("#boards > li"), 3)


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


def network(downlink: int, rtt: int) -> str:
    """Return a script: the browser says so of its network."""
    given = f"{{downlink: {downlink}, rtt: {rtt}}}"
    return f"Object.defineProperty(navigator, 'connection', {{value: {given}}});"


QUICK = network(10, 0)


@pytest.mark.parametrize(
    ("script", "is_quick"), [(QUICK, True), (network(10, 100), False), (network(5, 0), False)]
)
def test_only_a_quick_network_brings_the_memory_at_the_first_visit(
    browser: Browser, script: str, is_quick: bool
) -> None:
    Host.asked.clear()
    with hosted(FOLDER) as host, visiting(browser, service_workers="block") as page:
        page.add_init_script(script)
        opened(page, host, "deal", LIMITS | {"seed": "1"})
        has(page.locator("#boards > li"), 3)
    names = {path.split("/")[-1].split(".")[0] for path in Host.asked if "runtime/" in path}
    assert ("memory" in names) == is_quick
    assert ("python_stdlib" in names) != is_quick


def test_a_host_without_compressed_files_sends_them_as_they_are(
    browser: Browser, tmp_path: Path
) -> None:
    """It has a page for whatever it does not have."""
    folder = copied(tmp_path)
    for path in folder.rglob("*.gz"):
        path.unlink()
    with hosted(folder, "127.0.0.2", FrontPage) as host, visiting(browser) as page:
        Host.asked.clear()
        visit_until_kept(page, host)
        assert Host.asked.count(f"{BELOW}index.html") > 5


def test_what_is_kept_is_not_asked_for_compressed(browser: Browser) -> None:
    with hosted(FOLDER, "127.0.0.2") as host, visiting(browser) as page:
        visit_until_kept(page, host)
        Host.asked.clear()
        opened(page, host, "deal", LIMITS | {"seed": "2"})
        has(page.locator("#boards > li"), 3)
        assert not [path for path in Host.asked if "runtime/" in path]


STORED = """async () => {
  let found = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const kept = await cache.match(request); // it may be forgotten meanwhile
      found += kept ? (await kept.arrayBuffer()).byteLength : 0;
    }
  }
  return found;
}"""
# What caches are named after: the version that other_version makes, and the runtime.
VERSIONS = (
    "async () => (await caches.keys()).map((name) => name.split(' ').pop().slice(0, 3)).sort()"
)
OTHER = "page-0123456789ab"


def stored(page: Page) -> int:
    """Return how many bytes the browser keeps of the folder."""
    return int(page.evaluate(STORED))


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
    (memory,) = folder.glob("runtime/memory.*.packed")
    renamed = {page.name: OTHER, memory.name: "memory.0123456789ab.packed"}
    page.rename(folder / OTHER)
    memory.rename(memory.with_name(renamed[memory.name]))
    worker = folder / "sw.js"
    text = worker.read_text()
    listed = json.loads(text.split("JSON.parse('")[1].split("')")[0])
    for path in [*folder.glob("*.html"), folder / OTHER / "runtime.js"]:
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
        while len(names := page.evaluate(VERSIONS)) > 2:
            page.wait_for_timeout(50)
        assert names == ["new", "run"]
        page.context.set_offline(True)
        opened(page, host, "deal", LIMITS | {"seed": "9"})
        has(page.locator("#boards > li"), 3)


def test_a_version_is_kept_while_a_page_does_not_say_which_it_shows(
    browser: Browser, tmp_path: Path
) -> None:
    """It may be one whose modules still come."""
    folder = copied(tmp_path)
    with hosted(folder) as host, visiting(browser) as page:
        visit_until_kept(page, host)
        silent = page.context.new_page()
        silent.goto(f"{host.address}icon-192.png")  # nothing in it answers
        other_version(folder)
        opened(page, host, "deal", LIMITS)
        page.get_by_text("A new version is here").wait_for()
        opened(page, host, "deal", LIMITS)
        says(page, "#count", COUNT)
        page.wait_for_timeout(2500)  # more than it takes to ask each page
        assert len(page.evaluate(VERSIONS)) == 3
        silent.close()
        opened(page, host, "deal", LIMITS)
        while len(names := page.evaluate(VERSIONS)) > 2:
            page.wait_for_timeout(50)
        assert names == ["new", "run"]


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


_BOARDS = "return document.querySelectorAll('#boards > li').length === 3"
_KEPT = "return Boolean(navigator.serviceWorker?.controller)"


@needs_webkit
def test_webkit_starts_from_the_memory_and_works_without_a_host(
    leaving: tuple[Server, ExitStack],
) -> None:
    host, goes = leaving
    with webkit() as page:
        page.go(dealing_at(host, 1))
        page.says(COUNT)
        page.wait(_BOARDS)
        page.wait(_KEPT)
        page.go(dealing_at(host, 2))
        page.wait(_BOARDS)
        goes.close()
        page.go(dealing_at(host, 3))
        page.says(COUNT)
        page.wait(_BOARDS)
        assert page.promise("async () => (await caches.keys()).join()", 0).count("unfit") == 0


@needs_webkit
def test_webkit_takes_an_update_and_forgets_what_was(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    with webkit() as page, hosted(folder) as host:
        page.go(dealing_at(host, 1))
        page.wait(_BOARDS)
        page.wait(_KEPT)
        other_version(folder)
        page.go(dealing_at(host, 2))
        page.says("A new version is here")
        page.go(dealing_at(host, 3))
        page.wait(f"return document.querySelector('script[src*={OTHER}]') !== null")
        page.wait(_BOARDS)
        page.until(lambda: page.promise(VERSIONS, 0) == ["new", "run"])
        page.until(lambda: page.promise(STORED, 0) < 60_000_000)


@needs_webkit
@pytest.mark.parametrize("kind", FAILURES)
def test_webkit_is_told_what_fails(kind: type[Host]) -> None:
    with webkit() as page, hosted(FOLDER, kind=kind) as host:
        page.go(dealing_at(host, 1))
        for words in (FAILURES[kind], "Try again", COUNT, "counted by this page"):
            page.says(words)


@needs_webkit
def test_webkit_gives_five_hundred_answers_as_python_does() -> None:
    with hosted(FOLDER) as host, webkit() as page:
        page.go(f"{host.address}numbers.html")
        found = [page.promise(ASK, [name, given]) for name, given, _ in asked()]
    assert differing(found) == []
