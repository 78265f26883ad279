"""The repository keeps its own promises: names, versions, documents, layout."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib import metadata
from inspect import isclass, isfunction
from pathlib import Path

import pytest
from tools.public_names import PACKAGES, homes_file

import dealwright
from dealwright.base.links import LINKS
from dealwright.cards import Suit
from dealwright.cli.app import PROGRAM
from dealwright.cli.command import Command, Group
from dealwright.conditions.parse import SUIT_FUNCTIONS
from dealwright.deals.features import Feature, built_in, feature_names, features, register

pytestmark = pytest.mark.usefixtures("own_features")

ROOT = Path(__file__).parents[2]
MODULES = [
    module.name
    for module in pkgutil.walk_packages(dealwright.__path__, "dealwright.")
    if not module.name.endswith(("_native", "__main__"))
]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", MODULES)
def test_public_names(name: str) -> None:
    """``__all__`` has no name twice, all of them exist, and no public definition is left out.

    A command's function is public to its file only; whoever imports a name finds it in ``__all__``.
    """
    module = importlib.import_module(name)
    public = getattr(module, "__all__", None)
    if public is None:
        assert name.rsplit(".", 1)[-1].startswith("_") or module.__doc__
        return
    assert len(set(public)) == len(public)
    assert [word for word in public if not hasattr(module, word)] == []
    if name.startswith("dealwright.cli"):
        return
    source = Path(module.__file__ or "").read_text("utf-8")
    nodes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    defined = [each.name for each in ast.parse(source).body if isinstance(each, nodes)]
    assert [word for word in defined if word not in public and word[0] != "_"] == []


def test_every_public_name_loads_and_is_documented() -> None:
    for name in dealwright.__all__:
        value = getattr(dealwright, name)
        assert name == "__version__" or value.__doc__, name
    for name in ("nothing", "_nothing"):
        with pytest.raises(AttributeError, match=f"no attribute '{name}'"):
            getattr(dealwright, name)


def test_stubs_are_not_read_at_run_time() -> None:
    code = (
        "import sys\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, values: event == 'open' and opened.append(values[0]))\n"
        "import dealwright\n"
        "dealwright.deal(1, seed=1).north.hcp, dir(dealwright), dealwright.Hand('...A').hcp\n"
        "print(*(name for name in opened if str(name).endswith('.pyi')), len(opened) > 1)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"], ["--help"], ["completion", "bash"], ["deal", "5"],
        ["deal", "3", "--predeal", "north SAK", "--format", "pbn"],
        ["count"], ["poker", "hand", "AsKsQsJsTs9s2d"],
    ],
)  # fmt: skip
def test_what_needs_no_array_loads_no_numpy(arguments: list[str]) -> None:
    """Nor the language of conditions, nor a library of Python that takes milliseconds."""
    loaded = modules_after(arguments)
    slow = {"concurrent.futures", "difflib", "logging", "queue", "rich", "statistics"}
    assert not loaded & {"numpy.linalg", "dealwright.conditions.parse", *slow}


def test_a_count_loads_what_it_uses() -> None:
    """Numpy, but nothing about results, boards and samples."""
    loaded = modules_after(["count", "hcp(north) == 15"])
    assert "numpy.linalg" in loaded
    rooms = ("bridge.scoring", "double_dummy.columns", "sampling.searching", "conditions.phrases")
    assert not loaded & {
        *(f"dealwright.{name}" for name in (*rooms, "answers.histogram", "deals.batch")),
        "concurrent.futures", "difflib", "queue", "rich",
    }  # fmt: skip


def modules_after(arguments: list[str]) -> set[str]:
    """Return the names of the modules that a command line has loaded when it ends."""
    code = (
        "import sys\n"
        "from dealwright.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "print(*sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_has_the_name_of_something_loaded_late(package: str) -> None:
    """Imported, the module would take its place as an attribute of the package."""
    module = ".".join(homes_file(package).with_suffix("").parts[1:])
    homes = importlib.import_module(module).HOMES
    values = {f"{package}.{name}" for name, home in homes.items() if home != package}
    assert values
    assert not values & {*MODULES}


def test_every_feature_is_a_word() -> None:
    """Every built-in feature is a public name; only ``shape_index`` is a function of lengths."""
    words = {feature.name for feature in built_in()} - {"shape_index"}
    assert words <= set(dealwright.__all__)
    for name in [*words, *built_in().names()]:
        if name != "shape_index":
            assert str(getattr(dealwright, name)).startswith("<feature ")
    register(Feature("voids", "void suits", holding=lambda: [1] + 8191 * [0]))
    assert str(dealwright.voids("north") > 1) == "voids(north) > 1"


def test_versions_agree() -> None:
    assert PYPROJECT["project"]["version"] == dealwright.__version__
    version = dealwright.__version__
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\ncopyright: Dealwright {version}, MIT licence\n" in (ROOT / "mkdocs.yml").read_text(
        "utf-8"
    )
    assert f'version: "{version}"' in (ROOT / "recipe/recipe.yaml").read_text("utf-8")


def test_changes_of_this_version_are_short_lines_in_groups() -> None:
    """What is breaking comes first; a line is read in one glance, and all in a few minutes."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    head, _, rest = text.partition("\n## ")[2].partition("\n")
    assert head.startswith(dealwright.__version__)
    lines = rest.partition("\n## ")[0].splitlines()
    assert len(rest.partition("\n## ")[0].split()) < 1400
    groups = [line for line in lines if line.startswith("#")]
    order = [f"### {name}" for name in ("Breaking", "Added", "Changed", "Fixed", "Removed")]
    assert groups == [name for name in order if name in groups]
    body = [line for line in lines if line and not line.startswith("#")]
    assert all(line.startswith("- ") for line in body)
    assert [line for line in body if len(line) > 160] == []
    assert not groups or next(line for line in lines if line) == groups[0]


