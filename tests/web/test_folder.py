"""The folder for browsers: every page does its task there as on the server, offline too.

``tools/browser/build.sh OUT`` builds it; ``DEALWRIGHT_BROWSER_FOLDER`` names it for these tests.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from dealwright import deal, parse, poker
from dealwright.analysis import contracts
from dealwright.fair.audit import auditing
from dealwright.formats.board_file import board_file
from dealwright.play.suit import suit_combination
from dealwright.systems import read_system
from dealwright.systems.tables import call_table
from tests.processes import PATIENCE
from tests.web.browser_questions import ASK, HUNDRED, asked, differing
from tests.web.conftest import Server, fill, has, needs_browser, opened, says
from tests.web.hosts import Host, hosted

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = os.environ.get("DEALWRIGHT_BROWSER_FOLDER", "")
needs_folder = pytest.mark.skipif(
    not FOLDER, reason="build it: tools/browser/build.sh OUT; DEALWRIGHT_BROWSER_FOLDER=OUT"
)
pytestmark = [pytest.mark.slow, needs_browser]
EXAMPLE = (
    "hcp(west) in 11..15 && spades(west) in 5..6 && hearts(west) == 4 && hcp(east) == 10 "
    "&& diamonds(east) >= 4"
)


@pytest.fixture(scope="session")
def host() -> Iterator[Server]:
    with hosted(FOLDER) as found:
        yield found


@pytest.fixture(scope="module", params=["served", pytest.param("folder", marks=needs_folder)])
def site(request: pytest.FixtureRequest) -> Server:
    name = {"served": "server", "folder": "host"}[request.param]
    found: Server = request.getfixturevalue(name)
    return found


_PLAIN = "starts without its memory"


@contextmanager
def visiting(browser: Browser, **options: Any) -> Iterator[Page]:
    """A page of a new profile; what it throws fails the test, and a program without its memory."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    problems = list[str]()
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: problems.extend([line.text] if _PLAIN in line.text else []))
    try:
        yield page
    finally:  # a failure too leaves no page that holds on to its host
        context.close()
    assert problems == []


# --------------------------------------------------------------------------- the task of each page


def _home(page: Page, site: Server, folder: Path) -> None:
    opened(page, site, "index")
    says(page, "#tag", "exact")
    count = parse("hcp(north) in 15..17 && hearts(south) >= 5 && balanced(north)").count()
    says(page, "#whole", f"{count:,} of ")


def _deal(page: Page, site: Server, folder: Path) -> None:
    opened(page, site, "deal", {"north.hcp": "15-17", "n": "3", "seed": "7"})
    has(page.locator("#boards > li"), 3)


def _bid(page: Page, site: Server, folder: Path) -> None:
    opened(page, site, "bid", {"north.hcp": "15-17", "n": "3", "seed": "7"})
    has(page.locator("#boards .board"), 1)


def _odds(page: Page, site: Server, folder: Path) -> None:
    hands = {"hand": "south AQ542.KJ87.32.K3", "dummy": "north K63.AQ4.J854.542"}
    opened(page, site, "odds", hands)
    says(page, "#about", "10,400,600 deals are left exact")


def _systems(page: Page, site: Server, folder: Path) -> None:
    opened(page, site, "systems", {"choice": "natural"})
    says(page, "#tree", f"{call_table(read_system('natural')).total:,} deals")


def _suit(page: Page, site: Server, folder: Path) -> None:
    opened(page, site, "suit", {"dummy": "AQT9", "declarer": "432"})
    questions = [each for each in suit_combination("AQT9", "432").tricks if each.probability < 1]
    says(page, "#exactly", f"exactly {questions[0].probability}")


def _simulate(page: Page, site: Server, folder: Path) -> None:
    condition = "hcp(north) + hcp(south) >= 26 && spades(north) + spades(south) >= 8"
    question = {"contracts": "3NT 4S pass", "seed": "1", "within": "10%", "condition": condition}
    opened(page, site, "simulate", {"question": "contracts", **question})
    page.get_by_role("button", name="Start").click()
    found = contracts(condition, "3NT 4S pass", within="10%", seed="1")
    says(page, "#status", f"Done: {found.deals:,} deals solved")


def _poker(page: Page, site: Server, folder: Path) -> None:
    opened(page, site, "poker", {"player": ["QQ, AKs", "22+ AQ+"], "board": ["Qh Jh 2c"]})
    hits = poker.range_hits("QQ, AKs", "Qh Jh 2c")
    says(page, "#hits", f"{100 * float(hits.share('set')):.4g} %")


