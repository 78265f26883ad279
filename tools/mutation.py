"""Measure the tests: make 400 faults in the package one at a time, and count those that tests find.

    python tools/mutation.py choose         write the list, tests/mutants.json, anew
    python tools/mutation.py choose --mend  replace in it the mutants whose line has changed
    python tools/mutation.py map            record which tests run which mutants
    python tools/mutation.py map tests/fair/test_audit.py   only of some files of tests
    python tools/mutation.py map --quick    without the long tests, so in a third of the time
    python tools/mutation.py run            run all mutants
    python tools/mutation.py run --sample 60 --seed 5       a sample
    python tools/mutation.py run --room audit --missing     those of a room without a result
    python tools/mutation.py run --only audit-07 --output   one, with what pytest prints
    python tools/mutation.py run --survivors --all          survivors, with the slow tests too
    python tools/mutation.py run --only audit-07 --tests tests/fair/test_audit.py   by these tests
    python tools/mutation.py summary        the figures by room
    python tools/mutation.py summary --survivors            and the mutants that survived
    python tools/mutation.py choose --fresh 100 --seed autumn --to fresh.json   another list
    python tools/mutation.py run --list fresh.json          its mutants; so with map and summary

Faults are made by cosmic-ray, whose operators change a text at a place that can be named and found
again; mutmut numbers its variants of a function anew with each change. A mutant is named by its
file, function, operator and line, so it stays the same when code around it changes; one whose line
has changed is 'gone'. Those `by hand` are faults that tests once missed, as texts before and after.

The map and the results are kept in .cache/mutation. Tests run in a copy of the package, those that
are quick and run little else first, until one fails, ends its process or takes ten times as long as
usual. That test runs alone once more with the fault and once without: a kill is one that fails
again and passes without. Otherwise the next tests go on, and the result of a mutant that none of
them kills is 'unsure' if a test failed once. A mutant that is equivalent has a line that proves it
in the list.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import importlib
import json
import math
import os
import shutil
import signal
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.util import find_spec
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.mutation_operators import (
    JAVASCRIPT,
    PYTHON,
    changes,
    javascript_statements,
    neighbours_of,
)

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "dealwright"
LIST = ROOT / "tests" / "mutants.json"
CACHE = ROOT / ".cache" / "mutation"
MAP, RESULTS = CACHE / "map.json", CACHE / "results.json"
PAGES = "pages"  # the room of the page's modules
ROOMS = {  # what is sampled, and its folder: every room of the package, and the page's modules
    **{
        each.name: each.name
        for each in sorted(SOURCE.iterdir())
        if each.is_dir() and each.name != "__pycache__"
    },
    PAGES: "web/static",
}
SEED, NUMBER, LEAST = "everywhere 2026", 400, 10
BY_HAND = "by hand"
# The nearest faults to each operator, of which none is sure to be an error of types.
REPLACED = {
    "Add": "Sub", "Sub": "Add", "Mul": "Add FloorDiv", "Div": "Mul", "FloorDiv": "Mul",
    "Mod": "FloorDiv", "Pow": "Mul", "RShift": "LShift", "LShift": "RShift",
    "BitOr": "BitAnd", "BitAnd": "BitOr", "BitXor": "BitOr", "Eq": "NotEq", "NotEq": "Eq",
    "Lt": "LtE GtE", "LtE": "Lt Gt", "Gt": "GtE LtE", "GtE": "Gt Lt", "Is": "IsNot", "IsNot": "Is",
}  # fmt: skip
OPERATORS = (
    "AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue",
    "ReplaceAndWithOr", "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ExceptionReplacer", "NumberReplacer",
    "RemoveDecorator", "ZeroIterationForLoop", "ReplaceUnaryOperator_Delete_USub",
    "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_Invert",
)  # fmt: skip
# Decorators that change only time, memory or types, or without which no module is imported.
IDLE = ("cache", "remembered", "overload", "override", "final", "dataclass", "abstractmethod")
LOADED = "hypothesis", "numpy", "pytest", "rich", "scipy.stats"
LOADED_BEFORE = "ignore::pytest.PytestAssertRewriteWarning"
MEMORY = 4 << 30  # bytes that a mutant may use
_FILE, _TEST = (
    0.3,
    0.01,
)  # CPU seconds that the first test of a file takes beside its own, and others
ALIVE = "survived", "unsure"  # no test is sure to find it
STARTING = 60  # seconds until the first test must have begun


# --- Choosing ---------------------------------------------------------------------------------


class Scopes(ast.NodeVisitor):
    """The function of each line of a file, and the places where no fault is made."""

    def __init__(self, text: str) -> None:
        self.statements: list[tuple[int, int]] = []
        self.skipped: list[tuple[tuple[int, int], tuple[int, int]]] = []
        self._named: list[tuple[int, int, str]] = []
        self._names: list[str] = []
        self.visit(ast.parse(text))

    def visit(self, node: ast.AST) -> None:
        """Note what is at a node, and go into it."""
        scope = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if isinstance(body, list) else node.end_lineno or 0
            self.statements.append((node.lineno, max(end, node.lineno)))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._names.append(node.name)
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            self._named.append((first, node.end_lineno or 0, ".".join(self._names)))
        for each in self._skipped(node):
            end_line, end_column = each.end_lineno or 0, each.end_col_offset or 0
            sign = each in getattr(node, "decorator_list", ())  # the @ before a decorator
            self.skipped.append(((each.lineno, each.col_offset - sign), (end_line, end_column)))
        self.generic_visit(node)
        if scope:
            self._names.pop()

    @staticmethod
    def _skipped(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
        if isinstance(node, ast.AnnAssign):
            yield node.annotation
        if isinstance(node, ast.arg) and node.annotation:
            yield node.annotation
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
            yield node.returns
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from (
                each for each in node.decorator_list if any(x in ast.unparse(each) for x in IDLE)
            )
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield node
        if isinstance(node, ast.Raise) or (
            isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        ):
            yield node
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"cast", "TypeVar", "NewType"}:
            yield from node.args[:1]

    def scope(self, line: int) -> str:
        """Return the innermost function or class of a line, '' for the module itself."""
        inner = [each for each in self._named if each[0] <= line <= each[1]]
        return max(inner)[2] if inner else ""

    def lines_of(self, line: int) -> range:
        """Return the lines of the statement that a line is in."""
        around = [each for each in self.statements if each[0] <= line <= each[1]]
        first, last = max(around) if around else (line, line)
        return range(first, last + 1)


class Site(NamedTuple):
    """One change that can be made to a file; `number` counts those of its operator in the file."""

    scope: str
    operator: str
    line: int
    column: int
    before: str
    number: int


def operator_names() -> list[str]:
    """Return the operators of cosmic-ray that are used."""
    pairs = [(old, new) for old, many in REPLACED.items() for new in many.split()]
    comparisons = {"Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot"}
    kinds = [
        f"Replace{'Comparison' if old in comparisons else 'Binary'}Operator_{old}_{new}"
        for old, new in pairs
    ]
    return [*kinds, *OPERATORS, *PYTHON]


@cache
def fields() -> dict[str, str]:
    """Return the fields of the package that may be taken for others of their class."""
    return neighbours_of([path.read_text("utf-8") for path in sorted(SOURCE.rglob("*.py"))])


def is_own(name: str) -> bool:
    """Return whether an operator is one of ours."""
    return name in PYTHON or name in JAVASCRIPT


@cache
def parsed(text: str) -> tuple[Scopes, list[Any]]:
    """Return the functions of a file, and all nodes of its tree."""
    from cosmic_ray.ast import ast_nodes, get_ast

    return Scopes(text), list(ast_nodes(get_ast(text)))


@cache
def sites(text: str, name: str) -> list[Site]:
    """Return all changes that one operator can make to the text of a file."""
    if is_own(name):
        return list(own_sites(text, name))
    from cosmic_ray.plugins import get_operator

    (scopes, nodes), lines = parsed(text), text.splitlines()
    operator, index, found = get_operator(f"core/{name}")(), 0, []
    for node in nodes:
        for (line, column), _ in operator.mutation_positions(node):
            at = (line, len(lines[line - 1][:column].encode()))
            if not any(first <= at < last for first, last in scopes.skipped):
                before = lines[line - 1].strip()
                found.append(Site(scopes.scope(line), name, line, column, before, index))
            index += 1
    return found


def own_sites(text: str, name: str) -> Iterator[Site]:
    """Yield the changes that one of our operators can make to the text of a file."""
    scopes = parsed(text)[0] if name in PYTHON else None
    lines = text.splitlines()
    for index, change in enumerate(changes(text, name, fields())):
        line = text.count("\n", 0, change.start) + 1
        column = change.start - (text.rfind("\n", 0, change.start) + 1)
        at = (line, len(lines[line - 1][:column].encode()))
        if scopes and any(first <= at < last for first, last in scopes.skipped):
            continue
        before = lines[line - 1].strip()
        yield Site(scopes.scope(line) if scopes else "", name, line, column, before, index)


def changed(text: str, site: Site) -> str | None:
    """Return the text with one change, or None where it is no change, or no Python."""
    if is_own(site.operator):
        change = changes(text, site.operator, fields())[site.number]
        after: str | None = f"{text[: change.start]}{change.new}{text[change.end :]}"
        try:
            same = site.operator in PYTHON and ast.dump(ast.parse(str(after))) == ast.dump(
                ast.parse(text)
            )
        except SyntaxError:
            return None
        return None if same else after
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    operator = get_operator(f"core/{site.operator}")()
    try:
        after = mutate_code(text, operator, site.number)
        same = after is None or ast.dump(ast.parse(after)) == ast.dump(ast.parse(text))
    except (SyntaxError, AttributeError):  # its ExceptionReplacer knows no dotted names
        return None
    return None if same else after


def chance(*parts: object, seed: str = SEED) -> str:
    """Return a text that orders things by chance, and always alike."""
    return sha256("|".join(map(str, (seed, *parts))).encode()).hexdigest()


def quotas(number: int = NUMBER) -> dict[str, int]:
    """Return the number of mutants of each room: by its statements, and at least a twentieth."""
    least = number * LEAST // NUMBER
    size = {room: sum(statements(path) for path in files(room)) for room in ROOMS}
    quota: dict[str, int] = dict.fromkeys(ROOMS, least)
    free = set(ROOMS)
    while True:
        left = number - sum(quota[room] for room in ROOMS if room not in free)
        share = {room: left * size[room] / sum(size[each] for each in free) for room in free}
        small = {room for room in free if share[room] < least}
        if not small:
            break
        free -= small
    quota.update({room: int(share[room]) for room in free})
    for room in sorted(free, key=lambda each: int(share[each]) - share[each]):
        quota[room] += sum(quota.values()) < number
    return quota


def statements(path: Path) -> int:
    """Return the number of statements of a file, or of lines with code of a page's module."""
    text = path.read_text("utf-8")
    return javascript_statements(text) if path.suffix == ".js" else len(Scopes(text).statements)


