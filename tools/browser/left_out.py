"""Tests that cannot run inside Pyodide, with the reasons: a plugin of pytest for `tests.mjs`."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

# Files and tests, and why.
LEFT_OUT = {
    "tests/golden/test_documents.py": "jsonschema has a compiled part, which is not in Pyodide",
    "tests/golden/test_answer_texts.py": "it reads the documents of test_documents.py",
    "tests/laws/test_json.py": "jsonschema has a compiled part, which is not in Pyodide",
    "tests/laws/test_format_readers.py::.*(parquet|any_bytes)": "Parquet needs pyarrow",
    "tests/laws/test_syntax.py": "Lark belongs to the build, not to the program",
}


def _without_random() -> None:
    """Give Hypothesis the state of numpy.random, which the small numpy has not."""
    random: Any = ModuleType("numpy.random")
    random.get_state = random.seed = random.set_state = lambda *values: None
    sys.modules["numpy.random"] = vars(np)["random"] = random


_without_random()
time.thread_time = time.process_time  # the only thread has no time of its own


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out files that cannot be imported here."""
    return True if any(str(collection_path).endswith(name) for name in LEFT_OUT) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what cannot run here."""
    for item in items:
        for pattern, reason in LEFT_OUT.items():
            if re.search(pattern, item.nodeid):
                item.add_marker(pytest.mark.skip(reason=f"in a browser: {reason}"))
