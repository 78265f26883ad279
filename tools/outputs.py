"""Run what the pages show, and compare or rewrite the outputs.

A fenced block of the language ``console`` holds commands, lines that start with ``$ ``, each with
what it prints. A line that ends in a backslash goes on in the next; lines that start with ``# ``
before a command are remarks; a line ``...`` stands for any lines. A block with
``title="plan.toml"`` is a file. The commands of a page run in their order, in a folder of their own
that holds the project's ``examples``. Standard output is shown, and standard error of commands that
fail. Lines before a fence say more:

    <!-- slow -->               the block runs with the slow tests
    <!-- not run: reason -->    it does not run
    <!-- varies: regex -->      what matches is another text in every run; it holds for the page
    <!-- needs: module -->      the page runs where the module is installed

``>>>`` examples are doctests. To write all outputs anew, or those of some pages:

    python tools/outputs.py [PAGE ...]
"""

from __future__ import annotations

import contextlib
import difflib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

__all__ = [
    "ALWAYS_VARIES",
    "Block",
    "Page",
    "Shown",
    "checked",
    "pages",
    "printed_by",
    "run",
    "same",
    "written",
]

ROOT = Path(__file__).parents[1]
SURROUNDINGS = {
    "COLUMNS": "100",
    "NO_COLOR": "1",
    "DEALWRIGHT_CACHE": "off",
    "DEALWRIGHT_SETTINGS": "off",
}
_FENCE = re.compile(
    r"(?P<before>(?:^ *<!-- [^\n]* -->\n\n?)*)"
    r"^(?P<indent> *)```(?P<kind>[a-z]*)(?: title=\"(?P<title>[^\"\n]+)\")?\n"
    r"(?P<body>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
ALWAYS_VARIES = r"\b\d+(?:\.\d+)? (?:s|ms|MB)\b|\b(?:avx512|avx2|portable) kernels"
_ELSEWHERE = set("|&;<>")  # signs of a shell


@dataclass
class Shown:
    """A command, the lines of the page that hold it, and the output that the page shows."""

    command: str
    lines: list[str]
    output: list[str]


@dataclass
class Block:
    """A fenced block: commands with their outputs, or a file; ``span`` is its body in the page."""

    span: tuple[int, int]
    indent: str
    title: str | None
    text: str
    slow: bool = False
    refused: str = ""
    shown: list[Shown] = field(default_factory=list)


@dataclass
class Page:
    """A page with its blocks in order."""

    path: Path
    text: str
    blocks: list[Block]
    varies: re.Pattern[str]
    needs: list[str]

    @classmethod
    def read(cls, path: Path) -> Page:
        """Read a page.

        :raises ValueError: a block of the language console does not begin with a command
        """
        text = path.read_text("utf-8")
        blocks = []
        for found in _FENCE.finditer(text):
            if found["kind"] != "console" and not found["title"]:
                continue
            indent = found["indent"]
            body = "".join(line.removeprefix(indent) for line in found["body"].splitlines(True))
            refused = re.search(r"<!-- not run: (.*?) -->", found["before"])
            block = Block(found.span("body"), indent, found["title"], body)
            block.slow = "<!-- slow -->" in found["before"]
            block.refused = refused[1] if refused else ""
            if found["kind"] == "console":
                block.shown = list(_shown(body, path))
            blocks.append(block)
        varies = "|".join([ALWAYS_VARIES, *re.findall(r"<!-- varies: (.*?) -->", text)])
        needs = re.findall(r"<!-- needs: (\w+) -->", text)
        return cls(path, text, blocks, re.compile(varies), needs)


def _shown(body: str, path: Path) -> Iterator[Shown]:
    lines = body.splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    while starts and starts[0] and lines[starts[0] - 1].startswith("# "):
        starts[0] -= 1
    if starts[:1] != [0]:
        raise ValueError(f"{path}: a console block begins with {body[:40]!r}, not with a command")
    for at in range(1, len(starts)):
        while lines[starts[at] - 1].startswith("# "):
            starts[at] -= 1
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        first = next(at for at in range(start, end) if lines[at].startswith("$ "))
        last = first
        while lines[last].endswith("\\"):
            last += 1
        words = [line.removesuffix("\\").strip() for line in lines[first : last + 1]]
        command = " ".join(words).removeprefix("$ ")
        yield Shown(command, lines[start : last + 1], lines[last + 1 : end])


def pages() -> list[Path]:
    """Return the pages that show a command."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [path for path in found if "```console" in path.read_text("utf-8")]


def run(command: str, folder: Path) -> list[str]:
    """Run a command in a folder; return the lines that a page shows."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
    if words[:1] != ["dealwright"] or any(set(word) <= _ELSEWHERE for word in words if word):
        return _run_in_shell(command, folder)
    from dealwright.cli import status_of

    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in "oe"]
    before = {name: os.environ.get(name) for name in SURROUNDINGS}
    os.environ.update(SURROUNDINGS)
    try:
        with (
            contextlib.chdir(folder),
            contextlib.redirect_stdout(streams[0]),
            contextlib.redirect_stderr(streams[1]),
        ):
            status = status_of(words[1:])
    finally:
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})
    out, error = (stream.buffer.getvalue().decode("utf-8") for stream in streams)  # type: ignore[attr-defined]
    return _lines(out + (error if status else ""))


