"""A typed client, generated from the OpenAPI document, asks a server and reads its answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import dealwright
from dealwright.web.openapi import openapi
from tests.web.conftest import Server

pytestmark = pytest.mark.long

USE = """
import sys
from client import Client
from client.api.default import count, open_room, suit, view_room
from client.models import (
    CountBody, Error, OpenRoomBody, ShareDocument, SuitBody, SuitCombinationDocument
)

asked = Client(base_url=sys.argv[1], raise_on_unexpected_status=True)
share = count.sync(client=asked, body=CountBody(condition="hcp(north) == 37", seconds=1.0))
assert isinstance(share, ShareDocument), share
print(share.count, share.estimate.exact)
refused = count.sync(client=asked, body=CountBody(condition="hcp(north"))
assert isinstance(refused, Error), refused
print(refused.error.position)
line = suit.sync(client=asked, body=SuitBody(dummy="AQT9", declarer="432"))
assert isinstance(line, SuitCombinationDocument), line
print(len(line.tricks))
room = open_room.sync(client=asked, body=OpenRoomBody(n=2, seed="friday"))
print(view_room.sync(room.room, client=asked).boards)
"""


def test_a_generated_client_reads_what_the_server_answers(server: Server, tmp_path: Path) -> None:
    pytest.importorskip("openapi_python_client", reason="needs: pip install 'dealwright[client]'")
    (tmp_path / "openapi.json").write_text(json.dumps(openapi()), "utf-8")
    made = subprocess.run(
        [
            sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json",
            "--output-path", "client", "--meta", "none",
        ],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Unable to process" not in made.stdout + made.stderr
    assert "WARNING parsing" not in made.stdout + made.stderr
    used = subprocess.run(
        [sys.executable, "-c", USE, server.address.rstrip("/")],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert used.returncode == 0, used.stderr
    expected = dealwright.parse("hcp(north) == 37").count()
    assert used.stdout.split() == [str(expected), "True", "9", "4", "2"]
