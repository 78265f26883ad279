"""Measure the tests: make 400 faults in the package one at a time, and count those that tests find.

    python tools/mutation.py choose            write tests/mutants.json anew (only to change what is measured)
    python tools/mutation.py map               record which tests run which mutants, in .cache/mutation/map.json
    python tools/mutation.py map tests/unit/test_audit.py       the same of some files, after tests changed
    python tools/mutation.py run               run all mutants; results go to .cache/mutation/results.json
    python tools/mutation.py run --sample 60 --seed 5           a sample
    python tools/mutation.py run --room audit --missing         those of a room that have no result yet
    python tools/mutation.py run --only audit-07 --output       one, with what pytest prints
    python tools/mutation.py run --survivors --all --jobs 2     survivors against the slow tests too
    python tools/mutation.py summary           the figures by room, and the survivors

The faults are those of cosmic-ray, whose operators change a text at a place that can be named and found
again; mutmut rewrites each function as a table of its variants, numbered anew by each change. A mutant is
named by its file, function, operator and line, so it stays the same when code around it changes; one whose
line is changed is 'gone'. `by hand` are faults that tests once missed, kept as texts before and after.
"""  # noqa: E501

from __future__ import annotations

import argparse
import ast
import json
import math
import os
import shutil
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "dealwright"
LIST = ROOT / "tests" / "mutants.json"
CACHE = ROOT / ".cache" / "mutation"
MAP, RESULTS = CACHE / "map.json", CACHE / "results.json"
ROOMS = (
    "planning", "sampling", "ask", "answers", "at_table", "suit_play", "analysis", "audit", "systems",
    "tournament", "double_dummy", "web",
)  # fmt: skip
SEED, NUMBER, LEAST = "dealwright 2026", 400, 20
BY_HAND = "by hand"
# Of each operator that is replaced, by what: the nearest faults, of which none is sure to be an error of types.
REPLACED = {
    "Add": "Sub", "Sub": "Add", "Mul": "Add FloorDiv", "Div": "Mul", "FloorDiv": "Mul", "Mod": "FloorDiv",
    "Pow": "Mul", "RShift": "LShift", "LShift": "RShift", "BitOr": "BitAnd", "BitAnd": "BitOr",
    "BitXor": "BitOr", "Eq": "NotEq", "NotEq": "Eq", "Lt": "LtE GtE", "LtE": "Lt Gt", "Gt": "GtE LtE",
    "GtE": "Gt Lt", "Is": "IsNot", "IsNot": "Is",
}  # fmt: skip
OPERATORS = (
    "AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ExceptionReplacer", "NumberReplacer",
    "RemoveDecorator", "ZeroIterationForLoop", "ReplaceUnaryOperator_Delete_USub",
    "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_Invert",
)  # fmt: skip
# Decorators that change nothing that a caller sees but time and memory, or only what types are seen.
IDLE = ("cache", "remembered", "overload", "override", "final", "dataclass", "abstractmethod")
LOADED = "hypothesis", "numpy", "pytest", "rich", "scipy.stats", "typer", "coverage", "cosmic_ray.plugins"
MEMORY = 4 << 30  # bytes that a mutant may use
STARTING = 60  # seconds until the first test must have begun
ONE = "faults", "killed", "timeout", "gone", "equivalent", "survived"


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
            yield from (each for each in node.decorator_list if any(x in ast.unparse(each) for x in IDLE))
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
    """One change that can be made to a file; `index` counts those of its operator in the file."""

    scope: str
    operator: str
    line: int
    column: int
    before: str
    index: int


def operator_names() -> list[str]:
    """Return the operators of cosmic-ray that are used."""
    pairs = [(old, new) for old, many in REPLACED.items() for new in many.split()]
    comparisons = {"Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot"}
    kinds = [
        f"Replace{'Comparison' if old in comparisons else 'Binary'}Operator_{old}_{new}"
        for old, new in pairs
    ]
    return [*kinds, *OPERATORS]


