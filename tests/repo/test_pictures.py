"""The pictures of terminals show what the commands print."""

from __future__ import annotations

import pytest
from tools.terminal_pictures import FOLDER, PICTURES, picture, words_of


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_what_its_commands_print(name: str) -> None:
    stored = words_of((FOLDER / f"terminal-{name}.svg").read_text("utf-8"))
    assert len(stored) > 20
    assert words_of(picture(name)) == stored, "to draw it anew: python tools/terminal_pictures.py"
