"""Every command that a page shows is run, and prints what the page shows."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from tools.outputs import ROOT, Page, checked, main, pages, same

PAGES = [Page.read(path) for path in pages()]


def _named(page: Page) -> str:
    return str(page.path.relative_to(ROOT))


def _run(page: Page, *, slow: bool) -> None:
    for module in page.needs:
        if find_spec(module) is None:
            pytest.skip(f"needs {module}")
    wrong = list(checked(page, slow=slow))
    advice = "python tools/outputs.py " + _named(page)
    assert not wrong, "\n\n".join([*wrong, f"to write the outputs anew: {advice}"])


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=_named)
def test_the_page_shows_what_its_commands_print(page: Page) -> None:
    _run(page, slow=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(block.slow for block in page.blocks)], ids=_named
)
def test_the_page_shows_what_its_long_commands_print(page: Page) -> None:
    _run(page, slow=True)


def test_a_changed_output_fails_and_is_put_right(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    text = '```console\n$ dealwright shapes "s >= 12"\n...\n```\n'
    path.write_text(text, "utf-8")
    assert list(checked(Page.read(path), slow=False)) == []
    path.write_text(text.replace("...", "another output"), "utf-8")
    (wrong,) = checked(Page.read(path), slow=False)
    assert "-another output" in wrong
    main([str(path)])
    assert list(checked(Page.read(path), slow=False)) == []
    assert "another output" not in path.read_text("utf-8")


def test_a_changed_doctest_is_put_right(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("```python\n>>> 1 + 1\n3\n>>> print(1, 2)\n1 2\n\n```\n", "utf-8")
    main([str(path)])
    assert path.read_text("utf-8") == "```python\n>>> 1 + 1\n2\n>>> print(1, 2)\n1 2\n\n```\n"


@pytest.mark.parametrize(
    ("shown", "printed", "expected"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a", ""], ["a"], True),
        (["a", "b"], ["a", "c"], False),
        (["a"], ["a", "b"], False),
        (["a", "...", "c"], ["a", "b", "b", "c"], True),
        (["a", "...", "c"], ["a", "c", "b"], False),
        (["...", "c"], ["a", "c"], True),
        (["b", "..."], ["a", "b"], False),
        (["took 0.2 s"], ["took 11 s"], True),
        (["took 0.2 days"], ["took 11 days"], False),
    ],
)
def test_outputs_are_compared(shown: list[str], printed: list[str], expected: bool) -> None:
    page = Page.read(ROOT / "README.md")
    assert same(shown, printed, page.varies) == expected
