"""Every example in a docstring of the installed package does what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import dealwright

pytestmark = pytest.mark.usefixtures("own_features")
MODULES = [
    "dealwright",
    *(
        module.name
        for module in pkgutil.walk_packages(dealwright.__path__, "dealwright.")
        if not module.name.endswith(("_native", "__main__"))
    ),
]


LONG = {
    f"dealwright.{name}"
    for name in (
        "analysis.census", "analysis.contract_comparison", "analysis.lead_comparison",
        "analysis.strategy_comparison", "ask.strategies", "fair.audit.auditing",
        "planning.contradictions", "play.suit.combinations", "systems.lessons", "systems.meanings",
        "systems.showing", "web.in_browser",
    )
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [pytest.param(x, marks=pytest.mark.long) if x in LONG else x for x in MODULES]
)
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    tests = [test for name in MODULES for test in finder.find(importlib.import_module(name))]
    assert sum(len(test.examples) for test in tests) > 1000


def test_every_public_name_has_an_example() -> None:
    lacking = []
    for name in dealwright.__all__:
        found = getattr(dealwright, name)
        error = isinstance(found, type) and issubclass(found, Exception)
        if callable(found) and not error and ">>> " not in (found.__doc__ or ""):
            lacking.append(name)
    assert lacking == []


WORDS = [name for name in dealwright.__all__ if "Word" in type(getattr(dealwright, name)).__name__]


@pytest.mark.parametrize("name", WORDS)
def test_the_example_of_a_word(name: str) -> None:
    text = getattr(dealwright, name).__doc__
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    found = doctest.DocTestRunner().run(test)
    assert (found.failed, found.attempted) == (0, 2)


def test_there_are_words() -> None:
    assert {"hcp", "spades", "quality", "zar"} <= set(WORDS)
