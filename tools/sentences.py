"""The sentences of the pages as one table, from their HTML and from the t`...` of their modules.

    python tools/sentences.py > src/dealwright/web/static/words_pl.js

prints the English sentences as a module. With its values translated it is a language: the page
reads ``words_<code>.js`` of the language that the browser keeps.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

__all__ = ["sentences", "sentences_of_module", "sentences_of_page", "table"]

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src/dealwright/web/static"
HEAD = """// The sentences of the pages, with those of the language as values.
export default {
"""
_ATTRIBUTES = ("alt", "aria-label", "label", "placeholder", "title")
_TAGGED = re.compile(r"(?<![\w$`])t`")
_VOID = ("br", "hr", "img", "input", "link", "meta")
_LETTERS = re.compile(r"[^\W\d_]{2}")


def sentences() -> dict[str, list[str]]:
    """Return the English sentences by the name of the file that says each first."""
    found, said = dict[str, list[str]](), set[str]()
    for path in [*sorted(STATIC.glob("*.html")), *sorted(STATIC.glob("*.js"))]:
        if path.stem.startswith("words"):
            continue
        text = path.read_text(encoding="utf-8")
        told = sentences_of_page(text) if path.suffix == ".html" else sentences_of_module(text)
        found[path.name] = [each for each in dict.fromkeys(told) if each not in said]
        said.update(found[path.name])
    return found


def table() -> str:
    """Return the module of the English sentences, which are its keys and its values."""
    lines = list[str]()
    for name, told in sentences().items():
        lines += [f"  // {name}"] * bool(told)
        shown = (json.dumps(each, ensure_ascii=False) for each in told)
        lines += [f"  {each}: {each}," for each in shown]
    return HEAD + "\n".join(lines) + "\n};\n"


def sentences_of_module(text: str) -> Iterator[str]:
    """Yield the sentences of a module, with {0}, {1}, ... in the place of values.

    >>> list(sentences_of_module("say(t`${n} of ${t`all ${m}`}`, `t`, t` so far`)"))
    ['{0} of {1}', 'all {0}', 'so far']
    """
    for match in _TAGGED.finditer(text):
        yield " ".join(_template(text, match.end())[0].split())


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        silent = tag in ("script", "style") or values.get("translate") == "no"
        silent = silent or (bool(self.silent) and self.silent[-1])
        if not silent:
            for name in _ATTRIBUTES:
                self.handle_words(values.get(name) or "")
        if tag not in _VOID:
            self.silent.append(silent)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent or not self.silent[-1]:
            self.handle_words(data)

    def handle_words(self, text: str) -> None:
        words = " ".join(text.split())
        if _LETTERS.search(words):
            self.found.append(words)


def sentences_of_page(text: str) -> Iterator[str]:
    """Yield the sentences of a page's own file: its texts, and attributes that are read aloud.

    >>> list(sentences_of_page('<p title="A hint">Deal <b translate="no">PBN</b>now</p>'))
    ['A hint', 'Deal', 'now']
    """
    page = _Page()
    page.feed(text)
    yield from page.found


def _template(text: str, at: int) -> tuple[str, int]:
    """Return the words of a template that begins at a place, and where it ends."""
    words, values = [], 0
    while text[at] != "`":
        if text.startswith("${", at):
            words.append(f"{{{values}}}")
            values += 1
            at = _expression(text, at + 2)
        else:
            at += text[at] == "\\"
            words.append(text[at])
            at += 1
    return "".join(words), at + 1


def _expression(text: str, at: int) -> int:
    """Return where an expression ends that began after ``${``: behind its brace."""
    depth = 1
    while depth:
        mark = text[at]
        if mark == "`":
            at = _template(text, at + 1)[1]
            continue
        if mark == '"':
            at = text.index('"', at + 1)
        depth += (mark == "{") - (mark == "}")
        at += 1
    return at


if __name__ == "__main__":
    print(table(), end="")