def test_wheels_have_the_licences_of_what_is_compiled_in() -> None:
    """nanobind, with its robin_map, is compiled in; LLVM's builtins need no notice in a binary."""
    cmake = (ROOT / "CMakeLists.txt").read_text("utf-8")
    assert set(re.findall(r"find_package\((\w+)", cmake)) == {"Python", "nanobind"}
    assert set(re.findall(r"find_library\((\w+)", cmake)) == {"DEALWRIGHT_BUILTINS"}
    patterns = PYPROJECT["project"]["license-files"]
    files = {path.relative_to(ROOT).as_posix() for name in patterns for path in ROOT.glob(name)}
    assert files == {"LICENSE", "licenses/nanobind.txt", "licenses/robin_map.txt"}
    assert files == {*metadata.metadata("dealwright").get_all("License-File", [])}
    holders = {"nanobind": "2022 Wenzel Jakob", "robin_map": "2017 Thibaut Goetghebuer-Planchon"}
    for name, holder in holders.items():
        text = (ROOT / f"licenses/{name}.txt").read_text("utf-8")
        assert f"Copyright (c) {holder}" in text
        assert '"AS IS"' in text


def test_import_does_nothing() -> None:
    """Importing the package loads no numpy, no parser and no command line."""
    code = "import sys, dealwright; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"numpy", "lark", "rich", "dealwright.base.kernels"}


def test_only_the_gate_imports_the_compiled_module() -> None:
    """``kernels/__init__.py`` does, and others ask its ``native_module``."""
    gate = ROOT / "src/dealwright/base/kernels/__init__.py"
    naming = {path for path in (ROOT / "src").rglob("*.py") if "_native" in _words(path)}
    assert naming == {gate}


def _words(path: Path) -> set[str]:
    """Return the names in a file's code and text: ``a.b`` is two."""
    return set(re.findall(r"\w+", path.read_text("utf-8")))


def test_the_core_knows_no_python() -> None:
    files = sorted((ROOT / "native/core").iterdir())
    assert len(files) > 30
    included = re.compile(r'^ *# *include *[<"]([^>"]+)', re.MULTILINE)
    for path in files:
        for name in included.findall(path.read_text("utf-8")):
            assert not re.match(r"(nanobind|pybind11)/|Python\.h|numpy/", name), (path, name)
            assert name.endswith(("intrin.h", "cpuid.h")) or "/" not in name, (path, name)
            assert not (ROOT / "native/bind" / name).exists(), (path, name)


def test_stub_lists_the_compiled_module() -> None:
    from dealwright.base.kernels import native_module

    stub = (ROOT / "src/dealwright/base/kernels/_native.pyi").read_text("utf-8")
    listed = set(re.findall(r"^(?:def|class) (\w+)", stub, re.MULTILINE))
    assert listed == {name for name in dir(native_module()) if not name.startswith("_")}


