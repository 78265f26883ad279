"""Find the messages of Dealwright, and compile catalogues of translations.

    python tools/catalogue.py template dealwright.pot   write all messages, to translate
    python tools/catalogue.py compile                   write the .mo file of each .po file

A message is the text of an error, ``CardError("'{card}' is not a card", card="1S")``, or of its
hint, the template of any `Message`, and a paragraph of help; a table of messages is named in
`TABLES`.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

SOURCE = Path(__file__).parents[1] / "src" / "dealwright"
LOCALE = SOURCE / "locale"
# Functions that make an error of a template, beside the classes of errors themselves.
HELPERS = frozenset(["Message", "error", "fail", "refuse", "refused", "translated"])
ALONE = frozenset(["Message", "translated"])  # of which one word is a message too
# Keyword arguments of errors that are no values of the template.
OPTIONS = frozenset(["at", "deals", "file", "hint", "position", "text", "tried"])
# Tables whose texts are messages; elsewhere a message stands where it is raised.
TABLES = {
    "conditions/expected.py": ("_SINGLE",),
    "scripts/hints.py": ("FUNCTIONS", "_BEHIND", "_CHARACTERS"),
}


class Found(NamedTuple):
    """A message, where it stands, and the names of its values (None: it is not filled)."""

    template: str
    file: str
    line: int
    values: frozenset[str] | None = None


def names_in(template: str) -> frozenset[str]:
    """Return the names in the braces of a template."""
    return frozenset(
        name.partition(".")[0] for _, name, _, _ in Formatter().parse(template) if name is not None
    )


def error_classes(trees: dict[str, ast.Module]) -> frozenset[str]:
    """Return the names of the classes of errors, however deep."""
    bases = {
        node.name: {each.id for each in node.bases if isinstance(each, ast.Name)}
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {"DealwrightError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return frozenset(found)


def sources() -> dict[str, ast.Module]:
    """Return the syntax trees of the package by their paths in it."""
    return {
        path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(SOURCE.rglob("*.py"))
    }


def calls(trees: dict[str, ast.Module]) -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls that make an error or a message, with the file of each."""
    makers = error_classes(trees) | HELPERS
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in makers:
                    yield file, node


def messages(trees: dict[str, ast.Module] | None = None) -> Iterator[Found]:
    """Yield every message of the package."""
    trees = sources() if trees is None else trees
    constants = {
        (file, target.id): node.value
        for file, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    shared = {name: value for (_, name), value in constants.items() if not name.startswith("_")}
    for file, call in calls(trees):
        values = frozenset(each.arg for each in call.keywords if each.arg) - OPTIONS
        hints = [each.value for each in call.keywords if each.arg == "hint"]
        for at, argument in enumerate([*call.args, *hints]):
            for node in _texts(argument, file, constants, shared):
                if _is_prose(node.value, alone=getattr(call.func, "id", "") in ALONE):
                    filled = names_in(node.value) if values and "{" in node.value else None
                    named = filled if at < len(call.args) else None
                    yield Found(node.value, file, node.lineno, named)
    for file, names in TABLES.items():
        for name in names:
            for node in ast.walk(constants[file, name]):
                if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                    continue
                if _is_prose(node.value, alone=False):
                    yield Found(node.value, file, node.lineno)


def help_messages() -> Iterator[Found]:
    """Yield the texts of the help of all commands."""
    import typer

    from dealwright.cli.app import application
    from dealwright.cli.help_texts import help_texts

    for text in help_texts(typer.main.get_command(application())):
        yield Found(text, "cli", 1)


def _texts(
    node: ast.expr,
    file: str,
    constants: dict[tuple[str, str], ast.expr],
    shared: dict[str, ast.expr],
) -> Iterator[ast.Constant]:
    """Yield the texts that an expression may be: a constant, one of a table, either of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.IfExp):
        for each in (node.body, node.orelse):
            yield from _texts(each, file, constants, shared)
    elif isinstance(node, ast.BoolOp):
        for each in node.values:
            yield from _texts(each, file, constants, shared)
    elif isinstance(node, ast.Name):
        constant = constants.get((file, node.id), shared.get(node.id))
        if constant is not None and not isinstance(constant, ast.Name):
            yield from _texts(constant, file, constants, shared)
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        table = constants.get((file, node.value.id))
        for each in table.values if isinstance(table, ast.Dict) else ():
            yield from _texts(each, file, constants, shared)


def _is_prose(text: str, *, alone: bool) -> bool:
    """Return whether a text has words to translate; one word may be a name unless ``alone``."""
    words = "".join(part for part, *_ in Formatter().parse(text)) if "{" in text else text
    return (alone or " " in text.strip()) and any(letter.isalpha() for letter in words)


def write_template(path: Path) -> int:
    """Write all messages as a template of gettext; return their number."""
    from babel.messages import Catalog, pofile

    catalogue = Catalog(project="dealwright", charset="utf-8")
    for found in (*messages(), *help_messages()):
        flags = [] if found.values is None else ["python-brace-format"]
        catalogue.add(found.template, locations=[(found.file, found.line)], flags=flags)
    with path.open("wb") as file:
        pofile.write_po(file, catalogue, width=100, sort_by_file=True)
    return len(catalogue)


def compiled(path: Path) -> bytes:
    """Return a .po file as the bytes of a .mo file."""
    from io import BytesIO

    from babel.messages import mofile, pofile

    with path.open("rb") as file:
        catalogue = pofile.read_po(file)
    written = BytesIO()
    mofile.write_mo(written, catalogue)
    return written.getvalue()


def main() -> None:
    """Write the template, or compile the catalogues."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("template").add_argument("file", type=Path)
    commands.add_parser("compile")
    asked = parser.parse_args()
    if asked.command == "template":
        print(f"{write_template(asked.file):,} messages")
        return
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        path.with_suffix(".mo").write_bytes(compiled(path))


if __name__ == "__main__":
    main()
