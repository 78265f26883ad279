"""What the stored documents say as text and in a notebook, letter by letter.

``python -m tests.golden.test_answer_texts`` stores the texts again; read what changes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dealwright import read_json
from dealwright.requests.documents import KINDS
from tests.golden.test_documents import stored

FOLDER = Path(__file__).parent / "answer_texts"


def texts_of(kind: str) -> dict[str, str]:
    """Return what an answer says, by the endings of files; each cell of a table on its own line."""
    answer = read_json(stored(kind))
    html = answer._repr_html_() if hasattr(answer, "_repr_html_") else None
    texts = {"txt": str(answer), "html": html and html.replace("><", ">\n<")}
    return {ending: f"{text}\n" for ending, text in texts.items() if text is not None}


def path_of(kind: str, ending: str) -> Path:
    return FOLDER / f"{kind}.{ending}"


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_says_what_it_said(kind: str) -> None:
    for ending, text in texts_of(kind).items():
        path = path_of(kind, ending)
        assert path.exists(), "python -m tests.golden.test_answer_texts stores this text"
        assert text == path.read_text("utf-8")


def store() -> None:
    """Write the texts of all documents."""
    FOLDER.mkdir(exist_ok=True)
    for kind in KINDS:
        for ending, text in texts_of(kind).items():
            path_of(kind, ending).write_text(text, "utf-8")


if __name__ == "__main__":
    store()
