"""What is added is one new file: each test puts one into a copy of the package and uses it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import numpy as np
import pytest

import dealwright
from dealwright.base.kernels import native_module
from dealwright.conditions import grammar_tables
from dealwright.scripts import script_tables
from tests.repo.additions import (
    ADDITIONS,
    add_action,
    add_answer,
    add_command,
    add_counting_method,
    add_evaluator,
    add_example_of_the_answer,
    add_format,
    add_game,
    add_request,
)

pytestmark = pytest.mark.long


ROOT = Path(__file__).parents[2]


def take_what_is_built(package: Path) -> None:
    """Copy the compiled core and the tables of the grammars into a copy of the package."""
    compiled = Path(native_module().__file__ or "")
    shutil.copy(compiled, package / "base" / "kernels" / compiled.name)
    for tables in (grammar_tables, script_tables):
        made = Path(tables.__file__)
        shutil.copy(made, package / made.parent.name / made.name)


class Copy:
    """A copy of the package, to which a test adds files."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "dealwright"
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        shutil.copytree(Path(dealwright.__file__).parent, self.package, ignore=ignored)
        take_what_is_built(self.package)  # an editable install keeps it elsewhere
        # -S: without the import hook of an editable install, so that the copy is what is found
        libraries = Path(np.__file__).parents[1]
        self._environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{libraries}"}

    def python(self, code: str, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-S", "-c", code, *arguments],
            capture_output=True, text=True, env=self._environment, cwd=self.package.parent,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def command(self, *arguments: str) -> str:
        return self.python("from dealwright.cli import main; main()", *arguments)


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    made = Copy(tmp_path)
    where = made.python("import dealwright; print(dealwright.__file__)")
    assert Path(where.strip()).is_relative_to(tmp_path)
    return made


def test_a_format_is_one_file(copy: Copy, tmp_path: Path) -> None:
    """The example in the description of ``dealwright.formats.kinds`` is that file."""
    add_format(copy.package)

    copy.command("deal", "3", "--board", "7", "--seed", "a", "--output", "a.aaa")
    written = (tmp_path / "a.aaa").read_text("utf-8")
    assert [line.split()[0] for line in written.splitlines()] == ["7", "8", "9"]
    copy.command("deal", "3", "--board", "7", "--seed", "a", "-F", "aaa", "-o", "b.txt")
    assert (tmp_path / "b.txt").read_text("utf-8") == written
    copy.command("convert", "a.aaa", "a.json")
    copy.command("convert", "a.json", "b.aaa")
    assert (tmp_path / "b.aaa").read_text("utf-8") == written
    for command in ("convert", "deal"):
        assert "aaa (numbers and deals)" in " ".join(copy.command(command, "--help").split())
    script = (
        "from dealwright import formats as f\n"
        "from pathlib import Path\n"
        "boards = f.read(Path('a.aaa').read_text(), 'aaa').boards\n"
        "print('aaa' in f.names(), f.format_of_path('x.aaa', reading=True),"
        " boards[2].number)"
    )
    assert copy.python(script).split() == ["True", "aaa", "9"]


@pytest.mark.parametrize(
    ("arguments", "imported"),
    [
        (["deal", "1"], {"diagram"}),
        (["deal", "1", "--format", "line"], {"line"}),
        (["deal", "1", "--output", "a.pbn"], {"pbn"}),
    ],
)
def test_dealing_imports_one_format(
    arguments: list[str], imported: set[str], tmp_path: Path
) -> None:
    """Dealing starts fast, so it imports no format that it does not write."""
    code = (
        "import sys\n"
        "from dealwright.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "found = [n for n, m in sys.modules.items() if n.startswith('dealwright.formats.kinds.')"
        " and hasattr(m, 'FORMAT')]\n"
        "print('formats', *(n.rpartition('.')[2] for n in found))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True, text=True, cwd=tmp_path, check=True,
    )  # fmt: skip
    assert set(done.stdout.splitlines()[-1].split()) == {"formats", *imported}


def test_a_poker_game_is_one_row(copy: Copy) -> None:
    """Hold'em with 24 cards, from the nine up, is known wherever games are."""
    add_game(copy.package)

    for name in ("nine-up", "Nine Up", "twenty-four"):
        shown = copy.command("poker", "equity", "AA", "KK", "--game", name, "--board", "9s 9h Tc")
        assert shown.startswith("nine-up, board 9s 9h Tc\n")
        assert "exact: " in shown
    assert "22 unseen" in copy.command("poker", "odds", "As Kd", "--game", "nine-up", "-r", "0")
    for command in (["equity"], ["odds"], ["table", "build"]):
        shown = " ".join(copy.command("poker", *command, "--help").split())
        assert "nine-up (the best five with 24 cards)" in shown
    script = (
        "from dealwright import poker\n"
        "value = poker.evaluate('As Ks Qs Js Ts 9h 9d', 'nine-up')\n"
        "print(value, poker.describe(value, 'nine-up'))\n"
        "print(len(poker.parse_range('random', 'nine-up')))\n"
        "table = poker.build_table(k=5, game='nine-up')\n"
        "print(table.entries, poker.game_of_table(table))\n"
    )
    assert copy.python(script).splitlines() == ["1 royal flush", "276", "42504 nine-up"]


def test_an_evaluator_is_one_row(copy: Copy) -> None:
    """A feature in a file's FEATURES is a word of conditions, of Python and of the help."""
    add_evaluator(copy.package)

    assert "twice_aces(north" in copy.command("features")
    shown = copy.command("distribution", "1", "twice_aces(north)")
    assert "mean 2," in shown
    code = (
        "import dealwright as d\n"
        "deals = d.deal(50, 'twice_aces(north) == 8', seed=1)\n"
        "print(deals.north.aces.min(), d.twice_aces('south'))"
    )
    assert copy.python(code).split(maxsplit=1) == ["4", "twice_aces(south)\n"]


def test_a_statement_of_scripts_is_a_rule_and_a_class(copy: Copy, tmp_path: Path) -> None:
    """``printhcp`` prints the points of the four hands."""
    add_action(copy.package)
    (tmp_path / "a.dl").write_text("produce 3 action printhcp")
    lines = copy.command("run", "a.dl", "-s", "1").splitlines()
    assert [sum(map(int, line.split())) for line in lines] == [40, 40, 40]


def test_a_counting_method_is_a_file_and_a_row(copy: Copy) -> None:
    """A formula counts the deals in which north has no spade; it cannot draw them.

    What draws, numbers or tells cards goes on to the next method.
    """
    add_counting_method(copy.package)

    expected = dealwright.parse("spades(north) == 0").count()
    assert f"{expected:,}" in copy.command("count", "spades(north) == 0")
    assert "a hand without a suit" in copy.command("explain", "spades(north) == 0")
    code = "import dealwright as d; print(d.parse('spades(south) == 0').count())"
    assert copy.python(code).strip() == str(expected)
    code = """
import dealwright as d
void = d.parse("spades(north) == 0")
deals = void.deal(50, seed=1, method="exact")
numbers = void.numbers()
print(len(deals), deals.north.spades.max(), numbers.rank(numbers[7]), void.cards().exact)
"""
    assert copy.python(code).split() == ["50", "0", "7", "True"]


def test_a_costly_column_is_one_class(tmp_path: Path) -> None:
    """It stands in conditions, quantities, distributions of samples and columns of a batch."""
    code = """
import numpy as np
import dealwright as d

class Points(d.DealColumn):
    name, bounds, cost, seats = "slow_points(north)", (0, 37), 1e6, (0,)
    asked = 0
    def values(self, masks):
        Points.asked += len(masks)
        return d.Deals.trusted(masks).north.hcp

slow = d.as_quantity(Points())
deals = d.deal(20, d.parse("spades(north) >= 5") & (slow >= 18), seed=1)
same = d.deal(20, "spades(north) >= 5 && hcp(north) >= 18", seed=1, method="filter")
spades = d.deal(3000, 'spades(north) >= 5', seed=1, method='filter')
needed = int((spades.north.hcp >= 18).cumsum().searchsorted(20)) + 1
print(deals == same, Points.asked <= 2 * needed, str(slow + 1 > 3))
print((deals.columns(slow)["slow_points(north)"] == deals.north.hcp).all())
"""
    path = tmp_path / "column.py"
    path.write_text(code, "utf-8")
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == "True True slow_points(north) + 1 > 3\nTrue\n"


def test_a_command_is_one_file(copy: Copy) -> None:
    """The example in the description of ``dealwright.cli.command`` is that file."""
    add_command(copy.package)

    listed = copy.command("--help")
    deal_panel = listed.partition("─ Deal ─")[2].partition("─ Count and explain ─")[0]
    assert re.search(r"hello +Greet somebody\.", deal_panel)
    assert deal_panel.index("deal ") < deal_panel.index("hello ")
    assert copy.command("hello", "north") == "hello, north\n"
    assert "dealwright hello north" in copy.command("hello", "--help")


def test_a_request_is_a_file_its_command_and_a_row(copy: Copy) -> None:
    """The examples in the description of ``dealwright.requests`` are those."""
    add_request(copy.package)

    assert copy.command("points", "AK52.KQ3.984.A72") == "16\n"
    assert "Its cards, spades first." in copy.command("points", "--help")
    code = (
        "from dealwright.requests.documents import write_json\n"
        "from dealwright.web.openapi import openapi\n"
        "from dealwright.web.requests import job_of\n"
        "answer = job_of('points', {'hand': 'AK52.KQ3.984.A72'}).result()\n"
        "print(write_json(answer), '/api/v1/points' in openapi()['paths'])\n"
        "job_of('points', {})\n"
    )
    shown = copy.python(f"try:\n{indent(code, ' ')}\nexcept Exception as error: print(error)")
    assert '"kind": "number"' in shown
    assert '"value": 16' in shown
    assert shown.splitlines()[0].endswith("True")
    assert shown.splitlines()[1] == "'hand' is missing"


def test_an_answer_is_a_file_and_a_row(copy: Copy) -> None:
    """The examples in the description of ``dealwright.answers.report`` are those."""
    add_answer(copy.package)

    code = (
        "from dealwright import deal, read_json, write_json\n"
        "from dealwright.ask.long_suits import long_suits\n"
        "answer = long_suits(deal(1000, seed='a'), 'south')\n"
        "print(answer)\n"
        "print(list(answer.table_columns()), read_json(write_json(answer)) == answer)\n"
        "print(answer._repr_html_())\n"
    )
    lines = copy.python(code).splitlines()
    assert lines[0] == "the longest suit of south"
    assert lines[1].split() == ["cards", "hands", "share", "95", "%", "interval"]
    five = next(line.split() for line in lines if line.startswith("    5 "))
    assert lines[-2] == "['cards', 'hands', 'share', 'share_low', 'share_high'] True"
    notebook = lines[-1]
    assert f">{five[1]}</td>" in notebook
    assert f">{five[2]} ({' '.join(five[3:])})</td>" in notebook


def test_a_command_of_a_group_and_a_group_are_files(copy: Copy) -> None:
    command = (
        "from dealwright.cli.command import Command\n"
        "def two_words() -> None:\n"
        "    print('found')\n"
        "COMMAND = Command(two_words, 'Say it.', panel='A panel of its own')\n"
    )
    (copy.package / "cli" / "commands" / "poker" / "two_words.py").write_text(command, "utf-8")
    assert copy.command("poker", "two-words") == "found\n"
    assert "A panel of its own" in copy.command("poker", "--help")
    folder = copy.package / "cli" / "commands" / "whist"
    folder.mkdir()
    group = "from dealwright.cli.command import Group\nCOMMAND = Group('Whist.', 'Poker')\n"
    (folder / "__init__.py").write_text(group, "utf-8")
    (folder / "two_words.py").write_text(command, "utf-8")
    assert copy.command("whist", "two-words") == "found\n"
    assert "Whist." in copy.command("--help").partition("─ Poker ─")[2]


@pytest.mark.parametrize(
    ("arguments", "imported"),
    [
        (["deal", "1"], {"deal"}),
        (["shapes", "5332"], {"shapes"}),
        (["poker", "equity", "AA", "KK", "--board", "2c 3c 4c 9d"], {"poker", "poker.equity"}),
        (["poker", "table", "info", "--help"], {"poker", "poker.table", "poker.table.info"}),
        (["practice", "--help"], {"practice"}),
        (["practice", "theme", "--help"], {"practice", "practice.theme"}),
    ],
)
def test_one_command_imports_no_other(arguments: list[str], imported: set[str]) -> None:
    code = (
        "import sys\n"
        "from dealwright.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "found = [n for n, m in sys.modules.items() if n.startswith('dealwright.cli.commands.')"
        " and hasattr(m, 'COMMAND')]\n"
        "print('commands', *(n.removeprefix('dealwright.cli.commands.') for n in found))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.splitlines()[-1].split()) == {"commands", *imported}


@pytest.mark.slow
def test_all_of_these_at_once_pass_the_fast_tests(tmp_path: Path) -> None:
    """Each is one source file, or rows of one; then one command writes what is generated."""
    checkout = tmp_path / "checkout"
    ignored = shutil.ignore_patterns(
        "__pycache__", ".git", ".venv", ".*cache", ".hypothesis", "*.so", "build", "dist", "site"
    )
    shutil.copytree(ROOT, checkout, ignore=ignored)
    package = checkout / "src" / "dealwright"
    take_what_is_built(package)
    for add in ADDITIONS:
        add(package)
    add_example_of_the_answer(checkout)
    # an environment of its own, without the import hook of an editable install
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "own"], check=True)
    own = next((tmp_path / "own").rglob("site-packages"))
    (own / "a.pth").write_text(f"{package.parent}\n", "utf-8")
    (own / "b.pth").write_text(f"{Path(np.__file__).parents[1]}\n", "utf-8")
    python = next((tmp_path / "own").rglob("python3"))

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [python, *arguments], capture_output=True, text=True, cwd=checkout, check=False
        )
        assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-2000:]}"
        return done.stdout

    written = run("tools/regenerate.py")
    assert "docs/reference/commands/hello.md" in written
    assert "public_names.py" in written
    run("-m", "tests.golden.test_documents", "long_suits")
    run("-m", "tests.golden.test_answer_texts")
    assert " passed" in run("-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider")
