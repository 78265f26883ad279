"""The HTTP interface as its OpenAPI document describes it, asked by schemathesis."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.trials import soak
from tests.web.conftest import serving

REFUSED = [400, 405, 413, 415, 422]
NO_ROOM = [401, 403, 404, 409]  # rooms also refuse names, tokens, and what comes too late
NO_HTTP = "WARNING:  Invalid HTTP request received."  # the server's answer to such is 400
SIMULATIONS = "/(lead|contracts|makes|decisions)$"
ROOMS = "/(rooms|classes)"
OTHERS = f"{SIMULATIONS}|{ROOMS}"


@pytest.mark.slow  # ten minutes, or one
@pytest.mark.skipif(find_spec("schemathesis") is None, reason="needs schemathesis from PyPI")
@pytest.mark.parametrize(
    ("options", "refused"),
    [
        (["--mode", "all", "--exclude-path-regex", OTHERS], REFUSED),
        (["--mode", "all", "--include-path-regex", ROOMS], REFUSED + NO_ROOM),
        # valid simulations run for seconds, decisions for a minute
        (["--mode", "negative", "--include-path-regex", SIMULATIONS], REFUSED),
    ],
    ids=["requests", "rooms", "simulations"],
)
def test_every_request_is_as_its_document_says(
    tmp_path: Path, options: list[str], refused: list[int]
) -> None:
    """Statuses, types of content, documents and headers; nothing invalid is accepted, no fault.

    That a text of the right length is accepted is not asked: it may be no condition.
    """
    config = tmp_path / "schemathesis.toml"
    statuses = [str(status) for status in refused]
    config.write_text(f"[checks]\nnegative_data_rejection.expected-statuses = {statuses}\n")
    with serving("--processes", "2", said=NO_HTTP) as server:
        done = subprocess.run(
            [
                sys.executable, "-m", "schemathesis.cli", "--config-file", str(config),
                "run", f"{server.address}openapi.json",
                "--phases", "examples,coverage,fuzzing", "--max-examples", str(soak(500)),
                "--exclude-checks", "positive_data_acceptance", "--continue-on-failure",
                "--request-timeout", "120", "--workers", "2", "--seed", "1", "--no-color", *options,
            ],
            capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip
    found = "\n".join(line[:300] for line in done.stdout.splitlines())
    assert done.returncode == 0, found