@cache
def sites(text: str) -> list[Site]:
    """Return all changes that can be made to the text of a file."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator

    scopes, lines, nodes = Scopes(text), text.splitlines(), list(ast_nodes(get_ast(text)))
    found = []
    for name in operator_names():
        operator, index = get_operator(f"core/{name}")(), 0
        for node in nodes:
            for (line, column), _ in operator.mutation_positions(node):
                at = (line, len(lines[line - 1][:column].encode()))
                if not any(first <= at < last for first, last in scopes.skipped):
                    before = lines[line - 1].strip()
                    found.append(Site(scopes.scope(line), name, line, column, before, index))
                index += 1
    return found


def changed(text: str, site: Site) -> str | None:
    """Return the text with one change, or None where it is no change, or no Python."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    operator = get_operator(f"core/{site.operator}")()
    try:
        after: str | None = mutate_code(text, operator, site.index)
        same = after is None or ast.dump(ast.parse(after)) == ast.dump(ast.parse(text))
    except (SyntaxError, AttributeError):  # its ExceptionReplacer knows no dotted names
        return None
    return None if same else after


def chance(*parts: object) -> str:
    """Return a text that orders things by chance, and always alike."""
    return sha256("|".join(map(str, (SEED, *parts))).encode()).hexdigest()


def quotas() -> dict[str, int]:
    """Return the number of mutants of each room: by its statements, and no less than 20."""
    size = {
        room: sum(len(Scopes(path.read_text("utf-8")).statements) for path in files(room))
        for room in ROOMS
    }
    quota, free = dict.fromkeys(ROOMS, LEAST), set(ROOMS)
    while True:
        left = NUMBER - sum(quota[room] for room in ROOMS if room not in free)
        share = {room: left * size[room] / sum(size[each] for each in free) for room in free}
        small = {room for room in free if share[room] < LEAST}
        if not small:
            break
        free -= small
    quota.update({room: int(share[room]) for room in free})
    for room in sorted(free, key=lambda each: int(share[each]) - share[each]):
        quota[room] += sum(quota.values()) < NUMBER
    return quota


def files(room: str) -> list[Path]:
    """Return the modules of a room."""
    return sorted((SOURCE / room).rglob("*.py"))


def choose() -> list[dict[str, Any]]:
    """Return the list: of each room the sites that come first by chance, one a line."""
    chosen = []
    for room, quota in quotas().items():
        places: dict[tuple[str, int, int], list[Site]] = defaultdict(list)
        texts = {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in files(room)}
        for name, text in texts.items():
            for site in sites(text):
                places[name, site.line, site.column].append(site)
        order = sorted(places, key=lambda place: chance(place[0], place[2], places[place][0][4]))
        taken: list[dict[str, Any]] = []
        used: set[tuple[str, int]] = set()
        for place in order:
            file, line, _ = place
            if len(taken) == quota:
                break
            site = min(places[place], key=lambda each: chance(*each[1:]))
            after = None if (file, line) in used else changed(texts[file], site)
            if after is None:
                continue
            used.add((file, line))
            old, new = texts[file].splitlines(), after.splitlines()
            first = next((i for i, pair in enumerate(zip(old, new)) if pair[0] != pair[1]), line - 1)
            alike = [each for each in sites(texts[file]) if each[:2] == site[:2]]
            alike = [each for each in alike if each.before == site.before]
            taken.append(
                {
                    "file": file, "scope": site.scope, "operator": site.operator, "line": line,
                    "column": site.column, "occurrence": alike.index(site), "before": site.before,
                    "after": new[first].strip(),
                }
            )  # fmt: skip
        taken.sort(key=lambda each: (each["file"], each["line"]))
        chosen += [{"id": f"{room}-{i:02}", **each} for i, each in enumerate(taken, 1)]
    return chosen


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
        for site in sites(text)
        if (site.scope, site.operator, site.before) == (mutant["scope"], mutant["operator"], before)
    ]
    if mutant["occurrence"] >= len(alike):
        return None
    site = alike[mutant["occurrence"]]
    new = changed(text, site)
    return None if new is None or after not in new else (new, site.line)


def room_of(mutant: dict[str, Any]) -> str:
    """Return the room of a mutant."""
    return BY_HAND if mutant["operator"] == BY_HAND else str(mutant["file"]).split("/")[0]


