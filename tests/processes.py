"""Waiting in tests: for a sign, never for a time."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterable
from pathlib import Path

# seconds until a test that waits for a sign gives up, however busy the machine is
PATIENCE = float(os.environ.get("DEALWRIGHT_TEST_PATIENCE", "600"))
KEPT: list[Callable[[], Iterable[int]]] = []  # functions: the processes of a fixture that stays
_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(process: int) -> float:
    """Return the CPU time that a process has used, its children not counted; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "what the test waits for has not come"
        time.sleep(0.005)


def wait_until_busy(process: subprocess.Popen[str], seconds: float = 1.0) -> None:
    """Wait until a process has used so much CPU time, children not counted.

    Start-up takes 0.3 s of it; a process that ends before, or idles, fails the test.
    """

    def busy() -> bool:
        assert process.poll() is None, "the process ended before it was busy"
        return cpu_seconds(process.pid) >= seconds

    wait_until(busy)
