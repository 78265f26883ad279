"""The page of fair hands in a browser: the audit of files, and the check of an event."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dealwright import deal
from dealwright.deals import Deals
from dealwright.fair.audit import auditing
from dealwright.fair.audit.quantities import FLAT
from dealwright.fair.tournament.commitment import new_tournament
from dealwright.fair.tournament.revealing import Log, revealing, sets_to_deal
from dealwright.formats.board_file import board_file
from tests.web.conftest import Server, fill, has, holds, needs_browser, opened, says

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.long, needs_browser]
PLAN = """title = "Club"
value = "Six throws of a die"
[[phase]]
name = "Pairs"
sessions = 2
boards = "1-3"
"""
VALUE = "6 1 3 3 2 5"
DROP = """([id, name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"]) {
    document.getElementById(id).dispatchEvent(
      new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}"""


def written(folder: Path, name: str, deals: Deals) -> Path:
    path = folder / name
    path.write_bytes(board_file(deals, path.suffix[1:]).content)
    return path


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an event: what was published, and the files of its sets."""
    folder = tmp_path_factory.mktemp("event")
    made, secret = new_tournament(PLAN)
    (folder / "club.public.json").write_text(made.to_json())
    (folder / "club.secret.json").write_text(secret.to_json(made.digest))
    log = Log(folder / "club.log")
    revealing(
        made, secret, VALUE, sets_to_deal(made), folder / "sets", log, ("pbn", "dup")
    ).result()
    return folder


def test_the_verdict_is_that_of_python(page: Page, server: Server, tmp_path: Path) -> None:
    sets = [deal(24, seed="one"), deal(16, seed="two")]
    files = [written(tmp_path, "one.pbn", sets[0]), written(tmp_path, "two.dup", sets[1])]
    opened(page, server, "fair")
    says(page, "#verdict", "Add board files")
    page.locator("#files").set_input_files(files)
    found = auditing([each.masks for each in sets]).result()
    says(page, "#verdict", found.verdict)
    says(page, "#verdict", "40 boards of 2 sessions")
    has(page.locator("#box li"), 2)
    rows = page.locator("#test-table tbody tr")
    has(rows, len(found.tests))
    for row, test in zip(rows.all(), found.tests, strict=True):
        cells = [" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()]
        assert cells[0] == test.name
        assert float(cells[1].replace(",", "")) == pytest.approx(test.seen, rel=1e-3)
        assert [float(each) for each in cells[4:]] == pytest.approx(
            [test.p_value, test.adjusted], abs=1e-4
        )
        if test.deviation:
            label = row.locator(".scale").get_attribute("aria-label") or ""
            assert label.startswith(f"{abs(test.scores):.1f} standard deviations")
    for power in found.powers:
        says(page, "#powers", power.dealer)


def test_hands_that_are_not_fair(page: Page, server: Server, tmp_path: Path) -> None:
    flat = deal(30, f"{FLAT.quantity} >= 3", seed=1)
    opened(page, server, "fair")
    page.locator("#files").set_input_files([written(tmp_path, "flat.pbn", flat)])
    says(page, "#verdict", "are not what fair dealing gives")
    says(page, "#test-table", "flat hands fails: more hands with 4333, 4432 or 5332")
    # under the condition by which they were dealt they are fair
    fill(page, {"condition": f"{FLAT.quantity} >= 3"})
    says(page, "#verdict", "look fairly dealt")
    says(page, "#test-table", "left out, because it cannot be counted exactly")
    assert "condition=" in page.url
    fill(page, {"condition": "hcp(north) >= 20"})
    says(page, "#problem", "boards do not satisfy the condition")
    assert page.locator("#condition").get_attribute("aria-invalid") == "true"
    kept = page.url
    page.goto("about:blank")
    page.goto(kept)
    holds(page, "condition", "hcp(north) >= 20")


def test_files_come_and_go(page: Page, server: Server) -> None:
    text = board_file(deal(8, seed=1), "pbn").content.decode()
    opened(page, server, "fair")
    page.evaluate(DROP, ["box", "a.pbn", text])
    says(page, "#verdict", "8 boards of 1 session")
    page.evaluate(DROP, ["box", "a.pbn", text])  # by mistake: no repeated boards
    says(page, "#box .note", "a.pbn is here already")
    has(page.locator("#box li"), 1)
    page.evaluate(DROP, ["box", "b.pbn", text.replace('"N"', '"W"', 1)])
    says(page, "#repeated", "b.pbn has the deals of a.pbn under the same numbers")
    page.get_by_role("button", name="Remove b.pbn").click()
    says(page, "#verdict", "8 boards of 1 session")
    page.evaluate(DROP, ["box", "c.pbn", "no boards"])
    says(page, "#problem", "no board could be read from c.pbn as pbn")
    page.get_by_role("button", name="Remove all").first.click()
    says(page, "#verdict", "Add board files")
    page.get_by_role("button", name="Add 24 new deals").click()
    says(page, "#verdict", "24 boards of 1 session")


def test_what_cannot_be_read_is_said(page: Page, server: Server) -> None:
    text = board_file(deal(3, seed=1), "pbn").content.decode()
    opened(page, server, "fair")
    page.evaluate(DROP, ["box", "a.pbn", f'{text}[Board "9"]\n[Deal "N:AKQ... - - -"]\n'])
    says(page, "#verdict", "3 boards of 1 session")
    says(page, "#notes", "a.pbn: 1 board without all four hands left out")


def test_an_event_is_checked(page: Page, server: Server, event: Path) -> None:
    opened(page, server, "fair")
    check = page.get_by_role("button", name="Check", exact=True)
    check.click()
    says(page, "#event-problem", "Give the public file of the event")
    published = [event / "club.public.json", event / "club.secret.json"]
    files = [*published, *sorted((event / "sets").iterdir())]
    page.locator("#event-files").set_input_files(files)
    says(page, "#event-box", "record.json record")
    check.click()
    says(page, "#event-problem", "Give the public value")
    fill(page, {"value": VALUE})
    check.click()
    says(page, "#checked", "2 of 2 sets of the plan, 6 of 6 files checked: everything holds")
    says(page, "#findings", "pairs-1.pbn has the 3 boards of Pairs, session 1, original")
    has(page.locator("#findings .wrong"), 0)
    fill(page, {"value": "1 1 1 1 1 1"})
    says(page, "#checked", "Not checked yet")
    check.click()
    says(page, "#checked", re.compile(r"2 of 2 sets .*: \d+ things do not hold"))
    says(page, "#findings li:first-child", "WRONG")
    fill(page, {"value": VALUE})
    page.get_by_role("button", name="Remove pairs-1.pbn").click()
    page.evaluate(DROP, ["event-box", "pairs-1.pbn", (event / "sets" / "pairs-2.pbn").read_text()])
    check.click()
    says(page, "#findings", "its boards are those of Pairs, session 2, original")


def test_an_event_that_cannot_be_read(page: Page, server: Server, event: Path) -> None:
    opened(page, server, "fair")
    public = (event / "club.public.json").read_text()
    page.evaluate(DROP, ["event-box", "a.json", public.replace("HKDF", "MD5")])
    page.locator("#event-files").set_input_files([event / "club.secret.json"])
    fill(page, {"value": VALUE})
    page.get_by_role("button", name="Check", exact=True).click()
    says(page, "#event-problem", "public.json: the algorithm is not")
    assert "/" not in page.locator("#event-problem").inner_text().split(":")[0]
    says(page, "#checked", "Not checked yet")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_in_nobodys_way(
    page: Page, server: Server, scheme: str, tmp_path: Path, event: Path
) -> None:
    """The rules of axe-core, 360 and 390 pixels without sideways scrolling, a problem too."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe from PyPI")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    opened(page, server, "fair")
    flat = deal(30, f"{FLAT.quantity} >= 3", seed=1)
    twice = written(tmp_path, f"{'long-name-' * 8}.pbn", flat)
    page.locator("#files").set_input_files([written(tmp_path, "a.pbn", flat), twice])
    says(page, "#repeated", "Two rooms, or one set dealt twice")
    files = [event / "club.public.json", event / "club.secret.json"]
    page.locator("#event-files").set_input_files([*files, *(event / "sets").iterdir()])
    fill(page, {"value": "6"})
    page.get_by_role("button", name="Check", exact=True).click()
    says(page, "#findings", "WRONG")
    for problem in (False, True):
        if problem:
            fill(page, {"condition": "hcp(north"})
            page.wait_for_selector("#problem:not([hidden])")
        for width in (1200, 390, 360):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = axe.Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
