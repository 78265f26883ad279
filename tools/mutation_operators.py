"""Faults that people make, beside those of cosmic-ray: changes of Python and JavaScript.

An operator has a name and gives all its changes of a text, in their order there. Those of Python
know its syntax tree; those of the page's modules look at signs outside of comments and texts.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

__all__ = ["JAVASCRIPT", "PYTHON", "Change", "changes", "javascript_statements", "neighbours_of"]


class Change(NamedTuple):
    """A change of a text: what stands from ``start`` to ``end``, in characters, becomes ``new``."""

    start: int
    end: int
    new: str


PYTHON = (
    "DropOperand", "OtherBranch", "ForgetKeyword", "ChangeDefault", "SwapArguments", "EarlyReturn",
    "DropCall", "FirstOnly", "NeighbourField",
)  # fmt: skip
_SIGNS = {
    "JsLess": (r"(?<![<=>])<(?![<=])(?=\s)", "<="), "JsLessEqual": (r"<=", "<"),
    "JsGreater": (r"(?<![>=-])>(?![>=])(?=\s)", ">="), "JsGreaterEqual": (r">=", ">"),
    "JsEqual": (r"===", "!=="), "JsNotEqual": (r"!==", "==="),
    "JsAnd": (r"&&", "||"), "JsOr": (r"\|\|", "&&"), "JsNot": (r"!(?=[\w(])", ""),
    "JsPlus": (r"(?<=\s)\+(?=\s)", "-"), "JsMinus": (r"(?<=\s)-(?=\s)", "+"),
    "JsTrue": (r"\btrue\b", "false"), "JsFalse": (r"\bfalse\b", "true"),
    "JsNumber": (r"(?<![\w.#-])\d+(?![\w.])", "+1"), "JsNullish": (r"\?\?", "&&"),
    "JsReturn": (r"^( +)(?=(?:\w[\w.]*\(|at\())", r"\1return; "),
}  # fmt: skip
JAVASCRIPT = tuple(_SIGNS)


def changes(text: str, operator: str, neighbours: Mapping[str, str] | None = None) -> list[Change]:
    """Return all changes of an operator; ``neighbours`` are fields that may be taken for others."""
    if operator in _SIGNS:
        return list(_signs(text, *_SIGNS[operator]))
    return list(_Python(text, neighbours or {}).found(operator))


# ---- Python


@cache
def _nodes(text: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(text)))


class _Python:
    """The changes of a text of Python."""

    def __init__(self, text: str, neighbours: Mapping[str, str]) -> None:
        self.text, self.neighbours = text, neighbours
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def found(self, operator: str) -> Iterator[Change]:
        """Yield the changes of one operator."""
        changes_at = getattr(self, re.sub("(?=[A-Z])", "_", operator).lower())
        for node in _nodes(self.text):
            yield from changes_at(node)

    def _at(self, line: int, column: int) -> int:
        before = self.lines[line - 1].encode()[:column].decode()
        return self.starts[line - 1] + len(before)

    def _span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._at(node.lineno, node.col_offset)
        return start, self._at(node.end_lineno, node.end_col_offset)

    def _source(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.text[start:end]

    def _without(self, parts: Sequence[tuple[int, int]], place: int) -> Change:
        """Leave out one of several parts in a row, with the sign that joins it to another."""
        if place:
            return Change(parts[place - 1][1], parts[place][1], "")
        return Change(parts[0][0], parts[1][0], "")

    def _drop_operand(self, node: ast.AST) -> Iterator[Change]:
        if isinstance(node, ast.BoolOp) and self._plain(node.values):
            parts = [self._span(value) for value in node.values]
            yield from (self._without(parts, place) for place in range(len(parts)))

    def _plain(self, nodes: Sequence[ast.expr | ast.keyword]) -> bool:
        """Return whether nothing but the joining word stands between parts, as no bracket."""
        spans = [self._span(node) for node in nodes]
        between = [self.text[a[1] : b[0]].split() for a, b in pairwise(spans)]
        return all(words in (["and"], ["or"], [","]) for words in between)

    def _other_branch(self, node: ast.AST) -> Iterator[Change]:
        if isinstance(node, ast.IfExp):
            start, end = self._span(node)
            yield from (Change(start, end, self._source(one)) for one in (node.body, node.orelse))

    def _forget_keyword(self, node: ast.AST) -> Iterator[Change]:
        if not isinstance(node, ast.Call):
            return
        given = [*node.args, *node.keywords]
        if self._plain(given):
            parts = [self._span(one) for one in given]
            for place, keyword in enumerate(node.keywords, len(node.args)):
                if keyword.arg is not None:
                    alone = len(parts) == 1
                    yield Change(*parts[0], "") if alone else self._without(parts, place)

    def _change_default(self, node: ast.AST) -> Iterator[Change]:
        values: list[ast.expr | None] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            values = [*node.args.defaults, *node.args.kw_defaults]
        elif isinstance(node, ast.ClassDef):
            values = [one.value for one in node.body if isinstance(one, ast.AnnAssign)]
        for value in values:
            if isinstance(value, ast.Constant) and value.value is not None:
                new = _other_constant(value.value)
                if new:
                    yield Change(*self._span(value), new)

    def _swap_arguments(self, node: ast.AST) -> Iterator[Change]:
        if isinstance(node, ast.Call) and self._plain(node.args):
            for one, other in pairwise(node.args):
                simple = ast.Name | ast.Attribute | ast.Constant | ast.Subscript
                if isinstance(one, simple) and isinstance(other, simple):
                    (start, middle), (second, end) = self._span(one), self._span(other)
                    texts = self.text[second:end], self.text[middle:second], self.text[start:middle]
                    if texts[0] != texts[2]:
                        yield Change(start, end, "".join(texts))

    def _early_return(self, node: ast.AST) -> Iterator[Change]:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return
        own = [one for one in ast.walk(node) if isinstance(one, ast.Return) and one.value]
        if not own:
            first = 1 + (ast.get_docstring(node, clean=False) is not None)
            for each in node.body[first:]:
                start = self._span(each)[0]
                yield Change(start, start, f"return\n{' ' * each.col_offset}")

    def _drop_call(self, node: ast.AST) -> Iterator[Change]:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield Change(*self._span(node), "pass")

    def _first_only(self, node: ast.AST) -> Iterator[Change]:
        if isinstance(node, ast.For) and not isinstance(node.body[-1], ast.Return | ast.Raise):
            end = self._span(node.body[-1])[1]
            yield Change(end, end, f"\n{' ' * node.body[-1].col_offset}break")

    def _neighbour_field(self, node: ast.AST) -> Iterator[Change]:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            other = self.neighbours.get(node.attr)
            if other:
                end = self._span(node)[1]
                yield Change(end - len(node.attr), end, other)


def _other_constant(value: object) -> str:
    """Return a constant in place of another, "" for none."""
    if isinstance(value, bool):
        return str(not value)
    if isinstance(value, int | float):
        return str(value + 1)
    return ("''" if value else "'x'") if isinstance(value, str) else ""


def neighbours_of(texts: Sequence[str]) -> dict[str, str]:
    """Return a field beside each field of the same type in its class, if no two classes have it."""
    found = defaultdict[str, set[str]](set)
    classes = [
        node for text in texts for node in _nodes(text)
        if isinstance(node, ast.ClassDef)
    ]  # fmt: skip
    for node in classes:
        kinds = defaultdict[str, list[str]](list)
        for each in node.body:
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                kinds[ast.unparse(each.annotation)].append(each.target.id)
        for names in kinds.values():
            for place, name in enumerate(names):
                found[name].add(names[(place + 1) % len(names)])
    return {
        name: other for name, others in found.items() for other in others
        if len(others) == 1 and other != name
    }  # fmt: skip


# ---- JavaScript


@cache
def _code(text: str) -> str:
    """Return a text of JavaScript with blanks for comments and texts, at the same places."""
    pattern = r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
    pattern += r"|(?<=[(=,:] )/(?:\\.|[^/\\\n])+/\w*|(?<=\()/(?:\\.|[^/\\\n])+/\w*"
    blank = re.compile(r"[^\n]")
    return re.sub(pattern, lambda match: blank.sub(" ", match[0]), text, flags=re.DOTALL)


def _signs(text: str, pattern: str, new: str) -> Iterator[Change]:
    for match in re.finditer(pattern, _code(text), re.MULTILINE):
        if new == "+1":
            yield Change(*match.span(), str(int(match[0]) + 1))
        else:
            yield Change(*match.span(), match.expand(new) if "\\" in new else new)


def javascript_statements(text: str) -> int:
    """Return the number of lines with code."""
    return sum(bool(line.strip(" {}()[];,")) for line in _code(text).splitlines())
