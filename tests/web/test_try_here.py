"""The cells of the tutorials ask the program in the browser, which is loaded on a click."""

from __future__ import annotations

import json
import re
import shutil
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dealwright import deal, parse, poker
from tests.web.conftest import has, needs_browser, says
from tests.web.hosts import FrontPage, Host, hosted
from tests.web.test_folder import FOLDER, needs_folder, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, needs_browser]
DOCS = Path(__file__).parents[2] / "docs"
CELL = re.compile(r'^<div class="try" .*></div>$', re.MULTILINE)
TUTORIALS = sorted(path.stem for path in (DOCS / "tutorial").glob("*.md"))


def cell_of(tutorial: str) -> str:
    """Return the one cell of a tutorial."""
    (cell,) = CELL.findall((DOCS / "tutorial" / f"{tutorial}.md").read_text("utf-8"))
    return str(cell)


def site(folder: Path) -> None:
    """Write a site with a page for each tutorial, as the theme has its scripts: at its root."""
    (folder / "docs").mkdir()
    shutil.copyfile(DOCS / "try.js", folder / "docs" / "try.js")
    for name in TUTORIALS:
        text = f'<title>{escape(name)}</title>{cell_of(name)}<script src="try.js"></script>'
        (folder / "docs" / f"{name}.html").write_text(f"<!doctype html>{text}", "utf-8")


def answer_of(cell: str) -> str:
    """Return the beginning of what a cell shows, from Python."""
    found = re.search(r"data-given='(.*)'", unescape(cell))
    assert found
    given = json.loads(found[1])
    if "players" in given:
        equities = poker.equity(*given["players"], board=given["board"]).players
        return f"{given['players'][0]}: {100 * float(equities[0].equity):.2f} %"
    if "n" in given:
        condition = given.get("condition")
        deals = deal(given["n"], *([condition] if condition else []), seed=given["seed"])
        return deals[0].text()
    return f"{parse(given['condition']).count():,} deals (exact)"


@needs_folder
@pytest.mark.parametrize("tutorial", TUTORIALS)
def test_a_cell_is_loaded_on_a_click(tutorial: str, browser: Browser, tmp_path: Path) -> None:
    site(tmp_path)
    (tmp_path / "page").symlink_to(Path(FOLDER).absolute())
    Host.asked.clear()
    with hosted(tmp_path) as host, visiting(browser) as page:
        page.goto(f"{host.address}docs/{tutorial}.html")
        button = page.get_by_role("button", name="Try it here")
        button.wait_for()
        assert not [path for path in Host.asked if "/page-" in path or "runtime" in path]
        button.click()
        says(page, ".try [role=status]:last-child", answer_of(cell_of(tutorial)))


def test_without_the_folder_there_is_no_button(browser: Browser, tmp_path: Path) -> None:
    site(tmp_path)
    with hosted(tmp_path) as host, visiting(browser) as page:
        with page.expect_response(lambda response: "/page/" in response.url):
            page.goto(f"{host.address}docs/{TUTORIALS[0]}.html")
        page.wait_for_load_state("networkidle")
        has(page.locator(".try"), 1)
        has(page.locator(".try > *"), 0)


def test_a_host_that_answers_everything_with_its_front_page_has_no_folder(
    browser: Browser, tmp_path: Path
) -> None:
    site(tmp_path)
    (tmp_path / "index.html").write_text("<!doctype html><title>Front page</title>", "utf-8")
    with hosted(tmp_path, kind=FrontPage) as host, visiting(browser) as page:
        with page.expect_response(lambda response: "/page/" in response.url):
            page.goto(f"{host.address}docs/{TUTORIALS[0]}.html")
        page.wait_for_load_state("networkidle")
        has(page.locator(".try"), 1)
        has(page.locator(".try > *"), 0)