def _numbers(page: Page, site: Server, folder: Path) -> None:
    opened(page, site, "numbers")
    fill(page, {"shapes": "balanced"})
    has(page.locator("#patterns tbody tr"), 3)


def _fair(page: Page, site: Server, folder: Path) -> None:
    deals = deal(24, seed="one")
    file = folder / "one.pbn"
    file.write_bytes(board_file(deals, "pbn").content)
    opened(page, site, "fair")
    page.locator("#files").set_input_files([file])
    says(page, "#verdict", auditing([deals.masks]).result().verdict)


TASKS = {
    "index": _home, "deal": _deal, "bid": _bid, "odds": _odds, "systems": _systems, "suit": _suit,
    "simulate": _simulate, "poker": _poker, "numbers": _numbers, "fair": _fair,
}  # fmt: skip
STATIC = Path(__file__).parents[2] / "src/dealwright/web/static"


def test_every_page_but_those_of_rooms_has_a_task() -> None:
    assert {path.stem for path in STATIC.glob("*.html")} - {"class"} == set(TASKS)


@pytest.mark.parametrize("name", TASKS)
def test_a_page_does_its_task(name: str, site: Server, browser: Browser, tmp_path: Path) -> None:
    with visiting(browser) as page:
        TASKS[name](page, site, tmp_path)


# --------------------------------------------------------------------------- the same answers


def test_a_hundred_answers_of_the_server_are_those_of_python(
    server: Server, browser: Browser
) -> None:
    with visiting(browser) as page:
        opened(page, server, "numbers")
        found = [page.evaluate(ASK, [name, given]) for name, given, _ in asked(HUNDRED)]
    assert differing(found, HUNDRED) == []


@needs_folder
def test_five_hundred_answers_are_those_of_python(host: Server, browser: Browser) -> None:
    """In Chromium; so it is in Firefox (`test_firefox`) and in WebKit (`test_hosts`)."""
    with visiting(browser) as page:
        opened(page, host, "numbers")
        found = [page.evaluate(ASK, [name, given]) for name, given, _ in asked()]
    assert differing(found) == []


# --------------------------------------------------------------------------- the folder alone


@needs_folder
def test_the_second_visit_needs_no_network(browser: Browser, tmp_path: Path) -> None:
    """Everything is kept, the tables of poker too; and below any path."""
    with hosted(FOLDER) as host, visiting(browser) as page:
        _home(page, host, tmp_path)
        kept(page)
        page.context.set_offline(True)
        for name in ("index", "simulate", "poker", "fair"):
            TASKS[name](page, host, tmp_path)


@needs_folder
def test_programs_of_one_memory_deal_by_different_seeds(browser: Browser, host: Server) -> None:
    seeds = set()
    with visiting(browser) as page:
        opened(page, host, "numbers")
        kept(page)
        for _ in range(2):
            opened(page, host, "numbers")
            answer = page.evaluate(ASK, ["deal", {"n": 1}])["answer"]
            seeds.add(answer["source"]["seed"])
            solved = page.evaluate(ASK, ["solve", {"deals": answer["deals"]}])["answer"]
            assert len(solved["boards"]) == 1
    assert len(seeds) == 2


def kept(page: Page) -> None:
    """Wait until the browser keeps the folder."""
    ends = monotonic() + PATIENCE
    while not page.evaluate("navigator.serviceWorker.controller !== null"):
        assert monotonic() < ends
        page.wait_for_timeout(50)


@needs_folder
def test_an_update_is_taken_whole(browser: Browser, tmp_path: Path) -> None:
    """A page that is open goes on with its version; a half copied one is never taken."""
    folder = tmp_path / "folder"
    shutil.copytree(FOLDER, folder)
    with hosted(folder) as host, visiting(browser) as page:
        _home(page, host, tmp_path)
        kept(page)
        # half of another version: its list, and a page that is not the one of the list
        pages = sorted(folder.glob("*.html"))
        worker = folder / "sw.js"
        before = worker.read_text()
        half = before.replace('"index.html": "', '"index.html": "0')
        worker.write_text(half.replace('VERSION = "', 'VERSION = "half'))
        other = page.context.new_page()
        _home(other, host, tmp_path)
        other.wait_for_timeout(1500)
        has(other.get_by_text("A new version is here"), 0)
        # the whole of it
        text = pages[0].read_text().replace("<title>", "<title>New: ", 1)
        pages[0].write_text(text)
        import hashlib

        name, digest = pages[0].name, hashlib.sha256(text.encode()).hexdigest()
        listed = json.loads(before.split("JSON.parse('")[1].split("')")[0])
        after = before.replace(listed[name], digest).replace('VERSION = "', 'VERSION = "new')
        worker.write_text(after)
        third = page.context.new_page()
        _home(third, host, tmp_path)
        for each in (page, other, third):  # it is told in all tabs, and each goes on
            each.get_by_text("A new version is here").wait_for()
        _deal(other, host, tmp_path)
        other.goto(f"{host.address}{name}")
        assert other.title().startswith("New: ")


