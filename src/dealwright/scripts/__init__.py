"""Scripts of `dealer`: reading, running, checking and writing them."""

from importlib import import_module
from typing import Any

from dealwright.scripts.running import Run, run_script

__all__ = ["Run", "check_script", "dealer_script", "run_script"]
_ELSEWHERE = {  # running a script does not need them
    "check_script": "dealwright.scripts.checking",
    "dealer_script": "dealwright.scripts.writing",
}


def __getattr__(name: str) -> Any:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module 'dealwright.scripts' has no attribute '{name}'")
    return getattr(import_module(_ELSEWHERE[name]), name)
