"""Type README.md and the tutorials in a fresh Debian, as a newcomer would, and compare.

    python tools/newcomer.py FOLDER [--wheel FILE] [PAGE ...]

A minimal Debian is installed in FOLDER with the packages that README.md names and no others. Then
each page, in a folder of its own with the files that it defines, is typed into bash there: how to
install, the extras that it names, its commands (by the same comparison as the tests) and its Python
examples. Every page begins with what README.md's first command installs. With a wheel
``pip install .`` takes that, and there is no compiler. Needs root, debootstrap and a Debian mirror;
packages of Python are fetched before, so that what is typed needs no network.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.request import urlopen

if not __package__:
    sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.outputs import ROOT, Page, checked, printed_by

__all__ = ["WALK", "Newcomer", "extras_of", "installs_of", "needed_for", "packages_of"]

WALK = [
    ROOT / "README.md",
    *(
        ROOT / "docs" / name
        for name in re.findall(r"tutorial/[\w-]+\.md", (ROOT / "mkdocs.yml").read_text("utf-8"))
    ),
]
PYTHON_OF = {"bookworm": "3.11", "trixie": "3.13"}
COMPILERS = {"g++", "python3-dev"}
# Of a terminal nothing matters but its width; pip finds what was fetched before.
SURROUNDINGS = {
    "HOME": "/root",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "COLUMNS": "100",
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": "/fetched",
    "PIP_ROOT_USER_ACTION": "ignore",
    "PIP_QUIET": "1",
    "DEALWRIGHT_PORT": "0",
}


def packages_of(text: str) -> list[str]:
    """Return the packages of Debian that a page names."""
    return [
        name for line in re.findall(r"apt-get install ([\w+ -]+)", text) for name in line.split()
    ]


def installs_of(text: str) -> list[str]:
    """Return the lines that install Dealwright, in the order of the page.

    README.md's second command is not among them: it runs the tests.
    """
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"`(python3 -m venv [^`]*)`", text)
    lines += re.findall(r"^    (pip install .*)$", text, re.MULTILINE)
    return [line for line in lines if "apt-get" not in line and "[test]" not in line]


def extras_of(text: str) -> list[str]:
    """Return the extras that a page names, but that of the tests."""
    named = re.findall(r"pip install '(?:\.|dealwright)\[([\w,]+)\]'", text)
    return sorted({extra for part in named for extra in part.split(",")} - {"test"})


def needed_for(extras: Iterable[str], optional: Mapping[str, list[str]]) -> list[str]:
    """Return the packages of some extras; an extra may name others, as ``all`` does."""
    packages = list[str]()
    for extra in extras:
        for package in optional[extra]:
            others = re.fullmatch(r"dealwright\[([\w,]+)\]", package)
            packages += needed_for(others[1].split(","), optional) if others else [package]
    return packages


class Newcomer:
    """Somebody with a fresh Debian in ``folder``, and a wheel or a compiler."""

    def __init__(self, folder: Path, wheel: Path | None) -> None:
        self.folder = folder.resolve()
        self.wheel = wheel
        self.suite = "bookworm" if wheel and "-cp311-" in wheel.name else "trixie"
        self.debian = self.folder / self.suite
        self.checkout = self.debian / "root" / "dealwright"
        self._clean = self.folder / "clean"

    def move_in(self) -> None:
        """Install Debian, fetch packages of Python, copy the checkout; then do what README says.

        :raises SystemExit: one of the programs for it failed, or README's first command
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        readme = (ROOT / "README.md").read_text("utf-8")
        without = COMPILERS if self.wheel else set[str]()
        packages = [name for name in packages_of(readme) if name not in without]
        _done(
            "debootstrap", "--variant=minbase", f"--include={','.join(packages)}",
            self.suite, str(self.debian),
        )  # fmt: skip
        self._fetch()
        listed = _done("git", "-C", str(ROOT), "ls-files", "-z")
        for name in listed.split("\0")[:-1]:
            (self.checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.checkout / name)
        if self.wheel:
            shutil.copy(self.wheel, self.debian / "root")
        wrong = self.typed(" && ".join(installs_of(readme)), self.checkout, activate=False)
        if len([line for line in wrong if line.startswith("Board ")]) != 5:
            raise SystemExit(
                "\n".join(["README.md: its first command deals no five boards", *wrong])
            )
        _linked(self.checkout / ".venv", self._clean)

    def _fetch(self) -> None:
        table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        project = table["project"]
        extras = {extra for path in WALK for extra in extras_of(path.read_text("utf-8"))}
        wanted = [*project["dependencies"]]
        wanted += needed_for(sorted(extras), project["optional-dependencies"])
        if not self.wheel:
            wanted += [*table["build-system"]["requires"], "cmake", "ninja"]
        _done(
            sys.executable, "-m", "pip", "download", "-d", str(self.debian / "fetched"),
            "--only-binary=:all:", "--python-version", PYTHON_OF[self.suite], *wanted,
        )  # fmt: skip

    def typed(self, command: str, folder: Path, *, activate: bool = True) -> list[str]:
        """Type a command in a folder, in the virtual environment; return the lines it prints."""
        return printed_by(self.words_of(command, folder, activate=activate), SURROUNDINGS)

    def words_of(self, command: str, folder: Path, *, activate: bool) -> list[str]:
        """Return the program, with its arguments, that types a command."""
        if self.wheel:
            command = re.sub(r"pip install '?\.(\[[\w,]+\])?'?(?= |$)", self._of_wheel, command)
        before = f"cd /{folder.relative_to(self.debian)} && "
        if activate:
            before += ". /root/dealwright/.venv/bin/activate && "
        mounted = f"mount -t proc proc {shlex.quote(f'{self.debian}/proc')} && exec chroot"
        words = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-c"]
        return [
            *words,
            f'{mounted} "$@"',
            "sh",
            str(self.debian),
            "/bin/bash",
            "-c",
            before + command,
        ]

    def _of_wheel(self, found: re.Match[str]) -> str:
        assert self.wheel
        return f"pip install '/root/{self.wheel.name}{found[1] or ''}'"

    def walk(self, path: Path) -> str:
        """Type what a page shows; return the first difference, or an empty text."""
        page = Page.read(path)
        shutil.rmtree(self.checkout / ".venv")
        _linked(self._clean, self.checkout / ".venv")
        # README's own lines were typed when moving in
        lines = [] if path.name == "README.md" else installs_of(page.text)
        if extras := extras_of(page.text):
            lines = [*lines, f"pip install '.[{','.join(extras)}]'"]
        if lines:
            install = " && ".join(lines)
            wrong = self.typed(install, self.checkout)
            if wrong:
                return "\n".join([f"{path.name}: {install}", *wrong])
        place = self.debian / "root"
        for wrong_output in checked(page, slow=True, runner=self.typed, place=place):
            return wrong_output
        if ">>> " in page.text:
            shutil.copy(path, place)
            examples = f"python -m doctest -o NORMALIZE_WHITESPACE {path.name}"
            wrong = self.typed(examples, place)
            if wrong:
                return "\n".join(wrong)
        serves = "`dealwright serve`" in page.text and "web" in extras_of(page.text)
        return self._served() if serves else ""

    def _served(self) -> str:
        """Start the page, look at it, and end it by Ctrl-C."""
        words = self.words_of("exec dealwright serve", self.checkout, activate=True)
        with subprocess.Popen(  # noqa: S603 (the page is ours)
            words, env=SURROUNDINGS, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True,
        ) as process:  # fmt: skip
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            try:
                with urlopen(address, timeout=60) as answer:  # noqa: S310 (it is ours)
                    shown = answer.read().decode("utf-8")
            except (OSError, ValueError) as error:
                return f"dealwright serve: {address or 'no address'}: {error}"
            finally:
                os.killpg(process.pid, signal.SIGINT)
        return "" if "<title>Dealwright" in shown else f"dealwright serve: {shown[:200]}"


