"""Child processes in tests: waiting for a sign that they are at work, not for a time."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE = 60.0


def wait_until_busy(process: subprocess.Popen[str], seconds: float = 1.0) -> None:
    """Wait until a process has used so much CPU time, children not counted.

    Start-up takes 0.3 s of it; a process that ends before, or idles, fails the test.
    """
    end = time.monotonic() + _PATIENCE
    stat = Path(f"/proc/{process.pid}/stat")
    while time.monotonic() < end:
        assert process.poll() is None, "the process ended before it was busy"
        fields = stat.read_text().rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / _TICKS >= seconds:
            return
        time.sleep(0.02)
    raise AssertionError(f"the process has not used {seconds} s of CPU in {_PATIENCE} s")