# --- Which tests run which mutants ------------------------------------------------------------


class Recorder:
    """A plugin of pytest that tells coverage which test runs, and notes what a test cost."""

    def __init__(self, coverage: Any) -> None:
        self.coverage, self.tests = coverage, {}
        self.tests: dict[str, tuple[float, bool]] = {}
        self.failed: set[str] = set()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin a test."""
        self.coverage.switch_context(nodeid)
        self._begun = cpu()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Keep whether it passed."""
        if report.outcome != "passed":
            self.failed.add(report.nodeid)
        if report.when == "teardown":
            self.tests[report.nodeid] = cpu() - self._begun, "slow" in report.keywords


def cpu() -> float:
    """Return the CPU seconds of this process and of those that it has waited for."""
    return sum(os.times()[:4])


def arguments(tests: Iterable[str], *more: str) -> list[str]:
    """Return what pytest is told: one process, the order given, nothing kept."""
    plain = ["-q", "-n", "0", "-p", "no:randomly", "-p", "no:cacheprovider", "--no-header"]
    return [*plain, "--hypothesis-seed=1", *more, *tests]


def record(name: str, slow: bool, written: Path) -> None:
    """Run a file of tests under coverage, and write which test ran which mutant and which file."""
    import coverage
    import pytest

    measured = coverage.Coverage(
        data_file=None, config_file=False, include=[str(SOURCE / room / "*") for room in ROOMS]
    )
    measured.set_option("run:disable_warnings", ["no-data-collected", "module-not-measured"])
    recorder = Recorder(measured)
    measured.start()
    pytest.main(arguments([name], "-m", "" if slow else "not slow"), plugins=[recorder])
    measured.stop()
    data = measured.get_data()
    passed = {
        test: cost for test, cost in recorder.tests.items() if test not in recorder.failed
    }
    ran: dict[str, dict[int, list[str]]] = {
        Path(file).relative_to(SOURCE).as_posix(): data.contexts_by_lineno(file)
        for file in data.measured_files()
    }
    hits: dict[str, set[str]] = defaultdict(set)
    for file, lines in ran.items():
        for tests in lines.values():
            hits[file].update(passed.keys() & tests)
    for mutant in listed():
        place = mutated(mutant)
        lines = ran.get(mutant["file"], {})
        if place is not None:
            text = (SOURCE / mutant["file"]).read_text("utf-8")
            for line in Scopes(text).lines_of(place[1]):
                hits[mutant["id"]].update(passed.keys() & lines.get(line, []))
    tests = list(passed)
    number = {test: i for i, test in enumerate(tests)}
    kept = {
        "digest": digest(name),
        "tests": {test: [round(cost, 3), is_slow] for test, (cost, is_slow) in passed.items()},
        "hits": {key: sorted(number[each] for each in many) for key, many in hits.items() if many},
    }
    written.write_text(json.dumps(kept), "utf-8")


def digest(name: str) -> str:
    """Return the digest of a file of tests."""
    return sha256((ROOT / name).read_bytes()).hexdigest()[:16]


def map_tests(names: Sequence[str], slow: bool, again: bool) -> None:
    """Bring the map up to date: each file of tests in a process of its own."""
    known = read(MAP)
    names = names or sorted(each.relative_to(ROOT).as_posix() for each in ROOT.glob("tests/*/test_*.py"))
    for name in names:
        if known.get(name, {}).get("digest") == digest(name) and not again:
            continue
        written, began = CACHE / "recorded.json", time.monotonic()
        written.unlink(missing_ok=True)
        child = forked(lambda name=name: record(name, slow, written), CACHE / "recorded.txt", None)
        while not os.waitpid(child, os.WNOHANG)[0]:
            time.sleep(0.05)
        if written.exists():
            known = {**read(MAP), name: read(written)}
            MAP.write_text(json.dumps(known), "utf-8")
        state = f"{len(known[name]['tests'])} tests" if written.exists() else "no record"
        print(f"{name}: {state}, {time.monotonic() - began:.0f} s", flush=True)


# --- Running ----------------------------------------------------------------------------------


