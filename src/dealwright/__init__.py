"""Dealwright deals, counts, numbers and simulates hands of cards.

>>> import dealwright
>>> deals = dealwright.deal(5, "hcp(north) in 15..17 && balanced(north)", seed=1)
>>> deals.north.hcp.tolist()
[17, 17, 16, 17, 15]

The public names are listed once, in __init__.pyi, which type checkers read. Each is loaded on
first use, so importing the package takes almost no time. Every registered feature is a name as
well: ``dealwright.zar(north)``.
"""

from __future__ import annotations

import sys

from dealwright.base.links import LINKS
from dealwright.base.public_names import HOMES, MODULES

TYPE_CHECKING = False  # typing itself would double the cost of this import
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.3.0"

# What rooms ask of rooms above them: texts in Deals.where, Deals.read, "north: opens 1NT".
LINKS.update(
    {
        "language": "dealwright.ask.condition",
        "files of deals": "dealwright.formats.deal_files",
        "systems": "dealwright.systems",
    }
)

__all__ = sorted([*HOMES, *MODULES, "__version__"])


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in MODULES:
        return import_module(MODULES[name])
    if name not in HOMES:
        # a registered feature is a name too; registering has loaded the catalogue
        catalogue = sys.modules.get("dealwright.deals.features.catalogue")
        known = getattr(catalogue, "default_features", None)
        if known is None or name not in known():
            raise AttributeError(f"module 'dealwright' has no attribute '{name}'")
        return getattr(import_module("dealwright.ask.vocabulary"), name)
    value = getattr(import_module(HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
