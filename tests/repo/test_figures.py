"""The figures in the pages are those of the stored run of the benchmark."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.figures import ROOT, marked_pages, with_figures


def test_readme_and_the_page_of_figures_hold_them() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in marked_pages()}
    assert {"README.md", "docs/reference/figures.md"} <= names


@pytest.mark.parametrize("path", marked_pages(), ids=lambda path: path.name)
def test_a_page_has_the_figures_of_the_stored_run(path: Path) -> None:
    text = path.read_text("utf-8")
    assert with_figures(text) == text, "to write the tables anew: python tools/figures.py"