@needs_folder
def test_the_first_answers_need_one_pack(browser: Browser, host: Server, tmp_path: Path) -> None:
    Host.asked.clear()
    with visiting(browser, service_workers="block") as page:
        _deal(page, host, tmp_path)
        says(page, "#count", f"{parse('hcp(north) in 15..17').count():,}")
        page.locator("#popular button").first.wait_for()
    packs = {path.split("/")[-1].split(".")[0] for path in Host.asked if ".pack" in path}
    assert packs == {"first"}


@needs_folder
def test_a_host_that_compresses_nothing_is_asked_for_compressed_files(
    browser: Browser, tmp_path: Path
) -> None:
    """Of all hosts but this machine, which needs no compression: 127.0.0.2 is not its name."""
    Host.asked.clear()
    with hosted(FOLDER, "127.0.0.2") as host, visiting(browser) as page:
        _home(page, host, tmp_path)
        packed = {path.split("/")[-1].split(".")[0] for path in Host.asked if path.endswith(".gz")}
        assert packed >= {"first", "pyodide", "python_stdlib"}
        kept(page)
        page.context.set_offline(True)
        _poker(page, host, tmp_path)


@needs_folder
def test_two_tabs_at_once(browser: Browser, host: Server, tmp_path: Path) -> None:
    with visiting(browser) as page:
        other = page.context.new_page()
        opened(page, host, "odds", {"hand": "south AQ542.KJ87.32.K3"})
        _deal(other, host, tmp_path)
        _odds(page, host, tmp_path)


@needs_folder
def test_a_phone_in_a_slow_hand(browser: Browser, host: Server, tmp_path: Path) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with visiting(browser, **phone) as page:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        _home(page, host, tmp_path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@needs_folder
def test_a_request_is_stopped_by_ending_its_worker(browser: Browser, host: Server) -> None:
    """The next one is answered at once by the other."""
    with visiting(browser) as page:
        opened(page, host, "simulate", {
            "question": "lead", "hand": "west QJT95.K4.832.A74", "contract": "3NT",
            "condition": "hcp(south) in 15..17 && balanced(south)", "seconds": "60", "seed": "1",
        })  # fmt: skip
        page.get_by_role("button", name="Start").click()
        says(page, "#status", "So far: ")
        page.get_by_role("button", name="Stop").click()
        says(page, "#status", "Stopped: ")
        assert page.evaluate(ASK, ["count", {"condition": "hcp(north) >= 37"}])["answer"]["exact"]


@needs_folder
def test_rooms_name_their_server(browser: Browser, host: Server) -> None:
    with visiting(browser) as page:
        page.goto(f"{host.address}bid.html#room=quiet-river")
        page.get_by_label("Address of the server").fill("https://club.example.org/cards")
        page.route("https://club.example.org/**", lambda route: route.fulfill(body="the server"))
        page.get_by_role("button", name="Open its page").click()
        says(page, "body", "the server")
        assert page.url == "https://club.example.org/cards/bid.html#room=quiet-river"


@needs_folder
def test_a_file_says_how_it_is_served(browser: Browser) -> None:
    with visiting(browser) as page:
        page.goto((Path(FOLDER).absolute() / "index.html").as_uri())
        page.get_by_text("python3 -m http.server").wait_for()


@needs_folder
def test_the_folder_is_small_and_names_its_licences() -> None:
    """The first load is eight megabytes as gzip at most."""
    folder = Path(FOLDER)
    (runtime,) = folder.glob("page-*/runtime.js")
    first = json.loads(runtime.read_text().removeprefix("export default "))["sizes"]
    size = sum((runtime.parent / f"{path}.gz").stat().st_size for path in first)
    assert size < 8_000_000
    names = {path.stem for path in (folder / "licences").iterdir()}
    assert names >= {"dealwright", "numpy", "pyodide", "python", "nanobind"}


@needs_folder
def test_pdf_is_left_to_the_printer(browser: Browser, host: Server) -> None:
    with visiting(browser) as page:
        opened(page, host, "numbers")
        found = page.evaluate(ASK, ["export", {"n": 1, "format": "pdf"}])
        assert "print the page instead" in found["error"]["message"]