def test_a_missing_compiled_module_says_how_to_build() -> None:
    code = (
        "import sys; sys.modules['dealwright.base.kernels._native'] = None\n"
        "import dealwright\n"
        "try: dealwright.deal(1)\n"
        "except dealwright.KernelError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install ." in done.stdout


def test_the_body_can_be_chosen() -> None:
    code = (
        "import dealwright, dealwright.base.kernels as kernels\n"
        "print(dealwright.deal(1, seed=1), kernels.body())"
    )
    environment = {"DEALWRIGHT_KERNELS": "portable", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout.split()[-1] == "portable"
    assert done.stdout.startswith(str(dealwright.deal(1, seed=1)))


def test_an_unknown_body_is_refused() -> None:
    from dealwright.base import kernels

    with pytest.raises(dealwright.KernelError, match="choose one of portable"):
        kernels.use_body("quantum")


def test_the_package_has_no_reference_body() -> None:
    code = "import dealwright; print(dealwright.deal(1))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True,
        env={"DEALWRIGHT_KERNELS": "reference", "PATH": ""},
    )  # fmt: skip
    assert "'reference' is a part of the tests" in done.stderr


def every_command(group: Group) -> Iterator[Command | Group]:
    yield group
    for command in group.commands.values():
        yield from every_command(command) if isinstance(command, Group) else [command]


class TestDocuments:
    def test_language_reference_names_every_function(self) -> None:
        page = (ROOT / "docs/reference/language.md").read_text("utf-8")
        for feature in features():
            if feature.name == "length":
                continue
            for name in (feature.name, *feature.aliases):
                assert f"`{name}" in page or f" {name}" in page, name
        assert all(suit.rstrip("s") in page for suit in SUIT_FUNCTIONS)

    def test_command_reference_names_every_option(self) -> None:
        page = (ROOT / "docs/reference/command-line.md").read_text("utf-8")
        for command in every_command(PROGRAM):
            for option in (name for each in command.fields for name in (*each.options, *each.off)):
                assert option in page, option

    def test_python_reference_names_every_public_name(self) -> None:
        """That is each function and class; features have their table in evaluators.md."""
        listed = set[str]()
        for page in (ROOT / "docs/reference").glob("*.md"):
            blocks = re.findall(
                r"^::: ([\w.]+)\n(?:    options: \{members: \[(.*?)\])?",
                page.read_text("utf-8"), re.MULTILINE,
            )  # fmt: skip
            for name, members in blocks:
                module = importlib.import_module(name)
                shown = members.split(", ") if members else module.__all__
                assert [word for word in shown if not hasattr(module, word)] == [], page.name
                listed.update(shown)
        values = {name: getattr(dealwright, name) for name in dealwright.__all__}
        needed = {name for name, it in values.items() if isclass(it) or isfunction(it)}
        assert needed - listed == set()
        assert len(needed) > 80

    def test_links_lead_somewhere(self) -> None:
        for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "tests/README.md"]:
            for target in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8")):
                if "://" not in target:
                    assert (page.parent / target).exists(), f"{page.name}: {target}"

    def test_glossary_is_sorted(self) -> None:
        page = (ROOT / "docs/reference/glossary.md").read_text("utf-8")
        terms = re.findall(r"^\*\*(.+?)\*\*", page, re.MULTILINE)
        assert len(terms) > 15
        assert terms == sorted(terms, key=str.lower)


def test_the_table_of_rooms_is_complete() -> None:
    """Every module and folder of the package has a row in ARCHITECTURE.md."""
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.+?) \|", page, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    paths = [path for path in (ROOT / "src/dealwright").iterdir() if path.name[0] not in "._"]
    assert {path.stem for path in paths if path.is_dir() or path.suffix == ".py"} <= named


