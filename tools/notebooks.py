"""The notebooks, run, and written as pages.

A notebook is `docs/notebooks/NAME.ipynb`, kept with its outputs. Its page, `NAME.md`, shows the
same cells: text as text, HTML as HTML. ``python tools/regenerate.py notebooks`` writes both.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any

import nbformat

__all__ = ["FOLDER", "NAMES", "executed", "outputs_of", "page_of", "written"]

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "notebooks"
NAMES = [
    "deal-and-count",
    "distributions",
    "double-dummy",
    "a-system",
    "poker-ranges",
    "numbering-and-shards",
]
_KINDS = ("text/html", "image/svg+xml", "text/plain")


def read(name: str) -> Any:
    """Return a notebook as it is kept."""
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def executed(name: str) -> Any:
    """Return a notebook whose cells were run anew."""
    from nbclient import NotebookClient

    notebook = read(name)
    client = NotebookClient(notebook, timeout=300, kernel_name="python3")
    client.execute(env={**os.environ, "DEALWRIGHT_CACHE": "off"})
    for cell in notebook.cells:
        cell.metadata = {}
        for output in cell.get("outputs", ()):
            output.get("metadata", {}).clear()
            output.pop("execution_count", None)
            if output.output_type == "execute_result":
                output.execution_count = cell.execution_count
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return notebook


def outputs_of(cells: Iterable[Any]) -> Iterator[str]:
    """Yield what cells show: for each output its richest form."""
    for cell in cells:
        for output in cell.get("outputs", ()):
            if output.output_type == "stream":
                if output.name == "stdout":
                    yield _plain(output.text.rstrip())
            elif output.output_type == "error":
                raise ValueError(f"a cell ended with {output.ename}: {output.evalue}")
            else:
                kind = next(kind for kind in _KINDS if kind in output.data)
                text = output.data[kind].strip()
                yield _plain(text) if kind == "text/plain" else text


def page_of(name: str, notebook: Any) -> str:
    """Return the page that shows a notebook."""
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source.rstrip())
            if cell is notebook.cells[0]:
                parts.append(f"[This page as a notebook]({name}.ipynb){{ download }}")
        else:
            parts.append(f"```python\n{cell.source.rstrip()}\n```")
            for text in outputs_of([cell]):
                lines = [line for line in text.split("\n") if line.strip()]
                parts.append('<div class="output">\n' + "\n".join(lines) + "\n</div>")
    return "\n\n".join(parts) + "\n"


def _plain(text: str) -> str:
    return f"<pre>{escape(text, quote=False)}</pre>"


def written(name: str) -> dict[Path, str]:
    """Return a notebook that was run anew, and its page, by their paths below the checkout."""
    notebook = executed(name)
    nbformat.validate(notebook)
    folder = FOLDER.relative_to(ROOT)
    return {
        folder / f"{name}.ipynb": nbformat.writes(notebook) + "\n",
        folder / f"{name}.md": page_of(name, notebook),
    }
