"""Scripts of `dealer`: read by conditions, run here."""

from dealwright.scripts.running import Run, run_script

__all__ = ["Run", "run_script"]