def files(room: str) -> list[Path]:
    """Return the modules of a room."""
    return [
        path
        for path in sorted((SOURCE / ROOMS[room]).rglob("*.js" if room == PAGES else "*.py"))
        if _room_of_file(path.relative_to(SOURCE).as_posix()) == room
    ]


def drawn(
    room: str, seed: str, others: Sequence[dict[str, Any]] = (), used: Iterable[Any] = ()
) -> Iterator[dict[str, Any]]:
    """Yield mutants of a room in the order of chance, one a line.

    None is in `others`, and none on the lines `used`, which are pairs of file and line.
    """
    known = {(each["file"], each["scope"], each["before"], each["after"]) for each in others}
    places: dict[tuple[str, int], list[Site]] = defaultdict(list)
    texts = {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in files(room)}
    for name, text in texts.items():
        operators = JAVASCRIPT if name.endswith(".js") else operator_names()
        for site in [each for operator in operators for each in sites(text, operator)]:
            places[name, site.line].append(site)
    order = sorted(places, key=lambda place: chance(place[0], places[place][0][4], seed=seed))
    taken = set(used)
    for place in order:
        file, line = place
        site = min(places[place], key=lambda each: chance(*each[1:], seed=seed))
        after = None if (file, line) in taken else changed(texts[file], site)
        if after is None:
            continue
        old, new = texts[file].splitlines(), after.splitlines()
        first = next(
            (i for i, pair in enumerate(zip_longest(old, new)) if pair[0] != pair[1]),
            line - 1,
        )
        text_after = new[min(first, len(new) - 1)].strip()
        if (file, site.scope, site.before, text_after) in known:
            continue
        taken.add((file, line))
        alike = [
            each
            for each in sites(texts[file], site.operator)
            if (each.scope, each.before) == (site.scope, site.before)
        ]
        yield {
            "file": file, "scope": site.scope, "operator": site.operator, "line": line,
            "column": site.column, "occurrence": alike.index(site), "before": site.before,
            "after": text_after,
        }  # fmt: skip


