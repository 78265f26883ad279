"""What can be left out of a call, and what is taken then: as documents and programs have it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
STORED = ROOT / "tests" / "documents" / "public_calls.txt"


def documented() -> dict[str, Any]:
    """Return what the pages of the reference describe: functions and classes by their names."""
    pages = (path.read_text("utf-8") for path in sorted((ROOT / "docs").rglob("*.md")))
    names = {name for page in pages for name in re.findall(r"^::: (\S+)", page, re.MULTILINE)}
    values = {}
    for name in sorted(names):
        value = found(name)
        if inspect.ismodule(value):
            values |= {f"{name}.{each}": getattr(value, each) for each in value.__all__}
        else:
            values[name] = value
    return {name: values[name] for name in sorted(values) if callable(values[name])}


def found(name: str) -> Any:
    """Return what a name with dots is."""
    module, rest = name, list[str]()
    while True:
        try:
            value: Any = import_module(module)
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            rest.insert(0, last)
        else:
            return reduce(getattr, rest, value)


def calls() -> Iterator[str]:
    """Yield each function, class and method with its parameters and their defaults."""
    for name, value in documented().items():
        yield described(name, value)
        if inspect.isclass(value):
            own = [each for each in value.__mro__ if each.__module__.startswith("dealwright")]
            for method in sorted({name for each in own for name in vars(each)}):
                if not method.startswith("_") and inspect.isroutine(getattr(value, method)):
                    yield described(f"{name}.{method}", getattr(value, method))


def described(name: str, value: Any) -> str:
    """Return a call as text, without types."""
    if inspect.isclass(value) and issubclass(value, Enum | Exception):
        return name  # what Python itself takes there differs between its versions
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    plain = [
        each.replace(annotation=inspect.Parameter.empty) for each in signature.parameters.values()
    ]
    text = str(signature.replace(parameters=plain, return_annotation=inspect.Signature.empty))
    return f"{name}{text}"


def test_calls_are_those_that_are_stored() -> None:
    """``python -m tests.repo.test_public_calls`` stores new ones, and what is meant to change."""
    assert {*STORED.read_text("utf-8").splitlines()} - {*calls()} == set()


if __name__ == "__main__":
    STORED.write_text("".join(f"{each}\n" for each in calls()), "utf-8")
