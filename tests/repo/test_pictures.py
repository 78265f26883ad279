"""Pictures show what commands print, and what is computed."""

from __future__ import annotations

import pytest
from tools import idea_pictures
from tools.terminal_pictures import FOLDER, PICTURES, picture, words_of

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_what_its_commands_print(name: str) -> None:
    stored = words_of((FOLDER / f"terminal-{name}.svg").read_text("utf-8"))
    assert len(stored) > 20
    assert words_of(picture(name)) == stored, (
        "to draw it anew: python tools/regenerate.py terminals"
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in idea_pictures.SLOW else [])
        for name in idea_pictures.PICTURES
    ],
)
def test_a_picture_of_an_idea_is_drawn_again(name: str) -> None:
    stored = idea_pictures.texts_of((FOLDER / f"idea-{name}.svg").read_text("utf-8"))
    assert len(stored) > 8
    advice = "run: python tools/regenerate.py ideas"
    assert idea_pictures.texts_of(idea_pictures.drawn(name)) == stored, advice
