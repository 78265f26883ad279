"""Scripts of `dealer`: reading, running and checking them."""

from typing import Any

from dealwright.scripts.running import Run, run_script

__all__ = ["Run", "check_script", "run_script"]


def __getattr__(name: str) -> Any:
    if name != "check_script":
        raise AttributeError(f"module 'dealwright.scripts' has no attribute '{name}'")
    from dealwright.scripts.checking import check_script  # running a script does not need it

    return check_script
