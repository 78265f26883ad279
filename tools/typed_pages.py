"""Check the Python of README.md and the tutorials with mypy and pyright, as strict projects do.

    python tools/typed_pages.py             README.md and docs/tutorial
    python tools/typed_pages.py PAGE ...    these pages

A page becomes a module with its code on the same lines, so that errors name lines of the page.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["checked_pages", "code_of", "faults"]

ROOT = Path(__file__).parents[1]
_PROMPT = re.compile(r"(>>>|\.\.\.)( |$)")


def checked_pages() -> list[Path]:
    """Return the pages that are checked: README.md and the tutorials."""
    return [ROOT / "README.md", *sorted((ROOT / "docs/tutorial").glob("*.md"))]


def code_of(text: str) -> str:
    r"""Return the Python of a page, each line where it is in the page; other lines are empty.

    >>> code_of("# A page\n```python\n>>> for x in y:\n...     x\n1\n```\n")
    '\n\nfor x in y:\n    x\n\n\n'
    """
    lines, inside, prompts = [], False, False
    for line in text.splitlines():
        code = ""
        if line.startswith("```"):
            inside, prompts = line == "```python", False
        elif inside:
            prompt = _PROMPT.match(line)
            prompts = prompts or prompt is not None
            code = line[prompt.end() :] if prompt else "" if prompts else line
        lines.append(code)
    return "\n".join([*lines, ""])


def faults(pages: Sequence[Path]) -> list[str]:
    """Return the errors that both programs report in the code of pages, a line each."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        modules = {}
        for page in pages:
            code = code_of(page.read_text("utf-8"))
            if code.strip():
                module = folder / f"page_{len(modules)}.py"
                module.write_text(code, "utf-8")
                modules[module.name] = page
        texts = _mypy(folder, [*modules]) + _pyright(folder) if modules else []
    return [re.sub(r"page_\d+\.py", lambda found: str(modules[found[0]]), text) for text in texts]


def _mypy(folder: Path, modules: Sequence[str]) -> list[str]:
    (folder / "mypy.ini").write_text(
        f"[mypy]\nstrict = True\nmypy_path = {ROOT / 'src'}\n[mypy-dealwright.*]\n"
        "follow_imports = silent\n",
        "utf-8",
    )
    cache = ROOT / ".mypy_cache" / "pages"
    output = _output(folder, "mypy", "--no-error-summary", "--cache-dir", str(cache), *modules)
    return [f"mypy: {line}" for line in output.splitlines()]


def _pyright(folder: Path) -> list[str]:
    settings = {
        "typeCheckingMode": "strict",
        "extraPaths": [str(ROOT / "src")],
        "reportUnusedExpression": False,  # an interpreter prints them
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
    output = _output(folder, "pyright", "--outputjson", "--pythonpath", sys.executable)
    try:
        found = json.loads(output)["generalDiagnostics"]
    except (ValueError, KeyError):  # it did not run
        return [f"pyright: {line}" for line in output.splitlines()]
    return [
        f"pyright: {Path(fault['file']).name}:{fault['range']['start']['line'] + 1}: "
        f"{fault['message']} ({fault.get('rule', fault['severity'])})"
        for fault in found
    ]


def _output(folder: Path, *words: str) -> str:
    """Return what a module of Python prints, run in a folder."""
    done = subprocess.run(  # noqa: S603 (the pages are ours)
        [sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout or done.stderr


def main() -> int:
    """Print the errors of pages; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE")
    pages = parser.parse_args().pages or checked_pages()
    found = faults(pages)
    print("\n".join(found) or f"{len(pages)} pages pass mypy and pyright")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
