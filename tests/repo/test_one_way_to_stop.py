"""Long work is watched and stopped in one way, as a ``Job``; Ctrl-C is never swallowed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dealwright

PACKAGE = Path(dealwright.__file__).parent
# The command line turns an interrupt into a message and a status.
LIBRARY = [path for path in sorted(PACKAGE.rglob("*.py")) if "cli" not in path.parts]


def nodes(kind: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    for path in LIBRARY:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, kind):
                yield f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}", node


@pytest.mark.long
def test_an_interrupt_that_is_caught_is_raised_again() -> None:
    caught = 0
    for where, node in nodes(ast.ExceptHandler):
        assert isinstance(node, ast.ExceptHandler)
        if node.type is None or "KeyboardInterrupt" not in ast.unparse(node.type):
            continue
        caught += 1
        assert isinstance(node.body[-1], ast.Raise), where
    assert caught >= 2


@pytest.mark.long
def test_no_function_takes_a_progress_callback() -> None:
    for where, node in nodes(ast.FunctionDef):
        assert isinstance(node, ast.FunctionDef)
        names = [each.arg for each in (*node.args.args, *node.args.kwonlyargs)]
        assert "progress" not in names, where


def test_signals_are_handled_in_one_place() -> None:
    naming = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "signal.signal(" in path.read_text("utf-8")
    }
    assert naming == {"base/threads.py"}
