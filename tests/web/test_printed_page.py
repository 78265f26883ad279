"""The page of hand diagrams in a browser, on screens and on paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dealwright import Deals, deal
from dealwright.base.translation import in_language
from dealwright.formats import Settings
from dealwright.formats.board_file import board_file
from tests.processes import PATIENCE
from tests.web.conftest import needs_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [needs_browser, pytest.mark.long]

LONG = Deals.parse(
    ["N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -",
     "N:AKQJT987.J32.65. .AKQT9876.J3.KQ3 65.54.AKQT9874.2 432..2.AJT987654"]
)  # fmt: skip
# Pairs of boxes of a board that meet, and those that leave it; a box is that of the words in it.
OVERLAPS = """() => [...document.querySelectorAll("article")].flatMap((board, number) => {
  const box = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const parts = [...board.querySelectorAll(".about > *, .hand > p, .points, .story > *")];
  const boxes = parts.map(box).filter((each) => each.width);
  const frame = board.getBoundingClientRect();
  const out = boxes.filter((a) => a.left < frame.left || a.right > frame.right
    || a.top < frame.top || a.bottom > frame.bottom);
  const meet = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
    a.left < b.right - 0.5 && b.left < a.right - 0.5
    && a.top < b.bottom - 3 && b.top < a.bottom - 3)); // lines of words stand close
  return [...out, ...meet].map((each) => [number, each.left, each.top]);
})"""


@pytest.mark.parametrize("code", ["en", "fr", "de", "pl"])
def test_no_boxes_of_a_board_overlap(code: str, browser: Browser, tmp_path: Path) -> None:
    deals = Deals.parse(each.text() for each in (*LONG, *deal(20, seed=5)))
    with in_language(code):
        written = board_file(deals, "html", Settings(title="Friday", seed="5"))
    path = tmp_path / "a.html"
    path.write_bytes(written.content)
    context = browser.new_context()
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.goto(path.as_uri())
    for media, width in (("screen", 360), ("screen", 900), ("screen", 1400), ("print", 718)):
        page.emulate_media(media=media)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator("article").count() == 22
        assert page.evaluate(OVERLAPS) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