class Watcher:
    """A plugin of pytest that notes the test that runs, and ends one that takes ten times as long."""

    def __init__(self, seconds: dict[str, float], written: Path) -> None:
        self.seconds, self.written = seconds, written
        self.begun = self.failed = ""

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin a test: its time is limited, in CPU seconds here and in seconds by who waits."""
        limit = 10 * self.seconds.get(nodeid, 1.0) + 5
        signal.setitimer(signal.ITIMER_PROF, limit)  # which ends the process
        self.note(nodeid, time.time() + 5 * limit + 60)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Keep the first test that fails."""
        if report.outcome == "failed" and not self.failed:
            self.failed = report.nodeid

    def note(self, test: str, until: float) -> None:
        """Tell who waits what runs, and until when."""
        new = self.written.with_suffix(".new")
        new.write_text(json.dumps({"test": test, "until": until, "failed": self.failed}), "utf-8")
        new.replace(self.written)


def forked(work: Any, output: Path, copy: Path | None) -> int:
    """Start a process that has the libraries loaded, with the package of a copy; return its id."""
    child = os.fork()
    if child:
        return child
    os.setpgid(0, 0)
    with output.open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(CACHE / "hypothesis" / str(os.getpid()))
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(ROOT))
    if copy is not None:
        os.environ["PYTHONPATH"] = str(copy)
        sys.path.insert(0, str(copy))
        exec((copy / "sitecustomize.py").read_text("utf-8"), {})
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        work()
    finally:
        sys.stdout.flush()
        os._exit(0)


WITHOUT_EDITABLE = """\
import sys
sys.meta_path[:] = [each for each in sys.meta_path if "ScikitBuild" not in type(each).__name__]
"""


def private_copy(number: int) -> Path:
    """Return a folder with the package, and all that is built, as a process of tests will load it."""
    folder = CACHE / f"copy{number}"
    shutil.rmtree(folder, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCE, folder / "dealwright", ignore=ignored)
    spec = find_spec("dealwright")
    for place in spec.submodule_search_locations or [] if spec else []:
        if Path(place) != SOURCE:  # what an editable install has built
            shutil.copytree(place, folder / "dealwright", dirs_exist_ok=True, ignore=ignored)
    (folder / "sitecustomize.py").write_text(WITHOUT_EDITABLE, "utf-8")
    return folder


def tests_of(mutant: dict[str, Any], known: dict[str, Any], slow: bool) -> list[tuple[str, float]]:
    """Return the tests that run a mutant, with their seconds: quick ones that run little else first.

    Of code that no test runs in its own process (a worker's), the tests of its file, else of its room.
    """
    room = mutant["file"].split("/")[0]
    for keys in [{mutant["id"]}, {mutant["file"]}, set(), {room}]:
        costs: dict[str, tuple[float, float]] = {}
        for record in known.values():
            tests = list(record["tests"].items())
            hits = {key: many for key, many in record["hits"].items() if key.split("/")[0] == room}
            used = keys if room not in keys else set(hits)
            reached = {i for key in used for i in record["hits"].get(key, [])}
            if keys == {mutant["id"]} and mutant["scope"] == "":  # it runs when it is imported
                reached = {i for i in record["hits"].get(mutant["file"], [])}
            weight = {
                i: sum(i in many for key, many in record["hits"].items() if "-" not in key)
                for i in reached
            }
            for i in reached:
                test, (seconds, is_slow) = tests[i]
                if slow or not is_slow:
                    costs[test] = seconds, (seconds + 0.02) * weight[i]
        if costs:
            break
    order = sorted(
        costs, key=lambda test: (math.floor(math.log2(costs[test][1])), test.split("::")[0], test)
    )
    return [(test, costs[test][0]) for test in order]


def within(tests: list[tuple[str, float]], budget: float) -> dict[str, float]:
    """Return the first tests, of at most so many seconds together."""
    taken, sum_ = {}, 0.0
    for test, seconds in tests:
        if sum_ + seconds <= budget:
            taken[test] = seconds
            sum_ += seconds
    return taken


class Running(NamedTuple):
    """A mutant that is being tested."""

    mutant: dict[str, Any]
    copy: Path
    child: int
    tests: dict[str, float]
    reaching: int
    begun: float


