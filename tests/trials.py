"""How many trials a test makes: a tenth by default, all with ``DEALWRIGHT_TRIALS=1``.

Slow tests make all of theirs, or the share ``DEALWRIGHT_SOAK`` of them, as .ci/run does.
"""

from __future__ import annotations

import os

SHARE = float(os.environ.get("DEALWRIGHT_TRIALS", "0.1"))
FULL = SHARE >= 1
SOAK = float(os.environ.get("DEALWRIGHT_SOAK", "1"))


def trials(n: int) -> int:
    """Return the share of n trials to make."""
    return max(1, round(SHARE * n))


def soak(n: int) -> int:
    """Return the share of n trials that a slow test makes, 50 at least."""
    return max(50, round(SOAK * n))
