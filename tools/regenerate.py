"""Write everything that is generated from the program, or say what is stale.

    python tools/regenerate.py                       what takes seconds: pages and manual pages
                                                     of commands, public names, functions and
                                                     requests in pages, schema of documents,
                                                     figures, the site's icon
    python tools/regenerate.py --all                 pictures, notebooks, outputs in pages too
    python tools/regenerate.py schema ideas          these parts
    python tools/regenerate.py --stale [PART ...]    write nothing; name what would change, status 1

Parts: commands, listed, names, functions, requests, schema, figures, icon, counts, scenarios,
terminals, ideas, notebooks, outputs. Figures are those of the stored run of the benchmark, which
``python -m benchmarks --json benchmarks/stored.json`` makes. The tables of the grammars and the
compiled core are made when the package is built.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
if not __package__:
    sys.path.insert(0, str(ROOT))

__all__ = ["PARTS", "Part", "stale", "write"]


@dataclass(frozen=True)
class Part:
    """Files of one kind that are generated.

    ``files`` returns their texts by their paths below the checkout. Files that match ``owned`` and
    are not among them are deleted. ``shown`` takes from a text what has to agree, where its form
    depends on libraries. ``slow`` parts are made when they are named, or with ``--all``.
    """

    files: Callable[[], Mapping[Path, str]]
    owned: tuple[str, ...] = ()
    shown: Callable[[str], Any] = str
    slow: bool = False


def _tool(name: str) -> Any:
    return import_module(f"tools.{name}")


def _files_of(tool: str) -> Callable[[], Mapping[Path, str]]:
    """Return what calls ``files`` of a tool, which is imported then."""
    return lambda: _tool(tool).files()  # type: ignore[no-any-return]


def _schema() -> Mapping[Path, str]:
    from dealwright.requests.document_schema import schema_of_documents

    return {Path("docs/reference/answers.schema.json"): schema_of_documents()}


def _figures() -> Mapping[Path, str]:
    tool = _tool("figures")
    return {
        path.relative_to(ROOT): tool.with_figures(path.read_text("utf-8"))
        for path in tool.marked_pages()
    }


def _icon() -> Mapping[Path, str]:
    icon = ROOT / "src" / "dealwright" / "web" / "static" / "icon.svg"
    return {Path("docs/pictures/icon.svg"): icon.read_text("utf-8")}


def _terminals() -> Mapping[Path, str]:
    tool = _tool("terminal_pictures")
    names = tool.PICTURES
    return {Path(f"docs/pictures/terminal-{name}.svg"): tool.picture(name) for name in names}


def _ideas() -> Mapping[Path, str]:
    tool = _tool("idea_pictures")
    return {Path(f"docs/pictures/idea-{name}.svg"): tool.drawn(name) for name in tool.PICTURES}


def _notebooks() -> Mapping[Path, str]:
    tool = _tool("notebooks")
    files = dict[Path, str]()
    for name in tool.NAMES:
        files |= tool.written(name)
    return files


def _outputs() -> Mapping[Path, str]:
    tool = _tool("outputs")
    return {path.relative_to(ROOT): tool.written(path) for path in tool.pages()}


PARTS: dict[str, Part] = {
    "commands": Part(_files_of("command_pages"), ("docs/reference/commands/*.md", "man/man1/*.1")),
    "listed": Part(_files_of("listed_commands")),
    "names": Part(_files_of("public_names")),
    "functions": Part(_files_of("functions")),
    "requests": Part(_files_of("http_tables")),
    "schema": Part(_schema),
    "figures": Part(_figures),
    "icon": Part(_icon),
    "counts": Part(_files_of("stored_counts"), slow=True),
    "scenarios": Part(_files_of("scenario_counts"), slow=True),
    "terminals": Part(
        _terminals, ("docs/pictures/terminal-*.svg",),
        lambda text: _tool("terminal_pictures").words_of(text), slow=True,
    ),
    "ideas": Part(
        _ideas, ("docs/pictures/idea-*.svg",),
        lambda text: _tool("idea_pictures").texts_of(text), slow=True,
    ),
    "notebooks": Part(_notebooks, slow=True),
    "outputs": Part(_outputs, slow=True),
}  # fmt: skip


def stale(part: Part, root: Path = ROOT) -> dict[Path, str | None]:
    """Return the files that would change, by their paths, with their texts; None: it would go."""
    files = part.files()
    there = {path.relative_to(root) for pattern in part.owned for path in root.glob(pattern)}
    changed: dict[Path, str | None] = dict.fromkeys(sorted(there - {*files}))
    for path, text in files.items():
        before = (root / path).read_text("utf-8") if (root / path).exists() else None
        if before is None or part.shown(before) != part.shown(text):
            changed[path] = text
    return changed


def write(part: Part, root: Path = ROOT) -> Iterator[Path]:
    """Write the files that have changed, delete those that are left over, and yield their paths."""
    for path, text in stale(part, root).items():
        if text is None:
            (root / path).unlink()
        else:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, "utf-8")
        yield path


def main(arguments: Sequence[str]) -> int:
    """Do what is asked for; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="PART")
    parser.add_argument("--all", action="store_true", help="slow parts too")
    parser.add_argument("--stale", action="store_true", help="only say what would change")
    given = parser.parse_args(arguments)
    names = given.parts or [name for name, part in PARTS.items() if given.all or not part.slow]
    changed = 0
    for name in names:
        for path in stale(PARTS[name]) if given.stale else write(PARTS[name]):
            print(f"{'stale' if given.stale else 'written'}  {name:10}  {path}", flush=True)
            changed += 1
    if not changed:
        print(f"nothing is stale: {', '.join(names)}")
    return 1 if given.stale and changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