def _run_in_shell(command: str, folder: Path) -> list[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    surroundings = {**os.environ, **SURROUNDINGS, "PATH": path}
    return printed_by(["/bin/bash", "-c", command], surroundings, folder)


def printed_by(words: list[str], surroundings: dict[str, str], folder: Path = ROOT) -> list[str]:
    """Run a program in a folder; return the lines that a page shows."""
    done = subprocess.run(  # noqa: S603 (the pages are ours)
        words, cwd=folder, capture_output=True, text=True, check=False, env=surroundings
    )
    return _lines(done.stdout + (done.stderr if done.returncode else ""))


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip("\n").split("\n")] if text.strip() else []


def same(shown: list[str], printed: list[str], varies: re.Pattern[str]) -> bool:
    """Return whether a page shows what is printed; ``...`` stands for any lines."""
    wanted, found = (
        [varies.sub("...", line.rstrip()) for line in part] for part in (shown, printed)
    )
    while wanted and not wanted[-1]:
        wanted.pop()
    if "..." not in wanted:
        return wanted == found
    first, *middle, last = _parts(wanted)
    if found[: len(first)] != first:
        return False
    at = len(first)
    for part in middle:
        places = range(at, len(found) + 1)
        start = next((place for place in places if found[place : place + len(part)] == part), None)
        if start is None:
            return False
        at = start + len(part)
    return len(found) - at >= len(last) and found[len(found) - len(last) :] == last


def _parts(lines: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in lines:
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def _rewritten(shown: list[str], printed: list[str]) -> list[str]:
    """Return the output that a page shows, cut where it was cut."""
    if "..." not in shown:
        return printed
    parts = _parts(shown)
    first, last = len(parts[0]), len(parts[-1])
    return [*printed[:first], "...", *(printed[-last:] if last else [])]


def checked(
    page: Page,
    *,
    slow: bool,
    rewrite: bool = False,
    runner: Callable[[str, Path], list[str]] = run,
    place: Path | None = None,
) -> Iterator[str]:
    """Run a page's commands; yield a text for each output that differs, or put it right.

    The page's folder is made in ``place``; ``runner`` is given each command with this folder.
    """
    with tempfile.TemporaryDirectory(dir=place) as name:
        folder = Path(name)
        shutil.copytree(ROOT / "examples", folder / "examples")
        for block in page.blocks:
            if block.title:
                path = folder / block.title
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, "utf-8")
            if block.refused or (block.slow and not slow):
                continue
            for shown in block.shown:
                printed = runner(shown.command, folder)
                if same(shown.output, printed, page.varies):
                    continue
                change = difflib.unified_diff(shown.output, printed, "page", "printed", "", "", 2)
                yield "\n".join([f"{page.path.name}: $ {shown.command}", *change])
                if rewrite:
                    shown.output = _rewritten(shown.output, printed)


def written(path: Path) -> str:
    """Return a page's text with the outputs of its commands, run anew."""
    page = Page.read(path)
    for _ in checked(page, slow=True, rewrite=True):
        pass
    return _written(page)


def _written(page: Page) -> str:
    """Return a page's text with the outputs of its blocks."""
    text = page.text
    for block in reversed(page.blocks):
        if block.shown:
            lines = [line for shown in block.shown for line in (*shown.lines, *shown.output)]
            body = "".join(f"{block.indent}{line}".rstrip() + "\n" for line in lines)
            text = text[: block.span[0]] + body + text[block.span[1] :]
    return text


def _doctests_written(text: str, name: str) -> str:
    """Return a page's text with the outputs of its doctests."""
    lines = text.split("\n")
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    checker, offset = doctest.OutputChecker(), 0
    for example in test.examples:
        out = io.StringIO()
        try:
            with contextlib.redirect_stdout(out):
                exec(compile(example.source, name, "single"), test.globs)  # noqa: S102
            printed = out.getvalue()
        except Exception as error:
            last = traceback.format_exception_only(error)[-1]
            printed = f"Traceback (most recent call last):\n    ...\n{last}"
        flags = doctest.NORMALIZE_WHITESPACE
        flags |= sum(flag for flag, on in example.options.items() if on)
        if checker.check_output(example.want, printed, flags):
            continue
        start = example.lineno + offset + example.source.count("\n")
        old, new = example.want.count("\n"), printed.splitlines()
        lines[start : start + old] = [" " * example.indent + line for line in new]
        offset += len(new) - old
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Write the outputs of pages anew; print what changed."""
    names = [Path(name).resolve() for name in arguments]
    for path in names or pages():
        page = Page.read(path)
        for change in checked(page, slow=True, rewrite=True):
            print(change, end="\n\n")
        text = _written(page)
        if ">>> " in text and names:
            text = _doctests_written(text, str(path))
        if text != page.text:
            path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
