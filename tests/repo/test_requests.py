"""Requests: one name for command line and server, and what /api/v1 took is taken for ever."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from inspect import get_annotations
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

import dealwright.requests
from dealwright.requests.base import Request
from dealwright.requests.fields import Field, fields_of
from dealwright.web.openapi import openapi
from dealwright.web.requests import REQUESTS
from dealwright.web.room_requests import ROOM_REQUESTS

DOCUMENTS = Path(__file__).parents[1] / "documents"
MODULES = [
    import_module(f"dealwright.requests.{module.name}")
    for module in iter_modules(dealwright.requests.__path__)
]
KINDS = [
    kind
    for module in MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Request) and kind.__module__ == module.__name__
]
# What /api/v1 calls otherwise, by the class that has the field.
ALIASES = {
    "DealsRequest.budget": "seconds", "SolvedRequest.time": "seconds",
    "MakesRequest.wheres": "condition", "EquityRequest.budget": "seconds",
    "RunRequest.budget": "seconds", "AwardRequest.budget": "seconds",
    "DecideRequest.time": "seconds",
}  # fmt: skip
# Options whose names are older than the table; the others are called as their fields.
OPTIONS = {
    "_AtTableRequest.trump": "--strain", "_AtTableRequest.condition": "--where",
    "TableOddsRequest.events": "--event", "TableOddsRequest.lines": "--line",
    "_AtTableRequest.parameters": "--set", "LeadRequest.parameters": "--set",
    "SolvedRequest.condition": "--where", "MakesRequest.wheres": "--where",
    "NumberRequest.number": "--deal", "SystemRequest.parameters": "--set",
    "ShowRequest.predeal": "--hand", "ContractsRequest.side": "--for",
    "ContractsRequest.contracts": "--try", "_ConditionRequest.also": "--where",
    "MixtureRequest.types": "--type", "MixtureRequest.levels": "--level",
    "WeightedRequest.weights": "--weight", "AuditRequest.condition": "--where",
    "AuditRequest.level": "--significance", "RunRequest.parameters": "--param",
    "CombinationRequest.combination": "--rank", "CombinationRequest.number": "--unrank",
    "PracticeRequest.n": "--number", "ThemedRequest.n": "--number", "DecideRequest.n": "--number",
    "PracticeRequest.types_toml": "--types", "PracticeRequest.types": "--type",
}  # fmt: skip


def test_whoever_takes_a_condition_takes_the_hands_of_four_seats() -> None:
    """But not ExchangeRequest, whose answer is its condition with other seats, and SuitRequest,
    whose west and east are vacant places.
    """
    without = set()
    for kind in KINDS:
        names = {field.name for field in fields_of(kind)}
        takes = names & {"condition", "where", "wheres"}
        if takes and not {"north", "east", "south", "west"} <= names:
            without.add(kind.__name__)
    assert without == {"ExchangeRequest", "SuitRequest"}


def owners(kind: type[Request], field: Field) -> Iterator[str]:
    """Yield the names of a field with those of the classes that declare it."""
    for each in kind.__mro__:
        if field.name in get_annotations(each):
            yield f"{each.__name__}.{field.name}"


@pytest.mark.parametrize(
    "kind", KINDS, ids=lambda kind: f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"
)
def test_a_field_has_one_name(kind: type[Request]) -> None:
    for field in fields_of(kind):
        own = next(owners(kind, field))
        if field.served and field.served.name:
            assert ALIASES[own] == field.served.name
        if field.options and field.typed:
            usual = "--" + field.name.replace("_", "-")
            assert field.options[0] == OPTIONS.get(own, usual), own


# Over HTTP the text of what the command line reads from a file, and so two texts.
TEXTS_OF_FILES = {
    "SystemRequest.system", "_AtTableRequest.system", "LeadRequest.system", "DecideRequest.system",
    "ScriptRequest.script",
}  # fmt: skip


@pytest.mark.parametrize(
    "kind", KINDS, ids=lambda kind: f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"
)
def test_a_field_is_told_once(kind: type[Request]) -> None:
    """The help of the command line adds no more than a remark to the text of OpenAPI."""
    for field in fields_of(kind):
        own = next(owners(kind, field))
        if field.help and field.served and own not in TEXTS_OF_FILES:
            assert field.help.startswith(field.served.about.removesuffix("."))


def test_no_alias_is_left_over() -> None:
    known = {own for kind in KINDS for field in fields_of(kind) for own in owners(kind, field)}
    assert {*ALIASES, *OPTIONS} <= known


FROZEN: dict[str, Any] = json.loads((DOCUMENTS / "http_fields.json").read_text("utf-8"))


@pytest.mark.parametrize("path", FROZEN)
def test_what_was_asked_can_be_asked(path: str) -> None:
    """Every field is there, with bounds at least as wide, and none that is new is required."""
    body = openapi()["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    for name, then in FROZEN[path]["fields"].items():
        now = body["properties"][name]
        assert now["type"] == then["type"]
        for key, bound in then.items():
            if key.startswith("max"):
                assert now[key] >= bound
            elif key.startswith("min"):
                assert now[key] <= bound
    assert {*body.get("required", ())} <= {*FROZEN[path]["required"]}


def declared() -> Iterator[str]:
    """Yield what requests declare: those of documents, their fields, then those of rooms."""
    for name, asked in REQUESTS.items():
        values = {"partial": asked.kind.partial, "repeats": asked.repeats, "several": asked.several}
        marks = " ".join(word for word, value in values.items() if value)
        yield f"{name}: {asked.seconds:g} s, {asked.bytes:,} bytes {marks}".rstrip()
        yield from described(name, asked.fields)
    for name, rooms in ROOM_REQUESTS.items():
        yield f"{name}: {rooms.path} {rooms.asker}".rstrip()
        yield from described(name, rooms.fields or {})


def described(request: str, fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the fields of a request with their types and bounds."""
    for name, field in sorted(fields.items()):
        bounds = "" if field.type == "boolean" else f" {field.least:,} to {field.most:,}"
        needed = " needed" if field.needed else ""
        yield f"{request}.{name} {field.type}{bounds}{needed}"


def test_requests_declare_what_is_stored() -> None:
    """``python -m tests.repo.test_requests`` stores limits that are meant to change."""
    stored = (DOCUMENTS / "http_limits.txt").read_text("utf-8").splitlines()
    assert {*stored} - {*declared()} == set()


if __name__ == "__main__":
    (DOCUMENTS / "http_limits.txt").write_text("".join(f"{each}\n" for each in declared()), "utf-8")