def start(mutant: dict[str, Any], copy: Path, known: dict[str, Any], options: Any) -> Running:
    """Put a mutant into a copy, and start its tests."""
    text, _ = mutated(mutant) or ("", 0)
    file = copy / "dealwright" / mutant["file"]
    file.write_text(text, "utf-8")
    reaching = tests_of(mutant, known, options.all)
    tests = within(reaching, options.budget)
    written = copy / "state.json"
    watcher = Watcher(tests, written)
    watcher.note("", time.time() + STARTING + len(tests) / 10)

    def work() -> None:
        import pytest

        more = ["-x", "-m", "" if options.all else "not slow", "--tb=short"]
        status = pytest.main(arguments(tests, *more), plugins=[watcher])
        if status not in {0, 1} and not watcher.failed:
            watcher.failed = f"pytest ended with {status!r}"
        signal.setitimer(signal.ITIMER_PROF, 0)
        watcher.note("end", 0)

    child = forked(work, copy / "output.txt", copy)
    return Running(mutant, copy, child, tests, len(reaching), time.monotonic())


def ended(run: Running) -> dict[str, Any] | None:
    """Return the result of a mutant if its tests have ended, and end what runs on."""
    state = read(run.copy / "state.json")
    large = False
    done, status = os.waitpid(run.child, os.WNOHANG)
    if not done:
        try:
            pages = int(Path(f"/proc/{run.child}/statm").read_text("utf-8").split()[1])
            large = pages * os.sysconf("SC_PAGE_SIZE") > MEMORY
        except OSError:
            pass
        if not large and (time.time() < state["until"] or state["test"] == "end"):
            return None
    try:
        os.killpg(run.child, signal.SIGKILL)
    except ProcessLookupError:
        pass
    if not done:
        os.waitpid(run.child, 0)
    shutil.copyfile(SOURCE / run.mutant["file"], run.copy / "dealwright" / run.mutant["file"])
    result: dict[str, Any] = {
        "seconds": round(time.monotonic() - run.begun, 1), "tests": len(run.tests),
        "reaching": run.reaching, "cost": round(sum(run.tests.values()), 1),
    }  # fmt: skip
    if state["failed"]:
        return {"result": "killed", "by": state["failed"], **result}
    if state["test"] == "end":
        return {"result": "survived", **result}
    why = "memory" if large else f"signal {os.WTERMSIG(status)}" if done else "time"
    return {"result": "timeout", "by": state["test"] or "collection", "why": why, **result}


def run(mutants: list[dict[str, Any]], options: Any) -> None:
    """Run mutants, so many at once, and keep each result as it comes."""
    known, waiting = read(MAP), list(mutants)
    free = [private_copy(i) for i in range(options.jobs)]
    running: list[Running] = []
    try:
        while waiting or running:
            while waiting and free:
                mutant = waiting.pop(0)
                if mutated(mutant) is None:
                    keep(mutant, {"result": "gone"})
                elif mutant.get("equivalent"):
                    keep(mutant, {"result": "equivalent", "by": mutant["equivalent"]})
                else:
                    running.append(start(mutant, free.pop(), known, options))
            time.sleep(0.05)
            for each in list(running):
                result = ended(each)
                if result is not None:
                    running.remove(each)
                    free.append(each.copy)
                    keep(each.mutant, {**result, "suite": "all" if options.all else "fast"})
                    if options.output:
                        print((each.copy / "output.txt").read_text("utf-8", "replace"))
    finally:
        for each in running:
            os.killpg(each.child, signal.SIGKILL)


def keep(mutant: dict[str, Any], result: dict[str, Any]) -> None:
    """Write the result of a mutant, and print a line of it."""
    results = {**read(RESULTS), mutant["id"]: result}
    new = RESULTS.with_suffix(".new")
    new.write_text(json.dumps(results, indent=1), "utf-8")
    new.replace(RESULTS)
    said = f"{mutant['id']:16}{result['result']:11}{result.get('seconds', 0):6.1f} s  "
    change = f"{mutant['before']}  ->  {mutant['after']}" if result["result"] == "survived" else ""
    print(said + (result.get("by") or f"{mutant['file']}:{mutant['line']}  {change}"), flush=True)


