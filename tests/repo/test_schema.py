"""The published schema of documents is what the classes say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tools.schema import PAGE, schema_of_documents

from tests.laws.test_stored_documents import STORED


def test_the_page_is_what_the_classes_say() -> None:
    assert PAGE.read_text("utf-8") == schema_of_documents(), "run python tools/schema.py"


@pytest.mark.parametrize("path", [path for path in STORED if path.parent.name != "0.2.0"])
def test_stored_documents_follow_it(path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    schema = json.loads(PAGE.read_text("utf-8"))
    kind = {"$ref": f"#/$defs/{document['kind']}"}
    Draft202012Validator({"$defs": schema["$defs"], **kind}).validate(document)
