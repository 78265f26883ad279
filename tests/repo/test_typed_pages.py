"""The Python of pages is typed: the tool finds what strict checkers find, on lines of the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import typed_pages

PAGE = """# A page

```python
>>> from dealwright import Hand, deal
>>> points: int = Hand("AKQ2.T98.543.A72").hcp
>>> for hand in deal(2, seed=1):
...     print(hand.north.zar)
24
>>> wrong: str = deal(1, seed=1).north.hcp
>>> def untyped(hand):
...     return hand

```

```console
$ dealwright deal 5
```
"""


def test_code_stays_on_its_lines() -> None:
    code = typed_pages.code_of(PAGE).splitlines()
    assert len(code) == len(PAGE.splitlines())
    assert code[5:8] == ["for hand in deal(2, seed=1):", "    print(hand.north.zar)", ""]
    assert not any("deal 5" in line for line in code)
    assert typed_pages.code_of("```python\nx = 1\n\ny = 2\n```\n") == "\nx = 1\n\ny = 2\n\n"


@pytest.fixture
def checkers() -> tuple[str, str]:
    """The two programs; a test is skipped if one is missing."""
    for program in (programs := ("mypy", "pyright")):
        pytest.importorskip(program, reason=f"needs {program}: pip install {program}")
    return programs


@pytest.mark.slow
@pytest.mark.usefixtures("checkers")
def test_the_pages_have_no_faults() -> None:
    pages = typed_pages.checked_pages()
    assert len(pages) > 3
    assert typed_pages.faults(pages) == []


@pytest.mark.long
def test_faults_are_found_by_both_programs(checkers: tuple[str, str], tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, "utf-8")
    found = typed_pages.faults([page])
    for program in checkers:
        lines = {fault.split(f"{page}:")[1].split(":")[0] for fault in found if program in fault}
        assert {"9", "10"} <= lines <= {"9", "10", "11"}