def summary(mutants: list[dict[str, Any]], survivors: bool) -> None:
    """Print the figures by room: killed are those whose tests fail, end, or take too long."""
    results = read(RESULTS)
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant in mutants:
        kind = results.get(mutant["id"], {}).get("result", "not run")
        if mutant.get("equivalent"):
            kind = "equivalent"
        for room in {room_of(mutant), "all" if room_of(mutant) != BY_HAND else BY_HAND}:
            rows[room]["killed" if kind == "timeout" else kind] += 1
    print("| room | mutants | killed | survived | equivalent | gone | not run | killed of the rest |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for room in [*ROOMS, "all", BY_HAND]:
        row = rows[room]
        counted = row["killed"] + row["survived"]
        kinds = [row[kind] for kind in ("killed", "survived", "equivalent", "gone", "not run")]
        share = f"{row['killed'] / counted:.0%}" if counted else ""
        print(f"| {room} | {sum(kinds)} | {' | '.join(map(str, kinds))} | {share} |")
    for mutant in mutants if survivors else []:
        if results.get(mutant["id"], {}).get("result") == "survived" and not mutant.get("equivalent"):
            print(f"\n{mutant['id']}  {mutant['file']}:{mutant['line']}  {mutant['scope']}")
            print(f"  - {mutant['before']}\n  + {mutant['after']}")


# --- The command ------------------------------------------------------------------------------


def read(path: Path) -> dict[str, Any]:
    """Return what a file of JSON holds, nothing where there is none."""
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}


def listed() -> list[dict[str, Any]]:
    """Return the mutants of the list."""
    return list(read(LIST).get("mutants", []))


def selected(options: Any) -> list[dict[str, Any]]:
    """Return the mutants that options select."""
    results, mutants = read(RESULTS), listed()
    if options.only:
        return [each for each in mutants if each["id"] in options.only]
    if options.room:
        mutants = [each for each in mutants if room_of(each) in options.room]
    if options.missing:
        mutants = [each for each in mutants if each["id"] not in results]
    if options.survivors:
        alive = {name for name, each in results.items() if each["result"] == "survived"}
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
    commands.add_parser("choose", help="write the list")
    mapping = commands.add_parser("map", help="record which tests run which mutants")
    mapping.add_argument("names", nargs="*", help="files of tests (default: those not recorded)")
    mapping.add_argument("--slow", action="store_true", help="with the slow tests")
    mapping.add_argument("--again", action="store_true", help="files that are recorded too")
    running = commands.add_parser("run", help="run mutants")
    running.add_argument("--sample", type=int, help="so many, by chance")
    running.add_argument("--seed", default="1", help="of the sample")
    running.add_argument("--room", action="append", help="those of a room")
    running.add_argument("--only", action="append", metavar="ID", help="one")
    running.add_argument("--missing", action="store_true", help="those without a result")
    running.add_argument("--survivors", action="store_true", help="those that survived before")
    suite = running.add_mutually_exclusive_group()
    suite.add_argument("--fast", action="store_false", dest="all", help="without slow tests (default)")
    suite.add_argument("--all", action="store_true", help="with slow tests, if recorded")
    running.add_argument("--budget", type=float, default=120, help="seconds of tests of a mutant (120)")
    running.add_argument("--jobs", type=int, default=1, help="mutants at once (1)")
    running.add_argument("--output", action="store_true", help="show what pytest prints")
    commands.add_parser("summary", help="print figures").add_argument(
        "--survivors", action="store_true", help="with the mutants that survived"
    )
    options = parser.parse_args()
    CACHE.mkdir(parents=True, exist_ok=True)
    if options.command == "choose":
        by_hand = [each for each in listed() if each["operator"] == BY_HAND]
        said = {"seed": SEED, "mutants": choose() + by_hand}
        LIST.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")
    elif options.command == "summary":
        summary(listed(), options.survivors)
    else:
        for name in LOADED:  # before processes are forked, so that each is quick to start
            __import__(name)
        if options.command == "map":
            map_tests(options.names, options.slow, options.again)
        else:
            run(selected(options), options)


if __name__ == "__main__":
    main()
