"""The user's folders for caches, settings and data."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from dealwright.base.environment import variable

__all__ = ["user_folder"]


def user_folder(kind: Literal["cache", "config", "data"]) -> Path:
    """Return the user's folder of Dealwright for caches, settings or data, as usual on the system.

    It does not use platformdirs, whose import takes longer than reading the settings may.

    >>> user_folder("config").name
    'dealwright'
    """
    platform, home = str(sys.platform), Path.home()
    if platform == "darwin":
        folder = home / "Library" / ("Caches" if kind == "cache" else "Application Support")
    elif platform == "win32":
        folder = Path(variable("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        usual = {"cache": ".cache", "config": ".config", "data": ".local/share"}
        folder = Path(variable(f"XDG_{kind.upper()}_HOME") or home / usual[kind])
    return folder / "dealwright"
