"""The checks, each in its own environment: ``nox -s lint``, ``types``, ``docs``, ``tests``."""

from __future__ import annotations

import nox

nox.options.sessions = ["lint", "types", "docs", "tests"]
nox.options.reuse_existing_virtualenvs = True


@nox.session
def lint(session: nox.Session) -> None:
    """Style, and the contract that imports only go down."""
    session.install("ruff>=0.12", "import-linter>=2.3", ".")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports")


@nox.session
def types(session: nox.Session) -> None:
    """Two type checkers, both strict."""
    session.install("mypy>=1.15", "pyright", ".")
    session.run("mypy")
    session.run("pyright")
    session.run("python", "tools/typed_pages.py")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation; a warning is a failure. Check the site."""
    session.install("zensical", "mkdocstrings[python]>=0.29", "axe-playwright-python", ".")
    session.run("zensical", "build", "--strict")
    session.run("python", "tools/check_site.py")


@nox.session
def tests(session: nox.Session) -> None:
    """Run the fast tests, or those that are named."""
    session.install(".[test]")
    session.run("pytest", *session.posargs)
