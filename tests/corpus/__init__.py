"""The corpus of conditions: texts that every engine must agree on."""

from __future__ import annotations

import tomllib
from pathlib import Path

CONDITIONS = tomllib.loads(Path(__file__).with_name("conditions.toml").read_text("utf-8"))[
    "condition"
]
TEXTS = [entry["text"] for entry in CONDITIONS]
