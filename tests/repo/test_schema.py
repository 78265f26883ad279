"""The published schema of documents is what the classes say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.laws.test_stored_documents import STORED

PAGE = Path(__file__).parents[2] / "docs/reference/answers.schema.json"


@pytest.mark.parametrize("path", STORED)
def test_stored_documents_follow_it(path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    schema = json.loads(PAGE.read_text("utf-8"))
    kind = {"$ref": f"#/$defs/{document['kind']}"}
    Draft202012Validator({"$defs": schema["$defs"], **kind}).validate(document)