def test_the_checkout_has_no_folder_that_nobody_knows() -> None:
    """Such as a practice set that was written here, and added."""
    listed = subprocess.run(
        ["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=False
    ).stdout.split()
    folders = {name.partition("/")[0] for name in listed if "/" in name}
    known = "benchmarks decisions docs examples licenses man native recipe src tests tools"
    assert not listed or folders - {".ci", ".github"} == {*known.split()}


def test_pages_draw_tables_in_one_place() -> None:
    """Every other module of a page hands its heads and rows to ``tables.js``."""
    modules = sorted((ROOT / "src" / "dealwright" / "web" / "static").glob("*.js"))
    cells = re.compile(r"""element\(\s*["'`](?:table|thead|tbody|tr|t[dh])["'`]""")
    drawn = {file.name for file in modules if cells.search(file.read_text("utf-8"))}
    assert drawn == {"tables.js"}


def test_every_decision_is_listed() -> None:
    """The index has each decision once; numbers follow the date. The users' site has none."""
    folder = ROOT / "decisions"
    files = sorted(path.name for path in folder.glob("0*.md"))
    index = (folder / "index.md").read_text("utf-8")
    rows = re.findall(r"^\| \[(\d+)\]\(((\d+)-[\w-]+\.md)\) \| .+\. \| ([\d-]+) \|$", index, re.M)
    assert [name for _, name, _, _ in rows] == files
    assert all(shown == number for shown, _, number, _ in rows)
    assert [day for *_, day in rows] == sorted(day for *_, day in rows)
    assert "decisions" not in (ROOT / "mkdocs.yml").read_text("utf-8")
    for name in files:
        page = (folder / name).read_text("utf-8")
        assert all(f"**{part}.**" in page for part in ("Context", "Decision", "Consequence")), name


class _Imports(ast.NodeVisitor):
    """What a file imports, by string too and inside functions, but not for type checkers only."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" not in ast.unparse(node.test):
            self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.found |= {f"{node.module}.{alias.name}" for alias in node.names}

    def visit_Import(self, node: ast.Import) -> None:
        self.found |= {alias.name for alias in node.names}

    def visit_Call(self, node: ast.Call) -> None:
        if ast.unparse(node.func).endswith(("import_module", "__import__")):
            self.found |= {each.value for each in node.args if isinstance(each, ast.Constant)}
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:  # a table of modules that are loaded later
        values = {each.value for each in node.values if isinstance(each, ast.Constant)}
        self.found |= {value for value in values if isinstance(value, str)}
        self.generic_visit(node)


def _import_graph() -> dict[str, set[str]]:
    """Return what each module and package imports, but for a module's own packages.

    The package itself, which loads every name later, is left out.
    """
    package = Path(dealwright.__file__).parent
    files = {
        ".".join(("dealwright", *path.relative_to(package).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for path in package.rglob("*.py")
        if path.name != "__main__.py" and path != package / "__init__.py"
    }
    graph = dict[str, set[str]]()
    for name, path in files.items():
        imports = _Imports()
        imports.visit(ast.parse(path.read_text("utf-8")))
        homes = {each if each in files else each.rpartition(".")[0] for each in imports.found}
        graph[name] = {
            home for home in homes & files.keys() if not f"{name}.".startswith(f"{home}.")
        }
    return graph


# Which files load a module whose name is not written there, and what it is.
LOADED_BY_NAME = {
    "__init__.py": "public names", "base/late_names.py": "public names of a room",
    "base/links.py": "the three links", "answers/tabular.py": "libraries",
    "formats/__init__.py": "names that are needed later", "formats/kinds/parquet.py": "libraries",
    "formats/registry.py": "formats", "cli/command.py": "commands",
    "requests/documents.py": "classes of documents", "scripts/__init__.py": "public names",
    "web/endpoints.py": "classes of requests",
}  # fmt: skip
# Who asks for what a room above has, through the package: all that goes upwards.
LINKED = {"conditions/opening_bids.py", "deals/batch.py", "deals/language.py"}


@pytest.mark.long
def test_what_is_loaded_by_a_name_is_known() -> None:
    """A module that is named by a text in a variable may stand above, unseen by other tests."""
    package = Path(dealwright.__file__).parent
    by_name, linked = set[str](), set[str]()
    for path in package.rglob("*.py"):
        name = path.relative_to(package).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func).rpartition(".")[2]
                if called in ("import_module", "__import__"):
                    constant = all(isinstance(each, ast.Constant) for each in node.args)
                    by_name |= set() if constant else {name}
                elif called == "linked":
                    linked.add(name)
    assert by_name == LOADED_BY_NAME.keys()
    assert linked == LINKED
    assert len(LINKS) == 3


@pytest.mark.long
def test_no_circle_of_imports() -> None:
    """Not even through a function: the modules can be put in an order in which each comes first."""
    graph = _import_graph()
    named = "dealwright.scripts.checking"
    assert named in graph["dealwright.scripts"], "a module that is named by a string is seen"
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"these import each other: {' -> '.join(error.args[1])}")


def test_words_of_python_are_documented_with_an_example_that_runs() -> None:
    """``help(zar)`` and ``help(spades)``: their texts are made from the features."""
    # dealwright.shape_index is that of shapes
    suits = [name.lower() for name in Suit.__members__]
    words = [*suits, *(name for name in feature_names() if name != "shape_index")]
    finder, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    for name in words:
        text = getattr(dealwright, name).__doc__
        test = finder.get_doctest(text, {}, name, None, None)
        assert f"import {name}\n" in text  # its own text, not that of its class
        assert test.examples, name
        assert not runner.run(test, out=lambda _: None).failed, name
