"""Every error is a template with its values, so that it can be translated."""

from __future__ import annotations

import ast

from tools.catalogue import OPTIONS, calls, messages, names_in, sources

from dealwright.messages import filled

TREES = sources()
MESSAGES = list(messages(TREES))
# Texts of the operating system, or of a path that another error names.
SYSTEM = {"cli/__init__.py", "web/fair_requests.py"}


class Anything:
    """A value with every format and attribute."""

    def __format__(self, specification: str) -> str:
        return "?"

    def __getattr__(self, name: str) -> Anything:
        return self


def test_errors_are_templates() -> None:
    """No error is made of text that is put together before: nobody could translate it."""
    wrong = [
        f"{file}:{call.lineno}: {ast.unparse(call)[:80]}"
        for file, call in calls(TREES)
        for argument in [*call.args, *(each.value for each in call.keywords if each.arg == "hint")]
        for part in ast.walk(argument)
        if isinstance(part, ast.JoinedStr) and file not in SYSTEM
    ]
    assert not wrong, "\n".join(wrong)


def test_templates_name_their_values() -> None:
    wrong, seen = [], 0
    for file, call in calls(TREES):
        given = {each.arg for each in call.keywords if each.arg} - OPTIONS
        if any(each.arg is None for each in call.keywords):
            continue  # **values: as they were given
        first = [each for each in call.args if isinstance(each, ast.Constant)]
        named = [each.value for each in first if isinstance(each.value, str) and "{" in each.value]
        if given and named:
            seen += 1
            if names_in(named[0]) - OPTIONS != given:
                wrong.append(f"{file}:{call.lineno}: {sorted(names_in(named[0]) ^ given)}")
    assert not wrong, "\n".join(wrong)
    assert seen > 800


def test_every_template_is_filled_with_its_values() -> None:
    seen = 0
    for found in MESSAGES:
        if found.values is not None:
            filled(found.template, {name: Anything() for name in found.values})
            seen += 1
    assert seen > 800
