#!/usr/bin/env python3
"""Break the invariant of each shortcut of counting by hand; say whether its law finds the fault.

    python tools/broken_shortcuts.py FOLDER          all of tests/laws/broken_shortcuts.toml
    python tools/broken_shortcuts.py FOLDER sides    those of one shortcut

Each change is made in a copy of the package in FOLDER; one in the core compiles the copy again. All
take some ten minutes. The status is 1 if a fault is not found.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from signal import Signals

import dealwright

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "laws" / "broken_shortcuts.toml"
_LAW = """
import sys
from collections import Counter
from dealwright.base.errors import InvariantError
from tests.laws.test_shortcuts import CHEAP, broken
try:
    faults = broken(sys.argv[1], int(sys.argv[2]), CHEAP, Counter())
except InvariantError as error:
    faults = [f"the kernel: {error}"]
print(faults[0] if faults else "")
"""
_CASES = 600  # the rarest fault here shows in one of some hundred


def copy_of_package(folder: Path) -> Path:
    """Return a new copy of what is built from, without the installed module."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("src", "native", "tools", "tests", "man", "licenses"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE", "conftest.py"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def install_core(copy: Path, *, changed: bool) -> None:
    """Put the compiled module and the tables of the grammars into a copy."""
    target = copy / "src" / "dealwright"
    source = Path(dealwright.__file__).parent
    if changed:
        source = copy / "built"
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--no-deps",
            "--target",
            str(source),
            str(copy),
        ]
        subprocess.run(command, check=True)
        source /= "dealwright"
    modules = sorted((source / "base/kernels").glob("_native*.so"))
    if not modules:  # an editable install keeps it elsewhere
        modules = sorted(
            Path(sysconfig.get_path("platlib"), "dealwright", "base", "kernels").glob("_native*.so")
        )
    shutil.copy(modules[0], target / "base/kernels" / modules[0].name)
    for table in ("conditions/grammar_tables.py", "scripts/script_tables.py"):
        found = source / table
        if not found.exists():
            found = Path(sysconfig.get_path("platlib"), "dealwright", table)
        shutil.copy(found, target / table)


def fault_of(copy: Path, shortcut: str) -> str:
    """Return the first fault that the law of a shortcut finds in a copy, or ""."""
    libraries = sysconfig.get_path("platlib")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(copy / "src"), str(copy), libraries]),
    }
    command = [
        sys.executable,
        "-S",
        "-c",
        _LAW,
        shortcut,
        str(_CASES),
    ]  # -S: without the hook of an editable install
    run = subprocess.run(
        command, env=environment, cwd=copy, capture_output=True, text=True, check=False
    )
    if run.returncode < 0:  # a crash, or somebody ended it: the law has found nothing
        print(f"the process ended by {Signals(-run.returncode).name}", file=sys.stderr)
        return ""
    return run.stdout.strip() if run.returncode == 0 else run.stderr.strip().splitlines()[-1]


def main() -> int:
    """Run the command; return its status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("shortcut", nargs="*")
    asked = parser.parse_args()
    missed = 0
    for change in tomllib.loads(LIST.read_text("utf-8"))["broken"]:
        if asked.shortcut and change["shortcut"] not in asked.shortcut:
            continue
        copy = copy_of_package(asked.folder)
        path = copy / change["file"]
        text = path.read_text("utf-8")
        assert text.count(change["old"]) == 1, change
        path.write_text(text.replace(change["old"], change["new"]), "utf-8")
        install_core(copy, changed=change["file"].startswith("native"))
        fault = fault_of(copy, change["shortcut"])
        missed += not fault
        print(f"{change['shortcut']}: {change['what']}\n    {fault or 'NOT FOUND'}", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
