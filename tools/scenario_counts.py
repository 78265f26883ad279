"""The number of deals of each scenario of the library, which lists show without counting.

Part ``scenarios`` of ``tools/regenerate.py``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from dealwright import parse, scenarios

__all__ = ["files"]

_FILE = Path("src/dealwright/practice/scenario_counts.json")


def files() -> Mapping[Path, str]:
    """Return the file of counts, exact, by the names of scenarios."""
    counts = {each.name: str(parse(each.condition).count(method="exact")) for each in scenarios()}
    return {_FILE: json.dumps(counts, indent=0) + "\n"}
