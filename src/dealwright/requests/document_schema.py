"""The JSON schema of all documents, from their classes.

``document_schema.json`` has what the classes lack: the kinds that ``documents`` writes with special
functions, the exact part of a plan, which is a mapping, and descriptions of fields.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from dealwright.answers.records import schema_of
from dealwright.requests.documents import KINDS, VERSION

__all__ = ["definitions", "schema_of_documents"]

Schema = dict[str, Any]


@cache
def definitions() -> Schema:
    """Return the schemas of all kinds, and of their parts, by their names.

    They refer to each other as ``#/$defs/NAME``.

    >>> definitions()["board_file"]["required"]
    ['dealwright', 'kind', 'name', 'format', 'content']
    """
    by_hand: Schema = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    exact_part, descriptions = by_hand.pop("exact_part"), by_hand.pop("descriptions")
    parts: Schema = {}
    of_kinds: dict[str, str] = {}  # the part that has the values of a kind
    for name, kind in KINDS.items():
        if kind.write is None:
            schema = schema_of(kind.type)
            parts |= schema["$defs"]
            of_kinds[name] = schema["$ref"].rpartition("/")[2]
    for path, description in descriptions.items():
        name, key = path.split(".")
        properties = parts[name]["properties"]
        properties[key] = {**properties[key], "description": description}
    for part in parts.values():
        if "exact_part" in part.get("properties", {}):
            part["properties"]["exact_part"] = exact_part
    parts |= by_hand
    documents = {
        name: _document(name, parts[of_kinds.get(name, f"{name}_values")]) for name in KINDS
    }
    return documents | _used(documents, parts)


def schema_of_documents() -> str:
    """Return the text of the schema, JSON Schema 2020-12."""
    references = [{"$ref": f"#/$defs/{name}"} for name in KINDS]
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Documents of Dealwright, version {VERSION}",
        "description": "What write_json writes and read_json reads; a list of documents is a "
        "document too.",
        "anyOf": [
            {"$ref": "#/$defs/document"},
            {"type": "array", "items": {"$ref": "#/$defs/document"}},
        ],
        "$defs": {"document": {"oneOf": references}, **definitions()},
    }
    return json.dumps(schema, indent=1) + "\n"


def _document(name: str, record: Schema) -> Schema:
    """Return the schema of a record with the first keys of every document."""
    envelope = {"dealwright": {"const": VERSION}, "kind": {"const": name}}
    return {
        **record,
        "properties": {**envelope, **record["properties"]},
        "required": [*envelope, *record["required"]],
        "additionalProperties": False,
    }


def _used(documents: Schema, parts: Schema) -> Schema:
    """Return the parts that documents refer to, directly or through others."""
    used: set[str] = set()
    waiting: list[Any] = list(documents.values())
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            name = str(value.get("$ref", "")).rpartition("/")[2]
            if name in parts and name not in used:
                used.add(name)
                waiting.append(parts[name])
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return {name: part for name, part in parts.items() if name in used}