def choose(
    number: int = NUMBER, seed: str = SEED, without: Sequence[dict[str, Any]] = ()
) -> list[dict[str, Any]]:
    """Return a list: of each room the sites that come first by chance, one a line.

    Those of a list that is not the first have names of their own, and none is in `without`.
    """
    chosen = []
    for room, quota in quotas(number).items():
        taken = list(islice(drawn(room, seed, without), quota))
        taken.sort(key=lambda each: (each["file"], each["line"]))
        for i, each in enumerate(taken, 1):
            name = f"{i:02}" if seed == SEED else chance(*each.values(), seed=seed)[:6]
            chosen.append({"id": f"{room}-{name}", **each})
    return chosen


def mended(mutants: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the fixed list with another mutant of the room in place of each that is gone.

    It comes next in the order that the list was chosen by, and has a new name.
    """
    kept: list[dict[str, Any]] = []
    missing: Counter[str] = Counter()
    used: set[tuple[str, int]] = set()
    for mutant in mutants:
        place = mutated(mutant)
        if place or mutant["operator"] == BY_HAND:
            kept.append(mutant)
            used |= {(mutant["file"], place[1])} if place else set()
        else:
            missing[room_of(mutant)] += 1
    for room, many in missing.items():
        last = max(_number(each) for each in mutants if room_of(each) == room)
        new = list(islice(drawn(room, SEED, mutants, used), many))
        new.sort(key=lambda each: (each["file"], each["line"]))
        at = max(i for i, each in enumerate(kept) if room_of(each) == room) + 1
        kept[at:at] = [{"id": f"{room}-{i:02}", **each} for i, each in enumerate(new, last + 1)]
    return kept


def _number(mutant: dict[str, Any]) -> int:
    return int(mutant["id"].rsplit("-", 1)[1])


def mutated(mutant: dict[str, Any]) -> tuple[str, int] | None:
    """Return the text of a mutant's file with its fault, and the line; None where it is gone."""
    path = SOURCE / mutant["file"]
    text = path.read_text("utf-8") if path.exists() else ""
    before, after = mutant["before"], mutant["after"]
    if mutant["operator"] == BY_HAND:
        if text.count(before) != 1:
            return None
        return text.replace(before, after), text[: text.index(before)].count("\n") + 1
    alike = [
        site
        for site in sites(text, mutant["operator"])
        if (site.scope, site.before) == (mutant["scope"], before)
    ]
    site = alike[mutant["occurrence"]] if mutant["occurrence"] < len(alike) else None
    new = None if site is None else changed(text, site)
    return None if site is None or new is None or after not in new else (new, site.line)


def room_of(mutant: dict[str, Any]) -> str:
    """Return the room of a mutant."""
    return BY_HAND if mutant["operator"] == BY_HAND else _room_of_file(str(mutant["file"]))


def _room_of_file(file: str) -> str:
    """Return the innermost room that samples a file, "" if none does."""
    holding = [room for room, folder in ROOMS.items() if file.startswith(f"{folder}/")]
    return max(holding, key=lambda room: len(ROOMS[room]), default="")


# --- Which tests run which mutants ------------------------------------------------------------

PROBE = """\
import os

seen = set()
_file = os.open(os.environ["MUTANTS_SEEN"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def _seen(key):
    if key not in seen:
        seen.add(key)
        os.write(_file, (key + "\\n").encode())


def _served(path):
    if path.endswith(".js"):  # each time, because a server outlives a test
        os.write(_file, f"web/static/{path}\\n".encode())
"""

# The server tells which modules of the page it hands out.
SERVER, STATIC = "web/app.py", "Mount('/', StaticFiles("
SERVED = """
from mutation_probe import _served


class _Told(StaticFiles):
    def lookup_path(self, path):
        _served(path)
        return super().lookup_path(path)
"""

IMPORTED = """\
try:
    from mutation_probe import _seen
except ImportError:  # a process that does not look for modules where the copy is
    _seen = str
"""


class Probes(ast.NodeTransformer):
    """Put a call before each statement that has a mutant, and at the start of each function."""

    def __init__(self, file: str, places: dict[str, int]) -> None:
        self.file, self.places = file, places
        self.imported: list[str] = []  # mutants that run when the module is imported
        self._functions = 0

    def visit_FunctionDef(self, node: Any) -> Any:
        """Put a call for the file at the start of a function."""
        self._functions += 1
        self.generic_visit(node)
        self._functions -= 1
        node.body.insert(ast.get_docstring(node, clean=False) is not None, self._call(self.file))
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def generic_visit(self, node: ast.AST) -> Any:
        """Put calls before the statements of each block."""
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if not isinstance(block, list):
                continue
            new: list[ast.stmt] = []
            for each in block:
                inner = getattr(each, "body", None)
                decorators = [one.lineno for one in getattr(each, "decorator_list", [])]
                first = min([each.lineno, *decorators])
                last = inner[0].lineno - 1 if isinstance(inner, list) else each.end_lineno
                lines = range(first, max(first, each.lineno, last) + 1)
                ids = [key for key, line in self.places.items() if line in lines]
                if self._functions:
                    new += [self._call(key) for key in ids]
                else:
                    self.imported += ids
                new.append(each)
            setattr(node, name, new)
        return super().generic_visit(node)

    @staticmethod
    def _call(key: str) -> ast.stmt:
        return ast.parse(f"_seen({key!r})").body[0]


def probed_copy(mutants: Iterable[dict[str, Any]]) -> tuple[Path, dict[str, str]]:
    """Return a copy of the package that writes what it runs, and mutants that importing runs."""
    folder, imported = private_copy("probed"), {}
    places: dict[str, dict[str, int]] = defaultdict(dict)
    for mutant in mutants:
        place = mutated(mutant)
        if place is not None:
            places[mutant["file"]][mutant["id"]] = place[1]
    apart = {SOURCE / file for file in places}  # faults by hand may be outside of all rooms
    for path in sorted(apart.union(*map(files, ROOMS))):
        if path.suffix == ".js":
            continue
        file = path.relative_to(SOURCE).as_posix()
        probes = Probes(file, places[file])
        tree = probes.visit(ast.parse(path.read_text("utf-8")))
        late = [
            isinstance(each, ast.ImportFrom) and each.module == "__future__" for each in tree.body
        ]
        at = late.index(True) + 1 if True in late else ast.get_docstring(tree) is not None
        tree.body[at:at] = ast.parse(IMPORTED).body
        new = ast.unparse(ast.fix_missing_locations(tree))
        (folder / "dealwright" / file).write_text(new, "utf-8")
        imported.update(dict.fromkeys(probes.imported, file))
    server = folder / "dealwright" / SERVER
    text = server.read_text("utf-8")
    if text.count(STATIC) != 1:
        sys.exit(f"{SERVER} has no {STATIC}: say here how pages are handed out")
    text = text.replace(STATIC, STATIC.replace("StaticFiles", "_Told"))
    text = text.replace("def application(", f"{SERVED}\n\ndef application(")
    server.write_text(text, "utf-8")
    (folder / "mutation_probe.py").write_text(PROBE, "utf-8")
    return folder, imported


class Recorder:
    """A plugin of pytest that notes what each test cost, and what was run meanwhile."""

    def __init__(self, seen: Path) -> None:
        self.seen, self.tests = seen, dict[str, tuple[float, bool]]()
        self.hits: dict[str, set[str]] = defaultdict(set)
        self.failed: set[str] = set()

    def pytest_runtest_logstart(self) -> None:
        """Begin a test."""
        sys.modules["mutation_probe"].seen.clear()
        self._begun, self._size = cpu(), self.seen.stat().st_size

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Keep whether it passed, and with its end what it ran."""
        if report.outcome != "passed":
            self.failed.add(report.nodeid)
        if report.when == "teardown":
            self.tests[report.nodeid] = cpu() - self._begun, "slow" in report.keywords
            with self.seen.open("rb") as file:
                file.seek(self._size)
                for key in set(file.read().decode().split()):
                    self.hits[key].add(report.nodeid)


def cpu() -> float:
    """Return the CPU seconds of this process and of those that it has waited for."""
    return sum(os.times()[:4])


def arguments(tests: Iterable[str], *more: str) -> list[str]:
    """Return what pytest is told: one process, the order given, nothing kept."""
    plain = ["-q", "-n", "0", "-p", "no:randomly", "-p", "no:cacheprovider", "-W", LOADED_BEFORE]
    return [*plain, "--hypothesis-seed=1", *more, *tests]


SUITES = "not slow and not long", "not slow", ""  # quick, fast and all tests, as marks of pytest


def record(
    name: str, suite: int, imported: dict[str, str], mutants: Sequence[str], written: Path
) -> None:
    """Run a file of tests with probes, and write which test ran which mutant and which file."""
    import pytest

    seen = written.with_suffix(".seen")
    seen.write_text("", "utf-8")
    os.environ["MUTANTS_SEEN"] = str(seen)
    importlib.import_module("mutation_probe")
    recorder = Recorder(seen)
    pytest.main(arguments([name], "-m", SUITES[suite]), plugins=[recorder])
    passed = {test: cost for test, cost in recorder.tests.items() if test not in recorder.failed}
    number = {test: i for i, test in enumerate(passed)}
    for key, file in imported.items():
        recorder.hits[key] = recorder.hits[file]
    kept = {
        "digest": digest(name),
        "suite": suite,
        "mutants": mutants,
        "tests": {test: [round(cost, 3), is_slow] for test, (cost, is_slow) in passed.items()},
        "hits": {
            key: sorted(number[each] for each in many & passed.keys())
            for key, many in recorder.hits.items()
        },
    }
    written.write_text(json.dumps(kept), "utf-8")


def digest(name: str) -> str:
    """Return the digest of a file of tests."""
    return sha256((ROOT / name).read_bytes()).hexdigest()[:16]


def map_tests(options: Any) -> None:
    """Bring the map up to date: each file of tests in a process of its own."""
    mutants = [*listed(), *(listed(options.list) if options.list else ())]
    ids = sorted(each["id"] for each in mutants)
    names = options.names or sorted(
        each.relative_to(ROOT).as_posix() for each in ROOT.glob("tests/*/test_*.py")
    )

    def recorded(name: str) -> bool:
        entry = read(MAP).get(name, {})
        return (
            entry.get("digest") == digest(name)
            and entry.get("suite", 0) >= options.suite
            and set(ids) <= set(entry.get("mutants", ()))
        )

    kept = {name: entry for name, entry in read(MAP).items() if (ROOT / name).exists()}
    MAP.write_text(json.dumps(kept), "utf-8")
    waiting = [name for name in names if options.again or not recorded(name)]
    rooms = {path.name for path in (ROOT / "src/dealwright").iterdir()}
    waiting.sort(key=lambda name: name.split("/")[1] not in rooms)  # what reaches most comes first
    until = time.monotonic() + 60 * options.minutes
    copy, imported = probed_copy(mutants)
    running: dict[int, tuple[str, Path, float]] = {}
    while waiting or running:
        if time.monotonic() > until and waiting:
            print(f"not recorded, for want of time: {', '.join(waiting)}", flush=True)
            waiting = []
        while waiting and len(running) < options.jobs:
            name = waiting.pop(0)
            written = CACHE / f"recorded-{sha256(name.encode()).hexdigest()[:8]}.json"
            written.unlink(missing_ok=True)
            work = partial(record, name, options.suite, imported, ids, written)
            child = forked(work, written.with_suffix(".txt"), copy)
            running[child] = name, written, time.monotonic()
        if not running:
            break
        name, written, began = running.pop(os.wait()[0])
        state = "no record"
        if written.exists():
            entry = read(written)
            MAP.write_text(json.dumps({**read(MAP), name: entry}), "utf-8")
            state = f"{len(entry['tests'])} tests"
        print(f"{name}: {state}, {time.monotonic() - began:.0f} s", flush=True)
        for each in CACHE.glob(f"{written.stem}.*"):
            each.unlink()


# --- Running ----------------------------------------------------------------------------------


class Watcher:
    """A plugin of pytest that notes the test that runs, and ends one that takes too long."""

    def __init__(self, seconds: dict[str, float], written: Path) -> None:
        self.seconds, self.written = seconds, written
        self.begun = self.failed = ""

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin a test: its time is limited, in CPU seconds here and in seconds by who waits."""
        limit = 10 * self.seconds.get(nodeid, 1.0) + 5
        signal.setitimer(signal.ITIMER_PROF, limit)  # which ends the process
        self.note(nodeid, time.time() + 10 * limit + 120)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Keep the first test that fails."""
        if report.outcome == "failed" and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: Any) -> None:
        """Keep the first file that cannot be read."""
        if report.outcome == "failed" and not self.failed:
            self.failed = f"{report.nodeid} (collected)"

    def note(self, test: str, until: float) -> None:
        """Tell who waits what runs, and until when."""
        new = self.written.with_suffix(".new")
        new.write_text(json.dumps({"test": test, "until": until, "failed": self.failed}), "utf-8")
        new.replace(self.written)


def forked(work: Callable[[], None], output: Path, copy: Path) -> int:
    """Start a process that has the libraries loaded, with the package of a copy; return its id."""
    child = os.fork()
    if child:
        return child
    os.setpgid(0, 0)
    with output.open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(copy / "hypothesis")
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(ROOT))
    paths = [str(copy), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    sys.path.insert(0, str(copy))
    importlib.import_module("sitecustomize")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        work()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


WITHOUT_EDITABLE = """\
import sys
sys.meta_path[:] = [each for each in sys.meta_path if "ScikitBuild" not in type(each).__name__]
"""


def private_copy(name: str) -> Path:
    """Return a folder with the package and what is built of it."""
    folder = CACHE / name
    shutil.rmtree(folder, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCE, folder / "dealwright", ignore=ignored)
    spec = find_spec("dealwright")
    for place in spec.submodule_search_locations or [] if spec else []:
        if Path(place) != SOURCE:  # what an editable install has built
            shutil.copytree(place, folder / "dealwright", dirs_exist_ok=True, ignore=ignored)
    (folder / "sitecustomize.py").write_text(WITHOUT_EDITABLE, "utf-8")
    compileall.compile_dir(folder, quiet=1)
    return folder


def tests_of(mutant: dict[str, Any], known: dict[str, Any], slow: bool) -> list[tuple[str, float]]:
    """Return the tests that run a mutant, with their seconds: quick and narrow ones first.

    Where none runs it, those that run its file, else those that run its room. One that importing
    runs may be seen by any test that reads what it defines, so those of its room come after them.
    """
    room = mutant["file"].split("/")[0] + "/"
    costs: dict[str, tuple[int, float]] = {}
    for wanted in (mutant["id"], mutant["file"], room):
        for record in known.values():
            files = [many for key, many in record["hits"].items() if "/" in key]
            width = Counter(i for many in files for i in many)
            tests = list(record["tests"].items())
            for key, many in record["hits"].items():
                for i in many if key == wanted or (wanted == room and key.startswith(room)) else ():
                    test, (seconds, is_slow) = tests[i]
                    if slow or not is_slow:
                        price = (seconds + 0.02) * (1 + width[i])
                        costs[test] = math.floor(math.log2(price)), seconds
        if costs:
            break
    order = sorted(costs, key=lambda test: (costs[test][0], test.split("::")[0], test))
    found = {test: costs[test][1] for test in order}
    if _is_imported(mutant, known):
        found = dict(_tests_in(f"tests/{room}", known, slow)) | found
        found = {test: found[test] for test in dict.fromkeys([*order, *found])}
    return [*found.items()]


def _tests_in(folder: str, known: dict[str, Any], slow: bool) -> Iterator[tuple[str, float]]:
    """Yield the tests of a folder with their seconds."""
    for name, record in known.items():
        for test, (seconds, is_slow) in record["tests"].items():
            if name.startswith(folder) and (slow or not is_slow):
                yield test, seconds


def _is_imported(mutant: dict[str, Any], known: dict[str, Any]) -> bool:
    """Return whether importing runs a mutant: the tests of its file stand for its own."""
    hits = [record["hits"] for record in known.values()]
    return all(each.get(mutant["id"], []) == each.get(mutant["file"], []) for each in hits)


def within(tests: list[tuple[str, float]], budget: float) -> dict[str, float]:
    """Return the first tests, of at most so many seconds together, those of a file together.

    What a file shares is set up and taken down once for it, which costs more than many a test.
    """
    files: dict[str, dict[str, float]] = {}
    for test, seconds in tests:
        name = test.split("::")[0]
        cost = seconds + (_TEST if name in files else _FILE)
        if cost <= budget:
            budget -= cost
            files.setdefault(name, {})[test] = seconds
    return {test: seconds for each in files.values() for test, seconds in each.items()}


class Outcome(NamedTuple):
    """What tests said: 'passed', 'failed', 'ended' (the process, or its time) or 'refused'."""

    kind: str
    test: str = ""
    why: str = ""


Step = tuple[dict[str, float], bool]  # tests with their seconds, and whether with the fault
Trial = Generator[Step, Outcome, dict[str, Any]]


def trial(
    mutant: dict[str, Any], known: dict[str, Any], options: Any, sound: dict[str, bool]
) -> Trial:
    """Ask for tests of a mutant until one kills it, and return its result.

    `sound` keeps which tests have passed without a fault.
    """
    reaching = tests_of(mutant, known, options.all)
    tests = within(reaching, options.budget)
    if options.tests:
        tests = dict.fromkeys(options.tests, 30.0)
    result: dict[str, Any] = {
        "tests": len(tests), "reaching": len(reaching), "cost": round(sum(tests.values()), 1)
    }  # fmt: skip
    rest, unsure = list(tests), []
    while rest:
        outcome = yield {test: tests[test] for test in rest}, True
        if outcome.kind == "refused":
            return {"result": "error", "by": "pytest runs no test: refresh the map", **result}
        if outcome.kind == "passed":
            break
        # What fails is a test, a file that is not imported, or whatever comes first.
        file = outcome.test.split("::")[0]
        suspect = min(rest, key=lambda test: (test != outcome.test, test.split("::")[0] != file))
        named = outcome.test if "::" in outcome.test else suspect
        alone = {named: tests.get(named, 30.0)}
        again = yield alone, True
        if again.kind in {"failed", "ended"}:
            if named not in sound:
                sound[named] = (yield alone, False).kind == "passed"
            if sound[named]:
                by = outcome.test if outcome.kind == "failed" else named
                kind = "killed" if outcome.kind == "failed" else "timeout"
                why = {"why": outcome.why} if outcome.why else {}
                return {"result": kind, "by": by, **why, **result}
        unsure.append(named)
        rest = [] if options.tests else rest[rest.index(suspect) + 1 :]
    failed = [test for test in unsure if sound.get(test, True)]
    return {"result": "unsure" if failed else "survived", "unsure": unsure, **result}


class Running(NamedTuple):
    """Tests that run, of a mutant or of the package as it is."""

    mutant: dict[str, Any]
    copy: Path
    trial: Trial
    begun: float
    child: int = 0


def start(step: Step, mutant: dict[str, Any], copy: Path, options: Any) -> int:
    """Put a mutant into a copy, or take it out, and start tests; return the process."""
    tests, faulty = step
    file = copy / "dealwright" / mutant["file"]
    text = mutated(mutant) if faulty else None
    file.write_text(text[0] if text else (SOURCE / mutant["file"]).read_text("utf-8"), "utf-8")
    for each in file.parent.glob(f"__pycache__/{file.stem}.*"):
        each.unlink()
    watcher = Watcher(tests, copy / "state.json")
    watcher.note("", time.time() + STARTING + len(tests) / 10)

    def work() -> None:
        import pytest

        more = ["-x", "-m", "" if options.all else "not slow", "--tb=short"]
        status = pytest.main(arguments(tests, *more), plugins=[watcher])
        signal.setitimer(signal.ITIMER_PROF, 0)
        if status not in {0, 1} and not watcher.failed:
            said = (copy / "output.txt").read_text("utf-8", "replace")
            if "while loading conftest" in said:
                watcher.failed = "conftest.py (imported)"
            else:
                watcher.note("refused", 0)  # as when the map names a test that is gone
                return
        watcher.note("end", 0)

    return forked(work, copy / "output.txt", copy)


def ended(run: Running) -> Outcome | None:
    """Return what tests have said if they have ended, and end what runs on."""
    state = read(run.copy / "state.json")
    large = False
    done, status = os.waitpid(run.child, os.WNOHANG)
    if not done:
        try:
            pages = int(Path(f"/proc/{run.child}/statm").read_text("utf-8").split()[1])
            large = pages * os.sysconf("SC_PAGE_SIZE") > MEMORY
        except OSError:
            pass
        if not large and (time.time() < state["until"] or state["test"] in {"end", "refused"}):
            return None
    with suppress(ProcessLookupError):
        os.killpg(run.child, signal.SIGKILL)
    end_processes(run.copy)
    if done:
        state = read(run.copy / "state.json")  # what it wrote last
    else:
        os.waitpid(run.child, 0)
    if state["failed"]:
        return Outcome("failed", state["failed"])
    if state["test"] in {"end", "refused"}:
        return Outcome("passed" if state["test"] == "end" else "refused")
    why = "memory" if large else f"signal {os.WTERMSIG(status)}" if done else "time"
    return Outcome("ended", state["test"], why)


def end_processes(copy: Path) -> None:
    """End what tests of a copy have started and left: only these have its folder as theirs."""
    mine = f"PYTHONPATH={copy}".encode()
    for each in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if any(value.startswith(mine) for value in each.read_bytes().split(b"\0")):
                os.kill(int(each.parent.name), signal.SIGKILL)


def go_on(run: Running, outcome: Outcome | None, options: Any) -> Running | None:
    """Start the next tests of a mutant; where it needs none keep its result, and return None."""
    try:
        step = run.trial.send(outcome) if outcome else next(run.trial)
    except StopIteration as end:
        file = run.mutant["file"]
        shutil.copyfile(SOURCE / file, run.copy / "dealwright" / file)
        seconds = {"seconds": round(time.monotonic() - run.begun, 1)}
        keep(run.mutant, {**end.value, **seconds, "suite": "all" if options.all else "fast"})
        return None
    return run._replace(child=start(step, run.mutant, run.copy, options))


def runnable(mutants: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the mutants that tests can kill, and keep of the others what they are."""
    for mutant in mutants:
        if mutated(mutant) is None:
            keep(mutant, {"result": "gone"})
        elif mutant.get("equivalent"):
            keep(mutant, {"result": "equivalent", "by": mutant["equivalent"]})
    return [each for each in mutants if mutated(each) and not each.get("equivalent")]


def run(mutants: list[dict[str, Any]], options: Any) -> None:
    """Run mutants, so many at once, and keep each result as it comes."""
    known, waiting, sound = read(MAP), runnable(mutants), dict[str, bool]()
    until = time.monotonic() + 60 * options.minutes
    free = [private_copy(f"copy-{os.getpid()}-{i}") for i in range(options.jobs)]
    running: list[Running] = []
    try:
        while waiting or running:
            if time.monotonic() > until:
                waiting = []
            turns: list[tuple[Running, Outcome | None]] = []
            for mutant in waiting[: len(free)]:
                steps = trial(mutant, known, options, sound)
                turns.append((Running(mutant, free.pop(), steps, time.monotonic()), None))
            waiting = waiting[len(turns) :]
            time.sleep(0.05)
            turns += [(each, outcome) for each in running if (outcome := ended(each))]
            for each, outcome in turns:
                if outcome and options.output:
                    print((each.copy / "output.txt").read_text("utf-8", "replace"))
                following = go_on(each, outcome, options)
                running = [other for other in running if other.copy != each.copy]
                if following:
                    running.append(following)
                else:
                    free.append(each.copy)
    finally:
        for each in running:
            with suppress(ProcessLookupError):
                os.killpg(each.child, signal.SIGKILL)
            end_processes(each.copy)
        for copy in CACHE.glob(f"copy-{os.getpid()}-*"):
            shutil.rmtree(copy, ignore_errors=True)


def keep(mutant: dict[str, Any], result: dict[str, Any]) -> None:
    """Write the result of a mutant, and print a line of it."""
    results = {**read(RESULTS), mutant["id"]: result}
    new = RESULTS.with_suffix(".new")
    new.write_text(json.dumps(results, indent=1), "utf-8")
    new.replace(RESULTS)
    said = f"{mutant['id']:16}{result['result']:11}{result.get('seconds', 0):6.1f} s  "
    change = f"{mutant['before']}  ->  {mutant['after']}" if result["result"] in ALIVE else ""
    print(said + (result.get("by") or f"{mutant['file']}:{mutant['line']}  {change}"), flush=True)


def share_killed(mutants: Iterable[dict[str, Any]]) -> float:
    """Return the share of mutants with a result, not equivalent and not gone, that are killed."""
    results = read(RESULTS)
    kinds = Counter(results.get(each["id"], {}).get("result") for each in mutants)
    killed = kinds["killed"] + kinds["timeout"]
    return killed / max(1, killed + sum(kinds[kind] for kind in (*ALIVE, "error")))


def summary(mutants: list[dict[str, Any]], survivors: bool) -> None:
    """Print the figures by room: killed are those whose tests fail, end, or take too long.

    A mutant that is unsure has survived.
    """
    results = read(RESULTS)
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant in mutants:
        kind = results.get(mutant["id"], {}).get("result", "not run")
        if mutant.get("equivalent"):
            kind = "equivalent"
        for room in {room_of(mutant), "all" if room_of(mutant) != BY_HAND else BY_HAND}:
            rows[room][{"timeout": "killed", "unsure": "survived"}.get(kind, kind)] += 1
    print(
        "| room | mutants | killed | survived | equivalent | gone | not run | killed of the rest |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for room in [*ROOMS, "all", BY_HAND]:
        row = rows[room]
        counted = row["killed"] + row["survived"]
        kinds = [row[kind] for kind in ("killed", "survived", "equivalent", "gone", "not run")]
        share = f"{row['killed'] / counted:.0%}" if counted else ""
        print(f"| {room} | {sum(kinds)} | {' | '.join(map(str, kinds))} | {share} |")
    for mutant in mutants if survivors else []:
        if results.get(mutant["id"], {}).get("result") in ALIVE and not mutant.get("equivalent"):
            print(f"\n{mutant['id']}  {mutant['file']}:{mutant['line']}  {mutant['scope']}")
            print(f"  - {mutant['before']}\n  + {mutant['after']}")


# --- The command ------------------------------------------------------------------------------


def read(path: Path) -> dict[str, Any]:
    """Return what a file of JSON holds, nothing where there is none."""
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}


def listed(path: Path | None = None) -> list[dict[str, Any]]:
    """Return the mutants of a list, by default of the fixed one."""
    return list(read(path or LIST).get("mutants", []))


def load() -> None:
    """Import what every process needs, before they are forked, so that each is quick to start."""
    for name in LOADED:
        __import__(name)
    for plugin in entry_points(group="pytest11"):
        plugin.load()


def selected(options: Any) -> list[dict[str, Any]]:
    """Return the mutants that options select."""
    results, mutants = read(RESULTS), listed(options.list)
    if options.only:
        return [each for each in mutants if each["id"] in options.only]
    if options.room:
        mutants = [each for each in mutants if room_of(each) in options.room]
    if options.missing:
        mutants = [each for each in mutants if each["id"] not in results]
    if options.survivors:
        alive = {name for name, each in results.items() if each["result"] in ALIVE}
        mutants = [each for each in mutants if each["id"] in alive]
    if options.sample:
        order = sorted(mutants, key=lambda each: chance(options.seed, each["id"]))
        mutants = order[: options.sample]
    return mutants


def main() -> None:
    """Read the command line, and do what it says."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    commands = parser.add_subparsers(dest="command", required=True)
    choosing = commands.add_parser("choose", help="write the list")
    choosing.add_argument("--fresh", type=int, help="so many that are not in the list")
    choosing.add_argument("--mend", action="store_true", help="replace those that are gone")
    choosing.add_argument("--seed", default=SEED, help="of the choice, with --fresh")
    choosing.add_argument("--to", type=Path, help="the file of another list")
    mapping = commands.add_parser("map", help="record which tests run which mutants")
    mapping.add_argument("names", nargs="*", help="files of tests (default: those not recorded)")
    which = mapping.add_mutually_exclusive_group()
    for flag, suite, said in (("quick", 0, "without the long tests"), ("slow", 2, "with the slow")):
        which.add_argument(f"--{flag}", action="store_const", const=suite, dest="suite", help=said)
    mapping.add_argument("--again", action="store_true", help="files that are recorded too")
    mapping.add_argument("--jobs", type=int, default=1, help="files at once (1)")
    mapping.add_argument(
        "--minutes", type=float, default=math.inf, help="begin no file after so many"
    )
    running = commands.add_parser("run", help="run mutants")
    running.add_argument("--sample", type=int, help="so many, by chance")
    running.add_argument("--seed", default="1", help="of the sample")
    running.add_argument("--room", action="append", help="those of a room")
    running.add_argument("--only", action="append", metavar="ID", help="one")
    running.add_argument("--tests", nargs="+", help="these tests, not those that the map chooses")
    running.add_argument("--missing", action="store_true", help="those without a result")
    running.add_argument("--survivors", action="store_true", help="those that survived before")
    suite = running.add_mutually_exclusive_group()
    suite.add_argument(
        "--fast", action="store_false", dest="all", help="without slow tests (default)"
    )
    suite.add_argument("--all", action="store_true", help="with slow tests, if recorded")
    running.add_argument(
        "--budget", type=float, default=120, help="seconds of tests of a mutant (120)"
    )
    running.add_argument("--jobs", type=int, default=1, help="mutants at once (1)")
    running.add_argument(
        "--minutes", type=float, default=math.inf, help="begin no mutant after so many"
    )
    running.add_argument("--output", action="store_true", help="show what pytest prints")
    running.add_argument("--least", type=float, help="fail if fewer are killed (0.8)")
    running.set_defaults(all=False)
    mapping.set_defaults(suite=1)
    summing = commands.add_parser("summary", help="print figures")
    summing.add_argument("--survivors", action="store_true", help="with the mutants that survived")
    for each in (mapping, running, summing):
        each.add_argument("--list", type=Path, help="another list than tests/mutants.json")
    options = parser.parse_args()
    CACHE.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # copies are deleted then too
    if options.command == "choose" and options.fresh:
        if options.seed == SEED or options.to is None:
            parser.error("fresh mutants need --seed and --to")
        mutants = choose(options.fresh, options.seed, listed())
        said = {"seed": options.seed, "mutants": mutants}
        options.to.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")
    elif options.command == "choose" and options.mend:
        said = {**read(LIST), "mutants": mended(listed())}
        LIST.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")
    elif options.command == "choose":
        by_hand = [each for each in listed() if each["operator"] == BY_HAND]
        said = {"seed": SEED, "mutants": choose() + by_hand}
        LIST.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")
    elif options.command == "summary":
        summary(listed(options.list), options.survivors)
    else:
        load()
        if options.command == "map":
            map_tests(options)
        else:
            mutants = selected(options)
            run(mutants, options)
            if options.least and (share := share_killed(mutants)) < options.least:
                sys.exit(
                    f"{share:.0%} of these mutants are killed, of {options.least:.0%} at least"
                )


if __name__ == "__main__":
    main()