def _linked(old: Path, new: Path) -> None:
    """Copy a folder by hard links: pip replaces files and never writes into them."""
    _done("cp", "--archive", "--link", str(old), str(new))


def _done(*words: str) -> str:
    """Run a program; return what it prints.

    :raises SystemExit: it failed
    """
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-5:])
        raise SystemExit(f"{shlex.join(words)} failed:\n{last}")
    return done.stdout


def main() -> int:
    """Walk; print a line for each page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("pages", type=Path, nargs="*", default=WALK)
    given = parser.parse_args()
    if os.geteuid() or not shutil.which("debootstrap"):
        print("not root, or no debootstrap here (apt-get install debootstrap): nobody walks")
        return 0
    newcomer = Newcomer(given.folder, given.wheel)
    begun = time.monotonic()
    newcomer.move_in()
    print(f"Debian {newcomer.suite}, README.md's first command: {time.monotonic() - begun:.0f} s")
    for path in given.pages:
        begun = time.monotonic()
        wrong = newcomer.walk(path.resolve())
        if wrong:
            print(wrong)
            return 1
        page = Page.read(path)
        commands = sum(len(block.shown) for block in page.blocks if not block.refused)
        examples = page.text.count("\n>>> ")
        seconds = time.monotonic() - begun
        print(f"{path.name}: {commands} commands, {examples} examples, as shown ({seconds:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
