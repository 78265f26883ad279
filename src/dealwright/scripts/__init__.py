"""Scripts of `dealer`: read by conditions, run and checked here."""

from dealwright.scripts.checking import check_script
from dealwright.scripts.running import Run, run_script

__all__ = ["Run", "check_script", "run_script"]
