"""What a newcomer adds: each function puts one thing into a copy of the package."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from types import ModuleType

import dealwright.answers.report
import dealwright.cli.command
import dealwright.formats.kinds
import dealwright.requests

__all__ = [
    "ADDITIONS",
    "add_action",
    "add_answer",
    "add_command",
    "add_counting_method",
    "add_evaluator",
    "add_example_of_the_answer",
    "add_format",
    "add_game",
    "add_request",
    "write_grammar",
]


def add_format(package: Path) -> None:
    """Numbers and deals: the example in the description of ``dealwright.formats.kinds``.

    It has two names, the first and the last of all formats.
    """
    (code,) = _shown(dealwright.formats.kinds)
    for name in ("aaa", "zzz"):
        text = code.replace(".numbered", f".{name}")
        (package / "formats" / "kinds" / f"{name}.py").write_text(text, "utf-8")


def add_game(package: Path) -> None:
    """Hold'em with 24 cards, from the nine up."""
    row = (
        '        Game("nine-up", "the best five with 24 cards", 2, 5,\n'
        "             Rules(_ALL & ~0b1111111, _HIGH.order, _RUNS[:2]),\n"
        "             aliases=('twenty four',)),\n"
    )
    before = '        Game("stud", '
    _replace(package / "poker" / "games.py", before, row + before)


def add_evaluator(package: Path) -> None:
    """Aces, twice."""
    table = "lambda: [x >> 12 << 1 for x in range(8192)]"
    row = f'    Feature("twice_aces", "aces twice", holding={table}),\n'
    _replace(package / "deals" / "features" / "points.py", "FEATURES = (\n", "FEATURES = (\n" + row)


def add_action(package: Path) -> None:
    """``printhcp`` of scripts, which prints the points of the four hands."""
    grammar = package / "scripts" / "script.lark"
    _replace(grammar, "_action: simple ", "_action: simple | print_hcp ")
    rule = "\nprint_hcp: _PRINTHCP\n_PRINTHCP.4: /printhcp\\b/i\n"
    grammar.write_text(grammar.read_text("utf-8") + rule, "utf-8")
    prints = package / "scripts" / "prints.py"
    _replace(prints, '    "PrintText",\n', '    "PrintPoints",\n    "PrintText",\n')
    prints.write_text(
        prints.read_text("utf-8")
        + '''

class PrintPoints(Print):
    """``printhcp``: the points of each hand."""

    @classmethod
    def read(cls, reader, tree):
        return cls()

    def texts(self, page, deals, number):
        columns = [deals.hands(seat).hcp.tolist() for seat in "NESW"]
        return [" ".join(map(str, row)) + "\\n" for row in zip(*columns)]


PRINTS["print_hcp"] = PrintPoints.read
''',
        "utf-8",
    )
    write_grammar(package)


def write_grammar(package: Path) -> None:
    """Write the tables of the grammars, as a build does."""
    tool = Path(__file__).parents[2] / "tools" / "grammar_tables.py"
    subprocess.run([sys.executable, tool, package, package], check=True)


def add_counting_method(package: Path) -> None:
    """A formula that counts the deals in which north has no spade; it cannot draw them."""
    (package / "planning" / "models" / "voids.py").write_text(
        '''"""Counting the deals in which north has no spade, by a formula."""

from math import comb, factorial

from dealwright.conditions.unparse import to_text
from dealwright.planning.models.base import Model


class VoidCount:
    """The count, as a kernel would have it."""

    sizes = {"states_left": 0}
    bytes = 64
    operations = 1

    def __init__(self, total):
        self.total = total


class VoidModel(Model):
    """A hand without a suit."""

    name = "voids"
    draws = False
    predicted_seconds = 0.0

    def predicted_bytes(self, *, drawing=True):
        return 64

    def describe(self, built):
        return ["  formula    a hand without a suit"]

    def count(self, stop=None, most_operations=None):
        return VoidCount(comb(39, 13) * factorial(39) // factorial(13) ** 3)


def voids_model(problem, effort):
    """Return the model, or None where the formula does not apply."""
    texts = [to_text(clause) for clause in problem.clauses]
    if texts != ["spades(north) == 0"] or any(problem.fixed) or problem.values or problem.weight:
        return None
    return VoidModel({}, {})
''',
        "utf-8",
    )
    rows = package / "planning" / "models" / "choice.py"
    _replace(rows, "= [honours_model", "= [voids_model, honours_model")
    imported = "from dealwright.planning.models.suits"
    own = "from dealwright.planning.models.voids import voids_model\n"
    text = rows.read_text("utf-8")
    line = next(line for line in text.splitlines(keepends=True) if line.startswith(imported))
    rows.write_text(text.replace(line, line + own), "utf-8")


def add_command(package: Path) -> None:
    """``hello``: the example in the description of ``dealwright.cli.command``."""
    (code,) = _shown(dealwright.cli.command)
    (package / "cli" / "commands" / "hello.py").write_text(code, "utf-8")


def add_request(package: Path) -> None:
    """``points``, its command and its row: the examples of ``dealwright.requests``."""
    request, command, row = _shown(dealwright.requests)
    (package / "requests" / "points.py").write_text(request, "utf-8")
    (package / "cli" / "commands" / "points.py").write_text(command, "utf-8")
    rows = "REQUESTS: dict[str, Endpoint] = {\n"
    _replace(package / "web" / "requests.py", rows, f"{rows}    {row}")


def add_answer(package: Path) -> None:
    """``long_suits`` and its kind of document: the examples of ``dealwright.answers.report``."""
    code, row = _shown(dealwright.answers.report)
    (package / "ask" / "long_suits.py").write_text(code, "utf-8")
    rows = "KINDS: dict[str, Kind] = {\n"
    _replace(package / "requests" / "documents.py", rows, f"{rows}    {row}")


def add_example_of_the_answer(checkout: Path) -> None:
    """A document of that kind for the tests, as the description says."""
    rows = "EXAMPLES: dict[str, Callable[[], object]] = {\n"
    row = '    "long_suits": lambda: long_suits(deal(20, seed="a"), "south"),\n'
    tests = checkout / "tests" / "laws" / "test_json.py"
    _replace(tests, rows, f"{rows}{row}")
    line = "from dealwright.ask.numbering import"
    _replace(tests, line, f"from dealwright.ask.long_suits import long_suits\n{line}")


ADDITIONS: tuple[Callable[[Path], None], ...] = (
    add_format, add_game, add_evaluator, add_action, add_counting_method, add_command,
    add_request, add_answer,
)  # fmt: skip


def _shown(module: ModuleType) -> list[str]:
    """Return the texts that the description of a module shows, one for each ``::``."""
    parts = (inspect.getdoc(module) or "").split("::\n")[1:]
    return [
        inspect.cleandoc("\n".join(takewhile(_belongs, part.strip("\n").split("\n")))) + "\n"
        for part in parts
    ]


def _belongs(line: str) -> bool:
    return not line or line.startswith(" ")


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), "utf-8")
