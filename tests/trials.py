"""How many trials a test makes: a tenth by default, all with ``DEALWRIGHT_TRIALS=1``."""

from __future__ import annotations

import os

SHARE = float(os.environ.get("DEALWRIGHT_TRIALS", "0.1"))
FULL = SHARE >= 1


def trials(n: int) -> int:
    """Return the share of n trials to make."""
    return max(1, round(SHARE * n))
