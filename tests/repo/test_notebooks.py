"""The notebooks run, show what they showed, and are the pages of the site."""

from __future__ import annotations

import re

import nbformat
import pytest
from tools.notebooks import FOLDER, NAMES, executed, outputs_of, page_of
from tools.outputs import ALWAYS_VARIES

_VARIES = re.compile(ALWAYS_VARIES)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_its_notebook(name: str) -> None:
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert len(list(outputs_of(notebook.cells))) >= 5
    shown = (FOLDER / f"{name}.md").read_text("utf-8")
    assert page_of(name, notebook) == shown, "run: python tools/regenerate.py notebooks"


def test_every_notebook_is_known() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(NAMES)
    index = (FOLDER / "index.md").read_text("utf-8")
    assert all(f"({name}.md)" in index for name in NAMES)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Jupyter, about its own sockets
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_and_shows_what_it_showed(name: str) -> None:
    stored = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    advice = "to run it again: python tools/regenerate.py notebooks"
    both = [
        _VARIES.sub("...", "\n".join(outputs_of(each.cells))) for each in (executed(name), stored)
    ]
    assert both[0] == both[1], advice
