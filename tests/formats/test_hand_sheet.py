"""The sheet with the hands of one seat: no text runs into its neighbour, in any language."""

from __future__ import annotations

from typing import Any

import pytest

from dealwright import Seat, deal
from dealwright.base.translation import in_language
from dealwright.cli.user_settings import LANGUAGES
from dealwright.formats import Settings
from dealwright.formats.board_file import board_file
from dealwright.formats.board_words import dealer_text, vulnerability_text
from dealwright.formats.hand_sheet import hand_sheet
from dealwright.formats.kinds.hands import hand_sheets


@pytest.mark.parametrize("code", LANGUAGES)
def test_boards_stand_apart(code: str) -> None:
    settings = Settings()
    with in_language(code):
        lines = hand_sheet(deal(16, seed=1), Seat.NORTH, settings).splitlines()
        for at in range(16):
            dealer = dealer_text(settings.dealer_of(at))
            sides = vulnerability_text(settings.vulnerability_of(at))
            texts = [f"{dealer}, {word}{sides[1:]}" for word in (sides[0], sides[0].lower())]
            line = next(line for line in lines if any(text in line for text in texts))
            text = next(text for text in texts if text in line)
            before, _, after = line.partition(text)
            assert before[-2:].strip() == after[:2].strip() == "", line


@pytest.mark.parametrize("code", LANGUAGES)
def test_printed_headings_stay_in_their_cells(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    canvas = pytest.importorskip("reportlab.pdfgen.canvas", reason="needs the extra pdf").Canvas
    ends = list[tuple[float, float]]()
    draw = canvas.drawString

    def drawn(self: Any, x: float, y: float, text: str, *rest: Any, **more: Any) -> None:
        ends.append((x, x + self.stringWidth(text, self._fontname, self._fontsize)))
        draw(self, x, y, text, *rest, **more)

    monkeypatch.setattr(canvas, "drawString", drawn)
    with in_language(code):
        hand_sheets(deal(36, seed=1), [Seat.NORTH], Settings())
    cells = [28 + column * (595.28 - 56) / 3 for column in range(1, 4)]
    for start, end in ends[1:]:  # the first is the title of the page
        assert end <= min(cell for cell in cells if cell > start)


@pytest.mark.parametrize("kind", ["practice", "hands", "pdf"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_line_crosses_words(code: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    canvas = pytest.importorskip("reportlab.pdfgen.canvas", reason="needs the extra pdf").Canvas
    words, lines = list[tuple[float, ...]](), list[tuple[float, ...]]()
    draw = canvas.drawString

    def drawn(self: Any, x: float, y: float, text: str, *rest: Any, **more: Any) -> None:
        width, size = self.stringWidth(text, self._fontname, self._fontsize), self._fontsize
        words.append((x, y - 0.1 * size, x + width, y + 0.7 * size))
        draw(self, x, y, text, *rest, **more)

    monkeypatch.setattr(canvas, "drawString", drawn)
    monkeypatch.setattr(canvas, "line", lambda _, *ends: lines.append(ends))
    with in_language(code):
        if kind == "practice":
            hand_sheets(deal(4, seed=1), [Seat.NORTH], Settings())
        else:
            board_file(deal(4, seed=1), kind, Settings())
    assert len(words) >= 40
    assert len(lines) >= 12
    for left, bottom, right, top in words:
        for x, y, across, up in lines:
            beside = max(x, across) < left or min(x, across) > right
            assert beside or max(y, up) < bottom or min(y, up) > top
