"""Every example in a docstring of the installed package does what it says."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import pytest

import dealwright
from dealwright.vocabulary import FeatureWord

MODULES = [
    "dealwright",
    *(
        module.name
        for module in pkgutil.walk_packages(dealwright.__path__, "dealwright.")
        if not module.name.endswith(("_native", "__main__"))
    ),
]


SOLVED = "dealwright.double_dummy.tables"  # needs endplay, which has no wheel for every Python
COUNTED = "dealwright.poker.starting_hands"  # 237,495,240 showdowns of short deck


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    if name == SOLVED:
        pytest.importorskip("endplay", reason="the solver is in endplay (pip install endplay)")
    module = importlib.import_module(name)
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0


def test_there_are_examples() -> None:
    attempted = sum(
        doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)[1]
        for name in MODULES
        if name not in (COUNTED, SOLVED)
    )
    assert attempted > 80


def test_every_public_name_has_an_example() -> None:
    """Errors need none; words of features have vectors in docs/reference/evaluators.md."""
    lacking = []
    for name in dealwright.__all__:
        found = getattr(dealwright, name)
        error = isinstance(found, type) and issubclass(found, Exception)
        if error or not callable(found) or isinstance(found, FeatureWord):
            continue
        if ">>> " not in (inspect.getdoc(found) or ""):
            lacking.append(name)
    assert lacking == []
